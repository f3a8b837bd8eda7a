//! Games in files: what is read, what is written, and what is wrong.

use std::fmt::Write;

use proptest::prelude::*;
use search_core::Position;
use xiangqi::notation::Notation;
use xiangqi::pgn::{self, Game, GameResult, PgnError, PgnErrorKind};
use xiangqi::{Board, Move};

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

fn all(text: &str) -> Vec<Game> {
    pgn::read(text).map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn one(text: &str) -> Game {
    let mut games = all(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn error(text: &str) -> PgnError {
    pgn::read(text).find_map(Result::err).unwrap()
}

fn moves(game: &Game) -> String {
    game.moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_collection() {
    let text = include_str!("data/games.pgn");
    let games = all(text);
    assert_eq!(games.len(), 5);
    let lines: Vec<String> = games.iter().map(moves).collect();

    let chinese = &games[0];
    assert_eq!(chinese.tag("Event"), Some("第\"一\"届"));
    assert_eq!((chinese.tag("Red"), chinese.tag("Black")), (Some("红方"), Some("黑方")));
    assert_eq!(chinese.tag("FEN").or(chinese.tag("Format")).or(chinese.tag("Result")), None);
    assert_eq!(lines[0], "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5");
    assert_eq!(chinese.result, GameResult::RedWins);
    assert_eq!(chinese.comments[&0], "中炮对屏风马");
    assert_eq!(chinese.comments[&2], "the usual reply");
    assert_eq!(chinese.comments[&6], "and so on ; twice");

    // The same moves, in the other notations.
    for i in [1, 2, 3] {
        assert_eq!(lines[i], lines[0], "{i}");
    }
    assert_eq!(games[1].tag("Red"), Some("Writes White"));
    assert_eq!(games[1].result, GameResult::BlackWins);
    assert_eq!(games[2].result, GameResult::Draw);
    assert_eq!(games[3].result, GameResult::Unknown);

    let endgame = &games[4];
    assert_eq!(endgame.start.to_string(), "3k5/9/3P1P3/3P1P3/9/9/9/9/9/5K3 b");
    assert_eq!((endgame.quiet_plies, endgame.move_number), (12, 41));
    assert_eq!(lines[4], "d9e9 d7e7 e9d9 f6e6");
    assert_eq!(endgame.comments[&1], "only move");
    assert_eq!(endgame.last_board().to_string(), "3k5/9/4PP3/3PP4/9/9/9/9/9/5K3 b");

    // The same with the line ends of other systems, and a byte order mark.
    assert_eq!(all(&text.replace('\n', "\r\n")), games);
    assert_eq!(all(&text.replace('\n', "\r")), games);
    assert_eq!(all(&format!("\u{feff}{text}")), games);
    let bytes: Result<Vec<Game>, _> = pgn::read_bytes(text.as_bytes()).unwrap().collect();
    assert_eq!(bytes.unwrap(), games);
}

#[test]
fn numbers_annotations_and_variations_are_no_moves() {
    for text in [
        "h2e2 h9g7 h0g2 *",
        "1.h2e2 h9g7 2.h0g2",
        "1. h2e2! h9g7?! 2. h0g2 $14 $1",
        "1. h2e2 1... h9g7 2. h0g2",
        "1 h2e2 h9g7 2 h0g2",
        "１．h2e2　h9g7　２．h0g2",
        "1、炮二平五 马8进7 2、马二进三",
        "1.C2.5 N8+7 2.H2+3",
        "1. h2e2 (1. b2e2 (1. nonsense {)} ; )\n) ()) h9g7 (x) 2. h0g2 !?",
        "% a line for other programs ) ] }\n1. h2e2 h9g7\n%\n2. h0g2",
        "1. h2e2 … h9g7 2. h0g2",
        "1. h2e2{}h9g7;\n2. h0g2(x)*",
    ] {
        let game = one(text);
        assert_eq!(moves(&game), "h2e2 h9g7 h0g2", "{text}");
        assert!(game.comments.is_empty(), "{text}");
    }
    // The dot of WXF is not that of a number.
    let pawns = "[FEN \"3k5/9/3P1P3/3P1P3/9/9/9/9/9/4K4 w\"]\n";
    for text in ["16.5 K4+1 24=3", "1.16.5 K4+1 2.24.3", "1. 16.5 1... K4+1 2. 24.3"] {
        assert_eq!(moves(&one(&format!("{pawns}{text}"))), "d7e7 d9d8 f6g6", "{text}");
    }
}

#[test]
fn games_end_at_results_or_tags() {
    assert_eq!(all("").len(), 0);
    assert_eq!(all(" \n{only a comment} ; and this\n").len(), 0);
    assert_eq!(all("*").len(), 1);
    assert_eq!(all("[Event \"a\"]").len(), 1);
    assert_eq!(all("[Event \"a\"]\n[Event \"b\"]\n").len(), 2);
    assert_eq!(all("h2e2 1-0 1. b2e2 0-1").len(), 2);
    // Without a number it may belong to the game before.
    let stray = pgn::read("h2e2 1-0 b2e2 0-1").nth(1).unwrap().unwrap_err();
    assert_eq!(stray.kind, PgnErrorKind::AfterResult("b2e2".into()));
    // Whatever stands there, the message is a line for a terminal.
    let controls = pgn::read("1-0\n\u{0}\u{1b}[2J").nth(1).unwrap().unwrap_err().to_string();
    assert!(
        controls.starts_with("line 2: ") && !controls.contains(char::is_control),
        "{controls:?}"
    );
    let games = all("[Event \"a\"]\n\nh2e2\n\n[Event \"b\"]\n[Result \"1/2-1/2\"]\n\nb2e2 *");
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["h2e2", "b2e2"]);
    assert_eq!(games[1].result, GameResult::Draw);
}

#[test]
fn tags_as_they_are_found() {
    let value = |line: &str| one(line).tags[0].1.clone();
    assert_eq!(value(r#"[Event "a \"b\" \\ c"]"#), r#"a "b" \ c"#);
    assert_eq!(value(r#"[ Event  "a [1] {x} ; %" ]"#), "a [1] {x} ; %");
    assert_eq!(value(r#"[Event "the "great" game"]"#), r#"the "great" game"#);
    assert_eq!(value(r#"[Event ""]"#), "");
    assert_eq!(one("[A \"1\"] [B \"2\"][C \"3\"]\n*").tags.len(), 3);
}

#[test]
fn errors_name_line_word_and_reason() {
    let message = |text: &str| error(text).to_string();
    assert_eq!(
        message("[Event \"a\"]\n\n1. h2e2 h9g7\n2. h2h5 *"),
        "line 4: move 2 of red: `h2h5` moves nothing: no piece stands on h2, and red is to move"
    );
    assert_eq!(
        message("[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 9\"]\r\n\r\nd9d8\r\ne0e1 d8e8"),
        "line 4: move 10 of black: `d8e8` is illegal: d8e8 leaves the black general in check"
    );
    // Whatever the file says of its notation.
    assert!(message("[Format \"WXF\"]\nh2e2 xyz").contains("move 1 of black: `xyz`"));
    assert_eq!(
        message("\n[Event]"),
        "line 2: `[Event]` is no tag: expected [Name \"value\"] on one line"
    );
    assert_eq!(message("[Event \"a\n\"]").lines().count(), 1);
    assert!(message("\n[FEN \"x\"]\n*").starts_with("line 2: the tag FEN: `x` has 1 ranks"));
    assert_eq!(
        message("h2e2\n{a\nb"),
        "line 2: the comment that begins here does not end: expected }"
    );
    assert_eq!(
        message("h2e2\n(a\n(b)"),
        "line 2: the variation that begins here does not end: expected )"
    );
    assert_eq!(
        message("h2e2 )"),
        "line 1: `)` closes nothing: expected a move, a comment or a result"
    );
    assert!(message("h2e2 1.00").starts_with("line 1: move 1 of black: `00`"));
    assert!(message("h2e2 12345").contains("`12345`"));

    let gbk = b"[Event \"a\"]\n[Red \"\xba\xec\"]\n";
    let error = pgn::read_bytes(gbk).unwrap_err();
    assert_eq!((error.line, &error.kind), (2, &PgnErrorKind::NotUtf8 { byte: 0xba }));
    assert!(error.to_string().contains("expected a UTF-8 file"), "{error}");
}

/// One bad game does not take the others with it.
#[test]
fn reading_goes_on_after_an_error() {
    for bad in [
        "[Event \"bad\"]\n[Site \"x\"]\n\n1. h2h2 {x}\n2. h2e2 *\n\n",
        "[Event \"bad\"]\n[Site]\n[Round \"1\"]\n\n1. h2e2 *\n\n",
        "[Event \"bad\"]\n[FEN \"9/9\"]\n\n",
        "[Event \"bad\"]\n\n1. h2e2 (b2e2\n\n",
        "[Event \"bad\"]\n\n1. h2e2 ) h9g7\n",
    ] {
        let good = "[Event \"good\"]\n[Site \"y\"]\n\n1. h2e2 *\n\n";
        let games: Vec<_> = pgn::read(&format!("{good}{bad}{good}")).collect();
        assert_eq!(games.len(), 3, "{bad}");
        assert!(games[0].is_ok() && games[1].is_err(), "{bad}");
        assert_eq!(games[2].as_ref().map(moves), Ok("h2e2".to_owned()), "{bad}");
    }
}

/// Neither the stack nor the clock runs out.
#[test]
fn a_megabyte_of_anything_ends_soon() {
    const SIZE: usize = 1 << 20;
    for piece in [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        "\"",
        "%",
        "\n",
        "\r",
        " ",
        "1",
        ".",
        "1.",
        "* ",
        "(x)",
        "{x}",
        "{}",
        "[A \"b\"]",
        "[A \"b\"]\n{\n",
        "[A \"b\"]\n(\n",
        "[A \"b\n",
        "[A \"b\" ",
        "[A \"b\\\"",
        "\n[",
        "x",
        "车",
        "$1 ",
        "h2e2 ",
        ";\n",
        "h2e2 h9g7 e2h2 g7h9 ",
    ] {
        let text = piece.repeat(SIZE / piece.len());
        let games = pgn::read(&text).count();
        assert!(games <= SIZE, "{piece}");
    }
    let tags: String = (0..50_000).fold(String::new(), |mut text, i| {
        let _ = writeln!(text, "[T{i} \"{i}\"]");
        text
    });
    let game = one(&tags);
    assert_eq!(game.tags.len(), 50_000);
    assert_eq!(one(&game.write(Notation::Iccs)).tags.len(), 50_006);
}

#[test]
fn writing_begins_with_the_roster() {
    let mut game = Game::new(Board::start());
    game.tags.push(("Opening".to_owned(), "a \\ \"b\"\nc".to_owned()));
    game.tags.push(("Black".to_owned(), "王".to_owned()));
    for unreadable in ["", "two words", "x]", "Result", "FEN"] {
        game.tags.push((unreadable.to_owned(), "left out".to_owned()));
    }
    game.moves = moves_of("h2e2 h9g7 h0g2 i9h9");
    game.comments.insert(1, "centre\n cannon".to_owned());
    game.comments.insert(2, "a } in it".to_owned());
    game.comments.insert(4, "  ".to_owned());
    game.comments.insert(9, "nowhere".to_owned());
    game.result = GameResult::Draw;
    let text = game.write(Notation::Chinese);
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Red \"?\"]\n\
         [Black \"王\"]\n[Result \"1/2-1/2\"]\n[Game \"Chinese Chess\"]\n[Format \"Chinese\"]\n\
         [Opening \"a \\\\ \\\"b\\\" c\"]\n\n\
         1. 炮二平五 {centre cannon} 1... 马8进7\n; a } in it\n2. 马二进三 车9平8 1/2-1/2\n"
    );
    let again = one(&text);
    assert_eq!(again.comments[&2], "a } in it");
    assert_eq!(again.write(Notation::Chinese), text);
    assert!(game.write(Notation::Uci).contains("[Format \"UCI\"]\n"));

    // A position of its own, Black to move.
    let mut game = Game::new("3k5/9/9/9/9/9/9/9/9/4K4 b".parse().unwrap());
    game.move_number = 7;
    game.moves = moves_of("d9d8 e0e1 a0a1");
    let text = game.write(Notation::Iccs);
    assert!(
        text.contains(
            "[SetUp \"1\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 7\"]\n\n7... D9-D8 8. E0-E1 *\n"
        ),
        "{text}"
    );
}

fn moves_of(text: &str) -> Vec<Move> {
    // Far apart points need no legality.
    text.split(' ')
        .map(|word| {
            let (from, to) = word.split_at(2);
            Move::new(from.parse().unwrap(), to.parse().unwrap()).unwrap()
        })
        .collect()
}

fn random_game(random: &mut Random) -> Game {
    const COMMENTS: [&str; 5] = [
        "good",
        "一个 很长的注释 一个 很长的注释 一个 很长的注释",
        "a } b; {",
        "(1. h2e2)",
        "[x] % \"1-0\"",
    ];
    let mut board = Board::start();
    for _ in 0..random.below(3) * random.below(40) {
        let moves = board.legal_moves();
        if !moves.is_empty() {
            board.make(moves[random.below(moves.len())]);
        }
    }
    let mut game = Game::new(board.clone());
    if random.below(2) == 0 {
        game.quiet_plies = random.below(120) as u16;
        game.move_number = 1 + random.below(300) as u16;
    }
    for name in ["Event", "Site", "Date", "Round", "Red", "Black", "Opening", "ECCO"] {
        let value = ["a", "", "仙人指路", "\\\"]", "{(;%", "\\"][random.below(6)];
        game.tags.push((name.to_owned(), value.to_owned()));
    }
    for _ in 0..random.below(200) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        if random.below(6) == 0 {
            let comment = COMMENTS[random.below(COMMENTS.len())];
            game.comments.insert(game.moves.len(), comment.to_owned());
        }
        let m = moves[random.below(moves.len())];
        board.make(m);
        game.moves.push(m);
    }
    game.result =
        [GameResult::RedWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown]
            [random.below(4)];
    game
}

#[test]
fn games_come_back() {
    let mut random = Random(5);
    let mut count = 0;
    for notation in Notation::ALL {
        let games: Vec<Game> = (0..100).map(|_| random_game(&mut random)).collect();
        let mut text = String::new();
        for game in &games {
            text += &game.write(notation);
            text.push('\n');
            count += game.moves.len();
        }
        assert_eq!(all(&text), games, "{notation}");
        assert_eq!(all(&text.replace('\n', "\r\n")), games, "{notation}");
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            let width: usize = line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
            assert!(width < 80, "{line}");
        }
    }
    assert!(count > 20_000, "{count}");
}

/// A tag that comes twice, and first in the text that is written, would begin another game.
#[test]
fn a_tag_that_comes_twice_is_written_once() {
    let file = "[Game \"Chinese Chess\"]\n[Event \"one\"]\n[Annotator \"A\"]\n[Event \"two\"]\n\
                [Annotator \"B\"]\n\nh2e2 *\n";
    let game = pgn::read(file).next().unwrap().unwrap();
    assert_eq!(game.tag("Event"), Some("one"));
    let text = game.write(Notation::Uci);
    assert_eq!((text.matches("[Event ").count(), text.matches("[Annotator ").count()), (1, 1));
    let again: Vec<_> = pgn::read(&text).map(Result::unwrap).collect();
    assert_eq!(again.len(), 1);
    assert_eq!((again[0].tag("Event"), again[0].tag("Annotator")), (Some("one"), Some("A")));
    assert_eq!(again[0].moves, game.moves);
}

proptest! {
    #[test]
    fn nonsense_never_panics(
        text in prop_oneof![
            any::<String>(),
            "([(){}\\[\\]\";%\n\r\\\\ ]|\\[A \"|\"\\]|h2e2 |1\\.|\\* |炮二平五|FEN|[a-z0-9.]){0,60}",
        ],
    ) {
        for game in pgn::read(&text).flatten() {
            let written = game.write(Notation::Wxf);
            let again = pgn::read(&written).next();
            prop_assert!(
                again.as_ref().is_some_and(|again| again.as_ref().is_ok_and(|again| again.moves == game.moves)),
                "{written}"
            );
        }
    }

    #[test]
    fn bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(games) = pgn::read_bytes(&bytes) {
            games.for_each(drop);
        }
    }
}
