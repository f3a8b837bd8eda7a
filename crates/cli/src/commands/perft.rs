//! `perft`: counts move sequences; the standard test of move generators.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use search_core::{Position, legal_moves, perft};

use crate::args::PerftArgs;
use crate::error::Error;
use crate::game::{Game, PositionArgs};
use crate::output::Output;
use crate::progress::Progress;
use crate::report::{per_second, seconds};

pub(super) fn run<G: Game, A: PositionArgs>(
    args: &PerftArgs<A>,
    pos: &G::Position,
    out: &Output,
) -> Result<(), Error> {
    if args.depth == 0 {
        // One way to play nothing; no first move to divide it by.
        out.line(1)?;
        return Ok(());
    }
    let moves = legal_moves(pos);
    let start = Instant::now();
    let mut progress = Progress::new(moves.len() as u64, "perft");
    let mut total = 0u64;
    // Counts in the order of the moves, whoever finishes first.
    let mut counts = vec![None; moves.len()];
    let mut shown = 0;
    each_count(pos, &moves, args.depth, args.threads, |i, n| {
        counts[i] = Some(n);
        total = total.saturating_add(n);
        progress.add(1);
        while let Some(Some(n)) = counts.get(shown).copied() {
            if args.divide {
                let text = G::move_text(pos, moves[shown]);
                progress.hidden(|| out.line(format_args!("{text}: {n}")))?;
            }
            shown += 1;
        }
        Ok(())
    })?;
    progress.finish();
    let time = start.elapsed();
    if args.divide {
        out.line("")?;
    }
    out.line(format_args!(
        "depth {} in {}, {} per second",
        args.depth,
        seconds(time),
        per_second(total, time)
    ))?;
    out.line(total)?;
    Ok(())
}

/// Calls `each` with the index of every move and the count behind it, until it fails.
fn each_count<P>(
    pos: &P,
    moves: &[P::Move],
    depth: u32,
    threads: usize,
    mut each: impl FnMut(usize, u64) -> Result<(), Error>,
) -> Result<(), Error>
where
    P: Position + Send + Sync,
    P::Move: Send + Sync,
{
    let behind = |i: usize| perft::perft(&pos.after(moves[i]), depth - 1);
    if threads == 1 {
        return (0..moves.len()).try_for_each(|i| each(i, behind(i)));
    }
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, counts) = mpsc::channel();
        for i in 0..threads.min(moves.len()) {
            let (sender, next, behind) = (sender.clone(), &next, &behind);
            let count = move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    // Nobody listens after a failure.
                    if i >= moves.len() || sender.send((i, behind(i))).is_err() {
                        return;
                    }
                }
            };
            // Where the system gives no more threads, fewer count.
            if thread::Builder::new().spawn_scoped(scope, count).is_err() {
                if i == 0 {
                    return (0..moves.len()).try_for_each(|i| each(i, behind(i)));
                }
                break;
            }
        }
        drop(sender);
        counts.into_iter().try_for_each(|(i, n)| each(i, n))
    })
}
