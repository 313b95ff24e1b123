//! The constraints of a rule: for each of its sets the candidates, the clue that they come from, and what its conditions
//! post. Start with [`Builder::rule`]. Imports the builder and rules.

use super::{Builder, Candidate, Truth};
use crate::rule::{Condition, Element, Member, Resolved, Rule, Set, tested};
use crate::symbols::SymbolTable;
use boardwright_base::board::Cell;
use boardwright_base::budget::Stop;
use boardwright_base::source::Span;
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::Instance;
use std::sync::Arc;

/// Returns the part of its rule that a condition is for a set, and the place in the model if that is a clue.
pub fn part_of(symbols: &SymbolTable, set: &Set, condition: &dyn Condition) -> (Instance, Option<Span>) {
    let numbers = condition.numbers();
    let clue = numbers.into_iter().find_map(|number| number.clue(symbols, set).zip(number.span(symbols, set)));
    match clue {
        Some((clue, span)) => (Instance::Clue(clue), Some(span)),
        None => (Instance::Set(set.name.clone()), None),
    }
}

impl Builder<'_> {
    /// Returns the cells and lines that may be members of a set.
    fn candidates(&mut self, rule: &Rule, set: &Set) -> Vec<Candidate> {
        let mut candidates = Vec::with_capacity(set.members.len());
        let inside = self.inside(rule, set);
        let picked = self.picked(rule, set);
        for (index, member) in set.members.iter().enumerate() {
            let mut is_in = self.is_in(rule, member);
            if let Some(picked) = &picked {
                is_in = self.all(&[is_in, picked[index]]);
            }
            if let Some(inside) = &inside {
                is_in = self.all(&[is_in, inside[index]]);
            }
            if is_in != Truth::Known(false) {
                candidates.push(Candidate { element: member.element, is_in });
            }
        }
        candidates
    }

    /// Returns, by member, whether one before it and one behind it pass the rule's `inside`.
    fn inside(&mut self, rule: &Rule, set: &Set) -> Option<Vec<Truth>> {
        let test = rule.inside.as_ref()?;
        let passing: Vec<Truth> = set.members.iter().map(|member| self.passes(member.element, test)).collect();
        let mut behind = vec![Truth::Known(false); passing.len()];
        for index in (1..passing.len()).rev() {
            behind[index - 1] = self.any(&[behind[index], passing[index]]);
        }
        let mut before = Truth::Known(false);
        let mut inside = Vec::with_capacity(passing.len());
        for (passes, behind) in passing.into_iter().zip(behind) {
            inside.push(self.all(&[before, behind]));
            before = self.any(&[before, passes]);
        }
        Some(inside)
    }

    /// Returns, by member, whether the number of the rule's `take` or `nth` selects it.
    fn picked(&mut self, rule: &Rule, set: &Set) -> Option<Vec<Truth>> {
        let pick = rule.pick.as_ref()?;
        let members = 0..set.members.len();
        Some(match pick.number().of(self.symbols, set) {
            Resolved::Number(number) => members.map(|index| Truth::Known(pick.selects(number, index))).collect(),
            Resolved::Cell(cell, more) => {
                let held = self.numbers(0, &Candidate { element: Element::Cell(cell), is_in: Truth::Known(true) }).held;
                let mut picked = Vec::with_capacity(set.members.len());
                for index in members {
                    let selecting = held.iter().filter(|(number, _)| pick.selects(number.saturating_add(more), index));
                    let selecting: Vec<Truth> = selecting.map(|&(_, truth)| truth).collect();
                    picked.push(self.any(&selecting));
                }
                picked
            }
            Resolved::Absent | Resolved::Numbers(_) | Resolved::Word(_) | Resolved::Runs(_) => {
                members.map(|_| Truth::Known(false)).collect()
            }
        })
    }

    fn is_in(&mut self, rule: &Rule, member: &Member) -> Truth {
        let mut parts = Vec::new();
        if let Some(until) = rule.until.as_ref() {
            let mut free = Vec::with_capacity(member.ways.len());
            for way in &member.ways {
                // Cell by cell, so that sets that see further along the same way share the conjunctions.
                let mut clear = Truth::Known(true);
                for &cell in way.iter() {
                    let passes = self.passes(Element::Cell(cell), until);
                    clear = self.all(&[clear, !passes]);
                }
                free.push(clear);
            }
            if !free.is_empty() {
                parts.push(self.any(&free));
            }
            if !member.own {
                parts.push(!self.passes(member.element, until));
            }
        }
        parts.extend(member.through.map(|line| Truth::Open(self.lines[line])));
        if let Some(among) = &rule.among {
            parts.extend(tested(self.symbols, member.element, among).into_iter().map(|one| self.passes(one, among)));
        }
        self.all(&parts)
    }

    /// Posts the constraints of a rule.
    pub(super) fn rule(&mut self, rule: &Rule) -> Result<(), Stop> {
        for set in &rule.sets {
            self.problem.check()?;
            let own = set.own.and_then(|cell| self.symbols.topology.id(cell));
            self.when.clear();
            if let Some(test) = &rule.when {
                match own.map_or(Truth::Known(false), |cell| self.passes(Element::Cell(cell), test)) {
                    Truth::Known(false) => continue,
                    Truth::Known(true) => {}
                    Truth::Open(literal) => self.when.push(literal),
                }
            }
            let candidates = self.candidates(rule, set);
            for condition in &rule.conditions {
                if !rule.constrains(self.symbols, &**condition, set) {
                    continue;
                }
                let origin = Origin::of(rule.id, Arc::clone(&rule.stated));
                let origin = match part_of(self.symbols, set, &**condition) {
                    (part, Some(span)) => origin.part(part).clue_at(span),
                    (part, None) => origin.part(part),
                };
                let origin = origin.on(self.cells_of(set));
                self.origin = self.problem.origin(origin);
                let before = self.when.len();
                let switches = self.switches_of(rule, &**condition, set);
                self.when.extend(switches);
                self.state(&**condition, set, &candidates);
                self.when.truncate(before);
            }
        }
        self.when.clear();
        Ok(())
    }

    /// Returns the cells of a set, each once, for the picture of an explanation.
    fn cells_of(&mut self, set: &Set) -> Vec<Cell> {
        let topology = &self.symbols.topology;
        // Every call is followed by a new origin.
        let mark = self.problem.origins().len() + 1;
        let mut cells = Vec::with_capacity(set.members.len() + 1);
        if let Some(own) = set.own {
            cells.push(own);
            topology.id(own).into_iter().for_each(|cell| self.counted[cell] = mark);
        }
        for member in &set.members {
            if let Element::Cell(cell) = member.element
                && std::mem::replace(&mut self.counted[cell], mark) != mark
            {
                cells.push(topology.cells[cell]);
            }
        }
        cells
    }
}
