//! Small sets of groups that contradict each other: minimal, or smallest.
//!
//! *Minimal*: groups are left out one by one while the others still contradict each other. Each solver's core removes more
//! groups. From an assignment that violates one group only, its neighbours often show at once that other groups cannot be
//! left out either (recursive model rotation: A. Belov, J. Marques-Silva, "Accelerating MUS extraction with recursive model
//! rotation", FMCAD 2011; here on the constraints, not on the clauses).
//!
//! *Smallest*: every contradiction has a group of each *correction*, a set of groups without which the others can hold. The
//! fewest groups that hit all corrections found so far either contradict each other and are a smallest contradiction, or lead to
//! a new correction (A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
//! dualization", CP 2015). The time is exponential in the worst case, and so is the number of corrections.
//!
//! With `a or b`, `not a`, `not b`, `a`: leaving out in order first drops `a or b` and then `not b`; the remaining `not a` and
//! `a` are also smallest.

use super::explainer::Halt;
use super::groups::{Oracle, Tested};
use crate::task::{Ask, Solver, problem};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::{Assignment, Constraint, Direction, Origin, Problem, Term};
use boardwright_solvers::backend::BACKENDS;

/// Receives every smaller contradiction that is found.
pub(super) type ObserveSubsets<'a> = &'a mut dyn FnMut(&[usize]);

/// Leaves out groups of `from`, in this order, while the others contradict each other together with `base`. The result is
/// minimal. `from` and `base` together are a contradiction.
pub(super) fn minimal(
    oracle: &mut Oracle<'_>,
    base: &[usize],
    mut from: Vec<usize>,
    observe: ObserveSubsets<'_>,
) -> Result<Vec<usize>, Halt> {
    let mut is_needed = vec![false; oracle.groups.len()];
    while let Some(&next) = from.iter().find(|&&group| !is_needed[group]) {
        // Needed groups go first: solvers tend to put the first assumptions into cores.
        let (needed, open): (Vec<usize>, Vec<usize>) = from.iter().partition(|&&group| is_needed[group]);
        let others = || open.iter().copied().filter(|&group| group != next);
        let kept: Vec<usize> = needed.iter().copied().chain(base.iter().copied()).chain(others()).collect();
        match oracle.test(&kept)? {
            Tested::Contradiction(core) => {
                let is_in = flags(oracle, &core);
                from.retain(|&group| group != next && (is_needed[group] || is_in[group]));
                observe(&from);
            }
            Tested::Satisfiable(assignment) => {
                is_needed[next] = true;
                let is_candidate = flags(oracle, &from);
                let mut is_kept = flags(oracle, base);
                is_kept.iter_mut().zip(&is_candidate).for_each(|(kept, candidate)| *kept |= candidate);
                rotate(oracle, next, assignment, &is_kept, &is_candidate, &mut is_needed);
            }
        }
    }
    Ok(from)
}

/// Returns for every group whether it is one of these.
fn flags(oracle: &Oracle<'_>, groups: &[usize]) -> Vec<bool> {
    let mut flags = vec![false; oracle.groups.len()];
    groups.iter().for_each(|&group| flags[group] = true);
    flags
}

/// Walks from an assignment that violates `group` only to others that violate one group only: that group is needed, too.
fn rotate(
    oracle: &Oracle<'_>,
    group: usize,
    assignment: Assignment,
    is_kept: &[bool],
    is_candidate: &[bool],
    is_needed: &mut [bool],
) {
    let mut open = vec![(group, assignment)];
    while let Some((group, assignment)) = open.pop() {
        for variable in oracle.at_fault(group, &assignment) {
            for neighbour in oracle.neighbours(&assignment, variable) {
                let only = oracle.only_violated(&neighbour, variable, group, is_kept);
                if let Some(other) = only.filter(|&other| is_candidate[other] && !is_needed[other]) {
                    is_needed[other] = true;
                    open.push((other, neighbour));
                }
            }
        }
    }
}

/// Returns a smallest contradiction among the groups of `among` together with `base`; `known` is one, and is returned if no
/// smaller one exists. At a limit the result is `known`, which is still a contradiction.
pub(super) fn smallest(
    oracle: &mut Oracle<'_>,
    base: &[usize],
    among: &[usize],
    known: Vec<usize>,
    budget: &Budget,
) -> Result<Vec<usize>, Halt> {
    let mut corrections: Vec<Vec<usize>> = Vec::new();
    loop {
        let least = hitting(&corrections, budget)?;
        if least.len() == known.len() {
            return Ok(known);
        }
        let mut chosen = least.clone();
        loop {
            let kept: Vec<usize> = base.iter().chain(&chosen).copied().collect();
            let assignment = match oracle.test(&kept)? {
                Tested::Contradiction(_) => break,
                Tested::Satisfiable(assignment) => assignment,
            };
            let correction = correction(oracle, base, among, &chosen, assignment)?;
            chosen.extend(&correction);
            corrections.push(correction);
        }
        if chosen.len() == least.len() {
            return Ok(least);
        }
    }
}

/// Returns the rest of `among` when groups are added to the satisfiable `chosen` until no more can be.
fn correction(
    oracle: &mut Oracle<'_>,
    base: &[usize],
    among: &[usize],
    chosen: &[usize],
    assignment: Assignment,
) -> Result<Vec<usize>, Halt> {
    let mut kept: Vec<usize> = base.iter().chain(chosen).copied().collect();
    let mut left: Vec<usize> = among.iter().copied().filter(|group| !chosen.contains(group)).collect();
    let mut assignment = Some(assignment);
    let mut correction = Vec::new();
    loop {
        if let Some(assignment) = assignment.take() {
            let (satisfied, violated) = left.iter().partition(|&&group| oracle.holds(group, &assignment));
            kept.extend::<Vec<usize>>(satisfied);
            left = violated;
        }
        let Some(next) = left.pop() else { return Ok(correction) };
        kept.push(next);
        match oracle.test(&kept)? {
            Tested::Satisfiable(found) => assignment = Some(found),
            Tested::Contradiction(_) => {
                kept.pop();
                correction.push(next);
            }
        }
    }
}

/// Returns a smallest set of groups that hits every correction.
pub(in crate::task) fn hitting(corrections: &[Vec<usize>], budget: &Budget) -> Result<Vec<usize>, Halt> {
    if corrections.is_empty() {
        return Ok(Vec::new());
    }
    let mut groups: Vec<usize> = corrections.iter().flatten().copied().collect();
    groups.sort_unstable();
    groups.dedup();
    let mut cover = Problem::new();
    let variables: Vec<_> = groups.iter().map(|group| cover.boolean(group.to_string())).collect();
    let origin = cover.origin(Origin::named(0, "corrections"));
    for correction in corrections {
        let position = |group| groups.binary_search(group).expect("it was collected from the corrections");
        cover.post(origin, Constraint::clause(correction.iter().map(|group| variables[position(group)].into())));
    }
    let terms = variables.iter().map(|&variable| Term::literal(1, variable)).collect();
    cover.set_objective(Direction::Minimise, terms);
    let found = problem::assignments(&cover, &Solver::new(&BACKENDS[0]), Ask::One, budget).map_err(Halt::Failed)?;
    match found.found.first().filter(|_| found.optimum.is_some()) {
        Some(assignment) => {
            Ok(groups.into_iter().zip(variables).filter(|(_, v)| assignment.boolean(*v)).map(|(g, _)| g).collect())
        }
        None => Err(Halt::Stopped(budget.reached().unwrap_or(Stop::GaveUp))),
    }
}
