//! Intervals of values: values that only demand the weight of their component, merged into one.
//!
//! In a Fillomino the value of a cell is the size of its component. Hundreds of values are possible in a blank area, and few of
//! them occur. Values above `Merging::least` that no clue and no other rule names are therefore merged: one variable for each vertex
//! says that it has one of them, and its component weighs between the least and the greatest. [`merged`] returns this
//! relaxation, a smaller problem that every solution satisfies. If a component has a value of the interval, the interval is
//! split at the weight of the component (`cnf::intervals`).
//!
//! ```text
//! 1 2 ... 8 | 9 ... 660   a cell has a value up to 8, or one of the interval: its component has 9 to 660 cells
//! ```
//!
//! Imports the IR. Start with [`merged`].

use super::{
    Atom, BoolVar, Boolean, Constraint, Demand, Graph, Literal, Measure, Operand, Problem, Relation, Roles, Same, Term,
};
use boardwright_base::budget::{Budget, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// Which values are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merging {
    /// Values up to this one are not merged: small components are common.
    pub least: i64,
    /// The least number of values worth merging.
    pub fewest: usize,
}

impl Merging {
    /// What all problems are merged by.
    pub const USUAL: Merging = Merging { least: 8, fewest: 8 };
}

/// The relaxation of a problem.
pub struct Merged {
    /// The relaxation, with the same variables and further auxiliary ones. Merged values occur in no constraint; names are
    /// left out.
    pub problem: Problem,
    /// The graph of the components; its vertices are always present, and its conditions are Boolean.
    pub graph: Graph,
    /// The weights that the merged values demand, ascending.
    pub weights: Vec<i64>,
    /// The vertices that have these values.
    pub vertices: Vec<Vertex>,
    /// Pairs of vertices of the graph, and the literal that makes their values the same.
    pub same: Vec<(Literal, [usize; 2])>,
}

/// A vertex whose values are merged.
pub struct Vertex {
    /// Its number in the graph.
    pub number: usize,
    /// The variable that is true if it has one of the values.
    pub any: BoolVar,
    /// The variable of each value, in the order of the weights.
    pub values: Vec<BoolVar>,
}

/// The value that a variable stands for: the index of its vertex, and of the weight that it demands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Value {
    vertex: u32,
    weight: u32,
}

/// The values of the vertices of a graph.
struct Values {
    /// By variable.
    of: Vec<Option<Value>>,
    /// By vertex and weight.
    variables: Vec<Vec<Option<BoolVar>>>,
    weights: Vec<i64>,
    /// By variable: the number of its occurrences that are not accounted for.
    strange: Vec<u32>,
    /// By vertex: the constraint that it has exactly one value.
    sums: Vec<Option<usize>>,
}

/// Returns the relaxation with merged values, if there are enough values to merge.
///
/// # Errors
/// The limit that was reached.
pub fn merged(problem: &Problem, roles: Roles, merging: Merging, budget: &Budget) -> Result<Option<Merged>, Stop> {
    for (index, posted) in problem.constraints.iter().enumerate().filter(|(_, posted)| roles.keep(posted.role)) {
        let Constraint::Components(components) = &posted.constraint else { continue };
        let graph = &components.graph;
        if graph.vertices.iter().any(Option::is_some) || !graph.edges.iter().flat_map(|edge| &edge.when).all(is_boolean)
        {
            continue;
        }
        for (number, measure) in components.measures.iter().enumerate() {
            if let Some(mut values) = Values::new(problem, measure, merging) {
                budget.check()?;
                values.account(problem, measure);
                budget.check()?;
                if let Some(chosen) = values.chosen(merging) {
                    return Ok(values.relaxed(problem, [index, number], &chosen));
                }
            }
        }
    }
    Ok(None)
}

fn is_boolean(literal: &Literal) -> bool {
    matches!(literal.atom, Atom::Boolean(_))
}

/// Returns the variable of a positive Boolean literal.
fn variable(literal: Literal) -> Option<BoolVar> {
    match literal {
        Literal { atom: Atom::Boolean(variable), negated: false } => Some(variable),
        _ => None,
    }
}

/// Returns the variables of a sum that requires exactly one of them.
fn exactly_one(constraint: &Constraint) -> Option<Vec<BoolVar>> {
    let Constraint::Sum { terms, relation: Relation::Equal, bound: 1 } = constraint else { return None };
    let only = |term: &Term| match *term {
        Term { coefficient: 1, operand: Operand::Literal(literal) } => variable(literal),
        _ => None,
    };
    terms.iter().map(only).collect()
}

impl Values {
    /// Returns the values that demand a weight, if there are enough of them.
    fn new(problem: &Problem, measure: &Measure, merging: Merging) -> Option<Values> {
        let demand = |demand: &Demand| match demand {
            Demand { relation: Relation::Equal, when: Some(when), .. } => Some((demand.vertex, variable(*when)?)),
            _ => None,
        };
        let demands = || measure.demands.iter().filter_map(|one| Some((demand(one)?, one.bound)));
        let weights: BTreeSet<i64> = demands().map(|(_, bound)| bound).collect();
        if measure.weights.iter().any(|&weight| weight != 1)
            || weights.range(merging.least + 1..).count() < merging.fewest
        {
            return None;
        }
        let numbers: BTreeMap<i64, usize> =
            weights.iter().enumerate().map(|(index, &weight)| (weight, index)).collect();
        let mut values = Values {
            of: vec![None; problem.booleans.len()],
            variables: vec![Vec::new(); measure.weights.len()],
            weights: weights.into_iter().collect(),
            strange: vec![0; problem.booleans.len()],
            sums: vec![None; measure.weights.len()],
        };
        for ((vertex, variable), bound) in demands() {
            let weight = numbers[&bound];
            let own = &mut values.variables[vertex];
            own.resize(values.weights.len(), None);
            own[weight] = Some(variable);
            values.of[variable.0 as usize] = Some(Value { vertex: vertex as u32, weight: weight as u32 });
        }
        Some(values)
    }

    /// Counts the occurrences of each variable outside its demand, the constraint that its vertex has one value, and
    /// comparisons with the same values of other vertices.
    fn account(&mut self, problem: &Problem, measure: &Measure) {
        for posted in &problem.constraints {
            posted.constraint.each_literal(&mut |literal| self.count(literal, 1));
        }
        for term in problem.objective.iter().flat_map(|objective| &objective.terms) {
            if let Operand::Literal(literal) = term.operand {
                self.count(literal, 1);
            }
        }
        measure.demands.iter().filter_map(|demand| demand.when).for_each(|when| self.count(when, -1));
        for (index, posted) in problem.constraints.iter().enumerate() {
            if let Some(variables) = exactly_one(&posted.constraint) {
                for variable in variables {
                    let Some(Value { vertex, .. }) = self.of[variable.0 as usize] else { continue };
                    if *self.sums[vertex as usize].get_or_insert(index) == index {
                        self.count(variable.into(), -1);
                    }
                }
            } else if let Constraint::Same(same) = &posted.constraint
                && let Some(pair) = self.compared(same)
            {
                for place in same.places() {
                    if self.pair(place).is_some_and(|(found, _)| found == pair) {
                        place.into_iter().for_each(|literal| self.count(literal, -1));
                    }
                }
            }
        }
    }

    fn count(&mut self, literal: Literal, by: i32) {
        if let Atom::Boolean(variable) = literal.atom {
            let strange = &mut self.strange[variable.0 as usize];
            *strange = strange.wrapping_add_signed(by);
        }
    }

    /// Returns the vertices and the weight if two literals are the same value of two vertices.
    fn pair(&self, place: [Literal; 2]) -> Option<([usize; 2], usize)> {
        let [one, other] = place.map(|literal| variable(literal).and_then(|variable| self.of[variable.0 as usize]));
        let (one, other) = (one?, other?);
        (one.weight == other.weight).then(|| ([one, other].map(|value| value.vertex as usize), one.weight as usize))
    }

    /// Returns the two vertices whose values are compared.
    fn compared(&self, same: &Same) -> Option<[usize; 2]> {
        same.places().find_map(|place| self.pair(place)).map(|(vertices, _)| vertices)
    }

    /// Returns the weights whose values can be merged: every vertex with values has them, and nothing else uses them.
    fn chosen(&self, merging: Merging) -> Option<Vec<bool>> {
        let of_vertices = || self.variables.iter().enumerate().filter(|(_, own)| !own.is_empty());
        let merges = |weight: usize| {
            self.weights[weight] > merging.least
                && of_vertices().all(|(vertex, own)| {
                    own[weight].is_some_and(|variable| self.strange[variable.0 as usize] == 0)
                        && self.sums[vertex].is_some()
                })
        };
        let chosen: Vec<bool> = (0..self.weights.len()).map(merges).collect();
        (chosen.iter().filter(|&&chosen| chosen).count() >= merging.fewest).then_some(chosen)
    }

    /// Returns the relaxation in which the chosen weights are one interval; `None` if a comparison leaves some of them out.
    fn relaxed(&self, problem: &Problem, [index, number]: [usize; 2], chosen: &[bool]) -> Option<Merged> {
        let is_merged = |literal: Literal| {
            let value = variable(literal).and_then(|variable| self.of[variable.0 as usize]);
            value.is_some_and(|value| chosen[value.weight as usize])
        };
        let Constraint::Components(components) = &problem.constraints[index].constraint else { return None };
        let weights: Vec<i64> = self.weights.iter().zip(chosen).filter(|one| *one.1).map(|one| *one.0).collect();
        let nameless = |boolean: &Boolean| Boolean { name: String::new(), ..*boolean };
        let mut relaxed = Problem {
            booleans: problem.booleans.iter().map(nameless).collect(),
            integers: problem.integers.clone(),
            origins: problem.origins.clone(),
            objective: problem.objective.clone(),
            ..Problem::new()
        };
        let mut vertices = Vec::new();
        let mut places = vec![None; self.variables.len()];
        let mut any_of_sum: BTreeMap<usize, BoolVar> = BTreeMap::new();
        for (vertex, own) in self.variables.iter().enumerate().filter(|(_, own)| !own.is_empty()) {
            let any = relaxed.auxiliary("");
            places[vertex] = Some(vertices.len());
            any_of_sum.insert(self.sums[vertex]?, any);
            let values: Option<Vec<BoolVar>> = own.iter().zip(chosen).filter(|one| *one.1).map(|one| *one.0).collect();
            vertices.push(Vertex { number: vertex, any, values: values? });
        }
        let mut same = Vec::new();
        for (at, posted) in problem.constraints.iter().enumerate() {
            let constraint = match &posted.constraint {
                Constraint::Sum { terms, relation, bound } if any_of_sum.contains_key(&at) => {
                    let other = |term: &&Term| !matches!(term.operand, Operand::Literal(one) if is_merged(one));
                    let any = Term::literal(1, any_of_sum[&at]);
                    let terms = terms.iter().filter(other).copied().chain([any]).collect();
                    Constraint::Sum { terms, relation: *relation, bound: *bound }
                }
                Constraint::Same(one) => match one.places().filter(|place| place.iter().any(|&l| is_merged(l))).count()
                {
                    0 => posted.constraint.clone(),
                    count if count == weights.len() && is_boolean(&one.equal) => {
                        same.push((one.equal, self.compared(one)?));
                        let list = |list: &[Literal]| list.iter().copied().filter(|&l| !is_merged(l)).collect();
                        let lists = [list(&one.lists[0]), list(&one.lists[1])];
                        Constraint::Same(Same { equal: one.equal, lists })
                    }
                    _ => return None,
                },
                Constraint::Components(components) if at == index => {
                    let mut components = components.clone();
                    let demands = &mut components.measures[number].demands;
                    demands.retain(|demand| !demand.when.is_some_and(is_merged));
                    for (vertex, any) in places.iter().enumerate() {
                        let Some(any) = any.map(|place: usize| vertices[place].any.into()) else { continue };
                        let bounds = [(Relation::AtLeast, weights.first()), (Relation::AtMost, weights.last())];
                        for (relation, bound) in bounds {
                            demands.push(Demand { vertex, when: Some(any), relation, bound: *bound? });
                        }
                    }
                    Constraint::Components(components)
                }
                other => other.clone(),
            };
            relaxed.constraints.push(super::Posted { constraint, ..*posted });
        }
        for &(equal, pair) in &same {
            let [one, other] = pair.map(|vertex| places[vertex].map(|place: usize| Literal::from(vertices[place].any)));
            let (one, other) = (one?, other?);
            let origin = problem.constraints[index].origin;
            relaxed.post(origin, Constraint::clause([!equal, !one, other]));
            relaxed.post(origin, Constraint::clause([!equal, one, !other]));
        }
        Some(Merged { problem: relaxed, graph: components.graph.clone(), weights, vertices, same })
    }
}
