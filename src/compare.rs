//! Comparisons: many runs of the same models, formulated, encoded and solved in different ways, that must agree.
//!
//! The journey: a [`campaign`] (a TOML file, or flags) becomes a list of [`job`]s, every one a run; each run becomes a
//! [`record`]; records of the same model that contradict each other end the comparison ([`agreement`]); what is left
//! becomes tables and pictures ([`report`]). Who starts processes and keeps files is the command line; this room is
//! about what they contain. It sits on `task`.

pub mod agreement;
pub mod campaign;
pub mod count;
pub mod job;
pub mod measure;
pub mod record;
pub mod report;
