//! Reads a model file: its syntax, its family, the common keys, and the family's keys against its field table.
//!
//! `puzzle = "lights-out"` and `sates = 3` give two errors: an unknown key, similar to `states`, and the missing key
//! `lights`. One call reports all errors of a file, with one exception: syntax errors are reported alone, because what
//! is recovered from such a file would only give consequential errors.

use super::example::{self, EXAMPLE};
use super::field::{Field, Kind, Names};
use super::genre::GENRE;
use super::parameter::{PARAMETER, Parameters};
use super::value::Reader;
use super::{Expect, LoadError, Model, Sequence, Spanned, Table, Value};
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest, quote};
use boardwright_base::source::{Source, Span};
use num_bigint::BigInt;
use toml::de::{DeTable, DeValue};

/// The keys that every model may have, regardless of its family.
pub const COMMON: &[Field] = &[PUZZLE, PARAMETER, TITLE, SOURCE, INSTRUCTIONS, EXPECT, EXAMPLE, ENCODING, GENRE];

const PUZZLE: Field = Field {
    name: "puzzle",
    kind: Kind::Named(Names::Family),
    required: true,
    default: None,
    doc: "the family of the puzzle, which defines the other keys",
    example: "\"lights-out\"",
};
const TITLE: Field = Field { name: "title", doc: "the title of the puzzle", example: "\"A small one\"", ..OPTIONAL };
const SOURCE: Field =
    Field { name: "source", doc: "the source of the puzzle", example: "\"a magazine, 2024\"", ..OPTIONAL };
const INSTRUCTIONS: Field = Field {
    name: "instructions",
    doc: "the rules in words, which a booklet prints above the puzzle (default: those of the genre); `{n}` is the value of a parameter",
    example: "\"Shade some cells.\"",
    ..OPTIONAL
};
const EXPECT: Field = Field {
    name: "expect",
    kind: Kind::Table(EXPECTATIONS),
    doc: "the known answer, which a check compares with the result",
    example: "{ count = 1 }",
    ..OPTIONAL
};
const ENCODING: Field = Field {
    name: "encoding",
    kind: Kind::Pairs,
    doc: "encodings by kind of constraint, or by rule and kind: `clues.cardinality`",
    example: "{ at-most-one = \"ladder\" }",
    ..OPTIONAL
};

const OPTIONAL: Field = Field { name: "", kind: Kind::Text, required: false, default: None, doc: "", example: "" };

const EXPECTATIONS: &[Field] = &[
    Field {
        name: "answer",
        kind: Kind::Choice(&["satisfiable", "optimal", "unsatisfiable"]),
        doc: "`satisfiable`, `optimal` (proved) or `unsatisfiable`",
        example: "\"satisfiable\"",
        ..OPTIONAL
    },
    Field {
        name: "count",
        kind: Kind::Integer { min: 0, max: i64::MAX },
        doc: "the number of solutions; with an objective, of optimal solutions",
        example: "8",
        ..OPTIONAL
    },
    Field {
        name: "distinct",
        kind: Kind::Integer { min: 0, max: i64::MAX },
        doc: "the number of solutions up to symmetry",
        example: "2",
        ..OPTIONAL
    },
    Field {
        name: "optimum",
        kind: Kind::Integer { min: i64::MIN, max: i64::MAX },
        doc: "the optimal value of the objective",
        example: "15",
        ..OPTIONAL
    },
    Field {
        name: "sequence",
        kind: Kind::Table(SEQUENCE),
        doc: "the answers for the values of a parameter",
        example: "{ parameter = \"n\", terms = [1, 0, 0, 2], source = \"A000170\" }",
        ..OPTIONAL
    },
    Field {
        name: "superfluous",
        kind: Kind::List { item: &Kind::Text, min: 1, max: 100 },
        doc: "the rules that follow from the others and the clues",
        example: "[\"no pools\"]",
        ..OPTIONAL
    },
];

const SEQUENCE: &[Field] = &[
    Field { name: "parameter", required: true, doc: "the parameter", example: "\"n\"", ..OPTIONAL },
    Field {
        name: "from",
        kind: ANY_INTEGER,
        default: Some("1"),
        doc: "the value of the parameter for the first term",
        example: "1",
        ..OPTIONAL
    },
    Field {
        name: "of",
        kind: Kind::Choice(&["count", "distinct", "optimum"]),
        default: Some("\"count\""),
        doc: "what a term is: the number of solutions, of solutions up to symmetry, or the optimum",
        example: "\"optimum\"",
        ..OPTIONAL
    },
    Field {
        name: "terms",
        kind: Kind::List { item: &TERM, min: 1, max: 1000 },
        required: true,
        doc: "the terms; those beyond 64 bits in quotes",
        example: "[1, 0, 0, 2]",
        ..OPTIONAL
    },
    Field { name: "source", doc: "the source of the terms", example: "\"A000170\"", ..OPTIONAL },
];

const ANY_INTEGER: Kind = Kind::Integer { min: i64::MIN, max: i64::MAX };
const TERM: Kind = Kind::OneOf(&[ANY_INTEGER, Kind::Text]);

/// Reads a model: determines its family, one of `families`, and reads its keys against the table `fields_of(family)`.
///
/// # Errors
/// All errors of the file; or the limit that was reached, which the TOML parser does not poll.
pub fn read(
    source: &Source,
    families: &[&'static str],
    fields_of: &dyn Fn(&str) -> Option<&'static [Field]>,
    budget: &Budget,
) -> Result<Model, LoadError> {
    budget.check()?;
    let (document, errors) = DeTable::parse_recoverable(&source.text);
    budget.check()?;
    syntax_errors(source, &errors).into_result(())?;
    let document = document.get_ref();
    let mut reader = Reader::new(&source.text).within(budget);
    reader.top = COMMON.iter().collect();

    let family = match family(document, families, fields_of) {
        Ok(family) => Some(family),
        Err(mistake) => {
            reader.mistakes.push(mistake);
            None
        }
    };
    let named = reader.entries(document, &COMMON[1..2], Span::default());
    let own = family.map_or(&[][..], |(_, table)| table);
    reader.parameters = Parameters::read(named.map(PARAMETER.name), &reserved(document, own), &mut reader.mistakes);
    let common = reader.entries(document, &COMMON[2..], Span::default());
    if let Some(entry) = common.get(INSTRUCTIONS.name) {
        let text = entry.value.as_text().unwrap_or_default();
        let wrong = reader.parameters.wrong_words(text, "`instructions`", entry.span);
        wrong.into_iter().for_each(|wrong| reader.mistakes.push(wrong));
    }
    let mut fields = Table::default();
    if let Some((_, table)) = family {
        reader.top.extend(table);
        let accepted: Vec<&str> = reader.top.iter().map(|field| field.name).collect();
        reader.unknown_keys(document, &accepted, None);
        fields = reader.entries(document, table, end_of_puzzle_line(document, &source.text));
    }
    let expect = common.table("expect").map(expect);
    if let Some(sequence) = expect.as_ref().and_then(|expect| expect.sequence.as_ref())
        && let Some(terms) = common.table("expect").and_then(|expect| expect.table("sequence"))
    {
        check_sequence(sequence, terms, &reader.parameters, &mut reader.mistakes);
    }
    let examples = example::examples(&common, &fields, &mut reader.mistakes);
    let model = Model {
        puzzle: family.map_or(String::new(), |(name, _)| name.to_string()),
        title: common.text("title").map(str::to_string),
        origin: common.text("source").map(str::to_string),
        instructions: common.text("instructions").map(str::to_string),
        expect,
        examples,
        encoding: match common.get("encoding").map(|entry| &entry.value) {
            Some(Value::Pairs(pairs)) => pairs.clone(),
            _ => Vec::new(),
        },
        parameters: reader.parameters.clone(),
        genre: common.table(GENRE.name).cloned(),
        fields,
    };
    reader.finish(model)
}

/// Returns the names that a parameter cannot have: the top-level keys, and the names of pictures, lists and so on.
fn reserved(document: &DeTable<'_>, own: &[Field]) -> Vec<(String, String)> {
    let keys = COMMON.iter().chain(own).map(|field| (field.name.to_string(), "a key".to_string()));
    let maps = own.iter().filter(|field| matches!(field.kind, Kind::Map(_) | Kind::By(..)));
    let entries = maps.filter_map(|field| Some((field.name, document.get(field.name)?.get_ref().as_table()?)));
    let named = entries.flat_map(|(owner, table)| {
        table.keys().map(move |key| (key.get_ref().to_string(), format!("an entry of `{owner}`")))
    });
    keys.chain(named).collect()
}

/// Reads a file that is not a model against a field table, with the same syntax and errors.
///
/// # Errors
/// All errors of the file.
pub fn read_table(source: &Source, fields: &'static [Field]) -> Result<Table, Diagnostics> {
    let (document, errors) = DeTable::parse_recoverable(&source.text);
    syntax_errors(source, &errors).into_result(())?;
    let mut reader = Reader::new(&source.text);
    reader.top = fields.iter().collect();
    let accepted: Vec<&str> = fields.iter().map(|field| field.name).collect();
    reader.unknown_keys(document.get_ref(), &accepted, None);
    let table = reader.entries(document.get_ref(), fields, Span::default());
    reader.mistakes.into_result(table)
}

fn expect(table: &Table) -> Expect {
    let natural = |name| table.integer(name).and_then(|value| u64::try_from(value).ok());
    Expect {
        answer: table.text("answer").map(str::to_string),
        count: natural("count"),
        distinct: natural("distinct"),
        optimum: table.integer("optimum"),
        sequence: table.table("sequence").map(sequence),
        superfluous: table
            .list("superfluous")
            .map(|names| names.iter().filter_map(|name| name.value.as_text().map(str::to_string)).collect()),
        span: table.span,
        places: table.entries().map(|(key, value)| (key, value.span)).collect(),
    }
}

fn sequence(table: &Table) -> Sequence {
    let text = |name| table.text(name).unwrap_or_default().to_string();
    let term = |item: &Spanned<Value>| match &item.value {
        Value::Integer(value) => Some(BigInt::from(*value)),
        other => other.as_text().and_then(|text| text.parse().ok()),
    };
    Sequence {
        parameter: text("parameter"),
        from: table.integer("from").unwrap_or(1),
        of: text("of"),
        // Terms that are not numbers are reported.
        terms: table.list("terms").unwrap_or_default().iter().filter_map(term).collect(),
        source: table.text("source").map(str::to_string),
        span: table.span,
    }
}

/// Reports terms that are not numbers, and a parameter that is not declared.
fn check_sequence(sequence: &Sequence, table: &Table, parameters: &Parameters, mistakes: &mut Diagnostics) {
    for item in table.list("terms").unwrap_or_default() {
        if let Some(text) = item.value.as_text().filter(|text| text.parse::<BigInt>().is_err()) {
            let message = format!("the term {} is not a whole number", quote(text));
            mistakes.push(Diagnostic::new("wrong-value", message).at(item.span, "").help("write digits in quotes"));
        }
    }
    let name = &sequence.parameter;
    if !name.is_empty() && parameters.value_of(name).is_none() {
        let message = format!("unknown parameter `{name}` in `sequence`");
        let help = format!("declare it: [parameter] and, below it, {name} = 8");
        mistakes.push(Diagnostic::new("unknown-parameter", message).at(table.span_of("parameter"), "").help(help));
    }
}

/// Returns the family named by `puzzle` with its field table, or reports the error in `puzzle`.
fn family(
    document: &DeTable<'_>,
    families: &[&'static str],
    fields_of: &dyn Fn(&str) -> Option<&'static [Field]>,
) -> Result<(&'static str, &'static [Field]), Diagnostic> {
    let list = format!("families: {}", families.join(", "));
    let Some(given) = document.get(PUZZLE.name) else {
        if document.is_empty() {
            let message = "the file is empty; expected puzzle = \"...\"";
            return Err(Diagnostic::new("missing-puzzle", message).at(Span::default(), "").help(list));
        }
        let misspelt = document.keys().find(|key| nearest(key.get_ref(), [PUZZLE.name]).is_some());
        let mistake = Diagnostic::new("missing-puzzle", "missing key `puzzle`; expected puzzle = \"...\"");
        return Err(match misspelt {
            Some(key) => {
                mistake.at(key.span().into(), "did you mean `puzzle`?").meant(key.get_ref(), Some(PUZZLE.name))
            }
            None => mistake.at(Span::default(), ""),
        }
        .help(list));
    };
    let span = given.span().into();
    let DeValue::String(name) = given.get_ref() else {
        let message = "`puzzle`: expected the name of a family, in quotes";
        return Err(Diagnostic::new("wrong-type", message).at(span, "not a string").help(list));
    };
    let known = families.iter().copied().find(|family| family == name);
    known.and_then(|family| Some((family, fields_of(family)?))).ok_or_else(|| {
        let near = nearest(name, families.iter().copied());
        let label = match near {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "unknown family".to_string(),
        };
        Diagnostic::new("unknown-puzzle", format!("unknown puzzle {}", quote(name)))
            .at(span, label)
            .meant(name, near)
            .help(list)
    })
}

/// Returns the span of the top-level table: a missing key can be inserted below it.
fn end_of_puzzle_line(document: &DeTable<'_>, text: &str) -> Span {
    let rest = document.get(PUZZLE.name).and_then(|given| text.get(given.span().end..));
    let Some(rest) = rest else { return Span::default() };
    let line = rest.lines().next().unwrap_or_default();
    let end = text.len() - rest.len() + line.trim_end().len();
    Span::new(end, end)
}

/// Converts the parser's errors to diagnostics.
fn syntax_errors(source: &Source, errors: &[toml::de::Error]) -> Diagnostics {
    let mut mistakes = Diagnostics::none();
    if let Some(error) = errors.iter().find(|error| error.message().contains("recurs")) {
        // All further unclosed brackets are consequences of this one.
        let mistake = Diagnostic::new("too-deep", "brackets or dotted keys are nested too deeply");
        mistakes.push(match error.span() {
            Some(span) => mistake.at(span.into(), "too deep from here"),
            None => mistake,
        });
        return mistakes;
    }
    for error in errors {
        let span = error.span().map(Span::from).unwrap_or_default();
        let given = source.text.get(span.start..span.end).unwrap_or_default();
        let message = error.message();
        mistakes.push(if message == "duplicate key" {
            Diagnostic::new("duplicate-key", format!("duplicate key {}", quote(given)))
                .at(span, "second definition")
                .help("remove one of the two")
        } else if message.starts_with("string values must be quoted") {
            let message = if given.is_empty() { "missing value" } else { "missing quotes around a string" };
            let quoted = format!("\"{given}\"");
            Diagnostic::new("syntax", message).at(span, "").meant(given, (!given.is_empty()).then_some(&quoted))
        } else {
            let message = message.strip_suffix(", expected nothing").unwrap_or(message);
            Diagnostic::new("syntax", message).at(span, "")
        });
    }
    mistakes
}
