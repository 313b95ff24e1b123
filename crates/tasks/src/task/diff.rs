//! Two rule sets compared: a board that obeys one and breaks the other, or a proof that there is none.
//!
//! "Breaks" is stated as constraints: one part of one rule is violated (`Stances`). Where a condition does not state that, and
//! where the broken rules have hidden layers of their own (a board breaks them if *no* values of these layers obey them), boards
//! of the other rules are tried one by one. A difference found in this way is certain; that there is none is known once all
//! boards were tried. Start with [`run`]. Rooms: `sides` has the search of each side, `clues` the comparison with all clues, `matching` which cells,
//! values and lines are the same.

mod clues;
mod matching;
pub(super) mod oracle;
mod sides;

pub use self::matching::Mismatch;
pub(super) use self::sides::renamed;
pub use self::sides::{ClueSet, DiffError, DiffRequest, Difference, Distinguishing, Open, Proof, Relation, Side};

use self::matching::Matching;
use self::oracle::{Asked, Oracle};
use self::sides::{Model, side};
use super::failure::Failure;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{Draft, Roles};
use boardwright_puzzle::capability::stances::Stance;

/// Compares two rule sets.
///
/// # Errors
/// If the boards do not match, a limit is reached before the constraints are there, or a check fails.
pub fn run(request: &DiffRequest, budget: &Budget) -> Result<Difference, DiffError> {
    let [first, second] = [Model::of(&request.first)?, Model::of(&request.second)?];
    let mut found = if request.any_clues {
        clues::compared(request, [&first, &second], budget)?
    } else {
        let [there, back] = Matching::both([&first, &second], &request.map)?;
        let only_first = side(&first, &second, &there, budget)?;
        let only_second = side(&second, &first, &back, budget)?;
        Difference { only_first, only_second, has_board: None }
    };
    if found.relation() == Relation::Equivalent {
        // Rules that no board obeys imply everything, which says little.
        found.has_board = has_board(&first, budget)?;
    }
    Ok(found)
}

/// Returns whether a board obeys the rules of a model; `None` at a limit.
fn has_board(model: &Model<'_>, budget: &Budget) -> Result<Option<bool>, DiffError> {
    let Ok(taken) = model.stances.taking(&|_| Stance::Holds, Draft::new(budget)) else { return Ok(None) };
    let asked = Oracle::new(&taken.problem, Roles::REQUIRED, budget).and_then(|mut oracle| oracle.ask(&[]));
    match asked {
        Ok(Asked::Found(_)) => Ok(Some(true)),
        Ok(Asked::Nothing) => Ok(Some(false)),
        Ok(Asked::Stopped(_)) | Err(Failure::Stopped(_)) => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}
