//! Size estimates of rules before they are expanded, so that rules that cannot fit are rejected at once.
//!
//! The estimates are upper bounds for sets and rough for constraints. They are compared with the rest of
//! `--memory-limit`, or with [`MAX_RULE_BYTES`] where memory is not limited; the budget stops what the estimates miss.

use super::rule::{Rule, Set};
use super::sets;
use super::symbols::SymbolTable;
use boardwright_base::board::tiling::Tiling;
use std::ops::Add;

/// Without a limit on memory, rules that would take more bytes than this are rejected.
pub const MAX_RULE_BYTES: u64 = 4_000_000_000;

/// The most cells around a cell that is no square, for graphs of usual degrees.
const NEAR: u64 = 26;

/// The approximate size of a set and its name in bytes, measured on several boards.
const SET: u64 = 300;
/// The size of a member of a set.
const MEMBER: u64 = 70;
/// The size of a constraint and its origin.
const CONSTRAINT: u64 = 700;
/// The size of a literal of a constraint.
const LITERAL: u64 = 80;

/// The size of the sets of a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// The number of sets.
    pub sets: u64,
    /// The number of members of all sets together.
    pub members: u64,
}

impl Add for Size {
    type Output = Size;
    fn add(self, other: Size) -> Size {
        Size { sets: self.sets.saturating_add(other.sets), members: self.members.saturating_add(other.members) }
    }
}

impl Size {
    /// Returns the size of these sets.
    pub fn of(sets: &[Set]) -> Size {
        Size { sets: sets.len() as u64, members: sets.iter().map(|set| set.members.len() as u64).sum() }
    }

    /// Returns the approximate size of the sets in bytes.
    pub fn bytes(self) -> u64 {
        self.sets.saturating_mul(SET).saturating_add(self.members.saturating_mul(MEMBER))
    }

    /// Returns the size in bytes with at least one constraint over the members of each set.
    pub fn with_constraints(self) -> u64 {
        let constraints = self.sets.saturating_mul(CONSTRAINT).saturating_add(self.members.saturating_mul(LITERAL));
        self.bytes().saturating_add(constraints)
    }
}

/// Returns an upper bound on the sets of a word of `each`.
pub fn of_each(symbols: &SymbolTable, word: &str) -> Size {
    let topology = &symbols.topology;
    let (height, width) = (topology.height as u64, topology.width as u64);
    let cells = topology.cells.len() as u64;
    let is_square = topology.tiling == Tiling::Square;
    let pairs = |lines: u64| lines.saturating_mul(lines.saturating_sub(1)) / 2;
    let (name, rest) = sets::kind_of(word).unwrap_or((word, ""));
    let last_number =
        |text: &str| text.split(|c: char| !c.is_ascii_digit()).rfind(|n| !n.is_empty()).and_then(|n| n.parse().ok());
    let (sets, each): (u64, u64) = match name {
        "two rows" => (pairs(height), 2 * width),
        "two columns" => (pairs(width), 2 * height),
        "straight" if !is_square => return Size { sets: pairs(cells), members: 2 * pairs(cells) },
        "straight" => return of_straights(height, width),
        // For each step, any two of the pairs that are that step apart.
        "parallelogram" => {
            let along = |side: u64| (0..side).map(move |step| side - step);
            let both = |rows: u64, columns: u64| 2 * pairs(rows.saturating_mul(columns));
            let most = along(height).flat_map(|rows| along(width).map(move |columns| both(rows, columns)));
            (most.fold(0, u64::saturating_add), 4)
        }
        "window" => {
            let sides = rest.split_once('x').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
            let (rows, columns): (u64, u64) = sides.unwrap_or((1, 1));
            (cells, rows.saturating_mul(columns).min(cells))
        }
        "line" | "diagonal line" if !is_square => (NEAR / 2 * cells, last_number(rest).unwrap_or(1).min(cells)),
        "line" | "diagonal line" => (2 * cells, last_number(rest).unwrap_or(1).min(cells)),
        "over" => (2 * cells, height.max(width)),
        "cell" => (cells, 1),
        "pair" => (4 * cells, 2),
        "point" | "edge" | "corner" => (4 * cells, 2),
        "row in" | "column in" => (cells, 1),
        _ => return Size { sets: 2 * (height + width), members: 4 * cells },
    };
    Size { sets, members: sets.saturating_mul(each) }
}

/// Returns an upper bound on the lines of three cells or more on a board without walls.
fn of_straights(height: u64, width: u64) -> Size {
    let mut size = Size::default();
    for down in 0..height.div_ceil(2) {
        for right in (0..width.div_ceil(2)).filter(|&right| sets::gcd(down as i64, right as i64) == 1) {
            // The number of cells from which this number of steps stays on the board.
            let from = |steps: u64| height.saturating_sub(steps * down) * width.saturating_sub(steps * right);
            let slopes = if down > 0 && right > 0 { 2 } else { 1 };
            let (lines, members) = (from(2) - from(3), 3 * from(2) - 2 * from(3));
            size = size + Size { sets: slopes * lines, members: slopes * members };
        }
    }
    size
}

/// Returns an upper bound on the sets around these sets.
pub fn of_around(symbols: &SymbolTable, word: &str, of: &[Set]) -> Size {
    let topology = &symbols.topology;
    let (height, width) = (topology.height as u64, topology.width as u64);
    let base = Size::of(of);
    let each = match word {
        "rook" => height + width,
        "bishop" => 2 * height.min(width),
        "queen" => height + width + 2 * height.min(width),
        _ if word.starts_with("lines") => return Size { members: base.members.saturating_mul(4), ..base },
        "row" | "left" | "right" => width,
        "column" | "up" | "down" => height,
        _ if word.starts_with("ahead") => height.max(width),
        _ if topology.tiling != Tiling::Square => NEAR,
        _ => 8,
    };
    Size { members: base.sets.saturating_mul(each), ..base }
}

/// Returns the approximate size of the constraints of a rule in bytes.
pub fn of_conditions(symbols: &SymbolTable, rule: &Rule) -> u64 {
    // With `until`, the membership of a cell depends on all cells on the way to it.
    let ways = rule.sets.iter().flat_map(|set| &set.members).flat_map(|member| &member.ways);
    let passed = ways.map(|way| way.len() as u64);
    let passed: u64 = if rule.until.is_some() { passed.sum() } else { 0 };
    let mut bytes = passed.saturating_mul(LITERAL);
    for condition in &rule.conditions {
        for set in rule.sets.iter().filter(|set| rule.constrains(symbols, &**condition, set)) {
            let literals = condition.literals(symbols, set.members.len() as u64);
            bytes = bytes.saturating_add(CONSTRAINT).saturating_add(literals.saturating_mul(LITERAL));
        }
    }
    bytes
}

/// Formats a number of bytes for people.
pub fn in_words(bytes: u64) -> String {
    match bytes {
        0..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        1_000_000_000..1_000_000_000_000 => format!("{:.1} GB", bytes as f64 / 1e9),
        _ => "more than 1000 GB".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{grid, model};
    use boardwright_base::budget::Budget;

    /// No kind of set is larger than its estimate.
    #[test]
    fn sets_are_no_larger_than_estimated() {
        let regions = "[picture]\nroom = '''\n.AABB\nCCABB\nCCADD\nEEEDD\n'''\n";
        for board in [
            model(4, 5, "['a', 'b']", &format!("lines = 'links'\n{regions}")),
            model(5, 5, "['a', 'b']", "wrap = true"),
            model(1, 7, "['a', 'b']", ""),
        ] {
            let grid = grid(&board).expect("a model");
            for kind in sets::EACH {
                let word = kind.usage.split(',').next().unwrap_or_default().replace("PICTURE", "room");
                let word = if word == "block 3x3" { "block 2x5".to_string() } else { word };
                for word in [word.as_str(), "pair king", "pair knight", "window 3x2", "line 5"] {
                    let Ok(made) = sets::each(&grid.symbols, word, &Budget::none()) else { continue };
                    let (size, most) = (Size::of(&made), of_each(&grid.symbols, word));
                    assert!(size.members <= most.members, "{word}: {size:?}, estimated {most:?}");
                    let cells = sets::cells(&grid.symbols);
                    for reach in ["rook", "bishop", "queen", "row", "down", "king", "knight", "linked"] {
                        let most = of_around(&grid.symbols, reach, &cells);
                        let Ok(made) = sets::around(&grid.symbols, reach, false, cells.clone(), &Budget::none()) else {
                            continue;
                        };
                        let size = Size::of(&made);
                        assert!(size.members <= most.members, "{reach}: {size:?}, estimated {most:?}");
                    }
                }
            }
        }
    }
}
