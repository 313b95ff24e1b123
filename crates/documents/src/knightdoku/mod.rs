//! Knightdoku: knights on a board with given numbers per line and block; every clue is a knight that sees a given
//! number.
//!
//! The rules (David Nacin, *Math Horizons*, April 2021): a square board is divided into blocks; every row and column
//! has `per_line` knights and every block `per_block`, numbers or ranges. A clue is a knight, and its number counts the knights a
//! knight's move away. A cell without a clue may contain a knight or not. In this program the piece may be any
//! leaper.
//!
//! Room: the field table and the instance (this file), `constrain` (the formulations), `symmetry` (the group of an
//! instance), `notation` (boards in files), `verify` (the rules), `analyze` (facts that need no search), `generate`
//! (the generator).

mod keys;
mod board;
mod analyze;
mod constrain;
mod generate;
mod notation;
mod symmetry;
mod verify;

use self::board::{Board, Given, KNIGHT, Knights, NO_KNIGHT};
use self::keys::FIELDS;
pub use self::notation::BadCharacter;
pub use self::verify::Breach;
use boardwright_base::board::picture::{Mark, Picture};
use boardwright_base::board::{Cell, names};
use boardwright_base::budget::{Budget, Refused};
use boardwright_ir::constraint::origin::BuiltIn;
use boardwright_ir::constraint::{Draft, Origin};
use boardwright_ir::route::Route;
use boardwright_model::{Field, Model};
use boardwright_puzzle::NoFormulation;
use boardwright_puzzle::capability::analysis::{Analysis, Analyze};
use boardwright_puzzle::capability::cells::{Cells, Sheet, SheetLayer};
use boardwright_puzzle::capability::explanation::Explanation;
use boardwright_puzzle::capability::generation::Generator;
use boardwright_puzzle::capability::preferences::Preferences;
use boardwright_puzzle::capability::symmetry::Symmetry;
use boardwright_puzzle::kinds;
use boardwright_puzzle::offers;
use boardwright_puzzle::solution::notation::{Object, Written};
use boardwright_puzzle::solution::{Candidate, Rules, Solution, Violation};
use boardwright_puzzle::{
    Change, ChangeKind, CluePlace, Feature, Formulated, Instance, LoadError, Named, PartValue, Puzzle, Variations,
};

/// The family.
pub struct Knightdoku;

impl Puzzle for Knightdoku {
    fn name(&self) -> &'static str {
        "knightdoku"
    }

    fn summary(&self) -> &'static str {
        "place a fixed number of knights in each row, column and block; a clue counts the knights it sees"
    }

    fn fields(&self) -> &'static [Field] {
        FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[
            Named {
                name: "cardinality",
                summary: "one variable per cell, one cardinality constraint per row, column, block and clue",
            },
            Named {
                name: "permutations",
                summary: "as in the article: one variable per arrangement of each row, column, block and neighbourhood",
            },
        ]
    }

    fn generator(&self) -> Option<Generator> {
        Some(Generator {
            make: generate::generate,
            clues: true,
            pieces: false,
            settings: &["per_line", "per_block", "block", "reach"],
        })
    }

    fn kinds(&self) -> &'static [kinds::Kind] {
        &[kinds::Kind {
            name: "knightdoku",
            family: "knightdoku",
            summary: "knights in rows, columns and blocks that see each other",
            text: include_str!("kinds/knightdoku.toml"),
        }]
    }

    fn read(&self, model: &Model, _budget: &Budget) -> Result<Box<dyn Instance>, LoadError> {
        Ok(Box::new(Board::read(&model.fields)?))
    }
}

impl Rules for Board {
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation> {
        verify::verify(self, &claimed).map(|()| claimed)
    }

    fn details(&self) -> &'static [&'static str] {
        &[]
    }

    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation> {
        notation::read(self, written)
    }

    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>) {
        notation::write(self, board, to);
    }
}

impl Instance for Board {
    fn draw(&self, solution: &Solution) -> Picture {
        self.picture(|cell| if self.knight(solution, cell) { Mark::Knight } else { Mark::None })
    }

    fn draw_givens(&self) -> Picture {
        self.picture(|cell| match self.given(cell) {
            Given::Nothing => Mark::None,
            Given::NoKnight => Mark::Dot,
            Given::Knight | Given::Count(_) => Mark::Knight,
        })
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
        analysis: Analyze,
        symmetry: Symmetry,
        explanation: Explanation,
        cells: Cells,
        variations: Variations,
    );
}

impl Cells for Board {
    fn sheet(&self) -> Sheet {
        let mut values = vec![".".to_string(); 2];
        values[usize::from(KNIGHT)] = "K".into();
        let layer = SheetLayer { name: "board".into(), values, cells: self.cells().map(Some).collect() };
        Sheet { height: self.side, width: self.side, layers: vec![layer], ..Sheet::default() }
    }
}

impl Preferences for Board {
    fn route(&self) -> Option<Route> {
        Some(Route::Sat)
    }
}

impl Analyze for Board {
    fn analyze(&self, _stop: &dyn Fn() -> bool) -> Analysis {
        analyze::analyze(self)
    }
}

impl Explanation for Board {
    /// A feature is a cell with or without a knight; as a clue, a knight has the number that it sees.
    fn features(&self, solution: &Solution) -> Vec<Feature> {
        let knight = |cell: Cell| self.knight(solution, cell);
        let clue = |cell: Cell| match knight(cell) {
            true => PartValue::Number(self.seen(cell).into_iter().filter(|&seen| knight(seen)).count()),
            false => PartValue::symbol("x"),
        };
        let value = |cell: Cell| PartValue::symbol(notation::character(knight(cell)));
        self.cells().map(|cell| Feature { clue: clue(cell), ..Feature::of(cell, value(cell)) }).collect()
    }
}

impl Variations for Board {
    fn without(&self, clues: &[&Origin]) -> Option<Box<dyn Instance>> {
        let mut board = self.clone();
        for clue in clues {
            board = board.giving(clue, Given::Nothing)?;
        }
        Some(Box::new(board))
    }

    fn with(&self, feature: &Feature) -> Option<Box<dyn Instance>> {
        let cell =
            feature.cell.filter(|&cell| self.given(cell) == Given::Nothing || self.given(cell) == Given::Knight)?;
        let mut board = self.clone();
        board.given[cell.row][cell.column].0 = match feature.clue {
            PartValue::Number(count) => Given::Count(count),
            _ => Given::NoKnight,
        };
        Some(Box::new(board))
    }

    /// Returns other numbers, the nearest first; and for inconsistent numbers of knights, consistent ones.
    fn changes(&self, origin: &Origin) -> Vec<Change> {
        let mut changes = Vec::new();
        let fixed = self.per_line.fixed().zip(self.per_block.fixed());
        if let Some((line, block)) = fixed.filter(|_| origin.is(BuiltIn::Counts)) {
            let blocks = self.side / self.block.0 * (self.side / self.block.1);
            let (per_block, per_line) = (line * self.side / blocks, block * blocks / self.side);
            if per_block * blocks == line * self.side {
                let kind = ChangeKind::Key { key: "per_block", number: per_block, old: block };
                let instance = Box::new(Board { per_block: Knights::exactly(per_block), ..self.clone() });
                changes.push(Change { kind, written: None, instance });
            }
            if per_line * self.side == block * blocks && per_line <= self.side {
                let kind = ChangeKind::Key { key: "per_line", number: per_line, old: line };
                let instance = Box::new(Board { per_line: Knights::exactly(per_line), ..self.clone() });
                changes.push(Change { kind, written: None, instance });
            }
        }
        let given = origin.cells.first().map(|&cell| (cell, self.given(cell)));
        if let Some((cell, Given::Count(count))) = given.filter(|_| origin.is(BuiltIn::Clues)) {
            let mut others: Vec<usize> = (0..=self.seen(cell).len()).filter(|&other| other != count).collect();
            others.sort_by_key(|other| other.abs_diff(count));
            for other in others {
                if let Some(board) = self.giving(origin, Given::Count(other)) {
                    let number = |number: usize| names::Value::Number(i64::try_from(number).unwrap_or(i64::MAX));
                    let kind =
                        ChangeKind::Instead { by: number(other), old: number(count), place: CluePlace::At(cell) };
                    let written = Some([count.to_string(), other.to_string()]);
                    changes.push(Change { kind, written, instance: Box::new(board) });
                }
            }
        }
        changes
    }
}
