//! Random systems of every modulus against brute force, and large systems against plain elimination.

use super::lower::lower;
use super::space::Gray;
use super::system::{Conflict, Solved, System};
use super::times;
use super::vector::{Bits, Residues, Vector};
use boardwright_base::board::names::{Line, SetName};
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_ir::constraint::origin::Instance;
use boardwright_ir::constraint::{Assignment, Constraint, Direction, Literal, Origin, Problem, Relation, Term};
use std::collections::BTreeSet;

/// Random dense rows, the constant last.
fn random_rows(dice: &mut Random, modulus: u8, variables: usize) -> Vec<Vec<u8>> {
    let dense = dice.below(2) == 0;
    let count = dice.below(variables + 3);
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for _ in 0..count {
        let mut entry = || if dense || dice.below(3) == 0 { dice.below(usize::from(modulus)) as u8 } else { 0 };
        rows.push((0..=variables).map(|_| entry()).collect());
    }
    // A sum of rows, possibly with another constant; otherwise inconsistent systems of several rows are rare.
    if count > 1 && dice.below(2) == 0 {
        let often: Vec<u8> = (0..count).map(|_| dice.below(usize::from(modulus)) as u8).collect();
        let column = |column: usize| {
            let products = rows.iter().zip(&often).map(|(row, &often)| u64::from(times(row[column], often, modulus)));
            (products.sum::<u64>() % u64::from(modulus)) as u8
        };
        let mut sum: Vec<u8> = (0..=variables).map(column).collect();
        sum[variables] = (sum[variables] + dice.below(2) as u8) % modulus;
        rows.push(sum);
    }
    rows
}

fn system(modulus: u8, variables: usize, decisions: usize, rows: &[Vec<u8>]) -> System {
    let mut system = System::new(modulus, variables, decisions);
    for row in rows {
        // Unsorted terms, one split in two, with zeros.
        let mut terms: Vec<(u32, u8)> = (0..variables as u32).rev().map(|v| (v, row[v as usize])).collect();
        if let Some(last) = terms.last_mut()
            && last.1 > 0
        {
            last.1 -= 1;
            terms.insert(0, (0, 1));
        }
        system.push(&terms, row[variables]);
    }
    system
}

/// All vectors of residues.
fn vectors(modulus: u8, length: usize) -> impl Iterator<Item = Vec<u8>> {
    let base = usize::from(modulus);
    (0..base.pow(length as u32)).map(move |n| (0..length).map(|i| (n / base.pow(i as u32) % base) as u8).collect())
}

fn holds(row: &[u8], values: &[u8], modulus: u8) -> bool {
    let sum: u64 = row.iter().zip(values).map(|(&a, &b)| u64::from(a) * u64::from(b)).sum();
    (sum + u64::from(row[values.len()])).is_multiple_of(u64::from(modulus))
}

#[test]
fn solutions_match_brute_force() {
    let (mut solvable, mut contradictory) = (0, 0);
    for modulus in 2..=12u8 {
        for seed in 0..300 {
            let dice = &mut Random(seed * 100 + u64::from(modulus));
            let variables = 1 + dice.below([8, 6, 4, 4, 3, 3, 3, 3, 2, 2, 2][usize::from(modulus) - 2]);
            let decisions = if dice.below(2) == 0 { variables } else { dice.below(variables + 1) };
            let rows = random_rows(dice, modulus, variables);
            let fixed: Vec<(u32, u8)> = match dice.below(3) {
                0 => vec![(dice.below(variables) as u32, dice.below(usize::from(modulus)) as u8)],
                _ => Vec::new(),
            };
            let what = format!("modulus {modulus}, seed {seed}, {decisions} of {variables}, {fixed:?}: {rows:?}");
            let solutions: Vec<Vec<u8>> = vectors(modulus, variables)
                .filter(|values| fixed.iter().all(|&(v, value)| values[v as usize] == value))
                .filter(|values| rows.iter().all(|row| holds(row, values, modulus)))
                .collect();
            let expected: BTreeSet<&[u8]> = solutions.iter().map(|values| &values[..decisions]).collect();
            let system = system(modulus, variables, decisions, &rows);
            match system.solve(&fixed, &|| false) {
                Solved::Space(space) => {
                    let found: Vec<Vec<u8>> = space.solutions().collect();
                    for values in &found {
                        assert!(solutions.contains(values), "{what}: {values:?}");
                    }
                    let set: BTreeSet<&[u8]> = found.iter().map(|values| &values[..decisions]).collect();
                    assert_eq!(set.len(), found.len(), "{what}: a solution twice");
                    assert_eq!(set, expected, "{what}");
                    assert_eq!(space.count(), found.len().into(), "{what}");
                    let fibres = solutions.len() > expected.len();
                    assert_eq!(space.loose(&vec![1; variables]).is_some(), fibres, "{what}");
                    solvable += 1;
                }
                Solved::Conflict => {
                    assert!(expected.is_empty(), "{what}");
                    contradictory += 1;
                }
                Solved::Halted => panic!("{what}: nothing halts it"),
            }
            let plain: Vec<Vec<u8>> = rows.iter().map(|row| row[..variables].to_vec()).collect();
            let rank = [2, 3, 5, 7, 11].contains(&modulus).then(|| plain_rank(plain, variables, modulus));
            assert_eq!(system.rank(), rank, "{what}");
            if fixed.is_empty() {
                assert_eq!(system.count(), expected.len().into(), "{what}");
                assert_eq!(system.solutions().count(), expected.len(), "{what}");
                let conflict = system.conflict(&|| false);
                assert_eq!(conflict.is_some(), expected.is_empty(), "{what}");
                assert!(conflict.is_none_or(|conflict| system.contradicts(&conflict)), "{what}");
            }
        }
    }
    assert!(solvable > 500 && contradictory > 500, "{solvable}, {contradictory}");
}

#[test]
fn a_conflict_is_checked() {
    let system = system(3, 2, 2, &[vec![1, 1, 0], vec![1, 1, 1], vec![0, 1, 1]]);
    assert!(system.contradicts(&Conflict(vec![(0, 2), (1, 1)])));
    for wrong in [vec![], vec![(0, 1), (1, 1)], vec![(0, 2)], vec![(0, 2), (1, 1), (2, 1)]] {
        assert!(!system.contradicts(&Conflict(wrong.clone())), "{wrong:?}");
    }
}

/// The rank by plain elimination, column by column.
fn plain_rank(mut rows: Vec<Vec<u8>>, columns: usize, modulus: u8) -> usize {
    let mut rank = 0;
    for column in 0..columns {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(rank, pivot);
        let pivot = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            // Cross-multiplied to avoid division.
            let (a, b) = (u16::from(pivot[column]), u16::from(row[column]));
            for (entry, &above) in row.iter_mut().zip(&pivot) {
                let product = a * u16::from(*entry) + (u16::from(modulus) - b) * u16::from(above);
                *entry = (product % u16::from(modulus)) as u8;
            }
        }
        rank += 1;
    }
    rank
}

fn echelon_is_correct<V: Vector>(modulus: u8, seed: u64) {
    let dice = &mut Random(seed);
    let (height, columns) = (1 + dice.below(90), 1 + dice.below(150));
    let width = columns + dice.below(80);
    let rank_at_most = 1 + dice.below(height);
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for index in 0..height {
        let random = |dice: &mut Random| (0..width).map(|_| dice.below(usize::from(modulus)) as u8).collect();
        if index < rank_at_most {
            rows.push(random(dice));
        } else {
            // A sum of two rows.
            let (a, b) = (dice.below(index), dice.below(index));
            rows.push(rows[a].iter().zip(&rows[b]).map(|(x, y)| (x + y) % modulus).collect());
        }
    }
    let what = format!("modulus {modulus}, seed {seed}, {height} x {columns} of {width}");
    let mut packed: Vec<V> = rows.iter().map(|row| V::of(row)).collect();
    let pivots = V::echelon(&mut packed, columns, modulus, &|| false).expect("nothing halts it");
    assert_eq!(pivots.len(), plain_rank(rows.clone(), columns, modulus), "{what}");
    assert!(pivots.windows(2).all(|pair| pair[0].column < pair[1].column), "{what}");
    for (index, row) in packed.iter().enumerate() {
        let start = (0..columns).find(|&column| row.get(column) != 0);
        assert_eq!(start, pivots.get(index).map(|pivot| pivot.column), "{what}: row {index}");
    }
    // The span is unchanged.
    let unpacked: Vec<Vec<u8>> = packed.iter().map(|row| (0..width).map(|column| row.get(column)).collect()).collect();
    let rank = plain_rank(rows.clone(), width, modulus);
    assert_eq!(plain_rank(unpacked.clone(), width, modulus), rank, "{what}");
    assert_eq!(plain_rank([rows, unpacked].concat(), width, modulus), rank, "{what}");
}

#[test]
fn large_matrices_are_brought_to_echelon_form() {
    for seed in 0..60 {
        echelon_is_correct::<Bits>(2, seed);
        echelon_is_correct::<Residues>(2, seed);
        for modulus in [3, 5, 7] {
            echelon_is_correct::<Residues>(modulus, seed);
        }
    }
}

#[test]
fn large_systems_are_solved() {
    for (seed, modulus) in (0..40).flat_map(|seed| [2, 3, 4, 6].map(|modulus| (seed, modulus))) {
        let dice = &mut Random(seed);
        let (height, variables) = (1 + dice.below(150), 1 + dice.below(150));
        let solution: Vec<u8> = (0..variables).map(|_| dice.below(usize::from(modulus)) as u8).collect();
        let mut rows = Vec::new();
        for _ in 0..height {
            let sparse = dice.below(2) == 0;
            let entry = |dice: &mut Random| {
                if sparse && dice.below(20) > 0 { 0 } else { dice.below(usize::from(modulus)) as u8 }
            };
            let mut row: Vec<u8> = (0..variables).map(|_| entry(dice)).collect();
            let sum: u64 = row.iter().zip(&solution).map(|(&a, &b)| u64::from(a) * u64::from(b)).sum();
            row.push((u64::from(modulus) - sum % u64::from(modulus)) as u8 % modulus);
            rows.push(row);
        }
        let what = format!("modulus {modulus}, seed {seed}");
        let system = system(modulus, variables, variables, &rows);
        let Solved::Space(space) = system.solve(&[], &|| false) else { panic!("{what}: it has a solution") };
        let orders = space.orders();
        for digits in [vec![0; orders.len()], orders.iter().map(|order| order - 1).collect()] {
            let values = space.at(&digits);
            assert!(rows.iter().all(|row| holds(row, &values, modulus)), "{what}");
        }
        if [2, 3].contains(&modulus) {
            let plain: Vec<Vec<u8>> = rows.iter().map(|row| row[..variables].to_vec()).collect();
            assert_eq!(orders.len(), variables - plain_rank(plain, variables, modulus), "{what}");
        }
        // A further row that contradicts the others.
        let mut more = rows[0].clone();
        more[variables] = (more[variables] + 1) % modulus;
        let contradictory = self::system(modulus, variables, variables, &[rows, vec![more]].concat());
        assert!(matches!(contradictory.solve(&[], &|| false), Solved::Conflict), "{what}");
        let conflict = contradictory.conflict(&|| false).expect("it has no solution");
        assert!(contradictory.contradicts(&conflict), "{what}");
        assert!(matches!(contradictory.solve(&[], &|| true), Solved::Halted), "{what}");
    }
}

#[test]
fn solutions_are_listed_in_gray_order() {
    for modulus in [2, 3, 4] {
        let Solved::Space(space) = system(modulus, 3, 3, &[vec![1, 1, 1, 0]]).solve(&[], &|| false) else { panic!() };
        let mut gray = Gray::new(space.orders());
        let mut solutions = space.solutions();
        assert_eq!(solutions.next(), Some(space.at(gray.digits())));
        while gray.step().is_some() {
            assert_eq!(solutions.next(), Some(space.at(gray.digits())));
        }
        assert_eq!((solutions.next(), solutions.next()), (None, None));
    }
}

/// A space of 2^1000 solutions.
#[test]
fn large_spaces_are_counted_and_left_early() {
    let mut system = System::new(2, 2000, 2000);
    for variable in 0..1000 {
        system.push(&[(variable, 1), (variable + 1000, 1)], 1);
    }
    assert_eq!(system.rank(), Some(1000));
    assert_eq!(system.count().bits(), 1001);
    let taken: BTreeSet<Vec<u8>> = system.solutions().take(5).collect();
    assert_eq!(taken.len(), 5);
    assert!(taken.iter().all(|values| (0..1000).all(|index| values[index] != values[index + 1000])));
}

#[test]
fn scans_weigh_every_solution_once() {
    for (seed, modulus) in (0..50).flat_map(|seed| [2, 3, 4, 6].map(|modulus| (seed, modulus))) {
        let dice = &mut Random(seed);
        let rows = random_rows(dice, modulus, 5);
        let Solved::Space(space) = system(modulus, 5, 5, &rows).solve(&[], &|| false) else { continue };
        let weights: Vec<i64> = (0..5).map(|_| dice.within(-2, 2)).collect();
        let mut scan = space.scan(&weights);
        let mut seen = BTreeSet::new();
        while let Some(weight) = scan.next_weight() {
            let values = space.at(scan.digits());
            let expected: i64 = values.iter().zip(&weights).map(|(&value, weight)| i64::from(value) * weight).sum();
            assert_eq!(weight, expected, "modulus {modulus}, seed {seed}");
            seen.insert(values);
        }
        assert_eq!(space.count(), seen.len().into(), "modulus {modulus}, seed {seed}");
    }
}

#[test]
fn gray_numbers_change_by_one() {
    let mut gray = Gray::new(vec![3, 2, 4]);
    let mut seen = BTreeSet::from([gray.digits().to_vec()]);
    let mut last = gray.digits().to_vec();
    while let Some((digit, up)) = gray.step() {
        let mut expected = last.clone();
        expected[digit] = if up { last[digit] + 1 } else { last[digit] - 1 };
        assert_eq!(gray.digits(), expected);
        assert!(seen.insert(expected.clone()), "twice");
        last = expected;
    }
    assert_eq!(seen.len(), 24);
    assert_eq!(gray.step(), None, "it stays at the end");
    assert_eq!(Gray::new(vec![]).step(), None);
}

// --- lowering ---

/// All assignments of a problem, computed from its system.
fn assignments(problem: &Problem) -> BTreeSet<Vec<i64>> {
    let linear = lower(problem, &Budget::none()).unwrap_or_else(|reason| panic!("{reason}"));
    let Solved::Space(space) = linear.system.solve(&[], &|| false) else { return BTreeSet::new() };
    let found = space.solutions().map(|values| linear.assignment(&values));
    found
        .map(|assignment: Assignment| {
            assert!(problem.holds(&assignment));
            assignment.booleans.iter().map(|&b| i64::from(b)).chain(assignment.integers).collect()
        })
        .collect()
}

#[test]
fn units_and_congruences_are_lowered() {
    let mut problem = Problem::new();
    let (a, b, c) = (problem.boolean("a"), problem.boolean("b"), problem.boolean("c"));
    let pair = problem.integer("x", -1..=0);
    let rule = problem.origin(Origin::named(0, "rows"));
    let terms = vec![Term::literal(3, !a), Term::literal(1, b), Term::literal(2, c), Term::integer(1, pair)];
    // ¬a + b + x is even.
    problem.post(rule, Constraint::Modular { terms, modulus: 2, residue: 4 });
    problem.post(rule, Constraint::clause([!b, !b]));
    problem.post(rule, Constraint::parity(true, [c.into(), pair.equals(-1), pair.at_least(5)]));
    problem.post(rule, Constraint::clause([a.into(), !a]));
    problem.post_redundant(rule, Constraint::clause([a.into(), !b, c.into()]));
    // ¬a = x modulo 2, and c + [x = -1] = 1.
    assert_eq!(assignments(&problem), BTreeSet::from([vec![0, 0, 0, -1], vec![1, 0, 1, 0]]));
    problem.post(rule, Constraint::exactly(2, [a.into(), !b]));
    assert_eq!(assignments(&problem), BTreeSet::from([vec![1, 0, 1, 0]]));
    problem.post(rule, Constraint::at_least(1, [pair.equals(-1)]));
    assert_eq!(assignments(&problem), BTreeSet::new());
}

#[test]
fn integers_of_as_many_values_as_the_modulus_are_lowered() {
    let mut problem = Problem::new();
    let (x, y) = (problem.integer("x", -1..=2), problem.integer("y", 3..=6));
    let rule = problem.origin(Origin::named(0, "rows"));
    let terms = vec![Term::integer(2, x), Term::integer(-1, y), Term::literal(1, x.at_least(-1))];
    // 2x - y + 1 = 0 modulo 4
    problem.post(rule, Constraint::Modular { terms, modulus: 4, residue: 0 });
    let expected = [vec![-1, 3], vec![0, 5], vec![1, 3], vec![2, 5]];
    assert_eq!(assignments(&problem), BTreeSet::from(expected.clone()));
    problem.post(rule, Constraint::Sum { terms: vec![Term::integer(-3, x)], relation: Relation::Equal, bound: -3 });
    assert_eq!(assignments(&problem), BTreeSet::from([expected[2].clone()]));
}

#[test]
fn nonlinear_constraints_are_rejected_with_a_reason() {
    let refused = |build: &dyn Fn(&mut Problem) -> Constraint| {
        let mut problem = Problem::new();
        let constraint = build(&mut problem);
        let rule = problem.origin(Origin::named(0, "rows").part(Instance::Set(SetName::Line(Line::Row, 2))));
        problem.post(rule, constraint);
        lower(&problem, &Budget::none()).err().expect("it is not linear").to_string()
    };
    let pair = |problem: &mut Problem| -> [Literal; 2] { [problem.boolean("a").into(), problem.boolean("b").into()] };
    assert!(refused(&|p| Constraint::clause(pair(p))).starts_with("a clause has 2 literals (row 3)"));
    assert!(refused(&|p| Constraint::at_most(1, pair(p))).contains("a sum has 2 terms"));
    let mut twice = Problem::new();
    let literals = pair(&mut twice);
    let rule = twice.origin(Origin::named(0, "rows"));
    twice.post(rule, Constraint::exactly(1, literals));
    let total = lower(&twice, &Budget::none()).ok().and_then(|linear| linear.total).expect("one equation is taken");
    assert_eq!((total.weights, total.sum), (vec![1, 1], 1));
    twice.post(rule, Constraint::exactly(1, literals));
    assert!(lower(&twice, &Budget::none()).is_err(), "a second is not");
    let modular = |terms: Vec<Term>, modulus| Constraint::Modular { terms, modulus, residue: 1 };
    let wrong = refused(&|p| modular(pair(p).map(|literal| Term::literal(1, literal)).to_vec(), 3));
    assert_eq!(wrong, "`a` is 0 or 1, and modulo 3 a variable needs 3 values");
    let wrong = refused(&|p| modular(vec![Term::integer(1, p.integer("x", 0..=3)); 2], 3));
    assert_eq!(wrong, "`x` goes from 0 to 3, and modulo 3 a variable needs 3 values");
    let wrong = refused(&|p| {
        let (x, y) = (p.integer("x", 0..=2), p.integer("y", 0..=2));
        modular(vec![Term::integer(1, x), Term::literal(1, y.equals(1))], 3)
    });
    assert!(wrong.contains("counts single values"), "{wrong}");
    let wrong = refused(&|p| modular(vec![Term::integer(1, p.integer("x", 0..=999)); 2], 1000));
    assert!(wrong.contains("found 1000"), "{wrong}");
    let mut mixed = Problem::new();
    let literals = pair(&mut mixed).map(|literal| Term::literal(1, literal)).to_vec();
    let rule = mixed.origin(Origin::named(0, "rows"));
    mixed.post(rule, modular(literals.clone(), 2));
    mixed.post(rule, modular(literals, 4));
    assert!(
        lower(&mixed, &Budget::none()).err().is_some_and(|reason| reason.to_string().contains("modulo 2 and modulo 4"))
    );
}

#[test]
fn objectives_become_weights() {
    let mut problem = Problem::new();
    let (a, b) = (problem.boolean("a"), problem.auxiliary("b"));
    problem.set_objective(Direction::Maximise, vec![Term::literal(3, !a), Term::literal(2, b), Term::literal(1, a)]);
    let cost = lower(&problem, &Budget::none()).ok().and_then(|linear| linear.cost).expect("it has an objective");
    assert_eq!(cost.weights, [2, -2]);
    // ¬a and b: 3 + 2.
    assert_eq!(cost.value(-2), 5);
}
