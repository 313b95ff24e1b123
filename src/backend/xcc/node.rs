//! A node of the search: which options are left, and what to branch on.
//!
//! The options that are left stand in a list. A node's list is its parent's without the options that need a slot which
//! was just taken; nothing is ever put back. If that leaves no item bare, all items are counted at once: for each slot, how
//! many options of the list need it, as a number whose binary digits lie in four masks (`1`, `2`, `4`, and "8 or more").
//! Adding an option to all its slots' counters takes seven operations on masks, whatever the number of items.

use super::known::State;
use super::table::{Mask, Multiple, Table, add, disjoint, has};
use std::ops::Range;
use std::rc::Rc;

/// How many options of a list need each slot: 0 to 7, or more.
#[derive(Clone, Copy)]
pub(super) struct Counts<const N: usize> {
    digits: [Mask<N>; 3],
    /// 8 or more.
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

    /// The slots that exactly so many options need, `1..=7`.
    #[inline(always)]
    fn exactly(&self, number: usize, word: usize) -> u64 {
        let digit = |index: usize| {
            let digit = self.digits[index][word];
            if number >> index & 1 == 1 { digit } else { !digit }
        };
        digit(0) & digit(1) & digit(2) & !self.many[word]
    }

    /// How many options need a slot; `None` for 8 or more.
    fn of(&self, slot: usize) -> Option<u32> {
        let digit = |index: usize| u32::from(has(&self.digits[index], slot)) << index;
        (!has(&self.many, slot)).then(|| digit(0) | digit(1) | digit(2))
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// Some item cannot be covered any more.
    Dead,
    /// Everything is covered and nothing is left to choose.
    Solved,
    /// One of the options that need this slot is chosen; they exclude each other.
    One(usize),
    /// Of the options that need this slot, at least so many are chosen; so many are left.
    Several { slot: usize, need: usize },
    /// Everything is covered; any of the options that are left may be chosen besides.
    Any,
}

/// Where the search stands: the lists of all nodes from the root, and how often items are used.
pub(super) struct Stack<const N: usize> {
    pub(super) table: Rc<Table<N>>,
    /// The lists, one behind the other.
    lists: Vec<u32>,
    /// How often each of the table's `multiples` is used.
    used: Vec<u32>,
    /// The options that are chosen.
    pub(super) chosen: Vec<u32>,
    /// Nodes visited.
    pub(super) nodes: u64,
}

impl<const N: usize> Stack<N> {
    pub(super) fn new(table: &Rc<Table<N>>) -> Stack<N> {
        let used = vec![0; table.multiples.len()];
        Stack { table: Rc::clone(table), lists: Vec::new(), used, chosen: Vec::new(), nodes: 0 }
    }

    /// The options of a list.
    pub(super) fn list(&self, list: &Range<usize>) -> &[u32] {
        &self.lists[list.clone()]
    }

    /// Makes the first list.
    pub(super) fn start(&mut self, options: &[u32]) -> Range<usize> {
        self.lists = options.to_vec();
        0..options.len()
    }

    /// Appends a list of options behind `end`.
    pub(super) fn append(&mut self, end: usize, options: &[u32]) -> Range<usize> {
        self.lists.truncate(end);
        self.lists.extend_from_slice(options);
        end..self.lists.len()
    }

    /// A list from place `start` on, behind that of `parent`, without the options that need a slot of `taken`: the list and
    /// the slots that its options need.
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
            // Written in any case: whether it stays is anyone's guess, and a wrong guess costs more.
            to[length] = option;
            length += usize::from(disjoint(&needs[option as usize], taken));
        }
        let mut live = [0; N];
        for &option in &to[..length] {
            add(&mut live, &needs[option as usize]);
        }
        (start..start + length, live)
    }

    /// How many options of a list need each slot.
    #[inline(always)]
    pub(super) fn counts(&self, list: &Range<usize>) -> Counts<N> {
        let needs = &self.table.needs[..];
        let mut counts = Counts::ZERO;
        for &option in self.list(list) {
            counts.add(&needs[option as usize]);
        }
        counts
    }

    /// Whether options that need the slots `live` cover what is open, as far as that can be told from the slots alone. Of
    /// items of several uses, only those in `scope` are looked at.
    #[inline(always)]
    pub(super) fn is_alive(&self, open: &Mask<N>, live: &Mask<N>, scope: &Mask<N>) -> bool {
        let needy = |(multiple, used): (&Multiple, &u32)| {
            *used < multiple.min && has(scope, multiple.slot) && !has(live, multiple.slot)
        };
        within(open, live) && !self.table.multiples.iter().zip(&self.used).any(needy)
    }

    /// The state of the search, as far as what is to come depends on it; `None`: too much to tell. For a node that
    /// [`Stack::is_alive`].
    #[inline(always)]
    pub(super) fn state(&self, live: &Mask<N>) -> Option<State<N>> {
        let mut told = 0;
        let mut used = 0;
        for (multiple, &times) in self.table.multiples.iter().zip(&self.used) {
            if has(live, multiple.slot) {
                if told == 8 || times > 255 {
                    return None;
                }
                told += 1;
                used = used << 8 | u64::from(times);
            }
        }
        Some(State { live: *live, used })
    }

    /// What a node is whose items `open` are still to be covered once, and so are those of several uses in `scope`.
    #[inline(always)]
    pub(super) fn choose(&self, list: &Range<usize>, counts: &Counts<N>, open: &Mask<N>, scope: &Mask<N>) -> Choice {
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
            return Choice::One(self.rarest(list, open));
        }
        match several {
            Some((_, slot, need)) => Choice::Several { slot, need },
            None if list.is_empty() => Choice::Solved,
            None => Choice::Any,
        }
    }

    /// How many options of a list need a slot.
    fn count(&self, list: &Range<usize>, slot: usize) -> usize {
        self.list(list).iter().filter(|&&option| has(&self.table.needs[option as usize], slot)).count()
    }

    /// The first of the slots that the fewest options need, counted one by one: near the root, where all need many.
    #[cold]
    fn rarest(&self, list: &Range<usize>, open: &Mask<N>) -> usize {
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
        open.min_by_key(|&slot| counts[slot]).expect("some slot is open")
    }

    /// Chooses an option: the slots that are taken by that.
    #[inline(always)]
    pub(super) fn take(&mut self, option: u32) -> Mask<N> {
        self.chosen.push(option);
        let mut taken = self.table.takes[option as usize];
        for &multiple in &self.table.several[option as usize] {
            let multiple = multiple as usize;
            self.used[multiple] += 1;
            if self.used[multiple] == self.table.multiples[multiple].max {
                super::table::set(&mut taken, self.table.multiples[multiple].slot);
            }
        }
        taken
    }

    /// Takes all choices back but the first so many.
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

    /// Chooses what has to be chosen, all at once: every option of a list that is the last for an item of `open`. The slots
    /// that are taken by them, none when there is no such item; `None` when two of them exclude each other.
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

    /// The options to branch on, appended to `branches`, and whether a branch leaves out those before it.
    pub(super) fn branches(&self, list: &Range<usize>, choice: Choice, branches: &mut Vec<u32>) -> bool {
        let needs = |slot: usize| move |option: &&u32| has(&self.table.needs[**option as usize], slot);
        match choice {
            Choice::One(slot) => {
                branches.extend(self.list(list).iter().filter(needs(slot)));
                false
            }
            Choice::Several { slot, need } => {
                let first = branches.len();
                branches.extend(self.list(list).iter().filter(needs(slot)));
                // The first that is chosen is none of the last `need - 1`.
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

/// `mask` without the slots of `less`.
#[inline(always)]
pub(super) fn without<const N: usize>(mask: &Mask<N>, less: &Mask<N>) -> Mask<N> {
    std::array::from_fn(|word| mask[word] & !less[word])
}

/// The slots of both.
#[inline(always)]
pub(super) fn joined<const N: usize>(a: &Mask<N>, b: &Mask<N>) -> Mask<N> {
    let mut both = *a;
    add(&mut both, b);
    both
}

/// Whether all slots of `part` are in `whole`.
#[inline(always)]
pub(super) fn within<const N: usize>(part: &Mask<N>, whole: &Mask<N>) -> bool {
    let mut missing = 0;
    for word in 0..N {
        missing |= part[word] & !whole[word];
    }
    missing == 0
}
