//! Links of models: written by the codes of genres and read back, and the contents of those of other formats.

use crate::import::content;
use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_exchange::export::{Exported, Format, Request, export};
use boardwright_exchange::genre::files::{FILES, open};
use boardwright_exchange::genre::link::Site;
use boardwright_exchange::import::{Options, import};
use boardwright_tasks::task::{self, Ask, Setup};
use flate2::read::DeflateDecoder;
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;

const NOTHING: Options = Options { flip: false, board: None, problem: None, from: None };

fn exported(text: &str, format: Format, genre: Option<&str>) -> Exported {
    let source = Source::new("-", text);
    let loaded =
        REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let request = Request { source: &source, model: &loaded.model, genre, format, registry: REGISTRY };
    export(&request).unwrap_or_else(|wrong| panic!("{}\n{text}", wrong.message))
}

/// What is imported from a link is exported to it, and is the genre's own example.
#[test]
fn the_examples_of_all_genres_go_there_and_back() {
    let fields = REGISTRY.find("grid").expect("a family").fields();
    let mut links = 0;
    for file in FILES {
        for link in &open(file, fields).genre.links {
            let format = if link.site == Site::Tatham { Format::Tatham } else { Format::PuzzLink };
            let model = import(REGISTRY, "-", link.example.as_bytes(), &NOTHING, &Budget::none())
                .unwrap_or_else(|refused| panic!("{}", refused.render(false)));
            let back = exported(&model, format, None);
            // A genre may have two links of a site; both are links of the model.
            let is_other = open(file, fields).genre.links.iter().any(|other| other.example == back.text);
            assert!(is_other, "{}: {} instead of {}", file.name, back.text, link.example);
            assert_eq!(back.remarks(), Vec::<&str>::new(), "{}", file.name);
            let again = import(REGISTRY, "-", back.text.as_bytes(), &NOTHING, &Budget::none()).expect("it is a link");
            assert_eq!(content(&again), content(file.text), "{}", file.name);
            links += 1;
        }
    }
    assert!(links >= 85, "{links} links");
}

/// Unpacks a link of penpa: its lines, with the substitutions undone that keys need.
fn penpa(link: &str) -> Vec<String> {
    let packed = link.split("#m=edit&p=").nth(1).expect("an edit link").trim();
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: Vec<u8> = packed
        .chars()
        .filter_map(|digit| digits.find(digit))
        .flat_map(|value| (0..6).rev().map(move |bit| (value >> bit & 1) as u8))
        .collect();
    let bytes: Vec<u8> = bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |value, bit| value << 1 | bit)).collect();
    let mut text = String::new();
    DeflateDecoder::new(&bytes[..]).read_to_string(&mut text).expect("it is deflated");
    let known =
        [("zN", "number"), ("zY", "symbol"), ("zS", "surface"), ("zE", "lineE"), ("z1", "numberS"), ("zT", "thermo")];
    let more = [("z6", "killercages"), ("zR", "command_redo"), ("zU", "command_undo"), ("z8", "command_replay")];
    let rest = [("z_", "__a"), ("z3", "arrows"), ("zD", "direction"), ("z0", "squareframe"), ("z5", "polygon")];
    let last =
        [("zL", "line"), ("zW", "wall"), ("zC", "cage"), ("z4", "deletelineE"), ("z7", "nobulbthermo"), ("zG", "grid")];
    let (header, json) = text.split_once('\n').expect("several lines");
    let (header, mut json) = (header.replace("zZ", "z"), json.to_string());
    for (short, long) in known.into_iter().chain(more).chain(rest).chain(last) {
        json = json.replace(short, &format!("\"{long}\""));
    }
    [header.as_str(), json.replace("zZ", "z").as_str()].join("\n").split('\n').map(str::to_string).collect()
}

/// The question of the link of a model, and what the link does not say.
fn question(text: &str) -> (Value, Vec<String>) {
    let exported = exported(text, Format::Penpa, None);
    (serde_json::from_str(&penpa(&exported.text)[3]).expect("it is JSON"), exported.lost)
}

/// How many objects a link has in these tables.
fn objects(question: &Value, tables: &[&str]) -> usize {
    tables.iter().map(|table| question[table].as_object().map_or(0, serde_json::Map::len)).sum()
}

/// The numbers of marks and list entries that a model prints: those that are lines, and all others.
fn printed_marks(text: &str) -> [usize; 2] {
    let model: toml::Table = text.parse().expect("it is TOML");
    let words = |value: &toml::Value| -> Vec<String> {
        let list = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        list.iter().filter_map(|word| word.as_str().map(str::to_string)).collect()
    };
    let hidden = model.get("hidden").map(words).unwrap_or_default();
    let rules = model["rule"].as_array().expect("rules").iter();
    let sets: Vec<String> = rules.filter_map(|rule| rule.get("each")).flat_map(words).collect();
    let is_printed = |name: &str| {
        !hidden.iter().any(|own| own == name) && !sets.iter().any(|set| set.ends_with(&format!("region {name}")))
    };
    let (mut lines, mut others) = (0, 0);
    let of = |table: &str| model.get(table).and_then(toml::Value::as_table).cloned().unwrap_or_default();
    for (_, picture) in ["picture", "between", "corner", "anywhere"]
        .iter()
        .flat_map(|table| of(table))
        .filter(|(name, _)| is_printed(name))
    {
        let rows = picture.as_str().expect("a picture").trim_matches('\n').to_string();
        let is_in_words = rows.lines().any(|row| row.trim().contains(' '));
        let marks: Vec<String> = match is_in_words {
            true => rows.split_whitespace().map(str::to_string).collect(),
            false => rows.chars().filter(|mark| !mark.is_whitespace()).map(String::from).collect(),
        };
        for mark in marks.iter().filter(|mark| *mark != "." && *mark != "_") {
            *if ["#", "/", "\\"].contains(&mark.as_str()) { &mut lines } else { &mut others } += 1;
        }
    }
    fn entries(value: &toml::Value) -> usize {
        match value {
            toml::Value::Array(list) => list.iter().map(entries).sum(),
            other => usize::from(other.as_str() != Some(".")),
        }
    }
    for (_, list) in of("list").iter().filter(|(name, _)| is_printed(name)) {
        others += list.as_table().expect("entries").iter().map(|(_, entry)| entries(entry)).sum::<usize>();
    }
    [lines, others]
}

#[test]
fn penpa_has_what_every_genre_prints() {
    for file in FILES.iter().filter(|file| !file.text.contains("\nshape = ")) {
        let lines = penpa(&exported(file.text, Format::Penpa, None).text);
        assert!(lines[0].starts_with("square,") && lines.len() == 18, "{}", file.name);
        for line in lines[1..].iter().filter(|line| !line.is_empty()) {
            serde_json::from_str::<Value>(line).unwrap_or_else(|wrong| panic!("{}: {wrong}: {line}", file.name));
        }
        let (question, remarks) = question(file.text);
        let [straight, others] = printed_marks(file.text);
        assert!(objects(&question, &["line", "lineE", "surface"]) >= straight, "{}: {question}", file.name);
        let marks = objects(&question, &["surface", "number", "numberS", "symbol"]);
        assert!(marks + remarks.len() >= others, "{}: {others} marks: {question}", file.name);
    }
}

/// What stands on walls is drawn with them, and texts with a `z` arrive.
#[test]
fn penpa_has_walls_with_their_marks() {
    let genre = |name: &str| std::fs::read_to_string(format!("models/genres/{name}.toml")).expect("it is there");
    // Ten black walls, five of them with a white number.
    let (akari, _) = question(&genre("akari"));
    let numbers: Vec<&Value> =
        akari["number"].as_object().expect("numbers").values().map(|number| &number[1]).collect();
    assert_eq!((objects(&akari, &["surface"]), numbers), (10, vec![&json!(4); 5]));
    // 12 is in the upper right quarter of r2c1, 19 in the lower left one of r1c2: 8 x 8 points, cells from row and column 2.
    let (kakuro, _) = question(&genre("kakuro"));
    let quarter = |row: usize, column: usize, at: usize| (4 * 64 + 4 * (8 * (row + 1) + column + 1) + at).to_string();
    assert_eq!(objects(&kakuro, &["surface", "numberS"]), 7 + 6);
    assert_eq!(kakuro["numberS"][quarter(2, 1, 1)], json!(["12", 4]));
    assert_eq!(kakuro["numberS"][quarter(1, 2, 2)], json!(["19", 4]));
    // Seven mirrors are lines, and no walls.
    let (undead, _) = question(&genre("undead"));
    assert_eq!((objects(&undead, &["lineE"]), objects(&undead, &["surface"])), (7, 0));
    let puzzle = "puzzle = \"grid\"\ntitle = \"A puzzle\"\ninstructions = \"Amaze zebras.\"\ngrid = { values = [\"z\", \"y\"], given = \"z.\" }\n";
    let exported = exported(puzzle, Format::Penpa, None);
    let lines = penpa(&exported.text);
    assert!(lines[0].contains("Title: A puzzle,") && lines[0].contains(",Amaze zebras.,"), "{}", lines[0]);
    assert!(lines[3].contains("[\"z\",1,\"1\"]"), "{}", lines[3]);
    assert_eq!(exported.lost, Vec::<String>::new());
}

/// On a board of 5 x 5, the margin of two cells makes rows of nine points; the first cell is 2 x 9 + 2.
#[test]
fn penpa_counts_points_with_its_margin() {
    let text = std::fs::read_to_string("models/genres/slitherlink.toml").expect("it is there");
    let lines = penpa(&exported(&text, Format::Penpa, None).text);
    let question: Value = serde_json::from_str(&lines[3]).expect("it is JSON");
    assert_eq!(question["number"]["20"], json!(["3", 1, "1"]));
    assert_eq!(question["number"]["51"], json!(["2", 1, "1"]));
    assert_eq!(question["number"].as_object().map(serde_json::Map::len), Some(11));
    assert_eq!(&lines[5][..11], "[20,1,1,1,1");
    let kropki = std::fs::read_to_string("models/genres/kropki.toml").expect("it is there");
    let lines = penpa(&exported(&kropki, Format::Penpa, None).text);
    let question: Value = serde_json::from_str(&lines[3]).expect("it is JSON");
    let dots = question["symbol"].as_object().expect("dots are symbols");
    assert!(dots.values().all(|dot| dot[1] == "circle_SS" && (dot[0] == 1 || dot[0] == 2)), "{dots:?}");
}

/// A hidden layer is not missed; one that the puzzle shows is.
#[test]
fn penpa_says_which_layers_are_not_drawn() {
    let text = std::fs::read_to_string("models/genres/moonsun.toml").expect("it is there");
    let remarks = |text: &str| question(text).1.join("\n");
    assert!(!remarks(&text).contains("the layer"), "{}", remarks(&text));
    let shown = text.replace("hidden = [\"grid\", \"kind\"]", "hidden = [\"grid\"]");
    assert!(remarks(&shown).contains("the layer \"kind\" is not drawn"), "{}", remarks(&shown));
}

/// Unpacks a link of f-puzzles.
fn fpuzzles(name: &str) -> (Value, Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name);
    let exported = exported(&std::fs::read_to_string(path).expect("it is there"), Format::FPuzzles, None);
    let packed = exported.text.strip_prefix("https://f-puzzles.com/?load=").expect("a link");
    let units = lz_str::decompress_from_base64(packed).expect("it is packed");
    let text = String::from_utf16(&units).expect("it is text");
    (serde_json::from_str(&text).expect("it is JSON"), exported.lost)
}

#[test]
fn fpuzzles_has_the_constraints_of_sudokus() {
    let none = Vec::<String>::new();
    let (killer, remarks) = fpuzzles("grid/sudoku-killer.toml");
    assert_eq!(killer["killercage"].as_array().map(Vec::len), Some(31));
    assert!(
        killer["killercage"]
            .as_array()
            .is_some_and(|cages| cages.contains(&json!({ "cells": ["R1C1", "R1C2", "R2C2"], "value": "4" }))
                || cages.contains(&json!({ "cells": ["R1C1", "R1C2"], "value": "4" })))
    );
    assert_eq!((killer["size"].clone(), remarks), (json!(9), none.clone()));
    let (thermometers, remarks) = fpuzzles("grid/sudoku-thermometer.toml");
    assert_eq!(thermometers["thermometer"][4], json!({ "lines": [["R5C5", "R4C5"]] }));
    assert_eq!(remarks, none);
    let (arrows, remarks) = fpuzzles("grid/sudoku-arrow.toml");
    assert_eq!(arrows["arrow"][0], json!({ "cells": ["R8C4"], "lines": [["R8C4", "R8C5", "R7C4"]] }));
    assert_eq!(
        (arrows["grid"][0][4].clone(), remarks),
        (json!({ "value": 6, "given": true, "region": 1 }), none.clone())
    );
    let (knight, remarks) = fpuzzles("grid/sudoku-anti-knight.toml");
    assert_eq!((knight["antiknight"].clone(), remarks), (json!(true), none.clone()));
    let (diagonals, _) = fpuzzles("grid/sudoku-x.toml");
    assert_eq!((diagonals["diagonal+"].clone(), diagonals["diagonal-"].clone()), (json!(true), json!(true)));
    let (sandwich, remarks) = fpuzzles("grid/sudoku-sandwich.toml");
    assert_eq!(sandwich["sandwichsum"][0], json!({ "cell": "R1C0", "value": "7" }));
    assert_eq!((sandwich["sandwichsum"][9].clone(), remarks), (json!({ "cell": "R0C1", "value": "4" }), none.clone()));
    let (jigsaw, _) = fpuzzles("grid/sudoku-jigsaw.toml");
    assert_eq!((jigsaw["grid"][0][8]["region"].clone(), jigsaw["grid"][8][8]["region"].clone()), (json!(2), json!(6)));
    let (kropki, remarks) = fpuzzles("genres/kropki.toml");
    // f-puzzles names its negative rule for differences of 1.
    let unmarked = [kropki["nonconsecutive"].clone(), kropki["negative"].clone()];
    assert_eq!((unmarked, remarks), ([json!(true), json!(["ratio"])], none));
    assert!(kropki["difference"].is_array() && kropki["ratio"].is_array());
}

#[test]
fn what_a_link_cannot_say_is_listed() {
    let link = b"https://puzz.link/p?slither/5/5/3222ddj1362ci";
    let text = import(REGISTRY, "-", link, &NOTHING, &Budget::none()).expect("it is a link");
    let more = format!(
        "{}\n[[rule]]\nname = \"short\"\nat = \"clue=3\"\nis = \"inside\"\n",
        text.replace("\n32223", "\n32225")
    );
    let run = boardwright_with(&["export", "-", "--to", "puzz.link"], &more, &[]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert!(run.stderr.contains("row 1, column 5: the code number4 cannot write `5`"), "{}", run.stderr);
    let more = more.replace("\n32225", "\n32223");
    let refused = boardwright_with(&["export", "-", "--to", "puzz.link"], &more, &[]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{}", refused.stderr);
    assert!(refused.stderr.contains("error[export-lossy]"), "{}", refused.stderr);
    let lost = "the link has the rules of Slitherlink, without the model's `at = \"clue=3\"; is = \"inside\"`\n";
    assert!(refused.stderr.contains(lost) && refused.stderr.contains("--lossy"), "{}", refused.stderr);
    let run = boardwright_with(&["export", "-", "--to", "puzz.link", "--lossy"], &more, &[]);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (0, "https://puzz.link/p?slither/5/5/3222ddj1362ci\n"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stderr, format!("warning: {lost}"));
}

/// Five rules without a name that f-puzzles has not: without `--lossy` nothing is written, not even the file.
#[test]
fn a_lost_rule_is_an_error_and_is_listed_once() {
    let folder = Folder::new("lossy");
    let rule = |row: usize| format!("[[rule]]\nalong = [[{row}, 1], [{row}, 2], [{row}, 3]]\nexactly = {{ 1 = 1 }}\n");
    let rules: String = (1..=5).map(rule).collect();
    let sudoku = "puzzle = \"grid\"\n[grid]\nrows = 6\ncolumns = 6\nvalues = \"1..6\"\n\
                  [[rule]]\neach = [\"row\", \"column\"]\nall-different = true\n";
    let model = folder.file("x.toml", format!("{sudoku}{rules}"));
    let link = folder.path("x.txt");
    let command = ["export", &model, "--to", "fpuzzles", "-o", &link];
    let refused = boardwright(&command);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{}", refused.stderr);
    assert!(!Path::new(&link).exists(), "nothing is written");
    let run = boardwright(&[&command[..], &["--lossy"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, "warning: f-puzzles cannot say a rule without a name (5 times)\n"));
    assert!(std::fs::read_to_string(&link).expect("it is written").starts_with("https://f-puzzles.com/?load="));
}

#[test]
fn a_model_without_a_link_is_refused_with_the_reason() {
    let refused = |model: &str, more: &[&str]| {
        let run = boardwright(&[&["export", model], more].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{model}");
        run.stderr
    };
    let none = refused("models/grid/queens-8.toml", &["--to", "puzz.link"]);
    assert!(none.contains("error[no-genre]") && none.contains("--genre NAME"), "{none}");
    let other = refused("models/grid/queens-8.toml", &["--to", "puzz.link", "--genre", "slither"]);
    assert!(other.contains("it has no picture `clue`"), "{other}");
    let unknown = refused("models/grid/queens-8.toml", &["--to", "penpa", "--genre", "slitherlnik"]);
    assert!(unknown.contains("did you mean `slitherlink`?"), "{unknown}");
    let family = refused("models/knightdoku/regular.toml", &["--to", "penpa"]);
    assert!(family.contains("`export` does not support `knightdoku` models"), "{family}");
    let shape = refused("models/grid/hexagonal-slitherlink.toml", &["--to", "penpa"]);
    assert!(shape.contains("boards of the shape `hexagons`"), "{shape}");
    let like = refused("models/grid/nurikabe.toml", &["--to", "fpuzzles"]);
    assert!(like.contains("f-puzzles has only puzzles like a Sudoku"), "{like}");
}

/// IDs that `sgt-loopy --generate 1 4x3tNdn#tilings` of sgt-puzzles 20230122 made, with the number N of the tiling; it promises
/// one solution.
const TILINGS: &[&str] = &[
    "4x3t3:2d322a3a102b11b10a3d2",
    "4x3t4:a0a43a33c233a3a",
    "4x3t5:5a2141c152b11a2b4a1a1b1b4b21d2a204a25",
    "4x3t6:e504b37c2b",
    "4x3t7:a222c2a23b02a3e3a2a33a1a0a23f23b21e2a22b1112a221a21112",
    "4x3t8:c2c2a43b1a4a43332e333e3b44a2a4a1a3a30a2321a1a1",
    "4x3t9:0e030a82262f2b",
    "4x3t10:a3AbA4b5a541c243d33a39e33b83a302c",
    "4x3t13:c20gA23a2c5a3B2b2d16a3422332a1a7214e1102a1b32c4232g0a533",
    "4x3t14:a2b22b242511e3a2a51d4a0a2",
    "4x3t15:Ba2e0a224222c6d2f5a00a28c8",
    // With the parameters 4x4tNde.
    "4x4t11:G-262,2290,144_01c",
    "4x4t12:G-160,2027,144_a30b2",
    // By `loopy.c` of 2025, with the parameters 6x6tNde and 6x6tNdh.
    "6x6t16:1,1,5,2,H_b00a8B78bCCBb",
    "6x6t16:6,0,1,2,H_dADc4b9a7b",
    "6x6t17:0036712P_6A549Ab304d",
    "6x6t17:0036606F_9a6aB62b9aDa0a",
];

#[test]
fn game_ids_of_tilings_have_one_solution_and_are_written_as_they_are_read() {
    for id in TILINGS {
        let link = format!("loopy {id}");
        let model = import(REGISTRY, "-", link.as_bytes(), &NOTHING, &Budget::none());
        let model = model.unwrap_or_else(|no| panic!("{}", no.render(false)));
        assert_eq!(exported(&model, Format::Tatham, None).text, link);
        let source = Source::new(*id, model);
        let loaded = REGISTRY.load(&source, &Budget::none()).expect("it is a model");
        let setup = Setup::resolve(&loaded, &task::Options::default(), &Budget::none()).expect("there is a way");
        let report = task::run(&task::Request::new(&loaded, &setup, Ask::Count), &Budget::none(), &mut task::ignore);
        assert_eq!(report.expect("no check of ours fails").count, Some(1_u32.into()), "{id}");
    }
}
