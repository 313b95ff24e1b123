//! A setup: the problem that it builds, once, and the encodings of the model.

use boardwright::REGISTRY;
use boardwright_base::board::picture::Picture;
use boardwright_base::budget::{Budget, Refused};
use boardwright_base::source::Source;
use boardwright_ir::constraint::Draft;
use boardwright_puzzle::solution::notation::{Object, Written};
use boardwright_puzzle::solution::{Candidate, Rules, Solution, Violation};
use boardwright_puzzle::{Formulated, Instance, Loaded, NoFormulation};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::{self, Ask, Failure, Options, Request, Setup};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const QUEENS: &str = "puzzle = 'grid'\n[grid]\nrows = 6\ncolumns = 6\nvalues = ['.', 'Q']\n[[rule]]\n\
    each = ['row', 'column']\nexactly = { Q = 1 }\n[[rule]]\neach = ['diagonal', 'antidiagonal']\nat-most = { Q = 1 }\n";

/// The least time that a build takes.
const SLOW: Duration = Duration::from_millis(40);

/// A puzzle that counts how often its problem is built, and takes its time for it.
struct Counted {
    inner: Arc<dyn Instance>,
    builds: Arc<AtomicUsize>,
}

impl Rules for Counted {
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation> {
        self.inner.verify(claimed)
    }

    fn details(&self) -> &'static [&'static str] {
        self.inner.details()
    }

    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation> {
        self.inner.read_solution(written)
    }

    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>) {
        self.inner.write_solution(board, to);
    }
}

impl Instance for Counted {
    fn draw(&self, solution: &Solution) -> Picture {
        self.inner.draw(solution)
    }

    fn draw_givens(&self) -> Picture {
        self.inner.draw_givens()
    }

    fn formulate(
        &self,
        formulation: &str,
        horizon: Option<usize>,
        problem: Draft,
    ) -> Result<Formulated, Refused<NoFormulation>> {
        self.builds.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(SLOW);
        self.inner.formulate(formulation, horizon, problem)
    }
}

fn loaded(text: &str) -> Loaded {
    let source = Source::new("model.toml", text);
    REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)))
}

#[test]
fn a_problem_is_built_once_and_the_report_has_the_time_of_that_build() {
    let budget = Budget::none();
    let plain = loaded(QUEENS);
    for backend in [None, Some("varisat"), Some("microlp"), Some("xcc")] {
        let builds = Arc::new(AtomicUsize::new(0));
        let counted = Counted { inner: Arc::clone(&plain.instance), builds: Arc::clone(&builds) };
        let loaded = Loaded { instance: Arc::new(counted), ..plain.clone() };
        let options = Options { backend: backend.map(str::to_string), ..Options::default() };
        let setup = Setup::resolve(&loaded, &options, &budget).expect("the backend exists");
        for (ask, count) in [(Ask::One, None), (Ask::UpTo(2), None), (Ask::Count, Some(4u32))] {
            let report = task::run(&Request::new(&loaded, &setup, ask), &budget, &mut task::ignore).expect("it runs");
            assert_eq!(report.answer, Answer::Satisfiable, "{backend:?}");
            // Six queens: OEIS A000170.
            assert!(count.is_none() || report.count == count.map(Into::into), "{backend:?}");
            let constrain = report.statistics.seconds.constrain;
            assert!(constrain >= SLOW.as_secs_f64(), "{backend:?}: {constrain} s for a build of {SLOW:?}");
            assert!(report.statistics.constraints.is_some_and(|constraints| constraints > 0), "{backend:?}");
        }
        assert_eq!(builds.load(Ordering::Relaxed), 1, "{backend:?}");
    }
}

/// Returns the name of the encoding that a setup has for at-most-one constraints.
fn at_most_one(text: &str, chosen: &str) -> Result<&'static str, Failure> {
    let mut encoding = Selection::default();
    if !chosen.is_empty() {
        encoding.parse(chosen).expect("the names exist");
    }
    let setup = Setup::resolve(&loaded(text), &Options { encoding, ..Options::default() }, &Budget::none())?;
    let Setup::Solver { solver, .. } = setup else { panic!("queens have no method") };
    let names = solver.encoding.names();
    let found = names.into_iter().find(|(kind, _)| kind == "at-most-one");
    Ok(found.expect("there is a name for each kind").1)
}

#[test]
fn a_setup_has_the_encodings_of_the_model_unless_others_are_chosen() {
    let model = format!("{QUEENS}[encoding]\nat-most-one = 'ladder'\n");
    assert_eq!(at_most_one(QUEENS, ""), Ok("auto"));
    assert_eq!(at_most_one(&model, ""), Ok("ladder"));
    assert_eq!(at_most_one(&model, "cardinality=totalizer"), Ok("ladder"), "a kind that is not named");
    assert_eq!(at_most_one(&model, "at-most-one=product"), Ok("product"));
    assert_eq!(at_most_one(&model, "at-most-one=auto"), Ok("auto"), "the choice of the default is a choice");
    let wrong = format!("{QUEENS}[encoding]\nat-most-one = 'lader'\n");
    let Err(Failure::Model(diagnostics)) = at_most_one(&wrong, "") else { panic!("`lader` is no encoding") };
    let place = diagnostics.iter().next().map(|found| (found.code, found.labels[0].span));
    let start = wrong.find("'lader'").expect("the model has it");
    assert!(matches!(place, Some(("unknown-encoding", span)) if span.start == start), "{place:?}");
}

/// Different encodings give formulas of different sizes.
#[test]
fn every_request_of_the_library_has_the_encodings_of_the_model() {
    let clauses = |text: &str| {
        let loaded = loaded(text);
        let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("the names exist");
        let report = task::run(&Request::new(&loaded, &setup, Ask::One), &Budget::none(), &mut task::ignore);
        report.expect("it runs").statistics.clauses
    };
    let model = |name: &str| format!("{QUEENS}[encoding]\nat-most-one = '{name}'\n");
    assert_eq!(clauses(QUEENS), clauses(&model("pairwise")), "the default for short rows");
    assert_ne!(clauses(QUEENS), clauses(&model("ladder")));
}
