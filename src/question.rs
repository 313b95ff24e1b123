//! What is asked about a model, and how the answer is to be found.
//!
//! Start with [`Question`].

use crate::answer::{Answer, Board, Explanation, Steps};
use crate::model::{Model, Position, WrongBoard};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::route::Route;
use boardwright_puzzle::solution::{Solution, notation};
use boardwright_sat::cnf::encode::ChoiceError;
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_tasks::task::{self, Ask, Event, Failure, Observer, Options, Output, Request, Setup, candidates};
use num_bigint::BigUint;
use serde_json::Value;

/// A question about the solutions of a model. With an objective, all questions are about optimal solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// One solution, or that there is none.
    Solve,
    /// At most this number of solutions, all different.
    UpTo(usize),
    /// All solutions.
    All,
    /// The number of solutions.
    Count,
    /// This number of solutions, drawn uniformly and with replacement.
    Random(usize),
    /// This number of solutions with the best values of the objective, the best first.
    Best(usize),
}

impl Question {
    fn ask(self) -> Ask {
        match self {
            Question::Solve => Ask::One,
            Question::UpTo(most) => Ask::UpTo(most),
            Question::All => Ask::All,
            Question::Count => Ask::Count,
            Question::Random(number) => Ask::Random(number),
            Question::Best(number) => Ask::Best(number),
        }
    }
}

impl Model {
    /// Asks a question, which [`Query::run`] answers.
    pub fn ask(&self, question: Question) -> Query<'_> {
        Query::new(self, question)
    }

    /// Finds a solution; an optimal one, if the model has an objective.
    ///
    /// # Errors
    /// A failed check or solver; never that there is no solution.
    pub fn solve(&self) -> Result<Answer, Failure> {
        self.ask(Question::Solve).run()
    }

    /// Counts the solutions; the optimal ones, if the model has an objective.
    ///
    /// # Errors
    /// A failed check or solver, or memory that was used up.
    pub fn count(&self) -> Result<BigUint, Failure> {
        let answer = self.ask(Question::Count).run()?;
        answer.count().ok_or(Failure::Stopped(Stop::GaveUp))
    }

    /// Returns whether there is exactly one solution.
    ///
    /// # Errors
    /// A failed check or solver, or memory that was used up.
    pub fn is_unique(&self) -> Result<bool, Failure> {
        let answer = self.ask(Question::UpTo(2)).run()?;
        match answer.boards().len() {
            2.. => Ok(false),
            _ if !answer.is_complete() => Err(Failure::Stopped(Stop::GaveUp)),
            found => Ok(found == 1),
        }
    }

    /// Explains why there is no solution, where several differ, or which clues force the only one.
    ///
    /// # Errors
    /// A failed check or solver.
    pub fn explain(&self) -> Result<Explanation, Failure> {
        self.explain_within(&Budget::none())
    }

    /// Explains as [`Model::explain`] does, within limits; at a limit, returns what is known.
    ///
    /// # Errors
    /// As [`Model::explain`].
    pub fn explain_within(&self, budget: &Budget) -> Result<Explanation, Failure> {
        Explanation::of(self, budget)
    }

    /// Returns the way of a person to the solution, step by step.
    ///
    /// # Errors
    /// That the puzzle has no steps; a failed check or solver.
    pub fn steps(&self) -> Result<Steps, Failure> {
        self.steps_within(&Budget::none())
    }

    /// Returns the steps as [`Model::steps`] does, within limits; at a limit, those that are known.
    ///
    /// # Errors
    /// As [`Model::steps`].
    pub fn steps_within(&self, budget: &Budget) -> Result<Steps, Failure> {
        Steps::of(self, None, budget)
    }

    /// Reads a board, in the rows of a model file or as JSON, and verifies it.
    ///
    /// # Errors
    /// What is malformed, or which rule it breaks.
    pub fn verify(&self, board: &str) -> Result<Board, WrongBoard> {
        let written = notation::read(board, self.family()).map_err(|wrong| WrongBoard(wrong.to_string()))?;
        let [written] = &written[..] else {
            return Err(WrongBoard(format!("expected one board, found {}", written.len())));
        };
        let solution = Solution::read(&*self.loaded.instance, written);
        Ok(Board::new(&self.loaded, solution.map_err(|wrong| WrongBoard(wrong.to_string()))?))
    }

    /// Returns the object of `solve --candidates --format json`: for each cell the values that it has in some solution.
    ///
    /// # Errors
    /// That the model is no grid whose solutions are boards; a failed check or solver.
    pub fn candidates(&self, budget: &Budget) -> Result<Value, Failure> {
        let route = Some(Route::Sat.name().to_string());
        let options = Options { route, several: true, solver: true, ..Options::default() };
        let setup = Setup::resolve(&self.loaded, &options, budget)?;
        let found = candidates::run(&self.loaded, &setup, budget, &mut |_, _| ())?;
        Ok(boardwright_render::candidates::json(&self.source.name, &self.loaded, &found))
    }

    /// Returns the next steps from the entries of a player, up to a value or line that is not among them.
    ///
    /// # Errors
    /// As [`Model::steps`].
    pub fn steps_from(&self, position: Position, budget: &Budget) -> Result<Steps, Failure> {
        Steps::of(self, Some(position), budget)
    }
}

/// A question about a model, and how it is to be answered. What is not chosen, the program chooses.
#[derive(Clone)]
pub struct Query<'m> {
    model: &'m Model,
    question: Question,
    options: Options,
    budget: Budget,
}

impl<'m> Query<'m> {
    pub(crate) fn new(model: &'m Model, question: Question) -> Query<'m> {
        Query { model, question, options: Options::default(), budget: Budget::none() }
    }

    /// Sets limits of time and memory.
    #[must_use]
    pub fn within(self, budget: &Budget) -> Query<'m> {
        Query { budget: budget.clone(), ..self }
    }

    /// Chooses a solver, by a name of [`Backend::all`](crate::Backend::all), or `exec:COMMAND` with the feature `cli`.
    #[must_use]
    pub fn backend(mut self, name: &str) -> Query<'m> {
        self.options.backend = Some(name.to_string());
        self
    }

    /// Chooses a route: `sat`, `ilp`, `exact-cover`, `gf2`, `frontier`.
    #[must_use]
    pub fn route(mut self, name: &str) -> Query<'m> {
        self.options.route = Some(name.to_string());
        self
    }

    /// Chooses a formulation of the family.
    #[must_use]
    pub fn formulation(mut self, name: &str) -> Query<'m> {
        self.options.formulation = Some(name.to_string());
        self
    }

    /// Chooses a method of the family, which needs no solver.
    #[must_use]
    pub fn method(mut self, name: &str) -> Query<'m> {
        self.options.method = Some(name.to_string());
        self
    }

    /// Chooses encodings, as `--encoding` on the command line: `cardinality=totalizer`.
    ///
    /// # Errors
    /// A kind or an encoding that is unknown, with what is accepted.
    pub fn encoding(mut self, choice: &str) -> Result<Query<'m>, ChoiceError> {
        let mut chosen = Selection::default();
        chosen.parse(choice)?;
        self.options.encoding = chosen.over(self.options.encoding);
        Ok(self)
    }

    /// Shuffles the solver's variables; 0 is the default order. The same seed gives the same answer.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Query<'m> {
        self.options.seed = seed;
        self
    }

    /// Answers the question on the calling thread.
    ///
    /// # Errors
    /// Choices that do not exist or do not apply to the model; a failed check or solver. That there is no solution, or that
    /// a limit was reached, is an answer.
    pub fn run(self) -> Result<Answer, Failure> {
        self.work(Output::default(), &mut task::ignore)
    }

    /// Answers the question on the calling thread, and calls `found` with each board when it is found; the answer lacks
    /// these boards. The work ends when `found` returns false.
    ///
    /// # Errors
    /// As [`Query::run`]; [`Failure::Unobserved`] if `found` returned false.
    pub fn each(self, found: &mut dyn FnMut(Board) -> bool) -> Result<Answer, Failure> {
        let loaded = self.model.loaded.clone();
        let output = Output { stream: true, ..Output::default() };
        self.work(output, &mut |event| match event {
            Event::Solution { solution, .. } => {
                if found(Board::new(&loaded, *solution)) {
                    Ok(())
                } else {
                    Err(Failure::Unobserved)
                }
            }
            _ => Ok(()),
        })
    }

    fn work(self, output: Output, observe: &mut Observer<'_>) -> Result<Answer, Failure> {
        let ask = self.question.ask();
        let loaded = &self.model.loaded;
        let encoding = task::encodings(loaded, &self.options.encoding)?;
        let options = Options {
            encoding,
            several: !matches!(ask, Ask::One | Ask::UpTo(2)),
            pair: ask == Ask::UpTo(2),
            ..self.options
        };
        let setup = Setup::resolve(loaded, &options, &self.budget)?;
        let request = Request::new(loaded, &setup, ask).with_output(output).with_other_ways();
        let report = task::run(&request, &self.budget, observe)?;
        Ok(Answer::new(self.model, report))
    }
}
