//! Labels that spread along the edges of a graph, such as the numbers that a path joins: auxiliary variables at the vertices,
//! equal at both ends of a present edge and fixed at some vertices.
//!
//! Labels exist if and only if no path of present edges joins a vertex where a label is true to one where it is false. So the
//! vertices with fixed labels get colours, no component has two of them, and the variables disappear: a search that guesses
//! labels has many states for one set of edges. Start with [`extract`].

use super::definitions::{Definitions, of};
use super::rules::Rules;
use boardwright_ir::constraint::{Assignment, Atom, BoolVar, Graph, Literal, Operand, Problem};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The labels of a graph.
#[derive(Debug, Clone)]
pub(super) struct Labels {
    graph: Graph,
    spreads: Vec<Spread>,
}

/// One label in one part of the graph.
#[derive(Debug, Clone, Default)]
struct Spread {
    /// By vertex, the variable.
    variables: BTreeMap<usize, BoolVar>,
    /// By vertex beside them, the value.
    fixed: BTreeMap<usize, bool>,
    /// By edge, the clauses that were met.
    clauses: HashMap<usize, u8>,
}

/// From the first end of an edge to the second one; from the second one to the first one; to a vertex with a fixed label.
const ALONG: [u8; 3] = [1, 2, 4];

/// A clause that spreads labels: the edge, and the literals of labels.
type Spreading = (usize, Vec<Literal>);

impl Labels {
    /// Sets the variables of the labels.
    pub(super) fn complete(&self, assignment: &mut Assignment) {
        let component_of = self.graph.components(assignment);
        for spread in &self.spreads {
            let holds = spread.fixed.iter().filter(|(_, holds)| **holds);
            let labelled: HashSet<usize> = holds.filter_map(|(&vertex, _)| component_of[vertex]).collect();
            for (&vertex, variable) in &spread.variables {
                let holds = component_of[vertex].is_some_and(|component| labelled.contains(&component));
                assignment.booleans[variable.0 as usize] = holds;
            }
        }
    }
}

/// Drops from clauses the literals that imply another one of the clause, by a definition.
fn shorten(rules: &mut Rules<'_>, definitions: &Definitions) {
    for clause in &mut rules.clauses {
        let implies = |literal: &Literal| {
            let definition = of(definitions, *literal).filter(|definition| definition.whole == *literal);
            definition.is_some_and(|definition| definition.parts.iter().any(|part| clause.contains(part)))
        };
        if clause.iter().any(implies) {
            let kept = clause.iter().copied().filter(|literal| !implies(literal)).collect();
            *clause = kept;
        }
    }
    rules.tidy();
}

/// Takes labels out of the rules, as colours of the first graph with measures and edges of their own; `None` if there are none.
pub(super) fn extract(problem: &Problem, rules: &mut Rules<'_>, definitions: &Definitions) -> Option<Labels> {
    let index = rules.graphs.iter().position(|rule| !rule.measures.is_empty())?;
    shorten(rules, definitions);
    let graph = rules.graphs[index].graph;
    let mut edges: HashMap<Literal, usize> = HashMap::new();
    for (number, edge) in graph.edges.iter().enumerate() {
        if edge.ends[0] == edge.ends[1] || edges.insert(edge.when?, number).is_some() {
            return None;
        }
    }
    let (open, spreading) = candidates(problem, rules, definitions, &edges);
    let vertices = located(graph, &spreading)?;
    let spreads = spreads(graph, &spreading, &vertices)?;
    let absent = absent(rules, &edges);
    if spreads.is_empty() || !spreads.iter().all(|spread| is_complete(spread, graph, &absent)) {
        return None;
    }
    let colours = colours(graph, &spreads, &absent)?;
    rules.clauses.retain(|clause| !clause.iter().any(|&literal| boolean(literal).is_some_and(|it| open.contains(&it))));
    rules.graphs[index].colours = colours;
    Some(Labels { graph: graph.clone(), spreads })
}

fn boolean(literal: Literal) -> Option<BoolVar> {
    match literal.atom {
        Atom::Boolean(variable) => Some(variable),
        Atom::Equals(..) | Atom::AtLeast(..) => None,
    }
}

/// Returns the edges that a unit clause forbids.
fn absent(rules: &Rules<'_>, edges: &HashMap<Literal, usize>) -> HashSet<usize> {
    let units = rules.clauses.iter().filter(|clause| clause.len() == 1);
    units.filter_map(|clause| edges.get(&!clause[0]).copied()).collect()
}

/// Returns the auxiliary variables that occur only in clauses that spread labels, and these clauses.
fn candidates(
    problem: &Problem,
    rules: &Rules<'_>,
    definitions: &Definitions,
    edges: &HashMap<Literal, usize>,
) -> (HashSet<BoolVar>, Vec<Spreading>) {
    let booleans = problem.booleans().iter().enumerate().filter(|(_, boolean)| !boolean.decision);
    let mut open: HashSet<BoolVar> = booleans.map(|(index, _)| BoolVar(index as u32)).collect();
    let mut close = |literal: Literal| {
        boolean(literal).into_iter().for_each(|variable| {
            open.remove(&variable);
        });
    };
    for sum in &rules.sums {
        sum.when.iter().copied().for_each(&mut close);
        for term in &sum.terms {
            if let Operand::Literal(literal) = term.operand {
                close(literal);
            }
        }
    }
    for word in &rules.words {
        word.when.iter().chain(word.regular.sequence.iter().flatten()).copied().for_each(&mut close);
    }
    for rule in &rules.graphs {
        let demands = rule.measures.iter().flat_map(|measure| &measure.demands).filter_map(|demand| demand.when);
        let literals = rule.graph.vertices.iter().flatten().copied();
        literals.chain(rule.graph.edges.iter().filter_map(|edge| edge.when)).chain(demands).for_each(&mut close);
    }
    for definition in definitions.values() {
        definition.parts.iter().chain([&definition.whole]).copied().for_each(&mut close);
    }
    if let Some(objective) = problem.objective() {
        for term in &objective.terms {
            if let Operand::Literal(literal) = term.operand {
                close(literal);
            }
        }
    }
    loop {
        let before = open.len();
        let mut spreading = Vec::new();
        for clause in &rules.clauses {
            let is_open = |literal: &&Literal| boolean(**literal).is_some_and(|variable| open.contains(&variable));
            let labels: Vec<Literal> = clause.iter().filter(is_open).copied().collect();
            if labels.is_empty() {
                continue;
            }
            let mut others = clause.iter().filter(|literal| !labels.contains(literal));
            let edge = others.next().and_then(|&other| edges.get(&!other));
            let opposite = labels.len() == 1 || labels.len() == 2 && labels[0].negated != labels[1].negated;
            match edge.filter(|_| others.next().is_none() && opposite) {
                Some(&edge) => spreading.push((edge, labels)),
                None => labels.into_iter().filter_map(boolean).for_each(|variable| {
                    open.remove(&variable);
                }),
            }
        }
        if open.len() == before {
            return (open, spreading);
        }
    }
}

/// Returns the vertex of each label: the common end of its edges. `None` if that is not clear.
fn located(graph: &Graph, spreading: &[Spreading]) -> Option<HashMap<BoolVar, usize>> {
    let mut ends: BTreeMap<BoolVar, BTreeSet<usize>> = BTreeMap::new();
    for (edge, labels) in spreading {
        for variable in labels.iter().filter_map(|&label| boolean(label)) {
            let own = BTreeSet::from(graph.edges[*edge].ends);
            let common = ends.get(&variable).map_or_else(|| own.clone(), |known| known & &own);
            ends.insert(variable, common);
        }
    }
    let mut vertices: HashMap<BoolVar, usize> = HashMap::new();
    for (&variable, common) in &ends {
        match common.len() {
            0 => return None,
            1 => vertices.extend(common.first().map(|&vertex| (variable, vertex))),
            _ => {}
        }
    }
    // At the end of a blind alley there is one edge.
    for (edge, labels) in spreading {
        let variables: Vec<BoolVar> = labels.iter().filter_map(|&label| boolean(label)).collect();
        let [a, b] = graph.edges[*edge].ends;
        if let [one, other] = variables[..] {
            for (known, open) in [(one, other), (other, one)] {
                if let (Some(&vertex), None) = (vertices.get(&known), vertices.get(&open)) {
                    vertices.insert(open, if vertex == a { b } else { a });
                }
            }
        }
    }
    ends.keys().all(|variable| vertices.contains_key(variable)).then_some(vertices)
}

/// Returns the labels by connected sets of variables.
fn spreads(graph: &Graph, spreading: &[Spreading], vertices: &HashMap<BoolVar, usize>) -> Option<Vec<Spread>> {
    let order: BTreeSet<BoolVar> = vertices.keys().copied().collect();
    let places: HashMap<BoolVar, usize> =
        order.iter().enumerate().map(|(place, &variable)| (variable, place)).collect();
    let mut roots = Roots::new(order.len());
    for (_, labels) in spreading {
        if let [Some(one), Some(other)] = [labels.first(), labels.get(1)].map(|label| label.copied().and_then(boolean))
        {
            roots.join(places[&one], places[&other]);
        }
    }
    let mut spreads: BTreeMap<usize, Spread> = BTreeMap::new();
    for &variable in &order {
        let spread = spreads.entry(roots.of(places[&variable])).or_default();
        if spread.variables.insert(vertices[&variable], variable).is_some() {
            return None;
        }
    }
    for (edge, labels) in spreading {
        let first = labels[0];
        let spread = spreads.get_mut(&roots.of(places[&boolean(first)?]))?;
        let [a, b] = graph.edges[*edge].ends;
        let at = |label: Literal| Some(vertices[&boolean(label)?]);
        let met = match labels[..] {
            [one, other] => {
                let (from, to) = if one.negated { (one, other) } else { (other, one) };
                match (at(from)?, at(to)?) {
                    ends if ends == (a, b) => ALONG[0],
                    ends if ends == (b, a) => ALONG[1],
                    _ => return None,
                }
            }
            _ => {
                let end = if at(first)? == a { b } else { a };
                if *spread.fixed.entry(end).or_insert(!first.negated) == first.negated {
                    return None;
                }
                ALONG[2]
            }
        };
        *spread.clauses.entry(*edge).or_default() |= met;
    }
    Some(spreads.into_values().collect())
}

/// Returns whether the clauses spread the label along every edge that can be present.
fn is_complete(spread: &Spread, graph: &Graph, absent: &HashSet<usize>) -> bool {
    graph.edges.iter().enumerate().filter(|(number, _)| !absent.contains(number)).all(|(number, edge)| {
        let ends = edge.ends.map(|end| spread.variables.contains_key(&end));
        let fixed = edge.ends.iter().all(|end| {
            ends == [true; 2] || !spread.variables.contains_key(end) || {
                let other = edge.ends[usize::from(edge.ends[0] == *end)];
                spread.fixed.contains_key(&other)
            }
        });
        let wanted = match ends {
            [true, true] => ALONG[0] | ALONG[1],
            [false, false] => 0,
            _ => ALONG[2],
        };
        fixed && spread.clauses.get(&number).copied().unwrap_or(0) == wanted
    })
}

/// Returns the colours of the vertices with fixed labels, so that two have different ones exactly if a label that can spread
/// from one to the other differs; `None` if there are no such colours.
fn colours(graph: &Graph, spreads: &[Spread], absent: &HashSet<usize>) -> Option<Vec<u32>> {
    let mut roots = Roots::new(graph.vertices.len());
    // By the vertices of the variables: the labels there.
    let mut regions: BTreeMap<Vec<usize>, Vec<&Spread>> = BTreeMap::new();
    for spread in spreads {
        regions.entry(spread.variables.keys().copied().collect()).or_default().push(spread);
    }
    let mut met = HashSet::new();
    if !regions.keys().flatten().all(|vertex| met.insert(*vertex)) {
        return None;
    }
    let mut different: Vec<[usize; 2]> = Vec::new();
    for labels in regions.values() {
        let around: Vec<usize> = labels[0].fixed.keys().copied().collect();
        if labels.iter().any(|label| !label.fixed.keys().eq(&around))
            || around.iter().any(|vertex| met.contains(vertex))
        {
            return None;
        }
        let of = |vertex: usize| labels.iter().map(|label| label.fixed[&vertex]).collect::<Vec<bool>>();
        let mut firsts: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
        for &vertex in &around {
            roots.join(*firsts.entry(of(vertex)).or_insert(vertex), vertex);
        }
        let firsts: Vec<usize> = firsts.into_values().collect();
        different
            .extend(firsts.iter().enumerate().flat_map(|(at, &one)| firsts[..at].iter().map(move |&it| [one, it])));
    }
    let fixed: BTreeSet<usize> = spreads.iter().flat_map(|spread| spread.fixed.keys().copied()).collect();
    for (number, edge) in graph.edges.iter().enumerate() {
        if !absent.contains(&number) && edge.ends.iter().all(|end| !met.contains(end)) {
            roots.join(edge.ends[0], edge.ends[1]);
        }
    }
    if different.iter().any(|&[one, other]| roots.of(one) == roots.of(other)) {
        return None;
    }
    let mut colours = vec![0; graph.vertices.len()];
    let mut known: BTreeMap<usize, u32> = BTreeMap::new();
    for &vertex in &fixed {
        let next = known.len() as u32 + 1;
        colours[vertex] = *known.entry(roots.of(vertex)).or_insert(next);
    }
    Some(colours)
}

/// Disjoint sets.
struct Roots(Vec<usize>);

impl Roots {
    fn new(count: usize) -> Roots {
        Roots((0..count).collect())
    }

    fn of(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other)] = one.min(other);
    }
}
