//! Counts the solutions without enumerating them.
//!
//! Two techniques: the remaining options may split into components that share no slot, whose counts multiply; and the
//! count of a node depends only on its state, the slots its options need, so it is cached (M. Nishino, N. Yasuda, S.
//! Minato, M. Nagata, "Dancing with Decision Diagrams", AAAI 2017). The 12,988,816 domino tilings of a chessboard have
//! a few thousand states.

use super::branching::{Branching, give};
use super::known::{Known, State};
use super::list::BETWEEN;
use super::node::{Choice, Entered, Stack, joined, within, without};
use super::table::{Mask, Table, add, disjoint};
use crate::{CoverCount, Given};
use boardwright_base::budget::{Budget, Stop};
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
    /// The state for the cache, if it can be represented and all branches are counted here.
    state: Option<State<N>>,
    /// The items with multiplicities that it must cover.
    scope: Mask<N>,
    /// The start of children's lists.
    top: usize,
}

enum Work<const N: usize> {
    /// The sum over branches.
    Branches { list: Range<usize>, open: Mask<N>, branching: Branching<N> },
    /// The product over components: their lists and slots; the last one is next.
    Components {
        parts: Vec<(Range<usize>, Mask<N>)>,
        open: Mask<N>,
        /// The number of options chosen before.
        chosen: usize,
    },
}

/// The result of visiting a node.
enum Visited {
    /// Its count.
    Count(Number),
    /// The node was pushed on the stack.
    Pushed,
}

/// The end of a run.
enum Run {
    /// The count of the root.
    Done(Number),
    /// The number of nodes was reached.
    Paused,
    Stopped(Stop),
}

/// A count, which can be suspended.
pub(super) struct Counting<const N: usize> {
    stack: Stack<N>,
    frames: Vec<Frame<N>>,
    branches: Vec<u32>,
    known: Known<N, Number>,
    /// The count of the node visited last, for its parent.
    returned: Option<Number>,
    /// The number of nodes at which branches are given away next, and the number between.
    gift: (u64, u64),
    steps: u64,
}

impl<const N: usize> Counting<N> {
    /// Starts to count the solutions in a cube; gives branches away after every `gift` nodes.
    pub(super) fn new(table: &Rc<Table<N>>) -> Counting<N> {
        Counting {
            stack: Stack::new(table),
            frames: Vec::new(),
            branches: Vec::new(),
            known: Known::new(),
            returned: None,
            gift: (u64::MAX, u64::MAX),
            steps: 0,
        }
    }

    /// Starts to count the solutions in a cube; gives branches away after every `gift` nodes.
    pub(super) fn start(&mut self, cube: &Entered, gift: u64) {
        self.frames.clear();
        self.branches.clear();
        self.known.clear();
        self.gift = (self.stack.nodes.saturating_add(gift), gift);
        self.returned = Some(match self.stack.root(cube) {
            None => Number::ZERO,
            Some((list, open)) => {
                let (list, live) = self.stack.narrow(&list, list.end, &[0; N]);
                match self.visit(list, live, open, [u64::MAX; N]) {
                    Visited::Count(count) => count,
                    Visited::Pushed => return self.returned = None,
                }
            }
        });
    }

    /// Returns the number of visited nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.stack.nodes
    }

    /// Counts on until the end, a limit, or a pause, in which it may give parts away; `cube` is the cube of the start.
    pub(super) fn count(&mut self, cube: &Entered, budget: &Budget) -> CoverCount {
        match self.run(budget, self.gift.0) {
            Run::Done(count) => CoverCount::Exactly(count.large()),
            Run::Stopped(stop) => CoverCount::AtLeast(self.at_least().large(), stop),
            Run::Paused => CoverCount::Given(self.give(&cube.without).unwrap_or_default()),
        }
    }

    /// Returns whether the count takes more than this number of nodes and few states recur.
    pub(super) fn is_hard(&mut self, nodes: u64, budget: &Budget) -> bool {
        matches!(self.run(budget, nodes), Run::Paused) && !self.known.pays()
    }

    /// Gives branches away if that is worth it.
    fn give(&mut self, excluded: &[u32]) -> Option<Given> {
        let (_, every) = self.gift;
        self.gift.0 = self.stack.nodes.saturating_add(every);
        if self.known.pays() {
            // The others would count the same states again.
            return None;
        }
        let branching = |frame| match frame {
            &mut Frame { work: Work::Branches { ref mut branching, .. }, .. } => Some(branching),
            // The counts of components are multiplied, so that none can be added later.
            _ => None,
        };
        let mut path: Vec<&mut Branching<N>> = self.frames.iter_mut().map_while(branching).collect();
        let (position, given) = give(&self.stack, &self.branches, excluded, &mut path)?;
        self.frames[..=position].iter_mut().for_each(|frame| frame.state = None);
        Some(given)
    }

    fn run(&mut self, budget: &Budget, until: u64) -> Run {
        loop {
            self.steps += 1;
            if self.steps.is_multiple_of(BETWEEN)
                && let Some(stop) = budget.reached()
            {
                return Run::Stopped(stop);
            }
            if self.stack.nodes >= until && !self.frames.is_empty() {
                return Run::Paused;
            }
            let Some(frame) = self.frames.last_mut() else {
                let count = self.returned.clone().unwrap_or(Number::ZERO);
                return Run::Done(count);
            };
            let child = match &mut frame.work {
                Work::Branches { list, open, branching } => {
                    if let Some(count) = self.returned.take() {
                        frame.count = frame.count.plus(&count);
                    }
                    branching.advance(&mut self.stack, &self.branches).map(|taken| {
                        let (list, live) = self.stack.narrow(list, frame.top, &taken);
                        (list, live, without(open, &taken), frame.scope)
                    })
                }
                Work::Components { parts, open, chosen } => {
                    self.stack.back_to(*chosen);
                    if let Some(count) = self.returned.take() {
                        frame.count = frame.count.times(&count);
                    }
                    parts.pop().filter(|_| frame.count != Number::ZERO).map(|(list, slots)| {
                        let open = std::array::from_fn(|word| open[word] & slots[word]);
                        let (list, live) = self.stack.narrow(&list, frame.top, &[0; N]);
                        (list, live, open, slots)
                    })
                }
            };
            if let Some((list, live, open, scope)) = child {
                if let Visited::Count(count) = self.visit(list, live, open, scope) {
                    self.returned = Some(count);
                }
            } else if let Some(frame) = self.frames.pop() {
                let last = self.frames.iter().rev().find_map(|frame| match &frame.work {
                    Work::Branches { branching, .. } => Some(branching.end()),
                    Work::Components { .. } => None,
                });
                self.branches.truncate(last.unwrap_or(0));
                if let Some(state) = frame.state {
                    self.known.insert(state, frame.count.clone());
                }
                self.returned = Some(frame.count);
            }
        }
    }

    /// Returns the count of a node if it is cached or trivial; otherwise pushes the node.
    fn visit(&mut self, mut list: Range<usize>, mut live: Mask<N>, mut open: Mask<N>, scope: Mask<N>) -> Visited {
        let (state, choice) = loop {
            if !self.stack.is_alive(&open, &live, &scope) {
                return Visited::Count(Number::ZERO);
            }
            let state = if self.known.is_off() { None } else { self.stack.state(&live) };
            if let Some(count) = state.as_ref().and_then(|state| self.known.get(state)) {
                return Visited::Count(count.clone());
            }
            let Some((fewer, kept, slots)) = self.stack.bounded(list, live, &open, &scope) else {
                return Visited::Count(Number::ZERO);
            };
            (list, live) = (kept, slots);
            if fewer {
                continue;
            }
            let counts = self.stack.counts(&list);
            match self.stack.force(&list, &counts, &open) {
                None => return Visited::Count(Number::ZERO),
                Some(taken) if taken != [0; N] => {
                    open = without(&open, &taken);
                    (list, live) = self.stack.narrow(&list, list.end, &taken);
                }
                Some(_) => break (state, self.stack.choose(&list, &counts, &open, &scope, None)),
            }
        };
        match choice {
            Choice::Dead => return Visited::Count(Number::ZERO),
            Choice::Solved => return Visited::Count(Number::ONE),
            _ => {}
        }
        let mut top = list.end;
        if list.len() >= WORTH_SPLITTING && !self.is_connected(&list, &live) {
            let components = self.components(&list);
            let mut parts = Vec::with_capacity(components.len());
            for (slots, options) in components {
                let part = self.stack.append(top, &options);
                top = part.end;
                parts.push((part, slots));
            }
            let work = Work::Components { parts, open, chosen: self.stack.chosen.len() };
            self.frames.push(Frame { work, count: Number::ONE, state, scope, top });
            return Visited::Pushed;
        }
        let first = self.branches.len();
        let ordered = self.stack.branches(&list, choice, &mut self.branches);
        let branching = Branching::new(self.stack.chosen.len(), first..self.branches.len(), ordered);
        let count = if choice == Choice::Any { Number::ONE } else { Number::ZERO };
        self.frames.push(Frame { work: Work::Branches { list, open, branching }, count, state, scope, top });
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
