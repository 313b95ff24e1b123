//! Numbers at the limits of 64 bits: each form is exact, or its error names the place. And the size of large graphs.

use super::LoweringRequest;
use boardwright_base::board::names::{Line, SetName};
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::origin::Instance;
use boardwright_ir::constraint::{Constraint, Direction, Edge, Graph, Origin, Problem, Relation, Roles, Term};
use boardwright_sat::cnf::graph::Graphs;

/// A problem with an integer `x` from 2 to 5, two Booleans, and a constraint over them.
fn problem(constraint: impl FnOnce([Term; 3]) -> Constraint) -> Problem {
    let mut problem = Problem::new();
    let x = problem.integer("x", 2..=5);
    let [a, b] = ["a", "b"].map(|name| problem.boolean(name));
    let rule = problem.origin(Origin::named(0, "weights").part(Instance::Set(SetName::Line(Line::Row, 2))));
    problem
        .post(rule, constraint([Term::integer(i64::MAX, x), Term::literal(i64::MAX, !a), Term::literal(i64::MAX, !b)]));
    problem
}

/// The errors of the lowerings to clauses and to rows.
fn errors(problem: &Problem) -> [Option<String>; 2] {
    let budget = Budget::none();
    let request = LoweringRequest::automatic(problem, Roles::ALL, &budget);
    let cnf = request.to_cnf(Graphs::Decomposed).err().map(|error| error.to_string());
    [cnf, request.to_ilp(true).err().map(|error| error.to_string())]
}

const WEIGHTS: &str = "the numbers of the rule `weights` (row 3) are too large: sums must fit into 64 bits";
const OBJECTIVE: &str = "the numbers of the objective are too large: sums must fit into 64 bits";

#[test]
fn sums_that_do_not_fit_are_located_in_clauses_and_rows() {
    let sum = |terms: Vec<Term>, bound| Constraint::Sum { terms, relation: Relation::AtMost, bound };
    let [cnf, ilp] = errors(&problem(|[x, _, _]| sum(vec![x], 5)));
    assert_eq!((cnf.as_deref(), ilp), (Some(WEIGHTS), None), "a row has the coefficient itself");
    let [_, ilp] = errors(&problem(|[_, a, b]| sum(vec![a, b], i64::MIN)));
    assert_eq!(ilp.as_deref(), Some(WEIGHTS));
    let [_, ilp] = errors(&problem(|[x, a, _]| {
        let boardwright_ir::constraint::Operand::Literal(a) = a.operand else { panic!("it is a literal") };
        Constraint::If { when: vec![a], then: Box::new(sum(vec![x], 0)) }
    }));
    assert_eq!(ilp.as_deref(), Some(WEIGHTS), "the relaxation is larger than the sum");
}

#[test]
fn objectives_that_do_not_fit_are_located() {
    let mut objective = Vec::new();
    let mut problem = problem(|[_, a, b]| {
        objective.extend([a, b].map(|term| Term { coefficient: i64::MIN, ..term }));
        Constraint::Sum { terms: vec![Term { coefficient: 1, ..a }], relation: Relation::AtMost, bound: 1 }
    });
    problem.set_objective(Direction::Maximise, objective);
    let [cnf, ilp] = errors(&problem);
    assert_eq!((cnf.as_deref(), ilp.as_deref()), (Some(OBJECTIVE), Some(OBJECTIVE)));
}

#[test]
fn congruences_are_exact_for_the_greatest_moduli() {
    // (2^63 - 2)·x ≡ 2^63 - 3 modulo 2^63 - 1 is -x ≡ -2.
    let problem = problem(|[x, _, _]| Constraint::Modular {
        terms: vec![Term { coefficient: i64::MAX - 1, ..x }; 1],
        modulus: i64::MAX,
        residue: i64::MAX - 2,
    });
    let budget = Budget::none();
    let lowered =
        LoweringRequest::automatic(&problem, Roles::ALL, &budget).to_cnf(Graphs::Decomposed).expect("it fits");
    let variables = lowered.cnf.variables();
    let models = (0..1u32 << variables).map(|bits| (0..variables).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>());
    let models: Vec<Vec<bool>> = models.filter(|model| lowered.cnf.holds(model)).collect();
    assert!(!models.is_empty());
    assert!(models.iter().all(|model| lowered.assignment(model).integers == [2]));
}

#[test]
fn equations_and_objectives_of_linear_systems_are_located() {
    let linear = |equation: bool| {
        let mut problem = Problem::new();
        let [a, b] = ["a", "b"].map(|name| problem.boolean(name));
        let rule = problem.origin(Origin::named(0, "weights").part(Instance::Set(SetName::Line(Line::Row, 2))));
        problem.post(rule, Constraint::parity(true, [a.into(), b.into()]));
        let terms = vec![Term::literal(i64::MAX, a), Term::literal(i64::MAX, b)];
        if equation {
            problem.post(rule, Constraint::Sum { terms, relation: Relation::Equal, bound: i64::MAX });
        } else {
            problem.set_objective(Direction::Minimise, terms);
        }
        let budget = Budget::none();
        LoweringRequest::automatic(&problem, Roles::ALL, &budget).to_gf2().err().map(|error| error.to_string())
    };
    assert_eq!(linear(true).as_deref(), Some(WEIGHTS));
    assert_eq!(linear(false).as_deref(), Some(OBJECTIVE));
}

#[test]
fn connectedness_of_large_boards_has_linearly_many_clauses() {
    let clauses = |side: usize| {
        let mut problem = Problem::new();
        let vertices = (0..side * side).map(|cell| Some(problem.boolean(format!("c{cell}")).into())).collect();
        let right = (0..side * side).filter(|cell| (cell + 1) % side > 0).map(|cell| [cell, cell + 1]);
        let down = (0..side * (side - 1)).map(|cell| [cell, cell + side]);
        let edges = right.chain(down).map(|ends| Edge { ends, when: None }).collect();
        let rule = problem.origin(Origin::named(0, "one piece"));
        problem.post(rule, Constraint::Connected(Graph { vertices, edges }));
        let lowered = LoweringRequest::automatic(&problem, Roles::ALL, &Budget::none()).to_cnf(Graphs::Decomposed);
        lowered.expect("it is not too large").cnf.len()
    };
    let (one, twice) = (clauses(50), clauses(100));
    assert!(twice < 6 * one && twice < 250 * 100 * 100, "{one}, {twice}");
}
