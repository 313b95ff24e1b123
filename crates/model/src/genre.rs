//! `[genre]`: a kind of puzzle that people know by name, as a part of the model of one such puzzle.
//!
//! The keys of the table, of its links, and of the steps that read and write a link. This file knows the keys only; `genre` reads
//! what they mean. `docs/genres-format.md` is the reference. Imports the field table.

use super::field::{Field, Kind, Names};

/// The key of the table.
pub(super) const GENRE: Field = Field {
    name: "genre",
    kind: Kind::Table(FIELDS),
    doc: "the kind of puzzle of this model: names, rules in words, and how links of other programs encode it",
    example: "{ name = \"Nurikabe\", summary = \"islands of given sizes in a connected sea\" }",
    ..TEXT
};

const TEXT: Field = Field { name: "", kind: Kind::Text, required: false, default: None, doc: "", example: "" };
const FLAG: Field = Field { kind: Kind::Boolean, example: "true", ..TEXT };
const WORDS: Kind = Kind::List { item: &Kind::Text, min: 1, max: 100 };

const FIELDS: &[Field] = &[
    Field {
        name: "name",
        kind: Kind::Named(Names::Genre),
        required: true,
        doc: "the usual name; without `link`, the genre of the program with this name",
        example: "\"Nurikabe\"",
        ..TEXT
    },
    Field {
        name: "summary",
        doc: "the rules in a line, for the list of kinds",
        example: "\"islands of given sizes in a connected sea\"",
        ..TEXT
    },
    Field {
        name: "aliases",
        kind: WORDS,
        doc: "other names, which templates and messages know",
        example: "[\"Islands in the Stream\"]",
        ..TEXT
    },
    Field {
        name: "rules",
        doc: "the rules in words, as a solver of the puzzle reads them",
        example: "\"Paint cells. The painted cells are connected.\"",
        ..TEXT
    },
    Field {
        name: "implied",
        kind: WORDS,
        doc: "names of rules that follow from the others, so no board breaks one of them alone",
        example: "[\"numbers lie on islands\"]",
        ..TEXT
    },
    Field { name: "link", kind: Kind::Tables(LINK), doc: "the encodings in other programs", example: "[]", ..TEXT },
];

const LINK: &[Field] = &[
    Field {
        name: "site",
        kind: Kind::Choice(&["puzz.link", "tatham"]),
        default: Some("\"puzz.link\""),
        doc: "`puzz.link` (also pzv.jp and pzprxs) or `tatham`, Simon Tatham's collection",
        example: "\"tatham\"",
        ..TEXT
    },
    Field {
        name: "kinds",
        kind: WORDS,
        required: true,
        doc: "the names of the kind there; the first is written",
        example: "[\"nurikabe\"]",
        ..TEXT
    },
    Field {
        name: "example",
        required: true,
        doc: "the link of this very model, which a check compares",
        example: "\"https://puzz.link/p?nurikabe/5/5/h4h2k4s\"",
        ..TEXT
    },
    Field {
        name: "body",
        kind: Kind::Tables(STEP),
        doc: "what follows the size, in order: each step is a code and where its contents go",
        example: "[{ code = \"number16\", picture = \"clue\" }]",
        ..TEXT
    },
    Field {
        name: "flags",
        default: Some("\"\""),
        doc: "letters before the size, or after it in a game ID, that do not change the rules",
        example: "\"b\"",
        ..TEXT
    },
    Field {
        name: "refused",
        kind: Kind::Pairs,
        doc: "letters that change the rules, and how",
        example: "{ f = \"all cells are visited\" }",
        ..TEXT
    },
    Field {
        name: "when",
        doc: "the letters that a link must have for this genre; links without them are of another genre of this kind",
        example: "\"u\"",
        ..TEXT
    },
    Field {
        name: "tilings",
        kind: Kind::Pairs,
        doc: "letters of a game ID with a number, and the `tiling` that they stand for; an ID must have one of them, and a patch of a \
            tiling without a period and `_` before its body",
        example: "{ t4 = \"cairo\" }",
        ..TEXT
    },
    Field {
        name: "options",
        kind: Kind::Pairs,
        doc: "letters of a game ID with a number after them: the parameter that it sets, or the number that it must be",
        example: "{ n = \"size\" }",
        ..TEXT
    },
    Field {
        name: "rows",
        default: Some("\"rows\""),
        doc: "the rows of the board, from the `rows` and `columns` of the link",
        example: "\"rows + 1\"",
        ..TEXT
    },
    Field {
        name: "columns",
        default: Some("\"columns\""),
        doc: "the columns of the board, from the `rows` and `columns` of the link",
        example: "\"columns + 1\"",
        ..TEXT
    },
    Field {
        name: "frame",
        default: Some("false"),
        doc: "whether the board of the model has a ring of cells around the board of the link",
        ..FLAG
    },
    Field { name: "square", default: Some("false"), doc: "whether the board must be a square", ..FLAG },
    Field {
        name: "longest",
        kind: Kind::Integer { min: 1, max: 200 },
        doc: "the most rows or columns that the rules are made for; larger links are refused",
        example: "50",
        ..TEXT
    },
    Field {
        name: "apart",
        doc: "a picture whose marks are never neighbours: a link that has them side by side is an error",
        example: "\"island\"",
        ..TEXT
    },
    Field { name: "values", doc: "`values` of `[grid]`, with expressions in braces", example: "\"1..{rows}\"", ..TEXT },
    Field {
        name: "set",
        kind: Kind::Pairs,
        doc: "parameters of the model, and their values as expressions",
        example: "{ half = \"columns / 2\" }",
        ..TEXT
    },
];

const STEP: &[Field] = &[
    Field { name: "code", required: true, doc: "the code", example: "\"number16\"", ..TEXT },
    Field {
        name: "over",
        default: Some("\"cells\""),
        doc: "what the code has an item for, in order, separated by commas: cells, board, borders, corners, points, dots, columns, rows, \
            top, bottom, left, right, `column runs`, `row runs`, `region PICTURE`, holes, once",
        example: "\"columns, rows\"",
        ..TEXT
    },
    Field {
        name: "symbols",
        kind: Kind::Pairs,
        doc: "further symbols of the code, and the words that they stand for",
        example: "{ B = \"b\", W = \"w\" }",
        ..TEXT
    },
    Field {
        name: "runs",
        doc: "the letters for one and for the most empty places, for `symbols`, `number16` and `arrows16`",
        example: "\"a-z\"",
        ..TEXT
    },
    Field { name: "most", doc: "the largest number, as an expression", example: "\"rows + columns - 1\"", ..TEXT },
    Field { name: "text", doc: "for the code `text`: the text", example: "\"/\"", ..TEXT },
    Field {
        name: "fleets",
        kind: Kind::Pairs,
        doc: "for the code `pieces`: sets of pieces with a letter of their own, as the link writes them",
        example: "{ a = \"2/11g/21o\" }",
        ..TEXT
    },
    Field {
        name: "only",
        kind: WORDS,
        doc: "the words that have a meaning; other words are errors",
        example: "[\"0\", \"1\", \"?\"]",
        ..TEXT
    },
    Field { name: "short", default: Some("false"), doc: "whether empty places at the end may be left out", ..FLAG },
    Field {
        name: "optional",
        default: Some("false"),
        doc: "whether a link may end before this step; nothing is written if all its places are empty",
        ..FLAG
    },
    Field {
        name: "file",
        kind: Kind::Integer { min: 0, max: 9 },
        doc: "the number of the block with its words in files of pzpr; without it, the next one; 0: files do not have them",
        example: "2",
        ..TEXT
    },
    Field {
        name: "tokens",
        kind: Kind::Pairs,
        doc: "items of that block, and the words that they stand for; `*` is any text, and \"\" no word",
        example: "{ \"#\" = \"1\", \"*\" = \"\" }",
        ..TEXT
    },
    PICTURE,
    BETWEEN,
    CORNER,
    ANYWHERE,
    GIVEN,
    LAYER,
    WALLS,
    LIST,
    PARAMETER,
    RULE,
    KEY,
    MARKS,
    LETTERS,
    FIRST,
    RING,
    Field {
        name: "also",
        kind: Kind::Tables(TARGET),
        doc: "further places for the same contents",
        example: "[{ walls = true }]",
        ..TEXT
    },
];

const TARGET: &[Field] =
    &[PICTURE, BETWEEN, CORNER, ANYWHERE, GIVEN, LAYER, WALLS, LIST, PARAMETER, RULE, KEY, MARKS, LETTERS, FIRST, RING];

const PICTURE: Field = Field {
    name: "picture",
    kind: Kind::Named(Names::Picture),
    doc: "write the marks into this picture",
    example: "\"clue\"",
    ..TEXT
};
const BETWEEN: Field =
    Field { name: "between", doc: "write the marks into this picture of `[between]`", example: "\"dot\"", ..TEXT };
const CORNER: Field =
    Field { name: "corner", doc: "write the marks into this picture of `[corner]`", example: "\"clue\"", ..TEXT };
const ANYWHERE: Field =
    Field { name: "anywhere", doc: "write the marks into this picture of `[anywhere]`", example: "\"star\"", ..TEXT };
const GIVEN: Field = Field { name: "given", doc: "write the marks into `given`", ..FLAG };
const LAYER: Field = Field {
    name: "layer",
    kind: Kind::Named(Names::Layer),
    doc: "write the marks into `given` of this layer",
    example: "\"colour\"",
    ..TEXT
};
const WALLS: Field =
    Field { name: "walls", doc: "make holes (`cells`), by default wherever the code has something", ..FLAG };
const LIST: Field = Field { name: "list", doc: "write the words into this list", example: "\"count\"", ..TEXT };
const PARAMETER: Field =
    Field { name: "parameter", doc: "set this parameter to the number", example: "\"stars\"", ..TEXT };
const RULE: Field = Field {
    name: "rule",
    kind: Kind::Named(Names::Rule),
    doc: "write the value of a key of the rule of this name; `key` names the key",
    example: "\"the fleet\"",
    ..TEXT
};
const KEY: Field = Field { name: "key", doc: "the key of the rule", example: "\"shapes\"", ..TEXT };
const MARKS: Field = Field {
    name: "marks",
    kind: Kind::Pairs,
    doc: "the mark for each word of the code; `*` in a word stands for any text; words without an entry are marks themselves",
    example: "{ 1 = \"w\", 2 = \"b\", \"?\" = \".\" }",
    ..TEXT
};
const LETTERS: Field =
    Field { name: "letters", default: Some("false"), doc: "whether 1, 2, 3, ... are the marks A, B, C, ...", ..FLAG };
const FIRST: Field = Field {
    name: "first",
    default: Some("false"),
    doc: "whether only the first place with a word gets its mark; the link is written without this target",
    ..FLAG
};
const RING: Field =
    Field { name: "ring", doc: "the mark of the ring of cells around the board (`frame`)", example: "\"#\"", ..TEXT };

#[cfg(test)]
mod tests {
    use crate::check::check_fields;

    #[test]
    fn the_keys_are_consistent() {
        assert_eq!(check_fields(&[super::GENRE]), Ok(()));
    }
}
