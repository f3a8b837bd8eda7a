//! The program `gametree`, and the commands of docs/trees.md.

use std::collections::BTreeSet;

use cli::testing;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_gametree");
const A_TO_O: &str = "[[[3,5],[6,5]],[[2,1],[6,4]]]";

fn run(args: &[&str], input: &str) -> (i32, String, String) {
    testing::run(PROGRAM, args, input).unwrap()
}

fn ok(args: &[&str]) -> String {
    let (status, out, err) = run(args, "");
    assert_eq!((status, err.as_str()), (0, ""), "{args:?}");
    out
}

fn lectures() -> Vec<Value> {
    let text = include_str!("../../search-core/tests/data/lectures.json");
    let all: Value = serde_json::from_str(text).unwrap();
    all["trees"].as_array().unwrap().clone()
}

/// The texts of an SVG, in the order of drawing.
fn texts(svg: &str) -> Vec<&str> {
    let texts = svg.split("<text ").skip(1);
    texts.filter_map(|t| t.split_once('>')?.1.split('<').next().map(str::trim)).collect()
}

#[test]
fn the_lectures_tree_as_text() {
    let text = ok(&["--leaves", A_TO_O, "--names", "letters"]);
    assert!(text.starts_with(
        "alpha-beta: value 5, best move B; 11 nodes, 5 leaves, 1 alpha cut, 1 beta cut\n"
    ));
    let line = |name: &str| {
        let found = text.lines().find(|l| l.split_whitespace().any(|word| word == name));
        found
            .unwrap_or_else(|| panic!("no {name}: {text}"))
            .trim_start_matches(['|', ' ', '`', '-'])
    };
    assert_eq!(line("E"), "E MAX #5 [-inf, 5] = 6  beta cut");
    assert_eq!(line("C"), "C MIN #7 [5, +inf] = 2  alpha cut");
    assert_eq!(line("K"), "x K MIN not visited (5)");
    assert_eq!(line("O"), "x O MIN not visited (4)");
}

#[test]
fn the_lectures_tree_as_a_picture() {
    let svg = ok(&["--leaves", A_TO_O, "--names", "letters", "--format", "svg"]);
    let texts = texts(&svg);
    for text in [
        "E",
        "\u{2265}6",
        "[\u{2212}\u{221e}, 5]",
        "C",
        "\u{2264}2",
        "[5, +\u{221e}]",
        "\u{3b1}",
        "\u{3b2}",
    ] {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
    // MAX: A, D, E, F and the stub G, and one in the legend; MIN: B, C, one in the legend.
    let boxes = |fill: &str| svg.matches(&format!("fill=\"{fill}\"")).count();
    assert_eq!((boxes("#fff2cc"), boxes("#dae8fc")), (5, 3), "{svg}");
    // Branches to K, G, N and O, the box of G, and the legend.
    assert_eq!(svg.matches("stroke-dasharray").count(), 6);
    let chinese = ok(&["--leaves", A_TO_O, "--format", "svg", "--lang", "zh"]);
    assert!(chinese.contains("主要变例") && chinese.contains("\u{3b2} 剪枝 1 次"));
}

#[test]
fn an_exercise_tells_no_answer() {
    for format in ["text", "dot", "svg"] {
        let args = ["--leaves", A_TO_O, "--names", "letters", "--exercise", "--format", format];
        let drawing = ok(&args);
        for word in [
            "cut off\"",
            "inf",
            "\u{221e}",
            "\u{2265}",
            "#0b5cad",
            "not visited",
            "= 6  ",
            "dasharray",
        ] {
            assert!(!drawing.contains(word), "{format}: {word} in {drawing}");
        }
        assert!(drawing.contains("Exercise"));
    }
    let svg = ok(&["--leaves", A_TO_O, "--exercise", "--format", "svg"]);
    let numbers: Vec<_> = texts(&svg).into_iter().filter(|t| t.parse::<i32>().is_ok()).collect();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["1", "2", "3", "4", "5", "5", "6", "6"], "{numbers:?}");
}

#[test]
fn every_tree_of_the_lectures_in_every_format() {
    for entry in lectures() {
        let (tree, value) = (entry["tree"].to_string(), &entry["value"]);
        let root = entry["root"].as_str().unwrap_or("MAX").to_lowercase();
        let args =
            |format| ["--leaves", &tree, "--root", &root, "--format", format].map(str::to_owned);
        let drawn = |format| {
            let args = args(format);
            ok(&args.iter().map(String::as_str).collect::<Vec<_>>())
        };
        assert!(drawn("text").starts_with(&format!("alpha-beta: value {value},")), "{entry}");
        assert!(drawn("dot").starts_with("digraph"));
        let svg = drawn("svg");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{entry}");
        // Every leaf stands there, whether it was searched or not.
        let is_leaf = |l: &&str| l.ends_with("end of game") || l.contains("not visited (");
        let all = tree.replace(['[', ']'], "").split(',').count();
        assert_eq!(drawn("text").lines().filter(is_leaf).count(), all, "{entry}");
        assert!(drawn("html").starts_with("<!doctype html>"));
    }
}

#[test]
fn two_hundred_leaves_fit_a_page() {
    let leaf = |n: usize| ((n * 7919) % 19).to_string();
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let mut level: Vec<String> = (0..216).map(leaf).collect();
    while level.len() > 1 {
        let groups = level.chunks(if level.len().is_multiple_of(3) { 3 } else { 2 });
        level = groups.map(|group| list(group.to_vec())).collect();
    }
    let svg = ok(&["--leaves", &level[0], "--format", "svg"]);
    let size = |name: &str| -> f64 {
        let rest = svg.split_once(&format!(" {name}=\"")).unwrap().1;
        rest.split('"').next().unwrap().parse().unwrap()
    };
    assert!(
        size("width") <= 1200.0 && size("height") <= 1600.0,
        "{} x {}",
        size("width"),
        size("height")
    );
    assert!(texts(&svg).len() > 300);
}

#[test]
fn large_trees_are_folded() {
    fn tree(depth: u32) -> String {
        let kids = |_| tree(depth - 1);
        if depth == 0 {
            "1".into()
        } else {
            format!("[{}]", (0..3).map(kids).collect::<Vec<_>>().join(","))
        }
    }
    let path = std::env::temp_dir().join(format!("gametree-{}.json", std::process::id()));
    std::fs::write(&path, tree(9)).unwrap();
    let file = path.to_str().unwrap();
    let svg = ok(&["--file", file, "--algorithm", "minimax", "--format", "svg"]);
    std::fs::remove_file(&path).unwrap();
    assert!(svg.len() < 400_000 && svg.contains("\u{25be} +"), "{}", svg.len());
    // What is drawn and what is said to be missing is all of it.
    let hidden = texts(&svg)
        .iter()
        .filter_map(|t| t.trim_start_matches("\u{25be} ").strip_prefix('+')?.parse::<usize>().ok())
        .sum::<usize>();
    assert!(hidden > 28_000, "{hidden} of 29,524");
    let few = ok(&["--leaves", A_TO_O, "--format", "svg", "--limit", "7"]);
    assert!(few.contains("so many nodes are not drawn"), "{few}");
}

#[test]
fn leaves_that_must_not_be_asked_for() {
    let cut = "[[10,-5,2],[-8,null,null]]";
    assert!(ok(&["--leaves", cut]).contains("value -5"));
    let (status, _, err) = run(&["--leaves", cut, "--algorithm", "minimax"], "");
    assert!(status == 2 && err.contains("minimax asks for a leaf that is null"), "{err}");
    let (status, _, err) = run(&["--leaves", "[null,1]"], "");
    assert!(status == 2 && err.contains("alpha-beta asks for a leaf"), "{err}");
    // An exercise asks for nothing.
    assert!(ok(&["--leaves", cut, "--exercise"]).contains("= ?"));
    // Won and lost is infinite in a tree of numbers.
    assert!(ok(&["--leaves", r#"[[-1,"-inf"],[1,0]]"#]).contains("value 0"));
    assert!(ok(&["--leaves", r#"["-inf"]"#]).contains("value -inf"));
}

#[test]
fn trees_from_files_and_names() {
    let (status, out, _) = run(&["--file", "-"], "{\"A\": [3, {\"x\": 5}]}");
    assert_eq!(status, 0);
    assert!(out.contains("best move x") && out.contains("* A MAX #0"), "{out}");
    let html = ok(&["--leaves", A_TO_O, "--format", "html", "--title", "</script><b>"]);
    assert!(html.contains("&lt;/script&gt;") && html.contains("\\u003c/script>"));
    assert_eq!(html.matches("</script>").count(), 2);
    for outside in ["http://", "https://", "src="] {
        let found = html.replace("http://www.w3.org/2000/svg", "").contains(outside);
        assert!(!found, "{outside}");
    }
}

#[test]
fn wrong_words_are_named() {
    let cases: [(&[&str], &[&str]); 9] = [
        (&[], &["--leaves"]),
        (&["--leaves", "[1"], &["--leaves", "nested list"]),
        (&["--leaves", "[[],1]"], &["empty list at 0"]),
        (&["--leaves", "[1.5]"], &["1.5 at 0"]),
        (&["--leaves", "[1]", "--names", "9=x"], &["--names", "`9`"]),
        (&["--leaves", "[1]", "--root", "me"], &["me", "max, min"]),
        (&["--leaves", "[1]", "--format", "png"], &["png", "svg, html"]),
        (&["--leaves", "[1]", "--algorithm", "pvs"], &["pvs", "alpha-beta"]),
        (&["--leaves", "[1]", "--file", "x"], &["--file"]),
    ];
    for (args, words) in cases {
        let (status, out, err) = run(args, "");
        assert_eq!((status, out.as_str(), err.lines().count()), (2, "", 1), "{args:?}: {err}");
        assert!(words.iter().all(|word| err.contains(word)), "{args:?}: {err}");
    }
    let (status, _, err) = run(&["--file", "/nonexistent/tree"], "");
    assert!(status == 1 && err.contains("/nonexistent/tree"), "{err}");
}

/// The words of a line of the shell: quotes, no escapes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn the_commands_of_the_docs_draw_every_figure() {
    let page = include_str!("../../../docs/trees.md");
    let mut drawn = BTreeSet::new();
    for line in page.lines().filter(|l| l.starts_with("gametree ")) {
        // Into a pipe, not into the file that the page names.
        let words = words(line.split(" -o ").next().unwrap());
        let _ = ok(&words.iter().skip(1).map(String::as_str).collect::<Vec<_>>());
        let leaves = words.iter().skip_while(|w| *w != "--leaves").nth(1).unwrap();
        let tree: Value = serde_json::from_str(leaves).unwrap();
        drawn.insert(tree.to_string());
    }
    for entry in lectures() {
        assert!(drawn.contains(&entry["tree"].to_string()), "{} is not drawn", entry["id"]);
    }
}

#[test]
fn the_pictures_of_the_docs_are_what_the_commands_draw() {
    let args = ["--leaves", A_TO_O, "--names", "letters", "--format", "svg"];
    assert_eq!(ok(&args), include_str!("../../../docs/pictures/a-to-o.svg"));
    let exercise = [&args[..], &["--exercise"]].concat();
    assert_eq!(ok(&exercise), include_str!("../../../docs/pictures/exercise.svg"));
}
