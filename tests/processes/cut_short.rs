//! Runs that a limit, Ctrl-C or SIGTERM ends early: they report what is proved by then, and claim nothing else.

use crate::support::{Run, boardwright, boardwright_with};
use serde_json::Value;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const STRATEGIES: &str = "models/devils-chessboard/strategy-8.toml";

/// A count that was cut short: it says so, with a lower bound, which this returns.
fn cut(json: &Value, what: &str) -> f64 {
    assert_eq!((&json["count"], &json["complete"]), (&Value::Null, &Value::Bool(false)), "{what}: {json:#}");
    assert!(json["reason"].is_string(), "{what}: {json:#}");
    // A large number is a string.
    let at_least = json["at_least"].as_f64().or_else(|| json["at_least"].as_str()?.parse().ok());
    let at_least = at_least.unwrap_or_else(|| panic!("{what}: no lower bound: {json:#}"));
    let answer = if at_least > 0.0 { ["satisfiable", "optimal"] } else { ["unknown"; 2] };
    assert!(answer.contains(&json["answer"].as_str().unwrap_or_default()), "{what}: {json:#}");
    at_least
}

fn parsed(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("it is JSON: {}{}", run.stdout, run.stderr))
}

#[test]
fn a_count_up_to_symmetry_under_a_limit_is_no_count() {
    for distinct in ["--distinct", "--distinct=colours"] {
        for limit in [["--time-limit", "700ms"], ["--memory-limit", "1MB"]] {
            let arguments = ["count", STRATEGIES, distinct, "--backend", "batsat", limit[0], limit[1]];
            let run = boardwright(&[&arguments[..], &["--format", "json"]].concat());
            assert_eq!(run.code, 3, "{arguments:?}: {}{}", run.stdout, run.stderr);
            let at_least = cut(&parsed(&run), limit[1]);
            // There are 242,748,468,720 and 6,156,724.
            assert!(at_least < 243e9 && (distinct == "--distinct" || at_least < 6.2e6), "{distinct}: {at_least}");
            let run = boardwright(&arguments);
            let expected = (3, true, true);
            let found = (run.code, run.stdout.starts_with("at least "), run.stdout.contains("limit was reached"));
            assert_eq!(found, expected, "{arguments:?}: {}{}", run.stdout, run.stderr);
        }
    }
}

#[cfg(unix)]
#[test]
fn signals_end_a_count_up_to_symmetry_with_a_lower_bound() {
    for signal in ["INT", "TERM"] {
        let child: Child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
            .args(["count", STRATEGIES, "--distinct", "--backend", "batsat", "--format", "json"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary was built");
        std::thread::sleep(Duration::from_millis(1500));
        let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
        let output = child.wait_with_output().expect("it ends");
        let stdout = String::from_utf8(output.stdout).expect("output is UTF-8");
        assert_eq!(output.status.code(), Some(3), "{signal}: {stdout}");
        let json = serde_json::from_str(&stdout).expect("it is JSON");
        cut(&json, signal);
    }
}

#[test]
fn every_route_says_at_least() {
    let cut_short: [&[&str]; 9] = [
        &["models/dissection/pentominoes-6x10.toml", "--route", "sat"],
        &["models/dissection/pentominoes-6x10.toml", "--route", "exact-cover"],
        &["models/dissection/pentominoes-6x10.toml", "--route", "ilp"],
        &["models/alternation/twenty.toml", "--route", "sat"],
        &["models/alternation/twenty.toml"],
        &["models/grid/still-life.toml"],
        &["models/grid/knights-tour.toml", "--distinct"],
        &["models/devils-chessboard/strategy-8.toml", "--distinct=colours"],
        &["models/dissection/pentominoes-6x10.toml", "--route", "sat", "--threads", "2"],
    ];
    for arguments in cut_short {
        let arguments = [&["count"], arguments, &["--time-limit", "1ms"]].concat();
        let run = boardwright(&[&arguments[..], &["--format", "json"]].concat());
        assert_eq!(run.code, 3, "{arguments:?}: {}{}", run.stdout, run.stderr);
        cut(&parsed(&run), &arguments.join(" "));
        let run = boardwright(&arguments);
        assert!(run.stdout.starts_with("at least "), "{arguments:?}: {}{}", run.stdout, run.stderr);
    }
}

/// Two rows of which one has a given more, so that they are counted one after the other; each has as many 0 as 1.
fn rows(given: &str) -> String {
    let row = ".".repeat(30);
    let rule = "[[rule]]\neach = \"row\"\nas-many = [\"0\", \"1\"]\n";
    format!("puzzle = \"grid\"\n[grid]\nvalues = [\"0\", \"1\"]\ngiven = \"\"\"\n{row}\n{given:.<30}\n\"\"\"\n{rule}")
}

#[test]
fn what_was_counted_of_one_part_is_multiplied_when_the_others_have_a_solution() {
    let arguments = ["count", "-", "--backend", "batsat", "--time-limit", "1s", "--format", "json"];
    let run = boardwright_with(&arguments, &rows("1"), &[]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    let at_least = cut(&parsed(&run), "two parts");
    // C(30, 15) x C(29, 15) in all.
    assert!((2.0..1.3e16).contains(&at_least), "{at_least}");
    // Two rows of the same kind are counted once: what is met of one is squared.
    let run = boardwright_with(&arguments, &rows(""), &[]);
    let at_least = cut(&parsed(&run), "two like parts");
    assert!(at_least >= 4.0 && at_least.sqrt().fract() == 0.0, "{at_least}");
    // A part without a solution is found before the others are counted.
    let run = boardwright_with(&arguments, &rows(&"0".repeat(16)), &[]);
    let json = parsed(&run);
    assert_eq!((run.code, &json["count"], &json["complete"]), (0, &0.into(), &true.into()), "{}", run.stdout);
}
