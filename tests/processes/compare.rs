//! Comparisons as a researcher runs them: cut short, killed, gone on with, contradicted.

#![cfg(unix)]

use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn model(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name).display().to_string()
}

fn lines(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("records were written");
    assert!(text.ends_with('\n'), "a cut-off line is left");
    text.lines().map(|line| serde_json::from_str(line).expect("a record is a line of JSON")).collect()
}

fn keys(records: &[Value]) -> BTreeSet<String> {
    records.iter().map(|record| record["key"].as_str().expect("a record has a key").to_string()).collect()
}

/// Two models, three ways, two backends, two seeds: 24 short runs.
fn campaign(folder: &Folder) -> String {
    let (a, b) = (model("knightdoku/warm-up.toml"), model("lights-out/all-on-5.toml"));
    let text = format!(
        "title = 'A small one'\nseeds = [0, 1]\ntime_limit = '20s'\nmemory_limit = '4GB'\n[[group]]\nname = 'small'\n\
         models = ['{a}', '{b}']\nencodings = ['auto', 'at-most-one=ladder', 'parity=cut3']\n\
         backends = ['varisat', 'batsat']\n"
    );
    folder.file("small.toml", &text)
}

#[test]
fn a_comparison_of_models_prints_a_table_and_leaves_nothing_behind() {
    let run = boardwright(&[
        "compare",
        "models/knightdoku/warm-up.toml",
        "--formulations=*",
        "--encodings=cardinality=sequential-counter",
        "--backends=batsat",
        "--format=json",
    ]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&run.stdout).expect("the report is JSON");
    let text = report.to_string();
    assert!(text.contains("permutations") && text.contains("cardinality"), "both formulations were run: {text}");
}

#[test]
fn records_are_kept_and_nothing_is_run_twice() {
    let folder = Folder::new("kept");
    let (campaign, results) = (campaign(&folder), folder.path("results"));
    let compare = || boardwright(&["compare", &campaign, "--folder", &results, "--jobs", "2"]);
    let first = compare();
    assert_eq!((first.code, first.stderr.as_str()), (0, ""), "{}", first.stdout);
    let path = format!("{results}/records.jsonl");
    let records = lines(&path);
    assert_eq!((records.len(), keys(&records).len()), (24, 24));
    for record in &records {
        assert_eq!(record["outcome"]["status"], "solved", "{record}");
        assert!(record["cost"]["cpu"].as_f64() > Some(0.0) && record["cost"]["wall"].as_f64() > Some(0.0), "{record}");
        assert!(record["cost"]["memory"].as_u64() > Some(100_000), "{record}");
        assert_eq!(record["version"], env!("CARGO_PKG_VERSION"));
        let batsat = record["configuration"]["backend"] == "batsat";
        assert_eq!(
            record["outcome"]["conflicts"].is_u64(),
            batsat,
            "batsat reports conflicts, varisat does not: {record}"
        );
        // What unit propagation leaves is measured for the first seed.
        let sizes = &record["outcome"]["sizes"];
        assert_eq!(sizes["propagated_clauses"].is_u64(), record["seed"] == 0, "{record}");
        assert!(sizes["propagated_clauses"].as_u64() <= sizes["clauses"].as_u64(), "{record}");
    }
    for report in ["report.html", "report.json", "records.csv"] {
        assert!(Path::new(&results).join(report).is_file(), "{report} is missing");
    }
    let before = std::fs::read(&path).expect("it is there");
    let again = compare();
    assert_eq!((again.code, &again.stdout), (0, &first.stdout), "the same records give the same table");
    assert_eq!(std::fs::read(&path).expect("it is there"), before, "nothing was run again");
    // The folder alone is enough.
    let alone = boardwright(&["compare", "--folder", &results]);
    assert_eq!((alone.code, alone.stdout), (0, first.stdout));
}

#[test]
#[ignore = "long: run by CI"]
fn a_comparison_that_is_killed_goes_on_with_nothing_lost_and_nothing_twice() {
    let folder = Folder::new("killed");
    let (campaign, results) = (campaign(&folder), folder.path("results"));
    let path = format!("{results}/records.jsonl");
    let start = Instant::now();
    for round in 0.. {
        let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
            .args(["compare", &campaign, "--folder", &results, "--format", "csv"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(5 + round * 17 % 60));
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let whole = text.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count();
        if whole >= 20 || start.elapsed() > Duration::from_secs(60) {
            break;
        }
    }
    // As a kill in the middle of a write leaves it.
    let cut = std::fs::read_to_string(&path).expect("there are records") + "{\"key\":\"cut off";
    std::fs::write(&path, cut).expect("it can be written");
    let run = boardwright(&["compare", &campaign, "--folder", &results]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let records = lines(&path);
    assert_eq!((records.len(), keys(&records).len()), (24, 24));
}

#[test]
fn an_interrupt_ends_the_runs_and_says_how_to_go_on() {
    let folder = Folder::new("interrupted");
    let results = folder.path("results");
    let hard = model("dissection/pentominoes-8x8-hole.toml");
    let child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(["compare", &hard, "--all", "--folder", &results, "--jobs", "2", "--seeds", "1,2,3"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(Duration::from_millis(1500));
    let interrupted = Instant::now();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert!(interrupted.elapsed() < Duration::from_secs(3), "{:?}", interrupted.elapsed());
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{words}");
    assert_eq!(words, "interrupted: 3 of 3 runs are missing; run it again to go on\n");
    assert!(lines_or_none(&results).is_empty(), "a run that was ended has no record");
}

fn lines_or_none(results: &str) -> Vec<Value> {
    let path = format!("{results}/records.jsonl");
    if std::fs::read(&path).unwrap_or_default().is_empty() { Vec::new() } else { lines(&path) }
}

#[test]
fn limits_are_results() {
    let folder = Folder::new("limits");
    let results = folder.path("results");
    let hard = model("dissection/pentominoes-8x8-hole.toml");
    let run = |more: &[&str]| {
        let arguments = [&["compare", &hard, "--all", "--folder", &results, "--backends=batsat"], more].concat();
        boardwright(&arguments)
    };
    assert_eq!(run(&["--time-limit", "300ms", "--wall-limit", "60s"]).code, 0);
    assert_eq!(run(&["--time-limit", "20s", "--memory-limit", "30MB"]).code, 0);
    let records = lines(&format!("{results}/records.jsonl"));
    let statuses: Vec<&str> = records.iter().filter_map(|record| record["outcome"]["status"].as_str()).collect();
    assert_eq!(statuses, ["timeout", "memory"], "{records:?}");
    let cpu = records[0]["cost"]["cpu"].as_f64().expect("it has a time");
    assert!((0.3..2.0).contains(&cpu), "{cpu}");
}

#[test]
fn answers_that_contradict_each_other_end_it_with_both_commands() {
    let folder = Folder::new("contradiction");
    let (campaign, results) = (campaign(&folder), folder.path("results"));
    assert_eq!(boardwright(&["compare", &campaign, "--folder", &results]).code, 0);
    // As if one encoding had lost a clause: another optimum in one record.
    let path = format!("{results}/records.jsonl");
    let mut records = lines(&path);
    let wrong = records.iter_mut().rfind(|record| record["outcome"]["optimum"] == 15).expect("5x5 takes 15 presses");
    wrong["outcome"]["optimum"] = 14.into();
    let command = wrong["command"].as_str().expect("it has a command").to_string();
    let text: String = records.iter().map(|record| format!("{record}\n")).collect();
    std::fs::write(&path, text).expect("it can be written");
    let run = boardwright(&["compare", &campaign, "--folder", &results]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(run.stderr.contains(&command) && run.stderr.matches("boardwright solve").count() == 2, "{}", run.stderr);
}

#[test]
fn a_record_s_command_does_the_same_run() {
    let folder = Folder::new("command");
    let (campaign, results) = (campaign(&folder), folder.path("results"));
    assert_eq!(boardwright(&["compare", &campaign, "--folder", &results]).code, 0);
    for record in lines(&format!("{results}/records.jsonl")).iter().take(6) {
        let command = record["command"].as_str().expect("it has a command");
        let words: Vec<&str> = command.split(' ').skip(1).chain(["--format", "json"]).collect();
        let run = boardwright(&words);
        let report: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{command}: {error}"));
        assert_eq!(report["optimum"], record["outcome"]["optimum"], "{command}");
        assert_eq!(report["statistics"]["clauses"], record["outcome"]["sizes"]["clauses"], "{command}");
    }
}

/// A campaign that runs a program, and the file that shows that it ran.
fn program_of_a_campaign(folder: &Folder) -> (String, PathBuf) {
    let marker = folder.0.join("ran");
    let warm_up = model("knightdoku/warm-up.toml");
    let backend = format!("exec:sh -c 'echo > {}; echo s UNKNOWN' {{}}", marker.display());
    let text = format!("[[group]]\nname = 'a'\nmodels = ['{warm_up}']\nbackends = [\"\"\"{backend}\"\"\"]\n");
    (folder.file("downloaded.toml", &text), marker)
}

#[test]
fn programs_that_files_name_run_only_when_that_is_allowed() {
    let folder = Folder::new("trust");
    let (campaign, marker) = program_of_a_campaign(&folder);
    let results = folder.path("results");
    let refused = |arguments: &[&str], named: &str| {
        let run = boardwright(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}: {}", run.stderr);
        let words = [format!("error: {named} names a program to run:\n  exec:sh -c 'echo >"), "--allow-exec".into()];
        assert!(words.iter().all(|words| run.stderr.contains(words)), "{arguments:?}: {}", run.stderr);
        assert!(!marker.exists(), "{arguments:?}: it ran");
    };
    refused(&["compare", &campaign, "--folder", &results], &campaign);
    assert!(!Path::new(&results).exists(), "nothing is planned");
    refused(&["campaign", "plan", &campaign, "-o", &results], &campaign);
    // To look at a campaign is no risk.
    assert_eq!(boardwright(&["check", &campaign]).code, 0);
    let plan = boardwright(&["campaign", "plan", &campaign, "-o", &results, "--allow-exec"]);
    assert!(plan.stdout.ends_with("--engine local --allow-exec\n"), "{}{}", plan.stdout, plan.stderr);
    refused(&["compare", "--folder", &results], &results);
    refused(&["worker", &results, "--job", "0"], &results);
    refused(&["campaign", "submit", &results, "--engine", "local"], &results);
    refused(&["campaign", "submit", &results, "--engine", "slurm", "--dry-run"], &results);
    let job = std::fs::read_to_string(Path::new(&results).join("jobs.jsonl")).expect("there is a plan");
    let order = format!("{{\"job\": {}, \"cpus\": [], \"logs\": null}}", job.trim());
    let child = boardwright_with(&["run-job"], &order, &[]);
    assert!(child.code == 2 && child.stderr.contains("--allow-exec") && !marker.exists(), "{}", child.stderr);

    let submit = boardwright(&["campaign", "submit", &results, "--engine", "slurm", "--dry-run", "--allow-exec"]);
    assert!(submit.stdout.contains("--jobs \"$jobs\" --allow-exec\n"), "{}{}", submit.stdout, submit.stderr);
    let run = boardwright(&["campaign", "submit", &results, "--engine", "local", "--allow-exec"]);
    assert!(run.code == 0 && marker.exists(), "{}", run.stderr);
    // With every record there nothing is run.
    let report = boardwright(&["compare", "--folder", &results]);
    assert_eq!((report.code, report.stdout), (0, run.stdout));
}

#[test]
fn a_program_on_the_command_line_is_trusted() {
    let folder = Folder::new("trusted");
    let (_, marker) = program_of_a_campaign(&folder);
    let backend = format!("exec:sh -c 'echo > {}; echo s UNKNOWN' {{}}", marker.display());
    let run = boardwright(&["compare", "models/knightdoku/warm-up.toml", "--backends", &backend]);
    assert!(run.code == 0 && marker.exists(), "{}", run.stderr);
}

#[test]
fn the_temporary_folder_is_new_and_private() {
    let folder = Folder::new("private");
    let seen = folder.path("seen");
    let temporary = folder.path("tmp");
    let program = folder.file("solver.sh", format!("ls -l -d {temporary}/boardwright-* > {seen}; echo s UNKNOWN"));
    std::fs::create_dir(&temporary).expect("it can be made");
    // Somebody else knows our number: a folder that everybody may write to, and a link to elsewhere.
    let script = format!(
        "mkdir -m 777 $TMPDIR/boardwright-$$-0; mkdir elsewhere; ln -s ../elsewhere $TMPDIR/boardwright-$$-1\n\
         exec {} compare {} --backends 'exec:sh {program}'\n",
        env!("CARGO_BIN_EXE_boardwright"),
        model("knightdoku/warm-up.toml")
    );
    let output = Command::new("sh").args(["-c", &script]).env("TMPDIR", &temporary).current_dir(&folder.0).output();
    let output = output.expect("there is a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let seen = std::fs::read_to_string(seen).expect("the solver ran");
    // That of the comparison, that of its run, the other folder, and the link.
    assert_eq!(seen.lines().count(), 4, "{seen}");
    assert_eq!(seen.lines().filter(|line| line.starts_with("drwx------")).count(), 2, "{seen}");
    let names = |folder: &str| std::fs::read_dir(folder).expect("it is there").count();
    assert_eq!(names(&temporary), 2, "ours are gone, and the others are not");
    assert_eq!(names(&format!("{temporary}/../elsewhere")), 0, "the link was not followed");
}

/// A program as a backend, replaced by another version of itself: not the same job.
#[test]
fn another_version_of_a_program_is_run_again() {
    let folder = Folder::new("version");
    let results = folder.path("results");
    let warm_up = model("knightdoku/warm-up.toml");
    let compare = |version: &str| {
        let script = format!("#!/bin/sh\n# version {version}\necho 's UNKNOWN'\n");
        // Its name has a blank, as a folder may have.
        let program = folder.file("a solver", &script);
        assert!(Command::new("chmod").args(["+x", &program]).status().expect("chmod is there").success());
        let backend = format!("exec:'{program}'");
        let run = boardwright(&["compare", &warm_up, "--backends", &backend, "--folder", &results]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        lines(&format!("{results}/records.jsonl")).len()
    };
    assert_eq!([compare("1"), compare("1"), compare("2")], [1, 1, 2]);
}

/// A solver that dies has not solved anything; it is not excused as one that does not apply.
#[test]
fn a_program_that_crashes_has_crashed() {
    let folder = Folder::new("crash");
    let results = folder.path("results");
    let program = folder.file("solver", "#!/bin/sh\nkill -SEGV $$\n");
    assert!(Command::new("chmod").args(["+x", &program]).status().expect("chmod is there").success());
    let warm_up = model("knightdoku/warm-up.toml");
    let run = boardwright(&["compare", &warm_up, "--backends", &format!("exec:{program}"), "--folder", &results]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let records = lines(&format!("{results}/records.jsonl"));
    assert_eq!(records[0]["outcome"]["status"], "crashed", "{records:?}");
    assert!(run.stdout.contains("120.0"), "twice the limit of 60 s: {}", run.stdout);
}

#[test]
fn a_plan_is_not_replaced_while_it_runs() {
    let folder = Folder::new("running");
    let results = folder.path("results");
    let hard = model("dissection/pentominoes-8x8-hole.toml");
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(["compare", &hard, "--all", "--folder", &results])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let jobs = format!("{results}/jobs.jsonl");
    let records = format!("{results}/records.jsonl");
    let start = Instant::now();
    while !(Path::new(&jobs).exists() && Path::new(&records).exists()) && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    let before = std::fs::read_to_string(&jobs).expect("there is a plan");
    let other = boardwright(&["compare", "models/knightdoku/warm-up.toml", "--folder", &results]);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    child.wait().expect("it ends");
    assert!(killed.success());
    assert_eq!((other.code, other.stdout.as_str()), (2, ""));
    assert!(other.stderr.contains("another comparison is running in this folder"), "{}", other.stderr);
    assert_eq!(std::fs::read_to_string(&jobs).expect("there is a plan"), before);
}

#[test]
fn a_model_may_come_from_standard_input() {
    let text = std::fs::read_to_string(model("knightdoku/warm-up.toml")).expect("it is there");
    let run = boardwright_with(&["compare", "-", "--format", "csv"], &text, &[]);
    assert_eq!((run.code, run.stderr.as_str(), run.stdout.lines().count()), (0, "", 2), "{}", run.stdout);
}

#[test]
fn mistakes_stop_it_before_anything_is_run() {
    let folder = Folder::new("mistakes");
    let wrong = |arguments: &[&str], words: &str| {
        let run = boardwright(&[&["compare"], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    };
    wrong(&["nowhere.toml"], "cannot read nowhere.toml");
    wrong(&["models/knightdoku/warm-up.toml", "--backends", "varisatt"], "did you mean `varisat`?");
    wrong(&["models/knightdoku/warm-up.toml", "--encodings", "parity=cut99"], "unknown encoding `cut99` for parity");
    wrong(&["models/knightdoku/warm-up.toml", "--searches", "linear"], "unknown search `linear`");
    wrong(
        &["models/knightdoku/warm-up.toml", "--backends", "exec:no-such-program"],
        "cannot run `exec:no-such-program`: program not found",
    );
    wrong(&["models/knightdoku/warm-up.toml", "--encodings", "cardinality=bdd,cardinality=*"], "chosen twice");
    wrong(&["models/knightdoku/warm-up.toml", "-o", "/no/such/folder/x"], "no such folder: /no/such/folder");
    let empty = folder.file("none.toml", "[[group]]\nname = 'x'\nmodels = ['nothing-*.toml']\n");
    wrong(&[&empty], "no file matches");
    let missing = folder.file("missing.toml", "[[group]]\nname = 'x'\n");
    wrong(&[&missing], "`models`");
    let campaign = campaign(&folder);
    wrong(&[&campaign, "--seeds", "3"], "--seeds requires models");
    wrong(&["--folder", &folder.path("nothing")], "is not the folder of a comparison");
    wrong(&["--folder", &folder.path("nothing"), "--all"], "requires models; the folder already has a plan");
}
