//! Groups: `rectangle`, `shapes` and `symmetric`, with sizes and clues.

use super::field::{Field, SIDES};
use super::{Case, Form, cases};
use boardwright_base::random::Random;
use std::collections::{BTreeMap, BTreeSet};

type Group = BTreeSet<usize>;

/// What groups have to fulfil.
type Test<'f> = Box<dyn Fn(&[Group]) -> bool + 'f>;

/// The maximal connected parts of the cells of one key; cells without a key are in no group.
fn groups(field: &Field, key: impl Fn(usize) -> Option<u8>) -> Vec<Group> {
    let pairs = field.neighbours();
    let mut part: Vec<usize> = (0..field.count).collect();
    loop {
        let before = part.clone();
        for &(a, b) in &pairs {
            if key(a).is_some() && key(a) == key(b) {
                let least = part[a].min(part[b]);
                (part[a], part[b]) = (least, least);
            }
        }
        if part == before {
            break;
        }
    }
    let mut found: BTreeMap<usize, Group> = BTreeMap::new();
    (0..field.count).filter(|&cell| key(cell).is_some()).for_each(|cell| {
        found.entry(part[cell]).or_default().insert(cell);
    });
    found.into_values().collect()
}

/// What `group` says, with the key of a cell.
fn key(word: &str, value: u8) -> Option<u8> {
    match word {
        "same" => Some(value),
        "#" => (value == 1).then_some(value),
        "." => (value == 0).then_some(value),
        _ => (value != 0).then_some(1),
    }
}

fn board(random: &mut Random, values: usize) -> Field {
    loop {
        let size = random.one_of(&[(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (5, 1)]);
        let wrap = random.below(4) == 0;
        let holes = if wrap { 0 } else { random.one_of(&[0, 0, 20]) };
        let field = Field::new(random, size, holes, wrap);
        if values.pow(field.count as u32) <= 1000 {
            return field;
        }
    }
}

/// All rectangles of cells; around a torus, too.
fn rectangles(field: &Field) -> BTreeSet<Group> {
    let mut found = BTreeSet::new();
    for (row, column) in field.places() {
        for height in 1..=field.height as i64 {
            for width in 1..=field.width as i64 {
                let all = (0..height).flat_map(|down| (0..width).map(move |right| (row + down, column + right)));
                found.extend(all.map(|at| field.at(at)).collect::<Option<Group>>());
            }
        }
    }
    found
}

/// All groups with one of the forms of these offsets, turned or flipped.
fn placed(field: &Field, offsets: &[(i64, i64)]) -> BTreeSet<Group> {
    let mut found = BTreeSet::new();
    for way in 0..8 {
        let turned = |&(a, b): &(i64, i64)| {
            let (a, b) = if way & 1 == 1 { (-a, b) } else { (a, b) };
            let (a, b) = if way & 2 == 2 { (a, -b) } else { (a, b) };
            if way & 4 == 4 { (b, a) } else { (a, b) }
        };
        for (row, column) in field.places() {
            let cells = offsets.iter().map(turned).map(|(down, right)| field.at((row + down, column + right)));
            found.extend(cells.collect::<Option<Group>>().filter(|group| group.len() == offsets.len()));
        }
    }
    found
}

fn polyomino(random: &mut Random) -> Vec<(i64, i64)> {
    let size = 1 + random.below(4);
    let mut cells = vec![(0, 0)];
    while cells.len() < size {
        let (row, column) = random.one_of(&cells);
        let (down, right) = random.one_of(&SIDES);
        if !cells.contains(&(row + down, column + right)) {
            cells.push((row + down, column + right));
        }
    }
    cells
}

fn drawn(cells: &[(i64, i64)]) -> String {
    let bounds =
        |of: fn(&(i64, i64)) -> i64| (cells.iter().map(of).min().unwrap_or(0), cells.iter().map(of).max().unwrap_or(0));
    let ((top, bottom), (left, right)) = (bounds(|cell| cell.0), bounds(|cell| cell.1));
    let row =
        |row: i64| -> String { (left..=right).map(|at| if cells.contains(&(row, at)) { '#' } else { '.' }).collect() };
    (top..=bottom).map(row).collect::<Vec<_>>().join("\n")
}

fn forms(seed: u64) -> usize {
    let mut random = Random(seed);
    let values = 2 + random.below(2);
    let field = board(&mut random, values);
    let word = random.one_of(&["same", "#", "."]);
    let solution: Vec<u8> = (0..field.count).map(|_| random.below(values) as u8).collect();
    let all = groups(&field, |cell| key(word, solution[cell]));
    let mut rule = format!("[[rule]]\ngroup = \"{word}\"\n");
    let mut tests: Vec<Test<'_>> = Vec::new();
    if random.below(2) == 0 {
        let is_rectangle = random.below(4) > 0;
        rule += &format!("rectangle = {is_rectangle}\n");
        let rectangles = rectangles(&field);
        tests.push(Box::new(move |groups| groups.iter().all(|group| rectangles.contains(group) == is_rectangle)));
    } else {
        let mut shapes: Vec<(BTreeSet<Group>, Option<usize>)> = Vec::new();
        let mut written = Vec::new();
        let mut known: Vec<Vec<(i64, i64)>> = Vec::new();
        for _ in 0..1 + random.below(3) {
            let shape = polyomino(&mut random);
            let open = Field::new(&mut Random(0), (9, 9), 0, false);
            let same =
                |other: &Vec<(i64, i64)>| placed(&open, other).intersection(&placed(&open, &shape)).next().is_some();
            if known.iter().any(same) {
                continue;
            }
            let groups = placed(&field, &shape);
            // Around a torus, one group may have several of the shapes: it counts for each.
            let copies = all.iter().filter(|group| groups.contains(*group)).count();
            let copies = (random.below(3) == 0).then_some(copies);
            let number = copies.map_or(String::new(), |copies| format!(", copies = {copies}"));
            written.push(format!("{{ shape = '''\n{}\n'''{number} }}", drawn(&shape)));
            shapes.push((groups, copies));
            known.push(shape);
        }
        rule += &format!("shapes = [{}]\n", written.join(", "));
        tests.push(Box::new(move |groups| {
            let count = |one: &BTreeSet<Group>| groups.iter().filter(|group| one.contains(*group)).count();
            groups.iter().all(|group| shapes.iter().any(|(one, _)| one.contains(group)))
                && shapes.iter().all(|(one, copies)| copies.is_none_or(|copies| count(one) == copies))
        }));
    }
    let mut clues: BTreeMap<usize, usize> = BTreeMap::new();
    if random.below(2) == 0 && !all.is_empty() {
        for group in &all {
            if random.below(3) > 0 {
                let cells: Vec<usize> = group.iter().copied().collect();
                clues.insert(random.one_of(&cells), group.len());
            }
        }
        rule += "size = \"clue\"\n";
        let numbers = clues.clone();
        tests.push(Box::new(move |groups| {
            let size = |cell: usize| groups.iter().find(|group| group.contains(&cell)).map(Group::len);
            // A number outside all groups has no effect.
            numbers.iter().all(|(&cell, &number)| size(cell).is_none_or(|size| size == number))
        }));
        if random.below(2) == 0 {
            rule += "exactly = { clue = 1 }\n";
            let cells: BTreeSet<usize> = clues.keys().copied().collect();
            tests.push(Box::new(move |groups| groups.iter().all(|group| group.intersection(&cells).count() == 1)));
        }
    }
    let mark = |at| field.at(at).and_then(|cell| clues.get(&cell)).map_or(".".to_string(), usize::to_string);
    let model = format!(
        "{}values = [{}]\n[picture]\nclue = {}\n{rule}",
        field.grid(),
        &"\".\", \"#\", \"a\""[..if values == 2 { 8 } else { 13 }],
        field.picture(mark)
    );
    Case::cells(seed, model, field.count, values).agrees(|form| {
        let groups = groups(&field, |cell| key(word, form[cell]));
        tests.iter().all(|test| test(&groups))
    })
}

/// Marks on cells, on sides between two and at corners of four, by their place in half cells.
struct Marks(BTreeSet<(i64, i64)>);

impl Marks {
    /// Returns marks about which some of these groups are symmetric, or any.
    fn new(random: &mut Random, field: &Field, groups: &[Group]) -> Marks {
        let mut marks = BTreeSet::new();
        let cells = field.cells();
        for group in groups {
            let sums: Vec<(i64, i64)> = group
                .iter()
                .map(|&cell| cells[cell])
                .flat_map(|a| group.iter().map(move |&cell| (a, cell)))
                .map(|(a, cell)| (a.0 + cells[cell].0, a.1 + cells[cell].1))
                .collect();
            let symmetric: Vec<(i64, i64)> =
                sums.iter().copied().filter(|&mark| is_symmetric(field, group, mark)).collect();
            let pool = if symmetric.is_empty() || random.below(8) == 0 { sums } else { symmetric };
            marks.insert(random.one_of(&pool));
        }
        Marks(marks)
    }

    fn picture(&self, field: &Field) -> String {
        let row = |row: i64| -> String {
            (0..2 * field.width as i64 - 1)
                .map(|column| if self.0.contains(&(row, column)) { 'o' } else { '.' })
                .collect()
        };
        let rows: Vec<String> = (0..2 * field.height as i64 - 1).map(row).collect();
        format!("'''\n{}\n'''", rows.join("\n"))
    }

    /// Each group has one mark, with all the cells that it touches, and is symmetric about it; each mark is in a group.
    fn accepts(&self, field: &Field, groups: &[Group]) -> bool {
        let marked = |group: &Group| self.0.iter().filter(|&&mark| touched(field, mark).is_subset(group)).count();
        let is_marked = |mark: &(i64, i64)| groups.iter().any(|group| touched(field, *mark).is_subset(group));
        let of_group = |group: &Group| {
            self.0.iter().any(|&mark| touched(field, mark).is_subset(group) && is_symmetric(field, group, mark))
        };
        groups.iter().all(|group| marked(group) == 1 && of_group(group)) && self.0.iter().all(is_marked)
    }
}

/// The cells that a mark touches.
fn touched(field: &Field, (row, column): (i64, i64)) -> Group {
    let both = |half: i64| if half % 2 == 0 { vec![half / 2] } else { vec![half / 2, half / 2 + 1] };
    let all = both(row).into_iter().flat_map(|row| both(column).into_iter().map(move |column| (row, column)));
    all.filter_map(|at| field.at(at)).collect()
}

/// Whether a half turn about a mark keeps a group.
fn is_symmetric(field: &Field, group: &Group, mark: (i64, i64)) -> bool {
    let cells = field.cells();
    let image = |&cell: &usize| field.at((mark.0 - cells[cell].0, mark.1 - cells[cell].1));
    group.iter().map(image).collect::<Option<Group>>().is_some_and(|image| image == *group)
}

fn galaxies(seed: u64) -> usize {
    let mut random = Random(seed);
    let size = random.one_of(&[(1, 4), (2, 3), (3, 3), (2, 4), (4, 2), (1, 1)]);
    let field = Field::new(&mut random, size, 0, false);
    let word = random.one_of(&["same", "#", "."]);
    let solution: Vec<u8> = (0..field.count).map(|_| random.below(2) as u8).collect();
    let marks = Marks::new(&mut random, &field, &groups(&field, |cell| key(word, solution[cell])));
    let model = format!(
        "{}values = [\".\", \"#\"]\n[anywhere]\nstar = {}\n[[rule]]\ngroup = \"{word}\"\nsymmetric = \"star\"\n",
        field.grid(),
        marks.picture(&field)
    );
    Case::cells(seed, model, field.count, 2)
        .agrees(|form| marks.accepts(&field, &groups(&field, |cell| key(word, form[cell]))))
}

/// Groups of `enclosed`: lines are all the sides between groups and all the sides along the edge, and no others.
fn enclosed(seed: u64) -> usize {
    let mut random = Random(seed);
    let size = random.one_of(&[(1, 1), (1, 2), (1, 3), (2, 2), (3, 1), (1, 4)]);
    let holes = random.one_of(&[0, 0, 25]);
    let field = Field::new(&mut random, size, holes, false);
    // By side: the cells at it.
    let mut sides: Vec<Vec<usize>> = Vec::new();
    for (cell, &(row, column)) in field.cells().iter().enumerate() {
        for (index, (down, right)) in SIDES.into_iter().enumerate() {
            match field.at((row + down, column + right)) {
                None => sides.push(vec![cell]),
                Some(other) if index == 1 || index == 2 => sides.push(vec![cell, other]),
                Some(_) => {}
            }
        }
    }
    let parts = |form: &Form| -> Vec<Group> {
        let mut part: Vec<usize> = (0..field.count).collect();
        for _ in 0..field.count {
            for (side, cells) in sides.iter().enumerate().filter(|(_, cells)| cells.len() == 2) {
                if form[side] == 0 {
                    let least = part[cells[0]].min(part[cells[1]]);
                    (part[cells[0]], part[cells[1]]) = (least, least);
                }
            }
        }
        let of = |least: usize| (0..field.count).filter(|&cell| part[cell] == least).collect::<Group>();
        (0..field.count).map(of).filter(|group| !group.is_empty()).collect()
    };
    let is_division = |form: &Form| {
        let groups = parts(form);
        let of = |cell: usize| groups.iter().position(|group| group.contains(&cell));
        sides.iter().enumerate().all(|(side, cells)| {
            let divides = cells.len() == 1 || of(cells[0]) != of(cells[1]);
            (form[side] == 1) == divides
        })
    };
    let random_lines: Vec<u8> = sides.iter().map(|_| random.below(2) as u8).collect();
    let has_holes = field.count < field.height * field.width;
    let (rule, accepts): (String, Test<'_>) = if random.below(2) == 0 && !has_holes {
        let marks = Marks::new(&mut random, &field, &parts(&random_lines));
        let text = format!(
            "[anywhere]\nstar = {}\n[[rule]]\ngroup = \"enclosed\"\nsymmetric = \"star\"\n",
            marks.picture(&field)
        );
        let field = &field;
        (text, Box::new(move |groups| marks.accepts(field, groups)))
    } else {
        let rectangles = rectangles(&field);
        let text = "[[rule]]\ngroup = \"enclosed\"\nrectangle = true\n".to_string();
        (text, Box::new(move |groups| groups.iter().all(|group| rectangles.contains(group))))
    };
    let model = format!("{}lines = \"borders\"\n{rule}", field.grid());
    let case = Case { seed, model, values: Vec::new(), lines: sides.len(), in_order: false };
    case.agrees(|form| is_division(form) && accepts(&parts(form)))
}

#[test]
fn groups_have_forms_and_sizes() {
    cases(0..120, forms);
}

#[test]
fn groups_are_symmetric_about_their_marks() {
    cases(0..80, galaxies);
}

#[test]
fn enclosed_groups_are_divided_by_lines() {
    cases(0..50, enclosed);
}

#[test]
#[ignore = "takes minutes"]
fn many_groups() {
    for one in [forms, galaxies, enclosed] {
        cases(1000..1250, one);
    }
}
