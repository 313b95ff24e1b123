//! Encodings: how a constraint becomes clauses. Each has a file, its `mod` line, and a line in [`ENCODINGS`].
//!
//! An encoding receives a constraint in the normal form of [`boardwright_ir::constraint::simplify::recognise`] (distinct
//! variables, no trivial cases) and adds auxiliary variables and clauses to a [`Cnf`]. Its catalogue entry states sizes
//! and properties, which `tests/engine/encodings.rs` verifies. An encoding that does not support a constraint
//! ([`Encoding::applies`]) gives an error ([`NotApplicable`]); there is no fallback.
//!
//! Graph and regular constraints are decomposed before they are encoded ([`boardwright_ir::constraint::decompose`]); here are their
//! catalogue entries, with sizes as clauses.

pub mod at_most_one;
pub mod cardinality;
pub mod components;
pub mod connected;
mod encoding;
pub mod integer;
pub mod meaning;
pub mod modular;
pub mod parity;
pub mod pindakaas;
pub mod pseudo_boolean;
pub mod regular;
pub(super) mod rustsat;
pub mod selection;

pub use self::encoding::{
    Consistency, Counts, Encode, Encoding, Kind, NotApplicable, Representation, Size, Unsupported, always,
};

use super::{Cnf, Lit};
use boardwright_base::diagnostic::nearest;

/// The catalogue. A new encoding needs a file, its `mod` line, and a line here.
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
    connected::LABELS,
    connected::LEVELS,
    connected::PROPAGATED,
    components::ELIMINATION,
    components::OWNERS,
    components::PROPAGATED,
    regular::STATES,
    regular::TRANSITIONS,
];

/// Returns the encoding of weighted sums for `auto`: the one with the strongest propagation among those that are small enough.
fn weighted_sum_by_size(n: usize, k: usize) -> &'static Encoding {
    let best = [&pseudo_boolean::generalized_totalizer::ENCODING, &pseudo_boolean::polynomial_watchdog::ENCODING];
    let small_enough = best.into_iter().find(|encoding| (encoding.applies)(n, k).is_ok());
    small_enough.unwrap_or(&pseudo_boolean::adder::ENCODING)
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

impl ChoiceError {
    /// Returns the unknown name and the one that was probably meant, if one is near.
    pub fn suggestion(&self) -> Option<(&str, &'static str)> {
        match self {
            ChoiceError::Kind { kind: name, suggestion } | ChoiceError::Name { name, suggestion, .. } => {
                Some((name, (*suggestion)?))
            }
            ChoiceError::Form(_) | ChoiceError::Twice(_) | ChoiceError::Integer(_) => None,
        }
    }
}

fn did_you_mean(word: &Option<&'static str>) -> String {
    word.map_or(String::new(), |word| format!(" (did you mean `{word}`?)"))
}

/// Returns the names with commas between them.
pub(super) fn list(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the names that a kind of constraint accepts.
pub(super) fn names_of(kind: &'static str) -> impl Iterator<Item = &'static str> {
    std::iter::once("auto").chain(ENCODINGS.iter().filter(move |e| e.kind.name() == kind).map(|e| e.name))
}

impl Choice {
    /// The choice of all encodings by size.
    pub const AUTOMATIC: Choice = Choice { chosen: [None; Kind::ALL.len()] };

    /// Chooses the encoding of a kind, both by name, and returns the kind; `auto` resets an earlier choice.
    ///
    /// # Errors
    /// If there is no such kind or encoding; lists the existing ones and suggests a similar name.
    pub fn set(&mut self, kind: &str, name: &str) -> Result<Kind, ChoiceError> {
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
        Ok(found)
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
            Kind::PseudoBoolean => weighted_sum_by_size(n, k),
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
            _ => unreachable!("an encoding's function is of its kind, which tests/engine/encodings.rs checks"),
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
            _ => unreachable!("an encoding's function is of its kind, which tests/engine/encodings.rs checks"),
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
            _ => unreachable!("an encoding's function is of its kind, which tests/engine/encodings.rs checks"),
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
            _ => unreachable!("an encoding's function is of its kind, which tests/engine/encodings.rs checks"),
        }
        Ok(())
    }

    /// Returns the representation of an integer variable with `n` values.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn integer(&self, n: usize) -> Result<Representation, NotApplicable> {
        match self.for_size(Kind::Integer, n, 1)?.encode {
            Encode::Integer(representation) => Ok(representation),
            _ => unreachable!("an encoding's function is of its kind, which tests/engine/encodings.rs checks"),
        }
    }
}
