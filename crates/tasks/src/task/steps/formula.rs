//! The formula of a model by groups: the clauses and graphs of each clue and instance of a rule, and what always holds.
//!
//! A *part* is the formula of a few groups alone, with the definitions of what they mention. A definition gives its auxiliary
//! variables a meaning, whatever the decisions are, so it is left out where none of these is mentioned; a definition of decisions only, such
//! as that a cell has one value, is left out where none of its cells is. An auxiliary variable of a fact counts as a decision: once the
//! fact is known, its meaning is no longer free. What is left out can be satisfied whatever the part says, so
//! a part implies what its groups imply. A row of a Sudoku has 81 variables and not 729, and a window of a Nurikabe has none of those that
//! make the sea connected.

use crate::task::explain::groups::{Variable, variables};
use boardwright_ir::constraint::{BoolVar, Problem};
use boardwright_sat::cnf::Lit;
use boardwright_sat::cnf::graph::GraphConstraint;
use boardwright_sat::cnf::lower::Lowered;
use std::collections::{BTreeMap, BTreeSet};

/// Clauses and graphs by group.
pub(super) struct Formula {
    pub(super) clauses: Vec<Vec<Lit>>,
    /// The graphs. They can always hold: clauses of their groups switch their demands on, or tie their variables to others.
    pub(super) graphs: Vec<GraphConstraint>,
    /// The number of variables.
    pub(super) variables: usize,
    /// By clause: its group; `None` if it always holds.
    pub(super) group_of: Vec<Option<usize>>,
    /// By group: its clauses.
    of_group: Vec<Vec<usize>>,
    /// By group: whether it always holds.
    is_base: Vec<bool>,
    definitions: Vec<Definition>,
    /// By variable: the definitions that belong to a part with it.
    definitions_at: Vec<Vec<usize>>,
    /// By variable of clauses that switch or tie graphs: these graphs.
    graphs_at: Vec<Vec<usize>>,
    /// By graph: its variables.
    of_graph: Vec<Vec<u32>>,
}

/// Clauses that always hold.
#[derive(Default)]
struct Definition {
    clauses: Vec<usize>,
    /// Whether they belong to a group.
    is_base: bool,
    /// The variables with which they belong to a part; empty: all.
    of: BTreeSet<u32>,
}

/// The formula of a few groups, over variables of its own.
pub(super) struct Part {
    pub(super) clauses: Vec<Vec<Lit>>,
    pub(super) graphs: Vec<GraphConstraint>,
    /// By variable of the part: the variable of the formula, ascending.
    pub(super) names: Vec<u32>,
}

impl Formula {
    /// Returns the formula of a problem; `group_of` is by constraint, `is_base` by group, and `facts` are the variables of facts.
    pub(super) fn new(
        lowered: &Lowered,
        problem: &Problem,
        group_of: impl Fn(usize) -> Option<usize>,
        is_base: Vec<bool>,
        facts: &BTreeSet<u32>,
    ) -> Formula {
        let count = lowered.cnf.variables();
        let mut formula = Formula {
            clauses: lowered.cnf.clauses().map(<[Lit]>::to_vec).collect(),
            graphs: lowered.graphs.clone(),
            variables: count,
            group_of: vec![None; lowered.cnf.len()],
            of_group: vec![Vec::new(); is_base.len()],
            definitions: Vec::new(),
            definitions_at: vec![Vec::new(); count],
            graphs_at: vec![Vec::new(); count],
            of_graph: Vec::new(),
            is_base,
        };
        let mut by_constraint: BTreeMap<usize, Definition> = BTreeMap::new();
        let mut is_loose = vec![true; formula.clauses.len()];
        for (index, range) in lowered.ranges() {
            is_loose[range.clone()].fill(false);
            let group = group_of(*index);
            formula.group_of[range.clone()].fill(group);
            if let Some(group) = group {
                formula.of_group[group].extend(range.clone());
            }
            let is_base = group.is_some_and(|group| formula.is_base[group]);
            if group.is_none() || is_base {
                let own = by_constraint.entry(*index).or_default();
                own.clauses.extend(range.clone());
                own.is_base = is_base;
            }
        }
        for (&index, definition) in &mut by_constraint {
            definition.of = auxiliary(lowered, problem, index, facts);
        }
        let loose = (0..is_loose.len()).filter(|&clause| is_loose[clause]);
        let loose = loose.map(|clause| Definition { clauses: vec![clause], ..Definition::default() });
        formula.definitions = by_constraint.into_values().chain(loose).collect();
        for (index, definition) in formula.definitions.iter().enumerate() {
            let all = definition.clauses.iter().flat_map(|&clause| &formula.clauses[clause]);
            let all: BTreeSet<u32> = all.map(|literal| literal.variable()).collect();
            let of = if definition.of.is_empty() { &all } else { &definition.of };
            of.iter().for_each(|&variable| formula.definitions_at[variable as usize].push(index));
        }
        for (index, graph) in formula.graphs.iter_mut().enumerate() {
            let switches = graph.measures.iter().flat_map(|measure| &measure.demands).filter_map(|demand| demand.when);
            let switches: BTreeSet<u32> = switches.map(Lit::variable).collect();
            let own: BTreeSet<u32> = graph.literals_mut().map(|literal| literal.variable()).collect();
            let ties = if graph.connected { &own } else { &switches };
            ties.iter().for_each(|&variable| formula.graphs_at[variable as usize].push(index));
            formula.of_graph.push(own.into_iter().collect());
        }
        formula
    }

    /// Returns whether a group always holds.
    pub(super) fn is_base(&self, group: usize) -> bool {
        self.is_base[group]
    }

    /// Returns whether groups have a graph that the solver propagates.
    pub(super) fn has_graph(&self, groups: &[usize]) -> bool {
        let clauses = groups.iter().flat_map(|&group| &self.of_group[group]);
        let mut literals = clauses.flat_map(|&clause| &self.clauses[clause]);
        literals.any(|literal| !self.graphs_at[literal.variable() as usize].is_empty())
    }

    /// Returns the number of groups.
    pub(super) fn groups(&self) -> usize {
        self.is_base.len()
    }

    /// Returns the part of these groups and variables; with the groups that always hold if `with_base`.
    pub(super) fn part(&self, groups: &[usize], variables: impl Iterator<Item = u32>, with_base: bool) -> Part {
        let mut clauses: Vec<usize> = groups.iter().flat_map(|&group| self.of_group[group].iter().copied()).collect();
        let mut graphs: Vec<usize> = Vec::new();
        let mut is_defined = vec![false; self.definitions.len()];
        let mut has_graph = vec![false; self.graphs.len()];
        let mut is_seen = vec![false; self.variables];
        let direct = clauses.iter().flat_map(|&clause| &self.clauses[clause]).map(|literal| literal.variable());
        let mut open: Vec<u32> = direct.chain(variables).collect();
        while let Some(variable) = open.pop() {
            if std::mem::replace(&mut is_seen[variable as usize], true) {
                continue;
            }
            for &index in &self.definitions_at[variable as usize] {
                let definition = &self.definitions[index];
                if (with_base || !definition.is_base) && !std::mem::replace(&mut is_defined[index], true) {
                    clauses.extend(&definition.clauses);
                    let own = definition.clauses.iter().flat_map(|&clause| &self.clauses[clause]);
                    open.extend(own.map(|literal| literal.variable()));
                }
            }
            for &graph in &self.graphs_at[variable as usize] {
                if !std::mem::replace(&mut has_graph[graph], true) {
                    graphs.push(graph);
                    open.extend(&self.of_graph[graph]);
                }
            }
        }
        clauses.sort_unstable();
        clauses.dedup();
        graphs.sort_unstable();
        let names: Vec<u32> = (0..self.variables as u32).filter(|&variable| is_seen[variable as usize]).collect();
        let mut place = vec![0; self.variables];
        names.iter().zip(0..).for_each(|(&name, index)| place[name as usize] = index);
        let own = |literal: Lit| Lit::new(place[literal.variable() as usize], literal.negated());
        let clause = |&index: &usize| self.clauses[index].iter().map(|&literal| own(literal)).collect();
        let graph = |&index: &usize| {
            let mut graph = self.graphs[index].clone();
            graph.literals_mut().for_each(|literal| *literal = own(*literal));
            graph
        };
        Part { clauses: clauses.iter().map(clause).collect(), graphs: graphs.iter().map(graph).collect(), names }
    }
}

/// Returns the variables of the formula for the auxiliary variables of a constraint, without those of facts.
fn auxiliary(lowered: &Lowered, problem: &Problem, index: usize, facts: &BTreeSet<u32>) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for variable in variables(&problem.constraints()[index].constraint) {
        match variable {
            Variable::Boolean(BoolVar(own)) if !problem.booleans()[own as usize].decision && !facts.contains(&own) => {
                found.insert(own);
            }
            Variable::Integer(own) if !problem.integers()[own.0 as usize].decision => {
                let all: Vec<u32> = lowered.variables_of(own).collect();
                if !all.iter().any(|variable| facts.contains(variable)) {
                    found.extend(all);
                }
            }
            _ => {}
        }
    }
    found
}
