//! The formulations of dissections. Both have a decision variable for every place of a piece that fits the board.
//!
//! A *class* is all pieces of the same shape up to the permitted turns and flips. A *placement* is a class on certain
//! cells, some orientation of it fitting their colours; `F at r2c3 turned 90` names the first of these orientations
//! and the first of the cells. Exactly one placement covers every cell; every class has as many placements as its
//! pieces have copies. So two assignments are never the same board: the assignment of equal pieces to placements is
//! not decided, but follows from reading order.
//!
//! `placements` is exactly that: an exact cover. A class with `o` outlines on `n` cells has at most `o n` placements;
//! the constraint of a cell has a literal for each placement over it, that of a class a literal for each of its
//! placements. L-trominoes on 2x3: four orientations on two squares of 2x2, 8 placements, and two of them cover the
//! board in 2 ways. The twelve pentominoes on 6x10: 2056 placements, 72 constraints.
//!
//! `owners` also has an auxiliary variable for every cell and class, which states that the class covers the cell, and
//! the constraints of the cells over these variables. Solvers learn and decide with them: with ladders the formula of
//! 6x10 has 21 924 clauses instead of 49 184, and varisat finds a tiling in 0.4 s instead of 1.1 s, in the mean over
//! 21 seeds. For integer programs the smaller `placements` is better.
//!
//! Both post the results of `counting` and `leftover` as redundant constraints.

use super::leftover::Leftover;
use super::{Board, counting};
use crate::dissection::class::outlines;
pub(super) use crate::dissection::class::{Class, classes, named};
use boardwright_base::board::Cell;
use boardwright_base::budget::{Refused, Stop};
use boardwright_base::source::Span;
use boardwright_ir::constraint::origin::{BuiltIn, Copies, Instance};
use boardwright_ir::constraint::{Assignment, Constraint, Draft, Literal, Origin, OriginId, Relation};
use boardwright_puzzle::NoFormulation;
use boardwright_puzzle::{Decisions, Formulated, Placeable, PlaceableKind};
use std::sync::Arc;

/// The most cells in all placements together: a larger problem does not fit in memory.
const MAX_COVERED: usize = 10_000_000;

/// The placements over a cell, by class: the class and its literals, in order of the classes.
pub(super) type Covering = Vec<(usize, Vec<Literal>)>;

pub(super) fn constrain(
    board: &Board,
    formulation: &str,
    mut problem: Draft,
) -> Result<Formulated, Refused<NoFormulation>> {
    let mut classes = classes(&board.pieces);
    let covering = place(&mut problem, board, &mut classes)?;
    for (cell, _, place) in board.cells() {
        let origin = problem.origin(cell_origin(board, cell, place));
        let covering = &covering[cell.row][cell.column];
        let literals: Vec<Literal> = if formulation == "owners" && covering.len() > 1 {
            covering.iter().map(|(class, over)| owner(&mut problem, origin, board, &classes[*class], over)).collect()
        } else {
            covering.iter().flat_map(|(_, over)| over.iter().copied()).collect()
        };
        problem.post(origin, Constraint::exactly(1, literals));
    }
    let alone = classes.len() == 1;
    for class in &classes {
        count(&mut problem, board, class, alone);
    }
    if let Some(contradiction) = counting::contradiction(board) {
        let origin = Origin::built_in(contradiction.rule()).part(Instance::Argument(contradiction.argument));
        let origin = problem.origin(origin.clue_at(board.span).on(contradiction.cells));
        problem.post_redundant(origin, Constraint::clause([]));
    }
    exclude_leftovers(&mut problem, board, &classes);
    Ok(formulated(board, classes, problem, Vec::new())?)
}

/// Returns the formulation with its decoder; `layers` are further decisions.
pub(super) fn formulated(
    board: &Board,
    classes: Vec<Class>,
    problem: Draft,
    layers: Vec<Vec<Vec<Literal>>>,
) -> Result<Formulated, Stop> {
    let decisions = Decisions { layers, placements: placements(board, &classes), ..Decisions::default() };
    let board = board.clone();
    let decode = move |assignment: &Assignment| {
        let chosen = |class: &Class| {
            let chosen = class.placements.iter().filter(|(variable, ..)| assignment.boolean(*variable));
            named(&board, class, chosen.map(|(.., cells)| cells.clone()).collect())
        };
        super::candidate(classes.iter().flat_map(chosen).collect())
    };
    Ok(Formulated { problem: problem.finish()?.into(), decode: Arc::new(decode), decisions: Some(decisions.into()) })
}

/// The placements of all classes, with their cells in reading order.
fn placements(board: &Board, classes: &[Class]) -> Vec<Placeable> {
    let index = |cell: &Cell| cell.row * board.width() + cell.column;
    let placements =
        classes.iter().enumerate().flat_map(|(class, own)| own.placements.iter().map(move |placed| (class, placed)));
    placements
        .map(|(class, &(variable, orientation, ref cells))| Placeable {
            class,
            kind: PlaceableKind::Piece(orientation),
            cells: cells.iter().map(index).collect(),
            literal: variable.into(),
        })
        .collect()
}

/// The placements are too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the placements cover more than {MAX_COVERED} cells in total")]
struct TooManyCovered;

/// Makes a variable for every placement of every class. Returns the placements over each cell, by row and column.
pub(super) fn place(
    problem: &mut Draft,
    board: &Board,
    classes: &mut [Class],
) -> Result<Vec<Vec<Covering>>, Refused<NoFormulation>> {
    let mut covering: Vec<Vec<Covering>> = vec![vec![Vec::new(); board.width()]; board.height()];
    let mut covered = 0;
    for (index, class) in classes.iter_mut().enumerate() {
        let piece = &board.pieces[class.pieces[0]];
        for outline in outlines(piece) {
            problem.check()?;
            for (orientation, cells) in outline.placements(board) {
                covered += cells.len();
                problem.check()?;
                if covered > MAX_COVERED {
                    return Err(Refused::inapplicable(TooManyCovered));
                }
                let how = orientation.to_string();
                let blank = if how.is_empty() { "" } else { " " };
                let variable = problem.boolean(format!("{} at {}{blank}{how}", piece.name, board.named(cells[0])));
                for cell in &cells {
                    let covering = &mut covering[cell.row][cell.column];
                    match covering.last_mut() {
                        Some((last, over)) if *last == index => over.push(variable.into()),
                        _ => covering.push((index, vec![variable.into()])),
                    }
                }
                class.placements.push((variable, orientation, cells));
            }
        }
    }
    Ok(covering)
}

/// Returns a variable that is true exactly when one of the placements over a cell is, all of one class. If the class
/// may be used several times, also posts that no two of them are.
fn owner(problem: &mut Draft, origin: OriginId, board: &Board, class: &Class, over: &[Literal]) -> Literal {
    let variable = problem.auxiliary("");
    if class.most(board) == Some(1) {
        for &placement in over {
            problem.post(origin, Constraint::implies(placement, [variable.into()]));
        }
        problem.post(origin, Constraint::implies(variable.into(), over.iter().copied()));
    } else {
        problem.post(origin, Constraint::exactly(1, over.iter().copied().chain([!variable])));
    }
    variable.into()
}

/// Forbids the placements that leave parts of the board which no pieces fill.
fn exclude_leftovers(problem: &mut Draft, board: &Board, classes: &[Class]) {
    let placements = || classes.iter().flat_map(|class| &class.placements);
    let Some(leftover) = Leftover::new(board, placements().count()) else { return };
    for (variable, ..) in placements().filter(|(.., cells)| leftover.is_hopeless(cells)) {
        let origin = problem.origin(Origin::built_in(BuiltIn::Leftovers).part(Instance::Placement(variable.0)));
        problem.post_redundant(origin, Constraint::clause([!*variable]));
    }
}

/// Returns the origin of the number of placements of a class.
pub(super) fn class_origin(board: &Board, class: &Class) -> Origin {
    let pieces = class.pieces.iter().map(|&index| &board.pieces[index]);
    let copies = pieces.map(|piece| Copies { piece: piece.name.clone(), least: piece.min, most: piece.max });
    let origin = Origin::built_in(BuiltIn::Pieces).part(Instance::Pieces(copies.collect()));
    origin.clue_at(board.pieces[class.pieces[0]].span)
}

/// Returns the origin of a cell, whose place in the model is `place`.
pub(super) fn cell_origin(board: &Board, cell: Cell, place: Span) -> Origin {
    Origin::built_in(BuiltIn::Cells).part(Instance::Cell(board.named(cell))).clue_at(place).on([cell])
}

/// Posts the number of placements of a class, unless the cells determine it. `alone`: there is no other class.
pub(super) fn count(problem: &mut Draft, board: &Board, class: &Class, alone: bool) {
    let first = &board.pieces[class.pieces[0]];
    let (area, size) = (board.area(), first.size());
    let (least, most) = (class.least(board), class.most(board));
    if alone && least * size <= area && most.is_none_or(|most| area <= most * size) {
        // Any cover of the board has area / size placements, the required number.
        return;
    }
    // A maximum above what the area allows is no restriction.
    let most = most.filter(|&most| most * size < area || most == least);
    let origin = problem.origin(class_origin(board, class));
    let literals = || class.placements.iter().map(|&(variable, ..)| variable.into());
    match most {
        Some(most) if most == least => problem.post(origin, Constraint::exactly(least as i64, literals())),
        _ => {
            if least > 0 {
                problem.post(origin, Constraint::count(Relation::AtLeast, least as i64, literals()));
            }
            if let Some(most) = most {
                problem.post(origin, Constraint::at_most(most as i64, literals()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use boardwright_base::budget::Budget;
    use boardwright_base::random::Random;
    use boardwright_base::source::Source;
    use boardwright_puzzle::Loaded;
    use boardwright_puzzle::solution::Solution;
    use boardwright_puzzle::solution::notation::Written;
    use boardwright_tasks::task::{self, Ask, Options, Setup};
    use std::collections::{BTreeMap, BTreeSet};
    use std::fmt::Write;

    type Grid = Vec<Vec<char>>;
    /// The kinds of pieces with the cells that they cover.
    type Tiling = BTreeSet<(usize, Vec<(usize, usize)>)>;
    /// For every kind, the fewest and the most copies still to be placed.
    type Copies = BTreeMap<usize, (usize, usize)>;

    /// A puzzle as characters, independent of the code under test.
    #[derive(Debug)]
    struct Case {
        board: Grid,
        rotate: bool,
        flip: bool,
        /// With the fewest and the most copies.
        pieces: Vec<(Grid, usize, usize)>,
    }

    /// More copies than any test board has cells.
    const ANY: usize = 99;

    impl Case {
        fn model(&self) -> String {
            let picture =
                |grid: &Grid| grid.iter().map(|row| row.iter().collect::<String>() + "\n").collect::<String>();
            let (rotate, flip) = (self.rotate, self.flip);
            let mut text = format!("puzzle = \"dissection\"\nrotate = {rotate}\nflip = {flip}\n");
            let _ = write!(text, "board = \"\"\"\n{}\"\"\"\n", picture(&self.board));
            for (grid, min, max) in &self.pieces {
                let copies = match (min, max) {
                    (0, &ANY) => "\"any\"".to_string(),
                    (min, max) if min == max => min.to_string(),
                    (min, max) => format!("{{ min = {min}, max = {max} }}"),
                };
                let _ = write!(text, "[[piece]]\ncopies = {copies}\nshape = \"\"\"\n{}\"\"\"\n", picture(grid));
            }
            text
        }

        fn load(&self) -> Loaded {
            let source = Source::new("test", self.model());
            boardwright_families::load(&source, &Budget::none())
                .unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)))
        }

        /// Returns every way a piece may lie: cells from its first row and column on, with colours.
        fn ways(&self, grid: &Grid) -> BTreeSet<Vec<(usize, usize, char)>> {
            let mut ways = BTreeSet::new();
            let mut grid = grid.clone();
            for turn in 0..8 {
                if (self.rotate || turn % 4 == 0) && (self.flip || turn < 4) {
                    let cells = grid.iter().enumerate().flat_map(|(row, line)| {
                        line.iter().enumerate().filter(|(_, c)| **c != '_').map(move |(column, &c)| (row, column, c))
                    });
                    let cells: Vec<_> = cells.collect();
                    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
                    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
                    ways.insert(cells.into_iter().map(|(row, column, c)| (row - top, column - left, c)).collect());
                }
                let (height, width) = (grid.len(), grid[0].len());
                grid =
                    (0..width).map(|row| (0..height).map(|column| grid[height - 1 - column][row]).collect()).collect();
                if turn == 3 {
                    grid.iter_mut().for_each(|row| row.reverse());
                }
            }
            ways
        }

        /// Returns, for every piece, the first piece that is the same.
        fn kinds(&self) -> Vec<usize> {
            let ways: Vec<_> = self.pieces.iter().map(|(grid, ..)| self.ways(grid)).collect();
            ways.iter().map(|way| ways.iter().position(|other| other == way).unwrap_or(0)).collect()
        }

        /// Returns all tilings, by brute force.
        fn tilings(&self) -> BTreeSet<Tiling> {
            let mut copies = Copies::new();
            for (kind, (_, min, max)) in self.kinds().into_iter().zip(&self.pieces) {
                let (least, most) = copies.entry(kind).or_default();
                (*least, *most) = (*least + min, *most + max);
            }
            let mut found = BTreeSet::new();
            self.extend(&self.board, &copies, &Tiling::new(), &mut found);
            found
        }

        fn extend(&self, free: &Grid, copies: &Copies, tiling: &Tiling, found: &mut BTreeSet<Tiling>) {
            let first = free.iter().enumerate();
            let mut first = first.filter_map(|(row, line)| Some((row, line.iter().position(|&c| c != '_')?)));
            let Some(first) = first.next() else {
                if copies.values().all(|(least, _)| *least == 0) {
                    found.insert(tiling.clone());
                }
                return;
            };
            for (&kind, &(least, most)) in copies.iter().filter(|(_, (_, most))| *most > 0) {
                for way in self.ways(&self.pieces[kind].0) {
                    let Some(left) = first.1.checked_sub(way[0].1) else { continue };
                    let cells: Vec<(usize, usize)> = way.iter().map(|cell| (first.0 + cell.0, left + cell.1)).collect();
                    let fits = way.iter().zip(&cells).all(|(&(.., colour), &(row, column))| {
                        let ground = free.get(row).and_then(|line| line.get(column)).copied().unwrap_or('_');
                        ground != '_' && (ground == colour || ground == '#' || colour == '#')
                    });
                    if fits {
                        let (mut free, mut copies, mut tiling) = (free.clone(), copies.clone(), tiling.clone());
                        cells.iter().for_each(|&(row, column)| free[row][column] = '_');
                        copies.insert(kind, (least.saturating_sub(1), most - 1));
                        tiling.insert((kind, cells));
                        self.extend(&free, &copies, &tiling, found);
                    }
                }
            }
        }

        /// Returns all solutions that the program finds.
        fn solutions(&self, formulation: &str, backend: &str) -> BTreeSet<Tiling> {
            let (formulation, backend) = (Some(formulation.into()), Some(backend.into()));
            self.found(&Options { formulation, backend, ..Options::default() })
        }

        fn found(&self, options: &Options) -> BTreeSet<Tiling> {
            let loaded = self.load();
            let setup = Setup::resolve(&loaded, options, &Budget::none()).expect("the names exist");
            let report = task::run(&task::Request::new(&loaded, &setup, Ask::All), &Budget::none(), &mut task::ignore)
                .expect("no check of ours fails");
            assert!(report.complete);
            let kinds = self.kinds();
            let number = |value: &serde_json::Value| value.as_u64().expect("a number") as usize - 1;
            let tiling = |solution: &Solution| -> Tiling {
                let written = solution.written(&*loaded.instance);
                let placements = written.details["placements"].as_array().expect("a list");
                let placements = placements.iter().map(|placement| {
                    let name = placement["piece"].as_str().expect("a name").as_bytes()[0];
                    let cells = placement["cells"].as_array().expect("a list").iter();
                    (kinds[usize::from(name - b'A')], cells.map(|cell| (number(&cell[0]), number(&cell[1]))).collect())
                });
                placements.collect()
            };
            let tilings: BTreeSet<Tiling> = report.solutions.iter().map(tiling).collect();
            assert_eq!(tilings.len(), report.solutions.len(), "no tiling is found twice");
            tilings
        }
    }

    fn one_in(random: &mut Random, n: usize) -> bool {
        random.below(n) == 0
    }

    impl Case {
        /// A board of at most 12 cells cut into pieces, some of which are changed afterwards.
        fn random(random: &mut Random) -> Case {
            let (height, width) = [(1, 6), (2, 3), (2, 5), (3, 3), (3, 4), (4, 3), (6, 2)][random.below(7)];
            let colours: &[char] = [&['#'][..], &['B', 'W'], &['B', 'W', '#']][random.below(3)];
            let mut board = vec![vec!['_'; width]; height];
            for cell in board.iter_mut().flatten() {
                if !one_in(random, 8) {
                    *cell = colours[random.below(colours.len())];
                }
            }
            board[0][0] = colours[0];
            let (rotate, flip) = (!one_in(random, 3), !one_in(random, 3));
            let mut case = Case { board, rotate, flip, pieces: Vec::new() };
            let mut free: Vec<(usize, usize)> = (0..height * width).map(|i| (i / width, i % width)).collect();
            free.retain(|&(row, column)| case.board[row][column] != '_');
            while !free.is_empty() {
                let mut piece = vec![free.remove(0)];
                for _ in 0..random.below(4) {
                    let anywhere = one_in(random, 10);
                    let near = |cell: &(usize, usize)| {
                        anywhere || piece.iter().any(|other| other.0.abs_diff(cell.0) + other.1.abs_diff(cell.1) == 1)
                    };
                    let next: Vec<usize> = (0..free.len()).filter(|&index| near(&free[index])).collect();
                    if !next.is_empty() {
                        piece.push(free.remove(next[random.below(next.len())]));
                    }
                }
                let mut grid = vec![vec!['_'; width]; height];
                for (row, column) in piece {
                    let ground = case.board[row][column];
                    let colour = if ground == '#' { colours[random.below(colours.len())] } else { ground };
                    grid[row][column] = if one_in(random, 4) { '#' } else { colour };
                }
                let ways: Vec<_> = case.ways(&grid).into_iter().collect();
                let mut turned = vec![vec!['_'; 6]; 6];
                for &(row, column, colour) in &ways[random.below(ways.len())] {
                    turned[row][column] = colour;
                }
                case.pieces.push((turned, 1, 1));
            }
            assert!(!case.tilings().is_empty(), "the pieces were cut from the board");
            for index in 0..case.pieces.len() {
                match random.below(12) {
                    0 => case.pieces[index].1 = 0,
                    1 => (case.pieces[index].1, case.pieces[index].2) = (0, ANY),
                    2 => (case.pieces[index].1, case.pieces[index].2) = (1, 2),
                    3 => case.pieces[index].0[0].swap(0, 1),
                    4 => case.pieces[index] = case.pieces[0].clone(),
                    _ => {}
                }
            }
            case
        }
    }

    #[test]
    fn all_tilings_of_random_boards_are_found_once() {
        let (mut solvable, mut unsolvable) = (0, 0);
        for seed in 1..=150 {
            let case = Case::random(&mut Random(seed));
            let expected = case.tilings();
            if expected.len() > 200 {
                continue;
            }
            if expected.is_empty() {
                unsolvable += 1;
            } else {
                solvable += 1;
            }
            let method = Options { method: Some("fewest-placements".into()), ..Options::default() };
            assert_eq!(case.found(&method), expected, "seed {seed}, fewest-placements:\n{}", case.model());
            let ilp = seed % 10 == 0 && expected.len() < 10;
            for formulation in ["owners", "placements"] {
                let cover = (formulation == "placements").then_some("xcc");
                for backend in ["varisat", "batsat"].into_iter().chain(ilp.then_some("minilp")).chain(cover) {
                    let found = case.solutions(formulation, backend);
                    assert_eq!(found, expected, "seed {seed}, {formulation}, {backend}:\n{}", case.model());
                }
            }
        }
        assert!(solvable > 50 && unsolvable > 20, "{solvable} and {unsolvable}: both kinds are tried");
    }

    /// The boards of names that `verify` accepts: they are the tilings, with equal pieces exchanged.
    #[test]
    fn the_rules_accept_the_tilings_and_nothing_else() {
        let mut tried = 0;
        for seed in 1..=400 {
            let case = Case::random(&mut Random(seed));
            let (height, width) = (case.board.len(), case.board[0].len());
            let mut cells: Vec<(usize, usize)> = (0..height * width).map(|i| (i / width, i % width)).collect();
            cells.retain(|&(row, column)| case.board[row][column] != '_');
            let boards = case.pieces.len().checked_pow(cells.len() as u32);
            let Some(boards) = boards.filter(|&boards| boards <= 5_000) else { continue };
            tried += 1;
            let (loaded, kinds) = (case.load(), case.kinds());
            let mut accepted = BTreeSet::new();
            for board in 0..boards {
                let mut rest = board;
                let mut names = vec![vec!['_'; width]; height];
                let mut by_kind = BTreeSet::new();
                for &(row, column) in &cells {
                    let piece = rest % case.pieces.len();
                    rest /= case.pieces.len();
                    names[row][column] = char::from(b'A' + piece as u8);
                    by_kind.insert((kinds[piece], row, column));
                }
                let rows = names.iter().map(|row| row.iter().collect()).collect();
                if Solution::read(&*loaded.instance, &Written::new(rows)).is_ok() {
                    accepted.insert(by_kind);
                }
            }
            let flat = |tiling: Tiling| -> BTreeSet<(usize, usize, usize)> {
                let cells = |(kind, cells): &(usize, Vec<(usize, usize)>)| {
                    cells.iter().map(|&(row, column)| (*kind, row, column)).collect::<Vec<_>>()
                };
                tiling.iter().flat_map(cells).collect()
            };
            let expected: BTreeSet<_> = case.tilings().into_iter().map(flat).collect();
            assert_eq!(accepted, expected, "seed {seed}:\n{}", case.model());
        }
        assert!(tried > 50, "{tried} boards are small enough");
    }

    /// Dominoes on 2 x n are the Fibonacci numbers, on 4 x 4 there are 36 ways (OEIS A004003).
    #[test]
    fn dominoes_are_counted() {
        let domino = |height: usize, width: usize, (least, most): (usize, usize)| {
            let pieces = vec![(vec![vec!['#', '#']], least, most)];
            let case = Case { board: vec![vec!['#'; width]; height], rotate: true, flip: true, pieces };
            case.solutions("owners", "varisat").len()
        };
        let any = (0, ANY);
        let ways: Vec<usize> = (1..=7).map(|width| domino(2, width, any)).collect();
        assert_eq!(ways, [1, 2, 3, 5, 8, 13, 21]);
        assert_eq!(domino(4, 4, any), 36);
        assert_eq!(domino(4, 4, (8, 8)), 36);
        assert_eq!(domino(4, 4, (2, 7)), 0);
        assert_eq!(domino(4, 4, (9, 9)), 0);
    }
}
