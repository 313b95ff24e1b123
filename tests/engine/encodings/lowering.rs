//! Whole problems through `lower`, with every encoding: the solutions are those of the problem, no more, no fewer.

use super::engine::Engine;
use boardwright_base::random::Random;
use boardwright_ir::constraint::{
    Assignment, Atom, BoolVar, Constraint, IntVar, Literal, Operand, Origin, Problem, Relation, Roles, Term,
};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::encode::{ENCODINGS, Kind};
use boardwright_sat::cnf::lower::Lowered;
use boardwright_solvers::pipeline::to_cnf;

const RELATIONS: [Relation; 3] = [Relation::AtMost, Relation::Equal, Relation::AtLeast];

/// Every choice of one encoding, the others by size.
fn choices() -> impl Iterator<Item = Selection> {
    ENCODINGS.iter().map(|encoding| {
        let mut choice = Selection::default();
        choice.set(encoding.kind.name(), encoding.name).expect("it is registered");
        choice
    })
}

/// Every combination of integers and at-most-one, which integers and remainders rest on.
fn integer_choices() -> Vec<Selection> {
    let of = |kind: Kind| ENCODINGS.iter().filter(move |encoding| encoding.kind == kind);
    let mut choices = Vec::new();
    for integer in of(Kind::Integer) {
        for at_most_one in of(Kind::AtMostOne) {
            let mut choice = Selection::default();
            choice.set("integer", integer.name).expect("it is registered");
            choice.set("at-most-one", at_most_one.name).expect("it is registered");
            choices.push(choice);
        }
    }
    choices
}

fn problem(booleans: usize, domains: &[std::ops::RangeInclusive<i64>], constraints: Vec<Constraint>) -> Problem {
    let mut problem = Problem::new();
    for index in 0..booleans {
        problem.boolean(format!("b{index}"));
    }
    for (index, domain) in domains.iter().enumerate() {
        problem.integer(format!("x{index}"), domain.clone());
    }
    let origin = problem.origin(Origin::named(0, "test"));
    for constraint in constraints {
        problem.post(origin, constraint);
    }
    problem
}

/// All assignments that satisfy the problem, sorted.
fn solutions(problem: &Problem) -> Vec<Assignment> {
    let mut all = vec![Assignment::default()];
    for _ in problem.booleans() {
        all = all
            .into_iter()
            .flat_map(|a| {
                [false, true].map(|value| Assignment { booleans: [&a.booleans[..], &[value]].concat(), ..a.clone() })
            })
            .collect();
    }
    for integer in problem.integers() {
        let with =
            |a: &Assignment, value: i64| Assignment { integers: [&a.integers[..], &[value]].concat(), ..a.clone() };
        all = all.iter().flat_map(|a| integer.domain.clone().map(move |value| with(a, value))).collect();
    }
    all.retain(|assignment| problem.holds(assignment));
    sorted(all)
}

fn sorted(mut assignments: Vec<Assignment>) -> Vec<Assignment> {
    assignments.sort_by(|a, b| (&a.booleans, &a.integers).cmp(&(&b.booleans, &b.integers)));
    assignments
}

/// Compares all models with all solutions; `counted`: every solution must have one model.
fn check(problem: &Problem, choice: &Selection, counted: bool, context: &str) {
    let lowered: Lowered = to_cnf(problem, choice, Roles::FAITHFUL).expect("encodings without limit apply");
    let models = Engine::new(&lowered.cnf).models(&[], usize::MAX);
    let mut found = sorted(models.iter().map(|model| lowered.assignment(model)).collect());
    if !counted {
        found.dedup();
    }
    let names: Vec<&str> = Kind::ALL.map(|kind| choice.general().name(kind)).to_vec();
    assert_eq!(found, solutions(problem), "{context}, {names:?}: {:?}", problem.constraints());
}

#[test]
fn counts_with_every_bound() {
    for choice in choices() {
        for n in 0..=6u32 {
            for (relation, bound) in RELATIONS.into_iter().flat_map(|r| (-1..=i64::from(n) + 1).map(move |b| (r, b))) {
                let literal = |i: u32| Literal { negated: i % 2 == 1, ..BoolVar(i).into() };
                let constraint = Constraint::count(relation, bound, (0..n).map(literal));
                check(&problem(n as usize, &[], vec![constraint]), &choice, relation == Relation::Equal, "counts");
            }
        }
    }
}

#[test]
fn parities_of_every_length() {
    for choice in choices() {
        for n in 0..=9u32 {
            for odd in [false, true] {
                let literal = |i: u32| Literal { negated: i % 3 == 1, ..BoolVar(i).into() };
                let constraint = Constraint::parity(odd, (0..n).map(literal));
                check(&problem(n as usize, &[], vec![constraint]), &choice, true, "parities");
            }
        }
    }
}

/// A literal over the first `booleans` Boolean variables and the integers of these domains, inside them and beyond.
fn literal(random: &mut Random, booleans: u32, domains: &[std::ops::RangeInclusive<i64>]) -> Literal {
    let which = random.within(0, i64::from(booleans) + domains.len() as i64 - 1);
    let atom = if which < i64::from(booleans) {
        Atom::Boolean(BoolVar(which as u32))
    } else {
        let index = (which - i64::from(booleans)) as usize;
        let value = random.within(domains[index].start() - 1, domains[index].end() + 1);
        let variable = IntVar(index as u32);
        if random.within(0, 1) == 0 { Atom::Equals(variable, value) } else { Atom::AtLeast(variable, value) }
    };
    Literal { atom, negated: random.within(0, 1) == 1 }
}

fn terms(random: &mut Random, booleans: u32, domains: &[std::ops::RangeInclusive<i64>]) -> Vec<Term> {
    let integers = domains.len() as i64;
    let term = |random: &mut Random| {
        let coefficient = random.within(-4, 4);
        let operand = if integers > 0 && random.within(0, 2) == 0 {
            Operand::Integer(IntVar(random.within(0, integers - 1) as u32))
        } else {
            Operand::Literal(literal(random, booleans, domains))
        };
        Term { coefficient, operand }
    };
    (0..random.within(0, 7)).map(|_| term(random)).collect()
}

#[test]
fn random_sums_over_repeated_and_opposite_literals() {
    for choice in choices() {
        for seed in 0..150 {
            let mut random = Random(seed);
            let booleans = random.within(1, 5) as u32;
            let terms = terms(&mut random, booleans, &[]);
            let relation = RELATIONS[random.within(0, 2) as usize];
            let sum = Constraint::Sum { terms, relation, bound: random.within(-8, 8) };
            let counted = relation == Relation::Equal;
            check(&problem(booleans as usize, &[], vec![sum]), &choice, counted, &format!("seed {seed}"));
        }
    }
}

/// One, two or several values, from below zero to above.
fn domains(random: &mut Random) -> Vec<std::ops::RangeInclusive<i64>> {
    let domain = |random: &mut Random| {
        let low = random.within(-3, 2);
        low..=low + random.within(0, 4)
    };
    (0..random.within(1, 2)).map(|_| domain(random)).collect()
}

#[test]
fn random_congruences_and_clauses_preserve_the_number_of_models() {
    for choice in integer_choices() {
        for seed in 0..150 {
            let mut random = Random(seed);
            let (booleans, domains) = (random.within(1, 3) as u32, domains(&mut random));
            let congruence = Constraint::Modular {
                terms: terms(&mut random, booleans, &domains),
                modulus: random.within(1, 5),
                residue: random.within(-6, 6),
            };
            let clause = (0..random.within(1, 3)).map(|_| literal(&mut random, booleans, &domains));
            let clause = Constraint::clause(clause.collect::<Vec<_>>());
            let constraints = vec![congruence, clause];
            check(&problem(booleans as usize, &domains, constraints), &choice, true, &format!("seed {seed}"));
        }
    }
}

#[test]
fn random_sums_over_integers() {
    for choice in integer_choices() {
        for seed in 0..100 {
            let mut random = Random(seed);
            let (booleans, domains) = (random.within(1, 2) as u32, domains(&mut random));
            let terms = terms(&mut random, booleans, &domains);
            let relation = RELATIONS[random.within(0, 2) as usize];
            let sum = Constraint::Sum { terms, relation, bound: random.within(-8, 8) };
            let counted = relation == Relation::Equal;
            check(&problem(booleans as usize, &domains, vec![sum]), &choice, counted, &format!("seed {seed}"));
        }
    }
}

/// Two integers of a thousand values, and their sum bounded: ten bits each, and nothing for each value.
#[test]
fn integers_in_binary_are_summed_as_bits() {
    let terms = vec![Term::integer(3, IntVar(0)), Term::integer(-2, IntVar(1))];
    let sum = Constraint::Sum { terms, relation: Relation::AtMost, bound: -1900 };
    let problem = problem(0, &[0..=999, 0..=999], vec![sum]);
    let mut selection = Selection::default();
    selection.parse("integer=log,pseudo-boolean=adder").expect("the names exist");
    let lowered = to_cnf(&problem, &selection, Roles::ALL).expect("it applies");
    // Twenty bits, and two variables for each of the 24 bits or so of a sum of twenty weights.
    assert!(lowered.cnf.variables() < 200, "{} variables", lowered.cnf.variables());
    // 2y >= 3x + 1900: x = 32 needs y = 998, and x from 33 on needs 1000 or more.
    let models = Engine::new(&lowered.cnf).models(&[], usize::MAX);
    let mut found: Vec<Vec<i64>> = models.iter().map(|model| lowered.assignment(model).integers).collect();
    found.sort();
    let expected = (0..=999i64).flat_map(|x| (0..=999).map(move |y| vec![x, y]));
    assert_eq!(found, expected.filter(|v| 3 * v[0] - 2 * v[1] <= -1900).collect::<Vec<_>>());
}

#[test]
fn literals_of_integers_inside_and_outside_the_domain() {
    for choice in integer_choices() {
        for domain in [0..=0, -1..=0, 1..=3, -2..=2] {
            for value in domain.start() - 2..=domain.end() + 2 {
                for literal in [IntVar(0).equals(value), IntVar(0).at_least(value)] {
                    for literal in [literal, !literal] {
                        let domains = std::slice::from_ref(&domain);
                        // Alone, and defining a Boolean: b <-> literal.
                        let alone = problem(0, domains, vec![Constraint::clause([literal])]);
                        check(&alone, &choice, true, "alone");
                        let b: Literal = BoolVar(0).into();
                        let both = vec![Constraint::implies(b, [literal]), Constraint::implies(literal, [b])];
                        check(&problem(1, domains, both), &choice, true, "defining");
                    }
                }
            }
        }
    }
}

#[test]
fn a_blocking_clause_excludes_one_solution() {
    for choice in integer_choices() {
        let problem = problem(1, &[0..=3, 2..=3, 5..=5], vec![Constraint::clause([IntVar(0).at_least(1)])]);
        let mut lowered = to_cnf(&problem, &choice, Roles::FAITHFUL).expect("it applies");
        let before = solutions(&problem);
        let clause = lowered.blocking_clause(&problem, &before[2], &Lowered::implied(&problem));
        lowered.cnf.add(&clause);
        let models = Engine::new(&lowered.cnf).models(&[], usize::MAX);
        let found = sorted(models.iter().map(|model| lowered.assignment(model)).collect());
        let expected: Vec<Assignment> = before.iter().filter(|a| **a != before[2]).cloned().collect();
        assert_eq!((found, before.len()), (expected, 2 * 3 * 2));
    }
}

#[test]
fn an_encoding_past_its_limit_is_an_error() {
    let parity = |n: u32| Constraint::parity(true, (0..n).map(|i| BoolVar(i).into()));
    let mut direct = Selection::default();
    direct.set("parity", "direct").expect("it is registered");
    let lowered = to_cnf(&problem(17, &[], vec![parity(17)]), &direct, Roles::ALL);
    let error = lowered.err().expect("17 literals are too many").to_string();
    assert_eq!(error, "the parity encoding `direct` does not apply: at most 16 literals are supported, found 17");
    let lowered = to_cnf(&problem(16, &[], vec![parity(16)]), &direct, Roles::ALL).expect("16 literals are allowed");
    assert_eq!(lowered.cnf.len(), 1 << 15);
    to_cnf(&problem(60, &[], vec![parity(60)]), &Selection::default(), Roles::ALL).expect("chosen by size, it applies");
}

#[test]
fn what_would_be_spelled_out_without_end_is_refused() {
    let at_most =
        |k: i64, n: u32| problem(n as usize, &[], vec![Constraint::at_most(k, (0..n).map(|i| BoolVar(i).into()))]);
    // 5 of 20: C(20, 6) clauses. 50 of 1000: far more than there is memory.
    for (name, clauses) in [("binomial", 38_760), ("permutation", 20 * (1 + 20 + 190 + 1140 + 4845 + 15504) + 1)] {
        let mut choice = Selection::default();
        choice.set("cardinality", name).expect("it is registered");
        let lowered = to_cnf(&at_most(5, 20), &choice, Roles::ALL).expect("5 of 20 are few enough");
        assert_eq!(lowered.cnf.len(), clauses, "{name}");
        let error = to_cnf(&at_most(50, 1000), &choice, Roles::ALL).err().expect("50 of 1000 are too many");
        assert_eq!(
            error.to_string(),
            format!(
                "the cardinality encoding `{name}` does not apply: 50 of 1000 literals need more than 500000 clauses"
            )
        );
    }
}

#[test]
fn a_rule_can_have_encodings_of_its_own() {
    let count = |from: u32| Constraint::at_most(1, (from..from + 5).map(|i| BoolVar(i).into()));
    let mut problem = problem(10, &[], vec![count(0)]);
    let rows = problem.origin(
        Origin::named(0, "rows")
            .part(boardwright_ir::constraint::origin::Instance::Set(boardwright_base::board::names::SetName::Board)),
    );
    problem.post(rows, count(5));
    let size = |text: &str| {
        let mut selection = Selection::default();
        selection.parse(text).expect("the names exist");
        to_cnf(&problem, &selection, Roles::ALL).map(|lowered| (lowered.cnf.variables(), lowered.cnf.len()))
    };
    // Pairwise: 10 clauses. Ladder: 6 variables and 20 clauses.
    assert_eq!(size("at-most-one=auto"), Ok((10, 20)));
    assert_eq!(size("rows.at-most-one=ladder"), Ok((16, 30)));
    assert_eq!(size("at-most-one=ladder,rows.at-most-one=pairwise"), Ok((16, 30)));
    assert_eq!(size("at-most-one=ladder,rows.parity=cut3"), Ok((22, 40)));
    let error = size("row.at-most-one=ladder").expect_err("there is no such rule").to_string();
    assert_eq!(error, "unknown rule `row` in the encodings (did you mean `rows`?); expected one of rows, test");
    let integer = Selection::default().parse("rows.integer=order").expect_err("integers belong to no rule");
    assert_eq!(integer.to_string(), "`rows.integer`: an integer variable belongs to no rule; write integer=...");
}
