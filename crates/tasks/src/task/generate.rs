//! Generation of puzzles. A family drafts, solvers count the solutions of drafts, and another solver checks the result.
//! [`of_model`] makes a puzzle from a setter's model instead.

mod boards;
mod clauses;
mod computed;
mod draft;
mod fill;
mod freedom;
mod goal;
mod maker;
mod reduce;
mod template;
mod unsupported;

pub use self::goal::{GRADES, Goals, Wanted, WrongValue, sizes};
pub use self::maker::of_model;
pub use self::template::{Setting, Template};
pub use self::unsupported::Unsupported;
#[cfg(feature = "threads")]
pub(super) use self::{maker::PuzzleMaker, template::SharedDraft};

use super::decide;
use super::distinct::{Distinct, Symmetries};
use super::event::{Event, Observer, Start, ignore};
use super::failure::{Disagreement, FailedCheck, Failure, Invariant, RejectedBoard};
use super::options::Options;
use super::prepared::Prepared;
use super::problem::assignments;
use super::request::{Ask, Request};
use super::setup::Setup;
use crate::answer::Report;
use boardwright_base::board::symmetry::Permutation;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::Diagnostics;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_ir::constraint::symmetric::fixed;
use boardwright_puzzle::capability::generation::{GenerationRequest, Made, Oracle, Refusal};
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{LoadError, Loaded, Puzzle, Registry};
use std::time::Duration;

/// The time after a limit until a solver that does not react is abandoned. The check of the best puzzle has as long again, so
/// both stay within half a second.
pub(super) const GRACE_AFTER_LIMIT: Duration = Duration::from_millis(150);

/// A reason why there is no puzzle.
#[derive(Debug)]
pub enum GenerateError {
    /// The request cannot be satisfied.
    Unsupported(Unsupported),
    /// A setting is wrong: its place in the draft, and the error.
    Model(Source, Diagnostics),
    /// A limit was reached before there was a puzzle with one solution.
    Stopped {
        /// The limit.
        stop: Stop,
        /// The progress, as text; may be empty.
        progress: String,
    },
    /// A check failed.
    Failed(Failure),
}

impl GenerateError {
    /// An invalid draft.
    fn unread(source: &Source, error: LoadError) -> GenerateError {
        match error {
            LoadError::Wrong(wrong) => GenerateError::Model(source.clone(), wrong),
            LoadError::Stopped(stop, _) => GenerateError::stopped(stop),
        }
    }

    /// Returns the error with the name of the model that a draft was made from: its lines are those of the draft.
    fn in_model(self, name: &str) -> GenerateError {
        match self {
            GenerateError::Model(source, wrong) => GenerateError::Model(Source::new(name, &source.text), wrong),
            other => other,
        }
    }

    /// A limit was reached; the progress is stored elsewhere.
    pub(super) fn stopped(stop: Stop) -> GenerateError {
        GenerateError::Stopped { stop, progress: String::new() }
    }

    /// An internal check failed.
    fn check(what: impl Into<FailedCheck>) -> GenerateError {
        GenerateError::Failed(Failure::check(what))
    }
}

impl From<Unsupported> for GenerateError {
    fn from(reason: Unsupported) -> GenerateError {
        GenerateError::Unsupported(reason)
    }
}

impl From<Failure> for GenerateError {
    fn from(failure: Failure) -> GenerateError {
        match failure {
            Failure::Stopped(stop) => GenerateError::stopped(stop),
            other => GenerateError::Failed(other),
        }
    }
}

/// A puzzle and the solver that checked that it has one solution.
#[derive(Debug)]
pub struct Generated {
    /// The puzzle.
    pub made: Made,
    /// Whether it is final: no step was skipped because of a limit.
    pub is_finished: bool,
    /// The limit that was reached.
    pub stopped: Option<Stop>,
    /// The solver of the final check, different from the solvers that helped to make the puzzle; `None` if a limit left no time
    /// for it.
    pub checked_by: Option<&'static str>,
}

impl Generated {
    /// Returns the model, with the number of its solutions in `[expect]`.
    pub fn text(&self) -> String {
        let expect = if self.made.distinct { "distinct = 1" } else { "count = 1" };
        format!("{}\n[expect]\n{expect}\n", self.made.model)
    }
}

/// Generates a puzzle of a family with one solution; the same for the same request and seed. At a limit, returns the best one
/// that is known to have one solution.
///
/// # Errors
/// If the family generates no puzzles, the request cannot be satisfied, or a limit was reached before any puzzle had one solution.
pub fn generate(
    registry: Registry,
    puzzle: &dyn Puzzle,
    request: &GenerationRequest,
    seed: u64,
    budget: &Budget,
    observe: &mut Observer<'_>,
) -> Result<Generated, GenerateError> {
    generate_by(decide::run, registry, puzzle, request, seed, budget, observe)
}

/// Works on a request: [`decide::run`], or the same on another thread.
pub(super) type RunRequest = fn(&Request, &Budget, &mut Observer<'_>) -> Result<Report, Failure>;

/// [`generate`] with a given function for requests about drafts.
pub(super) fn generate_by(
    run: RunRequest,
    registry: Registry,
    puzzle: &dyn Puzzle,
    request: &GenerationRequest,
    seed: u64,
    budget: &Budget,
    observe: &mut Observer<'_>,
) -> Result<Generated, GenerateError> {
    let Some(generator) = puzzle.generator() else {
        let families = registry.families().iter().filter(|puzzle| puzzle.generator().is_some());
        let supported = families.map(|puzzle| puzzle.name()).collect();
        return Err(Unsupported::Family { family: puzzle.name(), supported }.into());
    };
    generator.check(request, puzzle.fields()).map_err(Unsupported::Unmet)?;
    observe(Event::Start(Start::new("generate", puzzle.name())))?;
    let mut solvers = Solvers { run, observe: Some(observe), ..Solvers::new(registry, budget, None) };
    let made = (generator.make)(request, &mut Random(seed), &mut solvers);
    if let Some(failure) = solvers.unobserved {
        return Err(failure.into());
    }
    // A generator that has finished a puzzle before a limit returns it itself.
    let mut is_finished = false;
    let (made, stopped) = match (made, solvers.error, solvers.held) {
        (Ok(made), Some(GenerateError::Stopped { stop, .. }), _) => {
            is_finished = true;
            (made, Some(stop))
        }
        (Ok(_), Some(error), _) => return Err(error),
        (Ok(made), None, _) => (made, None),
        (Err(Refusal::Unmet(unmet)), ..) => return Err(Unsupported::Unmet(unmet).into()),
        (Err(Refusal::Silent), Some(GenerateError::Stopped { stop, .. }), Some(made)) => (made, Some(stop)),
        (Err(Refusal::Silent), Some(GenerateError::Stopped { stop, .. }), None) => {
            return Err(GenerateError::Stopped { stop, progress: solvers.progress });
        }
        (Err(Refusal::Silent), refused, _) => {
            let lost = || GenerateError::check(Invariant::UnreadDraft);
            return Err(refused.unwrap_or_else(lost));
        }
    };
    const CHECKER: &str = "batsat";
    // The limit does not end the check of the puzzle made so far.
    let patience = stopped.map(|_| Budget::within(GRACE_AFTER_LIMIT));
    let mut checker = Solvers { run, ..Solvers::new(registry, patience.as_ref().unwrap_or(budget), Some(CHECKER)) };
    let found = checker.solutions(&made.model, 2, made.distinct);
    let generated = |stopped: Option<Stop>, checked_by| Generated {
        made,
        is_finished: is_finished || stopped.is_none(),
        stopped,
        checked_by,
    };
    match (found, checker.error) {
        (_, Some(GenerateError::Stopped { stop, .. })) => {
            let unchecked = generated(stopped, None);
            Ok(Generated { stopped: stopped.or(Some(stop)), ..unchecked })
        }
        (_, Some(error)) => Err(error),
        (Ok(found), None) if found.len() == 1 => Ok(generated(stopped, Some(CHECKER))),
        _ => Err(GenerateError::check(Disagreement::NotUnique { checker: CHECKER.to_string() })),
    }
}

struct Solvers<'a> {
    run: RunRequest,
    registry: Registry,
    budget: &'a Budget,
    error: Option<GenerateError>,
    /// The solver, if it is not the family's default.
    backend: Option<&'static str>,
    /// The best puzzle so far.
    held: Option<Made>,
    /// The progress.
    progress: String,
    /// The observer of the progress.
    observe: Option<&'a mut Observer<'a>>,
    /// Its failure.
    unobserved: Option<Failure>,
}

impl Oracle for Solvers<'_> {
    fn solutions(&mut self, model: &str, at_most: usize, distinct: bool) -> Result<Vec<Solution>, Refusal> {
        if self.unobserved.is_some() {
            return Err(Refusal::Silent);
        }
        let found = self.ask(model, at_most, distinct);
        self.hide_error(found)
    }

    fn kept(&mut self, model: &str, by: &Permutation) -> Result<Option<Solution>, Refusal> {
        let found = self.ask_kept(model, by);
        self.hide_error(found)
    }

    fn tries_again(&mut self, tried: usize, usual: usize) -> Result<bool, Refusal> {
        let stop = self.budget.check().map_err(GenerateError::stopped);
        self.hide_error(stop)?;
        Ok(tried < usual || self.budget.deadline.is_some())
    }

    fn hold(&mut self, made: Made) {
        self.held = Some(made);
    }

    fn progress(&mut self, words: String) {
        self.progress.clone_from(&words);
        if let (Some(observe), None) = (&mut self.observe, &self.unobserved) {
            self.unobserved = observe(Event::Stage(words)).err();
        }
    }
}

impl<'a> Solvers<'a> {
    fn new(registry: Registry, budget: &'a Budget, backend: Option<&'static str>) -> Solvers<'a> {
        Solvers {
            registry,
            run: decide::run,
            budget,
            error: None,
            backend,
            held: None,
            progress: String::new(),
            observe: None,
            unobserved: None,
        }
    }

    /// Stores the failure, which the family does not see.
    fn hide_error<T>(&mut self, found: Result<T, GenerateError>) -> Result<T, Refusal> {
        found.map_err(|error| {
            self.error = Some(error);
            Refusal::Silent
        })
    }

    fn opened(&self, model: &str) -> Result<(Loaded, Setup), GenerateError> {
        if let Some(stop) = self.budget.reached() {
            return Err(GenerateError::stopped(stop));
        }
        let source = Source::new("the draft", model);
        let loaded = self.registry.load(&source, self.budget).map_err(|error| GenerateError::unread(&source, error))?;
        let options = Options { backend: self.backend.map(str::to_string), pair: true, ..Options::default() };
        let setup = Setup::resolve(&loaded, &options, self.budget)?;
        Ok((loaded, setup))
    }

    fn ask(&self, model: &str, at_most: usize, distinct: bool) -> Result<Vec<Solution>, GenerateError> {
        self.report(model, at_most, distinct).map(|report| report.solutions)
    }

    fn report(&self, model: &str, at_most: usize, distinct: bool) -> Result<Report, GenerateError> {
        let (loaded, setup) = self.opened(model)?;
        let ask = if at_most == 1 { Ask::One } else { Ask::UpTo(at_most) };
        let symmetries = Symmetries { distinct: distinct.then_some(Distinct::Symmetries), breaking: None };
        let request = Request::new(&loaded, &setup, ask).up_to(symmetries);
        let report = (self.run)(&request, self.budget, &mut ignore)?;
        match self.budget.reached() {
            Some(stop) if report.stopped => Err(GenerateError::stopped(stop)),
            _ if report.complete || report.solutions.len() == at_most => Ok(report),
            _ => Err(GenerateError::check(FailedCheck::OpenDraft { reason: report.reason.stated().into() })),
        }
    }

    fn ask_kept(&self, model: &str, by: &Permutation) -> Result<Option<Solution>, GenerateError> {
        let (loaded, setup) = self.opened(model)?;
        let Setup::Solver { formulation, solver, .. } = &setup else {
            return Err(GenerateError::check(Invariant::DraftMethod));
        };
        let prepared = setup.formulated(&loaded, formulation, None, self.budget);
        let Prepared { formulated, .. } = prepared.map_err(Failure::from)?;
        let action =
            loaded.instance.action(&formulated, by).ok_or_else(|| GenerateError::check(Invariant::NoAction))?;
        let fixed = fixed(&formulated.problem, &action, None);
        let known = assignments(&fixed.problem, solver, Ask::One, self.budget)?;
        match (known.found.first(), self.budget.reached()) {
            (Some(found), _) => Solution::verified(&*loaded.instance, (formulated.decode)(&fixed.expand(found)))
                .map(Some)
                .map_err(|violation| GenerateError::check(RejectedBoard::Decoded(violation))),
            (None, Some(stop)) if !known.complete => Err(GenerateError::stopped(stop)),
            (None, _) if known.complete => Ok(None),
            (None, _) => Err(GenerateError::check(FailedCheck::OpenDraft { reason: Stop::GaveUp.to_string() })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_families::REGISTRY;
    use boardwright_families::find;
    use boardwright_model::{Field, Model};
    use boardwright_puzzle::capability::generation::Generator;
    use boardwright_puzzle::{Instance, Named};

    fn made(family: &str, request: &GenerationRequest, seed: u64) -> Generated {
        let generated =
            generate(REGISTRY, find(family).expect("a family"), request, seed, &Budget::none(), &mut ignore);
        generated.unwrap_or_else(|refused| panic!("{family}, seed {seed}, {request:?}: {refused:?}"))
    }

    /// Returns the number of solutions of a model, at most two, with the family's default route.
    fn solutions(model: &str) -> usize {
        let budget = Budget::none();
        let solvers = Solvers::new(REGISTRY, &budget, None);
        solvers.ask(model, 2, false).expect("it is a model").len()
    }

    /// A family whose generator is stopped when it holds a puzzle, or before.
    struct Stopped(fn(&GenerationRequest, &mut Random, &mut dyn Oracle) -> Result<Made, Refusal>);

    impl Puzzle for Stopped {
        fn name(&self) -> &'static str {
            "stopped"
        }

        fn summary(&self) -> &'static str {
            ""
        }

        fn fields(&self) -> &'static [Field] {
            &[]
        }

        fn formulations(&self) -> &'static [Named] {
            &[]
        }

        fn generator(&self) -> Option<Generator> {
            Some(Generator { make: self.0, clues: false, pieces: false, settings: &[] })
        }

        fn read(&self, _: &Model, _: &Budget) -> Result<Box<dyn Instance>, LoadError> {
            Err(LoadError::Wrong(Diagnostics::none()))
        }
    }

    const LIGHTS: &str = "puzzle = 'lights-out'\nlights = '''\n##.\n#..\n...\n'''\n";

    fn held(of: &str) -> Made {
        Made { model: of.to_string(), distinct: false, remarks: Vec::new(), missed: Vec::new() }
    }

    /// Returns a budget that has run out: every request is stopped.
    fn spent() -> Budget {
        Budget::within(Duration::ZERO)
    }

    #[test]
    fn the_best_puzzle_is_the_result_at_a_limit() {
        let holding = Stopped(|_, _, oracle| {
            oracle.hold(held(LIGHTS));
            oracle.solutions(LIGHTS, 2, false).map(|_| held(""))
        });
        let generated = generate(REGISTRY, &holding, &GenerationRequest::default(), 0, &spent(), &mut ignore)
            .expect("a puzzle is held");
        assert_eq!((generated.made.model.as_str(), generated.stopped), (LIGHTS, Some(Stop::Time)));
        assert!(!generated.is_finished && generated.checked_by == Some("batsat"), "{generated:?}");
        let before = Stopped(|_, _, oracle| {
            oracle.progress("it was drawn".to_string());
            oracle.solutions(LIGHTS, 2, false).map(|_| held(""))
        });
        match generate(REGISTRY, &before, &GenerationRequest::default(), 0, &spent(), &mut ignore) {
            Err(GenerateError::Stopped { stop: Stop::Time, progress }) => assert_eq!(progress, "it was drawn"),
            other => panic!("{other:?}"),
        }
        // The limit is reached in the last check.
        let finished = generate(
            REGISTRY,
            &Stopped(|_, _, _| Ok(held(LIGHTS))),
            &GenerationRequest::default(),
            0,
            &spent(),
            &mut ignore,
        );
        let finished = finished.expect("it is a puzzle");
        assert!(finished.is_finished && finished.checked_by.is_none() && finished.stopped.is_some(), "{finished:?}");
        // A puzzle without exactly one solution is not a result.
        let wrong = Stopped(|_, _, oracle| {
            oracle.hold(held("puzzle = 'lights-out'\nlights = '''\n####\n####\n####\n####\n'''\n"));
            oracle.solutions(LIGHTS, 2, false).map(|_| held(""))
        });
        match generate(REGISTRY, &wrong, &GenerationRequest::default(), 0, &spent(), &mut ignore) {
            Err(GenerateError::Failed(Failure::Check(FailedCheck::Disagreement(Disagreement::NotUnique {
                ..
            })))) => {}
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn no_clue_of_a_knightdoku_can_be_left_out() {
        for (seed, symmetric) in [(1, false), (2, true), (3, true)] {
            let request = GenerationRequest { symmetric, ..GenerationRequest::default() };
            let Generated { made, .. } = made("knightdoku", &request, seed);
            let at = made.model.find("clues").expect("it has clues");
            let (head, clues) = made.model.split_at(at);
            let places: Vec<usize> =
                clues.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(place, _)| place).collect();
            assert!(places.len() > 3 && solutions(&made.model) == 1, "seed {seed}: {}", made.model);
            for (index, &place) in places.iter().enumerate() {
                let mut fewer = clues.as_bytes().to_vec();
                fewer[place] = b'.';
                if symmetric {
                    // In reverse order the clues are the same: a half turn keeps their pattern.
                    fewer[places[places.len() - 1 - index]] = b'.';
                }
                let fewer = format!("{head}{}", String::from_utf8_lossy(&fewer));
                assert_eq!(solutions(&fewer), 2, "seed {seed}: {fewer}");
            }
        }
    }

    #[test]
    fn puzzles_of_every_family_have_one_solution_and_are_the_same_again() {
        let small = GenerationRequest { rows: Some(5), columns: Some(6), ..GenerationRequest::default() };
        let symmetric = GenerationRequest { symmetric: true, ..small.clone() };
        let states = GenerationRequest { settings: vec![("states".into(), "3".into())], ..small.clone() };
        let cases =
            [("lights-out", &small), ("lights-out", &symmetric), ("lights-out", &states), ("dissection", &small)];
        for (family, request) in cases {
            let Generated { made: first, .. } = made(family, request, 7);
            assert_eq!(solutions(&first.model), 1, "{}", first.model);
            assert_eq!(made(family, request, 7).made, first, "the same request and seed");
            assert_ne!(made(family, request, 8).made.model, first.model, "another seed");
        }
        // A whole board has its tiling and its images.
        let Generated { made: whole, .. } = made("dissection", &symmetric, 7);
        assert!(whole.distinct && solutions(&whole.model) == 2, "{}", whole.model);
    }

    #[test]
    fn impossible_requests_are_errors() {
        let none = GenerationRequest::default();
        let refused = |family: &str, request: &GenerationRequest| match generate(
            REGISTRY,
            find(family).expect("a family"),
            request,
            0,
            &Budget::none(),
            &mut ignore,
        ) {
            Err(GenerateError::Unsupported(reason)) => reason.to_string(),
            Err(GenerateError::Model(_, wrong)) => wrong.iter().map(|wrong| wrong.code).collect(),
            Err(refused) => panic!("{family}: {refused:?}"),
            Ok(generated) => panic!("{family}: {}", generated.made.model),
        };
        let request = |key: &str, value: &str| GenerationRequest {
            settings: vec![(key.into(), value.into())],
            ..GenerationRequest::default()
        };
        assert!(refused("alternation", &none).contains("lights-out, dissection, knightdoku"));
        assert!(
            refused("knightdoku", &GenerationRequest { columns: Some(8), rows: Some(9), ..none.clone() })
                .contains("square")
        );
        assert!(refused("knightdoku", &request("per_line", "2")).contains("no board has that number of knights"));
        assert_eq!(refused("lights-out", &request("states", "1")), "out-of-range");
        assert_eq!(refused("lights-out", &request("stats", "3")), "unknown-key");
        let turned = GenerationRequest { symmetric: true, ..request("reach", "\"O#\"") };
        assert!(refused("lights-out", &turned).contains("half turn"));
        assert!(refused("dissection", &GenerationRequest { rows: Some(100), ..none.clone() }).contains("is 400"));
        assert!(
            refused("dissection", &GenerationRequest { pieces: Some(60), ..none }).contains("expected 1 to 31 pieces")
        );
    }
}
