//! What helps against a win by fours that is threatened.

use std::collections::HashMap;

use search_core::Position;

use super::Vcf;
use crate::point::Point;
use crate::points::Points;
use crate::position::Gomoku;
use crate::renju::Suspicion;
use crate::rule::Side;
use crate::shapes::Rank;

/// Looks for what the side that is not to move threatens, and remembers it.
#[derive(Debug)]
pub(super) struct Sight {
    pub vcf: Vcf,
    /// By key: the replies to the threat; `None` where there is none.
    known: HashMap<u64, Option<Points>>,
    /// Stones placed since it was last asked for.
    pub nodes: u64,
}

/// Positions remembered; then all are forgotten. 5 MB.
const POSITIONS: usize = 1 << 15;
/// Stones that one look may place.
const LOOK: u64 = 200;

impl Sight {
    pub fn new() -> Self {
        Self { vcf: Vcf::new(1 << 14), known: HashMap::new(), nodes: 0 }
    }

    /// The only moves that may help the side to move against a win by fours of
    /// the other side; `None` if no such win is seen.
    pub fn replies(&mut self, game: &Gomoku) -> Option<Points> {
        let key = game.key();
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut game = game.clone();
        game.pass();
        let found = self.vcf.look(&mut game, 64, LOOK);
        self.nodes += self.vcf.nodes();
        let replies = found.then(|| self.vcf.answers(&mut game));
        if self.known.len() >= POSITIONS {
            self.known.clear();
        }
        self.known.insert(key, replies);
        replies
    }
}

/// The moves that the side not to move here must have played to stop a win by
/// fours of the side to move.
///
/// Say the defender had played x, and the attacker plays the line of the win
/// all the same. x changes it only if
///
/// - x is a point of the line, or stops the open four at its end; else every
///   four still has its one reply, and the win its five;
/// - or the defender has a five before his turn to lose: then x is one of its
///   five stones, so that after one of the replies x would have made a four;
///   or x makes a four now.
///
/// All such x are collected while the line is played. In renju a stone may
/// also change what is forbidden, without a line in common: where the win
/// rests on that, or could be spoilt by it, every point is a reply.
pub(super) fn replies(game: &mut Gomoku, line: &[Point]) -> Points {
    let attacker = game.side_to_move();
    let defender = attacker.other();
    let vacant = *game.shapes().vacant();
    let mut replies = game.fours(defender);
    let mut played = 0;
    let mut certain = true;
    for (i, &m) in line.iter().enumerate() {
        replies.insert(m);
        if game.side_to_move() == attacker {
            let rank = game.rank(attacker, m);
            certain &= !may_change(game, attacker, m);
            if rank == Rank::OpenFour {
                replies = replies.or(&game.stops(attacker, m));
                break;
            }
            // The five, at the end: behind it nothing changes.
            if i + 1 == line.len() {
                break;
            }
        } else {
            // A reply that is forbidden, and stands for all others.
            certain &= game.points_of(attacker, Rank::Five).contains(m);
        }
        game.make(m);
        played += 1;
        if game.side_to_move() == attacker {
            replies = replies.or(&game.fours(defender));
        }
    }
    for &m in line[..played].iter().rev() {
        game.unmake(m, ());
    }
    if certain { replies.and(&vacant) } else { vacant }
}

/// Whether a stone elsewhere might make this move of Black's forbidden.
fn may_change(game: &Gomoku, side: Side, m: Point) -> bool {
    game.rule().forbids(side) && game.shapes().suspicion(m) != Suspicion::None
}
