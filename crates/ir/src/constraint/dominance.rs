//! Dominance: solutions from which other solutions follow, so that a search for one or two of them can leave them out.
//!
//! Constraints with the role [`Role::Dominance`](super::Role::Dominance) remove a solution only if another one follows from it
//! in finitely many steps, which no such constraint removes. A step never changes a *kept* literal whose condition holds after
//! the step: a line that takes a shortcut leaves cells, and the cells where it stays belong to it as before.
//!
//! ```text
//! 1 ┏━┓ 1      1━━━━━1
//! ┗━┛ ┗━┛      · · · ·    the right one follows from the left one: the cells of the line keep their line
//! ```
//!
//! So if `S` is the only solution that is left, every other solution agrees with `S` in the kept literals of `S`
//! ([`Dominance::cube`]), and a search among those finds one or proves that there is none.

use super::{Assignment, Literal};

/// What solutions have in common with those that follow from them.
#[derive(Debug, Clone, Default)]
pub struct Dominance {
    /// The kept literals, in any order.
    pub kept: Vec<Kept>,
}

/// Literals that keep their values whenever the condition holds afterwards.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The condition; it held before, too.
    pub when: Literal,
    /// The literals.
    pub literals: Vec<Literal>,
}

impl Dominance {
    /// Returns the literals in which all solutions from which this one follows agree with it.
    pub fn cube(&self, solution: &Assignment) -> Vec<Literal> {
        let holding = self.kept.iter().filter(|kept| solution.satisfies(kept.when));
        let own = |&literal: &Literal| if solution.satisfies(literal) { literal } else { !literal };
        let mut cube: Vec<Literal> =
            holding.flat_map(|kept| std::iter::once(kept.when).chain(kept.literals.iter().map(own))).collect();
        cube.sort_unstable();
        cube.dedup();
        cube
    }
}
