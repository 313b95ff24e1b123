//! Comparison of the parts of a set: `sum = "same"`, `product = "than"`, `exactly = { "#" = "than + 1" }`.
//!
//! A rule whose quantity is `"same"` compares its sets with each other, or the pieces of each set where it has `split`; with
//! `"than"` it compares each set with the cells of `than`. What is compared is one set with parts
//! ([`Set::parts`](super::super::rule::Set)), so that a symmetry may exchange them.
//!
//! Three or more equal sums have one total: an auxiliary number that the sum of each part equals, so that what is known about one
//! part bounds the others.

use super::super::breach::Breach;
use super::super::constrain::numbers::Numbers;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::position::Position;
use super::super::reading::{Reading, Versus};
use super::super::rule::{Condition, Element, Set};
use super::super::symbols::{SymbolTable, Test};
use super::Kind;
use boardwright_base::board::names::SetName;
use boardwright_ir::constraint::{Literal, Relation};
use boardwright_model::Table;
use std::collections::BTreeSet;

/// Its keys are those of the quantities: see [`super::numbers`], [`super::count`] and [`super::extreme`].
pub(super) const KIND: Kind = Kind { fields: &[], read };

/// More totals than this are compared by their difference: a variable for each costs more than it propagates.
const MOST_TOTALS: i64 = 400;

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    let by_value = [
        ("sum", Quantity::Sum, Relation::Equal),
        ("sum-at-least", Quantity::Sum, Relation::AtLeast),
        ("sum-at-most", Quantity::Sum, Relation::AtMost),
        ("product", Quantity::Product, Relation::Equal),
        ("maximum", Quantity::Extreme { greatest: true }, Relation::Equal),
        ("minimum", Quantity::Extreme { greatest: false }, Relation::Equal),
    ];
    for (key, quantity, relation) in by_value {
        let Some(versus) = rule.get(key).and_then(|given| Some((reading.versus(&given.value)?, given.span))) else {
            continue;
        };
        let of_sums = quantity == Quantity::Sum;
        if reading.versus_suits(versus, relation, of_sums, key)
            && let Some(layer) = reading.numeric_layer(rule, key)
        {
            conditions.push(Box::new(Compared { quantity, layer, relation, versus: versus.0 }));
        }
    }
    for (key, relation) in
        [("exactly", Relation::Equal), ("at-least", Relation::AtLeast), ("at-most", Relation::AtMost)]
    {
        for (test, given) in rule.map(key) {
            let Some(versus) = reading.versus(&given.value) else { continue };
            if !reading.versus_suits((versus, given.span), relation, true, key) {
                continue;
            }
            if let Some(test) = reading.word(test) {
                conditions.push(Box::new(Compared { quantity: Quantity::Count(test), layer: 0, relation, versus }));
            }
        }
    }
    conditions
}

/// What is compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Quantity {
    /// The sum of the numbers; members without a number are ignored.
    Sum,
    /// Their product.
    Product,
    /// The greatest or the least of them.
    Extreme {
        /// Whether it is the greatest.
        greatest: bool,
    },
    /// The number of members that pass a test.
    Count(Test),
}

impl Quantity {
    fn name(&self) -> &'static str {
        match self {
            Quantity::Sum => "sum",
            Quantity::Product => "product",
            Quantity::Extreme { greatest: true } => "maximum",
            Quantity::Extreme { greatest: false } => "minimum",
            Quantity::Count(_) => "count",
        }
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Compared {
    quantity: Quantity,
    layer: usize,
    relation: Relation,
    versus: Versus,
}

impl Condition for Compared {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let parts = set.divide(members);
        let mut found: Vec<(&SetName, i128)> = Vec::with_capacity(parts.len());
        for (number, (part, members)) in set.parts.iter().zip(parts).enumerate() {
            // A part without numbers has no greatest one, and nothing is required of it.
            if let Some(quantity) = self.of(position, members, number) {
                found.push((&part.name, quantity));
            }
        }
        let [(first, wanted), others @ ..] = &found[..] else { return Ok(()) };
        let differs = others.iter().find(|(_, other)| !self.accepts(*wanted, *other));
        let Some((other, quantity)) = differs else { return Ok(()) };
        let (parts, found) = (Box::new([(*first).clone(), (*other).clone()]), [*wanted, *quantity]);
        Err(Breach::Compared { name: self.quantity.name(), parts, found, versus: self.text() })
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let parts = set.divide(members);
        if self.versus == Versus::Same && parts.len() > 2 && matches!(self.quantity, Quantity::Sum | Quantity::Count(_))
        {
            let parts: Vec<Vec<Numbers>> = parts.into_iter().map(|part| self.amounts(to, part)).collect();
            if let Some(total) = self.total(to, set, &parts) {
                for part in parts {
                    let mut terms: Vec<(i64, Numbers)> = part.into_iter().map(|amount| (1, amount)).collect();
                    terms.push((-1, total.clone()));
                    to.post_sum(&terms, Relation::Equal, 0);
                }
                return;
            }
        }
        self.pairwise(to, set, members);
    }

    /// The total is no part of the statement: two parts that differ break it.
    fn violation(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) -> Option<Vec<Literal>> {
        to.violation(|to| self.pairwise(to, set, members))
    }

    fn tests(&self) -> Vec<&Test> {
        match &self.quantity {
            Quantity::Count(test) => vec![test],
            _ => Vec::new(),
        }
    }

    fn layers(&self) -> Vec<usize> {
        match &self.quantity {
            Quantity::Count(_) => Vec::new(),
            _ => vec![self.layer],
        }
    }

    /// Parts may be exchanged, and their members too, unless one is read as a number or has to exceed the other.
    fn ordered(&self) -> bool {
        match self.versus {
            Versus::Same => false,
            Versus::Than { more, read, .. } => more != 0 || read || self.relation != Relation::Equal,
        }
    }

    fn literals(&self, symbols: &SymbolTable, members: u64) -> u64 {
        let values: u64 = self.layers().iter().map(|&layer| symbols.layers[layer].values.len() as u64).sum();
        members.saturating_mul(values + 2).saturating_mul(4)
    }
}

impl Compared {
    /// How the comparison is stated, after the two quantities.
    fn text(&self) -> String {
        let relation = match self.relation {
            Relation::Equal => "",
            Relation::AtLeast => "at least ",
            Relation::AtMost => "at most ",
        };
        format!("{relation}{}", self.versus)
    }

    /// Returns the quantity of a part; `None` where it has none.
    fn of(&self, position: &Position<'_>, members: &[Element], number: usize) -> Option<i128> {
        let numbers = || {
            let cells = members.iter().filter_map(|member| member.cell());
            cells.map(|cell| position.number(self.layer, cell).map(i128::from))
        };
        match &self.quantity {
            Quantity::Count(test) => {
                Some(members.iter().filter(|&&member| position.passes(member, test)).count() as i128)
            }
            Quantity::Sum if self.reads(number) => {
                Some(numbers().fold(0i128, |read, digit| read.saturating_mul(10).saturating_add(digit.unwrap_or(0))))
            }
            Quantity::Sum => Some(numbers().flatten().sum()),
            // A saturated product exceeds every number in a model.
            Quantity::Product => Some(numbers().flatten().fold(1i128, i128::saturating_mul)),
            Quantity::Extreme { greatest: true } => numbers().flatten().max(),
            Quantity::Extreme { greatest: false } => numbers().flatten().min(),
        }
    }

    /// Whether a part is read as one number, its members being the digits.
    fn reads(&self, part: usize) -> bool {
        part == 1 && matches!(self.versus, Versus::Than { read: true, .. })
    }

    fn accepts(&self, one: i128, other: i128) -> bool {
        match self.versus {
            Versus::Same => one == other,
            Versus::Than { more, either: true, .. } => (one - other).abs() == i128::from(more),
            Versus::Than { more, .. } => {
                let bound = other + i128::from(more);
                match self.relation {
                    Relation::Equal => one == bound,
                    Relation::AtLeast => one >= bound,
                    Relation::AtMost => one <= bound,
                }
            }
        }
    }

    /// Returns what each member contributes to a sum or a count.
    fn amounts(&self, to: &mut Builder<'_>, members: &[Candidate]) -> Vec<Numbers> {
        match &self.quantity {
            Quantity::Count(test) => {
                let passing = to.passing(members, test);
                passing.into_iter().map(|passes| Numbers { held: vec![(1, passes)], none: !passes }).collect()
            }
            _ => members.iter().map(|member| to.numbers(self.layer, member)).collect(),
        }
    }

    /// Returns the common total of the parts, of which exactly one number holds; `None` if there are too many.
    fn total(&self, to: &mut Builder<'_>, set: &Set, parts: &[Vec<Numbers>]) -> Option<Numbers> {
        let (mut least, mut most) = (i64::MIN, i64::MAX);
        for part in parts {
            let ends = |amount: &Numbers| {
                let absent = (amount.none != Truth::Known(false)).then_some(0);
                let numbers = || amount.held.iter().map(|&(number, _)| number).chain(absent);
                (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0))
            };
            let ends: Vec<(i64, i64)> = part.iter().map(ends).collect();
            least = least.max(ends.iter().map(|end| end.0).fold(0, i64::saturating_add));
            most = most.min(ends.iter().map(|end| end.1).fold(0, i64::saturating_add));
        }
        if most.checked_sub(least)? > MOST_TOTALS {
            return None;
        }
        let mut held = Vec::new();
        for number in least..=most {
            held.push((number, Truth::Open(to.auxiliary())));
        }
        to.count(Relation::Equal, 1, held.iter().map(|&(_, truth)| truth));
        if let Some(known) = self.known_total(to, set) {
            let other = held.iter().filter(|(number, _)| known != Some(*number)).map(|&(_, truth)| truth);
            other.collect::<Vec<_>>().into_iter().for_each(|truth| to.redundant_clause([!truth]));
        }
        Some(Numbers { held, none: Truth::Known(false) })
    }

    /// Returns the total where parts without a common cell divide cells that hold every number once; `Some(None)` if it would
    /// not be a whole number.
    fn known_total(&self, to: &Builder<'_>, set: &Set) -> Option<Option<i64>> {
        if self.quantity != Quantity::Sum {
            return None;
        }
        let cells: Vec<usize> = set.members.iter().filter_map(|member| member.element.cell()).collect();
        let all: BTreeSet<usize> = cells.iter().copied().collect();
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        let mut parts = 0;
        for part in set.divide(&cells) {
            let own: BTreeSet<usize> = part.iter().copied().collect();
            if own.len() == part.len() && own.is_disjoint(&taken) {
                taken.extend(own);
                parts += 1;
            }
        }
        let values: Option<Vec<i64>> = to.symbols.layers[self.layer].numbers.iter().copied().collect();
        let values = values.filter(|values| values.len() == all.len())?;
        let all: Vec<usize> = all.into_iter().collect();
        if taken.len() != all.len() || parts == 0 || !to.differ(self.layer, &all) {
            return None;
        }
        let sum: i64 = values.into_iter().fold(0, i64::saturating_add);
        Some((sum % parts == 0).then(|| sum / parts))
    }

    /// Posts that each part and the next one suit each other.
    fn pairwise(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        for parts in set.divide(members).windows(2) {
            let [one, other] = parts else { continue };
            match &self.quantity {
                Quantity::Sum | Quantity::Count(_) => self.difference(to, one, other),
                Quantity::Product => self.products(to, one, other),
                Quantity::Extreme { greatest } => self.extremes(to, one, other, *greatest),
            }
        }
    }

    fn difference(&self, to: &mut Builder<'_>, one: &[Candidate], other: &[Candidate]) {
        let mut terms: Vec<(i64, Numbers)> = self.amounts(to, one).into_iter().map(|amount| (1, amount)).collect();
        let mut weight = -1i64;
        for amount in self.amounts(to, other).into_iter().rev() {
            terms.push((weight, amount));
            if self.reads(1) {
                weight = weight.saturating_mul(10);
            }
        }
        match self.versus {
            Versus::Than { more, either: true, .. } if more != 0 => {
                let above = Truth::Open(to.auxiliary());
                to.under(above, |to| to.post_sum(&terms, Relation::Equal, more));
                to.under(!above, |to| to.post_sum(&terms, Relation::Equal, -more));
            }
            Versus::Than { more, .. } => to.post_sum(&terms, self.relation, more),
            Versus::Same => to.post_sum(&terms, Relation::Equal, 0),
        }
    }

    /// Every number of the one part multiplies, every number of the other divides.
    fn products(&self, to: &mut Builder<'_>, one: &[Candidate], other: &[Candidate]) {
        let mut positions: Vec<Vec<((bool, i64), Truth)>> = Vec::new();
        for (divides, members) in [(false, one), (true, other)] {
            for member in members {
                let numbers = to.numbers(self.layer, member);
                let ones: Vec<Truth> = numbers.held.iter().filter(|(n, _)| *n == 1).map(|&(_, truth)| truth).collect();
                let neutral = to.any(&[ones, vec![numbers.none]].concat());
                let mut factors = vec![((divides, 1), neutral)];
                factors
                    .extend(numbers.held.into_iter().filter(|(n, _)| *n != 1).map(|(n, truth)| ((divides, n), truth)));
                positions.push(factors);
            }
        }
        // The product so far, divided by what was read of the other part; and whether that had a 0.
        let step = |&(product, zero): &(i64, bool), (divides, number): (bool, i64)| match (divides, number) {
            (false, _) => product.checked_mul(number).map(|product| (product, zero)),
            (true, 0) => (product == 0).then_some((0, true)),
            (true, _) if product == 0 => Some((0, zero)),
            (true, _) => (product % number == 0).then(|| (product / number, zero)),
        };
        to.post_word(&positions, (1, false), step, |&(product, zero)| if product == 0 { zero } else { product == 1 });
    }

    /// A number is reached in the one part exactly if it is in the other.
    fn extremes(&self, to: &mut Builder<'_>, one: &[Candidate], other: &[Candidate], greatest: bool) {
        let more = match self.versus {
            Versus::Than { more, .. } => more,
            Versus::Same => 0,
        };
        let [one, other] = [one, other].map(|members| {
            let numbers = members.iter().map(|member| to.numbers(self.layer, member).held);
            numbers.collect::<Vec<_>>().concat()
        });
        let has = [&one, &other].map(|held| {
            let truths: Vec<Truth> = held.iter().map(|&(_, truth)| truth).collect();
            to.any(&truths)
        });
        let mut reach = |held: &[(i64, Truth)], bound: i64| {
            let there = held.iter().filter(|(n, _)| if greatest { *n >= bound } else { *n <= bound });
            let there: Vec<Truth> = there.map(|&(_, truth)| truth).collect();
            to.any(&there)
        };
        let bounds: BTreeSet<i64> =
            one.iter().map(|(n, _)| *n).chain(other.iter().map(|(n, _)| n.saturating_add(more))).collect();
        let mut clauses = Vec::new();
        for bound in bounds {
            let (in_one, in_other) = (reach(&one, bound), reach(&other, bound.saturating_sub(more)));
            clauses.push([!has[0], !has[1], !in_one, in_other]);
            clauses.push([!has[0], !has[1], in_one, !in_other]);
        }
        clauses.into_iter().for_each(|clause| to.clause(clause));
    }
}

#[cfg(test)]
mod tests;
