//! A page with tables and figures. It needs no other file and is complete without its script.
//!
//! ```text
//! title, facts, warnings
//! overview                       if there are several sections
//! for each section               summary, solved over time, pairs of configurations,
//!                                CPU time by model, sizes, exceptions
//! definitions
//! ```
//!
//! The style sheet and the script are files in the same folder, copied into the page. The script sorts tables and draws
//! scatter plots of other pairs; it reads only the page. All text from records is escaped.

use super::exceptions::exceptions;
use super::markup::escape;
use super::number::{count, maybe_seconds, several};
use super::plot::cactus::cactus;
use super::plot::scatter::{caption, data, families, pairs, scatter};
use super::plot::{look, symbols};
use super::section::Section;
use super::table::{Column, Entry, Sheet, Table, Tone};
use super::{Report, asked, limit};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Returns the whole page.
pub(super) fn render(report: &Report) -> String {
    let title = if report.title.is_empty() { "Comparison" } else { &report.title };
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n{1}<header>\n<h1>{0}</h1>\n<p class=\"facts\">{2}</p>\n",
        escape(title),
        symbols(),
        report.facts().iter().map(|fact| format!("<span>{}</span>", escape(fact))).collect::<Vec<_>>().join(" · ")
    );
    for warning in report.warnings() {
        out.push_str(&format!("<p class=\"warning\"><strong>Warning.</strong> {}</p>\n", escape(warning)));
    }
    out.push_str("</header>\n<main>\n");
    let sections = report.sections();
    let sheets: Vec<Sheet> = sections.iter().map(|(title, section)| Sheet::new(title, section)).collect();
    if sheets.len() > 1 {
        out.push_str(&overview(&sheets));
    }
    for (index, sheet) in sheets.iter().enumerate() {
        out.push_str(&section(sheet, index + 1));
    }
    out.push_str("</main>\n<footer>\n");
    out.push_str(&method());
    out.push_str("</footer>\n<script>\n");
    out.push_str(SCRIPT);
    out.push_str("</script>\n</body>\n</html>\n");
    out
}

/// Writes a row for each section, with its winner.
fn overview(sheets: &[Sheet]) -> String {
    let mut out = String::from(
        "<section>\n<h2>Overview</h2>\n<div class=\"scroll\"><table class=\"sortable\">\n<thead><tr>\
         <th class=\"words\">part</th><th>instances</th><th>shared</th><th>configurations</th>\
         <th class=\"words\">winner</th><th>PAR-2 s</th><th>virtual best PAR-2 s</th></tr></thead>\n<tbody>\n",
    );
    for (index, sheet) in sheets.iter().enumerate() {
        let best = sheet.winner();
        let name = best.map_or("none", |column| &sheet.names.names[column]);
        out.push_str(&format!(
            "<tr><th class=\"words\"><a href=\"#part-{}\">{}</a></th><td>{}</td><td>{}</td><td>{}</td>\
             <td class=\"words\">{}</td><td>{}</td><td>{}</td></tr>\n",
            index + 1,
            escape(sheet.title),
            count(sheet.section.instances.len() as u64),
            count(sheet.section.shared_count() as u64),
            sheet.section.configurations.len(),
            escape(name),
            maybe_seconds(best.and_then(|column| sheet.summaries[column].par2)),
            maybe_seconds(sheet.best.par2)
        ));
    }
    out.push_str("</tbody></table></div>\n</section>\n");
    out
}

fn section(sheet: &Sheet, number: usize) -> String {
    let Section { question, seeds, version, cpu, .. } = sheet.section;
    let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
    let mut out = format!(
        "<section id=\"part-{number}\">\n<h2>{}</h2>\n<dl>\n<dt>asked</dt><dd>{}</dd>\n<dt>instances</dt><dd>{}</dd>\n\
         <dt>seeds</dt><dd>{}</dd>\n<dt>limit</dt><dd>{}</dd>\n<dt>processor</dt><dd>{}</dd>\n\
         <dt>program</dt><dd>boardwright {}</dd>\n",
        escape(sheet.title),
        asked(*question),
        escape(&sheet.extent()),
        seeds.join(", "),
        escape(&limit(sheet.section)),
        escape(cpu),
        escape(version)
    );
    if !sheet.names.shared.is_empty() {
        out.push_str(&format!("<dt>all</dt><dd>{}</dd>\n", escape(&sheet.names.shared)));
    }
    out.push_str("</dl>\n");
    out.push_str(&table(&sheet.summary(), 1, ""));
    for note in std::iter::once(sheet.basis()).chain(sheet.notes()) {
        out.push_str(&format!("<p class=\"note\">{}</p>\n", escape(&note)));
    }

    if let Some(figure) = cactus(sheet) {
        out.push_str("<h3>Solved within a time</h3>\n<figure>\n<div class=\"scroll\">\n");
        out.push_str(&figure);
        out.push_str(&format!(
            "</div>\n<figcaption>Of {}, how many are solved within a CPU time; higher is better.</figcaption>\n\
             </figure>\n",
            several(sheet.section.shared_count(), "shared instance")
        ));
    }
    out.push_str(&scatters(sheet));

    out.push_str("<h3>CPU seconds by model</h3>\n<p class=\"note\">");
    match sheet.section.seeds.len() {
        1 => out.push_str("One run each; "),
        seeds => out.push_str(&format!("Median over {seeds} seeds, below it the least and the most; ")),
    }
    out.push_str("the least of a row is bold.</p>\n");
    out.push_str(&table(&sheet.times(&sheet.names.names), 1, " long"));
    let (totals, sizes) = (sheet.totals(), sheet.sizes());
    if totals.is_some() || sizes.is_some() {
        out.push_str("<h3>Sizes</h3>\n<p class=\"note\"><i>Left</i> is what unit propagation leaves.</p>\n");
    }
    if let Some(totals) = totals {
        out.push_str("<p class=\"note\">Summed over the models with shared instances:</p>\n");
        out.push_str(&table(&totals, 1, ""));
    }
    if let Some(sizes) = sizes {
        out.push_str("<p class=\"note\">By model, with solver statistics if the solver reports them:</p>\n");
        out.push_str(&table(&sizes, 2, " long"));
    }
    let exceptions = exceptions(sheet);
    if !exceptions.is_empty() {
        out.push_str(
            "<h3>Runs without answer or limit</h3>\n<div class=\"scroll\"><table class=\"sortable\">\n<thead><tr>\
             <th class=\"words\">configuration</th><th class=\"words\">ended</th><th class=\"words\">runs</th>\
             <th class=\"words\">reason</th><th class=\"words\">command of the first run</th></tr></thead>\n<tbody>\n",
        );
        for it in exceptions {
            out.push_str(&format!(
                "<tr><th class=\"words\">{}</th><td class=\"words\">{}</td><td class=\"words\">{}</td>\
                 <td class=\"words reason\">{}</td><td class=\"words\"><code>{}</code></td></tr>\n",
                escape(&it.configuration),
                it.status.name(),
                escape(&it.runs),
                escape(&it.reason),
                escape(&it.command)
            ));
        }
        out.push_str("</tbody></table></div>\n");
    }
    out.push_str("</section>\n");
    out
}

/// Writes the scatter plots; the script can change the first one to any pair.
fn scatters(sheet: &Sheet) -> String {
    let pairs = pairs(sheet);
    if pairs.is_empty() {
        return String::new();
    }
    let mut out = String::from("<h3>Two configurations against each other</h3>\n");
    let families = families(sheet);
    if families.len() > 1 {
        out.push_str("<p class=\"legend\">");
        for (rank, family) in families.iter().enumerate() {
            let look = look(rank);
            out.push_str(&format!(
                "<span><svg class=\"key\" width=\"12\" height=\"12\" viewBox=\"-6 -6 12 12\" aria-hidden=\"true\">\
                 <use href=\"{}\" class=\"{}\"/></svg> {}</span> ",
                look.marker,
                look.colour,
                escape(family)
            ));
        }
        out.push_str("</p>\n");
    }
    let rank = |column| sheet.ranking.iter().position(|it| *it == column).unwrap_or(0);
    out.push_str("<div class=\"pairs\">\n");
    for (index, &pair) in pairs.iter().enumerate() {
        let class = if index == 0 { "pair choice" } else { "pair" };
        out.push_str(&format!(
            "<figure class=\"{class}\" data-x=\"{}\" data-y=\"{}\">\n<div class=\"scroll\">\n{}</div>\n\
             <figcaption>{}</figcaption>\n</figure>\n",
            rank(pair.0),
            rank(pair.1),
            scatter(sheet, pair),
            caption(sheet, pair)
        ));
    }
    // A `<` in a name must not end the element.
    let data = data(sheet).to_string().replace('<', "\\u003c");
    out.push_str(&format!(
        "<script type=\"application/json\" class=\"times\">{data}</script>\n</div>\n\
         <p class=\"note\">A point is an instance. Below the line of a draw the configuration on the y axis was faster, \
         above it the other; dashed lines are ten times. In the shaded border: not solved.</p>\n"
    ));
    out
}

/// Writes a table in a box of its own with a further class; the first `names` columns are row headings.
fn table(table: &Table, names: usize, class_of_box: &str) -> String {
    let class = |words: bool| if words { " class=\"words\"" } else { "" };
    let mut out = format!("<div class=\"scroll{class_of_box}\"><table class=\"sortable\">\n<thead><tr>");
    for Column { heading, meaning, words } in &table.columns {
        let meaning = if meaning.is_empty() { String::new() } else { format!(" title=\"{meaning}\"") };
        out.push_str(&format!("<th scope=\"col\"{}{meaning}>{}</th>", class(*words), escape(heading)));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    let row = |entries: &Vec<Entry>| {
        let cells: String = entries
            .iter()
            .enumerate()
            .map(|(index, it)| entry(it, index < names, table.columns[index].words))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    out.extend(table.rows.iter().map(row));
    out.push_str("</tbody>\n");
    if let Some(foot) = &table.foot {
        out.push_str(&format!("<tfoot>\n{}</tfoot>\n", row(foot)));
    }
    out.push_str("</table></div>\n");
    out
}

fn entry(entry: &Entry, heads: bool, words: bool) -> String {
    let tag = if heads { "th" } else { "td" };
    let mut classes = Vec::new();
    if words {
        classes.push("words");
    }
    match entry.tone {
        Tone::Plain => {}
        Tone::Best => classes.push("best"),
        Tone::Failed => classes.push("failed"),
    }
    let class = if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) };
    // The script sorts by the figure shown, unless it is not a number.
    let shown = entry.text.replace(',', "").parse::<f64>().is_ok();
    let order = entry.order.filter(|_| !shown).map_or(String::new(), |order| format!(" data-order=\"{order:e}\""));
    let detail = match entry.detail.as_str() {
        "" => String::new(),
        detail => format!("<small>{}</small>", escape(detail)),
    };
    format!("<{tag}{class}{order}>{}{detail}</{tag}>", escape(&entry.text))
}

/// Writes the definitions.
fn method() -> String {
    const TERMS: [(&str, &str); 15] = [
        ("instance", "a model under a seed; seeds permute variables and clauses, which shows the variance"),
        ("CPU time", "user and system time of the run's process and of the programs it called, start-up included"),
        ("limits", "CPU time and address space of a run; a reached limit is a result"),
        ("wall limit", "the limit on elapsed time, a safeguard; a run that reached it is not scored"),
        ("solved", "a checked answer, with all solutions if all were requested; a wrong answer is never solved"),
        ("PAR-2", "mean CPU time in seconds; an unsolved run counts as twice the time limit"),
        (
            "a = b",
            "names of one configuration: the same solver receives the identical formula and searches in the same way",
        ),
        (
            "ranked",
            "configurations that apply wherever two others do, and that solve the same problem as others of the same \
             formulation, symmetry and redundancy; the others change nothing for these",
        ),
        ("shared", "instances that every ranked configuration has run; comparisons use only these"),
        (
            "winner",
            "the least PAR-2, and lower mean scores by model than each other ranked configuration: Wilcoxon's signed-rank test \
             for every pair, corrected by Holm, level 0.05",
        ),
        (
            "95 %, SGM",
            "interval of PAR-2 by a bootstrap that draws models and then seeds within each; geometric mean of scores, shifted \
             by 1 s; from 5 models on",
        ),
        ("median", "an unsolved run counts as longer than any solved one; there is no median if it falls on one"),
        ("virtual best", "for each shared instance the ranked configuration that solved it in the least CPU time"),
        ("fastest, alone", "shared instances that no other configuration solved faster, or solved at all"),
        ("margin", "increase of the virtual best's PAR-2 without the configuration"),
    ];
    let terms: String = TERMS.iter().map(|(term, meaning)| format!("<dt>{term}</dt><dd>{meaning}</dd>\n")).collect();
    format!("<h2>Definitions</h2>\n<dl>\n{terms}</dl>\n")
}

#[cfg(test)]
#[path = "html/tests.rs"]
mod tests;
