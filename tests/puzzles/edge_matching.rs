//! Boards of coloured tiles, compared with the counts of an independent program, `edge_matching.py`, in `edge_matching.tsv`.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_tasks::task::distinct::{Distinct, Symmetries};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use std::path::Path;

/// What the program counted by trying all tiles cell by cell.
const COUNTS: &str = include_str!("edge_matching.tsv");

/// Counts the fillings of a model, also up to symmetry.
fn count(text: String, distinct: bool) -> String {
    let source = Source::new("edge-matching.toml", text);
    let loaded = REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&source, false)));
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("there is a way");
    let symmetries = Symmetries { distinct: distinct.then_some(Distinct::Symmetries), breaking: None };
    let request = task::Request::new(&loaded, &setup, Ask::Count).up_to(symmetries);
    let report = task::detached::run(&request, &Budget::none(), &mut task::ignore).expect("no check of ours fails");
    report.count.expect("it is counted").to_string()
}

#[test]
fn tiles_fill_boards_in_as_many_ways_as_counted_independently() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/grid/edge-matching.toml");
    let example = std::fs::read_to_string(path).expect("the model is there");
    for (index, line) in COUNTS.lines().enumerate() {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[rows, across, turn, mirror, border, tiles, given, expected, up_to] = &columns[..] else {
            panic!("{line}");
        };
        let border = if border == "-" { String::new() } else { format!("border = '{border}'\n") };
        let text = match given {
            "-" => format!(
                "puzzle = 'grid'\n[grid]\nrows = {rows}\ncolumns = {across}\n[tiles]\nset = ['{}']\nturn = {turn}\n\
                 mirror = {mirror}\n{border}",
                tiles.replace(' ', "', '")
            ),
            _ => example.clone(),
        };
        assert_eq!(count(text.clone(), false), expected, "{line}");
        assert_eq!(index == 0, given != "-", "the model is the first line");
        if up_to != "-" {
            assert_eq!(count(text, true), up_to, "up to symmetry: {line}");
        }
    }
}
