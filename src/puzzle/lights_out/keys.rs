//! The keys of a model.

use crate::model::{Field, Glyph, Kind};
use crate::puzzle::lights_out::reach;

pub(super) const FIELDS: &[Field] = &[
    Field {
        name: "lights",
        kind: Kind::Drawing(&[
            Glyph::one('.', "dark"),
            Glyph::one('#', "lit"),
            Glyph::range('0', '9', "in that state"),
            Glyph::one('_', "no cell"),
        ]),
        required: true,
        default: None,
        doc: "the board as it is given: '#' lit (state 1), '.' dark (state 0), '_' no cell, or digits below `states`",
        example: "\"##.\"",
    },
    Field {
        name: "states",
        kind: Kind::Integer { min: 2, max: 9 },
        required: false,
        default: Some("2"),
        doc: "the number of states of a light; a press adds 1 to each light it reaches, modulo this; the goal is all 0",
        example: "3",
    },
    Field {
        name: "wrap",
        kind: Kind::Boolean,
        required: false,
        default: Some("false"),
        doc: "whether the board is a torus; where it is so narrow that a press reaches a light twice, it counts once",
        example: "true",
    },
    Field {
        name: "reach",
        kind: Kind::OneOf(&[
            Kind::Choice(reach::NAMES),
            Kind::Drawing(&[
                Glyph::one('#', "changed"),
                Glyph::one('.', "not changed"),
                Glyph::one('O', "the press, which changes itself"),
                Glyph::one('o', "the press, which does not"),
            ]),
            Kind::List {
                item: &Kind::Drawing(&[
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
        doc: "what a press changes: plus, king, row-and-column (these with the pressed cell; no hole stops them), \
              knight (without), a picture with the press in it, or a list with a picture of the board for each cell, in \
              reading order",
        example: "\"king\"",
    },
    Field {
        name: "fewest",
        kind: Kind::Boolean,
        required: false,
        default: Some("false"),
        doc: "whether to ask for the fewest presses, each cell counted as often as it is pressed",
        example: "true",
    },
];
