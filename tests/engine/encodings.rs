//! Every encoding of the catalogue against what it claims: meaning, number of models, size, propagation.
//!
//! An encoding is tested by being registered: the instances below are made from its kind. Meaning is checked on every
//! assignment of the literals, by an engine that shares nothing with the encoders or the solvers (`encodings/engine.rs`).

mod engine;
mod globals;
mod limits;
mod lowering;
mod objective;

use boardwright_base::random::Random;
use boardwright_sat::cnf::encode::integer::{Truth, Values};
use boardwright_sat::cnf::encode::{Choice, Consistency, Counts, ENCODINGS, Encode, Encoding, Kind, Size};
use boardwright_sat::cnf::{Cnf, Lit};
use engine::{Engine, assignments, value};
use std::collections::BTreeSet;

/// One constraint over literals, encoded.
struct Instance {
    /// For messages: what it is.
    title: String,
    literals: Vec<Lit>,
    /// One per literal; all 1 but for weighted sums.
    weights: Vec<u64>,
    k: u64,
    /// Exactly, equal, or odd.
    exactly: bool,
    parity: bool,
    cnf: Cnf,
}

impl Instance {
    /// Encodes; every literal that `negated` says is negative. A foreign variable comes first.
    fn new(encoding: &Encoding, weights: &[u64], k: u64, exactly: bool, negated: impl Fn(usize) -> bool) -> Instance {
        let mut cnf = Cnf::new();
        cnf.variable();
        let literals: Vec<Lit> = (0..weights.len()).map(|i| Lit::new(cnf.variable().variable(), negated(i))).collect();
        match encoding.encode {
            Encode::AtMostOne(encode) => encode(&mut cnf, &literals, exactly),
            Encode::Cardinality(encode) => encode(&mut cnf, &literals, k as usize, exactly),
            Encode::PseudoBoolean(encode) => {
                let terms: Vec<(u64, Lit)> = weights.iter().copied().zip(literals.iter().copied()).collect();
                encode(&mut cnf, &terms, k, exactly);
            }
            Encode::Parity(encode) => encode(&mut cnf, &literals, exactly),
            _ => unreachable!("integers, graphs and words are no constraint over literals"),
        }
        let title =
            format!("{} {} {literals:?} {weights:?} k={k} exactly={exactly}", encoding.kind.name(), encoding.name);
        let parity = encoding.kind == Kind::Parity;
        Instance { title, literals, weights: weights.to_vec(), k, exactly, parity, cnf }
    }

    /// What the constraint says of the truth values of its literals.
    fn holds(&self, values: &[bool]) -> bool {
        let sum: u64 = self.weights.iter().zip(values).filter(|(_, value)| **value).map(|(weight, _)| weight).sum();
        match (self.parity, self.exactly) {
            (true, odd) => (sum % 2 == 1) == odd,
            (false, true) => sum == self.k,
            (false, false) => sum <= self.k,
        }
    }

    fn assumptions(&self, values: &[bool]) -> Vec<Lit> {
        self.literals.iter().zip(values).map(|(&lit, &value)| if value { lit } else { !lit }).collect()
    }

    fn auxiliary(&self) -> usize {
        self.cnf.variables() - self.literals.len() - 1
    }

    /// Every assignment of the literals has models exactly when the constraint holds; says whether each has only one.
    fn verify(&self, engine: &Engine) -> Result<bool, String> {
        let mut single = true;
        for values in assignments(self.literals.len()) {
            let mut assumptions = self.assumptions(&values);
            assumptions.push(Lit::new(0, false));
            let models = engine.models(&assumptions, 2).len();
            if (models > 0) != self.holds(&values) {
                return Err(format!("{}: {values:?} has {models} models", self.title));
            }
            single &= models < 2;
        }
        Ok(single)
    }
}

/// Encodings of constraints over literals.
fn encodings() -> impl Iterator<Item = &'static Encoding> {
    ENCODINGS.iter().filter(|encoding| encoding.kind != Kind::Integer && !encoding.kind.is_decomposed())
}

/// The weights and bounds of `n` literals that an encoder of this kind may be given; a sample where they are many.
fn parameters(kind: Kind, n: usize, random: &mut Random) -> Vec<(Vec<u64>, u64)> {
    let ones = vec![1; n];
    match kind {
        Kind::AtMostOne => vec![(ones, 1)],
        Kind::Parity => vec![(ones, 0)],
        Kind::Cardinality => (2..=n.saturating_sub(2)).map(|k| (ones.clone(), k as u64)).collect(),
        Kind::PseudoBoolean => (0..if n <= 12 { 40 } else { 6 })
            .map(|sample| {
                // Mostly different, some the same; every fourth time with a common factor.
                let heaviest = if sample >= 20 && sample % 4 == 0 { 40 } else { 7 };
                let factor = if sample % 4 == 3 { random.within(2, 3) as u64 } else { 1 };
                let weights: Vec<u64> = (0..n).map(|_| factor * random.within(1, heaviest) as u64).collect();
                let heaviest = *weights.iter().max().expect("n is 2 or more") as i64;
                let bound = random.within(heaviest, weights.iter().sum::<u64>() as i64 - 1) as u64;
                (weights, bound)
            })
            .collect(),
        _ => unreachable!("integers, graphs and words are no constraint over literals"),
    }
}

/// All instances over `n` literals; signs are all positive, and mixed.
fn instances(encoding: &Encoding, n: usize) -> Vec<Instance> {
    let mut random = Random(n as u64);
    let mut instances = Vec::new();
    let parameters = parameters(encoding.kind, n, &mut random).into_iter();
    for (weights, k) in parameters.filter(|&(_, k)| (encoding.applies)(n, k as usize).is_ok()) {
        for exactly in [false, true] {
            for signs in [0u64, 0x9a69_5a9a_5695_9a9a] {
                instances.push(Instance::new(encoding, &weights, k, exactly, |i| signs >> i & 1 == 1));
            }
        }
    }
    instances
}

/// To be thorough: every size up to 6, and further where short ones leave something out: for parities up to 10, where
/// `cut8` cuts; the same for at-most-one, where groups of groups begin, and for cardinalities up to 8, where moduli carry.
fn small_sizes(kind: Kind) -> std::ops::RangeInclusive<usize> {
    2..=match kind {
        Kind::Parity | Kind::AtMostOne => 10,
        Kind::Cardinality => 8,
        _ => 6,
    }
}

#[test]
fn the_catalogue_is_consistent() {
    let mut names = BTreeSet::new();
    for encoding in ENCODINGS {
        let kind = match encoding.encode {
            Encode::AtMostOne(_) => Kind::AtMostOne,
            Encode::Cardinality(_) => Kind::Cardinality,
            Encode::PseudoBoolean(_) => Kind::PseudoBoolean,
            Encode::Parity(_) => Kind::Parity,
            Encode::Integer(_) => Kind::Integer,
            Encode::Connected(_) => Kind::Connected,
            Encode::Components(_) => Kind::Components,
            Encode::Regular(_) => Kind::Regular,
            Encode::Propagated => encoding.kind,
        };
        assert_eq!(encoding.kind, kind, "{} has the function of another kind", encoding.name);
        assert!(names.insert((kind, encoding.name)), "{} twice", encoding.name);
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(encoding.name.chars().all(plain) && encoding.name != "auto", "{}", encoding.name);
        for text in [encoding.summary, encoding.variables, encoding.clauses, encoding.reference] {
            assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text:?}", encoding.name);
        }
    }
    for kind in Kind::ALL {
        assert!(ENCODINGS.iter().any(|encoding| encoding.kind == kind), "{} has no encoding", kind.name());
        for n in 2..100 {
            Choice::default().for_size(kind, n, n / 2).expect("what is chosen by size applies");
        }
    }
}

#[test]
fn solutions_are_those_of_the_constraint_and_models_are_counted_as_claimed() {
    for encoding in encodings() {
        let (mut always_single, mut exactly_single) = (true, true);
        for instance in small_sizes(encoding.kind).flat_map(|n| instances(encoding, n)) {
            let single = instance.verify(&Engine::new(&instance.cnf)).unwrap_or_else(|fault| panic!("{fault}"));
            always_single &= single;
            if instance.exactly {
                exactly_single &= single;
            }
        }
        let shown = match (always_single, exactly_single) {
            (true, _) => Counts::Preserved,
            (false, true) => Counts::PreservedExactly,
            (false, false) => Counts::Projected,
        };
        assert_eq!(encoding.counts, shown, "{}", encoding.name);
    }
}

/// A modulus of 4 needs a bound of 9, past the sizes that every encoding is tried at.
#[test]
fn a_modulo_totalizer_counts_in_digits_past_two() {
    let registered = |encoding: &&Encoding| encoding.kind == Kind::Cardinality && encoding.name == "modulo-totalizer";
    let encoding = ENCODINGS.iter().find(registered).expect("it is registered");
    for exactly in [false, true] {
        let instance = Instance::new(encoding, &[1; 11], 9, exactly, |i| i % 3 == 1);
        let single = instance.verify(&Engine::new(&instance.cnf)).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(single, exactly, "{}", instance.title);
    }
}

#[test]
fn sizes_are_as_documented() {
    for encoding in encodings() {
        for n in (2..=12).chain([20, 33, 50]) {
            for instance in instances(encoding, n) {
                let (variables, clauses) = (instance.auxiliary(), instance.cnf.len());
                match (encoding.size)(n, instance.k as usize, instance.exactly) {
                    Size::Exact { variables: v, clauses: c } => {
                        assert_eq!((variables, clauses), (v, c), "{}", instance.title);
                    }
                    Size::AtMost { variables: v, clauses: c } => {
                        assert!(
                            variables <= v && clauses <= c,
                            "{}: {variables}, {clauses} > {v}, {c}",
                            instance.title
                        );
                    }
                }
            }
        }
    }
}

/// Sizes written out by hand, so that a formula and its encoder cannot be wrong together.
#[test]
fn known_sizes() {
    let size = |kind: Kind, name: &str, n, k, exactly| {
        let registered = |encoding: &&Encoding| encoding.kind == kind && encoding.name == name;
        let encoding = ENCODINGS.iter().find(registered).expect("it is registered");
        match (encoding.size)(n, k, exactly) {
            Size::Exact { variables, clauses } => (variables, clauses),
            Size::AtMost { .. } => panic!("{name} has exact sizes"),
        }
    };
    // The examples of the files' headers, clause by clause.
    let at_most_one = |name, n, exactly| size(Kind::AtMostOne, name, n, 1, exactly);
    assert_eq!(at_most_one("pairwise", 3, true), (0, 4));
    assert_eq!(at_most_one("ladder", 3, true), (2, 8));
    assert_eq!(at_most_one("bitwise", 3, true), (2, 7));
    assert_eq!(at_most_one("commander", 4, false), (1, 8));
    // Three groups of three, one group of their commanders with `j`, and that one's commander against `j`'s.
    assert_eq!(at_most_one("commander", 10, true), (4, 3 * 7 + 7 + 1 + 1));
    assert_eq!(at_most_one("product", 7, false), (6, 26));
    assert_eq!(at_most_one("bimander", 4, true), (1, 7));
    assert_eq!(at_most_one("sequential-counter", 3, false), (2, 5));
    assert_eq!(at_most_one("totalizer", 4, false), (2, 7));
    let two_of_four = |name, exactly| size(Kind::Cardinality, name, 4, 2, exactly);
    assert_eq!(two_of_four("totalizer", false), (4, 10));
    assert_eq!(two_of_four("sequential-counter", false), (6, 15));
    assert_eq!(two_of_four("sorting-network", false), (10, 16));
    assert_eq!(two_of_four("cardinality-network", false), (9, 15));
    assert_eq!(two_of_four("modulo-totalizer", false), (8, 29));
    assert_eq!(two_of_four("bdd", false), (4, 9));
    assert_eq!(two_of_four("adder", false), (6, 30));
    assert_eq!(two_of_four("binomial", true), (0, 8));
    assert_eq!(two_of_four("permutation", true), (6, 25));
    assert_eq!(two_of_four("permutation", false), (11, 45));
    // Batcher's networks need 19 comparators for 8 and 63 for 16 (Knuth 5.3.4).
    assert_eq!(size(Kind::Cardinality, "sorting-network", 8, 3, false), (38, 58));
    assert_eq!(size(Kind::Cardinality, "sorting-network", 16, 3, true), (126, 380));
    assert_eq!(size(Kind::Parity, "cut3", 4, 0, true), (1, 8));
    // Ten literals in pieces of four: abc|x, xde|y, yfg|z, zhij.
    assert_eq!(size(Kind::Parity, "cut4", 10, 0, true), (3, 32));
    assert_eq!(size(Kind::Parity, "cut4-pooled", 10, 0, true), (3, 32));
    // Five values in three bits: 4 is 100, so 11x is out for bit 1, 1x1 for bit 0.
    assert_eq!(size(Kind::Integer, "log", 3, 0, true), (2, 1));
    assert_eq!(size(Kind::Integer, "log", 5, 0, true), (3, 2));
    assert_eq!(size(Kind::Integer, "log", 8, 0, true), (3, 0));
}

/// What partial assignments of `n` literals force, by going through their completions; nothing when none is a solution.
fn forced(instance: &Instance, partial: &[Option<bool>]) -> Option<Vec<Option<bool>>> {
    let agrees = |values: &[bool]| partial.iter().zip(values).all(|(known, value)| known.is_none_or(|k| k == *value));
    let mut solutions = assignments(partial.len()).filter(|values| agrees(values) && instance.holds(values));
    let mut forced: Vec<Option<bool>> = solutions.next()?.into_iter().map(Some).collect();
    for solution in solutions {
        for (value, other) in forced.iter_mut().zip(solution) {
            *value = value.filter(|value| *value == other);
        }
    }
    Some(forced)
}

/// All partial assignments of `n` literals.
fn all_partials(n: usize) -> impl Iterator<Item = Vec<Option<bool>>> {
    let digit = |code: u64, i: u32| [None, Some(false), Some(true)][(code / 3u64.pow(i) % 3) as usize];
    (0..3u64.pow(n as u32)).map(move |code| (0..n as u32).map(|i| digit(code, i)).collect())
}

/// All partial assignments up to 5 literals; of 7 every 11th and of others every 97th, about two hundred of 7 and of 9.
fn partials(n: usize) -> impl Iterator<Item = Vec<Option<bool>>> {
    let step = match n {
        0..=5 => 1,
        7 => 11,
        _ => 97,
    };
    all_partials(n).step_by(step)
}

/// The consistency that is left when some conflict, or some forced literal, was not found.
fn level((conflict, literal): &(Option<String>, Option<String>)) -> Consistency {
    match (conflict, literal) {
        (Some(_), _) => Consistency::Check,
        (None, Some(_)) => Consistency::Conflict,
        (None, None) => Consistency::Arc,
    }
}

#[test]
fn propagation_finds_what_it_claims_and_claims_what_it_finds() {
    for encoding in encodings() {
        // For at most and for exactly, whether some conflict, or some forced literal, was not found.
        let mut missed = [(None, None), (None, None)];
        // Past 5, what short ones cannot show: groups of groups, and sums with more than three digits.
        let longer = match encoding.kind {
            Kind::Parity | Kind::AtMostOne => Some(9),
            Kind::Cardinality => Some(7),
            _ => None,
        };
        let sizes = [2, 3, 4, 5].into_iter().chain(longer);
        for instance in sizes.flat_map(|n| instances(encoding, n)) {
            let engine = Engine::new(&instance.cnf);
            let (missed_conflict, missed_literal) = &mut missed[usize::from(instance.exactly)];
            for partial in partials(instance.literals.len()) {
                let known = instance.literals.iter().zip(&partial);
                let assumptions: Vec<Lit> =
                    known.filter_map(|(&lit, value)| value.map(|value| if value { lit } else { !lit })).collect();
                let found = engine.propagate(&assumptions);
                let found =
                    found.map(|found| instance.literals.iter().map(|&lit| value(&found, lit)).collect::<Vec<_>>());
                let expected = forced(&instance, &partial);
                let complete = partial.iter().all(Option::is_some);
                match (found, expected) {
                    (None, None) => {}
                    (None, Some(_)) => panic!("{}: a false conflict under {assumptions:?}", instance.title),
                    (Some(_), None) if complete => panic!("{}: {assumptions:?} passes", instance.title),
                    (Some(_), None) => *missed_conflict = Some(format!("{} under {assumptions:?}", instance.title)),
                    (Some(found), Some(expected)) if found != expected => {
                        *missed_literal = Some(format!("{} under {assumptions:?}", instance.title));
                    }
                    _ => {}
                }
            }
        }
        let shown = match (level(&missed[0]), level(&missed[1])) {
            (Consistency::Arc, exactly) if exactly < Consistency::Arc => Consistency::ArcAtMost,
            (at_most, exactly) => at_most.min(exactly),
        };
        assert_eq!(encoding.consistency, shown, "{} missed {missed:?}", encoding.name);
    }
}

#[test]
fn no_clause_can_be_dropped_unnoticed() {
    for encoding in encodings() {
        let mut noticed = 0;
        let sizes = [4, 5, if encoding.kind == Kind::AtMostOne { 7 } else { 6 }];
        for instance in sizes.into_iter().flat_map(|n| instances(encoding, n)).take(24) {
            let whole = Engine::new(&instance.cnf);
            let single = instance.verify(&whole).unwrap_or_else(|fault| panic!("{fault}"));
            for index in 0..whole.clauses.len() {
                let mut rest = whole.clone();
                let dropped = rest.clauses.remove(index);
                let denied: Vec<Lit> = dropped.iter().map(|&literal| !literal).collect();
                let redundant = rest.models(&denied, 1).is_empty();
                let passes = instance.verify(&rest).is_ok_and(|still| still == single);
                assert!(passes || !redundant, "{}: {dropped:?} is implied, and missed", instance.title);
                // With one model for each solution, any new model shows; otherwise only some do.
                assert!(!(passes && single) || redundant, "{}: {dropped:?} is not missed", instance.title);
                noticed += usize::from(!passes);
            }
        }
        assert!(noticed > 0, "{}: no clause is missed", encoding.name);
    }
}

#[test]
fn integer_variables_have_a_model_for_each_value() {
    for encoding in ENCODINGS.iter().filter(|encoding| encoding.kind == Kind::Integer) {
        let mut choice = Choice::default();
        choice.set("integer", encoding.name).expect("it is registered");
        for n in 2..=12i64 {
            let mut cnf = Cnf::new();
            let mut values = Values::new(&mut cnf, &choice, &(-2..=n - 3)).expect("it applies");
            let size = Size::Exact { variables: cnf.variables(), clauses: cnf.len() };
            assert_eq!((encoding.size)(n as usize, 0, true), size, "{} {n}", encoding.name);
            // First without, then with each of the other literals in existence.
            for asked in 0..3 {
                match asked {
                    1 => drop(values.equals(&mut cnf, 0)),
                    2 => drop(values.at_least(&mut cnf, 0)),
                    _ => {}
                }
                let models = Engine::new(&cnf).models(&[], usize::MAX);
                let decoded: Vec<i64> = models.iter().map(|model| values.decode(model)).collect();
                let distinct: BTreeSet<i64> = decoded.iter().copied().collect();
                assert_eq!(distinct, (-2..=n - 3).collect(), "{} {n}", encoding.name);
                assert_eq!(decoded.len(), n as usize, "{} {n}: a value has several models", encoding.name);
                for model in &models {
                    let now = values.decode(model);
                    for other in -2..=n - 3 {
                        let differs = values.differs(other).iter().any(|literal| literal.holds_in(model));
                        assert_eq!(differs, now != other, "{} {n}: {now} differs from {other}", encoding.name);
                    }
                }
            }
        }
    }
}

#[test]
fn literals_of_an_integer_propagate_as_claimed() {
    for encoding in ENCODINGS.iter().filter(|encoding| encoding.kind == Kind::Integer) {
        // Some conflict, or some forced literal, that was not found.
        let (mut missed_conflict, mut missed_literal) = (None, None);
        let mut choice = Choice::default();
        choice.set("integer", encoding.name).expect("it is registered");
        for n in 2..=5i64 {
            let mut cnf = Cnf::new();
            let mut values = Values::new(&mut cnf, &choice, &(0..=n - 1)).expect("it applies");
            // Each literal with the values that make it true.
            let mut literals: Vec<(Lit, Vec<bool>)> = Vec::new();
            for v in 0..n {
                let truths = [(values.equals(&mut cnf, v), v..=v), (values.at_least(&mut cnf, v), v..=n - 1)];
                for (truth, range) in truths {
                    if let Truth::Lit(literal) = truth {
                        literals.push((literal, (0..n).map(|value| range.contains(&value)).collect()));
                    }
                }
            }
            let engine = Engine::new(&cnf);
            for partial in all_partials(literals.len()) {
                let known = || literals.iter().zip(&partial).filter_map(|(literal, known)| Some((literal, (*known)?)));
                let assumptions: Vec<Lit> = known().map(|((lit, _), value)| if value { *lit } else { !*lit }).collect();
                let possible: Vec<usize> =
                    (0..n as usize).filter(|&v| known().all(|((_, holds), value)| holds[v] == value)).collect();
                let expected = (!possible.is_empty()).then(|| {
                    let decided = |holds: &[bool]| {
                        let first = holds[possible[0]];
                        possible.iter().all(|&v| holds[v] == first).then_some(first)
                    };
                    literals.iter().map(|(_, holds)| decided(holds)).collect::<Vec<_>>()
                });
                let found = engine.propagate(&assumptions);
                let found =
                    found.map(|found| literals.iter().map(|(literal, _)| value(&found, *literal)).collect::<Vec<_>>());
                let context = || format!("{} 0..{n}: {assumptions:?}", encoding.name);
                let complete = partial.iter().all(Option::is_some);
                match (found, expected) {
                    (None, Some(_)) => panic!("a false conflict: {}", context()),
                    (Some(_), None) if complete => panic!("passes: {}", context()),
                    (Some(_), None) => missed_conflict = Some(context()),
                    (found, expected) if found != expected => missed_literal = Some(context()),
                    _ => {}
                }
            }
        }
        let missed = (missed_conflict, missed_literal);
        assert_eq!(encoding.consistency, level(&missed), "{} missed {missed:?}", encoding.name);
    }
}
