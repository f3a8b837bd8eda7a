//! Saved games.

use cli::record::Record;

use crate::input::check_message;

pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let record: Record = match text.parse() {
        Ok(record) => record,
        Err(e) => {
            check_message(&format!("{e}"));
            return;
        }
    };
    let written = record.to_string();
    let again: Record = written.parse().unwrap_or_else(|e| panic!("{e} in\n{written}"));
    assert_eq!(again.game, record.game, "{written}");
    assert_eq!(again.moves, record.moves, "{written}");
    assert_eq!(again.position, record.position, "{written}");
    assert_eq!(again.result, record.result, "{written}");
    assert_eq!(again.to_string(), written);
}
