//! The puzzles whose steps are held: small ones, at random by a seed, and some of the repository, each with all its boards.

use super::{CHASED, Cell, Oracle};
use boardwright_base::random::Random;
use std::collections::{BTreeMap, BTreeSet};

/// Whether an instance holds on a board of values.
type Holds = Box<dyn Fn(&[usize]) -> bool>;

/// The instances of rules: a name, cells, and whether they hold.
type Rules = Vec<(&'static str, Vec<Cell>, Holds)>;

/// The facts of a cell with these values: one bit for two values, otherwise one for each.
fn cell_facts(facts: &mut BTreeMap<String, (usize, bool)>, cell: Cell, values: &[&str], first: usize) -> usize {
    let name = format!("r{}c{}", cell.0 + 1, cell.1 + 1);
    if let [no, yes] = values {
        facts.insert(format!("{name}={yes}"), (first, true));
        facts.insert(format!("{name}={no}"), (first, false));
        return 1;
    }
    for (at, value) in values.iter().enumerate() {
        facts.insert(format!("{name}={value}"), (first + at, true));
        facts.insert(format!("{name}!={value}"), (first + at, false));
    }
    values.len()
}

/// Boards of values: `rules` says whether each instance holds.
fn of_cells(model: String, (rows, columns): (usize, usize), values: &[&str], rules: Rules) -> Oracle {
    let cells: Vec<Cell> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    let mut facts = BTreeMap::new();
    let mut bits = 0;
    for cell in &cells {
        bits += cell_facts(&mut facts, *cell, values, bits);
    }
    let count = values.len().pow(cells.len() as u32);
    let board = |number: usize| {
        let mut rest = number;
        let mut board = vec![0; cells.len()];
        for value in &mut board {
            *value = rest % values.len();
            rest /= values.len();
        }
        let facts = board.iter().enumerate().fold(0u64, |facts, (cell, value)| match values.len() {
            2 => facts | (*value as u64) << cell,
            more => facts | 1 << (cell * more + value),
        });
        let holding = rules.iter().enumerate().fold(0, |all, (at, (.., holds))| all | u64::from(holds(&board)) << at);
        (facts, holding)
    };
    let boards = (0..count).map(board).collect();
    let instances =
        rules.iter().map(|(name, cells, _)| ((*name).to_string(), cells.iter().copied().collect())).collect();
    Oracle { model, facts, bits, instances, boards }
}

fn drawn(rows: usize, columns: usize, mark: impl Fn(usize, usize) -> String) -> String {
    let row = |row: usize| (0..columns).map(|column| mark(row, column)).collect::<String>() + "\n";
    (0..rows).map(row).collect()
}

/// A Latin square of side 3 with signs between cells and given values.
pub(super) fn latin(random: &mut Random) -> Oracle {
    let (shift, step, names) = (random.below(3), 1 + random.below(2), random.permutation(3));
    let value = |row: usize, column: usize| names[(row * step + column + shift) % 3];
    let mut rules: Rules = Vec::new();
    for line in 0..3 {
        for cells in [(0..3).map(|at| (line, at)).collect::<Vec<Cell>>(), (0..3).map(|at| (at, line)).collect()] {
            let own: Vec<usize> = cells.iter().map(|(row, column)| row * 3 + column).collect();
            let differ = move |board: &[usize]| own.iter().map(|cell| 1 << board[*cell]).sum::<i32>() == 7;
            rules.push(("once", cells, Box::new(differ)));
        }
    }
    let mut signs = vec![vec!["."; 5]; 5];
    for (row, column, other) in [(0, 0, (0, 1)), (1, 1, (1, 2)), (0, 2, (1, 2)), (2, 0, (2, 1)), (1, 0, (2, 0))] {
        if value(row, column) < value(other.0, other.1) && random.below(2) == 0 {
            signs[row + other.0][column + other.1] = "<";
            let (first, second) = (row * 3 + column, other.0 * 3 + other.1);
            let less = move |board: &[usize]| board[first] < board[second];
            rules.push(("less", vec![(row, column), other], Box::new(less)));
        }
    }
    let given: Vec<bool> = (0..9).map(|_| random.below(6) == 0).collect();
    let given =
        drawn(
            3,
            3,
            |row, column| {
                if given[row * 3 + column] { (value(row, column) + 1).to_string() } else { ".".to_string() }
            },
        );
    let signs: String = signs.iter().map(|row| row.concat() + "\n").collect();
    let model = format!(
        "puzzle = \"grid\"\n[grid]\nvalues = \"1..3\"\ngiven = \"\"\"\n{given}\"\"\"\n[between]\nsign = \"\"\"\n{signs}\"\"\"\n[[rule]]\n\
         name = \"once\"\neach = [\"row\", \"column\"]\nall-different = true\n[[rule]]\nname = \"less\"\neach = \"pair\"\nat = \"sign\"\n\
         increasing = true\n"
    );
    of_cells(model, (3, 3), &["1", "2", "3"], rules)
}

/// Stars on 4 x 4, one in each row, column and region, which do not touch at sides: a solution and random regions around it.
pub(super) fn stars(random: &mut Random) -> Oracle {
    let columns = random.permutation(4);
    let mut region = [[None; 4]; 4];
    (0..4).for_each(|row| region[row][columns[row]] = Some(row));
    while region.iter().flatten().any(Option::is_none) {
        let (row, column) = (random.below(4), random.below(4));
        let next = [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        let (near, far) = next[random.below(4)];
        if region[row][column].is_none() && near < 4 && far < 4 {
            region[row][column] = region[near][far];
        }
    }
    let mut sets: Vec<(&str, Vec<Cell>)> = Vec::new();
    for line in 0..4 {
        sets.push(("stars", (0..4).map(|at| (line, at)).collect()));
        sets.push(("stars", (0..4).map(|at| (at, line)).collect()));
        let all = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
        sets.push(("regions", all.filter(|(row, column)| region[*row][*column] == Some(line)).collect()));
    }
    let rule = |(name, cells): (&'static str, Vec<Cell>)| {
        let own: Vec<usize> = cells.iter().map(|(row, column)| row * 4 + column).collect();
        let one: Holds = Box::new(move |board| own.iter().map(|cell| board[*cell]).sum::<usize>() == 1);
        (name, cells, one)
    };
    let rooms =
        drawn(4, 4, |row, column| ["a", "b", "c", "d"][region[row][column].expect("all are taken")].to_string());
    let model = format!(
        "puzzle = \"grid\"\n[grid]\nrows = 4\ncolumns = 4\nvalues = [\".\", \"*\"]\n[picture]\nroom = \"\"\"\n{rooms}\"\"\"\n\
         [[rule]]\nname = \"stars\"\neach = [\"row\", \"column\"]\nexactly = {{ \"*\" = 1 }}\n\
         [[rule]]\nname = \"regions\"\neach = \"region room\"\nexactly = {{ \"*\" = 1 }}\n"
    );
    of_cells(model, (4, 4), &[".", "*"], sets.into_iter().map(rule).collect())
}

/// Lines that join neighbouring points of a rectangle.
struct Lines {
    ends: Vec<[Cell; 2]>,
}

impl Lines {
    fn new(rows: usize, columns: usize) -> Lines {
        let points = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let ends = points.flat_map(|(row, column)| {
            let right = (column + 1 < columns).then_some([(row, column), (row, column + 1)]);
            right.into_iter().chain((row + 1 < rows).then_some([(row, column), (row + 1, column)]))
        });
        Lines { ends: ends.collect() }
    }

    fn facts(&self) -> BTreeMap<String, (usize, bool)> {
        let name = |(row, column): Cell| format!("r{}c{}", row + 1, column + 1);
        let names = self.ends.iter().map(|[from, to]| format!("{}-{}", name(*from), name(*to))).enumerate();
        names.flat_map(|(bit, line)| [(format!("no {line}"), (bit, false)), (line, (bit, true))]).collect()
    }

    /// The points that lines of a board join to a point.
    fn linked(&self, board: u64, point: Cell) -> Vec<Cell> {
        let own = self.ends.iter().enumerate().filter(|(bit, _)| board >> bit & 1 == 1).map(|(_, ends)| ends);
        let other = |[from, to]: &[Cell; 2]| if *from == point { Some(*to) } else { (*to == point).then_some(*from) };
        own.filter_map(other).collect()
    }

    /// Whether all lines of a board are one closed loop.
    fn is_loop(&self, board: u64) -> bool {
        let Some(first) = (0..self.ends.len()).find(|bit| board >> bit & 1 == 1) else { return false };
        let start = self.ends[first][0];
        let (mut before, mut at, mut length) = (None, start, 0);
        loop {
            let linked = self.linked(board, at);
            let [one, other] = linked[..] else { return false };
            (before, at) = (Some(at), if Some(one) == before { other } else { one });
            length += 1;
            if at == start || length > self.ends.len() {
                return at == start && length == board.count_ones() as usize;
            }
        }
    }

    fn is_straight(&self, board: u64, point: Cell) -> bool {
        matches!(self.linked(board, point)[..], [(a, b), (c, d)] if (a == c && b != d) || (b == d && a != c))
    }

    fn is_turn(&self, board: u64, point: Cell) -> bool {
        matches!(self.linked(board, point)[..], [(a, b), (c, d)] if a != c && b != d)
    }

    fn loops(&self) -> Vec<u64> {
        (0..1 << self.ends.len()).filter(|board| self.is_loop(*board)).collect()
    }

    fn points(&self) -> BTreeSet<Cell> {
        self.ends.iter().flatten().copied().collect()
    }
}

/// A Slitherlink of 2 x 3 cells; the loop and the clues are random.
pub(super) fn slitherlink(random: &mut Random) -> Oracle {
    let (rows, columns) = if random.below(2) == 0 { (2, 3) } else { (3, 2) };
    let lines = Lines::new(rows + 1, columns + 1);
    let loops = lines.loops();
    let solution = loops[random.below(loops.len())];
    let sides = |(row, column): Cell| {
        let [a, b, c, d] = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
        let is_side = |ends: &[Cell; 2]| [[a, b], [a, c], [b, d], [c, d]].contains(ends);
        let own = lines.ends.iter().enumerate().filter(|(_, ends)| is_side(ends));
        own.fold(0u64, |sides, (bit, _)| sides | 1 << bit)
    };
    let cells: Vec<Cell> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    let clued: Vec<Cell> = cells.iter().copied().filter(|_| random.below(5) > 0).collect();
    let clue = |cell: Cell| (solution & sides(cell)).count_ones();
    let masks: Vec<(u64, u32)> = clued.iter().map(|cell| (sides(*cell), clue(*cell))).collect();
    let board = |board: u64| {
        let own = masks.iter().enumerate();
        let clues =
            own.fold(0, |all, (at, (sides, clue))| all | u64::from((board & sides).count_ones() == *clue) << at);
        (board, clues | u64::from(lines.is_loop(board)) << masks.len())
    };
    let mut instances: Vec<(String, BTreeSet<Cell>)> =
        clued.iter().map(|cell| ("clues".to_string(), [*cell].into())).collect();
    instances.push(("loop".to_string(), cells.iter().copied().collect()));
    let picture = drawn(rows, columns, |row, column| {
        if clued.contains(&(row, column)) { clue((row, column)).to_string() } else { ".".to_string() }
    });
    let model = format!(
        "puzzle = \"grid\"\n[grid]\nrows = {rows}\ncolumns = {columns}\nlines = \"borders\"\n[picture]\nclue = \"\"\"\n{picture}\"\"\"\n\
         [[rule]]\nname = \"loop\"\nloop = true\n[[rule]]\nname = \"clues\"\nat = \"clue\"\naround = \"lines\"\nexactly = {{ line = \"clue\" }}\n"
    );
    let boards = (0..1 << lines.ends.len()).map(board).collect();
    Oracle { model, facts: lines.facts(), bits: lines.ends.len(), instances, boards }
}

const MASYU: &str = r#"[[rule]]
name = "loop"
loop = true
[[rule]]
name = "black"
at = "pearl=b"
is = "turn"
[[rule]]
name = "beside black"
at = "pearl=b"
around = "linked"
is = "straight"
[[rule]]
name = "white"
at = "pearl=w"
is = "straight"
[[rule]]
name = "beside white"
at = "pearl=w"
around = "linked"
at-least = { turn = 1 }
"#;

/// A Masyu of 3 x 4 cells; the loop and the pearls are random.
pub(super) fn masyu(random: &mut Random) -> Oracle {
    let (rows, columns) = (3, 4);
    let lines = Lines::new(rows, columns);
    let loops = lines.loops();
    let solution = loops[random.below(loops.len())];
    let beside = |board: u64, point: Cell, is_black: bool| {
        let mut linked = lines.linked(board, point).into_iter();
        if is_black {
            linked.all(|next| lines.is_straight(board, next))
        } else {
            linked.any(|next| lines.is_turn(board, next))
        }
    };
    let mut pearls: Vec<(Cell, bool)> = Vec::new();
    for point in lines.points() {
        for is_black in [true, false] {
            let own = if is_black { lines.is_turn(solution, point) } else { lines.is_straight(solution, point) };
            if own && beside(solution, point, is_black) && random.below(2) == 0 {
                pearls.push((point, is_black));
            }
        }
    }
    let near = |(row, column): Cell| -> BTreeSet<Cell> {
        lines.points().into_iter().filter(|(r, c)| r.abs_diff(row) + c.abs_diff(column) <= 1).collect()
    };
    let mut instances = vec![("loop".to_string(), lines.points())];
    for (point, is_black) in &pearls {
        let name = if *is_black { "black" } else { "white" };
        instances.push((name.to_string(), [*point].into()));
        instances.push((format!("beside {name}"), near(*point)));
    }
    let board = |board: u64| {
        let mut holding = u64::from(lines.is_loop(board));
        for (at, (point, is_black)) in pearls.iter().enumerate() {
            let own = if *is_black { lines.is_turn(board, *point) } else { lines.is_straight(board, *point) };
            holding |= u64::from(own) << (2 * at + 1) | u64::from(beside(board, *point, *is_black)) << (2 * at + 2);
        }
        (board, holding)
    };
    let mark = |point: Cell| {
        pearls.iter().find(|(own, _)| *own == point).map_or(".", |(_, is_black)| if *is_black { "b" } else { "w" })
    };
    let picture = drawn(rows, columns, |row, column| mark((row, column)).to_string());
    let model = format!(
        "puzzle = \"grid\"\n[grid]\nrows = {rows}\ncolumns = {columns}\nlines = \"links\"\n[picture]\npearl = \"\"\"\n{picture}\"\"\"\n{MASYU}"
    );
    let boards = (0..1 << lines.ends.len()).map(board).collect();
    Oracle { model, facts: lines.facts(), bits: lines.ends.len(), instances, boards }
}

/// Lights Out with a plus; chased or not.
pub(super) fn lights(random: &mut Random, is_chased: bool) -> Oracle {
    let (rows, columns) = [(3, 3), (2, 4), (3, 2), (4, 3)][random.below(4)];
    let states = if rows * columns < 9 { 2 + random.below(2) } else { 2 };
    let all: Vec<Cell> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    let presses: Vec<usize> = all.iter().map(|_| random.below(states)).collect();
    let lit: Vec<usize> = all
        .iter()
        .map(|cell| {
            let sum: usize = reach((rows, columns), *cell).iter().map(|at| presses[*at]).sum();
            (states - sum % states) % states
        })
        .collect();
    let picture = drawn(rows, columns, |row, column| match (states, lit[row * columns + column]) {
        (2, 0) => ".".to_string(),
        (2, _) => "#".to_string(),
        (_, state) => state.to_string(),
    });
    let model = format!("puzzle = \"lights-out\"\nstates = {states}\nlights = \"\"\"\n{picture}\"\"\"\n");
    of_cells(
        model,
        (rows, columns),
        &["0", "1", "2"][..states],
        lights_are_out((rows, columns), states, &lit, is_chased),
    )
}

/// The cells whose buttons reach a light.
fn reach((rows, columns): (usize, usize), (row, column): Cell) -> Vec<usize> {
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).enumerate();
    all.filter(|(_, (r, c))| r.abs_diff(row) + c.abs_diff(column) <= 1).map(|(at, _)| at).collect()
}

/// That each light is out at the end; for a chase, those of the last row also after it.
fn lights_are_out(size: (usize, usize), states: usize, lit: &[usize], is_chased: bool) -> Rules {
    let (rows, columns) = size;
    let mut rules: Rules = Vec::new();
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    for (at, cell) in all.enumerate() {
        let (own, start) = (reach(size, cell), lit[at]);
        let reached = own.clone();
        let is_out =
            move |board: &[usize]| (start + reached.iter().map(|at| board[*at]).sum::<usize>()).is_multiple_of(states);
        rules.push(("lights", vec![cell], Box::new(is_out)));
        if !is_chased || cell.0 + 1 < rows {
            continue;
        }
        // The first row decides all others, row by row, and so the lights of the last row.
        let lit = lit.to_vec();
        let is_out = move |board: &[usize]| {
            let mut chased = board[..columns].to_vec();
            chased.resize(rows * columns, 0);
            for at in 0..(rows - 1) * columns {
                let above = (at / columns, at % columns);
                let sum: usize = reach(size, above).iter().map(|at| chased[*at]).sum();
                chased[at + columns] = (states - (lit[at] + sum) % states) % states;
            }
            (start + own.iter().map(|at| chased[*at]).sum::<usize>()).is_multiple_of(states)
        };
        rules.push((CHASED, vec![cell], Box::new(is_out)));
    }
    rules
}

/// Four queens, the model of the repository.
pub(super) fn queens() -> Oracle {
    let model = std::fs::read_to_string("models/grid/queens-4.toml").expect("the model is there");
    let all: Vec<Cell> = (0..4).flat_map(|row| (0..4).map(move |column| (row, column))).collect();
    let of = |line: &dyn Fn(Cell) -> usize, at: usize| -> Vec<Cell> {
        all.iter().copied().filter(|cell| line(*cell) == at).collect()
    };
    let numbers = |cells: &[Cell]| -> Vec<usize> { cells.iter().map(|(row, column)| 4 * row + column).collect() };
    let count = |board: &[usize], cells: &[usize]| cells.iter().map(|cell| board[*cell]).sum::<usize>();
    let mut rules: Rules = Vec::new();
    for at in 0..4 {
        for cells in [of(&|cell| cell.0, at), of(&|cell| cell.1, at)] {
            let own = numbers(&cells);
            rules.push(("rule 1", cells, Box::new(move |board| count(board, &own) == 1)));
        }
    }
    // Diagonals of one cell say nothing.
    for at in 1..6 {
        for cells in [of(&|cell| cell.0 + cell.1, at), of(&|cell| 3 + cell.0 - cell.1, at)] {
            let own = numbers(&cells);
            rules.push(("rule 2", cells, Box::new(move |board| count(board, &own) <= 1)));
        }
    }
    of_cells(model, (4, 4), &[".", "Q"], rules)
}

/// The cells of a shape after quarter turns to the right, moved to the corner and in order.
fn turned(shape: &BTreeSet<Cell>, quarters: usize) -> BTreeSet<Cell> {
    (0..quarters).fold(shape.clone(), |shape, _| {
        let most = shape.iter().map(|(row, _)| *row).max().unwrap_or(0);
        moved(shape.into_iter().map(|(row, column)| (column, most - row)).collect())
    })
}

fn moved(shape: BTreeSet<Cell>) -> BTreeSet<Cell> {
    let least = |side: fn(&Cell) -> usize| shape.iter().map(side).min().unwrap_or(0);
    let (top, left) = (least(|cell| cell.0), least(|cell| cell.1));
    shape.into_iter().map(|(row, column)| (row - top, column - left)).collect()
}

/// A rectangle that is cut at random into three different pieces; pieces may be turned.
pub(super) fn dissection(random: &mut Random) -> Oracle {
    loop {
        let (rows, columns) = [(2, 3), (2, 4), (3, 3)][random.below(3)];
        let mut owner = vec![None; rows * columns];
        (0..3).for_each(|piece| owner[random.below(rows * columns)] = Some(piece));
        while owner.contains(&None) {
            let cell = random.below(rows * columns);
            let (row, column) = (cell / columns, cell % columns);
            let near: Vec<usize> = (0..rows * columns)
                .filter(|other| (other / columns).abs_diff(row) + (other % columns).abs_diff(column) == 1)
                .collect();
            if owner[cell].is_none() {
                owner[cell] = owner[near[random.below(near.len())]];
            }
        }
        let cells = |piece: usize| -> BTreeSet<Cell> {
            let own = (0..rows * columns).filter(|cell| owner[*cell] == Some(piece));
            moved(own.map(|cell| (cell / columns, cell % columns)).collect())
        };
        let pieces: Vec<BTreeSet<Cell>> = (0..3).map(cells).collect();
        let is_same = |one: usize, other: usize| (0..4).any(|turn| turned(&pieces[one], turn) == pieces[other]);
        if pieces.iter().any(BTreeSet::is_empty) || is_same(0, 1) || is_same(0, 2) || is_same(1, 2) {
            continue;
        }
        if let Some(oracle) = of_pieces(&pieces, rows, columns) {
            return oracle;
        }
    }
}

/// All sets of placements; none if there are too many.
fn of_pieces(pieces: &[BTreeSet<Cell>], rows: usize, columns: usize) -> Option<Oracle> {
    let mut model = format!(
        "puzzle = \"dissection\"\nrotate = true\nboard = \"\"\"\n{}\"\"\"\n",
        drawn(rows, columns, |_, _| "#".into())
    );
    let (mut facts, mut placements) = (BTreeMap::new(), Vec::new());
    for (piece, shape) in pieces.iter().enumerate() {
        let name = ["A", "B", "C"][piece];
        let (height, width) =
            shape.iter().fold((0, 0), |(height, width), cell| (height.max(cell.0 + 1), width.max(cell.1 + 1)));
        let picture = drawn(height, width, |row, column| if shape.contains(&(row, column)) { "#" } else { "_" }.into());
        model += &format!("[[piece]]\nshape = \"\"\"\n{picture}\"\"\"\n");
        for turn in 0..4 {
            let own = turned(shape, turn);
            if (0..turn).any(|earlier| turned(shape, earlier) == own) {
                continue;
            }
            for (down, right) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                let cells: BTreeSet<Cell> = own.iter().map(|(row, column)| (row + down, column + right)).collect();
                if cells.iter().any(|(row, column)| *row >= rows || *column >= columns) {
                    continue;
                }
                let first = cells.first().expect("a piece has cells");
                let turns = if turn == 0 { String::new() } else { format!(" turned {}", 90 * turn) };
                let fact = format!("{name} at r{}c{}{turns}", first.0 + 1, first.1 + 1);
                facts.insert(format!("no {fact}"), (placements.len(), false));
                facts.insert(fact, (placements.len(), true));
                placements.push((piece, cells));
            }
        }
    }
    if placements.len() > 15 {
        return None;
    }
    // Behind the placements: which piece covers a cell.
    let all: Vec<Cell> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    let first = placements.len();
    let mut covering = vec![0u64; placements.len()];
    for (at, cell) in all.iter().enumerate() {
        cell_facts(&mut facts, *cell, &["A", "B", "C"], first + 3 * at);
        for (bits, (piece, cells)) in covering.iter_mut().zip(&placements) {
            *bits |= u64::from(cells.contains(cell)) << (first + 3 * at + piece);
        }
    }
    let mut instances: Vec<(String, BTreeSet<Cell>)> =
        all.iter().map(|cell| ("cells".into(), [*cell].into())).collect();
    // A piece has no cells; its line in the model says which it is.
    let lines = model.lines().enumerate().filter(|(_, line)| line.starts_with("shape"));
    instances.extend(lines.map(|(line, _)| ("pieces".into(), [(line, 0)].into())));
    let board = |chosen: u64| {
        let own: Vec<usize> = (0..placements.len()).filter(|at| chosen >> at & 1 == 1).collect();
        let facts = own.iter().fold(chosen, |facts, at| facts | covering[*at]);
        let covered = |cell: &Cell| own.iter().filter(|at| placements[**at].1.contains(cell)).count();
        let used = |piece: usize| own.iter().filter(|at| placements[**at].0 == piece).count();
        let counts = all.iter().map(covered).chain((0..3).map(used));
        let holding = counts.enumerate().fold(0, |all, (at, count)| all | u64::from(count == 1) << at);
        (facts, holding)
    };
    let boards = (0..1 << placements.len()).map(board).collect();
    Some(Oracle { model, facts, bits: first + 3 * all.len(), instances, boards })
}
