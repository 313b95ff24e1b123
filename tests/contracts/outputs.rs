//! Outputs: never an input of the same run, nor the file of another output, for every subcommand; replaced as a whole; and
//! standard output that cannot be written is an error.

#![cfg(unix)]

use crate::support::Run;
use crate::support::folder::Folder;
use clap::builder::ValueParser;
use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_boardwright");

/// What a subcommand does with the path of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Reads,
    Writes,
    /// A folder, which is read and written by design.
    Folder,
}
use Role::{Reads, Writes};

/// Every argument that is a path.
const ROLES: &[(&str, &str, Role)] = &[
    ("solve", "model", Reads),
    ("solve", "output", Writes),
    ("solve", "checkpoint", Writes),
    ("solve", "proof", Writes),
    ("count", "model", Reads),
    ("count", "output", Writes),
    ("count", "checkpoint", Writes),
    ("sequence", "model", Reads),
    ("sequence", "output", Writes),
    ("sequence", "checkpoint", Writes),
    ("sequence", "campaigns", Role::Folder),
    ("verify", "model", Reads),
    ("verify", "solution", Reads),
    ("verify", "output", Writes),
    ("explain", "model", Reads),
    ("explain", "output", Writes),
    ("steps", "model", Reads),
    ("steps", "output", Writes),
    ("draw", "model", Reads),
    ("draw", "font", Reads),
    ("draw", "output", Writes),
    ("booklet", "models", Reads),
    ("booklet", "font", Reads),
    ("booklet", "output", Writes),
    ("analyze", "model", Reads),
    ("analyze", "of", Reads),
    ("analyze", "output", Writes),
    ("new", "output", Writes),
    ("generate", "from", Reads),
    ("generate", "output", Writes),
    ("play", "model", Reads),
    ("diff", "first", Reads),
    ("diff", "second", Reads),
    ("diff", "output", Writes),
    ("learn", "boards", Reads),
    ("learn", "rejected", Reads),
    ("learn", "answers", Reads),
    ("learn", "oracle", Reads),
    ("learn", "output", Writes),
    ("example", "model", Reads),
    ("example", "output", Writes),
    ("check", "models", Reads),
    ("check", "output", Writes),
    ("compile", "model", Reads),
    ("compile", "output", Writes),
    ("decode", "model", Reads),
    ("decode", "output_of_solver", Reads),
    ("decode", "from", Reads),
    ("decode", "output", Writes),
    ("export", "model", Reads),
    ("export", "output", Writes),
    ("import", "file", Reads),
    ("import", "genre", Reads),
    ("import", "output", Writes),
    ("compare", "files", Reads),
    ("compare", "folder", Role::Folder),
    ("compare", "output", Writes),
    ("campaign plan", "campaign", Reads),
    ("campaign plan", "output", Role::Folder),
    ("campaign submit", "folder", Role::Folder),
    ("campaign status", "folder", Role::Folder),
    ("campaign split", "folder", Role::Folder),
    ("campaign merge", "folders", Role::Folder),
    ("campaign merge", "output", Writes),
    ("workbench", "open", Role::Folder),
    ("workbench", "export", Role::Folder),
    ("workbench", "wasm", Reads),
    ("worker", "folder", Role::Folder),
    ("list", "output", Writes),
    ("schema", "output", Writes),
    ("completions", "output", Writes),
    ("man", "output", Writes),
];

/// For each subcommand that reads and writes, and each argument that it writes: its other arguments, in which `@` marks what
/// it reads. `@results/...` are the files of a comparison's folder.
const CALLS: &[(&str, &str, &str)] = &[
    ("solve", "output", "@model.toml"),
    ("solve", "output", "@model.toml --limit 2 --format jsonl"),
    ("solve", "checkpoint", "@model.toml --all --format jsonl --backend varisat -o new.jsonl"),
    ("solve", "proof", "@model.toml --backend varisat"),
    ("count", "output", "@model.toml"),
    ("count", "checkpoint", "@model.toml --backend varisat"),
    ("sequence", "output", "@model.toml --set n=1..2"),
    ("sequence", "checkpoint", "@model.toml --set n=1..2"),
    ("verify", "output", "@model.toml @solution.json"),
    ("explain", "output", "@model.toml"),
    ("steps", "output", "@grid.toml"),
    ("diff", "output", "@grid.toml @grid.toml"),
    ("learn", "output", "@solution.json --oracle @grid.toml"),
    ("example", "output", "@grid.toml --make"),
    ("draw", "output", "@model.toml --solution --format svg"),
    ("booklet", "output", "@model.toml @grid.toml --format html"),
    ("analyze", "output", "@model.toml --of @solution.json"),
    ("generate", "output", "--from @grid.toml"),
    ("check", "output", "@model.toml @grid.toml"),
    ("check", "output", "@campaign.toml"),
    ("compile", "output", "@model.toml --to cnf"),
    ("decode", "output", "@model.toml @answer --from @model.cnf"),
    ("export", "output", "@grid.toml --to penpa --lossy"),
    ("import", "output", "@stones.txt"),
    ("compare", "output", "@model.toml @grid.toml"),
    ("compare", "output", "@campaign.toml"),
    ("compare", "output", "--folder results # @results/jobs.jsonl @results/campaign.json @results/records.jsonl"),
    ("campaign merge", "output", "results # @results/jobs.jsonl @results/campaign.json @results/records.jsonl"),
];

/// The subcommands with their arguments, as they are called.
fn subcommands() -> Vec<(String, Vec<clap::Arg>)> {
    fn collect(command: &clap::Command, name: &str, found: &mut Vec<(String, Vec<clap::Arg>)>) {
        for subcommand in command.get_subcommands() {
            let name = format!("{name} {}", subcommand.get_name()).trim().to_string();
            found.push((name.clone(), subcommand.get_arguments().cloned().collect()));
            collect(subcommand, &name, found);
        }
    }
    let mut found = Vec::new();
    collect(&boardwright::cli::definition(), "", &mut found);
    assert!(found.len() > 20, "the subcommands were not found");
    found
}

fn run_in(folder: &Folder, arguments: &[&str]) -> Run {
    let output = Command::new(PROGRAM)
        .args(arguments)
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output()
        .expect("the binary was built");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code().unwrap_or(-1) }
}

/// Runs a line of shell in a folder, with `boardwright` as a command.
fn shell(folder: &Folder, line: &str) -> Run {
    let script = format!("boardwright() {{ '{PROGRAM}' \"$@\"; }}\n{line}\n");
    let output = Command::new("sh").args(["-c", &script]).current_dir(&folder.0).output().expect("there is a shell");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code().unwrap_or(-1) }
}

/// All files of a folder with their contents, those of its folders as well.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("it is readable") {
        let path = entry.expect("it is readable").path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            let content = std::fs::read(&path).unwrap_or_default();
            found.insert(path, content);
        }
    }
    found
}

/// A folder with everything that the calls read.
fn inputs(name: &str) -> Folder {
    let folder = Folder::new(name);
    let model = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name);
    let copy = |from: PathBuf, to: &str| std::fs::copy(from, folder.0.join(to)).expect("it is copied");
    copy(model("knightdoku/warm-up.toml"), "model.toml");
    copy(model("grid/queens-8.toml"), "grid.toml");
    folder.file("campaign.toml", "[[group]]\nname = 'a'\nmodels = ['model.toml']\n");
    folder.file("stones.txt", "B,W,_\nW,B,_\n_,_,_\n");
    folder.file("answer", "s UNSATISFIABLE\n");
    for (arguments, file) in [
        (&["solve", "model.toml", "--format", "json"][..], "solution.json"),
        (&["compile", "model.toml", "--to", "cnf"], "model.cnf"),
        (&["compare", "model.toml", "--folder", "results", "-q"], "table.txt"),
    ] {
        let run = run_in(&folder, &[arguments, &["-o", file]].concat());
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
    }
    folder
}

#[test]
fn every_path_of_every_subcommand_has_a_role() {
    let is_path = |argument: &clap::Arg| {
        let parser: &ValueParser = argument.get_value_parser();
        parser.type_id() == TypeId::of::<PathBuf>()
    };
    let mut paths = BTreeSet::new();
    for (command, arguments) in subcommands() {
        let ids = arguments.iter().filter(|argument| is_path(argument)).map(|argument| argument.get_id().to_string());
        paths.extend(ids.map(|id| (command.clone(), id)));
    }
    let known: BTreeSet<(String, String)> =
        ROLES.iter().map(|(command, argument, _)| (command.to_string(), argument.to_string())).collect();
    assert_eq!(paths, known, "a new argument is added to ROLES, and to CALLS where it is read or written");
    for (command, argument, _) in ROLES.iter().filter(|(.., role)| *role == Writes) {
        let reads = ROLES.iter().any(|(other, _, role)| other == command && *role != Writes);
        let called = CALLS.iter().any(|(other, output, _)| (other, output) == (command, argument));
        assert!(called || !reads, "{command} writes {argument}: CALLS has no call");
    }
}

#[test]
fn an_output_is_never_an_input() {
    let folder = inputs("outputs-inputs");
    let links = Folder::new("outputs-links");
    let before = contents(&folder.0);
    for (command, output, words) in CALLS {
        let (_, definition) = subcommands().into_iter().find(|(name, _)| name == command).expect("it is there");
        let argument = definition.iter().find(|argument| argument.get_id() == output).expect("it is there");
        let flag = format!("--{}", argument.get_long().expect("it is a flag"));
        let shown = words.split(" # ").next().expect("there is a first part").replace('@', "");
        for input in words.split(' ').filter_map(|word| word.strip_prefix('@')) {
            let hard = links.0.join("hard");
            let soft = links.0.join("soft");
            std::fs::hard_link(folder.0.join(input), &hard).expect("a link is made");
            symlink(folder.0.join(input), &soft).expect("a link is made");
            let direct = input.to_string();
            let roundabout = format!("./results/../{input}");
            for path in [direct, roundabout, hard.display().to_string(), soft.display().to_string()] {
                let words: Vec<&str> = command.split(' ').chain(shown.split(' ')).chain([&*flag, &*path]).collect();
                let run = run_in(&folder, &words);
                assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}: {}", run.stderr);
                // The ending of another format is found before the file is known to be an input.
                let named = run.stderr.contains("would overwrite") && run.stderr.contains("help: choose another file")
                    || run.stderr.contains("but the name ends like a file of the format");
                assert!(named, "{words:?}: {}", run.stderr);
                assert_eq!(contents(&folder.0), before, "{words:?}");
            }
            std::fs::remove_file(hard).expect("it is there");
            std::fs::remove_file(soft).expect("it is there");
        }
    }
    let run = run_in(&folder, &["compile", "model.toml", "--to", "cnf", "-o", "model.toml"]);
    assert_eq!(run.stderr, "error: --output model.toml would overwrite an input\nhelp: choose another file\n");
    // An input that another input names.
    let run = run_in(&folder, &["compare", "campaign.toml", "-o", "model.toml"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    let run = run_in(&folder, &["check", "campaign.toml", "-o", "model.toml"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert_eq!(contents(&folder.0), before);
}

#[test]
fn what_a_shell_redirects_is_an_input_as_well() {
    let folder = inputs("outputs-redirected");
    let before = contents(&folder.0);
    for line in [
        "boardwright compile - --to cnf -o model.toml < model.toml",
        "boardwright compile model.toml --to cnf >> model.toml",
        "boardwright compile model.toml --to cnf -o /dev/stdout >> model.toml",
        "boardwright solve model.toml -o - >> model.toml",
    ] {
        let run = shell(&folder, line);
        assert_eq!(run.code, 2, "{line}: {}", run.stderr);
        assert!(run.stderr.contains("would overwrite an input"), "{line}: {}", run.stderr);
        assert_eq!(contents(&folder.0), before, "{line}");
    }
}

#[test]
fn outputs_of_a_run_are_different_files() {
    let folder = inputs("outputs-twice");
    let before = contents(&folder.0);
    for line in [
        "solve model.toml --proof a -o a",
        "solve model.toml --proof a -o a.cnf",
        "solve model.toml --all --format jsonl --checkpoint a -o ./a",
        "count model.toml --checkpoint a -o a",
        "compare model.toml --folder new -o new/report.html",
        "compare model.toml --folder new -o new/jobs.jsonl",
        "compare --folder results -o results/records.csv",
        "compare --folder results -o results/benchexec/a.xml",
        "compare --folder results -o results/results/a.json",
        "campaign plan results/campaign.json -o results",
    ] {
        std::fs::create_dir_all(folder.0.join("new")).expect("it can be made");
        let run = run_in(&folder, &line.split(' ').collect::<Vec<_>>());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{line}: {}", run.stderr);
        let reasons = ["would overwrite", "campaign.json:1:", "but the name ends like a file of the format"];
        let refused = reasons.iter().any(|reason| run.stderr.contains(reason));
        assert!(refused, "{line}: {}", run.stderr);
        std::fs::remove_dir_all(folder.0.join("new")).expect("it is there");
        assert_eq!(contents(&folder.0), before, "{line}");
    }
}

#[test]
fn a_file_is_replaced_as_a_whole_and_keeps_its_permissions_and_links() {
    let folder = Folder::new("outputs-replaced");
    let file = PathBuf::from(folder.file("list.txt", "before"));
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).expect("it is ours");
    symlink("list.txt", folder.0.join("link")).expect("a link is made");
    std::fs::hard_link(&file, folder.0.join("old")).expect("a link is made");
    assert_eq!(run_in(&folder, &["list", "puzzles", "-o", "link"]).code, 0);
    assert!(folder.0.join("link").is_symlink(), "a link stays a link");
    assert!(std::fs::read_to_string(&file).expect("it is there").contains("knightdoku"));
    assert_eq!(std::fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o640);
    let old = std::fs::read_to_string(folder.0.join("old")).expect("it is there");
    assert_eq!(old, "before", "the file is replaced, not written over");

    symlink("nowhere", folder.0.join("dangling")).expect("a link is made");
    let run = run_in(&folder, &["list", "puzzles", "-o", "dangling"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot write dangling: it is a symbolic link to a file that does not exist"));
    for (path, words) in [
        (".", "cannot write .: it is a folder"),
        ("new/", "cannot write new/: it is a folder"),
        ("no/such/x", "cannot write no/such/x: no such folder: no/such"),
        ("/dev/full", "No space left on device"),
    ] {
        let run = run_in(&folder, &["list", "puzzles", "-o", path]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{path}");
        assert!(run.stderr.contains(words), "{path}: {}", run.stderr);
    }
    let names: Vec<PathBuf> = contents(&folder.0).into_keys().collect();
    assert_eq!(names.len(), 4, "no part of a file is left behind: {names:?}");
}

#[test]
fn devices_and_pipes_are_written_through() {
    let folder = Folder::new("outputs-special");
    let list = run_in(&folder, &["list", "puzzles"]).stdout;
    let through = shell(&folder, "boardwright list puzzles -o /dev/stdout");
    assert_eq!((through.code, &through.stdout), (0, &list));
    let through = shell(&folder, "boardwright list puzzles -o /dev/stdout > file; cat file");
    assert_eq!((through.code, &through.stdout), (0, &list), "a redirection is no file to replace");
    assert_eq!(shell(&folder, "boardwright list puzzles -o /dev/null").code, 0);
    assert!(Path::new("/dev/null").metadata().expect("it is there").file_type().is_char_device());
    let piped = shell(&folder, "mkfifo pipe; boardwright list puzzles -o pipe & cat pipe; wait");
    assert_eq!(piped.stdout, list);
}

/// Fourteen cells with thirteen values, all different: clauses refute it in exponentially many steps only.
fn endless(folder: &Folder) {
    folder.file(
        "endless.toml",
        "puzzle = 'grid'\ngrid = { rows = 1, columns = 14, values = '1..13' }\n[[rule]]\neach = 'row'\nall-different = true\n",
    );
}

#[test]
fn a_second_interrupt_leaves_nothing_behind() {
    let folder = Folder::new("outputs-interrupted");
    endless(&folder);
    folder.file("board.txt", "precious");
    let mut child = Command::new(PROGRAM)
        .args(["solve", "endless.toml", "-o", "board.txt", "--backend", "varisat"])
        .current_dir(&folder.0)
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was built");
    let start = Instant::now();
    while contents(&folder.0).len() < 3 {
        assert!(start.elapsed() < Duration::from_secs(20), "the file was not opened");
        std::thread::sleep(Duration::from_millis(5));
    }
    // Solving has begun by then.
    std::thread::sleep(Duration::from_millis(500));
    for name in ["-INT", "-TERM"] {
        // The first may have been enough.
        let _ = Command::new("kill").args([name, &child.id().to_string()]).stderr(Stdio::null()).status();
    }
    let code = child.wait().expect("it ends").code();
    assert!(matches!(code, Some(3 | 130)), "{code:?}");
    let names: Vec<PathBuf> = contents(&folder.0).into_keys().collect();
    assert_eq!(names.len(), 2, "{names:?}");
    let board = std::fs::read_to_string(folder.0.join("board.txt")).expect("it is there");
    // The second may also come between the end of the writing and the end of the program.
    assert!(board == "precious" || board.starts_with("unknown (interrupted)"), "{board}");
    assert!(code == Some(130) || board != "precious", "the answer was not written");
}

#[test]
fn an_interrupt_leaves_nothing_behind_where_nobody_polls_it() {
    let folder = Folder::new("outputs-waiting");
    let mut child = Command::new(PROGRAM)
        .args(["verify", "-", "-", "-o", "new.txt"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was built");
    let start = Instant::now();
    while contents(&folder.0).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(20), "the file was not opened");
        std::thread::sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("there is a kill");
    assert!(sent.success());
    assert_ne!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(contents(&folder.0).len(), 0);
}

#[test]
fn standard_output_that_cannot_be_written_is_an_error() {
    let folder = inputs("outputs-standard");
    for line in [
        "list puzzles",
        "--help",
        "--version",
        "solve --help",
        "solve model.toml",
        "solve model.toml --limit 2",
        "solve model.toml --all --format jsonl",
        "count model.toml",
        "check model.toml",
        "compare model.toml",
        "campaign status results",
    ] {
        let closed = shell(&folder, &format!("boardwright {line} >&-"));
        let words = "error: cannot write to standard output: it is closed\n";
        assert_eq!((closed.code, closed.stderr.as_str()), (2, words), "{line}");
        let full = shell(&folder, &format!("boardwright {line} > /dev/full"));
        assert_eq!(full.code, 2, "{line}: {}", full.stderr);
        assert!(full.stderr.contains("standard output: No space left on device"), "{line}: {}", full.stderr);
        // Programs open it for reading and writing to throw output away.
        assert_eq!(shell(&folder, &format!("boardwright {line} 1<> /dev/null")).code, 0, "{line}");
        let gone = shell(&folder, &format!("{{ boardwright {line}; echo $? > code; }} | true; cat code"));
        assert_eq!((gone.stdout.as_str(), gone.stderr.as_str()), ("0\n", ""), "{line}: a pipe that nobody reads");
    }
    let file = shell(&folder, "boardwright list puzzles -o list.txt >&-");
    assert_eq!((file.code, file.stderr.as_str()), (0, ""), "it is not needed");
}
