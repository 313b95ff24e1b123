//! A cover turned into bits: *slots*, and for every option the slots that it needs and the slots that it takes.
//!
//! An option can be chosen as long as none of the slots it needs is taken. A plain item (at most once) is a slot that its
//! options need and take. An item with `k` colours has `k + 1` slots: an option in a colour needs that colour's slot and
//! takes all others; an option without colour needs the first and takes all. An item that may be used several times is a
//! slot which its options need and which is taken when the item is full. So what can still be chosen depends on the
//! slots that are taken, and on nothing else.
//!
//! An option that no item `1..=1` decides may have to be *left out* by a branch of its own; it gets a slot for that.

use crate::exact_cover::ExactCover;
use std::collections::BTreeMap;

/// A set of slots.
pub(super) type Mask<const N: usize> = [u64; N];

/// `a` and `b` have no slot in common.
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

/// Whether there is such a slot in it.
#[inline(always)]
pub(super) fn has<const N: usize>(mask: &Mask<N>, slot: usize) -> bool {
    mask[slot / 64] >> (slot % 64) & 1 == 1
}

/// Adds a slot.
pub(super) fn set<const N: usize>(mask: &mut Mask<N>, slot: usize) {
    mask[slot / 64] |= 1 << (slot % 64);
}

/// An item that may be used several times.
#[derive(Debug, Clone, Copy)]
pub(super) struct Multiple {
    pub(super) slot: usize,
    pub(super) min: u32,
    pub(super) max: u32,
}

/// The slots of a cover, numbered.
pub(super) struct Layout {
    /// Of each item: its slots; with colours, the first is for uses without colour.
    first: Vec<usize>,
    /// Of each item: its colours, with their numbers from 1; empty for most.
    colours: Vec<BTreeMap<usize, usize>>,
    /// Of each option: the slot by which it is left out, if it has one.
    own: Vec<Option<usize>>,
    /// How many slots there are.
    pub(super) slots: usize,
}

impl Layout {
    /// Numbers the slots: items first, in their order, so that of equal items the first is branched on.
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
        let undecided = |uses: &Vec<_>| !uses.iter().any(|one: &crate::exact_cover::Use| once(one.item));
        let own = cover.options().iter().map(|uses| undecided(uses).then(|| claim(1))).collect();
        Layout { first, colours, own, slots }
    }
}

/// The bits.
pub(super) struct Table<const N: usize> {
    /// Of each option: the slots that have to be free.
    pub(super) needs: Vec<Mask<N>>,
    /// Of each option: the slots that it takes.
    pub(super) takes: Vec<Mask<N>>,
    /// Of each option: the slot that leaves it out, alone; empty when it needs none.
    pub(super) own: Vec<Mask<N>>,
    /// The slots of the items to be used exactly once.
    pub(super) once: Mask<N>,
    /// The items that may be used several times.
    pub(super) multiples: Vec<Multiple>,
    /// Of each option: which of `multiples` it uses.
    pub(super) several: Vec<Vec<u32>>,
    /// The options that may be used at all.
    pub(super) options: Vec<u32>,
    /// Whether some item can never be used as often as it has to be.
    pub(super) impossible: bool,
}

impl<const N: usize> Table<N> {
    /// The bits of a cover whose layout has at most `64 N` slots.
    pub(super) fn new(cover: &ExactCover, layout: &Layout) -> Table<N> {
        let count = cover.options().len();
        let mut table = Table {
            needs: vec![[0; N]; count],
            takes: vec![[0; N]; count],
            own: vec![[0; N]; count],
            once: [0; N],
            multiples: Vec::new(),
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
        table
    }
}
