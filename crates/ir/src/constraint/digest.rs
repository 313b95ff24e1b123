//! The digest of a problem: equal digests are equal problems before any encoding, up to names and origins.
//!
//! SHA-256 of a text: the variables (decision or not, domains of integers), the constraints of the kept roles in order, the
//! objective. Comparisons use it to check that solvers of any route get the same problem. Imports the IR. Start with
//! [`Problem::digest`].

use super::{Constraint, Literal, Problem, Roles, Term};
use boardwright_base::digest::Sha256;
use std::fmt::{self, Write};

impl Problem {
    /// Returns 64 hexadecimal digits, the digest of the variables, the constraints of these roles, and the objective.
    pub fn digest(&self, roles: Roles) -> String {
        let mut text = Buffered { digest: Sha256::new(), text: String::with_capacity(2 * FULL) };
        self.write(roles, &mut text).expect("writing to a digest does not fail");
        text.digest.add(text.text.as_bytes());
        text.digest.hexadecimal()
    }

    fn write(&self, roles: Roles, to: &mut Buffered) -> fmt::Result {
        for boolean in &self.booleans {
            to.write_char(if boolean.decision { 'd' } else { 'a' })?;
        }
        for integer in &self.integers {
            let kind = if integer.decision { 'd' } else { 'a' };
            write!(to, "\n{kind} {}..{}", integer.domain.start(), integer.domain.end())?;
        }
        for posted in self.constraints.iter().filter(|posted| roles.keep(posted.role)) {
            to.write_char('\n')?;
            constraint(&posted.constraint, to)?;
            to.flush_full();
        }
        if let Some(objective) = &self.objective {
            write!(to, "\n{:?}", objective.direction)?;
            terms(&objective.terms, to)?;
        }
        Ok(())
    }
}

/// Bytes after which the text goes to the digest: few large pieces are faster than many small ones.
const FULL: usize = 1 << 13;

struct Buffered {
    digest: Sha256,
    text: String,
}

impl Buffered {
    fn flush_full(&mut self) {
        if self.text.len() >= FULL {
            self.digest.add(self.text.as_bytes());
            self.text.clear();
        }
    }
}

impl Write for Buffered {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        Ok(())
    }
}

/// Writes the usual constraints briefly and the others as Rust does.
fn constraint(constraint: &Constraint, to: &mut Buffered) -> fmt::Result {
    match constraint {
        Constraint::Clause(all) => literals("clause", all, to),
        Constraint::Sum { terms: all, relation, bound } => {
            write!(to, "sum {relation:?} {bound}")?;
            terms(all, to)
        }
        Constraint::If { when, then } => {
            literals("if", when, to)?;
            to.write_str(" then ")?;
            self::constraint(then, to)
        }
        other => write!(to, "{other:?}"),
    }
}

fn literals(word: &str, all: &[Literal], to: &mut Buffered) -> fmt::Result {
    to.write_str(word)?;
    all.iter().try_for_each(|literal| {
        let sign = if literal.negated { '-' } else { '+' };
        match literal.atom {
            super::Atom::Boolean(variable) => write!(to, " {sign}{}", variable.0),
            atom => write!(to, " {sign}{atom:?}"),
        }
    })
}

fn terms(all: &[Term], to: &mut Buffered) -> fmt::Result {
    all.iter().try_for_each(|term| match term.operand {
        super::Operand::Literal(literal) => {
            write!(to, " {}", term.coefficient)?;
            literals("", &[literal], to)
        }
        super::Operand::Integer(variable) => write!(to, " {} i{}", term.coefficient, variable.0),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Direction, Origin, Role};
    use super::*;

    fn pair(name: &str, bound: i64) -> Problem {
        let mut problem = Problem::new();
        let both = [problem.boolean(name), problem.boolean("b")];
        let rule = problem.origin(Origin::named(0, name));
        problem.post(rule, Constraint::at_most(bound, both.map(Literal::from)));
        problem
    }

    #[test]
    fn names_do_not_count_and_everything_else_does() {
        let plain = pair("a", 1).digest(Roles::ALL);
        assert_eq!(plain.len(), 64);
        assert_eq!(pair("c", 1).digest(Roles::ALL), plain);
        assert_ne!(pair("a", 0).digest(Roles::ALL), plain);
        let mut more = pair("a", 1);
        more.auxiliary("");
        assert_ne!(more.digest(Roles::ALL), plain);
        let mut best = pair("a", 1);
        best.set_objective(Direction::Minimise, vec![Term::literal(1, super::super::BoolVar(0))]);
        assert_ne!(best.digest(Roles::ALL), plain);
    }

    #[test]
    fn only_kept_roles_count() {
        let plain = pair("a", 1);
        let mut broken = pair("a", 1);
        let rule = broken.origin(Origin::named(0, "a"));
        broken.post_symmetry(rule, Constraint::clause([super::super::BoolVar(0).into()]));
        assert_eq!(broken.constraints().last().map(|posted| posted.role), Some(Role::Symmetry));
        assert_eq!(broken.digest(Roles::FAITHFUL), plain.digest(Roles::FAITHFUL));
        assert_ne!(broken.digest(Roles::ALL), plain.digest(Roles::ALL));
    }
}
