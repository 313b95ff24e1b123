//! The forward checker: unit propagation with two watched literals.
//!
//! Literals that the formula implies by propagation stay on the trail permanently. Each step assumes the negation of
//! its clause, propagates, and backtracks. A step that propagation does not refute is checked as RAT on its first
//! literal, against every live clause. The proof is accepted as soon as propagation finds a conflict without
//! assumptions; the remaining steps are not read.
//!
//! Deletions make propagation cheaper and are carried out, except for clauses that propagated a permanent literal: like
//! drat-trim by default ("ignoring deletion of unit clauses"), the checker keeps those, because solvers delete
//! permanently satisfied clauses without retracting their propagations. Keeping a clause is sound: every derived
//! formula still has a model if the original formula has one. Deletions of unknown clauses are ignored.
//!
//! Time: about that of the propagations in the solver's run, once for each step. Memory: 4 bytes for each literal ever
//! added and about 40 bytes for each clause.

use super::read::{Broken, Step, Steps};
use crate::cnf::{Cnf, Lit};
use std::collections::HashMap;
use std::io::Read;

/// Statistics of an accepted proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checked {
    /// The number of added clauses that were checked.
    pub added: u64,
    /// The number of these that are RAT but not RUP.
    pub rat: u64,
    /// The number of deletions.
    pub deleted: u64,
}

/// Why a proof is rejected.
#[derive(Debug, thiserror::Error)]
pub enum Rejected {
    /// The file is malformed or cannot be read.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// A clause is neither RUP nor RAT.
    #[error("step {step}: `{clause}0` does not follow by propagation, and is not a RAT clause")]
    Step {
        /// The 1-based number of the step.
        step: u64,
        /// Its literals, each followed by a space.
        clause: String,
    },
    /// All steps are valid but the proof derives no contradiction.
    #[error("it ends after {0} steps without a contradiction")]
    Open(u64),
    /// The check was cancelled.
    #[error("stopped")]
    Stopped,
}

/// Checks that a proof refutes a formula. Polls `stop`, which returns true to cancel.
///
/// # Errors
/// Why the proof is not accepted.
pub fn check(cnf: &Cnf, proof: impl Read, stop: &dyn Fn() -> bool) -> Result<Checked, Rejected> {
    let mut steps = Steps::new(proof).map_err(Broken::from)?;
    let mut checker = Checker::new(cnf.variables());
    let mut done = Checked::default();
    let mut foreign = Foreign { first: cnf.variables() as u32, names: Vec::new(), numbers: HashMap::new() };
    for clause in cnf.clauses() {
        checker.add(clause);
        if checker.refuted {
            return Ok(done);
        }
    }
    let mut clause = Vec::new();
    while let Some(step) = steps.next(&mut clause)? {
        if steps.count() % 64 == 0 && stop() {
            return Err(Rejected::Stopped);
        }
        foreign.renumber(&mut clause);
        checker.reserve(cnf.variables() + foreign.names.len());
        match step {
            Step::Delete => {
                done.deleted += 1;
                checker.delete(&clause);
            }
            Step::Add => {
                done.added += 1;
                if !checker.follows(&clause) {
                    if !checker.is_rat(&clause, stop)? {
                        let clause = clause.iter().map(|&literal| format!("{:?} ", foreign.named(literal))).collect();
                        return Err(Rejected::Step { step: steps.count(), clause });
                    }
                    done.rat += 1;
                }
                checker.add(&clause);
                if checker.refuted {
                    return Ok(done);
                }
            }
        }
    }
    Err(Rejected::Open(steps.count()))
}

/// Renumbers variables that the formula lacks so that they follow its own: a proof may use a few with large numbers.
struct Foreign {
    /// The number of variables of the formula.
    first: u32,
    /// Their numbers in the proof.
    names: Vec<u32>,
    numbers: HashMap<u32, u32>,
}

impl Foreign {
    fn renumber(&mut self, clause: &mut [Lit]) {
        for literal in clause.iter_mut().filter(|literal| literal.variable() >= self.first) {
            let next = self.first + self.names.len() as u32;
            let number = *self.numbers.entry(literal.variable()).or_insert(next);
            if number == next {
                self.names.push(literal.variable());
            }
            *literal = Lit::new(number, literal.negated());
        }
    }

    fn named(&self, literal: Lit) -> Lit {
        let name = literal.variable().checked_sub(self.first).map(|index| self.names[index as usize]);
        Lit::new(name.unwrap_or(literal.variable()), literal.negated())
    }
}

/// A clause in the arena.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    length: u32,
    /// Whether it is not deleted.
    live: bool,
    /// Whether it propagated a literal of the permanent trail.
    reason: bool,
}

/// An entry of a watch list: a clause and another literal of it; if that is true, the clause is satisfied.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    blocker: Lit,
}

struct Checker {
    literals: Vec<Lit>,
    clauses: Vec<Place>,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// For each literal, whether it is true.
    truth: Vec<bool>,
    trail: Vec<Lit>,
    /// The number of trail literals that have been propagated.
    head: usize,
    /// For each hash of a set of literals, the last clause with it; `before` has the previous one.
    by_hash: HashMap<u64, u32>,
    before: Vec<u32>,
    refuted: bool,
}

const NONE: u32 = u32::MAX;

fn code(literal: Lit) -> usize {
    2 * literal.variable() as usize + usize::from(literal.negated())
}

/// Returns a hash that does not depend on the order of the literals.
fn hash(clause: &[Lit]) -> u64 {
    clause.iter().fold(clause.len() as u64, |sum, &literal| {
        let mixed = (code(literal) as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum.wrapping_add((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9))
    })
}

impl Checker {
    fn new(variables: usize) -> Checker {
        let mut checker = Checker {
            literals: Vec::new(),
            clauses: Vec::new(),
            watches: Vec::new(),
            truth: Vec::new(),
            trail: Vec::new(),
            head: 0,
            by_hash: HashMap::new(),
            before: Vec::new(),
            refuted: false,
        };
        checker.reserve(variables);
        checker
    }

    fn reserve(&mut self, variables: usize) {
        if self.truth.len() < 2 * variables {
            self.truth.resize(2 * variables, false);
            self.watches.resize_with(2 * variables, Vec::new);
        }
    }

    fn is_true(&self, literal: Lit) -> bool {
        self.truth[code(literal)]
    }

    fn is_false(&self, literal: Lit) -> bool {
        self.truth[code(!literal)]
    }

    fn assign(&mut self, literal: Lit) {
        self.truth[code(literal)] = true;
        self.trail.push(literal);
    }

    /// Backtracks to a trail length.
    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.truth[code(literal)] = false;
        }
        self.head = length;
    }

    /// Adds a clause permanently and propagates.
    fn add(&mut self, clause: &[Lit]) {
        let start = self.literals.len();
        self.literals.extend_from_slice(clause);
        // A repeated literal would be watched twice; the hash is that of the set.
        self.literals[start..].sort_unstable();
        let mut end = start;
        for place in start..self.literals.len() {
            if end == start || self.literals[end - 1] != self.literals[place] {
                self.literals[end] = self.literals[place];
                end += 1;
            }
        }
        self.literals.truncate(end);
        let id = self.clauses.len() as u32;
        let hash = hash(&self.literals[start..]);
        let before = self.by_hash.insert(hash, id).unwrap_or(NONE);
        self.before.push(before);
        self.clauses.push(Place { start, length: (end - start) as u32, live: true, reason: false });
        // Permanently true clauses need no watches; permanently false literals cannot be watched.
        if self.literals[start..end].iter().any(|&literal| self.is_true(literal)) {
            return;
        }
        let mut free = 0;
        for place in start..end {
            if free < 2 && !self.is_false(self.literals[place]) {
                self.literals.swap(start + free, place);
                free += 1;
            }
        }
        match free {
            0 => self.refuted = true,
            1 => {
                self.clauses[id as usize].reason = true;
                let unit = self.literals[start];
                self.assign(unit);
                self.refuted = !self.propagate(true);
            }
            _ => {
                let (first, second) = (self.literals[start], self.literals[start + 1]);
                self.watches[code(first)].push(Watch { clause: id, blocker: second });
                self.watches[code(second)].push(Watch { clause: id, blocker: first });
            }
        }
    }

    /// Deletes a clause with these literals, if there is one that is not a reason.
    fn delete(&mut self, clause: &[Lit]) {
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let hash = hash(&sorted);
        let mut later = NONE;
        let mut id = self.by_hash.get(&hash).copied().unwrap_or(NONE);
        while id != NONE {
            let Place { start, length, reason, .. } = self.clauses[id as usize];
            let mut literals = self.literals[start..start + length as usize].to_vec();
            literals.sort_unstable();
            let before = self.before[id as usize];
            if literals == sorted && !reason {
                // Watch lists drop it when they visit it.
                self.clauses[id as usize].live = false;
                match (later, before) {
                    (NONE, NONE) => {
                        self.by_hash.remove(&hash);
                    }
                    (NONE, before) => {
                        self.by_hash.insert(hash, before);
                    }
                    (later, before) => self.before[later as usize] = before,
                }
                return;
            }
            (later, id) = (id, before);
        }
    }

    /// Returns whether the clause is RUP: propagation refutes its negation.
    fn follows(&mut self, clause: &[Lit]) -> bool {
        let length = self.trail.len();
        let refuted = self.contradicted_by(clause) || !self.propagate(false);
        self.undo(length);
        refuted
    }

    /// Assumes the negation of every literal; returns whether that conflicts immediately.
    fn contradicted_by(&mut self, clause: &[Lit]) -> bool {
        for &literal in clause {
            if self.is_true(literal) {
                return true;
            }
            if !self.is_false(literal) {
                self.assign(!literal);
            }
        }
        false
    }

    /// Returns whether the clause is RAT: every resolvent on its first literal is RUP.
    fn is_rat(&mut self, clause: &[Lit], stop: &dyn Fn() -> bool) -> Result<bool, Rejected> {
        let Some(&pivot) = clause.first() else { return Ok(false) };
        let length = self.trail.len();
        // The clause was not RUP: repeat its assumptions and propagations.
        self.contradicted_by(clause);
        self.propagate(false);
        let assumed = self.trail.len();
        let mut other = Vec::new();
        let mut rat = true;
        for id in 0..self.clauses.len() {
            if id % 4096 == 0 && stop() {
                return Err(Rejected::Stopped);
            }
            let Place { start, length, live, .. } = self.clauses[id];
            let literals = &self.literals[start..start + length as usize];
            if !live || !literals.contains(&!pivot) {
                continue;
            }
            other.clear();
            other.extend(literals.iter().copied().filter(|&literal| literal != !pivot));
            let refuted = self.contradicted_by(&other) || !self.propagate(false);
            self.undo(assumed);
            if !refuted {
                rat = false;
                break;
            }
        }
        self.undo(length);
        Ok(rat)
    }

    /// Propagates to a fixpoint; returns false on a conflict. `lasting`: there are no assumptions, so the literals are
    /// permanent.
    fn propagate(&mut self, lasting: bool) -> bool {
        while self.head < self.trail.len() {
            let falsified = !self.trail[self.head];
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[code(falsified)]);
            let mut kept = 0;
            let mut next = 0;
            let mut consistent = true;
            while next < list.len() {
                let watch = list[next];
                next += 1;
                if self.truth[code(watch.blocker)] {
                    list[kept] = watch;
                    kept += 1;
                    continue;
                }
                let Place { start, length, live, .. } = self.clauses[watch.clause as usize];
                if !live {
                    continue;
                }
                let literals = &mut self.literals[start..start + length as usize];
                // The first two literals are the watched ones.
                if literals[0] == falsified {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                if first != watch.blocker && self.truth[code(first)] {
                    list[kept] = Watch { clause: watch.clause, blocker: first };
                    kept += 1;
                    continue;
                }
                match (2..literals.len()).find(|&place| !self.truth[code(!literals[place])]) {
                    Some(place) => {
                        literals.swap(1, place);
                        let moved = literals[1];
                        self.watches[code(moved)].push(Watch { clause: watch.clause, blocker: first });
                    }
                    None => {
                        list[kept] = watch;
                        kept += 1;
                        if self.truth[code(!first)] {
                            consistent = false;
                            break;
                        }
                        if lasting {
                            self.clauses[watch.clause as usize].reason = true;
                        }
                        self.assign(first);
                    }
                }
            }
            list.copy_within(next.., kept);
            list.truncate(kept + list.len() - next);
            self.watches[code(falsified)] = list;
            if !consistent {
                return false;
            }
        }
        true
    }
}
