//! The library names no option and no subcommand of the command line: each face has its own words for a setting
//! (`crates/base/src/diagnostic/text.rs`). And no error that all tasks share holds only a text.

use crate::source_code::{Source, sources};

/// Files outside `cli` with such words, each with its reason.
const ALLOWED: &[(&str, &str)] = &[
    ("backend/exec.rs", "arguments of the programs of others"),
    ("study/job.rs", "the command that repeats a run, which records and reports contain"),
    ("study/report/examples.rs", "the command that repeats a run"),
    ("render/booklet/html.rs", "properties of CSS"),
];

/// The subcommands whose names are neither keys of models nor names of settings.
const SUBCOMMANDS: [&str; 15] = [
    "analyze", "booklet", "compare", "compile", "decode", "draw", "explain", "export", "generate", "import", "play",
    "schema", "solve", "steps", "verify",
];

/// Returns the lines of code, with their numbers: neither comments nor code for tests.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().take_while(|line| line.trim() != "mod tests {");
    lines.zip(1..).map(|(line, number)| (number, line)).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Returns whether a line of code names an option, or how to call a subcommand.
fn names_the_command_line(line: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '!' | '<');
    let option = line.match_indices("--").any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(is_word) && line[at + 2..].starts_with(|c: char| c.is_ascii_lowercase())
    });
    let called = |name: &str| {
        line.contains(&format!("boardwright {name}"))
            || line.contains(&format!("`{name}`"))
            || line.contains(&format!("`{name} "))
    };
    option || line.contains("`count --") || line.contains("boardwright list") || SUBCOMMANDS.into_iter().any(called)
}

#[test]
fn the_library_names_no_option_of_the_command_line() {
    let (mut read, mut wrong, mut used) = (0, Vec::new(), Vec::new());
    for file in sources() {
        if file.room() == "cli" || file.inside.ends_with("/tests.rs") {
            continue;
        }
        read += 1;
        let lines: Vec<_> = code(&file.text).filter(|(_, line)| names_the_command_line(line)).collect();
        match ALLOWED.iter().find(|(allowed, _)| *allowed == file.inside) {
            Some((allowed, _)) => used.extend((!lines.is_empty()).then_some(*allowed)),
            None => wrong.extend(lines.iter().map(|(number, line)| format!("{}:{number}: {}", file.path, line.trim()))),
        }
    }
    assert!(read > 700, "{read} files were read");
    assert_eq!(
        wrong,
        Vec::<String>::new(),
        "use `diagnostic::Setting` or `diagnostic::Command`, which each face words"
    );
    let unused: Vec<_> = ALLOWED.iter().filter(|(file, _)| !used.contains(file)).collect();
    assert!(unused.is_empty(), "these name no option any more: {unused:?}");
}

#[test]
fn words_of_the_command_line_are_seen() {
    for line in [
        r#"    "use another --seed""#,
        r#"    #[error("(use `--method hybrid`)")]"#,
        r#"    "see `boardwright explain`""#,
        r#"    "`generate` does not support it""#,
        r#"    "`solve --all` lists them""#,
        r#"    ("--keep", name),"#,
    ] {
        assert!(names_the_command_line(line), "{line}");
    }
    for line in ["let x = y - -z;", r#""a -- b""#, r#""<!--comment-->""#, "let (a, b) = (c--d, 1);", r#""`count` = 4""#]
    {
        assert!(!names_the_command_line(line), "{line}");
    }
    let text = "// --seed\nfn f() {}\n#[cfg(test)]\nmod tests {\n    \"--seed\"\n}\n";
    assert_eq!(code(text).collect::<Vec<_>>(), [(2, "fn f() {}"), (3, "#[cfg(test)]")]);
}

/// The error types that tasks share, with their files.
const ERRORS: [(&str, &str); 5] = [
    ("budget.rs", "pub enum Refused<R> {"),
    ("fault.rs", "pub enum Fault {"),
    ("task/failure.rs", "pub enum Failure {"),
    ("task/generate.rs", "pub enum GenerateError {"),
    ("puzzle/capability/generation.rs", "pub enum Refusal {"),
];

/// Returns the variants of an enum that hold a text and nothing else.
fn texts(body: &str) -> Vec<&str> {
    let lines = body.lines().map(str::trim);
    lines
        .filter(|line| ["(String)", "(&'static str)", "(Cow<'static, str>)"].iter().any(|of| line.contains(of)))
        .collect()
}

#[test]
fn shared_errors_hold_what_happened() {
    let sources = sources();
    for (file, head) in ERRORS {
        let text = sources.iter().find(|source| source.inside == file).map(|source| &source.text);
        let text = text.unwrap_or_else(|| panic!("there is no {file}"));
        let start = text.find(head).unwrap_or_else(|| panic!("{file} does not define `{head}`"));
        let body = &text[start..start + text[start..].find("\n}\n").expect("it ends")];
        assert!(body.matches("///").count() >= 2, "{file}: {body}");
        assert_eq!(texts(body), Vec::<&str>::new(), "{file}: give the variant a type that says what failed");
    }
    assert_eq!(texts("pub enum E {\n    A(u8),\n    B(String),\n}"), ["B(String),"]);
    // A refusal by a text would hold only that.
    for Source { path, text, .. } in &sources {
        assert!(!text.contains("Refused<String>") && !text.contains("Refused<&"), "{path}");
    }
}
