//! The lines of a proof in the format of VeriPB 3, and the numbers of the constraints that they add.
//!
//! ```text
//! pol 3 2 * 7 + s;                  twice constraint 3, plus constraint 7, saturated
//! rup +1 ~x1 +1 y2 >= 1 : ~ 9;      follows from constraint 9 by propagation
//! red +1 x1 +1 ~y2 >= 1 : y2 -> 0;  y2 is new and can be false
//! ```
//! Variables of the statement are `x1, x2, ...`; those that the proof introduces are `y1, y2, ...`.

use super::pseudo_boolean::PseudoBoolean;
use boardwright_sat::cnf::Lit;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The proof while it is written.
pub(super) struct Log<W> {
    out: W,
    /// The number of variables of the statement.
    variables: u32,
    /// The number of the last constraint.
    pub(super) last: u64,
    line: String,
}

impl<W: Write> Log<W> {
    /// Begins a proof about a statement with this number of variables and constraints.
    pub(super) fn new(mut out: W, variables: u32, constraints: u64) -> io::Result<Log<W>> {
        write!(out, "pseudo-Boolean proof version 3.0\nf {constraints};\n")?;
        Ok(Log { out, variables, last: constraints, line: String::new() })
    }

    fn variable(&self, variable: u32) -> (char, u32) {
        if variable < self.variables { ('x', variable + 1) } else { ('y', variable - self.variables + 1) }
    }

    fn push_literal(&mut self, literal: Lit) {
        let (letter, number) = self.variable(literal.variable());
        let sign = if literal.negated() { "~" } else { "" };
        write!(self.line, "{sign}{letter}{number}").expect("writing to a string does not fail");
    }

    fn push_clause(&mut self, clause: &[Lit]) {
        for &literal in clause {
            self.line.push_str(" 1 ");
            self.push_literal(literal);
        }
        self.line.push_str(" >= 1");
    }

    fn push_constraint(&mut self, constraint: &PseudoBoolean) {
        for (&variable, coefficient) in &constraint.terms {
            write!(self.line, " {coefficient} ").expect("writing to a string does not fail");
            self.push_literal(Lit::new(variable, false));
        }
        write!(self.line, " >= {}", constraint.bound).expect("writing to a string does not fail");
    }

    /// Writes the line, which adds a constraint, and returns its number.
    fn end(&mut self) -> io::Result<u64> {
        self.line.push_str(";\n");
        self.out.write_all(self.line.as_bytes())?;
        self.line.clear();
        self.last += 1;
        Ok(self.last)
    }

    /// Writes a line that adds no constraint.
    pub(super) fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    /// Adds constraints, each as often as its factor says, and applies an operation such as `s` or `2 d`.
    pub(super) fn sum(&mut self, summands: &[(u64, i128)], operation: &str) -> io::Result<u64> {
        self.line.push_str("pol");
        for (index, (constraint, factor)) in summands.iter().enumerate() {
            write!(self.line, " {constraint}").expect("writing to a string does not fail");
            if *factor != 1 {
                write!(self.line, " {factor} *").expect("writing to a string does not fail");
            }
            if index > 0 {
                self.line.push_str(" +");
            }
        }
        if !operation.is_empty() {
            self.line.push(' ');
            self.line.push_str(operation);
        }
        self.end()
    }

    /// Adds the sum of constraints, each with literals added and then halved.
    pub(super) fn halves(&mut self, halves: &[(u64, Vec<Lit>)]) -> io::Result<u64> {
        self.line.push_str("pol");
        for (index, (constraint, literals)) in halves.iter().enumerate() {
            write!(self.line, " {constraint}").expect("writing to a string does not fail");
            for &literal in literals {
                self.line.push(' ');
                self.push_literal(literal);
                self.line.push_str(" +");
            }
            self.line.push_str(if index > 0 { " 2 d +" } else { " 2 d" });
        }
        self.line.push_str(" s");
        self.end()
    }

    /// Adds a clause that follows by propagation: from one constraint, or from all.
    pub(super) fn propagated(&mut self, clause: &[Lit], from: Option<u64>) -> io::Result<u64> {
        self.line.push_str("rup");
        self.push_clause(clause);
        if let Some(from) = from {
            write!(self.line, " : ~ {from}").expect("writing to a string does not fail");
        }
        self.end()
    }

    /// Adds a constraint that a value of a variable satisfies.
    pub(super) fn redundant(&mut self, constraint: &PseudoBoolean, witness: Lit) -> io::Result<u64> {
        self.line.push_str("red");
        self.push_constraint(constraint);
        self.line.push_str(" : ");
        self.push_literal(Lit::new(witness.variable(), false));
        self.line.push_str(if witness.negated() { " -> 0" } else { " -> 1" });
        self.end()
    }

    /// Adds that the objective is better than that of a solution.
    pub(super) fn improve(&mut self, solution: &[bool]) -> io::Result<u64> {
        self.line.push_str("soli");
        self.push_assignment(solution);
        self.end()
    }

    fn push_assignment(&mut self, solution: &[bool]) {
        for (variable, value) in solution.iter().enumerate() {
            self.line.push(' ');
            self.push_literal(Lit::new(variable as u32, !value));
        }
    }

    /// Deletes constraints.
    pub(super) fn delete(&mut self, constraints: &[u64]) -> io::Result<()> {
        if constraints.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = constraints.iter().map(u64::to_string).collect();
        self.line(&format!("del id {};", numbers.join(" ")))
    }

    /// Ends the proof with its conclusion: that there is no solution, or none of a lower value than the given one.
    pub(super) fn conclude(mut self, contradiction: u64, objective: Option<Option<(i128, &[bool])>>) -> io::Result<W> {
        self.line("output NONE;")?;
        match objective {
            None => self.line(&format!("conclusion UNSAT : {contradiction};"))?,
            Some(None) => self.line(&format!("conclusion BOUNDS INF : {contradiction} INF;"))?,
            Some(Some((value, solution))) => {
                write!(self.line, "conclusion BOUNDS {value} : {contradiction} {value} :").expect("a string");
                self.push_assignment(solution);
                self.line.push_str(";\n");
                self.out.write_all(self.line.as_bytes())?;
            }
        }
        writeln!(self.out, "end pseudo-Boolean proof;")?;
        self.out.flush()?;
        Ok(self.out)
    }
}
