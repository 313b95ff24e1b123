//! Bounds on a cost as assumptions: what optimisation by SAT needs.

use super::lower::Cost;
use super::{Cnf, Lit};

/// Bounds on a cost; clauses are added to the formula as bounds are asked for.
pub struct Bounds {}

impl Bounds {
    /// Bounds on the weights of this cost.
    pub fn new(cost: &Cost) -> Bounds {
        let _ = cost;
        todo!()
    }

    /// Literals that, assumed together, keep the true literals of the cost at or under `weight`. Adds to `cnf` what they
    /// need; the caller hands the solver everything that was added ([`Cnf::clauses_from`]).
    pub fn at_most(&mut self, cnf: &mut Cnf, weight: u64) -> Vec<Lit> {
        let _ = (cnf, weight);
        todo!()
    }
}
