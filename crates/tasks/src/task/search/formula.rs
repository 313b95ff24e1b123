//! The digest of the solver's input before its first question: SHA-256 of the file that an external program would read.
//!
//! For clauses: the lines of the DIMACS file that are no comments, in the order and with the signs that the seed gives them, so
//! that `grep -v '^c' FILE | sha256sum` of a compiled file gives the same; then one line for each propagated graph constraint,
//! which no file contains. For rows: the lines of the OPB file, or of the LP file for a program that reads LP. Options and
//! congruences have no file: all of them, before any shuffle. Names are not included. The encoding of later bounds on an
//! objective is not either ([`bounds`]).

use crate::task::recipe::Form;
use boardwright_base::digest::Sha256;
use boardwright_cover::ExactCover;
use boardwright_frontier::Form as FrontierForm;
use boardwright_ilp::numbers::Numbers;
use boardwright_ilp::shuffled::shuffled_program;
use boardwright_ilp::{Program, lp, opb};
use boardwright_ir::constraint::Objective;
use boardwright_linear::System;
use boardwright_sat::cnf::encode::Choice;
use boardwright_sat::cnf::graph::GraphConstraint;
use boardwright_sat::cnf::lower::{Cost, Lowered};
use boardwright_sat::cnf::{Lit, dimacs, objective};
use boardwright_sat::shuffled::shuffled_formula;
use std::borrow::Cow;
use std::fmt::{Arguments, Write};

/// The name of the encoding of bounds if none was chosen.
const TOTALIZER: &str = "incremental";

fn write(digest: &mut Sha256, arguments: Arguments<'_>) {
    digest.write_fmt(arguments).expect("writing to a digest does not fail");
}

/// Returns the digest of the lines of a file that are no comments, each with a line break.
pub(in crate::task) fn of_text(text: &str, form: Form) -> String {
    let mut digest = Sha256::new();
    for line in text.split_inclusive('\n').filter(|line| !form.is_comment(line)) {
        digest.add(line.as_bytes());
    }
    digest.hexadecimal()
}

/// Returns the digest of a formula that a solver reads shuffled by a seed; 0 for none.
pub(super) fn of_clauses(lowered: &Lowered, seed: u64) -> String {
    let mut digest = Sha256::new();
    let shuffled = (seed != 0).then(|| shuffled_formula(&lowered.cnf, seed));
    let cnf = shuffled.as_ref().map_or(&lowered.cnf, |shuffled| &shuffled.cnf);
    digest.add(dimacs::write_plain(cnf).as_bytes());
    for graph in &lowered.graphs {
        let graph = match &shuffled {
            Some(shuffled) => Cow::Owned(moved(graph, &shuffled.map)),
            None => Cow::Borrowed(graph),
        };
        write(&mut digest, format_args!("{graph:?}\n"));
    }
    digest.hexadecimal()
}

/// Returns a graph constraint after a shuffle.
fn moved(graph: &GraphConstraint, map: &[Lit]) -> GraphConstraint {
    let mut graph = graph.clone();
    for literal in graph.literals_mut() {
        let there = map[literal.variable() as usize];
        *literal = if literal.negated() { !there } else { there };
    }
    graph
}

/// Returns the encoding of bounds on an objective.
pub(super) fn bounds(cost: &Cost, choice: &Choice) -> &'static str {
    objective::encoding(cost, choice).unwrap_or(TOTALIZER)
}

/// Returns the digest of an integer program that a solver reads in a form, shuffled by a seed; 0 for none.
pub(super) fn of_program(program: &Program, form: Form, seed: u64) -> String {
    let shuffled = (seed != 0).then(|| shuffled_program(program, seed).program);
    let program = shuffled.as_ref().unwrap_or(program);
    let text = if form == Form::Lp { lp::write(program, &[], None) } else { opb::write(program, &[], None) };
    of_text(&text, form)
}

/// Returns the digest of an exact cover.
pub(super) fn of_cover(cover: &ExactCover, objective: Option<&Objective>) -> String {
    let mut digest = Sha256::new();
    write(&mut digest, format_args!("exact-cover {:?}\n", cover.items()));
    for option in cover.options() {
        write(&mut digest, format_args!("{option:?}\n"));
    }
    write(&mut digest, format_args!("{objective:?}\n"));
    digest.hexadecimal()
}

/// Returns the digest of a form over a frontier and of the order of its variables.
pub(super) fn of_frontier(form: &FrontierForm, order: &[usize]) -> String {
    let mut digest = Sha256::new();
    write(&mut digest, format_args!("frontier {form:?}\n{order:?}\n"));
    digest.hexadecimal()
}

/// Returns the digest of whole numbers and sums over them.
pub(super) fn of_numbers(numbers: &Numbers) -> String {
    let mut digest = Sha256::new();
    write(&mut digest, format_args!("numbers {numbers:?}\n"));
    digest.hexadecimal()
}

/// Returns the digest of a linear system. For the objective: weights, and the values of the weights 0 and 1.
pub(super) fn of_system(system: &System, cost: Option<(&[i64], i64, i64)>) -> String {
    let mut digest = Sha256::new();
    write(&mut digest, format_args!("gf2 {system:?}\n{cost:?}\n"));
    digest.hexadecimal()
}
