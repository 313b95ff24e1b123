//! Exact cover with colours and multiplicities: the third form a problem may be lowered to, beside clauses and rows.
//!
//! *Options* are chosen or not; each uses some *items*, and an item says how often it has to be used: exactly once
//! (primary, `1..=1`), at most once (secondary, `0..=1`), or any other range. A secondary item may be used in a colour;
//! then any number of options may use it, as long as they agree on the colour. This is XCC with the multiplicities of
//! Algorithm M (D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1), with sets of options as solutions:
//! no order among them.
//!
//! Knows no puzzle and none of the other forms. The way from the IR is in [`lower`]; the engine is in `backend`.
//!
//! ```
//! use boardwright::exact_cover::{ExactCover, Use};
//! // A row of three cells and two dominoes that may lie on it, of which one has to.
//! let mut cover = ExactCover::new();
//! let cells: Vec<usize> = (0..3).map(|_| cover.item(0, 1)).collect();
//! let dominoes = cover.item(1, 1);
//! let left = cover.option([Use::of(cells[0]), Use::of(cells[1]), Use::of(dominoes)]);
//! let right = cover.option([Use::of(cells[1]), Use::of(cells[2]), Use::of(dominoes)]);
//! assert!(cover.holds(&[left]) && cover.holds(&[right]));
//! assert!(!cover.holds(&[left, right]) && !cover.holds(&[]));
//! ```

pub mod lower;

/// How often an item is to be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Item {
    /// At least so often.
    pub min: usize,
    /// At most so often. Less than `min`: there is no solution.
    pub max: usize,
}

/// An item that an option uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Use {
    /// Its index, 0-based.
    pub item: usize,
    /// In which colour; `None`: it is used up.
    pub colour: Option<usize>,
}

impl Use {
    /// Without a colour.
    pub fn of(item: usize) -> Use {
        Use { item, colour: None }
    }

    /// In a colour: any number, an identity only.
    pub fn coloured(item: usize, colour: usize) -> Use {
        Use { item, colour: Some(colour) }
    }
}

/// Items and options. Empty: it has one solution, the empty set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExactCover {
    items: Vec<Item>,
    options: Vec<Vec<Use>>,
}

impl ExactCover {
    /// No items, no options.
    pub fn new() -> ExactCover {
        ExactCover::default()
    }

    /// A new item, to be used `min..=max` times. Returns its index.
    pub fn item(&mut self, min: usize, max: usize) -> usize {
        self.items.push(Item { min, max });
        self.items.len() - 1
    }

    /// A new option, which uses each of these items once. Returns its index.
    ///
    /// # Panics
    /// When an item does not exist, is there twice, or has a colour without being `0..=1`.
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

    /// All items.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// All options: what each uses, in order of the items.
    pub fn options(&self) -> &[Vec<Use>] {
        &self.options
    }

    /// Whether these options, each at most once, use every item as it is to be used.
    ///
    /// # Panics
    /// When an option does not exist.
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
                    // A second use that does not agree: too many.
                    _ => {}
                }
                used[one.item] += 1;
            }
        }
        self.items.iter().zip(used).all(|(item, used)| (item.min..=item.max).contains(&used))
    }
}
