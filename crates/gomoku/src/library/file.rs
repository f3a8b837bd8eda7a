//! The file of a library.
//!
//! ```text
//! 8 bytes   BOYILIB1
//! 1 byte    the rule: 0 freestyle, 1 standard, 2 renju
//! 1 byte    the size of the board
//! 4 bytes   nodes of a search
//! number    of positions, then each of them:
//!   number  how far back in the list its parent stands; 0: it is a beginning
//!   point   the move that leads there; of a beginning a number of stones, and their points
//!   point   the rest, and behind it 2 bytes, its score; 0xffff where there is none
//! number    of further moves between positions, then each of them:
//!   number  the position; point: the move; number: the position that it leads to
//! number    of positions that are to be searched, then their numbers
//! 4 bytes   CRC-32 of all that stands before
//! ```
//! Integers are little-endian; a number takes seven bits a byte, the lowest first, the eighth bit
//! set in all bytes but the last; a point is 2 bytes, column + 32 row, from the lower left corner.

use thiserror::Error;

use super::tree::{Origin, Tree};
use crate::point::{Point, Size};
use crate::rule::Rule;

const MAGIC: &[u8; 8] = b"BOYILIB1";
/// In place of a point.
const NOTHING: u16 = 0xffff;

/// Why bytes are no library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LibraryError {
    /// They do not begin as one.
    #[error("it is no library of openings: it does not begin with BOYILIB1")]
    Foreign,
    /// They are not those that were written.
    #[error("it is damaged: the sum of its bytes is wrong")]
    Damaged,
    /// They add up, and make no sense.
    #[error("it is no library of openings: {0}")]
    Nonsense(&'static str),
}

use LibraryError::Nonsense;

impl Tree {
    /// The bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.rule as u8, self.size.get() as u8]);
        bytes.extend(self.budget.to_le_bytes());
        put_number(&mut bytes, self.nodes.len());
        for (i, node) in self.nodes.iter().enumerate() {
            match &node.origin {
                Origin::Root(stones) => {
                    put_number(&mut bytes, 0);
                    put_number(&mut bytes, stones.len());
                    stones.iter().for_each(|&point| put_point(&mut bytes, point));
                }
                Origin::Move { parent, point } => {
                    put_number(&mut bytes, i - parent);
                    put_point(&mut bytes, *point);
                }
            }
            match node.rest {
                Some((point, score)) => {
                    put_point(&mut bytes, point);
                    bytes.extend((score as i16).to_le_bytes());
                }
                None => bytes.extend(NOTHING.to_le_bytes()),
            }
        }
        let links: Vec<_> = self.links().collect();
        put_number(&mut bytes, links.len());
        for (node, point, child) in links {
            put_number(&mut bytes, node);
            put_point(&mut bytes, point);
            put_number(&mut bytes, child);
        }
        put_number(&mut bytes, self.pending.len());
        self.pending.iter().for_each(|&node| put_number(&mut bytes, node));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Moves to positions that another move has led to first.
    fn links(&self) -> impl Iterator<Item = (usize, Point, usize)> {
        let all = self.nodes.iter().enumerate();
        let all = all.flat_map(|(i, node)| node.children.iter().map(move |&(p, c)| (i, p, c)));
        all.filter(|&(parent, point, child)| {
            self.nodes[child].origin != Origin::Move { parent, point }
        })
    }

    /// Reads the bytes of a file. That points are on the board and vacant is looked at, not
    /// what renju forbids: [`check`](Self::check).
    ///
    /// # Errors
    /// [`LibraryError`] if they are none.
    pub fn read(bytes: &[u8]) -> Result<Self, LibraryError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(LibraryError::Foreign)?;
        let (body, crc) = body.split_last_chunk().ok_or(LibraryError::Damaged)?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*crc) {
            return Err(LibraryError::Damaged);
        }
        let mut bytes = Bytes(body);
        let [rule, size] = bytes.take()?;
        let rule = Rule::ALL.into_iter().find(|r| *r as u8 == rule);
        let rule = rule.ok_or(Nonsense("its rule is not known"))?;
        let size = Size::new(size.into()).ok_or(Nonsense("no board has its size"))?;
        let mut tree = Self::without_roots(rule, size, u32::from_le_bytes(bytes.take()?));
        for _ in 0..bytes.number()? {
            tree.read_node(&mut bytes)?;
        }
        for _ in 0..bytes.number()? {
            let (node, point, child) = (bytes.number()?, bytes.point(size)?, bytes.number()?);
            if node >= tree.len() || tree.line(node).contains(&point) {
                return Err(Nonsense("a move is none"));
            }
            if tree.find(node, point) != Some(child) {
                return Err(Nonsense("a move leads to another position"));
            }
            tree.nodes[node].children.push((point, child));
        }
        tree.pending.clear();
        for _ in 0..bytes.number()? {
            let node = bytes.number()?;
            if node >= tree.len() {
                return Err(Nonsense("a position to be searched is none"));
            }
            tree.pending.insert(node);
        }
        match bytes.0 {
            [] if tree.len() > 0 => Ok(tree),
            [] => Err(Nonsense("it is empty")),
            _ => Err(Nonsense("something stands behind its end")),
        }
    }

    fn read_node(&mut self, bytes: &mut Bytes<'_>) -> Result<(), LibraryError> {
        let size = self.size;
        let number = self.len();
        let origin = match bytes.number()? {
            0 => {
                let mut stones = Vec::new();
                for _ in 0..bytes.number()? {
                    let point = bytes.point(size)?;
                    if stones.contains(&point) {
                        return Err(Nonsense("a point is occupied twice"));
                    }
                    stones.push(point);
                }
                if self.knows(&stones) {
                    return Err(Nonsense("a position stands there twice"));
                }
                Origin::Root(stones)
            }
            back => {
                let parent =
                    number.checked_sub(back).ok_or(Nonsense("a position has no parent"))?;
                let point = bytes.point(size)?;
                if self.line(parent).contains(&point) {
                    return Err(Nonsense("a point is occupied twice"));
                }
                if self.find(parent, point).is_some() {
                    return Err(Nonsense("a position stands there twice"));
                }
                Origin::Move { parent, point }
            }
        };
        let made_by = match &origin {
            Origin::Root(_) => None,
            Origin::Move { parent, point } => Some((*parent, *point)),
        };
        let node = self.take(origin);
        if let Some((parent, point)) = made_by {
            self.nodes[parent].children.push((point, node));
        }
        if let Some(point) = bytes.point_or_nothing(size)? {
            if self.line(node).contains(&point) {
                return Err(Nonsense("a point is occupied twice"));
            }
            let score = i16::from_le_bytes(bytes.take()?);
            self.nodes[node].rest = Some((point, score.into()));
        }
        Ok(())
    }

    /// Whether every move of the tree may be played.
    ///
    /// # Errors
    /// [`LibraryError`] if one may not, or if a game is over before it.
    pub fn check(&self) -> Result<(), LibraryError> {
        for (i, node) in self.nodes.iter().enumerate() {
            let game = self.game(i);
            let moves = node.children.iter().map(|(point, _)| *point);
            let legal = |point| game.board().check(point).is_ok();
            if game.board().winner().is_some() || !moves.chain(node.rest.map(|(p, _)| p)).all(legal)
            {
                return Err(Nonsense("a move may not be played"));
            }
        }
        Ok(())
    }
}

fn put_number(bytes: &mut Vec<u8>, mut n: usize) {
    while n >= 0x80 {
        bytes.push((n & 0x7f) as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

fn put_point(bytes: &mut Vec<u8>, point: Point) {
    bytes.extend(((point.x() + 32 * point.y()) as u16).to_le_bytes());
}

/// What is left to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], LibraryError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(Nonsense("it is cut off"))?;
        self.0 = rest;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<usize, LibraryError> {
        let mut n = 0;
        // More positions than that are none of ours.
        for shift in [0, 7, 14, 21] {
            let [byte] = self.take()?;
            n |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(n);
            }
        }
        Err(Nonsense("a number is too large"))
    }

    fn point_or_nothing(&mut self, size: Size) -> Result<Option<Point>, LibraryError> {
        let bits = u16::from_le_bytes(self.take()?);
        if bits == NOTHING {
            return Ok(None);
        }
        let point = Point::new(usize::from(bits % 32), usize::from(bits / 32));
        let point = point.filter(|&p| size.contains(p));
        point.ok_or(Nonsense("a point is off the board")).map(Some)
    }

    fn point(&mut self, size: Size) -> Result<Point, LibraryError> {
        self.point_or_nothing(size)?.ok_or(Nonsense("a point is missing"))
    }
}
