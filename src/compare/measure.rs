//! Makes the run that a job describes, and says what came of it.

use super::count;
use super::job::{Job, Question};
use super::record::{Outcome, Status};
use crate::backend::Route;
use crate::budget::{Budget, Refused, Stop};
use crate::cnf::encode::selection::Selection;
use crate::constraint::Roles;
use crate::pipeline::Request;
use crate::puzzle::{self, Loaded};
use crate::source::Source;
use crate::task::{self, Ask, Failure, Options, Output, Setup, Work, detached, ignore};

/// Runs a job to its answer or its time limit. Whatever happens is an outcome; a model that cannot be read, or names that
/// do not exist, make the configuration inapplicable.
pub fn run(job: &Job, budget: &Budget) -> Outcome {
    let (loaded, setup) = match prepared(job, budget) {
        Ok(prepared) => prepared,
        Err(Refused::Inapplicable(reason)) => return Outcome::bare(Status::Inapplicable, reason),
        Err(Refused::Stopped(stop)) => return stopped(stop),
    };
    let ask = match job.question {
        Question::One => Ask::One,
        Question::All => Ask::All,
        Question::Count => Ask::Count,
    };
    let puzzle = loaded.puzzle.name();
    let leaf = match job.leaf.as_ref().map(|leaf| count::leaf(&loaded, &setup, leaf, budget)).transpose() {
        Ok(leaf) => leaf,
        Err(Failure::Stopped(stop)) => return stopped(stop),
        Err(failure) => return Outcome::bare(Status::Wrong, failure.to_string()),
    };
    let request = task::Request::new(&loaded, &setup, ask)
        .with_work(Work { leaf, ..Work::default() })
        .with_output(Output { digests: true, ..Output::default() });
    match detached::run(&request, budget, &mut ignore) {
        Ok(report) => Outcome::of(puzzle, job.question, &report),
        Err(Failure::Stopped(stop)) => Outcome { puzzle: puzzle.into(), ..stopped(stop) },
        Err(failure) => {
            let status = match failure {
                Failure::Inapplicable(_) => Status::Inapplicable,
                Failure::Check(_) => Status::Wrong,
                // What is lost under a limit on memory is lost to it: threads and solvers have no other word for it.
                Failure::Lost(_) if job.memory_limit.is_some() => Status::Memory,
                Failure::Program(_) | Failure::Lost(_) | Failure::Stopped(_) => Status::Crashed,
            };
            Outcome { puzzle: puzzle.into(), ..Outcome::bare(status, failure.to_string()) }
        }
    }
}

/// A limit was reached before the run had begun.
fn stopped(stop: Stop) -> Outcome {
    let status = match stop {
        Stop::Time => Status::Timeout,
        Stop::Memory => Status::Memory,
        Stop::Interrupted | Stop::Space | Stop::GaveUp => Status::Unknown,
    };
    Outcome::bare(status, stop.to_string())
}

/// The variables and clauses that unit propagation leaves of the job's formula; `None` off the SAT route, and for a plan
/// whose number of steps, `horizon`, is not known.
pub fn propagated(job: &Job, horizon: Option<usize>) -> Option<(usize, usize)> {
    let (loaded, Setup::Solver { formulation, solver }) = prepared(job, &Budget::none()).ok()? else { return None };
    if solver.backend.route() != Route::Sat {
        return None;
    }
    let plan = matches!(loaded.instance.question(), puzzle::Question::Plan { .. });
    if plan && horizon.is_none() {
        return None;
    }
    let formulated = loaded.instance.constrain(formulation, horizon.filter(|_| plan), &Budget::none()).ok()?;
    let roles = if job.question == Question::One { Roles::ALL } else { Roles::FAITHFUL };
    let budget = Budget::none();
    let request = Request { problem: &formulated.problem, roles, encoding: &solver.encoding, budget: &budget };
    request.to_cnf(solver.backend.graphs()).ok().map(|lowered| lowered.cnf.propagated())
}

/// The puzzle and the way to solve it.
///
/// # Errors
/// Why the model or a choice does not apply, in words; or the limit that was reached.
pub fn prepared(job: &Job, budget: &Budget) -> Result<(Loaded, Setup), Refused> {
    let source = Source::new(job.model.clone(), job.text.clone());
    let loaded = puzzle::load(&source, budget).map_err(|error| match error.stop() {
        Some(stop) => Refused::Stopped(stop),
        None => Refused::Inapplicable(error.render(&source, false)),
    })?;
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
    let setup = Setup::resolve(&loaded, &options, budget).map_err(|failure| match failure {
        Failure::Stopped(stop) => Refused::Stopped(stop),
        other => Refused::Inapplicable(other.to_string()),
    })?;
    Ok((loaded, setup))
}
