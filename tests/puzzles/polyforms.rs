//! Dissections by polyhexes and polyiamonds, compared with the counts of an independent program, `polyforms.py`, in
//! `polyforms.tsv`.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_tasks::task::{self, Ask, Options, Setup};
use std::path::Path;
use std::time::Duration;

/// What the program counted.
const COUNTS: &str = include_str!("polyforms.tsv");

/// Returns the number of solutions of a model, counted in a way.
fn count(text: &str, route: Option<&str>) -> u64 {
    let source = Source::new("test.toml", text.to_string());
    let loaded = REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&source, false)));
    let options = Options { route: route.map(Into::into), ..Options::default() };
    let setup = Setup::resolve(&loaded, &options, &Budget::none()).expect("there is a way");
    let request = task::Request::new(&loaded, &setup, Ask::Count);
    let report = task::detached::run(&request, &Budget::within(Duration::from_secs(60)), &mut task::ignore)
        .expect("no check of ours fails");
    report.count.expect("counted").to_string().parse().expect("a number")
}

#[test]
fn polyforms_have_as_many_tilings_as_the_independent_program_counts() {
    for line in COUNTS.lines() {
        let (name, expected) = line.split_once('\t').expect("a name and a count");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("models/dissection/{name}.toml"));
        let text = std::fs::read_to_string(&path).expect("the model is there");
        assert_eq!(count(&text, None).to_string(), expected, "{name}");
    }
}

#[test]
fn triangles_keep_pointing_where_they_point() {
    let model = |board: &str, piece: &str, keys: &str| {
        format!(
            "puzzle = \"dissection\"\nshape = \"triangles\"\n{keys}board = \"\"\"\n{board}\"\"\"\n\
            [[piece]]\ncopies = \"any\"\nshape = \"{piece}\"\n"
        )
    };
    // A triangle of side 2: three point up and one down.
    let large = " #\n###";
    assert_eq!(count(&model(large, "#", ""), None), 1);
    assert_eq!(count(&model(large, "#", "rotate = false\nflip = false\n"), None), 0, "one points down");
    // Two that point up, which are no pair that point down.
    assert_eq!(count(&model("#_#", "#_#", "rotate = false\n"), None), 1);
    assert_eq!(count(&model("_#_#", "#_#", "rotate = false\n"), None), 0);
    assert_eq!(count(&model("_#_#", "#_#", ""), None), 1);
    // A hexagon of side 1 has two covers by three rhombi, and two by two trapezia in each of three directions.
    assert_eq!(count(&model("###\n###", "##", ""), None), 2);
    assert_eq!(count(&model("###\n###", "###", ""), None), 3);
}

#[test]
fn hexagons_lie_as_they_are_drawn() {
    let model = |board: &str, piece: &str| {
        format!(
            "puzzle = \"dissection\"\nshape = \"hexagons\"\nboard = \"\"\"\n{board}\"\"\"\n\
            [[piece]]\ncopies = \"any\"\nshape = \"\"\"\n{piece}\"\"\"\n"
        )
    };
    // Six hexagons around a hole: two covers by pairs; by arches of three in a row, three.
    let ring = " # #\n# _ #\n # #";
    assert_eq!(count(&model(ring, "# #"), None), 2);
    assert_eq!(count(&model(ring, " # #\n#"), None), 3);
    assert_eq!(count(&model(ring, "# # #"), None), 0);
    assert_eq!(count(&model("##\n ##", "#\n #"), Some("sat")), 2, "without blanks between the hexagons");
}
