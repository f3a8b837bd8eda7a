//! Every seed of every fuzz target, and mutations of them, the same in every run: what
//! the fuzzers have found stays found, with any toolchain.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use fuzz_bodies::{TARGETS, Target};

mod mutator;

use mutator::Mutator;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// Names of the files of a folder, and what they hold, in the order of the names.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// A search panicked, in a thread of its own, which the host survives.
static SEARCH_PANICKED: AtomicBool = AtomicBool::new(false);

fn watch_searches() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() == Some("search") {
                SEARCH_PANICKED.store(true, Ordering::Relaxed);
            }
            usual(panic);
        }));
    });
}

fn try_on(target: &Target, bytes: &[u8], what: &str) {
    let result = catch_unwind(AssertUnwindSafe(|| (target.run)(bytes)));
    if result.is_err() || SEARCH_PANICKED.load(Ordering::Relaxed) {
        panic!("{} fails on {what}:\n\"{}\"", target.name, bytes.escape_ascii());
    }
}

fn replay(name: &str) {
    watch_searches();
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let seeds = files(&folder("seeds").join(name));
    assert!(seeds.len() >= 4, "{name} has few seeds");
    for (file, bytes) in &seeds {
        try_on(target, bytes, file);
    }
    let mut mutator = Mutator::new(seeds.into_iter().map(|(_, bytes)| bytes).collect());
    for i in 0..target.mutants {
        let bytes = mutator.mutant();
        try_on(target, &bytes, &format!("mutant {i}"));
    }
}

/// A test for each target.
macro_rules! replays {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*
        const REPLAYED: &[&str] = &[$(stringify!($name)),*];
    };
}

replays! {
    xiangqi_fen xiangqi_moves xiangqi_pgn gomoku_psq gomoku_sgf gomoku_renlib gomoku_openings
    saved_games grundy_checkpoint tictactoe_boards grundy_heaps octal_codes number_trees
    uci_session ucci_session gomocup_session play_session xiangqi_rules gomoku_rules
    renju_forbidden tictactoe_rules grundy_rules
}

/// A target that is added has seeds, a file for cargo-fuzz, and a test.
#[test]
fn targets_are_complete() {
    let names: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    let set = |names: Vec<String>| names.into_iter().collect::<BTreeSet<_>>();
    assert_eq!(set(REPLAYED.iter().map(|&name| name.to_owned()).collect()), names);
    let seeds = fs::read_dir(folder("seeds")).unwrap();
    let seeds = seeds.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    assert_eq!(set(seeds.collect()), names);
    for (file, text) in files(&folder("fuzz_targets")) {
        let name = file.strip_suffix(".rs").unwrap();
        assert!(names.contains(name), "{name}");
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains(&format!("fuzz_bodies::run(\"{name}\", bytes)")), "{text}");
    }
    let manifest = fs::read_to_string(folder("Cargo.toml")).unwrap();
    for name in names {
        assert!(
            manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\""))
        );
    }
}
