//! Failures as Python exceptions. The classes are those of `boardwright._errors`.

use boardwright::{Failure, ModelError, Stop};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::fmt::Display;

fn raised<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let class = py.import("boardwright._errors").and_then(|module| module.getattr(class));
    class.and_then(|class| class.call1(arguments)).map_or_else(|error| error, PyErr::from_value)
}

/// Returns the error of a failed check, a failed solver or the like.
pub(crate) fn error(py: Python<'_>, message: impl Display) -> PyErr {
    raised(py, "Error", (message.to_string(),))
}

/// Returns the error of a request that does not apply.
pub(crate) fn usage(py: Python<'_>, message: impl Display) -> PyErr {
    raised(py, "UsageError", (message.to_string(),))
}

/// A mistake: line and column from 1, if it has a place, and the message.
pub(crate) type Mistake = (Option<usize>, Option<usize>, String);

/// Returns the error of a wrong model.
pub(crate) fn model(py: Python<'_>, wrong: &ModelError) -> PyErr {
    let mistakes: Vec<Mistake> = wrong
        .mistakes()
        .into_iter()
        .map(|(place, message)| (place.map(|place| place.0), place.map(|place| place.1), message))
        .collect();
    wrong_model(py, &wrong.to_string(), &mistakes)
}

/// Returns the error of a wrong model, by its diagnostic and its mistakes.
pub(crate) fn wrong_model(py: Python<'_>, diagnostic: &str, mistakes: &[Mistake]) -> PyErr {
    raised(py, "ModelError", (diagnostic, mistakes.to_vec()))
}

/// Returns the error of a limit that was reached, with what was found.
pub(crate) fn limit<'py>(py: Python<'py>, message: impl Display, found: impl IntoPyObject<'py>) -> PyErr {
    raised(py, "LimitReached", (message.to_string(), found))
}

/// Returns the error of a failed task.
pub(crate) fn failure(py: Python<'_>, failure: &Failure) -> PyErr {
    match failure {
        Failure::Inapplicable(_) | Failure::Model(_) => usage(py, failure),
        Failure::Stopped(Stop::Interrupted) => PyKeyboardInterrupt::new_err(()),
        Failure::Stopped(stop) => limit(py, stop, py.None()),
        _ => error(py, failure),
    }
}
