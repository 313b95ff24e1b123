//! Comparisons beyond one machine: planned, run by workers that are killed, merged; and handed to engines.

#![cfg(target_os = "linux")]

mod engines;

use crate::support::folder::Folder;
use crate::support::{Run, boardwright};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A campaign, planned in a folder of its own whose name has to be quoted.
struct Plan {
    folder: Folder,
    path: String,
}

impl Plan {
    fn new(name: &str, campaign: &str) -> Plan {
        let folder = Folder::new(name);
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
        let file = folder.file("campaign.toml", campaign.replace("MODELS", &models.display().to_string()));
        let path = folder.0.join("it's a plan").display().to_string();
        let run = boardwright(&["campaign", "plan", &file, "-o", &path]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        Plan { folder, path }
    }

    /// Six runs of milliseconds each.
    fn short(name: &str) -> Plan {
        Plan::new(
            name,
            "title = 'Short ones'\ntime_limit = '20s'\nseeds = [0, 1, 2]\n[[group]]\nname = 'a'\n\
             models = ['MODELS/lights-out/all-on-4.toml']\nbackends = ['varisat', 'batsat']\n",
        )
    }

    /// A run that takes as long as it may, and a short one.
    fn long(name: &str, limit: &str) -> Plan {
        Plan::new(
            name,
            &format!(
                "title = 'Long and short'\ntime_limit = '{limit}'\nwall_limit = '60s'\n\
                 [[group]]\nname = 'long'\nmodels = ['MODELS/dissection/pentominoes-8x8-hole.toml']\nquestion = 'all'\n\
                 [[group]]\nname = 'short'\nmodels = ['MODELS/lights-out/all-on-4.toml']\n"
            ),
        )
    }

    /// `boardwright campaign STEP FOLDER ...`.
    fn campaign(&self, step: &str, more: &[&str]) -> Run {
        boardwright(&[&["campaign", step, &self.path], more].concat())
    }

    fn worker(&self, job: usize) -> Run {
        boardwright(&["worker", &self.path, "--job", &job.to_string()])
    }

    fn start_worker(&self, job: usize) -> Child {
        Command::new(env!("CARGO_BIN_EXE_boardwright"))
            .args(["worker", &self.path, "--job", &job.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts")
    }

    fn jobs(&self) -> usize {
        std::fs::read_to_string(format!("{}/jobs.jsonl", self.path)).expect("there is a plan").lines().count()
    }

    /// The names of the files in a folder of the plan.
    fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(Path::new(&self.path).join(folder)).expect("it is there");
        let mut names: Vec<String> =
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn status(&self) -> Value {
        let run = self.campaign("status", &["--format", "json"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        serde_json::from_str(&run.stdout).expect("it is JSON")
    }

    /// The records of a merge that has to succeed, each of another key.
    fn merged(&self) -> Vec<Value> {
        let output = self.folder.0.join("results.jsonl").display().to_string();
        let run = self.campaign("merge", &["-o", &output]);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
        let records = records(&std::fs::read_to_string(&output).expect("it was written"));
        let keys: BTreeSet<&str> = records.iter().filter_map(|record| record["key"].as_str()).collect();
        assert_eq!(keys.len(), records.len(), "a record is there twice");
        assert_eq!(records.len(), self.jobs());
        records
    }

    /// Changes a result, as nothing of the program's own does.
    fn tamper(&self, index: usize, from: &str, to: &str) {
        let path: PathBuf = Path::new(&self.path).join("results").join(&self.names("results")[index]);
        let text = std::fs::read_to_string(&path).expect("it is a result");
        assert!(text.contains(from), "{text}");
        std::fs::write(&path, text.replace(from, to)).expect("it can be written");
    }
}

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a record is a line of JSON")).collect()
}

/// Waits for something that is to come about soon.
fn wait_for<T>(what: &str, patience: Duration, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < patience, "{what} did not come about in {patience:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The process that a process has started, and its state.
fn child_of(parent: u32) -> Option<u32> {
    let entries = std::fs::read_dir("/proc").expect("this is Linux");
    entries.flatten().find_map(|entry| {
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // After the name, which may contain anything: state, parent, ...
        let mut rest = stat.rsplit_once(')')?.1.split_whitespace();
        let state = rest.next()?;
        (state != "Z" && rest.next()?.parse() == Ok(parent)).then(|| entry.file_name().to_str()?.parse().ok())?
    })
}

/// Whether a process is there and not just a memory of one.
fn is_running(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

fn signal(process: u32, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
    assert!(status.expect("kill is there").success());
}

const SOON: Duration = Duration::from_secs(20);

#[test]
fn workers_by_hand_do_what_was_planned() {
    let plan = Plan::short("by-hand");
    let again = boardwright(&[
        "campaign",
        "plan",
        &plan.folder.0.join("campaign.toml").display().to_string(),
        "-o",
        &plan.path,
    ]);
    let quoted = plan.path.replace('\'', "'\\''");
    assert_eq!(
        again.stdout,
        format!(
            "Short ones: 6 runs planned in {}\nat most 6 min if run one after the other\n\
             next: boardwright campaign submit '{quoted}' --engine local\n",
            plan.path
        )
    );
    for job in [4, 0, 1, 5] {
        let run = plan.worker(job);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    }
    let status = plan.status();
    assert_eq!((&status["runs"], &status["done"], &status["missing"]), (&6.into(), &4.into(), &2.into()));
    assert_eq!((&status["not_begun"], &status["statuses"]["solved"]), (&2.into(), &4.into()));
    assert_eq!(status["seconds"]["left_at_most"], 120.0);
    let text = plan.campaign("status", &[]).stdout;
    assert!(
        text.starts_with("Short ones: 4 of 6 runs are done\n  solved        4\n  not begun     2\nspent "),
        "{text}"
    );

    let merge = plan.campaign("merge", &[]);
    let words = "error: 2 runs are missing: jobs 2-3; `campaign submit` runs them";
    assert_eq!((merge.code, merge.stdout.as_str()), (3, ""));
    assert_eq!(merge.stderr, format!("{words}, --partial merges without them\n"));
    let partial = plan.campaign("merge", &["--partial"]);
    assert_eq!((partial.code, records(&partial.stdout).len()), (3, 4));
    assert_eq!(partial.stderr, format!("{words}\n"));

    for job in 0..6 {
        assert_eq!(plan.worker(job).code, 0);
    }
    let merged = plan.merged();
    let seeds: Vec<u64> = merged.iter().filter_map(|record| record["seed"].as_u64()).collect();
    assert_eq!(seeds, [0, 0, 1, 1, 2, 2], "in the order of the plan");
    let attempts: Vec<u64> = merged.iter().filter_map(|record| record["attempt"].as_u64()).collect();
    assert_eq!(attempts, [1; 6], "what is done is not done again");
    let beyond = plan.worker(6);
    assert_eq!((beyond.code, beyond.stderr.as_str()), (2, "error: unknown job 6; the plan has jobs 0 to 5\n"));
}

#[test]
fn a_killed_worker_leaves_no_result_and_the_next_one_makes_it() {
    let plan = Plan::long("killed-worker", "2s");
    let mut worker = plan.start_worker(0);
    let run = wait_for("the run", SOON, || child_of(worker.id()));
    wait_for("the attempt", SOON, || (plan.names("attempts").len() == 1).then_some(()));
    assert_eq!(plan.status()["running"], 1);
    signal(worker.id(), "KILL");
    worker.wait().expect("it ends");
    wait_for("the end of the run without its worker", SOON, || (!is_running(run)).then_some(()));
    assert!(plan.names("results").is_empty());
    let status = plan.status();
    assert_eq!((&status["running"], &status["lost"], &status["not_begun"]), (&0.into(), &1.into(), &1.into()));

    assert_eq!(plan.worker(1).code, 0);
    assert_eq!(plan.worker(0).code, 0, "a timeout is a result");
    let merged = plan.merged();
    assert_eq!(merged[0]["outcome"]["status"], "timeout");
    assert_eq!((&merged[0]["attempt"], &merged[1]["attempt"]), (&2.into(), &1.into()));
}

#[test]
fn a_worker_or_a_run_that_is_asked_to_stop_keeps_nothing() {
    let plan = Plan::long("asked", "20s");
    for whom in ["worker", "run"] {
        let mut worker = plan.start_worker(0);
        let run = wait_for("the run", SOON, || child_of(worker.id()));
        // A moment for the run to read its job.
        std::thread::sleep(Duration::from_millis(500));
        signal(if whom == "run" { run } else { worker.id() }, "TERM");
        let status = worker.wait().expect("it ends");
        assert_eq!(status.code(), Some(3), "{whom}");
        assert!(plan.names("results").is_empty(), "{whom}: a run that was cut short is no timeout");
    }
}

#[test]
fn a_run_that_is_killed_is_tried_three_times() {
    let plan = Plan::long("killed-run", "20s");
    for attempt in 1..=3 {
        let mut worker = plan.start_worker(0);
        let run = wait_for("the run", SOON, || child_of(worker.id()));
        signal(run, "KILL");
        let code = worker.wait().expect("it ends").code();
        assert_eq!(code, Some(if attempt == 3 { 0 } else { 3 }), "attempt {attempt}");
        assert_eq!(plan.names("results").len(), usize::from(attempt == 3), "attempt {attempt}");
    }
    assert_eq!(plan.status()["statuses"]["crashed"], 1);
}

#[test]
fn two_workers_at_the_same_job_leave_one_result() {
    let plan = Plan::long("two-workers", "1s");
    let mut workers = [plan.start_worker(0), plan.start_worker(0)];
    for worker in &mut workers {
        assert!(worker.wait().expect("it ends").success());
    }
    let results = plan.names("results");
    assert!(results.len() == 1 && results[0].ends_with(".json"), "{results:?}");
    assert_eq!(plan.worker(1).code, 0);
    assert_eq!(plan.merged().len(), 2);
}

#[test]
fn half_made_results_of_the_dead_are_swept_away() {
    let plan = Plan::short("half-made");
    let mut gone = Command::new("true").spawn().expect("true is there");
    gone.wait().expect("it ends");
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").expect("this is Linux");
    let host: String = host.chars().filter(char::is_ascii_alphanumeric).collect();
    let part = |host: &str, process: u32| {
        let name = format!("0123456789abcdef0123456789abcdef.json.tmp.{host}.{process}");
        std::fs::write(Path::new(&plan.path).join("results").join(&name), "{\"key\": \"012")
            .expect("it can be written");
        name
    };
    part(&host, gone.id());
    let kept = [part(&host, std::process::id()), part("elsewhere", 1)];
    for job in 0..6 {
        assert_eq!(plan.worker(job).code, 0);
    }
    plan.merged();
    let names = plan.names("results");
    let parts: BTreeSet<&str> = names.iter().map(String::as_str).filter(|name| name.contains(".tmp.")).collect();
    assert_eq!(parts, kept.iter().map(String::as_str).collect(), "theirs may still be writing");
}

#[test]
fn records_of_several_machines_are_announced_and_contradictions_end_it() {
    let plan = Plan::short("announced");
    for job in 0..6 {
        assert_eq!(plan.worker(job).code, 0);
    }
    plan.tamper(0, "\"host\":\"", "\"host\":\"another-");
    let merge = plan.campaign("merge", &[]);
    assert_eq!((merge.code, records(&merge.stdout).len()), (0, 6));
    let warning = "warning: the records come from several machines; their times are not comparable\n";
    assert!(merge.stderr.starts_with(warning), "{}", merge.stderr);
    assert!(merge.stderr.contains("another-") && merge.stderr.contains(": 5 runs ("), "{}", merge.stderr);

    plan.tamper(1, "\"optimum\":4", "\"optimum\":3");
    let merge = plan.campaign("merge", &[]);
    assert_eq!((merge.code, records(&merge.stdout).len()), (4, 6), "they are written to be looked at");
    assert!(merge.stderr.contains("two runs disagree on the optimum"), "{}", merge.stderr);
}

#[test]
fn a_plan_of_another_version_is_refused() {
    let plan = Plan::short("another-version");
    let path = format!("{}/jobs.jsonl", plan.path);
    let text = std::fs::read_to_string(&path).expect("there is a plan");
    let now = env!("CARGO_PKG_VERSION");
    let old = text.replace(&format!("\"version\":\"{now}\""), "\"version\":\"0.0.1\"");
    assert_ne!(old, text);
    std::fs::write(&path, old).expect("it can be written");
    let run = plan.worker(0);
    let words = format!("error: version 0.0.1 planned this run, and this is version {now}: plan it again\n");
    assert_eq!((run.code, run.stderr), (2, words));
}

#[test]
fn the_documentation_has_every_key_of_a_campaign() {
    use boardwright_model::Kind;
    use boardwright_study::campaign::FIELDS;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/campaigns.md");
    let text = std::fs::read_to_string(path).expect("there is a page on campaigns");
    let groups = FIELDS.iter().filter_map(|field| match field.kind {
        Kind::Tables(fields) => Some(fields),
        _ => None,
    });
    let fields: Vec<_> = groups.flatten().chain(FIELDS).collect();
    assert!(fields.len() > 10);
    for field in fields {
        let row = format!("| `{}` |", field.name);
        let line = text.lines().find(|line| line.starts_with(&row)).unwrap_or_else(|| panic!("no line `{row}`"));
        assert!(line.contains(field.doc), "`{}` is described differently: {line}", field.name);
    }
}

#[test]
fn parameters_and_seeds_have_ranges() {
    let folder = Folder::new("parameters");
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/sequences/queens.toml").display().to_string();
    let text = format!(
        "seeds = '1..3'\ntime_limit = '10s'\n[[group]]\nname = 'queens'\nmodels = ['{model}']\nset = {{ n = '4..6' }}\n\
         backends = ['batsat']\n"
    );
    let (campaign, results) = (folder.file("queens.toml", &text), folder.path("results"));
    let run = boardwright(&["compare", &campaign, "--folder", &results, "--format=json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&run.stdout).expect("the report is JSON");
    let section = &report["sections"][0];
    let sizes: Vec<&Value> =
        section["models"].as_array().into_iter().flatten().map(|model| &model["set"]["n"]).collect();
    assert_eq!((sizes, section["instances"].as_u64()), (vec![&4.into(), &5.into(), &6.into()], Some(9)));
    let records = std::fs::read_to_string(folder.path("results/records.jsonl")).expect("records were written");
    let first: Value = serde_json::from_str(records.lines().next().unwrap_or_default()).expect("it is JSON");
    let command = first["command"].as_str().expect("it has a command");
    assert!(command.contains("--set n=4 "), "{command}");
    let text = boardwright(&["compare", "--folder", &results]).stdout;
    assert!(text.contains("\nqueens n=6 "), "{text}");
    // An unknown parameter is an error at its place.
    for (wrong, place, words) in [
        ("set = { m = 4 }", "wrong.toml:4:", "unknown parameter `m` of"),
        ("set = { n = '6..4' }", "wrong.toml:4:", "the range 6..4 is empty"),
        ("set = { n = 'x' }", "wrong.toml:4:", "expected a number, a list of numbers, or a range"),
        ("seeds = '-1..2'", "wrong.toml:4:", "a seed is at least 0"),
        ("set = { n = 0 }", "queens.toml:", "`n` is 0"),
    ] {
        let campaign = folder.file("wrong.toml", text_with(&model, wrong));
        let run = boardwright(&["compare", &campaign, "--folder", &folder.path("none")]);
        assert_eq!(run.code, 2, "{wrong}: {}", run.stdout);
        assert!(run.stderr.contains(words), "{wrong}: {}", run.stderr);
        assert!(run.stderr.contains(place), "{wrong}: {}", run.stderr);
    }
}

fn text_with(model: &str, line: &str) -> String {
    format!("[[group]]\nname = 'queens'\nmodels = ['{model}']\n{line}\n")
}

/// Two machines without a common file system fill copies of a plan; one copy is of a version without an index.
#[test]
fn copies_of_a_plan_are_merged() {
    let folder = Folder::new("copies");
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/sequences/queens.toml").display().to_string();
    let campaign = folder.file("queens.toml", text_with(&model, "set = { n = '4..7' }\nbackends = ['batsat']"));
    let [one, other, all] = ["one", "other", "all"].map(|name| folder.path(name));
    for copy in [&one, &other] {
        assert_eq!(boardwright(&["campaign", "plan", &campaign, "-o", copy]).code, 0);
    }
    std::fs::remove_file(format!("{other}/jobs.index")).expect("a plan has an index");
    for (copy, jobs) in [(&one, "0..1"), (&other, "1,3")] {
        let run = boardwright(&["worker", copy, "--jobs", jobs]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{jobs}");
    }
    let merge = || boardwright(&["campaign", "merge", &one, &other, "-o", &all]);
    let run = merge();
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("3 of 4 runs are in"), "{}", run.stdout);
    let records = || std::fs::read_to_string(format!("{all}/records.jsonl")).unwrap_or_default().lines().count();
    assert_eq!(records(), 3);
    assert_eq!((merge().code, records()), (0, 3), "again, nothing is added");
    assert_eq!(boardwright(&["worker", &one, "--jobs", "2"]).code, 0);
    assert!(merge().stdout.contains("4 of 4 runs are in"), "the rest");
    assert_eq!(boardwright(&["compare", "--folder", &all, "-o", &folder.path("report.txt")]).code, 0);
    assert_eq!(records(), 4, "nothing was run again");
    // Other plans are refused.
    let campaign = folder.file("fewer.toml", text_with(&model, "set = { n = 4 }"));
    let fewer = folder.path("fewer");
    assert_eq!(boardwright(&["campaign", "plan", &campaign, "-o", &fewer]).code, 0);
    for (arguments, words) in [
        (&["campaign", "merge", &one, &fewer, "-o", &all][..], "has another plan than"),
        (&["campaign", "merge", &fewer, &fewer, "-o", &all], "has another plan: choose another folder"),
        (&["campaign", "merge", &one, &other], "several folders require --output"),
        (&["worker", &one, "--jobs", "2..4"], "unknown job 4; the plan has jobs 0 to 3"),
    ] {
        let run = boardwright(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}
