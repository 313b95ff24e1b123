//! Programs as backends: `exec:cadical -q` runs any SAT solver, `exec-opb:COMMAND` any pseudo-Boolean one, `exec-lp:COMMAND`
//! one that reads LP files.
//!
//! The command is split into words as a shell would, without a shell. `{}` is the file to solve and `{out}` the file
//! that the program writes its answer to. A command that names neither gets the file as its last word and answers on
//! standard output, in the competitions' form; minisat, glpsol and cbc are known by name and get what they need beside:
//!
//! ```text
//! exec:minisat -no-luby   becomes   minisat -no-luby {} {out}
//! exec-lp:glpsol          becomes   glpsol --lp {} -w {out}            (exec:glpsol likewise)
//! exec-lp:cbc             becomes   cbc -import {} -solve -solution {out}   (exec:cbc likewise)
//! ```
//!
//! `{proof}` is a file for a proof that the program writes; where one is wanted (`Command::refute`) and the command names
//! no such file, cadical and kissat are told:
//!
//! ```text
//! exec:cadical -q         becomes   cadical -q {} {proof}
//! ```
//!
//! A program has no memory: every question writes the grown formula anew, with assumptions as unit clauses, and starts it
//! again. Values are checked against what was written before anything is made of them; that there are none is the
//! program's word, as it is any backend's. A program that says `UNKNOWN`, or ends well without a word, gave up
//! ([`Stop::GaveUp`]); one that cannot be started, ends with an error and no answer, or writes more than 64 MB, is
//! [`Fault::Unusable`]; output that is cut off, garbled or wrong is [`Fault::Wrong`].

mod folder;
mod process;

use super::refute::Refutation;
use super::{Backend, Effort, Engine, Fault, Ilp, IlpOutcome, Opened, Route, Sat, SatOutcome, exact};
use crate::budget::{Budget, Stop};
use crate::cnf::{Cnf, Lit, dimacs};
use crate::ilp::opb::Bits;
use crate::ilp::{Program, lp, opb};
use crate::output::{self, Output, Status, Values};
pub use folder::TemporaryFolder;
use process::{Ended, Ending};
use std::borrow::Cow;
use std::io::Write;

/// What a program is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Input {
    Dimacs,
    Opb,
    Lp,
}

impl Input {
    /// How such a file's name ends.
    fn extension(self) -> &'static str {
        match self {
            Input::Dimacs => "cnf",
            Input::Opb => "opb",
            Input::Lp => "lp",
        }
    }

    fn route(self) -> Route {
        if self == Input::Dimacs { Route::Sat } else { Route::Ilp }
    }
}

/// A way to name a program as a backend, for lists and messages.
pub struct Form {
    prefix: &'static str,
    input: Input,
    /// How it is written.
    pub usage: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
}

impl Form {
    /// The route it ends.
    pub fn route(&self) -> Route {
        self.input.route()
    }
}

/// The ways there are.
pub static FORMS: &[Form] = &[
    Form {
        prefix: "exec:",
        input: Input::Dimacs,
        usage: "exec:COMMAND",
        summary: "a SAT solver that is run, such as 'exec:cadical -q' or exec:minisat",
    },
    Form {
        prefix: "exec-opb:",
        input: Input::Opb,
        usage: "exec-opb:COMMAND",
        summary: "a pseudo-Boolean solver that is run, such as exec-opb:clasp",
    },
    Form {
        prefix: "exec-lp:",
        input: Input::Lp,
        usage: "exec-lp:COMMAND",
        summary: "an integer programming solver that is run, such as exec-lp:glpsol or exec-lp:cbc",
    },
];

/// A program and its arguments, `{}`, `{out}` and `{proof}` among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// As it was written, for messages.
    name: String,
    words: Vec<String>,
    input: Input,
}

/// The backend that a name such as `exec:cadical -q` stands for; `None` when it is no such name.
///
/// # Errors
/// When the command is empty or its quotes do not match; in words.
pub fn parse(name: &str) -> Option<Result<Backend, String>> {
    let form = FORMS.iter().find(|form| name.starts_with(form.prefix))?;
    let words = shlex::split(&name[form.prefix.len()..]).filter(|words| !words.is_empty());
    let Some(words) = words else {
        return Some(Err(format!("`{name}` is not of the form {}, with a program and matching quotes", form.usage)));
    };
    let command = completed(name, words, form.input);
    Some(Ok(Backend {
        name: Cow::Owned(name.to_string()),
        summary: Cow::Borrowed(form.summary),
        engine: Engine::External(command),
    }))
}

/// Adds what a program needs and the command does not say.
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

/// Kills the programs that are still running, with all they started, and removes all temporary folders: for a process that
/// is about to exit and leaves threads behind.
pub fn end_all() {
    process::end_all();
}

/// Kills a process that leads a group, with the group and, on Linux, the descendants that left it.
pub fn kill_tree(process: u32) {
    process::kill_all(process);
}

/// Keeps what programs print from now on in this folder: for run N, from 0, `N.command`, `N.stdout` and `N.stderr`.
pub fn keep_logs(folder: std::path::PathBuf) {
    process::keep_logs(folder);
}

impl Command {
    /// The route it ends.
    pub fn route(&self) -> Route {
        self.input.route()
    }

    /// A solver that runs it.
    pub fn open(&self) -> Opened {
        match self.input {
            Input::Dimacs => {
                Opened::Sat(Box::new(ExternalSat { command: self.clone(), cnf: Cnf::new(), effort: None }))
            }
            Input::Opb | Input::Lp => Opened::Ilp(Box::new(ExternalIlp { command: self.clone() })),
        }
    }

    /// The words that make it write a proof; `None` when nobody has said how.
    fn proving(&self) -> Option<Vec<String>> {
        let mut words = self.words.clone();
        if !words.iter().any(|word| word.contains("{proof}")) {
            let known = matches!(words[0].rsplit('/').next(), Some("cadical" | "kissat"));
            words.push(known.then(|| "{proof}".to_string())?);
        }
        (self.input == Input::Dimacs).then_some(words)
    }

    /// Whether it writes proofs.
    pub(super) fn writes_proofs(&self) -> bool {
        self.proving().is_some()
    }

    /// Refutes a formula and copies the proof that the program writes.
    pub(super) fn refute(&self, cnf: &Cnf, proof: &mut dyn Write, budget: &Budget) -> Refutation {
        let words = self.proving().unwrap_or_else(|| self.words.clone());
        match self.answer(&words, &dimacs::write_plain(cnf), Some(proof), budget, &mut None) {
            Ok(Answer::Unsatisfiable) => Refutation::Refuted,
            Ok(Answer::Values { .. }) => Refutation::Satisfiable,
            Ok(Answer::Stopped(stop)) => Refutation::Stopped(stop),
            Err(fault) => Refutation::Failed(fault),
        }
    }

    /// Runs it on a file's text and reads what it says; copies the proof that it writes, if one is wanted, and adds what
    /// it reports of its work to `effort`.
    fn answer(
        &self,
        words: &[String],
        text: &str,
        proof: Option<&mut dyn Write>,
        budget: &Budget,
        effort: &mut Option<Effort>,
    ) -> Result<Answer, Fault> {
        let ended = match process::run(words, text, self.input.extension(), proof, budget) {
            Err(error) => return Err(Fault::Unusable(format!("`{}` cannot be run: {error}", self.name))),
            Ok(Ending::Stopped(stop)) => return Ok(Answer::Stopped(stop)),
            Ok(Ending::TooMuch(what, limit)) => {
                let limit = limit / 1_000_000;
                return Err(Fault::Unusable(format!(
                    "`{}` wrote more than {limit} MB to {what} and was killed",
                    self.name
                )));
            }
            Ok(Ending::Ended(ended)) => ended,
        };
        if let Some(reported) = output::effort(&ended.stdout) {
            *effort.get_or_insert_default() += reported;
        }
        // A program that wrote no answer to its file may still have said why on standard output.
        let said = match &ended.answer {
            Some(answer) if !answer.trim().is_empty() => output::read(answer),
            _ => output::read_competition(&ended.stdout),
        };
        let said = match said {
            Ok(said) => said,
            // Half a sentence before a crash: the crash is the news.
            Err(_) if ended.failed() => return Err(self.ended_badly(&ended)),
            Err(malformed) => return Err(self.wrong(format!("its output cannot be read: {malformed}"))),
        };
        match said {
            Output { status: Some(Status::Unsatisfiable), .. } if ended.code.is_none() => {
                Err(self.wrong("it says unsatisfiable, and is then killed by a signal".into()))
            }
            Output { status: Some(Status::Unsatisfiable), .. } => Ok(Answer::Unsatisfiable),
            Output { status: Some(Status::Unknown), .. } => Ok(Answer::Stopped(Stop::GaveUp)),
            Output { status, values: Some(values) } => {
                Ok(Answer::Values { values, optimal: status == Some(Status::Optimal) })
            }
            // Without a word the exit code speaks, as solvers have it.
            Output { values: None, .. } => match ended.code {
                Some(20) => Ok(Answer::Unsatisfiable),
                Some(10) => Err(self.wrong("it says satisfiable (exit code 10) and gives no values".into())),
                Some(0) => Ok(Answer::Stopped(Stop::GaveUp)),
                _ => Err(self.ended_badly(&ended)),
            },
        }
    }

    fn ended_badly(&self, ended: &Ended) -> Fault {
        let how = ended.code.map_or("was killed by a signal".into(), |code| format!("ended with exit code {code}"));
        let talk = if ended.stderr.trim().is_empty() { &ended.stdout } else { &ended.stderr };
        let lines: Vec<&str> = talk.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = lines[lines.len().saturating_sub(5)..].join("\n  ");
        let last = if last.is_empty() { String::new() } else { format!("; it printed:\n  {last}") };
        Fault::Unusable(format!("`{}` {how} and without an answer{last}", self.name))
    }

    fn wrong(&self, reason: String) -> Fault {
        Fault::Wrong(format!("`{}`: {reason}", self.name))
    }
}

/// What a program answers.
enum Answer {
    Values { values: Values, optimal: bool },
    Unsatisfiable,
    Stopped(Stop),
}

struct ExternalSat {
    command: Command,
    cnf: Cnf,
    /// What the program reported of its work, over all calls.
    effort: Option<Effort>,
}

impl ExternalSat {
    fn asked(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<SatOutcome, Fault> {
        let mut asked = self.cnf.clone();
        for &assumption in assumptions {
            asked.add(&[assumption]);
        }
        let text = dimacs::write_plain(&asked);
        match self.command.answer(&self.command.words, &text, None, budget, &mut self.effort)? {
            Answer::Unsatisfiable => Ok(SatOutcome::Unsatisfiable),
            Answer::Stopped(stop) => Ok(SatOutcome::Stopped(stop)),
            Answer::Values { values, .. } => {
                let model = values.truths(asked.variables()).map_err(|error| self.command.wrong(error.to_string()))?;
                if !asked.holds(&model) {
                    let reason = "it says satisfiable, but its values do not satisfy the formula";
                    return Err(self.command.wrong(reason.into()));
                }
                Ok(SatOutcome::Satisfiable(model))
            }
        }
    }
}

impl Sat for ExternalSat {
    fn reserve(&mut self, variables: usize) {
        while self.cnf.variables() < variables {
            self.cnf.variable();
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        self.cnf.add(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome {
        if let Some(stop) = budget.reached() {
            return SatOutcome::Stopped(stop);
        }
        self.asked(assumptions, budget).unwrap_or_else(SatOutcome::Failed)
    }

    fn effort(&self) -> Option<Effort> {
        self.effort
    }
}

struct ExternalIlp {
    command: Command,
}

impl ExternalIlp {
    fn asked(&self, program: &Program, budget: &Budget) -> Result<IlpOutcome, Fault> {
        let text = if self.command.input == Input::Opb { opb::write(program, &[]) } else { lp::write(program, &[]) };
        match self.command.answer(&self.command.words, &text, None, budget, &mut None)? {
            Answer::Unsatisfiable => Ok(IlpOutcome::Infeasible),
            Answer::Stopped(stop) => Ok(IlpOutcome::Stopped(stop)),
            Answer::Values { values, optimal } => {
                let vector = self.vector(program, &values)?;
                let settled = optimal || program.goal.as_ref().is_none_or(|goal| goal.terms.is_empty());
                Ok(if settled { IlpOutcome::Optimal(vector) } else { IlpOutcome::Feasible(vector, Stop::GaveUp) })
            }
        }
    }

    /// The vector that a program's values stand for, checked in exact integers.
    fn vector(&self, program: &Program, values: &Values) -> Result<Vec<i64>, Fault> {
        let misread = |error| self.command.wrong(format!("{error}"));
        let vector: Vec<i64> = match values {
            Values::Columns(_) => {
                let numbers = values.columns(program.columns.len()).map_err(misread)?;
                numbers.into_iter().map(|value| value.round() as i64).collect()
            }
            _ => {
                let bits = Bits::of(program);
                bits.values(&values.truths(bits.variables()).map_err(misread)?)
            }
        };
        match program.violation(&vector) {
            None => Ok(vector),
            Some(violation) => Err(self.command.wrong(format!("its values are no solution: {violation}"))),
        }
    }
}

impl Ilp for ExternalIlp {
    fn solve(&mut self, program: &Program, budget: &Budget) -> IlpOutcome {
        exact::settle(program, budget).unwrap_or_else(|| self.asked(program, budget).unwrap_or_else(IlpOutcome::Failed))
    }
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
