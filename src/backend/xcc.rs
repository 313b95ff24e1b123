//! Our exact cover engine: items with multiplicities and colours, on bit-packed options.
//!
//! The search is depth-first. A node is a list of the options that can still be chosen, each with a mask of the *slots*
//! it needs (`table`); a child's list is its parent's, filtered by one mask, and all items are counted in one sweep
//! with bit-sliced counters (`node`). It branches on the first item with the fewest options (minimum remaining values).
//! Options that are the last for an item are first chosen all at once, without nodes of their own. Backtracking only
//! truncates a stack. Results for states are reused when a state recurs (`known`).
//!
//! Options of an item with a multiplicity are chosen in list order, and each branch excludes the options of the
//! previous branches, so every set of options is visited once. Items to be covered exactly once are branched on first,
//! which keeps such branches rare.
//!
//! `list` enumerates the solutions, `count` counts them without enumeration.

mod count;
mod known;
mod list;
mod node;
mod table;

use self::list::Listing;
use self::table::{Layout, Table};
use super::{Backend, Cover, CoverCount, CoverOutcome, Engine, Fault};
use crate::budget::Budget;
use crate::exact_cover::ExactCover;
use std::borrow::Cow;
use std::rc::Rc;

/// The registry entry.
pub const BACKEND: Backend = Backend {
    name: Cow::Borrowed("xcc"),
    summary: Cow::Borrowed("our exact cover search: lists all solutions one by one and counts without listing"),
    engine: Engine::Cover(|| Box::new(Xcc { engine: None })),
};

/// The engine for any number of slots.
struct Xcc {
    engine: Option<Box<dyn Cover>>,
}

/// The engine for at most `64 N` slots.
struct Sized<const N: usize> {
    table: Rc<Table<N>>,
    with: Vec<u32>,
    without: Vec<u32>,
    listing: Listing<N>,
    /// Nodes of lists that were left and of counts.
    nodes: u64,
}

impl<const N: usize> Sized<N> {
    fn open(cover: &ExactCover, layout: &Layout) -> Box<dyn Cover> {
        let table = Rc::new(Table::new(cover, layout));
        let listing = Listing::new(&table, &[], &[]);
        Box::new(Sized::<N> { table, with: Vec::new(), without: Vec::new(), listing, nodes: 0 })
    }
}

/// The maximal number of slots; the masks of more would not fit in memory.
const MAX_SLOTS: usize = 64 * 160;

impl Cover for Xcc {
    fn load(&mut self, cover: &ExactCover) -> Result<(), Fault> {
        let layout = Layout::new(cover);
        let open = match layout.slots.div_ceil(64) {
            0 | 1 => Sized::<1>::open,
            2 => Sized::<2>::open,
            3 => Sized::<3>::open,
            4 => Sized::<4>::open,
            5 | 6 => Sized::<6>::open,
            7 | 8 => Sized::<8>::open,
            9..=16 => Sized::<16>::open,
            17..=20 => Sized::<20>::open,
            21..=32 => Sized::<32>::open,
            33..=64 => Sized::<64>::open,
            65..=160 => Sized::<160>::open,
            _ => {
                return Err(Fault::Unusable(format!(
                    "xcc supports at most {MAX_SLOTS} items, colours and options without a deciding item; this cover has {}",
                    layout.slots
                )));
            }
        };
        self.engine = Some(open(cover, &layout));
        Ok(())
    }

    fn enter(&mut self, with: &[usize], without: &[usize]) {
        if let Some(engine) = &mut self.engine {
            engine.enter(with, without);
        }
    }

    fn next(&mut self, budget: &Budget) -> CoverOutcome {
        match &mut self.engine {
            Some(engine) => engine.next(budget),
            None => CoverOutcome::Exhausted,
        }
    }

    fn share(&self) -> f64 {
        self.engine.as_ref().map_or(0.0, |engine| engine.share())
    }

    fn count(&mut self, budget: &Budget) -> CoverCount {
        match &mut self.engine {
            Some(engine) => engine.count(budget),
            None => CoverCount::Exactly(0u32.into()),
        }
    }

    fn nodes(&self) -> Option<u64> {
        self.engine.as_ref()?.nodes()
    }
}

impl<const N: usize> Cover for Sized<N> {
    fn load(&mut self, _: &ExactCover) -> Result<(), Fault> {
        Err(Fault::Unusable("an engine of one size takes one cover".into()))
    }

    fn enter(&mut self, with: &[usize], without: &[usize]) {
        let number = |options: &[usize]| options.iter().map(|&option| option as u32).collect();
        (self.with, self.without) = (number(with), number(without));
        self.nodes += self.listing.nodes();
        self.listing = Listing::new(&self.table, &self.with, &self.without);
    }

    fn next(&mut self, budget: &Budget) -> CoverOutcome {
        self.listing.next(budget)
    }

    fn share(&self) -> f64 {
        self.listing.share()
    }

    fn count(&mut self, budget: &Budget) -> CoverCount {
        let (count, nodes) = count::count(&self.table, &self.with, &self.without, budget);
        self.nodes += nodes;
        count
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes + self.listing.nodes())
    }
}

#[cfg(test)]
mod tests;
