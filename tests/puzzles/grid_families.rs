//! Knightdoku and Lights Out by rules: models of these families, written again in the grid language, have as many solutions.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_model::Model;
use boardwright_puzzle::Loaded;
use boardwright_tasks::task::{self, Ask, Options, Setup};
use std::path::Path;
use std::time::Duration;

fn of_folder(family: &str, name: &str) -> Loaded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("models/{family}/{name}.toml"));
    let text = std::fs::read_to_string(&path).expect("the model is there");
    load(&path.display().to_string(), &text)
}

fn load(name: &str, text: &str) -> Loaded {
    let source = Source::new(name, text);
    REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&source, false)))
}

/// The answer, the optimum and the number of solutions, up to 500.
fn answer(loaded: &Loaded) -> (&'static str, Option<i64>, Option<String>) {
    let setup = Setup::resolve(loaded, &Options::default(), &Budget::none()).expect("there is a way");
    let budget = Budget::within(Duration::from_secs(60));
    let one = task::detached::run(&task::Request::new(loaded, &setup, Ask::One), &budget, &mut task::ignore)
        .expect("no check of ours fails");
    let all = task::detached::run(&task::Request::new(loaded, &setup, Ask::UpTo(500)), &budget, &mut task::ignore)
        .expect("no check of ours fails");
    assert!(all.complete, "there are at most 500");
    (one.answer.name(), one.optimum, all.count.map(|count| count.to_string()))
}

fn rows(model: &Model, key: &str) -> Vec<String> {
    let drawing = model.fields.drawing(key).expect("the model has a picture");
    drawing.rows().map(str::to_string).collect()
}

fn knightdoku(model: &Model) -> String {
    let clues = rows(model, "clues").join("\n");
    let number = |key: &str| model.fields.integer(key).unwrap_or(3);
    let block = model.fields.get("block").and_then(|given| given.value.as_list());
    let block = block.map_or("3x3".to_string(), |sides| {
        let side = |index: usize| sides[index].value.as_integer().expect("a side is a number");
        format!("{}x{}", side(0), side(1))
    });
    let reach = model.fields.text("reach").unwrap_or("knight");
    let (line, part) = (number("per_line"), number("per_block"));
    format!(
        "puzzle = 'grid'\ngrid = {{ values = ['.', 'N'] }}\n[picture]\nclue = '''\n{clues}\n'''\n\
         [[rule]]\neach = ['row', 'column']\nexactly = {{ N = {line} }}\n\
         [[rule]]\neach = 'block {block}'\nexactly = {{ N = {part} }}\n\
         [[rule]]\nat = 'clue'\nis = 'N'\n\
         [[rule]]\nat = 'clue'\naround = '{reach}'\nexactly = {{ N = 'clue' }}\n"
    )
}

#[test]
fn knightdoku_by_rules() {
    for name in ["regular", "warm-up", "several", "camel", "kings", "impossible"] {
        let family = of_folder("knightdoku", name);
        let by_rules = load(name, &knightdoku(&family.model));
        assert_eq!(answer(&family), answer(&by_rules), "{name}");
    }
}

fn lights_out(model: &Model) -> String {
    let lights = rows(model, "lights");
    let (height, width) = (lights.len(), lights[0].len());
    let lights = lights.join("\n");
    // A knight's press does not change its own light.
    let (reach, including) = match model.fields.text("reach").unwrap_or("plus") {
        "plus" => ("wazir", true),
        "knight" => ("knight", false),
        other => (other, true),
    };
    let wrap = model.fields.boolean("wrap") == Some(true);
    let fewest = if model.fields.boolean("fewest") == Some(true) { "[minimize]\ncount = 'P'\n" } else { "" };
    format!(
        "puzzle = 'grid'\ngrid = {{ rows = {height}, columns = {width}, wrap = {wrap}, values = ['.', 'P'] }}\n\
         [picture]\nlit = '''\n{lights}\n'''\n\
         [[rule]]\naround = '{reach}'\nincluding = {including}\nparity = {{ P = 'lit' }}\n{fewest}"
    )
}

#[test]
fn lights_out_by_rules() {
    for name in ["dugu", "dugu-unsolvable", "king", "knight", "torus", "all-on-4", "all-on-5", "all-on-6"] {
        let family = of_folder("lights-out", name);
        let by_rules = load(name, &lights_out(&family.model));
        assert_eq!(answer(&family), answer(&by_rules), "{name}");
    }
}
