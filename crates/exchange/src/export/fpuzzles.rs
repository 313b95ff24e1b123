//! Links of f-puzzles: models like a Sudoku, with the constraints that it knows.
//!
//! A link is JSON in lz-string's base64, which [`import`](mod@crate::import) reads, too. A condition of a rule is a constraint of f-puzzles, or
//! the rule is lost. Source of the format: the JSON that f-puzzles writes, as its readers understand it (see `import/fpuzzles.rs`).
//! Start with [`export`].

mod pairs;
mod paths;
mod sets;

use super::kind::rules_of;
use super::request::{Exported, Request};
use crate::genre::contents::Slot;
use crate::genre::lz;
use crate::genre::printed::{Printed, words};
use boardwright_base::diagnostic::Diagnostic;
use boardwright_model::{Model, Table};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The longest side.
const LONGEST: usize = 16;

/// The keys of a rule that choose its sets, or belong to a condition.
const SELECTORS: [&str; 10] = ["name", "each", "along", "at", "including", "inside", "turned", "take", "split", "than"];

/// The conditions that may be constraints.
const CONDITIONS: [&str; 17] = [
    "all-different",
    "all-equal",
    "palindrome",
    "increasing",
    "decreasing",
    "consecutive",
    "between-ends",
    "sum",
    "difference",
    "difference-at-least",
    "difference-not",
    "ratio",
    "ratio-not",
    "is",
    "at-least",
    "forbid",
    "visible",
];

/// Writes the link of a model.
///
/// # Errors
/// That the model is not like a Sudoku.
pub(super) fn export(request: &Request<'_>) -> Result<Exported, Diagnostic> {
    let model = request.model;
    let printed = Printed::of(model);
    let side = printed.rows;
    let is_square = printed.columns == side && side <= LONGEST && !printed.holes().contains(&true);
    let values = model.fields.table("grid").map_or(Vec::new(), |grid| words(grid, "values"));
    let values = match values.as_slice() {
        [range] => range.clone(),
        _ => String::new(),
    };
    let is_once = |rule: &&Table| rule.boolean("all-different") == Some(true) && selectors(rule) == Some(vec!["each"]);
    let rules = model.fields.tables("rule");
    let once: Vec<String> = rules.iter().filter(is_once).flat_map(|rule| words(rule, "each")).collect();
    let has = |set: &str| once.iter().any(|own| own == set);
    if !is_square || numbers(&values, model) != Some(side) || !has("row") || !has("column") {
        let message = "f-puzzles has only puzzles like a Sudoku";
        return Err(Diagnostic::new("export-fit", message).help(format!(
            "expected a square board without holes, up to {LONGEST} x {LONGEST}, the values 1 to its side, and rules with all-different rows and columns"
        )));
    }
    let mut puzzle = Puzzle::new(&printed);
    for rule in rules {
        puzzle.rule(rule);
    }
    puzzle.cages();
    puzzle.unmarked();
    // A hidden layer is for rules, which are lost on their own.
    for (name, _) in model.fields.map("layer").iter().filter(|(name, _)| printed.shows(&name.value)) {
        puzzle.lost.push(format!("f-puzzles cannot say the layer \"{}\"", name.value));
    }
    let rules = rules_of(request.source, model, request.registry);
    let text = puzzle.json(model, rules.as_deref()).to_string();
    let packed = lz::compress(&text);
    Ok(Exported { text: format!("https://f-puzzles.com/?load={packed}"), assumed: None, lost: puzzle.lost })
}

/// Returns n of the values 1..n.
fn numbers(values: &str, model: &Model) -> Option<usize> {
    let (first, last) = values.split_once("..")?;
    let last = boardwright_model::evaluate(last, &|name: &str| model.parameters.value_of(name)).ok()?;
    usize::try_from(last).ok().filter(|_| first == "1")
}

/// Returns the keys by which a rule chooses its sets; `None` if it has keys that no constraint has.
fn selectors(rule: &Table) -> Option<Vec<&'static str>> {
    let keys: Vec<&str> = rule.entries().map(|(key, _)| key).collect();
    let is_known = keys.iter().all(|key| SELECTORS.contains(key) || CONDITIONS.contains(key));
    let mut chosen: Vec<&str> =
        keys.into_iter().filter(|key| SELECTORS.contains(key) && !["name", "turned"].contains(key)).collect();
    chosen.sort_unstable();
    is_known.then_some(chosen)
}

/// A row and a column, counted from 0.
type Cell = (usize, usize);

/// A rule for pairs without a mark.
struct Unmarked {
    rule: Option<String>,
    kind: Kind,
    /// The places of the marks.
    marks: BTreeSet<Cell>,
}

/// What such a rule excludes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Difference,
    Ratio,
    Sums,
}

struct Puzzle<'p> {
    printed: &'p Printed<'p>,
    side: usize,
    constraints: Map<String, Value>,
    /// The region of each cell.
    regions: Option<Vec<usize>>,
    /// The values that cells may hold, where a rule says so.
    candidates: BTreeMap<Cell, Vec<usize>>,
    /// The pictures whose regions have different numbers.
    different: Vec<String>,
    /// Rules for sums of regions: the picture, the list, and the name of the rule.
    sums: Vec<[String; 3]>,
    /// The places of dots, and of X and V, in pictures between cells.
    dots: BTreeSet<Cell>,
    letters: BTreeSet<Cell>,
    /// The numbers of black dots.
    ratios: BTreeSet<usize>,
    /// Rules for pairs without a mark.
    unmarked: Vec<Unmarked>,
    lost: Vec<String>,
}

impl<'p> Puzzle<'p> {
    fn new(printed: &'p Printed<'p>) -> Self {
        Puzzle {
            printed,
            side: printed.rows,
            constraints: Map::new(),
            regions: None,
            candidates: BTreeMap::new(),
            different: Vec::new(),
            sums: Vec::new(),
            dots: BTreeSet::new(),
            letters: BTreeSet::new(),
            ratios: BTreeSet::new(),
            unmarked: Vec::new(),
            lost: Vec::new(),
        }
    }

    /// Adds the constraints of a rule.
    fn rule(&mut self, rule: &Table) {
        let is_said = selectors(rule).is_some_and(|chosen| {
            let conditions = rule.entries().map(|(key, _)| key).filter(|key| !SELECTORS.contains(key));
            let on = conditions.filter(|key| rule.boolean(key) != Some(false));
            on.collect::<Vec<_>>().into_iter().all(|key| self.condition(rule, key, &chosen))
        });
        if !is_said {
            self.cannot_say(rule.text("name"));
        }
    }

    fn cannot_say(&mut self, rule: Option<&str>) {
        let rule = rule.map_or("a rule without a name".to_string(), |name| format!("the rule \"{name}\""));
        self.lost.push(format!("f-puzzles cannot say {rule}"));
    }

    /// Says a condition of a rule that chooses its sets by these keys; returns whether f-puzzles has it.
    fn condition(&mut self, rule: &Table, key: &str, chosen: &[&str]) -> bool {
        let is_on = rule.boolean(key) == Some(true);
        let each = words(rule, "each");
        match (key, chosen) {
            ("all-different", ["each"]) if is_on => self.all_different(&each),
            ("sum", ["each"]) => self.sum(rule, &each),
            ("visible", ["each"]) => self.beside(rule, "visible", "skyscraper", &each),
            ("sum", ["each", "take"]) if rule.text("take") == Some("first") => self.beside(rule, "sum", "xsum", &each),
            ("sum", ["along", "split"]) if rule.text("sum") == Some("same") => self.split_lines(rule),
            ("sum", ["along", "than"]) if rule.text("sum") == Some("number than") => self.long_arrows(rule),
            ("sum", ["each", "inside"]) => self.sandwiches(rule, &each),
            ("is", ["at"]) => self.parity(rule),
            ("is", ["at", "each"]) if each == ["cell"] => self.parity(rule),
            ("at-least", ["at", "each"]) if each == ["corner"] => self.quadruples(rule),
            ("sum", ["along", "including"]) => self.arrows(rule),
            ("difference-at-least", ["along", "each"]) if each == ["pair"] => self.whispers(rule),
            ("is", ["along"]) => self.candidates(rule),
            (_, ["along"]) => self.path(rule, key),
            ("difference-not" | "ratio-not" | "forbid", ["each"] | ["at", "each"]) if each == ["pair"] => {
                self.without_mark(rule, key)
            }
            (_, ["at", "each"]) if each == ["pair"] => self.pair(rule, key),
            _ => false,
        }
    }

    fn add(&mut self, key: &str, constraint: Value) {
        let list = self.constraints.entry(key).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.push(constraint);
        }
    }

    fn json(&self, model: &Model, rules: Option<&str>) -> Value {
        let side = self.side;
        let given = self.printed.slot(&Slot::Given);
        // Without regions, a row is one.
        let region = |cell: usize| self.regions.as_ref().map_or(cell / side, |regions| regions[cell]);
        let cell = |cell: usize| {
            let mut own = Map::new();
            if let Some(value) = given.as_ref().and_then(|given| given.at(cell).parse::<usize>().ok()) {
                own.insert("value".to_string(), json!(value));
                own.insert("given".to_string(), json!(true));
            }
            if let Some(values) = self.candidates.get(&(cell / side, cell % side)) {
                own.insert("givenPencilMarks".to_string(), json!(values));
            }
            own.insert("region".to_string(), json!(region(cell)));
            Value::Object(own)
        };
        let rows: Vec<Vec<Value>> =
            (0..side).map(|row| (0..side).map(|column| cell(row * side + column)).collect()).collect();
        let mut puzzle = Map::new();
        puzzle.insert("size".to_string(), json!(side));
        puzzle.insert("title".to_string(), json!(model.title.clone().unwrap_or_default()));
        puzzle.insert("author".to_string(), json!(""));
        puzzle.extend(rules.map(|rules| ("ruleset".to_string(), json!(rules.trim()))));
        puzzle.insert("grid".to_string(), json!(rows));
        puzzle.extend(self.constraints.clone());
        Value::Object(puzzle)
    }
}

/// Returns the name of a cell.
fn name((row, column): Cell) -> String {
    format!("R{}C{}", row + 1, column + 1)
}

/// Returns the names of cells.
fn named(cells: &[Cell]) -> Vec<String> {
    cells.iter().copied().map(name).collect()
}
