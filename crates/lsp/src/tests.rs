//! Whole texts: every model of the project, and damaged ones.

use crate::complete::complete;
use crate::document::{Document, Host};
use crate::format::formatted;
use crate::hover::hover;
use crate::outline::{folds, symbols};
use crate::problems::{analyse, fixes};
use crate::rename::{prepare, rename};
use crate::syntax::{Content, Node};
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Diagnostic, Words};
use boardwright_base::random::Random;
use boardwright_base::source::{Edit, Span, edited};
use boardwright_families::PUZZLES;
use boardwright_puzzle::Registry;
use std::path::Path;
use std::time::Duration;

const HOST: Host = Host {
    registry: Registry::of(PUZZLES),
    words: Words::PLAIN,
    memory: None,
    file: |_, file| Err(Diagnostic::new("unread-file", "no files in tests").at(file.span, "")),
};

fn document(text: &str) -> Document {
    Document::new(HOST, "file:///model.toml".to_string(), 1, text.to_string())
}

/// The models of some folders, with their paths.
fn models(folders: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let mut found = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(root.join(folder)).expect("there are models") {
            let path = entry.expect("it is readable").path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                found.push((path.display().to_string(), std::fs::read_to_string(&path).expect("it is readable")));
            }
        }
    }
    found.sort();
    found
}

/// Formatting says the same and changes nothing the second time; it is about the layout, which is spoilt first.
#[test]
fn formatting_keeps_models_and_is_idempotent() {
    let mut changed = 0;
    for (path, text) in models(&["alternation", "devils-chessboard", "dissection", "grid", "knightdoku", "lights-out"])
    {
        let own = document(&text);
        let Ok(before) = own.load(&Budget::none()) else { continue };
        let spoilt = text.replace(" = ", "=").replace("\n[", "\n\n\n  [");
        for given in [&text, &spoilt] {
            let once = formatted(given, &own.fields());
            assert_eq!(formatted(&once, &own.fields()), once, "{path}");
            let after = own.load_text(&once, &Budget::none()).unwrap_or_else(|_| panic!("{path} has errors:\n{once}"));
            let spoilt_model = own.load_text(given, &Budget::none()).map(|loaded| loaded.model);
            let same = spoilt_model.is_ok_and(|model| model.says_the_same(&after.model));
            assert!(same, "{path} says something else:\n{once}");
            changed += usize::from(once != **given);
        }
        assert!(before.model.says_the_same(&before.model));
    }
    assert!(changed > 100, "{changed} texts were changed");
}

#[test]
fn pictures_are_aligned() {
    let text = "puzzle=\"grid\"\n[grid]\n  rows   =2\ncolumns = 3  \nvalues = \"1..12\"\ngiven = '''\n      1 12 .\n      10 . 3   \n   '''\n\n\n# a rule\n[[rule]]\neach='row'\nall-different=true";
    let expected = "puzzle = \"grid\"\n\n[grid]\nrows = 2\ncolumns = 3\nvalues = \"1..12\"\ngiven = '''\n1  12 .\n10 .  3\n'''\n\n# a rule\n[[rule]]\neach = 'row'\nall-different = true\n";
    assert_eq!(formatted(text, &document(text).fields()), expected);
    let windows = text.replace('\n', "\r\n");
    assert_eq!(formatted(&windows, &document(&windows).fields()), expected.replace('\n', "\r\n"));
    let hexagons = "puzzle = \"grid\"\n\n[grid]\nshape = \"hexagons\"\ncells = \"\"\"\n . .\n. . .\n . .\n\"\"\"\nvalues = \"1..3\"\n";
    assert_eq!(formatted(hexagons, &document(hexagons).fields()), hexagons, "rows that are indented stay");
}

const TEXT: &str = "# é𝔸\npuzzle = \"grid\"\ntitle = \"x\"\n[grid]\nvalues = [\".\", \"Q\"]\ngiven = \"\"\"\nQ..\n...\n...\n\"\"\"\n\
    [layer.colour]\nvalues = ['r', 'b']\n[names]\nship = [\"Q\"]\n[picture]\nclue = '''\n1..\n...\n..2\n'''\n[list]\nn = { rows = [1, 1, 1] }\n\
    [[rule]]\nname = \"rows\"\neach = [\"row\", \"region clue\"]\nexactly = { Q = 1, \"not Q\" = 2 }\n[[rule]]\nat = \"clue=1\"\naround = \"king\"\non = \"colour\"\n\
    is = ['r']\n[[example]]\nboard = \"Q..\\n.Q.\\n..Q\"\nbreaks = \"rows\"\n[encoding]\nrows.cardinality = \"totalizer\"\n";

/// Every request at every place of texts that are cut off, or that lack or repeat some characters.
#[test]
fn no_text_makes_a_request_panic() {
    let mut random = Random(1);
    let mut texts = vec![TEXT.to_string()];
    for _ in 0..60 {
        let letters: Vec<char> = TEXT.chars().collect();
        let (a, b) = (random.below(letters.len()), random.below(letters.len()));
        texts.push(letters[..a].iter().chain(&letters[b..]).collect());
    }
    let budget = Budget::within(Duration::from_secs(600));
    for text in texts {
        println!("{text:?}");
        let own = document(&text);
        let (_, _) = (symbols(&own), folds(&own));
        let _ = analyse(&own, &budget);
        let _ = fixes(&own, Span::new(0, text.len()), &budget);
        for offset in (0..=own.text.len()).filter(|&at| own.text.is_char_boundary(at)).step_by(7) {
            let _ = complete(&own, offset, &budget);
            let _ = hover(&own, offset, &budget);
            let _ = prepare(&own, offset, &budget);
            let _ = rename(&own, offset, "Z", &budget);
        }
        let _ = formatted(&own.text, &own.fields());
    }
}

/// Returns a text in which what stands at an offset has another name, or the reason of the refusal.
fn renamed_at(text: &str, offset: usize, new: &str) -> Result<String, String> {
    let own = document(text);
    let edit = rename(&own, offset, new, &Budget::none()).map_err(|wrong| wrong.message)?;
    let edit_of = |edit: &serde_json::Value| {
        let range = serde_json::from_value(edit["range"].clone()).expect("a range");
        Edit::new(own.span(range), edit["newText"].as_str().expect("a text"))
    };
    let edits: Vec<Edit> = edit["changes"][&own.uri].as_array().expect("edits").iter().map(edit_of).collect();
    Ok(edited(text, &edits))
}

/// The values, rules and layers of models, renamed and renamed back.
#[test]
fn models_are_renamed_and_restored() {
    let (mut done, mut refused) = (0, 0);
    for (path, text) in models(&["grid", "genres"]).into_iter().step_by(9) {
        let own = document(&text);
        for (offset, new) in nameable(&own) {
            match renamed_at(&text, offset, new) {
                Err(_) => refused += 1,
                Ok(renamed) => {
                    assert_ne!(renamed, text, "{path}");
                    let old = own.text[offset..].split(['"', '\'', ']']).next().expect("a name");
                    let back = renamed_at(&renamed, moved(&text, &renamed, offset), old);
                    assert_eq!(back.as_ref(), Ok(&text), "{path}: {old} to {new}");
                    done += 1;
                }
            }
        }
    }
    println!("{done} names, {refused} refused");
    assert!(done > 60 && refused < done, "{done} names, {refused} refused");
}

/// The places of names in the values, rules and layers of a model, each with a name that is free.
fn nameable(own: &Document) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for table in &own.tree.tables {
        let keys = table.header.iter().flat_map(|header| &header.keys).collect::<Vec<_>>();
        let is_rule = matches!(&keys[..], [key] if key.name == "rule");
        if let [first, layer] = &keys[..]
            && first.name == "layer"
        {
            found.push((layer.span.start, "another-layer"));
        }
        for entry in &table.entries {
            match (&entry.value, entry.name()) {
                (Some(Node { content: Content::List(items), .. }), Some("values")) => {
                    found.extend(
                        items.iter().filter(|item| item.text().is_some()).map(|item| (item.span.start + 1, "Ж")),
                    );
                }
                (Some(value), Some("name")) if is_rule => found.push((value.span.start + 1, "another rule")),
                _ => {}
            }
        }
    }
    found
}

/// The offset in a renamed text of the name that was at an offset: renaming changes nothing else, so names have the same order.
fn moved(before: &str, after: &str, offset: usize) -> usize {
    let (before, after) = (document(before), document(after));
    let index = nameable(&before).iter().position(|(at, _)| *at == offset).expect("it is a name");
    nameable(&after)[index].0
}

/// Names that are renamed and renamed back leave the text as it was, and the model states the same with them.
#[test]
fn renaming_back_restores_the_text() {
    let rename_at =
        |text: &str, needle: &str, new: &str| renamed_at(text, text.find(needle).expect("it is there"), new);
    for (needle, new) in [
        ("Q..\n", "K"),
        ("r', 'b'", "g"),
        ("colour]", "hue"),
        ("rows\"\neach", "lines of \"cells"),
        ("rows\"\neach", "all rows"),
    ] {
        let renamed = rename_at(TEXT, needle, new);
        if new.contains('"') {
            assert_eq!(renamed, Err("a name cannot have '\"'".to_string()));
            continue;
        }
        let renamed = renamed.unwrap_or_else(|wrong| panic!("{needle} to {new}: {wrong}"));
        assert_ne!(renamed, TEXT);
        let old = if needle.starts_with('Q') { "Q" } else { needle.split(['\'', ']', '"']).next().expect("a word") };
        let at = match new {
            "K" => "K..\n".to_string(),
            "g" => "g', 'b'".to_string(),
            "hue" => "hue]".to_string(),
            other => format!("{other}\"\neach"),
        };
        // Quotes of keys that need none are not restored.
        let back = rename_at(&renamed, &at, old).expect("it can be renamed back");
        assert_eq!(back, TEXT, "{needle} to {new}");
    }
    for (new, reason) in [
        ("b", "the name `b` is taken"),
        ("ship", "the name `ship` is taken"),
        ("clue", "the name `clue` is taken"),
        ("KK", "`Q` is a character of a picture"),
        ("x", "`x` has a meaning of its own"),
        ("", "expected a name"),
        ("a b", "a name cannot have ' '"),
    ] {
        let wrong = rename_at(TEXT, "Q..\n", new).expect_err("it is refused");
        assert!(wrong.starts_with(reason), "{new}: {wrong}");
    }
    let escaped = TEXT.replace("exactly = { Q = 1", "forbid = \"QQ\\nQQ\"\nexactly = { Q = 1");
    let renamed = rename_at(&escaped, "Q..\n", "K").expect("it is free");
    assert_eq!(renamed, escaped.replace('Q', "K"), "strings with escapes");
    let ranged = TEXT.replace("[\".\", \"Q\"]", "\"1..3\"").replace("Q", "1");
    let wrong = rename_at(&ranged, "1..\n...", "9").expect_err("a range");
    assert!(wrong.contains("list the values first"), "{wrong}");
}
