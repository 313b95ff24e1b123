//! The keys of a model.

use crate::alternation::read::{MAX_CELLS, MAX_PAIRS};
use boardwright_model::{Field, Glyph, Kind};

/// The most moves a model may ask for.
pub(super) const MAX_MOVES: i64 = 10_000_000;

/// The most accepted rows a model may list.
pub(super) const MAX_ROWS: usize = 1_000;

pub(super) const ROW: Kind =
    Kind::Drawing(&[Glyph::range('A', 'Z', "a piece of that colour"), Glyph::one('.', "vacant")]);

pub(super) const FIELDS: &[Field] = &[
    Field {
        name: "start",
        kind: ROW,
        required: false,
        default: None,
        doc: "line before the first move, with a letter for each piece (B black, W white, or other colours) and at least \
        `block` adjacent vacant cells",
        example: "\"BBBBWWWW..\"",
    },
    Field {
        name: "pairs",
        kind: Kind::Integer { min: 1, max: MAX_PAIRS },
        required: false,
        default: None,
        doc: "short form of `start`: number of black pieces, followed by as many white ones and one vacant block",
        example: "4",
    },
    Field {
        name: "goal",
        kind: Kind::OneOf(&[
            Kind::Choice(&["alternating", "cyclic", "separated"]),
            Kind::List { item: &ROW, min: 1, max: MAX_ROWS },
        ]),
        required: false,
        default: Some("\"alternating\""),
        doc: "line after the last move: one unbroken row in which all neighbours differ (alternating), that repeats all \
        colours in one order (cyclic) or that has each colour in one run (separated), or a list of accepted lines",
        example: "[\"..BWBW\", \"..WBWB\"]",
    },
    Field {
        name: "block",
        kind: Kind::Integer { min: 1, max: MAX_CELLS as i64 },
        required: false,
        default: Some("2"),
        doc: "number of adjacent pieces that move together, into cells that were vacant before the move",
        example: "3",
    },
    Field {
        name: "reverse",
        kind: Kind::Boolean,
        required: false,
        default: Some("false"),
        doc: "whether a move reverses the order of its block",
        example: "true",
    },
    Field {
        name: "moves",
        kind: Kind::Integer { min: 0, max: MAX_MOVES },
        required: false,
        default: None,
        doc: "exact number of moves (default: minimize)",
        example: "4",
    },
];
