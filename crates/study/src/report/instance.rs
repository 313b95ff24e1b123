//! The models and instances of a section, and the records that count.

use crate::record::{Record, Status};
use std::collections::BTreeMap;

/// A model in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Model<'a> {
    pub(super) path: &'a str,
    pub(super) set: &'a BTreeMap<String, i64>,
    pub(super) digest: &'a str,
}

impl<'a> Model<'a> {
    pub(super) fn of(record: &'a Record) -> Model<'a> {
        Model { path: &record.model, set: &record.set, digest: &record.digest }
    }
}

/// A model under one seed.
#[derive(Debug, Clone)]
pub(super) struct Instance<'a> {
    /// The index of its model in the section.
    pub(super) model: usize,
    pub(super) seed: u64,
    /// The runs, by configuration; `None` if there is no record yet. Equal runs are represented by the median one.
    pub(super) runs: Vec<Option<&'a Record>>,
    /// Classes of configurations that are the same run here but not everywhere.
    pub(super) classes: Vec<Vec<usize>>,
}

/// Why a configuration is not ranked with the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Apart {
    /// It has no scored run.
    Never,
    /// It does not apply to this number of instances that others support.
    Inapplicable(usize),
    /// It got another problem than a configuration of the same formulation, symmetry and redundancy, on a number of instances.
    Problem {
        /// The column of the other configuration.
        than: usize,
        /// The number of instances.
        instances: usize,
    },
}

/// Returns whether the configuration applies to the record's model.
pub(super) fn applies(record: &Record) -> bool {
    record.outcome.status != Status::Inapplicable
}

/// Returns whether a run counts for speed: the configuration applies, and the limit on elapsed time did not end the run
/// before the limit on CPU time.
pub(super) fn scored(record: &Record) -> bool {
    applies(record) && record.outcome.status != Status::WallLimit
}
