//! Every direct dependency stands in `docs/dependencies.md` with its reason, and nothing else does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The packages of the workspace that name a crate, by crate, as cargo reads the manifests.
fn named() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--locked", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("what cargo says");
    let packages = metadata["packages"].as_array().expect("packages");
    let name = |of: &Value| of["name"].as_str().expect("a name").to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let mut named: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for package in packages {
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            if !ours.contains(&name(dependency)) {
                named.entry(name(dependency)).or_default().insert(name(package));
            }
        }
    }
    named
}

#[test]
fn every_dependency_has_its_reason() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/dependencies.md");
    let text = std::fs::read_to_string(file).expect("docs/dependencies.md");
    let mut listed = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, licence, users, why] = cells[..] else { panic!("four cells: {line}") };
        assert!(!licence.is_empty() && !why.is_empty(), "{line}");
        // In brackets stands where: a feature, a system, tests alone.
        let plain = users.split('(').flat_map(|part| part.rsplit(')').next()).collect::<String>();
        let users = plain.split(',').map(|user| user.trim().to_owned()).collect::<BTreeSet<_>>();
        let before = listed.insert(name.trim_matches('`').to_owned(), users);
        assert!(before.is_none(), "twice: {name}");
    }
    assert_eq!(listed, named(), "left: docs/dependencies.md, right: the manifests");
}
