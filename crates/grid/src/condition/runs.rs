//! Clue lists: the lengths of the maximal runs of members that pass a test, in order: `runs = { "#" = "clues" }`.
//!
//! `[2, 1]` is the word `.* ## .+ # .*`; `"?"` in a list is a run of any length. A wall between two members ends a
//! run. An empty list and `[0]` mean that there is no run. On a ring, the lengths are in any order (`runs/ring`).

mod clue;
pub(crate) mod coloured;
mod ring;

use self::clue::Clue;
use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{MAX_SIDE, NUMBER, OPTIONAL};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Resolved, Set};
use super::super::symbols::Test;
use super::super::topology::Topology;
use super::Kind;
use boardwright_base::board::Cell;
use boardwright_base::board::tiling::Tiling;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_model::{Field, Names, Spanned, Table, Value};
use std::sync::Arc;

const CLUE: boardwright_model::Kind = boardwright_model::Kind::OneOf(&[
    boardwright_model::Kind::Integer { min: 0, max: MAX_SIDE },
    boardwright_model::Kind::Named(Names::Number),
    boardwright_model::Kind::List { item: &NUMBER, min: 0, max: MAX_SIDE as usize },
]);

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "runs",
        kind: boardwright_model::Kind::OneOf(&[
            boardwright_model::Kind::Named(Names::Number),
            boardwright_model::Kind::By(Names::Test, &CLUE),
        ]),
        doc: "the maximal runs of members that pass the test have these lengths, in order; \"?\" is any length; or the name \
            of a list of runs of several values",
        example: "{ \"#\" = \"clues\" }",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    conditions.extend(coloured::read(reading, rule));
    let on_ring = rule.text("around") == Some("ring");
    for (word, given) in rule.map("runs") {
        let Some(test) = reading.word(word) else { continue };
        if reading.members_are_all_in(rule, "runs").is_none() {
            break;
        }
        let Some(clue) = clue(reading, given, !on_ring) else { continue };
        if on_ring {
            conditions.push(Box::new(ring::OnRing { test, clue }));
        } else {
            conditions.push(Box::new(Runs { test, clue }));
        }
    }
    conditions
}

fn clue(reading: &mut Reading<'_>, given: &Spanned<Value>, in_line: bool) -> Option<Clue> {
    if let Some(items) = given.value.as_list() {
        let mut lengths = Vec::with_capacity(items.len());
        for item in items {
            if item.value.as_integer().is_none() && item.value.as_text() != Some("?") {
                reading.mistake("wrong-type", item.span, "expected a length, or \"?\" for an unknown one");
            }
            lengths.push(item.value.as_integer());
        }
        if let Some(words) = wrong(&lengths) {
            reading.mistake("wrong-runs", given.span, words);
        }
        return Some(Clue::Fixed(lengths));
    }
    let number = reading.numbers_of_sets(given)?;
    let lists = reading.sets.iter().filter_map(|set| {
        let words = match number.of(reading.symbols, set) {
            Resolved::Numbers(lengths) => wrong(lengths),
            Resolved::Number(length) => wrong(&[Some(length)]),
            Resolved::Absent | Resolved::Cell(..) | Resolved::Word(_) | Resolved::Runs(_) => None,
        };
        Some((words?, number.span(reading.symbols, set).unwrap_or(given.span)))
    });
    for (words, span) in lists.collect::<Vec<_>>() {
        reading.mistake("wrong-runs", span, words);
    }
    let clue = Clue::Number(number);
    if in_line {
        let too_long = reading.sets.iter().filter_map(|set| too_long(reading, &clue, set, given));
        let too_long: Vec<Diagnostic> = too_long.collect();
        reading.uses.warnings.extend(too_long);
    }
    Some(clue)
}

/// Warns of runs that need more cells than a set has.
fn too_long(reading: &Reading<'_>, clue: &Clue, set: &Set, given: &Spanned<Value>) -> Option<Diagnostic> {
    let lengths = clue.lengths(reading.symbols, set)?;
    let walls = walls(&reading.symbols.topology, set.members.iter().map(|member| member.element));
    let walls = walls.into_iter().filter(|&after_wall| after_wall).count();
    let gaps = lengths.len().saturating_sub(1).saturating_sub(walls);
    let needed = lengths.iter().fold(gaps, |sum, length| sum.saturating_add(length.unwrap_or(1)));
    if needed <= set.members.len() {
        return None;
    }
    let Clue::Number(number) = clue else { return None };
    let what = number.clue(reading.symbols, set)?;
    let message = format!("{what} requires {needed} cells; the set has {}", set.members.len());
    Some(Diagnostic::new("impossible", message).at(number.span(reading.symbols, set).unwrap_or(given.span), ""))
}

/// Describes what is wrong with a list of lengths.
fn wrong(lengths: &[Option<i64>]) -> Option<String> {
    let bad = lengths.iter().flatten().find(|&&length| length < 0 || (length == 0 && lengths.len() > 1))?;
    Some(format!("invalid run length {bad}: expected 1 or more; [] or [0] means no run"))
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Runs {
    test: Test,
    clue: Clue,
}

const KING: [(i64, i64); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Checks whether there is a wall between two cells on a straight line through centres.
fn is_parted(topology: &Topology, a: Cell, b: Cell) -> bool {
    // On a torus, cells may be neighbours across the edge.
    if topology.wrap && KING.iter().any(|&step| topology.step(a, step) == Some(b)) {
        return false;
    }
    if topology.tiling != Tiling::Square {
        let neighbours = topology.tiling.steps("king").unwrap_or_default();
        return !neighbours.iter().any(|&step| topology.step(a, step) == Some(b));
    }
    let (rows, columns) = (b.row as i64 - a.row as i64, b.column as i64 - a.column as i64);
    let parts = gcd(rows.abs(), columns.abs());
    let at = |part: i64| (a.row as i64 + rows / parts * part, a.column as i64 + columns / parts * part);
    (1..parts).map(at).any(|(row, column)| topology.id(Cell::new(row as usize, column as usize)).is_none())
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns, by member, whether a wall separates it from the member before.
fn walls(topology: &Topology, elements: impl Iterator<Item = Element>) -> Vec<bool> {
    let mut before = None;
    let after_wall = elements.map(|element| {
        let Element::Cell(cell) = element else { return false };
        let at = topology.cells[cell];
        before.replace(at).is_some_and(|other| is_parted(topology, other, at))
    });
    after_wall.collect()
}

impl Condition for Runs {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let Some(wanted) = self.clue.lengths(position.symbols, set) else { return Ok(()) };
        let mut found: Vec<usize> = Vec::new();
        let mut going_on = false;
        let walls = walls(&position.symbols.topology, members.iter().copied());
        for (&member, after_wall) in members.iter().zip(walls) {
            let passes = position.passes(member, &self.test);
            match found.last_mut() {
                Some(length) if passes && going_on && !after_wall => *length += 1,
                _ if passes => found.push(1),
                _ => {}
            }
            going_on = passes;
        }
        let fits = found.len() == wanted.len()
            && found.iter().zip(&wanted).all(|(found, wanted)| wanted.is_none_or(|wanted| wanted == *found));
        if fits {
            return Ok(());
        }
        Err(Breach::Runs { of: self.test.text.clone(), found, expected: wanted })
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let Some(lengths) = self.clue.lengths(to.symbols, set) else { return };
        let walls = walls(&to.symbols.topology, members.iter().map(|member| member.element));
        let mut positions = Vec::with_capacity(members.len());
        for (member, after_wall) in members.iter().zip(walls) {
            if after_wall {
                positions.push(vec![(false, Truth::Known(true))]);
            }
            let passes = to.passes(member.element, &self.test);
            positions.push(vec![(false, !passes), (true, passes)]);
        }
        // The state: the number of finished runs, and the members of the next run so far.
        let step = |&(over, there): &(usize, usize), passes: bool| match (lengths.get(over), passes) {
            (None, true) => None,
            (None, false) => Some((over, 0)),
            (Some(None), true) => Some((over, 1)),
            (Some(Some(length)), true) => (there < *length).then_some((over, there + 1)),
            (Some(_), false) if there == 0 => Some((over, 0)),
            (Some(length), false) => length.is_none_or(|length| there == length).then_some((over + 1, 0)),
        };
        let accepts = |&(over, there): &(usize, usize)| match lengths.get(over) {
            None => true,
            Some(length) => over + 1 == lengths.len() && there > 0 && length.is_none_or(|length| there == length),
        };
        to.post_word(&positions, (0, 0), step, accepts);
    }

    fn numbers(&self) -> Vec<&Number> {
        match &self.clue {
            Clue::Fixed(_) => Vec::new(),
            Clue::Number(number) => vec![number],
        }
    }

    fn tests(&self) -> Vec<&Test> {
        vec![&self.test]
    }

    fn ordered(&self) -> bool {
        true
    }

    fn reversed(&self) -> Option<Arc<dyn Condition>> {
        let clue = match &self.clue {
            Clue::Fixed(lengths) => Clue::Fixed(lengths.iter().rev().copied().collect()),
            Clue::Number(number) => Clue::Number(number.clone()),
        };
        Some(Arc::new(Runs { test: self.test.clone(), clue }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn runs_of_one_row() {
        let row = |clue: &str| model(1, 6, "['.', '#']", &format!("[[rule]]\neach = 'row'\nruns = {{ '#' = {clue} }}"));
        // A run of 2 and one of 1 in 6 cells: 4 free places for two runs.
        assert_eq!(agree(&row("[2, 1]")), 6);
        assert_eq!(agree(&row("[6]")), 1);
        assert_eq!(agree(&row("[]")), 1);
        assert_eq!(agree(&row("0")), 1);
        assert_eq!(agree(&row("[4, 2]")), 0);
        assert_eq!(agree(&row("['?']")), 21, "pairs of a first and a last cell");
        // 1 and then a run of length n in what is left: 6 + 3 + 1 + ... places of both.
        assert_eq!(agree(&row("[1, '?']")), 10 + 6 + 3 + 1);
    }

    #[test]
    fn clue_lists_beside_the_board() {
        let lists = "[list]\nclues = { rows = [[1], [1, 1], '.'], columns = [2, ['?'], []] }\n";
        let rest = format!("{lists}[[rule]]\neach = ['row', 'column']\nruns = {{ '#' = 'clues' }}");
        agree(&model(3, 3, "['.', '#']", &rest));
        let lists = "[list]\nclues = { rows = [[1], [1, 1], '.'], columns = [2, ['?'], [1]] }\n";
        let rest = format!("{lists}[[rule]]\neach = ['row', 'column']\nruns = {{ 'not .' = 'clues' }}");
        assert!(agree(&model(3, 3, "['.', '#', 'o']", &rest)) > 0);
    }

    #[test]
    fn walls_end_runs() {
        let text = "puzzle = 'grid'\n[grid]\ncells = '''\n..._..\n'''\nvalues = ['.', '#']\n\
            [[rule]]\neach = 'row'\nruns = { '#' = [2, 1] }";
        assert_eq!(agree(text), 4);
        let text = text.replace("[2, 1]", "[3]");
        assert_eq!(agree(&text), 1);
    }

    #[test]
    fn clues_that_cannot_be_are_told() {
        let wrong = |rest: &str| mistakes(&model(1, 3, "['.', '#']", rest));
        let lists = "[list]\nclues = { rows = [[1, 0]] }\n";
        assert!(
            wrong(&format!("{lists}[[rule]]\neach = 'row'\nruns = {{ '#' = 'clues' }}"))
                .starts_with("invalid run length 0")
        );
        assert!(
            wrong(&format!("{lists}[[rule]]\neach = 'column'\nruns = {{ '#' = 'clues' }}"))
                .starts_with("missing `columns` in the list `clues`")
        );
        assert!(wrong("[[rule]]\neach = 'row'\nruns = { '#' = [1, 'x'] }").starts_with("expected a length"));
        assert!(
            wrong("[[rule]]\neach = 'row'\namong = '#'\nruns = { '#' = [1] }")
                .starts_with("`runs` cannot be combined with")
        );
    }
}
