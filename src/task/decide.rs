//! What decides a question: is there a solution, is there a second one, which value is the best.
//!
//! Every command asks here. A question has a way by default ([`Setup`]), and other ways ([`Way`]) that sometimes know sooner: a
//! solver beside the family's method, the engine for lists beside the one for a single board, sums that contradict each other.
//! They begin when the first way has ended without an answer, or has used half of the time, so what one of them knows in a
//! time, every command knows in twice that time. Without a limit they never change the answer of the first way. Start with
//! [`run`].

use super::counting;
use super::event::{Observer, ignore};
use super::facts::{Facts, SharedFacts};
use super::failure::{Failure, Lost};
use super::request::{Ask, Request, Way};
use super::runner;
use super::setup::Setup;
use crate::answer::{Answer, Report};
use crate::budget::Budget;
use crate::puzzle::{Loaded, Question};

/// Works on a request to its answer or to a limit, on the calling thread. Every solution is verified.
///
/// # Errors
/// If the formulation or an encoding does not apply, an internal check fails, the request breaks symmetries and wants more than
/// one solution, or the observer fails.
pub fn run(request: &Request, budget: &Budget, observe: &mut Observer<'_>) -> Result<Report, Failure> {
    request.check()?;
    answer(request, budget, &SharedFacts::new(Facts::of(request)), observe)
}

/// [`run`] for a checked request, with facts with which another thread may end the run.
pub(super) fn answer(
    request: &Request,
    budget: &Budget,
    facts: &SharedFacts,
    observe: &mut Observer<'_>,
) -> Result<Report, Failure> {
    #[cfg(feature = "cli")]
    let _beside = Beside::start(request, budget, facts);
    let conclusion = match argument(request) {
        Some(reason) => runner::concluded(request, reason, observe)?,
        None => runner::work(request, budget, facts, observe)?,
    };
    if conclusion.is_open() && !conclusion.stopped && !facts.of(Facts::has_solution) {
        afterwards(request, budget, facts);
    }
    // Nobody waits for the answer of a run that was cut short.
    facts.conclude(conclusion).ok_or_else(|| Failure::Lost(Lost::CutShort))
}

/// Asks a question with the way by default, and with the other ways where it leaves the answer open.
///
/// # Errors
/// As [`super::run`].
pub fn decide(loaded: &Loaded, setup: &Setup, ask: Ask, budget: &Budget) -> Result<Report, Failure> {
    run(&Request::new(loaded, setup, ask).with_other_ways(), budget, &mut ignore)
}

/// Returns why the question has no solution, where that takes no search: the family's argument.
fn argument(request: &Request) -> Option<String> {
    match &request.setup {
        Setup::Solver { solver, .. } if solver.automatic && request.work.leaf.is_none() => {
            request.loaded.instance.explanation()?.argument()
        }
        // A method gives the family's argument itself.
        Setup::Solver { .. } | Setup::Method(_) => None,
    }
}

/// Tries a way, and records what it knows.
fn try_way(request: &Request, way: &Way, budget: &Budget, facts: &SharedFacts) {
    let report = Setup::resolve(&request.loaded, &way.options, budget).and_then(|setup| {
        let request = Request::new(&request.loaded, &setup, way.ask);
        request.check()?;
        let facts = SharedFacts::new(Facts::of(&request));
        let conclusion = runner::work(&request, budget, &facts, &mut ignore)?;
        facts.conclude(conclusion).ok_or_else(|| Failure::Lost(Lost::CutShort))
    });
    // Another way that does not apply, or fails, changes nothing.
    if let Ok(report) = report
        && report.answer != Answer::Unknown
    {
        // A stream has delivered its own solutions.
        facts.know(report, way.ask == request.ask && !request.output.stream);
    }
}

/// Tries whether sums contradict each other, and records it.
fn try_sums(request: &Request, budget: &Budget, facts: &SharedFacts) {
    let Some(prepared) = request.setup.prepared().filter(|_| request.loaded.instance.question() == Question::Board)
    else {
        return;
    };
    let formulated = &prepared.formulated;
    if let Ok(Some(counted)) = counting::find(&formulated.problem, formulated.decisions.as_deref(), budget) {
        let none = Report { count: Some(0u32.into()), sums: Some(Box::new(counted.sums)), ..Report::unanswered("") };
        facts.know(Report { answer: Answer::Unsatisfiable, complete: true, ..none }, true);
    }
}

/// Tries the other ways one after the other, after the first one has ended without an answer.
fn afterwards(request: &Request, budget: &Budget, facts: &SharedFacts) {
    if request.others.is_empty() {
        return;
    }
    try_sums(request, budget, facts);
    for way in &request.others {
        if facts.knows() || budget.reached().is_some() {
            return;
        }
        try_way(request, way, budget, facts);
    }
}

/// The other ways of a request, on threads of their own from half of the time on, until it is dropped.
#[cfg(feature = "cli")]
struct Beside(std::sync::Arc<std::sync::atomic::AtomicBool>);

#[cfg(feature = "cli")]
impl Beside {
    /// Prepares the other ways; nothing happens without a time limit.
    fn start(request: &Request, budget: &Budget, facts: &SharedFacts) -> Beside {
        let over = std::sync::Arc::default();
        if let Some(left) = budget.remaining().filter(|_| !request.others.is_empty()) {
            let (over, request, facts) = (std::sync::Arc::clone(&over), request.clone(), facts.clone());
            let budget = budget.until(&over);
            // Without a thread there are no other ways.
            let _ = std::thread::Builder::new().name("deciding".into()).spawn(move || {
                if !wait(left / 2, &budget) {
                    return;
                }
                let [sums, ways] = [(); 2].map(|()| (request.clone(), budget.clone(), facts.clone()));
                let _ = std::thread::Builder::new().spawn(move || try_sums(&sums.0, &sums.1, &sums.2));
                let (request, budget, facts) = ways;
                request.others.iter().for_each(|way| try_way(&request, way, &budget, &facts));
            });
        }
        Beside(over)
    }
}

#[cfg(feature = "cli")]
impl Drop for Beside {
    fn drop(&mut self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// Waits; returns whether the work goes on.
#[cfg(feature = "cli")]
fn wait(time: std::time::Duration, budget: &Budget) -> bool {
    const TICK: std::time::Duration = std::time::Duration::from_millis(10);
    let start = crate::clock::Moment::now();
    while start.elapsed() < time {
        if budget.reached().is_some() {
            return false;
        }
        std::thread::sleep(TICK.min(time));
    }
    true
}
