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
    Field {
        name: "picture",
        kind: Kind::Map(&Kind::Marks),
        doc: "pictures that replace those of the model for this board",
        example: "{ clue = '''\n1.\n..\n''' }",
        ..TEXT
    },
];

/// A board with what it does to the rules.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The board as in the file.
    pub board: Spanned<String>,
    /// What the rules say about it.
    pub verdict: Verdict,
    /// The pictures that replace those of the model.
    pub pictures: Vec<(Spanned<String>, Spanned<Value>)>,
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
        let pictures = table.map("picture").to_vec();
        for (name, _) in &pictures {
            if !fields.map("picture").iter().any(|(own, _)| own.value == name.value) {
                let message = format!("the model has no picture `{}` that an example could replace", name.value);
                mistakes.push(Diagnostic::new("unknown-picture", message).at(name.span, ""));
            }
        }
        let board = Spanned { value: board, span: table.span_of("board") };
        examples.push(Example { board, verdict, pictures, line: table.line });
    }
    examples
}

impl Model {
    /// Returns the model with the pictures of an example.
    pub fn for_example(&self, example: &Example) -> Model {
        let mut pictures = self.fields.map("picture").to_vec();
        for (name, picture) in &mut pictures {
            if let Some((_, other)) = example.pictures.iter().find(|(other, _)| other.value == name.value) {
                *picture = other.clone();
            }
        }
        Model { fields: self.fields.with("picture", Value::Map(pictures)), ..self.clone() }
    }
}
