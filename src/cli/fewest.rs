//! `boardwright analyze --fewest-clues` and `--determining-cells`: smallest sets of cells that determine a board.

use super::Quit;
use boardwright_base::board::Cell;
use boardwright_base::budget::{Budget, Stop};
use boardwright_puzzle::capability::analysis::Analysis;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Fact, Loaded};
use boardwright_tasks::task::fewest::{self, Clue, FewestClues, FewestOfAll, Least, NoPlaces};
use serde_json::{Value, json};

/// The answer to a question, and whether a limit left it open.
pub(super) struct Answered {
    pub(super) analysis: Analysis,
    pub(super) is_open: bool,
}

/// Finds the fewest clues of a solution: of this one, or of the first that is found.
pub(super) fn clues(loaded: &Loaded, of: Option<Solution>, budget: &Budget) -> Result<Answered, Quit> {
    let found = fewest::clues(loaded, of, budget).map_err(|error| refused(error, loaded, "--fewest-clues"))?;
    let is_open = !found.least.is_proved();
    let analysis = clues_of(loaded, found, "fewest clues");
    Ok(Answered { analysis, is_open })
}

/// Finds the fewest clues of all solutions.
pub(super) fn clues_of_all(loaded: &Loaded, budget: &Budget) -> Result<Answered, Quit> {
    let found = fewest::of_all(loaded, budget).map_err(|error| refused(error, loaded, "--fewest-clues"))?;
    let FewestOfAll { mut fewest, solutions, is_up_to_symmetry, stop } = found;
    let symmetry = if is_up_to_symmetry { " up to symmetry" } else { "" };
    let number = if solutions == 1 { "1 solution".to_string() } else { format!("{solutions} solutions") };
    // What is proved of the best solution holds for all only if all were examined.
    if stop.is_some() {
        fewest.least.bound = 0;
    }
    fewest.least.stop = stop;
    let mut analysis = clues_of(loaded, fewest, "fewest clues of all solutions");
    let value = json!({ "number": solutions, "up_to_symmetry": is_up_to_symmetry, "complete": stop.is_none() });
    let examined = if stop.is_some() { "solutions that are known" } else { "solutions" };
    analysis.facts.push(Fact::new("solutions", value, format!("{examined}: {number}{symmetry}")));
    Ok(Answered { analysis, is_open: stop.is_some() })
}

fn clues_of(loaded: &Loaded, FewestClues { solution, least }: FewestClues, what: &str) -> Analysis {
    let mut picture = loaded.instance.draw(&solution);
    let best = least.best.as_deref().unwrap_or_default();
    picture.mark(&best.iter().map(|clue| clue.cell).collect::<Vec<_>>());
    let mut value = sizes(&least, "clues");
    if let Some(best) = &least.best {
        value["cells"] = best.iter().map(|clue| place(clue.cell)).collect();
        value["values"] = best.iter().map(|clue| clue.value.as_str()).collect();
        if best.iter().any(|clue| clue.layer.is_some()) {
            value["layers"] = best.iter().map(|clue| clue.layer.as_deref()).collect();
        }
    }
    let words = |clue: &Clue| match &clue.layer {
        Some(layer) => format!("{}={} ({layer})", clue.cell, clue.value),
        None => format!("{}={}", clue.cell, clue.value),
    };
    let words = described(what, "no values of cells leave the solution unique", &least, words);
    Analysis { facts: vec![Fact::new("fewest-clues", value, words)], picture, ..Analysis::default() }
}

/// Finds the fewest cells that determine every board.
pub(super) fn cells(loaded: &Loaded, budget: &Budget) -> Result<Answered, Quit> {
    let least = fewest::cells(loaded, budget).map_err(|error| refused(error, loaded, "--determining-cells"))?;
    let mut picture = loaded.instance.draw_givens();
    picture.mark(least.best.as_deref().unwrap_or_default());
    let mut value = sizes(&least, "fewest");
    if let Some(best) = &least.best {
        value["cells"] = best.iter().map(|&cell| place(cell)).collect();
    }
    let words = described("fewest cells that determine the board", "no cells do", &least, Cell::to_string);
    let facts = vec![Fact::new("determining-cells", value, words)];
    Ok(Answered { analysis: Analysis { facts, picture, ..Analysis::default() }, is_open: !least.is_proved() })
}

/// Returns a cell as row and column, counted from 1.
fn place(cell: Cell) -> Value {
    json!([cell.row + 1, cell.column + 1])
}

/// Returns the proved number, or its bounds.
fn sizes<Place>(least: &Least<Place>, number: &str) -> Value {
    let best = least.best.as_ref().map(Vec::len);
    if least.is_proved() { json!({ number: best }) } else { json!({ "best": best, "bound": least.bound }) }
}

fn described<Place>(what: &str, none: &str, least: &Least<Place>, words: impl Fn(&Place) -> String) -> String {
    let best = least.best.as_ref().map(|best| (best.len(), best.iter().map(words).collect::<Vec<_>>().join(" ")));
    let reason = least.stop.map_or("", Stop::describe);
    match (best, least.is_proved()) {
        (Some((number, places)), true) => format!("{what}: {number}: {places}"),
        (Some((number, places)), false) => {
            format!("{what}: at least {}, at most {number} ({reason}): {places}", least.bound)
        }
        (None, true) => format!("{what}: {none}"),
        (None, false) => format!("{what}: unknown ({reason})"),
    }
}

fn refused(error: NoPlaces, loaded: &Loaded, option: &str) -> Quit {
    match error {
        NoPlaces::Family => {
            let family = loaded.puzzle.name();
            Quit::wrong(format!("{option} does not support this `{family}` model; expected a grid without moves"))
        }
        NoPlaces::NoBoard => Quit::wrong(format!("{option} requires a model with a solution; this one has none")),
        NoPlaces::Failed(failure) => failure.into(),
    }
}
