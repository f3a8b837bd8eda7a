//! Which weights there are. Their values stand in `weights.rs`, which is generated.

use super::pair::Pair;
use super::weights::WEIGHTS;

/// Weights that belong together: a table of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name in `weights.rs`.
    pub name: &'static str,
    /// The number of its first weight.
    pub start: usize,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// One line of meaning.
    pub meaning: &'static str,
}

impl Group {
    /// How many weights.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows * self.columns
    }

    /// Whether it has no weight.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

macro_rules! groups {
    ($($constant:ident = $name:literal [$rows:literal x $columns:literal] $meaning:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "numbers, by name")]
        enum Number { $($constant,)* }

        const SIZES: &[usize] = &[$($rows * $columns,)*];

        $(
            #[doc = $meaning]
            pub(super) const $constant: usize = start(Number::$constant as usize);
        )*

        /// All groups, in the order of their weights.
        pub const GROUPS: &[Group] = &[$(Group {
            name: $name,
            start: $constant,
            rows: $rows,
            columns: $columns,
            meaning: $meaning,
        },)*];
    };
}

/// How many weights stand before a group.
const fn start(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += SIZES[i];
        i += 1;
    }
    sum
}

/// How many weights there are.
pub const COUNT: usize = start(SIZES.len());

groups! {
    MATERIAL = "material" [1 x 7] "a piece, by kind";
    PLACE = "place" [70 x 5] "where it stands: by kind and rank, and by file from the edge to the middle";
    TEMPO = "tempo" [1 x 1] "the right to move";
    ROOK_MOBILITY = "rook_mobility" [1 x 18] "empty points that a rook goes to";
    CANNON_MOBILITY = "cannon_mobility" [1 x 18] "empty points that a cannon goes to";
    HORSE_MOBILITY = "horse_mobility" [1 x 9] "points that a horse goes to, those apart that pawns attack";
    GUARDS = "guards" [3 x 3] "advisors by elephants";
    AGAINST_ADVISORS = "against_advisors" [4 x 3] "each rook, horse, cannon and pawn, by the enemy's advisors";
    AGAINST_ELEPHANTS = "against_elephants" [4 x 3] "each rook, horse, cannon and pawn, by the enemy's elephants";
    PAIRS = "pairs" [1 x 4] "two cannons, two horses, a horse with a cannon, no rook against some";
    ROOKS_JOINED = "rooks_joined" [1 x 1] "a rook that sees the other one";
    HORSES_CHAINED = "horses_chained" [1 x 1] "a horse that defends the other one";
    ELEPHANTS_JOINED = "elephants_joined" [1 x 1] "an elephant that defends the other one";
    PAWNS_JOINED = "pawns_joined" [1 x 1] "a pawn that defends another one";
    PAWNS_CROSSED = "pawns_crossed" [1 x 6] "pawns beyond the river";
    LOOSE = "loose" [1 x 4] "rooks, horses and cannons that nothing defends";
    PALACE_HITS = "palace_hits" [4 x 3] "points of the enemy's palace that a rook, horse or cannon attacks, or all pawns together: none, one, more";
    ATTACKERS = "attackers" [1 x 8] "pieces that attack points of the enemy's palace";
    INVADERS = "invaders" [2 x 8] "rooks, horses, cannons and pawns in the enemy's half, with three guards or more there, or fewer";
    SAFE_CHECKS = "safe_checks" [1 x 3] "a check by rook, horse or cannon on a point that the enemy does not defend";
    FLIGHT = "flight" [1 x 3] "steps of the general that the enemy does not attack: none, one, more";
    FRONT = "front" [1 x 3] "own pieces before the general on its file";
    CANNON_LINE = "cannon_line" [2 x 5] "a cannon on the file, or rank, of the enemy's general: nothing between, two pieces of which none, one or two are own, more";
    ROOK_LINE = "rook_line" [2 x 3] "a rook on the file, or rank, of the enemy's general, with an own piece between, an enemy, more";
    PINNED = "pinned" [2 x 7] "an enemy between its general and a rook, or one of two before a cannon, by kind";
    FACED = "faced" [1 x 7] "the only piece between the generals, by kind";
    THREATS_NOW = "threats_now" [10 x 7] "attacks on enemies by the side to move: by pawn, guard, horse, cannon or rook, the first that does, each on loose and on defended ones, by kind";
    THREATS_NEXT = "threats_next" [10 x 7] "the same by the other side";
}

/// The weights as the evaluation reads them. Whoever changes a group without its
/// values is told by the compiler.
pub(super) static TABLE: [Pair; COUNT] = {
    let mut table = [Pair::ZERO; COUNT];
    assert!(WEIGHTS.len() == GROUPS.len(), "weights.rs has other groups");
    let mut group = 0;
    while group < GROUPS.len() {
        let (name, values) = WEIGHTS[group];
        assert!(same(name, GROUPS[group].name), "weights.rs has another group here");
        assert!(values.len() == GROUPS[group].len(), "weights.rs has a group of another size");
        let mut i = 0;
        while i < values.len() {
            table[GROUPS[group].start + i] = Pair::new(values[i].0, values[i].1);
            i += 1;
        }
        group += 1;
    }
    table
};

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    a.len() == b.len()
}
