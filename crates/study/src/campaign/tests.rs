//! Campaign files: their jobs and their errors.

use super::*;
use boardwright_families::REGISTRY;

fn campaign(text: &str) -> Result<Campaign, String> {
    let source = Source::new("test.toml", text);
    read(REGISTRY, &source).map_err(|wrong| wrong.render(&source, false))
}

fn entry(path: &str, puzzle: &str) -> Entry {
    Entry { path: path.into(), set: BTreeMap::new(), text: format!("text of {path}"), puzzle: puzzle.into() }
}

#[test]
fn field_tables_are_consistent() {
    boardwright_model::check_fields(FIELDS).expect("examples and defaults fit their kinds");
}

#[test]
fn every_model_meets_every_way_and_seeds_come_first() {
    let text = r#"
            seeds = [4, 5]
            time_limit = "250ms"
            [[group]]
            name = "counts"
            models = ["a.toml", "b.toml"]
            formulations = ["*"]
            encodings = ["auto", "integer=*"]
            backends = ["batsat", "microlp"]
            question = "all"
            memory_limit = "1GB"
        "#;
    let campaign = campaign(text).expect("it is right");
    let integers = ENCODINGS.iter().filter(|encoding| encoding.kind == Constraint::Integer).count();
    let jobs = campaign.jobs(REGISTRY, &[vec![entry("a.toml", "knightdoku"), entry("b.toml", "alternation")]]);
    // Two formulations and one; on SAT, `auto` and one for each representation; on microlp one for all of them.
    let (a, b) = (2 * (integers + 2), integers + 2);
    assert_eq!(jobs.len(), 2 * (a + b));
    assert!(jobs[..a + b].iter().all(|job| job.seed == 4 && job.sizes));
    assert!(jobs[a + b..].iter().all(|job| job.seed == 5 && !job.sizes));
    assert!(jobs[..a].iter().all(|job| job.model == "a.toml"));
    // All formulations of two families: two groups.
    assert!(
        jobs.iter().all(|job| {
            job.group == if job.model == "a.toml" { "counts, knightdoku" } else { "counts, alternation" }
        })
    );
    assert!(jobs.iter().all(|job| job.question == Question::All && job.time_limit == 0.25));
    assert!(jobs.iter().all(|job| job.memory_limit == Some(1_000_000_000)));
    let keys: std::collections::HashSet<String> = jobs.iter().map(Job::key).collect();
    assert_eq!(keys.len(), jobs.len(), "every job has a key of its own");
}

#[test]
fn keys_depend_on_all_inputs_of_a_record() {
    let plain = Campaign { title: String::new(), groups: vec![Group::default()], cpus: Vec::new() };
    let job = plain.jobs(REGISTRY, &[vec![entry("a.toml", "knightdoku")]]).remove(0);
    let changed = |change: &dyn Fn(&mut Job)| {
        let mut other = job.clone();
        change(&mut other);
        other.key() != job.key()
    };
    assert!(changed(&|job| job.text.push(' ')));
    assert!(changed(&|job| job.configuration.formulation = "x".into()));
    assert!(changed(&|job| job.configuration.encoding = "x".into()));
    assert!(changed(&|job| job.configuration.search = "x".into()));
    assert!(changed(&|job| job.configuration.backend = "x".into()));
    assert!(changed(&|job| job.seed = 1));
    assert!(changed(&|job| job.question = Question::All));
    assert!(changed(&|job| job.time_limit = 1.0));
    assert!(changed(&|job| job.memory_limit = Some(1)));
    assert!(changed(&|job| job.version.push('x')));
    assert!(changed(&|job| job.program = Some("x".into())));
    // Names of groups and files do not change the result.
    assert!(!changed(&|job| job.model = "b.toml".into()));
    assert!(!changed(&|job| job.group = "other".into()));
    assert!(!changed(&|job| job.sizes = false));
}

#[test]
fn stars_stand_for_all_there_are() {
    let parities = encodings("parity=*").expect("it is a kind");
    assert!(parities.contains(&"parity=direct".to_string()) && parities.contains(&"parity=cut8".to_string()));
    let both = encodings("integer=*, clues.at-most-one=ladder").expect("both exist");
    assert!(both.contains(&"integer=order,clues.at-most-one=ladder".to_string()), "{both:?}");
    let pairs = encodings("integer=*,parity=*").expect("both exist");
    assert_eq!(pairs.len(), both.len() * parities.len());
    assert_eq!(searches("*").expect("there are three").len(), 3);
    let sat = backends("sat:*").expect("it is a route");
    assert!(sat.contains(&"batsat".to_string()) && !sat.contains(&"microlp".to_string()), "{sat:?}");
    let others =
        ["ilp:*", "exact-cover:*", "gf2:*", "frontier:*"].map(|name| backends(name).expect("it is a route").len());
    assert_eq!(backends("*").expect("all").len(), sat.len() + others.iter().sum::<usize>());
}

#[test]
fn all_errors_of_a_campaign_are_reported() {
    let text = r#"
seed = 3
time_limit = "10 parsecs"
[[group]]
name = "wrong"
models = []
formulations = ["cardinalty"]
encodings = ["at-most-two=*", "parity=cut9"]
backends = ["varisatt"]
"#;
    let wrong = campaign(text).expect_err("the campaign has errors");
    // First the errors of the field table, then the unknown names.
    for words in ["did you mean `seeds`?", "at least 1 item"] {
        assert!(wrong.contains(words), "{words} is not in\n{wrong}");
    }
    let text = text.replace("seed = 3", "").replace("models = []", "models = ['a']");
    let wrong = campaign(&text).expect_err("the campaign has errors");
    for words in [
        "unknown formulation `cardinalty` (did you mean `cardinality`?)",
        "unknown constraint kind `at-most-two` (did you mean `at-most-one`?)",
        "unknown encoding `cut9` for parity",
        "unknown backend `varisatt` (did you mean `varisat`?)",
        "unknown unit of time `parsecs`",
    ] {
        assert!(wrong.contains(words), "{words} is not in\n{wrong}");
    }
}

#[test]
fn campaigns_and_models_are_distinguished() {
    assert!(is_campaign("title = 'x'\n[[group]]\nname = 'y'"));
    assert!(!is_campaign("puzzle = 'dissection'\n[[group]]"));
    assert!(!is_campaign("puzzle = 'dissection'\n[[piece]]"));
}
