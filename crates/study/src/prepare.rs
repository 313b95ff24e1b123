//! Loads the puzzle of a job and resolves its setup.

use crate::job::Job;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_puzzle::{Loaded, Registry};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_tasks::task::failure::Inapplicable;
use boardwright_tasks::task::{Failure, Options, Setup};

/// Loads the puzzle and resolves the setup.
///
/// # Errors
/// The reason why the model or a choice does not apply, or the limit that was reached.
pub fn prepared(registry: Registry, job: &Job, budget: &Budget) -> Result<(Loaded, Setup), Failure> {
    let source = Source::new(job.model.clone(), job.text.clone());
    let loaded = registry.load(&source, budget).map_err(|error| match error.stop() {
        Some(stop) => Failure::Stopped(stop),
        None => {
            let diagnostics = error.diagnostics().clone();
            Failure::inapplicable(Inapplicable::Unreadable { model: source.clone(), diagnostics })
        }
    })?;
    let chosen = |name: &String| Some(name.clone()).filter(|name| name != "auto");
    let configuration = &job.configuration;
    let mut encoding = Selection::default();
    if let Some(text) = chosen(&configuration.encoding) {
        encoding.parse(&text).map_err(Failure::inapplicable)?;
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
    let setup = Setup::resolve(&loaded, &options, budget)?;
    Ok((loaded, setup))
}
