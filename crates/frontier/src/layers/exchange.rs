//! Merges states that differ by an exchange of variables or values: they have equally many completions.
//!
//! An exchange of the form ([`crate::exchange`]) that maps the variables assigned so far to each other maps partial
//! assignments to others with as many completions, and states to states. Of the states that exchanges lead to, the sweep keeps
//! a least one: each exchange that makes a state smaller is applied, until none does. Columns are sorted in this way. The result
//! is not always the same for all equivalent states; then more states remain, and the count is the same.

use super::plan::{Live, Plan};
use super::table::{Overflow, Table};
use crate::Form;
use crate::automaton::{DEAD, Levelled};
use crate::exchange::{Constraints, Exchange, exchanges};
use crate::order::Ordered;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The exchanges of a form, for an order.
pub(super) struct Exchanger<'a> {
    form: &'a Form,
    ordered: &'a Ordered,
    places: Vec<usize>,
    found: Vec<Found>,
    /// The number of layers that are not merged, and of those left: more after each layer that merged little.
    pause: (usize, usize),
}

/// An exchange, and by automaton its image.
struct Found {
    exchange: Exchange,
    images: Vec<Option<usize>>,
}

/// The number of states between two polls.
const STRIDE: usize = 1 << 11;

/// What an exchange does to the states of a layer.
struct Action {
    /// The index of the exchange.
    exchange: usize,
    /// For each column that changes: the column of which it receives the state, and by state the state that it receives.
    moves: Vec<Move>,
}

struct Move {
    to: usize,
    from: usize,
    map: Vec<u32>,
}

/// Where the values of an example are: by variable, the word, the shift and the width.
pub(super) type Places<'a> = &'a [(usize, u32, u32)];

impl<'a> Exchanger<'a> {
    /// Finds the exchanges.
    pub(super) fn of(form: &'a Form, ordered: &'a Ordered) -> Exchanger<'a> {
        let constraints = Constraints::of(form);
        let numbers = |automaton: usize| {
            let mut numbers: Vec<usize> =
                ordered.bundles[automaton].iter().map(|&scope| constraints.number(scope)).collect();
            numbers.sort_unstable();
            numbers
        };
        let by_numbers: HashMap<Vec<usize>, usize> =
            (0..ordered.automata.len()).map(|automaton| (numbers(automaton), automaton)).collect();
        let found = exchanges(&constraints).into_iter().map(|exchange| {
            let image = |bundle: &Vec<usize>| {
                let mut image =
                    bundle.iter().map(|&scope| constraints.image(scope, &exchange)).collect::<Option<Vec<usize>>>()?;
                image.sort_unstable();
                by_numbers.get(&image).copied()
            };
            Found { images: ordered.bundles.iter().map(image).collect(), exchange }
        });
        let found = found.collect();
        let mut places = vec![0; ordered.order.len()];
        ordered.order.iter().enumerate().for_each(|(place, &variable)| places[variable] = place);
        Exchanger { form, ordered, places, found, pause: (0, 0) }
    }

    /// Returns whether there are no exchanges.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns the layer after a place with equivalent states merged; `None` to keep it as it is. `poll` returns why the merged
    /// layer is given up.
    pub(super) fn merged<const W: usize, E: From<Overflow>>(
        &mut self,
        plan: &Plan,
        place: usize,
        table: &Table<W>,
        examples: Places<'_>,
        poll: &dyn Fn(&Table<W>) -> Result<(), E>,
    ) -> Option<Result<Table<W>, E>> {
        if self.found.is_empty() || table.states.is_empty() {
            return None;
        }
        if self.pause.1 > 0 {
            self.pause.1 -= 1;
            return None;
        }
        let live = plan.live(self.ordered, place);
        let actions: Vec<Action> =
            (0..self.found.len()).filter_map(|exchange| self.action(exchange, place, &live)).collect();
        if actions.is_empty() {
            return None;
        }
        let merged = self.all(&actions, &live, place, table, examples, poll);
        if let Ok(merged) = &merged {
            let little = merged.states.len() * 10 > table.states.len() * 8;
            self.pause = if little { (self.pause.0 * 2 + 1, self.pause.0) } else { (0, 0) };
        }
        Some(merged)
    }

    fn all<const W: usize, E: From<Overflow>>(
        &self,
        actions: &[Action],
        live: &[Live],
        place: usize,
        table: &Table<W>,
        examples: Places<'_>,
        poll: &dyn Fn(&Table<W>) -> Result<(), E>,
    ) -> Result<Table<W>, E> {
        let words = table.examples.len() / table.states.len();
        let mut merged = Table::<W>::new(table.limbs);
        let mut trail = Vec::new();
        let mut keep = [u64::MAX; W];
        live.iter().for_each(|live| keep[live.slot.word] &= !(live.slot.mask << live.slot.shift));
        let mut own = vec![0; live.len()];
        let mut images = Vec::with_capacity(live.len());
        for (number, state) in table.states.iter().enumerate() {
            if number % STRIDE == 0 {
                poll(&merged)?;
            }
            for (own, Live { slot, .. }) in own.iter_mut().zip(live) {
                *own = (state[slot.word] >> slot.shift & slot.mask) as u32;
            }
            trail.clear();
            lower(actions, &mut own, &mut images, &mut trail);
            let mut least = *state;
            if !trail.is_empty() {
                least.iter_mut().zip(&keep).for_each(|(word, keep)| *word &= keep);
                for (&own, Live { slot, .. }) in own.iter().zip(live) {
                    least[slot.word] |= u64::from(own) << slot.shift;
                }
            }
            let count = &table.counts[number * table.limbs..(number + 1) * table.limbs];
            if merged.add(&least, count)?.is_some() {
                let example = &table.examples[number * words..(number + 1) * words];
                merged.examples.extend(self.example(&trail, place, example, examples));
            }
        }
        Ok(merged)
    }

    /// Returns an example after exchanges.
    fn example(&self, trail: &[usize], place: usize, words: &[u64], examples: Places<'_>) -> Vec<u64> {
        if trail.is_empty() {
            return words.to_vec();
        }
        let assigned = &self.ordered.order[..=place];
        let mut values: Vec<usize> = vec![0; self.places.len()];
        for &variable in assigned {
            let (word, shift, width) = examples[variable];
            values[variable] =
                if width == 0 { 0 } else { (words[word] >> shift & (u64::MAX >> (64 - width))) as usize };
        }
        for &exchange in trail {
            let exchange = &self.found[exchange].exchange;
            let before = values.clone();
            for &variable in assigned {
                let value = exchange.value(self.form.sizes[variable], before[variable]);
                values[exchange.variables[variable]] = value;
            }
        }
        let mut packed = vec![0; words.len()];
        for &variable in assigned {
            let (word, shift, _) = examples[variable];
            packed[word] |= (values[variable] as u64) << shift;
        }
        packed
    }

    /// Returns what an exchange does after a place; `None` if it is nothing, or not known.
    fn action(&self, exchange: usize, place: usize, live: &[Live]) -> Option<Action> {
        let found = &self.found[exchange];
        let is_assigned = |variable: usize| self.places[variable] <= place;
        let image = |variable: usize| found.exchange.variables[variable];
        if !self.ordered.order[..=place].iter().all(|&variable| is_assigned(image(variable))) {
            return None;
        }
        let mut moves = Vec::new();
        for (to, target) in live.iter().enumerate() {
            let from = found.images[target.automaton]?;
            let met = |live: &Live| live.users.contains(&from);
            let source = live.iter().position(met)?;
            let map = self.map(&found.exchange, from, target.automaton, target.level)?;
            if source != to || map.iter().enumerate().any(|(state, &next)| state as u32 != next) {
                moves.push(Move { to, from: source, map });
            }
        }
        (!moves.is_empty()).then_some(Action { exchange, moves })
    }

    /// Returns by state of an automaton after a number of variables the state of its image.
    fn map(&self, exchange: &Exchange, from: usize, to: usize, level: usize) -> Option<Vec<u32>> {
        let sizes = &self.form.sizes;
        let (from, to) = (&self.ordered.automata[from], &self.ordered.automata[to]);
        let image = |word: Vec<(usize, usize)>| -> Option<u32> {
            let image = |(variable, value): (usize, usize)| {
                (exchange.variables[variable], exchange.value(sizes[variable], value))
            };
            let image: HashMap<usize, usize> = word.into_iter().map(image).collect();
            to.levels[..level].iter().try_fold(0, |state, level| {
                let value = *image.get(&level.variable)?;
                let next = level.next[state as usize * sizes[level.variable] + value];
                (next != DEAD).then_some(next)
            })
        };
        words(from, level, sizes).into_iter().map(image).collect()
    }
}

/// Returns for each state after a number of variables a word that leads to it: variables and their values.
fn words(automaton: &Levelled, level: usize, sizes: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let mut words = vec![Vec::new()];
    for level in &automaton.levels[..level] {
        let mut after: Vec<Option<Vec<(usize, usize)>>> = vec![None; level.states];
        let size = sizes[level.variable];
        for (place, &next) in level.next.iter().enumerate().filter(|(_, next)| **next != DEAD) {
            let longer = || [&words[place / size][..], &[(level.variable, place % size)]].concat();
            after[next as usize].get_or_insert_with(longer);
        }
        words = after.into_iter().map(Option::unwrap_or_default).collect();
    }
    words
}

/// Applies actions that make a state smaller until none does; `trail` receives the exchanges.
fn lower(actions: &[Action], own: &mut [u32], images: &mut Vec<u32>, trail: &mut Vec<usize>) {
    loop {
        let before = trail.len();
        for action in actions {
            let image = |Move { from, map, .. }: &Move| map[own[*from] as usize];
            let mut orders = action.moves.iter().map(|of| image(of).cmp(&own[of.to]));
            if orders.find(|order| order.is_ne()) == Some(Ordering::Less) {
                images.clear();
                images.extend(action.moves.iter().map(image));
                action.moves.iter().zip(images.iter()).for_each(|(of, &image)| own[of.to] = image);
                trail.push(action.exchange);
            }
        }
        if trail.len() == before {
            return;
        }
    }
}
