//! The shapes of a file, and readers of XML nodes.

use boardwright_base::diagnostic::{Diagnostic, quote};
use boardwright_base::source::Span;
use roxmltree::Node;

/// A voxel that is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Voxel {
    pub(super) is_variable: bool,
    /// 0 is no specific colour.
    pub(super) colour: usize,
}

/// A level of a shape: rows of equal length.
pub(super) type Level = Vec<Vec<Option<Voxel>>>;

/// A shape: levels of equal size, with a voxel in the first and the last level, row and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Solid {
    pub(super) levels: Vec<Level>,
}

impl Solid {
    /// Returns the smallest box around some voxels, at columns, rows and levels; `None` if there are none.
    pub(super) fn of(places: &[([usize; 3], Voxel)]) -> Option<Solid> {
        let along = |axis: usize| places.iter().map(move |(at, _)| at[axis]);
        let first = [along(0).min()?, along(1).min()?, along(2).min()?];
        let extent = |axis: usize| along(axis).max().map_or(0, |last| last - first[axis] + 1);
        let mut levels = vec![vec![vec![None; extent(0)]; extent(1)]; extent(2)];
        for ([x, y, z], voxel) in places {
            levels[z - first[2]][y - first[1]][x - first[0]] = Some(*voxel);
        }
        Some(Solid { levels })
    }

    /// The voxels, by levels and rows.
    pub(super) fn voxels(&self) -> impl Iterator<Item = &Voxel> {
        self.levels.iter().flatten().flatten().flatten()
    }

    /// The number of places of the box.
    pub(super) fn size(&self) -> usize {
        self.levels.len() * self.levels[0].len() * self.levels[0][0].len()
    }

    /// Returns the shape turned so that it has one level; `None` if no axis crosses it in one voxel.
    pub(super) fn flat(&self) -> Option<Solid> {
        let extents = [self.levels[0][0].len(), self.levels[0].len(), self.levels.len()];
        let across = [2, 1, 0].into_iter().find(|&axis| extents[axis] == 1)?;
        let order = [[1, 2, 0], [0, 2, 1], [0, 1, 2]][across];
        let places = self.levels.iter().enumerate().flat_map(|(z, level)| {
            level.iter().enumerate().flat_map(move |(y, row)| {
                row.iter().enumerate().filter_map(move |(x, voxel)| voxel.map(|voxel| ([x, y, z], voxel)))
            })
        });
        let turned: Vec<([usize; 3], Voxel)> = places.map(|(at, voxel)| (order.map(|axis| at[axis]), voxel)).collect();
        Solid::of(&turned)
    }
}

/// A shape and its numbers of copies.
pub(super) struct Part {
    pub(super) id: usize,
    pub(super) name: String,
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) solid: Solid,
}

/// Returns the opening tag of an element.
pub(super) fn opening(node: Node<'_, '_>) -> Span {
    let range = node.range();
    let text = &node.document().input_text()[range.clone()];
    Span::new(range.start, range.start + text.find('>').map_or(text.len(), |end| end + 1))
}

pub(super) fn attribute_span(node: Node<'_, '_>, name: &str) -> Span {
    node.attribute_node(name).map_or_else(|| opening(node), |attribute| attribute.range().into())
}

pub(super) fn children<'a, 'i>(puzzle: Node<'a, 'i>, list: &str, item: &'static str) -> Vec<Node<'a, 'i>> {
    let lists: Vec<Node<'a, 'i>> = puzzle.children().filter(|node| node.has_tag_name(list)).collect();
    lists.into_iter().flat_map(|list| list.children()).filter(|node| node.has_tag_name(item)).collect()
}

/// Reads a whole number; `None` if it is missing.
pub(super) fn number(node: Node<'_, '_>, name: &str, most: usize) -> Result<Option<usize>, Diagnostic> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    let digits = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    match text.parse::<usize>() {
        Ok(number) if digits && number <= most => Ok(Some(number)),
        _ => {
            let message = format!("`{name}` is {}; expected a whole number from 0 to {most}", quote(text));
            Err(Diagnostic::new("bad-number", message).at(attribute_span(node, name), ""))
        }
    }
}
