//! The output of model counters: the lines of the Model Counting Competition, and older forms.
//!
//! ```text
//! c s exact arb int 97          ganak, sharpSAT-TD, gpmc, d4 v2; also `quadruple int`, `double int`
//! s mc 97, s pmc 97             the competition of 2020
//! s 97                          d4
//! s UNSATISFIABLE               without a count: 0
//! ```
//!
//! Estimates (`c s log10-estimate`, `c s approx ...`) and numbers with a fraction or an exponent are no counts.

use boardwright_base::source::{Malformed, one_line};
use num_bigint::BigUint;

/// The result of a model counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// The exact number of models.
    Exactly(BigUint),
    /// The program reports that it gave up.
    Unknown,
    /// There is neither a count nor a status.
    Nothing,
}

/// Reads the output of a model counter.
///
/// # Errors
/// The first malformed line; two different counts; a count that contradicts the status; an estimate in place of a count.
pub fn counted(text: &str) -> Result<Counted, Malformed> {
    let mut count: Option<BigUint> = None;
    let mut satisfiable = None;
    let mut unknown = false;
    let mut estimate = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let value = match words[..] {
            ["c", "s", "exact", _, "int", value] | ["s", "mc" | "pmc", value] => Some(value),
            ["c", "s", "exact", ..] => {
                return Err(Malformed::new(number, format!("`{}` is not an exact integer", one_line(line))));
            }
            ["c", "s", "approx", ..] => {
                return Err(Malformed::new(number, "the program estimates the count; expected an exact count"));
            }
            ["c", "s", "log10-estimate", ..] => {
                estimate = Some(number);
                None
            }
            ["s", "SATISFIABLE"] => {
                satisfiable = Some((true, number));
                None
            }
            ["s", "UNSATISFIABLE"] => {
                satisfiable = Some((false, number));
                None
            }
            ["s", "UNKNOWN" | "INDETERMINATE" | "TIMEOUT"] => {
                unknown = true;
                None
            }
            ["s", value] => Some(value),
            ["s", ..] => return Err(Malformed::new(number, format!("`{}` is no count", one_line(line)))),
            _ => None,
        };
        let Some(value) = value else { continue };
        let value = parse(value)
            .ok_or_else(|| Malformed::new(number, format!("`{}` is not a number of solutions", one_line(value))))?;
        if let Some(before) = count.as_ref().filter(|&before| *before != value) {
            return Err(Malformed::new(number, format!("it counts {value} solutions here and {before} before")));
        }
        count = Some(value);
    }
    match (count, satisfiable, estimate) {
        (Some(count), Some((true, line)), _) if count == BigUint::ZERO => {
            Err(Malformed::new(line, "it reports satisfiable and counts 0 solutions"))
        }
        (Some(count), Some((false, line)), _) if count != BigUint::ZERO => {
            Err(Malformed::new(line, format!("it reports unsatisfiable and counts {count} solutions")))
        }
        (Some(count), ..) => Ok(Counted::Exactly(count)),
        (None, Some((false, _)), _) => Ok(Counted::Exactly(BigUint::ZERO)),
        (None, _, Some(line)) => Err(Malformed::new(line, "the program estimates the count; expected an exact count")),
        (None, ..) if unknown => Ok(Counted::Unknown),
        (None, ..) => Ok(Counted::Nothing),
    }
}

/// Parses a number of decimal digits only.
fn parse(word: &str) -> Option<BigUint> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) { word.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_counters_are_read() {
        for text in [
            "c o ganak\ns SATISFIABLE\nc s type pmc\nc s log10-estimate 1.98\nc s exact arb int 97\n",
            "c s exact quadruple int 97",
            "s mc 97",
            "s pmc 97\n",
            "c s type mc\ns 97\n",
            "s SATISFIABLE\nc s exact arb int 97\nc s exact arb int 97\n",
        ] {
            assert_eq!(counted(text), Ok(Counted::Exactly(97u32.into())), "{text}");
        }
        assert_eq!(counted("s UNSATISFIABLE\n"), Ok(Counted::Exactly(BigUint::ZERO)));
        assert_eq!(counted("s UNKNOWN\n"), Ok(Counted::Unknown));
        assert_eq!(counted("c hello\nworld\n"), Ok(Counted::Nothing));
        let large = "1".repeat(60);
        assert_eq!(
            counted(&format!("c s exact arb int {large}")),
            Ok(Counted::Exactly(parse(&large).expect("digits")))
        );
    }

    #[test]
    fn what_is_no_exact_count_is_an_error() {
        for (text, words) in [
            ("c s exact arb int many", "line 1: `many` is not a number of solutions"),
            ("c s exact arb int -3", "`-3` is not a number of solutions"),
            ("c s exact arb int +3", "`+3` is not a number of solutions"),
            ("c s exact double prec-sci 9.7e1", "is not an exact integer"),
            ("c s exact arb int", "is not an exact integer"),
            ("c s log10-estimate 1.98", "estimates the count"),
            ("c s approx arb int 96\ns mc 96", "line 1: the program estimates the count"),
            ("s mc 97\ns mc 98", "line 2: it counts 98 solutions here and 97 before"),
            ("s SATISFIABLE\ns mc 0", "line 1: it reports satisfiable and counts 0 solutions"),
            ("s UNSATISFIABLE\ns mc 1", "it reports unsatisfiable and counts 1 solutions"),
            ("s SATISFIED", "`SATISFIED` is not a number of solutions"),
        ] {
            let error = counted(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
