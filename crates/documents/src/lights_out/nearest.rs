//! The solvable patterns nearest to a pattern of lights: those that differ in the fewest lights.
//!
//! A pattern can be solved exactly if it satisfies the parity checks: sets of lights of which no press changes the sum. The
//! sums of a pattern are its *syndrome*. A change of a light changes the syndrome by the light's column of the checks, so
//! the fewest changes are the length of a shortest path to 0 among syndromes. On 5 x 5, with two checks, it is at most 2.

use super::board::Board;
use boardwright_base::board::Cell;
use boardwright_linear::{Solved, System};
use boardwright_puzzle::{Fact, Nearest, NoNearest};
use serde_json::{Value, json};

/// The most syndromes.
const MAX_SYNDROMES: usize = 1 << 20;

/// The most steps of the count.
const MAX_STEPS: u64 = 1 << 32;

/// Returns the board with the fewest lights changed that make it solvable, and the number of ways with as few changes.
pub(super) fn nearest(board: &Board, stop: &dyn Fn() -> bool) -> Result<Nearest, NoNearest> {
    board.check_size().map_err(|_| NoNearest::TooLarge)?;
    let cells: Vec<Cell> = board.cells().collect();
    let states = usize::from(board.states);
    let checks = checks(board, &cells, stop)?;
    let count =
        checks.iter().try_fold(1usize, |count, _| count.checked_mul(states).filter(|&count| count <= MAX_SYNDROMES));
    let count = count.ok_or(NoNearest::TooLarge)?;
    // A syndrome is a number with a digit for each check.
    let number =
        |digit: &dyn Fn(&Vec<u8>) -> usize| checks.iter().rev().fold(0, |sum, check| sum * states + digit(check));
    let columns: Vec<usize> = (0..cells.len()).map(|cell| number(&|check| usize::from(check[cell]))).collect();
    let given = number(&|check| {
        let sum: usize =
            check.iter().zip(&cells).map(|(&part, &cell)| usize::from(part) * usize::from(board.state(cell))).sum();
        sum % states
    });
    let sum = |a: usize, b: usize| {
        let (mut a, mut b, mut sum, mut place) = (a, b, 0, 1);
        for _ in &checks {
            sum += (a % states + b % states) % states * place;
            (a, b, place) = (a / states, b / states, place * states);
        }
        sum
    };
    let multiples: Vec<Vec<usize>> = columns
        .iter()
        .map(|&column| {
            (1..states)
                .scan(0, |multiple, _| {
                    *multiple = sum(*multiple, column);
                    Some(*multiple)
                })
                .collect()
        })
        .collect();
    let path = shortest(given, count, &multiples, &sum, stop).ok_or(NoNearest::Stopped)?;
    let ways = ways(given, path.len(), count, &multiples, &sum, stop)?;
    let mut changed = board.clone();
    for &(cell, by) in &path {
        let light = &mut changed.lights[cells[cell].row * board.width() + cells[cell].column];
        *light = ((usize::from(*light) + by) % states) as u8;
    }
    let mut changes: Vec<Cell> = path.iter().map(|&(cell, _)| cells[cell]).collect();
    changes.sort_unstable();
    let fact = fact(&changed, &changes, ways);
    Ok(Nearest { instance: Box::new(changed), fact })
}

/// Returns generators of the checks: by light, how often it counts.
fn checks(board: &Board, cells: &[Cell], stop: &dyn Fn() -> bool) -> Result<Vec<Vec<u8>>, NoNearest> {
    let mut system = System::new(board.states, cells.len(), cells.len());
    for &button in cells {
        let lights = board.reached(button).into_iter().filter_map(|light| cells.binary_search(&light).ok());
        let row: Vec<(u32, u8)> = lights.map(|light| (light as u32, 1)).collect();
        system.push(&row, 0);
    }
    match system.solve(&[], stop) {
        Solved::Space(space) => Ok((0..space.generators()).map(|index| space.generator(index)).collect()),
        _ => Err(NoNearest::Stopped),
    }
}

/// Returns the changes of a shortest path from a syndrome to 0: cells, and what is added to each.
fn shortest(
    from: usize,
    count: usize,
    multiples: &[Vec<usize>],
    sum: &dyn Fn(usize, usize) -> usize,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<(usize, usize)>> {
    let mut before: Vec<Option<(usize, usize, usize)>> = vec![None; count];
    let mut reached = vec![from];
    let mut next = 0;
    while before[0].is_none() && from != 0 {
        let &syndrome = reached.get(next)?;
        next += 1;
        if next.is_multiple_of(64) && stop() {
            return None;
        }
        for (cell, multiples) in multiples.iter().enumerate() {
            for (index, &multiple) in multiples.iter().enumerate() {
                let to = sum(syndrome, multiple);
                if to != from && before[to].is_none() {
                    before[to] = Some((syndrome, cell, index + 1));
                    reached.push(to);
                }
            }
        }
    }
    let mut path = Vec::new();
    let mut at = 0;
    while at != from {
        let (syndrome, cell, by) = before[at]?;
        path.push((cell, by));
        at = syndrome;
    }
    Some(path)
}

/// Counts the ways to change a number of lights that lead from a syndrome to 0.
fn ways(
    from: usize,
    changes: usize,
    count: usize,
    multiples: &[Vec<usize>],
    sum: &dyn Fn(usize, usize) -> usize,
    stop: &dyn Fn() -> bool,
) -> Result<u128, NoNearest> {
    let states = multiples.first().map_or(1, Vec::len);
    let steps = [changes, count, multiples.len(), states]
        .iter()
        .try_fold(1u64, |product, &factor| product.checked_mul(u64::try_from(factor).ok()?));
    if steps.is_none_or(|steps| steps > MAX_STEPS) {
        return Err(NoNearest::TooLarge);
    }
    let mut ways = vec![vec![0u128; count]; changes + 1];
    ways[0][from] = 1;
    for multiples in multiples {
        if stop() {
            return Err(NoNearest::Stopped);
        }
        for changed in (0..changes).rev() {
            let (fewer, more) = ways.split_at_mut(changed + 1);
            for (syndrome, &known) in fewer[changed].iter().enumerate().filter(|&(_, &known)| known > 0) {
                for &multiple in multiples {
                    let entry = &mut more[0][sum(syndrome, multiple)];
                    *entry = entry.checked_add(known).ok_or(NoNearest::TooLarge)?;
                }
            }
        }
    }
    Ok(ways[changes][0])
}

fn fact(changed: &Board, changes: &[Cell], ways: u128) -> Fact {
    let value = json!({
        "changed": changes.len(),
        "ways": u64::try_from(ways).ok().filter(|&ways| ways <= 1 << 53).map_or_else(|| json!(ways.to_string()), Value::from),
        "cells": changes.iter().map(|&cell| json!([cell.row + 1, cell.column + 1])).collect::<Vec<Value>>(),
        "lights": changed.rows(),
    });
    let names: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let words = match changes.len() {
        0 => "the lights of the model can be put out; none is changed".to_string(),
        1 => format!("one light is changed: {}; number of ways to change one: {ways}", names[0]),
        lights => {
            format!("{lights} lights are changed: {}; number of ways to change {lights}: {ways}", names.join(", "))
        }
    };
    Fact::new("nearest", value, words)
}

#[cfg(test)]
mod tests {
    use boardwright_base::budget::Budget;
    use boardwright_base::source::Source;
    use boardwright_puzzle::Loaded;

    fn board(rows: &[String], more: &str) -> Loaded {
        let text = format!("puzzle = \"lights-out\"\nlights = \"\"\"\n{}\"\"\"\n{more}", rows.join("\n"));
        boardwright_families::load(&Source::new("test.toml", text), &Budget::none()).expect("a model")
    }

    /// Whether all lights can be turned off, by all ways to press.
    fn is_solvable(rows: &[String], states: usize, wrap: bool) -> bool {
        let (height, width) = (rows.len(), rows[0].len());
        let given: Vec<usize> = rows
            .concat()
            .chars()
            .map(|light| match light {
                '#' => 1,
                '.' => 0,
                digit => digit as usize - '0' as usize,
            })
            .collect();
        (0..states.pow((height * width) as u32)).any(|code| {
            let mut lights = given.clone();
            for cell in 0..height * width {
                let times = code / states.pow(cell as u32) % states;
                let (row, column) = ((cell / width) as i64, (cell % width) as i64);
                let mut near: Vec<(i64, i64)> = [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)]
                    .map(|(down, right)| (row + down, column + right))
                    .map(|(row, column)| match wrap {
                        true => (row.rem_euclid(height as i64), column.rem_euclid(width as i64)),
                        false => (row, column),
                    })
                    .into_iter()
                    .filter(|&(row, column)| (0..height as i64).contains(&row) && (0..width as i64).contains(&column))
                    .collect();
                near.sort_unstable();
                near.dedup();
                near.into_iter().for_each(|(row, column)| lights[row as usize * width + column as usize] += times);
            }
            lights.iter().all(|light| light % states == 0)
        })
    }

    /// All boards with one or two changed lights are tried.
    #[test]
    fn the_fewest_changes_agree_with_brute_force() {
        for (rows, states, wrap) in [
            ("#.. ... ...", 2, true),
            ("##. .#. ...", 2, true),
            ("1.. 2.1", 3, false),
            ("12. ...", 4, false),
            (".. .#", 2, false),
            ("#... .... ....", 2, false),
            ("#.... .#...", 2, false),
        ] {
            let rows: Vec<String> = rows.split(' ').map(str::to_string).collect();
            let loaded = board(&rows, &format!("states = {states}\nwrap = {wrap}"));
            let nearest = loaded
                .instance
                .variations()
                .expect("it is offered")
                .nearest(&|| false)
                .unwrap_or_else(|reason| panic!("{reason}"));
            let solvable = |rows: &[String]| is_solvable(rows, states, wrap);
            let changed = |rows: &[String]| -> Vec<Vec<String>> {
                let mut boards = Vec::new();
                for (row, line) in rows.iter().enumerate() {
                    for column in 0..line.len() {
                        let now = match &line[column..=column] {
                            "#" => 1,
                            "." => 0,
                            digit => digit.parse().expect("a digit"),
                        };
                        for state in (0..states).filter(|&state| state != now) {
                            let mut board = rows.to_vec();
                            board[row].replace_range(column..=column, &state.to_string());
                            boards.push(board);
                        }
                    }
                }
                boards
            };
            let digits: Vec<String> = rows.iter().map(|row| row.replace('#', "1").replace('.', "0")).collect();
            let mut distance = 0;
            let mut boards = vec![digits.clone()];
            let ways = loop {
                let ways = boards.iter().filter(|rows| solvable(rows)).count();
                if ways > 0 {
                    break ways;
                }
                distance += 1;
                let differences = |board: &Vec<String>| {
                    board.concat().chars().zip(digits.concat().chars()).filter(|(a, b)| a != b).count()
                };
                boards = boards
                    .iter()
                    .flat_map(|rows| changed(rows))
                    .filter(|board| differences(board) == distance)
                    .collect();
                boards.sort_unstable();
                boards.dedup();
            };
            assert_eq!(nearest.fact.value["changed"], distance, "{rows:?}");
            assert_eq!(nearest.fact.value["ways"], ways, "{rows:?}");
            let lights: Vec<String> = serde_json::from_value(nearest.fact.value["lights"].clone()).expect("rows");
            assert!(solvable(&lights), "{rows:?}: {lights:?}");
        }
    }
}
