//! Runs the commands of all pages: the README, `docs/`, and the other Markdown files for users.
//!
//! The first words of a fenced block say what happens with it. All blocks of a page run in one temporary folder, which
//! links to `models`, `docs` and `tests`.
//!
//! | block | test |
//! | --- | --- |
//! | `console` | a line `$ command` runs, and its output is what follows, byte for byte |
//! | `sh` | each `boardwright` command runs and succeeds |
//! | `sh needs PROGRAM` | all commands run and succeed, if the program is installed |
//! | `sh not run`, `console not run` | the arguments are valid; for commands that need a cluster or many minutes |
//! | `toml FILE` | the block is written to the file, for the commands after it |
//! | anything else | contains no command |
//!
//! `cargo run ... -- x` stands for `boardwright x`; other `cargo` commands do not run here.

use crate::support::folder::Folder;
use crate::support::tools::installed;
use clap::error::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Markdown files with their paths from the root: those of the root, of `models`, of `benches` and of `docs` with its
/// folders.
pub(crate) fn pages() -> Vec<(String, String)> {
    let mut folders = vec![
        root().to_path_buf(),
        root().join("models"),
        root().join("docs"),
        root().join("docs/documents"),
        root().join("benches"),
    ];
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in folders.drain(..) {
        let entries = std::fs::read_dir(&folder).expect("the folder is readable");
        paths.extend(entries.map(|entry| entry.expect("the folder is readable").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let name = |path: &Path| path.strip_prefix(root()).expect("it is below the root").display().to_string();
    paths.iter().map(|path| (name(path), read(path))).collect()
}

/// A fenced block: the words after the fence, its lines, and the number of its first line.
struct Block {
    info: String,
    line: usize,
    text: String,
}

/// The fenced blocks of a page.
fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut inside: Option<(Block, &str)> = None;
    for (number, line) in text.lines().enumerate() {
        // A fence has three backticks, or more where the block has fences of its own.
        let info = line.trim_start_matches('`');
        let fence = &line[..line.len() - info.len()];
        match &mut inside {
            None if fence.len() >= 3 => {
                inside = Some((Block { info: info.to_string(), line: number + 2, text: String::new() }, fence));
            }
            None => {}
            Some((_, open)) if line == *open => found.extend(inside.take().map(|(block, _)| block)),
            Some((block, _)) => block.text.push_str(&format!("{line}\n")),
        }
    }
    assert!(inside.is_none(), "a fenced block has no end");
    found
}

/// A command as words; `boardwright` first if it is ours.
fn words(command: &str) -> Vec<String> {
    let command = match command.split_once(" -- ") {
        Some((cargo, arguments)) if cargo.starts_with("cargo run") => format!("boardwright {arguments}"),
        _ => command.to_string(),
    };
    shlex::split(&command).unwrap_or_else(|| panic!("`{command}` has an open quote"))
}

/// A run of a command: what it printed, both streams one after the other, and its exit code.
fn run(words: &[String], folder: &Path) -> Result<(String, i32), String> {
    let program = if words[0] == "boardwright" { env!("CARGO_BIN_EXE_boardwright") } else { &words[0] };
    let output = Command::new(program).args(&words[1..]).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    let printed = [output.stdout, output.stderr].concat();
    Ok((String::from_utf8_lossy(&printed).into_owned(), output.status.code().unwrap_or(-1)))
}

/// The commands of a `sh` block, in which a backslash continues a line.
fn commands_of(block: &str) -> Vec<String> {
    let joined = block.replace("\\\n", " ");
    let lines = joined.lines().map(|line| line.strip_prefix("$ ").unwrap_or(line).trim());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_string).collect()
}

/// Whether a line is a command of ours, at a prompt or not.
fn is_ours(line: &str) -> bool {
    let line = line.strip_prefix("$ ").unwrap_or(line);
    line.starts_with("boardwright ") || line.starts_with("cargo run ") && line.contains(" -- ")
}

/// Runs the commands at the prompts of a block and compares what they print.
fn compare(block: &Block, folder: &Path) -> Result<(), String> {
    let mut lines = block.text.lines().peekable();
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("$ ").ok_or_else(|| format!("`{line}` is not a command"))?;
        let words = words(command);
        if words[0] != "boardwright" {
            return Err(format!("`{command}` is not a command of ours"));
        }
        let mut expected = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            expected.push_str(&format!("{line}\n"));
        }
        let (printed, _) = run(&words, folder)?;
        if printed.trim_end() != expected.trim_end() {
            return Err(format!("`{command}` printed\n{printed}\ninstead of\n{expected}"));
        }
    }
    Ok(())
}

/// Runs the commands of a block, which have to succeed; `others` says whether those of other programs run, too.
fn succeed(block: &Block, folder: &Path, others: bool) -> Result<(), String> {
    for command in commands_of(&block.text) {
        let words = words(&command);
        if words[0] == "cargo" {
            continue;
        }
        if words[0] != "boardwright" && !others {
            return Err(format!("`{command}` is not a command of ours"));
        }
        let (printed, code) = run(&words, folder)?;
        // SAT solvers end with 10 or 20.
        if code != 0 && (words[0] == "boardwright" || ![10, 20].contains(&code)) {
            return Err(format!("`{command}` ended with {code}:\n{printed}"));
        }
    }
    Ok(())
}

/// Checks that the command line accepts the arguments of a command; some may be missing.
fn parse(command: &str) -> Result<(), String> {
    match boardwright::cli::definition().try_get_matches_from(words(command)) {
        Err(error) if error.use_stderr() && error.kind() != ErrorKind::MissingRequiredArgument => {
            Err(format!("`{command}`: {error}"))
        }
        _ => Ok(()),
    }
}

fn check(block: &Block, folder: &Folder) -> Result<(), String> {
    match block.info.split_whitespace().collect::<Vec<_>>()[..] {
        ["console"] => compare(block, &folder.0),
        ["sh"] => succeed(block, &folder.0, false),
        ["sh", "needs", program] if installed(program) => succeed(block, &folder.0, true),
        ["sh", "needs", _] => Ok(()),
        ["sh" | "console", "not", "run"] => {
            commands_of(&block.text).iter().filter(|command| is_ours(command)).try_for_each(|command| parse(command))
        }
        ["toml", name] => {
            folder.file(name, &block.text);
            Ok(())
        }
        _ => match block.text.lines().find(|line| is_ours(line)) {
            Some(line) => Err(format!("`{line}` is in a block that is not tested: `{}`", block.info)),
            None => Ok(()),
        },
    }
}

/// Checks the blocks of a page in their order, in a folder of their own; answers with the failures.
fn failures(index: usize, page: &str, text: &str) -> Vec<String> {
    let folder = Folder::new(&format!("page-{index}"));
    for name in ["models", "docs", "tests"] {
        std::os::unix::fs::symlink(root().join(name), folder.0.join(name)).expect("a link can be made");
    }
    let failure = |block: &Block| check(block, &folder).err().map(|error| format!("{page}:{}: {error}", block.line));
    blocks(text).iter().filter_map(failure).collect()
}

#[test]
fn commands_run_and_print_what_is_shown() {
    let pages = pages();
    assert!(pages.len() > 20, "{} pages", pages.len());
    let failures: Vec<String> = std::thread::scope(|scope| {
        let pages = pages.iter().enumerate();
        let running: Vec<_> =
            pages.map(|(index, (page, text))| scope.spawn(move || failures(index, page, text))).collect();
        running.into_iter().flat_map(|page| page.join().expect("no check panics")).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The commands in running text have valid arguments; `N` stands for a number.
#[test]
fn commands_in_running_text_are_valid() {
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        let mut inside = false;
        let prose = text.lines().filter(|line| {
            inside ^= line.starts_with("```");
            !inside
        });
        let prose = prose.collect::<Vec<_>>().join(" ");
        for command in prose.split('`').skip(1).step_by(2).filter(|code| code.starts_with("boardwright ")) {
            let numbered = command.replace(" N", " 1");
            wrong.extend(parse(&numbered).err().map(|error| format!("{page}: {error}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The models that the tutorial shows are the files that its commands take.
#[test]
fn the_tutorial_shows_its_models() {
    let blocks = blocks(&read(&root().join("docs/grid-tutorial.md")));
    let shown: Vec<&Block> = blocks.iter().filter(|block| block.info == "toml").collect();
    for (index, block) in shown.iter().enumerate() {
        let file = root().join(format!("docs/tutorial/{}.toml", index + 1));
        assert_eq!(block.text, read(&file), "{}", file.display());
    }
    assert!(shown.len() > 1);
}

/// The README opens with the two commands that `.ci/run` takes from it, and is short.
#[test]
fn the_readme_opens_with_two_commands() {
    let text = read(&root().join("README.md"));
    let commands: Vec<&str> = text.lines().filter(|line| line.starts_with("cargo ")).take(2).collect();
    assert!(commands[0].starts_with("cargo run --locked -- solve models/"), "{}", commands[0]);
    assert_eq!(commands[1], "cargo test --locked");
    assert!(text.lines().count() <= 200, "{} lines", text.lines().count());
}

/// The README and CONTRIBUTING.md name the Rust version that `Cargo.toml` requires.
#[test]
fn the_readme_names_the_rust_version() {
    let cargo = read(&root().join("Cargo.toml"));
    let version = cargo.split("\nrust-version = \"").nth(1).and_then(|rest| rest.split('"').next()).expect("a version");
    for page in ["README.md", "CONTRIBUTING.md"] {
        assert!(
            read(&root().join(page)).contains(&format!("{version} or newer")),
            "{page} does not name Rust {version}"
        );
    }
}

/// The grid model of the README is the file that its command solves, without the comments and `[expect]`.
#[test]
fn the_readme_shows_its_model() {
    let blocks = blocks(&read(&root().join("README.md")));
    let shown = &blocks.iter().find(|block| block.info == "toml").expect("the README shows a model").text;
    let file = read(&root().join("models/grid/queens-8.toml"));
    assert!(file.contains(shown.as_str()), "models/grid/queens-8.toml is not\n{shown}");
}

/// Links from page to page lead to files, and to headings of theirs.
#[test]
fn links_lead_somewhere() {
    let slug = |heading: &str| {
        let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
        heading.to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect::<String>()
    };
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        let folder = root().join(&page).parent().expect("a page is in a folder").to_path_buf();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.starts_with("http") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { root().join(&page) } else { folder.join(file) };
            let found = path.exists()
                && (heading.is_empty()
                    || read(&path)
                        .lines()
                        .filter(|line| line.starts_with('#'))
                        .any(|line| slug(line.trim_start_matches('#').trim()) == heading));
            if !found {
                wrong.push(format!("{page}: {target}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
