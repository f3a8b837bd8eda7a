//! Scripts of what is sent and what must be answered: `data/sessions`.

use cli::testing::session;

use crate::engine::PROGRAM;

/// What a search says while it runs.
fn is_chatter(line: &str) -> bool {
    line.starts_with("info depth ") || line.starts_with("info time ")
}

fn all(text: &str) {
    let run = session::run(text, PROGRAM, is_chatter);
    assert!(run.unwrap_or_else(|e| panic!("{e}")).len() > 5);
}

#[test]
fn every_word_in_every_state() {
    all(include_str!("../data/sessions/states.txt"));
}

#[test]
fn any_bytes_and_any_length() {
    all(include_str!("../data/sessions/bytes.txt"));
}

#[test]
fn options_at_the_ends_of_their_ranges() {
    all(include_str!("../data/sessions/options.txt"));
}
