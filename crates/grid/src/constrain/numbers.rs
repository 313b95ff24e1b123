//! The numbers of the members of a set: which of them differ, and their sums, binary tables and words of automata.

use super::{Builder, Candidate, Truth};
use crate::rule::{Element, Number, Resolved, Rule, Set};
use boardwright_ir::constraint::{Automaton, Constraint, Literal, Regular, Relation, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The possible numbers of a member; at most one of these holds.
#[derive(Debug, Clone)]
pub struct Numbers {
    /// Each number with the truth that it is this one; ascending.
    pub held: Vec<(i64, Truth)>,
    /// Whether it has no number: it is not a member, or its value is not a number.
    pub none: Truth,
}

impl Numbers {
    /// A member without a number.
    pub const NONE: Numbers = Numbers { held: Vec::new(), none: Truth::Known(true) };
}

/// The most transitions of an automaton for a sum; a larger one is posted as a sum. Few in tests, so that small
/// boards have both.
const MOST_TRANSITIONS: usize = if cfg!(test) { 60 } else { 40_000 };

/// The most choices of different numbers that are enumerated.
const MOST_CHOICES: usize = 60;

impl Builder<'_> {
    /// Returns the numbers of a possible member in a layer.
    pub fn numbers(&mut self, layer: usize, candidate: &Candidate) -> Numbers {
        let Element::Cell(cell) = candidate.element else {
            return Numbers::NONE;
        };
        let symbols = self.symbols;
        if !symbols.layers[layer].is_held[cell] {
            return Numbers::NONE;
        }
        let mut by_number: BTreeMap<i64, Vec<Truth>> = BTreeMap::new();
        let mut wordless = Vec::new();
        for (value, number) in symbols.layers[layer].numbers.iter().enumerate() {
            let truth = self.value(layer, cell, value);
            match number {
                Some(number) => by_number.entry(*number).or_default().push(truth),
                None => wordless.push(truth),
            }
        }
        let mut held = Vec::with_capacity(by_number.len());
        for (number, truths) in by_number {
            let holds = self.any(&truths);
            held.push((number, self.all(&[holds, candidate.is_in])));
        }
        wordless.push(!candidate.is_in);
        held.retain(|(_, truth)| *truth != Truth::Known(false));
        Numbers { held, none: self.any(&wordless) }
    }

    /// Posts the constraints for a set with its number, for each possible number.
    pub fn with_number(&mut self, number: &Number, set: &Set, mut post: impl FnMut(&mut Self, i64)) {
        match number.of(self.symbols, set) {
            Resolved::Absent | Resolved::Numbers(_) | Resolved::Word(_) | Resolved::Runs(_) => {}
            Resolved::Number(number) => post(self, number),
            Resolved::Cell(cell, more) => {
                let own = self.numbers(0, &Candidate { element: Element::Cell(cell), is_in: Truth::Known(true) });
                for (number, held) in own.held {
                    self.under(held, |builder| post(builder, number + more));
                }
            }
        }
    }

    /// Runs `post` so that its constraints hold only under this condition, in addition to the rule's `where`.
    pub fn under(&mut self, condition: Truth, post: impl FnOnce(&mut Self)) {
        match condition {
            Truth::Known(true) => post(self),
            Truth::Known(false) => {}
            Truth::Open(literal) => {
                self.when.push(literal);
                post(self);
                self.when.pop();
            }
        }
    }

    /// Returns a literal for a truth.
    pub fn literal(&mut self, truth: Truth) -> Literal {
        match truth {
            Truth::Open(literal) => literal,
            Truth::Known(true) => self.always(),
            Truth::Known(false) => !self.always(),
        }
    }

    /// Posts that two numbers, where both exist, are an accepted pair. Unit propagation derives every forced literal.
    pub fn post_pairs(&mut self, a: &Numbers, b: &Numbers, accepts: impl Fn(i64, i64) -> bool) {
        for &(number, held) in &a.held {
            let partners = b.held.iter().filter(|&&(other, _)| accepts(number, other)).map(|&(_, truth)| truth);
            let partners: Vec<Truth> = partners.collect();
            if partners.len() < b.held.len() {
                self.clause([!held, b.none].into_iter().chain(partners));
            }
        }
        for &(number, held) in &b.held {
            let partners = a.held.iter().filter(|&&(other, _)| accepts(other, number)).map(|&(_, truth)| truth);
            let partners: Vec<Truth> = partners.collect();
            if partners.len() < a.held.len() {
                self.clause([!held, a.none].into_iter().chain(partners));
            }
        }
    }

    /// Posts that the symbols, one at each position, form a word that leads from the start to an accepted state. At
    /// each position exactly one of the symbols holds.
    pub fn post_word<Symbol: Ord + Copy, State: Ord + Clone>(
        &mut self,
        positions: &[Vec<(Symbol, Truth)>],
        start: State,
        step: impl Fn(&State, Symbol) -> Option<State>,
        accepts: impl Fn(&State) -> bool,
    ) {
        let alphabet: BTreeSet<Symbol> = positions.iter().flatten().map(|&(symbol, _)| symbol).collect();
        let alphabet: Vec<Symbol> = alphabet.into_iter().collect();
        let automaton = automaton(&alphabet, start, step, accepts);
        let mut sequence = Vec::with_capacity(positions.len());
        for position in positions {
            let truth = |symbol: &Symbol| position.iter().find(|(own, _)| own == symbol).map(|&(_, truth)| truth);
            let truths: Vec<Truth> = alphabet.iter().map(|s| truth(s).unwrap_or(Truth::Known(false))).collect();
            sequence.push(truths.into_iter().map(|truth| self.literal(truth)).collect());
        }
        self.post(Constraint::Regular(Regular { sequence, automaton }));
    }

    /// Posts a bound on the sum of the members' numbers, each multiplied by its factor.
    pub fn post_sum(&mut self, members: &[(i64, Numbers)], relation: Relation, bound: i64) {
        let mut bound = i128::from(bound);
        let mut positions: Vec<BTreeMap<i64, Vec<Truth>>> = Vec::new();
        for (sign, numbers) in members {
            let mut by_amount: BTreeMap<i64, Vec<Truth>> = BTreeMap::new();
            for &(number, held) in &numbers.held {
                by_amount.entry(sign * number).or_default().push(held);
            }
            if numbers.none != Truth::Known(false) {
                by_amount.entry(0).or_default().push(numbers.none);
            }
            match by_amount.len() {
                0 => {}
                1 => bound -= by_amount.keys().map(|&amount| i128::from(amount)).sum::<i128>(),
                _ => positions.push(by_amount),
            }
        }
        // "At least" is "at most" with all signs reversed.
        let turned = relation == Relation::AtLeast;
        let equal = relation == Relation::Equal;
        let sign: i64 = if turned { -1 } else { 1 };
        bound *= i128::from(sign);
        let mut words: Vec<Vec<(i64, Truth)>> = Vec::with_capacity(positions.len());
        let mut most = 0i128;
        for by_amount in positions {
            let least = by_amount.keys().map(|&amount| sign * amount).min().unwrap_or(0);
            bound -= i128::from(least);
            let mut symbols = Vec::with_capacity(by_amount.len());
            for (amount, truths) in by_amount {
                symbols.push((sign * amount - least, self.any(&truths)));
            }
            symbols.sort_by_key(|&(excess, _)| excess);
            most += symbols.last().map_or(0, |&(excess, _)| i128::from(excess));
            words.push(symbols);
        }
        let impossible = bound < 0 || (equal && bound > most);
        if impossible {
            return self.clause([]);
        }
        if !equal && bound >= most {
            return;
        }
        // From here on 0 <= bound <= most: it fits wherever the sums do.
        let bound = i64::try_from(bound).unwrap_or(i64::MAX);
        let accepts = |sum: i64| if equal { sum == bound } else { sum <= bound };
        let symbols: BTreeSet<i64> = words.iter().flatten().map(|&(excess, _)| excess).collect();
        let states = usize::try_from(bound).unwrap_or(usize::MAX).saturating_add(1);
        let transitions = words.len().saturating_mul(symbols.len()).saturating_mul(states);
        let two_each = words.iter().all(|symbols| symbols.len() == 2);
        match &words[..] {
            [only] => {
                let fitting: Vec<Truth> = only.iter().filter(|(sum, _)| accepts(*sum)).map(|&(_, t)| t).collect();
                self.clause(fitting);
            }
            [a, b] => {
                let numbers = |held: &Vec<(i64, Truth)>| Numbers { held: held.clone(), none: Truth::Known(false) };
                let (a, b) = (numbers(a), numbers(b));
                self.post_pairs(&a, &b, |one, other| accepts(one + other));
            }
            _ if two_each || transitions > MOST_TRANSITIONS => {
                let mut terms = Vec::new();
                for symbols in &words {
                    terms.extend(self.in_bits(symbols));
                }
                let relation = if equal { Relation::Equal } else { Relation::AtMost };
                self.post(Constraint::Sum { terms, relation, bound });
            }
            _ => {
                let step = |&sum: &i64, excess: i64| sum.checked_add(excess).filter(|&sum| sum <= bound);
                self.post_word(&words, 0, step, |&sum| accepts(sum));
            }
        }
    }

    /// Returns one of several amounts, none of them negative, as terms: one for each binary digit, or for each amount
    /// where there are no more of these. 64 amounts are 6 digits, which makes their sum ten times as short.
    fn in_bits(&mut self, amounts: &[(i64, Truth)]) -> Vec<Term> {
        let most = amounts.iter().map(|&(amount, _)| amount).max().unwrap_or(0);
        let digits: Vec<i64> = (0..63).map(|digit| 1 << digit).take_while(|&weight| weight <= most).collect();
        let weights: Vec<i64> = amounts.iter().map(|&(amount, _)| amount).filter(|&amount| amount != 0).collect();
        let short = digits.len() < weights.len();
        let mut terms = Vec::new();
        for weight in if short { digits } else { weights } {
            let counts = |amount: i64| if short { amount & weight != 0 } else { amount == weight };
            let with: Vec<Truth> = amounts.iter().filter(|(amount, _)| counts(*amount)).map(|&(_, t)| t).collect();
            let holds = self.any(&with);
            terms.push(Term::literal(weight, self.literal(holds)));
        }
        terms
    }

    /// For members that all have numbers and differ: posts which numbers can occur together. `fits` checks an
    /// ascending choice of numbers. Returns whether there are few enough choices; then these constraints, and that the
    /// members differ, imply that the choice fits.
    pub fn post_choices(&mut self, members: &[Numbers], fits: impl Fn(&[i64]) -> bool) -> bool {
        let numbers: BTreeSet<i64> =
            members.iter().flat_map(|member| &member.held).map(|&(number, _)| number).collect();
        let numbers: Vec<i64> = numbers.into_iter().collect();
        let Some(choices) = choices(&numbers, members.len(), fits) else { return false };
        let mut there = Vec::with_capacity(numbers.len());
        for &number in &numbers {
            let at = members.iter().flat_map(|member| &member.held).filter(|held| held.0 == number);
            let at: Vec<Truth> = at.map(|&(_, truth)| truth).collect();
            there.push((number, at));
        }
        let mut open = Vec::new();
        for (number, at) in there {
            let count = choices.iter().filter(|choice| choice.contains(&number)).count();
            match count {
                0 => at.into_iter().for_each(|truth| self.redundant_clause([!truth])),
                count if count == choices.len() => self.redundant_clause(at),
                _ => {
                    let is_there = self.any(&at);
                    open.push((number, is_there));
                }
            }
        }
        if choices.len() < 2 {
            return true;
        }
        let mut chosen = Vec::with_capacity(choices.len());
        for choice in &choices {
            let parts: Vec<Truth> = open.iter().filter(|(n, _)| choice.contains(n)).map(|&(_, truth)| truth).collect();
            chosen.push(self.all(&parts));
        }
        self.redundant_clause(chosen.iter().copied());
        for (number, is_there) in open {
            let of = |with: bool| choices.iter().zip(&chosen).filter(move |(c, _)| c.contains(&number) == with);
            let with: Vec<Truth> = of(true).map(|(_, &truth)| truth).collect();
            let without: Vec<Truth> = of(false).map(|(_, &truth)| truth).collect();
            self.redundant_clause(with.into_iter().chain([!is_there]));
            self.redundant_clause(without.into_iter().chain([is_there]));
        }
        true
    }

    /// Registers the sets in which no two members have the same value, for use in sums.
    pub(super) fn note_different(&mut self, rules: &[Rule]) {
        let mut number = 0;
        // A constraint that may be switched off cannot be used.
        let always = |rule: &&Rule| rule.is_plain() && (self.switches.is_none() || rule.at.is_none());
        for rule in rules.iter().filter(always) {
            for layer in rule.conditions.iter().filter_map(|condition| condition.all_different()) {
                for set in &rule.sets {
                    number += 1;
                    for member in &set.members {
                        if let (Element::Cell(cell), None) = (member.element, member.through) {
                            self.different[cell].push((layer, number));
                        }
                    }
                }
            }
        }
    }

    /// Checks whether a rule requires different values of a layer for every two of these cells.
    pub fn differ(&self, layer: usize, cells: &[usize]) -> bool {
        let of = |cell: usize| self.different[cell].iter().filter(move |noted| noted.0 == layer);
        cells.iter().enumerate().all(|(index, &a)| {
            cells[index + 1..].iter().all(|&b| a != b && of(a).any(|noted| of(b).any(|other| other == noted)))
        })
    }
}

/// Builds the automaton over these symbols with its reachable states.
fn automaton<Symbol: Copy, State: Ord + Clone>(
    alphabet: &[Symbol],
    start: State,
    step: impl Fn(&State, Symbol) -> Option<State>,
    accepts: impl Fn(&State) -> bool,
) -> Automaton {
    let mut numbers = BTreeMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    let mut next: Vec<Vec<Option<usize>>> = Vec::new();
    while let Some(state) = states.get(next.len()).cloned() {
        let mut row = Vec::with_capacity(alphabet.len());
        for &symbol in alphabet {
            row.push(step(&state, symbol).map(|to| {
                *numbers.entry(to.clone()).or_insert_with(|| {
                    states.push(to);
                    states.len() - 1
                })
            }));
        }
        next.push(row);
    }
    Automaton { start: 0, accepting: states.iter().map(accepts).collect(), next }
}

/// Returns the ascending choices of `count` of the numbers that fit; `None` when there are too many.
fn choices(numbers: &[i64], count: usize, fits: impl Fn(&[i64]) -> bool) -> Option<Vec<Vec<i64>>> {
    // Every choice is enumerated; up to this number that takes no noticeable time.
    let mut looked_at = 0;
    let mut found: Vec<Vec<i64>> = Vec::new();
    let mut stack: Vec<(usize, Vec<i64>)> = vec![(0, Vec::new())];
    while let Some((from, choice)) = stack.pop() {
        if choice.len() == count {
            looked_at += 1;
            if fits(&choice) {
                found.push(choice);
            }
            if looked_at > 20_000 || found.len() > MOST_CHOICES {
                return None;
            }
            continue;
        }
        // The last places remain for the numbers still to be chosen.
        let end = (numbers.len() + choice.len() + 1).saturating_sub(count);
        for (index, &number) in numbers.iter().enumerate().take(end).skip(from) {
            let mut longer = choice.clone();
            longer.push(number);
            stack.push((index + 1, longer));
        }
    }
    Some(found)
}
