//! Lowers a decomposed problem to clauses: each constraint through the encoding chosen for its kind.
//!
//! Boolean variable `i` of the problem is variable `i` of the formula; variables of integers and auxiliary variables
//! follow. Graph and regular constraints were decomposed before, and the clauses of their parts are attributed to them;
//! graph constraints that a solver propagates are kept ([`Lowered::graphs`]). [`Lowered::assignment`] maps a model back.
//! Imports the IR and the encodings. Start with [`lower`].

mod cost;
mod meant;
mod refined;
mod sums;

pub use self::cost::Cost;
pub use self::meant::{Meaning, Meaningless, Meanings};
pub(super) use self::sums::{encode_shape, encode_sum};
use super::encode::cardinality::chains::Implications;
use super::encode::integer::{Truth, Values};
use super::encode::modular::{self, Contributions};
use super::encode::selection::Selection;
use super::encode::{Choice, Kind, NotApplicable};
use super::graph::{self, GraphConstraint};
use super::intervals::Intervals;
use super::{Cnf, Lit};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::nearest;
use boardwright_ir::constraint::decomposed::{Body, Decomposed};
use boardwright_ir::constraint::plain::{KeptGraph, Plain};
use boardwright_ir::constraint::simplify;
use boardwright_ir::constraint::{
    Assignment, Atom, Constraint, Direction, Graph, IntVar, Literal, Measure, Objective, Operand, Problem, Relation,
    Role, Term, TooLarge,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A formula and the mapping back to the problem.
#[derive(Clone)]
pub struct Lowered {
    /// The clauses.
    pub cnf: Cnf,
    /// The graph constraints that are part of the formula but not encoded as clauses.
    pub graphs: Vec<GraphConstraint>,
    /// The objective, if the problem has one.
    pub cost: Option<Cost>,
    /// The encodings chosen for what belongs to no rule, such as bounds on the objective.
    pub choice: Choice,
    /// The number of Boolean variables of the problem; auxiliary ones may follow.
    booleans: usize,
    integers: Vec<Values>,
    ranges: Vec<(usize, Range<usize>)>,
    /// Values of the problem that the formula has as intervals.
    intervals: Option<Box<Intervals>>,
}

impl Lowered {
    /// Returns the clauses of each constraint as ranges of clause indices, with the constraint's index in the problem;
    /// a decomposed constraint has several ranges. Clauses outside the ranges define literals of integer variables and
    /// belong to no constraint.
    pub fn ranges(&self) -> &[(usize, Range<usize>)] {
        &self.ranges
    }

    /// Translates a conjunction of literals, possibly adding what defines them; `None` if it is contradictory.
    pub fn cube(&mut self, literals: &[Literal]) -> Option<Vec<Lit>> {
        let mut cube = Vec::with_capacity(literals.len());
        for &literal in literals {
            if let Atom::Boolean(variable) = literal.atom {
                cube.push(self.boolean(variable, literal.negated));
                continue;
            }
            match truth(&mut self.cnf, &mut self.integers, literal) {
                Truth::Known(false) => return None,
                Truth::Known(true) => {}
                Truth::Lit(literal) => cube.push(literal),
            }
        }
        Some(cube)
    }

    /// Returns the problem's assignment for a model of the formula.
    pub fn assignment(&self, model: &[bool]) -> Assignment {
        Assignment {
            booleans: model[..self.booleans].to_vec(),
            integers: self.integers.iter().map(|values| values.decode(model)).collect(),
        }
    }

    /// Returns the variables of decisions with their names, by variable: `knight r3c4` for a Boolean variable, `presses
    /// r3c4=2` and `presses r3c4>=2` for the literals of an integer one. Their values and the decisions determine each
    /// other.
    pub fn names(&self, problem: &Problem) -> Vec<(u32, String)> {
        let booleans = problem.booleans().iter().enumerate().filter(|(_, boolean)| boolean.decision);
        let mut names: Vec<(u32, String)> = booleans.map(|(i, boolean)| (i as u32, boolean.name.clone())).collect();
        for (integer, values) in problem.integers().iter().zip(&self.integers).filter(|(i, _)| i.decision) {
            let named = values.literals().into_iter().filter(|(literal, _)| !literal.negated());
            names.extend(named.map(|(literal, value)| (literal.variable(), format!("{}{value}", integer.name))));
        }
        // Two literals of an integer may share a variable: the first name is kept.
        names.sort_by_key(|&(variable, _)| variable);
        names.dedup_by_key(|&mut (variable, _)| variable);
        names
    }

    /// Returns the variables of an integer variable's literals.
    pub fn variables_of(&self, variable: IntVar) -> impl Iterator<Item = u32> {
        self.integers[variable.0 as usize].literals().into_iter().map(|(literal, _)| literal.variable())
    }

    /// Returns for each Boolean variable whether it need not be listed as false in a blocking clause: it is a decision
    /// in an equation with positive coefficients over decisions, so once the true ones are true, the others must be
    /// false. A row of a Knightdoku with three knights is then identified by its three knights, and a tiling by the
    /// placements used.
    pub fn implied(problem: &Problem) -> Vec<bool> {
        let mut implied = vec![false; problem.booleans().len()];
        for posted in problem.constraints().iter().filter(|posted| posted.role == Role::Required) {
            let Constraint::Sum { terms, relation: Relation::Equal, .. } = &posted.constraint else { continue };
            let decision = |term: &Term| match term.operand {
                Operand::Literal(Literal { atom: Atom::Boolean(variable), negated: false }) => {
                    let index = variable.0 as usize;
                    (term.coefficient > 0 && problem.booleans()[index].decision).then_some(index)
                }
                _ => None,
            };
            let decisions: Option<Vec<usize>> = terms.iter().map(decision).collect();
            decisions.into_iter().flatten().for_each(|index| implied[index] = true);
        }
        implied
    }
}

/// Why a problem cannot be lowered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// A chosen encoding does not support a constraint; there is no fallback.
    #[error(transparent)]
    NotApplicable(#[from] NotApplicable),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// A sum does not fit into 64 bits.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// An encoding was chosen for a rule that the problem does not have.
    #[error("unknown rule `{rule}` in the encodings{}; expected one of {}", did_you_mean(.suggestion), .rules.join(", "))]
    NoSuchRule {
        /// The rule as written.
        rule: String,
        /// The most similar rule.
        suggestion: Option<String>,
        /// All rules of the problem.
        rules: Vec<String>,
    },
}

fn did_you_mean(word: &Option<String>) -> String {
    word.as_ref().map_or(String::new(), |word| format!(" (did you mean `{word}`?)"))
}

/// The encodings chosen for the constraints of a problem.
pub struct Choices {
    general: Choice,
    /// By origin.
    by_origin: Vec<Choice>,
    /// Whether no constraint is encoded with the help of others.
    is_separate: bool,
}

impl Choices {
    /// Returns the choices that a selection makes for a problem.
    ///
    /// # Errors
    /// If an encoding is chosen for an unknown rule.
    pub fn new(problem: &Problem, selection: &Selection) -> Result<Choices, LowerError> {
        let origins = problem.origins();
        for rule in selection.rules() {
            if origins.iter().all(|origin| origin.rule_name() != rule) {
                let rules: BTreeSet<String> = origins.iter().map(|origin| origin.rule_name().into_owned()).collect();
                let suggestion = nearest(rule, rules.iter().map(String::as_str)).map(str::to_string);
                let rules = rules.into_iter().collect();
                return Err(LowerError::NoSuchRule { rule: rule.into(), suggestion, rules });
            }
        }
        let by_origin = origins.iter().map(|origin| selection.for_rule(&origin.rule_name())).collect();
        Ok(Choices { general: *selection.general(), by_origin, is_separate: false })
    }

    /// Encodes every constraint without the help of others.
    #[must_use]
    pub fn separate(self) -> Choices {
        Choices { is_separate: true, ..self }
    }
}

/// Lowers a decomposed problem and its objective to clauses, within a budget.
///
/// # Errors
/// If a chosen encoding does not support a constraint, a sum does not fit into 64 bits, or a limit was reached.
pub fn lower<'a, G: Copy + Into<KeptGraph<'a>>>(
    decomposed: &Decomposed<'a, G>,
    choices: &Choices,
    budget: &Budget,
) -> Result<Lowered, LowerError> {
    Ok(lower_recording(decomposed, choices, None, budget)?.0)
}

/// Lowers a decomposed problem as [`lower`] does, and says what the auxiliary variables of its encodings mean.
///
/// # Errors
/// As [`lower`].
pub fn lower_with_meanings(
    decomposed: &Decomposed<'_>,
    choices: &Choices,
    budget: &Budget,
) -> Result<(Lowered, Meanings), LowerError> {
    let (lowered, meanings) = lower_recording(decomposed, choices, Some(Meanings::default()), budget)?;
    Ok((lowered, meanings.unwrap_or_default()))
}

fn lower_recording<'a, G: Copy + Into<KeptGraph<'a>>>(
    decomposed: &Decomposed<'a, G>,
    choices: &Choices,
    meanings: Option<Meanings>,
    budget: &Budget,
) -> Result<(Lowered, Option<Meanings>), LowerError> {
    let problem = decomposed.problem();
    let mut cnf = Cnf::new();
    for _ in 0..decomposed.booleans() {
        cnf.variable();
    }
    let general = choices.general;
    let integers = problem.integers().iter().map(|integer| Values::new(&mut cnf, &general, &integer.domain));
    let integers = integers.collect::<Result<_, _>>()?;
    let mut lowering = Lowering {
        cnf,
        choice: general,
        integers,
        graphs: Vec::new(),
        first: 0,
        implications: (!choices.is_separate).then(Implications::default),
        meanings,
    };
    let mut ranges = Vec::new();
    for part in decomposed.parts() {
        budget.check()?;
        lowering.choice = choices.by_origin[part.origin.index()];
        if !lowering.integers.is_empty() {
            lowering.define(&part.body);
        }
        let first = lowering.cnf.len();
        lowering.first = first;
        match &part.body {
            Body::Plain { when, then } => lowering.conditional(when, then).map_err(|error| match error {
                Unencodable::NotApplicable(reason) => LowerError::NotApplicable(reason),
                Unencodable::TooLarge => TooLarge::of(problem, part.origin).into(),
            })?,
            Body::Graph(graph) => match (*graph).into() {
                KeptGraph::Connected(graph) => lowering.graph(graph, true, &[]),
                KeptGraph::Components(components) => lowering.graph(&components.graph, false, &components.measures),
            },
        }
        ranges.push((part.of, first..lowering.cnf.len()));
    }
    let cost = problem.objective().map(|objective| lowering.cost(objective).ok_or_else(TooLarge::objective));
    let cost = cost.transpose()?;
    // Clauses that may be left out do not make demands complete.
    if !choices.is_separate {
        lowering.graphs.iter_mut().for_each(|graph| graph.complete(&lowering.cnf));
    }
    let lowered = Lowered {
        cnf: lowering.cnf,
        graphs: lowering.graphs,
        cost,
        choice: general,
        booleans: problem.booleans().len(),
        integers: lowering.integers,
        ranges,
        intervals: None,
    };
    Ok((lowered, lowering.meanings))
}

struct Lowering {
    cnf: Cnf,
    /// The encodings for the current constraint.
    choice: Choice,
    integers: Vec<Values>,
    graphs: Vec<GraphConstraint>,
    /// The number of clauses before those of the current constraint.
    first: usize,
    /// Implications among the clauses of earlier constraints, read when a count needs them; `None` if it may not.
    implications: Option<Implications>,
    /// What auxiliary variables mean, if it is recorded.
    meanings: Option<Meanings>,
}

/// Why a constraint cannot be encoded.
enum Unencodable {
    NotApplicable(NotApplicable),
    /// A number does not fit into 64 bits.
    TooLarge,
}

impl From<NotApplicable> for Unencodable {
    fn from(reason: NotApplicable) -> Unencodable {
        Unencodable::NotApplicable(reason)
    }
}

/// Returns the literal of the formula, or its constant value.
fn truth(cnf: &mut Cnf, integers: &mut [Values], literal: Literal) -> Truth {
    let truth = match literal.atom {
        Atom::Boolean(variable) => Truth::Lit(Lit::new(variable.0, false)),
        Atom::Equals(variable, value) => integers[variable.0 as usize].equals(cnf, value),
        Atom::AtLeast(variable, value) => integers[variable.0 as usize].at_least(cnf, value),
    };
    if literal.negated { !truth } else { truth }
}

impl Lowering {
    fn truth(&mut self, literal: Literal) -> Truth {
        truth(&mut self.cnf, &mut self.integers, literal)
    }

    /// Adds the clauses that define literals of integer variables used by a constraint.
    fn define<'a, G: Copy + Into<KeptGraph<'a>>>(&mut self, body: &Body<'a, G>) {
        match body {
            Body::Plain { when, then } => {
                when.iter().for_each(|&literal| {
                    self.truth(literal);
                });
                if let Plain::Sum { terms, .. } = then {
                    self.expand(terms);
                    return;
                }
                then.each_operand(&mut |operand| match operand {
                    Operand::Literal(literal) => {
                        self.truth(literal);
                    }
                    Operand::Integer(variable) => {
                        let _ = self.values(variable);
                    }
                });
            }
            Body::Graph(graph) => (*graph).into().each_literal(&mut |literal| {
                self.truth(literal);
            }),
        }
    }

    /// Encodes a constraint that holds if all literals of `when` are true.
    fn conditional(&mut self, when: &[Literal], then: &Plain) -> Result<(), Unencodable> {
        let mut otherwise = Vec::with_capacity(when.len());
        for &literal in when {
            match self.truth(!literal) {
                Truth::Known(true) => return Ok(()),
                Truth::Known(false) => {}
                Truth::Lit(literal) => otherwise.push(literal),
            }
        }
        let (first, variables) = (self.cnf.len(), self.cnf.variables());
        match then {
            Plain::Clause(literals) => self.clause(literals),
            Plain::Sum { terms, relation, bound } => self.sum(terms, *relation, *bound)?,
            Plain::Modular { terms, modulus, residue } => {
                self.modular(terms, *modulus, *residue)?;
                if let Some(meanings) = &mut self.meanings {
                    meanings.leave_out(&self.cnf, variables, Kind::Parity);
                }
            }
        }
        self.cnf.widen(first, &otherwise);
        Ok(())
    }

    /// Keeps a graph constraint next to the clauses, without vertices and edges that are never present.
    fn graph(&mut self, graph: &Graph, connected: bool, measures: &[Measure]) {
        let mut when = |literal: Option<Literal>| match literal.map(|literal| self.truth(literal)) {
            None | Some(Truth::Known(true)) => Some(None),
            Some(Truth::Known(false)) => None,
            Some(Truth::Lit(literal)) => Some(Some(literal)),
        };
        let mut kept_graph = GraphConstraint {
            vertices: Vec::new(),
            edges: Vec::new(),
            connected,
            measures: Vec::with_capacity(measures.len()),
        };
        let mut kept = vec![None; graph.vertices.len()];
        for (vertex, &literal) in graph.vertices.iter().enumerate() {
            if let Some(when) = when(literal) {
                kept[vertex] = Some(kept_graph.vertices.len() as u32);
                kept_graph.vertices.push(when);
            }
        }
        for edge in &graph.edges {
            if let (Some(a), Some(b), Some(when)) = (kept[edge.ends[0]], kept[edge.ends[1]], when(edge.when))
                && a != b
            {
                kept_graph.edges.push(graph::Edge { ends: [a, b], when });
            }
        }
        for measure in measures {
            let kept_weights = kept.iter().zip(&measure.weights).filter(|(kept, _)| kept.is_some());
            let demands = measure.demands.iter().filter_map(|demand| {
                let (vertex, when) = (kept[demand.vertex]?, when(demand.when)?);
                let least = if demand.relation == Relation::AtMost { i64::MIN } else { demand.bound };
                let most = if demand.relation == Relation::AtLeast { i64::MAX } else { demand.bound };
                Some(graph::Demand { vertex, when, least, most })
            });
            let mut measure = graph::Measure {
                demands: demands.collect(),
                weights: kept_weights.map(|(_, &weight)| weight).collect(),
                complete: vec![false; kept_graph.vertices.len()],
            };
            measure.merge_demands();
            kept_graph.measures.push(measure);
        }
        if !self.graphs.iter_mut().any(|before| before.absorb(&mut kept_graph)) {
            self.graphs.push(kept_graph);
        }
    }

    fn clause(&mut self, literals: &[Literal]) {
        let mut clause = Vec::with_capacity(literals.len());
        for &literal in literals {
            match self.truth(literal) {
                Truth::Known(true) => return,
                Truth::Known(false) => {}
                Truth::Lit(literal) => clause.push(literal),
            }
        }
        clause.sort_unstable();
        clause.dedup();
        // After sorting, the two literals of a variable are adjacent.
        if clause.windows(2).all(|pair| pair[0] != !pair[1]) {
            self.cnf.add(&clause);
        }
    }

    /// Returns the terms over literals, and the constant: `c·x` is `c·lower` plus `c` times the summands of `x`. `None` if
    /// a coefficient does not fit into 64 bits; the literals are defined even so.
    fn expand(&mut self, terms: &[Term]) -> (Option<Vec<(i64, Lit)>>, i128) {
        let mut literals = Vec::with_capacity(terms.len());
        let mut constant = 0;
        let mut fits = true;
        for term in terms {
            let coefficient = i128::from(term.coefficient);
            match term.operand {
                Operand::Literal(literal) => match self.truth(literal) {
                    Truth::Known(value) => constant += coefficient * i128::from(value),
                    Truth::Lit(literal) => literals.push((term.coefficient, literal)),
                },
                Operand::Integer(variable) => {
                    let values = &mut self.integers[variable.0 as usize];
                    constant += coefficient * i128::from(*values.domain().start());
                    for (weight, literal) in values.summands(&mut self.cnf) {
                        match term.coefficient.checked_mul(weight) {
                            Some(coefficient) => literals.push((coefficient, literal)),
                            None => fits = false,
                        }
                    }
                }
            }
        }
        (fits.then_some(literals), constant)
    }

    fn sum(&mut self, terms: &[Term], relation: Relation, bound: i64) -> Result<(), Unencodable> {
        let (terms, constant) = self.expand(terms);
        let bound = i64::try_from(i128::from(bound) - constant).map_err(|_| Unencodable::TooLarge)?;
        let terms = terms.ok_or(Unencodable::TooLarge)?;
        let recognised = simplify::recognise(&terms, relation, bound);
        if let Some(meanings) = &mut self.meanings {
            return Ok(meanings.encode_shape(&mut self.cnf, &self.choice, recognised)?);
        }
        match &mut self.implications {
            Some(known) => sums::encode_with_chains(&mut self.cnf, &self.choice, recognised, known, self.first)?,
            None => encode_shape(&mut self.cnf, &self.choice, recognised)?,
        }
        Ok(())
    }

    fn modular(&mut self, terms: &[Term], modulus: i64, residue: i64) -> Result<(), NotApplicable> {
        if modulus == 2 && terms.iter().all(|term| matches!(term.operand, Operand::Literal(_))) {
            return self.parity(terms, residue);
        }
        let reduced = |factor: i64, value: i64| modular::reduced(i128::from(factor) * i128::from(value), modulus);
        let mut contributions: Vec<Contributions> = Vec::new();
        let mut residue = i128::from(residue);
        for term in terms {
            let coefficient = term.coefficient.rem_euclid(modulus);
            if coefficient == 0 {
                continue;
            }
            match term.operand {
                Operand::Literal(literal) => match self.truth(literal) {
                    Truth::Known(value) => residue -= i128::from(reduced(coefficient, i64::from(value))),
                    Truth::Lit(literal) => contributions.push(vec![(0, !literal), (coefficient, literal)]),
                },
                Operand::Integer(variable) => match self.values(variable) {
                    Ok(values) => contributions.push(
                        values.into_iter().map(|(value, literal)| (reduced(coefficient, value), literal)).collect(),
                    ),
                    Err(value) => residue -= i128::from(reduced(coefficient, value)),
                },
            }
        }
        modular::encode(&mut self.cnf, &self.choice, &contributions, modulus, modular::reduced(residue, modulus))
    }

    /// Returns the values of a variable with their literals, or `Err` with its only value.
    fn values(&mut self, variable: IntVar) -> Result<Vec<(i64, Lit)>, i64> {
        let domain = self.integers[variable.0 as usize].domain();
        let mut values = Vec::new();
        for value in domain.clone() {
            match self.truth(variable.equals(value)) {
                Truth::Lit(literal) => values.push((value, literal)),
                Truth::Known(_) => return Err(*domain.start()),
            }
        }
        Ok(values)
    }

    fn parity(&mut self, terms: &[Term], residue: i64) -> Result<(), NotApplicable> {
        let mut odd = residue.rem_euclid(2) == 1;
        let mut literals: Vec<Lit> = Vec::with_capacity(terms.len());
        for term in terms.iter().filter(|term| term.coefficient.rem_euclid(2) == 1) {
            let Operand::Literal(literal) = term.operand else { continue };
            match self.truth(literal) {
                Truth::Known(value) => odd ^= value,
                Truth::Lit(literal) => {
                    odd ^= literal.negated();
                    literals.push(Lit::new(literal.variable(), false));
                }
            }
        }
        literals.sort_unstable();
        // Equal literals cancel in pairs.
        let mut distinct: Vec<Lit> = Vec::with_capacity(literals.len());
        for literal in literals {
            if distinct.last() == Some(&literal) {
                distinct.pop();
            } else {
                distinct.push(literal);
            }
        }
        match distinct[..] {
            [] if odd => self.cnf.add(&[]),
            [] => {}
            [only] => self.cnf.add(&[if odd { only } else { !only }]),
            _ => self.choice.parity(&mut self.cnf, &distinct, odd)?,
        }
        Ok(())
    }

    /// Returns the objective over literals; `None` if its values do not fit into 64 bits.
    fn cost(&mut self, objective: &Objective) -> Option<Cost> {
        let sign = if objective.direction == Direction::Maximise { -1 } else { 1 };
        let (literals, constant) = self.expand(&objective.terms);
        let mut offset = constant * sign;
        let mut by_variable: BTreeMap<u32, i128> = BTreeMap::new();
        for (coefficient, literal) in literals? {
            let coefficient = i128::from(coefficient) * sign;
            let entry = by_variable.entry(literal.variable()).or_default();
            if literal.negated() {
                offset += coefficient;
                *entry -= coefficient;
            } else {
                *entry += coefficient;
            }
        }
        let mut terms = Vec::with_capacity(by_variable.len());
        for (variable, coefficient) in by_variable {
            if coefficient < 0 {
                offset += coefficient;
            }
            if coefficient != 0 {
                let weight = u64::try_from(coefficient.unsigned_abs()).ok()?;
                terms.push((weight, Lit::new(variable, coefficient < 0)));
            }
        }
        // The values go from the offset to the offset plus all weights; maximised ones are negated.
        let most = offset + terms.iter().map(|&(weight, _)| i128::from(weight)).sum::<i128>();
        i64::try_from(most).ok()?.checked_neg()?;
        let offset = i64::try_from(offset).ok()?;
        offset.checked_neg()?;
        Some(Cost { terms, offset, direction: objective.direction })
    }
}
