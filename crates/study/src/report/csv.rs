//! Records as comma-separated values, one line per record.
//!
//! RFC 4180: fields with a comma, a quote or a line break are quoted, quotes are doubled, lines end in CR LF. Unknown values
//! are empty fields. Headings state the units: seconds (`_s`) and bytes. `cpu_s` and `wall_s` are of the whole process; the
//! times of the four stages are elapsed seconds. Sizes after unit propagation are the same for all seeds.

use super::super::record::{Program, Record};
use super::identical;

const HEADINGS: [&str; 59] = [
    "key",
    "group",
    "model",
    "set",
    "digest",
    "puzzle",
    "backend",
    "formulation",
    "encoding",
    "search",
    "symmetry",
    "redundant",
    "seed",
    "question",
    "time_limit_s",
    "wall_limit_s",
    "memory_limit_bytes",
    "status",
    "answer",
    "optimum",
    "count",
    "cpu_s",
    "wall_s",
    "memory_bytes",
    "route",
    "formulation_in_force",
    "constraints",
    "variables",
    "clauses",
    "rows",
    "bound_variables",
    "bound_clauses",
    "propagated_variables",
    "propagated_clauses",
    "problem",
    "formula",
    "identical_to",
    "conflicts",
    "decisions",
    "propagations",
    "restarts",
    "constrain_wall_s",
    "lower_wall_s",
    "solve_wall_s",
    "verify_wall_s",
    "reason",
    "host",
    "cpu_model",
    "cores",
    "system",
    "os",
    "machine_memory_bytes",
    "load",
    "pinned_to",
    "programs",
    "called_as",
    "version",
    "attempt",
    "command",
];

/// Returns all records, after a line of headings.
pub(super) fn render(records: &[Record]) -> String {
    let mut out = line(&HEADINGS.map(String::from));
    for record in records {
        out.push_str(&line(&fields(record, &twins(records, record))));
    }
    out
}

/// Returns the other configurations whose run of the same instance is identical, by name.
fn twins(records: &[Record], record: &Record) -> String {
    let instance = |it: &Record| (it.group.clone(), it.digest.clone(), it.model.clone(), it.seed, it.question.name());
    let mine = instance(record);
    // Records of one model are close together, but a scan is fast enough for those with a digest.
    let twin = |other: &&Record| {
        identical::same(record, other) && other.configuration != record.configuration && instance(other) == mine
    };
    records.iter().filter(twin).map(|other| other.configuration.describe()).collect::<Vec<_>>().join(" = ")
}

/// Formats a program or crate: `cadical 1.9.5 (digest)`.
fn named(program: &Program) -> String {
    let version = program.version.as_ref().map_or(String::new(), |version| format!(" {version}"));
    let digest = program.digest.as_ref().map_or(String::new(), |digest| format!(" ({digest})"));
    format!("{}{version}{digest}", program.name)
}

fn fields(record: &Record, twins: &str) -> [String; HEADINGS.len()] {
    fn or_empty<T: ToString>(value: &Option<T>) -> String {
        value.as_ref().map(T::to_string).unwrap_or_default()
    }
    let Record { configuration, outcome, cost, machine, .. } = record;
    let (sizes, seconds) = (&outcome.sizes, &outcome.seconds);
    [
        record.key.clone(),
        record.group.clone(),
        record.model.clone(),
        record.set.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "),
        record.digest.clone(),
        outcome.puzzle.clone(),
        configuration.backend.clone(),
        configuration.formulation.clone(),
        configuration.encoding.clone(),
        configuration.search.clone(),
        configuration.symmetry.clone(),
        configuration.redundant.clone(),
        record.seed.to_string(),
        record.question.name().into(),
        record.time_limit.to_string(),
        or_empty(&record.wall_limit),
        or_empty(&record.memory_limit),
        outcome.status.name().into(),
        outcome.answer.clone(),
        or_empty(&outcome.optimum),
        or_empty(&outcome.count),
        cost.cpu.to_string(),
        cost.wall.to_string(),
        cost.memory.to_string(),
        or_empty(&outcome.route),
        or_empty(&outcome.formulation),
        or_empty(&sizes.constraints),
        or_empty(&sizes.variables),
        or_empty(&sizes.clauses),
        or_empty(&sizes.rows),
        or_empty(&sizes.bound_variables),
        or_empty(&sizes.bound_clauses),
        or_empty(&sizes.propagated_variables),
        or_empty(&sizes.propagated_clauses),
        or_empty(&outcome.problem),
        outcome.formulas.join(" "),
        twins.into(),
        or_empty(&outcome.conflicts),
        or_empty(&outcome.decisions),
        or_empty(&outcome.propagations),
        or_empty(&outcome.restarts),
        seconds.constrain.to_string(),
        seconds.lower.to_string(),
        seconds.solve.to_string(),
        seconds.verify.to_string(),
        or_empty(&outcome.reason),
        machine.host.clone(),
        machine.cpu.clone(),
        machine.cores.to_string(),
        machine.system.clone(),
        or_empty(&machine.os),
        or_empty(&machine.memory),
        or_empty(&record.load),
        record.cpus.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
        record.programs.iter().map(named).collect::<Vec<_>>().join("; "),
        record.invocation.as_ref().map_or(String::new(), |it| it.arguments.join(" ")),
        record.version.clone(),
        record.attempt.to_string(),
        record.command.clone(),
    ]
}

fn line(fields: &[String]) -> String {
    let quoted: Vec<String> = fields
        .iter()
        .map(|field| match field.contains([',', '"', '\r', '\n']) {
            true => format!("\"{}\"", field.replace('"', "\"\"")),
            false => field.clone(),
        })
        .collect();
    quoted.join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::super::examples::run;
    use super::*;

    #[test]
    fn fields_are_quoted_after_rfc_4180() {
        let fields = ["plain", "a, b", "say \"no\"", "two\nlines", ""].map(String::from);
        assert_eq!(line(&fields), "plain,\"a, b\",\"say \"\"no\"\"\",\"two\nlines\",\r\n");
    }

    #[test]
    fn values_stand_under_their_headings() {
        let csv = render(&[run("a", "varisat").cpu(0.25).seed(7).optimum(-3).record]);
        let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len(), lines[1].len());
        let value = |heading| lines[1][lines[0].iter().position(|it| *it == heading).expect("it is a heading")];
        assert_eq!(value("model"), "models/a.toml");
        assert_eq!(value("backend"), "varisat");
        assert_eq!(value("encoding"), "auto");
        assert_eq!(value("seed"), "7");
        assert_eq!(value("cpu_s"), "0.25");
        assert_eq!(value("optimum"), "-3");
        assert_eq!(value("count"), "");
        assert_eq!(value("formulation_in_force"), "cardinality");
        assert_eq!(value("cpu_model"), "Model A");
        assert_eq!(value("command"), "boardwright solve models/a.toml --backend varisat");
    }
}
