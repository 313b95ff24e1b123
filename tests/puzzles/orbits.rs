//! `--distinct` against brute force on boards that fall apart, of all shapes: all boards and lines are tried, the isometries
//! follow from the coordinates of corners, and orbits are counted by comparing every image of every solution.

use crate::support::forms::accepted;
use crate::support::plane::{Board, Map};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::distinct::{Breaking, Distinct, Symmetries};
use boardwright_tasks::task::{Ask, Options, Request, Setup, ignore, run};
use std::collections::{BTreeMap, BTreeSet};

/// What a solution is: by cell a value, then by line or placement whether it is there.
type Form = Vec<u8>;

/// What a symmetry makes of a solution.
type Image = Box<dyn Fn(&Form) -> Form>;

/// The number of orbits of these solutions under maps that are a group.
fn orbits(solutions: &BTreeSet<Form>, images: &[Image], what: &str) -> usize {
    let mut least = BTreeSet::new();
    for solution in solutions {
        let all: Vec<Form> = images.iter().map(|image| image(solution)).collect();
        assert!(all.iter().all(|image| solutions.contains(image)), "brute force itself: {what}");
        least.insert(all.into_iter().min());
    }
    least.len()
}

/// Compares the number of solutions and of orbits, listed and counted.
fn compare(model: &str, solutions: &BTreeSet<Form>, images: &[Image], seed: u64) -> usize {
    let what = format!("seed {seed}\n{model}");
    let expected = orbits(solutions, images, &what);
    let source = Source::new("orbits.toml", model);
    let loaded = REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|wrong| panic!("{what}{}", wrong.render(&source, false)));
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("a solver takes it");
    let ask = |ask, distinct, breaking| {
        let request = Request::new(&loaded, &setup, ask).up_to(Symmetries { distinct, breaking });
        run(&request, &Budget::none(), &mut ignore).unwrap_or_else(|wrong| panic!("{wrong}: {what}"))
    };
    assert_eq!(ask(Ask::Count, None, None).count, Some(solutions.len().into()), "solutions: {what}");
    let distinct = Some(Distinct::Symmetries);
    let group = loaded.instance.symmetries(false).expect("they are known");
    assert_eq!(ask(Ask::Count, distinct, None).count, Some(expected.into()), "counted, {group}: {what}");
    assert_eq!(ask(Ask::All, distinct, None).solutions.len(), expected, "listed, {group}: {what}");
    let broken = ask(Ask::One, None, Some(Breaking::Break)).answer;
    assert_eq!(broken == Answer::Satisfiable, expected > 0, "broken, {group}: {what}");
    solutions.len() - expected
}

fn any_board(random: &mut Random, most: usize) -> Board {
    match random.below(8) {
        0 | 1 => Board::squares(random, most),
        2 => Board::torus(random),
        3 => Board::hexagons(random, most),
        4 => Board::triangles(random, most),
        5 => Board::cubes(random, most),
        6 => Board::polygons(random, most),
        _ => Board::graph(random),
    }
}

/// Numbers for some cells, in a pattern that some map keeps where there is one.
fn marks(random: &mut Random, maps: &[Map], count: usize, highest: usize) -> Vec<Option<usize>> {
    let map = &maps[random.below(maps.len())];
    let mut marks = vec![None; count];
    for _ in 0..random.below(3) {
        let (start, number) = (random.below(count), random.below(highest + 1));
        let mut at = start;
        loop {
            marks[at] = Some(number);
            at = map.cells[at];
            if at == start || random.below(8) == 0 {
                break;
            }
        }
    }
    marks
}

fn digit(mark: Option<usize>) -> String {
    mark.map_or(".".to_string(), |number| number.to_string())
}

fn moved(cells: &BTreeSet<usize>, map: &Map) -> BTreeSet<usize> {
    cells.iter().map(|&cell| map.cells[cell]).collect()
}

/// Filled cells: clues on cells, given cells, rooms, and clues beside the board.
fn cells(seed: u64) -> usize {
    let mut random = Random(seed);
    let board = any_board(&mut random, 8);
    let (maps, count) = (board.maps(), board.len());
    let neighbours = board.neighbours();
    let mut model = format!("puzzle = \"grid\"\n[grid]\n{}values = [\".\", \"#\"]\n", board.keys());
    let mut sets: Vec<(BTreeSet<usize>, usize)> = Vec::new();
    let mut given = vec![None; count];
    if random.below(3) == 0 {
        given = marks(&mut random, &maps, count, 1);
        let text = |cell: usize| given[cell].map_or(".", |value| ["x", "#"][value]).to_string();
        model = model.replace("values =", &format!("given = {}\nvalues =", board.picture(text)));
    }
    let mut rules = String::new();
    let apart = random.below(2) == 0;
    if apart {
        rules += "[[rule]]\neach = \"pair\"\nat-most = { \"#\" = 1 }\n";
    }
    if random.below(2) == 0 {
        let clues = marks(&mut random, &maps, count, 2);
        rules += &format!("[picture]\nclue = {}\n", board.picture(|cell| digit(clues[cell])));
        rules += "[[rule]]\nat = \"clue\"\naround = \"wazir\"\nexactly = { \"#\" = \"clue\" }\n";
        for (cell, clue) in clues.iter().enumerate() {
            let near = neighbours.iter().filter_map(|&(a, b)| (a == cell).then_some(b).or((b == cell).then_some(a)));
            sets.extend(clue.map(|clue| (near.collect(), clue)));
        }
    } else if random.below(2) == 0 {
        let rooms = marks(&mut random, &maps, count, 3);
        rules += &format!("[picture]\nroom = {}\n", board.picture(|cell| digit(rooms[cell])));
        rules += "[[rule]]\neach = \"region room\"\nexactly = { \"#\" = 1 }\n";
        for number in 0..4 {
            let room: BTreeSet<usize> = (0..count).filter(|&cell| rooms[cell] == Some(number)).collect();
            sets.extend((!room.is_empty()).then_some((room, 1)));
        }
    } else if board.shape == "square" {
        let [rows, columns] = board.lines();
        let same = random.below(2);
        let mut list = |lines: &[Vec<usize>], random: &mut Random| {
            let clues = lines.iter().map(|line| match random.below(3) {
                0 if !line.is_empty() => {
                    sets.push((line.iter().copied().collect(), same));
                    same.to_string()
                }
                _ => "\".\"".to_string(),
            });
            clues.collect::<Vec<_>>().join(", ")
        };
        rules += &format!(
            "[list]\nclue = {{ rows = [{}], columns = [{}] }}\n[[rule]]\neach = [\"row\", \"column\"]\n\
             exactly = {{ \"#\" = \"clue\" }}\n",
            list(&rows, &mut random),
            list(&columns, &mut random)
        );
    }
    let accepts = |form: &[u8]| {
        (!apart || neighbours.iter().all(|&(a, b)| form[a] + form[b] < 2))
            && sets.iter().all(|(set, number)| set.iter().filter(|&&cell| form[cell] == 1).count() == *number)
            && (0..count).all(|cell| given[cell].is_none_or(|value| usize::from(form[cell]) == value))
    };
    let solutions = accepted(&vec![2; count], accepts);
    let counted = |sets: Vec<(BTreeSet<usize>, usize)>| {
        let mut counts = BTreeMap::new();
        sets.into_iter().for_each(|set| *counts.entry(set).or_insert(0) += 1);
        counts
    };
    let original = counted(sets.clone());
    let keeps = |map: &Map| {
        (0..count).all(|cell| given[cell] == given[map.cells[cell]])
            && counted(sets.iter().map(|(set, number)| (moved(set, map), *number)).collect()) == original
    };
    let images = maps.iter().filter(|map| keeps(map)).map(|map| by_cells(map.clone())).collect::<Vec<_>>();
    compare(&(model + &rules), &solutions, &images, seed)
}

fn by_cells(map: Map) -> Image {
    Box::new(move |form| {
        let mut image = form.clone();
        form.iter().enumerate().for_each(|(cell, &value)| image[map.cells[cell]] = value);
        image
    })
}

/// Lines between cells or along their sides, with numbers of lines at some cells.
fn lines(seed: u64) -> usize {
    let mut random = Random(seed);
    let borders = random.below(3) > 0;
    let board = loop {
        let board = any_board(&mut random, if borders { 3 } else { 7 });
        let lines = if borders { board.sides.len() } else { board.neighbours().len() };
        let has_lines = !borders || !board.keys().contains("wrap") && !matches!(board.shape, "cubes" | "graph");
        if has_lines && (1..=12).contains(&lines) {
            break board;
        }
    };
    let maps = board.maps();
    let neighbours = board.neighbours();
    let at: Vec<Vec<usize>> = match borders {
        true => (0..board.sides.len()).map(|side| board.cells_at(side)).collect(),
        false => neighbours.iter().map(|&(a, b)| vec![a, b]).collect(),
    };
    let clues = marks(&mut random, &maps, board.len(), 2);
    let (kind, clue) = (if borders { "borders" } else { "links" }, board.picture(|cell| digit(clues[cell])));
    let model = format!(
        "puzzle = \"grid\"\n[grid]\n{}lines = \"{kind}\"\n[picture]\nclue = {clue}\n[[rule]]\naround = \"lines\"\n\
         exactly = {{ line = \"clue\" }}\n",
        board.keys()
    );
    let accepts = |form: &[u8]| {
        let count = |cell: usize| (0..at.len()).filter(|&line| form[line] == 1 && at[line].contains(&cell)).count();
        (0..board.len()).all(|cell| clues[cell].is_none_or(|clue| count(cell) == clue))
    };
    let solutions = accepted(&vec![2; at.len()], accepts);
    let image = |map: &Map| -> Vec<usize> {
        if borders {
            return map.sides.clone();
        }
        let pair = |(a, b): (usize, usize)| (map.cells[a].min(map.cells[b]), map.cells[a].max(map.cells[b]));
        let number =
            |&one: &(usize, usize)| neighbours.iter().position(|&other| other == pair(one)).expect("neighbours");
        neighbours.iter().map(number).collect()
    };
    let keeps = |map: &&Map| (0..board.len()).all(|cell| clues[cell] == clues[map.cells[cell]]);
    let images = maps.iter().filter(keeps).map(|map| by_cells(Map { cells: image(map), ..map.clone() }));
    compare(&model, &solutions, &images.collect::<Vec<_>>(), seed)
}

type Tile = [u8; 4];

/// Tiles on squares, turned or mirrored.
fn tiles(seed: u64) -> usize {
    let mut random = Random(seed);
    let board = loop {
        let board = if random.below(4) == 0 { Board::torus(&mut random) } else { Board::squares(&mut random, 3) };
        if board.len() <= 4 && !(board.keys().contains("wrap") && board.len() < 4) {
            break board;
        }
    };
    let wrap = board.keys().contains("wrap");
    let count = board.len();
    let colours = 2 + random.below(3);
    let (turn, mirror) = (random.below(3) > 0, random.below(2) == 0);
    let ways = |tile: Tile| -> BTreeSet<Tile> {
        let mut ways = BTreeSet::from([tile]);
        loop {
            let mut more = ways.clone();
            for &[top, right, bottom, left] in &ways {
                if turn {
                    more.insert([left, top, right, bottom]);
                }
                if mirror {
                    more.insert([top, left, bottom, right]);
                }
            }
            if more.len() == ways.len() {
                return ways;
            }
            ways = more;
        }
    };
    // The sides that touch: cell, side, other cell, its side.
    let [rows, _] = board.lines();
    let mut touching = Vec::new();
    for &(a, b) in &board.neighbours() {
        if wrap {
            continue;
        }
        let [from, to] = [a, b].map(|cell| board.bodies[cell][0]);
        match ((to[0] - from[0]).round() as i64, (to[1] - from[1]).round() as i64) {
            (0, 1) => touching.push((a, 1, b, 3)),
            (1, 0) => touching.push((a, 2, b, 0)),
            other => panic!("{other:?} is no step forwards"),
        }
    }
    if wrap {
        let (height, width) = (rows.len(), rows[0].len());
        for cell in 0..count {
            let (row, column) = (cell / width, cell % width);
            touching.push((cell, 1, row * width + (column + 1) % width, 3));
            touching.push((cell, 2, (row + 1) % height * width + column, 0));
        }
    }
    let first: Vec<Tile> = (0..count).map(|_| [0; 4].map(|_: u8| random.below(colours) as u8)).collect();
    // A filling that fits, so that there are solutions.
    let mut tiles = first;
    if random.below(3) == 0 {
        let tile = tiles[0];
        tiles.fill(tile);
    }
    for &(a, side, b, other) in &touching {
        tiles[b][other] = tiles[a][side];
    }
    let word = |tile: &Tile| -> String { tile.iter().map(|&colour| (b'a' + colour) as char).collect() };
    let listed: Vec<String> = tiles.iter().map(|tile| format!("\"{}\"", word(tile))).collect();
    let model = format!(
        "puzzle = \"grid\"\n[grid]\n{}[tiles]\nset = [{}]\nturn = {turn}\nmirror = {mirror}\n",
        board.keys(),
        listed.join(", ")
    );
    let class = |tile: Tile| ways(tile).into_iter().next().expect("itself");
    let used = |tiles: &[Tile]| {
        let mut classes: Vec<Tile> = tiles.iter().map(|&tile| class(tile)).collect();
        classes.sort_unstable();
        classes
    };
    let words: Vec<Tile> = tiles.iter().flat_map(|&tile| ways(tile)).collect::<BTreeSet<_>>().into_iter().collect();
    if words.len().pow(count as u32) > 20_000 {
        return 0;
    }
    let lies = |form: &[u8]| -> Vec<Tile> { form.iter().map(|&value| words[usize::from(value)]).collect() };
    let accepts = |form: &[u8]| {
        let lying = lies(form);
        touching.iter().all(|&(a, side, b, other)| lying[a][side] == lying[b][other]) && used(&lying) == used(&tiles)
    };
    let solutions = accepted(&vec![words.len() as u8; count], accepts);
    let image_of = |map: &Map, tile: Tile| {
        let mut image = tile;
        (0..4).for_each(|side| image[map.tile[side]] = tile[side]);
        image
    };
    // The pieces are kept if each kind goes to a kind with as many copies, in all the ways in which it lies.
    let keeps = |map: &&Map| {
        let images: Vec<Tile> = tiles.iter().map(|&tile| image_of(map, tile)).collect();
        let all = |tile: &Tile| ways(*tile).iter().map(|&way| image_of(map, way)).collect::<BTreeSet<_>>();
        used(&images) == used(&tiles) && tiles.iter().all(|tile| all(tile) == ways(image_of(map, *tile)))
    };
    let maps = board.maps();
    let mut images: Vec<Image> = Vec::new();
    for map in maps.iter().filter(keeps) {
        let number = |tile: Tile| words.iter().position(|&word| word == tile).expect("a way to lie") as u8;
        let values: Vec<u8> = words.iter().map(|&tile| number(image_of(map, tile))).collect();
        let map = map.clone();
        images.push(Box::new(move |form| {
            let mut image = form.clone();
            form.iter().enumerate().for_each(|(cell, &value)| image[map.cells[cell]] = values[usize::from(value)]);
            image
        }));
    }
    compare(&model, &solutions, &images, seed)
}

/// Dissections into pieces of one cell and of two: the sets of pairs of neighbours of which no two share a cell.
fn dissections(seed: u64) -> usize {
    let mut random = Random(seed);
    let (board, piece) = match random.below(4) {
        0 => (Board::squares(&mut random, 9), "\"##\""),
        1 => (Board::hexagons(&mut random, 7), "\"# #\""),
        2 => (Board::triangles(&mut random, 8), "\"##\""),
        _ => (Board::cubes(&mut random, 7), "[\"##\"]"),
    };
    // Every level of a dissection has a cell.
    let picture = board.picture(|_| "#".into());
    if board.shape == "cubes" && picture.split("\n\n").any(|level| !level.contains('#')) {
        return 0;
    }
    let (drawn, single) = match board.shape {
        "cubes" => {
            let levels: Vec<String> =
                picture.trim_matches(['\'', '\n']).split("\n\n").map(|level| format!("'''\n{level}\n'''")).collect();
            (format!("[{}]", levels.join(", ")), "[\"#\"]")
        }
        _ => (picture, "\"#\""),
    };
    let shape = if board.shape == "square" { String::new() } else { format!("shape = \"{}\"\n", board.shape) };
    let model = format!(
        "puzzle = \"dissection\"\n{shape}board = {drawn}\nrotate = true\nflip = true\n[[piece]]\ncopies = \"any\"\n\
         shape = {single}\n[[piece]]\ncopies = \"any\"\nshape = {piece}\n"
    );
    let neighbours = board.neighbours();
    let accepts = |form: &[u8]| {
        let mut used = BTreeSet::new();
        (0..neighbours.len()).filter(|&pair| form[pair] == 1).all(|pair| {
            let (a, b) = neighbours[pair];
            used.insert(a) && used.insert(b)
        })
    };
    let solutions = accepted(&vec![2; neighbours.len()], accepts);
    let image = |map: &Map| -> Vec<usize> {
        let pair = |(a, b): (usize, usize)| (map.cells[a].min(map.cells[b]), map.cells[a].max(map.cells[b]));
        neighbours.iter().map(|&one| neighbours.binary_search(&pair(one)).expect("neighbours")).collect()
    };
    let maps = board.maps();
    let images = maps.iter().map(|map| by_cells(Map { cells: image(map), ..map.clone() })).collect::<Vec<_>>();
    compare(&model, &solutions, &images, seed)
}

/// Lights out on separate parts: the presses that switch off all lights.
fn lights(seed: u64) -> usize {
    let mut random = Random(seed);
    let board = match random.below(3) {
        0 => Board::squares(&mut random, 8),
        1 => Board::hexagons(&mut random, 8),
        _ => Board::triangles(&mut random, 8),
    };
    let (maps, count, neighbours) = (board.maps(), board.len(), board.neighbours());
    let near = |cell: usize, other: usize| cell == other || neighbours.contains(&(cell.min(other), cell.max(other)));
    // The lights of random presses.
    let presses = marks(&mut random, &maps, count, 1);
    let lit: Vec<bool> = (0..count)
        .map(|cell| (0..count).filter(|&other| presses[other] == Some(1) && near(cell, other)).count() % 2 == 1)
        .collect();
    let shape = if board.shape == "square" { String::new() } else { format!("shape = \"{}\"\n", board.shape) };
    let picture = board.picture(|cell| if lit[cell] { "#" } else { "." }.into());
    let model = format!("puzzle = \"lights-out\"\n{shape}lights = {picture}\n");
    let accepts = |form: &[u8]| {
        (0..count).all(|cell| {
            let changes = (0..count).filter(|&other| form[other] == 1 && near(cell, other)).count();
            (changes % 2 == 1) == lit[cell]
        })
    };
    let solutions = accepted(&vec![2; count], accepts);
    let keeps = |map: &&Map| (0..count).all(|cell| lit[cell] == lit[map.cells[cell]]);
    let images = maps.iter().filter(keeps).map(|map| by_cells(map.clone())).collect::<Vec<_>>();
    compare(&model, &solutions, &images, seed)
}

/// Compares these seeds; returns the number of solutions that are images of others.
fn all_seeds(seeds: std::ops::Range<u64>, one: fn(u64) -> usize) -> usize {
    let images = seeds.map(one).sum();
    println!("{images} solutions are images of others");
    images
}

#[test]
fn filled_cells() {
    assert!(all_seeds(0..150, cells) > 500, "there are symmetries");
}

#[test]
fn free_lines() {
    assert!(all_seeds(0..80, lines) > 1000, "there are symmetries");
}

#[test]
fn turned_tiles() {
    assert!(all_seeds(0..100, tiles) > 300, "there are symmetries");
}

#[test]
fn pieces_of_two_cells() {
    assert!(all_seeds(0..100, dissections) > 60, "there are symmetries");
}

#[test]
fn lights_that_are_switched_off() {
    assert!(all_seeds(0..60, lights) > 3, "there are symmetries");
}

#[test]
#[ignore = "takes minutes"]
fn many_boards() {
    for one in [cells, lines, tiles, dissections, lights] {
        all_seeds(1000..1500, one);
    }
}

/// Counted by hand, by Burnside's lemma. Two tiles `abcd`: of 16 fillings, the half turn and the flip left to right keep 8
/// each. Two squares apart, one of them filled: 1. Free borders of a single cell: the bracelets of four beads of two colours, 6.
#[test]
fn degenerate_boards() {
    let distinct = |model: &str| {
        let source = Source::new("test.toml", format!("puzzle = \"grid\"\n{model}"));
        let loaded =
            REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
        let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("a solver takes it");
        let symmetries = Symmetries { distinct: Some(Distinct::Symmetries), breaking: None };
        let count = |ask| {
            let request = Request::new(&loaded, &setup, ask).up_to(symmetries);
            run(&request, &Budget::none(), &mut ignore).expect("it is counted").count
        };
        assert_eq!(count(Ask::Count), count(Ask::All), "{model}");
        count(Ask::Count).map(|count| count.to_string()).expect("a count")
    };
    let tiles = "turn = true\nmirror = true\n";
    let one_row = "grid = { rows = 1, columns = 2 }\n[tiles]\nset = [\"abcd\", \"abcd\"]\n";
    assert_eq!(distinct(&format!("{one_row}{tiles}")), "8");
    let single = "grid = { rows = 1, columns = 1 }\n[tiles]\nset = [\"abcd\"]\n";
    assert_eq!(distinct(&format!("{single}{tiles}")), "1");
    let polygons = "[grid]\nshape = \"polygons\"\npolygons = \"0,0 2,0 2,2 0,2; 4,0 6,0 6,2 4,2\"\nvalues = [\".\", \"#\"]\n\
                    [[rule]]\nexactly = { \"#\" = 1 }\n";
    assert_eq!(distinct(polygons), "1");
    let triangles = "[grid]\nshape = \"triangles\"\nvalues = [\".\", \"#\"]\ncells = '''\n.__.\n'''\n";
    assert_eq!(distinct(triangles), "3", "filled or not, twice; a half turn exchanges up and down");
    let border = |keys: &str| distinct(&format!("grid = {{ {keys}, lines = \"borders\" }}\n"));
    assert_eq!(border("rows = 1, columns = 1"), "6");
    assert_eq!(border("shape = \"hexagons\", side = 1"), "13", "bracelets of six beads: OEIS A000029");
    assert_eq!(border("shape = \"triangles\", side = 1"), "4", "bracelets of three beads: OEIS A000029");
    assert_eq!(border("shape = \"polygons\", polygons = \"0,0 2,0 2,2 0,2\""), "6");
}
