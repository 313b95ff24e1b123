//! What people ask for, driven from an instance to verified solutions.
//!
//! [`Setup`] resolves what was asked for on the command line against what the family and the registries have; [`run`]
//! drives the journey on a thread of its own, so that a limit holds even when a backend does not react. Every task
//! verifies before it returns.

pub mod compile;
pub mod count;
pub mod cubes;
pub mod distinct;
mod enumerate;
pub mod explain;
pub mod generate;
mod mailbox;
mod method;
pub mod optimize;
mod ordered;
mod plan;
pub mod problem;
mod progress;
pub mod proof;
pub mod recipe;
mod search;
mod shapes;
pub mod sizes;

use self::count::CubeJob;
use self::cubes::{Known, Path};
use self::distinct::{Breaking, Symmetries};
use self::mailbox::{Mailbox, Post, TICK, mailbox};
use self::optimize::Strategy;
use self::progress::{Conclusion, Facts, Progress};
use self::shapes::Shapes;
use crate::answer::Report;
use crate::backend::{self, Backend, Fault, Route};
use crate::board::symmetry::Group;
use crate::budget::{Budget, Refused, Stop};
use crate::cnf::encode::NotApplicable;
use crate::cnf::encode::selection::Selection;
use crate::cnf::lower::LowerError;
use crate::diagnostic::nearest;
use crate::puzzle::{Instance, Loaded, Named, Puzzle, Question};
use crate::solution::{Candidate, Solution, Step};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How many solutions are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// One (an optimal one, where there is an objective).
    One,
    /// This many at most, each different; optimal ones, where there is an objective.
    UpTo(usize),
    /// All of them; likewise.
    All,
    /// Their number; likewise.
    Count,
}

impl Ask {
    /// The most solutions that are wanted one by one.
    fn wanted(self) -> usize {
        match self {
            Ask::One => 1,
            Ask::UpTo(limit) => limit,
            Ask::All | Ask::Count => usize::MAX,
        }
    }
}

/// How the work on a question is done. But for the symmetries it decides nothing about the answer.
#[derive(Debug, Clone, Default)]
pub struct Work {
    /// What is done about symmetries.
    pub symmetries: Symmetries,
    /// Threads that search at the same time; 0 and 1 are one.
    pub threads: usize,
    /// Cuts the search into a tree of cubes, so that news of its nodes can be kept and gone on from. A leaf of a count that
    /// takes longer than this is cut further, those below it have twice as long, and so on.
    pub leaf_time: Option<Duration>,
    /// Whether news of the nodes are kept, so that the whole tree is to be told.
    pub kept: bool,
    /// What is known of the tree from before.
    pub known: HashMap<Path, Known>,
    /// Whether solutions are handed over as [`News`] instead of being kept in the report.
    pub stream: bool,
    /// How a solution becomes the line that it is written as, where that is all that is wanted of it; with
    /// [`Work::stream`]. The solving thread does it: solutions are many small pieces of memory, which are costly to free
    /// on another thread.
    pub line: Option<fn(&dyn Instance, &Solution) -> String>,
    /// Only one leaf of a count.
    pub leaf: Option<CubeJob>,
    /// Whether the report has the digests of what the solver is handed ([`crate::answer::Statistics::formulas`]).
    pub digests: bool,
    /// Of a plan too long to be kept, the boards are handed over instead of the steps.
    pub boards: bool,
}

impl Work {
    /// Whether everything is done in one go.
    fn is_plain(&self) -> bool {
        self.threads <= 1 && self.leaf_time.is_none()
    }
}

/// What happens while a question is worked on.
#[derive(Debug, Clone)]
pub enum News {
    /// A verified solution, different from all before, as its line; with [`Work::line`].
    Line(String),
    /// A verified solution, different from all before; with [`Work::stream`].
    Solution(Box<Solution>),
    /// The next steps of a plan too long to be kept, each of them verified; with [`Work::stream`].
    Steps(Vec<Step>),
    /// The next board of such a plan, from the start on; with [`Work::stream`] and [`Work::boards`].
    Board(Vec<String>),
    /// Such a plan has come to its end, which was verified, with this board; with [`Work::stream`].
    Ended(Vec<String>),
    /// A node of the search tree was cut into so many; with [`Work::leaf_time`].
    Split {
        /// The node.
        path: Path,
        /// How many, the first being number 0.
        children: u32,
    },
    /// A leaf is done; with [`Work::leaf_time`]. All its solutions were handed over before.
    Done {
        /// The leaf.
        path: Path,
        /// Its solutions.
        count: BigUint,
    },
    /// How far it is.
    Share {
        /// Of the search tree; the children of a node have equal shares. `None` without a tree.
        share: Option<f64>,
        /// Solutions so far.
        found: BigUint,
        /// Of a count that multiplies: the part that these are of, from 1.
        part: Option<u32>,
    },
    /// These were all so far; it may take a while until there are more.
    Pause,
}

/// What may be chosen for a run; `None` means that the program chooses.
#[derive(Clone, Default)]
pub struct Options {
    /// By name, of the family: its own algorithm instead of a formulation and a solver.
    pub method: Option<String>,
    /// By name, of the family.
    pub formulation: Option<String>,
    /// By name.
    pub route: Option<String>,
    /// By name.
    pub backend: Option<String>,
    /// By kind.
    pub encoding: Selection,
    /// By name: how the optimum is found on the SAT route.
    pub search: Option<String>,
    /// How the solver's variables are shuffled; 0: not at all.
    pub seed: u64,
    /// Whether more solutions than a few are wanted, so that the program chooses what is best at listing and counting.
    pub several: bool,
}

/// A solver and what decides how it sees a problem.
#[derive(Clone)]
pub struct Solver {
    /// The backend, which ends one route.
    pub backend: Backend,
    /// Which encodings, on the SAT route.
    pub encoding: Selection,
    /// How the optimum is found, on the SAT route; `None` where nobody chose, which is [`Strategy::default`].
    pub search: Option<Strategy>,
    /// How the solver's variables are shuffled; 0: not at all.
    pub seed: u64,
}

/// The way to an answer: everything that decides what is computed.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Setup {
    /// A method of the family's own.
    Method(&'static str),
    /// A formulation, lowered and handed to a solver.
    Solver {
        /// The formulation's name.
        formulation: &'static str,
        /// The solver.
        solver: Solver,
    },
}

/// Why a task has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// What was asked for does not exist or does not apply here; in words.
    #[error("{0}")]
    Inapplicable(String),
    /// A check of our own failed: a bug here or in a solver. Nothing is reported.
    #[error("a check failed: {0}")]
    Check(String),
    /// A program that was to be run cannot be run, or broke off; in words.
    #[error("{0}")]
    Program(String),
    /// A limit was reached before there was anything to report.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// There is no thread to solve on, or it was lost: memory ran out, or a solver crashed.
    #[error("{0}")]
    Lost(String),
}

impl From<NotApplicable> for Failure {
    fn from(reason: NotApplicable) -> Failure {
        Failure::Inapplicable(reason.to_string())
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        match fault {
            Fault::Unusable(reason) => Failure::Program(reason),
            Fault::Wrong(reason) => Failure::Check(reason),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        match refused {
            Refused::Inapplicable(reason) => Failure::Inapplicable(reason),
            Refused::Stopped(stop) => Failure::Stopped(stop),
        }
    }
}

impl From<LowerError> for Failure {
    fn from(error: LowerError) -> Failure {
        Refused::from(error).into()
    }
}

impl Setup {
    /// Resolves options: what the user did not choose, the instance and the registries do.
    ///
    /// # Errors
    /// When something of that name does not exist, or two choices contradict each other; or a limit was reached.
    pub fn resolve(loaded: &Loaded, options: &Options, budget: &Budget) -> Result<Setup, Failure> {
        let route = options.route.as_deref().filter(|&name| name != "auto");
        let chose = options.formulation.is_some()
            || route.is_some()
            || options.backend.is_some()
            || options.search.is_some()
            || options.encoding.is_chosen();
        if let Some(name) = &options.method {
            let methods = loaded.puzzle.methods();
            if methods.is_empty() {
                return Err(Failure::Inapplicable(format!("{} has no methods of its own", loaded.puzzle.name())));
            }
            let method = by_name(name, "method", loaded.puzzle, methods)?;
            if chose || options.seed != 0 {
                return Err(Failure::Inapplicable(format!(
                    "the method `{method}` needs no formulation, encoding, route, backend, search or seed"
                )));
            }
            return Ok(Setup::Method(method));
        }
        if !chose && let Some(method) = loaded.instance.methods().and_then(|methods| methods.direct_method()) {
            return Ok(Setup::Method(method));
        }
        let route = route.map(route_by_name).transpose()?;
        let backend = match &options.backend {
            None => {
                let mut shapes = Shapes::new(loaded, options, budget);
                let route = route.map_or_else(|| shapes.route(), Ok)?;
                shapes.backend(route)?.clone()
            }
            Some(name) => backend_by_name(name)?,
        };
        let formulation = formulation(loaded, options.formulation.as_deref(), backend.route())?;
        if let Some(route) = route.filter(|&route| route != backend.route()) {
            return Err(Failure::Inapplicable(format!(
                "the backend `{}` ends the route `{}`, not `{}`",
                backend.name,
                backend.route().name(),
                route.name()
            )));
        }
        let search = options.search.as_deref().map(|name| strategy_by_name(name, loaded, &backend)).transpose()?;
        let solver = Solver { backend, search, encoding: options.encoding.clone(), seed: options.seed };
        Ok(Setup::Solver { formulation, solver })
    }

    /// In words: `method xor`, or `route sat, varisat, formulation cardinality`.
    pub fn describe(&self) -> String {
        match self {
            Setup::Method(name) => format!("method {name}"),
            Setup::Solver { formulation, solver: Solver { backend, .. } } => {
                format!("route {}, {}, formulation {formulation}", backend.route().name(), backend.name)
            }
        }
    }

    /// What is known before anything is done.
    fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        match self {
            Setup::Method(name) => facts.method = Some(name),
            Setup::Solver { formulation, solver } => {
                facts.route = Some(solver.backend.route().name());
                facts.backend = Some(solver.backend.name.to_string());
                facts.formulation = Some(formulation);
                if solver.backend.route() == Route::Sat {
                    facts.encoding = solver.encoding.names();
                }
            }
        }
        facts
    }
}

/// The formulation of that name, or the one for the route.
fn formulation(loaded: &Loaded, name: Option<&str>, route: Route) -> Result<&'static str, Failure> {
    let formulations = loaded.puzzle.formulations();
    match name {
        None => Ok(loaded.instance.formulation(route).unwrap_or(formulations[0].name)),
        Some(name) => by_name(name, "formulation", loaded.puzzle, formulations),
    }
}

fn by_name(name: &str, what: &str, puzzle: &dyn Puzzle, among: &'static [Named]) -> Result<&'static str, Failure> {
    let names = || among.iter().map(|named| named.name);
    names().find(|&found| found == name).ok_or_else(|| {
        let family = puzzle.name();
        unknown(format!("{family} has no {what} `{name}`"), name, &names().collect::<Vec<_>>())
    })
}

fn route_by_name(name: &str) -> Result<Route, Failure> {
    let names = Route::ALL.map(Route::name);
    Route::ALL
        .into_iter()
        .find(|route| route.name() == name)
        .ok_or_else(|| unknown(format!("there is no route `{name}`"), name, &names))
}

fn backend_by_name(name: &str) -> Result<Backend, Failure> {
    backend::find(name).map_err(|reason| match reason {
        Some(reason) => Failure::Inapplicable(reason),
        None => unknown(format!("there is no backend `{name}`"), name, &backend::names()),
    })
}

fn strategy_by_name(name: &str, loaded: &Loaded, backend: &Backend) -> Result<Strategy, Failure> {
    let strategy = Strategy::ALL
        .into_iter()
        .find(|strategy| strategy.name() == name)
        .ok_or_else(|| unknown(format!("there is no search `{name}`"), name, &Strategy::ALL.map(Strategy::name)))?;
    if backend.route() != Route::Sat {
        return Err(Failure::Inapplicable(format!("--search is for the route `sat`; {} has its own", backend.name)));
    }
    match loaded.instance.question() {
        Question::Plan { .. } if strategy != Strategy::LinearUp => Err(Failure::Inapplicable(format!(
            "the fewest steps are found by linear-up: more and more steps are allowed until there is a plan; `{name}` \
             would need to know how many are enough"
        ))),
        _ => Ok(strategy),
    }
}

fn unknown(message: String, name: &str, names: &[&str]) -> Failure {
    let meant = nearest(name, names.iter().copied()).map_or(String::new(), |m| format!(" (did you mean `{m}`?)"));
    Failure::Inapplicable(format!("{message}{meant}; there is {}", names.join(", ")))
}

/// How long a backend may take to react to a limit before it is abandoned.
const GRACE: Duration = Duration::from_millis(250);

/// Runs a question to its answer or to a limit. About a quarter of a second after a limit it returns in any case, with
/// what was found until then; a backend that does not react is left behind on its thread.
///
/// # Errors
/// When the formulation or an encoding does not apply, or a check of our own fails.
pub fn run(loaded: &Loaded, setup: &Setup, ask: Ask, budget: &Budget) -> Result<Report, Failure> {
    run_observed(loaded, setup, ask, &Work::default(), budget, &mut |_| Ok(()))
}

/// [`run`], with a say about symmetries: one solution of each orbit, or a search that breaks them.
///
/// # Errors
/// As [`run`]; when the symmetries are not known; and when they are to be broken and more than one solution is wanted.
pub fn run_up_to(
    loaded: &Loaded,
    setup: &Setup,
    ask: Ask,
    symmetries: Symmetries,
    budget: &Budget,
) -> Result<Report, Failure> {
    run_observed(loaded, setup, ask, &Work { symmetries, ..Work::default() }, budget, &mut |_| Ok(()))
}

/// [`run_up_to`], with the work divided, and with news of it. What `observe` fails with ends the run.
///
/// # Errors
/// As [`run_up_to`]; or when `observe` fails.
pub fn run_observed(
    loaded: &Loaded,
    setup: &Setup,
    ask: Ask,
    work: &Work,
    budget: &Budget,
    observe: &mut dyn FnMut(News) -> Result<(), Failure>,
) -> Result<Report, Failure> {
    let symmetries = work.symmetries;
    if ask != Ask::One && symmetries.breaking == Some(Breaking::Break) {
        return Err(Failure::Inapplicable(
            "breaking symmetries drops solutions, so it is for one solution only; `--distinct` lists one of each kind"
                .to_string(),
        ));
    }
    if let (Setup::Method(name), Some(_)) = (setup, symmetries.breaking) {
        return Err(Failure::Inapplicable(format!("symmetries are broken in a search, and `{name}` needs none")));
    }
    let at_least = (ask == Ask::Count).then_some(BigUint::ZERO);
    let progress = Progress::new(Facts { at_least, ..setup.facts() });
    let (mailbox, mail) = mailbox();
    let job = Job {
        loaded: loaded.clone(),
        setup: setup.clone(),
        ask,
        work: work.clone(),
        budget: budget.clone(),
        progress: progress.clone(),
        group: OnceLock::new(),
        mailbox,
    };
    std::thread::Builder::new()
        .name("solve".into())
        .spawn(move || {
            let answer = job.answer();
            job.mailbox.answer(answer);
        })
        .map_err(|error| Failure::Lost(format!("no thread to solve on: {error}")))?;
    let mut met: Option<(Stop, Instant)> = None;
    let mut measured = Instant::now();
    loop {
        let (news, post) = mail.take();
        let told = !news.is_empty();
        news.into_iter().try_for_each(&mut *observe)?;
        match post {
            Post::Answer(answer) => return *answer,
            Post::Lost => return Err(Failure::Lost("the solving thread ended without an answer".into())),
            Post::Open if told => observe(News::Pause)?,
            Post::Open => {}
        }
        if measured.elapsed() >= TICK {
            measured = Instant::now();
            budget.measure();
        }
        met = met.or_else(|| budget.reached().map(|stop| (stop, Instant::now())));
        if let Some((stop, since)) = met
            && since.elapsed() >= GRACE
            && let Some(report) = progress.cut_short(stop)
        {
            // What was found since is told, too.
            mail.take().0.into_iter().try_for_each(&mut *observe)?;
            return Ok(report);
        }
    }
}

/// One question on its way.
struct Job {
    loaded: Loaded,
    setup: Setup,
    ask: Ask,
    work: Work,
    budget: Budget,
    progress: Progress,
    /// The symmetries under which solutions count as one, once they are asked for.
    group: OnceLock<Group>,
    mailbox: Mailbox,
}

impl Job {
    fn answer(&self) -> Result<Report, Failure> {
        let conclusion = match self.concluded_question() {
            Err(Failure::Stopped(stop)) => Conclusion::stopped(stop),
            concluded => concluded?,
        };
        // Nobody waits for the answer of a run that was cut short.
        self.progress.conclude(conclusion).ok_or_else(|| Failure::Lost("the run was cut short".into()))
    }

    fn concluded_question(&self) -> Result<Conclusion, Failure> {
        if let (Some(distinct), Some(group)) = (self.work.symmetries.distinct, self.group()?) {
            self.progress.update(|facts| facts.distinct = Some(distinct.up_to(group)));
        }
        match &self.setup {
            Setup::Method(name) => self.by_method(name),
            Setup::Solver { formulation, solver } => match (&self.work.leaf, self.loaded.instance.question()) {
                (Some(leaf), _) => self.count_cube(formulation, solver, leaf),
                (None, Question::Board) if self.ask == Ask::Count => self.count_boards(formulation, solver),
                (None, Question::Board) => self.board(formulation, solver),
                (None, Question::Plan { at_least }) => self.plan(formulation, solver, at_least),
            },
        }
    }

    /// The symmetries under which solutions count as one, if so asked.
    fn group(&self) -> Result<Option<&Group>, Failure> {
        let Some(distinct) = self.work.symmetries.distinct else { return Ok(None) };
        if let Some(group) = self.group.get() {
            return Ok(Some(group));
        }
        let group = distinct.group(&*self.loaded.instance)?;
        Ok(Some(self.group.get_or_init(|| group)))
    }

    /// The independent check.
    fn verified(&self, candidate: Candidate) -> Result<Solution, Failure> {
        let start = Instant::now();
        let solution = Solution::verified(&*self.loaded.instance, candidate)
            .map_err(|violation| Failure::Check(format!("a decoded board breaks the rules: {violation}")))?;
        self.progress.update(|facts| facts.statistics.seconds.verify += start.elapsed().as_secs_f64());
        Ok(solution)
    }

    /// Tells whoever watches.
    fn tell(&self, news: News) -> Result<(), Failure> {
        self.mailbox.put(news)
    }

    /// Puts a solution where it is wanted.
    fn hand_over(&self, solution: Solution) -> Result<(), Failure> {
        // What is found after the run was cut short is in no report, so it is in no list.
        if !self.progress.change(|facts| facts.found += 1) {
            return Err(Failure::Lost("the run was cut short".into()));
        }
        if let Some(line) = self.work.line.filter(|_| self.work.stream) {
            return self.tell(News::Line(line(&*self.loaded.instance, &solution)));
        }
        if self.work.stream {
            return self.tell(News::Solution(Box::new(solution)));
        }
        self.progress.update(|facts| facts.solutions.push(solution));
        Ok(())
    }
}
