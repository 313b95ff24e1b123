//! The report of a command that a limit ends before there is an answer.

use super::files::{print_error, visible};
use super::outputs::Output;
use super::{Exit, complain};
use boardwright_render::{events, json};
use boardwright_tasks::answer::Report;
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The place and format for "unknown".
#[derive(Debug, Clone)]
pub(super) struct Unanswered {
    /// The model, or another input.
    model: String,
    form: AnswerForm,
    output: Option<PathBuf>,
    /// The exit code of "unknown".
    code: u8,
    /// Whether the answer is a number of solutions, which is then at least 0.
    counts: bool,
}

/// The format of a command's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerForm {
    /// A file or a drawing: "unknown" is reported on stderr.
    File,
    /// Text: "unknown" is a line.
    Text,
    /// The JSON of `solve` and `count`.
    Report,
    /// The JSON of `solve` and `count` on one line.
    Line,
    /// An object with the keys that all commands have.
    Object,
    /// The summary of a stream of events, with the JSON of `solve` and `count`.
    Events,
    /// The summary of a stream of events, with the keys that all commands have.
    ObjectEvents,
}

impl Unanswered {
    /// Returns the report of a command on a model or another input.
    pub(super) fn new(model: &Path, form: AnswerForm, output: &Option<PathBuf>) -> Unanswered {
        let model = model.display().to_string();
        Unanswered { model, form, output: output.clone(), code: Exit::Unknown.code(), counts: false }
    }

    /// Returns this report with the solvers' exit code for "unknown".
    pub(super) fn with_solver_code(self) -> Unanswered {
        Unanswered { code: 0, ..self }
    }

    /// Returns this request as one for a number of solutions.
    pub(super) fn counting(self) -> Unanswered {
        Unanswered { counts: true, ..self }
    }

    /// Reports that the answer is unknown, with the reason; returns the exit code. `abandoned`: another thread is at work, and may
    /// hold standard output.
    pub(super) fn unknown(&self, reason: &str, abandoned: bool) -> u8 {
        let text = match self.form {
            // The old content of a file is worth more than this line.
            AnswerForm::Text if self.output.is_some() => return self.complain(reason),
            AnswerForm::File => return self.complain(reason),
            AnswerForm::Text if self.counts => format!("{}\n", incomplete(&BigUint::ZERO, reason)),
            AnswerForm::Text => format!("unknown: {reason}\n"),
            AnswerForm::Report => format!("{:#}\n", self.report(reason)),
            AnswerForm::Line => format!("{}\n", self.report(reason)),
            AnswerForm::Object => format!("{:#}\n", self.object(reason)),
            AnswerForm::Events => events::summary(self.report(reason)),
            AnswerForm::ObjectEvents => events::summary(self.object(reason)),
        };
        let written = match Output::open(&self.output) {
            Ok(Output::Stdout) if abandoned => {
                write_unlocked(&visible(&text, false));
                Ok(())
            }
            output => output.and_then(|output| output.write(&text)),
        };
        if let Err(quit) = written {
            complain(&quit.words);
        }
        self.code
    }

    /// Reports it on stderr.
    fn complain(&self, reason: &str) -> u8 {
        print_error(&format!("unknown: {reason}\n"));
        self.code
    }

    /// Returns the keys that all commands have.
    fn object(&self, reason: &str) -> Value {
        json!({ "model": self.model, "answer": "unknown", "complete": false, "reason": reason })
    }

    /// Returns the report of `solve` and `count` without results.
    fn report(&self, reason: &str) -> Value {
        let at_least = self.counts.then_some(BigUint::ZERO);
        let report = Report { stopped: true, at_least, ..Report::unanswered(reason) };
        let mut object = json::summary(&self.model, "", &report);
        object["puzzle"] = Value::Null;
        object
    }
}

/// Returns the sentence about a count that was cut short.
pub(super) fn incomplete(at_least: &BigUint, reason: &str) -> String {
    format!("at least {at_least}: the count is not complete ({reason})")
}

/// Writes to standard output although another thread may hold its lock.
#[cfg(unix)]
fn write_unlocked(text: &str) {
    use std::io::Write;
    use std::os::fd::AsFd;
    if let Ok(fd) = std::io::stdout().as_fd().try_clone_to_owned() {
        // Nobody is left to report a failure to.
        let _ = std::fs::File::from(fd).write_all(text.as_bytes());
    }
}

#[cfg(not(unix))]
fn write_unlocked(text: &str) {
    let _ = Output::Stdout.write(text);
}
