//! The arguments that several subcommands share: which formulation, encoding, route, backend, and the limits.

use super::Quit;
use crate::backend::{Limits, limits};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::puzzle::Loaded;
use crate::task::{Options, Setup};
use clap::Args;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

#[derive(Args)]
pub(super) struct Choices {
    /// How the rules become constraints; `list formulations` names them
    #[arg(long, value_name = "NAME")]
    formulation: Option<String>,
    /// How constraints become clauses, such as at-most-one=ladder,parity=cut4; `list encodings` names them
    #[arg(long, value_name = "KIND=NAME,...")]
    encoding: Option<String>,
    /// What the constraints become: auto, sat or ilp
    #[arg(long, value_name = "ROUTE")]
    route: Option<String>,
    /// The solver; `list backends` names them
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// How SAT finds an optimum: linear-down, linear-up or core-guided
    #[arg(long, value_name = "NAME")]
    search: Option<String>,
    /// Stop after this time, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = limits::time)]
    time_limit: Option<Duration>,
    /// Shuffle the problem before the solver sees it; the answer stays, the luck changes
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Nothing on stderr but errors
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl Choices {
    /// The setup for a model: the command line decides before the model's `[encoding]`, that before the defaults.
    pub(super) fn setup(&self, loaded: &Loaded, source: &crate::source::Source) -> Result<Setup, Quit> {
        let mut options = Options {
            formulation: self.formulation.clone(),
            route: self.route.clone(),
            backend: self.backend.clone(),
            search: self.search.clone(),
            seed: self.seed,
            ..Options::default()
        };
        let mut wrong = Diagnostics::none();
        for (kind, name) in &loaded.model.encoding {
            if let Err(error) = options.encoding.set(&kind.value, &name.value) {
                let is_kind = matches!(error, crate::cnf::encode::ChoiceError::Kind { .. });
                let place = if is_kind { kind.span } else { name.span };
                wrong.push(Diagnostic::new("unknown-encoding", error.to_string()).at(place, ""));
            }
        }
        wrong.into_result(()).map_err(|diagnostics| super::files::explained(&diagnostics, source))?;
        if let Some(text) = &self.encoding {
            options.encoding.parse(text).map_err(Quit::wrong)?;
        }
        Ok(Setup::resolve(loaded, &options)?)
    }

    /// The limits of one run, starting now; Ctrl-C is one of them.
    pub(super) fn limits(&self) -> Limits {
        let limits = self.time_limit.map_or_else(Limits::none, Limits::within);
        Limits { interrupt: interrupt(), ..limits }
    }
}

/// The flag that Ctrl-C sets. A second Ctrl-C ends the program at once.
pub(super) fn interrupt() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let handler = Arc::clone(&flag);
        // Without a handler Ctrl-C just ends the program, which is no worse.
        let _ = ctrlc::set_handler(move || {
            if handler.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        flag
    });
    Arc::clone(flag)
}
