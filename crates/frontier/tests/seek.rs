//! Searches over a frontier against brute force: lines between the cells of small boards that join equal marks.

use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_frontier::{Reach, Sought, layers, lower, order};
use boardwright_ir::constraint::{
    Assignment, Components, Constraint, Demand, Edge, Graph, Literal, Measure, Origin, Problem, Relation,
};

/// A board with marks, as a problem with labels that spread along lines.
struct Board {
    cells: usize,
    ends: Vec<[usize; 2]>,
    marks: Vec<Option<usize>>,
    /// Whether lines visit all cells.
    full: bool,
}

impl Board {
    fn random(random: &mut Random) -> Board {
        let (rows, columns) = (2 + random.below(2), 2 + random.below(3));
        let cells = rows * columns;
        let right = (0..cells).filter(|cell| cell % columns + 1 < columns).map(|cell| [cell, cell + 1]);
        let down = (0..cells - columns).map(|cell| [cell, cell + columns]);
        let mut marks = vec![None; cells];
        let places = random.permutation(cells);
        let pairs = (1 + random.below(3)).min(cells / 2);
        // Now and then a mark occurs once, or four times.
        let odd = random.below(6) == 0;
        for (index, &place) in places[..2 * pairs - usize::from(odd)].iter().enumerate() {
            marks[place] = Some(if random.below(12) == 0 { 0 } else { index / 2 });
        }
        Board { cells, ends: right.chain(down).collect(), marks, full: random.below(2) == 0 }
    }

    /// Returns whether lines, as bits, visit the cells as they should and join equal marks in pairs.
    fn accepts(&self, lines: usize) -> bool {
        let present = || self.ends.iter().enumerate().filter(|(line, _)| lines >> line & 1 == 1).map(|(_, ends)| *ends);
        let mut component: Vec<usize> = (0..self.cells).collect();
        let mut degrees = vec![0; self.cells];
        for [a, b] in present() {
            let (from, to) = (component[a], component[b]);
            component.iter_mut().filter(|component| **component == from).for_each(|component| *component = to);
            (degrees[a], degrees[b]) = (degrees[a] + 1, degrees[b] + 1);
        }
        let cell_fits = |cell: usize| match self.marks[cell] {
            Some(_) => degrees[cell] == 1,
            None => degrees[cell] == 2 || !self.full && degrees[cell] == 0,
        };
        let group_fits = |cell: usize| {
            let group = (0..self.cells).filter(|&other| component[other] == component[cell]);
            let marks: Vec<usize> = group.filter_map(|cell| self.marks[cell]).collect();
            // Loops beside the paths have no marks, and are forbidden if all cells are visited.
            let loops = marks.is_empty() && !self.full;
            loops || marks.len() == 2 && marks[0] == marks[1]
        };
        (0..self.cells).all(|cell| cell_fits(cell) && group_fits(cell))
    }

    fn problem(&self) -> Problem {
        let mut problem = Problem::new();
        let rule = problem.origin(Origin::named(0, "lines"));
        let lines: Vec<Literal> =
            self.ends.iter().enumerate().map(|(line, _)| problem.boolean(format!("line {line}")).into()).collect();
        for cell in 0..self.cells {
            let own = || lines.iter().zip(&self.ends).filter(|(_, ends)| ends.contains(&cell)).map(|(line, _)| *line);
            match self.marks[cell] {
                Some(_) => problem.post(rule, Constraint::exactly(1, own())),
                None if self.full => problem.post(rule, Constraint::exactly(2, own())),
                None => {
                    problem.post(rule, Constraint::at_most(2, own()));
                    problem.post(rule, Constraint::parity(false, own()));
                }
            }
        }
        for mark in 0..3 {
            let labels: Vec<Result<bool, Literal>> = self
                .marks
                .iter()
                .map(|own| own.map(|own| own == mark).ok_or_else(|| problem.auxiliary("").into()))
                .collect();
            for (&line, ends) in lines.iter().zip(&self.ends) {
                for [from, to] in [*ends, [ends[1], ends[0]]] {
                    let mut clause = vec![!line];
                    match labels[from] {
                        Ok(false) => continue,
                        Ok(true) => {}
                        Err(label) => clause.push(!label),
                    }
                    match labels[to] {
                        Ok(true) => continue,
                        Ok(false) => {}
                        Err(label) => clause.push(label),
                    }
                    problem.post(rule, Constraint::clause(clause));
                }
            }
        }
        let edges = lines.iter().zip(&self.ends).map(|(&line, &ends)| Edge { ends, when: Some(line) }).collect();
        let graph = Graph { vertices: vec![None; self.cells], edges };
        let weights = self.marks.iter().map(|mark| i64::from(mark.is_some())).collect();
        let demand = |vertex: usize| Demand { vertex, when: None, relation: Relation::Equal, bound: 2 };
        // A cell without a line is a component without marks.
        let demands: Vec<Demand> = match self.full {
            true => (0..self.cells).map(demand).collect(),
            false => (0..self.cells).filter(|&cell| self.marks[cell].is_some()).map(demand).collect(),
        };
        let measures = vec![Measure { weights, demands }];
        problem.post(rule, Constraint::Components(Components { graph, measures }));
        problem
    }
}

fn lines(assignment: &Assignment, count: usize) -> usize {
    assignment.booleans[..count].iter().enumerate().map(|(line, &present)| usize::from(present) << line).sum()
}

#[test]
fn searches_find_what_brute_force_finds() {
    let mut met = [[0; 3]; 2];
    for seed in 0..1200 {
        let board = Board::random(&mut Random(seed));
        let accepted: Vec<usize> = (0..1 << board.ends.len()).filter(|&lines| board.accepts(lines)).collect();
        let problem = board.problem();
        let Some(lowered) = lower::for_search(&problem, &Budget::none()).expect("it has automata") else {
            continue;
        };
        assert!(lowered.is_determined());
        let ordered = order::for_search(&lowered.form, &Budget::none()).expect("no limit").expect("it has automata");
        for wanted in [1, 2, 1000] {
            let Sought::Found { solutions, complete } =
                layers::seek(&lowered.form, &ordered, wanted, Reach::ALL, &Budget::none())
            else {
                panic!("seed {seed}: it is small");
            };
            let mut found: Vec<usize> = Vec::new();
            for values in &solutions {
                let assignment = lowered.assignment(values);
                assert!(problem.holds(&assignment), "seed {seed}: labels too");
                found.push(lines(&assignment, board.ends.len()));
            }
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), solutions.len(), "seed {seed}: each once");
            assert_eq!(found.len(), accepted.len().min(wanted), "seed {seed}");
            assert!(found.iter().all(|lines| accepted.contains(lines)), "seed {seed}");
            assert_eq!(complete, accepted.len() < wanted, "seed {seed}");
        }
        met[usize::from(board.full)][accepted.len().min(2)] += 1;
    }
    assert!(met.iter().flatten().all(|&number| number > 20), "{met:?} boards with no, one and several solutions");
}
