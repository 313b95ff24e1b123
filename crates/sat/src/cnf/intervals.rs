//! Intervals of values that are split when a model uses them; see [`boardwright_ir::constraint::intervals`].
//!
//! A formula starts with one interval, and a literal for each vertex that it has one of the values. If a model has a component
//! with such a literal, the interval is split at the weight of the component: below it, the weight itself, above it. The parts
//! have variables, clauses and demands of their own. A part with one value is that value, so a model without longer parts is a
//! solution.
//!
//! ```text
//! 9..660   a component of 12 cells   9..11 | 12 | 13..660
//! ```
//!
//! Imports the formula and the IR. Start with `Intervals::split`.

use super::graph::{Demand, Edge, GraphConstraint, Measure};
use super::{Cnf, Lit};
use boardwright_ir::constraint::intervals::Merged;
use boardwright_ir::constraint::{self, Atom, BoolVar, Literal};
use std::collections::BTreeSet;
use std::ops::Range;

/// The merged values of a formula.
#[derive(Clone)]
pub struct Intervals {
    /// The graph of the components, without demands.
    graph: GraphConstraint,
    /// The weights that the values demand, ascending.
    weights: Vec<i64>,
    /// By vertex, its values in the order of the weights; empty if it has none of them.
    values: Vec<Vec<BoolVar>>,
    /// By variable of the problem.
    forms: Vec<Form>,
    /// Pairs of vertices, and the literal that makes their values the same.
    same: Vec<(Lit, [usize; 2])>,
    /// The intervals left.
    parts: Vec<Part>,
    /// The values that are no longer in an interval, and their literals.
    settled: Vec<(BoolVar, Lit)>,
}

/// How a formula has a variable of the problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As the variable with its number.
    Own,
    /// As this literal; its own variable is false.
    Literal(Lit),
    /// In an interval.
    Unused,
}

/// An interval.
#[derive(Clone)]
struct Part {
    /// Indices of weights: at least two.
    weights: Range<usize>,
    /// By vertex, the literal that it has one of the values.
    any: Vec<Option<Lit>>,
}

/// Returns the literal of the formula; `None` for literals of integers.
fn literal(literal: Literal) -> Option<Lit> {
    match literal.atom {
        Atom::Boolean(variable) => Some(Lit::new(variable.0, literal.negated)),
        Atom::Equals(..) | Atom::AtLeast(..) => None,
    }
}

impl Intervals {
    /// Returns the interval of a relaxation whose variables have the same numbers in the formula. Its values are false from
    /// now on; others stand for those that are used.
    pub(crate) fn new(merged: &Merged, cnf: &mut Cnf) -> Intervals {
        let vertices = merged.graph.vertices.len();
        let edge = |edge: &constraint::Edge| {
            let ends = edge.ends.map(|end| end as u32);
            (ends[0] != ends[1]).then(|| Edge { ends, when: edge.when.and_then(literal) })
        };
        let mut values = vec![Vec::new(); vertices];
        let mut any = vec![None; vertices];
        let mut forms = vec![Form::Own; cnf.variables()];
        for vertex in &merged.vertices {
            any[vertex.number] = Some(Lit::new(vertex.any.0, false));
            values[vertex.number] = vertex.values.clone();
            for &variable in &vertex.values {
                forms[variable.0 as usize] = Form::Unused;
                cnf.add(&[Lit::new(variable.0, true)]);
            }
        }
        Intervals {
            graph: GraphConstraint {
                vertices: vec![None; vertices],
                edges: merged.graph.edges.iter().filter_map(edge).collect(),
                connected: false,
                measures: Vec::new(),
            },
            weights: merged.weights.clone(),
            values,
            forms,
            same: merged.same.iter().filter_map(|&(equal, pair)| Some((literal(equal)?, pair))).collect(),
            parts: vec![Part { weights: 0..merged.weights.len(), any }],
            settled: Vec::new(),
        }
    }

    /// Returns how the formula has a variable of the problem.
    pub(super) fn form(&self, variable: u32) -> Form {
        self.forms.get(variable as usize).copied().unwrap_or(Form::Own)
    }

    /// Splits the intervals that a model uses, at the weights of its components. Returns whether there were any; otherwise
    /// completes the model, which is then a solution.
    pub(super) fn split(&mut self, model: &mut [bool], cnf: &mut Cnf, graphs: &mut Vec<GraphConstraint>) -> bool {
        let components = self.components(model);
        let mut at: Vec<BTreeSet<i64>> = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let used = part.any.iter().zip(&components).filter(|(any, _)| any.is_some_and(|any| any.holds_in(model)));
            at.push(used.map(|(_, &weight)| weight).collect());
        }
        if at.iter().all(BTreeSet::is_empty) {
            for &(variable, literal) in &self.settled {
                model[variable.0 as usize] = literal.holds_in(model);
            }
            return false;
        }
        for (part, at) in std::mem::take(&mut self.parts).into_iter().zip(at) {
            self.replace(part, &at, cnf, graphs);
        }
        true
    }

    /// Splits the interval of a variable, if it is a value in one, so that it has a literal.
    pub(super) fn isolate(&mut self, variable: BoolVar, cnf: &mut Cnf, graphs: &mut Vec<GraphConstraint>) {
        if self.form(variable.0) != Form::Unused {
            return;
        }
        let own = |own: &Vec<BoolVar>| own.iter().position(|&value| value == variable);
        let Some(index) = self.values.iter().find_map(own) else { return };
        let Some(place) = self.parts.iter().position(|part| part.weights.contains(&index)) else { return };
        let part = self.parts.swap_remove(place);
        self.replace(part, &BTreeSet::from([self.weights[index]]), cnf, graphs);
    }

    /// Returns for each vertex and interval the literal that it has one of the values, and the values.
    pub(super) fn unused(&self) -> impl Iterator<Item = (Lit, &[BoolVar])> {
        self.parts.iter().flat_map(|part| {
            let own = part.any.iter().zip(&self.values);
            own.filter_map(|(any, own)| Some(((*any)?, &own[part.weights.clone()])))
        })
    }

    /// Returns for each vertex the number of vertices in its component.
    fn components(&self, model: &[bool]) -> Vec<i64> {
        let mut near = vec![Vec::new(); self.graph.vertices.len()];
        for edge in &self.graph.edges {
            if edge.when.is_none_or(|when| when.holds_in(model)) {
                let [a, b] = edge.ends.map(|end| end as usize);
                near[a].push(b);
                near[b].push(a);
            }
        }
        let mut sizes = vec![0; near.len()];
        for start in 0..near.len() {
            if sizes[start] > 0 {
                continue;
            }
            sizes[start] = 1;
            let mut members = vec![start];
            let mut head = 0;
            while let Some(&one) = members.get(head) {
                head += 1;
                for &other in &near[one] {
                    if sizes[other] == 0 {
                        sizes[other] = 1;
                        members.push(other);
                    }
                }
            }
            members.iter().for_each(|&member| sizes[member] = members.len() as i64);
        }
        sizes
    }

    /// Replaces an interval by its parts below, at and above some weights.
    fn replace(&mut self, part: Part, at: &BTreeSet<i64>, cnf: &mut Cnf, graphs: &mut Vec<GraphConstraint>) {
        if at.is_empty() {
            return self.parts.push(part);
        }
        let group = |index: &usize| {
            let weight = self.weights[*index];
            (at.range(..weight).count(), at.contains(&weight))
        };
        let indices: Vec<usize> = part.weights.clone().collect();
        let pieces: Vec<Range<usize>> =
            indices.chunk_by(|a, b| group(a) == group(b)).map(|piece| piece[0]..piece[0] + piece.len()).collect();
        let mut any_of: Vec<Vec<Option<Lit>>> = Vec::with_capacity(pieces.len());
        for _ in &pieces {
            any_of.push(part.any.iter().map(|any| any.map(|_| cnf.variable())).collect());
        }
        for (vertex, any) in part.any.iter().enumerate() {
            let Some(any) = *any else { continue };
            let of_pieces: Vec<Lit> = any_of.iter().filter_map(|any| any[vertex]).collect();
            cnf.add(&[&[!any], &of_pieces[..]].concat());
            for (index, &one) in of_pieces.iter().enumerate() {
                cnf.add(&[!one, any]);
                of_pieces[..index].iter().for_each(|&other| cnf.add(&[!one, !other]));
            }
        }
        let mut demands = Vec::new();
        for (piece, any) in pieces.iter().zip(&any_of) {
            for &(equal, [a, b]) in &self.same {
                let (Some(a), Some(b)) = (any[a], any[b]) else { continue };
                cnf.add(&[!equal, !a, b]);
                cnf.add(&[!equal, a, !b]);
                if piece.len() == 1 {
                    cnf.add(&[!a, !b, equal]);
                }
            }
            let (least, most) = (self.weights[piece.start], self.weights[piece.end - 1]);
            for (vertex, any) in (0..).zip(any) {
                if any.is_some() {
                    demands.push(Demand { vertex, when: *any, least, most });
                }
            }
        }
        let vertices = self.values.len();
        let measure = Measure { weights: vec![1; vertices], demands, complete: vec![false; vertices] };
        graphs.push(GraphConstraint { measures: vec![measure], ..self.graph.clone() });
        for (weights, any) in pieces.into_iter().zip(any_of) {
            if weights.len() > 1 {
                self.parts.push(Part { weights, any });
                continue;
            }
            for (own, literal) in self.values.iter().zip(any) {
                let Some(literal) = literal else { continue };
                self.forms[own[weights.start].0 as usize] = Form::Literal(literal);
                self.settled.push((own[weights.start], literal));
            }
        }
    }
}
