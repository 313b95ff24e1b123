//! The order in which a loop passes places: `passes = "clue"`, with `counted` and `start`.
//!
//! From the start on, in one of the two directions, the counted cells on the loop have the numbers 1, 2, 3, ... A mark of the picture is
//! a number, and that of its cell; with an arrow, that of the one cell on the loop among the counted cells that begin next to the mark
//! (the gates of a Slalom); on a wall without an arrow, that of such a cell on any side. The start has no number.

pub(crate) mod gates;

use self::gates::Gates;

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Key, Number, Set};
use super::super::symbols::{SymbolTable, Test};
use super::super::topology::LineKind;
use super::Kind;
use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_ir::constraint::Relation;
use boardwright_model::{Field, Names, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "passes",
            kind: boardwright_model::Kind::Named(Names::Picture),
            doc: "the loop passes the counted cells in the order of these numbers, in one of its directions; with an arrow, a number is \
                that of the counted cells ahead, on a wall without one that of counted cells beside it",
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
    let starts = (0..symbols.topology.cells.len()).filter(|&cell| symbols.passes(symbols.topology.cells[cell], &start));
    match starts.collect::<Vec<_>>()[..] {
        [cell] => {
            let passing =
                Passing { number: Number::Picture(picture), picture, gates: Gates { counted, start: cell }, start };
            for at in symbols.topology.places() {
                let Some(mark) = symbols.mark(picture, at).filter(|mark| mark.number.is_some()) else { continue };
                // The number of a cell that is not counted is wrong on every board; a wall needs cells that it is about.
                if symbols.topology.id(at).is_none() && passing.gates.of_mark(symbols, at, &mark.text).is_empty() {
                    let message = format!("`{}` at {at} is not on a cell, and no counted cells begin there", mark.text);
                    let help = "write the number beside the counted cells, with an arrow to them, or on one of them";
                    reading.wrong.push(Diagnostic::new("no-arrow", message).at(mark.span, "").help(help));
                }
            }
            vec![Box::new(passing)]
        }
        // An empty board: there is nothing to count yet.
        [] if !symbols.pictures[picture].marks.iter().flatten().any(|mark| mark.number.is_some()) => Vec::new(),
        ref cells => {
            let message = format!("`start` requires one cell; {} cells pass the test", cells.len());
            reading.mistake("no-start", rule.span_of("start"), message);
            Vec::new()
        }
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Passing {
    /// The numbers of the picture.
    number: Number,
    picture: usize,
    gates: Gates,
    start: Test,
}

/// A number, where it stands, and the cells of which one has it.
struct Clue {
    at: Cell,
    number: i64,
    cells: Vec<usize>,
}

impl Passing {
    fn clues(&self, symbols: &SymbolTable) -> Vec<Clue> {
        let clue = |at: Cell| {
            let mark = symbols.mark(self.picture, at)?;
            let number = mark.number?;
            Some(Clue { at, number, cells: self.gates.of_mark(symbols, at, &mark.text) })
        };
        symbols.topology.places().filter_map(clue).collect()
    }
}

impl Condition for Passing {
    fn holds(&self, position: &Position<'_>, _set: &Set, _members: &[Element]) -> Result<(), Breach> {
        let symbols = position.symbols;
        let clues = self.clues(symbols);
        let Some(lines) = symbols.lines.as_ref().filter(|_| !clues.is_empty()) else { return Ok(()) };
        let wrong = |order: &[usize]| {
            let number = |cell: &usize| order.iter().position(|passed| passed == cell).map(|at| at as i64 + 1);
            clues.iter().find(|clue| !clue.cells.iter().any(|cell| number(cell) == Some(clue.number)))
        };
        let order = self.gates.passed(position, lines).unwrap_or_default();
        let back: Vec<usize> = order.iter().rev().copied().collect();
        match (wrong(&order), wrong(&back)) {
            (Some(clue), Some(_)) => Err(Breach::OutOfOrder { number: clue.number, at: clue.at }),
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
        let start = self.gates.start;
        let counted = (0..cells).filter(|&cell| self.gates.counts(symbols, cell)).count() as i64;
        let most = clues.iter().map(|clue| clue.number).max().unwrap_or(0);
        if clues.iter().any(|clue| !(1..=counted).contains(&clue.number)) {
            to.clause([Truth::Known(false)]);
            return;
        }
        let steps = usize::try_from(most).unwrap_or(0) + 1;
        let reached: Vec<Vec<Truth>> = (0..cells)
            .map(|cell| {
                let variable = |_| if cell == start { Truth::Known(false) } else { to.auxiliary().into() };
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
                if into != start {
                    step(to, used, &reached[from], &reached[into], self.gates.counts(symbols, into));
                }
            }
        }
        for used in leaving.iter().chain(&arriving) {
            to.count(Relation::AtMost, 1, used.iter().copied());
        }
        for clue in &clues {
            let number = usize::try_from(clue.number).unwrap_or(0);
            let here: Vec<Truth> = clue
                .cells
                .iter()
                .map(|&cell| {
                    let visited = to.any(&leaving[cell]);
                    to.all(&[visited, reached[cell][number - 1], !reached[cell][number]])
                })
                .collect();
            if to.is_by_clue() {
                let members = Vec::new();
                let own = Set {
                    name: SetName::Cell(clue.at),
                    own: Some(clue.at),
                    key: Key::None,
                    members,
                    parts: Vec::new(),
                };
                to.of_clue(&self.number, &own, |to| to.clause(here));
            } else {
                to.clause(here);
            }
        }
    }

    fn tests(&self) -> Vec<&Test> {
        vec![&self.gates.counted, &self.start]
    }

    fn own_numbers(&self) -> Vec<&Number> {
        vec![&self.number]
    }

    /// An arrow depends on the places of the other cells.
    fn ordered(&self) -> bool {
        true
    }
}

/// After a used line, as many cells are counted as before it, or one more.
fn step(to: &mut Builder<'_>, used: Truth, before: &[Truth], after: &[Truth], is_counted: bool) {
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
        let blank = pictures("...\n...\n...", "...\n...\n...", "...\n...\n...");
        assert_eq!(agree(&board(ring, &blank, "")), 1, "no start where nothing is counted");
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
    fn numbers_on_walls_are_those_of_gates_on_any_side() {
        let ring = |clue: &str| {
            let gate = ".|.\n-_-\n.|.";
            agree(&board("...\n._.\n...", &pictures("S..\n...\n...", gate, clue), ""))
        };
        // The loop passes the gates at the top, at the right, at the bottom and at the left, all of which begin at the wall.
        assert_eq!((1..=5).map(|n| ring(&format!("...\n.{n}.\n..."))).collect::<Vec<_>>(), [1, 1, 1, 1, 0]);
        assert_eq!(ring("...\n.?.\n..."), 1);
        // Gates that lie across do not begin at the wall.
        let across = board("...\n._.\n...", &pictures("S..\n...\n...", ".-.\n|_-\n.-.", "...\n.1.\n..."), "");
        assert_eq!(agree(&across), 0, "the gate at the right is the second or the third");
        let third = board("...\n._.\n...", &pictures("S..\n...\n...", ".-.\n|_-\n.-.", "...\n.2.\n..."), "");
        assert_eq!(agree(&third), 1);
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
        assert!(mistakes(hole).contains("`1` at r1c2 is not on a cell, and no counted cells"), "{}", mistakes(hole));
        let every = model("loop = true\npasses = 'clue'\ncounted = 'clue'\nstart = 'not clue'");
        assert!(every.contains("`start` requires one cell; 3 cells pass the test"), "{every}");
        let none = model("loop = true\npasses = 'clue'\ncounted = 'clue'\nstart = 'clue=2'");
        assert!(none.contains("`start` requires one cell; 0 cells pass the test"), "{none}");
        let visited = model("loop = true\npasses = 'clue'\ncounted = 'visited'\nstart = 'clue'");
        assert!(visited.contains("`counted` requires a test of what is printed"), "{visited}");
    }
}
