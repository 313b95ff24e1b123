//! The signed-rank test for paired values, and the correction for several tests.
//!
//! F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945): pairs without a difference are left
//! out, the others are ranked by its size, and equal sizes get their mean rank. The two-sided p-value is exact for these ranks up
//! to [`EXACT`] pairs, and a normal approximation with continuity correction beyond. S. Holm, "A simple sequentially rejective
//! multiple test procedure", Scandinavian Journal of Statistics 6 (1979), bounds the probability of any false rejection. Its use
//! for several algorithms on several data sets: J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
//! Journal of Machine Learning Research 7 (2006).

/// The largest number of pairs with an exact p-value.
const EXACT: usize = 100;

/// Returns the two-sided p-value of the hypothesis that differences are symmetric about 0; 1 if all are 0.
pub(super) fn signed_rank(differences: &[f64]) -> f64 {
    let mut differences: Vec<f64> = differences.iter().copied().filter(|it| *it != 0.0).collect();
    differences.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
    let number = differences.len();
    if number == 0 {
        return 1.0;
    }
    // Twice the mean ranks, which are whole numbers, and the sizes of ties.
    let (mut ranks, mut ties) = (Vec::with_capacity(number), Vec::new());
    for group in differences.chunk_by(|one, other| one.abs() == other.abs()) {
        let first = ranks.len() + 1;
        ranks.extend(std::iter::repeat_n(2 * first + group.len() - 1, group.len()));
        ties.push(group.len() as f64);
    }
    let positive: usize = ranks.iter().zip(&differences).filter(|(_, it)| **it > 0.0).map(|(rank, _)| rank).sum();
    let total: usize = ranks.iter().sum();
    let less = positive.min(total - positive);
    if number <= EXACT { exact(&ranks, less) } else { approximate(number as f64, &ties, less as f64 / 2.0) }
}

/// Returns twice the share of the 2^n choices of signs whose sum of ranks is at most `less`.
fn exact(ranks: &[usize], less: usize) -> f64 {
    let mut shares = vec![0.0; less + 1];
    shares[0] = 1.0;
    for &rank in ranks {
        for sum in (0..=less).rev() {
            let with = if sum >= rank { shares[sum - rank] } else { 0.0 };
            shares[sum] = (shares[sum] + with) / 2.0;
        }
    }
    (2.0 * shares.iter().sum::<f64>()).min(1.0)
}

fn approximate(number: f64, ties: &[f64], less: f64) -> f64 {
    let mean = number * (number + 1.0) / 4.0;
    let tied: f64 = ties.iter().map(|size| size * size * size - size).sum();
    let variance = number * (number + 1.0) * (2.0 * number + 1.0) / 24.0 - tied / 48.0;
    let z = ((mean - less - 0.5) / variance.sqrt()).max(0.0);
    complementary_error(z / std::f64::consts::SQRT_2).min(1.0)
}

/// Approximates erfc for arguments from 0, with a relative error below 1.2e-7 (W. H. Press, S. A. Teukolsky, W. T. Vetterling,
/// B. P. Flannery, "Numerical Recipes", 1992, section 6.2).
fn complementary_error(x: f64) -> f64 {
    const FACTORS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + x / 2.0);
    let series = FACTORS.iter().rev().fold(0.0, |sum, factor| sum * t + factor);
    t * (series - x * x).exp()
}

/// Returns Holm's adjusted p-values, in the order of the given ones.
pub(super) fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut adjusted = vec![1.0; values.len()];
    let mut largest: f64 = 0.0;
    for (place, &index) in order.iter().enumerate() {
        largest = largest.max((values.len() - place) as f64 * values[index]).min(1.0);
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} instead of {expected}");
    }

    #[test]
    fn published_examples() {
        // M. Hollander, D. A. Wolfe, "Nonparametric Statistical Methods" (1973), table 3.1, as in the help of R's wilcox.test:
        // V = 40, one-sided p = 0.01953.
        let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        #[expect(clippy::approx_constant, reason = "a published figure")]
        let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        let differences: Vec<f64> = before.iter().zip(after).map(|(before, after)| before - after).collect();
        close(signed_rank(&differences), 2.0 * 0.01953, 2e-5);
        // All of n differences positive: 2 / 2^n.
        close(signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0]), 0.0625, 1e-12);
        close(signed_rank(&[1.0; 6]), 0.03125, 1e-12);
    }

    #[test]
    fn equal_pairs_say_nothing() {
        assert_eq!(signed_rank(&[]), 1.0);
        assert_eq!(signed_rank(&[0.0, 0.0]), 1.0);
        assert_eq!(signed_rank(&[0.0, 1.0, -1.0]), 1.0);
        assert_eq!(signed_rank(&[1.0, 2.0, 0.0, 3.0]), signed_rank(&[-1.0, -2.0, -3.0]));
    }

    #[test]
    fn the_approximation_continues_the_exact_values() {
        let differences: Vec<f64> =
            (1..=EXACT as i32).map(|it| f64::from(if it % 3 == 0 { -it } else { it })).collect();
        let ranks: Vec<usize> = (1..=EXACT).map(|rank| 2 * rank).collect();
        let less: usize = (1..=EXACT).filter(|it| it % 3 == 0).sum();
        close(signed_rank(&differences), exact(&ranks, 2 * less), 1e-12);
        let by_counting = exact(&ranks, 2 * less);
        // In the tail the normal approximation is a tenth off.
        close(approximate(EXACT as f64, &[1.0; EXACT], less as f64), by_counting, by_counting / 10.0);
        // The two-sided 5 % quantile of the normal distribution.
        close(complementary_error(1.959_964 / std::f64::consts::SQRT_2), 0.05, 1e-7);
    }

    #[test]
    fn holm_multiplies_and_stays_in_order() {
        // S. Holm's procedure for 0.01, 0.04, 0.03: 3 * 0.01, 2 * 0.03, and at least as much for 0.04.
        assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
