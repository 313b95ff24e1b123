//! The encodings: how one constraint becomes clauses. One file each, and one line in [`ENCODINGS`].
//!
//! An encoding gets a constraint in the form [`crate::constraint::simplify::recognise`] leaves behind (distinct
//! variables, no trivial cases), adds auxiliary variables and clauses to a [`Cnf`], and has nothing to return. Its
//! entry says its sizes and properties; `tests/encodings.rs` holds them true. An encoding that does not take a constraint
//! ([`Encoding::applies`]) says so ([`DoesNotApply`]); nothing else is used in its place.
//!
//! Those of graphs and words are one level higher: they put other constraints of the IR, over auxiliary variables, in the
//! place of one ([`decompose`]), which then have encodings of their own, and serve integer programs as well.

pub mod at_most_one;
pub mod cardinality;
pub mod components;
pub mod connected;
pub mod decompose;
pub mod integer;
pub mod modular;
pub mod parity;
pub mod pindakaas;
pub mod pseudo_boolean;
pub mod regular;
pub(super) mod rustsat;
pub mod selection;

use super::{Cnf, Lit};
use crate::constraint::decomposed::Place;
use crate::constraint::{Components, Graph, Regular};
use crate::diagnostic::nearest;

/// What an encoding encodes.
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
    /// The value of an integer variable.
    Integer,
    /// The vertices that are there are connected.
    Connected,
    /// What connected components weigh.
    Components,
    /// A word that an automaton accepts.
    Regular,
}

impl Kind {
    /// All kinds, in the order they are listed.
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

    /// Whether an encoding of this kind makes constraints of the IR, not clauses.
    pub fn is_decomposed(self) -> bool {
        matches!(self, Kind::Connected | Kind::Components | Kind::Regular)
    }

    /// The name on the command line and in models.
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

    /// What it is, in a line.
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

/// What an encoding does with the number of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counts {
    /// Every solution of the constraint extends to exactly one model.
    Preserved,
    /// So it is for exactly and equal; for at most, some solutions extend to several models: count after projection to
    /// the constraint's own variables.
    PreservedExactly,
    /// Some solutions extend to several models, for exactly and equal too: count after projection.
    Projected,
}

impl Counts {
    /// As listed.
    pub fn name(self) -> &'static str {
        match self {
            Counts::Preserved => "preserved",
            Counts::PreservedExactly => "preserved for exactly, after projection for at most",
            Counts::Projected => "after projection",
        }
    }
}

/// What unit propagation achieves on the constraint's own literals, auxiliary variables aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Consistency {
    /// Even when all literals are assigned, auxiliary variables may have to be searched.
    Search,
    /// It finds a conflict once all literals are assigned.
    Check,
    /// It finds every conflict: every partial assignment that extends to no solution.
    Conflict,
    /// [`Consistency::Arc`] for at most, something less for exactly or equal.
    ArcAtMost,
    /// It finds every literal that a partial assignment forces, and every conflict.
    Arc,
}

impl Consistency {
    /// As listed.
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

/// How large an encoding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// So many of both.
    Exact {
        /// Auxiliary variables (all variables for an integer).
        variables: usize,
        /// Clauses.
        clauses: usize,
    },
    /// No more than so many of both.
    AtMost {
        /// Auxiliary variables.
        variables: usize,
        /// Clauses.
        clauses: usize,
    },
}

/// The function of an encoding. Literals are over distinct variables.
#[derive(Clone, Copy)]
pub enum Encode {
    /// `(cnf, literals, exactly)`; two literals or more.
    AtMostOne(fn(&mut Cnf, &[Lit], bool)),
    /// `(cnf, literals, k, exactly)`; `2 <= k <= n - 2`.
    Cardinality(fn(&mut Cnf, &[Lit], usize, bool)),
    /// `(cnf, terms, bound, equal)`; weights from 1 to the bound, bound less than their sum.
    PseudoBoolean(fn(&mut Cnf, &[(u64, Lit)], u64, bool)),
    /// `(cnf, literals, odd)`; two literals or more.
    Parity(fn(&mut Cnf, &[Lit], bool)),
    /// How values are represented; see [`integer`].
    Integer(integer::Representation),
    /// Constraints that say that a graph is connected; or why that would be too many.
    Connected(fn(&mut Place, &Graph) -> Result<(), String>),
    /// Constraints that say what components weigh; or why that would be too many.
    Components(fn(&mut Place, &Components) -> Result<(), String>),
    /// Constraints that say that a word is accepted.
    Regular(fn(&mut Place, &Regular)),
    /// Nothing: the constraint of a graph stays beside the formula ([`super::graph`]).
    Propagated,
}

/// One entry of the catalogue.
#[derive(Clone, Copy)]
pub struct Encoding {
    /// What it encodes.
    pub kind: Kind,
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Auxiliary variables, as a formula in `n` (literals or terms, values for an integer, vertices, positions) and `k`
    /// (the bound, edges, transitions of the automaton).
    pub variables: &'static str,
    /// Clauses, likewise.
    pub clauses: &'static str,
    /// The sizes as numbers: `(n, k, exactly)`. `k` is 1 for at-most-one and counts nothing for parity and integers;
    /// `exactly` is `equal` or `odd` where the encoder has that. Of components: with one measure of weights 0 and 1.
    pub size: fn(usize, usize, bool) -> Size,
    /// Whether it takes `n` literals and a bound of `k`, or why not, in words that follow "it does not apply: ".
    pub applies: fn(usize, usize) -> Result<(), String>,
    /// What unit propagation achieves.
    pub consistency: Consistency,
    /// What happens to the number of models.
    pub counts: Counts,
    /// The paper.
    pub reference: &'static str,
    /// The encoder.
    pub encode: Encode,
}

/// For encodings that take every constraint of their kind.
///
/// # Errors
/// Never.
pub fn always(_: usize, _: usize) -> Result<(), String> {
    Ok(())
}

/// The catalogue. A new encoding is a file and a line here.
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
    connected::elimination::ENCODING,
    connected::levels::ENCODING,
    connected::PROPAGATED,
    components::elimination::ENCODING,
    components::owners::ENCODING,
    components::PROPAGATED,
    regular::states::ENCODING,
    regular::transitions::ENCODING,
];

/// A chosen encoding met a constraint that it does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {kind} encoding `{name}` does not apply: {reason}")]
pub struct DoesNotApply {
    /// The kind's name.
    pub kind: &'static str,
    /// The encoding's name.
    pub name: &'static str,
    /// What [`Encoding::applies`] says.
    pub reason: String,
}

/// Which encoding each kind of constraint gets. `None` is `auto`: chosen by size (see [`Choice::for_size`]).
#[derive(Clone, Copy, Default)]
pub struct Choice {
    chosen: [Option<&'static Encoding>; Kind::ALL.len()],
}

/// Why an encoding cannot be chosen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The kind does not exist.
    #[error("there is no constraint kind `{kind}`{}; the kinds are {}", suggestion(.meant), list(Kind::ALL.iter().map(|k| k.name())))]
    Kind {
        /// As written.
        kind: String,
        /// The nearest.
        meant: Option<&'static str>,
    },
    /// The kind has no encoding of that name.
    #[error("{kind} has no encoding `{name}`{}; it has {}", suggestion(.meant), list(names_of(.kind)))]
    Name {
        /// The kind's name.
        kind: &'static str,
        /// As written.
        name: String,
        /// The nearest.
        meant: Option<&'static str>,
    },
    /// Not of the form `kind=name`.
    #[error("`{0}` is not of the form kind=encoding, such as at-most-one=ladder or rows.cardinality=totalizer")]
    Form(String),
    /// Said twice in one place.
    #[error("`{0}` is chosen twice")]
    Twice(String),
    /// An integer variable belongs to no rule.
    #[error("`{0}.integer`: an integer variable belongs to no rule; write integer=...")]
    Integer(String),
}

fn suggestion(word: &Option<&'static str>) -> String {
    word.map_or(String::new(), |word| format!(" (did you mean `{word}`?)"))
}

fn list(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn names_of(kind: &'static str) -> impl Iterator<Item = &'static str> {
    std::iter::once("auto").chain(ENCODINGS.iter().filter(move |e| e.kind.name() == kind).map(|e| e.name))
}

impl Choice {
    /// Chooses an encoding, both by name; `auto` undoes an earlier choice.
    ///
    /// # Errors
    /// When there is no such kind or encoding; says what there is and what was probably meant.
    pub fn set(&mut self, kind: &str, name: &str) -> Result<(), ChoiceError> {
        let Some(found) = Kind::ALL.into_iter().find(|k| k.name() == kind) else {
            let meant = nearest(kind, Kind::ALL.map(Kind::name));
            return Err(ChoiceError::Kind { kind: kind.into(), meant });
        };
        let encoding = ENCODINGS.iter().find(|e| e.kind == found && e.name == name);
        if encoding.is_none() && name != "auto" {
            let meant = nearest(name, names_of(found.name()));
            return Err(ChoiceError::Name { kind: found.name(), name: name.into(), meant });
        }
        self.chosen[found as usize] = encoding;
        Ok(())
    }

    /// This choice, and where it says nothing the other.
    fn or(&self, other: &Choice) -> Choice {
        Choice { chosen: std::array::from_fn(|kind| self.chosen[kind].or(other.chosen[kind])) }
    }

    /// What was chosen for a kind: a name, or `auto`.
    pub fn name(&self, kind: Kind) -> &'static str {
        self.chosen[kind as usize].map_or("auto", |encoding| encoding.name)
    }

    /// The encoding for a constraint of this kind over `n` literals with bound `k`. Where nothing was chosen, by size:
    /// at-most-one pairwise up to 32 literals and product beyond; parity direct up to 5 literals and `cut4` beyond;
    /// the totalizer for cardinalities, direct values for integers; for weights the first that applies of generalized
    /// totalizer, polynomial watchdog and adder.
    ///
    /// # Errors
    /// When the chosen encoding does not take them.
    pub fn for_size(&self, kind: Kind, n: usize, k: usize) -> Result<&'static Encoding, DoesNotApply> {
        let automatic = match kind {
            Kind::AtMostOne if n <= 32 => &at_most_one::pairwise::ENCODING,
            Kind::AtMostOne => &at_most_one::product::ENCODING,
            Kind::Cardinality => &cardinality::totalizer::ENCODING,
            Kind::PseudoBoolean => pseudo_boolean::by_size(n, k),
            Kind::Parity if n <= 5 => &parity::direct::ENCODING,
            Kind::Parity => &parity::cut::ENCODINGS[1],
            Kind::Integer => &integer::direct::ENCODING,
            Kind::Connected => &connected::elimination::ENCODING,
            Kind::Components => &components::elimination::ENCODING,
            Kind::Regular => &regular::states::ENCODING,
        };
        let encoding = self.chosen[kind as usize].unwrap_or(automatic);
        match (encoding.applies)(n, k) {
            Ok(()) => Ok(encoding),
            Err(reason) => Err(DoesNotApply { kind: kind.name(), name: encoding.name, reason }),
        }
    }

    /// Encodes "at most (or exactly) one" with whatever is chosen.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn at_most_one(&self, cnf: &mut Cnf, literals: &[Lit], exactly: bool) -> Result<(), DoesNotApply> {
        match self.for_size(Kind::AtMostOne, literals.len(), 1)?.encode {
            Encode::AtMostOne(encode) => encode(cnf, literals, exactly),
            _ => unreachable!("an encoding's function is of its kind, which tests/encodings.rs checks"),
        }
        Ok(())
    }

    /// Encodes "at most (or exactly) `k`" with whatever is chosen.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn cardinality(&self, cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) -> Result<(), DoesNotApply> {
        match self.for_size(Kind::Cardinality, literals.len(), k)?.encode {
            Encode::Cardinality(encode) => encode(cnf, literals, k, exactly),
            _ => unreachable!("an encoding's function is of its kind, which tests/encodings.rs checks"),
        }
        Ok(())
    }

    /// Encodes a weighted sum with whatever is chosen.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn pseudo_boolean(
        &self,
        cnf: &mut Cnf,
        terms: &[(u64, Lit)],
        bound: u64,
        equal: bool,
    ) -> Result<(), DoesNotApply> {
        match self.for_size(Kind::PseudoBoolean, terms.len(), usize::try_from(bound).unwrap_or(usize::MAX))?.encode {
            Encode::PseudoBoolean(encode) => encode(cnf, terms, bound, equal),
            _ => unreachable!("an encoding's function is of its kind, which tests/encodings.rs checks"),
        }
        Ok(())
    }

    /// Encodes a parity with whatever is chosen.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn parity(&self, cnf: &mut Cnf, literals: &[Lit], odd: bool) -> Result<(), DoesNotApply> {
        match self.for_size(Kind::Parity, literals.len(), 1)?.encode {
            Encode::Parity(encode) => encode(cnf, literals, odd),
            _ => unreachable!("an encoding's function is of its kind, which tests/encodings.rs checks"),
        }
        Ok(())
    }

    /// The representation of an integer variable with `n` values.
    ///
    /// # Errors
    /// As [`Choice::for_size`].
    pub fn integer(&self, n: usize) -> Result<integer::Representation, DoesNotApply> {
        match self.for_size(Kind::Integer, n, 1)?.encode {
            Encode::Integer(representation) => Ok(representation),
            _ => unreachable!("an encoding's function is of its kind, which tests/encodings.rs checks"),
        }
    }
}
