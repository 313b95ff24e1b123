//! Whole numbers with multiples of a square root, compared exactly.

/// Whether a number of ones and of square roots of `square` is negative.
pub(super) fn is_negative((whole, roots): (i64, i64), square: i64) -> bool {
    let (own, root) = (whole * whole, square * roots * roots);
    match (whole < 0, roots < 0) {
        (true, true) => true,
        (true, false) => own > root,
        (false, true) => root > own,
        (false, false) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_those_of_the_numbers() {
        for (whole, roots) in (-9..=9).flat_map(|whole| (-9..=9).map(move |roots| (whole, roots))) {
            for square in [3, 5] {
                let number = whole as f64 + roots as f64 * (square as f64).sqrt();
                assert_eq!(is_negative((whole, roots), square), number < 0.0, "{whole} + {roots} roots of {square}");
            }
        }
    }
}
