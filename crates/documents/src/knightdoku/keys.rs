//! The keys of a model.

use crate::knightdoku::board::MAX_SIDE;
use boardwright_base::board::reach;
use boardwright_model::{Field, Glyph, Kind};

pub(super) const STEP: Kind = Kind::Integer { min: 0, max: MAX_SIDE };

pub(super) const CLUE_PART: Kind = Kind::Integer { min: 0, max: MAX_SIDE };

pub(super) const CLUE: Kind = Kind::List { item: &CLUE_PART, min: 3, max: 3 };

pub(super) const BLOCK_SIDE: Kind = Kind::Integer { min: 1, max: MAX_SIDE };

const fn range(most: i64) -> [Field; 2] {
    let bound = Field {
        name: "min",
        kind: Kind::Integer { min: 0, max: most },
        required: false,
        default: None,
        doc: "minimum number of knights (default: 0)",
        example: "1",
    };
    let most =
        Field { name: "max", doc: "maximum number of knights (default: the number of cells)", example: "3", ..bound };
    [bound, most]
}

const LINE_RANGE: &[Field] = &range(MAX_SIDE);

const BLOCK_RANGE: &[Field] = &range(MAX_SIDE * MAX_SIDE);

pub(super) const FIELDS: &[Field] = &[
    Field {
        name: "clues",
        kind: Kind::OneOf(&[
            Kind::Drawing(&[
                Glyph::one('.', "unknown"),
                Glyph::range('0', '9', "a knight that sees this number of knights"),
                Glyph::one('K', "a knight here"),
                Glyph::one('x', "no knight here"),
            ]),
            Kind::List { item: &CLUE, min: 0, max: (MAX_SIDE * MAX_SIDE) as usize },
        ]),
        required: true,
        default: None,
        doc: "given cells: a picture, or a list of [row, column, number], 1-based",
        example: "[[1, 2, 3], [9, 9, 0]]",
    },
    Field {
        name: "size",
        kind: Kind::Integer { min: 1, max: MAX_SIDE },
        required: false,
        default: None,
        doc: "side of the board if the clues are a list (default: block rows times block columns)",
        example: "9",
    },
    Field {
        name: "per_line",
        kind: Kind::OneOf(&[Kind::Integer { min: 0, max: MAX_SIDE }, Kind::Table(LINE_RANGE)]),
        required: false,
        default: Some("3"),
        doc: "number of knights in every row and column, or a range",
        example: "{ max = 3 }",
    },
    Field {
        name: "per_block",
        kind: Kind::OneOf(&[Kind::Integer { min: 0, max: MAX_SIDE * MAX_SIDE }, Kind::Table(BLOCK_RANGE)]),
        required: false,
        default: Some("3"),
        doc: "number of knights in every block, or a range",
        example: "{ max = 3 }",
    },
    Field {
        name: "block",
        kind: Kind::List { item: &BLOCK_SIDE, min: 2, max: 2 },
        required: false,
        default: Some("[3, 3]"),
        doc: "number of rows and columns of a block",
        example: "[3, 3]",
    },
    Field {
        name: "reach",
        kind: Kind::OneOf(&[Kind::Choice(reach::NAMES), Kind::List { item: &STEP, min: 2, max: 2 }]),
        required: false,
        default: Some("\"knight\""),
        doc: "moves of the piece: a leaper by name, or [a, b] for the (a, b) leaper",
        example: "\"knight\"",
    },
];
