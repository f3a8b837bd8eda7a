//! The public surface of a crate, read from its sources: what a user can name, and its types.
//!
//! The compiler tells the same, but only a nightly one says it in words. So modules, `use`s and
//! `impl`s are followed here, as far as this workspace goes: there are no globs, and what a macro
//! makes is told by the macro's text and what it is given.

mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Attribute, Item, ItemImpl, UseTree, Visibility};

use text::{attributes, brief, macro_lines, tidy};

/// A module of the crate, by its path from the root: `[]`, `["tt"]`.
type Name = Vec<String>;

#[derive(Default)]
struct Module {
    items: Vec<Item>,
    /// Modules below, and whether they are public.
    below: Vec<(String, bool)>,
    /// What is imported: the name here, the path, and whether it is public.
    uses: Vec<(String, Vec<String>, bool)>,
}

/// A crate's sources.
struct Sources {
    modules: BTreeMap<Name, Module>,
}

/// The public surface of the crate whose root is this file, as text, an item a block.
pub fn surface(root: &Path) -> String {
    let mut sources = Sources { modules: BTreeMap::new() };
    sources.read(root, root.parent().unwrap(), &Vec::new());
    sources.print()
}

fn is_test(attributes: &[Attribute]) -> bool {
    let cfg = |a: &&Attribute| a.path().is_ident("cfg");
    attributes.iter().filter(cfg).any(|a| {
        let text = a.meta.to_token_stream().to_string().replace(' ', "");
        text.contains("test") || text.contains("(loom)")
    })
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The paths that a `use` names: (name here, segments).
fn uses_of(tree: &UseTree, before: &mut Vec<String>, into: &mut Vec<(String, Vec<String>)>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            uses_of(&path.tree, before, into);
            before.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            into.push((before.last().cloned().unwrap_or_default(), before.clone()));
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            into.push((name.clone(), [before.clone(), vec![name]].concat()));
        }
        UseTree::Rename(rename) => {
            let path = [before.clone(), vec![rename.ident.to_string()]].concat();
            into.push((rename.rename.to_string(), path));
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| uses_of(tree, before, into)),
        _ => into.push(("*".to_owned(), before.clone())),
    }
}

/// The name of an item that a path may lead to.
fn name_of(item: &Item) -> Option<(String, bool)> {
    let (name, visibility) = match item {
        Item::Const(i) => (&i.ident, &i.vis),
        Item::Enum(i) => (&i.ident, &i.vis),
        Item::Fn(i) => (&i.sig.ident, &i.vis),
        Item::Static(i) => (&i.ident, &i.vis),
        Item::Struct(i) => (&i.ident, &i.vis),
        Item::Trait(i) => (&i.ident, &i.vis),
        Item::Type(i) => (&i.ident, &i.vis),
        _ => return None,
    };
    Some((name.to_string(), is_public(visibility)))
}

/// The last name of a type: `Table` of `tt::Table<u8>` or `&Table`.
fn last_name(ty: &syn::Type) -> Option<Vec<String>> {
    match ty {
        syn::Type::Path(path) => {
            Some(path.path.segments.iter().map(|s| s.ident.to_string()).collect())
        }
        syn::Type::Reference(inner) => last_name(&inner.elem),
        _ => None,
    }
}

impl Sources {
    fn read(&mut self, file: &Path, directory: &Path, name: &Name) {
        let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        self.add(parsed.items, directory, name);
    }

    fn add(&mut self, items: Vec<Item>, directory: &Path, name: &Name) {
        let mut module = Module::default();
        for item in items {
            match item {
                Item::Mod(m) if !is_test(&m.attrs) => {
                    let short = m.ident.to_string();
                    let below = [name.clone(), vec![short.clone()]].concat();
                    let inner = directory.join(&short);
                    module.below.push((short.clone(), is_public(&m.vis)));
                    if let Some((_, items)) = m.content {
                        self.add(items, &inner, &below);
                    } else {
                        let flat: PathBuf = directory.join(format!("{short}.rs"));
                        let file = if flat.exists() { flat } else { inner.join("mod.rs") };
                        self.read(&file, &inner, &below);
                    }
                }
                Item::Use(u) if !is_test(&u.attrs) => {
                    let mut found = Vec::new();
                    uses_of(&u.tree, &mut Vec::new(), &mut found);
                    let public = is_public(&u.vis);
                    assert!(!public || found.iter().all(|(n, _)| n != "*"), "a glob in {name:?}");
                    module.uses.extend(found.into_iter().map(|(n, path)| (n, path, public)));
                }
                Item::Mod(_) | Item::Use(_) => {}
                other if is_test(attributes(&other)) => {}
                other => module.items.push(other),
            }
        }
        self.modules.insert(name.clone(), module);
    }

    /// Where a path leads that stands in this module: the module and the name of an item.
    fn resolve(&self, from: &Name, path: &[String], depth: usize) -> Option<(Name, String)> {
        let module = self.modules.get(from)?;
        let (first, rest) = path.split_first()?;
        assert!(depth < 20, "{path:?} in {from:?} leads in a circle");
        if first == "crate" {
            return self.resolve(&Vec::new(), rest, depth + 1);
        }
        if first == "self" {
            return self.resolve(from, rest, depth + 1);
        }
        if first == "super" {
            return self.resolve(&from[..from.len().checked_sub(1)?].to_vec(), rest, depth + 1);
        }
        if rest.is_empty()
            && module.items.iter().filter_map(name_of).any(|(name, _)| name == *first)
        {
            return Some((from.clone(), first.clone()));
        }
        if !rest.is_empty() && module.below.iter().any(|(name, _)| name == first) {
            return self.resolve(&[from.clone(), vec![first.clone()]].concat(), rest, depth + 1);
        }
        let (_, path, _) = module.uses.iter().find(|(name, ..)| name == first)?;
        self.resolve(from, &[path.clone(), rest.to_vec()].concat(), depth + 1)
    }

    /// The public paths of items, by where they are defined.
    fn public(&self) -> BTreeMap<(Name, String), BTreeSet<String>> {
        let mut found: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
        let mut open = vec![Vec::new()];
        while let Some(name) = open.pop() {
            let module = &self.modules[&name];
            let shown = |short: &str| [name.clone(), vec![short.to_owned()]].concat().join("::");
            for (short, public) in module.items.iter().filter_map(name_of) {
                if public {
                    found.entry((name.clone(), short.clone())).or_default().insert(shown(&short));
                }
            }
            for (short, path, public) in &module.uses {
                if *public {
                    match self.resolve(&name, path, 0) {
                        Some(item) => found.entry(item).or_default().insert(shown(short)),
                        // What a macro defines stands in no list of items.
                        None => found
                            .entry((path.clone(), String::new()))
                            .or_default()
                            .insert(shown(short)),
                    };
                }
            }
            for (short, public) in &module.below {
                if *public {
                    open.push([name.clone(), vec![short.clone()]].concat());
                }
            }
        }
        found
    }

    fn print(&self) -> String {
        let public = self.public();
        // Blocks by public path: the item itself, then its impls.
        let mut blocks: BTreeMap<String, (Vec<String>, Vec<String>)> = BTreeMap::new();
        for ((module, short), paths) in &public {
            let mut paths = paths.iter();
            let Some(main) = paths.next() else { continue };
            let (lines, _) = blocks.entry(main.clone()).or_default();
            lines.extend(paths.map(|path| format!("also {path}")));
            if short.is_empty() {
                lines.push(format!("use {}", module.join("::")));
                continue;
            }
            let item = self.modules[module]
                .items
                .iter()
                .find(|i| name_of(i).is_some_and(|(n, _)| n == *short));
            lines.extend(item.map(brief).unwrap_or_default());
        }
        for (name, module) in &self.modules {
            for item in &module.items {
                match item {
                    Item::Impl(item) => self.print_impl(name, item, &public, &mut blocks),
                    Item::Macro(item) => {
                        let home = [vec!["crate".to_owned()], name.clone()].concat().join("::");
                        let here = format!("(macro) {home}");
                        let lines = macro_lines(item);
                        if !lines.is_empty() {
                            blocks.entry(here).or_default().0.extend(lines);
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut text = String::new();
        for (path, (lines, mut impls)) in blocks {
            impls.sort();
            text += &format!("{path}\n");
            for line in lines.iter().chain(&impls).flat_map(|block| block.lines()) {
                text += &format!("    {line}\n");
            }
        }
        text
    }

    fn print_impl(
        &self,
        module: &Name,
        item: &ItemImpl,
        public: &BTreeMap<(Name, String), BTreeSet<String>>,
        blocks: &mut BTreeMap<String, (Vec<String>, Vec<String>)>,
    ) {
        let Some(path) = last_name(&item.self_ty) else { return };
        let of = |path: &[String]| self.resolve(module, path, 0);
        let home = |item: &(Name, String)| public.get(item).and_then(|paths| paths.iter().next());
        let owner = of(&path);
        // A type of another crate is listed with the trait of ours that it has.
        let (main, listed) = match (&owner, &item.trait_) {
            (Some(owner), None) => (home(owner), true),
            (owner, Some((name, _))) => {
                let segments: Vec<String> =
                    name.segments.iter().map(|s| s.ident.to_string()).collect();
                let ours = of(&segments);
                let known = ours.as_ref().is_none_or(|name| home(name).is_some());
                let main = match owner {
                    Some(owner) => home(owner),
                    None => ours.as_ref().and_then(home),
                };
                (main, known)
            }
            (None, None) => (None, false),
        };
        if let Some(main) = main.filter(|_| listed)
            && let Some(lines) = text::implementation(item)
        {
            blocks.entry(main.clone()).or_default().1.push(lines);
        }
    }
}

/// The text of something, with the spaces of a person.
pub fn shown(tokens: &impl ToTokens) -> String {
    tidy(&tokens.to_token_stream().to_string())
}
