//! The formulation of a grid: a variable for each value of a cell and for each line, and the constraints of the
//! rules.
//!
//! A cell with two values that are no tiles has one variable; with `n > 2` values it has `n`, of which exactly one is true. A
//! [`Builder`] states tests for conditions as [`Truth`]s over these variables, and restricts what they post by the
//! rule's `where`.

mod built;
pub mod numbers;
mod rules;
mod shortcuts;
mod stances;
mod switched;
mod within;

pub use self::built::{Built, Stated, given_part};
pub use self::rules::part_of;
use super::rule::{Element, Number, Set};
use super::symbols::{Atom, Meeting, SymbolTable, Test};
use boardwright_base::board::Cell;
use boardwright_base::budget::Stop;
use boardwright_base::random::Mixer;
use boardwright_base::source::Span;
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_ir::constraint::{Constraint, Dominance, Draft, Literal, Origin, OriginId, Relation, Same, Term};
use boardwright_puzzle::capability::stances::{Part, Stance};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasherDefault;
use std::ops::Not;
use std::sync::Arc;

/// The truth of a statement: a constant, or a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// A constant in every solution.
    Known(bool),
    /// True exactly when the literal is.
    Open(Literal),
}

impl Not for Truth {
    type Output = Truth;
    fn not(self) -> Truth {
        match self {
            Truth::Known(value) => Truth::Known(!value),
            Truth::Open(literal) => Truth::Open(!literal),
        }
    }
}

impl From<Literal> for Truth {
    fn from(literal: Literal) -> Truth {
        Truth::Open(literal)
    }
}

/// A possible member of a set, and whether it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// The cell or line.
    pub element: Element,
    /// Whether it is a member; never known to be false.
    pub is_in: Truth,
}

type HashMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Posts constraints over the symbols of the model.
pub struct Builder<'v> {
    /// The symbols.
    pub symbols: &'v SymbolTable,
    problem: Draft,
    /// By layer, cell and value.
    values: Vec<Vec<Vec<Truth>>>,
    lines: Vec<Literal>,
    /// The conditions of the current rule: constraints hold under all of them.
    when: Vec<Literal>,
    origin: OriginId,
    /// The origin of the definitions of auxiliary variables.
    meaning: OriginId,
    /// Conjunctions that have a variable: their literals, sorted.
    conjunctions: HashMap<Vec<Literal>, Literal>,
    /// The literals of each conjunction that has a variable, sorted.
    parts: HashMap<Literal, Vec<Literal>>,
    /// By layer and two cells, whether their values are equal.
    equalities: HashMap<(usize, usize, usize), Truth>,
    /// By layer and cell, the literals of its values, once they are compared with others.
    lists: HashMap<(usize, usize), Arc<[Literal]>>,
    /// By test and element, whether the element passes it, once [`Builder::passing`] computed it.
    passed: HashMap<Test, Vec<Option<Truth>>>,
    /// By place: whether the loop of all lines is around it, once that is defined.
    within: Vec<Truth>,
    /// A literal that is always true.
    always: Option<Literal>,
    /// By cell: the number of the last set with it, for [`Builder::cells_of`].
    counted: Vec<usize>,
    /// By cell: the layers and sets in which no two members have the same value.
    different: Vec<Vec<(usize, usize)>>,
    /// The switches of clues, where they can be switched off.
    switches: Option<Switches>,
    /// Whether the constraints of each clue are posted separately, so that they can be named.
    by_clue: bool,
    /// Whether redundant constraints imply what is posted.
    implied: bool,
    /// Whether a line may take any shortcut: see [`shortcuts`].
    shortcuts: bool,
    /// What becomes of each part of the rules; `None`: all hold.
    stances: Option<Stances<'v>>,
    /// The number of auxiliary variables that the board need not determine.
    undetermined: usize,
}

/// What becomes of each part of the rules, and what breaks those that are to be broken.
struct Stances<'v> {
    of: &'v dyn Fn(&Origin) -> Stance,
    parts: Vec<Part>,
}

/// The literals of clues that can be switched off.
struct Switches {
    /// By the place of the clue: its literal, once it is used.
    literals: BTreeMap<Span, Option<Literal>>,
}

impl Switches {
    fn new(places: &BTreeSet<Span>) -> Switches {
        Switches { literals: places.iter().map(|&place| (place, None)).collect() }
    }

    /// Returns the literals that some rule uses.
    fn used(self) -> BTreeMap<Span, Literal> {
        self.literals.into_iter().filter_map(|(place, literal)| Some((place, literal?))).collect()
    }
}

impl<'v> Builder<'v> {
    /// `problem` is empty; once it has reached a limit, nothing posted is kept.
    fn new(symbols: &'v SymbolTable, mut problem: Draft) -> Builder<'v> {
        let meaning = problem.origin(Origin::built_in(BuiltIn::Meaning).definition());
        let cells = &symbols.topology.cells;
        let mut values = Vec::new();
        for layer in &symbols.layers {
            let mut of_layer = Vec::with_capacity(cells.len());
            for (cell, is_held) in cells.iter().zip(&layer.is_held) {
                of_layer.push(match &layer.values[..] {
                    values if !is_held => vec![Truth::Known(false); values.len()],
                    [_] => vec![Truth::Known(true)],
                    // Symmetries permute tiles, and no variable with its negation.
                    [_, second] if symbols.tiles.is_none() => {
                        let literal = Literal::from(problem.boolean(format!("{cell}={second}")));
                        vec![Truth::Open(!literal), Truth::Open(literal)]
                    }
                    many => {
                        let variable = |value: &String| Literal::from(problem.boolean(format!("{cell}={value}")));
                        let literals: Vec<Literal> = many.iter().map(variable).collect();
                        let origin = Origin::built_in(BuiltIn::Values).part(Instance::Cell(*cell)).on([*cell]);
                        let origin = problem.origin(origin.definition());
                        problem.post(origin, Constraint::exactly(1, literals.iter().copied()));
                        literals.into_iter().map(Truth::Open).collect()
                    }
                });
            }
            values.push(of_layer);
        }
        let lines = symbols.lines.iter().flat_map(|lines| {
            lines.lines.iter().map(|line| {
                let [a, b] = line.ends.map(|point| lines.points[point]);
                format!("line {a}-{b}")
            })
        });
        let lines = lines.collect::<Vec<_>>().into_iter().map(|name| problem.boolean(name).into()).collect();
        Builder {
            symbols,
            problem,
            values,
            lines,
            when: Vec::new(),
            origin: meaning,
            meaning,
            conjunctions: HashMap::default(),
            parts: HashMap::default(),
            equalities: HashMap::default(),
            lists: HashMap::default(),
            passed: HashMap::default(),
            within: Vec::new(),
            always: None,
            counted: vec![0; cells.len()],
            different: vec![Vec::new(); cells.len()],
            switches: None,
            by_clue: false,
            implied: false,
            shortcuts: false,
            stances: None,
            undetermined: 0,
        }
    }

    /// Begins what is posted for another reason than a rule.
    pub fn begin(&mut self, rule: BuiltIn, span: Option<Span>, part: Instance) {
        let origin = Origin::built_in(rule).part(part);
        self.origin = self.problem.origin(span.map_or(origin.clone(), |span| origin.rule_at(span)));
    }

    /// Fails once a limit was reached.
    ///
    /// # Errors
    /// The limit.
    pub fn check(&mut self) -> Result<(), Stop> {
        self.problem.check()
    }

    /// Returns whether a cell has the value of this index.
    pub fn value(&self, layer: usize, cell: usize, value: usize) -> Truth {
        self.values[layer][cell][value]
    }

    /// Returns the literal of a line.
    pub fn line(&self, line: usize) -> Literal {
        self.lines[line]
    }

    /// Returns a new auxiliary variable, which the board need not determine. Solutions that differ only in auxiliary
    /// variables are one solution. A condition that uses one states its violation itself or not at all.
    pub fn auxiliary(&mut self) -> Literal {
        self.undetermined += 1;
        self.problem.auxiliary("").into()
    }

    /// Returns whether a cell or a line passes a test.
    pub fn passes(&mut self, element: Element, test: &Test) -> Truth {
        let mut one = |(negated, atom): &(bool, Atom)| {
            let holds = self.holds(element, atom);
            if *negated { !holds } else { holds }
        };
        if let [only] = &test.any[..] {
            return one(only);
        }
        let holds: Vec<Truth> = test.any.iter().map(one).collect();
        self.any(&holds)
    }

    fn holds(&mut self, element: Element, atom: &Atom) -> Truth {
        match (atom, element) {
            (Atom::Line, Element::Line(line)) => self.lines[line].into(),
            (Atom::Value(layer, wanted), Element::Cell(cell)) => {
                let own = &self.values[*layer][cell];
                if !self.symbols.layers[*layer].is_held[cell] {
                    return Truth::Known(false);
                }
                // Exactly one value holds, so the fewer literals are enough.
                let yes = wanted.iter().filter(|&&wanted| wanted).count();
                let fewer = yes <= wanted.len() - yes;
                if yes == wanted.len() {
                    return Truth::Known(true);
                }
                let mut of = own.iter().zip(wanted).filter(|&(_, &wanted)| wanted == fewer).map(|(&truth, _)| truth);
                let holds = match (of.next(), of.next()) {
                    (Some(only), None) => only,
                    (first, second) => {
                        let values: Vec<Truth> = first.into_iter().chain(second).chain(of).collect();
                        self.any(&values)
                    }
                };
                if fewer { holds } else { !holds }
            }
            (Atom::Lines(meeting), Element::Cell(cell)) => self.meets(cell, *meeting),
            (Atom::Within(inside), Element::Cell(cell)) => self.is_within(cell, *inside),
            (Atom::Mark(..) | Atom::Given, Element::Cell(cell)) => {
                let test = Test { any: vec![(false, atom.clone())], text: String::new() };
                Truth::Known(self.symbols.passes(self.symbols.topology.cells[cell], &test))
            }
            _ => Truth::Known(false),
        }
    }

    fn meets(&mut self, cell: usize, meeting: Meeting) -> Truth {
        let Some(lines) = &self.symbols.lines else { return Truth::Known(false) };
        let at = &lines.at_cell[cell];
        if meeting == Meeting::Visited {
            let there: Vec<Truth> = at.iter().map(|&line| self.lines[line].into()).collect();
            return self.any(&there);
        }
        if let Meeting::Toward(step) = meeting {
            return lines.toward(cell, step).map_or(Truth::Known(false), |line| self.lines[line].into());
        }
        let wanted = |a: usize, b: usize| {
            let ((r1, c1), (r2, c2)) = (lines.direction(a, cell), lines.direction(b, cell));
            let is_straight = (r1 + r2, c1 + c2) == (0, 0);
            match meeting {
                Meeting::Horizontal => is_straight && r1 == 0,
                Meeting::Vertical => is_straight && c1 == 0,
                _ => is_straight == (meeting == Meeting::Straight),
            }
        };
        let mut ways = Vec::new();
        for (index, &a) in at.iter().enumerate() {
            let with: Vec<Vec<usize>> = match meeting {
                Meeting::End => vec![vec![a]],
                _ => {
                    let others = at[index + 1..].iter();
                    others.filter(|&&b| wanted(a, b)).map(|&b| vec![a, b]).collect()
                }
            };
            for there in with {
                let all: Vec<Truth> = at
                    .iter()
                    .map(|&line| {
                        let literal = self.lines[line];
                        Truth::Open(if there.contains(&line) { literal } else { !literal })
                    })
                    .collect();
                ways.push(self.all(&all));
            }
        }
        self.any(&ways)
    }

    /// Returns the conjunction.
    pub fn all(&mut self, parts: &[Truth]) -> Truth {
        let mut literals = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Truth::Known(true) => {}
                Truth::Known(false) => return Truth::Known(false),
                Truth::Open(literal) => literals.push(*literal),
            }
        }
        literals.sort_unstable();
        literals.dedup();
        if literals.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Truth::Known(false);
        }
        self.drop_implied(&mut literals);
        match literals[..] {
            [] => return Truth::Known(true),
            [one] => return Truth::Open(one),
            _ => {}
        }
        if let Some(&known) = self.conjunctions.get(&literals) {
            return Truth::Open(known);
        }
        let whole: Literal = self.problem.auxiliary("").into();
        for &literal in &literals {
            self.problem.post(self.meaning, Constraint::implies(whole, [literal]));
        }
        self.problem.post(self.meaning, Constraint::clause(literals.iter().map(|&l| !l).chain([whole])));
        self.parts.insert(whole, literals.clone());
        self.conjunctions.insert(literals, whole);
        Truth::Open(whole)
    }

    /// Drops literals that are parts of a conjunction among the others.
    fn drop_implied(&self, literals: &mut Vec<Literal>) {
        for index in (0..literals.len()).rev() {
            if let Some(parts) = self.parts.get(&literals[index]) {
                literals.retain(|literal| parts.binary_search(literal).is_err());
                break;
            }
        }
    }

    /// Returns the disjunction.
    pub fn any(&mut self, parts: &[Truth]) -> Truth {
        let negated: Vec<Truth> = parts.iter().map(|&part| !part).collect();
        !self.all(&negated)
    }

    /// Returns whether two statements have the same truth value.
    pub fn same(&mut self, a: Truth, b: Truth) -> Truth {
        let both = self.all(&[a, b]);
        let neither = self.all(&[!a, !b]);
        self.any(&[both, neither])
    }

    /// Returns whether two cells have the same value of a layer.
    pub fn equal_values(&mut self, layer: usize, a: usize, b: usize) -> Truth {
        let key = (layer, a.min(b), a.max(b));
        if let Some(&known) = self.equalities.get(&key) {
            return known;
        }
        let equal: Literal = self.problem.auxiliary("").into();
        let lists = [a, b].map(|cell| self.literals_of(layer, cell));
        self.problem.post(self.meaning, Constraint::Same(Same { equal, lists }));
        self.equalities.insert(key, Truth::Open(equal));
        Truth::Open(equal)
    }

    /// Returns the literals of the values of a cell.
    fn literals_of(&mut self, layer: usize, cell: usize) -> Arc<[Literal]> {
        let open = |truth: &Truth| if let Truth::Open(literal) = *truth { Some(literal) } else { None };
        let literals = || self.values[layer][cell].iter().filter_map(open).collect();
        Arc::clone(self.lists.entry((layer, cell)).or_insert_with(literals))
    }

    /// Posts a constraint of the current rule, under its `where`.
    pub fn post(&mut self, constraint: Constraint) {
        let constraint = self.under_when(constraint);
        if self.implied {
            self.problem.post_implied(self.origin, constraint);
        } else {
            self.problem.post(self.origin, constraint);
        }
    }

    /// Posts constraints that redundant ones imply if `implied`.
    pub fn implied(&mut self, implied: bool, post: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.implied, implied);
        post(self);
        self.implied = before;
    }

    /// Checks whether conditions that read clues post each clue separately.
    pub fn is_by_clue(&self) -> bool {
        self.by_clue
    }

    /// Runs `post` so that its constraints have the clue of a set's number as their origin.
    pub fn of_clue(&mut self, number: &Number, set: &Set, post: impl FnOnce(&mut Self)) {
        if let Some((clue, span)) = number.clue(self.symbols, set).zip(number.span(self.symbols, set)) {
            return self.of_clues(Instance::Clue(clue), span, set.own.into_iter().collect(), post);
        }
        post(self);
    }

    /// Runs `post` so that its constraints have clues at these cells together as their origin; `span` is the place of one of them.
    pub fn of_clues(&mut self, clues: Instance, span: Span, cells: Vec<Cell>, post: impl FnOnce(&mut Self)) {
        let before = self.origin;
        let origin = self.problem.origin_of(before).clone().part(clues).clue_at(span).on(cells);
        self.origin = self.problem.origin(origin);
        post(self);
        self.origin = before;
    }

    /// Runs `post` so that its constraints define auxiliary variables: they hold whichever clues are left out.
    pub fn of_meaning(&mut self, post: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.origin, self.meaning);
        post(self);
        self.origin = before;
    }

    /// Posts a redundant constraint.
    pub fn post_redundant(&mut self, constraint: Constraint) {
        let constraint = self.under_when(constraint);
        self.problem.post_redundant(self.origin, constraint);
    }

    /// Posts a constraint that removes solutions from which others follow.
    pub fn post_dominance(&mut self, constraint: Constraint) {
        self.problem.post_dominance(self.origin, constraint);
    }

    /// Posts such a clause.
    pub fn dominance_clause(&mut self, parts: impl IntoIterator<Item = Truth>) {
        if let Some(clause) = disjunction(parts) {
            self.post_dominance(clause);
        }
    }

    /// States what the removed solutions have in common with those that follow from them.
    pub fn set_dominance(&mut self, dominance: Dominance) {
        self.problem.set_dominance(dominance);
    }

    fn under_when(&self, constraint: Constraint) -> Constraint {
        if self.when.is_empty() {
            return constraint;
        }
        match constraint {
            Constraint::Clause(literals) => {
                Constraint::clause(self.when.iter().map(|&literal| !literal).chain(literals))
            }
            other => Constraint::If { when: self.when.clone(), then: Box::new(other) },
        }
    }

    /// Posts that at least one of these holds.
    pub fn clause(&mut self, parts: impl IntoIterator<Item = Truth>) {
        if let Some(clause) = disjunction(parts) {
            self.post(clause);
        }
    }

    /// Posts a redundant clause.
    pub fn redundant_clause(&mut self, parts: impl IntoIterator<Item = Truth>) {
        if let Some(clause) = disjunction(parts) {
            self.post_redundant(clause);
        }
    }

    /// Returns, by candidate, whether it is a member and passes a test.
    pub fn passing(&mut self, members: &[Candidate], test: &Test) -> Vec<Truth> {
        let places = self.symbols.topology.cells.len() + self.lines.len();
        let mut passed = match self.passed.get_mut(test) {
            Some(passed) => std::mem::take(passed),
            None => vec![None; places],
        };
        let mut passing = Vec::with_capacity(members.len());
        for member in members {
            let place = match member.element {
                Element::Cell(cell) => cell,
                Element::Line(line) => self.symbols.topology.cells.len() + line,
            };
            let passes = match passed[place] {
                Some(passes) => passes,
                None => *passed[place].insert(self.passes(member.element, test)),
            };
            passing.push(match member.is_in {
                Truth::Known(true) => passes,
                is_in => self.all(&[passes, is_in]),
            });
        }
        match self.passed.get_mut(test) {
            Some(empty) => *empty = passed,
            None => drop(self.passed.insert(test.clone(), passed)),
        }
        passing
    }

    /// Posts a constraint on the number of these that hold.
    pub fn count(&mut self, relation: Relation, bound: i64, parts: impl IntoIterator<Item = Truth>) {
        let constraint = counted(relation, bound, parts);
        self.post(constraint);
    }

    /// Returns the number of a cell in a layer as terms of a sum: no terms where the cell is not a member, or its
    /// value not a number.
    pub fn terms(&mut self, layer: usize, candidate: &Candidate) -> Vec<Term> {
        let Element::Cell(cell) = candidate.element else { return Vec::new() };
        let symbols = self.symbols;
        let numbers = symbols.layers[layer].numbers.iter().enumerate();
        let numbers: Vec<(usize, i64)> = numbers.filter_map(|(value, n)| Some((value, (*n)?))).collect();
        let mut terms = Vec::with_capacity(numbers.len());
        for (value, number) in numbers {
            if number == 0 {
                continue;
            }
            let holds = self.values[layer][cell][value];
            match self.all(&[holds, candidate.is_in]) {
                Truth::Open(literal) => terms.push(Term::literal(number, literal)),
                // A cell with a single value.
                Truth::Known(true) => {
                    let always = self.always();
                    terms.push(Term::literal(number, always));
                }
                Truth::Known(false) => {}
            }
        }
        terms
    }

    /// Returns a literal that is always true.
    fn always(&mut self) -> Literal {
        if let Some(literal) = self.always {
            return literal;
        }
        let literal: Literal = self.problem.auxiliary("true").into();
        self.problem.post(self.meaning, Constraint::clause([literal]));
        self.always = Some(literal);
        literal
    }
}

/// Returns the clause that at least one of these holds; `None` where one always does.
fn disjunction(parts: impl IntoIterator<Item = Truth>) -> Option<Constraint> {
    let mut literals = Vec::new();
    for part in parts {
        match part {
            Truth::Known(true) => return None,
            Truth::Known(false) => {}
            Truth::Open(literal) => literals.push(literal),
        }
    }
    Some(Constraint::clause(literals))
}

/// Returns the constraint on the number of these that hold.
pub fn counted(relation: Relation, bound: i64, parts: impl IntoIterator<Item = Truth>) -> Constraint {
    let mut literals = Vec::new();
    let mut bound = bound;
    for part in parts {
        match part {
            Truth::Known(true) => bound -= 1,
            Truth::Known(false) => {}
            Truth::Open(literal) => literals.push(literal),
        }
    }
    Constraint::count(relation, bound, literals)
}
