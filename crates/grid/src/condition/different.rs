//! Members that differ, or are the same: `all-different = true`, `all-different = "number"`, `all-equal = true`.
//!
//! They compare the values of a layer (`on = "colour"`), of several layers together (`on = ["a", "b"]`: no two
//! members have the same combination), or the marks of a picture on the members.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::Kind;
use boardwright_ir::constraint::Relation;
use boardwright_model::{Field, Table};
use std::collections::BTreeMap;

/// True, or a picture whose marks are compared.
const DISTINCTION: boardwright_model::Kind = boardwright_model::Kind::OneOf(&[
    boardwright_model::Kind::Boolean,
    boardwright_model::Kind::Named(boardwright_model::Names::Picture),
]);
/// A layer, or several.
const LAYERS: boardwright_model::Kind = boardwright_model::Kind::OneOf(&[
    boardwright_model::Kind::Named(boardwright_model::Names::Layer),
    boardwright_model::Kind::List {
        item: &boardwright_model::Kind::Named(boardwright_model::Names::Layer),
        min: 1,
        max: 1000,
    },
]);

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "all-different",
            kind: DISTINCTION,
            doc: "all members have different values; with a picture: different marks",
            example: "true",
            ..OPTIONAL
        },
        Field {
            name: "all-equal",
            kind: DISTINCTION,
            doc: "all members have the same value; for groups, with a picture: the same mark, if any",
            example: "true",
            ..OPTIONAL
        },
        Field {
            name: "on",
            kind: LAYERS,
            doc: "the layer of the values and numbers; several layers: their combinations; for sums also a picture \
                of numbers",
            example: "\"colour\"",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    if let Some(picture) = rule.text("all-different") {
        let is_of_cells = reading.members_are_cells(rule, "all-different").is_some();
        if let Some(picture) = reading.picture(picture, rule.span_of("all-different")).filter(|_| is_of_cells) {
            conditions.push(Box::new(Different { of: Of::Picture(picture) }));
        }
    } else if rule.boolean("all-different") == Some(true)
        && let Some(layers) = reading.layers(rule, "all-different")
    {
        conditions.push(Box::new(Different { of: Of::Layers(layers) }));
    }
    if rule.text("all-equal").is_some() && rule.get("group").is_none() {
        let message = "`all-equal` with a picture requires `group`; use true for values";
        reading.mistake("no-group", rule.span_of("all-equal"), message);
    }
    if rule.boolean("all-equal") == Some(true)
        && let Some(layers) = reading.layers(rule, "all-equal")
    {
        conditions.push(Box::new(Equal { layers }));
    }
    conditions
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Of {
    Picture(usize),
    Layers(Vec<usize>),
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Different {
    of: Of,
}

impl Condition for Different {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let symbols = position.symbols;
        let mut met: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
        for &member in members {
            let Element::Cell(cell) = member else { continue };
            let at = symbols.topology.cells[cell];
            let what = match &self.of {
                Of::Picture(picture) => match symbols.mark(*picture, at) {
                    Some(mark) => vec![mark.text.as_str()],
                    None => continue,
                },
                Of::Layers(layers) => layers.iter().map(|&layer| position.value(layer, cell)).collect(),
            };
            if let Some(other) = met.insert(what.clone(), cell) {
                let cells = [symbols.topology.cells[other], at];
                return Err(Breach::Repeated { value: what.join(" "), cells });
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let symbols = to.symbols;
        match &self.of {
            Of::Picture(picture) => {
                let mut by_mark: BTreeMap<&str, Vec<Truth>> = BTreeMap::new();
                for member in members {
                    let Element::Cell(cell) = member.element else { continue };
                    let mark = symbols.mark(*picture, symbols.topology.cells[cell]);
                    if let Some(mark) = mark {
                        by_mark.entry(&mark.text).or_default().push(member.is_in);
                    }
                }
                for same in by_mark.into_values().filter(|same| same.len() > 1) {
                    to.count(Relation::AtMost, 1, same);
                }
            }
            Of::Layers(layers) => {
                let sizes: Vec<usize> = layers.iter().map(|&layer| symbols.layers[layer].values.len()).collect();
                let combinations: usize = sizes.iter().product();
                // There are as many members as values, so each value occurs: a redundant constraint that helps
                // solvers.
                let all_there =
                    combinations == members.len() && members.iter().all(|member| member.is_in == Truth::Known(true));
                let relation = if all_there { Relation::Equal } else { Relation::AtMost };
                for combination in 0..combinations {
                    let mut holding = Vec::with_capacity(members.len());
                    for member in members {
                        let Element::Cell(cell) = member.element else { continue };
                        let mut rest = combination;
                        let mut parts = vec![member.is_in];
                        for (&layer, &size) in layers.iter().zip(&sizes) {
                            parts.push(to.value(layer, cell, rest % size));
                            rest /= size;
                        }
                        holding.push(to.all(&parts));
                    }
                    to.count(relation, 1, holding);
                }
            }
        }
    }

    fn pictures(&self) -> Vec<usize> {
        match &self.of {
            Of::Picture(picture) => vec![*picture],
            Of::Layers(_) => Vec::new(),
        }
    }

    fn layers(&self) -> Vec<usize> {
        match &self.of {
            Of::Picture(_) => Vec::new(),
            Of::Layers(layers) => layers.clone(),
        }
    }

    fn all_different(&self) -> Option<usize> {
        match &self.of {
            Of::Layers(layers) => <[usize; 1]>::try_from(&layers[..]).ok().map(|[layer]| layer),
            Of::Picture(_) => None,
        }
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Equal {
    layers: Vec<usize>,
}

impl Condition for Equal {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let cells: Vec<usize> =
            members.iter().filter_map(|m| if let Element::Cell(c) = m { Some(*c) } else { None }).collect();
        for &layer in &self.layers {
            for pair in cells.windows(2) {
                let [a, b] = [pair[0], pair[1]].map(|cell| position.value(layer, cell));
                if a != b {
                    let cells = [pair[0], pair[1]].map(|cell| position.symbols.topology.cells[cell]);
                    return Err(Breach::Different { values: [a, b].map(str::to_string), cells });
                }
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let cells: Vec<(usize, Truth)> =
            members.iter().filter_map(|member| Some((member.element.cell()?, member.is_in))).collect();
        // A member that is always present is compared with all others; otherwise every pair is compared.
        let hub = cells.iter().position(|(_, is_in)| *is_in == Truth::Known(true));
        for (index, &(a, a_in)) in cells.iter().enumerate() {
            for (other, &(b, b_in)) in cells.iter().enumerate().skip(index + 1) {
                if hub.is_some_and(|hub| hub != index && hub != other) {
                    continue;
                }
                for &layer in &self.layers {
                    for value in 0..to.symbols.layers[layer].values.len() {
                        let (holds, too) = (to.value(layer, a, value), to.value(layer, b, value));
                        to.clause([!a_in, !b_in, !holds, too]);
                        to.clause([!a_in, !b_in, holds, !too]);
                    }
                }
            }
        }
    }

    fn layers(&self) -> Vec<usize> {
        self.layers.clone()
    }
}
