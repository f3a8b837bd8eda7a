//! Ctrl-C, where work should end in good order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Error;

/// Calls `stop` at Ctrl-C, which tells whether it was called before: the process then
/// leaves at once, with status 130. Once in a process.
///
/// # Errors
/// If the system refuses.
pub fn at_interrupt(stop: impl Fn() -> bool + Send + 'static) -> Result<(), Error> {
    let handler = move || {
        if stop() {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).map_err(|e| Error::failure(format_args!("Ctrl-C: {e}")))
}

/// A flag that the first Ctrl-C sets; the second ends the process. Once in a process.
///
/// # Errors
/// If the system refuses.
pub fn interrupt_flag() -> Result<Arc<AtomicBool>, Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    at_interrupt(move || set.swap(true, Ordering::Relaxed))?;
    Ok(stop)
}
