//! The article's figures, and formulas held against a chase that is written out here.

use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::capability::analysis::{Analysis, Topic};
use boardwright_render::svg;
use serde_json::{Value, json};

fn analyzed(text: &str) -> Analysis {
    let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{text}"));
    let loaded = boardwright_families::load(&source, &Budget::none())
        .unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&source, false)));
    loaded.instance.analysis().expect("it is offered").analyze(&|| false)
}

fn fact(analysis: &Analysis, name: &str) -> Value {
    analysis.facts.iter().find(|fact| fact.name == name).map_or(Value::Null, |fact| fact.value.clone())
}

fn words(analysis: &Analysis) -> String {
    analysis.facts.iter().map(|fact| format!("{}\n", fact.words)).collect()
}

fn square(side: usize, light: &str) -> String {
    format!("lights = \"\"\"\n{}\"\"\"", vec![light.repeat(side); side].join("\n"))
}

/// Published, in the article: rank 23, a quarter of all patterns, and the formulas.
#[test]
fn five_by_five_has_the_figures_of_the_article() {
    let analysis = analyzed(&square(5, "#"));
    assert_eq!((fact(&analysis, "rank"), fact(&analysis, "nullity")), (json!(23), json!(2)));
    assert_eq!(fact(&analysis, "solvable_share"), json!(0.25));
    assert_eq!((fact(&analysis, "solvable"), fact(&analysis, "solutions")), (json!(true), json!(4)));
    let formulas = json!([{ "x": 3, "p": [22] }, { "x": 4, "p": [21, 22, 23] }, { "x": 5, "p": [21, 22] }]);
    assert_eq!(fact(&analysis, "table"), json!({ "left_out": [1, 2], "formulas": formulas, "checked": { "all": 8 } }));
    let formulas = json!([
        { "x": 3, "p": [4, 6, 7, 9, 10, 14, 16, 17, 18, 22] },
        { "x": 4, "p": [3, 4, 5, 13, 14, 15, 17, 19, 21, 22, 23] },
        { "x": 5, "p": [4, 5, 6, 8, 10, 11, 13, 14, 18, 21, 22] },
    ]);
    assert_eq!(fact(&analysis, "whole_board"), json!({ "formulas": formulas, "checked": { "basis": 23 } }));
    // The article halves 32 last rows to 20 and 19; of these only 7 occur, and the empty one.
    let rows = fact(&analysis, "last_rows");
    assert_eq!(
        (&rows["last_rows"], &rows["up_to_mirror_image"], &rows["reachable"]),
        (&json!(32), &json!(20), &json!(8))
    );
    let entries = fact(&analysis, "entries");
    let entries: Vec<&str> = entries.as_array().expect("few").iter().filter_map(|e| e["last"].as_str()).collect();
    assert_eq!(entries.len(), 8);
    let mirror = |row: &str| row.chars().rev().collect::<String>();
    let halves = entries.iter().filter(|row| **row >= mirror(row).as_str()).count();
    assert_eq!(rows["reachable_up_to_mirror_image"], json!(halves));
}

/// Which pairs may be left out is found again by the rank of the matrix without their columns.
#[test]
fn pairs_that_may_be_left_out_leave_the_rank() {
    let reached = |button: usize| {
        let near = |light: &usize| (light / 5).abs_diff(button / 5) + (light % 5).abs_diff(button % 5) <= 1;
        (0..25).filter(near).fold(0u32, |lights, light| lights | 1 << light)
    };
    let rank = |without: [usize; 2]| {
        let mut basis = [0u32; 25];
        let mut rank = 0;
        for mut column in (0..25).filter(|button| !without.contains(button)).map(reached) {
            while column != 0 {
                let top = column.ilog2() as usize;
                if basis[top] == 0 {
                    basis[top] = column;
                    rank += 1;
                    break;
                }
                column ^= basis[top];
            }
        }
        rank
    };
    let right = |&(a, b): &(usize, usize)| rank([a, b]) == 23;
    let pairs: Vec<(usize, usize)> = (0..25).flat_map(|a| (a + 1..25).map(move |b| (a, b))).collect();
    let left_out = fact(&analyzed(&square(5, ".")), "may_be_left_out");
    assert_eq!(left_out["sets"], json!(pairs.iter().filter(|pair| right(pair)).count()));
    assert_eq!(left_out["of"], json!(300));
    let classes: Vec<char> =
        left_out["classes"].as_array().expect("rows").iter().filter_map(Value::as_str).flat_map(str::chars).collect();
    for pair in &pairs {
        let (a, b) = (classes[pair.0], classes[pair.1]);
        assert_eq!(right(pair), a != b && a != '.' && b != '.', "{pair:?}");
    }
    let wrong = left_out["wrong_pairs"].as_array().expect("pairs").clone();
    assert!(!wrong.is_empty());
    for pair in wrong {
        let cell = |index: usize| {
            (pair[index][0].as_u64().expect("a row") * 5 + pair[index][1].as_u64().expect("a column") - 6) as usize
        };
        assert!(!right(&(cell(0), cell(1))), "{pair}");
    }
}

/// Published: the nullity of n x n for n = 1..20; with formulas that were all checked.
#[test]
fn squares_have_the_published_nullity() {
    for (side, nullity) in (1..).zip([0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0]) {
        let analysis = analyzed(&square(side, "."));
        assert_eq!(fact(&analysis, "nullity"), json!(nullity), "{side}");
        assert_eq!(fact(&analysis, "table")["formulas"].as_array().map(Vec::len), Some(side - nullity), "{side}");
        assert_eq!(fact(&analysis, "whole_board")["checked"], json!({ "basis": side * side - nullity }), "{side}");
    }
}

/// A board as this test knows it.
struct Plain {
    states: usize,
    lights: Vec<Vec<Option<usize>>>,
}

impl Plain {
    /// Lights that presses have made.
    fn random(dice: &mut Random) -> Plain {
        let states = dice.one_of(&[2, 2, 2, 3, 5, 7]);
        let (height, width, holes) = (1 + dice.below(6), 1 + dice.below(6), dice.below(3) == 0);
        let mut cell = |_| (!holes || dice.below(6) > 0).then_some(0);
        let mut plain = Plain { states, lights: (0..height).map(|_| (0..width).map(&mut cell).collect()).collect() };
        plain.lights[0][0] = Some(0);
        for row in 0..height {
            for column in 0..width {
                plain.press(row, column, dice.below(states));
            }
        }
        plain
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        let row = |(row, lights): (usize, &Vec<Option<usize>>)| {
            let cells = lights.iter().enumerate().filter(|(_, light)| light.is_some());
            cells.map(|(column, _)| (row, column)).collect::<Vec<_>>()
        };
        self.lights.iter().enumerate().flat_map(row).collect()
    }

    fn press(&mut self, row: usize, column: usize, times: usize) {
        if self.lights[row][column].is_none() {
            return;
        }
        for (at, line) in self.lights.iter_mut().enumerate() {
            for (place, light) in line.iter_mut().enumerate() {
                if at.abs_diff(row) + place.abs_diff(column) <= 1
                    && let Some(state) = light
                {
                    *state = (*state + times) % self.states;
                }
            }
        }
    }

    fn chase(&mut self) {
        for (row, column) in self.cells() {
            if row + 1 < self.lights.len() && self.lights[row + 1][column].is_some() {
                let state = self.lights[row][column].unwrap_or(0);
                self.press(row + 1, column, (self.states - state) % self.states);
            }
        }
    }

    /// Presses what formulas say of these lights.
    fn follow(&mut self, formulas: &Value, lights: &[usize]) {
        let cells = self.cells();
        for formula in formulas.as_array().expect("a list") {
            let term = |term: &Value| match term.as_u64() {
                Some(p) => lights[p as usize - 1],
                None => {
                    lights[term[0].as_u64().expect("a light") as usize - 1] * term[1].as_u64().expect("times") as usize
                }
            };
            let times: usize = formula["p"].as_array().expect("a list").iter().map(term).sum();
            let (row, column) = cells[formula["x"].as_u64().expect("a button") as usize - 1];
            self.press(row, column, times % self.states);
        }
    }

    fn states(&self) -> Vec<usize> {
        self.lights.iter().flatten().flatten().copied().collect()
    }

    fn text(&self) -> String {
        let light = |light: &Option<usize>| light.map_or("_".to_string(), |state| state.to_string());
        let rows: Vec<String> = self.lights.iter().map(|row| row.iter().map(light).collect()).collect();
        format!("states = {}\nlights = \"\"\"\n{}\"\"\"", self.states, rows.join("\n"))
    }
}

#[test]
fn formulas_put_out_what_presses_have_lit() {
    let (mut singular, mut holes) = (0, 0);
    for seed in 0..150 {
        let plain = Plain::random(&mut Random(seed));
        let text = plain.text();
        let analysis = analyzed(&text);
        let what = format!("seed {seed}:\n{text}\n{}", words(&analysis));
        assert_eq!(fact(&analysis, "solvable"), json!(true), "{what}");
        singular += usize::from(fact(&analysis, "nullity") != json!(0));
        holes += usize::from(text.contains('_'));

        let mut chased = Plain { lights: plain.lights.clone(), ..plain };
        chased.chase();
        let left = chased.states();
        chased.follow(&fact(&analysis, "table")["formulas"], &left);
        chased.chase();
        assert!(chased.states().iter().all(|&state| state == 0), "{what}");

        let mut direct = Plain { lights: plain.lights.clone(), ..plain };
        let given = direct.states();
        direct.follow(&fact(&analysis, "whole_board")["formulas"], &given);
        direct.chase();
        assert!(direct.states().iter().all(|&state| state == 0), "{what}");

        for pattern in fact(&analysis, "quiet_basis").as_array().unwrap_or(&Vec::new()) {
            let mut quiet = Plain { lights: plain.lights.clone(), ..plain };
            for (row, column) in quiet.cells() {
                let character = pattern[row].as_str().and_then(|row| row.chars().nth(column)).expect("a cell");
                quiet.press(row, column, character.to_digit(10).unwrap_or(u32::from(character == '#')) as usize);
            }
            assert_eq!(quiet.lights, plain.lights, "{what}");
        }
    }
    assert!(singular > 30 && holes > 20, "{singular}, {holes}");
}

#[test]
fn boards_that_cannot_be_chased_have_no_table() {
    let torus = analyzed(&format!("wrap = true\n{}", square(5, "#")));
    assert_eq!(fact(&torus, "nullity"), json!(8), "as elimination in a script of its own has it");
    assert!(fact(&torus, "table").is_null() && torus.card.is_none());
    assert!(words(&torus).contains("no table: this board cannot be chased row by row"));
    let four = analyzed("states = 4\nlights = \"13\"");
    assert!(fact(&four, "table").is_null() && words(&four).contains("4 is not prime"), "{}", words(&four));
    assert_eq!((fact(&four, "quiet_patterns"), fact(&four, "solvable")), (json!(3), json!(false)));
    assert_eq!(fact(&four, "solvable_share"), json!(0.25), "both lights are always equal");
}

#[test]
fn what_cannot_be_solved_says_why() {
    let analysis = analyzed("lights = \"\"\"\n#....\n.....\n.....\n.....\n.....\"\"\"");
    assert_eq!((fact(&analysis, "solvable"), fact(&analysis, "solutions")), (json!(false), json!(0)));
    assert!(words(&analysis).contains("every press changes an even number of these 12 lights"), "{}", words(&analysis));
}

#[test]
fn the_card_has_the_formulas_and_the_table() {
    let card = analyzed(&square(5, "#")).card.expect("5 x 5 is solved by hand");
    let titles: Vec<&str> = card.panels.iter().map(|panel| panel.title.as_str()).collect();
    assert_eq!(titles[..2], ["lights and buttons", "press if odd"]);
    assert_eq!(card.panels[1].labels, ["p22", "p21 + p22 + p23", "p21 + p22"]);
    // Seven last rows but the dark one, of which two are mirror images of others.
    assert_eq!(card.panels[2].height(), 5);
    let drawn = svg::render(&card);
    assert!(drawn.contains("p21 + p22 + p23") && drawn.contains("Chase"));
    assert!(analyzed(&square(10, "#")).card.is_none(), "nobody does that by hand");
}

#[test]
fn large_boards_say_what_is_left_out() {
    let analysis = analyzed(&square(100, "#"));
    assert_eq!(fact(&analysis, "rank"), json!(10_000));
    assert!(
        words(&analysis).contains("not computed: formulas are supported for at most 64 buttons"),
        "{}",
        words(&analysis)
    );
}

fn topic(text: &str, topic: Topic) -> Analysis {
    let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{text}"));
    let loaded = boardwright_families::load(&source, &Budget::none()).expect("a model");
    loaded.instance.analysis().expect("it is offered").analyze_topic(topic, &|| false).expect("it is offered")
}

/// The article: k is 33 without the first two buttons; `k` times the inverse, modulo 2, solves a board.
#[test]
fn the_inverse_of_five_by_five_has_the_denominator_33() {
    let facts = fact(&analyzed(&square(5, "#")), "inverse");
    assert_eq!((&facts["left_out"], &facts["k"]), (&json!([1, 2]), &json!("33")));
    let cells = |table: &str| -> Vec<Vec<String>> {
        table.lines().skip(1).map(|line| line.split('\t').skip(1).map(str::to_string).collect()).collect()
    };
    let number = |text: &String| text.parse::<i64>().expect("a number");
    let matrix = cells(&topic(&square(5, "#"), Topic::Matrix).table.expect("a table"));
    let inverse = cells(&topic(&square(5, "#"), Topic::Inverse).table.expect("a table"));
    assert_eq!((matrix.len(), inverse.len()), (25, 23));
    for (row, entries) in matrix[2..].iter().enumerate() {
        let mut sums = vec![0; 23];
        for (entry, inverse) in entries[2..].iter().zip(&inverse) {
            sums.iter_mut().zip(inverse).for_each(|(sum, value)| *sum += number(entry) * number(value));
        }
        assert!(sums.iter().enumerate().all(|(column, &sum)| sum == if row == column { 33 } else { 0 }), "{sums:?}");
    }
}

/// The boards of a chase follow from one another by the presses listed, and the last is dark.
#[test]
fn the_chase_ends_in_the_dark() {
    for (rows, states) in [(["#..#.", ".##..", "#.#.#", "....."], 2), (["11.", "1.2", ".22", "..2"], 3)] {
        let text = format!("states = {states}\nlights = \"\"\"\n{}\"\"\"", rows.join("\n"));
        let steps = fact(&topic(&text, Topic::Chase), "chase");
        let state = |light: char| match light {
            '.' => 0,
            '#' => 1,
            digit => digit as usize - '0' as usize,
        };
        let mut lights: Vec<Vec<usize>> = rows.iter().map(|row| row.chars().map(state).collect()).collect();
        let (height, width) = (lights.len() as i64, lights[0].len() as i64);
        for step in steps.as_array().expect("a list") {
            for press in step["presses"].as_array().expect("a list") {
                let [row, column, times] = [0, 1, 2].map(|index| press[index].as_i64().expect("a number"));
                for (down, right) in [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let (row, column) = (row - 1 + down, column - 1 + right);
                    if (0..height).contains(&row) && (0..width).contains(&column) {
                        let light = &mut lights[row as usize][column as usize];
                        *light = (*light + times as usize) % states;
                    }
                }
            }
            let shown: Vec<String> = serde_json::from_value(step["lights"].clone()).expect("rows");
            let shown: Vec<Vec<usize>> = shown.iter().map(|row| row.chars().map(state).collect()).collect();
            assert_eq!(shown, lights);
            if let Some(row) = step["row"].as_u64() {
                assert!(lights[row as usize - 2].iter().all(|&light| light == 0));
            }
        }
        assert!(steps.as_array().is_some_and(|steps| !steps.is_empty()));
        assert!(lights.iter().flatten().all(|&light| light == 0), "{rows:?}: {lights:?}");
    }
}
