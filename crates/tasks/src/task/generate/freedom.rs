//! The freedom that clues leave: in which units solutions other than a board may differ from it, and with how many values.
//!
//! A search finds the values that other solutions have. Unit propagation refutes some of the others in a fraction of the time, so
//! while there are many, boards are compared by those that it leaves.

use super::GenerateError;
use super::boards::{Unit, literal, units, values};
use super::clauses::{Clauses, MAX_DECISIONS, Searched, finder};
use crate::task::failure::{Failure, Invariant};
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{Literal, Roles};
use boardwright_puzzle::Formulated;
use boardwright_puzzle::solution::Candidate;
use boardwright_sat::cnf::Lit;
use boardwright_solvers::pipeline::LoweringRequest;
use std::collections::BTreeSet;

/// How freedom is measured. Values of one measure are not compared with those of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// The values that unit propagation does not refute: no fewer than there are.
    Propagated,
    /// The values of other solutions. The search ends after a number of solutions.
    Searched { others: usize },
}

/// The freedom of a board.
#[derive(Debug)]
pub(super) struct Freedom {
    pub(super) measure: Measure,
    /// The units with other values.
    pub(super) loose: BTreeSet<Unit>,
    /// The number of other values.
    pub(super) values: usize,
    /// The number of other values of all units, whether solutions have them or not.
    pub(super) of: usize,
}

impl Freedom {
    /// Measures the freedom of a board; `None` if that takes too long. It is counted to a little more than `most`.
    pub(super) fn measured(
        formulated: &Formulated,
        board: &Candidate,
        measure: Measure,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Freedom>, GenerateError> {
        let decisions = formulated.decisions.as_ref().ok_or_else(|| GenerateError::check(Invariant::NoDecisions))?;
        let mut unseen: Vec<(Unit, Literal)> = Vec::new();
        for unit in units(decisions) {
            let own = literal(decisions, board, unit);
            let others = values(decisions, unit).into_iter().filter(|&value| Some(value) != own);
            unseen.extend(others.map(|value| (unit, value)));
        }
        let of = unseen.len();
        let seen = match measure {
            Measure::Propagated => Some(possible(formulated, unseen, budget)?),
            Measure::Searched { others } => found(formulated, unseen, (others, most), budget)?,
        };
        Ok(seen.map(|seen| Freedom { measure, values: seen.len(), loose: seen.into_iter().collect(), of }))
    }
}

/// Returns the unit of each value that unit propagation does not refute.
fn possible(
    formulated: &Formulated,
    unseen: Vec<(Unit, Literal)>,
    budget: &Budget,
) -> Result<Vec<Unit>, GenerateError> {
    let request = LoweringRequest::automatic(&formulated.problem, Roles::FAITHFUL, budget);
    let mut lowered = request.to_cnf(finder().graphs()).map_err(Failure::from)?;
    let cubes: Vec<_> = unseen.into_iter().map(|(unit, value)| (unit, lowered.cube(&[value]))).collect();
    let forced = lowered.cnf.forced();
    let forced = forced.ok_or_else(|| GenerateError::check(Invariant::DrawnBoard))?;
    let may_hold = |(unit, cube): (Unit, Option<Vec<_>>)| {
        let is_false = |literal: &Lit| forced[literal.variable() as usize] == Some(literal.negated());
        cube.is_some_and(|cube| !cube.iter().any(is_false)).then_some(unit)
    };
    Ok(cubes.into_iter().filter_map(may_hold).collect())
}

/// Returns the unit of each value that another solution has; `None` if a search takes too long. The search ends after a number
/// of other solutions, and once there are more than `most` values.
fn found(
    formulated: &Formulated,
    mut unseen: Vec<(Unit, Literal)>,
    (others, most): (usize, usize),
    budget: &Budget,
) -> Result<Option<Vec<Unit>>, GenerateError> {
    let mut found = Vec::new();
    // Solutions that differ in many units show more of them.
    let preferred: Vec<Literal> = unseen.iter().map(|&(_, value)| value).collect();
    let mut clauses = Clauses::preferring(&formulated.problem, finder(), &preferred, budget)?;
    for _ in 0..others {
        clauses.require(unseen.iter().map(|&(_, value)| value));
        let other = match clauses.search(&[], MAX_DECISIONS)? {
            Searched::Found(other) => other,
            Searched::Nothing => break,
            Searched::GaveUp => return Ok(None),
        };
        let (seen, rest): (Vec<_>, Vec<_>) = unseen.into_iter().partition(|&(_, value)| other.satisfies(value));
        unseen = rest;
        found.extend(seen.into_iter().map(|(unit, _)| unit));
        if found.len() > most {
            break;
        }
    }
    Ok(Some(found))
}

#[cfg(test)]
mod tests {
    use super::super::draft::Draft;
    use super::*;
    use boardwright_families::REGISTRY;

    /// Returns the other values of a Latin square of side 3 with some given values, by both measures.
    fn values(given: &str) -> [usize; 2] {
        let text = format!(
            "puzzle = \"grid\"\n\n[grid]\nvalues = \"1..3\"\ngiven = \"\"\"\n{given}\n\"\"\"\n\n[[rule]]\nname = \"latin\"\neach = [\"row\", \"column\"]\n\
             all-different = true\n"
        );
        let budget = Budget::none();
        let draft = Draft::read(REGISTRY, &text, &budget).expect("it is a model");
        let formulated = draft.loaded.instance.constrain("values", None, &budget).expect("no limit is reached");
        // Values by their index: 123, 231, 312.
        let board = Candidate { layers: vec![vec![0, 1, 2, 1, 2, 0, 2, 0, 1]], ..Candidate::default() };
        [Measure::Propagated, Measure::Searched { others: usize::MAX }].map(|measure| {
            let freedom = Freedom::measured(&formulated, &board, measure, usize::MAX, &budget);
            freedom.expect("no limit is reached").expect("a small search").values
        })
    }

    /// The squares were listed by hand: 4 with the first value, 2 with the first row, 1 with a value of the second row as well.
    #[test]
    fn the_other_values_of_small_squares_are_counted() {
        assert_eq!(values("1 . .\n. . .\n. . ."), [12, 12]);
        assert_eq!(values("1 2 3\n. . .\n. . ."), [6, 6]);
        assert_eq!(values("1 2 3\n2 . .\n. . ."), [0, 0]);
    }
}
