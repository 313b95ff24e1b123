//! Tables of records that are comparable with each other.
//!
//! A section holds the records of one group with the same question, limits, program version and processor model. It is
//! a table: a row for each instance (a model and a seed), a column for each configuration, a run in most cells.
//!
//! ```text
//!                 varisat   batsat          shared: both configurations have run both seeds of `a`,
//! a, seed 0         0.12     0.08           so 2 of 3 instances; comparing sums omit `b`
//! a, seed 1         0.31  timeout
//! b, seed 0         1.05  wall-limit
//! ```
//!
//! Invariants: instances, configurations, models and seeds are sorted; every instance has one cell per configuration, and at
//! least one of them is a run. A configuration that is not ranked (`ranked`) does not reduce the shared instances of the others.
//! Configurations that make the identical formula are one column (`identical`).

use super::identical;
use super::naming::{Names, names};
use super::ranked;
use crate::job::{Configuration, Question};
use crate::record::{Record, Status};
pub(super) use crate::report::instance::{Apart, Instance, Model, applies, scored};
use std::collections::{BTreeMap, BTreeSet};

/// Records that are comparable with each other.
#[derive(Debug, Clone)]
pub(super) struct Section<'a> {
    pub(super) group: &'a str,
    pub(super) question: Question,
    /// CPU seconds; elapsed seconds if there is no other limit on them.
    pub(super) time_limit: f64,
    /// Elapsed seconds.
    pub(super) wall_limit: Option<f64>,
    /// Bytes.
    pub(super) memory_limit: Option<u64>,
    pub(super) version: &'a str,
    /// The processor's model.
    pub(super) cpu: &'a str,
    pub(super) configurations: Vec<&'a Configuration>,
    /// The further names of each configuration: they make the identical formula.
    pub(super) aliases: Vec<Vec<&'a Configuration>>,
    pub(super) models: Vec<Model<'a>>,
    pub(super) seeds: Vec<u64>,
    pub(super) instances: Vec<Instance<'a>>,
    /// Why a configuration is not ranked; `None` if it is.
    pub(super) apart: Vec<Option<Apart>>,
    /// The instances that all ranked configurations have run.
    pub(super) shared: Vec<bool>,
}

/// Sorts records in the order of the sections and of all lists: by group, question, limits, version and processor, then by
/// model, configuration and seed.
pub(super) fn sort(records: &mut [Record]) {
    records.sort_by(|one, other| {
        let places = |record: &Record| (record.group.clone(), record.question.name());
        let strata = |record: &Record| (record.memory_limit, record.version.clone(), record.machine.cpu.clone());
        let cell = |record: &Record| {
            (record.model.clone(), record.set.clone(), record.digest.clone(), record.configuration.clone())
        };
        let rest = |record: &Record| (record.seed, record.machine.clone(), record.key.clone());
        places(one)
            .cmp(&places(other))
            .then_with(|| limits(one).cmp(&limits(other)))
            .then_with(|| strata(one).cmp(&strata(other)))
            .then_with(|| cell(one).cmp(&cell(other)))
            .then_with(|| rest(one).cmp(&rest(other)))
    });
}

/// Returns the time limits in a form that can be compared.
fn limits(record: &Record) -> (u64, Option<u64>) {
    // The bits of non-negative numbers have the same order as the numbers.
    (record.time_limit.to_bits(), record.wall_limit.map(f64::to_bits))
}

/// Returns the sections of records that [`sort`] has sorted.
pub(super) fn sections(records: &[Record]) -> Vec<Section<'_>> {
    let together = |one: &Record, other: &Record| {
        one.group == other.group
            && one.question == other.question
            && limits(one) == limits(other)
            && one.memory_limit == other.memory_limit
            && one.version == other.version
            && one.machine.cpu == other.machine.cpu
    };
    records.chunk_by(together).map(section).collect()
}

/// Returns one section; `records` is not empty.
fn section(records: &[Record]) -> Section<'_> {
    let configurations: Vec<&Configuration> =
        records.iter().map(|record| &record.configuration).collect::<BTreeSet<_>>().into_iter().collect();
    let models: Vec<Model> = records.iter().map(Model::of).collect::<BTreeSet<_>>().into_iter().collect();
    let seeds = records.iter().map(|record| record.seed).collect::<BTreeSet<_>>().into_iter().collect();

    let mut cells: BTreeMap<(usize, u64), Vec<Option<&Record>>> = BTreeMap::new();
    for record in records {
        let row = models.binary_search(&Model::of(record)).expect("models holds the model of each record");
        let column =
            configurations.binary_search(&&record.configuration).expect("configurations holds that of each record");
        let runs = cells.entry((row, record.seed)).or_insert_with(|| vec![None; configurations.len()]);
        runs[column] = Some(record);
    }
    let instance = |((model, seed), runs)| Instance { model, seed, runs, classes: Vec::new() };
    let mut instances: Vec<Instance> = cells.into_iter().map(instance).collect();
    let columns = identical::columns(&instances, configurations.len());
    let aliases = columns.iter().map(|names| names[1..].iter().map(|&name| configurations[name]).collect()).collect();
    let configurations: Vec<&Configuration> = columns.iter().map(|names| configurations[names[0]]).collect();
    for instance in &mut instances {
        let merged =
            |names: &Vec<usize>| identical::representative(names.iter().filter_map(|&name| instance.runs[name]));
        let mut runs: Vec<Option<&Record>> = columns.iter().map(merged).collect();
        let classes = identical::classes(&runs);
        for class in &classes {
            let middle = identical::representative(class.iter().filter_map(|&column| runs[column]));
            let sound = |run: &Record| !matches!(run.outcome.status, Status::Wrong | Status::Crashed);
            for &column in class {
                if middle.is_some_and(sound) && runs[column].is_some_and(sound) {
                    runs[column] = middle;
                }
            }
        }
        (instance.runs, instance.classes) = (runs, classes);
    }

    let apart = ranked::apart(&configurations, &instances);
    let ranked: Vec<usize> = (0..configurations.len()).filter(|&column| apart[column].is_none()).collect();
    let has_run = |instance: &Instance, column: usize| instance.runs[column].is_some_and(scored);
    let whole = |instance: &Instance| !ranked.is_empty() && ranked.iter().all(|&column| has_run(instance, column));
    let shared = instances.iter().map(whole).collect();

    let first = &records[0];
    Section {
        group: &first.group,
        question: first.question,
        time_limit: first.time_limit,
        wall_limit: first.wall_limit,
        memory_limit: first.memory_limit,
        version: &first.version,
        cpu: &first.machine.cpu,
        configurations,
        aliases,
        models,
        seeds,
        instances,
        apart,
        shared,
    }
}

impl<'a> Section<'a> {
    /// Returns the number of shared instances.
    pub(super) fn shared_count(&self) -> usize {
        self.shared.iter().filter(|shared| **shared).count()
    }

    /// Returns the shared instances.
    pub(super) fn shared_instances(&self) -> impl Iterator<Item = &Instance<'a>> {
        self.instances.iter().zip(&self.shared).filter(|(_, shared)| **shared).map(|(instance, _)| instance)
    }

    /// Returns the names of the configurations. A configuration with several names has all of them: `ladder = product`.
    pub(super) fn names(&self) -> Names {
        let groups = self.configurations.iter().zip(&self.aliases);
        let all: Vec<&Configuration> =
            groups.flat_map(|(&first, others)| std::iter::once(first).chain(others.iter().copied())).collect();
        let Names { shared, heading, names } = names(&all);
        let mut names = names.into_iter();
        let joined = self.aliases.iter().map(|others| names.by_ref().take(others.len() + 1).collect::<Vec<_>>());
        let names = joined.map(|names| identical::joined(&names)).collect();
        Names { shared, heading, names }
    }

    /// Returns whether all scored runs of an instance are one configuration under several names.
    pub(super) fn is_one_run(&self, instance: &Instance) -> bool {
        let scored = |&column: &usize| instance.runs[column].is_some_and(scored);
        let columns: Vec<usize> = (0..self.configurations.len()).filter(scored).collect();
        match columns[..] {
            [] => false,
            [column] => !self.aliases[column].is_empty(),
            _ => instance.classes.iter().any(|class| columns.iter().all(|column| class.contains(column))),
        }
    }

    /// Returns configurations that are the same run on some models but not all, with those models: columns and rows.
    pub(super) fn partly_identical(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut found: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for instance in &self.instances {
            for class in &instance.classes {
                match found.iter_mut().find(|(known, _)| known == class) {
                    Some((_, models)) => models.push(instance.model),
                    None => found.push((class.clone(), vec![instance.model])),
                }
            }
        }
        found.iter_mut().for_each(|(_, models)| models.dedup());
        found
    }

    /// Returns all runs of a configuration.
    pub(super) fn runs(&self, column: usize) -> impl Iterator<Item = &'a Record> {
        self.instances.iter().filter_map(move |instance| instance.runs[column])
    }

    /// Returns the runs of a configuration on a model, by seed.
    pub(super) fn cell(&self, model: usize, column: usize) -> impl Iterator<Item = &'a Record> {
        let from = self.instances.partition_point(|instance| instance.model < model);
        let instances = self.instances[from..].iter().take_while(move |instance| instance.model == model);
        instances.filter_map(move |instance| instance.runs[column])
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::run;
    use super::*;

    /// Returns the example in the header.
    fn example() -> Vec<Record> {
        let mut records = vec![
            run("b", "varisat").cpu(1.05).record,
            run("b", "batsat").status(Status::WallLimit).record,
            run("a", "varisat").seed(1).cpu(0.31).record,
            run("a", "varisat").cpu(0.12).record,
            run("a", "batsat").cpu(0.08).record,
            run("a", "batsat").seed(1).status(Status::Timeout).record,
        ];
        sort(&mut records);
        records
    }

    #[test]
    fn instances_are_models_under_seeds() {
        let records = example();
        let sections = sections(&records);
        let [section] = sections.as_slice() else { panic!("all may be compared") };
        let backends: Vec<&str> = section.configurations.iter().map(|it| it.backend.as_str()).collect();
        assert_eq!(backends, ["batsat", "varisat"]);
        let instances: Vec<(usize, u64)> = section.instances.iter().map(|it| (it.model, it.seed)).collect();
        assert_eq!(instances, [(0, 0), (0, 1), (1, 0)]);
        assert_eq!(section.shared, [true, true, false]);
        assert_eq!(section.seeds, [0, 1]);
        assert_eq!(section.cell(0, 1).map(|run| run.cost.cpu).collect::<Vec<_>>(), [0.12, 0.31]);
    }

    #[test]
    fn a_configuration_that_never_applies_does_not_reduce_the_shared_instances() {
        let mut records = example();
        records.push(run("a", "cadical").status(Status::Inapplicable).record);
        sort(&mut records);
        assert_eq!(sections(&records)[0].shared_count(), 2);
    }

    #[test]
    fn a_missing_run_is_not_shared() {
        let mut records = example();
        records.retain(|record| record.seed == 0 || record.configuration.backend == "varisat");
        assert_eq!(sections(&records)[0].shared, [true, false, false]);
    }

    #[test]
    fn machines_versions_and_limits_are_kept_apart() {
        let mut records = vec![
            run("a", "varisat").record,
            run("a", "batsat").on("there", "Model A").record,
            run("a", "cadical").on("there", "Model B").record,
            run("a", "minilp").version("0.2.0").record,
            run("a", "microlp").limit(20.0).record,
            run("a", "glpsol").asked(Question::All).record,
        ];
        sort(&mut records);
        let mut sizes: Vec<usize> = sections(&records).iter().map(|it| it.configurations.len()).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 1, 1, 1, 2], "hosts with the same processor are comparable");
    }
}
