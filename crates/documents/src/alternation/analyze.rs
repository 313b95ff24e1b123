//! Facts about an instance that need no search: the bound and its derivation, the steps of the document's reduction,
//! the number of moves at the start, and the symmetries.

use super::progress::Adjacencies;
use super::reduce::{Reduction, base_of};
use super::{Line, Place, cells, draw, progress, symmetry, verify, visit};
use boardwright_base::board::picture::Picture;
use boardwright_puzzle::capability::analysis::Analysis;
use boardwright_puzzle::{Fact, Reachable};
use serde_json::{Value, json};

/// The most states that are visited to decide whether the goal is reachable.
const MAX_VISITED: usize = 200_000;
/// The number of intervals listed at either end of a long sequence.
const LISTED: usize = 6;
/// The longest line that is drawn.
const MAX_DRAWN: usize = 200;

pub(super) fn analyze(line: &Line, stop: &dyn Fn() -> bool) -> Analysis {
    let reduction = Reduction::of(line);
    let mut facts = vec![pieces(line), bound(line)];
    facts.extend(reachable(line, reduction.is_ok(), stop));
    facts.push(first_moves(line));
    let group = symmetry::group(line, true);
    facts.push(Fact::new("symmetries", group.to_string(), format!("symmetries, colours exchanged included: {group}")));
    let picture = match &reduction {
        Ok(reduction) => {
            facts.extend(reduced(line, reduction));
            stages(line, reduction)
        }
        Err(reason) => {
            facts.push(Fact::new("reduction", Value::Null, reason.to_string()));
            Picture::default()
        }
    };
    Analysis { facts, picture, ..Analysis::default() }
}

fn pieces(line: &Line) -> Fact {
    let vacant = line.cells() - line.pieces();
    let colours =
        line.counts().into_iter().enumerate().map(|(colour, count)| (line.letters.name(colour), json!(count)));
    let value: serde_json::Map<String, Value> = colours.chain([("vacant".to_string(), json!(vacant))]).collect();
    let value = Value::Object(value);
    let pieces = line.letters.pieces(&line.start);
    let words = format!("{pieces}, {vacant} vacant cells; {} move together", line.block);
    let words = if line.block == 1 { words.replace("1 move together", "one moves at a time") } else { words };
    Fact::new("pieces", value, words)
}

/// The lower bound, with the sum that proves it.
fn bound(line: &Line) -> Fact {
    let Some(least) = progress::at_least(line) else {
        return Fact::new("lower_bound", Value::Null, "no accepted row has these pieces: the goal is unreachable");
    };
    let start = Adjacencies::of(&line.start);
    // The goal that is nearest by this count.
    let goal = progress::goal_adjacencies(line).into_iter().min_by_key(|&goal| start.moves_to(goal));
    let words = goal.filter(|_| least > 0).map_or("no move is needed: the start is accepted".to_string(), |goal| {
        let row = |of: Adjacencies| format!("{} like and {} unlike", of.like, of.unlike);
        let spared = match (goal.unbroken, start.unbroken) {
            (true, true) => "; the last removes at most one, the first adds at most one",
            (true, false) => "; the last removes at most one",
            (false, true) => "; the first adds at most one",
            (false, false) => "",
        };
        format!(
            "at least {} needed: neighbours are {} at the start, {} at the goal,\nand a move removes at most two \
            and adds at most two{spared}",
            counted(least, "move is", "moves are"),
            row(start),
            row(goal),
        )
    });
    Fact::new("lower_bound", least, words)
}

fn reachable(line: &Line, reduced: bool, stop: &dyn Fn() -> bool) -> Option<Fact> {
    if reduced {
        return Some(Fact::new("reachable", true, "the goal is reachable by `dimension-reduction`"));
    }
    let fact = match visit::within(line, MAX_VISITED, stop) {
        Reachable::Yes => Fact::new("reachable", true, "the goal is reachable"),
        Reachable::No { states } => {
            let words = format!("the goal is unreachable: all {states} reachable states were visited");
            Fact::new("reachable", false, words)
        }
        Reachable::Searched(reason) => Fact::new("reachable", false, format!("the goal is unreachable: {reason}")),
        Reachable::Refuted(reason) => Fact::new("reachable", false, format!("the goal is unreachable: {reason}")),
        Reachable::Unknown => return None,
    };
    Some(fact)
}

fn first_moves(line: &Line) -> Fact {
    let lefts = |vacant: bool| {
        let (mut run, mut lefts) = (0, 0usize);
        for &place in &line.start {
            run = if (place == Place::VACANT) == vacant { run + 1 } else { 0 };
            lefts += usize::from(run >= line.block);
        }
        lefts
    };
    let number = lefts(false).saturating_mul(lefts(true));
    Fact::new(
        "first_moves",
        number,
        format!("{} at the start", counted(number, "move is possible", "moves are possible")),
    )
}

fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The mode, the intervals, and the moves at both ends.
fn reduced(line: &Line, reduction: &Reduction) -> Vec<Fact> {
    let (pairs, base) = (reduction.pairs, base_of(reduction.pairs));
    let mut facts = Vec::new();
    let rest = pairs % 4;
    let mode =
        format!("mode {base}: {pairs} divided by 4 leaves {rest}, so dimension-reduction takes it to {base} pairs");
    let mode = if pairs < 8 { format!("mode {base}: dimension-reduction has its moves as data") } else { mode };
    facts.push(Fact::new("mode", base, mode));
    let backwards = if reduction.backwards { ", read backwards" } else { "" };
    let from = format!("{backwards}{}", reduction.counted_from());
    let levels = (pairs - base) / 4;
    let (low, high) = reduction.interval;
    let interval = |level: usize| (low + 4 * level, high - 4 * level);
    let shown = ends(levels + 1);
    let words: Vec<String> = shown
        .iter()
        .map(|level| level.map_or("...".to_string(), |level| format!("[{}, {}]", interval(level).0, interval(level).1)))
        .collect();
    let listed: Vec<Value> =
        shown.iter().map(|level| level.map_or(Value::Null, |level| json!(interval(level)))).collect();
    facts.push(Fact::new("intervals", listed, format!("intervals{from}: {}", words.join(" "))));
    let words = |(from, to): (usize, usize)| format!("{} -> {}", cells(from, line.block), cells(to, line.block));
    let (mut first, mut last) = ([None; 2], [None; 2]);
    for (index, step) in reduction.moves().enumerate() {
        if index < 2 {
            first[index] = Some(step);
        }
        last = [last[1], Some(step)];
    }
    let named = [("first", first[0]), ("second", first[1]), ("penultimate", last[0]), ("last", last[1])];
    let steps: serde_json::Map<String, Value> = named
        .iter()
        .filter_map(|&(name, step)| step.map(|(from, to)| (name.to_string(), json!([from + 1, to + 1]))))
        .collect();
    let said: Vec<String> =
        named.iter().filter_map(|&(name, step)| Some(format!("{name} move {}", words(step?)))).collect();
    facts.push(Fact::new("moves", Value::Object(steps), said.join(", ")));
    facts.push(unmoved(line, reduction));
    facts
}

/// Returns the cells whose pieces no move of the reduction takes, by index.
fn unmoved_cells(line: &Line, reduction: &Reduction) -> Vec<usize> {
    let mut moved = vec![false; line.cells()];
    for (from, _) in reduction.moves() {
        moved[from..from + line.block].fill(true);
    }
    // A piece that leaves its cell for the first time is the one of the start; a cell that is never left keeps it.
    (0..line.cells()).filter(|&cell| !moved[cell] && line.start[cell] != Place::VACANT).collect()
}

/// The pieces that never move.
fn unmoved(line: &Line, reduction: &Reduction) -> Fact {
    let cells = unmoved_cells(line, reduction);
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &cell in &cells {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == cell => *last = cell,
            _ => runs.push((cell, cell)),
        }
    }
    let text = |&(first, last): &(usize, usize)| match first == last {
        true => (first + 1).to_string(),
        false => format!("{}-{}", first + 1, last + 1),
    };
    let mut shown: Vec<String> = runs.iter().take(2 * LISTED).map(text).collect();
    if runs.len() > shown.len() {
        shown.push("...".to_string());
    }
    let words = match cells.len() {
        0 => "every piece moves".to_string(),
        number => {
            let pieces = counted(number, "piece never moves", "pieces never move");
            format!("{pieces}, of {}: on {}", line.pieces(), shown.join(", "))
        }
    };
    let listed: Vec<usize> = cells.iter().map(|cell| cell + 1).collect();
    Fact::new("unmoved", listed, words)
}

/// Returns `0..number`, or the first and the last of them; `None` stands for those between.
fn ends(number: usize) -> Vec<Option<usize>> {
    if number <= 2 * LISTED + 1 {
        return (0..number).map(Some).collect();
    }
    (0..LISTED).map(Some).chain([None]).chain((number - LISTED..number).map(Some)).collect()
}

/// Draws the intermediate forms: the row after every reduction, the base solved, and the row after every step back.
fn stages(line: &Line, reduction: &Reduction) -> Picture {
    if line.cells() > MAX_DRAWN {
        return Picture::default();
    }
    let (pairs, base) = (reduction.pairs, base_of(reduction.pairs));
    let levels = (pairs - base) / 4;
    let mut row = line.start.clone();
    let mut rows = vec![("start".to_string(), row.clone())];
    for (index, (from, to)) in reduction.moves().enumerate() {
        // The moves of the method; they are checked when it runs.
        let _ = verify::make(line, &mut row, from, to);
        let made = index + 1;
        if made % 2 == 0 && made <= 2 * levels {
            rows.push((format!("{made}: {} pairs left", pairs - 2 * made), row.clone()));
        } else if made == 2 * levels + base {
            rows.push((format!("{made}: these {base} are done"), row.clone()));
        } else if made > 2 * levels + base && (made - 2 * levels - base) % 2 == 0 {
            let done = base + 2 * (made - 2 * levels - base);
            rows.push((format!("{made}: {done} pairs done"), row.clone()));
        }
    }
    debug_assert_eq!(rows.last().map(|(_, row)| row), Some(&row));
    let mut picture = draw::labelled(line, &rows);
    let unmoved = unmoved_cells(line, reduction);
    for row in picture.panels.iter_mut().flat_map(|panel| &mut panel.rows) {
        unmoved.iter().for_each(|&cell| row[cell].marked = true);
    }
    picture
}
