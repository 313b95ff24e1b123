//! The reader of moves, the start and the goal of a model.
//!
//! Start with [`read`]. Imports the reader of grids, whose tests and symbols moves use.

use super::board::{After, Before, By, Change, Form, Game, Goal, Move, Pattern, Piece, Pour, Repeat, Values, mask_of};
use super::{counts, film, ground, orient};
use boardwright_base::board::tiling::Tiling;
use boardwright_base::board::{Cell, reach};
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest};
use boardwright_grid::reading::{self, Reading};
use boardwright_grid::rule::{Rule, Set, Time};
use boardwright_grid::sets;
use boardwright_grid::symbols::Atom;
use boardwright_model::{Marks, Spanned, Table, Value};
use boardwright_puzzle::LoadError;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The parts of a game that are read together with the rules.
struct Parts {
    start: Option<Values>,
    moves: Vec<Move>,
    goal: Goal,
}

/// Reads a model with moves.
///
/// # Errors
/// Everything that is wrong with the model, or the limit that was reached.
pub(super) fn read(fields: &Table, budget: &Budget) -> Result<Game, LoadError> {
    let (grid, parts) = reading::read_with(fields, budget, |reading| parts(reading, fields))?;
    let Parts { start: Some(start), moves, goal } = parts else { return Err(Diagnostics::none().into()) };
    let span = |table: Option<&Table>, key: &str| table.map_or(fields.span_of("grid"), |table| table.span_of(key));
    let next: Vec<&Rule> = grid.rules.iter().filter(|rule| rule.time == Time::Next).collect();
    let rules: Vec<Rule> = next.into_iter().map(|rule| film::rule(&grid.symbols, rule, &[0, 1])).collect();
    let pairs = (!rules.is_empty()).then(|| (film::symbols(&grid.symbols, 2), rules));
    let game = Game {
        pairs,
        grid: Arc::new(grid),
        start,
        start_span: span(fields.table("grid"), "start"),
        moves,
        goal,
        goal_span: fields.table("goal").map_or(fields.span_of("grid"), |table| table.span),
    };
    let mut wrong = Diagnostics::none();
    check(&game, &mut wrong);
    Ok(wrong.into_result(game)?)
}

fn parts(reading: &mut Reading<'_>, fields: &Table) -> Parts {
    unsupported(reading, fields);
    let start = start(reading, fields);
    let tables = fields.tables("move");
    let moves = tables.iter().filter_map(|table| one(reading, table)).collect();
    let goal = goal(reading, fields);
    Parts { start, moves, goal }
}

/// Reports keys that have no meaning together with moves.
fn unsupported(reading: &mut Reading<'_>, fields: &Table) {
    let grid = fields.table("grid");
    let shape = reading.symbols.topology.tiling.name();
    for rule in fields.tables("rule").iter().filter(|rule| rule.text("time") == Some("next")) {
        if shape != "square" {
            let message = format!("time = \"next\" is not supported for shape = \"{shape}\"");
            let wrong = Diagnostic::new("no-moves", message).at(rule.span_of("time"), "");
            reading.wrong.push(wrong.help("state what a move requires in its pictures"));
        }
    }
    for (key, help) in [
        ("given", "draw the first position in `start`; every cell of it has a value"),
        ("lines", "moves change the values of cells; remove `lines`"),
    ] {
        if let Some(grid) = grid.filter(|grid| grid.get(key).is_some()) {
            let message = format!("`{key}` is not supported together with [[move]]");
            reading.wrong.push(Diagnostic::new("no-moves", message).at(grid.span_of(key), "").help(help));
        }
    }
    for key in ["minimize", "maximize", "layer"] {
        if fields.get(key).is_some() {
            let message = format!("`{key}` is not supported together with [[move]]");
            let wrong = Diagnostic::new("no-moves", message).at(fields.span_of(key), "");
            reading.wrong.push(match key {
                "layer" => wrong.help("moves change one layer of values"),
                _ => wrong.help("give each move a `cost`, or write [goal] fewest = a value"),
            });
        }
    }
}

fn start(reading: &mut Reading<'_>, fields: &Table) -> Option<Values> {
    let grid = fields.table("grid")?;
    let Some(marks) = grid.marks("start") else {
        let wrong = Diagnostic::new("no-start", "missing the first position").at(grid.span, "");
        reading.wrong.push(wrong.help("draw it in `start` of [grid]: a value for each cell, '_' for no cell"));
        return None;
    };
    let topology = &reading.symbols.topology;
    if !fits(reading, marks, "`start`") {
        return None;
    }
    let layer = reading.symbols.layers.first()?;
    let mut values = vec![0; topology.cells.len()];
    let mut complete = true;
    for (at, mark) in marks.cells() {
        let Some(cell) = topology.id(at) else {
            if mark.value != "_" {
                let message = format!("value `{}` at {at}, which is not a cell", mark.value);
                reading.wrong.push(Diagnostic::new("no-cell", message).at(mark.span, ""));
            }
            continue;
        };
        match layer.values.iter().position(|value| *value == mark.value) {
            Some(value) => values[cell] = value as u16,
            None => {
                let near = nearest(&mark.value, layer.values.iter().map(String::as_str));
                let label = near.map_or(String::new(), |near| format!("did you mean `{near}`?"));
                let message = format!("unknown value `{}` at {at} of `start`", mark.value);
                let help = format!("values: {}; '_' is no cell", layer.values.join(", "));
                reading.wrong.push(
                    Diagnostic::new("unknown-value", message).at(mark.span, label).meant(&mark.value, near).help(help),
                );
                complete = false;
            }
        }
    }
    complete.then_some(values)
}

/// Reports a picture that does not have the size of the board.
fn fits(reading: &mut Reading<'_>, marks: &Marks, what: &str) -> bool {
    let topology = &reading.symbols.topology;
    if topology.tiling != Tiling::Square {
        return reading.fits_board(what, marks);
    }
    let (rows, columns) = (topology.height, topology.width);
    let (height, width) = (marks.height(), marks.width());
    if (height, width) == (rows, columns) {
        return true;
    }
    let message = format!("{what} has {height} rows and {width} columns; expected {rows} and {columns}");
    let wrong = Diagnostic::new("size-mismatch", message).at(marks.span(), "");
    reading.wrong.push(wrong.help("draw a place for each cell of the board; '_' for no cell"));
    false
}

fn one(reading: &mut Reading<'_>, table: &Table) -> Option<Move> {
    let form = match (table.marks("before"), table.marks("after"), table.get("piece")) {
        (Some(before), Some(after), None) => Form::Pattern(pattern(reading, table, before, after)?),
        (None, None, Some(piece)) => match table.get("pours") {
            None => Form::Piece(self::piece(reading, table, piece)?),
            Some(vessels) => Form::Pour(pour(reading, table, piece, vessels)?),
        },
        (before, after, piece) => {
            let (message, help) = match (before, after, piece) {
                (_, _, Some(_)) => ("a move has either pictures or a piece", "remove `piece`, or `before` and `after`"),
                (Some(_), None, _) => ("missing `after`", "draw the same cells after the move"),
                (None, Some(_), _) => ("missing `before`", "draw the same cells before the move"),
                _ => ("the move changes nothing", "add the pictures `before` and `after`, or `piece`"),
            };
            reading.wrong.push(Diagnostic::new("no-change", message).at(table.span, "").help(help));
            return None;
        }
    };
    let repeat = match table.get("repeat").map(|given| &given.value) {
        Some(Value::Boolean(true)) => Repeat::Any,
        Some(Value::Text(_)) => Repeat::Straight,
        _ => Repeat::Once,
    };
    if let (Form::Piece(_) | Form::Pour(_), Some(given)) = (&form, table.get("repeat")) {
        let wrong = Diagnostic::new("wrong-key", "`repeat` requires `before` and `after`").at(given.span, "");
        reading.wrong.push(wrong.help("a piece makes several steps by = \"rook\", \"bishop\" or \"queen\""));
    }
    Some(Move {
        name: table.text("name").unwrap_or("move").to_string(),
        span: table.span,
        cost: table.integer("cost").unwrap_or(1) as u32,
        form,
        repeat,
    })
}

/// Reports keys of the other form of moves.
fn only(reading: &mut Reading<'_>, table: &Table, keys: &[&str], requires: &str) {
    for key in keys.iter().filter(|key| table.get(key).is_some()) {
        let message = format!("`{key}` requires {requires}");
        reading.wrong.push(Diagnostic::new("wrong-key", message).at(table.span_of(key), ""));
    }
}

fn pattern(reading: &mut Reading<'_>, table: &Table, before: &Marks, after: &Marks) -> Option<Pattern> {
    only(
        reading,
        table,
        &["by", "onto", "leaves", "block", "whole", "lengthwise", "slides", "walls", "pours"],
        "`piece`",
    );
    let (height, width) = (before.height(), before.width());
    if (after.height(), after.width()) != (height, width) {
        let (rows, columns) = (after.height(), after.width());
        let message = format!("`after` has {rows} rows and {columns} columns; `before` has {height} and {width}");
        let wrong = Diagnostic::new("size-mismatch", message).at(after.span(), "");
        reading.wrong.push(wrong.help("draw the same cells before and after the move"));
        return None;
    }
    let errors = reading.wrong.iter().count();
    let mut changes = Vec::new();
    for (at, mark) in before.cells() {
        let then = after.at(at);
        if (mark.value == "_") != (then.value == "_") {
            let message = "'_', no part of the picture, is in one picture only";
            reading.wrong.push(Diagnostic::new("wrong-drawing", message).at(then.span, ""));
        }
        if mark.value != "_"
            && let Some((before, after)) = change(reading, before, mark, then)
        {
            changes.push(Change { at: (at.row as i64, at.column as i64), before, after });
        }
    }
    if reading.wrong.iter().count() > errors {
        return None;
    }
    if changes.iter().all(|change| change.after == After::Unchanged) {
        let wrong = Diagnostic::new("no-change", "the move changes nothing: both pictures are equal");
        reading.wrong.push(wrong.at(after.span(), "").help("draw in `after` what the cells hold after the move"));
        return None;
    }
    let directions = table.get("directions").map(|given| &given.value);
    match orient::of(&reading.symbols.topology.tiling, before.drawn(), directions, &changes) {
        Ok(orientations) => Some(Pattern { orientations }),
        Err(reason) => {
            let (message, help) = (reason.to_string(), reason.help());
            let span = match reason {
                orient::NoOrientation::Misplaced(misplaced) => misplaced.span,
                orient::NoOrientation::Directions => table.span_of("directions"),
                orient::NoOrientation::Graph => before.span(),
            };
            reading.wrong.push(Diagnostic::new("no-moves", message).at(span, "").help(help));
            None
        }
    }
}

/// Reads one place of both pictures.
fn change(
    reading: &mut Reading<'_>,
    picture: &Marks,
    mark: &Spanned<String>,
    then: &Spanned<String>,
) -> Option<(Before, After)> {
    let names = |reading: &Reading<'_>, word: &str| reading.symbols.names.iter().any(|(name, _)| name == word);
    let before = if mark.value == "?" {
        Before::Any
    } else {
        let test = reading.word(mark)?;
        if test.any.iter().any(|(_, atom)| !matches!(atom, Atom::Value(..) | Atom::Mark(..))) {
            let message = format!("`{}` is not a value, a name of values or a printed mark", mark.value);
            reading.wrong.push(Diagnostic::new("unknown-value", message).at(mark.span, ""));
            return None;
        }
        Before::Test { test, name: names(reading, &mark.value).then(|| mark.value.clone()) }
    };
    let layer = reading.symbols.layers.first()?;
    let after = match layer.values.iter().position(|value| *value == then.value) {
        _ if then.value == "?" || then.value == mark.value => After::Unchanged,
        Some(value) => After::Value(value as u16),
        None if names(reading, &then.value) => {
            if !picture.cells().any(|(_, mark)| mark.value == then.value) {
                let message = format!("the value of `{}` is not known: `before` does not have it", then.value);
                let wrong = Diagnostic::new("unknown-value", message).at(then.span, "");
                reading.wrong.push(wrong.help("in `after`, a name is the value that it has in `before`"));
                return None;
            }
            reading.uses.words.insert(then.value.clone());
            After::Named(then.value.clone())
        }
        None => {
            let words: Vec<&str> = layer.values.iter().map(String::as_str).collect();
            let near = nearest(&then.value, words.iter().copied());
            let label = near.map_or(String::new(), |near| format!("did you mean `{near}`?"));
            let message = format!("unknown value `{}` in `after`", then.value);
            let help = format!("expected '?' (unchanged), a name in `before`, or a value: {}", words.join(", "));
            let wrong = Diagnostic::new("unknown-value", message).at(then.span, label).meant(&then.value, near);
            reading.wrong.push(wrong.help(help));
            return None;
        }
    };
    Some((before, after))
}

/// Returns the values that pass a test; reports one of anything else.
fn mask(reading: &mut Reading<'_>, given: &Spanned<Value>) -> Option<Vec<bool>> {
    let test = reading.test(given)?;
    let count = reading.symbols.layers.first()?.values.len();
    let mask = mask_of(&test, count);
    if mask.is_none() {
        let message = format!("`{}` is not a value or a name of values", test.text);
        reading.wrong.push(Diagnostic::new("unknown-value", message).at(given.span, ""));
    }
    mask
}

fn piece(reading: &mut Reading<'_>, table: &Table, given: &Spanned<Value>) -> Option<Piece> {
    only(reading, table, &["directions"], "`before` and `after`");
    let pieces = mask(reading, given)?;
    let vacant = reading.symbols.layers[0].values.iter().position(|value| value == ".");
    let missing = |reading: &mut Reading<'_>, key: &str| {
        let message = format!("missing `{key}`: there is no value \".\"");
        reading.wrong.push(Diagnostic::new("missing-key", message).at(table.span, ""));
    };
    let onto = match (table.get("onto"), vacant) {
        (Some(given), _) => mask(reading, given)?,
        (None, Some(vacant)) => (0..pieces.len()).map(|value| value == vacant).collect(),
        (None, None) => {
            missing(reading, "onto");
            return None;
        }
    };
    let leaves = match table.get("leaves") {
        None => vacant,
        Some(given) => {
            let word = given.value.as_text().unwrap_or_default();
            let found = reading.symbols.layers[0].values.iter().position(|value| value == word);
            if found.is_none() {
                let message = format!("unknown value `{word}`");
                reading.wrong.push(Diagnostic::new("unknown-value", message).at(given.span, ""));
                return None;
            }
            found
        }
    };
    let Some(leaves) = leaves else {
        missing(reading, "leaves");
        return None;
    };
    let by = by(reading, table)?;
    only_on(reading, table, "block", &["square"]);
    only_on(reading, table, "lengthwise", &["square"]);
    only_on(reading, table, "whole", &["square", "hexagons", "cubes"]);
    let whole = table.boolean("whole") == Some(true);
    let lengthwise = table.boolean("lengthwise") == Some(true);
    if lengthwise && !whole {
        only(reading, table, &["lengthwise"], "whole = true");
    }
    if whole && by == By::Anywhere {
        only(reading, table, &["by"], "steps or rides where whole = true");
    }
    let block: Vec<usize> =
        table.list("block").unwrap_or_default().iter().filter_map(|n| Some(n.value.as_integer()? as usize)).collect();
    let block = if let [rows, columns] = block[..] { (rows, columns) } else { (1, 1) };
    if block != (1, 1) && whole {
        only(reading, table, &["block"], "pieces of one cell, without `whole`");
    }
    let slides = table.boolean("slides") == Some(true);
    if slides && !matches!(by, By::Ride(_)) {
        only(reading, table, &["slides"], "by = \"rook\", \"bishop\" or \"queen\"");
    }
    if slides && (whole || block != (1, 1)) {
        only(reading, table, &["slides"], "pieces of one cell, without `whole` and `block`");
    }
    let walls = match table.text("walls") {
        None => None,
        Some(name) => Some(walls(reading, table, name)?),
    };
    if walls.is_some() && by == By::Anywhere {
        only(reading, table, &["walls"], "steps or rides");
    }
    Some(Piece { pieces, onto, leaves: leaves as u16, block, whole, lengthwise, by, slides, walls })
}

/// The keys of a piece that goes to another place.
const OF_PIECES: [&str; 9] = ["directions", "by", "onto", "leaves", "block", "whole", "lengthwise", "slides", "walls"];

/// Reads what is poured between vessels, the sets of a kind of `each`.
fn pour(reading: &mut Reading<'_>, table: &Table, given: &Spanned<Value>, vessels: &Spanned<Value>) -> Option<Pour> {
    only(reading, table, &OF_PIECES, "a move without `pours`");
    let pieces = mask(reading, given)?;
    let symbols = reading.symbols;
    let Some(vacant) = symbols.layers[0].values.iter().position(|value| value == ".") else {
        let wrong =
            Diagnostic::new("missing-key", "`pours` requires a value \".\", that of vacant cells").at(table.span, "");
        reading.wrong.push(wrong);
        return None;
    };
    if pieces[vacant] {
        let wrong = Diagnostic::new("wrong-value", "vacant cells are not poured: `piece` has the value `.`");
        reading.wrong.push(wrong.at(given.span, "").help("name the values that are poured"));
        return None;
    }
    let word = vessels.value.as_text().unwrap_or_default();
    let found = match sets::each(symbols, word, reading.budget) {
        Ok(found) => found,
        Err(sets::NoSets::Stopped(stop)) => {
            reading.stopped = Some(stop);
            return None;
        }
        Err(sets::NoSets::Unknown(_)) => {
            let near = nearest(word, sets::EACH.iter().map(|each| each.name));
            let label = near.map_or("unknown set".to_string(), |near| format!("did you mean \"{near}\"?"));
            let wrong = Diagnostic::new("unknown-set", format!("unknown set `{word}`")).at(vessels.span, label);
            let help = "the vessels are sets, such as \"column\", \"from right\" or \"region PICTURE\"";
            reading.wrong.push(wrong.meant(word, near).help(help));
            return None;
        }
        Err(reason) => {
            let (word, meant) = reason.suggestion().unzip();
            let wrong = Diagnostic::new("wrong-set", reason.to_string()).at(vessels.span, "");
            reading.wrong.push(wrong.meant(word.unwrap_or_default(), meant));
            return None;
        }
    };
    reading.uses.words.extend(word.split_whitespace().last().map(str::to_string));
    let cells = |set: &Set| set.members.iter().filter_map(|member| member.element.cell()).collect();
    let vessels_found: Vec<Vec<usize>> = found.iter().map(cells).collect();
    let mut seen = vec![false; symbols.topology.cells.len()];
    let twice = vessels_found.iter().flatten().find(|&&cell| std::mem::replace(&mut seen[cell], true));
    let wrong = match twice {
        Some(&cell) => format!("{} is in two vessels, or twice in one", symbols.topology.cells[cell]),
        None if vessels_found.iter().filter(|cells| !cells.is_empty()).count() < 2 => {
            format!("`pours` requires two vessels or more; \"{word}\" makes {}", vessels_found.len())
        }
        None => return Some(Pour { pieces, vacant: vacant as u16, vessels: vessels_found }),
    };
    let wrong = Diagnostic::new("wrong-set", wrong).at(vessels.span, "");
    reading.wrong.push(wrong.help("write the sets that are vessels, such as \"column\", whose mouth is at the top"));
    None
}

/// Returns the picture of the walls between cells.
fn walls(reading: &mut Reading<'_>, table: &Table, name: &str) -> Option<usize> {
    reading.uses.words.insert(name.to_string());
    let found = reading.symbols.between.iter().position(|(own, _)| own == name);
    if found.is_none() {
        let names: Vec<&str> = reading.symbols.between.iter().map(|(own, _)| own.as_str()).collect();
        let near = nearest(name, names.iter().copied());
        let message = format!("`{name}` is no picture of [between]");
        let wrong = Diagnostic::new("unknown-picture", message).at(table.span_of("walls"), "").meant(name, near);
        reading.wrong.push(match names.is_empty() {
            true => wrong.help("draw the walls as marks between cells: [between] walls = ..."),
            false => wrong.help(format!("expected {}", names.join(", "))),
        });
    }
    found
}

/// Reports a key of a piece that has no meaning on the shape of the board.
fn only_on(reading: &mut Reading<'_>, table: &Table, key: &str, shapes: &[&str]) {
    let shape = reading.symbols.topology.tiling.name();
    if table.get(key).is_some() && !shapes.contains(&shape) {
        let message = format!("`{key}` is not supported for shape = \"{shape}\"");
        let wrong = Diagnostic::new("no-moves", message).at(table.span_of(key), "");
        reading.wrong.push(wrong.help(format!("`{key}` is for shape = {}", shapes.join(", "))));
    }
}

/// Returns where a piece goes.
fn by(reading: &mut Reading<'_>, table: &Table) -> Option<By> {
    let word = table.text("by").unwrap_or("wazir");
    let tiling = &reading.symbols.topology.tiling;
    if *tiling != Tiling::Square
        && let Some(rides) = tiling.rides(word)
    {
        return match rides {
            Ok(directions) => Some(By::Ride(directions)),
            Err(unknown) => {
                let message = format!("`{word}` is not a move on a board of {}", tiling.name());
                let known = [unknown.known, tiling.moves()].concat().join(", ");
                let wrong = Diagnostic::new("unknown-move", message).at(table.span_of("by"), "");
                reading.wrong.push(wrong.help(format!("moves: {known}; or \"anywhere\"")));
                None
            }
        };
    }
    Some(match word {
        "anywhere" => By::Anywhere,
        "rook" => By::Ride(reach::leaper(0, 1)),
        "bishop" => By::Ride(reach::leaper(1, 1)),
        "queen" => By::Ride([reach::leaper(0, 1), reach::leaper(1, 1)].concat()),
        _ => match sets::steps(&reading.symbols.topology, word) {
            Ok(steps) => By::Leap(steps),
            Err(unknown) => {
                let wrong = Diagnostic::new("unknown-move", format!("{unknown}")).at(table.span_of("by"), "");
                let wrong = wrong.meant(&unknown.name, unknown.meant());
                reading.wrong.push(wrong.help("riders: rook, bishop, queen; or \"anywhere\""));
                return None;
            }
        },
    })
}

fn goal(reading: &mut Reading<'_>, fields: &Table) -> Goal {
    let mut goal = Goal { pictures: Vec::new(), fewest: None };
    let ends = fields.tables("rule").iter().any(|rule| rule.text("time") == Some("end"));
    let Some(table) = fields.table("goal") else {
        if !ends {
            let wrong = Diagnostic::new("no-goal", "missing the goal").at(fields.span_of("move"), "");
            reading.wrong.push(wrong.help("add [goal] with `cells` or `fewest`, or a rule with time = \"end\""));
        }
        return goal;
    };
    let drawn: Vec<&Marks> = match table.get("cells").map(|given| &given.value) {
        Some(Value::List(items)) => items.iter().filter_map(|item| item.value.as_marks()).collect(),
        Some(other) => other.as_marks().into_iter().collect(),
        None => Vec::new(),
    };
    for marks in drawn {
        goal.pictures.extend(picture(reading, marks));
    }
    goal.fewest = table.get("fewest").and_then(|given| mask(reading, given));
    if table.get("cells").is_none() && table.get("fewest").is_none() && !ends {
        let wrong = Diagnostic::new("no-goal", "the goal accepts every position").at(table.span, "");
        reading.wrong.push(wrong.help("add `cells` or `fewest`, or a rule with time = \"end\""));
    }
    goal
}

/// Reads a picture of a goal: by cell, the accepted values.
fn picture(reading: &mut Reading<'_>, marks: &Marks) -> Option<Vec<Vec<bool>>> {
    if !fits(reading, marks, "`cells` of the goal") {
        return None;
    }
    let count = reading.symbols.layers.first()?.values.len();
    let cells: Vec<Cell> = reading.symbols.topology.cells.clone();
    let mut accepted = Vec::with_capacity(cells.len());
    for at in cells {
        let mark = marks.at(at);
        accepted.push(if mark.value == "?" {
            vec![true; count]
        } else {
            let spanned = Spanned { value: Value::Text(mark.value.clone()), span: mark.span };
            mask(reading, &spanned)?
        });
    }
    Some(accepted)
}

/// Reports moves that cannot be made, and goals that cannot be reached because of the numbers of pieces.
fn check(game: &Game, wrong: &mut Diagnostics) {
    let ground = match ground::all(game) {
        Ok(ground) => ground,
        Err(large) => {
            wrong.push(Diagnostic::new("too-large", large.to_string()).at(game.moves[0].span, ""));
            return;
        }
    };
    if let Some((action, value)) = ground::reshapes(game, &ground) {
        let (one, value) = (&game.moves[action.of], game.text(value));
        let message = format!("the move `{}` changes cells of the whole piece `{value}`", one.name);
        let wrong_move = Diagnostic::new("whole-piece", message).at(one.span, "");
        wrong.push(
            wrong_move.help(format!("move `{value}` with whole = true only, or let this move leave it as it is")),
        );
        // What other moves change follows from the shapes of the pieces.
        return;
    }
    let used: BTreeSet<usize> = ground.iter().map(|action| action.of).collect();
    for (_, one) in game.moves.iter().enumerate().filter(|(index, _)| !used.contains(index)) {
        let message = format!("the move `{}` changes nothing: it fits nowhere, in no position", one.name);
        let wrong_move = Diagnostic::new("no-change", message).at(one.span, "");
        wrong.push(wrong_move.help("compare the size of its picture with the board, and its values with the start"));
    }
    for one in game.moves.iter().filter(|one| one.cost == 0) {
        let free = |action: &&ground::Action| game.moves[action.of].cost == 0;
        if !ground::are_reversible(ground.iter().filter(free)) {
            let message = format!("the move `{}` has cost 0 and cannot be undone by such a move", one.name);
            let wrong_move = Diagnostic::new("not-reversible", message).at(one.span, "");
            wrong.push(wrong_move.help("give it a cost, or add the move back with cost = 0"));
            return;
        }
    }
    if game.pairs.is_some() && (!game.all_moves_count() || game.grid.symbols.topology.wrap) {
        let message = "rules with time = \"next\" are not supported on a torus, or together with moves of cost 0";
        wrong.push(Diagnostic::new("no-moves", message).at(game.goal_span, "").help("give every move a cost"));
    }
    if let Some((message, help)) = counts::impossible(game, &ground) {
        wrong.push(Diagnostic::new("other-pieces", message).at(game.goal_span, "").help(help));
    }
}
