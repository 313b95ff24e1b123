//! A board with marks and lists that fit it, computed from the board. Start with [`computed`].

use super::ExampleError;
use super::ask::preferred;
use super::survey::instance;
use crate::task::diff::oracle::{Asked, Oracle};
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_ir::constraint::Roles;
use boardwright_puzzle::capability::filling::{FillRequest, Marked};
use boardwright_puzzle::capability::printed_clues::edited;
use boardwright_puzzle::solution::Candidate;
use boardwright_puzzle::{LoadError, Loaded, Model, Table};

/// Draws a board of the rules of `model`, which has the marks of `loaded` and maybe other rules, and computes some of its marks and lists:
/// those are the parts. `None` if the family cannot, or no marks fit.
pub(super) fn computed(
    (source, loaded): (&Source, &Loaded),
    model: &Model,
    decisions: u64,
    random: &mut Random,
    budget: &Budget,
) -> Result<Option<(Table, Candidate)>, ExampleError> {
    let Some(puzzle) = instance(loaded.puzzle, model, &Table::default(), budget)? else { return Ok(None) };
    let Some(family) = puzzle.printed_clues() else { return Ok(None) };
    let mut names: Vec<String> = family.computable(model).into_iter().map(|one| one.name).collect();
    if names.is_empty() {
        return Ok(None);
    }
    // Now and then one of them stays as it is.
    if names.len() > 1 && random.below(3) == 0 {
        names.swap_remove(random.below(names.len()));
    }
    let request = FillRequest { names, ..FillRequest::default() };
    let mut filling = match family.filling(model, &request, budget) {
        Ok(filling) => filling,
        Err(LoadError::Wrong(_)) => return Ok(None),
        Err(LoadError::Stopped(stop, _)) => return Err(stop.into()),
    };
    let board = match filling.drawn(None, random) {
        Some(board) => board,
        None => {
            let free = filling.free(budget)?;
            let Some(by_board) = free.decisions else { return Ok(None) };
            let preferred = preferred(&by_board, Some(random));
            let mut oracle = Oracle::preferring(&free.problem, Roles::REQUIRED, &preferred, budget)?;
            match oracle.ask_within(Some(decisions), &[])? {
                Asked::Found(assignment) => by_board.board(&assignment),
                Asked::Nothing | Asked::Stopped(_) => return Ok(None),
            }
        }
    };
    let Marked::Printed(_, mut edits) = filling.marks(&board, None, random, budget)? else { return Ok(None) };
    edits.sort_by_key(|edit| edit.span.start);
    let text = edited(&source.text, &edits);
    match loaded.registry.load(&Source::new(source.name.as_str(), text), budget) {
        Ok(other) => Ok(Some((loaded.model.other_parts(&other.model), board))),
        Err(LoadError::Wrong(_)) => Ok(None),
        Err(LoadError::Stopped(stop, _)) => Err(stop.into()),
    }
}
