//! The JSON Schemas of models compared with the reader: they accept what it accepts, and reject what it rejects because of
//! a field table. `cargo test -p boardwright-schema`; tests/contracts/schema.rs compares them with what the program prints.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_families::PUZZLES;
use boardwright_model::{Family, schema_of, schema_of_all, schema_of_table};
use boardwright_puzzle::Puzzle;
use boardwright_study::campaign;
use jsonschema::Validator;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn family(puzzle: &dyn Puzzle) -> Family {
    Family { name: puzzle.name(), summary: puzzle.summary(), fields: puzzle.fields() }
}

/// The schema of all families, of one, or of campaigns.
fn schema(of: Option<&str>) -> Value {
    match of {
        None => schema_of_all(&PUZZLES.iter().map(|puzzle| family(*puzzle)).collect::<Vec<Family>>()),
        Some("campaign") => schema_of_table("Boardwright campaign", "what to compare", campaign::FIELDS),
        Some(name) => schema_of(&family(REGISTRY.find(name).expect("a family"))),
    }
}

fn validator(of: Option<&str>) -> Validator {
    let schema = schema(of);
    assert!(jsonschema::meta::is_valid(&schema), "{of:?}: it is a schema");
    jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{of:?}: {error}"))
}

fn models_of(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(ROOT).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is readable") {
            let path = entry.expect("the folder is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The file as JSON; `None` where it is not even TOML.
fn read(path: &Path) -> Option<Value> {
    toml::from_str(&std::fs::read_to_string(path).expect("a model is text")).ok()
}

fn complaints(validator: &Validator, instance: &Value) -> Vec<String> {
    validator.iter_errors(instance).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn every_model_is_valid() {
    let of_all = validator(None);
    let of_campaigns = validator(Some("campaign"));
    let of_families: Vec<(&str, Validator)> =
        PUZZLES.iter().map(|puzzle| (puzzle.name(), validator(Some(puzzle.name())))).collect();
    let models = models_of("models");
    assert!(models.len() >= 80, "there are {} files", models.len());
    let none: &[String] = &[];
    for path in models {
        let model = read(&path).expect("models are TOML");
        let Some(family) = model["puzzle"].as_str() else {
            assert_eq!(complaints(&of_campaigns, &model), none, "{}", path.display());
            continue;
        };
        assert_eq!(complaints(&of_all, &model), none, "{}", path.display());
        for (name, of_family) in &of_families {
            assert_eq!(of_family.is_valid(&model), *name == family, "{} as {name}", path.display());
        }
    }
}

/// What the reader itself refuses, before a family has looked at it; `None` where it refuses nothing.
fn refused_by_table(path: &Path) -> Option<Vec<&'static str>> {
    let text = std::fs::read_to_string(path).expect("a model is text");
    let source = Source::new(path.display().to_string(), text);
    let names: Vec<&'static str> = PUZZLES.iter().map(|puzzle| puzzle.name()).collect();
    let mistakes =
        boardwright_model::read(&source, &names, &|name| REGISTRY.find(name).map(Puzzle::fields), &Budget::none())
            .err()?;
    Some(mistakes.iter().map(|mistake| mistake.code).collect())
}

#[test]
fn what_the_tables_refuse_the_schema_refuses() {
    let of_all = validator(None);
    let (mut refused, mut accepted) = (0, 0);
    for path in models_of("tests/diagnostics") {
        let Some(model) = read(&path) else { continue };
        // A schema cannot say that rows are equally long, or which words are parameters and what an expression is worth.
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if [
            "dissection-copies",
            "instructions-parameter",
            "parameter-expression",
            "parameter-name",
            "parameter-range",
            "parameter-unknown",
        ]
        .contains(&&name[..])
        {
            continue;
        }
        let codes = refused_by_table(&path).unwrap_or_default();
        let is_wrong = codes.iter().any(|&code| code != "ragged-drawing");
        assert_eq!(!of_all.is_valid(&model), is_wrong, "{}: {codes:?}", path.display());
        *(if is_wrong { &mut refused } else { &mut accepted }) += 1;
    }
    assert!(refused >= 30 && accepted >= 20, "{refused} were refused, {accepted} are for a family to refuse");
}

/// Mistakes made in a right model, one at a time, are refused where they are.
#[test]
fn mistakes_are_refused_at_their_place() {
    let of_all = validator(None);
    let wrong = |text: &str| complaints(&of_all, &toml::from_str(text).expect("it is TOML")).join("\n");
    assert_eq!(wrong("puzzle = 'lights-out'\nlights = '##.'"), "");
    assert_eq!(
        wrong("puzzle = 'lights-out'\nlights = '##.'\nstates = 12"),
        "/states: 12 is greater than the maximum of 9"
    );
    assert!(wrong("puzzle = 'lights-out'\nlights = '##x'").starts_with("/lights: \"##x\" does not match"));
    assert!(wrong("puzzle = 'lights-out'\nlights = '##.'\nclues = '.'").contains("'clues' was unexpected"));
    assert!(wrong("puzzle = 'lights-out'").contains("\"lights\" is a required property"));
    assert!(wrong("puzzle = 'light-out'\nlights = '##.'").starts_with("/puzzle: "));
    assert!(wrong("title = 'x'").contains("\"puzzle\" is a required property"));
    // A strategy has a strategy inside: its mistakes are found at any depth.
    let nested = |strategy: &str| {
        let half = |of: &str| format!("{{ half-board = {{ function = 'majority', of = {of} }} }}");
        wrong(&format!("puzzle = 'devils-chessboard'\nsquares = 8\nstrategy = {}", half(&half(strategy))))
    };
    assert_eq!(nested("'xor'"), "");
    assert!(nested("'xar'").starts_with("/strategy: "));
}

/// Pictures in every form that TOML and the reader take them.
#[test]
fn pictures_are_matched_as_they_are_read() {
    let of_all = validator(None);
    for lights in [
        "#.",
        "#.\\n.#",
        "#.\\n.#\\n",
        "  #.\\n  .#\\n  ",
        "\\t#.\\r\\n\\t.#\\r\\n",
        "#.  \\n.#\\t\\n",
        "01_9",
        " # #\\n# #",
    ] {
        let text = format!("puzzle = 'lights-out'\nstates = 9\nlights = \"{lights}\"");
        assert!(of_all.is_valid(&toml::from_str(&text).expect("it is TOML")), "{lights}");
    }
    for lights in ["", "\\n", "  ", "#.\\n\\n.#", "#.\\nx#"] {
        let text = format!("puzzle = 'lights-out'\nlights = \"{lights}\"");
        assert!(!of_all.is_valid(&toml::from_str(&text).expect("it is TOML")), "{lights}");
    }
}

#[test]
fn defaults_and_examples_are_valid_where_they_stand() {
    /// Every schema inside with its defaults and examples, with a validator that knows the definitions.
    fn walk(schema: &Value, definitions: &Value, checked: &mut usize) {
        let values =
            schema.get("examples").and_then(Value::as_array).into_iter().flatten().chain(schema.get("default"));
        if schema.get("description").is_some_and(Value::is_string) {
            let mut alone = schema.clone();
            alone["definitions"] = definitions.clone();
            let validator = jsonschema::validator_for(&alone).expect("a part of a schema is one");
            for value in values {
                assert!(validator.is_valid(value), "{value} is not valid for {schema}");
                *checked += 1;
            }
        }
        match schema {
            Value::Object(inside) => inside.values().for_each(|inside| walk(inside, definitions, checked)),
            Value::Array(inside) => inside.iter().for_each(|inside| walk(inside, definitions, checked)),
            _ => {}
        }
    }
    let schema = schema(None);
    let mut checked = 0;
    walk(&schema, &schema["definitions"], &mut checked);
    assert!(checked >= 50, "{checked} values were checked");
}
