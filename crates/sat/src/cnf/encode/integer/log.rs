//! Log representation: the difference to the least value in binary.
//!
//! The values `0, 1, 2` have two bits and the clause `¬b1 ∨ ¬b0`, which excludes 3. Each literal of a value or
//! threshold is defined from the bits on demand: `[x = 2]` is `b1 ∧ ¬b0`, `[x >= 1]` is `b1 ∨ b0`. Sums use the bits
//! directly, with weights 1, 2, 4, ...
//!
//! Sizes, with w = ⌈log2 n⌉: w variables, and a clause for each of the w bits that is 0 in n - 1: it stays 0 if the
//! higher bits are as in n - 1. A value has one variable and w + 1 clauses; the threshold of the c-th value (from 0)
//! has one variable and a clause for each bit that is 1 in c or 0 in c - 1. Each value has exactly one model.
//! Propagation is weak: with `x != 0`, `x != 1` and `x != 2` in a larger domain, no bit is forced.
//!
//! K. Iwama, S. Miyazaki, "SAT-Variable Complexity of Hard Combinatorial Problems", IFIP World Computer Congress 1994.

use super::Representation;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::cnf::{Cnf, Lit};
use std::collections::BTreeMap;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Integer,
    name: "log",
    summary: "the value in binary, values defined from the bits when needed",
    variables: "w = ⌈log2 n⌉",
    clauses: "the zeros among the w bits of n - 1",
    size: |n, _, _| {
        let width = width(n);
        Size::Exact { variables: width, clauses: width - (n - 1).count_ones() as usize }
    },
    applies: always,
    consistency: Consistency::Check,
    counts: Counts::Preserved,
    reference: "Iwama and Miyazaki, IFIP 1994",
    encode: Encode::Integer(Representation::Log),
};

/// Returns the number of bits for `0..n`, `n >= 1`.
fn width(n: usize) -> usize {
    (usize::BITS - (n - 1).leading_zeros()) as usize
}

/// The bits of a number in `0..n`, and the literals defined from them.
#[derive(Debug, Clone)]
pub(super) struct Bits {
    /// The bits, lowest first.
    bits: Vec<Lit>,
    equals: BTreeMap<u64, Lit>,
    at_least: BTreeMap<u64, Lit>,
}

impl Bits {
    /// Adds the bits for `0..size`, `size > 2`.
    pub(super) fn new(cnf: &mut Cnf, size: usize) -> Bits {
        let literals = (0..width(size)).map(|_| cnf.variable()).collect();
        let bits = Bits { bits: literals, equals: BTreeMap::new(), at_least: BTreeMap::new() };
        for clause in bits.at_most(size as u64 - 1) {
            cnf.add(&clause);
        }
        bits
    }

    /// Returns clauses that are true exactly if the number is at most `bound`.
    fn at_most(&self, bound: u64) -> Vec<Vec<Lit>> {
        let one = |bit: usize| bound >> bit & 1 == 1;
        let zeros = (0..self.bits.len()).filter(|&bit| !one(bit));
        let above = |bit: usize| (bit + 1..self.bits.len()).filter(|&higher| one(higher));
        zeros.map(|bit| std::iter::once(bit).chain(above(bit)).map(|i| !self.bits[i]).collect()).collect()
    }

    /// Returns clauses that are true exactly if the number is at least `bound`: its complement is at most that of
    /// `bound`.
    fn not_below(&self, bound: u64) -> Vec<Vec<Lit>> {
        let clauses = self.at_most(!bound).into_iter();
        clauses.map(|clause| clause.into_iter().map(|literal| !literal).collect()).collect()
    }

    /// Returns all existing literals with their meaning for a variable with least value `lower`; ` bit 0` is the lowest
    /// bit of the difference to `lower`.
    pub(super) fn literals(&self, lower: i64) -> Vec<(Lit, String)> {
        let bits = self.bits.iter().enumerate().map(|(i, &bit)| (bit, format!(" bit {i}")));
        let value = |code: &u64| lower + *code as i64;
        let equals = self.equals.iter().map(|(code, &literal)| (literal, format!("={}", value(code))));
        let at_least = self.at_least.iter().map(|(code, &literal)| (literal, format!(">={}", value(code))));
        bits.chain(equals).chain(at_least).collect()
    }

    /// Returns the literals that are all true exactly if the number is `code`.
    fn of(&self, code: u64) -> impl Iterator<Item = Lit> {
        self.bits.iter().enumerate().map(move |(i, &bit)| if code >> i & 1 == 1 { bit } else { !bit })
    }

    /// Returns the literal "the number is `code`", `code < size`.
    pub(super) fn equals(&mut self, cnf: &mut Cnf, code: u64) -> Lit {
        if let Some(&known) = self.equals.get(&code) {
            return known;
        }
        let value = cnf.variable();
        for literal in self.of(code) {
            cnf.add(&[!value, literal]);
        }
        let otherwise: Vec<Lit> = self.differs(code).into_iter().chain([value]).collect();
        cnf.add(&otherwise);
        self.equals.insert(code, value);
        value
    }

    /// Returns the literal "the number is at least `code`", `0 < code < size`.
    pub(super) fn at_least(&mut self, cnf: &mut Cnf, code: u64) -> Lit {
        if let Some(&known) = self.at_least.get(&code) {
            return known;
        }
        let threshold = cnf.variable();
        for clause in self.not_below(code) {
            cnf.add(&[&clause[..], &[!threshold]].concat());
        }
        for clause in self.at_most(code - 1) {
            cnf.add(&[&clause[..], &[threshold]].concat());
        }
        self.at_least.insert(code, threshold);
        threshold
    }

    /// Returns literals, at least one of which is true exactly if the number is not `code`.
    pub(super) fn differs(&self, code: u64) -> Vec<Lit> {
        self.of(code).map(|literal| !literal).collect()
    }

    /// Returns each bit with its weight.
    pub(super) fn summands(&self) -> Vec<(i64, Lit)> {
        self.bits.iter().enumerate().map(|(i, &bit)| (1 << i, bit)).collect()
    }

    /// Returns the number in a model.
    pub(super) fn decode(&self, model: &[bool]) -> i64 {
        self.summands().iter().filter(|(_, bit)| bit.holds_in(model)).map(|(weight, _)| weight).sum()
    }
}
