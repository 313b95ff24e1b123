//! Hand-written proofs: parsing, accepted proofs and error messages. Random ones are in `tests/engine/proofs.rs`.

use super::{Broken, Checked, Format, Rejected, Step, Steps, check};
use crate::cnf::{Cnf, Lit};

/// A formula of six variables from the lines of its clauses.
fn formula(text: &str) -> Cnf {
    let mut cnf = Cnf::new();
    for _ in 0..6 {
        cnf.variable();
    }
    for line in text.lines() {
        let numbers = line.split_ascii_whitespace().map(|word| word.parse().expect("a literal"));
        let literals: Vec<Lit> = numbers.take_while(|&number| number != 0).map(Lit::from_dimacs).collect();
        cnf.add(&literals);
    }
    cnf
}

fn checked(text: &str, proof: impl AsRef<[u8]>) -> Result<Checked, String> {
    check(&formula(text), proof.as_ref(), &|| false).map_err(|rejected| rejected.to_string())
}

const SQUARE: &str = "1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

#[test]
fn text_and_binary_are_equivalent() {
    let read = |bytes: &[u8]| {
        let mut steps = Steps::new(bytes).expect("a slice can be read");
        let mut found = Vec::new();
        let mut clause = Vec::new();
        while let Some(step) = steps.next(&mut clause).expect("it is well formed") {
            found.push((step, clause.iter().map(|literal| literal.to_dimacs()).collect::<Vec<i32>>()));
        }
        (steps.format(), steps.count(), found)
    };
    let expected = vec![(Step::Add, vec![63, -64]), (Step::Delete, vec![-1, 8193]), (Step::Add, vec![])];
    let text = b"c d 1 0\n63 -64 0\nd -1\n 8193 0 0\n";
    assert_eq!(read(text), (Format::Text, 3, expected.clone()));
    let binary = [b'a', 0x7e, 0x81, 0x01, 0, b'd', 3, 0x82, 0x80, 0x01, 0, b'a', 0];
    assert_eq!(read(&binary), (Format::Binary, 3, expected));
    assert_eq!(read(b""), (Format::Text, 0, vec![]));
}

#[test]
fn malformed_steps_are_reported_with_their_number() {
    for (proof, words) in [
        (&b"2 0\nd x 0\n"[..], "step 2: `x` is not a literal"),
        (b"2 0\n1 2", "step 2: it is cut off"),
        (b"2 d 0\n", "step 1: `d` is not a literal"),
        (b"-2147483648 0\n", "step 1: `-2147483648` is not a literal"),
        (b"1073741825 0\n", "step 1: `1073741825` is not a literal"),
        (b"a\x04\0x", "step 2: it begins with the byte 0x78"),
        (b"a\x04\0a\x04", "step 2: it is cut off"),
        (b"a\x01\0", "step 1: a literal has no variable"),
        (b"a\xff\xff\xff\xff\x7f\0", "step 1: a literal is too large"),
        (b"a\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01\0", "step 1: a literal is too large"),
    ] {
        let mut steps = Steps::new(proof).expect("a slice can be read");
        let mut clause = Vec::new();
        let broken = loop {
            match steps.next(&mut clause) {
                Ok(Some(_)) => {}
                Ok(None) => panic!("{} was read", String::from_utf8_lossy(proof)),
                Err(broken) => break broken,
            }
        };
        assert!(matches!(broken, Broken::Malformed { .. }));
        assert!(broken.to_string().starts_with(words), "{broken}");
    }
}

#[test]
fn a_proof_ends_in_a_contradiction() {
    assert_eq!(checked(SQUARE, "2 0\n0\n"), Ok(Checked { added: 1, rat: 0, deleted: 0 }), "2 alone is enough");
    assert_eq!(checked(SQUARE, "1 0\nthis is not read any more\n"), Ok(Checked { added: 1, rat: 0, deleted: 0 }));
    assert_eq!(checked(SQUARE, ""), Err("it ends after 0 steps without a contradiction".into()));
    assert_eq!(
        checked(SQUARE, "0\n"),
        Err("step 1: `0` does not follow by propagation, and is not a RAT clause".into())
    );
    assert_eq!(checked("1 0\n-1 2 0\n-2 0\n", ""), Ok(Checked::default()), "propagation alone refutes it");
    assert_eq!(checked("1 2 0\n 0\n", ""), Ok(Checked::default()), "the empty clause is in it");
    // Without one of the four clauses there is a model, so no proof may be accepted.
    for gone in 0..4 {
        let left: Vec<&str> = SQUARE.lines().enumerate().filter(|&(index, _)| index != gone).map(|(_, l)| l).collect();
        for proof in ["2 0\n0\n", "1 0\n0\n", "-1 0\n0\n", "-2 0\n0\n"] {
            assert!(checked(&left.join("\n"), proof).is_err(), "without clause {gone}: {proof}");
        }
    }
}

#[test]
fn repeated_and_opposite_literals_are_allowed() {
    assert_eq!(checked(&format!("1 1 1 0\n2 -2 0\n-1 3 3 0\n{SQUARE}"), ""), Ok(Checked::default()));
    assert_eq!(checked("1 1 0\n-1 -1 0\n", ""), Ok(Checked::default()));
    assert_eq!(checked(&format!("3 -3 0\n{SQUARE}"), "4 -4 0\n2 2 0\n").map(|done| done.added), Ok(2));
}

#[test]
fn deletions_are_carried_out() {
    assert!(checked(SQUARE, "d 2 1 0\n2 0\n").is_err(), "a clause that is gone helps no more");
    assert_eq!(checked(SQUARE, "d 3 4 0\nd 1 0\n2 0\n").map(|done| done.deleted), Ok(2), "what is not there");
    // Two equal clauses: one remains.
    assert!(checked(&format!("1 2 0\n{SQUARE}"), "d 2 1 0\n2 0\n").is_ok());
    assert!(checked(&format!("2 1 0\n{SQUARE}"), "d 2 1 0\nd 2 1 0\n2 0\n").is_err());
    // Added, deleted and then used: with 3 or 2, the step 2 would follow.
    let both = "1 2 3 0\n-1 2 3 0\n2 -3 0\n-2 4 0\n-2 -4 0\n";
    assert!(checked(both, "2 3 0\nd 1 2 3 0\nd -1 2 3 0\n2 0\n").is_ok());
    assert!(checked(both, "2 3 0\nd 1 2 3 0\nd -1 2 3 0\nd 3 2 0\n2 0\n").is_err());
}

#[test]
fn reason_clauses_are_kept() {
    // 1 is a unit clause, 2 is propagated by the second; solvers delete both once they are permanently satisfied.
    let forced = "1 0\n-1 2 0\n-2 3 4 0\n-2 3 -4 0\n-2 -3 4 0\n-2 -3 -4 0\n";
    assert_eq!(checked(forced, "d 1 0\nd -1 2 0\n3 0\n").map(|done| done.deleted), Ok(2));
}

/// All sixteen clauses over four variables: two assumptions do not yet conflict.
fn all_of_four() -> String {
    let clause = |signs: u32| {
        let literals = (1..=4).map(|v: i32| if signs >> v & 1 == 1 { -v } else { v });
        literals.map(|literal| format!("{literal} ")).collect::<String>()
    };
    (0..16).map(|signs| clause(signs << 1) + "0\n").collect()
}

#[test]
fn definitions_are_accepted() {
    // 6 is a fresh variable: the definition `6 = 1 and 2` may be added clause by clause, though no clause is RUP.
    let rest = "1 2 3 0\n1 2 0\n1 3 0\n1 0\n2 3 0\n2 0\n3 0\n";
    let defined = format!("6 -1 -2 0\n-6 1 0\n-6 2 0\n{rest}");
    assert_eq!(checked(&all_of_four(), defined), Ok(Checked { added: 10, rat: 3, deleted: 0 }));
    // A variable far beyond those of the formula, without memory for all in between.
    let large = format!("1073741823 1 0\n{rest}");
    assert_eq!(checked(&all_of_four(), large), Ok(Checked { added: 8, rat: 1, deleted: 0 }));
    let said = checked("1 2 3 0\n-1 4 5 0\n", "9 1 0\n1 -1073741823 0\n");
    assert!(said.is_err_and(|words| words.starts_with("step 2: `1 -1073741823 0`")));
}

#[test]
fn the_first_literal_is_the_pivot() {
    // On -6, which has no resolvents; on 1, which has one that is not RUP.
    let open = "-1 2 3 0\n4 5 0\n";
    assert_eq!(checked(open, "-6 1 0\n"), Err("it ends after 1 steps without a contradiction".into()));
    assert!(checked(open, "1 -6 0\n").is_err_and(|words| words.starts_with("step 1: `1 -6 0`")));
    // On -6 against `6 4`: 4 or 5, which is a clause. Against `6 1`: 1 or 2, which is not.
    assert!(checked(open, "6 4 0\n-6 5 0\n").is_err_and(|words| words.starts_with("it ends after 2")));
    assert!(checked(open, "6 1 0\n-6 2 0\n").is_err_and(|words| words.starts_with("step 2")));
    assert!(checked(open, "6 1 0\nd 1 6 0\n-6 2 0\n").is_err_and(|words| words.starts_with("it ends after 3")));
    // The empty clause has no pivot.
    assert!(checked(open, "0\n").is_err_and(|words| words.starts_with("step 1")));
}

#[test]
fn the_check_can_be_cancelled() {
    let proof = "1 -1 0\n".repeat(100);
    let rejected = check(&formula(SQUARE), proof.as_bytes(), &|| true);
    assert!(matches!(rejected, Err(Rejected::Stopped)));
}

/// A reader that gives one byte at a time, as a pipe may.
struct Trickle<'a>(&'a [u8]);

impl std::io::Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(buffer.len()).min(1);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn the_format_is_detected_however_little_a_read_gives() {
    // Add the clause of variable 1, delete it: in binary, a 2 0, d 2 0.
    for (proof, format) in [(&b"a\x02\x00d\x02\x00"[..], Format::Binary), (b"1 0\nd 1 0\n", Format::Text)] {
        let mut steps = Steps::new(Trickle(proof)).expect("it can be read");
        assert_eq!(steps.format(), format);
        let mut clause = Vec::new();
        assert_eq!(steps.next(&mut clause).expect("it is a step"), Some(Step::Add));
        assert_eq!(steps.next(&mut clause).expect("it is a step"), Some(Step::Delete));
        assert_eq!(clause, [Lit::from_dimacs(1)]);
        assert_eq!(steps.next(&mut clause).expect("it ends"), None);
    }
}
