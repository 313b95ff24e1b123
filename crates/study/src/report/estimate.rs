//! Means with intervals: how much a mean would vary with other models of the same kind.
//!
//! The shifted geometric mean of scores is exp(mean of ln(score + s)) - s with s = 1 second, which weighs ratios but not those of
//! times far below a second (T. Achterberg, "Constraint Integer Programming", thesis, TU Berlin 2007, appendix A.3). Intervals
//! are percentiles of a bootstrap in two stages (B. Efron, R. Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13; A.
//! C. Davison, D. V. Hinkley, "Bootstrap Methods and their Application", 1997, section 3.8): models are drawn with replacement,
//! then seeds within each. All configurations get the same draws, so intervals of ratios are paired. With fewer than
//! [`FEWEST`] models there is no interval. The draws are the same on every machine.

use super::section::{Section, scored};
use super::statistics::solved_time;
use boardwright_base::random::Random;

/// The probability that an interval covers the mean.
pub(super) const COVERAGE: f64 = 0.95;
/// The least number of models for an interval.
const FEWEST: usize = 5;
/// The number of draws.
const DRAWS: usize = 1000;
/// The shift of the geometric mean, in seconds.
const SHIFT: f64 = 1.0;

/// A mean with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    pub(super) value: f64,
    /// `None` for few models.
    pub(super) interval: Option<[f64; 2]>,
}

/// The estimates of the ranked configurations.
#[derive(Debug, Clone, Default)]
pub(super) struct Estimates {
    /// The ranked columns.
    columns: Vec<usize>,
    /// By ranked column: PAR-2, and the mean of ln(score + shift).
    means: Vec<[f64; 2]>,
    /// The same for each draw.
    drawn: Vec<Vec<[f64; 2]>>,
}

impl Estimates {
    /// Estimates over the shared instances of a section.
    pub(super) fn new(section: &Section) -> Estimates {
        let columns: Vec<usize> = (0..section.configurations.len()).filter(|&it| section.apart[it].is_none()).collect();
        let penalty = 2.0 * section.time_limit;
        // By model, instance and ranked column.
        let mut models: Vec<(usize, Vec<Vec<[f64; 2]>>)> = Vec::new();
        for instance in section.shared_instances() {
            let score = |&column: &usize| {
                let run = instance.runs[column].filter(|run| scored(run));
                let score = run.and_then(solved_time).unwrap_or(penalty);
                [score, (score + SHIFT).ln()]
            };
            let scores: Vec<[f64; 2]> = columns.iter().map(score).collect();
            match models.last_mut() {
                Some((model, instances)) if *model == instance.model => instances.push(scores),
                _ => models.push((instance.model, vec![scores])),
            }
        }
        let models: Vec<Vec<Vec<[f64; 2]>>> = models.into_iter().map(|(_, instances)| instances).collect();
        if models.is_empty() {
            return Estimates::default();
        }
        let means = mean(columns.len(), models.iter().flatten());
        let mut random = Random(1);
        let mut draw = || {
            let models = (0..models.len()).map(|_| &models[random.below(models.len())]).collect::<Vec<_>>();
            let mut seeds = Vec::new();
            for model in models {
                seeds.extend((0..model.len()).map(|_| &model[random.below(model.len())]));
            }
            mean(columns.len(), seeds)
        };
        let draws = if models.len() < FEWEST { 0 } else { DRAWS };
        let drawn = (0..draws).map(|_| draw()).collect();
        Estimates { columns, means, drawn }
    }

    /// Returns whether there are intervals.
    pub(super) fn have_intervals(&self) -> bool {
        !self.drawn.is_empty()
    }

    fn of(&self, column: usize, value: impl Fn([f64; 2]) -> f64) -> Option<Estimate> {
        let place = self.columns.iter().position(|it| *it == column).filter(|_| !self.means.is_empty())?;
        let interval = interval(self.drawn.iter().map(|draw| value(draw[place])).collect());
        Some(Estimate { value: value(self.means[place]), interval })
    }

    /// Returns the PAR-2 of a column; `None` if it is not ranked.
    pub(super) fn par2(&self, column: usize) -> Option<Estimate> {
        self.of(column, |[score, _]| score)
    }

    /// Returns the shifted geometric mean of a column; `None` if it is not ranked.
    pub(super) fn shifted(&self, column: usize) -> Option<Estimate> {
        self.of(column, |[_, logarithm]| logarithm.exp() - SHIFT)
    }

    /// Returns the PAR-2 of one column divided by that of another; `None` unless both are ranked.
    pub(super) fn ratio(&self, columns: [usize; 2]) -> Option<Estimate> {
        let place = |column| self.columns.iter().position(|it| *it == column).filter(|_| !self.means.is_empty());
        let (one, other) = (place(columns[0])?, place(columns[1])?);
        let ratio = |means: &Vec<[f64; 2]>| means[one][0] / means[other][0];
        Some(Estimate { value: ratio(&self.means), interval: interval(self.drawn.iter().map(ratio).collect()) })
    }
}

/// Returns the means by column.
fn mean<'a>(columns: usize, instances: impl IntoIterator<Item = &'a Vec<[f64; 2]>>) -> Vec<[f64; 2]> {
    let (mut sums, mut number) = (vec![[0.0; 2]; columns], 0.0);
    for scores in instances {
        number += 1.0;
        for (sum, score) in sums.iter_mut().zip(scores) {
            *sum = [sum[0] + score[0], sum[1] + score[1]];
        }
    }
    sums.into_iter().map(|sum| sum.map(|sum| sum / number)).collect()
}

/// Returns the percentiles that leave half of the rest at each end.
fn interval(mut values: Vec<f64>) -> Option<[f64; 2]> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)? as f64;
    let at = |share: f64| values[(share * last).round() as usize];
    Some([at((1.0 - COVERAGE) / 2.0), at((1.0 + COVERAGE) / 2.0)])
}

#[cfg(test)]
mod tests {
    use super::super::examples::run;
    use super::super::section::{sections, sort};
    use super::*;
    use crate::record::Record;

    fn estimates(times: &[[f64; 2]]) -> Estimates {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let mut records: Vec<Record> = Vec::new();
        for (name, [batsat, varisat]) in names.iter().zip(times) {
            for seed in 0..2 {
                records.push(run(name, "batsat").seed(seed).cpu(*batsat).record);
                records.push(run(name, "varisat").seed(seed).cpu(*varisat).record);
            }
        }
        sort(&mut records);
        Estimates::new(&sections(&records)[0])
    }

    #[test]
    fn means_by_hand() {
        let estimates = estimates(&[[0.0, 2.0], [3.0, 8.0]]);
        // sqrt((0 + 1) * (3 + 1)) - 1 and sqrt(3 * 9) - 1
        assert!((estimates.shifted(0).expect("it is ranked").value - 1.0).abs() < 1e-12);
        assert!((estimates.shifted(1).expect("it is ranked").value - (27.0_f64.sqrt() - 1.0)).abs() < 1e-12);
        assert_eq!(estimates.par2(0), Some(Estimate { value: 1.5, interval: None }));
        assert_eq!(estimates.ratio([0, 1]), Some(Estimate { value: 0.3, interval: None }));
    }

    #[test]
    fn intervals_are_paired_and_repeatable() {
        // The second takes always twice the time of the first.
        let times: Vec<[f64; 2]> = (1..=8).map(|it| [f64::from(it) * 0.5, f64::from(it)]).collect();
        let found = estimates(&times);
        assert_eq!(found.ratio([0, 1]), Some(Estimate { value: 0.5, interval: Some([0.5, 0.5]) }));
        let Some(Estimate { value, interval: Some([low, high]) }) = found.par2(1) else {
            panic!("8 models are enough")
        };
        assert!(low < value && value < high && low > 1.0 && high < 8.0, "{low} {value} {high}");
        // The standard error of the mean of 1 to 8 is sqrt(5.25 / 8) = 0.81; 95 % are about 1.96 of them to each side.
        assert!((low - (4.5 - 1.96 * 0.81)).abs() < 0.2 && (high - (4.5 + 1.96 * 0.81)).abs() < 0.2, "{low} {high}");
        assert_eq!(estimates(&times).par2(1), found.par2(1));
        assert_eq!(estimates(&[[2.0, 2.0]; 5]).par2(0).and_then(|it| it.interval), Some([2.0, 2.0]));
    }
}
