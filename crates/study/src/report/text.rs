//! Tables for the terminal.
//!
//! ```text
//! at-most-one      solved  timeout  PAR-2 s  median s  fastest  alone  margin s
//! ladder              6/6        0    0.123     0.101        4      0     0.012
//! ```
//!
//! Figures are aligned right. If a table is wider than the screen, the names at the left are wrapped, down to [`NARROWEST`];
//! then columns move to a further table below, which repeats the names. As headings, names of configurations longer than
//! [`LONGEST`] are replaced by their rank in brackets. No line ends in a blank, and none is wider than the screen unless a
//! single word or figure is. Every character is taken to be one column wide.

use super::Report;
use super::exceptions::{Exception, exceptions};
use super::number::{count, several};
use super::table::{Entry, Sheet, Table, Tone};
use super::{asked, limit};
use crate::record::Status;
use boardwright_base::source::{pad_left, pad_right};

/// The minimum width of wrapped names.
const NARROWEST: usize = 24;
/// The maximum length of a name as a heading.
const LONGEST: usize = 12;
/// The space between columns.
const GAP: usize = 2;

/// Returns the whole report; ends with a line break.
pub(super) fn render(report: &Report, width: usize) -> String {
    let mut lines = Vec::new();
    if !report.title.is_empty() {
        lines.extend(paragraph(&report.title, width));
    }
    lines.extend(paragraph(&report.facts().join("; "), width));
    for warning in report.warnings() {
        lines.push(String::new());
        lines.extend(paragraph(&format!("warning: {warning}"), width));
    }
    for (title, section) in report.sections() {
        lines.push(String::new());
        lines.extend(sheet(&Sheet::new(&title, &section), width));
    }
    let lines: Vec<String> = lines.iter().map(|line| printable(line.trim_end())).collect();
    lines.join("\n") + "\n"
}

/// Removes characters that a terminal would interpret.
fn printable(line: &str) -> String {
    line.chars().map(|character| if character.is_control() { '\u{fffd}' } else { character }).collect()
}

fn sheet(sheet: &Sheet, width: usize) -> Vec<String> {
    let section = sheet.section;
    let heading = format!("{}: {}, {}, {}", sheet.title, asked(section.question), sheet.extent(), limit(section));
    let mut lines = paragraph(&heading, width);
    if !sheet.names.shared.is_empty() {
        lines.extend(paragraph(&format!("all: {}", sheet.names.shared), width));
    }
    lines.push(String::new());

    let numbered = sheet.names.names.iter().any(|name| name.chars().count() > LONGEST);
    let mut summary = sheet.summary();
    let mut headings = sheet.names.names.clone();
    if numbered {
        for (rank, &column) in sheet.ranking.iter().enumerate() {
            headings[column] = format!("[{}]", rank + 1);
            let name = &mut summary.rows[rank][0].text;
            *name = format!("{} {name}", headings[column]);
        }
    }
    lines.extend(layout(&summary, width));
    lines.extend(paragraph(&sheet.basis(), width));
    for note in sheet.notes() {
        lines.extend(paragraph(&note, width));
    }

    if let Some(mut totals) = sheet.totals() {
        if numbered {
            for (rank, row) in totals.rows.iter_mut().enumerate() {
                row[0].text = format!("[{}] {}", rank + 1, row[0].text);
            }
        }
        let mut models: Vec<usize> = section.shared_instances().map(|instance| instance.model).collect();
        models.dedup();
        lines.push(String::new());
        let note = "sizes summed over {}; \"left\": after unit propagation";
        lines.extend(paragraph(&note.replace("{}", &several(models.len(), "shared model")), width));
        lines.extend(layout(&totals, width));
    }

    lines.push(String::new());
    let over = match section.seeds.len() {
        1 => String::new(),
        seeds => format!(", median over {} seeds", count(seeds as u64)),
    };
    lines.extend(paragraph(&format!("CPU seconds by model{over}; * is the minimum of a row"), width));
    let mut times = sheet.times(&headings);
    for entry in times.rows.iter_mut().flatten() {
        if entry.tone == Tone::Best {
            entry.text.insert(0, '*');
        }
    }
    lines.extend(layout(&times, width));

    let exceptions = exceptions(sheet);
    if !exceptions.is_empty() {
        lines.push(String::new());
        lines.push("runs without answer or limit".into());
    }
    for Exception { configuration, status, runs, reason, command } in exceptions {
        let because = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        lines.extend(paragraph(&format!("{configuration}, {}, {runs}{because}", status.name()), width));
        if status != Status::Inapplicable {
            lines.push(format!("  {command}"));
        }
    }
    lines
}

/// Returns the lines of the table.
fn layout(table: &Table, width: usize) -> Vec<String> {
    let wide = |text: &str| text.chars().count();
    let widths: Vec<usize> = (0..table.columns.len())
        .map(|column| {
            let entries = table.rows.iter().chain(&table.foot).map(|row| wide(&row[column].text));
            entries.max().unwrap_or(0).max(wide(&table.columns[column].heading))
        })
        .collect();
    let figures: usize = widths[1..].iter().map(|it| it + GAP).sum();
    let least = widths[0].min(NARROWEST);
    let names = widths[0].min(width.saturating_sub(figures).max(least));

    // As many columns in each block as fit, at least one.
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for (column, width_of_column) in widths.iter().enumerate().skip(1) {
        let needed = width_of_column + GAP;
        if blocks.is_empty() || needed > room {
            blocks.push(Vec::new());
            room = width.saturating_sub(names);
        }
        room = room.saturating_sub(needed);
        blocks.last_mut().expect("a block was just there or was pushed").push(column);
    }

    let mut lines = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        let headings: Vec<&str> = table.columns.iter().map(|column| column.heading.as_str()).collect();
        lines.extend(row(&headings, block, &widths, names));
        for entries in table.rows.iter().chain(&table.foot) {
            let texts: Vec<&str> = entries.iter().map(|Entry { text, .. }| text.as_str()).collect();
            lines.extend(row(&texts, block, &widths, names));
        }
    }
    lines
}

/// Writes a row: the name, wrapped, and the figures of the block on its last line.
fn row(texts: &[&str], block: &[usize], widths: &[usize], names: usize) -> Vec<String> {
    let mut lines = wrapped(texts[0], names, "  ");
    let mut last = lines.pop().unwrap_or_default();
    last = pad_right(&last, names);
    for &column in block {
        last.push_str(&format!("{:GAP$}{}", "", pad_left(texts[column], widths[column])));
    }
    lines.push(last.trim_end().to_string());
    lines
}

fn paragraph(text: &str, width: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrapped(line, width, "  ")).collect()
}

/// Wraps the text to lines of at most the width if its words allow it; all lines but the first are indented.
fn wrapped(text: &str, width: usize, indent: &str) -> Vec<String> {
    let start = text.len() - text.trim_start().len();
    let mut lines = vec![text[..start].to_string()];
    let mut bare = true;
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if bare {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(format!("{indent}{word}"));
        }
        bare = false;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::examples::{campaign, run};
    use super::*;

    #[test]
    fn a_small_report() {
        let records = [
            run("a", "varisat").encoding("at-most-one=ladder").cpu(1.5).sizes(10, 1200, Some((7, 800))).record,
            run("a", "varisat").encoding("at-most-one=pairwise").cpu(0.5).sizes(8, 900, Some((7, 700))).record,
            run("b", "varisat").encoding("at-most-one=ladder").cpu(2.5).sizes(20, 2000, Some((15, 1500))).record,
            run("b", "varisat").encoding("at-most-one=pairwise").status(Status::Timeout).cpu(10.0).record,
        ];
        // PAR-2: (1.5 + 2.5) / 2, (0.5 + 20) / 2; best (0.5 + 2.5) / 2, without ladder 10.25, without pairwise 2.
        let expected = "\
Two at-most-ones
4 runs; boardwright 0.1.0; Model A, 2 cores, linux x86_64 (here)

g: one solution, 2 models x 1 seed = 2 instances, 10 s of CPU and 30 s elapsed a run
all: varisat

at-most-one   solved  timeout  PAR-2 s  median s  fastest  alone  margin s
ladder           2/2        0    2.000     2.000        1      1     8.750
pairwise         1/2        1    10.25  unsolved        1      0     0.500
virtual best     2/2             1.500     1.500
PAR-2, median, fastest, alone and margin are over all 2 instances.
No winner: ladder has the least PAR-2, but is not shown to be faster than pairwise (p = 1.00)
  (signed-rank test over 2 models, corrected by Holm for 1 pair, significance 0.05). It takes at
  least 6 models to show it.

sizes summed over 2 shared models; \"left\": after unit propagation
at-most-one  variables  left  clauses   left
ladder              30    22    3,200  2,300
pairwise             -     -        -      -

CPU seconds by model; * is the minimum of a row
model  ladder  pairwise
a       1.500    *0.500
b      *2.500   timeout
";
        assert_eq!(Report::new("Two at-most-ones", &records).text(100), expected);
    }

    #[test]
    fn no_line_is_too_wide() {
        for (groups, models, configurations) in [(1, 3, 2), (2, 20, 24)] {
            let report = Report::new("Wide", &campaign(groups, models, configurations));
            for width in [60, 80, 100] {
                for line in report.text(width).lines() {
                    assert!(line.chars().count() <= width, "{} columns: {line}", line.chars().count());
                    assert_eq!(line, line.trim_end());
                }
            }
        }
    }

    #[test]
    fn text_does_not_move_the_cursor() {
        let text = Report::new("\u{1b}[2J", &[run("a\u{7}", "varisat").record]).text(80);
        assert!(text.chars().all(|character| character == '\n' || !character.is_control()));
    }
}
