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
use self::sides::{Model, side};
use boardwright_base::budget::Budget;

/// Compares two rule sets.
///
/// # Errors
/// If the boards do not match, a limit is reached before the constraints are there, or a check fails.
pub fn run(request: &DiffRequest, budget: &Budget) -> Result<Difference, DiffError> {
    let [first, second] = [Model::of(&request.first)?, Model::of(&request.second)?];
    if request.any_clues {
        return clues::compared(request, [&first, &second], budget);
    }
    let [there, back] = Matching::both([&first, &second], &request.map)?;
    let only_first = side(&first, &second, &there, budget)?;
    let only_second = side(&second, &first, &back, budget)?;
    Ok(Difference { only_first, only_second })
}
