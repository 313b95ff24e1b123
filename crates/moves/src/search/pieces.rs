//! Search with lower bounds where equal pieces have to reach places, and each move brings one of them nearer: A*.
//!
//! For each piece alone, with all others taken off the board, the fewest moves from a cell to a place of the goal are known from a
//! search. Every piece needs a place of its own, so the cheapest assignment of pieces to places is a lower bound; where there is none,
//! the position is dead. Free moves, such as the steps of whoever pushes, join positions as in the other searches.
//!
//! Positions are expanded by the sum of what was spent and the bound (A*: P. E. Hart, N. J. Nilsson, B. Raphael, 1968). Where that takes
//! long, a hasty search first finds any plan, which is handed over if the limit comes before a proof. Start with [`suited`].

mod assign;
mod astar;
mod worlds;

use self::assign::cheapest;
use self::astar::{Found, Search};
use self::worlds::World;
use super::super::counts;
use super::super::ground::{Action, Need};
use super::packed::State;
use super::sides::Cut;
use super::space::{Edge, Space};
use boardwright_puzzle::capability::methods::MethodRequest;

/// Spaces with fewer placements of pieces are searched from both ends.
const MAX_BOTH_SIDED: f64 = 1e6;
/// The most cells of a table of three pieces.
const MAX_CELLS: usize = 160;
/// The number of expanded positions after which any plan is looked for first.
const PATIENCE: usize = 20_000;
/// The number of expanded positions after which a hasty search gives up.
const HASTE: usize = 3_000_000;
/// How often the hasty search counts the bound.
const GREED: u32 = 5;
const FAR: u16 = u16::MAX;

/// Pieces of one value, and how far each place of the goal is.
struct Kind {
    value: u16,
    code: u16,
    /// The stored cells that the goal wants to have it.
    places: Vec<usize>,
    /// By place of the goal and stored cell: the fewest moves of a piece alone; [`FAR`] if there is no way.
    least: Vec<Vec<u16>>,
    /// By two and three stored cells, in order: whether pieces there cannot reach places together.
    dead: [Vec<bool>; 2],
    /// By stored cell: for each move of a piece there, the other stored cells that need to have no piece.
    needs: Vec<Vec<Vec<usize>>>,
}

/// The lower bounds of a game.
pub(super) struct Pieces {
    kinds: Vec<Kind>,
    cells: usize,
}

/// Returns the bounds of a game of equal pieces that have to reach as many places, if its space is large.
pub(super) fn suited<const N: usize>(
    space: &Space<'_, N>,
    actions: &[Action],
    stop: &dyn Fn() -> bool,
) -> Option<Pieces> {
    of(space, actions, stop).filter(|pieces| pieces.positions() > MAX_BOTH_SIDED)
}

/// Returns the bounds of a game of equal pieces that have to reach as many places; `None` if it is another one.
fn of<const N: usize>(space: &Space<'_, N>, actions: &[Action], stop: &dyn Fn() -> bool) -> Option<Pieces> {
    let game = space.game;
    let [picture] = &game.goal.pictures[..] else { return None };
    let vacant = game.vacant()?;
    if game.goal.fewest.is_some() || !game.grid.rules.is_empty() || space.uniform.is_none() {
        return None;
    }
    let values = game.value_count() as u16;
    let only = |mask: &[bool], value: u16| mask.iter().enumerate().all(|(at, &is)| is == (at == usize::from(value)));
    let wanted = |value: u16| picture.iter().filter(|mask| only(mask, value)).count();
    let started = |value: u16| game.start.iter().filter(|&&held| held == value).count();
    let is_kind = |&value: &u16| value != vacant && wanted(value) > 0 && wanted(value) == started(value);
    let kinds: Vec<u16> = (0..values).filter(is_kind).collect();
    let is_needed = |need: &Need, value: u16| matches!(need, Need::Exactly(only) if *only == value);
    for action in actions {
        let change = counts::change(values.into(), action);
        let of_kinds = |(_, need): &&(usize, Need)| kinds.iter().any(|&kind| is_needed(need, kind));
        let moved = action.before.iter().filter(of_kinds).count();
        let may_be = |(_, need): &(usize, Need)| matches!(need, Need::OneOf(mask) if kinds.iter().any(|&kind| mask[usize::from(kind)]));
        let is_free = game.moves[action.of].cost == 0;
        let is_kept = kinds.iter().all(|&kind| change[usize::from(kind)] == 0);
        if moved > usize::from(!is_free) || action.before.iter().any(may_be) || !is_kept {
            return None;
        }
    }
    let live = &space.packing.live;
    let mut pieces = Pieces { kinds: Vec::new(), cells: live.len() };
    for &value in &kinds {
        let world = World::new(space, value, 1, &kinds, stop)?;
        let places = (0..picture.len()).filter(|&cell| only(&picture[cell], value));
        // What never moves is no piece, and its cell no place.
        let (places, fixed): (Vec<usize>, Vec<usize>) = places.partition(|cell| live.binary_search(cell).is_ok());
        let moving = live.iter().filter(|&&cell| game.start[cell] == value).count();
        if moving != places.len() || fixed.iter().any(|&cell| game.start[cell] != value) {
            return None;
        }
        let places: Vec<usize> = places.iter().filter_map(|cell| live.binary_search(cell).ok()).collect();
        let least = places.iter().map(|&place| world.least(place, live.len(), space.uniform.unwrap_or(1))).collect();
        let code = space.packing.code_of(value)?;
        let needs = needs(actions, value, live);
        pieces.kinds.push(Kind { value, code, places, least, dead: [Vec::new(), Vec::new()], needs });
    }
    (!pieces.kinds.is_empty()).then_some(pieces)
}

/// Returns by stored cell what the moves of a piece there need: other stored cells without a piece.
fn needs(actions: &[Action], value: u16, live: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let mut needs: Vec<Vec<Vec<usize>>> = vec![Vec::new(); live.len()];
    for action in actions {
        let is_piece = |(_, need): &&(usize, Need)| matches!(need, Need::Exactly(only) if *only == value);
        let Some(&(piece, _)) = action.before.iter().find(is_piece) else { continue };
        let Ok(slot) = live.binary_search(&piece) else { continue };
        let others = action.before.iter().filter(|(cell, _)| *cell != piece);
        needs[slot].push(others.filter_map(|(cell, _)| live.binary_search(cell).ok()).collect());
    }
    needs
}

impl Pieces {
    /// Returns the number of ways to place the pieces on cells from which there is a way.
    fn positions(&self) -> f64 {
        let of_kind = |kind: &Kind| -> f64 {
            let number = kind.least.len();
            let cells = (0..kind.least[0].len()).filter(|&slot| kind.least.iter().any(|of| of[slot] != FAR)).count();
            (0..number.min(cells)).map(|piece| (cells - piece) as f64 / (piece + 1) as f64).product()
        };
        self.kinds.iter().map(of_kind).product()
    }

    /// Returns a lower bound on the cost of a plan from a position; `None` if there is none.
    fn bound<const N: usize>(&self, space: &Space<'_, N>, state: &State<N>) -> Option<u32> {
        let mut bound = 0;
        if self.has_stuck(space, state) {
            return None;
        }
        for kind in &self.kinds {
            let slots = (0..self.cells).filter(|&slot| space.packing.code(state, slot) == kind.code);
            let slots: Vec<usize> = slots.collect();
            if self.is_dead(kind, &slots) {
                return None;
            }
            let costs: Vec<Vec<u16>> =
                slots.iter().map(|&slot| kind.least.iter().map(|of| of[slot]).collect()).collect();
            bound += cheapest(&costs)?;
        }
        Some(bound)
    }

    /// Returns whether a piece that is not at a place can never move: pieces that could move are taken off until none can.
    fn has_stuck<const N: usize>(&self, space: &Space<'_, N>, state: &State<N>) -> bool {
        let kind_at = |slot: usize| self.kinds.iter().find(|kind| space.packing.code(state, slot) == kind.code);
        let mut left: Vec<Option<&Kind>> = (0..self.cells).map(kind_at).collect();
        loop {
            let can_move = |slot: usize, kind: &Kind| {
                kind.needs[slot].iter().any(|needs| needs.iter().all(|&other| left[other].is_none()))
            };
            let free = |slot: &usize| left[*slot].is_some_and(|kind| can_move(*slot, kind));
            let free: Vec<usize> = (0..self.cells).filter(free).collect();
            if free.is_empty() {
                return left
                    .iter()
                    .enumerate()
                    .any(|(slot, kind)| kind.is_some_and(|kind| !kind.places.contains(&slot)));
            }
            free.into_iter().for_each(|slot| left[slot] = None);
        }
    }

    /// Returns whether two or three of the pieces at these cells cannot reach places together.
    fn is_dead(&self, kind: &Kind, slots: &[usize]) -> bool {
        let [two, three] = &kind.dead;
        slots.iter().enumerate().any(|(at, &a)| {
            let later = &slots[at + 1..];
            later.iter().enumerate().any(|(at, &b)| {
                let both = a * self.cells + b;
                let with = |&c: &usize| three[both * self.cells + c];
                (!two.is_empty() && two[both]) || (!three.is_empty() && later[at + 1..].iter().any(with))
            })
        })
    }

    /// Finds out which sets of two or three cells are dead, where there are not too many positions.
    fn learn<const N: usize>(&mut self, space: &Space<'_, N>, number: usize, stop: &dyn Fn() -> bool) {
        let values: Vec<u16> = self.kinds.iter().map(|kind| kind.value).collect();
        for kind in self.kinds.iter_mut().filter(|kind| kind.places.len() >= number && self.cells <= MAX_CELLS) {
            let Some(world) = World::new(space, kind.value, number, &values, stop) else { continue };
            let dead = &mut kind.dead[number - 2];
            *dead = vec![false; self.cells.pow(number as u32)];
            for slots in world.dead(&kind.places) {
                dead[slots.iter().fold(0, |index, slot| index * self.cells + slot)] = true;
            }
        }
    }
}

/// The answer of a search.
pub(super) enum Answer<const N: usize> {
    /// A plan of the least cost.
    Shortest(Vec<Edge<N>>),
    /// A plan, and a lower bound on the cost of all.
    Any(Vec<Edge<N>>, u32),
    /// There is no plan; the number of positions from which that follows.
    Nothing(usize),
}

impl Pieces {
    /// Searches for a plan of the least cost; at a limit, for any.
    pub(super) fn run<const N: usize>(
        &mut self,
        space: &Space<'_, N>,
        start: State<N>,
        request: &MethodRequest<'_>,
    ) -> Result<Answer<N>, Cut> {
        let stop = request.stop;
        self.learn(space, 2, stop);
        let mut search = Search::new(space, self, start, 1);
        let mut found = search.run(u32::MAX, PATIENCE, stop);
        let mut hasty: Option<Vec<Edge<N>>> = None;
        if let Ok(Found::Enough) = found {
            self.learn(space, 3, stop);
            if let Found::Plan(plan) = Search::new(space, self, start, GREED).run(u32::MAX, HASTE, stop)? {
                hasty = Some(plan);
            }
            let below = hasty.as_ref().map_or(u32::MAX, |plan| cost(plan));
            search = Search::new(space, self, start, 1);
            found = search.run(below, usize::MAX / 2, stop);
        }
        match (found, hasty) {
            (Ok(Found::Plan(plan)), _) => Ok(Answer::Shortest(plan)),
            // Nothing is shorter.
            (Ok(Found::Nothing), Some(plan)) => Ok(Answer::Shortest(plan)),
            (Ok(Found::Nothing), None) => Ok(Answer::Nothing(search.expanded.states.len())),
            (Ok(Found::Enough) | Err(_), Some(plan)) => Ok(Answer::Any(plan, search.least().unwrap_or(0))),
            (Ok(Found::Enough), None) => Err(Cut::TooMany),
            (Err(cut), None) => Err(cut),
        }
    }
}

fn cost<const N: usize>(plan: &[Edge<N>]) -> u32 {
    plan.iter().map(|edge| u32::from(edge.cost)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::super::board::Game;
    use super::super::super::{ground, read};
    use super::super::packed::Packing;
    use super::*;
    use boardwright_base::budget::Budget;
    use boardwright_base::random::Random;
    use boardwright_base::source::Source;
    use boardwright_puzzle::capability::methods::Outcome;
    use std::ops::ControlFlow;

    /// Returns the game of a model; `None` if a move of it fits nowhere.
    fn game(text: &str) -> Option<Game> {
        let source = Source::new("game.toml", text);
        let fields = |_: &str| Some(&boardwright_grid::fields::FIELDS[..]);
        let model = boardwright_model::read(&source, &["grid"], &fields, &Budget::none()).expect("it can be read");
        read::read(&model.fields, &Budget::none()).ok()
    }

    /// Returns the cost that the search by bounds proves, and that of the search from both ends, each `None` if there is no plan; nothing
    /// if a place is a cell that never changes, or a move fits nowhere.
    fn costs(text: &str) -> Option<[Option<i64>; 2]> {
        let game = game(text)?;
        let actions = ground::all(&game).expect("there are few");
        let space = Space::<2>::new(&game, &actions, Packing::new(&game, &actions));
        let (never, mut ignore) = (|| false, |_| ControlFlow::Break(()));
        let mut request = MethodRequest { count: false, stop: &never, found: &mut ignore };
        let by_bounds = of(&space, &actions, &never).map(|mut pieces| {
            let start = space.packing.pack::<2>(&game.start).expect("the start fits");
            // All of it: hasty plans are bounds of the others.
            match pieces.run(&space, start, &request) {
                Ok(Answer::Shortest(plan)) => Some(i64::from(cost(&plan))),
                Ok(Answer::Nothing(_)) => None,
                Ok(Answer::Any(..)) | Err(_) => panic!("nothing stops it"),
            }
        });
        let others = super::super::run(&game, &mut request);
        let both_sided = match others.outcome {
            Outcome::Unsatisfiable(_) | Outcome::Refuted(_) => None,
            _ => others.optimum,
        };
        Some([by_bounds?, both_sided])
    }

    fn sokoban(rows: &[Vec<char>], goal: &[Vec<char>]) -> String {
        let picture = |rows: &[Vec<char>]| {
            let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"))
        };
        format!(
            "puzzle = 'grid'\n[grid]\nvalues = ['.', '@', '$']\nstart = {}\n[[move]]\nbefore = '@.'\nafter = '.@'\n\
             directions = 'rotations'\ncost = 0\n[[move]]\nbefore = '@$.'\nafter = '.@$'\ndirections = 'rotations'\n\
             [goal]\ncells = {}\n",
            picture(rows),
            picture(goal)
        )
    }

    /// Random levels with two or three boxes: the shortest plans are as long as those from both ends, and there are as many without one.
    #[test]
    fn shortest_plans_are_those_from_both_ends() {
        let mut solved = 0;
        for seed in 0..150 {
            let mut random = Random(seed);
            let (height, width) = (4 + random.below(2), 4 + random.below(2));
            let mut rows = vec![vec!['.'; width]; height];
            for _ in 0..random.below(5) {
                rows[random.below(height)][random.below(width)] = '_';
            }
            let mut goal: Vec<Vec<char>> =
                rows.iter().map(|row| row.iter().map(|&cell| if cell == '_' { '_' } else { '?' }).collect()).collect();
            let open: Vec<[usize; 2]> =
                (0..height * width).map(|at| [at / width, at % width]).filter(|at| rows[at[0]][at[1]] == '.').collect();
            let (places, boxes) = (random.permutation(open.len()), 2 + random.below(2));
            let starts = random.permutation(open.len());
            for number in 0..boxes {
                let ([row, column], [to, at]) = (open[starts[number]], open[places[number]]);
                rows[row][column] = '$';
                goal[to][at] = '$';
            }
            let [row, column] = open[starts[boxes]];
            rows[row][column] = '@';
            let text = sokoban(&rows, &goal);
            let Some([by_bounds, both_sided]) = costs(&text) else { continue };
            assert_eq!(by_bounds, both_sided, "seed {seed}\n{text}");
            solved += usize::from(by_bounds.is_some());
        }
        assert!(solved > 20, "{solved}");
    }

    /// Four boxes in a square never move, and are no obstacle where they belong.
    #[test]
    fn stuck_pieces_are_dead_elsewhere_than_at_places() {
        let rows = |rows: [&str; 5]| rows.map(|row| row.chars().collect::<Vec<char>>());
        let start = rows(["@......", "..$.$..", ".......", "..$.$..", "......."]);
        let square = rows([".......", "..$$...", "..$$...", ".......", "@......"]);
        let bound = |goal: [&str; 5]| {
            let game = game(&sokoban(&start, &rows(goal))).expect("it is a game");
            let actions = ground::all(&game).expect("there are few");
            let space = Space::<2>::new(&game, &actions, Packing::new(&game, &actions));
            let pieces = of(&space, &actions, &|| false).expect("it is such a game");
            let value =
                |&cell: &char| [".", "@", "$"].iter().position(|name| name.chars().eq([cell])).map(|at| at as u16);
            let values: Vec<u16> = square.iter().flatten().filter_map(value).collect();
            pieces.bound(&space, &space.packing.pack(&values).expect("it fits"))
        };
        assert_eq!(bound(["???????", "??$$???", "??$$???", "???????", "???????"]), Some(0));
        assert_eq!(bound(["???????", "??$$???", "??$?$??", "???????", "???????"]), None);
    }
}
