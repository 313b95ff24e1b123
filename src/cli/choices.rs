//! The arguments that several subcommands share: formulation, encodings, route and backend.

use super::Quit;
use super::compare::program_digest;
use super::exit::failed;
use super::limits::Limits;
use boardwright_base::budget::Budget;
use boardwright_base::program;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_solvers::backend::Route;
use boardwright_study::job::{Configuration, Job, Question, wall_limit_for};
use boardwright_tasks::task::{Ask, Options, Request, Setup};
use clap::Args;
use std::collections::BTreeMap;
use std::time::Duration;

// The choices for lowering a model.
#[derive(Args, Clone)]
pub(super) struct Lowering {
    /// Use this formulation; see `list formulations` [default: auto]
    #[arg(long, value_name = "NAME", help_heading = "Method")]
    pub(super) formulation: Option<String>,
    /// Use these encodings of constraints; see `list encodings`
    ///
    /// Example: --encoding at-most-one=ladder,parity=cut4. Kinds that are not named use the model's `[encoding]`, or else
    /// the default, `auto`.
    #[arg(long, value_name = "KIND=NAME,...", help_heading = "Method")]
    pub(super) encoding: Option<String>,
}

#[derive(Args, Clone)]
pub(super) struct Choices {
    #[command(flatten)]
    pub(super) lowering: Lowering,
    /// Lower to sat, ilp, exact-cover, gf2 or frontier [default: auto]
    #[arg(long, value_name = "ROUTE", help_heading = "Method")]
    route: Option<String>,
    /// Use this solver; see `list backends` [default: auto]
    ///
    /// Example: --backend cadical, or --backend 'exec:cadical -q' for an external program.
    #[arg(long, value_name = "NAME", help_heading = "Method")]
    backend: Option<String>,
    /// Use an algorithm of the family, not a solver; see `list methods`
    #[arg(long, value_name = "NAME", help_heading = "Method")]
    pub(super) method: Option<String>,
    /// Use this search for optima; see `list searches` [default: auto]
    ///
    /// Searches apply to the SAT route.
    #[arg(long, value_name = "NAME", help_heading = "Method")]
    search: Option<String>,
    #[command(flatten)]
    pub(super) limits: Limits,
    /// Shuffle the problem with this random seed
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Method", value_parser = super::whole::any::<u64>)]
    seed: u64,
    /// Print only errors on stderr
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// The default time of a leaf of a count as a job.
const LEAF_TIME: Duration = Duration::from_secs(3600);

impl Lowering {
    /// Returns the encodings that the command line chooses.
    pub(super) fn selection(&self) -> Result<Selection, Quit> {
        let mut selection = Selection::default();
        if let Some(text) = &self.encoding {
            selection.parse(text).map_err(Quit::wrong)?;
        }
        Ok(selection)
    }

    /// Returns whether `--encoding` has choices for graphs and words only, which apply to rows; [`Lowering::selection`] reports errors.
    pub(super) fn suits_rows(&self) -> bool {
        let mut chosen = Selection::default();
        self.encoding.as_ref().is_none_or(|text| chosen.parse(text).is_err() || chosen.is_for_rows())
    }
}

impl Choices {
    /// Returns the setup for a model: for `several` solutions or one, with a `solver` for a question that needs one.
    pub(super) fn setup(
        &self,
        loaded: &Loaded,
        source: &Source,
        several: bool,
        solver: bool,
        budget: &Budget,
    ) -> Result<Setup, Quit> {
        self.setup_for(loaded, source, None, if several { Ask::All } else { Ask::One }, solver, budget)
    }

    /// Returns the setup for a model, with a default route.
    pub(super) fn setup_for(
        &self,
        loaded: &Loaded,
        source: &Source,
        route: Option<Route>,
        ask: Ask,
        solver: bool,
        budget: &Budget,
    ) -> Result<Setup, Quit> {
        let free = self.route.is_none() && self.backend.is_none() && self.method.is_none();
        let options = Options {
            method: self.method.clone(),
            formulation: self.lowering.formulation.clone(),
            route: route.filter(|_| free).map(|route| route.name().to_string()).or_else(|| self.route.clone()),
            backend: self.backend.clone(),
            search: self.search.clone(),
            encoding: self.lowering.selection()?,
            seed: self.seed,
            // One solution and the proof that there is no other are two calls of a solver.
            several: !matches!(ask, Ask::One | Ask::UpTo(0..=2)),
            pair: ask == Ask::UpTo(2),
            solver,
        };
        let setup = Setup::resolve(loaded, &options, budget).map_err(|failure| failed(failure, source))?;
        if let Setup::Solver { solver, .. } = &setup
            && self.lowering.encoding.is_some()
            && solver.backend.route() != Route::Sat
            && !(solver.backend.route() == Route::Ilp && self.lowering.suits_rows())
        {
            let name = &solver.backend.name;
            return Err(Quit::wrong(format!(
                "--encoding is not supported for {name}: encodings apply to the route `sat`"
            )));
        }
        Ok(setup)
    }

    /// Returns a request, which other ways answer where the setup does not, unless a method was chosen.
    pub(super) fn request(&self, loaded: &Loaded, setup: &Setup, ask: Ask) -> Request {
        self.with_other_ways(Request::new(loaded, setup, ask))
    }

    /// Adds the other ways to a request, unless a method was chosen.
    pub(super) fn with_other_ways(&self, request: Request) -> Request {
        if self.method.is_some() { request } else { request.with_other_ways() }
    }

    /// Returns the job that counts a model with these choices; the limits are those of each leaf.
    pub(super) fn job(&self, name: &str, text: &str) -> Result<Job, Quit> {
        if self.method.is_some() {
            return Err(Quit::wrong("--method and --split cannot be combined"));
        }
        let or_auto = |choice: &Option<String>| choice.clone().unwrap_or_else(|| "auto".into());
        if self.route.as_deref().is_some_and(|route| route != "auto") && self.backend.is_none() {
            return Err(Quit::wrong("--route and --split cannot be combined; use --backend"));
        }
        let configuration = Configuration {
            formulation: or_auto(&self.lowering.formulation),
            encoding: or_auto(&self.lowering.encoding),
            search: or_auto(&self.search),
            backend: or_auto(&self.backend),
            symmetry: "auto".into(),
            redundant: "auto".into(),
        };
        Ok(Job {
            group: String::new(),
            model: name.into(),
            set: BTreeMap::new(),
            text: text.into(),
            program: program_digest(&configuration.backend),
            configuration,
            seed: self.seed,
            question: Question::Count,
            time_limit: self.limits.time_limit.unwrap_or(LEAF_TIME).as_secs_f64(),
            wall_limit: wall_limit_for(self.limits.time_limit.unwrap_or(LEAF_TIME).as_secs_f64()),
            memory_limit: self.limits.memory_limit,
            sizes: false,
            leaf: None,
            version: program::VERSION.into(),
        })
    }
}
