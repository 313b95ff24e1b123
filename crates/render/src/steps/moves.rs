//! The moves of a plan as text, as data, as a film strip and as a page.

use super::names::{capital, list};
use super::page::{Document, document, escape};
use crate::text::{self, Style};
use crate::{reason, svg};
use boardwright_base::board::picture::{Panel, Picture};
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::steps::moves::{Fewer, Move, Moves};
use serde_json::{Value, json};

/// The version of the keys.
const VERSION: u32 = 1;

/// Returns the moves for a person.
pub fn text(loaded: &Loaded, moves: &Moves, style: Style) -> String {
    let mut parts: Vec<String> = loaded.model.title.iter().map(|title| format!("{title}\n")).collect();
    parts.push(format!("{}\n", beginning(moves).join("\n")));
    parts.push((0..moves.moves.len()).map(|index| format!("{}\n", numbered(moves, index))).collect());
    parts.extend(moves.solution.as_ref().map(|solution| text::render(&loaded.instance.draw(solution), style)));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Returns the answer, and why fewer moves do not suffice, line by line.
fn beginning(moves: &Moves) -> Vec<String> {
    let mut lines = vec![match (moves.answer, moves.optimum, moves.plans) {
        (Answer::Unsatisfiable, ..) => "unsatisfiable".to_string(),
        (_, Some(optimum), plans) => {
            let number = match plans {
                Some(1) => "; there is no other plan as short".to_string(),
                Some(number) => format!("; there are {number} plans as short"),
                None => String::new(),
            };
            format!("optimal: {}{number}", counted(optimum, "move"))
        }
        (Answer::Satisfiable, None, Some(1)) => "satisfiable: there is one plan".to_string(),
        (Answer::Satisfiable, None, _) => "satisfiable: a plan".to_string(),
        _ => "unknown".to_string(),
    }];
    lines.extend(Some(reason(moves)).filter(|reason| !reason.is_empty()));
    if let Some(optimum) = moves.optimum {
        lines.extend(moves.fewer.iter().map(|fewer| format!("why not fewer: {}", why(fewer, optimum))));
    }
    lines
}

/// Returns the reason why there is no plan, or why the answer is unknown; empty if there is none.
fn reason(moves: &Moves) -> String {
    reason::of(&moves.reason)
}

/// Returns a number of things: `one move`, `3 moves`.
fn counted(number: i64, what: &str) -> String {
    match number {
        1 => format!("one {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// Returns the sentence of a reason why fewer moves do not suffice.
fn why(fewer: &Fewer, optimum: i64) -> String {
    match fewer {
        Fewer::Bound { why, .. } => why.to_string(),
        Fewer::Visited(layers) => {
            let numbers: Vec<String> = layers.iter().map(u64::to_string).collect();
            let moves = counted(optimum - 1, "move");
            let all = layers.iter().sum::<u64>();
            format!(
                "{} can be reached in {moves} or fewer (after 0, 1, ... moves: {}), and no goal is among them",
                counted(all as i64, "position"),
                numbers.join(", ")
            )
        }
        Fewer::Searched { from, below } if from + 1 == *below => {
            format!("a complete search found no plan of {}", counted(*from as i64, "move"))
        }
        Fewer::Searched { from, below } => {
            format!("a complete search found no plan of {from} to {} moves", below - 1)
        }
    }
}

/// Returns the sentence of a move.
fn sentence(moves: &Moves, own: &Move) -> String {
    let goal = match own.remaining {
        0 => "reaches the goal".to_string(),
        1 => "leads to the goal in one more".to_string(),
        left => format!("leads to the goal in {left} more"),
    };
    let words = capital(&own.words);
    match (&own.others, own.possible) {
        (_, 1) => format!("{words}: the only possible move"),
        (Some(others), possible) if others.is_empty() => {
            format!("{words}: of {possible} possible moves, only this one {goal}")
        }
        (Some(others), possible) => {
            let so_do = if others.len() == 1 { "so does" } else { "so do" };
            format!("{words}: one of {possible} possible moves; it {goal}, and {so_do} {}", list(others))
        }
        (None, possible) if moves.optimum.is_some() => format!("{words}: one of {possible} possible moves; it {goal}"),
        (None, possible) => format!("{words}: one of {possible} possible moves"),
    }
}

fn numbered(moves: &Moves, index: usize) -> String {
    format!("{}. {}", index + 1, sentence(moves, &moves.moves[index]))
}

/// Returns the position after a move, with the cells of what was moved marked; without the goal beside it.
pub fn board(own: &Move) -> Picture {
    let mut picture = first_panel(&own.picture);
    for panel in &mut picture.panels {
        for cell in &own.cells[1] {
            let row = cell.row.checked_sub(panel.top).and_then(|row| panel.rows.get_mut(row));
            if let Some(square) = row.and_then(|row| row.get_mut(cell.column)) {
                square.marked = true;
            }
        }
    }
    picture
}

/// Returns a picture without the goal beside it.
pub fn first_panel(picture: &Picture) -> Picture {
    Picture { panels: picture.panels.iter().take(1).cloned().collect(), captions: Vec::new() }
}

/// Returns the positions as one picture.
pub fn film(loaded: &Loaded, moves: &Moves) -> String {
    let mut film = Picture::default();
    let mut add = |picture: Picture, title: String| {
        film.panels.extend(picture.panels.into_iter().map(|panel| Panel { title: title.clone(), ..panel }));
    };
    if let Some(start) = &moves.start {
        add(first_panel(start), "start".into());
    }
    for (index, own) in moves.moves.iter().enumerate() {
        add(board(own), format!("move {}", index + 1));
    }
    film.captions = beginning(moves);
    film.captions.extend((0..moves.moves.len()).map(|index| numbered(moves, index)));
    svg::titled(&film, loaded.model.title.as_deref())
}

/// Returns the page.
pub fn page(loaded: &Loaded, moves: &Moves) -> String {
    let sentence = |index: usize| escape(&numbered(moves, index));
    let all = 0..moves.moves.len();
    document(&Document {
        title: loaded.model.title.as_deref().unwrap_or("Steps"),
        boards: moves
            .start
            .iter()
            .map(first_panel)
            .chain(moves.moves.iter().map(board))
            .map(|board| svg::render(&board))
            .collect(),
        sentences: std::iter::once(escape(&beginning(moves).join("\n")).replace('\n', "<br>"))
            .chain(all.clone().map(|index| format!("<p>{}</p>", sentence(index))))
            .collect(),
        items: moves.moves.iter().map(|own| escape(&capital(&own.words))).collect(),
        key: String::new(),
        ending: String::new(),
    })
}

/// Returns the moves as an object. The keys are a contract; inapplicable values are null.
pub fn json(source: &Source, loaded: &Loaded, moves: &Moves) -> Value {
    let step = |own: &Move| {
        let cells = |cells: &[boardwright_base::board::Cell]| -> Vec<Value> {
            cells.iter().map(|cell| json!([cell.row + 1, cell.column + 1])).collect()
        };
        json!({
            "move": own.words,
            "from": cells(&own.cells[0]),
            "to": cells(&own.cells[1]),
            "possible": own.possible,
            "remaining": own.remaining,
            "others": own.others,
            "sentence": sentence(moves, own),
        })
    };
    let optimum = moves.optimum.unwrap_or(0);
    let fewer = |fewer: &Fewer| {
        let (proof, least, layers) = match fewer {
            Fewer::Bound { least, .. } => ("bound", *least as i64, None),
            Fewer::Visited(layers) => ("visit", optimum, Some(layers)),
            Fewer::Searched { .. } => ("search", optimum, None),
        };
        json!({ "proof": proof, "at_least": least, "positions": layers, "sentence": why(fewer, optimum) })
    };
    let solutions: Vec<Value> = moves.solution.iter().map(|solution| solution.to_json(&*loaded.instance)).collect();
    json!({
        "version": VERSION,
        "model": source.name,
        "puzzle": loaded.puzzle.name(),
        "answer": moves.answer.name(),
        "formulation": moves.method,
        "unique": moves.plans.map(|plans| plans == 1),
        "optimum": moves.optimum,
        "complete": moves.solution.is_some(),
        "reason": Some(reason(moves)).filter(|reason| !reason.is_empty()),
        "solutions": solutions,
        "plans": moves.plans,
        "steps": moves.moves.iter().map(step).collect::<Vec<_>>(),
        "fewer": moves.fewer.iter().map(fewer).collect::<Vec<_>>(),
    })
}
