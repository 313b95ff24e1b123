//! Names of rules have no meaning: equal names, names of built-in rules, and names like those of unnamed rules.

use crate::support::boardwright_with;
use boardwright_base::board::names::{Line, SetName};
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::{Instance, RuleId, Stated};
use boardwright_render::reason;
use boardwright_tasks::answer::Reason;
use boardwright_tasks::task::explain::{Counted, NamedSum, Summed, Sums};
use serde_json::Value;

fn run(command: &str, model: &str) -> String {
    boardwright_with(&[command, "-"], model, &[]).stdout
}

/// A row with one `Q` by the first rule and two by the second, whose names are the first lines of the rules.
fn two_rules(names: [&str; 2]) -> String {
    let rule = |name: &str, each: &str, count: u32| {
        format!("[[rule]]\n{name}each = \"{each}\"\nexactly = {{ Q = {count} }}\n")
    };
    format!(
        "puzzle = \"grid\"\n[grid]\nrows = 2\ncolumns = 3\nvalues = [\".\", \"Q\"]\n{}{}",
        rule(names[0], "row", 1),
        rule(names[1], "row 1", 2)
    )
}

#[test]
fn rules_of_one_name_are_told_apart_by_their_lines() {
    let second = |names: [&str; 2]| 9 + names[0].lines().count();
    for (names, shown) in [
        (["name = \"stars\"\n", "name = \"stars\"\n"], "stars"),
        (["name = \"rule 2\"\n", ""], "rule 2"),
        (["name = \"rows\"\n", "name = \"rows\"\n"], "rows"),
    ] {
        let text = run("explain", &two_rules(names));
        let lines = [6, second(names)];
        assert!(text.contains("These 2 contradict each other, and none of them can be left out"), "{text}");
        for line in lines {
            assert!(text.contains(&format!("\n  {shown} (line {line}): row 1\n")), "line {line} in\n{text}");
            assert!(text.contains(&format!("\n{line:>2} | [[rule]]")), "line {line} underlined in\n{text}");
        }
    }
    // Different names need no line.
    let text = run("explain", &two_rules(["name = \"one\"\n", "name = \"two\"\n"]));
    assert!(text.contains("\n  one: row 1\n  two: row 1\n"), "{text}");
}

#[test]
fn a_rule_may_have_the_name_of_a_built_in_one() {
    for name in ["better", "pieces", "cells", "meaning", "lights", "symmetry", "optimum", "given", "rule 7"] {
        let text = run("explain", &two_rules([&format!("name = \"{name}\"\n"), ""]));
        assert!(text.contains(&format!("\n  {name}: row 1\n  rule 2: row 1\n")), "{name} in\n{text}");
        assert!(!text.contains("number of copies"), "{text}");
    }
}

#[test]
fn a_rule_named_better_is_a_reason_why_no_board_is_better() {
    let model = |name: &str| {
        format!(
            "puzzle = \"grid\"\n[grid]\nrows = 1\ncolumns = 3\nvalues = [\".\", \"Q\"]\n[maximize]\ncount = \"Q\"\n\
             [[rule]]\nname = \"{name}\"\neach = \"cell\"\nat-most = {{ Q = 0 }}\n"
        )
    };
    let usual = run("steps", &model("usual"));
    let named = run("steps", &model("better"));
    assert!(usual.contains("why not better"), "{usual}");
    assert_eq!(usual.replace("usual", "better"), named);
}

#[test]
fn a_set_that_cannot_hold_is_named_with_its_rule() {
    let model = "puzzle = \"grid\"\n[grid]\nrows = 3\ncolumns = 3\nvalues = \"1..3\"\n\
        [[rule]]\nname = \"few\"\neach = [\"diagonal\", \"line 3\"]\nsum-at-most = 1\n";
    let sentence = "`few` cannot hold for the diagonal at r2c1";
    let text = run("explain", model);
    assert!(text.contains(&format!("\n{sentence}\n")) && text.contains("\n  few: the diagonal at r2c1\n"), "{text}");
    assert!(run("solve", model).contains(&format!("({sentence})")));
}

#[test]
fn data_and_sums_tell_rules_of_one_name_apart() {
    let model = two_rules(["name = \"stars\"\n", "name = \"stars\"\n"]);
    let found: Value =
        serde_json::from_str(&boardwright_with(&["explain", "-", "--format", "json"], &model, &[]).stdout)
            .expect("JSON");
    let rules: Vec<_> = found["origins"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|origin| (&origin["rule"], &origin["rule_line"]))
        .collect();
    assert_eq!(rules, [(&"stars".into(), &6.into()), (&"stars".into(), &10.into())]);
    // Sums by counting name both rules of the row.
    let sum = |number: usize, line: usize| {
        let stated = Stated { name: Some("stars".into()), line: Some(line), span: None };
        let row = Instance::Set(SetName::Line(Line::Row, 0));
        NamedSum { origin: Origin::of(RuleId::Model(number), stated.into()).part(row), times: 1 }
    };
    let summed = |sums| Reason::from(Sums { counted: Counted::Cells, summed: Summed::Left { sums, total: 3 } });
    let text = reason::of(&summed(vec![sum(0, 6), sum(1, 10)]));
    assert!(text.contains(": row 1 (`stars`, line 6) and row 1 (`stars`, line 10) add up to 3"), "{text}");
    assert!(reason::of(&summed(vec![sum(0, 6)])).contains(": row 1 add up"));
    // So do constraints that are added up.
    let text = reason::of(&Reason::Contradicting(vec![(sum(0, 6).origin, 1), (sum(1, 10).origin, 1)]));
    assert!(text.ends_with(": row 1 (`stars`, line 6), row 1 (`stars`, line 10)"), "{text}");
}

#[test]
fn steps_have_the_reason_why_there_is_no_plan() {
    // Three black pieces and a white one: no row alternates.
    let model = "puzzle = \"alternation\"\nstart = \"BBBW..\"\nmoves = 2\ngoal = \"alternating\"\n";
    let reason = "no accepted row has these pieces";
    assert!(run("solve", model).contains(&format!("({reason})")));
    assert!(run("steps", model).contains(&format!("unsatisfiable\n{reason}\n")));
}
