//! The models and instances of a section, and which records count.

use crate::compare::record::{Record, Status};

/// A model in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Model<'a> {
    pub(super) path: &'a str,
    pub(super) digest: &'a str,
}

impl<'a> Model<'a> {
    pub(super) fn of(record: &'a Record) -> Model<'a> {
        Model { path: &record.model, digest: &record.digest }
    }
}

/// A model under one seed.
#[derive(Debug, Clone)]
pub(super) struct Instance<'a> {
    /// Its place among the section's models.
    pub(super) model: usize,
    pub(super) seed: u64,
    /// The runs, by configuration; `None` where there is no record yet. Of runs that are the same each is the one in the
    /// middle.
    pub(super) runs: Vec<Option<&'a Record>>,
    /// Classes of configurations that are the same run here though not everywhere.
    pub(super) classes: Vec<Vec<usize>>,
}

/// Whether the configuration applies to the record's model.
pub(super) fn applies(record: &Record) -> bool {
    record.outcome.status != Status::Inapplicable
}

/// Whether a run says something about speed: the configuration applies, and the clock did not end it before the CPU time
/// that it was given was spent.
pub(super) fn scored(record: &Record) -> bool {
    applies(record) && record.outcome.status != Status::WallLimit
}
