//! Cube splitting: partitions the search space into cubes, which are conjunctions of literals over decision variables.
//!
//! `a + b + c = 1` splits into the cubes `a`, `b` and `c`. A [`Splitter`] splits a cube on the exactly-one constraint
//! with the fewest unassigned literals after propagation or, if there is none, on the values of an integer variable or
//! of a Boolean variable. The result depends only on the problem and the cube, not on a solver, so every route and
//! every machine sees the same tree.

use super::simplify::{Shape, recognise};
use super::{Atom, Constraint, IntVar, Literal, Operand, Problem, Roles, Term};
use std::collections::HashMap;

/// A conjunction of literals over decision variables.
pub type Cube = Vec<Literal>;

/// A word of a cube that names no literal of the problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown literal `{0}`")]
pub struct UnknownLiteral(pub String);

/// Formats a cube for files: `b12`, `-b3`, `i4=7`, `-i4>=7`; the numbers are 0-based variable indices.
pub fn format(cube: &[Literal]) -> Vec<String> {
    let word = |literal: &Literal| {
        let sign = if literal.negated { "-" } else { "" };
        match literal.atom {
            Atom::Boolean(variable) => format!("{sign}b{}", variable.0),
            Atom::Equals(variable, value) => format!("{sign}i{}={value}", variable.0),
            Atom::AtLeast(variable, value) => format!("{sign}i{}>={value}", variable.0),
        }
    };
    cube.iter().map(word).collect()
}

/// Parses the output of [`format()`] for a problem.
///
/// # Errors
/// The first word that is not a literal of the problem.
pub fn parse(problem: &Problem, words: &[String]) -> Result<Cube, UnknownLiteral> {
    let literal = |word: &String| -> Option<Literal> {
        let (negated, rest) = match word.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, word.as_str()),
        };
        let integer = |name: &str| {
            let index: u32 = name.parse().ok()?;
            ((index as usize) < problem.integers().len()).then_some(IntVar(index))
        };
        let atom = if let Some(index) = rest.strip_prefix('b') {
            let index: u32 = index.parse().ok()?;
            ((index as usize) < problem.booleans().len()).then_some(Atom::Boolean(super::BoolVar(index)))?
        } else if let Some((name, value)) = rest.strip_prefix('i')?.split_once(">=") {
            Atom::AtLeast(integer(name)?, value.parse().ok()?)
        } else {
            let (name, value) = rest.strip_prefix('i')?.split_once('=')?;
            Atom::Equals(integer(name)?, value.parse().ok()?)
        };
        Some(Literal { atom, negated })
    };
    let literals = words.iter().map(|word| literal(word).ok_or_else(|| UnknownLiteral(word.clone())));
    literals.collect()
}

/// `least <= sum of weights of true literals <= most`.
struct Row {
    terms: Vec<(i128, u32, bool)>,
    least: i128,
    most: i128,
}

/// Splits cubes of one problem.
pub struct Splitter<'a> {
    problem: &'a Problem,
    atoms: Vec<Atom>,
    index: HashMap<Atom, u32>,
    rows: Vec<Row>,
    /// For each atom, the rows it occurs in.
    occurrences: Vec<Vec<u32>>,
    /// Exactly-one rows over decision variables.
    choices: Vec<Vec<(u32, bool)>>,
}

/// The partial assignment of the atoms.
type Known = Vec<Option<bool>>;

impl<'a> Splitter<'a> {
    /// Builds the splitter from the constraints that are kept for listing and counting.
    pub fn new(problem: &'a Problem) -> Splitter<'a> {
        let mut splitter = Splitter {
            problem,
            atoms: Vec::new(),
            index: HashMap::new(),
            rows: Vec::new(),
            occurrences: Vec::new(),
            choices: Vec::new(),
        };
        for posted in problem.constraints().iter().filter(|posted| Roles::FAITHFUL.keep(posted.role)) {
            splitter.read(&posted.constraint);
        }
        splitter
    }

    /// Splits a cube into at least `pieces` cubes if possible. The cubes are disjoint extensions of `cube`, and each
    /// solution in `cube` is in exactly one of them. Cubes that propagation refutes are dropped when they are visited;
    /// the result is empty if `cube` itself is refuted.
    pub fn split(&self, cube: &[Literal], pieces: usize) -> Vec<Cube> {
        let mut open: Vec<(Cube, bool)> = vec![(cube.to_vec(), true)];
        loop {
            let mut grown = false;
            let mut next = Vec::new();
            let mut left = open.len();
            for (cube, can_grow) in open {
                left -= 1;
                if !can_grow || next.len() + left + 1 >= pieces.max(2) && grown {
                    next.push((cube, can_grow));
                    continue;
                }
                match self.cut(&cube) {
                    None => grown = true,
                    Some(children) if children.is_empty() => next.push((cube, false)),
                    Some(children) => {
                        grown = true;
                        next.extend(children.into_iter().map(|child| (child, true)));
                    }
                }
            }
            open = next;
            if !grown || open.len() >= pieces {
                return open.into_iter().map(|(cube, _)| cube).collect();
            }
        }
    }

    /// Splits a cube once: `None` if propagation refutes it, no children if there is nothing left to decide.
    fn cut(&self, cube: &[Literal]) -> Option<Vec<Cube>> {
        let mut known: Known = vec![None; self.atoms.len()];
        for &literal in cube {
            if let Some(&atom) = self.index.get(&literal.atom)
                && known[atom as usize].replace(!literal.negated) == Some(literal.negated)
            {
                return None;
            }
        }
        self.propagate(&mut known)?;
        let with = |literal: Literal| {
            let mut child = cube.to_vec();
            child.push(literal);
            child
        };
        let choice = self.choices.iter().filter_map(|choice| {
            // A true literal satisfies its row, and propagation has made the other literals false.
            let decided = choice.iter().any(|&(atom, positive)| known[atom as usize] == Some(positive));
            let open: Vec<Literal> = choice
                .iter()
                .filter(|(atom, _)| known[*atom as usize].is_none())
                .map(|&(atom, positive)| Literal { atom: self.atoms[atom as usize], negated: !positive })
                .collect();
            (!decided && open.len() > 1).then_some(open)
        });
        if let Some(open) = choice.min_by_key(Vec::len) {
            return Some(open.into_iter().map(with).collect());
        }
        let integers = self.problem.integers().iter().enumerate().filter(|(_, integer)| integer.decision);
        let unvalued = integers.map(|(index, integer)| (IntVar(index as u32), integer)).find(|(variable, _)| {
            !cube.iter().any(|literal| matches!(literal.atom, Atom::Equals(found, _) if found == *variable))
        });
        if let Some((variable, integer)) = unvalued {
            return Some(integer.domain.clone().map(|value| with(variable.equals(value))).collect());
        }
        let open = (0..self.atoms.len()).filter(|&atom| known[atom].is_none() && self.is_decision(self.atoms[atom]));
        let boolean = open.filter(|&atom| matches!(self.atoms[atom], Atom::Boolean(_)));
        let busiest = boolean.max_by_key(|&atom| (self.occurrences[atom].len(), std::cmp::Reverse(atom)));
        Some(busiest.map_or(Vec::new(), |atom| {
            let literal = Literal { atom: self.atoms[atom], negated: true };
            vec![with(literal), with(!literal)]
        }))
    }

    /// Propagates all rows to a fixpoint; `None` on a conflict.
    fn propagate(&self, known: &mut Known) -> Option<()> {
        let mut waiting: Vec<u32> = (0..self.rows.len() as u32).rev().collect();
        let mut is_waiting = vec![true; self.rows.len()];
        while let Some(index) = waiting.pop() {
            is_waiting[index as usize] = false;
            let row = &self.rows[index as usize];
            let (mut sum, mut open) = (0, 0);
            for &(weight, atom, positive) in &row.terms {
                match known[atom as usize] {
                    Some(value) if value == positive => sum += weight,
                    Some(_) => {}
                    None => open += weight,
                }
            }
            if sum > row.most || sum + open < row.least {
                return None;
            }
            for &(weight, atom, positive) in &row.terms {
                if known[atom as usize].is_some() {
                    continue;
                }
                let value = if sum + weight > row.most {
                    !positive
                } else if sum + open - weight < row.least {
                    positive
                } else {
                    continue;
                };
                known[atom as usize] = Some(value);
                open -= weight;
                sum += if value == positive { weight } else { 0 };
                for &other in &self.occurrences[atom as usize] {
                    if !std::mem::replace(&mut is_waiting[other as usize], true) {
                        waiting.push(other);
                    }
                }
            }
        }
        Some(())
    }

    fn read(&mut self, constraint: &Constraint) {
        let literals_only = |terms: &[Term]| -> Option<Vec<(i64, Literal)>> {
            let literal = |term: &Term| match term.operand {
                Operand::Literal(literal) => Some((term.coefficient, literal)),
                Operand::Integer(_) => None,
            };
            terms.iter().map(literal).collect()
        };
        let recognised = match constraint {
            Constraint::Clause(literals) => {
                let terms: Vec<(i64, Literal)> = literals.iter().map(|&literal| (1, literal)).collect();
                recognise(&terms, super::Relation::AtLeast, 1)
            }
            Constraint::Sum { terms, relation, bound } => match literals_only(terms) {
                Some(terms) => recognise(&terms, *relation, *bound),
                None => return,
            },
            Constraint::If { when, then } if when.is_empty() => return self.read(then),
            Constraint::Same(same) => {
                same.clauses().for_each(|clause| self.read(&Constraint::clause(clause)));
                return;
            }
            // These constraints are not propagated here, but their variables can still be branched on.
            Constraint::Modular { .. }
            | Constraint::If { .. }
            | Constraint::Connected(_)
            | Constraint::Acyclic(_)
            | Constraint::Components(_)
            | Constraint::Regular(_) => {
                constraint.each_literal(&mut |literal| {
                    self.atom(literal);
                });
                return;
            }
        };
        for unit in recognised.units {
            self.row(&[(1, unit)], 1, 1);
        }
        let ones = |literals: Vec<Literal>| literals.into_iter().map(|literal| (1, literal)).collect::<Vec<_>>();
        match recognised.shape {
            Shape::True => {}
            Shape::False => self.row(&[], 1, 1),
            Shape::Clause(literals) => self.row(&ones(literals), 1, i128::MAX),
            Shape::AtMostOne(literals) => self.row(&ones(literals), 0, 1),
            Shape::ExactlyOne(literals) => {
                if literals.iter().all(|literal| self.is_decision(literal.atom)) {
                    let choice = literals.iter().map(|&literal| (self.atom(literal), !literal.negated)).collect();
                    self.choices.push(choice);
                }
                self.row(&ones(literals), 1, 1);
            }
            Shape::AtMost(most, literals) => self.row(&ones(literals), 0, most as i128),
            Shape::Exactly(count, literals) => self.row(&ones(literals), count as i128, count as i128),
            Shape::PseudoBoolean { terms, equal, bound } => {
                let bound = i128::from(bound);
                let terms: Vec<(i128, Literal)> =
                    terms.into_iter().map(|(weight, literal)| (i128::from(weight), literal)).collect();
                self.row(&terms, if equal { bound } else { 0 }, bound);
            }
        }
    }

    fn row(&mut self, terms: &[(i128, Literal)], least: i128, most: i128) {
        let index = self.rows.len() as u32;
        let terms = terms.iter().map(|&(weight, literal)| {
            let atom = self.atom(literal);
            self.occurrences[atom as usize].push(index);
            (weight, atom, !literal.negated)
        });
        let terms = terms.collect();
        self.rows.push(Row { terms, least, most });
    }

    fn atom(&mut self, literal: Literal) -> u32 {
        *self.index.entry(literal.atom).or_insert_with(|| {
            self.atoms.push(literal.atom);
            self.occurrences.push(Vec::new());
            self.atoms.len() as u32 - 1
        })
    }

    fn is_decision(&self, atom: Atom) -> bool {
        match atom {
            Atom::Boolean(variable) => self.problem.booleans()[variable.0 as usize].decision,
            Atom::Equals(variable, _) | Atom::AtLeast(variable, _) => {
                self.problem.integers()[variable.0 as usize].decision
            }
        }
    }
}
