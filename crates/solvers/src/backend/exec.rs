//! External programs as backends: `exec:cadical -q` runs any SAT solver, `exec-opb:COMMAND` any pseudo-Boolean one,
//! `exec-lp:COMMAND` one that reads LP files, `exec-count:COMMAND` a model counter.
//!
//! The command is split into words as a shell would, without a shell. `{}` is the input file and `{out}` the file for the
//! answer. A command without both gets the input file as its last word and answers on standard output, in the competitions'
//! format. minisat, glpsol and cbc are known by name and get the arguments they need:
//!
//! ```text
//! exec:minisat -no-luby   becomes   minisat -no-luby {} {out}
//! exec-lp:glpsol          becomes   glpsol --lp {} -w {out}            (exec:glpsol as well)
//! exec-lp:cbc             becomes   cbc -import {} -solve -solution {out}   (exec:cbc as well)
//! ```
//!
//! `{proof}` is a file for a proof. If a proof is requested (`Command::refute`) and the command lacks `{proof}`, it is added for
//! cadical and kissat:
//!
//! ```text
//! exec:cadical -q         becomes   cadical -q {} {proof}
//! ```
//!
//! A program has no state: every call writes the whole formula, with assumptions as unit clauses, and starts it again. Values are
//! checked against the formula before they are used; an answer without values is trusted like that of any backend. A program that
//! prints `UNKNOWN`, or ends well without an answer, gave up ([`Stop::GaveUp`](boardwright_base::budget::Stop::GaveUp)). One that cannot be
//! started, ends with an error and no answer, or writes more than 64 MB, is [`Fault::Unusable`](super::Fault::Unusable).
//! Truncated, malformed or wrong output is [`Fault::Wrong`](super::Fault::Wrong).

mod command;
mod folder;
mod process;

pub use self::command::Command;
use self::command::Input;
use super::{Backend, Engine, NoBackend, Route};
pub use folder::TemporaryFolder;
use std::borrow::Cow;

/// A form of names for external programs, for lists and messages.
pub struct Form {
    prefix: &'static str,
    input: Input,
    /// The form of the name.
    pub usage: &'static str,
    /// A one-line description.
    pub summary: &'static str,
}

impl Form {
    /// Returns the route.
    pub fn route(&self) -> Route {
        self.input.route()
    }
}

/// All forms.
pub static FORMS: &[Form] = &[
    Form {
        prefix: "exec:",
        input: Input::Dimacs,
        usage: "exec:COMMAND",
        summary: "an external SAT solver, such as 'exec:cadical -q' or exec:minisat",
    },
    Form {
        prefix: "exec-opb:",
        input: Input::Opb,
        usage: "exec-opb:COMMAND",
        summary: "an external pseudo-Boolean solver, such as exec-opb:clasp",
    },
    Form {
        prefix: "exec-lp:",
        input: Input::Lp,
        usage: "exec-lp:COMMAND",
        summary: "an external integer programming solver, such as exec-lp:glpsol or exec-lp:cbc",
    },
    Form {
        prefix: "exec-count:",
        input: Input::Counted,
        usage: "exec-count:COMMAND",
        summary: "an external model counter for `count`, such as exec-count:ganak",
    },
];

/// Returns the backend for a name such as `exec:cadical -q`; `None` for other names.
///
/// # Errors
/// [`NoBackend::BadCommand`] if the command is empty or its quotes do not match.
pub fn parse(name: &str) -> Option<Result<Backend, NoBackend>> {
    let form = FORMS.iter().find(|form| name.starts_with(form.prefix))?;
    let words = shlex::split(&name[form.prefix.len()..]).filter(|words| !words.is_empty());
    let Some(words) = words else {
        return Some(Err(NoBackend::BadCommand { name: name.to_string(), usage: form.usage }));
    };
    let command = completed(name, words, form.input);
    Some(Ok(Backend {
        name: Cow::Owned(name.to_string()),
        summary: Cow::Borrowed(form.summary),
        engine: Engine::External(command),
    }))
}

/// Adds the arguments that a known program needs and the command lacks.
fn completed(name: &str, mut words: Vec<String>, input: Input) -> Command {
    let program = words[0].rsplit('/').next().unwrap_or_default().to_string();
    let (input, file, answer): (Input, &[&str], &[&str]) = match program.as_str() {
        "minisat" => (input, &["{}"], &["{out}"]),
        "glpsol" => (Input::Lp, &["--lp", "{}"], &["-w", "{out}"]),
        "cbc" => (Input::Lp, &["-import", "{}"], &["-solve", "-solution", "{out}"]),
        _ => (input, &["{}"], &[]),
    };
    for (place, needed) in [("{}", file), ("{out}", answer)] {
        if !words.iter().any(|word| word.contains(place)) {
            words.extend(needed.iter().map(ToString::to_string));
        }
    }
    Command { name: name.to_string(), words, input }
}

/// Kills the running programs with their descendants, and removes all temporary folders; for a process that is about to exit with
/// running threads.
pub fn end_all() {
    process::end_all();
}

/// Kills a process that leads a group, with the group and, on Linux, the descendants that left it.
pub fn kill_tree(process: u32) {
    process::kill_all(process);
}

/// Stores the output of later programs in this folder: for run N, from 0, `N.command`, `N.stdout` and `N.stderr`.
pub fn keep_logs(folder: std::path::PathBuf) {
    process::keep_logs(folder);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str) -> (Route, Vec<String>) {
        let backend = parse(name).expect("it is a command").expect("it is well formed");
        let Engine::External(command) = backend.engine else { panic!("{name} is no command") };
        (command.route(), command.words)
    }

    #[test]
    fn programs_get_what_they_need() {
        for (name, route, expected) in [
            ("exec:cadical -q", Route::Sat, "cadical -q {}"),
            ("exec:solver --in={} -x", Route::Sat, "solver --in={} -x"),
            ("exec:minisat", Route::Sat, "minisat {} {out}"),
            ("exec:/usr/bin/minisat {} -no-luby", Route::Sat, "/usr/bin/minisat {} -no-luby {out}"),
            ("exec-opb:clasp", Route::Ilp, "clasp {}"),
            ("exec-lp:glpsol", Route::Ilp, "glpsol --lp {} -w {out}"),
            ("exec:glpsol --cuts", Route::Ilp, "glpsol --cuts --lp {} -w {out}"),
            ("exec:cbc", Route::Ilp, "cbc -import {} -solve -solution {out}"),
        ] {
            let expected: Vec<String> = expected.split(' ').map(str::to_string).collect();
            assert_eq!(words(name), (route, expected), "{name}");
        }
        assert_eq!(words("exec:'my solver' \"a b\"").1, ["my solver", "a b", "{}"]);
    }

    #[test]
    fn programs_are_told_where_to_prove() {
        let proving = |name: &str| {
            let backend = parse(name).expect("it is a command").expect("it is well formed");
            let Engine::External(command) = backend.engine else { panic!("{name} is no command") };
            command.proving().map(|words| words.join(" "))
        };
        assert_eq!(proving("exec:/usr/bin/cadical -q"), Some("/usr/bin/cadical -q {} {proof}".into()));
        let glucose = "exec:glucose {} -certified -certified-output={proof}";
        assert_eq!(proving(glucose), glucose.strip_prefix("exec:").map(str::to_string));
        assert_eq!(proving("exec:minisat"), None);
        assert_eq!(proving("exec-opb:clasp {proof}"), None);
    }

    #[test]
    fn commands_that_are_none_are_refused() {
        assert!(parse("varisat").is_none());
        for name in ["exec:", "exec:   ", "exec:'cadical", "exec-opb:"] {
            assert!(parse(name).is_some_and(|parsed| parsed.is_err()), "{name}");
        }
    }
}
