//! Two problems as one: the constraints of another problem over shared variables.
//!
//! Example: the rules of a puzzle, and what breaks the rules of another one, over the values of one board.

use super::{Atom, BoolVar, IntVar, Literal, OriginId, Problem, Role};
use std::collections::BTreeMap;

impl Problem {
    /// Adds the required constraints of another problem. `shared` states by variable of the other one which literal of this
    /// problem it is; other variables are added as auxiliary ones. Returns the literal of each Boolean variable.
    pub fn absorb(&mut self, other: &Problem, shared: &BTreeMap<BoolVar, Literal>) -> Vec<Literal> {
        let mut literals = Vec::with_capacity(other.booleans.len());
        for (index, boolean) in other.booleans.iter().enumerate() {
            let known = shared.get(&BoolVar(index as u32)).copied();
            literals.push(known.unwrap_or_else(|| self.auxiliary(boolean.name.clone()).into()));
        }
        let integers: Vec<IntVar> =
            other.integers.iter().map(|own| self.auxiliary_integer(own.name.clone(), own.domain.clone())).collect();
        let origins: Vec<OriginId> = other.origins.iter().map(|origin| self.origin(origin.clone())).collect();
        let rename = |literal| renamed(literal, &literals, &integers);
        for posted in other.constraints.iter().filter(|posted| posted.role == Role::Required) {
            let mut constraint = posted.constraint.clone();
            constraint.rename(&rename, &|variable| integers[variable.0 as usize]);
            self.post(origins[posted.origin.index()], constraint);
        }
        literals
    }
}

/// Returns the literal that another one became.
fn renamed(literal: Literal, literals: &[Literal], integers: &[IntVar]) -> Literal {
    let own = match literal.atom {
        Atom::Boolean(variable) => literals[variable.0 as usize],
        Atom::Equals(variable, value) => integers[variable.0 as usize].equals(value),
        Atom::AtLeast(variable, value) => integers[variable.0 as usize].at_least(value),
    };
    if literal.negated { !own } else { own }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Assignment, Constraint, Origin};

    #[test]
    fn shared_variables_are_one_and_others_are_added() {
        let problem = |names: &[&str]| {
            let mut problem = Problem::new();
            let variables: Vec<Literal> = names.iter().map(|name| problem.boolean(*name).into()).collect();
            let rule = problem.origin(Origin::named(0, "one"));
            problem.post(rule, Constraint::exactly(1, variables));
            problem
        };
        let mut whole = problem(&["a", "b"]);
        let other = problem(&["not b", "c"]);
        // The other one's first variable is the negation of `b`.
        let literals = whole.absorb(&other, &BTreeMap::from([(BoolVar(0), !BoolVar(1))]));
        assert_eq!(literals, [!BoolVar(1), BoolVar(2).into()]);
        let holds = |bits: [bool; 3]| whole.holds(&Assignment { booleans: bits.to_vec(), integers: vec![] });
        assert!(holds([false, true, true]) && holds([true, false, false]));
        assert!(!holds([false, true, false]) && !holds([true, false, true]));
    }
}
