//! The other ways of a question: a setup of its own, and sums that contradict each other. What one knows is recorded.

use crate::answer::{Answer, Report};
use crate::task::counting;
use crate::task::event::ignore;
use crate::task::facts::{Facts, SharedFacts};
use crate::task::failure::{Failure, Lost};
use crate::task::request::{Request, Way};
use crate::task::runner;
use crate::task::setup::Setup;
use boardwright_base::budget::Budget;
use boardwright_puzzle::Question;

/// Tries a way, and records what it knows.
pub(super) fn try_way(request: &Request, way: &Way, budget: &Budget, facts: &SharedFacts) {
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
pub(super) fn try_sums(request: &Request, budget: &Budget, facts: &SharedFacts) {
    let Some(prepared) = request.setup.prepared().filter(|_| request.loaded.instance.question() == Question::Board)
    else {
        return;
    };
    let formulated = &prepared.formulated;
    if let Ok(Some(counted)) = counting::find(&formulated.problem, formulated.decisions.as_deref(), budget) {
        let none = Report { count: Some(0u32.into()), ..Report::unanswered(counted.sums) };
        facts.know(Report { answer: Answer::Unsatisfiable, complete: true, ..none }, true);
    }
}
