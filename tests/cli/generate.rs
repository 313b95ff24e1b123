//! `generate --from`: what it makes of a setter's model has one solution, which stays; no clue can be left out; and nothing
//! else of the text changes.

use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_ir::constraint::{Constraint, Origin};
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::printed_clues::{PrintedClues, Switch, edited};
use boardwright_puzzle::solution::Candidate;
use boardwright_solvers::backend;
use boardwright_tasks::task::generate::{Template, of_model};
use boardwright_tasks::task::{self, Ask, Options, Setup, Solver};
use std::path::Path;
use std::time::{Duration, Instant};

fn load(text: &str) -> Loaded {
    let source = Source::new("test.toml", text);
    REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}\n{text}", wrong.render(&source, false)))
}

/// Without clues there is more than one board, so the goal is never met; what was found is printed.
#[test]
fn a_goal_is_tried_up_to_the_time_limit() {
    let start = Instant::now();
    let run = boardwright(&["generate", "knightdoku", "--clues", "0", "--time-limit", "1500ms"]);
    // Twenty tries take less in an optimised build; a limit is kept all the same.
    assert!(start.elapsed() >= Duration::from_millis(1400), "{:?}", start.elapsed());
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(
        run.stdout.contains("clues instead of 0") && run.stderr.contains("time limit"),
        "{}{}",
        run.stdout,
        run.stderr
    );
    let checked = boardwright_with(&["check", "-"], &run.stdout, &[]);
    assert_eq!(checked.code, 0, "the best puzzle has one solution: {}", checked.stdout);
}

/// The clues that a grid prints.
fn grid(loaded: &Loaded) -> &dyn PrintedClues {
    loaded.instance.printed_clues().expect("it is a grid")
}

/// The boards of a model's solutions, two at most.
fn solutions(text: &str) -> Vec<String> {
    let loaded = load(text);
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("the defaults exist");
    let report = task::run(&task::Request::new(&loaded, &setup, Ask::UpTo(2)), &Budget::none(), &mut task::ignore)
        .expect("no check of ours fails");
    report.solutions.iter().map(|solution| solution.to_json(&*loaded.instance).to_string()).collect()
}

/// What is made of a model that stands on standard input.
fn made(text: &str, flags: &[&str]) -> String {
    let run = boardwright_with(&[&["generate", "--from", "-"], flags].concat(), text, &[]);
    assert_eq!(run.code, 0, "{}\n{text}", run.stderr);
    assert_eq!(solutions(&run.stdout).len(), 1, "{}", run.stdout);
    run.stdout
}

/// Everything between the quotes behind `name =`, and where it starts.
fn picture<'t>(text: &'t str, name: &str) -> (usize, &'t str) {
    let opening = format!("{name} = \"\"\"\n");
    let start = text.find(&opening).unwrap_or_else(|| panic!("no `{name}` in\n{text}")) + opening.len();
    let length = text[start..].find("\"\"\"").expect("it ends");
    (start, &text[start..start + length])
}

/// The places of the marks of a picture of characters.
fn marks(text: &str, name: &str) -> Vec<usize> {
    let (start, rows) = picture(text, name);
    rows.char_indices().filter(|(_, c)| !"._\n".contains(*c)).map(|(index, _)| start + index).collect()
}

/// The text without the marks at these places.
fn without(text: &str, places: &[usize]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    places.iter().for_each(|&place| bytes[place] = b'.');
    String::from_utf8(bytes).expect("marks are ASCII here")
}

fn assert_irreducible(text: &str, name: &str) -> usize {
    let places = marks(text, name);
    for &place in &places {
        assert_eq!(solutions(&without(text, &[place])).len(), 2, "{place} can be left out of\n{text}");
    }
    places.len()
}

fn sudoku(side: usize) -> String {
    let root = side.isqrt();
    format!(
        "puzzle = \"grid\"  # my own\ntitle = 'Not to be touched'\n\n[grid]\nrows = {side}\n  columns={side}\n\
         values = \"1..{side}\" # below this\n\n[[rule]]\neach = [\"row\", \"column\", \"block {root}x{root}\"]\n\
         all-different = true\n\n[expect]\nanswer = 'satisfiable'\ncount =  288 # of four\n"
    )
}

#[test]
fn rules_alone_become_a_sudoku() {
    for (side, seed) in [(4, "0"), (4, "1"), (4, "2"), (9, "7")] {
        let model = sudoku(side);
        let text = made(&model, &["--seed", seed]);
        let clues = assert_irreducible(&text, "given");
        assert!(if side == 4 { (4..=8).contains(&clues) } else { (17..=35).contains(&clues) }, "{text}");
        // Without what was added it is what it was.
        let (start, rows) = picture(&text, "given");
        let added = start - "given = \"\"\"\n".len()..start + rows.len() + "\"\"\"\n".len();
        let head = format!("# Made by: boardwright generate --from - --seed {seed}\n");
        assert!(text.starts_with(&head), "{text}");
        let rest = format!("{}{}", &text[..added.start], &text[added.end..]);
        let kept: String = rest.split_inclusive('\n').skip(4).collect();
        assert_eq!(kept, model.replace("count =  288", "count =  1"));
        assert!(rest.contains(&format!("# {clues} clues of ")), "{text}");
    }
}

#[test]
fn the_same_seed_makes_the_same_bytes() {
    let model = sudoku(4);
    assert_eq!(made(&model, &["--seed", "5"]), made(&model, &["--seed", "5"]));
    let other = made(&model, &["--seed", "6"]);
    assert_ne!(picture(&made(&model, &["--seed", "5"]), "given"), picture(&other, "given"));
}

#[test]
fn pairs_that_a_half_turn_exchanges_stay_together() {
    for seed in ["1", "2"] {
        let text = made(&sudoku(9), &["--symmetric", "--seed", seed]);
        let places = marks(&text, "given");
        let (start, rows) = picture(&text, "given");
        // The closing line break is no part of the picture.
        let last = start + rows.len() - 2;
        let mut turned: Vec<usize> = places.iter().map(|place| last - (place - start)).collect();
        turned.reverse();
        assert_eq!(turned, places, "{text}");
        for (one, other) in places.iter().zip(places.iter().rev()).take(places.len().div_ceil(2)) {
            assert_eq!(solutions(&without(&text, &[*one, *other])).len(), 2, "{text}");
        }
        assert!(text.contains("no pair of clues can be left out"), "{text}");
    }
}

const SLITHERLINK: &str = r#"puzzle = "grid"
[grid]
rows = 5
columns = 5
lines = "borders"
[picture]
clue = """
22131
33231
22123
22132
33223
"""
[[rule]]
loop = true
[[rule]]
at = "clue"
around = "lines"
exactly = { line = "clue" }
"#;

const MINES: &str = r#"puzzle = "grid"
[grid]
values = [".", "*"]
rows = 5
columns = 6
[picture]
clue = """
110011
.2113.
2.22..
234.6.
1..3..
"""
[[rule]]
at = "clue"
around = "king"
exactly = { "*" = "clue" }
[[rule]]
name = "a number is no mine: without it, it may be one"
at = "clue"
is = "."
"#;

#[test]
fn printed_clues_are_left_out_one_by_one() {
    for (model, seed) in [(SLITHERLINK, "0"), (SLITHERLINK, "3"), (MINES, "0"), (MINES, "1")] {
        let before = solutions(model);
        assert_eq!(before.len(), 1, "the clues are those of a solution: {model}");
        let text = made(model, &["--seed", seed]);
        assert_eq!(solutions(&text), before, "the solution stays");
        assert!(assert_irreducible(&text, "clue") < marks(model, "clue").len(), "{text}");
        let symmetric = made(model, &["--seed", seed, "--symmetric"]);
        assert_eq!(solutions(&symmetric), before);
    }
}

#[test]
fn entries_of_lists_become_dots() {
    let model = std::fs::read_to_string("models/grid/nonogram.toml").expect("the model is there");
    let text = made(&model, &[]);
    let dots = text.matches("\".\", ").count() + text.matches("\".\"]").count();
    let before = model.matches("\".\", ").count() + model.matches("\".\"]").count();
    assert!(dots > before, "{text}");
    assert_eq!(solutions(&text), solutions(&model));
    // Everything that is left is needed, as the reader sees it.
    assert_needed(&text, usize::MAX);
}

/// Checks that this number of clues of a model are needed, each in the text without it.
fn assert_needed(text: &str, at_most: usize) {
    let loaded = load(text);
    let printed = grid(&loaded).printed(&loaded.model, text);
    for clue in printed.clues.iter().take(at_most) {
        let fewer = edited(text, std::slice::from_ref(&clue.without));
        let source = Source::new("fewer.toml", fewer.as_str());
        let Ok(reduced) = REGISTRY.load(&source, &Budget::none()) else { continue };
        let known =
            task::run(&task::Request::new(&loaded, &setup(&loaded), Ask::One), &Budget::none(), &mut task::ignore)
                .expect("it is solved");
        let stays = reduced.instance.verify(known.solutions[0].candidate().clone()).is_ok();
        assert!(!stays || solutions(&fewer).len() == 2, "{clue:?} can be left out of\n{text}");
    }
}

fn setup(loaded: &Loaded) -> Setup {
    Setup::resolve(loaded, &Options::default(), &Budget::none()).expect("the defaults exist")
}

/// The boards of all assignments, as JSON and in order.
fn boards(loaded: &Loaded, of: impl Iterator<Item = Candidate>) -> Vec<String> {
    let mut boards: Vec<String> = of.map(|board| board.to_json(&*loaded.instance).to_string()).collect();
    boards.sort();
    boards
}

/// A board with a wall, and pictures, signs and a list to speak of.
const PRINTED: &str = "puzzle = 'grid'
[grid]
values = '1..3'
cells = '''
.._
...
'''
[picture]
a = '''
12x
.3.
'''
b = '''
uv3
u.2
'''
[between]
s = '''
.<.1.
w...>
.2...
'''
[list.l]
rows = [4, 5]
";

/// Ways of speaking of what is printed.
const RULES: [&str; 20] = [
    "at = ['a', 'b']\nis-not = '2'",
    "at = ['a=1', 'b=u']\naround = 'wazir'\nsum-at-least = 3",
    "at = ['a', 'not b']\nis = ['1', '2']",
    "at = 'not a'\naround = 'king'\nall-different = true",
    "at = 'a'\naround = 'king'\nall-different = true\nsum-at-most = 4",
    "around = 'wazir'\nat-most = { 2 = 'b' }",
    "where = 'a'\nis-not = '3'",
    "where = '1'\naround = 'wazir'\nat-least = { b = 1 }",
    "each = 'row'\namong = 'a'\nsum-at-most = 'l'",
    "each = 'row'\nbetween = { 1 = [0, 'l'], 2 = ['l', 5] }",
    "each = 'pair'\nat = 's=<'\nincreasing = true",
    "each = 'pair'\nat = ['s=<', 's=1']\nall-different = true",
    "each = 'pair'\nat = 'not s'\ndifference = 1",
    "each = 'pair'\ndifference = 's'",
    "at = 'given'\nis-not = '3'",
    "at = 'a'\nwhere = 'not 1'\naround = 'rook'\nuntil = 'b'\nexactly = { 1 = 'a' }",
    "parity = { 1 = 'b' }\naround = 'king'",
    "where = ['a=1', 'b']\naround = 'wazir'\nis-not = '3'",
    "group = '1'\nsize = 'a'",
    "group = 'same'\nat-most = { b = 'a' }",
];

/// With a clue switched off there are the solutions of the text without it, board by board: for every example of the
/// reference, and for ways of using pictures that no example has. Without a clue that cannot be switched off, every solution
/// stays one.
#[test]
fn without_a_clue_there_are_the_solutions_of_the_text_without_it() {
    let page = std::fs::read_to_string("docs/grid.md").expect("the reference is there");
    let examples = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    // A puzzle of positions has no clues.
    let examples = examples.filter(|text| !text.contains("[[move]]"));
    let head = if_missing("puzzle = \"grid\"\n");
    let mut models: Vec<String> = examples.map(head).collect();
    let given = PRINTED.replace("[picture]", "given = '''\n1._\n.3.\n'''\n[picture]");
    for rule in RULES {
        models.push(format!("{PRINTED}[[rule]]\n{rule}\n"));
        models.push(format!("{given}[[rule]]\n{rule}\n[[rule]]\neach = 'row'\nsum-at-least = 4\n"));
    }
    let (mut switched_off, mut read) = (0, 0);
    let all = |loaded: &Loaded| {
        let report =
            task::run(&task::Request::new(loaded, &setup(loaded), Ask::All), &Budget::none(), &mut task::ignore)
                .expect("it is solved");
        boards(loaded, report.solutions.iter().map(|solution| solution.candidate().clone()))
    };
    for text in models {
        let loaded = load(&text);
        let printed = grid(&loaded).printed(&loaded.model, &text);
        let switched = grid(&loaded).switched(&printed.clues, &Budget::none()).expect("no limit");
        for (clue, off) in printed.clues.iter().zip(&switched.switches) {
            let fewer = edited(&text, std::slice::from_ref(&clue.without));
            let source = Source::new("fewer.toml", fewer.as_str());
            // A picture without its last number is another one: that is left to the reader.
            let Ok(fewer) = REGISTRY.load(&source, &Budget::none()) else {
                assert!(clue.is_number, "{clue:?}\n{text}");
                continue;
            };
            let expected = all(&fewer);
            if *off == Switch::Unknown {
                read += 1;
                // No condition is new, unless the picture is part of the rules now: then the clue is kept.
                let is_same = grid(&fewer).printed(&fewer.model, &source.text).kept == printed.kept;
                if is_same && switched.problem.objective().is_none() {
                    let lost = all(&loaded).into_iter().find(|board| expected.binary_search(board).is_err());
                    assert_eq!(lost, None, "without {clue:?}\n{text}");
                }
                continue;
            }
            let mut problem = switched.problem.clone();
            let origin = problem.origin(Origin::named(0, "switches"));
            for switch in &switched.switches {
                if let Switch::Literal(literal) = *switch {
                    let held = if switch == off { !literal } else { literal };
                    problem.post(origin, Constraint::clause([held]));
                }
            }
            let solver = Solver::new(&backend::find("varisat").expect("it is there"));
            let found = task::problem::assignments(&problem, &solver, Ask::All, &Budget::none());
            let found = found.expect("it is solved").found;
            let found = boards(&loaded, found.iter().map(|assignment| (switched.decode)(assignment)));
            assert_eq!(found, expected, "{clue:?}\n{text}");
            switched_off += 1;
        }
    }
    assert!(switched_off > 100 && read > 5, "{switched_off} clues were switched off, {read} read");
}

/// The examples leave out the first line.
fn if_missing(line: &'static str) -> impl Fn(&str) -> String {
    move |text| if text.contains("puzzle =") { text.to_string() } else { format!("{line}{text}") }
}

/// Switching clues off in one solver and reading the model without them come to the same on all kinds of puzzles.
#[test]
fn what_solvers_are_told_is_what_the_text_says() {
    let slow = ["life-before", "still-life", "sudoku-sandwich", "sudoku-killer", "domination", "magic-square-durer"];
    let mut tried = 0;
    let mut names: Vec<_> = std::fs::read_dir("models/grid").expect("there are models").flatten().collect();
    names.sort_by_key(std::fs::DirEntry::path);
    for path in names.iter().map(std::fs::DirEntry::path) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if slow.iter().any(|slow| name.starts_with(slow)) {
            continue;
        }
        let source = Source::new(name, std::fs::read_to_string(&path).expect("it is a text"));
        let loaded = load(&source.text);
        if let Ok(setting) = of_model(&source, &loaded, &Template::default(), &Budget::none(), &mut task::ignore) {
            assert_needed(&setting.text, 4);
            tried += 1;
        }
    }
    assert!(tried > 30, "only {tried} models became puzzles");
}

#[test]
fn what_is_kept_is_kept() {
    let tents = std::fs::read_to_string("models/grid/tents.toml").expect("the model is there");
    let run = boardwright(&["generate", "--from", "models/grid/tents.toml", "--keep", "tree"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(picture(&run.stdout, "tree").1, picture(&tents, "tree").1);
    assert!(run.stdout.contains("--from models/grid/tents.toml --keep tree --seed 0\n"), "{}", run.stdout);
    assert!(run.stdout.matches("\".\"").count() > tents.matches("\".\"").count(), "{}", run.stdout);
    // What a setter had given stays, and what was given for him may go.
    let model = sudoku(4).replace("values", "given = \"\"\"\n1234\n3412\n....\n....\n\"\"\"\nvalues");
    let text = made(&model, &["--keep", "grid"]);
    assert!(picture(&text, "given").1.starts_with("1234\n3412\n"), "{text}");
}

/// `where` asks for a lighthouse besides: without one, other constraints hold, and none that did not hold before.
#[test]
fn clues_that_where_asks_for_are_tried_in_the_text() {
    let lights = |rows: &str| {
        let model = std::fs::read_to_string("docs/tutorial/many.toml").expect("the model is there");
        let (_, old) = picture(&model, "light");
        model.replace(old, rows) + "\n[[rule]]\nwhere = \"light\"\nis-not = \"S\"\n"
    };
    let full = lights(".3....\n......\n....2.\n....0.\n....12\n...1.1\n");
    let before = solutions(&full);
    assert_eq!(before.len(), 1);
    let text = made(&full, &[]);
    assert_eq!(solutions(&text), before);
    assert!(marks(&text, "light").len() < 7, "{text}");
    assert_needed(&text, usize::MAX);
}

#[test]
fn words_keep_their_columns_and_signs_their_walls() {
    let model = std::fs::read_to_string("models/grid/yajilin.toml").expect("the model is there");
    let text = made(&model, &[]);
    let (old, new) = (picture(&model, "clue").1, picture(&text, "clue").1);
    assert_eq!(picture(&model, "cells").1, picture(&text, "cells").1);
    assert_ne!(old, new);
    let width = |rows: &str| rows.lines().map(str::len).collect::<Vec<_>>();
    for (old, new) in width(old).into_iter().zip(width(new)) {
        assert!(old == new || old == new + 1, "a dot at the end has nothing behind it: {text}");
    }
}

#[test]
fn models_are_written_in_many_ways() {
    // Within braces, with escapes, with the given picture as words, with a dot that is given as x.
    let inline = "puzzle = 'grid'\ngrid = { rows = 4, columns = 4, values = '1..4' }\n\
                  rule = [{ each = ['row', 'column'], all-different = true }]";
    assert_irreducible(&made(inline, &[]), "given");
    let dotted = "puzzle = 'grid'\ngrid.rows = 3\ngrid.columns = 3\ngrid.values = ['.', '10', '2']\n\
                  [[rule]]\neach = ['row', 'column']\nall-different = true";
    let text = made(dotted, &[]);
    assert!(text.contains("\ngrid.given = \"\"\"\n") && picture(&text, "given").1.contains(". "), "{text}");
    let escaped = "puzzle = 'grid'\n[grid]\nvalues = '1..3'\ngiven = \"123\\n231\\n312\"\n\
                   [[rule]]\neach = ['row', 'column']\nall-different = true\n";
    assert_eq!(assert_irreducible(&made(escaped, &[]), "given"), 3 - 1, "two clues fix a Latin square of order 3");
    let windows = escaped.replace("\"123\\n231\\n312\"", "\"\"\"\n123\n231\n312\n\"\"\"").replace('\n', "\r\n");
    assert_eq!(solutions(&made(&windows, &[])).len(), 1);
    let dots = "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nvalues = ['.', 'Q']\n\
                [[rule]]\neach = ['row', 'column']\nexactly = { Q = 1 }\n";
    let seeds =
        ["0", "1", "2", "3", "4", "5"].map(|seed| picture(&made(dots, &["--seed", seed]), "given").1.to_string());
    assert!(
        seeds.iter().any(|given| given.contains('x')) && seeds.iter().any(|given| given.contains('Q')),
        "{seeds:?}"
    );
}

/// The best boards are meant where there is an objective: a clue goes when the best board stays the only best one.
#[test]
fn the_best_board_stays_the_best() {
    let model = "puzzle = 'grid'\n[grid]\nvalues = ['.', 'K']\ngiven = '''\n.....\n'''\n\
                 [[rule]]\naround = 'king'\nincluding = true\nat-least = { K = 1 }\n[minimize]\ncount = 'K'\n\
                 [expect]\nanswer = 'optimal'\ncount = 3\ndistinct = 2\noptimum = 2\n";
    for seed in ["0", "1", "2", "3"] {
        let text = made(model, &["--seed", seed]);
        assert!(text.ends_with("answer = 'optimal'\ncount = 1\ndistinct = 1\noptimum = 2\n"), "{text}");
        assert_eq!(boardwright_with(&["check", "-"], &text, &[]).code, 0, "{text}");
    }
}

#[test]
fn what_cannot_be_made_is_refused_in_words() {
    let folder = Folder::new("generate-from");
    let refused = |text: &str, flags: &[&str]| {
        let file = folder.file("model.toml", text);
        let run = boardwright(&[&["generate", "--from", &file], flags].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        run.stderr
    };
    let none = sudoku(4).replace("values", "given = \"\"\"\n11..\n....\n....\n....\n\"\"\"\nvalues");
    assert!(refused(&none, &[]).contains("the model has no solution; see `boardwright explain`"));
    let lines = SLITHERLINK.replace("22131\n33231", ".....\n.....");
    assert!(refused(&lines, &[]).contains("its cells have no values: print more clues"));
    let family = "puzzle = 'lights-out'\nlights = '''\n#.\n..\n'''\n";
    assert!(refused(family, &[]).contains("--from does not support `lights-out` models"));
    let misspelt = refused(MINES, &["--keep", "clues"]);
    assert!(misspelt.contains("--keep clues: unknown picture, list or layer (did you mean `clue`?)"), "{misspelt}");
    assert!(refused(MINES, &["--keep", "clue"]).contains("no clues that can be left out besides what --keep protects"));
    // Marks that are compared; an island without its number is none; without a lighthouse others have to see its ships.
    for (name, part) in [("hitori", "number"), ("nurikabe", "clue"), ("lighthouses", "light"), ("dominosa", "number")] {
        let text = std::fs::read_to_string(format!("models/grid/{name}.toml")).expect("the model is there");
        let words = refused(&text, &[]);
        assert!(words.contains(&format!("that can be left out (`{part}` is part of the rules): clues are")), "{words}");
    }
    assert!(refused("puzzle = 'grid'\n", &[]).contains("missing"));
    assert!(refused(MINES, &["--rows", "5"]).contains("cannot be used with"));
    let run = boardwright(&["generate", "knightdoku", "--keep", "clue"]);
    assert!(run.code == 2 && run.stderr.contains("--from"), "{}", run.stderr);
    let layers = "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 2\nvalues = '1..2'\n[layer.colour]\nvalues = ['red', 'blue']\n\
                  [[rule]]\nall-different = true\n[[rule]]\nall-different = true\non = 'colour'\n";
    assert!(refused(layers, &[]).contains("are equal in the cells of its first layer"));
}

#[test]
fn families_name_what_cannot_be_chosen() {
    for (arguments, words) in [
        (["lights-out", "--set", "fewest=true"], "cannot set `fewest`: `generate` chooses it"),
        (["knightdoku", "--set", "size=5"], "cannot set `size`: `generate` chooses it"),
        (["dissection", "--set", "board=3"], "cannot set `board`: `generate` chooses it"),
        (["dissection", "--clues", "3"], "no clues to count"),
        (["knightdoku", "--pieces", "3"], "no pieces"),
    ] {
        let run = boardwright(&[&["generate"][..], &arguments].concat());
        assert!(run.code == 2 && run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn a_limit_that_is_met_leaves_nothing_that_is_not_unique() {
    assert!(Path::new("models/grid/still-life.toml").exists());
    let run = boardwright(&["generate", "--from", "models/grid/still-life.toml", "--time-limit", "100ms"]);
    assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{}", run.stderr);
    assert!(run.stderr.contains("the time limit was reached"), "{}", run.stderr);
    let run = boardwright(&["generate", "--from", "models/grid/sudoku-sandwich.toml", "--time-limit", "1500ms"]);
    if run.code == 3 && !run.stdout.is_empty() {
        assert!(run.stderr.contains("the time limit was reached: the puzzle has one solution, but "), "{}", run.stderr);
        let why = "; it is not fully reduced: the time limit was reached before every clue had been tried.\n";
        let is_reduced = run.stderr.contains("it was not checked by another solver");
        assert!(is_reduced || run.stdout.contains(why), "{}", run.stdout);
    }
}
