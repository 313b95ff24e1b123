//! The gallery has a picture of every grid model, and none is stale.
//!
//! `BOARDWRIGHT_GALLERY=draw cargo test --test contracts gallery::` draws all of it again: `docs/gallery/NAME.svg` and
//! `docs/gallery.md`.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_render::svg;
use boardwright_tasks::task::{self, Ask, Options, Setup};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The parts of the gallery: a heading, and the models in it.
const PARTS: &[(&str, &str)] = &[
    (
        "Pieces on a board",
        "queens-4 queens-5 queens-6 queens-7 queens-8 queens-9 queens-10 queens-11 queens-12 peaceable-queens
        domination-queens domination-kings domination-knights domination-rooks domination-bishops independent-queens
        go-positions most-knights most-knights-5 most-kings most-bishops no-three-in-line-6 no-three-in-line-8 costas-5 costas-6
        knightdoku",
    ),
    (
        "Numbers",
        "sudoku sudoku-x sudoku-killer sudoku-anti-knight sudoku-thermometer sudoku-jigsaw sudoku-sandwich latin-4 latin-5 graeco-latin
        sudoku-arrow signpost peaks entropic-lines x-sums region-sum-lines counting-circles send-more-money
        magic-square-3 magic-square-durer langford-7 langford-8 kakuro futoshiki kropki skyscrapers hidato
        knights-tour-open fillomino ripple-effect little-killer doppelblock easy-as-abc word-square crossword undead
        edge-matching macmahon-squares",
    ),
    (
        "Painted cells and signs",
        "nonogram coloured-nonogram binairo hitori nurikabe heyawake kurodoko lits star-battle tents battleships minesweeper light-up
        lighthouses lights-out lights-out-fewest still-life life-before kakurasu tapa creek nurimisaki cave canal-view
        norinori aqre choco-banana aquarium statue-park snake pentominous shakashaka",
    ),
    ("Lines", "slitherlink masyu yajilin numberlink knights-tour dominoes-8 country-road slant dominosa
        spanning-trees-3 bridges galaxies castle-wall simple-loop barns"),
    (
        "Hexagons, triangles, cubes and graphs",
        "hexagonal-latin-square hexagonal-queens hexagonal-slitherlink independent-triangles latin-cube
        no-three-in-line-space petersen-colours petersen-independent",
    ),
];

/// Pictures side by side.
const ACROSS: usize = 3;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn models() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("models/grid")).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder is readable").path());
    let stem = |path: PathBuf| path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let mut names: Vec<String> = paths.map(stem).collect();
    names.sort();
    names
}

fn load(name: &str) -> Loaded {
    let path = root().join(format!("models/grid/{name}.toml"));
    let text = std::fs::read_to_string(&path).expect("the model is there");
    let source = Source::new(path.display().to_string(), text);
    REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&source, false)))
}

/// The picture of the solution that the program finds by default.
fn picture(loaded: &Loaded) -> String {
    let setup = Setup::resolve(loaded, &Options::default(), &Budget::none()).expect("there is a way");
    let report = task::detached::run(
        &task::Request::new(loaded, &setup, Ask::One),
        &Budget::within(Duration::from_secs(120)),
        &mut task::ignore,
    )
    .expect("no check fails");
    let solution = report.solutions.first().expect("every model of the gallery has a solution");
    svg::titled(&loaded.instance.draw(solution), loaded.model.title.as_deref())
}

fn page() -> String {
    let mut page = "# Gallery\n\nA solution of every model in [models/grid](../models/grid), drawn by `boardwright solve MODEL --format svg`.\n\
                    Each picture links to its model. The language is described in [the reference](grid.md).\n"
        .to_string();
    for (heading, names) in PARTS {
        page.push_str(&format!("\n## {heading}\n\n{}\n{}\n", "| ".repeat(ACROSS) + "|", "| :-: ".repeat(ACROSS) + "|"));
        for row in names.split_whitespace().collect::<Vec<_>>().chunks(ACROSS) {
            for name in row {
                let title = load(name).model.title.unwrap_or_else(|| name.to_string());
                page.push_str(&format!(
                    "| [<img src=\"gallery/{name}.svg\" alt=\"{title}\" width=\"240\">](../models/grid/{name}.toml)<br>{title} "
                ));
            }
            page.push_str(&"| ".repeat(ACROSS - row.len()));
            page.push_str("|\n");
        }
    }
    page
}

#[test]
fn every_model_is_in_the_gallery_as_it_is_drawn() {
    let mut shown: Vec<String> =
        PARTS.iter().flat_map(|(_, names)| names.split_whitespace().map(str::to_string)).collect();
    shown.sort();
    assert_eq!(shown, models(), "the gallery's parts name each model once");
    let drawing = std::env::var("BOARDWRIGHT_GALLERY").is_ok_and(|value| value == "draw");
    let folder = root().join("docs/gallery");
    let mut files = vec![(root().join("docs/gallery.md"), page())];
    files.extend(shown.iter().map(|name| (folder.join(format!("{name}.svg")), picture(&load(name)))));
    let mut stale = Vec::new();
    for (path, text) in files {
        if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
            continue;
        }
        if drawing {
            std::fs::write(&path, text).expect("the gallery can be written");
        } else {
            stale.push(path.display().to_string());
        }
    }
    let help = "draw them again: BOARDWRIGHT_GALLERY=draw cargo test --test contracts gallery::";
    assert!(stale.is_empty(), "{stale:?} are not what the program draws; {help}");
    let pictures = std::fs::read_dir(&folder).expect("the folder is there");
    for entry in pictures.map(|entry| entry.expect("the folder is readable")) {
        let name = entry.path().file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        assert!(shown.contains(&name), "docs/gallery/{name}.svg is of no model");
    }
}
