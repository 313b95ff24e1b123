//! Clues that can be switched off: the constraints that only one clue causes are posted under its literal.
//!
//! This is correct for clues on which nothing else depends (`printed::parts` decides that): without the clue, the
//! rule does not constrain the set, and everything else is unchanged.

use super::{Builder, Truth};
use crate::rule::{At, Condition, Rule, Set};
use crate::symbols::{Atom, Mark, SymbolTable};
use boardwright_base::source::Span;
use boardwright_ir::constraint::Literal;

impl Builder<'_> {
    /// Returns the literal under which the clue at a place holds; `None` where it always does.
    pub(super) fn switch(&mut self, place: Span) -> Option<Literal> {
        let known = self.switches.as_mut()?.literals.get_mut(&place)?;
        Some(*known.get_or_insert_with(|| self.problem.auxiliary("").into()))
    }

    fn has_switch(&self, place: Span) -> bool {
        self.switches.as_ref().is_some_and(|switches| switches.literals.contains_key(&place))
    }

    /// Returns the literals under which a rule's condition constrains a set.
    pub(super) fn switches_of(&mut self, rule: &Rule, condition: &dyn Condition, set: &Set) -> Vec<Literal> {
        if self.switches.is_none() {
            return Vec::new();
        }
        let symbols = self.symbols;
        let mut found = Vec::new();
        // Any one of these marks is enough; a mark without a switch is always present.
        let ways = rule.at.as_ref().map_or(Vec::new(), |at| at.places(symbols, set));
        let is_switched = |place: &Option<Span>| place.is_some_and(|place| self.has_switch(place));
        if !ways.is_empty() && ways.iter().all(is_switched) {
            let ways: Vec<Truth> =
                ways.into_iter().flatten().filter_map(|place| self.switch(place)).map(Truth::Open).collect();
            if let Truth::Open(literal) = self.any(&ways) {
                found.push(literal);
            }
        }
        if let [number] = condition.numbers()[..] {
            let switch = number.span(symbols, set).and_then(|place| self.switch(place));
            found.extend(switch.filter(|literal| !found.contains(literal)));
        }
        found
    }
}

impl At {
    /// Returns, for each way in which a set passes, the place of the mark that makes it pass; `None` where it passes
    /// without one.
    fn places(&self, symbols: &SymbolTable, set: &Set) -> Vec<Option<Span>> {
        let span = |mark: Option<&Mark>| mark.map(|mark| mark.span);
        match self {
            At::Cell(test) => {
                let Some(own) = set.own else { return Vec::new() };
                let passing = test.any.iter().filter(|atom| symbols.passes_any(own, std::slice::from_ref(atom)));
                passing
                    .map(|(negated, atom)| match atom {
                        Atom::Mark(picture, _) if !negated => span(symbols.mark(*picture, own)),
                        _ => None,
                    })
                    .collect()
            }
            At::Between(signs) => {
                let passing = signs.iter().filter(|sign| sign.passes(symbols, set));
                passing
                    .map(|sign| match sign.negated {
                        true => None,
                        false => span(symbols.mark_between(sign.picture, set)),
                    })
                    .collect()
            }
        }
    }
}
