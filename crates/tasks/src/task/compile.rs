//! Compiles a model to a file for an external solver, and reads the output of that solver.
//!
//! [`Compiled`] keeps the lowered problem with its recipe, so the text it writes and the output it reads refer to the same
//! variables. The recipe says whether it states the rules alone or all that a search for one solution gets
//! ([`super::recipe::Content`]). With all of it, and a seed, the file is the one that an external program gets in a run with that
//! seed: the same code poses the problem and shuffles it.

use super::failure::{Failure, Invariant, Misuse, RejectedBoard};
use super::posed::Posing;
use super::recipe::{Content, Form, Recipe};
use super::search::formula;
use crate::answer::Statistics;
use boardwright_base::budget::Budget;
use boardwright_base::source::{Malformed, one_line};
use boardwright_ilp::linearize::Linearized;
use boardwright_ilp::opb::Bits;
use boardwright_ilp::shuffled::{ShuffledProgram, shuffled_program};
use boardwright_ilp::{Violated, lp, mps, opb};
use boardwright_ir::constraint::{Assignment, Origin, Role};
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Formulated, Loaded, Question};
use boardwright_sat::cnf::graph::Graphs;
use boardwright_sat::cnf::lower::{Cost, Lowered};
use boardwright_sat::cnf::{Cnf, Lit, dimacs};
use boardwright_sat::shuffled::{ShuffledFormula, shuffled_formula};
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
    Clauses(Lowered, Option<ShuffledFormula>),
    Rows(Linearized, Option<ShuffledProgram>),
}

/// The constraints in the chosen formulation, or in the first one that applies to the instance.
fn formulated(loaded: &Loaded, recipe: &Recipe, budget: &Budget) -> Result<(&'static str, Formulated), Failure> {
    let name = super::options::formulation(loaded, recipe.formulation.as_deref(), recipe.form.route())?;
    let mut formulated = loaded.instance.constrain(name, recipe.horizon, budget)?;
    if recipe.content == Content::All {
        let posing = Posing { breaking: None, one: true, without_redundant: false, route: recipe.form.route() };
        posing.pose(&*loaded.instance, &mut formulated, budget)?;
    }
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
    /// # Errors
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
            roles: recipe.content.roles(),
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
            Some(shuffled) => (&shuffled.cnf, renamed(names, &shuffled.map)),
        })
    }

    /// Returns the origins that the text names.
    pub fn origins(&self) -> &[Origin] {
        self.formulated.problem.origins()
    }

    /// Returns the text of the file; `model` is the name of the model's file, `words` describes origins in comments.
    pub fn text(&self, model: &str, words: &dyn Fn(&Origin) -> String) -> String {
        let mut lines = self.recipe.lines(model, self.formulation);
        lines.push(format!("formula {}", formula::of_text(&self.written(Vec::new(), None), self.recipe.form)));
        lines.extend(self.notes().into_iter().map(|note| format!("note: {note}")));
        self.written(lines, Some(words))
    }

    fn written(&self, mut lines: Vec<String>, words: Option<&dyn Fn(&Origin) -> String>) -> String {
        match &self.lowered {
            Shape::Clauses(lowered, shuffled) => {
                let (cnf, names) = self.formula().expect("it consists of clauses");
                let cost = match shuffled {
                    None => lowered.cost.clone(),
                    Some(shuffled) => lowered.cost.clone().map(|cost| moved(cost, &shuffled.map)),
                };
                let mut stated = vec![None; lowered.cnf.len()];
                for (constraint, range) in lowered.ranges() {
                    stated[range.clone()].fill(Some(*constraint));
                }
                let origins = |clause: usize| {
                    let clause = shuffled.as_ref().map_or(clause, |shuffled| shuffled.order[clause]);
                    words.map_or_else(String::new, |words| self.origin(stated[clause], words))
                };
                if self.recipe.form == Form::Cnf {
                    return dimacs::write(cnf, &lines, &names, &origins);
                }
                if let Some(cost) = &cost {
                    let (sign, offset) = (if cost.value(0) < cost.value(1) { "plus" } else { "minus" }, cost.value(0));
                    lines.push(format!("note: the objective is {offset} {sign} the weight of the falsified clauses"));
                }
                dimacs::write_weighted(cnf, cost.as_ref(), &lines, &names, &origins)
            }
            Shape::Rows(linearized, shuffled) => {
                let program = shuffled.as_ref().map_or(&linearized.program, |shuffled| &shuffled.program);
                let origins = words.map(|words| {
                    move |row: usize| {
                        let row = shuffled.as_ref().map_or(row, |shuffled| shuffled.rows[row]);
                        self.origin(linearized.of[row], words)
                    }
                });
                let origins = origins.as_ref().map(|origins| origins as &boardwright_ilp::Origins<'_>);
                match self.recipe.form {
                    Form::Opb => opb::write(program, &lines, origins),
                    Form::Lp => lp::write(program, &lines, origins),
                    _ => mps::write(program, &lines, origins),
                }
            }
        }
    }

    /// Describes the origin of the clauses or rows of a constraint; `None` for those that define the values of integers.
    fn origin(&self, constraint: Option<usize>, words: &dyn Fn(&Origin) -> String) -> String {
        let problem = &self.formulated.problem;
        let Some(posted) = constraint.and_then(|index| problem.constraints().get(index)) else {
            return "values of integers".into();
        };
        let origin = words(problem.origin_of(posted.origin));
        match posted.role {
            Role::Required => format!("from {origin}"),
            Role::Redundant => format!("redundant, from {origin}"),
            Role::Symmetry => format!("symmetry, from {origin}"),
            Role::Dominance => format!("dominance, from {origin}"),
        }
    }

    /// Checks that a file has the same content as this one, except for comments.
    ///
    /// # Errors
    /// The first line that differs.
    pub fn says(&self, file: &str) -> Result<(), Malformed> {
        let ours = self.written(Vec::new(), None);
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
        if !problem.holds_for(self.recipe.content.roles(), &assignment) {
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
    shuffled: Option<&ShuffledFormula>,
    values: &Values,
) -> Result<Assignment, DecodeError> {
    if matches!(values, Values::Named(_)) {
        return Err(Malformed::new(values.line(), "literals such as x1 are not supported for cnf").into());
    }
    let model = values.truths(lowered.cnf.variables())?;
    let cnf = shuffled.map_or(&lowered.cnf, |shuffled| &shuffled.cnf);
    let falsified = cnf.clauses().enumerate().find(|(_, clause)| !clause.iter().any(|lit| lit.holds_in(&model)));
    match falsified {
        None => Ok(match shuffled {
            Some(ShuffledFormula { map, .. }) => {
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
    shuffled: Option<&ShuffledProgram>,
    values: &Values,
) -> Result<Assignment, DecodeError> {
    let program = shuffled.map_or(&linearized.program, |shuffled| &shuffled.program);
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
            Some(ShuffledProgram { columns, .. }) => {
                linearized.assignment(&columns.iter().map(|&place| vector[place]).collect::<Vec<i64>>())
            }
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
        let words = |_: &Origin| String::new();
        let recipe = |seed| Recipe {
            form: Form::Lp,
            formulation: None,
            content: Content::Rules,
            encoding: Default::default(),
            horizon: None,
            fewest: false,
            seed,
        };
        let plain = Compiled::new(&loaded, &recipe(0), &Budget::none()).expect("it compiles");
        for seed in 1..5 {
            let compiled = Compiled::new(&loaded, &recipe(seed), &Budget::none()).expect("it compiles");
            assert_ne!(compiled.text("a", &words), plain.text("a", &words));
            assert!(compiled.says(&plain.text("a", &words)).is_err(), "another order is another file");
            let Shape::Rows(_, Some(ShuffledProgram { program, .. })) = &compiled.lowered else {
                panic!("it is shuffled")
            };
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
