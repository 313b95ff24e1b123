//! The core of an instance: its constraints, the check of a solution, pictures; and the capabilities that it may offer.
//!
//! Start here to write a family: [`Rules`] and what has no default in [`Instance`] are required. A capability is a
//! trait of `capability`, which a family implements and names in `offers!`.
//! May import `capability`, `formulated` and the rooms below `puzzle`; knows no family and no registry.

use super::capability::analysis::Analyze;
use super::capability::by_clue::ByClue;
use super::capability::by_hand::ByHand;
use super::capability::cells::Cells;
use super::capability::change::ChangeKind;
use super::capability::explanation::{Explanation, Feature};
use super::capability::fact::Fact;
use super::capability::filling::{FurtherClue, Place, PossibleClues};
use super::capability::lint::Lint;
use super::capability::methods::Methods;
use super::capability::objective::Objective;
use super::capability::plans::{Plans, Question};
use super::capability::preferences::Preferences;
use super::capability::printed_clues::PrintedClues;
use super::capability::stances::Stances;
use super::capability::symmetry::{NoSymmetries, Symmetry};
use super::capability::words::Words;
use super::formulated::{Formulated, NoFormulation};
use crate::solution::{Candidate, Rules, Solution};
use boardwright_base::board::picture::Picture;
use boardwright_base::board::symmetry::{Group, Permutation};
use boardwright_base::budget::{Budget, Refused, Stop};
use boardwright_ir::constraint::symmetric::Action;
use boardwright_ir::constraint::{Draft, Origin};
use boardwright_ir::route::Route;
use boardwright_model::Model;

/// Offers capabilities in an implementation of [`Instance`]: `offers!(plans: Plans, analysis: Analyze);`.
#[macro_export]
macro_rules! offers {
    ($($name:ident: $capability:ident),+ $(,)?) => {
        $(fn $name(&self) -> Option<&dyn $capability> {
            Some(self)
        })+
    };
}

/// One puzzle with everything named resolved.
pub trait Instance: Rules + Send + Sync {
    /// Draws a solution.
    fn draw(&self, solution: &Solution) -> Picture;

    /// Draws the puzzle itself: the givens alone. Cells stand where [`Instance::draw`] has them, and where
    /// [`Origin::cells`] says.
    fn draw_givens(&self) -> Picture;

    /// Draws the puzzle for a person who is to solve it: the givens, and what else is needed, such as pieces.
    fn draw_puzzle(&self) -> Picture {
        self.draw_givens()
    }

    /// Writes a solution as numbered stones with their colours, where the puzzle is a coloured board of stones.
    fn stones(&self, solution: &Solution) -> Option<String> {
        let _ = solution;
        None
    }

    /// Posts the constraints of a formulation of its family to `problem`, which is empty. `constrain` calls it.
    ///
    /// # Errors
    /// The reason why the formulation does not apply to this instance; or the limit that was reached.
    fn formulate(
        &self,
        formulation: &str,
        horizon: Option<usize>,
        problem: Draft,
    ) -> Result<Formulated, Refused<NoFormulation>>;

    /// The capability to choose a route and a formulation.
    fn preferences(&self) -> Option<&dyn Preferences> {
        None
    }

    /// The capability to minimise on request.
    fn objective(&mut self) -> Option<&mut dyn Objective> {
        None
    }

    /// The capability to run methods of the family's own.
    fn methods(&self) -> Option<&dyn Methods> {
        None
    }

    /// The capability of puzzles whose solutions are plans.
    fn plans(&self) -> Option<&dyn Plans> {
        None
    }

    /// The capability to make a plan move by move.
    fn by_hand(&self) -> Option<&dyn ByHand> {
        None
    }

    /// The capability to describe the instance without solving it.
    fn analysis(&self) -> Option<&dyn Analyze> {
        None
    }

    /// The capability to warn about a valid model.
    fn lint(&self) -> Option<&dyn Lint> {
        None
    }

    /// The capability to act on solutions by the symmetries of the instance.
    fn symmetry(&self) -> Option<&dyn Symmetry> {
        None
    }

    /// The capability to explain why there is no solution, or how solutions differ.
    fn explanation(&self) -> Option<&dyn Explanation> {
        None
    }

    /// The capability to post clues one by one, for explanations.
    fn by_clue(&self) -> Option<&dyn ByClue> {
        None
    }

    /// The capability of puzzles whose boards are cells with values, or lines.
    fn cells(&self) -> Option<&dyn Cells> {
        None
    }

    /// The capability to make instances that differ in a clue.
    fn variations(&self) -> Option<&dyn Variations> {
        None
    }

    /// The capability to break rules.
    fn stances(&self) -> Option<&dyn Stances> {
        None
    }

    /// The capability to list the words that strings of the model may use.
    fn words(&self) -> Option<&dyn Words> {
        None
    }

    /// The capability to leave out clues that the model prints.
    fn printed_clues(&self) -> Option<&dyn PrintedClues> {
        None
    }
}

impl dyn Instance + '_ {
    /// Returns the constraints of a formulation of its family. `horizon` is the number of moves, for a
    /// [`Question::Plan`].
    ///
    /// # Errors
    /// The reason why the formulation does not apply to this instance; or the limit that was reached.
    pub fn constrain(
        &self,
        formulation: &str,
        horizon: Option<usize>,
        budget: &Budget,
    ) -> Result<Formulated, Refused<NoFormulation>> {
        budget.check()?;
        self.formulate(formulation, horizon, Draft::new(budget))
    }

    /// Returns the constraints of a formulation as `constrain` does without a horizon, posted [by clue](ByClue) where
    /// the family offers that.
    ///
    /// # Errors
    /// As `constrain`.
    pub fn constrain_by_clue(&self, formulation: &str, budget: &Budget) -> Result<Formulated, Refused<NoFormulation>> {
        budget.check()?;
        match self.by_clue() {
            Some(family) => family.formulate_by_clue(formulation, Draft::new(budget)),
            None => self.formulate(formulation, None, Draft::new(budget)),
        }
    }

    /// Returns the constraints of a formulation as `constrain_by_clue` does, as a person follows them.
    ///
    /// # Errors
    /// As `constrain`.
    pub fn constrain_to_follow(
        &self,
        formulation: &str,
        budget: &Budget,
    ) -> Result<Formulated, Refused<NoFormulation>> {
        let Some(family) = self.by_clue() else { return self.constrain_by_clue(formulation, budget) };
        budget.check()?;
        family.formulate_to_follow(formulation, Draft::new(budget))
    }

    /// Returns the formulation in which a person follows the solution best, if the family prefers one.
    pub fn followed(&self) -> Option<&'static str> {
        self.by_clue()?.followed()
    }

    /// Returns the question that the instance asks.
    pub fn question(&self) -> Question {
        match self.plans().and_then(Plans::at_least) {
            Some(at_least) => Question::Plan { at_least },
            None => Question::Board,
        }
    }

    /// Returns the route to take by default; `None`: the shape of its problem decides.
    pub fn route(&self) -> Option<Route> {
        self.preferences()?.route()
    }

    /// Returns the formulation to take on a route by default, where that is not the family's first.
    pub fn formulation(&self, route: Route) -> Option<&'static str> {
        self.preferences()?.formulation(route)
    }

    /// Returns the symmetries of the instance; with `colours` also those that exchange colours.
    ///
    /// # Errors
    /// The reason why they are not computed.
    pub fn symmetries(&self, colours: bool) -> Result<Group, NoSymmetries> {
        self.symmetry().ok_or(NoSymmetries::NotOffered)?.symmetries(colours)
    }

    /// Returns the action of a symmetry of the instance on the variables of one of its formulations; `None` if it is not
    /// known.
    pub fn action(&self, formulated: &Formulated, by: &Permutation) -> Option<Action> {
        formulated.decisions.as_ref()?.action(&formulated.problem, self.symmetry()?, by)
    }

    /// Returns the image of a solution under a symmetry of the instance; the caller verifies it.
    pub fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        self.symmetry().map_or_else(|| solution.candidate().clone(), |family| family.image(solution, by))
    }

    /// Returns the features of a solution; none where the family has none.
    pub fn features(&self, solution: &Solution) -> Vec<Feature> {
        self.explanation().map_or_else(Vec::new, |family| family.features(solution))
    }
}

/// The capability to make instances that differ from one in a clue. It is in this file because it returns instances.
pub trait Variations {
    /// Returns this puzzle without some clues: origins of one of its problems. `None` where one of them is not a clue
    /// that a model could leave out.
    fn without(&self, clues: &[&Origin]) -> Option<Box<dyn Instance>> {
        let _ = clues;
        None
    }

    /// Returns this puzzle with a feature of one of its solutions as a further clue, where a model can state that.
    fn with(&self, feature: &Feature) -> Option<Box<dyn Instance>> {
        let _ = feature;
        None
    }

    /// Prepares to find the clues that a model, from which this puzzle was read, could print besides its own.
    fn further_clues(&self, model: &Model) -> Option<Box<dyn FurtherClues>> {
        let _ = model;
        None
    }

    /// Returns a model without the marks of its pictures and lists that could have others, and prepares to put clues there.
    fn without_marks(&self, model: &Model) -> Option<(Model, Box<dyn FurtherClues>)> {
        let _ = model;
        None
    }

    /// Returns replacements of a clue or a piece (an origin of one of its problems), the least surprising first. To
    /// leave it out is not a replacement: see [`Variations::without`].
    fn changes(&self, origin: &Origin) -> Vec<Change> {
        let _ = origin;
        Vec::new()
    }

    /// Returns the puzzle with the fewest clues changed that has a solution: this puzzle, if it has one.
    ///
    /// # Errors
    /// The reason why it is not known.
    fn nearest(&self, stop: &dyn Fn() -> bool) -> Result<Nearest, NoNearest> {
        let _ = stop;
        Err(NoNearest::NotOffered)
    }
}

/// The puzzle with the fewest changed clues that has a solution.
pub struct Nearest {
    /// The puzzle.
    pub instance: Box<dyn Instance>,
    /// The changes, and the number of ways with as few changes.
    pub fact: Fact,
}

/// Why the nearest puzzle with a solution is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoNearest {
    /// The family does not compute it.
    #[error("the family does not support it")]
    NotOffered,
    /// The budget was exhausted.
    #[error("stopped before the nearest solvable puzzle was known")]
    Stopped,
    /// There are too many sums of clues.
    #[error("the puzzle is too large to find the nearest solvable one")]
    TooLarge,
}

/// The clues that a model could print besides its own. It is in this file because it returns instances.
pub trait FurtherClues {
    /// Returns the clues that hold on a board, at places where the model has none.
    ///
    /// # Errors
    /// The limit that was reached.
    fn holding(&mut self, board: &Candidate, budget: &Budget) -> Result<Vec<FurtherClue>, Stop>;

    /// Returns the pictures and lists of clues, and what they could have.
    ///
    /// # Errors
    /// The limit that was reached.
    fn possible(&mut self, budget: &Budget) -> Result<Vec<PossibleClues>, Stop>;

    /// Returns a clue; `None` if there is no such picture or list.
    fn clue(&self, part: &str, place: &Place, word: &str) -> Option<FurtherClue>;

    /// Returns the puzzle with some of them, or none; `None` if it cannot be read.
    ///
    /// # Errors
    /// The limit that was reached.
    fn with(&self, clues: &[FurtherClue], budget: &Budget) -> Result<Option<Box<dyn Instance>>, Stop>;
}

/// Another puzzle, which differs from one in a clue.
pub struct Change {
    /// What differs.
    pub kind: ChangeKind,
    /// The clue as a model writes it, before and after; `None` if that is not all that changes.
    pub written: Option<[String; 2]>,
    /// The other puzzle.
    pub instance: Box<dyn Instance>,
}
