//! Terms of a sequence: what a term is, and one term as a run of its own.

use crate::cli::Quit;
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, explained};
use crate::cli::input::Session;
use crate::cli::settings::Settings;
use crate::cli::watch::{self, Phase};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Source;
use boardwright_model::Model;
use boardwright_render::reason;
use boardwright_tasks::task::distinct::Distinct;
use boardwright_tasks::task::{Ask, Request, Symmetries, detached, ignore};
use num_bigint::BigInt;
use std::fmt;
use std::time::Instant;

/// What a term is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Kind {
    /// The number of solutions.
    Count,
    /// The number of solutions up to symmetry.
    Distinct(Distinct),
    /// The optimum of the objective.
    Optimum,
}

impl Kind {
    /// Returns the name in models and reports.
    pub(in crate::cli) fn name(self) -> &'static str {
        match self {
            Kind::Count => "count",
            Kind::Distinct(Distinct::Symmetries) => "distinct",
            Kind::Distinct(Distinct::Colours) => "distinct=colours",
            Kind::Optimum => "optimum",
        }
    }

    /// Returns the kind with this name.
    pub(in crate::cli) fn named(name: &str) -> Option<Kind> {
        let kinds = [Kind::Count, Kind::Distinct(Distinct::Symmetries), Kind::Optimum];
        kinds.into_iter().find(|kind| kind.name() == name)
    }
}

/// The value of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum Value {
    /// It is known.
    Known(BigInt),
    /// There is no solution, and so no optimum.
    None,
    /// A limit was reached first, with the reason.
    Open(String),
}

impl Value {
    /// Returns whether it is known and another number than this.
    pub(in crate::cli) fn differs(&self, other: &BigInt) -> bool {
        match self {
            Value::Known(number) => number != other,
            Value::None => true,
            Value::Open(_) => false,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Known(number) => number.fmt(f),
            Value::None => f.write_str("no solution"),
            Value::Open(reason) => f.write_str(reason),
        }
    }
}

/// A term.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::cli) struct Term {
    /// The value.
    pub(in crate::cli) value: Value,
    /// Elapsed seconds; `None` if it comes from a checkpoint.
    pub(in crate::cli) seconds: Option<f64>,
    /// What remains to be trusted, if the value is a program's word.
    pub(in crate::cli) trusted: Option<String>,
}

/// A model and a range of one of its parameters.
pub(in crate::cli) struct Question {
    /// The model.
    pub(in crate::cli) source: Source,
    /// The parameter.
    pub(in crate::cli) parameter: String,
    /// Its first and last value.
    pub(in crate::cli) range: (i64, i64),
    /// The values of other parameters.
    pub(in crate::cli) settings: Settings,
}

impl Question {
    /// Computes a term.
    pub(in crate::cli) fn term(
        &self,
        value: i64,
        kind: Kind,
        choices: &Choices,
        session: &Session,
    ) -> Result<Term, Quit> {
        let start = Instant::now();
        let (value, trusted) = match self.value(value, kind, choices, session) {
            Err(quit) if quit.exit == Exit::Stopped => (Value::Open(quit.words), None),
            value => value?,
        };
        Ok(Term { value, seconds: Some(start.elapsed().as_secs_f64()), trusted })
    }

    fn value(
        &self,
        value: i64,
        kind: Kind,
        choices: &Choices,
        session: &Session,
    ) -> Result<(Value, Option<String>), Quit> {
        let source = self.settings.with(&self.parameter, value).apply(self.source.clone())?;
        let loaded = session.loaded(&source, false)?;
        let ask = if kind == Kind::Optimum { Ask::One } else { Ask::Count };
        let setup = choices.setup(&loaded, &source, ask == Ask::Count, false, &session.budget)?;
        // Whether there is an objective does not depend on the parameter.
        if kind == Kind::Optimum && value == self.range.0 && !setup.has_objective(&loaded, &session.budget)? {
            return Err(no_objective(&loaded.model, &source));
        }
        watch::enter(Phase::Solve);
        let distinct = if let Kind::Distinct(distinct) = kind { Some(distinct) } else { None };
        let request = Request::new(&loaded, &setup, ask).up_to(Symmetries { distinct, breaking: None });
        let report = detached::run(&request, &session.budget, &mut ignore)?;
        if report.stopped {
            return Ok((Value::Open(reason::of_report(&report)), None));
        }
        let value = match kind {
            Kind::Optimum => report.optimum.map_or(Value::None, |optimum| Value::Known(optimum.into())),
            _ => match report.count {
                Some(count) => Value::Known(count.into()),
                None => Value::Open(reason::of_report(&report)),
            },
        };
        Ok((value, report.trusted))
    }
}

/// Returns the error of a model without an optimum, at its `[expect] sequence` if that asks for one.
fn no_objective(model: &Model, source: &Source) -> Quit {
    let message = "an optimum requires a model with an objective (`[minimize]` or `[maximize]`)";
    let sequence = model.expect.as_ref().and_then(|expect| expect.sequence.as_ref());
    match sequence.filter(|sequence| sequence.of == Kind::Optimum.name()) {
        None => Quit::wrong(message),
        Some(sequence) => {
            let mistake = Diagnostic::new("no-objective", message).at(sequence.span, "of = \"optimum\"");
            explained(&Diagnostics::from(mistake), source)
        }
    }
}
