//! The variables of the form: which Booleans and integers they stand for, and which of their values are possible.

use super::definitions::Definition;
use super::rules::{Rules, Sum};
use super::unfit::{MAX_VALUES, NotFrontier, Unfit};
use crate::network::Choice;
use boardwright_ir::constraint::{Assignment, Atom, BoolVar, IntVar, Literal, Operand, Problem};
use std::collections::HashMap;

/// What a variable of the form stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// False, true.
    Boolean(BoolVar),
    /// Exactly one of these is true.
    Group(Vec<BoolVar>),
    /// The values of the domain.
    Integer(IntVar),
}

impl Source {
    /// Returns whether the source is part of the solution.
    pub(super) fn is_decision(&self, problem: &Problem) -> bool {
        match self {
            Source::Boolean(variable) => problem.booleans()[variable.0 as usize].decision,
            Source::Group(variables) => problem.booleans()[variables[0].0 as usize].decision,
            Source::Integer(variable) => problem.integers()[variable.0 as usize].decision,
        }
    }
}

/// The variables of the form.
#[derive(Debug, Clone)]
pub(super) struct Values {
    pub(super) sources: Vec<Source>,
    /// By variable: the possible values of the source, by their index.
    pub(super) possible: Vec<Vec<usize>>,
    /// By Boolean: the variable, and the value that makes it true.
    of_boolean: Vec<Option<(usize, usize)>>,
    of_integer: Vec<Option<usize>>,
    firsts: Vec<i64>,
}

/// The maximum number of Booleans that become one variable.
const MAX_GROUP: usize = 64;

impl Values {
    /// Returns the variables with all their values; removes the rules that become the values of a variable.
    pub(super) fn of(
        problem: &Problem,
        rules: &mut Rules<'_>,
        kept: &[Definition],
        needed: &[Operand],
    ) -> Result<Values, NotFrontier> {
        let counts = problem.integers().iter().map(|integer| integer.domain.end().abs_diff(*integer.domain.start()));
        if counts.fold(0, u64::saturating_add) > MAX_VALUES {
            return Err(NotFrontier::TooLarge);
        }
        let mut booleans: Vec<bool> = problem.booleans().iter().map(|boolean| boolean.decision).collect();
        let mut integers: Vec<bool> = problem.integers().iter().map(|integer| integer.decision).collect();
        let mut using = |operand: Operand| match operand {
            Operand::Literal(Literal { atom: Atom::Boolean(variable), .. }) => booleans[variable.0 as usize] = true,
            Operand::Literal(Literal { atom: Atom::Equals(variable, _) | Atom::AtLeast(variable, _), .. })
            | Operand::Integer(variable) => integers[variable.0 as usize] = true,
        };
        rules.each_operand(&mut using);
        needed.iter().copied().for_each(&mut using);
        kept.iter().flat_map(|definition| definition.clauses().concat()).map(Operand::Literal).for_each(&mut using);
        let mut values = Values {
            sources: Vec::new(),
            possible: Vec::new(),
            of_boolean: vec![None; booleans.len()],
            of_integer: vec![None; integers.len()],
            firsts: problem.integers().iter().map(|integer| *integer.domain.start()).collect(),
        };
        let groups = Values::groups(problem, rules);
        for (index, _) in booleans.iter().enumerate().filter(|(_, used)| **used) {
            if values.of_boolean[index].is_some() {
                continue;
            }
            let variable = BoolVar(index as u32);
            match groups.get(&variable) {
                Some(group) => values.add(Source::Group(group.clone()), group.len()),
                None => values.add(Source::Boolean(variable), 2),
            }
        }
        for (index, integer) in problem.integers().iter().enumerate().filter(|(index, _)| integers[*index]) {
            let size = integer.domain.end().abs_diff(*integer.domain.start()) as usize + 1;
            values.add(Source::Integer(IntVar(index as u32)), size);
        }
        Ok(values)
    }

    fn add(&mut self, source: Source, size: usize) {
        let variable = self.sources.len();
        match &source {
            Source::Boolean(boolean) => self.of_boolean[boolean.0 as usize] = Some((variable, 1)),
            Source::Integer(integer) => self.of_integer[integer.0 as usize] = Some(variable),
            Source::Group(booleans) => {
                for (value, boolean) in booleans.iter().enumerate() {
                    self.of_boolean[boolean.0 as usize] = Some((variable, value));
                }
            }
        }
        self.sources.push(source);
        self.possible.push((0..size).collect());
    }

    /// Removes disjoint exactly-one rules over decision variables, or over auxiliary ones, and returns them, by each of their
    /// variables.
    fn groups(problem: &Problem, rules: &mut Rules<'_>) -> HashMap<BoolVar, Vec<BoolVar>> {
        let mut groups: HashMap<BoolVar, Vec<BoolVar>> = HashMap::new();
        rules.sums.retain(|sum| {
            let Some(group) = exactly_one(sum) else { return true };
            let decision = |variable: &BoolVar| problem.booleans()[variable.0 as usize].decision;
            let mixed = group.iter().any(|variable| decision(variable) != decision(&group[0]));
            if mixed || group.iter().any(|variable| groups.contains_key(variable)) {
                return true;
            }
            groups.extend(group.iter().map(|&variable| (variable, group.clone())));
            false
        });
        groups
    }

    /// Returns the number of possible values of each variable.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.possible.iter().map(Vec::len).collect()
    }

    /// Returns the variable of a literal and whether it is true, by value of the source.
    pub(super) fn full(&self, literal: Literal) -> Option<Choice> {
        let (variable, is): (usize, Box<dyn Fn(usize) -> bool>) = match literal.atom {
            Atom::Boolean(boolean) => {
                let (variable, wanted) = self.of_boolean[boolean.0 as usize]?;
                (variable, Box::new(move |value| value == wanted))
            }
            Atom::Equals(integer, wanted) => {
                let first = self.firsts[integer.0 as usize];
                (self.of_integer[integer.0 as usize]?, Box::new(move |value| first + value as i64 == wanted))
            }
            Atom::AtLeast(integer, bound) => {
                let first = self.firsts[integer.0 as usize];
                (self.of_integer[integer.0 as usize]?, Box::new(move |value| first + value as i64 >= bound))
            }
        };
        let values = self.possible[variable].iter().map(|&value| is(value) != literal.negated).collect();
        Some(Choice { variable, values })
    }

    /// Returns the variable of a literal of the rules and whether it is true, by possible value.
    pub(super) fn choice(&self, literal: Literal) -> Choice {
        self.full(literal).expect("every literal of a rule belongs to a variable")
    }

    /// Returns the variable of an integer and its possible values.
    pub(super) fn numbers(&self, integer: IntVar) -> (usize, Vec<i64>) {
        let variable = self.of_integer[integer.0 as usize].expect("every integer of a rule is a variable");
        let first = self.firsts[integer.0 as usize];
        (variable, self.possible[variable].iter().map(|&value| first + value as i64).collect())
    }

    /// Returns for each variable of a clause the possible values that satisfy it; `None` if some always do.
    pub(super) fn clause(&self, literals: &[Literal]) -> Option<Vec<Choice>> {
        let mut choices: Vec<Choice> = Vec::new();
        for &literal in literals {
            let choice = self.choice(literal);
            match choices.iter_mut().find(|known| known.variable == choice.variable) {
                Some(known) => known.values.iter_mut().zip(&choice.values).for_each(|(known, &more)| *known |= more),
                None => choices.push(choice),
            }
        }
        let always = choices.iter().any(|choice| choice.values.iter().all(|&value| value));
        choices.retain(|choice| choice.values.contains(&true));
        (!always).then_some(choices)
    }

    /// Keeps only the values that unit clauses allow.
    pub(super) fn restrict(&mut self, rules: &Rules<'_>) {
        loop {
            let mut changed = false;
            for clause in &rules.clauses {
                if let Some([only]) = self.clause(clause).as_deref() {
                    let mut allowed = only.values.iter();
                    self.possible[only.variable].retain(|_| allowed.next() == Some(&true));
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// Returns the symbol that each possible value of a variable states at a position of a word, if one variable states it.
    pub(super) fn symbols(&self, literals: &[Literal]) -> Result<(usize, Vec<Option<usize>>), Unfit> {
        let choices: Vec<Choice> = literals.iter().map(|&literal| self.choice(literal)).collect();
        let variable = choices.first().ok_or(Unfit::Symbols)?.variable;
        if choices.iter().any(|choice| choice.variable != variable) {
            return Err(Unfit::Symbols);
        }
        let symbol = |value: usize| {
            let mut symbols = (0..choices.len()).filter(|&symbol| choices[symbol].values[value]);
            symbols.next().filter(|_| symbols.next().is_none())
        };
        Ok((variable, (0..self.possible[variable].len()).map(symbol).collect()))
    }

    /// Returns the assignment for a possible value of each variable; Booleans that no variable stands for are false.
    pub(super) fn assignment(&self, values: &[usize]) -> Assignment {
        let mut assignment = Assignment { booleans: vec![false; self.of_boolean.len()], integers: self.firsts.clone() };
        for ((source, possible), &value) in self.sources.iter().zip(&self.possible).zip(values) {
            let value = possible[value];
            match source {
                Source::Boolean(boolean) => assignment.booleans[boolean.0 as usize] = value == 1,
                Source::Group(booleans) => assignment.booleans[booleans[value].0 as usize] = true,
                Source::Integer(integer) => assignment.integers[integer.0 as usize] += value as i64,
            }
        }
        assignment
    }
}

/// Returns the variables of an unconditional exactly-one of three or more.
fn exactly_one(sum: &Sum) -> Option<Vec<BoolVar>> {
    if !sum.when.is_empty() || sum.modulus.is_some() || (sum.low, sum.high) != (1, 1) || sum.terms.len() > MAX_GROUP {
        return None;
    }
    let variable = |operand: Operand| match operand {
        Operand::Literal(Literal { atom: Atom::Boolean(variable), negated: false }) => Some(variable),
        _ => None,
    };
    let terms = sum.terms.iter().map(|term| variable(term.operand).filter(|_| term.coefficient == 1));
    terms.collect::<Option<Vec<BoolVar>>>().filter(|variables| variables.len() > 2)
}
