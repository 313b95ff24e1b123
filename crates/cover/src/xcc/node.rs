//! A node of the search: the remaining options and the choice of a branch.
//!
//! The remaining options are a list: the parent's list without the options that need a slot just taken; nothing is
//! restored on backtracking. Unless an item has no options left, all items are counted at once: the number of options
//! that need each slot is stored as binary digits in four masks (`1`, `2`, `4`, and "8 or more"). Adding an option to
//! the counters of all its slots takes seven mask operations, independent of the number of items.

use super::bound::{Bounded, Gains};
use super::known::State;
use super::order::Order;
use super::table::{Mask, Multiple, Table, add, disjoint, has, set};
use std::ops::Range;
use std::rc::Rc;

/// The number of options of a list that need each slot: 0 to 7, or more.
#[derive(Clone, Copy)]
pub(super) struct Counts<const N: usize> {
    digits: [Mask<N>; 3],
    /// The slots with 8 or more.
    many: Mask<N>,
}

impl<const N: usize> Counts<N> {
    const ZERO: Counts<N> = Counts { digits: [[0; N]; 3], many: [0; N] };

    #[inline(always)]
    fn add(&mut self, mask: &Mask<N>) {
        for word in 0..N {
            let mut carry = mask[word];
            for digit in &mut self.digits {
                let next = digit[word] & carry;
                digit[word] ^= carry;
                carry = next;
            }
            self.many[word] |= carry;
        }
    }

    /// Returns the slots that exactly `number` options need, `1..=7`.
    #[inline(always)]
    fn exactly(&self, number: usize, word: usize) -> u64 {
        let digit = |index: usize| {
            let digit = self.digits[index][word];
            if number >> index & 1 == 1 { digit } else { !digit }
        };
        digit(0) & digit(1) & digit(2) & !self.many[word]
    }

    /// Returns the number of options that need a slot; `None` for 8 or more.
    fn of(&self, slot: usize) -> Option<u32> {
        let digit = |index: usize| u32::from(has(&self.digits[index], slot)) << index;
        (!has(&self.many, slot)).then(|| digit(0) | digit(1) | digit(2))
    }
}

/// How to proceed at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// Some item can no longer be covered.
    Dead,
    /// Everything is covered and no option remains.
    Solved,
    /// Branch on the options that need this slot; they exclude each other.
    One(usize),
    /// Branch on the options that need this slot, of which at least `need` are chosen.
    Several { slot: usize, need: usize },
    /// Everything is covered; any subset of the remaining options can be added.
    Any,
}

/// The options of an entered cube.
#[derive(Default)]
pub(super) struct Entered {
    pub(super) with: Vec<u32>,
    pub(super) without: Vec<u32>,
}

/// The state of the search: the lists of all nodes from the root, and the use counts of items.
pub(super) struct Stack<const N: usize> {
    pub(super) table: Rc<Table<N>>,
    /// The lists, consecutively.
    lists: Vec<u32>,
    /// The use count of each of the table's `multiples`.
    used: Vec<u32>,
    /// The chosen options.
    pub(super) chosen: Vec<u32>,
    /// The number of visited nodes.
    pub(super) nodes: u64,
    /// The buffers of the covering bound.
    gains: Gains,
}

impl<const N: usize> Stack<N> {
    pub(super) fn new(table: &Rc<Table<N>>) -> Stack<N> {
        let used = vec![0; table.multiples.len()];
        let gains = Gains::default();
        Stack { table: Rc::clone(table), lists: Vec::new(), used, chosen: Vec::new(), nodes: 0, gains }
    }

    /// Returns the options of a list.
    pub(super) fn list(&self, list: &Range<usize>) -> &[u32] {
        &self.lists[list.clone()]
    }

    /// Undoes all choices, then makes those of a cube. Returns the list and the open items; `None` if the cube is contradictory.
    pub(super) fn root(&mut self, cube: &Entered) -> Option<(Range<usize>, Mask<N>)> {
        self.back_to(0);
        let table = Rc::clone(&self.table);
        if table.impossible {
            return None;
        }
        let (mut open, mut all) = (table.once, [0; N]);
        for &option in &cube.with {
            let usable = table.options.binary_search(&option).is_ok() && !cube.without.contains(&option);
            if !usable || !disjoint(&table.needs[option as usize], &all) {
                return None;
            }
            let taken = self.take(option);
            open = without(&open, &taken);
            add(&mut all, &taken);
        }
        self.lists.clear();
        let free = |option: &&u32| disjoint(&table.needs[**option as usize], &all) && !cube.without.contains(option);
        self.lists.extend(table.options.iter().filter(free));
        Some((0..self.lists.len(), open))
    }

    /// Appends a list at `end`.
    pub(super) fn append(&mut self, end: usize, options: &[u32]) -> Range<usize> {
        self.lists.truncate(end);
        self.lists.extend_from_slice(options);
        end..self.lists.len()
    }

    /// Creates the list at `start` of the parent's options that need no slot of `taken`; returns it and the slots that
    /// its options need.
    #[inline(always)]
    pub(super) fn narrow(&mut self, parent: &Range<usize>, start: usize, taken: &Mask<N>) -> (Range<usize>, Mask<N>) {
        self.nodes += 1;
        let room = start + parent.len();
        if self.lists.len() < room {
            self.lists.resize(room, 0);
        }
        let (before, after) = self.lists.split_at_mut(start);
        let (from, to) = (&before[parent.clone()], &mut after[..parent.len()]);
        let needs = &self.table.needs[..];
        let mut length = 0;
        for &option in from {
            // Always written: the branch would be unpredictable, and a misprediction costs more.
            to[length] = option;
            length += usize::from(disjoint(&needs[option as usize], taken));
        }
        let mut live = [0; N];
        for &option in &to[..length] {
            add(&mut live, &needs[option as usize]);
        }
        (start..start + length, live)
    }

    /// Applies the covering bound to a node with the open items `open` and the items with multiplicities in `scope`. Returns whether
    /// options were removed, with the list and the slots that it needs; `None` if there is no solution.
    pub(super) fn bounded(
        &mut self,
        list: Range<usize>,
        live: Mask<N>,
        open: &Mask<N>,
        scope: &Mask<N>,
    ) -> Option<(bool, Range<usize>, Mask<N>)> {
        let kept = Some((false, list.clone(), live));
        let Some(cap) = self.table.cap else { return kept };
        let room = self.table.multiples[cap].max.saturating_sub(self.used[cap]) as usize;
        let mut needy = *open;
        let mut needed: usize = open.iter().map(|word| word.count_ones() as usize).sum();
        for (index, (multiple, &used)) in self.table.multiples.iter().zip(&self.used).enumerate() {
            if index != cap && used < multiple.min && has(scope, multiple.slot) {
                set(&mut needy, multiple.slot);
                needed += (multiple.min - used) as usize;
            }
        }
        if needed == 0 || room == 0 {
            return kept;
        }
        match self.gains.bound(&self.table, &self.lists[list.clone()], &needy, needed, room) {
            Bounded::Dead => None,
            Bounded::Kept => kept,
            Bounded::Fewer(options) => {
                let mut live = [0; N];
                options.iter().for_each(|&option| add(&mut live, &self.table.needs[option as usize]));
                Some((true, self.append(list.end, &options), live))
            }
        }
    }

    /// Counts the options of a list that need each slot.
    #[inline(always)]
    pub(super) fn counts(&self, list: &Range<usize>) -> Counts<N> {
        let needs = &self.table.needs[..];
        let mut counts = Counts::ZERO;
        for &option in self.list(list) {
            counts.add(&needs[option as usize]);
        }
        counts
    }

    /// Returns whether options that need the slots `live` can cover the open items, judging by the slots alone. Of the
    /// items with multiplicities, only those in `scope` are checked.
    #[inline(always)]
    pub(super) fn is_alive(&self, open: &Mask<N>, live: &Mask<N>, scope: &Mask<N>) -> bool {
        let needy = |(multiple, used): (&Multiple, &u32)| {
            *used < multiple.min && has(scope, multiple.slot) && !has(live, multiple.slot)
        };
        within(open, live) && !self.table.multiples.iter().zip(&self.used).any(needy)
    }

    /// Returns the state that determines the remaining search; `None` if it is too large to pack. Requires
    /// [`Stack::is_alive`].
    #[inline(always)]
    pub(super) fn state(&self, live: &Mask<N>) -> Option<State<N>> {
        let mut packed = 0;
        let mut used = 0;
        for (multiple, &times) in self.table.multiples.iter().zip(&self.used) {
            if has(live, multiple.slot) {
                if packed == 8 || times > 255 {
                    return None;
                }
                packed += 1;
                used = used << 8 | u64::from(times);
            }
        }
        Some(State { live: *live, used })
    }

    /// Returns how to proceed at a node with the open items `open` and the items with multiplicities in `scope`. Among items with
    /// equally few options it takes the first one of the order, if there is one.
    #[inline(always)]
    pub(super) fn choose(
        &self,
        list: &Range<usize>,
        counts: &Counts<N>,
        open: &Mask<N>,
        scope: &Mask<N>,
        order: Option<&Order<N>>,
    ) -> Choice {
        let mut several: Option<(usize, usize, usize)> = None;
        for (multiple, &used) in self.table.multiples.iter().zip(&self.used) {
            let need = multiple.min.saturating_sub(used) as usize;
            if need == 0 || !has(scope, multiple.slot) {
                continue;
            }
            let count = match counts.of(multiple.slot) {
                Some(count) => count as usize,
                None => self.count(list, multiple.slot),
            };
            if count < need {
                return Choice::Dead;
            }
            if several.is_none_or(|(spare, ..)| count - need < spare) {
                several = Some((count - need, multiple.slot, need));
            }
        }
        if let Some((0, slot, need)) = several {
            return Choice::Several { slot, need };
        }
        let mut some = false;
        for number in 2..8 {
            if let Some(order) = order {
                let few = std::array::from_fn(|word| open[word] & counts.exactly(number, word));
                if let Some(slot) = order.first(&few) {
                    return Choice::One(slot);
                }
            }
            for (word, open) in open.iter().enumerate() {
                let slots = open & counts.exactly(number, word);
                if slots != 0 {
                    return Choice::One(word * 64 + slots.trailing_zeros() as usize);
                }
                some |= *open != 0;
            }
            if !some {
                break;
            }
        }
        if some {
            return Choice::One(self.rarest(list, open, order));
        }
        match several {
            Some((_, slot, need)) => Choice::Several { slot, need },
            None if list.is_empty() => Choice::Solved,
            None => Choice::Any,
        }
    }

    /// Counts the options of a list that need a slot.
    fn count(&self, list: &Range<usize>, slot: usize) -> usize {
        self.list(list).iter().filter(|&&option| has(&self.table.needs[option as usize], slot)).count()
    }

    /// Returns the first open slot with the fewest options, counting each: near the root, where all have many.
    #[cold]
    fn rarest(&self, list: &Range<usize>, open: &Mask<N>, order: Option<&Order<N>>) -> usize {
        let mut counts = vec![0u32; 64 * N];
        for &option in self.list(list) {
            for word in 0..N {
                let mut slots = self.table.needs[option as usize][word] & open[word];
                while slots != 0 {
                    counts[word * 64 + slots.trailing_zeros() as usize] += 1;
                    slots &= slots - 1;
                }
            }
        }
        let open = (0..64 * N).filter(|&slot| has(open, slot));
        let late = |slot: usize| order.map_or(0, |order| u32::MAX - order.weight(slot));
        open.min_by_key(|&slot| (counts[slot], late(slot))).expect("some slot is open")
    }

    /// Chooses an option; returns the slots taken by that.
    #[inline(always)]
    pub(super) fn take(&mut self, option: u32) -> Mask<N> {
        self.chosen.push(option);
        let mut taken = self.table.takes[option as usize];
        for &multiple in &self.table.several[option as usize] {
            let multiple = multiple as usize;
            self.used[multiple] += 1;
            if self.used[multiple] == self.table.multiples[multiple].max {
                set(&mut taken, self.table.multiples[multiple].slot);
            }
        }
        taken
    }

    /// Undoes all choices but the first `chosen`.
    #[inline(always)]
    pub(super) fn back_to(&mut self, chosen: usize) {
        while self.chosen.len() > chosen
            && let Some(option) = self.chosen.pop()
        {
            for &multiple in &self.table.several[option as usize] {
                self.used[multiple as usize] -= 1;
            }
        }
    }

    /// Chooses every option that is the last for an item of `open`. Returns the slots taken (empty if there is no such
    /// item), or `None` if two of these options exclude each other.
    #[inline(always)]
    pub(super) fn force(&mut self, list: &Range<usize>, counts: &Counts<N>, open: &Mask<N>) -> Option<Mask<N>> {
        let mut taken = [0; N];
        let last: Mask<N> = std::array::from_fn(|word| open[word] & counts.exactly(1, word));
        if last == [0; N] {
            return Some(taken);
        }
        for at in list.clone() {
            let option = self.lists[at];
            let needs = &self.table.needs[option as usize];
            if !disjoint(needs, &last) {
                if !disjoint(needs, &taken) {
                    return None;
                }
                add(&mut taken, &self.take(option));
            }
        }
        Some(taken)
    }

    /// Appends the options that need a slot to `branches`.
    #[inline(always)]
    fn needing(&self, list: &Range<usize>, slot: usize, branches: &mut Vec<u32>) {
        let mut end = branches.len();
        branches.resize(end + list.len(), 0);
        for &option in self.list(list) {
            // Always written, as in `narrow`.
            branches[end] = option;
            end += usize::from(has(&self.table.needs[option as usize], slot));
        }
        branches.truncate(end);
    }

    /// Appends the options to branch on to `branches`; returns whether a branch excludes the options of earlier
    /// branches.
    pub(super) fn branches(&self, list: &Range<usize>, choice: Choice, branches: &mut Vec<u32>) -> bool {
        match choice {
            Choice::One(slot) => {
                self.needing(list, slot, branches);
                false
            }
            Choice::Several { slot, need } => {
                let first = branches.len();
                self.needing(list, slot, branches);
                // The first chosen option is none of the last `need - 1`.
                branches.truncate(branches.len() + 1 - need);
                debug_assert!(branches.len() > first);
                true
            }
            Choice::Any => {
                branches.extend(self.list(list));
                true
            }
            Choice::Dead | Choice::Solved => false,
        }
    }
}

/// Returns `mask` without the slots of `less`.
#[inline(always)]
pub(super) fn without<const N: usize>(mask: &Mask<N>, less: &Mask<N>) -> Mask<N> {
    std::array::from_fn(|word| mask[word] & !less[word])
}

/// Returns the union.
#[inline(always)]
pub(super) fn joined<const N: usize>(a: &Mask<N>, b: &Mask<N>) -> Mask<N> {
    let mut both = *a;
    add(&mut both, b);
    both
}

/// Returns whether `part` is a subset of `whole`.
#[inline(always)]
pub(super) fn within<const N: usize>(part: &Mask<N>, whole: &Mask<N>) -> bool {
    let mut missing = 0;
    for word in 0..N {
        missing |= part[word] & !whole[word];
    }
    missing == 0
}
