//! Sums that follow from what is required near them.
//!
//! Example: at most two lines of a path meet at a cell. If the cell must be visited and is no end, exactly two do. All assignments of
//! the few variables of a sum are tried, and unit propagation refutes some; if the others agree, the sum is fixed.
//!
//! Clauses and sums of Boolean variables propagate; other constraints are left out. Start with [`rows`].

use super::elimination::Sum;
use super::{Atom, BoolVar, Constraint, Literal, Operand, OriginId, Posted, Problem, Relation, Role, Term};
use boardwright_base::budget::{Budget, Stop};
use std::collections::BTreeSet;

/// The maximum number of variables of a sum.
const MAX_VARIABLES: usize = 6;
/// The maximum number of constraints that are looked at; then no more sums are examined.
const MOST_STEPS: usize = 20_000_000;

/// A sum of variables with a fixed value.
#[derive(Debug, Clone)]
pub struct FixedSum {
    /// The sum and its value.
    pub sum: Sum,
    /// The origins of the constraints that fix it; the first one names it.
    pub origins: Vec<OriginId>,
    /// Whether the value is that of the literals: none of them is negated.
    pub stated: bool,
}

impl FixedSum {
    /// Returns the sum of literals with a value; `None` if one is no Boolean variable.
    pub fn of(terms: &[(i64, Literal)], bound: i64, origins: Vec<OriginId>) -> Option<FixedSum> {
        let stated = terms.iter().all(|(_, literal)| !literal.negated);
        Some(FixedSum { sum: Sum::of(terms.iter().copied(), bound)?, origins, stated })
    }
}

/// A constraint as a sum of literals with coefficients above 0, and the least and greatest allowed value.
struct Bounds {
    terms: Vec<(i64, Literal)>,
    least: i64,
    most: i64,
    origin: OriginId,
    is_sum: bool,
}

/// Literals that hold, in the order in which they were found, each with the constraint that implies it.
struct Propagation {
    all: Vec<Bounds>,
    /// By variable: the constraints.
    at: Vec<Vec<usize>>,
    values: Vec<Option<bool>>,
    /// Each literal, and its constraint; a tried one has none.
    trail: Vec<(Literal, Option<usize>)>,
    /// By variable: its place on the trail.
    places: Vec<usize>,
    /// By place: the origins from which what holds without a trial follows.
    of_fixed: Vec<Vec<OriginId>>,
    steps: usize,
}

/// Returns the variables that are fixed, and the sums of which all assignments that propagation does not refute agree.
///
/// # Errors
/// The limit that was reached.
pub fn rows(problem: &Problem, budget: &Budget) -> Result<Vec<FixedSum>, Stop> {
    let mut known = Propagation::new(problem);
    if known.propagate(0).is_some() {
        // The constraints contradict each other without any sum.
        return Ok(Vec::new());
    }
    let fixed = known.trail.len();
    let mut rows: Vec<FixedSum> = Vec::new();
    for place in 0..fixed {
        let literal = known.trail[place].0;
        let origins = known.reasons(&[literal], None);
        rows.extend(FixedSum::of(&[(1, literal)], 1, origins.clone()));
        known.of_fixed.push(origins);
    }
    for index in 0..known.all.len() {
        budget.check()?;
        if known.steps > MOST_STEPS {
            break;
        }
        rows.extend(known.agreed(index, fixed));
    }
    Ok(rows)
}

/// Returns whether the sums of a problem are likely to be fixed: half as many constraints fix a literal, such as that a cell is visited.
/// Most boards have few of these, and their solvers need not wait.
pub fn are_likely(problem: &Problem) -> bool {
    let (mut fixed, mut sums) = (0usize, 0usize);
    for posted in problem.constraints().iter().filter(|posted| posted.role == Role::Required) {
        match &posted.constraint {
            Constraint::Clause(literals) if literals.len() == 1 => fixed += 1,
            Constraint::Sum { terms, .. } if terms.len() == 1 => fixed += 1,
            Constraint::Sum { terms, relation: Relation::AtMost | Relation::AtLeast, .. } => {
                sums += usize::from((2..=MAX_VARIABLES).contains(&terms.len()));
            }
            _ => {}
        }
    }
    sums > 0 && 2 * fixed >= sums
}

impl Propagation {
    fn new(problem: &Problem) -> Propagation {
        let all: Vec<Bounds> = problem.constraints().iter().filter_map(bounds).collect();
        let variables = problem.booleans().len();
        let mut at = vec![Vec::new(); variables];
        for (index, bounds) in all.iter().enumerate() {
            bounds.terms.iter().for_each(|(_, literal)| at[variable(*literal)].push(index));
        }
        Propagation {
            all,
            at,
            values: vec![None; variables],
            trail: Vec::new(),
            places: vec![usize::MAX; variables],
            of_fixed: Vec::new(),
            steps: 0,
        }
    }

    fn holds(&self, literal: Literal) -> Option<bool> {
        self.values[variable(literal)].map(|value| value != literal.negated)
    }

    fn assign(&mut self, literal: Literal, because: Option<usize>) {
        self.values[variable(literal)] = Some(!literal.negated);
        self.places[variable(literal)] = self.trail.len();
        self.trail.push((literal, because));
    }

    fn undo(&mut self, length: usize) {
        for (literal, _) in self.trail.drain(length..) {
            self.values[variable(literal)] = None;
        }
    }

    /// Draws conclusions from the trail from a place on; at place 0, from all constraints. Returns a constraint that is broken.
    fn propagate(&mut self, mut from: usize) -> Option<usize> {
        if from == 0 {
            for index in 0..self.all.len() {
                if !self.imply(index) {
                    return Some(index);
                }
            }
        }
        while from < self.trail.len() {
            let next = variable(self.trail[from].0);
            for position in 0..self.at[next].len() {
                let index = self.at[next][position];
                if !self.imply(index) {
                    return Some(index);
                }
            }
            from += 1;
        }
        None
    }

    /// Assigns what a constraint implies; returns whether it can hold.
    fn imply(&mut self, index: usize) -> bool {
        let Bounds { terms, least, most, .. } = &self.all[index];
        self.steps += terms.len();
        let (mut sum, mut open) = (0i64, 0i64);
        for &(coefficient, literal) in terms {
            match self.holds(literal) {
                Some(true) => sum += coefficient,
                Some(false) => {}
                None => open += coefficient,
            }
        }
        let (least, most) = (*least, *most);
        if sum > most || sum + open < least {
            return false;
        }
        let mut implied = Vec::new();
        for &(coefficient, literal) in terms {
            if self.holds(literal).is_some() {
                continue;
            }
            if sum + coefficient > most {
                implied.push(!literal);
            } else if sum + open - coefficient < least {
                implied.push(literal);
            }
        }
        for literal in implied {
            // A literal may occur twice.
            match self.holds(literal) {
                None => self.assign(literal, Some(index)),
                Some(true) => {}
                Some(false) => return false,
            }
        }
        true
    }

    /// Returns the origins of the constraints from which literals follow, or because of which a constraint is broken.
    fn reasons(&self, literals: &[Literal], broken: Option<usize>) -> Vec<OriginId> {
        let mut met: BTreeSet<usize> = literals.iter().map(|&literal| self.places[variable(literal)]).collect();
        let mut origins: Vec<OriginId> = Vec::new();
        if let Some(index) = broken {
            let Bounds { terms, most, .. } = &self.all[index];
            let there = terms.iter().filter(|term| self.holds(term.1) == Some(true));
            let is_too_much = there.map(|term| term.0).sum::<i64>() > *most;
            met.extend(self.places_of(index, is_too_much, self.trail.len()));
            origins.push(self.all[index].origin);
        }
        while let Some(place) = met.pop_last() {
            if let Some(known) = self.of_fixed.get(place) {
                origins.extend(known.iter().filter(|origin| !origins.contains(origin)).copied().collect::<Vec<_>>());
            } else if let (literal, Some(because)) = self.trail[place] {
                // A literal of the constraint that is implied to be false would have been too much.
                let is_too_much = self.all[because].terms.iter().any(|term| term.1 == !literal);
                met.extend(self.places_of(because, is_too_much, place));
                if !origins.contains(&self.all[because].origin) {
                    origins.push(self.all[because].origin);
                }
            }
        }
        origins
    }

    /// Returns the places of the literals of a constraint that were true, or false, before a place.
    fn places_of(&self, index: usize, value: bool, place: usize) -> impl Iterator<Item = usize> + '_ {
        let of_terms = self.all[index].terms.iter().filter(move |(_, literal)| self.holds(*literal) == Some(value));
        of_terms.map(|(_, literal)| self.places[variable(*literal)]).filter(move |&other| other < place)
    }

    /// Returns the sum of a constraint if all assignments of its open variables agree.
    fn agreed(&mut self, index: usize, fixed: usize) -> Option<FixedSum> {
        let Bounds { terms, least, most, origin, is_sum } = &self.all[index];
        if !is_sum || least == most {
            return None;
        }
        let (terms, origin) = (terms.clone(), *origin);
        let mut all: Vec<Literal> = terms.iter().map(|term| term.1).collect();
        all.sort_unstable();
        all.dedup_by_key(|literal| literal.atom);
        if all.len() > MAX_VARIABLES || all.len() < 2 {
            return None;
        }
        let inside = self.among(&all);
        let mut agreed: Option<i64> = None;
        let mut origins = Vec::new();
        for bits in 0..1u32 << all.len() {
            let tried = all.iter().enumerate().map(|(at, &one)| if bits >> at & 1 == 1 { one } else { !one });
            let tried: Vec<Literal> = tried.collect();
            let sum_of = |terms: &[(i64, Literal)]| -> i64 {
                terms.iter().filter(|term| tried.contains(&term.1)).map(|term| term.0).sum()
            };
            // People look at the place itself first.
            let breaks = |&&index: &&usize| {
                let Bounds { terms, least, most, .. } = &self.all[index];
                !(*least..=*most).contains(&sum_of(terms))
            };
            let because = match inside.iter().find(breaks) {
                Some(&index) => Some(vec![self.all[index].origin]),
                None => self.refuted(&tried, fixed),
            };
            match because {
                Some(because) => origins.extend(because),
                None if agreed.is_some_and(|agreed| agreed != sum_of(&terms)) => return None,
                None => agreed = Some(sum_of(&terms)),
            }
        }
        origins.push(origin);
        let mut met = BTreeSet::new();
        origins.retain(|origin| met.insert(origin.index()));
        FixedSum::of(&terms, agreed?, origins)
    }

    /// Returns the constraints whose variables are among these.
    fn among(&self, literals: &[Literal]) -> Vec<usize> {
        let variables: BTreeSet<usize> = literals.iter().map(|&literal| variable(literal)).collect();
        let near = variables.iter().flat_map(|&variable| &self.at[variable]).copied().collect::<BTreeSet<usize>>();
        let is_inside = |index: &usize| self.all[*index].terms.iter().all(|term| variables.contains(&variable(term.1)));
        near.into_iter().filter(is_inside).collect()
    }

    /// Returns the origins that refute literals together, if propagation shows it.
    fn refuted(&mut self, tried: &[Literal], fixed: usize) -> Option<Vec<OriginId>> {
        if let Some(&literal) = tried.iter().find(|&&literal| self.holds(literal) == Some(false)) {
            return Some(self.reasons(&[literal], None));
        }
        let mut because = None;
        for &literal in tried {
            match self.holds(literal) {
                Some(true) => continue,
                Some(false) => {
                    because = Some(self.reasons(&[literal], None));
                    break;
                }
                None => self.assign(literal, None),
            }
            if let Some(index) = self.propagate(self.trail.len() - 1) {
                because = Some(self.reasons(&[], Some(index)));
                break;
            }
        }
        self.undo(fixed);
        because
    }
}

fn variable(literal: Literal) -> usize {
    match literal.atom {
        Atom::Boolean(BoolVar(variable)) => variable as usize,
        // `bounds` accepts no others.
        Atom::Equals(..) | Atom::AtLeast(..) => usize::MAX,
    }
}

/// Returns a required constraint as bounds of a sum, if it is a clause or a sum of Boolean variables.
fn bounds(posted: &Posted) -> Option<Bounds> {
    if posted.role != Role::Required {
        return None;
    }
    let literal = |term: &Term| match term.operand {
        Operand::Literal(literal) => Some((term.coefficient, literal)),
        Operand::Integer(_) => None,
    };
    let (terms, mut least, mut most): (Vec<(i64, Literal)>, i64, i64) = match &posted.constraint {
        Constraint::Clause(literals) => (literals.iter().map(|&literal| (1, literal)).collect(), 1, i64::MAX),
        Constraint::Sum { terms, relation, bound } => {
            let terms: Vec<(i64, Literal)> = terms.iter().map(literal).collect::<Option<_>>()?;
            let (least, most) = match relation {
                Relation::AtMost => (i64::MIN, *bound),
                Relation::Equal => (*bound, *bound),
                Relation::AtLeast => (*bound, i64::MAX),
            };
            (terms, least, most)
        }
        _ => return None,
    };
    let is_sum = matches!(posted.constraint, Constraint::Sum { .. });
    let mut total = 0i64;
    let mut positive = Vec::with_capacity(terms.len());
    for (coefficient, literal) in terms {
        if !matches!(literal.atom, Atom::Boolean(_)) {
            return None;
        }
        total = total.checked_add(coefficient.checked_abs()?)?;
        match coefficient {
            0 => {}
            1.. => positive.push((coefficient, literal)),
            // -x is (1 - x) - 1.
            _ => {
                positive.push((-coefficient, !literal));
                least = if least == i64::MIN { least } else { least.checked_sub(coefficient)? };
                most = if most == i64::MAX { most } else { most.checked_sub(coefficient)? };
            }
        }
    }
    // Without one bound, any sum is allowed on that side.
    Some(Bounds { terms: positive, least: least.max(0), most: most.min(total), origin: posted.origin, is_sum })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Assignment, Origin};
    use boardwright_base::random::Random;

    /// Random clauses and sums of seven variables: each row that is found holds in all assignments of the constraints that it names.
    #[test]
    fn rows_hold_wherever_their_constraints_do() {
        let mut found = 0;
        for seed in 0..600 {
            let mut random = Random(seed);
            let mut problem = Problem::new();
            let variables: Vec<Literal> = (0..7).map(|at| problem.boolean(at.to_string()).into()).collect();
            for number in 0..7 {
                let mut literals = variables.clone();
                literals.retain(|_| random.below(2) == 0);
                literals.iter_mut().for_each(|literal| literal.negated = random.below(3) == 0);
                let constraint = match random.below(3) {
                    0 => Constraint::clause(literals),
                    _ => {
                        let relation = random.one_of(&[Relation::AtMost, Relation::Equal, Relation::AtLeast]);
                        let terms = literals.into_iter().map(|one| Term::literal(random.within(-2, 2), one)).collect();
                        Constraint::Sum { terms, relation, bound: random.within(-1, 2) }
                    }
                };
                let origin = problem.origin(Origin::named(number, format!("rule {number}")));
                problem.post(origin, constraint);
            }
            let assignments = (0..128).map(|bits: u32| Assignment {
                booleans: (0..7).map(|at| bits >> at & 1 == 1).collect(),
                integers: Vec::new(),
            });
            let assignments: Vec<Assignment> = assignments.collect();
            for row in rows(&problem, &Budget::none()).expect("there is no limit") {
                found += 1;
                for assignment in &assignments {
                    let of_row = problem.constraints().iter().filter(|posted| row.origins.contains(&posted.origin));
                    if of_row.into_iter().all(|posted| posted.constraint.holds(assignment)) {
                        let value = |&variable: &u32| i128::from(assignment.boolean(BoolVar(variable)));
                        let sum: i128 = row.sum.terms.iter().map(|(variable, times)| times * value(variable)).sum();
                        assert_eq!(sum, row.sum.bound, "seed {seed}");
                    }
                }
            }
        }
        assert!(found > 300, "{found}");
    }
}
