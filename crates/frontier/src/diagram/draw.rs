//! Solutions by their number, and numbers drawn without bias.
//!
//! The solutions are in lexicographic order of their values, the variables in the order of the sweep. A number below the count is
//! drawn by rejection: of as many random bits as the count has, until they are below it. So every solution has exactly the same
//! probability, as far as the bits are random.

use super::numbers::{is_less, subtract};
use super::{Diagram, NONE, Numbers};
use boardwright_base::random::Random;
use num_bigint::BigUint;

/// Draws solutions from a diagram.
pub struct Draw<'d> {
    diagram: &'d Diagram,
    completions: &'d [Numbers],
    /// The count.
    total: BigUint,
    random: Random,
}

impl<'d> Draw<'d> {
    /// Returns a source of solutions; `completions` is the result of [`Diagram::completions`]. `None` if there is no solution.
    pub fn new(diagram: &'d Diagram, completions: &'d [Numbers], seed: u64) -> Option<Draw<'d>> {
        let total = diagram.count(completions);
        (total > BigUint::ZERO).then_some(Draw { diagram, completions, total, random: Random(seed) })
    }

    /// Returns the value of each variable in a solution that is drawn uniformly, independently of those before.
    pub fn solution(&mut self) -> Vec<usize> {
        let bits = self.total.bits();
        let total = self.total.to_u64_digits();
        loop {
            let mut number: Vec<u64> = total.iter().map(|_| self.random.next()).collect();
            if let Some(highest) = number.last_mut() {
                *highest >>= (64 - bits % 64) % 64;
            }
            if is_less(&number, &total) {
                return self.numbered(number);
            }
        }
    }

    /// Returns the solution with a number below the count.
    fn numbered(&self, mut number: Vec<u64>) -> Vec<usize> {
        let layers = self.diagram.layers();
        let mut values = vec![0; layers.len()];
        let mut node = 0;
        for (layer, after) in layers.iter().zip(&self.completions[1..]) {
            for (value, &child) in layer.row(node).iter().enumerate().filter(|(_, child)| **child != NONE) {
                let completions = after.words(child as usize);
                if is_less(&number, completions) {
                    (values[layer.variable], node) = (value, child as usize);
                    break;
                }
                subtract(&mut number, completions);
            }
        }
        values
    }
}
