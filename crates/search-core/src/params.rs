//! Every tunable of the engine search, named once.

macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $min:literal ..= $max:literal step $step:literal;)*) => {
        /// The tunables of the engine search, by name. See [`TABLE`].
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
                write!(f, "no tunable is called `{name}`; there are ")?;
                for (i, p) in TABLE.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { ", " }, p.name)?;
                }
                Ok(())
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
    /// History bonus of a cutting quiet move, times depth squared.
    history_bonus = 16 in 1..=256 step 4;
    /// The greatest history bonus.
    history_bonus_max = 1600 in 100..=8000 step 200;
    /// Nodes that an evaluation may spend on one proof.
    probe_budget = 0 in 0..=1000000 step 100;
    /// Plies that quiescence may go below the horizon.
    quiescence_plies = 32 in 0..=512 step 4;
    /// Late move reductions: hundredths of a ply that each gets.
    reduction_base = 30 in -300..=500 step 10;
    /// Late move reductions: ln(depth) ln(place) is divided by this many hundredths; 0: none.
    reduction_divisor = 0 in 0..=2000 step 20;
    /// Late move reductions: moves of a node that are not reduced.
    reduction_moves = 3 in 1..=64 step 1;
    /// Late move pruning: moves searched at a node of depth 0 before quiet ones are left out; 0: all.
    late_moves = 0 in 0..=500 step 2;
    /// Late move pruning: more moves, times the depth squared.
    late_moves_growth = 2 in 0..=100 step 1;
    /// Late move pruning: the greatest depth at which moves are left out.
    late_moves_depth = 4 in 0..=64 step 1;
    /// Futility: late quiet moves that gain this little per ply are left out at low depth; 0: none.
    futility_margin = 0 in 0..=10000 step 10;
    /// Futility: the greatest depth at which moves are left out.
    futility_depth = 3 in 0..=64 step 1;
    /// Plies by which a node under threat is searched deeper.
    threat_extension = 0 in 0..=1 step 1;
    /// Moves that a clock without moves-to-go is divided by.
    clock_moves = 28 in 5..=100 step 2;
    /// Percent of the increment spent on a move.
    clock_increment = 75 in 0..=100 step 5;
    /// The hard limit as a multiple of the share.
    clock_stretch = 4 in 1..=10 step 1;
    /// Percent of the remaining time that one move may use at most.
    clock_fraction = 50 in 5..=90 step 5;
}
