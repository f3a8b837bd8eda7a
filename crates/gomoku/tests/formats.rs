//! Games and openings in files: what is read, what is written, and what is wrong.

use std::collections::HashSet;

use gomoku::formats::{
    self, Format, MoveErrorKind, OpeningError, Options, Outcome, Place, Played, PsqError,
    ReadError, ReadErrorKind, Record, RenLibError, SgfError, Stone, WriteError, openings, psq,
    renlib, sgf,
};
use gomoku::{Point, Rule, Side, Size};
use proptest::prelude::*;

const ALL_LINES: Options<'static> =
    Options { extension: None, size: Size::FIFTEEN, variations: true };

fn moves(record: &Record) -> String {
    record.points().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

fn lines(bytes: &[u8]) -> Vec<String> {
    formats::read(bytes, &ALL_LINES).unwrap().iter().map(moves).collect()
}

fn one(bytes: &[u8]) -> Record {
    let mut records = formats::read(bytes, &Options::default()).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn comments(record: &Record) -> Vec<&str> {
    record.moves.iter().map(|played| played.comment.as_deref().unwrap_or("")).collect()
}

/// The first error of a text, and its message.
fn error(bytes: &[u8], options: &Options<'_>) -> (ReadErrorKind, String) {
    let error = match formats::records(bytes, options) {
        Ok(mut records) => records.find_map(Result::err).unwrap(),
        Err(error) => error,
    };
    let message = error.to_string();
    assert!(!message.contains(['\n', '\r']), "{message:?}");
    (error.kind, message)
}

fn message(bytes: &[u8]) -> String {
    error(bytes, &ALL_LINES).1
}

fn point(text: &str) -> Point {
    Point::parse(text, Size::MAX).unwrap()
}

// Formats.

#[test]
fn formats_by_content() {
    let detect = Format::detect;
    let files: [(&[u8], Format); 8] = [
        (include_bytes!("data/formats/tournament.psq"), Format::Psq),
        (include_bytes!("data/formats/short.psq"), Format::Psq),
        (include_bytes!("data/formats/analysis.sgf"), Format::Sgf),
        (include_bytes!("data/formats/old.sgf"), Format::Sgf),
        (include_bytes!("data/formats/openings.lib"), Format::RenLib),
        (include_bytes!("data/formats/headless.lib"), Format::RenLib),
        (include_bytes!("data/formats/openings.txt"), Format::Moves),
        (include_bytes!("data/openings-freestyle15.txt"), Format::Moves),
    ];
    for (bytes, format) in files {
        // A wrong name does not hide what a file is.
        for extension in [None, Some("txt"), Some("dat")] {
            assert_eq!(detect(bytes, extension), Some(format), "{extension:?}");
        }
    }
    assert_eq!(detect(b"\n  -1,0 0,0", None), Some(Format::Moves));
    assert_eq!(detect(b"From: me\n\n(;GM[4];B[hh])", None), Some(Format::Sgf));
    assert_eq!(detect(b"From: me\n", Some("SGF")), Some(Format::Sgf));
    assert_eq!(detect(b"some text", None), None);
    assert_eq!(detect(b"", None), None);
    assert_eq!(detect(b"", Some("lib")), Some(Format::RenLib));
    let (kind, message) = error(b"some text", &ALL_LINES);
    assert_eq!(kind, ReadErrorKind::UnknownFormat);
    assert!(message.starts_with("line 1: no format that is known"), "{message}");
}

#[test]
fn names_of_formats() {
    for format in Format::ALL {
        assert_eq!(format.name().to_uppercase().parse(), Ok(format));
    }
    let error = "pgn".parse::<Format>().unwrap_err();
    assert_eq!(error.to_string(), "`pgn` is no format: expected psq, sgf, renlib or moves");
}

// Piskvork.

#[test]
fn a_tournament_game() {
    let game = one(include_bytes!("data/formats/tournament.psq"));
    assert_eq!(game.size, Size::TWENTY);
    assert_eq!(moves(&game), "k11 l12 j12 l10 l11 j11 k12 k10 m12");
    assert_eq!(game.moves[3].time_ms, Some(1530));
    assert_eq!(game.black.as_deref(), Some("pbrain-first.zip"));
    // Not UTF-8: no byte is lost.
    assert_eq!(game.white.as_deref(), Some("pbrain-dìdek.zip"));
    assert_eq!((game.end_code, game.rule), (Some(0), Some(Rule::Freestyle)));

    let short = one(include_bytes!("data/formats/short.psq"));
    assert_eq!(moves(&short), "h8 i9 i7");
    assert_eq!((short.black, short.white, short.end_code), (None, None, Some(-1)));
}

#[test]
fn psq_as_it_comes() {
    for text in [
        "\u{feff}Piskvorky 15x15, 11:11, 0\r8,8,0\r9,7,1\rA\rB\r0\r",
        "piskvorky 15 x 15\n\n 8 , 8 , 0 \n9,7\nA\nB\n0,x\nmore\n1,2\n",
        "PISKVORKY 15X15,,,,\n8,8,0\n9,7,-5\nA\nB",
    ] {
        let game = one(text.as_bytes());
        assert_eq!(moves(&game), "h8 i9", "{text:?}");
        assert_eq!((game.black.as_deref(), game.white.as_deref()), (Some("A"), Some("B")));
    }
    assert_eq!(moves(&one(b"Piskvorky 5x5\n1,5,0\n5,1,0\n")), "a1 e5");
    let empty = one(b"Piskvorky 22x22, 0:0, 1");
    assert_eq!((empty.size, empty.moves.len()), (Size::MAX, 0));
}

#[test]
fn psq_errors() {
    let at = |text: &str| {
        let error = psq::read(text).unwrap_err();
        (error.place, error.kind.clone(), error.to_string())
    };
    let move_kind = |text: &str| match at(text) {
        (Place::Line(line), ReadErrorKind::Move(error), _) => (line, error.stone, error.kind),
        other => panic!("{other:?}"),
    };
    for header in ["", "x", "Piskvorky", "Piskvorky 15", "Piskvorky x15", "Piskvorky -5x-5, 1"] {
        let (place, kind, _) = at(header);
        assert_eq!(place, Place::Line(1));
        assert!(matches!(kind, ReadErrorKind::Psq(PsqError::Header(_))), "{header}");
    }
    for board in ["20x15", "4x4", "23x23", "99999999999999999999x99999999999999999999"] {
        let (_, kind, message) = at(&format!("Piskvorky {board}, 1:1, 0"));
        assert_eq!(
            kind,
            PsqError::Board(
                board.chars().take(40).collect::<String>()
                    + if board.len() > 40 { "…" } else { "" }
            )
            .into()
        );
        assert!(message.starts_with("line 1: board `"), "{message}");
    }
    let game = |lines: &str| format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n{lines}");
    let off = MoveErrorKind::OffBoard { size: Size::FIFTEEN };
    for m in ["0,8,0", "16,8,0", "8,0,0", "8,16,0", "-1,8,0", "99999999999,1,0"] {
        assert_eq!(move_kind(&game(m)), (3, Stone::Move(2), off.clone()), "{m}");
    }
    assert_eq!(
        move_kind(&game("\n9,9,0\n8,8,0\n")),
        (5, Stone::Move(3), MoveErrorKind::Occupied { point: point("h8") })
    );
    for m in ["8,x,0", "8.5,9,0", "9,,0", "9999999999999999999999,1,1"] {
        let (_, _, kind) = move_kind(&game(m));
        assert!(matches!(kind, MoveErrorKind::Malformed { .. }), "{m}");
    }
    for m in ["9,9,x", "9,9,", "9,9,1.5"] {
        assert!(matches!(move_kind(&game(m)).2, MoveErrorKind::Time { .. }), "{m}");
    }
    assert_eq!(
        at(&game("A\nB\n0\n9,9,0")).2,
        "line 6: move `9,9,0` stands behind the names of the players: expected it before them"
    );
    assert_eq!(at(&game("8,8,77")).2, "line 3: move 2 `8,8,77` is on h8, where a stone is already");
}

#[test]
fn psq_written() {
    let mut game = Record::new(Size::FIFTEEN);
    game.moves = ["h8", "i9"].map(|name| point(name).into()).to_vec();
    game.moves[1].time_ms = Some(1500);
    game.white = Some("1,2,\n3".into());
    game.rule = Some(Rule::Renju);
    let text = formats::write(Format::Psq, &game).unwrap();
    let expected = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,1500\n?\n\"1,2, 3\"\n0,renju\n";
    assert_eq!(text, expected);
    let again = psq::read(&text).unwrap();
    assert_eq!(again.points().collect::<Vec<_>>(), game.points().collect::<Vec<_>>());
    assert_eq!((again.black, again.white.as_deref()), (None, Some("\"1,2, 3\"")));
    assert_eq!(again.rule, Some(Rule::Renju));
}

// SGF.

#[test]
fn a_tree_of_analysis() {
    let bytes = include_bytes!("data/formats/analysis.sgf");
    let main = formats::read(bytes, &Options::default()).unwrap();
    assert_eq!(main.len(), 2);
    let game = &main[0];
    assert_eq!(moves(game), "h8 i9 j8 i8 g7");
    assert_eq!(comments(game), ["", "indirect", "", "", "usual"]);
    assert_eq!(
        game.comment.as_deref(),
        Some("Two lines of the same opening.\n\nThe second is an exercise.")
    );
    assert_eq!((game.rule, game.size), (Some(Rule::Renju), Size::FIFTEEN));
    assert_eq!((game.black.as_deref(), game.white.as_deref()), (Some("Żółć"), Some("李 [2 dan]")));
    assert_eq!(
        (game.event.as_deref(), game.date.as_deref()),
        (Some("Club evening"), Some("2024-03-09"))
    );
    assert_eq!(
        (game.result.as_deref(), game.outcome()),
        (Some("B+Time"), Some(Outcome::Won(Side::Black)))
    );

    let problem = &main[1];
    let stones: Vec<String> =
        problem.setup.iter().map(|(point, side)| format!("{point} {}", side.name())).collect();
    assert_eq!(stones, ["h8 black", "i8 black", "h9 white", "i9 white"]);
    assert_eq!(problem.first, Side::White);
    // Passes that no move follows are left out.
    assert_eq!(moves(problem), "g8 j8");
    assert_eq!((problem.side_of(0), problem.side_of(1)), (Side::White, Side::Black));

    let all = formats::read(bytes, &ALL_LINES).unwrap();
    let told: Vec<String> = all.iter().map(moves).collect();
    assert_eq!(told, ["h8 i9 j8 i8 g7", "h8 i9 j8 i8 i7 g9", "h8 i9 j8 g9", "g8 j8"]);
    // A comment comes once, names come with every line.
    assert_eq!(comments(&all[1]), ["", "", "", "", "", "bad: \\ and ]"]);
    assert!(all[2].comment.is_none() && all[2].black == game.black);
}

#[test]
fn sgf_as_it_comes() {
    let old = one(include_bytes!("data/formats/old.sgf"));
    assert_eq!(moves(&old), "h8 i9 h7");
    assert_eq!((old.black.as_deref(), old.white.as_deref()), (Some("A"), Some("B")));

    let texts = [
        "(;B[hh];W[ig])",
        "garbage ( here ( ;b[hh]w[ig])trailing",
        "(;FF[4]GM[]SZ[15:15];B[ h8 ]\n;\r\nW [I9])\u{1a}",
        "(;SZ[15];;B[hh](;W[ig])\n(;W[zz]))",
        "(;SZ[15]XY[a\\]b][c]KM[0.0];B[hh];BL[12]W[ig];B[])",
        "(;B[hh];W[ig];B[tt];W[])",
    ];
    for text in texts {
        let games: Vec<Record> = sgf::read(text).collect::<Result<_, _>>().unwrap();
        assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["h8 i9"], "{text}");
    }
    // White begins when the file says so, or when stones are set up.
    let first = |text: &str| sgf::read(text).next().unwrap().unwrap().first;
    assert_eq!(first("(;PL[W];W[hh])"), Side::White);
    assert_eq!(first("(;AB[hh];W[ii])"), Side::White);
    assert_eq!(first("(;AB[hh];B[ii])"), Side::Black);
    assert_eq!(first("(;AB[hh])"), Side::White);
    assert_eq!(first("(;AB[hh]AW[ii])"), Side::Black);
    // What a variation sets up is gone in the next.
    let text = "(;C[x](;AB[hh];W[ii])(;AW[hh]PL[B];B[ii])(;B[hh]))";
    let lines: Vec<Record> = sgf::lines(text).collect::<Result<_, _>>().unwrap();
    assert_eq!(lines.iter().map(|line| line.setup.len()).collect::<Vec<_>>(), [1, 1, 0]);
    assert_eq!(lines.iter().map(|line| line.first.index()).collect::<Vec<_>>(), [1, 0, 0]);
    // Bytes that are no UTF-8 are Latin-1.
    assert_eq!(one(b"(;PB[M\xfcller];B[hh])").black.as_deref(), Some("Müller"));
    // Text is text, white space is a space.
    let game = one(b"(;C[a\tb\\\r\nc\rd\\e  \n\n];B[hh]C[ ]C[x]C[y])");
    assert_eq!(game.comment.as_deref(), Some("a bc\nde"));
    assert_eq!(comments(&game), ["x\ny"]);
}

#[test]
fn sgf_errors() {
    let cases = [
        ("(;GM[1]SZ[19];B[pd])", "line 1: GM[1] is go: expected GM[4], five in a row"),
        ("\n(;\nGM[77])", "line 3: GM[77] is another game: expected GM[4], five in a row"),
        ("(;SZ[19:15])", "line 1: SZ[19:15]: expected a square board of 5 to 22"),
        (
            "(;SZ[99999999999999999999])",
            "line 1: SZ[99999999999999999999]: expected a square board of 5 to 22",
        ),
        ("(;SZ[x])", "line 1: SZ[x]: expected a square board of 5 to 22"),
        ("(;B[hh]\r;W[ii]\r\n;B[hh])", "line 3: move 3 `hh` is on h8, where a stone is already"),
        ("(;B[hp])", "line 1: move 1 `hp` is off the board of 15x15"),
        ("(;SZ[19];B[hp];W[h20])", "line 1: move 2 `h20` is off the board of 19x19"),
        (
            "(;B[h])",
            "line 1: move 1 `h` is no point: expected two letters, column and row from the upper left, such as hh",
        ),
        ("(;B[hh];B[ii])", "line 1: move 2 `ii` is black's, but white is to move"),
        ("(;W[hh])", "line 1: move 1 `hh` is white's, but black is to move"),
        (
            "(;B[hh];W[];B[ii])",
            "line 1: move 2 `W[]` is a pass with a move behind it: expected a stone",
        ),
        ("(;AB[hh]AW[hh])", "line 1: setup stone `hh` is on h8, where a stone is already"),
        ("(;AB[aa:zz])", "line 1: setup stone `aa:zz` is off the board of 15x15"),
        (
            "(;AB[])",
            "line 1: setup stone `` is no point: expected two letters, column and row from the upper left, such as hh",
        ),
        (
            "(;B[hh];AW[ii])",
            "line 1: setup stone `ii` is put on the board behind a move: expected before the first one",
        ),
        (
            "(;B[hh];AE[hh])",
            "line 1: AE[hh] takes a stone off the board: expected none in a game of five in a row",
        ),
        ("\n (;B[hh]", "line 2: the game that begins here does not end: expected )"),
        ("(;B[hh](;W[ii])", "line 1: the game that begins here does not end: expected )"),
        ("(;B[hh]\nC[a\\]\n", "line 2: the value that begins here does not end: expected ]"),
        ("(;B)", "line 1: `)` stands here: expected [ and a value"),
        ("(;B", "line 1: `end of file` stands here: expected [ and a value"),
        ("(;B[hh]5)", "line 1: `5` stands here: expected ; ( ) or a property such as B[hh]"),
        ("(;B[hh](;W[ii]);W[ii])", "line 1: `;` stands here: expected ( or ) behind a )"),
        ("(;B[hh]((;W[ii])))", "line 1: `(` stands here: expected ; and a node"),
        ("(;B[hh]())", "line 1: `)` stands here: expected ; and a node"),
        ("(", "line 1: no game: expected one that begins with (;"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(text.as_bytes()), expected, "{text}");
    }
    let no_game = sgf::read("").next().unwrap().unwrap_err().kind;
    assert_eq!(no_game, SgfError::NoGame.into());
}

#[test]
fn an_error_ends_its_line_only() {
    let told = |text: &str, variations: bool| -> Vec<String> {
        let lines = if variations { sgf::lines(text) } else { sgf::read(text) };
        lines.map(|line| line.as_ref().map_or_else(|_| "error".into(), moves)).collect()
    };
    let text =
        "(;B[hh](;W[hh];B[aa](;W[bb])(;W[cc]))(;W[ii](;B[zz])(;B[ab])))(;GM[1](;B[x]))(;B[aa])";
    assert_eq!(told(text, true), ["error", "error", "h8 i7 a14", "error", "a15"]);
    assert_eq!(told(text, false), ["error", "error", "a15"]);
    // An error of the syntax is the end.
    assert_eq!(told("(;B[hh])(;B[aa]!)(;B[bb])", true), ["h8", "error"]);
    assert_eq!(told("(;B[hh];W[hh]!)(;B[bb])", true), ["error", "error"]);
    // Main lines are told though others are wrong.
    assert_eq!(told("(;B[hh](;W[ii])(;W[hh]))", false), ["h8 i7"]);
}

#[test]
fn sgf_written() {
    let mut game = Record::new(Size::FIFTEEN);
    game.rule = Some(Rule::Standard);
    game.black = Some("a]b\\c\nd".into());
    game.setup = vec![(point("a15"), Side::White), (point("o1"), Side::Black)];
    game.first = Side::White;
    game.moves = vec![Played::from(point("h8")), Played::from(point("i9"))];
    game.moves[0].comment = Some("one\ntwo]".into());
    let text = formats::write(Format::Sgf, &game).unwrap();
    assert_eq!(
        text,
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[standard]PB[a\\]b\\\\c d]AB[oo]AW[aa]PL[W]\n\
         ;W[hh]C[one\ntwo\\]];B[ig])\n"
    );
    let points: Vec<Point> = Size::MAX.each().collect();
    let mut full = Record::new(Size::MAX);
    full.moves = points.into_iter().map(Played::from).collect();
    let text = formats::write(Format::Sgf, &full).unwrap();
    assert!(text.lines().all(|line| line.len() <= 73), "{text}");
    assert_eq!(one(text.as_bytes()), full);
}

// RenLib.

#[test]
fn a_library() {
    let bytes = include_bytes!("data/formats/openings.lib");
    let all = formats::read(bytes, &ALL_LINES).unwrap();
    assert_eq!(all.iter().map(moves).collect::<Vec<_>>(), ["h8 i9 g7", "h8 h9"]);
    assert_eq!((comments(&all[0]), comments(&all[1])), (vec!["first", "", ""], vec!["", "no"]));
    assert_eq!(all[0].size, Size::FIFTEEN);
    assert_eq!(moves(&one(bytes)), "h8 i9 g7");
    assert_eq!(lines(include_bytes!("data/formats/headless.lib")), ["h8 i9 g7", "h8 h9"]);
}

/// A library of this tree: depth, point byte, text, one a node in the order of
/// the walk.
fn library(nodes: &[(usize, u8, &str)]) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff".to_vec();
    for (i, &(depth, byte, text)) in nodes.iter().enumerate() {
        let rest = &nodes[i + 1..];
        let child = rest.first().is_some_and(|node| node.0 > depth);
        let sibling = rest.iter().find(|node| node.0 <= depth).is_some_and(|node| node.0 == depth);
        let mut flags = 0;
        flags |= if sibling { 0x80 } else { 0 };
        flags |= if child { 0 } else { 0x40 };
        flags |= if text.is_empty() { 0 } else { 0x08 };
        bytes.extend([byte, flags]);
        if !text.is_empty() {
            bytes.extend(text.bytes());
            bytes.push(0);
            if text.len().is_multiple_of(2) {
                bytes.push(0);
            }
        }
    }
    bytes
}

#[test]
fn libraries_with_roots_passes_and_texts() {
    // A root without a stone, two first moves.
    let bytes = library(&[(0, 0, "all"), (1, 0x78, "a"), (2, 0x69, "bc"), (1, 0x01, "")]);
    let all = formats::read(&bytes, &ALL_LINES).unwrap();
    assert_eq!(all.iter().map(moves).collect::<Vec<_>>(), ["h8 i9", "a15"]);
    assert_eq!((all[0].comment.as_deref(), comments(&all[0])), (Some("all"), vec!["a", "bc"]));
    // A root alone, and one that is no move by its flag.
    assert_eq!(lines(&library(&[(0, 0, "")])), [""]);
    let mut bytes = library(&[(0, 0x78, ""), (1, 0xef, "")]);
    bytes[21] |= 0x02;
    assert_eq!(lines(&bytes), ["o1"]);
    // Two bytes more of flags, without and with a second text.
    let head = &library(&[])[..];
    assert_eq!(lines(&[head, b"\x78\x41\x00\x00"].concat()), ["h8"]);
    let record = one(&[head, b"\x78\x49\x00\x01text\0\0A\0"].concat());
    assert_eq!(comments(&record), ["text\nA"]);
    // Short and long part, Latin-1.
    let record = one(&[head, b"\x78\x48\xe5\x08long\r\nend\0\0"].concat());
    assert_eq!(comments(&record), ["å\nlong\nend"]);
    // A pass at the end of a line is left out; in a line it is an error of this line.
    let bytes = library(&[
        (0, 0x78, ""),
        (1, 0, ""),
        (2, 0x69, ""),
        (3, 0x68, ""),
        (1, 0x68, ""),
        (2, 0, ""),
    ]);
    let told: Vec<_> = renlib::lines(&bytes).unwrap().collect();
    assert_eq!(told.len(), 2);
    assert_eq!(
        told[0].as_ref().unwrap_err().to_string(),
        "byte 24: move 2 `no stone` is a pass with a move behind it: expected a stone"
    );
    assert_eq!(moves(told[1].as_ref().unwrap()), "h8 h9");
    assert_eq!(formats::read(&library(&[]), &ALL_LINES), Ok(vec![]));
}

#[test]
fn renlib_errors() {
    let head = &library(&[])[..];
    let told = |bytes: &[u8]| {
        let error = match renlib::lines(bytes) {
            Ok(mut lines) => lines.find_map(Result::err).unwrap(),
            Err(error) => error,
        };
        error.to_string()
    };
    assert_eq!(
        told(b"text"),
        "byte 0: no RenLib library: expected a header, or 0x78, a first move in the middle"
    );
    assert_eq!(told(b"\xffRenLib\xff\x02\x00"), "byte 8: a library of version 2: expected 3");
    assert_eq!(
        told(b"\xffRenLib\xff\x03\x00\xff"),
        "byte 11: the library ends here, in the middle of the header: expected more bytes"
    );
    assert_eq!(
        told(&[head, b"\x78"].concat()),
        "byte 21: the library ends here, in the middle of the tree: expected more bytes"
    );
    assert_eq!(
        told(&[head, b"\x78\x00"].concat()),
        "byte 22: the library ends here, in the middle of the tree: expected more bytes"
    );
    assert_eq!(
        told(&[head, b"\x78\xc0"].concat()),
        "byte 22: the library ends here, in the middle of the tree: expected more bytes"
    );
    assert_eq!(
        told(&[head, b"\x78\x41\x00"].concat()),
        "byte 23: the library ends here, in the middle of the flags of a node: expected more bytes"
    );
    assert_eq!(
        told(&[head, b"\x78\x48abc"].concat()),
        "byte 25: the library ends here, in the middle of a text: expected more bytes"
    );
    assert_eq!(
        told(&[head, b"\x78\x40\x00\x00"].concat()),
        "byte 22: 2 bytes behind the end of the tree: expected none"
    );
    assert_eq!(
        told(&library(&[(0, 0x78, ""), (1, 0x78, "")])),
        "byte 22: move 2 `0x78` is on h8, where a stone is already"
    );
    for byte in [0xf1, 0xff, 0x10, 0xf0] {
        let text = told(&library(&[(0, byte, "")]));
        assert_eq!(text, format!("byte 20: move 1 `{byte:#04x}` is off the board of 15x15"));
    }
    let deep = [head, &b"\x00\x00".repeat(100_000)].concat();
    assert_eq!(told(&deep), "byte 1044: more than 512 nodes behind each other");
    let kind = renlib::lines(b"").unwrap_err().kind;
    assert_eq!(kind, RenLibError::Header.into());
}

// Openings.

#[test]
fn openings_in_both_ways() {
    let bytes = include_bytes!("data/formats/openings.txt");
    assert_eq!(lines(bytes), ["h8 i9 i7", "h8 i9 g7", "h8 i9 h10"]);

    let text = include_str!("data/openings-freestyle15.txt");
    let all: Vec<Record> = openings::read(text, Size::FIFTEEN).collect::<Result<_, _>>().unwrap();
    assert_eq!(all.len(), text.lines().filter(|line| !line.trim().is_empty()).count());
    let written: String =
        all.iter().map(|record| formats::write(Format::Moves, record).unwrap()).collect();
    assert_eq!(written.trim_end(), text.trim_end().replace("\r\n", "\n"));

    let middle = |size: Size| moves(&openings::read("0,0 -1,2", size).next().unwrap().unwrap());
    assert_eq!(middle(Size::FIFTEEN), "h8 g6");
    assert_eq!(middle(Size::TWENTY), "k10 j8");
    for text in ["0,0,1,-1", "0, 0,  1 , -1\r", "\u{feff}+0 0\t1 -1 # x", ";\n\r\n0,0,1,-1,"] {
        assert_eq!(lines(text.as_bytes()), ["h8 i9"], "{text:?}");
    }
}

#[test]
fn opening_errors() {
    let cases = [
        ("h8\n\nh8h8", "line 3: move 2 `h8` is on h8, where a stone is already"),
        ("h8\ri16", "line 2: move 1 `i16` is off the board of 15x15"),
        ("h8 h0", "line 1: move 2 `h0` is off the board of 15x15"),
        (
            "h99999999999999999999999",
            "line 1: move 1 `h99999999999999999999999` is off the board of 15x15",
        ),
        (
            "h8 hi",
            "line 1: move 2 `hi` is no point: expected a column letter and a row number, such as h8",
        ),
        (
            "h8 8h",
            "line 1: move 2 `8h` is no point: expected a column letter and a row number, such as h8",
        ),
        (
            "0,0,1",
            "line 1: 3 numbers: expected pairs, columns and rows from the middle of the board",
        ),
        ("0,0 8,0", "line 1: move 2 `8,0` is off the board of 15x15"),
        ("0,0 0,-8", "line 1: move 2 `0,-8` is off the board of 15x15"),
        (
            "9223372036854775807,-9223372036854775808",
            "line 1: move 1 `9223372036854775807,-9223372036854775808` is off the board of 15x15",
        ),
        (
            "0,0 1-,0",
            "line 1: move 2 `1-,0` is no point: expected whole numbers in pairs, such as 0,0, 1,1, -1,1",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(message(text.as_bytes()), expected, "{text}");
    }
    let (kind, _) = error(b"0", &ALL_LINES);
    assert_eq!(kind, OpeningError::Odd(1).into());
    // The next line is read all the same.
    let told: Vec<_> = openings::read("h8h8\né\ni9", Size::FIFTEEN).collect();
    assert!(told[0].is_err() && told[1].is_err() && told[2].is_ok());
}

// What cannot be written.

#[test]
fn what_a_format_has_no_place_for() {
    let mut game = Record::new(Size::FIFTEEN);
    game.moves = vec![point("h8").into()];
    assert_eq!(formats::write(Format::RenLib, &game), Err(WriteError::ReadOnly));
    game.first = Side::White;
    for format in [Format::Psq, Format::Moves] {
        assert_eq!(formats::write(format, &game), Err(WriteError::WhiteBegins { format }));
    }
    game.setup = vec![(point("a1"), Side::Black)];
    for format in [Format::Psq, Format::Moves] {
        let error = formats::write(format, &game).unwrap_err();
        assert_eq!(error, WriteError::Setup { format });
        assert!(error.to_string().starts_with(format.name()));
    }
    game.moves = vec![point("p8").into()];
    for format in Format::ALL {
        let off = WriteError::OffBoard { point: point("p8"), size: Size::FIFTEEN };
        assert_eq!(formats::write(format, &game), Err(off));
    }
}

#[test]
fn outcomes() {
    let outcome = |text: &str| {
        let mut game = Record::new(Size::FIFTEEN);
        game.result = Some(text.into());
        game.outcome()
    };
    for text in ["B+5", "b+", "B+Resign", " 1-0 "] {
        assert_eq!(outcome(text), Some(Outcome::Won(Side::Black)), "{text}");
    }
    for text in ["W+R", "0-1"] {
        assert_eq!(outcome(text), Some(Outcome::Won(Side::White)));
    }
    for text in ["0", "Draw", "1/2-1/2"] {
        assert_eq!(outcome(text), Some(Outcome::Drawn));
    }
    for text in ["", "?", "Void", "B"] {
        assert_eq!(outcome(text), None);
    }
    assert_eq!(Record::new(Size::FIFTEEN).outcome(), None);
}

// What is meant to do harm.

/// Reads in every way; whatever comes must end, and tell errors on one line.
fn read_all(bytes: &[u8]) -> usize {
    let mut items = 0;
    for extension in [None, Some("psq"), Some("sgf"), Some("lib"), Some("txt")] {
        for variations in [false, true] {
            let options = Options { extension, size: Size::FIFTEEN, variations };
            match formats::records(bytes, &options) {
                Err(error) => assert!(!error.to_string().contains('\n')),
                Ok(records) => {
                    for record in records {
                        items += 1;
                        match record {
                            Ok(record) => valid(&record),
                            Err(error) => assert!(!error.to_string().contains('\n')),
                        }
                    }
                }
            }
        }
    }
    items
}

/// What every record promises.
fn valid(record: &Record) {
    let mut taken = HashSet::new();
    let setup = record.setup.iter().map(|&(point, _)| point);
    for point in setup.chain(record.points()) {
        assert!(record.size.contains(point) && taken.insert(point), "{record:?}");
    }
}

const SAMPLES: [&[u8]; 8] = [
    include_bytes!("data/formats/tournament.psq"),
    include_bytes!("data/formats/short.psq"),
    include_bytes!("data/formats/analysis.sgf"),
    include_bytes!("data/formats/old.sgf"),
    include_bytes!("data/formats/go.sgf"),
    include_bytes!("data/formats/openings.lib"),
    include_bytes!("data/formats/headless.lib"),
    include_bytes!("data/formats/openings.txt"),
];

#[test]
fn every_truncation() {
    for bytes in SAMPLES {
        for length in 0..bytes.len() {
            read_all(&bytes[..length]);
        }
    }
    // A library that is cut anywhere is an error, not a smaller library.
    let bytes = include_bytes!("data/formats/openings.lib");
    for length in 21..bytes.len() {
        assert!(formats::read(&bytes[..length], &ALL_LINES).is_err(), "{length}");
    }
}

#[test]
fn every_changed_byte() {
    for bytes in SAMPLES {
        for at in 0..bytes.len() {
            for byte in [0, b'\n', b'\r', b'(', b')', b'[', b']', b';', b'\\', b'9', 0x78, 0xff] {
                let mut changed = bytes.to_vec();
                changed[at] = byte;
                read_all(&changed);
            }
        }
    }
}

#[test]
fn deep_nesting() {
    let brackets = "(".repeat(1_000_000);
    assert_eq!(message(brackets.as_bytes()), "line 1: no game: expected one that begins with (;");
    let nested = "(;".repeat(1_000_000);
    assert_eq!(message(nested.as_bytes()), "line 1: variations are nested more than 2048 deep");
    let begun = format!("(;B[hh]{brackets}");
    assert_eq!(message(begun.as_bytes()), "line 1: `(` stands here: expected ; and a node");
    // Many nodes, many values, many games, much text.
    let nodes = format!("({})", ";B[hh]".repeat(300_000));
    assert_eq!(message(nodes.as_bytes()), "line 1: move 2 `hh` is black's, but white is to move");
    assert_eq!(one(format!("(;{})", ";".repeat(1_000_000)).as_bytes()).moves.len(), 0);
    assert_eq!(one(format!("(;XX{})", "[]".repeat(500_000)).as_bytes()).moves.len(), 0);
    assert_eq!(lines("(;B[hh])".repeat(50_000).as_bytes()).len(), 50_000);
    let escapes = one(format!("(;C[{}];B[hh])", "\\]".repeat(500_000)).as_bytes());
    assert_eq!(escapes.comment.map(|text| text.len()), Some(500_000));
    let unclosed = "(;C[".repeat(300_000);
    assert_eq!(
        message(unclosed.as_bytes()),
        "line 1: the value that begins here does not end: expected ]"
    );
}

#[test]
fn text_is_not_multiplied() {
    // A long name and a long comment above many lines: were they to come with
    // every line, this would be 100 gigabytes.
    let text = "x".repeat(1_000_000);
    let file = format!("(;PB[{text}]C[{text}];B[hh]{})", "(;W[ii])".repeat(100_000));
    let mut letters = 0;
    for line in sgf::lines(&file) {
        let line = line.unwrap();
        letters +=
            line.comment.map_or(0, |text| text.len()) + line.black.map_or(0, |name| name.len());
    }
    assert_eq!(letters, 1_000_000 + 100_000 * 1000);
    let mut nodes = vec![(0, 0x78, text.as_str())];
    nodes.extend(std::iter::repeat_n((1, 0x69, ""), 50_000));
    let mut bytes = library(&nodes[..2]);
    bytes.truncate(bytes.len() - 2);
    bytes.extend(b"\x69\xc0".repeat(50_000));
    bytes.extend(b"\x69\x40");
    let told = renlib::lines(&bytes).unwrap().map(|line| comments(&line.unwrap()).concat().len());
    assert_eq!(told.sum::<usize>(), 1_000_000);
}

#[test]
fn huge_lines_and_numbers() {
    let digits = "9".repeat(100_000);
    for text in [
        format!("Piskvorky {digits}x{digits}"),
        format!("Piskvorky 15x15\n{digits},{digits},{digits}"),
        format!("Piskvorky 15x15\n8,8,{digits}"),
        format!("(;SZ[{digits}])"),
        format!("(;GM[{digits}];B[h{digits}])"),
        format!("{digits},{digits}"),
        format!("h{digits}"),
    ] {
        assert!(message(text.as_bytes()).len() < 250, "{}", message(text.as_bytes()));
    }
}

/// SGF FF[4], SimpleText: other white space becomes a space; spaces are text.
#[test]
fn spaces_within_a_name_stay() {
    let record = one(b"(;SZ[15]PB[a  b]PW[ c\r\nd\te ])");
    assert_eq!(record.black.as_deref(), Some("a  b"));
    assert_eq!(record.white.as_deref(), Some("c d e"));
}

proptest! {
    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_all(&bytes);
        for start in [&b"(;"[..], b"Piskvorky 15x15\n", b"\x78", b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", b"h8"] {
            read_all(&[start, &bytes].concat());
        }
    }

    #[test]
    fn random_sgf(text in r"(;[;()BWCA\[\]abhi\\\n:]{0,60}){0,6}") {
        read_all(format!("({text}").as_bytes());
    }

    #[test]
    fn random_nodes(nodes in prop::collection::vec((0u8..6, any::<u8>()), 0..120)) {
        // Few points and flags: whole trees come about.
        let bytes: Vec<u8> = nodes.iter().flat_map(|&(point, flags)| {
            [point * 0x11, if flags < 200 { flags & 0xc0 } else { flags }]
        }).collect();
        read_all(&[&library(&[])[..], &bytes].concat());
    }

    #[test]
    fn sgf_round_trip(record in records(true)) {
        let text = formats::write(Format::Sgf, &record).unwrap();
        let mut again = one(text.as_bytes());
        prop_assert_eq!(&again.end_code, &None);
        again.end_code = record.end_code;
        for (again, played) in again.moves.iter_mut().zip(&record.moves) {
            again.time_ms = played.time_ms;
        }
        prop_assert_eq!(&again, &record);
        // Written again, it is the same.
        prop_assert_eq!(formats::write(Format::Sgf, &again).unwrap(), text);
    }

    #[test]
    fn psq_round_trip(record in records(false)) {
        let text = formats::write(Format::Psq, &record).unwrap();
        let again = one(text.as_bytes());
        prop_assert_eq!(again.size, record.size);
        prop_assert_eq!(again.rule, record.rule);
        prop_assert_eq!(again.end_code.unwrap_or(0), record.end_code.unwrap_or(0));
        prop_assert_eq!(again.points().collect::<Vec<_>>(), record.points().collect::<Vec<_>>());
        for (again, played) in again.moves.iter().zip(&record.moves) {
            prop_assert_eq!(again.time_ms.unwrap_or(0), played.time_ms.unwrap_or(0));
        }
        prop_assert_eq!(formats::write(Format::Psq, &again).unwrap(), text);
    }

    #[test]
    fn moves_round_trip(record in records(false)) {
        let text = formats::write(Format::Moves, &record).unwrap();
        let again: Vec<_> = openings::read(&text, record.size).collect();
        // A game without moves is an empty line, which is skipped.
        if record.moves.is_empty() {
            prop_assert!(again.is_empty());
        } else {
            let again = again[0].as_ref().unwrap();
            prop_assert_eq!(again.points().collect::<Vec<_>>(), record.points().collect::<Vec<_>>());
        }
    }

    #[test]
    fn library_lines(parents in prop::collection::vec(0usize..8, 1..60)) {
        // A random tree: each node hangs on the path to the one before it.
        // Points follow from the depth and a count: no two on a path agree.
        let mut path: Vec<u8> = Vec::new();
        let mut nodes = Vec::new();
        let mut expected: Vec<Vec<u8>> = Vec::new();
        for (i, &up) in parents.iter().enumerate() {
            let depth = if i == 0 { 0 } else { path.len().saturating_sub(up).max(1) };
            if depth < path.len() {
                expected.push(path.clone());
            }
            path.truncate(depth);
            let byte = ((i % 15) as u8) << 4 | ((i / 15) as u8 + 1);
            path.push(byte);
            nodes.push((depth, byte, if i % 3 == 0 { "text" } else { "" }));
        }
        expected.push(path);
        let found = formats::read(&library(&nodes), &ALL_LINES).unwrap();
        let found: Vec<Vec<u8>> = found.iter().map(|line| {
            line.points().map(|p| ((14 - p.y()) as u8) << 4 | (p.x() as u8 + 1)).collect()
        }).collect();
        prop_assert_eq!(found, expected);
    }
}

/// Any record, as far as its text survives: names on one line without space
/// around them, comments without other white space than spaces and ends of lines.
fn records(everything: bool) -> impl Strategy<Value = Record> {
    let name = || prop::option::of("[!-~äλ李]([ -~äλ李]{0,20}[!-~äλ李])?");
    let comment = || prop::option::of("[!-~äλ李]([ -~äλ李\n]{0,120}[!-~äλ李])?");
    let names = (name(), name(), name(), name(), name());
    let game = (5usize..=22, prop::option::of(0usize..3), any::<u64>(), 0usize..60, any::<bool>());
    let played = prop::collection::vec((prop::option::of(0u64..1 << 40), comment()), 60);
    let more = (prop::option::of(any::<i32>()), comment(), 0usize..6);
    (game, names, played, more).prop_map(move |(game, names, played, more)| {
        let (size, rule, seed, count, white) = game;
        let mut record = Record::new(Size::new(size).unwrap());
        record.rule = rule.map(|i| Rule::ALL[i]);
        (record.black, record.white, record.date, record.event, record.result) = names;
        (record.end_code, record.comment, _) = more.clone();
        // Points in an order that the seed tells.
        let mut points: Vec<Point> = record.size.each().collect();
        points.sort_by_key(|p| seed.wrapping_mul((p.x() * 31 + p.y() + 1) as u64) >> 7);
        let mut points = points.into_iter();
        if everything {
            let setup = points.by_ref().take(more.2);
            let side = |i: usize| if i < 2 { Side::Black } else { Side::White };
            record.setup = setup.enumerate().map(|(i, point)| (point, side(i))).collect();
            record.first = if white { Side::White } else { Side::Black };
        }
        let moves = points.zip(played).take(count);
        let moves = moves.map(|(point, (time_ms, comment))| Played { point, time_ms, comment });
        record.moves = moves.collect();
        record
    })
}

/// The kinds of errors are part of the interface.
#[test]
fn errors_have_places() {
    let error: ReadError = psq::read("Piskvorky 15x15\n99,1,0").unwrap_err();
    assert_eq!(error.place, Place::Line(2));
    let ReadErrorKind::Move(error) = error.kind else { panic!("{error}") };
    assert_eq!((error.stone, error.text.as_str()), (Stone::Move(1), "99,1,0"));
    assert_eq!(error.kind, MoveErrorKind::OffBoard { size: Size::FIFTEEN });
}
