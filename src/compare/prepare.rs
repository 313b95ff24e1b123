//! Loads the puzzle of a job and resolves its setup.

use crate::budget::{Budget, Refused};
use crate::cnf::encode::selection::Selection;
use crate::compare::job::Job;
use crate::puzzle::{self, Loaded};
use crate::source::Source;
use crate::task::{Failure, Options, Setup};

/// Loads the puzzle and resolves the setup.
///
/// # Errors
/// The reason why the model or a choice does not apply, or the limit that was reached.
pub fn prepared(job: &Job, budget: &Budget) -> Result<(Loaded, Setup), Refused> {
    let source = Source::new(job.model.clone(), job.text.clone());
    let loaded = puzzle::load(&source, budget).map_err(|error| match error.stop() {
        Some(stop) => Refused::Stopped(stop),
        None => Refused::Inapplicable(error.render(&source, false)),
    })?;
    let chosen = |name: &String| Some(name.clone()).filter(|name| name != "auto");
    let configuration = &job.configuration;
    let mut encoding = Selection::default();
    if let Some(text) = chosen(&configuration.encoding) {
        encoding.parse(&text).map_err(|error| error.to_string())?;
    }
    let options = Options {
        formulation: chosen(&configuration.formulation),
        backend: chosen(&configuration.backend),
        search: chosen(&configuration.search),
        encoding,
        seed: job.seed,
        solver: true,
        ..Options::default()
    };
    let setup = Setup::resolve(&loaded, &options, budget).map_err(|failure| match failure {
        Failure::Stopped(stop) => Refused::Stopped(stop),
        other => Refused::Inapplicable(other.to_string()),
    })?;
    Ok((loaded, setup))
}
