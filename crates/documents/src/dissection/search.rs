//! The method `fewest-placements`: depth first, always with the piece that has the fewest places left.
//!
//! Source: R. Findling (*Draught board puzzle / checkerboard puzzle solver in Python*, 2015). A board is expanded by
//! placing one piece in all its places: a piece with few places has few successors. A successor is kept if it passes
//! two checks:
//!
//! 1. every remaining piece has a place;
//! 2. every free cell is in a place of some remaining piece.
//!
//! The places of every piece, and over every cell, are listed at the start as bit sets; placing a piece removes the
//! places that it blocks, so that neither check searches the board. With two L-trominoes on 2x3, the first leaves one
//! of 8 places for the second.
//!
//! Additions to the document: copies of a piece, and equal pieces, are placed in the order of their places, so that
//! no board occurs twice; a piece that may be used fewer times has `no more of it` as a further successor. The search
//! is complete: when it ends, it has found every solution. A successor takes about a word for 64 places and some for
//! every free cell: on the draughts board, with 1352 places, it is made and checked in 0.4 µs.

use super::Board;
use super::places::Places;
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};
use serde_json::{Value, json};
use std::ops::Range;

/// The number of successors made between two polls of the budget.
const POLL_INTERVAL: u64 = 16;

/// In place of an index: no more copies of the kind.
const NO_MORE: u32 = u32::MAX;

/// Runs the search.
pub(super) fn run(board: &Board, request: &mut MethodRequest<'_>) -> MethodResult {
    let places = match Places::of(board) {
        Ok(places) => places,
        Err(reason) => return Outcome::Unknown(reason.to_string()).into(),
    };
    let mut search = Search::new(board, &places);
    let outcome = search.run(request);
    let Work { boards, found, .. } = search.work;
    let outcome = match (outcome, found) {
        (End::Done, 0) => Outcome::Unsatisfiable(format!("searched all placements on {boards} boards")),
        (End::Done, _) => Outcome::Complete,
        (End::Enough | End::Stopped, 1..) => Outcome::Incomplete,
        (End::Enough | End::Stopped, 0) => Outcome::Unknown("the search was stopped".to_string()),
    };
    MethodResult { facts: search.facts(), ..outcome.into() }
}

/// The end of a search.
#[derive(Clone, Copy)]
enum End {
    /// The search is exhaustive.
    Done,
    /// No more boards are wanted.
    Enough,
    /// A limit was reached.
    Stopped,
}

/// The work of a search.
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
            "{} boards visited, {} successors generated ({made:.2} per board), {} kept after pruning ({kept:.2} per \
            board)",
            self.boards,
            self.made,
            self.kept()
        )
    }
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The reason why a successor is dropped.
enum Dropped {
    /// A remaining piece has no place.
    WithoutPlace,
    /// No piece can cover some cell.
    WithoutPiece,
}

/// A board with some pieces on it.
#[derive(Clone)]
struct Position {
    /// A bit for every place where a piece can still be placed; [`Search::words`] has the range of each kind.
    left: Vec<u64>,
    /// A bit for every cell that is free.
    free: Vec<u64>,
    /// By kind: how many more copies are required, and permitted.
    least: Vec<usize>,
    most: Vec<usize>,
}

impl Position {
    /// Becomes a copy; reuses memory.
    fn copy(&mut self, other: &Position) {
        self.left.clone_from(&other.left);
        self.free.clone_from(&other.free);
        self.least.clone_from(&other.least);
        self.most.clone_from(&other.most);
    }

    /// Returns the free cells, ascending.
    fn free_cells(&self) -> impl Iterator<Item = usize> {
        self.free.iter().enumerate().flat_map(|(word, &bits)| {
            let next = |&bits: &u64| Some(bits & (bits - 1)).filter(|&rest| rest != 0);
            let bits = std::iter::successors(Some(bits).filter(|&bits| bits != 0), next);
            bits.map(move |bits| 64 * word + bits.trailing_zeros() as usize)
        })
    }
}

/// A board on the current branch.
struct Frame {
    /// Without the places of the kind that have been tried: copies are placed in order.
    position: Position,
    /// The kind that is placed next.
    kind: usize,
    /// Its kept successors, a range of [`Search::kept`], and the next one.
    start: usize,
    next: usize,
    end: usize,
    /// The places of the kind before this one have been tried.
    from: usize,
}

struct Search<'a> {
    board: &'a Board,
    places: &'a Places,
    /// By kind: the words with the bits of its places, the first place first.
    words: Vec<Range<usize>>,
    /// By cell: the bits of the places over it, by word.
    over: Vec<Vec<(usize, u64)>>,
    /// The places of the placed pieces, and [`NO_MORE`] where a kind was closed.
    laid: Vec<u32>,
    /// The kept successors of the boards on the current branch.
    kept: Vec<u32>,
    work: Work,
    /// The work done when the board with the first solution had been expanded.
    first: Option<Work>,
    /// The work done after 10, 50, 100, 500, ... boards, and the next number of boards.
    course: Vec<Work>,
    milestone: u64,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, places: &'a Places) -> Search<'a> {
        let mut end = 0;
        let words: Vec<Range<usize>> = places
            .kinds
            .iter()
            .map(|kind| {
                let start = end;
                end += kind.places.len().div_ceil(64);
                start..end
            })
            .collect();
        let mut search = Search {
            board,
            places,
            words,
            over: vec![Vec::new(); places.cells.len()],
            laid: Vec::new(),
            kept: Vec::new(),
            work: Work::default(),
            first: None,
            course: Vec::new(),
            milestone: 10,
        };
        for (number, place) in places.places.iter().enumerate() {
            let (word, bit) = search.bit(number);
            for &cell in &place.cells {
                match search.over[cell as usize].last_mut() {
                    Some((last, bits)) if *last == word => *bits |= bit,
                    _ => search.over[cell as usize].push((word, bit)),
                }
            }
        }
        search
    }

    /// Returns the word with the bit of a place, and the bit.
    fn bit(&self, place: usize) -> (usize, u64) {
        let kind = self.places.places[place].kind;
        let number = place - self.places.kinds[kind].places.start;
        (self.words[kind].start + number / 64, 1 << (number % 64))
    }

    /// The empty board.
    fn empty(&self) -> Position {
        let kinds = || self.places.kinds.iter();
        let cells = self.places.cells.len();
        let mut position = Position {
            left: vec![0; self.words.last().map_or(0, |words| words.end)],
            free: vec![0; cells.div_ceil(64)],
            least: kinds().map(|kind| kind.least).collect(),
            most: kinds().map(|kind| kind.most.unwrap_or(usize::MAX)).collect(),
        };
        (0..cells).for_each(|cell| position.free[cell / 64] |= 1 << (cell % 64));
        for place in 0..self.places.places.len() {
            let (word, bit) = self.bit(place);
            position.left[word] |= bit;
        }
        for (kind, words) in self.words.iter().enumerate() {
            if position.most[kind] == 0 {
                position.left[words.clone()].fill(0);
            }
        }
        position
    }

    fn run(&mut self, request: &mut MethodRequest<'_>) -> End {
        let empty = self.empty();
        if self.dropped(&empty).is_some() {
            return End::Done;
        }
        let mut stack: Vec<Frame> = Vec::new();
        let mut position = Some(empty);
        loop {
            if let Some(position) = position.take() {
                match self.expand(position, request) {
                    Ok(frame) => stack.push(frame),
                    Err(outcome) => return outcome,
                }
            }
            let Some(frame) = stack.last_mut() else { return End::Done };
            position = self.descend(frame);
            if position.is_none() {
                self.kept.truncate(frame.start);
                self.laid.pop();
                stack.pop();
            }
        }
    }

    /// Makes and checks all successors of a board that has free cells and passed the checks.
    fn expand(&mut self, position: Position, request: &mut MethodRequest<'_>) -> Result<Frame, End> {
        let kind = self.fewest(&position);
        let start = self.kept.len();
        let places = self.places.kinds[kind].places.clone();
        let several = position.most[kind] > 1;
        let mut successor = position.clone();
        // The board without the places that have been tried, if copies of the kind follow.
        let mut rest = position.clone();
        let mut enough = false;
        self.work.boards += 1;
        for place in places.clone().chain([NO_MORE as usize]) {
            let is_made = match place as u32 {
                NO_MORE => rest.least[kind] == 0,
                _ => self.is_left(&rest, place),
            };
            if !is_made {
                continue;
            }
            if self.work.made.is_multiple_of(POLL_INTERVAL) && (request.stop)() {
                return Err(End::Stopped);
            }
            self.work.made += 1;
            successor.copy(&rest);
            self.lay(&mut successor, kind, place as u32);
            match self.dropped(&successor) {
                Some(Dropped::WithoutPlace) => self.work.without_place += 1,
                Some(Dropped::WithoutPiece) => self.work.without_piece += 1,
                None if successor.free.iter().all(|&cells| cells == 0) => {
                    self.work.found += 1;
                    if !enough {
                        let laid = self.laid.iter().copied().chain([place as u32]);
                        let laid: Vec<u32> = laid.filter(|&place| place != NO_MORE).collect();
                        let placed = self.places.placed(self.board, &laid);
                        enough = (request.found)(super::candidate(placed)).is_break();
                    }
                }
                None => self.kept.push(place as u32),
            }
            if several && place as u32 != NO_MORE {
                let (word, bit) = self.bit(place);
                rest.left[word] &= !bit;
                let cells = &self.places.places[place].cells;
                let lost = cells.iter().any(|&cell| !self.is_fillable(&rest, cell as usize));
                // There may be too few places for the copies now, or none over some cell: then the later places are
                // not successors.
                if lost || self.number_left(&rest, kind) < rest.least[kind] {
                    break;
                }
            }
        }
        if self.work.found > 0 && self.first.is_none() {
            self.first = Some(self.work);
        }
        if self.work.boards == self.milestone {
            self.course.push(self.work);
            self.milestone *= if self.course.len().is_multiple_of(2) { 2 } else { 5 };
        }
        if enough {
            return Err(End::Enough);
        }
        Ok(Frame { position, kind, start, next: start, end: self.kept.len(), from: places.start })
    }

    /// Moves to the next successor of a board, if there is one.
    fn descend(&mut self, frame: &mut Frame) -> Option<Position> {
        let place = *self.kept[..frame.end].get(frame.next)?;
        frame.next += 1;
        if frame.position.most[frame.kind] > 1 && place != NO_MORE {
            for earlier in frame.from..place as usize {
                let (word, bit) = self.bit(earlier);
                frame.position.left[word] &= !bit;
            }
            frame.from = place as usize;
        }
        let mut position = frame.position.clone();
        self.lay(&mut position, frame.kind, place);
        self.laid.push(place);
        Some(position)
    }

    /// Returns the kind with the fewest successors, the first of them. Some kind has a place while a cell is free and
    /// can be covered.
    fn fewest(&self, position: &Position) -> usize {
        let successors = |kind: usize| {
            let left = self.number_left(position, kind);
            (left > 0).then_some((left + 1 - position.least[kind].min(left), kind))
        };
        let fewest = (0..self.words.len()).filter_map(successors).min();
        fewest.expect("a free cell that can be covered lies in a place").1
    }

    fn number_left(&self, position: &Position, kind: usize) -> usize {
        position.left[self.words[kind].clone()].iter().map(|places| places.count_ones() as usize).sum()
    }

    fn is_left(&self, position: &Position, place: usize) -> bool {
        let (word, bit) = self.bit(place);
        position.left[word] & bit != 0
    }

    fn is_fillable(&self, position: &Position, cell: usize) -> bool {
        self.over[cell].iter().any(|&(word, places)| position.left[word] & places != 0)
    }

    /// Returns the reason why a board is dropped, if it is.
    fn dropped(&self, position: &Position) -> Option<Dropped> {
        let has_places = |(kind, &least): (usize, &usize)| match least {
            0 => true,
            1 => position.left[self.words[kind].clone()].iter().any(|&places| places != 0),
            _ => self.number_left(position, kind) >= least,
        };
        if !position.least.iter().enumerate().all(has_places) {
            return Some(Dropped::WithoutPlace);
        }
        let is_filled = position.free_cells().all(|cell| self.is_fillable(position, cell));
        (!is_filled).then_some(Dropped::WithoutPiece)
    }

    /// Places a copy, or closes the kind, and removes the blocked places.
    fn lay(&self, position: &mut Position, kind: usize, place: u32) {
        if place == NO_MORE {
            position.most[kind] = 0;
        } else {
            position.least[kind] = position.least[kind].saturating_sub(1);
            if position.most[kind] != usize::MAX {
                position.most[kind] -= 1;
            }
            for &cell in &self.places.places[place as usize].cells {
                let cell = cell as usize;
                position.free[cell / 64] &= !(1 << (cell % 64));
                for &(word, places) in &self.over[cell] {
                    position.left[word] &= !places;
                }
            }
        }
        if position.most[kind] == 0 {
            position.left[self.words[kind].clone()].fill(0);
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
