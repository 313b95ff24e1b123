//! Lights Out on the terminal, and its formulas as a table.

use crate::support::{boardwright, boardwright_with};

#[test]
fn lights_out_is_played() {
    let play = |model: &str, input: &str| boardwright_with(&["play", model], input, &[]);
    let dugu = "models/lights-out/dugu.toml";
    let left = play(dugu, "3 3\nu\nu\n9 9\nq\n");
    assert_eq!((left.code, left.stderr.as_str()), (0, ""));
    for words in ["The press of r3c3 is undone.", "There is nothing to undo.", "`9 9` is no button", "after 0 presses."]
    {
        assert!(left.stdout.contains(words), "{words}: {}", left.stdout);
    }
    assert!(left.stdout.lines().any(|line| line.split_whitespace().eq(["1", "2", "3", "4", "5"])), "{}", left.stdout);
    // A hint names a press and the fewest presses; following hints ends the game.
    let mut input = String::new();
    for round in 0.. {
        assert!(round < 30, "the hints lead nowhere");
        let run = play(dugu, &format!("{input}h\n"));
        let Some((_, words)) = run.stdout.rsplit_once("Press ") else {
            assert!(run.stdout.contains("All lights are off after"), "{}", run.stdout);
            break;
        };
        let (cell, rest) = words.split_once(". From here ").expect("the number follows");
        let number: usize = rest.split(' ').next().and_then(|word| word.parse().ok()).expect("it is a number");
        assert!(number + round <= 15, "no board of 5x5 needs more than 15 presses: {number} after {round}");
        input.push_str(&format!("{cell}\n"));
    }
    let chased = play(dugu, "chase\n");
    assert!(chased.stdout.contains("The lights were chased to the last row with"), "{}", chased.stdout);
    let row = play(dugu, "r\nr\nr\nr\n");
    assert!(row.stdout.contains("Row 2 was pressed below the lights, 2 presses."), "{}", row.stdout);
    assert!(row.stdout.contains("All lights are off after 8 presses."), "{}", row.stdout);
    let knight = play("models/lights-out/knight.toml", "c\n");
    assert!(knight.stdout.contains("Lights are chased only where"), "{}", knight.stdout);
    assert_eq!(play("models/lights-out/all-on-100.toml", "").code, 2, "it does not fit on a terminal");
}

/// The formulas of 23 buttons of the 5x5 board turn off every board that can be turned off, without the first two buttons.
#[test]
fn the_table_of_formulas_turns_lights_off() {
    let run = boardwright(&["analyze", "models/lights-out/dugu.toml", "--table"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut lines = run.stdout.lines();
    assert_eq!(lines.next(), Some("button\tcell\tformula"));
    let formulas: Vec<(usize, Vec<usize>)> = lines
        .map(|line| {
            let parts: Vec<&str> = line.split('\t').collect();
            let number = |text: &str| text[1..].parse::<usize>().expect("it is a number") - 1;
            (number(parts[0]), parts[2].split(" + ").map(number).collect())
        })
        .collect();
    assert_eq!(formulas.len(), 23);
    let pressed = |lights: &mut [bool; 25], button: usize| {
        let (row, column) = (button / 5, button % 5);
        let near =
            [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)].map(|(down, right)| (row as i32 + down, column as i32 + right));
        for (row, column) in near.into_iter().filter(|(row, column)| (0..5).contains(row) && (0..5).contains(column)) {
            let light = &mut lights[(5 * row + column) as usize];
            *light = !*light;
        }
    };
    for pattern in 0..25 {
        // What two buttons make can be turned off.
        let mut lights = [false; 25];
        pressed(&mut lights, pattern);
        pressed(&mut lights, (7 * pattern + 3) % 25);
        let given = lights;
        for (button, formula) in &formulas {
            if formula.iter().filter(|&&light| given[light]).count() % 2 == 1 {
                pressed(&mut lights, *button);
            }
        }
        assert_eq!(lights, [false; 25], "{pattern}");
    }
}

/// A limit leaves bounds and exit code 3; other families are refused.
#[test]
fn the_hardest_patterns_are_found_or_bounded() {
    let run = boardwright(&["analyze", "models/lights-out/all-on-5.toml", "--hardest", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&run.stdout).expect("an object");
    let hardest = &found["facts"]["hardest"];
    assert_eq!((run.code, &hardest["presses"], &hardest["patterns"]), (0, &15.into(), &7350.into()));
    let run = boardwright(&[
        "analyze",
        "models/lights-out/all-on-9.toml",
        "--hardest",
        "--time-limit",
        "4s",
        "--format",
        "json",
    ]);
    let found: serde_json::Value = serde_json::from_str(&run.stdout).expect("an object");
    let hardest = &found["facts"]["hardest"];
    assert_eq!((run.code, &hardest["presses"]), (3, &serde_json::Value::Null), "{}", run.stdout);
    assert!(hardest["at_least"].as_u64() <= Some(37) && hardest["at_most"].as_u64() >= Some(37), "{}", run.stdout);
    assert_eq!(boardwright(&["analyze", "models/knightdoku/warm-up.toml", "--hardest"]).code, 2);
}

/// A corner of a dark board is one change away from a solvable pattern, in four ways.
#[test]
fn the_nearest_solvable_pattern_is_solved() {
    let run = boardwright(&["solve", "models/lights-out/dugu-unsolvable.toml", "--nearest", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&run.stdout).expect("an object");
    let nearest = &found["statistics"]["method"]["nearest"];
    assert_eq!((run.code, &found["answer"]), (0, &"satisfiable".into()));
    assert_eq!((&nearest["changed"], &nearest["ways"]), (&1.into(), &4.into()), "{}", run.stdout);
    assert_eq!(boardwright(&["solve", "models/knightdoku/warm-up.toml", "--nearest"]).code, 2);
}
