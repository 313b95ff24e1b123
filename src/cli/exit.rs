//! The end of a run: exit codes and final error messages.

use super::files::{print_error, stderr_colour};
use super::words::COMMAND_LINE;
use boardwright_base::diagnostic::Diagnostics;
use boardwright_base::source::Source;
use boardwright_tasks::task::Failure;
use std::process::ExitCode;

/// The end of a run. [`Exit::worse`] has the order for several files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    Answered,
    No,
    Wrong,
    Unknown,
    /// A limit was reached before there was an answer.
    Stopped,
    CheckFailed,
}

impl Exit {
    pub(super) fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::No => 1,
            Exit::Wrong => 2,
            Exit::Unknown | Exit::Stopped => 3,
            Exit::CheckFailed => 4,
        }
    }

    /// Returns the worse of two: a failed check, a wrong model, a no, an unknown, an answer.
    pub(super) fn worse(self, other: Exit) -> Exit {
        let rank = |exit| match exit {
            Exit::CheckFailed => 4,
            Exit::Wrong => 3,
            Exit::No => 2,
            Exit::Unknown | Exit::Stopped => 1,
            Exit::Answered => 0,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// The end of a command with an exit code and an error message; the message is empty if it was printed already.
pub(super) struct Quit {
    pub(super) exit: Exit,
    pub(super) words: String,
}

impl Quit {
    /// Returns the error for a wrong command line or file.
    pub(super) fn wrong(words: impl std::fmt::Display) -> Quit {
        Quit { exit: Exit::Wrong, words: words.to_string() }
    }

    /// Returns the error for a check of our own that failed.
    pub(super) fn check_failed(words: impl std::fmt::Display) -> Quit {
        Quit { exit: Exit::CheckFailed, words: format!("a check failed: {words}") }
    }

    /// Prints the error; returns the exit code.
    pub(super) fn finish(self) -> ExitCode {
        complain(&self.words);
        ExitCode::from(self.exit.code())
    }
}

impl From<Failure> for Quit {
    fn from(failure: Failure) -> Quit {
        let exit = match failure {
            Failure::Stopped(stop) => return Quit::stopped(stop),
            Failure::Inapplicable(_) | Failure::Model(_) | Failure::Program(_) | Failure::Unobserved => Exit::Wrong,
            Failure::Check(_) | Failure::Lost(_) => Exit::CheckFailed,
        };
        Quit { exit, words: failure.text().worded(COMMAND_LINE) }
    }
}

/// Prints an error message on stderr.
pub(super) fn complain(words: &str) {
    if !words.is_empty() {
        print_error(&format!("error: {words}\n"));
    }
}

/// Prints diagnostics; the returned error has no further message.
pub(super) fn explained(diagnostics: &Diagnostics, source: &Source) -> Quit {
    print_error(&diagnostics.worded(COMMAND_LINE).render(source, stderr_colour()));
    Quit::wrong("")
}

/// Returns the end of a command whose task failed; prints mistakes of the model at their places.
pub(super) fn failed(failure: Failure, source: &Source) -> Quit {
    match failure {
        Failure::Model(diagnostics) => explained(&diagnostics, source),
        other => other.into(),
    }
}
