//! Layers of which only some cells hold a value: which these are, and what is left of the sets of a rule about such a layer.
//!
//! To a rule with `on`, a cell that holds no value of the layer is a hole: sets skip it, and a set whose cells are adjacent by
//! definition, such as a pair, is none without it. Knows no condition.

use super::{Reading, fits, mistake};
use crate::rule::{Element, Member, Set};
use crate::topology::Topology;
use boardwright_base::board::names::SetName;
use boardwright_base::diagnostic::Diagnostics;
use boardwright_model::Table;

/// Returns, by cell, whether it holds a value of the layer of a table.
pub(super) fn held(topology: &Topology, table: &Table, name: &str, wrong: &mut Diagnostics) -> Vec<bool> {
    let all = vec![true; topology.cells.len()];
    // The cells of [grid] are the board.
    let Some(marks) = table.marks("cells").filter(|_| !name.is_empty()) else { return all };
    if !fits(topology, &format!("`cells` of the layer `{name}`"), marks, 1, wrong) {
        return all;
    }
    let mut is_held = vec![false; topology.cells.len()];
    for (at, mark) in marks.cells() {
        match (mark.value.as_str(), topology.id(at)) {
            (".", Some(cell)) => is_held[cell] = true,
            (".", None) => wrong.push(mistake("no-cell", mark.span, format!("{at} is not a cell of the board"))),
            ("_", _) => {}
            (other, _) => {
                let message = format!("unknown character `{other}` at {at} in `cells` of the layer `{name}`");
                let help = "expected '.' (the cell holds a value of this layer) or '_' (it does not)";
                wrong.push(mistake("unknown-character", mark.span, message).help(help));
            }
        }
    }
    if !is_held.contains(&true) {
        let message = format!("no cell holds a value of the layer `{name}`");
        wrong.push(mistake("no-cells", marks.span(), message).help("mark its cells by '.', or remove the layer"));
    }
    is_held
}

impl Reading<'_> {
    /// Returns, by cell, whether it holds a value of all layers that a rule names in `on`; `None` if all do.
    pub(super) fn held_on(&self, rule: &Table) -> Option<Vec<bool>> {
        let given = rule.get("on")?;
        let words: Vec<&str> = match given.value.as_list() {
            Some(items) => items.iter().filter_map(|item| item.value.as_text()).collect(),
            None => given.value.as_text().into_iter().collect(),
        };
        let layers = &self.symbols.layers;
        let mut partial =
            layers.iter().filter(|layer| words.contains(&layer.called()) && layer.is_partial()).peekable();
        partial.peek()?;
        let mut is_held = vec![true; self.symbols.topology.cells.len()];
        for layer in partial {
            is_held.iter_mut().zip(&layer.is_held).for_each(|(all, one)| *all &= one);
        }
        Some(is_held)
    }

    /// Leaves out of the sets of a rule the cells that hold no value of its layer.
    pub(super) fn skip_holes(&self, rule: &Table, sets: Vec<Set>) -> Vec<Set> {
        let Some(is_held) = self.held_on(rule) else { return sets };
        let is_there = |member: &Member| member.element.cell().is_none_or(|cell| is_held[cell]);
        // Lines of any slope are those of three cells or more.
        let is_straight = rule.get("each").is_some_and(|each| match each.value.as_list() {
            Some(words) => words.iter().any(|word| word.value.as_text() == Some("straight")),
            None => each.value.as_text() == Some("straight"),
        });
        let of_own = rule.get("like-own").is_some();
        let mut kept = Vec::with_capacity(sets.len());
        for mut set in sets {
            let own = set.own.and_then(|own| self.symbols.topology.id(own));
            if of_own && own.is_some_and(|own| !is_there(&Member::of(Element::Cell(own)))) {
                continue;
            }
            let before = set.members.len();
            let first = set.members.iter().take(before / 2).filter(|member| is_there(member)).count();
            set.members.retain(is_there);
            let left = set.members.len();
            let is_set = left == before
                || match set.name {
                    SetName::Run(..) => is_straight && left > 2,
                    SetName::Pair(..) | SetName::Step(_) | SetName::Window(_) => false,
                    // The corners of a parallelogram.
                    SetName::Cells(_) => false,
                    SetName::Both(_) => 2 * first == left && left > 0,
                    _ => left > 0 || set.own.is_some(),
                };
            if is_set {
                kept.push(set);
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, mistakes};

    /// A board of one row with a number in each cell, and letters in the first, second and last of four.
    fn row(cells: &str, rest: &str) -> String {
        let grid = format!("rows = 1\ncolumns = {}\nvalues = '1..2'", cells.len());
        format!("puzzle = 'grid'\n[grid]\n{grid}\n[layer.x]\nvalues = ['7', '8', 'a']\ncells = '{cells}'\n{rest}")
    }

    fn rules(cells: &str, rules: &str) -> usize {
        agree(&row(cells, &format!("[[rule]]\n{rules}")))
    }

    #[test]
    fn the_other_cells_have_no_value() {
        assert_eq!(rules("._.", "exactly = { 1 = 1 }"), 3 * 9, "counts are not multiplied");
        assert_eq!(rules("._.", "exactly = { a = 0 }"), 8 * 4);
        // The middle cell passes no test of a value, and so the test that it is not one.
        assert_eq!(rules("._.", "exactly = { 'not a' = 1 }"), 8);
        assert_eq!(rules("._.", "exactly = { 7 = 1, 8 = 1 }"), 8 * 2);
        assert_eq!(rules("._.", "where = 'a'\nis = '1'"), 2 * 5 * 5);
        assert_eq!(rules("._.", "among = 'not a'\nis = '1'"), 4 * 4, "the middle is 1, the others 1 or with an a");
    }

    #[test]
    fn sets_skip_the_other_cells() {
        assert_eq!(rules("._.", "each = 'row'\nall-different = true\non = 'x'"), 8 * 6);
        assert_eq!(rules("._.", "each = 'row'\nall-equal = true\non = 'x'"), 8 * 3);
        assert_eq!(rules("._.", "each = 'row'\nsum = 15\non = 'x'"), 8 * 2);
        assert_eq!(
            rules("._.", "each = 'row'\nincreasing = true\non = 'x'"),
            8 * (1 + 5),
            "one pair of numbers, or an a"
        );
        assert_eq!(rules("._.", "each = 'row'\npalindrome = true\non = 'x'"), 8 * 3);
        // Some 8, or no number.
        assert_eq!(rules("._.", "along = 'r1c1-r1c3'\nmaximum = 8\non = 'x'"), 8 * (5 + 1));
        assert_eq!(rules("._.", "each = 'row'\nall-different = true\non = ['grid', 'x']"), 2 * (36 - 6));
        assert_eq!(rules("._.", "each = 'column'\nsum = 7\non = 'x'"), 8, "the middle column is no set");
    }

    #[test]
    fn adjacent_cells_are_adjacent() {
        // Only the first two cells are a pair.
        assert_eq!(rules(".._.", "each = 'pair'\nall-different = true\non = 'x'"), 16 * 6 * 3);
        assert_eq!(rules(".._.", "each = 'pair'\ndifference = 1\non = 'x'"), 16 * 7 * 3);
        assert_eq!(rules(".._.", "along = 'r1c1-r1c4'\neach = 'pair'\nall-equal = true\non = 'x'"), 16 * 3 * 3);
        assert_eq!(rules(".._.", "each = 'line 3'\nall-equal = true\non = 'x'"), 16 * 27);
        assert_eq!(rules(".._.", "around = 'wazir'\nlike-own = 1\non = 'x'"), 0, "the last has no neighbour");
        assert_eq!(rules(".._", "around = 'wazir'\nlike-own = 1\non = 'x'"), 8 * 3);
        assert_eq!(rules(".._.", "group = 'same'\nsize = 1\non = 'x'"), 16 * 6 * 3);
    }

    #[test]
    fn quantities_of_parts() {
        assert_eq!(rules("._.", "along = ['r1c1 r1c2', 'r1c3']\nsum = 'same'\non = 'x'"), 8 * 3);
        assert_eq!(rules("._.", "along = 'r1c1'\nthan = 'r1c2 r1c3'\nsum = 'than + 1'\non = 'x'"), 8);
        assert_eq!(rules("._..", "along = 'r1c1-r1c4'\nsplit = 'ends'\nsum = 'same'\non = 'x'"), 16 * 5);
    }

    #[test]
    fn rows_of_as_many_cells() {
        let board = |cells: &str, rest: &str| {
            let grid = "rows = 2\ncolumns = 2\nvalues = ['.']";
            let layer = format!("values = ['a', 'b']\ncells = \"\"\"\n{cells}\n\"\"\"");
            agree(&format!("puzzle = 'grid'\n[grid]\n{grid}\n[layer.x]\n{layer}\n[[rule]]\n{rest}\non = 'x'"))
        };
        assert_eq!(board("..\n..", "each = 'two rows'\nunlike = true"), 16 - 4);
        assert_eq!(board("._\n_.", "each = 'two rows'\nunlike = true"), 2, "in order, whatever their columns");
        assert_eq!(board("..\n_.", "each = 'two rows'\nunlike = true"), 8, "no two rows have as many");
        assert_eq!(board("..\n_.", "each = 'window 2x2'\nall-equal = true"), 8);
    }

    #[test]
    fn mistakes_in_the_cells_are_reported() {
        let wrong = |cells: &str, rest: &str| mistakes(&row(cells, rest));
        assert!(wrong("._o", "").contains("unknown character `o` at r1c3 in `cells` of the layer `x`"));
        assert!(wrong("___", "").contains("no cell holds a value of the layer `x`"));
        assert!(wrong("._.", "given = '.7.'").contains("value given at r1c2, which holds no value of the layer `x`"));
        let hole =
            "puzzle = 'grid'\n[grid]\nvalues = ['.']\ncells = '._'\n[layer.x]\nvalues = ['a', 'b']\ncells = '..'";
        assert!(mistakes(hole).contains("r1c2 is not a cell of the board"));
        let size =
            "puzzle = 'grid'\n[grid]\nvalues = ['.']\ncells = '..'\n[layer.x]\nvalues = ['a', 'b']\ncells = '...'";
        assert!(mistakes(size).contains("`cells` of the layer `x` has 1 rows and 3 columns; expected 1 and 2"));
    }
}
