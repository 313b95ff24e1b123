//! The order in which a loop passes places: `passes = "clue"`, with `counted` and `start`.
//!
//! From the start on, in one of the two directions, the counted cells on the loop have the numbers 1, 2, 3, ... A mark of the picture is
//! a number, and that of its cell; with an arrow, that of the one cell on the loop among the counted cells that begin next to the mark
//! (the gates of a Slalom). The start has no number.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::sets;
use super::super::symbols::{SymbolTable, Test};
use super::super::topology::{LineKind, Lines};
use super::Kind;
use boardwright_base::board::Cell;
use boardwright_ir::constraint::Relation;
use boardwright_model::{Field, Names, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "passes",
            kind: boardwright_model::Kind::Named(Names::Picture),
            doc: "the loop passes the counted cells in the order of these numbers, in one of its directions; with an arrow, a number is \
                that of the counted cells ahead",
            example: "\"clue\"",
            ..OPTIONAL
        },
        Field {
            name: "counted",
            kind: boardwright_model::Kind::Named(Names::Test),
            doc: "with `passes`: a static test for the cells that are counted",
            example: "\"gate\"",
            ..OPTIONAL
        },
        Field {
            name: "start",
            kind: boardwright_model::Kind::Named(Names::Test),
            doc: "with `passes`: a static test for the one cell from which they are counted",
            example: "\"start\"",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let Some(name) = rule.text("passes") else {
        if let Some(key) = ["counted", "start"].into_iter().find(|key| rule.get(key).is_some()) {
            reading.mistake("needs-key", rule.span_of(key), format!("`{key}` requires `passes`"));
        }
        return Vec::new();
    };
    let span = rule.span_of("passes");
    let links = reading.symbols.lines.as_ref().is_some_and(|lines| lines.kind == LineKind::Links);
    if !links {
        reading.mistake("no-lines", span, "`passes` requires lines = \"links\"");
        return Vec::new();
    }
    if rule.boolean("loop") != Some(true) || rule.get("crossing").is_some() {
        reading.mistake("needs-key", span, "`passes` requires `loop = true` in the same rule, without `crossing`");
        return Vec::new();
    }
    let picture = reading.picture(name, span);
    let tests = ["counted", "start"].map(|key| {
        let Some(given) = rule.get(key) else {
            reading.mistake("needs-key", span, format!("`passes` requires `{key}`"));
            return None;
        };
        let test = reading.test(given)?;
        if !test.is_static() {
            reading.mistake("not-static", given.span, format!("`{key}` requires a test of what is printed"));
        }
        Some(test)
    });
    let (Some(picture), [Some(counted), Some(start)]) = (picture, tests) else { return Vec::new() };
    let symbols = reading.symbols;
    for at in symbols.topology.places().filter(|at| symbols.topology.id(*at).is_none()) {
        if let Some(mark) = symbols.mark(picture, at).filter(|mark| sets::arrow(&mark.text).is_none()) {
            let message =
                format!("`{}` at {at} is not on a cell and has no arrow to the cells that are counted", mark.text);
            reading.mistake("no-arrow", mark.span, message);
        }
    }
    let starts = (0..symbols.topology.cells.len()).filter(|&cell| symbols.passes(symbols.topology.cells[cell], &start));
    match starts.collect::<Vec<_>>()[..] {
        [cell] => vec![Box::new(Passing { picture, counted, start, cell })],
        ref cells => {
            let message = format!("`start` requires one cell; {} cells pass the test", cells.len());
            reading.mistake("no-start", rule.span_of("start"), message);
            Vec::new()
        }
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Passing {
    /// The picture with the numbers.
    picture: usize,
    counted: Test,
    start: Test,
    /// The cell that passes `start`.
    cell: usize,
}

impl Passing {
    fn counts(&self, symbols: &SymbolTable, cell: usize) -> bool {
        cell != self.cell && symbols.passes(symbols.topology.cells[cell], &self.counted)
    }

    /// The numbers of the picture: where each stands, and the cells of which one has it.
    fn clues(&self, symbols: &SymbolTable) -> Vec<(Cell, i64, Vec<usize>)> {
        let places = symbols.topology.places();
        let clue = |at: Cell| {
            let mark = symbols.mark(self.picture, at)?;
            let number = mark.number?;
            let cells = match sets::arrow(&mark.text) {
                Some(_) => {
                    let ahead = sets::ahead(symbols, self.picture, at).into_iter();
                    ahead.take_while(|&cell| self.counts(symbols, cell)).collect()
                }
                None => symbols.topology.id(at).filter(|&cell| self.counts(symbols, cell)).into_iter().collect(),
            };
            Some((at, number, cells))
        };
        places.filter_map(clue).collect()
    }
}

/// Returns the counted cells of the loop through the start in one direction; `None` if it is no loop.
fn passed(passing: &Passing, position: &Position<'_>, lines: &Lines) -> Option<Vec<usize>> {
    let at =
        |cell: usize| lines.at_point[cell].iter().copied().filter(|&line| position.lines[line]).collect::<Vec<_>>();
    let mut last = *at(passing.cell).first()?;
    let mut cell = passing.cell;
    let mut found = Vec::new();
    for _ in 0..lines.lines.len() {
        let [a, b] = lines.lines[last].ends;
        cell = if a == cell { b } else { a };
        if cell == passing.cell {
            return Some(found);
        }
        if passing.counts(position.symbols, cell) {
            found.push(cell);
        }
        last = match at(cell)[..] {
            [one, other] => {
                if one == last {
                    other
                } else {
                    one
                }
            }
            _ => return None,
        };
    }
    None
}

impl Condition for Passing {
    fn holds(&self, position: &Position<'_>, _set: &Set, _members: &[Element]) -> Result<(), Breach> {
        let symbols = position.symbols;
        let clues = self.clues(symbols);
        let Some(lines) = symbols.lines.as_ref().filter(|_| !clues.is_empty()) else { return Ok(()) };
        let wrong = |order: &[usize]| {
            let number = |cell: &usize| order.iter().position(|passed| passed == cell).map(|at| at as i64 + 1);
            clues.iter().find(|(_, wanted, cells)| !cells.iter().any(|cell| number(cell) == Some(*wanted)))
        };
        let order = passed(self, position, lines).unwrap_or_default();
        let back: Vec<usize> = order.iter().rev().copied().collect();
        match (wrong(&order), wrong(&back)) {
            (Some((at, number, _)), Some(_)) => Err(Breach::OutOfOrder { number: *number, at: *at }),
            _ => Ok(()),
        }
    }

    /// Directs the lines. By cell and number, a variable is true if more counted cells than this number come up to the cell, itself
    /// included.
    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, _members: &[Candidate]) {
        let symbols = to.symbols;
        let clues = self.clues(symbols);
        let Some(lines) = symbols.lines.as_ref().filter(|_| !clues.is_empty()) else { return };
        let cells = symbols.topology.cells.len();
        let counted = (0..cells).filter(|&cell| self.counts(symbols, cell)).count() as i64;
        let most = clues.iter().map(|clue| clue.1).max().unwrap_or(0);
        if clues.iter().any(|clue| !(1..=counted).contains(&clue.1)) {
            to.clause([Truth::Known(false)]);
            return;
        }
        let steps = usize::try_from(most).unwrap_or(0) + 1;
        let reached: Vec<Vec<Truth>> = (0..cells)
            .map(|cell| {
                let variable = |_| if cell == self.cell { Truth::Known(false) } else { to.auxiliary().into() };
                (0..steps).map(variable).collect()
            })
            .collect();
        let mut leaving: Vec<Vec<Truth>> = vec![Vec::new(); cells];
        let mut arriving: Vec<Vec<Truth>> = vec![Vec::new(); cells];
        for (index, line) in lines.lines.iter().enumerate() {
            let present: Truth = to.line(index).into();
            let forward: Truth = to.auxiliary().into();
            to.clause([present, !forward]);
            let back = to.all(&[present, !forward]);
            for ([from, into], used) in [(line.ends, forward), ([line.ends[1], line.ends[0]], back)] {
                leaving[from].push(used);
                arriving[into].push(used);
                if into != self.cell {
                    self.step(to, used, &reached[from], &reached[into], self.counts(symbols, into));
                }
            }
        }
        for used in leaving.iter().chain(&arriving) {
            to.count(Relation::AtMost, 1, used.iter().copied());
        }
        for (_, number, cells) in &clues {
            let number = usize::try_from(*number).unwrap_or(0);
            let here: Vec<Truth> = cells
                .iter()
                .map(|&cell| {
                    let visited = to.any(&leaving[cell]);
                    to.all(&[visited, reached[cell][number - 1], !reached[cell][number]])
                })
                .collect();
            to.clause(here);
        }
    }

    fn tests(&self) -> Vec<&Test> {
        vec![&self.counted, &self.start]
    }

    fn pictures(&self) -> Vec<usize> {
        vec![self.picture]
    }

    /// An arrow depends on the places of the other cells.
    fn ordered(&self) -> bool {
        true
    }
}

impl Passing {
    /// After a used line, as many cells are counted as before it, or one more.
    fn step(&self, to: &mut Builder<'_>, used: Truth, before: &[Truth], after: &[Truth], is_counted: bool) {
        for at in 0..after.len() {
            let wanted = match (is_counted, at) {
                (false, _) => before[at],
                (true, 0) => Truth::Known(true),
                (true, _) => before[at - 1],
            };
            to.clause([!used, !wanted, after[at]]);
            to.clause([!used, wanted, !after[at]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes};

    fn board(cells: &str, pictures: &str, rest: &str) -> String {
        let rule = "[[rule]]\nloop = true\npasses = 'clue'\ncounted = 'gate'\nstart = 'start'";
        format!(
            "puzzle = 'grid'\n[grid]\ncells = '''\n{cells}\n'''\nlines = 'links'\n[picture]\n{pictures}\n{rule}\n{rest}"
        )
    }

    fn pictures(start: &str, gate: &str, clue: &str) -> String {
        format!("start = '''\n{start}\n'''\ngate = '''\n{gate}\n'''\nclue = '''\n{clue}\n'''")
    }

    #[test]
    fn numbers_of_cells_are_their_order_in_one_direction() {
        // The one loop of a ring of eight cells passes a, b and c in this order, or the other way round.
        let ring = "...\n._.\n...";
        let count = |clue: &str| agree(&board(ring, &pictures("S..\n...\n...", "..a\n...\nb.c", clue), ""));
        assert_eq!(count("..1\n...\n..."), 1);
        assert_eq!(count("..3\n...\n1.."), 1);
        assert_eq!(count("..1\n...\n1.."), 0, "one of them is 3");
        assert_eq!(count("...\n...\n..2"), 1);
        assert_eq!(count("...\n...\n..1"), 0);
        assert_eq!(count("..4\n...\n..."), 0, "only three are counted");
        assert_eq!(count(".1.\n...\n..."), 0, "the cell is not counted");
        assert_eq!(count("...\n...\n..."), 1, "no number, no order");
    }

    #[test]
    fn arrows_are_about_one_of_the_cells_ahead() {
        // Of the 13 loops on 3x3 cells, 7 pass the corner and a cell of the gate, and 6 of them both cells of the gate (counted
        // by a separate program).
        let all = |clue: &str| agree(&board("...\n...\n...", &pictures("S..\n...\n...", ".g.\n.g.\n...", clue), ""));
        let first = all(".  .  .\n.  .  .\n.  1^ .");
        let second = all(".  .  .\n.  .  .\n.  2^ .");
        assert_eq!((first, second), (7, 6));
    }

    #[test]
    fn what_the_keys_need_is_an_error() {
        let model = |rule: &str| {
            mistakes(&format!(
                "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nlines = 'links'\n[picture]\nclue = '''\n1.\n..\n'''\n[[rule]]\n{rule}"
            ))
        };
        assert!(model("loop = true\npasses = 'clue'\ncounted = 'clue'").contains("`passes` requires `start`"));
        assert!(model("passes = 'clue'\ncounted = 'clue'\nstart = 'clue'").contains("requires `loop = true`"));
        assert!(model("loop = true\nstart = 'clue'").contains("`start` requires `passes`"));
        let hole = "puzzle = 'grid'\n[grid]\ncells = '._'\nlines = 'links'\n[picture]\nclue = '.1'\nstart = 'o.'\n[[rule]]\n\
            loop = true\npasses = 'clue'\ncounted = 'clue'\nstart = 'start'";
        assert!(mistakes(hole).contains("`1` at r1c2 is not on a cell and has no arrow"), "{}", mistakes(hole));
        let every = model("loop = true\npasses = 'clue'\ncounted = 'clue'\nstart = 'not clue'");
        assert!(every.contains("`start` requires one cell; 3 cells pass the test"), "{every}");
        let visited = model("loop = true\npasses = 'clue'\ncounted = 'visited'\nstart = 'clue'");
        assert!(visited.contains("`counted` requires a test of what is printed"), "{visited}");
    }
}
