//! Our exact cover engine: items with multiplicities and colours, on bit-packed options.
//!
//! The search is depth-first. A node is a list of the options that can still be chosen, each with a mask of the *slots*
//! it needs (`table`); a child's list is its parent's, filtered by one mask, and all items are counted in one sweep
//! with bit-sliced counters (`node`). It branches on the first item with the fewest options (minimum remaining values).
//! Options that are the last for an item are first chosen all at once, without nodes of their own. Backtracking only
//! truncates a stack. Results for states are reused when a state recurs (`known`). If the number of options is limited, a node is
//! left where they cannot cover what is needed (`bound`).
//!
//! Options of an item with a multiplicity are chosen in list order, and each branch excludes the options of the
//! previous branches, so every set of options is visited once. Items to be covered exactly once are branched on first,
//! which keeps such branches rare.
//!
//! `list` enumerates the solutions, `count` counts them without enumeration.

mod bound;
mod branching;
mod count;
mod known;
mod list;
mod node;
mod order;
mod seek;
mod table;

use self::count::Counting;
use self::list::Listing;
use self::node::Entered;
use self::seek::Seeking;
use self::table::{Layout, Table};
use crate::ExactCover;
use crate::{Cover, CoverCount, CoverOutcome};
use boardwright_base::budget::Budget;
use boardwright_ir::fault::{Fault, Unusable};
use std::rc::Rc;

/// The name of the solver.
pub const NAME: &str = "xcc";
/// What it is, in a line.
pub const SUMMARY: &str = "our exact cover search: lists all solutions one by one and counts without listing";

/// Opens a new solver.
pub fn open() -> Box<dyn Cover> {
    Box::new(Xcc { engine: None })
}

/// The engine for any number of slots.
struct Xcc {
    engine: Option<Box<dyn Cover>>,
}

/// The engine for at most `64 N` slots.
struct Sized<const N: usize> {
    cube: Entered,
    listing: Listing<N>,
    /// Whether the list and the count of the entered cube have begun.
    begun: (bool, bool),
    counting: Counting<N>,
    /// The other searches, if one solution is wanted.
    seeking: Option<Seeking<N>>,
    /// The number of nodes after which branches are given away.
    gift: u64,
}

impl<const N: usize> Sized<N> {
    fn open(cover: &ExactCover, layout: &Layout) -> Box<dyn Cover> {
        let table = Rc::new(Table::new(cover, layout));
        let (listing, counting) = (Listing::new(&table), Counting::new(&table));
        let cube = Entered::default();
        Box::new(Sized::<N> { cube, listing, counting, begun: (false, false), seeking: None, gift: u64::MAX })
    }

    fn counting(&mut self) -> &mut Counting<N> {
        if !std::mem::replace(&mut self.begun.1, true) {
            self.counting.start(&self.cube, self.gift);
        }
        &mut self.counting
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
                return Err(Unusable::Slots { slots: layout.slots, most: MAX_SLOTS }.into());
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

    fn give_every(&mut self, nodes: u64) {
        if let Some(engine) = &mut self.engine {
            engine.give_every(nodes);
        }
    }

    fn seek(&mut self, seed: u64) {
        if let Some(engine) = &mut self.engine {
            engine.seek(seed);
        }
    }

    fn is_hard(&mut self, nodes: u64, budget: &Budget) -> bool {
        self.engine.as_mut().is_some_and(|engine| engine.is_hard(nodes, budget))
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
        Err(Unusable::Loaded.into())
    }

    fn enter(&mut self, with: &[usize], without: &[usize]) {
        let number = |options: &[usize]| options.iter().map(|&option| option as u32).collect();
        self.cube = Entered { with: number(with), without: number(without) };
        self.begun = (false, false);
    }

    fn give_every(&mut self, nodes: u64) {
        self.gift = nodes;
        self.begun = (false, false);
    }

    fn seek(&mut self, seed: u64) {
        self.seeking = Some(Seeking::new(&self.listing.table(), seed));
        self.begun.0 = false;
    }

    fn is_hard(&mut self, nodes: u64, budget: &Budget) -> bool {
        self.begun.1 = false;
        let before = self.counting.nodes();
        self.counting().is_hard(before + nodes, budget)
    }

    fn next(&mut self, budget: &Budget) -> CoverOutcome {
        if !std::mem::replace(&mut self.begun.0, true) {
            self.listing.start(&self.cube, self.gift);
            self.seeking.iter_mut().for_each(Seeking::start);
        }
        match &mut self.seeking {
            Some(seeking) => seeking.next(&mut self.listing, &self.cube, budget),
            None => self.listing.next(&self.cube, budget),
        }
    }

    fn share(&self) -> f64 {
        if self.begun.0 { self.listing.share() } else { 0.0 }
    }

    fn count(&mut self, budget: &Budget) -> CoverCount {
        self.counting();
        self.counting.count(&self.cube, budget)
    }

    fn nodes(&self) -> Option<u64> {
        let other = self.seeking.as_ref().map_or(0, Seeking::nodes);
        Some(self.counting.nodes() + self.listing.nodes() + other)
    }
}

#[cfg(test)]
mod tests;
