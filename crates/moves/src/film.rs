//! Several positions as one board: its cells are those of the first position, then those of the second, and so on. A row
//! without cells lies between two positions, so that no picture of a rule spans both.
//!
//! Rules about a position and the next one are rules of a board of two frames, and the rules of all positions of a plan are
//! rules of a board with a frame for each. Start with [`symbols`] and [`rule`].

use boardwright_base::board::Cell;
use boardwright_grid::rule::{Element, Key, Member, Passed, Rule, Set, Time};
use boardwright_grid::symbols::{Layer, Mark, Picture, Site, SymbolTable};
use boardwright_grid::topology::Topology;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the symbols of a board with this many frames, one below another.
pub(super) fn symbols(of: &SymbolTable, frames: usize) -> SymbolTable {
    let (height, width) = (of.topology.height, of.topology.width);
    let is_cell = |at: Cell| {
        let row = at.row % (height + 1);
        row < height && of.topology.id(Cell::new(row, at.column)).is_some()
    };
    let layer = |layer: &Layer| Layer {
        given: (0..frames).flat_map(|_| layer.given.iter().copied()).collect(),
        is_held: layer.is_held.repeat(frames),
        ..layer.clone()
    };
    let picture = |picture: &Picture| Picture {
        marks: (0..frames)
            .flat_map(|_| picture.marks.iter().cloned().chain(std::iter::repeat_n(None, width)))
            .collect(),
        ..picture.clone()
    };
    let cells = of.topology.cells.len();
    let between = |(name, marks): &(String, BTreeMap<Site, Mark>)| {
        let all = (0..frames).flat_map(|frame| {
            marks.iter().map(move |(site, mark)| {
                let site = match *site {
                    Site::Between(ends) => Site::Between(ends.map(|cell| cell + frame * cells)),
                    Site::Corner(at) => Site::Corner(below(at, frame, height)),
                };
                (site, mark.clone())
            })
        });
        (name.clone(), all.collect())
    };
    SymbolTable {
        topology: Topology::new((height + 1) * frames, width, false, is_cell),
        layers: of.layers.iter().map(layer).collect(),
        pictures: of.pictures.iter().map(picture).collect(),
        between: of.between.iter().map(between).collect(),
        ..of.clone()
    }
}

/// Returns a place of a frame.
fn below(at: Cell, frame: usize, height: usize) -> Cell {
    Cell::new(at.row + frame * (height + 1), at.column)
}

/// Returns a rule for some frames of a board: each set has its members in the first of them, then in the second.
pub(super) fn rule(of: &SymbolTable, rule: &Rule, frames: &[usize]) -> Rule {
    let (cells, height) = (of.topology.cells.len(), of.topology.height);
    let set = |set: &Set| {
        let members = frames.iter().flat_map(|&frame| {
            set.members.iter().map(move |member| Member {
                element: match member.element {
                    Element::Cell(cell) => Element::Cell(cell + frame * cells),
                    line => line,
                },
                ways: member
                    .ways
                    .iter()
                    .map(|way| {
                        let ray: Arc<[usize]> = way.iter().map(|cell| cell + frame * cells).collect();
                        Passed::of(&ray, ray.len())
                    })
                    .collect(),
                ..member.clone()
            })
        });
        let own = set.own.map(|own| below(own, frames[0], height));
        let key = match &set.key {
            Key::Corner(at) => Key::Corner(below(*at, frames[0], height)),
            other => other.clone(),
        };
        Set { own, key, members: members.collect(), ..set.clone() }
    };
    Rule {
        name: rule.name.clone(),
        id: rule.id,
        stated: Arc::clone(&rule.stated),
        span: rule.span,
        time: Time::Always,
        sets: rule.sets.iter().map(set).collect(),
        when: rule.when.clone(),
        among: rule.among.clone(),
        inside: rule.inside.clone(),
        pick: rule.pick.clone(),
        until: rule.until.clone(),
        at: rule.at.clone(),
        paths: rule.paths,
        whole: Vec::new(),
        conditions: rule.conditions.clone(),
    }
}
