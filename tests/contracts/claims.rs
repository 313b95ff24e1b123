//! The table of claims in docs/documents.md: each command runs, and its output has what the table says.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The fewest claims of the five documents.
const CLAIMS: usize = 149;

/// A row of the table.
struct Claim {
    line: usize,
    slow: bool,
    command: String,
    expected: String,
}

/// Returns the number of claims, and those with a command.
fn claims() -> (usize, Vec<Claim>) {
    let text = std::fs::read_to_string(root().join("docs/documents.md")).expect("the page");
    let table = text.lines().enumerate().skip_while(|(_, line)| *line != "## Claims");
    let rows =
        table.filter(|(_, line)| line.starts_with("| ") && !line.starts_with("| claim") && !line.starts_with("| ---"));
    let rows: Vec<(usize, Vec<&str>)> =
        rows.map(|(index, line)| (index + 1, line.split('|').map(str::trim).collect())).collect();
    let code = |cell: &str| cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`')).map(str::to_string);
    let claim = |(line, cells): &(usize, Vec<&str>)| {
        assert_eq!(cells.len(), 6, "line {line}: a row has four cells");
        let command = code(cells[3]);
        assert!(command.is_some() || cells[2].starts_with("not "), "line {line}: a claim has a command");
        let expected = code(cells[4]);
        assert_eq!(command.is_some(), expected.is_some(), "line {line}: a command has an output");
        Some(Claim { line: *line, slow: cells[2].ends_with("slow"), command: command?, expected: expected? })
    };
    (rows.len(), rows.iter().filter_map(claim).collect())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a text with single blanks.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

fn check(slow: bool) {
    let mut outputs: BTreeMap<String, String> = BTreeMap::new();
    let mut wrong = Vec::new();
    for claim in claims().1.into_iter().filter(|claim| claim.slow == slow) {
        let output = outputs.entry(claim.command.clone()).or_insert_with(|| {
            let run = Command::new(env!("CARGO_BIN_EXE_boardwright"))
                .args(claim.command.split(' '))
                .current_dir(root())
                .output()
                .expect("it starts");
            match run.status.success() {
                true => plain(&String::from_utf8_lossy(&run.stdout)),
                false => format!("{}: {}", run.status, String::from_utf8_lossy(&run.stderr)),
            }
        });
        if !output.contains(&plain(&claim.expected)) {
            wrong.push(format!("line {}: `{}` printed {output}", claim.line, claim.command));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn claims_are_reproduced() {
    let (all, with_command) = claims();
    assert!(all >= CLAIMS, "{all} claims");
    assert!(with_command.len() + 5 > all, "{} of {all} claims have a command", with_command.len());
    check(false);
}

#[test]
#[ignore = "commands that take many seconds"]
fn slow_claims_are_reproduced() {
    check(true);
}
