//! Weights of components as measures of a network.

use crate::network::{Choice, Demand, Measure};
use boardwright_ir::constraint::{self, Literal, Relation};

/// The largest bound on a weight.
const MAX_BOUND: i64 = 1 << 12;
/// The maximum number of bits of a component's weights and bounds.
const MAX_BITS: u32 = 64;

/// Returns whether the weights and bounds of a component fit into a word.
pub(super) fn is_bounded(measures: &[constraint::Measure]) -> bool {
    let largest = |measure: &constraint::Measure| measure.demands.iter().map(|demand| demand.bound).max().unwrap_or(0);
    let bits = measures.iter().map(|measure| Measure::bits(u32::try_from(largest(measure)).unwrap_or(0)) * 3);
    measures.iter().all(|measure| largest(measure) <= MAX_BOUND && measure.weights.iter().all(|&weight| weight >= 0))
        && bits.sum::<u32>() <= MAX_BITS
}

/// Returns a measure of the form.
pub(super) fn lowered(measure: &constraint::Measure, choice: &impl Fn(&Literal) -> Choice) -> Measure {
    let bounded = |number: i64| u32::try_from(number.min(2 * MAX_BOUND)).unwrap_or(0);
    let demand = |demand: &constraint::Demand| {
        let (low, high) = match demand.relation {
            Relation::AtLeast => (demand.bound, None),
            Relation::AtMost => (0, Some(demand.bound)),
            Relation::Equal => (demand.bound, Some(demand.bound)),
        };
        // No weight is below 0.
        let never = high.is_some_and(|high| high < 0);
        let (low, high) = if never { (1, Some(0)) } else { (bounded(low), high.map(bounded)) };
        Demand { vertex: demand.vertex, when: demand.when.as_ref().map(choice), low, high }
    };
    Measure {
        weights: measure.weights.iter().copied().map(bounded).collect(),
        demands: measure.demands.iter().map(demand).collect(),
    }
}
