//! Solving by hand: what a player can enter, whether the entries are a solution, what contradicts the rules, and hints.
//!
//! Entries are facts as steps have them: `r3c4=5`, `r1c1-r1c2`. Start with [`sheet`].

use super::model::drawn;
use super::place::Places;
use super::reason::origins;
use super::request::{Events, Session, Wrong};
use boardwright_base::board::Cell;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::by_hand::Turn;
use boardwright_puzzle::capability::cells::{Cells, Sheet, SheetLayer};
use boardwright_puzzle::capability::printed_clues::{Edit, edited};
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_render::steps as render;
use boardwright_tasks::task::explain::{self, ExplainRequest, Finding};
use boardwright_tasks::task::steps::{self, BadPosition, Entry, Fact, StepsRequest};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The time to look for rules that the entries contradict, and for a hint.
const TIME: Duration = Duration::from_secs(10);
/// The search for a smallest reason of a hint, in solver calls.
const CALLS: u64 = 2_000;
/// The number of solutions whose visible parts are compared with the entries.
const SEEN: usize = 100;

/// Sends the layers with their values and cells, and the lines with their names.
pub(super) fn sheet(session: &Session<'_>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let sheet = of(&loaded)?;
    let layers: Vec<Value> = sheet
        .layers
        .iter()
        .map(|layer| {
            let cells: Vec<Value> =
                layer.cells.iter().flatten().map(|cell| json!([cell.row + 1, cell.column + 1])).collect();
            json!({ "layer": layer.name, "values": layer.values, "cells": cells, "hidden": is_hidden(&loaded, &layer.name) })
        })
        .collect();
    let lines: Vec<Value> = sheet
        .lines
        .iter()
        .map(|line| json!({ "name": format!("{}-{}", line.ends[0], line.ends[1]), "strokes": line.strokes }))
        .collect();
    write(&json!({ "event": "sheet", "layers": layers, "lines": lines }));
    Ok(())
}

/// Returns whether drawings omit a layer: a player does not see it and enters nothing there.
pub(super) fn is_hidden(loaded: &Loaded, layer: &str) -> bool {
    let names = loaded.model.fields.list("hidden").unwrap_or_default();
    names.iter().any(|name| name.value.as_text() == Some(layer))
}

/// Returns the cells and lines of the board; refuses a family without them.
fn of(loaded: &Loaded) -> Result<Sheet, Wrong> {
    let family = loaded.puzzle.name();
    let sheet = loaded.instance.cells().map(Cells::sheet);
    let sheet = sheet.filter(|sheet| !sheet.layers.is_empty() || !sheet.lines.is_empty());
    sheet.ok_or_else(|| Wrong::Refused(format!("solving by hand is not supported for this `{family}` model")))
}

/// Returns the entries that the page sends.
fn entries(sheet: &Sheet, known: &[String]) -> Result<Vec<Entry>, Wrong> {
    let refused = |wrong| match wrong {
        // A player of the page clicks, so it names no form of a fact.
        BadPosition::Entry(text) => Wrong::Refused(format!("unknown entry `{text}`")),
        other => Wrong::Refused(other.to_string()),
    };
    let read = |text: &String| steps::entry(text, sheet).map_err(refused);
    known.iter().map(read).collect()
}

/// Entries of a player, read against the board.
struct Entered {
    /// By layer and index of a cell, the index of its value.
    values: Vec<BTreeMap<usize, usize>>,
    /// Lines that are there.
    lines: BTreeSet<usize>,
}

impl Entered {
    fn read(sheet: &Sheet, known: &[String]) -> Result<Entered, Wrong> {
        let mut entered = Entered { values: vec![BTreeMap::new(); sheet.layers.len()], lines: BTreeSet::new() };
        for entry in entries(sheet, known)?.iter().filter(|entry| entry.holds) {
            match entry.subject {
                steps::Entered::Value(at) => {
                    entered.values[at.layer].insert(at.cell, at.value);
                }
                steps::Entered::Line(line) => {
                    entered.lines.insert(line);
                }
                steps::Entered::Piece { .. } => {}
            }
        }
        Ok(entered)
    }

    /// Returns whether each cell of each layer has a value.
    fn is_full(&self, sheet: &Sheet) -> bool {
        let mut layers = self.values.iter().zip(&sheet.layers);
        layers.all(|(values, layer)| is_full(values, layer))
    }

    /// Returns whether the entries are what is visible of a solution, in a model with hidden layers: of one of the first solutions in
    /// which the given values of the first layer are the entries.
    fn is_seen(&self, session: &Session<'_>, loaded: &Loaded, sheet: &Sheet, budget: &Budget) -> Result<bool, Wrong> {
        let visible: Vec<usize> =
            (0..sheet.layers.len()).filter(|&layer| !is_hidden(loaded, &sheet.layers[layer].name)).collect();
        let is_blank = |layer: &SheetLayer| layer.values.iter().any(|value| value == ".");
        let is_ready =
            |&layer: &usize| is_blank(&sheet.layers[layer]) || is_full(&self.values[layer], &sheet.layers[layer]);
        if visible.len() == sheet.layers.len() || !visible.iter().all(is_ready) {
            return Ok(false);
        }
        let edits = if visible.first() == Some(&0) { self.given(session, loaded, sheet) } else { Vec::new() };
        let source = Source::new(&session.source.name, edited(&session.source.text, &edits));
        let Ok(loaded) = session.registry.load(&source, budget) else { return Ok(false) };
        let setup = Setup::resolve(&loaded, &Options { several: true, ..Options::default() }, budget)?;
        let request = task::Request::new(&loaded, &setup, Ask::UpTo(SEEN)).with_other_ways();
        let report = task::run(&request, budget, &mut task::ignore)?;
        let shows = |solution: &Solution| {
            let board = solution.candidate();
            let lines = board.lines.iter().enumerate().all(|(line, &there)| there == self.lines.contains(&line));
            lines && visible.iter().all(|&layer| shows(&board.layers[layer], &self.values[layer], &sheet.layers[layer]))
        };
        Ok(report.solutions.iter().any(shows))
    }

    /// Returns the edits that give the entries of the first layer.
    fn given(&self, session: &Session<'_>, loaded: &Loaded, sheet: &Sheet) -> Vec<Edit> {
        let (Some(clues), Some(layer), Some(values)) =
            (loaded.instance.printed_clues(), sheet.layers.first(), self.values.first())
        else {
            return Vec::new();
        };
        let text = |value: usize| match layer.values[value].as_str() {
            "." => "x".to_string(),
            value => value.to_string(),
        };
        let given: Vec<(Cell, String)> =
            values.iter().filter_map(|(&cell, &value)| Some((layer.cells[cell]?, text(value)))).collect();
        if given.is_empty() { Vec::new() } else { clues.giving(&loaded.model, &session.source.text, &given) }
    }

    /// Returns the entries as a solution to verify; a cell without an entry has the value `.` where there is one.
    fn candidate(&self, sheet: &Sheet) -> Option<Candidate> {
        let layer = |(values, layer): (&BTreeMap<usize, usize>, &SheetLayer)| -> Option<Vec<u16>> {
            let empty = layer.values.iter().position(|value| value == ".");
            let value = |cell: usize| match layer.cells[cell] {
                Some(_) => u16::try_from(values.get(&cell).copied().or(empty)?).ok(),
                None => Some(0),
            };
            (0..layer.cells.len()).map(value).collect()
        };
        let layers: Option<Vec<Vec<u16>>> = self.values.iter().zip(&sheet.layers).map(layer).collect();
        let lines = (0..sheet.lines.len()).map(|line| self.lines.contains(&line)).collect();
        Some(Candidate { layers: layers?, lines, ..Candidate::default() })
    }
}

/// Returns whether each cell of a layer has an entry.
fn is_full(values: &BTreeMap<usize, usize>, layer: &SheetLayer) -> bool {
    layer.cells.iter().enumerate().all(|(cell, at)| at.is_none() || values.contains_key(&cell))
}

/// Returns whether a layer of a solution is the entries; a cell without an entry has the value `.` where there is one.
fn shows(board: &[u16], entries: &BTreeMap<usize, usize>, layer: &SheetLayer) -> bool {
    let empty = layer.values.iter().position(|value| value == ".");
    let same = |cell: usize| entries.get(&cell).copied().or(empty) == Some(board[cell].into());
    layer.cells.iter().enumerate().all(|(cell, at)| at.is_none() || same(cell))
}

/// Sends the position after the moves so far, the moves that can follow, and whether the plan is a solution.
pub(super) fn turns(session: &Session<'_>, made: &[Vec<u16>], write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let family = loaded.puzzle.name();
    let by_hand = loaded.instance.by_hand();
    let by_hand = by_hand.ok_or_else(|| Wrong::Refused(format!("this `{family}` model has no moves")))?;
    let table = by_hand.after(made).map_err(|wrong| Wrong::Refused(wrong.to_string()))?;
    let places =
        |cells: &[Cell]| -> Value { cells.iter().map(|cell| json!([cell.row + 1, cell.column + 1])).collect() };
    let turn = |turn: &Turn| json!({ "token": turn.token, "words": turn.words, "from": places(&turn.from), "to": places(&turn.to) });
    let turns: Vec<Value> = table.turns.iter().map(turn).collect();
    let mut object = drawn(&loaded, &table.picture);
    object["event"] = "turns".into();
    object["turns"] = turns.into();
    object["cost"] = table.cost.into();
    object["left"] = table.left.into();
    object["solved"] = Solution::verified(&*loaded.instance, table.plan).is_ok().into();
    write(&object);
    Ok(())
}

/// Sends whether the entries are a solution; otherwise the rules and clues that they contradict, as far as they are found.
///
/// A full board is verified as any solution is. Values of a board that is not full are added to the model as given; what contradicts
/// them there contradicts them here.
pub(super) fn check(session: &Session<'_>, known: &[String], write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let sheet = of(&loaded)?;
    let entered = Entered::read(&sheet, known)?;
    let mut violation = Value::Null;
    if let Some(candidate) = entered.candidate(&sheet) {
        match Solution::verified(&*loaded.instance, candidate) {
            Ok(_) => {
                write(&json!({ "event": "checked", "solved": true, "violation": null, "broken": [] }));
                return Ok(());
            }
            Err(wrong) if sheet.lines.is_empty() && entered.is_full(&sheet) => violation = wrong.to_string().into(),
            // An unfinished board or loop breaks a rule, too.
            Err(_) => {}
        }
    }
    let budget = session.budget.at_most(Some(TIME));
    if entered.is_seen(session, &loaded, &sheet, &budget)? {
        write(&json!({ "event": "checked", "solved": true, "violation": null, "broken": [] }));
        return Ok(());
    }
    let broken = broken(session, &loaded, &sheet, &entered, &budget)?;
    write(&json!({ "event": "checked", "solved": false, "violation": violation, "broken": broken }));
    Ok(())
}

/// Returns the origins that contradict the entries of the first layer.
fn broken(
    session: &Session<'_>,
    loaded: &Loaded,
    sheet: &Sheet,
    entered: &Entered,
    budget: &Budget,
) -> Result<Value, Wrong> {
    let edits = entered.given(session, loaded, sheet);
    if edits.is_empty() {
        return Ok(json!([]));
    }
    let source = Source::new(&session.source.name, edited(&session.source.text, &edits));
    let Ok(loaded) = session.registry.load(&source, budget) else { return Ok(json!([])) };
    let found = explain::run(&ExplainRequest::new(&loaded), budget, &mut task::ignore)?;
    Ok(match &found.finding {
        // The places are those of a text that the page does not have.
        Finding::Contradiction(found) => {
            let mut all = origins(&Places::of(&source), &found.origins);
            let list = all.as_array_mut().map(Vec::as_mut_slice).unwrap_or_default();
            list.iter_mut().for_each(|origin| origin["place"] = Value::Null);
            all
        }
        _ => json!([]),
    })
}

/// Returns whether a fact is about a value of a hidden layer.
fn is_unseen(fact: &Fact, hidden: &[bool]) -> bool {
    fact.value_at().is_some_and(|at| hidden.get(at.layer) == Some(&true))
}

/// Sends the next step from the entries, or the entries that contradict the solution.
pub(super) fn hint(session: &Session<'_>, known: &[String], write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let sheet = loaded.instance.cells().map(Cells::sheet).unwrap_or_default();
    let from = Some(entries(&sheet, known)?);
    let request = StepsRequest { calls: CALLS, from, ..StepsRequest::new(&loaded) };
    let budget = session.budget.at_most(Some(TIME));
    let found = steps::run(&request, &budget)?;
    let places = Places::of(&session.source);
    let object = render::json(&session.source, &loaded, &found);
    let hidden: Vec<bool> = found.sheet.layers.iter().map(|layer| is_hidden(&loaded, &layer.name)).collect();
    let sees = |&fact: &usize| !is_unseen(&found.facts[fact], &hidden);
    // A player does not see what is in hidden layers, so the hint is the first step that shows something.
    let first = found.steps.iter().position(|step| step.new.iter().any(sees));
    let reason = first.map_or_else(|| json!([]), |first| origins(&places, &found.steps[first].reason));
    let mut step = first.map_or(Value::Null, |first| object["steps"][first].clone());
    if let Some(own) = first.map(|first| &found.steps[first])
        && !own.new.iter().chain(&own.uses).all(sees)
    {
        let shown = own.new.iter().zip(step["new"].as_array().into_iter().flatten()).filter(|(fact, _)| sees(fact));
        let names: Vec<String> = shown.filter_map(|(_, name)| name.as_str().map(str::to_string)).collect();
        step["sentence"] = format!("The rules give {}", names.join(", ")).into();
        step["new"] = names.into();
    }
    write(&json!({
        "event": "hint", "step": step, "origins": reason, "wrong": object["wrong"],
        "reason": object["reason"], "complete": object["complete"],
    }));
    Ok(())
}
