//! Models and files of strangers: which files they name, and what reaches the terminal.

use crate::support::folder::Folder;
use crate::support::{Run, boardwright, boardwright_with};

const WORDS: &str =
    "puzzle = \"grid\"\n[grid]\nrows = 1\ncolumns = 3\nvalues = \"A..Z\"\n[[rule]]\neach = \"row\"\nwords = \"FILE\"\n";

/// Returns a folder with a secret file beside the folder of a model that names `file`, and the model's path.
fn naming(file: &str) -> (Folder, String) {
    let folder = Folder::new("strangers");
    folder.file("secret", "KEY\nANT\n");
    std::fs::create_dir_all(folder.path("of/below")).expect("writable");
    folder.file("of/words.txt", "ANT\n");
    folder.file("of/below/words.txt", "BEE\nCAT\n");
    let model = folder.file("of/model.toml", WORDS.replace("FILE", &file.replace("FOLDER", &folder.path(""))));
    (folder, model)
}

fn refused(run: &Run) {
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.starts_with("error[outside-folder]: the file `"), "{}", run.stderr);
    assert!(run.stderr.contains("model.toml:8:9"), "{}", run.stderr);
    assert!(run.stdout.is_empty() && !run.stderr.contains("KEY"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_model_names_no_file_outside_its_folder() {
    for file in ["FOLDER/secret", "../secret", "below/../../secret", "../missing", "/missing", "/dev/stdin", ".."] {
        let (_folder, model) = naming(file);
        refused(&boardwright(&["count", &model]));
    }
    for file in ["words.txt", "./words.txt", "below/../words.txt", "FOLDER/of/words.txt", "../of/words.txt"] {
        let (_folder, model) = naming(file);
        let run = boardwright(&["count", &model]);
        assert!(run.stdout.starts_with("1 solution"), "{file}: {}{}", run.stdout, run.stderr);
    }
    let (_folder, model) = naming("below/words.txt");
    assert!(boardwright(&["count", &model]).stdout.starts_with("2 solutions"));
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_resolved() {
    let (folder, model) = naming("link.txt");
    std::os::unix::fs::symlink(folder.path("secret"), folder.path("of/link.txt")).expect("writable");
    refused(&boardwright(&["count", &model]));
    let (folder, model) = naming("up/secret");
    std::os::unix::fs::symlink(folder.path(""), folder.path("of/up")).expect("writable");
    refused(&boardwright(&["count", &model]));
}

#[test]
fn every_command_refuses_it_unless_the_user_allows_it() {
    let (folder, model) = naming("../secret");
    let campaign = folder.file("of/campaign.toml", "[[group]]\nname = 'a'\nmodels = ['model.toml']\n");
    let plan = folder.path("plan");
    let commands: [&[&str]; 12] = [
        &["solve", &model],
        &["check", &model],
        &["explain", &model],
        &["steps", &model],
        &["draw", &model],
        &["analyze", &model],
        &["compile", &model, "--to", "cnf"],
        &["generate", "--from", &model],
        &["export", &model, "--to", "penpa"],
        &["booklet", &model, "--format", "html"],
        &["compare", &model],
        &["campaign", "plan", &campaign, "-o", &plan],
    ];
    for command in commands {
        refused(&boardwright(command));
    }
    assert!(!std::path::Path::new(&plan).exists(), "nothing is planned");
    let made = boardwright(&["generate", "--from", &model, "--allow-files"]);
    assert!(made.code == 0 && made.stdout.contains("KEY"), "{}{}", made.stdout, made.stderr);
    let planned = boardwright(&["campaign", "plan", &campaign, "-o", &plan, "--allow-files"]);
    assert_eq!(planned.code, 0, "{}", planned.stderr);
}

#[test]
fn the_folder_of_standard_input_is_the_current_one() {
    let here = WORDS.replace("FILE", "tests/documents/none.txt");
    let run = boardwright_with(&["count", "-"], &here, &[]);
    assert!(run.code == 2 && run.stderr.contains("no such file"), "{}", run.stderr);
    for file in ["../x", "/etc/passwd"] {
        let run = boardwright_with(&["count", "-"], &WORDS.replace("FILE", file), &[]);
        assert!(run.code == 2 && run.stderr.starts_with("error[outside-folder]"), "{}", run.stderr);
    }
    // `-` in a model is a file, not standard input.
    let run = boardwright_with(&["count", "-"], &WORDS.replace("FILE", "-"), &[]);
    assert!(run.code == 2 && run.stderr.contains("no such file"), "{}", run.stderr);
}

/// A model whose texts have an escape sequence, C1, DEL and an override of the direction.
const LOUD: &str = r#"
puzzle = "grid"
title = "T\u001b]0;x\u0007\u009b31m\u007f\u202e🦄"
source = "S\u001b[2J"
instructions = "I\u001b[2J"
[grid]
rows = 1
columns = 2
values = ["a\u001b[2J", "ñ"]
[[rule]]
name = "N\u001b[2J\u2066"
each = "row"
all-different = true
[[rule]]
name = "M\u001b[2J"
along = [[[1, 1]]]
exactly = { "ñ" = 1 }
"#;

#[test]
fn texts_of_a_model_do_not_act_on_the_terminal() {
    let folder = Folder::new("loud");
    let model = folder.file("m\u{1b}[2J\u{202e}.toml", LOUD);
    let wrong = folder.file("w\u{1b}[2J\u{202e}.toml", LOUD.replace("[grid]", "[grid]\nnone\u{9b} = 1"));
    let contradiction = folder.file(
        "n\u{1b}[2J.toml",
        format!("{LOUD}[[rule]]\nname = \"O\\u001b[2J\"\nalong = [[[1, 1]]]\nexactly = {{ \"ñ\" = 0 }}\n"),
    );
    let commands: &[&[&str]] = &[
        &["solve", &model],
        &["solve", &model, "--all"],
        &["solve", &model, "--format", "json"],
        &["solve", &model, "--format", "svg"],
        &["solve", &model, "--verbose"],
        &["draw", &model, "--solution"],
        &["steps", &model],
        &["steps", &model, "--format", "html"],
        &["explain", &model],
        &["explain", &contradiction],
        &["check", &model],
        &["check", &model, &wrong, &contradiction],
        &["count", &model, "--by", "cell"],
        &["compile", &model, "--to", "cnf"],
        &["booklet", &model, "--format", "html"],
        &["solve", &wrong],
        &["solve", "missing\u{1b}[2J\u{202e}"],
        &["solve", &model, "extra\u{1b}[2J"],
        &["list", "no\u{1b}[2J"],
    ];
    for command in commands {
        let run = boardwright(command);
        for text in [&run.stdout, &run.stderr] {
            let acting = |c: &char| *c != '\n' && *c != '\t' && c.is_control() || matches!(c, '\u{202e}' | '\u{2066}');
            assert_eq!(text.chars().find(acting), None, "{command:?}: {text:?}");
        }
    }
    let drawn = boardwright(&["draw", &model]).stdout;
    assert!(drawn.starts_with("T\\u001b]0;x\\u0007\\u009b31m\\u007f\\u202e🦄\n"), "{drawn}");
    let json = boardwright(&["solve", &model, "--format", "json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["solutions"][0]["board"][0], "    ñ a\u{1b}[2J", "values stay what they are");
    assert_eq!(json["model"], *model);
}
