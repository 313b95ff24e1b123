//! Diagnostics of a model: code, message, labels and help, and the renderer.
//!
//! The renderer prints them in the style of rustc: file, line, column, caret, help. All errors of a file are reported
//! together, as one [`Diagnostics`]. Imports only [`crate::source`]. Start with [`Diagnostic`].

mod text;

pub use self::text::{Command, Setting, Text, Words};
use crate::source::{Edit, Source, Span};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Level, Origin, Renderer, Snippet};

/// The maximal number of errors that are rendered; the others are counted.
pub const SHOWN: usize = 20;

/// The size of the excerpt around the primary span, in bytes; labels outside it are given by line and column.
const REACH: usize = 1 << 14;

/// Longer spans, in bytes, are reduced to their first line.
const LONGEST: usize = 1000;

/// The maximal horizontal distance, in bytes, of a label from the primary span.
const ASIDE: usize = 60;

/// A span of the source with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// The text; may be empty.
    pub text: String,
}

/// An error or a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable short code, such as `unknown-key`.
    pub code: &'static str,
    /// The message, in one line.
    pub message: Text,
    /// The labels; the first is the primary one. Without labels the diagnostic concerns the whole file.
    pub labels: Vec<Label>,
    /// Help: accepted values, suggestions.
    pub help: Vec<Text>,
    /// The word that was probably meant, if one is near.
    pub fix: Option<Box<Fix>>,
}

/// A word at the primary label, and the accepted word that was probably meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The word as written.
    pub word: String,
    /// The word that was probably meant.
    pub meant: String,
}

impl Diagnostic {
    /// Returns a diagnostic without labels.
    pub fn new(code: &'static str, message: impl Into<Text>) -> Self {
        Diagnostic { code, message: message.into(), labels: Vec::new(), help: Vec::new(), fix: None }
    }

    /// Adds a label; the first one added is the primary one.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Sets the word that was probably meant instead of one at the primary label; the text that says so is the caller's.
    #[must_use]
    pub fn meant(mut self, word: &str, meant: Option<&str>) -> Self {
        self.fix = meant.map(|meant| Box::new(Fix { word: word.to_string(), meant: meant.to_string() }));
        self
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, text: impl Into<Text>) -> Self {
        self.help.push(text.into());
        self
    }
}

/// The maximum number of accepted names that a mistake offers in place of a word.
const OFFERED: usize = 3;

impl Diagnostic {
    /// Returns the edit that replaces a word by the one that was probably meant. `text` is the text of the file.
    pub fn correction(&self, text: &str) -> Option<Edit> {
        let (primary, fix) = (self.labels.first()?, self.fix.as_ref()?);
        // The span may be longer than the word: a string with its quotes, a whole condition.
        let from = primary.span.start + text.get(primary.span.start..primary.span.end)?.find(&fix.word)?;
        Some(Edit::new(Span::new(from, from + fix.word.len()), fix.meant.as_str()))
    }

    /// Returns the edits that replace the word at the primary label by the accepted names nearest to it.
    pub fn replacements(&self, text: &str) -> Vec<Edit> {
        let Some(label) = self.labels.first() else { return Vec::new() };
        let word = text.get(label.span.start..label.span.end).unwrap_or_default().trim_matches('"');
        let accepted = self.help.iter().flat_map(Text::names);
        nearest_few(word, OFFERED, accepted).into_iter().map(|name| Edit::new(label.span, name)).collect()
    }
}

/// The diagnostics of one file, in order of their spans.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Returns an empty list.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds the diagnostics of another list.
    pub fn extend(&mut self, other: Diagnostics) {
        self.0.extend(other.0);
    }

    /// Returns whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the diagnostics, in order of their spans.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter()
    }

    /// Returns `Ok(value)` if there are no diagnostics, otherwise the diagnostics in order of their spans.
    pub fn into_result<T>(mut self, value: T) -> Result<T, Diagnostics> {
        if self.0.is_empty() {
            return Ok(value);
        }
        self.0.sort_by_key(|d| d.labels.first().map_or(0, |label| label.span.start));
        Err(self)
    }

    /// Returns the diagnostics in the words of a face; help that consists of a command that the face does not have is left out.
    #[must_use]
    pub fn worded(&self, words: Words) -> Diagnostics {
        Diagnostics(self.0.iter().map(|diagnostic| diagnostic.worded(words)).collect())
    }

    /// Renders the diagnostics as errors, at most [`SHOWN`] of them; with `colour`, with ANSI escapes. Never fails,
    /// whatever the spans are.
    pub fn render(&self, source: &Source, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.decor_style(DecorStyle::Ascii);
        let mut blocks: Vec<String> =
            self.0.iter().take(SHOWN).map(|diagnostic| diagnostic.render(source, &renderer)).collect();
        if self.0.len() > SHOWN {
            blocks.push(format!("and {} more\n", self.0.len() - SHOWN));
        }
        blocks.join("\n")
    }
}

impl Diagnostic {
    /// Returns the diagnostic in the words of a face, as [`Diagnostics::worded`].
    #[must_use]
    pub fn worded(&self, words: Words) -> Diagnostic {
        let help = self.help.iter().map(|help| help.worded(words)).filter(|help| !help.is_empty());
        let (message, help) = (self.message.worded(words).into(), help.map(Text::from).collect());
        Diagnostic { message, help, ..self.clone() }
    }

    /// Renders the diagnostics with the title `explanation`, otherwise like [`Diagnostics::render`].
    pub fn explanation(&self, source: &Source, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        self.titled(Level::NOTE.with_name("explanation"), source, &renderer.decor_style(DecorStyle::Ascii))
    }

    /// Renders the diagnostics as warnings, otherwise like [`Diagnostics::render`].
    pub fn warning(&self, source: &Source, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        self.titled(Level::WARNING, source, &renderer.decor_style(DecorStyle::Ascii))
    }

    fn render(&self, source: &Source, renderer: &Renderer) -> String {
        self.titled(Level::ERROR, source, renderer)
    }

    fn titled(&self, level: Level<'_>, source: &Source, renderer: &Renderer) -> String {
        let title = level.primary_title(self.message.to_string()).id(self.code);
        let mut notes = Vec::new();
        let mut group = match self.labels.first() {
            None => title.element(Origin::path(&source.name)),
            Some(primary) => {
                let excerpt = Excerpt::around(&source.text, primary.span);
                let mut annotations = vec![excerpt.annotate(primary, AnnotationKind::Primary)];
                for label in &self.labels[1..] {
                    if excerpt.shows(label.span, primary.span) {
                        annotations.push(excerpt.annotate(label, AnnotationKind::Context));
                    } else {
                        let (line, column) = source.position(label.span.start);
                        notes.push(format!("line {line}, column {column}: {}", label.text));
                    }
                }
                let snippet = Snippet::source(excerpt.text).line_start(excerpt.first_line);
                title.element(snippet.path(&source.name).annotations(annotations))
            }
        };
        group = group.elements(notes.iter().map(|note| Level::NOTE.message(note)));
        let help = self.help.iter().map(Text::to_string).filter(|help| !help.is_empty());
        group = group.elements(help.map(|help| Level::HELP.message(help)));
        let rendered = renderer.render(&[group]);
        rendered.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

/// The lines around a span that are passed to the renderer, so that the cost does not depend on the file size.
struct Excerpt<'t> {
    text: &'t str,
    /// The byte offset in the source at which it starts: the start of a line.
    start: usize,
    /// The 1-based number of its first line.
    first_line: usize,
}

impl<'t> Excerpt<'t> {
    /// Returns whole lines, up to [`REACH`] bytes on either side of the start of a span, extended to the line ends.
    fn around(text: &'t str, span: Span) -> Self {
        let from = floor(text, span.start.saturating_sub(REACH));
        let to = floor(text, span.start.saturating_add(REACH));
        let start = text[..from].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[to..].find('\n').map_or(text.len(), |newline| to + newline);
        let first_line = text[..start].bytes().filter(|&byte| byte == b'\n').count() + 1;
        Excerpt { text: text[start..end].trim_end_matches('\r'), start, first_line }
    }

    /// Returns whether a span can be shown together with the primary one: within the excerpt, and horizontally close.
    fn shows(&self, span: Span, primary: Span) -> bool {
        let is_inside = (self.start..=self.start + self.text.len()).contains(&span.start);
        is_inside && self.column(span.start).abs_diff(self.column(primary.start)) <= ASIDE
    }

    /// Returns the distance in bytes from the start of the line.
    fn column(&self, offset: usize) -> usize {
        let offset = floor(self.text, offset.saturating_sub(self.start));
        offset - self.text[..offset].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Returns the label, cut to the excerpt, to character boundaries, and to one line if it is very long.
    fn annotate<'l>(&self, label: &'l Label, kind: AnnotationKind) -> Annotation<'l> {
        let start = floor(self.text, label.span.start.saturating_sub(self.start));
        let mut end = floor(self.text, label.span.end.saturating_sub(self.start)).max(start);
        if end - start > LONGEST {
            end = self.text[start..end].find('\n').map_or(end, |newline| start + newline);
        }
        let annotation = kind.span(start..end);
        if label.text.is_empty() { annotation } else { annotation.label(&label.text) }
    }
}

/// Returns the last character boundary at or before a byte offset.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics(vec![diagnostic])
    }
}

impl std::fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let messages: Vec<String> = self.0.iter().map(|d| d.message.to_string()).collect();
        f.write_str(&messages.join("; "))
    }
}

impl std::error::Error for Diagnostics {}

/// Quotes a word of the model for messages: in backquotes, control characters escaped, at most 40 characters.
///
/// ```
/// use boardwright_base::diagnostic::quote;
/// assert_eq!(quote("lights"), "`lights`");
/// assert_eq!(quote("a\nb"), r"`a\nb`");
/// ```
pub fn quote(word: &str) -> String {
    let mut shown = String::from("`");
    for (index, character) in word.chars().enumerate() {
        if index == 40 {
            shown.push_str("...");
            break;
        }
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown.push('`');
    shown
}

/// Returns the candidate nearest to `word` in edit distance (with transpositions), if it is near enough to suggest.
///
/// ```
/// use boardwright_base::diagnostic::nearest;
/// assert_eq!(nearest("lihgts", ["lights", "states"]), Some("lights"));
/// assert_eq!(nearest("zebra", ["lights", "states"]), None);
/// assert_eq!(nearest("x", ["y"]), None, "nothing is left of it");
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_within(word, (word.chars().count() / 3).max(1), candidates)
}

/// As [`nearest`], with a maximum number of edits.
pub fn nearest_within<'a>(word: &str, limit: usize, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    candidates
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| (distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= limit && distance < length)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the candidates with the fewest edits, at most this number, nearest first.
pub fn nearest_few<'a>(word: &str, most: usize, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let far = |candidate: &str| distance(&word.to_lowercase(), &candidate.to_lowercase());
    let mut found: Vec<(usize, &str)> = candidates.into_iter().map(|candidate| (far(candidate), candidate)).collect();
    found.sort();
    found.into_iter().take(most).map(|(_, candidate)| candidate).collect()
}

/// Returns the edit distance with adjacent transpositions (optimal string alignment).
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

#[cfg(test)]
mod tests {
    use super::*;

    fn render(text: &str, labels: &[(usize, usize, &str)]) -> String {
        let mut diagnostic = Diagnostic::new("a-code", "what is wrong");
        for &(start, end, text) in labels {
            diagnostic = diagnostic.at(Span::new(start, end), text);
        }
        Diagnostics::from(diagnostic.help("what to do")).render(&Source::new("a.toml", text), false)
    }

    #[test]
    fn one_label() {
        let expected = "\
error[a-code]: what is wrong
 --> a.toml:2:5
  |
2 | b = \"é\"
  |     ^^^ here
  |
  = help: what to do
";
        assert_eq!(render("a = 1\nb = \"é\"\nc = 3\n", &[(10, 14, "here")]), expected);
        assert_eq!(render("a = 1\r\nb = \"é\"\r\nc = 3\r\n", &[(11, 15, "here")]), expected, "CRLF");
        assert_eq!(render("\u{feff}a = 1\nb = \"é\"", &[(10, 14, "here")]), expected, "byte order mark");
    }

    #[test]
    fn several_labels_with_lines_left_out_between_them() {
        let expected = "\
error[a-code]: what is wrong
 --> a.toml:1:1
  |
1 | aa
  | ^ first
2 | bb
  |  - second
...
6 | ff
  | -- third
  |
  = help: what to do
";
        let labels = [(0, 1, "first"), (4, 5, "second"), (15, 17, "third")];
        assert_eq!(render("aa\nbb\ncc\ndd\nee\nff\ngg\n", &labels), expected);
    }

    #[test]
    fn the_end_of_a_file_and_an_empty_file_have_places() {
        let end = " --> a.toml:1:6\n  |\n1 | a = 1\n  |      ^ end\n";
        assert!(render("a = 1", &[(5, 5, "end")]).contains(end));
        let empty = " --> a.toml:1:1\n  |\n1 |\n  | ^ empty\n";
        assert!(render("", &[(0, 0, "empty")]).contains(empty));
        assert!(render("", &[(70, 90, "empty")]).contains(empty), "far outside");
    }

    #[test]
    fn no_place_means_the_file() {
        let expected = "error[a-code]: what is wrong\n--> a.toml\n = help: what to do\n";
        assert_eq!(render("a = 1\n", &[]), expected);
    }

    #[test]
    fn tabs_are_drawn_as_wide_as_the_caret_thinks() {
        let out = render("\ta =\t7\n", &[(5, 6, "seven")]);
        let column = |mark: char| out.lines().skip(3).find_map(|line| line.find(mark));
        assert!(column('7').is_some() && column('7') == column('^'), "{out}");
    }

    #[test]
    fn long_lines_do_not_flood_the_terminal() {
        let line = format!("{}Z{}", "x".repeat(2500), "y".repeat(2500));
        let file = format!("{line}\n{line}\n{line}\n");
        for labels in [
            &[(2500, 2501, "here")][..],
            &[(0, 5001, "all of it")],
            &[(10, 15000, "several lines")],
            &[(0, 1, "left"), (4990, 4991, "right"), (5002, 5003, "below")],
        ] {
            let out = render(&file, labels);
            assert!(out.lines().all(|line| line.chars().count() < 250), "{out}");
            assert!(labels.iter().all(|(_, _, text)| out.contains(text)), "{out}");
        }
    }

    #[test]
    fn labels_far_away_become_notes() {
        let text = "a = 1\n".repeat(100_000);
        let out = render(&text, &[(6 * 50_000, 6 * 50_000 + 1, "here"), (6 * 90_000 + 4, 6 * 90_000 + 5, "there")]);
        assert!(out.contains("--> a.toml:50001:1\n") && out.contains("= note: line 90001, column 5: there\n"), "{out}");
        assert!(out.len() < 300, "{out}");
    }

    #[test]
    fn twenty_mistakes_are_shown_and_the_others_counted() {
        let mut mistakes = Diagnostics::none();
        for _ in 0..200 {
            mistakes.push(Diagnostic::new("a-code", "what is wrong").at(Span::new(0, 1), ""));
        }
        let out = mistakes.render(&Source::new("a.toml", "a = 1\n"), false);
        assert_eq!(out.matches("error[a-code]").count(), 20);
        assert!(out.ends_with("\n\nand 180 more\n"), "{out}");
    }

    #[test]
    fn no_span_makes_it_panic() {
        let texts = ["", "\n", "é", "a\r\nñ\r\n", "日本語\n\n\tx", "\r", "a\rb\n\u{0}\u{1b}"];
        for text in texts {
            for start in 0..text.len() + 3 {
                for end in 0..text.len() + 3 {
                    let out = render(text, &[(start, end, "x"), (end, start, "y\nz")]);
                    assert!(out.starts_with("error[a-code]: what is wrong\n"));
                }
            }
            render(text, &[(usize::MAX, usize::MAX, ""), (0, usize::MAX, "")]);
        }
    }

    #[test]
    fn mistakes_come_out_in_the_order_of_the_file() {
        let mut mistakes = Diagnostics::none();
        for (start, message) in [(4, "second"), (0, "first"), (9, "third")] {
            mistakes.push(Diagnostic::new("a-code", message).at(Span::new(start, start), ""));
        }
        let mistakes = mistakes.into_result(()).unwrap_err();
        assert_eq!(mistakes.to_string(), "first; second; third");
    }
}
