//! Actions: the moves at all places of the board, as changes of named cells.
//!
//! An action lists what its cells must hold before, and what some of them hold after: a value, or what another cell held
//! before. Every action determines the position before from the one after, so that the search can go back; moves for
//! which this is not so are split by values. Start with [`all`].

use super::board::{After, Before, By, Change, Form, Game, Pattern, Piece, Pour, mask_of};
use boardwright_grid::symbols::{Atom, Test};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The most actions of a model.
const MAX_ACTIONS: usize = 2_000_000;

/// What a cell must hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Need {
    /// This value.
    Exactly(u16),
    /// One of these; by value.
    OneOf(Vec<bool>),
}

impl Need {
    /// Returns whether a value is accepted.
    pub(super) fn accepts(&self, value: u16) -> bool {
        match self {
            Need::Exactly(only) => *only == value,
            Need::OneOf(mask) => mask[usize::from(value)],
        }
    }

    /// Returns the accepted values.
    pub(super) fn values(&self) -> Vec<u16> {
        match self {
            Need::Exactly(only) => vec![*only],
            Need::OneOf(mask) => (0..mask.len() as u16).filter(|&value| mask[usize::from(value)]).collect(),
        }
    }
}

/// What a cell holds after an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Gives {
    /// This value.
    Value(u16),
    /// What this cell held before.
    Copy(usize),
}

/// A move at a place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Action {
    /// The kind of move.
    pub(super) of: usize,
    /// The orientation, of which a straight repetition keeps.
    pub(super) way: usize,
    /// The cell of the piece before the move and after it.
    pub(super) piece: [usize; 2],
    /// By cell, in order: what it must hold.
    pub(super) before: Vec<(usize, Need)>,
    /// By cell, in order: what it holds then.
    pub(super) after: Vec<(usize, Gives)>,
}

/// There are too many actions.
#[derive(Debug, thiserror::Error)]
#[error("the moves can be made in more than {MAX_ACTIONS} ways; expected fewer values, or a smaller board")]
pub(super) struct TooMany;

/// Returns all actions, each once.
pub(super) fn all(game: &Game) -> Result<Vec<Action>, TooMany> {
    let mut found = Found { game, actions: Vec::new(), seen: HashSet::new() };
    for (of, one) in game.moves.iter().enumerate() {
        match &one.form {
            Form::Pattern(pattern) => found.patterns(of, pattern)?,
            Form::Piece(piece) if piece.whole => found.whole(of, piece)?,
            Form::Piece(piece) => found.pieces(of, piece)?,
            Form::Pour(pour) => found.pours(of, pour)?,
        }
    }
    let Found { actions, .. } = found;
    Ok(possible(game, actions))
}

/// Leaves out actions that no sequence of moves makes possible: by cell, the values that it can hold at all.
fn possible(game: &Game, actions: Vec<Action>) -> Vec<Action> {
    let mut held: Vec<Vec<bool>> = game.start.iter().map(|&value| one_hot(game, value)).collect();
    let mut taken = vec![false; actions.len()];
    loop {
        let mut grown = false;
        for (index, action) in actions.iter().enumerate() {
            let can = |(cell, need): &(usize, Need)| need.values().iter().any(|&value| held[*cell][usize::from(value)]);
            if !action.before.iter().all(can) {
                continue;
            }
            grown |= !std::mem::replace(&mut taken[index], true);
            for &(cell, gives) in &action.after {
                let new: Vec<u16> = match gives {
                    Gives::Value(value) => vec![value],
                    Gives::Copy(from) => {
                        let need = action.before.iter().find(|(cell, _)| *cell == from);
                        let all = need.map_or(Vec::new(), |(_, need)| need.values());
                        all.into_iter().filter(|&value| held[from][usize::from(value)]).collect()
                    }
                };
                for value in new {
                    grown |= !std::mem::replace(&mut held[cell][usize::from(value)], true);
                }
            }
        }
        if !grown {
            break;
        }
    }
    actions.into_iter().zip(taken).filter_map(|(action, taken)| taken.then_some(action)).collect()
}

fn one_hot(game: &Game, value: u16) -> Vec<bool> {
    (0..game.value_count()).map(|other| other == usize::from(value)).collect()
}

/// Returns an action that changes cells of a whole piece and does not move it, with the value of that piece: such a piece
/// would have another shape then.
pub(super) fn reshapes<'a>(game: &Game, actions: &'a [Action]) -> Option<(&'a Action, u16)> {
    let whole: Vec<u16> = (0..game.value_count() as u16)
        .filter(|&value| game.moves.iter().any(|one| one.whole(value).is_some()))
        .collect();
    let need = |action: &'a Action, cell: usize| {
        let need = action.before.iter().find(|(at, _)| *at == cell);
        need.map_or(Vec::new(), |(_, need)| need.values())
    };
    let of_action = |action: &'a Action| {
        let held = need(action, action.piece[0]);
        let is_moved = |value: &u16| held == [*value] && game.moves[action.of].whole(*value).is_some();
        let changed = action.after.iter().flat_map(|&(cell, gives)| {
            let new = match gives {
                Gives::Value(value) => vec![value],
                Gives::Copy(from) => need(action, from),
            };
            [need(action, cell), new].concat()
        });
        let lost = changed.into_iter().find(|value| whole.contains(value) && !is_moved(value));
        lost.map(|value| (action, value))
    };
    actions.iter().find_map(of_action)
}

/// Checks whether each of these actions can be undone by one of them.
pub(super) fn are_reversible<'a>(actions: impl Iterator<Item = &'a Action>) -> bool {
    type Effect = (Vec<(usize, Need)>, Vec<(usize, Gives)>);
    let mut forward: BTreeSet<Effect> = BTreeSet::new();
    let mut back: BTreeSet<Effect> = BTreeSet::new();
    for action in actions {
        let undone = inverse(action);
        forward.insert((action.before.clone(), action.after.clone()));
        back.insert((undone.before, undone.after));
    }
    forward == back
}

/// Returns the action that undoes one.
pub(super) fn inverse(action: &Action) -> Action {
    let needs: BTreeMap<usize, &Need> = action.before.iter().map(|(cell, need)| (*cell, need)).collect();
    let mut before: BTreeMap<usize, Need> = action.before.iter().cloned().collect();
    let mut after = Vec::new();
    for &(cell, gives) in &action.after {
        let need = match gives {
            Gives::Value(value) => Need::Exactly(value),
            Gives::Copy(from) => needs[&from].clone(),
        };
        before.insert(cell, need);
        after.push(match needs[&cell] {
            Need::Exactly(value) => (cell, Gives::Value(*value)),
            Need::OneOf(_) => {
                let copy = action.after.iter().find(|(_, gives)| *gives == Gives::Copy(cell));
                (cell, copy.map_or(Gives::Value(0), |&(to, _)| Gives::Copy(to)))
            }
        });
    }
    let [from, to] = action.piece;
    Action { before: before.into_iter().collect(), after, piece: [to, from], ..action.clone() }
}

/// What makes two actions one: their kind, what they need, what they give, and the piece that goes.
type Same = (usize, Vec<(usize, Need)>, Vec<(usize, Gives)>, [usize; 2]);

/// The actions so far.
struct Found<'g> {
    game: &'g Game,
    actions: Vec<Action>,
    seen: HashSet<Same>,
}

impl Found<'_> {
    /// Adds an action, split by the values of cells that are lost; `needs` and `gives` are sorted.
    fn add(&mut self, mut action: Action, same: &[Vec<usize>]) -> Result<(), TooMany> {
        action.before.sort();
        action.after.sort();
        action.after.retain(|&(cell, gives)| {
            let kept = action.before.iter().any(|(at, need)| {
                *at == cell && matches!((need, gives), (Need::Exactly(old), Gives::Value(new)) if *old == new)
            });
            !kept && gives != Gives::Copy(cell)
        });
        if action.after.is_empty() || action.before.iter().any(|(_, need)| need.values().is_empty()) {
            return Ok(());
        }
        for (_, need) in &mut action.before {
            if let [only] = need.values()[..] {
                *need = Need::Exactly(only);
            }
        }
        let written = |cell: usize| action.after.iter().any(|&(at, _)| at == cell);
        let copies = |cell: usize| action.after.iter().filter(|(_, gives)| *gives == Gives::Copy(cell)).count();
        let lost = action.before.iter().position(|(cell, need)| {
            let group = same.iter().any(|group| group.contains(cell) && group.len() > 1);
            // A value that is copied without being removed would be there twice.
            matches!(need, Need::OneOf(_))
                && (group || (written(*cell) && copies(*cell) != 1) || (!written(*cell) && copies(*cell) > 0))
        });
        if let Some(index) = lost {
            let (cell, need) = action.before[index].clone();
            let group = same.iter().find(|group| group.contains(&cell)).cloned().unwrap_or_else(|| vec![cell]);
            for value in need.values() {
                let mut fixed = action.clone();
                for (at, need) in &mut fixed.before {
                    if group.contains(at) || *at == cell {
                        *need = if need.accepts(value) { Need::Exactly(value) } else { Need::OneOf(Vec::new()) };
                    }
                }
                for (_, gives) in &mut fixed.after {
                    if matches!(gives, Gives::Copy(from) if *from == cell || group.contains(from)) {
                        *gives = Gives::Value(value);
                    }
                }
                self.add(fixed, same)?;
            }
            return Ok(());
        }
        if self.actions.len() >= MAX_ACTIONS {
            return Err(TooMany);
        }
        let key = (action.of, action.before.clone(), action.after.clone(), action.piece);
        if self.seen.insert(key) {
            self.actions.push(action);
        }
        Ok(())
    }

    fn patterns(&mut self, of: usize, pattern: &Pattern) -> Result<(), TooMany> {
        let topology = &self.game.grid.symbols.topology;
        let count = self.game.value_count();
        for (way, changes) in pattern.orientations.iter().enumerate() {
            'places: for place in topology.places() {
                let mut action = Action { of, way, piece: [0, 0], before: Vec::new(), after: Vec::new() };
                let mut names: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
                let mut cells = Vec::new();
                for change in changes {
                    let Some(cell) = topology.step(place, change.at).and_then(|at| topology.id(at)) else {
                        continue 'places;
                    };
                    if cells.contains(&cell) {
                        continue 'places;
                    }
                    cells.push(cell);
                    if let Before::Test { name: Some(name), .. } = &change.before {
                        names.entry(name).or_default().push(cell);
                    }
                }
                for (change, &cell) in changes.iter().zip(&cells) {
                    let need = match &change.before {
                        Before::Any => vec![true; count],
                        Before::Test { test, .. } => self.accepted(test, cell),
                    };
                    action.before.push((cell, Need::OneOf(need)));
                    match &change.after {
                        After::Unchanged => {}
                        After::Value(value) => action.after.push((cell, Gives::Value(*value))),
                        After::Named(name) => action.after.push((cell, Gives::Copy(names[name.as_str()][0]))),
                    }
                }
                action.piece = mover(&action, changes, &cells, self.game.vacant());
                let same: Vec<Vec<usize>> = names.into_values().collect();
                // Cells that may hold anything and stay as they are need not be there for the search.
                action.before.retain(|(cell, need)| {
                    need.values().len() < count
                        || action.after.iter().any(|(at, gives)| at == cell || *gives == Gives::Copy(*cell))
                });
                self.add(action, &same)?;
            }
        }
        Ok(())
    }

    /// Returns the values of a cell that pass a test of values and printed marks.
    fn accepted(&self, test: &Test, cell: usize) -> Vec<bool> {
        let count = self.game.value_count();
        if let Some(mask) = mask_of(test, count) {
            return mask;
        }
        let symbols = &self.game.grid.symbols;
        let passes = |(negated, atom): &(bool, Atom), value: usize| match atom {
            Atom::Value(_, wanted) => wanted[value] != *negated,
            _ => symbols.passes_any(symbols.topology.cells[cell], &[(*negated, atom.clone())]),
        };
        (0..count).map(|value| test.any.iter().any(|atom| passes(atom, value))).collect()
    }

    fn pieces(&mut self, of: usize, piece: &Piece) -> Result<(), TooMany> {
        let topology = &self.game.grid.symbols.topology;
        let blocks: Vec<Vec<usize>> = topology.places().filter_map(|at| self.block(at, piece.block)).collect();
        let vacant =
            (0..self.game.value_count()).all(|value| piece.onto[value] == (value == usize::from(piece.leaves)));
        for from in &blocks {
            for (way, path) in self.paths(from, piece, &blocks) {
                let Some((to, passed)) = path.split_last() else { continue };
                // A step of a block may overlap it; the places it leaves are then not those it comes from.
                let mut action = Action { of, way, piece: [from[0], to[0]], before: Vec::new(), after: Vec::new() };
                action.before.extend(from.iter().map(|&cell| (cell, Need::OneOf(piece.pieces.clone()))));
                let onto = if vacant { Need::Exactly(piece.leaves) } else { Need::OneOf(piece.onto.clone()) };
                let entered: BTreeSet<usize> =
                    passed.iter().flatten().chain(to).copied().filter(|cell| !from.contains(cell)).collect();
                action.before.extend(entered.into_iter().map(|cell| (cell, onto.clone())));
                if piece.slides {
                    // What stops the piece: nothing on the board, or a cell that it may not enter.
                    let beyond = self.shifted(to, piece.step(way), true).and_then(|next| next.first().copied());
                    let beyond = beyond.filter(|&next| !piece.is_parted(&self.game.grid.symbols, to[0], next));
                    if let Some(next) = beyond.filter(|next| *next != from[0]) {
                        let stops = piece.onto.iter().map(|free| !free).collect();
                        action.before.push((next, Need::OneOf(stops)));
                    } else if beyond.is_some() {
                        // Around a torus, back to where it comes from: it does not stop.
                        continue;
                    }
                }
                action
                    .after
                    .extend(from.iter().filter(|cell| !to.contains(cell)).map(|&c| (c, Gives::Value(piece.leaves))));
                action.after.extend(from.iter().zip(to).map(|(&from, &to)| (to, Gives::Copy(from))));
                self.add(action, &[])?;
            }
        }
        Ok(())
    }

    /// Returns the cells of a block with its corner at a place.
    fn block(&self, at: boardwright_base::board::Cell, (rows, columns): (usize, usize)) -> Option<Vec<usize>> {
        let topology = &self.game.grid.symbols.topology;
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row as i64, column as i64)));
        let cells: Option<Vec<usize>> = places.map(|step| topology.id(topology.step(at, step)?)).collect();
        cells.filter(|cells| cells.iter().collect::<BTreeSet<_>>().len() == cells.len())
    }

    /// Returns where a block can go: the direction, and the blocks on the way, the last one included.
    fn paths(&self, from: &[usize], piece: &Piece, blocks: &[Vec<usize>]) -> Vec<(usize, Vec<Vec<usize>>)> {
        let (steps, rides) = match &piece.by {
            By::Anywhere => {
                let apart = |to: &&Vec<usize>| to.iter().all(|cell| !from.contains(cell));
                return blocks.iter().filter(apart).map(|to| (0, vec![to.clone()])).collect();
            }
            By::Leap(steps) => (steps, false),
            By::Ride(steps) => (steps, true),
        };
        let mut paths = Vec::new();
        for (way, &step) in steps.iter().enumerate() {
            let mut path: Vec<Vec<usize>> = Vec::new();
            while let Some(next) = self.shifted(path.last().map_or(from, |last| last), step, rides) {
                let before = path.last().map_or(from, |last| last);
                let parted = |(a, b): (&usize, &usize)| piece.is_parted(&self.game.grid.symbols, *a, *b);
                if next == from || before.iter().zip(&next).any(parted) {
                    break;
                }
                path.push(next);
                paths.push((way, path.clone()));
                if !rides {
                    break;
                }
            }
        }
        paths
    }

    /// Returns cells moved by a step, or straight ahead, if all of them are on the board.
    fn shifted(&self, cells: &[usize], step: (i64, i64), rides: bool) -> Option<Vec<usize>> {
        let topology = &self.game.grid.symbols.topology;
        let next = |at| if rides { topology.ahead(at, step) } else { topology.step(at, step) };
        cells.iter().map(|&cell| topology.id(next(topology.cells[cell])?)).collect()
    }

    /// Adds what is poured from any vessel into any other: by value, the cells above it and of it, and the vacant cells of the other.
    fn pours(&mut self, of: usize, pour: &Pour) -> Result<(), TooMany> {
        let vacant = |cells: &[usize]| -> Vec<(usize, Need)> {
            cells.iter().map(|&cell| (cell, Need::Exactly(pour.vacant))).collect()
        };
        for (index, from) in pour.vessels.iter().enumerate() {
            let others = pour.vessels.iter().enumerate().filter(|(other, _)| *other != index);
            for (to, value) in others.flat_map(|(_, to)| (0..pour.pieces.len()).map(move |value| (to, value))) {
                if !pour.pieces[value] {
                    continue;
                }
                let other: Vec<bool> = (0..pour.pieces.len()).map(|held| held != value).collect();
                let value = value as u16;
                for (first, end) in
                    (0..from.len()).flat_map(|first| (first + 1..=from.len()).map(move |end| (first, end)))
                {
                    for free in 1..=to.len() {
                        let moved = (end - first).min(free);
                        let mut before = vacant(&from[..first]);
                        before.extend(from[first..end].iter().map(|&cell| (cell, Need::Exactly(value))));
                        before.extend(from.get(end).map(|&cell| (cell, Need::OneOf(other.clone()))));
                        before.extend(vacant(&to[..free]));
                        before.extend(to.get(free).map(|&cell| (cell, Need::Exactly(value))));
                        let left = from[first..first + moved].iter().map(|&cell| (cell, Gives::Value(pour.vacant)));
                        let filled = to[free - moved..free].iter().map(|&cell| (cell, Gives::Value(value)));
                        let after = left.chain(filled).collect();
                        let piece = [from[first], to[free - 1]];
                        self.add(Action { of, way: 0, piece, before, after }, &[])?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the moves of pieces that are all cells with their value.
    fn whole(&mut self, of: usize, piece: &Piece) -> Result<(), TooMany> {
        let values: Vec<u16> = (0..self.game.value_count() as u16).filter(|&v| piece.pieces[usize::from(v)]).collect();
        for value in values {
            for from in self.whole_placements(value) {
                for (way, to, passed) in self.whole_steps(&from, piece) {
                    self.add(whole_action(of, way, value, piece, &from, &to, &passed), &[])?;
                }
            }
        }
        Ok(())
    }

    /// Returns where the piece that is all cells with a value can come by all the moves of whole pieces.
    fn whole_placements(&self, value: u16) -> Vec<Vec<usize>> {
        let start: Vec<usize> = (0..self.game.cell_count()).filter(|&c| self.game.start[c] == value).collect();
        if start.is_empty() {
            return Vec::new();
        }
        let mut seen: BTreeSet<Vec<usize>> = BTreeSet::from([start.clone()]);
        let mut found = vec![start];
        let mut next = 0;
        while next < found.len() {
            let from = found[next].clone();
            next += 1;
            for piece in self.game.moves.iter().filter_map(|one| one.whole(value)) {
                for (_, to, _) in self.whole_steps(&from, piece) {
                    if seen.insert(to.clone()) {
                        found.push(to);
                    }
                }
            }
        }
        found
    }

    /// Returns where a whole piece goes from its cells: the direction, its cells then, and those that it enters on the way.
    fn whole_steps(&self, from: &[usize], piece: &Piece) -> Vec<(usize, Vec<usize>, BTreeSet<usize>)> {
        let (By::Leap(steps) | By::Ride(steps)) = &piece.by else { return Vec::new() };
        let rides = matches!(piece.by, By::Ride(_));
        let mut found = Vec::new();
        for (way, &step) in self.lengthwise(from, steps, piece.lengthwise).iter().enumerate() {
            let mut passed: BTreeSet<usize> = BTreeSet::new();
            let mut at = from.to_vec();
            while let Some(to) = self.shifted(&at, step, rides) {
                let parted = |(a, b): (&usize, &usize)| piece.is_parted(&self.game.grid.symbols, *a, *b);
                if to == from || at.iter().zip(&to).any(parted) {
                    break;
                }
                passed.extend(to.iter().filter(|cell| !from.contains(cell)));
                found.push((way, to.clone(), passed.clone()));
                at = to;
                if !rides {
                    break;
                }
            }
        }
        found
    }

    /// Returns the steps along the longer side of a piece, if only these are allowed.
    fn lengthwise(&self, cells: &[usize], steps: &[(i64, i64)], only: bool) -> Vec<(i64, i64)> {
        let lines = |of: fn(boardwright_base::board::Cell) -> usize| -> usize {
            cells.iter().map(|&cell| of(self.game.place(cell))).collect::<BTreeSet<usize>>().len()
        };
        let (rows, columns) = (lines(|cell| cell.row), lines(|cell| cell.column));
        let along = |&&(row, column): &&(i64, i64)| match rows.cmp(&columns) {
            _ if !only => true,
            std::cmp::Ordering::Greater => column == 0,
            std::cmp::Ordering::Less => row == 0,
            std::cmp::Ordering::Equal => true,
        };
        steps.iter().filter(along).copied().collect()
    }
}

fn whole_action(
    of: usize,
    way: usize,
    value: u16,
    piece: &Piece,
    from: &[usize],
    to: &[usize],
    passed: &BTreeSet<usize>,
) -> Action {
    let mut before: Vec<(usize, Need)> = from.iter().map(|&cell| (cell, Need::Exactly(value))).collect();
    before.extend(passed.iter().map(|&cell| (cell, Need::OneOf(piece.onto.clone()))));
    let left = from.iter().filter(|cell| !to.contains(cell)).map(|&cell| (cell, Gives::Value(piece.leaves)));
    let entered = to.iter().filter(|cell| !from.contains(cell)).map(|&cell| (cell, Gives::Value(value)));
    Action { of, way, piece: [from[0], to[0]], before, after: left.chain(entered).collect() }
}

/// Returns the cells of the piece that moves: the first, in the order of the picture, whose value, which is not `vacant`,
/// goes to another cell.
fn mover(action: &Action, changes: &[Change], cells: &[usize], vacant: Option<u16>) -> [usize; 2] {
    let gives = |cell: usize| action.after.iter().find(|(at, _)| *at == cell).map(|&(_, gives)| gives);
    for (change, &from) in changes.iter().zip(cells) {
        if change.after == After::Unchanged {
            continue;
        }
        let held = action.before.iter().find(|(at, _)| *at == from).map_or(Vec::new(), |(_, need)| need.values());
        if vacant.is_some_and(|vacant| held == [vacant]) {
            continue;
        }
        let to = cells.iter().copied().find(|&to| {
            to != from
                && match gives(to) {
                    Some(Gives::Copy(source)) => source == from,
                    Some(Gives::Value(value)) => held == [value],
                    None => false,
                }
        });
        if let Some(to) = to {
            return [from, to];
        }
    }
    let first = action.after.first().map_or(0, |&(cell, _)| cell);
    [first, first]
}
