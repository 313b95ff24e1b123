//! The format that BenchExec's `table-generator` reads, one file per configuration of a table.
//!
//! ```xml
//! <result benchmarkname="knights" tool="boardwright" version="0.1.0" displayName="varisat" timelimit="10s">
//!   <systeminfo hostname="here"><os name="linux"/><cpu model="A" cores="2" .../><ram size="-"/></systeminfo>
//!   <run name="models/a.toml, seed 0">
//!     <column title="status" value="satisfiable"/><column title="category" value="correct" hidden="true"/>
//!     <column title="cputime" value="0.012s"/> ...
//! ```
//!
//! A model under a seed is one task. Inapplicable runs are omitted, so their cells are empty. The start date and the memory
//! of the machine are not known and omitted. D. Beyer, S. Löwe, P. Wendler, "Reliable benchmarking: requirements and
//! solutions", STTT 21, 2019; the document type is `result.dtd` of BenchExec 3.

use super::Report;
use super::markup::escape;
use super::section::{Section, applies};
use crate::record::{Record, Status};
use std::collections::BTreeSet;
use std::fmt::Write;

const DOCUMENT: &str = concat!(
    "<?xml version='1.0' encoding='utf-8'?>\n",
    "<!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN' ",
    "'https://www.sosy-lab.org/benchexec/result-3.0.dtd'>\n"
);

/// Returns all files, by name.
pub(super) fn render(report: &Report) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut taken = BTreeSet::new();
    for (title, section) in report.sections() {
        for column in 0..section.configurations.len() {
            let stem = format!("{}.{}", plain(&title), plain(&section.configurations[column].describe()));
            let mut name = format!("{stem}.results.xml");
            let mut number = 2;
            while !taken.insert(name.clone()) {
                name = format!("{stem}-{number}.results.xml");
                number += 1;
            }
            files.push((name, file(&title, &section, column)));
        }
    }
    files
}

/// Keeps letters, digits and hyphens; everything else becomes a hyphen.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn file(title: &str, section: &Section, column: usize) -> String {
    let configuration = section.configurations[column];
    let names = std::iter::once(&configuration).chain(&section.aliases[column]).map(|name| name.describe());
    let attributes = [
        ("benchmarkname", plain(title)),
        ("displayName", names.collect::<Vec<_>>().join(" = ")),
        ("tool", "boardwright".to_string()),
        ("version", section.version.to_string()),
        ("options", configuration.flags().join(" ")),
        ("timelimit", section.wall_limit.map_or("-".into(), |_| format!("{}s", section.time_limit))),
        ("walltimelimit", format!("{}s", section.wall_limit.unwrap_or(section.time_limit))),
        ("memlimit", section.memory_limit.map_or("-".to_string(), |bytes| format!("{bytes}B"))),
    ];
    let mut out = format!("{DOCUMENT}<result");
    for (name, value) in attributes {
        write(&mut out, format_args!(" {name}=\"{}\"", escape(&value)));
    }
    out.push_str(">\n  <columns>");
    for title in ["status", "cputime", "walltime", "memory"] {
        write(&mut out, format_args!("<column title=\"{title}\"/>"));
    }
    out.push_str("</columns>\n");
    let machines: BTreeSet<_> = section.runs(column).map(|record| &record.machine).collect();
    for machine in machines {
        write(
            &mut out,
            format_args!(
                "  <systeminfo hostname=\"{}\"><os name=\"{}\"/>\
                 <cpu model=\"{}\" cores=\"{}\" frequency=\"-\"/><ram size=\"-\"/></systeminfo>\n",
                escape(&machine.host),
                escape(&machine.system),
                escape(&machine.cpu),
                machine.cores
            ),
        );
    }
    for record in section.runs(column).filter(|record| applies(record)) {
        out.push_str(&run(record));
    }
    out.push_str("</result>\n");
    out
}

fn run(record: &Record) -> String {
    let outcome = &record.outcome;
    let (status, category) = match outcome.status {
        Status::Solved => (outcome.answer.as_str(), "correct"),
        Status::Wrong => ("wrong answer", "wrong"),
        Status::Timeout => ("TIMEOUT", "error"),
        Status::WallLimit => ("WALL LIMIT", "unknown"),
        Status::Memory => ("OUT OF MEMORY", "error"),
        Status::Crashed => ("ERROR", "error"),
        Status::Unknown | Status::Inapplicable => ("unknown", "unknown"),
    };
    let mut columns = vec![
        ("status", status.to_string(), false),
        ("category", category.to_string(), true),
        ("cputime", format!("{}s", record.cost.cpu), false),
        ("walltime", format!("{}s", record.cost.wall), false),
        ("memory", format!("{}B", record.cost.memory), false),
    ];
    let sizes = &outcome.sizes;
    let number = |value: Option<usize>| value.map(|value| value.to_string());
    let rest = [
        ("variables", number(sizes.variables)),
        ("clauses", number(sizes.clauses)),
        ("rows", number(sizes.rows)),
        ("conflicts", outcome.conflicts.map(|value| value.to_string())),
        ("decisions", outcome.decisions.map(|value| value.to_string())),
        ("restarts", outcome.restarts.map(|value| value.to_string())),
        ("propagations", outcome.propagations.map(|value| value.to_string())),
        ("optimum", outcome.optimum.map(|value| value.to_string())),
        ("solutions", outcome.count.as_ref().map(ToString::to_string)),
    ];
    columns.extend(rest.into_iter().filter_map(|(title, value)| Some((title, value?, true))));

    let mut out = format!("  <run name=\"{}, seed {}\">\n", escape(&record.model), record.seed);
    for (title, value, hidden) in columns {
        let hidden = if hidden { " hidden=\"true\"" } else { "" };
        write(&mut out, format_args!("    <column title=\"{title}\" value=\"{}\"{hidden}/>\n", escape(&value)));
    }
    out.push_str("  </run>\n");
    out
}

fn write(out: &mut String, arguments: std::fmt::Arguments) {
    out.write_fmt(arguments).expect("writing to a String does not fail");
}

#[cfg(test)]
mod tests {
    use super::super::examples::run;
    use super::*;

    #[test]
    fn a_file_for_each_configuration() {
        let records = [
            run("a", "varisat").cpu(0.25).sizes(10, 20, None).record,
            run("a", "exec:x -q").status(Status::Timeout).cpu(10.5).record,
            run("b", "varisat").status(Status::Inapplicable).record,
            run("c", "varisat").status(Status::Wrong).record,
        ];
        let files = Report::new("t", &records).benchexec();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["g.exec-x-q.results.xml", "g.varisat.results.xml"]);
        let varisat = &files[1].1;
        let solved = concat!(
            "  <run name=\"models/a.toml, seed 0\">\n",
            "    <column title=\"status\" value=\"satisfiable\"/>\n",
            "    <column title=\"category\" value=\"correct\" hidden=\"true\"/>\n",
            "    <column title=\"cputime\" value=\"0.25s\"/>\n",
            "    <column title=\"walltime\" value=\"0.25s\"/>\n",
            "    <column title=\"memory\" value=\"1048576B\"/>\n",
            "    <column title=\"variables\" value=\"10\" hidden=\"true\"/>\n",
            "    <column title=\"clauses\" value=\"20\" hidden=\"true\"/>\n",
            "  </run>\n",
        );
        assert!(varisat.contains(solved), "{varisat}");
        assert!(!varisat.contains("models/b.toml"), "the configuration does not apply");
        assert!(varisat.contains("<column title=\"category\" value=\"wrong\" hidden=\"true\"/>"));
        assert!(files[0].1.contains("<column title=\"status\" value=\"TIMEOUT\"/>"));
    }

    #[test]
    fn names_of_files_are_different_and_contents_escaped() {
        let records = [
            run("<&\">", "varisat").encoding("a=b").record,
            run("a", "varisat").encoding("a=b").group("G!").record,
            run("a", "varisat").encoding("a=b").group("G?").record,
        ];
        let files = Report::new("t", &records).benchexec();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["G.varisat-a-b.results.xml", "G.varisat-a-b-2.results.xml", "g.varisat-a-b.results.xml"]);
        assert!(files[2].1.contains("<run name=\"models/&lt;&amp;&quot;&gt;.toml, seed 0\">"));
    }
}
