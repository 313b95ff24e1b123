//! The terms as text, JSON, Markdown, a b-file of the OEIS, or a plot.
//!
//! Text, Markdown and b-files grow with each term; JSON and plots are written at the end.

use super::plot::{self, Point};
use super::terms::{Kind, Term, Value};
use crate::cli::compare::run::duration;
use clap::ValueEnum;
use num_bigint::BigInt;
use serde_json::{Value as Json, json};

/// The format of the table.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
    Markdown,
    BFile,
    Svg,
}

/// The terms found so far.
pub(super) struct Table {
    format: Format,
    model: String,
    parameter: String,
    kind: Kind,
    rows: Vec<(i64, Term, Option<BigInt>)>,
}

/// Times below this many seconds say nothing about growth.
const MIN_TELLING_SECONDS: f64 = 0.01;

impl Table {
    /// Returns a table without terms.
    pub(super) fn new(format: Format, model: &str, parameter: &str, kind: Kind) -> Table {
        Table { format, model: model.to_string(), parameter: parameter.to_string(), kind, rows: Vec::new() }
    }

    /// Returns the lines above the first term.
    pub(super) fn head(&self) -> String {
        let (parameter, kind) = (&self.parameter, self.kind.name());
        match self.format {
            Format::Text => format!("{parameter:>6}  {kind}\n"),
            Format::Markdown => format!("| {parameter} | {kind} | s |\n| ---: | ---: | ---: |\n"),
            Format::BFile | Format::Json | Format::Svg => String::new(),
        }
    }

    /// Adds a term; returns its line. `right` is the expected value.
    pub(super) fn row(&mut self, value: i64, term: Term, right: Option<&BigInt>) -> String {
        let differs = right.filter(|right| term.value.differs(right));
        let mut remark = differs.map_or(String::new(), |right| format!("  (expected {right})"));
        if let Some(trusted) = &term.trusted {
            remark.push_str(&format!("  (not verified: {trusted})"));
        }
        let seconds = term.seconds.map_or(String::new(), |seconds| format!("{seconds:.3}"));
        let line = match (self.format, &term.value) {
            (Format::Text, Value::Known(number)) => {
                let time = if seconds.is_empty() { "from the checkpoint".to_string() } else { format!("{seconds} s") };
                format!("{value:>6}  {number}  ({time}){remark}\n")
            }
            (Format::Text, Value::None) => format!("{value:>6}  no solution{remark}\n"),
            (Format::Text, Value::Open(reason)) => format!("{value:>6}  unknown: {reason}\n"),
            (Format::Markdown, Value::Known(number)) => format!("| {value} | {number}{remark} | {seconds} |\n"),
            (Format::Markdown, Value::None) => format!("| {value} | none{remark} | {seconds} |\n"),
            (Format::Markdown, Value::Open(reason)) => format!("| {value} | unknown: {reason} | |\n"),
            (Format::BFile, Value::Known(number)) => {
                let comment = term.trusted.as_ref().map(|trusted| format!("# not verified: {trusted}\n"));
                format!("{}{value} {number}\n", comment.unwrap_or_default())
            }
            _ => String::new(),
        };
        self.rows.push((value, term, right.cloned()));
        line
    }

    /// Returns the rest: the estimate for the next term, or the whole table in formats that do not grow.
    pub(super) fn end(&self) -> String {
        match self.format {
            Format::Text => self.next().map_or(String::new(), |(value, seconds, growth)| {
                let about = duration(seconds);
                format!("next: {} = {value} in about {about} (times grow by a factor of {growth:.1})\n", self.parameter)
            }),
            Format::Json => format!("{:#}\n", self.json()),
            Format::Svg => {
                let title = format!("{}: {} by {}", self.model, self.kind.name(), self.parameter);
                let (terms, times) = self.points();
                plot::svg(&title, &self.parameter, &terms, &times)
            }
            Format::Markdown | Format::BFile => String::new(),
        }
    }

    /// Returns the terms, and the seconds of those that are known and were computed.
    fn points(&self) -> (Vec<Point>, Vec<Point>) {
        let term = |(value, term, _): &(i64, Term, Option<BigInt>)| {
            let (power, words) = match &term.value {
                Value::Known(number) => (power(number), number.to_string()),
                Value::None => (None, term.value.to_string()),
                Value::Open(reason) => (None, format!("unknown: {reason}")),
            };
            Point { value: *value, power, words }
        };
        let known = self.rows.iter().filter(|(_, term, _)| matches!(term.value, Value::Known(_)));
        let time = |(value, term, _): &(i64, Term, Option<BigInt>)| {
            let seconds = term.seconds?;
            let power = Some(seconds.log10()).filter(|power| power.is_finite());
            Some(Point { value: *value, power, words: seconds.to_string() })
        };
        (self.rows.iter().map(term).collect(), known.filter_map(time).collect())
    }

    /// Returns the value after the last term, its estimated seconds, and the growth of times: the geometric mean of the last
    /// three factors.
    fn next(&self) -> Option<(i64, f64, f64)> {
        let (last, term, _) = self.rows.last()?;
        let (&last, Value::Known(_)) = (last, &term.value) else { return None };
        let times: Vec<f64> = self.rows.iter().map_while(|(_, term, _)| term.seconds).collect();
        if times.len() < self.rows.len() {
            return None;
        }
        let factors = times.windows(2).filter(|pair| pair[0] >= MIN_TELLING_SECONDS).map(|pair| pair[1] / pair[0]);
        let factors: Vec<f64> = factors.rev().take(3).collect();
        if factors.is_empty() {
            return None;
        }
        let growth = factors.iter().product::<f64>().powf(1.0 / factors.len() as f64);
        let seconds = times.last()? * growth;
        (seconds >= 1.0).then_some((last.checked_add(1)?, seconds, growth))
    }

    fn json(&self) -> Json {
        let term = |(value, term, right): &(i64, Term, Option<BigInt>)| {
            let mut object = json!({ "value": value, "seconds": term.seconds });
            match &term.value {
                Value::Known(number) => object["term"] = number.to_string().into(),
                Value::None => object["term"] = Json::Null,
                Value::Open(reason) => object["reason"] = reason.clone().into(),
            }
            if let Some(trusted) = &term.trusted {
                object["trusted"] = trusted.clone().into();
            }
            if let Some(right) = right {
                object["expected"] = right.to_string().into();
            }
            object
        };
        let terms: Vec<Json> = self.rows.iter().map(term).collect();
        let complete = self.rows.iter().all(|(_, term, _)| !matches!(term.value, Value::Open(_)));
        let mut object = json!({
            "model": self.model, "parameter": self.parameter, "of": self.kind.name(), "terms": terms, "complete": complete
        });
        if let Some((value, seconds, _)) = self.next() {
            object["next"] = json!({ "value": value, "seconds": seconds });
        }
        object
    }
}

/// Returns the logarithm of a positive number to base 10, also of one beyond what a float can hold.
fn power(number: &BigInt) -> Option<f64> {
    let digits = number.to_string();
    let (first, rest) = digits.split_at(digits.len().min(15));
    let first: f64 = first.parse().ok().filter(|&first| first > 0.0)?;
    Some(first.log10() + rest.len() as f64)
}
