//! Layers of which only some cells hold a value: what the commands print and read where there is none.

use crate::support::boardwright_with;
use crate::support::folder::Folder;
use serde_json::{Value, json};

const MODEL: &str = r#"
puzzle = "grid"
[grid]
rows = 1
columns = 3
values = "1..2"
[layer.colour]
values = ["red", "blue"]
cells = "._."
[[rule]]
all-different = true
on = "colour"
[[rule]]
increasing = "never-decreasing"
"#;

fn answer(arguments: &[&str]) -> Value {
    let text = boardwright_with(arguments, MODEL, &[]).stdout;
    serde_json::from_str(&text).unwrap_or_else(|wrong| panic!("{wrong}: {text}"))
}

#[test]
fn a_solution_has_no_value_there_and_is_read_without_one() {
    let report = answer(&["solve", "-", "--all", "--format", "json"]);
    let boards = report["solutions"].as_array().expect("a list");
    // Never decreasing: 111, 112, 122 and 222; and two ways to colour the outer cells.
    assert_eq!(boards.len(), 8);
    let colours: Vec<&str> =
        boards.iter().map(|board| board["layers"]["colour"][0].as_str().expect("a row of words")).collect();
    let words = |row: &str| row.split_whitespace().map(str::to_string).collect::<Vec<String>>();
    assert!(colours.iter().all(|row| words(row)[1] == "_"), "{colours:?}");
    let folder = Folder::new("layers");
    let file = folder.0.join("board.json");
    let verified = |board: &Value| {
        std::fs::write(&file, board.to_string()).expect("the file can be written");
        boardwright_with(&["verify", "-", file.to_str().expect("a path")], MODEL, &[])
    };
    let mut board = boards[0].clone();
    board["puzzle"] = "grid".into();
    assert_eq!(verified(&board).code, 0);
    board["layers"]["colour"][0] = "red blue blue".into();
    let refused = verified(&board);
    assert_ne!(refused.code, 0);
    let said = refused.stdout + &refused.stderr;
    assert!(said.contains("r1c2") && said.contains("colour"), "{said}");
}

#[test]
fn tables_have_null_there() {
    let found = answer(&["solve", "-", "--candidates", "--format", "json"]);
    let colours = &found["layers"][0]["candidates"][0];
    assert_eq!((colours[0].as_array().map(Vec::len), &colours[1]), (Some(2), &Value::Null));
    let counted = answer(&["count", "-", "--by", "cell", "--format", "json"]);
    // Each of the outer cells is red in half of the 8 boards.
    assert_eq!(counted["by"]["layers"][1]["values"]["red"][0], json!([4, null, 4]));
    let distribution = answer(&["count", "-", "--by", "value=colour.red", "--format", "json"]);
    assert_eq!(
        distribution["by"]["distribution"],
        json!([{ "value": 1, "count": 8 }]),
        "one cell is red in all boards"
    );
}
