//! Trees with names at their nodes.

use std::collections::{HashMap, VecDeque};

use cli::words::quote;
use search_core::numbers::NumberTree;
use serde_json::Value;

/// Names by paths: child numbers from the root, from 0.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Names(HashMap<Vec<u32>, String>);

/// Longer names would push the tree apart.
const LONGEST: usize = 20;

/// Reads a tree; `{"A": tree}` is the tree with the name A.
///
/// # Errors
/// What is wrong, in one line.
pub(crate) fn read(text: &str) -> Result<(NumberTree, Names), String> {
    let mut names = Names::default();
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(e) => return Err(format!("not a nested list: {e}")),
    };
    let bare = names.strip(value, &mut Vec::new())?;
    let tree = bare.to_string().parse::<NumberTree>().map_err(|e| e.to_string())?;
    Ok((tree, names))
}

fn fitting(name: &str) -> Result<String, String> {
    let name = name.trim();
    let fits = !name.is_empty() && name.chars().count() <= LONGEST;
    let fits = fits && !name.chars().any(char::is_control);
    fits.then(|| name.to_owned())
        .ok_or_else(|| format!("{}: expected a name of 1 to {LONGEST} characters", quote(name)))
}

impl Names {
    /// The name of a node; empty if it has none.
    pub(crate) fn of(&self, path: &[u32]) -> String {
        self.0.get(path).cloned().unwrap_or_default()
    }

    /// Whether no node has a name.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the names out. No deeper than the reader, which stops at 127 lists.
    fn strip(&mut self, value: Value, path: &mut Vec<u32>) -> Result<Value, String> {
        match value {
            Value::Array(list) => {
                let mut bare = Vec::with_capacity(list.len());
                for (i, element) in list.into_iter().enumerate() {
                    path.push(i as u32);
                    bare.push(self.strip(element, path)?);
                    path.pop();
                }
                Ok(Value::Array(bare))
            }
            Value::Object(object) => {
                let count = object.len();
                let mut members = object.into_iter();
                match (members.next(), count) {
                    (Some((name, value)), 1) if !value.is_object() => {
                        self.0.insert(path.clone(), fitting(&name)?);
                        self.strip(value, path)
                    }
                    _ => Err(format!(
                        "a node with {count} names: expected one, as in {{\"A\": [3,5]}}"
                    )),
                }
            }
            other => Ok(other),
        }
    }

    /// Adds names as `--names` gives them.
    ///
    /// # Errors
    /// What is wrong, in one line.
    pub(crate) fn add(&mut self, text: &str, tree: &NumberTree) -> Result<(), String> {
        let mut level = VecDeque::from([tree.clone()]);
        let mut next = || {
            let node = level.pop_front()?;
            level.extend(node.children());
            Some(node.path())
        };
        if text.trim() == "letters" {
            let mut i = 0;
            while let Some(path) = next() {
                self.0.insert(path, letters(i));
                i += 1;
            }
            return Ok(());
        }
        for word in text.split(',') {
            let (path, name) = match word.split_once('=') {
                Some((path, name)) => {
                    let path = path.trim();
                    let steps = if path == "root" {
                        Ok(Vec::new())
                    } else {
                        path.split('.').map(str::parse).collect::<Result<Vec<u32>, _>>()
                    };
                    let known = steps.ok().filter(|steps| tree.at(steps).is_some());
                    let expected = "expected root, or child numbers from there, from 0, as in 0.1";
                    (known.ok_or_else(|| format!("no node {}: {expected}", quote(path)))?, name)
                }
                None => (next().ok_or_else(|| format!("no node left for {}", quote(word)))?, word),
            };
            self.0.insert(path, fitting(name)?);
        }
        Ok(())
    }
}

/// A to Z, AA, AB and so on.
fn letters(mut i: usize) -> String {
    let mut text = Vec::new();
    loop {
        text.push(char::from(b'A' + (i % 26) as u8));
        if i < 26 {
            return text.iter().rev().collect();
        }
        i = i / 26 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str, names: &str) -> Result<Names, String> {
        let (tree, mut all) = read(text)?;
        all.add(names, &tree)?;
        Ok(all)
    }

    #[test]
    fn names_go_level_by_level() {
        let names = named("[[[3,5],[6,5]],[[2,1],[6,4]]]", "letters").unwrap();
        // The lecture's tree: K is the second leaf of E, G the second child of C.
        assert_eq!((names.of(&[]), names.of(&[0, 1, 1])), ("A".into(), "K".into()));
        assert_eq!((names.of(&[1, 1]), names.of(&[1, 1, 1])), ("G".into(), "O".into()));
        assert_eq!(named("[[1],2]", "a, b").unwrap().of(&[0]), "b");
    }

    #[test]
    fn names_by_paths_and_within_the_tree() {
        let names = named("[[1],2]", "root=n,0.0=x").unwrap();
        assert_eq!(
            (names.of(&[]), names.of(&[0]), names.of(&[0, 0])),
            ("n".into(), "".into(), "x".into())
        );
        let (tree, names) = read(r#"{"A":[{"B":[3,{"E":5}]},6]}"#).unwrap();
        assert_eq!(tree.to_string(), "[[3,5],6]");
        assert_eq!(
            (names.of(&[]), names.of(&[0]), names.of(&[0, 1])),
            ("A".into(), "B".into(), "E".into())
        );
    }

    #[test]
    fn wrong_names_are_named() {
        for (text, names, word) in [
            ("[1]", "a,b,c", "`c`"),
            ("[1]", "0.7=x", "`0.7`"),
            ("[1]", "x=y", "`x`"),
            ("[1]", "a,,b", "``"),
            (r#"{"A":[1],"B":2}"#, "letters", "2 names"),
            ("{}", "letters", "0 names"),
            ("[1", "letters", "nested list"),
            (r#"[{"A":[]}]"#, "letters", "empty list"),
        ] {
            let error = named(text, names).unwrap_err();
            assert!(error.contains(word), "{text} {names}: {error}");
        }
    }

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["A", "Z", "AA", "ZZ", "AAA"]);
    }
}
