//! Reads the source as far as the rules of the layout need it: modules, what each imports, and functions with their length.
//!
//! Comments, strings and code for tests are left out. A name that a file hands on with `use` leads to the file that defines
//! it, so a face that re-exports everything hides nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A source file of a crate of the project.
pub(crate) struct Source {
    /// Its path in the project, with `/`: `crates/ir/src/constraint/origin.rs`.
    pub(crate) path: String,
    /// Its path below the `src` of its crate: `constraint/origin.rs`; in a crate of one room below its name: `cover/lower.rs`.
    pub(crate) inside: String,
    pub(crate) text: String,
}

impl Source {
    /// The room it belongs to: `cnf` for `cnf.rs` and for everything below `cnf/`.
    pub(crate) fn room(&self) -> &str {
        room(&self.inside)
    }
}

/// Returns the room of a path below `src`.
pub(crate) fn room(inside: &str) -> &str {
    let first = inside.split('/').next().unwrap_or_default();
    first.strip_suffix(".rs").unwrap_or(first)
}

/// Returns the `src` folders of the crates, from the project's root: the library and the program, then what is below `crates`.
fn crates() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(root.join("crates")).into_iter().flatten();
    let names = entries.map(|entry| entry.expect("the folder is readable").file_name().to_string_lossy().into_owned());
    let mut found: Vec<String> = names.map(|name| format!("crates/{name}/src")).collect();
    found.sort();
    found.insert(0, "src".into());
    found
}

/// The crates that are one room, whose root is its file.
const ONE_ROOM: [&str; 12] =
    ["cover", "families", "frontier", "grid", "ilp", "linear", "model", "moves", "page", "puzzle", "render", "study"];

/// Returns the path of a file of a crate with its room.
fn placed(folder: &str, inside: &str) -> String {
    let name = folder.trim_start_matches("crates/").trim_end_matches("/src");
    match ONE_ROOM.contains(&name) {
        true if inside == "lib.rs" => format!("{name}.rs"),
        true => format!("{name}/{inside}"),
        false => inside.to_string(),
    }
}

/// Reads the source files of all crates.
pub(crate) fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in crates() {
        let mut files = Vec::new();
        collect(&root.join(&folder), &mut files);
        files.sort();
        found.extend(files.into_iter().map(|file| {
            let inside =
                file.strip_prefix(root.join(&folder)).expect("it is below").to_string_lossy().replace('\\', "/");
            let text = std::fs::read_to_string(&file).expect("source files are text");
            Source { path: format!("{folder}/{inside}"), inside: placed(&folder, &inside), text }
        }));
    }
    assert!(found.len() > FILES, "only {} source files were found", found.len());
    found
}

pub(crate) fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|_| panic!("{} is readable", folder.display())) {
        let path = entry.expect("the folder is readable").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Fewer files than the project has, and enough that a crate cannot go missing.
const FILES: usize = 850;

/// A word or a sign, with its line.
#[derive(Debug, Clone, PartialEq)]
struct Token {
    text: String,
    line: usize,
}

/// A file as a module of its crate.
pub(crate) struct Module {
    /// Its path in the project, with `/`.
    pub(crate) path: String,
    /// Its path below the `src` of its crate, as [`Source::inside`].
    pub(crate) file: String,
    children: BTreeMap<String, usize>,
    /// The module that declares it; the root of a crate is its own.
    parent: usize,
    tokens: Vec<Token>,
    /// By name in this file, the path that `use` gives it.
    names: BTreeMap<String, Vec<String>>,
    /// The paths that this file imports or names.
    paths: Vec<Vec<String>>,
}

impl Module {
    /// Returns the functions with the lines of their bodies.
    pub(crate) fn functions(&self) -> Vec<(String, usize)> {
        let tokens = &self.tokens;
        let starts =
            (0..tokens.len().saturating_sub(1)).filter(|&at| tokens[at].text == "fn" && is_word(&tokens[at + 1]));
        let function = |at: usize| {
            let mut depth = 0;
            let open = (at..tokens.len()).find(|&at| {
                match &*tokens[at].text {
                    "(" | "[" => depth += 1,
                    ")" | "]" => depth -= 1,
                    _ => {}
                }
                depth == 0 && matches!(&*tokens[at].text, "{" | ";")
            })?;
            let close = closing(tokens, open)?;
            Some((tokens[at + 1].text.clone(), (tokens[close].line - tokens[open].line).saturating_sub(1)))
        };
        starts.filter_map(function).collect()
    }

    /// Returns the lines of results whose error is a text: `Result<T, String>`, `Result<T, &str>`, `Result<T, Option<String>>`.
    pub(crate) fn text_errors(&self) -> Vec<usize> {
        text_errors(&self.tokens)
    }
}

fn text_errors(tokens: &[Token]) -> Vec<usize> {
    let is_text = |error: &[Token]| {
        let plain = ["String", "str", "&", "static", "Option", "Cow", "Box", "<", ">", ","];
        error.iter().all(|token| plain.contains(&&*token.text)) && error.iter().any(is_word)
    };
    let result = |at: usize| {
        let (mut depth, mut comma) = (0_usize, None);
        for at in at + 1..tokens.len() {
            match &*tokens[at].text {
                "<" | "(" | "[" => depth += 1,
                // Not the end of an arrow.
                ">" if tokens[at - 1].text == "-" => {}
                ">" | ")" | "]" => depth = depth.checked_sub(1)?,
                "," if depth == 1 => comma = comma.or(Some(at)),
                _ => {}
            }
            if depth == 0 {
                return comma.map(|comma| &tokens[comma + 1..at]);
            }
        }
        None
    };
    let starts = tokens.windows(2).enumerate().filter(|(_, two)| two[0].text == "Result" && two[1].text == "<");
    starts.filter(|&(at, _)| result(at).is_some_and(is_text)).map(|(_, two)| two[0].line).collect()
}

/// Reads the modules of all crates from their roots, without those that are compiled for tests only.
pub(crate) fn modules() -> Vec<Module> {
    let mut modules = Vec::new();
    for root in crates() {
        let first = modules.len();
        add(&root, "lib.rs", "", first, &mut modules);
    }
    modules
}

fn add(root: &str, file: &str, folder: &str, parent: usize, modules: &mut Vec<Module>) -> usize {
    let path = format!("{root}/{file}");
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(project.join(&path)).unwrap_or_else(|_| panic!("{path} is a module"));
    let tokens = without_tests(tokens(&text));
    let (names, paths) = imports(&tokens);
    let declared: Vec<String> = tokens
        .windows(3)
        .filter(|three| three[0].text == "mod" && three[2].text == ";")
        .map(|three| three[1].text.clone())
        .collect();
    let index = modules.len();
    modules.push(Module { path, file: placed(root, file), children: BTreeMap::new(), parent, tokens, names, paths });
    for name in declared {
        let inside = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let beside = [format!("{inside}.rs"), format!("{inside}/mod.rs")];
        let exists = |file: &&String| project.join(root).join(file).exists();
        let file = beside.iter().find(exists).expect("a declared module is a file");
        let child = add(root, file, &inside, index, modules);
        modules[index].children.insert(name, child);
    }
    index
}

/// Returns the files that each file imports, with the names.
pub(crate) fn arrows(modules: &[Module]) -> Vec<BTreeMap<usize, BTreeSet<String>>> {
    let arrows = |index: usize| {
        let mut found: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for path in &modules[index].paths {
            if let Some(to) = resolve(modules, index, path, 0).filter(|&to| to != index) {
                found.entry(to).or_default().insert(path.last().cloned().unwrap_or_default());
            }
        }
        found
    };
    (0..modules.len()).map(arrows).collect()
}

/// Returns the file that defines what a path names in a module; `None` for what other crates define.
fn resolve(modules: &[Module], from: usize, path: &[String], depth: usize) -> Option<usize> {
    const DEEPEST: usize = 16;
    let mut at = from;
    for (place, name) in path.iter().enumerate() {
        at = match &**name {
            "crate" => crate_of(modules, from),
            "self" => at,
            "super" => modules[at].parent,
            _ => match (modules[at].children.get(name), modules[at].names.get(name)) {
                (Some(&child), _) => child,
                (None, Some(longer)) if depth < DEEPEST && longer[..] != *path => {
                    let rest = path[place + 1..].iter().cloned();
                    let whole: Vec<String> = longer.iter().cloned().chain(rest).collect();
                    return resolve(modules, at, &whole, depth + 1);
                }
                _ if place == 0 => return None,
                _ => return Some(at),
            },
        };
    }
    Some(at)
}

/// Returns the root of a module's crate.
pub(crate) fn crate_of(modules: &[Module], mut at: usize) -> usize {
    while modules[at].parent != at {
        at = modules[at].parent;
    }
    at
}

/// Returns the groups of files that import each other in a circle.
pub(crate) fn circles(arrows: &[BTreeMap<usize, BTreeSet<String>>]) -> Vec<Vec<usize>> {
    let reached: Vec<BTreeSet<usize>> = (0..arrows.len())
        .map(|from| {
            let mut reached = BTreeSet::new();
            let mut waiting: Vec<usize> = arrows[from].keys().copied().collect();
            while let Some(next) = waiting.pop() {
                if reached.insert(next) {
                    waiting.extend(arrows[next].keys());
                }
            }
            reached
        })
        .collect();
    let mut circles: BTreeSet<Vec<usize>> = BTreeSet::new();
    for from in (0..arrows.len()).filter(|from| reached[*from].contains(from)) {
        circles.insert(reached[from].iter().copied().filter(|to| reached[*to].contains(&from)).collect());
    }
    circles.into_iter().collect()
}

fn is_word(token: &Token) -> bool {
    token.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Returns the place of the bracket that closes the one at `open`.
fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match &*token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (at > open).then_some(at);
        }
    }
    None
}

/// Splits a text into words and signs; comments and literals are left out.
fn tokens(text: &str) -> Vec<Token> {
    let characters: Vec<char> = text.chars().collect();
    let get = |at: usize| characters.get(at).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < characters.len() {
        let start = at;
        let word = get(at).is_alphabetic() || get(at) == '_';
        if get(at) == '/' && get(at + 1) == '/' {
            while at < characters.len() && get(at) != '\n' {
                at += 1;
            }
        } else if get(at) == '/' && get(at + 1) == '*' {
            at += 2;
            while at < characters.len() && !(get(at) == '*' && get(at + 1) == '/') {
                at += 1;
            }
            at += 2;
        } else if let Some(end) = literal(&get, at, characters.len()) {
            at = end;
        } else if word || get(at).is_ascii_digit() {
            while get(at).is_alphanumeric() || get(at) == '_' {
                at += 1;
            }
            if word {
                tokens.push(Token { text: characters[start..at].iter().collect(), line });
            }
        } else {
            at += if get(at) == ':' && get(at + 1) == ':' { 2 } else { 1 };
            if !get(start).is_whitespace() {
                tokens.push(Token { text: characters[start..at].iter().collect(), line });
            }
        }
        line += characters[start..at.min(characters.len())].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

/// Returns the end of the string or character that starts at a place; also of a lifetime.
fn literal(get: &dyn Fn(usize) -> char, start: usize, length: usize) -> Option<usize> {
    let mut at = start;
    if get(at) == 'b' && matches!(get(at + 1), '"' | '\'' | 'r') {
        at += 1;
    }
    if get(at) == 'r' && matches!(get(at + 1), '"' | '#') {
        let hashes = (at + 1..).take_while(|&at| get(at) == '#').count();
        at += 1 + hashes;
        if get(at) != '"' {
            return None;
        }
        let ends = |at: usize| get(at) == '"' && (1..=hashes).all(|more| get(at + more) == '#');
        return (at + 1..length).find(|&at| ends(at)).map(|at| at + 1 + hashes);
    }
    if get(at) == '\'' && get(at + 1) != '\\' && get(at + 2) != '\'' {
        return Some(at + 1);
    }
    let quote = Some(get(at)).filter(|quote| matches!(quote, '"' | '\''))?;
    at += 1;
    while at < length && get(at) != quote {
        at += if get(at) == '\\' { 2 } else { 1 };
    }
    Some(at + 1)
}

/// Leaves out what follows `#[cfg(test)]`: an item up to its `;` or its closing brace.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let starts = |at: usize| {
        let marks = [&["#", "[", "cfg", "(", "test", ")", "]"][..], &["#", "[", "cfg", "(", "all", "(", "test"]];
        let is_at = |mark: &[&str]| {
            tokens.len() >= at + mark.len() && mark.iter().zip(&tokens[at..]).all(|(mark, token)| *mark == token.text)
        };
        marks.into_iter().any(is_at)
    };
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !starts(at) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let end = (at + 7..tokens.len()).find(|&at| matches!(&*tokens[at].text, ";" | "{")).unwrap_or(tokens.len());
        let is_block = tokens.get(end).is_some_and(|token| token.text == "{");
        at = 1 + if is_block { closing(&tokens, end).unwrap_or(tokens.len()) } else { end };
    }
    kept
}

type Imports = (BTreeMap<String, Vec<String>>, Vec<Vec<String>>);

/// Returns the names that `use` brings, and the paths that are imported or named elsewhere. What is handed on by `pub use`
/// is a name and no import.
fn imports(tokens: &[Token]) -> Imports {
    let text = |at: usize| tokens.get(at).map_or("", |token| &*token.text);
    let (mut names, mut paths) = (BTreeMap::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        if text(at) == "use" && !matches!(text(at + 1), "<" | ",") {
            let is_public = at > 0 && (text(at - 1) == "pub" || (text(at - 1) == ")" && text(at - 4) == "pub"));
            let end = (at..tokens.len()).find(|&at| text(at) == ";").unwrap_or(tokens.len());
            let mut found = Vec::new();
            tree(&tokens[at + 1..end], &[], &mut found);
            for (name, path) in found {
                names.insert(name, path.clone());
                if !is_public {
                    paths.push(path);
                }
            }
            at = end;
        } else if is_word(&tokens[at]) && text(at + 1) == "::" && !matches!(text(at.wrapping_sub(1)), "::" | ".") {
            let is_visibility = text(at.wrapping_sub(1)) == "in" && text(at.wrapping_sub(2)) == "(";
            let mut path = vec![text(at).to_string()];
            while text(at + 1) == "::" && tokens.get(at + 2).is_some_and(is_word) {
                at += 2;
                path.push(text(at).to_string());
            }
            if !is_visibility {
                paths.push(path);
            }
        }
        at += 1;
    }
    (names, paths)
}

/// Adds the names and paths of a tree of `use`.
fn tree(tokens: &[Token], before: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let mut path = before.to_vec();
    let mut name = None;
    let mut at = 0;
    while at < tokens.len() {
        match &*tokens[at].text {
            "{" => {
                let end = closing(tokens, at).unwrap_or(tokens.len());
                let inside = &tokens[at + 1..end];
                let mut start = 0;
                let mut depth = 0;
                for (place, token) in inside.iter().enumerate() {
                    match &*token.text {
                        "{" => depth += 1,
                        "}" => depth -= 1,
                        "," if depth == 0 => {
                            tree(&inside[start..place], &path, found);
                            start = place + 1;
                        }
                        _ => {}
                    }
                }
                return tree(&inside[start..], &path, found);
            }
            "as" => name = tokens.get(at + 1).map(|token| token.text.clone()),
            "self" if !path.is_empty() => {}
            _ if is_word(&tokens[at]) && name.is_none() => path.push(tokens[at].text.clone()),
            _ => {}
        }
        at += 1;
    }
    if path.len() > before.len() || tokens.iter().any(|token| token.text == "self") {
        let last = path.last().cloned().unwrap_or_default();
        found.push((name.unwrap_or(last), path));
    }
}

#[test]
fn errors_that_are_texts_are_seen() {
    let lines = |text: &str| text_errors(&without_tests(tokens(text)));
    let text = "fn a() -> Result<Vec<(u8, u8)>, String> {}\nfn b(x: &dyn Fn(u8) -> Result<u8, &'static str>) {}\n\
        fn c() -> Result<\n    u8,\n    Option<String>,\n> {}";
    assert_eq!(lines(text), [1, 2, 3]);
    assert_eq!(
        lines("fn a() -> Result<String, Wrong> {}\nfn b() -> Result<fn(u8) -> String, Wrong<String>> {}"),
        [0; 0]
    );
    assert_eq!(lines("#[cfg(test)]\nmod tests { fn a() -> Result<u8, String> {} }"), [0; 0]);
}

#[test]
fn imports_are_seen() {
    let read =
        |text: &str| imports(&without_tests(tokens(text))).1.iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(read("use crate::cnf::Lit;"), ["crate::cnf::Lit"]);
    assert_eq!(read("use crate::{\n ilp::{self, a::B},\n c as d};"), ["crate::ilp", "crate::ilp::a::B", "crate::c"]);
    assert_eq!(read("fn x() { super::y::z(); a.b::<u8>() }"), ["super::y::z"]);
    assert_eq!(read("pub use crate::x; pub(super) use self::y; mod z;"), [""; 0]);
    assert_eq!(read("// crate::x::y\nlet s = \"crate::z\"; let c = '\"'; let d = \"\";"), [""; 0]);
    assert_eq!(read("#[cfg(test)]\nmod tests { use crate::x::y; }\nuse crate::z::w;"), ["crate::z::w"]);
}
