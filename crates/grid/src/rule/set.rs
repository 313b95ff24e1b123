//! Sets of cells and lines, as rules have them. Start with [`Set`]. Imports cells of boards only.

use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use smallvec::SmallVec;
use std::ops::Deref;
use std::sync::Arc;

/// A cell or a line, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A cell.
    Cell(usize),
    /// A line.
    Line(usize),
}

impl Element {
    /// Returns the cell; `None` for a line.
    pub fn cell(self) -> Option<usize> {
        match self {
            Element::Cell(cell) => Some(cell),
            Element::Line(_) => None,
        }
    }
}

/// The cells between a set's own cell and a member: a prefix of a ray that all members along it share.
#[derive(Debug, Clone)]
pub struct Passed {
    ray: Arc<[usize]>,
    count: usize,
}

impl Passed {
    /// The first `count` cells of a ray that has as many.
    pub fn of(ray: &Arc<[usize]>, count: usize) -> Passed {
        Passed { ray: Arc::clone(ray), count: count.min(ray.len()) }
    }
}

impl Deref for Passed {
    type Target = [usize];
    fn deref(&self) -> &[usize] {
        &self.ray[..self.count]
    }
}

impl PartialEq for Passed {
    fn eq(&self, other: &Passed) -> bool {
        **self == **other
    }
}

impl Eq for Passed {}

/// A possible member of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The cell or line.
    pub element: Element,
    /// The ways on which the set's own cell sees it, each as the cells in between; empty: nothing can hide it. It is
    /// not a member if it passes the rule's `until`, or if a cell on every way does.
    pub ways: SmallVec<[Passed; 1]>,
    /// A line that must be present.
    pub through: Option<usize>,
    /// Whether it is the set's own cell.
    pub own: bool,
    /// Whether the view that the set follows has met a mirror before it.
    pub reflected: bool,
}

impl Member {
    /// Returns an unconditional member.
    pub fn of(element: Element) -> Member {
        Member { element, ways: SmallVec::new(), through: None, own: false, reflected: false }
    }
}

/// The key of a set's number in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// No key.
    None,
    /// No key, for one of the blocks that divide the board.
    Block,
    /// The row and column of its corner of cells, where pictures of corners have its number.
    Corner(Cell),
    /// `rows`, `columns`, `left`, `across`, ..., and which of these, 0-based.
    Side(&'static str, usize),
    /// The mark of a region.
    Region(String),
    /// One of the tiles of the model, by its class.
    Tile(usize),
}

/// One of the sets of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// Its name: `row 3`, `r2c5`, `around r2c5`.
    pub name: SetName,
    /// Its own cell, if it belongs to one (which may be a wall): where pictures have its number.
    pub own: Option<Cell>,
    /// Where lists have its number.
    pub key: Key,
    /// Its possible members, in order.
    pub members: Vec<Member>,
    /// The parts of a set whose condition compares parts, in the order of their members; empty for a set that is one whole.
    pub parts: Vec<Part>,
}

/// A part of a set that is compared with the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: SetName,
    /// The number of members up to its end.
    pub end: usize,
}

impl Set {
    /// Returns what the parts of the set have of a list with one item for each member.
    pub fn divide<'m, T>(&self, members: &'m [T]) -> Vec<&'m [T]> {
        let mut from = 0;
        let mut divided = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            divided.push(members.get(from..part.end).unwrap_or_default());
            from = part.end;
        }
        divided
    }
}
