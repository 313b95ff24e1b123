//! The action of a symmetry on the decision variables of a problem, and its uses: the problem of the solutions it fixes
//! (`fixed`), symmetry-breaking constraints (`breaking`), and one branch for each orbit (`branches`).
//!
//! ```
//! use boardwright_ir::constraint::{BoolVar, Constraint, Origin, Problem, symmetric::{Action, fixed}};
//! // Two of four seats around a table are taken; under a half turn, opposite seats are both taken or both free.
//! let mut problem = Problem::new();
//! let seats = ["a", "b", "c", "d"].map(|name| problem.boolean(name));
//! let rule = problem.origin(Origin::named(0, "two of four"));
//! problem.post(rule, Constraint::exactly(2, seats.map(Into::into)));
//! let opposite: Vec<_> = (0..4).map(|seat| (seats[seat].into(), seats[(seat + 2) % 4].into())).collect();
//! let half = Action::new(&problem, &opposite).unwrap();
//! let kept = fixed(&problem, &half, None).problem;
//! // 2a + 2b = 2 has become a + b = 1.
//! assert_eq!(kept.constraints()[0].constraint, Constraint::exactly(1, [BoolVar(0), BoolVar(1)].map(Into::into)));
//! ```

mod branches;
mod breaking;
mod fixed;

pub use branches::{Branch, Symmetric};
pub use breaking::{Broken, MAX_ELEMENTS, break_symmetry};
pub use fixed::{Fixed, fixed};

use super::components::least_members;
use super::equality::exactly_one;
use super::{Assignment, Atom, BoolVar, IntVar, Literal, Problem, Role};

/// The action of a symmetry on the variables of a problem: the value of a variable in an assignment is the value of its
/// image in the assignment's image. Only decision variables have images; the values of auxiliary variables follow from
/// them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    booleans: Vec<BoolVar>,
    integers: Vec<IntImage>,
}

/// The image of an integer variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct IntImage {
    variable: IntVar,
    /// `None`: the image has the variable's value; `Some(sum)`: it has `sum` minus the variable's value.
    sum: Option<i64>,
}

impl Action {
    /// Returns the identity.
    pub fn identity(problem: &Problem) -> Action {
        let integer = |index: usize| IntImage { variable: IntVar(index as u32), sum: None };
        Action {
            booleans: (0..problem.booleans().len() as u32).map(BoolVar).collect(),
            integers: (0..problem.integers().len()).map(integer).collect(),
        }
    }

    /// Returns the action that maps the first literal of each pair to the second and fixes every other variable. An integer
    /// variable is given by its values, `[x = v]` for each `v`: they all stay, or are all counted from the other end.
    /// Returns `None` if there is no such action.
    pub fn new(problem: &Problem, pairs: &[(Literal, Literal)]) -> Option<Action> {
        let mut action = Action::identity(problem);
        for (from, to) in pairs {
            match (from.atom, to.atom) {
                (Atom::Boolean(from), Atom::Boolean(to)) => action.booleans[from.0 as usize] = to,
                (Atom::Equals(from, value), Atom::Equals(to, image)) => {
                    let known = &mut action.integers[from.0 as usize];
                    // A value in the middle stays when counted from the other end.
                    let sum = if value == image { known.sum } else { Some(value + image) };
                    *known = IntImage { variable: to, sum };
                }
                _ => return None,
            }
        }
        pairs.iter().all(|&(from, to)| action.literal(from) == to).then_some(action)
    }

    /// Returns the literal that is true in an assignment's image exactly if `literal` is true in the assignment.
    pub fn literal(&self, literal: Literal) -> Literal {
        let image = match literal.atom {
            Atom::Boolean(variable) => self.booleans[variable.0 as usize].into(),
            Atom::Equals(variable, value) => {
                let IntImage { variable, sum } = self.integers[variable.0 as usize];
                variable.equals(sum.map_or(value, |sum| sum - value))
            }
            Atom::AtLeast(variable, value) => {
                let IntImage { variable, sum } = self.integers[variable.0 as usize];
                match sum {
                    None => variable.at_least(value),
                    // sum - x <= sum - value
                    Some(sum) => !variable.at_least(sum - value + 1),
                }
            }
        };
        if literal.negated { !image } else { image }
    }

    /// Returns the image of an assignment.
    pub fn image(&self, assignment: &Assignment) -> Assignment {
        let mut image = assignment.clone();
        for (&value, to) in assignment.booleans.iter().zip(&self.booleans) {
            image.booleans[to.0 as usize] = value;
        }
        for (&value, to) in assignment.integers.iter().zip(&self.integers) {
            image.integers[to.variable.0 as usize] = to.sum.map_or(value, |sum| sum - value);
        }
        image
    }

    /// Returns whether the action permutes the variables, as every symmetry must.
    pub fn is_permutation(&self) -> bool {
        fn once(mut images: impl Iterator<Item = u32>, count: usize) -> bool {
            let mut met = vec![false; count];
            images.all(|image| met.get_mut(image as usize).is_some_and(|met| !std::mem::replace(met, true)))
        }
        once(self.booleans.iter().map(|image| image.0), self.booleans.len())
            && once(self.integers.iter().map(|image| image.variable.0), self.integers.len())
    }
}

/// An exactly-one constraint whose variables the symmetries permute among themselves, such as the placements of a
/// piece.
struct Choice {
    /// The variables, sorted.
    all: Vec<BoolVar>,
    /// The first variable of each orbit.
    representatives: Vec<BoolVar>,
}

/// Returns the exactly-one constraint over decision variables with the lowest ratio of orbits to variables, then with
/// the fewest orbits; `None` if the symmetries fix every variable of each.
fn choice<'a>(problem: &Problem, generators: impl Iterator<Item = &'a Action> + Clone) -> Option<Choice> {
    let mut best: Option<Choice> = None;
    let required = problem.constraints().iter().filter(|posted| posted.role == Role::Required);
    for all in required.filter_map(|posted| exactly_one(&posted.constraint)) {
        if !all.iter().all(|variable| problem.booleans()[variable.0 as usize].decision) {
            continue;
        }
        let index = |variable: BoolVar| all.binary_search(&variable).ok();
        let moved = generators.clone().flat_map(|action| {
            all.iter().enumerate().map(|(at, variable)| Some((at, index(action.booleans[variable.0 as usize])?)))
        });
        let Some(pairs) = moved.collect::<Option<Vec<(usize, usize)>>>() else { continue };
        let least_members = least_members(all.len(), pairs.into_iter());
        let representatives: Vec<BoolVar> =
            (0..all.len()).filter(|&at| least_members[at] == at).map(|at| all[at]).collect();
        let better = best.as_ref().is_none_or(|best| {
            let (new, old) = (representatives.len() * best.all.len(), best.representatives.len() * all.len());
            new < old || new == old && representatives.len() < best.representatives.len()
        });
        if better && representatives.len() < all.len() {
            best = Some(Choice { all, representatives });
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::{
        Assignment, Components, Constraint, Demand, Direction, Edge, Graph, Measure, Origin, Relation, Roles, Term,
    };
    use super::*;
    use boardwright_base::random::Random;
    use std::collections::BTreeSet;

    /// All assignments that satisfy the constraints of these roles, by brute force.
    fn assignments(problem: &Problem, roles: Roles) -> Vec<Assignment> {
        let mut integers: Vec<Vec<i64>> = vec![Vec::new()];
        for integer in problem.integers() {
            let longer = |part: Vec<i64>| integer.domain.clone().map(move |value| [&part[..], &[value]].concat());
            integers = integers.into_iter().flat_map(longer).collect();
        }
        let bits = problem.booleans().len();
        let booleans = (0..1_u32 << bits).map(|all| (0..bits).map(|bit| all >> bit & 1 == 1).collect::<Vec<bool>>());
        let all = booleans.flat_map(|booleans| {
            integers.iter().map(move |integers| Assignment { booleans: booleans.clone(), integers: integers.clone() })
        });
        let holds = |assignment: &Assignment| {
            let mut posted = problem.constraints().iter().filter(|posted| roles.keep(posted.role));
            posted.all(|posted| posted.constraint.holds(assignment))
        };
        all.filter(holds).collect()
    }

    /// A path graph.
    fn path(literals: &[Literal]) -> Graph {
        let edges = (1..literals.len()).map(|end| Edge { ends: [end - 1, end], when: None }).collect();
        Graph { vertices: literals.iter().copied().map(Some).collect(), edges }
    }

    fn image(action: &Action, assignment: &Assignment) -> Assignment {
        let mut image = assignment.clone();
        for (variable, &to) in action.booleans.iter().enumerate() {
            image.booleans[to.0 as usize] = assignment.booleans[variable];
        }
        for (variable, &IntImage { variable: to, sum }) in action.integers.iter().enumerate() {
            let value = assignment.integers[variable];
            image.integers[to.0 as usize] = sum.map_or(value, |sum| sum - value);
        }
        image
    }

    /// A random problem with a symmetry: for each constraint, its images are posted until the orbit closes.
    fn kept(random: &mut Random) -> (Problem, Action, usize) {
        let mut problem = Problem::new();
        let booleans: Vec<BoolVar> = (0..5).map(|index| problem.boolean(format!("b{index}"))).collect();
        let integers: Vec<IntVar> = (0..2).map(|index| problem.integer(format!("x{index}"), 0..=2)).collect();
        let order = random.permutation(5);
        let mut pairs: Vec<(Literal, Literal)> =
            (0..5).map(|at| (booleans[at].into(), booleans[order[at]].into())).collect();
        let (exchanged, reflected) = [(false, true), (true, false), (true, true), (false, false)][random.below(4)];
        for (at, &integer) in integers.iter().enumerate() {
            let image = integers[if exchanged { 1 - at } else { at }];
            let value = |value: i64| if reflected { 2 - value } else { value };
            pairs.extend((0..=2).map(|own| (integer.equals(own), image.equals(value(own)))));
        }
        let action = Action::new(&problem, &pairs).expect("values stay or are reflected");
        // The order of each action divides 60.
        let times = 60;
        let rule = problem.origin(Origin::named(0, "random"));
        for _ in 0..random.within(1, 3) {
            let literal = |random: &mut Random| match random.below(6) {
                0 => random.one_of(&integers).equals(random.within(0, 2)),
                1 => !random.one_of(&integers).at_least(random.within(0, 2)),
                2 => !random.one_of(&booleans),
                _ => random.one_of(&booleans).into(),
            };
            let count = random.within(1, 4);
            let mut literals: Vec<Literal> = (0..count).map(|_| literal(random)).collect();
            let (kind, bound) = (random.below(7), random.within(1, 2));
            let weight = random.within(1, 2);
            for _ in 0..times {
                let terms = || literals.iter().map(|&literal| Term::literal(weight, literal)).collect();
                let constraint = match kind {
                    0 => Constraint::clause(literals.iter().copied()),
                    1 => Constraint::Modular { terms: terms(), modulus: 1 + bound, residue: 1 },
                    2 => Constraint::Sum { terms: terms(), relation: Relation::Equal, bound },
                    4 => Constraint::Connected(path(&literals)),
                    5 => {
                        let demand = Demand { vertex: 0, when: Some(literals[0]), relation: Relation::Equal, bound };
                        let measure = Measure { weights: vec![1; literals.len()], demands: vec![demand] };
                        Constraint::Components(Components { graph: path(&literals), measures: vec![measure] })
                    }
                    6 => {
                        let then = Box::new(Constraint::at_most(1, literals.iter().copied()));
                        Constraint::If { when: vec![literals[0]], then }
                    }
                    _ => Constraint::Sum { terms: terms(), relation: Relation::AtMost, bound },
                };
                if !problem.constraints().iter().any(|posted| posted.constraint == constraint) {
                    problem.post(rule, constraint);
                }
                literals = literals.iter().map(|&literal| action.literal(literal)).collect();
            }
        }
        (problem, action, times)
    }

    #[test]
    fn values_stay_or_are_reflected() {
        let mut problem = Problem::new();
        let (boolean, integer) = (problem.boolean("b"), problem.integer("x", 0..=2));
        let images = |images: [i64; 3]| {
            let pairs = (0..=2).zip(images).map(|(value, image)| (integer.equals(value), integer.equals(image)));
            Action::new(&problem, &pairs.collect::<Vec<_>>())
        };
        assert_eq!(images([0, 1, 2]), Some(Action::identity(&problem)));
        let reflected = images([2, 1, 0]).expect("counted from the other end");
        assert_eq!(reflected.literal(integer.at_least(1)), !integer.at_least(2));
        assert_eq!((images([1, 0, 2]), images([0, 0, 0])), (None, None), "neither all stay nor all are reflected");
        let to = |image: Literal| Action::new(&problem, &[(boolean.into(), image)]);
        assert_eq!((to(!boolean), to(integer.equals(1))), (None, None), "a variable is mapped to a variable");
    }

    #[test]
    fn fixed_matches_the_fixed_assignments() {
        let (mut some, mut fewer) = (0, 0);
        for seed in 0..400 {
            let (problem, action, _) = kept(&mut Random(seed));
            assert!(action.is_permutation());
            let all = assignments(&problem, Roles::FAITHFUL);
            assert!(all.iter().all(|assignment| problem.holds(&image(&action, assignment))), "seed {seed}");
            let pair = |assignment: &Assignment| (assignment.booleans.clone(), assignment.integers.clone());
            let still = all.iter().filter(|assignment| image(&action, assignment) == **assignment);
            let expected: BTreeSet<_> = still.map(pair).collect();
            let fixed = fixed(&problem, &action, None);
            let found = assignments(&fixed.problem, Roles::FAITHFUL);
            let expanded: BTreeSet<_> = found.iter().map(|assignment| pair(&fixed.expand(assignment))).collect();
            // An auxiliary variable that is not determined would be counted twice.
            assert_eq!(expanded.len(), found.len(), "seed {seed}: {problem:?}");
            assert_eq!(expanded, expected, "seed {seed}: {problem:?}\n{action:?}\n{fixed:?}");
            some += usize::from(!expected.is_empty());
            fewer += usize::from(fixed.problem.booleans().len() < 4);
        }
        assert!(some > 100 && fewer > 50, "{some} and {fewer}");
    }

    #[test]
    fn breaking_keeps_one_of_each_orbit() {
        let mut dropped = 0;
        for seed in 0..200 {
            let (problem, action, _) = kept(&mut Random(seed));
            let mut broken = problem.clone();
            let mut elements = vec![Action::identity(&problem)];
            loop {
                let last = elements.last().expect("it has the identity").clone();
                let next = |variable: &BoolVar| action.booleans[variable.0 as usize];
                let booleans: Vec<BoolVar> = last.booleans.iter().map(next).collect();
                let integer = |of: &IntImage| {
                    let then = action.integers[of.variable.0 as usize];
                    let sum = match (of.sum, then.sum) {
                        (Some(_), Some(_)) => None,
                        (one, other) => one.or(other),
                    };
                    IntImage { variable: then.variable, sum }
                };
                let integers = last.integers.iter().map(integer).collect();
                let product = Action { booleans, integers };
                if product == elements[0] {
                    break;
                }
                elements.push(product);
            }
            let generators = std::slice::from_ref(&action);
            let how = break_symmetry(&mut broken, generators, Some(&elements));
            if matches!(how, Broken::Compared(_)) && broken.booleans().len() > 14 {
                continue;
            }
            let left: BTreeSet<(Vec<bool>, Vec<i64>)> = assignments(&broken, Roles::ALL)
                .into_iter()
                .map(|assignment| (assignment.booleans[..5].to_vec(), assignment.integers))
                .collect();
            let all = assignments(&problem, Roles::FAITHFUL);
            for assignment in &all {
                let mut images = elements.iter().map(|element| image(element, assignment));
                let some = images.any(|image| left.contains(&(image.booleans, image.integers)));
                assert!(some, "seed {seed}, {how:?}: nothing is left of {assignment:?}\n{problem:?}\n{action:?}");
            }
            dropped += usize::from(left.len() < all.len());
        }
        assert!(dropped > 20, "{dropped}: something was dropped");
    }

    #[test]
    fn optimal_fixed_assignments_are_kept() {
        // a + b <= 1, c free, a and b exchanged: the maximum of a + b + c is 2, and the only fixed assignment with c
        // has neither a nor b.
        let mut problem = Problem::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| problem.boolean(name));
        let rule = problem.origin(Origin::named(0, "one of two"));
        problem.post(rule, Constraint::at_most(1, [a.into(), b.into()]));
        problem.set_objective(Direction::Maximise, [a, b, c].map(|variable| Term::literal(1, variable)).to_vec());
        let action = Action::new(&problem, &[(a.into(), b.into()), (b.into(), a.into())]).expect("an exchange");
        let count = |optimum| assignments(&fixed(&problem, &action, optimum).problem, Roles::FAITHFUL).len();
        assert_eq!((count(None), count(Some(2)), count(Some(1))), (2, 0, 1));
    }
}
