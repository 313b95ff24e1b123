//! The search for a smallest set of places at which two boards must agree to be equal, by implicit hitting sets.
//!
//! A *difference* is the set of places where two boards differ, and each determining set hits it. The minimum number of places
//! that hit the differences so far is a lower bound; each determining set is an upper bound. Knows no puzzle.

use crate::task::diff::oracle::{Asked, Oracle};
use crate::task::explain::{Halt, hitting};
use crate::task::failure::{Failure, Invariant};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::{Assignment, Literal};

/// What is known about a smallest set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Least<Place> {
    /// The smallest determining set that was found; `None` if there is none, or a limit was reached first.
    pub best: Option<Vec<Place>>,
    /// No determining set has fewer places.
    pub bound: usize,
    /// The limit that was reached before the bounds met.
    pub stop: Option<Stop>,
    /// Whether the search ended since the bound reached the number that was enough.
    pub is_beaten: bool,
}

impl<Place> Least<Place> {
    /// Returns whether the set is a smallest one, or it is proved that there is none.
    pub fn is_proved(&self) -> bool {
        self.stop.is_none() && !self.is_beaten
    }
}

impl Least<usize> {
    /// Replaces the numbers of places.
    pub(super) fn map<Place>(self, place: impl Fn(usize) -> Place) -> Least<Place> {
        let best = self.best.map(|places| places.into_iter().map(place).collect());
        Least { best, bound: self.bound, stop: self.stop, is_beaten: self.is_beaten }
    }
}

/// Two boards in one problem.
pub(super) struct Pair<'a> {
    /// By place: true exactly if they agree there.
    pub(super) agree: &'a [Literal],
    /// Implies that they differ.
    pub(super) different: Literal,
    /// Returns whether an assignment consists of valid boards.
    pub(super) check: &'a dyn Fn(&Assignment) -> bool,
}

/// Finds a smallest set of places at which the boards must agree to be equal, or proves that it has at least `enough` places.
///
/// # Errors
/// If a check fails.
pub(super) fn least(
    oracle: &mut Oracle<'_>,
    pair: &Pair<'_>,
    enough: usize,
    budget: &Budget,
) -> Result<Least<usize>, Failure> {
    let mut least = Least { best: None, bound: 0, stop: None, is_beaten: false };
    let mut search = Search { oracle, pair, enough, differences: Vec::new() };
    match search.run(&mut least, budget) {
        Ok(()) => {}
        Err(Halt::Stopped(stop)) => least.stop = Some(stop),
        Err(Halt::Failed(failure)) => return Err(failure),
    }
    Ok(least)
}

struct Search<'s, 'o, 'p> {
    oracle: &'s mut Oracle<'o>,
    pair: &'s Pair<'p>,
    enough: usize,
    differences: Vec<Vec<usize>>,
}

/// Whether places determine the board.
enum Determined {
    /// These of them do.
    By(Vec<usize>),
    /// Two boards agree on them and differ at these places.
    Not(Vec<usize>),
}

impl Search<'_, '_, '_> {
    fn run(&mut self, least: &mut Least<usize>, budget: &Budget) -> Result<(), Halt> {
        let all: Vec<usize> = (0..self.pair.agree.len()).collect();
        let Determined::By(mut best) = self.ask(&all)? else { return Ok(()) };
        least.best = Some(best.clone());
        let mut at = 0;
        while at < best.len() {
            let mut others = best.clone();
            let tried = others.remove(at);
            match self.ask(&others)? {
                Determined::By(fewer) => {
                    // Places before this one are needed, so they are all there.
                    at = fewer.iter().filter(|place| best[..at].contains(place)).count();
                    best = fewer;
                    least.best = Some(best.clone());
                }
                Determined::Not(difference) => {
                    debug_assert!(difference.contains(&tried));
                    self.note(difference)?;
                    at += 1;
                }
            }
        }
        loop {
            let smallest = hitting(&self.differences, budget)?;
            least.bound = smallest.len();
            if smallest.len() == best.len() {
                return Ok(());
            }
            if smallest.len() >= self.enough {
                least.is_beaten = true;
                return Ok(());
            }
            let mut chosen = smallest.clone();
            let determined = loop {
                match self.ask(&chosen)? {
                    Determined::By(by) => break by,
                    Determined::Not(difference) => chosen.extend(self.note(difference)?),
                }
            };
            if determined.len() < best.len() {
                best = determined;
                best.sort_unstable();
                least.best = Some(best.clone());
            }
        }
    }

    /// Makes a difference as small as possible, and records it.
    fn note(&mut self, mut difference: Vec<usize>) -> Result<Vec<usize>, Halt> {
        let mut at = 0;
        while difference.len() > 1 && at < difference.len() {
            let tried = difference[at];
            let is_equal = |place: &usize| *place == tried || !difference.contains(place);
            let equal: Vec<usize> = (0..self.pair.agree.len()).filter(is_equal).collect();
            match self.ask(&equal)? {
                Determined::Not(fewer) => difference = fewer,
                Determined::By(_) => at += 1,
            }
        }
        self.differences.push(difference.clone());
        Ok(difference)
    }

    fn ask(&mut self, places: &[usize]) -> Result<Determined, Halt> {
        let agree = places.iter().map(|&place| self.pair.agree[place]);
        let assumed: Vec<Literal> = [self.pair.different].into_iter().chain(agree).collect();
        match self.oracle.ask(&assumed)? {
            Asked::Found(assignment) => {
                let differs = |place: &usize| !assignment.satisfies(self.pair.agree[*place]);
                let difference: Vec<usize> = (0..self.pair.agree.len()).filter(differs).collect();
                if !(self.pair.check)(&assignment) || difference.iter().any(|place| places.contains(place)) {
                    return Err(Failure::check(Invariant::Assignment).into());
                }
                Ok(Determined::Not(difference))
            }
            Asked::Nothing => {
                let core = self.oracle.core(&assumed);
                let is_in = |place: &usize| core.contains(&self.pair.agree[*place]);
                Ok(Determined::By(places.iter().copied().filter(is_in).collect()))
            }
            Asked::Stopped(stop) => Err(Halt::Stopped(stop)),
        }
    }
}
