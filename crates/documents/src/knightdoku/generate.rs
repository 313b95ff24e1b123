//! The generator: Knightdokus with one solution in which every clue is needed.
//!
//! A board is filled cell by cell in random order, each with or without a knight, as long as it can be completed.
//! Then all its knights are clues, which determine the board, and each clue that the others imply is removed in turn.
//! With a wanted number of clues, the other clues stay once it is reached. With a half turn the cells are taken in pairs: then no pair can be removed.

use super::{Board, FIELDS, KNIGHT};
use boardwright_base::board::Cell;
use boardwright_base::board::symmetry::Permutation;
use boardwright_base::random::Random;
use boardwright_puzzle::capability::generation::{GenerationRequest, Made, Oracle, Refusal, Unmet, accepted, picture};

type Picture = Vec<Vec<char>>;

/// The puzzles that are made until one has the wanted number of clues; with a time limit there are more.
const ATTEMPTS: usize = 20;

pub(super) fn generate(
    request: &GenerationRequest,
    random: &mut Random,
    oracle: &mut dyn Oracle,
) -> Result<Made, Refusal> {
    let (rows, columns) = request.size(9);
    if rows != columns {
        return Err(Unmet::NotSquare { rows, columns }.into());
    }
    let sets = Sets { side: rows, symmetric: request.symmetric };
    let mut settings = request.lines();
    let named = |key: &str| request.settings.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
    // The blocks of a board of another size, unless the request chooses them.
    if rows != 9 && named("block").is_none() {
        let block = block(rows);
        settings.push_str(&format!("block = [{}, {}]\n", block.0, block.1));
    }
    let model = |clues: &Picture| format!("puzzle = \"knightdoku\"\n{settings}clues = {}\n", picture(clues));
    let Some(wanted) = request.clues else { return Ok(reduced(&sets, &model, None, random, oracle)?.0) };
    let mut best: Option<(Made, usize)> = None;
    let mut tried = 0;
    while oracle
        .tries_again(tried, ATTEMPTS)
        .or_else(|refusal| if best.is_some() { Ok(false) } else { Err(refusal) })?
    {
        let (made, count) = match reduced(&sets, &model, Some(wanted), random, oracle) {
            Ok(reduced) => reduced,
            // A limit ends the tries, and the best puzzle is finished.
            Err(Refusal::Silent) if best.is_some() => break,
            Err(refusal) => return Err(refusal),
        };
        tried += 1;
        if best.as_ref().is_none_or(|(_, least)| count.abs_diff(wanted) < least.abs_diff(wanted)) {
            best = Some((made, count));
        }
        if count == wanted {
            break;
        }
    }
    match best {
        Some((made, count)) if count == wanted => Ok(made),
        Some((made, count)) => Ok(Made { missed: vec![missed(count, wanted)], ..made }),
        None => Err(Refusal::Silent),
    }
}

/// Returns the goal that a puzzle with this number of clues misses.
fn missed(count: usize, wanted: usize) -> String {
    format!("{count} clues instead of {wanted}")
}

/// Makes one puzzle, with at least `wanted` clues; returns it with the number of its clues.
fn reduced(
    sets: &Sets,
    model: &dyn Fn(&Picture) -> String,
    wanted: Option<usize>,
    random: &mut Random,
    oracle: &mut dyn Oracle,
) -> Result<(Made, usize), Refusal> {
    let rows = sets.side;
    let knights = filled(sets, model, random, oracle)?;
    let fields = accepted(&model(&knights), "knightdoku", FIELDS)?;
    let board = Board::read(&fields).map_err(|_| Refusal::Silent)?;
    let knight = |cell: &Cell| knights[cell.row][cell.column] == 'K';
    let mut clues = vec![vec!['.'; rows]; rows];
    for cell in sets.cells().filter(knight) {
        let sees = board.seen(cell).into_iter().filter(knight).count();
        clues[cell.row][cell.column] = char::from_digit(sees as u32, 10).unwrap_or('K');
    }
    let count = |clues: &Picture| clues.iter().flatten().filter(|&&clue| clue != '.').count();
    let all = count(&clues);
    let made = |clues: &Picture, then: &str| {
        let count = count(clues);
        let remark = format!("{count} {} of {all} knights{then}", if count == 1 { "clue" } else { "clues" });
        let missed = wanted.filter(|&wanted| wanted != count).map(|wanted| missed(count, wanted));
        Made { model: model(clues), distinct: false, remarks: vec![remark], missed: missed.into_iter().collect() }
    };
    oracle.hold(made(&clues, ""));
    for cells in sets.shuffled(random) {
        let kept: Vec<char> = cells.iter().map(|cell| clues[cell.row][cell.column]).collect();
        let some = kept.iter().filter(|&&clue| clue != '.').count();
        if some == 0 || wanted.is_some_and(|wanted| count(&clues) < wanted + some) {
            continue;
        }
        cells.iter().for_each(|cell| clues[cell.row][cell.column] = '.');
        match oracle.solutions(&model(&clues), 2, false)?.len() {
            1 => oracle.hold(made(&clues, "")),
            _ => cells.iter().zip(&kept).for_each(|(cell, &clue)| clues[cell.row][cell.column] = clue),
        }
    }
    let none = if sets.symmetric { "no pair of clues" } else { "no clue" };
    let left = count(&clues);
    let then = match wanted {
        Some(wanted) if left <= wanted => String::new(),
        _ => format!("; {none} can be left out"),
    };
    Ok((made(&clues, &then), left))
}

/// The cells of a board, one by one, or in pairs that a half turn exchanges.
struct Sets {
    side: usize,
    symmetric: bool,
}

impl Sets {
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        (0..side * side).map(move |index| Cell::new(index / side, index % side))
    }

    fn shuffled(&self, random: &mut Random) -> Vec<Vec<Cell>> {
        let side = self.side;
        let turned = |cell: Cell| Cell::new(side - 1 - cell.row, side - 1 - cell.column);
        let sets: Vec<Vec<Cell>> = match self.symmetric {
            false => self.cells().map(|cell| vec![cell]).collect(),
            true => {
                let first = self.cells().filter(|&cell| cell <= turned(cell));
                first.map(|cell| if cell == turned(cell) { vec![cell] } else { vec![cell, turned(cell)] }).collect()
            }
        };
        random.permutation(sets.len()).into_iter().map(|index| sets[index].clone()).collect()
    }
}

/// Returns a random board: every cell with `K` or `x`.
fn filled(
    sets: &Sets,
    model: &dyn Fn(&Picture) -> String,
    random: &mut Random,
    oracle: &mut dyn Oracle,
) -> Result<Picture, Refusal> {
    let cells = sets.side * sets.side;
    let turn = Permutation::new((0..cells).rev()).expect("it exchanges cells");
    let solution = |given: &Picture, oracle: &mut dyn Oracle| match sets.symmetric {
        true => oracle.kept(&model(given), &turn),
        false => Ok(oracle.solutions(&model(given), 1, false)?.pop()),
    };
    let mut given = vec![vec!['.'; sets.side]; sets.side];
    let Some(mut known) = solution(&given, &mut *oracle)? else {
        return Err(Unmet::NoBoard { symmetric: sets.symmetric }.into());
    };
    let order = sets.shuffled(random);
    let (all, what) = (order.len(), if sets.symmetric { "pairs of cells" } else { "cells" });
    for (number, cells) in order.into_iter().enumerate() {
        oracle.progress(format!("{number} of {all} {what} were filled"));
        let knight = |cell: &Cell| known.candidate().layers[0][cell.row * sets.side + cell.column] == KNIGHT;
        let has = if knight(&cells[0]) { 'K' } else { 'x' };
        let wanted = if random.below(2) == 0 { 'K' } else { 'x' };
        cells.iter().for_each(|cell| given[cell.row][cell.column] = wanted);
        if has == wanted {
            continue;
        }
        match solution(&given, &mut *oracle)? {
            Some(found) => known = found,
            // The previous solution has the opposite value here, so that the clues stay satisfiable.
            None => cells.iter().for_each(|cell| given[cell.row][cell.column] = has),
        }
    }
    Ok(given)
}

/// Returns the blocks of a board of this side that are nearest to squares.
fn block(side: usize) -> (usize, usize) {
    let rows = (1..=side.isqrt()).rev().find(|rows| side.is_multiple_of(*rows)).unwrap_or(1);
    (rows, side / rows)
}
