//! Why a model was not read: mistakes in it, or a limit.

use crate::budget::Stop;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Source;

/// Why a model was not read.
#[derive(Debug, Clone)]
pub enum LoadError {
    /// Everything that is wrong with it.
    Wrong(Diagnostics),
    /// A limit was reached. The diagnostics say what in the model would not fit, where that is known.
    Stopped(Stop, Diagnostics),
}

impl From<Diagnostics> for LoadError {
    fn from(wrong: Diagnostics) -> LoadError {
        LoadError::Wrong(wrong)
    }
}

impl From<Stop> for LoadError {
    fn from(stop: Stop) -> LoadError {
        LoadError::Stopped(stop, Diagnostics::none())
    }
}

impl LoadError {
    /// What is wrong with the model; may be empty when a limit was reached.
    pub fn diagnostics(&self) -> &Diagnostics {
        match self {
            LoadError::Wrong(wrong) | LoadError::Stopped(_, wrong) => wrong,
        }
    }

    /// What is wrong with the model, one by one.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics().iter()
    }

    /// The limit that was reached, if that is the reason.
    pub fn stop(&self) -> Option<Stop> {
        match self {
            LoadError::Wrong(_) => None,
            LoadError::Stopped(stop, _) => Some(*stop),
        }
    }

    /// Renders what is wrong, as [`Diagnostics::render`] does, and the limit that was reached.
    pub fn render(&self, source: &Source, colour: bool) -> String {
        let wrong = self.diagnostics().render(source, colour);
        self.stop().map_or(wrong.clone(), |stop| format!("{wrong}{stop} while reading the model\n"))
    }
}
