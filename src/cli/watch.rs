//! Ctrl-C, and the backstop of all limits.
//!
//! Work polls its budget and ends soon after a limit. If it does not (the TOML parser, a solver that is loading, a loop without
//! a poll), a thread that polls every [`TICK`] ends the program a little later ([`Phase::grace`]) with the same message and exit
//! code. It does not interrupt output. A second Ctrl-C ends the program at once. Both remove temporary files first
//! ([`super::cleanup`]).

use super::cleanup::clean_up;
use boardwright_base::budget::{Budget, Stop};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The interval at which limits are polled.
const TICK: Duration = Duration::from_millis(20);

/// The name of the polling thread.
const THREAD: &str = "watch";

/// The phase of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Input is opened and read.
    Input,
    /// A text becomes an instance.
    Model,
    /// An instance becomes constraints and a form.
    Compile,
    /// A task is at work, which enforces limits itself and returns its results.
    Solve,
    /// A puzzle or a solution is analyzed; at a limit the results so far are returned.
    Analyze,
    /// A given solution is checked.
    Verify,
    /// An answer is drawn and written.
    Answer,
}

impl Phase {
    /// Returns the phase as text that follows "while".
    pub(super) fn words(self) -> &'static str {
        match self {
            Phase::Input => "reading the input",
            Phase::Model => "reading the model",
            Phase::Compile => "compiling the model",
            Phase::Solve => "solving",
            Phase::Analyze => "analyzing",
            Phase::Verify => "checking the solution",
            Phase::Answer => "preparing the answer",
        }
    }

    /// Returns the time after a limit until the program is ended. Tasks return within 0.3 s by themselves; an existing answer is
    /// worth a little more time.
    fn grace(self) -> Duration {
        Duration::from_millis(match self {
            Phase::Input | Phase::Model | Phase::Compile | Phase::Verify | Phase::Analyze => 400,
            Phase::Solve => 1000,
            Phase::Answer => 2000,
        })
    }
}

struct Watched {
    /// Reports that the answer is unknown, with the reason; returns the exit code.
    report: Report,
    budget: Budget,
    phase: Phase,
    met: Option<(Stop, Instant)>,
}

/// Reports why a command ends without an answer, and returns the exit code.
type Report = Box<dyn Fn(&str) -> u8 + Send>;

static WATCHED: Mutex<Option<Watched>> = Mutex::new(None);
/// The number of writes in progress.
static WRITING: AtomicUsize = AtomicUsize::new(0);
/// Whether the program is about to be ended.
static ENDING: AtomicBool = AtomicBool::new(false);

fn watched() -> MutexGuard<'static, Option<Watched>> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Watches a command from now on. If the watch ends it, `report` prints the reason and returns the exit code.
pub(super) fn begin(report: impl Fn(&str) -> u8 + Send + 'static, budget: &Budget) {
    let report = Box::new(report);
    *watched() = Some(Watched { report, budget: budget.clone(), phase: Phase::Input, met: None });
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // Without a thread there is no backstop; limits are polled all the same.
        let _ = std::thread::Builder::new().name(THREAD.into()).spawn(|| {
            loop {
                std::thread::sleep(TICK);
                look();
            }
        });
    });
}

/// Enters another phase. Does not return once the program is being ended.
pub(super) fn enter(phase: Phase) {
    if let Some(watched) = &mut *watched() {
        watched.phase = phase;
    }
}

/// Continues the command with another budget.
pub(super) fn renew(budget: &Budget) {
    if let Some(watched) = &mut *watched() {
        (watched.budget, watched.met) = (budget.clone(), None);
    }
}

/// Returns the phase of the command, as text that follows "while".
pub(super) fn doing() -> &'static str {
    watched().as_ref().map_or(Phase::Solve, |watched| watched.phase).words()
}

/// Ends the program if a limit was reached some time ago.
fn look() {
    // This blocks a thread that enters a phase.
    let mut lock = watched();
    let Some(watched) = &mut *lock else { return };
    watched.budget.measure();
    watched.met = watched.met.or_else(|| watched.budget.reached().map(|stop| (stop, Instant::now())));
    let Some((stop, since)) = watched.met else { return };
    if since.elapsed() < watched.phase.grace() {
        return;
    }
    ENDING.store(true, Ordering::SeqCst);
    if WRITING.load(Ordering::SeqCst) > 0 {
        ENDING.store(false, Ordering::SeqCst);
        return;
    }
    let reason = format!("{stop} while {}", watched.phase.words());
    let code = (watched.report)(&reason);
    clean_up();
    std::process::exit(code.into());
}

/// A write that the backstop does not interrupt.
pub(super) struct Writing(());

/// Begins a write, unless the program is being ended: then it waits for that end.
pub(super) fn writing() -> Writing {
    WRITING.fetch_add(1, Ordering::SeqCst);
    // The thread that ends the program prints the reason.
    let is_watch = std::thread::current().name() == Some(THREAD);
    while !is_watch && ENDING.load(Ordering::SeqCst) {
        std::thread::sleep(Duration::from_millis(1));
    }
    Writing(())
}

impl Drop for Writing {
    fn drop(&mut self) {
        WRITING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Does work on a separate thread, so that the caller continues soon after a limit even if the work does not react.
///
/// # Errors
/// The limit that was reached.
pub(super) fn abandonable<T: Send + 'static>(
    budget: &Budget,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Stop> {
    /// The stack size of the main thread.
    const STACK: usize = 8 << 20;
    /// Later than a task returns by itself, sooner than the program is ended.
    const RETURN_TIME: Duration = Duration::from_millis(350);
    let (sender, receiver) = std::sync::mpsc::channel();
    let spawned = std::thread::Builder::new().name("work".into()).stack_size(STACK).spawn(move || {
        // After a limit nobody receives the result.
        let _ = sender.send(work());
    });
    if spawned.is_err() {
        return Err(Stop::GaveUp);
    }
    let mut met: Option<(Stop, Instant)> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(done) => return Ok(done),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return Err(Stop::GaveUp),
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
        }
        met = met.or_else(|| budget.reached().map(|stop| (stop, Instant::now())));
        if let Some((stop, since)) = met
            && since.elapsed() >= RETURN_TIME
        {
            return Err(stop);
        }
    }
}

/// Returns whether some thread polls the flag that Ctrl-C sets.
static POLLED: AtomicBool = AtomicBool::new(false);

/// Returns the flag that Ctrl-C sets. A second Ctrl-C ends the program at once.
pub(super) fn interrupt() -> Arc<AtomicBool> {
    POLLED.store(true, Ordering::Relaxed);
    handle_interrupts()
}

/// Ensures that Ctrl-C leaves no temporary files: it ends the program at once if no thread polls the flag.
pub(super) fn handle_interrupts() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let handler = Arc::clone(&flag);
        // Without a handler Ctrl-C ends the program, which is acceptable.
        let _ = ctrlc::set_handler(move || {
            if handler.swap(true, Ordering::Relaxed) || !POLLED.load(Ordering::Relaxed) {
                clean_up();
                std::process::exit(130);
            }
        });
        flag
    });
    Arc::clone(flag)
}
