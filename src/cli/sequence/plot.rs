//! Terms and times as an SVG plot: the parameter to the right, numbers upwards on logarithmic axes, one for each panel.

use crate::compare::report::escape;

/// The size of a panel and the margins around it, in pixels.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 56.0;
const BETWEEN: f64 = 60.0;

/// Draws the points: the parameter, the term, and the seconds if they are known.
pub(super) fn svg(title: &str, parameter: &str, points: &[(i64, f64, Option<f64>)]) -> String {
    let terms: Vec<(i64, f64)> = points.iter().map(|&(value, term, _)| (value, term)).collect();
    let times: Vec<(i64, f64)> = points.iter().filter_map(|&(value, _, time)| Some((value, time?))).collect();
    let (width, height) = (LEFT + WIDTH + 20.0, TOP + 2.0 * (HEIGHT + BETWEEN));
    let title = escape(title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{title}</text>\n"
    );
    let range = (points.first().map_or(0, |point| point.0), points.last().map_or(1, |point| point.0));
    panel(&mut text, TOP, "terms", range, &terms);
    panel(&mut text, TOP + HEIGHT + BETWEEN, "seconds", range, &times);
    let middle = LEFT + WIDTH / 2.0;
    text.push_str(&format!(
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
        height - 12.0,
        escape(parameter)
    ));
    text.push_str("</svg>\n");
    text
}

/// Draws one panel. Numbers that a logarithmic axis lacks (0 and below) are drawn at its lower end.
fn panel(text: &mut String, top: f64, name: &str, (first, last): (i64, i64), points: &[(i64, f64)]) {
    let positive = || points.iter().map(|point| point.1).filter(|&number| number > 0.0);
    let low = positive().fold(f64::MAX, f64::min).min(1e300).log10().floor();
    let high = positive().fold(f64::MIN_POSITIVE, f64::max).log10().ceil().max(low + 1.0);
    let across = |value: i64| LEFT + WIDTH * value.abs_diff(first) as f64 / last.abs_diff(first).max(1) as f64;
    let up = |number: f64| {
        let share = if number > 0.0 { (number.log10() - low) / (high - low) } else { 0.0 };
        top + HEIGHT * (1.0 - share.clamp(0.0, 1.0))
    };
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
        let y = up(10f64.powf(power));
        text.push_str(&format!(
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>\n",
            LEFT + WIDTH,
            LEFT - 6.0,
            y + 4.0
        ));
        power += step;
    }
    let every = (last.abs_diff(first) / 12 + 1) as usize;
    for &(value, _) in points.iter().step_by(every) {
        let x = across(value);
        text.push_str(&format!("<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{value}</text>\n", bottom + 16.0));
    }
    let place = |&(value, number): &(i64, f64)| format!("{:.1},{:.1}", across(value), up(number));
    let line: Vec<String> = points.iter().map(place).collect();
    text.push_str(&format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>\n",
        line.join(" ")
    ));
    for &(value, number) in points {
        text.push_str(&format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"#1f5fa8\"><title>{value}: {number}</title></circle>\n",
            across(value),
            up(number)
        ));
    }
}
