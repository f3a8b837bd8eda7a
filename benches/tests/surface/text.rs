//! Items of a crate as lines of text.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Fields, ImplItem, Item, ItemImpl, ItemMacro, Signature, TraitItem};

use super::{is_public, shown};

/// The attributes of an item.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(i) => &i.attrs,
        Item::Enum(i) => &i.attrs,
        Item::Fn(i) => &i.attrs,
        Item::Impl(i) => &i.attrs,
        Item::Macro(i) => &i.attrs,
        Item::Static(i) => &i.attrs,
        Item::Struct(i) => &i.attrs,
        Item::Trait(i) => &i.attrs,
        Item::Type(i) => &i.attrs,
        _ => &[],
    }
}

/// Tokens with the spaces that a person would set.
pub fn tidy(tokens: &str) -> String {
    let mut text = tokens.replace('\n', " ");
    for (from, to) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" < ", "<"),
        ("< ", "<"),
        ("$ ", "$"),
        (" > ", "> "),
        (" >", ">"),
        (" ,", ","),
        (" ;", ";"),
        (" : ", ": "),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        ("[ ", "["),
        (" ]", "]"),
        ("& ", "&"),
        (" ?", "?"),
        ("> >", ">>"),
        ("> >", ">>"),
        ("> (", ">("),
        ("->", " -> "),
        ("  ", " "),
        ("  ", " "),
        ("> ,", ">,"),
        ("> )", ">)"),
        ("> ;", ">;"),
        (",)", ")"),
        (", >", ">"),
        (",(", ", ("),
        (",>", ">"),
        // How a parameter is bound inside is nobody's business.
        ("(mut ", "("),
        (", mut ", ", "),
    ] {
        text = text.replace(from, to);
    }
    text.trim().trim_end_matches(',').to_owned()
}

/// What is derived, and whether more may come.
fn marks(attributes: &[Attribute]) -> Vec<String> {
    let wanted = |a: &&Attribute| {
        a.path().is_ident("derive") || a.path().is_ident("non_exhaustive") || hidden(a)
    };
    attributes.iter().filter(wanted).map(|a| shown(&a.meta)).collect()
}

fn hidden(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc") && shown(&attribute.meta) == "doc(hidden)"
}

fn signature(signature: &Signature) -> String {
    shown(signature)
}

fn fields(fields: &Fields) -> Vec<String> {
    let all = fields.iter().enumerate();
    let public = all.filter(|(_, field)| is_public(&field.vis));
    let line = |(i, field): (usize, &syn::Field)| {
        let name = field.ident.as_ref().map_or(i.to_string(), ToString::to_string);
        format!("pub {name}: {}", shown(&field.ty))
    };
    public.map(line).collect()
}

/// An item without its body.
pub fn brief(item: &Item) -> Vec<String> {
    let mut lines = marks(attributes(item));
    match item {
        Item::Const(i) => lines.push(format!("const: {}", shown(&i.ty))),
        Item::Static(i) => lines.push(format!("static: {}", shown(&i.ty))),
        Item::Type(i) => lines.push(format!("type{} = {}", shown(&i.generics), shown(&i.ty))),
        Item::Fn(i) => lines.push(signature(&i.sig)),
        Item::Struct(i) => {
            let (generics, clause) = (shown(&i.generics), shown(&i.generics.where_clause));
            lines.push(format!("struct{generics} {clause}").trim().to_owned());
            lines.extend(fields(&i.fields));
        }
        Item::Enum(i) => {
            lines.push(format!("enum{}", shown(&i.generics)));
            let variant = |v: &syn::Variant| format!("{}{}", v.ident, shown_fields(&v.fields));
            lines.extend(i.variants.iter().map(variant));
        }
        Item::Trait(i) => {
            let (generics, above) = (shown(&i.generics), shown(&i.supertraits));
            let clause = shown(&i.generics.where_clause);
            lines.push(format!("trait{generics}: {above} {clause}").trim().to_owned());
            for member in &i.items {
                let given = |given: bool| if given { " (given)" } else { "" };
                lines.push(match member {
                    TraitItem::Fn(f) => signature(&f.sig) + given(f.default.is_some()),
                    TraitItem::Const(c) => {
                        format!("const {}: {}{}", c.ident, shown(&c.ty), given(c.default.is_some()))
                    }
                    TraitItem::Type(t) => format!("type {}: {}", t.ident, shown(&t.bounds)),
                    other => shown(other),
                });
            }
        }
        _ => {}
    }
    lines
}

/// The fields of a variant: they are as public as it is.
fn shown_fields(fields: &Fields) -> String {
    let line = |field: &syn::Field| match &field.ident {
        Some(name) => format!("{name}: {}", shown(&field.ty)),
        None => shown(&field.ty),
    };
    let list = fields.iter().map(line).collect::<Vec<_>>().join(", ");
    match fields {
        Fields::Named(_) => format!(" {{ {list} }}"),
        Fields::Unnamed(_) => format!("({list})"),
        Fields::Unit => String::new(),
    }
}

/// An `impl`: of a trait its line and what it fixes, otherwise its public members. `None` where
/// nothing of it is public.
pub fn implementation(item: &ItemImpl) -> Option<String> {
    let head = item.trait_.as_ref().map_or(String::new(), |(name, _)| shown(name) + " for ");
    let generics = shown(&item.generics);
    let clause = shown(&item.generics.where_clause);
    let mut text = format!("impl{generics} {head}{} {clause}", shown(&item.self_ty));
    text = text.trim().to_owned();
    let mut members = Vec::new();
    for member in &item.items {
        match member {
            ImplItem::Fn(f) if is_public(&f.vis) && item.trait_.is_none() => {
                members.push(signature(&f.sig));
            }
            ImplItem::Const(c) if is_public(&c.vis) && item.trait_.is_none() => {
                members.push(format!("const {}: {}", c.ident, shown(&c.ty)));
            }
            ImplItem::Type(t) if item.trait_.is_some() => {
                members.push(format!("type {} = {}", t.ident, shown(&t.ty)));
            }
            _ => {}
        }
    }
    if item.trait_.is_none() && members.is_empty() {
        return None;
    }
    for member in members {
        text += &format!("\n    {member}");
    }
    Some(text)
}

/// What a macro that stands for items is given, or what the macro itself makes public.
pub fn macro_lines(item: &ItemMacro) -> Vec<String> {
    let name = item.mac.path.segments.last().map_or(String::new(), |s| s.ident.to_string());
    if name == "macro_rules" {
        return declared(item.mac.tokens.clone());
    }
    let tokens: Vec<TokenTree> = item.mac.tokens.clone().into_iter().collect();
    let is_equals =
        |t: Option<&TokenTree>| matches!(t, Some(TokenTree::Punct(p)) if p.as_char() == '=');
    let names = tokens.iter().enumerate().filter_map(|(i, token)| match token {
        TokenTree::Ident(ident) if is_equals(tokens.get(i + 1)) => Some(format!("{name}! {ident}")),
        _ => None,
    });
    let names: Vec<_> = names.collect();
    if names.is_empty() { vec![format!("{name}! {}", shown(&item.mac.tokens))] } else { names }
}

/// Everything behind a `pub` in the text of a macro, up to its body.
fn declared(tokens: TokenStream) -> Vec<String> {
    let mut lines = Vec::new();
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            // Not `pub(crate)`.
            TokenTree::Ident(word)
                if *word == "pub" && !matches!(tokens.get(i + 1), Some(TokenTree::Group(_))) =>
            {
                let mut line = TokenStream::new();
                while let Some(token) = tokens.get(i) {
                    let ends = match token {
                        TokenTree::Punct(p) => matches!(p.as_char(), ';' | '=' | ','),
                        TokenTree::Group(g) => g.delimiter() == proc_macro2::Delimiter::Brace,
                        _ => false,
                    };
                    if ends {
                        break;
                    }
                    line.extend([token.clone()]);
                    i += 1;
                }
                lines.push(shown(&line));
                // What a struct holds is public or not by itself.
                if let Some(TokenTree::Group(group)) = tokens.get(i)
                    && !lines.last().is_some_and(|l| l.starts_with("pub fn"))
                {
                    lines.extend(declared(group.stream()));
                }
            }
            TokenTree::Group(group) => lines.extend(declared(group.stream())),
            _ => {}
        }
        i += 1;
    }
    lines
}
