//! Sums as they are written: `addition = true`. The rows of a set are numbers in base 10, and the last one is the sum of those above
//! it, as in SEND + MORE = MONEY.
//!
//! A cell without a number, and a place that is no member, is no digit; it counts as 0. The constraint is one automaton that reads the
//! columns from the right, each from top to bottom: its state is the sum of a column so far, with what was carried to it.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::topology::Topology;
use super::Kind;
use boardwright_base::board::tiling::Tiling;
use boardwright_model::{Field, Table};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "addition",
        kind: boardwright_model::Kind::Boolean,
        doc: "the rows of the set are numbers in base 10; the last row is the sum of the others",
        example: "true",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    if !reading.is_stated_in_order(rule, "addition") {
        return Vec::new();
    }
    let Some(layer) = reading.numeric_layer(rule, "addition") else { return Vec::new() };
    let topology = &reading.symbols.topology;
    if topology.tiling != Tiling::Square {
        let message = format!("`addition` is not supported for {}", topology.tiling.name());
        reading.mistake("wrong-shape", rule.span_of("addition"), message);
        return Vec::new();
    }
    let no_digit = |number: &&i64| !(0..=9).contains(*number);
    if let Some(number) = reading.symbols.layers[layer].numbers.iter().flatten().find(no_digit) {
        let message = format!("`addition` requires values that are digits; found {number}");
        reading.mistake("wrong-value", rule.span_of("addition"), message);
        return Vec::new();
    }
    let row = |member: &crate::rule::Member| member.element.cell().map(|cell| topology.cells[cell].row);
    let rows = |set: &Set| set.members.iter().filter_map(row).collect::<BTreeSet<_>>().len();
    if let Some(set) = reading.sets.iter().find(|set| rows(set) < 2) {
        let message = format!("`addition` requires at least two rows; {} has one", set.name);
        reading.mistake("wrong-set", rule.span_of("addition"), message);
        return Vec::new();
    }
    vec![Box::new(Addition { layer })]
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Addition {
    layer: usize,
}

/// Returns the cells by column, from the right, and in each by row; and the number of rows.
fn columns(topology: &Topology, cells: impl Iterator<Item = usize>) -> (Vec<BTreeMap<usize, usize>>, usize) {
    let cells: Vec<usize> = cells.collect();
    let rows: BTreeSet<usize> = cells.iter().map(|&cell| topology.cells[cell].row).collect();
    let place: BTreeMap<usize, usize> = rows.iter().enumerate().map(|(place, &row)| (row, place)).collect();
    let mut columns: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
    for cell in cells {
        let at = topology.cells[cell];
        columns.entry(at.column).or_default().insert(place[&at.row], cell);
    }
    // A column of the board without a member is one of zeros.
    let (first, last) = (columns.keys().next().copied(), columns.keys().next_back().copied());
    let all = first.zip(last).map_or(0..0, |(first, last)| first..last + 1);
    (all.rev().map(|column| columns.remove(&column).unwrap_or_default()).collect(), rows.len())
}

impl Condition for Addition {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let topology = &position.symbols.topology;
        let cells: Vec<usize> = members.iter().filter_map(|member| member.cell()).collect();
        let Some(left) = cells.iter().map(|&cell| topology.cells[cell].column).min() else { return Ok(()) };
        let right = cells.iter().map(|&cell| topology.cells[cell].column).max().unwrap_or(left);
        let mut rows: BTreeMap<usize, Vec<i128>> = BTreeMap::new();
        for &cell in &cells {
            let at = topology.cells[cell];
            let digits = rows.entry(at.row).or_insert_with(|| vec![0; right - left + 1]);
            digits[at.column - left] = position.number(self.layer, cell).unwrap_or(0).into();
        }
        // Digit by digit, since a row may have a thousand.
        let mut rows: Vec<Vec<i128>> = rows.into_values().collect();
        let Some(sum) = rows.pop() else { return Ok(()) };
        let mut carried = 0;
        let mut expected = vec![0; sum.len()];
        for column in (0..sum.len()).rev() {
            let whole = carried + rows.iter().map(|row| row[column]).sum::<i128>();
            (expected[column], carried) = (whole % 10, whole / 10);
        }
        if carried == 0 && expected == sum {
            return Ok(());
        }
        let text = |digits: &[i128]| digits.iter().map(i128::to_string).collect::<String>();
        let carried = if carried == 0 { String::new() } else { carried.to_string() };
        Err(Breach::Addition { found: text(&sum), expected: carried + &text(&expected) })
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let cells = members.iter().filter_map(|member| member.element.cell());
        let (columns, rows) = columns(&to.symbols.topology, cells);
        let mut positions: Vec<Vec<(i64, Truth)>> = Vec::with_capacity(columns.len() * rows);
        for column in columns {
            for row in 0..rows {
                let Some(&cell) = column.get(&row) else {
                    positions.push(vec![(0, Truth::Known(true))]);
                    continue;
                };
                let numbers =
                    to.numbers(self.layer, &Candidate { element: Element::Cell(cell), is_in: Truth::Known(true) });
                let (zeros, mut digits): (Vec<_>, Vec<_>) =
                    numbers.held.into_iter().partition(|(digit, _)| *digit == 0);
                let zeros: Vec<Truth> = zeros.into_iter().map(|(_, truth)| truth).chain([numbers.none]).collect();
                digits.push((0, to.any(&zeros)));
                digits.retain(|(_, truth)| *truth != Truth::Known(false));
                positions.push(digits);
            }
        }
        // The row, and the sum of the column up to it.
        let step = |&(row, sum): &(usize, i64), digit: i64| match row + 1 < rows {
            true => Some((row + 1, sum + digit)),
            false => (sum % 10 == digit).then_some((0, sum / 10)),
        };
        to.post_word(&positions, (0, 0), step, |&state| state == (0, 0));
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }

    fn ordered(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model, solved};

    #[test]
    fn sums_of_digits() {
        let rule = "[[rule]]\naddition = true";
        // a + b = c: of 0 to 3, c has c + 1 sums.
        assert_eq!(agree(&model(3, 1, "'0..3'", rule)), 1 + 2 + 3 + 4);
        // Two columns of 0, 1 and 9 with a carry.
        assert!(agree(&model(3, 2, "['0', '1', '9']", rule)) > 0);
        // Three summands, and two rows that are equal.
        assert!(agree(&model(4, 2, "['.', '4', '9']", rule)) > 0);
        assert_eq!(agree(&model(2, 2, "'0..3'", rule)), 16);
    }

    #[test]
    fn send_more_money() {
        let text = "puzzle = 'grid'\n[grid]\nvalues = '0..9'\ncells = '''\n_....\n_....\n.....\n'''\n\
            [picture]\nletter = '''\n.SEND\n.MORE\nMONEY\n'''\nstart = '''\n.s...\n.....\ns....\n'''\n\
            [[rule]]\naddition = true\n[[rule]]\nat = 'start'\nis-not = '0'\n\
            [[rule]]\neach = 'region letter'\nall-equal = true\n\
            [[rule]]\nalong = 'r1c2-r1c5 r2c2-r2c4 r3c5'\nall-different = true";
        // Dudeney's puzzle of 1924: 9567 + 1085 = 10652.
        let found = solved(text);
        assert_eq!(found.len(), 1);
        let digits: String = found.iter().flat_map(|board| board.chars()).filter(char::is_ascii_digit).collect();
        assert_eq!(digits, "9567108510652", "{found:?}");
    }

    #[test]
    fn what_is_no_sum_is_told() {
        let wrong = |rows: usize, values: &str| mistakes(&model(rows, 2, values, "[[rule]]\naddition = true"));
        assert!(wrong(1, "'0..9'").contains("requires at least two rows"));
        assert!(wrong(3, "'0..12'").contains("requires values that are digits; found 10"));
        assert!(wrong(3, "['a', 'b']").contains("requires values that are numbers"));
    }
}
