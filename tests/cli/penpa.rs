//! Drawings of penpa: every drawing that is exported is read back, the forms of links and objects, and damaged links.

use crate::import::content;
use crate::support::boardwright;
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_exchange::export::{Exported, Format, Request, export};
use boardwright_exchange::genre::files::{FILES, open};
use boardwright_exchange::genre::penpa::{Points, pack, unpack};
use boardwright_exchange::import::{ImportError, MAX_TEXT, Options, import};
use boardwright_tasks::task::{self, Ask, Setup};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const NOTHING: Options = Options { flip: false, board: None, problem: None, from: None };

fn exported(text: &str) -> Option<Exported> {
    let source = Source::new("-", text);
    let loaded =
        REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    export(&Request { source: &source, model: &loaded.model, genre: None, format: Format::Penpa, registry: REGISTRY })
        .ok()
}

fn tried(link: &str) -> Result<String, ImportError> {
    import(REGISTRY, "-", link.as_bytes(), &NOTHING, &Budget::none())
}

fn imported(link: &str) -> String {
    tried(link).unwrap_or_else(|no| panic!("{}\n{link}", no.render(false)))
}

/// The comments before the model.
fn remarks(model: &str) -> Vec<&str> {
    model.lines().skip(1).take_while(|line| line.starts_with('#')).collect()
}

fn count(text: &str) -> String {
    let source = Source::new("-", text);
    let loaded = REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|no| panic!("{}", no.render(&source, false)));
    let setup = Setup::resolve(&loaded, &task::Options::default(), &Budget::none()).expect("there is a way");
    let request = task::Request::new(&loaded, &setup, Ask::Count);
    let report = task::run(&request, &Budget::none(), &mut task::ignore).expect("no check of ours fails");
    report.count.expect("it is counted").to_string()
}

/// What a drawing has, and no model needs: the pieces and parameters that it cannot say are assumed.
#[test]
fn the_drawings_of_all_genres_come_back() {
    let fields = REGISTRY.find("grid").expect("a family").fields();
    let mut genres = 0;
    for file in FILES.iter().filter(|file| !file.text.contains("\nshape = ")) {
        let link = exported(file.text).expect("every grid of squares is drawn");
        // Its tips are values of a layer, which a drawing does not have, and says so.
        if file.name == "pencils" {
            assert!(!link.lost.is_empty(), "the tips are listed");
            continue;
        }
        let model = imported(&link.text);
        assert_eq!(content(&model), content(file.text), "{}:\n{model}", file.name);
        let name = &open(file, fields).genre.name;
        assert!(model.contains(&format!("genre = {{ name = \"{name}\" }}")), "{}:\n{model}", file.name);
        let others: Vec<&str> = remarks(&model).into_iter().filter(|line| !line.starts_with("# Assumed: ")).collect();
        // Lines that rules name: a drawing has them, and does not say whose they are.
        let has_lines = ["region-sum-lines", "zipper-lines"].contains(&file.name);
        assert_eq!(others.is_empty(), !has_lines, "{}: {others:?}", file.name);
        genres += 1;
    }
    assert!(genres >= 165, "{genres} genres");
}

/// The same text has the same rules; these are counted, too.
#[test]
fn puzzles_that_come_back_have_their_solutions() {
    for name in ["akari", "kakuro", "kropki", "magnets", "masyu", "star-battle", "tapa", "yajilin", "keen", "undead"] {
        let text = std::fs::read_to_string(format!("models/genres/{name}.toml")).expect("the genre is there");
        let model = imported(&exported(&text).expect("it is drawn").text);
        assert_eq!(count(&model), "1", "{name}");
    }
}

/// The models of a folder, by name.
fn models(folder: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(path).expect("the folder is readable");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it is readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a model is text");
    paths.iter().map(|path| (path.display().to_string(), read(path))).collect()
}

/// The lines of a link.
fn lines(link: &str) -> Vec<String> {
    let packed = link.split("p=").nth(1).expect("a drawing").split('&').next().unwrap_or_default();
    unpack(packed, MAX_TEXT).expect("it is packed").split('\n').map(str::to_string).collect()
}

/// The objects of a drawing.
fn objects(link: &str) -> Value {
    serde_json::from_str(&lines(link)[3]).expect("it is JSON")
}

/// The objects without the colours of their texts, which follow from what they stand on.
fn colourless(objects: &Value) -> Value {
    let texts = objects.as_object().expect("a table").iter();
    texts.map(|(key, text)| (key.clone(), json!([text[0], text[2]]))).collect()
}

/// What is drawn of a model is drawn of the model that comes back, too, with and without a genre.
#[test]
fn drawings_of_models_are_drawn_again() {
    // A genre with a ring around the board, one whose letters are numbers, one with other letters for the parts of ships, lists of
    // runs whose colours a drawing does not explain, and lines along diagonals, which are marks at corners without their rule.
    let rings_and_letters = ["cave.toml", "easy-as-abc.toml", "battleships.toml", "coloured-nonogram.toml"];
    let others = [&rings_and_letters[..], &["entropic-lines.toml", "region-sum-lines.toml"]].concat();
    let mut counts = [0, 0];
    for (name, text) in models("models/grid") {
        let Some(first) = exported(&text) else { continue };
        let model = imported(&first.text);
        let again = exported(&model).expect("it is drawn").text;
        counts[usize::from(model.contains("\ngenre = "))] += 1;
        let (one, other) = (objects(&first.text), objects(&again));
        let is_same = others.iter().all(|other| !name.ends_with(other));
        for table in ["surface", "numberS", "symbol", "line", "lineE", "cage"].iter().filter(|_| is_same) {
            assert_eq!(one[table], other[table], "{name}: {table}\n{model}");
        }
        assert!(!is_same || colourless(&one["number"]) == colourless(&other["number"]), "{name}\n{model}");
        let left_out: Vec<&str> = remarks(&model).into_iter().filter(|line| line.starts_with("# - ")).collect();
        // Without a genre the model has no rules for paths, and comments have them.
        let is_path = |line: &&str| line.contains("along = [[");
        assert!(!is_same || left_out.iter().all(is_path), "{name}: {left_out:?}");
    }
    assert!(counts[0] >= 45 && counts[1] >= 50, "{counts:?}");
}

/// Paths are rules in a genre of numbers; both Sudokus have one solution.
#[test]
fn thermometers_and_arrows_of_a_sudoku_are_rules() {
    for name in ["sudoku-thermometer", "sudoku-arrow"] {
        let run = boardwright(&["export", &format!("models/grid/{name}.toml"), "--to", "penpa", "--genre", "sudoku"]);
        let run = boardwright(&["import", run.stdout.trim()]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{name}");
        assert!(run.stdout.contains("# Assumed: the number"), "{}", run.stdout);
        assert_eq!(count(&run.stdout), "1", "{name}");
    }
}

/// A drawing that is written by hand: its lines, so that each may be another one.
struct Drawn {
    lines: Vec<String>,
}

impl Drawn {
    /// A board of squares with space above, below, to the left and right of it, and these objects.
    fn new(rows: usize, columns: usize, space: [usize; 4], question: &Value) -> Drawn {
        let (height, width) = (rows + space[0] + space[1], columns + space[2] + space[3]);
        let points = Points { rows: height, columns: width };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let cells: Vec<usize> = cells.map(|(row, column)| points.cell(space[0] + row, space[2] + column)).collect();
        let steps: Vec<usize> = (0..cells.len()).map(|at| cells[at] - if at > 0 { cells[at - 1] } else { 0 }).collect();
        let header = format!("square,{width},{height},38,0,1,1,266,266,44,44,0,0,0,0,Title: ,Author: ,,,ON,false");
        let lines = [header, json!(space).to_string(), "{}".to_string(), question.to_string(), "{}".to_string()];
        Drawn { lines: lines.into_iter().chain([json!(steps).to_string()]).collect() }
    }

    /// Puts another line in the place of one.
    fn with(mut self, at: usize, line: &str) -> Drawn {
        self.lines.resize(self.lines.len().max(at + 1), String::new());
        self.lines[at] = line.to_string();
        self
    }

    /// Puts another part in the place of one of the first line.
    fn with_part(self, at: usize, part: &str) -> Drawn {
        let mut parts: Vec<String> = self.lines[0].split(',').map(str::to_string).collect();
        parts[at] = part.to_string();
        self.with(0, &parts.join(","))
    }

    fn link(&self) -> String {
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", pack(&self.lines.join("\n")))
    }
}

/// A masyu of 3 x 3 with a white pearl in the middle and a black one to the right of it: rows of seven places, from 2 x 7 + 2.
fn pearls() -> Value {
    json!({ "symbol": { "24": [1, "circle_L", 1], "25": [2, "circle_M", 1] } })
}

/// A picture of a model, without its line breaks.
fn picture(model: &str, table: &str, name: &str) -> String {
    let model: toml::Table = model.parse().expect("it is TOML");
    let text = model[table][name].as_str().expect("a picture").trim().to_string();
    text.lines().map(str::trim).collect::<Vec<_>>().join("/")
}

#[test]
fn links_have_many_forms() {
    let drawn = Drawn::new(3, 3, [0; 4], &pearls()).with(17, "[\"masyu\"]");
    let link = drawn.link();
    let packed = link.split("p=").nth(1).expect("a drawing");
    let (expected, escaped) = (content(&imported(&link)), packed.replace('+', "%2B").replace('/', "%2F"));
    for form in [
        format!("https://swaroopg92.github.io/penpa-edit/#m=solve&p={packed}&a=tVXRbtMwFH3vV"),
        format!("https://swaroopg92.github.io/penpa-edit/?m=edit&p={packed}"),
        format!("https://opt-pan.github.io/penpa-edit/#m=edit&p={escaped}"),
        format!("swaroopg92.github.io/penpa-edit/#m=edit&l=solvedup&p={}\n", packed.trim_end_matches('=')),
        format!("http://localhost:8000/#m=edit&p={packed}"),
        format!("#m=edit&p={packed}"),
        format!("m=edit&p={packed}"),
    ] {
        let model = imported(&form);
        assert_eq!(content(&model), expected, "{form}");
        assert_eq!(model.contains("# - the setter's answer"), form.contains("&a="), "{model}");
    }
    assert_eq!(picture(&imported(&link), "picture", "pearl"), ".../.wb/...");
    let run = boardwright(&["import", &link]);
    assert!(run.stdout.starts_with("# Imported from the command line, a drawing of penpa-edit.\n"), "{}", run.stdout);
}

#[test]
fn the_genre_is_that_of_the_user_the_tags_or_the_title() {
    let drawn = || Drawn::new(3, 3, [0; 4], &pearls());
    let of_tag = imported(&drawn().with(17, "[\"noconflict\", \"masyu\"]").link());
    assert!(of_tag.contains("genre = { name = \"Masyu\" }") && remarks(&of_tag).is_empty(), "{of_tag}");
    let of_title = imported(&drawn().with_part(15, "Title: Masyu%2C small").with_part(16, "Author: A. Setter").link());
    assert_eq!(remarks(&of_title), ["# Assumed by the title: the genre is Masyu."]);
    assert!(of_title.contains("title = \"Masyu, small\"\nsource = \"A. Setter, https://"), "{of_title}");
    let plain = drawn().with_part(18, "One loop.%2DTurn on black%2C go on");
    assert_eq!(picture(&imported(&plain.link()), "picture", "circle"), ".../.wb/...");
    assert!(imported(&plain.link()).contains("instructions = \"\"\"\nOne loop.\nTurn on black, go on\n\"\"\""));
    assert!(remarks(&imported(&plain.link()))[0].contains("The rules are missing"));
    for genre in ["masyu", "Pearl", "models/genres/masyu.toml"] {
        let run = boardwright(&["import", &plain.link(), "--genre", genre]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{genre}");
        assert_eq!(content(&run.stdout)["picture"], content(&of_tag)["picture"], "{genre}");
    }
    let run = boardwright(&["import", &plain.link(), "--genre", "masiu"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("unknown genre `masiu`") && run.stderr.contains("did you mean `masyu`?"),
        "{}",
        run.stderr
    );
    // The links of puzz.link have names, too.
    let run = boardwright(&["import", "https://puzz.link/p?mashu/6/6/0b090930300b", "--genre", "Masyu"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let run = boardwright(&["import", "tests/import/perimeter.tiler", "--genre", "Masyu"]);
    assert!(run.code == 2 && run.stderr.contains("--genre does not apply to this file"), "{}", run.stderr);
}

/// What is no puzzle of the genre: refused if the user names it, and otherwise a drawing without rules.
#[test]
fn a_drawing_may_be_no_puzzle_of_its_genre() {
    let numbers = json!({ "number": { "18": ["7", 1, "1"] } });
    let drawn = Drawn::new(3, 4, [0; 4], &numbers).with(17, "[\"skyscrapers\"]");
    let model = imported(&drawn.link());
    assert!(
        remarks(&model)[0]
            .contains("names the genre Skyscrapers, but it is no puzzle of it: the board has 4 columns and 3 rows")
    );
    assert_eq!(picture(&model, "picture", "text"), "7.../..../....");
    let run = boardwright(&["import", &drawn.link(), "--genre", "skyscrapers"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("no puzzle of the genre Skyscrapers"), "{}", run.stderr);
    let blocks = json!({ "lineE": { "74,82": 2, "81,82": 2 } });
    let run = boardwright(&["import", &Drawn::new(4, 4, [0; 4], &blocks).link(), "--genre", "sudoku"]);
    assert!(run.code == 2 && run.stderr.contains("do not divide the board into blocks"), "{}", run.stderr);
}

/// The numbers of places follow from rows of eight places on a sheet of 4 x 4: the first cell is 18, and there are 64 of a kind.
#[test]
fn objects_have_many_forms() {
    let text = |value: Value| {
        let question = json!({ "number": { "18": value } });
        picture(&imported(&Drawn::new(4, 4, [0; 4], &question).link()), "picture", "text")
            .split('/')
            .next()
            .map(str::to_string)
    };
    let word = |value: Value| text(value).map(|row| row.split_whitespace().next().unwrap_or_default().to_string());
    let first = |value: Value| word(value).map(|word| word.trim_end_matches('.').to_string());
    assert_eq!(first(json!([12, 1, "1"])).as_deref(), Some("12"), "a number that is no text");
    assert_eq!(first(json!(["3_1", 1, "2"])).as_deref(), Some("3<"), "a number with an arrow");
    assert_eq!(first(json!(["13", 1, "4"])).as_deref(), Some("1,3"), "several numbers");
    assert_eq!(first(json!([[0, 0, 0, 0, 1, 0, 0, 0, 0], 1, "7"])).as_deref(), Some("5"), "a number of nine");
    let question = json!({
        "surface": { "19": 4, "20": 3 },
        "number": { "155": ["8", 1, "1"], "91": ["4", 6, "6"], "16E": ["9", 1, "1"], "15": ["2", 1, "1"] },
        "numberS": { "352": ["11", 1] },
        "symbol": { "35": [[1, 0, 1], "cross", 1], "220": [1, "inequality", 2], "36": [2, "circle_L", 1], "44": [3, "circle_S", 1] },
        "lineE": { "81,82": 2, "82,90": 2, "74,82": 80, "98,108": 3 },
        "freeline": { "26,42": 5 },
        "thermo": [[18, 19, 27]], "killercages": [[44, 45]], "polygon": [[1]], "wall": { "1,2": 2 },
    });
    let model = imported(&Drawn::new(4, 4, [0; 4], &question).link());
    assert_eq!(picture(&model, "picture", "shaded"), ".#%./..../..../....");
    assert_eq!(picture(&model, "picture", "circle"), "..../..../..b./..g.");
    assert!(picture(&model, "picture", "cross").contains("/. 1-3   .   ./"), "{model}");
    assert_eq!(picture(&model, "corner", "text-corner"), "...../...../..4../...../.....");
    for (name, row) in [("link-between", 3), ("text-between", 3)] {
        assert!(picture(&model, "between", name).split('/').nth(row).is_some_and(|row| row != "......."), "{model}");
    }
    let remarks = remarks(&model).join("\n");
    for left_out in ["a thermometer: along = [[1, 1], [1, 2], [2, 2]]", "polygons (1)", "bars between cells (1)"] {
        assert!(remarks.contains(left_out), "{left_out}: {remarks}");
    }
}

/// Numbers beside the board stand in the space, or on rows of the sheet that have no cells.
#[test]
fn numbers_beside_the_board_are_lists() {
    let points = Points { rows: 4, columns: 4 };
    let [above, left, far] = [points.cell(0, 2), points.cell(3, 0), points.cell(0, 0)].map(|cell| cell.to_string());
    let question = json!({ "number": { above: ["3", 1, "1"], left: ["2", 1, "1"], far: ["x", 1, "1"] } });
    let of_space = Drawn::new(3, 3, [1, 0, 1, 0], &question);
    // The same sheet without space: the cells alone say what the board is.
    let of_cells = Drawn { lines: of_space.lines.clone() }.with(1, "[0,0,0,0]");
    for drawn in [of_space, of_cells] {
        let model = imported(&drawn.link());
        assert!(model.contains("top = [\".\", 3, \".\"]\nleft = [\".\", \".\", 2]\n"), "{model}");
        assert!(remarks(&model).join("\n").contains("- the text `x` (1: r0c0)"), "{model}");
        assert!(model.contains("rows = 3\ncolumns = 3\n"), "{model}");
    }
}

#[test]
fn bombs_and_huge_boards_are_refused() {
    let refused = |link: &str| tried(link).expect_err("it is wrong").render(false);
    let bomb = Drawn::new(3, 3, [0; 4], &json!({})).with(7, &"x".repeat(2 * MAX_TEXT)).link();
    assert!(bomb.len() < MAX_TEXT / 100 && refused(&bomb).contains("longer than 16777216 bytes"));
    for side in ["0", "101", "99999999999999999999", "-3", "x"] {
        let drawn = Drawn::new(3, 3, [0; 4], &json!({})).with_part(1, side);
        assert!(refused(&drawn.link()).contains("expected 1 to 100"), "{side}");
    }
    let deep = "[".repeat(1_000_000);
    assert!(refused(&Drawn::new(3, 3, [0; 4], &json!({})).with(3, &deep).link()).contains("not JSON"));
    // A board of the greatest size with a mark everywhere.
    let points = Points { rows: 100, columns: 100 };
    let cells = (0..10_000).map(|cell| points.cell(cell / 100, cell % 100).to_string());
    let numbers: Value = cells.map(|cell| (cell, json!(["2", 1, "1"]))).collect();
    let lines: Value = (0..9_900).map(|at| (format!("{},{}", at + 11_000, at + 11_001), json!(2))).collect();
    let drawn = Drawn::new(100, 100, [0; 4], &json!({ "number": numbers, "lineE": lines }));
    assert!(imported(&drawn.link()).contains("rows = 100\n"));
    assert!(imported(&drawn.with(17, "[\"minesweeper\"]").link()).contains("genre = { name = \"Minesweeper\" }"));
}

/// Drawings with characters and numbers changed, left out and doubled: read or refused, never a panic, and what is read loads.
#[test]
fn no_change_to_a_drawing_makes_it_panic() {
    let genres = ["kakuro", "keen", "killer", "kropki", "magnets", "slant", "star-battle", "tapa", "undead", "yajilin"];
    let texts = genres.map(|name| {
        let text = std::fs::read_to_string(format!("models/genres/{name}.toml")).expect("the genre is there");
        lines(&exported(&text).expect("it is drawn").text)
    });
    let (mut read, mut refused) = (0, 0);
    for seed in 1..=400 {
        let mut random = Random(seed);
        let own = &texts[random.below(texts.len())];
        let keeps_genre = random.below(2) == 0;
        let mut lines = own.clone();
        if !keeps_genre {
            lines[17] = "[]".to_string();
            lines[0] = lines[0].replace("Title: ", "Title: A ");
        }
        for _ in 0..random.within(1, 6) {
            let line = [0, 1, 3, 3, 3, 3, 5][random.below(7)];
            let mut letters: Vec<char> = lines[line].chars().collect();
            let at = random.below(letters.len());
            match random.below(4) {
                0 => {
                    letters[at] = random.one_of(&['0', '1', '5', '9', '-', '.', '_', '#', '?', 'x', '\u{e9}', '\u{7}']);
                }
                1 => letters.insert(at, random.one_of(&['0', '2', '7', ',', ' ', '"'])),
                2 => _ = letters.remove(at),
                _ => {
                    let digit = letters.iter().position(char::is_ascii_digit).unwrap_or(at);
                    letters[digit] = '9';
                }
            }
            lines[line] = letters.into_iter().collect();
        }
        let link = Drawn { lines }.link();
        match tried(&link) {
            Ok(_) => read += 1,
            Err(wrong) => {
                refused += 1;
                assert!(wrong.render(false).starts_with("error[penpa-"), "seed {seed}: {}", wrong.render(false));
                assert!(!wrong.source.name.contains("as a model"), "seed {seed}: {}", wrong.render(false));
            }
        }
        // Characters of the link itself.
        let mut bytes = link.into_bytes();
        let at = random.below(bytes.len());
        bytes[at] = random.one_of(b"AZaz09+/=%&#?-");
        let changed = String::from_utf8(bytes).expect("ASCII");
        if let Err(wrong) = tried(&changed) {
            assert!(wrong.render(false).starts_with("error["), "seed {seed}");
        }
    }
    assert!(read > 50 && refused > 50, "{read} read, {refused} refused");
}
