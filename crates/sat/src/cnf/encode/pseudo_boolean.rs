//! Weighted sums at most, or equal to, a bound; weights are positive, at most the bound, and not all equal.
//!
//! The encoders are those of the crate pindakaas, one file each. Their common part is here: how they are called, and
//! their limits. A sum can have a million terms and a bound of 10^12; an encoding that may need more than 20 million
//! clauses does not apply, instead of exhausting the memory. The decision knows only `n` and the bound, not the
//! weights, so it uses the size for the worst weights.

pub mod adder;
pub mod bdd;
pub mod generalized_totalizer;
pub mod mixed_radix;
pub mod polynomial_watchdog;
pub mod sequential_weight_counter;

use super::pindakaas::{self as bridge, Bridge};
use super::{Size, Unsupported};
use crate::cnf::{Cnf, Lit};
use pindakaas::Encoder;
use pindakaas::constraint::bool_linear::NormalizedBoolLinear;
use pindakaas::constraint::linear::{LimitComp, PosCoeff};

/// Runs a pindakaas encoder on a weighted sum.
fn encode_with<E>(cnf: &mut Cnf, terms: &[(u64, Lit)], bound: u64, equal: bool, encoder: &E)
where
    E: for<'a> Encoder<Bridge<'a>, NormalizedBoolLinear>,
{
    let comparison = if equal { LimitComp::Equal } else { LimitComp::LessEq };
    let literals: Vec<Lit> = terms.iter().map(|&(_, literal)| literal).collect();
    let constraint = |lits: Vec<pindakaas::Lit>| {
        let weights = terms.iter().map(|&(weight, _)| PosCoeff::new(weight as i64));
        NormalizedBoolLinear::new(lits.into_iter().zip(weights), comparison, PosCoeff::new(bound as i64))
    };
    bridge::encode(cnf, &literals, constraint, encoder);
}

/// The maximal number of clauses for one sum: some hundreds of megabytes.
const MOST_CLAUSES: usize = 20_000_000;

/// The maximal number of terms; computing a size takes time and memory of this order.
const MOST_TERMS: usize = 1_000_000;

/// The maximal sum of weights: 2^62 where `usize` has 64 bits. pindakaas computes in `i64` with the sum and values near it:
/// beyond 2^62 the watchdog's rounded bound overflows. Sizes are computed in `usize`.
const GREATEST_SUM: usize = 1 << (usize::BITS - 2);

/// Returns whether an encoding applies to `n` terms with a bound of `k`, given its size for the worst weights.
fn applies(n: usize, k: usize, size: fn(usize, usize, bool) -> Size) -> Result<(), Unsupported> {
    if n.checked_mul(k).is_none_or(|sum| sum > GREATEST_SUM) {
        let exponent = usize::BITS - 2;
        return Err(Unsupported::Weights { n, k, exponent });
    }
    if n > MOST_TERMS {
        return Err(Unsupported::Terms { most: MOST_TERMS, found: n });
    }
    let (Size::Exact { clauses, .. } | Size::AtMost { clauses, .. }) = size(n, k, true);
    if clauses > MOST_CLAUSES {
        return Err(Unsupported::SumClauses { n, k, most: MOST_CLAUSES });
    }
    Ok(())
}

/// Returns the inner nodes of a balanced tree over `n` leaves, bottom-up, as the numbers of leaves of both children.
/// Neighbours are paired layer by layer; an unpaired node moves up unchanged.
fn inner_nodes(n: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut layer = vec![1; n];
    let mut nodes = Vec::with_capacity(n);
    while layer.len() > 1 {
        nodes.extend(layer.chunks_exact(2).map(|pair| (pair[0], pair[1])));
        layer = layer.chunks(2).map(|pair| pair.iter().sum()).collect();
    }
    nodes.into_iter()
}

/// Returns the maximal number of distinct positive sums up to `k` of `n` weights: `min(k, 2^n - 1)`.
fn sums(n: usize, k: usize) -> usize {
    if n < usize::BITS as usize - 1 { k.min((1 << n) - 1) } else { k }
}
