//! Rows against constraints and clauses against rows on random problems, in all assignments. Proofs are checked by veripb in
//! `tests/engine/certificates.rs`.

use super::derive::{Definitions, Derivation, Underived};
use super::log::Log;
use super::pseudo_boolean::PseudoBoolean;
use super::*;
use boardwright_base::random::Random;
use boardwright_ir::constraint::{Assignment, Constraint, Direction, Origin, Term};
use boardwright_sat::cnf::encode::{self as encoding, ENCODINGS};

const VARIABLES: usize = 7;

fn random_problem(random: &mut Random) -> Problem {
    let mut problem = Problem::new();
    let variables: Vec<Literal> = (0..VARIABLES).map(|index| problem.boolean(format!("v{index}")).into()).collect();
    let rule = problem.origin(Origin::named(0, "rule"));
    for _ in 0..1 + random.below(4) {
        let mut chosen: Vec<Literal> = variables.iter().copied().filter(|_| random.below(4) > 0).collect();
        chosen.iter_mut().for_each(|literal| *literal = if random.below(3) == 0 { !*literal } else { *literal });
        let bound = random.below(chosen.len() + 2) as i64 - 1;
        let relation = [Relation::AtMost, Relation::Equal, Relation::AtLeast][random.below(3)];
        let constraint = match random.below(5) {
            0 => Constraint::clause(chosen),
            1 => {
                chosen.truncate(5);
                Constraint::parity(random.below(2) == 0, chosen)
            }
            2 => {
                // With a common factor, so that the rows have to be divided.
                let terms = chosen.into_iter().map(|literal| Term::literal(2, literal)).collect();
                Constraint::Sum { terms, relation, bound: 2 * bound + random.below(2) as i64 }
            }
            _ => Constraint::count(relation, bound, chosen),
        };
        let when = variables[random.below(VARIABLES)];
        let conditional = || Constraint::If { when: vec![when], then: Box::new(constraint.clone()) };
        problem.post(rule, if random.below(4) == 0 { conditional() } else { constraint.clone() });
    }
    problem
}

fn assignments() -> impl Iterator<Item = Vec<bool>> {
    (0..1u32 << VARIABLES).map(|bits| (0..VARIABLES).map(|index| bits >> index & 1 == 1).collect())
}

#[test]
fn rows_and_formula_have_the_solutions_of_the_problem() {
    let mut random = Random(5);
    let (mut with, mut without) = (0, 0);
    for case in 0..400 {
        let problem = random_problem(&mut random);
        let certificate = Certificate::new(&problem, &Selection::default(), &Budget::none());
        let certificate = certificate.unwrap_or_else(|reason| panic!("case {case}: {reason:?} {problem:?}"));
        for booleans in assignments() {
            let holds = problem.holds(&Assignment { booleans: booleans.clone(), integers: vec![] });
            assert_eq!(certificate.completed(&booleans).is_some(), holds, "case {case}: {problem:?}");
            *if holds { &mut with } else { &mut without } += 1;
        }
    }
    assert!(with > 1000 && without > 1000, "{with} {without}");
}

#[test]
fn encodings_of_counts_are_derived_or_rejected_before() {
    let mut derived = Vec::new();
    for encoding in ENCODINGS.iter() {
        let mut selection = Selection::default();
        selection.parse(&format!("{}={}", encoding.kind.name(), encoding.name)).expect("it is in the catalogue");
        let mut problem = Problem::new();
        let variables: Vec<Literal> = (0..9).map(|index| problem.boolean(format!("v{index}")).into()).collect();
        let rule = problem.origin(Origin::named(0, "rule"));
        problem.post(rule, Constraint::at_most(1, variables.clone()));
        problem.post(rule, Constraint::exactly(1, variables.clone()));
        problem.post(rule, Constraint::at_most(3, variables.clone()));
        problem.post(rule, Constraint::exactly(4, variables[..8].to_vec()));
        let certified = Certificate::new(&problem, &selection, &Budget::none()).is_ok();
        let counts = [encoding::Kind::AtMostOne, encoding::Kind::Cardinality].contains(&encoding.kind);
        derived.extend((certified && counts).then_some(encoding.name));
    }
    // All of at-most-one, and those of counts whose variables are thresholds.
    assert_eq!(
        derived,
        [
            "pairwise",
            "ladder",
            "bitwise",
            "commander",
            "product",
            "bimander",
            "sequential-counter",
            "totalizer",
            "totalizer",
            "bdd",
            "binomial",
        ]
    );
}

#[test]
fn wrong_clauses_are_not_derived() {
    let mut random = Random(11);
    let (mut rejected, mut harmless) = (0, 0);
    for case in 0..300 {
        let problem = random_problem(&mut random);
        let Ok(certificate) = Certificate::new(&problem, &Selection::default(), &Budget::none()) else { continue };
        if certificate.cnf().variables() > VARIABLES || certificate.program.columns.len() > VARIABLES {
            continue;
        }
        let part = &certificate.parts[random.below(certificate.parts.len())];
        if part.clauses.is_empty() {
            continue;
        }
        // One literal is negated or left out.
        let spoilt = part.clauses.start + random.below(part.clauses.len());
        let mut cnf = Cnf::new();
        (0..VARIABLES).for_each(|_| {
            cnf.variable();
        });
        for (index, clause) in certificate.cnf().clauses().enumerate() {
            let mut clause = clause.to_vec();
            if index == spoilt && !clause.is_empty() {
                let at = random.below(clause.len());
                if random.below(2) == 0 {
                    clause[at] = !clause[at];
                } else {
                    clause.remove(at);
                }
            }
            cnf.add(&clause);
        }
        let numbering = certificate.numbering();
        let rows: Vec<_> = part.rows.iter().flat_map(|&row| numbering.rows[row].clone()).collect();
        let implied = assignments().all(|value| {
            let satisfied = rows.iter().all(|(_, row): &(u64, PseudoBoolean)| row.holds(|v| value[v as usize]));
            !satisfied
                || cnf
                    .clauses_from(part.clauses.start)
                    .take(part.clauses.len())
                    .all(|clause| clause.iter().any(|literal| literal.holds_in(&value)))
        });
        let derivation = Derivation { clauses: part.clauses.clone(), rows, otherwise: part.otherwise.clone() };
        let mut log = Log::new(std::io::sink(), VARIABLES as u32, numbering.last).expect("a sink takes all");
        let derived = Definitions::default().derive(&mut log, &cnf, &derivation, &Budget::none());
        match derived {
            Ok(_) => {
                assert!(implied, "case {case}: {problem:?} {cnf:?}");
                harmless += 1;
            }
            Err(Underived::Clause) => rejected += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
    assert!(rejected > 50, "{rejected} rejected, {harmless} not");
}

#[test]
fn what_has_no_definition_in_rows_is_rejected() {
    let reason = |build: &dyn Fn(&mut Problem) -> Constraint| {
        let mut problem = Problem::new();
        let rule = problem.origin(Origin::named(0, "rule"));
        let constraint = build(&mut problem);
        problem.post(rule, constraint);
        match Certificate::new(&problem, &Selection::default(), &Budget::none()) {
            Err(Refused::Inapplicable(reason)) => reason,
            Err(Refused::Stopped(stop)) => panic!("{stop}"),
            Ok(_) => panic!("it is certified"),
        }
    };
    let integer = reason(&|problem| {
        let x = problem.integer("x", 0..=3);
        Constraint::Sum { terms: vec![Term::integer(1, x)], relation: Relation::AtMost, bound: 2 }
    });
    assert_eq!(integer, Uncertified::Integer("x".into()));
    let three = reason(&|problem| {
        let a = problem.boolean("a");
        Constraint::Modular { terms: vec![Term::literal(1, a)], modulus: 3, residue: 0 }
    });
    assert_eq!(three, Uncertified::Congruence(3));
    let parity = reason(&|problem| {
        let all: Vec<Literal> = (0..9).map(|_| problem.boolean("").into()).collect();
        Constraint::parity(true, all)
    });
    assert!(matches!(parity, Uncertified::Meaningless(Meaningless { kind: encoding::Kind::Parity, .. })));
}

#[test]
fn an_objective_has_bounds_that_follow_from_the_improved_one() {
    let mut problem = Problem::new();
    let variables: Vec<Literal> = (0..6).map(|index| problem.boolean(format!("v{index}")).into()).collect();
    let rule = problem.origin(Origin::named(0, "rule"));
    // A cycle of six: a vertex cover has three vertices; with all pairs at distance 2 as well, four.
    for (a, b) in (0..6).flat_map(|i| [(i, (i + 1) % 6), (i, (i + 2) % 6)]) {
        problem.post(rule, Constraint::clause([variables[a], variables[b]]));
    }
    let terms = variables.iter().map(|&literal| Term::literal(1, literal)).collect();
    problem.set_objective(Direction::Minimise, terms);
    let certificate = Certificate::new(&problem, &Selection::default(), &Budget::none()).expect("it is certified");
    let best = certificate.completed(&[true, true, false, true, true, false]).expect("it is a cover");
    let mut out = Vec::new();
    let prover = crate::backend::default_for(crate::backend::Route::Sat);
    let proved = certificate.prove(&mut out, Some(&best), prover, false, &Budget::none()).expect("no cover has three");
    let text = String::from_utf8(out).expect("text");
    assert!(text.contains("conclusion BOUNDS 4 : ") && text.contains("soli x1 x2 ~x3 x4 x5 ~x6;"), "{text}");
    assert!(proved.steps > 1);
}
