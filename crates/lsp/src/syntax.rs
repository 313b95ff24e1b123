//! The syntax of a text: its tables, entries and values with their spans, as far as they can be read.
//!
//! The parser is that of the reader, which goes on after errors. What is cut off, such as `each = ` without a value, is an entry
//! without a value. Imports `source`. Start with [`Tree`].

use crate::text::Text;
use boardwright_base::source::Span;
use toml_parser::decoder::Encoding;
use toml_parser::lexer::TokenKind;
use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};
use toml_parser::{ParseError, Source};

/// Deeper tables and lists are not read.
const MAX_DEPTH: u32 = 64;

/// The tables of a text, in order; the first one has the entries before the first header.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Tree {
    pub(crate) tables: Vec<Section>,
}

/// A table with its header, up to the next one.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Section {
    pub(crate) header: Option<Header>,
    pub(crate) entries: Vec<Entry>,
    /// From its header to the next one.
    pub(crate) span: Span,
}

/// `[a.b]` or `[[a.b]]`.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Header {
    pub(crate) keys: Vec<Key>,
    pub(crate) is_list: bool,
    pub(crate) span: Span,
}

/// A key, without quotes.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Key {
    pub(crate) name: String,
    /// With its quotes.
    pub(crate) span: Span,
}

/// `a.b = value`.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Entry {
    pub(crate) keys: Vec<Key>,
    /// The end of `=`, if it is there.
    pub(crate) equals: Option<usize>,
    pub(crate) value: Option<Node>,
}

impl Entry {
    /// Returns the span of the keys and the value.
    pub(crate) fn span(&self) -> Span {
        let start = self.keys.first().map_or(0, |key| key.span.start);
        let keys = self.keys.last().map_or(start, |key| key.span.end);
        Span::new(start, self.value.as_ref().map_or(self.equals.unwrap_or(keys), |value| value.span.end))
    }

    /// Returns its key, if it has one only.
    pub(crate) fn name(&self) -> Option<&str> {
        if let [key] = &self.keys[..] { Some(&key.name) } else { None }
    }
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) content: Content,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    Text(Text),
    /// A number, a Boolean, or what is none.
    Plain,
    List(Vec<Node>),
    Table(Vec<Entry>),
}

impl Node {
    /// Returns the string.
    pub(crate) fn text(&self) -> Option<&Text> {
        if let Content::Text(text) = &self.content { Some(text) } else { None }
    }
}

impl Tree {
    /// Reads a text.
    pub(crate) fn of(text: &str) -> Tree {
        match parsed(text, 0) {
            (tree, 0) => tree,
            (tree, _) => {
                // An open bracket would take all that follows: each table is read by itself.
                let starts = header_lines(text);
                let ends = starts.iter().copied().chain([text.len()]);
                let parts = std::iter::once(0).chain(starts.iter().copied()).zip(ends);
                if starts.is_empty() {
                    return tree;
                }
                let mut tables: Vec<Section> = Vec::new();
                for (start, end) in parts {
                    let part = parsed(&text[start..end], start).0.tables;
                    tables.extend(part.into_iter().skip(usize::from(!tables.is_empty())));
                }
                Tree { tables }
            }
        }
    }

    /// Returns the value of a top-level key.
    pub(crate) fn top(&self, key: &str) -> Option<&Entry> {
        self.tables.first()?.entries.iter().find(|entry| entry.name() == Some(key))
    }

    /// Returns the table that an offset is in.
    pub(crate) fn section(&self, offset: usize) -> Option<&Section> {
        self.tables.iter().rfind(|table| table.span.start <= offset)
    }

    /// Returns the tables with a header of one key.
    pub(crate) fn named<'t>(&'t self, name: &'t str) -> impl Iterator<Item = &'t Section> {
        let is_named = move |header: &Header| matches!(&header.keys[..], [key] if key.name == name);
        self.tables.iter().filter(move |table| table.header.as_ref().is_some_and(is_named))
    }
}

impl Section {
    /// Returns the string of a key.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        let entry = self.entries.iter().find(|entry| entry.name() == Some(key))?;
        Some(&entry.value.as_ref()?.text()?.value)
    }
}

/// Reads a text that starts at an offset of a longer one; also the number of its errors.
fn parsed(text: &str, base: usize) -> (Tree, usize) {
    let source = Source::new(text);
    let tokens = source.lex().into_vec();
    let mut events: Vec<Event> = Vec::new();
    let mut errors: Vec<ParseError> = Vec::new();
    parse_document(&tokens, &mut RecursionGuard::new(&mut events, MAX_DEPTH), &mut errors);
    let mut builder = Builder { text, base, source, events: &events, at: 0 };
    (builder.tree(), errors.len())
}

/// Returns the offsets of lines outside of long strings that look like headers.
fn header_lines(text: &str) -> Vec<usize> {
    let tokens = Source::new(text).lex().into_vec();
    let is_long = |kind| matches!(kind, TokenKind::MlBasicString | TokenKind::MlLiteralString);
    let strings: Vec<(usize, usize)> = tokens
        .iter()
        .filter(|token| is_long(token.kind()))
        .map(|token| (token.span().start(), token.span().end()))
        .collect();
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let after = strings.partition_point(|&(from, _)| from < start);
        let is_inside = after > 0 && start < strings[after - 1].1;
        if !is_inside && is_header(line) {
            found.push(start);
        }
        start += line.len();
    }
    found
}

/// Returns whether a line looks like `[grid]`, `[[rule]]` or a header that is being written, and like no item of a list.
fn is_header(line: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.\"' ".contains(c);
    let Some(rest) = line.strip_prefix("[[").or_else(|| line.strip_prefix('[')) else { return false };
    let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    let after = rest[end..].trim_start_matches(']').trim();
    rest.starts_with(|c: char| c.is_ascii_alphabetic()) && (after.is_empty() || after.starts_with('#'))
}

struct Builder<'t> {
    text: &'t str,
    /// The offset of the text in the whole one.
    base: usize,
    source: Source<'t>,
    events: &'t [Event],
    at: usize,
}

impl Builder<'_> {
    fn next(&mut self) -> Option<Event> {
        let event = self.events.get(self.at).cloned();
        self.at += 1;
        event
    }

    fn peek(&self) -> Option<EventKind> {
        self.events.get(self.at).map(Event::kind)
    }

    fn tree(&mut self) -> Tree {
        let mut tables = vec![Section { span: Span::new(self.base, self.base), ..Section::default() }];
        while let Some(kind) = self.peek() {
            match kind {
                EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                    let header = self.header(kind == EventKind::ArrayTableOpen);
                    let start = header.span.start;
                    if let Some(last) = tables.last_mut() {
                        last.span.end = start;
                    }
                    tables.push(Section { span: header.span, header: Some(header), entries: Vec::new() });
                }
                EventKind::SimpleKey => {
                    let entry = self.entry();
                    if let Some(last) = tables.last_mut() {
                        last.entries.push(entry);
                    }
                }
                _ => self.at += 1,
            }
        }
        if let Some(last) = tables.last_mut() {
            last.span.end = self.base + self.text.len();
        }
        Tree { tables }
    }

    fn header(&mut self, is_list: bool) -> Header {
        let mut header = Header { is_list, ..Header::default() };
        while let Some(event) = self.next() {
            let span = self.span(&event);
            if header.keys.is_empty() && header.span == Span::default() {
                header.span = span;
            }
            match event.kind() {
                EventKind::SimpleKey => header.keys.push(self.key(&event)),
                EventKind::StdTableClose | EventKind::ArrayTableClose => {
                    header.span.end = span.end;
                    break;
                }
                EventKind::Newline | EventKind::KeyValSep => break,
                _ => {}
            }
            header.span.end = header.span.end.max(span.end);
        }
        header
    }

    /// Reads an entry; the next event is its first key.
    fn entry(&mut self) -> Entry {
        let mut entry = Entry::default();
        while let Some(kind) = self.peek() {
            match kind {
                EventKind::SimpleKey if entry.equals.is_none() => {
                    if let Some(event) = self.next() {
                        entry.keys.push(self.key(&event));
                    }
                }
                EventKind::KeyValSep => entry.equals = self.next().map(|event| self.span(&event).end),
                EventKind::Scalar | EventKind::ArrayOpen | EventKind::InlineTableOpen if entry.equals.is_some() => {
                    entry.value = self.value();
                    break;
                }
                EventKind::KeySep | EventKind::Whitespace | EventKind::Error => self.at += 1,
                _ => break,
            }
        }
        entry
    }

    fn value(&mut self) -> Option<Node> {
        let event = self.next()?;
        let start = self.span(&event);
        if event.kind() == EventKind::Scalar && start.start == start.end {
            return None;
        }
        match event.kind() {
            EventKind::ArrayOpen => {
                let mut items = Vec::new();
                let mut end = start.end;
                while let Some(kind) = self.peek() {
                    match kind {
                        EventKind::Scalar | EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                            items.extend(self.value());
                        }
                        EventKind::StdTableOpen | EventKind::ArrayTableOpen => break,
                        _ => {
                            end = self.base + self.events[self.at].span().end();
                            self.at += 1;
                            if kind == EventKind::ArrayClose {
                                break;
                            }
                        }
                    }
                }
                Some(Node { span: Span::new(start.start, end), content: Content::List(items) })
            }
            EventKind::InlineTableOpen => {
                let mut entries = Vec::new();
                let mut end = start.end;
                while let Some(kind) = self.peek() {
                    match kind {
                        EventKind::SimpleKey => entries.push(self.entry()),
                        EventKind::StdTableOpen | EventKind::ArrayTableOpen => break,
                        _ => {
                            end = self.base + self.events[self.at].span().end();
                            self.at += 1;
                            if kind == EventKind::InlineTableClose {
                                break;
                            }
                        }
                    }
                }
                Some(Node { span: Span::new(start.start, end), content: Content::Table(entries) })
            }
            _ => Some(Node { span: start, content: self.scalar(&event) }),
        }
    }

    fn scalar(&self, event: &Event) -> Content {
        let Some(encoding) = event.encoding() else { return Content::Plain };
        let Some(raw) = self.source.get(event) else { return Content::Plain };
        let mut value = String::new();
        let _kind = raw.decode_scalar(&mut value, &mut ());
        let is_long = matches!(encoding, Encoding::MlBasicString | Encoding::MlLiteralString);
        let own = Span::new(event.span().start(), event.span().end());
        let quotes = own.start + if is_long { 3 } else { 1 };
        // The line break after the opening quotes is not part of the value.
        let rest = self.text.get(quotes..own.end).unwrap_or_default();
        let skipped = if !is_long {
            0
        } else if rest.starts_with("\r\n") {
            2
        } else {
            usize::from(rest.starts_with('\n'))
        };
        let start = quotes + skipped;
        // The closing quotes may be missing.
        let closing = if is_long { 3 } else { 1 };
        let end = match rest.len() >= skipped + closing && rest.ends_with(['"', '\'']) {
            true => own.end - closing,
            false => own.end,
        };
        let written = self.text.get(start..end).unwrap_or_default();
        Content::Text(Text::new(value, written, self.base + start, is_long))
    }

    fn key(&self, event: &Event) -> Key {
        let mut name = String::new();
        if let Some(raw) = self.source.get(event) {
            raw.decode_key(&mut name, &mut ());
        }
        Key { name, span: self.span(event) }
    }

    fn span(&self, event: &Event) -> Span {
        Span::new(self.base + event.span().start(), self.base + event.span().end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "puzzle = 'grid'\n[grid]\nvalues = [\".\", \"é\\n\"] # c\ngiven = \"\"\"\n..\n..\"\"\"\n[[rule]]\nexactly = { \"a b\" = 1, c.d = 2 }\n";

    #[test]
    fn tables_entries_and_values_have_spans() {
        let tree = Tree::of(TEXT);
        let of = |span: Span| &TEXT[span.start..span.end];
        assert_eq!(tree.tables.len(), 3);
        assert_eq!(of(tree.top("puzzle").unwrap().span()), "puzzle = 'grid'");
        let grid = &tree.tables[1];
        assert_eq!(of(grid.header.as_ref().unwrap().span), "[grid]");
        let Some(Node { content: Content::List(items), span }) = &grid.entries[0].value else { panic!("{grid:?}") };
        assert_eq!(of(*span), "[\".\", \"é\\n\"]");
        assert_eq!(
            (items[1].text().unwrap().value.as_str(), items[1].text().unwrap().is_literal()),
            ("é\n", false),
            "escaped"
        );
        let given = grid.entries[1].value.as_ref().unwrap().text().unwrap();
        assert_eq!((given.value.as_str(), given.is_long), ("..\n..", true));
        assert_eq!(given.place(0, 2).map(of), Some(".."));
        let Some(Node { content: Content::Table(entries), .. }) = &tree.tables[2].entries[0].value else { panic!() };
        assert_eq!(entries[0].name(), Some("a b"));
        assert_eq!(entries[1].keys.len(), 2);
        assert!(tree.tables[2].header.as_ref().unwrap().is_list);
    }

    #[test]
    fn what_is_cut_off_is_still_there() {
        let tree = Tree::of("puzzle = \"grid\"\n[[rule]]\neach = \nexactly = { Q\n[grid]\nrows = 3\n");
        assert_eq!(tree.tables.len(), 3, "{tree:?}");
        assert_eq!((tree.tables[1].entries[0].name(), &tree.tables[1].entries[0].value), (Some("each"), &None));
        assert_eq!(tree.tables[2].entries[0].name(), Some("rows"));
        let tree = Tree::of("a = [[1], [2]]\nb = \"\"\"\n[x]\n\"\"\"\nc = {\n[d]\ne = 1\n[[f]\n");
        let names: Vec<usize> = tree.tables.iter().map(|table| table.entries.len()).collect();
        assert_eq!(names, [3, 1, 0], "{tree:?}");
    }

    /// Every prefix of a text, and every text with a character left out, is read without a panic, with spans inside the text.
    #[test]
    fn no_text_makes_it_panic() {
        fn check(text: &str) {
            for table in Tree::of(text).tables {
                assert!(table.span.end <= text.len(), "{text:?}");
                for entry in &table.entries {
                    assert!(text.get(entry.span().start..entry.span().end).is_some(), "{text:?}");
                }
            }
        }
        for (at, character) in TEXT.char_indices() {
            check(&TEXT[..at]);
            check(&format!("{}{}", &TEXT[..at], &TEXT[at + character.len_utf8()..]));
        }
        check(&"[".repeat(100_000));
        check(&format!("a = {}", "[".repeat(100_000)));
        check(&format!("a = {}", "{a=".repeat(100_000)));
    }
}
