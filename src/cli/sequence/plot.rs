//! Terms and times as an SVG plot: the parameter to the right, numbers upwards on logarithmic axes, one for each panel.

use boardwright_study::report::escape;

/// The size of a panel and the margins around it, in pixels.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 56.0;
const BETWEEN: f64 = 60.0;

/// A point of a panel.
pub(super) struct Point {
    /// The value of the parameter.
    pub(super) value: i64,
    /// The logarithm to base 10; `None` if there is none: the number is 0 or below, or not known.
    pub(super) power: Option<f64>,
    /// The number, or what stands for it.
    pub(super) words: String,
}

/// Draws the terms and the seconds; a value has a term, but perhaps no seconds.
pub(super) fn svg(title: &str, parameter: &str, terms: &[Point], times: &[Point]) -> String {
    let (width, height) = (LEFT + WIDTH + 20.0, TOP + 2.0 * (HEIGHT + BETWEEN));
    let title = escape(title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{title}</text>\n"
    );
    let range = (terms.first().map_or(0, |point| point.value), terms.last().map_or(1, |point| point.value));
    panel(&mut text, TOP, "terms", range, terms);
    panel(&mut text, TOP + HEIGHT + BETWEEN, "seconds", range, times);
    let middle = LEFT + WIDTH / 2.0;
    text.push_str(&format!(
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
        height - 12.0,
        escape(parameter)
    ));
    text.push_str("</svg>\n");
    text
}

/// Draws one panel. Points without a logarithm are gaps in the line, and hollow circles at the lower end of the axis.
fn panel(text: &mut String, top: f64, name: &str, (first, last): (i64, i64), points: &[Point]) {
    let powers = || points.iter().filter_map(|point| point.power);
    let low = powers().reduce(f64::min).map_or(0.0, f64::floor);
    let high = powers().reduce(f64::max).map_or(0.0, f64::ceil).max(low + 1.0);
    let across = |value: i64| LEFT + WIDTH * value.abs_diff(first) as f64 / last.abs_diff(first).max(1) as f64;
    let up = |power: f64| top + HEIGHT * (1.0 - ((power - low) / (high - low)).clamp(0.0, 1.0));
    let bottom = top + HEIGHT;
    text.push_str(&format!(
        "<path d=\"M{LEFT} {top}V{bottom}H{}\" fill=\"none\" stroke=\"black\"/>\n<text x=\"{LEFT}\" y=\"{}\">{name}</text>\n",
        LEFT + WIDTH,
        top - 8.0
    ));
    if points.is_empty() {
        return;
    }
    let step = ((high - low) / 5.0).ceil();
    let mut power = low;
    while power <= high {
        let y = up(power);
        text.push_str(&format!(
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>\n",
            LEFT + WIDTH,
            LEFT - 6.0,
            y + 4.0
        ));
        power += step;
    }
    let every = (last.abs_diff(first) / 12 + 1) as usize;
    for value in points.iter().map(|point| point.value).step_by(every) {
        let x = across(value);
        text.push_str(&format!("<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{value}</text>\n", bottom + 16.0));
    }
    for part in points.split(|point| point.power.is_none()).filter(|part| part.len() > 1) {
        let places =
            part.iter().filter_map(|point| Some(format!("{:.1},{:.1}", across(point.value), up(point.power?))));
        text.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>\n",
            places.collect::<Vec<_>>().join(" ")
        ));
    }
    for Point { value, power, words } in points {
        let (y, fill) = power.map_or((bottom, "white"), |power| (up(power), "#1f5fa8"));
        text.push_str(&format!(
            "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{fill}\" stroke=\"#1f5fa8\"><title>{value}: {}</title></circle>\n",
            across(*value),
            escape(words)
        ));
    }
}
