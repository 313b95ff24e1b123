//! The devil's chessboard: a colouring of the cube by which coins name a square, or one round of the game.
//!
//! The devil puts a coin on each of `n` squares and points at one square. The first prisoner sees both and turns
//! exactly one coin; the second prisoner sees only the coins and has to name the square. A *strategy* is their
//! agreement: the coins are a vertex of the `n`-cube (square 0 is the lowest bit, heads are 1). Every vertex has a
//! colour from `0..n`, the square that the second prisoner names, and exactly one neighbour of each colour. For two
//! squares:
//! ```text
//! coins   00 01 10 11      a vertex is written in binary, square 0 at the right
//! colour   0  0  1  1      00 has the neighbours 01 (colour 0) and 10 (colour 1)
//! ```
//!
//! The strategy `xor` gives a vertex the exclusive or of the numbers of all heads. It exists exactly when `n` is a
//! power of two; for other `n` there is no strategy, since a colour class has `2^n / n` vertices. Other strategies
//! come from perfect codes, and perfect codes from strategies: take the vertices of one colour with an even number of
//! heads and drop the coin of square 0. They are words of `n - 1` bits such that every word is one of them or one bit
//! away from exactly one. A model may therefore also ask for such a code, or for a *partition* of all words into `n`
//! codes, which is one half of a strategy without the names of its colours. Source: the blog post "The Devil's
//! Chessboard" and its sequel on error-correcting codes.
//!
//! Room: what the family offers (this file), `chessboard` (the instance: the question), `fields` (the keys of a
//! model), `word`, `function`, `code` and `strategy` (what a model can name, and its value), `notation` (the reader
//! of names), `constrain` (the formulations), `methods`, `best` (strategies that win most), `analysis` and
//! `error_correction` (facts about a strategy or a code), `symmetry` (the group of an instance), `cube` (the groups of a
//! cube), `orbits` (the number of strategies up to symmetry), `verify` (the rules), `draw`, `game` (a round played at a
//! table).

mod analysis;
mod best;
mod chessboard;
mod claim;
mod code;
mod constrain;
mod cube;
mod draw;
mod error_correction;
mod fields;
mod files;
mod function;
pub mod game;
mod methods;
mod notation;
mod orbits;
mod strategy;
mod symmetry;
mod verify;
mod word;

use self::chessboard::{Asked, Chessboard, MAX_SQUARES, MAX_TABLE};
use self::claim::Claim;
pub use self::files::Unreadable;
pub use self::notation::Wrong;
pub use self::verify::Breach;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::Picture;
use boardwright_base::budget::{Budget, Refused};
use boardwright_ir::constraint::Draft;
use boardwright_ir::constraint::origin::Word;
use boardwright_ir::route::Route;
use boardwright_model::{Field, Model};
use boardwright_puzzle::NoFormulation;
use boardwright_puzzle::capability::analysis::{Analysis, Analyze};
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::explanation::Explanation;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Methods};
use boardwright_puzzle::capability::preferences::Preferences;
use boardwright_puzzle::capability::symmetry::Symmetry;
use boardwright_puzzle::kinds;
use boardwright_puzzle::offers;
use boardwright_puzzle::solution::notation::{Object, Written};
use boardwright_puzzle::solution::{Candidate, Rules, Solution, Violation};
use boardwright_puzzle::{Feature, Formulated, Instance, LoadError, Named, Part, PartValue, Puzzle};

/// The most squares for which a solver searches for a strategy, a code or a partition. Larger boards need a method.
const MAX_SEARCHED: usize = 8;

/// The family.
pub struct DevilsChessboard;

impl Puzzle for DevilsChessboard {
    fn name(&self) -> &'static str {
        "devils-chessboard"
    }

    fn summary(&self) -> &'static str {
        "turn one coin so that the coins name the square that the devil chose; strategies and perfect codes"
    }

    fn fields(&self) -> &'static [Field] {
        fields::FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[
            Named {
                name: "colouring",
                summary: "strategies (SAT): every vertex of the cube has a neighbour of each colour, reached by a \
                square encoded in binary",
            },
            Named {
                name: "sums",
                summary: "strategies (ILP): every vertex of the cube has exactly one neighbour of each colour",
            },
            Named {
                name: "round",
                summary: "rounds: exactly one flip; for xor, one parity constraint per bit of the target; for other \
                strategies, one clause per wrong flip",
            },
            Named {
                name: "balls",
                summary: "codes and partitions: every ball of radius 1 contains exactly one word of the code (of \
                each code)",
            },
            Named {
                name: "codes",
                summary: "partitions: list all perfect codes first; every word is in exactly one of the chosen codes",
            },
        ]
    }

    fn methods(&self) -> &'static [Named] {
        &[
            Named {
                name: "xor",
                summary: "the exclusive or of the numbers of all heads; requires a power of two of squares",
            },
            Named {
                name: "coset",
                summary: "the coset strategy of a perfect code: the square to turn, other than square 0, to reach \
                the code; \
                          the Hamming code unless the model names another, which makes it xor; also for a partition",
            },
            Named {
                name: "half-board",
                summary: "the board is cut in the middle, xor on the sum of the halves names a pair of squares, a \
                          parity and the majority of the sum (or the function that the model names) which of the two; \
                          also for a partition",
            },
            Named {
                name: "best",
                summary: "for any number of squares: a strategy that wins the most pairs of coins and a square, and a bound",
            },
            Named { name: "hamming", summary: "codes: the words whose squares have exclusive or 0" },
            Named {
                name: "vasilev",
                summary: "codes: Vasil'ev's construction (default: the Hamming code with the majority function)",
            },
            Named { name: "given", summary: "the strategy or code that the model lists" },
            Named {
                name: "counting",
                summary: "proves that no strategy or code exists: the colours cannot be equally frequent",
            },
        ]
    }

    fn kinds(&self) -> &'static [kinds::Kind] {
        &[
            kinds::Kind {
                name: "devils-chessboard",
                family: "devils-chessboard",
                summary: "a strategy that names a square by turning one coin",
                text: include_str!("kinds/devils-chessboard.toml"),
            },
            kinds::Kind {
                name: "devils-round",
                family: "devils-chessboard",
                summary: "coins, a square, and the coin to turn",
                text: include_str!("kinds/devils-round.toml"),
            },
        ]
    }

    fn read(&self, model: &Model, _budget: &Budget) -> Result<Box<dyn Instance>, LoadError> {
        Ok(Box::new(Chessboard::read(&model.fields)?))
    }
}

impl Rules for Chessboard {
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation> {
        verify::verify(self, &claimed).map(|()| claimed)
    }

    fn details(&self) -> &'static [&'static str] {
        match self.asked {
            // `check` states that a `flip` belongs to a round.
            Asked::Strategy | Asked::Named(_) => &["strategy", "flip"],
            Asked::Best => &["strategy", "wins", "flip"],
            Asked::Code | Asked::NamedCode(_) => &["code", "flip"],
            Asked::Partition => &["partition", "flip"],
            Asked::Round { .. } => &["flip", "strategy"],
        }
    }

    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation> {
        files::read(self, written)
    }

    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>) {
        files::write(self, board, to);
    }
}

impl Instance for Chessboard {
    fn draw(&self, solution: &Solution) -> Picture {
        draw::draw(self, solution)
    }

    fn draw_givens(&self) -> Picture {
        draw::givens(self)
    }

    fn formulate(
        &self,
        formulation: &str,
        _horizon: Option<usize>,
        problem: Draft,
    ) -> Result<Formulated, Refused<NoFormulation>> {
        constrain::constrain(self, formulation, problem).map_err(|refused| refused.map(NoFormulation::from))
    }

    offers!(
        preferences: Preferences,
        methods: Methods,
        analysis: Analyze,
        symmetry: Symmetry,
        explanation: Explanation,
    );
}

impl Preferences for Chessboard {
    /// A search for solutions is an exact cover, which is counted fast; clauses prove faster that there is none.
    fn route(&self) -> Option<Route> {
        let any = matches!(self.asked, Asked::Strategy | Asked::Code | Asked::Partition);
        let exists = any && self.squares.is_power_of_two();
        Some(if exists && self.squares <= MAX_SEARCHED { Route::ExactCover } else { Route::Sat })
    }

    fn formulation(&self, route: Route) -> Option<&'static str> {
        match self.asked {
            Asked::Round { .. } => Some("round"),
            Asked::Code | Asked::NamedCode(_) => Some("balls"),
            Asked::Partition => Some(if route == Route::ExactCover { "codes" } else { "balls" }),
            Asked::Strategy | Asked::Named(_) | Asked::Best => (route == Route::ExactCover).then_some("sums"),
        }
    }
}

impl Methods for Chessboard {
    fn direct_method(&self) -> Option<&'static str> {
        match &self.asked {
            Asked::Round { strategy, .. } | Asked::Named(strategy) => Some(strategy.method()),
            Asked::NamedCode(code) => Some(code.method()),
            Asked::Best => Some("best"),
            // Small boards are searched: the search proves without an argument what the argument states.
            _ if self.squares <= MAX_SEARCHED => None,
            _ if !self.squares.is_power_of_two() => Some("counting"),
            Asked::Strategy => Some("xor"),
            Asked::Code => Some("hamming"),
            Asked::Partition => Some("coset"),
        }
    }

    fn run_method(&self, name: &str, request: &mut MethodRequest<'_>) -> MethodResult {
        methods::run(self, name, request)
    }
}

impl Analyze for Chessboard {
    fn analyze(&self, stop: &dyn Fn() -> bool) -> Analysis {
        analysis::instance(self, stop)
    }

    fn analyze_solution(&self, solution: &Solution, stop: &dyn Fn() -> bool) -> Option<Analysis> {
        Some(analysis::solution(self, solution, stop))
    }

    /// States how a named solution was verified; a listed one is verified as it is.
    fn checked(&self, solution: &Solution) -> Option<String> {
        let candidate = solution.candidate();
        let named = candidate.claims::<Claim>().any(|claim| *claim == Claim::Notation);
        named.then(|| verify::checked(self, candidate).ok()).flatten()
    }
}

impl Explanation for Chessboard {
    fn argument(&self) -> Option<Argument> {
        if self.asked == Asked::Best { None } else { methods::counting(self) }
    }

    /// Returns the colour of every vertex, whether each word is in the code, or the code of every word; in a round
    /// the coins after the flip.
    fn features(&self, solution: &Solution) -> Vec<Feature> {
        let length = self.row_length();
        let coins = solution.candidate().layers.iter().flatten().enumerate().map(|(square, &coin)| {
            let coin = PartValue::symbol(if coin == 1 { 'H' } else { 'T' });
            Feature::of(Cell::new(square / length, square % length), coin)
        });
        let values = draw::values(self, solution).unwrap_or_default().into_iter().enumerate();
        let values = values.map(|(at, value)| {
            let word = Word { number: at, bits: self.bits() };
            let (part, value) = match self.asked {
                Asked::Partition => (Part::Code(word), PartValue::Number(value)),
                Asked::Code | Asked::NamedCode(_) => {
                    (Part::Member(word), if value == 1 { PartValue::In } else { PartValue::Out })
                }
                _ => (Part::Colour(word), PartValue::Number(value)),
            };
            Feature { part, cell: self.table_cell(at), clue: value.clone(), value }
        });
        values.chain(coins).collect()
    }
}

#[cfg(test)]
mod tests;
