//! What a formula learns from models: the values that it has as intervals, and the exclusion of a solution.
//! Knows [`Intervals`] and the problem.

use super::Lowered;
use crate::cnf::Lit;
use crate::cnf::intervals::{Form, Intervals};
use boardwright_ir::constraint::intervals::Merged;
use boardwright_ir::constraint::{Assignment, BoolVar, Problem};

impl Lowered {
    /// Declares that the formula is a relaxation of a problem with this number of Boolean variables.
    pub fn relaxes(mut self, booleans: usize, merged: &Merged) -> Lowered {
        self.intervals = Some(Box::new(Intervals::new(merged, &mut self.cnf)));
        self.booleans = booleans;
        self
    }

    /// Adds what a model shows to be missing in a relaxation; returns whether there was anything. Otherwise completes the
    /// model, see [`Intervals`].
    pub fn refine(&mut self, model: &mut [bool]) -> bool {
        let Lowered { cnf, graphs, intervals, .. } = self;
        intervals.as_mut().is_some_and(|intervals| intervals.split(model, cnf, graphs))
    }

    /// Returns the literal of a Boolean literal of the problem, which may split an interval.
    pub(super) fn boolean(&mut self, variable: BoolVar, negated: bool) -> Lit {
        let Lowered { cnf, graphs, intervals, .. } = self;
        if let Some(intervals) = intervals {
            intervals.isolate(variable, cnf, graphs);
            if let Form::Literal(literal) = intervals.form(variable.0) {
                return if negated { !literal } else { literal };
            }
        }
        Lit::new(variable.0, negated)
    }

    /// Returns a clause that excludes exactly the solutions that agree with this one on the decision variables. Omits
    /// false variables that [`Lowered::implied`] marks; an empty `implied` marks none.
    pub fn blocking_clause(&mut self, problem: &Problem, assignment: &Assignment, implied: &[bool]) -> Vec<Lit> {
        let follows = |index: usize| implied.get(index).is_some_and(|&implied| implied);
        let mut clause = Vec::new();
        let decisions = || problem.booleans().iter().enumerate().filter(|(_, boolean)| boolean.decision);
        for (index, _) in decisions().filter(|&(index, _)| assignment.booleans[index]) {
            clause.push(self.boolean(BoolVar(index as u32), true));
        }
        for (index, _) in decisions().filter(|&(index, _)| !assignment.booleans[index] && !follows(index)) {
            let form = self.intervals.as_ref().map_or(Form::Own, |intervals| intervals.form(index as u32));
            match form {
                Form::Own => clause.push(Lit::new(index as u32, false)),
                Form::Literal(literal) => clause.push(literal),
                Form::Unused => {}
            }
        }
        for (any, values) in self.intervals.iter().flat_map(|intervals| intervals.unused()) {
            clause.extend(values.iter().any(|value| !follows(value.0 as usize)).then_some(any));
        }
        clause.sort_unstable();
        for (index, integer) in problem.integers().iter().enumerate() {
            if integer.decision {
                clause.extend(self.integers[index].differs(assignment.integers[index]));
            }
        }
        clause
    }
}
