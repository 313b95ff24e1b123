//! Grid models with random mistakes: each is read, or rejected with an error, without a panic.
//!
//! Words, numbers and lines of the collection's models are exchanged, doubled and left out, so that most of what comes out
//! is nearly right. `MUTATIONS=100000 cargo test --test puzzles mutations::` runs longer; the seed is printed with what fails.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_ir::constraint::Roles;
use boardwright_render::{svg, text};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_solvers::pipeline::to_cnf;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// So many mutations without `MUTATIONS`.
const USUAL: usize = 400;
/// The maximum number of places of boards that become constraints, and of constraints that become clauses.
const SMALL: usize = 150;

fn models() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut models = Vec::new();
    for folder in ["models/grid", "tests/diagnostics", "tests/warnings"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the folder is there");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("it is readable").path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
            let text = std::fs::read_to_string(path).expect("a model is text");
            models.extend(Some(text).filter(|text| text.contains("puzzle = \"grid\"")));
        }
    }
    assert!(models.len() > 60, "the models were not found");
    models
}

/// Where words, numbers and signs begin and end.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let kind = |c: char| match c {
        c if c.is_ascii_digit() => 0,
        c if c.is_alphanumeric() || c == '-' => 1,
        '\n' => 2,
        c if c.is_whitespace() => 3,
        _ => 4,
    };
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    let mut last = None;
    for (at, character) in text.char_indices() {
        let own = kind(character);
        match tokens.last_mut() {
            Some(token) if last == Some(own) && own < 2 => token.end = at + character.len_utf8(),
            _ => tokens.push(at..at + character.len_utf8()),
        }
        last = Some(own);
    }
    tokens
}

fn mutated(text: &str, words: &[String], random: &mut Random) -> String {
    let mut text = text.to_string();
    for _ in 0..1 + random.below(4) {
        let pick = |count: usize, random: &mut Random| random.below(count.max(1));
        if random.below(3) == 0 {
            let mut lines: Vec<&str> = text.lines().collect();
            let (from, to) = (pick(lines.len(), random), pick(lines.len(), random));
            match random.below(3) {
                0 if lines.len() > 1 => drop(lines.remove(from)),
                1 => lines.insert(to, lines[from]),
                _ => lines.swap(from, to),
            }
            text = lines.join("\n") + "\n";
            continue;
        }
        let tokens = tokens(&text);
        let token = tokens[pick(tokens.len(), random)].clone();
        let other = match random.below(5) {
            0 => String::new(),
            1 => text[token.clone()].repeat(2),
            2 => ["0", "-1", "1", "2", "5", "7", "1000000000"][pick(7, random)].to_string(),
            _ => words[pick(words.len(), random)].clone(),
        };
        text.replace_range(token, &other);
    }
    text
}

/// Everything that is done to a model before it is solved.
fn look_at(text: String) {
    let source = Source::new("mutated.toml", text);
    let loaded = match REGISTRY.load(&source, &Budget::none()) {
        Ok(loaded) => loaded,
        Err(wrong) => {
            assert!(wrong.render(&source, false).contains("error["), "a refusal says why");
            return;
        }
    };
    let picture = loaded.instance.draw_givens();
    text::render(&picture, text::Style { colour: true, width: 80 });
    svg::render(&picture);
    let places: usize = picture.panels.iter().map(|panel| panel.height() * panel.width()).sum();
    if loaded.puzzle.name() != "grid" || places > SMALL {
        return;
    }
    let lint = loaded.instance.lint().expect("grids have warnings");
    for odd in lint.warnings(None, &Budget::none()).expect("there is no limit") {
        assert!(odd.warning(&source, false).starts_with("warning["));
    }
    if let Ok(group) = loaded.instance.symmetries(false) {
        let lines = loaded.instance.cells().expect("grids have cells").sheet().lines.len();
        assert!(group.points() >= places + lines, "its points are places, lines, and values of tiles");
        for generator in group.generators() {
            let kind = |point: usize| (point >= places, point >= places + lines);
            assert!((0..group.points()).all(|point| kind(point) == kind(generator.permutation.image(point))));
        }
    }
    let Ok(formulated) = loaded.instance.constrain("values", None, &Budget::none()) else { return };
    let variations = loaded.instance.variations().expect("grids have variations");
    for origin in formulated.problem.origins() {
        variations.changes(origin);
        variations.without(&[origin]);
    }
    if formulated.problem.constraints().len() < 20 * SMALL {
        let _ = to_cnf(&formulated.problem, &Selection::default(), Roles::ALL).map_err(|error| error.to_string());
    }
}

#[test]
fn models_with_mistakes_never_panic() {
    let models = models();
    let mut words: Vec<String> = models
        .iter()
        .flat_map(|text| tokens(text).into_iter().map(|token| text[token].to_string()))
        .filter(|word| word.trim() == word && word.len() < 12)
        .collect();
    words.sort();
    words.dedup();
    let wanted = std::env::var("MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(USUAL);
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(20_261_121);
    let mut random = Random(seed);
    for number in 0..wanted {
        let model = &models[random.below(models.len())];
        let text = mutated(model, &words, &mut random);
        let outcome = catch_unwind(AssertUnwindSafe(|| look_at(text.clone())));
        assert!(outcome.is_ok(), "number {number} of seed {seed} panics:\n{text}");
    }
}
