//! The openings of matches: the files that lie here, how they are made and read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use benches::openings::{Game, MakeError, Opening, Recipe, make, parse, read, shuffled};
use gomoku::{Rule, Size};
use search_core::{Score, Stop, final_outcome};

const FREESTYLE: Game = Game::Gomoku { rule: Rule::Freestyle, size: Size::FIFTEEN };

/// The files, what is in them, and how many at least.
const FILES: [(&str, Game, usize); 5] = [
    ("xiangqi.txt", Game::Xiangqi, 500),
    ("gomoku-15-freestyle.txt", FREESTYLE, 200),
    ("gomoku-20-freestyle.txt", Game::Gomoku { rule: Rule::Freestyle, size: Size::TWENTY }, 100),
    ("gomoku-15-standard.txt", Game::Gomoku { rule: Rule::Standard, size: Size::FIFTEEN }, 100),
    ("gomoku-15-renju.txt", Game::Gomoku { rule: Rule::Renju, size: Size::FIFTEEN }, 100),
];

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("openings")
}

/// The same for images of each other: left and right change places.
fn folded(fen: &str) -> String {
    let mut fields = fen.split(' ');
    let (pieces, side) = (fields.next().unwrap(), fields.next().unwrap());
    let mirrored: Vec<String> = pieces.split('/').map(|r| r.chars().rev().collect()).collect();
    format!("{} {side}", pieces.to_owned().min(mirrored.join("/")))
}

#[test]
fn every_file_keeps_its_promise() {
    for (name, game, count) in FILES {
        let openings = read(&directory().join(name), game).unwrap();
        assert_eq!(openings.len(), count, "{name}");
        let mut seen = BTreeSet::new();
        for opening in &openings {
            let identity = match game {
                Game::Xiangqi => {
                    let pos = opening.xiangqi().unwrap();
                    assert!(pos.ending().is_none() && !pos.board().in_check(), "{opening}");
                    // Whoever reads the line needs nothing else.
                    assert_eq!(opening.to_string(), pos.fen());
                    assert_eq!(pos.fen().split(' ').count(), 6);
                    folded(&pos.fen())
                }
                Game::Gomoku { rule, size } => {
                    let pos = opening.gomoku(rule, size).unwrap();
                    assert_eq!(final_outcome(&pos), None, "{opening}");
                    format!("{:x}", pos.board().folded_key())
                }
            };
            assert!(seen.insert(identity), "{name}: {opening} stands there twice");
        }
        // The command that makes it comes first.
        let text = std::fs::read_to_string(directory().join(name)).unwrap();
        let command = text.lines().next().unwrap();
        assert!(
            command.starts_with("# cargo run --release -p benches --bin openings -- "),
            "{name}"
        );
        assert!(command.ends_with(&format!(" --output benches/openings/{name}")), "{name}");
        assert!(command.contains(&format!(" --count {count} ")), "{name}");
    }
}

/// All that are drawn and can be played: whatever the engine thinks of them.
fn unjudged(seed: u64, plies: std::ops::RangeInclusive<usize>) -> Recipe {
    Recipe { seed, count: 3, plies, bound: Score::EVALUATION_MAX, nodes: 1 }
}

fn lines(game: Game, recipe: &Recipe) -> Vec<String> {
    let set = make(game, recipe, &Stop::new(), |_| ()).unwrap();
    set.openings.iter().map(|kept| kept.opening.to_string()).collect()
}

/// A change of the engine may keep others; what is drawn follows from seed and
/// rules, for ever.
#[test]
fn what_is_drawn_stands_fast() {
    assert_eq!(
        lines(Game::Xiangqi, &unjudged(1, 6..=10)),
        [
            "rn1akabnr/9/bc5c1/2p1p3p/p5p2/1C4P2/P1P1P3P/4B1C2/9/RNBAKA1NR b - - 7 4",
            "rnbak1bnr/1c2a4/9/p1p1p1p2/8p/2P4c1/PC2P1P1P/5C2N/9/RNBAKAB1R w - - 8 5",
            "1n1akabnr/r8/bc5c1/p1p1p1p2/8p/P8/2P1P1P1P/1C5C1/4A4/RNB1KABNR b - - 7 4",
        ]
    );
    assert_eq!(lines(FREESTYLE, &unjudged(1, 3..=6)), ["e9 f7 d4 a2", "e6 e4 f6", "k6 k8 h8 i5",]);
    let renju = Game::Gomoku { rule: Rule::Renju, size: Size::FIFTEEN };
    assert_eq!(
        lines(renju, &unjudged(1, 20..=20)),
        [
            "e9 f7 d4 a2 g11 h5 a3 d8 j8 f3 k11 i10 l5 l12 i5 d1 a10 n2 k3 a4",
            "f11 c14 d15 g12 b13 h8 k10 k5 g5 d5 e8 c15 j4 k12 b15 b12 k13 d8 f5 h2",
            "i6 j3 g6 g5 d3 a6 m6 a7 a9 e3 e2 k6 l2 l5 n5 l9 d9 d12 o2 e13",
        ]
    );
    assert_eq!(shuffled((0..8).collect::<Vec<u32>>(), 1), [6, 1, 0, 7, 5, 4, 2, 3]);
}

#[test]
fn a_recipe_makes_the_same_whatever_was_made_before() {
    for (game, plies, bound) in [(Game::Xiangqi, 6..=10, 60), (FREESTYLE, 3..=5, 60)] {
        let recipe = Recipe { seed: 3, count: 4, plies, bound, nodes: 2000 };
        let set = make(game, &recipe, &Stop::new(), |_| ()).unwrap();
        assert_eq!(set.openings.len(), 4);
        assert!(set.openings.iter().all(|kept| kept.score.abs() <= bound));
        assert!(set.drawn >= 4);
        let other =
            make(game, &Recipe { seed: 4, ..recipe.clone() }, &Stop::new(), |_| ()).unwrap();
        assert_ne!(other, set);
        assert_eq!(make(game, &recipe, &Stop::new(), |_| ()).unwrap(), set);
        // Fewer are the first ones; whoever watches hears of each.
        let mut heard = Vec::new();
        let few = Recipe { count: 2, ..recipe };
        let few = make(game, &few, &Stop::new(), |kept| heard.push(kept.clone())).unwrap();
        assert_eq!(few.openings, set.openings[..2]);
        assert_eq!(heard, few.openings);
    }
}

#[test]
fn what_cannot_be_made_is_told() {
    // A single stone in the middle half of the board has ten images at most.
    let recipe = Recipe { count: 20, ..unjudged(1, 1..=1) };
    let error = make(FREESTYLE, &recipe, &Stop::new(), |_| ()).unwrap_err();
    assert!(matches!(error, MakeError::Scarce { found: 10 }), "{error}");
    let stop = Stop::new();
    stop.stop();
    let error = make(FREESTYLE, &unjudged(1, 3..=3), &stop, |_| ()).unwrap_err();
    assert!(matches!(error, MakeError::Stopped), "{error}");
}

#[test]
fn a_shuffle_loses_nothing() {
    let all: Vec<u32> = (0..500).collect();
    let one = shuffled(all.clone(), 1);
    assert_ne!(one, all);
    assert_eq!(shuffled(all.clone(), 1), one);
    assert_ne!(shuffled(all.clone(), 2), one);
    let mut sorted = one;
    sorted.sort_unstable();
    assert_eq!(sorted, all);
    assert!(shuffled(Vec::<u32>::new(), 1).is_empty());
}

#[test]
fn xiangqi_is_read_in_every_form() {
    const AFTER: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
    let forms = [
        "h2e2 h9g7",
        "startpos moves h2e2 h9g7",
        "startpos h2e2 h9g7",
        "moves h2e2, H9-G7",
        "C2=5 H8+7 # as WXF has it",
        &format!("{AFTER} moves h9g7"),
        &format!("fen {AFTER} moves 马８进７"),
    ];
    let text = format!("\u{feff}# all the same\r\n\r\n{}\r\n", forms.join("\r\n"));
    let openings = parse(text.trim_start_matches('\u{feff}'), Game::Xiangqi).unwrap();
    assert_eq!(openings.len(), forms.len());
    let end = openings[0].xiangqi().unwrap().fen();
    for opening in &openings {
        let pos = opening.xiangqi().unwrap();
        assert_eq!(pos.fen(), end);
        // What is written is read again.
        let again = parse(&opening.to_string(), Game::Xiangqi).unwrap();
        assert_eq!(&again[0], opening);
        assert_eq!(opening.gomoku(Rule::Freestyle, Size::FIFTEEN), None);
    }
    // The start itself is one; fields that are missing are filled in.
    let openings = parse("startpos\r3k5/9/9/9/9/9/9/9/9/R3K4 w ; a rook", Game::Xiangqi).unwrap();
    assert_eq!(openings[0].to_string(), xiangqi::START);
    assert_eq!(openings[1].to_string(), "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
}

#[test]
fn gomoku_is_read_in_every_form() {
    let forms = ["h8 i9 g7", "moves h8,i9,g7", "h8i9g7 # run together", "0,0, 1,-1, -1,1"];
    for ending in ["\n", "\r\n", "\r"] {
        let openings = parse(&forms.join(ending), FREESTYLE).unwrap();
        assert_eq!(openings.len(), forms.len());
        for opening in &openings {
            assert_eq!(opening.to_string(), "h8 i9 g7");
            let pos = opening.gomoku(Rule::Freestyle, Size::FIFTEEN).unwrap();
            assert_eq!(pos.board().stones(), 3);
            assert_eq!(opening.xiangqi(), None);
        }
    }
    let fives = parse("h8 a1 i8 a2 j8 a3 k8", FREESTYLE).unwrap();
    assert!(matches!(&fives[0], Opening::Gomoku { moves } if moves.len() == 7));
    assert_eq!(fives[0].gomoku(Rule::Freestyle, Size::new(9).unwrap()), None);
}

/// The error of a text in a file.
fn told(name: &str, text: &[u8], game: Game) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    let error = read(&path, game).unwrap_err().to_string();
    let rest = error.split_once(name).expect("the file is named").1;
    rest.to_owned()
}

#[test]
fn errors_name_file_and_line() {
    let xiangqi = |text: &str| told("wrong-xiangqi.txt", text.as_bytes(), Game::Xiangqi);
    let gomoku = |text: &str| told("wrong-gomoku.txt", text.as_bytes(), FREESTYLE);
    let renju = Game::Gomoku { rule: Rule::Renju, size: Size::FIFTEEN };

    assert_eq!(
        xiangqi("# one\r\n\r\nh2e2 h9g7\r\nh2e2 h2e2\r\n"),
        ", line 4: move 2: `h2e2` moves nothing: no piece stands on h2, and black is to move"
    );
    assert!(xiangqi("9/9 w").starts_with(", line 1: `9/9` has 2 ranks"));
    assert!(xiangqi("h2e2 moves h9g7").starts_with(", line 1: `h2e2` has 1 ranks"));
    assert!(xiangqi("startpos\nnonsense").starts_with(", line 2: move 1: `nonsense` is no move"));
    assert_eq!(
        xiangqi("3k4R/8R/9/9/9/9/9/9/9/4K4 b - - 0 1"),
        ", line 1: the game is over after 0 moves (mate): expected one to go on with"
    );
    assert!(
        xiangqi("3k5/8R/9/9/9/9/9/9/9/4K2R1 w moves h0h9 d9d8")
            .contains("over after 1 moves (mate)")
    );
    assert_eq!(xiangqi("# nothing\n"), " has no openings: expected one a line");

    assert_eq!(gomoku("h8\nh8 i9 h8"), ", line 2: move 3 `h8` is on h8, where a stone is already");
    assert!(gomoku("h8 z9").starts_with(", line 1: move 2 `z9` is off the board"));
    assert!(gomoku("\n0,0,1").starts_with(", line 2: 3 numbers: expected pairs"));
    assert_eq!(
        gomoku("h8 a1 i8 a2 j8 a3 k8 a4 l8"),
        ", line 1: the game is over behind the last move: expected one to go on with"
    );
    assert_eq!(
        gomoku("h8 a1 i8 a2 j8 a3 k8 a4 l8 a5"),
        ", line 1: move 10: the game is over: black has made five"
    );
    let overline = b"h8 a1 i8 a3 j8 a5 k8 a7 m8 a9 n8 a11 l8";
    assert!(
        told("wrong-renju.txt", overline, renju).starts_with(", line 1: move 13: l8 is forbidden")
    );
    assert!(told("wrong-bytes.txt", b"h8\n\xff\xfe", FREESTYLE).starts_with(", line 2: "));

    let nowhere = directory().join("nowhere.txt");
    let error = read(&nowhere, FREESTYLE).unwrap_err().to_string();
    assert!(error.starts_with("cannot read ") && error.contains("nowhere.txt: "), "{error}");
}

fn program(args: &[&str]) -> (i32, String, String) {
    cli::testing::run(env!("CARGO_BIN_EXE_openings"), args, "").unwrap()
}

#[test]
fn the_program_writes_a_file_and_spares_what_is_there() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("made openings.txt");
    let _ = std::fs::remove_file(&path);
    let name = path.to_str().unwrap();
    let recipe = ["xiangqi", "--count", "3", "--plies", "4", "--nodes", "500"];
    let to_file = [&recipe[..], &["--output", name]].concat();

    let (status, printed, err) = program(&recipe);
    assert_eq!((status, &*err), (0, ""));
    let (status, out, err) = program(&to_file);
    assert_eq!((status, &*err), (0, ""));
    assert!(out.starts_with("3 openings of "), "{out}");
    let text = std::fs::read_to_string(&path).unwrap();
    let command = "# cargo run --release -p benches --bin openings -- xiangqi --seed 1 --count 3 \
                   --plies 4-4 --bound 60 --nodes 500";
    assert_eq!(text.lines().next(), Some(&*format!("{command} --output '{name}'")));
    assert_eq!(printed.lines().next(), Some(command));
    assert!(text.lines().skip(1).eq(printed.lines().skip(1)));
    assert_eq!(read(&path, Game::Xiangqi).unwrap().len(), 3);

    std::fs::write(&path, "mine").unwrap();
    let (status, out, err) = program(&to_file);
    assert_eq!((status, &*out), (1, ""));
    assert!(err.contains("is there already") && err.lines().count() == 1, "{err}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    assert_eq!(program(&[&to_file[..], &["--force"]].concat()).0, 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn the_program_names_bad_words() {
    for (args, word) in [
        (&["chess"][..], "'chess'"),
        (&["xiangqi", "--plies", "9-6"], "'9-6'"),
        (&["xiangqi", "--plies", "0"], "'0'"),
        (&["xiangqi", "--count", "-1"], "'-1'"),
        (&["xiangqi", "--size", "15"], "'--size'"),
        (&["xiangqi", "--force"], "--output"),
        (&["gomoku", "--rule", "caro"], "'caro'"),
        (&["gomoku", "--size", "23"], "'23'"),
        (&["gomoku", "--bound", "1.5"], "'1.5'"),
    ] {
        let (status, out, err) = program(args);
        assert_eq!((status, &*out), (2, ""), "{args:?}");
        assert!(err.contains(word) && err.lines().count() == 1, "{err}");
    }
    let (status, _, err) = program(&["xiangqi", "--output", "/no/such/directory/x.txt"]);
    assert_eq!((status, err.lines().count()), (1, 1), "{err}");
    let (status, _, err) = program(&["gomoku", "--plies", "1", "--nodes", "1"]);
    assert_eq!((status, err.lines().count()), (1, 1), "{err}");
    assert!(err.contains("openings found"), "{err}");
}
