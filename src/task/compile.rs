//! A model as a file for a solver that is run by hand, and the way back from what that solver prints.
//!
//! [`Compiled`] keeps the lowered problem beside the recipe, so that the text it writes and the output it reads speak of
//! the same variables. No constraint that drops a solution is written ([`Roles::FAITHFUL`]).

use super::Failure;
use super::recipe::{Form, Recipe};
use super::search::linearized;
use crate::answer::Statistics;
use crate::budget::Budget;
use crate::cnf::dimacs;
use crate::cnf::encode::decompose::Graphs;
use crate::cnf::lower::{Lowered, lower_with};
use crate::constraint::{Assignment, Roles};
use crate::ilp::linearize::Linearized;
use crate::ilp::opb::Bits;
use crate::ilp::{lp, mps, opb};
use crate::output::Values;
use crate::puzzle::{Formulated, Loaded, Question};
use crate::solution::Solution;
use crate::source::{Malformed, one_line};

/// A model, lowered as its recipe says.
pub struct Compiled {
    recipe: Recipe,
    formulation: &'static str,
    formulated: Formulated,
    lowered: Shape,
}

enum Shape {
    Clauses(Lowered),
    Rows(Linearized),
}

/// The constraints in the formulation chosen, or in the one the instance takes.
fn formulated(loaded: &Loaded, recipe: &Recipe, budget: &Budget) -> Result<(&'static str, Formulated), Failure> {
    let name = super::formulation(loaded, recipe.formulation.as_deref(), recipe.form.route())?;
    let formulated = loaded.instance.constrain(name, recipe.horizon, budget)?;
    Ok((name, formulated))
}

/// Why values that a solver gave are no solution.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// They are not of this file's form, or speak of variables that it does not have.
    #[error(transparent)]
    Foreign(#[from] Malformed),
    /// They break what the file says; which clause, row or bound, in words.
    #[error("{0}")]
    Broken(String),
    /// They keep what the file says and give a wrong board: a bug of ours.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl Compiled {
    /// Lowers a model.
    ///
    /// # Errors
    /// When the formulation or an encoding does not apply, a plan lacks its horizon, or a limit was reached.
    pub fn new(loaded: &Loaded, recipe: &Recipe, budget: &Budget) -> Result<Compiled, Failure> {
        match (loaded.instance.question(), recipe.horizon) {
            (Question::Plan { at_least }, None) => {
                return Err(Failure::Inapplicable(format!(
                    "the model asks for the fewest moves, and a file has a fixed number of them: say --horizon N; fewer \
                     than {at_least} are ruled out, so try --horizon {at_least} and up"
                )));
            }
            (Question::Board, Some(_)) => {
                return Err(Failure::Inapplicable(
                    "--horizon is for models that ask for the fewest moves; this one does not".into(),
                ));
            }
            _ => {}
        }
        let (formulation, formulated) = formulated(loaded, recipe, budget)?;
        let problem = &formulated.problem;
        let lowered = if recipe.form.has_clauses() {
            Shape::Clauses(lower_with(problem, &recipe.encoding, Roles::FAITHFUL, Graphs::Decomposed, budget)?)
        } else {
            Shape::Rows(linearized(problem, &recipe.encoding, Roles::FAITHFUL, false, budget)?)
        };
        Ok(Compiled { recipe: recipe.clone(), formulation, formulated, lowered })
    }

    /// What the file does not say although the model does, or the other way round; in words.
    pub fn notes(&self) -> Vec<String> {
        let objective = self.formulated.problem.objective().is_some();
        match self.recipe.form {
            Form::Cnf if objective => vec!["cnf has no objective: it was dropped, every solution will do".into()],
            Form::Wcnf if !objective => {
                vec!["the model has no objective: all clauses are hard, every solution costs 0".into()]
            }
            _ => Vec::new(),
        }
    }

    /// The file. `model` is what the model's file is called.
    pub fn text(&self, model: &str) -> String {
        let mut lines = self.recipe.lines(model, self.formulation);
        lines.extend(self.notes().into_iter().map(|note| format!("note: {note}")));
        match &self.lowered {
            Shape::Clauses(lowered) => {
                let names = lowered.names(&self.formulated.problem);
                if self.recipe.form == Form::Cnf {
                    return dimacs::write(&lowered.cnf, &lines, &names);
                }
                if let Some(cost) = &lowered.cost {
                    let (sign, offset) = (if cost.value(0) < cost.value(1) { "plus" } else { "minus" }, cost.value(0));
                    lines.push(format!("note: the objective is {offset} {sign} the weight of the falsified clauses"));
                }
                dimacs::write_weighted(&lowered.cnf, lowered.cost.as_ref(), &lines, &names)
            }
            Shape::Rows(linearized) => match self.recipe.form {
                Form::Opb => opb::write(&linearized.program, &lines),
                Form::Lp => lp::write(&linearized.program, &lines),
                _ => mps::write(&linearized.program, &lines),
            },
        }
    }

    /// Whether a file says what this writes, comments aside.
    ///
    /// # Errors
    /// The first line that differs.
    pub fn says(&self, file: &str) -> Result<(), Malformed> {
        let ours = self.text("");
        let form = self.recipe.form;
        let statements =
            |text| str::lines(text).enumerate().filter(move |(_, line)| !form.is_comment(line) && !line.is_empty());
        let (mut theirs, mut ours) = (statements(file), statements(&ours));
        loop {
            match (theirs.next(), ours.next()) {
                (None, None) => return Ok(()),
                (Some((_, found)), Some((_, expected))) if found.trim_end() == expected => {}
                (Some((index, found)), expected) => {
                    let expected = expected.map_or("the end".into(), |(_, line)| format!("`{}`", shortened(line)));
                    let reason = format!("`{}` where the model gives {expected}", shortened(found));
                    return Err(Malformed::new(index + 1, reason));
                }
                (None, Some((_, expected))) => {
                    let reason = format!("it ends where the model gives `{}`", shortened(expected));
                    return Err(Malformed::new(file.lines().count().max(1), reason));
                }
            }
        }
    }

    /// The formulation taken.
    pub fn formulation(&self) -> &'static str {
        self.formulation
    }

    /// The sizes for a report: variables or columns, clauses, rows, constraints of the problem.
    pub fn statistics(&self) -> Statistics {
        let constraints = Some(self.formulated.problem.constraints().len());
        let mut statistics = Statistics { constraints, ..Statistics::default() };
        match &self.lowered {
            Shape::Clauses(lowered) => {
                statistics.variables = Some(lowered.cnf.variables());
                statistics.clauses = Some(lowered.cnf.len());
            }
            Shape::Rows(linearized) => {
                statistics.variables = Some(linearized.program.columns.len());
                statistics.rows = Some(linearized.program.rows.len());
            }
        }
        statistics
    }

    /// The board that a solver's values stand for, verified, and what it costs where there is an objective. The values
    /// must satisfy what was written first.
    ///
    /// # Errors
    /// See [`Refused`].
    pub fn judge(&self, loaded: &Loaded, values: &Values) -> Result<(Solution, Option<i64>), Refused> {
        let assignment = match &self.lowered {
            Shape::Clauses(lowered) => of_clauses(lowered, values)?,
            Shape::Rows(linearized) => of_rows(linearized, values)?,
        };
        let problem = &self.formulated.problem;
        if !problem.holds(&assignment) {
            let words = "the values satisfy the file, but not the constraints it was made from";
            return Err(Failure::Check(words.into()).into());
        }
        let solution = Solution::verified(&*loaded.instance, (self.formulated.decode)(&assignment))
            .map_err(|violation| Failure::Check(format!("a decoded board breaks the rules: {violation}")))?;
        let cost = problem.objective().map(|objective| assignment.sum(&objective.terms));
        Ok((solution, cost))
    }
}

fn of_clauses(lowered: &Lowered, values: &Values) -> Result<Assignment, Refused> {
    if matches!(values, Values::Named(_)) {
        return Err(Malformed::new(values.line(), "literals such as x1 belong to opb, not to a formula").into());
    }
    let model = values.truths(lowered.cnf.variables())?;
    let falsified =
        lowered.cnf.clauses().enumerate().find(|(_, clause)| !clause.iter().any(|lit| lit.holds_in(&model)));
    match falsified {
        None => Ok(lowered.assignment(&model)),
        Some((index, clause)) => {
            let literals: String = clause.iter().map(|literal| format!("{literal:?} ")).collect();
            Err(Refused::Broken(format!("clause {} (`{literals}0`) is not satisfied", index + 1)))
        }
    }
}

fn of_rows(linearized: &Linearized, values: &Values) -> Result<Assignment, Refused> {
    let program = &linearized.program;
    let columns = program.columns.len();
    let vector: Vec<i64> = match values {
        // A program without columns is written with one.
        Values::Columns(_) => {
            values.columns(columns.max(1))?.into_iter().take(columns).map(|value| value.round() as i64).collect()
        }
        _ => {
            let bits = Bits::of(program);
            bits.values(&values.truths(bits.variables())?)
        }
    };
    match program.violation(&vector) {
        None => Ok(linearized.assignment(&vector)),
        Some(violation) => Err(Refused::Broken(violation)),
    }
}

fn shortened(line: &str) -> String {
    let line = one_line(line);
    if line.len() <= 60 { line.into_owned() } else { format!("{}...", &line[..57]) }
}
