//! Up to symmetry: for random small instances of every family the orbits found by plain code of this file are as many as the
//! representatives that are listed and as Burnside's lemma counts; and the broken search finds a solution when there is one.
//!
//! Every failure names the model that it is about.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::solution::notation::Written;
use boardwright_puzzle::{Loaded, Question};
use boardwright_solvers::backend;
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::distinct::{self, Averaged, Breaking, Distinct, Symmetries};
use boardwright_tasks::task::failure::FailedCheck;
use boardwright_tasks::task::{self, Ask, Failure, Options, Setup, Solver, problem};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

fn load(text: &str) -> Loaded {
    let source = Source::new("test.toml", text);
    REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}\n{text}", wrong.render(&source, false)))
}

fn setup(loaded: &Loaded, formulation: Option<&str>, backend: &str) -> Setup {
    let formulation = formulation.map(str::to_string);
    let options = Options { formulation, backend: Some(backend.into()), ..Options::default() };
    Setup::resolve(loaded, &options, &Budget::none()).expect("the names exist")
}

fn run(loaded: &Loaded, ask: Ask, symmetries: Symmetries) -> Report {
    task::run(
        &task::Request::new(loaded, &setup(loaded, None, "batsat"), ask).up_to(symmetries),
        &Budget::none(),
        &mut task::ignore,
    )
    .expect("no check of ours fails")
}

fn up_to(distinct: Distinct) -> Symmetries {
    Symmetries { distinct: Some(distinct), breaking: None }
}

/// A solution in a form of this file.
type Form = BTreeSet<(usize, Vec<usize>)>;

/// The index of the first solution of each orbit, in the order of the list; the images of each are given.
fn firsts(forms: &[Form], images: &[Vec<Form>], what: &str) -> Vec<usize> {
    let index: BTreeMap<&Form, usize> = forms.iter().enumerate().map(|(index, form)| (form, index)).collect();
    assert_eq!(index.len(), forms.len(), "{what}: the forms distinguish solutions");
    let mut orbit: Vec<usize> = (0..forms.len()).collect();
    loop {
        let before = orbit.clone();
        for (own, images) in images.iter().enumerate() {
            for image in images {
                let other = *index.get(image).unwrap_or_else(|| panic!("{what}: an image is no solution: {image:?}"));
                let least = orbit[own].min(orbit[other]);
                (orbit[own], orbit[other]) = (least, least);
            }
        }
        if orbit == before {
            break;
        }
    }
    (0..forms.len()).filter(|&index| orbit[index] == index).collect()
}

/// Everything that has to agree for one model; `images` lists what all symmetries make of a form. Returns the number of
/// solutions and of orbits.
fn agree(
    text: &str,
    by: Distinct,
    form: &dyn Fn(&Written) -> Form,
    images: &dyn Fn(&Form) -> Vec<Form>,
) -> (usize, usize) {
    let loaded = load(text);
    let what = format!("{by:?}\n{text}");
    let all = run(&loaded, Ask::All, Symmetries::default());
    assert!(all.complete, "{what}");
    let forms: Vec<Form> = all.solutions.iter().map(|solution| form(&solution.written(&*loaded.instance))).collect();
    let made: Vec<Vec<Form>> = forms.iter().map(images).collect();
    let firsts = firsts(&forms, &made, &what);
    let distinct = run(&loaded, Ask::All, up_to(by));
    assert!(distinct.complete, "{what}");
    let representatives: Vec<Solution> = firsts.iter().map(|&first| all.solutions[first].clone()).collect();
    assert_eq!(distinct.solutions, representatives, "{what}: the first of each orbit");
    assert_eq!(distinct.count, Some(firsts.len().into()), "{what}");
    let counted = run(&loaded, Ask::Count, up_to(by));
    let found = (counted.count, counted.at_least, counted.complete);
    assert_eq!(found, (Some(firsts.len().into()), None, true), "{what}: counted");
    let number = distinct::among(&loaded.instance, by, &all.solutions).expect("the symmetries are known");
    assert_eq!(number, firsts.len(), "{what}: of a list");
    if firsts.len() > 1 {
        let some = run(&loaded, Ask::UpTo(firsts.len() - 1), up_to(by));
        assert_eq!(some.solutions, representatives[..firsts.len() - 1], "{what}: with a limit");
    }
    let group = loaded.instance.symmetries(by == Distinct::Colours).expect("the symmetries are known");
    let plan = matches!(loaded.instance.question(), Question::Plan { .. });
    let horizon = all.optimum.filter(|_| plan).map(|optimum| optimum as usize);
    let optimum = all.optimum.filter(|_| !plan);
    for formulation in loaded.puzzle.formulations() {
        let Ok(formulated) = loaded.instance.constrain(formulation.name, horizon, &Budget::none()) else { continue };
        if formulated.decisions.is_none() {
            continue;
        }
        if !forms.is_empty() {
            let solver = Solver::new(&backend::find("batsat").expect("it is there"));
            let orbits =
                distinct::burnside(&group, &*loaded.instance, &formulated, optimum, &Budget::none(), &mut |problem| {
                    let kept = problem::assignments(problem, &solver, Ask::All, &Budget::none())?;
                    Ok(kept.complete.then(|| kept.found.len().into()))
                });
            assert_eq!(orbits, Ok(Averaged::Exactly(firsts.len().into())), "{}, {group}: {what}", formulation.name);
        }
        let small = formulated.problem.booleans().len() <= 40 && forms.len() <= 40;
        for backend in ["varisat"].into_iter().chain(small.then_some("minilp")) {
            let setup = setup(&loaded, Some(formulation.name), backend);
            for breaking in [Breaking::Off, Breaking::Break] {
                let symmetries = Symmetries { distinct: None, breaking: Some(breaking) };
                let one = match task::run(
                    &task::Request::new(&loaded, &setup, Ask::One).up_to(symmetries),
                    &Budget::none(),
                    &mut task::ignore,
                ) {
                    // An LP solver that loses its way says so.
                    Err(Failure::Check(failed)) if backend == "minilp" && !matches!(failed, FailedCheck::Board(_)) => {
                        continue;
                    }
                    one => one.expect("no check of ours fails"),
                };
                let found = matches!(one.answer, Answer::Satisfiable | Answer::Optimal);
                assert_eq!(found, !forms.is_empty(), "{}, {backend}, {breaking:?}: {what}", formulation.name);
                assert_eq!(one.optimum, all.optimum, "{}, {backend}, {breaking:?}: {what}", formulation.name);
            }
        }
    }
    (forms.len(), firsts.len())
}

type Grid = Vec<Vec<char>>;

fn drawing(grid: &Grid) -> String {
    let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
    format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"))
}

fn turned(grid: &Grid) -> Grid {
    let (height, width) = (grid.len(), grid[0].len());
    (0..width).map(|row| (0..height).map(|column| grid[height - 1 - column][row]).collect()).collect()
}

fn flipped(grid: &Grid) -> Grid {
    grid.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

/// Where a cell goes by turn or flip number `way`, in a rectangle with this last row and column.
fn placed((row, column): (usize, usize), way: usize, (bottom, right): (usize, usize)) -> (usize, usize) {
    match way {
        0 => (row, column),
        1 => (bottom - row, column),
        2 => (row, right - column),
        3 => (bottom - row, right - column),
        4 => (column, row),
        5 => (right - column, row),
        6 => (column, bottom - row),
        _ => (right - column, bottom - row),
    }
}

/// Where each cell of a rectangle goes under its turns and flips, and the shifts of a torus: by the index of the cell.
fn maps(height: usize, width: usize, torus: bool) -> Vec<Vec<usize>> {
    let shifts: Vec<(usize, usize)> =
        if torus { (0..height * width).map(|cell| (cell / width, cell % width)).collect() } else { vec![(0, 0)] };
    let places: Vec<(usize, usize)> = (0..height * width).map(|cell| (cell / width, cell % width)).collect();
    let (bottom, right) = (height - 1, width - 1);
    let mut maps = Vec::new();
    for way in 0..if height == width { 8 } else { 4 } {
        for &(down, along) in &shifts {
            let place = |&at: &(usize, usize)| {
                let (row, column) = placed(at, way, (bottom, right));
                (row + down) % height * width + (column + along) % width
            };
            maps.push(places.iter().map(place).collect());
        }
    }
    maps
}

/// A grid that is the same after some of its turns and flips, more often than not.
fn symmetrised(random: &mut Random, grid: Grid) -> Grid {
    let (height, width) = (grid.len(), grid[0].len());
    let maps = maps(height, width, false);
    let map = random.one_of(&(0..maps.len()).collect::<Vec<_>>());
    let mut grid = grid;
    // Along each cycle of the map the first cell's character.
    for cell in 0..height * width {
        let mut at = maps[map][cell];
        while at > cell {
            grid[at / width][at % width] = grid[cell / width][cell % width];
            at = maps[map][at];
        }
    }
    grid
}

/// Cells with a number each, as a form.
fn cells_form(solution: &Written) -> Form {
    let cells = solution.board.iter().flat_map(|row| row.chars());
    cells.enumerate().map(|(cell, character)| (character as usize, vec![cell])).collect()
}

fn moved(form: &Form, map: &[usize]) -> Form {
    let image = |(kind, cells): &(usize, Vec<usize>)| {
        let mut cells: Vec<usize> = cells.iter().map(|&cell| map[cell]).collect();
        cells.sort_unstable();
        (*kind, cells)
    };
    form.iter().map(image).collect()
}

#[test]
fn lights_out() {
    let (mut merged, mut tori) = (0, 0);
    for seed in 0..120 {
        let mut random = Random(seed);
        let (height, width) = (1 + random.below(3), 1 + random.below(4));
        let states = 2 + random.below(2);
        let torus = random.below(2) == 0;
        let presses =
            (0..height).map(|_| (0..width).map(|_| random.one_of(&['0', '0', '1', '_', '0', '1'])).collect()).collect();
        let mut lights: Grid = symmetrised(&mut random, presses);
        lights[0][0] = '0';
        let reach = random.below(4);
        let steps: Vec<(i64, i64)> = match reach {
            0 => vec![(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)],
            1 => (0..9).map(|i| (i / 3 - 1, i % 3 - 1)).collect(),
            2 => vec![(0, 0), (0, 1)],
            _ => vec![(0, 0), (1, 1), (-1, -1)],
        };
        let drawn = ["\"plus\"", "\"king\"", "\"O#\"", "\"#..\\n.O.\\n..#\""][reach];
        let fewest = random.below(3) == 0;
        let place = |cell: usize, &(rows, columns): &(i64, i64)| {
            let (row, column) = ((cell / width) as i64 + rows, (cell % width) as i64 + columns);
            let (h, w) = (height as i64, width as i64);
            let (row, column) = if torus { (row.rem_euclid(h), column.rem_euclid(w)) } else { (row, column) };
            ((0..h).contains(&row) && (0..w).contains(&column)).then_some((row * w + column) as usize)
        };
        // What the presses leave, of dark lights: so there is a solution, but for a light that is changed besides.
        let presses = lights.clone();
        let mut sums = vec![0; height * width];
        for cell in (0..height * width).filter(|&cell| presses[cell / width][cell % width] == '1') {
            let reached: BTreeSet<usize> = steps.iter().filter_map(|step| place(cell, step)).collect();
            reached.into_iter().for_each(|light| sums[light] += 1);
        }
        for (cell, sum) in sums.into_iter().enumerate() {
            if presses[cell / width][cell % width] != '_' {
                lights[cell / width][cell % width] = char::from(b'0' + (sum % states) as u8);
            }
        }
        if random.below(5) == 0 {
            lights[0][0] = if lights[0][0] == '0' { '1' } else { '0' };
        }
        let text = format!(
            "puzzle = \"lights-out\"\nstates = {states}\nwrap = {torus}\nfewest = {fewest}\nreach = {drawn}\nlights = {}\n",
            drawing(&lights)
        );
        let light = |cell: usize| lights[cell / width][cell % width];
        let reached = |cell: usize| -> BTreeSet<usize> {
            steps.iter().filter_map(|step| place(cell, step)).filter(|&cell| light(cell) != '_').collect()
        };
        let cells = || (0..height * width).filter(|&cell| light(cell) != '_');
        // On a flat board the rectangle around the cells is turned. The first cell is always there.
        let last = |of: &dyn Fn(usize) -> usize| cells().map(of).max().unwrap_or(0) + 1;
        let (rows, columns) =
            if torus { (height, width) } else { (last(&|cell| cell / width), last(&|cell| cell % width)) };
        let mut kept = maps(rows, columns, torus);
        for map in &mut kept {
            let inner = map.clone();
            let place = |cell: usize| {
                let (row, column) = (cell / width, cell % width);
                if row >= rows || column >= columns {
                    return cell;
                }
                let image = inner[row * columns + column];
                image / columns * width + image % columns
            };
            *map = (0..height * width).map(place).collect();
        }
        kept.retain(|map| {
            let same = |cell: usize| {
                reached(cell).into_iter().map(|cell| map[cell]).collect::<BTreeSet<usize>>() == reached(map[cell])
            };
            (0..height * width).all(|cell| light(cell) == light(map[cell])) && cells().all(same)
        });
        let order: BTreeSet<&Vec<usize>> = kept.iter().collect();
        let group = load(&text).instance.symmetries(false).expect("they are known");
        assert_eq!(*group.order(), BigUint::from(order.len()), "seed {seed}, {group}\n{text}");
        let images = |form: &Form| kept.iter().map(|map| moved(form, map)).collect();
        let (solutions, orbits) = agree(&text, Distinct::Symmetries, &cells_form, &images);
        merged += usize::from(orbits < solutions);
        tori += usize::from(torus && orbits < solutions);
    }
    assert!(merged > 10 && tori > 3, "{merged} and {tori}: there were symmetric solutions");
}

#[test]
fn knightdoku() {
    let mut merged = 0;
    for seed in 0..30 {
        let mut random = Random(seed);
        let mut clue = || random.one_of(&['.', '.', '.', '.', '.', '.', 'x', '1']);
        let clues: Grid = (0..4).map(|_| (0..4).map(|_| clue()).collect()).collect();
        let clues: Grid = symmetrised(&mut random, clues);
        let (block, kept_by) = random.one_of(&[("[2, 2]", 8), ("[1, 4]", 8), ("[1, 2]", 4)]);
        let per_block = if block == "[1, 2]" { 1 } else { 2 };
        let text = format!(
            "puzzle = \"knightdoku\"\nblock = {block}\nper_line = 2\nper_block = {per_block}\nclues = {}\n",
            drawing(&clues)
        );
        let mut kept: Vec<Vec<usize>> = maps(4, 4, false);
        // Half rows are no half columns.
        kept.truncate(kept_by);
        kept.retain(|map| (0..16).all(|cell| clues[cell / 4][cell % 4] == clues[map[cell] / 4][map[cell] % 4]));
        let group = load(&text).instance.symmetries(false).expect("they are known");
        assert_eq!(*group.order(), BigUint::from(kept.len()), "seed {seed}, {group}\n{text}");
        let images = |form: &Form| kept.iter().map(|map| moved(form, map)).collect();
        let (solutions, orbits) = agree(&text, Distinct::Symmetries, &cells_form, &images);
        merged += usize::from(orbits < solutions);
    }
    assert!(merged > 5, "{merged}: there were symmetric solutions");
}

/// What a piece may become: its cells with their colours, against the top and the left.
type Ways = BTreeSet<Vec<(usize, usize, char)>>;

fn ways(grid: &Grid, rotate: bool, flip: bool) -> Ways {
    let mut found = BTreeSet::new();
    for flips in 0..if flip { 2 } else { 1 } {
        let mut grid = if flips == 1 { flipped(grid) } else { grid.clone() };
        for _ in 0..if rotate { 4 } else { 1 } {
            found.insert(corner(&grid));
            grid = turned(&grid);
        }
    }
    found
}

fn corner(grid: &Grid) -> Vec<(usize, usize, char)> {
    let cells = grid.iter().enumerate().flat_map(|(row, cells)| {
        cells.iter().enumerate().filter(|(_, c)| **c != '_').map(move |(column, &c)| (row, column, c))
    });
    let cells: Vec<(usize, usize, char)> = cells.collect();
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells.into_iter().map(|(row, column, c)| (row - top, column - left, c)).collect()
}

fn recoloured(grid: &Grid) -> Grid {
    let colour = |&c: &char| match c {
        'B' => 'W',
        'W' => 'B',
        c => c,
    };
    grid.iter().map(|row| row.iter().map(colour).collect()).collect()
}

/// The grid after turn or flip number `way`, as in [`maps`].
fn after(grid: &Grid, way: usize) -> Grid {
    let map = &maps_of(grid)[way];
    let (height, width) = (grid.len(), grid[0].len());
    // The ways from 4 on exchange height and width.
    let (rows, columns) = if way < 4 { (height, width) } else { (width, height) };
    let mut moved = vec![vec!['_'; columns]; rows];
    for (cell, &(row, column)) in map.iter().enumerate() {
        moved[row][column] = grid[cell / width][cell % width];
    }
    moved
}

/// Where the cells of any rectangle go, in all eight ways.
fn maps_of(grid: &Grid) -> Vec<Vec<(usize, usize)>> {
    let (height, width) = (grid.len(), grid[0].len());
    let place = |way: usize, cell: usize| placed((cell / width, cell % width), way, (height - 1, width - 1));
    (0..8).map(|way| (0..height * width).map(|cell| place(way, cell)).collect()).collect()
}

#[test]
fn dissections() {
    let (mut merged, mut exchanged) = (0, 0);
    for seed in 0..150 {
        let mut random = Random(seed);
        let (height, width) = random.one_of(&[(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (2, 6), (1, 5)]);
        let colours: &[char] = [&['#'][..], &['B', 'W'], &['#', '#', '#', '_']][random.below(3)];
        let chequered = colours.len() == 2 && random.below(2) == 0;
        let board = (0..height)
            .map(|row| {
                let square = |column: usize| if (row + column).is_multiple_of(2) { 'B' } else { 'W' };
                (0..width).map(|c| if chequered { square(c) } else { random.one_of(colours) }).collect()
            })
            .collect();
        let mut board: Grid = if chequered { board } else { symmetrised(&mut random, board) };
        for (row, column) in [(0, 0), (0, width - 1), (height - 1, 0), (height - 1, width - 1)] {
            // The corners are there, so that the rectangle is all of the drawing.
            if board[row][column] == '_' {
                board[row][column] = '#';
            }
        }
        let (rotate, flip) = (random.below(3) > 0, random.below(3) > 0);
        let shapes: [&[&str]; 9] = [
            &["##"],
            &["###"],
            &["##", "#_"],
            &["BW"],
            &["WB", "B_"],
            &["#"],
            &["_##", "##_"],
            &["##_", "_##"],
            &["BB"],
        ];
        let mut pieces: Vec<Grid> = Vec::new();
        let mut text =
            format!("puzzle = \"dissection\"\nrotate = {rotate}\nflip = {flip}\nboard = {}\n", drawing(&board));
        let (mut least, mut most): (BTreeMap<usize, usize>, BTreeMap<usize, usize>) = Default::default();
        for index in 0..2 + random.below(3) {
            let piece: Grid = random.one_of(&shapes).iter().map(|row| row.chars().collect()).collect();
            let (min, max) = random.one_of(&[(0, 99), (0, 99), (1, 3), (0, 2), (1, 1)]);
            text += &format!("[[piece]]\ncopies = {{ min = {min}, max = {max} }}\nshape = {}\n", drawing(&piece));
            let all = ways(&piece, rotate, flip);
            pieces.push(piece);
            let kind = pieces.iter().position(|other| ways(other, rotate, flip) == all).unwrap_or(index);
            *least.entry(kind).or_default() += min;
            *most.entry(kind).or_default() += max;
        }
        let kinds: Vec<(usize, Ways)> = least.keys().map(|&kind| (kind, ways(&pieces[kind], rotate, flip))).collect();
        let kind_of = |piece: usize| {
            let all = ways(&pieces[piece], rotate, flip);
            kinds.iter().find(|(_, other)| *other == all).map_or(piece, |(kind, _)| *kind)
        };
        let form = |solution: &Written| -> Form {
            let placements = solution.details["placements"].as_array().expect("a list");
            let number = |value: &serde_json::Value| value.as_u64().expect("a number") as usize - 1;
            placements
                .iter()
                .map(|placement| {
                    let piece = usize::from(placement["piece"].as_str().expect("a name").as_bytes()[0] - b'A');
                    let cells = placement["cells"].as_array().expect("a list").iter();
                    (kind_of(piece), cells.map(|cell| number(&cell[0]) * width + number(&cell[1])).collect())
                })
                .collect()
        };
        for by in [Distinct::Symmetries, Distinct::Colours] {
            // A map of the cells and one of the kinds for every symmetry.
            let mut kept: Vec<(Vec<usize>, BTreeMap<usize, usize>)> = Vec::new();
            for way in 0..if height == width { 8 } else { 4 } {
                for exchange in 0..if by == Distinct::Colours { 2 } else { 1 } {
                    let image = |grid: &Grid| {
                        let grid = after(grid, way);
                        if exchange == 1 { recoloured(&grid) } else { grid }
                    };
                    if image(&board) != board {
                        continue;
                    }
                    let shape = |cells: &Vec<(usize, usize, char)>| {
                        let mut grid = vec![vec!['_'; 4]; 4];
                        cells.iter().for_each(|&(row, column, c)| grid[row][column] = c);
                        corner(&image(&grid))
                    };
                    let images: Option<BTreeMap<usize, usize>> = kinds
                        .iter()
                        .map(|(kind, all)| {
                            let all: BTreeSet<_> = all.iter().map(shape).collect();
                            let to = kinds.iter().find(|(other, ways)| {
                                *ways == all && least[kind] == least[other] && most[kind] == most[other]
                            });
                            to.map(|(other, _)| (*kind, *other))
                        })
                        .collect();
                    let map = maps_of(&board)[way].iter().map(|&(row, column)| row * width + column).collect();
                    kept.extend(images.map(|images| (map, images)));
                }
            }
            let images = |form: &Form| -> Vec<Form> {
                let image = |(map, kinds): &(Vec<usize>, BTreeMap<usize, usize>)| {
                    moved(form, map).into_iter().map(|(kind, cells)| (kinds[&kind], cells)).collect()
                };
                kept.iter().map(image).collect()
            };
            let loaded = load(&text);
            let group = loaded.instance.symmetries(by == Distinct::Colours).expect("they are known");
            let order: BTreeSet<&(Vec<usize>, BTreeMap<usize, usize>)> = kept.iter().collect();
            assert_eq!(*group.order(), BigUint::from(order.len()), "seed {seed}, {by:?}, {group}\n{text}");
            if run(&loaded, Ask::UpTo(121), Symmetries::default()).solutions.len() > 120 {
                continue;
            }
            let (solutions, orbits) = agree(&text, by, &form, &images);
            merged += usize::from(orbits < solutions);
            let plain = loaded.instance.symmetries(false).expect("they are known");
            exchanged += usize::from(orbits < solutions && plain.order() < group.order());
        }
    }
    assert!(merged > 20 && exchanged > 0, "{merged} and {exchanged}: there were symmetric solutions");
}

#[test]
fn alternation() {
    let mut merged = 0;
    for seed in 0..40 {
        let mut random = Random(seed);
        let cells = 5 + random.below(4);
        let block = 1 + random.below(2);
        let mut start: Vec<char> = (0..cells).map(|_| random.one_of(&['B', 'W', '.'])).collect();
        let exchange = random.below(2) == 0;
        for cell in 0..cells / 2 {
            start[cells - 1 - cell] = match start[cell] {
                'B' if exchange => 'W',
                'W' if exchange => 'B',
                c => c,
            };
        }
        start[0] = 'B';
        start[cells - 1] = if exchange { 'W' } else { 'B' };
        for cell in [cells / 2, (cells - 1) / 2] {
            start[cell] = '.';
        }
        if cells % 2 == 1 && block == 2 {
            start[cells / 2 + 1] = '.';
            start[cells / 2 - 1] = '.';
        }
        let start: String = start.into_iter().collect();
        let goal = random.one_of(&["\"alternating\"", "\"separated\""]);
        // Without a number of moves only where a few are enough: proving that there are none takes long.
        let moves = random.one_of(&["moves = 1\n", "moves = 2\n", "moves = 3\n"]);
        let few = format!("puzzle = \"alternation\"\nstart = \"{start}\"\ngoal = {goal}\nblock = {block}\n{moves}");
        let solvable = run(&load(&few), Ask::One, Symmetries::default()).answer == Answer::Satisfiable;
        let moves = if solvable && random.below(2) == 0 { "" } else { moves };
        let text = format!("puzzle = \"alternation\"\nstart = \"{start}\"\ngoal = {goal}\nblock = {block}\n{moves}");
        let form = |solution: &Written| -> Form {
            let moves = solution.details["moves"].as_array().expect("a list").iter();
            let number = |value: &serde_json::Value| value.as_u64().expect("a number") as usize;
            moves.enumerate().map(|(index, pair)| (index, vec![number(&pair[0]), number(&pair[1])])).collect()
        };
        for by in [Distinct::Symmetries, Distinct::Colours] {
            let reversed: String = start.chars().rev().collect();
            let swapped = reversed.replace('B', "b").replace('W', "B").replace('b', "W");
            let kept = reversed == start || (by == Distinct::Colours && swapped == start);
            let images = |form: &Form| -> Vec<Form> {
                let other = |end: usize| cells - block + 2 - end;
                let image = form.iter().map(|(index, pair)| (*index, pair.iter().map(|&end| other(end)).collect()));
                if kept { vec![image.collect()] } else { Vec::new() }
            };
            let loaded = load(&text);
            let group = loaded.instance.symmetries(by == Distinct::Colours).expect("they are known");
            assert_eq!(*group.order(), BigUint::from(1 + usize::from(kept)), "{group}\n{text}");
            if run(&loaded, Ask::UpTo(81), Symmetries::default()).solutions.len() > 80 {
                continue;
            }
            let (solutions, orbits) = agree(&text, by, &form, &images);
            merged += usize::from(orbits < solutions);
        }
    }
    assert!(merged > 5, "{merged}: there were symmetric solutions");
}

#[test]
fn devils_chessboard() {
    for squares in [1, 2, 3, 4] {
        for (model, by) in
            [("", Distinct::Symmetries), ("", Distinct::Colours), ("strategy = \"xor\"\n", Distinct::Colours)]
        {
            if squares == 3 && !model.is_empty() {
                continue;
            }
            let text = format!("puzzle = \"devils-chessboard\"\nsquares = {squares}\n{model}");
            let form = |solution: &Written| -> Form {
                let colours = solution.details["strategy"].as_array().expect("a list").iter();
                let colours = colours.map(|colour| colour.as_u64().expect("a number") as usize);
                colours.enumerate().map(|(vertex, colour)| (vertex, vec![colour])).collect()
            };
            let images = |form: &Form| -> Vec<Form> {
                if !model.is_empty() {
                    return vec![form.clone()];
                }
                let map = |vertex: &dyn Fn(usize) -> usize, colour: &dyn Fn(usize) -> usize| -> Form {
                    form.iter().map(|(at, colours)| (vertex(*at), vec![colour(colours[0])])).collect()
                };
                let still = |at: usize| at;
                // What generates the rest: a coin turned over, two squares exchanged, two colours exchanged.
                let mut images: Vec<Form> = (0..squares).map(|square| map(&|at| at ^ 1 << square, &still)).collect();
                for other in 1..squares {
                    let exchanged = |at: usize| {
                        let (first, second) = (at & 1, at >> other & 1);
                        at & !1 & !(1 << other) | second | first << other
                    };
                    let swapped = |colour: usize| match colour {
                        0 => other,
                        colour if colour == other => 0,
                        colour => colour,
                    };
                    images.push(map(&exchanged, &still));
                    if by == Distinct::Colours {
                        images.push(map(&still, &swapped));
                    }
                }
                images
            };
            let (solutions, orbits) = agree(&text, by, &form, &images);
            // Counted by hand: 1 and 4 strategies; two squares have one up to either kind, and none for three.
            let known = match (squares, model) {
                (1, _) => Some((1, 1)),
                (2, "") => Some((4, 1)),
                (3, _) => Some((0, 0)),
                (_, "") => None,
                _ => Some((1, 1)),
            };
            assert!(known.is_none_or(|known| known == (solutions, orbits)), "{by:?}: {solutions}, {orbits}\n{text}");
        }
    }
}

/// Turning or flipping the board of a model keeps the number of its distinct solutions.
#[test]
fn a_turned_board_keeps_its_distinct_solutions() {
    for seed in 0..12 {
        let mut random = Random(seed);
        let (height, width) = (2 + random.below(3), 3 + random.below(2));
        let board: Grid =
            (0..height).map(|_| (0..width).map(|_| random.one_of(&['#', '#', '#', '_'])).collect()).collect();
        let mut board = symmetrised(&mut random, board);
        board[0][0] = '#';
        let count = |board: &Grid| {
            let text = format!(
                "puzzle = \"dissection\"\nboard = {}\n[[piece]]\ncopies = \"any\"\nshape = \"##\"\n[[piece]]\ncopies = \"any\"\nshape = \"#\"\n",
                drawing(board)
            );
            let report = run(&load(&text), Ask::All, up_to(Distinct::Symmetries));
            (report.count, report.distinct.map(|up_to| up_to.order))
        };
        let expected = count(&board);
        for other in [turned(&board), flipped(&board), turned(&flipped(&board))] {
            assert_eq!(count(&other), expected, "seed {seed}: {board:?}");
        }
    }
}

/// Published: 8 tilings of 3x20 by the twelve pentominoes, 2 up to symmetry.
#[test]
fn published_figures() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models/dissection/pentominoes-3x20.toml");
    let loaded = load(&std::fs::read_to_string(path).expect("a model is text"));
    let report = run(&loaded, Ask::All, up_to(Distinct::Symmetries));
    assert_eq!(report.count, Some(2u32.into()), "of 8");
    let up_to = report.distinct.expect("it was asked for");
    assert_eq!(up_to.symmetry, "D2 (half turn and flips, order 4)");
    let group = loaded.instance.symmetries(false).expect("they are known");
    let formulated = loaded.instance.constrain("owners", None, &Budget::none()).expect("it applies");
    let solver = Solver::new(&backend::find("batsat").expect("it is there"));
    let mut kept = Vec::new();
    let orbits = distinct::burnside(&group, &*loaded.instance, &formulated, None, &Budget::none(), &mut |problem| {
        let found = problem::assignments(problem, &solver, Ask::All, &Budget::none())?.found.len();
        kept.push(found);
        Ok(Some(found.into()))
    });
    assert_eq!(orbits, Ok(Averaged::Exactly(2u32.into())));
    assert_eq!((kept[0], kept.iter().sum::<usize>()), (8, 8), "no tiling is its own image");
}

#[test]
fn breaking_symmetries_is_for_one_solution() {
    let loaded = load("puzzle = \"lights-out\"\nlights = \"##\"\n");
    let setup = setup(&loaded, None, "batsat");
    let symmetries = Symmetries { distinct: None, breaking: Some(Breaking::Break) };
    let failure =
        task::run(&task::Request::new(&loaded, &setup, Ask::All).up_to(symmetries), &Budget::none(), &mut task::ignore)
            .expect_err("it drops some");
    assert!(failure.to_string().contains("`distinct` lists one solution of each orbit"), "{failure}");
}

/// The program on a model from standard input: the exit code, and what it says on stdout and stderr.
fn program(arguments: &[&str], model: &str) -> (Option<i32>, String, String) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(model.as_bytes()).expect("the program reads");
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Two L-trominoes on 2x3: two solutions, each the other's mirror image.
const TROMINOES: &str = "puzzle = \"dissection\"\nboard = \"###\\n###\"\n[[piece]]\ncopies = 2\nshape = \"#_\\n##\"\n";

/// Dominoes of two colours on 2x2 white squares beside black ones: an exchange of colours turns the board by 180 degrees.
const COLOURED: &str = "puzzle = \"dissection\"\nboard = \"BW\\nBW\"\n[[piece]]\ncopies = \"any\"\nshape = \"B\"\n[[piece]]\ncopies = \"any\"\nshape = \"W\"\n[[piece]]\ncopies = \"any\"\nshape = \"BB\"\n[[piece]]\ncopies = \"any\"\nshape = \"WW\"\n";

#[test]
fn solve_says_which_solutions_count_as_one() {
    let (code, out, _) = program(&["solve", "-", "--all", "--distinct"], TROMINOES);
    let last = out.lines().last().unwrap_or_default();
    let expected = "satisfiable: the only distinct solution (up to the 4 symmetries of the board: D2), verified";
    assert_eq!((code, last), (Some(0), expected));
    let (_, out, _) = program(&["solve", "-", "--all", "--distinct", "--format", "json"], TROMINOES);
    let json: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(json["distinct"], "symmetries");
    assert_eq!(json["symmetry"], "D2 (half turn and flips, order 4)");
    assert_eq!((&json["count"], &json["complete"]), (&1.into(), &true.into()));
    let (_, out, _) = program(&["solve", "-", "--all", "--format", "json"], TROMINOES);
    let json: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!((&json["distinct"], &json["count"]), (&serde_json::Value::Null, &2.into()));
    // Either column has a domino or none: 4 solutions, of which an exchange of colours makes 3.
    for (flag, expected) in [
        ("--distinct", "all 4 distinct solutions (up to the 2 symmetries of the board: D1), verified"),
        (
            "--distinct=colours",
            "all 3 distinct solutions (up to the 4 symmetries of the board and its colours: D2 with exchange of colours), verified",
        ),
    ] {
        let (_, out, _) = program(&["solve", "-", "--all", flag], COLOURED);
        assert_eq!(out.lines().last(), Some(format!("satisfiable: {expected}").as_str()));
    }
}

#[test]
fn flags_that_say_nothing_are_refused() {
    let (code, out, error) = program(&["solve", "-", "--distinct"], TROMINOES);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(error.contains("--distinct requires --all or --limit N"), "{error}");
    let (code, out, error) = program(&["solve", "-", "--all", "--symmetry", "break"], TROMINOES);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(error.contains("`--distinct` lists one solution of each orbit"), "{error}");
    let xor = "puzzle = \"devils-chessboard\"\nsquares = 16\n";
    let (code, _, error) = program(&["solve", "-", "--symmetry", "break"], xor);
    assert_eq!(code, Some(2));
    assert!(error.contains("the method `xor` has none"), "{error}");
    let (code, out, _) = program(&["solve", "-", "--symmetry", "break"], TROMINOES);
    assert_eq!((code, out.lines().last()), (Some(0), Some("satisfiable: a verified solution")));
}

#[test]
fn check_names_the_symmetries_and_holds_distinct_counts_true() {
    let with = |expect: &str| format!("{TROMINOES}[expect]\n{expect}\n");
    let (code, out, _) = program(&["check", "-"], &with("count = 2\ndistinct = 1"));
    assert_eq!(code, Some(0), "{out}");
    assert!(out.trim_end().ends_with(", symmetries: D2 (half turn and flips, order 4)"), "{out}");
    let (code, out, _) = program(&["check", "-"], &with("distinct = 2"));
    assert_eq!(code, Some(1));
    assert!(out.contains("expected 2 distinct solutions, found 1"), "{out}");
    let (code, out, _) = program(&["check", "-", "--format", "json"], &with("distinct = 0"));
    assert_eq!(code, Some(1));
    let json: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(json["models"][0]["symmetries"], "D2 (half turn and flips, order 4)");
    assert_eq!(json["models"][0]["broken"][0], "expected 0 distinct solutions, found more");
}
