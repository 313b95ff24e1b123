//! Counts of literals in chains, in which each literal implies the one before: the cells seen along a line, up to the
//! first wall.
//!
//! A chain is a number in unary, and so is the sum of two. The encoding is a totalizer (O. Bailleux, Y. Boufkhad, CP
//! 2003) whose leaves are the chains instead of single literals: four views of nine cells are three merges instead of
//! 35. `auto` uses it where the literals form at most half as many chains; it cannot be chosen by name, because it
//! depends on more than the literals. Knows clauses only.

use crate::cnf::{Cnf, Lit};
use std::collections::HashMap;

/// The fewest literals of which chains are sought.
pub const FEWEST: usize = 6;

/// The implications between literals that a formula states as clauses of two literals.
#[derive(Default)]
pub struct Implications {
    /// The number of clauses read.
    read: usize,
    of: HashMap<Lit, Vec<Lit>>,
}

impl Implications {
    /// Reads the clauses before number `until` that were not read before.
    pub fn read(&mut self, cnf: &Cnf, until: usize) {
        for clause in cnf.clauses_from(self.read).take(until - self.read) {
            if let [a, b] = *clause {
                self.of.entry(!a).or_default().push(b);
                self.of.entry(!b).or_default().push(a);
            }
        }
        self.read = until;
    }

    /// Divides literals into chains: each literal implies the one before it.
    pub fn chains(&self, literals: &[Lit]) -> Vec<Vec<Lit>> {
        let place: HashMap<Lit, usize> =
            literals.iter().enumerate().map(|(index, &literal)| (literal, index)).collect();
        let mut before: Vec<Option<usize>> = vec![None; literals.len()];
        let mut after: Vec<Option<usize>> = vec![None; literals.len()];
        for (index, literal) in literals.iter().enumerate() {
            let implied = self.of.get(literal).into_iter().flatten().filter_map(|implied| place.get(implied));
            for &other in implied {
                // Literals that imply each other form no circle.
                let first = std::iter::successors(Some(other), |&at| before[at]).last();
                if after[other].is_none() && first != Some(index) {
                    (before[index], after[other]) = (Some(other), Some(index));
                    break;
                }
            }
        }
        let starts = (0..literals.len()).filter(|&index| before[index].is_none());
        let chain = |start| std::iter::successors(Some(start), |&at| after[at]).map(|at| literals[at]).collect();
        starts.map(chain).collect()
    }
}

/// Encodes that at most `k`, or exactly `k`, literals of the chains are true; there is at least one chain.
pub fn encode(cnf: &mut Cnf, mut chains: Vec<Vec<Lit>>, k: usize, exactly: bool) {
    // The shortest two first, and the first of equals, so that the sums stay short.
    while chains.len() > 2 {
        chains.sort_by_key(|chain| std::cmp::Reverse(chain.len()));
        let (Some(a), Some(b)) = (chains.pop(), chains.pop()) else { return };
        let sum = merge(cnf, &a, &b, k + 1, exactly);
        chains.push(sum);
    }
    let (a, b) = match &chains[..] {
        [a, b] => (&a[..], &b[..]),
        [a] => (&a[..], &[][..]),
        _ => return,
    };
    let mut clause = Vec::with_capacity(2);
    for i in 0..=a.len().min(k + 1) {
        if let Some(j) = (k + 1).checked_sub(i).filter(|&j| j <= b.len()) {
            clause.clear();
            clause.extend(reached(a, i).map(|literal| !literal));
            clause.extend(reached(b, j).map(|literal| !literal));
            cnf.add(&clause);
        }
    }
    for i in 0..if exactly { a.len().min(k.wrapping_sub(1)).saturating_add(1) } else { 0 } {
        if let Some(j) = k.checked_sub(i + 1).filter(|&j| j <= b.len()) {
            clause.clear();
            clause.extend(a.get(i));
            clause.extend(b.get(j));
            cnf.add(&clause);
        }
    }
}

/// Returns the literal that a unary number is at least `least`; none for 0, which it always is.
fn reached(number: &[Lit], least: usize) -> impl Iterator<Item = Lit> {
    least.checked_sub(1).map(|index| number[index]).into_iter()
}

/// Returns the sum of two unary numbers in unary, up to `most`; with `both`, the sum also implies its parts.
fn merge(cnf: &mut Cnf, a: &[Lit], b: &[Lit], most: usize, both: bool) -> Vec<Lit> {
    let sum: Vec<Lit> = (0..(a.len() + b.len()).min(most)).map(|_| cnf.variable()).collect();
    let mut clause = Vec::with_capacity(3);
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            if (1..=sum.len()).contains(&(i + j)) {
                clause.clear();
                clause.extend(reached(a, i).map(|literal| !literal));
                clause.extend(reached(b, j).map(|literal| !literal));
                clause.push(sum[i + j - 1]);
                cnf.add(&clause);
            }
            if both && i + j < sum.len() {
                clause.clear();
                clause.extend(a.get(i));
                clause.extend(b.get(j));
                clause.push(!sum[i + j]);
                cnf.add(&clause);
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three chains of lengths 1 to 3: exactly the assignments with the right number of true literals can be extended.
    #[test]
    fn chains_count_like_literals() {
        for k in 0..=6 {
            for exactly in [false, true] {
                let mut cnf = Cnf::new();
                let literals: Vec<Lit> = (0..6).map(|_| cnf.variable()).collect();
                for (later, earlier) in [(2, 1), (4, 3), (5, 4)] {
                    cnf.add(&[!literals[later], literals[earlier]]);
                }
                let mut implications = Implications::default();
                implications.read(&cnf, cnf.len());
                let chains = implications.chains(&literals);
                assert_eq!(chains.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 3]);
                encode(&mut cnf, chains, k, exactly);
                let all = 1u32 << cnf.variables();
                let mut found = std::collections::BTreeSet::new();
                for bits in 0..all {
                    let model: Vec<bool> = (0..cnf.variables()).map(|bit| bits >> bit & 1 == 1).collect();
                    if cnf.clauses().all(|clause| clause.iter().any(|literal| literal.holds_in(&model))) {
                        found.insert(bits & 63);
                    }
                }
                let fits = |bits: &u32| {
                    let is = |index: u32| bits >> index & 1 == 1;
                    let sorted = (!is(2) || is(1)) && (!is(4) || is(3)) && (!is(5) || is(4));
                    let count = bits.count_ones() as usize;
                    sorted && if exactly { count == k } else { count <= k }
                };
                assert_eq!(found, (0..64).filter(fits).collect(), "{k} {exactly}");
            }
        }
    }

    #[test]
    fn negated_literals_form_chains_the_other_way_round() {
        let mut cnf = Cnf::new();
        let [a, b, c] = [cnf.variable(), cnf.variable(), cnf.variable()];
        cnf.add(&[!b, a]);
        cnf.add(&[!c, b]);
        let mut implications = Implications::default();
        implications.read(&cnf, 2);
        assert_eq!(implications.chains(&[!a, !b, !c]), [[!c, !b, !a]]);
        cnf.add(&[!a, c]);
        implications.read(&cnf, 3);
        assert_eq!(implications.chains(&[a, b, c]).concat().len(), 3, "equal literals are divided, too");
    }
}
