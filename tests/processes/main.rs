//! Processes: limits and signals, external solvers, measurement, comparisons and campaigns.
//!
//! These tests kill processes and measure times. They are a program of their own, so that nothing else runs beside them.

#[path = "../support/mod.rs"]
mod support;

mod campaign;
mod compare;
mod counters;
mod cut_short;
mod exec;
mod limits;
mod measurement;
