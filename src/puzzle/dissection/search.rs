//! The method `fewest-placements`: depth first, always the piece that has the fewest places left.
//!
//! As R. Findling describes it (*Draught board puzzle / checkerboard puzzle solver in Python*, 2015). A board is looked at
//! by laying one piece in all its places: a piece with few of them is laid by a person at once, and has few successors. A
//! successor is kept if it passes two checks:
//!
//! 1. every piece that is left has a place;
//! 2. every cell that is free lies in a place of some piece that is left.
//!
//! The places of every piece, and of every cell how many cover it, are listed at the start; laying a piece removes the
//! places that it blocks, and taking it back restores them, so that neither check looks at the board. On 2x3, two
//! L-trominoes: 8 places, of which the first leaves one for the second, and so on.
//!
//! Beyond the document: copies of a piece, and equal pieces, are laid in the order of their places, so that no board comes
//! twice; a piece that may be used fewer times has `no more of it` as one more successor. The search is complete: when it
//! ends, it has found every solution. Memory is the list of places; time is what the puzzle takes.

use super::Board;
use super::places::{Place, Places};
use crate::puzzle::method::{Ending, Errand, Fact, Verdict};
use serde_json::{Value, json};

/// So many successors are made between two looks at the limits.
const BETWEEN_LOOKS: u64 = 16;

/// Instead of a place: no more copies of the kind.
const NO_MORE: u32 = u32::MAX;

/// Runs the search.
pub(super) fn run(board: &Board, errand: &mut Errand<'_>) -> Verdict {
    let places = match Places::of(board) {
        Ok(places) => places,
        Err(reason) => return Ending::Unknown(reason).into(),
    };
    let over = places.over();
    let mut search = Search::new(board, &places, &over);
    let outcome = search.run(errand);
    let Work { boards, found, .. } = search.work;
    let ending = match (outcome, found) {
        (Outcome::Done, 0) => {
            Ending::Unsatisfiable(format!("every placement was tried or ruled out, on {boards} boards"))
        }
        (Outcome::Done, _) => Ending::Complete,
        (Outcome::Enough | Outcome::Stopped, 1..) => Ending::Incomplete,
        (Outcome::Enough | Outcome::Stopped, 0) => Ending::Unknown("the search was stopped".to_string()),
    };
    Verdict { facts: search.facts(), ..ending.into() }
}

/// How a search ended.
#[derive(Clone, Copy)]
enum Outcome {
    /// Everything was tried.
    Done,
    /// No more boards are wanted.
    Enough,
    /// A limit was met.
    Stopped,
}

/// What was done.
#[derive(Debug, Clone, Copy, Default)]
struct Work {
    /// Boards whose successors were made; the empty one is the first.
    boards: u64,
    /// Successors made.
    made: u64,
    /// Successors dropped because a piece has no place.
    without_place: u64,
    /// Successors dropped because no piece can cover a cell.
    without_piece: u64,
    /// Solutions among the successors.
    found: u64,
}

impl Work {
    /// Successors that pass both checks, solutions included.
    fn kept(&self) -> u64 {
        self.made - self.without_place - self.without_piece
    }

    /// The branching factors: successors made, and kept, per board.
    fn branching(&self) -> (f64, f64) {
        let boards = self.boards.max(1) as f64;
        (self.made as f64 / boards, self.kept() as f64 / boards)
    }

    fn json(&self) -> Value {
        let (made, kept) = self.branching();
        json!({
            "boards": self.boards,
            "successors": self.made,
            "kept": self.kept(),
            "without_place": self.without_place,
            "without_piece": self.without_piece,
            "branching_all": hundredths(made),
            "branching_kept": hundredths(kept),
        })
    }

    fn words(&self) -> String {
        let (made, kept) = self.branching();
        format!(
            "{} boards looked at, {} successors made ({made:.2} a board), {} kept by the checks ({kept:.2} a board)",
            self.boards,
            self.made,
            self.kept()
        )
    }
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Why a successor is dropped.
enum Dropped {
    /// A piece that is left has no place.
    WithoutPlace,
    /// No piece can cover some cell.
    WithoutPiece,
}

/// A piece that was laid, or a kind that was closed.
struct Step {
    /// Where, or [`NO_MORE`].
    place: u32,
    kind: usize,
    /// The kind's copies before.
    least: usize,
    most: usize,
    /// How many places had been removed before.
    removed: usize,
}

/// A board on the way down.
struct Frame {
    /// What made it; `None` for the empty board.
    step: Option<Step>,
    /// How many places had been removed when it was made.
    removed: usize,
    /// The kind that is laid next.
    kind: usize,
    /// Its kept successors, a range of [`Search::kept`], and how far they have been gone through.
    start: usize,
    next: usize,
    end: usize,
    /// The kind's places before this one are removed: copies are laid in order.
    from: usize,
}

struct Search<'a> {
    board: &'a Board,
    places: &'a Places,
    /// By cell, the places over it.
    over: &'a [Vec<u32>],
    /// By place: whether a piece can still be laid there.
    is_left: Vec<bool>,
    /// By kind: how many places are left.
    left: Vec<usize>,
    /// By kind: how many more copies there have to be, and may be.
    least: Vec<usize>,
    most: Vec<usize>,
    /// By cell: how many of the places that are left cover it.
    fillings: Vec<usize>,
    is_free: Vec<bool>,
    /// How many cells are free, and how many of those no place covers.
    free: usize,
    unfillable: usize,
    /// Places that are not left any more, in the order in which they went.
    removed: Vec<u32>,
    /// The places of the pieces that lie.
    laid: Vec<u32>,
    /// The kept successors of the boards on the way down.
    kept: Vec<u32>,
    work: Work,
    /// The work done when the board with the first solution had been looked at.
    first: Option<Work>,
    /// The work done after 10, 50, 100, 500, ... boards, and the number of boards that is next.
    course: Vec<Work>,
    milestone: u64,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, places: &'a Places, over: &'a [Vec<u32>]) -> Search<'a> {
        let fillings: Vec<usize> = over.iter().map(Vec::len).collect();
        Search {
            board,
            places,
            over,
            is_left: vec![true; places.places.len()],
            left: places.kinds.iter().map(|kind| kind.places.len()).collect(),
            least: places.kinds.iter().map(|kind| kind.least).collect(),
            most: places.kinds.iter().map(|kind| kind.most.unwrap_or(usize::MAX)).collect(),
            is_free: vec![true; places.cells.len()],
            free: places.cells.len(),
            unfillable: fillings.iter().filter(|&&fillings| fillings == 0).count(),
            fillings,
            removed: Vec::new(),
            laid: Vec::new(),
            kept: Vec::new(),
            work: Work::default(),
            first: None,
            course: Vec::new(),
            milestone: 10,
        }
    }

    fn run(&mut self, errand: &mut Errand<'_>) -> Outcome {
        for kind in 0..self.places.kinds.len() {
            if self.most[kind] == 0 {
                self.remove_all(kind);
            }
        }
        if self.dropped().is_some() {
            return Outcome::Done;
        }
        let mut stack: Vec<Frame> = Vec::new();
        let mut step = None;
        loop {
            match self.look(step.take(), errand) {
                Ok(frame) => stack.push(frame),
                Err(outcome) => return outcome,
            }
            while step.is_none() {
                let Some(frame) = stack.last_mut() else { return Outcome::Done };
                step = self.descend(frame);
                if step.is_some() {
                    break;
                }
                self.restore(frame.removed);
                self.kept.truncate(frame.start);
                if let Some(step) = stack.pop().and_then(|frame| frame.step) {
                    self.take_back(step);
                }
            }
        }
    }

    /// Makes and checks all successors of the board that lies now, which has free cells and passed the checks.
    fn look(&mut self, step: Option<Step>, errand: &mut Errand<'_>) -> Result<Frame, Outcome> {
        let kind = self.fewest();
        let (removed, start) = (self.removed.len(), self.kept.len());
        let places = self.places.kinds[kind].places.clone();
        let several = self.most[kind] > 1;
        let mut enough = false;
        self.work.boards += 1;
        for place in places.clone().chain([NO_MORE as usize]) {
            // Without the earlier places of the kind there may be too few for its copies, or none over some cell: then
            // the later ones are no successors.
            let is_made = self.unfillable == 0
                && match place as u32 {
                    NO_MORE => self.least[kind] == 0,
                    _ => self.is_left[place] && self.left[kind] >= self.least[kind],
                };
            if !is_made {
                continue;
            }
            if self.work.made.is_multiple_of(BETWEEN_LOOKS) && (errand.stop)() {
                return Err(Outcome::Stopped);
            }
            self.work.made += 1;
            let step = self.lay(kind, place as u32);
            match self.dropped() {
                Some(Dropped::WithoutPlace) => self.work.without_place += 1,
                Some(Dropped::WithoutPiece) => self.work.without_piece += 1,
                None if self.free == 0 => {
                    self.work.found += 1;
                    if !enough {
                        let placed = self.places.placed(self.board, &self.laid);
                        enough = (errand.found)(self.board.candidate(placed)).is_break();
                    }
                }
                None => self.kept.push(place as u32),
            }
            self.take_back(step);
            if several && place as u32 != NO_MORE {
                self.remove(place as u32);
            }
        }
        self.restore(removed);
        if self.work.found > 0 && self.first.is_none() {
            self.first = Some(self.work);
        }
        if self.work.boards == self.milestone {
            self.course.push(self.work);
            self.milestone *= if self.course.len().is_multiple_of(2) { 2 } else { 5 };
        }
        if enough {
            return Err(Outcome::Enough);
        }
        Ok(Frame { step, removed, kind, start, next: start, end: self.kept.len(), from: places.start })
    }

    /// Goes to the next successor of a board, if there is one.
    fn descend(&mut self, frame: &mut Frame) -> Option<Step> {
        let place = *self.kept[..frame.end].get(frame.next)?;
        frame.next += 1;
        if self.most[frame.kind] > 1 && place != NO_MORE {
            for earlier in frame.from..place as usize {
                if self.is_left[earlier] {
                    self.remove(earlier as u32);
                }
            }
            frame.from = place as usize;
        }
        Some(self.lay(frame.kind, place))
    }

    /// The kind with the fewest successors, the first of them. Some kind has a place while a cell is free and can be
    /// covered.
    fn fewest(&self) -> usize {
        let successors = |&kind: &usize| match self.least[kind] {
            0 => self.left[kind] + 1,
            least => self.left[kind] + 1 - least,
        };
        let kinds = (0..self.left.len()).filter(|&kind| self.left[kind] > 0);
        kinds.min_by_key(successors).expect("a free cell that can be covered lies in a place")
    }

    /// Why the board that lies now is no successor, if it is none.
    fn dropped(&self) -> Option<Dropped> {
        if self.left.iter().zip(&self.least).any(|(left, least)| left < least) {
            return Some(Dropped::WithoutPlace);
        }
        (self.unfillable > 0).then_some(Dropped::WithoutPiece)
    }

    /// Lays a copy, or closes the kind.
    fn lay(&mut self, kind: usize, place: u32) -> Step {
        let (least, most) = (self.least[kind], self.most[kind]);
        let step = Step { place, kind, least, most, removed: self.removed.len() };
        if place == NO_MORE {
            self.most[kind] = 0;
        } else {
            self.least[kind] = least.saturating_sub(1);
            self.most[kind] = if most == usize::MAX { most } else { most - 1 };
            let (places, over) = (self.places, self.over);
            let cells = &places.places[place as usize].cells;
            self.laid.push(place);
            self.free -= cells.len();
            cells.iter().for_each(|&cell| self.is_free[cell as usize] = false);
            for &blocked in cells.iter().flat_map(|&cell| &over[cell as usize]) {
                if self.is_left[blocked as usize] {
                    self.remove(blocked);
                }
            }
        }
        if self.most[kind] == 0 {
            self.remove_all(kind);
        }
        step
    }

    fn take_back(&mut self, step: Step) {
        self.restore(step.removed);
        (self.least[step.kind], self.most[step.kind]) = (step.least, step.most);
        if step.place != NO_MORE {
            let cells = &self.places.places[step.place as usize].cells;
            self.laid.pop();
            self.free += cells.len();
            cells.iter().for_each(|&cell| self.is_free[cell as usize] = true);
        }
    }

    /// Removes a place that is left.
    fn remove(&mut self, place: u32) {
        let Place { kind, cells } = &self.places.places[place as usize];
        self.is_left[place as usize] = false;
        self.left[*kind] -= 1;
        self.removed.push(place);
        for &cell in cells {
            let cell = cell as usize;
            self.fillings[cell] -= 1;
            self.unfillable += usize::from(self.fillings[cell] == 0 && self.is_free[cell]);
        }
    }

    fn remove_all(&mut self, kind: usize) {
        for place in self.places.kinds[kind].places.clone() {
            if self.is_left[place] {
                self.remove(place as u32);
            }
        }
    }

    /// Brings back what was removed after so many.
    fn restore(&mut self, removed: usize) {
        while self.removed.len() > removed {
            let Some(place) = self.removed.pop() else { return };
            let Place { kind, cells } = &self.places.places[place as usize];
            self.is_left[place as usize] = true;
            self.left[*kind] += 1;
            for &cell in cells {
                let cell = cell as usize;
                self.unfillable -= usize::from(self.fillings[cell] == 0 && self.is_free[cell]);
                self.fillings[cell] += 1;
            }
        }
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![self.places.at_the_start(self.board)];
        facts.push(Fact::new("search", self.work.json(), self.work.words()));
        if !self.course.is_empty() {
            let course: Vec<Value> = self.course.iter().map(Work::json).collect();
            let words = self.course.iter().map(|work| {
                let (made, kept) = work.branching();
                format!("\n{:>12} boards: {made:.2} made, {kept:.2} kept", work.boards)
            });
            let words = format!("successors a board in the course of the search, after{}", words.collect::<String>());
            facts.push(Fact::new("course", course, words));
        }
        if let Some(first) = self.first.filter(|first| first.boards < self.work.boards) {
            let words = format!("up to the first solution: {}", first.words());
            facts.push(Fact::new("first_solution", first.json(), words));
        }
        facts
    }
}
