//! Propagation of the local constraints of a form, for a search: what an assignment leaves of the other variables.
//!
//! An automaton keeps the values on its paths from the first to the last level. Of constraints whose automata have too many
//! states for that, clauses and sums are propagated by their bounds.

use crate::automaton::{DEAD, Level};
use crate::order::Ordered;
use crate::{Effect, Form, Goal, Local};

/// The maximum number of terms of a constraint that is propagated.
const MAX_TERMS: usize = 64;
/// The maximum number of values of a variable that is propagated.
const MAX_VALUES: usize = 64;

/// The possible values of the variables, and the constraints that reduce them.
pub(super) struct Propagator<'a> {
    /// By variable, the possible values as bits; of one with more values than bits, all.
    possible: Vec<u64>,
    constraints: Vec<Propagated<'a>>,
    sizes: Vec<usize>,
    /// By level of an automaton, the states that are reached, as bits.
    reached: Vec<u64>,
    /// By variable, its constraints.
    at: Vec<Vec<u32>>,
    /// The variables that lost values, and what they had before.
    trail: Vec<(u32, u64)>,
    /// How much of the trail is propagated.
    done: usize,
}

enum Propagated<'a> {
    Automaton(&'a [Level]),
    Bounded(Bounded),
}

/// A sum within bounds unless a value satisfies it.
struct Bounded {
    terms: Vec<Weighed>,
    /// `None`: without a satisfying value it is violated.
    bounds: Option<(i64, i64)>,
}

struct Weighed {
    variable: usize,
    /// The values that satisfy the constraint, as bits.
    satisfying: u64,
    weights: Vec<i64>,
}

/// The maximum number of states of a level that are bits of a word.
const MAX_STATES: usize = 64;

impl<'a> Propagator<'a> {
    /// Returns a propagator for the constraints of a form and further ones.
    pub(super) fn new(form: &Form, ordered: &'a Ordered, further: &[Local]) -> Propagator<'a> {
        let all = |&size: &usize| if size >= MAX_VALUES { u64::MAX } else { (1 << size) - 1 };
        let bounded = |local: &Local| Bounded::of(local, &form.sizes).map(Propagated::Bounded);
        let mut constraints: Vec<Propagated<'a>> = further.iter().filter_map(bounded).collect();
        for (automaton, bundle) in ordered.automata.iter().zip(&ordered.bundles) {
            let small = |level: &Level| level.states <= MAX_STATES && form.sizes[level.variable] <= MAX_VALUES;
            if automaton.levels.iter().all(small) {
                constraints.push(Propagated::Automaton(&automaton.levels));
            } else {
                constraints.extend(bundle.iter().filter_map(|&index| form.locals.get(index)).filter_map(bounded));
            }
        }
        let mut at = vec![Vec::new(); form.sizes.len()];
        for (number, constraint) in constraints.iter().enumerate() {
            constraint.variables().for_each(|variable| at[variable].push(number as u32));
        }
        let possible = form.sizes.iter().map(all).collect();
        Propagator {
            possible,
            sizes: form.sizes.clone(),
            constraints,
            reached: Vec::new(),
            at,
            trail: Vec::new(),
            done: 0,
        }
    }

    /// Propagates all constraints; returns whether they can hold.
    pub(super) fn start(&mut self) -> bool {
        (0..self.constraints.len()).all(|number| self.apply(number)) && self.propagate()
    }

    /// Returns whether a variable can have a value.
    pub(super) fn allows(&self, variable: usize, value: usize) -> bool {
        value >= MAX_VALUES || self.possible[variable] >> value & 1 == 1
    }

    /// Gives a variable a value; returns whether the constraints still can hold.
    pub(super) fn assign(&mut self, variable: usize, value: usize) -> bool {
        value >= MAX_VALUES || self.keep(variable, 1 << value) && self.propagate()
    }

    /// Returns the place in the trail to which [`Propagator::undo`] returns.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Gives values back.
    pub(super) fn undo(&mut self, mark: usize) {
        for (variable, before) in self.trail.drain(mark..).rev() {
            self.possible[variable as usize] = before;
        }
        self.done = mark;
    }

    fn keep(&mut self, variable: usize, values: u64) -> bool {
        let before = self.possible[variable];
        let after = before & values;
        if after != before {
            self.possible[variable] = after;
            self.trail.push((variable as u32, before));
        }
        after != 0
    }

    fn propagate(&mut self) -> bool {
        while let Some(&(variable, _)) = self.trail.get(self.done) {
            self.done += 1;
            for index in 0..self.at[variable as usize].len() {
                if !self.apply(self.at[variable as usize][index] as usize) {
                    return false;
                }
            }
        }
        true
    }

    /// Reduces the values of the variables of a constraint; returns whether it can hold.
    fn apply(&mut self, number: usize) -> bool {
        match &self.constraints[number] {
            &Propagated::Automaton(levels) => self.on_paths(levels),
            Propagated::Bounded(_) => self.in_bounds(number),
        }
    }

    /// Keeps the values on the paths of an automaton.
    fn on_paths(&mut self, levels: &[Level]) -> bool {
        self.reached.clear();
        let mut reached = 1u64;
        for level in levels {
            self.reached.push(reached);
            let mut after = 0;
            let rows = level.next.chunks_exact(self.sizes[level.variable]).enumerate();
            for (_, row) in rows.filter(|(state, _)| reached >> state & 1 == 1) {
                for (value, &next) in row.iter().enumerate() {
                    if next != DEAD && self.possible[level.variable] >> value & 1 == 1 {
                        after |= 1 << next;
                    }
                }
            }
            reached = after;
        }
        let mut alive = reached;
        for (place, level) in levels.iter().enumerate().rev() {
            let (mut before, mut kept) = (0u64, 0u64);
            for (state, row) in level.next.chunks_exact(self.sizes[level.variable]).enumerate() {
                if self.reached[place] >> state & 1 == 0 {
                    continue;
                }
                for (value, &next) in row.iter().enumerate() {
                    if next != DEAD && alive >> next & 1 == 1 && self.possible[level.variable] >> value & 1 == 1 {
                        before |= 1 << state;
                        kept |= 1 << value;
                    }
                }
            }
            if !self.keep(level.variable, kept) {
                return false;
            }
            alive = before;
        }
        true
    }

    /// Keeps the values within the bounds of a sum.
    fn in_bounds(&mut self, number: usize) -> bool {
        let Propagated::Bounded(constraint) = &self.constraints[number] else { return true };
        let (mut low, mut high) = (0i64, 0i64);
        let mut satisfying = None;
        for (index, term) in constraint.terms.iter().enumerate() {
            let possible = self.possible[term.variable];
            // It holds, or two variables can make it hold.
            if possible & term.satisfying != 0
                && (possible & !term.satisfying == 0 || satisfying.replace(index).is_some())
            {
                return true;
            }
            let (least, most) = term.range(possible);
            (low, high) = (low.saturating_add(least), high.saturating_add(most));
        }
        let violated = constraint.bounds.is_none_or(|(least, most)| low > most || high < least);
        if let Some(index) = satisfying {
            let Weighed { variable, satisfying, .. } = constraint.terms[index];
            return !violated || self.keep(variable, satisfying);
        }
        let Some((least, most)) = constraint.bounds.filter(|_| !violated) else { return false };
        if low >= least && high <= most {
            return true;
        }
        for index in 0.. {
            let Propagated::Bounded(constraint) = &self.constraints[number] else { break };
            let Some(term) = constraint.terms.get(index) else { break };
            let (variable, possible) = (term.variable, self.possible[term.variable]);
            if possible.is_power_of_two() {
                continue;
            }
            let (own_low, own_high) = term.range(possible);
            let (rest_low, rest_high) = (low.saturating_sub(own_low), high.saturating_sub(own_high));
            let fits =
                |weight: i64| rest_low.saturating_add(weight) <= most && rest_high.saturating_add(weight) >= least;
            let values = term.weights.iter().enumerate().filter(|(_, weight)| fits(**weight));
            let kept = values.fold(0, |kept, (value, _)| kept | 1u64 << value);
            if !self.keep(variable, kept) {
                return false;
            }
        }
        true
    }
}

impl Propagated<'_> {
    fn variables(&self) -> Box<dyn Iterator<Item = usize> + '_> {
        match self {
            Propagated::Automaton(levels) => Box::new(levels.iter().map(|level| level.variable)),
            Propagated::Bounded(bounded) => Box::new(bounded.terms.iter().map(|term| term.variable)),
        }
    }
}

impl Bounded {
    /// Returns a constraint that is propagated; `None` if it is not.
    fn of(local: &Local, sizes: &[usize]) -> Option<Bounded> {
        let bounds = match local.goal {
            Goal::Never => None,
            Goal::Between(low, high) => Some((low, high)),
            Goal::Modulo { .. } | Goal::Word(_) => return None,
        };
        if local.terms.len() > MAX_TERMS || local.terms.iter().any(|(variable, _)| sizes[*variable] > MAX_VALUES) {
            return None;
        }
        let term = |(variable, effects): &(usize, Vec<Effect>)| {
            let satisfies = |(value, effect): (usize, &Effect)| u64::from(*effect == Effect::Satisfies) << value;
            let weight = |effect: &Effect| match effect {
                Effect::Satisfies => 0,
                Effect::Weight(weight) => *weight,
            };
            Weighed {
                variable: *variable,
                satisfying: effects.iter().enumerate().map(satisfies).fold(0, |all, own| all | own),
                weights: effects.iter().map(weight).collect(),
            }
        };
        Some(Bounded { terms: local.terms.iter().map(term).collect(), bounds })
    }
}

impl Weighed {
    /// Returns the least and the largest weight of the values that do not satisfy the constraint.
    fn range(&self, possible: u64) -> (i64, i64) {
        let open = possible & !self.satisfying;
        let weights = self.weights.iter().enumerate().filter(|(value, _)| open >> value & 1 == 1);
        let (least, most) =
            weights.fold((i64::MAX, i64::MIN), |(least, most), (_, &weight)| (least.min(weight), most.max(weight)));
        if least > most { (0, 0) } else { (least, most) }
    }
}
