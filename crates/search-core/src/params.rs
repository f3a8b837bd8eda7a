//! Every tunable of the engine search, named once.

macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $min:literal ..= $max:literal step $step:literal;)*) => {
        /// The tunables of the engine search, by name. See [`TABLE`]. An engine takes a value
        /// beyond its bounds there as the nearest one within them.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[doc = $doc])+ pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        /// Name, default, bounds and meaning of every tunable.
        pub const TABLE: &[Param] = &[
            $(Param {
                name: stringify!($name),
                default: $default,
                min: $min,
                max: $max,
                step: $step,
                meaning: concat!($($doc),+).trim_ascii(),
            },)*
        ];

        impl Params {
            /// The value of a tunable, by name.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// The same, each value within its bounds.
            pub(crate) fn within_bounds(mut self) -> Self {
                $(self.$name = self.$name.clamp($min, $max);)*
                self
            }

            fn slot(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

/// One line of [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name, as `--set NAME=VALUE` takes it.
    pub name: &'static str,
    /// The value in use unless set.
    pub default: i32,
    /// The least value allowed.
    pub min: i32,
    /// The greatest value allowed.
    pub max: i32,
    /// A step that a tuner should try first.
    pub step: i32,
    /// One line of meaning.
    pub meaning: &'static str,
}

/// Why [`Params::set`] refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamError {
    /// No tunable has this name.
    Unknown(String),
    /// The value lies outside the bounds of the tunable.
    OutOfRange {
        /// The tunable and its bounds.
        param: Param,
        /// What was asked for.
        value: i64,
    },
}

impl std::fmt::Display for ParamError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(name) => {
                // All of them are too many for a line: those like it, or what they begin with.
                let begin = |name: &'static str| name.split('_').next().unwrap_or(name);
                let word = name.split('_').next().unwrap_or(name);
                let like: Vec<_> =
                    TABLE.iter().map(|p| p.name).filter(|known| begin(known) == word).collect();
                if !like.is_empty() {
                    return write!(
                        f,
                        "no tunable is called `{name}`; there are {}",
                        like.join(", ")
                    );
                }
                let mut words: Vec<_> = TABLE.iter().map(|p| begin(p.name)).collect();
                words.sort_unstable();
                words.dedup();
                write!(f, "no tunable is called `{name}`; they begin with {}", words.join(", "))
            }
            Self::OutOfRange { param, value } => {
                write!(f, "`{}` takes {} to {}, not {value}", param.name, param.min, param.max)
            }
        }
    }
}

impl std::error::Error for ParamError {}

impl Params {
    /// Sets a tunable by name.
    ///
    /// # Errors
    /// [`ParamError`] for an unknown name or a value out of bounds; nothing changes then.
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), ParamError> {
        let Some(param) = TABLE.iter().find(|p| p.name == name) else {
            return Err(ParamError::Unknown(name.to_owned()));
        };
        let fits = i32::try_from(value).ok().filter(|v| (param.min..=param.max).contains(v));
        match (fits, self.slot(name)) {
            (Some(v), Some(slot)) => {
                *slot = v;
                Ok(())
            }
            _ => Err(ParamError::OutOfRange { param: *param, value }),
        }
    }
}

params! {
    /// Half width of the first aspiration window, in units of the evaluation.
    aspiration_delta = 25 in 1..=1000 step 5;
    /// The iteration from which windows are narrowed.
    aspiration_depth = 4 in 1..=64 step 1;
    /// Percent by which a window grows after a failure.
    aspiration_growth = 100 in 10..=1000 step 20;
    /// History bonus of a cutting move, times depth squared.
    history_bonus = 16 in 1..=256 step 4;
    /// The greatest history bonus.
    history_bonus_max = 1600 in 100..=8000 step 200;
    /// Percent that continuation history counts for, against history; 0: none.
    continuation_weight = 0 in 0..=400 step 20;
    /// Percent of the history of noisy moves that is added to their static order; 0: none.
    noisy_history_weight = 0 in 0..=800 step 20;
    /// Percent of the correction history that is added to evaluations; 0: none.
    correction_weight = 0 in 0..=400 step 10;
    /// Nodes that an evaluation may spend on one proof.
    probe_budget = 0 in 0..=1000000 step 100;
    /// Nodes that an evaluation may spend on what the other side threatens, before a node is left for good; 0: it is not asked.
    threat_budget = 0 in 0..=1000000 step 10;
    /// Under such a threat, from this depth on, only moves that may help are searched; 0: all are.
    threat_answers = 0 in 0..=64 step 1;
    /// Plies that quiescence may go below the horizon.
    quiescence_plies = 32 in 0..=512 step 4;
    /// 1: quiescence asks the table and stores in it.
    quiescence_table = 0 in 0..=1 step 1;
    /// 1: quiet moves that force the opponent are tried at the first ply of quiescence.
    quiescence_checks = 0 in 0..=1 step 1;
    /// 1: quiescence tries noisy moves that lose an exchange.
    quiescence_losing = 1 in 0..=1 step 1;
    /// Quiescence leaves noisy moves out that do not gain the window's low end less this; 0: none.
    quiescence_margin = 0 in 0..=10000 step 20;
    /// 1: no win is looked for that would be later than one that is found.
    mate_distance = 0 in 0..=1 step 1;
    /// Reverse futility: a node this far above its window, a ply, is cut off; 0: none.
    reverse_futility_margin = 0 in 0..=10000 step 10;
    /// Reverse futility: the greatest depth of such nodes.
    reverse_futility_depth = 8 in 0..=64 step 1;
    /// Razoring: a node this far below its window, a ply, is left to quiescence; 0: none.
    razoring_margin = 0 in 0..=10000 step 20;
    /// Razoring: the greatest depth of such nodes.
    razoring_depth = 3 in 0..=64 step 1;
    /// Null move: the least depth at which passing is tried; 0: never.
    null_move_depth = 0 in 0..=64 step 1;
    /// Null move: hundredths of a ply by which the search behind it is reduced.
    null_move_base = 300 in 100..=1000 step 20;
    /// Null move: hundredths of a ply more for each ply of depth.
    null_move_growth = 30 in 0..=100 step 5;
    /// Null move: a ply more for so much that the evaluation lies above the window, at most three.
    null_move_margin = 200 in 10..=10000 step 20;
    /// Null move: the depth from which its cut-offs are verified without it.
    null_move_verified = 12 in 1..=512 step 1;
    /// ProbCut: a noisy move that a shallow search shows so far above the window cuts off; 0: none.
    probcut_margin = 0 in 0..=10000 step 20;
    /// ProbCut: the least depth.
    probcut_depth = 5 in 2..=64 step 1;
    /// Internal iterative reduction: the least depth at which nodes without table move are searched a ply less; 0: none.
    internal_reduction_depth = 0 in 0..=64 step 1;
    /// Singular extensions: the least depth at which the table move is tested; 0: none.
    singular_depth = 0 in 0..=64 step 1;
    /// Singular extensions: hundredths of a unit, a ply, by which all other moves must be worse.
    singular_margin = 200 in 0..=5000 step 20;
    /// Singular extensions: by how much they must be worse for a second ply; 0: none.
    singular_double = 0 in 0..=10000 step 5;
    /// Plies by which a node under threat is searched deeper.
    threat_extension = 0 in 0..=1 step 1;
    /// Late move reductions: hundredths of a ply that each gets.
    reduction_base = 30 in -300..=500 step 10;
    /// Late move reductions: ln(depth) ln(place) is divided by this many hundredths; 0: none.
    reduction_divisor = 0 in 0..=2000 step 20;
    /// Late move reductions: moves of a node that are not reduced.
    reduction_moves = 3 in 1..=64 step 1;
    /// Late move reductions: 1: moves of the root are reduced, too.
    reduction_root = 0 in 0..=1 step 1;
    /// Late move reductions: hundredths of a ply less in nodes of the principal variation.
    reduction_pv = 0 in -500..=500 step 20;
    /// Late move reductions: hundredths of a ply more where a cut-off is expected.
    reduction_cut = 0 in -500..=500 step 20;
    /// Late move reductions: hundredths of a ply more where the evaluation has not risen in two plies.
    reduction_worse = 0 in -500..=500 step 20;
    /// Late move reductions: hundredths of a ply less for the best history, more for the worst.
    reduction_history = 0 in 0..=1000 step 20;
    /// Late move reductions: hundredths of a ply less for moves that threaten.
    reduction_threat = 0 in 0..=500 step 20;
    /// Late move reductions: percent of it that noisy moves get that lose an exchange; 0: none.
    reduction_noisy = 0 in 0..=100 step 10;
    /// 1: moves are left out in nodes of the principal variation, too.
    prune_pv = 0 in 0..=1 step 1;
    /// 1: futility, history and exchange pruning go by the depth that the reduction leaves.
    prune_reduced = 0 in 0..=1 step 1;
    /// Late move pruning: moves searched at a node of depth 0 before quiet ones are left out; 0: all.
    late_moves = 0 in 0..=500 step 2;
    /// Late move pruning: more moves, times the depth squared.
    late_moves_growth = 2 in 0..=100 step 1;
    /// Late move pruning: percent of these where the evaluation has not risen in two plies.
    late_moves_worse = 100 in 10..=100 step 5;
    /// Late move pruning: the greatest depth at which moves are left out.
    late_moves_depth = 4 in 0..=64 step 1;
    /// Futility: late quiet moves that gain this little per ply are left out at low depth; 0: none.
    futility_margin = 0 in 0..=10000 step 10;
    /// Futility: more, whatever the depth.
    futility_base = 0 in 0..=10000 step 10;
    /// Futility: the greatest depth at which moves are left out.
    futility_depth = 3 in 0..=64 step 1;
    /// History pruning: late quiet moves whose history is this bad per ply are left out; 0: none.
    history_pruning = 0 in 0..=16384 step 200;
    /// History pruning: the greatest depth at which moves are left out.
    history_pruning_depth = 4 in 0..=64 step 1;
    /// Exchange pruning: late quiet moves that lose this much per ply are left out; 0: none.
    exchange_quiet = 0 in 0..=10000 step 10;
    /// Exchange pruning: late noisy moves that lose this much per ply are left out; 0: none.
    exchange_noisy = 0 in 0..=10000 step 10;
    /// Exchange pruning: the greatest depth at which moves are left out.
    exchange_depth = 8 in 0..=64 step 1;
    /// Moves that a clock without moves-to-go is divided by.
    clock_moves = 20 in 5..=100 step 2;
    /// Percent of the increment spent on a move.
    clock_increment = 75 in 0..=100 step 5;
    /// How much doubt about the answer changes the time that it gets, in percent of what is usual; 0: every
    /// move gets half of its share, and what the last iteration takes beyond.
    clock_doubt = 100 in 0..=200 step 20;
    /// The hard limit as a multiple of the share.
    clock_stretch = 4 in 1..=10 step 1;
    /// Percent of the remaining time that one move may use at most.
    clock_fraction = 50 in 5..=90 step 5;
}

impl Params {
    /// Whether anything asks every node for its evaluation.
    pub(crate) const fn judges(&self) -> bool {
        self.reverse_futility_margin > 0
            || self.razoring_margin > 0
            || self.null_move_depth > 0
            || self.probcut_margin > 0
            || self.reduction_worse != 0
    }

    /// Whether anything needs the tables of selective search.
    pub(crate) const fn remembers(&self) -> bool {
        self.continuation_weight > 0 || self.noisy_history_weight > 0 || self.correction_weight > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_told_those_like_them() {
        let refused = |name: &str| Params::default().set(name, 1).unwrap_err().to_string();
        assert_eq!(
            refused("null_move"),
            "no tunable is called `null_move`; there are null_move_depth, null_move_base, \
             null_move_growth, null_move_margin, null_move_verified"
        );
        let words = refused("foo");
        assert!(words.contains("reduction, ") && words.len() < 400, "{words}");
    }

    #[test]
    fn every_tunable_is_read_and_set_by_its_name() {
        let mut params = Params::default();
        for param in TABLE {
            assert_eq!(params.get(param.name), Some(param.default));
            assert_eq!(params.set(param.name, param.max.into()), Ok(()));
            assert_eq!(params.get(param.name), Some(param.max));
            assert!(params.set(param.name, i64::from(param.max) + 1).is_err());
        }
        assert_eq!(params.get("foo"), None);
    }
}
