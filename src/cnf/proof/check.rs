//! The checker: forward, by unit propagation over two watched literals.
//!
//! What follows from the formula by propagation alone is kept on the trail for good; every step assumes the negation of
//! its clause on top of that, propagates, and takes it back. A step that propagation does not refute is tried as RAT on
//! its first literal, against every clause that is there. The proof is complete as soon as propagation contradicts itself
//! without an assumption; what follows is not looked at.
//!
//! Deletions make propagation cheap and are obeyed, but for clauses that made a literal of the trail true: those stay, as
//! in drat-trim's usual mode ("ignoring deletion of unit clauses"), since solvers delete clauses that are satisfied for
//! good without meaning to take back what they forced. A clause too many never makes a wrong proof right: what is derived
//! still has a model whenever the formula has one. A deletion of what is not there is ignored, too.
//!
//! Time is what the propagations of the solver's run take, about once a step; memory 4 bytes a literal of everything that
//! is ever added and some 40 bytes a clause.

use super::read::{Broken, Step, Steps};
use crate::cnf::{Cnf, Lit};
use std::collections::HashMap;
use std::io::Read;

/// What was accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checked {
    /// Clauses added that were looked at.
    pub added: u64,
    /// Those of them that are RAT and do not follow.
    pub rat: u64,
    /// Clauses deleted.
    pub deleted: u64,
}

/// Why a proof is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum Rejected {
    /// It is no proof file.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// A clause does not follow, nor can it be added otherwise.
    #[error("step {step}: `{clause}0` does not follow by propagation, and is no RAT clause")]
    Step {
        /// 1-based.
        step: u64,
        /// Its literals, each with a blank.
        clause: String,
    },
    /// All its steps are right and no contradiction comes of them.
    #[error("it ends after {0} steps without a contradiction")]
    Open(u64),
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
}

/// Checks that a proof refutes a formula. `stop` is asked now and then whether to give up.
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

/// Variables that the formula lacks, numbered as they come after its own: a proof may name a few with large numbers.
struct Foreign {
    /// The number of the first.
    first: u32,
    /// What the proof calls them.
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

/// A clause of the arena.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    length: u32,
    /// Neither deleted nor replaced.
    live: bool,
    /// It made a literal of the permanent trail true.
    reason: bool,
}

/// An entry of a watch list: the clause, and another literal of it; while that is true there is nothing to do.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    blocker: Lit,
}

struct Checker {
    literals: Vec<Lit>,
    clauses: Vec<Place>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// By literal: whether it is true.
    truth: Vec<bool>,
    trail: Vec<Lit>,
    /// Up to here the trail is propagated.
    head: usize,
    /// Clauses by the hash of their set of literals, the last one with that hash; the one before is in `before`.
    by_hash: HashMap<u64, u32>,
    before: Vec<u32>,
    refuted: bool,
}

const NONE: u32 = u32::MAX;

fn code(literal: Lit) -> usize {
    2 * literal.variable() as usize + usize::from(literal.negated())
}

/// The same for every order of the literals.
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

    /// Takes back what was assigned since the trail had this length.
    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.truth[code(literal)] = false;
        }
        self.head = length;
    }

    /// Adds a clause for good, with what propagates from it.
    fn add(&mut self, clause: &[Lit]) {
        let start = self.literals.len();
        self.literals.extend_from_slice(clause);
        // A literal twice would be watched twice; the hash is that of the set.
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
        // What is true for good needs no watch; what is false for good cannot be one.
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

    /// Deletes a clause of these literals, if there is one that is no reason.
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
                // Watch lists forget it when they meet it.
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

    /// Whether propagation refutes the negation of the clause.
    fn follows(&mut self, clause: &[Lit]) -> bool {
        let length = self.trail.len();
        let refuted = self.contradicted_by(clause) || !self.propagate(false);
        self.undo(length);
        refuted
    }

    /// Assumes the negation of every literal; whether that is a contradiction at once.
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

    /// Whether every resolvent of the clause on its first literal follows.
    fn is_rat(&mut self, clause: &[Lit], stop: &dyn Fn() -> bool) -> Result<bool, Rejected> {
        let Some(&pivot) = clause.first() else { return Ok(false) };
        let length = self.trail.len();
        // It was not refuted: the same assumptions and propagations again.
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

    /// Propagates to the end; false on a contradiction. `lasting`: nothing is assumed, and what is found stays.
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
                // The watched literals are the first two.
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
