//! Which outputs replace a file: `new`, `import` and `generate` only with `--force`; none with the ending of another format.

use crate::support::boardwright;
use crate::support::folder::Folder;

const MODEL: &str = "models/lights-out/dugu.toml";

#[test]
fn models_are_replaced_only_by_force() {
    let folder = Folder::new("replaced");
    let file = folder.path("x.toml");
    let commands: [&[&str]; 3] = [
        &["new", "sudoku", "-o", &file],
        &["import", "--from", "net", "3x3:225ea3a8d", "-o", &file],
        &["generate", "lights-out", "--rows", "3", "-o", &file],
    ];
    for command in commands {
        folder.file("x.toml", "mine\n");
        let run = boardwright(command);
        if run.stderr.contains("already exists; --force overwrites it") {
            assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        } else {
            panic!("{command:?}: {}", run.stderr);
        }
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "mine\n");
    }
    for command in [commands[0], commands[2]] {
        folder.file("x.toml", "mine\n");
        let run = boardwright(&[command, &["--force"]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(std::fs::read_to_string(&file).expect("it is there").contains("puzzle = "));
        std::fs::remove_file(&file).expect("it is there");
        assert_eq!(boardwright(command).code, 0, "a new file needs no force");
    }
    // Answers and drawings are replaced.
    let drawing = folder.file("x.svg", "old");
    assert_eq!(boardwright(&["draw", MODEL, "-o", &drawing]).code, 0);
    assert!(std::fs::read_to_string(&drawing).expect("it is there").starts_with("<svg"));
    assert_eq!(std::fs::read_dir(&folder.0).expect("readable").count(), 2, "nothing else is left");
}

#[test]
fn an_ending_of_another_format_is_an_error() {
    let folder = Folder::new("endings");
    let file = |name: &str| folder.file(name, "mine\n");
    let (png, json) = (file("x.png"), file("x.json"));
    let commands: &[&[&str]] = &[
        &["export", "models/genres/slitherlink.toml", "--to", "puzz.link", "-o", &png],
        &["draw", MODEL, "--format", "svg", "-o", &png],
        &["solve", MODEL, "-o", &png],
        &["solve", MODEL, "--all", "--format", "jsonl", "-o", &json],
        &["count", MODEL, "--format", "json", "-o", &png],
        &["compile", MODEL, "--to", "cnf", "-o", &json],
        &["generate", "lights-out", "-o", &png, "--force"],
        &["list", "puzzles", "-o", &json],
        &["man", "-o", &png],
        &["schema", "grid", "-o", &png],
        &["campaign", "merge", "study", "-o", &png],
    ];
    for command in commands {
        let run = boardwright(command);
        assert_eq!(run.code, 2, "{command:?}: {}", run.stderr);
        assert!(run.stderr.contains("but the name ends like a file of the format "), "{command:?}: {}", run.stderr);
    }
    for path in [&png, &json] {
        assert_eq!(std::fs::read_to_string(path).expect("it is there"), "mine\n");
    }
    assert_eq!(boardwright(&["solve", MODEL, "--format", "json", "-o", &json]).code, 0);
    assert_eq!(boardwright(&["solve", MODEL, "-o", &folder.path("x.answer")]).code, 0, "unknown endings are allowed");
}

#[test]
fn incomplete_files_are_removed_unless_somebody_holds_them() {
    let folder = Folder::new("parts");
    let (dead, living) = (folder.file(".boardwright-1-0.part", "half"), folder.file(".boardwright-2-0.part", "half"));
    let other = folder.file(".boardwright-x.part", "notes");
    // The file is old, and its process (this one) lives.
    let held = std::fs::File::open(&living).expect("it is there");
    held.lock().expect("the system has locks");
    let hour = std::time::SystemTime::now() - std::time::Duration::from_secs(36_000);
    std::fs::File::options().write(true).open(&living).and_then(|file| file.set_modified(hour)).expect("writable");
    assert_eq!(boardwright(&["draw", MODEL, "-o", &folder.path("x.svg")]).code, 0);
    let exists = |path: &str| std::path::Path::new(path).exists();
    assert!(!exists(&dead) && exists(&living) && exists(&other));
    drop(held);
    assert_eq!(boardwright(&["draw", MODEL, "-o", &folder.path("x.svg")]).code, 0);
    assert!(!exists(&living) && exists(&other));
}
