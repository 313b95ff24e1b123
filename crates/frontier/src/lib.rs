//! Problems for a sweep over a frontier: variables with a few values each, and constraints that are automata.
//!
//! A sweep assigns the variables in an order. A constraint is *alive* from its first to its last variable; its state is what
//! later variables need to know of the earlier ones. Assignments with equal states of all live constraints have the same
//! completions, so they are merged and only their number is kept (D. E. Knuth, The Art of Computer Programming 4A, section
//! 7.1.4, Simpath; J. Kawahara et al., "Frontier-based search for enumerating all constrained subgraphs", 2017; H. Iwashita et
//! al., "Efficient computation of the number of paths in a grid graph", 2013).
//!
//! Knows no puzzle and no other form; imports `constraint`, `budget` and `random` (a hash). [`lower`] translates a
//! problem of the IR, [`automaton`] makes minimal automata of constraints for an order, [`order`] finds orders,
//! [`network`] is connectedness, [`diagram`] has all solutions at once; the engine is [`layers`]. Start with [`count`]
//! and [`keep`], or with [`Form`] to build one by hand.
//!
//! ```
//! use boardwright_base::budget::Budget;
//! use boardwright_frontier::{Effect, Form, FrontierCount, Goal, Local, Reach, layers, order};
//! // Two of three variables.
//! let term = |variable| (variable, vec![Effect::weight(0), Effect::weight(1)]);
//! let two = Local { terms: vec![term(0), term(1), term(2)], goal: Goal::Between(2, 2) };
//! let form = Form { sizes: vec![2; 3], locals: vec![two], ..Form::default() };
//! let ordered = order::best(&form, &Budget::none())?.unwrap();
//! let counted = layers::count(&form, &ordered, Reach::ALL, &Budget::none());
//! assert!(matches!(counted, FrontierCount::Exactly { count, .. } if count == 3u32.into()));
//! # Ok::<(), boardwright_base::budget::Stop>(())
//! ```

pub mod layers;
pub mod solver;
pub mod automaton;
mod counted;
mod bundle;
pub mod diagram;
pub mod exchange;
pub mod lower;
pub mod network;
pub mod order;
mod segments;

pub use self::counted::{Uncounted, count, keep};
pub use self::solver::{Frontier, FrontierCount, FrontierDiagram, LayerStore, Sought};

pub use self::network::Network;
use boardwright_base::random::Mixer;
use boardwright_ir::constraint::Automaton;
use std::hash::Hasher;
use std::sync::Arc;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Variables and constraints.
#[derive(Debug, Clone, Default)]
pub struct Form {
    /// The number of values of each variable; a variable has the values `0..size`. A form with a size of 0 has no solution.
    pub sizes: Vec<usize>,
    /// Constraints with a few states.
    pub locals: Vec<Local>,
    /// Disjunctions of these.
    pub unions: Vec<Union>,
    /// Constraints on connectedness.
    pub networks: Vec<Network>,
}

/// A constraint whose state is a number: a clause, a sum, a congruence or a word.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Local {
    /// The variables, each once, and the effect of each of their values.
    pub terms: Vec<(usize, Vec<Effect>)>,
    /// When it holds.
    pub goal: Goal,
}

/// Alternatives, of which one must hold: what is left of constraints around a variable that is not part of a solution.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Union {
    /// The constraints of an alternative all hold.
    pub alternatives: Vec<Vec<Local>>,
}

impl Union {
    /// Returns the variables, sorted.
    pub fn scope(&self) -> Vec<usize> {
        let locals = self.alternatives.iter().flatten();
        let mut scope: Vec<usize> =
            locals.flat_map(|local| local.terms.iter().map(|(variable, _)| *variable)).collect();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    /// Returns whether an alternative holds for these values of all variables.
    pub fn holds(&self, value: &dyn Fn(usize) -> usize) -> bool {
        self.alternatives.iter().any(|locals| locals.iter().all(|local| local.holds(value)))
    }
}

impl Local {
    /// Returns whether it holds for these values of its variables.
    pub fn holds(&self, value: &dyn Fn(usize) -> usize) -> bool {
        let effects = self.terms.iter().map(|(variable, effects)| effects[value(*variable)]);
        let mut weights = Vec::with_capacity(self.terms.len());
        for effect in effects {
            match effect {
                Effect::Satisfies => return true,
                Effect::Weight(weight) => weights.push(weight),
            }
        }
        let sum = || weights.iter().fold(0i64, |sum, &weight| sum.saturating_add(weight));
        match &self.goal {
            Goal::Never => false,
            Goal::Between(low, high) => (*low..=*high).contains(&sum()),
            Goal::Modulo { modulus, residue } => sum().rem_euclid(*modulus) == *residue,
            Goal::Word(word) => {
                let step = |state: usize, &symbol: &i64| word.next[state][symbol as usize];
                weights.iter().try_fold(word.start, step).is_some_and(|state| word.accepting[state])
            }
        }
    }
}

/// The effect of a value on a [`Local`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The constraint holds whatever the other variables are.
    Satisfies,
    /// Adds to the sum; of a word, the number of the symbol.
    Weight(i64),
}

impl Effect {
    /// Returns the effect that adds `weight`.
    pub fn weight(weight: i64) -> Effect {
        Effect::Weight(weight)
    }
}

/// When a [`Local`] holds that no value satisfied.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Never: the constraint is a clause.
    Never,
    /// The sum is between the bounds.
    Between(i64, i64),
    /// The sum is congruent to `residue` modulo `modulus`.
    Modulo {
        /// At least 1.
        modulus: i64,
        /// From 0 to `modulus - 1`.
        residue: i64,
    },
    /// The automaton accepts the symbols in the order of the terms.
    Word(Box<WordAutomaton>),
}

/// An automaton with at most 63 states, for both reading directions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WordAutomaton {
    /// The initial state.
    pub start: usize,
    /// By state.
    pub accepting: Vec<bool>,
    /// By state and symbol.
    pub next: Vec<Vec<Option<usize>>>,
}

impl From<&Automaton> for WordAutomaton {
    fn from(automaton: &Automaton) -> WordAutomaton {
        let Automaton { start, accepting, next } = automaton.clone();
        WordAutomaton { start, accepting, next }
    }
}

/// The states of a layer of a sweep with their numbers and examples, from which the sweep can continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedLayer {
    /// The number of variables that are assigned.
    pub variables: usize,
    /// The content, in a format of the engine, and a check word.
    pub words: Arc<Vec<u64>>,
}

impl SavedLayer {
    /// Adds a check word to the content.
    pub fn new(variables: usize, mut content: Vec<u64>) -> SavedLayer {
        content.push(check_word(&content));
        SavedLayer { variables, words: Arc::new(content) }
    }

    /// Returns the content; `None` if the check word does not fit it.
    pub fn content(&self) -> Option<&[u64]> {
        let (check, content) = self.words.split_last()?;
        (*check == check_word(content)).then_some(content)
    }
}

fn check_word(words: &[u64]) -> u64 {
    let mut hash = Mixer::default();
    words.iter().for_each(|&word| hash.write_u64(word));
    hash.finish()
}

/// The amount of work after which an engine gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The maximum size of a layer in words of 64 bits: states, their numbers and examples.
    pub words: usize,
    /// The maximum number of steps: states times values, over all layers.
    pub steps: u64,
}

impl Reach {
    /// No limit.
    pub const ALL: Reach = Reach { words: usize::MAX, steps: u64::MAX };
}
