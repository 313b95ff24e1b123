//! Properties of whole reports: they depend only on their records, and every format has the warnings.

use super::Report;
use super::examples::{campaign, run};
use crate::job::Question;
use crate::record::{Record, Status};

/// Returns all formats of a report.
fn forms(records: &[Record]) -> Vec<String> {
    let report = Report::new("t", records);
    let mut forms = vec![report.text(100), report.csv(), report.json().to_string(), report.html()];
    forms.extend(report.benchexec().into_iter().map(|(name, content)| name + &content));
    forms
}

#[test]
fn the_order_of_records_does_not_matter() {
    let mut records = campaign(2, 9, 7);
    let first = forms(&records);
    records.reverse();
    assert_eq!(forms(&records), first);
    // Every fifth, then every fifth from the second on, ...
    let shuffled: Vec<Record> = (0..5).flat_map(|start| records.iter().skip(start).step_by(5).cloned()).collect();
    assert_eq!(forms(&shuffled), first);
}

#[test]
fn the_last_of_several_records_wins() {
    let records = [
        run("a", "varisat").cpu(1.0).record,
        run("a", "varisat").cpu(2.0).record,
        run("a", "varisat").group("other").cpu(3.0).record,
    ];
    let json = Report::new("t", &records).json();
    assert_eq!(json["records"], 2);
    let par2 = |section: usize| json["sections"][section]["configurations"][0]["par2_cpu_s"].as_f64();
    assert_eq!((par2(0), par2(1)), (Some(2.0), Some(3.0)));
}

#[test]
fn nothing_makes_a_report_too() {
    let report = Report::new("t", &[]);
    assert_eq!(report.text(80), "t\n0 runs\n");
    assert_eq!(report.csv().lines().count(), 1);
    assert!(report.html().ends_with("</html>\n"));
    assert!(report.benchexec().is_empty());
    assert!(report.warnings().is_empty());
}

#[test]
fn inapplicable_runs_alone_make_a_report() {
    let records = [run("a", "varisat").status(Status::Inapplicable).because("too large").record];
    assert!(forms(&records)[0].contains("too large"));
}

#[test]
fn machines_are_named_in_every_format() {
    let same = [run("a", "varisat").record, run("a", "batsat").on("there", "Model A").record];
    let other = [run("a", "varisat").record, run("a", "batsat").on("there", "Model B").record];
    for (records, words) in [(&same, "are compared with each other"), (&other, "are in different tables")] {
        let report = Report::new("t", records);
        assert_eq!(report.warnings().len(), 1);
        assert!(report.warnings()[0].contains("come from 2 machines"));
        assert!(report.warnings()[0].contains(words));
        assert!(report.text(1000).lines().any(|line| line == format!("warning: {}", report.warnings()[0])));
        assert!(report.html().contains(&report.warnings()[0]));
        assert_eq!(report.json()["warnings"][0], report.warnings()[0]);
    }
    let json = Report::new("t", &other).json();
    assert_eq!(json["sections"][0]["title"], "g (Model A)");
    assert_eq!(json["sections"][1]["title"], "g (Model B)");
    assert_eq!(json["machines"][1]["cpu"], "Model B");
}

#[test]
fn versions_questions_and_limits_are_in_the_titles() {
    let records = [
        run("a", "varisat").record,
        run("a", "varisat").limit(0.5).record,
        run("a", "varisat").version("0.2.0").record,
        run("a", "varisat").asked(Question::All).group("h").record,
        run("a", "varisat").group("h").record,
    ];
    let report = Report::new("t", &records);
    let titles: Vec<String> = report.sections().into_iter().map(|(title, _)| title).collect();
    assert_eq!(
        titles,
        [
            "g (0.5 s of CPU and 30 s elapsed a run, boardwright 0.1.0)",
            "g (10 s of CPU and 30 s elapsed a run, boardwright 0.1.0)",
            "g (10 s of CPU and 30 s elapsed a run, boardwright 0.2.0)",
            "h (all solutions)",
            "h (one solution)",
        ]
    );
    assert!(report.warnings().iter().any(|warning| warning.contains("2 versions") && warning.contains("0.1.0, 0.2.0")));
}

#[test]
fn warnings_cover_wrong_missing_and_contradicting_runs() {
    let records = [
        run("a", "varisat").record,
        run("a", "batsat").answered("unsatisfiable").record,
        run("b", "varisat").status(Status::Wrong).because("row 3").record,
    ];
    let report = Report::new("t", &records);
    let warnings = report.warnings();
    assert!(warnings[0].starts_with("Runs contradict each other") && warnings[0].contains("models/a.toml"));
    assert!(warnings[1].starts_with("1 run failed"));
    assert!(warnings[2].starts_with("1 run is missing"));
    assert_eq!(warnings.len(), 3);
}

#[test]
fn sizes_after_propagation_are_joined() {
    let measured = |seed, left| run("a", "varisat").seed(seed).sizes(10, 20, left).record;
    let records = [measured(2, None), measured(1, Some((7, 12))), run("a", "batsat").seed(1).record];
    let csv = Report::new("t", &records).csv();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let column = rows[0].iter().position(|it| *it == "propagated_clauses").expect("it is a heading");
    let values: Vec<&str> = rows[1..].iter().map(|row| row[column]).collect();
    assert_eq!(values, ["", "12", "12"]);
}

#[test]
fn par2_is_the_same_in_text_and_json() {
    let records = [
        run("a", "varisat").cpu(1.25).record,
        run("b", "varisat").status(Status::Memory).cpu(0.5).record,
        run("a", "batsat").cpu(3.0).record,
        run("b", "batsat").cpu(4.0).record,
    ];
    let report = Report::new("t", &records);
    // (1.25 + 20) / 2 and (3 + 4) / 2; the virtual best (1.25 + 4) / 2.
    let json = report.json();
    let section = &json["sections"][0];
    assert_eq!(section["configurations"][0]["par2_cpu_s"], 3.5);
    assert_eq!(section["configurations"][1]["par2_cpu_s"], 10.625);
    assert_eq!(section["virtual_best"]["par2_cpu_s"], 2.625);
    let text = report.text(100);
    let figures = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).expect("it has a line");
        line.split_whitespace().map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(figures("batsat")[..4], ["batsat", "2/2", "0", "3.500"]);
    assert_eq!(figures("varisat")[..4], ["varisat", "1/2", "1", "10.62"]);
}

#[test]
fn runs_ended_by_the_limit_on_elapsed_time_are_not_scored() {
    let records = [
        run("a", "varisat").cpu(1.0).record,
        run("a", "batsat").cpu(2.0).record,
        run("b", "varisat").cpu(3.0).record,
        run("b", "batsat").status(Status::WallLimit).cpu(0.5).wall(30.0).record,
    ];
    let report = Report::new("t", &records);
    let json = report.json();
    let section = &json["sections"][0];
    assert_eq!(section["shared_instances"], 1);
    assert_eq!(section["configurations"][1]["par2_cpu_s"], 1.0);
    let batsat = &section["configurations"][0];
    assert_eq!([&batsat["par2_cpu_s"], &batsat["own_par2_cpu_s"]], [2.0, 2.0], "no penalty");
    assert_eq!([&batsat["wall_limit"], &batsat["timeout"], &batsat["applicable"]], [1, 0, 1]);
    let text = report.text(200);
    assert!(text.contains("wall limit") && text.contains("1 run was ended by the limit on elapsed time"), "{text}");
    assert!(report.html().contains("1 run was ended by the limit on elapsed time"));
    assert!(report.benchexec()[0].1.contains("WALL LIMIT"));
}

#[test]
fn runs_that_waited_are_named() {
    let records = [
        run("a", "varisat").cpu(1.0).wall(1.4).record,
        run("b", "varisat").cpu(1.0).wall(1.6).seed(7).record,
        run("c", "varisat").cpu(0.01).wall(0.4).record,
    ];
    let report = Report::new("t", &records);
    let [warning] = report.warnings() else { panic!("{:?}", report.warnings()) };
    assert!(warning.starts_with("The elapsed time of 1 run of 3 was more than 1.5 times the CPU time"), "{warning}");
    assert!(warning.ends_with("models/b.toml, varisat, seed 7 (1.00 s of CPU in 1.60 s)."), "{warning}");
    assert_eq!(report.json()["waited"][0]["model"], "models/b.toml");
}

#[test]
fn records_of_an_older_version_can_be_read() {
    let mut value = serde_json::to_value(run("a", "varisat").record).expect("a record is JSON");
    let record = value.as_object_mut().expect("it is an object");
    for new in ["wall_limit", "cpus", "load", "programs", "invocation"] {
        record.remove(new).expect("it is there");
    }
    for (part, keys) in
        [("outcome", &["search", "formulas", "decisions", "restarts"][..]), ("machine", &["memory", "os"])]
    {
        let part = record[part].as_object_mut().expect("it is an object");
        keys.iter().for_each(|key| drop(part.remove(*key).expect("it is there")));
    }
    let record: Record = serde_json::from_value(value).expect("it is a record all the same");
    assert!(Report::new("t", &[record]).text(100).contains("10 s elapsed a run"));
}
