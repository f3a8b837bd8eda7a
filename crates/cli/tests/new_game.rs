//! `new-game` from outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Status, standard output, standard error.
fn new_game(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_new-game"));
    let output = command.current_dir(folder).args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn empty_folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// What looks like this workspace, and is written to.
fn workspace(name: &str) -> PathBuf {
    let root = empty_folder(name);
    fs::create_dir_all(root.join("crates/search-core")).unwrap();
    fs::write(root.join("crates/search-core/Cargo.toml"), "").unwrap();
    root
}

#[test]
fn a_crate_of_the_workspace() {
    let root = workspace("new_game");
    // From a folder inside it, too.
    let (status, said, errors) = new_game(&root.join("crates"), &["nine-holes"]);
    assert_eq!((status, &*errors), (Some(0), ""));
    assert!(said.contains("cargo test -p nine-holes"), "{said}");
    let read = |file: &str| fs::read_to_string(root.join("crates/nine-holes").join(file)).unwrap();
    let manifest = read("Cargo.toml");
    assert!(manifest.contains("name = \"nine-holes\"\n") && manifest.contains("workspace = true"));
    // The example is compiled, and its tests are run: what is copied is sound.
    assert_eq!(read("src/lib.rs"), include_str!("../examples/new_game/lib.rs"));
    let main = read("src/main.rs");
    assert!(main.contains("use nine_holes::Coins;\n") && !main.contains("mod "), "{main}");
    assert_eq!(
        main.lines().count() + 3,
        include_str!("../examples/new_game/main.rs").lines().count()
    );

    let (status, said, errors) = new_game(&root, &["nine-holes"]);
    assert_eq!((status, &*said), (Some(1), ""));
    assert!(errors.contains("is there already") && errors.lines().count() == 1, "{errors}");
}

#[test]
fn a_crate_elsewhere() {
    let (root, elsewhere) = (workspace("new_game_root"), empty_folder("new_game_elsewhere"));
    let path = elsewhere.join("mine");
    let (status, said, errors) = new_game(&root, &["reversi", "--path", path.to_str().unwrap()]);
    assert_eq!((status, &*errors), (Some(0), ""));
    assert!(said.contains("cargo run"), "{said}");
    let manifest = fs::read_to_string(path.join("Cargo.toml")).unwrap();
    let core = root.join("crates/search-core");
    assert!(manifest.contains(&format!("search-core = {{ path = {core:?} }}")), "{manifest}");
    assert!(
        manifest.ends_with("[workspace]\n") && manifest.contains("opt-level = 2"),
        "{manifest}"
    );
}

/// Whether it compiles, tests included. The example that is copied always does; this is for
/// changes of the manifests and of what is left out in copying.
#[test]
#[ignore = "compiles this crate again"]
fn a_crate_elsewhere_compiles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = empty_folder("new_game_compiles").join("mine");
    let (status, _, errors) = new_game(&root, &["reversi", "--path", path.to_str().unwrap()]);
    assert_eq!((status, &*errors), (Some(0), ""));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["check", "--offline", "--all-targets", "--target-dir"]).arg(root.join("target"));
    assert!(cargo.current_dir(path).status().unwrap().success());
}

#[test]
fn what_is_refused() {
    let root = workspace("new_game_refused");
    let outside = Path::new("/");
    for (folder, words, status, expected) in [
        (&*root, &["9x"][..], 2, "invalid value '9x'"),
        (&*root, &["../x"], 2, "invalid value '../x'"),
        (&*root, &["cli"], 2, "invalid value 'cli'"),
        (&*root, &["match"], 2, "invalid value 'match'"),
        (&*root, &[], 2, "NAME"),
        (&*root, &["x", "--path", "no/such/folder"], 1, "cannot make `no/such/folder`"),
        (&*root, &["x", "--path", "crates/y"], 2, "expected a folder called x there"),
        (outside, &["x"], 1, "expected to be started in the workspace"),
    ] {
        let (code, said, errors) = new_game(folder, words);
        assert_eq!((code, &*said), (Some(status), ""), "{words:?}: {errors}");
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    }
    assert_eq!(fs::read_dir(root.join("crates")).unwrap().count(), 1, "nothing was made");
}
