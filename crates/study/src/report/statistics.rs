//! Statistics of a section, by the conventions of the field.
//!
//! - An unsolved run, for whatever reason, counts as twice the time limit: PAR-2 is the mean over instances in CPU seconds.
//!   Wrong answers are unsolved. A run that the limit on elapsed time ended is not scored: it is not a timeout, and its
//!   instance is not shared.
//! - Configurations that make the identical formula are one; if this is so for all on an instance, none is fastest.
//! - Sums and means that compare configurations are over the instances shared by all that are ranked ([`Section::shared`]).
//! - In a median an unsolved run counts as longer than any solved one; there is no median if it falls on one. With an even
//!   number of runs the median is the mean of the middle two.
//! - The virtual best takes, for each shared instance, the ranked configuration that solved it fastest. The *margin* of a
//!   configuration is the increase of the virtual best's PAR-2 without it (L. Xu, F. Hutter, H. Hoos, K. Leyton-Brown,
//!   "Evaluating component solver contributions to portfolio-based algorithm selectors", SAT 2012).
//!
//! Example: with a limit of 10 s, A solves two instances in 1 s and 3 s, B one in 2 s. PAR-2 is 2 for A and (2 + 20) / 2 = 11
//! for B, 2 for the virtual best and 11 without A: the margin of A is 9 and that of B is 0.

use super::section::{Instance, Section, scored};
use crate::record::{Record, Sizes, Status};

/// The results of a configuration in a section.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Summary {
    pub(super) solved: usize,
    pub(super) timeouts: usize,
    /// Runs ended by the limit on elapsed time; not scored.
    pub(super) wall_limits: usize,
    pub(super) memory: usize,
    pub(super) inapplicable: usize,
    pub(super) unknown: usize,
    pub(super) wrong: usize,
    pub(super) crashed: usize,
    /// Instances that other configurations have run and this one has not.
    pub(super) missing: usize,
    /// Solved shared instances.
    pub(super) shared_solved: usize,
    /// Over the shared instances; `None` if there are none.
    pub(super) par2: Option<f64>,
    /// Over the instances it applies to and has run; `None` if there are none.
    pub(super) own_par2: Option<f64>,
    /// CPU seconds over the shared instances.
    pub(super) time: Spread,
    /// Shared instances that no other configuration solved faster; several may be equally fast.
    pub(super) fastest: usize,
    /// Shared instances that no other configuration solved.
    pub(super) alone: usize,
    /// The increase of the virtual best's PAR-2 without it, in seconds.
    pub(super) margin: Option<f64>,
}

impl Summary {
    /// Instances it applies to and has run, except those ended by the limit on elapsed time.
    pub(super) fn applicable(&self) -> usize {
        self.solved + self.timeouts + self.memory + self.unknown + self.wrong + self.crashed
    }
}

/// The best configuration for each shared instance.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct VirtualBest {
    pub(super) solved: usize,
    pub(super) par2: Option<f64>,
    pub(super) time: Spread,
}

/// The median and the extremes over several runs. `None` means longer than any solved run.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Spread {
    pub(super) runs: usize,
    pub(super) solved: usize,
    pub(super) least: Option<f64>,
    pub(super) median: Option<f64>,
    pub(super) most: Option<f64>,
}

impl Spread {
    /// Computes a spread of values that are `None` for unsolved runs.
    pub(super) fn of(values: impl IntoIterator<Item = Option<f64>>) -> Spread {
        let values: Vec<Option<f64>> = values.into_iter().collect();
        let mut solved: Vec<f64> = values.iter().copied().flatten().collect();
        solved.sort_by(f64::total_cmp);
        let at = |place: usize| solved.get(place).copied();
        let last = values.len().saturating_sub(1);
        let (low, high) = (at(last / 2), at(last.div_ceil(2)));
        Spread {
            runs: values.len(),
            solved: solved.len(),
            least: at(0),
            median: low.zip(high).map(|(low, high)| low + (high - low) / 2.0),
            most: at(last),
        }
    }
}

/// Returns the CPU seconds of a solved run.
pub(super) fn solved_time(record: &Record) -> Option<f64> {
    record.solved().then_some(record.cost.cpu)
}

/// The results of a configuration on one model.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Cell {
    /// CPU seconds over the runs that apply.
    pub(super) time: Spread,
    /// Sizes: each number from the first run that has it.
    pub(super) sizes: Sizes,
    /// Over the solved runs whose solver reports it; the next three also.
    pub(super) conflicts: Spread,
    pub(super) decisions: Spread,
    pub(super) propagations: Spread,
    pub(super) restarts: Spread,
    /// The statuses of the unsolved runs: each once, in the order of [`Status`].
    pub(super) failures: Vec<Status>,
}

/// Returns the results of a configuration on a model of the section.
pub(super) fn cell(section: &Section, model: usize, column: usize) -> Cell {
    const FAILURES: [Status; 7] = [
        Status::Timeout,
        Status::WallLimit,
        Status::Memory,
        Status::Inapplicable,
        Status::Unknown,
        Status::Wrong,
        Status::Crashed,
    ];
    let runs: Vec<&Record> = section.cell(model, column).collect();
    let reported = |value: fn(&Record) -> Option<u64>| {
        let solved = runs.iter().filter(|run| run.solved());
        Spread::of(solved.filter_map(|run| value(run)).map(|value| Some(value as f64)))
    };
    let size = |value: fn(&Sizes) -> Option<usize>| runs.iter().find_map(|run| value(&run.outcome.sizes));
    Cell {
        time: Spread::of(runs.iter().filter(|run| scored(run)).map(|run| solved_time(run))),
        sizes: Sizes::each(size),
        conflicts: reported(|run| run.outcome.conflicts),
        decisions: reported(|run| run.outcome.decisions),
        propagations: reported(|run| run.outcome.propagations),
        restarts: reported(|run| run.outcome.restarts),
        failures: FAILURES.into_iter().filter(|way| runs.iter().any(|run| run.outcome.status == *way)).collect(),
    }
}

/// Returns the sizes summed over the models with a shared instance; a sum with an unknown term is `None`.
pub(super) fn total_sizes(section: &Section, column: usize) -> Sizes {
    let mut models: Vec<usize> = section.shared_instances().map(|instance| instance.model).collect();
    models.dedup();
    let sizes: Vec<Sizes> = models.into_iter().map(|model| cell(section, model, column).sizes).collect();
    let sum = |value: fn(&Sizes) -> Option<usize>| match sizes.is_empty() {
        true => None,
        false => sizes.iter().map(value).sum::<Option<usize>>(),
    };
    Sizes::each(sum)
}

/// Returns the summaries of all configurations, and the virtual best.
pub(super) fn summaries(section: &Section) -> (Vec<Summary>, VirtualBest) {
    let shared: Vec<&Instance> = section.shared_instances().collect();
    let penalty = 2.0 * section.time_limit;
    let mean = |times: Vec<Option<f64>>| -> Option<f64> {
        let sum: f64 = times.iter().map(|time| time.unwrap_or(penalty)).sum();
        (!times.is_empty()).then(|| sum / times.len() as f64)
    };
    let time = |instance: &Instance, column: usize| instance.runs[column].and_then(solved_time);
    // The best time on a shared instance, except that of one column.
    let ranked: Vec<usize> = (0..section.configurations.len()).filter(|&it| section.apart[it].is_none()).collect();
    let best = |instance: &Instance, aside: Option<usize>| {
        let columns = ranked.iter().copied().filter(|column| Some(*column) != aside);
        columns.filter_map(|column| time(instance, column)).min_by(f64::total_cmp)
    };
    let best_times: Vec<Option<f64>> = shared.iter().map(|instance| best(instance, None)).collect();
    let virtual_best = VirtualBest {
        solved: best_times.iter().flatten().count(),
        par2: mean(best_times.clone()),
        time: Spread::of(best_times.iter().copied()),
    };

    let summary = |column: usize| {
        let count = |status| section.runs(column).filter(|run| run.outcome.status == status).count();
        let own: Vec<Option<f64>> = section.runs(column).filter(|run| scored(run)).map(solved_time).collect();
        let compared = section.apart[column].is_none();
        let times: Vec<Option<f64>> = match compared {
            true => shared.iter().map(|instance| time(instance, column)).collect(),
            false => Vec::new(),
        };
        let others: Vec<Option<f64>> = shared.iter().map(|instance| best(instance, Some(column))).collect();
        let contests = times.iter().zip(&best_times).zip(&shared).filter(|(_, instance)| !section.is_one_run(instance));
        let fastest = contests.filter(|((time, best), _)| time.is_some() && time == best).count();
        let alone = times.iter().zip(&others).filter(|(time, others)| time.is_some() && others.is_none()).count();
        let grown = mean(others).zip(virtual_best.par2).map(|(without, with)| without - with);
        Summary {
            solved: count(Status::Solved),
            timeouts: count(Status::Timeout),
            wall_limits: count(Status::WallLimit),
            memory: count(Status::Memory),
            inapplicable: count(Status::Inapplicable),
            unknown: count(Status::Unknown),
            wrong: count(Status::Wrong),
            crashed: count(Status::Crashed),
            missing: section.instances.iter().filter(|instance| instance.runs[column].is_none()).count(),
            shared_solved: times.iter().flatten().count(),
            par2: mean(times.clone()),
            own_par2: mean(own),
            time: Spread::of(times),
            fastest,
            alone,
            margin: grown.filter(|_| compared && ranked.len() > 1),
        }
    };
    ((0..section.configurations.len()).map(summary).collect(), virtual_best)
}

#[cfg(test)]
#[path = "statistics/tests.rs"]
mod tests;
