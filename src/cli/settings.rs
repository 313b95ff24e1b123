//! `--set n=10`: values of the parameters of a model, for every command that reads one.

use super::Quit;
use super::exit::explained;
use boardwright_base::source::Source;
use clap::Args;
use std::num::{IntErrorKind, ParseIntError};

// The values of a model's parameters. A doc comment would become the description of every command.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Settings {
    /// Set a parameter of the model, such as n=10; may be repeated
    ///
    /// The model declares its parameters and their defaults in `[parameter]`.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting, help_heading = "Question")]
    values: Vec<(String, i64)>,
}

impl Settings {
    /// Parses the values.
    pub(super) fn of(texts: &[String]) -> Result<Settings, Quit> {
        let values = texts.iter().map(|text| setting(text).map_err(|why| Quit::wrong(format!("--set {text}: {why}"))));
        Ok(Settings { values: values.collect::<Result<_, _>>()? })
    }

    /// Returns settings.
    pub(super) fn new(values: Vec<(String, i64)>) -> Settings {
        Settings { values }
    }

    /// Returns these settings and one more.
    pub(super) fn with(&self, name: &str, value: i64) -> Settings {
        let mut values = self.values.clone();
        values.push((name.to_string(), value));
        Settings { values }
    }

    /// Returns the values.
    pub(super) fn values(&self) -> &[(String, i64)] {
        &self.values
    }

    /// Returns whether no parameter is set.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Sets the parameters in the text of a model, or prints errors on stderr.
    pub(super) fn apply(&self, source: Source) -> Result<Source, Quit> {
        match self.is_empty() {
            true => Ok(source),
            false => boardwright_model::set(&source, &self.values).map_err(|wrong| explained(&wrong, &source)),
        }
    }
}

/// One number, or all numbers from one to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Range {
    /// `n=10`.
    One(i64),
    /// `n=1..12`, both ends included.
    FromTo(i64, i64),
}

/// The maximum number of terms of a range.
const TERMS: u64 = 10_000;

/// Why a text sets no parameter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotSetting {
    /// There is no `=`.
    #[error("expected NAME=VALUE, such as n=10")]
    Form,
    /// The value is not a number.
    #[error("`{0}` is not a whole number")]
    Number(String),
    /// The value is a number beyond 64 bits.
    #[error("`{0}` is out of range; expected a whole number from {min} to {max} (64 bits)", min = i64::MIN, max = i64::MAX)]
    Beyond(String),
    /// The ends are not numbers.
    #[error("`{0}` is not a range; expected FROM..TO, such as 1..12")]
    Range(String),
    /// The last number is below the first.
    #[error("the range {0}..{1} is empty")]
    Empty(i64, i64),
    /// The range is too long.
    #[error("the range {0}..{1} has more than {TERMS} terms")]
    Long(i64, i64),
}

/// Parses `n=1..12` or `n=10`.
pub(super) fn range(text: &str) -> Result<(String, Range), NotSetting> {
    let Some((name, (from, to))) = text.split_once('=').and_then(|(name, range)| Some((name, range.split_once("..")?)))
    else {
        return setting(text).map(|(name, value)| (name, Range::One(value)));
    };
    let end = |end: &str| {
        number(end).map_err(|why| match why {
            NotSetting::Beyond(_) => why,
            _ => NotSetting::Range(format!("{from}..{to}")),
        })
    };
    match (end(from)?, end(to)?) {
        (from, to) if from > to => Err(NotSetting::Empty(from, to)),
        (from, to) if to.abs_diff(from) >= TERMS => Err(NotSetting::Long(from, to)),
        (from, to) => Ok((name.trim().to_string(), Range::FromTo(from, to))),
    }
}

/// Parses `n=1..12`.
pub(super) fn sizes(text: &str) -> Result<(String, [i64; 2]), NotSetting> {
    match range(text)? {
        (name, Range::FromTo(from, to)) => Ok((name, [from, to])),
        (_, Range::One(value)) => Err(NotSetting::Range(value.to_string())),
    }
}

/// Parses `n=10`.
fn setting(text: &str) -> Result<(String, i64), NotSetting> {
    let (name, value) = text.split_once('=').ok_or(NotSetting::Form)?;
    Ok((name.trim().to_string(), number(value)?))
}

fn number(text: &str) -> Result<i64, NotSetting> {
    let text = text.trim();
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => NotSetting::Beyond(text.to_string()),
        _ => NotSetting::Number(text.to_string()),
    })
}
