//! Constraints that are joined to one automaton: those whose variables are all among the variables of another one.
//!
//! The states of two constraints on the same variables are often not independent, and what later variables need to know of
//! both is less than what they need to know of each: around a point of a loop, "at most two lines" and "no line ends" have
//! nine joint states, of which three have different continuations.

use super::{Form, Local, Union};
use std::collections::HashMap;

/// The maximum number of variables of a bundle.
pub(super) const MAX_SCOPE: usize = 16;
/// The maximum number of alternatives of a bundle.
pub(super) const MAX_ALTERNATIVES: usize = 8;

impl Form {
    /// Returns the variables of each local constraint and then of each union, sorted.
    pub(super) fn scopes(&self) -> Vec<Vec<usize>> {
        let of = |local: &Local| local.terms.iter().map(|(variable, _)| *variable).collect();
        let mut scopes: Vec<Vec<usize>> = self.locals.iter().map(of).collect();
        scopes.iter_mut().for_each(|scope| scope.sort_unstable());
        scopes.extend(self.unions.iter().map(Union::scope));
        scopes
    }

    /// Returns the alternatives of the conjunction of constraints, by their indices in [`Form::scopes`].
    pub(super) fn alternatives(&self, indices: &[usize]) -> Vec<Vec<&Local>> {
        let mut all: Vec<Vec<&Local>> = vec![Vec::new()];
        for &index in indices {
            match index.checked_sub(self.locals.len()) {
                None => all.iter_mut().for_each(|locals| locals.push(&self.locals[index])),
                Some(union) => {
                    let more = &self.unions[union].alternatives;
                    let joined = all.iter().flat_map(|own| more.iter().map(move |more| (own, more)));
                    all = joined.map(|(own, more)| own.iter().copied().chain(more).collect()).collect();
                }
            }
        }
        all
    }

    /// Returns the constraints in bundles, by their indices in [`Form::scopes`].
    pub(super) fn bundles(&self) -> Vec<Vec<usize>> {
        let scopes = self.scopes();
        let size = |index: usize| match index.checked_sub(self.locals.len()) {
            None => 1,
            Some(union) => self.unions[union].alternatives.len(),
        };
        let mut by_size: Vec<usize> = (0..scopes.len()).collect();
        by_size.sort_by_key(|&index| std::cmp::Reverse(scopes[index].len()));
        let mut bundles: Vec<Vec<usize>> = Vec::new();
        let mut with: HashMap<usize, Vec<usize>> = HashMap::new();
        for index in by_size {
            let scope = &scopes[index];
            let among = |&&bundle: &&usize| {
                let wide = &scopes[bundles[bundle][0]];
                let sizes = bundles[bundle].iter().map(|&other| size(other));
                let alternatives = sizes.fold(size(index), usize::saturating_mul);
                wide.len() <= MAX_SCOPE
                    && alternatives <= MAX_ALTERNATIVES
                    && scope.iter().all(|variable| wide.binary_search(variable).is_ok())
            };
            let home =
                scope.first().and_then(|first| with.get(first)).and_then(|near| near.iter().find(among).copied());
            match home {
                Some(bundle) => bundles[bundle].push(index),
                None => {
                    for &variable in scope {
                        with.entry(variable).or_default().push(bundles.len());
                    }
                    bundles.push(vec![index]);
                }
            }
        }
        bundles
    }
}
