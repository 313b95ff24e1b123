//! The method `dimension-reduction`: n pairs in n moves, by a stack of intervals.
//!
//! Source: *An algorithm of moving pieces to become black alternation with white based on dimension reduction*
//! (2021). The pieces are in the interval `[low, high]`, 1-based: n black, n white, two vacant cells at the end. With
//! eight pairs or more, two moves leave the same puzzle with four pairs fewer in the middle, `[low + 4, high - 4]`,
//! with its vacant cells at the end again:
//!
//! ```text
//! BBBBBBBBWWWWWWWW..
//! B..BBBBBWWWWWWWWBB   low + 1  -> high - 1
//! BWWBBBBBWWWW..WWBB   high - 5 -> low + 1
//! BWWB[BBBBWWWW..]WWBB
//! ```
//!
//! The interval goes on a stack. Four to seven pairs remain at last; their moves are data, found by search (the tests
//! find them again with [`super::search`]). They end with the vacant cells at the left, and so does each step back,
//! which takes an interval off the stack:
//!
//! ```text
//! BWWB[..WBWBWBWB]WWBB
//! BWWBWBWBWBWBWB..BB   high - 2 -> low + 4
//! ..WBWBWBWBWBWBWBWB   low      -> high - 2
//! ```
//!
//! These are four moves for four pairs, so n in all; [`super::progress`] proves that fewer are not enough. A mirrored
//! start, and one with exchanged colours, works in the same way. Further vacant cells at that end stay unused. Read
//! backwards, move by move, the plan separates alternating pieces. Three pairs take three moves, but four vacant
//! cells.
//!
//! Each move takes O(1) time; the stack takes 16 bytes for four pairs.

#[cfg(test)]
mod tests;

use super::progress;
use super::{Goal, Line, Place, Row};
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::explanation::Explanation;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};
use boardwright_puzzle::capability::plans::LongPlan;

pub(super) const NAME: &str = "dimension-reduction";

/// The most pairs for which SAT finds a plan in a second or two, and can list them all. Eighteen take it 8 s, twenty
/// between 15 s and more than 30 s.
const LEFT_TO_SOLVERS: usize = 16;

/// The plans for three to seven pairs, in an interval that starts at 1. The middle of the plan for seven begins as
/// the plan for three, as in the document.
const BASES: [&[(usize, usize)]; 5] = [
    &[(1, 7), (6, 9), (3, 6)],
    &[(2, 9), (5, 2), (8, 5), (1, 8)],
    &[(2, 11), (8, 2), (5, 8), (10, 5), (1, 10)],
    &[(2, 13), (8, 2), (4, 8), (9, 4), (12, 9), (1, 12)],
    &[(2, 15), (11, 2), (5, 11), (10, 5), (7, 10), (14, 7), (1, 14)],
];

/// Returns the number of pairs that remain after all reductions.
pub(super) fn base_of(pairs: usize) -> usize {
    if pairs < 8 { pairs } else { 4 + pairs % 4 }
}

/// The application of the method to an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reduction {
    pub(super) pairs: usize,
    /// The first and the last cell of the whole interval, 1-based, from the left or, if mirrored, from the right.
    pub(super) interval: (usize, usize),
    /// Whether the vacant cells are at the other end, so that places are counted from there.
    pub(super) mirrored: bool,
    /// Whether it starts with the alternating row.
    pub(super) backwards: bool,
    /// The number of cells of the line.
    cells: usize,
}

/// Why the reduction does not apply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Irreducible {
    #[error("`{NAME}` does not apply: it requires `block = 2` without `reverse`")]
    Block,
    #[error("`{NAME}` does not apply: it requires a start with one unbroken row of as many black as white pieces")]
    Start,
    #[error("`{NAME}` does not apply: it requires a start with separated colours or an alternating row")]
    Colours,
    #[error("`{NAME}` does not apply: it requires at least three pairs")]
    Pairs,
    #[error(
        "`{NAME}` does not apply: three pairs take three moves only with four vacant cells at one end, 2n + 4 = 10 in \
        all; here are {cells}"
    )]
    FourVacant { cells: usize },
    #[error("`{NAME}` does not apply: it requires two vacant cells at one end")]
    TwoVacant,
    #[error(
        "`{NAME}` does not apply: it ends {}, which the goal does not accept",
        if *apart { "with the colours apart" } else { "with an alternating row" }
    )]
    Goal { apart: bool },
    #[error("`{NAME}` does not apply: its plan for {pairs} pairs has {pairs} moves, not {moves}")]
    Moves { pairs: usize, moves: usize },
}

impl Reduction {
    /// Plans the application of the method to an instance.
    ///
    /// # Errors
    /// Why it does not apply.
    pub(super) fn of(line: &Line) -> Result<Reduction, Irreducible> {
        if line.block != 2 || line.reverse {
            return Err(Irreducible::Block);
        }
        if line.letters.len() > 2 {
            return Err(Irreducible::Start);
        }
        let vacant = |place: &Place| *place == Place::VACANT;
        let first = line.start.iter().position(|place| !vacant(place)).unwrap_or(0);
        let run: &[Place] = &line.start[first..first + line.pieces().min(line.cells() - first)];
        let pairs = line.black();
        if run.iter().any(vacant) || 2 * pairs != run.len() {
            return Err(Irreducible::Start);
        }
        let changes = run.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let backwards = match changes {
            1 if pairs > 1 => false,
            _ if changes + 1 == run.len() => true,
            _ => return Err(Irreducible::Colours),
        };
        if pairs < 3 {
            return Err(Irreducible::Pairs);
        }
        let needed = if pairs == 3 { 4 } else { 2 };
        let rooms = [first, line.cells() - first - run.len()];
        // The plan begins next to the vacant cells: to the right of separate colours, to the left of alternating
        // ones.
        let [plain, mirrored] = if backwards { rooms } else { [rooms[1], rooms[0]] };
        let ways = [(plain, false), (mirrored, true)].into_iter().filter(|&(room, _)| room >= needed);
        let mut ways = ways.map(|(_, is_mirrored)| {
            let before = if is_mirrored { rooms[1] } else { rooms[0] };
            let low = if backwards { before - needed } else { before } + 1;
            let interval = (low, low + 2 * pairs + needed - 1);
            Reduction { pairs, interval, mirrored: is_mirrored, backwards, cells: line.cells() }
        });
        let Some(way) = ways.clone().find(|way| way.reaches(&line.goal, run)).or_else(|| ways.next()) else {
            return Err(match pairs {
                3 => Irreducible::FourVacant { cells: line.cells() },
                _ => Irreducible::TwoVacant,
            });
        };
        if !way.reaches(&line.goal, run) {
            return Err(Irreducible::Goal { apart: backwards });
        }
        match line.moves {
            Some(moves) if moves != pairs => Err(Irreducible::Moves { pairs, moves }),
            _ => Ok(way),
        }
    }

    /// Checks whether the plan ends with an accepted row; `run` are the pieces of the start.
    fn reaches(&self, goal: &Goal, run: &[Place]) -> bool {
        match goal {
            Goal::Alternating | Goal::Cyclic => !self.backwards,
            Goal::Separated => self.backwards,
            Goal::Rows(rows) => {
                let end = self.end(run);
                rows.contains(&end)
            }
        }
    }

    /// Returns the last row.
    fn end(&self, run: &[Place]) -> Row {
        let mut run = run.to_vec();
        if self.mirrored {
            run.reverse();
        }
        let other = run.iter().copied().find(|&place| place != run[0]).unwrap_or(run[0]);
        let (low, high) = (self.interval.0 - 1, self.interval.1);
        let mut row = vec![Place::VACANT; self.cells];
        if self.backwards {
            // The alternating row begins with the colour that came second before.
            row[low..low + self.pairs].fill(other);
            row[low + self.pairs..low + 2 * self.pairs].fill(run[0]);
        } else {
            for (index, place) in row[high - 2 * self.pairs..high].iter_mut().enumerate() {
                *place = if index % 2 == 0 { other } else { run[0] };
            }
        }
        if self.mirrored {
            row.reverse();
        }
        row
    }

    /// Returns the suffix for places in the frame.
    pub(super) fn counted_from(&self) -> &'static str {
        if self.mirrored { ", counted from the right" } else { "" }
    }

    /// Returns the moves, from left end to left end, 0-based.
    pub(super) fn moves(&self) -> Moves {
        Moves {
            reduction: self.clone(),
            stack: Vec::with_capacity(self.pairs / 4),
            interval: self.interval,
            pairs: self.pairs,
            waiting: Vec::new(),
        }
    }
}

/// The moves, one by one.
#[derive(Debug, Clone)]
pub(super) struct Moves {
    reduction: Reduction,
    /// The feasible intervals around the current one.
    stack: Vec<(usize, usize)>,
    interval: (usize, usize),
    /// The number of pairs in the current interval; 0 once they are in place.
    pairs: usize,
    /// The remaining moves of the current step, the next one last.
    waiting: Vec<(usize, usize)>,
}

impl Moves {
    /// Returns the moves of the next step, in order, in the frame; `None` at the end.
    fn step(&mut self) -> Option<Vec<(usize, usize)>> {
        let backwards = self.reduction.backwards;
        let forth = |moves: &[(usize, usize)]| if backwards { turned(moves) } else { moves.to_vec() };
        if self.pairs > 7 {
            let (low, high) = self.interval;
            self.stack.push(self.interval);
            self.interval = (low + 4, high - 4);
            self.pairs -= 4;
            return Some(forth(&if backwards { restoring(low, high) } else { reducing(low, high) }));
        }
        if self.pairs > 0 {
            let low = self.interval.0;
            let base: Vec<(usize, usize)> =
                BASES[self.pairs - 3].iter().map(|&(from, to)| (from + low - 1, to + low - 1)).collect();
            self.pairs = 0;
            return Some(forth(&base));
        }
        let (low, high) = self.stack.pop()?;
        Some(forth(&if backwards { reducing(low, high) } else { restoring(low, high) }))
    }
}

/// Returns the two moves that leave four pairs fewer in the middle.
fn reducing(low: usize, high: usize) -> [(usize, usize); 2] {
    [(low + 1, high - 1), (high - 5, low + 1)]
}

/// Returns the two moves after which the whole interval alternates, when its middle does.
fn restoring(low: usize, high: usize) -> [(usize, usize); 2] {
    [(high - 2, low + 4), (low, high - 2)]
}

/// Returns the moves that undo these.
fn turned(moves: &[(usize, usize)]) -> Vec<(usize, usize)> {
    moves.iter().rev().map(|&(from, to)| (to, from)).collect()
}

impl Iterator for Moves {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        if self.waiting.is_empty() {
            self.waiting = self.step()?;
            self.waiting.reverse();
        }
        let (from, to) = self.waiting.pop()?;
        let place = |left: usize| if self.reduction.mirrored { self.reduction.cells - 1 - left } else { left - 1 };
        Some((place(from), place(to)))
    }
}

/// Checks whether the method is the default for the instance.
pub(super) fn is_best(line: &Line) -> bool {
    line.black() > LEFT_TO_SOLVERS && (Reduction::of(line).is_ok() || line.argument().is_some())
}

/// Returns the plan, where its states are too many to be kept.
pub(super) fn long_plan(line: &Line) -> Option<LongPlan> {
    let reduction = Reduction::of(line).ok()?;
    let steps = reduction.moves().map(|(from, to)| (from + 1, to + 1));
    (!line.keeps_states(reduction.pairs)).then(|| LongPlan { moves: Box::new(steps), result: result(line, &reduction) })
}

pub(super) fn run(line: &Line, request: &mut MethodRequest<'_>) -> MethodResult {
    if let Some(argument) = line.argument() {
        return Outcome::Refuted(argument).into();
    }
    let reduction = match Reduction::of(line) {
        Ok(reduction) => reduction,
        Err(reason) => return Outcome::Unknown(reason.to_string()).into(),
    };
    let moves: Vec<(usize, usize)> = reduction.moves().collect();
    // The method has only one plan.
    let _ = (request.found)(super::candidate(&moves));
    result(line, &reduction)
}

/// Returns the result: one plan, which is optimal if its length equals the bound.
fn result(line: &Line, reduction: &Reduction) -> MethodResult {
    let pairs = reduction.pairs as i64;
    let bound = progress::at_least(line).unwrap_or(0) as i64;
    let (optimum, best) = match line.moves {
        Some(_) => (None, None),
        None if bound == pairs => (Some(pairs), None),
        None => (None, Some((pairs, bound))),
    };
    let base = base_of(reduction.pairs);
    let reductions = (reduction.pairs - base) / 4;
    let (low, high) = (reduction.interval.0 + 4 * reductions, reduction.interval.1 - 4 * reductions);
    let result = MethodResult { optimum, best, ..Outcome::Incomplete.into() };
    let times = match reductions {
        0 => "not reduced:".to_string(),
        1 => "reduced once by four pairs, to".to_string(),
        _ => format!("reduced {reductions} times by four pairs, to"),
    };
    let words = format!("{times} {base} pairs in the cells {low} to {high}{}", reduction.counted_from());
    let result = result.fact(Fact::new("reductions", reductions, words));
    if optimum.is_none() {
        return result;
    }
    let words = "fewer are not enough: neighbours change only at the two ends of a block (the analysis has the sum)";
    result.fact(Fact::new("lower_bound", bound, words))
}
