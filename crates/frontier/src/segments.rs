//! Words whose symbols are read in any order.
//!
//! The symbols read so far form *segments* of the word. What the rest needs to know of a segment is a function: from each state of
//! the automaton before it, the state after it, or none. Functions of neighbouring segments are composed. Of the segment with
//! the first symbol only the initial state matters, and of the one with the last symbol only whether it accepts.

use super::WordAutomaton;
use std::cell::RefCell;
use std::collections::HashMap;

/// No state.
const NONE: u8 = u8::MAX;

/// By state before a segment, the state after it.
type Function = Vec<u8>;

/// A word and the order in which it is read.
pub(super) struct Segments<'a> {
    automaton: &'a WordAutomaton,
    /// By level of the order, what its symbol does; `None` if it has no symbol.
    joins: Vec<Option<Join>>,
    known: RefCell<Known>,
}

/// The functions of states, each state with a number.
#[derive(Default)]
struct Known {
    numbers: HashMap<Vec<Function>, i64>,
    states: Vec<Vec<Function>>,
}

impl Known {
    fn number(&mut self, state: Vec<Function>) -> i64 {
        let next = self.states.len() as i64;
        *self.numbers.entry(state).or_insert_with_key(|state| {
            self.states.push(state.clone());
            next
        })
    }
}

/// How a symbol changes the segments.
#[derive(Clone, Copy)]
struct Join {
    /// The number of segments before it.
    before: usize,
    /// Whether it continues the one before, and the one after.
    left: bool,
    right: bool,
    /// Whether its segment then has the first symbol, and the last.
    first: bool,
    last: bool,
}

impl<'a> Segments<'a> {
    /// `levels` are the levels of the symbols, in the order of the word, of `count` levels in all.
    pub(super) fn new(automaton: &'a WordAutomaton, levels: &[usize], count: usize) -> Segments<'a> {
        let mut order: Vec<usize> = (0..levels.len()).collect();
        order.sort_unstable_by_key(|&position| levels[position]);
        let mut joins = vec![None; count];
        let mut read = vec![false; levels.len()];
        for position in order {
            let left = position > 0 && read[position - 1];
            let right = read.get(position + 1) == Some(&true);
            let before = (0..position).filter(|&at| read[at] && (at == 0 || !read[at - 1])).count();
            read[position] = true;
            let first = read[..position].iter().rposition(|read| !read).is_none();
            let last = !read[position..].contains(&false);
            joins[levels[position]] = Some(Join { before, left, right, first, last });
        }
        let mut known = Known::default();
        known.number(Vec::new());
        Segments { automaton, joins, known: RefCell::new(known) }
    }

    /// Returns the state after a symbol; `None` if no word continues it. The first state is 0.
    pub(super) fn step(&self, state: i64, level: usize, symbol: usize) -> Option<i64> {
        let Some(join) = self.joins[level] else { return Some(state) };
        let mut known = self.known.borrow_mut();
        let mut segments = known.states[state as usize].clone();
        // States have at most 62 numbers.
        let next = |from: usize| self.automaton.next[from][symbol].map_or(NONE, |to| to as u8);
        let mut function: Function = (0..self.automaton.accepting.len()).map(next).collect();
        let mut at = join.before;
        if join.right {
            function = composed(&function, &segments.remove(at));
        }
        if join.left {
            at -= 1;
            function = composed(&segments.remove(at), &function);
        }
        for (from, to) in function.iter_mut().enumerate() {
            if join.first && from != self.automaton.start {
                *to = NONE;
            } else if join.last && *to != NONE && !join.right {
                *to = if self.automaton.accepting[usize::from(*to)] { 0 } else { NONE };
            }
        }
        if function.iter().all(|&to| to == NONE) {
            return None;
        }
        segments.insert(at, function);
        Some(known.number(segments))
    }
}

/// Returns the function of two neighbouring segments.
fn composed(one: &Function, other: &Function) -> Function {
    one.iter().map(|&to| if to == NONE { NONE } else { other[usize::from(to)] }).collect()
}
