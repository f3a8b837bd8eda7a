//! Notations against other programs, against themselves, and against nonsense.

use std::collections::HashSet;

use proptest::prelude::*;
use search_core::Position;
use xiangqi::notation::{
    self, ChineseStyle, Digits, MoveError, Notation, Script, write, write_chinese,
};
use xiangqi::{Board, Kind, Move, Side};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn uci(board: &Board, text: &str) -> Move {
    notation::parse(Notation::Uci, board, text).unwrap_or_else(|error| panic!("{board}: {error}"))
}

/// The moves of the file: position, move, WXF, Chinese.
fn known() -> Vec<(Board, Move, &'static str, &'static str)> {
    let mut lines = include_str!("data/wxf.txt").lines().filter(|line| !line.starts_with('#'));
    let mut known = Vec::new();
    while let (Some(fen), Some(moves)) = (lines.next(), lines.next()) {
        let board = board(fen);
        for word in moves.split(' ') {
            let [text, wxf, chinese] = word.split('/').collect::<Vec<_>>()[..] else {
                panic!("{word}")
            };
            known.push((board.clone(), uci(&board, text), wxf, chinese));
        }
    }
    known
}

/// Files on which the mover has two pawns or more.
fn crowded_files(board: &Board) -> usize {
    let mut counts = [0; 9];
    for square in board.pieces(board.side_to_move(), Kind::Pawn) {
        counts[square.file()] += 1;
    }
    counts.iter().filter(|&&n| n > 1).count()
}

fn pawns_on_file(board: &Board, m: Move) -> usize {
    let pawns = board.pieces(board.side_to_move(), Kind::Pawn);
    let pawns: Vec<_> = pawns.into_iter().collect();
    if pawns.contains(&m.from()) {
        pawns.iter().filter(|pawn| pawn.file() == m.from().file()).count()
    } else {
        0
    }
}

/// Nothing differs. What may look odd is Fairy-Stockfish's: the sign of two
/// pieces on a file is left out where the other would leave the board.
#[test]
fn wxf_is_as_fairy_stockfish_writes_it() {
    let known = known();
    assert_eq!(known.len(), 6516);
    for (board, m, wxf, _) in &known {
        assert_eq!(write(Notation::Wxf, board, *m), *wxf, "{board} {m}");
        assert_eq!(notation::parse(Notation::Wxf, board, wxf), Ok(*m), "{board} {wxf}");
    }
    let distinct: HashSet<String> = known.iter().map(|(board, ..)| board.to_string()).collect();
    for text in &distinct {
        // All moves are in the file, so the rules agree too.
        let moves = known.iter().filter(|(board, ..)| board.to_string() == *text).count();
        assert_eq!(board(text).legal_moves().len(), moves, "{text}");
    }
}

/// cchess leaves pawns of several crowded files ambiguous, and names the first
/// and last of four 前 and 后; both of that are read, but not written.
#[test]
fn chinese_is_as_cchess_writes_it() {
    let mut same = 0;
    for (board, m, _, chinese) in known() {
        let (crowded, on_file) = (crowded_files(&board), pawns_on_file(&board, m));
        if on_file >= 2 && crowded >= 2 {
            continue;
        }
        assert_eq!(notation::parse(Notation::Chinese, &board, chinese), Ok(m), "{board} {chinese}");
        if on_file < 4 {
            assert_eq!(write(Notation::Chinese, &board, m), chinese, "{board} {m}");
            same += 1;
        }
    }
    assert!(same > 5000, "{same}");
}

fn check_round_trip(board: &Board) -> usize {
    let moves = board.legal_moves();
    let all = [Script::Simplified, Script::Traditional];
    let styles = all
        .map(|script| [Digits::Half, Digits::Full].map(|digits| ChineseStyle { script, digits }));
    for notation in Notation::ALL {
        let mut seen = HashSet::new();
        for &m in &moves {
            let text = write(notation, board, m);
            assert_eq!(notation::parse(notation, board, &text), Ok(m), "{board} {text}");
            assert_eq!(notation::parse_any(board, &text), Ok(m), "{board} {text}");
            assert!(seen.insert(text.clone()), "{board} {text} twice");
            let small = text.to_lowercase();
            assert_eq!(notation::parse_any(board, &small), Ok(m), "{board} {small}");
        }
    }
    for style in styles.into_iter().flatten() {
        for &m in &moves {
            let text = write_chinese(board, m, style);
            assert_eq!(notation::parse(Notation::Chinese, board, &text), Ok(m), "{board} {text}");
        }
    }
    moves.len()
}

#[test]
fn every_move_of_random_games_comes_back() {
    let mut random = Random(7);
    let mut count = 0;
    for _ in 0..60 {
        let mut board = Board::start();
        for _ in 0..150 {
            count += check_round_trip(&board);
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.make(moves[random.below(moves.len())]);
        }
    }
    assert!(count > 200_000, "{count}");
}

/// A board with many pieces on few files; `None` if it is not valid.
fn crowded_board(random: &mut Random) -> Option<Board> {
    let mut grid = [['.'; 9]; 10];
    let mut put = |file: usize, rank: usize, piece: char| {
        if grid[rank][file] == '.' {
            grid[rank][file] = piece;
        }
    };
    put(3 + random.below(3), random.below(3), 'K');
    put(3 + random.below(3), 9 - random.below(3), 'k');
    let files = [random.below(9), random.below(9)];
    for side in Side::BOTH {
        let mut place = |file, rank, piece: char| match side {
            Side::Red => put(file, rank, piece),
            Side::Black => put(8 - file, 9 - rank, piece.to_ascii_lowercase()),
        };
        for _ in 0..5 {
            place(files[random.below(2)], 5 + random.below(5), 'P');
        }
        for piece in ['R', 'C', 'N'] {
            let file = random.below(9);
            for _ in 0..random.below(3) {
                place(file, random.below(10), piece);
            }
        }
        let (advisors, elephants) = (3 + 2 * random.below(2), 2 + 4 * random.below(2));
        for (file, step, piece) in [(advisors, 2, 'A'), (elephants, 4, 'B')] {
            for i in 0..random.below(3) {
                place(file, i * step, piece);
            }
        }
    }
    let rows: Vec<String> = grid
        .iter()
        .rev()
        .map(|row| row.iter().map(|&c| if c == '.' { '1' } else { c }).collect())
        .collect();
    format!("{} {}", rows.join("/"), ["w", "b"][random.below(2)]).parse().ok()
}

#[test]
fn crowded_files_come_back() {
    let mut random = Random(11);
    let boards: Vec<Board> = (0..6000).filter_map(|_| crowded_board(&mut random)).collect();
    assert!(boards.len() > 1000, "{}", boards.len());
    assert!(boards.iter().filter(|board| crowded_files(board) == 2).count() > 300);
    for board in &boards {
        check_round_trip(board);
    }
}

fn all(fen: &str, moves: &[(&str, &str, &str)]) {
    let board = board(fen);
    for (text, wxf, chinese) in moves {
        let m = uci(&board, text);
        assert_eq!(write(Notation::Wxf, &board, m), *wxf, "{text}");
        assert_eq!(write(Notation::Chinese, &board, m), *chinese, "{text}");
    }
}

#[test]
fn pawns_on_files() {
    // Two, three, four, five on one file.
    all(
        "3k5/9/4P4/4P4/9/9/9/9/9/4K4 w",
        &[("e7e8", "P++1", "前兵进一"), ("e6d6", "P-=6", "后兵平六")],
    );
    all(
        "4k4/9/9/9/9/9/3p5/3p5/3p5/5K3 b",
        &[("d1d0", "14+1", "前卒进1"), ("d2c2", "24=3", "中卒平3"), ("d3e3", "34=5", "后卒平5")],
    );
    all(
        "3k5/4P4/4P4/4P4/9/4P4/9/9/9/4K4 w",
        &[
            ("e8e9", "15+1", "一兵进一"),
            ("e7d7", "25=6", "二兵平六"),
            ("e6f6", "35=4", "三兵平四"),
            ("e4e5", "45+1", "四兵进一"),
        ],
    );
    all(
        "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/4K4 w",
        &[("e8e9", "15+1", "一兵进一"), ("e6f6", "35=4", "三兵平四"), ("e5d5", "45=6", "四兵平六")],
    );
    // Two files with several, and one alone.
    all(
        "3k5/9/P2P1P3/3P1P3/9/9/9/9/9/4K4 w",
        &[
            ("d7c7", "16=7", "前兵六平七"),
            ("d6e6", "26=5", "后兵六平五"),
            ("f7g7", "14=3", "前兵四平三"),
            ("a7b7", "P9=8", "兵九平八"),
        ],
    );
}

/// What other programs and books write is read.
#[test]
fn other_spellings_are_read() {
    let read = |fen: &str, m: &str, texts: &[&str]| {
        let board = board(fen);
        let m = uci(&board, m);
        for text in texts {
            assert_eq!(notation::parse_any(&board, text), Ok(m), "{text}");
        }
    };
    let start = xiangqi::START;
    read(
        start,
        "h2e2",
        &[
            "h2e2",
            "H2E2",
            "H2-E2",
            "h2-e2",
            " h2e2\r\n",
            "Ｈ２－Ｅ２",
            "H2–E2",
            "C2=5",
            "C2.5",
            "c2.5",
            "c2=5",
            "炮二平五",
            "砲二平五",
            "包二平五",
            "炮2平5",
            "炮２平５",
            "砲２平五",
        ],
    );
    read(start, "b0c2", &["H8+7", "N8+7", "n8+7", "马八进七", "馬八進七", "傌８进７"]);
    read(start, "g0e2", &["E3+5", "B3+5", "b3+5", "相三进五", "象三進五"]);
    read(start, "e0e1", &["K5+1", "帅五进一", "帥五進一", "将5进1", "將五进一"]);
    read(start, "a0a1", &["R9+1", "俥九进一", "車九進一", "车九进一"]);
    read("3k5/9/4R4/9/4R4/9/9/9/9/4K4 w", "e7e8", &["R++1", "+R+1", "r++1", "前车进一", "前俥进1"]);
    read("3k5/9/4R4/9/4R4/9/9/9/9/4K4 w", "e5a5", &["R-=9", "-R.9", "R-.9", "后车平九", "後車平9"]);
    // The sign may stand where it is not needed, and be missing so.
    read("3k1C3/9/9/9/9/5C3/9/9/9/4K4 w", "f4f6", &["C4+2", "C-+2", "-C+2", "后炮进二"]);
    read(
        "3k5/9/9/9/9/9/9/3A5/9/3AK4 w",
        "d2e1",
        &["A6-5", "A+-5", "仕六退五", "前仕退五", "士6退5"],
    );
    read(
        "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w",
        "e6f6",
        &[
            "25=4",
            "25.4",
            "P.=4",
            ".P=4",
            "Pb=4",
            "中兵平四",
            "二兵平四",
            "2兵平4",
            "中兵五平四",
            "中五平四",
        ],
    );
    // Counted from the right: files 4, then 6.
    let two = "3k5/9/P2P1P3/3P1P3/9/9/9/9/9/4K4 w";
    read(
        two,
        "d7c7",
        &["16=7", "前兵六平七", "前六平七", "三兵平七", "Pc=7", "一兵六平七", "前兵平七"],
    );
    read(
        two,
        "f6g6",
        &["24=3", "后兵四平三", "后四平三", "二兵平三", "後卒4平3", "Pb=3", "后兵平三"],
    );
}

fn message(fen: &str, notation: Option<Notation>, text: &str) -> String {
    let board = board(fen);
    match notation {
        None => notation::parse_any(&board, text),
        Some(notation) => notation::parse(notation, &board, text),
    }
    .unwrap_err()
    .to_string()
}

#[test]
fn errors_name_the_word_and_the_reason() {
    let start = |text| message(xiangqi::START, None, text);
    assert_eq!(
        start("e4"),
        "`e4` is no move: expected a move such as h2e2, H2-E2, C2=5 or 炮二平五"
    );
    assert_eq!(
        start("a10a9"),
        "`a10a9` has a rank 10: some programs count ranks from 1 to 10, here they go from 0 to 9"
    );
    assert!(matches!(notation::parse_any(&Board::start(), "A9-A10"), Err(MoveError::RankTen(_))));
    assert_eq!(start("h3e3"), "`h3e3` moves nothing: no piece stands on h3, and red is to move");
    assert_eq!(start("h9g7"), "`h9g7` moves black's horse on h9, but red is to move");
    assert_eq!(
        start("h2h9h"),
        "`h2h9h` is no move: expected a move such as h2e2, H2-E2, C2=5 or 炮二平五"
    );
    assert_eq!(start("h2h8"), "`h2h8` is illegal: the cannon on h2 cannot move so");
    assert_eq!(start("h2h2"), "`h2h2` is illegal: the cannon on h2 cannot move so");
    assert_eq!(
        start("C3=5"),
        "`C3=5` names no piece: red has no cannon on file 3, counted from its right"
    );
    assert_eq!(
        start("前炮平五"),
        "`前炮平五` names no piece: red has no cannon in front where several share a file"
    );
    assert_eq!(start("H2+6"), "`H2+6` is illegal: the horse on h0 cannot move so");
    assert!(start("马二平三").contains("expected a Chinese move such as 炮二平五"));
    assert!(
        message(xiangqi::START, Some(Notation::Wxf), "h2e2")
            .contains("expected a WXF move such as C2=5")
    );
    assert!(
        message(xiangqi::START, Some(Notation::Uci), "h2-e2")
            .contains("expected two points such as h2e2")
    );
    assert!(message(xiangqi::START, Some(Notation::Iccs), "炮二平五").contains("such as H2-E2"));

    let pinned = "3kr4/9/9/9/9/9/4R4/9/9/4K4 w";
    for text in ["e3d3", "E3-D3", "R5=6", "车五平六"] {
        assert_eq!(
            message(pinned, None, text),
            format!("`{text}` is illegal: e3d3 leaves the red general in check")
        );
    }
    // Facing generals are check too.
    assert_eq!(
        message("4k4/9/9/9/9/9/4N4/9/9/4K4 w", None, "H5+7"),
        "`H5+7` is illegal: e3c4 leaves the red general in check"
    );
    assert_eq!(
        message("3k5/9/4R4/9/4R4/9/9/9/9/4K4 w", None, "R5=9"),
        "`R5=9` is ambiguous: it can be e7a7 or e5a5"
    );
    assert_eq!(
        message("3k5/9/3P1P3/3P1P3/9/9/9/9/9/4K4 w", None, "前兵平五"),
        "`前兵平五` is ambiguous: it can be f7e7 or d7e7"
    );
    // Messages stay on one short line, whatever the text.
    let long = start(&"炮\n".repeat(100_000));
    assert!(long.len() < 300 && !long.contains('\n'), "{long}");
}

#[test]
fn notations_have_names() {
    for notation in Notation::ALL {
        assert_eq!(notation.to_string().parse(), Ok(notation));
        assert_eq!(notation.name().to_uppercase().parse(), Ok(notation));
    }
    assert_eq!(
        "san".parse::<Notation>().unwrap_err().to_string(),
        "`san` is no notation: expected uci, iccs, wxf or chinese"
    );
}

#[test]
fn styles_of_chinese() {
    let board = board("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b");
    let style = |script, digits| ChineseStyle { script, digits };
    let cannon = uci(&board, "h7e7");
    let horse = uci(&board, "h9g7");
    for (m, script, digits, text) in [
        (cannon, Script::Simplified, Digits::Half, "炮8平5"),
        (cannon, Script::Traditional, Digits::Full, "砲８平５"),
        (horse, Script::Simplified, Digits::Full, "马８进７"),
        (horse, Script::Traditional, Digits::Half, "馬8進7"),
    ] {
        assert_eq!(write_chinese(&board, m, style(script, digits)), text);
    }
}

/// Any move at all has a text.
#[test]
fn illegal_moves_are_written_without_panic() {
    for board in [Board::start(), board("4k4/9/9/9/9/3p1p3/3p1p3/3p5/9/5K3 b")] {
        for from in xiangqi::Square::all() {
            for m in xiangqi::Square::all().filter_map(|to| Move::new(from, to)) {
                for notation in Notation::ALL {
                    assert!(!write(notation, &board, m).is_empty());
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn nonsense_never_panics(
        seed in any::<u64>(),
        text in prop_oneof![
            any::<String>(),
            "[a-iA-I0-9=+.-]{0,7}",
            "[KAEBHNRCPkaebhnrcp1-9+.-]{2}[+.=-][0-9]",
            "[前中后後一二三四五1-9]?[将帅士仕象相马馬车車炮砲兵卒]?[一二三四五六七八九0-9]?[进退平進][一二三九1-9]",
        ],
    ) {
        let mut random = Random(seed);
        let board = crowded_board(&mut random).unwrap_or_else(Board::start);
        for notation in Notation::ALL {
            if let Ok(m) = notation::parse(notation, &board, &text) {
                prop_assert!(board.is_legal_move(m));
                prop_assert_eq!(notation::parse_any(&board, &text), Ok(m));
            }
        }
        if let Err(error) = notation::parse_any(&board, &text) {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }
}
