//! Saved layers of a sweep: the count continues from each of them.

use crate::frontier::loops;
use boardwright_base::budget::{Budget, Stop};
use boardwright_frontier::layers::{count, count_saved};
use boardwright_frontier::lower::lower;
use boardwright_frontier::{Reach, SavedLayer, order};
use boardwright_solvers::backend::{FrontierCount, LayerStore};
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[derive(Default)]
struct Store {
    from: Option<SavedLayer>,
    saved: Vec<SavedLayer>,
    /// Interrupts the sweep after this number of layers.
    interrupt: Option<(usize, Budget)>,
}

impl LayerStore for Store {
    fn saved(&mut self) -> Option<SavedLayer> {
        self.from.clone()
    }

    fn is_due(&mut self) -> bool {
        true
    }

    fn save(&mut self, layer: SavedLayer) {
        self.saved.push(layer);
        if let Some((_, budget)) = self.interrupt.as_ref().filter(|(after, _)| *after == self.saved.len()) {
            budget.interrupt.store(true, Ordering::Relaxed);
        }
    }
}

/// There are 1222363 loops on 6x6 points (OEIS A140517).
#[test]
fn a_count_continues_from_each_layer() {
    let lowered = lower(&loops(6, 6, false), &Budget::none()).expect("it has automata");
    let ordered = order::best(&lowered.form, &Budget::none()).expect("there is no limit").expect("it has automata");
    let known = count(&lowered.form, &ordered, Reach::ALL, &Budget::none());
    assert!(matches!(&known, FrontierCount::Exactly { count, .. } if *count == 1_222_363u32.into()), "{known:?}");
    let swept = |store: &mut Store, budget: &Budget| count_saved(&lowered.form, &ordered, Reach::ALL, 1, budget, store);
    let mut first = Store::default();
    assert_eq!(swept(&mut first, &Budget::none()), known);
    assert_eq!(first.saved.len(), lowered.form.sizes.len());
    for layer in &first.saved {
        let mut later = Store { from: Some(layer.clone()), ..Store::default() };
        assert_eq!(swept(&mut later, &Budget::none()), known);
        assert_eq!(later.saved[..], first.saved[layer.variables..]);
    }
    // Interrupted, and continued from the last layer.
    let budget = Budget::none();
    let mut cut = Store { interrupt: Some((20, budget.clone())), ..Store::default() };
    assert_eq!(swept(&mut cut, &budget), FrontierCount::Stopped(Stop::Interrupted));
    let mut rest = Store { from: cut.saved.pop(), ..Store::default() };
    assert_eq!(swept(&mut rest, &Budget::none()), known);
    // A damaged layer is not used.
    let mut words = first.saved[20].words.to_vec();
    words[9] ^= 1;
    let damaged = SavedLayer { variables: first.saved[20].variables, words: Arc::new(words) };
    let mut again = Store { from: Some(damaged), ..Store::default() };
    assert_eq!(swept(&mut again, &Budget::none()), known);
    assert_eq!(again.saved.len(), first.saved.len(), "it starts at the first variable");
}

/// Loops on 10x11 points have layers of more than 8192 states, which threads share.
#[test]
fn threads_have_the_same_count() {
    let lowered = lower(&loops(10, 11, false), &Budget::none()).expect("it has automata");
    let ordered = order::best(&lowered.form, &Budget::none()).expect("there is no limit").expect("it has automata");
    let swept = |threads: usize, store: &mut Store| match count_saved(
        &lowered.form,
        &ordered,
        Reach::ALL,
        threads,
        &Budget::none(),
        store,
    ) {
        FrontierCount::Exactly { count, example, states } => {
            assert!(
                example.is_some_and(|values| lowered.form.locals.iter().all(|local| local.holds(&|at| values[at])))
            );
            (count, states)
        }
        other => panic!("{other:?}"),
    };
    let mut one = Store::default();
    let known = swept(1, &mut one);
    assert!(known.1 > 8192, "{} states are shared", known.1);
    let mut several = Store::default();
    assert_eq!(swept(2, &mut several), known);
    assert_eq!(swept(3, &mut Store::default()), known);
    // A layer of several threads is continued by one, and the other way.
    let near_end = several.saved.len() * 3 / 4;
    let mut rest = Store { from: Some(several.saved[near_end].clone()), ..Store::default() };
    assert_eq!(swept(1, &mut rest), known);
    let mut rest = Store { from: Some(one.saved[near_end].clone()), ..Store::default() };
    assert_eq!(swept(2, &mut rest), known);
}
