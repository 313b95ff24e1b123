//! Rules that follow from others by adding up sums.
//!
//! Example: in a Sudoku, the three blocks of a band have every value three times, and two of its rows have it twice; so the third row
//! has it once. A solver has to count to find that. Here, a sum that equals a number is a row of a linear system, and a
//! rule follows if each of its sums is a combination of the rows of others, in exact integers. Imports no search.
//!
//! Start with [`Sums::new`].

use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::elimination::{Elimination, Sum};
use boardwright_ir::constraint::origin::{Instance, RuleId};
use boardwright_ir::constraint::{Constraint, Literal, Operand, Posted, Problem, Relation, Role, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of coefficients that are computed; above it, nothing more follows.
const MOST_STEPS: u64 = 2_000_000_000;

/// The required sums of groups of rules.
pub(super) struct Sums {
    /// Equations that belong to no group: a cell has one value.
    always: Vec<Sum>,
    groups: Vec<Group>,
    /// The number of coefficients that may still be computed.
    steps: u64,
}

/// The sums of a group.
#[derive(Default)]
struct Group {
    rows: Vec<(Relation, Sum)>,
    /// Whether the group has other constraints, too.
    has_more: bool,
}

impl Sums {
    /// Reads the sums of a problem in which all parts hold.
    pub(super) fn new(problem: &Problem, group_of: &BTreeMap<(RuleId, Instance), usize>, groups: usize) -> Sums {
        let mut sums = Sums { always: Vec::new(), groups: Vec::new(), steps: MOST_STEPS };
        sums.groups.resize_with(groups, Group::default);
        for posted in problem.constraints().iter().filter(|posted| posted.role == Role::Required) {
            let Posted { origin, constraint, .. } = posted;
            let origin = problem.origin_of(*origin);
            let read = read(constraint);
            match group_of.get(&(origin.rule, origin.instance.clone())) {
                Some(&group) => {
                    let group = &mut sums.groups[group];
                    group.has_more |= read.is_none();
                    group.rows.extend(read);
                }
                None => {
                    let equal = read.filter(|(relation, _)| *relation == Relation::Equal);
                    sums.always.extend(equal.map(|(_, row)| row));
                }
            }
        }
        sums
    }

    /// Returns for each group, if it is none of `kept` and follows from them, those of them from which it follows.
    pub(super) fn implied(&mut self, kept: &[usize], budget: &Budget) -> Result<Vec<Option<Vec<usize>>>, Stop> {
        let mut implied = vec![None; self.groups.len()];
        let is_open =
            |(group, sums): (usize, &Group)| !sums.has_more && !sums.rows.is_empty() && !kept.contains(&group);
        let open: Vec<usize> =
            self.groups.iter().enumerate().filter(|&at| is_open(at)).map(|(group, _)| group).collect();
        if open.is_empty() {
            return Ok(implied);
        }
        let mut elimination = Elimination::new(None, self.steps);
        // The numbers of the equations are those of their groups, and one for all without a group.
        let none = self.groups.len();
        let of_groups = kept.iter().flat_map(|&group| self.groups[group].rows.iter().map(move |row| (group, row)));
        let equal = of_groups.filter(|(_, (relation, _))| *relation == Relation::Equal);
        let rows = self.always.iter().map(|row| (none, row)).chain(equal.map(|(group, (_, row))| (group, row)));
        let mut numbers: Vec<usize> = Vec::new();
        for (group, row) in rows {
            budget.check()?;
            elimination.add(row.clone().numbered(numbers.len()));
            numbers.push(group);
        }
        for group in open {
            budget.check()?;
            let mut core = BTreeSet::new();
            let mut follows = |(relation, row): &(Relation, Sum)| {
                let Some(left) = elimination.reduced(row.clone()) else { return false };
                core.extend(left.multipliers.keys().map(|&number| numbers[number]).filter(|&group| group != none));
                let bound = left.bound;
                left.terms.is_empty()
                    && match relation {
                        Relation::AtMost => 0 <= bound,
                        Relation::Equal => 0 == bound,
                        Relation::AtLeast => 0 >= bound,
                    }
            };
            if self.groups[group].rows.iter().all(&mut follows) {
                implied[group] = Some(core.into_iter().collect());
            }
        }
        self.steps = elimination.steps();
        Ok(implied)
    }
}

/// Returns a constraint as a sum of Boolean variables, if it is one.
fn read(constraint: &Constraint) -> Option<(Relation, Sum)> {
    let (terms, relation, bound): (Vec<(i64, Literal)>, Relation, i64) = match constraint {
        // A clause of one literal fixes it.
        Constraint::Clause(literals) if literals.len() == 1 => (vec![(1, literals[0])], Relation::Equal, 1),
        Constraint::Clause(literals) => (literals.iter().map(|&one| (1, one)).collect(), Relation::AtLeast, 1),
        Constraint::Sum { terms, relation, bound } => {
            let literal = |term: &Term| match term.operand {
                Operand::Literal(literal) => Some((term.coefficient, literal)),
                Operand::Integer(_) => None,
            };
            (terms.iter().map(literal).collect::<Option<_>>()?, *relation, *bound)
        }
        _ => return None,
    };
    Some((relation, Sum::of(terms, bound)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::random::Random;
    use boardwright_ir::constraint::origin::BuiltIn;
    use boardwright_ir::constraint::{Assignment, BoolVar, Draft, Origin};

    type GroupOf = BTreeMap<(RuleId, Instance), usize>;

    /// Returns a problem whose constraints are those of the groups.
    fn problem(variables: u32, groups: &[Vec<Constraint>]) -> (Problem, GroupOf) {
        let mut draft = Draft::new(&Budget::none());
        for at in 0..variables {
            draft.boolean(at.to_string());
        }
        let mut group_of = GroupOf::new();
        for (group, constraints) in groups.iter().enumerate() {
            let origin = Origin::built_in(BuiltIn::Meaning).part(Instance::Move(group));
            group_of.insert((origin.rule, origin.instance.clone()), group);
            let origin = draft.origin(origin);
            constraints.iter().for_each(|constraint| draft.post(origin, constraint.clone()));
        }
        (draft.finish().expect("there is no limit"), group_of)
    }

    /// Random sums of six variables, and the sum of two of them: each implied group holds in all of the 64 assignments in which its core
    /// does.
    #[test]
    fn what_follows_holds_in_all_assignments() {
        let mut follows = 0;
        for seed in 0..2000 {
            let mut random = Random(seed);
            let mut sum = || {
                let relation = [Relation::AtMost, Relation::Equal, Relation::Equal, Relation::AtLeast][random.below(4)];
                let mut literals: Vec<Literal> = (0..6).map(|at| BoolVar(at).into()).collect();
                literals.retain(|_| random.below(2) == 0);
                literals.iter_mut().for_each(|literal| literal.negated = random.below(4) == 0);
                let terms =
                    literals.iter().map(|&literal| Term::literal(1 + random.below(2) as i64, literal)).collect();
                Constraint::Sum { terms, relation, bound: random.below(4) as i64 }
            };
            let mut groups: Vec<Vec<Constraint>> = (0..6).map(|_| vec![sum()]).collect();
            // The sum of two others follows from them.
            let [Constraint::Sum { terms: a, bound: x, .. }, Constraint::Sum { terms: b, bound: y, .. }] =
                [groups[0][0].clone(), groups[1][0].clone()]
            else {
                panic!("both are sums")
            };
            groups.push(vec![Constraint::Sum { terms: [a, b].concat(), relation: Relation::AtMost, bound: x + y }]);
            let (problem, group_of) = problem(6, &groups);
            let kept: Vec<usize> = (0..groups.len()).filter(|_| random.below(3) > 0).collect();
            let implied = Sums::new(&problem, &group_of, groups.len()).implied(&kept, &Budget::none());
            for (group, core) in implied.expect("there is no limit").into_iter().enumerate() {
                let Some(core) = core else { continue };
                follows += 1;
                assert!(core.iter().all(|of| kept.contains(of)) && !kept.contains(&group), "seed {seed}");
                for bits in 0..64 {
                    let booleans = (0..6).map(|at| bits >> at & 1 == 1).collect();
                    let assignment = Assignment { booleans, integers: Vec::new() };
                    let holds = |group: usize| groups[group].iter().all(|constraint| constraint.holds(&assignment));
                    assert!(holds(group) || !core.iter().all(|&of| holds(of)), "seed {seed}, assignment {bits:06b}");
                }
            }
        }
        assert!(follows > 40, "{follows}");
    }

    /// Two rows and two columns of a 2x2 Latin square: each follows from the other three.
    #[test]
    fn a_line_follows_from_the_others() {
        let line = |cells: [u32; 2]| vec![Constraint::exactly(1, cells.map(|cell| BoolVar(cell).into()))];
        let (problem, group_of) = problem(4, &[line([0, 1]), line([2, 3]), line([0, 2]), line([1, 3])]);
        let mut sums = Sums::new(&problem, &group_of, 4);
        let mut implied = |kept: &[usize]| sums.implied(kept, &Budget::none()).expect("there is no limit");
        assert_eq!(implied(&[0, 1, 2]), [None, None, None, Some(vec![0, 1, 2])]);
        assert_eq!(implied(&[0, 1]), [None, None, None, None]);
    }
}
