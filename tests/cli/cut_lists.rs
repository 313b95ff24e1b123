//! Lists of solutions that a limit ends: whole drawings are printed for a little longer, and the answer says how many.

use crate::support::folder::Folder;
use crate::support::{Run, boardwright};
use std::time::{Duration, Instant};

/// A board of 16 x 16 with different numbers in each row: it has more solutions than anybody wants.
fn rows(folder: &Folder) -> String {
    let text = "puzzle = \"grid\"\n[grid]\nrows = 16\ncolumns = 16\nvalues = \"1..16\"\n\
                [[rule]]\neach = \"row\"\nall-different = true\n";
    folder.file("empty.toml", text)
}

/// The colourings of a graph in nine colours; a drawing of a graph takes longer than a solution.
fn graph(folder: &Folder) -> String {
    let model = std::fs::read_to_string("models/grid/petersen-colours.toml").expect("it is a model");
    let model = model.replace("\"1..3\"", "\"1..9\"");
    folder.file("graph.toml", model.split("[expect]").next().expect("it has a start"))
}

/// Runs with a limit of two seconds on solutions that a limit of the command must not lose.
fn cut(arguments: &[&str]) -> Run {
    let start = Instant::now();
    let run = boardwright(&[arguments, &["--time-limit", "2s"]].concat());
    // Other programs may be at work on the machine.
    assert!(start.elapsed() < Duration::from_millis(4000), "{:?}", start.elapsed());
    assert_eq!(run.code, 3, "{}", run.stderr);
    run
}

/// Returns how many solutions were found and how many are drawn, as a sentence says it.
fn numbers(sentence: &str) -> (usize, Option<usize>) {
    let number = |text: &str| text.rsplit(' ').next().and_then(|word| word.parse().ok());
    let found = sentence.split(" verified solutions").next().and_then(number);
    let drawn = sentence.split(" of the ").next().filter(|_| sentence.contains(" of the ")).and_then(number);
    (found.unwrap_or_else(|| panic!("{sentence}")), drawn)
}

#[test]
fn a_drawing_of_many_solutions_is_whole() {
    let folder = Folder::new("cut-svg");
    let (model, file) = (rows(&folder), folder.path("all.svg"));
    let printed = cut(&["solve", &model, "--all", "--format", "svg"]).stdout;
    let written = cut(&["solve", &model, "--all", "--format", "svg", "-o", &file]);
    assert_eq!(written.stdout, "");
    for svg in [printed, std::fs::read_to_string(&file).expect("the file is written")] {
        let document = roxmltree::Document::parse(&svg).expect("it is well formed");
        let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
        let caption = texts.iter().position(|text| text.starts_with("satisfiable: ")).expect("it has the answer");
        let (found, drawn) = numbers(&texts[caption..].join(" ").replace('\n', ""));
        let boards = document.descendants().filter(|node| node.attribute("shape-rendering").is_some()).count();
        assert!(found > 0 && boards >= 1, "{found} found, {boards} drawn");
        assert_eq!(drawn.unwrap_or(found), boards, "of {found}");
    }
}

#[test]
fn a_text_of_many_solutions_is_not_cut_in_a_board() {
    let folder = Folder::new("cut-text");
    for (model, file) in [(rows(&folder), None), (graph(&folder), None), (graph(&folder), Some("all.txt"))] {
        let file = file.map(|name| folder.path(name));
        let run = match &file {
            None => cut(&["solve", &model, "--all"]),
            Some(file) => cut(&["solve", &model, "--all", "-o", file]),
        };
        let text = file.map_or(run.stdout, |file| std::fs::read_to_string(file).expect("the file is written"));
        let boards: Vec<&str> = text.split("Solution ").skip(1).collect();
        assert!(!boards.is_empty(), "{text}");
        let (list, answer) = text.trim_end().rsplit_once('\n').expect("it has the answer");
        let heights: Vec<usize> =
            list.split("Solution ").skip(1).map(|board| board.trim_end().lines().count()).collect();
        assert!(heights[0] > 3 && heights.iter().all(|height| *height == heights[0]), "{heights:?}");
        let (found, drawn) = numbers(answer);
        assert_eq!(drawn.unwrap_or(found), boards.len(), "of {found}");
    }
}

#[test]
fn json_says_how_many_were_found() {
    let folder = Folder::new("cut-json");
    let json: serde_json::Value =
        serde_json::from_str(&cut(&["solve", &rows(&folder), "--all", "--format", "json"]).stdout).expect("JSON");
    let listed = json["solutions"].as_array().expect("a list").len();
    assert!(listed >= 1 && json["complete"] == false && json["answer"] == "satisfiable", "{listed}");
    assert!(json["found"].as_u64().is_none_or(|found| found > listed as u64));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_was_found() {
    use std::process::{Command, Stdio};
    let folder = Folder::new("cut-interrupt");
    let model = rows(&folder);
    let child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(["solve", &model, "--all", "--format", "svg"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    std::thread::sleep(Duration::from_secs(2));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let start = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(start.elapsed() < Duration::from_millis(2000), "{:?}", start.elapsed());
    let svg = String::from_utf8(output.stdout).expect("it is text");
    assert_eq!(output.status.code(), Some(3), "{svg}");
    roxmltree::Document::parse(&svg).expect("it is well formed");
    assert!(svg.contains("satisfiable: "));
}
