//! The number of instances solved within a time: one line per configuration and one for the virtual best.
//!
//! A line rises by one at each CPU time at which an instance was solved, and continues to the end of the axis; higher is
//! better. The name at its right end is moved away from other names and joined to its line. Only shared instances count.

use super::axis::{Log, apart, counts, tick};
use super::{Look, coordinate, look, shortened};
use crate::report::markup::escape;
use crate::report::statistics::solved_time;
use crate::report::table::Sheet;

const WIDTH: f64 = 900.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 44.0;
/// The space between the end of the axis and the names.
const LEADER: f64 = 34.0;
/// The height of a name, and the average width of one of its characters.
const LINE: f64 = 15.0;
const CHARACTER: f64 = 6.6;
const LONGEST: usize = 38;
/// The approximate number of markers on one line.
const MARKERS: usize = 8;

/// One line.
struct Series {
    name: String,
    look: Look,
    /// Solved times in increasing order.
    times: Vec<f64>,
}

/// Returns the figure, or `None` if no instance is shared.
pub(in crate::report) fn cactus(sheet: &Sheet) -> Option<String> {
    let shared = sheet.section.shared_count();
    if shared == 0 {
        return None;
    }
    let series = all_series(sheet);
    let limit = sheet.section.time_limit;
    let axis = Log::new(series.iter().flat_map(|it| it.times.iter().copied()), limit);
    let longest = series.iter().map(|it| it.name.chars().count().min(LONGEST)).max().unwrap_or(0);
    let right = WIDTH - LEADER - CHARACTER * longest as f64;
    let height = (LINE * (series.len() + 1) as f64).max(300.0);
    let x = |time: f64| LEFT + axis.at(time) * (right - LEFT);
    let y = |solved: usize| TOP + height * (1.0 - solved as f64 / shared as f64);

    let (full, bottom) = (TOP + height + BOTTOM, TOP + height);
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {}\" class=\"plot wide\" role=\"img\" aria-label=\"solved instances over CPU time\">\n\
         <text x=\"{}\" y=\"12\">solved instances</text>\n",
        coordinate(full),
        LEFT - 26.0
    );
    for value in axis.ticks() {
        let at = coordinate(x(value));
        out.push_str(&format!(
            "<path class=\"grid\" d=\"M{at} {TOP}V{}\"/><text x=\"{at}\" y=\"{}\" class=\"middle\">{}</text>\n",
            coordinate(bottom),
            coordinate(bottom + 16.0),
            tick(value)
        ));
    }
    for value in counts(shared) {
        let at = coordinate(y(value));
        out.push_str(&format!(
            "<path class=\"grid\" d=\"M{LEFT} {at}H{}\"/><text x=\"{}\" y=\"{at}\" dy=\"4\" class=\"end\">{value}</text>\n",
            coordinate(right),
            coordinate(LEFT - 6.0)
        ));
    }
    out.push_str(&format!(
        "<path class=\"limit\" d=\"M{} {TOP}V{}\"/>\n<text x=\"{}\" y=\"{}\" class=\"middle\">\
         CPU seconds (logarithmic); dashed: the limit of {limit} s of {}</text>\n",
        coordinate(x(limit)),
        coordinate(bottom),
        coordinate((LEFT + right) / 2.0),
        coordinate(bottom + 36.0),
        if sheet.section.wall_limit.is_some() { "CPU time" } else { "elapsed time" }
    ));

    // Names from the top: by the number of solved instances, then by PAR-2, which is the order of the series.
    let mut order: Vec<usize> = (0..series.len()).collect();
    order.sort_by_key(|&index| (std::cmp::Reverse(series[index].times.len()), index));
    let wanted: Vec<f64> = order.iter().map(|&index| y(series[index].times.len())).collect();
    let places = apart(&wanted, LINE, TOP + 2.0, bottom);
    // The virtual best is drawn last, on top of the others.
    for (place, &index) in order.iter().enumerate().rev() {
        let (label, end) = (places[place], wanted[place]);
        out.push_str(&line(&series[index], x, y, (right, end, label), shared));
    }
    out.push_str("</svg>\n");
    Some(out)
}

fn all_series(sheet: &Sheet) -> Vec<Series> {
    let section = sheet.section;
    let sorted = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times
    };
    let compared = sheet.ranking.iter().filter(|&&column| sheet.summaries[column].par2.is_some());
    let mut series: Vec<Series> = compared
        .enumerate()
        .map(|(rank, &column)| Series {
            name: sheet.names.names[column].clone(),
            look: look(rank),
            times: sorted(section.shared_instances().filter_map(|it| it.runs[column].and_then(solved_time)).collect()),
        })
        .collect();
    if series.len() > 1 {
        let best = section.shared_instances().filter_map(|instance| {
            instance.runs.iter().filter_map(|run| run.and_then(solved_time)).min_by(f64::total_cmp)
        });
        let times = sorted(best.collect());
        let look = Look { colour: "best".into(), marker: String::new(), dash: "1.5 2.5" };
        series.insert(0, Series { name: "virtual best".into(), look, times });
    }
    series
}

/// Writes a line with its markers and its name; `end` is the end of the axis, of the line, and the place of the name.
fn line(
    series: &Series,
    x: impl Fn(f64) -> f64,
    y: impl Fn(usize) -> f64,
    (right, end, label): (f64, f64, f64),
    shared: usize,
) -> String {
    let Series { name, look, times } = series;
    let solved = times.len();
    let mut path = format!("M{} {}", coordinate(times.first().map_or(right, |&time| x(time))), coordinate(y(0)));
    for (index, &time) in times.iter().enumerate() {
        path.push_str(&format!("H{}V{}", coordinate(x(time)), coordinate(y(index + 1))));
    }
    path.push_str(&format!("H{}", coordinate(right)));
    let mut out = format!(
        "<g class=\"series {}\"><title>{}: {solved} of {shared} solved</title>\
         <path class=\"line\" stroke-dasharray=\"{}\" d=\"{path}\"/><path class=\"leader\" d=\"M{} {}L{} {}\"/>",
        look.colour,
        escape(name),
        look.dash,
        coordinate(right),
        coordinate(end),
        coordinate(right + LEADER - 18.0),
        coordinate(label)
    );
    if !look.marker.is_empty() {
        let every = solved.div_ceil(MARKERS).max(1);
        let marked = times.iter().enumerate().skip(every - 1).step_by(every);
        let points = marked.map(|(index, &time)| (x(time), y(index + 1)));
        for (x, y) in points.chain([(right + LEADER - 12.0, label)]) {
            out.push_str(&format!("<use href=\"{}\" x=\"{}\" y=\"{}\"/>", look.marker, coordinate(x), coordinate(y)));
        }
    }
    out.push_str(&format!(
        "<text x=\"{}\" y=\"{}\" dy=\"4\">{}</text></g>\n",
        coordinate(right + LEADER - 4.0),
        coordinate(label),
        escape(&shortened(name, LONGEST))
    ));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Status;
    use crate::report::Report;
    use crate::report::examples::run;

    #[test]
    fn a_line_rises_at_each_solved_instance() {
        // From 0.1 s at 48 to 10 s at 900 - 34 - 7 x 6.6 = 819.8: a second is in the middle, at 433.9. Three instances
        // are 300 high, one of them is not solved.
        let records = [
            run("a", "varisat").cpu(1.0).record,
            run("b", "varisat").cpu(0.1).record,
            run("c", "varisat").status(Status::Timeout).cpu(10.0).record,
        ];
        let report = Report::new("", &records);
        let sections = report.sections();
        let figure = cactus(&Sheet::new("", &sections[0].1)).expect("the instances are shared");
        assert!(figure.contains("d=\"M48 326H48V226H433.9V126H819.8\""), "{figure}");
        assert!(figure.contains("<title>varisat: 2 of 3 solved</title>"));
        assert!(!figure.contains("virtual best"), "it is the only one");
    }

    #[test]
    fn several_lines_come_with_the_virtual_best() {
        let records = [
            run("a", "varisat").cpu(1.0).record,
            run("b", "varisat").status(Status::Wrong).cpu(0.1).record,
            run("a", "batsat").status(Status::Timeout).cpu(10.0).record,
            run("b", "batsat").cpu(2.0).record,
        ];
        let report = Report::new("", &records);
        let sections = report.sections();
        let figure = cactus(&Sheet::new("", &sections[0].1)).expect("the instances are shared");
        for title in ["varisat: 1 of 2 solved", "batsat: 1 of 2 solved", "virtual best: 2 of 2 solved"] {
            assert!(figure.contains(title), "{title}");
        }
    }
}
