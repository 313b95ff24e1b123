//! Puzzles of other programs: imported, and then solved; and wrong files with the whole error beside each,
//! `tests/import/wrong/<case>` and `<case>.stderr`.
//!
//! `BLESS=1 cargo test --test cli import::` writes the errors that are printed now; read them before you keep them.

use crate::support::{boardwright, boardwright_with};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_exchange::import::{ImportError, MAX_TEXT, Options as ImportOptions, import};
use boardwright_tasks::answer::Report;
use boardwright_tasks::task::{self, Ask, Options, Setup};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import")
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn solved(name: &str, model: String) -> Report {
    let source = Source::new(name, model);
    let loaded =
        REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("there is a way");
    task::run(&task::Request::new(&loaded, &setup, Ask::Count), &Budget::none(), &mut task::ignore)
        .expect("no check of ours fails")
}

/// The number of solutions of an imported file.
fn count(name: &str, options: &ImportOptions) -> u64 {
    let model = import(REGISTRY, name, &bytes(name), options, &Budget::none())
        .unwrap_or_else(|refused| panic!("{}", refused.render(false)));
    let count = solved(name, model).count.expect("it is counted");
    u64::try_from(&count).expect("they are few")
}

const NOTHING: ImportOptions = ImportOptions { flip: false, board: None, problem: None, from: None };
const FLIP: ImportOptions = ImportOptions { flip: true, ..NOTHING };

fn problem(number: usize) -> ImportOptions {
    ImportOptions { problem: Some(number), ..NOTHING }
}

/// The model of the same stones expects 104, which another program counted.
#[test]
fn the_draughts_board_is_the_same_in_every_format() {
    let text = std::fs::read_to_string(folder().join("../../models/dissection/draughts-board.toml"));
    let source = Source::new("draughts-board.toml", text.expect("the model is there"));
    let loaded = REGISTRY.load(&source, &Budget::none()).expect("it is well formed");
    assert_eq!(loaded.model.expect.and_then(|expect| expect.count), Some(104));
    for name in ["draughts-board.txt", "draughts-board-in-a-line.txt", "draughts-board.xmpuzzle"] {
        assert_eq!(count(name, &NOTHING), 104, "{name}");
    }
}

/// Both counted by a program of a dozen lines that tries everything.
#[test]
fn stones_lie_on_a_square_or_on_the_given_board() {
    assert_eq!(count("white-corners.txt", &NOTHING), 8);
    for ((height, width), solutions) in [((2, 6), 2), ((6, 2), 2), ((3, 4), 12), ((4, 3), 12), ((1, 12), 0)] {
        let options = ImportOptions { board: Some((height, width)), ..NOTHING };
        assert_eq!(count("three-by-four.txt", &options), solutions, "{height} x {width}");
    }
}

/// Pentominoes: 8 and 520 are published (C. Haselgrove; D. Scott, *Programming a combinatorial puzzle*, 1958).
#[test]
fn a_puzzle_of_burrtools_is_read_plain_and_packed() {
    assert_eq!(count("pentominoes.xmpuzzle", &problem(1)), 8);
    assert_eq!(count("pentominoes.xmpuzzle", &problem(2)), 520);
    assert_eq!(count("packed.xmpuzzle", &problem(1)), 8);
    let plain =
        import(REGISTRY, "-", &bytes("pentominoes.xmpuzzle"), &problem(2), &Budget::none()).expect("it is read");
    assert_eq!(
        import(REGISTRY, "-", &bytes("packed.xmpuzzle"), &problem(2), &Budget::none()).expect("it is read"),
        plain
    );
}

/// Dominoes that need not cover a grid of 2x3 are its matchings: 1, 7, 11 and 3 of 0 to 3 edges, 22 in all (OEIS A030186).
/// With two opposite corners to be covered, 22 - 10 - 10 + 5 are left.
/// Solids are dissections in space. The Soma cube has 240 solutions up to turns and mirror images (J. H. Conway and M. Guy, 1961).
#[test]
fn solids_of_burrtools_are_dissections_in_space() {
    assert_eq!(count("soma.xmpuzzle", &problem(1)), 48 * 240);
    // The comment is in Latin-1.
    let model = import(REGISTRY, "-", &bytes("soma.xmpuzzle"), &NOTHING, &Budget::none()).expect("it is read");
    assert!(model.contains("Würfel von Piet Hein"), "{model}");
    // Two slabs in three directions; two rods on the opposite corners, three places for each; slabs and rods as above, a slab and two
    // rods in six halves of two ways, and nine ways of four rods, which are the perfect matchings of the cube's corners.
    let solutions = [1, 2, 3].map(|number| count("slabs.xmpuzzle", &problem(number)));
    assert_eq!(solutions, [3, 9, 3 + 12 + 9]);
}

#[test]
fn variable_voxels_may_stay_empty() {
    let solutions = [1, 2, 3, 4].map(|number| count("holes.xmpuzzle", &problem(number)));
    assert_eq!(solutions, [22, 3 + 11, 7, 7]);
    // The coloured domino on the coloured voxels, and the other nowhere or in one of two places; or the plain one there,
    // and the coloured one in one of two places.
    assert_eq!(count("coloured-holes.xmpuzzle", &NOTHING), 5);
}

/// Five tilings of 2x4 by dominoes, and one of four dominoes is the other piece.
#[test]
fn colours_go_together_as_the_problem_says() {
    assert_eq!(count("other-colours.xmpuzzle", &NOTHING), 20);
}

/// 36: OEIS A004003. 520 and 8: pentominoes, published. 2: each T-tetromino tiling of 4x4 and its mirror image (M. Korn,
/// I. Pak, *Tilings of rectangles with T-tetrominoes*, 2004). 19: matchings of 2x3 with at most two edges.
#[test]
fn tilers_notations_are_all_read() {
    assert_eq!(count("dominoes.tiler", &NOTHING), 36);
    assert_eq!(count("perimeter.tiler", &NOTHING), 2);
    assert_eq!(count("in-a-line.tiler", &NOTHING), 2);
    assert_eq!(count("at-most.tiler", &NOTHING), 1 + 7 + 11);
    assert_eq!(count("pentominoes.tiler", &FLIP), 8);
    assert_eq!(count("every-notation.tiler", &FLIP), 520);
}

#[test]
fn tilers_pieces_are_turned_over_only_with_flip() {
    let count = |options: &ImportOptions| {
        let model = import(REGISTRY, "-", b"2x3\n\n1:5P\n\n1:1\n", options, &Budget::none()).expect("it is read");
        solved("-", model).count.expect("it is counted").to_string()
    };
    // The monomino in a corner leaves a P or its mirror image: two corners for each hand.
    assert_eq!((count(&NOTHING), count(&FLIP)), ("2".to_string(), "4".to_string()));
}

/// Links and IDs of the example in the template of each kind, encoded by hand from it.
const OWN: &[(&str, &str)] = &[
    ("adjacent", "unequal 4a:0R,0L,0,0,0,0D,0RD,0DL,0R,2UL,0UR,0UL,0R,0L,0R,0L,"),
    ("akari", "https://puzz.link/p?akari/6/6/h.gbc.j.gcjbh.gc.g"),
    ("akari", "lightup 6x6:bBa1b2bBdBa2f1dBa2bBa"),
    ("battleships", "https://puzz.link/p?battleship/6/6/211321311203i54zp6//c"),
    ("binairo", "unruly 6x6u:CKDebaIAa"),
    ("dominion", "https://puzz.link/p?dominion/5/5/g1g2r3g3h3g3g"),
    ("dominosa", "dominosa 4:312240443102440142322331110003"),
    ("fillomino", "https://puzz.link/p?fillomino/5/5/1h4h5i4g2i3i3h1g"),
    ("fillomino", "filling 5x5:1b4b5c4a2c3c3b1a"),
    ("futoshiki", "unequal 4:0,0,0,0,0,0,0RL,0,0,0,4,0,0,0,0R,0,"),
    ("heyawake", "https://puzz.link/p?heyawake/6/6/kiqll0241q2ug242g3"),
    ("hitori", "https://puzz.link/p?hitori/5/5/2124555321144155321433122"),
    ("hitori", "singles 5x5:2124555321144155321433122"),
    ("kakuro", "https://puzz.link/p?kakuro/4/4/.j070D00cm0hm0Am"),
    ("keen", "keen 4:_a_a_a2c_6a_2,m8d4s1s2a5a4m6s3"),
    ("killer", "solo 2x3k:s2p,_baaa__a_b___a_aaaaaaa__________b_a__ba,6_15b4b8a11a8_16a7a6d11b6_8b13b7d"),
    ("kropki", "https://puzz.link/p?kropki/4/4/91phikco"),
    ("kurodoko", "https://puzz.link/p?kurodoko/5/5/g8k7i6o5g2g"),
    ("kurodoko", "range 5x5:a8e7c6i5a2a"),
    ("lits", "https://puzz.link/p?lits/6/6/1caal47d0dl6"),
    ("magnets", "magnets 5x4:..22.,.2..,....2,.322,TTLRTBBTTBLRBBTLRLRB"),
    ("masyu", "https://puzz.link/p?mashu/6/6/0b090930300b"),
    ("masyu", "pearl 6x6:cWaBcWeWcWeWgWaB"),
    ("minarism", "https://puzz.link/p?minarism/4/4/jgi2htggj2i"),
    ("minesweeper", "https://puzz.link/p?mines/5/5/g11g2k1i42g23h2i"),
    ("mosaic", "mosaic 6x6:1b53b57e887a4a66a45a5a65a3d"),
    ("nonogram", "https://puzz.link/p?nonogram/6/6/12g31g4h4h31g12g2h4h1216h11g22g"),
    ("nonogram", "pattern 6x6:2.1/1.3/4/4/1.3/2.1/2/4/1.2.1/6/1.1/2.2"),
    ("numberlink", "https://puzz.link/p?numlin/5/5/1m2g231h4m43"),
    ("nurikabe", "https://puzz.link/p?nurikabe/5/5/h4h2k4s"),
    ("palisade", "palisade 5x5n5:2d2232h3c232a"),
    ("shakashaka", "https://puzz.link/p?shakashaka/5/5/h.jc1.hbh.h.h"),
    ("shikaku", "https://puzz.link/p?shikaku/5/5/h64q6k3g6g"),
    ("shikaku", "rect 5x5:b6_4k6e3a6a"),
    ("signpost", "signpost 4x4:1cffeea12ceecaacag16a"),
    ("skyscrapers", "https://puzz.link/p?skyscrapers/4/4/g2h2h3g1k3"),
    ("skyscrapers", "towers 4:/2///2///3//1//////3"),
    ("slant", "slant 5x5:c2a02a1e3b2c32b411a0f"),
    ("slitherlink", "https://puzz.link/p?slither/5/5/3222ddj1362ci"),
    ("slitherlink", "loopy 5x5t0:32223b3f131a22e"),
    ("star-battle", "https://puzz.link/p?starbattle/6/6/1/kikd44216ojo"),
    ("sudoku", "https://puzz.link/p?sudoku/9/9/3h7g5h19l7i1h9n64h6g3g2k87g4g93l2l87g35o4"),
    ("sudoku", "solo 3x3:3b7a5b1_9f7c1b9h6_4b6a3a2e8_7a4a9_3f2f8_7a3_5i4"),
    ("tents", "https://puzz.link/p?tents/6/6/112030112111k5383331"),
    ("tracks", "tracks 5x5:b5i5l,1,5,3,S4,0,3,S3,3,1,3"),
    ("unruly", "unruly 6x6:CAdbgAebaJa"),
    ("yajilin", "https://puzz.link/p?yajilin/6/6/e31a0.0.e0.b0.a0.21h0.d11a"),
];

/// Returns everything in a model except its origin. A board without given values is its size.
pub(crate) fn content(model: &str) -> toml::Table {
    let mut table: toml::Table = model.parse().expect("it is TOML");
    if let Some(grid) = table.get_mut("grid").and_then(|grid| grid.as_table_mut())
        && let Some(given) = grid.get("given").and_then(|given| given.as_str()).map(str::to_string)
        && given.chars().all(|character| ".\n".contains(character))
    {
        grid.remove("given");
        grid.insert("rows".into(), (given.lines().count() as i64).into());
        grid.insert("columns".into(), (given.lines().next().map_or(0, str::len) as i64).into());
    }
    for key in ["title", "source", "expect", "genre", "example"] {
        table.remove(key);
    }
    table
}

#[test]
fn links_to_our_own_examples_are_our_own_examples() {
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/genres");
    for (kind, link) in OWN {
        let template = std::fs::read_to_string(templates.join(format!("{kind}.toml"))).expect("the template is there");
        let model = import(REGISTRY, "-", link.as_bytes(), &NOTHING, &Budget::none())
            .unwrap_or_else(|refused| panic!("{}", refused.render(false)));
        assert_eq!(content(&model), content(&template), "{link}");
        assert_eq!(solved(link, model).count.expect("it is counted"), 1u32.into(), "{link}");
    }
    // Kinds that neither puzz.link nor the collection has.
    let unlinked = [
        "akari-regional",
        "box",
        "buraitoraito",
        "coloured-nonogram",
        "counting-circles",
        "disco",
        "fobidoshi",
        "hidato",
        "kakurasu",
        "linesweeper",
        "magic-square",
        "marupeke",
        "meadows",
        "number-sums",
        "numbered-rooms",
        "pipelink-returns",
        "region-sum-lines",
        "road-planning",
        "slovak-sums",
        "str8ts",
        "sujiko",
        "survo",
        "tango",
        "tenner-grid",
        "trinudo",
        "x-sums",
        "yajikabe",
        "zipper-lines",
    ];
    for entry in std::fs::read_dir(&templates).expect("the templates are there") {
        let name = entry.expect("it is readable").file_name().to_string_lossy().replace(".toml", "");
        let text = std::fs::read_to_string(templates.join(format!("{name}.toml"))).expect("the genre is there");
        // `check` compares the links in the files.
        let linked = text.contains("[[genre.link]]") || OWN.iter().any(|(kind, _)| *kind == name);
        assert!(linked || unlinked.contains(&&*name), "no link to the example of {name}");
    }
}

/// The rules of pzprjs: two lines lead from 1 to 1, and only the longer one visits all cells.
#[test]
fn cells_of_a_numberlink_may_stay_empty() {
    let model = import(REGISTRY, "-", b"https://puzz.link/p?numlin/2/2/11h", &NOTHING, &Budget::none())
        .unwrap_or_else(|refused| panic!("{}", refused.render(false)));
    assert_eq!(solved("numlin", model).count.expect("it is counted"), 2u32.into());
    let model = import(REGISTRY, "-", b"https://puzz.link/p?arukone/2/2/11h", &NOTHING, &Budget::none())
        .unwrap_or_else(|refused| panic!("{}", refused.render(false)));
    assert_eq!(solved("arukone", model).count.expect("it is counted"), 1u32.into());
}

#[test]
fn rules_change_only_if_the_puzzle_differs_from_the_template() {
    let has = |link: &str, wanted: &[&str]| {
        let model = import(REGISTRY, "-", link.as_bytes(), &NOTHING, &Budget::none())
            .unwrap_or_else(|no| panic!("{}", no.render(false)));
        wanted.iter().for_each(|part| assert!(model.contains(part), "no {part} in\n{model}"));
    };
    let two_stars = "https://puzz.link/p?starbattle/6/6/2/kikd44216ojo";
    has(two_stars, &["stars = 2\n", "at-most = { \"*\" = 1 }"]);
    has("https://puzz.link/p?sudoku/6/6/zv", &["values = \"1..6\"", "h = 2\nw = 3\n"]);
    has("solo 3x2:zj", &["h = 3\nw = 2\n"]);
    has("solo 2x2x:p", &["h = 2\nw = 2\n", "\"block hxw\", \"main diagonal\""]);
    has("loopy 3x2t2:2e", &["cells = \"\"\"\n. .\n . .\n. .\n\"\"\"", "clue = \"\"\"\n2 .\n . .\n. .\n\"\"\""]);
    has("loopy 1x1t1:0_2", &["cells = \"\"\"\n_._\n\"\"\""]);
    has("https://puzz.link/p?lither/4/3/r", &["n = 18"]);
    has("palisade 4x3n3:b2", &["size = 3"]);
    let fleet = "https://puzz.link/p?battleship/4/4/nv/2/21o/31s";
    has(fleet, &["{ shape = \"##\", copies = 1 },\n    { shape = \"###\", copies = 1 },\n]"]);
    has("https://puzz.link/p?numlin/4/4/-10n-10l", &["16 "]);
    has("https://puzz.link/p?numlin/3/1/.g.", &["?.?"]);
    has("https://puzz.link/p?arukone/e/3/1/1g1", &["1.1", "where = \"visited\""]);
    // A hole parts rooms; pzpr leaves out zeros at the end of a shape.
    has("https://puzz.link/p?rassi/3/1/08", &["cells = \"\"\"\n._.\n", "room = \"\"\"\na.b\n"]);
    has("https://puzz.link/p?doubleback/3/3/000010", &["room = \"\"\"\naaa\na.a\naaa\n"]);
    has("https://puzz.link/p?statuepark/3/3/000/1/23f", &["shape = \"\"\"\n.#\n##\n#.\n\"\"\", copies = 1"]);
}

#[test]
fn a_game_is_named_before_its_id_or_by_a_flag_or_by_the_id() {
    let id = "9x6:c6_5e9b10c9g6b5g6c2b7e8_7c";
    let model = |text: &str, from: Option<&'static str>| {
        let options = ImportOptions { from: from.map(str::to_string), ..NOTHING };
        import(REGISTRY, "-", text.as_bytes(), &options, &Budget::none())
            .unwrap_or_else(|refused| panic!("{}", refused.render(false)))
    };
    let named = model(&format!("range {id}\n"), None);
    assert_eq!(model(id, Some("range")), named);
    assert_eq!(model(&format!("Range\n{id}"), None), named);
    assert_eq!(model(&format!("range:{id}"), None), named);
    let saved = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :5:Range\n\
        PARAMS  :5:9x6dh\nCPARAMS :3:9x6\nDESC    :27:c6_5e9b10c9g6b5g6c2b7e8_7c\nNSTATES :1:1\n";
    assert_eq!(content(&model(saved, None)), content(&named));
    // A kurodoko has no number above rows + columns - 1, and no other game takes numbers of two digits on 54 cells.
    let found = refused(id.as_bytes()).render(false);
    assert!(found.contains("range") && found.contains("rect") && found.contains("with `game`: "), "{found}");
    let alone = model("6x6:bBa1b2bBdBa2f1dBa2bBa", None);
    assert!(alone.contains("# Assumed: the game is lightup, the only one that can read this ID."), "{alone}");
}

/// The IDs are in the comments of `grid.c` of the collection: with and without the triangles that have one neighbour only.
#[test]
fn game_ids_of_triangles_have_one_solution() {
    for id in ["5x5t1:2c2a1a2a201a1a1a1112a1a2b1211f0b21a2a2a0a", "5x5t1:0_21120b11a1a01a1a00c1a0b211021c1h1a2a1a0a"] {
        let model = import(REGISTRY, "-", format!("loopy {id}").as_bytes(), &NOTHING, &Budget::none());
        let model = model.unwrap_or_else(|no| panic!("{}", no.render(false)));
        assert_eq!(solved(id, model).count.expect("it is counted"), 1u32.into(), "{id}");
    }
}

/// Hashiwokakero is Bridges, not the similarly spelled Shikaku.
#[test]
fn unsupported_kinds_are_known_by_their_other_names() {
    let refusal = |text: &str| {
        let found = refused(text.as_bytes()).render(false);
        found.lines().filter(|line| !line.contains("help: supported: ")).collect::<Vec<_>>().join("\n")
    };
    let link = |kind: &str| refusal(&format!("https://puzz.link/p?{kind}/5/5/abc"));
    for name in ["goishi", "hiroimono", "goishihiroi"] {
        let found = link(name);
        assert!(found.contains("Goishi Hiroi is not supported (also called Goishi, Hiroimono"), "{found}");
        assert!(!found.contains("did you mean"), "{found}");
    }
    assert!(link("hashiwokakero").contains("did you mean `hashikake`?"), "{}", link("hashiwokakero"));
    assert!(link("herugolf").contains("Herugolf is not supported"), "{}", link("herugolf"));
    assert!(link("kuromasu").contains("did you mean `kurodoko`?"), "{}", link("kuromasu"));
    assert!(link("slitherlnk").contains("did you mean `slitherlink`?"), "{}", link("slitherlnk"));
    assert!(link("kenken").contains("import a game ID of `keen`"));
    assert!(!link("qwertz").contains("did you mean"), "{}", link("qwertz"));
    assert!(refusal("goishi 7x7:abc").contains("Goishi Hiroi is not supported"), "{}", refusal("goishi 7x7:abc"));
    assert!(refusal("hashi 7x7:abc").contains("did you mean `bridges`?"), "{}", refusal("hashi 7x7:abc"));
    assert!(refusal("kuromasu 7x7:abc").contains("did you mean `range`?"), "{}", refusal("kuromasu 7x7:abc"));
}

#[test]
fn links_of_every_address_are_read() {
    let model = |text: &str| {
        import(REGISTRY, "-", text.as_bytes(), &NOTHING, &Budget::none())
            .unwrap_or_else(|no| panic!("{}", no.render(false)))
    };
    let expected = content(&model("https://puzz.link/p?kurodoko/5/5/3w5g6i9"));
    for address in [
        "http://pzv.jp/p.html?kurodoko/5/5/3w5g6i9",
        "https://pzprxs.vercel.app/p?type=player&kurodoko/5/5/3w5g6i9\n",
        "puzz.link/p?kurodoko_edit/5/5/3w5g6i9",
    ] {
        assert_eq!(content(&model(address)), expected, "{address}");
    }
    let run = boardwright(&["import", "https://puzz.link/p?kurodoko/5/5/3w5g6i9"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(content(&run.stdout), expected);
    assert!(run.stdout.starts_with("# Imported from the command line, a puzzle link.\n"), "{}", run.stdout);
    let run = boardwright(&["import", "5x5:2334255423542111435142434", "--from", "singles"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let run = boardwright(&["import", "5x5:2334255423542111435142434", "--from", "single"]);
    assert!(run.code == 2 && run.stderr.contains("singles"), "{}", run.stderr);
}

/// Links as mail programs and Markdown write them, with escapes, or in a text, are those links.
#[test]
fn wrapped_links_are_read() {
    let link = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g";
    let read = |text: &str| {
        import(REGISTRY, "-", text.as_bytes(), &NOTHING, &Budget::none())
            .unwrap_or_else(|refused| panic!("{}", refused.render(false)))
    };
    let plain = read(link);
    for text in [
        format!("<{link}>"),
        format!("  <{link}>\n"),
        format!("<URL:{link}>"),
        format!("<{}\n{}>", &link[..20], &link[20..]),
        format!("<{link}"),
        format!("[a puzzle, 5 x 5]({link})"),
        format!("[a puzzle](<{link}>)\n"),
        link.replace("://", "%3A%2F%2F").replace('/', "%2f").replace('?', "%3F"),
        format!("{}\n", link.replace("/5/5/", "%2F5%2F5%2F")),
        format!("5x5 Nurikabe: {link}"),
        format!("A puzzle for you ({link}), with one solution.\nSee https://puzz.link too."),
        format!("Try [this one]({link})! It is *easy*."),
        format!("[{link}]({link}) is one link."),
        format!("My puzzle is {link}."),
    ] {
        assert_eq!(read(&text), plain, "{text}");
    }
    let refused = |text: &str| {
        let read = import(REGISTRY, "-", text.as_bytes(), &NOTHING, &Budget::none());
        read.expect_err(text).wrong.iter().next().map(|wrong| wrong.code)
    };
    let other = link.replace("g5k", "g6k");
    assert_eq!(refused(&format!("[a]({link}) [b]({other})")), Some("link-more"));
    assert_eq!(refused(&format!("{link} {other}")), Some("link-more"));
    assert_eq!(refused(&format!("puzzle = \"grid\"\nsource = \"{link}\"\n")), Some("model"));
    assert_eq!(refused("Hello, see https://example.org/ please."), Some("unknown-format"));
    // A stop at the end is part of this link: 25 cells, the last one an unknown number.
    let last = read("Look: https://puzz.link/p?nurikabe/5/5/g5k2o1k3.");
    assert_eq!(content(&last), content(&read("https://puzz.link/p?nurikabe/5/5/g5k2o1k3.")));
    assert_ne!(content(&last), content(&plain));
}

/// The model of the collection says the same, and was counted by trying all boards.
#[test]
fn a_game_id_of_flip_is_lights_out() {
    let model =
        |file: &str| std::fs::read_to_string(folder().join("../../models/lights-out").join(file)).expect("a model");
    let same = |id: &str, model: &str| {
        let imported = import(REGISTRY, "-", id.as_bytes(), &NOTHING, &Budget::none())
            .unwrap_or_else(|refused| panic!("{}", refused.render(false)));
        let key = |text: &str, key: &str| {
            let table: toml::Table = text.parse().expect("it is TOML");
            table.get(key).cloned()
        };
        for name in ["lights", "reach"] {
            assert_eq!(key(&imported, name), key(model, name), "{id}");
        }
    };
    let id = String::from_utf8(bytes("wired.flip")).expect("it is text");
    same(&id, &model("wired-at-random.toml"));
    same(&format!("flip {}", id.trim()), &model("wired-at-random.toml"));
    // On 2x2 a click changes all squares but the one across.
    same("flip 2x2:edb7,f", "lights = \"\"\"\n##\n##\n\"\"\"");
    same("flip 2c:edb7,9", "lights = \"\"\"\n#.\n.#\n\"\"\"");
    assert_eq!(count("wired.flip", &NOTHING), 4);
    // No file is needed for an ID, and what is none is a file that is not there.
    let run = boardwright(&["import", id.trim()]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("# Imported from the command line, a game ID of"), "{}", run.stdout);
    let run = boardwright(&["import", "--from", "flip", "2x2:edb7,8"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let run = boardwright(&["import", "no-such-file"]);
    assert!(run.code == 2 && run.stderr.contains("no such file"), "{}", run.stderr);
}

/// The collection made these positions; a search by breadth of a few lines found the fewest moves and counted the shortest plans. The
/// collection laid the tiles of `4x4m5` by five moves.
#[test]
fn game_ids_of_positions_are_models_with_moves() {
    for (id, moves, plans) in [
        ("fifteen 3x2:2,0,3,4,5,1", 12, Some(1)),
        ("fifteen 3x3:3,2,4,5,7,1,8,0,6", 23, Some(2)),
        ("sixteen 3x2:6,5,4,3,2,1", 6, Some(32)),
        ("sixteen 4x4m5:2,6,4,5,9,14,7,8,12,15,10,11,1,3,16,13", 5, Some(2)),
        ("pegs 5x5random:OOPPOOOPPPPPHPPPPPPOOOPOO", 13, None),
    ] {
        let model = import(REGISTRY, "-", id.as_bytes(), &NOTHING, &Budget::none())
            .unwrap_or_else(|refused| panic!("{}", refused.render(false)));
        let report = solved(id, model);
        assert_eq!(report.optimum, Some(moves), "{id}");
        if let Some(plans) = plans {
            assert_eq!(report.count, Some(u32::into(plans)), "{id}");
        }
    }
}

/// IDs that the collection made: it promises one solution.
#[test]
fn game_ids_are_the_puzzle_of_the_id_and_not_of_the_genre() {
    for id in [
        "undead 4x4:4,6,2,bRdRaRaLd,3,1,0,4,3,0,0,3,0,3,2,3,3,2,1,2",
        "undead 5x5:5,4,7,RaRRbLRcRaRbRRg,0,1,4,1,4,3,1,3,2,4,4,0,3,3,4,4,2,2,2,0",
        "bridges 7x7m2L:4a5c2g2c1a3g1a4c6g2e4",
        "loopy 7x7t2:a4a55a5b4h3243b23343a2034b4312b4c24a",
    ] {
        let model = import(REGISTRY, "-", id.as_bytes(), &NOTHING, &Budget::none())
            .unwrap_or_else(|refused| panic!("{}", refused.render(false)));
        assert_eq!(solved(id, model).count, Some(1_u32.into()), "{id}");
    }
}

/// The letters give the colours of some cells; without them, two boards have these runs.
#[test]
fn a_game_id_of_pattern_may_give_cells() {
    let count = |id: &str| {
        let model = import(REGISTRY, "-", id.as_bytes(), &NOTHING, &Budget::none())
            .unwrap_or_else(|refused| panic!("{}", refused.render(false)));
        solved(id, model).count.expect("it is counted").to_string()
    };
    assert_eq!(count("pattern 2x2:1/1/1/1"), "2");
    assert_eq!(count("pattern 2x2:1/1/1/1,Ad"), "1", "r1c1 is black");
    assert_eq!(count("pattern 2x2:1/1/1/1,bc"), "1", "r1c2 is white");
    assert_eq!(count("pattern 2x2:1/1/1/1,ac"), "1", "r1c1 and r2c2 are white");
    assert_eq!(count("pattern 2x2:1/1/1/1,bb"), "0", "r1c2 and r2c2 are white");
}

fn wrong_files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder().join("wrong")).expect("the cases are there");
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.expect("the cases are readable").path()).collect();
    cases.retain(|path| path.extension().is_none_or(|extension| extension != "stderr"));
    cases.sort();
    cases
}

#[test]
fn every_wrong_file_is_explained() {
    let cases = wrong_files();
    assert!(cases.len() >= 30, "there are {} cases", cases.len());
    let bless = std::env::var_os("BLESS").is_some();
    let mut differ = Vec::new();
    for case in cases {
        let name = case.file_name().expect("it is a file").to_string_lossy().into_owned();
        let run = boardwright(&["import", &format!("tests/import/wrong/{name}")]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name}: {}", run.stderr);
        let beside = case.with_file_name(format!("{name}.stderr"));
        if bless {
            std::fs::write(&beside, &run.stderr).expect("the expectation can be written");
        } else if std::fs::read_to_string(&beside).unwrap_or_default() != run.stderr {
            differ.push(format!("{name}:\n{}", run.stderr));
        }
    }
    assert!(differ.is_empty(), "these errors are not as expected:\n\n{}", differ.join("\n"));
}

#[test]
fn the_command_writes_a_model_that_solves() {
    let name = "tests/import/perimeter.tiler";
    let run = boardwright(&["import", name]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with(&format!("# Imported from {name}, a problem of Tiler.\n# ")), "{}", run.stdout);
    let text = std::fs::read_to_string(folder().join("perimeter.tiler")).expect("it is text");
    let piped = boardwright_with(&["import", "-"], &text, &[]);
    assert_eq!(piped.stdout, run.stdout.replace(name, "standard input"));
    let counted = boardwright_with(&["count", "-"], &run.stdout, &[]);
    assert_eq!(counted.stdout, "2 solutions\n");
    let checked = boardwright(&["import", name, "-o", name]);
    assert_eq!(checked.code, 2, "it would be written over");
    assert!(checked.stderr.contains("would overwrite an input"), "{}", checked.stderr);
    for format in ["burrtools", "Tiler", "stones"] {
        let listed = boardwright(&["list", "formats"]).stdout.to_lowercase();
        assert!(listed.contains(&format.to_lowercase()), "{listed}");
    }
}

#[test]
fn inapplicable_flags_are_refused() {
    for (name, flags) in [
        ("perimeter.tiler", &["--board", "2x3"][..]),
        ("perimeter.tiler", &["--problem", "1"]),
        ("draughts-board.txt", &["--problem", "1"]),
        ("draughts-board.xmpuzzle", &["--board", "8x8"]),
    ] {
        let name = format!("tests/import/{name}");
        let run = boardwright(&[&["import", &name], flags].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name} {flags:?}");
        assert!(run.stderr.contains(flags[0]), "{}", run.stderr);
    }
    let run = boardwright(&["import", "tests/import/three-by-four.txt", "--board", "5x5"]);
    assert!(run.stderr.contains("12 fields") && run.stderr.contains("3x4"), "{}", run.stderr);
    let run = boardwright(&["import", "tests/import/three-by-four.txt", "--board", "5"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("4x6"), "{}", run.stderr);
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory does not fail")
}

fn refused(bytes: &[u8]) -> ImportError {
    import(REGISTRY, "-", bytes, &NOTHING, &Budget::none()).expect_err("it is wrong")
}

#[test]
fn bombs_are_refused() {
    let zeros = packed(&vec![b'x'; 4 * MAX_TEXT]);
    assert!(zeros.len() < MAX_TEXT / 100, "it is a bomb");
    assert!(refused(&zeros).render(false).contains("16 MiB when decompressed"));
    assert!(refused(&vec![b'x'; MAX_TEXT + 1]).render(false).contains("more than 16 MiB"));
    let laughs =
        "<!DOCTYPE puzzle [<!ENTITY a \"##########\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><puzzle version=\"2\"/>";
    assert!(refused(laughs.as_bytes()).render(false).contains("DTD"));
    let deep = format!("<puzzle version=\"2\">{}", "<a>".repeat(500_000));
    assert!(refused(deep.as_bytes()).render(false).contains("XML"));
    let closed = format!("<puzzle version=\"2\">{}{}</puzzle>", "<a>".repeat(500_000), "</a>".repeat(500_000));
    assert!(refused(closed.as_bytes()).render(false).contains("no problem"));
    let many = "<puzzle version=\"2\">".to_string() + &"<a/>".repeat(1_100_000) + "</puzzle>";
    assert!(refused(many.as_bytes()).render(false).contains("XML"));
    for huge in ["99999999999999999999x1\n\n1\n", "10001x1\n\n1\n", "1x1\n\n99999999999999:1\n"] {
        assert!(refused(huge.as_bytes()).render(false).contains("10000"), "{huge}");
    }
    let round = format!("{}{}{}{}", "D".repeat(9_000), "R".repeat(9_000), "U".repeat(9_000), "L".repeat(9_000));
    assert!(refused(format!("{round}\n\n1\n").as_bytes()).render(false).contains("at most 10000"));
    let pieces = format!("2x2\n\n{}", "1\n".repeat(20_000));
    assert!(refused(pieces.as_bytes()).render(false).contains("at most 10000"));
    let many = "B,".repeat(1_000_000) + "W";
    assert!(refused(many.as_bytes()).render(false).contains("at most"));
    let mistakes = "q,B,".repeat(1_000_000) + "W";
    assert!(refused(mistakes.as_bytes()).render(false).len() < 20_000);
    let voxels = "<puzzle version=\"2\"><shapes><voxel x=\"1000000\" y=\"1000000\" z=\"1000000\" type=\"0\">#</voxel></shapes>\
        <problems><problem><shapes><shape id=\"0\"/></shapes><result id=\"0\"/></problem></problems></puzzle>";
    assert!(refused(voxels.as_bytes()).render(false).contains("at most 1000000"));
}

/// Files with bytes and lines changed, left out and doubled: read or refused, never a panic, and what is read loads.
#[test]
fn no_change_to_a_file_makes_it_panic() {
    let names = [
        "white-corners.txt",
        "every-notation.tiler",
        "perimeter.tiler",
        "wired.flip",
        "holes.xmpuzzle",
        "other-colours.xmpuzzle",
        "packed.xmpuzzle",
    ];
    let (mut read, mut refused) = (0, 0);
    for seed in 1..=1000 {
        let mut random = Random(seed);
        let mut bytes = match seed % 2 {
            0 => random.one_of(OWN).1.as_bytes().to_vec(),
            _ => bytes(random.one_of(&names)),
        };
        for _ in 0..random.within(1, 4) {
            let at = random.below(bytes.len());
            match random.below(5) {
                0 => bytes[at] = random.next() as u8,
                1 => bytes[at] = random.one_of(b"0123456789xUDLRBW_#+:,=<>\"\n "),
                2 => {
                    bytes.remove(at);
                }
                3 => bytes.insert(at, random.one_of(b"0123456789xUDLRBW_#+:,=<>\"\n ")),
                _ => {
                    let end = (at + random.below(30)).min(bytes.len());
                    let part = bytes[at..end].to_vec();
                    bytes.extend(part);
                }
            }
            if bytes.is_empty() {
                bytes.push(b'x');
            }
        }
        let options = ImportOptions { problem: (seed % 3 == 0).then_some(1), ..NOTHING };
        match import(REGISTRY, "changed", &bytes, &options, &Budget::none()) {
            Ok(_) => read += 1,
            Err(wrong) => {
                refused += 1;
                assert!(wrong.render(false).starts_with("error["), "seed {seed}");
                assert!(!wrong.source.name.contains("as a model"), "seed {seed}: {}", wrong.render(false));
            }
        }
    }
    assert!(read > 20 && refused > 100, "{read} read, {refused} refused");
}
