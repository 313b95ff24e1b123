//! The strategies that a model can name: the colour that each gives to any number of coins.
//!
//! - `xor`: the exclusive or of the numbers of all heads.
//! - `coset` of a perfect code: the square whose coin has to be turned so that the coins, without square 0, are a
//!   word of the code; 0 where they are one. (The vertices with an odd number of heads may have a code of their own.)
//!   The coset strategy of the Hamming code is `xor`.
//! - `half-board` of a strategy for half as many squares, with any function: the board is cut in the middle. The
//!   smaller strategy reads the sum of the halves and names a pair of squares; the parity of the upper half plus the
//!   function of the sum selects one square of the pair. With the function 0 and `xor` it is `xor`.
//! - a table of the `2^n` colours.
//!
//! Colours are computed on demand: a colour takes about `n` steps, except with tables, so that 1024 squares are fast.

use super::claim::{Code, Function, Strategy};
use super::word::{self, is_odd, number, sum};
use serde_json::{Value, json};

impl Strategy {
    /// Returns the coset strategy of one code.
    pub(super) fn coset(code: Code) -> Strategy {
        Strategy::Coset { code, odd: None }
    }

    /// Returns the half-board construction of `xor`.
    pub(super) fn half_board(function: Function) -> Strategy {
        Strategy::HalfBoard { function, of: Box::new(Strategy::Xor) }
    }

    /// Returns the square that these coins name; `None` where the strategy is invalid.
    pub(super) fn colour(&self, coins: &[bool]) -> Option<usize> {
        match self {
            Strategy::Xor => {
                let heads = coins.iter().enumerate().filter(|(_, heads)| **heads);
                Some(heads.fold(0, |sum, (square, _)| sum ^ square))
            }
            Strategy::Table(colours) => colours.get(number(coins)).copied(),
            Strategy::Coset { code, odd } => odd.as_ref().filter(|_| is_odd(coins)).unwrap_or(code).decode(&coins[1..]),
            Strategy::HalfBoard { function, of } => {
                let (lower, upper) = coins.split_at(coins.len() / 2);
                let sum = sum(upper, lower);
                let is_upper = is_odd(upper) ^ function.value(&sum);
                of.colour(&sum).map(|square| if is_upper { square + lower.len() } else { square })
            }
        }
    }

    /// Returns the coin to turn so that the coins name the target.
    pub(super) fn flip(&self, coins: &[bool], target: usize) -> Option<usize> {
        let mut coins = coins.to_vec();
        (0..coins.len()).find(|&square| {
            coins[square] = !coins[square];
            let named = self.colour(&coins);
            coins[square] = !coins[square];
            named == Some(target)
        })
    }

    /// Returns the colours of all vertices, for few enough squares to list them; where there is none, a number that
    /// is not a square.
    pub(super) fn table(&self, squares: usize) -> Vec<usize> {
        let colour = |vertex| self.colour(&word::word(vertex, squares)).unwrap_or(squares);
        (0..1 << squares).map(colour).collect()
    }

    /// Returns the notation of JSON and of models.
    pub(super) fn notation(&self) -> Value {
        match self {
            Strategy::Xor => "xor".into(),
            Strategy::Table(colours) => colours.clone().into(),
            Strategy::Coset { code, odd: None } => json!({ "coset": { "code": code.notation() } }),
            Strategy::Coset { code, odd: Some(odd) } => {
                json!({ "coset": { "code": code.notation(), "odd": odd.notation() } })
            }
            Strategy::HalfBoard { function, of } => {
                json!({ "half-board": { "function": function.notation(), "of": of.notation() } })
            }
        }
    }

    /// Returns the name of the method that makes it.
    pub(super) fn method(&self) -> &'static str {
        match self {
            Strategy::Xor => "xor",
            Strategy::Table(_) => "given",
            Strategy::Coset { .. } => "coset",
            Strategy::HalfBoard { .. } => "half-board",
        }
    }

    /// Describes the strategy.
    pub(super) fn words(&self) -> String {
        match self {
            Strategy::Xor => "the xor of the numbers of the squares with heads".into(),
            Strategy::Table(_) => "a table of the colours".into(),
            Strategy::Coset { code, odd: None } => format!("the coset strategy of {}", code.words()),
            Strategy::Coset { code, odd: Some(odd) } => {
                format!("the coset strategy of {} and, with an odd number of heads, of {}", code.words(), odd.words())
            }
            Strategy::HalfBoard { function, of } => {
                let of = if **of == Strategy::Xor { "xor".into() } else { of.words() };
                format!("half-board with the function {}, over {of}", function.words())
            }
        }
    }
}
