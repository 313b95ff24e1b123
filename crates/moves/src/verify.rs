//! The rules of moves, and nothing else: a plan is replayed position by position.
//!
//! Each move is looked for on the board as the model draws it, without the actions of the search and the constraints. Start
//! with [`plan`].

use super::board::{After, Before, By, Change, Form, Game, Move, Piece, Pour, Repeat};
use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use boardwright_grid::breach::Breach;
use boardwright_grid::position::Position;
use boardwright_grid::rule::{Element, Rule, Time};
use boardwright_grid::symbols::{Site, SymbolTable};
use boardwright_puzzle::solution::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// Why a plan is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no position.
    #[error("missing positions: expected `states`, all positions from the start to the goal")]
    NoPositions,
    /// A position has other cells or values than the board.
    #[error("position {0} has other cells or values than the board")]
    OtherBoard(usize),
    /// The first position is not the start.
    #[error("the first position is not the start: it has {found} at {at}, expected {expected}")]
    Start {
        /// The cell.
        at: Cell,
        /// Its value.
        found: String,
        /// The value of the start.
        expected: String,
    },
    /// No move leads from a position to the next.
    #[error("no move leads from position {0} to the next one")]
    NoMove(usize),
    /// A position breaks a rule.
    #[error("position {number}: {rule}: {set} {breach}")]
    Rule {
        /// The number of the position, from 0.
        number: usize,
        /// The name of the rule.
        rule: String,
        /// The name of the set.
        set: SetName,
        /// How it breaks the rule.
        breach: Box<Breach>,
    },
    /// The last position is not a goal.
    #[error("the last position is not the goal")]
    NotTheGoal,
}

/// A move that was made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Made {
    /// What it adds to the length of the plan.
    pub(super) cost: u32,
    /// Which kind of move.
    pub(super) of: usize,
    /// The cell of its piece before and after.
    pub(super) piece: [usize; 2],
}

/// Checks a plan and returns its moves.
///
/// # Errors
/// The first rule that it breaks.
pub(super) fn plan(game: &Game, candidate: &Candidate) -> Result<Vec<Made>, Fault> {
    let positions = &candidate.layers;
    let (Some(first), Some(last)) = (positions.first(), positions.last()) else { return Err(Fault::NoPositions) };
    let values = game.value_count();
    let fits = |position: &Vec<u16>| {
        position.len() == game.start.len() && position.iter().all(|&value| usize::from(value) < values)
    };
    if let Some(other) = positions.iter().position(|position| !fits(position)) {
        return Err(Fault::OtherBoard(other));
    }
    if let Some(cell) = (0..first.len()).find(|&cell| first[cell] != game.start[cell]) {
        let [found, expected] = [first[cell], game.start[cell]].map(|value| game.text(value).to_string());
        return Err(Fault::Start { at: game.place(cell), found, expected });
    }
    let symbols = &game.grid.symbols;
    for (number, position) in positions.iter().enumerate() {
        let end = number + 1 == positions.len();
        let held = [position.clone()];
        for rule in game.grid.rules.iter() {
            if rule.time == Time::Always || (end && rule.time == Time::End) {
                keeps(symbols, rule, &held, number)?;
            }
        }
        if let (Some((symbols, rules)), Some(next)) = (&game.pairs, positions.get(number + 1)) {
            let both = [position.iter().chain(next).copied().collect::<Vec<u16>>()];
            rules.iter().try_for_each(|rule| keeps(symbols, rule, &both, number))?;
        }
    }
    let mut made = Vec::with_capacity(positions.len() - 1);
    for (number, pair) in positions.windows(2).enumerate() {
        made.push(step(game, &pair[0], &pair[1]).ok_or(Fault::NoMove(number))?);
    }
    let pictures = &game.goal.pictures;
    let is = |picture: &Vec<Vec<bool>>| (0..last.len()).all(|cell| picture[cell][usize::from(last[cell])]);
    if pictures.is_empty() || pictures.iter().any(is) { Ok(made) } else { Err(Fault::NotTheGoal) }
}

fn keeps(symbols: &SymbolTable, rule: &Rule, held: &[Vec<u16>], number: usize) -> Result<(), Fault> {
    let position = Position { symbols, values: held, lines: &[] };
    for set in rule.sets.iter().filter(|set| rule.applies(&position, set)) {
        let members: Vec<Element> = rule.members(&position, set);
        for condition in rule.conditions.iter().filter(|condition| rule.constrains(symbols, &***condition, set)) {
            condition.holds(&position, set, &members).map_err(|breach| Fault::Rule {
                number,
                rule: rule.name.clone(),
                set: set.name.clone(),
                breach: Box::new(breach),
            })?;
        }
    }
    Ok(())
}

/// Returns the cheapest move that leads from one position to another.
pub(super) fn step(game: &Game, before: &[u16], after: &[u16]) -> Option<Made> {
    let mut best: Option<Made> = None;
    for (of, one) in game.moves.iter().enumerate() {
        let found = match &one.form {
            Form::Pattern(_) => repeated(game, one, before, after, None, &mut vec![before.to_vec()]),
            Form::Piece(piece) => piece_moved(game, piece, before, after),
            Form::Pour(pour) => poured(pour, before, after),
        };
        if let Some(piece) = found {
            let made = Made { cost: one.cost, of, piece };
            if best.as_ref().is_none_or(|best| made < *best) {
                best = Some(made);
            }
        }
    }
    best
}

/// Looks for a pattern, repeated by the same piece where that is allowed. Returns where the piece comes from and goes to.
fn repeated(
    game: &Game,
    one: &Move,
    before: &[u16],
    after: &[u16],
    last: Option<(usize, usize)>,
    passed: &mut Vec<Vec<u16>>,
) -> Option<[usize; 2]> {
    let Form::Pattern(pattern) = &one.form else { return None };
    let mut ways = Vec::new();
    for (way, changes) in pattern.orientations.iter().enumerate() {
        for place in game.grid.symbols.topology.places() {
            if let Some((next, piece)) = placed(game, changes, place, before) {
                let goes_on = last
                    .is_none_or(|(at, direction)| piece[0] == at && (one.repeat == Repeat::Any || way == direction));
                if goes_on && next != before {
                    ways.push((way, next, piece));
                }
            }
        }
    }
    if let Some((_, _, piece)) = ways.iter().find(|(_, next, _)| next == after) {
        return Some(*piece);
    }
    if one.repeat == Repeat::Once {
        return None;
    }
    for (way, next, piece) in ways {
        if passed.contains(&next) {
            continue;
        }
        passed.push(next.clone());
        let found = repeated(game, one, &next, after, Some((piece[1], way)), passed);
        passed.pop();
        if let Some([_, to]) = found {
            return Some([piece[0], to]);
        }
    }
    None
}

/// Makes a move of a pattern with its corner at a place, if it matches; returns the cells of its piece, too.
fn placed(game: &Game, changes: &[Change], place: Cell, values: &[u16]) -> Option<(Vec<u16>, [usize; 2])> {
    let topology = &game.grid.symbols.topology;
    let held = [values.to_vec()];
    let position = Position { symbols: &game.grid.symbols, values: &held, lines: &[] };
    let mut cells = Vec::with_capacity(changes.len());
    let mut names: BTreeMap<&str, u16> = BTreeMap::new();
    for change in changes {
        let cell = topology.id(topology.step(place, change.at)?)?;
        if cells.contains(&cell) {
            return None;
        }
        cells.push(cell);
        let Before::Test { test, name } = &change.before else { continue };
        if !position.passes(Element::Cell(cell), test) {
            return None;
        }
        if let Some(name) = name
            && *names.entry(name).or_insert(values[cell]) != values[cell]
        {
            return None;
        }
    }
    let mut next = values.to_vec();
    for (change, &cell) in changes.iter().zip(&cells) {
        match &change.after {
            After::Unchanged => {}
            After::Value(value) => next[cell] = *value,
            After::Named(name) => next[cell] = *names.get(name.as_str())?,
        }
    }
    // The piece: the first cell that changes and whose value another cell of the pattern gets. Vacant cells are no pieces.
    let vacant = game.vacant();
    let comes = |to: usize, from: usize| to != from && next[to] == values[from] && next[to] != values[to];
    let piece = cells.iter().find_map(|&from| {
        let changes = next[from] != values[from] && vacant != Some(values[from]);
        cells.iter().find(|&&to| changes && comes(to, from)).map(|&to| [from, to])
    });
    let first = cells.iter().copied().find(|&cell| next[cell] != values[cell])?;
    Some((next, piece.unwrap_or([first, first])))
}

/// Looks for a piece that went to another place.
fn piece_moved(game: &Game, piece: &Piece, before: &[u16], after: &[u16]) -> Option<[usize; 2]> {
    let topology = &game.grid.symbols.topology;
    let is_piece = |cell: usize| piece.pieces[usize::from(before[cell])];
    let free = |cell: usize, own: &[usize]| own.contains(&cell) || piece.onto[usize::from(before[cell])];
    let differ = || (0..before.len()).filter(|&cell| before[cell] != after[cell]);
    let left: Vec<usize> = differ().filter(|&cell| is_piece(cell)).collect();
    // The cells of the pieces that may have moved together.
    let groups: Vec<Vec<usize>> = if piece.whole {
        let values: BTreeSet<u16> = left.iter().map(|&cell| before[cell]).collect();
        values.into_iter().map(|value| (0..before.len()).filter(|&cell| before[cell] == value).collect()).collect()
    } else {
        let (rows, columns) = piece.block;
        let block = |corner: Cell| -> Option<Vec<usize>> {
            let places = (0..rows * columns).map(|index| ((index / columns) as i64, (index % columns) as i64));
            places.map(|step| topology.id(topology.step(corner, step)?)).collect()
        };
        topology.places().filter_map(block).filter(|cells| cells.iter().all(|&cell| is_piece(cell))).collect()
    };
    for own in groups {
        for Target { to, passed, beyond } in targets(game, piece, &own, before.len()) {
            if !to.iter().chain(&passed).all(|&cell| free(cell, &own)) {
                continue;
            }
            // A piece that slides stops before what is not free. Around a torus, it would come back to where it was.
            let goes_on = |next: &Vec<usize>| next.iter().all(|&cell| free(cell, &own));
            if piece.slides && beyond.as_ref().is_some_and(goes_on) {
                continue;
            }
            let mut next = before.to_vec();
            own.iter().for_each(|&cell| next[cell] = piece.leaves);
            own.iter().zip(&to).for_each(|(&from, &to)| next[to] = before[from]);
            if next == after && next != before {
                return Some([own[0], to[0]]);
            }
        }
    }
    None
}

/// Looks for two vessels of which one is poured into the other, cell by cell. Returns where the first cell comes from and goes to.
fn poured(pour: &Pour, before: &[u16], after: &[u16]) -> Option<[usize; 2]> {
    let pairs = pour.vessels.iter().flat_map(|from| pour.vessels.iter().map(move |to| (from, to)));
    for (from, to) in pairs.filter(|(from, to)| from != to) {
        let full = from.iter().skip_while(|&&cell| before[cell] == pour.vacant);
        let Some(value) = full.clone().next().map(|&cell| before[cell]) else { continue };
        if !pour.pieces[usize::from(value)] {
            continue;
        }
        let mut now = before.to_vec();
        let mut piece = None;
        for &top in full.take_while(|&&cell| before[cell] == value) {
            let Some(&mouth) = to.iter().take_while(|&&cell| now[cell] == pour.vacant).last() else { break };
            let below = to.iter().find(|&&cell| now[cell] != pour.vacant);
            if below.is_some_and(|&cell| now[cell] != value) {
                break;
            }
            now[top] = pour.vacant;
            now[mouth] = value;
            piece.get_or_insert([top, mouth]);
        }
        if piece.is_some() && now == after {
            return piece;
        }
    }
    None
}

/// Where a piece could go.
struct Target {
    /// Its cells then.
    to: Vec<usize>,
    /// The cells that it passes.
    passed: Vec<usize>,
    /// The cells behind, in its direction, if no wall and no edge is before them.
    beyond: Option<Vec<usize>>,
}

/// Returns where a piece on these cells could go.
fn targets(game: &Game, piece: &Piece, own: &[usize], cells: usize) -> Vec<Target> {
    let topology = &game.grid.symbols.topology;
    let place = |cell: usize| topology.cells[cell];
    let shifted = |from: &[usize], step: (i64, i64), rides: bool| -> Option<Vec<usize>> {
        let next = |at: Cell| if rides { topology.ahead(at, step) } else { topology.step(at, step) };
        from.iter().map(|&cell| topology.id(next(place(cell))?)).collect()
    };
    let (steps, rides) = match &piece.by {
        By::Anywhere => {
            let corner = place(own[0]);
            let offsets: Vec<(i64, i64)> = own
                .iter()
                .map(|&cell| {
                    let at = place(cell);
                    (at.row as i64 - corner.row as i64, at.column as i64 - corner.column as i64)
                })
                .collect();
            let at = |to: usize| -> Option<Vec<usize>> {
                offsets.iter().map(|&step| topology.id(topology.step(place(to), step)?)).collect()
            };
            let apart = |to: &Vec<usize>| to.iter().all(|cell| !own.contains(cell));
            return (0..cells)
                .filter_map(at)
                .filter(apart)
                .map(|to| Target { to, passed: Vec::new(), beyond: None })
                .collect();
        }
        By::Leap(steps) => (steps, false),
        By::Ride(steps) => (steps, true),
    };
    let rows: BTreeSet<usize> = own.iter().map(|&cell| place(cell).row).collect();
    let columns: BTreeSet<usize> = own.iter().map(|&cell| place(cell).column).collect();
    let mut found = Vec::new();
    for &(row, column) in steps {
        let across = (rows.len() > columns.len() && column != 0) || (columns.len() > rows.len() && row != 0);
        if piece.lengthwise && across {
            continue;
        }
        let is_walled = |(a, b): (&usize, &usize)| {
            let site = Site::Between([*a.min(b), *a.max(b)]);
            piece.walls.is_some_and(|walls| game.grid.symbols.between[walls].1.contains_key(&site))
        };
        let next = |at: &[usize]| {
            let to = shifted(at, (row, column), rides)?;
            (!at.iter().zip(&to).any(is_walled)).then_some(to)
        };
        let (mut at, mut passed) = (own.to_vec(), Vec::new());
        while let Some(to) = next(&at) {
            if to == own {
                break;
            }
            found.push(Target { to: to.clone(), passed: passed.clone(), beyond: next(&to) });
            passed.extend(&to);
            at = to;
            if !rides {
                break;
            }
        }
    }
    found
}
