//! The errors of reading a model: diagnostics, or a limit.

use boardwright_base::budget::Stop;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Source;

/// Why a model was not read.
#[derive(Debug, Clone)]
pub enum LoadError {
    /// The model has errors.
    Wrong(Diagnostics),
    /// A limit was reached. The diagnostics name the part of the model that is too large, if it is known.
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
    /// Returns the diagnostics; may be empty if a limit was reached.
    pub fn diagnostics(&self) -> &Diagnostics {
        match self {
            LoadError::Wrong(wrong) | LoadError::Stopped(_, wrong) => wrong,
        }
    }

    /// Returns the diagnostics one by one.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics().iter()
    }

    /// Returns the limit that was reached, if any.
    pub fn stop(&self) -> Option<Stop> {
        match self {
            LoadError::Wrong(_) => None,
            LoadError::Stopped(stop, _) => Some(*stop),
        }
    }

    /// Renders the diagnostics like [`Diagnostics::render`], and the limit that was reached.
    pub fn render(&self, source: &Source, colour: bool) -> String {
        let wrong = self.diagnostics().render(source, colour);
        self.stop().map_or(wrong.clone(), |stop| format!("{wrong}{stop} while reading the model\n"))
    }
}
