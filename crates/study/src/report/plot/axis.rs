//! Positions of values in a figure.
//!
//! Times are on a logarithmic axis: with 0.01 s at 0 and 10 s at 300, 0.1 s is at 100. The axis starts at a round number (1, 2
//! or 5 times a power of ten) no larger than any time and at least a tenth of a millisecond. It ends at the time limit or at
//! the longest time, at least a factor of ten later. Values outside are drawn at its ends.

/// The resolution of the measurement of processes.
const FINEST: f64 = 1e-4;

/// A logarithmic axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::report) struct Log {
    pub(in crate::report) low: f64,
    pub(in crate::report) high: f64,
}

impl Log {
    /// Returns an axis for these times and this limit.
    pub(in crate::report) fn new(times: impl Iterator<Item = f64>, limit: f64) -> Log {
        let (mut least, mut most) = (limit / 10.0, limit);
        for time in times {
            least = least.min(time);
            most = most.max(time);
        }
        let least = least.max(FINEST);
        let decade = 10f64.powf(least.log10().floor());
        // Rounding must not lift the start above the least time.
        let low = [5.0, 2.0].map(|digit| digit * decade).into_iter().find(|low| *low <= least).unwrap_or(decade);
        Log { low, high: most.max(10.0 * low) }
    }

    /// Returns the position of a value on the axis, from 0 to 1.
    pub(in crate::report) fn at(self, value: f64) -> f64 {
        ((value.max(self.low) / self.low).ln() / (self.high / self.low).ln()).clamp(0.0, 1.0)
    }

    /// Returns the labelled values: powers of ten, and 2 and 5 times these on a short axis.
    pub(in crate::report) fn ticks(self) -> Vec<f64> {
        let digits: &[f64] = if self.high / self.low > 1000.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let decades = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let ticks = decades.flat_map(|power| digits.iter().map(move |digit| digit * 10f64.powi(power)));
        ticks.filter(|tick| (self.low * 0.999..=self.high * 1.001).contains(tick)).collect()
    }
}

/// Formats a time as the label of a tick: `0.01`, `5`, `100`.
pub(super) fn tick(value: f64) -> String {
    if value >= 1.0 { format!("{value:.0}") } else { format!("{value:.4}").trim_end_matches('0').to_string() }
}

/// Returns round numbers from 0 to `most`, at most about six.
pub(super) fn counts(most: usize) -> Vec<usize> {
    let mut step = 1;
    let mut factors = [2, 5, 10].into_iter().cycle();
    let mut decade = 1;
    while most / step > 6 {
        let factor = factors.next().expect("a cycle is infinite");
        step = decade * factor;
        if factor == 10 {
            decade *= 10;
        }
    }
    (0..=most).step_by(step).collect()
}

/// Moves places apart so that neighbours are at least `gap` apart and all are within `low..=high`, in the same order. If
/// there is not enough room, they start at `low` and go past `high`. `places` are in increasing order.
pub(super) fn apart(places: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut result = places.to_vec();
    let mut floor = low;
    for place in &mut result {
        *place = place.max(floor);
        floor = *place + gap;
    }
    let mut ceiling = high.max(low + gap * places.len().saturating_sub(1) as f64);
    for place in result.iter_mut().rev() {
        *place = place.min(ceiling);
        ceiling = *place - gap;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_axis() {
        let axis = Log::new([0.012, 4.0].into_iter(), 10.0);
        assert_eq!(axis, Log { low: 0.01, high: 10.0 });
        assert!((axis.at(0.1) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!((axis.at(0.0), axis.at(20.0)), (0.0, 1.0));
        let ticks: Vec<String> = axis.ticks().into_iter().map(tick).collect();
        assert_eq!(ticks, ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10"]);
    }

    #[test]
    fn an_axis_without_times_ends_at_the_limit() {
        assert_eq!(Log::new(std::iter::empty(), 10.0), Log { low: 1.0, high: 10.0 });
        let axis = Log::new([0.0, 700.0].into_iter(), 60.0);
        assert_eq!((axis.low, axis.high), (1e-4, 700.0));
        assert_eq!(axis.ticks().len(), 7, "0.0001 to 100");
    }

    #[test]
    fn counts_are_round() {
        assert_eq!(counts(3), [0, 1, 2, 3]);
        assert_eq!(counts(180), [0, 50, 100, 150]);
        assert_eq!(counts(9), [0, 2, 4, 6, 8]);
        assert_eq!(counts(0), [0]);
    }

    #[test]
    fn labels_keep_apart_and_inside() {
        assert_eq!(apart(&[10.0, 11.0, 50.0], 15.0, 0.0, 100.0), [10.0, 25.0, 50.0]);
        assert_eq!(apart(&[95.0, 98.0, 100.0], 15.0, 0.0, 100.0), [70.0, 85.0, 100.0]);
        assert_eq!(apart(&[0.0, 0.0, 0.0], 15.0, 0.0, 10.0), [0.0, 15.0, 30.0]);
    }
}
