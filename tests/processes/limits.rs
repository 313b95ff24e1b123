//! Limits and Ctrl-C hold in every phase of every command: reading, expansion, lowering, solving, writing.
//!
//! What is measured is generous: the machine may be busy with other tests. What a limit must not do is wait for work that
//! takes many seconds.

use crate::support::folder::Folder;
use crate::support::{Run, boardwright};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How long a command may go on after a limit or a signal.
const SOON: Duration = Duration::from_millis(2500);

/// A grid with a rule that is repeated.
fn grid(rows: usize, columns: usize, rule: &str, times: usize) -> String {
    let rules = format!("[[rule]]\n{rule}\n").repeat(times);
    format!("puzzle = \"grid\"\n[grid]\nrows = {rows}\ncolumns = {columns}\nvalues = [\".\", \"#\"]\n{rules}")
}

fn straight() -> String {
    grid(90, 90, "each = \"straight\"\nat-most = { \"#\" = 2 }", 1)
}

fn two_rows() -> String {
    grid(1000, 3, "each = \"two rows\"\nunlike = true", 1)
}

fn many_rules() -> String {
    grid(3, 3, "each = \"row\"\nat-most = { \"#\" = 2 }", 1_000_000)
}

/// Rows of an empty board of which a solver lists solutions for ever.
fn endless() -> String {
    let board = vec![".".repeat(48); 48].join("\n");
    format!(
        "puzzle = \"knightdoku\"\nblock = [1, 48]\nper_line = 23\nper_block = 23\nclues = \"\"\"\n{board}\n\"\"\"\n"
    )
}

/// Runs a command, which must end soon after `limit`.
fn within(limit: Duration, arguments: &[&str]) -> Run {
    let start = Instant::now();
    let run = boardwright(arguments);
    assert!(start.elapsed() < limit + SOON, "{arguments:?} took {:?}", start.elapsed());
    run
}

#[test]
fn expansion_keeps_the_time_and_the_memory() {
    let folder = Folder::new("limits-expansion");
    let limit = Duration::from_secs(1);
    for (name, text) in [("straight", straight()), ("two-rows", two_rows()), ("rules", many_rules())] {
        let model = folder.file(name, text);
        let commands: &[&str] = if name == "straight" { &["solve", "check", "explain", "count"] } else { &["solve"] };
        for command in commands {
            let run = within(limit, &[command, &model, "--time-limit", "1s", "--memory-limit", "200MB"]);
            assert_eq!(run.code, 3, "{command} {name}: {}{}", run.stdout, run.stderr);
            let said = format!("{}{}", run.stdout, run.stderr);
            assert!(said.contains("limit was reached while"), "{command} {name}: {said}");
        }
    }
}

#[test]
fn rules_that_cannot_fit_are_rejected_with_their_place_and_size() {
    let folder = Folder::new("limits-size");
    let run = within(Duration::from_secs(20), &["solve", &folder.file("a", two_rows())]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.starts_with("error[too-large]: `rule 1` is too large: up to 499500 sets"), "{}", run.stderr);
    assert!(run.stderr.contains(" --> ") && run.stderr.contains("limit: 4.0 GB"), "{}", run.stderr);
    for (rows, each) in [(400, "straight"), (90, "parallelogram"), (1000, "two columns"), (400, "window 200x200")] {
        let text = grid(rows, rows, &format!("each = \"{each}\"\nat-most = {{ \"#\" = 2 }}"), 1);
        let run = within(Duration::ZERO, &["check", &folder.file("b", text)]);
        assert_eq!(run.code, 2, "{each}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("each = \"{each}\" is too large")), "{each}: {}", run.stderr);
    }
    // Under a limit, less fits, and what does not is unknown rather than wrong.
    let text = grid(60, 60, "each = \"straight\"\nat-most = { \"#\" = 2 }", 1);
    let run = within(Duration::ZERO, &["count", &folder.file("c", text), "--memory-limit", "100MB"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("limit: 100 MB (--memory-limit)"), "{}", run.stderr);
    let expected = "at least 0: the count is not complete (the memory limit was reached while reading the model)\n";
    assert_eq!(run.stdout, expected);
}

#[test]
fn inputs_have_a_size() {
    if Path::new("/dev/zero").exists() {
        let run = within(Duration::from_secs(3), &["solve", "/dev/zero"]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.starts_with("error: /dev/zero is too large: expected at most 256 MB"), "{}", run.stderr);
    }
    let model = "models/knightdoku/regular.toml";
    for command in ["solve", "check", "count", "explain", "compile", "verify", "decode", "import", "analyze"] {
        let more: &[&str] = match command {
            "compile" => &["--to", "cnf"],
            "verify" | "decode" => &[model],
            _ => &[],
        };
        let run = boardwright(&[&[command, model, "--max-input", "50B"], more].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{command}: {}", run.stderr);
        assert!(run.stderr.contains("expected at most 50 bytes; --max-input"), "{command}: {}", run.stderr);
    }
    let deep = format!("puzzle = \"grid\"\nx = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    let folder = Folder::new("limits-deep");
    assert_eq!(within(Duration::ZERO, &["check", &folder.file("deep.toml", deep)]).code, 2);
}

#[test]
fn a_limit_in_json_is_an_answer() {
    let folder = Folder::new("limits-json");
    let model = folder.file("rules.toml", many_rules());
    for command in ["solve", "count", "check", "explain"] {
        let run = within(Duration::ZERO, &[command, &model, "--time-limit", "50ms", "--format", "json"]);
        assert_eq!((run.code, run.stderr.as_str()), (3, ""), "{command}");
        let object: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        let object = if command == "check" { &object["models"][0] } else { &object };
        assert_eq!(object["answer"], "unknown", "{command}: {}", run.stdout);
        assert!(object["reason"].as_str().is_some_and(|reason| reason.contains("the time limit was reached while")));
    }
    let file = folder.file("answer.json", "");
    within(Duration::ZERO, &["solve", &model, "--time-limit", "50ms", "--format", "json", "-o", &file]);
    assert!(std::fs::read_to_string(&file).is_ok_and(|text| text.contains("\"answer\": \"unknown\"")));
}

#[cfg(unix)]
mod signals {
    use super::*;

    fn start(arguments: &[&str]) -> std::process::Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardwright"));
        command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the binary was built")
    }

    fn interrupt(child: &std::process::Child) {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is a kill");
        assert!(sent.success() || cfg!(not(target_os = "linux")));
    }

    /// Ends within a moment; the exit code, and what was printed.
    fn ended(child: std::process::Child, what: &str) -> Output {
        let start = Instant::now();
        let output = child.wait_with_output().expect("it ends");
        assert!(start.elapsed() < SOON, "{what} took {:?} to end", start.elapsed());
        output
    }

    fn fifo(folder: &Folder) -> String {
        let path = folder.0.join("fifo").display().to_string();
        assert!(Command::new("mkfifo").arg(&path).status().expect("there is a mkfifo").success());
        path
    }

    #[test]
    fn a_silent_fifo_ends_at_a_limit_and_at_an_interrupt() {
        let folder = Folder::new("limits-fifo");
        let fifo = fifo(&folder);
        for command in ["solve", "check", "explain", "import", "analyze", "count"] {
            let run = within(Duration::from_millis(300), &[command, &fifo, "--time-limit", "300ms"]);
            assert_eq!(run.code, 3, "{command}: {}", run.stderr);
            let said = format!("{}{}", run.stdout, run.stderr);
            assert!(said.contains("the time limit was reached while reading the input"), "{command}: {said}");
        }
        let child = start(&["solve", &fifo]);
        std::thread::sleep(Duration::from_millis(500));
        interrupt(&child);
        let output = ended(child, "a silent FIFO");
        assert_eq!(output.status.code(), Some(3));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "unknown: interrupted while reading the input\n");
    }

    #[test]
    fn a_fifo_and_standard_input_are_read() {
        let folder = Folder::new("limits-pipe");
        let fifo = fifo(&folder);
        let child = start(&["count", &fifo, "--time-limit", "20s"]);
        let model = "puzzle = \"lights-out\"\nlights = \"##\"\n";
        std::fs::OpenOptions::new()
            .write(true)
            .open(&fifo)
            .and_then(|mut pipe| pipe.write_all(model.as_bytes()))
            .expect("it is read");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.stdout.starts_with(b"2 solutions"), "{output:?}");
    }

    /// Whenever the signal comes, the command ends soon, with 3, or with what it had to say if that was sooner.
    #[test]
    fn an_interrupt_ends_every_command_at_any_time() {
        let folder = Folder::new("limits-interrupt");
        let endless = folder.file("endless.toml", endless());
        let rules = folder.file("rules.toml", many_rules());
        let straight = folder.file("straight.toml", grid(75, 75, "each = \"straight\"\nat-most = { \"#\" = 2 }", 1));
        let out = folder.0.join("out").display().to_string();
        let commands: &[&[&str]] = &[
            &["solve", &endless, "--all", "--format", "jsonl", "-o", &out],
            &["count", &endless],
            &["check", &endless],
            &["explain", &endless],
            &["generate", "dissection", "--rows", "20", "--pieces", "31", "-o", &out],
            &["generate", "--from", "models/grid/still-life.toml", "-o", &out],
            &["compile", &straight, "--to", "cnf", "-o", &out],
            &["solve", &straight],
            &["check", &rules],
            &["import", &rules],
            &["analyze", &straight, "--sizes"],
            &["solve", &endless, "--proof", &out],
        ];
        for (index, command) in commands.iter().enumerate() {
            for delay in [5, 400] {
                let child = start(command);
                std::thread::sleep(Duration::from_millis(delay + 10 * index as u64));
                interrupt(&child);
                let output = ended(child, &format!("{command:?} after {delay} ms"));
                // Before the handler is there, the signal itself ends the program.
                let code = output.status.code();
                assert!(matches!(code, None | Some(0 | 2 | 3)), "{command:?} after {delay} ms: {output:?}");
                let left = std::fs::read_dir(&folder.0).expect("it is there").flatten();
                let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
                let is_part = |name: &std::ffi::OsString| name.to_string_lossy().ends_with(".part");
                assert!(!left.iter().any(is_part), "{command:?} after {delay} ms left {left:?}");
            }
        }
    }

    #[test]
    fn a_second_interrupt_ends_at_once_and_leaves_nothing() {
        let folder = Folder::new("limits-twice");
        let model = folder.file("endless.toml", endless());
        let out = folder.0.join("out").display().to_string();
        let child = start(&["solve", &model, "--all", "--format", "jsonl", "-o", &out]);
        std::thread::sleep(Duration::from_millis(700));
        interrupt(&child);
        std::thread::sleep(Duration::from_millis(20));
        interrupt(&child);
        let output = ended(child, "a second interrupt");
        assert!(matches!(output.status.code(), Some(130 | 3)), "{output:?}");
        let left = std::fs::read_dir(&folder.0).expect("it is there").flatten().count();
        assert!(left <= 2, "the model, and the list if it was sooner");
    }
}
