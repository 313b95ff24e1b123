//! Exact cover with colours and multiplicities.
//!
//! Each *option* is chosen or not and uses some *items*. An item states how often it must be used: exactly once
//! (primary, `1..=1`), at most once (secondary, `0..=1`), or any other range. A secondary item may be used in a colour;
//! then any number of options may use it if they agree on the colour. This is XCC with the multiplicities of Algorithm
//! M (D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1); solutions are unordered sets of options.
//!
//! This room knows no puzzle and no other form; it imports `constraint`, `budget` and `source`. [`lower`] translates a problem of the IR; the engine is [`xcc`].
//! Start with [`ExactCover`].
//!
//! ```
//! use boardwright_cover::{ExactCover, Use};
//! // A row of three cells; exactly one of two domino placements is chosen.
//! let mut cover = ExactCover::new();
//! let cells: Vec<usize> = (0..3).map(|_| cover.item(0, 1)).collect();
//! let dominoes = cover.item(1, 1);
//! let left = cover.option([Use::of(cells[0]), Use::of(cells[1]), Use::of(dominoes)]);
//! let right = cover.option([Use::of(cells[1]), Use::of(cells[2]), Use::of(dominoes)]);
//! assert!(cover.holds(&[left]) && cover.holds(&[right]));
//! assert!(!cover.holds(&[left, right]) && !cover.holds(&[]));
//! ```

pub mod shuffled;
mod solutions;
pub mod solver;
pub mod xcc;
pub mod lower;

pub use self::solutions::Solutions;
pub use self::solver::{Cover, CoverCount, CoverOutcome, Given};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// How often an item must be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Item {
    /// The minimum.
    pub min: usize,
    /// The maximum. If it is less than `min`, there is no solution.
    pub max: usize,
}

/// The use of an item by an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Use {
    /// The 0-based index of the item.
    pub item: usize,
    /// The colour; `None` for an exclusive use.
    pub colour: Option<usize>,
}

impl Use {
    /// Returns a use without colour.
    pub fn of(item: usize) -> Use {
        Use { item, colour: None }
    }

    /// Returns a use in a colour; colours are arbitrary identifiers.
    pub fn coloured(item: usize, colour: usize) -> Use {
        Use { item, colour: Some(colour) }
    }
}

/// A cube: options that must be chosen, and options that must not be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cube {
    /// The options that must be chosen.
    pub with: Vec<usize>,
    /// The options that must not be chosen.
    pub without: Vec<usize>,
}

/// Items and options. Without either, the empty set is the only solution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExactCover {
    items: Vec<Item>,
    options: Vec<Vec<Use>>,
}

impl ExactCover {
    /// Returns an instance without items and options.
    pub fn new() -> ExactCover {
        ExactCover::default()
    }

    /// Adds an item to be used `min..=max` times and returns its index.
    pub fn item(&mut self, min: usize, max: usize) -> usize {
        self.items.push(Item { min, max });
        self.items.len() - 1
    }

    /// Adds an option that uses each of these items once and returns its index.
    ///
    /// # Panics
    /// If an item does not exist, repeats, or has a colour without being `0..=1`.
    pub fn option(&mut self, uses: impl IntoIterator<Item = Use>) -> usize {
        let mut uses: Vec<Use> = uses.into_iter().collect();
        uses.sort_unstable();
        assert!(uses.windows(2).all(|pair| pair[0].item != pair[1].item), "an option uses an item once");
        for one in &uses {
            let item = self.items[one.item];
            assert!(one.colour.is_none() || (item.min, item.max) == (0, 1), "only secondary items have colours");
        }
        self.options.push(uses);
        self.options.len() - 1
    }

    /// Returns all items.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Returns the uses of each option, sorted by item.
    pub fn options(&self) -> &[Vec<Use>] {
        &self.options
    }

    /// Returns whether a list of distinct options is a solution.
    ///
    /// # Panics
    /// If an option does not exist.
    pub fn holds(&self, chosen: &[usize]) -> bool {
        let mut used = vec![0; self.items.len()];
        let mut colours: Vec<Option<usize>> = vec![None; self.items.len()];
        let mut taken = vec![false; self.options.len()];
        for &option in chosen {
            if std::mem::replace(&mut taken[option], true) {
                return false;
            }
            for one in &self.options[option] {
                match (one.colour, colours[one.item]) {
                    (Some(colour), Some(before)) if colour == before => continue,
                    (Some(colour), None) => colours[one.item] = Some(colour),
                    // A second use without the same colour counts twice and exceeds the maximum.
                    _ => {}
                }
                used[one.item] += 1;
            }
        }
        self.items.iter().zip(used).all(|(item, used)| (item.min..=item.max).contains(&used))
    }
}
