//! Comparisons: runs of the same models with different formulations, encodings and solvers, whose answers must agree.
//!
//! A [`campaign`] (a TOML file, or options) becomes a list of [`job`]s, one for each run. Each run becomes a [`record`].
//! Records of the same model that contradict each other end the comparison ([`agreement`]); the others become tables and
//! plots ([`report`]). The command line starts the processes and stores the files; this room defines their contents.
//! Imports `task` and the rooms it reports on. Start with [`campaign`] and [`job`].

pub mod agreement;
pub mod campaign;
pub mod count;
pub mod job;
pub mod measure;
mod prepare;
pub mod ranges;
pub mod record;
pub mod report;
