//! Conditions on all lines together: `loop = true`, one closed loop; `path = true`, one path.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::Kind;
use super::connected::{parts, there};
use crate::constraint::{Constraint, Edge, Graph, Relation};
use crate::model::{self, Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "loop",
            kind: model::Kind::Boolean,
            doc: "the lines are one closed loop without branches and crossings",
            example: "true",
            ..OPTIONAL
        },
        Field {
            name: "path",
            kind: model::Kind::Boolean,
            doc: "the lines are one path without branches and crossings",
            example: "true",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    for (key, closed) in [("loop", true), ("path", false)] {
        if rule.boolean(key) == Some(true) && reading.is_of_all_lines(rule, key) {
            conditions.push(Box::new(OneCurve { closed }));
        }
    }
    conditions
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct OneCurve {
    closed: bool,
}

impl Condition for OneCurve {
    fn holds(&self, position: &Position<'_>, _set: &Set, _members: &[Element]) -> Result<(), Breach> {
        let Some(lines) = &position.symbols.lines else { return Ok(()) };
        let there: Vec<usize> = (0..lines.lines.len()).filter(|&line| position.lines[line]).collect();
        if there.is_empty() {
            return Err(Breach::NoLine);
        }
        let mut degrees = vec![0; lines.points.len()];
        there.iter().flat_map(|&line| lines.lines[line].ends).for_each(|point| degrees[point] += 1);
        if let Some(point) = degrees.iter().position(|&degree| degree > 2) {
            return Err(Breach::Branch { lines: degrees[point], at: lines.points[point] });
        }
        let ends: Vec<usize> = (0..degrees.len()).filter(|&point| degrees[point] == 1).collect();
        if self.closed && !ends.is_empty() {
            return Err(Breach::End(lines.points[ends[0]]));
        }
        if !self.closed && ends.len() != 2 {
            return Err(Breach::Ends(ends.len()));
        }
        let parts = parts(lines.points.len(), there.iter().map(|&line| lines.lines[line].ends));
        let curves = parts.iter().filter(|part| degrees[part[0]] > 0).count();
        match curves {
            1 => Ok(()),
            _ => Err(Breach::Curves(curves)),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, _members: &[Candidate]) {
        let Some(lines) = &to.symbols.lines else { return };
        let all: Vec<Truth> = (0..lines.lines.len()).map(|line| to.line(line).into()).collect();
        to.clause(all);
        let mut vertices = Vec::with_capacity(lines.points.len());
        let mut ends = Vec::new();
        for at in &lines.at_point {
            let there: Vec<Truth> = at.iter().map(|&line| to.line(line).into()).collect();
            to.count(Relation::AtMost, 2, there.iter().copied());
            if self.closed {
                // A line that enters a point leaves it.
                for (index, &line) in there.iter().enumerate() {
                    let others = there.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, &other)| other);
                    to.clause(std::iter::once(!line).chain(others));
                }
            } else {
                let mut alone = Vec::with_capacity(there.len());
                for index in 0..there.len() {
                    let only = there.iter().enumerate().map(|(other, &line)| if other == index { line } else { !line });
                    let only: Vec<Truth> = only.collect();
                    alone.push(to.all(&only));
                }
                ends.push(to.any(&alone));
            }
            vertices.push(to.any(&there));
        }
        if !self.closed {
            to.count(Relation::Equal, 2, ends);
        }
        // Points where no line is possible are not part of the graph.
        let mut numbers = vec![None; vertices.len()];
        let mut present = Vec::with_capacity(vertices.len());
        for (point, &vertex) in vertices.iter().enumerate() {
            if vertex != Truth::Known(false) {
                numbers[point] = Some(present.len());
                present.push(there(vertex));
            }
        }
        let mut edges = Vec::with_capacity(lines.lines.len());
        for (line, ends) in lines.lines.iter().map(|line| line.ends).enumerate() {
            if let [Some(a), Some(b)] = ends.map(|point| numbers[point]) {
                edges.push(Edge { ends: [a, b], when: Some(to.line(line)) });
            }
        }
        to.post(Constraint::Connected(Graph { vertices: present, edges }));
    }
}
