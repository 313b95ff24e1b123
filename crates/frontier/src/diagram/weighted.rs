//! A sum of weights over the solutions of a diagram: its optimum, its distribution, and the best solutions.
//!
//! The optimum is found from the last layer to the first, a number for each node (the semiring of minimum and plus). The
//! distribution has for each node the number of completions of each sum: a polynomial, of which two layers are kept.

use super::{Diagram, Layer, NONE, poll};
use boardwright_base::budget::{Budget, Stop};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// A sum: of an offset, and a weight for the value of each variable.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Weights {
    /// The offset.
    pub offset: i64,
    /// By variable and value; a variable without weights, or beyond the list, adds nothing.
    pub by_variable: Vec<Vec<i64>>,
}

impl Weights {
    /// Adds a weight to the values of a variable that are chosen.
    pub fn add(&mut self, variable: usize, values: &[bool], weight: i64) {
        self.add_each(variable, values.iter().map(|&chosen| if chosen { weight } else { 0 }));
    }

    /// Adds a weight to each value of a variable.
    pub fn add_each(&mut self, variable: usize, weights: impl ExactSizeIterator<Item = i64>) {
        if self.by_variable.len() <= variable {
            self.by_variable.resize(variable + 1, Vec::new());
        }
        let own = &mut self.by_variable[variable];
        own.resize(weights.len(), 0);
        own.iter_mut().zip(weights).for_each(|(own, weight)| *own = own.saturating_add(weight));
    }

    /// Returns the sum for the value of each variable.
    pub fn sum(&self, values: &[usize]) -> i64 {
        let weights = values.iter().enumerate().map(|(variable, &value)| self.weight(variable, value));
        weights.fold(self.offset, i64::saturating_add)
    }

    fn weight(&self, variable: usize, value: usize) -> i64 {
        self.by_variable.get(variable).and_then(|own| own.get(value)).copied().unwrap_or(0)
    }

    /// Returns the weights with the opposite sign.
    fn negated(&self) -> Weights {
        let by_variable = self.by_variable.iter().map(|own| own.iter().map(|weight| -weight).collect()).collect();
        Weights { offset: -self.offset, by_variable }
    }
}

/// The best solutions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Best {
    /// The best first, with their sums; of equal sums, in lexicographic order of the values, the variables in the order of the
    /// sweep.
    pub solutions: Vec<(i64, Vec<usize>)>,
    /// The sums of these solutions, the best first, and the number of all solutions with each.
    pub sums: Vec<(i64, BigUint)>,
}

impl Diagram {
    /// Returns the number of solutions with each sum.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn distribution(&self, weights: &Weights, budget: &Budget) -> Result<BTreeMap<i64, BigUint>, Stop> {
        if self.is_empty() {
            return Ok(BTreeMap::new());
        }
        // By node, the number of completions of each sum, by sum.
        let mut after: Vec<Vec<(i64, BigUint)>> = vec![vec![(weights.offset, BigUint::from(1u32))]];
        for layer in self.layers().iter().rev() {
            let mut before = Vec::with_capacity(layer.nodes());
            for node in 0..layer.nodes() {
                // A node may have thousands of sums.
                budget.check()?;
                let mut sums = Vec::new();
                for (value, &child) in layer.row(node).iter().enumerate().filter(|(_, child)| **child != NONE) {
                    sums = added(sums, &after[child as usize], weights.weight(layer.variable, value));
                }
                before.push(sums);
            }
            after = before;
        }
        Ok(after.swap_remove(0).into_iter().collect())
    }

    /// Returns the least sum, or the greatest, and the solutions that have it; `None` if there is no solution.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn optimal(&self, weights: &Weights, maximise: bool, budget: &Budget) -> Result<Option<(i64, Diagram)>, Stop> {
        if self.is_empty() {
            return Ok(None);
        }
        if maximise {
            let optimal = self.optimal(&weights.negated(), false, budget)?;
            return Ok(optimal.map(|(least, diagram)| (-least, diagram)));
        }
        let least = self.least(weights, budget)?;
        let mut layers = self.layers().to_vec();
        for (place, layer) in layers.iter_mut().enumerate() {
            for node in 0..layer.nodes() {
                poll(node, budget)?;
                for value in 0..layer.values {
                    let child = &mut layer.next[node * layer.values + value];
                    if *child != NONE
                        && weights.weight(layer.variable, value) + least[place + 1][*child as usize]
                            > least[place][node]
                    {
                        *child = NONE;
                    }
                }
            }
        }
        Ok(Some((least[0][0] + weights.offset, Diagram::new(layers, 1, budget)?)))
    }

    /// Returns for each layer and then for the end the least sum of the completions of each node, without the offset.
    fn least(&self, weights: &Weights, budget: &Budget) -> Result<Vec<Vec<i64>>, Stop> {
        let mut all = vec![vec![0]];
        for layer in self.layers().iter().rev() {
            let after = all.last().expect("the end was pushed first");
            let mut before = Vec::with_capacity(layer.nodes());
            for node in 0..layer.nodes() {
                poll(node, budget)?;
                let children = layer.row(node).iter().enumerate().filter(|(_, child)| **child != NONE);
                let sums = children
                    .map(|(value, &child)| weights.weight(layer.variable, value).saturating_add(after[child as usize]));
                before.push(sums.min().expect("every node has a completion"));
            }
            all.push(before);
        }
        all.reverse();
        Ok(all)
    }

    /// Returns at most `number` solutions with the least sums, or the greatest.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn best(&self, weights: &Weights, maximise: bool, number: usize, budget: &Budget) -> Result<Best, Stop> {
        if maximise {
            let best = self.best(&weights.negated(), false, number, budget)?;
            return Ok(Best {
                solutions: best.solutions.into_iter().map(|(sum, values)| (-sum, values)).collect(),
                sums: best.sums.into_iter().map(|(sum, count)| (-sum, count)).collect(),
            });
        }
        let mut sums = Vec::new();
        // The number of solutions with a sum below the last one of `sums`.
        let mut below = BigUint::ZERO;
        for (sum, count) in self.distribution(weights, budget)? {
            if below >= BigUint::from(number) {
                break;
            }
            sums.push((sum, count.clone()));
            below += count;
        }
        let Some((last, ties)) = sums.last() else { return Ok(Best::default()) };
        below -= ties;
        let wanted = BigUint::from(number) - below;
        let listing = Listing {
            layers: self.layers(),
            weights,
            least: self.least(weights, budget)?,
            most: *last - weights.offset,
            ties: if wanted < *ties { usize::try_from(&wanted).unwrap_or(usize::MAX) } else { usize::MAX },
        };
        let mut solutions = listing.listed(budget)?;
        solutions.iter_mut().for_each(|(sum, _)| *sum += weights.offset);
        // The sort is stable: solutions with equal sums stay in order.
        solutions.sort_by_key(|(sum, _)| *sum);
        Ok(Best { solutions, sums })
    }
}

/// Lists the solutions up to a sum.
struct Listing<'d> {
    layers: &'d [Layer],
    weights: &'d Weights,
    least: Vec<Vec<i64>>,
    /// The greatest sum that is listed.
    most: i64,
    /// The number of solutions with this sum that are still wanted.
    ties: usize,
}

impl Listing<'_> {
    /// Returns the solutions in lexicographic order, with their sums.
    fn listed(mut self, budget: &Budget) -> Result<Vec<(i64, Vec<usize>)>, Stop> {
        let last = self.most;
        let mut found = Vec::new();
        let mut values = vec![0; self.layers.len()];
        // By layer: the node, the value that is tried next, and the sum of the values before.
        let mut path = vec![(0, 0, 0)];
        while let Some((node, value, sum)) = path.pop() {
            let place = path.len();
            let Some(layer) = self.layers.get(place) else {
                budget.check()?;
                found.push((sum, values.clone()));
                if sum == last {
                    self.ties -= 1;
                    self.most -= i64::from(self.ties == 0);
                }
                continue;
            };
            if value == layer.values {
                continue;
            }
            path.push((node, value + 1, sum));
            let child = layer.row(node)[value];
            let sum = sum + self.weights.weight(layer.variable, value);
            // Every visited node has a solution that is wanted.
            if child != NONE && sum + self.least[place + 1][child as usize] <= self.most {
                values[layer.variable] = value;
                path.push((child as usize, 0, sum));
            }
        }
        Ok(found)
    }
}

/// Adds numbers by sum, the sums of the second shifted.
fn added(one: Vec<(i64, BigUint)>, other: &[(i64, BigUint)], shift: i64) -> Vec<(i64, BigUint)> {
    let shifted = |(sum, count): &(i64, BigUint)| (sum.saturating_add(shift), count.clone());
    if one.is_empty() {
        return other.iter().map(shifted).collect();
    }
    let mut all = Vec::with_capacity(one.len().max(other.len()));
    let (mut one, mut other) = (one.into_iter().peekable(), other.iter().map(shifted).peekable());
    loop {
        match (one.peek(), other.peek()) {
            (Some((a, _)), Some((b, _))) if a == b => {
                if let (Some((sum, count)), Some((_, more))) = (one.next(), other.next()) {
                    all.push((sum, count + more));
                }
            }
            (Some((a, _)), Some((b, _))) if a < b => all.extend(one.next()),
            (_, Some(_)) => all.extend(other.next()),
            (Some(_), None) => all.extend(one.next()),
            (None, None) => return all,
        }
    }
}
