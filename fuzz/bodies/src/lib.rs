//! What the fuzz targets do with their bytes.
//!
//! A target is a function of bytes that panics where a promise is broken: a parser that
//! panics, a text that does not come back as it went, rules that disagree with a second
//! statement of them. `fuzz/fuzz_targets/` hands libFuzzer's bytes to them, and
//! `tests/replay.rs` the seeds, and mutations of these, with any toolchain
//! (`docs/fuzzing.md`).
#![forbid(unsafe_code)]

mod files;
mod input;
mod parsers;
mod programs;
mod rules;
mod sessions;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, and that of its folder of seeds.
    pub name: &'static str,
    /// What it does; it panics where something is wrong.
    pub run: fn(&[u8]),
    /// How many mutated seeds the test tries: what takes about two seconds.
    pub mutants: u32,
}

/// All of them.
pub const TARGETS: &[Target] = &[
    target("xiangqi_fen", parsers::fen::run, 10_000),
    target("xiangqi_moves", parsers::moves::run, 6_000),
    target("xiangqi_pgn", files::pgn::run, 4_000),
    target("gomoku_psq", files::gomoku::psq, 20_000),
    target("gomoku_sgf", files::gomoku::sgf, 20_000),
    target("gomoku_renlib", files::gomoku::renlib, 20_000),
    target("gomoku_openings", files::gomoku::openings, 10_000),
    target("saved_games", files::saved::run, 10_000),
    target("grundy_checkpoint", files::checkpoint::run, 20),
    target("tictactoe_boards", parsers::tictactoe::run, 20_000),
    target("grundy_heaps", parsers::heaps::run, 20_000),
    target("octal_codes", parsers::octal::run, 3_000),
    target("number_trees", parsers::numbers::run, 10_000),
    target("uci_session", sessions::uci, 150),
    target("ucci_session", sessions::ucci, 150),
    target("gomocup_session", sessions::gomocup, 150),
    target("play_session", sessions::play, 150),
    target("xiangqi_rules", rules::xiangqi::run, 500),
    target("gomoku_rules", rules::gomoku::run, 300),
    target("renju_forbidden", rules::renju::run, 1_000),
    target("tictactoe_rules", rules::tictactoe::run, 1_000),
    target("grundy_rules", rules::grundy::run, 1_000),
];

const fn target(name: &'static str, run: fn(&[u8]), mutants: u32) -> Target {
    Target { name, run, mutants }
}

/// Runs the target of this name; `fuzz/fuzz_targets/` has nothing else to say.
///
/// # Panics
/// If there is none, and where the target finds something wrong.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("a target of this name").run)(bytes);
}
