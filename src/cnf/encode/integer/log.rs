//! Log representation: the value above the smallest one in binary.
//!
//! Values `0, 1, 2` give two bits and the clause `¬b1 ∨ ¬b0`, which excludes 3. A value or a threshold is defined from the
//! bits when it is asked for, each on its own: `[x = 2]` is `b1 ∧ ¬b0`, `[x >= 1]` is `b1 ∨ b0`. Sums take the bits as they
//! are, with weights 1, 2, 4, ...
//!
//! Sizes, with w = ⌈log2 n⌉: w variables, and a clause for each of the w bits that is 0 in n - 1: with the higher bits as
//! in n - 1, it stays 0. A value is one variable and w + 1 clauses; the threshold of the c-th value (from 0) one variable
//! and a clause for each bit that is 1 in c or 0 in c - 1. Bits are what they are defined by, so there is one model for
//! each value. Not a representation that propagates: with `x != 0`, `x != 1` and `x != 2` above, no bit is forced.
//!
//! K. Iwama, S. Miyazaki, "SAT-Variable Complexity of Hard Combinatorial Problems", IFIP World Computer Congress 1994.

use super::Representation;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::cnf::{Cnf, Lit};
use std::collections::BTreeMap;

/// The entry in the catalogue.
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

/// The bits that `0..n` needs, `n >= 1`.
fn width(n: usize) -> usize {
    (usize::BITS - (n - 1).leading_zeros()) as usize
}

/// The bits of a number `0..n`, and what has been defined from them.
#[derive(Debug, Clone)]
pub(super) struct Bits {
    /// The lowest first.
    bits: Vec<Lit>,
    equals: BTreeMap<u64, Lit>,
    at_least: BTreeMap<u64, Lit>,
}

impl Bits {
    /// The bits of `0..size`, `size > 2`.
    pub(super) fn new(cnf: &mut Cnf, size: usize) -> Bits {
        let literals = (0..width(size)).map(|_| cnf.variable()).collect();
        let bits = Bits { bits: literals, equals: BTreeMap::new(), at_least: BTreeMap::new() };
        for clause in bits.at_most(size as u64 - 1) {
            cnf.add(&clause);
        }
        bits
    }

    /// Clauses that hold where the number is at most `bound`.
    fn at_most(&self, bound: u64) -> Vec<Vec<Lit>> {
        let one = |bit: usize| bound >> bit & 1 == 1;
        let zeros = (0..self.bits.len()).filter(|&bit| !one(bit));
        let above = |bit: usize| (bit + 1..self.bits.len()).filter(|&higher| one(higher));
        zeros.map(|bit| std::iter::once(bit).chain(above(bit)).map(|i| !self.bits[i]).collect()).collect()
    }

    /// Clauses that hold where the number is at least `bound`: its complement is at most the bound's.
    fn not_below(&self, bound: u64) -> Vec<Vec<Lit>> {
        let clauses = self.at_most(!bound).into_iter();
        clauses.map(|clause| clause.into_iter().map(|literal| !literal).collect()).collect()
    }

    /// Every literal there is, with what it says about a variable whose smallest value is `lower`: ` bit 0` is the lowest
    /// bit of what it is above that.
    pub(super) fn literals(&self, lower: i64) -> Vec<(Lit, String)> {
        let bits = self.bits.iter().enumerate().map(|(i, &bit)| (bit, format!(" bit {i}")));
        let value = |code: &u64| lower + *code as i64;
        let equals = self.equals.iter().map(|(code, &literal)| (literal, format!("={}", value(code))));
        let at_least = self.at_least.iter().map(|(code, &literal)| (literal, format!(">={}", value(code))));
        bits.chain(equals).chain(at_least).collect()
    }

    /// The literals that are all true when the number is `code`.
    fn of(&self, code: u64) -> impl Iterator<Item = Lit> {
        self.bits.iter().enumerate().map(move |(i, &bit)| if code >> i & 1 == 1 { bit } else { !bit })
    }

    /// A literal that says that the number is `code < size`.
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

    /// A literal that says that the number is `code` or more, `0 < code < size`.
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

    /// Literals of which one is true exactly when the number is not `code`.
    pub(super) fn differs(&self, code: u64) -> Vec<Lit> {
        self.of(code).map(|literal| !literal).collect()
    }

    /// What each bit adds.
    pub(super) fn summands(&self) -> Vec<(i64, Lit)> {
        self.bits.iter().enumerate().map(|(i, &bit)| (1 << i, bit)).collect()
    }

    /// The number in a model.
    pub(super) fn decode(&self, model: &[bool]) -> i64 {
        self.summands().iter().filter(|(_, bit)| bit.holds_in(model)).map(|(weight, _)| weight).sum()
    }
}
