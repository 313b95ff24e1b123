//! `draw` and `booklet`: formats, pages, themes, rules in words, and wrong use.

use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with};

const SLITHERLINK: &str = "models/genres/slitherlink.toml";

/// The bytes of a file that a command writes.
fn written(folder: &Folder, name: &str, arguments: &[&str]) -> Vec<u8> {
    let path = folder.path(name);
    let run = boardwright(&[arguments, &["-o", &path]].concat());
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{arguments:?}: {}", run.stderr);
    std::fs::read(path).expect("it was written")
}

/// The width and height of a PNG.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("there are four bytes"));
    (number(16), number(20))
}

fn contains(bytes: &[u8], text: &str) -> usize {
    bytes.windows(text.len()).filter(|window| *window == text.as_bytes()).count()
}

#[test]
fn the_ending_determines_the_format() {
    let folder = Folder::new("draw-endings");
    let text = boardwright(&["draw", SLITHERLINK]);
    assert_eq!(text.code, 0, "{}", text.stderr);
    assert!(text.stdout.starts_with("Slitherlink\n\n") && text.stdout.contains('3'), "{}", text.stdout);
    assert_eq!(written(&folder, "s.txt", &["draw", SLITHERLINK]), text.stdout.as_bytes());
    let svg = written(&folder, "s.svg", &["draw", SLITHERLINK]);
    assert!(svg.starts_with(b"<svg ") && contains(&svg, "#0a7a55") == 0, "the solution is not drawn");
    assert_eq!(boardwright(&["draw", SLITHERLINK, "--format", "svg"]).stdout.as_bytes(), svg);
    // 5 cells of 40 units and two margins of 20, at 192 and at 96 pixels to the inch.
    assert_eq!(png_size(&written(&folder, "s.png", &["draw", SLITHERLINK])), (480, 480));
    assert_eq!(png_size(&written(&folder, "t.PNG", &["draw", SLITHERLINK, "--dpi", "96"])), (240, 240));
    let pdf = written(&folder, "s.pdf", &["draw", SLITHERLINK]);
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    // A4 in points.
    assert_eq!((contains(&pdf, "/MediaBox [0 0 595.27"), contains(&pdf, "/Count 1")), (1, 1));
    let two = written(&folder, "two.pdf", &["draw", SLITHERLINK, "--solution=page", "--page", "100x150"]);
    assert_eq!((contains(&two, "/MediaBox [0 0 283.4"), contains(&two, "/Count 2")), (2, 1));
}

#[test]
fn the_same_model_gives_the_same_bytes() {
    let folder = Folder::new("draw-bytes");
    for name in ["s.png", "s.pdf", "s.svg"] {
        let call = ["draw", "models/genres/signpost.toml", "--solution", "--theme", "dark"];
        assert_eq!(written(&folder, name, &call), written(&folder, &format!("again-{name}"), &call), "{name}");
    }
    let call = ["booklet", SLITHERLINK, "models/genres/kropki.toml", "--title", "Two"];
    assert_eq!(written(&folder, "a.pdf", &call), written(&folder, "b.pdf", &call));
    assert_eq!(written(&folder, "a.html", &call), written(&folder, "b.html", &call));
}

/// Whether three Latin squares of order 10 can be orthogonal to each other is an open question since Euler.
#[test]
fn a_booklet_keeps_what_it_has_at_a_limit() {
    let folder = Folder::new("booklet-limit");
    let latin = |layer: &str| format!("[[rule]]\neach = ['row', 'column']\nall-different = true\non = '{layer}'\n");
    let pair = |a: &str, b: &str| format!("[[rule]]\neach = 'board'\nall-different = true\non = ['{a}', '{b}']\n");
    let letters = |word: &str| word.chars().map(String::from).collect::<Vec<_>>();
    let mut squares = format!(
        "puzzle = 'grid'\ntitle = 'Squares'\n[grid]\nrows = 10\ncolumns = 10\nvalues = '0..9'\n\
         [layer]\nfirst.values = {:?}\nsecond.values = {:?}\n",
        letters("abcdefghij"),
        letters("klmnopqrst")
    );
    let layers = ["grid", "first", "second"];
    squares.extend(layers.map(latin));
    squares.extend([(0, 1), (0, 2), (1, 2)].map(|(a, b)| pair(layers[a], layers[b])));
    let (model, file) = (folder.file("squares.toml", &squares), folder.path("b.html"));
    let call = ["booklet", "models/genres/kropki.toml", &model, "--time-limit", "8s", "-o", &file];
    let run = boardwright(&call);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("squares.toml: the solution is unknown"), "{}", run.stderr);
    let html = std::fs::read_to_string(&file).expect("the booklet is written");
    assert_eq!(html.matches("<section").count(), 2, "a page of puzzles, and one with the solution of the first");
    assert!(html.contains("Squares"), "the puzzle without its solution");
}

#[test]
fn every_family_is_drawn_unsolved_and_solved() {
    let folder = Folder::new("draw-families");
    for (model, start) in [
        ("models/lights-out/dugu.toml", "the lights"),
        ("models/dissection/pentominoes-3x20.toml", "the pieces"),
        ("models/devils-chessboard/round-8.toml", "the coins"),
        ("models/knightdoku/warm-up.toml", "the clues"),
        ("models/alternation/four.toml", "the row"),
        ("models/grid/hexagonal-slitherlink.toml", "hexagons"),
        ("models/grid/queens-8.toml", "nothing but the board"),
    ] {
        let unsolved = boardwright(&["draw", model, "--format", "svg"]);
        let solved = boardwright(&["draw", model, "--format", "svg", "--solution"]);
        assert_eq!((unsolved.code, solved.code), (0, 0), "{model}: {start}: {}{}", unsolved.stderr, solved.stderr);
        assert!(solved.stdout.len() > unsolved.stdout.len(), "{model}");
        assert!(png_size(&written(&folder, "f.png", &["draw", model])).0 > 100, "{model}");
    }
    let pieces = boardwright(&["draw", "models/dissection/pentominoes-3x20.toml"]);
    assert!(pieces.stdout.contains("board") && pieces.stdout.lines().count() > 20, "{}", pieces.stdout);
}

#[test]
fn themes_change_colours_only() {
    let svg =
        |theme: &str| boardwright(&["draw", SLITHERLINK, "--solution", "--format", "svg", "--theme", theme]).stdout;
    let (colour, mono, dark) = (svg("colour"), svg("monochrome"), svg("dark"));
    assert!(colour.contains("#0a7a55") && !mono.contains("#0a7a55") && !dark.contains("#ffffff"));
    assert_eq!(colour.len(), mono.len());
    assert_eq!(colour.len(), dark.len());
}

#[test]
fn a_booklet_has_what_the_rules_require() {
    let folder = Folder::new("booklet-parameters");
    let text = "puzzle = \"grid\"\ninstructions = \"Rows: {stars}, columns: {2 * stars}, blocks: {n|any}.\"\n[parameter]\nstars = 3\n\
                [grid]\nrows = 2\ncolumns = 2\nvalues = [\".\", \"#\"]\n[[rule]]\nname = \"fleet\"\ngroup = \"#\"\n\
                shapes = [{ shape = \"##\", copies = 1 }]\n";
    let model = folder.file("fleet.toml", text);
    let html = String::from_utf8(written(&folder, "b.html", &["booklet", &model])).expect("it is text");
    assert!(html.contains("Rows: 3, columns: 6, blocks: any."), "{html}");
    // The fleet is drawn with the puzzle, and not with the solution.
    assert_eq!(html.matches(">fleet<").count(), 1, "{html}");
    let [unsolved, solved] = ["draw", "solve"].map(|command| boardwright(&[command, &model]).stdout);
    assert!(unsolved.contains("fleet") && unsolved.contains("┏━━━┯━━━┓\n") && !solved.contains("fleet"), "{unsolved}");
}

#[test]
fn a_booklet_has_rules_titles_and_solutions() {
    let folder = Folder::new("booklet");
    let own = folder.file(
        "own.toml",
        "puzzle = \"grid\"\ntitle = \"One queen\"\ninstructions = \"Place a queen anywhere.\"\n\
         [grid]\nrows = 2\ncolumns = 2\nvalues = [\".\", \"Q\"]\n[[rule]]\nexactly = { Q = 1 }\n",
    );
    let call = ["booklet", SLITHERLINK, &own, "models/genres/kropki.toml", "--title", "Three <boards>"];
    let html = String::from_utf8(written(&folder, "b.html", &call)).expect("it is text");
    assert_eq!(html.matches("<section ").count(), 2, "a page of puzzles and a page of solutions");
    for words in
        ["Three &lt;boards&gt;", ">2. One queen<", ">Place a queen anywhere.<", ">One closed loop along", ">Solutions<"]
    {
        assert!(html.contains(words), "{words}");
    }
    let rest = [&call[..], &["--no-solutions", "--per-page", "1", "--difficulty"]].concat();
    let pages = String::from_utf8(written(&folder, "c.html", &rest)).expect("it is text");
    assert_eq!((pages.matches("<section ").count(), pages.contains("Solutions")), (3, false));
    assert!(pages.contains(">Difficulty: "), "{}", &pages[..2000]);
    let pdf = written(&folder, "b.pdf", &call);
    assert!(pdf.starts_with(b"%PDF-") && contains(&pdf, "/Count 2") == 1);
}

#[test]
fn wrong_use_is_refused() {
    let folder = Folder::new("draw-wrong");
    let unsolvable = folder.file(
        "none.toml",
        "puzzle = \"grid\"\n[grid]\nrows = 1\ncolumns = 2\nvalues = [\".\", \"Q\"]\n[[rule]]\nexactly = { Q = 3 }\n",
    );
    let not_a_font = folder.file("letters.ttf", "no font");
    let missing = folder.path("no/such/folder/a.svg");
    let unknown = folder.path("a.jpeg");
    for (call, words) in [
        (vec!["draw", SLITHERLINK, "-o", &unknown], "unknown ending `.jpeg`; expected .txt, .svg, .png or .pdf"),
        (vec!["booklet", SLITHERLINK, "-o", &unknown], "unknown ending `.jpeg`; expected .pdf or .html"),
        (vec!["booklet", SLITHERLINK], "expected --format pdf or html, or -o FILE"),
        (vec!["draw", SLITHERLINK, "-o", &missing], "no such folder"),
        (vec!["draw", "no-such-model.toml"], "cannot read no-such-model.toml: no such file"),
        (vec!["draw", SLITHERLINK, "--solution=page", "--format", "svg"], "--solution=page requires"),
        (vec!["draw", SLITHERLINK, "--page", "a4"], "--page requires --format svg, png or pdf"),
        (vec!["draw", SLITHERLINK, "--page", "b9", "--format", "svg"], "expected a3, a4, a5"),
        (vec!["draw", SLITHERLINK, "--page", "1x1", "--format", "svg"], "a side of paper is between"),
        (vec!["draw", SLITHERLINK, "--font", &not_a_font, "--format", "png"], "is not a font"),
        (vec!["draw", &unsolvable, "--solution"], "has no solution"),
        (vec!["booklet", &unsolvable, "--format", "html"], "has no solution"),
    ] {
        let run = boardwright(&call);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{call:?}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{call:?}: {}", run.stderr);
    }
    assert_eq!(boardwright(&["draw", &unsolvable]).code, 0, "without its solution it is drawn");
    let figure = "puzzle = \"grid\"\nfigures = { Q = \"quene\", rook = \"star\" }\n[grid]\nrows = 1\ncolumns = 1\nvalues = [\".\", \"Q\"]\n";
    let run = boardwright_with(&["draw", "-"], figure, &[]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(
        run.stderr.contains("unknown figure `quene`") && run.stderr.contains("unknown name `rook` in `figures`"),
        "{}",
        run.stderr
    );
}

/// A board on which each kind of name has a colour.
const COLOURED: &str = r##"puzzle = "grid"
colours = { whisper = "#67f067", extra = "#cccccc", e = "grey", diagonals = "#34bbe6" }
figures = { e = "square" }
[grid]
rows = 4
columns = 4
values = "1..4"
[picture]
even = "...e\n....\n....\n...."
extra = "aa..\nab..\n.bbb\n...."
[[rule]]
name = "whisper"
along = "r1c1 r1c2"
each = "pair"
difference-at-least = 2
[[rule]]
at = "even"
is = ["2", "4"]
[[rule]]
each = "region extra"
all-different = true
[[rule]]
name = "diagonals"
each = "main diagonal"
all-different = true
"##;

#[test]
fn colours_are_those_of_the_model() {
    let svg = |model: &str| {
        let run = boardwright_with(&["draw", "-", "--format", "svg"], model, &[]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stderr);
        run.stdout
    };
    let drawn = svg(COLOURED);
    assert_eq!(drawn.matches("stroke=\"#67f067\"").count(), 1, "{drawn}");
    assert_eq!(drawn.matches("stroke=\"#34bbe6\"").count(), 2, "{drawn}");
    // Two runs in the first row, two in the second, one in the third; the letters of the regions are not printed.
    assert_eq!(drawn.matches("fill=\"#cccccc\"").count(), 3, "{drawn}");
    assert!(drawn.contains("fill=\"#c8c8c8\"") && !drawn.contains(">a<") && !drawn.contains("dasharray"), "{drawn}");
    // Without the key, lines are grey, diagonals are not drawn, and regions have outlines.
    let plain = svg(&COLOURED.lines().filter(|line| !line.starts_with("colours")).collect::<Vec<_>>().join("\n"));
    assert!(!plain.contains("#67f067") && !plain.contains("#34bbe6") && !plain.contains("#cccccc"), "{plain}");
    let unknown = boardwright_with(&["draw", "-"], &COLOURED.replace("#67f067", "gren"), &[]);
    assert!(unknown.code == 2 && unknown.stderr.contains("did you mean \"green\"?"), "{}", unknown.stderr);
    let missing = boardwright_with(&["check", "-"], &COLOURED.replace("whisper =", "wisper ="), &[]);
    assert!(missing.stderr.contains("unknown name `wisper` in `colours`"), "{}{}", missing.stdout, missing.stderr);
}

#[test]
fn equal_letters_are_printed() {
    let run = boardwright(&["draw", "models/grid/send-more-money.toml"]);
    assert!(run.code == 0 && run.stdout.contains("┃ S │ E │ N │ D ┃"), "{}", run.stdout);
}

#[test]
fn puzzles_are_drawn_as_printed() {
    let svg = |model: &str| boardwright(&["draw", model, "--format", "svg"]).stdout;
    // Eleven islands have a circle around their number.
    assert_eq!(svg("models/genres/bridges.toml").matches("<circle ").count(), 11);
    // The rim of black cells around a cave is not drawn, so 6x6 cells remain.
    let cave = svg("models/genres/cave.toml");
    assert!(!cave.contains("#4a5562"), "{cave}");
    // Circles on cells, sides and corners have one size.
    let galaxies = svg("models/genres/galaxies.toml");
    assert_eq!((galaxies.matches("r=\"6.5\"").count(), galaxies.matches("<circle ").count()), (8, 8));
    // A bar is on the side between two cells, no letter.
    assert!(!svg("models/genres/adjacent.toml").contains(">|<"));
}

/// The solution that R. Findling's page prints, and those that the program writes.
#[test]
fn numbered_stones_are_read_and_written() {
    let model = "models/dissection/draughts-board.toml";
    let folder = Folder::new("draw-stones");
    let run = boardwright(&["draw", model, "--solution", "--format", "stones"]);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 10), "{}", run.stderr);
    let own = folder.file("own.txt", &run.stdout);
    let printed = "=================================== | 7B 11W 11B 11W 2B 3W 3B 5W | | 7W 11B 2W 2B 2W 3B 5W 5B | | 7B 7W 2B 10W 3B \
        3W 5B 5W | | 4W 7B 6W 10B 1W 1B 1W 5B | | 4B 6W 6B 10W 10B 1W 1B 8W | | 4W 4B 6W 10B 0W 0B 1W 8B | | 9B 4W 6B 0W 0B 0W 0B 8W \
        | | 9W 9B 9W 9B 0W 0B 8W 8B | ===================================\n";
    let page = folder.file("page.txt", printed);
    let wrong = folder.file("wrong.txt", printed.replace("7B 11W 11B", "7B 11W 7B"));
    let colour = folder.file("colour.txt", printed.replacen("7B", "7W", 1));
    for (file, code, words) in [
        (&own, 0, "verified"),
        (&page, 0, "verified"),
        (&wrong, 1, "the fields with the number 7 are not a piece"),
        (&colour, 1, "`7W` at r1c1, where the board is B"),
    ] {
        let run = boardwright(&["verify", model, file]);
        assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(words), "{}", run.stdout);
    }
    for (call, words) in [
        (vec!["draw", model, "--format", "stones"], "--format stones requires --solution"),
        (
            vec!["draw", SLITHERLINK, "--solution", "--format", "stones"],
            "--format stones is not supported for this puzzle",
        ),
    ] {
        let run = boardwright(&call);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{call:?}");
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}
