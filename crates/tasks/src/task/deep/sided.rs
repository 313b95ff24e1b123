//! Rules of which only one side is written: a reflection of the board turns solutions into boards that break this rule, and
//! leaves all others alone.
//!
//! Whoever writes that no cell equals the next one in its row, and forgets the columns, has written one side. For each
//! reflection, one solver is asked which rules the image of a solution can break. Imports the oracle. Start with [`one_sided`].

use crate::task::diff::oracle::{Asked, Oracle};
use crate::task::diff::renamed;
use crate::task::failure::Failure;
use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::origin::{Instance, RuleId};
use boardwright_ir::constraint::{Atom, BoolVar, Constraint, Draft, Literal, Origin, OriginKind, Problem, Roles};
use boardwright_puzzle::Decisions;
use boardwright_puzzle::capability::stances::{BoardNames, LayerNames, Part, Stance, Stances};
use std::collections::BTreeMap;

/// A reflection of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reflection {
    /// Left and right are exchanged.
    LeftRight,
    /// Top and bottom are exchanged.
    TopBottom,
    /// Rows and columns are exchanged.
    RowsColumns,
}

/// A rule of which only one side is written.
#[derive(Debug, Clone)]
pub struct OneSided {
    /// The rule.
    pub rule: Origin,
    /// The reflection that breaks it.
    pub reflection: Reflection,
}

/// The number of decisions of each search; without an answer, nothing is claimed about the reflection.
const BRIEF: u64 = 20_000;

/// Returns the rules of which only one side is written, each with the first reflection that shows it.
///
/// # Errors
/// If a limit is reached, or a check fails.
pub(super) fn one_sided(stances: &dyn Stances, budget: &Budget) -> Result<Vec<OneSided>, Failure> {
    let names = stances.names();
    // The values of a hidden layer may have to be others on the image.
    if names.layers.iter().any(|layer| layer.hidden) {
        return Ok(Vec::new());
    }
    let mut found: Vec<OneSided> = Vec::new();
    for reflection in [Reflection::RowsColumns, Reflection::LeftRight, Reflection::TopBottom] {
        let Some(image) = Image::of(&names, reflection) else { continue };
        let Some(rule) = only_broken(stances, &image, budget)? else { continue };
        if !found.iter().any(|known| known.rule.rule == rule.rule) {
            found.push(OneSided { rule, reflection });
        }
    }
    Ok(found)
}

/// The cells and lines that a reflection puts at the place of each one.
struct Image {
    cells: Vec<usize>,
    lines: Vec<usize>,
}

impl Image {
    /// Returns the image of a board; `None` if it has cells or lines that the board lacks.
    fn of(names: &BoardNames, reflection: Reflection) -> Option<Image> {
        let last = |along: fn(&Cell) -> usize| names.cells.iter().map(along).max().unwrap_or(0);
        let (rows, columns) = (last(|cell| cell.row), last(|cell| cell.column));
        let at = |cell: &Cell| match reflection {
            Reflection::LeftRight => Cell::new(cell.row, columns - cell.column),
            Reflection::TopBottom => Cell::new(rows - cell.row, cell.column),
            Reflection::RowsColumns => Cell::new(cell.column, cell.row),
        };
        let index: BTreeMap<Cell, usize> = names.cells.iter().enumerate().map(|(index, &cell)| (cell, index)).collect();
        let cells: Vec<usize> = names.cells.iter().map(|cell| index.get(&at(cell)).copied()).collect::<Option<_>>()?;
        let maps = |layer: &LayerNames| (0..cells.len()).all(|cell| layer.is_held[cell] == layer.is_held[cells[cell]]);
        if !names.layers.iter().all(maps) {
            return None;
        }
        let ends = |[a, b]: [Cell; 2]| if a <= b { [a, b] } else { [b, a] };
        let index: BTreeMap<[Cell; 2], usize> =
            names.lines.iter().enumerate().map(|(index, &line)| (ends(line), index)).collect();
        let line = |line: &[Cell; 2]| index.get(&ends([at(&line[0]), at(&line[1])])).copied();
        let lines = names.lines.iter().map(line).collect::<Option<_>>()?;
        Some(Image { cells, lines })
    }

    /// Returns by variable of the image the literal of the board.
    fn shared(&self, board: &Decisions, image: &Decisions) -> BTreeMap<BoolVar, Literal> {
        let mut shared = BTreeMap::new();
        let mut put = |one: Literal, other: Literal| {
            if let Atom::Boolean(variable) = other.atom {
                shared.insert(variable, if other.negated { !one } else { one });
            }
        };
        for (board, image) in board.layers.iter().zip(&image.layers) {
            for (literals, &cell) in board.iter().zip(&self.cells) {
                literals.iter().zip(&image[cell]).for_each(|(&one, &other)| put(one, other));
            }
        }
        for (&literal, &line) in board.lines.iter().zip(&self.lines) {
            put(literal, image.lines[line]);
        }
        shared
    }
}

/// Returns the rule that images of solutions can break, if it is the only one.
fn only_broken(stances: &dyn Stances, image: &Image, budget: &Budget) -> Result<Option<Origin>, Failure> {
    let held = stances.taking(&|_| Stance::Holds, Draft::new(budget))?;
    let broken = stances.taking(&|_| Stance::Breaks, Draft::new(budget))?;
    if broken.parts.iter().any(|part| part.broken.is_none()) {
        return Ok(None);
    }
    let mut problem = Problem::clone(&held.problem);
    let literals = problem.absorb(&broken.problem, &image.shared(&held.decisions, &broken.decisions));
    let mut rules: Vec<(RuleId, Vec<&Part>)> = Vec::new();
    for part in &broken.parts {
        match rules.iter_mut().find(|(rule, _)| *rule == part.origin.rule) {
            Some((_, parts)) => parts.push(part),
            None => rules.push((part.origin.rule, vec![part])),
        }
    }
    let meaning = problem.origin(Origin::named(0, "broken").definition());
    let is_broken: Vec<Literal> = rules
        .iter()
        .map(|(_, parts)| {
            let broken = parts.iter().filter_map(|part| part.broken.as_ref()).flatten();
            let literal: Literal = problem.auxiliary("").into();
            let broken: Vec<Literal> = broken.map(|&broken| renamed(broken, &literals)).collect();
            problem.post(meaning, Constraint::implies(literal, broken));
            literal
        })
        .collect();
    let mut oracle = Oracle::new(&problem, Roles::REQUIRED, budget)?;
    let mut only = None;
    for ((_, parts), literal) in rules.iter().zip(is_broken) {
        match oracle.ask_within(Some(BRIEF), &[literal])? {
            Asked::Nothing => {}
            Asked::Found(_) if only.is_none() => only = Some(parts),
            Asked::Found(_) | Asked::Stopped(Stop::GaveUp) => return Ok(None),
            Asked::Stopped(stop) => return Err(stop.into()),
        }
    }
    let only = only.filter(|parts| parts.iter().all(|part| is_of_the_board(&part.origin)));
    Ok(only.map(|parts| parts[0].origin.clone().part(Instance::Whole)))
}

/// Returns whether a set follows from the shape of the board: regions, paths and clues may lie anywhere, so that they have no other
/// side.
fn is_of_the_board(origin: &Origin) -> bool {
    fn is_shape(set: &SetName) -> bool {
        match set {
            SetName::Region(_)
            | SetName::Part(..)
            | SetName::Path { .. }
            | SetName::LinesBetween(..)
            | SetName::Ahead(_)
            | SetName::Cells(_)
            | SetName::Tile(_) => false,
            SetName::Step(set) | SetName::Lines(_, set) => is_shape(set),
            SetName::Both(sets) => sets.iter().all(is_shape),
            SetName::Parts(sets) => sets.iter().all(is_shape),
            _ => true,
        }
    }
    origin.kind == OriginKind::Rule && matches!(&origin.instance, Instance::Set(set) if is_shape(set))
}
