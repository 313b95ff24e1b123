//! Conditions on all lines together: `loop = true`, one closed loop; `path = true`, one path.
//!
//! Where lines may cross, a point is two: one for each pair of opposite lines. They are one again where the line turns.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::symbols::{SymbolTable, Test};
use super::super::topology::{LineKind, Lines};
use super::Kind;
use super::parts::{parts, there};
use boardwright_base::board::tiling::Tiling;
use boardwright_ir::constraint::{Constraint, Edge, Graph, Relation};
use boardwright_model::{Field, Names, Table, Value};
use std::collections::BTreeMap;

const CROSSING: boardwright_model::Kind = boardwright_model::Kind::OneOf(&[
    boardwright_model::Kind::Boolean,
    boardwright_model::Kind::Named(Names::Test),
    boardwright_model::Kind::List { item: &boardwright_model::Kind::Named(Names::Test), min: 1, max: 1000 },
]);

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "loop",
            kind: boardwright_model::Kind::Boolean,
            doc: "the lines are one closed loop without branches; with `crossing`, it may cross itself",
            example: "true",
            ..OPTIONAL
        },
        Field {
            name: "path",
            kind: boardwright_model::Kind::Boolean,
            doc: "the lines are one path without branches; with `crossing`, it may cross itself",
            example: "true",
            ..OPTIONAL
        },
        Field {
            name: "crossing",
            kind: CROSSING,
            doc: "with `loop` or `path`: true, or a static test for the cells at which the line may cross itself",
            example: "\"ice\"",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    let crossing = crossing(reading, rule);
    for (key, closed) in [("loop", true), ("path", false)] {
        if rule.boolean(key) == Some(true) && reading.is_of_all_lines(rule, key) {
            conditions.push(Box::new(OneCurve { closed, crossing: crossing.clone() }));
        }
    }
    conditions
}

/// Returns the test for cells at which the line may cross itself.
fn crossing(reading: &mut Reading<'_>, rule: &Table) -> Option<Crossing> {
    let given = rule.get("crossing")?;
    let crossing = match given.value {
        Value::Boolean(true) => Crossing::Anywhere,
        Value::Boolean(false) => return None,
        _ => Crossing::At(reading.test(given)?),
    };
    let symbols = reading.symbols;
    let on_squares = symbols.topology.tiling == Tiling::Square
        && symbols.lines.as_ref().is_some_and(|lines| lines.kind == LineKind::Links);
    if !["loop", "path"].iter().any(|key| rule.boolean(key) == Some(true)) {
        reading.mistake("needs-key", given.span, "`crossing` requires `loop = true` or `path = true`");
    } else if !on_squares {
        reading.mistake("no-lines", given.span, "`crossing` requires lines = \"links\" on a board of squares");
    } else if let Crossing::At(test) = &crossing
        && !test.is_static()
    {
        let message = format!("`crossing` requires a static test; `{}` depends on the solution", test.text);
        reading.mistake("not-static", given.span, message);
    }
    Some(crossing)
}

/// Where a curve may cross itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Crossing {
    Anywhere,
    /// At the cells that pass a static test.
    At(Test),
}

/// One closed loop or one path.
#[derive(Debug, PartialEq, Eq, Hash)]
struct OneCurve {
    closed: bool,
    /// The cells at which it may cross itself.
    crossing: Option<Crossing>,
}

impl OneCurve {
    fn may_cross(&self, symbols: &SymbolTable, point: usize) -> bool {
        match &self.crossing {
            None => false,
            Some(Crossing::Anywhere) => true,
            Some(Crossing::At(test)) => symbols.passes(symbols.topology.cells[point], test),
        }
    }
}

/// A point of the curve's graph, and the lines at it.
struct Joint {
    lines: Vec<usize>,
    present: Truth,
}

/// Posts what holds for the lines at a point where they may cross, and returns the joints and the truth of a turn between them.
fn crossed(to: &mut Builder<'_>, lines: &Lines, point: usize) -> Option<([Joint; 2], Truth)> {
    let at = &lines.at_point[point];
    let (upright, level): (Vec<usize>, Vec<usize>) = at.iter().partition(|&&line| lines.direction(line, point).1 == 0);
    if upright.len() != 2 || level.len() != 2 {
        return None;
    }
    let there: Vec<Truth> = at.iter().map(|&line| to.line(line).into()).collect();
    for index in 0..there.len() {
        // Not exactly three.
        to.clause(there.iter().enumerate().map(|(other, &line)| if other == index { line } else { !line }));
    }
    let all = to.all(&there);
    let [upright, level] = [upright, level].map(|lines| {
        let there: Vec<Truth> = lines.iter().map(|&line| to.line(line).into()).collect();
        Joint { present: to.any(&there), lines }
    });
    let turn = to.all(&[upright.present, level.present, !all]);
    Some(([upright, level], turn))
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
        let crosses = |point: usize| degrees[point] == 4 && self.may_cross(position.symbols, point);
        if let Some(point) = (0..degrees.len()).find(|&point| degrees[point] > 2 && !crosses(point)) {
            return Err(Breach::Branch { lines: degrees[point], at: lines.points[point] });
        }
        let ends: Vec<usize> = (0..degrees.len()).filter(|&point| degrees[point] == 1).collect();
        if self.closed && !ends.is_empty() {
            return Err(Breach::End(lines.points[ends[0]]));
        }
        if !self.closed && ends.len() != 2 {
            return Err(Breach::Ends(ends.len()));
        }
        // Where the curve crosses itself, the upright lines meet at a point of their own.
        let count = lines.points.len();
        let met = |line: usize, point: usize| match lines.direction(line, point) {
            (_, 0) if crosses(point) => count + point,
            _ => point,
        };
        let joined = there.iter().map(|&line| lines.lines[line].ends.map(|point| met(line, point)));
        let parts = parts(2 * count, joined);
        match parts.iter().filter(|part| part.len() > 1).count() {
            1 => Ok(()),
            curves => Err(Breach::Curves(curves)),
        }
    }

    fn tests(&self) -> Vec<&Test> {
        match &self.crossing {
            Some(Crossing::At(test)) => vec![test],
            _ => Vec::new(),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, _members: &[Candidate]) {
        let Some(lines) = &to.symbols.lines else { return };
        let all: Vec<Truth> = (0..lines.lines.len()).map(|line| to.line(line).into()).collect();
        to.clause(all);
        let mut joints: Vec<Joint> = Vec::with_capacity(lines.points.len());
        let mut turns = Vec::new();
        let mut ends = Vec::new();
        for (point, at) in lines.at_point.iter().enumerate() {
            let there: Vec<Truth> = at.iter().map(|&line| to.line(line).into()).collect();
            self.meet(to, &there, &mut ends);
            let split = if self.may_cross(to.symbols, point) { crossed(to, lines, point) } else { None };
            match split {
                Some((both, turn)) => {
                    turns.push(([joints.len(), joints.len() + 1], turn));
                    joints.extend(both);
                }
                None => {
                    to.count(Relation::AtMost, 2, there.iter().copied());
                    joints.push(Joint { present: to.any(&there), lines: at.clone() });
                }
            }
        }
        if !self.closed {
            to.count(Relation::Equal, 2, ends);
        }
        to.post(Constraint::Connected(graph(to, &joints, &turns)));
    }
}

impl OneCurve {
    /// Posts how the lines at a point go on.
    fn meet(&self, to: &mut Builder<'_>, there: &[Truth], ends: &mut Vec<Truth>) {
        if self.closed {
            // A line that enters a point leaves it.
            for (index, &line) in there.iter().enumerate() {
                let others = there.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, &other)| other);
                to.clause(std::iter::once(!line).chain(others));
            }
            return;
        }
        let mut alone = Vec::with_capacity(there.len());
        for index in 0..there.len() {
            let only = there.iter().enumerate().map(|(other, &line)| if other == index { line } else { !line });
            let only: Vec<Truth> = only.collect();
            alone.push(to.all(&only));
        }
        ends.push(to.any(&alone));
    }
}

/// Returns the graph of the curve: joints where a line is possible, the lines between them, and turns where they may cross.
fn graph(to: &Builder<'_>, joints: &[Joint], turns: &[([usize; 2], Truth)]) -> Graph {
    let mut vertices = Vec::with_capacity(joints.len());
    let mut numbers = vec![None; joints.len()];
    let mut met: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, joint) in numbers.iter_mut().zip(joints) {
        if joint.present == Truth::Known(false) {
            continue;
        }
        *number = Some(vertices.len());
        joint.lines.iter().for_each(|&line| met.entry(line).or_default().push(vertices.len()));
        vertices.push(there(joint.present));
    }
    let mut edges = Vec::with_capacity(met.len() + turns.len());
    for (line, ends) in met {
        if let [a, b] = ends[..] {
            edges.push(Edge { ends: [a, b], when: Some(to.line(line)) });
        }
    }
    for (ends, turn) in turns {
        if let ([Some(a), Some(b)], Truth::Open(turn)) = (ends.map(|joint| numbers[joint]), *turn) {
            edges.push(Edge { ends: [a, b], when: Some(turn) });
        }
    }
    Graph { vertices, edges }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes};

    fn board(rows: usize, columns: usize, rest: &str) -> String {
        format!("puzzle = 'grid'\n[grid]\nrows = {rows}\ncolumns = {columns}\nlines = 'links'\n{rest}")
    }

    #[test]
    fn curves_that_cross_themselves() {
        // The middle of 3 x 3 cells is the only one with four neighbours. Beside the 13 simple loops, a loop may cross there and
        // turn back around two opposite corners. Around neighbouring corners, a line would end.
        let middle = "[picture]\nice = '''\n...\n.#.\n...\n'''\n[[rule]]\nloop = true\ncrossing = 'ice'\n";
        assert_eq!(agree(&board(3, 3, middle)), 13 + 2);
        assert_eq!(agree(&board(3, 3, &middle.replace('#', "."))), 13);
        // Eight of the simple loops turn in the middle: those around one square, or around three.
        let straight = format!("{middle}[[rule]]\nat = 'ice'\nis-not = 'turn'\n");
        assert_eq!(agree(&board(3, 3, &straight)), 13 - 8 + 2);
        agree(&board(3, 3, &middle.replace("loop", "path")));
        let two = "[picture]\nice = '''\n....\n.##.\n....\n'''\n[[rule]]\nloop = true\ncrossing = 'ice'\n";
        agree(&board(3, 4, two));
    }

    #[test]
    fn crossing_requires_a_curve_and_a_static_test() {
        let wrong = |rule: &str| mistakes(&board(3, 3, &format!("[[rule]]\n{rule}\n")));
        assert!(wrong("no-loop = true\ncrossing = 'visited'").contains("requires `loop = true` or `path = true`"));
        assert!(wrong("loop = true\ncrossing = 'visited'").contains("requires a static test"));
        let borders = "[picture]\nice = '''\n.#.\n'''\n[[rule]]\nloop = true\ncrossing = 'ice'\n";
        let borders = board(1, 3, borders).replace("'links'", "'borders'");
        assert!(mistakes(&borders).contains("requires lines = \"links\""), "{}", mistakes(&borders));
    }
}
