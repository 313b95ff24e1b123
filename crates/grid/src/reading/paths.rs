//! Paths of cells, as `along` and `than` list them: `[[1, 1], [1, 2]]`, `"r1c1 r1c2"`, `"r1c1-r1c9"`, or the name of a picture with
//! numbers, letters or arrows.
//!
//! Start with [`Reading::along`]. Knows no condition.

use super::{Reading, mistake};
use crate::rule::{Element, Key, Member, Set};
use crate::sets;
use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use boardwright_base::board::written::{self, NoPath};
use boardwright_base::source::Span;
use boardwright_model::{Spanned, Value};
use std::collections::{BTreeMap, BTreeSet};

impl Reading<'_> {
    /// Returns the paths that a key lists.
    pub(super) fn along(&mut self, along: &Spanned<Value>) -> Vec<Set> {
        let paths = match (along.value.as_text(), along.value.as_list()) {
            (Some(text), _) => match self.symbols.pictures.iter().position(|picture| picture.name == text.trim()) {
                Some(picture) => self.drawn(picture, along.span),
                None => vec![self.written(text, along.span)],
            },
            (None, Some(items)) if items.iter().all(is_cell) => vec![self.listed(items)],
            (None, items) => {
                let mut paths = Vec::new();
                for item in items.unwrap_or_default() {
                    paths.push(match (item.value.as_text(), item.value.as_list()) {
                        (Some(text), _) => self.written(text, item.span),
                        (None, Some(_)) if is_cell(item) => {
                            let help = "write every path as a list of cells, such as [[1, 1], [1, 2]]";
                            let wrong = mistake("wrong-type", item.span, "a cell among paths");
                            self.wrong.push(wrong.help(help));
                            continue;
                        }
                        (None, cells) => self.listed(cells.unwrap_or_default()),
                    });
                }
                paths
            }
        };
        let mut sets = Vec::new();
        for (number, path) in paths.into_iter().enumerate() {
            let mut members = Vec::new();
            for &(cell, span) in &path {
                match self.symbols.topology.id(cell) {
                    Some(id) => members.push(Member::of(Element::Cell(id))),
                    None => self.mistake("no-cell", span, format!("{cell} is not a cell")),
                }
            }
            let first = path.first().map(|&(cell, _)| cell);
            let name = match first {
                Some(cell) if members.len() == 1 => SetName::Cell(cell),
                Some(first) => SetName::Path { first, number },
                None => SetName::Cells(Vec::new()),
            };
            sets.push(Set { name, own: first, key: Key::None, members, parts: Vec::new() });
        }
        sets
    }

    /// The cells of a path as rows and columns, each from 1.
    fn listed(&mut self, items: &[Spanned<Value>]) -> Vec<(Cell, Span)> {
        let mut path = Vec::with_capacity(items.len());
        for item in items {
            let parts = item.value.as_list().unwrap_or_default().iter();
            let parts: Vec<i64> = parts.filter_map(|part| part.value.as_integer()).collect();
            let place = <[i64; 2]>::try_from(parts).ok().map(|[row, column]| (row, column));
            path.extend(self.on_board(place, item.span).map(|cell| (cell, item.span)));
        }
        path
    }

    /// Returns the cell of a row and a column, counted from 1; reports one off the board.
    fn on_board(&mut self, place: Option<(i64, i64)>, span: Span) -> Option<Cell> {
        let (height, width) = (self.symbols.topology.height, self.symbols.topology.width);
        let place = place.and_then(|(row, column)| Some((usize::try_from(row).ok()?, usize::try_from(column).ok()?)));
        match place {
            Some((row @ 1.., column @ 1..)) if row <= height && column <= width => Some(Cell::new(row - 1, column - 1)),
            _ => {
                let message = format!("the cell is off the board of {height} rows and {width} columns");
                self.mistake("off-board", span, message);
                None
            }
        }
    }

    /// The cells of a path as a text, such as `r1c1-r1c4 r2c4`.
    fn written(&mut self, text: &str, span: Span) -> Vec<(Cell, Span)> {
        let letters = self.symbols.letters;
        let cells = match written::path(text, letters) {
            Ok(cells) => cells,
            Err(NoPath::Word { word, other }) => {
                let form = if letters { "B3" } else { "r3c2" };
                let message =
                    format!("`{word}` is not a cell: expected one such as {form}, or a line such as {form}-{form}");
                let wrong = mistake("wrong-cell", span, message);
                self.wrong.push(match (other, letters) {
                    (true, false) => wrong.help("for cells such as B3, add coordinates = \"A1\" to [grid]"),
                    (true, true) => wrong.help("[grid] has coordinates = \"A1\": write B3 for row 3, column 2"),
                    (false, _) => wrong.help("cells are separated by blanks; a picture of paths is given by its name"),
                });
                return Vec::new();
            }
            Err(wrong @ NoPath::Crooked(_)) => {
                self.mistake("wrong-cell", span, wrong.to_string());
                return Vec::new();
            }
        };
        let mut path = Vec::with_capacity(cells.len());
        for cell in cells {
            path.extend(
                self.on_board(Some((cell.row as i64 + 1, cell.column as i64 + 1)), span).map(|cell| (cell, span)),
            );
        }
        path
    }

    /// The paths of a picture: along arrows, or through numbers or letters in order.
    fn drawn(&mut self, picture: usize, span: Span) -> Vec<Vec<(Cell, Span)>> {
        let symbols = self.symbols;
        let of = &symbols.pictures[picture];
        self.uses.words.insert(of.name.clone());
        self.uses.structural.insert(picture);
        let marked: Vec<(Cell, &str, Span)> = symbols
            .topology
            .places()
            .filter_map(|at| symbols.mark(picture, at).map(|mark| (at, mark.text.as_str(), mark.span)))
            .collect();
        if marked.iter().any(|(_, text, _)| sets::arrow(text).is_some()) {
            return self.by_arrows(&marked);
        }
        let mut paths: BTreeMap<(String, bool), BTreeMap<u64, (Cell, Span)>> = BTreeMap::new();
        for &(at, text, mark) in &marked {
            let Some((path, order)) = in_order(text) else {
                let message =
                    format!("`{text}` at {at} is no place in a path: expected a letter, a number, or a1, a2, b1");
                self.mistake("wrong-cell", mark, message);
                continue;
            };
            if let Some((other, _)) = paths.entry(path).or_default().insert(order, (at, mark)) {
                let message = format!("{other} and {at} both have `{text}`, so that the path has no order");
                self.mistake("wrong-cell", mark, message);
            }
        }
        if paths.is_empty() {
            self.mistake("no-path", span, format!("the picture `{}` has no marks, and so no path", of.name));
        }
        paths.into_values().map(|path| path.into_values().collect()).collect()
    }

    /// From every arrow to which none points, from arrow to arrow, to the first cell without one.
    fn by_arrows(&self, marked: &[(Cell, &str, Span)]) -> Vec<Vec<(Cell, Span)>> {
        let topology = &self.symbols.topology;
        let spans: BTreeMap<Cell, Span> = marked.iter().map(|&(at, _, span)| (at, span)).collect();
        let next: BTreeMap<Cell, Cell> =
            marked.iter().filter_map(|&(at, text, _)| Some((at, topology.step(at, sets::arrow(text)?)?))).collect();
        let reached: BTreeSet<Cell> = next.values().copied().collect();
        let mut left: BTreeSet<Cell> = next.keys().copied().collect();
        let mut paths = Vec::new();
        let mut starts: Vec<Cell> = next.keys().copied().filter(|at| !reached.contains(at)).collect();
        // What no start leads to is a ring, which begins at its first cell.
        while let Some(start) = starts.pop().or_else(|| left.first().copied()) {
            let mut path = vec![start];
            left.remove(&start);
            let mut at = start;
            while let Some(&to) = next.get(&at).filter(|to| !path.contains(to)) {
                path.push(to);
                left.remove(&to);
                at = to;
            }
            let span = spans[&start];
            paths.push(path.into_iter().map(|cell| (cell, spans.get(&cell).copied().unwrap_or(span))).collect());
        }
        paths.sort_by_key(|path: &Vec<(Cell, Span)>| path[0].0);
        paths
    }
}

fn is_cell(item: &Spanned<Value>) -> bool {
    item.value.as_list().is_some_and(|parts| parts.iter().all(|part| part.value.as_integer().is_some()))
}

/// Returns the path that a mark belongs to, and its place in it: `b3` is the third of `b`; a letter alone belongs to the path of all
/// letters of its case.
fn in_order(mark: &str) -> Option<((String, bool), u64)> {
    let digits = mark.find(|character: char| character.is_ascii_digit());
    let (name, order) = mark.split_at(digits.unwrap_or(mark.len()));
    if let Ok(order) = order.parse() {
        return Some(((name.to_string(), false), order));
    }
    let mut letters = name.chars().filter(|_| order.is_empty());
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_alphabetic() => {
            let case = if letter.is_uppercase() { "A" } else { "a" };
            Some(((case.to_string(), true), u64::from(letter)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, mistakes, model};

    fn board(rest: &str) -> usize {
        agree(&model(2, 3, "'1..4'", rest))
    }

    fn drawn(picture: &str) -> String {
        format!("[picture]\npath = '''\n{picture}\n'''\n[[rule]]\nalong = 'path'\nincreasing = true")
    }

    #[test]
    fn places_as_people_write_them() {
        // Three of four numbers grow on the path, the other cells are free.
        let expected = 4 * 64;
        for along in [
            "[[1, 1], [1, 2], [2, 3]]",
            "'r1c1 r1c2 r2c3'",
            "'R1C1, r1c2; r2c3'",
            "'r1c1 r1c2-r2c3'",
            "['r1c1-r1c2 r2c3']",
            "[[[1, 1], [1, 2], [2, 3]]]",
        ] {
            assert_eq!(board(&format!("[[rule]]\nalong = {along}\nincreasing = true")), expected, "{along}");
        }
        let letters = "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 3\nvalues = '1..4'\ncoordinates = 'A1'\n[[rule]]\n\
            along = 'A1 b1 C2'\nincreasing = true";
        assert_eq!(agree(letters), expected);
        for picture in ["ab.\n..c", "12.\n..9", "a1 a2 .\n. . a3", "> ↘ .\n. . o"] {
            assert_eq!(board(&drawn(picture)), expected, "{picture}");
        }
        assert_eq!(board(&drawn("a1 a2 .\n. b2 b1")), 6 * 6 * 16, "two paths");
        // 6 pairs grow; of the ring only these four cells, from its first one.
        assert_eq!(board(&drawn(">v.\n^<.")), 16, "a ring");
    }

    #[test]
    fn windows_along_a_path() {
        // The two windows have one sum, so that the last cell equals the first; 10 triples of 1 to 4 add up to 6.
        let rest = "[[rule]]\nalong = 'r1c1-r1c3 r2c3'\neach = 'line 3'\nsum = 6";
        assert_eq!(board(rest), 10 * 16);
    }

    #[test]
    fn places_that_are_none_are_told() {
        let wrong =
            |along: &str| mistakes(&model(2, 3, "'1..4'", &format!("[[rule]]\nalong = {along}\nincreasing = true")));
        assert!(wrong("'r1c1 B2'").contains("`B2` is not a cell"));
        assert!(wrong("'r1c1 B2'").contains("add coordinates"));
        assert!(wrong("'r1c1 r3c1'").contains("off the board of 2 rows"));
        assert!(wrong("'r1c1 r0c1'").contains("`r0c1` is not a cell"));
        assert!(wrong("'r1c1-r2c3'").contains("in no row, column or diagonal"));
        assert!(mistakes(&model(2, 3, "'1..4'", &drawn("aba\n..."))).contains("r1c1 and r1c3 both have `a`"));
    }
}
