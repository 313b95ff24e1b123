//! What a solution of the family claims besides coins, as far as it can be written down: strategies, perfect codes, and the
//! functions in them. What they mean, and whether they are right, is for other files to say.

use std::collections::BTreeSet;

/// What a solution of this family has besides coins.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Claim {
    /// The square of the coin that was turned.
    Flip(usize),
    /// The strategy that is the solution, or that a round is played by.
    Strategy(Strategy),
    /// A perfect code.
    Code(Code),
    /// The codes of a partition, each by the number of the word, whether it is in the code.
    Partition(Vec<Vec<bool>>),
    /// The number of pairs of coins and a square that a strategy wins.
    Wins(usize),
    /// The strategy or the code was not listed, but given by its notation.
    Notation,
}

/// A strategy; whether it is one is for `verify` to say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Strategy {
    /// The exclusive or of the numbers of all heads.
    Xor,
    /// By vertex; at most 16 squares.
    Table(Vec<usize>),
    /// The coset strategy of a code.
    Coset {
        /// For the vertices with an even number of heads.
        code: Code,
        /// For those with an odd number, where it is another one.
        odd: Option<Code>,
    },
    /// The half-board construction.
    HalfBoard {
        /// On the words of half as many bits as there are squares.
        function: Function,
        /// For half as many squares.
        of: Box<Strategy>,
    },
}

/// A code; whether it is perfect is for `verify` to say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Code {
    /// The Hamming code.
    Hamming,
    /// Vasil'ev's construction.
    Vasilev {
        /// On the words of the smaller code.
        function: Function,
        /// The smaller code.
        of: Box<Code>,
    },
    /// By the number of the word, whether it is in the code; at most 15 bits.
    Words(Vec<bool>),
}

/// A function from words of some length.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Function {
    /// 0 everywhere.
    Zero,
    /// 1 where the number of ones is odd.
    Parity,
    /// 1 where more than half of the bits are ones.
    Majority,
    /// 1 where the number of ones is at least this.
    Threshold(usize),
    /// 1 on these words.
    Words(BTreeSet<Vec<bool>>),
    /// By the number of the word.
    Table(Vec<bool>),
}
