//! Compiles a model to a file for an external solver, and reads the output of that solver.
//!
//! [`Compiled`] keeps the lowered problem with its recipe, so the text it writes and the output it reads refer to the same
//! variables. It omits all constraints that drop solutions ([`Roles::FAITHFUL`]). With a seed the file is the one that an
//! external program gets in a run with that seed: the same code shuffles it.

use super::failure::{Failure, Invariant, Misuse, RejectedBoard};
use super::recipe::{Form, Recipe};
use super::search::formula;
use crate::answer::Statistics;
use boardwright_base::budget::Budget;
use boardwright_base::source::{Malformed, one_line};
use boardwright_ilp::linearize::Linearized;
use boardwright_ilp::opb::Bits;
use boardwright_ilp::shuffled::shuffled_program;
use boardwright_ilp::{Program, Violated, lp, mps, opb};
use boardwright_ir::constraint::{Assignment, Roles};
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Formulated, Loaded, Question};
use boardwright_sat::cnf::graph::Graphs;
use boardwright_sat::cnf::lower::{Cost, Lowered};
use boardwright_sat::cnf::{Cnf, Lit, dimacs};
use boardwright_sat::shuffled::shuffled_formula;
use boardwright_solvers::output::Values;
use boardwright_solvers::pipeline::LoweringRequest;

/// A model, lowered by a recipe.
pub struct Compiled {
    recipe: Recipe,
    formulation: &'static str,
    formulated: Formulated,
    lowered: Shape,
}

enum Shape {
    /// With the shuffled formula, and the literal in it of each variable.
    Clauses(Lowered, Option<(Cnf, Vec<Lit>)>),
    /// With the shuffled program, and the index in it of each column.
    Rows(Linearized, Option<(Program, Vec<usize>)>),
}

/// The constraints in the chosen formulation, or in the first one that applies to the instance.
fn formulated(loaded: &Loaded, recipe: &Recipe, budget: &Budget) -> Result<(&'static str, Formulated), Failure> {
    let name = super::options::formulation(loaded, recipe.formulation.as_deref(), recipe.form.route())?;
    let formulated = loaded.instance.constrain(name, recipe.horizon, budget)?;
    Ok((name, formulated))
}

/// A reason why the values of a solver are rejected.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// They do not fit the format of the file, or contain unknown variables.
    #[error(transparent)]
    Foreign(#[from] Malformed),
    /// They violate a clause of the file.
    #[error("clause {number} (`{literals}0`) is not satisfied")]
    Clause {
        /// The number of the clause, from 1.
        number: usize,
        /// Its literals, each followed by a space.
        literals: String,
    },
    /// They violate a row or bound of the file.
    #[error(transparent)]
    Program(#[from] Violated),
    /// They satisfy the file but give a wrong board: a bug of the program.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl Compiled {
    /// Lowers a model.
    ///
    /// If the formulation or an encoding does not apply, a plan lacks its horizon, or a limit was reached.
    /// When the formulation or an encoding does not apply, a plan lacks its horizon, or a limit was reached.
    pub fn new(loaded: &Loaded, recipe: &Recipe, budget: &Budget) -> Result<Compiled, Failure> {
        match (loaded.instance.question(), recipe.horizon) {
            (Question::Plan { at_least }, None) => {
                return Err(Misuse::NoHorizon { at_least }.into());
            }
            (Question::Board, Some(_)) => {
                return Err(Misuse::HorizonOfBoard.into());
            }
            _ => {}
        }
        let (formulation, formulated) = formulated(loaded, recipe, budget)?;
        let request = LoweringRequest {
            problem: &formulated.problem,
            roles: Roles::FAITHFUL,
            encoding: &recipe.encoding,
            budget,
        };
        let shuffled = Some(recipe.seed).filter(|&seed| seed != 0);
        let lowered = if recipe.form.has_clauses() {
            let lowered = request.to_cnf(Graphs::Decomposed)?;
            let shuffled = shuffled.map(|seed| shuffled_formula(&lowered.cnf, seed));
            Shape::Clauses(lowered, shuffled)
        } else {
            let linearized = request.to_ilp(false)?;
            let shuffled = shuffled.map(|seed| shuffled_program(&linearized.program, seed));
            Shape::Rows(linearized, shuffled)
        };
        Ok(Compiled { recipe: recipe.clone(), formulation, formulated, lowered })
    }

    /// Returns differences between the file and the model, as text.
    pub fn notes(&self) -> Vec<String> {
        let objective = self.formulated.problem.objective().is_some();
        match self.recipe.form {
            Form::Cnf if objective => vec!["cnf has no objective: it was dropped".into()],
            Form::Wcnf if !objective => {
                vec!["the model has no objective: all clauses are hard, and every solution costs 0".into()]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the formula as the file has it, shuffled by the seed, and the names of its decision variables: 0-based,
    /// ascending. `None` for formats with rows.
    pub fn formula(&self) -> Option<(&Cnf, Vec<(u32, String)>)> {
        let Shape::Clauses(lowered, shuffled) = &self.lowered else { return None };
        let names = lowered.names(&self.formulated.problem);
        Some(match shuffled {
            None => (&lowered.cnf, names),
            Some((cnf, map)) => (cnf, renamed(names, map)),
        })
    }

    /// Returns the text of the file; `model` is the name of the model's file.
    pub fn text(&self, model: &str) -> String {
        let mut lines = self.recipe.lines(model, self.formulation);
        lines.push(format!("formula {}", self.digest()));
        lines.extend(self.notes().into_iter().map(|note| format!("note: {note}")));
        match &self.lowered {
            Shape::Clauses(lowered, shuffled) => {
                let (cnf, names) = self.formula().expect("it consists of clauses");
                let cost = match shuffled {
                    None => lowered.cost.clone(),
                    Some((_, map)) => lowered.cost.clone().map(|cost| moved(cost, map)),
                };
                if self.recipe.form == Form::Cnf {
                    return dimacs::write(cnf, &lines, &names);
                }
                if let Some(cost) = &cost {
                    let (sign, offset) = (if cost.value(0) < cost.value(1) { "plus" } else { "minus" }, cost.value(0));
                    lines.push(format!("note: the objective is {offset} {sign} the weight of the falsified clauses"));
                }
                dimacs::write_weighted(cnf, cost.as_ref(), &lines, &names)
            }
            Shape::Rows(linearized, shuffled) => {
                let program = shuffled.as_ref().map_or(&linearized.program, |(program, _)| program);
                match self.recipe.form {
                    Form::Opb => opb::write(program, &lines),
                    Form::Lp => lp::write(program, &lines),
                    _ => mps::write(program, &lines),
                }
            }
        }
    }

    /// Returns the digest of the content, before any shuffle; see [`crate::answer::Statistics::formulas`].
    fn digest(&self) -> String {
        match &self.lowered {
            Shape::Clauses(lowered, _) => formula::of_clauses(lowered),
            Shape::Rows(linearized, _) => formula::of_program(&linearized.program),
        }
    }

    /// Checks that a file has the same content as this one, except for comments.
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

    /// Returns the formulation that was used.
    pub fn formulation(&self) -> &'static str {
        self.formulation
    }

    /// Returns the sizes for a report: variables or columns, clauses, rows, constraints of the problem.
    pub fn statistics(&self) -> Statistics {
        let constraints = Some(self.formulated.problem.constraints().len());
        let mut statistics = Statistics { constraints, ..Statistics::default() };
        match &self.lowered {
            Shape::Clauses(lowered, _) => {
                statistics.variables = Some(lowered.cnf.variables());
                statistics.clauses = Some(lowered.cnf.len());
            }
            Shape::Rows(linearized, _) => {
                statistics.variables = Some(linearized.program.columns.len());
                statistics.rows = Some(linearized.program.rows.len());
            }
        }
        statistics
    }

    /// Returns the verified board of a solver's values, and its cost if there is an objective. The values must satisfy the
    /// file first.
    ///
    /// # Errors
    /// See [`DecodeError`].
    pub fn judge(&self, loaded: &Loaded, values: &Values) -> Result<(Solution, Option<i64>), DecodeError> {
        let assignment = match &self.lowered {
            Shape::Clauses(lowered, shuffled) => of_clauses(lowered, shuffled.as_ref(), values)?,
            Shape::Rows(linearized, shuffled) => of_rows(linearized, shuffled.as_ref(), values)?,
        };
        let problem = &self.formulated.problem;
        if !problem.holds(&assignment) {
            return Err(Failure::check(Invariant::FileOnly).into());
        }
        let solution = Solution::verified(&*loaded.instance, (self.formulated.decode)(&assignment))
            .map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
        let cost = problem.objective().map(|objective| assignment.sum(&objective.terms));
        Ok((solution, cost))
    }
}

/// Returns the names of variables after a shuffle; a flipped variable gets the name of its negation.
fn renamed(names: Vec<(u32, String)>, map: &[Lit]) -> Vec<(u32, String)> {
    let mut renamed: Vec<(u32, String)> = names
        .into_iter()
        .map(|(variable, name)| {
            let literal = map[variable as usize];
            (literal.variable(), if literal.negated() { format!("not {name}") } else { name })
        })
        .collect();
    renamed.sort_unstable();
    renamed
}

/// The objective after a shuffle.
fn moved(mut cost: Cost, map: &[Lit]) -> Cost {
    for (_, literal) in &mut cost.terms {
        let there = map[literal.variable() as usize];
        *literal = if literal.negated() { !there } else { there };
    }
    cost
}

fn of_clauses(
    lowered: &Lowered,
    shuffled: Option<&(Cnf, Vec<Lit>)>,
    values: &Values,
) -> Result<Assignment, DecodeError> {
    if matches!(values, Values::Named(_)) {
        return Err(Malformed::new(values.line(), "literals such as x1 are not supported for cnf").into());
    }
    let model = values.truths(lowered.cnf.variables())?;
    let cnf = shuffled.map_or(&lowered.cnf, |(cnf, _)| cnf);
    let falsified = cnf.clauses().enumerate().find(|(_, clause)| !clause.iter().any(|lit| lit.holds_in(&model)));
    match falsified {
        None => Ok(match shuffled {
            Some((_, map)) => {
                lowered.assignment(&map.iter().map(|literal| literal.holds_in(&model)).collect::<Vec<bool>>())
            }
            None => lowered.assignment(&model),
        }),
        Some((index, clause)) => {
            let literals: String = clause.iter().map(|literal| format!("{literal:?} ")).collect();
            Err(DecodeError::Clause { number: index + 1, literals })
        }
    }
}

fn of_rows(
    linearized: &Linearized,
    shuffled: Option<&(Program, Vec<usize>)>,
    values: &Values,
) -> Result<Assignment, DecodeError> {
    let program = shuffled.map_or(&linearized.program, |(program, _)| program);
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
        None => Ok(match shuffled {
            Some((_, order)) => linearized.assignment(&order.iter().map(|&place| vector[place]).collect::<Vec<i64>>()),
            None => linearized.assignment(&vector),
        }),
        Some(violation) => Err(violation.into()),
    }
}

fn shortened(line: &str) -> String {
    let line = one_line(line);
    if line.len() <= 60 { line.into_owned() } else { format!("{}...", &line[..57]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::source::Source;
    use boardwright_solvers::backend::IlpOutcome;
    use std::collections::BTreeMap;

    #[test]
    fn rows_that_were_shuffled_lead_back_to_the_board() {
        let source = Source::new("a.toml", "puzzle = 'lights-out'\nfewest = true\nlights = '''\n##.\n#..\n...\n'''\n");
        let loaded = boardwright_families::load(&source, &Budget::none()).expect("it is a model");
        let recipe = |seed| Recipe {
            form: Form::Lp,
            formulation: None,
            encoding: Default::default(),
            horizon: None,
            fewest: false,
            seed,
        };
        let plain = Compiled::new(&loaded, &recipe(0), &Budget::none()).expect("it compiles");
        for seed in 1..5 {
            let compiled = Compiled::new(&loaded, &recipe(seed), &Budget::none()).expect("it compiles");
            assert_ne!(compiled.text("a"), plain.text("a"));
            assert!(compiled.says(&plain.text("a")).is_err(), "another order is another file");
            let Shape::Rows(_, Some((program, _))) = &compiled.lowered else { panic!("it is shuffled") };
            let outcome = boardwright_ilp::minilp::open().solve(program, &Budget::none());
            let IlpOutcome::Optimal(values) = outcome else { panic!("{outcome:?}") };
            let values: BTreeMap<u64, (f64, usize)> =
                (1..).zip(values).map(|(number, value)| (number, (value as f64, 1))).collect();
            let (solution, cost) = compiled.judge(&loaded, &Values::Columns(values)).expect("it is a solution");
            assert_eq!(solution.written(&*loaded.instance).board, ["#..", "...", "..."]);
            assert_eq!(cost, Some(1));
        }
    }
}
