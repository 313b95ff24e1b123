//! The keys of `[[move]]` and `[goal]`.

use super::{OPTIONAL, TEST};
use boardwright_model::{Field, Kind, Names};

const PICTURES: Kind = Kind::OneOf(&[Kind::Marks, Kind::List { item: &Kind::Marks, min: 1, max: 1000 }]);
const SIDE: Kind = Kind::Integer { min: 1, max: 1000 };
const TURN: Kind = Kind::Choice(&["right", "down", "left", "up"]);

/// The keys of a move.
pub(super) const MOVE: &[Field] = &[
    Field {
        name: "name",
        kind: Kind::Text,
        doc: "the name of the move in plans; default: \"move\"",
        example: "\"jump\"",
        ..OPTIONAL
    },
    Field {
        name: "before",
        kind: Kind::Marks,
        doc: "a picture of the cells before the move: values, names of values, '?' for any cell, '_' for no part of \
            the picture",
        example: "\"oo.\"",
        ..OPTIONAL
    },
    Field {
        name: "after",
        kind: Kind::Marks,
        doc: "the same cells after the move; '?' is unchanged, and a name is the value that it had before",
        example: "\"..o\"",
        ..OPTIONAL
    },
    Field {
        name: "directions",
        kind: Kind::OneOf(&[
            Kind::Choice(&["drawn", "rotations", "reflections", "all"]),
            Kind::List { item: &TURN, min: 1, max: 4 },
        ]),
        doc: "the orientations of the pictures: \"drawn\" (default), \"rotations\", \"reflections\" (left to right and top \
            to bottom), \"all\", or, on squares, a list of directions, of which \"right\" is as drawn",
        example: "\"rotations\"",
        ..OPTIONAL
    },
    Field {
        name: "repeat",
        kind: Kind::OneOf(&[Kind::Boolean, Kind::Choice(&["straight"])]),
        doc: "whether the same piece may go on in the same move, in any direction (true) or in one (\"straight\")",
        example: "true",
        ..OPTIONAL
    },
    Field {
        name: "piece",
        kind: TEST,
        doc: "instead of pictures: the values of pieces, each of which goes to another cell",
        example: "\"N\"",
        ..OPTIONAL
    },
    Field {
        name: "by",
        kind: Kind::Named(Names::Step),
        doc: "where the piece goes: a step such as \"wazir\" (default) or \"knight\"; \"rook\", \"bishop\" or \"queen\", any \
            number of steps through free cells; or \"anywhere\"",
        example: "\"knight\"",
        ..OPTIONAL
    },
    Field {
        name: "onto",
        kind: TEST,
        doc: "the values of cells that the piece may enter; default: \".\"",
        example: "\".\"",
        ..OPTIONAL
    },
    Field {
        name: "leaves",
        kind: Kind::Named(Names::Value),
        doc: "the value of a cell that the piece has left; default: \".\"",
        example: "\"x\"",
        ..OPTIONAL
    },
    Field {
        name: "block",
        kind: Kind::List { item: &SIDE, min: 2, max: 2 },
        doc: "rows and columns of adjacent pieces that go together, their order kept",
        example: "[1, 2]",
        ..OPTIONAL
    },
    Field {
        name: "whole",
        kind: Kind::Boolean,
        doc: "whether all cells with the same value are one piece, which moves as one",
        example: "true",
        ..OPTIONAL
    },
    Field {
        name: "lengthwise",
        kind: Kind::Boolean,
        doc: "whether a whole piece goes in the direction of its length only",
        example: "true",
        ..OPTIONAL
    },
    Field {
        name: "slides",
        kind: Kind::Boolean,
        doc: "whether a piece that goes any number of steps goes on until it is stopped",
        example: "true",
        ..OPTIONAL
    },
    Field {
        name: "pours",
        kind: Kind::Named(Names::Sets),
        doc: "instead of going, the pieces are poured between vessels, the sets of this kind, whose first cell is the mouth: equal ones \
            together, as many as fit, onto equal ones or into a vessel that is vacant",
        example: "\"column\"",
        ..OPTIONAL
    },
    Field {
        name: "walls",
        kind: Kind::Named(Names::Picture),
        doc: "a picture of [between] whose marks are walls, through which the piece does not go",
        example: "\"wall\"",
        ..OPTIONAL
    },
    Field {
        name: "cost",
        kind: Kind::Integer { min: 0, max: 1000 },
        default: Some("1"),
        doc: "what the move adds to the length of a plan; 0 for a move that does not count and can be undone",
        example: "0",
        ..OPTIONAL
    },
];

/// The keys of the goal.
pub(super) const GOAL: &[Field] = &[
    Field {
        name: "cells",
        kind: PICTURES,
        doc: "the last position, or several of which one must be reached: values, names of values, '?' for any value",
        example: "'''\n.?\n?o\n'''",
        ..OPTIONAL
    },
    Field {
        name: "fewest",
        kind: TEST,
        doc: "as few cells as possible hold one of these values, then as few moves as possible",
        example: "\"o\"",
        ..OPTIONAL
    },
];
