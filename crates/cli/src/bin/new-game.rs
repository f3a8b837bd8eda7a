//! Makes a crate for a new game, with rules, tests and a program to begin from.
#![forbid(unsafe_code)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use cli::words::quote;
use cli::{Error, Output, args};

/// What is copied: an example of this crate, so that it is compiled and tested.
const LIB: &str = include_str!("../../examples/new_game/lib.rs");
const MAIN: &str = include_str!("../../examples/new_game/main.rs");
/// Where the example has its library, which a crate does not say.
const INCLUDED: &str = "#[path = \"lib.rs\"]\nmod new_game;\n\n";

/// Names that mean something else to cargo or to a crate of this workspace.
const TAKEN: [&str; 14] = [
    "alloc",
    "build",
    "clap",
    "cli",
    "core",
    "debug",
    "deps",
    "examples",
    "incremental",
    "proc-macro",
    "release",
    "search-core",
    "std",
    "test",
];

const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The longest name.
const LONGEST: usize = 64;

/// Make a crate for a new game: rules that are a game already, tests that hold
/// them to what the search relies on, and a program with all commands.
#[derive(Parser, Debug)]
#[command(name = "new-game", version)]
struct Arguments {
    /// What the crate is called: small letters, digits and dashes.
    #[arg(value_name = "NAME", value_parser = name)]
    name: String,
    /// Where the crate is made; crates/NAME of this workspace unless given.
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
}

/// Reads a name that a crate can have.
fn name(word: &str) -> Result<String, String> {
    let shape = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !word.ends_with('-')
        && !word.contains("--");
    if !shape {
        return Err("expected small letters, digits and dashes, such as nine-holes".to_owned());
    }
    if word.len() > LONGEST {
        return Err(format!("expected at most {LONGEST} letters"));
    }
    if TAKEN.contains(&word) || KEYWORDS.contains(&word) {
        return Err("it means something else to Rust or to this workspace: expected another".into());
    }
    Ok(word.to_owned())
}

fn main() -> ExitCode {
    cli::exit("new-game", run().map_err(Into::into))
}

fn run() -> Result<(), Error> {
    let given: Arguments = args::parse(env::args_os())?;
    let root = workspace()?;
    let crates = root.join("crates");
    let path = given.path.clone().unwrap_or_else(|| crates.join(&given.name));
    let shown = quote(&path.to_string_lossy());
    if path.symlink_metadata().is_ok() {
        return Err(Error::failure(format_args!(
            "{shown} is there already: expected a new folder"
        )));
    }
    let failed = |e: std::io::Error| Error::failure(format_args!("cannot make {shown}: {e}"));
    let parent = match path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => parent.canonicalize().map_err(failed)?,
        None => env::current_dir().map_err(failed)?,
    };
    let member = crates.canonicalize().is_ok_and(|crates| crates == parent);
    if member && path.file_name().is_none_or(|name| name.to_str() != Some(&given.name)) {
        return Err(Error::usage(format_args!(
            "--path {shown}: expected a folder called {} there",
            given.name
        )));
    }
    let manifest = match member {
        true => manifest(&given.name),
        false => standing_alone(&given.name, &root),
    };
    fs::create_dir(&path).map_err(failed)?;
    fs::create_dir(path.join("src")).map_err(failed)?;
    let ident = given.name.replace('-', "_");
    let main = MAIN.replacen(INCLUDED, "", 1).replace("new_game", &ident);
    for (file, text) in [
        ("Cargo.toml", manifest.as_str()),
        ("src/lib.rs", LIB),
        ("src/main.rs", &in_order(&main, &ident)),
    ] {
        fs::write(path.join(file), text).map_err(failed)?;
    }
    let go = match member {
        true => format!("cargo test -p {0}; cargo run -p {0}", given.name),
        false => "cargo test and cargo run there".to_owned(),
    };
    Output::stdout().line(format_args!("{shown} is made: {go}; its rules are in src/lib.rs"))?;
    Ok(())
}

/// The root of the workspace in which the process was started.
fn workspace() -> Result<PathBuf, Error> {
    let here = env::current_dir().map_err(Error::failure)?;
    let is_root = |folder: &&Path| folder.join("crates/search-core/Cargo.toml").is_file();
    here.ancestors().find(is_root).map(Path::to_owned).ok_or_else(|| {
        Error::failure(
            "no crates/search-core here or above: expected to be started in the workspace",
        )
    })
}

/// rustfmt sorts imports: those of the crate go where its name belongs.
fn in_order(main: &str, ident: &str) -> String {
    let cli = "use cli::Game;\n";
    let own = format!("use {ident}::Coins;\n");
    match ident < "cli" {
        true => main.replace(&format!("{cli}{own}"), &format!("{own}{cli}")),
        false => main.to_owned(),
    }
}

/// The manifest of a crate of the workspace.
fn manifest(name: &str) -> String {
    format!(
        "[package]\n\
         name = \"{name}\"\n\
         description = \"A game for the search\"\n\
         version.workspace = true\n\
         edition.workspace = true\n\
         rust-version.workspace = true\n\
         license.workspace = true\n\
         authors.workspace = true\n\n\
         [dependencies]\n\
         cli.workspace = true\n\
         search-core.workspace = true\n\n\
         [lints]\n\
         workspace = true\n"
    )
}

/// The manifest of a crate anywhere else.
fn standing_alone(name: &str, root: &Path) -> String {
    // Strings of TOML have the escapes of Rust, but for rare control characters.
    let path = |of: &str| format!("{:?}", root.join("crates").join(of).to_string_lossy());
    let (cli, core) = (path("cli"), path("search-core"));
    format!(
        "[package]\n\
         name = \"{name}\"\n\
         description = \"A game for the search\"\n\
         version = \"0.1.0\"\n\
         edition = \"2024\"\n\n\
         [dependencies]\n\
         cli = {{ path = {cli} }}\n\
         search-core = {{ path = {core} }}\n\n\
         # A search without optimisation shows nothing.\n\
         [profile.dev]\n\
         opt-level = 2\n\
         debug = \"line-tables-only\"\n\n\
         # It is no member of another workspace.\n\
         [workspace]\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for good in ["nine-holes", "x", "c4", "a-1"] {
            assert_eq!(name(good).as_deref(), Ok(good));
        }
        let long = "x".repeat(LONGEST + 1);
        for bad in [
            "", "X", "4c", "-a", "a-", "a--b", "a_b", "a b", "../a", "é", "test", "fn", "cli",
            &long,
        ] {
            assert!(name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_example_is_made_a_crate() {
        assert_eq!(MAIN.matches(INCLUDED).count(), 1);
        let main = in_order(&MAIN.replacen(INCLUDED, "", 1).replace("new_game", "abc"), "abc");
        assert!(main.contains("use abc::Coins;\nuse cli::Game;\n") && !main.contains("new_game"));
    }
}
