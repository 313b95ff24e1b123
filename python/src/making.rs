//! Puzzles with one solution, made from a model or by its family.

use super::model::Model;
use super::{error, work};
use boardwright::{Budget, REGISTRY};
use boardwright_base::source::Source;
use boardwright_puzzle::capability::generation::GenerationRequest;
use boardwright_tasks::task::generate::{self as task, GenerateError, Goals, Template};
use boardwright_tasks::task::ignore;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What was made: the text of a model, and the reason why it falls short.
struct Made {
    text: String,
    short: Option<String>,
}

/// Makes a puzzle from a model.
pub(crate) fn of_model(
    py: Python<'_>,
    model: &boardwright::Model,
    template: Template,
    budget: &Budget,
) -> PyResult<Model> {
    let from = model.clone();
    let made = work::run(py, budget, move |budget| {
        let source = Source::new("the model", from.text());
        let made = task::of_model(&source, from.loaded(), &template, budget, &mut ignore)?;
        let goals = (!made.missed.is_empty()).then(|| missed(&made.missed));
        let short = made.stopped.map(|stop| stop.describe().to_string()).or(goals);
        Ok(Made { text: made.text, short })
    })?;
    finished(py, made)
}

fn missed(goals: &[String]) -> String {
    format!("no puzzle met the goals; of the nearest one, {}", goals.join(", "))
}

/// Returns the puzzle.
fn finished(py: Python<'_>, made: Result<Made, GenerateError>) -> PyResult<Model> {
    let made = made.map_err(|wrong| failure(py, wrong))?;
    let model = Model::of_text(py, made.text)?;
    match made.short {
        Some(reason) => Err(error::limit(py, reason, model)),
        None => Ok(model),
    }
}

fn failure(py: Python<'_>, wrong: GenerateError) -> PyErr {
    match wrong {
        GenerateError::Unsupported(reason) => error::usage(py, reason),
        GenerateError::Model(source, wrong) => error::usage(py, wrong.render(&source, false)),
        GenerateError::Stopped { stop, progress } if progress.is_empty() => error::limit(py, stop, py.None()),
        GenerateError::Stopped { stop, progress } => error::limit(py, format!("{stop}; {progress}"), py.None()),
        GenerateError::Failed(failure) => error::failure(py, &failure),
    }
}

/// Returns the template of the arguments of `Model.generate`.
#[allow(clippy::too_many_arguments)]
pub(crate) fn template(
    py: Python<'_>,
    fill: Vec<String>,
    keep: Vec<String>,
    sizes: Option<&str>,
    rooms: Option<usize>,
    weaken: bool,
    clues: Option<usize>,
    difficulty: Option<&str>,
    must_use: Vec<String>,
    symmetric: bool,
    seed: u64,
) -> PyResult<Template> {
    let sizes = sizes.map(task::sizes).transpose().map_err(|wrong| error::usage(py, format!("sizes: {wrong}")))?;
    let difficulty = difficulty.map(|text| text.replace(' ', "-").parse()).transpose();
    let difficulty = difficulty.map_err(|wrong| error::usage(py, format!("difficulty: {wrong}")))?;
    let goals = Goals { clues, difficulty, must_use };
    Ok(Template { keep, fill, sizes, rooms, weaken, goals, symmetric, seed })
}

/// Makes a puzzle of a family that has a generator of its own: `lights-out`, `knightdoku`, `dissection` and others.
///
/// - `rows`, `columns`, `clues`, `pieces`: numbers, where the family has them.
/// - `symmetric`: whether a half turn exchanges the clues.
/// - `seed`: the same seed makes the same puzzle.
/// - Other keyword arguments are keys of the model, such as `states=3`.
///
/// Returns a `Model` with exactly one solution. Raises `UsageError` if the family is unknown or has no generator, and
/// `LimitReached`, whose `found` is the best puzzle so far, or None.
#[pyfunction]
#[pyo3(signature = (family, /, *, rows = None, columns = None, clues = None, pieces = None, symmetric = false, seed = 0, time_limit = None, **settings))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn generate(
    py: Python<'_>,
    family: &str,
    rows: Option<usize>,
    columns: Option<usize>,
    clues: Option<usize>,
    pieces: Option<usize>,
    symmetric: bool,
    seed: u64,
    time_limit: Option<f64>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Model> {
    let Some(puzzle) = REGISTRY.find(family) else {
        let names: Vec<&str> = REGISTRY.families().iter().map(|puzzle| puzzle.name()).collect();
        return Err(error::usage(py, format!("unknown family `{family}`; expected {}", names.join(", "))));
    };
    let mut keys = Vec::new();
    for (key, value) in settings.into_iter().flatten() {
        keys.push((key.extract::<String>()?, written(&value)?));
    }
    let request = GenerationRequest { rows, columns, pieces, symmetric, clues, settings: keys };
    let budget = work::budget(py, time_limit)?;
    let made = work::run(py, &budget, move |budget| {
        let made = task::generate(REGISTRY, puzzle, &request, seed, budget, &mut ignore)?;
        let goals = (!made.made.missed.is_empty()).then(|| missed(&made.made.missed));
        let short = made.stopped.filter(|_| !made.is_finished).map(|stop| stop.describe().to_string()).or(goals);
        Ok(Made { text: made.text(), short })
    })?;
    finished(py, made)
}

/// Returns a value as a model file has it.
fn written(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(switch) = value.extract::<bool>() {
        return Ok(switch.to_string());
    }
    value.str()?.extract()
}
