//! Long runs: threads, checkpoints and the progress line on the terminal.

use super::Quit;
use super::checkpoint::Checkpoint;
use super::compare::run::duration;
use super::files::redraw;
use super::outputs;
use boardwright_base::program;
use boardwright_tasks::task::{Event, Setup, Work};
use clap::Args;
use num_bigint::BigUint;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Args)]
pub(super) struct Long {
    /// Search with N threads [default: 1]
    ///
    /// Requires --all, --limit or `count`. Every N finds the same solutions in the same order.
    #[arg(long, value_name = "N", value_parser = super::whole::whole::<u16, 1, 1024>, help_heading = "Method")]
    pub(super) threads: Option<u16>,
    /// Save progress in FILE, and resume from it if it exists
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) checkpoint: Option<PathBuf>,
}

/// With a checkpoint, the time after which the first leaf is split; leaves below it have twice as long, and so on. A kill loses
/// at most this work per thread. As every level has sixteen times as many leaves, it stays far below a second for an hour's work.
const KEPT_EVERY: Duration = Duration::from_millis(20);

/// On a terminal, the time after which a count is split, to show the searched share.
const SHOWN_AFTER: Duration = Duration::from_secs(5);

impl Long {
    /// Returns whether any option is set.
    pub(super) fn is_asked(&self) -> bool {
        self.threads.is_some() || self.checkpoint.is_some()
    }

    /// Rejects a checkpoint that is an input or another output.
    pub(super) fn reserve(&self) -> Result<(), Quit> {
        self.checkpoint.as_deref().map_or(Ok(()), |path| outputs::reserve("--checkpoint", path))
    }

    /// Opens the checkpoint. `question` identifies the question, besides the model and the setup.
    pub(super) fn open(
        &self,
        name: &str,
        text: &str,
        setup: &Setup,
        question: &str,
    ) -> Result<Option<Checkpoint>, Quit> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        let Setup::Solver { solver, .. } = setup else {
            return Err(Quit::wrong("--checkpoint is not supported for a method of the family"));
        };
        let encoding = format!("{:?}", solver.encoding.names());
        let seed = solver.seed.to_string();
        let parts = [text, &setup.describe(), &encoding, &seed, question, program::VERSION];
        Checkpoint::open(path, name, &parts).map(Some)
    }

    /// Returns the options of the work.
    pub(super) fn work(&self, checkpoint: Option<&Checkpoint>, counting: bool, quiet: bool) -> Work {
        let shown = counting && !quiet && std::io::stderr().is_terminal();
        let leaf_time = match checkpoint {
            Some(_) => Some(KEPT_EVERY),
            None => shown.then_some(SHOWN_AFTER),
        };
        Work {
            threads: usize::from(self.threads.unwrap_or(0)),
            leaf_time,
            checkpoint: checkpoint.is_some(),
            finished: checkpoint.map(|checkpoint| checkpoint.finished.clone()).unwrap_or_default(),
            layers: checkpoint.map(|checkpoint| checkpoint.layers.clone()).unwrap_or_default(),
            ..Work::default()
        }
    }
}

/// The progress line on the terminal.
pub(super) struct ProgressLine {
    shown: bool,
    /// What the line begins with.
    before: String,
    start: Instant,
    /// The time at which it was drawn last.
    last: Option<Instant>,
    /// The share and the number at the start, if the run was resumed.
    from: Option<(f64, BigUint)>,
    /// The part of the count that it belongs to.
    part: Option<u32>,
    drawn: bool,
}

impl ProgressLine {
    /// Returns a progress line, which is silent unless stderr is a terminal.
    pub(super) fn new(quiet: bool) -> ProgressLine {
        ProgressLine {
            shown: !quiet && std::io::stderr().is_terminal(),
            before: String::new(),
            start: Instant::now(),
            last: None,
            from: None,
            part: None,
            drawn: false,
        }
    }

    /// Begins the line with these words.
    pub(super) fn beginning(self, before: String) -> ProgressLine {
        ProgressLine { before, ..self }
    }

    /// Shows an event about progress.
    pub(super) fn take(&mut self, event: &Event) {
        if !self.shown || self.last.is_some_and(|last| last.elapsed() < Duration::from_millis(250)) {
            return;
        }
        let line = match event {
            Event::Progress { share, found, part } => self.searched(*share, found, *part),
            Event::Draft { left, of } => format!("{left} of {of} clues are left"),
            Event::Stage(words) => words.clone(),
            _ => return,
        };
        self.last = Some(Instant::now());
        let width = terminal_size::terminal_size_of(std::io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
        let line: String = self.before.chars().chain(line.chars()).take(width.saturating_sub(1)).collect();
        redraw(&line);
        self.drawn = true;
    }

    /// Returns the words for the progress of a search.
    fn searched(&mut self, share: Option<f64>, found: &BigUint, part: Option<u32>) -> String {
        let share = share.unwrap_or(0.0);
        if self.part != part {
            (self.part, self.from, self.start) = (part, None, Instant::now());
        }
        let (share_before, found_before) = self.from.get_or_insert((share, found.clone()));
        let seconds = self.start.elapsed().as_secs_f64();
        let gained = if found > found_before { found - &*found_before } else { BigUint::ZERO };
        let rate = gained.to_string().parse::<f64>().unwrap_or(0.0) / seconds;
        let part = part.map_or(String::new(), |part| format!("part {part}: "));
        let mut line = format!("{part}{found} solutions, {rate:.0} a second");
        if share > 0.0 {
            line.push_str(&format!(", {:.1} % of the search tree", share * 100.0));
            let pace = (share - *share_before) / seconds;
            if pace > 0.0 {
                line.push_str(&format!(", about {} left", duration((1.0 - share) / pace)));
            }
        }
        line
    }

    /// Clears the line.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            redraw("");
        }
    }
}
