//! Boards that are graphs: named vertices, drawn or listed by their edges.
//!
//! ```toml
//! shape = "graph"
//! cells = """
//! a . b        # '.' and '_' are no vertices
//! . c .
//! """
//! edges = "a-b-c-a"
//! ```
//!
//! Without `cells` the vertices are those of `edges`, in the order of their first mention, and drawn on a circle. The edges
//! may also be in the DIMACS format: `p edge 3 2`, `e 1 2`, `e 2 3`.

use super::super::resolve::mistake;
use super::{MAX_SIDE, Tiling, Topology};
use boardwright_base::board::Cell;
use boardwright_base::board::tiling::GraphEdges;
use boardwright_base::diagnostic::{Diagnostics, nearest};
use boardwright_model::Table;
use std::sync::Arc;

/// Reads a graph; `None` where there is none.
pub(super) fn read(grid: &Table, wrong: &mut Diagnostics) -> Option<Topology> {
    let Some(text) = grid.text("edges") else {
        let help = "add edges, such as edges = \"a-b-c-a c-d\"";
        wrong.push(mistake("no-board", grid.span, "a graph requires `edges`").help(help));
        return None;
    };
    let Listed { mut names, edges } =
        if is_dimacs(text) { dimacs(text, grid, wrong)? } else { paths(text, grid, wrong)? };
    let (mut places, height, width, drawn): (Vec<Cell>, usize, usize, Vec<(usize, usize)>) = match grid.marks("cells") {
        None => {
            let places = (0..names.len()).map(|column| Cell::new(0, column)).collect();
            (places, 1, names.len(), on_a_circle(names.len()))
        }
        Some(marks) => {
            let at = |cell: Cell| (10 * cell.row + 5, 10 * cell.column + 5);
            let drawn = marks.cells().map(|(cell, _)| at(cell)).collect();
            (Vec::new(), marks.height(), marks.width(), drawn)
        }
    };
    if let Some(marks) = grid.marks("cells") {
        let listed = std::mem::take(&mut names);
        for (cell, mark) in marks.cells().filter(|(_, mark)| mark.value != "." && mark.value != "_") {
            if names.contains(&mark.value) {
                let message = format!("duplicate vertex `{}` in `cells`", mark.value);
                wrong.push(mistake("wrong-graph", mark.span, message));
                return None;
            }
            names.push(mark.value.clone());
            places.push(cell);
        }
        if let Some(unknown) = listed.iter().find(|name| !names.contains(name)) {
            let near = nearest(unknown, names.iter().map(String::as_str));
            let meant = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
            let message = format!("`edges` has the vertex `{unknown}`, which `cells` does not have{meant}");
            wrong.push(mistake("wrong-graph", grid.span_of("edges"), message).meant(unknown, near));
            return None;
        }
    }
    if names.is_empty() || names.len() > MAX_SIDE as usize {
        let message = format!("the graph has {} vertices; expected 1 to {MAX_SIDE}", names.len());
        wrong.push(mistake("wrong-graph", grid.span_of("edges"), message));
        return None;
    }
    let mut graph = GraphEdges {
        neighbours: vec![Vec::new(); height * width],
        names: vec![String::new(); height * width],
        drawn,
        width,
    };
    let index = |at: Cell| at.row * width + at.column;
    for (name, &at) in names.iter().zip(&places) {
        graph.names[index(at)].clone_from(name);
    }
    for [a, b] in edges {
        let place = |name: &str| names.iter().position(|own| own == name).map(|found| places[found]);
        let (Some(a), Some(b)) = (place(&a), place(&b)) else { continue };
        graph.neighbours[index(a)].push(b);
        graph.neighbours[index(b)].push(a);
    }
    for neighbours in &mut graph.neighbours {
        neighbours.sort_unstable();
        neighbours.dedup();
    }
    let is_vertex: Vec<bool> = graph.names.iter().map(|name| !name.is_empty()).collect();
    Some(Topology::tiled(Tiling::Graph(Arc::new(graph)), height, width, |at| is_vertex[index(at)]))
}

/// Vertices in the order of their first mention, and edges.
struct Listed {
    names: Vec<String>,
    edges: Vec<[String; 2]>,
}

fn is_dimacs(text: &str) -> bool {
    text.lines().any(|line| line.split_whitespace().next() == Some("p"))
}

/// Reads paths: `a-b-c-a c-d`.
fn paths(text: &str, grid: &Table, wrong: &mut Diagnostics) -> Option<Listed> {
    let mut listed = Listed { names: Vec::new(), edges: Vec::new() };
    for path in text.split_whitespace() {
        let vertices: Vec<&str> = path.split('-').collect();
        let loops = vertices.windows(2).any(|pair| pair[0] == pair[1]);
        if vertices.iter().any(|name| name.is_empty() || *name == "." || *name == "_") || loops {
            let message = format!("`{path}` is not a path of different neighbours in `edges`");
            let help = "join names by '-' and separate paths by blanks: \"a-b-c-a c-d\"";
            wrong.push(mistake("wrong-graph", grid.span_of("edges"), message).help(help));
            return None;
        }
        for name in &vertices {
            if !listed.names.iter().any(|own| own == name) {
                listed.names.push((*name).to_string());
            }
        }
        listed.edges.extend(vertices.windows(2).map(|pair| [pair[0].to_string(), pair[1].to_string()]));
    }
    Some(listed)
}

/// Reads the DIMACS format of graphs: `p edge VERTICES EDGES`, then `e FROM TO`.
fn dimacs(text: &str, grid: &Table, wrong: &mut Diagnostics) -> Option<Listed> {
    let mut vertices = 0;
    let mut edges = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<usize>().ok());
        let is_read = match words.first() {
            None | Some(&"c") => true,
            Some(&"p") => number(2).filter(|&n| n <= MAX_SIDE as usize).map(|n| vertices = n).is_some(),
            Some(&"e") => match (number(1), number(2)) {
                (Some(a), Some(b)) if a != b && (1..=vertices).contains(&a) && (1..=vertices).contains(&b) => {
                    edges.push([a.to_string(), b.to_string()]);
                    true
                }
                _ => false,
            },
            Some(_) => false,
        };
        if !is_read {
            let message =
                format!("line {} of `edges` is not a line of the DIMACS format: `{}`", index + 1, line.trim());
            let help =
                format!("expected `p edge VERTICES EDGES` with at most {MAX_SIDE} vertices, `e FROM TO` or `c TEXT`");
            wrong.push(mistake("wrong-graph", grid.span_of("edges"), message).help(help));
            return None;
        }
    }
    Some(Listed { names: (1..=vertices).map(|number| number.to_string()).collect(), edges })
}

/// Returns points on a circle, the first at the top, clockwise, in tenths of the side of a square.
fn on_a_circle(points: usize) -> Vec<(usize, usize)> {
    // Neighbours are two squares apart.
    let radius = (20.0 * points as f64 / std::f64::consts::TAU).max(10.0);
    let place = |index: usize| {
        let angle = std::f64::consts::TAU * index as f64 / points.max(1) as f64;
        let part = |value: f64| (5.0 + radius + radius * value).round() as usize;
        (part(-angle.cos()), part(angle.sin()))
    };
    (0..points).map(place).collect()
}
