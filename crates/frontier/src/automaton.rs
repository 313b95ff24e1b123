//! Minimal automata of local constraints, and of alternatives of them, for an order of the variables.
//!
//! [`Levelled::of`] explores the joint states of constraints variable by variable, and then merges, from the last variable to
//! the first, states with the same continuations: a sum that can no longer fail has one state, a sum that must fail has none.
//! States are numbered in the order of their discovery, so that constraints with the same past have the same automaton up to
//! there. Start with [`Levelled`].

use super::segments::Segments;
use super::{Effect, Goal, Local, WordAutomaton};
use boardwright_base::random::Mixer;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// The transition that no solution has.
pub const DEAD: u32 = u32::MAX;

/// A minimal automaton with the states of each level numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Levelled {
    /// The levels, in the order of the variables; empty if the constraints have no variables.
    pub levels: Vec<Level>,
    /// Whether there is no solution; then there are no levels.
    pub never: bool,
}

/// The transitions of one variable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level {
    /// The variable.
    pub variable: usize,
    /// The number of states after it; 1 after the last.
    pub states: usize,
    /// By state before it and value, the state after it or [`DEAD`].
    pub next: Vec<u32>,
}

/// Why there is no automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoAutomaton {
    /// A level has more states than allowed.
    #[error("a rule has too many states")]
    TooLarge,
}

/// The state of a word that cannot be accepted, while a condition may be false.
const FAILED: i64 = i64::MIN + 1;

/// The maximum number of states of a level if the order jumps within a word.
const MAX_JUMP_STATES: usize = 1 << 10;

/// The state of a satisfied constraint.
const SATISFIED: i64 = i64::MIN;

/// A constraint with its terms in the order of the sweep.
struct Reader<'a> {
    goal: &'a Goal,
    /// By level of the automaton.
    effects: Vec<Option<&'a [Effect]>>,
    backwards: bool,
    /// Of a word that is read neither forwards nor backwards.
    segments: Option<Segments<'a>>,
    /// By level, what the later ones can add to a sum at least and at most, and whether one of them can satisfy the constraint.
    rest: Vec<(i64, i64, bool)>,
}

impl<'a> Reader<'a> {
    fn new(local: &'a Local, places: &[usize], level_of: &Map<usize, usize>) -> Reader<'a> {
        let mut effects = vec![None; level_of.len()];
        for (variable, by_value) in &local.terms {
            effects[level_of[variable]] = Some(&by_value[..]);
        }
        let (mut backwards, mut segments) = (false, None);
        if let Goal::Word(automaton) = &local.goal {
            // A variable whose symbols keep every state may be anywhere.
            let stays = |effect: &Effect| match *effect {
                Effect::Satisfies => true,
                Effect::Weight(symbol) => {
                    automaton.next.iter().enumerate().all(|(state, next)| next[symbol as usize] == Some(state))
                }
            };
            let moving: Vec<usize> =
                local.terms.iter().filter(|(_, by_value)| !by_value.iter().all(stays)).map(|term| term.0).collect();
            let met: Vec<usize> = moving.iter().map(|&variable| places[variable]).collect();
            backwards = met.windows(2).all(|pair| pair[0] > pair[1]) && met.len() > 1;
            if !backwards && !met.windows(2).all(|pair| pair[0] < pair[1]) {
                let levels: Vec<usize> = moving.iter().map(|variable| level_of[variable]).collect();
                segments = Some(Segments::new(automaton, &levels, level_of.len()));
            }
        }
        let rest = rest(&effects);
        Reader { goal: &local.goal, effects, backwards, segments, rest }
    }

    fn start(&self) -> i64 {
        match self.goal {
            Goal::Word(automaton) if self.backwards => set(automaton, |state| automaton.accepting[state]),
            Goal::Word(automaton) if self.segments.is_none() => automaton.start as i64,
            _ => 0,
        }
    }

    /// Returns the state after a value; `None` if the constraint is violated.
    fn step(&self, state: i64, level: usize, value: usize) -> Option<i64> {
        let Some(effects) = self.effects[level].filter(|_| state != SATISFIED) else { return Some(state) };
        let weight = match effects[value] {
            Effect::Satisfies => return Some(SATISFIED),
            Effect::Weight(weight) => weight,
        };
        match self.goal {
            Goal::Never => Some(0),
            &Goal::Between(low, high) => {
                let sum = state.saturating_add(weight);
                let (least, most, may_satisfy) = self.rest[level];
                let (least, most) = (sum.saturating_add(least), sum.saturating_add(most));
                if low <= least && most <= high {
                    return Some(SATISFIED);
                }
                (may_satisfy || least <= high && low <= most).then_some(sum)
            }
            Goal::Modulo { modulus, .. } => Some((state + weight).rem_euclid(*modulus)),
            Goal::Word(automaton) => {
                let next = if state == FAILED { None } else { self.read(automaton, state, level, weight as usize) };
                // A later condition may still be false.
                next.or(self.rest[level].2.then_some(FAILED))
            }
        }
    }

    /// Returns the state after a symbol of a word; `None` if no word continues it.
    fn read(&self, automaton: &WordAutomaton, state: i64, level: usize, symbol: usize) -> Option<i64> {
        if let Some(segments) = &self.segments {
            return segments.step(state, level, symbol);
        }
        if self.backwards {
            let into = |from: usize| automaton.next[from][symbol].is_some_and(|to| state >> to & 1 == 1);
            return Some(set(automaton, into)).filter(|&set| set != 0);
        }
        automaton.next[state as usize][symbol].map(|next| next as i64)
    }

    fn accepts(&self, state: i64) -> bool {
        state == SATISFIED
            || state != FAILED
                && match self.goal {
                    // The function of a whole word that is not accepted is no state.
                    _ if self.segments.is_some() => true,
                    Goal::Never => false,
                    Goal::Between(low, high) => (*low..=*high).contains(&state),
                    Goal::Modulo { residue, .. } => state == *residue,
                    Goal::Word(automaton) if self.backwards => state >> automaton.start & 1 == 1,
                    Goal::Word(automaton) => automaton.accepting[state as usize],
                }
    }
}

/// Returns by level what the later levels can add to a sum at least and at most, and whether one can satisfy the constraint.
fn rest(effects: &[Option<&[Effect]>]) -> Vec<(i64, i64, bool)> {
    let mut rest: Vec<(i64, i64, bool)> = vec![(0, 0, false); effects.len()];
    for level in (1..effects.len()).rev() {
        let (least, most, may_satisfy) = rest[level];
        let own = effects[level].unwrap_or_default();
        let weights =
            || own.iter().filter_map(|effect| if let Effect::Weight(weight) = effect { Some(*weight) } else { None });
        rest[level - 1] = (
            least.saturating_add(weights().min().unwrap_or(0)),
            most.saturating_add(weights().max().unwrap_or(0)),
            may_satisfy || own.contains(&Effect::Satisfies),
        );
    }
    rest
}

/// Constraints that hold together. Their states follow a number that is 0 while none is violated.
struct Alternative<'a>(Vec<Reader<'a>>);

impl Alternative<'_> {
    fn start(&self) -> Vec<i64> {
        std::iter::once(0).chain(self.0.iter().map(Reader::start)).collect()
    }

    /// Returns whether no constraint is violated after a value. States of violated alternatives are equal.
    fn step(&self, state: &mut [i64], level: usize, value: usize) -> bool {
        if state[0] != 0 {
            return false;
        }
        for (reader, own) in self.0.iter().zip(&mut state[1..]) {
            match reader.step(*own, level, value) {
                Some(next) => *own = next,
                None => {
                    state.fill(1);
                    return false;
                }
            }
        }
        true
    }

    fn accepts(&self, state: &[i64]) -> bool {
        state[0] == 0 && self.0.iter().zip(&state[1..]).all(|(reader, &own)| reader.accepts(own))
    }
}

/// Returns a set of states as bits.
fn set(automaton: &WordAutomaton, is_in: impl Fn(usize) -> bool) -> i64 {
    (0..automaton.accepting.len()).filter(|&state| is_in(state)).map(|state| 1 << state).sum()
}

/// Returns the variables of alternatives in their order; `places` is the position of each variable.
pub(crate) fn variables_of(alternatives: &[Vec<&Local>], places: &[usize]) -> Vec<usize> {
    let terms = alternatives.iter().flatten().flat_map(|local| &local.terms);
    let mut variables: Vec<usize> = terms.map(|(variable, _)| *variable).collect();
    variables.sort_unstable_by_key(|&variable| places[variable]);
    variables.dedup();
    variables
}

impl Levelled {
    /// Returns the automaton of alternatives, in each of which all constraints hold; `places` is the position of each variable
    /// in the order. No level may have more than `most` states before minimisation.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of(
        alternatives: &[Vec<&Local>],
        sizes: &[usize],
        places: &[usize],
        most: usize,
    ) -> Result<Levelled, NoAutomaton> {
        let variables = variables_of(alternatives, places);
        let level_of: Map<usize, usize> = variables.iter().enumerate().map(|(level, &v)| (v, level)).collect();
        let mut readers = Vec::with_capacity(alternatives.len());
        for locals in alternatives {
            let locals = locals.iter().map(|&local| Reader::new(local, places, &level_of));
            readers.push(Alternative(locals.collect()));
        }
        let jumps = readers.iter().flat_map(|reader| &reader.0).any(|reader| reader.segments.is_some());
        let most = if jumps { most.min(MAX_JUMP_STATES) } else { most };
        let mut tables: Vec<Vec<u32>> = Vec::with_capacity(variables.len());
        let mut states: Vec<Vec<i64>> = vec![readers.iter().flat_map(Alternative::start).collect()];
        for (level, &variable) in variables.iter().enumerate() {
            let mut known: Map<Vec<i64>, u32> = Map::default();
            let mut after: Vec<Vec<i64>> = Vec::new();
            let mut table = Vec::with_capacity(states.len() * sizes[variable]);
            for state in &states {
                for value in 0..sizes[variable] {
                    let mut next = state.clone();
                    let mut rest = &mut next[..];
                    let mut lives = false;
                    for reader in &readers {
                        let (own, others) = rest.split_at_mut(reader.0.len() + 1);
                        lives |= reader.step(own, level, value);
                        rest = others;
                    }
                    table.push(match lives {
                        false => DEAD,
                        true => *known.entry(next).or_insert_with_key(|next| {
                            after.push(next.clone());
                            after.len() as u32 - 1
                        }),
                    });
                }
            }
            if after.len() > most {
                return Err(NoAutomaton::TooLarge);
            }
            tables.push(table);
            states = after;
        }
        let accepts = |state: &Vec<i64>| {
            let mut rest = &state[..];
            readers.iter().any(|reader| {
                let (own, others) = rest.split_at(reader.0.len() + 1);
                rest = others;
                reader.accepts(own)
            })
        };
        let classes = states.iter().map(|state| if accepts(state) { 0 } else { DEAD }).collect();
        Ok(minimal(&variables, sizes, tables, classes))
    }

    /// Returns the number of states before a level.
    pub fn states_before(&self, level: usize) -> usize {
        if level == 0 { 1 } else { self.levels[level - 1].states }
    }
}

/// Merges states with equal continuations, from the last level to the first, and numbers the rest in order of discovery.
fn minimal(variables: &[usize], sizes: &[usize], mut tables: Vec<Vec<u32>>, mut classes: Vec<u32>) -> Levelled {
    // By level and class, a state of the class.
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); tables.len()];
    for (level, table) in tables.iter_mut().enumerate().rev() {
        let size = sizes[variables[level]];
        for next in table.iter_mut().filter(|next| **next != DEAD) {
            *next = classes[*next as usize];
        }
        let mut known: Map<&[u32], u32> = Map::default();
        let mut before = Vec::with_capacity(table.len() / size.max(1));
        for (state, row) in table.chunks(size.max(1)).enumerate() {
            let dead = row.iter().all(|&next| next == DEAD);
            before.push(if dead {
                DEAD
            } else {
                *known.entry(row).or_insert_with(|| {
                    members[level].push(state);
                    members[level].len() as u32 - 1
                })
            });
        }
        classes = before;
    }
    if classes.first().is_none_or(|&class| class == DEAD) {
        return Levelled { levels: Vec::new(), never: true };
    }
    let mut levels = Vec::with_capacity(variables.len());
    let mut classes = vec![0];
    for (level, (table, &variable)) in tables.iter().zip(variables).enumerate() {
        let size = sizes[variable];
        let mut number: Map<u32, u32> = Map::default();
        let mut met: Vec<u32> = Vec::new();
        let mut next = Vec::with_capacity(classes.len() * size);
        for &class in &classes {
            let state = members[level][class as usize];
            for &class in &table[state * size..(state + 1) * size] {
                next.push(if class == DEAD {
                    DEAD
                } else {
                    *number.entry(class).or_insert_with(|| {
                        met.push(class);
                        met.len() as u32 - 1
                    })
                });
            }
        }
        levels.push(Level { variable, states: met.len(), next });
        classes = met;
    }
    Levelled { levels, never: false }
}
