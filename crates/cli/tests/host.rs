//! The rules of the pipe, on a toy protocol without a clock.

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cli::Output;
use cli::host::{self, Action, Protocol, Refusal, Signals, Urgency};
use cli::input::MAX_LINE;

/// `go N` answers at once; `go wait` after a `knock`; `go ready` is open and
/// ready at once; `go infinite` is open and never ready; `go talk` writes
/// until it is stopped; `go spin` is finite by its word, and runs until it is
/// stopped; `go panic` panics. After `more N` it begins N searches by itself.
struct Toy {
    knock: Sender<()>,
    door: Arc<Mutex<Receiver<()>>>,
    more: u32,
    /// What is to be told as it is heard.
    log: Option<Vec<String>>,
}

struct Job {
    what: String,
    door: Arc<Mutex<Receiver<()>>>,
}

impl Toy {
    fn new() -> Self {
        let (knock, door) = mpsc::channel();
        Self { knock, door: Arc::new(Mutex::new(door)), more: 0, log: None }
    }
}

impl Protocol for Toy {
    type Job = Job;
    type Done = String;

    fn heard(&mut self, line: &str) {
        if let Some(log) = &mut self.log {
            log.push(format!("heard {line}"));
        }
    }

    fn urgency(&self, line: &str) -> Urgency {
        match line.split(' ').next() {
            Some("go") => Urgency::Search,
            Some("leave") => Urgency::Leave,
            Some("stop" | "quit" | "isready" | "hit" | "knock") => Urgency::Now,
            _ => Urgency::Turn,
        }
    }

    fn command(&mut self, line: &str, out: &Output) -> io::Result<Action<Job>> {
        Ok(match line.split_once(' ').unwrap_or((line, "")) {
            ("go", what) => {
                let job = Job { what: what.to_owned(), door: self.door.clone() };
                Action::Start { job, open: matches!(what, "ready" | "infinite") }
            }
            ("stop", _) => Action::Stop,
            ("hit", _) => Action::Release,
            ("quit" | "leave", _) => Action::Quit,
            ("knock", _) => {
                self.knock.send(()).expect("the door is held by the toy");
                Action::Continue
            }
            ("log", _) => {
                self.log = Some(Vec::new());
                Action::Continue
            }
            ("more", n) => {
                self.more = n.parse().unwrap();
                Action::Continue
            }
            ("isready", _) => out.line("readyok").map(|()| Action::Continue)?,
            _ => out.line(line).map(|()| Action::Continue)?,
        })
    }

    fn search(job: Job, signals: &Signals) -> String {
        match job.what.as_str() {
            "wait" => job.door.lock().unwrap().recv().unwrap(),
            "infinite" | "spin" => {
                while !signals.stop.is_set() {
                    std::thread::yield_now();
                }
            }
            "talk" => {
                while !signals.stop.is_set() {
                    signals.line("info");
                }
            }
            "panic" => panic!("a fault"),
            _ => {}
        }
        job.what
    }

    fn answer(&mut self, done: String, out: &Output) -> io::Result<Action<Job>> {
        for heard in self.log.take().unwrap_or_default() {
            out.line(heard)?;
        }
        out.line(format_args!("best {done}"))?;
        Ok(match done.strip_prefix("chain ") {
            None => Action::Continue,
            Some(next) => Action::Start {
                job: Job { what: next.to_owned(), door: self.door.clone() },
                open: false,
            },
        })
    }

    fn refuse(&mut self, why: &Refusal, line: &str, out: &Output) -> io::Result<()> {
        out.line(format_args!("refused {why:?} {line}"))
    }

    fn idle(&mut self, out: &Output) -> io::Result<Action<Job>> {
        let Some(more) = self.more.checked_sub(1) else { return Ok(Action::Continue) };
        self.more = more;
        out.line("idle")?;
        let job = Job { what: "spin".to_owned(), door: self.door.clone() };
        Ok(Action::Start { job, open: false })
    }

    fn patience(&self) -> Option<Duration> {
        Some(Duration::from_millis(1))
    }

    fn begin(&mut self, out: &Output) -> io::Result<Action<Job>> {
        out.line("hello").map(|()| Action::Continue)
    }

    fn end(&mut self, out: &Output) -> io::Result<()> {
        out.line("bye")
    }
}

/// A sink that can be read afterwards, and closes after some lines.
#[derive(Clone)]
struct Sink {
    bytes: Arc<Mutex<Vec<u8>>>,
    lines: usize,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.bytes.lock().unwrap();
        // A limit is small where there is one; else counting would take long.
        if self.lines < 100 && all.iter().filter(|&&b| b == b'\n').count() >= self.lines {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn run(input: impl Read + Send + 'static, lines: usize) -> (io::Result<()>, Vec<String>) {
    let sink = Sink { bytes: Arc::default(), lines };
    let result = host::run(Toy::new(), input, Output::new(sink.clone()));
    let bytes = sink.bytes.lock().unwrap();
    (result, String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
}

/// What is said between `hello` and `bye`.
fn talk(input: &str) -> Vec<String> {
    let (result, lines) = run(io::Cursor::new(input.to_owned()), usize::MAX);
    result.unwrap();
    assert_eq!((&*lines[0], &*lines[lines.len() - 1]), ("hello", "bye"), "{lines:?}");
    lines[1..lines.len() - 1].to_vec()
}

#[test]
fn urgent_words_are_heard_while_a_search_runs() {
    // Were `knock` not heard, the search would never end.
    let said = talk("go wait\nset a\nisready\nknock\nset b\n");
    assert_eq!(said, ["readyok", "best wait", "set a", "set b"]);
}

#[test]
fn an_open_search_answers_when_stopped_and_not_before() {
    assert_eq!(talk("go infinite\nisready\nstop\n"), ["readyok", "best infinite"]);
    assert_eq!(talk("go ready\nisready\nstop\n"), ["readyok", "best ready"]);
    assert_eq!(talk("go ready\nisready\nhit\nset a\n"), ["readyok", "best ready", "set a"]);
}

#[test]
fn a_search_during_an_open_one_is_refused_and_other_words_wait() {
    let said = talk("go infinite\nset a\ngo 5\nstop\ngo 6\n");
    assert_eq!(said, ["refused Searching go 5", "best infinite", "set a", "best 6"]);
}

#[test]
fn searches_wait_behind_finite_ones() {
    assert_eq!(talk("go wait\ngo 2\nknock\ngo 3\n"), ["best wait", "best 2", "best 3"]);
}

#[test]
fn a_stop_reaches_the_searches_that_were_asked_for_before_it() {
    // The input stays open: nothing else would end the second search. The
    // line behind it finds the output closed, and so ends the host.
    let (reader, mut writer) = io::pipe().unwrap();
    writer.write_all(b"go wait\ngo infinite\nstop\nset a\nknock\n").unwrap();
    let (result, lines) = run(reader, 3);
    assert_eq!(result.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    assert_eq!(lines, ["hello", "best wait", "best infinite"]);
    drop(writer);
}

#[test]
fn lines_are_told_as_they_come_in() {
    // The log of the toy: `set` is obeyed behind the search, and heard before.
    let said = talk("log\ngo wait\nset a\nknock\n");
    assert_eq!(said, ["heard go wait", "heard set a", "heard knock", "best wait", "set a"]);
}

#[test]
fn at_the_end_of_input_all_that_was_asked_is_answered() {
    assert_eq!(talk("go infinite"), ["best infinite"]);
    assert_eq!(talk("go ready\nset a"), ["best ready", "set a"]);
    assert_eq!(talk("go wait\nset a\ngo infinite\nknock"), ["best wait", "set a", "best infinite"]);
    assert_eq!(talk(""), [""; 0]);
}

#[test]
fn an_answer_can_begin_the_next_search() {
    assert_eq!(talk("go chain chain 1\n"), ["best chain chain 1", "best chain 1", "best 1"]);
}

#[test]
fn stop_without_a_search_is_nothing() {
    assert_eq!(talk("stop\nhit\nset a\n"), ["set a"]);
}

#[test]
fn quit_drops_what_waits() {
    let (result, lines) = run(&b"go infinite\nset a\nquit\nset b\n"[..], usize::MAX);
    result.unwrap();
    assert_eq!(lines, ["hello", "best infinite"]);
    // A patient word waits for those before it, but not for the search.
    let (result, lines) = run(&b"go wait\nset a\nleave\nknock\nset b\n"[..], usize::MAX);
    result.unwrap();
    assert_eq!(lines, ["hello", "best wait", "set a"]);
    let (result, lines) = run(&b"go infinite\nleave\nset b\n"[..], usize::MAX);
    result.unwrap();
    assert_eq!(lines, ["hello", "best infinite"]);
    // Searches that would not end do not keep it waiting.
    let (result, lines) = run(&b"go spin\ngo spin\nset a\nleave\nleave\nset b\n"[..], usize::MAX);
    result.unwrap();
    assert_eq!(lines, ["hello", "best spin", "best spin", "set a"]);
    // Also while the input stays open.
    let (reader, mut writer) = io::pipe().unwrap();
    writer.write_all(b"set a\nquit\n").unwrap();
    let (result, lines) = run(reader, usize::MAX);
    result.unwrap();
    assert_eq!(lines, ["hello", "set a"]);
    drop(writer);
}

#[test]
fn after_the_end_of_input_patience_is_limited() {
    assert_eq!(talk("go spin"), ["best spin"]);
    assert_eq!(talk("go spin\ngo spin\nset a"), ["best spin", "best spin", "set a"]);
}

#[test]
fn lines_that_wait_come_before_what_is_done_unasked() {
    let said = talk("more 2\nset a\nstop\nset b\nset c\n");
    let idle: Vec<_> = (0..said.len()).filter(|&i| said[i] == "idle").collect();
    assert_eq!(idle.len(), 2, "{said:?}");
    // The first begins before `set a` is heard, which then waits for its end alone.
    assert_eq!(said[..3], ["idle", "best spin", "set a"], "{said:?}");
}

#[test]
fn a_closed_output_ends_everything() {
    // The input stays open and nobody says stop.
    for script in ["go talk\n", "set a\nset b\nset c\n", "go infinite\nisready\nisready\nisready\n"]
    {
        let (reader, mut writer) = io::pipe().unwrap();
        writer.write_all(script.as_bytes()).unwrap();
        let (result, lines) = run(reader, 3);
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        assert_eq!(lines.len(), 3, "{lines:?}");
        drop(writer);
    }
    assert!(run(io::empty(), 0).0.is_err());
}

#[test]
fn a_panic_of_the_search_is_told_and_survived() {
    assert_eq!(talk("go panic\nset a\ngo 1\n"), ["refused Failed a fault", "set a", "best 1"]);
}

#[test]
fn long_lines_are_refused_and_odd_bytes_are_no_end() {
    let said = talk(&format!("{}\nset a\r\n", "x".repeat(MAX_LINE + 1)));
    assert_eq!(said, ["refused TooLong ", "set a"]);
    let (result, lines) = run(&b"\0\xFF\nset a"[..], usize::MAX);
    result.unwrap();
    assert_eq!(lines, ["hello", "\0\u{FFFD}", "set a", "bye"]);
}

#[test]
fn lines_that_wait_are_bounded() {
    let said = talk(&format!("go wait\n{}knock\n", "x\n".repeat(100_001)));
    assert_eq!(said.iter().filter(|l| *l == "refused Full x").count(), 1);
    assert_eq!(said.iter().filter(|l| *l == "x").count(), 100_000);
}
