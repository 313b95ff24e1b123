//! Makes the run of a job and returns its outcome.

use super::count;
use super::job::{Configuration, Job, Question};
pub use super::prepare::prepared;
use super::record::{Outcome, Status};
use boardwright_base::budget::{Budget, Stop};
use boardwright_puzzle::Registry;
use boardwright_solvers::backend::Route;
use boardwright_solvers::pipeline::LoweringRequest;
use boardwright_tasks::task::{self, Ask, Breaking, Failure, Output, Setup, Symmetries, Work, detached, ignore};

/// Runs a job to its answer or its time limit. Every result is an outcome; a model that cannot be read, or an unknown name,
/// makes the configuration inapplicable.
pub fn run(registry: Registry, job: &Job, budget: &Budget) -> Outcome {
    let (loaded, setup) = match prepared(registry, job, budget) {
        Ok(prepared) => prepared,
        Err(Failure::Stopped(stop)) => return stopped(stop),
        Err(reason) => return Outcome::bare(Status::Inapplicable, reason.to_string()),
    };
    let ask = ask(job.question);
    let puzzle = loaded.puzzle.name();
    let leaf = match job.leaf.as_ref().map(|leaf| count::leaf(&loaded, &setup, leaf, budget)).transpose() {
        Ok(leaf) => leaf,
        Err(Failure::Stopped(stop)) => return stopped(stop),
        Err(failure) => return Outcome::bare(Status::Wrong, failure.to_string()),
    };
    let request = task::Request::new(&loaded, &setup, ask)
        .with_work(Work { leaf, ..work(&job.configuration) })
        .with_output(Output { digests: true, ..Output::default() });
    match detached::run(&request, budget, &mut ignore) {
        Ok(report) => Outcome::of(puzzle, job.question, &report),
        Err(Failure::Stopped(stop)) => Outcome { puzzle: puzzle.into(), ..stopped(stop) },
        Err(failure) => {
            let status = match failure {
                Failure::Inapplicable(_) | Failure::Model(_) => Status::Inapplicable,
                Failure::Check(_) => Status::Wrong,
                // Under a memory limit a failure counts as the memory limit: threads and solvers report it in no other way.
                Failure::Lost(_) if job.memory_limit.is_some() => Status::Memory,
                Failure::Program(_) | Failure::Lost(_) | Failure::Stopped(_) | Failure::Unobserved => Status::Crashed,
            };
            Outcome { puzzle: puzzle.into(), ..Outcome::bare(status, failure.to_string()) }
        }
    }
}

fn ask(question: Question) -> Ask {
    match question {
        Question::One => Ask::One,
        Question::All => Ask::All,
        Question::Count => Ask::Count,
    }
}

/// Returns the options of the work that a configuration chooses.
fn work(configuration: &Configuration) -> Work {
    let breaking = match configuration.symmetry.as_str() {
        "off" => Some(Breaking::Off),
        "break" => Some(Breaking::Break),
        _ => None,
    };
    let symmetries = Symmetries { breaking, ..Symmetries::default() };
    Work { symmetries, without_redundant: configuration.redundant == "off", ..Work::default() }
}

/// Returns the outcome if a limit was reached before the run began.
fn stopped(stop: Stop) -> Outcome {
    let status = match stop {
        Stop::Time => Status::Timeout,
        Stop::Memory => Status::Memory,
        Stop::Interrupted | Stop::GaveUp | Stop::Enough => Status::Unknown,
    };
    Outcome::bare(status, stop.to_string())
}

/// Returns the variables and clauses of the job's formula after unit propagation; `None` off the SAT route, and for a plan
/// whose number of steps, `horizon`, is not known.
pub fn propagated(registry: Registry, job: &Job, horizon: Option<usize>) -> Option<(usize, usize)> {
    let budget = Budget::none();
    let (loaded, setup) = prepared(registry, job, &budget).ok()?;
    let Setup::Solver { formulation, solver, .. } = &setup else { return None };
    if solver.backend.route() != Route::Sat {
        return None;
    }
    let plan = matches!(loaded.instance.question(), boardwright_puzzle::Question::Plan { .. });
    if plan && horizon.is_none() {
        return None;
    }
    let (formulation, solver) = (*formulation, solver.clone());
    let request = task::Request::new(&loaded, &setup, ask(job.question)).with_work(work(&job.configuration));
    let (prepared, roles) = request.posed(formulation, horizon.filter(|_| plan), &budget).ok()?;
    let problem = &prepared.formulated.problem;
    let request = LoweringRequest { problem, roles, encoding: &solver.encoding, budget: &budget };
    request.to_cnf(solver.backend.graphs()).ok().map(|lowered| lowered.cnf.propagated())
}
