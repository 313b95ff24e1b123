//! Counts, lists cut into cubes, checkpoints and counts cut into jobs: the same numbers and the same sets, whoever counts
//! and however often it is killed.

use crate::support::folder::Folder;
use crate::support::{Run, boardwright, boardwright_with};
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_ir::constraint::components::components;
use boardwright_ir::constraint::interchange::{self, Interchange};
use boardwright_ir::constraint::split::{self, Splitter};
use boardwright_ir::constraint::{Assignment, BoolVar, Constraint, Literal, Origin, Problem, Relation, Roles, Term};
use boardwright_solvers::backend::Backend;
use boardwright_tasks::task::{Ask, Solver, problem};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn random_literals(random: &mut Random, variables: &[BoolVar], most: i64) -> Vec<Literal> {
    let count = random.within(1, most);
    (0..count)
        .map(|_| {
            let literal: Literal = random.one_of(variables).into();
            if random.below(3) == 0 { !literal } else { literal }
        })
        .collect()
}

/// Up to ten Boolean variables, one integer, and constraints that leave parts of them alone.
fn random_problem(seed: u64) -> Problem {
    let mut random = Random(seed);
    let mut problem = Problem::new();
    let variables: Vec<BoolVar> = (0..random.within(2, 10)).map(|i| problem.boolean(format!("b{i}"))).collect();
    let integer = (random.below(3) == 0).then(|| problem.integer("x", -1..=random.within(-1, 2)));
    let rule = problem.origin(Origin::named(0, "random"));
    for _ in 0..random.within(0, 5) {
        let first = random.below(variables.len());
        let some = &variables[first..variables.len().min(first + 4)];
        let constraint = match random.below(5) {
            0 => Constraint::clause(random_literals(&mut random, some, 3)),
            1 => Constraint::exactly(1, random_literals(&mut random, some, 4)),
            2 => Constraint::parity(random.below(2) == 0, random_literals(&mut random, some, 4)),
            3 if integer.is_some() => {
                let mut terms: Vec<Term> = random_literals(&mut random, some, 3)
                    .into_iter()
                    .map(|literal| Term::literal(1, literal))
                    .collect();
                terms.extend(integer.map(|integer| Term::integer(1, integer)));
                Constraint::Sum { terms, relation: Relation::AtLeast, bound: 1 }
            }
            _ => Constraint::at_most(random.within(0, 2), random_literals(&mut random, some, 4)),
        };
        problem.post(rule, constraint);
    }
    problem
}

fn brute_force(problem: &Problem) -> BTreeSet<(Vec<bool>, Vec<i64>)> {
    let integers: Vec<Vec<i64>> = match problem.integers() {
        [] => vec![vec![]],
        [one] => one.domain.clone().map(|value| vec![value]).collect(),
        _ => unreachable!("these problems have one integer at most"),
    };
    let booleans = problem.booleans().len();
    let mut found = BTreeSet::new();
    for bits in 0..1u32 << booleans {
        for integers in &integers {
            let assignment = Assignment {
                booleans: (0..booleans).map(|index| bits >> index & 1 == 1).collect(),
                integers: integers.clone(),
            };
            if problem.holds(&assignment) {
                found.insert((assignment.booleans, assignment.integers));
            }
        }
    }
    found
}

#[test]
fn cubes_cover_every_solution_exactly_once() {
    let mut cut = 0;
    for seed in 0..400 {
        let problem = random_problem(seed);
        let solutions = brute_force(&problem);
        for pieces in [2, 5, 40] {
            let cubes = Splitter::new(&problem).split(&[], pieces);
            cut += usize::from(cubes.len() > 2);
            for (booleans, integers) in &solutions {
                let assignment = Assignment { booleans: booleans.clone(), integers: integers.clone() };
                let inside = |cube: &&Vec<Literal>| cube.iter().all(|&literal| assignment.satisfies(literal));
                assert_eq!(cubes.iter().filter(inside).count(), 1, "seed {seed}, {pieces} pieces: {assignment:?}");
            }
            for cube in &cubes {
                assert_eq!(split::parse(&problem, &split::format(cube)).as_ref(), Ok(cube), "seed {seed}");
            }
        }
    }
    assert!(cut > 100, "{cut} problems were cut into three cubes or more");
}

#[test]
fn the_numbers_of_independent_parts_multiply() {
    let mut several = 0;
    for seed in 0..400 {
        let problem = random_problem(seed);
        let parts = components(&problem, Roles::FAITHFUL);
        several += usize::from(parts.len() > 1);
        let product: usize = parts.iter().map(|part| brute_force(&part.problem).len()).product();
        assert_eq!(product, brute_force(&problem).len(), "seed {seed}, {} parts", parts.len());
    }
    assert!(several > 100, "{several} problems fall apart");
}

/// A Latin square of order 4 has 576 forms (OEIS A002860), 24 times those whose first row is in order.
#[test]
fn values_that_can_be_exchanged_are_given_to_some_cells() {
    let mut problem = Problem::new();
    let values: Vec<Vec<BoolVar>> =
        (0..16).map(|cell| (0..4).map(|value| problem.boolean(format!("{cell}={value}"))).collect()).collect();
    let rule = problem.origin(Origin::named(0, "latin"));
    for cell in &values {
        problem.post(rule, Constraint::exactly(1, cell.iter().map(|&variable| variable.into())));
    }
    for (value, line) in (0..4).flat_map(|value| (0..4).map(move |line| (value, line))) {
        let row = (0..4).map(|column| values[4 * line + column][value].into());
        let column = (0..4).map(|row| values[4 * row + line][value].into());
        problem.post(rule, Constraint::exactly(1, row));
        problem.post(rule, Constraint::exactly(1, column));
    }
    assert!(interchange::fixed(&problem).is_none(), "nobody said that there are values");
    problem.interchange(Interchange { values: values.clone() });
    let (fixed, factor) = interchange::fixed(&problem).expect("four values and a row");
    let solver = Solver::new(backend("varisat"));
    let count = |problem: &Problem| {
        let all = problem::assignments(problem, &solver, Ask::All, &Budget::none()).expect("no check of ours fails");
        assert!(all.complete);
        all.found.len()
    };
    assert_eq!((factor, count(&fixed)), (24u32.into(), 24));
    assert_eq!(count(&problem), 576);
    // A clue that distinguishes the values forbids it.
    problem.post(rule, Constraint::clause([!values[0][0]]));
    assert!(interchange::fixed(&problem).is_none());
}

fn backend(name: &str) -> &'static Backend {
    boardwright_solvers::backend::BACKENDS.iter().find(|backend| backend.name == name).expect("it is in the registry")
}

/// 39 solutions, counted with an independent model (tests/puzzles/metamorphic.rs has the board).
const SEVERAL: &str = "models/knightdoku/several.toml";
/// 36 tilings (OEIS A004003).
const DOMINOES: &str = "models/dissection/dominoes-4x4.toml";
/// 576 strategies (published).
const STRATEGIES: &str = "models/devils-chessboard/strategy-4.toml";

fn answer(run: &Run) -> &str {
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    run.stdout.trim()
}

#[test]
fn every_backend_and_any_number_of_threads_count_the_same() {
    for (model, count) in [(SEVERAL, 39), (DOMINOES, 36), (STRATEGIES, 576)] {
        for backend in boardwright_solvers::backend::BACKENDS.iter().filter(|backend| !backend.name.ends_with("lp")) {
            for threads in ["1", "2", "5"] {
                let run = boardwright(&["count", model, "--backend", &backend.name, "--threads", threads]);
                if run.code == 2
                    && run.stderr.contains("does not support this problem") | run.stderr.contains("not an exact cover")
                {
                    continue;
                }
                let text = answer(&run);
                let number: String = text.chars().take_while(char::is_ascii_digit).collect();
                assert_eq!(number, count.to_string(), "{model}, {}, {threads} threads: {text}", backend.name);
            }
        }
    }
}

#[test]
fn a_count_is_a_number_and_says_what_it_is_made_of() {
    assert_eq!(answer(&boardwright(&["count", DOMINOES, "--route", "sat"])), "36 solutions");
    let sums = ["count", STRATEGIES, "--route", "sat", "--formulation", "sums"];
    let made_of = "576 solutions = (1 x 24) x (1 x 24): 2 independent parts, values that can be exchanged";
    assert_eq!(answer(&boardwright(&sums)), made_of);
    let json = boardwright(&[&sums[..], &["--format", "json"]].concat());
    let json: Value = serde_json::from_str(answer(&json)).expect("JSON");
    assert_eq!((&json["count"], &json["complete"], &json["verified"]), (&576.into(), &true.into(), &true.into()));
    assert_eq!(json["counted"], "(1 x 24) x (1 x 24): 2 independent parts, values that can be exchanged");
    let none = boardwright(&["count", "models/devils-chessboard/impossible-3.toml", "--route", "sat"]);
    assert!(answer(&none).starts_with("0 solutions"), "{}", none.stdout);
    let plans = boardwright(&["count", "models/alternation/eight.toml"]);
    assert_eq!(answer(&plans), "16 solutions with the optimum, 8");
}

#[test]
fn a_count_cut_short_says_at_least() {
    let run =
        boardwright(&["count", "models/dissection/pentominoes-6x10.toml", "--route", "sat", "--time-limit", "0.3s"]);
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(run.stdout.starts_with("at least ") && run.stdout.contains("the time limit was reached"), "{}", run.stdout);
    let run = boardwright(&[
        "count",
        "models/dissection/pentominoes-6x10.toml",
        "--route=sat",
        "--memory-limit=1MB",
        "--format=json",
    ]);
    let json: Value = serde_json::from_str(&run.stdout).expect("JSON");
    // The program alone holds more than that, so the limit is reached before anything is counted.
    assert_eq!((run.code, &json["count"], &json["at_least"]), (3, &Value::Null, &0.into()), "{json}");
    assert!(json["reason"].as_str().is_some_and(|reason| reason.starts_with("the memory limit was reached")), "{json}");
}

fn boards(lines: &str) -> (Vec<String>, Value) {
    let mut lines: Vec<&str> = lines.lines().collect();
    let summary = lines.pop().map(|line| serde_json::from_str(line).expect("a summary")).expect("there are lines");
    (lines.into_iter().map(str::to_string).collect(), summary)
}

/// A list without what depends on the clock.
fn timeless(arguments: &[&str]) -> (Vec<String>, Value) {
    let run = boardwright(arguments);
    let (boards, mut summary) = boards(answer(&run));
    summary["statistics"]["seconds"] = Value::Null;
    (boards, summary)
}

#[test]
fn a_list_is_the_same_on_any_number_of_threads() {
    // A solver that goes on from one cube to the next remembers what it learned: its order depends on which cubes it had.
    const QUEENS: &str = "models/grid/queens-8.toml";
    for (model, backend, count) in
        [(SEVERAL, "varisat", 39), (QUEENS, "varisat", 92), (QUEENS, "batsat", 92), (DOMINOES, "xcc", 36)]
    {
        let list =
            |more: &[&str]| timeless(&[&["solve", model, "--backend", backend, "--format", "jsonl"], more].concat());
        let (plain, _) = list(&["--all"]);
        let whole = list(&["--all", "--threads", "2"]);
        assert_eq!((&whole.1["count"], &whole.1["complete"]), (&count.into(), &true.into()), "{model}, {backend}");
        assert_eq!(whole.1["solutions"], Value::Array(Vec::new()), "they were streamed");
        let sets = [&plain, &whole.0].map(|boards| boards.iter().cloned().collect::<BTreeSet<String>>());
        assert_eq!((sets[0].len(), &sets[0]), (count, &sets[1]), "{model}, {backend}");
        let some = list(&["--limit", "5", "--threads", "2"]);
        assert_eq!((&some.0[..], &some.1["complete"]), (&whole.0[..5], &false.into()), "{model}, {backend}");
        for threads in ["1", "2", "3", "5"] {
            assert_eq!(list(&["--all", "--threads", threads]), whole, "{model}, {backend}, {threads} threads");
            assert_eq!(list(&["--limit", "5", "--threads", threads]), some, "{model}, {backend}, {threads} threads");
        }
    }
}

#[test]
fn an_exact_cover_has_the_same_answer_to_the_byte_on_any_number_of_threads() {
    let models =
        ["grid/queens-8", "grid/queens-9", "dissection/draughts-board", "dissection/dominoes-4x4", "grid/latin-4"];
    for model in models.map(|name| format!("models/{name}.toml")) {
        let count = |threads| {
            let run = boardwright(&["count", &model, "--format", "json", "--threads", threads]);
            let mut json: Value = serde_json::from_str(answer(&run)).expect("JSON");
            json["statistics"]["seconds"] = Value::Null;
            json
        };
        let one = count("1");
        assert!(one["statistics"]["decisions"].as_u64().is_some_and(|nodes| nodes > 0), "{one}");
        assert_eq!((&one, &one), (&count("2"), &count("3")), "{model}");
    }
    for model in models.map(|name| format!("models/{name}.toml")) {
        for more in [&["--all"][..], &["--limit", "7"], &["--all", "--distinct"]] {
            let list = |threads: &[&str]| timeless(&[&["solve", &model, "--format", "jsonl"], more, threads].concat());
            let plain = list(&[]);
            for threads in ["1", "2", "3"] {
                assert_eq!(list(&["--threads", threads]), plain, "{model}, {more:?}, {threads} threads");
            }
        }
    }
}

#[test]
fn a_list_on_threads_ends_when_it_has_enough() {
    // Some 10^50 ways to place kings: a thread that goes through a part of them never ends.
    let folder = Folder::new("enough");
    let model = folder.file(
        "kings.toml",
        "puzzle = 'grid'\ngrid = { rows = 20, columns = 20, values = ['.', 'K'] }\n\
         [[rule]]\nname = 'apart'\nwhere = 'K'\naround = 'king'\nexactly = { K = 0 }\n",
    );
    let start = Instant::now();
    let two = timeless(&["solve", &model, "--limit", "3", "--threads", "2", "--format", "jsonl"]);
    assert_eq!(two.0.len(), 3);
    assert_eq!(two, timeless(&["solve", &model, "--limit", "3", "--threads", "4", "--format", "jsonl"]));
    assert!(start.elapsed() < Duration::from_secs(60), "it took {:?}", start.elapsed());
}

/// Starts the command, kills it after this number of milliseconds, and returns whether it was done before.
fn killed_after(arguments: &[&str], milliseconds: u64) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was built");
    std::thread::sleep(Duration::from_millis(milliseconds));
    if let Ok(Some(_)) = child.try_wait() {
        return true;
    }
    // SIGKILL: nothing can be tidied up.
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    false
}

/// No clue at all: 18864 solutions according to a plain run, which takes about a second.
const MANY: &str = "puzzle = \"knightdoku\"\nper_line = 2\nper_block = 2\nblock = [2, 3]\nclues = \"\"\"\n......\n......\n......\n......\n......\n......\"\"\"\n";

#[test]
fn a_run_killed_a_hundred_times_ends_with_the_exact_count() {
    let folder = Folder::new("count-killed");
    let model = folder.file("many.toml", MANY);
    let (model, checkpoint) = (model, path(&folder, "count.checkpoint"));
    let plain = boardwright(&["count", &model]);
    let expected = answer(&plain).to_string();
    let arguments = ["count", &model, "--route", "sat", "--threads", "2", "--checkpoint", &checkpoint];
    let mut random = Random(41);
    let mut kills = 0;
    // Once a run is done before its kill there is nothing left to kill: begin anew, until a hundred were killed.
    while kills < 100 {
        if killed_after(&arguments, random.within(10, 120) as u64) {
            assert_eq!(answer(&boardwright(&arguments)), expected, "after {kills} kills");
            std::fs::remove_file(&checkpoint).expect("it was there");
        } else {
            kills += 1;
        }
    }
    assert_eq!(answer(&boardwright(&arguments)), expected);
}

#[test]
fn a_list_killed_many_times_has_every_solution_once() {
    let folder = Folder::new("list-killed");
    let model = folder.file("many.toml", MANY);
    let (model, checkpoint, list) = (model, path(&folder, "list.checkpoint"), path(&folder, "list.jsonl"));
    let plain = boardwright(&["solve", &model, "--all", "--format", "jsonl"]);
    let expected: BTreeSet<String> = boards(answer(&plain)).0.into_iter().collect();
    let arguments =
        ["solve", &model, "--all", "--format", "jsonl", "-o", &list, "--checkpoint", &checkpoint, "--threads", "2"];
    let mut random = Random(42);
    let mut kills = 0;
    while kills < 30 && !killed_after(&arguments, random.within(10, 200) as u64) {
        kills += 1;
    }
    assert_eq!(answer(&boardwright(&arguments)), "");
    let (found, summary) = boards(&std::fs::read_to_string(&list).expect("the list"));
    assert_eq!(found.len(), expected.len(), "none twice, after {kills} kills");
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    assert_eq!((&summary["count"], &summary["complete"]), (&expected.len().into(), &true.into()));
    // Once more changes nothing.
    let before = std::fs::read_to_string(&list).expect("the list");
    assert_eq!(answer(&boardwright(&arguments)), "");
    let after = std::fs::read_to_string(&list).expect("the list");
    assert_eq!(boards(&before).0, boards(&after).0);
}

#[test]
fn checkpoints_of_other_runs_are_refused() {
    let folder = Folder::new("count-checkpoints");
    let checkpoint = path(&folder, "c");
    let count = |more: &[&str]| {
        boardwright(&[&["count", SEVERAL, "--route", "sat", "--checkpoint", &checkpoint], more].concat())
    };
    assert_eq!(answer(&count(&[])), "39 solutions");
    let other = count(&["--seed", "7"]);
    assert_eq!((other.code, other.stdout.as_str()), (2, ""));
    assert!(other.stderr.contains("belongs to another run: of models/knightdoku/several.toml"), "{}", other.stderr);
    let text = std::fs::read_to_string(&checkpoint).expect("the checkpoint");
    // A last line that was cut off is dropped; a node that is there twice is not counted.
    let done = text.lines().last().expect("a leaf is done").to_string();
    std::fs::write(&checkpoint, text.replace(&format!("{done}\n"), &done[..9])).expect("the folder is ours");
    assert_eq!(answer(&count(&[])), "39 solutions");
    std::fs::write(&checkpoint, format!("{text}{done}\n")).expect("the folder is ours");
    let twice = count(&[]);
    assert_eq!(twice.code, 2);
    assert!(twice.stderr.contains("not a checkpoint, or damaged"), "{}", twice.stderr);
    // A file that is something else is left alone.
    std::fs::write(&checkpoint, "my notes\n").expect("the folder is ours");
    let notes = count(&[]);
    assert_eq!(notes.code, 2);
    assert!(notes.stderr.contains("not a checkpoint"), "{}", notes.stderr);
    assert_eq!(std::fs::read_to_string(&checkpoint).expect("it is there"), "my notes\n");
}

/// Tilings of 8x8 cells with dominoes: 12988816 (OEIS A004003).
#[test]
fn a_sweep_continues_from_its_checkpoint() {
    let folder = Folder::new("count-layers");
    let checkpoint = path(&folder, "c");
    const MODEL: &str = "models/grid/dominoes-8.toml";
    let count = || boardwright(&["count", MODEL, "--route", "frontier", "--checkpoint", &checkpoint]);
    assert_eq!(answer(&count()), "12988816 solutions");
    let text = std::fs::read_to_string(&checkpoint).expect("the checkpoint");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[1].starts_with("{\"layer\":\"0.0\",\"variables\":"), "{text}");
    assert!(!std::path::Path::new(&format!("{checkpoint}.new")).exists());
    // The last layer is the answer; its line is not written again.
    assert_eq!(answer(&count()), "12988816 solutions");
    assert_eq!(std::fs::read_to_string(&checkpoint).expect("it is there"), text);
    // A layer that was cut off is dropped, one that is damaged is refused.
    std::fs::write(&checkpoint, &text[..text.len() - 9]).expect("the folder is ours");
    assert_eq!(answer(&count()), "12988816 solutions");
    std::fs::write(&checkpoint, text.replace("\"words\":\"00", "\"words\":\"0")).expect("the folder is ours");
    let damaged = count();
    assert_eq!(damaged.code, 2);
    assert!(damaged.stderr.contains("line 2: not a checkpoint, or damaged"), "{}", damaged.stderr);
}

/// The table of a dissection, from its list of solutions.
#[test]
fn pieces_are_counted_by_cell() {
    const MODEL: &str = "models/dissection/mixture.toml";
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_str(&boardwright(arguments).stdout).expect("the answer is JSON")
    };
    let listed = json(&["solve", MODEL, "--all", "--format", "json"]);
    let counted = json(&["count", MODEL, "--by", "cell", "--format", "json"]);
    let solutions = listed["solutions"].as_array().expect("a list");
    assert_eq!(solutions.len(), 103);
    for piece in ["square", "domino"] {
        let rows = counted["by"]["layers"][0]["values"][piece].as_array().expect("rows");
        assert_eq!(rows.len(), 4, "{counted}");
        for (row, numbers) in rows.iter().enumerate() {
            for (column, number) in numbers.as_array().expect("a row").iter().enumerate() {
                let name = |board: &Value| -> String {
                    let row = board["board"][row].as_str().expect("a row");
                    row.split_whitespace().nth(column).expect("a cell").to_string()
                };
                let has = solutions.iter().filter(|board| name(board) == piece).count();
                let hole = name(&solutions[0]) == "_";
                assert_eq!(number.as_u64(), (!hole).then_some(has as u64), "{piece}, row {row}, column {column}");
            }
        }
    }
    let squares = json(&["count", MODEL, "--by", "value=square", "--format", "json"]);
    let of = |solution: &Value| {
        let placed = solution["placements"].as_array().expect("a list").iter();
        4 * placed.filter(|placement| placement["piece"] == "square").count() as u64
    };
    for sum in squares["by"]["distribution"].as_array().expect("a list") {
        let has = solutions.iter().filter(|solution| Some(of(solution)) == sum["value"].as_u64()).count();
        assert_eq!(sum["count"].as_u64(), Some(has as u64), "{sum}");
    }
}

#[test]
fn flags_that_would_do_nothing_are_refused() {
    let wrong = |arguments: &[&str], words: &str| {
        let run = boardwright(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    };
    wrong(&["solve", SEVERAL, "--limit", "x"], "for '--limit <N>': expected a whole number from 1 on");
    wrong(&["count", SEVERAL, "--threads", "0"], "for '--threads <N>': expected a whole number from 1 to 1024");
    wrong(&["solve", SEVERAL, "--threads", "2"], "--threads requires --all or --limit");
    wrong(&["solve", SEVERAL, "--all", "--checkpoint", "c"], "--checkpoint requires --all, --format jsonl and -o FILE");
    wrong(&["count", SEVERAL, "--split", "4"], "--output");
    wrong(&["count", SEVERAL, "--by", "colour"], "expected cell, value=K");
    wrong(&["count", SEVERAL, "--by", "value=Q"], "unknown value `Q`; expected `.`, `K`");
    wrong(&["count", SEVERAL, "--by", "cell", "--distinct"], "cannot be used with");
    wrong(&["count", SEVERAL, "--by", "cell", "--format", "events"], "--by is not supported with --format events");
    wrong(&["count", SEVERAL, "--format", "svg"], "--format svg requires --by cell");
    wrong(&["count", SEVERAL, "--by", "objective"], "requires a model with an objective");
    wrong(&["count", SEVERAL, "--by", "cell", "--route", "sat"], "use --route frontier");
    wrong(&["solve", SEVERAL, "--random", "3", "--all"], "cannot be used with");
    wrong(&["solve", SEVERAL, "--random", "3", "--backend", "varisat"], "use --route frontier");
    wrong(&["solve", SEVERAL, "--best", "3"], "requires a model with an objective");
    wrong(&["count", SEVERAL, "--split", "4", "-o", "d", "--threads", "2"], "cannot be used with");
    wrong(
        &["count", "models/devils-chessboard/round-8.toml", "--checkpoint", "/nonexistent/c"],
        "--checkpoint is not supported for a method of the family",
    );
}

#[test]
fn a_count_cut_into_jobs_has_a_total_once_every_leaf_is_in() {
    let folder = Folder::new("count-split");
    let plan = path(&folder, "plan");
    let planned = boardwright(&["count", SEVERAL, "--split", "12", "-o", &plan, "--time-limit", "20s"]);
    assert!(answer(&planned).contains("runs planned in"), "{}", planned.stdout);
    let jobs = std::fs::read_to_string(format!("{plan}/jobs.jsonl")).expect("the plan").lines().count();
    assert!(jobs >= 12, "{jobs} jobs");
    let merged = |code: i32| {
        let run = boardwright(&["campaign", "merge", &plan]);
        assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
        run
    };
    assert_eq!(merged(3).stdout, "");
    for job in (0..jobs).rev() {
        assert!(merged(3).stdout.is_empty(), "a leaf is missing");
        let job = job.to_string();
        // Twice: an engine delivers at least once.
        for _ in 0..2 {
            assert_eq!(boardwright(&["worker", &plan, "--job", &job]).code, 0);
        }
    }
    assert_eq!(merged(0).stdout, format!("39 solutions, from {jobs} runs\n"));
    // A leaf whose record met the limit is cut, and only then counted.
    let results = std::fs::read_dir(format!("{plan}/results")).expect("the results");
    let read = |path: &std::path::PathBuf| -> Value {
        serde_json::from_str(&std::fs::read_to_string(path).expect("a record")).expect("a record")
    };
    let count =
        |path: &std::path::PathBuf| read(path)["outcome"]["count"].to_string().trim_matches('"').parse::<u64>().ok();
    // A leaf with few solutions may have nothing to cut.
    let result = results.flatten().map(|entry| entry.path()).max_by_key(count).expect("there are results");
    let mut record = read(&result);
    record["outcome"]["status"] = "timeout".into();
    record["outcome"]["count"] = Value::Null;
    std::fs::write(&result, record.to_string()).expect("the folder is ours");
    let without = merged(3);
    assert!(without.stderr.contains("missing counts: 1 leaf"), "{}", without.stderr);
    let split = boardwright(&["campaign", "split", &plan, "--into", "3"]);
    if answer(&split).contains("was split") {
        assert!(merged(3).stdout.is_empty(), "its children are missing");
        let submitted = boardwright(&["campaign", "submit", &plan, "--engine", "local"]);
        assert!(answer(&submitted).contains("39 solutions"), "{}", submitted.stdout);
        assert!(merged(0).stdout.starts_with("39 solutions, from "));
        // A node that was cut and has a count, too, is no ground for a total.
        record["outcome"]["status"] = "solved".into();
        record["outcome"]["count"] = 3.into();
        std::fs::write(&result, record.to_string()).expect("the folder is ours");
        assert!(merged(4).stderr.contains("has both a count and children"));
    } else {
        panic!("the first leaf can be cut: {}", split.stdout);
    }
}

fn path(folder: &Folder, name: &str) -> String {
    folder.0.join(name).display().to_string()
}

#[test]
fn pentominoes_have_as_many_tilings_as_published() {
    check_pentominoes(&[("3x20", 8, 2)]);
}

#[test]
#[ignore = "long: run by CI"]
fn pentominoes_of_larger_boards_have_as_many_tilings_as_published() {
    check_pentominoes(&[("4x15", 1472, 368), ("5x12", 4040, 1010), ("6x10", 9356, 2339), ("8x8-hole", 520, 65)]);
}

/// The twelve pentominoes, all and up to the symmetries of the board (published: C. J. Bouwkamp's tables).
fn check_pentominoes(boards: &[(&str, usize, usize)]) {
    for (board, all, distinct) in boards {
        let model = format!("models/dissection/pentominoes-{board}.toml");
        assert_eq!(answer(&boardwright(&["count", &model])), format!("{all} solutions"));
        let run = boardwright(&["count", &model, "--distinct"]);
        assert!(
            answer(&run).starts_with(&format!("{distinct} distinct solutions (up to the ")),
            "{board}: {}",
            run.stdout
        );
        assert!(run.stdout.ends_with(&format!("of {all} in all\n")), "{board}: {}", run.stdout);
    }
}

#[test]
fn counts_up_to_symmetry_agree_on_routes_and_refuse_what_they_cannot_do() {
    for route in ["sat", "exact-cover"] {
        let run = boardwright(&["count", DOMINOES, "--distinct", "--route", route]);
        // 36 tilings of 4x4 by dominoes are 9 up to turns and flips: found by trying all.
        let words = "9 distinct solutions (up to the 8 symmetries of the board: D4), of 36 in all";
        assert_eq!(answer(&run), words, "{route}");
    }
    // The symmetries of the cube act on strategies, and `sums` says how.
    let cube = boardwright(&["count", STRATEGIES, "--distinct"]);
    assert!(answer(&cube).starts_with("5 distinct solutions"), "{}", cube.stdout);
    let both = boardwright(&["count", STRATEGIES, "--distinct=colours"]);
    assert!(answer(&both).starts_with("3 distinct solutions"), "{}", both.stdout);
    // 2^20 solutions are too many to list, and what symmetries do to the variables of the chased formulation is not known.
    let dark =
        format!("puzzle = \"lights-out\"\nlights = \"\"\"\n{}\"\"\"\n", format!("{}\n", ".".repeat(30)).repeat(30));
    let chased = boardwright_with(&["count", "-", "--distinct", "--formulation", "chased"], &dark, &[]);
    assert_eq!(chased.code, 3, "{}", chased.stderr);
    assert!(chased.stdout.starts_with("at least 131072: "), "{}", chased.stdout);
    assert!(chased.stdout.contains("too many to list"), "{}", chased.stdout);
    let threads = boardwright(&["count", DOMINOES, "--distinct", "--threads", "2"]);
    assert_eq!((threads.code, threads.stdout.as_str()), (2, ""));
}
