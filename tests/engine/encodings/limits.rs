//! Weights and bounds at the limits of the pseudo-Boolean encodings: right up to there, refused with a reason beyond.

use super::Instance;
use super::engine::Engine;
use boardwright_base::random::Random;
use boardwright_ir::constraint::{BoolVar, Constraint, Origin, Problem, Relation, Roles, Term};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::encode::{Choice, ENCODINGS, Encoding, Kind, Size};
use boardwright_solvers::pipeline::to_cnf;

fn encodings() -> impl Iterator<Item = &'static Encoding> {
    ENCODINGS.iter().filter(|encoding| encoding.kind == Kind::PseudoBoolean)
}

fn named(name: &str) -> &'static Encoding {
    encodings().find(|encoding| encoding.name == name).expect("it is registered")
}

/// The greatest bound that `n` terms may have: `n·k = 2^62`.
fn greatest(n: usize) -> u64 {
    (1 << 62) / n as u64
}

#[test]
fn the_greatest_weights_are_encoded_right() {
    for encoding in encodings().filter(|encoding| encoding.name != "sequential-weight-counter") {
        for n in 3..=5 {
            let heaviest = greatest(n);
            (encoding.applies)(n, heaviest as usize).unwrap_or_else(|reason| panic!("{}: {reason}", encoding.name));
            let mut random = Random(n as u64);
            for sample in 0..2 {
                // The heaviest that can be, and others from as heavy down to small ones.
                let mut weights = vec![heaviest];
                weights
                    .extend((1..n).map(|i| heaviest - (random.next() >> (2 + (9 * i + 31 * sample) % 60)) % heaviest));
                for exactly in [false, true] {
                    let instance = Instance::new(encoding, &weights, heaviest, exactly, |i| i % 2 == 1);
                    instance.verify(&Engine::new(&instance.cnf)).unwrap_or_else(|fault| panic!("{fault}"));
                }
                // The same on top of each other: every prefix is a sum that can be made.
                let bound = weights[1..].iter().copied().fold(0, |sum: u64, weight| (sum + weight).min(heaviest));
                let instance = Instance::new(encoding, &weights[1..], bound, true, |_| false);
                instance.verify(&Engine::new(&instance.cnf)).unwrap_or_else(|fault| panic!("{fault}"));
            }
        }
    }
}

#[test]
fn past_the_limits_the_reason_is_said() {
    for encoding in encodings() {
        let reason = (encoding.applies)(3, greatest(3) as usize + 1).expect_err(encoding.name).to_string();
        assert_eq!(reason, "the weights of 3 terms with a bound of 1537228672809129302 may add up to more than 2^62");
        for (n, k) in [(usize::MAX, usize::MAX), (2, usize::MAX), (1 << 31, 1 << 31), (20_000_000, 5)] {
            (encoding.applies)(n, k).expect_err(encoding.name);
        }
    }
    let reason = |name: &str, n, k| (named(name).applies)(n, k).expect_err(name).to_string();
    let large = |n: usize, k: usize| format!("{n} terms with a bound of {k} may need more than 20000000 clauses");
    assert_eq!(reason("sequential-weight-counter", 3, 10_000_000), large(3, 10_000_000));
    assert_eq!(reason("generalized-totalizer", 100, 100_000), large(100, 100_000));
    assert_eq!(reason("local-polynomial-watchdog", 1000, 5000), large(1000, 5000));
    assert_eq!(reason("bdd", 60, 1 << 50), large(60, 1 << 50));
    assert_eq!(reason("bdd", 2001, 3), "at most 2000 terms are supported, found 2001");
}

/// Long sums, each encoding at about the largest it takes: it ends, and stays within its bound.
#[test]
fn long_sums_stay_within_their_bounds() {
    for encoding in encodings() {
        for n in [200, 2000] {
            let weights: Vec<u64> = (0..n as u64).map(|i| i * i * 7919 % 11 + 1).collect();
            let bounds = [20u64, 100, 1000, 3000];
            let takes = |&k: &u64| match (encoding.size)(n, k as usize, true) {
                // A tenth of the limit: the test is to be fast.
                Size::Exact { clauses, .. } | Size::AtMost { clauses, .. } => {
                    (encoding.applies)(n, k as usize).is_ok() && clauses <= 1_000_000
                }
            };
            let Some(k) = bounds.into_iter().rfind(takes) else { continue };
            for exactly in [false, true] {
                let instance = Instance::new(encoding, &weights, k, exactly, |_| false);
                let Size::AtMost { variables, clauses } = (encoding.size)(n, k as usize, exactly) else {
                    panic!("{}: sizes of weighted sums are bounds", encoding.name);
                };
                let found = (instance.auxiliary(), instance.cnf.len());
                assert!(found.0 <= variables && found.1 <= clauses, "{} {n} {k}: {found:?}", encoding.name);
            }
        }
    }
}

/// The diagram is built by recursion: its longest must fit on the stack of any thread, and this is one.
#[test]
fn the_longest_diagram_fits_on_the_stack() {
    let weights: Vec<u64> = (0..2000).map(|i| 1 + i % 2).collect();
    let instance = Instance::new(named("bdd"), &weights, 100, true, |_| false);
    assert!(instance.cnf.len() > 100_000, "{}", instance.cnf.len());
}

#[test]
fn the_same_sum_gives_the_same_clauses() {
    for encoding in encodings() {
        let weights: Vec<u64> = (0..30).map(|i| i * i % 17 + 1).collect();
        let encode = |exactly| Instance::new(encoding, &weights, 90, exactly, |i| i % 3 == 0).cnf;
        for exactly in [false, true] {
            assert_eq!(encode(exactly), encode(exactly), "{}", encoding.name);
        }
    }
}

#[test]
fn chosen_by_size_there_is_always_one_that_applies() {
    let chosen = |n, k| Choice::default().for_size(Kind::PseudoBoolean, n, k).map(|encoding| encoding.name);
    assert_eq!(chosen(100, 1000), Ok("generalized-totalizer"));
    assert_eq!(chosen(100, 1_000_000), Ok("polynomial-watchdog"));
    assert_eq!(chosen(10_000, 1_000_000), Ok("adder"));
    let error = chosen(3, usize::MAX).expect_err("nothing applies").to_string();
    assert!(error.starts_with("the pseudo-boolean encoding `adder` does not apply: the weights of 3 terms"), "{error}");
}

#[test]
fn a_sum_too_large_for_the_chosen_encoding_is_an_error() {
    let weights = [1_000_000, 999_999, 500_000, 7];
    let mut problem = Problem::new();
    let terms = weights.map(|weight| Term::literal(weight, problem.boolean("")));
    let origin = problem.origin(Origin::named(0, "test"));
    problem.post(origin, Constraint::Sum { terms: terms.to_vec(), relation: Relation::AtMost, bound: 2_000_000 });
    let lowered = |name: &str| {
        let mut selection = Selection::default();
        selection.set("pseudo-boolean", name).expect("it is registered");
        to_cnf(&problem, &selection, Roles::ALL).map(|lowered| lowered.cnf.len())
    };
    let error = lowered("sequential-weight-counter").expect_err("2,000,000 bits a register").to_string();
    assert_eq!(
        error,
        "the pseudo-boolean encoding `sequential-weight-counter` does not apply: 4 terms with a bound of 2000000 may need \
         more than 20000000 clauses"
    );
    lowered("auto").expect("four terms have few sums");

    // Past 64 bits nothing is cut off.
    let mut problem = Problem::new();
    let terms: Vec<Term> = (0..5).map(|i| Term::literal(i64::MIN + i, BoolVar(i as u32))).collect();
    for _ in &terms {
        problem.boolean("");
    }
    let origin = problem.origin(Origin::named(0, "test"));
    problem.post(origin, Constraint::Sum { terms, relation: Relation::AtMost, bound: i64::MIN / 2 });
    let error = to_cnf(&problem, &Selection::default(), Roles::ALL).err().expect("it is past 2^62").to_string();
    assert!(error.ends_with("may add up to more than 2^62"), "{error}");
}
