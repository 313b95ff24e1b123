//! The cheapest assignment of pieces to places. Start with [`cheapest`].

/// The cost of what is impossible.
pub(super) const FAR: u16 = u16::MAX;

/// Returns the least sum of an assignment of rows to as many columns, by shortest augmenting paths (R. Jonker, A. Volgenant,
/// Computing 38, 1987); `None` if there is no assignment.
pub(super) fn cheapest(costs: &[Vec<u16>]) -> Option<u32> {
    let size = costs.len();
    let (mut of_row, mut of_column) = (vec![0i64; size + 1], vec![0i64; size + 1]);
    // By column: its row, from 1; row 0 and column 0 are none.
    let mut row_of = vec![0; size + 1];
    for row in 1..=size {
        row_of[0] = row;
        let mut least = vec![i64::MAX; size + 1];
        let mut before = vec![0; size + 1];
        let mut is_done = vec![false; size + 1];
        let mut column = 0;
        loop {
            is_done[column] = true;
            let at = row_of[column];
            let (mut step, mut next) = (i64::MAX, 0);
            for other in (1..=size).filter(|&other| !is_done[other]) {
                let cost = costs[at - 1][other - 1];
                if cost != FAR {
                    let reduced = i64::from(cost) - of_row[at] - of_column[other];
                    if reduced < least[other] {
                        (least[other], before[other]) = (reduced, column);
                    }
                }
                if least[other] < step {
                    (step, next) = (least[other], other);
                }
            }
            if step == i64::MAX {
                return None;
            }
            for other in 0..=size {
                if is_done[other] {
                    of_row[row_of[other]] += step;
                    of_column[other] -= step;
                } else if least[other] != i64::MAX {
                    least[other] -= step;
                }
            }
            column = next;
            if row_of[column] == 0 {
                break;
            }
        }
        while column != 0 {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    let sum: u32 = (1..=size).map(|column| u32::from(costs[row_of[column] - 1][column - 1])).sum();
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::random::Random;

    fn by_permutations(costs: &[Vec<u16>], used: &mut Vec<bool>, row: usize) -> Option<u32> {
        if row == costs.len() {
            return Some(0);
        }
        let mut best: Option<u32> = None;
        for column in 0..costs.len() {
            if used[column] || costs[row][column] == FAR {
                continue;
            }
            used[column] = true;
            let rest = by_permutations(costs, used, row + 1).map(|rest| rest + u32::from(costs[row][column]));
            used[column] = false;
            best = best.into_iter().chain(rest).min();
        }
        best
    }

    #[test]
    fn assignments_are_those_of_all_permutations() {
        for seed in 0..400 {
            let mut random = Random(seed);
            let size = 1 + random.below(5);
            let cost = |random: &mut Random| if random.below(4) == 0 { FAR } else { random.below(12) as u16 };
            let costs: Vec<Vec<u16>> = (0..size).map(|_| (0..size).map(|_| cost(&mut random)).collect()).collect();
            let expected = by_permutations(&costs, &mut vec![false; size], 0);
            assert_eq!(cheapest(&costs), expected, "seed {seed}: {costs:?}");
        }
    }
}
