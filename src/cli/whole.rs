//! Whole numbers on the command line. Imports nothing; see [`whole`].

/// A text is no whole number of the range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a whole number from {least} {}", if *most >= u64::from(u32::MAX) { "on".into() } else { format!("to {most}") })]
pub(super) struct NotWhole {
    least: u64,
    most: u64,
}

/// Reads a whole number from `LEAST` to `MOST`, which fits the type.
pub(super) fn whole<T: TryFrom<u64>, const LEAST: u64, const MOST: u64>(text: &str) -> Result<T, NotWhole> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or(NotWhole { least: LEAST, most: MOST })
}

/// Reads a whole number from 0 on.
pub(super) fn any<T: TryFrom<u64>>(text: &str) -> Result<T, NotWhole> {
    whole::<T, 0, { u64::MAX }>(text)
}

/// Reads a whole number from 1 on.
pub(super) fn positive<T: TryFrom<u64>>(text: &str) -> Result<T, NotWhole> {
    whole::<T, 1, { u64::MAX }>(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_named_with_it() {
        let words = |text: &str| whole::<u16, 2, 100>(text).map_err(|wrong| wrong.to_string());
        assert_eq!(words("100"), Ok(100));
        for wrong in ["1", "101", "-3", "1.5", "x", "", "99999999999999999999"] {
            assert_eq!(words(wrong), Err("expected a whole number from 2 to 100".to_string()), "{wrong}");
        }
        assert_eq!(any::<u64>("x").map_err(|w| w.to_string()), Err("expected a whole number from 0 on".into()));
    }
}
