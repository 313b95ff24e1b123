//! The solutions of a diagram, one by one. Start with [`Diagram::solutions`].

use super::{Diagram, Layer, NONE};
use std::iter::FusedIterator;

/// The solutions of a diagram, one by one; see [`Diagram::solutions`].
#[derive(Debug, Clone)]
pub struct Solutions<'d> {
    layers: &'d [Layer],
    /// The node and the value of each layer in the last solution; empty before the first one and at the end.
    path: Vec<(usize, usize)>,
    /// Whether the first solution is still to come.
    is_new: bool,
}

impl Diagram {
    /// Returns the solutions one by one, each once, as the value of each variable. They are in lexicographic order of
    /// their values, the variables in the order of the sweep, so the order depends on the form and that order alone. A
    /// step takes time linear in the number of variables and their values, so the list may be left at any time.
    ///
    /// ```
    /// use boardwright_base::budget::Budget;
    /// use boardwright_frontier::diagram::{Diagram, Layer, NONE};
    /// // Two variables, not both 0; the second one is swept first.
    /// let first = Layer { variable: 1, values: 2, next: vec![0, 1] };
    /// let second = Layer { variable: 0, values: 2, next: vec![NONE, 0, 0, 0] };
    /// let diagram = Diagram::new(vec![first, second], 1, &Budget::none()).unwrap();
    /// assert_eq!(diagram.solutions().collect::<Vec<_>>(), [[1, 0], [0, 1], [1, 1]]);
    /// ```
    pub fn solutions(&self) -> Solutions<'_> {
        Solutions { layers: &self.layers, path: Vec::with_capacity(self.layers.len()), is_new: !self.is_empty }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        // The node where the next path starts to differ, and the least value to try there.
        let (mut node, mut from) = match std::mem::take(&mut self.is_new) {
            true => (0, 0),
            false => self.path.pop().map(|(node, value)| (node, value + 1))?,
        };
        while let Some(layer) = self.layers.get(self.path.len()) {
            let row = layer.row(node);
            match (from..layer.values).find(|&value| row[value] != NONE) {
                Some(value) => {
                    self.path.push((node, value));
                    (node, from) = (row[value] as usize, 0);
                }
                None => (node, from) = self.path.pop().map(|(node, value)| (node, value + 1))?,
            }
        }
        let mut values = vec![0; self.layers.len()];
        for (layer, &(_, value)) in self.layers.iter().zip(&self.path) {
            values[layer.variable] = value;
        }
        Some(values)
    }
}

impl FusedIterator for Solutions<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Effect, Form, FrontierDiagram, Goal, Local, layers, order};
    use boardwright_base::budget::Budget;
    use boardwright_base::random::Random;

    /// A random sum over variables of one to three values.
    fn random_form(dice: &mut Random) -> Form {
        let sizes: Vec<usize> = (0..1 + dice.below(6)).map(|_| 1 + dice.below(3)).collect();
        let effects = |size| (0..size).map(|value| Effect::weight(value as i64)).collect();
        let terms = sizes.iter().enumerate().map(|(variable, &size)| (variable, effects(size))).collect();
        let low = dice.within(0, 12);
        Form { sizes, locals: vec![Local { terms, goal: Goal::Between(low, low + 2) }], ..Form::default() }
    }

    #[test]
    fn solutions_are_listed_in_the_order_of_the_sweep() {
        let none = Budget::none();
        let mut without = 0;
        for seed in 0..200 {
            let form = random_form(&mut Random(seed));
            let ordered = order::best(&form, &none).expect("there is no limit").expect("it is small");
            let FrontierDiagram::Kept(diagram) = layers::diagram(&form, &ordered, &none) else { panic!("seed {seed}") };
            let mut expected: Vec<Vec<usize>> = vec![vec![]];
            for &size in &form.sizes {
                let with = |part: Vec<usize>| (0..size).map(move |value| [part.clone(), vec![value]].concat());
                expected = expected.into_iter().flat_map(with).collect();
            }
            expected.retain(|values| form.locals[0].holds(&|variable| values[variable]));
            expected.sort_by_key(|values| ordered.order.iter().map(|&variable| values[variable]).collect::<Vec<_>>());
            without += usize::from(expected.is_empty());
            let mut solutions = diagram.solutions();
            assert_eq!(solutions.by_ref().collect::<Vec<_>>(), expected, "seed {seed}");
            assert_eq!(solutions.next(), None, "seed {seed}: it stays at the end");
            assert_eq!(diagram.first(), expected.first().cloned(), "seed {seed}");
        }
        assert!((10..150).contains(&without), "{without}");
    }

    #[test]
    fn a_diagram_without_variables_has_one_solution_or_none() {
        let all = Diagram::new(Vec::new(), 1, &Budget::none()).expect("there is no limit");
        assert_eq!(all.solutions().collect::<Vec<_>>(), [vec![]]);
        assert_eq!(Diagram::none().solutions().next(), None);
    }
}
