//! `convert`: games of a PGN file in another notation.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use clap::Args;
use cli::words::quote;
use cli::{Error, Output};
use encoding_rs::GB18030;
use search_core::Position;
use serde_json::json;
use xiangqi::notation::{self, Notation};
use xiangqi::pgn::{self, Game};

/// Arguments of `convert`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ConvertArgs {
    /// The file; `-` for standard input. UTF-8 or GB18030 (GBK, GB2312).
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How moves are written: uci, iccs, wxf or chinese.
    #[arg(long, value_name = "NOTATION", default_value = "iccs")]
    notation: Notation,
    /// Print one JSON object a game instead of PGN.
    #[arg(long)]
    json: bool,
    /// Write to this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl ConvertArgs {
    /// Games that can be read are written, whatever comes after them.
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        let name = quote(&self.file.to_string_lossy());
        let bytes = self.read().map_err(|e| Error::failure(format_args!("{name}: {e}")))?;
        let text = text_of(&bytes).ok_or_else(|| {
            Error::failure(format_args!("{name} is neither UTF-8 nor GB18030: expected text"))
        })?;
        let mut result = Ok(());
        let mut written = String::new();
        for game in pgn::read(&text) {
            match game {
                Ok(game) if self.json => written += &format!("{}\n", self.object(&game)),
                Ok(game) => {
                    if !written.is_empty() {
                        written.push('\n');
                    }
                    written += &game.write(self.notation);
                }
                // The first error is told, the others are like it.
                Err(error) if result.is_ok() => {
                    result = Err(Error::failure(format_args!("{name}: {error}")));
                }
                Err(_) => {}
            }
        }
        if written.is_empty() && result.is_ok() {
            result = Err(Error::failure(format_args!("{name}: no game in it")));
        }
        match &self.output {
            _ if written.is_empty() => {}
            None => out.text(&written)?,
            Some(path) => fs::write(path, &written).map_err(|e| {
                Error::failure(format_args!("cannot write {}: {e}", quote(&path.to_string_lossy())))
            })?,
        }
        result
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        if self.file.as_os_str() != "-" {
            return fs::read(&self.file);
        }
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn object(&self, game: &Game) -> serde_json::Value {
        let mut board = game.start.clone();
        let mut moves = Vec::new();
        for &m in &game.moves {
            moves.push(notation::write(self.notation, &board, m));
            board.make(m);
        }
        json!({
            "red": game.tag("Red"),
            "black": game.tag("Black"),
            "fen": format!("{} - - {} {}", game.start, game.quiet_plies, game.move_number),
            "moves": moves,
            "result": game.result.text(),
        })
    }
}

/// The text of a file. What is not UTF-8 is nearly always Chinese, in the older
/// encoding; `None`: it is neither.
pub(super) fn text_of(bytes: &[u8]) -> Option<Cow<'_, str>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text.into()),
        Err(_) => GB18030.decode_without_bom_handling_and_without_replacement(bytes),
    }
}
