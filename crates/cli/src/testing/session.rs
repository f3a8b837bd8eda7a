//! Sessions: scripts of what a program is sent and what it must answer, as test data.
//!
//! A file holds any number of sessions, each with a process of its own. By the first
//! characters of a line:
//!
//! ```text
//! == NAME what it shows    a session begins
//! ; text                   for the reader
//! $ WORD WORD ...          arguments of the program
//! > TEXT                   is sent, with a line end
//! >> TEXT                  is sent without one
//! #sleep MS                listens for so long
//! #wait PATTERN            the same as <
//! #eof                     the input ends
//! #close_stdout            nobody reads the output from now on
//! < PATTERN                some line to come is so
//! = PATTERN                the next line is so, chatter apart
//! ! PATTERN                no line is so until the next that is expected, or the end
//! #count N PATTERN         so many lines of the session are so
//! #exit CODE               how it ends: with 0 unless told
//! ? PATTERN                a line of standard error; it is empty unless told
//! ```
//!
//! In what is sent `\n`, `\r`, `\t`, `\0`, `\\` and `\xHH` stand for bytes, and `\{N|TEXT}`
//! for a text N times. In a pattern `*` stands for any text, and ` || ` parts patterns of which
//! one must fit. At the end of the script the input ends, and the program must leave; it never
//! says `panicked`. Nothing rests on the speed of the machine: what is expected has
//! [`FOR_EVER`] to come.

use std::iter::Peekable;
use std::str::Chars;
use std::time::{Duration, Instant};

use super::{FOR_EVER, Piped};

/// A session, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// The first word of its title.
    pub name: String,
    args: Vec<String>,
    steps: Vec<(usize, Step)>,
    counts: Vec<(usize, Pattern)>,
    complaints: Vec<Pattern>,
    exit: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Send(Vec<u8>),
    Sleep(Duration),
    End,
    Deafen,
    Expect(Pattern),
    Next(Pattern),
    Never(Pattern),
}

/// What a line must be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pattern(String);

impl Pattern {
    fn fits(&self, line: &str) -> bool {
        self.0.split(" || ").any(|one| fits(one, line))
    }
}

/// Whether a pattern with any number of `*` is a line.
fn fits(pattern: &str, line: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == line };
    let Some(mut line) = line.strip_prefix(head) else { return false };
    let mut parts: Vec<_> = rest.split('*').collect();
    let tail = parts.pop().unwrap_or_default();
    for part in parts {
        match line.split_once(part) {
            Some((_, behind)) => line = behind,
            None => return false,
        }
    }
    line.ends_with(tail)
}

/// Reads a file of sessions.
///
/// # Errors
/// The line that is wrong.
pub fn parse(text: &str) -> Result<Vec<Session>, String> {
    let mut sessions: Vec<Session> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let number = i + 1;
        if let Some(title) = line.strip_prefix("== ") {
            let name = title.split_whitespace().next().unwrap_or_default().to_owned();
            if name.is_empty() || sessions.iter().any(|session| session.name == name) {
                return Err(format!("line {number}: a session needs a name of its own"));
            }
            sessions.push(Session { name, ..Session::default() });
        } else if !(line.is_empty() || line.starts_with(';')) {
            let session = sessions.last_mut();
            let session = session.ok_or_else(|| format!("line {number}: expected `== NAME`"))?;
            session.line(line, number).map_err(|e| format!("line {number}: {e}"))?;
        }
    }
    Ok(sessions)
}

impl Session {
    fn line(&mut self, line: &str, number: usize) -> Result<(), String> {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        let pattern = || match rest {
            "" => Err("expected a pattern".to_owned()),
            _ => Ok(Pattern(rest.to_owned())),
        };
        let whole = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
        let step = match mark {
            "$" => {
                self.args = rest.split_whitespace().map(str::to_owned).collect();
                return Ok(());
            }
            ">" => Step::Send([bytes(rest)?, vec![b'\n']].concat()),
            ">>" => Step::Send(bytes(rest)?),
            "#sleep" => Step::Sleep(Duration::from_millis(whole(rest)?)),
            "#eof" => Step::End,
            "#close_stdout" => Step::Deafen,
            "<" | "#wait" => Step::Expect(pattern()?),
            "=" => Step::Next(pattern()?),
            "!" => Step::Never(pattern()?),
            "#count" => {
                let (n, rest) = rest.split_once(' ').ok_or("expected a number and a pattern")?;
                self.counts.push((whole(n)? as usize, Pattern(rest.to_owned())));
                return Ok(());
            }
            "#exit" => {
                self.exit = rest.parse().map_err(|_| format!("`{rest}` is no exit code"))?;
                return Ok(());
            }
            "?" => {
                self.complaints.push(pattern()?);
                return Ok(());
            }
            _ => return Err(format!("`{mark}` begins no line of a session")),
        };
        self.steps.push((number, step));
        Ok(())
    }

    /// Runs it. Chatter is what the program may say at any time.
    ///
    /// # Errors
    /// The first line of the script that does not hold, and what the program said.
    pub fn run(&self, program: &str, is_chatter: fn(&str) -> bool) -> Result<(), String> {
        let unheard = matches!(self.steps.first(), Some((_, Step::Deafen)));
        let start = if unheard { Piped::unheard } else { Piped::start };
        let mut run = Run { piped: start(program, &self.args)?, is_chatter, never: Vec::new() };
        for (number, step) in &self.steps {
            let done = run.step(step);
            done.map_err(|e| format!("line {number}: {e}, after {}", run.piped.last_words()))?;
        }
        let Run { piped, never, .. } = run;
        let heard = piped.said.len();
        let ended = piped.finish()?;
        let wrong = |what: String| Err(format!("{what}: {ended:#?}"));
        let rest = ended.said[heard..].iter().filter(|line| !is_chatter(line));
        if let Some(line) = rest.clone().find(|line| never.iter().any(|p| p.fits(line))) {
            return wrong(format!("it ends with `{line}`"));
        }
        for (n, pattern) in &self.counts {
            let found = ended.said.iter().filter(|line| pattern.fits(line)).count();
            if found != *n {
                return wrong(format!("`{}` {found} times and not {n}", pattern.0));
            }
        }
        let mut complaints = ended.complaints.lines();
        let as_told = self.complaints.iter().all(|p| complaints.any(|line| p.fits(line)))
            && (!self.complaints.is_empty() || ended.complaints.is_empty());
        if ended.code != Some(self.exit) || !as_told || ended.complaints.contains("panicked") {
            return wrong(format!("expected exit code {}", self.exit));
        }
        Ok(())
    }
}

/// A session that runs.
struct Run<'a> {
    piped: Piped,
    is_chatter: fn(&str) -> bool,
    /// What no line may be until the next that is expected.
    never: Vec<&'a Pattern>,
}

impl<'a> Run<'a> {
    fn step(&mut self, step: &'a Step) -> Result<(), String> {
        match step {
            Step::Send(bytes) => self.piped.bytes(bytes),
            Step::End => self.piped.eof(),
            Step::Deafen => self.piped.close_output(),
            Step::Never(pattern) => self.never.push(pattern),
            Step::Sleep(time) => {
                for line in self.piped.listen(*time) {
                    self.check(&line)?;
                }
            }
            Step::Expect(pattern) => {
                self.read(&pattern.0, |line, _| pattern.fits(line))?;
            }
            Step::Next(pattern) => {
                let line = self.read(&pattern.0, |_, is_chatter| !is_chatter)?;
                if !pattern.fits(&line) {
                    return Err(format!("`{line}` and not `{}`", pattern.0));
                }
            }
        }
        Ok(())
    }

    /// Whether a line that nothing expects may be.
    fn check(&self, line: &str) -> Result<(), String> {
        match self.never.iter().find(|pattern| pattern.fits(line)) {
            Some(pattern) if !(self.is_chatter)(line) => {
                Err(format!("`{line}` is not to come (`! {}`)", pattern.0))
            }
            _ => Ok(()),
        }
    }

    fn read(&mut self, what: &str, wanted: impl Fn(&str, bool) -> bool) -> Result<String, String> {
        let end = Instant::now() + FOR_EVER;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.piped.next_line(left).map_err(|e| format!("`{what}`: {e}"))?;
            let line = line.ok_or_else(|| format!("`{what}` does not come"))?.text;
            if wanted(&line, (self.is_chatter)(&line)) {
                self.never.clear();
                return Ok(line);
            }
            self.check(&line)?;
        }
    }
}

/// Runs all sessions of a file; their names.
///
/// # Errors
/// What does not hold, of each session that fails.
pub fn run(text: &str, program: &str, is_chatter: fn(&str) -> bool) -> Result<Vec<String>, String> {
    let sessions = parse(text)?;
    let failed: Vec<_> = sessions
        .iter()
        .filter_map(|session| {
            let error = session.run(program, is_chatter).err()?;
            Some(format!("session {}: {error}", session.name))
        })
        .collect();
    match &*failed {
        [] => Ok(sessions.into_iter().map(|session| session.name).collect()),
        _ => Err(failed.join("\n")),
    }
}

/// What is to be sent, with its escapes read.
fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => escape(&mut chars, &mut bytes)?,
            _ => bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Ok(bytes)
}

fn escape(chars: &mut Peekable<Chars<'_>>, bytes: &mut Vec<u8>) -> Result<(), String> {
    match chars.next() {
        Some('n') => bytes.push(b'\n'),
        Some('r') => bytes.push(b'\r'),
        Some('t') => bytes.push(b'\t'),
        Some('0') => bytes.push(0),
        Some('\\') => bytes.push(b'\\'),
        Some('x') => {
            let digits: String = chars.by_ref().take(2).collect();
            let byte = u8::from_str_radix(&digits, 16);
            bytes.push(byte.map_err(|_| format!("`\\x{digits}` is no byte"))?);
        }
        Some('{') => {
            let inner: String = chars.by_ref().take_while(|&c| c != '}').collect();
            let (n, text) = inner.split_once('|').ok_or("expected `\\{N|TEXT}`")?;
            let n: usize = n.parse().map_err(|_| format!("`{n}` is no number"))?;
            bytes.extend(self::bytes(text)?.repeat(n));
        }
        other => return Err(format!("`\\{}` is no escape", other.map_or('?', |c| c))),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, line) in [
            ("readyok", "readyok"),
            ("*", ""),
            ("bestmove *", "bestmove h2e2 ponder h9g7"),
            ("*foo*bar", "a foo b bar bar"),
            ("OK || ERROR *", "ERROR no"),
        ] {
            assert!(Pattern(pattern.to_owned()).fits(line), "{pattern} {line}");
        }
        for (pattern, line) in
            [("readyok", "readyok "), ("a*a", "a"), ("*foo*bar", "bar foo"), ("A || B", "C")]
        {
            assert!(!Pattern(pattern.to_owned()).fits(line), "{pattern} {line}");
        }
    }

    #[test]
    fn escapes() {
        assert_eq!(bytes(r"a\t\xff\0\\é\r").unwrap(), b"a\t\xff\0\\\xC3\xA9\r");
        assert_eq!(bytes(r"x\{3| ab}y").unwrap(), b"x ab ab aby");
        for bad in [r"\", r"\q", r"\xg0", r"\x", r"\{3}", r"\{x|y}"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn scripts_are_checked() {
        let all = parse("; a note\n\n== a one\n> x\n#sleep 5\n< y\n== b\n$ -c q\n").unwrap();
        assert_eq!(all.len(), 2);
        assert_eq!(
            (all[0].steps.len(), &*all[1].args),
            (3, &["-c".to_owned(), "q".to_owned()][..])
        );
        for bad in
            ["> x", "== a\n? ", "== a\nfoo", "== a\n== a", "== a\n#sleep x", "== a\n#count 1"]
        {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_does_not_hold_is_found() {
        let says = |script: &str| run(&format!("== s\n$ -u\n{script}"), "cat", |l| l == "info");
        assert_eq!(says("> a\n= a\n> info\n> b\n= b\n#count 1 info").unwrap(), ["s"]);
        says(">> a\n#eof\n= a").unwrap();
        for (script, why) in [
            ("> a\n= b", "line 4: `a` and not `b`"),
            ("> a\n#eof\n< b", "`b`: the output has ended"),
            ("! a\n> a\n> b\n< b", "`a` is not to come"),
            ("! a\n> a", "it ends with `a`"),
            ("> a\n#count 2 a", "1 times and not 2"),
            ("#exit 1", "expected exit code 1"),
            ("? x", "expected exit code 0"),
        ] {
            let error = says(script).unwrap_err();
            assert!(error.contains(why), "{script}: {error}");
        }
        let error = run("== s\n$ /nonexistent/x", "cat", |_| false).unwrap_err();
        assert!(error.contains("expected exit code 0"), "{error}");
        run("== s\n$ /nonexistent/x\n#exit 1\n? cat: *", "cat", |_| false).unwrap();
    }
}
