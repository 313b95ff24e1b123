//! Conditions of the grid language, read a second time: from docs/grid.md and docs/grid-semantics.md alone, without code of the
//! crate. Random small models are solved on every route that takes them, and compared with all boards that the reading accepts.
//! A failure prints the seed and the model.

mod field;
mod groups;
mod lines;
mod named_tilings;
mod sequences;
mod tilings;

use crate::support::forms::accepted;
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_ir::route::Route;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::solution::Candidate;
use boardwright_tasks::task::{Ask, Failure, Options, Request, Setup, ignore, run};
use std::collections::BTreeSet;

/// A board: by cell in reading order its value, then by line whether it is there.
pub(crate) type Form = [u8];

/// A model, and what its boards are made of.
pub(crate) struct Case {
    pub(crate) seed: u64,
    pub(crate) model: String,
    /// By cell: its number of values.
    pub(crate) values: Vec<u8>,
    /// The number of lines.
    pub(crate) lines: usize,
    /// Whether the lines are in the order of the solutions: pairs of cells in reading order.
    pub(crate) in_order: bool,
}

/// The most solutions of a model that an integer program lists.
const MOST_OF_ILP: usize = 12;

impl Case {
    /// Returns a case of cells without lines.
    pub(crate) fn cells(seed: u64, model: String, cells: usize, values: usize) -> Case {
        Case { seed, model, values: vec![values as u8; cells], lines: 0, in_order: true }
    }

    /// Compares the program with a reading; returns the number of solutions.
    pub(crate) fn agrees(&self, accepts: impl Fn(&Form) -> bool) -> usize {
        let what = format!("seed {}\n{}", self.seed, self.model);
        let sizes: Vec<u8> = self.values.iter().copied().chain(std::iter::repeat_n(2, self.lines)).collect();
        let expected = accepted(&sizes, &accepts);
        let source = Source::new("reading.toml", format!("puzzle = \"grid\"\n{}", self.model));
        let loaded = REGISTRY
            .load(&source, &Budget::none())
            .unwrap_or_else(|wrong| panic!("{what}{}", wrong.render(&source, false)));
        let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("a solver takes it");
        let report = run(&Request::new(&loaded, &setup, Ask::All), &Budget::none(), &mut ignore)
            .unwrap_or_else(|failure| panic!("{failure}: {what}"));
        let found = report.solutions.iter().map(|solution| form(solution.candidate()));
        if self.in_order {
            let found: BTreeSet<Vec<u8>> = found.collect();
            let missing: Vec<_> = expected.difference(&found).take(3).collect();
            let more: Vec<_> = found.difference(&expected).take(3).collect();
            assert!(missing.is_empty() && more.is_empty(), "missing {missing:?}, too many {more:?}: {what}");
            self.verifies(&loaded, &accepts, &what);
        }
        assert_eq!(report.solutions.len(), expected.len(), "listed: {what}");
        for route in Route::ALL {
            if route == Route::Ilp && expected.len() > MOST_OF_ILP {
                continue;
            }
            let options = Options { route: Some(route.name().into()), ..Options::default() };
            let Ok(setup) = Setup::resolve(&loaded, &options, &Budget::none()) else { continue };
            match run(&Request::new(&loaded, &setup, Ask::Count), &Budget::none(), &mut ignore) {
                Ok(report) => assert_eq!(report.count, Some(expected.len().into()), "{}: {what}", route.name()),
                // An LP solver that loses its way says so; other failures say that the route does not take the model.
                Err(Failure::Check(wrong)) if route != Route::Ilp => panic!("{}: {wrong}: {what}", route.name()),
                Err(_) => {}
            }
        }
        expected.len()
    }

    /// Compares the independent check on random boards.
    fn verifies(&self, loaded: &Loaded, accepts: &impl Fn(&Form) -> bool, what: &str) {
        let mut random = Random(self.seed);
        for _ in 0..20 {
            let cells: Vec<u8> = self.values.iter().map(|&values| random.below(usize::from(values)) as u8).collect();
            let lines: Vec<u8> = (0..self.lines).map(|_| random.below(2) as u8).collect();
            let layers =
                if cells.is_empty() { Vec::new() } else { vec![cells.iter().map(|&v| u16::from(v)).collect()] };
            let there = lines.iter().map(|&line| line == 1).collect();
            let verified = loaded.instance.verify(Candidate { layers, lines: there, ..Candidate::default() });
            let form = [cells, lines].concat();
            assert_eq!(verified.is_ok(), accepts(&form), "verify {form:?}: {what}");
        }
    }
}

fn form(candidate: &Candidate) -> Vec<u8> {
    let values = candidate.layers.iter().flatten().map(|&value| value as u8);
    values.chain(candidate.lines.iter().map(|&line| u8::from(line))).collect()
}

/// Compares the cases of these seeds, of which enough must have solutions.
pub(crate) fn cases(seeds: std::ops::Range<u64>, one: impl Fn(u64) -> usize) {
    let all = seeds.end - seeds.start;
    let solvable = seeds.filter(|&seed| one(seed) > 0).count() as u64;
    assert!(4 * solvable >= all, "{solvable} of {all} cases have a solution: too few");
}
