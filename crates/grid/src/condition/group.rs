//! Rules about groups: maximal connected parts of a set. `group = "land"` forms the groups of the cells that pass a
//! test, `"same"` of cells with equal values, `"linked"` of cells that lines join, `"enclosed"` of cells that no
//! border separates (borders are then only between different groups).
//!
//! Conditions: `size = 4` (or a clue, or the value of a cell), `exactly = { clue = 1 }` of printed marks, `rectangle`
//! ([`super::rectangle`]), `shapes` ([`super::shapes`]), and `symmetric` (`symmetric.rs`).

mod alike;
pub(super) mod joined;
pub(super) mod measured;
mod symmetric;
mod touching;

use self::alike::Alike;
use self::joined::{Groups, Of};
use self::measured::{Measured, Weighed};
use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{NUMBER, OPTIONAL, TEST};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Set};
use super::super::symbols::{Atom, Test};
use super::super::topology::LineKind;
use super::{Kind, rectangle, shapes};
use boardwright_ir::constraint::Relation;
use boardwright_model::{Field, Spanned, Table, Value};

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
            kind: boardwright_model::Kind::Boolean,
            doc: "each group is a rectangle; false: no group is",
            example: "true",
            ..OPTIONAL
        },
        shapes::FIELD,
        symmetric::FIELD,
        touching::FIELD,
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let Some(given) = rule.get("group") else {
        for key in ["size", "rectangle", "shapes", "symmetric", "touches"] {
            if rule.get(key).is_some() {
                let message = format!("`{key}` requires `group`, such as group = \"same\"");
                reading.mistake("no-group", rule.span_of(key), message);
            }
        }
        return Vec::new();
    };
    if reading.members_are_cells(rule, "group").is_none() {
        return Vec::new();
    }
    reading.without_where(rule, "group");
    let (Some(of), Some(steps)) = (of(reading, rule, given), reading.neighbours(rule)) else { return Vec::new() };
    let groups = Groups { of, steps };
    let measures = measures(reading, rule);
    if rule.get("between").is_some() {
        let message = "use `exactly`, `at-least` or `at-most`";
        reading.mistake("wrong-condition", rule.span_of("between"), message);
    }
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    let mut alike = None;
    if let Some(name) = rule.text("all-equal")
        && let Some(picture) = reading.picture(name, rule.span_of("all-equal"))
    {
        // The number in `exactly` for the same picture, if any.
        let counts = measures.iter().map(|measure| match (&measure.test, measure.relation, &measure.number) {
            (Some(test), Relation::Equal, Number::Fixed(number)) => {
                (test.any[..] == [(false, Atom::Mark(picture, None))]).then_some(*number)
            }
            _ => None,
        });
        let found = counts.enumerate().find_map(|(index, count)| Some((index, count?)));
        let count = found.map(|(_, count)| count);
        // Of a group with one mark, all marks are equal.
        alike = found.filter(|&(_, count)| count > 1).map(|(index, _)| index);
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
        conditions.push(Box::new(Weighed { groups: groups.clone(), measures, alike }));
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
    conditions.extend(symmetric::read(reading, rule, &groups));
    conditions.extend(touching::read(reading, rule, &groups));
    conditions
}

/// Which cells belong together, by the value of `group`.
fn of(reading: &mut Reading<'_>, rule: &Table, given: &Spanned<Value>) -> Option<Of> {
    let lines = reading.symbols.lines.as_ref().map(|lines| &lines.kind);
    match given.value.as_text() {
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
    }
}

/// What the groups have to add up to: their size, and the printed marks in them.
fn measures(reading: &mut Reading<'_>, rule: &Table) -> Vec<Measured> {
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
    measures
}

/// Returns the picture of which every group has one mark with the size of the group, if the rule states only that.
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

/// Reads a number for groups. Lists and marks between cells have none for them.
fn number(reading: &mut Reading<'_>, given: &Spanned<Value>) -> Option<Number> {
    let number = reading.number(given)?;
    if matches!(number, Number::List(_) | Number::Between(_)) {
        let message = "expected a number, a picture with the number on one cell of the group, or \"value\"";
        reading.mistake("unknown-number", given.span, message);
        return None;
    }
    Some(number)
}

/// Borders are only between different groups, and along the edge of the board. Four colours are enough for the groups
/// of a board in the plane so that neighbours differ: a border is present exactly where the colours of its two cells
/// differ (Appel and Haken, 1976).
#[derive(Debug, PartialEq, Eq, Hash)]
struct Between {
    groups: Groups,
    /// Whether another condition determines the groups, and with them the borders.
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
