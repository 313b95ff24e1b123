//! Two configurations compared: one point for each instance that both apply to and have run.
//!
//! ```text
//!      y not solved  +----------+--+     Both axes are CPU seconds, logarithmic and equal, so the diagonal is a draw:
//!                    |     o  . |  |     below it the configuration on the y axis was faster. Unsolved runs are
//!         y          |  o .  o  | o|     in a border beyond the limit.
//!                    | .  o     |  |
//!                    +----------+--+
//!                         x      x not solved
//! ```
//!
//! The page's script replaces the points, the names and the caption of the first plot by those of any other pair. The numbers
//! it needs are attributes of the figure, and the times are in [`data`].

use super::axis::{Log, tick};
use super::{coordinate, look, shortened};
use crate::report::markup::escape;
use crate::report::section::{Instance, applies};
use crate::report::statistics::solved_time;
use crate::report::table::Sheet;
use serde_json::{Value, json};

const LEFT: f64 = 56.0;
const TOP: f64 = 26.0;
/// The sizes of the plot without its border, and of the border.
const SIDE: f64 = 340.0;
const BORDER: f64 = 24.0;
const BOTTOM: f64 = 46.0;
const WIDTH: f64 = LEFT + SIDE + BORDER + 10.0;
const HEIGHT: f64 = TOP + BORDER + SIDE + BOTTOM;
const LONGEST: usize = 44;

/// Returns the families of the section's models; points of one family have the same marker.
pub(in crate::report) fn families<'a>(sheet: &Sheet<'a>) -> Vec<&'a str> {
    let mut families: Vec<&str> = sheet.section.instances.iter().filter_map(family).collect();
    families.sort_unstable();
    families.dedup();
    families
}

fn family<'a>(instance: &Instance<'a>) -> Option<&'a str> {
    instance.runs.iter().flatten().map(|run| run.outcome.puzzle.as_str()).find(|family| !family.is_empty())
}

/// Returns the axis of all scatter plots of the section.
pub(in crate::report) fn axis(sheet: &Sheet) -> Log {
    let runs = sheet.section.instances.iter().flat_map(|instance| instance.runs.iter().flatten());
    Log::new(runs.filter_map(|run| solved_time(run)), sheet.section.time_limit)
}

/// Returns the pairs to show, the better ranked configuration first: the two that are best together, and the best and the
/// worst. Both of a pair have run on a common instance.
pub(in crate::report) fn pairs(sheet: &Sheet) -> Vec<(usize, usize)> {
    let instances = &sheet.section.instances;
    let ranking = &sheet.ranking;
    let all = ranking.iter().enumerate().flat_map(|(rank, &one)| ranking[rank + 1..].iter().map(move |&it| (one, it)));
    let meeting = all.filter(|&pair| instances.iter().any(|instance| both(instance, pair).is_some()));
    let meeting: Vec<(usize, usize)> = meeting.collect();

    let penalty = 2.0 * sheet.section.time_limit;
    let together = |(one, other): (usize, usize)| -> f64 {
        let best = |instance: &Instance| {
            let times = [one, other].map(|column| instance.runs[column].and_then(solved_time).unwrap_or(penalty));
            times[0].min(times[1])
        };
        sheet.section.shared_instances().map(best).sum()
    };
    let team = meeting.iter().min_by(|&&one, &&other| together(one).total_cmp(&together(other)));
    let extremes = meeting.iter().rfind(|(better, _)| meeting.first().is_some_and(|first| first.0 == *better));
    let mut pairs: Vec<(usize, usize)> = team.into_iter().chain(extremes).copied().collect();
    pairs.dedup();
    pairs
}

/// Returns the times of one instance, x and y; the inner `None` is an unsolved run.
fn both(instance: &Instance, (x, y): (usize, usize)) -> Option<[Option<f64>; 2]> {
    let one = |column: usize| instance.runs[column].filter(|run| applies(run)).map(solved_time);
    Some([one(x)?, one(y)?])
}

/// Returns the numbers of instances on which either configuration was faster, as HTML.
pub(in crate::report) fn caption(sheet: &Sheet, pair: (usize, usize)) -> String {
    let (mut all, mut x, mut y, mut only_x, mut only_y, mut neither) = (0, 0, 0, 0, 0, 0);
    for times in sheet.section.instances.iter().filter_map(|instance| both(instance, pair)) {
        all += 1;
        match times {
            [Some(one), Some(other)] => {
                x += usize::from(one < other);
                y += usize::from(other < one);
            }
            [Some(_), None] => only_x += 1,
            [None, Some(_)] => only_y += 1,
            [None, None] => neither += 1,
        }
    }
    let name = |column: usize| format!("<b>{}</b>", escape(&sheet.names.names[column]));
    let (one, other) = (name(pair.0), name(pair.1));
    format!(
        "Of {all} instances both apply to: {one} faster on {x}, {other} faster on {y}; solved only by {one}: {only_x}, \
         only by {other}: {only_y}, by neither: {neither}."
    )
}

/// Returns the plot of a pair.
pub(in crate::report) fn scatter(sheet: &Sheet, pair: (usize, usize)) -> String {
    let axis = axis(sheet);
    let families = families(sheet);
    let bottom = TOP + BORDER + SIDE;
    // An unsolved run is in the middle of the border.
    let along = |time: Option<f64>| time.map_or(SIDE + BORDER / 2.0, |time| SIDE * axis.at(time));
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" class=\"plot square\" role=\"img\" \
         aria-label=\"CPU times of two configurations\" data-low=\"{}\" data-high=\"{}\" data-left=\"{LEFT}\" \
         data-bottom=\"{bottom}\" data-side=\"{SIDE}\" data-border=\"{BORDER}\">\n",
        axis.low, axis.high
    );
    out.push_str(&format!(
        "<path class=\"border\" d=\"M{LEFT} {TOP}h{0}v{0}h-{BORDER}v-{SIDE}h-{SIDE}z\"/>\
         <text x=\"{1}\" y=\"{2}\" dy=\"4\" class=\"middle small\">{3} not solved</text>\
         <text transform=\"translate({4} {5}) rotate(90)\" dy=\"4\" class=\"middle small\">{6} not solved</text>\n",
        SIDE + BORDER,
        LEFT + SIDE / 2.0,
        TOP + BORDER / 2.0,
        "y",
        LEFT + SIDE + BORDER / 2.0,
        bottom - SIDE / 2.0,
        "x"
    ));
    let ticks = axis.ticks();
    // On a short axis labels would overlap: only every other one, or powers of ten.
    let labelled = |value: f64| ticks.len() <= 7 || (value.log10() - value.log10().round()).abs() < 1e-9;
    for &value in &ticks {
        let (x, y) = (coordinate(LEFT + along(Some(value))), coordinate(bottom - along(Some(value))));
        out.push_str(&format!("<path class=\"grid\" d=\"M{x} {bottom}v-{SIDE}M{LEFT} {y}h{SIDE}\"/>"));
        if labelled(value) {
            let text = tick(value);
            out.push_str(&format!(
                "<text x=\"{x}\" y=\"{}\" class=\"middle\">{text}</text>\
                 <text x=\"{}\" y=\"{y}\" dy=\"4\" class=\"end\">{text}</text>\n",
                bottom + 16.0,
                LEFT - 6.0
            ));
        }
    }
    // A draw, and ten times faster on each side.
    let decade = SIDE / (axis.high / axis.low).log10();
    out.push_str(&format!(
        "<path class=\"draw\" d=\"M{LEFT} {bottom}l{SIDE} -{SIDE}\"/>\
         <path class=\"limit\" d=\"M{LEFT} {0}l{1} -{1}M{2} {bottom}l{1} -{1}\"/>\n",
        coordinate(bottom - decade),
        coordinate(SIDE - decade),
        coordinate(LEFT + decade)
    ));
    let name = |column: usize| {
        let name = &sheet.names.names[column];
        format!("{}, CPU s", escape(&shortened(name, LONGEST)))
    };
    out.push_str(&format!(
        "<text class=\"middle name-x\" x=\"{}\" y=\"{}\">x: {}</text>\
         <text class=\"name-y\" x=\"{LEFT}\" y=\"{}\">y: {}</text>\n<g class=\"points\">\n",
        LEFT + SIDE / 2.0,
        bottom + 36.0,
        name(pair.0),
        TOP - 10.0,
        name(pair.1)
    ));
    for instance in &sheet.section.instances {
        let Some([x, y]) = both(instance, pair) else { continue };
        let rank = family(instance).and_then(|name| families.binary_search(&name).ok()).unwrap_or(0);
        let look = look(rank);
        out.push_str(&format!(
            "<use href=\"{}\" class=\"{}\" x=\"{}\" y=\"{}\"><title>{}</title></use>\n",
            look.marker,
            look.colour,
            coordinate(LEFT + along(x)),
            coordinate(bottom - along(y)),
            escape(&instance_name(sheet, instance))
        ));
    }
    out.push_str("</g></svg>\n");
    out
}

fn instance_name(sheet: &Sheet, instance: &Instance) -> String {
    format!("{}, seed {}", sheet.models[instance.model], instance.seed)
}

/// Returns the data for plots of any pair: names of configurations by rank, and for each instance its name, the number of its
/// family and its times by rank; -1 is unsolved, null is inapplicable or not run.
pub(in crate::report) fn data(sheet: &Sheet) -> Value {
    let families = families(sheet);
    let time = |instance: &Instance, column: usize| match instance.runs[column].filter(|run| applies(run)) {
        None => Value::Null,
        // Microseconds are finer than the measurement and short enough.
        Some(run) => solved_time(run).map_or(json!(-1), |time| json!((time * 1e6).round() / 1e6)),
    };
    let instance = |instance: &Instance| {
        let rank = family(instance).and_then(|name| families.binary_search(&name).ok()).unwrap_or(0);
        let times: Vec<Value> = sheet.ranking.iter().map(|&column| time(instance, column)).collect();
        json!([instance_name(sheet, instance), rank, times])
    };
    let names: Vec<&String> = sheet.ranking.iter().map(|&column| &sheet.names.names[column]).collect();
    json!({"names": names, "instances": sheet.section.instances.iter().map(instance).collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Status;
    use crate::report::Report;
    use crate::report::examples::run;

    #[test]
    fn pairs_have_run_on_a_common_instance() {
        let records = [
            run("a", "batsat").cpu(1.0).record,
            run("b", "cadical").cpu(2.0).record,
            run("a", "varisat").cpu(3.0).record,
        ];
        let report = Report::new("", &records);
        let sections = report.sections();
        // Of batsat, cadical and varisat only batsat and varisat have a common instance.
        assert_eq!(pairs(&Sheet::new("", &sections[0].1)), [(0, 2)]);
    }

    #[test]
    fn the_best_team_and_the_best_with_the_worst() {
        let times = [("batsat", [1.0, 9.0]), ("cadical", [2.0, 8.5]), ("minilp", [8.9, 2.0]), ("varisat", [9.0, 9.0])];
        let runs = times.iter().flat_map(|(name, [a, b])| [run("a", name).cpu(*a), run("b", name).cpu(*b)]);
        let records: Vec<_> = runs.map(|run| run.record).collect();
        let report = Report::new("", &records);
        let sections = report.sections();
        // PAR-2 is 5, 5.25, 5.45, 9; batsat and minilp together take 1 + 2.
        assert_eq!(pairs(&Sheet::new("", &sections[0].1)), [(0, 2), (0, 3)]);
    }

    #[test]
    fn points_of_a_pair() {
        // From 0.1 s to 10 s: two decades, so a second is at the middle, 170 from the corner at (56, 390).
        let records = [
            run("a", "batsat").cpu(0.1).record,
            run("a", "varisat").cpu(1.0).record,
            run("b", "batsat").cpu(1.0).record,
            run("b", "varisat").status(Status::Timeout).cpu(10.0).record,
            run("c", "batsat").cpu(2.0).record,
            run("c", "varisat").status(Status::Inapplicable).record,
        ];
        let report = Report::new("", &records);
        let sections = report.sections();
        let sheet = Sheet::new("", &sections[0].1);
        assert_eq!(pairs(&sheet), [(0, 1)]);
        let plot = scatter(&sheet, (0, 1));
        let points: Vec<&str> = plot.lines().filter(|line| line.starts_with("<use")).collect();
        assert_eq!(
            points,
            [
                "<use href=\"#m0\" class=\"s0\" x=\"56\" y=\"220\"><title>a, seed 0</title></use>",
                "<use href=\"#m0\" class=\"s0\" x=\"226\" y=\"38\"><title>b, seed 0</title></use>",
            ]
        );
        assert_eq!(
            caption(&sheet, (0, 1)),
            "Of 2 instances both apply to: <b>batsat</b> faster on 1, <b>varisat</b> faster on 0; solved only by \
             <b>batsat</b>: 1, only by <b>varisat</b>: 0, by neither: 0."
        );
        assert_eq!(
            data(&sheet).to_string(),
            r#"{"names":["batsat","varisat"],"instances":[["a, seed 0",0,[0.1,1.0]],["b, seed 0",0,[1.0,-1]],["c, seed 0",0,[2.0,null]]]}"#
        );
    }
}
