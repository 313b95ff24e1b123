//! Sums of weights as thresholds, and demands on them.
//!
//! A sum has a literal "at least v" for each possible value v. Two sums are added by clauses for each pair of values,
//! in both directions, so the result is a function of the operands; values above the greatest needed threshold are
//! merged. `a` of weight 2 and `b` of weight 3 have the values 2, 3 and 5.

use crate::constraint::decomposed::Replacement;
use crate::constraint::plain::Plain;
use crate::constraint::{Demand, Literal, Measure, Relation};
use std::collections::{BTreeSet, VecDeque};

/// The possible values other than 0, ascending, each with its literal "at least".
#[derive(Clone, Default)]
pub(super) struct Sum(Vec<(i64, Literal)>);

impl Sum {
    /// Returns the sum that is `weight` if a literal is true, and 0 otherwise.
    pub(super) fn of(weight: i64, when: Literal, cap: i64) -> Sum {
        Sum(if weight > 0 { vec![(weight.min(cap), when)] } else { Vec::new() })
    }

    /// Returns the literal "at least `threshold`" for a threshold of at least 1; `None` if that is impossible.
    pub(super) fn at_least(&self, threshold: i64) -> Option<Literal> {
        self.0.iter().find(|&&(value, _)| value >= threshold).map(|&(_, literal)| literal)
    }

    /// Returns the sum if a literal is true, and 0 otherwise.
    pub(super) fn when(&self, parts: &mut Replacement<'_>, literal: Literal) -> Sum {
        Sum(self.0.iter().map(|&(value, reached)| (value, parts.all(&[reached, literal]))).collect())
    }

    /// Returns the total of sums, up to `cap`.
    pub(super) fn total(parts: &mut Replacement<'_>, sums: Vec<Sum>, cap: i64) -> Sum {
        let mut queue: VecDeque<Sum> = sums.into_iter().filter(|sum| !sum.0.is_empty()).collect();
        while let Some(one) = queue.pop_front() {
            let Some(other) = queue.pop_front() else { return one };
            queue.push_back(one.plus(parts, &other, cap));
        }
        Sum::default()
    }

    fn plus(&self, parts: &mut Replacement<'_>, other: &Sum, cap: i64) -> Sum {
        // Each value with the literal "at least this" and the literal "at least the next", if there are any.
        let steps = |sum: &Sum| {
            let reached = std::iter::once(None).chain(sum.0.iter().map(|&(_, literal)| Some(literal)));
            let next = sum.0.iter().map(|&(_, literal)| Some(literal)).chain([None]);
            let values = std::iter::once(0).chain(sum.0.iter().map(|&(value, _)| value));
            values.zip(reached.zip(next)).collect::<Vec<_>>()
        };
        let (ours, theirs) = (steps(self), steps(other));
        let sums = ours.iter().flat_map(|(one, _)| theirs.iter().map(move |(two, _)| (one + two).min(cap)));
        let values: BTreeSet<i64> = sums.filter(|&sum| sum > 0).collect();
        let sum = Sum(values.into_iter().map(|value| (value, parts.auxiliary())).collect());
        // Order the thresholds: the clauses below do not imply that 3 and 0 reach the value 1.
        for pair in sum.0.windows(2) {
            parts.define(Plain::clause([!pair[1].1, pair[0].1]));
        }
        for &(one, (reached, next)) in &ours {
            for &(two, (also_reached, also_next)) in &theirs {
                if let Some(literal) = sum.at_least((one + two).min(cap)).filter(|_| one + two > 0) {
                    let given = reached.into_iter().chain(also_reached).map(|literal| !literal);
                    parts.define(Plain::clause(given.chain([literal])));
                }
                if let Some(literal) = sum.at_least(one + two + 1) {
                    let more = next.into_iter().chain(also_next);
                    parts.define(Plain::clause(more.chain([!literal])));
                }
            }
        }
        sum
    }
}

/// Returns the threshold that a demand requires and the one that it excludes.
pub(super) fn thresholds(demand: &Demand) -> (Option<i64>, Option<i64>) {
    let Demand { relation, bound, .. } = *demand;
    let least = (relation != Relation::AtMost).then_some(bound);
    let most = (relation != Relation::AtLeast).then(|| bound.saturating_add(1));
    (least, most)
}

/// Returns the nontrivial thresholds of a measure's demands, ascending.
pub(super) fn asked(measure: &Measure) -> BTreeSet<i64> {
    let total: i64 = measure.weights.iter().fold(0, |sum, &weight| sum.saturating_add(weight));
    let pairs = measure.demands.iter().map(thresholds);
    let all = pairs.flat_map(|(least, most)| least.into_iter().chain(most));
    all.filter(|threshold| (1..=total).contains(threshold)).collect()
}

/// Posts a demand under the conditions `given`; `reached` returns the literal of a nontrivial threshold.
pub(super) fn demand(
    parts: &mut Replacement<'_>,
    demand: &Demand,
    given: &[Literal],
    mut reached: impl FnMut(&mut Replacement<'_>, i64) -> Option<Literal>,
) {
    let (least, most) = thresholds(demand);
    let broken: Vec<Literal> = given.iter().map(|&literal| !literal).collect();
    if let Some(least) = least.filter(|&least| least > 0) {
        let literal = reached(parts, least);
        parts.clause(broken.iter().copied().chain(literal));
    }
    match most {
        Some(most) if most <= 0 => parts.clause(broken),
        Some(most) => {
            if let Some(literal) = reached(parts, most) {
                parts.clause(broken.into_iter().chain([!literal]));
            }
        }
        None => {}
    }
}
