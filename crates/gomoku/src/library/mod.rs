//! The opening library: openings that the engine has searched deeper than it can in a game.
//!
//! A library is a tree of positions, grown where it matters most (drop-out expansion): a position
//! has the value of its best move; to the moves that lead to positions of the tree comes the best
//! of all others, the *rest*, as a search of those alone tells. The next position is the rest of a
//! position that both sides reach with the fewest moves and the smallest mistakes. Positions that
//! are images of each other are one, and so are those that different orders of moves lead to.
//!
//! [`Tree`] is what is grown and kept in a file, [`Library`] what is asked in a game. A few
//! libraries are part of the program: [`Library::embedded`].

mod book;
mod file;
mod tree;

pub use book::{Known, Library};
pub use file::LibraryError;
pub use tree::{Question, Tree};

use crate::point::Size;
use crate::rule::Rule;

/// The files that are part of the program.
pub(crate) fn embedded(rule: Rule, size: Size) -> Option<&'static [u8]> {
    Some(match (rule, size) {
        (Rule::Freestyle, Size::FIFTEEN) => include_bytes!("data/freestyle15.library"),
        (Rule::Freestyle, Size::TWENTY) => include_bytes!("data/freestyle20.library"),
        (Rule::Standard, Size::FIFTEEN) => include_bytes!("data/standard15.library"),
        (Rule::Renju, Size::FIFTEEN) => include_bytes!("data/renju15.library"),
        _ => return None,
    })
}
