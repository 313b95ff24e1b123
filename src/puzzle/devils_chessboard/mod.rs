//! The devil's chessboard: a colouring of the cube that tells every square, or one round of the game.
//!
//! The devil lays a coin on each of `n` squares and points at one of them. The first prisoner sees both and turns exactly
//! one coin; the second sees the coins alone and has to name the square. A *strategy* is what they agree on beforehand:
//! the coins are a vertex of the `n`-cube (square 0 the lowest bit, heads 1), every vertex has a colour from `0..n`, the
//! square that the second prisoner names, and every vertex has exactly one neighbour of each colour. For two squares:
//!
//! ```text
//! coins   00 01 10 11      a vertex is written in binary, square 0 at the right
//! colour   0  0  1  1      00 has the neighbours 01 (colour 0) and 10 (colour 1)
//! ```
//!
//! The colour that is the exclusive or of the numbers of all heads is a strategy, `xor`, exactly when `n` is a power of
//! two; only then is there any, since a colour class has `2^n / n` vertices. After the blog posts "The Devil's Chessboard" and their sequel on error-correcting codes.
//!
//! Room: the field table and the instance (this file), `constrain` (the formulations), `methods` (`xor` and `counting`),
//! `symmetry` (what keeps an instance), `verify` (the rules), `draw`.

mod constrain;
mod draw;
mod methods;
mod symmetry;
mod verify;

use super::method::{Errand, Verdict};
use super::{Feature, Formulated, Instance, Named, Puzzle};
use crate::board::Cell;
use crate::board::picture::Picture;
use crate::board::symmetry::{Group, Permutation};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Field, Glyph, Kind, Model, Table};
use crate::route::Route;
use crate::solution::{Candidate, Solution, Violation};
use crate::source::Span;
use serde_json::Value;

/// The most squares of a board.
const MAX_SQUARES: i64 = 1024;
/// Up to here a strategy is searched for, beyond that a method answers.
const MAX_SEARCHED: usize = 8;
/// Up to here a strategy is written as its `2^n` colours, beyond that by its name.
const MAX_TABLE: usize = 16;

const FIELDS: &[Field] = &[
    Field {
        name: "squares",
        kind: Kind::Integer { min: 1, max: MAX_SQUARES },
        required: true,
        default: None,
        doc: "the number of squares, and of coins",
        example: "8",
    },
    Field {
        name: "coins",
        kind: Kind::Drawing(&[Glyph::one('H', "heads"), Glyph::one('T', "tails")]),
        required: false,
        default: None,
        doc: "what the first prisoner sees, square 0 first, in one row or several; without it a strategy is looked for",
        example: "\"HTTHHTHT\"",
    },
    Field {
        name: "target",
        kind: Kind::Integer { min: 0, max: MAX_SQUARES - 1 },
        required: false,
        default: None,
        doc: "the devil's square, counted from 0; together with the coins",
        example: "5",
    },
    Field {
        name: "strategy",
        kind: Kind::Choice(&["xor"]),
        required: false,
        default: None,
        doc: "the strategy the prisoners follow: in a round always xor; without a round, any, unless this asks for xor",
        example: "\"xor\"",
    },
];

/// The family.
pub struct DevilsChessboard;

impl Puzzle for DevilsChessboard {
    fn name(&self) -> &'static str {
        "devils-chessboard"
    }

    fn summary(&self) -> &'static str {
        "coins on a board: turn one so that the coins alone tell which square the devil pointed at"
    }

    fn fields(&self) -> &'static [Field] {
        FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[
            Named {
                name: "colouring",
                summary: "for a strategy: every vertex of the cube has a neighbour of each colour, and the square that leads \
                          there has a number in binary; for SAT",
            },
            Named {
                name: "sums",
                summary: "for a strategy: every vertex of the cube has exactly one neighbour of each colour; for ILP",
            },
            Named {
                name: "round",
                summary: "for a round: one flip, and a parity for each bit of the square to be told",
            },
        ]
    }

    fn methods(&self) -> &'static [Named] {
        &[
            Named {
                name: "xor",
                summary: "the exclusive or of the numbers of all heads, for a power of two of squares",
            },
            Named {
                name: "counting",
                summary: "no strategy: the colours cannot be equally frequent, as they have to be",
            },
        ]
    }

    fn read(&self, model: &Model) -> Result<Box<dyn Instance>, Diagnostics> {
        Ok(Box::new(Chessboard::read(&model.fields)?))
    }
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Asked {
    /// Any strategy.
    Strategy,
    /// The strategy `xor`; the number of squares is a power of two.
    Xor,
    /// A flip, by the strategy `xor`; the number of squares is a power of two.
    Round {
        /// Whether each square shows heads.
        coins: Vec<bool>,
        /// The devil's square.
        target: usize,
    },
}

/// An instance.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Chessboard {
    /// At least 1.
    squares: usize,
    asked: Asked,
    /// Where the model says how many squares there are.
    place: Span,
}

impl Chessboard {
    fn read(fields: &Table) -> Result<Chessboard, Diagnostics> {
        let mut wrong = Diagnostics::none();
        let squares = fields.integer("squares").map_or(1, |squares| squares as usize);
        let (coins, target) = (fields.drawing("coins"), fields.integer("target").map(|target| target as usize));
        let place = fields.span_of("squares");
        if let Some(drawing) = coins {
            let found = drawing.height() * drawing.width();
            if found != squares {
                let message = format!("{found} coins for {squares} squares");
                wrong.push(
                    Diagnostic::new("wrong-size", message)
                        .at(drawing.span(), "")
                        .at(place, "the number of squares")
                        .help("every square has a coin, H or T, in one row or several, square 0 first"),
                );
            }
            if target.is_none() {
                wrong.push(
                    Diagnostic::new("no-target", "coins, but no `target`: a round needs the devil's square, too")
                        .at(drawing.span(), "")
                        .help("add a `target`, or leave the coins out to look for a strategy"),
                );
            }
        }
        if let Some(target) = target {
            let span = fields.span_of("target");
            if target >= squares {
                wrong.push(
                    Diagnostic::new("off-board", format!("square {target} is off a board of {squares} squares"))
                        .at(span, "")
                        .help(format!("squares count from 0 to {}", squares - 1)),
                );
            }
            if coins.is_none() {
                wrong.push(
                    Diagnostic::new(
                        "no-coins",
                        "a `target`, but no coins: a round needs what the first prisoner sees, too",
                    )
                    .at(span, "")
                    .help("add `coins`, or leave the target out to look for a strategy"),
                );
            }
        }
        let named = fields.get("strategy").is_some();
        if (named || coins.is_some() || target.is_some()) && !squares.is_power_of_two() {
            let above = squares.next_power_of_two();
            let mut mistake = Diagnostic::new("no-power-of-two", "the strategy `xor` needs a power of two of squares")
                .at(place, format!("{squares} is none"));
            if named {
                mistake = mistake.at(fields.span_of("strategy"), "asked for here");
            }
            wrong.push(mistake.help(format!("the nearest are {} and {above}", above / 2)));
        }
        let asked = match (coins, target) {
            (Some(drawing), Some(target)) => {
                Asked::Round { coins: drawing.cells().map(|(_, coin)| coin == 'H').collect(), target }
            }
            _ if named => Asked::Xor,
            _ => Asked::Strategy,
        };
        wrong.into_result(Chessboard { squares, asked, place })
    }

    /// The coins of a vertex as people read them: in binary, square 0 at the right, heads 1. At most [`MAX_TABLE`] squares.
    fn vertex(&self, vertex: usize) -> String {
        format!("{vertex:0width$b}", width = self.squares)
    }

    /// How many squares stand in a row of a printed board: the root where it is whole, otherwise all of them.
    fn row_length(&self) -> usize {
        let root = self.squares.isqrt();
        if root * root == self.squares { root } else { self.squares }
    }

    /// How many cells a row of the table of a strategy has, by their exponent of two: the lower half of the squares.
    fn across(&self) -> usize {
        self.squares.div_ceil(2)
    }

    /// Where a vertex stands in the table of a strategy; `None` when the table is too large to be drawn.
    fn table_cell(&self, vertex: usize) -> Option<Cell> {
        let across = self.across();
        (self.squares <= draw::MAX_DRAWN).then(|| Cell::new(vertex >> across, vertex & ((1 << across) - 1)))
    }

    /// A square as people read it: its number, and where it is on a printed board of several rows.
    fn square(&self, square: usize) -> String {
        let length = self.row_length();
        if length == self.squares {
            return format!("square {square}");
        }
        format!("square {square} ({})", Cell::new(square / length, square % length))
    }
}

/// The squares that show heads in a vertex of at most [`MAX_TABLE`] squares.
fn heads(vertex: usize, squares: usize) -> impl Iterator<Item = usize> {
    (0..squares).filter(move |&square| vertex >> square & 1 == 1)
}

impl Instance for Chessboard {
    fn verify(&self, candidate: &Candidate) -> Result<(), Violation> {
        verify::verify(self, candidate)
    }

    fn draw(&self, solution: &Solution) -> Picture {
        draw::draw(self, solution)
    }

    fn constrain(&self, formulation: &str, _horizon: Option<usize>) -> Result<Formulated, String> {
        constrain::constrain(self, formulation)
    }

    fn draw_givens(&self) -> Picture {
        draw::givens(self)
    }

    fn argument(&self) -> Option<String> {
        methods::counting(self)
    }

    /// The colour of every vertex; in a round the coins after the flip.
    fn features(&self, solution: &Solution) -> Vec<Feature> {
        let colours = solution.details().get("strategy").and_then(Value::as_array);
        let colours = colours.into_iter().flatten().filter_map(Value::as_u64).enumerate();
        let colours = colours.map(|(vertex, colour)| Feature {
            name: format!("the colour of {}", self.vertex(vertex)),
            cell: self.table_cell(vertex),
            value: colour.to_string(),
            clue: colour.to_string(),
        });
        let coins = solution.board().iter().enumerate().flat_map(|(row, coins)| {
            let coins = coins.chars().enumerate();
            coins.map(move |(column, coin)| Feature::of(Cell::new(row, column), coin))
        });
        colours.chain(coins).collect()
    }

    fn symmetries(&self, colours: bool) -> Result<Group, String> {
        Ok(symmetry::group(self, colours))
    }

    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        symmetry::image(self, solution, by)
    }

    /// A strategy that exists is an exact cover, which is counted fast; that there is none is proved faster by clauses.
    fn route(&self) -> Option<Route> {
        let exists = matches!(self.asked, Asked::Strategy) && self.squares.is_power_of_two();
        Some(if exists && self.squares <= MAX_SEARCHED { Route::ExactCover } else { Route::Sat })
    }

    fn formulation(&self, route: Route) -> Option<&'static str> {
        match self.asked {
            Asked::Round { .. } => Some("round"),
            _ => (route == Route::ExactCover).then_some("sums"),
        }
    }

    fn direct_method(&self) -> Option<&'static str> {
        match self.asked {
            Asked::Round { .. } | Asked::Xor => Some("xor"),
            // Small boards are searched: that proves without an argument what the argument says.
            Asked::Strategy if self.squares <= MAX_SEARCHED => None,
            Asked::Strategy if self.squares.is_power_of_two() => Some("xor"),
            Asked::Strategy => Some("counting"),
        }
    }

    fn run_method(&self, name: &str, errand: &mut Errand<'_>) -> Verdict {
        methods::run(self, name, errand)
    }
}

#[cfg(test)]
mod tests;
