//! Makes the run that a job describes, and says what came of it.

use super::count;
use super::job::{Job, Question};
use super::record::{Outcome, Status};
use crate::backend::Route;
use crate::budget::Budget;
use crate::cnf::encode::selection::Selection;
use crate::cnf::lower::lower_with;
use crate::constraint::Roles;
use crate::puzzle::{self, Loaded};
use crate::source::Source;
use crate::task::{self, Ask, Failure, Options, Setup, Work};

/// Runs a job to its answer or its time limit. Whatever happens is an outcome; a model that cannot be read, or names that
/// do not exist, make the configuration inapplicable.
pub fn run(job: &Job, budget: &Budget) -> Outcome {
    let (loaded, setup) = match prepared(job) {
        Ok(prepared) => prepared,
        Err(reason) => return Outcome::bare(Status::Inapplicable, reason),
    };
    let ask = match job.question {
        Question::One => Ask::One,
        Question::All => Ask::All,
        Question::Count => Ask::Count,
    };
    let puzzle = loaded.puzzle.name();
    let leaf = match job.leaf.as_ref().map(|leaf| count::leaf(&loaded, &setup, leaf)).transpose() {
        Ok(leaf) => leaf,
        Err(failure) => return Outcome::bare(Status::Wrong, failure.to_string()),
    };
    let work = Work { leaf, ..Work::default() };
    match task::run_observed(&loaded, &setup, ask, &work, budget, &mut |_| Ok(())) {
        Ok(report) => Outcome::of(puzzle, job.question, &report),
        Err(failure) => {
            let status = match failure {
                Failure::Inapplicable(_) => Status::Inapplicable,
                Failure::Check(_) => Status::Wrong,
                // What is lost under a limit on memory is lost to it: threads and solvers have no other word for it.
                Failure::Lost(_) if job.memory_limit.is_some() => Status::Memory,
                Failure::Program(_) | Failure::Lost(_) => Status::Crashed,
            };
            Outcome { puzzle: puzzle.into(), ..Outcome::bare(status, failure.to_string()) }
        }
    }
}

/// The variables and clauses that unit propagation leaves of the job's formula; `None` off the SAT route, and for a plan
/// whose number of steps, `horizon`, is not known.
pub fn propagated(job: &Job, horizon: Option<usize>) -> Option<(usize, usize)> {
    let (loaded, Setup::Solver { formulation, solver }) = prepared(job).ok()? else { return None };
    if solver.backend.route() != Route::Sat {
        return None;
    }
    let plan = matches!(loaded.instance.question(), puzzle::Question::Plan { .. });
    if plan && horizon.is_none() {
        return None;
    }
    let formulated = loaded.instance.constrain(formulation, horizon.filter(|_| plan)).ok()?;
    let roles = if job.question == Question::One { Roles::ALL } else { Roles::FAITHFUL };
    let lowered = lower_with(&formulated.problem, &solver.encoding, roles, solver.backend.graphs());
    lowered.ok().map(|lowered| lowered.cnf.propagated())
}

/// The puzzle and the way to solve it.
pub fn prepared(job: &Job) -> Result<(Loaded, Setup), String> {
    let source = Source::new(job.model.clone(), job.text.clone());
    let loaded = puzzle::load(&source).map_err(|wrong| wrong.render(&source, false))?;
    let chosen = |name: &String| Some(name.clone()).filter(|name| name != "auto");
    let configuration = &job.configuration;
    let mut encoding = Selection::default();
    for (kind, name) in &loaded.model.encoding {
        encoding.set(&kind.value, &name.value).map_err(|error| error.to_string())?;
    }
    if let Some(text) = chosen(&configuration.encoding) {
        encoding.parse(&text).map_err(|error| error.to_string())?;
    }
    let options = Options {
        formulation: chosen(&configuration.formulation),
        backend: chosen(&configuration.backend),
        search: chosen(&configuration.search),
        encoding,
        seed: job.seed,
        ..Options::default()
    };
    let setup = Setup::resolve(&loaded, &options).map_err(|failure| failure.to_string())?;
    Ok((loaded, setup))
}
