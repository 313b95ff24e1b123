//! What is wrong with a model: code, message, places, and what to do about it.
//!
//! The one renderer turns it into text in the style of rustc: file, line, column, caret, help.
//! All mistakes of a file come out together, as one [`Diagnostics`]. Touches only [`crate::source`].

use crate::source::{Source, Span};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// A place in the source with a word about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be said there; may be empty.
    pub text: String,
}

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable short name of the kind of mistake, such as `unknown-key`.
    pub code: &'static str,
    /// What is wrong, in one line.
    pub message: String,
    /// Where; the first is the primary place. Without any, the file as a whole is meant.
    pub labels: Vec<Label>,
    /// What is accepted, what was probably meant.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// A mistake without a place.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic { code, message: message.into(), labels: Vec::new(), help: Vec::new() }
    }

    /// Adds a place; the first one added is the primary one.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }
}

/// All mistakes of one file, in order of their place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// No mistakes yet.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a mistake.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds all mistakes of another list.
    pub fn extend(&mut self, other: Diagnostics) {
        self.0.extend(other.0);
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The mistakes, in order of their place in the file.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter()
    }

    /// `Ok(value)` if nothing is wrong, otherwise the mistakes in order of their place.
    pub fn into_result<T>(mut self, value: T) -> Result<T, Diagnostics> {
        if self.0.is_empty() {
            return Ok(value);
        }
        self.0.sort_by_key(|d| d.labels.first().map_or(0, |label| label.span.start));
        Err(self)
    }

    /// Renders the mistakes for a person; with `colour`, with ANSI escapes.
    pub fn render(&self, source: &Source, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.decor_style(DecorStyle::Ascii);
        let mut out = String::new();
        for diagnostic in &self.0 {
            let title = Level::ERROR.primary_title(&diagnostic.message).id(diagnostic.code);
            let mut group = if diagnostic.labels.is_empty() {
                title.element(annotate_snippets::Origin::path(&source.name))
            } else {
                let annotations = diagnostic.labels.iter().enumerate().map(|(index, label)| {
                    let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
                    let range = clamp(source, label.span);
                    let annotation = kind.span(range);
                    if label.text.is_empty() { annotation } else { annotation.label(&label.text) }
                });
                title.element(Snippet::source(&source.text).path(&source.name).annotations(annotations))
            };
            for help in &diagnostic.help {
                group = group.element(Level::HELP.message(help));
            }
            out.push_str(&renderer.render(&[group]));
            out.push_str("\n\n");
        }
        while out.ends_with('\n') {
            out.pop();
        }
        out.push('\n');
        out
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics(vec![diagnostic])
    }
}

impl std::fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let messages: Vec<&str> = self.0.iter().map(|d| d.message.as_str()).collect();
        f.write_str(&messages.join("; "))
    }
}

impl std::error::Error for Diagnostics {}

/// A range that the renderer accepts: inside the text and on character boundaries.
fn clamp(source: &Source, span: Span) -> std::ops::Range<usize> {
    let floor = |mut offset: usize| {
        offset = offset.min(source.text.len());
        while !source.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = floor(span.start);
    start..floor(span.end).max(start)
}

/// The candidate nearest to `word` in edit distance (with transpositions), if it is near enough to be what was meant.
///
/// ```
/// use boardwright::diagnostic::nearest;
/// assert_eq!(nearest("lihgts", ["lights", "states"]), Some("lights"));
/// assert_eq!(nearest("zebra", ["lights", "states"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Edit distance with adjacent transpositions (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let substitute = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = substitute.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}
