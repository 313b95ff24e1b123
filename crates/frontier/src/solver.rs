//! What a counter of forms over a frontier does, and its outcomes. Start with [`Frontier`].

use crate::diagram::Diagram;
use crate::order::Ordered;
use crate::{Form, Reach, SavedLayer};
use boardwright_base::budget::{Budget, Stop};
use num_bigint::BigUint;

/// The result of counting a form over a frontier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrontierCount {
    /// The number of solutions.
    Exactly {
        /// The number.
        count: BigUint,
        /// A solution, by variable, if there is one.
        example: Option<Vec<usize>>,
        /// The number of states of the widest layer.
        states: usize,
    },
    /// The frontier is wider than the given reach, or than the engine supports.
    TooWide,
    /// A limit was reached.
    Stopped(Stop),
}

/// The result of a sweep over a frontier that keeps its layers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrontierDiagram {
    /// All solutions.
    Kept(Diagram),
    /// The frontier is wider than the engine supports.
    TooWide,
    /// A limit was reached.
    Stopped(Stop),
}

/// The result of a search over a frontier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sought {
    /// Solutions, all different, by variable.
    Found {
        /// As many as were wanted, or fewer.
        solutions: Vec<Vec<usize>>,
        /// Whether there are no others. If not and there are fewer than wanted, the reach was too short.
        complete: bool,
    },
    /// A state has more bits than the engine supports.
    TooWide,
    /// A limit was reached.
    Stopped(Stop),
}

/// Where a sweep over a frontier saves layers, and from where it continues.
pub trait LayerStore {
    /// Returns the layer from which the sweep continues.
    fn saved(&mut self) -> Option<SavedLayer>;

    /// Returns whether to save a complete layer now. The last layer is always saved.
    fn is_due(&mut self) -> bool;

    /// Saves a layer in place of the one before.
    fn save(&mut self, layer: SavedLayer);
}

/// A counter of forms over a frontier.
pub trait Frontier {
    /// Counts the solutions of a form, with its automata for an order.
    fn count(&mut self, form: &Form, ordered: &Ordered, reach: Reach, budget: &Budget) -> FrontierCount;

    /// Counts as [`Frontier::count`] does, without a limit of its own and with a number of threads; saves layers, and continues
    /// from the saved one. One that is not of this form and order is ignored.
    fn count_saved(
        &mut self,
        form: &Form,
        ordered: &Ordered,
        threads: usize,
        budget: &Budget,
        store: &mut dyn LayerStore,
    ) -> FrontierCount;

    /// Searches depth first for a number of solutions, with the automata of a form for an order. The reach holds for each of the
    /// searches that the engine makes.
    fn seek(&mut self, form: &Form, ordered: &Ordered, wanted: usize, reach: Reach, budget: &Budget) -> Sought;

    /// Returns the solutions of a form as a diagram, with its automata for an order. The memory of the layers counts against the
    /// limit of the budget.
    fn diagram(&mut self, form: &Form, ordered: &Ordered, budget: &Budget) -> FrontierDiagram;
}
