//! The keys of a model.

use crate::model::{Field, Glyph, Kind};
use crate::puzzle::alternation::read::{MAX_CELLS, MAX_PAIRS};

/// The most moves a model may ask for.
pub(super) const MAX_MOVES: i64 = 10_000_000;

/// The most accepted rows a model may list.
pub(super) const MAX_ROWS: usize = 1_000;

pub(super) const ROW: Kind =
    Kind::Drawing(&[Glyph::one('B', "a black piece"), Glyph::one('W', "a white piece"), Glyph::one('.', "vacant")]);

pub(super) const FIELDS: &[Field] = &[
    Field {
        name: "start",
        kind: ROW,
        required: false,
        default: None,
        doc: "the line before the first move; somewhere it has `block` adjacent vacant cells",
        example: "\"BBBBWWWW..\"",
    },
    Field {
        name: "pairs",
        kind: Kind::Integer { min: 1, max: MAX_PAIRS },
        required: false,
        default: None,
        doc: "instead of `start`: so many black pieces, as many white ones, and room for one block at the right end",
        example: "4",
    },
    Field {
        name: "goal",
        kind: Kind::OneOf(&[
            Kind::Choice(&["alternating", "separated"]),
            Kind::List { item: &ROW, min: 1, max: MAX_ROWS },
        ]),
        required: false,
        default: Some("\"alternating\""),
        doc: "the line after the last move: one unbroken row anywhere in which all neighbours differ, or in which the colour \
              changes at most once; or a list of accepted lines",
        example: "[\"..BWBW\", \"..WBWB\"]",
    },
    Field {
        name: "block",
        kind: Kind::Integer { min: 1, max: MAX_CELLS as i64 },
        required: false,
        default: Some("2"),
        doc: "how many adjacent pieces move together, into cells that were vacant before the move",
        example: "3",
    },
    Field {
        name: "reverse",
        kind: Kind::Boolean,
        required: false,
        default: Some("false"),
        doc: "whether a block is turned round as it moves; otherwise its order is kept",
        example: "true",
    },
    Field {
        name: "moves",
        kind: Kind::Integer { min: 0, max: MAX_MOVES },
        required: false,
        default: None,
        doc: "the exact number of moves; as few as possible when left out",
        example: "4",
    },
];
