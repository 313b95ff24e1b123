//! News on their way from the thread that solves to the one that watches the limits.
//!
//! To wake a thread for each of ten thousand boards would take longer than to find them: news wait in a box, which is emptied
//! every [`TICK`], at the end, or when it is full. Then the solving thread waits, so that it never runs far ahead.

use super::{Failure, News};
use crate::answer::Report;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often the box is emptied, and limits are looked at.
pub(super) const TICK: Duration = Duration::from_millis(20);
/// So many news fill the box, or so many bytes of boards.
const FULL: usize = 256;
const FULL_BYTES: usize = 8 << 20;

/// What waits, and its size in bytes.
#[derive(Default)]
struct Contents {
    news: Vec<News>,
    bytes: usize,
}

type Waiting = Arc<Mutex<Contents>>;
type Ended = Box<Result<Report, Failure>>;

enum Signal {
    Full,
    Answer(Ended),
}

/// The end where news go in.
#[derive(Clone)]
pub(super) struct Mailbox {
    waiting: Waiting,
    signal: SyncSender<Signal>,
}

/// The end where they come out.
pub(super) struct Mail {
    waiting: Waiting,
    signal: Receiver<Signal>,
}

/// What there is when the box was emptied.
pub(super) enum Post {
    /// There may be more news.
    Open,
    /// There will be no more.
    Answer(Ended),
    /// There will be no more, and no answer.
    Lost,
}

/// A box.
pub(super) fn mailbox() -> (Mailbox, Mail) {
    let waiting = Waiting::default();
    let (sender, receiver) = mpsc::sync_channel(1);
    (Mailbox { waiting: Arc::clone(&waiting), signal: sender }, Mail { waiting, signal: receiver })
}

impl Mailbox {
    /// Puts news in.
    pub(super) fn put(&self, news: News) -> Result<(), Failure> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.bytes += bytes(&news);
        waiting.news.push(news);
        let full = waiting.news.len() >= FULL || waiting.bytes >= FULL_BYTES;
        drop(waiting);
        if full {
            let gone = |_| Failure::Lost("nobody waits for the answer any more".into());
            self.signal.send(Signal::Full).map_err(gone)?;
        }
        Ok(())
    }

    /// Says the answer.
    pub(super) fn answer(&self, answer: Result<Report, Failure>) {
        // Nobody listens any more when a limit was met first.
        let _ = self.signal.send(Signal::Answer(Box::new(answer)));
    }
}

impl Mail {
    /// Waits a little and empties the box.
    pub(super) fn take(&self) -> (Vec<News>, Post) {
        let post = match self.signal.recv_timeout(TICK) {
            Ok(Signal::Answer(answer)) => Post::Answer(answer),
            Ok(Signal::Full) | Err(RecvTimeoutError::Timeout) => Post::Open,
            Err(RecvTimeoutError::Disconnected) => Post::Lost,
        };
        let taken = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        (taken.news, post)
    }
}

/// About how much memory news take beyond themselves.
fn bytes(news: &News) -> usize {
    match news {
        News::Solution(solution) => solution.board().iter().map(String::len).sum(),
        News::Line(line) => line.len(),
        News::Board(rows) => rows.iter().map(String::len).sum(),
        _ => 0,
    }
}
