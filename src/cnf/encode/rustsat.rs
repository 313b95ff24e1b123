//! The bridge to the encoders of the crate rustsat: its literals and ours, and its clauses written into a [`Cnf`] of ours.
//!
//! Both crates number variables from 0, so a literal keeps its number: an encoder is told which variables are taken, makes
//! new ones after them, and what it made is claimed from the [`Cnf`] before its clauses are added. A variable it makes and
//! uses in no clause stays, and doubles the number of models; none of the encoders taken from it does that.

use crate::cnf::{Cnf, Lit};
use rustsat::instances::{BasicVarManager, Cnf as Clauses, ManageVars};
use rustsat::types;

/// Runs a rustsat encoder, adds what it made, and returns what it returned.
pub(in crate::cnf) fn encode<T>(cnf: &mut Cnf, encoder: impl FnOnce(&mut Clauses, &mut BasicVarManager) -> T) -> T {
    let mut clauses = Clauses::new();
    let mut variables = BasicVarManager::from_next_free(types::Var::new(cnf.variables() as u32));
    let result = encoder(&mut clauses, &mut variables);
    while cnf.variables() < variables.n_used() as usize {
        cnf.variable();
    }
    let mut ours = Vec::new();
    for clause in clauses {
        ours.clear();
        ours.extend(clause.into_iter().map(from_theirs));
        cnf.add(&ours);
    }
    result
}

/// Runs an at-most-one encoder of rustsat over the literals.
pub(super) fn at_most_one<E>(cnf: &mut Cnf, literals: &[Lit])
where
    E: rustsat::encodings::am1::Encode + From<Vec<types::Lit>>,
{
    let mut encoder = E::from(literals.iter().copied().map(theirs).collect());
    let encoded = encode(cnf, |clauses, variables| encoder.encode(clauses, variables));
    encoded.expect("memory permitting, every at-most-one is encoded");
}

/// Our literal as rustsat's.
pub(in crate::cnf) fn theirs(literal: Lit) -> types::Lit {
    types::Lit::new(literal.variable(), literal.negated())
}

/// Rustsat's literal as ours.
pub(in crate::cnf) fn from_theirs(literal: types::Lit) -> Lit {
    Lit::new(literal.vidx32(), literal.is_neg())
}
