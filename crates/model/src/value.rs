//! Checks TOML values against kinds and TOML tables against field tables; reports every error and continues.
//!
//! `states = "3"` against `Integer { min: 2, max: 9 }` reports `wrong-type` at `"3"` and returns nothing; the other
//! keys are still read. A returned value fits its kind if nothing was reported. The recursion depth follows the field
//! table or, for recursive tables, the text, whose nesting the parser limits, so it cannot exhaust the stack.

use super::expression;
use super::field::{Field, Kind, describe, fields_within};
use super::parameter::Parameters;
use super::{LoadError, Spanned, Table, Value};
use super::{drawing, marks};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Text, nearest, quote};
use boardwright_base::source::Span;
use std::fmt;
use std::ops::Range;
use toml::de::{DeInteger, DeTable, DeValue};

/// The depth of lists within lists at which alternatives differ: a path is a list of cells, which are lists.
const MAX_LISTS: usize = 3;

/// A value from the parser.
type Given<'i> = toml::Spanned<DeValue<'i>>;

/// Reads the values of one text and collects the errors.
pub(super) struct Reader<'a> {
    /// The text that the parser's spans refer to.
    text: &'a str,
    /// The offsets of its line breaks.
    line_ends: Vec<usize>,
    /// For a default: the span that replaces all others.
    instead: Option<Span>,
    /// The top-level keys, to suggest where a misplaced key belongs.
    pub(super) top: Vec<&'static Field>,
    /// The parameters, which strings may use in place of numbers.
    pub(super) parameters: Parameters,
    /// The errors so far.
    pub(super) mistakes: Diagnostics,
    /// The budget, polled at every value.
    budget: Option<&'a Budget>,
    /// The limit that was reached; no further value is read then.
    stopped: Option<Stop>,
}

/// The name of a value in messages: `` `block` ``, ``item 2 of `block` ``.
enum Name<'n> {
    Key(&'n Field),
    Item(usize, &'n Name<'n>),
    Entry(&'n str, &'n Name<'n>),
}

impl Name<'_> {
    fn field(&self) -> &Field {
        match self {
            Name::Key(field) => field,
            Name::Item(_, outer) | Name::Entry(_, outer) => outer.field(),
        }
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Key(field) => write!(f, "`{}`", field.name),
            Name::Item(index, list) => write!(f, "item {} of {list}", index + 1),
            Name::Entry(key, table) => write!(f, "`{}` in {table}", key.escape_debug()),
        }
    }
}

/// Why a text is not a value of a kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotOfKind {
    /// It is not a TOML value.
    #[error("{0}")]
    NotToml(String),
    /// It is a value of another kind.
    #[error("{0}")]
    Other(Diagnostics),
}

/// Checks that a TOML text is a value of a field's kind.
pub(super) fn check(field: &Field, text: &str) -> Result<(), NotOfKind> {
    let mut reader = Reader::new(text);
    let given = DeValue::parse(text).map_err(|error| NotOfKind::NotToml(error.message().to_string()))?;
    reader.value(&Name::Key(field), &given, &field.kind, &field.kind);
    reader.mistakes.into_result(()).map_err(NotOfKind::Other)
}

impl<'a> Reader<'a> {
    /// Returns a reader for values parsed from this text.
    pub(super) fn new(text: &'a str) -> Self {
        Reader {
            text,
            line_ends: text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect(),
            instead: None,
            top: Vec::new(),
            parameters: Parameters::default(),
            mistakes: Diagnostics::none(),
            budget: None,
            stopped: None,
        }
    }

    /// Sets the budget.
    pub(super) fn within(self, budget: &'a Budget) -> Self {
        Reader { budget: Some(budget), ..self }
    }

    /// Returns the value unless there are errors or a limit was reached.
    pub(super) fn finish<T>(self, value: T) -> Result<T, LoadError> {
        match self.stopped {
            Some(stop) => Err(stop.into()),
            None => Ok(self.mistakes.into_result(value)?),
        }
    }

    /// Returns whether a limit was reached.
    fn is_stopped(&mut self) -> bool {
        self.stopped = self.stopped.or_else(|| self.budget?.check().err());
        self.stopped.is_some()
    }

    /// Reads the keys of the field table, in its order; `span` is the span of the table.
    pub(super) fn entries(&mut self, table: &DeTable<'_>, fields: &[Field], span: Span) -> Table {
        let mut entries = Vec::new();
        for field in fields {
            let entry = match (table.get(field.name), field.default) {
                (Some(given), _) => self.entry(field, given),
                (None, Some(default)) => self.default(field, default),
                (None, None) => {
                    // A misspelt key is reported as an unknown key instead.
                    let is_known = |key: &str| fields.iter().any(|field| field.name == key);
                    let names = || fields.iter().map(|field| field.name);
                    let mut others = table.keys().filter(|key| !is_known(key.get_ref()));
                    if field.required && !others.any(|key| nearest(key.get_ref(), names()) == Some(field.name)) {
                        self.missing(field, span);
                    }
                    None
                }
            };
            entries.extend(entry.map(|entry| (field.name, entry)));
        }
        let line = self.line_ends.partition_point(|&end| end < span.start) + 1;
        Table { entries, span, line }
    }

    /// Reports the keys of a table that are not accepted. `within` is the name of the table, if it has one.
    pub(super) fn unknown_keys(&mut self, table: &DeTable<'_>, accepted: &[&str], within: Option<&str>) {
        for key in table.keys().filter(|key| !accepted.contains(&key.get_ref().as_ref())) {
            let name: &str = key.get_ref();
            let place = within.map_or(String::new(), |within| format!(" in `{within}`"));
            let near = nearest(name, accepted.iter().copied());
            let label = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "unknown key".to_string(),
            };
            let mut mistake = Diagnostic::new("unknown-key", format!("unknown key {}{place}", quote(name)))
                .at(self.span(key.span()), label)
                .meant(name, near)
                .help(Text::choices("accepted keys: ", accepted));
            if within.is_some() && self.top.iter().any(|field| field.name == name) {
                mistake = mistake.help(format!("move `{name}` to the top of the file, before the first [table]"));
            }
            let holder = self.top.iter().find(|field| {
                Some(field.name) != within
                    && fields_within(&field.kind).is_some_and(|fields| fields.iter().any(|field| field.name == name))
            });
            if let Some(holder) = holder {
                mistake = mistake.help(format!("move `{name}` to `{}`", holder.name));
            }
            self.mistakes.push(mistake);
        }
    }

    /// Reads the value of a key.
    pub(super) fn entry(&mut self, field: &Field, given: &Given<'_>) -> Option<Spanned<Value>> {
        let value = self.value(&Name::Key(field), given, &field.kind, &field.kind)?;
        if field.required && matches!(&value, Value::Tables(tables) if tables.is_empty()) {
            self.missing(field, self.span(given.span()));
        }
        Some(Spanned { value, span: self.span(given.span()) })
    }

    fn default(&mut self, field: &Field, text: &str) -> Option<Spanned<Value>> {
        let whole = self.instead.unwrap_or(Span::new(0, self.text.len()));
        let mut reader = Reader { instead: Some(whole), ..Reader::new(text) };
        let entry = match DeValue::parse(text) {
            Ok(given) => reader.entry(field, &given),
            Err(error) => {
                reader.mistakes.push(Diagnostic::new("syntax", error.message()));
                None
            }
        };
        // Unreachable for tables that pass `check_fields`.
        self.mistakes.extend(reader.mistakes);
        entry
    }

    fn missing(&mut self, field: &Field, span: Span) {
        let mistake = Diagnostic::new("missing-key", format!("missing key `{}`", field.name))
            .at(span, format!("add `{}` to this table", field.name))
            .help(format!("`{}`: {}", field.name, field.doc))
            .help(example(field));
        self.mistakes.push(mistake);
    }

    /// Returns the value if it is of the kind; `accepted` is the kind that messages describe (the `OneOf` around
    /// `kind`, if any).
    fn value(&mut self, name: &Name<'_>, given: &Given<'_>, kind: &Kind, accepted: &Kind) -> Option<Value> {
        if self.is_stopped() {
            return None;
        }
        let span = self.span(given.span());
        if let (DeValue::String(text), Some((min, max))) = (given.get_ref(), integers_of(kind))
            && (self.parameters.cover(text) || matches!(kind, Kind::Integer { .. }) && self.is_expression(text))
        {
            return self.expression(name, text, (min, max), accepted, span).map(Value::Integer);
        }
        match (kind, given.get_ref()) {
            (Kind::OneOf(kinds), value) => match self.choose(kinds, value) {
                Some(kind) => self.value(name, given, kind, accepted),
                None => self.wrong_type(name, value, accepted, span),
            },
            (Kind::Boolean, DeValue::Boolean(value)) => Some(Value::Boolean(*value)),
            (&Kind::Integer { min, max }, DeValue::Integer(value)) => {
                let integer = integer(value).filter(|integer| (min..=max).contains(integer));
                if integer.is_none() {
                    let message = format!("{name} is {}; expected {}", abridge(&value.to_string()), describe(accepted));
                    self.mistakes.push(Diagnostic::new("out-of-range", message).at(span, "out of range"));
                }
                integer.map(Value::Integer)
            }
            (kind, DeValue::String(text)) if is_phrase(kind) => self.phrase(name, text, span).map(Value::Text),
            (Kind::Text | Kind::Named(_), DeValue::String(text)) => Some(Value::Text(text.to_string())),
            (Kind::Choice(choices), DeValue::String(text)) => {
                if choices.contains(&text.as_ref()) {
                    return Some(Value::Text(text.to_string()));
                }
                let near = nearest(text, choices.iter().copied());
                let label = near.map_or(String::new(), |near| format!("did you mean \"{near}\"?"));
                let message = format!("unknown value {} for {name}", quote(text));
                let help = format!("expected {}", describe(accepted));
                self.mistakes
                    .push(Diagnostic::new("unknown-value", message).at(span, label).meant(text, near).help(help));
                None
            }
            (Kind::Drawing(glyphs) | Kind::Tiled(glyphs), DeValue::String(text)) => {
                let place = (span, self.origin(given.span(), text));
                let read = if matches!(kind, Kind::Tiled(_)) { drawing::read_tiled } else { drawing::read };
                read(name, text, glyphs, place, &mut self.mistakes).map(Value::Drawing)
            }
            (&Kind::List { item, min, max }, DeValue::Array(given)) => {
                if !(min..=max).contains(&given.len()) {
                    let message = format!("{name} has {} items; expected {}", given.len(), describe(accepted));
                    self.mistakes.push(Diagnostic::new("wrong-length", message).at(span, ""));
                }
                let mut items = Vec::with_capacity(given.len());
                for (index, given) in given.iter().enumerate() {
                    let value = self.value(&Name::Item(index, name), given, item, item);
                    items.extend(value.map(|value| Spanned { value, span: self.span(given.span()) }));
                }
                Some(Value::List(items))
            }
            (Kind::Table(fields), DeValue::Table(table)) => {
                Some(Value::Table(self.table(name.field().name, table, fields, span)))
            }
            (Kind::Tables(fields), DeValue::Array(given)) => {
                let mut tables = Vec::with_capacity(given.len());
                for (index, given) in given.iter().enumerate() {
                    let span = self.span(given.span());
                    match given.get_ref() {
                        DeValue::Table(table) => tables.push(self.table(name.field().name, table, fields, span)),
                        other => {
                            self.wrong_type(&Name::Item(index, name), other, &Kind::Table(fields), span);
                        }
                    }
                }
                Some(Value::Tables(tables))
            }
            (Kind::Marks, DeValue::String(text)) => {
                let origin = self.origin(given.span(), text);
                marks::read(name, text, (span, origin), &mut self.mistakes).map(Value::Marks)
            }
            (Kind::Map(kind) | Kind::By(_, kind), DeValue::Table(table)) => {
                Some(Value::Map(self.map(name, table, kind)))
            }
            (Kind::Pairs, DeValue::Table(table)) => Some(Value::Pairs(self.pairs(name.field().name, table))),
            (_, value) => self.wrong_type(name, value, accepted, span),
        }
    }

    /// Returns a phrase with its expressions replaced by their values.
    fn phrase(&mut self, name: &Name<'_>, text: &str, span: Span) -> Option<String> {
        let phrase = self.parameters.in_phrase(text);
        phrase
            .map_err(|reason| {
                self.mistakes.push(self.parameters.mistake(&reason, &name.to_string(), text, span));
            })
            .ok()
    }

    /// Returns whether a string where a number is expected is meant as an expression.
    fn is_expression(&self, text: &str) -> bool {
        let has_letter = || text.contains(|c: char| c.is_ascii_alphabetic());
        !self.parameters.is_empty() && has_letter() && expression::names(text).is_some()
    }

    /// Returns the alternative that fits the type of a value. Between two kinds of lists the items decide, and theirs, as deep as
    /// they agree with one of the kinds.
    fn choose<'k>(&self, kinds: &'k [Kind], given: &DeValue<'_>) -> Option<&'k Kind> {
        if let DeValue::String(text) = given {
            return choose_for_text(kinds, text);
        }
        let fitting = |depth: usize| kinds.iter().find(|kind| self.fits(kind, given, depth));
        (0..=MAX_LISTS).rev().find_map(fitting)
    }

    /// Returns whether a value has the type of a kind, and so have all items, down to this depth.
    fn fits(&self, kind: &Kind, given: &DeValue<'_>, depth: usize) -> bool {
        match (kind, given) {
            (Kind::Integer { .. }, DeValue::String(text)) => self.is_expression(text),
            (Kind::Boolean, DeValue::Boolean(_))
            | (Kind::Integer { .. }, DeValue::Integer(_))
            | (Kind::Text | Kind::Phrase | Kind::Named(_) | Kind::Choice(_), DeValue::String(_))
            | (Kind::Drawing(_) | Kind::Tiled(_) | Kind::Marks, DeValue::String(_))
            | (Kind::Table(_) | Kind::Pairs | Kind::Map(_) | Kind::By(..), DeValue::Table(_)) => true,
            (Kind::List { item, .. }, DeValue::Array(items)) => {
                depth == 0 || items.iter().all(|given| self.fits(item, given.get_ref(), depth - 1))
            }
            (Kind::Tables(_), DeValue::Array(items)) => {
                depth == 0 || items.iter().all(|item| item.get_ref().is_table())
            }
            (Kind::OneOf(kinds), given) => kinds.iter().any(|kind| self.fits(kind, given, depth)),
            _ => false,
        }
    }

    /// Returns the value of an expression of parameters, if it is in the range.
    fn expression(
        &mut self,
        name: &Name<'_>,
        text: &str,
        (min, max): (i64, i64),
        accepted: &Kind,
        span: Span,
    ) -> Option<i64> {
        let mistake = match self.parameters.evaluate(text) {
            Ok(value) if (min..=max).contains(&value) => return Some(value),
            Ok(value) => {
                let message = format!("{name} is \"{text}\" = {value}; expected {}", describe(accepted));
                Diagnostic::new("out-of-range", message).at(span, "out of range")
            }
            Err(reason) => self.parameters.mistake(&reason, &name.to_string(), text, span),
        };
        self.mistakes.push(mistake);
        None
    }

    fn table(&mut self, name: &str, table: &DeTable<'_>, fields: &[Field], span: Span) -> Table {
        let accepted: Vec<&str> = fields.iter().map(|field| field.name).collect();
        self.unknown_keys(table, &accepted, Some(name));
        self.entries(table, fields, span)
    }

    /// Reads a map with values of this kind.
    fn map(&mut self, name: &Name<'_>, table: &DeTable<'_>, kind: &Kind) -> Vec<(Spanned<String>, Spanned<Value>)> {
        let mut entries = Vec::with_capacity(table.len());
        for (key, given) in table {
            let value = self.value(&Name::Entry(key.get_ref(), name), given, kind, kind);
            entries.extend(value.map(|value| {
                let key = Spanned { value: key.get_ref().to_string(), span: self.span(key.span()) };
                (key, Spanned { value, span: self.span(given.span()) })
            }));
        }
        entries.sort_by_key(|(key, _)| key.span.start);
        entries
    }

    /// Reads a map with string values; nested tables, `[name.outer]` or `outer.key = "..."`, give keys such as
    /// `outer.key`.
    fn pairs(&mut self, name: &str, table: &DeTable<'_>) -> Vec<(Spanned<String>, Spanned<String>)> {
        let mut pairs = Vec::with_capacity(table.len());
        for (key, value) in table {
            let span = self.span(value.span());
            if let DeValue::String(text) = value.get_ref() {
                let key = Spanned { value: key.get_ref().to_string(), span: self.span(key.span()) };
                pairs.push((key, Spanned { value: text.to_string(), span }));
            } else if let DeValue::Table(inner) = value.get_ref() {
                let outer = key.get_ref();
                let inner = self.pairs(&format!("{name}.{outer}"), inner).into_iter();
                pairs.extend(inner.map(|(mut key, value)| {
                    key.value = format!("{outer}.{}", key.value);
                    (key, value)
                }));
            } else {
                let given = article(value.get_ref());
                let message = format!("{} in `{name}`: expected a string, found {given}", quote(key.get_ref()));
                self.mistakes.push(Diagnostic::new("wrong-type", message).at(span, given));
            }
        }
        pairs
    }

    fn wrong_type(&mut self, name: &Name<'_>, given: &DeValue<'_>, accepted: &Kind, span: Span) -> Option<Value> {
        let field = name.field();
        let message = format!("{name}: expected {}, found {}", describe(accepted), article(given));
        let mut mistake = Diagnostic::new("wrong-type", message).at(span, article(given));
        mistake = match (accepted, given) {
            (Kind::Tables(_), DeValue::Table(_)) => {
                mistake.help(format!("write [[{}]], with double brackets, before the keys of each table", field.name))
            }
            // A number among the values of a board is also a word.
            (kind, DeValue::Integer(number)) if takes_text(kind) => {
                mistake.help(format!("add quotes: \"{}\"", abridge(&number.to_string())))
            }
            _ => mistake.help(example(field)),
        };
        self.mistakes.push(mistake);
        None
    }

    fn span(&self, range: Range<usize>) -> Span {
        self.instead.unwrap_or(range.into())
    }

    /// Returns the byte offset in the source at which the text of a string starts, if it is there without escapes.
    fn origin(&self, range: Range<usize>, value: &str) -> Option<usize> {
        if self.instead.is_some() {
            return None;
        }
        let raw = self.text.get(range.clone())?;
        let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
        let mut inner = raw.get(quotes..raw.len().checked_sub(quotes)?)?;
        if quotes == 3 {
            // TOML ignores a line break right after the opening quotes.
            inner = inner.strip_prefix("\r\n").or_else(|| inner.strip_prefix('\n')).unwrap_or(inner);
        }
        (inner == value).then(|| range.end - quotes - inner.len())
    }
}

/// Returns the alternative that fits a string.
fn choose_for_text<'k>(kinds: &'k [Kind], text: &str) -> Option<&'k Kind> {
    let is_named = |kind: &&Kind| matches!(kind, Kind::Choice(choices) if choices.contains(&text));
    let is_drawn = |kind: &&Kind| {
        let (glyphs, blanks) = match kind {
            Kind::Drawing(glyphs) => (glyphs, false),
            Kind::Tiled(glyphs) => (glyphs, true),
            _ => return false,
        };
        let is_drawn = |c: char| (blanks && c == ' ') || glyphs.iter().any(|glyph| glyph.accepts(c));
        text.contains('\n') || (!text.trim().is_empty() && text.chars().all(is_drawn))
    };
    (kinds.iter().find(is_named))
        .or_else(|| kinds.iter().find(is_drawn))
        .or_else(|| kinds.iter().find(|kind| matches!(kind, Kind::Text | Kind::Phrase | Kind::Named(_))))
        .or_else(|| kinds.iter().find(|kind| matches!(kind, Kind::Choice(_))))
        .or_else(|| kinds.iter().find(|kind| matches!(kind, Kind::Drawing(_) | Kind::Tiled(_) | Kind::Marks)))
}

/// Returns the range of the whole numbers of a kind, if it accepts any.
fn integers_of(kind: &Kind) -> Option<(i64, i64)> {
    match kind {
        Kind::Integer { min, max } => Some((*min, *max)),
        Kind::OneOf(kinds) => kinds.iter().find_map(integers_of),
        _ => None,
    }
}

/// Returns whether the numbers in strings of a kind may be expressions.
fn is_phrase(kind: &Kind) -> bool {
    matches!(kind, Kind::Phrase) || matches!(kind, Kind::Named(names) if names.is_phrase())
}

/// Returns whether a kind accepts strings chosen by the model.
fn takes_text(kind: &Kind) -> bool {
    match kind {
        Kind::Text | Kind::Phrase | Kind::Named(_) => true,
        Kind::OneOf(kinds) => kinds.iter().any(takes_text),
        _ => false,
    }
}

fn integer(given: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(given.as_str(), given.radix()).ok()
}

/// Abbreviates a long number.
fn abridge(digits: &str) -> String {
    if digits.len() <= 40 {
        return digits.to_string();
    }
    format!("a number of {} digits", digits.len())
}

/// Returns the type of a value with its article.
fn article(given: &DeValue<'_>) -> &'static str {
    match given {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a floating-point number",
        DeValue::Boolean(_) => "a Boolean",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Returns a help line with an example of a field.
fn example(field: &Field) -> String {
    format!("example: {} = {}", field.name, field.example)
}
