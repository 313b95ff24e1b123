//! Computes the clues of a model from a random solution of the rules that do not use them.
//!
//! With all its clues, the drawn board is often still not the only solution: the cells in which other solutions differ are
//! *loose*. Then the board is drawn again around one of them, with new clues there, and the change is kept if the clues leave
//! no more [`Freedom`] than before. After too many changes without success, the search starts again with another board. All
//! limits are numbers of steps. Start with [`Computation`].
//!
//! Rooms are made around a board. Where none fit, a board is made for rooms that are changed until there is one; and so where no
//! numbers fit that decide which boards there are: they get places first.

use super::GenerateError;
use super::boards::{Boards, literal, units};
use super::clauses::{Clauses, MAX_DECISIONS, Searched, finder};
use super::draft::Draft;
use super::freedom::{Freedom, Measure};
use super::unsupported::Unsupported;
use crate::task::failure::{Failure, Invariant, RejectedBoard};
use boardwright_base::board::Cell;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::Text;
use boardwright_base::random::Random;
use boardwright_ir::constraint::Assignment;
use boardwright_puzzle::Formulated;
use boardwright_puzzle::capability::filling::{Changed, FillRequest, Filling, Marked, Marks, Place, first_places};
use boardwright_puzzle::capability::printed_clues::edited;
use boardwright_puzzle::solution::{Candidate, Solution};
use std::collections::BTreeSet;

/// The boards that are drawn.
const BOARDS: usize = 20;
/// The changes of a board without less freedom before another board is drawn.
const CHANGES: usize = 200;
/// The same if given values are allowed.
const LOOSE_CHANGES: usize = 40;
/// If other solutions have more than one of so many values, boards are compared by the values that propagation leaves.
const OPEN_SHARE: usize = 4;
/// It has to refute more than one of so many values for that.
const REFUTED_SHARE: usize = 10;
/// That ends when propagation leaves no more than one of so many values.
const CLOSED_SHARE: usize = 3;
/// It also ends after so many changes without less freedom.
const PROPAGATED_CHANGES: usize = 40;
/// The solutions that are compared with a board if given values are allowed. Otherwise their number has no limit: the search
/// compares two boards by all values that other solutions have.
const LOOSE_OTHERS: usize = 8;
/// The changes of rooms that are tried until there is a board for all of them.
const ROOM_CHANGES: usize = 800;
/// The changes of rooms without progress until more of them are made again.
const FRUITLESS_CHANGES: usize = 25;

/// A model with computed clues.
pub(super) struct Computed {
    pub(super) text: String,
    /// Its only solution; `None` if it has others.
    pub(super) solution: Option<Solution>,
}

/// A board with its clues.
struct State {
    board: Candidate,
    marks: Vec<Marks>,
    text: String,
    freedom: Freedom,
    /// Whether the board was drawn for its rooms, and not the rooms around the board.
    is_for_rooms: bool,
}

/// The result for a board.
enum Tried {
    Fits(Box<State>),
    /// No clues fit, for this reason.
    Unfit(Text),
}

impl Tried {
    fn fitting(self) -> Option<State> {
        match self {
            Tried::Fits(state) => Some(*state),
            Tried::Unfit(_) => None,
        }
    }
}

/// Computes clues of a draft.
pub(super) struct Computation<'a> {
    pub(super) draft: &'a Draft,
    /// The pictures and lists.
    pub(super) request: &'a FillRequest,
    /// Whether a model with several solutions is a result as well.
    pub(super) may_be_loose: bool,
    pub(super) budget: &'a Budget,
}

impl Computation<'_> {
    /// Computes clues for a random board.
    pub(super) fn run(
        &self,
        random: &mut Random,
        progress: &mut dyn FnMut(String) -> Result<(), Failure>,
    ) -> Result<Computed, GenerateError> {
        let (draft, budget) = (self.draft, self.budget);
        let Some(family) = draft.loaded.instance.printed_clues() else {
            return Err(GenerateError::check(Invariant::NoPrintedClues));
        };
        let filling = family.filling(&draft.loaded.model, self.request, budget);
        let mut filling = filling.map_err(|error| GenerateError::unread(draft.source(), error))?;
        let free = filling.free(budget).map_err(GenerateError::stopped)?;
        let decisions = free.decisions.clone().ok_or_else(|| GenerateError::check(Invariant::NoDecisions))?;
        let places = filling.places();
        let mut boards =
            Boards { clauses: Clauses::new(&free.problem, finder(), budget)?, decisions: &decisions, places: &places };
        let mut first = None;
        let (mut unfit, mut some_fit): (Option<Text>, bool) = (None, false);
        let mut changes = if self.may_be_loose { LOOSE_CHANGES } else { CHANGES };
        // A time limit ends the draws itself.
        let usual = if self.budget.deadline.is_some() { usize::MAX } else { BOARDS };
        for number in 1..=usual {
            self.budget.check().map_err(GenerateError::stopped)?;
            let board = match filling.drawn(None, random) {
                Some(board) => {
                    // A drawn board is seldom determined by fewer than all its clues, and given values come next.
                    changes = if self.may_be_loose { 0 } else { changes };
                    board
                }
                None => self.another(&mut boards, &mut first, random)?,
            };
            let around = self.state(&mut *filling, board, None, random)?;
            let start = match around {
                Tried::Fits(_) => around,
                Tried::Unfit(_) => match self.for_rooms(&mut *filling, None, &places, random)? {
                    Some(state) => Tried::Fits(Box::new(state)),
                    None => around,
                },
            };
            let mut now = match start {
                Tried::Fits(state) => *state,
                Tried::Unfit(reason) => {
                    if unfit.is_none() {
                        unfit = Some(reason);
                    }
                    continue;
                }
            };
            self.improve(&mut now, changes, &mut boards, &mut *filling, random, &mut |cells| {
                progress(format!("with all clues of board {number}, {cells} cells have several values"))
            })?;
            if now.freedom.values == 0 {
                return self.found(now);
            }
            if self.may_be_loose {
                return Ok(Computed { text: now.text, solution: None });
            }
            some_fit = true;
        }
        let (parts, boards) = (self.request.names.clone(), BOARDS);
        let Some(reason) = unfit.filter(|_| !some_fit) else {
            let printed = family.printed(&draft.loaded.model, &draft.source().text);
            let can_give = printed.parts.iter().any(|part| part == "grid");
            return Err(Unsupported::Undetermined { parts, boards, can_give }.into());
        };
        Err(Unsupported::Unfit { parts, boards, reason }.into())
    }

    /// Changes a state until its board is the only one, or until many changes leave no less freedom.
    fn improve(
        &self,
        now: &mut State,
        changes: usize,
        boards: &mut Boards<'_>,
        filling: &mut dyn Filling,
        random: &mut Random,
        progress: &mut dyn FnMut(usize) -> Result<(), Failure>,
    ) -> Result<(), GenerateError> {
        if !self.may_be_loose
            && !now.is_for_rooms
            && OPEN_SHARE * now.freedom.values > now.freedom.of
            && let Some(propagated) = self.freedom(now, Measure::Propagated)?
            && REFUTED_SHARE * (propagated.of - propagated.values) > propagated.of
            && CLOSED_SHARE * propagated.values > propagated.of
        {
            now.freedom = propagated;
        }
        let mut idle = 0;
        while now.freedom.values > 0 && idle < changes {
            if now.freedom.measure == Measure::Propagated
                && (idle >= PROPAGATED_CHANGES || CLOSED_SHARE * now.freedom.values <= now.freedom.of)
            {
                let Some(exact) = self.freedom(now, self.exact())? else { return Ok(()) };
                now.freedom = exact;
                idle = 0;
                continue;
            }
            progress(now.freedom.loose.len())?;
            idle += 1;
            if let Some(next) = self.changed(now, boards, filling, random)? {
                if next.freedom.values < now.freedom.values {
                    idle = 0;
                }
                *now = next;
            }
        }
        Ok(())
    }

    /// Returns a random board; `first` is any board, once one is known.
    fn another(
        &self,
        boards: &mut Boards<'_>,
        first: &mut Option<Assignment>,
        random: &mut Random,
    ) -> Result<Candidate, GenerateError> {
        if first.is_none() {
            *first = boards.first(random)?;
        }
        match first {
            Some(first) => boards.drawn(first, random),
            None => Err(Unsupported::NoSolutionWithout { parts: self.request.names.clone() }.into()),
        }
    }

    /// Returns a board for random rooms, if rooms are filled and such a board is found. With a state, rooms and board equal those
    /// of it except around a place.
    fn for_rooms(
        &self,
        filling: &mut dyn Filling,
        near: Option<(&State, Cell, usize)>,
        places: &[Vec<Cell>; 2],
        random: &mut Random,
    ) -> Result<Option<State>, GenerateError> {
        let before = near.map(|(now, at, radius)| Changed { marks: &now.marks, at, radius });
        let Some(mut rooms) = filling.rooms(before.as_ref(), random, self.budget).map_err(GenerateError::stopped)?
        else {
            return Ok(None);
        };
        let mut tries = if near.is_some() { 0 } else { ROOM_CHANGES };
        // Rooms are considered one after the other: that with which no board is left is changed.
        let mut count = if near.is_some() { usize::MAX } else { 1 };
        let mut idle = 0;
        let board = loop {
            let firsts = rooms.first().map_or(Vec::new(), first_places);
            let board = self.board_for(filling, &rooms, count, near, places, random)?;
            if board.is_some() && count < firsts.len() {
                count += 1;
                idle = 0;
                continue;
            }
            if board.is_some() || tries == 0 {
                break board;
            }
            tries -= 1;
            idle += 1;
            let is_stuck = idle % FRUITLESS_CHANGES == 0;
            let (kept, changed) = match firsts.get(count - 1).filter(|_| !is_stuck && random.below(2) == 0) {
                Some(&first) => (count - 1, self.around_room(filling, &rooms, first, random)?),
                None => {
                    // Some of the last rooms, and after many changes without progress, as many as it takes.
                    let kept = (count - 1).saturating_sub(random.below(if is_stuck { count } else { 3 }));
                    let firsts = &firsts[..kept.min(firsts.len())];
                    (kept, self.after_rooms(filling, &rooms, firsts, random)?)
                }
            };
            let Some(changed) = changed else { continue };
            if is_stuck {
                (rooms, count) = (changed, kept + 1);
                continue;
            }
            // Rooms that are no worse are a new start.
            for count in [count, count - 1] {
                if self.board_for(filling, &changed, count, None, places, random)?.is_some() {
                    rooms = changed;
                    break;
                }
            }
        };
        let Some(board) = board else { return Ok(None) };
        let kept = Changed { marks: &rooms, at: Cell::new(0, 0), radius: 0 };
        let state = self.state(filling, board, Some((near.map(|(now, ..)| now), kept)), random)?.fitting();
        Ok(state.map(|state| State { is_for_rooms: true, ..state }))
    }

    /// Changes rooms around the room with this first place: cells go to rooms beside theirs.
    fn around_room(
        &self,
        filling: &mut dyn Filling,
        rooms: &[Marks],
        first: Cell,
        random: &mut Random,
    ) -> Result<Option<Vec<Marks>>, GenerateError> {
        let name = rooms[0].get(&Place::Mark(first));
        let cells = rooms[0].iter().filter_map(|(place, own)| match place {
            Place::Mark(at) if Some(own) == name => Some(*at),
            _ => None,
        });
        let cells: Vec<Cell> = cells.collect();
        let before = Changed { marks: rooms, at: random.one_of(&cells), radius: 1 + random.below(2) };
        filling.rooms(Some(&before), random, self.budget).map_err(GenerateError::stopped)
    }

    /// Makes all rooms again but those with these first places.
    fn after_rooms(
        &self,
        filling: &mut dyn Filling,
        rooms: &[Marks],
        firsts: &[Cell],
        random: &mut Random,
    ) -> Result<Option<Vec<Marks>>, GenerateError> {
        let kept: BTreeSet<Option<&String>> = firsts.iter().map(|&first| rooms[0].get(&Place::Mark(first))).collect();
        let mut marks = rooms.to_vec();
        marks[0].retain(|_, name| kept.contains(&Some(name)));
        let before = Changed { marks: &marks, at: Cell::new(0, 0), radius: 0 };
        filling.rooms(Some(&before), random, self.budget).map_err(GenerateError::stopped)
    }

    /// Returns a board for the first rooms, if one is found; with a state, one that equals its board except around a place.
    fn board_for(
        &self,
        filling: &mut dyn Filling,
        rooms: &[Marks],
        count: usize,
        near: Option<(&State, Cell, usize)>,
        places: &[Vec<Cell>; 2],
        random: &mut Random,
    ) -> Result<Option<Candidate>, GenerateError> {
        let formulated = filling.with_rooms(rooms, count, self.budget).map_err(GenerateError::stopped)?;
        let Some(formulated) = formulated else { return Ok(None) };
        let Some(decisions) = formulated.decisions.as_ref() else { return Ok(None) };
        let clauses = Clauses::new(&formulated.problem, finder(), self.budget)?;
        let mut boards = Boards { clauses, decisions, places };
        match near {
            Some((now, at, radius)) => boards.near((&now.board, at, radius + 1), random),
            None => match boards.clauses.search(&[], MAX_DECISIONS)? {
                Searched::Found(first) if count < rooms.first().map_or(0, |rooms| first_places(rooms).len()) => {
                    Ok(Some(decisions.board(&first)))
                }
                Searched::Found(first) => boards.drawn(&first, random).map(Some),
                Searched::Nothing | Searched::GaveUp => Ok(None),
            },
        }
    }

    fn found(&self, state: State) -> Result<Computed, GenerateError> {
        let solution = Solution::verified(&*self.draft.again(&state.text, self.budget)?.loaded.instance, state.board);
        let solution = solution.map_err(|wrong| GenerateError::check(RejectedBoard::Drawn(wrong)))?;
        Ok(Computed { text: state.text, solution: Some(solution) })
    }

    /// Returns a board and clues that differ around a loose place and have no more freedom, if they are found.
    fn changed(
        &self,
        now: &State,
        boards: &mut Boards<'_>,
        filling: &mut dyn Filling,
        random: &mut Random,
    ) -> Result<Option<State>, GenerateError> {
        let Some(&unit) = now.freedom.loose.iter().nth(random.below(now.freedom.loose.len())) else { return Ok(None) };
        let at = boards.place(unit);
        if now.is_for_rooms {
            let radius = 1 + random.below(2);
            let next = self.for_rooms(filling, Some((now, at, radius)), boards.places, random)?;
            return Ok(next.filter(|next| next.freedom.values <= now.freedom.values));
        }
        // With 0, one cell changes, which suffices for other sums.
        let radius = random.below(2) + usize::from(random.below(4) == 0);
        let near = (&now.board, at, radius);
        let board = match filling.drawn(Some(near), random) {
            Some(board) => board,
            None => boards.near(near, random)?.ok_or_else(|| GenerateError::check(Invariant::NoBoard))?,
        };
        let next = self.state(filling, board, Some((Some(now), Changed { marks: &now.marks, at, radius })), random)?;
        Ok(next.fitting().filter(|next| next.freedom.values <= now.freedom.values))
    }

    /// Returns a board with clues, or the reason why no clues fit. The freedom is counted up to a little more than that of the state
    /// before.
    fn state(
        &self,
        filling: &mut dyn Filling,
        board: Candidate,
        before: Option<(Option<&State>, Changed<'_>)>,
        random: &mut Random,
    ) -> Result<Tried, GenerateError> {
        let budget = self.budget;
        let marked = filling.marks(&board, before.as_ref().map(|(_, changed)| changed), random, budget);
        let (marks, edits) = match marked.map_err(GenerateError::stopped)? {
            Marked::Printed(marks, edits) => (marks, edits),
            Marked::Unfit(reason) => return Ok(Tried::Unfit(reason)),
        };
        let text = edited(self.draft.text(), &edits);
        let now = before.and_then(|(now, _)| now);
        if now.is_some_and(|now| now.text == text) {
            return Ok(Tried::Unfit("nothing has changed".into()));
        }
        let filled = match self.draft.again(&text, budget) {
            Ok(filled) => filled,
            Err(GenerateError::Model(_, wrong)) => {
                return Ok(Tried::Unfit(format!("a model with the clues cannot be read ({wrong})").into()));
            }
            Err(error) => return Err(error),
        };
        if let Err(violation) = filled.loaded.instance.verify(board.clone()) {
            return Ok(Tried::Unfit(violation.to_string().into()));
        }
        let measure = now.map_or(self.exact(), |now| now.freedom.measure);
        let most = now.map_or(usize::MAX, |now| now.freedom.values);
        Ok(match self.measured(&filled, &board, measure, most)? {
            Some(freedom) => Tried::Fits(Box::new(State { board, marks, text, freedom, is_for_rooms: false })),
            None => Tried::Unfit("it is not known in time whether the solution is the only one".into()),
        })
    }

    /// Returns the freedom of a state by a measure; `None` if that takes too long.
    fn freedom(&self, state: &State, measure: Measure) -> Result<Option<Freedom>, GenerateError> {
        let filled = self.draft.again(&state.text, self.budget)?;
        self.measured(&filled, &state.board, measure, usize::MAX)
    }

    fn measured(
        &self,
        filled: &Draft,
        board: &Candidate,
        measure: Measure,
        most: usize,
    ) -> Result<Option<Freedom>, GenerateError> {
        let formulated = filled.loaded.instance.constrain("values", None, self.budget).map_err(Failure::from)?;
        Freedom::measured(&formulated, board, measure, most, self.budget)
    }

    /// The measure that decides whether the clues suffice.
    fn exact(&self) -> Measure {
        Measure::Searched { others: if self.may_be_loose { LOOSE_OTHERS } else { usize::MAX } }
    }
}

/// Returns a solution other than this one, if there is one.
pub(super) fn has_other(formulated: &Formulated, board: &Candidate, budget: &Budget) -> Result<bool, GenerateError> {
    let decisions = formulated.decisions.as_ref().ok_or_else(|| GenerateError::check(Invariant::NoDecisions))?;
    let mut clauses = Clauses::new(&formulated.problem, finder(), budget)?;
    clauses.require(units(decisions).filter_map(|unit| literal(decisions, board, unit)).map(|own| !own));
    Ok(clauses.solve(&[])?.is_some())
}
