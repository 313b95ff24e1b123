//! The sweep itself: layer by layer, every state and every value of the next variable.

use super::codes;
use super::exchange::Exchanger;
use super::plan::{Layer, MAX_WORDS, Plan};
use super::table::{Overflow, Table};
use crate::backend::{FrontierCount, FrontierDiagram, LayerStore};
use crate::budget::{Budget, Stop};
use crate::frontier::automaton::DEAD;
use crate::frontier::diagram::{self, Diagram};
use crate::frontier::order::Ordered;
use crate::frontier::{Form, Reach, SavedLayer};
use crate::random::Mixer;
use num_bigint::BigUint;
use std::hash::Hasher;
use std::sync::Arc;

/// The number of states between two polls of the budget.
const STRIDE: usize = 1 << 11;

/// When layers are merged by exchanges, and the form of these.
#[derive(Debug, Clone, Copy)]
pub(super) struct Merging<'a> {
    pub(super) form: &'a Form,
    pub(super) ordered: &'a Ordered,
    /// The number of steps of the sweep after which it is worth while to look for exchanges.
    pub(super) from_steps: u64,
    /// The number of states of a layer from which it is merged.
    pub(super) from_states: usize,
}

impl<'a> Merging<'a> {
    /// Merges large layers of long sweeps.
    pub(super) fn large(form: &'a Form, ordered: &'a Ordered) -> Merging<'a> {
        Merging { form, ordered, from_steps: 500_000, from_states: 512 }
    }
}

/// The end of a layer.
enum End {
    Stopped(Stop),
    TooWide,
    Overflow,
}

/// Calls a method of a sweep; the words of a state are a constant of the compiled code.
macro_rules! sized {
    ($plan:expr, $reach:expr, $budget:expr, $method:ident $arguments:tt) => {
        match $plan.words {
            1 => Sweep::<1>::new($plan, $reach, $budget).$method $arguments,
            2 => Sweep::<2>::new($plan, $reach, $budget).$method $arguments,
            3 => Sweep::<3>::new($plan, $reach, $budget).$method $arguments,
            4 => Sweep::<4>::new($plan, $reach, $budget).$method $arguments,
            5..=8 => Sweep::<8>::new($plan, $reach, $budget).$method $arguments,
            _ => Sweep::<MAX_WORDS>::new($plan, $reach, $budget).$method $arguments,
        }
    };
}

impl From<Overflow> for End {
    fn from(_: Overflow) -> End {
        End::Overflow
    }
}

impl From<End> for FrontierCount {
    fn from(end: End) -> FrontierCount {
        match end {
            End::Stopped(stop) => FrontierCount::Stopped(stop),
            End::TooWide | End::Overflow => FrontierCount::TooWide,
        }
    }
}

/// Counts, saves layers and continues from a saved one.
pub(super) fn run(
    plan: &Plan,
    merging: Merging<'_>,
    reach: Reach,
    budget: &Budget,
    store: &mut dyn LayerStore,
) -> FrontierCount {
    sized!(plan, reach, budget, run(merging, store))
}

/// Keeps the layers.
pub(super) fn keep(plan: &Plan, budget: &Budget) -> FrontierDiagram {
    sized!(plan, Reach::ALL, budget, keep())
}

/// Returns a check word of a saved layer.
fn digest(words: &[u64]) -> u64 {
    let mut hash = Mixer::default();
    words.iter().for_each(|&word| hash.write_u64(word));
    hash.finish()
}

struct Sweep<'a, const W: usize> {
    plan: &'a Plan,
    reach: Reach,
    budget: &'a Budget,
    /// By variable: the place of its value in an example.
    shifts: Vec<(usize, u32, u32)>,
    example_words: usize,
    steps: u64,
    widest: usize,
}

impl<'a, const W: usize> Sweep<'a, W> {
    fn new(plan: &'a Plan, reach: Reach, budget: &'a Budget) -> Sweep<'a, W> {
        let mut shifts = vec![(0, 0, 0); plan.layers.len()];
        let (mut word, mut shift) = (0, 0);
        for layer in &plan.layers {
            let width = usize::BITS - layer.values.saturating_sub(1).leading_zeros();
            if shift + width > 64 {
                (word, shift) = (word + 1, 0);
            }
            // A variable with one value has no bits, and its word may be full.
            shifts[layer.variable] = (word, if width == 0 { 0 } else { shift }, width);
            shift += width;
        }
        Sweep { plan, reach, budget, shifts, example_words: word + 1, steps: 0, widest: 1 }
    }

    /// Returns the layer before the first variable.
    fn first(&self) -> Table<W> {
        let mut table = Table::<W>::new(1);
        // A new table has room for the first state, and a number of one word for 1.
        let _ = table.add(&[0; W], &[1]);
        table.examples.resize(self.example_words, 0);
        table
    }

    /// Returns a layer to be saved.
    fn saved(&self, variables: usize, table: &Table<W>) -> SavedLayer {
        let mut words = vec![self.example_words as u64, self.steps, self.widest as u64];
        table.write(&mut words);
        words.push(digest(&words));
        SavedLayer { variables, words: Arc::new(words) }
    }

    /// Returns a saved layer and its place, if it is one of this sweep.
    fn restored(&mut self, layer: &SavedLayer) -> Option<(usize, Table<W>)> {
        let [all @ .., check] = &layer.words[..] else { return None };
        let [examples, steps, widest, words @ ..] = all else { return None };
        let fits = layer.variables <= self.plan.layers.len() && *examples == self.example_words as u64;
        if !fits || *check != digest(all) {
            return None;
        }
        let table = Table::read(words, self.example_words)?;
        (self.steps, self.widest) = (*steps, usize::try_from(*widest).ok()?);
        Some((layer.variables, table))
    }

    fn run(mut self, merging: Merging<'_>, store: &mut dyn LayerStore) -> FrontierCount {
        let mut exchanger = None;
        let restored = store.saved().and_then(|layer| self.restored(&layer));
        let (start, mut table) = restored.unwrap_or_else(|| (0, self.first()));
        let mut spare = Some(Table::<W>::new(1));
        for place in start..self.plan.layers.len() {
            loop {
                let next = spare.take().unwrap_or_else(|| Table::new(1)).cleared(table.limbs);
                match self.layer(place, &table, next) {
                    Ok(next) => {
                        self.widest = self.widest.max(next.states.len());
                        spare = Some(std::mem::replace(&mut table, next));
                        if self.steps >= merging.from_steps && table.states.len() >= merging.from_states {
                            let exchanger =
                                exchanger.get_or_insert_with(|| Exchanger::of(merging.form, merging.ordered));
                            if let Err(end) = self.merge(exchanger, place, &mut table) {
                                return end.into();
                            }
                        }
                        if place + 1 == self.plan.layers.len() || store.is_due() {
                            store.save(self.saved(place + 1, &table));
                        }
                        break;
                    }
                    Err(End::Overflow) => table.widen(),
                    Err(end) => return end.into(),
                }
            }
        }
        // After the last variable, states differ only in whether graphs are empty.
        let number =
            |limbs: &[u64]| BigUint::new(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect());
        let count = table.counts.chunks(table.limbs).map(number).sum();
        let example = (!table.states.is_empty()).then(|| self.example(&table.examples));
        FrontierCount::Exactly { count, example, states: self.widest }
    }

    /// Merges equivalent states of the layer after a place.
    fn merge(&self, exchanger: &mut Exchanger<'_>, place: usize, table: &mut Table<W>) -> Result<(), End> {
        loop {
            let merged = exchanger.merged(self.plan, place, table, &self.shifts, &|merged| self.poll(table, merged));
            match merged {
                None => return Ok(()),
                Some(Ok(merged)) => {
                    *table = merged;
                    return Ok(());
                }
                Some(Err(End::Overflow)) => table.widen(),
                Some(Err(end)) => return Err(end),
            }
        }
    }

    /// Returns the value of each variable.
    fn example(&self, words: &[u64]) -> Vec<usize> {
        let value = |&(word, shift, width): &(usize, u32, u32)| {
            if width == 0 { 0 } else { (words[word] >> shift & (u64::MAX >> (64 - width))) as usize }
        };
        self.shifts.iter().map(value).collect()
    }

    fn layer(&mut self, place: usize, table: &Table<W>, mut next: Table<W>) -> Result<Table<W>, End> {
        let layer = &self.plan.layers[place];
        let (word, shift, _) = self.shifts[layer.variable];
        let mut keep = [0; W];
        keep.copy_from_slice(&layer.keep[..W]);
        let limbs = table.limbs;
        for (number, state) in table.states.iter().enumerate() {
            if number % STRIDE == 0 {
                self.poll(table, &next)?;
                self.steps += (STRIDE.min(table.states.len() - number) * layer.values) as u64;
            }
            for value in 0..layer.values {
                let Some(after) = self.step(layer, place, state, &keep, value) else { continue };
                let count = &table.counts[number * limbs..(number + 1) * limbs];
                match next.add(&after, count) {
                    Ok(None) => {}
                    Ok(Some(_)) => {
                        let from = number * self.example_words;
                        let to = next.examples.len();
                        next.examples.extend_from_slice(&table.examples[from..from + self.example_words]);
                        next.examples[to + word] |= (value as u64) << shift;
                    }
                    Err(Overflow) => return Err(End::Overflow),
                }
            }
        }
        Ok(next)
    }

    /// Sweeps without numbers, and keeps where each value leads.
    fn keep(self) -> FrontierDiagram {
        let mut table = Table::<W>::new(0);
        table.number(&[0; W]);
        let mut layers = Vec::with_capacity(self.plan.layers.len());
        let mut kept = 0;
        let mut spare = Table::<W>::new(0);
        for place in 0..self.plan.layers.len() {
            let next = spare.cleared(0);
            match self.kept(place, &table, next, kept) {
                Ok((layer, next)) => {
                    kept += layer.next.capacity() as u64 * size_of::<u32>() as u64;
                    layers.push(layer);
                    spare = std::mem::replace(&mut table, next);
                }
                Err(End::Stopped(stop)) => return FrontierDiagram::Stopped(stop),
                Err(End::TooWide | End::Overflow) => return FrontierDiagram::TooWide,
            }
        }
        let ends = table.states.len();
        drop((table, spare));
        match Diagram::new(layers, ends, self.budget) {
            Ok(diagram) => FrontierDiagram::Kept(diagram),
            Err(stop) => FrontierDiagram::Stopped(stop),
        }
    }

    /// Returns a layer of the diagram, and the states after it; `bytes` is the size of the layers before.
    fn kept(
        &self,
        place: usize,
        table: &Table<W>,
        mut next: Table<W>,
        bytes: u64,
    ) -> Result<(diagram::Layer, Table<W>), End> {
        let layer = &self.plan.layers[place];
        let mut keep = [0; W];
        keep.copy_from_slice(&layer.keep[..W]);
        let mut nodes: Vec<u32> = Vec::with_capacity(table.states.len() * layer.values);
        let bytes = bytes + nodes.capacity() as u64 * size_of::<u32>() as u64;
        for (number, state) in table.states.iter().enumerate() {
            if number % STRIDE == 0 {
                self.poll(table, &next)?;
                let all = bytes + table.bytes() + next.bytes();
                if self.budget.memory.is_some_and(|limit| all > limit.bytes) {
                    return Err(End::Stopped(Stop::Memory));
                }
            }
            for value in 0..layer.values {
                let after = self.step(layer, place, state, &keep, value);
                // There are fewer states than numbers of 32 bits.
                nodes.push(after.map_or(diagram::NONE, |after| next.number(&after) as u32));
            }
        }
        Ok((diagram::Layer { variable: layer.variable, values: layer.values, next: nodes }, next))
    }

    fn poll(&self, table: &Table<W>, next: &Table<W>) -> Result<(), End> {
        self.budget.check().map_err(End::Stopped)?;
        let words = next.states.len().saturating_mul(W + next.limbs + self.example_words);
        // States are numbered by 32 bits.
        let full = next.states.len() > u32::MAX as usize - STRIDE * 256;
        if full || words > self.reach.words || self.steps > self.reach.steps {
            return Err(End::TooWide);
        }
        let bytes = table.bytes() + next.bytes();
        match self.budget.memory {
            // Another way may need less.
            Some(limit) if self.reach != Reach::ALL && bytes > limit.bytes / 2 => Err(End::TooWide),
            Some(limit) if bytes > limit.bytes => Err(End::Stopped(Stop::Memory)),
            _ => Ok(()),
        }
    }

    /// Returns the state after a value; `None` if a constraint is violated.
    #[inline]
    fn step(&self, layer: &Layer, place: usize, state: &[u64; W], keep: &[u64; W], value: usize) -> Option<[u64; W]> {
        let mut after = [0; W];
        for word in 0..W {
            after[word] = state[word] & keep[word];
        }
        for lookup in &layer.lookups {
            let own = (state[lookup.from.word] >> lookup.from.shift & lookup.from.mask) as usize;
            let next = lookup.table[value * lookup.states + own];
            if next == DEAD {
                return None;
            }
            after[lookup.to.word] |= u64::from(next) << lookup.to.shift;
        }
        for &graph in &layer.networks {
            let graph = &self.plan.graphs[graph];
            let words = graph.first..graph.first + graph.words;
            codes::played(graph, graph.events(place, value), &state[words.clone()], &mut after[words])?;
        }
        Some(after)
    }
}
