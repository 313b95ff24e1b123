//! A text with its syntax and positions, and what reads models for it. Start with [`Document`].

use crate::protocol::{Position, Range};
use crate::slots::Slot;
use crate::syntax::Tree;
use boardwright_base::budget::{Budget, MemoryLimit};
use boardwright_base::diagnostic::{Diagnostic, Words};
use boardwright_base::source::{Edit, Source, Span, Utf16, edited};
use boardwright_model::{LoadError, Spanned};
use boardwright_puzzle::{Loaded, Registry};
use serde_json::{Value, json};
use std::sync::Arc;

/// Larger texts are kept, but not read.
pub(crate) const MAX_BYTES: usize = 16 << 20;

/// What the server needs from its program.
#[derive(Debug, Clone, Copy)]
pub struct Host {
    /// The families.
    pub registry: Registry,
    /// The words of the command line in messages.
    pub words: Words,
    /// The memory that answers and counts may use.
    pub memory: Option<MemoryLimit>,
    /// Returns the text of a file that the model of a URI names, or why it is not read.
    pub file: fn(&str, &Spanned<String>) -> Result<String, Diagnostic>,
}

/// A document of the editor.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) host: Host,
    pub(crate) uri: String,
    pub(crate) version: i64,
    /// The text; a byte order mark is replaced by a blank, which keeps the positions.
    pub(crate) text: String,
    pub(crate) tree: Tree,
}

impl Document {
    pub(crate) fn new(host: Host, uri: String, version: i64, text: String) -> Document {
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => format!(" {rest}"),
            None => text,
        };
        let tree = if text.len() > MAX_BYTES { Tree::default() } else { Tree::of(&text) };
        Document { host, uri, version, text, tree }
    }

    /// Returns whether the text is a model: it has `puzzle` or `[genre]`.
    pub(crate) fn is_model(&self) -> bool {
        let is_table = |entry: &crate::syntax::Entry| entry.value.as_ref().is_some_and(|value| value.text().is_none());
        self.tree.top("puzzle").is_some_and(|entry| entry.equals.is_some())
            || self.tree.top("genre").is_some_and(is_table)
            || self.tree.named("genre").any(|table| table.header.as_ref().is_some_and(|header| !header.is_list))
    }

    /// Returns the fields of the top-level table.
    pub(crate) fn fields(&self) -> Slot {
        let name = self.tree.top("puzzle").and_then(|entry| Some(entry.value.as_ref()?.text()?.value.as_str()));
        let family = name.and_then(|name| self.host.registry.find(name));
        Slot::top([boardwright_model::COMMON, family.map_or(&[], |family| family.fields())].concat())
    }

    pub(crate) fn source(&self) -> Source {
        let name = self.uri.rsplit('/').next().unwrap_or_default();
        Source::new(name, self.text.as_str())
    }

    /// Reads the model.
    pub(crate) fn load(&self, budget: &Budget) -> Result<Loaded, LoadError> {
        self.load_text(&self.text, budget)
    }

    /// Reads another text of this document.
    pub(crate) fn load_text(&self, text: &str, budget: &Budget) -> Result<Loaded, LoadError> {
        let (source, _) = self.included(text)?;
        self.host.registry.load(&source, budget)
    }

    /// Returns a text with the words of the files that it names, and the way back to its places.
    pub(crate) fn included(&self, text: &str) -> Result<(Source, Included), LoadError> {
        let source = Source { text: text.to_string(), ..self.source() };
        let mut files = Vec::new();
        for file in boardwright_model::files(&source) {
            let words = (self.host.file)(&self.uri, &file).map_err(|wrong| LoadError::Wrong(wrong.into()))?;
            files.push((file.span, words));
        }
        let whole = boardwright_model::include(&source, &files);
        let spans = files.into_iter().map(|(span, _)| span).collect();
        Ok((whole, Included(spans)))
    }

    pub(crate) fn offset(&self, position: Position) -> usize {
        Utf16::of(&self.text).offset(position.line as usize, position.character as usize)
    }

    pub(crate) fn span(&self, range: Range) -> Span {
        span(&self.text, range)
    }

    /// Returns a span as a range.
    pub(crate) fn range(&self, span: Span) -> Value {
        range(&Utf16::of(&self.text), span)
    }

    /// Returns edits of this document.
    pub(crate) fn edits(&self, edits: &[Edit]) -> Value {
        let lines = Utf16::of(&self.text);
        let edit = |edit: &Edit| json!({ "range": range(&lines, edit.span), "newText": edit.text });
        edits.iter().map(edit).collect()
    }

    /// Returns edits as those of a workspace.
    pub(crate) fn workspace_edit(&self, edits: &[Edit]) -> Value {
        let mut changes = serde_json::Map::new();
        changes.insert(self.uri.clone(), self.edits(edits));
        json!({ "changes": changes })
    }

    /// Returns the span that names the model: its key `puzzle`, or its start.
    pub(crate) fn heading(&self) -> Span {
        self.tree.top("puzzle").map_or(Span::default(), crate::syntax::Entry::span)
    }
}

/// Returns a text with a part, or all of it, replaced.
pub(crate) fn replaced(text: &str, range: Option<Range>, with: &str) -> String {
    match range {
        None => with.to_string(),
        Some(range) => edited(text, &[Edit::new(span(text, range), with)]),
    }
}

fn span(text: &str, range: Range) -> Span {
    let lines = Utf16::of(text);
    let offset = |at: Position| lines.offset(at.line as usize, at.character as usize);
    let start = offset(range.start);
    Span::new(start, offset(range.end).max(start))
}

/// Returns a span as a range.
pub(crate) fn range(lines: &Utf16<'_>, span: Span) -> Value {
    let position = |offset: usize| {
        let (line, character) = lines.position(offset);
        json!({ "line": line, "character": character })
    };
    json!({ "start": position(span.start), "end": position(span.end.max(span.start)) })
}

/// The places of the names of files whose words stand in a text in their place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Included(Vec<Span>);

impl Included {
    /// Returns the place in the text of the document. Places in a list of words are that of the name of its file.
    pub(crate) fn place(&self, span: Span, source: &Source) -> Span {
        Span::new(self.offset(span.start, source, false), self.offset(span.end, source, true))
    }

    fn offset(&self, offset: usize, source: &Source, is_end: bool) -> usize {
        let mut shift = 0_i64;
        for name in &self.0 {
            let start = (name.start as i64 + shift) as usize;
            if offset <= start {
                break;
            }
            // A list of words is TOML without line breaks; its end is that of the brackets.
            let length = list_length(source.text.get(start..).unwrap_or_default());
            if offset < start + length {
                return if is_end { name.end } else { name.start };
            }
            shift += length as i64 - (name.end - name.start) as i64;
        }
        (offset as i64 - shift).max(0) as usize
    }
}

/// Returns the length of a list of strings at the start of a text.
fn list_length(text: &str) -> usize {
    let (mut is_inside, mut is_escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_inside => is_escaped = true,
            b'"' => is_inside = !is_inside,
            b']' if !is_inside => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A document that jobs share.
pub(crate) type Shared = Arc<Document>;
