//! Unit propagation and a plain search for models: slow, short, and nothing to do with the solvers under test.
//!
//! Under the clauses `a ∨ b`, `¬a ∨ ¬b` and the assumption `a`, propagation finds `¬b`, and the search one model.

use boardwright_sat::cnf::{Cnf, Lit};

/// What is known of each variable.
pub(crate) type Partial = Vec<Option<bool>>;

/// Clauses to search.
#[derive(Clone)]
pub(crate) struct Engine {
    variables: usize,
    pub(crate) clauses: Vec<Vec<Lit>>,
}

impl Engine {
    pub(crate) fn new(cnf: &Cnf) -> Engine {
        Engine { variables: cnf.variables(), clauses: cnf.clauses().map(<[Lit]>::to_vec).collect() }
    }

    /// What unit propagation finds under the assumptions; nothing on a conflict.
    pub(crate) fn propagate(&self, assumptions: &[Lit]) -> Option<Partial> {
        let mut partial = vec![None; self.variables];
        for &literal in assumptions {
            if value(&partial, literal) == Some(false) {
                return None;
            }
            partial[literal.variable() as usize] = Some(!literal.negated());
        }
        self.close(&mut partial).then_some(partial)
    }

    /// Propagates to a fixpoint; false on a conflict.
    fn close(&self, partial: &mut Partial) -> bool {
        loop {
            let mut changed = false;
            for clause in &self.clauses {
                let mut open = None;
                let mut several = false;
                let mut satisfied = false;
                for &literal in clause {
                    match value(partial, literal) {
                        Some(true) => satisfied = true,
                        Some(false) => {}
                        None => several |= open.replace(literal).is_some(),
                    }
                }
                match open {
                    _ if satisfied || several => {}
                    None => return false,
                    Some(unit) => {
                        partial[unit.variable() as usize] = Some(!unit.negated());
                        changed = true;
                    }
                }
            }
            if !changed {
                return true;
            }
        }
    }

    /// The models under the assumptions, but no more than `limit`.
    pub(crate) fn models(&self, assumptions: &[Lit], limit: usize) -> Vec<Vec<bool>> {
        let mut found = Vec::new();
        if let Some(partial) = self.propagate(assumptions) {
            self.search(partial, limit, &mut found);
        }
        found
    }

    fn search(&self, partial: Partial, limit: usize, found: &mut Vec<Vec<bool>>) {
        let Some(open) = partial.iter().position(Option::is_none) else {
            found.push(partial.into_iter().map(|value| value == Some(true)).collect());
            return;
        };
        for value in [false, true] {
            let mut next = partial.clone();
            next[open] = Some(value);
            if found.len() < limit && self.close(&mut next) {
                self.search(next, limit, found);
            }
        }
    }
}

/// The value of a literal, if it has one.
pub(crate) fn value(partial: &Partial, literal: Lit) -> Option<bool> {
    partial[literal.variable() as usize].map(|value| value != literal.negated())
}

/// All assignments of `n` Booleans.
pub(crate) fn assignments(n: usize) -> impl Iterator<Item = Vec<bool>> {
    (0u32..1 << n).map(move |bits| (0..n).map(|i| bits >> i & 1 == 1).collect())
}
