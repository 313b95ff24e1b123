//! Which configurations are ranked with each other, so that none is rewarded for what it does not solve.
//!
//! ```text
//!             a      b      c        contested: a and b, which two configurations support; c is not
//! totalizer   0.2    0.3    1.5      ranked
//! adder       0.1    0.4    n/a      ranked
//! binomial    0.1    n/a    n/a      apart: it does not apply to b
//! ```
//!
//! A configuration is ranked if it applies to every instance that at least two configurations apply to, or if it applies to as
//! many as any. The others are listed apart: they change neither the order of the ranked ones nor the instances they are compared
//! on. Configurations of the same formulation, symmetry and redundancy must have solved the same problem, by its digest before
//! encoding. If they have not, those that agree with most others are ranked. Records without a digest contradict nothing.

use super::instance::{Apart, Instance, applies, scored};
use crate::job::Configuration;

/// Returns for each configuration why it is not ranked.
pub(super) fn apart(configurations: &[&Configuration], instances: &[Instance]) -> Vec<Option<Apart>> {
    let columns = 0..configurations.len();
    let ran = |column: usize| instances.iter().any(|instance| instance.runs[column].is_some_and(scored));
    let mut apart: Vec<Option<Apart>> = columns.clone().map(|column| (!ran(column)).then_some(Apart::Never)).collect();
    for (column, other) in other_problems(configurations, instances) {
        apart[column] = apart[column].or(Some(other));
    }
    let candidates: Vec<usize> = columns.filter(|&column| apart[column].is_none()).collect();
    // A missing run may still turn out to apply.
    let supports = |instance: &&Instance, column: usize| instance.runs[column].is_none_or(applies);
    let supporters = |instance: &&Instance| candidates.iter().filter(|&&column| supports(instance, column)).count();
    let contested: Vec<&Instance> = instances.iter().filter(|instance| supporters(instance) > 1).collect();
    let support = |column: usize| contested.iter().filter(|instance| supports(instance, column)).count();
    let widest = candidates.iter().map(|&column| support(column)).max().unwrap_or(0);
    for column in candidates {
        let missed = contested.len() - support(column);
        if support(column) < widest {
            apart[column] = Some(Apart::Inapplicable(missed));
        }
    }
    apart
}

/// Returns the configurations that got another problem than most of those with the same settings.
fn other_problems(configurations: &[&Configuration], instances: &[Instance]) -> Vec<(usize, Apart)> {
    let settings = |column: usize| {
        let Configuration { formulation, symmetry, redundant, .. } = configurations[column];
        (formulation, symmetry, redundant)
    };
    let differing = |one: usize, other: usize| {
        let problem = |run: Option<&crate::record::Record>| run.and_then(|run| run.outcome.problem.clone());
        let both = instances.iter().map(|it| problem(it.runs[one]).zip(problem(it.runs[other])));
        both.flatten().filter(|(one, other)| one != other).count()
    };
    let mut found = Vec::new();
    let mut rest: Vec<usize> = (0..configurations.len()).collect();
    while let Some(&first) = rest.first() {
        let same: Vec<usize> = rest.iter().copied().filter(|&column| settings(column) == settings(first)).collect();
        rest.retain(|column| !same.contains(column));
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for column in same {
            let agrees = |group: &&mut Vec<usize>| group.iter().all(|&other| differing(column, other) == 0);
            match groups.iter_mut().find(agrees) {
                Some(group) => group.push(column),
                None => groups.push(vec![column]),
            }
        }
        // Of several largest groups, the first one.
        let Some(most) = groups.iter().rev().max_by_key(|group| group.len()).cloned() else { continue };
        for &column in groups.iter().flatten().filter(|column| !most.contains(column)) {
            let (instances, than) = most.iter().map(|&it| (differing(column, it), it)).max().unwrap_or((0, column));
            found.push((column, Apart::Problem { than, instances }));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::Report;
    use super::super::examples::run;
    use crate::record::{Record, Status};

    fn posed(model: &str, backend: &str, problem: &str) -> Record {
        let mut record = run(model, backend).record;
        record.outcome.problem = Some(problem.into());
        record
    }

    fn apart(records: &[Record]) -> Vec<serde_json::Value> {
        let json = Report::new("", records).json();
        let configurations = json["sections"][0]["configurations"].as_array().cloned().unwrap_or_default();
        configurations.into_iter().map(|it| it["apart"].clone()).collect()
    }

    #[test]
    fn other_problems_are_not_ranked() {
        let records = [
            posed("a", "batsat", "p"),
            posed("a", "exec:minisat", "q"),
            posed("a", "varisat", "p"),
            posed("b", "batsat", "r"),
            posed("b", "exec:minisat", "r"),
        ];
        assert_eq!(
            apart(&records),
            ["", "other-problem", ""].map(|it| match it {
                "" => serde_json::Value::Null,
                it => it.into(),
            })
        );
        let text = Report::new("", &records).text(200);
        assert!(text.contains("exec:minisat got another problem than varisat on 1 instance"), "{text}");
    }

    #[test]
    fn other_settings_and_unknown_problems_contradict_nothing() {
        let mut off = posed("a", "batsat", "q");
        off.configuration.symmetry = "off".into();
        off.key.push('x');
        let records = [posed("a", "batsat", "p"), off, run("a", "varisat").record];
        assert!(apart(&records).iter().all(serde_json::Value::is_null));
    }

    #[test]
    fn what_only_one_supports_is_not_contested() {
        let none = |model: &str, backend: &str| run(model, backend).status(Status::Inapplicable).record;
        let records = [
            run("a", "batsat").record,
            run("b", "batsat").record,
            none("c", "batsat"),
            run("a", "varisat").record,
            run("b", "varisat").record,
            run("c", "varisat").record,
            run("a", "xcc").record,
            none("b", "xcc"),
            none("c", "xcc"),
        ];
        let found = apart(&records);
        assert_eq!(
            (&found[0], &found[1], found[2].as_str()),
            (&serde_json::Value::Null, &serde_json::Value::Null, Some("inapplicable"))
        );
    }
}
