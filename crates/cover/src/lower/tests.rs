//! Tests of the lowering against the IR: items, rejected constraints, and the mapping back.

use super::*;
use boardwright_base::board::names::{Line, SetName};
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::origin::Instance;
use boardwright_ir::constraint::{Origin, Term};

struct Made {
    problem: Problem,
    rule: boardwright_ir::constraint::OriginId,
}

fn made() -> Made {
    let mut problem = Problem::new();
    let rule = problem.origin(Origin::named(0, "rule").part(Instance::Set(SetName::Line(Line::Row, 0))));
    Made { problem, rule }
}

impl Made {
    fn booleans<const K: usize>(&mut self) -> [BoolVar; K] {
        std::array::from_fn(|index| self.problem.boolean(format!("b{index}")))
    }

    fn post(&mut self, constraint: Constraint) {
        self.problem.post(self.rule, constraint);
    }

    fn lowered(&self) -> Lowered {
        lower(&self.problem, Roles::FAITHFUL, &Budget::none()).expect("it is a cover")
    }

    fn bounds(&self) -> Vec<(usize, usize)> {
        self.lowered().cover.items().iter().map(|item| (item.min, item.max)).collect()
    }

    fn refusal(&self) -> String {
        lower(&self.problem, Roles::FAITHFUL, &Budget::none()).expect_err("it is none").to_string()
    }
}

#[test]
fn two_bounds_on_the_same_variables_are_one_item() {
    let mut made = made();
    let [a, b, c, d] = made.booleans();
    let all = || [a, b, c, d].map(Literal::from);
    made.post(Constraint::at_least(1, all()));
    made.post(Constraint::at_most(3, [d, c, b, a].map(Literal::from)));
    // Not both a and b: at most one of them. At least one of three is false: at most two are true.
    made.post(Constraint::clause([!a, !b]));
    made.post(Constraint::clause([!b, !c, !d]));
    made.post(Constraint::exactly(3, [!a, !b, !c, !d]));
    assert_eq!(made.bounds(), [(1, 1), (0, 1), (0, 2)]);
}

#[test]
fn units_choose_and_remove_options() {
    let mut made = made();
    let [a, b, c] = made.booleans();
    made.post(Constraint::clause([a.into()]));
    made.post(Constraint::at_most(0, [b.into()]));
    made.post(Constraint::exactly(2, [a, b, c].map(Literal::from)));
    let lowered = made.lowered();
    // c covers the rest of the sum; a covers an item of its own; b is removed.
    assert_eq!(lowered.cover.options().len(), 2);
    assert!(lowered.cover.holds(&[0, 1]) && !lowered.cover.holds(&[0]) && !lowered.cover.holds(&[1]));
    assert_eq!(lowered.assignment(&[0, 1]).booleans, [true, false, true]);
    assert_eq!(lowered.cube(&[b.into()]), None);
    assert_eq!(lowered.cube(&[!b, c.into()]), Some(Cube { with: vec![1], without: vec![] }));
    assert_eq!(lowered.cube(&[c.into(), !c]), None);
}

#[test]
fn clauses_on_values_become_colours() {
    let mut made = made();
    let [a, b] = made.booleans();
    let x = made.problem.integer("x", 1..=3);
    made.post(Constraint::implies(a.into(), [x.equals(2)]));
    made.post(Constraint::implies(b.into(), [x.equals(3)]));
    let lowered = made.lowered();
    let holds = |chosen: &[usize]| lowered.cover.holds(chosen);
    // Options: a, b, x = 1, 2, 3.
    assert!(holds(&[0, 3]) && holds(&[1, 4]) && holds(&[2]) && holds(&[3]));
    assert!(!holds(&[0, 2]) && !holds(&[0, 1, 3]) && !holds(&[2, 3]) && !holds(&[]));
    assert_eq!(lowered.assignment(&[0, 3]), Assignment { booleans: vec![true, false], integers: vec![2] });
    assert_eq!(lowered.cube(&[x.at_least(2)]), Some(Cube { with: vec![], without: vec![2] }));
}

#[test]
fn unsupported_constraints_are_rejected_with_a_reason() {
    let mut mixed = made();
    let [a, b, c] = mixed.booleans();
    mixed.post(Constraint::clause([!a, b.into(), c.into()]));
    assert!(mixed.refusal().contains("the rule `rule` (row 1) has variables of both signs"), "{}", mixed.refusal());
    let mut parity = made();
    let [a, b] = parity.booleans();
    parity.post(Constraint::parity(true, [a.into(), b.into()]));
    assert!(parity.refusal().contains("is a parity"));
    let mut weighted = made();
    let [a, b, c] = weighted.booleans();
    let terms = vec![Term::literal(2, a), Term::literal(1, b), Term::literal(1, c)];
    weighted.post(Constraint::Sum { terms, relation: Relation::AtMost, bound: 3 });
    assert!(weighted.refusal().contains("has coefficients"));
    let mut ordered = made();
    let x = ordered.problem.integer("x", 0..=4);
    ordered.post(Constraint::clause([x.at_least(2)]));
    assert!(ordered.refusal().contains("compares integers"));
    let mut large = made();
    large.problem.integer("x", i64::MIN..=i64::MAX);
    assert!(large.refusal().contains("too large"));
}

#[test]
fn auxiliary_variables_must_be_determined() {
    let mut free = made();
    let [a] = free.booleans();
    let y = free.problem.auxiliary("y");
    free.post(Constraint::at_most(1, [a.into(), y.into()]));
    assert!(free.refusal().contains("\"y\" is not determined"), "{}", free.refusal());
    let mut chain = made();
    let [a, b] = chain.booleans();
    let (y, z) = (chain.problem.auxiliary("y"), chain.problem.auxiliary("z"));
    chain.post(Constraint::exactly(1, [z.into(), y.into()]));
    chain.post(Constraint::exactly(1, [a.into(), b.into(), y.into()]));
    assert_eq!(chain.lowered().cover.options().len(), 4);
}

#[test]
fn unsupported_redundant_constraints_are_omitted() {
    let mut made = made();
    let [a, b] = made.booleans();
    made.problem.post_redundant(made.rule, Constraint::parity(true, [a.into(), b.into()]));
    made.post(Constraint::exactly(1, [a.into(), b.into()]));
    assert_eq!(made.bounds(), [(1, 1)]);
    assert_eq!(is_plain(&made.problem, &Budget::none()), Ok(true));
    made.post(Constraint::at_least(1, [a.into(), b.into()]));
    assert_eq!(is_plain(&made.problem, &Budget::none()), Ok(false), "more than one may be chosen");
}

#[test]
fn coverings_have_one_bound_on_all_that_is_demanded() {
    let mut made = made();
    let [a, b, c, d] = made.booleans();
    let is = |made: &Made| is_covering(&made.problem, &Budget::none());
    made.post(Constraint::at_least(1, [a.into(), b.into()]));
    made.post(Constraint::at_least(1, [b.into(), c.into(), d.into()]));
    assert_eq!(is(&made), Ok(false), "no bound");
    made.post(Constraint::exactly(2, [a.into(), b.into(), c.into(), d.into()]));
    assert_eq!(is(&made), Ok(true));
    made.post(Constraint::at_most(1, [a.into(), d.into()]));
    assert_eq!(is(&made), Ok(true), "a plain constraint");
    made.post(Constraint::at_most(2, [a.into(), b.into(), c.into()]));
    assert_eq!(is(&made), Ok(false), "two bounds");
}
