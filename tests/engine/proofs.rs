//! Proofs: every one that a solver writes is accepted, no spoilt one that proves nothing, and each claim that an answer can
//! make is proved through the command line.

use crate::support::folder::Folder;
use crate::support::tools::installed;
use crate::support::{boardwright, read_formula};
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_sat::cnf::proof::{Rejected, Step, Steps, check};
use boardwright_sat::cnf::{Cnf, Lit};
use boardwright_solvers::backend;
use boardwright_solvers::backend::refute::Refutation;
use serde_json::Value;

/// A formula of random clauses of two or three literals.
fn random_formula(random: &mut Random, variables: usize, clauses: usize) -> Cnf {
    let mut cnf = Cnf::new();
    for _ in 0..variables {
        cnf.variable();
    }
    for _ in 0..clauses {
        let length = 2 + usize::from(random.below(4) > 0);
        let clause = random_clause(random, variables, length);
        cnf.add(&clause);
    }
    cnf
}

fn random_clause(random: &mut Random, variables: usize, length: usize) -> Vec<Lit> {
    (0..length).map(|_| Lit::new(random.below(variables) as u32, random.below(2) == 1)).collect()
}

fn satisfiable(cnf: &Cnf) -> bool {
    assert!(cnf.variables() <= 14, "brute force is for small formulas");
    (0..1u32 << cnf.variables()).any(|bits| {
        let model: Vec<bool> = (0..cnf.variables()).map(|variable| bits >> variable & 1 == 1).collect();
        cnf.holds(&model)
    })
}

fn without(cnf: &Cnf, gone: usize) -> Cnf {
    let mut left = Cnf::new();
    for _ in 0..cnf.variables() {
        left.variable();
    }
    for (_, clause) in cnf.clauses().enumerate().filter(|&(index, _)| index != gone) {
        left.add(clause);
    }
    left
}

/// A checker as simple as can be: it goes through all clauses until nothing changes, and knows no deletions.
fn simply_checked(cnf: &Cnf, lemmas: &[Vec<Lit>]) -> bool {
    let mut clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
    if contradictory(&clauses, &[]) {
        return true;
    }
    for lemma in lemmas {
        let negated = |clause: &[Lit]| clause.iter().map(|&literal| !literal).collect::<Vec<Lit>>();
        let rat = |pivot: Lit| {
            clauses.iter().filter(|clause| clause.contains(&!pivot)).all(|clause| {
                let rest: Vec<Lit> = clause.iter().copied().filter(|&literal| literal != !pivot).collect();
                contradictory(&clauses, &[negated(lemma), negated(&rest)].concat())
            })
        };
        if !contradictory(&clauses, &negated(lemma)) && !lemma.first().copied().is_some_and(rat) {
            return false;
        }
        clauses.push(lemma.clone());
        if contradictory(&clauses, &[]) {
            return true;
        }
    }
    false
}

/// Whether propagation from these literals comes to a contradiction.
fn contradictory(clauses: &[Vec<Lit>], assumed: &[Lit]) -> bool {
    let mut known: Vec<Lit> = assumed.to_vec();
    loop {
        if known.iter().any(|&literal| known.contains(&!literal)) {
            return true;
        }
        let before = known.len();
        for clause in clauses {
            if clause.iter().any(|literal| known.contains(literal)) {
                continue;
            }
            let mut open: Vec<Lit> = clause.iter().copied().filter(|&literal| !known.contains(&!literal)).collect();
            open.sort_unstable();
            open.dedup();
            match open[..] {
                [] => return true,
                [unit] => known.push(unit),
                _ => {}
            }
        }
        if known.len() == before {
            return false;
        }
    }
}

fn lemmas(proof: &[u8]) -> Vec<(Step, Vec<Lit>)> {
    let mut steps = Steps::new(proof).expect("a slice can be read");
    let (mut found, mut clause) = (Vec::new(), Vec::new());
    while let Some(step) = steps.next(&mut clause).expect("the proof is well formed") {
        found.push((step, clause.clone()));
    }
    found
}

fn written(steps: &[(Step, Vec<Lit>)]) -> String {
    let line = |(step, clause): &(Step, Vec<Lit>)| {
        let literals: String = clause.iter().map(|literal| format!("{literal:?} ")).collect();
        format!("{}{literals}0\n", if *step == Step::Delete { "d " } else { "" })
    };
    steps.iter().map(line).collect()
}

fn accepted(cnf: &Cnf, proof: &[u8]) -> bool {
    match check(cnf, proof, &|| false) {
        Ok(_) => true,
        Err(Rejected::Step { .. } | Rejected::Open(_)) => false,
        Err(other) => panic!("{other}"),
    }
}

/// The solvers that write proofs and are here.
fn provers() -> Vec<&'static str> {
    let mut provers = vec!["varisat"];
    if installed("cadical") {
        provers.extend(["exec:cadical -q", "exec:cadical -q --no-binary {} {proof}"]);
    }
    provers
}

fn refuted(name: &str, cnf: &Cnf, self_check: bool) -> (Refutation, Vec<u8>) {
    let backend = backend::find(name).unwrap_or_else(|_| panic!("{name} is a backend"));
    let mut proof = Vec::new();
    let refutation = backend.refute(cnf, &mut proof, self_check, &Budget::none());
    (refutation, proof)
}

#[test]
fn what_solvers_write_is_accepted_and_what_is_spoilt_is_not() {
    let seed = 20;
    let mut random = Random(seed);
    let (mut proofs, mut rejected, mut harmless) = (0, 0, 0);
    for prover in provers() {
        for case in 0..if prover == "varisat" { 60 } else { 12 } {
            let variables = 9 + random.below(4);
            let clauses = variables * 4 + random.below(variables);
            let cnf = random_formula(&mut random, variables, clauses);
            let (refutation, proof) = refuted(prover, &cnf, true);
            let place = format!("{prover}, seed {seed}, case {case}:\n{cnf:?}");
            if satisfiable(&cnf) {
                assert_eq!(refutation, Refutation::Satisfiable, "{place}");
                continue;
            }
            assert_eq!(refutation, Refutation::Refuted, "{place}");
            assert!(accepted(&cnf, &proof), "{place}");
            proofs += 1;

            // A formula that has a model once a clause is gone is refuted by nothing.
            for gone in 0..cnf.len() {
                let left = without(&cnf, gone);
                let spoilt = accepted(&left, &proof);
                assert!(!(spoilt && satisfiable(&left)), "refuted without clause {gone}: {place}");
            }
            // Lines are dropped or altered; deletions are left out, which the simple checker does not know.
            let all: Vec<Vec<Lit>> =
                lemmas(&proof).into_iter().filter(|(step, _)| *step == Step::Add).map(|(_, clause)| clause).collect();
            for _ in 0..20 {
                let mut spoilt = all.clone();
                if spoilt.is_empty() {
                    break;
                }
                let line = random.below(spoilt.len());
                let length = spoilt[line].len();
                match random.below(5) {
                    0 => drop(spoilt.remove(line)),
                    1 => spoilt.retain(|_| random.below(3) > 0),
                    2 if length > 0 => drop(spoilt[line].remove(random.below(length))),
                    3 if length > 0 => {
                        let literal = random.below(length);
                        spoilt[line][literal] = !spoilt[line][literal];
                    }
                    _ => {
                        let clause = random_clause(&mut random, variables, 1 + length % 2);
                        spoilt.insert(line, clause);
                    }
                }
                let expected = simply_checked(&cnf, &spoilt);
                let steps: Vec<(Step, Vec<Lit>)> = spoilt.into_iter().map(|clause| (Step::Add, clause)).collect();
                let text = written(&steps);
                assert_eq!(accepted(&cnf, text.as_bytes()), expected, "{place}\n{text}");
                *if expected { &mut harmless } else { &mut rejected } += 1;
            }
        }
    }
    assert!(proofs > 30 && rejected > 20 && harmless > 20, "{proofs} proofs, {rejected} rejected, {harmless} not");
}

#[test]
fn no_steps_whatever_refute_what_has_a_model() {
    let seed = 21;
    let mut random = Random(seed);
    let (mut right, mut wrong) = (0, 0);
    for case in 0..3000 {
        let variables = 3 + random.below(4);
        let count = variables + random.below(3 * variables);
        let cnf = random_formula(&mut random, variables, count);
        let mut steps: Vec<(Step, Vec<Lit>)> = Vec::new();
        for _ in 0..1 + random.below(6) {
            let length = 1 + random.below(3);
            match random.below(4) {
                0 => {
                    let gone = random.below(cnf.len());
                    steps.push((Step::Delete, cnf.clauses().nth(gone).expect("it is one of them").to_vec()));
                }
                1 => steps.push((Step::Add, random_clause(&mut random, variables + 1, length))),
                _ => steps.push((Step::Add, random_clause(&mut random, variables, length))),
            }
        }
        let text = written(&steps);
        let place = format!("seed {seed}, case {case}:\n{cnf:?}{text}");
        let has_model = satisfiable(&cnf);
        match check(&cnf, text.as_bytes(), &|| false) {
            Ok(_) => {
                assert!(!has_model, "{place}");
                right += 1;
            }
            // Every step was right: with all that was added there is a model if there was one before.
            Err(Rejected::Open(_)) => {
                let mut grown = Cnf::new();
                for _ in 0..variables + 1 {
                    grown.variable();
                }
                let added = steps.iter().filter(|(step, _)| *step == Step::Add).map(|(_, clause)| &clause[..]);
                let kept = cnf.clauses().filter(|clause| !steps.contains(&(Step::Delete, clause.to_vec())));
                kept.chain(added).for_each(|clause| grown.add(clause));
                assert!(!has_model || satisfiable(&grown), "{place}");
            }
            Err(Rejected::Step { .. }) => wrong += 1,
            Err(other) => panic!("{other}: {place}"),
        }
        // Without deletions, exactly what the simple checker accepts.
        steps.retain(|(step, _)| *step == Step::Add);
        let all: Vec<Vec<Lit>> = steps.iter().map(|(_, clause)| clause.clone()).collect();
        assert_eq!(accepted(&cnf, written(&steps).as_bytes()), simply_checked(&cnf, &all), "{place}");
    }
    assert!(right > 200 && wrong > 200, "{right} accepted, {wrong} rejected");
}

#[test]
fn pigeons_have_proofs_with_deletions() {
    // Seven pigeons in six holes: thousands of conflicts, so that clauses are deleted.
    let (pigeons, holes) = (7u32, 6u32);
    let mut cnf = Cnf::new();
    let at: Vec<Vec<Lit>> = (0..pigeons).map(|_| (0..holes).map(|_| cnf.variable()).collect()).collect();
    for pigeon in &at {
        cnf.add(pigeon);
    }
    for one in 0..at.len() {
        for other in 0..one {
            for (&a, &b) in at[one].iter().zip(&at[other]) {
                cnf.add(&[!a, !b]);
            }
        }
    }
    for prover in provers() {
        let (refutation, proof) = refuted(prover, &cnf, false);
        assert_eq!(refutation, Refutation::Refuted, "{prover}");
        let steps = lemmas(&proof);
        assert!(steps.iter().any(|(step, _)| *step == Step::Delete), "{prover} deletes nothing");
        assert!(accepted(&cnf, &proof), "{prover}");
        // A quarter of the proof is none.
        let begun = written(&steps[..steps.len() / 4]);
        assert!(!accepted(&cnf, begun.as_bytes()), "{prover}");
    }
}

/// A run of `solve` with a proof in a folder of its own; the report, and the files' texts.
struct Proven {
    report: Value,
    proof: Option<Vec<u8>>,
    formula: Option<String>,
    left: usize,
}

fn proven(name: &str, arguments: &[&str]) -> Proven {
    let folder = Folder::new(&format!("proofs-{name}"));
    let file = folder.0.join("proof.drat");
    let path = file.display().to_string();
    let run = boardwright(&[&["solve"], arguments, &["--proof", &path, "--check-proof", "--format", "json"]].concat());
    let report = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr));
    let left = std::fs::read_dir(&folder.0).expect("the folder is there").count();
    let formula = std::fs::read_to_string(folder.0.join("proof.drat.cnf")).ok();
    Proven { report, proof: std::fs::read(file).ok(), formula, left }
}

/// Holds a proof's files against each other and against what is claimed.
fn holds(name: &str, arguments: &[&str], claim: &str) -> Proven {
    let proven = proven(name, arguments);
    let report = &proven.report["proof"];
    assert_eq!(report["claim"], claim, "{arguments:?}");
    assert!(report["reason"].is_null(), "{report}");
    assert_eq!(proven.left, 2, "the two files and nothing else");
    let formula = proven.formula.as_ref().expect("the formula is written");
    let proof = proven.proof.as_ref().expect("the proof is written");
    let cnf = read_formula(formula);
    assert!(accepted(&cnf, proof), "{arguments:?}");
    assert_eq!(report["steps"], lemmas(proof).len());
    assert_eq!(report["checked_by"][0], "boardwright's DRAT checker");
    let trusted = report["trusted"].as_array().expect("a list");
    assert_eq!(trusted.len(), 1, "a checked proof needs no trust: {trusted:?}");
    assert!(formula.starts_with("c boardwright ") && formula.contains(&format!(": {claim}\n")), "{arguments:?}");
    proven
}

#[test]
fn every_kind_of_claim_is_proved() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("none", &["models/knightdoku/impossible.toml"], "there is no solution"),
        ("areas", &["models/knightdoku/miscounted.toml"], "there is no solution"),
        ("dugu", &["models/lights-out/dugu-unsolvable.toml"], "there is no solution"),
        ("method", &["models/devils-chessboard/impossible-3.toml"], "there is no solution"),
        ("unique", &["models/knightdoku/warm-up.toml", "--all"], "there is no solution other than the one shown"),
        (
            "several",
            &["models/knightdoku/several.toml", "--limit", "50"],
            "there are no solutions other than the 39 listed",
        ),
        ("fewest", &["models/lights-out/three-states-fewest.toml"], "no solution is better than 8"),
        // Fewest moves of four pairs: four, as Tait found (published).
        ("plan", &["models/alternation/four.toml"], "there is no plan of fewer than 4 steps"),
    ];
    for (name, arguments, claim) in cases {
        holds(name, arguments, claim);
    }
    // With a list, the claim speaks of as many solutions as are in it.
    for (name, model, begins) in [
        ("all-fewest", "models/lights-out/three-states-fewest.toml", "no solution is better than 8, and there "),
        ("plans", "models/alternation/three.toml", "there is no plan of fewer than 4 steps, and of 4 steps there "),
    ] {
        let proven = proven(name, &[model, "--all"]);
        let others = match proven.report["solutions"].as_array().map(Vec::len) {
            Some(1) => "is no solution other than the one shown".to_string(),
            listed => format!("are no solutions other than the {} listed", listed.unwrap_or(0)),
        };
        holds(name, &[model, "--all"], &format!("{begins}{others}"));
    }
}

#[test]
fn every_route_and_backend_has_its_answers_proved() {
    let claim = "there are no solutions other than the 39 listed";
    let model = "models/knightdoku/several.toml";
    for (name, backend, solver) in [("varisat", "varisat", "varisat"), ("batsat", "batsat", "varisat")] {
        let proven = holds(name, &[model, "--all", "--backend", backend], claim);
        assert_eq!(proven.report["proof"]["solver"], solver);
        assert_eq!(proven.report["proof"]["checked_by"][1], "varisat's own checker");
    }
    let ilp = holds("ilp", &["models/knightdoku/impossible.toml", "--route", "ilp"], "there is no solution");
    assert_eq!((&ilp.report["route"], &ilp.report["proof"]["solver"]), (&"ilp".into(), &"varisat".into()));
    if installed("cadical") {
        let cadical = "exec:cadical -q";
        let proven = holds("cadical", &[model, "--all", "--backend", cadical], claim);
        assert_eq!(proven.report["proof"]["solver"], cadical);
        assert_eq!(proven.report["proof"]["format"], "binary DRAT");
        assert_eq!(proven.report["proof"]["checked_by"].as_array().map(Vec::len), Some(1));
    }
}

#[test]
fn what_needs_no_proof_gets_none() {
    for (name, arguments, words) in [
        ("board", &["models/knightdoku/warm-up.toml"][..], "a verified board is its own proof"),
        ("some", &["models/knightdoku/several.toml", "--limit", "5"], "a verified board is its own proof"),
        ("never", &["models/alternation/walled.toml"], "a formula cannot state"),
    ] {
        let proven = proven(name, arguments);
        let report = &proven.report["proof"];
        assert!(report["reason"].as_str().is_some_and(|reason| reason.contains(words)), "{arguments:?}: {report}");
        assert!(report["file"].is_null() && report["claim"].is_null());
        assert_eq!(proven.left, 0, "no file");
    }
}

#[test]
fn without_the_flag_nothing_is_said() {
    let run = boardwright(&["solve", "models/knightdoku/impossible.toml", "--format", "json"]);
    assert!(!run.stdout.contains("\"proof\""), "{}", run.stdout);
    let run = boardwright(&["solve", "models/knightdoku/impossible.toml"]);
    assert!(!run.stdout.contains("proof"), "{}", run.stdout);
}

#[test]
fn a_person_is_told_what_was_checked_and_what_is_trusted() {
    let folder = Folder::new("proofs-text");
    let file = folder.0.join("p").display().to_string();
    let solve = ["solve", "models/knightdoku/impossible.toml", "--proof", &file];
    let unchecked = boardwright(&solve);
    assert_eq!(unchecked.code, 0, "{}", unchecked.stderr);
    assert!(unchecked.stdout.contains("\nproof: there is no solution; "), "{}", unchecked.stdout);
    assert!(unchecked.stdout.contains("\ntrusted: the proof, which was not checked"), "{}", unchecked.stdout);
    assert!(unchecked.stdout.contains("\nhelp: --check-proof checks the proof"), "{}", unchecked.stdout);
    let checked = boardwright(&[&solve[..], &["--check-proof"]].concat());
    assert!(checked.stdout.contains("; checked by boardwright's DRAT checker and by varisat's own checker\n"));
    assert!(checked.stdout.contains("\ntrusted: that the formula says what the model says"), "{}", checked.stdout);
    let lines = boardwright(&[&solve[..], &["--format", "jsonl"]].concat()).stdout;
    let summary: Value = serde_json::from_str(lines.lines().last().expect("a summary")).expect("of JSON");
    assert_eq!(summary["proof"]["file"], file.as_str());
    assert_eq!(boardwright(&[&solve[..], &["--exit-code"]].concat()).code, 20);
}

#[test]
fn wrong_combinations_are_refused_before_anything_is_solved() {
    let folder = Folder::new("proofs-refused");
    let model = folder.file("model.toml", std::fs::read("models/knightdoku/impossible.toml").expect("it is there"));
    let inside = |name: &str| folder.0.join(name).display().to_string();
    let directory = folder.0.display().to_string();
    for (arguments, words) in [
        (&["--check-proof"][..], "--proof"),
        (&["--proof", "-"], "two files"),
        (&["--proof", &model], "would overwrite"),
        (&["--proof", &inside("a"), "-o", &inside("a")], "would overwrite"),
        // The formula of the proof; the ending of another format is found first.
        (&["--proof", &inside("a"), "-o", &inside("a.cnf")], "the name ends like a file of the format cnf"),
        (&["--proof", &directory], "it is a folder"),
        (&["--proof", &inside("no/such/folder")], "cannot write"),
    ] {
        let run = boardwright(&[&["solve", &model], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    }
    let left = std::fs::read_dir(&folder.0).expect("the folder is there").count();
    assert_eq!(left, 1, "the model alone is there");
}

#[test]
fn a_limit_leaves_nothing_behind_and_the_answer_stands() {
    // Colours are counted to answer; the proof has the rules alone, for which this board is far too large.
    let folder = Folder::new("proofs-limit");
    let mut rows = vec!["#".repeat(20); 20];
    rows[0].replace_range(..1, "_");
    rows[19].replace_range(19.., "_");
    let board = rows.join("\n");
    let model = format!("puzzle = 'dissection'\nboard = '''\n{board}'''\n[[piece]]\ncopies = 'any'\nshape = '##'\n");
    let model = folder.file("mutilated.toml", model);
    let file = folder.0.join("p").display().to_string();
    let start = std::time::Instant::now();
    let run = boardwright(&["solve", &model, "--proof", &file, "--check-proof", "--time-limit", "2s"]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("unsatisfiable: there is no solution"), "{}", run.stdout);
    assert!(run.stdout.contains("proof: none; the time limit was reached before the proof"), "{}", run.stdout);
    assert!(start.elapsed().as_secs_f64() < 10.0, "a limit holds: {:?}", start.elapsed());
    assert_eq!(std::fs::read_dir(&folder.0).expect("the folder is there").count(), 1, "the model alone");
}

#[test]
fn a_solver_that_lies_is_found_out() {
    let folder = Folder::new("proofs-liar");
    let file = folder.0.join("p").display().to_string();
    let solve = |model: &str, script: &str| {
        let backend = format!("exec:sh -c '{script}' sh {{}} {{proof}}");
        boardwright(&["solve", model, "--proof", &file, "--check-proof", "--backend", &backend])
    };
    // There is a solution, whatever it says.
    let liar = solve("models/knightdoku/warm-up.toml", "echo s UNSATISFIABLE; echo 0 > \"$2\"");
    assert_eq!((liar.code, liar.stdout.as_str()), (4, ""), "{}", liar.stderr);
    assert!(liar.stderr.contains("is wrong: step 1: `0` does not follow"), "{}", liar.stderr);
    let silent = solve("models/knightdoku/warm-up.toml", "echo s UNSATISFIABLE");
    assert_eq!((silent.code, silent.stdout.as_str()), (2, ""), "{}", silent.stderr);
    assert!(silent.stderr.contains("wrote no proof"), "{}", silent.stderr);
    let garbled = solve("models/knightdoku/impossible.toml", "echo s UNSATISFIABLE; echo one > \"$2\"");
    assert_eq!((garbled.code, garbled.stdout.as_str()), (4, ""), "{}", garbled.stderr);
    assert_eq!(std::fs::read_dir(&folder.0).expect("the folder is there").count(), 0, "nothing is left");
}
