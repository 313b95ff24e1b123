//! Every model under `models/` against its `[expect]`: on the route the program chooses, and on every other backend
//! that takes at most a few seconds for it.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_families::PUZZLES;
use boardwright_puzzle::Loaded;
use boardwright_solvers::backend::{BACKENDS, Route};
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::failure::FailedCheck;
use boardwright_tasks::task::{self, Ask, Options, Setup, deep};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn models() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut found = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("models is readable") {
            let path = entry.expect("models is readable").path();
            if path.is_dir() {
                // Campaigns are no models.
                if !path.ends_with("campaigns") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(found.len() >= 25, "there are at least 25 models");
    found
}

/// Every fifth model, for the tests that take minutes over all of them.
fn sample() -> Vec<PathBuf> {
    models().into_iter().step_by(5).collect()
}

fn load(path: &Path) -> Loaded {
    let text = std::fs::read_to_string(path).expect("a model is text");
    let source = Source::new(path.display().to_string(), text);
    REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&source, false)))
}

fn run(loaded: &Loaded, options: &Options, ask: Ask, time: Duration) -> Report {
    let setup = Setup::resolve(loaded, options, &Budget::none()).expect("the names exist");
    task::detached::run(&task::Request::new(loaded, &setup, ask), &Budget::within(time), &mut task::ignore)
        .expect("no check of ours fails")
}

/// What a report contradicts in the model's `[expect]`; what a limit left open contradicts nothing.
fn contradicts(loaded: &Loaded, one: &Report) -> Option<String> {
    let expect = loaded.model.expect.as_ref()?;
    if one.answer == Answer::Unknown || one.stopped {
        return None;
    }
    let answer = one.answer.name();
    let expected = expect.answer.as_deref()?;
    let optimal_is_satisfiable = expected == "satisfiable" && one.answer == Answer::Optimal;
    if expected != answer && !optimal_is_satisfiable {
        return Some(format!("expected {expected}, but it is {answer}"));
    }
    if expect.optimum.is_some() && expect.optimum != one.optimum {
        return Some(format!("expected optimum {:?}, but it is {:?}", expect.optimum, one.optimum));
    }
    None
}

#[test]
fn every_model_opens_with_a_comment_and_expects_something() {
    for path in models() {
        let text = std::fs::read_to_string(&path).expect("a model is text");
        assert!(text.starts_with('#'), "{} does not open with a comment", path.display());
        assert!(load(&path).model.expect.is_some(), "{} has no [expect]", path.display());
    }
}

#[test]
fn the_folders_readme_names_every_model() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the folder has a README");
    // `docs/genres.md` lists the genres.
    for path in models().iter().filter(|path| !path.parent().is_some_and(|folder| folder.ends_with("genres"))) {
        let name = path.file_name().expect("it is a file").to_string_lossy();
        assert!(readme.contains(&format!("| `{name}` |")), "models/README.md does not name {}", path.display());
    }
}

#[test]
fn every_family_has_models() {
    let loaded: Vec<String> = models().iter().map(|path| load(path).model.puzzle).collect();
    for puzzle in PUZZLES {
        let count = loaded.iter().filter(|name| *name == puzzle.name()).count();
        assert!(count >= 4, "{} has {count} models", puzzle.name());
    }
}

#[test]
fn expectations_hold_on_the_chosen_route() {
    check_expectations(&sample());
}

#[test]
#[ignore = "long: run by CI"]
fn expectations_of_all_models_hold_on_the_chosen_route() {
    check_expectations(&models());
}

/// Plans that are more than these are not counted here.
const MANY_PLANS: u64 = 100_000;

fn check_expectations(models: &[PathBuf]) {
    for path in models {
        let loaded = load(path);
        let one = run(&loaded, &Options::default(), Ask::One, Duration::from_secs(600));
        assert_ne!(one.answer, Answer::Unknown, "{}: {}", path.display(), boardwright_render::reason::of_report(&one));
        assert_eq!(contradicts(&loaded, &one), None, "{}", path.display());
        let Some(count) = loaded.model.expect.as_ref().and_then(|expect| expect.count) else { continue };
        // Counts of shortest plans go over all positions, which takes minutes here; `check` of the optimised program holds
        // them true.
        let plans = loaded.instance.plans().is_some();
        if count > MANY_PLANS && plans {
            continue;
        }
        // Each plan that is listed is checked move by move.
        let ask = if count > if plans { 500 } else { 20_000 } { Ask::Count } else { Ask::UpTo(count as usize + 1) };
        let options = Options { several: count > 1, ..Options::default() };
        let all = run(&loaded, &options, ask, Duration::from_secs(600));
        assert!(all.complete, "{}: the list is not complete", path.display());
        assert_eq!(all.count, Some(count.into()), "{}", path.display());
    }
}

#[test]
fn exact_covers_have_as_many_solutions_as_expected() {
    assert!(checked_on("exact-cover", &sample()) > 0);
}

#[test]
fn sweeps_count_as_many_solutions_as_expected() {
    assert!(checked_on("frontier", &sample()) > 2);
}

#[test]
#[ignore = "long: run by CI"]
fn sweeps_of_all_models_count_as_many_solutions_as_expected() {
    let checked = checked_on("frontier", &models());
    assert!(checked >= 30, "{checked}");
}

#[test]
#[ignore = "long: run by CI"]
fn exact_covers_of_all_models_have_as_many_solutions_as_expected() {
    let checked = checked_on("exact-cover", &models());
    assert!(checked >= 8, "the route takes Knightdoku, too: {checked}");
}

/// Checks, where a route supports a model's problem, that its solutions are as many on that route; returns the number of these
/// models.
fn checked_on(route: &str, models: &[PathBuf]) -> usize {
    let mut checked = 0;
    for path in models {
        let loaded = load(path);
        let expect = loaded.model.expect.as_ref();
        let count =
            expect.and_then(|expect| expect.count.or((expect.answer.as_deref() == Some("unsatisfiable")).then_some(0)));
        let Some(count) = count.filter(|_| loaded.instance.question() == boardwright_puzzle::Question::Board) else {
            continue;
        };
        // Those go that way by themselves, above.
        let options = Options { route: Some(route.into()), ..Options::default() };
        let chosen = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("there is a way").describe();
        let setup = Setup::resolve(&loaded, &options, &Budget::none()).expect("the route exists");
        if chosen == setup.describe() {
            continue;
        }
        let ask = if count > 20_000 || route == "frontier" { Ask::Count } else { Ask::UpTo(count as usize + 1) };
        match task::detached::run(
            &task::Request::new(&loaded, &setup, ask),
            &Budget::within(Duration::from_secs(if route == "frontier" { 1 } else { 5 })),
            &mut task::ignore,
        ) {
            Ok(report) if report.stopped => {}
            Ok(report) => {
                assert!(report.complete, "{}", path.display());
                assert_eq!(report.count, Some(count.into()), "{}", path.display());
                checked += 1;
            }
            Err(task::Failure::Inapplicable(reason)) => {
                let said = [
                    "not an exact cover",
                    "xcc supports at most",
                    "use a method for more",
                    "`frontier` does not support",
                    "`positions` does not support moves of cost 0",
                    "`positions` does not support [goal] fewest",
                ];
                let reason = reason.to_string();
                assert!(said.iter().any(|said| reason.contains(said)), "{}: {reason}", path.display());
            }
            Err(failure) => panic!("{}: {failure}", path.display()),
        }
    }
    checked
}

/// The largest problem that is worth an integer program here: variables and constraints together.
const SMALL: usize = 600;

/// The largest that a SAT solver has to solve, where the puzzle prefers another route.
const SMALL_SAT: usize = 300;

/// Larger ones are not even handed to it.
const LARGE: usize = 1500;

/// The time for an answer that is not needed.
const OPTIONAL: Duration = Duration::from_secs(1);

#[test]
fn backends_and_formulations_agree() {
    check_backends(&sample());
}

#[test]
#[ignore = "long: run by CI"]
fn backends_and_formulations_agree_on_all_models() {
    check_backends(&models());
}

/// Every backend, on the family's default formulation and every other that applies: none contradicts the expectation, and each
/// SAT backend answers. Integer programs where their size allows. The outcome does not depend on time: the limit decides only which of
/// the answers that nobody needs are compared.
fn check_backends(models: &[PathBuf]) {
    for path in models {
        let loaded = load(path);
        for formulation in loaded.puzzle.formulations() {
            let Ok(formulated) = loaded.instance.constrain(formulation.name, Some(1), &Budget::none()) else {
                continue;
            };
            let problem = formulated.problem;
            let size = problem.booleans().len() + problem.integers().len() + problem.constraints().len();
            for backend in BACKENDS.iter().filter(|backend| backend.route() != Route::Ilp || size <= SMALL) {
                let default = formulation.name == loaded.puzzle.formulations()[0].name;
                let sat = backend.route() == Route::Sat;
                let direct = loaded.instance.methods().is_some_and(|methods| methods.direct_method().is_some());
                let options = Options {
                    formulation: Some(formulation.name.into()),
                    backend: Some(backend.name.to_string()),
                    ..Options::default()
                };
                // What a method of the family's own answers at once may be too much for a solver.
                // So may a large puzzle that prefers another route.
                let small = loaded.instance.route().is_none_or(|route| route == Route::Sat) || size <= SMALL_SAT;
                if sat && !small && size > LARGE {
                    continue;
                }
                let has_to_answer = sat && default && small && !direct;
                // What has to answer is not limited: a slow machine does not change the result. What need not may stop anywhere.
                let budget = if has_to_answer { Budget::none() } else { Budget::within(OPTIONAL) };
                let setup = Setup::resolve(&loaded, &options, &Budget::none()).expect("the names exist");
                let what = format!("{}, {}, {}", path.display(), formulation.name, backend.name);
                let one = match task::detached::run(
                    &task::Request::new(&loaded, &setup, Ask::One),
                    &budget,
                    &mut task::ignore,
                ) {
                    Ok(report) => report,
                    // Most puzzles are not linear, and a sweep does not optimise.
                    Err(task::Failure::Inapplicable(_)) if matches!(backend.route(), Route::Gf2 | Route::Frontier) => {
                        continue;
                    }
                    // What a method of the family's own answers may be too large to be written as a formula.
                    Err(task::Failure::Inapplicable(_)) if direct => continue,
                    // Not every formulation is an exact cover, nor a small one.
                    Err(task::Failure::Inapplicable(reason)) if backend.route() == Route::ExactCover => {
                        let said = ["not an exact cover", "xcc supports at most"];
                        let reason = reason.to_string();
                        assert!(said.iter().any(|said| reason.contains(said)), "{what}: {reason}");
                        continue;
                    }
                    // An LP solver that loses its way says so; it must never answer wrongly.
                    Err(task::Failure::Check(reason)) if !sat => {
                        assert!(!matches!(reason, FailedCheck::Board(_)), "{what}: {reason}");
                        continue;
                    }
                    Err(failure) => panic!("{what}: {failure}"),
                };
                assert_eq!(contradicts(&loaded, &one), None, "{what}");
                if has_to_answer {
                    assert_ne!(one.answer, Answer::Unknown, "{what}: no answer");
                }
            }
        }
    }
}

/// Rules that a model of a genre needs for other clues only are listed in its `[expect]`.
#[test]
fn superfluous_rules_are_as_expected() {
    let mut found = 0;
    for path in models() {
        let source = Source::new(path.display().to_string(), std::fs::read_to_string(&path).expect("a model is text"));
        let Ok(loaded) = REGISTRY.load(&source, &Budget::none()) else { panic!("{} cannot be read", source.name) };
        let Some(expected) = loaded.model.expect.as_ref().and_then(|expect| expect.superfluous.clone()) else {
            continue;
        };
        let deep = deep::run(&loaded, deep::Grain::Rules, &Budget::none());
        let deep = deep.unwrap_or_else(|failure| panic!("{}: {failure}", source.name)).expect("grids state violations");
        let names: Vec<_> = deep.superfluous.iter().map(|rule| rule.rule_name().into_owned()).collect();
        assert_eq!(names, expected, "{}", source.name);
        found += 1;
    }
    assert_eq!(found, 14, "models with rules that their clues make superfluous");
}
