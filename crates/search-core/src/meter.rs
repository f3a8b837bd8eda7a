//! The one place where a running search reads the clock.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::limits::{Budget, Stop};

/// What the threads of one search share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// Nodes of all threads, up to their last poll.
    nodes: AtomicU64,
    /// The main thread is done: helpers leave.
    done: AtomicBool,
}

impl Shared {
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub fn finish(&self) {
        self.done.store(true, Relaxed);
    }
}

/// Tells one thread when to stop.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    stop: &'a Stop,
    shared: &'a Shared,
    budget: Budget,
    limit: u64,
    alone: bool,
    /// The node count at which to ask next.
    pub due: u64,
    published: u64,
}

/// Nodes that a search has even if it is stopped in the same breath: enough to
/// look at every move once, so that the answer is not just any move.
const GRACE: u64 = 128;

/// Nodes between two looks at the clock: about a millisecond.
const INTERVAL: u64 = 1024;

impl<'a> Meter<'a> {
    pub fn new(
        stop: &'a Stop,
        shared: &'a Shared,
        budget: Budget,
        limit: Option<u64>,
        alone: bool,
    ) -> Self {
        Self { stop, shared, budget, limit: limit.unwrap_or(u64::MAX), alone, due: 0, published: 0 }
    }

    pub const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// A probe took as long as so many nodes: the clock is looked at so much sooner.
    #[inline]
    pub const fn hurry(&mut self, nodes: u64) {
        self.due = self.due.saturating_sub(nodes);
    }

    /// Whether the search must end, its thread having visited `nodes` so far.
    #[cold]
    pub fn poll(&mut self, nodes: u64) -> bool {
        let total = if self.alone {
            nodes
        } else {
            let news = nodes - self.published;
            self.published = nodes;
            self.shared.nodes.fetch_add(news, Relaxed) + news
        };
        self.budget.heed(self.stop);
        let stopped = self.stop.is_set();
        let pause = if stopped { GRACE.saturating_sub(nodes) } else { INTERVAL };
        self.due = nodes + pause.min(self.limit.saturating_sub(total));
        total >= self.limit
            || (stopped && nodes >= GRACE)
            || self.shared.done.load(Relaxed)
            || self.budget.is_used_up()
    }
}
