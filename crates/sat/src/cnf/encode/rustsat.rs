//! Adapter for the encoders of the crate rustsat: converts literals and writes clauses into a [`Cnf`].
//!
//! Both crates number variables from 0, so literals keep their numbers: an encoder allocates variables after those in
//! use, and these are added to the [`Cnf`] before its clauses. An allocated variable that occurs in no clause would
//! double the number of models; none of the encoders used does that.

use crate::cnf::{Cnf, Lit};
use rustsat::instances::{BasicVarManager, Cnf as Clauses, ManageVars};
use rustsat::types;

/// Runs a rustsat encoder, adds its variables and clauses, and returns its result.
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

/// Runs a rustsat at-most-one encoder over the literals.
pub(super) fn at_most_one<E>(cnf: &mut Cnf, literals: &[Lit])
where
    E: rustsat::encodings::am1::Encode + From<Vec<types::Lit>>,
{
    let mut encoder = E::from(literals.iter().copied().map(theirs).collect());
    let encoded = encode(cnf, |clauses, variables| encoder.encode(clauses, variables));
    encoded.expect("memory permitting, every at-most-one is encoded");
}

/// Converts our literal to rustsat's.
pub(in crate::cnf) fn theirs(literal: Lit) -> types::Lit {
    types::Lit::new(literal.variable(), literal.negated())
}

/// Converts rustsat's literal to ours.
pub(in crate::cnf) fn from_theirs(literal: types::Lit) -> Lit {
    Lit::new(literal.vidx32(), literal.is_neg())
}
