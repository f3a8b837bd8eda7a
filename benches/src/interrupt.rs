//! Ctrl-C in programs that have something to finish.

use cli::Error;
use search_core::Stop;

/// A flag that the first Ctrl-C sets; the second ends the program.
///
/// # Errors
/// [`Error`] if the system does not let us hear of it.
pub fn stopped_by_the_keyboard() -> Result<Stop, Error> {
    let stop = Stop::new();
    let set = stop.clone();
    cli::at_interrupt(move || {
        let was_set = set.is_set();
        set.stop();
        was_set
    })?;
    Ok(stop)
}
