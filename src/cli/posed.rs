//! `--symmetry` and `--redundant`: changes of the problem before any encoding, which keep its answer.

use boardwright_study::job::Configuration;
use boardwright_tasks::task::{Breaking, Distinct, Symmetries, Work};
use clap::{Args, ValueEnum};

#[derive(Args)]
pub(super) struct Posed {
    /// Add symmetry breaking constraints, or not: break or off
    ///
    /// They exclude solutions that are images of others, so that a single solution is found sooner. The default depends on
    /// the family. Lists, counts and proofs that need every solution never break symmetries. Off also stops searches for one or
    /// two solutions from leaving out solutions from which others follow, such as lines with detours.
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Method"
    )]
    pub(super) symmetry: Option<Symmetry>,
    /// Keep the redundant constraints of the formulation, or not: keep or off
    ///
    /// The rules imply them; most of them shorten the search.
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Method"
    )]
    #[arg(default_value_t = Redundant::Keep)]
    redundant: Redundant,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Symmetry {
    /// Do not break symmetries
    Off,
    /// Break symmetries
    Break,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Redundant {
    /// Keep redundant constraints
    Keep,
    /// Leave them out
    Off,
}

impl Posed {
    /// Sets the choices in the configuration of a job.
    pub(super) fn choose(&self, configuration: &mut Configuration) {
        if self.symmetry == Some(Symmetry::Off) {
            configuration.symmetry = "off".into();
        }
        if self.redundant == Redundant::Off {
            configuration.redundant = "off".into();
        }
    }

    /// Returns this work on the problem as it was chosen, up to the symmetries of `distinct`.
    pub(super) fn work(&self, distinct: Option<Distinct>, work: Work) -> Work {
        let breaking = self.symmetry.map(|symmetry| match symmetry {
            Symmetry::Off => Breaking::Off,
            Symmetry::Break => Breaking::Break,
        });
        let symmetries = Symmetries { distinct, breaking };
        Work { symmetries, without_redundant: self.redundant == Redundant::Off, ..work }
    }
}
