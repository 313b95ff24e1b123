//! Why a problem has no form over a frontier.

use boardwright_base::budget::Refused;
use boardwright_ir::constraint::origin::words;
use boardwright_ir::constraint::{
    Atom, BoolVar, Constraint, IntVar, Literal, Operand, Origin, OriginKind, Posted, Problem, Role,
};
use std::collections::BTreeSet;

/// The maximum number of states of the automaton of a word, which is also read backwards.
pub(super) const MAX_WORD_STATES: usize = 62;
/// The maximum total number of values of integers.
pub(super) const MAX_VALUES: u64 = 1_000_000;
/// The greatest absolute value of the objective.
pub(super) const MAX_SUM: i64 = 1 << 60;

/// Why a problem is not lowered to a frontier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what its fields are")]
pub enum NotFrontier {
    #[error(
        "the board does not determine {}{}, so solutions would be counted several times",
        named(name),
        rule.as_ref().map_or(String::new(), |rule| format!(" of the rule {}", words::rule_and_part(rule)))
    )]
    Auxiliary { name: String, rule: Option<Box<Origin>> },
    #[error("the integers have more than {} values in all", MAX_VALUES)]
    TooLarge,
    #[error("its objective has values beyond {}", MAX_SUM)]
    Objective,
    #[error("{} {what}", rule.as_ref().map_or("a definition".into(), |rule| format!("the rule {}", words::rule_and_part(rule))))]
    Rule { rule: Option<Box<Origin>>, what: Unfit },
}

/// Names an auxiliary variable, which may have no name.
fn named(auxiliary: &str) -> String {
    if auxiliary.is_empty() {
        return "an auxiliary variable".into();
    }
    format!("the auxiliary variable {auxiliary:?}")
}

/// A property of a constraint that has no automaton here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what it is")]
pub enum Unfit {
    #[error("depends on a condition and has no automaton")]
    Conditional,
    #[error("bounds the weights of connected parts by numbers that are too large")]
    Components,
    #[error("has an automaton with more than {} states", MAX_WORD_STATES)]
    Automaton,
    #[error("has symbols that several variables state")]
    Symbols,
}

impl From<NotFrontier> for Refused<NotFrontier> {
    fn from(reason: NotFrontier) -> Refused<NotFrontier> {
        Refused::Inapplicable(reason)
    }
}

impl Unfit {
    pub(super) fn of(self, problem: &Problem, posted: &Posted) -> NotFrontier {
        NotFrontier::Rule { rule: rule_of(problem, posted), what: self }
    }
}

/// Returns the origin of a constraint or, if it only defines auxiliary variables, of a rule that uses them; `None` if none does.
fn rule_of(problem: &Problem, posted: &Posted) -> Option<Box<Origin>> {
    let origin = problem.origin_of(posted.origin);
    match origin.kind {
        OriginKind::Definition => rule_about(problem, auxiliaries(problem, &posted.constraint)),
        _ => Some(origin.clone().into()),
    }
}

/// Returns the origin of the first rule about one of these auxiliary variables, or about one that definitions tie to them.
pub(super) fn rule_about(problem: &Problem, mut found: BTreeSet<Variable>) -> Option<Box<Origin>> {
    loop {
        let known = found.len();
        for posted in problem.constraints().iter().filter(|posted| posted.role == Role::Required) {
            let about = auxiliaries(problem, &posted.constraint);
            let origin = problem.origin_of(posted.origin);
            if about.is_disjoint(&found) {
                continue;
            }
            if origin.kind != OriginKind::Definition {
                return Some(origin.clone().into());
            }
            found.extend(about);
        }
        if found.len() == known {
            return None;
        }
    }
}

/// A variable of the problem: whether it is an integer, and its index.
pub(super) type Variable = (bool, u32);

/// Returns the auxiliary variables of a constraint.
fn auxiliaries(problem: &Problem, constraint: &Constraint) -> BTreeSet<Variable> {
    let mut found = BTreeSet::new();
    constraint.each_operand(&mut |operand| {
        let (is_integer, index) = match operand {
            Operand::Literal(Literal { atom: Atom::Boolean(BoolVar(index)), .. }) => (false, index),
            Operand::Literal(Literal {
                atom: Atom::Equals(IntVar(index), _) | Atom::AtLeast(IntVar(index), _),
                ..
            })
            | Operand::Integer(IntVar(index)) => (true, index),
        };
        let is_decision = match is_integer {
            true => problem.integers()[index as usize].decision,
            false => problem.booleans()[index as usize].decision,
        };
        if !is_decision {
            found.insert((is_integer, index));
        }
    });
    found
}
