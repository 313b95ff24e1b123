//! Which cells, values and lines of two boards are the same. Start with [`Matching`].

use boardwright_base::board::Cell;
use boardwright_ir::constraint::{Atom, BoolVar, Literal};
use boardwright_puzzle::Decisions;
use boardwright_puzzle::capability::stances::{BoardNames, LayerNames};
use boardwright_puzzle::solution::Candidate;
use std::collections::BTreeMap;

/// Why the boards of two models cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// A family does not offer the comparison.
    #[error("rules of `{0}` cannot be compared; expected a grid without moves")]
    Family(&'static str),
    /// A cell of one board is not a cell of the other.
    #[error("{at} is a cell of the {} model only", which(*.first))]
    Cell {
        /// The cell.
        at: Cell,
        /// Whether the first model has it.
        first: bool,
    },
    /// A layer that drawings show is in one model only.
    #[error("the layer `{name}` is in the {} model only", which(*.first))]
    Layer {
        /// Its name.
        name: String,
        /// Whether the first model has it.
        first: bool,
    },
    /// A cell holds a value of a layer in one model only.
    #[error("{at} holds a value of the layer `{layer}` in the {} model only", which(*.first))]
    Held {
        /// The cell.
        at: Cell,
        /// The layer.
        layer: String,
        /// Whether it does in the first model.
        first: bool,
    },
    /// A value is in one model only.
    #[error("the value `{value}` of the layer `{layer}` is in the {} model only", which(*.first))]
    Value {
        /// The value.
        value: String,
        /// The layer.
        layer: String,
        /// Whether the first model has it.
        first: bool,
    },
    /// A possible line is in one model only.
    #[error("the line from {} to {} is in the {} model only", ends[0], ends[1], which(*.first))]
    Line {
        /// Its ends.
        ends: [Cell; 2],
        /// Whether the first model has it.
        first: bool,
    },
    /// A picture or list of clues is in one model only.
    #[error("the clues `{name}` are in the {} model only", which(*.first))]
    Clues {
        /// The picture or list.
        name: String,
        /// Whether the first model has it.
        first: bool,
    },
    /// A renamed name is in no layer of the first model.
    #[error("the first model has neither a layer nor a value `{0}`")]
    Unknown(String),
}

fn which(first: bool) -> &'static str {
    if first { "first" } else { "second" }
}

/// A layer that both boards have.
#[derive(Debug, Clone)]
struct SharedLayer {
    layers: [usize; 2],
    /// By value of the first board, that of the second.
    values: Vec<usize>,
}

/// What two boards share.
#[derive(Debug, Clone)]
pub(super) struct Matching {
    /// By cell of the first board, that of the second.
    cells: Vec<usize>,
    layers: Vec<SharedLayer>,
    /// By line of the first board, that of the second.
    lines: Vec<usize>,
    /// By board, the names of hidden layers that the other one lacks.
    pub(super) hidden: [Vec<String>; 2],
}

impl Matching {
    /// Matches two boards by the names of their parts; `map` renames layers and values of the first one.
    pub(super) fn new(boards: [&BoardNames; 2], map: &[(String, String)]) -> Result<Matching, Mismatch> {
        let [one, other] = boards;
        let names = one.layers.iter().flat_map(|layer| std::iter::once(&layer.name).chain(&layer.values));
        let names: Vec<&String> = names.collect();
        if let Some((unknown, _)) = map.iter().find(|(from, _)| !names.contains(&from)) {
            return Err(Mismatch::Unknown(unknown.clone()));
        }
        let renamed = |name: &str| {
            let found = map.iter().find(|(from, _)| from == name);
            found.map_or_else(|| name.to_string(), |(_, to)| to.clone())
        };
        let cells = places(&one.cells, &other.cells).map_err(|(at, first)| Mismatch::Cell { at, first })?;
        let lines = places(&one.lines, &other.lines).map_err(|(ends, first)| Mismatch::Line { ends, first })?;
        let mut hidden = [Vec::new(), Vec::new()];
        let mut layers = Vec::new();
        for (index, layer) in one.layers.iter().enumerate() {
            let name = renamed(&layer.name);
            match other.layers.iter().position(|layer| layer.name == name) {
                Some(second) if !(layer.hidden && other.layers[second].hidden) => {
                    let values = values(layer, &other.layers[second], &renamed)?;
                    let held = |&(cell, &at): &(usize, &usize)| layer.is_held[cell] != other.layers[second].is_held[at];
                    if let Some((cell, _)) = cells.iter().enumerate().find(held) {
                        let first = layer.is_held[cell];
                        return Err(Mismatch::Held { at: one.cells[cell], layer: layer.name.clone(), first });
                    }
                    layers.push(SharedLayer { layers: [index, second], values });
                }
                _ if layer.hidden => hidden[0].push(layer.name.clone()),
                // One value says nothing.
                None if layer.values.len() == 1 => {}
                _ => return Err(Mismatch::Layer { name: layer.name.clone(), first: true }),
            }
        }
        for (index, layer) in other.layers.iter().enumerate() {
            match layers.iter().any(|shared| shared.layers[1] == index) {
                true => {}
                false if layer.hidden => hidden[1].push(layer.name.clone()),
                false if layer.values.len() == 1 => {}
                false => return Err(Mismatch::Layer { name: layer.name.clone(), first: false }),
            }
        }
        Ok(Matching { cells, layers, lines, hidden })
    }

    /// Returns the same matching from the second board to the first.
    pub(super) fn turned(&self) -> Matching {
        let layers = self.layers.iter().map(|shared| SharedLayer {
            layers: [shared.layers[1], shared.layers[0]],
            values: inverse(&shared.values),
        });
        let [one, other] = self.hidden.clone();
        Matching {
            cells: inverse(&self.cells),
            layers: layers.collect(),
            lines: inverse(&self.lines),
            hidden: [other, one],
        }
    }

    /// Returns the pairs of literals of the first and the second board that mean the same: one for each value of a cell, and for
    /// each line that it is there and that it is not.
    pub(super) fn pairs(&self, boards: [&Decisions; 2]) -> Vec<[Literal; 2]> {
        let mut pairs = Vec::new();
        for shared in &self.layers {
            for (cell, &second) in self.cells.iter().enumerate() {
                let own = &boards[0].layers[shared.layers[0]][cell];
                let others = &boards[1].layers[shared.layers[1]][second];
                pairs.extend(own.iter().zip(&shared.values).map(|(&literal, &value)| [literal, others[value]]));
            }
        }
        for (line, &second) in self.lines.iter().enumerate() {
            let there = [boards[0].lines[line], boards[1].lines[second]];
            pairs.extend([there, there.map(|literal| !literal)]);
        }
        pairs
    }

    /// Returns the literals of the second board that a board of the first model makes true.
    pub(super) fn held(&self, board: &Candidate, other: &Decisions) -> Vec<Literal> {
        let mut held = Vec::new();
        for shared in &self.layers {
            let [first, second] = shared.layers;
            let values = board.layers[first].iter().zip(&self.cells);
            // A cell with one possible value has no literal.
            let literal = |(&value, &cell): (&u16, &usize)| {
                other.layers[second][cell].get(shared.values[usize::from(value)]).copied()
            };
            held.extend(values.filter_map(literal));
        }
        for (&line, &is_there) in self.lines.iter().zip(&board.lines) {
            held.push(if is_there { other.lines[line] } else { !other.lines[line] });
        }
        held
    }

    /// Returns by variable of the second board the literal of the first one.
    pub(super) fn shared(&self, boards: [&Decisions; 2]) -> BTreeMap<BoolVar, Literal> {
        let pairs = self.pairs(boards).into_iter();
        let variables = pairs.filter_map(|[one, other]| match other.atom {
            Atom::Boolean(variable) => Some((variable, if other.negated { !one } else { one })),
            _ => None,
        });
        variables.collect()
    }

    /// Returns a board of the first model as one of the second; hidden layers are left at their first values. `names` are those of
    /// the second board.
    pub(super) fn board(&self, board: &Candidate, names: &BoardNames) -> Candidate {
        let mut layers = vec![vec![0; names.cells.len()]; names.layers.len()];
        for shared in &self.layers {
            let is_held = &names.layers[shared.layers[1]].is_held;
            for (&value, &cell) in board.layers[shared.layers[0]].iter().zip(&self.cells) {
                layers[shared.layers[1]][cell] =
                    if is_held[cell] { shared.values[usize::from(value)] as u16 } else { 0 };
            }
        }
        let mut lines = vec![false; self.lines.len()];
        self.lines.iter().zip(&board.lines).for_each(|(&line, &is_there)| lines[line] = is_there);
        Candidate { layers, lines, ..Candidate::default() }
    }
}

/// Returns by place of the first list its place in the second; otherwise one that is in one list only, and whether that is the
/// first.
fn places<T: Clone + Ord>(one: &[T], other: &[T]) -> Result<Vec<usize>, (T, bool)> {
    let index: BTreeMap<&T, usize> = other.iter().enumerate().map(|(place, item)| (item, place)).collect();
    let found = one.iter().map(|item| index.get(item).copied().ok_or_else(|| (item.clone(), true)));
    let found = found.collect::<Result<Vec<usize>, _>>()?;
    let mut is_met = vec![false; other.len()];
    found.iter().for_each(|&place| is_met[place] = true);
    match is_met.iter().position(|met| !met) {
        Some(place) => Err((other[place].clone(), false)),
        None => Ok(found),
    }
}

/// Returns by value of the first layer that of the second.
fn values(one: &LayerNames, other: &LayerNames, renamed: &dyn Fn(&str) -> String) -> Result<Vec<usize>, Mismatch> {
    let names: Vec<String> = one.values.iter().map(|value| renamed(value)).collect();
    places(&names, &other.values).map_err(|(value, first)| {
        let layer = if first { one.name.clone() } else { other.name.clone() };
        Mismatch::Value { value, layer, first }
    })
}

fn inverse(map: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; map.len()];
    map.iter().enumerate().for_each(|(from, &to)| inverse[to] = from);
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(values: &[&str], hidden: Option<&str>) -> BoardNames {
        let layer = |name: &str, values: &[&str], hidden| LayerNames {
            name: name.into(),
            values: values.iter().map(ToString::to_string).collect(),
            is_held: vec![true; 2],
            hidden,
        };
        let mut layers = vec![layer("grid", values, false)];
        layers.extend(hidden.map(|name| layer(name, &["a", "b"], true)));
        BoardNames { cells: vec![Cell::new(0, 0), Cell::new(0, 1)], layers, lines: Vec::new() }
    }

    #[test]
    fn values_are_matched_by_name_and_hidden_layers_are_left_out() {
        let (one, other) = (board(&[".", "Q"], None), board(&["queen", "."], Some("side")));
        let wrong = Matching::new([&one, &other], &[]).expect_err("the values differ");
        assert_eq!(wrong, Mismatch::Value { value: "Q".into(), layer: "grid".into(), first: true });
        let map = [("Q".to_string(), "queen".to_string())];
        let matching = Matching::new([&one, &other], &map).expect("the boards match");
        assert_eq!(matching.hidden, [vec![], vec!["side".to_string()]]);
        let there = matching.board(&Candidate::layer(vec![0, 1]), &other);
        assert_eq!(there.layers, [vec![1, 0], vec![0, 0]]);
        assert_eq!(matching.turned().board(&there, &one).layers, [vec![0, 1]]);
        assert_eq!(
            Matching::new([&one, &other], &[("K".into(), "k".into())]).expect_err("no such name"),
            Mismatch::Unknown("K".into())
        );
    }
}
