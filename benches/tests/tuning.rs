//! Games for tuning: how they are played, kept, and gone on with; the programs.

use std::fs;
use std::ops::ControlFlow::{Break, Continue};
use std::path::{Path, PathBuf};

use benches::tuning::file::{self, DataError, Flags, Origin, Played, Writer};
use benches::tuning::selfplay::{self, Recipe};
use benches::tuning::{GomokuWeights, Training, Tuned, XiangqiWeights, source};
use search_core::Stop;
use xiangqi::Xiangqi;

fn recipe() -> Recipe {
    Recipe {
        seed: 11,
        nodes: 60,
        plies: 4..=8,
        more_plies: 0..=2,
        balance: 400,
        win: 1500,
        max_plies: 40,
    }
}

const ORIGIN: Origin = Origin { seed: 11, recipe: 77 };

/// A directory of the test's own, emptied.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The bytes of these games.
fn played(games: std::ops::Range<usize>, threads: usize) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    selfplay::play(&recipe(), &[Xiangqi::start()], games, threads, &Stop::new(), |bytes| {
        found.push(bytes.to_vec());
        Continue(())
    })
    .unwrap();
    found
}

fn read(path: &Path) -> Result<Vec<Played<Xiangqi>>, DataError> {
    let mut games = Vec::new();
    file::read(path, |game| games.push(game)).map(|n| {
        assert_eq!(n, games.len());
        games
    })
}

#[test]
fn a_game_depends_on_its_number_alone() {
    let all = played(0..5, 1);
    assert_eq!(all, played(0..5, 3));
    assert_eq!(all[3..], played(3..5, 2));
    assert_ne!(all[0], all[1]);
}

#[test]
fn games_can_be_stopped() {
    let stop = Stop::new();
    let mut heard = 0;
    selfplay::play(&recipe(), &[Xiangqi::start()], 0..1000, 2, &stop, |_| {
        heard += 1;
        if heard == 2 { Break(()) } else { Continue(()) }
    })
    .unwrap();
    assert_eq!(heard, 2);
}

#[test]
fn games_are_read_as_they_were_written() {
    let path = directory("whole").join("games");
    let bytes = played(0..3, 1);
    let mut writer = Writer::<Xiangqi>::open(&path, &ORIGIN).unwrap();
    bytes.iter().for_each(|game| writer.write(game).unwrap());
    let games = read(&path).unwrap();
    assert_eq!(games.len(), 3);
    // Forty bytes a position are promised.
    let positions: usize = games.iter().map(|game| game.samples.len()).sum();
    assert!(fs::metadata(&path).unwrap().len() as usize <= 40 * positions + 100);
    for game in &games {
        // One position follows from the other, by a capture where it says so.
        for pair in game.samples.windows(2) {
            let (a, b) = (&pair[0], &pair[1]);
            assert_eq!(b.ply, a.ply + 1);
            assert_ne!(a.position.side(), b.position.side());
            let lost =
                a.position.board().occupied().count() - b.position.board().occupied().count();
            assert!(lost == 0 || a.flags.contains(Flags::NOISY));
            assert_eq!(a.flags.contains(Flags::THREATENED), a.position.board().in_check());
            let next = |m| {
                let mut pos = a.position.clone();
                pos.play(m).is_ok() && pos.board() == b.position.board()
            };
            assert!(a.position.legal_moves().into_iter().any(next));
        }
    }
}

/// Wherever a writer was interrupted: all whole games are kept, and it goes on behind them.
#[test]
fn an_interrupted_file_is_gone_on_with() {
    let directory = directory("cut");
    let path = directory.join("games");
    let bytes = played(0..3, 1);
    let mut writer = Writer::<Xiangqi>::open(&path, &ORIGIN).unwrap();
    bytes.iter().for_each(|game| writer.write(game).unwrap());
    let whole = fs::read(&path).unwrap();
    let second = whole.len() - bytes[2].len();
    for (length, games) in [
        (0, 0),
        (20, 0),
        (36, 0),
        (second - 1, 1),
        (second, 2),
        (second + 1, 2),
        (whole.len() - 1, 2),
    ] {
        fs::write(&path, &whole[..length]).unwrap();
        if length >= 36 {
            assert_eq!(read(&path).unwrap().len(), games, "{length}");
        }
        let mut writer = Writer::<Xiangqi>::open(&path, &ORIGIN).unwrap();
        assert_eq!(writer.games(), games, "{length}");
        bytes[games..].iter().for_each(|game| writer.write(game).unwrap());
        assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
    }
}

#[test]
fn a_damaged_file_is_refused_and_left_alone() {
    let path = directory("damaged").join("games");
    let mut writer = Writer::<Xiangqi>::open(&path, &ORIGIN).unwrap();
    played(0..2, 1).iter().for_each(|game| writer.write(game).unwrap());
    let whole = fs::read(&path).unwrap();
    let told = |bytes: &[u8], word: &str| {
        fs::write(&path, bytes).unwrap();
        for error in [
            read(&path).map(|_| ()).unwrap_err(),
            Writer::<Xiangqi>::open(&path, &ORIGIN).map(|_| ()).unwrap_err(),
        ] {
            let error = error.to_string();
            assert!(error.contains(word) && error.contains("games"), "{error}");
        }
        assert_eq!(fs::read(&path).unwrap(), bytes);
    };
    let mut bytes = whole.clone();
    bytes[60] ^= 1;
    told(&bytes, "game 0, at byte 36");
    let mut bytes = whole.clone();
    bytes[21] ^= 1;
    told(&bytes, "header is damaged");
    let mut bytes = whole.clone();
    bytes[8] = 9;
    told(&bytes, "version 9");
    told(b"[Event \"of another kind, a PGN\"]\n\n1. h2e2 *\n", "no file of games");
    // A file of other games is not mixed with these.
    fs::write(&path, &whole).unwrap();
    for origin in [Origin { seed: 12, ..ORIGIN }, Origin { recipe: 78, ..ORIGIN }] {
        let error = Writer::<Xiangqi>::open(&path, &origin).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("another recipe"), "{error}");
    }
    let error = read(Path::new("/no/such/file")).unwrap_err().to_string();
    assert!(error.starts_with("/no/such/file: "), "{error}");
}

/// The weights that an engine is compiled with, written again, are the same file.
fn assert_kept<T: Tuned>(tuned: &T, path: &str) {
    let weights: Vec<_> =
        tuned.weights().iter().map(|&(m, e)| [f32::from(m), f32::from(e)]).collect();
    let written = source(&tuned.tables(), &weights, T::PHASED, &[]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(path);
    let kept = fs::read_to_string(path).unwrap();
    let tables = |text: &str| text[text.find("#[rustfmt::skip]").unwrap()..].to_owned();
    assert_eq!(tables(&kept), tables(&written));
}

#[test]
fn the_weights_in_force_are_files_of_the_tuner() {
    assert_kept(&XiangqiWeights, "xiangqi/src/evaluation/weights.rs");
    for rule in gomoku::Rule::ALL {
        assert_kept(&GomokuWeights(rule), &format!("gomoku/src/values/{rule}.rs"));
    }
}

fn run(program: &str, args: &[&str]) -> (i32, String, String) {
    cli::testing::run(program, args, "").unwrap()
}

const DATAGEN: &str = env!("CARGO_BIN_EXE_datagen");
const TEXEL: &str = env!("CARGO_BIN_EXE_texel");

#[test]
fn the_programs_work_together() {
    let directory = directory("programs");
    let data = directory.join("games");
    let weights = directory.join("weights.rs");
    let (data, weights) = (data.to_str().unwrap(), weights.to_str().unwrap());
    let make = |games: &str| {
        let args = ["xiangqi", "--seed", "3", "--nodes", "60", "--max-plies", "60", "-o", data];
        run(DATAGEN, &[&args[..], &["--games", games]].concat())
    };
    assert_eq!(make("4"), (0, format!("`{data}`: 4 games\n"), String::new()));
    // Fewer are there already; of more, the missing ones are played.
    assert!(make("2").1.contains("4 games"));
    assert!(make("12").1.contains("12 games"));
    assert_eq!(read(Path::new(data)).unwrap().len(), 12);
    let fit = ["xiangqi", data, "--epochs", "3", "--batch", "64"];
    let (status, told, err) = run(TEXEL, &[&fit[..], &["-o", weights]].concat());
    assert_eq!((status, &*err), (0, ""));
    assert!(told.contains("12 games") && told.contains("epoch   3  validation 0."), "{told}");
    let (status, printed, _) = run(TEXEL, &fit);
    assert_eq!((status, printed), (0, fs::read_to_string(weights).unwrap()));
}

#[test]
fn bad_input_is_named() {
    let path = directory("bad").join("games");
    fs::write(&path, "no games").unwrap();
    let path = path.to_str().unwrap();
    let cases: &[(&str, &[&str], i32, &str)] = &[
        (DATAGEN, &["xiangqi"], 2, "--output"),
        (DATAGEN, &["checkers"], 2, "checkers"),
        (DATAGEN, &["xiangqi", "-o", "x", "--nodes", "0"], 2, "0"),
        (DATAGEN, &["xiangqi", "-o", "x", "--openings", "/no/such"], 1, "/no/such"),
        (DATAGEN, &["xiangqi", "-o", path], 1, "no file of games"),
        (DATAGEN, &["xiangqi", "-o", "/no/such/file"], 1, "/no/such/file"),
        (TEXEL, &["xiangqi"], 2, "FILE"),
        (TEXEL, &["xiangqi", path], 1, "no file of games"),
        (TEXEL, &["xiangqi", "x", "--lambda", "2"], 2, "from 0 to 1"),
        (TEXEL, &["xiangqi", "x", "--lambda", "NaN"], 2, "from 0 to 1"),
        (TEXEL, &["xiangqi", "x", "--epochs", "-1"], 2, "-1"),
    ];
    for (program, args, status, word) in cases {
        let (got, out, err) = run(program, args);
        assert_eq!((got, &*out), (*status, ""), "{args:?}: {err}");
        assert!(err.lines().count() == 1 && err.contains(word), "{args:?}: {err}");
    }
    assert_eq!(fs::read_to_string(path).unwrap(), "no games");
}
