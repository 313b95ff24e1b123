//! A puzzle that was read, drawn and named.
//!
//! Start with [`Model::read`]; what can be asked about a model is in `question`.

use crate::registry::REGISTRY;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Source;
use boardwright_exchange::genre::{blank, files, write};
use boardwright_exchange::{export, import};
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::cells::Cells;
use boardwright_render::{svg, text};
use boardwright_tasks::task::steps::{self, Entry};
use std::fmt;

/// A puzzle: the text of its model, read and checked.
#[derive(Clone)]
pub struct Model {
    pub(crate) source: Source,
    pub(crate) loaded: Loaded,
}

/// Why a text is no board, no position, or no solution of a model, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WrongBoard(pub(crate) String);

/// The entries of a player.
#[derive(Debug, Clone)]
pub struct Position(pub(crate) Vec<Entry>);

/// Why a text is no model: its mistakes, each with its place, or the limit that was reached.
#[derive(Debug, Clone)]
pub struct ModelError {
    source: Source,
    mistakes: Diagnostics,
    stopped: Option<Stop>,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stopped {
            Some(stop) => write!(f, "{stop}"),
            None => f.write_str(self.mistakes.render(&self.source, false).trim_end()),
        }
    }
}

impl std::error::Error for ModelError {}

impl ModelError {
    /// Returns each mistake: line and column in the text, from 1, if it has a place, and what is wrong.
    pub fn mistakes(&self) -> Vec<(Option<(usize, usize)>, String)> {
        let place = |wrong: &Diagnostic| wrong.labels.first().map(|label| self.source.position(label.span.start));
        self.mistakes.iter().map(|wrong| (place(wrong), wrong.message.to_string())).collect()
    }
}

impl Model {
    /// Reads the text of a model.
    ///
    /// # Errors
    /// All mistakes in it.
    pub fn read(text: &str) -> Result<Model, ModelError> {
        Model::read_within("model", text, &[], &Budget::none())
    }

    /// Reads the text of a model with values of its parameters.
    ///
    /// # Errors
    /// All mistakes in it; parameters that it does not have.
    pub fn read_with(text: &str, parameters: &[(&str, i64)]) -> Result<Model, ModelError> {
        Model::read_within("model", text, parameters, &Budget::none())
    }

    /// Reads the text of a model with values of its parameters, within limits. Messages call it `name`.
    ///
    /// # Errors
    /// All mistakes in it; parameters that it does not have; the limit that was reached.
    pub fn read_within(
        name: &str,
        text: &str,
        parameters: &[(&str, i64)],
        budget: &Budget,
    ) -> Result<Model, ModelError> {
        let mut source = Source::new(name, text);
        if !parameters.is_empty() {
            let values: Vec<(String, i64)> =
                parameters.iter().map(|&(name, value)| (name.to_string(), value)).collect();
            source = match boardwright_model::set(&source, &values) {
                Ok(source) => source,
                Err(mistakes) => return Err(ModelError { source, mistakes, stopped: None }),
            };
        }
        match REGISTRY.load(&source, budget) {
            Ok(loaded) => Ok(Model { source, loaded }),
            Err(wrong) => Err(ModelError { source, mistakes: wrong.diagnostics().clone(), stopped: wrong.stop() }),
        }
    }

    /// Returns the model of a genre or of another kind to start from: `slitherlink`, `lights-out`.
    ///
    /// # Errors
    /// That no kind has this name.
    pub fn kind(name: &str) -> Result<Model, ModelError> {
        let text = match (REGISTRY.kinds().find(|kind| kind.name == name), files::find(name)) {
            (Some(kind), _) => kind.text.to_string(),
            (None, Some(file)) => write::template(file.text),
            (None, None) => {
                let mistakes = files::unknown(name).into();
                return Err(ModelError { source: Source::new("the name", ""), mistakes, stopped: None });
            }
        };
        Model::read_within(name, &text, &[], &Budget::none())
    }

    /// Returns the model of a genre with an empty board: its rules without clues.
    ///
    /// # Errors
    /// That there is no such genre, that its board has another shape, or that the size, at most 100, is not supported.
    pub fn empty(genre: &str, rows: u16, columns: u16) -> Result<Model, ModelError> {
        let none = |mistakes| ModelError { source: Source::new("the name", ""), mistakes, stopped: None };
        let file = files::find(genre).ok_or_else(|| none(files::unknown(genre).into()))?;
        let text = blank::blank(REGISTRY, file, rows, columns, &Budget::none());
        let text = text.map_err(|wrong| none(Diagnostic::new("no-empty-board", wrong.to_string()).into()))?;
        Model::read_within(genre, &text, &[], &Budget::none())
    }

    /// Returns the names of the genres.
    pub fn genres() -> impl Iterator<Item = &'static str> {
        files::FILES.iter().map(|file| file.name)
    }

    /// Reads a link or the text of a file of another program.
    ///
    /// # Errors
    /// The mistakes in it, or the reason why no model can express its puzzle.
    pub fn import(text: &str) -> Result<Model, ModelError> {
        let options = import::Options::default();
        match import::import(REGISTRY, "-", text.as_bytes(), &options, &Budget::none()) {
            Ok(model) => Model::read(&model),
            Err(import::ImportError { source, wrong, stopped }) => Err(ModelError { source, mistakes: wrong, stopped }),
        }
    }

    /// Returns the text, with the values of parameters in it.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// Returns the title, if it has one.
    pub fn title(&self) -> Option<&str> {
        self.loaded.model.title.as_deref()
    }

    /// Returns the rules in words, where the model has instructions or its genre has.
    pub fn rules(&self) -> Option<String> {
        export::rules_of(&self.source, &self.loaded.model, REGISTRY)
    }

    /// Returns the family: `grid`, `lights-out`, ...
    pub fn family(&self) -> &'static str {
        self.loaded.puzzle.name()
    }

    /// Draws the puzzle without a solution, in characters.
    pub fn draw(&self) -> String {
        text::render(&self.loaded.instance.draw_puzzle(), text::Style::default())
    }

    /// Draws the puzzle without a solution, as SVG.
    pub fn svg(&self) -> String {
        svg::titled(&self.loaded.instance.draw_puzzle(), self.title())
    }

    /// Reads the entries of a player, as `steps --hint` does.
    ///
    /// # Errors
    /// What is malformed.
    pub fn position(&self, entries: &str) -> Result<Position, WrongBoard> {
        let sheet = self.loaded.instance.cells().map(Cells::sheet).unwrap_or_default();
        let typed = steps::typed(entries);
        let entries = steps::entries(typed.as_deref().unwrap_or(entries), self.family(), &sheet);
        entries.map(Position).map_err(|wrong| WrongBoard(wrong.to_string()))
    }

    /// Returns the model as the engines have it, for the other packages of the workspace.
    #[doc(hidden)]
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model").field("name", &self.source.name).field("family", &self.family()).finish()
    }
}
