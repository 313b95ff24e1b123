//! Counts that several rules share: bounds on the rows and bounds on the columns are bounds on the same cells.
//!
//! That eight columns hold a queen each if eight rows do is a pigeonhole problem, which takes a solver of clauses exponential time. Here,
//! each set with bounds is counted once, in unary, and each bound is a literal of the count. Where the sets of several rules divide the
//! same cells, the counts of each rule add up to one count of all. Then unit propagation finds what follows. Start with [`share`].

use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::origin::{BuiltIn, RuleId};
use boardwright_ir::constraint::{Constraint, Literal, Operand, Origin, OriginId, Posted, Problem, Relation, Role};
use std::collections::{BTreeMap, BTreeSet};

/// Smaller sets are not counted, unless they are parts of a division.
const MIN_SET: usize = 4;
/// Larger sets are not counted.
const MAX_SET: usize = 400;

/// By set: the literals that the number of its true literals is at least 1, 2, ...
type Counts = BTreeMap<Vec<Literal>, Vec<Literal>>;

/// A comparison of the number of true literals of a set with a number, if `when` is true.
struct Bound {
    when: Literal,
    /// In ascending order, without repetitions.
    set: Vec<Literal>,
    relation: Relation,
    number: i64,
}

/// Replaces required bounds under a literal by literals of shared counts. The other constraints stay as they are, but those that are
/// not required are dropped.
///
/// # Errors
/// The limit that was reached.
pub(super) fn share(problem: &mut Problem, budget: &Budget) -> Result<(), Stop> {
    let posted = problem.split_off(0);
    let posted =
        posted.into_iter().filter(|posted| posted.role == Role::Required).map(|posted| (Bound::of(&posted), posted));
    let posted: Vec<(Option<Bound>, Posted)> = posted.collect();
    let origin = problem.origin(Origin::built_in(BuiltIn::Meaning).definition());
    let counts = counts(problem, origin, &posted, budget)?;
    for (bound, posted) in posted {
        budget.check()?;
        let count = bound.as_ref().and_then(|bound| counts.get(&bound.set));
        match bound.zip(count) {
            Some((bound, count)) => bound.post(problem, posted.origin, count),
            None => problem.post(posted.origin, posted.constraint),
        }
    }
    Ok(())
}

/// Counts sets with bounds, and the sets of rules that divide the same literals together.
fn counts(
    problem: &mut Problem,
    origin: OriginId,
    posted: &[(Option<Bound>, Posted)],
    budget: &Budget,
) -> Result<Counts, Stop> {
    let mut of_rule: BTreeMap<RuleId, BTreeSet<&Vec<Literal>>> = BTreeMap::new();
    let mut counted: BTreeSet<&Vec<Literal>> = BTreeSet::new();
    for (bound, posted) in posted {
        let Some(Bound { set, .. }) = bound else { continue };
        if let rule @ RuleId::Model(_) = problem.origin_of(posted.origin).rule {
            of_rule.entry(rule).or_default().insert(set);
        }
        if set.len() >= MIN_SET {
            counted.insert(set);
        }
    }
    // By what they divide: the divisions.
    let mut divisions: BTreeMap<Vec<Literal>, BTreeSet<BTreeSet<&Vec<Literal>>>> = BTreeMap::new();
    for sets in of_rule.into_values() {
        let mut union: Vec<Literal> = sets.iter().flat_map(|set| set.iter().copied()).collect();
        let members = union.len();
        union.sort_unstable();
        union.dedup();
        if union.len() == members {
            divisions.entry(union).or_default().insert(sets);
        }
    }
    divisions.retain(|union, divisions| divisions.len() > 1 && union.len() <= MAX_SET);
    counted.extend(divisions.values().flatten().flatten());
    counted.extend(divisions.keys());
    let mut counts = Counts::new();
    for set in counted.into_iter().filter(|set| set.len() <= MAX_SET) {
        budget.check()?;
        let count: Vec<Literal> = set.iter().map(|_| problem.auxiliary("").into()).collect();
        for pair in count.windows(2) {
            problem.post(origin, Constraint::implies(pair[1], [pair[0]]));
        }
        if !divisions.get(set).is_some_and(|divisions| divisions.iter().any(|sets| sets.len() > 1)) {
            equal(problem, origin, set.iter().copied(), &count);
        }
        counts.insert(set.clone(), count);
    }
    for (union, divisions) in &divisions {
        for sets in divisions.iter().filter(|sets| sets.len() > 1) {
            budget.check()?;
            equal(problem, origin, sets.iter().flat_map(|set| counts[*set].iter().copied()), &counts[union]);
        }
    }
    Ok(counts)
}

/// Posts that as many of `parts` are true as of `count`, which is as long.
fn equal(problem: &mut Problem, origin: OriginId, parts: impl Iterator<Item = Literal>, count: &[Literal]) {
    let missing = count.iter().map(|&literal| !literal);
    problem.post(origin, Constraint::exactly(count.len() as i64, parts.chain(missing)));
}

impl Bound {
    /// Returns the bound that a constraint states, if it does.
    fn of(posted: &Posted) -> Option<Bound> {
        let Constraint::If { when, then } = &posted.constraint else { return None };
        let ([when], Constraint::Sum { terms, relation, bound }) = (&when[..], &**then) else { return None };
        let mut set = Vec::with_capacity(terms.len());
        for term in terms {
            match term.operand {
                Operand::Literal(literal) if term.coefficient == 1 => set.push(literal),
                _ => return None,
            }
        }
        let (mut relation, mut number) = (*relation, *bound);
        // Of two values, the cells with the second one are counted.
        if set.iter().all(|literal| literal.negated) {
            set.iter_mut().for_each(|literal| *literal = !*literal);
            number = set.len() as i64 - number;
            relation = match relation {
                Relation::AtMost => Relation::AtLeast,
                Relation::Equal => Relation::Equal,
                Relation::AtLeast => Relation::AtMost,
            };
        }
        set.sort_unstable();
        let is_set = set.windows(2).all(|pair| pair[0] != pair[1]);
        is_set.then_some(Bound { when: *when, set, relation, number })
    }

    /// Posts the bound on a count.
    fn post(&self, problem: &mut Problem, origin: OriginId, count: &[Literal]) {
        let mut bounding = Vec::with_capacity(2);
        if self.relation != Relation::AtLeast {
            bounding.push((self.number + 1, true));
        }
        if self.relation != Relation::AtMost {
            bounding.push((self.number, false));
        }
        for (number, is_negated) in bounding {
            // Whether the count is at least the number: always, a literal, or never.
            let at_least = usize::try_from(number - 1).map(|index| count.get(index).copied());
            let literals = match at_least {
                Ok(Some(literal)) => vec![if is_negated { !literal } else { literal }],
                Ok(None) if is_negated => continue,
                Err(_) if !is_negated => continue,
                _ => Vec::new(),
            };
            problem.post(origin, Constraint::implies(self.when, literals));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::diff::oracle::{Asked, Oracle};
    use boardwright_ir::constraint::Roles;

    /// The cells of a board, and by condition a literal under which it holds: bounds on rows, columns, the board and a diagonal.
    fn problem(side: usize, bounds: &[(&str, Relation, i64)]) -> (Problem, Vec<Literal>, Vec<Literal>) {
        let mut problem = Problem::new();
        let cells: Vec<Literal> = (0..side * side).map(|cell| problem.boolean(cell.to_string()).into()).collect();
        let mut switches = Vec::new();
        for (number, &(kind, relation, bound)) in bounds.iter().enumerate() {
            let switch: Literal = problem.boolean("").into();
            let rule = problem.origin(Origin::named(number, kind));
            let line = |line: usize| match kind {
                "row" => (0..side).map(|at| cells[line * side + at]).collect(),
                // Of two values, a rule may count the other one.
                "column" => (0..side).map(|at| !cells[at * side + line]).collect(),
                "diagonal" => (0..side).map(|at| cells[at * side + at]).collect(),
                _ => cells.clone(),
            };
            let lines = if ["row", "column"].contains(&kind) { side } else { 1 };
            for literals in (0..lines).map(line) {
                problem.post_under(rule, switch, Constraint::count(relation, bound, literals));
            }
            switches.push(switch);
        }
        (problem, cells, switches)
    }

    #[test]
    fn shared_counts_exclude_the_same_boards() {
        let bounds = [
            ("row", Relation::AtMost, 2),
            ("row", Relation::AtLeast, 1),
            ("row", Relation::AtMost, 3),
            ("column", Relation::AtMost, 1),
            ("column", Relation::Equal, 2),
            ("board", Relation::AtLeast, 5),
            ("board", Relation::AtMost, -1),
            ("diagonal", Relation::Equal, 1),
        ];
        let (before, cells, switches) = problem(3, &bounds);
        let mut after = before.clone();
        share(&mut after, &Budget::none()).expect("no limit");
        assert!(after.booleans().len() > before.booleans().len());
        let budget = Budget::none();
        let mut oracle = Oracle::new(&after, Roles::REQUIRED, &budget).expect("an oracle");
        let variables: Vec<Literal> = cells.iter().chain(&switches).copied().collect();
        for bits in 0..1_usize << variables.len() {
            let booleans: Vec<bool> = (0..variables.len()).map(|index| bits >> index & 1 == 1).collect();
            let assumed =
                variables.iter().zip(&booleans).map(|(&literal, &holds)| if holds { literal } else { !literal });
            let found = matches!(oracle.ask(&assumed.collect::<Vec<_>>()).expect("an answer"), Asked::Found(_));
            let assignment = boardwright_ir::constraint::Assignment { booleans, integers: Vec::new() };
            assert_eq!(found, before.holds(&assignment), "{bits:b}");
        }
    }

    #[test]
    fn pigeonholes_are_found_without_search() {
        let side = 12;
        let bounds = [
            ("row", Relation::AtLeast, 1),
            // At least eleven of the cells of a column are empty.
            ("column", Relation::AtLeast, 11),
            ("board", Relation::AtLeast, 13),
        ];
        let (mut problem, cells, switches) = problem(side, &bounds);
        share(&mut problem, &Budget::none()).expect("no limit");
        let budget = Budget::none();
        let mut oracle = Oracle::new(&problem, Roles::REQUIRED, &budget).expect("an oracle");
        let mut refuted = |assumed: Vec<Literal>| {
            let asked = oracle.ask_within(Some(100), &assumed).expect("an answer");
            assert!(matches!(asked, Asked::Nothing));
        };
        refuted(vec![switches[1], switches[2]]);
        let empty_column = (0..side).map(|row| !cells[row * side]);
        refuted(switches[..2].iter().copied().chain(empty_column).collect());
    }
}
