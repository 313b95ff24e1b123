//! Rules about groups: maximal connected parts of a set. `group = "land"` has those of the cells that pass a test,
//! `"same"` of cells that hold equal values, `"linked"` of cells that lines join, `"enclosed"` of cells that no border
//! separates (and borders then run between different groups only).
//!
//! What holds: `size = 4` (or a clue, or the value of a cell), `exactly = { clue = 1 }` of what is printed,
//! `rectangle` ([`super::rectangle`]), and `shapes` ([`super::shapes`]).

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{NUMBER, OPTIONAL, TEST};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Resolved, Set};
use super::super::sets;
use super::super::symbols::{Atom, SymbolTable, Test};
use super::super::topology::{LineKind, Topology};
use super::connected::{adjacent, parts, there};
use super::{Kind, rectangle, shapes};
use crate::constraint::{Components, Constraint, Demand, Edge, Graph, Measure, Relation};
use crate::model::{self, Field, Spanned, Table, Value};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "group",
            kind: TEST,
            doc: "apply the rule to the groups of the set: connected cells that pass a test, or \"same\", \
                \"linked\", \"enclosed\"",
            example: "\"same\"",
            ..OPTIONAL
        },
        Field {
            name: "size",
            kind: NUMBER,
            doc: "the number of cells of each group; \"value\": the number in its cells; a picture: the number on \
                one of its cells",
            example: "4",
            ..OPTIONAL
        },
        Field {
            name: "rectangle",
            kind: model::Kind::Boolean,
            doc: "each group is a rectangle; false: no group is",
            example: "true",
            ..OPTIONAL
        },
        shapes::FIELD,
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    let Some(given) = rule.get("group") else {
        for key in ["size", "rectangle", "shapes"] {
            if rule.get(key).is_some() {
                let message = format!("`{key}` requires `group`, such as group = \"same\"");
                reading.mistake("no-group", rule.span_of(key), message);
            }
        }
        return conditions;
    };
    reading.without_where(rule, "group");
    let lines = reading.symbols.lines.as_ref().map(|lines| &lines.kind);
    let of = match given.value.as_text() {
        Some("same") => reading.layers(rule, "group").map(Of::Same),
        Some("linked") if matches!(lines, Some(LineKind::Links | LineKind::Moves(_))) => Some(Of::Linked),
        Some("enclosed") if lines == Some(&LineKind::Borders) => Some(Of::Enclosed),
        Some(word @ ("linked" | "enclosed")) => {
            let lines = if word == "linked" { "links" } else { "borders" };
            let message = format!("\"{word}\" requires lines = \"{lines}\" in [grid]");
            reading.mistake("no-lines", given.span, message);
            None
        }
        _ => reading.test(given).map(Of::Passing),
    };
    let (Some(of), Some(steps)) = (of, reading.neighbours(rule)) else { return conditions };
    let groups = Groups { of, steps };
    let mut measures = Vec::new();
    if let Some(number) = rule.get("size").and_then(|given| number(reading, given)) {
        measures.push(Measured { test: None, relation: Relation::Equal, number });
    }
    for (key, relation) in
        [("exactly", Relation::Equal), ("at-least", Relation::AtLeast), ("at-most", Relation::AtMost)]
    {
        for (word, given) in rule.map(key) {
            let (Some(test), Some(number)) = (reading.word(word), number(reading, given)) else { continue };
            if !test.is_static() {
                let message = format!(
                    "groups accept only tests of printed and given marks; `{}` depends on the solution",
                    test.text
                );
                reading.mistake("not-static", word.span, message);
                continue;
            }
            measures.push(Measured { test: Some(test), relation, number });
        }
    }
    if rule.get("between").is_some() {
        let message = "use `exactly`, `at-least` or `at-most`";
        reading.mistake("wrong-condition", rule.span_of("between"), message);
    }
    if let Some(name) = rule.text("all-equal")
        && let Some(picture) = reading.picture(name, rule.span_of("all-equal"))
    {
        // What `exactly` says of the same picture, if it does.
        let count = measures.iter().find_map(|measure| match (&measure.test, measure.relation, &measure.number) {
            (Some(test), Relation::Equal, Number::Fixed(number)) => {
                (test.any[..] == [(false, Atom::Mark(picture, None))]).then_some(*number)
            }
            _ => None,
        });
        conditions.push(Box::new(Alike { groups: groups.clone(), picture, count }));
    }
    let placed = match rule.boolean("rectangle") {
        Some(true) if groups.are_of_neighbours() => numbered(&measures),
        _ => None,
    };
    if matches!(groups.of, Of::Enclosed) {
        conditions.push(Box::new(Between { groups: groups.clone(), settled: placed.is_some() }));
    }
    if placed.is_none() && !measures.is_empty() {
        conditions.push(Box::new(Weighed { groups: groups.clone(), measures }));
    }
    if let Some((picture, test)) = &placed {
        conditions.push(Box::new(rectangle::Numbered {
            groups: groups.clone(),
            picture: *picture,
            size: Number::Picture(*picture),
            test: test.clone(),
        }));
    }
    match rule.boolean("rectangle") {
        Some(true) if placed.is_some() => {}
        Some(true) => conditions.push(Box::new(rectangle::Always { groups: groups.clone() })),
        Some(false) if matches!(groups.of, Of::Linked) => {
            let message = "`rectangle = false` is not supported for linked groups";
            reading.mistake("wrong-condition", rule.span_of("rectangle"), message);
        }
        Some(false) => conditions.push(Box::new(rectangle::Never { groups: groups.clone() })),
        None => {}
    }
    conditions.extend(shapes::read(reading, rule, &groups));
    conditions
}

/// The picture of which every group has one mark, whose number is the group's size, if that and no more is said.
fn numbered(measures: &[Measured]) -> Option<(usize, Test)> {
    let (size, one) = match measures {
        [size, one] if size.test.is_none() => (size, one),
        [one, size] if size.test.is_none() => (size, one),
        _ => return None,
    };
    let (&Number::Picture(picture), Some(test)) = (&size.number, &one.test) else { return None };
    let is_one = one.relation == Relation::Equal && one.number == Number::Fixed(1);
    (is_one && test.any[..] == [(false, Atom::Mark(picture, None))]).then(|| (picture, test.clone()))
}

/// A number for groups: lists have none for them, and neither has what stands between cells.
fn number(reading: &mut Reading<'_>, given: &Spanned<Value>) -> Option<Number> {
    let number = reading.number(given)?;
    if matches!(number, Number::List(_) | Number::Between(_)) {
        let message = "expected a number, a picture with the number on one cell of the group, or \"value\"";
        reading.mistake("unknown-number", given.span, message);
        return None;
    }
    Some(number)
}

/// Which cells belong together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Of {
    /// Neighbours that both pass.
    Passing(Test),
    /// Neighbours with equal values on these layers.
    Same(Vec<usize>),
    /// Cells joined by a line.
    Linked,
    /// Neighbours without a border between.
    Enclosed,
}

/// Groups of the members of a set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Groups {
    of: Of,
    steps: Vec<(i64, i64)>,
}

/// The members of a set in a problem, as a graph.
pub(super) struct Joined {
    /// The cells.
    pub(super) cells: Vec<usize>,
    /// By cell, whether it belongs to a group.
    pub(super) there: Vec<Truth>,
    /// Neighbours by their places in `cells`, and whether they belong together, given that both are there.
    pub(super) edges: Vec<([usize; 2], Truth)>,
}

impl Joined {
    /// By cell of the board, its place among these.
    pub(super) fn places(&self, topology: &Topology) -> Vec<Option<usize>> {
        let mut places = vec![None; topology.cells.len()];
        self.cells.iter().enumerate().for_each(|(at, &cell)| places[cell] = Some(at));
        places
    }

    /// What the groups have to add up to, as a constraint.
    pub(super) fn components(&self, measures: Vec<Measure>) -> Constraint {
        let vertices = self.there.iter().map(|&truth| there(truth)).collect();
        let edges = self.edges.iter().map(|&(ends, when)| Edge { ends, when: there(when) }).collect();
        Constraint::Components(Components { graph: Graph { vertices, edges }, measures })
    }
}

impl Groups {
    /// Whether cells of a group are joined by lines, perhaps not each with all its neighbours.
    pub(super) fn are_linked(&self) -> bool {
        matches!(self.of, Of::Linked)
    }

    /// Whether cells belong together over their sides and nowhere else.
    pub(super) fn are_of_sides(&self) -> bool {
        self.are_of_neighbours() && self.steps.len() == 4
    }

    /// Whether cells belong together over their sides, so that rectangles do.
    fn are_of_neighbours(&self) -> bool {
        let wazir = sets::steps("wazir").unwrap_or_default();
        !matches!(self.of, Of::Linked) && wazir.iter().all(|step| self.steps.contains(step))
    }

    /// The test that cells of groups pass, if there is one.
    pub(super) fn tests(&self) -> Vec<&Test> {
        match &self.of {
            Of::Passing(test) => vec![test],
            _ => Vec::new(),
        }
    }

    /// The cells of each group on a filled board.
    pub(super) fn found(&self, position: &Position<'_>, members: &[Element]) -> Vec<Vec<usize>> {
        let in_group = |cell: usize| match &self.of {
            Of::Passing(test) => position.passes(Element::Cell(cell), test),
            _ => true,
        };
        let cells =
            members.iter().filter_map(|member| if let Element::Cell(cell) = member { Some(*cell) } else { None });
        let cells: Vec<usize> = cells.filter(|&cell| in_group(cell)).collect();
        let joined = self.pairs(position.symbols, &cells).into_iter().filter(|&([a, b], line)| match &self.of {
            Of::Passing(_) => true,
            Of::Same(layers) => {
                layers.iter().all(|&layer| position.values[layer][cells[a]] == position.values[layer][cells[b]])
            }
            Of::Linked => line.is_some_and(|line| position.lines[line]),
            Of::Enclosed => line.is_none_or(|line| !position.lines[line]),
        });
        let parts = parts(cells.len(), joined.map(|(pair, _)| pair));
        parts.into_iter().map(|part| part.into_iter().map(|index| cells[index]).collect()).collect()
    }

    /// Neighbours, with the line between or along them.
    fn pairs(&self, symbols: &SymbolTable, cells: &[usize]) -> Vec<([usize; 2], Option<usize>)> {
        let (Of::Linked | Of::Enclosed, Some(lines)) = (&self.of, &symbols.lines) else {
            return adjacent(symbols, cells, &self.steps).into_iter().map(|pair| (pair, None)).collect();
        };
        let mut index = vec![usize::MAX; symbols.topology.cells.len()];
        cells.iter().enumerate().for_each(|(at, &cell)| index[cell] = at);
        let beside = |(number, line): (usize, &super::super::topology::Line)| {
            let [a, b] = [line.cells[0]?, line.cells[1]?].map(|cell| index[cell]);
            (a != usize::MAX && b != usize::MAX).then(|| ([a.min(b), a.max(b)], Some(number)))
        };
        lines.lines.iter().enumerate().filter_map(beside).collect()
    }

    /// The members as a graph.
    pub(super) fn graph(&self, to: &mut Builder<'_>, members: &[Candidate]) -> Joined {
        let mut cells = Vec::new();
        let mut there = Vec::new();
        for member in members {
            let Element::Cell(cell) = member.element else { continue };
            let passes = match &self.of {
                Of::Passing(test) => to.passes(member.element, test),
                _ => Truth::Known(true),
            };
            let is_there = to.all(&[passes, member.is_in]);
            if is_there != Truth::Known(false) {
                cells.push(cell);
                there.push(is_there);
            }
        }
        let mut edges = Vec::new();
        for ([a, b], line) in self.pairs(to.symbols, &cells) {
            let joined = match (&self.of, line) {
                (Of::Passing(_), _) => Truth::Known(true),
                (Of::Same(layers), _) => equal(to, layers, cells[a], cells[b]),
                (Of::Linked, Some(line)) => to.line(line).into(),
                (Of::Enclosed, Some(line)) => (!to.line(line)).into(),
                _ => Truth::Known(true),
            };
            if joined != Truth::Known(false) {
                edges.push(([a, b], joined));
            }
        }
        Joined { cells, there, edges }
    }
}

/// Whether two cells hold the same values.
fn equal(to: &mut Builder<'_>, layers: &[usize], a: usize, b: usize) -> Truth {
    let mut all = Vec::new();
    for &layer in layers {
        let count = to.symbols.layers[layer].values.len();
        if count == 2 {
            let [one, other] = [a, b].map(|cell| to.value(layer, cell, 1));
            all.push(to.same(one, other));
            continue;
        }
        // Clauses on the values say it at once: a conjunction for each value would say it through a detour.
        let literal = to.equal_values(layer, a, b);
        all.push(literal);
    }
    to.all(&all)
}

/// So many, in the group of a cell.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Measured {
    /// What is counted; `None`: all cells.
    pub(super) test: Option<Test>,
    pub(super) relation: Relation,
    pub(super) number: Number,
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Weighed {
    pub(super) groups: Groups,
    pub(super) measures: Vec<Measured>,
}

impl Measured {
    /// What the number is for the group of a cell on a filled board.
    fn wanted(&self, position: &Position<'_>, cell: usize) -> Option<i64> {
        self.number.on(position, &own(position.symbols, cell))
    }
}

/// The set that a cell alone is.
fn own(symbols: &SymbolTable, cell: usize) -> Set {
    Set {
        what: String::new(),
        own: Some(symbols.topology.cells[cell]),
        key: super::super::rule::Key::None,
        members: Vec::new(),
    }
}

impl Condition for Weighed {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let cells = &position.symbols.topology.cells;
        for group in self.groups.found(position, members) {
            for measure in &self.measures {
                let counts = |cell: &&usize| {
                    measure.test.as_ref().is_none_or(|test| position.passes(Element::Cell(**cell), test))
                };
                let found = group.iter().filter(counts).count() as i64;
                for &cell in &group {
                    let Some(wanted) = measure.wanted(position, cell) else { continue };
                    if !measure.relation.holds(found, wanted) {
                        let of = measure.test.as_ref().map(|test| test.text.clone());
                        let (at, group) = (cells[cell], cells[group[0]]);
                        let from = (at != group && measure.number != Number::Fixed(wanted)).then_some(at);
                        return Err(Breach::GroupCount { group, of, found, expected: wanted, from });
                    }
                }
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let joined = self.groups.graph(to, members);
        let symbols = to.symbols;
        let mut measures = Vec::new();
        for measure in &self.measures {
            let counts = |&cell: &usize| match &measure.test {
                None => 1,
                Some(test) => i64::from(symbols.passes(symbols.topology.cells[cell], test)),
            };
            let weights: Vec<i64> = joined.cells.iter().map(counts).collect();
            let mut demands = Vec::new();
            for (vertex, &cell) in joined.cells.iter().enumerate() {
                let own_set = own(symbols, cell);
                if to.is_by_clue()
                    && matches!(measure.number, Number::Picture(_))
                    && let Some(bound) = measure.number.known(symbols, &own_set)
                {
                    let demands = vec![Demand { vertex, when: None, relation: measure.relation, bound }];
                    let alone = joined.components(vec![Measure { weights: weights.clone(), demands }]);
                    to.of_clue(&measure.number, &own_set, |to| to.post(alone));
                    continue;
                }
                let mut demand = |when, bound| {
                    demands.push(Demand { vertex, when, relation: measure.relation, bound });
                };
                match measure.number.of(symbols, &own_set) {
                    Resolved::Number(bound) => demand(None, bound),
                    Resolved::Cell(cell) => {
                        for (value, number) in symbols.layers[0].numbers.iter().enumerate() {
                            let (Some(number), held) = (number, to.value(0, cell, value)) else { continue };
                            if held != Truth::Known(false) {
                                demand(there(held), *number);
                            }
                        }
                    }
                    Resolved::Absent | Resolved::Numbers(_) => {}
                }
            }
            measures.push(Measure { weights, demands });
        }
        if measures.iter().any(|measure| !measure.demands.is_empty()) || !to.is_by_clue() {
            to.post(joined.components(measures));
        }
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups
            .tests()
            .into_iter()
            .chain(self.measures.iter().filter_map(|measure| measure.test.as_ref()))
            .collect()
    }

    fn own_numbers(&self) -> Vec<&Number> {
        self.measures.iter().map(|measure| &measure.number).collect()
    }
}

/// The marks of a picture in one group are the same.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Alike {
    groups: Groups,
    picture: usize,
    /// How many marks each group has, where another condition says so.
    count: Option<i64>,
}

impl Condition for Alike {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let symbols = position.symbols;
        for group in self.groups.found(position, members) {
            let places = group.iter().map(|&cell| symbols.topology.cells[cell]);
            let mut marks = places.filter_map(|at| Some((at, &symbols.mark(self.picture, at)?.text)));
            if let Some((at, first)) = marks.next()
                && let Some((other, mark)) = marks.find(|(_, mark)| *mark != first)
            {
                return Err(Breach::MixedGroup { marks: [first.clone(), mark.clone()], cells: [at, other] });
            }
        }
        Ok(())
    }

    /// Every cell has a label, which is its mark where it has one, and cells that belong together have the same. One literal
    /// for each mark: solvers learn that a cell is not on the way from one mark, whatever else it is.
    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        if self.count == Some(1) {
            return;
        }
        let joined = self.groups.graph(to, members);
        let symbols = to.symbols;
        let mark = |&cell: &usize| symbols.mark(self.picture, symbols.topology.cells[cell]).map(|mark| &mark.text);
        let marks: Vec<Option<&String>> = joined.cells.iter().map(mark).collect();
        let different: std::collections::BTreeSet<&String> = marks.iter().flatten().copied().collect();
        // Of two marks one is there or it is not; one mark alone distinguishes nothing.
        let count = if different.len() <= 2 { different.len().saturating_sub(1) } else { different.len() };
        for one in different.into_iter().take(count) {
            let labels: Vec<Truth> = marks
                .iter()
                .map(|mark| match mark {
                    Some(mark) => Truth::Known(*mark == one),
                    None => Truth::Open(to.auxiliary()),
                })
                .collect();
            for &([a, b], together) in &joined.edges {
                for [from, on] in [[a, b], [b, a]] {
                    to.clause([!together, !joined.there[a], !joined.there[b], !labels[from], labels[on]]);
                }
            }
        }
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups.tests()
    }

    fn pictures(&self) -> Vec<usize> {
        vec![self.picture]
    }
}

/// Borders run between different groups only, and along the edge of the board. Four colours are enough for the groups of a board in the plane, so that
/// neighbours differ: a border is there exactly where the colours of its two cells differ (Appel and Haken, 1976).
#[derive(Debug, PartialEq, Eq, Hash)]
struct Between {
    groups: Groups,
    /// Whether something else says where the groups are: then their borders are told with them.
    settled: bool,
}

impl Condition for Between {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let Some(lines) = &position.symbols.lines else { return Ok(()) };
        let mut group_of = vec![usize::MAX; position.symbols.topology.cells.len()];
        for (number, group) in self.groups.found(position, members).into_iter().enumerate() {
            group.into_iter().for_each(|cell| group_of[cell] = number);
        }
        for (index, line) in lines.lines.iter().enumerate() {
            let outer = line.cells.iter().flatten().count() == 1;
            if outer && !position.lines[index] {
                return Err(Breach::NoBorder(line.ends.map(|point| lines.points[point])));
            }
            if !position.lines[index] {
                continue;
            }
            if let [Some(a), Some(b)] = line.cells
                && group_of[a] != usize::MAX
                && group_of[a] == group_of[b]
            {
                return Err(Breach::InnerBorder(line.ends.map(|point| lines.points[point])));
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let lines = to.symbols.lines.iter().flat_map(|lines| lines.lines.iter().enumerate());
        for (index, _) in lines.filter(|(_, line)| line.cells.iter().flatten().count() == 1) {
            let line = to.line(index);
            to.clause([line.into()]);
        }
        if self.settled && !to.is_by_clue() {
            return;
        }
        let joined = self.groups.graph(to, members);
        let colours: Vec<[Truth; 2]> =
            joined.cells.iter().map(|_| [to.auxiliary(), to.auxiliary()].map(Truth::Open)).collect();
        for &([a, b], open) in &joined.edges {
            let mut same = Vec::with_capacity(2);
            for (one, other) in colours[a].into_iter().zip(colours[b]) {
                to.clause([!open, !one, other]);
                to.clause([!open, one, !other]);
                same.push(to.same(one, other));
            }
            to.clause([open, !same[0], !same[1]]);
        }
    }
}
