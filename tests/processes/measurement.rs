//! What a comparison measures: CPU time and not the clock, formulas and not their names; and what its records say.

#![cfg(target_os = "linux")]

use crate::support::folder::Folder;
use crate::support::{Run, boardwright};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A model that takes any solver a moment.
const WARM_UP: &str = "models/knightdoku/warm-up.toml";
/// A model with an objective.
const FEWEST: &str = "models/lights-out/all-on-4.toml";

/// A program in the folder, as a backend.
fn program(folder: &Folder, name: &str, script: &str) -> String {
    let path = folder.file(name, format!("#!/bin/sh\n{script}\n"));
    assert!(Command::new("chmod").args(["+x", &path]).status().expect("chmod is there").success());
    format!("exec:{path}")
}

/// A comparison in a folder: how it ended, and its records.
fn compare(folder: &Folder, arguments: &[&str]) -> (Run, Vec<Value>) {
    let results = folder.0.join("results").display().to_string();
    let run = boardwright(&[&["compare", "--folder", &results], arguments].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = std::fs::read_to_string(format!("{results}/records.jsonl")).expect("there are records");
    (run, text.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect())
}

fn report(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).expect("the report is JSON")
}

/// All processes of a run count, those too that left its process group and whose parents are gone.
#[test]
fn the_time_limit_is_cpu_time_of_the_whole_tree() {
    for name in ["child", "orphan"] {
        let folder = Folder::new(&format!("cpu-{name}"));
        // The folder's name makes the process known.
        let burn = format!("while :; do : {}; done", folder.0.display());
        let script = match name {
            "child" => format!("sh -c '{burn}' & wait"),
            _ => format!("sh -c \"setsid sh -c '{burn}' & exit\"; sleep 600"),
        };
        let backend = program(&folder, "solver", &script);
        let (_, records) =
            compare(&folder, &[WARM_UP, "--backends", &backend, "--time-limit", "400ms", "--wall-limit", "100s"]);
        let outcome = &records[0]["outcome"];
        assert_eq!(outcome["status"], "timeout", "{name}: {}", records[0]);
        assert_eq!(outcome["reason"], "the limit on CPU time was reached");
        let cpu = records[0]["cost"]["cpu"].as_f64().expect("it has a cost");
        assert!((0.4..10.0).contains(&cpu), "{name}: {cpu}");
        let left = Command::new("pgrep").args(["-f", &folder.0.display().to_string()]).output();
        assert!(left.is_ok_and(|left| left.stdout.is_empty()), "{name}: a process is left");
    }
}

/// A run that waits is not slow: no timeout and no penalty, but an outcome of its own.
#[test]
fn the_wall_limit_is_an_outcome_of_its_own() {
    let folder = Folder::new("wall");
    let backend = program(&folder, "solver", "sleep 600");
    let arguments = [WARM_UP, "--backends", &backend, "--backends=batsat", "--time-limit=60s", "--wall-limit=1500ms"];
    let (run, records) = compare(&folder, &arguments);
    let waited = records.iter().find(|record| record["outcome"]["status"] == "wall-limit").expect("one waited");
    assert!(waited["cost"]["wall"].as_f64() >= Some(1.4), "{waited}");
    assert_eq!(waited["wall_limit"], 1.5);
    assert!(
        run.stdout.contains("ended by the limit on elapsed time") && run.stdout.contains("wall limit"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("60 s of CPU and 1.5 s elapsed a run"), "{}", run.stdout);
    assert!(run.stdout.contains("warning: The elapsed time of 1 run of 2"), "{}", run.stdout);
    let (run, _) = compare(&folder, &["--format=json", "--allow-exec"]);
    let json = report(&run);
    assert_eq!(json["waited"][0]["model"], WARM_UP);
    let section = &json["sections"][0];
    assert_eq!(section["time_limit_cpu_s"], 60.0);
    let configurations = section["configurations"].as_array().expect("it is a list");
    let waited = configurations.iter().find(|it| it["wall_limit"] == 1).expect("one waited");
    assert!(waited["par2_cpu_s"].is_null() && waited["own_par2_cpu_s"].is_null(), "no penalty: {waited}");
}

#[test]
fn runs_are_pinned_and_logs_are_kept() {
    let folder = Folder::new("pinned");
    let script = "grep Cpus_allowed_list /proc/self/status\necho 'c conflicts: 12 3.0 per second'\necho 's UNKNOWN'";
    let backend = program(&folder, "solver", script);
    let (_, records) = compare(&folder, &[WARM_UP, "--backends", &backend, "--cpus=0", "--keep-logs"]);
    let record = &records[0];
    assert_eq!(record["cpus"], serde_json::json!([0]));
    assert_eq!(record["outcome"]["status"], "unknown", "it gave up: {record}");
    let logs = folder.0.join("results/logs").join(record["key"].as_str().expect("it has a key"));
    let log = |name: &str| std::fs::read_to_string(logs.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(log("0.stdout").starts_with("Cpus_allowed_list:\t0\n"), "{}", log("0.stdout"));
    assert!(log("0.command").contains("/solver ") && log("0.command").contains("problem.cnf"), "{}", log("0.command"));
    assert_eq!(log("0.stderr"), "");

    let wrong = |arguments: &[&str], words: &str| {
        let run = boardwright(&[&["compare", WARM_UP], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    };
    wrong(&["--cpus=1000000"], "unknown core 1000000; available: 0");
    wrong(&["--cpus=0,0"], "core 0 is listed twice");
    wrong(&["--cpus=0", "--jobs=2"], "--jobs 2 requires at least 2 cores");
    wrong(&["--keep-logs"], "--keep-logs requires --folder");
}

/// There is nothing to connect: whatever the encoding is called, the clauses are the same.
#[test]
fn names_of_one_formula_are_one_configuration() {
    let folder = Folder::new("identical");
    let arguments =
        [WARM_UP, "--encodings=connected=*", "--encodings=auto", "--backends=batsat", "--seeds=0,3", "--format=json"];
    let (run, records) = compare(&folder, &arguments);
    assert!(records.len() >= 6, "two seeds of three names or more");
    // A seed shuffles the formula that a solver reads.
    let of_seed = |seed: u64| {
        let formulas =
            records.iter().filter(|record| record["seed"] == seed).map(|record| &record["outcome"]["formulas"]);
        formulas.map(Value::to_string).collect::<std::collections::BTreeSet<String>>()
    };
    assert!(of_seed(0).len() == 1 && of_seed(3).len() == 1 && of_seed(0) != of_seed(3));
    let long = |digest: &Value| digest.as_str().is_some_and(|digest| digest.len() == 64);
    assert!(
        records
            .iter()
            .all(|it| long(&it["outcome"]["formulas"][0])
                && it["outcome"]["problem"] == records[0]["outcome"]["problem"])
    );
    assert!(long(&records[0]["outcome"]["problem"]));
    let json = report(&run);
    let section = &json["sections"][0];
    let configurations = section["configurations"].as_array().expect("it is a list");
    assert_eq!(configurations.len(), 1, "{section}");
    assert_eq!(configurations[0]["names"].as_array().map(Vec::len), Some(records.len() / 2));
    assert_eq!(configurations[0]["fastest"], 0, "nobody is faster than itself");
    assert_eq!(section["identical"][0]["models"], Value::Null);
    let (run, _) = compare(&folder, &[]);
    assert!(run.stdout.contains("make the identical formula in every run"), "{}", run.stdout);
    assert!(!run.stdout.lines().any(|line| line.starts_with("warm-up") && line.contains('*')), "{}", run.stdout);
    let results = folder.0.join("results");
    let html = std::fs::read_to_string(results.join("report.html")).expect("it was written");
    assert!(html.contains("make the identical formula in every run"));
    let csv = std::fs::read_to_string(results.join("records.csv")).expect("it was written");
    assert!(csv.lines().skip(1).all(|line| line.contains(" = ")), "each names its twins: {csv}");
}

/// Encodings that were chosen reach the bound on the objective, and its clauses are counted.
#[test]
fn the_objective_is_encoded_as_chosen() {
    let folder = Folder::new("objective");
    let arguments = [
        FEWEST,
        "--encodings=auto",
        "--encodings=cardinality=binomial",
        "--encodings=cardinality=sequential-counter",
        "--searches=*",
        "--backends=batsat",
        "--format=json",
    ];
    let (run, records) = compare(&folder, &arguments);
    let mut sizes = std::collections::BTreeMap::new();
    for record in &records {
        assert_eq!(record["outcome"]["optimum"], 4, "{record}");
        let (encoding, search) = (&record["configuration"]["encoding"], &record["configuration"]["search"]);
        let clauses = record["outcome"]["sizes"]["bound_clauses"].as_u64().unwrap_or(0);
        assert!(clauses < record["outcome"]["sizes"]["clauses"].as_u64().expect("it has clauses"));
        sizes.insert((search.to_string(), encoding.to_string()), clauses);
    }
    for search in ["\"linear-down\"", "\"linear-up\"", "\"core-guided\""] {
        let of = |encoding: &str| sizes[&(search.to_string(), format!("\"{encoding}\""))];
        let all = [of("auto"), of("cardinality=binomial"), of("cardinality=sequential-counter")];
        assert!(all[0] != all[1] && all[0] != all[2] && all.iter().all(|&clauses| clauses > 0), "{search}: {all:?}");
    }
    assert_eq!(report(&run)["sections"][0]["configurations"].as_array().map(Vec::len), Some(9));

    // The same configuration under the name that `auto` stands for is identified by the search used.
    let folder = Folder::new("search");
    let (run, _) = compare(&folder, &[FEWEST, "--searches=auto,linear-down", "--backends=batsat", "--format=json"]);
    assert_eq!(report(&run)["sections"][0]["configurations"].as_array().map(Vec::len), Some(1));
}

#[test]
fn weighted_objectives_are_encoded_as_chosen() {
    let model = "puzzle = 'lights-out'\nlights = '''\n21.\n.12\n2.1\n'''\nstates = 3\nfewest = true\n";
    let folder = Folder::new("weighted");
    let model = folder.file("model.toml", model);
    let solve = |more: &[&str]| {
        let run = boardwright(&[&["solve", &model, "--backend=batsat", "--format=json"], more].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        report(&run)
    };
    let (auto, adder) = (solve(&[]), solve(&["--encoding=pseudo-boolean=adder,cardinality=totalizer"]));
    assert_eq!(auto["optimum"], adder["optimum"]);
    assert_eq!(auto["answer"], adder["answer"]);
}

#[test]
fn a_record_says_what_is_needed_to_repeat_it() {
    let folder = Folder::new("provenance");
    let backend = program(&folder, "kissat", "[ \"$1\" = --version ] && echo '4.0.1' && exit\necho 's UNKNOWN'");
    let arguments = [WARM_UP, "--backends=batsat", "--backends", &backend, "--memory-limit=4GB", "--time-limit=20s"];
    let (_, records) = compare(&folder, &arguments);
    for record in &records {
        let programs = record["programs"].as_array().expect("it has programs");
        assert_eq!(programs[0]["name"], "boardwright");
        assert_eq!(programs[0]["version"], env!("CARGO_PKG_VERSION"));
        assert!(programs[0]["path"].as_str().is_some_and(|path| Path::new(path).is_absolute()));
        assert!(programs.iter().all(|program| program["digest"].is_string()), "{record}");
        let external = record["configuration"]["backend"] != "batsat";
        assert_eq!(programs[1]["name"], if external { "kissat" } else { "batsat" });
        assert_eq!(programs[1]["version"], if external { "4.0.1" } else { "0.6.0" });
        assert_eq!(programs[1]["path"].is_string(), external);
        let called = record["invocation"]["arguments"].as_array().expect("it was called");
        assert!(called.iter().any(|word| word == "--memory-limit=4GB"), "{record}");
        assert!(record["invocation"]["folder"].as_str().is_some_and(|folder| Path::new(folder).is_absolute()));
        assert!(record["load"].is_f64() && record["machine"]["memory"].as_u64() > Some(1 << 20), "{record}");
        assert!(record["machine"]["os"].is_string());
        let command = record["command"].as_str().expect("it has a command");
        assert!(command.contains("--memory-limit 4000000000") && command.contains("--time-limit 60s"), "{command}");
        for work in ["conflicts", "decisions", "propagations", "restarts"] {
            assert_eq!(record["outcome"][work].is_u64(), !external, "{work}: {record}");
        }
    }
}

/// The file that a run with a seed hands to a program, to the byte, and its digest.
#[test]
fn compile_writes_the_instance_that_ran() {
    let folder = Folder::new("instance");
    let seen = folder.0.join("seen.cnf").display().to_string();
    let backend = program(&folder, "solver", &format!("cp \"$1\" '{seen}'\necho 's UNKNOWN'"));
    for seed in ["0", "5"] {
        let _ = std::fs::remove_dir_all(folder.0.join("results"));
        let (_, records) = compare(&folder, &[WARM_UP, "--backends", &backend, "--seeds", seed]);
        let run = boardwright(&["compile", WARM_UP, "--to=cnf", "--seed", seed, "--roles=all"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        let clauses: String =
            run.stdout.lines().filter(|line| !line.starts_with('c')).map(|it| format!("{it}\n")).collect();
        assert_eq!(clauses, std::fs::read_to_string(&seen).expect("the program copied it"), "seed {seed}");
        let formula = run.stdout.lines().find_map(|line| line.strip_prefix("c formula ")).expect("it has a digest");
        assert_eq!(records[0]["outcome"]["formulas"], serde_json::json!([formula]));
        assert_eq!(run.stdout.contains("\nc seed 5\n"), seed == "5");
        assert_eq!(sha256(&seen), formula, "as sha256sum computes it");
    }
}

fn sha256(file: &str) -> String {
    let run = Command::new("sha256sum").arg(file).output().expect("sha256sum is part of coreutils");
    String::from_utf8_lossy(&run.stdout).split(' ').next().unwrap_or_default().to_string()
}

/// Solvers inside and outside, of clauses and of rows, get one problem; other settings are other problems.
#[test]
fn all_solvers_get_the_same_problem() {
    let folder = Folder::new("same");
    let model = folder.file(
        "domination.toml",
        "puzzle = 'grid'\ngrid = { rows = 5, columns = 5, values = ['.', 'Q'] }\n[[rule]]\neach = 'cell'\naround = 'queen'\n\
         including = true\nat-least = { Q = 1 }\n[minimize]\ncount = 'Q'\n",
    );
    let (sat, opb) = (
        program(&folder, "sat", "echo 's UNKNOWN'"),
        program(&folder, "opb", "echo 's UNKNOWN'").replace("exec:", "exec-opb:"),
    );
    let backends = ["batsat", "varisat", "minilp", &sat, &opb].map(|backend| format!("--backends={backend}"));
    let arguments: Vec<&str> = [&*model, "--symmetries=auto,off", "--format=json"]
        .into_iter()
        .chain(backends.iter().map(|it| &**it))
        .collect();
    let (run, records) = compare(&folder, &arguments);
    let problems = |symmetry: &str| {
        let of = records.iter().filter(|record| record["configuration"]["symmetry"] == symmetry);
        of.map(|record| record["outcome"]["problem"].to_string()).collect::<std::collections::BTreeSet<String>>()
    };
    assert_eq!(records.len(), 10);
    assert!(problems("auto").len() == 1 && problems("off").len() == 1, "{:?} {:?}", problems("auto"), problems("off"));
    assert_ne!(problems("auto"), problems("off"));
    let solved = |record: &&Value| record["outcome"]["status"] == "solved";
    assert!(records.iter().filter(solved).all(|record| record["outcome"]["optimum"] == 3), "OEIS A075458");
    let json = report(&run);
    let configurations = json["sections"][0]["configurations"].as_array().expect("it is a list");
    assert!(configurations.iter().all(|it| it["apart"].is_null()), "{json}");
    assert_eq!(json["sections"][0]["winner"], Value::Null, "one model shows nothing");
}

#[test]
fn plans_of_an_earlier_version_are_refused_in_words() {
    let folder = Folder::new("earlier");
    compare(&folder, &[WARM_UP, "--backends=batsat"]);
    let results = folder.0.join("results");
    let plan = std::fs::read_to_string(results.join("jobs.jsonl")).expect("there is a plan");
    let mut job: Value = serde_json::from_str(plan.trim()).expect("a job is JSON");
    job.as_object_mut().expect("it is an object").remove("wall_limit").expect("it is there");
    std::fs::write(results.join("jobs.jsonl"), format!("{job}\n")).expect("it can be written");
    let run = boardwright(&["compare", "--folder", &results.display().to_string()]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("an earlier version planned it"), "{}", run.stderr);
}

#[test]
fn solution_files_of_highs_are_decoded() {
    let folder = Folder::new("highs");
    let model = folder.file("a.toml", "puzzle = 'lights-out'\nfewest = true\nlights = '''\n##.\n#..\n...\n'''\n");
    let file = "crates/solvers/src/output/highs/optimal.sol";
    let run = boardwright(&["decode", &model, file, "--roles=all", "--format=json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let answer = report(&run);
    assert_eq!(answer["answer"], "satisfiable");
    assert_eq!(answer["solutions"][0]["board"], serde_json::json!(["#..", "...", "..."]));
}
