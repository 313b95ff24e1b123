//! Counts the solutions without enumerating them.
//!
//! Two techniques: the remaining options may split into components that share no slot, whose counts multiply; and the
//! count of a node depends only on its state, the slots its options need, so it is cached (M. Nishino, N. Yasuda, S.
//! Minato, M. Nagata, "Dancing with Decision Diagrams", AAAI 2017). The 12,988,816 domino tilings of a chessboard have
//! a few thousand states.

use super::known::{Known, State};
use super::list::{BETWEEN, root};
use super::node::{Choice, Stack, joined, within, without};
use super::table::{Mask, Table, add, disjoint};
use crate::backend::CoverCount;
use crate::budget::Budget;
use num_bigint::BigUint;
use std::ops::Range;
use std::rc::Rc;

/// The minimal length of a list that is split into components.
const WORTH_SPLITTING: usize = 6;

/// A count; converted to a big integer on overflow.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Number {
    Small(u128),
    Large(BigUint),
}

impl Number {
    const ZERO: Number = Number::Small(0);
    const ONE: Number = Number::Small(1);

    fn large(&self) -> BigUint {
        match self {
            Number::Small(number) => (*number).into(),
            Number::Large(number) => number.clone(),
        }
    }

    fn plus(&self, other: &Number) -> Number {
        match (self, other) {
            (Number::Small(a), Number::Small(b)) if a.checked_add(*b).is_some() => Number::Small(a + b),
            _ => Number::Large(self.large() + other.large()),
        }
    }

    fn times(&self, other: &Number) -> Number {
        match (self, other) {
            (Number::Small(a), Number::Small(b)) if a.checked_mul(*b).is_some() => Number::Small(a * b),
            _ => Number::Large(self.large() * other.large()),
        }
    }
}

/// A node whose count is being computed.
struct Frame<const N: usize> {
    work: Work<N>,
    /// The count so far.
    count: Number,
    /// The state for the cache.
    state: Option<State<N>>,
    /// The items with multiplicities that it must cover.
    scope: Mask<N>,
    /// The start of children's lists.
    top: usize,
    /// The number of options chosen before its children.
    chosen: usize,
}

enum Work<const N: usize> {
    /// The sum over branches.
    Branches {
        list: Range<usize>,
        open: Mask<N>,
        /// The remaining branches.
        next: Range<usize>,
        taken: Option<u32>,
        ordered: bool,
        left_out: Mask<N>,
    },
    /// The product over components: their lists and slots; the last one is next.
    Components { parts: Vec<(Range<usize>, Mask<N>)>, open: Mask<N> },
}

/// The result of visiting a node.
enum Visited {
    /// Its count.
    Count(Number),
    /// The node was pushed on the stack.
    Pushed,
}

struct Counting<const N: usize> {
    stack: Stack<N>,
    frames: Vec<Frame<N>>,
    branches: Vec<u32>,
    known: Known<N, Number>,
}

/// Counts the solutions with the options `with` and without the options `without_these`, and the nodes visited.
pub(super) fn count<const N: usize>(
    table: &Rc<Table<N>>,
    with: &[u32],
    without_these: &[u32],
    budget: &Budget,
) -> (CoverCount, u64) {
    let mut stack = Stack::new(table);
    let Some((list, open)) = root(&mut stack, with, without_these) else {
        return (CoverCount::Exactly(BigUint::ZERO), 0);
    };
    let mut counting = Counting { stack, frames: Vec::new(), branches: Vec::new(), known: Known::new() };
    let count = counting.run(list, open, budget);
    (count, counting.stack.nodes)
}

impl<const N: usize> Counting<N> {
    fn run(&mut self, list: Range<usize>, open: Mask<N>, budget: &Budget) -> CoverCount {
        let all = [u64::MAX; N];
        let (list, live) = self.stack.narrow(&list, list.end, &[0; N]);
        let mut returned = match self.visit(list, live, open, all) {
            Visited::Count(count) => return CoverCount::Exactly(count.large()),
            Visited::Pushed => None,
        };
        let mut steps = 0;
        loop {
            steps += 1;
            if steps % BETWEEN == 0
                && let Some(stop) = budget.reached()
            {
                return CoverCount::AtLeast(self.at_least().large(), stop);
            }
            let Some(frame) = self.frames.last_mut() else {
                return CoverCount::Exactly(returned.unwrap_or(Number::ZERO).large());
            };
            self.stack.back_to(frame.chosen);
            let finished = match &mut frame.work {
                Work::Branches { list, open, next, taken, ordered, left_out } => {
                    if let Some(count) = returned.take() {
                        frame.count = frame.count.plus(&count);
                    }
                    if let Some(option) = taken.take()
                        && *ordered
                    {
                        add(left_out, &self.stack.table.own[option as usize]);
                    }
                    match next.next() {
                        None => true,
                        Some(at) => {
                            let option = self.branches[at];
                            *taken = Some(option);
                            let slots = joined(&self.stack.take(option), left_out);
                            let open = without(open, &slots);
                            let (scope, top) = (frame.scope, frame.top);
                            let (list, live) = self.stack.narrow(&list.clone(), top, &slots);
                            if let Visited::Count(count) = self.visit(list, live, open, scope) {
                                returned = Some(count);
                            }
                            false
                        }
                    }
                }
                Work::Components { parts, open } => {
                    if let Some(count) = returned.take() {
                        frame.count = frame.count.times(&count);
                    }
                    match parts.pop() {
                        Some((list, slots)) if frame.count != Number::ZERO => {
                            let open = std::array::from_fn(|word| open[word] & slots[word]);
                            let top = frame.top;
                            let (list, live) = self.stack.narrow(&list, top, &[0; N]);
                            if let Visited::Count(count) = self.visit(list, live, open, slots) {
                                returned = Some(count);
                            }
                            false
                        }
                        _ => true,
                    }
                }
            };
            if finished && let Some(frame) = self.frames.pop() {
                let last = self.frames.iter().rev().find_map(|frame| match &frame.work {
                    Work::Branches { next, .. } => Some(next.end),
                    Work::Components { .. } => None,
                });
                self.branches.truncate(last.unwrap_or(0));
                if let Some(state) = frame.state {
                    self.known.insert(state, frame.count.clone());
                }
                returned = Some(frame.count);
            }
        }
    }

    /// Returns the count of a node if it is cached or trivial; otherwise pushes the node.
    fn visit(&mut self, mut list: Range<usize>, mut live: Mask<N>, mut open: Mask<N>, scope: Mask<N>) -> Visited {
        let (state, choice) = loop {
            if !self.stack.is_alive(&open, &live, &scope) {
                return Visited::Count(Number::ZERO);
            }
            let state = self.stack.state(&live);
            if let Some(count) = state.as_ref().and_then(|state| self.known.get(state)) {
                return Visited::Count(count.clone());
            }
            let counts = self.stack.counts(&list);
            match self.stack.force(&list, &counts, &open) {
                None => return Visited::Count(Number::ZERO),
                Some(taken) if taken != [0; N] => {
                    open = without(&open, &taken);
                    (list, live) = self.stack.narrow(&list, list.end, &taken);
                }
                Some(_) => break (state, self.stack.choose(&list, &counts, &open, &scope)),
            }
        };
        match choice {
            Choice::Dead => return Visited::Count(Number::ZERO),
            Choice::Solved => return Visited::Count(Number::ONE),
            _ => {}
        }
        let chosen = self.stack.chosen.len();
        let mut top = list.end;
        if list.len() >= WORTH_SPLITTING && !self.is_connected(&list, &live) {
            let components = self.components(&list);
            let mut parts = Vec::with_capacity(components.len());
            for (slots, options) in components {
                let part = self.stack.append(top, &options);
                top = part.end;
                parts.push((part, slots));
            }
            let work = Work::Components { parts, open };
            self.frames.push(Frame { work, count: Number::ONE, state, scope, top, chosen });
            return Visited::Pushed;
        }
        let first = self.branches.len();
        let ordered = self.stack.branches(&list, choice, &mut self.branches);
        let next = first..self.branches.len();
        let count = if choice == Choice::Any { Number::ONE } else { Number::ZERO };
        let work = Work::Branches { list, open, next, taken: None, ordered, left_out: [0; N] };
        self.frames.push(Frame { work, count, state, scope, top, chosen });
        Visited::Pushed
    }

    /// Returns whether the options of a list, which need the slots `live`, are connected. Usually they are, which is
    /// found quickly.
    fn is_connected(&self, list: &Range<usize>, live: &Mask<N>) -> bool {
        let table = &self.stack.table;
        let options = self.stack.list(list);
        let slots = |option: u32| joined(&table.needs[option as usize], &table.takes[option as usize]);
        let mut reached = slots(options[0]);
        loop {
            let before = reached;
            for &option in options {
                let slots = slots(option);
                if !disjoint(&slots, &reached) {
                    add(&mut reached, &slots);
                }
            }
            if within(live, &reached) {
                return true;
            }
            if reached == before {
                return false;
            }
        }
    }

    /// Groups the options of a list into components that share no slot, each with its slots.
    fn components(&self, list: &Range<usize>) -> Vec<(Mask<N>, Vec<u32>)> {
        let table = &self.stack.table;
        let mut groups: Vec<(Mask<N>, Vec<u32>)> = Vec::new();
        for &option in self.stack.list(list) {
            let slots = joined(&table.needs[option as usize], &table.takes[option as usize]);
            let mut home: Option<usize> = None;
            let mut at = 0;
            while at < groups.len() {
                if disjoint(&groups[at].0, &slots) {
                    at += 1;
                } else if let Some(home) = home {
                    let (more, options) = groups.swap_remove(at);
                    add(&mut groups[home].0, &more);
                    groups[home].1.extend(options);
                } else {
                    add(&mut groups[at].0, &slots);
                    groups[at].1.push(option);
                    home = Some(at);
                    at += 1;
                }
            }
            if home.is_none() {
                groups.push((slots, vec![option]));
            }
        }
        groups
    }

    /// Returns the lower bound when the search is stopped.
    fn at_least(&self) -> Number {
        let mut below = Number::ZERO;
        for frame in self.frames.iter().rev() {
            below = match &frame.work {
                Work::Branches { .. } => frame.count.plus(&below),
                Work::Components { parts, .. } if parts.is_empty() => frame.count.times(&below),
                Work::Components { .. } => Number::ZERO,
            };
        }
        below
    }
}
