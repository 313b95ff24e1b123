//! What the auxiliary variables of an encoding mean: thresholds, as certificates need them.
//!
//! An auxiliary variable of a count means "at least `j` of these literals are true", for a set of literals and a number `j` that
//! depend on the encoding. Both are read off the clauses: unit propagation from an assignment that satisfies the constraint says
//! whether the variable is true, and exchanges of one true literal for a false one say which literals it counts:
//!
//! ```text
//! exactly 2 of a, b, c, d; x by propagation from     a, b: false    a, c: true
//! c for b makes it true, so x counts c and not b     a, d: true, so it counts d     b, c: true, so it does not count a
//! ```
//! so `x` means "at least 1 of `c, d`". A variable that is no threshold, such as a digit of an adder, gets a wrong meaning;
//! nothing relies on a meaning before the clauses of the variable were derived from it.

use super::{Encode, Encoding};
use crate::cnf::{Cnf, Lit};
use std::collections::{HashMap, VecDeque};

/// "At least `least` of these literals", as indices of the literals of a constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threshold {
    /// The literals that are counted, ascending.
    pub members: Vec<usize>,
    /// The number of them that are true, at least.
    pub least: usize,
}

/// Returns the meaning of the auxiliary variables of an encoding of "at most (or exactly) `k`" of `n` literals, in the order of
/// their numbers; `None` if the encoding is for other constraints.
pub fn thresholds(encoding: &Encoding, n: usize, k: usize, exactly: bool) -> Option<Vec<Threshold>> {
    let mut cnf = Cnf::new();
    let literals: Vec<Lit> = (0..n).map(|_| cnf.variable()).collect();
    match encoding.encode {
        Encode::AtMostOne(encode) => encode(&mut cnf, &literals, exactly),
        Encode::Cardinality(encode) => encode(&mut cnf, &literals, k, exactly),
        _ => return None,
    }
    let auxiliary = n..cnf.variables();
    let mut seen = Propagation::new(&cnf, n);
    // At most: fewer true literals show lower thresholds. Exactly: other numbers of them, where `k` shows no difference.
    let mut sizes: Vec<usize> = if exactly { (1..n).collect() } else { (1..=k).collect() };
    if exactly {
        sizes.sort_by_key(|&size| size.abs_diff(k));
    }
    let meaning = |variable: usize| {
        let found = sizes.iter().find_map(|&size| seen.threshold(variable, size));
        found.unwrap_or_else(|| seen.constant(variable, k))
    };
    Some(auxiliary.map(meaning).collect())
}

/// Unit propagation from total assignments of the constraint's literals.
struct Propagation<'a> {
    cnf: &'a Cnf,
    literals: usize,
    /// The clauses of each literal.
    clauses: Vec<Vec<usize>>,
    starts: Vec<&'a [Lit]>,
    /// The true auxiliary variables, by the true literals.
    known: HashMap<Vec<usize>, Vec<bool>>,
}

impl<'a> Propagation<'a> {
    fn new(cnf: &'a Cnf, literals: usize) -> Propagation<'a> {
        let starts: Vec<&[Lit]> = cnf.clauses().collect();
        let mut clauses = vec![Vec::new(); 2 * cnf.variables()];
        for (index, clause) in starts.iter().enumerate() {
            for literal in *clause {
                clauses[code(*literal)].push(index);
            }
        }
        Propagation { cnf, literals, clauses, starts, known: HashMap::new() }
    }

    /// Returns whether propagation from the assignment with these true literals, ascending, makes a variable true.
    fn holds(&mut self, truth: &[usize], variable: usize) -> bool {
        if let Some(values) = self.known.get(truth) {
            return values[variable];
        }
        let values = self.propagated(truth);
        let holds = values[variable];
        self.known.insert(truth.to_vec(), values);
        holds
    }

    fn propagated(&self, truth: &[usize]) -> Vec<bool> {
        let mut values: Vec<Option<bool>> = vec![None; self.cnf.variables()];
        for value in &mut values[..self.literals] {
            *value = Some(false);
        }
        truth.iter().for_each(|&index| values[index] = Some(true));
        let units = self.starts.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]);
        let inputs = (0..self.literals).map(|index| Lit::new(index as u32, values[index] == Some(false)));
        // What the definitions say comes before what contradicts it.
        let mut queue: VecDeque<(Lit, bool)> = inputs.map(|input| (input, true)).collect();
        let mut units: Vec<Lit> = units.collect();
        while let Some((literal, is_input)) = queue.pop_front().or_else(|| Some((units.pop()?, false))) {
            let value = &mut values[literal.variable() as usize];
            if value.is_some() && !is_input {
                continue;
            }
            *value = Some(!literal.negated());
            for &clause in &self.clauses[code(!literal)] {
                let mut open = None;
                let mut done = false;
                for &other in self.starts[clause] {
                    match values[other.variable() as usize] {
                        None if open.is_none() => open = Some(other),
                        None => done = true,
                        Some(value) if value != other.negated() => done = true,
                        Some(_) => {}
                    }
                }
                queue.extend(open.filter(|_| !done).map(|literal| (literal, false)));
            }
        }
        values.into_iter().map(|value| value == Some(true)).collect()
    }

    /// Returns the threshold of a variable that is the same for all assignments with `k` true literals: "at least `k`" of all
    /// literals, or false.
    fn constant(&mut self, variable: usize, k: usize) -> Threshold {
        let first: Vec<usize> = (0..k).collect();
        if self.holds(&first, variable) {
            Threshold { members: (0..self.literals).collect(), least: k }
        } else {
            Threshold { members: Vec::new(), least: 1 }
        }
    }

    /// Returns the threshold of a variable by exchanges among the assignments with `k` true literals, if they show one.
    fn threshold(&mut self, variable: usize, k: usize) -> Option<Threshold> {
        let n = self.literals;
        // From window to window, one literal is exchanged.
        let window = |first: usize| {
            let mut window: Vec<usize> = (0..k).map(|offset| (first + offset) % n).collect();
            window.sort_unstable();
            window
        };
        let first = (0..n).find(|&first| {
            let (before, after) = (window(first), window((first + 1) % n));
            !self.holds(&before, variable) && self.holds(&after, variable)
        })?;
        let after = window((first + 1) % n);
        let (removed, added) = (first, (first + k) % n);
        let exchanged = |out: usize, into: usize| {
            let mut exchanged: Vec<usize> = after.iter().copied().filter(|&index| index != out).collect();
            exchanged.push(into);
            exchanged.sort_unstable();
            exchanged
        };
        let mut members = vec![added];
        for index in (0..n).filter(|&index| index != added && index != removed) {
            let is_member = if after.contains(&index) {
                !self.holds(&exchanged(index, removed), variable)
            } else {
                self.holds(&exchanged(added, index), variable)
            };
            members.extend(is_member.then_some(index));
        }
        members.sort_unstable();
        let least = members.iter().filter(|index| after.contains(index)).count();
        Some(Threshold { members, least })
    }
}

fn code(literal: Lit) -> usize {
    2 * literal.variable() as usize + usize::from(literal.negated())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::encode::{ENCODINGS, Kind};

    fn of(kind: Kind, name: &str, n: usize, k: usize, exactly: bool) -> Option<Vec<(Vec<usize>, usize)>> {
        let encoding = ENCODINGS.iter().find(|e| e.kind == kind && e.name == name).expect("it is in the catalogue");
        let found = thresholds(encoding, n, k, exactly)?;
        Some(found.into_iter().map(|threshold| (threshold.members, threshold.least)).collect())
    }

    #[test]
    fn meanings_are_those_of_the_publications() {
        // The module of the totalizer: nodes over 1, 2 and 3, 4 with the outputs "at least 2" and "at least 1".
        let pair = |a, b| [(vec![a, b], 2), (vec![a, b], 1)];
        assert_eq!(of(Kind::Cardinality, "totalizer", 4, 2, false), Some([pair(0, 1), pair(2, 3)].concat()));
        // Sinz: totals of the literals after each one.
        let suffixes = [(vec![1, 2, 3], 1), (vec![2, 3], 1), (vec![3], 1)];
        assert_eq!(of(Kind::AtMostOne, "sequential-counter", 4, 1, false), Some(suffixes.to_vec()));
        assert_eq!(of(Kind::AtMostOne, "pairwise", 5, 1, true), Some(vec![]));
        // The bits of the index of the true one.
        let bits = [(vec![1, 3], 1), (vec![2, 3], 1)];
        assert_eq!(of(Kind::AtMostOne, "bitwise", 4, 1, false), Some(bits.to_vec()));
        assert_eq!(of(Kind::Parity, "cut4", 6, 1, false), None);
    }

    #[test]
    fn an_assignment_by_the_meaning_satisfies_the_clauses() {
        let mut encodings = 0;
        for encoding in ENCODINGS.iter().filter(|e| matches!(e.kind, Kind::AtMostOne | Kind::Cardinality)) {
            for (n, k) in [(4, 2), (5, 1), (6, 3), (7, 1), (7, 2), (8, 1)] {
                if (k == 1) != (encoding.kind == Kind::AtMostOne) || (encoding.applies)(n, k).is_err() {
                    continue;
                }
                for exactly in [false, true] {
                    let place = format!("{} {n} {k} {exactly}", encoding.name);
                    let mut cnf = Cnf::new();
                    let literals: Vec<Lit> = (0..n).map(|_| cnf.variable()).collect();
                    match encoding.encode {
                        Encode::AtMostOne(encode) => encode(&mut cnf, &literals, exactly),
                        Encode::Cardinality(encode) => encode(&mut cnf, &literals, k, exactly),
                        _ => continue,
                    }
                    let Some(meanings) = thresholds(encoding, n, k, exactly) else { continue };
                    let holds = (0..1u32 << n).filter(|bits| {
                        let ones = bits.count_ones() as usize;
                        if exactly { ones == k } else { ones <= k }
                    });
                    let is_right = holds.into_iter().all(|bits| {
                        let input = |index: usize| bits >> index & 1 == 1;
                        let count = |t: &Threshold| t.members.iter().filter(|&&index| input(index)).count();
                        let auxiliary = meanings.iter().map(|threshold| count(threshold) >= threshold.least);
                        cnf.holds(&(0..n).map(input).chain(auxiliary).collect::<Vec<bool>>())
                    });
                    // Digits and comparators are no thresholds.
                    let digits = ["modulo-totalizer", "adder", "sorting-network", "cardinality-network", "permutation"];
                    // An exact sequential counter leaves variables open that a threshold determines.
                    let is_open = exactly && encoding.name == "sequential-counter";
                    assert!(is_right || is_open || digits.contains(&encoding.name), "{place}");
                    encodings += usize::from(is_right);
                }
            }
        }
        assert!(encodings > 60, "{encodings}");
    }
}
