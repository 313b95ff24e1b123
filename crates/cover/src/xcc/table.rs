//! The bit representation of a cover: *slots*, and for every option the slots it needs and the slots it takes.
//!
//! An option can be chosen while none of its needed slots is taken. A plain item (at most once) is a slot that its
//! options need and take. An item with `k` colours has `k + 1` slots: an option in a colour needs that colour's slot
//! and takes all others; an option without colour needs the first and takes all. An item with a multiplicity is a slot
//! that its options need and that is taken when the item is full. The set of taken slots therefore determines which
//! options can be chosen.
//!
//! An option with no item `1..=1` may have to be *excluded* by a branch; it has its own slot for that.

use crate::ExactCover;
use std::collections::BTreeMap;

/// A set of slots.
pub(super) type Mask<const N: usize> = [u64; N];

/// Returns whether two masks are disjoint.
#[inline(always)]
pub(super) fn disjoint<const N: usize>(a: &Mask<N>, b: &Mask<N>) -> bool {
    let mut common = 0;
    for word in 0..N {
        common |= a[word] & b[word];
    }
    common == 0
}

/// Adds the slots of `more`.
#[inline(always)]
pub(super) fn add<const N: usize>(mask: &mut Mask<N>, more: &Mask<N>) {
    for word in 0..N {
        mask[word] |= more[word];
    }
}

/// Returns whether the mask contains a slot.
#[inline(always)]
pub(super) fn has<const N: usize>(mask: &Mask<N>, slot: usize) -> bool {
    mask[slot / 64] >> (slot % 64) & 1 == 1
}

/// Adds a slot.
pub(super) fn set<const N: usize>(mask: &mut Mask<N>, slot: usize) {
    mask[slot / 64] |= 1 << (slot % 64);
}

/// An item with a multiplicity.
#[derive(Debug, Clone, Copy)]
pub(super) struct Multiple {
    pub(super) slot: usize,
    pub(super) min: u32,
    pub(super) max: u32,
}

/// The numbering of the slots of a cover.
pub(super) struct Layout {
    /// The first slot of each item; for items with colours, it is for uses without colour.
    first: Vec<usize>,
    /// The colours of each item, numbered from 1; usually empty.
    colours: Vec<BTreeMap<usize, usize>>,
    /// The slot that excludes each option, if it has one.
    own: Vec<Option<usize>>,
    /// The number of slots.
    pub(super) slots: usize,
}

impl Layout {
    /// Numbers the slots, items first and in order, so that ties between items are broken by their order.
    pub(super) fn new(cover: &ExactCover) -> Layout {
        let mut colours: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); cover.items().len()];
        for one in cover.options().iter().flatten() {
            if let Some(colour) = one.colour {
                let next = colours[one.item].len() + 1;
                colours[one.item].entry(colour).or_insert(next);
            }
        }
        let mut slots = 0;
        let mut claim = |count: usize| {
            slots += count;
            slots - count
        };
        let first = colours.iter().map(|colours| claim(colours.len() + 1)).collect();
        let once = |item: usize| (cover.items()[item].min, cover.items()[item].max) == (1, 1);
        let undecided = |uses: &Vec<_>| !uses.iter().any(|one: &crate::Use| once(one.item));
        let own = cover.options().iter().map(|uses| undecided(uses).then(|| claim(1))).collect();
        Layout { first, colours, own, slots }
    }
}

/// The bit representation.
pub(super) struct Table<const N: usize> {
    /// For each option, the slots that must be free.
    pub(super) needs: Vec<Mask<N>>,
    /// For each option, the slots that it takes.
    pub(super) takes: Vec<Mask<N>>,
    /// For each option, the mask of the slot that excludes it; empty if it has none.
    pub(super) own: Vec<Mask<N>>,
    /// The slots of the items to be used exactly once.
    pub(super) once: Mask<N>,
    /// The items with multiplicities.
    pub(super) multiples: Vec<Multiple>,
    /// The item with the least maximum in `multiples` that all usable options use; `None` if it has room for all of them.
    pub(super) cap: Option<usize>,
    /// For each option, the indices in `multiples` of the items it uses.
    pub(super) several: Vec<Vec<u32>>,
    /// The options that can be used at all.
    pub(super) options: Vec<u32>,
    /// Whether an item's minimum exceeds its maximum.
    pub(super) impossible: bool,
}

impl<const N: usize> Table<N> {
    /// Builds the table of a cover whose layout has at most `64 N` slots.
    pub(super) fn new(cover: &ExactCover, layout: &Layout) -> Table<N> {
        let count = cover.options().len();
        let mut table = Table {
            needs: vec![[0; N]; count],
            takes: vec![[0; N]; count],
            own: vec![[0; N]; count],
            once: [0; N],
            multiples: Vec::new(),
            cap: None,
            several: vec![Vec::new(); count],
            options: Vec::new(),
            impossible: false,
        };
        let mut multiple = vec![None; cover.items().len()];
        let number = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
        for (index, item) in cover.items().iter().enumerate() {
            let slot = layout.first[index];
            table.impossible |= item.min > item.max;
            if (item.min, item.max) == (1, 1) {
                set(&mut table.once, slot);
            } else if item.max > 1 {
                multiple[index] = Some(number(table.multiples.len()));
                table.multiples.push(Multiple { slot, min: number(item.min), max: number(item.max) });
            }
        }
        for (option, uses) in cover.options().iter().enumerate() {
            let (needs, takes) = (&mut table.needs[option], &mut table.takes[option]);
            for one in uses {
                let first = layout.first[one.item];
                let colours = &layout.colours[one.item];
                let number = one.colour.map_or(0, |colour| colours[&colour]);
                set(needs, first + number);
                if let Some(multiple) = multiple[one.item] {
                    table.several[option].push(multiple);
                } else {
                    let others = (0..=colours.len()).filter(|&other| one.colour.is_none() || other != number);
                    others.for_each(|other| set(takes, first + other));
                }
            }
            if let Some(slot) = layout.own[option] {
                set(needs, slot);
                set(takes, slot);
                set(&mut table.own[option], slot);
            }
            if uses.iter().all(|one| cover.items()[one.item].max > 0) {
                table.options.push(option as u32);
            }
        }
        let of_all = |index: &usize| {
            let used = |&option: &u32| table.several[option as usize].contains(&(*index as u32));
            table.options.iter().all(used) && (table.multiples[*index].max as usize) < table.options.len()
        };
        let least = (0..table.multiples.len()).filter(of_all).min_by_key(|&index| table.multiples[index].max);
        table.cap = least;
        table
    }
}
