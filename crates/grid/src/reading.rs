//! From a model's tables to a grid: names resolved, pictures and lists fitted to the board, rules read.
//!
//! Every error is reported and reading goes on; errors that only follow from others are not reported.

mod board;
mod compared;
mod figures;
mod marks;
mod members;
mod chosen;
mod named;
mod numbers;
mod partial;
mod paths;
mod resolve;
mod rules;
mod tiles;
mod values;

use self::board::{fits, topology};
pub use self::compared::Versus;
pub(super) use self::marks::mark;
use self::resolve::mistake;
pub use self::resolve::{Reading, Uses};
use self::values::{number, range};

use super::condition::coloured_run;
use super::rule::Rule;
use super::sets;
use super::symbols::{ColouredRun, Entry, Layer, List, Picture, SymbolTable};
use super::tiles::Tiles;
use super::topology::{LineKind, Lines, Topology};
use super::{Grid, warnings};

use boardwright_base::board::tiling::Tiling;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest};
use boardwright_base::source::Span;
use boardwright_model::{Marks, Spanned, Table, Value};
use boardwright_puzzle::LoadError;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Reads a model.
///
/// # Errors
/// Everything that is wrong with the model, or the limit that was reached.
pub fn read(fields: &Table, budget: &Budget) -> Result<Grid, LoadError> {
    Ok(read_with(fields, budget, |_| ())?.0)
}

/// Reads a model, and what `more` reads with the same symbols.
///
/// # Errors
/// As [`read`].
pub fn read_with<T>(
    fields: &Table,
    budget: &Budget,
    more: impl FnOnce(&mut Reading<'_>) -> T,
) -> Result<(Grid, T), LoadError> {
    let mut wrong = Diagnostics::none();
    let Some(symbols) = symbols(fields, &mut wrong).filter(|_| wrong.is_empty()) else {
        return Err(wrong.into_result(()).err().unwrap_or_default().into());
    };
    let mut reading = Reading {
        symbols: &symbols,
        sets: Vec::new(),
        pieces: Vec::new(),
        whole: Vec::new(),
        at: None,
        wrong,
        uses: Uses::default(),
        budget,
        used: 0,
        stopped: None,
    };
    let mut rules: Vec<Rule> = fields.table("tiles").map_or(Vec::new(), |table| tiles::rules(&symbols, table.span));
    for (index, table) in fields.tables("rule").iter().enumerate() {
        budget.check()?;
        rules.extend(reading.rule(index, table));
        if let Some(stop) = reading.stopped {
            return Err(LoadError::Stopped(stop, reading.wrong));
        }
    }
    let objective = reading.objective(fields);
    if let Some(given) = fields.get("double") {
        reading.uses.double = reading.test(given);
        if symbols.lines.as_ref().is_none_or(|lines| lines.kind != LineKind::Links) {
            reading.mistake("no-lines", given.span, "`double` requires lines = \"links\" in [grid]");
        }
    }
    let more = more(&mut reading);
    let Reading { wrong, mut uses, .. } = reading;
    if objective.as_ref().is_some_and(|objective| objective.test.is_none()) || fields.get("tiles").is_some() {
        uses.layers.insert(0);
    }
    // A puzzle of positions needs no rules, and moves use values.
    if fields.tables("move").is_empty() {
        let found = warnings::of_words(fields, &symbols, &rules, &uses);
        uses.warnings.extend(found);
    }
    let grid = Grid::new(Arc::new(symbols), Arc::new(rules), objective, Arc::new(uses));
    Ok(wrong.into_result((grid, more))?)
}

/// Returns the board and its symbols; `None` where there is no board.
fn symbols(fields: &Table, wrong: &mut Diagnostics) -> Option<SymbolTable> {
    let grid = fields.table("grid")?;
    let topology = topology(fields, grid, wrong)?;
    let lines = lines(grid, &topology, wrong);
    let in_plane = topology.tiling == Tiling::Square
        && lines.as_ref().is_some_and(|lines| !matches!(lines.kind, LineKind::Moves(_)))
        && !topology.wrap;
    // A loop that crosses itself has no inside.
    let is_simple = |rule: &Table| rule.boolean("loop") == Some(true) && rule.get("crossing").is_none();
    let mut symbols = SymbolTable {
        has_inside: in_plane && fields.tables("rule").iter().any(is_simple),
        lines,
        tiles: tiles::read(fields, &topology, wrong),
        layers: Vec::new(),
        pictures: Vec::new(),
        between: Vec::new(),
        corners: 0..0,
        anywhere: Vec::new(),
        lists: Vec::new(),
        names: Vec::new(),
        hidden: BTreeSet::new(),
        optional: BTreeSet::new(),
        figures: BTreeMap::new(),
        colours: BTreeMap::new(),
        letters: grid.text("coordinates") == Some("A1"),
        topology,
    };
    let mut places = vec![(String::new(), grid)];
    places.extend(
        fields.map("layer").iter().filter_map(|(name, value)| Some((name.value.clone(), value.value.as_table()?))),
    );
    if let Some((name, _)) = fields.map("layer").iter().find(|(name, _)| name.value == "grid") {
        let message = "the values of [grid] are the layer `grid` already; another layer needs another name";
        wrong.push(mistake("duplicate-layer", name.span, message).help("choose another name, such as [layer.second]"));
    }
    for (name, table) in places {
        let words = symbols.tiles.as_ref().filter(|_| name.is_empty()).map(Tiles::words);
        if let Some(layer) = layer(&symbols, name, table, words, wrong) {
            symbols.layers.push(layer);
        }
    }
    // Invalid values have been reported.
    let stated = fields.get("tiles").is_some()
        || grid.get("values").is_some()
        || grid.get("lines").is_some()
        || !fields.map("layer").is_empty();
    if !stated {
        wrong.push(
            mistake("nothing-to-find", grid.span, "the grid has neither `values` nor `lines`")
                .help("add values, such as values = [\".\", \"Q\"], or lines = \"links\""),
        );
    }
    let of = |name: &Spanned<String>| format!("the picture `{}`", name.value);
    for (name, value) in fields.map("picture") {
        if let Some(marks) = value.value.as_marks().filter(|marks| fits(&symbols.topology, &of(name), marks, 1, wrong))
        {
            symbols.pictures.push(picture(name, marks));
        }
    }
    marks::beside(fields, &mut symbols, wrong);
    marks::numbers(fields, wrong);
    for (name, value) in fields.map("list") {
        let list = list(&symbols, name, value, wrong);
        symbols.lists.push(list);
    }
    symbols.names = names(fields, &symbols.layers, wrong);
    clashes(fields, &symbols, wrong);
    symbols.hidden = named::hidden(fields, wrong);
    symbols.optional = named::optional(fields, &symbols.hidden, wrong);
    symbols.figures = figures::read(fields, &symbols, wrong);
    symbols.colours = boardwright_model::colours(fields, wrong);
    Some(symbols)
}

/// The possible lines; `None` where there are none, or where they are stated wrongly.
fn lines(grid: &Table, topology: &Topology, wrong: &mut Diagnostics) -> Option<Lines> {
    let word = grid.text("lines")?;
    let kind = match word {
        "links" => Ok(LineKind::Links),
        "borders" => Ok(LineKind::Borders),
        other => topology.tiling.steps(other).map(LineKind::Moves),
    };
    match kind {
        Ok(LineKind::Borders | LineKind::Links) if topology.wrap && word == "borders" => {
            let message = "borders on a torus are not supported; use \"links\"";
            wrong.push(mistake("no-borders", grid.span_of("lines"), message));
        }
        Ok(LineKind::Borders) if !topology.tiling.has_borders() => {
            let message = format!("lines = \"borders\" is not supported for {}", topology.tiling.name());
            wrong.push(mistake("no-borders", grid.span_of("lines"), message).help("use \"links\""));
        }
        Ok(kind) => return Some(Lines::new(topology, kind)),
        Err(unsupported) => {
            let names = unsupported.known;
            let near = nearest(word, ["links", "borders"].into_iter().chain(names.iter().copied()));
            let label = near.map_or(String::new(), |near| format!("did you mean \"{near}\"?"));
            wrong.push(
                Diagnostic::new("unknown-lines", format!("unknown lines `{word}`"))
                    .at(grid.span_of("lines"), label)
                    .meant(word, near)
                    .help(format!("expected \"links\", \"borders\", or a move: {}", names.join(", "))),
            );
        }
    }
    None
}

/// Names for several values of a layer.
fn names(fields: &Table, layers: &[Layer], wrong: &mut Diagnostics) -> Vec<(String, Vec<String>)> {
    let mut names = Vec::new();
    for (name, value) in fields.map("names") {
        let members = value.value.as_list().unwrap_or_default().iter();
        let members: Vec<String> = members.filter_map(|item| item.value.as_text().map(str::to_string)).collect();
        let in_one = |layer: &Layer| members.iter().all(|member| layer.values.contains(member));
        if !layers.iter().any(in_one) {
            let known: Vec<&str> = layers.iter().flat_map(|layer| layer.values.iter().map(String::as_str)).collect();
            let message = format!("unknown value in the name `{}`", name.value);
            wrong.push(mistake("unknown-value", value.span, message).help(format!("values: {}", known.join(", "))));
        }
        names.push((name.value.clone(), members));
    }
    names
}

/// Reads a layer; `words` are its values if the table does not state them.
fn layer(
    symbols: &SymbolTable,
    name: String,
    table: &Table,
    words: Option<Vec<String>>,
    wrong: &mut Diagnostics,
) -> Option<Layer> {
    let given = table.get("values");
    if given.is_none() && words.is_none() {
        if let Some(marks) = table.marks("given") {
            let has = marks.cells().find(|(_, mark)| mark.value != "." && mark.value != "_");
            if let Some((_, mark)) = has {
                wrong.push(
                    mistake("unknown-value", mark.span, format!("`{}` requires `values`", mark.value))
                        .help("add values, such as values = \"1..9\""),
                );
            }
        }
        return None;
    }
    let values = words.or_else(|| values::read(given?, wrong))?;
    let span = given.map_or(table.span, |given| given.span);
    for value in &values {
        if symbols.layers.iter().any(|other| other.values.contains(value)) {
            let message = format!("the value \"{value}\" is used in another layer");
            wrong.push(mistake("wrong-value", span, message).help("rename the value: tests would be ambiguous"));
        }
    }
    let numbers = values.iter().map(|value| number(value)).collect();
    let is_held = partial::held(&symbols.topology, table, &name, wrong);
    let mut layer = Layer { name, values, numbers, given: vec![None; symbols.topology.cells.len()], is_held };
    let Some(marks) = table.marks("given") else { return Some(layer) };
    let topology = &symbols.topology;
    if !fits(topology, "`given`", marks, 1, wrong) {
        return Some(layer);
    }
    for (cell, mark) in marks.cells().filter(|(_, mark)| mark.value != "." && mark.value != "_") {
        let known = |word: &str| layer.values.iter().position(|value| value == word);
        let value = known(&mark.value).or_else(|| known(".").filter(|_| mark.value == "x"));
        match (value, topology.id(cell)) {
            (Some(_), Some(id)) if !layer.is_held[id] => {
                let message = format!("value given at {cell}, which holds no value of the layer `{}`", layer.name);
                let help = "remove it, or write '.' there in `cells` of the layer";
                wrong.push(mistake("no-cell", mark.span, message).help(help));
            }
            (Some(value), Some(id)) => layer.given[id] = Some((value, mark.span)),
            (None, _) => {
                let near = nearest(&mark.value, layer.values.iter().map(String::as_str));
                let meant = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
                let message = format!("unknown value `{}` at {cell}{meant}", mark.value);
                let help = match symbols.tiles.as_ref().filter(|_| layer.name.is_empty()) {
                    Some(tiles) => tiles::known(tiles),
                    None => format!("values: {}; '.' is unknown, '_' is no cell", layer.values.join(", ")),
                };
                wrong.push(mistake("unknown-value", mark.span, message).meant(&mark.value, near).help(help));
            }
            (Some(_), None) => {
                wrong.push(mistake("no-cell", mark.span, format!("value given at {cell}, which is not a cell")));
            }
        }
    }
    Some(layer)
}

fn picture(name: &Spanned<String>, marks: &Marks) -> Picture {
    Picture {
        name: name.value.clone(),
        marks: marks.cells().map(|(_, given)| mark(given)).collect(),
        span: marks.span(),
    }
}

/// The keys of a list that are not the marks of regions.
pub(super) const SIDES: [&str; 8] = ["rows", "columns", "left", "right", "top", "bottom", "across", "down"];

fn list(symbols: &SymbolTable, name: &Spanned<String>, value: &Spanned<Value>, wrong: &mut Diagnostics) -> List {
    let mut entries = BTreeMap::new();
    for (key, value) in value.value.as_map().unwrap_or_default() {
        let side = SIDES.contains(&key.value.as_str());
        let items: Vec<(Entry, Span)> = match value.value.as_list().filter(|_| side) {
            Some(items) => items.iter().map(|item| (entry(symbols, item, wrong), item.span)).collect(),
            None => match value.value.as_text().and_then(range).filter(|_| side) {
                // The entries have one place in the text, so that none of them counts as a clue that can be removed.
                Some(numbers) => numbers.map(|number| (Entry::Number(number), value.span)).collect(),
                None => vec![(entry(symbols, value, wrong), value.span)],
            },
        };
        let topology = &symbols.topology;
        if let Some(reason) = lacks_side(topology, &key.value) {
            wrong.push(mistake("wrong-shape", key.span, reason));
            continue;
        }
        let expected = match key.value.as_str() {
            "rows" | "left" | "right" => Some(topology.height),
            "columns" | "top" | "bottom" => Some(topology.width),
            "across" | "down" => sets::each(symbols, &key.value, &Budget::none()).ok().map(|sets| sets.len()),
            _ => None,
        };
        if let Some(expected) = expected.filter(|&expected| expected != items.len()) {
            let message = format!(
                "`{}` of the list `{}` has {} entries; expected {expected}",
                key.value,
                name.value,
                items.len()
            );
            wrong.push(mistake("wrong-length", value.span, message).help("write \".\" for an unknown number"));
        }
        entries.insert(key.value.clone(), (items, value.span));
    }
    List { name: name.value.clone(), entries, span: name.span }
}

/// Returns the error if a board does not have the side that a list names.
fn lacks_side(topology: &Topology, key: &str) -> Option<String> {
    let lacks: &[&str] = match topology.tiling {
        Tiling::Square => &[],
        Tiling::Hexagons(_) | Tiling::Triangles { .. } => &["columns", "top", "bottom", "down"],
        Tiling::Cubes { .. } => &["columns", "top", "bottom", "across", "down"],
        Tiling::Graph(_) | Tiling::Polygons(_) => &SIDES,
    };
    lacks.contains(&key).then(|| format!("a list with `{key}` is not supported for {}", topology.tiling.name()))
}

fn entry(symbols: &SymbolTable, given: &Spanned<Value>, wrong: &mut Diagnostics) -> Entry {
    let unknown = |text: Option<&str>| text == Some(".") || text == Some("?");
    match &given.value {
        Value::Integer(number) => Entry::Number(*number),
        Value::List(items) => {
            let is_value =
                |text: &str| symbols.layers.iter().any(|layer| layer.values.iter().any(|value| value == text));
            let run = |item: &Spanned<Value>| coloured_run(item.value.as_text()?, is_value);
            let runs: Option<Vec<ColouredRun>> = items.iter().map(run).collect();
            if let Some(runs) = runs.filter(|runs| !runs.is_empty()) {
                return Entry::Runs(runs);
            }
            let number = |item: &Spanned<Value>| {
                if item.value.as_integer().is_none() && !unknown(item.value.as_text()) {
                    wrong.push(mistake("wrong-type", item.span, "expected a number, or \"?\" for an unknown one"));
                }
                item.value.as_integer()
            };
            Entry::Numbers(items.iter().map(number).collect())
        }
        Value::Text(text) if !unknown(Some(text)) => {
            let is_value = symbols.layers.iter().any(|layer| layer.values.contains(text));
            if !is_value {
                wrong.push(mistake("wrong-type", given.span, "expected a number, a value, or \".\" for none"));
            }
            Entry::Word(text.clone())
        }
        _ => Entry::None,
    }
}

/// Reports words with two meanings.
fn clashes(fields: &Table, symbols: &SymbolTable, wrong: &mut Diagnostics) {
    let values: Vec<&String> = symbols.layers.iter().flat_map(|layer| &layer.values).collect();
    let mut met: Vec<(&str, &str)> = vec![
        ("line", "a reserved word"),
        ("given", "a reserved word"),
        ("value", "a reserved word"),
        ("visited", "a reserved word"),
        ("straight", "a reserved word"),
        ("turn", "a reserved word"),
        ("end", "a reserved word"),
        ("horizontal", "a reserved word"),
        ("vertical", "a reserved word"),
        ("inside", "a reserved word"),
        ("outside", "a reserved word"),
    ];
    met.extend(values.iter().map(|value| (value.as_str(), "a value")));
    for (key, what) in [
        ("names", "a name of values"),
        ("picture", "a picture"),
        ("between", "a picture"),
        ("corner", "a picture"),
        ("anywhere", "a picture"),
        ("list", "a list"),
    ] {
        for (name, _) in fields.map(key) {
            if let Some((_, other)) = met.iter().find(|(known, _)| *known == name.value) {
                wrong.push(
                    mistake("name-taken", name.span, format!("the name `{}` is already {other}", name.value))
                        .help("choose another name: names in tests and numbers must be unique"),
                );
            }
            met.push((&name.value, what));
        }
    }
}
