//! A round played at a table: the model behind `boardwright play`.
//!
//! People choose the coins and the square. The game knows the strategy: the coin to turn, the square that coins name,
//! and how to compute it by hand.

use super::claim::Strategy;
use super::draw;
use super::word::{is_odd, sum, written};
use super::{Asked, Chessboard, best};
use boardwright_base::board::picture::Picture;
use boardwright_base::diagnostic::Diagnostics;
use boardwright_base::random::Random;
use boardwright_model::Model;

/// The most squares whose numbers fit on the board.
const MAX_NUMBERED: usize = 64;

/// The agreement of the prisoners, for a board, and the devil's coins and square where the model has them.
pub struct Game {
    board: Chessboard,
    strategy: Strategy,
}

/// Why a model cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// The model is wrong.
    #[error(transparent)]
    Model(#[from] Diagnostics),
    /// No strategy exists for the number of squares.
    #[error("{squares} squares have no strategy: a game requires a power of two of squares")]
    NoStrategy {
        /// The number of squares.
        squares: usize,
    },
    /// The model asks for something without coins.
    #[error("no game is played with ask = \"{ask}\" (supported: rounds and strategies)")]
    Unsupported {
        /// `code` or `partition`.
        ask: &'static str,
    },
}

impl Game {
    /// Returns the game of a model: of a round, or of a strategy (default: xor).
    ///
    /// # Errors
    /// The reason why `play` does not support the model.
    pub fn of(model: &Model) -> Result<Game, NoGame> {
        let board = Chessboard::read(&model.fields)?;
        let squares = board.squares;
        let strategy = match &board.asked {
            Asked::Round { strategy, .. } | Asked::Named(strategy) => strategy.clone(),
            Asked::Strategy if squares.is_power_of_two() => Strategy::Xor,
            Asked::Best => Strategy::Table(best::best(squares, &|| false).colours),
            Asked::Strategy => {
                return Err(NoGame::NoStrategy { squares });
            }
            Asked::Code | Asked::NamedCode(_) | Asked::Partition => {
                let what = if board.asked == Asked::Partition { "partition" } else { "code" };
                return Err(NoGame::Unsupported { ask: what });
            }
        };
        Ok(Game { board, strategy })
    }

    /// Returns the number of squares.
    pub fn squares(&self) -> usize {
        self.board.squares
    }

    /// Returns the devil's coins (heads are true) and square, where the model has them.
    pub fn given(&self) -> Option<(Vec<bool>, usize)> {
        match &self.board.asked {
            Asked::Round { coins, target, .. } => Some((coins.clone(), *target)),
            _ => None,
        }
    }

    /// Returns coins laid at random.
    pub fn laid(&self, seed: u64) -> Vec<bool> {
        let mut random = Random(seed);
        (0..self.squares()).map(|_| random.below(2) == 1).collect()
    }

    /// Describes the strategy.
    pub fn strategy(&self) -> String {
        self.strategy.words()
    }

    /// Formats a square for people: its number, and its cell on a board of several rows.
    pub fn square(&self, square: usize) -> String {
        self.board.square(square)
    }

    /// Returns the square that these coins name; one coin a square.
    pub fn named(&self, coins: &[bool]) -> usize {
        self.strategy.colour(coins).expect("a strategy of a model has been verified")
    }

    /// Returns the coin to turn so that the coins name the target.
    pub fn flip(&self, coins: &[bool], target: usize) -> usize {
        self.strategy.flip(coins, target).expect("a strategy of a model has been verified")
    }

    /// Explains how these coins name their square.
    pub fn how(&self, coins: &[bool]) -> String {
        how(&self.strategy, coins)
    }

    /// Draws the coins on the board, with the numbers of the squares where these fit a page; `*` marks the devil's
    /// square, where it is given.
    pub fn picture(&self, coins: &[bool], target: Option<usize>) -> Picture {
        let mut panel = draw::coins_panel(&self.board, coins, coins, target);
        if self.squares() <= MAX_NUMBERED {
            panel.labels.clear();
            for (number, square) in panel.rows.iter_mut().flatten().enumerate() {
                square.text = format!("{number}{}", square.text);
            }
        }
        Picture { panels: vec![panel], captions: Vec::new() }
    }
}

/// Explains how these coins name their square.
pub(super) fn how(strategy: &Strategy, coins: &[bool]) -> String {
    let named = strategy.colour(coins).map_or_else(|| "nothing".into(), |named| named.to_string());
    match strategy {
        Strategy::Xor => {
            let heads: Vec<String> =
                (0..coins.len()).filter(|&square| coins[square]).map(|square| square.to_string()).collect();
            match &heads[..] {
                [] => "there are no heads: the xor is 0".into(),
                [one] => format!("the only head is on {one}: the xor is {named}"),
                _ => format!("heads are on {}: their xor is {named}", heads.join(", ")),
            }
        }
        Strategy::Table(_) => format!("the table maps the coins {} to {named}", written(coins)),
        Strategy::Coset { .. } => match strategy.colour(coins) {
            Some(0) => format!("{} is a word of the code, so the coins name 0", written(&coins[1..])),
            _ => format!("{} becomes a word of the code when square {named} is turned", written(&coins[1..])),
        },
        Strategy::HalfBoard { function, of } => {
            let (lower, upper) = coins.split_at(coins.len() / 2);
            let sum = sum(upper, lower);
            let pair = of.colour(&sum).unwrap_or(0);
            let parity = if is_odd(upper) { "odd" } else { "even" };
            let value = u8::from(function.value(&sum));
            let which = if named == pair.to_string() { "lower" } else { "upper" };
            format!(
                "the halves differ by {}, which names the pair {pair}-{} ({}); the number of heads of the upper \
                 half is {parity} and the function is {value}, so it is the {which} one, {named}",
                written(&sum),
                pair + lower.len(),
                how(of, &sum)
            )
        }
    }
}
