//! What each command does.

use std::sync::Once;

use cli::args::MAX_THREADS;
use cli::searcher;
use cli::words::quote;
use gomoku::library::{Known, Library};
use gomoku::{Evaluation, Gomoku, PlayError, Point, Rule, Side, Size};
use search_core::{Heuristics, Limits, Options, Position, Stop};

use super::super::forbidden;
use super::super::table::Table;
use super::job::Task;
use super::sent::{Sent, What};
use super::stones::{Stones, check_open};
use super::swap::{self, Choice};
use super::voice;
use super::words::{self, numbers};
use super::{Session, Word};

/// The exponent of the largest table that a GUI offers, of KiB.
const MAX_HASH_EXPONENT: u32 = 30;

/// What a command comes to.
pub(super) enum Reply {
    /// A line.
    Line(String),
    /// Nothing is said.
    Silence,
    /// A move, or a choice, is to be found.
    Search(Box<Gomoku>, Task),
}

/// An error is one line for the manager, and nothing has changed then.
pub(super) type Outcome = Result<Reply, String>;

fn ok() -> Outcome {
    Ok(Reply::Line("OK".to_owned()))
}

/// The size behind START.
fn size_of(text: &str) -> Result<Size, String> {
    let [n] = numbers::<1>(text, "a size from 5 to 22")?;
    let size = usize::try_from(n).ok().and_then(Size::new);
    size.ok_or_else(|| format!("{}: boards of 5 to 22 are played", quote(text.trim())))
}

/// The size behind RECTSTART.
fn square(text: &str) -> Result<Size, String> {
    let [width, height] = numbers::<2>(text, "W,H")?;
    if width != height {
        return Err(format!("{width},{height}: only boards as wide as high are played"));
    }
    size_of(&width.to_string())
}

impl Session {
    /// Obeys a command that can fail, or that is answered.
    pub(super) fn obey(&mut self, word: Word, rest: &str) -> Outcome {
        match word {
            Word::Start => self.start(size_of(rest)?),
            Word::RectStart => self.start(square(rest)?),
            Word::Restart => self.start(self.stones()?.size),
            Word::Begin => self.begin(),
            Word::Turn => self.turn(rest),
            Word::TakeBack => self.take_back(rest),
            Word::About => Ok(Reply::Line(about())),
            Word::Done => Err("no BOARD before it".to_owned()),
            Word::Play => self.play_for_us(rest),
            Word::ShowForbidden => self.show_forbidden(),
            Word::NBest => self.n_best(rest),
            Word::ShowInfo => {
                self.info.remark(format!("INFO MAX_THREAD_NUM {MAX_THREADS}"));
                self.info.remark(format!("INFO MAX_HASH_SIZE {MAX_HASH_EXPONENT}"));
                Ok(Reply::Silence)
            }
            Word::HashClear => {
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
                Ok(Reply::Silence)
            }
            // Obeyed before they come here.
            Word::Board(_) | Word::Info | Word::Stop | Word::End => Ok(Reply::Silence),
        }
    }

    fn stones(&self) -> Result<&Stones, String> {
        self.stones.as_ref().ok_or_else(|| "no board: expected START before it".to_owned())
    }

    fn point(&self, text: &str) -> Result<Point, String> {
        words::point(numbers::<2>(text, "X,Y")?, self.stones()?.size)
    }

    /// The game on the board, if a move can be made in it.
    fn game(&self) -> Result<Gomoku, String> {
        let game = self.stones()?.game(self.info.rule()?)?;
        check_open(&game)?;
        Ok(game)
    }

    fn start(&mut self, size: Size) -> Outcome {
        self.stones = Some(Stones::none(size));
        self.opening = false;
        self.times.begin_game();
        self.seed = cli::any_seed();
        // Made here, where no clock runs. If it cannot be had now, the search will say so.
        warm_up();
        self.engine = self.take_engine().ok();
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
        ok()
    }

    /// A move of ours is wanted: one that the library has, or one that is to be found.
    fn choose(&mut self, game: Gomoku) -> Reply {
        if let Some(library) = self.library(&game)
            && let Some(Known { best: Some(point), value }) = library.look_up(game.board())
        {
            self.info.remark(format!("library ev {} pv {point}", voice::score(value.kind())));
            return Reply::Line(self.play(point, game.side_to_move()));
        }
        self.think(game, 1)
    }

    /// The library that may be asked.
    fn library(&self, game: &Gomoku) -> Option<&'static Library> {
        let uses = self.info.uses_library();
        uses.then(|| Library::embedded(game.rule(), game.size())).flatten()
    }

    /// A search for a move of ours.
    fn think(&mut self, game: Gomoku, multipv: usize) -> Reply {
        // Nobody is better than the middle, and no search is needed for it.
        if game.board().stones() == 0 {
            let middle = game.size().center();
            return Reply::Line(self.play(middle, game.side_to_move()));
        }
        let allowed = self.times.allow(&self.info);
        self.patience = allowed.patience;
        let mut limits = allowed.limits;
        limits.multipv = multipv;
        Reply::Search(Box::new(game), Task::Move { limits })
    }

    /// Puts our stone on the board; the answer.
    pub(super) fn play(&mut self, point: Point, side: Side) -> String {
        self.opening = false;
        let Some(stones) = &mut self.stones else { return String::new() };
        // Only vacant points are chosen.
        let _ = stones.put(point, side);
        words::answer(point, stones.size)
    }

    fn begin(&mut self) -> Outcome {
        let game = self.game()?;
        if game.board().stones() > 0 && !self.opening {
            return Err("there are stones on the board: expected TURN or BOARD".to_owned());
        }
        Ok(self.choose(game))
    }

    /// The opponent's move.
    fn turn(&mut self, text: &str) -> Outcome {
        let point = self.point(text)?;
        let game = self.game()?;
        let side = game.side_to_move();
        let mut stones = self.stones()?.clone();
        stones.put(point, side)?;
        let next = stones.game(game.rule())?;
        check_open(&next)?;
        if side == Side::Black
            && let Some(why) = game.forbidden(point)
        {
            // The manager's to judge. One that does not waits for a move.
            self.info.remark(format!("{} is forbidden for black: {why}", text.trim()));
        }
        self.stones = Some(stones);
        self.opening = false;
        Ok(self.choose(next))
    }

    /// Our move, chosen by somebody else. It is meant for moves that the engine
    /// has suggested; this one never does, and plays what it is told to.
    fn play_for_us(&mut self, text: &str) -> Outcome {
        let point = self.point(text)?;
        let game = self.game()?;
        let at = |e: PlayError| match e {
            PlayError::Forbidden(_, why) => {
                format!("{} is forbidden for black: {why}", text.trim())
            }
            _ => format!("{} is occupied", words::answer(point, game.size())),
        };
        game.board().check(point).map_err(at)?;
        Ok(Reply::Line(self.play(point, game.side_to_move())))
    }

    fn take_back(&mut self, text: &str) -> Outcome {
        let point = self.point(text)?;
        let mut stones = self.stones()?.clone();
        stones.take(point)?;
        self.stones = Some(stones);
        ok()
    }

    /// A position has come to its DONE.
    pub(super) fn done(&mut self, sent: Sent) -> Outcome {
        let what = sent.what;
        let stones = sent.stones(self.stones()?.size)?;
        if what == What::YxBoard {
            self.stones = Some(stones);
            self.opening = false;
            return Ok(Reply::Silence);
        }
        let game = stones.game(self.info.rule()?)?;
        check_open(&game)?;
        let number = stones.len();
        self.stones = Some(stones);
        self.opening = what == What::Swap2Board;
        if !self.opening {
            return Ok(self.choose(game));
        }
        if number == 0 {
            // Not always the same; nor is that of another process.
            let opening = self.openings.wrapping_add(std::process::id() as usize);
            self.openings = self.openings.wrapping_add(1);
            let library = self.library(&game);
            let choice = Choice::Points(swap::opening(library, game.size(), opening));
            return Ok(Reply::Line(self.put(&choice)));
        }
        if let Some(choice) = swap::known(self.library(&game), &game) {
            self.info.remark("the choice is the library's".to_owned());
            return Ok(Reply::Line(self.put(&choice)));
        }
        let time = self.times.allow(&self.info).whole();
        self.patience = None;
        Ok(Reply::Search(Box::new(game), Task::Swap { time }))
    }

    /// Puts the stones of a choice on the board; the answer.
    pub(super) fn put(&mut self, choice: &Choice) -> String {
        let Some(stones) = &mut self.stones else { return String::new() };
        if let Choice::Points(points) = choice {
            // Only vacant points are chosen.
            let _ = points.iter().try_for_each(|&point| stones.put_in_turn(point));
        }
        choice.text(stones.size)
    }

    /// The dialect: so many best lines, and the move.
    fn n_best(&mut self, text: &str) -> Outcome {
        let [n] = numbers::<1>(text, "a number of lines")?;
        let n = usize::try_from(n).ok().filter(|&n| n > 0);
        let n = n.ok_or_else(|| format!("{}: expected a number of lines", quote(text.trim())))?;
        let game = self.game()?;
        // All there are, at most.
        Ok(self.think(game, n.min(Size::MAX.points())))
    }

    /// The dialect: columns and rows of the forbidden points, two digits each.
    fn show_forbidden(&self) -> Outcome {
        let size = self.stones()?.size;
        let game = self.stones()?.game(self.info.rule()?)?;
        let points = forbidden::of(&game).into_iter().map(|(point, _)| {
            let (x, y) = words::place(point, size);
            format!("{x:02}{y:02}")
        });
        Ok(Reply::Line(format!("FORBID {}.", points.collect::<String>())))
    }
}

/// Has everything made that is made once, at its first use: tables of patterns
/// and the like. A first move of a few milliseconds would have no time for it.
fn warm_up() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let options = Options { hash_mb: 0, ..Gomoku::options() };
        let Ok(mut engine) = searcher::engine::<Table>(Evaluation::default(), options) else {
            return;
        };
        for rule in Rule::ALL {
            let mut game = Gomoku::new(rule, Size::FIFTEEN);
            game.make(game.size().center());
            let limits = Limits::nodes(300);
            searcher::search::<Table>(&mut engine, &game, &limits, &Stop::new(), &mut |_| ());
        }
    });
}

fn about() -> String {
    format!(
        "name=\"Boyi\", version=\"{}\", author=\"the Boyi developers\", country=\"-\", www=\"-\"",
        env!("CARGO_PKG_VERSION")
    )
}
