//! The keys of a grid model. The conditions contribute the keys for what a rule requires of its sets.

mod moves;
mod values;

pub use self::values::{COUNTS, MAX_NUMBER, MAX_SIDE, NUMBER, OPTIONAL, TEST};

use super::condition;
use boardwright_model::{Field, Kind, Names};
use std::sync::LazyLock;

const SIDE: Kind = Kind::Integer { min: 1, max: MAX_SIDE };
const SETS: Kind =
    Kind::OneOf(&[Kind::Named(Names::Sets), Kind::List { item: &Kind::Named(Names::Sets), min: 1, max: 1000 }]);
const VALUES: Kind = Kind::OneOf(&[Kind::Phrase, Kind::List { item: &Kind::Phrase, min: 1, max: 1000 }]);

const GRID: &[Field] = &[
    Field {
        name: "shape",
        kind: Kind::Choice(&["square", "hexagons", "triangles", "cubes", "graph", "polygons"]),
        default: Some("\"square\""),
        doc: "the shape of the cells",
        example: "\"hexagons\"",
        ..OPTIONAL
    },
    Field {
        name: "side",
        kind: SIDE,
        doc: "the side of a hexagon of hexagons, a triangle of triangles or a cube of cubes",
        example: "5",
        ..OPTIONAL
    },
    Field {
        name: "edges",
        kind: Kind::Text,
        doc: "the edges of a graph: names joined by '-', also along paths, separated by blanks; or the DIMACS format",
        example: "\"a-b-c-a c-d\"",
        ..OPTIONAL
    },
    Field {
        name: "tiling",
        kind: Kind::Text,
        doc: "a board of polygons by the name of its tiling",
        example: "\"cairo\"",
        ..OPTIONAL
    },
    Field {
        name: "patch",
        kind: Kind::Text,
        doc: "which part of a tiling without a period the board is, as game IDs write it",
        example: "\"G792,1254,252\"",
        ..OPTIONAL
    },
    Field {
        name: "polygons",
        kind: Kind::Text,
        doc: "a board of polygons by their corners `x,y`, to the right and down, separated by blanks; polygons are separated by \
            ';' and rows by line breaks",
        example: "\"0,0 2,0 2,2 0,2; 2,0 4,1 2,2\"",
        ..OPTIONAL
    },
    Field { name: "levels", kind: SIDE, doc: "the number of levels of a board of cubes", example: "3", ..OPTIONAL },
    Field {
        name: "rows",
        kind: SIDE,
        doc: "the number of rows, unless `cells` draws the board",
        example: "8",
        ..OPTIONAL
    },
    Field {
        name: "columns",
        kind: SIDE,
        doc: "the number of columns, unless `cells` draws the board",
        example: "8",
        ..OPTIONAL
    },
    Field {
        name: "cells",
        kind: Kind::Marks,
        doc: "the board: '.' is a cell, '_' is not a cell (a wall); for a graph, the names of the vertices",
        example: "'''\n..\n._\n'''",
        ..OPTIONAL
    },
    Field {
        name: "coordinates",
        kind: Kind::Choice(&["r1c1", "A1"]),
        default: Some("\"r1c1\""),
        doc: "how `along` and `than` write a cell: r3c2 is row 3, column 2; B3 is the same cell, a letter for the column",
        example: "\"A1\"",
        ..OPTIONAL
    },
    Field {
        name: "wrap",
        kind: Kind::Boolean,
        default: Some("false"),
        doc: "whether opposite edges are joined (a torus)",
        example: "true",
        ..OPTIONAL
    },
    Field {
        name: "values",
        kind: VALUES,
        doc: "the values of a cell: a range such as \"1..9\", or a list of words and ranges; omitted in models of lines only",
        example: "[\".\", \"Q\"]",
        ..OPTIONAL
    },
    Field {
        name: "given",
        kind: Kind::Marks,
        doc: "the given values: '.' unknown, '_' no cell, 'x' the value \".\"",
        example: "'''\n1.\n.2\n'''",
        ..OPTIONAL
    },
    Field {
        name: "start",
        kind: Kind::Marks,
        doc: "with [[move]], the values before the first move; '_' no cell",
        example: "'''\no.\n.o\n'''",
        ..OPTIONAL
    },
    Field {
        name: "lines",
        kind: Kind::Named(Names::Lines),
        doc: "the kind of lines: \"links\" between neighbouring cells, \"borders\" along the sides of cells, or a \
            move such as \"knight\"",
        example: "\"links\"",
        ..OPTIONAL
    },
];

const TILES: &[Field] = &[
    Field {
        name: "set",
        kind: Kind::List { item: &Kind::Text, min: 1, max: 100_000 },
        required: true,
        default: None,
        doc: "the tiles, each by the colours of its sides: top, right, bottom, left; a colour is a letter or a digit, and a \
            tile is listed as often as it is used",
        example: "[\"rgby\", \"rrgb\"]",
    },
    Field {
        name: "turn",
        kind: Kind::Boolean,
        default: Some("false"),
        doc: "whether tiles may be turned",
        example: "true",
        ..OPTIONAL
    },
    Field {
        name: "mirror",
        kind: Kind::Boolean,
        default: Some("false"),
        doc: "whether tiles may be mirrored left to right",
        example: "true",
        ..OPTIONAL
    },
    Field {
        name: "border",
        kind: Kind::Text,
        doc: "the colour of all sides at the border of the board",
        example: "\"r\"",
        ..OPTIONAL
    },
];

const LAYER: &[Field] = &[
    Field {
        name: "values",
        kind: VALUES,
        required: true,
        default: None,
        doc: "the values of this layer; layers have no values in common",
        example: "[\"red\", \"blue\"]",
    },
    Field {
        name: "cells",
        kind: Kind::Marks,
        doc: "the cells that hold a value of this layer: '.' holds one, '_' does not; all cells by default",
        example: "'''\n..\n._\n'''",
        ..OPTIONAL
    },
    Field {
        name: "given",
        kind: Kind::Marks,
        doc: "the given values of this layer: '.' unknown",
        example: "'''\nred .\n. blue\n'''",
        ..OPTIONAL
    },
];

const ENTRY: Kind = Kind::OneOf(&[
    Kind::Integer { min: -1_000_000_000, max: 1_000_000_000 },
    Kind::Named(Names::Value),
    Kind::List { item: &NUMBER, min: 0, max: MAX_SIDE as usize },
]);

const ENTRIES: Kind = Kind::OneOf(&[
    Kind::Integer { min: -1_000_000_000, max: 1_000_000_000 },
    Kind::Phrase,
    Kind::List { item: &ENTRY, min: 0, max: 1_000_000 },
]);

const OBJECTIVE: &[Field] = &[
    Field {
        name: "count",
        kind: TEST,
        doc: "count the cells (or lines) that pass this test",
        example: "\"Q\"",
        ..OPTIONAL
    },
    Field { name: "sum", kind: Kind::Boolean, doc: "add up all numbers", example: "true", ..OPTIONAL },
];

/// The keys of a rule that select its sets.
pub const SELECTORS: &[Field] = &[
    Field {
        name: "name",
        kind: Kind::Text,
        doc: "the name of the rule in messages and in choices of encodings",
        example: "\"no two touch\"",
        ..OPTIONAL
    },
    Field {
        name: "each",
        kind: SETS,
        doc: "the sets of cells, such as \"row\" or [\"row\", \"column\", \"block 3x3\"]",
        example: "\"row\"",
        ..OPTIONAL
    },
    Field {
        name: "along",
        kind: PATHS,
        doc: "a path of cells, [row, column] counted from 1 or such as r1c2 in a text, or several paths; or the name of a \
            picture of paths",
        example: "\"r1c1 r1c2 r2c3\"",
        ..OPTIONAL
    },
    Field {
        name: "at",
        kind: TEST,
        doc: "apply the rule only to sets whose own cell passes this test of printed marks; for pairs, of marks \
            between the cells; for corners, of marks there",
        example: "\"clue\"",
        ..OPTIONAL
    },
    Field {
        name: "where",
        kind: TEST,
        doc: "apply the rule only where the set's own cell passes this test in the solution",
        example: "\"Q\"",
        ..OPTIONAL
    },
    Field {
        name: "around",
        kind: Kind::Named(Names::Around),
        doc: "replace the cell by the cells that a piece reaches from it, or by the lines at it",
        example: "\"knight\"",
        ..OPTIONAL
    },
    Field {
        name: "until",
        kind: TEST,
        doc: "stop riders and `ahead` before a cell that passes this test",
        example: "\"#\"",
        ..OPTIONAL
    },
    Field {
        name: "mirrors",
        kind: Kind::Named(Names::Picture),
        doc: "with each = \"from left\" and the other sides: a picture with mirrors, / and \\, which turn the view",
        example: "\"mirror\"",
        ..OPTIONAL
    },
    Field {
        name: "including",
        kind: Kind::Boolean,
        doc: "with `around`: include the cell itself; with `along`, false: exclude the first cell, which is the \
            path's own",
        example: "true",
        ..OPTIONAL
    },
    Field {
        name: "among",
        kind: TEST,
        doc: "only cells that pass this test, and lines between such cells, are members of the sets",
        example: "\"not #\"",
        ..OPTIONAL
    },
    Field {
        name: "inside",
        kind: TEST,
        doc: "only members between two cells of the set that pass this test are members",
        example: "[\"1\", \"9\"]",
        ..OPTIONAL
    },
    Field {
        name: "take",
        kind: NUMBER,
        doc: "only the first members, up to this number, are members",
        example: "\"first\"",
        ..OPTIONAL
    },
    Field {
        name: "nth",
        kind: NUMBER,
        doc: "only the member with this number, counted from 1, is a member",
        example: "\"first\"",
        ..OPTIONAL
    },
    Field {
        name: "split",
        kind: Kind::Phrase,
        doc: "divide every set: into its two \"ends\" and the rest, into pairs that are \"opposite\" each other, or where it enters \
            another set of a kind of `each`",
        example: "\"block 3x3\"",
        ..OPTIONAL
    },
    Field {
        name: "than",
        kind: PATHS,
        doc: "the cells that each set is compared with, in the order of the sets, written as in `along`",
        example: "\"r1c5 r2c5\"",
        ..OPTIONAL
    },
    Field {
        name: "time",
        kind: Kind::Choice(&["always", "end", "next"]),
        doc: "with [[move]]: the rule holds in every position (\"always\", the default), in the last one (\"end\"), or for \
            every position together with the next one (\"next\")",
        example: "\"end\"",
        ..OPTIONAL
    },
];

const INDEX: Kind = Kind::Integer { min: 1, max: MAX_SIDE };
const STEP: Kind = Kind::List { item: &INDEX, min: 2, max: 2 };
const PATH: Kind = Kind::OneOf(&[STEP, Kind::List { item: &STEP, min: 1, max: 1_000_000 }, Kind::Text]);
const PATHS: Kind = Kind::OneOf(&[Kind::Text, Kind::List { item: &PATH, min: 1, max: 1_000_000 }]);

/// The keys of the family.
pub static FIELDS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let mut rule: Vec<Field> = SELECTORS.to_vec();
    for field in condition::KINDS.iter().flat_map(|kind| kind.fields) {
        // Several conditions may read the same key.
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
            doc: "the board and its values or lines",
            example: "{ rows = 8, columns = 8, values = [\".\", \"Q\"] }",
        },
        Field {
            name: "tiles",
            kind: Kind::Table(TILES),
            doc: "tiles with coloured sides that fill the board; common sides have the same colour",
            example: "{ set = [\"aabb\", \"abab\"], turn = true }",
            ..OPTIONAL
        },
        Field {
            name: "layer",
            kind: Kind::Map(&Kind::Table(LAYER)),
            doc: "further layers of values, by name",
            example: "{ colour = { values = [\"red\", \"blue\"] } }",
            ..OPTIONAL
        },
        Field {
            name: "picture",
            kind: Kind::Map(&Kind::Marks),
            doc: "marks printed on the cells, by name: numbers, letters of regions, signs; '.' and '_' for none",
            example: "{ clue = '''\n1.\n.3\n''' }",
            ..OPTIONAL
        },
        Field {
            name: "between",
            kind: Kind::Map(&Kind::Marks),
            doc: "marks printed between neighbouring cells, by name: pictures of 2 rows - 1 by 2 columns - 1",
            example: "{ sign = '''\n.<.\n...\n...\n''' }",
            ..OPTIONAL
        },
        Field {
            name: "corner",
            kind: Kind::Map(&Kind::Marks),
            doc: "marks printed at the corners of cells, by name: pictures of rows + 1 by columns + 1",
            example: "{ count = '''\n...\n.2.\n...\n''' }",
            ..OPTIONAL
        },
        Field {
            name: "anywhere",
            kind: Kind::Map(&Kind::Marks),
            doc: "marks printed on cells, on their sides and at their corners, by name: pictures of 2 rows - 1 by \
                2 columns - 1",
            example: "{ star = '''\no..\n...\n..o\n''' }",
            ..OPTIONAL
        },
        Field {
            name: "list",
            kind: Kind::Map(&Kind::Map(&ENTRIES)),
            doc: "numbers beside the board: rows, columns, left, right, top, bottom, across, down, or by the marks of regions; \
                \"1..9\" is a list of numbers",
            example: "{ count = { rows = [1, 2], columns = [2, 1] } }",
            ..OPTIONAL
        },
        Field {
            name: "names",
            kind: Kind::Map(&Kind::List { item: &Kind::Named(Names::Value), min: 1, max: 1000 }),
            doc: "names for several values",
            example: "{ ship = [\"<\", \">\"] }",
            ..OPTIONAL
        },
        Field {
            name: "hidden",
            kind: Kind::List { item: &Kind::Named(Names::Drawn), min: 1, max: 1000 },
            doc: "pictures, lists, layers and rules with `along` that drawings leave out, by name",
            example: "[\"helper\"]",
            ..OPTIONAL
        },
        Field {
            name: "optional",
            kind: Kind::List { item: &Kind::Named(Names::Picture), min: 1, max: 1000 },
            doc: "pictures and lists whose marks may be left out of a puzzle, although rules test them",
            example: "[\"letter\"]",
            ..OPTIONAL
        },
        Field {
            name: "double",
            kind: TEST,
            doc: "draw the lines double that end at cells which pass this test; drawings only",
            example: "\"2\"",
            ..OPTIONAL
        },
        Field {
            name: "figures",
            kind: Kind::Pairs,
            doc: "figures to draw for values, marks or pictures; drawings only",
            example: "{ t = \"tree\", T = \"tent\" }",
            ..OPTIONAL
        },
        Field {
            name: "colours",
            kind: Kind::Pairs,
            doc: "colours of lines, cells and figures, by the name of a rule, a picture, a mark or a value: a name or \"#rrggbb\"; \
                drawings only",
            example: "{ whispers = \"#67f067\", extra = \"grey\" }",
            ..OPTIONAL
        },
        Field {
            name: "rule",
            kind: Kind::Tables(Box::leak(rule.into_boxed_slice())),
            doc: "rules: conditions that hold for each of their sets of cells",
            example: "[{ each = \"row\", exactly = { Q = 1 } }]",
            ..OPTIONAL
        },
        Field {
            name: "move",
            kind: Kind::Tables(moves::MOVE),
            doc: "moves, which turn the model into a puzzle of positions: the fewest moves from the start to the goal",
            example: "[{ before = \"oo.\", after = \"..o\", directions = \"rotations\" }]",
            ..OPTIONAL
        },
        Field {
            name: "goal",
            kind: Kind::Table(moves::GOAL),
            doc: "with [[move]], the last position",
            example: "{ cells = '''\n..\n.o\n''' }",
            ..OPTIONAL
        },
        Field {
            name: "minimize",
            kind: Kind::Table(OBJECTIVE),
            doc: "minimize this objective",
            example: "{ count = \"Q\" }",
            ..OPTIONAL
        },
        Field {
            name: "maximize",
            kind: Kind::Table(OBJECTIVE),
            doc: "maximize this objective",
            example: "{ count = \"Q\" }",
            ..OPTIONAL
        },
    ]
});
