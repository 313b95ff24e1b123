//! Models of genres, compared with the counts of an independent program, `grid_genres.py`, in `grid_genres.tsv`.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_tasks::task::{self, Ask, Options, Setup};
use std::path::Path;
use std::time::Duration;

/// What clingo counted, from rules of its own.
const COUNTS: &str = include_str!("grid_genres.tsv");

#[test]
fn genres_have_as_many_solutions_as_clingo_counts() {
    let counts: Vec<(&str, u64)> = COUNTS
        .lines()
        .map(|line| {
            let (name, count) = line.split_once('\t').expect("a name and a count");
            (name, count.parse().expect("a number"))
        })
        .collect();
    assert!(counts.len() >= 24, "{} genres", counts.len());
    for (name, expected) in counts {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("models/grid/{name}.toml"));
        let text = std::fs::read_to_string(&path).expect("the model is there");
        let source = Source::new(path.display().to_string(), text);
        let loaded = REGISTRY
            .load(&source, &Budget::none())
            .unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&source, false)));
        let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("there is a way");
        let report = task::detached::run(
            &task::Request::new(&loaded, &setup, Ask::Count),
            &Budget::within(Duration::from_secs(60)),
            &mut task::ignore,
        )
        .expect("no check of ours fails");
        assert_eq!(report.count.map(|count| count.to_string()), Some(expected.to_string()), "{name}");
    }
}
