//! The way to an answer, on stderr: one line of effort for a terminal, and with `--verbose` why it was chosen.

use super::files::print_error;
use boardwright_tasks::answer::Report;
use boardwright_tasks::task::Setup;
use clap::Args;

// No documentation comment: it would replace the description of the command.
#[derive(Args, Clone, Copy)]
pub(super) struct Verbosity {
    /// Print on stderr how the answer was found, and why in this way
    #[arg(long, short, conflicts_with = "quiet", hide_short_help = true)]
    pub(super) verbose: bool,
}

impl Verbosity {
    /// Prints the way to an answer, if requested.
    pub(super) fn tell(self, setup: &Setup, report: &Report) {
        if self.verbose {
            print_error(&format!("{}\n{}", effort(setup, report), reasons(setup, report)));
        }
    }
}

/// Returns why the way was chosen, and remarks about it, in lines.
fn reasons(setup: &Setup, report: &Report) -> String {
    let remarks = report.remarks.iter().map(ToString::to_string);
    std::iter::once(setup.reason()).chain(remarks).map(|line| format!("  {line}\n")).collect()
}

/// Formats the way that was taken in the end: a sweep may have taken over.
fn way(setup: &Setup, report: &Report) -> String {
    match (report.route, &report.backend, report.formulation) {
        (Some(route), Some(backend), Some(name)) => format!("route {route}, {backend}, formulation {name}"),
        // Another search than that of a route; a remark names it.
        (None, None, Some(name)) if report.method.is_none() => format!("formulation {name}"),
        _ => setup.describe(),
    }
}

/// Returns the effort, in a line for a terminal.
pub(super) fn effort(setup: &Setup, report: &Report) -> String {
    let statistics = &report.statistics;
    let size = |number: Option<usize>, what: &str| number.map(|number| format!(", {number} {what}"));
    let sizes: String = [
        size(statistics.constraints, "constraints"),
        size(statistics.variables, "variables"),
        size(statistics.clauses, "clauses"),
        size(statistics.rows, "rows"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let seconds = statistics.seconds;
    let compile = seconds.constrain + seconds.lower;
    format!("{}{sizes}; {:.3} s to compile, {:.3} s to solve", way(setup, report), compile, seconds.solve)
}
