//! The `[[example]]` tables of the genres describe their rules: each rule has a board that breaks it alone, and a changed rule is noticed.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_exchange::genre::files::FILES;
use boardwright_model::{Mutant, Verdict};
use boardwright_puzzle::Loaded;
use boardwright_tasks::task::examples::{self, Made, MakingRequest, Outcome};
use std::collections::BTreeSet;

fn genres() -> impl Iterator<Item = (&'static str, Source, Loaded)> {
    FILES.iter().map(|file| {
        let source = Source::new(file.name, file.text);
        let loaded = REGISTRY.load(&source, &Budget::none()).expect("a genre is well formed");
        (file.name, source, loaded)
    })
}

/// The names of rules that follow from the others, as the genre states.
fn implied(loaded: &Loaded) -> BTreeSet<String> {
    loaded.model.implied_rules().into_iter().map(str::to_string).collect()
}

#[test]
fn examples_are_what_they_state() {
    for (name, _, loaded) in genres() {
        let outcomes = examples::check(&loaded, &Budget::none()).expect("examples are well formed");
        for (example, outcome) in loaded.model.examples.iter().zip(outcomes) {
            assert!(matches!(outcome, Outcome::AsStated), "{name}, line {}: {outcome:?}", example.line);
        }
    }
}

#[test]
fn each_rule_has_an_example_or_follows_from_the_others() {
    let mut missing = Vec::new();
    for (name, _, loaded) in genres() {
        let verdicts = || loaded.model.examples.iter().map(|example| &example.verdict);
        if !verdicts().any(|verdict| *verdict == Verdict::Valid) {
            missing.push(format!("{name}: no valid board"));
        }
        let broken: BTreeSet<String> = verdicts()
            .filter_map(|verdict| match verdict {
                Verdict::Breaks(rule) => Some(rule.value.clone()),
                Verdict::Valid | Verdict::Invalid => None,
            })
            .collect();
        let implied = implied(&loaded);
        let both: Vec<&String> = implied.intersection(&broken).collect();
        assert!(both.is_empty(), "{name}: rules in `implied` that a board breaks alone: {both:?}");
        let known: BTreeSet<String> = implied.union(&broken).cloned().collect();
        let rules: BTreeSet<String> = loaded.model.rule_names().into_iter().collect();
        let unknown: Vec<&String> = known.difference(&rules).collect();
        assert!(unknown.is_empty(), "{name}: no rule has the name {unknown:?}");
        missing.extend(rules.difference(&known).map(|rule| format!("{name}: no board breaks `{rule}` alone")));
    }
    assert!(missing.is_empty(), "{}: `boardwright example NAME --make --mutants` makes them", missing.join("\n"));
}

/// Rules that follow from the others: it is proved for the puzzle of the file.
#[test]
#[ignore = "long"]
fn implied_rules_follow_from_the_others() {
    for (name, source, mut loaded) in genres() {
        let implied = implied(&loaded);
        loaded.model.examples.clear();
        loaded.model.genre = None;
        if implied.is_empty() {
            continue;
        }
        let request = MakingRequest { mutants: false, seed: 1 };
        let making = examples::make(&source, &loaded, &request, &Budget::none()).expect("it can be made");
        let is_proved =
            |rule: &String| making.made.iter().any(|made| matches!(made, Made::Nothing(Some(name)) if name == rule));
        let open: Vec<&String> = implied.iter().filter(|rule| !is_proved(rule)).collect();
        assert!(open.is_empty(), "{name}: {open:?}");
    }
}

/// Changes that are not noticed are equivalent, or few boards show them.
#[test]
#[ignore = "long"]
fn examples_notice_changed_rules() {
    let (mut mutants, mut survivors) = (0, Vec::new());
    for (name, _, loaded) in genres() {
        let survey = examples::survey(&loaded, &Budget::none()).expect("examples are well formed");
        mutants += survey.mutants;
        let shown = |mutant: &Mutant| format!("{name}: {:?}: {:?}", mutant.name, mutant.change);
        survivors.extend(survey.survivors.iter().map(shown));
    }
    let score = 1.0 - survivors.len() as f64 / mutants as f64;
    println!("{}\n{mutants} changes of rules, {} not noticed: score {score:.4}", survivors.join("\n"), survivors.len());
    assert!(mutants > 2000, "{mutants} changes of rules");
    assert!(score >= 0.95, "{score}");
}
