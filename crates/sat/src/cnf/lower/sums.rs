//! Sums over literals: simplified, then each shape in the encoding chosen for it; counts of literals in chains by their
//! chains. Knows the encodings and [`simplify`].

use crate::cnf::encode::cardinality::chains::{self, Implications};
use crate::cnf::encode::{Choice, Kind, NotApplicable};
use crate::cnf::{Cnf, Lit};
use boardwright_ir::constraint::Relation;
use boardwright_ir::constraint::simplify::{self, Recognised, Shape};

/// Encodes a weighted sum over literals, in the encoding chosen for the form it takes once it is simplified.
pub(in crate::cnf) fn encode_sum(
    cnf: &mut Cnf,
    choice: &Choice,
    terms: &[(i64, Lit)],
    relation: Relation,
    bound: i64,
) -> Result<(), NotApplicable> {
    encode_shape(cnf, choice, simplify::recognise(terms, relation, bound))
}

/// Encodes a simplified sum.
pub(in crate::cnf) fn encode_shape(
    cnf: &mut Cnf,
    choice: &Choice,
    recognised: Recognised<Lit>,
) -> Result<(), NotApplicable> {
    for unit in recognised.units {
        cnf.add(&[unit]);
    }
    match recognised.shape {
        Shape::True => {}
        Shape::False => cnf.add(&[]),
        Shape::Clause(literals) => cnf.add(&literals),
        Shape::AtMostOne(literals) => choice.at_most_one(cnf, &literals, false)?,
        Shape::ExactlyOne(literals) => choice.at_most_one(cnf, &literals, true)?,
        Shape::AtMost(k, literals) => choice.cardinality(cnf, &literals, k, false)?,
        Shape::Exactly(k, literals) => choice.cardinality(cnf, &literals, k, true)?,
        Shape::PseudoBoolean { terms, equal, bound } => choice.pseudo_boolean(cnf, &terms, bound, equal)?,
    }
    Ok(())
}

/// Encodes a simplified sum; a count without a chosen encoding by chains if there are few. The implications are those of
/// the first `known` clauses.
pub(super) fn encode_with_chains(
    cnf: &mut Cnf,
    choice: &Choice,
    recognised: Recognised<Lit>,
    implications: &mut Implications,
    known: usize,
) -> Result<(), NotApplicable> {
    let (k, literals, exactly) = match &recognised.shape {
        Shape::AtMost(k, literals) => (*k, literals, false),
        Shape::Exactly(k, literals) => (*k, literals, true),
        _ => return encode_shape(cnf, choice, recognised),
    };
    let is_free = choice.name(Kind::Cardinality) == "auto" && recognised.units.is_empty();
    if is_free && literals.len() >= chains::FEWEST {
        implications.read(cnf, known);
        let chains = implications.chains(literals);
        if 2 * chains.len() <= literals.len() {
            chains::encode(cnf, chains, k, exactly);
            return Ok(());
        }
    }
    encode_shape(cnf, choice, recognised)
}
