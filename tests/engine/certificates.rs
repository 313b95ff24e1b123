//! Certificates from the rules: the rows are those of `compile`, what cannot be certified is refused before anything is solved, and
//! the program veripb accepts every proof and no spoilt one that proves nothing (in ignored tests, which need the program).

use crate::support::folder::Folder;
use crate::support::tools::installed;
use crate::support::{Run, boardwright, boardwright_with};
use boardwright_base::random::Random;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Runs `solve` with a certificate in a folder.
fn solve(folder: &Folder, arguments: &[&str]) -> Run {
    let file = folder.0.join("p").display().to_string();
    boardwright(&[&["solve"], arguments, &["--proof", &file, "--proof-format", "veripb"]].concat())
}

fn files(folder: &Folder) -> (String, String) {
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).expect("it is written");
    (read("p.opb"), read("p"))
}

fn rows(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('*') && !line.starts_with("min:")).collect()
}

/// Returns whether veripb accepts a proof; `None` if it is not installed.
fn accepted(rows: &Path, proof: &Path) -> Option<bool> {
    let named = std::env::var_os("BOARDWRIGHT_VERIPB");
    if named.is_none() && !installed("veripb") {
        return None;
    }
    let program = named.unwrap_or_else(|| "veripb".into());
    let output = Command::new(program).arg("--opb").arg(rows).arg(proof).output().expect("it runs");
    Some(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("s VERIFIED"))
}

#[test]
fn rows_are_those_of_compile_whatever_the_encoding() {
    let folder = Folder::new("certificates-rows");
    for (model, more) in [
        ("models/knightdoku/impossible.toml", 0),
        ("models/knightdoku/warm-up.toml", 1),
        ("models/grid/sudoku.toml", 1),
        ("models/grid/star-battle.toml", 1),
    ] {
        let compiled = boardwright(&["compile", model, "--to", "opb", "--roles", "rules", "--quiet"]).stdout;
        let mut texts = Vec::new();
        for encoding in ["at-most-one=auto", "at-most-one=ladder", "at-most-one=product,cardinality=totalizer"] {
            let run = solve(&folder, &[model, "--all", "--route", "sat", "--encoding", encoding, "--format", "json"]);
            assert_eq!(run.code, 0, "{model}: {}", run.stderr);
            let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
            assert_eq!(report["proof"]["format"], "VeriPB", "{model}");
            let trusted = report["proof"]["trusted"].as_array().map(Vec::len);
            assert_eq!(trusted, Some(2), "the rows, and the proof, which was not checked");
            let (text, proof) = files(&folder);
            let written = rows(&text);
            let rules = written.len() - more;
            assert_eq!(written[..rules], rows(&compiled)[..], "{model} {encoding}");
            assert!(proof.starts_with("pseudo-Boolean proof version 3.0\n"), "{model}");
            texts.push(written.join("\n"));
        }
        assert!(texts.windows(2).all(|pair| pair[0] == pair[1]), "{model}");
    }
}

#[test]
fn what_cannot_be_certified_is_refused_before_anything_is_solved() {
    for (arguments, reason) in [
        (&["models/alternation/four.toml"][..], "not supported for plans"),
        (&["models/grid/slitherlink.toml", "--all"], "connected"),
        (&["models/knightdoku/regular.toml", "--all", "--encoding", "cardinality=adder"], "encoding"),
        (&["models/knightdoku/warm-up.toml", "--check-proof"], "VERIPB"),
    ] {
        let folder = Folder::new("certificates-refused");
        let run = if arguments.contains(&"--check-proof") {
            let file = folder.0.join("p").display().to_string();
            let all = [&["solve"], arguments, &["--proof", &file, "--proof-format", "veripb"]].concat();
            boardwright_with(&all, "", &[("PATH", ""), ("BOARDWRIGHT_VERIPB", "/no/such/program")])
        } else {
            solve(&folder, arguments)
        };
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(reason), "{arguments:?}: {}", run.stderr);
        assert_eq!(std::fs::read_dir(&folder.0).expect("it is there").count(), 0, "nothing is left");
    }
}

/// The models whose claims are certified in short time, with the claim.
const CLAIMS: &[(&str, &[&str], &str)] = &[
    ("models/knightdoku/impossible.toml", &[], "there is no solution"),
    ("models/knightdoku/miscounted.toml", &[], "there is no solution"),
    ("models/knightdoku/warm-up.toml", &["--all"], "there is no solution other than the one shown"),
    ("models/knightdoku/several.toml", &["--all"], "there are no solutions other than the 39 listed"),
    ("models/grid/sudoku.toml", &["--all"], "there is no solution other than the one shown"),
    ("models/grid/star-battle.toml", &["--all"], "there is no solution other than the one shown"),
    ("models/grid/queens-8.toml", &["--all"], "there are no solutions other than the 92 listed"),
];

#[test]
#[ignore = "needs the program veripb"]
fn veripb_accepts_every_certificate() {
    for (model, arguments, claim) in CLAIMS {
        let folder = Folder::new("certificates-accepted");
        let run = solve(&folder, &[&[*model], *arguments, &["--check-proof", "--format", "json"]].concat());
        assert_eq!(run.code, 0, "{model}: {}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        assert_eq!(report["proof"]["claim"], *claim, "{model}");
        assert_eq!(report["proof"]["checked_by"][0], "veripb", "{model}");
        assert_eq!(report["proof"]["trusted"].as_array().map(Vec::len), Some(1), "{model}");
    }
}

/// A small model without a solution: brute force over its variables decides the rows of a mutant.
const SMALL: &str = "puzzle = 'grid'\ngrid = { rows = 3, columns = 3, values = ['.', '#'] }\n[[rule]]\neach = 'row'\nexactly = { '#' = 2 }\n\
    [[rule]]\neach = 'column'\nat-most = { '#' = 1 }\n";

/// Returns whether 0/1 values satisfy all rows of a file.
fn has_solution(text: &str) -> bool {
    let number = |word: &str| word.parse::<i64>().unwrap_or_else(|_| panic!("veripb takes {word} for a number"));
    let literal = |word: &str| (number(word.trim_start_matches('~').trim_start_matches('x')), !word.starts_with('~'));
    type Row = (Vec<(i64, (i64, bool))>, bool, i64);
    let parsed: Vec<Row> = rows(text)
        .iter()
        .filter(|row| !row.is_empty())
        .map(|row| {
            let words: Vec<&str> = row.split_whitespace().collect();
            let (terms, end) = words.split_at(words.len() - 3);
            let terms = terms.chunks(2).map(|pair| (number(pair[0]), literal(pair[1]))).collect();
            (terms, end[0] == "=", number(end[1]))
        })
        .collect();
    let variables = parsed.iter().flat_map(|(terms, ..)| terms).map(|&(_, (variable, _))| variable).max().unwrap_or(0);
    assert!(variables <= 20, "brute force is for small statements");
    (0..1u32 << variables).any(|bits| {
        parsed.iter().all(|(terms, equal, bound)| {
            let holds = |&&(_, (variable, sign)): &&(i64, (i64, bool))| (bits >> (variable - 1) & 1 == 1) == sign;
            let sum: i64 = terms.iter().filter(holds).map(|&(coefficient, _)| coefficient).sum();
            if *equal { sum == *bound } else { sum >= *bound }
        })
    })
}

/// Changes one line: a sign, a number, the variable of a literal; or removes it, or writes it twice.
fn spoilt(text: &str, is_free: impl Fn(&str) -> bool, random: &mut Random) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let free: Vec<usize> = (0..lines.len()).filter(|&index| is_free(lines[index])).collect();
    let at = free[random.below(free.len())];
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_string).collect();
    let place = random.below(words.len());
    let changed = match random.below(5) {
        0 => String::new(),
        1 => format!("{0}\n{0}", lines[at]),
        _ => {
            let word = words[place].clone();
            words[place] = match word.chars().next() {
                Some('+') => word.replacen('+', "-", 1),
                Some('-') => word.replacen('-', "+", 1),
                Some('~') => word[1..].to_string(),
                Some('x' | 'y') if random.below(2) == 0 => format!("~{word}"),
                Some('x') => format!("x{}", 1 + random.below(9)),
                Some(digit) if digit.is_ascii_digit() => (random.below(12)).to_string(),
                _ => word,
            };
            words.join(" ")
        }
    };
    let mut result = String::new();
    for (index, line) in lines.iter().enumerate() {
        let line = if index == at { &changed } else { *line };
        result.push_str(line);
        result.push('\n');
    }
    result
}

#[test]
#[ignore = "needs the program veripb"]
fn no_spoilt_certificate_is_accepted_that_proves_nothing() {
    let folder = Folder::new("certificates-spoilt");
    let model = folder.file("small.toml", SMALL);
    let (mut rejected, mut valid) = (0, 0);
    for encoding in ["at-most-one=auto", "at-most-one=ladder,cardinality=totalizer"] {
        let run = solve(&folder, &[&model, "--encoding", encoding]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let (statement, proof) = files(&folder);
        let (other, changed) = (folder.0.join("other.opb"), folder.0.join("other.pbp"));
        let mut random = Random(3);
        for case in 0..300 {
            let of_rows = case % 2 == 0;
            let row = |line: &str| !line.starts_with('*');
            let step = |line: &str| line.ends_with(';') && !line.starts_with("output") && !line.starts_with("f ");
            let text = if of_rows { spoilt(&statement, row, &mut random) } else { statement.clone() };
            let lines = if of_rows { proof.clone() } else { spoilt(&proof, step, &mut random) };
            std::fs::write(&other, &text).expect("it can be written");
            std::fs::write(&changed, &lines).expect("it can be written");
            let Some(accepted) = accepted(&other, &changed) else { return };
            if accepted {
                assert!(!has_solution(&text), "case {case}:\n{text}\n{lines}");
                valid += 1;
            } else {
                rejected += 1;
            }
        }
    }
    assert!(rejected > 100 && valid > 10, "{rejected} rejected, {valid} valid");
}
