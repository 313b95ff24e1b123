//! Shared by the test programs: runs of the command, temporary folders, installed solvers.

// No test program uses all of it.
#![allow(dead_code, unreachable_pub)]

pub mod folder;
pub mod forms;
pub mod plane;
pub mod tools;

use boardwright_sat::cnf::{Cnf, Lit};
use rustsat::instances::SatInstance;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run of the command left behind.
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

/// Runs `boardwright` in the repository's root with these arguments and nothing on standard input.
pub fn boardwright(arguments: &[&str]) -> Run {
    boardwright_with(arguments, "", &[])
}

/// Runs `boardwright` with something on standard input and in the environment.
pub fn boardwright_with(arguments: &[&str], input: &str, environment: &[(&str, &str)]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(arguments)
        .envs(environment.iter().copied())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    // A child that does not read its input closes it early; that is its right.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Run { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code().unwrap_or(-1) }
}

/// Reads DIMACS CNF with rustsat's reader, which shares nothing with our writer; its header must be right.
pub fn read_formula(text: &str) -> Cnf {
    let read: SatInstance = SatInstance::from_dimacs(&mut text.as_bytes()).expect("the formula is DIMACS");
    let header = text.lines().find_map(|line| line.strip_prefix("p cnf ")?.split_once(' ')).expect("it has a header");
    let mut cnf = Cnf::new();
    for _ in 0..header.0.parse().expect("a number of variables") {
        cnf.variable();
    }
    for clause in read.into_cnf().0 {
        let literals: Vec<Lit> = clause.iter().map(|literal| Lit::from_dimacs(literal.to_ipasir())).collect();
        assert!(literals.iter().all(|literal| literal.to_dimacs().unsigned_abs() as usize <= cnf.variables()));
        cnf.add(&literals);
    }
    assert_eq!(header.1.parse(), Ok(cnf.len()), "the number of clauses");
    cnf
}
