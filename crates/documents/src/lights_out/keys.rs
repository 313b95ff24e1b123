//! The keys of a model.

use crate::lights_out::reach;
use boardwright_model::{Field, Glyph, Kind};

pub(super) const FIELDS: &[Field] = &[
    Field {
        name: "shape",
        kind: Kind::Choice(&["square", "hexagons", "triangles", "graph"]),
        required: false,
        default: Some("\"square\""),
        doc: "the shape of the cells; pictures of hexagons and triangles are drawn as they lie",
        example: "\"hexagons\"",
    },
    Field {
        name: "edges",
        kind: Kind::Text,
        required: false,
        default: None,
        doc: "edges of a graph: paths over lights, which are numbered from 1 in reading order",
        example: "\"1-2-3-1 3-4\"",
    },
    Field {
        name: "lights",
        kind: Kind::Tiled(&[
            Glyph::one('.', "dark"),
            Glyph::one('#', "lit"),
            Glyph::range('0', '9', "in that state"),
            Glyph::one('_', "no cell"),
        ]),
        required: true,
        default: None,
        doc: "initial lights: '#' lit (state 1), '.' dark (state 0), '_' no cell, or digits below `states`",
        example: "\"##.\"",
    },
    Field {
        name: "states",
        kind: Kind::Integer { min: 2, max: 9 },
        required: false,
        default: Some("2"),
        doc: "number of states of a light: a press adds 1 modulo `states` to each light it reaches; the goal is all 0",
        example: "3",
    },
    Field {
        name: "wrap",
        kind: Kind::Boolean,
        required: false,
        default: Some("false"),
        doc: "whether the board is a torus; on a narrow board, a press that reaches a light twice changes it once",
        example: "true",
    },
    Field {
        name: "reach",
        kind: Kind::OneOf(&[
            Kind::Choice(reach::NAMES),
            Kind::Tiled(&[
                Glyph::one('#', "changed"),
                Glyph::one('.', "not changed"),
                Glyph::one('O', "the press, which changes itself"),
                Glyph::one('o', "the press, which does not"),
            ]),
            Kind::List {
                item: &Kind::Tiled(&[
                    Glyph::one('#', "changed"),
                    Glyph::one('.', "not changed"),
                    Glyph::one('_', "no cell"),
                ]),
                min: 1,
                max: usize::MAX,
            },
        ]),
        required: false,
        default: Some("\"plus\""),
        doc: "lights that a press changes: plus, king or row-and-column (including the pressed cell, across holes), \
        knight (excluding it), a picture that marks the press, or a list with one picture of the board per cell, in \
        reading order",
        example: "\"king\"",
    },
    Field {
        name: "fewest",
        kind: Kind::Boolean,
        required: false,
        default: Some("false"),
        doc: "whether to minimize the number of presses; pressing a cell twice counts as two",
        example: "true",
    },
];
