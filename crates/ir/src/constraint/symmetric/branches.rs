//! One branch for each orbit: symmetries shorten a search for all solutions.
//!
//! A piece lies in exactly one of its placements, and the board's symmetries permute these. The solutions with one placement are
//! the images of the solutions with another placement of the same orbit. It is therefore enough to search one placement of each
//! orbit; the images of the solutions found there are all other solutions, each exactly once. Of the 32 placements of the X
//! pentomino on 6x10, 8 are searched.
//!
//! If the symmetries permute the constraints, too, one variable of each constraint of an orbit is chosen: the queens in the two
//! middle rows and columns of a chessboard. Such a tuple has up to as many images as there are symmetries.

use super::super::equality::{exactly_one, sorted_required};
use super::super::simplify::{Shape, recognise};
use super::super::{Atom, BoolVar, Constraint, Literal, Operand, Problem, Relation, Role};
use super::{Action, choice};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A branch: variables that are true in it, and symmetries that map them to every tuple of their orbit.
#[derive(Debug, Clone)]
pub struct Branch {
    /// The variables.
    pub cube: Vec<BoolVar>,
    /// One symmetry for each tuple of the orbit, the identity first.
    pub images: Vec<Arc<Action>>,
}

/// The symmetries of a problem whose solutions the values of its Boolean decision variables determine.
pub struct Symmetric<'a> {
    problem: &'a Problem,
    /// All elements of the group, the identity first.
    elements: Vec<Arc<Action>>,
}

/// The maximum number of tuples of an orbit of constraints, before those that exclude each other are left out.
const MAX_TUPLES: usize = 200_000;
/// The maximum number of steps of an enumeration of tuples.
const MAX_STEPS: usize = 20_000;

impl<'a> Symmetric<'a> {
    /// Returns `None` if there are no symmetries, if an element does not preserve the constraints, or if the problem has an
    /// objective or auxiliary variables. `elements` are all elements of a group, the identity first.
    pub fn new(problem: &'a Problem, elements: Vec<Action>) -> Option<Symmetric<'a>> {
        let decisions = problem.booleans().iter().all(|boolean| boolean.decision) && problem.integers().is_empty();
        if elements.len() < 2 || problem.objective().is_some() || !decisions {
            return None;
        }
        let original = sorted_required(problem, &|literal| literal);
        let keeps = |action: &Action| {
            action.is_permutation() && sorted_required(problem, &|literal| action.literal(literal)) == original
        };
        let elements = elements.into_iter().map(Arc::new).collect::<Vec<_>>();
        elements.iter().all(|action| keeps(action)).then_some(Symmetric { problem, elements })
    }

    /// Returns the branches on the exactly-one constraint that the symmetries reduce most; `None` if there is no such
    /// constraint closed under all symmetries, or if there is nothing to save.
    pub fn branches(&self) -> Option<Vec<Branch>> {
        let choice = choice(self.problem, self.elements.iter().map(|action| &**action))?;
        Some(choice.representatives.iter().filter_map(|&variable| self.branch(vec![variable])).collect())
    }

    /// Returns the branches on the tuples of an orbit of exactly-one constraints: of the orbits, that with the fewest tuples.
    pub fn tuples(&self) -> Option<Vec<Branch>> {
        let product = |family: &Vec<Vec<BoolVar>>| family.iter().map(Vec::len).fold(1, usize::saturating_mul);
        let mut families = self.families();
        families.retain(|family| product(family) <= MAX_TUPLES);
        let fewest = families.iter().map(product).min()?;
        families.retain(|family| product(family) == fewest);
        let (groups, count) = self.exclusive();
        let tuples = families.into_iter().filter_map(|family| Family::of(family, &groups, count).tuples());
        Some(tuples.min_by_key(Vec::len)?.into_iter().filter_map(|tuple| self.branch(tuple)).collect())
    }

    /// Returns the number of symmetries, which no orbit exceeds.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// Returns the branch of a sorted tuple that is the least of its orbit; `None` for the others.
    fn branch(&self, cube: Vec<BoolVar>) -> Option<Branch> {
        let mut met = BTreeSet::new();
        let mut images = Vec::new();
        for action in &self.elements {
            let mut image: Vec<BoolVar> = cube.iter().map(|variable| action.booleans[variable.0 as usize]).collect();
            image.sort_unstable();
            if image < cube {
                return None;
            }
            if met.insert(image) {
                images.push(Arc::clone(action));
            }
        }
        Some(Branch { cube, images })
    }

    /// Returns the orbits of the exactly-one constraints over decision variables that have several members.
    fn families(&self) -> Vec<Vec<Vec<BoolVar>>> {
        let required = self.problem.constraints().iter().filter(|posted| posted.role == Role::Required);
        let mut waiting: BTreeSet<Vec<BoolVar>> =
            required.filter_map(|posted| exactly_one(&posted.constraint)).collect();
        let mut families = Vec::new();
        while let Some(first) = waiting.pop_first() {
            let mut family = BTreeSet::from([first.clone()]);
            for action in &self.elements {
                let mut image: Vec<BoolVar> =
                    first.iter().map(|variable| action.booleans[variable.0 as usize]).collect();
                image.sort_unstable();
                waiting.remove(&image);
                family.insert(image);
            }
            if family.len() > 1 {
                families.push(family.into_iter().collect());
            }
        }
        families
    }

    /// Returns for each variable the indices of the constraints that allow at most one of their variables, and a bound on these
    /// indices.
    fn exclusive(&self) -> (Vec<Vec<usize>>, usize) {
        let mut groups = vec![Vec::new(); self.problem.booleans().len()];
        let required = self.problem.constraints().iter().filter(|posted| posted.role == Role::Required);
        for (index, posted) in required.enumerate() {
            for variable in exclusive(&posted.constraint).unwrap_or_default() {
                groups[variable.0 as usize].push(index);
            }
        }
        (groups, self.problem.constraints().len())
    }
}

/// Returns the variables of a constraint that at most one of them be true.
fn exclusive(constraint: &Constraint) -> Option<Vec<BoolVar>> {
    let literal = |operand: Operand| match operand {
        Operand::Literal(literal) => Some(literal),
        Operand::Integer(_) => None,
    };
    let (terms, relation, bound) = match constraint {
        Constraint::Clause(literals) => (literals.iter().map(|&literal| (1, literal)).collect(), Relation::AtLeast, 1),
        Constraint::Sum { terms, relation, bound } => {
            let terms: Option<Vec<(i64, Literal)>> =
                terms.iter().map(|term| Some((term.coefficient, literal(term.operand)?))).collect();
            (terms?, *relation, *bound)
        }
        _ => return None,
    };
    let (literals, negated) = match recognise(&terms, relation, bound).shape {
        Shape::AtMostOne(literals) | Shape::ExactlyOne(literals) => (literals, false),
        Shape::Clause(literals) if literals.len() == 2 => (literals, true),
        _ => return None,
    };
    let variable = |literal: &Literal| match literal.atom {
        Atom::Boolean(variable) if literal.negated == negated => Some(variable),
        _ => None,
    };
    literals.iter().map(variable).collect()
}

/// The enumeration of the tuples of an orbit of constraints: one variable of each, without two that exclude each other.
struct Family<'a> {
    constraints: Vec<Vec<BoolVar>>,
    /// For each variable, the constraints that allow at most one of their variables.
    groups: &'a [Vec<usize>],
    /// Whether a variable of each of these constraints is chosen.
    taken: Vec<bool>,
    chosen: Vec<BoolVar>,
    tuples: Vec<Vec<BoolVar>>,
}

impl Family<'_> {
    fn of(constraints: Vec<Vec<BoolVar>>, groups: &[Vec<usize>], count: usize) -> Family<'_> {
        Family { constraints, groups, taken: vec![false; count], chosen: Vec::new(), tuples: Vec::new() }
    }

    /// Returns the tuples, each sorted; `None` if there are too many.
    fn tuples(mut self) -> Option<Vec<Vec<BoolVar>>> {
        let mut steps = 0;
        self.extend(0, &mut steps).then_some(self.tuples)
    }

    /// Chooses a variable of the constraints from this one on; returns false when there are too many tuples.
    fn extend(&mut self, at: usize, steps: &mut usize) -> bool {
        *steps += 1;
        if *steps > MAX_STEPS {
            return false;
        }
        let Some(constraint) = self.constraints.get(at).cloned() else {
            let mut tuple = self.chosen.clone();
            tuple.sort_unstable();
            self.tuples.push(tuple);
            return true;
        };
        // A variable of several constraints is chosen in each.
        if self.chosen.iter().any(|variable| constraint.contains(variable)) {
            return self.extend(at + 1, steps);
        }
        for variable in constraint {
            let groups = &self.groups[variable.0 as usize];
            if groups.iter().any(|&group| self.taken[group]) {
                continue;
            }
            groups.iter().for_each(|&group| self.taken[group] = true);
            self.chosen.push(variable);
            let few = self.extend(at + 1, steps);
            self.chosen.pop();
            groups.iter().for_each(|&group| self.taken[group] = false);
            if !few {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Origin;
    use super::*;

    /// The problem of n queens and the actions of the symmetries of the square.
    fn queens(n: usize) -> (Problem, Vec<Action>) {
        let mut problem = Problem::new();
        let queens: Vec<BoolVar> = (0..n * n).map(|cell| problem.boolean(format!("q{cell}"))).collect();
        let rule = problem.origin(Origin::named(0, "queens"));
        let on = |line: &dyn Fn(usize, usize) -> bool| -> Vec<Literal> {
            (0..n * n).filter(|cell| line(cell / n, cell % n)).map(|cell| queens[cell].into()).collect()
        };
        for line in 0..n {
            problem.post(rule, Constraint::exactly(1, on(&|row, _| row == line)));
            problem.post(rule, Constraint::exactly(1, on(&|_, column| column == line)));
        }
        for line in 0..2 * n - 1 {
            problem.post(rule, Constraint::at_most(1, on(&|row, column| row + column == line)));
            problem.post(rule, Constraint::at_most(1, on(&|row, column| row + n - 1 - column == line)));
        }
        let last = n - 1;
        let images: [&dyn Fn(usize, usize) -> (usize, usize); 8] = [
            &|row, column| (row, column),
            &|row, column| (row, last - column),
            &|row, column| (last - row, column),
            &|row, column| (last - row, last - column),
            &|row, column| (column, row),
            &|row, column| (column, last - row),
            &|row, column| (last - column, row),
            &|row, column| (last - column, last - row),
        ];
        let action = |image: &&dyn Fn(usize, usize) -> (usize, usize)| {
            let to = |cell: usize| image(cell / n, cell % n);
            let pairs: Vec<(Literal, Literal)> =
                (0..n * n).map(|cell| (queens[cell].into(), queens[to(cell).0 * n + to(cell).1].into())).collect();
            Action::new(&problem, &pairs).expect("a permutation")
        };
        let actions = images.iter().map(action).collect();
        (problem, actions)
    }

    /// The placements of one queen in each row that satisfy the problem, as sets of cells.
    fn solutions(n: usize) -> BTreeSet<Vec<u32>> {
        fn extend(n: usize, columns: &mut Vec<usize>, found: &mut BTreeSet<Vec<u32>>) {
            let row = columns.len();
            if row == n {
                found.insert(columns.iter().enumerate().map(|(row, column)| (row * n + column) as u32).collect());
            }
            for column in (0..n).filter(|_| row < n) {
                let free = |(other, &taken): (usize, &usize)| taken != column && row - other != taken.abs_diff(column);
                if columns.iter().enumerate().all(free) {
                    columns.push(column);
                    extend(n, columns, found);
                    columns.pop();
                }
            }
        }
        let mut found = BTreeSet::new();
        extend(n, &mut Vec::new(), &mut found);
        found
    }

    #[test]
    fn the_images_of_the_branches_are_all_solutions_once() {
        for (n, count, share) in [(4, 2, 0.5), (6, 4, 0.2), (7, 40, 0.2), (8, 92, 0.15)] {
            let (problem, actions) = queens(n);
            let all = solutions(n);
            assert_eq!(all.len(), count, "{n} queens");
            let symmetric = Symmetric::new(&problem, actions).expect("they preserve the problem");
            assert!(symmetric.branches().is_none(), "no line is closed under all symmetries");
            let branches = symmetric.tuples().expect("the middle lines");
            let mut found = BTreeSet::new();
            for branch in &branches {
                let has = |solution: &&Vec<u32>| branch.cube.iter().all(|variable| solution.contains(&variable.0));
                for solution in all.iter().filter(has) {
                    for action in &branch.images {
                        let mut image: Vec<u32> =
                            solution.iter().map(|&cell| action.booleans[cell as usize].0).collect();
                        image.sort_unstable();
                        assert!(found.insert(image), "{n} queens: an image twice");
                    }
                }
            }
            assert_eq!(found, all, "{n} queens");
            let images: usize = branches.iter().map(|branch| branch.images.len()).sum();
            assert!((branches.len() as f64) <= share * images as f64, "{n}: {} of {images}", branches.len());
        }
    }

    #[test]
    fn an_element_that_is_no_symmetry_is_rejected() {
        let (mut problem, actions) = queens(5);
        let rule = problem.origin(Origin::named(0, "a queen in the corner"));
        problem.post(rule, Constraint::clause([BoolVar(0).into()]));
        assert!(Symmetric::new(&problem, actions).is_none());
    }
}
