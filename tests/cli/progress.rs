//! The progress line of `generate`: on a terminal only, not with --quiet, and with the number of the puzzle in a batch.

use crate::support::folder::Folder;
use crate::support::{boardwright, tools};
use std::process::{Command, Stdio};

/// A square whose numbers are computed: the drawing of a board is the first stage.
const SQUARE: &str = "puzzle = 'grid'\n[grid]\nrows = 4\ncolumns = 4\nvalues = '1..4'\n[list]\nfirst = { left = ['.', '.', '.', '.'] }\n\
    [[rule]]\neach = ['row', 'column']\nall-different = true\n[[rule]]\neach = 'from left'\nvisible = 'first'\n";

/// What a run of `generate` writes to a terminal, which is its stderr; its stdout goes to no terminal.
fn on_terminal(model: &str, arguments: &str) -> String {
    let command = format!(
        "{} generate --from {model} --fill first,grid {arguments} > {model}.stdout",
        env!("CARGO_BIN_EXE_boardwright")
    );
    let run = Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .stdin(Stdio::null())
        .output()
        .expect("it was found");
    assert!(run.status.success(), "{run:?}");
    String::from_utf8(run.stdout).expect("output is UTF-8")
}

#[test]
fn generate_has_a_line_of_progress_on_a_terminal() {
    let folder = Folder::new("progress");
    let model = folder.file("square.toml", SQUARE);
    let run = boardwright(&["generate", "--from", &model, "--fill", "first,grid"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    if !tools::installed("script") {
        return;
    }
    const DRAWING: &str = "no board was drawn yet";
    const CLEARED: &str = "\r\u{1b}[K";
    let shown = on_terminal(&model, "");
    assert!(shown.starts_with(&format!("{CLEARED}{DRAWING}")) && shown.ends_with(CLEARED), "{shown:?}");
    assert_eq!(on_terminal(&model, "--quiet"), "");
    assert_eq!(on_terminal(&model, "--format events"), "");
    let batch = on_terminal(&model, &format!("--count 2 -o {model}.batch"));
    for number in 1..=2 {
        let line = format!("{CLEARED}puzzle {number} of 2: {DRAWING}");
        assert!(batch.contains(&line) && batch.ends_with(CLEARED), "{batch:?}");
    }
}
