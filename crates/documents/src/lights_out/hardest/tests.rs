//! The known covering radii, and small boards held against all ways to press, which are written out here.

use super::{Code, Counted, between, distribution};
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_linear::Space;
use boardwright_puzzle::capability::analysis::{Analysis, Topic};
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::collections::HashMap;

fn asked(text: &str) -> Analysis {
    let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{text}"));
    let loaded = boardwright_families::load(&source, &Budget::none())
        .unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&source, false)));
    loaded.instance.analysis().expect("it is offered").analyze_topic(Topic::Hardest, &|| false).expect("it is offered")
}

fn hardest(text: &str) -> Value {
    asked(text).facts.iter().find(|fact| fact.name == "hardest").map_or(Value::Null, |fact| fact.value.clone())
}

fn dark(height: usize, width: usize, more: &str) -> String {
    format!("lights = \"\"\"\n{}\"\"\"\n{more}", vec![".".repeat(width); height].join("\n"))
}

/// Found before by brute force, models of the language and an integer program.
#[test]
fn known_boards() {
    for (height, width, presses) in [(4, 4, 7), (5, 5, 15), (11, 11, 65), (14, 14, 123), (17, 17, 199)] {
        assert_eq!(hardest(&dark(height, width, ""))["presses"], json!(presses), "{height} x {width}");
    }
    let five = hardest(&dark(5, 5, ""));
    assert_eq!((&five["patterns"], &five["solutions"]), (&json!(7350), &json!(29_400)));
    let six = hardest(&dark(6, 6, ""));
    assert_eq!((&six["presses"], &six["patterns"]), (&json!(36), &json!(1)));
}

#[test]
#[ignore = "millions of ways to press"]
fn known_oblong_boards() {
    for (height, width, presses) in [(4, 9, 20), (5, 7, 18)] {
        assert_eq!(hardest(&dark(height, width, ""))["presses"], json!(presses), "{height} x {width}");
    }
}

/// All ways to press, by the lights that they turn off.
fn by_brute_force(height: usize, width: usize, states: usize, wrap: bool) -> (Vec<u64>, u64) {
    let cells = height * width;
    let mut fewest: HashMap<Vec<usize>, (usize, u64)> = HashMap::new();
    for code in 0..states.pow(cells as u32) {
        let presses: Vec<usize> = (0..cells).map(|cell| code / states.pow(cell as u32) % states).collect();
        let mut lights = vec![0; cells];
        for (cell, &times) in presses.iter().enumerate() {
            let (row, column) = ((cell / width) as i64, (cell % width) as i64);
            let near = [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)].map(|(down, right)| (row + down, column + right));
            let mut reached: Vec<(i64, i64)> = near
                .into_iter()
                .map(|(row, column)| {
                    if wrap { (row.rem_euclid(height as i64), column.rem_euclid(width as i64)) } else { (row, column) }
                })
                .filter(|&(row, column)| (0..height as i64).contains(&row) && (0..width as i64).contains(&column))
                .collect();
            reached.sort_unstable();
            reached.dedup();
            for (row, column) in reached {
                let light = &mut lights[row as usize * width + column as usize];
                *light = (*light + times) % states;
            }
        }
        let weight = presses.iter().sum();
        let known = fewest.entry(lights).or_insert((weight, 0));
        match weight.cmp(&known.0) {
            std::cmp::Ordering::Less => *known = (weight, 1),
            std::cmp::Ordering::Equal => known.1 += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    let most = fewest.values().map(|&(weight, _)| weight).max().unwrap_or(0);
    let mut patterns = vec![0; most + 1];
    fewest.values().for_each(|&(weight, _)| patterns[weight] += 1);
    let solutions = fewest.values().filter(|&&(weight, _)| weight == most).map(|&(_, solutions)| solutions).sum();
    (patterns, solutions)
}

#[test]
fn small_boards_agree_with_brute_force() {
    for (height, width, states, wrap) in [
        (1, 1, 2, false),
        (1, 2, 2, false),
        (2, 5, 2, false),
        (4, 4, 2, false),
        (3, 3, 2, true),
        (4, 4, 2, true),
        (3, 5, 2, true),
        (2, 2, 3, false),
        (3, 3, 3, false),
        (2, 5, 3, false),
        (3, 3, 3, true),
        (2, 4, 4, false),
        (2, 3, 4, true),
        (2, 3, 6, false),
        (1, 5, 9, false),
    ] {
        let (patterns, solutions) = by_brute_force(height, width, states, wrap);
        let found = hardest(&dark(height, width, &format!("states = {states}\nwrap = {wrap}")));
        let what = format!("{height} x {width}, {states} states, wrap = {wrap}");
        assert_eq!(found["presses"], json!(patterns.len() - 1), "{what}");
        assert_eq!(found["patterns"], json!(patterns.last()), "{what}");
        assert_eq!(found["solutions"], json!(solutions), "{what}");
        assert_eq!(found["distribution"], json!(patterns), "{what}");
    }
}

/// The exact search and its bounds hold for any code, of which boards are a few: compared with all ways to press.
#[test]
fn the_search_agrees_with_the_distribution() {
    let mut random = Random(47);
    for trial in 0..40 {
        let states = if trial % 4 == 3 { 3 } else { 2 };
        let length = 6 + random.below(if states == 2 { 9 } else { 4 });
        let dimension = 1 + random.below(5.min(length / 2));
        // The first entries form a unit matrix, so the generators are independent.
        let generators: Vec<(Vec<u8>, u8)> = (0..dimension)
            .map(|row| {
                let entry = |cell: usize| {
                    if cell < dimension { u8::from(cell == row) } else { random.below(usize::from(states)) as u8 }
                };
                ((0..length).map(entry).collect(), states)
            })
            .collect();
        let code = Code::new(states, length, &Space::new(states, &vec![0; length], &generators));
        let all = distribution(&code, &|| false).unwrap_or_else(|reason| panic!("{reason}"));
        let most = all.patterns.len() as u64 - 1;
        let found = between(&code, &|| false, String::new());
        assert!((found.at_least..=found.at_most).contains(&most), "trial {trial}");
        if states == 2 {
            assert_eq!((found.at_least, found.at_most), (most, most), "trial {trial}");
            let Some(Counted::All(patterns)) = found.patterns else { panic!("trial {trial}: not counted") };
            assert_eq!(Some(&patterns), all.patterns.last(), "trial {trial}");
        }
    }
}

/// A limit leaves bounds.
#[test]
fn a_stop_leaves_bounds() {
    let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{}", dark(9, 9, "")));
    let loaded = boardwright_families::load(&source, &Budget::none()).expect("a model");
    let analysis = loaded
        .instance
        .analysis()
        .expect("it is offered")
        .analyze_topic(Topic::Hardest, &|| true)
        .expect("it is offered");
    assert!(analysis.open);
    let generators: Vec<(Vec<u8>, u8)> =
        (0..20).map(|row| ((0..40).map(|cell| u8::from(cell % 20 == row)).collect(), 2)).collect();
    let code = Code::new(2, 40, &Space::new(2, &[0; 40], &generators));
    let found = between(&code, &|| false, String::new());
    // Twenty pairs of cells, each with at most one press.
    assert!(found.at_least <= 20 && found.at_most == 20);
    assert!(
        found
            .patterns
            .is_none_or(|patterns| matches!(patterns, Counted::AtLeast(least) if least <= BigUint::from(1u8)))
    );
}
