//! The keys of a grid model. What holds for the sets of a rule comes from the conditions, each of which brings its own keys.

use super::condition;
use crate::model::{Field, Kind};
use std::sync::LazyLock;

/// The largest side of a board.
pub const MAX_SIDE: i64 = 1000;

/// A key that may be left out and has no default.
pub const OPTIONAL: Field = Field { name: "", kind: Kind::Text, required: false, default: None, doc: "", example: "" };

/// A test: a word, or several of which one has to hold.
pub const TEST: Kind = Kind::OneOf(&[Kind::Text, Kind::List { item: &Kind::Text, min: 1, max: 1000 }]);

/// A number, or the name of a picture or list that has one for each set.
pub const NUMBER: Kind = Kind::OneOf(&[Kind::Integer { min: -1_000_000_000, max: 1_000_000_000 }, Kind::Text]);

/// Numbers by test.
pub const COUNTS: Kind = Kind::Map(&NUMBER);

const SIDE: Kind = Kind::Integer { min: 1, max: MAX_SIDE };
const VALUES: Kind = Kind::OneOf(&[Kind::Text, Kind::List { item: &Kind::Text, min: 1, max: 1000 }]);

const GRID: &[Field] = &[
    Field { name: "rows", kind: SIDE, doc: "the number of rows; a picture says it, too", example: "8", ..OPTIONAL },
    Field { name: "columns", kind: SIDE, doc: "the number of columns", example: "8", ..OPTIONAL },
    Field {
        name: "cells",
        kind: Kind::Marks,
        doc: "the board: '.' is a cell, '_' is none (a wall)",
        example: "'''\n..\n._\n'''",
        ..OPTIONAL
    },
    Field {
        name: "wrap",
        kind: Kind::Boolean,
        default: Some("false"),
        doc: "whether opposite edges are joined: a torus",
        example: "true",
        ..OPTIONAL
    },
    Field {
        name: "values",
        kind: VALUES,
        doc: "what a cell may hold: a list of words, or a range such as \"1..9\"; left out where only lines are looked for",
        example: "[\".\", \"Q\"]",
        ..OPTIONAL
    },
    Field {
        name: "given",
        kind: Kind::Marks,
        doc: "values that are given: '.' unknown, '_' no cell, 'x' the value \".\"",
        example: "'''\n1.\n.2\n'''",
        ..OPTIONAL
    },
    Field {
        name: "lines",
        kind: Kind::Text,
        doc: "lines to be found: \"links\" from cell to neighbouring cell, \"borders\" along the sides of cells, or a move such as \"knight\"",
        example: "\"links\"",
        ..OPTIONAL
    },
];

const LAYER: &[Field] = &[
    Field {
        name: "values",
        kind: VALUES,
        required: true,
        default: None,
        doc: "what a cell may hold in this layer; no value is in two layers",
        example: "[\"red\", \"blue\"]",
    },
    Field {
        name: "given",
        kind: Kind::Marks,
        doc: "values of this layer that are given: '.' unknown",
        example: "'''\nred .\n. blue\n'''",
        ..OPTIONAL
    },
];

const ENTRY: Kind = Kind::OneOf(&[
    Kind::Integer { min: -1_000_000_000, max: 1_000_000_000 },
    Kind::Text,
    Kind::List { item: &NUMBER, min: 0, max: MAX_SIDE as usize },
]);

const ENTRIES: Kind = Kind::OneOf(&[
    Kind::Integer { min: -1_000_000_000, max: 1_000_000_000 },
    Kind::Text,
    Kind::List { item: &ENTRY, min: 0, max: 1_000_000 },
]);

const OBJECTIVE: &[Field] = &[
    Field { name: "count", kind: TEST, doc: "how many cells (or lines) pass this test", example: "\"Q\"", ..OPTIONAL },
    Field { name: "sum", kind: Kind::Boolean, doc: "the sum of all numbers", example: "true", ..OPTIONAL },
];

/// The keys of a rule that say which sets it is about.
pub const SELECTORS: &[Field] = &[
    Field {
        name: "name",
        kind: Kind::Text,
        doc: "what `explain` and `--encoding` call the rule",
        example: "\"no two touch\"",
        ..OPTIONAL
    },
    Field {
        name: "each",
        kind: TEST,
        doc: "which sets of cells it is about, such as \"row\" or [\"row\", \"column\", \"block 3x3\"]",
        example: "\"row\"",
        ..OPTIONAL
    },
    Field {
        name: "along",
        kind: Kind::List { item: &PATH, min: 1, max: 1_000_000 },
        doc: "the cells themselves, in order: [row, column] from 1; or several such lists",
        example: "[[1, 1], [1, 2], [2, 3]]",
        ..OPTIONAL
    },
    Field {
        name: "at",
        kind: TEST,
        doc: "only sets whose own cell passes this test of what is printed; for pairs, of what is printed between them",
        example: "\"clue\"",
        ..OPTIONAL
    },
    Field {
        name: "where",
        kind: TEST,
        doc: "the rule holds where the set's own cell passes this test in the solution",
        example: "\"Q\"",
        ..OPTIONAL
    },
    Field {
        name: "around",
        kind: Kind::Text,
        doc: "instead of the cell, what a piece reaches from it, the lines at it, ...",
        example: "\"knight\"",
        ..OPTIONAL
    },
    Field {
        name: "until",
        kind: TEST,
        doc: "riders, and what looks ahead, stop before a cell that passes this test",
        example: "\"#\"",
        ..OPTIONAL
    },
    Field {
        name: "including",
        kind: Kind::Boolean,
        doc: "with `around`: the cell itself, too; with `along`, false: not the first cell, which is the path's own",
        example: "true",
        ..OPTIONAL
    },
    Field {
        name: "among",
        kind: TEST,
        doc: "only cells that pass this test are members of the sets",
        example: "\"not #\"",
        ..OPTIONAL
    },
    Field {
        name: "inside",
        kind: TEST,
        doc: "only what stands between two cells of the set that pass this test, in its order, is a member",
        example: "[\"1\", \"9\"]",
        ..OPTIONAL
    },
];

const INDEX: Kind = Kind::Integer { min: 1, max: MAX_SIDE };
const STEP: Kind = Kind::List { item: &INDEX, min: 2, max: 2 };
const PATH: Kind = Kind::OneOf(&[STEP, Kind::List { item: &STEP, min: 1, max: 1_000_000 }]);

/// The keys of the family.
pub static FIELDS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let mut rule: Vec<Field> = SELECTORS.to_vec();
    for field in condition::KINDS.iter().flat_map(|kind| kind.fields) {
        // Several conditions may read one key, each in its place.
        if rule.iter().all(|known| known.name != field.name) {
            rule.push(*field);
        }
    }
    vec![
        Field {
            name: "grid",
            kind: Kind::Table(GRID),
            required: true,
            default: None,
            doc: "the board and what its cells may hold",
            example: "{ rows = 8, columns = 8, values = [\".\", \"Q\"] }",
        },
        Field {
            name: "layer",
            kind: Kind::Map(&Kind::Table(LAYER)),
            doc: "further things that each cell holds one of, by name",
            example: "{ colour = { values = [\"red\", \"blue\"] } }",
            ..OPTIONAL
        },
        Field {
            name: "picture",
            kind: Kind::Map(&Kind::Marks),
            doc: "what is printed on the cells, by name: '.' and '_' nothing, numbers, letters of regions, signs",
            example: "{ clue = '''\n1.\n.3\n''' }",
            ..OPTIONAL
        },
        Field {
            name: "between",
            kind: Kind::Map(&Kind::Marks),
            doc: "what is printed between neighbouring cells, by name: pictures of 2 rows - 1 by 2 columns - 1",
            example: "{ sign = '''\n.<.\n...\n...\n''' }",
            ..OPTIONAL
        },
        Field {
            name: "list",
            kind: Kind::Map(&Kind::Map(&ENTRIES)),
            doc: "numbers beside the board: rows, columns, left, right, top, bottom, across, down, or by the marks of regions",
            example: "{ count = { rows = [1, 2], columns = [2, 1] } }",
            ..OPTIONAL
        },
        Field {
            name: "names",
            kind: Kind::Map(&Kind::List { item: &Kind::Text, min: 1, max: 1000 }),
            doc: "several values by one name",
            example: "{ ship = [\"<\", \">\"] }",
            ..OPTIONAL
        },
        Field {
            name: "hidden",
            kind: Kind::List { item: &Kind::Text, min: 1, max: 1000 },
            doc: "what drawings leave out: pictures, lists, layers and rules with `along`, by name",
            example: "[\"helper\"]",
            ..OPTIONAL
        },
        Field {
            name: "rule",
            kind: Kind::Tables(Box::leak(rule.into_boxed_slice())),
            doc: "for each of these sets of cells, this holds",
            example: "[{ each = \"row\", exactly = { Q = 1 } }]",
            ..OPTIONAL
        },
        Field {
            name: "minimize",
            kind: Kind::Table(OBJECTIVE),
            doc: "what is to be as small as can be",
            example: "{ count = \"Q\" }",
            ..OPTIONAL
        },
        Field {
            name: "maximize",
            kind: Kind::Table(OBJECTIVE),
            doc: "what is to be as large as can be",
            example: "{ count = \"Q\" }",
            ..OPTIONAL
        },
    ]
});
