//! `analyze --fewest-clues` and `--determining-cells`, against all boards and all sets of cells.

use crate::support::boardwright_with;
use serde_json::{Value, json};

const SUDOKU: &str = "puzzle = 'grid'\n[grid]\nrows = 4\ncolumns = 4\nvalues = '1..4'\n[[rule]]\n\
    each = ['row', 'column', 'block 2x2']\nall-different = true\n";

fn analyze(option: &str, model: &str) -> (i32, Value) {
    let run = boardwright_with(&["analyze", "-", option, "--format", "json"], model, &[]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr));
    (run.code, json["facts"][&option[2..]].clone())
}

/// Returns all 4x4 Sudokus.
fn boards() -> Vec<[u8; 16]> {
    fn fill(at: usize, board: &mut [u8; 16], all: &mut Vec<[u8; 16]>) {
        if at == 16 {
            return all.push(*board);
        }
        let (row, column) = (at / 4, at % 4);
        for value in 1..=4 {
            let meets = |other: usize| {
                let (r, c) = (other / 4, other % 4);
                board[other] == value && (r == row || c == column || (r / 2, c / 2) == (row / 2, column / 2))
            };
            if !(0..at).any(meets) {
                board[at] = value;
                fill(at + 1, board, all);
                board[at] = 0;
            }
        }
    }
    let mut all = Vec::new();
    fill(0, &mut [0; 16], &mut all);
    assert_eq!(all.len(), 288);
    all
}

fn key(board: &[u8; 16], cells: u32) -> Vec<u8> {
    (0..16).filter(|cell| cells >> cell & 1 == 1).map(|cell| board[cell]).collect()
}

/// Returns the bits of cells in JSON.
fn bits(cells: &Value) -> u32 {
    let cells = cells.as_array().expect("a list of cells");
    let number = |cell: &Value, at: usize| cell[at].as_u64().expect("a number") as u32 - 1;
    cells.iter().map(|cell| 1 << (4 * number(cell, 0) + number(cell, 1))).sum()
}

fn sets(size: u32) -> impl Iterator<Item = u32> {
    (0..1 << 16_u32).filter(move |set: &u32| set.count_ones() == size)
}

#[test]
fn fewest_clues_of_each_kind_of_small_sudoku() {
    let boards = boards();
    for solution in [&boards[0], &boards[7], &boards[100]] {
        let is_unique =
            |cells: u32| boards.iter().filter(|board| key(board, cells) == key(solution, cells)).count() == 1;
        let rows: Vec<String> =
            solution.chunks(4).map(|row| row.iter().map(u8::to_string).collect::<String>()).collect();
        let model = SUDOKU.replace("[[rule]]", &format!("given = '''\n{}'''\n[[rule]]", rows.join("\n")));
        let (code, found) = analyze("--fewest-clues", &model);
        let fewest = found["clues"].as_u64().expect("it is proved") as u32;
        assert_eq!(code, 0);
        assert!(is_unique(bits(&found["cells"])), "{found}");
        assert_eq!(bits(&found["cells"]).count_ones(), fewest);
        assert!(!sets(fewest - 1).any(is_unique), "{found}");
    }
}

/// The fewest clues of all 288 boards, and their number up to turns and flips, by trying all sets and all eight symmetries.
#[test]
fn fewest_clues_of_all_small_sudokus() {
    let boards = boards();
    let is_unique = |cells: u32| {
        let mut keys: Vec<Vec<u8>> = boards.iter().map(|board| key(board, cells)).collect();
        keys.sort_unstable();
        let is_single = |at: usize| keys.get(at + 1) != Some(&keys[at]) && (at == 0 || keys[at - 1] != keys[at]);
        (0..keys.len()).any(is_single)
    };
    let fewest = (0..=16).find(|&size| sets(size).any(is_unique)).expect("all cells determine a board");
    let turned = |board: &[u8; 16]| -> [u8; 16] { std::array::from_fn(|at| board[4 * (3 - at % 4) + at / 4]) };
    let flipped = |board: &[u8; 16]| -> [u8; 16] { std::array::from_fn(|at| board[4 * (at / 4) + 3 - at % 4]) };
    let first_image = |board: &[u8; 16]| {
        let turns = std::iter::successors(Some(*board), |board| Some(turned(board))).take(4);
        turns.flat_map(|board| [board, flipped(&board)]).min()
    };
    let orbits = boards.iter().filter(|&board| first_image(board) == Some(*board)).count();
    let run = boardwright_with(&["analyze", "-", "--fewest-clues", "--all", "--format", "json"], SUDOKU, &[]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr));
    assert_eq!(run.code, 0);
    assert_eq!(json["facts"]["fewest-clues"]["clues"], fewest);
    assert_eq!(json["facts"]["solutions"], json!({ "number": orbits, "up_to_symmetry": true, "complete": true }));
}

/// Five cells determine a 4x4 Sudoku, and three squares a board of six queens; exists-forall problems with 16 and 36 cells, solved by another program.
#[test]
fn fewest_cells_that_determine_every_board() {
    let boards = boards();
    let determine = |cells: u32| {
        let mut keys: Vec<Vec<u8>> = boards.iter().map(|board| key(board, cells)).collect();
        keys.sort_unstable();
        keys.windows(2).all(|pair| pair[0] != pair[1])
    };
    let (code, found) = analyze("--determining-cells", SUDOKU);
    assert_eq!((code, &found["fewest"]), (0, &json!(5)));
    assert!(determine(bits(&found["cells"])));
    assert!(!sets(4).any(determine));
    let queens = "puzzle = 'grid'\n[grid]\nrows = 6\ncolumns = 6\nvalues = ['.', 'Q']\n[[rule]]\neach = ['row', 'column']\n\
        exactly = { Q = 1 }\n[[rule]]\neach = ['diagonal', 'antidiagonal']\nat-most = { Q = 1 }\n";
    assert_eq!(analyze("--determining-cells", queens).1["fewest"], 3);
}

#[test]
fn other_clues_stay_and_nothing_may_be_needed() {
    let sums = "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 2\nvalues = '1..3'\ngiven = '13'\n[[rule]]\nsum = 4\n";
    let (code, found) = analyze("--fewest-clues", sums);
    assert_eq!((code, &found["clues"]), (0, &json!(1)));
    let (_, found) = analyze("--fewest-clues", &sums.replace("sum = 4", "sum = 6").replace("13", "33"));
    assert_eq!(found, json!({ "clues": 0, "cells": [], "values": [] }));
    let none = boardwright_with(&["analyze", "-", "--fewest-clues"], &sums.replace("sum = 4", "sum = 7"), &[]);
    assert_eq!((none.code, none.stdout.as_str()), (2, ""));
    let lights = boardwright_with(&["analyze", "models/lights-out/dugu.toml", "--fewest-clues"], "", &[]);
    assert_eq!((lights.code, lights.stdout.as_str()), (2, ""));
}

/// That a 9x9 Sudoku has no 16 clues took months of computation (G. McGuire et al., 2014).
#[test]
fn a_limit_leaves_bounds() {
    let model = SUDOKU.replace("= 4", "= 9").replace("1..4", "1..9").replace("2x2", "3x3");
    let run =
        boardwright_with(&["analyze", "-", "--fewest-clues", "--format", "json", "--time-limit", "3s"], &model, &[]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr));
    let found = &json["facts"]["fewest-clues"];
    assert_eq!(run.code, 3);
    assert!(found["bound"].as_u64() <= found["best"].as_u64() && found["clues"].is_null(), "{found}");
}
