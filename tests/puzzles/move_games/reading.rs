//! A second reading of moves, from docs/grid.md and docs/grid-semantics.md alone: which positions a move leads to, and how many
//! shortest plans there are.

use super::board::Board;
use super::game::{Form, Game, Move, Pictures, Piece};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub(super) type Position = Vec<char>;

/// Returns whether a value passes a mark of a picture.
fn passes(game: &Game, cell: usize, value: char, mark: char) -> bool {
    match mark {
        '?' => true,
        'x' => value != '.',
        'm' => game.marked[cell],
        other => value == other,
    }
}

/// Returns the positions that a move leads to.
pub(super) fn after(game: &Game, one: &Move, position: &Position) -> BTreeSet<Position> {
    let mut found = match &one.form {
        Form::Pictures(pictures) => {
            let mut found = BTreeSet::new();
            goes_on(game, pictures, &mut vec![position.clone()], None, &mut found);
            found
        }
        Form::Piece(piece) if piece.whole => whole(&game.board, piece, position),
        Form::Piece(piece) => blocks(&game.board, piece, position),
    };
    found.remove(position);
    found
}

/// Adds the positions after one more repetition of a picture, and those after further ones.
fn goes_on(
    game: &Game,
    pictures: &Pictures,
    way: &mut Vec<Position>,
    last: Option<(usize, usize)>,
    found: &mut BTreeSet<Position>,
) {
    let position = way.last().expect("it has the start").clone();
    let places = pictures.places(game.board.shape);
    let points: Vec<_> = places.iter().map(|(point, ..)| *point).collect();
    let mut turns: Vec<_> = pictures.directions.iter().flat_map(|word| game.board.turns(word)).collect();
    turns.sort_unstable();
    turns.dedup();
    for (direction, turn) in turns.iter().enumerate() {
        for first in 0..position.len() {
            let Some(cells) = game.board.placed(first, &points, turn) else { continue };
            let Some(next) = changed(game, &places, &cells, &position) else { continue };
            let [from, to] = piece(&cells, &position, &next);
            let is_same = |(at, straight): (usize, usize)| {
                from == at && (pictures.repeat != Some("'straight'") || straight == direction)
            };
            if next == position || !last.is_none_or(is_same) || way.contains(&next) {
                continue;
            }
            found.insert(next.clone());
            if pictures.repeat.is_some() {
                way.push(next);
                goes_on(game, pictures, way, Some((to, direction)), found);
                way.pop();
            }
        }
    }
}

/// Returns the position after a picture on these cells, if it matches.
fn changed(
    game: &Game,
    places: &[(super::board::Point, char, char)],
    cells: &[usize],
    position: &Position,
) -> Option<Position> {
    let mut named = None;
    for (&(_, before, _), &cell) in places.iter().zip(cells) {
        let value = position[cell];
        let is_same = before != 'x' || *named.get_or_insert(value) == value;
        if !passes(game, cell, value, before) || !is_same {
            return None;
        }
    }
    let mut next = position.clone();
    for (&(_, _, after), &cell) in places.iter().zip(cells) {
        match after {
            '?' => {}
            'x' => next[cell] = named?,
            other => next[cell] = other,
        }
    }
    Some(next)
}

/// Returns where the piece of a picture comes from and goes to: the first cell whose value goes to another cell, or that changes.
fn piece(cells: &[usize], before: &Position, after: &Position) -> [usize; 2] {
    let changes = |cell: usize| before[cell] != after[cell];
    for &from in cells.iter().filter(|&&cell| changes(cell) && before[cell] != '.') {
        if let Some(&to) = cells.iter().find(|&&to| changes(to) && after[to] == before[from]) {
            return [from, to];
        }
    }
    let first = cells.iter().copied().find(|&cell| changes(cell)).unwrap_or(cells[0]);
    [first, first]
}

/// Returns the positions after a step of a piece or a block of pieces.
fn blocks(board: &Board, piece: &Piece, position: &Position) -> BTreeSet<Position> {
    let (rows, columns) = piece.block;
    // The cells of a block with its corner at a cell; on shapes without rows and columns a block is one cell.
    let block = |corner: usize| -> Option<Vec<usize>> {
        if piece.block == (1, 1) {
            return Some(vec![corner]);
        }
        let [row, column, _] = board.cells[corner];
        let cells =
            (0..rows * columns).map(|at| board.cell([row + (at / columns) as i64, column + (at % columns) as i64, 0]));
        let cells: Vec<usize> = cells.collect::<Option<_>>()?;
        let is_once = (1..cells.len()).all(|at| !cells[..at].contains(&cells[at]));
        is_once.then_some(cells)
    };
    let mut found = BTreeSet::new();
    for own in (0..position.len()).filter_map(block) {
        if !own.iter().all(|&cell| piece.pieces.contains(&position[cell])) {
            continue;
        }
        let free =
            |cells: &[usize]| cells.iter().all(|cell| own.contains(cell) || piece.onto.contains(&position[*cell]));
        let mut go = |to: &[usize]| {
            let mut next = position.clone();
            own.iter().for_each(|&cell| next[cell] = piece.leaves);
            own.iter().zip(to).for_each(|(&from, &to)| next[to] = position[from]);
            found.insert(next);
        };
        for path in paths(board, piece.by, &own, &block) {
            for to in path {
                if !free(&to) || to == own {
                    break;
                }
                go(&to);
            }
        }
    }
    found
}

/// Returns the ways of some cells that go together: the cells after each step.
fn paths(board: &Board, by: &str, own: &[usize], block: &dyn Fn(usize) -> Option<Vec<usize>>) -> Vec<Vec<Vec<usize>>> {
    if by == "anywhere" {
        // Apart from where the block was.
        let targets = (0..board.cells.len()).filter_map(block).filter(|to| to.iter().all(|cell| !own.contains(cell)));
        return targets.map(|to| vec![to]).collect();
    }
    if by == "rook" && board.shape == super::board::Shape::Triangles {
        return board
            .strips(own[0])
            .into_iter()
            .map(|strip| strip.into_iter().map(|cell| vec![cell]).collect())
            .collect();
    }
    let moved = |cells: &[usize], step: super::board::Point| -> Option<Vec<usize>> {
        cells.iter().map(|&cell| board.cell([0, 1, 2].map(|axis| board.cells[cell][axis] + step[axis]))).collect()
    };
    if let Some(directions) = board.rides(by) {
        let ride = |step: super::board::Point| {
            let (mut path, mut at) = (Vec::new(), own.to_vec());
            while let Some(next) = moved(&at, step).filter(|next| next != own) {
                path.push(next.clone());
                at = next;
            }
            path
        };
        return directions.into_iter().map(ride).collect();
    }
    match own {
        [one] => board.reached(*one, by).into_iter().map(|to| vec![vec![to]]).collect(),
        _ => board.leaps(by).into_iter().filter_map(|step| Some(vec![moved(own, step)?])).collect(),
    }
}

/// Returns the positions after all cells with a value went together.
fn whole(board: &Board, piece: &Piece, position: &Position) -> BTreeSet<Position> {
    let mut found = BTreeSet::new();
    for &value in &piece.pieces {
        let own: Vec<usize> = (0..position.len()).filter(|&cell| position[cell] == value).collect();
        if own.is_empty() {
            continue;
        }
        let lines = |axis: usize| own.iter().map(|&cell| board.cells[cell][axis]).collect::<BTreeSet<i64>>().len();
        let (rows, columns) = (lines(0), lines(1));
        let steps = board.rides(piece.by);
        let rides = steps.is_some();
        for step in steps.unwrap_or_else(|| board.leaps(piece.by)) {
            if piece.lengthwise && ((rows > columns && step[1] != 0) || (columns > rows && step[0] != 0)) {
                continue;
            }
            let mut at = own.clone();
            loop {
                let next =
                    at.iter().map(|&cell| board.cell([0, 1, 2].map(|axis| board.cells[cell][axis] + step[axis])));
                let Some(next) = next.collect::<Option<Vec<usize>>>().filter(|next| *next != own) else { break };
                if !next.iter().all(|cell| own.contains(cell) || piece.onto.contains(&position[*cell])) {
                    break;
                }
                let mut after = position.clone();
                own.iter().for_each(|&cell| after[cell] = piece.leaves);
                next.iter().for_each(|&cell| after[cell] = value);
                found.insert(after);
                at = next;
                if !rides {
                    break;
                }
            }
        }
    }
    found
}

/// What plain search finds.
pub(super) struct Found {
    /// The least length of a plan and the number of such plans; `None` without a plan.
    pub(super) shortest: Option<(u64, u128)>,
    /// The changes of each position reached by any moves, whatever the rules: the position after and the cost.
    pub(super) changes: BTreeMap<Position, BTreeMap<Position, u64>>,
}

/// Returns whether the rules hold that every position keeps.
pub(super) fn is_allowed(game: &Game, position: &Position) -> bool {
    let count = position.iter().filter(|value| **value == 'a').count();
    game.always.is_none_or(|most| count <= most)
}

/// Returns whether a plan may end with a position, without `fewest`.
pub(super) fn is_end(game: &Game, position: &Position) -> bool {
    let count = position.iter().filter(|value| **value == 'a').count();
    let matches = |goal: &Vec<char>| goal.iter().zip(position).all(|(mark, value)| *mark == '?' || mark == value);
    game.end.is_none_or(|number| count == number) && game.goals.iter().any(matches)
}

/// Returns the changes of a position: the cheapest move that makes each.
pub(super) fn changes(game: &Game, position: &Position) -> BTreeMap<Position, u64> {
    let mut found: BTreeMap<Position, u64> = BTreeMap::new();
    for one in &game.moves {
        for next in after(game, one, position) {
            let cost = found.entry(next).or_insert(one.cost);
            *cost = (*cost).min(one.cost);
        }
    }
    found
}

/// Searches all positions; `None` if there are too many.
pub(super) fn search(game: &Game, limit: usize) -> Option<Found> {
    let mut all: BTreeMap<Position, BTreeMap<Position, u64>> = BTreeMap::new();
    let mut waiting = VecDeque::from([game.start.clone()]);
    let mut seen = BTreeSet::from([game.start.clone()]);
    while let Some(position) = waiting.pop_front() {
        if seen.len() > limit {
            return None;
        }
        let next = changes(game, &position);
        for other in next.keys() {
            if seen.insert(other.clone()) {
                waiting.push_back(other.clone());
            }
        }
        all.insert(position, next);
    }
    Some(Found { shortest: shortest(game, &all), changes: all })
}

/// Returns the least length and the number of plans of that length. Moves of cost 0 do not make plans different: positions that
/// they join are one.
fn shortest(game: &Game, all: &BTreeMap<Position, BTreeMap<Position, u64>>) -> Option<(u64, u128)> {
    if !is_allowed(game, &game.start) {
        return None;
    }
    let allowed: Vec<&Position> = all.keys().filter(|position| is_allowed(game, position)).collect();
    let number: BTreeMap<&Position, usize> =
        allowed.iter().enumerate().map(|(number, &position)| (position, number)).collect();
    let mut of: Vec<usize> = (0..allowed.len()).collect();
    loop {
        let old = of.clone();
        for (position, next) in all.iter().filter(|(position, _)| number.contains_key(position)) {
            for (other, _) in next.iter().filter(|(other, cost)| **cost == 0 && number.contains_key(other)) {
                let (a, b) = (number[position], number[other]);
                let least = of[a].min(of[b]);
                (of[a], of[b]) = (least, least);
            }
        }
        if of == old {
            break;
        }
    }
    // By class: the least cost, and the number of lists of changes with it. Every change costs 1 or more.
    let mut reached: BTreeMap<u64, BTreeMap<usize, u128>> =
        BTreeMap::from([(0, BTreeMap::from([(of[number[&game.start]], 1)]))]);
    let mut done: BTreeMap<usize, (u64, u128)> = BTreeMap::new();
    while let Some((cost, classes)) = reached.pop_first() {
        for (class, ways) in classes {
            if done.contains_key(&class) {
                continue;
            }
            done.insert(class, (cost, ways));
            for &position in allowed.iter().filter(|position| of[number[**position]] == class) {
                for (other, more) in
                    all[position].iter().filter(|(other, more)| **more > 0 && number.contains_key(other))
                {
                    *reached.entry(cost + more).or_default().entry(of[number[other]]).or_insert(0) += ways;
                }
            }
        }
    }
    // The length of the last positions, by how many cells hold what should be rare.
    let count =
        |position: &Position| game.fewest.map_or(0, |rare| position.iter().filter(|value| **value == rare).count());
    let ends = allowed.iter().filter(|position| is_end(game, position));
    let ends: Vec<(usize, u64, usize)> = ends
        .filter_map(|position| {
            let class = of[number[*position]];
            Some((count(position), done.get(&class)?.0, class))
        })
        .collect();
    let &(rare, length, _) = ends.iter().min()?;
    let classes: BTreeSet<usize> =
        ends.iter().filter(|(own, cost, _)| (*own, *cost) == (rare, length)).map(|(_, _, class)| *class).collect();
    Some((length, classes.iter().map(|class| done[class].1).sum()))
}
