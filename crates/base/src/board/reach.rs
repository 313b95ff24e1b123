//! Leapers: the steps of pieces that jump a fixed distance in any direction.
//!
//! A knight is the (1, 2) leaper and has eight steps. On a 9x9 board it attacks 2 cells from a corner and 8 from the
//! middle.

/// Returns the steps of the `(a, b)` leaper as `(rows, columns)`, sorted and without repeats. `(0, 0)` has none.
pub fn leaper(a: i64, b: i64) -> Vec<(i64, i64)> {
    let mut steps: Vec<(i64, i64)> = [(a, b), (b, a)]
        .into_iter()
        .flat_map(|(rows, columns)| [(rows, columns), (rows, -columns), (-rows, columns), (-rows, -columns)])
        .filter(|&step| step != (0, 0))
        .collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// Returns the steps of a leaper by its name (see [`NAMES`]), or `None` for an unknown name.
pub fn named(name: &str) -> Option<Vec<(i64, i64)>> {
    let steps = match name {
        "wazir" => leaper(0, 1),
        "ferz" => leaper(1, 1),
        "dabbaba" => leaper(0, 2),
        "knight" => leaper(1, 2),
        "alfil" => leaper(2, 2),
        "camel" => leaper(1, 3),
        "zebra" => leaper(2, 3),
        "giraffe" => leaper(1, 4),
        "king" => {
            let mut steps = leaper(0, 1);
            steps.extend(leaper(1, 1));
            steps.sort_unstable();
            steps
        }
        _ => return None,
    };
    Some(steps)
}

/// The names that [`named`] knows.
pub const NAMES: &[&str] = &["knight", "king", "wazir", "ferz", "dabbaba", "alfil", "camel", "zebra", "giraffe"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leapers_have_four_or_eight_steps() {
        assert_eq!(leaper(1, 2).len(), 8);
        assert_eq!(leaper(1, 1).len(), 4);
        assert_eq!(leaper(0, 1), vec![(-1, 0), (0, -1), (0, 1), (1, 0)]);
        assert!(leaper(0, 0).is_empty());
        assert!(NAMES.iter().all(|name| named(name).is_some()));
    }
}
