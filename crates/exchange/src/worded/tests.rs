//! Sentences of rules, and the names of those that have none.

use super::rules;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_families::REGISTRY;

fn words(model: &str) -> String {
    let source = Source::new("test.toml", model);
    let loaded =
        REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    rules(&loaded.model).expect("a grid has words")
}

#[test]
fn a_variant_of_sudoku_is_said_rule_by_rule() {
    let model = r#"puzzle = "grid"
figures = { o = "circle" }
grid = { rows = 4, columns = 4, values = "1..4" }
[picture]
odd = "o...\n....\n....\n...."
clone = "ab..\n....\n..ab\n...."
[between]
dot = ".w.....\n.......\n.......\n.......\n.......\n.......\n......."
[[rule]]
each = ["row", "column", "block 2x2"]
all-different = true
[[rule]]
name = "whisper"
along = "r1c1-r1c3"
each = "pair"
difference-at-least = 2
[[rule]]
name = "zipper"
along = "r3c1-r3c3"
split = "opposite"
sum = "same"
[[rule]]
name = "odd"
at = "odd"
is = ["1", "3"]
[[rule]]
each = "pair"
at = "dot=w"
difference = 1
[[rule]]
name = "clones"
each = "region clone"
all-equal = true
"#;
    let expected = "Write a number from 1 to 4 in each cell. In each row, each column and each 2x2 block all numbers are different. \
        Whisper: neighbours on the line differ by at least 2. \
        Zipper: cells at the same distance from the middle of the line have the same sum. \
        Odd: a cell with a circle holds 1 or 3. \
        Neighbouring cells with a white dot between them differ by 1. \
        Clones: the tinted groups hold the same in the same places.";
    assert_eq!(words(model), expected);
}

#[test]
fn a_rule_without_words_is_named() {
    let model = r#"puzzle = "grid"
grid = { rows = 2, columns = 2, values = [".", "Q"] }
[[rule]]
each = "row"
exactly = { Q = 1 }
[[rule]]
name = "no two touch"
where = "Q"
around = "king"
is-not = "Q"
[[rule]]
each = "column"
connected = "Q"
"#;
    let expected = "Decide which cells hold Q. In each row Q is there once. \
        Without words here, see the model: no two touch, rule 3.";
    assert_eq!(words(model), expected);
}

#[test]
fn other_families_have_none() {
    let source = Source::new("test.toml", "puzzle = \"lights-out\"\nlights = \"#\"\n");
    let loaded = REGISTRY.load(&source, &Budget::none()).expect("a valid model");
    assert_eq!(rules(&loaded.model), None);
}
