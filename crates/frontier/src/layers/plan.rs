//! The plan of a sweep: for each layer, the steps that compute the next state from a packed one.
//!
//! A *column* is the state of one or several automata with the same past: the automata form a tree of pasts, and each node of
//! it that is alive has bits of its own. A column is read where its automata meet their next variable, and dropped where the
//! last of them has.

use super::graph::GraphPlan;
use crate::Form;
use crate::automaton::{Level, Levelled};
use crate::order::Ordered;
use std::collections::HashMap;

/// The maximum number of words of a state.
pub(super) const MAX_WORDS: usize = 16;

/// Bits of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Slot {
    pub(super) word: usize,
    pub(super) shift: u32,
    /// Of the value, not shifted; 0 for a column with one state.
    pub(super) mask: u64,
}

/// A step of an automaton, or of several.
#[derive(Debug, Clone)]
pub(super) struct Lookup {
    pub(super) from: Slot,
    pub(super) to: Slot,
    /// By value and state, with `states` of them: the next state, or [`crate::automaton::DEAD`].
    pub(super) table: Vec<u32>,
    pub(super) states: usize,
}

/// The steps of a variable.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    pub(super) variable: usize,
    pub(super) values: usize,
    /// The bits that stay.
    pub(super) keep: Vec<u64>,
    pub(super) lookups: Vec<Lookup>,
    /// Whether a network has events.
    pub(super) networks: Vec<usize>,
}

/// The plan of a sweep.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) words: usize,
    pub(super) layers: Vec<Layer>,
    pub(super) graphs: Vec<GraphPlan>,
    /// By automaton and level, the bits of the state after it.
    slots: Vec<Vec<Slot>>,
}

/// The free bits of a state.
struct Bits {
    free: Vec<u64>,
}

impl Bits {
    fn take(&mut self, width: u32) -> Option<Slot> {
        if width == 0 {
            return Some(Slot::default());
        }
        let mask = u64::MAX >> (64 - width);
        for word in 0..MAX_WORDS {
            if word == self.free.len() {
                self.free.push(u64::MAX);
            }
            let fits = |&shift: &u32| self.free[word] >> shift & mask == mask;
            if let Some(shift) = (0..=64 - width).find(fits) {
                self.free[word] &= !(mask << shift);
                return Some(Slot { word, shift, mask });
            }
        }
        None
    }

    fn release(&mut self, slot: Slot) {
        if slot.mask != 0 {
            self.free[slot.word] |= slot.mask << slot.shift;
        }
    }
}

/// The states of automata with the same past.
struct Column {
    slot: Slot,
    states: usize,
    /// The number of automata that are in it.
    users: usize,
}

/// A column that is alive after a layer.
#[derive(Debug, Clone)]
pub(super) struct Live {
    pub(super) slot: Slot,
    /// The automata that are in it, and one of them.
    pub(super) users: Vec<usize>,
    pub(super) automaton: usize,
    /// The number of its variables that are assigned.
    pub(super) level: usize,
}

impl Plan {
    /// Returns the columns with several states that are alive after a layer.
    pub(super) fn live(&self, ordered: &Ordered, place: usize) -> Vec<Live> {
        let mut places = vec![0; ordered.order.len()];
        ordered.order.iter().enumerate().for_each(|(place, &variable)| places[variable] = place);
        let mut known: HashMap<(usize, u32), usize> = HashMap::new();
        let mut live: Vec<Live> = Vec::new();
        for (automaton, Levelled { levels, .. }) in ordered.automata.iter().enumerate() {
            let level = levels.partition_point(|level| places[level.variable] <= place);
            if level == 0 || level == levels.len() || levels[level - 1].states < 2 {
                continue;
            }
            let Some(&slot) = self.slots[automaton].get(level - 1) else { continue };
            let index = *known.entry((slot.word, slot.shift)).or_insert(live.len());
            if index == live.len() {
                live.push(Live { slot, users: Vec::new(), automaton, level });
            }
            live[index].users.push(automaton);
        }
        live
    }

    /// Returns the plan; `None` if a state would be too large.
    pub(super) fn of(form: &Form, ordered: &Ordered) -> Option<Plan> {
        let mut places = vec![0; ordered.order.len()];
        ordered.order.iter().enumerate().for_each(|(place, &variable)| places[variable] = place);
        let mut bits = Bits { free: Vec::new() };
        let mut graphs = Vec::new();
        for network in &form.networks {
            let mut graph = GraphPlan::of(network, &form.sizes, &places)?;
            graph.first = bits.free.len();
            for word in 0..graph.words {
                bits.free.push(!graph.used(word));
            }
            graphs.push(graph);
        }
        // By place, the automata that have a step there, and the level.
        let mut due: Vec<Vec<(usize, usize)>> = vec![Vec::new(); places.len()];
        for (index, automaton) in ordered.automata.iter().enumerate() {
            for (level, step) in automaton.levels.iter().enumerate() {
                due[places[step.variable]].push((index, level));
            }
        }
        let root = Column { slot: Slot::default(), states: 1, users: usize::MAX / 2 };
        let mut columns = vec![root];
        let mut at = vec![0; ordered.automata.len()];
        let mut layers = Vec::with_capacity(places.len());
        let mut slots: Vec<Vec<Slot>> = vec![Vec::new(); at.len()];
        for (place, &variable) in ordered.order.iter().enumerate() {
            let steps: Vec<(usize, &Level, bool)> = due[place]
                .iter()
                .map(|&(index, level)| {
                    let levels = &ordered.automata[index].levels;
                    (index, &levels[level], level + 1 == levels.len())
                })
                .collect();
            let lookups = advance(&steps, &mut columns, &mut at, &mut bits, form.sizes[variable])?;
            steps.iter().for_each(|&(index, ..)| slots[index].push(columns[at[index]].slot));
            let networks = (0..graphs.len()).filter(|&graph| graphs[graph].has_events(place)).collect();
            layers.push(Layer { variable, values: form.sizes[variable], keep: Vec::new(), lookups, networks });
            let live = columns.iter().filter(|column| column.users > 0);
            let mut keep = vec![0; MAX_WORDS];
            live.for_each(|column| keep[column.slot.word] |= column.slot.mask << column.slot.shift);
            // A graph with events is written anew.
            for graph in graphs.iter().filter(|graph| !graph.has_events(place)) {
                (0..graph.words).for_each(|word| keep[graph.first + word] |= graph.used(word));
            }
            layers[place].keep = keep;
        }
        for layer in &mut layers {
            let written: Vec<Slot> = layer.lookups.iter().map(|lookup| lookup.to).collect();
            written.iter().for_each(|slot| layer.keep[slot.word] &= !(slot.mask << slot.shift));
        }
        Some(Plan { words: bits.free.len().max(1), layers, graphs, slots })
    }
}

/// Moves the automata that have a step at a place to their next columns.
fn advance(
    steps: &[(usize, &Level, bool)],
    columns: &mut Vec<Column>,
    at: &mut [usize],
    bits: &mut Bits,
    values: usize,
) -> Option<Vec<Lookup>> {
    // By column and transitions: the lookup and the column after it.
    let mut known: HashMap<(usize, &[u32], bool), usize> = HashMap::new();
    let mut pending: Vec<(usize, &Level, Vec<usize>, bool)> = Vec::new();
    for &(index, level, last) in steps {
        let key = (at[index], &level.next[..], last);
        let fresh = pending.len();
        let place = *known.entry(key).or_insert(fresh);
        if place == fresh {
            pending.push((at[index], level, Vec::new(), last));
        }
        pending[place].2.push(index);
    }
    let froms: Vec<Slot> = pending.iter().map(|(from, ..)| columns[*from].slot).collect();
    for (from, _, users, _) in &pending {
        let column = &mut columns[*from];
        column.users -= users.len();
        if column.users == 0 {
            bits.release(column.slot);
        }
    }
    let mut lookups = Vec::with_capacity(pending.len());
    for ((from, level, users, last), slot) in pending.into_iter().zip(froms) {
        let states = columns[from].states;
        let to = if last { 0 } else { columns.len() };
        if !last {
            let width = usize::BITS - (level.states - 1).leading_zeros();
            columns.push(Column { slot: bits.take(width)?, states: level.states, users: users.len() });
        }
        users.iter().for_each(|&index| at[index] = to);
        let table = (0..values).flat_map(|value| (0..states).map(move |state| level.next[state * values + value]));
        let to = columns[to].slot;
        lookups.push(Lookup { from: slot, to, table: table.collect(), states });
    }
    // Checks that most often fail first.
    lookups.sort_by_key(|lookup| lookup.to.mask != 0);
    Some(lookups)
}
