//! Numbers of a campaign: `"8..14"` stands for all from 8 to 14.

use boardwright_base::source::Span;
use boardwright_model::{Spanned, Value};

/// The maximum number of values of a range.
const MOST: u64 = 10_000;

/// The values of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The name.
    pub name: String,
    /// Its place in the campaign file.
    pub span: Span,
    /// The values, at least one.
    pub values: Vec<i64>,
}

/// Why a value stands for no numbers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoNumbers {
    /// The text has another form.
    #[error("expected a number, a list of numbers, or a range such as \"8..14\"; found `{0}`")]
    Form(String),
    /// The range is empty.
    #[error("the range {0}..{1} is empty")]
    Empty(i64, i64),
    /// The range is too long.
    #[error("the range {0}..{1} has more than {MOST} numbers")]
    Long(i64, i64),
}

/// Returns the numbers of a number, a list of numbers, or a range, whose ends are included.
pub(super) fn numbers(value: &Spanned<Value>) -> Result<Vec<i64>, NoNumbers> {
    if let Some(text) = value.value.as_text() {
        return range(text);
    }
    let one = value.value.as_integer().into_iter();
    let list = value.value.as_list().unwrap_or_default().iter().filter_map(|item| item.value.as_integer());
    Ok(one.chain(list).collect())
}

fn range(text: &str) -> Result<Vec<i64>, NoNumbers> {
    let form = || NoNumbers::Form(text.into());
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| form());
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (number(from)?, number(to)?) {
        (from, to) if from > to => Err(NoNumbers::Empty(from, to)),
        (from, to) if to.abs_diff(from) >= MOST => Err(NoNumbers::Long(from, to)),
        (from, to) => Ok((from..=to).collect()),
    }
}

/// Returns all combinations of the values, the first parameter slowest; one without settings if there are none.
pub fn combinations(settings: &[Settings]) -> Vec<Vec<(String, i64)>> {
    let mut all = vec![Vec::new()];
    for Settings { name, values, .. } in settings {
        let with = |before: &Vec<(String, i64)>| {
            let before = before.clone();
            values.iter().map(move |&value| [&before[..], &[(name.clone(), value)]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!(range("8..10"), Ok(vec![8, 9, 10]));
        assert_eq!(range(" -1 .. 0 "), Ok(vec![-1, 0]));
        assert_eq!(range("7"), Ok(vec![7]));
        assert_eq!(range("3..2"), Err(NoNumbers::Empty(3, 2)));
        assert_eq!(range("0..10000"), Err(NoNumbers::Long(0, 10_000)));
        for wrong in ["", "a", "1..", "1...3", "1..b", "99999999999999999999"] {
            assert_eq!(range(wrong), Err(NoNumbers::Form(wrong.into())), "{wrong}");
        }
    }

    #[test]
    fn parameters_are_combined() {
        let settings =
            |name: &str, values: &[i64]| Settings { name: name.into(), span: Span::default(), values: values.into() };
        let both = combinations(&[settings("n", &[1, 2]), settings("k", &[7, 8])]);
        let both: Vec<[i64; 2]> = both.iter().map(|it| [it[0].1, it[1].1]).collect();
        assert_eq!(both, [[1, 7], [1, 8], [2, 7], [2, 8]]);
        assert_eq!(combinations(&[]), [vec![]]);
    }
}
