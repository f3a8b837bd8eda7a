//! `octal`: values of an octal game, and whether they repeat for ever.

use clap::Args;
use cli::progress::Progress;
use cli::{Error, Output};
use grundy::octal::{OctalCode, OctalValues, Periodicity};
use serde_json::{Value, json};

/// Heaps that are looked at without N: so many, and so many where it is fast, with few
/// rare values. Either takes a second or two.
const FEW: usize = 1 << 16;
const MANY: usize = 1 << 20;
const FEW_RARES: usize = 500;
/// Values of the first heaps that are shown.
const FIRST: usize = 60;
/// Exceptions and rare heaps shown to people unless they want all.
const SHOWN: usize = 60;

/// Arguments of `octal`.
#[derive(Args, Clone, Debug)]
pub(crate) struct OctalArgs {
    /// The rules, such as .77: the digit at place k says what may be left when k coins
    /// are taken, 1 for no heap, 2 for one, 4 for two; sums for several.
    #[arg(allow_hyphen_values = true)]
    code: String,
    /// The greatest heap that is looked at, in coins. Unless given: 65536, or 1048576
    /// where that is quick (fewer than 500 heaps of rare value).
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = cli::args::whole::<1, { OctalValues::MAX_HEAP as u64 }>)]
    bound: Option<u64>,
    /// Show all exceptions and rare heaps, however many.
    #[arg(long)]
    all: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl OctalArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        let code: OctalCode = self.code.parse().map_err(Error::usage)?;
        let mut values = OctalValues::new(code);
        let found = match self.bound {
            Some(bound) => advance(&mut values, bound as usize)?,
            None => match advance(&mut values, FEW)? {
                None if values.split().is_some() && values.rares().len() < FEW_RARES => {
                    advance(&mut values, MANY)?
                }
                found => found,
            },
        };
        if self.json {
            out.line(object(&values, found.as_ref()))?;
            return Ok(());
        }
        self.text(&values, found.as_ref(), out)
    }

    fn text(
        &self,
        values: &OctalValues,
        found: Option<&Periodicity>,
        out: &Output,
    ) -> Result<(), Error> {
        let list = |name: &str, items: &[String], count: usize| -> Result<(), Error> {
            for (i, line) in items.chunks(20).enumerate() {
                let name = if i == 0 { name } else { "" };
                out.line(format_args!("{name:<13} {}", line.join(" ")))?;
            }
            if count > items.len() {
                let more = count - items.len();
                out.line(format_args!("{:<13} and {more} more: --all shows them", ""))?;
            }
            Ok(())
        };
        let limit = if self.all { usize::MAX } else { SHOWN };
        let line = |name: &str, text: String| out.line(format_args!("{name:<13} {text}"));

        line("game", values.code().to_string())?;
        for (i, rule) in rules(values.code()).iter().enumerate() {
            line(if i == 0 { "rules" } else { "" }, rule.clone())?;
        }
        let heap = values.heap();
        let first: Vec<_> = values.values().iter().take(FIRST).map(ToString::to_string).collect();
        list(&format!("heaps 0 to {}", first.len() - 1), &first, 0)?;
        line("values known", format!("up to heap {heap}"))?;
        line("distinct", distinct(values).to_string())?;
        let (at, greatest) = values.maximum();
        line("maximum", format!("{greatest}, first at heap {at}"))?;
        match values.split() {
            None => line("rare values", "not used: all options were looked at".to_owned())?,
            Some(split) => {
                let count = values.rares().len();
                line(
                    "rare values",
                    format!(
                        "those with an even number of ones among the bits {:#b}: {count} heaps",
                        split.mask()
                    ),
                )?;
                let shown: Vec<_> =
                    values.rares().take(limit).map(|(heap, _)| heap.to_string()).collect();
                list("", &shown, count)?;
                if let Some((heap, value)) = values.rares().last() {
                    line("", format!("the last is heap {heap}, of value {value}"))?;
                }
            }
        }
        let Some(found) = found else {
            return line("period", format!("none is proved by the values up to heap {heap}"))
                .map_err(Error::from);
        };
        line("period", found.period.to_string())?;
        let pre = match found.last_exception() {
            None => "0: there is no exception".to_owned(),
            Some(last) => format!("{}: the last exception is heap {last}", found.start),
        };
        line("pre-period", pre)?;
        let count = found.exceptions.len();
        if count > 0 {
            let shown: Vec<_> =
                found.exceptions.iter().take(limit).map(ToString::to_string).collect();
            list("exceptions", &shown, count)?;
            line("", format!("{count} in all"))?;
        }
        line(
            "proved by",
            format!("the values up to heap {} (theorem of Guy and Smith)", found.proved_by),
        )?;
        Ok(())
    }
}

/// Finds values up to a heap, or until a period is proved.
fn advance(values: &mut OctalValues, bound: usize) -> Result<Option<Periodicity>, Error> {
    let mut done = values.heap();
    let mut progress = Progress::new((bound - done) as u64, "octal: heaps");
    let found = values.advance_to_proof(bound, &mut |heap| {
        progress.add((heap - done) as u64);
        done = heap;
    });
    progress.finish();
    found.map_err(Error::failure)
}

/// How many values there are.
fn distinct(values: &OctalValues) -> usize {
    values.counts().iter().filter(|&&count| count > 0).count()
}

/// The rules in words, a line for each digit.
fn rules(code: &OctalCode) -> Vec<String> {
    let places = (0..=code.last_place()).filter(|&place| code.digit(place) != 0);
    let rule = |place| {
        let left: Vec<_> = [(0, "no heap"), (1, "one heap"), (2, "two heaps")]
            .into_iter()
            .filter_map(|(heaps, name)| code.may_leave(place, heaps).then_some(name))
            .collect();
        let left = match left[..] {
            [a, b, c] => format!("{a}, {b} or {c}"),
            _ => left.join(" or "),
        };
        match place {
            0 => format!("take nothing, leave {left}"),
            _ => format!("take {place}, leave {left}"),
        }
    };
    places.map(rule).collect()
}

fn object(values: &OctalValues, found: Option<&Periodicity>) -> Value {
    let (at, greatest) = values.maximum();
    json!({
        "code": values.code().to_string(),
        "rules": rules(values.code()),
        "first_values": values.values().iter().take(FIRST).collect::<Vec<_>>(),
        "heap": values.heap(),
        "distinct_values": distinct(values),
        "maximum": {"value": greatest, "heap": at},
        "rare_values": values.split().map(|split| json!({
            "mask": split.mask(),
            "heaps": values.rares().len(),
            "last": values.rares().last().map(|(heap, value)| json!({"heap": heap, "value": value})),
        })),
        "period": found.map(|found| json!({
            "period": found.period,
            "pre_period": found.start,
            "last_exception": found.last_exception(),
            "exceptions": found.exceptions,
            "proved_by": found.proved_by,
        })),
    })
}
