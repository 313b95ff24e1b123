//! Facts about a dissection that need no search: areas, colours, the chequering, the possible placements.
//!
//! On 4x5 one set of tetrominoes has the right area, but the T is the only piece that covers three cells of one
//! colour of a chequered board, and the board has ten of each: there is no solution. Where the numbers exclude
//! nothing, the cell with the fewest placements is where a person starts.

use super::leftover::Leftover;
use super::places::Places;
use super::{Board, counting, draw, symmetry};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Panel, Picture, Square};
use boardwright_base::board::shape::Colour;
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::analysis::Analysis;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The number of cells that are named; the others are marked in the picture and counted.
const NAMED: usize = 12;

pub(super) fn analyze(board: &Board, stop: &dyn Fn() -> bool) -> Analysis {
    let mut facts = vec![areas(board)];
    facts.extend(colours(board));
    facts.extend(board.layout.is_chequered().then(|| chequering(board)));
    facts.push(match counting::contradiction(board) {
        Some(contradiction) => Fact::new(
            "contradiction",
            json!({ "rule": contradiction.rule().name(), "reason": contradiction.argument.to_string() }),
            format!("there is no solution: {}", contradiction.argument),
        ),
        None => Fact::new("contradiction", Value::Null, "these counts do not exclude a solution"),
    });
    if let Ok(group) = symmetry::group(board, false) {
        let words = format!("symmetries of board and pieces: {group}");
        facts.push(Fact::new("symmetries", group.to_string(), words));
    }
    let places =
        if stop() { Err("the limit was reached".to_string()) } else { Places::of(board).map_err(|e| e.to_string()) };
    let places = match places {
        Ok(places) => places,
        Err(reason) => {
            facts.push(Fact::new("placements", Value::Null, format!("placements were not listed: {reason}")));
            return Analysis { facts, ..Analysis::default() };
        }
    };
    facts.push(places.at_the_start(board));
    facts.extend(homeless(board, &places));
    facts.extend(hopeless(board, &places, stop));
    let over: Vec<usize> = places.over().iter().map(Vec::len).collect();
    let fewest = over.iter().copied().min().unwrap_or(0);
    facts.push(fewest_over_a_cell(board, &places, &over, fewest));
    Analysis { facts, picture: picture(board, &places, &over, fewest), ..Analysis::default() }
}

/// Formats `5`, `5 to 9`, `at least 5`.
fn range(least: usize, most: Option<usize>) -> String {
    match most {
        Some(most) if most == least => least.to_string(),
        Some(most) => format!("{least} to {most}"),
        None => format!("at least {least}"),
    }
}

fn areas(board: &Board) -> Fact {
    let least = board.pieces.iter().map(|piece| piece.min * piece.size()).sum();
    let most = board.pieces.iter().map(|piece| Some(piece.max? * piece.size())).sum::<Option<usize>>();
    let words = format!("cells: {} on the board, {} in the pieces", board.area(), range(least, most));
    Fact::new("cells", json!({ "board": board.area(), "pieces": { "least": least, "most": most } }), words)
}

/// The numbers of cells by colour, where there are colours.
fn colours(board: &Board) -> Option<Fact> {
    type Numbers = (usize, usize, Option<usize>);
    let mut numbers: BTreeMap<Colour, Numbers> = BTreeMap::new();
    let none = (0, 0, Some(0));
    for (_, colour, _) in board.cells() {
        numbers.entry(colour).or_insert(none).0 += 1;
    }
    for piece in &board.pieces {
        for &(_, colour) in piece.shape().cells() {
            let (_, least, most) = numbers.entry(colour).or_insert(none);
            *least += piece.min;
            *most = most.zip(piece.max).map(|(most, max)| most + max);
        }
    }
    if numbers.keys().all(|&colour| colour == Colour::Any) {
        return None;
    }
    let name = |colour: &Colour| match colour {
        Colour::Letter(letter) => letter.to_string(),
        Colour::Any => "#".to_string(),
    };
    let words: Vec<String> = numbers
        .iter()
        .map(|(colour, &(on_board, least, most))| {
            format!("{}: {on_board} on the board, {} in the pieces", name(colour), range(least, most))
        })
        .collect();
    let value = numbers.iter().map(|(colour, &(on_board, least, most))| {
        (name(colour), json!({ "board": on_board, "pieces": { "least": least, "most": most } }))
    });
    Some(Fact::new("colours", value.collect::<serde_json::Map<String, Value>>(), words.join("\n")))
}

fn chequering(board: &Board) -> Fact {
    let odd = board.cells().filter(|(cell, ..)| (cell.row + cell.column) % 2 == 1).count();
    let even = board.area() - odd;
    let uneven: Vec<(&str, usize)> = board
        .pieces
        .iter()
        .map(|piece| (piece.name.as_str(), piece.shape().imbalance()))
        .filter(|&(_, imbalance)| imbalance > 0)
        .collect();
    let pieces = match uneven.len() {
        0 => "every piece covers both colours equally".to_string(),
        _ => {
            let words: Vec<String> = uneven.iter().map(|(name, more)| format!("{name} by {more}")).collect();
            format!("pieces that cover the colours unequally: {}", words.join(", "))
        }
    };
    let value: Vec<Value> = uneven.iter().map(|(name, more)| json!({ "piece": name, "difference": more })).collect();
    let words = format!("chequered, the board has {even} cells of one colour and {odd} of the other; {pieces}");
    Fact::new("chequering", json!({ "board": [even, odd], "pieces": value }), words)
}

/// Pieces that must be used and fit nowhere.
fn homeless(board: &Board, places: &Places) -> Option<Fact> {
    let kinds = places.kinds.iter().filter(|kind| kind.places.len() < kind.least);
    let names: Vec<String> = kinds.map(|kind| kind.name(board)).collect();
    (!names.is_empty()).then(|| {
        let words = format!("there is no solution: too few places for {}", names.join(", "));
        Fact::new("without_place", names, words)
    })
}

/// Placements that leave a part of the board which no pieces fill, where that is quick to decide.
fn hopeless(board: &Board, places: &Places, stop: &dyn Fn() -> bool) -> Option<Fact> {
    let leftover = Leftover::new(board, places.places.len())?;
    let mut hopeless = 0;
    for place in &places.places {
        if stop() {
            return None;
        }
        let cells: Vec<Cell> = place.cells.iter().map(|&cell| places.cells[cell as usize]).collect();
        hopeless += usize::from(leftover.is_hopeless(&cells));
    }
    let how_many = if hopeless == 0 { "none of them leaves".to_string() } else { format!("{hopeless} of them leave") };
    let words = format!("{how_many} a part of the board that no pieces fill, by its size");
    Some(Fact::new("hopeless_placements", hopeless, words))
}

fn fewest_over_a_cell(board: &Board, places: &Places, over: &[usize], fewest: usize) -> Fact {
    let cells = over.iter().zip(&places.cells).filter(|&(&over, _)| over == fewest);
    let cells: Vec<String> = cells.map(|(_, cell)| board.named(*cell).to_string()).collect();
    let more = cells.len().saturating_sub(NAMED);
    let named = cells[..cells.len() - more].join(", ");
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let words = match fewest {
        0 => format!("there is no solution: nothing can cover {named}{more}"),
        _ => format!("fewest placements over a cell: {fewest}, at {named}{more}"),
    };
    Fact::new("fewest_over_a_cell", json!({ "placements": fewest, "cells": cells }), words)
}

/// Draws the number of placements over each cell; those with the fewest are marked.
fn picture(board: &Board, places: &Places, over: &[usize], fewest: usize) -> Picture {
    let mut rows = vec![vec![Square::hole(); board.width()]; board.height()];
    for (&cell, &over) in places.cells.iter().zip(over) {
        let square = Square::new(0).ground(draw::ground(board.colour(cell))).text(over.to_string());
        rows[cell.row][cell.column] = if over == fewest { square.marked() } else { square };
    }
    let title = "placements over each cell".to_string();
    Picture { panels: draw::levels(board, Panel { title, rows, ..Panel::default() }), captions: Vec::new() }
}
