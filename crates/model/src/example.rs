//! `[[example]]`: boards that obey the rules of a model, or break them, as tests of the rules.

use super::field::{Field, Kind, Names};
use super::{Model, Spanned, Table, Value};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};

/// The key of the tables.
pub(super) const EXAMPLE: Field = Field {
    name: "example",
    kind: Kind::Tables(FIELDS),
    doc: "boards that obey the rules or break one of them, as tests of the rules",
    example: "[{ board = \"Q.\\n.Q\", valid = true }]",
    ..TEXT
};

const TEXT: Field = Field { name: "", kind: Kind::Text, required: false, default: None, doc: "", example: "" };

const FIELDS: &[Field] = &[
    Field {
        name: "board",
        required: true,
        doc: "the rows of the board, or a solution in JSON",
        example: "\"Q.\\n.Q\"",
        ..TEXT
    },
    Field {
        name: "valid",
        kind: Kind::Boolean,
        doc: "whether the board obeys all rules; false: it breaks some",
        example: "true",
        ..TEXT
    },
    Field {
        name: "breaks",
        kind: Kind::Named(Names::Rule),
        doc: "the name of a rule: the board breaks rules of this name and no others; `given` for given values",
        example: "\"columns\"",
        ..TEXT
    },
    PICTURE,
    Field { name: "between", example: "{ sign = \".<.\\n...\\n...\" }", ..PICTURE },
    Field { name: "corner", example: "{ count = \"...\\n.2.\\n...\" }", ..PICTURE },
    Field { name: "anywhere", example: "{ star = \"o..\\n...\\n..o\" }", ..PICTURE },
    Field {
        name: "list",
        kind: Kind::Map(&Kind::Map(&ENTRIES)),
        doc: "lists that replace those of the model for this board",
        example: "{ count = { rows = [1, 2], columns = [2, 1] } }",
        ..TEXT
    },
    Field { name: "given", kind: Kind::Marks, doc: "the given values for this board", example: "\"1.\\n..\"", ..TEXT },
    Field { name: "cells", kind: Kind::Marks, doc: "the cells of this board", example: "\"..\\n._\"", ..TEXT },
];

const PICTURE: Field = Field {
    name: "picture",
    kind: Kind::Map(&Kind::Marks),
    doc: "pictures that replace those of the model for this board",
    example: "{ clue = \"1.\\n..\" }",
    ..TEXT
};

const NUMBER: Kind = Kind::Integer { min: -1_000_000_000, max: 1_000_000_000 };
const RUNS: Kind = Kind::List { item: &Kind::OneOf(&[NUMBER, Kind::Text]), min: 0, max: 1000 };
const ENTRY: Kind = Kind::OneOf(&[NUMBER, Kind::Text, RUNS]);
const ENTRIES: Kind = Kind::OneOf(&[NUMBER, Kind::Phrase, Kind::List { item: &ENTRY, min: 0, max: 1_000_000 }]);

/// The parts of an example that replace entries of maps of the model.
const MAPS: [&str; 5] = ["picture", "between", "corner", "anywhere", "list"];

/// The parts that replace pictures of the board.
const PICTURES_OF_GRID: [&str; 2] = ["given", "cells"];

/// A board with what it does to the rules.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The board as in the file.
    pub board: Spanned<String>,
    /// What the rules say about it.
    pub verdict: Verdict,
    /// The parts of the puzzle that replace those of the model.
    pub parts: Table,
    /// The line of the table.
    pub line: usize,
}

/// What the rules say about a board.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It obeys all.
    Valid,
    /// It breaks some.
    Invalid,
    /// It breaks those of this name and no others.
    Breaks(Spanned<String>),
}

/// Reads the examples, and reports those without a verdict and pictures that the model lacks.
pub(super) fn examples(common: &Table, fields: &Table, mistakes: &mut Diagnostics) -> Vec<Example> {
    let mut examples = Vec::new();
    for table in common.tables(EXAMPLE.name) {
        let board = table.text("board").unwrap_or_default().to_string();
        let verdict = match (table.boolean("valid"), table.text("breaks")) {
            (Some(true), None) => Verdict::Valid,
            (Some(false), None) => Verdict::Invalid,
            (None, Some(name)) => Verdict::Breaks(Spanned { value: name.to_string(), span: table.span_of("breaks") }),
            _ => {
                let message = "an example requires one of `valid` and `breaks`";
                mistakes.push(Diagnostic::new("no-verdict", message).at(table.span, "").help("add valid = true"));
                continue;
            }
        };
        for (map, name) in MAPS.iter().flat_map(|&map| table.map(map).iter().map(move |(name, _)| (map, name))) {
            if !fields.map(map).iter().any(|(own, _)| own.value == name.value) {
                let what = if map == "list" { "list" } else { "picture" };
                let message = format!("the model has no {what} `{}` that an example could replace", name.value);
                mistakes.push(Diagnostic::new("unknown-picture", message).at(name.span, ""));
            }
        }
        for name in PICTURES_OF_GRID.iter().filter(|name| table.get(name).is_some()) {
            if fields.table("grid").is_none_or(|grid| grid.get(name).is_none()) {
                let message = format!("the model has no `{name}` that an example could replace");
                mistakes.push(Diagnostic::new("unknown-picture", message).at(table.span_of(name), ""));
            }
        }
        let board = Spanned { value: board, span: table.span_of("board") };
        let parts = ["board", "valid", "breaks"].iter().fold(table.clone(), |parts, key| parts.without(key));
        examples.push(Example { board, verdict, parts, line: table.line });
    }
    examples
}

impl Model {
    /// Returns the model with the parts of an example.
    pub fn for_example(&self, example: &Example) -> Model {
        self.with_parts(&example.parts)
    }

    /// Returns the model with other pictures and lists. If they have another size, the rows and columns are those of the first one.
    pub fn with_parts(&self, parts: &Table) -> Model {
        let mut fields = self.fields.clone();
        for map in MAPS.into_iter().filter(|map| parts.get(map).is_some()) {
            let mut entries = fields.map(map).to_vec();
            for (name, entry) in &mut entries {
                if let Some((_, other)) = parts.map(map).iter().find(|(other, _)| other.value == name.value) {
                    *entry = other.clone();
                }
            }
            fields = fields.with(map, Value::Map(entries));
        }
        if let Some(grid) = fields.table("grid") {
            let drawn = PICTURES_OF_GRID.iter().filter_map(|name| Some((*name, parts.get(name)?)));
            let grid = drawn.fold(grid.clone(), |grid, (name, entry)| grid.with(name, entry.value.clone()));
            fields = fields.with("grid", Value::Table(resized(grid, parts)));
        }
        Model { fields, ..self.clone() }
    }
}

impl Model {
    /// Returns the parts with which this model has the pictures, lists and given values of another one with the same names.
    pub fn other_parts(&self, other: &Model) -> Table {
        let mut parts = Table::default();
        for map in MAPS {
            let same = |name: &Spanned<String>, value: &Spanned<Value>| {
                let own = self.fields.map(map).iter().find(|(own, _)| own.value == name.value);
                own.is_some_and(|(_, own)| own.value.toml() == value.value.toml())
            };
            let entries = other.fields.map(map).iter().filter(|(name, value)| !same(name, value));
            let entries: Vec<(Spanned<String>, Spanned<Value>)> = entries.cloned().collect();
            if !entries.is_empty() {
                parts = parts.including(map, Value::Map(entries));
            }
        }
        let grids = [self, other].map(|model| model.fields.table("grid"));
        for name in PICTURES_OF_GRID {
            let [own, given] = grids.map(|grid| grid.and_then(|grid| grid.get(name)).map(|entry| &entry.value));
            if let Some(value) = given.filter(|value| own.map(Value::toml) != Some(value.toml())) {
                parts = parts.including(name, value.clone());
            }
        }
        parts
    }
}

/// Returns the table of a board with the size of the first picture that is replaced.
fn resized(grid: Table, parts: &Table) -> Table {
    let drawn = PICTURES_OF_GRID.iter().filter_map(|name| parts.marks(name));
    let sizes = drawn.map(|marks| (marks.height(), marks.width())).chain(MAPS.into_iter().flat_map(|map| {
        let pictures = parts.map(map).iter().filter_map(|(_, picture)| picture.value.as_marks());
        pictures.map(move |marks| (cells_along(map, marks.height()), cells_along(map, marks.width())))
    }));
    let Some((rows, columns)) = sizes.into_iter().next() else { return grid };
    let side = |side: usize| Value::Integer(i64::try_from(side).unwrap_or(i64::MAX));
    grid.with("rows", side(rows)).with("columns", side(columns))
}

/// Returns the number of cells beside this number of places in pictures of a map.
fn cells_along(map: &str, places: usize) -> usize {
    match map {
        "between" | "anywhere" => places.div_ceil(2),
        "corner" => places.saturating_sub(1),
        _ => places,
    }
}
