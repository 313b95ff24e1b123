//! The solutions of a form as a decision diagram: the layers of a sweep, kept.
//!
//! A layer has a variable and nodes; a node has, for each value of the variable, a node of the next layer or none. Every path
//! from the first node to the end is a solution, and every solution is one path. Nodes that no solution passes are removed, and
//! nodes with the same completions are one node, so the diagram depends on the solutions and the order of the variables alone
//! (a quasi-reduced diagram; D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4).
//!
//! What follows from it needs no search: exact counts ([`Diagram::completions`], [`Diagram::by_value`]), all solutions
//! in order (`solutions`) or drawn uniformly (`draw`), and optima, distributions and the best solutions of a sum of
//! weights (`weighted`). Start with [`Diagram`].
//!
//! ```
//! use boardwright_base::budget::Budget;
//! use boardwright_frontier::diagram::{Diagram, Layer, NONE};
//! // Two variables that differ: the second node of the second layer completes the value 1.
//! let first = Layer { variable: 0, values: 2, next: vec![0, 1] };
//! let second = Layer { variable: 1, values: 2, next: vec![NONE, 0, 0, NONE] };
//! let diagram = Diagram::new(vec![first, second], 1, &Budget::none()).unwrap();
//! let completions = diagram.completions(&Budget::none()).unwrap();
//! assert_eq!(diagram.count(&completions), 2u32.into());
//! ```

mod draw;
mod numbers;
mod solutions;
mod weighted;

pub use self::draw::Draw;
pub use self::numbers::Numbers;
pub use self::solutions::Solutions;
pub use self::weighted::{Best, Weights};

use boardwright_base::budget::{Budget, Stop};
use num_bigint::BigUint;

/// The value of a node that no solution has.
pub const NONE: u32 = u32::MAX;

/// The number of nodes between two polls of the budget.
const STRIDE: usize = 1 << 12;

/// The nodes of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// The variable.
    pub variable: usize,
    /// The number of its values.
    pub values: usize,
    /// By node and value, the node of the next layer, or [`NONE`].
    pub next: Vec<u32>,
}

impl Layer {
    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.next.len().checked_div(self.values).unwrap_or(0)
    }

    /// Returns the next nodes of a node, by value.
    fn row(&self, node: usize) -> &[u32] {
        &self.next[node * self.values..(node + 1) * self.values]
    }
}

/// All solutions of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// In the order of the sweep. Without solutions, no layer has nodes.
    layers: Vec<Layer>,
    /// Whether there is no solution.
    is_empty: bool,
}

impl Diagram {
    /// Returns the diagram of these layers. The first has one node; the nodes after the last, of which there are `ends`, are all
    /// accepting.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(mut layers: Vec<Layer>, ends: usize, budget: &Budget) -> Result<Diagram, Stop> {
        let mut classes = vec![0; ends];
        for layer in layers.iter_mut().rev() {
            classes = merged(layer, &classes, budget)?;
        }
        let is_empty = classes.first().is_none_or(|&class| class == NONE);
        if is_empty {
            layers.iter_mut().for_each(|layer| layer.next = Vec::new());
            return Ok(Diagram { layers, is_empty });
        }
        let mut reached = vec![0];
        for layer in &mut layers {
            reached = numbered(layer, &reached, budget)?;
        }
        Ok(Diagram { layers, is_empty })
    }

    /// Returns the diagram without solutions.
    pub fn none() -> Diagram {
        Diagram { layers: Vec::new(), is_empty: true }
    }

    /// Returns whether there is no solution.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Returns the layers, in the order of the sweep.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.layers.iter().map(Layer::nodes).sum()
    }

    /// Returns, for each layer and then for the end, the number of completions of each node.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn completions(&self, budget: &Budget) -> Result<Vec<Numbers>, Stop> {
        let mut all = Vec::with_capacity(self.layers.len() + 1);
        all.push(Numbers::one());
        for layer in self.layers.iter().rev() {
            let after = all.last().expect("the end was pushed first");
            let mut limbs = after.limbs();
            let numbers = loop {
                match before(layer, after, limbs, budget)? {
                    Some(numbers) => break numbers,
                    None => limbs += 1,
                }
            };
            all.push(numbers);
        }
        all.reverse();
        Ok(all)
    }

    /// Returns the number of solutions, of the result of [`Diagram::completions`].
    pub fn count(&self, completions: &[Numbers]) -> BigUint {
        if self.is_empty { BigUint::ZERO } else { completions[0].get(0) }
    }

    /// Returns the value of each variable in the first solution in lexicographic order, the variables in the order of the sweep.
    pub fn first(&self) -> Option<Vec<usize>> {
        self.solutions().next()
    }

    /// Returns in how many solutions each variable has each value.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn by_value(&self, completions: &[Numbers], budget: &Budget) -> Result<Vec<Vec<BigUint>>, Stop> {
        let mut all = vec![Vec::new(); self.layers.iter().map(|layer| layer.variable + 1).max().unwrap_or(0)];
        // By node, the number of paths that lead to it.
        let mut paths = vec![BigUint::from(1u32)];
        for (layer, after) in self.layers.iter().zip(&completions[1..]) {
            let mut counts = vec![BigUint::ZERO; layer.values];
            let mut next = vec![BigUint::ZERO; after.len()];
            for (node, (paths, row)) in paths.iter().zip(layer.next.chunks(layer.values.max(1))).enumerate() {
                poll(node, budget)?;
                for (&child, count) in row.iter().zip(&mut counts).filter(|(child, _)| **child != NONE) {
                    *count += paths * after.get(child as usize);
                    next[child as usize] += paths;
                }
            }
            all[layer.variable] = counts;
            paths = next;
        }
        Ok(all)
    }
}

fn poll(node: usize, budget: &Budget) -> Result<(), Stop> {
    if node.is_multiple_of(STRIDE) { budget.check() } else { Ok(()) }
}

/// Returns the numbers of completions of the nodes of a layer; `None` if they need more words.
fn before(layer: &Layer, after: &Numbers, limbs: usize, budget: &Budget) -> Result<Option<Numbers>, Stop> {
    let mut numbers = Numbers::zeros(layer.nodes(), limbs);
    for node in 0..layer.nodes() {
        poll(node, budget)?;
        for &child in layer.row(node).iter().filter(|&&child| child != NONE) {
            if !numbers.add(node, after.words(child as usize)) {
                return Ok(None);
            }
        }
    }
    Ok(Some(numbers))
}

/// Replaces the next nodes of a layer by their classes and merges nodes with equal rows; returns the classes of its nodes.
fn merged(layer: &mut Layer, classes: &[u32], budget: &Budget) -> Result<Vec<u32>, Stop> {
    let nodes = layer.nodes();
    let values = layer.values;
    let mut own = Vec::with_capacity(nodes);
    let mut rows: Vec<u32> = Vec::new();
    let mut row = vec![NONE; values];
    // By hash, the class and 1; 0 for none. The length is a power of 2.
    let mut index = vec![0u32; 64];
    for node in 0..nodes {
        poll(node, budget)?;
        for (to, &next) in row.iter_mut().zip(layer.row(node)) {
            *to = if next == NONE { NONE } else { classes[next as usize] };
        }
        if row.iter().all(|&next| next == NONE) {
            own.push(NONE);
            continue;
        }
        let known = rows.len() / values;
        if (known + 1) * 2 > index.len() {
            index = vec![0; index.len() * 4];
            for class in 0..known {
                let place = place(&index, &rows, &rows[class * values..(class + 1) * values]);
                index[place] = class as u32 + 1;
            }
        }
        let place = place(&index, &rows, &row);
        if index[place] == 0 {
            index[place] = known as u32 + 1;
            rows.extend_from_slice(&row);
        }
        own.push(index[place] - 1);
    }
    rows.shrink_to_fit();
    layer.next = rows;
    Ok(own)
}

/// Returns the place of a row in an index of rows, or the free place for it.
fn place(index: &[u32], rows: &[u32], row: &[u32]) -> usize {
    let mask = index.len() - 1;
    let mut hash = 0u64;
    for &next in row {
        let product = u128::from(hash ^ u64::from(next) ^ 0x9E37_79B9_7F4A_7C15) * 0xD1B5_4A32_D192_ED03;
        hash = (product as u64) ^ (product >> 64) as u64;
    }
    let mut place = hash as usize & mask;
    loop {
        match index[place] {
            0 => return place,
            class => {
                let start = (class as usize - 1) * row.len();
                if rows[start..start + row.len()] == *row {
                    return place;
                }
            }
        }
        place = (place + 1) & mask;
    }
}

/// Keeps the reached nodes of a layer, in this order, and numbers the next nodes in the order in which they are reached;
/// returns those.
fn numbered(layer: &mut Layer, reached: &[u32], budget: &Budget) -> Result<Vec<u32>, Stop> {
    let largest = layer.next.iter().filter(|&&next| next != NONE).max().map_or(0, |&next| next as usize + 1);
    let mut number = vec![NONE; largest];
    let mut order = Vec::new();
    let mut next = Vec::with_capacity(reached.len() * layer.values);
    for (index, &node) in reached.iter().enumerate() {
        poll(index, budget)?;
        for &child in layer.row(node as usize) {
            next.push(if child == NONE {
                NONE
            } else {
                let number = &mut number[child as usize];
                if *number == NONE {
                    *number = order.len() as u32;
                    order.push(child);
                }
                *number
            });
        }
    }
    layer.next = next;
    Ok(order)
}
