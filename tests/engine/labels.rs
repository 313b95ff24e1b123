//! Graphs that labels connect, against the graphs themselves, for all numbers of neighbours that are eliminated.

use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_ir::constraint::decompose::connected::labels::up_to;
use boardwright_ir::constraint::decomposed::Decomposed;
use boardwright_ir::constraint::{Assignment, BoolVar, Constraint, Edge, Graph, Literal, Origin, Problem};
use boardwright_sat::cnf::Lit;
use boardwright_sat::cnf::encode::selection::AUTOMATIC;
use boardwright_sat::cnf::lower::{Choices, lower};
use boardwright_solvers::backend::{Opened, SatOutcome, find};

#[test]
fn labels_accept_the_connected_graphs_whatever_is_eliminated() {
    let (mut connected, mut unconnected) = (0, 0);
    for seed in 0..300 {
        let dice = &mut Random(seed);
        let count = 1 + dice.below(6);
        let mut problem = Problem::new();
        let booleans: Vec<BoolVar> = (0..6).map(|index| problem.boolean(format!("b{index}"))).collect();
        let literal = |dice: &mut Random| {
            let literal = Literal::from(dice.one_of(&booleans));
            [None, Some(literal), Some(literal), Some(!literal)][dice.below(4)]
        };
        let vertices: Vec<Option<Literal>> = (0..count).map(|_| literal(dice)).collect();
        let ends = |dice: &mut Random| [dice.below(count), dice.below(count)];
        let edges = (0..dice.below(10)).map(|_| Edge { ends: ends(dice), when: literal(dice) }).collect();
        let graph = Graph { vertices, edges };
        let degree = dice.below(4);
        let what = format!("seed {seed}, degree {degree}: {graph:?}");
        let rule = problem.origin(Origin::named(0, "one piece"));
        problem.post(rule, Constraint::Connected(graph.clone()));
        let mut decomposed: Decomposed = Decomposed::new(&problem, &Budget::none());
        decomposed.replace(0, |parts| up_to(parts, &graph, degree)).expect("it is small");
        let decomposed = decomposed.finish().expect("it has no limit");
        let choices = Choices::new(&problem, &AUTOMATIC).expect("nothing is chosen");
        let lowered = lower(&decomposed, &choices, &Budget::none()).expect("it has no limit");
        let Opened::Sat(mut solver) = find("batsat").expect("it is in the registry").open() else { panic!() };
        solver.load(&lowered.cnf);
        for values in 0..1 << booleans.len() {
            let booleans: Vec<bool> = (0..booleans.len()).map(|index| values >> index & 1 == 1).collect();
            let cube: Vec<Lit> = (0..).zip(&booleans).map(|(variable, &value)| Lit::new(variable, !value)).collect();
            let found = matches!(solver.solve(&cube, &Budget::none()), SatOutcome::Satisfiable(_));
            let expected = graph.is_connected(&Assignment { booleans, integers: Vec::new() });
            assert_eq!(found, expected, "{what}, {values:b}");
            *(if expected { &mut connected } else { &mut unconnected }) += 1;
        }
    }
    assert!(connected > 3000 && unconnected > 3000, "{connected}, {unconnected}");
}
