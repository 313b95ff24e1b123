//! The summary and the figure of each section for a paper: a table with booktabs, a plot with pgfplots.
//!
//! The output is to be included in a document whose preamble has
//!
//! ```text
//! \usepackage{booktabs,pgfplots}
//! \pgfplotsset{compat=1.17}
//! ```
//!
//! Lines differ in colour, in brightness and in dash, so that they can be distinguished in grey; the colours are those of M. Okabe and
//! K. Ito, "Color Universal Design" (2008), with a grey for their yellow. A plot has at most [`SERIES`] lines, the best by PAR-2.

use super::Report;
use super::statistics::solved_time;
use super::table::{Column, Entry, Sheet, Table, Tone};

/// The maximum number of lines of a plot.
const SERIES: usize = 8;
/// Colours and dashes of the lines.
const LINES: [(&str, &str); SERIES] = [
    ("000000", "solid"),
    ("0072B2", "dashed"),
    ("D55E00", "dotted"),
    ("009E73", "dash dot"),
    ("CC79A7", "densely dashed"),
    ("E69F00", "densely dotted"),
    ("56B4E9", "solid"),
    ("999999", "dashed"),
];

/// Returns a table and a plot for each section.
pub(super) fn render(report: &Report) -> String {
    let mut out = String::from("% \\usepackage{booktabs,pgfplots} \\pgfplotsset{compat=1.17}\n");
    for ((hex, _), name) in LINES.iter().zip('A'..) {
        out.push_str(&format!("\\definecolor{{boardwright{name}}}{{HTML}}{{{hex}}}\n"));
    }
    for warning in report.warnings() {
        out.push_str(&format!("% warning: {}\n", warning.replace(['\n', '\r'], " ")));
    }
    for (title, section) in report.sections() {
        let sheet = Sheet::new(&title, &section);
        out.push_str(&table(&sheet));
        out.push_str(&plot(&sheet));
    }
    out
}

fn table(sheet: &Sheet) -> String {
    let Table { columns, rows, foot } = sheet.summary();
    let layout: String = columns.iter().map(|column| if column.words { 'l' } else { 'r' }).collect();
    let heading: Vec<String> = columns.iter().map(|Column { heading, .. }| escape(heading)).collect();
    let row = |entries: &Vec<Entry>| {
        let cells: Vec<String> = entries.iter().map(entry).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let mut notes = vec![sheet.basis()];
    notes.extend(sheet.judged());
    let foot = foot.map_or(String::new(), |foot| format!("\\midrule\n{}", row(&foot)));
    format!(
        "\\begin{{table}}\n\\centering\n\\caption{{{}: {}, {}. {}}}\n\\medskip\n\\begin{{tabular}}{{{layout}}}\n\\toprule\n{} \\\\\n\\midrule\n\
         {}{foot}\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n",
        escape(sheet.title),
        super::asked(sheet.section.question),
        escape(&sheet.extent()),
        escape(&notes.join(" ")),
        heading.join(" & "),
        rows.iter().map(row).collect::<String>()
    )
}

fn entry(entry: &Entry) -> String {
    let text = escape(&entry.text);
    if entry.tone == Tone::Best { format!("\\textbf{{{text}}}") } else { text }
}

/// Returns the number of instances solved within a time; empty if no instance is shared.
fn plot(sheet: &Sheet) -> String {
    let section = sheet.section;
    if section.shared_count() == 0 {
        return String::new();
    }
    let ranked: Vec<usize> = sheet.ranking.iter().copied().filter(|&column| section.apart[column].is_none()).collect();
    let mut lines = String::new();
    for ((&column, (_, dash)), colour) in ranked.iter().zip(LINES).zip('A'..) {
        let mut times: Vec<f64> =
            section.shared_instances().filter_map(|it| it.runs[column].and_then(solved_time)).collect();
        times.sort_by(f64::total_cmp);
        // Zero has no place on a logarithmic axis; a clock has no finer ticks.
        let point = |(time, solved): (f64, usize)| format!("({},{solved})", time.max(0.001));
        let points: Vec<String> = times.iter().copied().zip(1..).map(point).collect();
        lines.push_str(&format!(
            "\\addplot[const plot, thick, {dash}, color=boardwright{colour}] coordinates {{{}}};\n\\addlegendentry{{{}}}\n",
            points.join(" "),
            escape(&sheet.names.names[column])
        ));
    }
    let left_out = match ranked.len().saturating_sub(SERIES) {
        0 => String::new(),
        more => format!(" {more} further configurations are left out."),
    };
    format!(
        "\\begin{{figure}}\n\\centering\n\\begin{{tikzpicture}}\n\\begin{{axis}}[xmode=log, xmax={}, ymin=0, ymax={}, \
         xlabel={{CPU seconds}}, ylabel={{solved instances}}, legend pos=outer north east, \
         legend cell align=left, width=0.6\\textwidth]\n{lines}\\end{{axis}}\n\\end{{tikzpicture}}\n\
         \\caption{{{}: shared instances solved within a CPU time.{left_out}}}\n\\end{{figure}}\n",
        section.time_limit,
        section.shared_count(),
        escape(sheet.title)
    )
}

/// Escapes the characters that LaTeX interprets.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', character]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '"' => out.push_str("''"),
            character if character.is_control() => out.push(' '),
            character => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::Report;
    use super::super::examples::{campaign, run};

    #[test]
    fn names_are_escaped_and_rows_have_all_columns() {
        let records = [
            run("a", "exec:x_1 50% {}").cpu(1.0).record,
            run("a", "batsat").cpu(2.0).record,
            run("b", "exec:x_1 50% {}").cpu(3.0).record,
            run("b", "batsat").cpu(4.0).record,
        ];
        let text = Report::new("t", &records).latex();
        assert!(text.contains("exec:x\\_1 50\\% \\{\\} & 2/2 & "), "{text}");
        assert!(text.contains("coordinates {(1,1) (3,2)};\n\\addlegendentry{exec:x\\_1 50\\% \\{\\}}"), "{text}");
        let inside = text.split("\\begin{tabular}{").nth(1).expect("there is a table");
        let columns = inside.split('}').next().map_or(0, str::len);
        let body = inside.split("\\end{tabular}").next().unwrap_or_default();
        let rows: Vec<&str> = body.lines().filter(|line| line.ends_with("\\\\")).collect();
        assert_eq!(rows.len(), 4, "heading, two configurations, virtual best");
        assert!(rows.iter().all(|row| row.matches(" & ").count() + 1 == columns), "{rows:?}");
    }

    #[test]
    fn a_plot_has_at_most_eight_lines() {
        let text = Report::new("t", &campaign(1, 6, 12)).latex();
        assert_eq!(text.matches("\\addplot").count(), 8);
        assert!(text.contains(" further configurations are left out."), "{text}");
        assert_eq!(text.matches("\\begin{").count(), text.matches("\\end{").count());
    }
}
