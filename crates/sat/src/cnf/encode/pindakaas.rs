//! Adapter for the encoders of the crate pindakaas: writes their variables and clauses into a [`Cnf`].
//!
//! An encoder sees `n` input variables `1..=n` in place of the literals and requests further variables. For "at most
//! two of `a, ¬b, c, d`" its clause `-2 -9` becomes `b ∨ ¬x` with a fresh `x` for its variable 9. A variable is created
//! when it first occurs in a clause: one that occurs in none would double the number of models.
//!
//! pindakaas allocates variables only through its own formula type, so the adapter owns one, without clauses.

use crate::cnf::{Cnf, Lit};
use pindakaas::{ClauseDatabase, Encoder, Unsatisfiable, VarRange};

/// Runs a pindakaas encoder on the constraint that `constraint` builds from stand-ins for the given literals.
pub(super) fn encode<C, E>(
    cnf: &mut Cnf,
    literals: &[Lit],
    constraint: impl FnOnce(Vec<pindakaas::Lit>) -> C,
    encoder: &E,
) where
    E: for<'a> Encoder<Bridge<'a>, C>,
{
    let mut variables = pindakaas::Cnf::default();
    let inputs = variables.new_var_range(literals.len()).map(pindakaas::Lit::from).collect();
    let ours = literals.iter().copied().map(Some).collect();
    // An error means that the empty clause was added, which is then in our formula as well.
    let _ = encoder.encode(&mut Bridge { cnf, variables, ours, clause: Vec::new() }, &constraint(inputs));
}

/// The output of a pindakaas encoder.
pub(super) struct Bridge<'a> {
    cnf: &'a mut Cnf,
    /// Allocates variables, consecutively from 1.
    variables: pindakaas::Cnf,
    /// Our literal for pindakaas' variable `index + 1`, once it has occurred.
    ours: Vec<Option<Lit>>,
    clause: Vec<Lit>,
}

impl ClauseDatabase for Bridge<'_> {
    fn add_clause_from_slice(&mut self, clause: &[pindakaas::Lit]) -> Result<(), Unsatisfiable> {
        self.clause.clear();
        for &literal in clause {
            let index = i32::from(literal.var()) as usize - 1;
            let ours = *self.ours[index].get_or_insert_with(|| self.cnf.variable());
            self.clause.push(if literal.is_negated() { !ours } else { ours });
        }
        self.cnf.add(&self.clause);
        if clause.is_empty() { Err(Unsatisfiable) } else { Ok(()) }
    }

    fn new_var_range(&mut self, len: usize) -> VarRange {
        self.ours.resize(self.ours.len() + len, None);
        self.variables.new_var_range(len)
    }
}
