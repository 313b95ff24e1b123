//! Conditions on small boards: the solutions of a solver against all boards that the rules accept.

mod violations;

use super::reading;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_families::{find, load};
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_puzzle::{Formulated, Loaded};
use boardwright_solvers::backend::{self, Route};
use boardwright_tasks::task;
use boardwright_tasks::task::distinct::{Distinct, Symmetries};
use std::collections::BTreeSet;

/// Solves a model for all solutions and compares them with all filled boards that are accepted. Returns their number.
/// Checks that the symmetries map solutions to solutions, that counting finds the number of their orbits, that the constraints
/// posted clue by clue have the same solutions, and that what conditions state as their violations are the other boards.
pub(super) fn agree(text: &str) -> usize {
    let solved = solved(text);
    let accepted = accepted(text);
    let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).next().cloned();
    assert_eq!(only(&accepted, &solved), None, "accepted, and not found by solving, in\n{text}");
    assert_eq!(only(&solved, &accepted), None, "found, and not accepted, in\n{text}");
    assert_eq!(by_clue(text), solved, "clue by clue, in\n{text}");
    violations::check(text, &accepted);
    solved.len()
}

/// The solutions as JSON; `count` finds the same number.
pub(super) fn solved(text: &str) -> BTreeSet<String> {
    let source = Source::new("test.toml", text);
    let loaded = load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let setup = task::Setup::resolve(&loaded, &task::Options::default(), &Budget::none()).expect("a solver takes it");
    let report = task::run(&task::Request::new(&loaded, &setup, task::Ask::All), &Budget::none(), &mut task::ignore)
        .expect("it is solved");
    let found: BTreeSet<String> =
        report.solutions.iter().map(|found| found.to_json(&*loaded.instance).to_string()).collect();
    assert_eq!(found.len(), report.solutions.len(), "every solution once");
    let counted = task::run(&task::Request::new(&loaded, &setup, task::Ask::Count), &Budget::none(), &mut task::ignore)
        .expect("it is counted");
    assert_eq!(counted.count.map(|count| count.to_string()), Some(found.len().to_string()), "counted in\n{text}");
    let symmetries = Symmetries { distinct: Some(Distinct::Symmetries), breaking: None };
    if let Some(orbits) = orbits(&loaded, &report.solutions, text) {
        let request = task::Request::new(&loaded, &setup, task::Ask::Count).up_to(symmetries);
        let counted = task::run(&request, &Budget::none(), &mut task::ignore).unwrap_or_else(|failure| {
            panic!("cannot count up to symmetry: {failure}; {PROPERTIES}, in\n{text}");
        });
        assert_eq!(counted.count, Some(orbits.into()), "counted up to symmetry in\n{text}");
    }
    found
}

/// The solutions of the constraints that are posted clue by clue, as JSON.
fn by_clue(text: &str) -> BTreeSet<String> {
    let source = Source::new("test.toml", text);
    let loaded = load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let name = loaded.puzzle.formulations()[0].name;
    let Formulated { problem, decode, .. } =
        loaded.instance.constrain_by_clue(name, &Budget::none()).expect("the formulation applies");
    let solver = task::Solver::new(backend::default_for(Route::Sat));
    let found = task::problem::assignments(&problem, &solver, task::Ask::All, &Budget::none()).expect("it is solved");
    let verified = |candidate| match Solution::verified(&*loaded.instance, candidate) {
        Ok(solution) => solution.to_json(&*loaded.instance).to_string(),
        Err(wrong) => panic!("a board of the constraints clue by clue breaks the rules: {wrong}, in\n{text}"),
    };
    found.found.iter().map(|assignment| verified(decode(assignment))).collect()
}

/// What a condition must return for its symmetries to be found.
const PROPERTIES: &str = "check that the condition returns what it reads (`numbers`, `own_numbers`, `tests`, `pictures`, \
    `layers`) and whether the order of the members matters (`ordered`, `reversed`)";

/// The number of orbits of the solutions, from their images; `None` if no symmetry but the identity is known.
fn orbits(loaded: &Loaded, solutions: &[Solution], text: &str) -> Option<usize> {
    let group = loaded.instance.symmetries(false).ok().filter(|group| !group.is_trivial())?;
    let elements = group.elements(&|| false).expect("a small board has few symmetries");
    let mut orbits = BTreeSet::new();
    for solution in solutions {
        let images = elements.iter().map(|by| loaded.instance.image(solution, by));
        let verified = images.map(|image| {
            loaded.instance.verify(image).unwrap_or_else(|wrong| {
                panic!("the image of a solution is not a solution: {wrong}; {PROPERTIES}, in\n{text}")
            })
        });
        orbits.insert(verified.min());
    }
    Some(orbits.len())
}

/// All filled boards that `verify` accepts.
fn accepted(text: &str) -> BTreeSet<String> {
    let grid = grid(text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let cells = grid.symbols.topology.cells.len();
    let lines = grid.symbols.lines.as_ref().map_or(0, |lines| lines.lines.len());
    // Each digit of a number in a mixed radix is the value of a cell, or the presence of a line.
    let mut digits: Vec<usize> = grid.symbols.layers.iter().flat_map(|layer| vec![layer.values.len(); cells]).collect();
    digits.extend(vec![2; lines]);
    let boards: usize = digits.iter().product();
    assert!(boards <= 2_000_000, "{boards} boards are too many to enumerate");
    let mut accepted = BTreeSet::new();
    for board in 0..boards {
        let mut rest = board;
        let mut held = Vec::with_capacity(digits.len());
        for &digit in &digits {
            held.push(rest % digit);
            rest /= digit;
        }
        let there: Vec<bool> = held.split_off(digits.len() - lines).into_iter().map(|there| there == 1).collect();
        let values = held.iter().map(|&value| value as u16).collect::<Vec<_>>();
        let layers = values.chunks(cells.max(1)).map(<[u16]>::to_vec).collect();
        let candidate = Candidate { layers, lines: there, ..Candidate::default() };
        if let Ok(solution) = Solution::verified(&grid, candidate) {
            accepted.insert(solution.to_json(&grid).to_string());
        }
    }
    accepted
}

/// Reads a model, or returns its errors.
pub(super) fn grid(text: &str) -> Result<super::Grid, String> {
    let source = Source::new("test.toml", text);
    let family = |name: &str| find(name).map(boardwright_puzzle::Puzzle::fields);
    let model = boardwright_model::read(&source, &["grid"], &family, &Budget::none())
        .map_err(|wrong| wrong.render(&source, false))?;
    reading::read(&model.fields, &Budget::none()).map_err(|wrong| wrong.render(&source, false))
}

/// Returns the errors of an invalid model: each message and help, joined.
pub(super) fn mistakes(text: &str) -> String {
    let source = Source::new("test.toml", text);
    let family = |name: &str| find(name).map(boardwright_puzzle::Puzzle::fields);
    let wrong = match boardwright_model::read(&source, &["grid"], &family, &Budget::none()) {
        Ok(model) => reading::read(&model.fields, &Budget::none()).map(|_| ()),
        Err(wrong) => Err(wrong),
    };
    let wrong = wrong.err().unwrap_or_else(|| panic!("nothing is wrong with\n{text}"));
    let one = |mistake: &boardwright_base::diagnostic::Diagnostic| {
        let texts = [&mistake.message].into_iter().chain(&mistake.help);
        texts.map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    wrong.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// Returns a model of a board with these rows, columns and values, and further lines.
pub(super) fn model(rows: usize, columns: usize, values: &str, rest: &str) -> String {
    format!("puzzle = \"grid\"\n[grid]\nrows = {rows}\ncolumns = {columns}\nvalues = {values}\n{rest}\n")
}

/// Returns the error in an example of `docs/grid-semantics.md`, under its statement.
fn wrong_example(statement: &str, example: &str) -> Option<String> {
    let stated = example.split_once("# ").and_then(|(_, rest)| rest.split_once(' ')).map(|(number, _)| number);
    let Some(stated) = stated.and_then(|number| number.parse::<usize>().ok()) else {
        return Some(format!("{statement}: an example does not state how many solutions there are\n{example}"));
    };
    let found = std::panic::catch_unwind(|| agree(&format!("puzzle = 'grid'\n{example}")));
    match found {
        Ok(found) if found == stated => None,
        Ok(found) => Some(format!("{statement}: {found} solutions, not {stated}\n{example}")),
        Err(_) => Some(format!("{statement}: solving and verifying differ, as printed above\n{example}")),
    }
}

/// Every statement of the semantics, by its examples: solved, counted, and against all boards that `verify` accepts.
#[test]
fn statements_of_the_semantics() {
    let text = include_str!("../../../docs/grid-semantics.md");
    let (mut statement, mut inside) = ("", None::<String>);
    let (mut wrong, mut without, mut count) = (Vec::new(), Vec::new(), 0);
    for line in text.lines() {
        match &mut inside {
            None if line.starts_with("### ") => {
                without.push(line);
                statement = line;
            }
            None if line == "```toml" => inside = Some(String::new()),
            None => {}
            Some(example) if line == "```" => {
                wrong.extend(wrong_example(statement, example));
                without.retain(|open| *open != statement);
                (inside, count) = (None, count + 1);
            }
            Some(example) => example.push_str(&format!("{line}\n")),
        }
    }
    assert!(count > 60, "{count} examples");
    assert!(without.is_empty(), "without an example: {without:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Lights around a wall with a 0 are in opposite corners; the wall itself need not be lit.
#[test]
fn a_wall_has_a_set_of_its_own_only_where_its_number_is_asked_for() {
    let model = "puzzle = 'grid'\n[grid]\ncells = '''\n...\n._.\n...\n'''\nvalues = ['.', 'L']\n\
        [picture]\nclue = '''\n...\n.0.\n...\n'''\n\
        [[rule]]\neach = 'cell'\naround = 'rook'\nincluding = true\nat-least = { L = 1 }\n\
        [[rule]]\nwhere = 'L'\naround = 'rook'\nexactly = { L = 0 }\n\
        [[rule]]\naround = 'wazir'\nexactly = { L = 'clue' }\n";
    assert_eq!(agree(model), 2);
}
