//! The constraints of a problem as the rules of a form: clauses, sums, congruences, words and graphs.

use super::measures;
use super::unfit::{NotFrontier, Unfit};
use boardwright_base::budget::{Budget, Refused};
use boardwright_ir::constraint::plain::{Conclusion, Global, KeptGraph, Plain};
use boardwright_ir::constraint::simplify::{Recognised, Shape, recognise};
use boardwright_ir::constraint::{
    Components, Graph, Literal, Measure, Operand, Posted, Problem, Regular, Relation, Role, Term,
};
use std::collections::HashSet;

/// The rules.
#[derive(Debug, Default)]
pub(super) struct Rules<'p> {
    /// Each sorted, and once.
    pub(super) clauses: Vec<Vec<Literal>>,
    pub(super) sums: Vec<Sum>,
    pub(super) words: Vec<Word<'p>>,
    pub(super) graphs: Vec<RuleGraph<'p>>,
}

/// A word that an automaton accepts if all conditions hold.
#[derive(Debug)]
pub(super) struct Word<'p> {
    pub(super) posted: &'p Posted,
    pub(super) when: Vec<Literal>,
    pub(super) regular: &'p Regular,
}

/// A graph and what must hold of it.
#[derive(Debug)]
pub(super) struct RuleGraph<'p> {
    pub(super) graph: &'p Graph,
    pub(super) connected: bool,
    pub(super) acyclic: bool,
    pub(super) measures: &'p [Measure],
    /// By vertex, its colour, if labels have become colours.
    pub(super) colours: Vec<u32>,
}

impl<'p> RuleGraph<'p> {
    /// A graph of which nothing must hold.
    fn of(graph: &'p Graph) -> RuleGraph<'p> {
        RuleGraph { graph, connected: false, acyclic: false, measures: &[], colours: Vec::new() }
    }
}

/// Under all conditions, the sum of the terms is within the bounds, or congruent to the lower one.
#[derive(Debug, Clone)]
pub(super) struct Sum {
    pub(super) when: Vec<Literal>,
    pub(super) terms: Vec<Term>,
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) modulus: Option<i64>,
}

/// Reads the required constraints.
pub(super) fn read<'p>(problem: &'p Problem, budget: &Budget) -> Result<Rules<'p>, Refused<NotFrontier>> {
    let mut rules = Rules::default();
    for posted in problem.constraints().iter().filter(|posted| posted.role == Role::Required) {
        budget.check()?;
        let (when, conclusion) = posted.constraint.conclusion();
        let unfit = |what: Unfit| Err(what.of(problem, posted).into());
        match conclusion {
            Conclusion::Plain(plain) => rules.plain(&when, &plain),
            Conclusion::Same(same) => same.clauses().for_each(|clause| rules.clause(&when, clause)),
            Conclusion::Global(Global::Regular(regular)) => {
                rules.words.push(Word { posted, when: when.into_owned(), regular });
            }
            Conclusion::Global(_) | Conclusion::Acyclic(_) if !when.is_empty() => return unfit(Unfit::Conditional),
            Conclusion::Acyclic(graph) => {
                rules.graphs.push(RuleGraph { acyclic: true, ..RuleGraph::of(graph) });
            }
            Conclusion::Global(Global::Graph(KeptGraph::Connected(graph))) => {
                rules.graphs.push(RuleGraph { connected: true, ..RuleGraph::of(graph) });
            }
            Conclusion::Global(Global::Graph(KeptGraph::Components(Components { graph, measures }))) => {
                if !measures::is_bounded(measures) {
                    return unfit(Unfit::Components);
                }
                rules.graphs.push(RuleGraph { measures, ..RuleGraph::of(graph) });
            }
        }
    }
    rules.tidy();
    Ok(rules)
}

impl Rules<'_> {
    fn clause(&mut self, when: &[Literal], then: impl IntoIterator<Item = Literal>) {
        self.clauses.push(when.iter().map(|&literal| !literal).chain(then).collect());
    }

    fn plain(&mut self, when: &[Literal], plain: &Plain<'_>) {
        match plain {
            Plain::Clause(literals) => self.clause(when, literals.iter().copied()),
            &Plain::Sum { ref terms, relation, bound } => {
                let literal = |term: &Term| match term.operand {
                    Operand::Literal(literal) => Some((term.coefficient, literal)),
                    Operand::Integer(_) => None,
                };
                match terms.iter().map(literal).collect::<Option<Vec<(i64, Literal)>>>() {
                    Some(literals) => self.recognised(when, recognise(&literals, relation, bound)),
                    None => self.sum(when, terms.to_vec(), relation, bound),
                }
            }
            &Plain::Modular { ref terms, modulus, residue } => {
                let (when, terms) = (when.to_vec(), terms.to_vec());
                let residue = residue.rem_euclid(modulus);
                self.sums.push(Sum { when, terms, low: residue, high: residue, modulus: Some(modulus) });
            }
        }
    }

    fn recognised(&mut self, when: &[Literal], recognised: Recognised<Literal>) {
        for unit in recognised.units {
            self.clause(when, [unit]);
        }
        let ones = |literals: Vec<Literal>| literals.into_iter().map(|literal| Term::literal(1, literal)).collect();
        match recognised.shape {
            Shape::True => {}
            Shape::False => self.clause(when, []),
            Shape::Clause(literals) => self.clause(when, literals),
            Shape::AtMostOne(literals) => self.sum(when, ones(literals), Relation::AtMost, 1),
            Shape::ExactlyOne(literals) => self.sum(when, ones(literals), Relation::Equal, 1),
            Shape::AtMost(most, literals) => self.sum(when, ones(literals), Relation::AtMost, most as i64),
            Shape::Exactly(number, literals) => self.sum(when, ones(literals), Relation::Equal, number as i64),
            Shape::PseudoBoolean { terms, equal, bound } => {
                let weight = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
                let terms = terms.into_iter().map(|(number, literal)| Term::literal(weight(number), literal));
                let relation = if equal { Relation::Equal } else { Relation::AtMost };
                self.sum(when, terms.collect(), relation, weight(bound));
            }
        }
    }

    fn sum(&mut self, when: &[Literal], terms: Vec<Term>, relation: Relation, bound: i64) {
        let (low, high) = match relation {
            Relation::AtMost => (i64::MIN, bound),
            Relation::Equal => (bound, bound),
            Relation::AtLeast => (bound, i64::MAX),
        };
        self.sums.push(Sum { when: when.to_vec(), terms, low, high, modulus: None });
    }

    /// Sorts the literals of each clause, and keeps each clause once.
    pub(super) fn tidy(&mut self) {
        let mut met = HashSet::new();
        for clause in &mut self.clauses {
            clause.sort_unstable();
            clause.dedup();
        }
        // A literal is sorted before its negation.
        let open = |clause: &Vec<Literal>| !clause.windows(2).any(|pair| pair[0] == !pair[1]);
        self.clauses.retain(|clause| open(clause) && met.insert(clause.clone()));
    }

    /// Visits every literal and integer outside the vertices and edges of graphs.
    pub(super) fn each_operand(&self, visit: &mut dyn FnMut(Operand)) {
        let mut literals = |literals: &[Literal]| literals.iter().for_each(|&literal| visit(Operand::Literal(literal)));
        self.clauses.iter().for_each(|clause| literals(clause));
        self.sums.iter().for_each(|sum| literals(&sum.when));
        self.words.iter().for_each(|word| literals(&word.when));
        self.words.iter().flat_map(|word| &word.regular.sequence).for_each(|symbols| literals(symbols));
        self.sums.iter().flat_map(|sum| &sum.terms).for_each(|term| visit(term.operand));
    }
}
