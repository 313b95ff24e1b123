//! Conditions on cells in order: `runs`, `words`, `visible`, views with mirrors, riders with `until`, and `tour`.

use super::field::{Field, SIDES};
use super::{Case, Form, cases};
use boardwright_base::random::Random;
use std::collections::{BTreeMap, BTreeSet};

const KINDS: [&str; 8] = ["row", "column", "from left", "from right", "from top", "from bottom", "across", "down"];

/// The cells of a set in order; `None` is a hole.
type Members = Vec<Option<usize>>;

/// The lengths of runs; `None` is any length.
type Lengths = Vec<Option<usize>>;

fn small(random: &mut Random, most: usize) -> Field {
    loop {
        let size = random.one_of(&[(1, 3), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (4, 1), (3, 4)]);
        let holes = random.one_of(&[0, 20, 40]);
        let field = Field::new(random, size, holes, false);
        if field.count <= most {
            return field;
        }
    }
}

fn filled(random: &mut Random, count: usize, values: usize) -> Vec<u8> {
    (0..count).map(|_| random.below(values) as u8).collect()
}

fn quoted(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().collect::<Vec<_>>().join(", ")
}

/// The lengths of the maximal runs of members that pass; a hole ends a run.
fn run_lengths(members: &[Option<usize>], passes: impl Fn(usize) -> bool) -> Vec<usize> {
    let passing: Vec<bool> = members.iter().map(|member| member.is_some_and(&passes)).collect();
    passing.split(|passes| !passes).map(<[bool]>::len).filter(|&length| length > 0).collect()
}

/// Whether lengths are those of a clue, in which `None` is any length.
fn fits(lengths: &[usize], clue: &[Option<usize>]) -> bool {
    lengths.len() == clue.len()
        && lengths.iter().zip(clue).all(|(length, clue)| clue.is_none_or(|clue| clue == *length))
}

fn lengths_text(clue: &[Option<usize>]) -> String {
    quoted(clue.iter().map(|length| length.map_or("\"?\"".to_string(), |length| length.to_string())))
}

/// Draws lists of clues for at most `most` kinds of sequences: `clue` gives the entry of a sequence, and one in `rest` has none.
/// Returns the lists, as a table of the model, and the kinds.
fn listed(
    random: &mut Random,
    field: &Field,
    (most, rest): (usize, usize),
    mut clue: impl FnMut(&mut Random, Members) -> String,
) -> (String, Vec<&'static str>) {
    let mut lists: BTreeMap<&str, String> = BTreeMap::new();
    let mut kinds = Vec::new();
    for _ in 0..most {
        let each = random.one_of(&KINDS);
        let (key, sequences) = field.sequences(each);
        if lists.contains_key(key) || sequences.is_empty() {
            continue;
        }
        let entry = |members: Members| match random.below(rest) == 0 || members.iter().all(Option::is_none) {
            true => "\".\"".to_string(),
            false => clue(random, members),
        };
        let entries: Vec<String> = sequences.into_iter().map(entry).collect();
        lists.insert(key, format!("{key} = [{}]\n", quoted(entries)));
        kinds.push(each);
    }
    let table = if lists.is_empty() { "" } else { "[list.clue]\n" };
    (table.to_string() + &lists.into_values().collect::<String>(), kinds)
}

fn runs(seed: u64) -> usize {
    let mut random = Random(seed);
    let values = 2 + random.below(2);
    let field = small(&mut random, if values == 2 { 10 } else { 6 });
    let (test, passing): (&str, &[u8]) = random.one_of(&[("#", &[1][..]), ("not .", &[1, 2]), (".", &[0])]);
    let solution = filled(&mut random, field.count, values);
    let model = format!("{}values = [{}]\n", field.grid(), &"\".\", \"#\", \"a\""[..if values == 2 { 8 } else { 13 }]);
    let mut clues: Vec<(Members, Lengths)> = Vec::new();
    let most = 1 + random.below(2);
    let (lists, kinds) = listed(&mut random, &field, (most, 4), |random, members| {
        let lengths = run_lengths(&members, |cell| passing.contains(&solution[cell]));
        let mut clue: Vec<Option<usize>> =
            lengths.into_iter().map(|length| (random.below(4) > 0).then_some(length)).collect();
        if random.below(12) == 0 {
            clue.push(Some(1));
        }
        let entry = format!("[{}]", lengths_text(&clue));
        clues.push((members, clue));
        entry
    });
    let rule = |each| format!("[[rule]]\neach = \"{each}\"\nruns = {{ \"{test}\" = \"clue\" }}\n");
    let mut rules: String = kinds.into_iter().map(rule).collect();
    if random.below(3) == 0 {
        // The same lengths for all rows.
        let clue: Vec<Option<usize>> = (0..random.below(3)).map(|_| Some(1)).collect();
        let (_, rows) = field.sequences("row");
        for row in rows.into_iter().filter(|row| row.iter().any(Option::is_some)) {
            clues.push((row, clue.clone()));
        }
        rules += &format!("[[rule]]\neach = \"row\"\nruns = {{ \"{test}\" = [{}] }}\n", lengths_text(&clue));
    }
    Case::cells(seed, model + &lists + &rules, field.count, values).agrees(|form| {
        clues.iter().all(|(members, clue)| fits(&run_lengths(members, |cell| passing.contains(&form[cell])), clue))
    })
}

/// The runs around a cell, in any order: the ring has no first cell.
fn rings(seed: u64) -> usize {
    const RING: [(i64, i64); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
    let mut random = Random(seed);
    let size = random.one_of(&[(3, 3), (2, 3), (3, 2), (1, 4), (3, 4)]);
    let wrap = size == (3, 3) && random.below(3) == 0;
    let holes = if wrap { 0 } else { random.one_of(&[0, 15, 40]) };
    let field = Field::new(&mut random, size, holes, wrap);
    let solution = filled(&mut random, field.count, 2);
    let around = |(row, column): (i64, i64), form: &Form| {
        let passing =
            RING.map(|(down, right)| field.at((row + down, column + right)).is_some_and(|cell| form[cell] == 1));
        let Some(gap) = passing.iter().position(|passes| !passes) else { return vec![8] };
        let from_gap: Vec<bool> = (0..8).map(|index| passing[(gap + index) % 8]).collect();
        let mut lengths: Vec<usize> =
            from_gap.split(|passes| !passes).map(<[bool]>::len).filter(|&length| length > 0).collect();
        lengths.sort_unstable();
        lengths
    };
    let mut clues: BTreeMap<(i64, i64), Vec<Option<usize>>> = BTreeMap::new();
    for at in field.places() {
        let lengths = around(at, &solution);
        if random.below(3) == 0 && !lengths.is_empty() {
            let some = |length: usize, random: &mut Random| (random.below(4) > 0).then_some(length);
            clues.insert(at, lengths.into_iter().map(|length| some(length, &mut random)).collect());
        }
    }
    let word = |at| {
        let mark = |clue: &Vec<Option<usize>>| {
            let numbers = clue.iter().map(|length| length.map_or("?".to_string(), |length| length.to_string()));
            numbers.collect::<Vec<_>>().join(",")
        };
        clues.get(&at).map_or(".".to_string(), mark)
    };
    let model = format!(
        "{}values = [\".\", \"#\"]\n[picture]\nclue = {}\n[[rule]]\nat = \"clue\"\naround = \"ring\"\n\
         runs = {{ \"#\" = \"clue\" }}\n",
        field.grid(),
        field.picture(word)
    );
    // Some order of the lengths fits the clue: known numbers take equal lengths, the others what is left.
    let fits = |lengths: &[usize], clue: &[Option<usize>]| {
        let mut left = lengths.to_vec();
        let takes = |number: usize, left: &mut Vec<usize>| {
            let found = left.iter().position(|&length| length == number);
            found.map(|index| left.swap_remove(index)).is_some()
        };
        lengths.len() == clue.len() && clue.iter().flatten().all(|&number| takes(number, &mut left))
    };
    Case::cells(seed, model, field.count, 2)
        .agrees(|form| clues.iter().all(|(&at, clue)| fits(&around(at, form), clue)))
}

fn words(seed: u64) -> usize {
    let mut random = Random(seed);
    let has_separator = random.below(2) == 0;
    let field = small(&mut random, 6);
    let letters: &[char] = if has_separator { &['A', 'B', '#'] } else { &['A', 'B', 'C'] };
    let mut words: BTreeSet<String> = BTreeSet::new();
    // Every length has a word: a set for which there is none is an error.
    for length in 1..=5 {
        for _ in 0..1 + random.below(3) {
            words.insert((0..length).map(|_| random.one_of(&letters[..if has_separator { 2 } else { 3 }])).collect());
        }
    }
    let kinds: BTreeSet<&str> = (0..1 + random.below(2)).map(|_| random.one_of(&KINDS)).collect();
    let sets: Vec<Vec<usize>> = kinds
        .iter()
        .flat_map(|each| field.sequences(each).1)
        .map(|line| line.into_iter().flatten().collect::<Vec<usize>>())
        .filter(|set| !set.is_empty())
        .collect();
    let lower = random.below(3) == 0;
    let written = |word: &String| format!("\"{}\"", if lower { word.to_lowercase() } else { word.clone() });
    let separator = if has_separator { "separator = \"#\"\n" } else { "" };
    let model = format!(
        "{}values = [{}]\n[[rule]]\neach = [{}]\nwords = [{}]\n{separator}",
        field.grid(),
        quoted(letters.iter().map(|letter| format!("\"{letter}\""))),
        quoted(kinds.iter().map(|each| format!("\"{each}\""))),
        quoted(words.iter().map(written))
    );
    Case::cells(seed, model, field.count, 3).agrees(|form| {
        sets.iter().all(|set| {
            let spelled: String = set.iter().map(|&cell| letters[usize::from(form[cell])]).collect();
            match has_separator {
                true => spelled.split('#').filter(|part| part.len() >= 2).all(|part| words.contains(part)),
                false => words.contains(&spelled),
            }
        })
    })
}

/// Numbers that are greater than all before; members without a number are ignored.
fn visible(seed: u64) -> usize {
    let mut random = Random(seed);
    let field = small(&mut random, 6);
    let solution = filled(&mut random, field.count, 3);
    let has_dot = random.below(2) == 0;
    let number = |value: u8| if has_dot { (value > 0).then_some(value) } else { Some(value + 1) };
    let seen = |members: &[Option<usize>], form: &Form| {
        let (mut highest, mut count) = (None, 0);
        for number in members.iter().flatten().filter_map(|&cell| number(form[cell])) {
            if highest.is_none_or(|highest| number > highest) {
                (highest, count) = (Some(number), count + 1);
            }
        }
        count
    };
    let mut clues = Vec::new();
    let (lists, kinds) = listed(&mut random, &field, (2, 3), |_, members| {
        let clue = seen(&members, &solution);
        clues.push((members, clue));
        clue.to_string()
    });
    let rule = |each| format!("[[rule]]\neach = \"{each}\"\nvisible = \"clue\"\n");
    let rules: String = kinds.into_iter().map(rule).collect();
    let values = if has_dot { "[\".\", \"1\", \"2\"]" } else { "\"1..3\"" };
    let model = format!("{}values = {values}\n{lists}{rules}", field.grid());
    Case::cells(seed, model, field.count, 3)
        .agrees(|form| clues.iter().all(|(members, clue)| seen(members, form) == *clue))
}

/// Views that turn at mirrors in holes.
fn mirrors(seed: u64) -> usize {
    let mut random = Random(seed);
    let field = loop {
        let size = random.one_of(&[(1, 3), (2, 2), (2, 3), (3, 3), (3, 4)]);
        let holes = random.one_of(&[30, 50]);
        let field = Field::new(&mut random, size, holes, false);
        if field.count <= 6 {
            break field;
        }
    };
    let solution = filled(&mut random, field.count, 3);
    let mirrors: BTreeMap<(i64, i64), char> = field
        .places()
        .filter(|&at| field.at(at).is_none())
        .filter_map(|at| Some((at, random.one_of(&[None, Some('/'), Some('\\')])?)))
        .collect();
    // By cell that a view passes: whether it is behind a mirror.
    let view = |mut at: (i64, i64), mut step: (i64, i64)| {
        let mut passed = Vec::new();
        let mut is_reflected = false;
        while field.place(at).is_some() {
            passed.extend(field.at(at).map(|cell| (cell, is_reflected)));
            if let Some(mirror) = mirrors.get(&at) {
                is_reflected = true;
                step = if *mirror == '/' { (-step.1, -step.0) } else { (step.1, step.0) };
            }
            at = (at.0 + step.0, at.1 + step.1);
        }
        passed
    };
    let tests: [(&str, &[u8]); 4] =
        [("G", &[0]), ("[\"V\", \"Z\"]", &[1, 2]), ("[\"G\", \"Z\"]", &[0, 2]), ("not V", &[0, 2])];
    let (directly, behind) = (random.one_of(&tests), random.one_of(&tests));
    let counted = |passed: &[(usize, bool)], form: &Form| {
        let passes = |&&(cell, is_reflected): &&(usize, bool)| {
            let (_, values) = if is_reflected { behind } else { directly };
            values.contains(&form[cell])
        };
        passed.iter().filter(passes).count()
    };
    let (height, width) = (field.height as i64, field.width as i64);
    let mut clues = Vec::new();
    let mut lists = String::new();
    let mut kinds = Vec::new();
    for side in ["left", "right", "top", "bottom"] {
        if random.below(3) == 0 {
            continue;
        }
        let count = if matches!(side, "left" | "right") { height } else { width };
        let entries = (0..count).map(|index| {
            let passed = match side {
                "left" => view((index, 0), (0, 1)),
                "right" => view((index, width - 1), (0, -1)),
                "top" => view((0, index), (1, 0)),
                _ => view((height - 1, index), (-1, 0)),
            };
            if random.below(3) == 0 || passed.is_empty() {
                return "\".\"".to_string();
            }
            let clue = counted(&passed, &solution);
            clues.push((passed, clue));
            clue.to_string()
        });
        lists += &format!("{side} = [{}]\n", quoted(entries));
        kinds.push(format!("\"from {side}\""));
    }
    if kinds.is_empty() {
        return 1;
    }
    let text = |test: &str| if test.starts_with('[') { test.to_string() } else { format!("\"{test}\"") };
    let model = format!(
        "{}values = [\"G\", \"V\", \"Z\"]\n[picture]\nmirror = {}\n[list.count]\n{lists}[[rule]]\neach = [{}]\n\
         mirrors = \"mirror\"\nseen = \"count\"\ndirectly = {}\nin-mirrors = {}\n",
        field.grid(),
        field.picture(|at| mirrors.get(&at).map_or(".".to_string(), char::to_string)),
        quoted(kinds),
        text(directly.0),
        text(behind.0)
    );
    Case::cells(seed, model, field.count, 3)
        .agrees(|form| clues.iter().all(|(passed, clue)| counted(passed, form) == *clue))
}

/// Riders that end before the first cell that passes `until`.
fn sight(seed: u64) -> usize {
    const DIAGONALS: [(i64, i64); 4] = [(-1, -1), (-1, 1), (1, 1), (1, -1)];
    let mut random = Random(seed);
    let field = small(&mut random, 9);
    let solution = filled(&mut random, field.count, 2);
    let (piece, steps): (&str, Vec<(i64, i64)>) = match random.below(6) {
        0 => ("rook", SIDES.to_vec()),
        1 => ("bishop", DIAGONALS.to_vec()),
        2 => ("queen", [SIDES, DIAGONALS].concat()),
        3 => ("row", vec![(0, -1), (0, 1)]),
        4 => ("column", vec![(-1, 0), (1, 0)]),
        _ => ("left", vec![(0, -1)]),
    };
    let including = random.below(2) == 0;
    let counted = random.one_of(&[0u8, 1]);
    let seen = |cell: usize, form: &Form| {
        let (row, column) = field.cells()[cell];
        let mut members = Vec::new();
        if including {
            members.push(cell);
        }
        for (down, right) in &steps {
            for distance in 1.. {
                let next = field.at((row + distance * down, column + distance * right));
                let Some(next) = next.filter(|&next| form[next] != 1) else { break };
                members.push(next);
            }
        }
        members.iter().filter(|&&member| form[member] == counted).count()
    };
    let clues: BTreeMap<usize, usize> =
        (0..field.count).filter(|_| random.below(2) == 0).map(|cell| (cell, seen(cell, &solution))).collect();
    let word = |at| field.at(at).and_then(|cell| clues.get(&cell)).map_or(".".to_string(), usize::to_string);
    let model = format!(
        "{}values = [\".\", \"#\"]\n[picture]\nclue = {}\n[[rule]]\nat = \"clue\"\naround = \"{piece}\"\nuntil = \"#\"\n\
         including = {including}\nexactly = {{ \"{}\" = \"clue\" }}\n",
        field.grid(),
        field.picture(word),
        [".", "#"][usize::from(counted)]
    );
    Case::cells(seed, model, field.count, 2).agrees(|form| clues.iter().all(|(&cell, &clue)| seen(cell, form) == clue))
}

/// The places that a piece reaches; riders stop at holes.
fn moves(field: &Field, piece: &str, (row, column): (i64, i64)) -> BTreeSet<usize> {
    let turned = |(a, b): (i64, i64)| [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
    let (steps, is_rider): (Vec<(i64, i64)>, bool) = match piece {
        "wazir" => (turned((0, 1)).to_vec(), false),
        "ferz" => (turned((1, 1)).to_vec(), false),
        "king" => ([turned((0, 1)), turned((1, 1))].concat(), false),
        "knight" => (turned((1, 2)).to_vec(), false),
        "rook" => (turned((0, 1)).to_vec(), true),
        "bishop" => (turned((1, 1)).to_vec(), true),
        _ => ([turned((0, 1)), turned((1, 1))].concat(), true),
    };
    let mut found = BTreeSet::new();
    for (down, right) in steps {
        for distance in 1..=if is_rider { 9 } else { 1 } {
            let Some(next) = field.at((row + distance * down, column + distance * right)) else { break };
            found.insert(next);
        }
    }
    found
}

fn tours(seed: u64) -> usize {
    let mut random = Random(seed);
    let field = small(&mut random, 6);
    let low = random.below(3);
    let has_dot = random.below(2) == 0;
    let numbers = if has_dot { 3 } else { (field.count + random.below(2)).min(5) };
    let high = low + numbers - 1;
    let piece = random.one_of(&["wazir", "ferz", "king", "knight", "rook", "bishop", "queen", "ahead"]);
    let closed = random.below(3) == 0;
    let cells = field.cells();
    let mut arrows: BTreeMap<usize, (char, (i64, i64))> = BTreeMap::new();
    for cell in 0..field.count {
        if piece == "ahead" && random.below(8) > 0 {
            let all = [('>', (0, 1)), ('<', (0, -1)), ('v', (1, 0)), ('^', (-1, 0)), ('↗', (-1, 1))];
            arrows.insert(cell, random.one_of(&all));
        }
    }
    let reach: Vec<BTreeSet<usize>> = (0..field.count)
        .map(|cell| {
            let (row, column) = cells[cell];
            match (piece, arrows.get(&cell)) {
                // Across holes, to the edge of the board.
                ("ahead", Some((_, (down, right)))) => {
                    (1..9).filter_map(|distance| field.at((row + distance * down, column + distance * right))).collect()
                }
                ("ahead", None) => BTreeSet::new(),
                _ => moves(&field, piece, (row, column)),
            }
        })
        .collect();
    let mut model = field.grid();
    let all: Vec<String> = (low..=high).map(|number| format!("\"{number}\"")).collect();
    if has_dot {
        model += &format!("values = [\".\", {}]\n", all.join(", "));
    } else {
        model += &format!("values = [{}]\n", all.join(", "));
    }
    if piece == "ahead" {
        let word = |at| {
            field.at(at).and_then(|cell| arrows.get(&cell)).map_or(".".to_string(), |(arrow, _)| arrow.to_string())
        };
        model += &format!("[picture]\nsign = {}\n", field.picture(word));
    }
    if has_dot {
        (low..=high).for_each(|number| model += &format!("[[rule]]\nat-most = {{ {number} = 1 }}\n"));
    } else {
        model += "[[rule]]\nall-different = true\n";
    }
    let piece = if piece == "ahead" { "ahead sign" } else { piece };
    model += &format!("[[rule]]\ntour = \"{piece}\"\n{}", if closed { "closed = true\n" } else { "" });
    let number = |value: u8| if has_dot { value.checked_sub(1) } else { Some(value) };
    let values = numbers + usize::from(has_dot);
    Case::cells(seed, model, field.count, values).agrees(|form| {
        // Counted from the smallest value.
        let mut at: BTreeMap<u8, usize> = BTreeMap::new();
        for (cell, &value) in form.iter().enumerate() {
            if let Some(number) = number(value)
                && at.insert(number, cell).is_some()
            {
                return false;
            }
        }
        let count = at.len() as u8;
        let is_move = |from: u8, to: u8| reach[at[&from]].contains(&at[&to]);
        at.keys().copied().eq(0..count)
            && (1..count).all(|number| is_move(number - 1, number))
            && (!closed || count == 0 || is_move(count - 1, 0))
    })
}

#[test]
fn runs_have_the_lengths_of_a_clue() {
    cases(0..120, runs);
}

#[test]
fn runs_around_a_cell_are_in_any_order() {
    cases(0..60, rings);
}

#[test]
fn members_spell_words() {
    cases(0..80, words);
}

#[test]
fn higher_numbers_are_visible() {
    cases(0..60, visible);
}

#[test]
fn views_turn_at_mirrors() {
    cases(0..80, mirrors);
}

#[test]
fn riders_see_as_far_as_a_cell_that_passes() {
    cases(0..80, sight);
}

#[test]
fn tours_go_from_number_to_number() {
    cases(0..60, tours);
}

#[test]
#[ignore = "takes minutes"]
fn many_sequences() {
    for one in [runs, rings, words, visible, mirrors, sight, tours] {
        cases(1000..1250, one);
    }
}
