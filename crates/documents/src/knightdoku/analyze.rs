//! Facts about a Knightdoku that need no search: the number of arrangements of its sets and clues, and the size of
//! the article's formula.
//!
//! The article (M. Sottile, "Solving Knightdoku Challenges the Wolfram Way", 2021) has two variables for every cell,
//! knight and no knight, of which one holds: `(k and not e) or (e and not k)`, four literals. For every row, column
//! and block, and for every clue, it lists all arrangements: an `or` of `and`s over the variables of the cells,
//! including the clue's own cell. For nine rows of 84 arrangements of nine cells that is 6804 literals.

use super::constrain::binomial;
use super::{Board, Given, Knights};
use boardwright_ir::constraint::origin::BuiltIn;
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::analysis::Analysis;
use serde_json::json;

/// The article's formula.
#[derive(Debug, Default, PartialEq, Eq)]
struct Formula {
    variables: u128,
    arrangements: u128,
    literals: u128,
}

pub(super) fn analyze(board: &Board) -> Analysis {
    let cells = board.cells().count();
    let mut formula = Formula { variables: 2 * cells as u128, arrangements: 0, literals: 4 * cells as u128 };
    let ways = |cells: usize, knights: Knights| -> u128 {
        (knights.min..=knights.max.min(cells)).map(|number| binomial(cells, number)).sum()
    };
    let mut add = |cells: usize, knights: Knights, more: usize| {
        let arrangements = ways(cells, knights);
        formula.arrangements += arrangements;
        formula.literals += arrangements * (cells + more) as u128;
        arrangements
    };
    let mut sets: Vec<(BuiltIn, usize, Knights, usize)> = Vec::new();
    for (rule, _, knights, cells) in board.sets() {
        add(cells.len(), knights, 0);
        match sets.last_mut() {
            Some(last) if (last.0, last.1, last.2) == (rule, cells.len(), knights) => last.3 += 1,
            _ => sets.push((rule, cells.len(), knights, 1)),
        }
    }
    let mut clues = Vec::new();
    for cell in board.cells() {
        if let Given::Count(number) = board.given(cell) {
            clues.push((cell, number, add(board.seen(cell).len(), Knights::exactly(number), 1)));
        }
    }
    let given = board.cells().filter(|&cell| board.given(cell) != Given::Nothing).count();
    let all = Knights { min: board.per_line.min * board.side, max: board.per_line.max * board.side };
    let words = |(rule, cells, knights, number): &(BuiltIn, usize, Knights, usize)| {
        format!(
            "{number} {} of {cells} cells with {} knights: {} arrangements each",
            rule.name(),
            knights.amount(*cells),
            ways(*cells, *knights)
        )
    };
    let lines: Vec<String> = sets.iter().map(words).collect();
    let mut facts = vec![
        Fact::new("cells", cells, format!("{cells} cells, {} knights, {given} cells given", all.amount(cells))),
        Fact::new(
            "sets",
            sets.iter()
                .map(|(rule, cells, knights, number)| {
                    let knights_of = match knights.fixed() {
                        Some(number) => json!(number),
                        None => json!({ "min": knights.min, "max": knights.max }),
                    };
                    json!({ "rule": rule.name(), "number": number, "cells": cells, "knights": knights_of,
                        "arrangements": number_of(ways(*cells, *knights)) })
                })
                .collect::<Vec<_>>(),
            lines.join("\n"),
        ),
    ];
    clues.sort_by_key(|&(cell, _, arrangements)| (arrangements, cell));
    if let Some((cell, number, arrangements)) = clues.first() {
        let words = match arrangements {
            0 => format!("the clue {number} at {cell} sees fewer than {number} cells: there is no solution"),
            1 => format!("the clue {number} at {cell} has one arrangement"),
            _ => format!("the clue with the fewest arrangements, {arrangements}, is the {number} at {cell}"),
        };
        let list = clues.iter().map(|(cell, number, arrangements)| {
            json!({ "cell": [cell.row + 1, cell.column + 1], "number": number, "arrangements": number_of(*arrangements) })
        });
        facts.push(Fact::new("clues", list.collect::<Vec<_>>(), words));
    }
    let Formula { variables, arrangements, literals } = formula;
    facts.push(Fact::new(
        "article",
        json!({ "variables": number_of(variables), "arrangements": number_of(arrangements), "literals": number_of(literals) }),
        format!("the article's formula: {variables} variables, {arrangements} arrangements, {literals} literals"),
    ));
    Analysis { facts, ..Analysis::default() }
}

/// A number, or above 2^53 its digits.
fn number_of(number: u128) -> serde_json::Value {
    match u64::try_from(number) {
        Ok(small) if small <= 1 << 53 => small.into(),
        _ => number.to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::budget::Budget;
    use boardwright_base::source::Source;

    #[test]
    fn the_article_s_formula_is_counted() {
        let clues = "3........\n".to_string() + &".........\n".repeat(7) + ".........";
        let model = Source::new("corner.toml", format!("puzzle = \"knightdoku\"\nclues = \"\"\"\n{clues}\"\"\""));
        let loaded = boardwright_families::load(&model, &Budget::none()).expect("a model");
        let analysis = loaded.instance.analysis().expect("it is offered").analyze(&|| false);
        let fact = |name: &str| {
            analysis.facts.iter().find(|fact| fact.name == name).expect("the fact is reported").value.clone()
        };
        // 27 sets of 84 arrangements of 9 cells, and 81 cells of 4 literals; a corner sees 2 cells, never 3.
        assert_eq!(
            fact("article"),
            json!({ "variables": 162, "arrangements": 2268, "literals": 27 * 84 * 9 + 81 * 4 })
        );
        assert_eq!(fact("clues")[0]["arrangements"], 0);
    }
}
