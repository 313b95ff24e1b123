//! Our own engine for the route `frontier`: a sweep that merges equal states and counts.
//!
//! `plan` compiles a form with its automata to steps on packed states, a few words each: every live constraint has its own
//! bits. `sweep` carries the states of a layer, with the number of assignments that lead to each and one of these
//! assignments, to the next layer. Numbers have as many words as they need. [`diagram`] keeps where each value of each state
//! leads instead. Start with [`count`].

mod codes;
mod exchange;
mod graph;
mod plan;
mod propagate;
mod seek;
#[cfg(feature = "threads")]
mod split;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod weights;

use self::sweep::Merging;
use crate::diagram::Diagram;
use crate::order::Ordered;
use crate::{Form, Reach, SavedLayer};
use crate::{Frontier, FrontierCount, FrontierDiagram, LayerStore, Sought};
use boardwright_base::budget::Budget;

/// The name of the solver.
pub const NAME: &str = "layers";
/// What it is, in a line.
pub const SUMMARY: &str = "our sweep over a frontier, which counts and does not list";

/// Opens a new solver.
pub fn open() -> Box<dyn Frontier> {
    Box::new(Layers)
}

struct Layers;

impl Frontier for Layers {
    fn count(&mut self, form: &Form, ordered: &Ordered, reach: Reach, budget: &Budget) -> FrontierCount {
        count(form, ordered, reach, budget)
    }

    fn count_saved(
        &mut self,
        form: &Form,
        ordered: &Ordered,
        threads: usize,
        budget: &Budget,
        store: &mut dyn LayerStore,
    ) -> FrontierCount {
        count_saved(form, ordered, Reach::ALL, threads, budget, store)
    }

    fn seek(&mut self, form: &Form, ordered: &Ordered, wanted: usize, reach: Reach, budget: &Budget) -> Sought {
        seek(form, ordered, wanted, reach, budget)
    }

    fn diagram(&mut self, form: &Form, ordered: &Ordered, budget: &Budget) -> FrontierDiagram {
        diagram(form, ordered, budget)
    }
}

/// Saves nothing.
struct NoStore;

impl LayerStore for NoStore {
    fn saved(&mut self) -> Option<SavedLayer> {
        None
    }

    fn is_due(&mut self) -> bool {
        false
    }

    fn save(&mut self, _: SavedLayer) {}
}

fn has_no_solution(form: &Form, ordered: &Ordered) -> bool {
    ordered.automata.iter().any(|automaton| automaton.never) || form.sizes.contains(&0)
}

/// Counts the solutions of a form, with its automata for an order.
pub fn count(form: &Form, ordered: &Ordered, reach: Reach, budget: &Budget) -> FrontierCount {
    count_saved(form, ordered, reach, 1, budget, &mut NoStore)
}

/// Counts with a number of threads, saves layers and continues from a saved one.
pub fn count_saved(
    form: &Form,
    ordered: &Ordered,
    reach: Reach,
    threads: usize,
    budget: &Budget,
    store: &mut dyn LayerStore,
) -> FrontierCount {
    if has_no_solution(form, ordered) {
        return FrontierCount::Exactly { count: 0u32.into(), example: None, states: 0 };
    }
    match plan::Plan::of(form, ordered) {
        Some(plan) => sweep::run(&plan, Merging::large(form, ordered), reach, threads, budget, store),
        None => FrontierCount::TooWide,
    }
}

/// Searches depth first for a number of solutions, with the automata of a form for an order. The reach holds for each of two
/// searches: one without detours, which cannot prove that there is no further solution, and one with them.
pub fn seek(form: &Form, ordered: &Ordered, wanted: usize, reach: Reach, budget: &Budget) -> Sought {
    if has_no_solution(form, ordered) {
        return Sought::Found { solutions: Vec::new(), complete: true };
    }
    let Some(plan) = plan::Plan::of(form, ordered) else { return Sought::TooWide };
    let detours = seek::without_detours(form);
    let mut direct = Vec::new();
    if !detours.is_empty() {
        match sweep::seek(&plan, (form, ordered), &detours, wanted, reach, budget) {
            Sought::Found { solutions, .. } if solutions.len() < wanted => direct = solutions,
            found => return found,
        }
    }
    match sweep::seek(&plan, (form, ordered), &[], wanted, reach, budget) {
        Sought::Found { solutions, complete: false } if solutions.len() < direct.len() => {
            Sought::Found { solutions: direct, complete: false }
        }
        found => found,
    }
}

/// Returns the solutions of a form as a diagram, with its automata for an order.
pub fn diagram(form: &Form, ordered: &Ordered, budget: &Budget) -> FrontierDiagram {
    if has_no_solution(form, ordered) {
        return FrontierDiagram::Kept(Diagram::none());
    }
    match plan::Plan::of(form, ordered) {
        Some(plan) => sweep::keep(&plan, budget),
        None => FrontierDiagram::TooWide,
    }
}
