//! Lights Out on hexagons, triangles and graphs, compared with the counts of an independent program,
//! `lights_shapes.py`, in `lights_shapes.tsv`.

use crate::support::boardwright;
use serde_json::Value;

/// What the program counted: all solutions, the fewest presses, and the solutions with so few.
const COUNTS: &str = include_str!("lights_shapes.tsv");

fn report(arguments: &[&str]) -> Value {
    let run = boardwright(arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

#[test]
fn shapes_have_as_many_solutions_as_the_independent_program_counts() {
    for line in COUNTS.lines() {
        let [name, all, fewest, of_fewest] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let path = format!("models/lights-out/{name}.toml");
        let text = std::fs::read_to_string(&path).expect("the model is there");
        let asks_fewest = text.contains("fewest = true");
        for route in ["gf2", "sat"] {
            let found = report(&["count", &path, "--route", route, "--format", "json"]);
            let expected = if asks_fewest { of_fewest } else { all };
            assert_eq!(found["count"].to_string(), expected, "{name} by {route}");
        }
        let optimum = report(&["solve", &path, "--fewest", "--format", "json"]);
        assert_eq!(optimum["optimum"].to_string(), fewest, "{name}");
    }
}
