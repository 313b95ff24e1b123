//! Positions packed into words, and actions on them as masks.
//!
//! Only cells that some action changes are stored, each with as many bits as the values need: peg solitaire takes 33
//! bits, the 15-puzzle 64. Start with [`Packing`].

use super::super::board::{Game, Repeat};
use super::super::ground::{Action, Gives, Need, inverse};
use std::collections::BTreeMap;

/// A packed position.
pub(super) type State<const N: usize> = [u64; N];

/// The layout of packed positions.
#[derive(Debug, Clone)]
pub(super) struct Packing {
    /// The cells that change, in order.
    pub(super) live: Vec<usize>,
    /// By cell: its place among them.
    slots: Vec<Option<usize>>,
    /// By value: its code.
    codes: Vec<Option<u16>>,
    /// By code: its value.
    pub(super) values: Vec<u16>,
    bits: usize,
    /// The values of the other cells.
    start: Vec<u16>,
}

impl Packing {
    /// Returns the layout for a game.
    pub(super) fn new(game: &Game, actions: &[Action]) -> Packing {
        let mut is_live = vec![false; game.cell_count()];
        actions.iter().flat_map(|action| &action.after).for_each(|&(cell, _)| is_live[cell] = true);
        let live: Vec<usize> = (0..game.cell_count()).filter(|&cell| is_live[cell]).collect();
        let mut used = vec![false; game.value_count()];
        live.iter().for_each(|&cell| used[usize::from(game.start[cell])] = true);
        for action in actions {
            for &(_, gives) in &action.after {
                if let Gives::Value(value) = gives {
                    used[usize::from(value)] = true;
                }
            }
        }
        // The value of most cells is code 0, so that few bits are set.
        let vacant = game.vacant().map_or(usize::MAX, usize::from);
        let mut values: Vec<u16> = (0..game.value_count()).filter(|&value| used[value]).map(|v| v as u16).collect();
        values.sort_by_key(|&value| (usize::from(value) != vacant, value));
        let mut codes = vec![None; game.value_count()];
        values.iter().enumerate().for_each(|(code, &value)| codes[usize::from(value)] = Some(code as u16));
        let bits = (usize::BITS - values.len().saturating_sub(1).leading_zeros()).max(1) as usize;
        let mut slots = vec![None; game.cell_count()];
        live.iter().enumerate().for_each(|(slot, &cell)| slots[cell] = Some(slot));
        Packing { live, slots, codes, values, bits, start: game.start.clone() }
    }

    /// Returns the number of words of a position.
    pub(super) fn words(&self) -> usize {
        self.live.len().div_ceil(64 / self.bits).max(1)
    }

    /// Returns the mask of a cell's bits in a word.
    fn field(&self) -> u64 {
        if self.bits == 64 { u64::MAX } else { (1 << self.bits) - 1 }
    }

    /// Returns the number of bits of a cell.
    pub(super) fn width(&self) -> usize {
        self.bits
    }

    fn at(&self, slot: usize) -> (usize, usize) {
        let per = 64 / self.bits;
        (slot / per, slot % per * self.bits)
    }

    /// Returns the code of a stored cell.
    pub(super) fn code<const N: usize>(&self, state: &State<N>, slot: usize) -> u16 {
        let (word, shift) = self.at(slot);
        (state[word] >> shift & self.field()) as u16
    }

    /// Returns the code of a value; `None` if it cannot occur.
    pub(super) fn code_of(&self, value: u16) -> Option<u16> {
        self.codes[usize::from(value)]
    }

    /// Packs a position; `None` if a value cannot occur there.
    pub(super) fn pack<const N: usize>(&self, values: &[u16]) -> Option<State<N>> {
        let mut state = [0; N];
        for (slot, &cell) in self.live.iter().enumerate() {
            let (word, shift) = self.at(slot);
            state[word] |= u64::from(self.codes[usize::from(values[cell])]?) << shift;
        }
        let same = |cell: usize| self.slots[cell].is_some() || values[cell] == self.start[cell];
        (0..values.len()).all(same).then_some(state)
    }

    /// Returns the values of all cells.
    pub(super) fn unpack<const N: usize>(&self, state: &State<N>) -> Vec<u16> {
        let mut values = self.start.clone();
        for (slot, &cell) in self.live.iter().enumerate() {
            values[cell] = self.values[usize::from(self.code(state, slot))];
        }
        values
    }
}

/// An action on packed positions.
#[derive(Debug, Clone)]
pub(super) struct Step<const N: usize> {
    pub(super) cost: u32,
    /// The kind of move, the orientation, and the cells of its piece: for repetitions.
    pub(super) of: usize,
    pub(super) way: usize,
    pub(super) piece: [usize; 2],
    pub(super) repeat: Repeat,
    mask: State<N>,
    wanted: State<N>,
    /// Stored cells that hold one of several codes.
    any: Vec<(usize, Box<[bool]>)>,
    kept: State<N>,
    set: State<N>,
    /// From where to where codes go, by word and shift.
    copies: Vec<[(usize, usize); 2]>,
    field: u64,
}

impl<const N: usize> Step<N> {
    fn new(game: &Game, packing: &Packing, action: &Action) -> Option<Step<N>> {
        let one = &game.moves[action.of];
        let mut step = Step {
            cost: one.cost,
            of: action.of,
            way: action.way,
            piece: action.piece,
            repeat: one.repeat,
            mask: [0; N],
            wanted: [0; N],
            any: Vec::new(),
            kept: [u64::MAX; N],
            set: [0; N],
            copies: Vec::new(),
            field: packing.field(),
        };
        for (cell, need) in &action.before {
            let Some(slot) = packing.slots[*cell] else {
                if need.accepts(packing.start[*cell]) {
                    continue;
                }
                return None;
            };
            match need {
                Need::Exactly(value) => {
                    let (word, shift) = packing.at(slot);
                    step.mask[word] |= packing.field() << shift;
                    step.wanted[word] |= u64::from(packing.codes[usize::from(*value)]?) << shift;
                }
                Need::OneOf(mask) => {
                    let codes: Box<[bool]> = packing.values.iter().map(|&value| mask[usize::from(value)]).collect();
                    step.any.push((slot, codes));
                }
            }
        }
        for &(cell, gives) in &action.after {
            let to = packing.at(packing.slots[cell]?);
            step.kept[to.0] &= !(packing.field() << to.1);
            match gives {
                Gives::Value(value) => step.set[to.0] |= u64::from(packing.codes[usize::from(value)]?) << to.1,
                Gives::Copy(from) => match packing.slots[from] {
                    Some(slot) => step.copies.push([packing.at(slot), to]),
                    None => {
                        let value = packing.start[from];
                        step.set[to.0] |= u64::from(packing.codes[usize::from(value)]?) << to.1;
                    }
                },
            }
        }
        Some(step)
    }

    /// Returns the position after the action, if it can be made.
    pub(super) fn apply(&self, packing: &Packing, state: &State<N>) -> Option<State<N>> {
        let fits = |word: usize| state[word] & self.mask[word] == self.wanted[word];
        if !(0..N).all(fits) {
            return None;
        }
        if !self.any.iter().all(|(slot, codes)| codes[usize::from(packing.code(state, *slot))]) {
            return None;
        }
        let mut next = *state;
        for word in 0..N {
            next[word] = state[word] & self.kept[word] | self.set[word];
        }
        for [from, to] in &self.copies {
            next[to.0] |= (state[from.0] >> from.1 & self.field) << to.1;
        }
        Some(next)
    }
}

/// The steps of a game in one direction of time, by a cell and a code that they need.
#[derive(Debug)]
pub(super) struct Steps<const N: usize> {
    pub(super) all: Vec<Step<N>>,
    /// By stored cell and code: the steps that need it.
    by_code: Vec<Vec<Vec<u32>>>,
    /// The cells with such steps.
    pivots: Vec<usize>,
    /// The other steps.
    others: Vec<u32>,
    /// By kind of move and cell of its piece: the steps that may go on.
    pub(super) from: BTreeMap<(usize, usize), Vec<u32>>,
}

impl<const N: usize> Steps<N> {
    /// Compiles actions; backward if `back`.
    pub(super) fn new(game: &Game, packing: &Packing, actions: &[Action], back: bool) -> Steps<N> {
        let undone: Vec<Action> = if back { actions.iter().map(inverse).collect() } else { Vec::new() };
        let actions = if back { &undone[..] } else { actions };
        let codes = packing.values.len();
        let mut frequency = vec![0usize; codes];
        for slot in 0..packing.live.len() {
            let value = game.start[packing.live[slot]];
            packing.codes[usize::from(value)].iter().for_each(|&code| frequency[usize::from(code)] += 1);
        }
        let mut steps = Steps {
            all: Vec::new(),
            by_code: vec![vec![Vec::new(); codes]; packing.live.len()],
            pivots: Vec::new(),
            others: Vec::new(),
            from: BTreeMap::new(),
        };
        for action in actions {
            let Some(step) = Step::new(game, packing, action) else { continue };
            let index = steps.all.len() as u32;
            // The rarest code that it needs.
            let exact = action.before.iter().filter_map(|(cell, need)| match need {
                Need::Exactly(value) => Some((packing.slots[*cell]?, packing.codes[usize::from(*value)]?)),
                Need::OneOf(_) => None,
            });
            match exact.min_by_key(|&(_, code)| frequency[usize::from(code)]) {
                Some((slot, code)) => steps.by_code[slot][usize::from(code)].push(index),
                None => steps.others.push(index),
            }
            if step.repeat != Repeat::Once {
                steps.from.entry((step.of, step.piece[0])).or_default().push(index);
            }
            steps.all.push(step);
        }
        let has = |slot: &usize| steps.by_code[*slot].iter().any(|of| !of.is_empty());
        steps.pivots = (0..packing.live.len()).filter(has).collect();
        steps
    }

    /// Calls `each` with every step that can be made, and the position after it.
    pub(super) fn each(&self, packing: &Packing, state: &State<N>, mut each: impl FnMut(&Step<N>, State<N>)) {
        for &slot in &self.pivots {
            let code = packing.code(state, slot);
            for &index in &self.by_code[slot][usize::from(code)] {
                let step = &self.all[index as usize];
                if let Some(next) = step.apply(packing, state) {
                    each(step, next);
                }
            }
        }
        for &index in &self.others {
            let step = &self.all[index as usize];
            if let Some(next) = step.apply(packing, state) {
                each(step, next);
            }
        }
    }
}
