//! Pairs of configurations, compared on the instances that both have, and the winner, if there is one.
//!
//! The seeds of a model are no independent samples: a model has one value for each configuration, the mean score (CPU seconds, or
//! twice the limit) over its instances. A pair is tested by [`super::wilcoxon`] over the models. A configuration wins if it has
//! the least PAR-2 and each of its pairs is significant at [`LEVEL`] after Holm's correction for all pairs of ranked
//! configurations; most comparisons of few models have no winner. Pairs with a configuration that is not ranked are corrected
//! among themselves, so that such a configuration changes nothing for the others.

use super::section::{Apart, Section, scored};
use super::statistics::solved_time;
use super::wilcoxon::{holm, signed_rank};

/// The probability of a false winner.
pub(super) const LEVEL: f64 = 0.05;

/// Two configurations.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pair {
    /// Their columns.
    pub(super) columns: [usize; 2],
    /// Whether both are ranked.
    pub(super) ranked: bool,
    /// The models with an instance that both have run.
    pub(super) models: usize,
    /// The instances.
    pub(super) instances: usize,
    /// The models on which each has the lower mean score.
    pub(super) faster: [usize; 2],
    /// The mean score of each over these instances.
    pub(super) par2: [f64; 2],
    /// The two-sided p-value of the signed-rank test.
    pub(super) p: f64,
    /// The p-value after Holm's correction.
    pub(super) adjusted: f64,
}

/// Returns all pairs of configurations with an instance in common, except those that solve other problems than intended.
pub(super) fn pairs(section: &Section) -> Vec<Pair> {
    let usable = |column: &usize| !matches!(section.apart[*column], Some(Apart::Problem { .. } | Apart::Never));
    let columns: Vec<usize> = (0..section.configurations.len()).filter(usable).collect();
    let mut pairs: Vec<Pair> = Vec::new();
    for (place, &one) in columns.iter().enumerate() {
        pairs.extend(columns[place + 1..].iter().filter_map(|&other| pair(section, [one, other])));
    }
    for ranked in [true, false] {
        let family: Vec<usize> = (0..pairs.len()).filter(|&index| pairs[index].ranked == ranked).collect();
        let adjusted = holm(&family.iter().map(|&index| pairs[index].p).collect::<Vec<f64>>());
        family.into_iter().zip(adjusted).for_each(|(index, adjusted)| pairs[index].adjusted = adjusted);
    }
    pairs
}

fn pair(section: &Section, columns: [usize; 2]) -> Option<Pair> {
    let penalty = 2.0 * section.time_limit;
    let ranked = columns.iter().all(|&column| section.apart[column].is_none());
    // Pairs of ranked configurations are compared on what the report compares.
    let shared = section.instances.iter().zip(&section.shared).filter(|(_, shared)| !ranked || **shared);
    let both = shared.filter_map(|(instance, _)| {
        let [one, other] = columns.map(|column| instance.runs[column].filter(|run| scored(run)));
        let score = |run| solved_time(run).unwrap_or(penalty);
        Some((instance.model, [score(one?), score(other?)]))
    });
    let both: Vec<(usize, [f64; 2])> = both.collect();
    let mean = |scores: &[(usize, [f64; 2])]| {
        let sum = scores.iter().fold([0.0, 0.0], |sum, (_, it)| [sum[0] + it[0], sum[1] + it[1]]);
        sum.map(|sum| sum / scores.len() as f64)
    };
    let models: Vec<[f64; 2]> = both.chunk_by(|one, other| one.0 == other.0).map(mean).collect();
    if models.is_empty() {
        return None;
    }
    let p = signed_rank(&models.iter().map(|[one, other]| one - other).collect::<Vec<f64>>());
    let faster = [0, 1].map(|side| models.iter().filter(|it| it[side] < it[1 - side]).count());
    let par2 = mean(&both);
    Some(Pair { columns, ranked, models: models.len(), instances: both.len(), faster, par2, p, adjusted: p })
}

/// The verdict on the configuration with the least PAR-2.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Verdict {
    /// Its column.
    pub(super) leader: usize,
    /// Whether it wins.
    pub(super) wins: bool,
    /// The configurations that it is not shown to be faster than, with their adjusted p-values.
    pub(super) open: Vec<(usize, f64)>,
    /// The largest adjusted p-value of its pairs.
    pub(super) p: f64,
    /// The models of its pairs.
    pub(super) models: usize,
    /// The pairs that were corrected for.
    pub(super) tests: usize,
}

/// Judges the ranked configuration that leads; `None` if fewer than two are ranked.
pub(super) fn verdict(section: &Section, leader: usize, pairs: &[Pair]) -> Option<Verdict> {
    let ranked: Vec<&Pair> = pairs.iter().filter(|pair| pair.ranked).collect();
    if section.apart[leader].is_some() || ranked.is_empty() {
        return None;
    }
    let (mut open, mut p, mut models) = (Vec::new(), 0.0, 0);
    for pair in ranked.iter().filter(|pair| pair.columns.contains(&leader)) {
        let side = usize::from(pair.columns[1] == leader);
        let ahead = pair.par2[side] < pair.par2[1 - side] && pair.faster[side] > pair.faster[1 - side];
        if !ahead || pair.adjusted > LEVEL {
            open.push((pair.columns[1 - side], pair.adjusted));
        }
        p = pair.adjusted.max(p);
        models = pair.models;
    }
    Some(Verdict { leader, wins: open.is_empty(), open, p, models, tests: ranked.len() })
}

/// Returns the least number of models with which one of several tests can be significant after the correction: the p-value of n
/// differences of one sign is 2 / 2^n.
pub(super) fn needed(tests: usize) -> usize {
    (1..).find(|&models| 2.0_f64.powi(1 - models) * tests as f64 <= LEVEL).unwrap_or(1) as usize
}

#[cfg(test)]
mod tests {
    use super::super::Report;
    use super::super::examples::run;
    use super::*;
    use crate::record::{Record, Status};

    const MODELS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

    fn runs(backend: &str, models: usize, cpu: impl Fn(usize) -> f64) -> Vec<Record> {
        (0..models).map(|model| run(MODELS[model], backend).cpu(cpu(model)).record).collect()
    }

    fn winner(records: &[Record]) -> serde_json::Value {
        Report::new("", records).json()["sections"][0]["winner"].clone()
    }

    #[test]
    fn few_models_have_no_winner() {
        for (models, wins) in [(2, false), (5, false), (6, true), (8, true)] {
            let records =
                [runs("batsat", models, |model| 1.0 + model as f64), runs("varisat", models, |_| 9.0)].concat();
            assert_eq!(winner(&records) == "batsat", wins, "{models} models");
        }
        assert_eq!(needed(1), 6);
        // 18 configurations have 153 pairs; 2 / 2^12 is too much, 2 / 2^13 is not.
        assert_eq!(needed(153), 13);
    }

    #[test]
    fn seeds_are_no_further_models() {
        let seeds = |backend, cpu| (0..20).map(move |seed| run("a", backend).seed(seed).cpu(cpu).record);
        let records: Vec<Record> = seeds("batsat", 1.0).chain(seeds("varisat", 2.0)).collect();
        assert!(winner(&records).is_null());
        let report = Report::new("", &records).json();
        assert_eq!(report["sections"][0]["pairs"][0]["models"], 1);
        assert_eq!(report["sections"][0]["pairs"][0]["instances"], 20);
    }

    #[test]
    fn mixed_results_have_no_winner() {
        let records = [runs("batsat", 8, |model| if model % 2 == 0 { 1.0 } else { 3.0 }), runs("varisat", 8, |_| 2.1)];
        assert!(winner(&records.concat()).is_null());
    }

    #[test]
    fn a_configuration_that_does_not_apply_everywhere_changes_nothing_for_the_others() {
        let mut records = [runs("batsat", 8, |model| 1.0 + model as f64), runs("varisat", 8, |_| 9.0)].concat();
        assert_eq!(winner(&records), "batsat");
        // On the two models that it supports, varisat is faster than batsat.
        let partial = |model: usize| {
            let run = run(MODELS[model], "cadical").encoding("cardinality=binomial");
            if model < 2 { run.cpu(0.1).record } else { run.status(Status::Inapplicable).record }
        };
        records.extend((0..8).map(partial));
        let section = Report::new("", &records).json()["sections"][0].clone();
        assert_eq!(section["winner"], "batsat, auto");
        assert_eq!(section["shared_instances"], 8);
        let par2: Vec<bool> =
            section["configurations"].as_array().into_iter().flatten().map(|it| it["par2_cpu_s"].is_null()).collect();
        assert_eq!(par2, [false, false, true]);
    }
}
