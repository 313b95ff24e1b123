//! Encodings: how a constraint becomes clauses. Each has a file and a line in [`ENCODINGS`].
//!
//! An encoding receives a constraint in the normal form of [`crate::constraint::simplify::recognise`] (distinct
//! variables, no trivial cases) and adds auxiliary variables and clauses to a [`Cnf`]. Its catalogue entry states sizes
//! and properties, which `tests/engine/encodings.rs` verifies. An encoding that does not support a constraint
//! ([`Encoding::applies`]) gives an error ([`NotApplicable`]); there is no fallback.
//!
//! Graph and regular constraints are decomposed before they are encoded ([`crate::constraint::decompose`]); here are their
//! catalogue entries, with sizes as clauses.

pub mod at_most_one;
pub mod cardinality;
pub mod components;
pub mod connected;
pub mod integer;
pub mod modular;
pub mod parity;
pub mod pindakaas;
pub mod pseudo_boolean;
pub mod regular;
pub(super) mod rustsat;
pub mod selection;

use super::{Cnf, Lit};
use crate::constraint::decompose::TooManyPairs;
use crate::constraint::decomposed::Replacement;
use crate::constraint::{Components, Graph, Regular};
use crate::diagnostic::nearest;

/// The kind of constraint that an encoding supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// At most one, or exactly one, of the literals.
    AtMostOne,
    /// At most `k`, or exactly `k`, of the literals.
    Cardinality,
    /// A weighted sum at most, or equal to, a bound.
    PseudoBoolean,
    /// An odd, or even, number of the literals.
    Parity,
    /// The domain of an integer variable.
    Integer,
    /// The present vertices of a graph are connected.
    Connected,
    /// Weights of connected components.
    Components,
    /// A word accepted by an automaton.
    Regular,
}

impl Kind {
    /// All kinds, in listing order.
    pub const ALL: [Kind; 8] = [
        Kind::AtMostOne,
        Kind::Cardinality,
        Kind::PseudoBoolean,
        Kind::Parity,
        Kind::Integer,
        Kind::Connected,
        Kind::Components,
        Kind::Regular,
    ];

    /// Returns whether encodings of this kind produce constraints of the IR instead of clauses.
    pub fn is_decomposed(self) -> bool {
        matches!(self, Kind::Connected | Kind::Components | Kind::Regular)
    }

    /// Returns the name on the command line and in models.
    pub fn name(self) -> &'static str {
        match self {
            Kind::AtMostOne => "at-most-one",
            Kind::Cardinality => "cardinality",
            Kind::PseudoBoolean => "pseudo-boolean",
            Kind::Parity => "parity",
            Kind::Integer => "integer",
            Kind::Connected => "connected",
            Kind::Components => "components",
            Kind::Regular => "regular",
        }
    }

    /// Returns a one-line description.
    pub fn summary(self) -> &'static str {
        match self {
            Kind::AtMostOne => "at most one, or exactly one, of n literals",
            Kind::Cardinality => "at most k, or exactly k, of n literals",
            Kind::PseudoBoolean => "n weighted literals at most, or equal to, k",
            Kind::Parity => "an odd, or even, number of n literals",
            Kind::Integer => "an integer variable with n values",
            Kind::Connected => "what is there of n vertices is connected by k edges",
            Kind::Components => "what connected parts of n vertices and k edges weigh",
            Kind::Regular => "n symbols are a word for an automaton of k transitions",
        }
    }
}

/// How an encoding affects the number of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counts {
    /// Every solution of the constraint extends to exactly one model.
    Preserved,
    /// Preserved for exactly-k and equations; for at-most-k some solutions extend to several models, so models must be
    /// counted after projection to the constraint's own variables.
    PreservedExactly,
    /// Some solutions extend to several models, for every relation: count after projection.
    Projected,
}

impl Counts {
    /// Returns the name used in listings.
    pub fn name(self) -> &'static str {
        match self {
            Counts::Preserved => "preserved",
            Counts::PreservedExactly => "preserved for exactly, after projection for at most",
            Counts::Projected => "after projection",
        }
    }
}

/// What unit propagation achieves on the constraint's own literals, ignoring auxiliary variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Consistency {
    /// Auxiliary variables may need search even if all literals are assigned.
    Search,
    /// Finds a conflict once all literals are assigned.
    Check,
    /// Finds every conflict: every partial assignment that extends to no solution.
    Conflict,
    /// [`Consistency::Arc`] for at-most constraints, weaker for exactly-k and equations.
    ArcAtMost,
    /// Finds every conflict and every literal implied by a partial assignment.
    Arc,
}

impl Consistency {
    /// Returns the name used in listings.
    pub fn name(self) -> &'static str {
        match self {
            Consistency::Search => "needs search",
            Consistency::Check => "checks assignments",
            Consistency::Conflict => "finds conflicts",
            Consistency::ArcAtMost => "arc consistent for at most",
            Consistency::Arc => "arc consistent",
        }
    }
}

/// The size of an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Exact numbers.
    Exact {
        /// Auxiliary variables (all variables for an integer).
        variables: usize,
        /// Clauses.
        clauses: usize,
    },
    /// Upper bounds.
    AtMost {
        /// Auxiliary variables.
        variables: usize,
        /// Clauses.
        clauses: usize,
    },
}

/// The encoder. Literals are over distinct variables.
#[derive(Clone, Copy)]
pub enum Encode {
    /// `(cnf, literals, exactly)`; at least two literals.
    AtMostOne(fn(&mut Cnf, &[Lit], bool)),
    /// `(cnf, literals, k, exactly)`; `2 <= k <= n - 2`.
    Cardinality(fn(&mut Cnf, &[Lit], usize, bool)),
    /// `(cnf, terms, bound, equal)`; weights from 1 to the bound, bound less than their sum.
    PseudoBoolean(fn(&mut Cnf, &[(u64, Lit)], u64, bool)),
    /// `(cnf, literals, odd)`; at least two literals.
    Parity(fn(&mut Cnf, &[Lit], bool)),
    /// The representation of the values; see [`integer`].
    Integer(integer::Representation),
    /// Posts constraints that make a graph connected, or returns why there would be too many.
    Connected(fn(&mut Replacement<'_>, &Graph) -> Result<(), TooManyPairs>),
    /// Posts constraints on the weights of components, or returns why there would be too many.
    Components(fn(&mut Replacement<'_>, &Components) -> Result<(), TooManyPairs>),
    /// Posts constraints that make an automaton accept a word.
    Regular(fn(&mut Replacement<'_>, &Regular)),
    /// Nothing: the graph constraint is kept for a propagator ([`super::graph`]).
    Propagated,
}

/// A catalogue entry.
#[derive(Clone, Copy)]
pub struct Encoding {
    /// The kind of constraint.
    pub kind: Kind,
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The number of auxiliary variables as a formula in `n` (literals or terms, values of an integer variable,
    /// vertices, positions) and `k` (the bound, edges, transitions of the automaton).
    pub variables: &'static str,
    /// The number of clauses as such a formula.
    pub clauses: &'static str,
    /// The size for `(n, k, exactly)`. `k` is 1 for at-most-one and ignored for parity and integers; `exactly` is the
    /// `equal` or `odd` of encoders that have these. For components: with one measure of weights 0 and 1.
    pub size: fn(usize, usize, bool) -> Size,
    /// Returns whether the encoding supports `n` literals and a bound of `k`, or a reason that completes "it does not
    /// apply: ".
    pub applies: fn(usize, usize) -> Result<(), Unsupported>,
    /// What unit propagation achieves.
    pub consistency: Consistency,
    /// The effect on the number of models.
    pub counts: Counts,
    /// The paper.
    pub reference: &'static str,
    /// The encoder.
    pub encode: Encode,
}

/// The [`Encoding::applies`] of encodings that support every constraint of their kind.
///
/// # Errors
/// Never.
pub fn always(_: usize, _: usize) -> Result<(), Unsupported> {
    Ok(())
}

/// The catalogue. A new encoding needs a file and a line here.
pub static ENCODINGS: &[Encoding] = &[
    at_most_one::pairwise::ENCODING,
    at_most_one::ladder::ENCODING,
    at_most_one::bitwise::ENCODING,
    at_most_one::commander::ENCODING,
    at_most_one::product::ENCODING,
    at_most_one::bimander::ENCODING,
    at_most_one::sequential_counter::ENCODING,
    at_most_one::totalizer::ENCODING,
    cardinality::totalizer::ENCODING,
    cardinality::sequential_counter::ENCODING,
    cardinality::sorting_network::ENCODING,
    cardinality::cardinality_network::ENCODING,
    cardinality::modulo_totalizer::ENCODING,
    cardinality::bdd::ENCODING,
    cardinality::adder::ENCODING,
    cardinality::binomial::ENCODING,
    cardinality::permutation::ENCODING,
    pseudo_boolean::generalized_totalizer::ENCODING,
    pseudo_boolean::bdd::ENCODING,
    pseudo_boolean::adder::ENCODING,
    pseudo_boolean::sequential_weight_counter::ENCODING,
    pseudo_boolean::polynomial_watchdog::ENCODING,
    pseudo_boolean::polynomial_watchdog::LOCAL,
    pseudo_boolean::mixed_radix::ENCODING,
    parity::direct::ENCODING,
    parity::cut::ENCODINGS[0],
    parity::cut::ENCODINGS[1],
    parity::cut::ENCODINGS[2],
    parity::cut::ENCODINGS[3],
    parity::cut::ENCODINGS[4],
    parity::cut::ENCODINGS[5],
    parity::cut::POOLED[0],
    parity::cut::POOLED[1],
    parity::cut::POOLED[2],
    parity::cut::POOLED[3],
    parity::cut::POOLED[4],
    parity::cut::POOLED[5],
    integer::direct::ENCODING,
    integer::order::ENCODING,
    integer::log::ENCODING,
    connected::ELIMINATION,
    connected::LEVELS,
    connected::PROPAGATED,
    components::ELIMINATION,
    components::OWNERS,
    components::PROPAGATED,
    regular::STATES,
    regular::TRANSITIONS,
];

/// A chosen encoding does not support a constraint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {kind} encoding `{name}` does not apply: {reason}")]
pub struct NotApplicable {
    /// The kind's name.
    pub kind: &'static str,
    /// The encoding's name.
    pub name: &'static str,
    /// The reason, from [`Encoding::applies`].
    pub reason: Unsupported,
}

/// Why an encoding does not support a constraint; completes "it does not apply: ".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are the numbers of the messages")]
pub enum Unsupported {
    /// Too many literals.
    #[error("it takes at most {most} literals, and a constraint has {found}")]
    Literals { most: usize, found: usize },
    /// Too many terms.
    #[error("it takes at most {most} terms, and a constraint has {found}")]
    Terms { most: usize, found: usize },
    /// Too many vertices.
    #[error("it takes at most {most} vertices, and a graph has {found}")]
    Vertices { most: usize, found: usize },
    /// Weights that are too large.
    #[error("the weights of {n} terms with a bound of {k} may add up to more than 2^{exponent}")]
    Weights { n: usize, k: usize, exponent: u32 },
    /// Too many clauses for a cardinality.
    #[error("it takes at most {most} clauses, and {k} of {n} literals need more")]
    CardinalityClauses { n: usize, k: usize, most: usize },
    /// Too many clauses for a weighted sum.
    #[error("{n} terms with a bound of {k} may need more than {most} clauses")]
    SumClauses { n: usize, k: usize, most: usize },
    /// Too many clauses for a graph.
    #[error("{n} vertices and {k} edges may need more than {most} clauses")]
    GraphClauses { n: usize, k: usize, most: usize },
    /// Too many pairs in a graph.
    #[error(transparent)]
    Pairs(#[from] TooManyPairs),
    /// The constraint is kept for a propagator, and there is none.
    #[error(
        "it is no clauses and no rows; only a search by a SAT solver that is built in, of a constraint that holds without conditions, looks after it"
    )]
    Propagated,
}

/// The encoding chosen for each kind of constraint. `None` is `auto`: chosen by size (see [`Choice::for_size`]).
#[derive(Clone, Copy, Default)]
pub struct Choice {
    chosen: [Option<&'static Encoding>; Kind::ALL.len()],
}

/// An invalid choice of an encoding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The kind does not exist.
    #[error("unknown constraint kind `{kind}`{}; expected one of {}", did_you_mean(.suggestion), list(Kind::ALL.iter().map(|k| k.name())))]
    Kind {
        /// The name as written.
        kind: String,
        /// The most similar kind.
        suggestion: Option<&'static str>,
    },
    /// The kind has no encoding with that name.
    #[error("unknown encoding `{name}` for {kind}{}; expected one of {}", did_you_mean(.suggestion), list(names_of(.kind)))]
    Name {
        /// The kind's name.
        kind: &'static str,
        /// The name as written.
        name: String,
        /// The most similar name.
        suggestion: Option<&'static str>,
    },
    /// Not of the form `kind=name`.
    #[error("`{0}` is not of the form kind=encoding, such as at-most-one=ladder or rows.cardinality=totalizer")]
    Form(String),
    /// The same key occurs twice.
    #[error("`{0}` is chosen twice")]
    Twice(String),
    /// Integer variables do not belong to rules.
    #[error("`{0}.integer`: an integer variable belongs to no rule; write integer=...")]
    Integer(String),
}

fn did_you_mean(word: &Option<&'static str>) -> String {
    word.map_or(String::new(), |word| format!(" (did you mean `{word}`?)"))
}

fn list(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn names_of(kind: &'static str) -> impl Iterator<Item = &'static str> {
    std::iter::once("auto").chain(ENCODINGS.iter().filter(move |e| e.kind.name() == kind).map(|e| e.name))
}

impl Choice {
    /// The choice of all encodings by size.
    pub const AUTOMATIC: Choice = Choice { chosen: [None; Kind::ALL.len()] };

    /// Chooses the encoding of a kind, both by name; `auto` resets an earlier choice.
    ///
    /// # Errors
    /// If there is no such kind or encoding; lists the existing ones and suggests a similar name.
    pub fn set(&mut self, kind: &str, name: &str) -> Result<(), ChoiceError> {
        let Some(found) = Kind::ALL.into_iter().find(|k| k.name() == kind) else {
            let suggestion = nearest(kind, Kind::ALL.map(Kind::name));
            return Err(ChoiceError::Kind { kind: kind.into(), suggestion });
        };
        let encoding = ENCODINGS.iter().find(|e| e.kind == found && e.name == name);
        if encoding.is_none() && name != "auto" {
            let suggestion = nearest(name, names_of(found.name()));
            return Err(ChoiceError::Name { kind: found.name(), name: name.into(), suggestion });
        }
        self.chosen[found as usize] = encoding;
        Ok(())
    }

    /// Returns this choice, with the other one as the default for each kind.
    fn or(&self, other: &Choice) -> Choice {
        Choice { chosen: std::array::from_fn(|kind| self.chosen[kind].or(other.chosen[kind])) }
    }

    /// Returns the name of the encoding chosen for a kind, or `auto`.
    pub fn name(&self, kind: Kind) -> &'static str {
        self.chosen[kind as usize].map_or("auto", |encoding| encoding.name)
    }

    /// Returns the encoding for a constraint of this kind over `n` literals with bound `k`. `auto` chooses by size:
    /// at-most-one pairwise up to 32 literals and product beyond; parity direct up to 5 literals and `cut4` beyond; the
    /// totalizer for cardinalities; direct values for integers; for weighted sums the first that applies of generalized
    /// totalizer, polynomial watchdog and adder; elimination for graphs and states for words.
    ///
    /// # Errors
    /// If the chosen encoding does not support the constraint.
    pub fn for_size(&self, kind: Kind, n: usize, k: usize) -> Result<&'static Encoding, NotApplicable> {
        let automatic = match kind {
            Kind::AtMostOne => at_most_one::by_size(n),
            Kind::Cardinality => &cardinality::totalizer::ENCODING,
            Kind::PseudoBoolean => pseudo_boolean::by_size(n, k),
            Kind::Parity if n <= 5 => &parity::direct::ENCODING,
            Kind::Parity => &parity::cut::ENCODINGS[1],
            Kind::Integer => &integer::direct::ENCODING,
            Kind::Connected => &connected::ELIMINATION,
            Kind::Components => &components::ELIMINATION,
            Kind::Regular => &regular::STATES,
        };
        let encoding = self.chosen[kind as usize].unwrap_or(automatic);
        match (encoding.applies)(n, k) {
            Ok(()) => Ok(encoding),
            Err(reason) => Err(NotApplicable { kind: kind.name(), name: encoding.name, reason }),
        }
    }

    /// Encodes "at most (or exactly) one" with the chosen encoding.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn at_most_one(&self, cnf: &mut Cnf, literals: &[Lit], exactly: bool) -> Result<(), NotApplicable> {
        match self.for_size(Kind::AtMostOne, literals.len(), 1)?.encode {
            Encode::AtMostOne(encode) => encode(cnf, literals, exactly),
            _ => unreachable!("an encoding's function is of its kind, which tests/encodings.rs checks"),
        }
        Ok(())
    }

    /// Encodes "at most (or exactly) `k`" with the chosen encoding.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn cardinality(&self, cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) -> Result<(), NotApplicable> {
        match self.for_size(Kind::Cardinality, literals.len(), k)?.encode {
            Encode::Cardinality(encode) => encode(cnf, literals, k, exactly),
            _ => unreachable!("an encoding's function is of its kind, which tests/encodings.rs checks"),
        }
        Ok(())
    }

    /// Encodes a weighted sum with the chosen encoding.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn pseudo_boolean(
        &self,
        cnf: &mut Cnf,
        terms: &[(u64, Lit)],
        bound: u64,
        equal: bool,
    ) -> Result<(), NotApplicable> {
        match self.for_size(Kind::PseudoBoolean, terms.len(), usize::try_from(bound).unwrap_or(usize::MAX))?.encode {
            Encode::PseudoBoolean(encode) => encode(cnf, terms, bound, equal),
            _ => unreachable!("an encoding's function is of its kind, which tests/encodings.rs checks"),
        }
        Ok(())
    }

    /// Encodes a parity with the chosen encoding.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn parity(&self, cnf: &mut Cnf, literals: &[Lit], odd: bool) -> Result<(), NotApplicable> {
        match self.for_size(Kind::Parity, literals.len(), 1)?.encode {
            Encode::Parity(encode) => encode(cnf, literals, odd),
            _ => unreachable!("an encoding's function is of its kind, which tests/encodings.rs checks"),
        }
        Ok(())
    }

    /// Returns the representation of an integer variable with `n` values.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn integer(&self, n: usize) -> Result<integer::Representation, NotApplicable> {
        match self.for_size(Kind::Integer, n, 1)?.encode {
            Encode::Integer(representation) => Ok(representation),
            _ => unreachable!("an encoding's function is of its kind, which tests/encodings.rs checks"),
        }
    }
}
