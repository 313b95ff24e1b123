//! One sum to clauses, by the name of an encoding. Start with [`Cnf::encode`].

use super::encode::{Choice, ChoiceError, Kind, NotApplicable, list, names_of};
use super::lower::encode_shape;
use super::{Cnf, Lit};
use boardwright_ir::constraint::Relation;
use boardwright_ir::constraint::simplify::{Shape, recognise};
use std::ops::Range;

/// What [`Cnf::encode`] added to a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded {
    /// The auxiliary variables.
    pub variables: Range<u32>,
    /// The clauses, by index.
    pub clauses: Range<usize>,
}

/// Why a sum was not encoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// There is no such kind or encoding; the message lists those that exist.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The encoding does not support the sum.
    #[error(transparent)]
    NotApplicable(#[from] NotApplicable),
    /// Once simplified, the sum is of another kind.
    #[error("the sum is of the kind {found}, not {chosen}; expected one of {}", list(names_of(.found.name())), found = .found.name(), chosen = .chosen.name())]
    OtherKind {
        /// The kind of the sum; the message lists its encodings.
        found: Kind,
        /// The kind as written.
        chosen: Kind,
    },
}

impl Cnf {
    /// Adds the clauses of a sum, the weights of the true literals compared with a bound, in the encoding with a name:
    /// `at-most-one`, `cardinality` or `pseudo-boolean`, and a name of [`ENCODINGS`](super::encode::ENCODINGS) or
    /// `auto`. The literals are of variables of the formula; they may repeat, and weights may be negative or 0.
    ///
    /// The sum is simplified first ([`recognise`]): at least 7 of 10 are at most 3 of the negated ones, and at most 1
    /// of 10 is of the kind `at-most-one`. A sum that is a clause, or always true or false, has no kind; its clauses
    /// are the same in all encodings.
    ///
    /// # Errors
    /// Why it was not encoded; the formula is as before.
    ///
    /// ```
    /// use boardwright_sat::Relation;
    /// use boardwright_sat::cnf::Cnf;
    /// let mut cnf = Cnf::new();
    /// let terms = [(3, cnf.variable()), (2, cnf.variable()), (2, cnf.variable())];
    /// let added = cnf.encode("pseudo-boolean", "bdd", &terms, Relation::AtMost, 4).unwrap();
    /// assert_eq!(added.clauses.len(), cnf.len());
    /// let wrong = cnf.encode("pseudo-boolean", "totalizer", &terms, Relation::AtMost, 4).unwrap_err().to_string();
    /// assert!(wrong.starts_with("unknown encoding `totalizer` for pseudo-boolean"));
    /// ```
    pub fn encode(
        &mut self,
        kind: &str,
        name: &str,
        terms: &[(i64, Lit)],
        relation: Relation,
        bound: i64,
    ) -> Result<Encoded, EncodeError> {
        let mut choice = Choice::default();
        let chosen = choice.set(kind, name)?;
        let recognised = recognise(terms, relation, bound);
        let found = match &recognised.shape {
            Shape::True | Shape::False | Shape::Clause(_) => None,
            Shape::AtMostOne(literals) | Shape::ExactlyOne(literals) => Some((Kind::AtMostOne, literals.len(), 1)),
            Shape::AtMost(k, literals) | Shape::Exactly(k, literals) => Some((Kind::Cardinality, literals.len(), *k)),
            Shape::PseudoBoolean { terms, bound, .. } => {
                Some((Kind::PseudoBoolean, terms.len(), usize::try_from(*bound).unwrap_or(usize::MAX)))
            }
        };
        if let Some((found, n, k)) = found {
            if found != chosen {
                return Err(EncodeError::OtherKind { found, chosen });
            }
            choice.for_size(found, n, k)?;
        }
        let (variables, clauses) = (self.variables, self.len());
        encode_shape(self, &choice, recognised)?;
        Ok(Encoded { variables: variables..self.variables, clauses: clauses..self.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::encode::{ENCODINGS, Encode, Size};
    use crate::{SatOutcome, varisat};
    use boardwright_base::budget::Budget;

    fn fresh(n: usize) -> (Cnf, Vec<Lit>) {
        let mut cnf = Cnf::new();
        let literals = (0..n).map(|_| cnf.variable()).collect();
        (cnf, literals)
    }

    /// Every encoding of sums by its name: size as in the catalogue, and all assignments.
    #[test]
    fn encodings_are_chosen_by_name() {
        let mut encoded = 0;
        for encoding in ENCODINGS {
            let (weights, k) = match encoding.encode {
                Encode::AtMostOne(_) => ([1; 6], 1),
                Encode::Cardinality(_) => ([1; 6], 2),
                Encode::PseudoBoolean(_) => ([1, 2, 2, 3, 3, 4], 5),
                _ => continue,
            };
            for relation in [Relation::AtMost, Relation::Equal] {
                let (mut cnf, literals) = fresh(6);
                let terms: Vec<(i64, Lit)> =
                    weights.into_iter().zip(literals.iter().map(|&literal| !literal)).collect();
                let what = format!("{} {} {relation:?}", encoding.kind.name(), encoding.name);
                let added = cnf.encode(encoding.kind.name(), encoding.name, &terms, relation, k).expect(&what);
                assert_eq!(
                    (added.variables, added.clauses.clone()),
                    (6..cnf.variables() as u32, 0..cnf.len()),
                    "{what}"
                );
                if let Size::Exact { variables, clauses } = (encoding.size)(6, k as usize, relation == Relation::Equal)
                {
                    assert_eq!((cnf.variables() - 6, added.clauses.len()), (variables, clauses), "{what}");
                }
                let mut solver = varisat::open();
                solver.load(&cnf);
                for bits in 0..1u32 << 6 {
                    let assumptions: Vec<Lit> = (0..6).map(|index| Lit::new(index, bits >> index & 1 == 0)).collect();
                    let sum: i64 = (0..6).filter(|&index| bits >> index & 1 == 0).map(|index| weights[index]).sum();
                    let is_satisfiable = match solver.solve(&assumptions, &Budget::none()) {
                        SatOutcome::Satisfiable(model) => cnf.holds(&model),
                        other => other != SatOutcome::Unsatisfiable,
                    };
                    assert_eq!(is_satisfiable, relation.holds(sum, k), "{what}");
                }
                encoded += 1;
            }
        }
        assert_eq!(encoded, 2 * (8 + 9 + 7));
    }

    #[test]
    fn sums_without_a_kind_are_the_same_in_all_encodings() {
        for (kind, name) in [("at-most-one", "pairwise"), ("cardinality", "totalizer"), ("pseudo-boolean", "auto")] {
            let (mut cnf, literals) = fresh(3);
            let terms: Vec<(i64, Lit)> = literals.iter().map(|&literal| (1, literal)).collect();
            let mut encode = |relation, bound| cnf.encode(kind, name, &terms, relation, bound).expect(name);
            assert_eq!(encode(Relation::AtLeast, 1), Encoded { variables: 3..3, clauses: 0..1 });
            assert_eq!(encode(Relation::AtMost, 3), Encoded { variables: 3..3, clauses: 1..1 });
            assert_eq!(encode(Relation::Equal, 0), Encoded { variables: 3..3, clauses: 1..4 });
            assert_eq!(encode(Relation::AtLeast, 4), Encoded { variables: 3..3, clauses: 4..5 });
            assert_eq!(format!("{cnf:?}"), "p cnf 3 5\n1 2 3 0\n-1 0\n-2 0\n-3 0\n0\n");
        }
    }

    #[test]
    fn wrong_names_are_errors_that_list_what_is_accepted() {
        let (mut cnf, literals) = fresh(200);
        let before = cnf.clone();
        let terms: Vec<(i64, Lit)> = literals.iter().map(|&literal| (1, literal)).collect();
        let mut wrong = |kind: &str, name: &str, bound: i64| {
            cnf.encode(kind, name, &terms, Relation::AtMost, bound).expect_err("it is wrong").to_string()
        };
        assert_eq!(
            wrong("cardinal", "totalizer", 3),
            "unknown constraint kind `cardinal`; expected one of at-most-one, cardinality, pseudo-boolean, parity, \
             integer, connected, components, regular"
        );
        assert_eq!(
            wrong("cardinality", "totaliser", 3),
            "unknown encoding `totaliser` for cardinality (did you mean `totalizer`?); expected one of auto, totalizer, \
             sequential-counter, sorting-network, cardinality-network, modulo-totalizer, bdd, adder, binomial, permutation"
        );
        assert_eq!(
            wrong("cardinality", "totalizer", 1),
            "the sum is of the kind at-most-one, not cardinality; expected one of auto, pairwise, ladder, bitwise, \
             commander, product, bimander, sequential-counter, totalizer"
        );
        assert_eq!(
            wrong("parity", "direct", 199 / 2),
            "the sum is of the kind cardinality, not parity; expected one of auto, totalizer, sequential-counter, \
             sorting-network, cardinality-network, modulo-totalizer, bdd, adder, binomial, permutation"
        );
        assert!(
            wrong("cardinality", "binomial", 100).starts_with("the cardinality encoding `binomial` does not apply: ")
        );
        assert!(cnf == before, "an error leaves the formula as it was");
    }
}
