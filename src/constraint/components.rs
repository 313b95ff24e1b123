//! The parts of a problem that have nothing to do with each other: the numbers of their solutions multiply.
//!
//! The vertices of the cube with an even number of ones and those with an odd number are coloured independently, so a
//! strategy of the devil's chessboard falls into two parts. An objective is a sum, so the optima of the parts add up to the
//! optimum of the whole, and optimal solutions multiply, too.

use super::interchange::Interchange;
use super::{Atom, BoolVar, Constraint, IntVar, Literal, Operand, Problem, Roles, Term};

/// A part of a problem, with the way back.
pub struct Component {
    /// The part as a problem of its own, with all origins of the whole.
    pub problem: Problem,
    /// By variable of the part, the variable of the whole.
    pub booleans: Vec<BoolVar>,
    /// Likewise.
    pub integers: Vec<IntVar>,
}

/// The parts, in the order of their first variables; one, when everything hangs together. Only constraints of the given
/// roles hold variables together. A constraint without variables goes to the first part.
pub fn components(problem: &Problem, roles: Roles) -> Vec<Component> {
    let booleans = problem.booleans().len();
    let total = booleans + problem.integers().len();
    let mut pairs = Vec::new();
    let posted = || problem.constraints().iter().filter(|posted| roles.keep(posted.role));
    for posted in posted() {
        let mut first = None;
        each_variable(&posted.constraint, booleans, &mut |variable| {
            let first = *first.get_or_insert(variable);
            pairs.push((first, variable));
        });
    }
    let roots = leasts(total, pairs.into_iter());
    let mut part_of = vec![usize::MAX; total];
    let mut place = vec![0u32; total];
    let mut parts: Vec<Component> = Vec::new();
    let mut part_of_root = vec![usize::MAX; total];
    for variable in 0..total {
        let root = roots[variable];
        if part_of_root[root] == usize::MAX {
            part_of_root[root] = parts.len();
            let problem = Problem { origins: problem.origins.clone(), ..Problem::default() };
            parts.push(Component { problem, booleans: Vec::new(), integers: Vec::new() });
        }
        part_of[variable] = part_of_root[root];
        let part = &mut parts[part_of[variable]];
        if variable < booleans {
            place[variable] = part.booleans.len() as u32;
            part.problem.booleans.push(problem.booleans[variable].clone());
            part.booleans.push(BoolVar(variable as u32));
        } else {
            let index = variable - booleans;
            place[variable] = part.integers.len() as u32;
            part.problem.integers.push(problem.integers[index].clone());
            part.integers.push(IntVar(index as u32));
        }
    }
    if parts.is_empty() {
        let problem = Problem { origins: problem.origins.clone(), ..Problem::default() };
        parts.push(Component { problem, booleans: Vec::new(), integers: Vec::new() });
    }
    for posted in posted() {
        let mut owner = 0;
        each_variable(&posted.constraint, booleans, &mut |variable| owner = part_of[variable]);
        let mut posted = posted.clone();
        let literal = |literal: Literal| rename_literal(literal, booleans, &place);
        posted.constraint.rename(&literal, &|variable| rename_integer(variable, booleans, &place));
        parts[owner].problem.constraints.push(posted);
    }
    if let Some(objective) = &problem.objective {
        for part in &mut parts {
            part.problem.set_objective(objective.direction, Vec::new());
        }
        for term in &objective.terms {
            let mut term = *term;
            let owner = part_of[index_of_operand(term.operand, booleans)];
            rename_term(&mut term, booleans, &place);
            if let Some(objective) = &mut parts[owner].problem.objective {
                objective.terms.push(term);
            }
        }
    }
    for part in &mut parts {
        part.problem.objective.take_if(|objective| objective.terms.is_empty());
    }
    for interchange in &problem.interchanges {
        let mut values = interchange.values.clone();
        let variables = || interchange.values.iter().flatten().map(|variable| part_of[variable.0 as usize]);
        let Some(owner) = variables().next().filter(|&owner| variables().all(|part| part == owner)) else { continue };
        values.iter_mut().flatten().for_each(|variable| variable.0 = place[variable.0 as usize]);
        parts[owner].problem.interchange(Interchange { values });
    }
    parts
}

/// The least of every set of numbers that pairs tie together, for `0..count`.
pub(super) fn leasts(count: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..count).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    for (a, b) in pairs {
        let (a, b) = (root(&mut parent, a), root(&mut parent, b));
        parent[a.max(b)] = a.min(b);
    }
    (0..count).map(|at| root(&mut parent, at)).collect()
}

fn index_of(literal: Literal, booleans: usize) -> usize {
    match literal.atom {
        Atom::Boolean(variable) => variable.0 as usize,
        Atom::Equals(variable, _) | Atom::AtLeast(variable, _) => booleans + variable.0 as usize,
    }
}

fn index_of_operand(operand: Operand, booleans: usize) -> usize {
    match operand {
        Operand::Literal(literal) => index_of(literal, booleans),
        Operand::Integer(variable) => booleans + variable.0 as usize,
    }
}

fn each_variable(constraint: &Constraint, booleans: usize, visit: &mut dyn FnMut(usize)) {
    constraint.each_operand(&mut |operand| visit(index_of_operand(operand, booleans)));
}

fn rename_literal(literal: Literal, booleans: usize, place: &[u32]) -> Literal {
    let atom = match literal.atom {
        Atom::Boolean(BoolVar(index)) => Atom::Boolean(BoolVar(place[index as usize])),
        Atom::Equals(variable, value) => Atom::Equals(rename_integer(variable, booleans, place), value),
        Atom::AtLeast(variable, value) => Atom::AtLeast(rename_integer(variable, booleans, place), value),
    };
    Literal { atom, ..literal }
}

fn rename_integer(variable: IntVar, booleans: usize, place: &[u32]) -> IntVar {
    IntVar(place[booleans + variable.0 as usize])
}

fn rename_term(term: &mut Term, booleans: usize, place: &[u32]) {
    match &mut term.operand {
        Operand::Literal(literal) => *literal = rename_literal(*literal, booleans, place),
        Operand::Integer(variable) => *variable = rename_integer(*variable, booleans, place),
    }
}
