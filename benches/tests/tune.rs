//! The tuner of searches, from outside.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory of the test's own, with an opening from which the engine shuffles to and fro.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("openings.txt"), "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\n").unwrap();
    path
}

fn tune(directory: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/uci.sh");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tune"));
    command.current_dir(directory);
    command.args(["--openings", "openings.txt", "--state", "state.jsonl", "--command"]);
    command.arg(format!("sh '{}' good", engine.display()));
    let output = command.args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_search_goes_on_where_it_was() {
    let directory = directory("tune");
    let words = ["--iterations", "3", "--games", "2", "null_move_base", "reduction_base=7"];
    let (code, values, errors) = tune(&directory, &words);
    assert_eq!((code, &*errors), (Some(0), ""), "{values}");
    // Every game is drawn by repetition: nothing is learnt.
    let params = <xiangqi::Xiangqi as search_core::Heuristics>::options().params;
    let expected = format!(
        "null_move_base={}\nreduction_base={}\n",
        params.null_move_base, params.reduction_base
    );
    assert_eq!(values, expected);
    let state = directory.join("state.jsonl");
    let whole = fs::read_to_string(&state).unwrap();
    assert_eq!(whole.lines().count(), 4);

    // Broken off in the middle of a line.
    fs::write(&state, &whole[..whole.len() - 5]).unwrap();
    assert_eq!(tune(&directory, &words), (Some(0), expected, String::new()));
    assert_eq!(fs::read_to_string(&state).unwrap(), whole);

    // Another search is not mixed with it; nor is a damaged one gone on with.
    let (code, _, errors) =
        tune(&directory, &["--iterations", "3", "--games", "2", "null_move_base"]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("state.jsonl") && errors.contains("another search"), "{errors}");
    fs::write(&state, whole.clone() + "{}\n").unwrap();
    let (code, _, errors) = tune(&directory, &words);
    assert!(code == Some(1) && errors.contains("damaged"), "{errors}");
}

#[test]
fn bad_words_are_named_in_one_line() {
    let directory = directory("tune_words");
    for (words, named) in [
        (&["no_such"][..], "no_such"),
        (&["null_move_base=0"], "null_move_base=0"),
        (&["null_move_base=x"], "null_move_base=x"),
        (&["--games", "3", "null_move_base"], "--games 3"),
        (&["null_move_base", "null_move_base=5"], "null_move_base"),
        (&["--rate", "2", "null_move_base"], "--rate"),
        (&[], "NAME"),
    ] {
        let (code, _, errors) = tune(&directory, words);
        assert_eq!(code, Some(2), "{words:?}: {errors}");
        assert!(errors.contains(named) && errors.lines().count() == 1, "{words:?}: {errors}");
    }
    assert!(!directory.join("state.jsonl").exists());
}
