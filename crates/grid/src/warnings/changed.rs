//! Rules whose meaning has changed: a warning for each affected construct.
//!
//! `docs/grid-semantics.md` defines the current meaning. If it cannot be decided whether a model is affected, there
//! is a warning.

use crate::rule::Rule;
use crate::sets;
use crate::symbols::{Atom, Meeting, SymbolTable};
use crate::topology::LineKind;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_model::{Marks, Table};

/// Warns of the rules of a model whose meaning has changed.
pub(super) fn of_rules(fields: &Table, symbols: &SymbolTable, rules: &[Rule], found: &mut Vec<Diagnostic>) {
    let tables = fields.tables("rule");
    if tables.len() != rules.len() {
        return;
    }
    for (table, rule) in tables.iter().zip(rules) {
        let stated = Stated { table, rule, symbols };
        let torus = if symbols.topology.wrap { stated.on_a_torus() } else { Vec::new() };
        for reason in stated.anywhere(rules).into_iter().chain(torus) {
            let message = format!("the meaning of `{}` has changed: {reason}", rule.name);
            let warning = Diagnostic::new("changed-meaning", message).at(rule.span, "");
            found.push(warning.help("see docs/grid-semantics.md"));
        }
    }
}

/// A rule and its table.
struct Stated<'v> {
    table: &'v Table,
    rule: &'v Rule,
    symbols: &'v SymbolTable,
}

impl Stated<'_> {
    fn has(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.table.get(key).is_some())
    }

    /// Checks whether `each` names such sets.
    fn each(&self, is_it: impl Fn(&str) -> bool) -> bool {
        let given = self.table.get("each").map(|given| &given.value);
        let one = given.and_then(|given| given.as_text()).into_iter();
        let several = given.and_then(|given| given.as_list()).unwrap_or_default();
        one.chain(several.iter().filter_map(|item| item.value.as_text())).any(is_it)
    }

    /// Returns the changes on all boards.
    fn anywhere(&self, rules: &[Rule]) -> Vec<&'static str> {
        let Stated { table, rule, symbols } = self;
        let topology = &symbols.topology;
        let sizes = || rule.sets.iter().map(|set| set.members.len());
        let mut reasons = Vec::new();
        if self.each(|word| word == "main diagonal") && self.has(&["increasing", "decreasing", "visible", "runs"]) {
            reasons.push("the rising main diagonal starts at the top");
        }
        let is_short = |(name, least): (&str, usize)| {
            let sets = || sets::each(symbols, name, &Budget::none());
            self.each(|word| word == name) && sets().is_ok_and(|sets| sets.len() < least)
        };
        let side = topology.height;
        if [("main diagonal", 2), ("broken diagonal", side), ("broken antidiagonal", side)].into_iter().any(is_short) {
            reasons.push("a diagonal without cells is not a set");
        }
        let unmarked = |picture: &str| {
            let picture = symbols.pictures.iter().position(|own| own.name == picture);
            picture.is_some_and(|picture| topology.cells.iter().any(|&at| symbols.mark(picture, at).is_none()))
        };
        if self.each(|word| word.starts_with("over ") && word.rsplit(' ').next().is_some_and(unmarked)) {
            reasons.push("for `over`, cells without a mark are not a region");
        }
        let every_two = [("two rows", "row "), ("two columns", "column ")];
        for (word, line) in every_two.into_iter().filter(|(word, _)| self.each(|own| own == *word)) {
            let lines = if line == "row " { topology.height } else { topology.width };
            let first =
                |place: &usize| if line == "row " { topology.cells[*place].row } else { topology.cells[*place].column };
            let mut cells = vec![0; lines];
            (0..topology.cells.len()).for_each(|cell| cells[first(&cell)] += 1);
            cells.retain(|&count| count > 0);
            if cells.windows(2).any(|pair| pair[0] != pair[1]) {
                reasons.push(match word {
                    "two rows" => "two rows with different numbers of cells are not compared",
                    _ => "two columns with different numbers of cells are not compared",
                });
            }
        }
        if self.has(&["unlike"]) && sizes().any(|size| size % 2 == 1 && size > 1) {
            reasons.push("for an odd number of cells, `unlike` ignores the middle one");
        }
        // Consecutive numbers end where the cells do, and nowhere else.
        if self.has(&["tour"]) && !self.has(&["consecutive"]) && self.tour_may_end_early(rules) {
            reasons.push("a tour may end before the greatest value");
        }
        if table.text("group") == Some("linked") && self.has(&["rectangle", "shapes"]) {
            reasons.push("linked cells form a rectangle or a shape, whichever lines join them");
        }
        if self.has(&["along"]) && self.has(&["among"]) && self.has(&["forbid", "require"]) {
            reasons.push("a picture on a path covers neighbouring cells of the path only");
        }
        reasons
    }

    /// Checks whether some numbers may be unused.
    fn tour_may_end_early(&self, rules: &[Rule]) -> bool {
        let cells = self.symbols.topology.cells.len();
        let layers = self.rule.conditions.iter().flat_map(|condition| condition.layers());
        layers.into_iter().any(|index| {
            let layer = &self.symbols.layers[index];
            let greatest = layer.numbers.iter().flatten().max();
            let is_given = layer.given.iter().flatten().any(|&(value, _)| layer.numbers[value].as_ref() == greatest);
            let differ = |rule: &Rule| {
                rule.is_plain()
                    && rule.conditions.iter().any(|condition| condition.all_different() == Some(index))
                    && rule.sets.iter().any(|set| set.members.len() == cells)
            };
            let all_occur = layer.numbers.len() == cells && rules.iter().any(differ);
            !is_given && !all_occur
        })
    }

    /// Returns the changes on a torus.
    fn on_a_torus(&self) -> Vec<&'static str> {
        let Stated { table, rule, symbols } = self;
        let topology = &symbols.topology;
        let (height, width) = (topology.height, topology.width);
        let mut reasons = Vec::new();
        let around = table.text("around").unwrap_or_default();
        if sets::is_rider(around) {
            reasons.push("on a torus, a rider sees each cell once, from either side");
        }
        if around.starts_with("ahead ") || table.text("tour").is_some_and(|tour| tour.starts_with("ahead ")) {
            reasons.push("on a torus, arrows point all the way around");
        }
        let holes = topology.cells.len() < height * width;
        if holes && self.each(|word| word == "across" || word == "down") {
            reasons.push("on a torus, runs continue across the edge");
        }
        if self.each(|word| word.starts_with("over ")) {
            reasons.push("on a torus, `over` continues across the edge");
        }
        let is_larger = |size: &str| {
            let sides = size.split_once('x').and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
            sides.is_some_and(|(rows, columns): (usize, usize)| rows > height || columns > width)
        };
        if self.each(|word| word.strip_prefix("window ").is_some_and(is_larger)) {
            reasons.push("no window contains a cell twice");
        }
        let drawn = ["forbid", "require"].into_iter().filter_map(|key| table.get(key)).flat_map(|given| {
            let several = given.value.as_list().unwrap_or_default().iter().filter_map(|item| item.value.as_marks());
            given.value.as_marks().into_iter().chain(several)
        });
        let is_larger = |marks: &Marks| marks.height().max(marks.width()) > height.min(width);
        if drawn.into_iter().any(is_larger) {
            reasons.push("no picture covers a cell twice");
        }
        if self.has(&["rectangle", "shapes"]) {
            reasons.push("on a torus, rectangles and shapes continue across the edge");
        }
        let moves = symbols.lines.as_ref().is_some_and(|lines| matches!(lines.kind, LineKind::Moves(_)));
        let tests = rule.own_tests().chain(rule.conditions.iter().flat_map(|condition| condition.tests()));
        let atoms = tests.flat_map(|test| &test.any).map(|(_, atom)| atom);
        let mut bends = atoms.filter(|atom| matches!(atom, Atom::Lines(Meeting::Straight | Meeting::Turn)));
        if moves && bends.next().is_some() {
            reasons.push("on a torus, moves continue straight across the edge");
        }
        reasons
    }
}
