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
mod bounds;
mod worlds;

use self::astar::{Found, Search};
pub(super) use self::bounds::Pieces;
use super::super::ground::Action;
use super::packed::State;
use super::sides::Cut;
use super::space::{Edge, Space};
use boardwright_puzzle::capability::methods::MethodRequest;

/// Spaces with fewer placements of pieces are searched from both ends.
const MAX_BOTH_SIDED: f64 = 1e6;
/// The number of expanded positions after which any plan is looked for first.
const PATIENCE: usize = 20_000;
/// The number of expanded positions after which a hasty search gives up.
const HASTE: usize = 3_000_000;
/// How often the hasty search counts the bound.
const GREED: u32 = 5;

/// Returns the bounds of a game of equal pieces that have to reach as many places, if its space is large.
pub(super) fn suited<const N: usize>(
    space: &Space<'_, N>,
    actions: &[Action],
    stop: &dyn Fn() -> bool,
) -> Option<Pieces> {
    bounds::of(space, actions, stop).filter(|pieces| pieces.positions() > MAX_BOTH_SIDED)
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
    use super::bounds::of;
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
