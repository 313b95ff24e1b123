//! The exact cover engine compared with a search written for one board:
//! `cargo bench -p boardwright-benches --bench exact_cover`.
//!
//! The engine alone, from the loaded cover to the last solution. The hand-written search stores the board in one word. It
//! fills the first free cell with every piece in every way, one `and` for the test and one `xor` for the move, without
//! look-ahead. `benches/peers.py` compares with programs from PyPI.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_cover::lower::lower;
use boardwright_ir::constraint::{BoolVar, Constraint, Literal, Origin, Problem, Roles};
use boardwright_solvers::backend::{self, Cover, CoverCount, CoverOutcome, Opened};
use std::path::Path;

fn main() {
    divan::main();
}

fn formulated(model: &str) -> Problem {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/dissection").join(model);
    let source = Source::new(model, std::fs::read_to_string(path).expect("the model is there"));
    let Ok(loaded) = REGISTRY.load(&source, &Budget::none()) else { panic!("the model is right") };
    let Ok(formulated) = loaded.instance.constrain("placements", None, &Budget::none()) else { panic!("it applies") };
    std::sync::Arc::unwrap_or_clone(formulated.problem)
}

/// Each row and column has one queen, each diagonal at most one.
fn queens(n: usize) -> Problem {
    let mut problem = Problem::new();
    let rule = problem.origin(Origin::named(0, "queens"));
    let queens: Vec<Vec<BoolVar>> =
        (0..n).map(|row| (0..n).map(|column| problem.boolean(format!("r{row}c{column}"))).collect()).collect();
    let cells = || (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    let on = |line: &dyn Fn(usize, usize) -> bool| -> Vec<Literal> {
        cells().filter(|&(row, column)| line(row, column)).map(|(row, column)| queens[row][column].into()).collect()
    };
    for line in 0..n {
        problem.post(rule, Constraint::exactly(1, on(&|row, _| row == line)));
        problem.post(rule, Constraint::exactly(1, on(&|_, column| column == line)));
    }
    for line in 0..2 * n - 1 {
        problem.post(rule, Constraint::at_most(1, on(&|row, column| row + column == line)));
        problem.post(rule, Constraint::at_most(1, on(&|row, column| row + n - 1 - column == line)));
    }
    problem
}

fn engine(problem: &Problem) -> Box<dyn Cover> {
    let lowered = lower(problem, Roles::FAITHFUL, &Budget::none()).expect("it is a cover");
    let Ok(Opened::Cover(mut engine)) = backend::find("xcc").map(|backend| backend.open()) else {
        panic!("it is a cover engine")
    };
    engine.load(&lowered.cover).expect("it is small");
    engine
}

fn list(engine: &mut dyn Cover) -> usize {
    engine.enter(&[], &[]);
    let mut found = 0;
    while let CoverOutcome::Solution(_) = engine.next(&Budget::none()) {
        found += 1;
    }
    found
}

#[divan::bench(args = [("draughts-board.toml", 104), ("pentominoes-6x10.toml", 9356)], sample_count = 5)]
fn tilings(bencher: divan::Bencher, (model, count): (&str, usize)) {
    let mut engine = engine(&formulated(model));
    bencher.bench_local(|| assert_eq!(list(&mut *engine), count));
}

/// The draughts board only: filled row by row, the pentominoes in ten columns take minutes.
#[divan::bench(sample_count = 5)]
fn draughts_by_hand(bencher: divan::Bencher) {
    let board = by_hand::Board::new(&formulated("draughts-board.toml"));
    bencher.bench_local(|| assert_eq!(board.tilings(), 104));
}

#[divan::bench(sample_count = 10)]
fn twelve_queens(bencher: divan::Bencher) {
    let mut engine = engine(&queens(12));
    bencher.bench_local(|| assert_eq!(list(&mut *engine), 14_200));
}

/// The tilings of a chessboard with dominoes, counted.
#[divan::bench(sample_count = 20)]
fn dominoes_counted(bencher: divan::Bencher) {
    let mut problem = Problem::new();
    let rule = problem.origin(Origin::named(0, "cells"));
    let mut over: Vec<Vec<Literal>> = vec![Vec::new(); 64];
    for cell in 0..64 {
        for other in [(cell % 8 < 7).then_some(cell + 1), (cell < 56).then_some(cell + 8)].into_iter().flatten() {
            let domino = problem.boolean("");
            over[cell].push(domino.into());
            over[other].push(domino.into());
        }
    }
    over.into_iter().for_each(|over| problem.post(rule, Constraint::exactly(1, over)));
    let mut engine = engine(&problem);
    bencher.bench_local(|| assert_eq!(engine.count(&Budget::none()), CoverCount::Exactly(12_988_816u32.into())));
}

/// A hand-written search for a board of at most 64 cells.
mod by_hand {
    use boardwright_base::budget::Budget;
    use boardwright_cover::lower::lower;
    use boardwright_ir::constraint::{Problem, Roles};

    pub(super) struct Board {
        all: u64,
        /// Of each first cell and each piece: the cells it covers.
        ways: Vec<Vec<Vec<u64>>>,
        copies: Vec<usize>,
    }

    impl Board {
        /// Reads the cells and the pieces off the items of a cover: those of every option's first items are cells.
        pub(super) fn new(problem: &Problem) -> Board {
            let cover = lower(problem, Roles::FAITHFUL, &Budget::none()).expect("it is a cover").cover;
            // The pieces' items come after the cells' and each option has one, its last.
            let first_piece = cover.options().iter().map(|uses| uses[uses.len() - 1].item).min().expect("pieces");
            let cells = first_piece;
            assert!(cells <= 64, "the board fits in a word");
            let pieces = cover.items().len() - cells;
            let mut ways = vec![vec![Vec::new(); pieces]; cells];
            for uses in cover.options() {
                let (piece, covered) = uses.split_last().expect("it covers something");
                let mask = covered.iter().fold(0, |mask, one| mask | 1u64 << one.item);
                ways[covered[0].item][piece.item - cells].push(mask);
            }
            let copies = cover.items()[cells..].iter().map(|item| item.max).collect();
            Board { all: u64::MAX >> (64 - cells), ways, copies }
        }

        pub(super) fn tilings(&self) -> usize {
            self.fill(self.all, &mut self.copies.clone())
        }

        fn fill(&self, free: u64, copies: &mut [usize]) -> usize {
            if free == 0 {
                return 1;
            }
            let mut found = 0;
            let ways = &self.ways[free.trailing_zeros() as usize];
            for piece in 0..copies.len() {
                if copies[piece] == 0 {
                    continue;
                }
                copies[piece] -= 1;
                for &way in &ways[piece] {
                    if way & free == way {
                        found += self.fill(free ^ way, copies);
                    }
                }
                copies[piece] += 1;
            }
            found
        }
    }
}
