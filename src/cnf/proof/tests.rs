//! Proofs by hand: what is read, what is accepted, and what is said of the rest. Random ones are in `tests/proofs.rs`.

use super::{Broken, Checked, Format, Rejected, Step, Steps, check};
use crate::cnf::{Cnf, dimacs};

fn formula(text: &str) -> Cnf {
    let clauses = text.split_ascii_whitespace().filter(|&word| word == "0").count();
    dimacs::read(&format!("p cnf 6 {clauses}\n{text}")).expect("the formula is well formed")
}

fn checked(text: &str, proof: impl AsRef<[u8]>) -> Result<Checked, String> {
    check(&formula(text), proof.as_ref(), &|| false).map_err(|rejected| rejected.to_string())
}

const SQUARE: &str = "1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

#[test]
fn text_and_binary_say_the_same() {
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
fn what_cannot_be_read_is_said_with_its_step() {
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
    assert_eq!(checked(SQUARE, "0\n"), Err("step 1: `0` does not follow by propagation, and is no RAT clause".into()));
    assert_eq!(checked("1 0\n-1 2 0\n-2 0\n", ""), Ok(Checked::default()), "propagation alone refutes it");
    assert_eq!(checked("1 2 0\n 0\n", ""), Ok(Checked::default()), "the empty clause is in it");
    // Without one of the four there is a model, and nothing may refute it.
    for gone in 0..4 {
        let left: Vec<&str> = SQUARE.lines().enumerate().filter(|&(index, _)| index != gone).map(|(_, l)| l).collect();
        for proof in ["2 0\n0\n", "1 0\n0\n", "-1 0\n0\n", "-2 0\n0\n"] {
            assert!(checked(&left.join("\n"), proof).is_err(), "without clause {gone}: {proof}");
        }
    }
}

#[test]
fn a_literal_twice_and_both_signs_do_no_harm() {
    assert_eq!(checked(&format!("1 1 1 0\n2 -2 0\n-1 3 3 0\n{SQUARE}"), ""), Ok(Checked::default()));
    assert_eq!(checked("1 1 0\n-1 -1 0\n", ""), Ok(Checked::default()));
    assert_eq!(checked(&format!("3 -3 0\n{SQUARE}"), "4 -4 0\n2 2 0\n").map(|done| done.added), Ok(2));
}

#[test]
fn deletions_are_obeyed() {
    assert!(checked(SQUARE, "d 2 1 0\n2 0\n").is_err(), "a clause that is gone helps no more");
    assert_eq!(checked(SQUARE, "d 3 4 0\nd 1 0\n2 0\n").map(|done| done.deleted), Ok(2), "what is not there");
    // Two of a kind: one stays.
    assert!(checked(&format!("1 2 0\n{SQUARE}"), "d 2 1 0\n2 0\n").is_ok());
    assert!(checked(&format!("2 1 0\n{SQUARE}"), "d 2 1 0\nd 2 1 0\n2 0\n").is_err());
    // Added, deleted, and used: the clause is 3 or 2, which alone make 2 follow.
    let both = "1 2 3 0\n-1 2 3 0\n2 -3 0\n-2 4 0\n-2 -4 0\n";
    assert!(checked(both, "2 3 0\nd 1 2 3 0\nd -1 2 3 0\n2 0\n").is_ok());
    assert!(checked(both, "2 3 0\nd 1 2 3 0\nd -1 2 3 0\nd 3 2 0\n2 0\n").is_err());
}

#[test]
fn clauses_that_made_a_literal_true_stay() {
    // 1 is forced by its own clause, 2 by the second; solvers delete both once they are satisfied for good.
    let forced = "1 0\n-1 2 0\n-2 3 4 0\n-2 3 -4 0\n-2 -3 4 0\n-2 -3 -4 0\n";
    assert_eq!(checked(forced, "d 1 0\nd -1 2 0\n3 0\n").map(|done| done.deleted), Ok(2));
}

/// All sixteen clauses over four variables: two assumptions are not yet a contradiction.
fn all_of_four() -> String {
    let clause = |signs: u32| {
        let literals = (1..=4).map(|v: i32| if signs >> v & 1 == 1 { -v } else { v });
        literals.map(|literal| format!("{literal} ")).collect::<String>()
    };
    (0..16).map(|signs| clause(signs << 1) + "0\n").collect()
}

#[test]
fn definitions_may_be_added() {
    // 6 occurs nowhere: `6 = 1 and 2` may be added, clause by clause, though none of them follows.
    let rest = "1 2 3 0\n1 2 0\n1 3 0\n1 0\n2 3 0\n2 0\n3 0\n";
    let defined = format!("6 -1 -2 0\n-6 1 0\n-6 2 0\n{rest}");
    assert_eq!(checked(&all_of_four(), defined), Ok(Checked { added: 10, rat: 3, deleted: 0 }));
    // The formula has no such variable, and there is no room for so many.
    let large = format!("1073741823 1 0\n{rest}");
    assert_eq!(checked(&all_of_four(), large), Ok(Checked { added: 8, rat: 1, deleted: 0 }));
    let said = checked("1 2 3 0\n-1 4 5 0\n", "9 1 0\n1 -1073741823 0\n");
    assert!(said.is_err_and(|words| words.starts_with("step 2: `1 -1073741823 0`")));
}

#[test]
fn the_first_literal_is_the_pivot() {
    // On -6, which meets no clause; on 1, which meets one that stays open.
    let open = "-1 2 3 0\n4 5 0\n";
    assert_eq!(checked(open, "-6 1 0\n"), Err("it ends after 1 steps without a contradiction".into()));
    assert!(checked(open, "1 -6 0\n").is_err_and(|words| words.starts_with("step 1: `1 -6 0`")));
    // On -6 against `6 4`: 4 or 5, which is there. Against `6 1`: 1 or 2, which is not.
    assert!(checked(open, "6 4 0\n-6 5 0\n").is_err_and(|words| words.starts_with("it ends after 2")));
    assert!(checked(open, "6 1 0\n-6 2 0\n").is_err_and(|words| words.starts_with("step 2")));
    assert!(checked(open, "6 1 0\nd 1 6 0\n-6 2 0\n").is_err_and(|words| words.starts_with("it ends after 3")));
    // The empty clause has no pivot.
    assert!(checked(open, "0\n").is_err_and(|words| words.starts_with("step 1")));
}

#[test]
fn it_stops_when_it_is_told_to() {
    let proof = "1 -1 0\n".repeat(100);
    let rejected = check(&formula(SQUARE), proof.as_bytes(), &|| true);
    assert!(matches!(rejected, Err(Rejected::Stopped)));
}
