//! The bridge to the encoders of the crate pindakaas: its variables and clauses, written into a [`Cnf`] of ours.
//!
//! An encoder sees `n` input variables `1..=n` and asks for more as it goes; it never learns which literals are behind
//! them. For "at most two of `a, ¬b, c, d`" its clause `-2 -9` becomes `b ∨ ¬x` with a fresh `x` for its variable 9. A
//! fresh variable is made when it first occurs in a clause: one that occurs in none would double the number of models.
//!
//! pindakaas hands out variables only through its own formula type, so the bridge keeps one, empty of clauses.

use crate::cnf::{Cnf, Lit};
use pindakaas::{ClauseDatabase, Encoder, Unsatisfiable, VarRange};

/// Runs a pindakaas encoder on a constraint over the given literals; `constraint` builds it from their stand-ins.
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
    // It fails only after it has added the empty clause, which is ours by then and says all there is to say.
    let _ = encoder.encode(&mut Bridge { cnf, variables, ours, clause: Vec::new() }, &constraint(inputs));
}

/// Where a pindakaas encoder writes.
pub(super) struct Bridge<'a> {
    cnf: &'a mut Cnf,
    /// Hands out variables, one after the other from 1.
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
