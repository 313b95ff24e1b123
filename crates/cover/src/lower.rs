//! Lowers a problem of the IR to an exact cover, and maps solutions back.
//!
//! A Boolean variable is an option; it is true if the option is chosen. A constraint that bounds the number of true (or
//! of false) variables becomes an item used by their options; the two bounds of one sum share the item. Units choose or
//! remove options in advance. An integer variable has an option for each value and an item that exactly one of them
//! uses; a clause `¬a ∨ [x = v]` gives the option of `a` the colour `v` on a further item, on which each value of `x`
//! has its own colour.
//!
//! Other constraints (coefficients, parities, literals of both signs in one sum) are rejected with the reason, unless
//! they are redundant or symmetry-breaking: those are omitted, because the cover is correct without them. The cover
//! decides every variable, so its solutions are assignments of all variables; auxiliary variables must therefore be
//! determined by the decision variables, or one board would be counted several times.

use super::{Cube, ExactCover, Use};
use boardwright_base::budget::{Budget, Refused, Stop};
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::words;
use boardwright_ir::constraint::plain::{Conclusion, Global, KeptGraph, Plain};
use boardwright_ir::constraint::simplify::{Recognised, Shape, recognise};
use boardwright_ir::constraint::{
    Assignment, Atom, BoolVar, Constraint, IntVar, Literal, Operand, Posted, Problem, Relation, Role, Roles,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A cover and the mapping back to the problem.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// The cover.
    pub cover: ExactCover,
    /// For each option, the atom that it makes true.
    atoms: Vec<Atom>,
    /// The option of each atom; atoms without an option are false.
    options: BTreeMap<Atom, usize>,
    /// The least value of each integer variable.
    firsts: Vec<i64>,
    booleans: usize,
}

impl Lowered {
    /// Returns the problem's assignment for a solution.
    pub fn assignment(&self, chosen: &[usize]) -> Assignment {
        let mut assignment = Assignment { booleans: vec![false; self.booleans], integers: self.firsts.clone() };
        for &option in chosen {
            match self.atoms[option] {
                Atom::Boolean(variable) => assignment.booleans[variable.0 as usize] = true,
                Atom::Equals(variable, value) | Atom::AtLeast(variable, value) => {
                    assignment.integers[variable.0 as usize] = value;
                }
            }
        }
        assignment
    }

    /// Translates a conjunction of literals; `None` if it is contradictory.
    pub fn cube(&self, literals: &[Literal]) -> Option<Cube> {
        let mut cube = Cube::default();
        for literal in literals {
            match literal.atom {
                Atom::AtLeast(variable, bound) => {
                    let values =
                        self.options.range(Atom::Equals(variable, i64::MIN)..=Atom::Equals(variable, i64::MAX));
                    let refuted = |atom: &Atom| match atom {
                        Atom::Equals(_, value) => (*value >= bound) == literal.negated,
                        _ => false,
                    };
                    cube.without.extend(values.filter(|(atom, _)| refuted(atom)).map(|(_, &option)| option));
                }
                atom => match (self.options.get(&atom), literal.negated) {
                    (Some(&option), false) => cube.with.push(option),
                    (Some(&option), true) => cube.without.push(option),
                    (None, false) => return None,
                    (None, true) => {}
                },
            }
        }
        cube.with.sort_unstable();
        cube.with.dedup();
        cube.with.iter().all(|option| !cube.without.contains(option)).then_some(cube)
    }
}

/// Why a problem is not an exact cover.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what its fields are")]
pub enum NotCover {
    #[error("this is too large for an exact cover: its integers have more than {MAX_VALUES} values")]
    TooLarge,
    #[error(
        "this is not an exact cover: the auxiliary variable {0:?} is not determined by the board, so solutions would be \
             counted several times"
    )]
    Auxiliary(String),
    #[error(
        "this is not an exact cover: the rule {} {what}; supported are exactly one, at most one, and a number of \
             variables between bounds",
        words::rule_and_part(origin)
    )]
    Constraint { origin: Box<Origin>, what: Unfit },
}

/// A property of a constraint that a cover does not support.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what it is")]
pub enum Unfit {
    #[error("depends on a condition")]
    Conditional,
    #[error("requires connectedness")]
    Connected,
    #[error("excludes cycles")]
    Acyclic,
    #[error("bounds the weights of connected parts")]
    Components,
    #[error("requires a line to match an automaton")]
    Regular,
    #[error("compares values")]
    Same,
    #[error("is a parity")]
    Parity,
    #[error("counts modulo a number")]
    Modular,
    #[error("adds up values of integers")]
    Integers,
    #[error("compares integers")]
    Comparison,
    #[error("has coefficients")]
    Coefficients,
    #[error("has variables of both signs")]
    BothSigns,
}

impl From<NotCover> for Refused<NotCover> {
    fn from(reason: NotCover) -> Refused<NotCover> {
        Refused::Inapplicable(reason)
    }
}

/// A bound on the number of true atoms.
struct Bounded {
    atoms: Vec<Atom>,
    min: usize,
    max: usize,
}

/// A constraint in the terms of a cover.
#[derive(Default)]
struct Read {
    units: Vec<Literal>,
    bounded: Option<Bounded>,
    /// `a -> [x = v]`.
    implied: Option<(BoolVar, IntVar, i64)>,
    never: bool,
}

/// The maximal total number of values of integer variables, which bounds the memory for their options.
const MAX_VALUES: u64 = 1_000_000;

/// Lowers the constraints of the given roles.
///
/// # Errors
/// Why the problem is not an exact cover; or the limit that was reached.
pub fn lower(problem: &Problem, roles: Roles, budget: &Budget) -> Result<Lowered, Refused<NotCover>> {
    let values = problem.integers().iter().map(|integer| integer.domain.end().abs_diff(*integer.domain.start()));
    if values.fold(0, u64::saturating_add) > MAX_VALUES {
        return Err(NotCover::TooLarge.into());
    }
    let mut fixed: BTreeMap<Atom, bool> = BTreeMap::new();
    let mut sums: Vec<Bounded> = Vec::new();
    let mut implied = Vec::new();
    let mut never = false;
    for posted in problem.constraints().iter().filter(|posted| roles.keep(posted.role)) {
        budget.check()?;
        let read = match read(problem, posted) {
            Ok(read) => read,
            Err(_) if posted.role != Role::Required => continue,
            Err(reason) => return Err(reason.into()),
        };
        never |= read.never;
        for unit in read.units {
            never |= *fixed.entry(unit.atom).or_insert(!unit.negated) == unit.negated;
        }
        sums.extend(read.bounded);
        implied.extend(read.implied);
    }
    for (index, integer) in problem.integers().iter().enumerate() {
        let values = integer.domain.clone().map(|value| Atom::Equals(IntVar(index as u32), value)).collect();
        sums.push(Bounded { atoms: values, min: 1, max: 1 });
    }
    let items = joined(sums, &fixed, &mut never);
    budget.check()?;
    determined(problem, &items, &fixed)?;
    budget.check()?;
    Ok(built(problem, &items, &implied, &fixed, never))
}

/// Removes fixed atoms from the sums and merges sums over the same atoms.
fn joined(sums: Vec<Bounded>, fixed: &BTreeMap<Atom, bool>, never: &mut bool) -> Vec<Bounded> {
    let mut places: HashMap<Vec<Atom>, usize> = HashMap::new();
    let mut items: Vec<Bounded> = Vec::new();
    for mut sum in sums {
        let certain = sum.atoms.iter().filter(|atom| fixed.get(atom) == Some(&true)).count();
        sum.atoms.retain(|atom| !fixed.contains_key(atom));
        sum.atoms.sort_unstable();
        *never |= certain > sum.max;
        let (min, max) = (sum.min.saturating_sub(certain), sum.max.saturating_sub(certain).min(sum.atoms.len()));
        let place = *places.entry(sum.atoms.clone()).or_insert(items.len());
        match items.get_mut(place) {
            Some(item) => (item.min, item.max) = (item.min.max(min), item.max.min(max)),
            None => items.push(Bounded { atoms: sum.atoms, min, max }),
        }
    }
    *never |= items.iter().any(|item| item.min > item.max);
    items.retain(|item| item.min > 0 || item.max < item.atoms.len());
    items
}

fn built(
    problem: &Problem,
    items: &[Bounded],
    implied: &[(BoolVar, IntVar, i64)],
    fixed: &BTreeMap<Atom, bool>,
    never: bool,
) -> Lowered {
    let mut cover = ExactCover::new();
    let mut uses: BTreeMap<Atom, BTreeSet<Use>> = BTreeMap::new();
    for index in 0..problem.booleans().len() {
        uses.insert(Atom::Boolean(BoolVar(index as u32)), BTreeSet::new());
    }
    for (index, integer) in problem.integers().iter().enumerate() {
        for value in integer.domain.clone() {
            uses.insert(Atom::Equals(IntVar(index as u32), value), BTreeSet::new());
        }
    }
    for bounded in items {
        let item = cover.item(bounded.min, bounded.max);
        for atom in &bounded.atoms {
            if let Some(uses) = uses.get_mut(atom) {
                uses.insert(Use::of(item));
            }
        }
    }
    // The items that carry the values of integer variables as colours, created on first use.
    let mut coloured: BTreeMap<IntVar, usize> = BTreeMap::new();
    let mut dropped: BTreeSet<Atom> = BTreeSet::new();
    for &(boolean, integer, value) in implied {
        let domain = &problem.integers()[integer.0 as usize].domain;
        if !domain.contains(&value) {
            dropped.insert(Atom::Boolean(boolean));
            continue;
        }
        let colour = |value: i64| value.abs_diff(*domain.start()) as usize;
        let item = *coloured.entry(integer).or_insert_with(|| {
            let item = cover.item(0, 1);
            for value in domain.clone() {
                if let Some(uses) = uses.get_mut(&Atom::Equals(integer, value)) {
                    uses.insert(Use::coloured(item, colour(value)));
                }
            }
            item
        });
        if let Some(uses) = uses.get_mut(&Atom::Boolean(boolean)) {
            uses.insert(Use::coloured(item, colour(value)));
        }
    }
    let mut lowered = Lowered {
        cover: ExactCover::new(),
        atoms: Vec::new(),
        options: BTreeMap::new(),
        firsts: problem.integers().iter().map(|integer| *integer.domain.start()).collect(),
        booleans: problem.booleans().len(),
    };
    for (atom, uses) in uses {
        let twice = uses.iter().zip(uses.iter().skip(1)).any(|(one, next)| one.item == next.item);
        if fixed.get(&atom) == Some(&false) || dropped.contains(&atom) || twice {
            // The option is required but was removed.
            if fixed.get(&atom) == Some(&true) {
                cover.item(1, 1);
            }
            continue;
        }
        let mut uses: Vec<Use> = uses.into_iter().collect();
        if fixed.get(&atom) == Some(&true) {
            uses.push(Use::of(cover.item(1, 1)));
        }
        let option = cover.option(uses);
        lowered.atoms.push(atom);
        lowered.options.insert(atom, option);
    }
    if never {
        cover.item(1, 1);
    }
    lowered.cover = cover;
    lowered
}

/// Checks that the decision variables determine all auxiliary variables: an auxiliary variable is determined if it is
/// the only undetermined atom of an item with equal bounds.
fn determined(problem: &Problem, items: &[Bounded], fixed: &BTreeMap<Atom, bool>) -> Result<(), NotCover> {
    let decision = |atom: &Atom| match *atom {
        Atom::Boolean(variable) => problem.booleans()[variable.0 as usize].decision,
        Atom::Equals(variable, _) | Atom::AtLeast(variable, _) => problem.integers()[variable.0 as usize].decision,
    };
    let booleans = (0..problem.booleans().len()).map(|index| Atom::Boolean(BoolVar(index as u32)));
    let values = problem.integers().iter().enumerate().flat_map(|(index, integer)| {
        integer.domain.clone().map(move |value| Atom::Equals(IntVar(index as u32), value))
    });
    let mut open: BTreeSet<Atom> =
        booleans.chain(values).filter(|atom| !decision(atom) && !fixed.contains_key(atom)).collect();
    loop {
        let mut known = Vec::new();
        for item in items.iter().filter(|item| item.min == item.max) {
            if item.max == 0 {
                known.extend(item.atoms.iter().filter(|atom| open.contains(atom)));
                continue;
            }
            let mut unknown = item.atoms.iter().filter(|atom| open.contains(atom));
            if let (Some(&atom), None) = (unknown.next(), unknown.next()) {
                known.push(atom);
            }
        }
        if known.is_empty() {
            break;
        }
        open.retain(|atom| !known.contains(atom));
    }
    let name = |atom: &Atom| match *atom {
        Atom::Boolean(variable) => problem.booleans()[variable.0 as usize].name.clone(),
        Atom::Equals(variable, _) | Atom::AtLeast(variable, _) => problem.integers()[variable.0 as usize].name.clone(),
    };
    match open.first() {
        None => Ok(()),
        Some(atom) => Err(NotCover::Auxiliary(name(atom))),
    }
}

/// Terms, relation and bound of a sum over literals.
type LiteralSum = (Vec<(i64, Literal)>, Relation, i64);

/// Returns a constraint as a sum over literals.
///
/// # Errors
/// What the rule does that a cover does not support.
fn sum(constraint: &Constraint) -> Result<LiteralSum, Unfit> {
    let (when, conclusion) = constraint.conclusion();
    if !when.is_empty() {
        return Err(Unfit::Conditional);
    }
    let plain = match conclusion {
        Conclusion::Plain(plain) => plain,
        Conclusion::Global(Global::Graph(KeptGraph::Connected(_))) => return Err(Unfit::Connected),
        Conclusion::Global(Global::Graph(KeptGraph::Components(_))) => return Err(Unfit::Components),
        Conclusion::Global(Global::Regular(_)) => return Err(Unfit::Regular),
        Conclusion::Acyclic(_) => return Err(Unfit::Acyclic),
        Conclusion::Same(_) => return Err(Unfit::Same),
    };
    Ok(match &plain {
        Plain::Modular { modulus: 2, .. } => return Err(Unfit::Parity),
        Plain::Modular { .. } => return Err(Unfit::Modular),
        Plain::Clause(literals) => (literals.iter().map(|&literal| (1, literal)).collect(), Relation::AtLeast, 1),
        Plain::Sum { terms, relation, bound } => {
            let literal = |operand: Operand| match operand {
                Operand::Literal(literal) => Some(literal),
                Operand::Integer(_) => None,
            };
            let terms: Option<Vec<(i64, Literal)>> =
                terms.iter().map(|term| Some((term.coefficient, literal(term.operand)?))).collect();
            (terms.ok_or(Unfit::Integers)?, *relation, *bound)
        }
    })
}

/// Translates a constraint.
fn read(problem: &Problem, posted: &Posted) -> Result<Read, NotCover> {
    let origin = problem.origin_of(posted.origin);
    let refused = |what: Unfit| NotCover::Constraint { origin: origin.clone().into(), what };
    let (terms, relation, bound) = sum(&posted.constraint).map_err(refused)?;
    let Recognised { units, shape } = recognise(&terms, relation, bound);
    let mut read = Read { units, ..Read::default() };
    let (min, max, literals) = match shape {
        Shape::True => (0, usize::MAX, Vec::new()),
        Shape::False => {
            read.never = true;
            (0, usize::MAX, Vec::new())
        }
        // The normal form of a clause may have a single literal.
        Shape::Clause(literals) if literals.len() == 1 => {
            read.units.extend(literals);
            (0, usize::MAX, Vec::new())
        }
        Shape::Clause(literals) => (1, usize::MAX, literals),
        Shape::AtMostOne(literals) => (0, 1, literals),
        Shape::ExactlyOne(literals) => (1, 1, literals),
        Shape::AtMost(number, literals) => (0, number, literals),
        Shape::Exactly(number, literals) => (number, number, literals),
        Shape::PseudoBoolean { .. } => return Err(refused(Unfit::Coefficients)),
    };
    let order = |literal: &Literal| matches!(literal.atom, Atom::AtLeast(..));
    if read.units.iter().chain(&literals).any(order) {
        return Err(refused(Unfit::Comparison));
    }
    // Literals for values outside the domain are false.
    let impossible = |atom: Atom| match atom {
        Atom::Equals(variable, value) => !problem.integers()[variable.0 as usize].domain.contains(&value),
        _ => false,
    };
    read.never |= read.units.iter().any(|unit| impossible(unit.atom) && !unit.negated);
    read.units.retain(|unit| !impossible(unit.atom));
    if let ([one, other], (1, usize::MAX)) = (&literals[..], (min, max)) {
        let (from, to) = if one.negated { (one, other) } else { (other, one) };
        if let (Atom::Boolean(boolean), true, Atom::Equals(integer, value), false) =
            (from.atom, from.negated, to.atom, to.negated)
        {
            read.implied = Some((boolean, integer, value));
            return Ok(read);
        }
    }
    let size = literals.len();
    if size == 0 {
        return Ok(read);
    }
    let negated = literals.iter().filter(|literal| literal.negated).count();
    let (min, max) = match negated {
        0 => (min, max.min(size)),
        // The bounds count false literals; the other ones are true.
        _ if negated == size => (size.saturating_sub(max), size - min),
        _ => return Err(refused(Unfit::BothSigns)),
    };
    // Atoms for values outside the domain count 0.
    let atoms: Vec<Atom> = literals.iter().map(|literal| literal.atom).filter(|&atom| !impossible(atom)).collect();
    read.bounded = Some(Bounded { atoms, min, max });
    Ok(read)
}

/// Returns whether a problem is a plain cover, for which exact cover engines are best suited: every required constraint
/// is exactly-one or at-most-one over variables, or a unit.
///
/// # Errors
/// The limit that was reached.
pub fn is_plain(problem: &Problem, budget: &Budget) -> Result<bool, Stop> {
    let plain = |posted: &Posted| match read(problem, posted) {
        Ok(read) => read.implied.is_none() && read.bounded.is_none_or(|bounded| bounded.max <= 1),
        Err(_) => false,
    };
    let mut some = false;
    for posted in problem.constraints().iter().filter(|posted| posted.role == Role::Required) {
        budget.check()?;
        some = plain(posted);
        if !some {
            break;
        }
    }
    Ok(some)
}

/// Returns whether a problem is a covering of bounded size: every required constraint demands at least one of its variables or is
/// plain (see [`is_plain`]), but for one, which bounds how many of the variables that are demanded are true. The engine
/// proves early that what is left to cover requires more.
///
/// # Errors
/// The limit that was reached.
pub fn is_covering(problem: &Problem, budget: &Budget) -> Result<bool, Stop> {
    let (mut demanded, mut bound) = (BTreeSet::new(), None);
    for posted in problem.constraints().iter().filter(|posted| posted.role == Role::Required) {
        budget.check()?;
        let Ok(Read { implied: None, bounded, .. }) = read(problem, posted) else { return Ok(false) };
        let Some(Bounded { atoms, min, max }) = bounded else { continue };
        if min == 1 && max == atoms.len() {
            demanded.extend(atoms);
        } else if max > 1 && bound.replace((atoms, max)).is_some() {
            return Ok(false);
        }
    }
    Ok(bound.is_some_and(|(atoms, max)| {
        let atoms: BTreeSet<Atom> = atoms.into_iter().collect();
        max < atoms.len() && !demanded.is_empty() && demanded.is_subset(&atoms)
    }))
}

#[cfg(test)]
mod tests;
