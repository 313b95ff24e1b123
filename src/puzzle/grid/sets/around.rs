//! What is around a cell: `around = "knight"`, `"rook"`, `"linked"`, `"ahead clue"`.
//!
//! A knight in the corner of a 3x3 board reaches two cells; a rook four, of which `until` may hide those behind another.

use super::{picture, steps};
use crate::board::{Cell, reach};
use crate::puzzle::grid::rule::{Member, Place, Set};
use crate::puzzle::grid::terrain::Course;
use crate::puzzle::grid::vocabulary::Vocabulary;

/// Words of `around`, with what they reach.
pub const AROUND: &[(&str, &str)] = &[
    (
        "wazir, king, knight, ...",
        "the cells that a leaper reaches (also ferz, dabbaba, alfil, camel, zebra, giraffe, leaper 1 4)",
    ),
    ("rook, bishop, queen", "the cells that a rider reaches, up to walls and `until`"),
    ("lines", "the lines at the cell"),
    ("linked", "the cells that a line joins to it"),
    ("ahead PICTURE", "the cells in the direction of its arrow: ^ v < >"),
];

/// The sets around the own cells of others, with those cells where `including` says so.
///
/// # Errors
/// In words.
pub fn around(vocabulary: &Vocabulary, word: &str, including: bool, of: Vec<Set>) -> Result<Vec<Set>, String> {
    let reach = Reach::read(vocabulary, word)?;
    let terrain = &vocabulary.terrain;
    let mut sets = Vec::new();
    for base in of {
        let Some(at) = base.own else {
            return Err("`around` is for cells: leave `each` out, or write each = \"cell\"".into());
        };
        let mut members = Vec::new();
        if including {
            members.extend(terrain.id(at).map(|id| Member { own: true, ..Member::of(Place::Cell(id)) }));
        }
        members.extend(reach.members(vocabulary, at));
        sets.push(Set { what: format!("around {at}"), members, ..base });
    }
    Ok(sets)
}

enum Reach {
    Leaps(Vec<(i64, i64)>),
    Rides(Vec<(i64, i64)>),
    Lines,
    Linked,
    Ahead(usize),
}

impl Reach {
    fn read(vocabulary: &Vocabulary, word: &str) -> Result<Reach, String> {
        let lines = || vocabulary.lines.as_ref().ok_or("there are no lines; say `lines = \"links\"` in [grid]");
        Ok(match word {
            "rook" => Reach::Rides(reach::leaper(0, 1)),
            "bishop" => Reach::Rides(reach::leaper(1, 1)),
            "queen" => Reach::Rides([reach::leaper(0, 1), reach::leaper(1, 1)].concat()),
            "lines" => lines().map(|_| Reach::Lines)?,
            "linked" if lines()?.course == Course::Borders => {
                return Err("`linked` is for lines from cell to cell, not for borders".into());
            }
            "linked" => Reach::Linked,
            _ => match word.strip_prefix("ahead ") {
                Some(name) => Reach::Ahead(picture(vocabulary, name.trim())?),
                None => Reach::Leaps(
                    steps(word)
                        .map_err(|words| format!("{words}; rook, bishop, queen; lines, linked, ahead PICTURE"))?,
                ),
            },
        })
    }

    fn members(&self, vocabulary: &Vocabulary, at: Cell) -> Vec<Member> {
        let terrain = &vocabulary.terrain;
        let ridden = |step: (i64, i64)| {
            let cells = terrain.ride(at, step);
            let member =
                |index: usize| Member { before: cells[..index].to_vec(), ..Member::of(Place::Cell(cells[index])) };
            (0..cells.len()).map(member).collect::<Vec<_>>()
        };
        match self {
            Reach::Leaps(steps) => terrain.leaps(at, steps).into_iter().map(|id| Member::of(Place::Cell(id))).collect(),
            Reach::Rides(steps) => {
                let mut members: Vec<Member> = Vec::new();
                for member in steps.iter().flat_map(|&step| ridden(step)) {
                    // Around a torus a cell may be reached from two sides; with something in between it is seen from one.
                    if terrain.wrap && members.contains(&member) {
                        continue;
                    }
                    members.push(member);
                }
                members
            }
            Reach::Lines => {
                let lines = vocabulary.lines.as_ref().zip(terrain.id(at));
                lines.map_or(Vec::new(), |(lines, id)| {
                    lines.at_cell[id].iter().map(|&line| Member::of(Place::Line(line))).collect()
                })
            }
            Reach::Linked => {
                let Some((lines, id)) = vocabulary.lines.as_ref().zip(terrain.id(at)) else { return Vec::new() };
                let to = |&line: &usize| {
                    let [a, b] = lines.lines[line].ends;
                    let other = if a == id { b } else { a };
                    Member { through: Some(line), ..Member::of(Place::Cell(other)) }
                };
                lines.at_cell[id].iter().map(to).collect()
            }
            Reach::Ahead(picture) => {
                let mark = vocabulary.mark(*picture, at).map_or("", |mark| &mark.text);
                let step = mark.chars().find_map(|c| match c {
                    '^' => Some((-1, 0)),
                    'v' => Some((1, 0)),
                    '<' => Some((0, -1)),
                    '>' => Some((0, 1)),
                    _ => None,
                });
                let Some(step) = step else { return Vec::new() };
                // To the end of the board: walls hide nothing here.
                let line =
                    std::iter::successors(Some(at), |at| at.offset(step.0, step.1, terrain.height, terrain.width));
                line.skip(1).filter_map(|at| terrain.id(at)).map(|id| Member::of(Place::Cell(id))).collect()
            }
        }
    }
}
