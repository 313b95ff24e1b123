//! At most `k` by a tree of sums with two digits, a quotient and a remainder, each in unary.
//!
//! With the modulus p = ⌈√(k + 1)⌉ a node has outputs "the quotient is at least i" and "the remainder is at least j <
//! p". The sum of two nodes is computed digit by digit: the remainders give a remainder and a carry, and the quotients
//! and the carry are added. At most 2 of `a, b, c, d` has p = 2. The node over `a, b` has a remainder `r = a ⊕ b` and a
//! carry `u = a ∧ b`, which is its quotient: `a -> r ∨ u`, `b -> r ∨ u`, `a ∧ b -> u`, `u -> a`, `u -> b`, `¬u ∨ ¬r`,
//! `r ∧ ¬u -> a ∨ b`; the same for `c, d`. The root adds both: 2 variables and 7 clauses for the remainder `s` and the
//! carry, 2 variables and 6 clauses for the quotient `v1`, `v2`. Finally `¬v2`, and `¬v1 ∨ ¬s`: 8 variables, 29
//! clauses.
//!
//! Remainders and carries are defined in both directions. At most: quotients may exceed their values, so models must be
//! counted after projection. Exactly: quotients are defined in both directions too, and models are preserved.
//! Propagation only checks complete assignments: bounds on a number that crosses a multiple of p do not bound its
//! digits. In return a node has about 2√k outputs where a totalizer has k, and about 3k clauses where that has k²/2.
//!
//! The paper has one direction only for at most. Then a carry is free, and refuting a complete assignment that violates
//! the bound needs search, which is not acceptable here.
//!
//! Sizes: let l = min(m, p - 1) and u = min(⌊m/p⌋, ⌊k/p⌋ + 1) be the lengths of a node over m literals. Adding two
//! nodes with lengths l, u and l', u' costs the following, where `[c]` counts the pairs 0 <= i <= u, 0 <= j <= u' that
//! satisfy c. If l + l' < p: l + l' variables and 2(l + 1)(l' + 1) - 2 clauses. Otherwise p variables and 2(l +
//! 1)(l' + 1) + p - 3 clauses, and if u = u' = 0 the carry is the new quotient. Unless u = u' = 0, with U the new
//! length: U variables, `[1 <= i + j <= U]` clauses, with a carry also `[i + j < U]`; and for exactly `[i + j < U]`,
//! with a carry also `[i + j + 1 < U]`. At the root, at most: 1 each for u > ⌊k/p⌋ and for u = ⌊k/p⌋ with l > k mod p,
//! if these outputs exist; exactly, a unit for each of up to four outputs.
//!
//! pindakaas' mixed radix encoder is not used: it splits into more digits, with a base that depends on the number of
//! literals (31 for 50 of 1,000: three times the clauses), and has no closed formula for its size. The k-modulo
//! totalizer is another encoding.
//!
//! T. Ogawa, Y. Liu, R. Hasegawa, M. Koshimura, H. Fujita, "Modulo Based CNF Encoding of Cardinality Constraints and Its
//! Application to MaxSAT Solvers", ICTAI 2013.

use super::totalizer::pairs;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::cnf::{Cnf, Lit};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "modulo-totalizer",
    summary: "a balanced tree of sums of two digits in unary, modulo √k",
    variables: "at most p + min(⌊m/p⌋, ⌊k/p⌋ + 1) for a node over m literals, p = ⌈√(k + 1)⌉",
    clauses: "O(n√k): one to four for each pair of digits of two nodes that are added",
    size,
    applies: always,
    consistency: Consistency::Check,
    counts: Counts::PreservedExactly,
    reference: "Ogawa et al., ICTAI 2013",
    encode: Encode::Cardinality(encode),
};

/// A sum: `upper[i]` is "the quotient is at least `i + 1`", `lower[i]` is "the remainder is at least `i + 1`".
struct Digits {
    upper: Vec<Lit>,
    lower: Vec<Lit>,
}

struct Tree<'a> {
    cnf: &'a mut Cnf,
    modulus: usize,
    /// The maximal quotient that is represented; it already exceeds the bound.
    most: usize,
    exactly: bool,
}

fn encode(cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) {
    let modulus = modulus(k);
    let sum = Tree { cnf, modulus, most: k / modulus + 1, exactly }.sum(literals);
    // The outputs "at least `value`" (none for 0) and "more than `value`" (none if impossible).
    let outputs = |digit: &[Lit], value: usize| (value.checked_sub(1).map(|i| digit[i]), digit.get(value).copied());
    let (upper, more) = outputs(&sum.upper, k / modulus);
    let (lower, more_left) = outputs(&sum.lower, k % modulus);
    if exactly {
        for unit in [upper, more.map(|lit| !lit), lower, more_left.map(|lit| !lit)].into_iter().flatten() {
            cnf.add(&[unit]);
        }
        return;
    }
    if let Some(more) = more {
        cnf.add(&[!more]);
    }
    if let (Some(upper), Some(more_left)) = (upper, more_left) {
        cnf.add(&[!upper, !more_left]);
    }
}

impl Tree<'_> {
    fn sum(&mut self, literals: &[Lit]) -> Digits {
        if literals.len() == 1 {
            return Digits { upper: Vec::new(), lower: literals.to_vec() };
        }
        let (left, right) = literals.split_at(literals.len() / 2);
        let (left, right) = (self.sum(left), self.sum(right));
        let (lower, carry) = self.add_lower(&left.lower, &right.lower);
        let length = (literals.len() / self.modulus).min(self.most);
        let upper = match carry {
            Some(carry) if left.upper.is_empty() && right.upper.is_empty() => vec![carry],
            _ => self.add_upper(&left.upper, &right.upper, carry, length),
        };
        Digits { upper, lower }
    }

    /// Adds remainders; returns the remainder and, if it is possible, the carry.
    fn add_lower(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Option<Lit>) {
        let modulus = self.modulus;
        let length = (a.len() + b.len()).min(modulus - 1);
        let sum: Vec<Lit> = (0..length).map(|_| self.cnf.variable()).collect();
        let carry = (a.len() + b.len() >= modulus).then(|| self.cnf.variable());
        for (i, j) in all_pairs(a, b) {
            let reached = Self::reached(a, i, b, j);
            match i + j {
                0 => {}
                total if total < modulus => self.implies(&reached, carry.into_iter().chain([sum[total - 1]])),
                total if total == modulus => self.implies(&reached, carry),
                total => self.implies(&reached, [sum[total - modulus - 1]]),
            }
        }
        for (i, j) in all_pairs(a, b) {
            // At most `total`.
            let (missed, total) = (Self::missed(a, i, b, j), i + j);
            if let Some(&next) = sum.get(total) {
                self.implies(&missed, carry.into_iter().chain([!next]));
            }
            let Some(carry) = carry else { continue };
            if total + 1 == modulus {
                self.implies(&missed, [!carry]);
            } else if total >= modulus {
                self.implies(&missed, [!carry, !sum[total - modulus]]);
            }
        }
        if carry.is_some() {
            // With a carry, no pair may exceed the highest remainders, so no clause above makes them false.
            for pair in sum.windows(2) {
                self.cnf.add(&[!pair[1], pair[0]]);
            }
        }
        (sum, carry)
    }

    /// Adds quotients and a carry; returns `length` outputs.
    fn add_upper(&mut self, a: &[Lit], b: &[Lit], carry: Option<Lit>, length: usize) -> Vec<Lit> {
        let sum: Vec<Lit> = (0..length).map(|_| self.cnf.variable()).collect();
        let carried = |extra: usize| if extra == 1 { carry.map(|carry| !carry) } else { None };
        for (i, j) in all_pairs(a, b) {
            let (reached, missed) = (Self::reached(a, i, b, j), Self::missed(a, i, b, j));
            for extra in 0..=usize::from(carry.is_some()) {
                let total = i + j + extra;
                if (1..=length).contains(&total) {
                    self.implies(&reached, carried(extra).into_iter().chain([sum[total - 1]]));
                }
                if self.exactly && total < length {
                    // Without the carry at most i + j, with it at most one more.
                    let without = if extra == 0 { carry } else { None };
                    self.implies(&missed, without.into_iter().chain([!sum[total]]));
                }
            }
        }
        sum
    }

    /// Returns the negation of "a is at least `i` and b is at least `j`", as part of a clause.
    fn reached(a: &[Lit], i: usize, b: &[Lit], j: usize) -> Vec<Lit> {
        let output = |digit: &[Lit], value: usize| value.checked_sub(1).map(|index| !digit[index]);
        output(a, i).into_iter().chain(output(b, j)).collect()
    }

    /// Returns the negation of "a is at most `i` and b is at most `j`", as part of a clause.
    fn missed(a: &[Lit], i: usize, b: &[Lit], j: usize) -> Vec<Lit> {
        a.get(i).into_iter().chain(b.get(j)).copied().collect()
    }

    fn implies(&mut self, unless: &[Lit], then: impl IntoIterator<Item = Lit>) {
        let clause: Vec<Lit> = unless.iter().copied().chain(then).collect();
        self.cnf.add(&clause);
    }
}

/// Returns all pairs of values of two digits.
fn all_pairs(a: &[Lit], b: &[Lit]) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (a, b) = (a.len(), b.len());
    (0..=a).flat_map(move |i| (0..=b).map(move |j| (i, j)))
}

/// Returns ⌈√(k + 1)⌉, so that both digits of `k` have about the same size. It is from 2 to `k`.
fn modulus(k: usize) -> usize {
    k.isqrt() + 1
}

fn size(n: usize, k: usize, exactly: bool) -> Size {
    let p = modulus(k);
    let (variables, mut clauses) = nodes(n, k, exactly);
    let more = usize::from(n / p > k / p);
    let more_left = usize::from(k % p < p - 1);
    clauses += if exactly { 1 + more + usize::from(!k.is_multiple_of(p)) + more_left } else { more + more_left };
    Size::Exact { variables, clauses }
}

/// Returns the numbers of variables and clauses of the tree over `m` literals.
fn nodes(m: usize, k: usize, exactly: bool) -> (usize, usize) {
    if m == 1 {
        return (0, 0);
    }
    let (p, most) = (modulus(k), k / modulus(k) + 1);
    let lengths = |m: usize| (m.min(p - 1), (m / p).min(most));
    let (left, right) = (nodes(m / 2, k, exactly), nodes(m.div_ceil(2), k, exactly));
    let (mut variables, mut clauses) = (left.0 + right.0, left.1 + right.1);
    let ((a, upper_a), (b, upper_b)) = (lengths(m / 2), lengths(m.div_ceil(2)));
    let (all, carry) = ((a + 1) * (b + 1), a + b >= p);
    if carry {
        variables += p;
        clauses += 2 * all + p - 3;
    } else {
        variables += a + b;
        clauses += 2 * all - 2;
    }
    if upper_a + upper_b > 0 {
        let (length, carry) = (lengths(m).1, usize::from(carry));
        let sums = |wanted: &dyn Fn(usize) -> bool| pairs(upper_a, upper_b, |i, j| wanted(i + j));
        variables += length;
        clauses += sums(&|sum| 1 <= sum && sum <= length) + carry * sums(&|sum| sum < length);
        if exactly {
            clauses += sums(&|sum| sum < length) + carry * sums(&|sum| sum + 1 < length);
        }
    }
    (variables, clauses)
}
