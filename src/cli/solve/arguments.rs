//! The arguments of `solve`: the question and the request that they make, and rejected combinations.

use crate::cli::checkpoint::Checkpoint;
use crate::cli::choices::Choices;
use crate::cli::classes::Classes;
use crate::cli::exit::{Exit, Quit};
use crate::cli::limits::Limits;
use crate::cli::long::Long;
use crate::cli::posed::Posed;
use crate::cli::proof::Proving;
use crate::cli::settings::Settings;
use crate::cli::unanswered::{AnswerForm, Unanswered};
use crate::cli::way::Verbosity;
use boardwright_base::budget::Budget;
use boardwright_puzzle::{Fact, Loaded, Nearest, NoNearest};
use boardwright_tasks::task::{Ask, Request, Setup};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args)]
pub(in crate::cli) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    pub(super) model: PathBuf,
    #[command(flatten)]
    pub(super) settings: Settings,
    /// Find every solution; with an objective, every optimal one
    #[arg(long, conflicts_with = "limit", help_heading = "Question")]
    pub(super) all: bool,
    /// Find at most N solutions [default: 1]
    #[arg(long, value_name = "N", value_parser = super::super::whole::positive::<u64>, help_heading = "Question")]
    pub(super) limit: Option<u64>,
    /// Draw N solutions uniformly, with replacement, by --seed
    ///
    /// Every solution has the same probability, each time: a solution may be drawn twice. With an objective, the optimal
    /// solutions are drawn from. Uses the route frontier.
    #[arg(long, value_name = "N", value_parser = super::super::whole::positive::<u64>, help_heading = "Question")]
    #[arg(conflicts_with_all = ["all", "limit", "best", "distinct", "threads", "checkpoint", "proof", "symmetry"])]
    pub(super) random: Option<u64>,
    /// Find the N solutions with the best values of the objective
    ///
    /// The best first; solutions with equal values are in a fixed order. Uses the route frontier.
    #[arg(long, value_name = "N", value_parser = super::super::whole::positive::<u64>, help_heading = "Question")]
    #[arg(conflicts_with_all = ["all", "limit", "distinct", "threads", "checkpoint", "proof", "symmetry"])]
    pub(super) best: Option<u64>,
    /// Find the values that each cell has in some solution
    ///
    /// With an objective, in some optimal solution. A value is printed because a verified solution has it, and left out because it is proved that none has it. At a limit, values
    /// behind ? are open. Grids only.
    #[arg(long, help_heading = "Question")]
    #[arg(conflicts_with_all = ["all", "limit", "random", "best", "distinct", "threads", "checkpoint", "proof", "symmetry", "states", "exit_code", "verbose"])]
    pub(super) candidates: bool,
    #[command(flatten)]
    pub(super) classes: Classes,
    /// Minimize the number of presses, like `fewest = true` in the model
    #[arg(long, help_heading = "Question")]
    pub(super) fewest: bool,
    /// Change the fewest lights that have to be changed, if there is no solution
    #[arg(long, hide_short_help = true, help_heading = "Question")]
    #[arg(conflicts_with_all = ["all", "limit", "random", "best", "candidates", "distinct", "threads", "checkpoint", "proof"])]
    pub(super) nearest: bool,
    #[command(flatten)]
    pub(super) choices: Choices,
    #[command(flatten)]
    pub(super) verbosity: Verbosity,
    #[command(flatten)]
    pub(super) posed: Posed,
    #[command(flatten)]
    pub(in crate::cli) long: Long,
    #[command(flatten)]
    pub(super) proving: Proving,
    /// Print the answer as text, json, jsonl, svg or events
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    pub(super) format: Format,
    /// Write the answer to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,
    /// Include every state of a plan in JSON, also for long plans
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    pub(super) states: bool,
    /// Exit with 10 (satisfiable), 20 (unsatisfiable) or 0 (unknown)
    ///
    /// These are the exit codes of SAT solvers.
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    pub(super) exit_code: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
    Jsonl,
    Svg,
    Events,
}

impl Arguments {
    pub(in crate::cli) fn limits(&self) -> (&Limits, Unanswered) {
        let form = match self.format {
            Format::Text => AnswerForm::Text,
            Format::Json if self.candidates => AnswerForm::Object,
            Format::Json => AnswerForm::Report,
            Format::Jsonl => AnswerForm::Line,
            Format::Svg => AnswerForm::File,
            Format::Events => AnswerForm::Events,
        };
        let request = Unanswered::new(&self.model, form, &self.output);
        (&self.choices.limits, if self.exit_code { request.with_solver_code() } else { request })
    }
}

impl Arguments {
    /// Returns the request, continued from a checkpoint.
    pub(super) fn request(&self, loaded: &Loaded, setup: &Setup, ask: Ask, checkpoint: Option<&Checkpoint>) -> Request {
        let work = self.long.work(checkpoint, false, self.choices.quiet);
        let request = Request::new(loaded, setup, ask).with_work(self.posed.work(self.classes.distinct(), work));
        // A proof is one of the solver's own answer.
        if self.proving.is_asked() { request } else { self.choices.with_other_ways(request) }
    }

    /// Returns the question.
    pub(super) fn ask(&self) -> Ask {
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        match (self.all, self.limit, self.random, self.best) {
            (true, ..) => Ask::All,
            (_, Some(limit), ..) => Ask::UpTo(number(limit)),
            (_, _, Some(drawn), _) => Ask::Random(number(drawn)),
            (.., Some(best)) => Ask::Best(number(best)),
            _ => Ask::One,
        }
    }

    /// Rejects options that contradict the question.
    pub(super) fn check_question(&self, ask: Ask) -> Result<(), Quit> {
        if self.classes.distinct().is_some() && ask == Ask::One {
            return Err(Quit::wrong("--distinct requires --all or --limit N"));
        }
        if self.classes.distinct().is_some() && self.proving.is_asked() {
            return Err(Quit::wrong("--proof and --distinct cannot be combined: a proof covers the complete list"));
        }
        if self.format == Format::Events && self.proving.is_asked() {
            return Err(Quit::wrong("--proof is not supported with --format events"));
        }
        Ok(())
    }

    /// Rejects options without an effect.
    pub(super) fn check_long(&self) -> Result<(), Quit> {
        if self.long.checkpoint.is_some() && !self.all {
            return Err(Quit::wrong("--checkpoint requires --all, --format jsonl and -o FILE"));
        }
        if self.long.is_asked() && !self.all && self.limit.is_none() {
            return Err(Quit::wrong("--threads requires --all or --limit"));
        }
        if self.long.checkpoint.is_some() && self.classes.distinct().is_some() {
            return Err(Quit::wrong("--distinct and --checkpoint cannot be combined"));
        }
        let to_file = self.output.as_ref().is_some_and(|path| path.as_os_str() != "-");
        if self.long.checkpoint.is_some() && !(self.all && self.format == Format::Jsonl && to_file) {
            return Err(Quit::wrong("--checkpoint requires --all, --format jsonl and -o FILE"));
        }
        Ok(())
    }

    /// Changes the fewest clues so that there is a solution.
    pub(super) fn change(&self, loaded: &mut Loaded, budget: &Budget) -> Result<Fact, Quit> {
        if self.format == Format::Events {
            return Err(Quit::wrong("--nearest is not supported with --format events"));
        }
        let stop = || budget.reached().is_some();
        let nearest = loaded.instance.variations().map_or(Err(NoNearest::NotOffered), |family| family.nearest(&stop));
        match nearest {
            Ok(Nearest { instance, fact }) => {
                loaded.instance = Arc::from(instance);
                Ok(fact)
            }
            Err(NoNearest::NotOffered) => {
                Err(Quit::wrong(format!("--nearest does not support `{}` models", loaded.puzzle.name())))
            }
            Err(reason) => Err(Quit { exit: Exit::Unknown, words: reason.to_string() }),
        }
    }

    /// Rejects `--states` where it has no effect.
    pub(super) fn check_states(&self, loaded: &Loaded) -> Result<(), Quit> {
        if !self.states {
            return Ok(());
        }
        if loaded.instance.plans().is_none() {
            let family = loaded.puzzle.name();
            return Err(Quit::wrong(format!(
                "--states is not supported for `{family}` models, whose solutions have \
                one state"
            )));
        }
        if !matches!(self.format, Format::Json | Format::Jsonl) {
            return Err(Quit::wrong("--states requires --format json or jsonl"));
        }
        Ok(())
    }
}
