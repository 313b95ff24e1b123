//! The sweep itself: layer by layer, every state and every value of the next variable.

use super::codes;
use super::exchange::Exchanger;
use super::plan::{Layer, MAX_WORDS, Plan};
use super::table::{Overflow, Table};
use crate::automaton::DEAD;
use crate::diagram::{self, Diagram};
use crate::order::Ordered;
use crate::solver::Sought;
use crate::{Form, Local, Reach, SavedLayer};
use crate::{FrontierCount, FrontierDiagram, LayerStore};
use boardwright_base::budget::{Budget, Stop};
use num_bigint::BigUint;

/// The number of states from which a layer is worth several threads.
#[cfg(feature = "threads")]
const MIN_STATES_TO_SHARE: usize = 1 << 13;
/// The number of states between two polls of the budget.
pub(super) const STRIDE: usize = 1 << 11;

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
pub(super) enum End {
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

/// Counts with a number of threads, saves layers and continues from a saved one.
pub(super) fn run(
    plan: &Plan,
    merging: Merging<'_>,
    reach: Reach,
    threads: usize,
    budget: &Budget,
    store: &mut dyn LayerStore,
) -> FrontierCount {
    sized!(plan, reach, budget, run(merging, threads, store))
}

/// Keeps the layers.
pub(super) fn keep(plan: &Plan, budget: &Budget) -> FrontierDiagram {
    sized!(plan, Reach::ALL, budget, keep())
}

/// Searches depth first for a number of solutions, with further constraints.
pub(super) fn seek(
    plan: &Plan,
    (form, ordered): (&Form, &Ordered),
    further: &[Local],
    wanted: usize,
    reach: Reach,
    budget: &Budget,
) -> Sought {
    sized!(plan, reach, budget, seek(form, ordered, further, wanted))
}

pub(super) struct Sweep<'a, const W: usize> {
    pub(super) plan: &'a Plan,
    pub(super) reach: Reach,
    pub(super) budget: &'a Budget,
    /// By variable: the place of its value in an example.
    shifts: Vec<(usize, u32, u32)>,
    pub(super) example_words: usize,
    pub(super) steps: u64,
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
    fn saved(&self, variables: usize, tables: &[Table<W>]) -> SavedLayer {
        let mut words = vec![self.example_words as u64, self.steps, self.widest as u64];
        Table::write(tables, &mut words);
        SavedLayer::new(variables, words)
    }

    /// Returns a saved layer and its place, if it is one of this sweep.
    fn restored(&mut self, layer: &SavedLayer) -> Option<(usize, Table<W>)> {
        let [examples, steps, widest, words @ ..] = layer.content()? else { return None };
        let fits = layer.variables <= self.plan.layers.len() && *examples == self.example_words as u64;
        let table = Table::read(words, self.example_words).filter(|_| fits)?;
        (self.steps, self.widest) = (*steps, usize::try_from(*widest).ok()?);
        Some((layer.variables, table))
    }

    fn run(mut self, merging: Merging<'_>, threads: usize, store: &mut dyn LayerStore) -> FrontierCount {
        let mut exchanger = None;
        let restored = store.saved().and_then(|layer| self.restored(&layer));
        let (start, table) = restored.unwrap_or_else(|| (0, self.first()));
        // Several tables have different states.
        let mut tables = vec![table];
        let mut spare = Vec::new();
        for place in start..self.plan.layers.len() {
            loop {
                match self.next(place, &mut tables, threads, &mut spare) {
                    Ok(next) => {
                        let states = next.iter().map(|table| table.states.len()).sum();
                        self.widest = self.widest.max(states);
                        spare = std::mem::replace(&mut tables, next);
                        if self.steps >= merging.from_steps && states >= merging.from_states {
                            let exchanger =
                                exchanger.get_or_insert_with(|| Exchanger::of(merging.form, merging.ordered));
                            if let Err(end) = self.merge(exchanger, place, &mut tables) {
                                return end.into();
                            }
                        }
                        if place + 1 == self.plan.layers.len() || store.is_due() {
                            store.save(self.saved(place + 1, &tables));
                        }
                        break;
                    }
                    Err(End::Overflow) => tables.iter_mut().for_each(Table::widen),
                    Err(end) => return end.into(),
                }
            }
        }
        // After the last variable, states differ only in whether graphs are empty.
        let number =
            |limbs: &[u64]| BigUint::new(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect());
        let table = Table::joined(tables);
        let count = table.counts.chunks(table.limbs).map(number).sum();
        let example = (!table.states.is_empty()).then(|| self.example(&table.examples));
        FrontierCount::Exactly { count, example, states: self.widest }
    }

    /// Returns the layer after a variable; `spare` is memory for it.
    fn next(
        &mut self,
        place: usize,
        tables: &mut Vec<Table<W>>,
        threads: usize,
        spare: &mut Vec<Table<W>>,
    ) -> Result<Vec<Table<W>>, End> {
        #[cfg(feature = "threads")]
        if threads > 1 && tables.iter().map(|table| table.states.len()).sum::<usize>() >= MIN_STATES_TO_SHARE {
            return self.split(place, tables, threads, std::mem::take(spare));
        }
        let _ = threads;
        if tables.len() > 1 {
            *tables = vec![Table::joined(std::mem::take(tables))];
        }
        let next = spare.pop().unwrap_or_else(|| Table::new(1)).cleared(tables[0].limbs);
        Ok(vec![self.layer(place, &tables[0], next)?])
    }

    /// Merges equivalent states of the layer after a place.
    fn merge(&self, exchanger: &mut Exchanger<'_>, place: usize, tables: &mut Vec<Table<W>>) -> Result<(), End> {
        if exchanger.is_empty() {
            return Ok(());
        }
        if tables.len() > 1 {
            *tables = vec![Table::joined(std::mem::take(tables))];
        }
        let table = &mut tables[0];
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
        let mut keep = [0; W];
        keep.copy_from_slice(&layer.keep[..W]);
        for (number, state) in table.states.iter().enumerate() {
            if number % STRIDE == 0 {
                self.poll(table, &next)?;
                self.steps += (STRIDE.min(table.states.len() - number) * layer.values) as u64;
            }
            for value in 0..layer.values {
                let Some(after) = self.step(layer, place, state, &keep, value) else { continue };
                self.reach(&mut next, &after, table, number, layer, value)?;
            }
        }
        Ok(next)
    }

    /// Adds the number of a state to the state that a value leads to, which gets its example if it is new.
    #[inline]
    pub(super) fn reach(
        &self,
        next: &mut Table<W>,
        after: &[u64; W],
        table: &Table<W>,
        number: usize,
        layer: &Layer,
        value: usize,
    ) -> Result<(), End> {
        let count = &table.counts[number * table.limbs..(number + 1) * table.limbs];
        if next.add(after, count)?.is_some() {
            let (word, shift, _) = self.shifts[layer.variable];
            let from = number * self.example_words;
            let to = next.examples.len();
            next.examples.extend_from_slice(&table.examples[from..from + self.example_words]);
            next.examples[to + word] |= (value as u64) << shift;
        }
        Ok(())
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
    pub(super) fn step(
        &self,
        layer: &Layer,
        place: usize,
        state: &[u64; W],
        keep: &[u64; W],
        value: usize,
    ) -> Option<[u64; W]> {
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
