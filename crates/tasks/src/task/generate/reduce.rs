//! Leaves clues out of a draft in random order, as long as its solution stays the only one.
//!
//! Most clues can be switched off in one solver ([`Clauses`]) in which the known solution is excluded: if the solver finds no
//! solution without the clue, the known one is the only one. Omitted clues stay omitted, and needed clues stay needed with
//! fewer clues, so each is tried once. For other clues the model without them is read. If the solution is still the only one,
//! the clue is omitted; the constraints have then changed, so all needed clues are tried once more.

use super::clauses::{Clauses, finder};
use super::draft::Draft;
use super::{GenerateError, Solvers};
use crate::task::Failure;
use crate::task::failure::Invariant;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_ir::constraint::Literal;
use boardwright_puzzle::capability::printed_clues::{Clue, Switch, Switched, edited};
use boardwright_puzzle::solution::Solution;

/// The progress: a draft with one solution.
#[derive(Debug, Clone)]
pub(super) struct Reduced {
    pub(super) text: String,
    /// Remaining clues, of those that may be left out.
    pub(super) left: usize,
    /// Clues that may be left out.
    pub(super) of: usize,
    /// The clues that were left out, by their numbers in the first draft.
    pub(super) gone: Vec<usize>,
    /// Numbers that were replaced by question marks.
    pub(super) weakened: usize,
}

/// A reduction: its solution and limits.
pub(super) struct Reduction<'a> {
    pub(super) known: &'a Solution,
    pub(super) budget: &'a Budget,
    /// Called with every draft that has fewer clues.
    pub(super) on_progress: &'a mut dyn FnMut(Reduced) -> Result<(), Failure>,
}

/// Clues that are left out together: their numbers in the first draft.
type Unit = Vec<usize>;

/// Returns each clue that is not protected, or with `symmetric` those that a half turn exchanges, in random order.
pub(super) fn units(
    clues: &[Clue],
    is_protected: &dyn Fn(&Clue) -> bool,
    symmetric: bool,
    random: &mut Random,
) -> Vec<Unit> {
    let mut units = Vec::new();
    for (index, clue) in clues.iter().enumerate() {
        let turned = clue.turned.filter(|&turned| symmetric && turned != index);
        match turned {
            _ if is_protected(clue) => {}
            None => units.push(vec![index]),
            Some(turned) if turned < index || is_protected(&clues[turned]) => {}
            Some(turned) => units.push(vec![index, turned]),
        }
    }
    random.permutation(units.len()).into_iter().map(|index| units[index].clone()).collect()
}

impl Reduction<'_> {
    /// Leaves out of a draft with a known only solution all units that are not needed.
    pub(super) fn reduce(&mut self, mut draft: Draft, mut open: Vec<Unit>) -> Result<(), GenerateError> {
        // A clue that no rule uses does not count.
        let mut first = draft.switched(self.budget)?;
        let switches = first.as_ref().map(|switched| switched.switches.clone()).unwrap_or_default();
        let is_silent = |&clue: &usize| switches.get(clue) == Some(&Switch::Silent);
        open.retain(|unit| !unit.iter().all(is_silent));
        let of: usize = open.iter().map(|unit| unit.iter().filter(|clue| !is_silent(clue)).count()).sum();
        let mut left = of;
        // The clues of the current draft, by their numbers in the first.
        let mut ids: Vec<usize> = (0..draft.clues.len()).collect();
        let (mut needed, mut is_other) = (Vec::new(), false);
        let mut gone: Vec<usize> = Vec::new();
        (self.on_progress)(Reduced { text: draft.text().to_string(), left, of, gone: Vec::new(), weakened: 0 })?;
        loop {
            let switched = match first.take() {
                Some(switched) => Some(switched),
                None => draft.switched(self.budget)?,
            };
            let mut round = Round::new(&draft, &ids, switched.as_ref(), &open, self.known, self.budget)?;
            let mut other = None;
            while !open.is_empty() && other.is_none() {
                let unit = open.remove(0);
                let now: Vec<usize> = unit.iter().filter_map(|id| ids.iter().position(|own| own == id)).collect();
                let is_out = match round.can_be_switched_off(&now) {
                    true => round.is_spare(&now)?,
                    false => {
                        other = self.without(&round, &now)?;
                        other.is_some()
                    }
                };
                match is_out {
                    false => needed.push(unit),
                    true => {
                        left -= unit.iter().filter(|clue| !is_silent(clue)).count();
                        round.out.extend(&now);
                        gone.extend(&unit);
                        (self.on_progress)(Reduced {
                            text: round.text(&[]),
                            left,
                            of,
                            gone: gone.clone(),
                            weakened: 0,
                        })?;
                    }
                }
            }
            let out: Vec<usize> = round.out.iter().map(|&clue| ids[clue]).collect();
            let text = round.text(&[]);
            drop(round);
            ids.retain(|id| !out.contains(id));
            if let Some(other) = other {
                is_other = true;
                draft = other;
            } else if std::mem::take(&mut is_other) && !needed.is_empty() {
                draft = draft.again(&text, self.budget)?;
                open = std::mem::take(&mut needed);
            } else {
                return Ok(());
            }
        }
    }

    /// Returns the draft without some clues, if it can be read, has the other clues, and still has the known solution only.
    /// Without its last number, a picture may be read as part of the rules.
    fn without(&self, round: &Round<'_>, clues: &[usize]) -> Result<Option<Draft>, GenerateError> {
        let text = round.text(clues);
        let draft = match round.draft.again(&text, self.budget) {
            Ok(draft) => draft,
            Err(GenerateError::Stopped { stop, .. }) => return Err(GenerateError::stopped(stop)),
            Err(_) => return Ok(None),
        };
        let others = round.draft.clues.len() - round.out.len() - clues.len();
        if draft.clues.len() != others || draft.kept != round.draft.kept {
            return Ok(None);
        }
        if draft.loaded.instance.verify(self.known.candidate().clone()).is_err() {
            return Ok(None);
        }
        let solvers = Solvers::new(draft.loaded.registry, self.budget, None);
        let found = solvers.ask(&text, 2, false)?;
        Ok((found.len() == 1 && found[0].candidate() == self.known.candidate()).then_some(draft))
    }
}

/// A draft in a solver, and the clues that were left out of it since.
struct Round<'a> {
    draft: &'a Draft,
    switched: Option<&'a Switched>,
    /// The switches, if clues can be switched off.
    clauses: Option<Clauses<'a>>,
    /// Clues of the draft.
    out: Vec<usize>,
    /// The units that may still be left out, as clues of the draft.
    open: Vec<usize>,
}

impl<'a> Round<'a> {
    fn new(
        draft: &'a Draft,
        ids: &[usize],
        switched: Option<&'a Switched>,
        open: &[Unit],
        known: &Solution,
        budget: &'a Budget,
    ) -> Result<Round<'a>, GenerateError> {
        let open: Vec<usize> = open.iter().flatten().filter_map(|id| ids.iter().position(|own| own == id)).collect();
        let mut round = Round { draft, switched, clauses: None, out: Vec::new(), open };
        let Some(switched) = switched else { return Ok(round) };
        let switches = round.literals(&round.open);
        if switches.is_empty() {
            return Ok(round);
        }
        let mut clauses = Clauses::new(&switched.problem, finder(), budget)?;
        let others: Vec<usize> = (0..draft.clues.len()).filter(|clue| !round.open.contains(clue)).collect();
        clauses.hold(round.literals(&others));
        let found = clauses.solve(&switches)?.filter(|found| (switched.decode)(found) == *known.candidate());
        let Some(found) = found else {
            return Err(GenerateError::check(Invariant::DraftSolution));
        };
        clauses.exclude(&found);
        round.clauses = Some(clauses);
        Ok(round)
    }

    /// Returns the assumptions that keep these clues, if they can be switched off.
    fn literals(&self, clues: &[usize]) -> Vec<Literal> {
        let switch = |&clue: &usize| match self.switched?.switches[clue] {
            Switch::Literal(literal) => Some(literal),
            Switch::Silent | Switch::Unknown => None,
        };
        clues.iter().filter_map(switch).collect()
    }

    /// Returns the draft without the omitted clues and without these.
    fn text(&self, clues: &[usize]) -> String {
        let edits = self.out.iter().chain(clues).map(|&clue| self.draft.clues[clue].without.clone());
        edited(self.draft.text(), &edits.collect::<Vec<_>>())
    }

    /// Returns whether the solver can switch these off. A picture that has lost all its numbers may be read as a picture of signs,
    /// so the last number is tried by reading the model.
    fn can_be_switched_off(&self, clues: &[usize]) -> bool {
        let is_known = |&clue: &usize| self.switched.is_some_and(|switched| switched.switches[clue] != Switch::Unknown);
        let all = &self.draft.clues;
        let stays = |number: &Clue| {
            let mut others = all.iter().enumerate().filter(|(_, other)| other.is_number && other.part == number.part);
            others.any(|(index, _)| !self.out.contains(&index) && !clues.contains(&index))
        };
        let is_last = |&clue: &usize| all[clue].is_number && !stays(&all[clue]);
        self.clauses.is_some() && clues.iter().all(is_known) && !clues.iter().any(is_last)
    }

    /// Returns whether there is no other solution without these; if so, they stay off.
    fn is_spare(&mut self, clues: &[usize]) -> Result<bool, GenerateError> {
        self.open.retain(|clue| !clues.contains(clue));
        let switches = self.literals(clues);
        let mut assumed = self.literals(&self.open);
        assumed.extend(switches.iter().map(|&switch| !switch));
        let Some(clauses) = &mut self.clauses else { return Ok(false) };
        let is_spare = clauses.solve(&assumed)?.is_none();
        clauses.hold(switches.into_iter().map(|switch| if is_spare { !switch } else { switch }));
        Ok(is_spare)
    }
}
