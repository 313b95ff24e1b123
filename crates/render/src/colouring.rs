//! Colours of pieces: pieces that share a side get different colours.
//!
//! Pieces are removed one by one, always one with the fewest remaining neighbours, and coloured in reverse order, so
//! each has few coloured neighbours. A map of connected pieces is planar, so some piece always has at most five
//! neighbours, and six colours suffice (smallest-last order: D. W. Matula, L. L. Beck, "Smallest-last ordering and
//! clustering and graph coloring algorithms", J. ACM 30, 1983). Among the available colours the least used one is
//! chosen. Ties go to the smaller number, so the result depends only on the panel.
//!
//! Disconnected pieces need not be planar: if no colour is left, neighbours share one. O(p^2 + cells) for p pieces.

use super::outlined;
use boardwright_base::board::picture::Panel;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the colour, less than `colours`, of each region of the panel. `colours` is at least 1.
pub(super) fn colouring(panel: &Panel, colours: usize) -> BTreeMap<usize, usize> {
    let neighbours = neighbours(panel);
    let mut left: BTreeMap<usize, usize> = neighbours.iter().map(|(&region, near)| (region, near.len())).collect();
    let mut order = Vec::with_capacity(left.len());
    while let Some((&region, _)) = left.iter().min_by_key(|&(_, &degree)| degree) {
        left.remove(&region);
        order.push(region);
        for near in &neighbours[&region] {
            left.entry(*near).and_modify(|degree| *degree -= 1);
        }
    }

    let mut result = BTreeMap::new();
    let mut used = vec![0; colours];
    for &region in order.iter().rev() {
        let taken: BTreeSet<usize> = neighbours[&region].iter().filter_map(|near| result.get(near)).copied().collect();
        let colour = (0..colours).min_by_key(|colour| (taken.contains(colour), used[*colour])).unwrap_or(0);
        used[colour] += 1;
        result.insert(region, colour);
    }
    result
}

/// Returns the regions that share a side with each region.
fn neighbours(panel: &Panel) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut result: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    if panel.outlines.is_some() {
        for side in outlined::sides(panel) {
            let [here, there] = side.cells.map(|cell| cell.and_then(|(row, column)| panel.region(row, column)));
            for (one, other) in [(here, there), (there, here)] {
                if let Some(one) = one {
                    result.entry(one).or_default().extend(other.filter(|other| *other != one));
                }
            }
        }
        return result;
    }
    for row in 0..panel.height() {
        for column in 0..panel.width() {
            let Some(here) = panel.region(row, column) else { continue };
            result.entry(here).or_default();
            for there in [panel.region(row + 1, column), panel.region(row, column + 1)].into_iter().flatten() {
                if there != here {
                    result.entry(here).or_default().insert(there);
                    result.entry(there).or_default().insert(here);
                }
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::board::picture::Square;

    fn panel(rows: &[&str]) -> Panel {
        let square = |c: char| if c == '_' { Square::hole() } else { Square::new(c as usize) };
        Panel { rows: rows.iter().map(|row| row.chars().map(square).collect()).collect(), ..Panel::default() }
    }

    #[test]
    fn neighbours_differ_and_all_colours_are_used() {
        let panel = panel(&["AABC", "DABC", "DDEE", "FFFE"]);
        let colours = colouring(&panel, 6);
        for (region, near) in neighbours(&panel) {
            assert!(near.iter().all(|near| colours[near] != colours[&region]), "{region}");
        }
        assert_eq!(colours.values().collect::<BTreeSet<_>>().len(), 6);
    }

    #[test]
    fn a_path_takes_two_colours_whatever_its_order() {
        // The path A-B-C-E-D, D disconnected. In reading order A and D would get 0 and 1, B and C 1 and 0, and E
        // neither.
        let panel = panel(&["A_D", "BC_", "_ED"]);
        let colours = colouring(&panel, 2);
        for (region, near) in neighbours(&panel) {
            assert!(near.iter().all(|near| colours[near] != colours[&region]), "{region}");
        }
    }

    #[test]
    fn one_colour_is_shared() {
        assert!(colouring(&panel(&["AB", "CD"]), 1).values().all(|&colour| colour == 0));
        assert!(colouring(&panel(&["__"]), 1).is_empty());
    }
}
