//! Loops and paths that may cross themselves.

use super::field::{Field, SIDES};
use super::{Case, Form, cases};
use boardwright_base::random::Random;
use std::collections::BTreeSet;

/// The lines of a board, and the line in each direction of each cell.
struct Network {
    pairs: Vec<(usize, usize)>,
    /// By cell and side (up, right, down, left): the line to the neighbour there.
    toward: Vec<[Option<usize>; 4]>,
}

impl Network {
    fn new(field: &Field) -> Network {
        let pairs = field.neighbours();
        let toward = field.cells().into_iter().enumerate().map(|(cell, (row, column))| {
            SIDES.map(|(down, right)| {
                let other = field.at((row + down, column + right))?;
                pairs.binary_search(&(cell.min(other), cell.max(other))).ok()
            })
        });
        let toward = toward.collect();
        Network { pairs, toward }
    }

    fn degree(&self, cell: usize, form: &Form) -> usize {
        self.toward[cell].iter().flatten().filter(|&&line| form[line] == 1).count()
    }

    /// The number of lines passed from a cell on, straight where four lines end, back to the start or to an end.
    fn walk(&self, start: usize, form: &Form) -> usize {
        let there = |cell: usize, side: usize| self.toward[cell][side].filter(|&line| form[line] == 1);
        let (mut cell, mut passed) = (start, BTreeSet::new());
        let Some(mut side) = (0..4).find(|&side| there(start, side).is_some()) else { return 0 };
        while let Some(line) = there(cell, side).filter(|line| !passed.contains(line)) {
            passed.insert(line);
            let (a, b) = self.pairs[line];
            cell = if a == cell { b } else { a };
            let back = (side + 2) % 4;
            if self.degree(cell, form) == 2 {
                side = (0..4).find(|&next| next != back && there(cell, next).is_some()).unwrap_or(side);
            }
        }
        passed.len()
    }

    /// Whether all lines form one loop, or one path, that crosses itself at some cells at most.
    fn is_curve(&self, form: &Form, is_loop: bool, may_cross: &[bool]) -> bool {
        let degrees: Vec<usize> = (0..self.toward.len()).map(|cell| self.degree(cell, form)).collect();
        let ends: Vec<usize> = (0..degrees.len()).filter(|&cell| degrees[cell] == 1).collect();
        let lines = form.iter().filter(|&&line| line == 1).count();
        let fits = degrees.iter().zip(may_cross).all(|(&degree, &may_cross)| degree < 3 || degree == 4 && may_cross);
        if !fits || lines == 0 || ends.len() != if is_loop { 0 } else { 2 } {
            return false;
        }
        let start = if is_loop { (0..degrees.len()).find(|&cell| degrees[cell] == 2) } else { Some(ends[0]) };
        start.is_some_and(|start| self.walk(start, form) == lines)
    }
}

fn crossings(seed: u64) -> usize {
    let mut random = Random(seed);
    let (field, network) = loop {
        let size = random.one_of(&[(3, 3), (2, 4), (3, 4), (2, 2), (1, 4), (3, 3)]);
        let holes = if size == (3, 4) { 25 } else { random.one_of(&[0, 0, 12]) };
        let field = Field::new(&mut random, size, holes, false);
        let network = Network::new(&field);
        if (1..=13).contains(&network.pairs.len()) {
            break (field, network);
        }
    };
    let is_loop = random.below(2) == 0;
    let kind = if is_loop { "loop" } else { "path" };
    let everywhere = random.below(2) == 0;
    let may_cross: Vec<bool> = (0..field.count).map(|_| everywhere || random.below(2) == 0).collect();
    let crossing = if everywhere { "true" } else { "\"ice\"" };
    let mut model = format!("{}lines = \"links\"\n", field.grid());
    let ice = field.picture(|at| if field.at(at).is_some_and(|cell| may_cross[cell]) { "i" } else { "." }.into());
    // The number of lines at some cells.
    let clues: Vec<Option<usize>> =
        (0..field.count).map(|_| (random.below(6) == 0).then(|| random.one_of(&[0, 1, 2, 4]))).collect();
    let word = |at| field.at(at).and_then(|cell| clues[cell]).map_or(".".to_string(), |clue| clue.to_string());
    model += &format!(
        "[picture]\nice = {ice}\nclue = {}\n[[rule]]\n{kind} = true\ncrossing = {crossing}\n",
        field.picture(word)
    );
    model += "[[rule]]\naround = \"lines\"\nexactly = { line = \"clue\" }\n";
    let case = Case { seed, model, values: Vec::new(), lines: network.pairs.len(), in_order: true };
    case.agrees(|form| {
        network.is_curve(form, is_loop, &may_cross)
            && (0..field.count).all(|cell| clues[cell].is_none_or(|clue| network.degree(cell, form) == clue))
    })
}

#[test]
fn curves_cross_themselves_straight() {
    cases(0..60, crossings);
}

#[test]
#[ignore = "takes minutes"]
fn many_lines() {
    cases(1000..1500, crossings);
}
