//! Lines without a closed loop: `no-loop = true`. Each component is a tree (a Slant, a spanning tree).

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::Kind;
use super::parts::parts;
use boardwright_ir::constraint::{Constraint, Edge, Graph};
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "no-loop",
        kind: boardwright_model::Kind::Boolean,
        doc: "no lines form a closed loop",
        example: "true",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    if rule.boolean("no-loop") != Some(true) || !reading.is_of_all_lines(rule, "no-loop") {
        return Vec::new();
    }
    vec![Box::new(NoLoop)]
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct NoLoop;

impl Condition for NoLoop {
    fn holds(&self, position: &Position<'_>, _set: &Set, _members: &[Element]) -> Result<(), Breach> {
        let Some(lines) = &position.symbols.lines else { return Ok(()) };
        let there = (0..lines.lines.len()).filter(|&line| position.lines[line]);
        let ends: Vec<[usize; 2]> = there.map(|line| lines.lines[line].ends).collect();
        // A part with as many lines as points, or more, has a loop.
        for part in parts(lines.points.len(), ends.iter().copied()) {
            if ends.iter().filter(|[a, _]| part.contains(a)).count() >= part.len() {
                return Err(Breach::Loop(lines.points[part[0]]));
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, _members: &[Candidate]) {
        let Some(lines) = &to.symbols.lines else { return };
        let edge = |(line, ends): (usize, [usize; 2])| Edge { ends, when: Some(to.line(line)) };
        let edges = lines.lines.iter().map(|line| line.ends).enumerate().map(edge).collect();
        to.post(Constraint::Acyclic(Graph { vertices: vec![None; lines.points.len()], edges }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes};

    fn board(rows: usize, columns: usize, lines: &str, rest: &str) -> String {
        format!(
            "puzzle = 'grid'\n[grid]\nrows = {rows}\ncolumns = {columns}\nlines = '{lines}'\n[[rule]]\nno-loop = true\n{rest}"
        )
    }

    #[test]
    fn forests_and_trees() {
        // Of four lines around a square all but all. Of seven between 2x3 points, 8 sets have the left square, 8 the right
        // one and 2 the outline; the whole has all three: 128 - 16.
        assert_eq!(agree(&board(2, 2, "links", "")), 15);
        assert_eq!(agree(&board(2, 3, "links", "")), 112);
        // Spanning trees of the 2x3 grid, OEIS A001353.
        let spanning = "[[rule]]\neach = 'board'\naround = 'lines'\nexactly = { line = 5 }";
        assert_eq!(agree(&board(2, 3, "links", spanning)), 15);
        // The same points and lines.
        assert_eq!(agree(&board(1, 2, "borders", "")), 112);
    }

    #[test]
    fn moves_make_loops_too() {
        // Kings in a square: the forests of four points that all see each other, OEIS A001858.
        assert_eq!(agree(&board(2, 2, "king", "")), 38);
        assert_eq!(agree(&board(2, 3, "ferz", "")), 16, "two crosses of two lines each, and no loop");
    }

    #[test]
    fn without_lines_there_is_nothing_to_say() {
        let wrong =
            mistakes("puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nvalues = '1..2'\n[[rule]]\nno-loop = true");
        assert!(wrong.starts_with("`no-loop` requires lines; the grid has none"), "{wrong}");
    }
}
