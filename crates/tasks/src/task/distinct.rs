//! Solutions up to symmetry: one of each orbit, and the number of orbits.
//!
//! There are several methods, which agree. [`Orbits`] takes solutions and accepts the first of each orbit: it walks the orbit
//! with the group's generators, so the group need not be listed, and stores its least member. Every image is verified; one
//! that breaks the rules is a failed check. `flood` does the same with assignments, if a formulation has the action of
//! symmetries on its variables. [`burnside`] counts without listing: the number of orbits is the average number of solutions
//! that an element of the group fixes (Burnside's lemma, by A. Cauchy and G. Frobenius), which is equal within a conjugacy
//! class. The solutions that an element fixes are those of a smaller problem, in which every variable equals its image.
//! `count` chooses.

mod count;
mod flood;

use super::count::divided_up;
use super::failure::{BadCount, Failure, Invariant, RejectedBoard, Unsymmetric};
use super::runner::Runner;
use super::search::Search;
pub use super::symmetries::{Breaking, Distinct, Symmetries};
use boardwright_base::board::symmetry::{Group, Permutation, Unlisted};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::random::Mixer;
use boardwright_ir::constraint::Problem;
use boardwright_ir::constraint::symmetric::{Action, Branch, MAX_ELEMENTS, Symmetric, fixed};
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_puzzle::{Formulated, Instance};
use num_bigint::BigUint;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

/// The largest orbit that is walked.
const MAX_ORBIT: usize = 1_000_000;
/// The number of nodes after which a search is worth many branches.
const PROBE: u64 = 1024;
/// The maximum number of stored solutions.
const MAX_REMEMBERED: usize = 2_000_000;

/// The orbits so far. Stores one solution of each, and further ones up to `MAX_REMEMBERED` to avoid walking an orbit again.
pub struct Orbits {
    instance: Arc<dyn Instance>,
    group: Group,
    leasts: Boards,
    members: Boards,
}

type Boards = HashSet<Solution, BuildHasherDefault<Mixer>>;

impl Orbits {
    /// Returns no orbits.
    pub fn new(instance: Arc<dyn Instance>, group: Group) -> Orbits {
        Orbits { instance, group, leasts: Boards::default(), members: Boards::default() }
    }

    /// Adds a solution; returns whether its orbit is new.
    ///
    /// # Errors
    /// If an image of the solution breaks the rules, or the orbit is too large.
    pub fn is_new(&mut self, solution: &Solution) -> Result<bool, Failure> {
        // Not the solution itself: the names of its pieces may differ from those of an image.
        let still = Permutation::identity(self.group.points());
        let image = self.instance.image(solution, &still);
        if self.members.contains(&image) {
            return Ok(false);
        }
        let solution = self.verified(image, "left as it is")?;
        let orbit = self.orbit(solution)?;
        let new = orbit.iter().min().is_some_and(|least| self.leasts.insert(least.clone()));
        if self.members.len() + orbit.len() <= MAX_REMEMBERED {
            self.members.extend(orbit);
        }
        Ok(new)
    }

    /// Returns whether a board belongs to a stored orbit and is therefore verified; `false` may mean that it is not stored.
    pub fn contains(&self, candidate: &Candidate) -> bool {
        self.members.contains(candidate)
    }

    /// Returns the number of orbits.
    pub fn number(&self) -> usize {
        self.leasts.len()
    }

    /// Returns all images.
    fn orbit(&self, solution: Solution) -> Result<Boards, Failure> {
        let mut known = Boards::default();
        known.insert(solution.clone());
        let mut waiting = vec![solution];
        while let Some(solution) = waiting.pop() {
            for generator in self.group.generators() {
                let image = self.instance.image(&solution, &generator.permutation);
                if !known.contains(&image) {
                    let image = self.verified(image, &generator.name)?;
                    known.insert(image.clone());
                    waiting.push(image);
                }
            }
            if known.len() > MAX_ORBIT {
                let group = self.group.to_string();
                return Err(Failure::inapplicable(Unsymmetric::TooManyImages { most: MAX_ORBIT, group }));
            }
        }
        Ok(known)
    }

    fn verified(&self, candidate: Candidate, name: &str) -> Result<Solution, Failure> {
        Solution::verified(&*self.instance, candidate)
            .map_err(|violation| Failure::check(RejectedBoard::Image { symmetry: name.to_string(), violation }))
    }
}

/// Returns the number of orbits in a complete list of solutions.
///
/// # Errors
/// If the symmetries are not known, or an image of a solution breaks the rules.
pub fn among(instance: &Arc<dyn Instance>, distinct: Distinct, solutions: &[Solution]) -> Result<usize, Failure> {
    let mut orbits = Orbits::new(Arc::clone(instance), distinct.group(&**instance)?);
    for solution in solutions {
        orbits.is_new(solution)?;
    }
    Ok(orbits.number())
}

/// The result of [`burnside`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Averaged {
    /// The number of orbits.
    Exactly(BigUint),
    /// A limit was reached; this is a lower bound.
    AtLeast(BigUint, Stop),
}

/// Counts orbits without listing. `count` returns the number of assignments of a problem's decision variables, or `None` at a
/// limit. It is called once per conjugacy class, first for the identity, whose problem is the whole one. With an objective,
/// `optimum` is its proved optimum, and the optimal solutions are counted.
///
/// # Errors
/// If the group is too large to list, the formulation has no action of symmetries, or the average is not a whole number,
/// which only a wrong count gives; and the errors of `count`.
pub fn burnside(
    group: &Group,
    instance: &dyn Instance,
    formulated: &Formulated,
    optimum: Option<i64>,
    budget: &Budget,
    count: &mut dyn FnMut(&Problem) -> Result<Option<BigUint>, Failure>,
) -> Result<Averaged, Failure> {
    let mut sum = BigUint::ZERO;
    // The loop polls no limits between two classes.
    let met = || budget.reached().unwrap_or(Stop::GaveUp);
    // Every counted element adds to the sum, so their average is a lower bound.
    let at_least = |sum: &BigUint| Averaged::AtLeast(divided_up(sum, group.order()), met());
    let classes = match group.classes(&|| budget.reached().is_some()) {
        Ok(classes) => classes,
        Err(Unlisted::Stopped) => return Ok(at_least(&sum)),
        Err(Unlisted::TooMany) => {
            return Err(Failure::inapplicable(Unsymmetric::TooMany { group: group.to_string() }));
        }
    };
    for (element, size) in classes {
        if budget.reached().is_some() {
            return Ok(at_least(&sum));
        }
        let kept = if element.is_identity() {
            Action::identity(&formulated.problem)
        } else {
            action(instance, formulated, &element)?
        };
        let fixed = fixed(&formulated.problem, &kept, optimum);
        if fixed.is_contradictory() {
            continue;
        }
        let Some(kept) = count(&fixed.problem)? else { return Ok(at_least(&sum)) };
        sum += kept * size;
    }
    let (orbits, rest) = (&sum / group.order(), &sum % group.order());
    if rest != BigUint::ZERO {
        return Err(Failure::check(BadCount::NoOrbits { kept: sum, symmetries: group.order().clone() }));
    }
    Ok(Averaged::Exactly(orbits))
}

/// Returns the action of an element on a formulation's variables.
pub(super) fn action(
    instance: &dyn Instance,
    formulated: &Formulated,
    element: &Permutation,
) -> Result<Action, Failure> {
    let action = instance.action(formulated, element);
    let action = action.ok_or_else(|| Failure::inapplicable(Unsymmetric::NoAction))?;
    if action.is_permutation() {
        return Ok(action);
    }
    Err(Failure::check(Invariant::NotInjective))
}

impl Runner<'_> {
    /// The filter that drops images of other solutions, if requested.
    pub(super) fn orbits(&self) -> Result<Option<Orbits>, Failure> {
        let instance = || Arc::clone(&self.request.loaded.instance);
        Ok(self.group()?.map(|group| Orbits::new(instance(), group.clone())))
    }

    /// Returns the branches of a search for all solutions, one per orbit; `None` if symmetries are not known, do not help, or must
    /// not be used.
    pub(super) fn branches(
        &self,
        problem: &Problem,
        formulated: &Formulated,
        search: &mut dyn Search,
    ) -> Option<Vec<Branch>> {
        if formulated.decisions.is_none() || self.request.work.symmetries.breaking == Some(Breaking::Off) {
            return None;
        }
        let instance = &*self.request.loaded.instance;
        let group = Distinct::Symmetries.group(instance).ok()?;
        if group.is_trivial() || group.order() > &BigUint::from(MAX_ELEMENTS) {
            return None;
        }
        // A search that a limit stops here stops when it first polls the budget.
        let elements = group.elements(&|| self.budget.reached().is_some()).ok()?;
        let actions: Option<Vec<Action>> =
            elements.iter().map(|element| instance.action(formulated, element)).collect();
        let symmetric = Symmetric::new(problem, actions?)?;
        let single = symmetric.branches();
        // The share of the search that is left.
        let share = |branches: &[Branch]| {
            branches.len() as f64 / branches.iter().map(|branch| branch.images.len()).sum::<usize>().max(1) as f64
        };
        let left = single.as_ref().map_or(1.0, |single| share(single));
        // Many short branches must save much more.
        if 0.75 * left * (symmetric.order() as f64) < 1.0 || !search.is_hard(PROBE, self.budget) {
            return single;
        }
        symmetric.tuples().filter(|tuples| share(tuples) < 0.75 * left).or(single)
    }
}
