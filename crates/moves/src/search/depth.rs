//! Search by depth with lower bounds, for tiles that slide into one vacant cell: iterative deepening A*.
//!
//! The tiles are divided into groups. A table has, for every placement of the tiles of a group, the fewest moves *of these tiles*
//! that bring them to their goals, with all others indistinguishable; it is found by a search back from the goal. Moves of
//! different groups add up, so the sum over the groups is a lower bound (additive pattern databases: A. Felner, R. E. Korf,
//! S. Hanan, JAIR 2004). The tiles are grouped by rows and by columns of the goal, and the greater sum is taken. The depth
//! grows from the bound of the start until there is a plan, so memory is that of the tables: 6 MB for the 15-puzzle.

use super::super::board::Game;
use super::super::ground::{Action, Gives, Need};
use super::super::notation::candidate;
use super::space::Space;
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// Spaces with fewer positions are searched from both ends.
const MAX_ONE_SIDED: f64 = 2e7;
/// The most entries of a table while it is made.
const MAX_TABLE: usize = 1 << 25;
const BREATH: u64 = 1 << 12;
const UNKNOWN: u8 = u8::MAX;

/// Tiles on a graph of cells with one vacant cell.
struct Tiles {
    /// By cell: the cells whose tile can move to it.
    into: Vec<Vec<usize>>,
    /// By cell: the cells to which its tile can move.
    from: Vec<Vec<usize>>,
    /// By tile: where it is at the start and in the goal.
    start: Vec<usize>,
    goal: Vec<usize>,
    vacant: [usize; 2],
    /// The value of each tile.
    values: Vec<u16>,
    cost: u16,
}

/// A table of a group of tiles.
struct Group {
    /// By tile: its factor in the index, if it is in the group.
    factors: Vec<usize>,
    least: Vec<u8>,
}

/// The bounds of a game.
pub(super) struct Bounds {
    tiles: Tiles,
    /// Groupings of all tiles.
    groupings: [Vec<Group>; 2],
    /// By grouping and tile: its group.
    of: [Vec<usize>; 2],
}

/// Returns the bounds of a game of sliding tiles with a large space.
pub(super) fn suited<const N: usize>(
    space: &Space<'_, N>,
    actions: &[Action],
    stop: &dyn Fn() -> bool,
) -> Option<Bounds> {
    let tiles = tiles(space, actions)?;
    let cells = tiles.into.len();
    let positions: f64 = (0..tiles.start.len()).map(|tile| (cells - tile) as f64).product();
    if positions < MAX_ONE_SIDED {
        return None;
    }
    let by_rows: Vec<usize> = order(&tiles, &|cell| space.packing.live[cell]);
    let place = |cell: usize| space.game.place(space.packing.live[cell]);
    let by_columns: Vec<usize> = order(&tiles, &|cell| place(cell).column * 10_000 + place(cell).row);
    let mut groupings = [Vec::new(), Vec::new()];
    let mut of = [vec![0; tiles.start.len()], vec![0; tiles.start.len()]];
    let size =
        (1..).take_while(|&size| cells.checked_pow(size + 1).is_some_and(|all| all <= MAX_TABLE)).last()? as usize;
    for (grouping, order) in [by_rows, by_columns].into_iter().enumerate() {
        for (index, group) in order.chunks(size).enumerate() {
            group.iter().for_each(|&tile| of[grouping][tile] = index);
            groupings[grouping].push(table(&tiles, group, stop)?);
        }
    }
    Some(Bounds { tiles, groupings, of })
}

fn order(tiles: &Tiles, key: &dyn Fn(usize) -> usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tiles.goal.len()).collect();
    order.sort_by_key(|&tile| key(tiles.goal[tile]));
    order
}

/// Reads a game as tiles that slide into one vacant cell; `None` if it is another one.
fn tiles<const N: usize>(space: &Space<'_, N>, actions: &[Action]) -> Option<Tiles> {
    let game: &Game = space.game;
    let (live, vacant) = (&space.packing.live, game.vacant()?);
    let [picture] = &game.goal.pictures[..] else { return None };
    let goal: Option<Vec<u16>> = picture
        .iter()
        .map(|mask| {
            let mut accepted = (0..mask.len()).filter(|&value| mask[value]);
            accepted.next().filter(|_| accepted.next().is_none()).map(|value| value as u16)
        })
        .collect();
    let goal = goal?;
    if game.goal.fewest.is_some() || !game.grid.rules.is_empty() || space.has_free {
        return None;
    }
    let cost = space.uniform?;
    let held = |values: &[u16]| live.iter().map(|&cell| values[cell]).collect::<Vec<u16>>();
    let (start, goal) = (held(&game.start), held(&goal));
    let values: Vec<u16> = start.iter().copied().filter(|&value| value != vacant).collect();
    let at = |held: &[u16], value: u16| {
        let mut places = held.iter().enumerate().filter(|&(_, &other)| other == value).map(|(cell, _)| cell);
        places.next().filter(|_| places.next().is_none())
    };
    let places = |held: &[u16]| values.iter().map(|&value| at(held, value)).collect::<Option<Vec<usize>>>();
    let mut tiles = Tiles {
        into: vec![Vec::new(); live.len()],
        from: vec![Vec::new(); live.len()],
        start: places(&start)?,
        goal: places(&goal)?,
        vacant: [at(&start, vacant)?, at(&goal, vacant)?],
        cost,
        values,
    };
    for action in actions {
        let slot = |cell: usize| live.binary_search(&cell).ok();
        let (mut from, mut to) = (None, None);
        for (cell, need) in &action.before {
            match need {
                Need::Exactly(value) if *value == vacant => to = to.xor(Some(*cell)),
                Need::OneOf(mask) if tiles.values.iter().all(|&tile| mask[usize::from(tile)]) => {
                    from = from.xor(Some(*cell));
                }
                _ => return None,
            }
        }
        let (from, to) = (from?, to?);
        let mut slides = [(from, Gives::Value(vacant)), (to, Gives::Copy(from))];
        slides.sort();
        let repeats = game.moves[action.of].repeat != super::super::board::Repeat::Once;
        if action.after != slides || repeats {
            return None;
        }
        let (from, to) = (slot(from)?, slot(to)?);
        tiles.into[to].push(from);
        tiles.from[from].push(to);
    }
    Some(tiles)
}

/// Makes the table of a group by a search back from the goal; `None` if a limit was reached.
fn table(tiles: &Tiles, group: &[usize], stop: &dyn Fn() -> bool) -> Option<Group> {
    let cells = tiles.into.len();
    let mut factors = vec![0; tiles.start.len()];
    let mut all = 1;
    for &tile in group {
        factors[tile] = all;
        all *= cells;
    }
    let mut least = vec![UNKNOWN; all];
    // By placement and vacant cell: the fewest moves of tiles of the group.
    let mut near = vec![UNKNOWN; all * cells];
    let goal: usize = group.iter().map(|&tile| tiles.goal[tile] * factors[tile]).sum();
    let mut layer = vec![(goal * cells + tiles.vacant[1]) as u32];
    near[layer[0] as usize] = 0;
    for depth in 0..UNKNOWN - 1 {
        let mut next = Vec::new();
        let mut index = 0;
        // Moves of other tiles cost nothing: they extend the layer.
        while index < layer.len() {
            let state = layer[index] as usize;
            index += 1;
            if near[state] != depth {
                continue;
            }
            if index % (1 << 16) == 0 && stop() {
                return None;
            }
            let (placement, vacant) = (state / cells, state % cells);
            if least[placement] == UNKNOWN {
                least[placement] = depth;
            }
            // The last move came from the cell that is vacant now.
            for &to in &tiles.from[vacant] {
                let tile = group.iter().find(|&&tile| placement / factors[tile] % cells == to);
                let before = match tile {
                    Some(&tile) => (placement + vacant * factors[tile] - to * factors[tile]) * cells + to,
                    None => placement * cells + to,
                };
                let cost = depth + u8::from(tile.is_some());
                if near[before] > cost {
                    near[before] = cost;
                    if tile.is_some() { next.push(before as u32) } else { layer.push(before as u32) }
                }
            }
        }
        if next.is_empty() {
            return Some(Group { factors, least });
        }
        layer = next;
    }
    None
}

/// A search to a depth.
struct Walk<'b> {
    bounds: &'b Bounds,
    /// By cell: its tile.
    held: Vec<Option<usize>>,
    vacant: usize,
    /// By grouping and group: the index of the placement, and the bound.
    index: [Vec<usize>; 2],
    bound: [usize; 2],
    limit: usize,
    /// The least bound above the limit.
    above: usize,
    visited: u64,
    /// The cells from which tiles moved.
    path: Vec<usize>,
}

impl Bounds {
    /// Searches, deeper and deeper.
    pub(super) fn run<const N: usize>(
        self,
        space: &Space<'_, N>,
        request: &mut MethodRequest<'_>,
        at_least: u64,
    ) -> MethodResult {
        let mut walk = Walk::new(&self);
        let cost = usize::from(self.tiles.cost);
        let Some(first) = walk.start() else {
            return Outcome::Unsatisfiable("a tile cannot reach its goal".into()).into();
        };
        walk.limit = first.max((at_least as usize).div_ceil(cost));
        let (mut plans, mut kept) = (0u64, true);
        loop {
            walk.above = usize::MAX;
            let count = request.count;
            let found = &mut *request.found;
            let mut each = |path: &[usize]| {
                plans += 1;
                if count && plans > 1 {
                    return ControlFlow::Continue(());
                }
                let flow = found(candidate(&positions(space, &self.tiles, path)));
                kept &= flow.is_continue();
                if count { ControlFlow::Continue(()) } else { flow }
            };
            if walk.go_on(0, usize::MAX, request.stop, &mut each).is_none() {
                return Outcome::Unknown("the search was stopped".into()).into();
            }
            if plans > 0 {
                break;
            }
            if walk.above == usize::MAX {
                return Outcome::Unsatisfiable("no tile can move any further".into()).into();
            }
            walk.limit = walk.above;
        }
        let complete = request.count || kept;
        let mut result = MethodResult::from(if complete { Outcome::Complete } else { Outcome::Incomplete });
        result.optimum = Some((walk.limit * cost) as i64);
        result.count = request.count.then(|| BigUint::from(plans));
        let words = format!("positions visited: {}, lower bound at the start: {}", walk.visited, first * cost);
        result.fact(Fact::new("positions", walk.visited, words))
    }
}

impl<'b> Walk<'b> {
    fn new(bounds: &'b Bounds) -> Walk<'b> {
        let tiles = &bounds.tiles;
        let mut held = vec![None; tiles.into.len()];
        tiles.start.iter().enumerate().for_each(|(tile, &cell)| held[cell] = Some(tile));
        let index = [0, 1].map(|grouping: usize| {
            let of = |group: &Group| tiles.start.iter().zip(&group.factors).map(|(cell, factor)| cell * factor).sum();
            bounds.groupings[grouping].iter().map(of).collect()
        });
        Walk {
            bounds,
            held,
            vacant: tiles.vacant[0],
            index,
            bound: [0, 0],
            limit: 0,
            above: usize::MAX,
            visited: 0,
            path: Vec::new(),
        }
    }

    /// Computes the bounds of the start; `None` if some tile cannot reach its goal.
    fn start(&mut self) -> Option<usize> {
        for grouping in 0..2 {
            for (group, &index) in self.bounds.groupings[grouping].iter().zip(&self.index[grouping]) {
                if group.least[index] == UNKNOWN {
                    return None;
                }
                self.bound[grouping] += usize::from(group.least[index]);
            }
        }
        self.bound.into_iter().max()
    }

    /// Moves the tile on one cell to the vacant one and updates the bounds.
    fn slide(&mut self, from: usize) {
        let to = self.vacant;
        let Some(tile) = self.held[from].take() else { return };
        self.held[to] = Some(tile);
        self.vacant = from;
        for grouping in 0..2 {
            let at = self.bounds.of[grouping][tile];
            let group = &self.bounds.groupings[grouping][at];
            let index = &mut self.index[grouping][at];
            let before = group.least[*index];
            *index = *index + to * group.factors[tile] - from * group.factors[tile];
            self.bound[grouping] = self.bound[grouping] + usize::from(group.least[*index]) - usize::from(before);
        }
    }

    /// Goes on from the current position; `None` if a limit was reached.
    fn go_on(
        &mut self,
        depth: usize,
        last: usize,
        stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        self.visited += 1;
        if self.visited.is_multiple_of(BREATH) && stop() {
            return None;
        }
        let least = depth + self.bound[0].max(self.bound[1]);
        if least > self.limit {
            self.above = self.above.min(least);
            return Some(ControlFlow::Continue(()));
        }
        let tiles = &self.bounds.tiles;
        if depth == self.limit || self.bound == [0, 0] && self.vacant == tiles.vacant[1] {
            if self.bound != [0, 0] || self.vacant != tiles.vacant[1] {
                self.above = self.above.min(depth + 1);
                return Some(ControlFlow::Continue(()));
            }
            return Some(each(&self.path));
        }
        let vacant = self.vacant;
        for &from in &tiles.into[vacant] {
            // Moving a tile straight back is never part of a shortest plan.
            if from == last {
                continue;
            }
            self.slide(from);
            self.path.push(from);
            let flow = self.go_on(depth + 1, vacant, stop, each);
            self.path.pop();
            // Back, whether or not the rules have that move.
            self.slide(vacant);
            if !matches!(flow, Some(ControlFlow::Continue(()))) {
                return flow;
            }
        }
        Some(ControlFlow::Continue(()))
    }
}

fn positions<const N: usize>(space: &Space<'_, N>, tiles: &Tiles, path: &[usize]) -> Vec<Vec<u16>> {
    let live = &space.packing.live;
    let mut values = space.game.start.clone();
    let mut vacant = tiles.vacant[0];
    let mut all = vec![values.clone()];
    for &from in path {
        values.swap(live[from], live[vacant]);
        vacant = from;
        all.push(values.clone());
    }
    all
}
