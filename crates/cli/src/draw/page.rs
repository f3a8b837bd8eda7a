//! A tree as one page for the browser, which searches it again before the
//! reader's eyes. The page needs no network and no other file.

use std::collections::HashMap;

use search_core::trace::{Cut, End, Player, Visit};
use serde_json::{Map, Value, json};

use super::sheet::Noted;
use super::{Language, Sheet, Sketch};

const FRAME: &str = include_str!("page/page.html");
const STYLE: [&str; 2] = [include_str!("page/style.css"), include_str!("page/tree.css")];
const SCRIPT: [&str; 4] = [
    include_str!("page/search.js"),
    include_str!("page/words.js"),
    include_str!("page/view.js"),
    include_str!("page/page.js"),
];

/// What a page shows, and how it begins.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The title, in English and in Chinese.
    pub title: [&'a str; 2],
    /// What the reader can do with it.
    pub reader: Use<'a>,
    /// The language it begins with; the browser's, unless given.
    pub language: Option<Language>,
    /// Whether it begins with the exercise, the answers hidden.
    pub exercise: bool,
    /// Whether the leaves are numbers that stand there for all to see.
    pub numbers: bool,
}

/// What the reader of a page can do with its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use<'a> {
    /// The tree is there to its leaves, as minimax visits it: it can be searched in
    /// any way, this one first.
    Search(&'a str),
    /// One search was recorded, of a tree too large to be there.
    Replay,
    /// The engine's search was recorded.
    ReplayEngine,
}

/// The page.
#[must_use]
pub fn page(sheet: &Sheet, page: &Page<'_>) -> String {
    let mut data = Map::new();
    let [en, zh] = page.title;
    data.insert("title".into(), json!({ "en": en, "zh": zh }));
    let algorithm = match page.reader {
        Use::Search(algorithm) => algorithm,
        Use::Replay | Use::ReplayEngine => "recorded",
    };
    data.insert("algorithm".into(), json!(algorithm));
    data.insert("engine".into(), json!(page.reader == Use::ReplayEngine));
    let language = page.language.map(|language| match language {
        Language::En => "en",
        Language::Zh => "zh",
    });
    data.insert("language".into(), json!(language));
    data.insert("exercise".into(), json!(page.exercise));
    data.insert("numbers".into(), json!(page.numbers));
    data.insert("infinite".into(), json!(page.numbers));
    write_tree(sheet, &mut data);
    match page.reader {
        Use::Search(_) => write_values(sheet, &mut data),
        Use::Replay | Use::ReplayEngine => write_visits(sheet, &mut data),
    }
    // A tag that closes the script must not be found in it; JSON has another way to write it.
    let data = Value::Object(data).to_string().replace('<', "\\u003c");
    let mut out = String::with_capacity(data.len() + 100_000);
    let mut rest = FRAME;
    // In one pass, so that nothing is looked for in what was put in.
    while let Some((before, after)) = rest.split_once('{') {
        out += before;
        let Some((name, after)) = after.split_once('}') else { break };
        match name {
            "title" => out += &escape(en),
            "style" => out += &STYLE.concat(),
            "data" => out += &data,
            "script" => out += &SCRIPT.join("\n"),
            _ => {}
        }
        rest = after;
    }
    out += rest;
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn column(sheet: &Sheet, of: impl Fn(&Noted) -> Value) -> Value {
    Value::Array(sheet.nodes.iter().map(of).collect())
}

/// What stands at the nodes: a column for each field.
fn write_tree(sheet: &Sheet, data: &mut Map<String, Value>) {
    let min = sheet.nodes.first().is_some_and(|root| root.player == Player::Min);
    data.insert("root".into(), json!(if min { "min" } else { "max" }));
    data.insert("parent".into(), column(sheet, |n| n.parent.map_or(json!(-1), |p| json!(p))));
    if sheet.nodes.iter().any(|n| !n.name.is_empty()) {
        data.insert("name".into(), column(sheet, |n| json!(n.name)));
    }
    // Moves are few and nodes are many: each is written once.
    let (mut moves, mut numbers) = (vec![""], HashMap::from([("", 0)]));
    let by = sheet.nodes.iter().map(|node| {
        *numbers.entry(node.by.as_str()).or_insert_with(|| {
            moves.push(&node.by);
            moves.len() - 1
        })
    });
    data.insert("move".into(), json!(by.collect::<Vec<_>>()));
    data.insert("moves".into(), json!(moves));
    let kind = sheet.nodes.iter().find_map(|n| match n.sketch {
        Sketch::None => None,
        Sketch::Grid(_) => Some("grid"),
        Sketch::Heaps(_) => Some("heaps"),
    });
    if let Some(kind) = kind {
        let of = column(sheet, |n| json!(n.sketch.text()));
        data.insert("sketch".into(), json!({ "kind": kind, "of": of }));
    }
}

/// For MAX: of a leaf what it is worth, of another node its evaluation.
fn write_values(sheet: &Sheet, data: &mut Map<String, Value>) {
    // How trees of numbers write a leaf that must not be asked for.
    let is_unknown = |n: &Noted| n.leaf.as_deref() == Some("?");
    let value = |n: &Noted| match &n.visit {
        Some(visit) if n.children.is_empty() && !is_unknown(n) => json!(visit.value),
        _ => json!(n.judged),
    };
    data.insert("value".into(), column(sheet, value));
    data.insert("evaluated".into(), json!(sheet.nodes.iter().any(|n| n.judged.is_some())));
    let unknown: Vec<_> = (0..sheet.len()).filter(|&id| is_unknown(&sheet.nodes[id])).collect();
    if !unknown.is_empty() {
        data.insert("unknown".into(), json!(unknown));
    }
}

/// What the search did at each node.
fn write_visits(sheet: &Sheet, data: &mut Map<String, Value>) {
    let of = |of: fn(&Visit) -> Value| column(sheet, |n| n.visit.as_ref().map_or(Value::Null, of));
    let end = |n: &Noted| match n.visit.as_ref().map(|v| v.end) {
        None => 'x',
        Some(End::Cut(Cut::Alpha)) => 'a',
        Some(End::Cut(Cut::Beta)) => 'b',
        Some(_) => '.',
    };
    data.insert("value".into(), of(|v| json!(v.value)));
    data.insert("evaluated".into(), json!(false));
    let visits = json!({
        "alpha": of(|v| json!(v.window.alpha)),
        "beta": of(|v| json!(v.window.beta)),
        "value": of(|v| json!(v.value)),
        "updates": of(|v| json!(v.updates)),
        "end": sheet.nodes.iter().map(end).collect::<String>(),
    });
    data.insert("recorded".into(), visits);
}
