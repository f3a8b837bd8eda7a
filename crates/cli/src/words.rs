//! Words from outside, made fit to be shown.

/// Longer words are cut: the beginning tells which one is meant.
pub(crate) const LONGEST: usize = 60;

/// A word of the input as messages show it: between backquotes, control
/// characters escaped, a long one cut.
///
/// ```
/// assert_eq!(cli::words::quote("h9"), "`h9`");
/// assert_eq!(cli::words::quote("a\nb\0"), r"`a\nb\0`");
/// assert!(cli::words::quote(&"x".repeat(1_000_000)).len() < 100);
/// ```
#[must_use]
pub fn quote(word: &str) -> String {
    let mut shown: String = word.chars().take(LONGEST).map(show).collect();
    if word.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    format!("`{shown}`")
}

/// The text with control characters escaped and overlong words cut.
#[must_use]
pub fn on_one_line(text: &str) -> String {
    let cut = |word: &str| -> String {
        let mut shown: String = word.chars().take(2 * LONGEST).map(show).collect();
        if word.chars().nth(2 * LONGEST).is_some() {
            shown.push_str("...");
        }
        shown
    };
    text.split(' ').map(cut).collect::<Vec<_>>().join(" ")
}

fn show(c: char) -> String {
    match c {
        '\0' => r"\0".to_owned(),
        _ if c.is_control() => c.escape_default().to_string(),
        _ => c.to_string(),
    }
}

/// Whether text of the terminal is UTF-8, as far as the environment tells.
#[must_use]
pub fn speaks_unicode() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
    match ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set) {
        Some(locale) => {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        // Windows has no such variables, and terminals that know Unicode.
        None => cfg!(windows),
    }
}
