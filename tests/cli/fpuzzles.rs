//! Puzzles of f-puzzles: the meaning of each constraint, all forms of a link, and models that go there and back.

use crate::support::boardwright;
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_exchange::export::{Exported, Format, Request, export};
use boardwright_exchange::genre::lz;
use boardwright_exchange::import::{Options as ImportOptions, import};
use boardwright_tasks::answer::Report;
use boardwright_tasks::task::{self, Ask, Options, Setup};
use serde_json::{Value, json};
use std::path::Path;

const NOTHING: ImportOptions = ImportOptions { flip: false, board: None, problem: None, from: None };

fn imported(text: &str) -> String {
    import(REGISTRY, "-", text.as_bytes(), &NOTHING, &Budget::none())
        .unwrap_or_else(|no| panic!("{}\n{text}", no.render(false)))
}

fn exported(text: &str) -> Option<Exported> {
    let source = Source::new("-", text);
    let loaded =
        REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    export(&Request {
        source: &source,
        model: &loaded.model,
        genre: None,
        format: Format::FPuzzles,
        registry: REGISTRY,
    })
    .ok()
}

fn asked(text: &str, ask: Ask) -> Report {
    let source = Source::new("-", text);
    let loaded =
        REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|no| panic!("{}\n{text}", no.render(&source, false)));
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("there is a way");
    task::run(&task::Request::new(&loaded, &setup, ask), &Budget::none(), &mut task::ignore)
        .expect("no check of ours fails")
}

fn count(text: &str) -> u64 {
    let count = asked(text, Ask::Count).count.expect("it is counted");
    u64::try_from(&count).expect("they are few")
}

/// A puzzle of side 4 with these constraints; its blocks are 2 x 2.
fn puzzle_with(constraints: &Value) -> String {
    let mut puzzle = json!({ "size": 4, "grid": vec![vec![json!({}); 4]; 4] });
    let (Some(all), Some(more)) = (puzzle.as_object_mut(), constraints.as_object()) else { panic!("tables") };
    all.extend(more.clone());
    puzzle.to_string()
}

type Board = [[i64; 4]; 4];

/// All Latin squares of side 4.
fn latin_squares() -> Vec<Board> {
    fn fill(board: &mut Board, cell: usize, found: &mut Vec<Board>) {
        let (row, column) = (cell / 4, cell % 4);
        if cell == 16 {
            found.push(*board);
            return;
        }
        for value in 1..=4 {
            if !board[row][..column].contains(&value) && (0..row).all(|above| board[above][column] != value) {
                board[row][column] = value;
                fill(board, cell + 1, found);
            }
        }
    }
    let mut found = Vec::new();
    fill(&mut [[0; 4]; 4], 0, &mut found);
    found
}

/// All Sudokus of side 4.
fn sudokus() -> Vec<Board> {
    let mut found = latin_squares();
    found.retain(|b| {
        [(0, 0), (0, 2), (2, 0), (2, 2)].iter().all(|&(row, column)| {
            let mut block = [b[row][column], b[row][column + 1], b[row + 1][column], b[row + 1][column + 1]];
            block.sort_unstable();
            block == [1, 2, 3, 4]
        })
    });
    found
}

fn neighbours() -> Vec<[(usize, usize); 2]> {
    let right = (0..4).flat_map(|row| (0..3).map(move |column| [(row, column), (row, column + 1)]));
    right.chain((0..3).flat_map(|row| (0..4).map(move |column| [(row, column), (row + 1, column)]))).collect()
}

/// A Sudoku.
const SAMPLE: Board = [[1, 3, 2, 4], [2, 4, 1, 3], [3, 1, 4, 2], [4, 2, 3, 1]];

fn consecutive(one: i64, other: i64) -> bool {
    (one - other).abs() == 1
}

fn doubled(one: i64, other: i64) -> bool {
    one == 2 * other || other == 2 * one
}

fn five(one: i64, other: i64) -> bool {
    one + other == 5
}

fn at(b: &Board, pair: [(usize, usize); 2]) -> [i64; 2] {
    pair.map(|(row, column)| b[row][column])
}

/// The marks between the neighbours of the sample that pass a test.
fn dots(test: fn(i64, i64) -> bool, value: &str) -> Value {
    let is_marked = |pair: &[(usize, usize); 2]| {
        let [one, other] = at(&SAMPLE, *pair);
        test(one, other)
    };
    let name = |(row, column): (usize, usize)| format!("R{}C{}", row + 1, column + 1);
    let dot = |pair: [(usize, usize); 2]| json!({ "cells": pair.map(name), "value": value });
    neighbours().into_iter().filter(is_marked).map(dot).collect()
}

/// Whether the same neighbours as in the sample pass a test.
fn marked(b: &Board, test: fn(i64, i64) -> bool) -> bool {
    neighbours().into_iter().all(|pair| {
        let [[one, other], own] = [at(b, pair), at(&SAMPLE, pair)];
        test(one, other) == test(own[0], own[1])
    })
}

fn leaps(b: &Board, steps: [(usize, isize); 2]) -> bool {
    let cells = (0..16).map(|cell: usize| (cell / 4, cell % 4));
    cells.flat_map(|cell| steps.map(|step| (cell, step))).all(|((row, column), (down, right))| {
        let other = column.checked_add_signed(right).filter(|other| *other < 4 && row + down < 4);
        other.is_none_or(|other| b[row][column] != b[row + down][other])
    })
}

type Meaning = (Value, fn(&Board) -> bool);

/// Constraints, and their meaning on a Sudoku of side 4.
fn meanings() -> Vec<Meaning> {
    vec![
        (json!({}), |_| true),
        (json!({ "diagonal+": true }), |b| distinct(&[b[3][0], b[2][1], b[1][2], b[0][3]])),
        (json!({ "diagonal-": true, "antiknight": false }), |b| distinct(&[b[0][0], b[1][1], b[2][2], b[3][3]])),
        (json!({ "diagonal+": true, "diagonal-": true }), |b| {
            distinct(&[b[3][0], b[2][1], b[1][2], b[0][3]]) && distinct(&[b[0][0], b[1][1], b[2][2], b[3][3]])
        }),
        (json!({ "antiknight": true }), |b| leaps(b, [(1, 2), (1, -2)]) && leaps(b, [(2, 1), (2, -1)])),
        (json!({ "disjointgroups": true }), |b| {
            [(0, 0), (0, 1), (1, 0), (1, 1)]
                .iter()
                .all(|&(r, c)| distinct(&[b[r][c], b[r][c + 2], b[r + 2][c], b[r + 2][c + 2]]))
        }),
        (json!({ "nonconsecutive": true, "difference": dots(consecutive, "") }), |b| marked(b, consecutive)),
        (json!({ "negative": ["ratio"], "ratio": dots(doubled, "2") }), |b| marked(b, doubled)),
        (json!({ "negative": ["xv"], "xv": dots(five, "V") }), |b| marked(b, five)),
        (
            json!({ "difference": [{ "cells": ["R1C1", "R1C2"], "value": "3" }], "ratio": [{ "cells": ["R1C1", "R1C2"], "value": 4 }] }),
            |b| (b[0][0] - b[0][1]).abs() == 3,
        ),
        (
            json!({ "killercage": [{ "cells": ["R1C1", "R2C1", "R2C3"], "value": "6" }, { "cells": ["R2C3", "R3C4"] }] }),
            |b| distinct(&[b[0][0], b[1][0], b[1][2]]) && b[0][0] + b[1][0] + b[1][2] == 6 && b[1][2] != b[2][3],
        ),
        (json!({ "extraregion": [{ "cells": ["R2C2", "R2C3", "R3C2", "R3C3"] }] }), |b| {
            distinct(&[b[1][1], b[1][2], b[2][1], b[2][2]])
        }),
        (json!({ "odd": [{ "cell": "R1C1" }], "even": [{ "cell": "R3C2" }, { "cell": "R1C4" }] }), |b| {
            b[0][0] % 2 == 1 && b[2][1] % 2 == 0 && b[0][3] % 2 == 0
        }),
        (json!({ "minimum": [{ "cell": "R2C2" }, { "cell": "R2C3" }] }), |b| {
            b[1][1] < b[0][1].min(b[1][0]).min(b[2][1]) && b[1][2] < b[0][2].min(b[1][3]).min(b[2][2])
        }),
        (json!({ "maximum": [{ "cell": "R4C1" }], "minimum": [{ "cell": "R4C2" }] }), |b| {
            b[3][0] > b[2][0].max(b[3][1]) && b[3][1] < b[2][1].min(b[3][2])
        }),
        (
            json!({ "quadruple": [{ "cells": ["R2C2", "R2C3", "R3C2", "R3C3"], "values": [3, 3] }, { "cells": ["R1C2", "R1C3", "R2C2", "R2C3"], "values": [2] }] }),
            |b| {
                let around = [b[1][1], b[1][2], b[2][1], b[2][2]];
                around.iter().filter(|value| **value == 3).count() >= 2
                    && [b[0][1], b[0][2], b[1][1], b[1][2]].contains(&2)
            },
        ),
        (json!({ "clone": [{ "cells": ["R1C1", "R1C2"], "cloneCells": ["R3C2", "R3C3"] }] }), |b| {
            b[0][0] == b[2][1] && b[0][1] == b[2][2]
        }),
        (json!({ "sandwichsum": [{ "cell": "R1C0", "value": "5" }, { "cell": "R5C2", "value": 0 }] }), |b| {
            let between = |line: [i64; 4]| -> i64 {
                let mut ends = [1, 4].map(|end| line.iter().position(|value| *value == end).expect("once"));
                ends.sort_unstable();
                line[ends[0] + 1..ends[1]].iter().sum()
            };
            between(b[0]) == 5 && between([b[0][1], b[1][1], b[2][1], b[3][1]]) == 0
        }),
        (
            json!({ "skyscraper": [{ "cell": "R2C0", "value": "3" }, { "cell": "R0C1", "value": "2" }, { "cell": "R3C5", "value": "1" }] }),
            |b| {
                let seen = |line: [i64; 4]| {
                    (0..4).filter(|place| line[..*place].iter().all(|before| *before < line[*place])).count()
                };
                seen(b[1]) == 3 && seen([b[0][0], b[1][0], b[2][0], b[3][0]]) == 2 && b[2][3] == 4
            },
        ),
        (
            json!({ "littlekillersum": [{ "cell": "R0C4", "direction": "DL", "value": "4" }, { "cell": "R5C3", "direction": "UR", "value": "" }] }),
            |b| b[0][2] + b[1][1] + b[2][0] == 4,
        ),
        (json!({ "littlekillersum": [{ "cell": "R5C0", "direction": "UR", "value": "7" }] }), |b| {
            b[3][0] + b[2][1] + b[1][2] + b[0][3] == 7
        }),
        (json!({ "thermometer": [{ "lines": [["R1C1", "R2C2", "R3C3"], ["R4C4"]] }] }), |b| {
            b[0][0] < b[1][1] && b[1][1] < b[2][2]
        }),
        (json!({ "slowthermometer": [{ "lines": [["R1C1", "R2C3", "R3C2"]] }] }), |b| {
            b[0][0] <= b[1][2] && b[1][2] <= b[2][1]
        }),
        (
            json!({ "arrow": [{ "cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R1C3"], ["R1C1", "R2C2", "R3C3"]] }] }),
            |b| b[0][0] == b[0][1] + b[0][2] && b[0][0] == b[1][1] + b[2][2],
        ),
        (json!({ "arrow": [{ "cells": ["R4C1"], "lines": [["R4C1", "R3C2", "R2C1"]] }] }), |b| {
            b[3][0] == b[2][1] + b[1][0]
        }),
        (json!({ "palindrome": [{ "lines": [["R1C1", "R1C2", "R2C3", "R3C3", "R3C4"]] }] }), |b| {
            b[0][0] == b[2][3] && b[0][1] == b[2][2]
        }),
        (json!({ "betweenline": [{ "lines": [["R1C1", "R2C2", "R3C3"]] }] }), |b| {
            b[1][1] > b[0][0].min(b[2][2]) && b[1][1] < b[0][0].max(b[2][2])
        }),
        (json!({ "renban": [{ "lines": [["R1C1", "R1C2"], ["R2C2", "R3C3", "R2C4"]] }] }), |b| {
            let mut three = [b[1][1], b[2][2], b[1][3]];
            three.sort_unstable();
            (b[0][0] - b[0][1]).abs() == 1 && three[1] == three[0] + 1 && three[2] == three[1] + 1
        }),
        (
            json!({ "whispers": [{ "lines": [["R1C1", "R1C2", "R2C3"]] }, { "lines": [["R3C3", "R3C4"]], "value": "3" }] }),
            |b| (b[0][0] - b[0][1]).abs() >= 2 && (b[0][1] - b[1][2]).abs() >= 2 && (b[2][2] - b[2][3]).abs() >= 3,
        ),
        // The classes are 1, 2 to 3, and 4.
        (json!({ "entropicline": [{ "lines": [["R1C1", "R2C2", "R3C3", "R3C2"], ["R4C1", "R4C2"]] }] }), |b| {
            let class = |value: i64| i64::from(value > 1) + i64::from(value > 3);
            let line = [b[0][0], b[1][1], b[2][2], b[2][1]].map(class);
            distinct(&line[..3]) && distinct(&line[1..]) && class(b[3][0]) != class(b[3][1])
        }),
        (json!({ "modularline": [{ "lines": [["R1C1", "R2C2", "R3C3", "R3C2"]] }] }), |b| {
            let line = [b[0][0], b[1][1], b[2][2], b[2][1]].map(|value| value % 3);
            distinct(&line[..3]) && distinct(&line[1..])
        }),
        (json!({ "nabner": [{ "lines": [["R1C1", "R1C2"], ["R3C1", "R4C2"]] }] }), |b| {
            (b[0][0] - b[0][1]).abs() >= 2 && (b[2][0] - b[3][1]).abs() >= 2
        }),
        (json!({ "zipperline": [{ "lines": [["R1C1", "R1C4", "R2C3", "R3C2", "R4C1"]] }] }), |b| {
            b[0][3] + b[2][1] == b[1][2] && b[0][0] + b[3][0] == b[1][2]
        }),
        // Four cells, without a middle one.
        (json!({ "zipperline": [{ "lines": [["R1C1", "R1C2", "R2C3", "R3C4"]] }] }), |b| {
            b[0][0] + b[2][3] == b[0][1] + b[1][2]
        }),
        (json!({ "doublearrow": [{ "lines": [["R1C1", "R1C2", "R2C3", "R3C4"]] }] }), |b| {
            b[0][0] + b[2][3] == b[0][1] + b[1][2]
        }),
        // Through two boxes, and back into the first.
        (
            json!({ "regionsumline": [{ "lines": [["R1C1", "R2C2", "R2C3", "R1C3", "R1C2"]] }, { "lines": [["R4C1", "R4C2"]] }] }),
            |b| b[0][0] + b[1][1] == b[1][2] + b[0][2] && b[0][1] == b[1][2] + b[0][2],
        ),
        (json!({ "regionsumline": [{ "lines": [["R1C1", "R2C2", "R3C3", "R3C4"]] }] }), |b| {
            b[0][0] + b[1][1] == b[2][2] + b[2][3]
        }),
        (json!({ "xsum": [{ "cell": "R1C0", "value": "10" }, { "cell": "R0C2", "value": 3 }] }), |b| {
            let sum = |line: [i64; 4]| line[..line[0] as usize].iter().sum::<i64>();
            sum(b[0]) == 10 && sum([b[0][1], b[1][1], b[2][1], b[3][1]]) == 3
        }),
        (json!({ "columnindexer": [{ "cells": ["R1C2", "R3C4"] }] }), |b| {
            b[0][b[0][1] as usize - 1] == 2 && b[2][b[2][3] as usize - 1] == 4
        }),
        (json!({ "rowindexer": [{ "cells": ["R1C2"] }, { "cells": ["R3C3"] }] }), |b| {
            b[b[0][1] as usize - 1][1] == 1 && b[b[2][2] as usize - 1][2] == 3
        }),
        (json!({ "boxindexer": [{ "cells": ["R2C3"] }] }), |b| {
            [b[0][2], b[0][3], b[1][2], b[1][3]][b[1][2] as usize - 1] == 3
        }),
        // A bulb of two digits, read from left to right whatever its order.
        (
            json!({ "arrow": [{ "cells": ["R1C2", "R1C1"], "lines": [["R1C2", "R2C3", "R3C3", "R3C4", "R4C4", "R4C3"]] }] }),
            |b| 10 * b[0][0] + b[0][1] == b[1][2] + b[2][2] + b[2][3] + b[3][3] + b[3][2],
        ),
        (json!({ "line": [{ "lines": [["R1C1", "R1C2"]] }], "disabledlogic": ["Tuples"], "solution": [1, 2] }), |_| {
            true
        }),
    ]
}

fn distinct(values: &[i64]) -> bool {
    (1..values.len()).all(|at| !values[..at].contains(&values[at]))
}

/// The 288 Sudokus of side 4 (OEIS A107739) are tested one by one, without the model.
#[test]
fn every_constraint_means_what_its_name_says() {
    let all = sudokus();
    assert_eq!(all.len(), 288);
    for (constraints, meaning) in meanings() {
        let expected = all.iter().filter(|board| meaning(board)).count();
        let model = imported(&puzzle_with(&constraints));
        assert_eq!(count(&model), expected as u64, "{constraints}\n{model}");
        assert!(expected > 0, "no board satisfies {constraints}");
    }
}

/// Constraints go there and back: the second link has the same model.
#[test]
fn every_constraint_comes_back_or_is_listed() {
    for (constraints, _) in meanings() {
        let model = imported(&puzzle_with(&constraints));
        let back = exported(&model).unwrap_or_else(|| panic!("it is like a Sudoku:\n{model}"));
        let extensions =
            ["slowthermometer", "entropicline", "modularline", "nabner", "columnindexer", "rowindexer", "boxindexer"];
        // A line that jumps is not drawn.
        let jumps = constraints.get("zipperline").is_some_and(|lines| lines.to_string().contains("R1C4"));
        let is_listed = jumps || extensions.iter().any(|key| constraints.get(key).is_some());
        assert_eq!(back.lost.is_empty(), !is_listed, "{constraints}: {:?}", back.lost);
        if !is_listed {
            assert_eq!(count(&imported(&back.text)), count(&model), "{constraints}\n{}", imported(&back.text));
        }
    }
}

/// No Sudoku of side 4 has different diagonal neighbours. Of side 5, where regions are rows, the boards are counted cell by cell.
#[test]
fn kings_of_a_number_do_not_touch() {
    fn fill(board: &mut Vec<Vec<i64>>, cell: usize) -> u64 {
        let (row, column) = (cell / 5, cell % 5);
        if cell == 25 {
            return 1;
        }
        let mut found = 0;
        for value in 1..=5 {
            let beside = |other: usize| row > 0 && board[row - 1].get(other) == Some(&value);
            let touches = beside(column + 1) || column > 0 && beside(column - 1);
            if !touches && !board[row][..column].contains(&value) && (0..row).all(|above| board[above][column] != value)
            {
                board[row][column] = value;
                found += fill(board, cell + 1);
            }
        }
        found
    }
    let model = imported(&json!({ "size": 5, "grid": vec![vec![json!({}); 5]; 5], "antiking": true }).to_string());
    let expected = fill(&mut vec![vec![0; 5]; 5], 0);
    assert_eq!((count(&model), expected > 0), (expected, true), "{model}");
    let back = imported(&exported(&model).expect("it is like a Sudoku").text);
    assert_eq!(count(&back), expected, "{back}");
}

#[test]
fn regions_are_blocks_or_drawn_or_missing() {
    let with = |regions: [[Value; 4]; 4]| {
        let cells = regions.map(|row| row.map(|region| json!({ "region": region })));
        imported(&json!({ "size": 4, "grid": cells }).to_string())
    };
    let row = |numbers: [i64; 4]| numbers.map(|number| json!(number));
    let blocks = with([row([7, 7, 2, 2]), row([7, 7, 2, 2]), row([0, 0, 1, 1]), row([0, 0, 1, 1])]);
    assert!(blocks.contains("each = [\"row\", \"column\", \"block 2x2\"]"), "{blocks}");
    let nothing = with([[(); 4]; 4].map(|row| row.map(|()| Value::Null)));
    assert_eq!((count(&nothing), latin_squares().len()), (576, 576), "{nothing}");
    let rows = with([row([0; 4]), row([1; 4]), row([2; 4]), row([3; 4])]);
    assert!(rows.contains("each = [\"row\", \"column\"]"), "{rows}");
    let irregular = with([row([0, 0, 0, 1]), row([0, 2, 1, 1]), row([2, 2, 1, 3]), row([2, 3, 3, 3])]);
    assert!(irregular.contains("region = \"\"\"\naaab\nacbb\nccbd\ncddd\n\"\"\""), "{irregular}");
    let different = |b: &Board| {
        distinct(&[b[0][0], b[0][1], b[0][2], b[1][0]])
            && distinct(&[b[0][3], b[1][2], b[1][3], b[2][2]])
            && distinct(&[b[1][1], b[2][0], b[2][1], b[3][0]])
            && distinct(&[b[2][3], b[3][1], b[3][2], b[3][3]])
    };
    assert_eq!(count(&irregular), latin_squares().iter().filter(|board| different(board)).count() as u64);
    // Only one region.
    let one = with(
        [row([0, 0, 0, 1]), row([0, 2, 1, 1]), row([2, 2, 1, 3]), row([2, 3, 3, 3])]
            .map(|row| row.map(|region| if region == json!(0) { region } else { Value::Null })),
    );
    let first = |b: &&Board| distinct(&[b[0][0], b[0][1], b[0][2], b[1][0]]);
    assert_eq!(count(&one), latin_squares().iter().filter(first).count() as u64);
    // Without regions of their own, boards of side 6 have blocks of 2 x 3, and those of side 5 none.
    for (side, each) in [(6, "[\"row\", \"column\", \"block 2x3\"]"), (5, "[\"row\", \"column\"]")] {
        let model = imported(&json!({ "size": side, "grid": vec![vec![json!({}); side]; side] }).to_string());
        assert!(model.contains(&format!("each = {each}")), "{model}");
    }
}

#[test]
fn links_of_all_sites_have_the_same_puzzle() {
    let mut grid = vec![vec![json!({}); 4]; 4];
    grid[0][1] = json!({ "value": 3, "given": true, "cornerPencilMarks": [1] });
    grid[1][1] = json!({ "value": 2, "c": "#FF0000" });
    grid[2][2] = json!({ "givenPencilMarks": [1, 4] });
    let puzzle = json!({
        "size": 4, "grid": grid, "title": "Tea \"for\" two ◯", "author": "A. B.", "ruleset": "Normal rules.\nNo \\ trick: {n}.",
        "text": [{ "cells": ["R1C1"], "value": "x" }, { "cells": ["R1C1"], "value": "◯", "fromConstraint": "X Sum" }],
    });
    let json = puzzle.to_string();
    let packed = lz::compress(&json);
    let escaped = packed.replace('/', "%2F").replace('+', "%2b").replace('=', "%3D");
    let rest = |model: &str| -> String {
        let lines = model.lines().filter(|line| !line.starts_with("source") && !line.starts_with("# Imported"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let model = imported(&json);
    for link in [
        format!("https://f-puzzles.com/?load={packed}"),
        format!("https://www.f-puzzles.com/?load={escaped}"),
        format!("https://f-puzzles.com/?load={}", packed.replace('+', " ").trim_end_matches('=')),
        format!("https://sudokupad.app/fpuzzles{packed}"),
        format!("sudokupad.app/sudoku/fpuzzles{escaped}\n"),
        format!("https://sudokupad.app/fpuz{packed}"),
        format!("https://sudokupad.app/?puzzleid=fpuzzles{packed}&setting-nogrid=1"),
        format!("https://app.crackingthecryptic.com/sudoku/?load=fpuzzles{packed}"),
    ] {
        assert_eq!(rest(&imported(&link)), rest(&model), "{link}");
    }
    for line in [
        "title = \"Tea \\\"for\\\" two ◯\"",
        "source = \"A. B.\"",
        "instructions = \"\"\"\nNormal rules.\nNo \\\\ trick: {n}.\n\"\"\"",
        "# Left out, because f-puzzles has no rule for them: values that are not given (1), colours of cells (1), texts (1).",
        "given = \"\"\"\n.3..\n....\n....\n....\n\"\"\"",
        "along = \"r3c3\"\nis = [\"1\", \"4\"]",
    ] {
        assert!(model.contains(line), "no {line} in\n{model}");
    }
    let back = imported(&exported(&model).expect("it is like a Sudoku").text);
    assert!(back.contains("instructions = \"\"\"\nNormal rules.\nNo \\\\ trick: {n}.\n\"\"\""), "{back}");
}

/// Links of f-puzzles have no names of genres, so that models are compared by their solutions.
#[test]
fn models_come_back_with_their_solutions() {
    let (mut there, mut listed) = (0, Vec::new());
    for folder in ["models/grid", "models/genres"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files: Vec<_> =
            std::fs::read_dir(folder).expect("there").map(|entry| entry.expect("a file").path()).collect();
        files.sort();
        for path in files {
            let text = std::fs::read_to_string(&path).expect("it is text");
            let name = path.file_stem().expect("it is a file").to_string_lossy().into_owned();
            // Others fail before they are loaded; loading all models takes long.
            if !text.contains("all-different") || name.starts_with("edge") {
                continue;
            }
            let Some(link) = exported(&text) else { continue };
            if !link.lost.is_empty() {
                listed.push(name);
                continue;
            }
            let back = imported(&link.text);
            let boards = |text: &str| {
                let solutions = asked(text, Ask::UpTo(2)).solutions;
                solutions.iter().map(|solution| format!("{:?}", solution.candidate())).collect::<Vec<_>>()
            };
            let own = boards(&text);
            match own.len() {
                1 => assert_eq!(boards(&back), own, "{name}\n{back}"),
                _ => assert_eq!(count(&back), count(&text), "{name}\n{back}"),
            }
            there += 1;
        }
    }
    assert!(there >= 26, "{there} models");
    // Circles that count (a model and a genre), windows along a line, layers on some cells, products and differences of cages, and rooms
    // with numbers.
    let lossy =
        ["counting-circles", "entropic-lines", "peaks", "counting-circles", "factors", "keen", "numbered-rooms"];
    assert_eq!(listed, lossy);
}

#[test]
fn the_command_reads_a_link() {
    let link = exported(&std::fs::read_to_string("models/grid/sudoku-thermometer.toml").expect("it is there"));
    let link = link.expect("it is like a Sudoku").text;
    let run = boardwright(&["import", &link]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout.starts_with("# Imported from the command line, a puzzle of f-puzzles.\npuzzle = \"grid\"\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("name = \"thermometers\"\nalong = [\n    \"r1c1 r2c2 r3c3 r3c4 r3c5\",\n"),
        "{}",
        run.stdout
    );
}

/// A hidden layer is not missed, but a rule about it is; a layer that the puzzle shows is missed, too.
#[test]
fn hidden_layers_are_missed_only_with_their_rules() {
    let model = |before: &str| {
        format!(
            "puzzle = 'grid'\n{before}[grid]\nrows = 4\ncolumns = 4\nvalues = '1..4'\n[layer]\nhelper = {{ values = ['a', 'b'] }}\n\
             [[rule]]\neach = ['row', 'column']\nall-different = true\n\
             [[rule]]\nname = 'halves'\neach = 'row'\nexactly = {{ a = 2 }}\n"
        )
    };
    let lost = |text: &str| exported(text).expect("it is like a Sudoku").lost;
    let (layer, rule) = ("f-puzzles cannot say the layer \"helper\"", "f-puzzles cannot say the rule \"halves\"");
    assert_eq!(lost(&model("hidden = ['helper']\n")), [rule]);
    assert_eq!(lost(&model("")), [rule, layer]);
}
