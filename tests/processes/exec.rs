//! Programs as backends: the answers of real ones, and what becomes of those that lie, crash, stop in mid-sentence or
//! never end, played by shell scripts.

#![cfg(unix)]

use crate::support::folder::Folder;
use crate::support::tools::installed;
use crate::support::{Run, boardwright, boardwright_with};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const WARM_UP: &str = "models/knightdoku/warm-up.toml";
const SEVERAL: &str = "models/knightdoku/several.toml";
const THREE_STATES: &str = "models/lights-out/three-states-fewest.toml";

/// Solves the warm-up with a shell script as its solver; temporary folders are made in the script's own.
fn played(folder: &Folder, script: &str, prefix: &str, more: &[&str]) -> Run {
    let script = folder.file("solver.sh", script);
    let backend = format!("{prefix}sh {script} {{}}");
    let temporary = folder.0.display().to_string();
    let arguments = [&["solve", WARM_UP, "--backend", &backend], more].concat();
    boardwright_with(&arguments, "", &[("TMPDIR", &temporary)])
}

/// Nothing but the script and what it wrote is left.
fn assert_clean(folder: &Folder) {
    for entry in std::fs::read_dir(&folder.0).expect("it is readable") {
        let name = entry.expect("it is readable").file_name().to_string_lossy().into_owned();
        assert!(!name.starts_with("boardwright-"), "{name} was left behind");
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("not JSON ({error}):\n{text}"))
}

#[test]
fn programs_that_fail_are_named_with_what_went_wrong() {
    let cases: [(&str, &str, i32, &str); 13] = [
        ("cut-off", "echo s SATISFIABLE; printf 'v 1 -2 3'", 4, "line 2: the values are cut off"),
        ("no-values", "echo s SATISFIABLE", 4, "it reports satisfiable but gives no values"),
        ("wrong", "echo s SATISFIABLE; echo v 0", 4, "its values do not satisfy the formula"),
        ("unknown-variable", "echo s SATISFIABLE; echo v 12345678 0", 4, "unknown variable 12345678"),
        ("garbled", "echo s SATISFIABLE; echo 'v 1 two 0'", 4, "line 2: `two` is not a literal"),
        ("misspelt", "echo s SATISFIED", 4, "`SATISFIED` is not a status"),
        ("contradictory", "echo s UNSATISFIABLE; echo v 1 0", 4, "it reports unsatisfiable but gives values"),
        ("code-10", "exit 10", 4, "it reports satisfiable (exit code 10) but gives no values"),
        ("crash", "echo working; echo out of luck >&2; exit 3", 2, "ended with exit code 3 and without an answer"),
        ("crash-stderr", "echo out of luck >&2; exit 3", 2, "out of luck"),
        ("half-crash", "echo s SATISFIABLE; echo v 1; exit 134", 2, "ended with exit code 134"),
        ("signal", "kill -SEGV $$", 2, "was killed by a signal"),
        ("dies-after", "echo s UNSATISFIABLE; kill -KILL $$", 4, "reports unsatisfiable and is then killed"),
    ];
    for (name, script, code, words) in cases {
        let folder = Folder::new(&format!("exec-{name}"));
        let run = played(&folder, script, "exec:", &[]);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("`exec:sh "), "the command is named: {}", run.stderr);
        assert_clean(&folder);
    }
}

#[test]
fn a_program_that_cannot_be_started_is_a_wrong_command_line() {
    for (backend, words) in [
        ("exec:no-such-solver -q", "program not found: no-such-solver"),
        ("exec:/etc/passwd", "cannot be run"),
        ("exec:", "not of the form exec:COMMAND"),
        ("exec-opb:'clasp", "not of the form exec-opb:COMMAND"),
        ("exe:cadical", "unknown backend `exe:cadical`"),
    ] {
        let run = boardwright(&["solve", WARM_UP, "--backend", backend]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{backend}");
        assert!(run.stderr.contains(words), "{backend}: {}", run.stderr);
    }
}

#[test]
fn a_program_that_gives_up_leaves_the_answer_unknown() {
    for script in ["echo s UNKNOWN", "exit 0", "echo c nothing to say"] {
        let folder = Folder::new("exec-gives-up");
        let run = played(&folder, script, "exec:", &["--format", "json"]);
        assert_eq!(run.code, 3, "{script}: {}", run.stderr);
        let report = json(&run.stdout);
        assert_eq!(report["answer"], "unknown", "{script}");
        assert_eq!(report["reason"], "the solver ended without an answer", "{script}");
    }
}

#[test]
fn without_a_word_the_exit_code_speaks() {
    let folder = Folder::new("exec-code");
    let run = played(&folder, "exit 20", "exec:", &["--format", "json"]);
    assert_eq!(json(&run.stdout)["answer"], "unsatisfiable");
}

#[test]
fn pseudo_boolean_programs_are_checked_row_by_row() {
    for (name, script, code, words) in [
        ("opb-wrong", "echo s SATISFIABLE; echo v -x1", 4, "its values are not a solution: row 1 does not hold"),
        ("opb-unknown", "echo s OPTIMUM FOUND; echo v x99999", 4, "unknown variable 99999"),
        ("opb-garbled", "echo s OPTIMUM FOUND; echo v x1 y2", 4, "`y2` is not a literal"),
        ("opb-crash", "exit 1", 2, "ended with exit code 1"),
    ] {
        let folder = Folder::new(&format!("exec-{name}"));
        let run = played(&folder, script, "exec-opb:", &[]);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{name}: {}", run.stderr);
    }
}

#[test]
fn much_talk_does_not_block_a_program() {
    let folder = Folder::new("exec-talk");
    let script = "i=0; while [ $i -lt 20000 ]; do echo c $i talking about nothing much at all; i=$((i+1)); done\n\
                  echo s UNSATISFIABLE; echo more >&2; exit 20";
    let run = played(&folder, script, "exec:", &["--format", "json"]);
    assert_eq!(json(&run.stdout)["answer"], "unsatisfiable", "{}", run.stderr);
}

/// Whether a process is there and not a zombie.
fn lives(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("there is a ps");
    let state = String::from_utf8_lossy(&state.stdout).trim().to_string();
    !state.is_empty() && !state.starts_with('Z')
}

/// Waits for processes to be gone.
fn assert_gone(pids: &str) {
    assert!(!pids.trim().is_empty(), "the script ran");
    let start = Instant::now();
    for pid in pids.split_whitespace() {
        while lives(pid) {
            assert!(start.elapsed() < Duration::from_secs(5), "process {pid} goes on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn too_much_output_is_an_error() {
    for (name, script, what) in [
        ("stdout", "exec yes 'v 1 2 3 4 5 6 7 8 9 10'", "standard output"),
        ("stderr", "exec yes 'no memory, no answer, no hope' >&2", "standard error"),
        ("answer", "exec yes 'v 1 2 3 4 5 6 7 8 9 10' > \"$2\"", "{out}"),
        // It has ended before anybody looks.
        ("ended", "head -c 70000000 /dev/zero; exit 0", "standard output"),
    ] {
        let folder = Folder::new(&format!("exec-much-{name}"));
        let script = folder.file("solver.sh", script);
        let backend = format!("exec:sh {script} {{}} {{out}}");
        let temporary = folder.0.display().to_string();
        let run = boardwright_with(&["solve", WARM_UP, "--backend", &backend], "", &[("TMPDIR", &temporary)]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name}: {}", run.stderr);
        let words = format!("wrote more than 64 MB to {what} and was killed");
        assert!(run.stderr.contains(&words), "{name}: {}", run.stderr);
        assert_clean(&folder);
    }
}

#[test]
fn what_a_program_leaves_running_holds_up_nobody_and_is_killed() {
    let folder = Folder::new("exec-background");
    let script = "sleep 1000 &\necho $! > \"$(dirname \"$0\")/pids\"\necho s UNSATISFIABLE\nexit 20\n";
    let start = Instant::now();
    let run = played(&folder, script, "exec:", &["--format", "json"]);
    assert_eq!(json(&run.stdout)["answer"], "unsatisfiable", "{}", run.stderr);
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
    assert_gone(&std::fs::read_to_string(folder.0.join("pids")).expect("the script ran"));
    assert_clean(&folder);
}

#[test]
fn a_program_that_ignores_signals_is_killed() {
    let folder = Folder::new("exec-stubborn");
    let script = format!("trap '' TERM INT HUP\n{ENDLESS}");
    let run = played(&folder, &script, "exec:", &["--time-limit", "500ms"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert_gone(&std::fs::read_to_string(folder.0.join("pids")).expect("the script ran"));
    assert_clean(&folder);
}

/// `timeout` and shells with job control put what they start into a group of its own.
#[cfg(target_os = "linux")]
#[test]
fn what_left_the_group_of_a_program_is_killed_as_well() {
    let folder = Folder::new("exec-group");
    let script = "setsid sleep 1000 &\necho $$ $! > \"$(dirname \"$0\")/pids\"\nwait\n";
    let run = played(&folder, script, "exec:", &["--time-limit", "500ms"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert_gone(&std::fs::read_to_string(folder.0.join("pids")).expect("the script ran"));
    assert_clean(&folder);
}

/// A solver that never ends, nor does what it started.
const ENDLESS: &str = "sleep 1000 &\necho $$ $! > \"$(dirname \"$0\")/pids\"\nwait\n";

#[test]
fn a_time_limit_ends_a_program_and_all_it_started() {
    let folder = Folder::new("exec-limit");
    let start = Instant::now();
    let run = played(&folder, ENDLESS, "exec:", &["--time-limit", "500ms", "--format", "json"]);
    let took = start.elapsed();
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert_eq!(json(&run.stdout)["reason"], "the time limit was reached");
    assert!(took < Duration::from_millis(1000), "half a second past the limit at most, but it took {took:?}");
    assert_gone(&std::fs::read_to_string(folder.0.join("pids")).expect("the script ran"));
    assert_clean(&folder);
}

/// Starts a run that never ends, and waits until its solver works.
fn endless(folder: &Folder) -> (std::process::Child, String) {
    let script = folder.file("solver.sh", ENDLESS);
    let child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(["solve", WARM_UP, "--backend", &format!("exec:sh {script}")])
        .env("TMPDIR", &folder.0)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary was built");
    (child, written(&folder.0.join("pids")))
}

/// A line that a script writes to a file, as soon as it is there.
fn written(file: &Path) -> String {
    let start = Instant::now();
    loop {
        let line = std::fs::read_to_string(file).unwrap_or_default();
        if line.ends_with('\n') {
            return line;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "the script did not start");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn signal(name: &str, pid: u32) {
    let sent = Command::new("kill").args([name, &pid.to_string()]).status().expect("there is a kill");
    assert!(sent.success());
}

#[test]
fn an_interrupt_ends_a_program_and_all_it_started() {
    let folder = Folder::new("exec-interrupt");
    let (mut child, pids) = endless(&folder);
    let start = Instant::now();
    signal("-INT", child.id());
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    assert!(start.elapsed() < Duration::from_millis(500), "it took {:?}", start.elapsed());
    assert_gone(&pids);
    assert_clean(&folder);
}

#[test]
fn a_second_interrupt_leaves_nothing_behind() {
    let folder = Folder::new("exec-interrupts");
    let (mut child, pids) = endless(&folder);
    signal("-INT", child.id());
    signal("-TERM", child.id());
    assert!(matches!(child.wait().expect("it ends").code(), Some(3 | 130)));
    assert_gone(&pids);
    assert_clean(&folder);
}

/// A comparison's run that does not react is killed, with its program and what that started.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_hangs_is_killed_with_its_program() {
    let folder = Folder::new("exec-hangs");
    let script = folder.file("solver.sh", ENDLESS.replace("echo $$ $!", "echo $PPID $$ $!"));
    let temporary = folder.0.join("tmp");
    std::fs::create_dir(&temporary).expect("it can be made");
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(["compare", WARM_UP, "--backends", &format!("exec:sh {script}")])
        .env("TMPDIR", &temporary)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was built");
    let pids = written(&folder.0.join("pids"));
    let run = pids.split(' ').next().expect("there are three").parse().expect("it is a number");
    signal("-STOP", run);
    signal("-INT", child.id());
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    assert_gone(&pids);
    assert_eq!(std::fs::read_dir(&temporary).expect("it is there").count(), 0, "no folder is left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_dies_with_us() {
    let folder = Folder::new("exec-killed");
    let (mut child, pids) = endless(&folder);
    let (solver, left) = pids.trim().split_once(' ').expect("two processes");
    signal("-KILL", child.id());
    child.wait().expect("it ends");
    assert_gone(solver);
    // What the solver itself had started is its own affair then.
    signal("-KILL", left.parse().expect("it is a number"));
}

/// The programs with their backends, where they are installed.
fn programs() -> impl Iterator<Item = &'static str> {
    const PROGRAMS: [(&str, &str); 8] = [
        ("minisat", "exec:minisat"),
        ("minisat", "exec:minisat {} {out}"),
        ("cadical", "exec:cadical -q"),
        ("clasp", "exec:clasp"),
        ("clasp", "exec-opb:clasp"),
        ("minisat+", "exec-opb:minisat+"),
        ("glpsol", "exec:glpsol"),
        ("cbc", "exec-lp:cbc -threads 1"),
    ];
    PROGRAMS.into_iter().filter(|(program, _)| installed(program)).map(|(_, backend)| backend)
}

#[test]
fn programs_list_all_solutions_and_find_optima() {
    for backend in programs() {
        let run = boardwright(&["solve", WARM_UP, "--all", "--format", "json", "--backend", backend]);
        let report = json(&run.stdout);
        assert_eq!(report["count"], 1, "{backend}: {}", run.stderr);
        assert_eq!(report["backend"], backend, "as it was given");
        assert_eq!(report["complete"], true, "{backend}");
        let run = boardwright(&["solve", THREE_STATES, "--all", "--format", "json", "--backend", backend]);
        let report = json(&run.stdout);
        assert_eq!(
            (&report["optimum"], &report["answer"]),
            (&8.into(), &"optimal".into()),
            "{backend}: {}",
            run.stderr
        );
        let run =
            boardwright(&["solve", "models/knightdoku/impossible.toml", "--format", "json", "--backend", backend]);
        assert_eq!(json(&run.stdout)["answer"], "unsatisfiable", "{backend}: {}", run.stderr);
    }
}

#[test]
fn programs_take_shuffled_problems_and_every_way_to_an_optimum() {
    // cbc takes a third of a second a solution.
    for backend in programs().filter(|backend| !backend.contains("cbc")) {
        let run = boardwright(&["solve", SEVERAL, "--all", "--format", "json", "--backend", backend, "--seed", "5"]);
        assert_eq!(json(&run.stdout)["count"], 39, "{backend}: {}", run.stderr);
    }
    if installed("minisat") {
        for search in ["linear-down", "linear-up"] {
            let arguments =
                ["solve", THREE_STATES, "--format", "json", "--backend", "exec:minisat", "--search", search];
            let run = boardwright(&arguments);
            assert_eq!(json(&run.stdout)["optimum"], 8, "{search}: {}", run.stderr);
        }
        let run = boardwright(&["solve", THREE_STATES, "--backend", "exec:minisat", "--search", "core-guided"]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "a program returns no core");
    }
}
