//! The sets around a cell: `around = "knight"`, `"rook"`, `"linked"`, `"ahead clue"`.
//!
//! A knight in the corner of a 3x3 board reaches two cells, a rook four; `until` hides the cells behind a cell that
//! passes.

use super::parts::picture;
use super::steps;
use crate::rule::{Element, Key, Member, Passed, Set};
use crate::symbols::SymbolTable;
use crate::topology::LineKind;
use crate::topology::Topology;
use boardwright_base::board::Cell;
use boardwright_base::board::names::{LinesOf, SetName};
use boardwright_base::board::no_sets::NoSets;
use boardwright_base::board::tiling::Tiling;
use boardwright_base::budget::Budget;
use smallvec::smallvec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The words of `around`, with the cells that they reach.
pub const AROUND: &[(&str, &str)] = &[
    (
        "wazir, king, knight, ...",
        "the cells that a leaper reaches (also ferz, dabbaba, alfil, camel, zebra, giraffe, leaper 1 4)",
    ),
    ("ring", "the eight cells around the cell, clockwise from the upper left"),
    ("rook, bishop, queen", "the cells that a rider reaches, up to walls and `until`"),
    ("row, column", "those of a rook to the left and to the right, or up and down"),
    ("left, right, up, down", "those of a rook in one direction"),
    ("lines", "the lines at the cell, or at any cell of the set"),
    ("lines inside", "the lines between two cells of the set"),
    ("lines across", "the lines between a cell of the set and a cell outside"),
    ("lines ahead PICTURE", "the lines between the cells in the direction of its arrow"),
    ("linked", "the cells that a line joins to the cell"),
    (
        "ahead PICTURE",
        "the cells in the direction of its arrow (^ v < > or ↑ ↗ → ↘ ↓ ↙ ← ↖), across walls, up to `until`",
    ),
];

/// The steps of a ring, clockwise.
const RING: [(i64, i64); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];

/// Returns the steps of a rook that goes only along rows, columns, or in one direction.
fn part_of_rook(word: &str) -> Option<Vec<(i64, i64)>> {
    Some(match word {
        "row" => vec![(0, -1), (0, 1)],
        "column" => vec![(-1, 0), (1, 0)],
        "left" => vec![(0, -1)],
        "right" => vec![(0, 1)],
        "up" => vec![(-1, 0)],
        "down" => vec![(1, 0)],
        _ => return None,
    })
}

/// Whether a word of `around` names a rider, whose way `until` can end.
pub fn is_rider(word: &str) -> bool {
    ["rook", "bishop", "queen"].contains(&word) || part_of_rook(word).is_some()
}

/// Returns the step of the first arrow in a mark.
pub fn arrow(mark: &str) -> Option<(i64, i64)> {
    mark.chars().find_map(|character| {
        Some(match character {
            '^' | '↑' => (-1, 0),
            'v' | '↓' => (1, 0),
            '<' | '←' => (0, -1),
            '>' | '→' => (0, 1),
            '↗' => (-1, 1),
            '↘' => (1, 1),
            '↙' => (1, -1),
            '↖' => (-1, -1),
            _ => return None,
        })
    })
}

/// Returns the cells in the direction of the arrow that a picture has at a place, to the edge of the board; on a
/// torus, all the way around.
pub fn ahead(symbols: &SymbolTable, picture: usize, at: Cell) -> Vec<usize> {
    let topology = &symbols.topology;
    let Some((down, right)) = symbols.mark(picture, at).and_then(|mark| arrow(&mark.text)) else {
        return Vec::new();
    };
    let next = |from: &Cell| topology.step(*from, (down, right)).filter(|next| *next != at);
    let line = std::iter::successors(Some(at), next);
    line.skip(1).filter_map(|at| topology.id(at)).collect()
}

/// Returns the sets around the own cells of other sets, with those cells if `including` is set.
///
/// # Errors
/// The reason, or the limit that was reached.
pub fn around(
    symbols: &SymbolTable,
    word: &str,
    including: bool,
    of: Vec<Set>,
    budget: &Budget,
) -> Result<Vec<Set>, NoSets> {
    let reach = Reach::read(symbols, word)?;
    let topology = &symbols.topology;
    let mut sets = Vec::new();
    for base in of {
        budget.check()?;
        if let Reach::Lines(wanted) = reach {
            if base.members.iter().any(|member| matches!(member.element, Element::Line(_))) {
                return Err(NoSets::OfLines(base.name));
            }
            let base = match wanted {
                OfSet::Ahead(picture) => ahead_of(symbols, picture, base)?,
                _ => base,
            };
            let (name, members) = lines_of(symbols, &base, wanted);
            // Lines at a block are no block.
            let key = if base.key == Key::Block { Key::None } else { base.key };
            sets.push(Set { name, key, members, ..base });
            continue;
        }
        let Some(at) = base.own else {
            return Err(NoSets::NoStart);
        };
        let mut members = Vec::new();
        if including {
            members.extend(topology.id(at).map(|id| Member { own: true, ..Member::of(Element::Cell(id)) }));
        }
        members.extend(reach.members(symbols, at));
        sets.push(Set { name: SetName::Around(at), members, ..base });
    }
    Ok(sets)
}

/// Returns the set of the cells in the direction of the arrow of a set's own cell.
fn ahead_of(symbols: &SymbolTable, picture: usize, of: Set) -> Result<Set, NoSets> {
    let at = of.own.ok_or(NoSets::NoStart)?;
    let members = ahead(symbols, picture, at).into_iter().map(|cell| Member::of(Element::Cell(cell))).collect();
    Ok(Set { name: SetName::Ahead(at), members, ..of })
}

/// Returns the lines at the cells of a set, each once, with their name.
fn lines_of(symbols: &SymbolTable, set: &Set, wanted: OfSet) -> (SetName, Vec<Member>) {
    let Some(lines) = &symbols.lines else { return (set.name.clone(), Vec::new()) };
    let cells = set.members.iter().filter_map(|member| match member.element {
        Element::Cell(cell) => Some(cell),
        Element::Line(_) => None,
    });
    // By line, the number of cells of the set that it touches.
    let mut at: BTreeMap<usize, usize> = BTreeMap::new();
    for line in cells.flat_map(|cell| &lines.at_cell[cell]) {
        *at.entry(*line).or_default() += 1;
    }
    let is_meant = |count: usize| match wanted {
        OfSet::Any => true,
        OfSet::Inside | OfSet::Ahead(_) => count == 2,
        OfSet::Across => count == 1,
    };
    let members = at.into_iter().filter(|&(_, count)| is_meant(count)).map(|(line, _)| Member::of(Element::Line(line)));
    let of = match (wanted, set.own) {
        (OfSet::Any, Some(at)) => return (SetName::Around(at), members.collect()),
        (OfSet::Any, None) => LinesOf::At,
        (OfSet::Inside | OfSet::Ahead(_), _) => LinesOf::Inside,
        (OfSet::Across, _) => LinesOf::Across,
    };
    (SetName::Lines(of, set.name.clone().into()), members.collect())
}

/// The lines of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OfSet {
    /// At its cells.
    Any,
    /// At two of its cells.
    Inside,
    /// Between two of the cells in the direction of an arrow.
    Ahead(usize),
    /// At one of its cells, and at a cell outside or at the edge of the board.
    Across,
}

enum Reach {
    Leaps(Vec<(i64, i64)>),
    /// These steps, clockwise from the top left.
    Ring(Vec<(i64, i64)>),
    Rides(Vec<(i64, i64)>),
    Lines(OfSet),
    Linked,
    Ahead(usize),
}

impl Reach {
    fn read(symbols: &SymbolTable, word: &str) -> Result<Reach, NoSets> {
        let lines = || symbols.lines.as_ref().ok_or(NoSets::NoLines);
        let tiling = &symbols.topology.tiling;
        let unsupported = |known: &[&'static str]| NoSets::WrongShape {
            name: word.into(),
            shape: tiling.name(),
            known: known.to_vec(),
        };
        if let Some(rides) = tiling.rides(word) {
            return rides.map(Reach::Rides).map_err(|other| unsupported(other.known));
        }
        if let Some(steps) = part_of_rook(word) {
            return if *tiling == Tiling::Square { Ok(Reach::Rides(steps)) } else { Err(unsupported(&["rook"])) };
        }
        Ok(match word {
            "ring" if matches!(tiling, Tiling::Graph(_) | Tiling::Cubes { .. }) => return Err(unsupported(&[])),
            "ring" if *tiling == Tiling::Square => Reach::Leaps(RING.to_vec()),
            "ring" => Reach::Ring(tiling.steps("king").unwrap_or_default()),
            "lines" => lines().map(|_| Reach::Lines(OfSet::Any))?,
            "lines inside" => lines().map(|_| Reach::Lines(OfSet::Inside))?,
            "lines across" => lines().map(|_| Reach::Lines(OfSet::Across))?,
            "linked" if lines()?.kind == LineKind::Borders => {
                return Err(NoSets::LinkedByBorders);
            }
            "linked" => Reach::Linked,
            _ if word.starts_with("lines ahead ") && *tiling != Tiling::Square => return Err(unsupported(&[])),
            _ if word.starts_with("lines ahead ") => {
                let name = word.trim_start_matches("lines ahead ").trim();
                lines().and(Ok(Reach::Lines(OfSet::Ahead(picture(symbols, name)?))))?
            }
            _ => match word.strip_prefix("ahead ") {
                Some(_) if *tiling != Tiling::Square => return Err(unsupported(&[])),
                Some(name) => Reach::Ahead(picture(symbols, name.trim())?),
                None => Reach::Leaps(steps(&symbols.topology, word).map_err(NoSets::Reach)?),
            },
        })
    }

    fn members(&self, symbols: &SymbolTable, at: Cell) -> Vec<Member> {
        let topology = &symbols.topology;
        let in_line = |cells: Vec<usize>| {
            let ray: Arc<[usize]> = cells.as_slice().into();
            let member = move |index: usize| Member {
                ways: smallvec![Passed::of(&ray, index)],
                ..Member::of(Element::Cell(ray[index]))
            };
            (0..cells.len()).map(member)
        };
        let ridden = |step: (i64, i64)| in_line(topology.ride(at, step));
        match self {
            Reach::Leaps(steps) => {
                topology.leaps(at, steps).into_iter().map(|id| Member::of(Element::Cell(id))).collect()
            }
            Reach::Ring(steps) => {
                let mut ring = topology.leaps(at, steps);
                ring.sort_by(|&a, &b| angle(topology, at, a).total_cmp(&angle(topology, at, b)));
                ring.into_iter().map(|id| Member::of(Element::Cell(id))).collect()
            }
            Reach::Rides(steps) => {
                let several = topology.wrap || matches!(topology.tiling, Tiling::Triangles { .. });
                let mut members: Vec<Member> = Vec::new();
                for member in steps.iter().flat_map(|&step| ridden(step)) {
                    // On a torus, and along strips of triangles, a cell may be visible in several ways; it is one member.
                    let twin = |known: &&mut Member| known.element == member.element;
                    let known = if several { members.iter_mut().find(twin) } else { None };
                    match known {
                        Some(known) => known.ways.extend(member.ways),
                        None => members.push(member),
                    }
                }
                members
            }
            // For sets, not for one cell.
            Reach::Lines(_) => Vec::new(),
            Reach::Linked => {
                let Some((lines, id)) = symbols.lines.as_ref().zip(topology.id(at)) else { return Vec::new() };
                let to = |&line: &usize| {
                    let [a, b] = lines.lines[line].ends;
                    let other = if a == id { b } else { a };
                    Member { through: Some(line), ..Member::of(Element::Cell(other)) }
                };
                lines.at_cell[id].iter().map(to).collect()
            }
            Reach::Ahead(picture) => in_line(ahead(symbols, *picture, at)).collect(),
        }
    }
}

/// Returns the direction of a cell from a place, clockwise from the left, in radians.
fn angle(topology: &Topology, from: Cell, to: usize) -> f64 {
    let centre = |at: Cell| {
        let ((down, right), unit) = (topology.tiling.outline(at).centre, topology.tiling.unit());
        (down as f64 * f64::from(unit.0), right as f64 * f64::from(unit.1))
    };
    let (one, other) = (centre(from), centre(topology.cells[to]));
    (other.0 - one.0).atan2(other.1 - one.1)
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, mistakes, model};

    #[test]
    fn what_looks_ahead_stops_too() {
        // Before the first # in the direction of the arrow there is exactly one A.
        let row = |around: &str| {
            let rest = format!(
                "[picture]\nclue = '>...'\n[[rule]]\nat = 'clue'\naround = '{around}'\nuntil = '#'\nexactly = {{ A = 1 }}\n\
                 [[rule]]\nat = 'clue'\nis = '.'"
            );
            agree(&model(1, 4, "['.', '#', 'A']", &rest))
        };
        assert_eq!(row("ahead clue"), row("rook"));
        assert!(
            mistakes(&model(1, 4, "['.', '#']", "[[rule]]\naround = 'king'\nuntil = '#'\nis = '.'"))
                .starts_with("`until` is not supported")
        );
        let diagonal = "[picture]\nclue = '''\n↘..\n...\n..↖\n'''\n[[rule]]\nat = 'clue'\naround = 'ahead clue'\nexactly = { '#' = 2 }";
        assert_eq!(agree(&model(3, 3, "['.', '#']", diagonal)), 1 << 6);
        let blunt = "[picture]\nclue = '>e..'\n[[rule]]\nat = 'clue'\naround = 'ahead clue'\nis = '.'";
        assert!(mistakes(&model(1, 4, "['.', '#']", blunt)).starts_with("`e` at r1c2 is not an arrow"));
    }

    #[test]
    fn riders_on_a_torus_see_a_cell_on_several_ways() {
        let torus = |rest: &str| {
            format!("puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nwrap = true\nvalues = ['.', '#']\n{rest}")
        };
        for piece in ["rook", "bishop", "queen"] {
            for rest in ["", "until = '#'\n", "until = '#'\nincluding = true\n"] {
                let rule = format!("[[rule]]\nwhere = '.'\naround = '{piece}'\n{rest}at-most = {{ '.' = 3 }}");
                assert!(agree(&torus(&rule)) > 0, "{rule}");
            }
        }
        let arrows = "[picture]\narrow = '''\n>.\u{2198}\n...\n^..\n'''\n[[rule]]\nat = 'arrow'\naround = 'ahead arrow'\n\
            until = '#'\nexactly = { '.' = 1 }";
        assert!(agree(&torus(arrows)) > 0);
    }

    #[test]
    fn rooks_in_one_direction() {
        // A is first in its row up to #, and last in its column.
        let board = |rest: &str| agree(&model(2, 3, "['.', '#', 'A']", rest));
        let first = board("[[rule]]\nwhere = 'A'\naround = 'left'\nuntil = '#'\nis-not = 'A'");
        assert_eq!(first, board("[[rule]]\nwhere = 'A'\naround = 'row'\nuntil = '#'\nis-not = 'A'"));
        let up = board("[[rule]]\nwhere = 'A'\naround = 'up'\nis = '.'");
        assert_eq!(up, board("[[rule]]\nwhere = 'A'\naround = 'down'\nis = '.'"));
        assert_eq!(up, 7 * 7 * 7, "9 less #A and AA in a column");
    }

    #[test]
    fn lines_of_sets() {
        let board = |lines: &str, rest: &str| {
            format!("puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 3\nlines = '{lines}'\n[[rule]]\n{rest}")
        };
        // Seven lines between six cells.
        assert_eq!(agree(&board("links", "each = 'board'\naround = 'lines'\nexactly = { line = 2 }")), 21);
        assert_eq!(agree(&board("links", "each = 'row'\naround = 'lines inside'\nexactly = { line = 1 }")), 2 * 2 * 8);
        assert_eq!(agree(&board("links", "each = 'row'\naround = 'lines across'\nexactly = { line = 1 }")), 3 * 16);
        assert_eq!(agree(&board("links", "each = 'board'\naround = 'lines across'\nexactly = { line = 0 }")), 128);
        // Two diagonals in each of two windows, of which exactly one is present.
        assert_eq!(agree(&board("ferz", "each = 'window 2x2'\naround = 'lines inside'\nexactly = { line = 1 }")), 4);
        let small = |rest: &str| {
            format!(
                "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 2\nlines = 'borders'\n[[rule]]\neach = 'board'\n{rest}"
            )
        };
        // One line between two cells, six around them.
        assert_eq!(agree(&small("around = 'lines inside'\nexactly = { line = 1 }")), 64);
        assert_eq!(agree(&small("around = 'lines across'\nexactly = { line = 6 }")), 2);
        assert_eq!(agree(&small("around = 'lines'\nexactly = { line = 6 }")), 7);
        assert!(mistakes(&small("exactly = { line = 6 }")).starts_with("`line` tests lines, but the members"));
        assert!(
            mistakes(&small("around = 'lines'\nincluding = true\nis = 'line'"))
                .starts_with("`including` is not supported")
        );
    }

    #[test]
    fn paths_by_steps_and_without_their_first_cell() {
        let row = |rest: &str| model(1, 4, "\"1..4\"", &format!("[[rule]]\nalong = [[1, 1], [1, 2], [1, 3]]\n{rest}"));
        assert_eq!(agree(&row("each = 'pair'\ndifference-at-least = 3")), 4 * 2, "1 4 1 and 4 1 4");
        assert_eq!(agree(&row("including = false\nsum = 'value'")), 4 * 6, "2 = 1 + 1, 3 in two ways, 4 in three");
        assert_eq!(agree(&row("including = true\nsum = 12")), 4);
        assert!(mistakes(&row("each = 'row'\nsum = 3")).starts_with("`each` and `along` cannot be combined"));
        for lost in ["including = false\nuntil = '1'", "each = 'pair'\nincluding = false"] {
            assert!(mistakes(&row(&format!("{lost}\nall-different = true"))).contains("requires `around`"));
        }
    }
}
