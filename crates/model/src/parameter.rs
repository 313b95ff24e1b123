//! `[parameter]`: numbers with names, which the rest of a model uses in place of numbers.
//!
//! With `[parameter]` `n = 8`, `rows = "n"` is 8, `at-most = { Q = "2*n - 1" }` is 15, `values = "1..n"` is `1..8` and `each =
//! "block nx1"` is `block 8x1`. [`set`] changes the defaults in the text itself, so that whoever gets the text afterwards needs to know
//! nothing of it. Imports `source` and `diagnostic`. Start with [`Parameters`].

use super::expression::{self, NoValue};
use super::field::{Field, Kind};
use super::{Spanned, Value};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest};
use boardwright_base::source::{Source, Span};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The key of the table.
pub(super) const PARAMETER: Field = Field {
    name: "parameter",
    kind: Kind::Map(&PARAMETER_KIND),
    required: false,
    default: None,
    doc: "numbers with names, which a request may set; numbers, ranges and sizes may be expressions of them, such as \
        \"2*n - 1\"",
    example: "{ n = 8 }",
};

const PARAMETER_KIND: Kind = Kind::OneOf(&[ANY, Kind::Table(PARAMETER_TABLE)]);
const ANY: Kind = Kind::Integer { min: i64::MIN, max: i64::MAX };

const PARAMETER_TABLE: &[Field] = &[
    Field { name: "default", kind: ANY, required: true, default: None, doc: "the value if none is set", example: "8" },
    Field {
        name: "min",
        kind: ANY,
        required: false,
        default: None,
        doc: "the smallest value that can be set",
        example: "1",
    },
    Field {
        name: "max",
        kind: ANY,
        required: false,
        default: None,
        doc: "the largest value that can be set",
        example: "20",
    },
];

/// A declared parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The value.
    pub value: i64,
    /// The smallest value, if there is one.
    pub min: Option<i64>,
    /// The largest value, if there is one.
    pub max: Option<i64>,
    /// The span of the name.
    pub span: Span,
}

/// The parameters of a model, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parameters {
    list: Vec<Parameter>,
}

impl Parameters {
    /// Returns the parameters without places.
    pub(super) fn unplaced(&self) -> Parameters {
        let bare = |own: &Parameter| Parameter { span: Span::default(), ..own.clone() };
        Parameters { list: self.list.iter().map(bare).collect() }
    }

    /// Checks the entries of the table. `reserved` are the names that a parameter cannot have, with what they name.
    pub(super) fn read(
        entries: &[(Spanned<String>, Spanned<Value>)],
        reserved: &[(String, String)],
        mistakes: &mut Diagnostics,
    ) -> Parameters {
        let mut list = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            // A default that is missing or of the wrong type was reported.
            let Some(parameter) = parameter(key, value) else { continue };
            let name = &parameter.name;
            if expression::names(name).as_deref() != Some(&[name.as_str()]) {
                let message = format!("`{}` cannot be the name of a parameter", name.escape_debug());
                let help = "use letters, digits and `_`, and start with a letter";
                mistakes.push(Diagnostic::new("wrong-name", message).at(key.span, "").help(help));
            } else if let Some((_, owner)) = reserved.iter().find(|(reserved, _)| reserved == name) {
                let message = format!("the parameter `{name}` has the name of {owner}");
                mistakes.push(Diagnostic::new("wrong-name", message).at(key.span, "").help("rename the parameter"));
            }
            if !parameter.accepts(parameter.value) {
                let message = format!("`{name}` is {}; expected {}", parameter.value, parameter.range());
                let span = value.value.as_table().map_or(value.span, |table| table.span_of("default"));
                mistakes.push(Diagnostic::new("out-of-range", message).at(span, "out of range"));
            }
            list.push(parameter);
        }
        Parameters { list }
    }

    /// Returns the parameters.
    pub fn iter(&self) -> impl Iterator<Item = &Parameter> {
        self.list.iter()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the value of a parameter.
    pub fn value_of(&self, name: &str) -> Option<i64> {
        self.list.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.value)
    }

    /// Returns the value of an expression.
    pub(super) fn evaluate(&self, text: &str) -> Result<i64, NoValue> {
        expression::evaluate(text, &|name| self.value_of(name))
    }

    /// Returns a text for people. `{n}` becomes the value of an expression of parameters; `{n|some}` becomes `some` if a name in it
    /// is no parameter. Other braces stay.
    pub fn in_words(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, inner, after)) = braced(rest) {
            let (expression, other) = inner.split_once('|').map_or((inner, None), |(own, other)| (own, Some(other)));
            out += before;
            match (self.evaluate(expression).ok().filter(|_| self.cover(expression)), other) {
                (Some(value), _) => out += &value.to_string(),
                (None, Some(other)) => out += other,
                (None, None) => out += &format!("{{{inner}}}"),
            }
            rest = after;
        }
        out + rest
    }

    /// Returns the error of the first expression in braces in a text for people that has no value.
    pub(super) fn wrong_words(&self, text: &str, name: &str, span: Span) -> Option<Diagnostic> {
        let mut rest = text;
        while let Some((_, inner, after)) = braced(rest) {
            let has_names = expression::names(inner).is_some_and(|names| !names.is_empty());
            if has_names
                && !self.is_empty()
                && let Err(reason) = self.evaluate(inner)
            {
                return Some(self.mistake(&reason, name, inner, span));
            }
            rest = after;
        }
        None
    }

    /// Returns whether a text has the form of an expression, has a name, and all its names are parameters.
    pub(super) fn cover(&self, text: &str) -> bool {
        !self.is_empty()
            && expression::names(text)
                .is_some_and(|names| !names.is_empty() && names.iter().all(|name| self.value_of(name).is_some()))
    }

    /// Returns a phrase with its expressions replaced by their values: the ends of a range, `1..n`, unless the other end is a
    /// letter; the sides of a size, `block 2xn`; and numbers after the first word, `line n`.
    pub(super) fn in_phrase(&self, text: &str) -> Result<String, NoValue> {
        if self.is_empty() {
            return Ok(text.to_string());
        }
        if let Some((from, to)) = text.split_once("..") {
            let is_number = |end: &str| end.trim().parse::<i64>().is_ok() || self.cover(end);
            return match is_number(from) && is_number(to) {
                true => Ok(format!("{}..{}", self.evaluate(from)?, self.evaluate(to)?)),
                false => Ok(text.to_string()),
            };
        }
        let mut words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        for word in words.iter_mut().skip(1) {
            if self.cover(word) && word != "x" {
                *word = self.evaluate(word)?.to_string();
            } else if let Some((rows, columns)) = self.sides(word) {
                *word = format!("{}x{}", self.evaluate(rows)?, self.evaluate(columns)?);
            }
        }
        Ok(words.join(" "))
    }

    /// Returns the two sides of a size such as `2xn`, if one is an expression.
    fn sides<'w>(&self, word: &'w str) -> Option<(&'w str, &'w str)> {
        let is_side = |side: &str| side.parse::<u32>().is_ok() || self.cover(side);
        let mut pairs = word.match_indices('x').map(|(at, _)| (&word[..at], &word[at + 1..]));
        pairs.find(|(rows, columns)| is_side(rows) && is_side(columns) && (self.cover(rows) || self.cover(columns)))
    }

    /// Returns the error of an expression at a place in the text.
    pub(super) fn mistake(&self, reason: &NoValue, name: &str, text: &str, span: Span) -> Diagnostic {
        let declared: Vec<&str> = self.list.iter().map(|parameter| parameter.name.as_str()).collect();
        match reason {
            NoValue::Unknown(unknown) => {
                let near = nearest(unknown, declared.iter().copied());
                let label =
                    near.map_or("not declared in [parameter]".to_string(), |near| format!("did you mean `{near}`?"));
                Diagnostic::new("unknown-parameter", format!("unknown parameter `{unknown}` in {name}"))
                    .at(span, label)
                    .meant(unknown, near)
                    .help(format!("parameters: {}", declared.join(", ")))
            }
            reason => Diagnostic::new("wrong-expression", format!("{name} is \"{text}\": {reason}"))
                .at(span, "")
                .help("write numbers, parameters, + - * / % ^ and parentheses, such as \"2*n - 1\""),
        }
    }
}

/// Returns the first text in braces, with what is before and after it.
fn braced(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (inner, after) = rest.split_once('}')?;
    Some((before, inner, after))
}

impl Parameter {
    /// Returns whether `--set` accepts the value.
    pub fn accepts(&self, value: i64) -> bool {
        self.min.is_none_or(|min| min <= value) && self.max.is_none_or(|max| value <= max)
    }

    fn range(&self) -> String {
        let kind = Kind::Integer { min: self.min.unwrap_or(i64::MIN), max: self.max.unwrap_or(i64::MAX) };
        super::describe(&kind)
    }
}

fn parameter(key: &Spanned<String>, value: &Spanned<Value>) -> Option<Parameter> {
    let (default, min, max) = match &value.value {
        Value::Table(table) => (table.integer("default"), table.integer("min"), table.integer("max")),
        other => (other.as_integer(), None, None),
    };
    Some(Parameter { name: key.value.clone(), value: default?, min, max, span: key.span })
}

/// Returns a model's text with other defaults for its parameters. Nothing else changes, comments included.
///
/// # Errors
/// Parameters that the model does not declare, or that are set twice; values out of range.
pub fn set(source: &Source, settings: &[(String, i64)]) -> Result<Source, Diagnostics> {
    let mut mistakes = Diagnostics::none();
    let (document, _) = DeTable::parse_recoverable(&source.text);
    let declared = document.get_ref().get(PARAMETER.name);
    let table = declared.and_then(|declared| declared.get_ref().as_table());
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for (index, (name, value)) in settings.iter().enumerate() {
        let Some((key, given)) = table.and_then(|table| table.get_key_value(name.as_str())) else {
            mistakes.push(undeclared(name, declared.map(|declared| declared.span().into()), table));
            continue;
        };
        if settings[..index].iter().any(|(other, _)| other == name) {
            let message = format!("the parameter `{name}` is set twice");
            mistakes.push(Diagnostic::new("duplicate-key", message).at(given.span().into(), ""));
            continue;
        }
        let default = match given.get_ref() {
            DeValue::Table(table) => {
                if let Some(mistake) = out_of_range(name, *value, table, key.span().into()) {
                    mistakes.push(mistake);
                }
                table.get("default")
            }
            _ => Some(given),
        };
        // A parameter without a default is reported when the model is read.
        edits.extend(default.map(|default| (default.span(), value.to_string())));
    }
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut text = source.text.clone();
    for (range, value) in edits {
        text.replace_range(range, &value);
    }
    mistakes.into_result(Source { name: source.name.clone(), text })
}

/// Returns the error of a value that its parameter does not accept, at the bound. Bounds that are not numbers are reported when
/// the text is read.
fn out_of_range(name: &str, value: i64, table: &DeTable<'_>, span: Span) -> Option<Diagnostic> {
    let bound = |key: &str| {
        let given = table.get(key)?;
        let number = given.get_ref().as_integer()?;
        Some((i64::from_str_radix(number.as_str(), number.radix()).ok()?, Span::from(given.span())))
    };
    let (min, max) = (bound("min"), bound("max"));
    let number = |bound: Option<(i64, Span)>| bound.map(|(number, _)| number);
    let parameter = Parameter { name: name.to_string(), value, min: number(min), max: number(max), span };
    let below = min.filter(|(min, _)| value < *min).map(|(_, span)| (span, "the smallest value"));
    let (span, label) = below.or_else(|| Some((max.filter(|(max, _)| value > *max)?.1, "the largest value")))?;
    let message = format!("`{name}` is {value}; expected {}", parameter.range());
    Some(Diagnostic::new("out-of-range", message).at(span, label))
}

fn undeclared(name: &str, span: Option<Span>, table: Option<&DeTable<'_>>) -> Diagnostic {
    let names: Vec<&str> = table.into_iter().flatten().map(|(key, _)| key.get_ref().as_ref()).collect();
    let mistake = Diagnostic::new("unknown-parameter", format!("unknown parameter `{name}`"));
    if names.is_empty() {
        return mistake.help(format!("declare it in the model: [parameter] and, below it, {name} = 8"));
    }
    let near = nearest(name, names.iter().copied());
    let label = near.map_or(String::new(), |near| format!("did you mean `{near}`?"));
    mistake.at(span.unwrap_or_default(), label).meant(name, near).help(format!("parameters: {}", names.join(", ")))
}
