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

/// A shape in one layer: rows of equal length, with a voxel in the first and the last row and column.
pub(super) type Layer = Vec<Vec<Option<Voxel>>>;

/// A shape and its numbers of copies.
pub(super) struct Part {
    pub(super) id: usize,
    pub(super) name: String,
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) layer: Layer,
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
