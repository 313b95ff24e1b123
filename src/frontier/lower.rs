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
mod locals;
mod measures;
mod projected;
mod rules;
mod unfit;
mod values;

use self::definitions::Definition;
use self::unfit::NotFrontier;
use self::values::Values;
use super::{Form, Union};
use crate::budget::{Budget, Refused};
use crate::constraint::{Assignment, Atom, Literal, Problem};

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
}

/// Lowers the required constraints.
///
/// # Errors
/// Why the route does not apply; or the limit that was reached.
pub fn lower(problem: &Problem, budget: &Budget) -> Result<Lowered, Refused> {
    if problem.objective().is_some() {
        return Err(NotFrontier::Objective.into());
    }
    let mut rules = rules::read(problem, budget)?;
    let definitions = definitions::extract(problem, &mut rules);
    budget.check()?;
    let edges = graphs::vertices_by_edges(&rules, &definitions);
    let of_graphs = graphs::literals(&rules, &edges);
    let (kept, defined) = definitions::split(problem, &rules, &of_graphs, definitions);
    let mut values = Values::of(problem, &mut rules, &kept, &of_graphs)?;
    rules.clauses.extend(kept.iter().flat_map(Definition::clauses));
    values.restrict(&rules);
    budget.check()?;
    let mut form = Form { sizes: values.sizes(), ..Form::default() };
    locals::add(problem, &rules, &values, &mut form)?;
    let projected = projected::remove(problem, &values, &of_graphs, &mut form);
    let removed = projected.iter().map(|(variable, _)| *variable).collect();
    determined::check(problem, &values, &form, &kept, &removed)?;
    budget.check()?;
    graphs::add(&rules, &edges, &values, &mut form);
    Ok(Lowered { form, values, projected, defined })
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
        assignment
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
