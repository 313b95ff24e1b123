//! An external program as a solver: it writes the input file, runs the program and reads its output.
//!
//! Start reading at [`Command`].

use crate::backend::exec::process;
use crate::backend::refute::Refutation;
use crate::backend::{
    Counter, Effort, Fault, Ilp, IlpOutcome, ModelCount, Opened, Route, Sat, SatOutcome, Unusable, WrongOutput,
    WrongResult,
};
use crate::output::{self, Counted, Output, Status, Values};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ilp::exact;
use boardwright_ilp::opb::Bits;
use boardwright_ilp::{Program, lp, opb};
use boardwright_sat::cnf::{Cnf, Lit, dimacs};
use process::{Ended, Ending};
use std::io::Write;

/// The kind of a program's input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    Dimacs,
    Opb,
    Lp,
    /// DIMACS with the variables to project to, for a model counter.
    Counted,
}

impl Input {
    /// Returns the extension of such a file.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Input::Dimacs | Input::Counted => "cnf",
            Input::Opb => "opb",
            Input::Lp => "lp",
        }
    }

    pub(super) fn route(self) -> Route {
        if matches!(self, Input::Dimacs | Input::Counted) { Route::Sat } else { Route::Ilp }
    }
}

/// A program and its arguments, `{}`, `{out}` and `{proof}` among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The command as written, for messages.
    pub(super) name: String,
    pub(super) words: Vec<String>,
    pub(super) input: Input,
}

impl Command {
    /// Returns the route.
    pub fn route(&self) -> Route {
        self.input.route()
    }

    /// Returns whether it is a model counter.
    pub(in crate::backend) fn counts(&self) -> bool {
        self.input == Input::Counted
    }

    /// Returns whether it reads LP files.
    pub(in crate::backend) fn reads_lp(&self) -> bool {
        self.input == Input::Lp
    }

    /// Returns a solver that runs it.
    pub fn open(&self) -> Opened {
        match self.input {
            Input::Dimacs => {
                Opened::Sat(Box::new(ExternalSat { command: self.clone(), cnf: Cnf::new(), effort: None }))
            }
            Input::Opb | Input::Lp => Opened::Ilp(Box::new(ExternalIlp { command: self.clone() })),
            Input::Counted => Opened::Counter(Box::new(ExternalCounter { command: self.clone() })),
        }
    }

    /// Returns the arguments that make it write a proof; `None` if they are not known.
    pub(super) fn proving(&self) -> Option<Vec<String>> {
        let mut words = self.words.clone();
        if !words.iter().any(|word| word.contains("{proof}")) {
            let known = matches!(words[0].rsplit('/').next(), Some("cadical" | "kissat"));
            words.push(known.then(|| "{proof}".to_string())?);
        }
        (self.input == Input::Dimacs).then_some(words)
    }

    /// Returns whether it writes proofs.
    pub(in crate::backend) fn writes_proofs(&self) -> bool {
        self.proving().is_some()
    }

    /// Refutes a formula and copies the proof that the program writes.
    pub(in crate::backend) fn refute(&self, cnf: &Cnf, proof: &mut dyn Write, budget: &Budget) -> Refutation {
        let words = self.proving().unwrap_or_else(|| self.words.clone());
        match self.answer(&words, &dimacs::write_plain(cnf), Some(proof), budget, &mut None) {
            Ok(Answer::Unsatisfiable) => Refutation::Refuted,
            Ok(Answer::Values { .. }) => Refutation::Satisfiable,
            Ok(Answer::Stopped(stop)) => Refutation::Stopped(stop),
            Err(fault) => Refutation::Failed(fault),
        }
    }

    /// Runs it on a file's text and reads its output; copies its proof, if one is requested, and adds the effort that it reports to
    /// `effort`.
    pub(super) fn answer(
        &self,
        words: &[String],
        text: &str,
        proof: Option<&mut dyn Write>,
        budget: &Budget,
        effort: &mut Option<Effort>,
    ) -> Result<Answer, Fault> {
        let ended = match self.ended(words, text, proof, budget)? {
            Ok(ended) => ended,
            Err(stop) => return Ok(Answer::Stopped(stop)),
        };
        if let Some(reported) = output::effort(&ended.stdout) {
            *effort.get_or_insert_default() += reported;
        }
        // A program that wrote no answer to its file may have printed the reason on standard output.
        let said = match &ended.answer {
            Some(answer) if !answer.trim().is_empty() => output::read(answer),
            _ => output::read_competition(&ended.stdout),
        };
        let said = match said {
            Ok(said) => said,
            // The program crashed while it wrote: report the crash, not the truncated output.
            Err(_) if ended.failed() => return Err(self.ended_badly(&ended)),
            Err(malformed) => return Err(self.wrong(WrongOutput::Malformed(malformed))),
        };
        match said {
            Output { status: Some(Status::Unsatisfiable), .. } if ended.code.is_none() => {
                Err(self.wrong(WrongOutput::Killed))
            }
            Output { status: Some(Status::Unsatisfiable), .. } => Ok(Answer::Unsatisfiable),
            Output { status: Some(Status::Unknown), .. } => Ok(Answer::Stopped(Stop::GaveUp)),
            Output { status, values: Some(values) } => {
                Ok(Answer::Values { values, optimal: status == Some(Status::Optimal) })
            }
            // Without printed status the exit code counts, by the convention of solvers.
            Output { values: None, .. } => match ended.code {
                Some(20) => Ok(Answer::Unsatisfiable),
                Some(10) => Err(self.wrong(WrongOutput::NoValues)),
                Some(0) => Ok(Answer::Stopped(Stop::GaveUp)),
                _ => Err(self.ended_badly(&ended)),
            },
        }
    }

    /// Runs it on a file's text to its end, or to a limit.
    pub(super) fn ended(
        &self,
        words: &[String],
        text: &str,
        proof: Option<&mut dyn Write>,
        budget: &Budget,
    ) -> Result<Result<Ended, Stop>, Fault> {
        match process::run(words, text, self.input.extension(), proof, budget) {
            Err(error) => Err(Unusable::NotRun { program: self.name.clone(), reason: error.into() }.into()),
            Ok(Ending::Stopped(stop)) => Ok(Err(stop)),
            Ok(Ending::TooMuch(output, limit)) => {
                Err(Unusable::TooMuch { program: self.name.clone(), megabytes: limit / 1_000_000, output }.into())
            }
            Ok(Ending::Ended(ended)) => Ok(Ok(ended)),
        }
    }

    pub(super) fn ended_badly(&self, ended: &Ended) -> Fault {
        let talk = if ended.stderr.trim().is_empty() { &ended.stdout } else { &ended.stderr };
        let lines: Vec<&str> = talk.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = lines[lines.len().saturating_sub(5)..].iter().map(ToString::to_string).collect();
        Unusable::Ended { program: self.name.clone(), code: ended.code, last }.into()
    }

    pub(super) fn wrong(&self, what: WrongOutput) -> Fault {
        WrongResult::Program { program: self.name.clone(), what }.into()
    }
}

/// The answer of a program.
pub(super) enum Answer {
    Values { values: Values, optimal: bool },
    Unsatisfiable,
    Stopped(Stop),
}

pub(super) struct ExternalSat {
    pub(super) command: Command,
    pub(super) cnf: Cnf,
    /// The effort that the program reported, over all calls.
    pub(super) effort: Option<Effort>,
}

impl ExternalSat {
    pub(super) fn asked(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<SatOutcome, Fault> {
        let mut asked = self.cnf.clone();
        for &assumption in assumptions {
            asked.add(&[assumption]);
        }
        let text = dimacs::write_plain(&asked);
        match self.command.answer(&self.command.words, &text, None, budget, &mut self.effort)? {
            Answer::Unsatisfiable => Ok(SatOutcome::Unsatisfiable),
            Answer::Stopped(stop) => Ok(SatOutcome::Stopped(stop)),
            Answer::Values { values, .. } => {
                let model = values.truths(asked.variables());
                let model = model.map_err(|error| self.command.wrong(WrongOutput::Values(error)))?;
                if !asked.holds(&model) {
                    return Err(self.command.wrong(WrongOutput::NoModel));
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

pub(super) struct ExternalIlp {
    pub(super) command: Command,
}

impl ExternalIlp {
    pub(super) fn asked(&self, program: &Program, budget: &Budget) -> Result<IlpOutcome, Fault> {
        let is_opb = self.command.input == Input::Opb;
        let text = if is_opb { opb::write(program, &[], None) } else { lp::write(program, &[], None) };
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

    /// Returns the vector of a program's values, checked in exact integers.
    pub(super) fn vector(&self, program: &Program, values: &Values) -> Result<Vec<i64>, Fault> {
        let misread = |error| self.command.wrong(WrongOutput::Values(error));
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
            Some(violation) => Err(self.command.wrong(WrongOutput::NoSolution(violation))),
        }
    }
}

impl Ilp for ExternalIlp {
    fn solve(&mut self, program: &Program, budget: &Budget) -> IlpOutcome {
        exact::settle(program, budget).unwrap_or_else(|| self.asked(program, budget).unwrap_or_else(IlpOutcome::Failed))
    }
}

pub(super) struct ExternalCounter {
    pub(super) command: Command,
}

impl ExternalCounter {
    fn counted(&self, text: &str, budget: &Budget) -> Result<ModelCount, Fault> {
        let command = &self.command;
        let ended = match command.ended(&command.words, text, None, budget)? {
            Ok(ended) => ended,
            Err(stop) => return Ok(ModelCount::Stopped(stop)),
        };
        let said = match &ended.answer {
            Some(answer) if !answer.trim().is_empty() => output::counted(answer),
            _ => output::counted(&ended.stdout),
        };
        match (said, ended.failed()) {
            (Ok(Counted::Exactly(_)), true) => Err(command.wrong(WrongOutput::CountAndError(ended.code))),
            (_, true) => Err(command.ended_badly(&ended)),
            (Ok(Counted::Exactly(count)), false) => Ok(ModelCount::Exactly(count)),
            (Ok(Counted::Unknown), false) => Ok(ModelCount::Stopped(Stop::GaveUp)),
            (Ok(Counted::Nothing), false) => Err(command.wrong(WrongOutput::NoCount)),
            (Err(malformed), false) => Err(command.wrong(WrongOutput::Malformed(malformed))),
        }
    }
}

impl Counter for ExternalCounter {
    fn count(&mut self, cnf: &Cnf, shown: Option<&[u32]>, budget: &Budget) -> ModelCount {
        if let Some(stop) = budget.reached() {
            return ModelCount::Stopped(stop);
        }
        self.counted(&dimacs::write_counted(cnf, shown), budget).unwrap_or_else(ModelCount::Failed)
    }
}
