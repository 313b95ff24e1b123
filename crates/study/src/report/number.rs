//! Numbers formatted for people: `0.012`, `12.35`, `1,234,567`, `2 GiB`.

use super::statistics::Spread;

/// Formats seconds: three decimals below 10, two below 100, one above.
pub(super) fn seconds(value: f64) -> String {
    match value {
        value if value < 9.9995 => format!("{value:.3}"),
        value if value < 99.995 => format!("{value:.2}"),
        value => format!("{value:.1}"),
    }
}

/// Formats seconds that may be unknown.
pub(super) fn maybe_seconds(value: Option<f64>) -> String {
    value.map_or("-".into(), seconds)
}

/// Formats with commas between thousands.
pub(super) fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a number that may be unknown.
pub(super) fn maybe_count(value: Option<usize>) -> String {
    value.map_or("-".into(), |value| count(value as u64))
}

/// Formats the median of several counts, rounded.
pub(super) fn median_count(spread: Spread) -> String {
    spread.median.map_or("-".into(), |value| count(value.round() as u64))
}

/// Formats bytes in the largest unit that leaves a whole number of tenths or fewer.
pub(super) fn bytes(value: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut amount = value as f64;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    let tenths = format!("{amount:.1}");
    format!("{} {}", tenths.strip_suffix(".0").unwrap_or(&tenths), UNITS[unit])
}

/// Formats as `1 run`, `2 runs`.
pub(super) fn several(number: usize, what: &str) -> String {
    format!("{} {what}{}", count(number as u64), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            [0.0, 0.0123, 9.9996, 12.345, 99.999, 7200.0].map(seconds),
            ["0.000", "0.012", "10.00", "12.35", "100.0", "7200.0"]
        );
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([512, 1536, 2 << 30].map(bytes), ["512 B", "1.5 KiB", "2 GiB"]);
        assert_eq!(several(1, "run"), "1 run");
        assert_eq!(several(1200, "seed"), "1,200 seeds");
    }
}
