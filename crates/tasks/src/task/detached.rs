//! Work on a separate thread, so that a limit holds even if a backend does not react to it.
//!
//! The calling thread watches the budget and returns at most `GRACE` after a limit, with the results so far. It abandons the
//! working thread if that does not react.
//!
//! Waking a thread for each of ten thousand events would take longer than finding them. Events therefore wait in a mailbox,
//! which is emptied every `TICK`, at the end, or when it is full. A full mailbox blocks the working thread, so that it never
//! runs far ahead.

use super::certificate;
use super::decide::answer;
use super::event::{Event, Observer};
use super::explain::{self, ExplainRequest, Explanation, Halt, SharedExplanation};
use super::facts::{Facts, SharedFacts};
use super::failure::{Failure, Lost};
use super::generate::{self, GRACE_AFTER_LIMIT, GenerateError, Generated, PuzzleMaker, Setting, SharedDraft, Template};
use super::proof::{Order, ProofOutcome};
use super::request::Request;
use crate::answer::Report;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::clock::Moment;
use boardwright_base::source::Source;
use boardwright_puzzle::Registry;
use boardwright_puzzle::capability::generation::GenerationRequest;
use boardwright_puzzle::{Loaded, Puzzle};
use std::io::{Read, Seek, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time that work has to react to a limit before it is abandoned.
pub(super) const GRACE: Duration = Duration::from_millis(250);
/// The interval at which the mailbox is emptied and the budget polled.
const TICK: Duration = Duration::from_millis(20);
/// The mailbox is full with this number of messages, or this number of bytes in them.
const MAX_MESSAGES: usize = 256;
const MAX_BYTES: usize = 8 << 20;

/// Works on a request as [`super::run`] does, on another thread. Returns at most about a quarter of a second after a limit,
/// with the results so far.
///
/// # Errors
/// As [`super::run`]; also if no thread can be started, or it is lost.
pub fn run(request: &Request, budget: &Budget, observe: &mut Observer<'_>) -> Result<Report, Failure> {
    run_prepared(request, budget, |event| event, &mut |events| events.into_iter().try_for_each(&mut *observe))
}

/// [`run`], where the working thread turns events into messages, which arrive in batches with pauses between them. Solutions
/// are formatted on the working thread: they consist of many small pieces of memory, which are expensive to free on another
/// thread.
///
/// # Errors
/// As [`run`].
pub fn run_prepared<M: Message>(
    request: &Request,
    budget: &Budget,
    mut prepare: impl FnMut(Event) -> M + Send + 'static,
    take: &mut dyn FnMut(Vec<M>) -> Result<(), Failure>,
) -> Result<Report, Failure> {
    request.check()?;
    let facts = SharedFacts::new(Facts::of(request));
    let (its_request, its_budget, its_facts) = (request.clone(), budget.clone(), facts.clone());
    let work = move |mailbox: &Mailbox<M, _>| {
        answer(&its_request, &its_budget, &its_facts, &mut |event| mailbox.put(prepare(event)))
    };
    watched("solving", budget, GRACE, work, &mut |stop| facts.cut_short(stop).map(Ok), take)
}

/// Explains as [`super::explain::run`] does, on another thread; at a limit, returns the results so far.
///
/// # Errors
/// As [`super::explain::run`]; also if no thread can be started, or it is lost.
pub fn explain(request: &ExplainRequest, budget: &Budget, observe: &mut Observer<'_>) -> Result<Explanation, Failure> {
    let explanation = SharedExplanation::default();
    let (its_request, its_budget, its_explanation) = (request.clone(), budget.clone(), explanation.clone());
    let work = move |mailbox: &Mailbox<Event, _>| {
        explain::complete(&its_explanation, &its_request, &its_budget, &mut |event| mailbox.put(event))
    };
    let cut_short = &mut |stop| Some(Err(Halt::Stopped(stop)));
    let take = &mut |events: Vec<Event>| Ok(events.into_iter().try_for_each(&mut *observe)?);
    explanation.so_far(watched("explaining", budget, GRACE, work, cut_short, take))
}

/// Proves as [`certificate::prove`] does, on another thread. Returns at most about a quarter of a second after a limit.
///
/// # Errors
/// As [`certificate::prove`]; also if no thread can be started, or it is lost.
pub fn prove<F>(order: &Order, formula: F, proof: F, budget: &Budget) -> Result<ProofOutcome, Failure>
where
    F: Read + Write + Seek + Send + 'static,
{
    let (its_order, its_budget) = (order.clone(), budget.clone());
    let work = move |_: &Mailbox<Event, _>| certificate::prove(&its_order, formula, proof, &its_budget);
    watched("proving", budget, GRACE, work, &mut |stop| Some(Ok(ProofOutcome::Stopped(stop))), &mut |_| Ok(()))
}

/// Generates a puzzle as [`generate::generate`] does, with solvers on other threads.
///
/// # Errors
/// As [`generate::generate`].
pub fn generate(
    registry: Registry,
    puzzle: &dyn Puzzle,
    request: &GenerationRequest,
    seed: u64,
    budget: &Budget,
    observe: &mut Observer<'_>,
) -> Result<Generated, GenerateError> {
    generate::generate_by(run, registry, puzzle, request, seed, budget, observe)
}

/// Generates a puzzle as [`generate::of_model`] does, on another thread.
///
/// # Errors
/// As [`generate::of_model`].
pub fn of_model(
    source: &Source,
    loaded: &Loaded,
    template: &Template,
    budget: &Budget,
    observe: &mut Observer<'_>,
) -> Result<Setting, GenerateError> {
    let maker = PuzzleMaker::new(source, loaded, template)?;
    let best = SharedDraft::default();
    let (its_best, its_budget) = (best.clone(), budget.clone());
    let work = move |mailbox: &Mailbox<Event, _>| maker.make(&its_best, &its_budget, &mut |event| mailbox.put(event));
    let take = &mut |events: Vec<Event>| Ok(events.into_iter().try_for_each(&mut *observe)?);
    let ended = watched("generating", budget, GRACE_AFTER_LIMIT, work, &mut refused, take);
    best.settled(ended, budget, &|draft, limit, patience| {
        let its_limit = limit.clone();
        let work = move |_: &Mailbox<Event, _>| draft.checked(&its_limit);
        watched("checking", &limit, patience, work, &mut refused, &mut |_| Ok(()))
    })
}

/// The result of an abandoned puzzle.
fn refused<T>(stop: Stop) -> Option<Result<T, GenerateError>> {
    Some(Err(GenerateError::stopped(stop)))
}

/// A message of the working thread: an event, or its formatted form.
pub trait Message: Send + 'static {
    /// Returns the approximate size of the memory behind it.
    fn bytes(&self) -> usize;
}

impl Message for Event {
    fn bytes(&self) -> usize {
        let rows = |rows: &[String]| rows.iter().map(String::len).sum();
        match self {
            Event::Solution { solution, .. } | Event::Better { solution, .. } => solution.candidate().bytes(),
            Event::Board(board) | Event::Goal(board) => rows(board),
            Event::Layer { layer, .. } => size_of_val(&layer.words[..]),
            Event::Stage(words) => words.len(),
            _ => 0,
        }
    }
}

impl Message for String {
    fn bytes(&self) -> usize {
        self.len()
    }
}

/// Does `work` on a separate thread and watches the budget. When a limit was reached `patience` ago, `cut_short` provides the
/// result; `None` if the work is about to return by itself.
pub(super) fn watched<M: Message, T: Send + 'static, E: From<Failure> + Send + 'static>(
    what: &'static str,
    budget: &Budget,
    patience: Duration,
    work: impl FnOnce(&Mailbox<M, Result<T, E>>) -> Result<T, E> + Send + 'static,
    cut_short: &mut dyn FnMut(Stop) -> Option<Result<T, E>>,
    take: &mut dyn FnMut(Vec<M>) -> Result<(), E>,
) -> Result<T, E> {
    let waiting = Waiting::<M>::default();
    let (sender, signal) = mpsc::sync_channel(1);
    let mailbox = Mailbox { waiting: Arc::clone(&waiting), signal: sender };
    let mail = Mail { waiting, signal };
    std::thread::Builder::new()
        .name(what.into())
        .spawn(move || {
            let ended = work(&mailbox);
            // After a limit nobody receives messages.
            let _ = mailbox.signal.send(Signal::Ended(Box::new(ended)));
        })
        .map_err(|error| Failure::Lost(Lost::NotStarted(error.into())))?;
    let mut met: Option<(Stop, Moment)> = None;
    let mut measured = Moment::now();
    loop {
        let (messages, post) = mail.take();
        if !messages.is_empty() {
            take(messages)?;
        }
        match post {
            Post::Ended(ended) => return *ended,
            Post::Lost => return Err(Failure::Lost(Lost::Ended { thread: what }).into()),
            Post::Open => {}
        }
        if measured.elapsed() >= TICK {
            measured = Moment::now();
            budget.measure();
        }
        met = met.or_else(|| budget.reached().map(|stop| (stop, Moment::now())));
        if let Some((stop, since)) = met
            && since.elapsed() >= patience
            && let Some(ended) = cut_short(stop)
        {
            // Deliver the remaining messages, too.
            let (messages, _) = mail.take();
            if !messages.is_empty() {
                take(messages)?;
            }
            return ended;
        }
    }
}

/// The waiting messages, and their size in bytes.
struct MailboxContents<M> {
    messages: Vec<M>,
    bytes: usize,
}

impl<M> Default for MailboxContents<M> {
    fn default() -> Self {
        MailboxContents { messages: Vec::new(), bytes: 0 }
    }
}

type Waiting<M> = Arc<Mutex<MailboxContents<M>>>;

enum Signal<R> {
    Full,
    Ended(Box<R>),
}

/// The state of the mailbox after it was emptied.
enum Post<R> {
    /// There may be more messages.
    Open,
    /// There are no more messages.
    Ended(Box<R>),
    /// There are no more messages, and no result.
    Lost,
}

/// The sending end.
pub(super) struct Mailbox<M, R> {
    waiting: Waiting<M>,
    signal: SyncSender<Signal<R>>,
}

/// The receiving end.
struct Mail<M, R> {
    waiting: Waiting<M>,
    signal: Receiver<Signal<R>>,
}

impl<M: Message, R> Mailbox<M, R> {
    /// Adds a message; waits while the mailbox is full.
    pub(super) fn put(&self, message: M) -> Result<(), Failure> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.bytes += message.bytes();
        waiting.messages.push(message);
        let full = waiting.messages.len() >= MAX_MESSAGES || waiting.bytes >= MAX_BYTES;
        drop(waiting);
        if full {
            let gone = |_| Failure::Lost(Lost::Abandoned);
            self.signal.send(Signal::Full).map_err(gone)?;
        }
        Ok(())
    }
}

impl<M, R> Mail<M, R> {
    /// Waits a little and empties the mailbox.
    fn take(&self) -> (Vec<M>, Post<R>) {
        let post = match self.signal.recv_timeout(TICK) {
            Ok(Signal::Ended(ended)) => Post::Ended(ended),
            Ok(Signal::Full) | Err(RecvTimeoutError::Timeout) => Post::Open,
            Err(RecvTimeoutError::Disconnected) => Post::Lost,
        };
        let taken = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        (taken.messages, post)
    }
}
