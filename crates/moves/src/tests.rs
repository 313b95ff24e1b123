//! Moves against a plain search over strings, and against SAT.

mod pours;

use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_tasks::answer::Reason;
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use std::collections::{BTreeMap, BTreeSet};

fn load(text: &str) -> Result<Loaded, String> {
    let source = Source::new("game.toml", text.to_string());
    boardwright_families::load(&source, &Budget::none()).map_err(|wrong| wrong.render(&source, false))
}

fn ask(loaded: &Loaded, options: &Options, ask: Ask) -> Report {
    let setup = Setup::resolve(loaded, options, &Budget::none()).expect("the names exist");
    task::run(&task::Request::new(loaded, &setup, ask), &Budget::none(), &mut task::ignore).expect("no check fails")
}

fn by(route: &str) -> Options {
    match route {
        "search" => Options { method: Some("search".into()), ..Options::default() },
        _ => Options { route: Some(route.into()), ..Options::default() },
    }
}

/// A random game: a board of one or two rows, moves of two or three cells, and a goal that may leave cells open.
#[derive(Debug)]
struct Game {
    rows: usize,
    columns: usize,
    start: Vec<char>,
    moves: Vec<(Vec<char>, Vec<char>, bool)>,
    goal: Vec<char>,
}

impl Game {
    fn random(random: &mut Random) -> Game {
        let (rows, columns) = random.one_of(&[(1, 4), (1, 5), (2, 2), (2, 3)]);
        let values = ['.', 'a', 'b'];
        let board =
            |random: &mut Random| -> Vec<char> { (0..rows * columns).map(|_| random.one_of(&values)).collect() };
        let start = board(random);
        let mut goal = board(random);
        goal.iter_mut().for_each(|cell| *cell = if random.below(3) == 0 { '?' } else { *cell });
        let mut moves = Vec::new();
        while moves.len() < 1 + random.below(3) {
            let length = 2 + random.below(2);
            // `x` is a name of `a` and `b`.
            let before: Vec<char> = (0..length).map(|_| random.one_of(&['.', '.', 'a', 'b', 'x', '?'])).collect();
            let after: Vec<char> = (0..length)
                .map(|_| match random.one_of(&['.', '.', 'a', 'b', 'x', '?']) {
                    'x' if !before.contains(&'x') => '?',
                    other => other,
                })
                .collect();
            moves.push((before, after, random.below(2) == 0));
        }
        Game { rows, columns, start, moves, goal }
    }

    fn model(&self) -> String {
        let picture = |cells: &[char]| {
            let rows: Vec<String> = cells.chunks(self.columns).map(|row| row.iter().collect()).collect();
            format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"))
        };
        let mut text = format!(
            "puzzle = 'grid'\n[grid]\nvalues = ['.', 'a', 'b']\nstart = {}\n[names]\nx = ['a', 'b']\n[goal]\ncells = {}\n",
            picture(&self.start),
            picture(&self.goal)
        );
        for (before, after, turned) in &self.moves {
            let (before, after): (String, String) = (before.iter().collect(), after.iter().collect());
            text += &format!("[[move]]\nbefore = '{before}'\nafter = '{after}'\n");
            if *turned {
                text += "directions = 'rotations'\n";
            }
        }
        text
    }

    /// The positions one move away.
    fn next(&self, position: &[char]) -> BTreeSet<Vec<char>> {
        let mut found = BTreeSet::new();
        for (before, after, turned) in &self.moves {
            let steps: &[(i64, i64)] = if *turned { &[(0, 1), (1, 0), (0, -1), (-1, 0)] } else { &[(0, 1)] };
            for &(down, right) in steps {
                for cell in 0..position.len() {
                    let at = |index: usize| -> Option<usize> {
                        let row = (cell / self.columns) as i64 + down * index as i64;
                        let column = (cell % self.columns) as i64 + right * index as i64;
                        let inside = (0..self.rows as i64).contains(&row) && (0..self.columns as i64).contains(&column);
                        inside.then(|| row as usize * self.columns + column as usize)
                    };
                    let cells: Option<Vec<usize>> = (0..before.len()).map(at).collect();
                    let Some(cells) = cells else { continue };
                    let mut name = None;
                    let matches = cells.iter().zip(before).all(|(&cell, &wanted)| match wanted {
                        '?' => true,
                        'x' => position[cell] != '.' && *name.get_or_insert(position[cell]) == position[cell],
                        other => position[cell] == other,
                    });
                    if !matches {
                        continue;
                    }
                    let mut then = position.to_vec();
                    for (&cell, &gives) in cells.iter().zip(after) {
                        match gives {
                            '?' => {}
                            'x' => then[cell] = name.unwrap_or('.'),
                            other => then[cell] = other,
                        }
                    }
                    if then != position {
                        found.insert(then);
                    }
                }
            }
        }
        found
    }

    /// The fewest moves and the number of shortest plans; `None` if there is no plan.
    fn fewest(&self) -> Option<(i64, u64)> {
        let is_goal = |at: &Vec<char>| at.iter().zip(&self.goal).all(|(have, want)| *want == '?' || have == want);
        let mut layer = BTreeMap::from([(self.start.clone(), 1u64)]);
        let mut seen: BTreeSet<Vec<char>> = layer.keys().cloned().collect();
        for moves in 0.. {
            let plans: u64 = layer.iter().filter(|(at, _)| is_goal(at)).map(|(_, ways)| ways).sum();
            if plans > 0 {
                return Some((moves, plans));
            }
            let mut next: BTreeMap<Vec<char>, u64> = BTreeMap::new();
            for (at, ways) in &layer {
                for then in self.next(at).into_iter().filter(|then| !seen.contains(then)) {
                    *next.entry(then).or_insert(0) += ways;
                }
            }
            if next.is_empty() {
                return None;
            }
            seen.extend(next.keys().cloned());
            layer = next;
        }
        None
    }
}

/// The fewest moves, their number and all plans, by the search and by SAT.
#[test]
fn random_games_against_a_plain_search() {
    let (mut solvable, mut impossible) = (0, 0);
    for seed in 0..1500 {
        let game = Game::random(&mut Random(seed));
        let what = format!("seed {seed}: {game:?}");
        // Models with a move that changes nothing, or with pieces that the goal cannot have, are refused.
        let loaded = match load(&game.model()) {
            Ok(loaded) => loaded,
            Err(wrong) => {
                assert!(wrong.contains("[no-change]") || wrong.contains("[other-pieces]"), "{what}\n{wrong}");
                assert!(!wrong.contains("[other-pieces]") || game.fewest().is_none(), "{what}\n{wrong}");
                continue;
            }
        };
        let report = ask(&loaded, &by("search"), Ask::Count);
        match game.fewest() {
            Some((moves, plans)) => {
                solvable += 1;
                assert_eq!((report.answer, report.optimum), (Answer::Optimal, Some(moves)), "{what}");
                assert_eq!(report.count, Some(plans.into()), "{what}");
                if plans <= 50 {
                    let all = ask(&loaded, &by("search"), Ask::All);
                    assert_eq!((all.complete, all.solutions.len() as u64), (true, plans), "{what}");
                }
                if seed % 3 == 0 && plans <= 50 {
                    let sat = ask(&loaded, &by("sat"), Ask::Count);
                    assert_eq!((sat.optimum, sat.count), (Some(moves), Some(plans.into())), "{what}");
                }
            }
            None => {
                impossible += 1;
                assert_eq!(report.answer, Answer::Unsatisfiable, "{what}");
                if seed % 3 == 0 {
                    let sat = ask(&loaded, &by("sat"), Ask::One);
                    assert_eq!(sat.answer, Answer::Unsatisfiable, "{what}");
                }
            }
        }
    }
    assert!(solvable >= 30 && impossible >= 60, "{solvable} solvable and {impossible} impossible games");
}

const SLIDE: &str = "[[move]]\nbefore = 'tile .'\nafter = '. tile'\ndirections = 'rotations'\n";

/// Two tiles exchanged: half of all positions cannot be reached, which the parity shows without a search.
#[test]
fn exchanged_tiles_have_no_plan() {
    let values = "values = ['.', '1', '2', '3', '4', '5', '6', '7', '8']";
    let names = "[names]\ntile = ['1', '2', '3', '4', '5', '6', '7', '8']";
    let text = format!(
        "puzzle = 'grid'\n[grid]\n{values}\nstart = '''\n123\n456\n87.\n'''\n{names}\n{SLIDE}[goal]\ncells = '''\n123\n456\n78.\n'''"
    );
    let loaded = load(&text).expect("it is a model");
    let report = ask(&loaded, &by("search"), Ask::One);
    assert_eq!(report.answer, Answer::Unsatisfiable);
    let Reason::Argument(Argument::Kept(sum)) = &report.reason else { panic!("{:?}", report.reason) };
    assert!(sum.modulus == Some(2) && sum.has_parity, "{sum:?}");
}

/// English solitaire on one row of the argument of M. Reiss: a sum over diagonals tells which last pegs are possible.
#[test]
fn a_peg_that_cannot_be_the_last_one() {
    let board = |cells: &str| format!("'''\n{cells}\n'''");
    let jump = "[[move]]\nbefore = 'oo.'\nafter = '..o'\ndirections = 'rotations'\n";
    let plan = |goal: &str| {
        let (start, goal) = (board("oo.\n.oo\n..."), board(goal));
        let text =
            format!("puzzle = 'grid'\n[grid]\nvalues = ['.', 'o']\nstart = {start}\n{jump}[goal]\ncells = {goal}");
        ask(&load(&text).expect("it is a model"), &by("search"), Ask::One)
    };
    let wrong = plan("...\n..o\n...");
    assert_eq!(wrong.answer, Answer::Unsatisfiable);
    let Reason::Argument(Argument::Kept(sum)) = &wrong.reason else { panic!("{:?}", wrong.reason) };
    assert_eq!(sum.modulus, Some(2), "{sum:?}");
}

/// A plan that was tampered with is refused.
#[test]
fn plans_are_replayed() {
    let text = "puzzle = 'grid'\n[grid]\nvalues = ['.', 'o']\nstart = 'oo.o'\n[goal]\nfewest = 'o'\n[[move]]\nbefore = 'oo.'\n\
        after = '..o'\ndirections = 'reflections'\n";
    let loaded = load(text).expect("it is a model");
    let report = ask(&loaded, &by("search"), Ask::All);
    assert_eq!((report.optimum, report.solutions.len()), (Some(2), 1));
    let good = report.solutions[0].candidate().clone();
    let verify = |change: &dyn Fn(&mut boardwright_puzzle::solution::Candidate)| {
        let mut claimed = good.clone();
        change(&mut claimed);
        loaded.instance.verify(claimed).map_err(|wrong| wrong.to_string())
    };
    assert!(verify(&|_| {}).is_ok());
    assert_eq!(verify(&|c| c.layers[1][0] = 1), Err("no move leads from position 0 to the next one".into()));
    assert!(verify(&|c| c.layers[0][2] = 1).is_err_and(|wrong| wrong.contains("is not the start")));
    assert_eq!(verify(&|c| drop(c.layers.remove(1))), Err("no move leads from position 0 to the next one".into()));
    assert_eq!(verify(&|c| c.layers[2][3] = 9), Err("position 2 has other cells or values than the board".into()));
}

/// Free moves, repeated moves, whole pieces and costs.
#[test]
fn forms_of_moves() {
    let plan = |text: &str| {
        let loaded = load(&format!("puzzle = 'grid'\n{text}")).unwrap_or_else(|wrong| panic!("{wrong}"));
        let report = ask(&loaded, &by("search"), Ask::Count);
        (report.optimum, report.count.map(|count| count.to_string()))
    };
    let is = |optimum: i64, count: &str| (Some(optimum), Some(count.to_string()));
    let sokoban = "[grid]\nvalues = ['.', '@', '$']\nstart = '@..$..'\n[[move]]\nbefore = '@.'\nafter = '.@'\n\
        directions = 'rotations'\ncost = 0\n[[move]]\nbefore = '@$.'\nafter = '.@$'\ndirections = 'rotations'\n\
        [goal]\ncells = '?????$'\n";
    assert_eq!(plan(sokoban), is(2, "1"));
    let repeat = "[grid]\nvalues = ['.', 'o']\nstart = 'oo.o.'\n[goal]\ncells = '....o'\n[[move]]\nbefore = 'oo.'\n\
        after = '..o'\nrepeat = true\n";
    assert_eq!(plan(repeat), is(1, "1"));
    assert_eq!(plan(&repeat.replace("true", "'straight'")), is(1, "1"));
    assert_eq!(plan(&repeat.replace("true", "false")), is(2, "1"));
    let costs = "[grid]\nvalues = ['.', 'o']\nstart = 'o..'\n[goal]\ncells = '..o'\n[[move]]\nbefore = 'o.'\nafter = '.o'\n\
        [[move]]\nbefore = 'o..'\nafter = '..o'\ncost = 2\n";
    assert_eq!(plan(costs), is(2, "2"), "two steps of cost 1, or one of cost 2");
    assert_eq!(plan(&costs.replace("cost = 2", "cost = 3")), is(2, "1"));
}

/// Pieces that slide until they are stopped, against a search of its own; by both methods.
#[test]
fn pieces_slide_until_they_are_stopped() {
    let walls = [[(0, 1), (0, 2)], [(1, 1), (2, 1)], [(2, 3), (3, 3)]];
    let side = 4i64;
    let is_walled = |a: (i64, i64), b: (i64, i64)| walls.iter().any(|wall| *wall == [a, b] || *wall == [b, a]);
    let slide = |robots: &[(i64, i64); 2], own: usize, (down, right): (i64, i64)| {
        let mut at = robots[own];
        loop {
            let next = (at.0 + down, at.1 + right);
            let on = (0..side).contains(&next.0) && (0..side).contains(&next.1);
            if !on || is_walled(at, next) || robots[1 - own] == next {
                return at;
            }
            at = next;
        }
    };
    let start = [(0, 0), (3, 2)];
    // The fewest moves to each position, and the ways.
    let mut known: BTreeMap<[(i64, i64); 2], (i64, u64)> = [(start, (0, 1))].into();
    let mut layer = vec![start];
    for moves in 1.. {
        let mut next = Vec::new();
        for robots in layer {
            let ways = known[&robots].1;
            for (own, step) in (0..2).flat_map(|own| [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|step| (own, step))) {
                let mut moved = robots;
                moved[own] = slide(&robots, own, step);
                if moved == robots {
                    continue;
                }
                let entry = known.entry(moved).or_insert_with(|| {
                    next.push(moved);
                    (moves, 0)
                });
                if entry.0 == moves {
                    entry.1 += ways;
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    let draw = |robots: &[(i64, i64); 2], empty: &str| {
        let cell = |at: (i64, i64)| match robots.iter().position(|robot| *robot == at) {
            Some(robot) => ["A", "B"][robot],
            None => empty,
        };
        let row = |row: i64| (0..side).map(|column| cell((row, column))).collect::<String>();
        (0..side).map(row).collect::<Vec<_>>().join("\n")
    };
    let mut picture = vec![vec!['.'; 7]; 7];
    for [a, b] in walls {
        picture[(a.0 + b.0) as usize][(a.1 + b.1) as usize] = '#';
    }
    let picture = picture.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n");
    for (goal, &(moves, ways)) in known.iter().filter(|(_, found)| found.0 > 0).step_by(3) {
        let model = format!(
            "puzzle = 'grid'\n[grid]\nvalues = ['.', 'A', 'B']\nstart = \"\"\"\n{}\n\"\"\"\n[between]\nwall = \"\"\"\n{picture}\n\"\"\"\n\
             [[move]]\npiece = ['A', 'B']\nby = 'rook'\nslides = true\nwalls = 'wall'\n[goal]\ncells = \"\"\"\n{}\n\"\"\"\n",
            draw(&start, "."),
            draw(goal, ".")
        );
        let loaded = load(&model).unwrap_or_else(|wrong| panic!("{wrong}"));
        let report = ask(&loaded, &by("search"), Ask::Count);
        assert_eq!((report.optimum, report.count), (Some(moves), Some(ways.into())), "{model}");
        if moves <= 3 {
            let report = ask(&loaded, &by("sat"), Ask::Count);
            assert_eq!((report.optimum, report.count), (Some(moves), Some(ways.into())), "by a formula: {model}");
        }
    }
    assert!(known.values().any(|found| found.0 > 4), "{known:?}");
}

/// On a torus, a piece that nothing stops has no move.
#[test]
fn nothing_stops_a_piece_on_a_torus() {
    let model = |start: &str| {
        format!(
            "puzzle = 'grid'\n[grid]\nwrap = true\nvalues = ['.', 'A', 'B']\nstart = '{start}'\n[[move]]\npiece = 'A'\n\
             by = 'rook'\nslides = true\n[goal]\ncells = '..A?'\n"
        )
    };
    let loaded = load(&model("A..B")).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(
        ask(&loaded, &by("search"), Ask::Count).count,
        Some(1u32.into()),
        "B stops it on the right, and on the left"
    );
    let wrong = load(&model("A...")).err().map(|wrong| wrong.to_string()).unwrap_or_default();
    assert!(wrong.contains("changes nothing"), "{wrong}");
}

/// A `_` is no part of a picture, so that it need not lie on the board; by both methods.
#[test]
fn pictures_lie_on_the_board_with_their_cells_alone() {
    for (before, after) in
        [("_o", "_."), ("o_", "._"), ("__o", "__."), ("_\no", "_\n."), ("__\n_o", "__\n_."), ("_o_\n___", "_._\n___")]
    {
        for directions in ["drawn", "rotations", "reflections", "all"] {
            let model = format!(
                "puzzle = 'grid'\n[grid]\nvalues = ['.', 'o']\nstart = 'oo'\n[goal]\ncells = '..'\n[[move]]\n\
                 before = \"\"\"\n{before}\"\"\"\nafter = \"\"\"\n{after}\"\"\"\ndirections = '{directions}'\n"
            );
            let loaded = load(&model).unwrap_or_else(|wrong| panic!("{wrong}"));
            for way in ["search", "sat"] {
                let report = ask(&loaded, &by(way), Ask::Count);
                // Either of the two goes first.
                assert_eq!(
                    (report.optimum, report.count),
                    (Some(2), Some(2u32.into())),
                    "{way}: {before} {directions}"
                );
            }
        }
    }
}

/// Whole pieces that several kinds of moves move, free moves before the last position, and a piece that would be changed.
#[test]
fn forms_of_moves_together() {
    let asked = |text: &str| {
        let loaded = load(&format!("puzzle = 'grid'\n{text}")).unwrap_or_else(|wrong| panic!("{wrong}"));
        let report = ask(&loaded, &by("search"), Ask::Count);
        (report.optimum, report.count.map(|count| count.to_string()))
    };
    let is = |optimum: i64, count: &str| (Some(optimum), Some(count.to_string()));
    let whole = "[grid]\nvalues = ['.', 'A']\nstart = 'A._..'\n[goal]\ncells = '.._.A'\n[[move]]\npiece = 'A'\nwhole = true\n\
        [[move]]\npiece = 'A'\nwhole = true\nby = 'leaper 0 3'\n";
    assert_eq!(asked(whole), is(2, "2"), "a step and a leap over the hole, in either order");
    let free = "[grid]\nvalues = ['.', 'a', 'b']\nstart = 'a'\n[goal]\nfewest = 'a'\n[[move]]\nbefore = 'a'\nafter = 'b'\ncost = 0\n\
        [[move]]\nbefore = 'b'\nafter = 'a'\ncost = 0\n[[move]]\nbefore = 'b'\nafter = '.'\n";
    assert_eq!(asked(free), is(0, "1"), "no `a` is left after a free move");
    let changed = "puzzle = 'grid'\n[grid]\nvalues = ['.', 'A']\nstart = 'AA..'\n[goal]\ncells = '..AA'\n[[move]]\npiece = 'A'\nwhole = true\n\
        [[move]]\nbefore = 'A.'\nafter = '.A'\n";
    let wrong = load(changed).err().unwrap_or_default();
    assert!(wrong.contains("the move `move` changes cells of the whole piece `A`"), "{wrong}");
}

/// The board of 15 holes, the vacant one drawn as '.', on hexagons and on squares with one diagonal.
fn triangle(vacant: usize, repeat: bool) -> [String; 2] {
    let hole = |index: usize| if index == vacant { "." } else { "o" };
    let rows = |shape: &str| -> String {
        let row = |row: usize| {
            let holes: Vec<&str> = (0..=row).map(|at| hole(row * (row + 1) / 2 + at)).collect();
            match shape {
                "hexagons" => format!("{}{}\n", " ".repeat(4 - row), holes.join(" ")),
                _ => format!("{}{}\n", holes.concat(), "_".repeat(4 - row)),
            }
        };
        (0..5).map(row).collect()
    };
    let model = |shape: &str, moves: &str| {
        let start = rows(shape);
        format!(
            "puzzle = 'grid'\n[grid]\nshape = '{shape}'\nvalues = ['.', 'o']\nstart = '''\n{start}'''\n{moves}\
             [goal]\nfewest = 'o'\n"
        )
    };
    let jump = format!("[[move]]\nbefore = 'oo.'\nafter = '..o'\ndirections = 'rotations'\nrepeat = {repeat}\n");
    let diagonal =
        "[[move]]\nbefore = '''\no__\n_o_\n__.'''\nafter = '''\n.__\n_._\n__o'''\ndirections = ['right', 'left']\n";
    [model("hexagons", &jump), model("square", &format!("{jump}{diagonal}"))]
}

/// A plan that leaves one peg is tried first; a count visits all positions, and knows as many moves.
#[test]
fn the_fewest_pegs_are_those_of_all_positions() {
    let mut random = Random(5);
    let mut seen = [0; 2];
    for round in 0..60 {
        let (rows, columns) = random.one_of(&[(2, 5), (3, 4), (4, 4)]);
        let cells: Vec<char> = (0..rows * columns).map(|_| random.one_of(&['.', 'o', 'o'])).collect();
        let pegs = cells.iter().filter(|&&cell| cell == 'o').count() as i64;
        let start: Vec<String> = cells.chunks(columns).map(|row| row.iter().collect()).collect();
        let text = format!(
            "puzzle = 'grid'\n[grid]\nvalues = ['.', 'o']\nstart = '''\n{}\n'''\n[goal]\nfewest = 'o'\n[[move]]\nbefore = 'oo.'\n\
             after = '..o'\ndirections = 'rotations'\n",
            start.join("\n")
        );
        // A board where no peg can ever jump is refused.
        let Ok(loaded) = load(&text) else { continue };
        let [one, all] = [Ask::One, Ask::Count].map(|question| ask(&loaded, &by("search"), question).optimum);
        assert_eq!(one, all, "round {round}\n{text}");
        seen[usize::from(all == Some(pegs - 1))] += 1;
    }
    assert!(seen.iter().all(|&often| often > 5), "several are left, one is left: {seen:?}");
}

/// The board of 33 holes with the middle one empty: 31 jumps leave one peg.
#[test]
fn one_peg_is_left_of_32() {
    let text = "puzzle = 'grid'\n[grid]\nvalues = ['.', 'o']\nstart = '''\n__ooo__\n__ooo__\nooooooo\nooo.ooo\nooooooo\n__ooo__\n__ooo__\n'''\n\
        [goal]\nfewest = 'o'\n[[move]]\nbefore = 'oo.'\nafter = '..o'\ndirections = 'rotations'\n";
    let report = ask(&load(text).expect("it is a model"), &by("search"), Ask::One);
    assert_eq!((report.answer, report.optimum), (Answer::Optimal, Some(31)));
}

/// One peg is left after 13 jumps, as on squares with one of the diagonals; G. I. Bell (2008) has the shortest solutions in
/// moves of several jumps: 9 from the best hole (OEIS A127500).
#[test]
fn a_triangle_of_fifteen_holes() {
    let count = |text: &str| {
        let report = ask(&load(text).unwrap_or_else(|wrong| panic!("{wrong}")), &by("search"), Ask::Count);
        (report.optimum, report.count.map(|count| count.to_string()))
    };
    for vacant in [0, 1, 3, 4] {
        let [hexagons, squares] = triangle(vacant, false);
        let found = count(&hexagons);
        assert_eq!((found.0, &found), (Some(13), &count(&squares)), "hole {vacant}");
    }
    let shortest = (0..15).filter_map(|vacant| count(&triangle(vacant, true)[0]).0).min();
    assert_eq!(shortest, Some(9));
}

/// A picture of a step and a piece that steps are the same on every shape that has both; graphs have pieces alone.
#[test]
fn steps_on_all_shapes() {
    let step = |directions: &str| format!("[[move]]\nbefore = 'o.'\nafter = '.o'\ndirections = '{directions}'\n");
    let piece = "[[move]]\npiece = 'o'\n";
    let boards = [
        ("hexagons", " o o\no . .\n . .", " . .\n. . o\n o o"),
        ("triangles", "  o\n o.o\n.....", "  .\n ...\noo..o"),
        ("cubes", "oo\n..\n\n..\n..", "..\n..\n\n..\noo"),
    ];
    for (shape, start, goal) in boards {
        let model = |moves: &str| {
            format!(
                "puzzle = 'grid'\n[grid]\nshape = '{shape}'\nvalues = ['.', 'o']\nstart = '''\n{start}\n'''\n{moves}\
                 [goal]\ncells = '''\n{goal}\n'''\n"
            )
        };
        let asked = |moves: &str, way: &str| {
            let report = ask(&load(&model(moves)).unwrap_or_else(|wrong| panic!("{wrong}")), &by(way), Ask::Count);
            (report.optimum, report.count.map(|count| count.to_string()))
        };
        let found = asked(piece, "search");
        assert!(found.0.is_some(), "{shape}");
        // A step of a triangle has no direction of its own on the other kind of triangle, which a half turn puts it on.
        assert_eq!(asked(&step("rotations"), "search"), found, "{shape}");
        assert_eq!(asked(&step("all"), "sat"), found, "{shape}");
    }
    let ring = |moves: &str| {
        format!(
            "puzzle = 'grid'\n[grid]\nshape = 'graph'\nedges = 'a-b-c-d-e-f-a'\nvalues = ['.', 'x', 'o']\n\
             start = 'xo....'\n{moves}[goal]\ncells = 'ox....'\n"
        )
    };
    // The other way round the ring, which is 5 + 1 steps however they share them.
    let loaded = load(&ring("[[move]]\npiece = ['x', 'o']\n")).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(ask(&loaded, &by("search"), Ask::One).optimum, Some(6));
    let wrong = load(&ring(&step("rotations"))).map(drop).expect_err("a graph has no directions");
    assert!(wrong.contains("pictures of moves are not supported for shape = \"graph\""), "{wrong}");
}

#[test]
fn keys_without_a_meaning_on_a_shape_are_refused() {
    let model = |rest: &str| {
        let board = "shape = 'hexagons'\nvalues = ['.', 'o']\nstart = '''\n o .\n. . o\n'''";
        format!("puzzle = 'grid'\n[grid]\n{board}\n{rest}\n[goal]\ncells = '''\n . .\no o .\n'''\n")
    };
    let pictures = "[[move]]\nbefore = 'o.'\nafter = '.o'";
    for (rest, expected) in [
        (
            &format!("{pictures}\ndirections = ['right', 'down']")[..],
            "a list of `directions` requires a board of squares",
        ),
        ("[[move]]\npiece = 'o'\nblock = [1, 2]", "`block` is not supported for shape = \"hexagons\""),
        ("[[move]]\npiece = 'o'\nwhole = true\nlengthwise = true", "`lengthwise` is not supported"),
        ("[[move]]\npiece = 'o'\nby = 'leaper 1 4'", "leaper 1 4"),
        (&format!("[[rule]]\ntime = 'next'\nexactly = {{ o = 2 }}\n{pictures}"), "time = \"next\" is not supported"),
        ("[[move]]\nbefore = '''\no\n.'''\nafter = '''\n.\no'''", "half a cell to the left or right"),
    ] {
        let wrong = load(&model(rest)).err().unwrap_or_default();
        assert!(wrong.contains(expected), "{rest}: {wrong}");
    }
    assert!(load(&model(pictures)).is_ok());
}
