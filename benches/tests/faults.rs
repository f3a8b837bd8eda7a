//! Short runs of the tools that look for faults, each bounded by a count. They need the programs,
//! which `cargo test --workspace` builds first.

use std::path::PathBuf;
use std::time::Duration;

use benches::soak::Case;
use benches::storm::{Bounds, Program, Target, call, storm};

const PROGRAMS: [Program; 4] =
    [Program::Tictactoe, Program::Grundy, Program::Gomoku, Program::Xiangqi];

fn file(program: Program) -> PathBuf {
    benches::program(program.name(), None).unwrap_or_else(|e| panic!("{e}"))
}

const fn lines(lines: u64) -> Bounds {
    // Lines end it; the time is a guard.
    Bounds { lines, time: Duration::from_secs(3600) }
}

fn calm(target: Target, program: Program, bounds: Bounds) {
    let tally = storm(&file(program), target, 1, bounds, |_| ()).unwrap_or_else(|e| panic!("{e}"));
    assert!(tally.lines >= bounds.lines && tally.answers > 0 && tally.moves > 0, "{tally:?}");
}

#[test]
fn storms_on_protocols() {
    calm(Target::Xiangqi, Program::Xiangqi, lines(1500));
    calm(Target::Gomoku, Program::Gomoku, lines(600));
}

#[test]
fn storms_on_games_at_the_terminal() {
    for program in PROGRAMS {
        calm(Target::Play(program), program, lines(400));
    }
}

#[test]
fn random_command_lines() {
    for program in PROGRAMS {
        let tally = call(&file(program), program, 1, lines(60), |_| ());
        assert_eq!(tally.unwrap_or_else(|e| panic!("{e}")).processes, 60);
    }
}

/// No growth, and within what is allowed; the tool itself runs ten thousand searches and more.
#[test]
fn memory_stays_what_it_is() {
    for (program, setting) in [
        (Program::Xiangqi, 1),
        (Program::Xiangqi, 16),
        (Program::Gomoku, 17_825_792),
        (Program::Gomoku, 40_000_000),
        (Program::Gomoku, 83_886_080),
        (Program::Tictactoe, 0),
        (Program::Grundy, 0),
    ] {
        let case = Case { program, setting };
        let readings = case.run(&file(program), 500, &[200, 400], |_| ());
        let judged = readings.and_then(|readings| case.judge(&readings));
        judged.unwrap_or_else(|e| panic!("{} {setting}: {e}", program.name()));
    }
}
