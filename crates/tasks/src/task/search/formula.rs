//! The digest of the solver's input before its first question: equal digests are equal formulas, in the same order.
//!
//! For clauses: the number of variables, every clause as 32-bit DIMACS numbers (little-endian) followed by 0, the propagated
//! graph constraints, and the objective with the encoding of its bounds. For rows, options and congruences: all of them with
//! their bounds and the objective. Names are not included, nor is the shuffle of a seed, which comes later. Two runs of the
//! same backend with the same seed, search and digest are the same run.

use boardwright_base::digest::Digest;
use boardwright_cover::ExactCover;
use boardwright_frontier::Form;
use boardwright_ilp::Program;
use boardwright_ir::constraint::Objective;
use boardwright_linear::System;
use boardwright_sat::cnf::graph::GraphConstraint;
use boardwright_sat::cnf::lower::Lowered;
use boardwright_sat::cnf::objective;
use std::fmt::{Arguments, Write};

/// The name of the encoding of bounds if none was chosen.
const TOTALIZER: &str = "incremental";

fn write(digest: &mut Digest, arguments: Arguments<'_>) {
    digest.write_fmt(arguments).expect("writing to a digest does not fail");
}

/// Returns the digest of a formula.
pub(in crate::task) fn of_clauses(lowered: &Lowered) -> String {
    let mut digest = Digest::new();
    write(&mut digest, format_args!("cnf {}\n", lowered.cnf.variables()));
    for clause in lowered.cnf.clauses() {
        for literal in clause {
            digest.add(&literal.to_dimacs().to_le_bytes());
        }
        digest.add(&0i32.to_le_bytes());
    }
    if !lowered.graphs.is_empty() {
        let graphs: Vec<String> = lowered.graphs.iter().map(text_of_graph).collect();
        write(&mut digest, format_args!("graphs [{}]\n", graphs.join(", ")));
    }
    if let Some(cost) = &lowered.cost {
        let bounds = objective::encoding(cost, &lowered.choice).unwrap_or(TOTALIZER);
        write(&mut digest, format_args!("cost {:?} {} {:?} {bounds}\n", cost.terms, cost.offset, cost.direction));
    }
    digest.hexadecimal()
}

/// Returns the text of a graph constraint in a digest. Digests are compared with those of older versions, which called
/// a graph constraint `Watched`.
fn text_of_graph(graph: &GraphConstraint) -> String {
    let GraphConstraint { vertices, edges, connected, measures } = graph;
    format!("Watched {{ vertices: {vertices:?}, edges: {edges:?}, connected: {connected:?}, measures: {measures:?} }}")
}

/// Returns the digest of an integer program.
pub(in crate::task) fn of_program(program: &Program) -> String {
    let mut digest = Digest::new();
    write(&mut digest, format_args!("ilp {}\n", program.columns.len()));
    for column in &program.columns {
        write(&mut digest, format_args!("{} {}\n", column.lower, column.upper));
    }
    write(&mut digest, format_args!("{:?}\n{:?}\n", program.rows, program.goal));
    digest.hexadecimal()
}

/// Returns the digest of an exact cover.
pub(super) fn of_cover(cover: &ExactCover, objective: Option<&Objective>) -> String {
    let mut digest = Digest::new();
    write(&mut digest, format_args!("exact-cover {:?}\n", cover.items()));
    for option in cover.options() {
        write(&mut digest, format_args!("{option:?}\n"));
    }
    write(&mut digest, format_args!("{objective:?}\n"));
    digest.hexadecimal()
}

/// Returns the digest of a form over a frontier and of the order of its variables.
pub(super) fn of_frontier(form: &Form, order: &[usize]) -> String {
    let mut digest = Digest::new();
    write(&mut digest, format_args!("frontier {form:?}\n{order:?}\n"));
    digest.hexadecimal()
}

/// Returns the digest of a linear system. For the objective: weights, and the values of the weights 0 and 1.
pub(super) fn of_system(system: &System, cost: Option<(&[i64], i64, i64)>) -> String {
    let mut digest = Digest::new();
    write(&mut digest, format_args!("gf2 {system:?}\n{cost:?}\n"));
    digest.hexadecimal()
}
