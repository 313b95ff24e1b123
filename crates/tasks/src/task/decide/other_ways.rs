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
use boardwright_ir::constraint::Problem;
use boardwright_ir::constraint::sums::Sums;
use boardwright_puzzle::capability::cells::Cells;
use boardwright_puzzle::{Formulated, Question};

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
    if let Some(sums) = sums(request, |_| true, budget) {
        let none = Report { count: Some(0u32.into()), ..Report::unanswered(sums) };
        facts.know(Report { answer: Answer::Unsatisfiable, complete: true, ..none }, true);
    }
}

/// Returns sums that contradict each other, if the problem is one of these.
pub(super) fn sums(request: &Request, is_one: impl Fn(&Problem) -> bool, budget: &Budget) -> Option<Sums> {
    let is_board = request.loaded.instance.question() == Question::Board;
    let prepared = request.setup.prepared().filter(|_| is_board)?;
    let Formulated { problem, decisions, .. } = &prepared.formulated;
    if !is_one(problem) {
        return None;
    }
    let sheet = request.loaded.instance.cells().map(Cells::sheet).unwrap_or_default();
    let board = counting::Board { problem, decisions: decisions.as_deref(), lines: &sheet.lines };
    // At a limit, nothing is known.
    counting::find(&board, budget).ok().flatten().map(|counted| counted.sums)
}
