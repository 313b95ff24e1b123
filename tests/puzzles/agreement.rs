//! No two commands contradict each other: solve, check, count, explain, steps and analyze, on the models of the collection and
//! on random ones of all families. What one of them knows at once, none leaves open.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_tasks::answer::{Answer, Reason, Report};
use boardwright_tasks::task::explain::{ExplainRequest, Finding};
use boardwright_tasks::task::steps::{self, StepsRequest};
use boardwright_tasks::task::{self, Ask, Failure, Options, Request, Setup, detached};
use serde_json::Value;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time of each command.
const TIME: Duration = Duration::from_secs(4);
/// What one command knows after this time, every command knows within [`TIME`]: twice this time would do, and the rest is for
/// a machine that does something else.
const SOON: Duration = Duration::from_millis(300);

/// What a command says of a model.
#[derive(Debug, Clone, Default)]
struct Claim {
    command: &'static str,
    seconds: f64,
    solvable: Option<bool>,
    unique: Option<bool>,
    optimum: Option<i64>,
    count: Option<String>,
}

fn of_report(command: &'static str, report: &Report) -> Claim {
    let found = report.found.max(report.solutions.len() as u64);
    let count = report.count.as_ref().filter(|_| report.drawn.is_none()).map(ToString::to_string);
    let at_least_two = found > 1 || report.at_least.as_ref().is_some_and(|count| *count > 1u32.into());
    Claim {
        command,
        solvable: match report.answer {
            Answer::Satisfiable | Answer::Optimal => Some(true),
            Answer::Unsatisfiable => Some(false),
            Answer::Unknown => None,
        },
        unique: match (&count, at_least_two) {
            (Some(count), _) if count != "0" => Some(count == "1"),
            (None, true) => Some(false),
            _ => None,
        },
        optimum: report.optimum,
        count,
        ..Claim::default()
    }
}

/// Returns the setup of a question, as the command line chooses it.
fn setup(loaded: &Loaded, ask: Ask, budget: &Budget) -> Result<Setup, Failure> {
    let several = !matches!(ask, Ask::One | Ask::UpTo(0..=2));
    let options = Options { several, pair: ask == Ask::UpTo(2), ..Options::default() };
    Setup::resolve(loaded, &options, budget)
}

fn asked(loaded: &Loaded, command: &'static str, ask: Ask, budget: &Budget) -> Result<Claim, Failure> {
    let request = Request::new(loaded, &setup(loaded, ask, budget)?, ask).with_other_ways();
    Ok(of_report(command, &detached::run(&request, budget, &mut task::ignore)?))
}

fn explained(loaded: &Loaded, budget: &Budget) -> Result<Claim, Failure> {
    let found = detached::explain(&ExplainRequest::new(loaded), budget, &mut task::ignore)?;
    let (solvable, unique) = match (&found.finding, found.answer) {
        (Finding::Contradiction(_), _) | (Finding::Nothing, Answer::Unsatisfiable) => (Some(false), None),
        (Finding::Differences(_), _) => (Some(true), Some(false)),
        (Finding::Forced(_), _) => (Some(true), Some(true)),
        (Finding::Nothing, Answer::Satisfiable | Answer::Optimal) => (Some(true), None),
        (Finding::Nothing, Answer::Unknown) => (None, None),
    };
    Ok(Claim { command: "explain", solvable, unique, optimum: found.optimum, ..Claim::default() })
}

fn stepped(loaded: &Loaded, budget: &Budget) -> Result<Claim, Failure> {
    let request = StepsRequest { calls: 100, ..StepsRequest::new(loaded) };
    let (answer, unique, optimum) = match loaded.instance.plans() {
        Some(_) => {
            let found = steps::moves::run(&request, budget)?;
            (found.answer, found.plans.map(|plans| plans == 1), found.optimum)
        }
        None => {
            let found = steps::run(&request, budget)?;
            (found.answer, found.unique, found.optimum)
        }
    };
    let solvable = match answer {
        Answer::Satisfiable | Answer::Optimal => Some(true),
        Answer::Unsatisfiable => Some(false),
        Answer::Unknown => None,
    };
    Ok(Claim { command: "steps", solvable, unique, optimum, ..Claim::default() })
}

/// Analyses know some answers without a search; that any number of moves reaches the goal says nothing about a fixed number.
fn analyzed(loaded: &Loaded, budget: &Budget) -> Claim {
    let facts = loaded.instance.analysis().map(|family| family.analyze(&|| budget.reached().is_some()).facts);
    let solvable = facts.into_iter().flatten().find_map(|fact| match (fact.name, &fact.value) {
        ("solvable", Value::Bool(solvable)) => Some(*solvable),
        ("reachable", Value::Bool(false)) => Some(false),
        _ => None,
    });
    Claim { command: "analyze", solvable, ..Claim::default() }
}

/// Returns what all commands say of a model, except those that do not support it.
fn claims(loaded: &Loaded, what: &str) -> Vec<Claim> {
    type Command<'c> = Box<dyn Fn(&Budget) -> Result<Claim, Failure> + 'c>;
    let commands: Vec<Command<'_>> = vec![
        Box::new(|budget| asked(loaded, "solve", Ask::One, budget)),
        Box::new(|budget| asked(loaded, "check", Ask::UpTo(2), budget)),
        Box::new(|budget| asked(loaded, "count", Ask::Count, budget)),
        Box::new(|budget| explained(loaded, budget)),
        Box::new(|budget| stepped(loaded, budget)),
        Box::new(|budget| Ok(analyzed(loaded, budget))),
    ];
    let mut claims = Vec::new();
    for command in commands {
        let start = Instant::now();
        match command(&Budget::within(TIME)) {
            Ok(claim) => claims.push(Claim { seconds: start.elapsed().as_secs_f64(), ..claim }),
            Err(failure @ (Failure::Check(_) | Failure::Lost(_))) => panic!("{what}: {failure}"),
            Err(_) => {}
        }
    }
    claims
}

/// Checks that the claims of all commands about a model agree.
fn agree(loaded: &Loaded, what: &str) -> Vec<Claim> {
    let claims = claims(loaded, what);
    let told = |claims: &[Claim]| claims.iter().map(|claim| format!("\n  {claim:?}")).collect::<String>();
    for (index, one) in claims.iter().enumerate() {
        for other in &claims[index + 1..] {
            let differ = |a: Option<bool>, b: Option<bool>| matches!((a, b), (Some(a), Some(b)) if a != b);
            let contradict = differ(one.solvable, other.solvable)
                || differ(one.unique, other.unique)
                || matches!((one.optimum, other.optimum), (Some(a), Some(b)) if a != b)
                || matches!((&one.count, &other.count), (Some(a), Some(b)) if a != b);
            assert!(
                !contradict,
                "{what}: {} and {} contradict each other{}",
                one.command,
                other.command,
                told(&claims)
            );
        }
    }
    // Analyses that do not state the answer are not asked for it, nor is a single solution whether there is another.
    let soon = |claim: &&Claim| claim.seconds < SOON.as_secs_f64();
    let known = claims.iter().filter(soon).any(|claim| claim.solvable.is_some());
    let open = claims.iter().find(|claim| known && claim.command != "analyze" && claim.solvable.is_none());
    assert!(open.is_none(), "{what}: {open:?} leaves open what another command knows{}", told(&claims));
    let known = claims.iter().filter(soon).any(|claim| claim.optimum.is_some());
    let asks = ["solve", "check", "count", "explain", "steps"];
    let open = claims.iter().find(|claim| known && asks.contains(&claim.command) && claim.optimum.is_none());
    assert!(open.is_none(), "{what}: {open:?} leaves open the optimum that another command knows{}", told(&claims));
    let known = claims.iter().filter(soon).any(|claim| claim.unique.is_some());
    let open =
        claims.iter().find(|claim| known && ["check", "explain"].contains(&claim.command) && claim.unique.is_none());
    assert!(open.is_none(), "{what}: {open:?} leaves open whether there is a second solution{}", told(&claims));
    claims
}

fn load(name: &str, text: &str) -> Option<Loaded> {
    REGISTRY.load(&Source::new(name, text), &Budget::none()).ok()
}

fn models() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let folders =
        std::fs::read_dir(root).expect("models is readable").map(|entry| entry.expect("it is readable").path());
    let folders = folders.filter(|path| path.is_dir() && !path.ends_with("campaigns"));
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).expect("it is readable"));
    let mut found: Vec<PathBuf> = files.map(|entry| entry.expect("it is readable").path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    found.sort();
    found
}

fn of_collection(paths: impl Iterator<Item = PathBuf>) {
    let (mut decided, mut wrong) = (0, Vec::new());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a model is text");
        let name = path.display().to_string();
        let loaded = load(&name, &text).unwrap_or_else(|| panic!("{name} cannot be read"));
        // All models that disagree are told, after those that agree.
        match std::panic::catch_unwind(AssertUnwindSafe(|| agree(&loaded, &name))) {
            Ok(claims) => decided += usize::from(claims.iter().any(|claim| claim.solvable.is_some())),
            Err(_) => wrong.push(name),
        }
    }
    assert!(wrong.is_empty(), "these disagree, as said above: {wrong:#?}");
    assert!(decided > 10, "only {decided} models were decided");
}

#[test]
fn commands_agree_on_some_models_of_the_collection() {
    of_collection(models().into_iter().step_by(37));
}

#[test]
#[ignore = "long: run by CI"]
fn commands_agree_on_more_models_of_the_collection() {
    // All of them take half an hour, since each command has its time: `BOARDWRIGHT_EVERY=1` runs all, `2` every second one.
    let every = std::env::var("BOARDWRIGHT_EVERY").ok().and_then(|every| every.parse().ok()).unwrap_or(9);
    of_collection(models().into_iter().skip(4 % every).step_by(every));
}

/// Draws a picture of characters.
fn picture(random: &mut Random, rows: usize, columns: usize, characters: &[char]) -> String {
    let row = |random: &mut Random| (0..columns).map(|_| random.one_of(characters)).collect::<String>();
    let rows: Vec<String> = (0..rows).map(|_| row(random)).collect();
    format!("'''\n{}\n'''", rows.join("\n"))
}

/// Returns a random model: of every family, and of grids with values, objectives, lines and moves.
fn random_model(random: &mut Random) -> String {
    let (rows, columns) = (random.within(2, 4) as usize, random.within(2, 4) as usize);
    match random.within(0, 8) {
        0 => {
            let states = random.within(2, 3);
            let lights = picture(random, rows, columns, if states == 2 { &['.', '#'] } else { &['0', '1', '2'] });
            let fewest = random.one_of(&["", "fewest = true\n"]);
            format!("puzzle = 'lights-out'\nstates = {states}\n{fewest}lights = {lights}\n")
        }
        1 => {
            let clues = picture(random, 4, 4, &['.', '.', '.', '.', '.', '.', '1', '2', 'K', 'x']);
            format!("puzzle = 'knightdoku'\nblock = [2, 2]\nper_line = 1\nper_block = 1\nclues = {clues}\n")
        }
        2 => {
            let board = picture(random, rows, columns + 1, &['#', '#', '#', '#', '.']);
            let shape = random.one_of(&["##", "###", "##\n#."]);
            format!("puzzle = 'dissection'\nboard = {board}\n[[piece]]\ncopies = 'any'\nshape = '''\n{shape}\n'''\n")
        }
        3 => format!("puzzle = 'devils-chessboard'\nsquares = {}\n", random.within(1, 5)),
        4 => {
            let pieces: String = (0..random.within(2, 6)).map(|_| random.one_of(&['B', 'W'])).collect();
            format!("puzzle = 'alternation'\nstart = '{pieces}..'\n")
        }
        5 => {
            let given = picture(random, 3, 3, &['.', '.', '.', '.', '1', '2', '3']);
            let objective = random.one_of(&["", "[minimize]\nsum = true\n", "[maximize]\nsum = true\n"]);
            let sum = random.within(3, 7);
            format!(
                "puzzle = 'grid'\n[grid]\nvalues = '1..3'\ngiven = {given}\n[[rule]]\neach = 'row'\nall-different = true\n\
                 [[rule]]\neach = 'column'\nsum-at-least = {sum}\n{objective}"
            )
        }
        6 => {
            let clue = picture(random, rows, columns, &['.', '.', '.', '0', '1', '2', '3']);
            format!(
                "puzzle = 'grid'\n[grid]\nrows = {rows}\ncolumns = {columns}\nlines = 'borders'\n[picture]\nclue = {clue}\n\
                 [[rule]]\nloop = true\n[[rule]]\nat = 'clue'\naround = 'lines'\nexactly = {{ line = 'clue' }}\n"
            )
        }
        7 => {
            let start = picture(random, rows, columns + 1, &['.', 'o', 'o']);
            let goal = random.one_of(&[
                "[goal]\nfewest = 'o'\n",
                "[[rule]]\ntime = 'end'\nexactly = { o = 1 }\n",
                "[[rule]]\ntime = 'end'\nat-most = { o = 2 }\n",
            ]);
            format!(
                "puzzle = 'grid'\n[grid]\nvalues = ['.', 'o']\nstart = {start}\n[[move]]\nbefore = 'oo.'\nafter = '..o'\n\
                 directions = 'rotations'\n{goal}"
            )
        }
        _ => {
            let shuffled = |random: &mut Random| -> String {
                let order = random.permutation(6);
                let all: String = order.into_iter().map(|index| ['.', '1', '2', '3', '4', '5'][index]).collect();
                format!("'''\n{}\n{}\n'''", &all[..3], &all[3..])
            };
            let (start, goal) = (shuffled(random), shuffled(random));
            format!(
                "puzzle = 'grid'\n[grid]\nvalues = ['.', '1', '2', '3', '4', '5']\nstart = {start}\n[[move]]\n\
                 piece = ['1', '2', '3', '4', '5']\nby = 'wazir'\n[goal]\ncells = {goal}\n"
            )
        }
    }
}

#[test]
fn commands_agree_on_random_models() {
    let (mut read, mut unsolvable, mut solvable) = (0, 0, 0);
    for seed in 0..70 {
        let text = random_model(&mut Random(seed));
        let what = format!("seed {seed}:\n{text}");
        let Some(loaded) = load("random.toml", &text) else { continue };
        read += 1;
        let claims = agree(&loaded, &what);
        unsolvable += usize::from(claims.iter().any(|claim| claim.solvable == Some(false)));
        solvable += usize::from(claims.iter().any(|claim| claim.solvable == Some(true)));
    }
    println!("{read} models, {solvable} with a solution, {unsolvable} without");
    assert!(read > 40 && solvable > 10 && unsolvable > 10, "{read} models, {solvable} and {unsolvable}");
}

/// The English board, with the last peg in a class that no play reaches, and the French one, whose goal is a rule: the sums
/// are those of the Rule of Three (J. Beasley, "The Ins and Outs of Peg Solitaire").
#[test]
fn every_command_knows_the_invariant_of_peg_boards() {
    let board = |start: &str, goal: &str| {
        format!(
            "puzzle = 'grid'\n[grid]\nvalues = ['.', 'o']\nstart = '''\n{start}\n'''\n[[move]]\nbefore = 'oo.'\n\
             after = '..o'\ndirections = 'rotations'\n{goal}"
        )
    };
    let english = "__ooo__\n__ooo__\nooooooo\nooo.ooo\nooooooo\n__ooo__\n__ooo__";
    let drawn = "[goal]\ncells = '''\n__...__\n__...__\n.......\n..o....\n.......\n__...__\n__...__\n'''\n";
    let french = "__ooo__\n_ooooo_\nooooooo\nooo.ooo\nooooooo\n_ooooo_\n__ooo__";
    let by_rule = "[[rule]]\ntime = 'end'\nexactly = { o = 1 }\n";
    for text in [board(english, drawn), board(french, by_rule)] {
        let loaded = load("pegs.toml", &text).expect("it is valid");
        for claim in agree(&loaded, &text).into_iter().filter(|claim| claim.command != "analyze") {
            assert_eq!(claim.solvable, Some(false), "{claim:?}");
        }
        let found = task::explain::run(&ExplainRequest::new(&loaded), &Budget::none(), &mut task::ignore);
        let Ok(Finding::Contradiction(found)) = found.map(|found| found.finding) else { panic!("it has no solution") };
        let argument = &found.argument;
        assert!(matches!(argument, Reason::Argument(Argument::Kept(sum)) if sum.modulus == Some(2)), "{argument:?}");
    }
}
