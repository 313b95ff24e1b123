//! Lowers a problem of the IR to variables and automata, and maps solutions back.
//!
//! The rules are read first (`rules`): conditions join clauses, sums that are clauses become clauses, and definitions of
//! auxiliary variables are recognised. A definition that is needed only where it can be inserted (in a clause, in a condition,
//! as the vertex of a graph that is present if one of its edges is) disappears with its variable. Then Booleans of which exactly
//! one is true become one variable with several values, units restrict the values, and each rule becomes a
//! `Local` or a `Network`.
//!
//! The form counts assignments of all its variables. An auxiliary variable must therefore be determined by the decision
//! variables; `determined` checks it on the constraints around the variable. One that occurs in a few constraints on a few
//! variables only is removed: for every value of it, the constraints are an alternative (`projected`). Start with [`lower`].

mod definitions;
mod determined;
mod graphs;
mod labels;
mod locals;
mod measures;
mod projected;
mod rules;
mod unfit;
mod values;

use self::definitions::{Definition, Definitions};
use self::labels::Labels;
use self::rules::Rules;
pub use self::unfit::{NotFrontier, Unfit};

use self::unfit::MAX_SUM;
use self::values::Values;
use super::diagram::Weights;
use super::network::Choice;
use super::{Form, Union};
use boardwright_base::budget::{Budget, Refused};
use boardwright_ir::constraint::{Assignment, Atom, Direction, Literal, Operand, Problem};

/// A form and the mapping back to the problem.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// The form.
    pub form: Form,
    values: Values,
    /// Variables that were removed, in this order, with the constraints around them.
    projected: Vec<(usize, Vec<Union>)>,
    /// The definitions of variables that are not part of the form, in the order in which they can be computed.
    defined: Vec<Definition>,
    /// Labels that are not part of the form; computed last.
    labels: Option<Labels>,
    /// Why solutions of the form are not those of the problem one by one.
    undetermined: Option<NotFrontier>,
    /// The objective, if there is one.
    pub objective: Option<Objective>,
}

/// A sum to be minimised or maximised, of weights of the form's variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objective {
    /// The sum.
    pub weights: Weights,
    /// Whether it is maximised.
    pub maximise: bool,
}

/// Lowers the required constraints and the objective.
///
/// # Errors
/// Why the route does not apply; or the limit that was reached.
pub fn lower(problem: &Problem, budget: &Budget) -> Result<Lowered, Refused<NotFrontier>> {
    let mut rules = rules::read(problem, budget)?;
    let definitions = definitions::extract(problem, &mut rules);
    let lowered = formed(problem, rules, definitions, None, budget)?;
    match lowered.undetermined {
        Some(reason) => Err(reason.into()),
        None => Ok(lowered),
    }
}

/// Lowers the required constraints to a form that is searched, not counted, if it has labels that become colours; `None` if
/// not. Its variables need not be determined.
///
/// # Errors
/// Why the route does not apply; or the limit that was reached.
pub fn for_search(problem: &Problem, budget: &Budget) -> Result<Option<Lowered>, Refused<NotFrontier>> {
    let mut rules = rules::read(problem, budget)?;
    let definitions = definitions::extract(problem, &mut rules);
    match labels::extract(problem, &mut rules, &definitions) {
        Some(labels) => formed(problem, rules, definitions, Some(labels), budget).map(Some),
        None => Ok(None),
    }
}

/// Returns the form of rules.
fn formed(
    problem: &Problem,
    mut rules: Rules<'_>,
    definitions: Definitions,
    labels: Option<Labels>,
    budget: &Budget,
) -> Result<Lowered, Refused<NotFrontier>> {
    budget.check()?;
    let edges = graphs::vertices_by_edges(&rules, &definitions);
    // Graphs and the objective need variables of the form.
    let mut needed: Vec<Operand> = graphs::literals(&rules, &edges).into_iter().map(Operand::Literal).collect();
    needed.extend(problem.objective().iter().flat_map(|objective| &objective.terms).map(|term| term.operand));
    let (kept, defined) = definitions::split(problem, &rules, &needed, definitions);
    let mut values = Values::of(problem, &mut rules, &kept, &needed)?;
    rules.clauses.extend(kept.iter().flat_map(Definition::clauses));
    values.restrict(&rules);
    budget.check()?;
    let mut form = Form { sizes: values.sizes(), ..Form::default() };
    locals::add(problem, &rules, &values, &mut form)?;
    let whole = form.clone();
    let projected = projected::remove(problem, &values, &needed, &mut form);
    let removed = projected.iter().map(|(variable, _)| *variable).collect();
    let undetermined = determined::check(problem, &values, &form, &kept, &whole, &removed).err();
    budget.check()?;
    graphs::add(&rules, &edges, &values, &mut form);
    let objective = objective(problem, &values)?;
    Ok(Lowered { form, values, projected, defined, labels, undetermined, objective })
}

/// Returns the objective as weights of the form's variables.
fn objective(problem: &Problem, values: &Values) -> Result<Option<Objective>, NotFrontier> {
    let Some(objective) = problem.objective() else { return Ok(None) };
    let mut weights = Weights::default();
    let mut most = 0i128;
    for term in &objective.terms {
        let (variable, own): (usize, Vec<i128>) = match term.operand {
            Operand::Literal(literal) => {
                let choice = values.choice(literal);
                (choice.variable, choice.values.iter().map(|&holds| i128::from(holds)).collect())
            }
            Operand::Integer(integer) => {
                let (variable, numbers) = values.numbers(integer);
                (variable, numbers.into_iter().map(i128::from).collect())
            }
        };
        let own: Vec<i128> = own.into_iter().map(|number| number * i128::from(term.coefficient)).collect();
        most += own.iter().map(|weight| weight.abs()).max().unwrap_or(0);
        if most > i128::from(MAX_SUM) {
            return Err(NotFrontier::Objective);
        }
        weights.add_each(variable, own.into_iter().map(|weight| weight as i64));
    }
    Ok(Some(Objective { weights, maximise: objective.direction == Direction::Maximise }))
}

impl Lowered {
    /// Returns the problem's assignment for a value of each variable.
    pub fn assignment(&self, values: &[usize]) -> Assignment {
        let mut values = values.to_vec();
        for (variable, unions) in self.projected.iter().rev() {
            let holds = |&own: &usize| {
                let value = |other: usize| if other == *variable { own } else { values[other] };
                unions.iter().all(|union| union.holds(&value))
            };
            values[*variable] = (0..self.values.possible[*variable].len()).find(holds).unwrap_or_default();
        }
        let mut assignment = self.values.assignment(&values);
        for definition in &self.defined {
            let all = definition.parts.iter().all(|&part| assignment.satisfies(part));
            if let Literal { atom: Atom::Boolean(variable), negated } = definition.whole {
                assignment.booleans[variable.0 as usize] = all != negated;
            }
        }
        self.labels.iter().for_each(|labels| labels.complete(&mut assignment));
        assignment
    }

    /// Returns whether each solution of the problem is one of the form: its decision variables determine all others.
    pub fn is_determined(&self) -> bool {
        self.undetermined.is_none()
    }

    /// Returns the variable of a literal and the values for which it is true; `None` if no variable of the form stands for it.
    pub fn choice(&self, literal: Literal) -> Option<Choice> {
        let choice = self.values.full(literal)?;
        self.projected.iter().all(|(removed, _)| *removed != choice.variable).then_some(choice)
    }

    /// Returns the form with the values restricted to those in which the literals hold.
    pub fn within(&self, literals: &[Literal]) -> Form {
        let mut form = self.form.clone();
        for &literal in literals {
            locals::require(&mut form, &self.values, literal);
        }
        form
    }
}
