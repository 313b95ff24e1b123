//! Facts about a Lights Out that need no search: rank and nullity, the solvable patterns, the quiet patterns, the
//! optional buttons, and the table of the hybrid method.
//!
//! On 5 x 5 the rank is 23 and the nullity 2: a quarter of all patterns can be solved, each in four ways, and three
//! patterns of presses are quiet: they change nothing. These facts are linear, so they hold for every pattern of
//! lights; only one fact is about the given lights.
//!
//! Room: the facts (this file), `left_out`, `table` (the formulas and their check), `matrix` (small matrices, for
//! both), `card` (the printed card). Rank and quiet patterns are computed as in the methods; formulas require a board
//! that can be chased and a prime number of states.

mod pattern;
mod card;
mod inverse;
mod left_out;
mod matrix;
mod table;
#[cfg(test)]
mod tests;

use self::inverse::{inverse_table, matrix_table};
use self::left_out::Classes;
pub(super) use self::matrix::leftmost;
pub(super) use self::pattern::pressed;
use self::pattern::{Numbers, shown};
use self::table::{Check, Sum, Table, every_button, whole_board};
use super::board::{Board, TooLarge};
use super::draw;
use super::methods::{Chased, TooManyFree, chased, contradiction, light_rows, number, power};
use super::sweep::{Bytes, Row, Words, obstacle};
use super::unbalanced;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Mark, Panel, Picture, Square};
use boardwright_linear::{Solved, Space};
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::analysis::{Analysis, Topic};
use boardwright_puzzle::capability::argument::Argument;
use num_bigint::BigUint;
use serde_json::{Value, json};

/// The most cells of a board that is drawn.
const DRAWN: usize = 1600;
/// The most free buttons for which there are formulas.
const COLUMNS: usize = 64;
/// The most cells of a board for which there are formulas over the whole board.
const WHOLE: usize = 400;
/// The most cells in formulas that are spelled out for a person; JSON has them all.
const SPELLED: usize = 36;
/// The most cells of a board for whose buttons there is a table of formulas.
const EVERY: usize = 100;
/// The most lines of a table that is listed.
const LISTED: u64 = 64;

/// Returns all facts.
pub(super) fn analyze(board: &Board, halt: &dyn Fn() -> bool) -> Analysis {
    match board.states {
        2 => findings::<Words>(board, halt),
        _ => findings::<Bytes>(board, halt),
    }
}

/// The way a board was solved.
pub(super) struct Known<R> {
    /// The quiet patterns: over the free buttons where the board was chased, otherwise over all cells.
    quiet: Space,
    /// The solutions, over the same buttons; or the reason why there are none.
    pub(super) solutions: Result<Space, Argument>,
    pub(super) chased: Option<Chased<R>>,
}

/// Why rank and nullity are not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotKnown {
    #[error("stopped before rank and nullity were known")]
    Stopped,
    #[error(transparent)]
    TooManyFree(#[from] TooManyFree),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl<R: Row> Known<R> {
    /// # Errors
    /// Why nothing is known.
    pub(super) fn new(board: &Board, halt: &dyn Fn() -> bool) -> Result<Known<R>, NotKnown> {
        if obstacle(board, "chasing").is_none() {
            match chased::<R>(board, halt) {
                Ok(Some(chased)) => {
                    let solutions = match chased.free.clone() {
                        Some(space) => Ok(space),
                        None => Err(contradiction(board, &chased, halt).ok_or(NotKnown::Stopped)?),
                    };
                    return Ok(Known { quiet: chased.quiet.clone(), solutions, chased: Some(chased) });
                }
                Ok(None) => return Err(NotKnown::Stopped),
                Err(reason) if board.check_size().is_err() => return Err(reason.into()),
                Err(_) => {}
            }
        }
        board.check_size()?;
        let Solved::Space(quiet) = light_rows(board, false).solve(&[], halt) else { return Err(NotKnown::Stopped) };
        let system = light_rows(board, true);
        let solutions = match system.solve(&[], halt) {
            Solved::Space(space) => Ok(space),
            Solved::Halted => return Err(NotKnown::Stopped),
            Solved::Conflict => {
                let conflict = system.conflict(halt).ok_or(NotKnown::Stopped)?;
                let cells: Vec<Cell> = board.cells().collect();
                let lights: Vec<(Cell, u8)> = conflict.0.iter().map(|&(row, often)| (cells[row], often)).collect();
                Err(unbalanced::kept(board, lights))
            }
        };
        Ok(Known { quiet, solutions, chased: None })
    }

    /// Returns a quiet pattern over all cells, by index.
    fn pattern(&self, board: &Board, index: usize) -> Vec<u8> {
        let generator = self.quiet.generator(index);
        match &self.chased {
            Some(chased) => chased.presses(board, false, &generator),
            None => generator,
        }
    }
}

fn findings<R: Row>(board: &Board, halt: &dyn Fn() -> bool) -> Analysis {
    let mut findings = Findings { board, facts: Vec::new(), panels: Vec::new(), omitted: Vec::new(), every: None };
    let size = board.size();
    for (name, value) in [("height", board.height()), ("width", board.width()), ("cells", size)] {
        findings.facts.push(Fact::new(name, value, ""));
    }
    findings.facts.push(Fact::new("states", board.states, ""));
    let known = match Known::<R>::new(board, halt) {
        Ok(known) => known,
        Err(reason) => {
            findings.facts.push(Fact::new("unknown", reason.to_string(), reason.to_string()));
            return findings.analysis(None);
        }
    };
    findings.rank(&known, size);
    let count = known.quiet.generators();
    let prime = matches!(board.states, 2 | 3 | 5 | 7);
    let drawn = size <= DRAWN;
    let patterns: Vec<Vec<u8>> = if drawn { (0..count).map(|i| known.pattern(board, i)).collect() } else { Vec::new() };
    if count > 0 && !drawn {
        findings.omitted.push(format!("quiet patterns and optional buttons are computed for at most {DRAWN} cells"));
    } else if count > 0 {
        findings.quiet(&patterns, &known.quiet);
        if prime {
            findings.left_out(&patterns);
        }
    }
    if board.states == 2 && size <= SPELLED {
        findings.inverse(&patterns);
    }
    let mut card = None;
    match &known.chased {
        _ if !prime => findings.omitted.push(format!("{} is not prime, so there are no formulas", board.states)),
        None => findings.omitted.push("no table: this board cannot be chased row by row".to_string()),
        Some(chased) if chased.sweep.free.len() > COLUMNS => {
            let columns = chased.sweep.free.len();
            findings.omitted.push(format!(
                "formulas are supported for at most {COLUMNS} buttons without a light above, found {columns}"
            ));
        }
        Some(chased) => {
            let Some(table) = Table::derive(&chased.sweep, board.states, halt) else {
                findings.omitted.push("the table: stopped before it was derived".to_string());
                return findings.analysis(None);
            };
            if table.check == Check::Failed {
                findings.omitted.push("the table: its formulas failed their check".to_string());
                return findings.analysis(None);
            }
            findings.table(chased, &table);
            if size <= WHOLE {
                match whole_board(board, &table, &patterns, &chased.sweep, halt) {
                    Some((_, Check::Failed)) => {
                        findings.omitted.push("the formulas over the whole board failed their check".to_string());
                    }
                    Some((formulas, check)) => findings.whole_board(chased, &formulas, check),
                    None => findings.omitted.push("the formulas over the whole board: stopped before".to_string()),
                }
            } else {
                findings.omitted.push(format!("formulas over the whole board are supported for at most {WHOLE} cells"));
            }
            if size <= EVERY {
                let every = every_button(board, &table, &patterns, &chased.sweep, halt);
                findings.every = every.filter(|(_, check)| *check != Check::Failed).map(|(formulas, _)| formulas);
            }
            card = card::card(board, chased, &table, &patterns);
        }
    }
    findings.analysis(card)
}

/// The facts so far.
struct Findings<'a> {
    board: &'a Board,
    facts: Vec<Fact>,
    panels: Vec<Panel>,
    /// The facts that are left out, each with the reason.
    omitted: Vec<String>,
    /// By cell, the formula of each button that is not left out.
    every: Option<Vec<(usize, Sum)>>,
}

impl Findings<'_> {
    fn analysis(mut self, card: Option<Picture>) -> Analysis {
        if !self.omitted.is_empty() {
            let words = format!("not computed: {}", self.omitted.join("; "));
            self.facts.push(Fact::new("not_told", self.omitted, words));
        }
        let picture = Picture { panels: self.panels, captions: Vec::new() };
        let table = self.every.as_ref().map(|formulas| formulas_of(self.board, formulas));
        Analysis { facts: self.facts, picture, card, table, open: false }
    }

    fn rank<R>(&mut self, known: &Known<R>, size: usize) {
        let states = self.board.states;
        let (quiet, count) = (power(states, &known.quiet), known.quiet.count());
        let nullity = known.quiet.generators();
        let plain = known.quiet.orders().iter().all(|&order| order == states);
        let board = format!("{} x {}, {states} states: {size} buttons", self.board.height(), self.board.width());
        if plain {
            let words = format!("{board}, rank {}, nullity {nullity}", size - nullity);
            self.facts.push(Fact::new("rank", size - nullity, words));
            self.facts.push(Fact::new("nullity", nullity, ""));
        } else {
            self.facts.push(Fact::new(
                "rank",
                Value::Null,
                format!("{board}; {states} is not prime, so there is no rank"),
            ));
        }
        let share = 1.0 / count.to_string().parse::<f64>().unwrap_or(f64::INFINITY);
        let words = match nullity {
            0 => "every pattern of lights can be solved, in one way".to_string(),
            _ if plain => {
                let patterns = format!("{states}^{} of {states}^{size}", size - nullity);
                format!("1/{quiet} of all patterns of lights can be solved, each in {quiet} ways: {patterns}")
            }
            _ => format!("1/{quiet} of all patterns of lights can be solved, each in {quiet} ways"),
        };
        self.facts.push(Fact::new("solvable_share", share, words));
        self.facts.push(Fact::new("quiet_patterns", number(&(count - BigUint::from(1u8))), ""));
        match &known.solutions {
            Ok(space) => {
                let ways = if nullity == 0 { "one way".to_string() } else { format!("{quiet} ways") };
                self.facts.push(Fact::new("solvable", true, format!("these lights can be put out, in {ways}")));
                self.facts.push(Fact::new("solutions", number(&space.count()), ""));
            }
            Err(reason) => {
                let words = format!("these lights cannot be put out: {reason}");
                self.facts.push(Fact::new("solvable", false, words));
                self.facts.push(Fact::new("solutions", 0, ""));
            }
        }
    }

    /// Draws them all where they are few, otherwise some of a basis.
    fn quiet(&mut self, patterns: &[Vec<u8>], space: &Space) {
        let (states, all) = (self.board.states, space.count());
        let shown = shown(patterns, states);
        let (count, basis) = (all - 1u8, patterns.len());
        let made = match (basis, shown.len() as u64) {
            (1, 1) if states == 2 => String::new(),
            (_, drawn) if BigUint::from(drawn) == count => format!(", sums of {basis} of them"),
            (_, drawn) if drawn == basis as u64 => format!(", all of them sums of the {basis} that are drawn"),
            (_, drawn) => format!(", all of them sums of {basis}, of which {drawn} are drawn"),
        };
        let (patterns_, are) = if count == BigUint::from(1u8) {
            ("pattern of presses", "is quiet and changes")
        } else {
            ("patterns of presses", "are quiet and change")
        };
        let words = format!("{count} {patterns_} {are} no light{made}");
        let boards: Vec<Value> = patterns.iter().map(|pattern| json!(self.rows(pattern))).collect();
        self.facts.push(Fact::new("quiet_basis", boards, words));
        for (index, pattern) in shown.iter().enumerate() {
            let title = if shown.len() == 1 { "quiet pattern".to_string() } else { format!("quiet {}", index + 1) };
            self.panels.push(pressed(self.board, &title, pattern));
        }
    }

    /// Returns a pattern as rows of characters, as in a solution.
    fn rows(&self, pattern: &[u8]) -> Vec<String> {
        let mut presses = pattern.iter();
        let mut character = |cell: Cell| match self.board.has(cell) {
            false => '_',
            true => self.board.character(presses.next().copied().unwrap_or(0)),
        };
        let width = self.board.width();
        (0..self.board.height()).map(|row| (0..width).map(|c| character(Cell::new(row, c))).collect()).collect()
    }

    fn left_out(&mut self, patterns: &[Vec<u8>]) {
        const EXAMPLES: usize = 3;
        let classes = Classes::new(patterns, self.board.states);
        let (right, all) = (classes.right(), classes.of_all());
        let wrong = if classes.buttons == 2 { classes.wrong_pairs(self.board, EXAMPLES) } else { Vec::new() };
        let lettered = classes.count() <= 26;
        let letter = |class: usize| char::from(b'A' + class as u8);
        let names: Vec<String> = (0..classes.count().min(26)).map(|class| letter(class).to_string()).collect();
        let among = match right.zip(all) {
            Some((right, all)) => {
                let what = ["sets", "buttons", "pairs"].get(classes.buttons).unwrap_or(&"sets");
                format!(": {right} of {all} {what}")
            }
            None => String::new(),
        };
        let mut words = match (classes.buttons, lettered) {
            (1, _) => format!("one button may be left out, if the quiet pattern presses it{among}"),
            (2, true) => format!(
                "two buttons may be left out together if they are of different classes among {}{among}",
                names.join(", ")
            ),
            (buttons, true) => format!(
                "{buttons} buttons may be left out together if their classes, of {}, are independent{among}",
                names.join(", ")
            ),
            (buttons, false) => format!(
                "{buttons} buttons may be left out together if the quiet patterns are independent on them{among}"
            ),
        };
        if !wrong.is_empty() {
            let pairs: Vec<String> = wrong.iter().map(|[first, second]| format!("{first} with {second}")).collect();
            words.push_str(&format!("; not {}", pairs.join(", ")));
        }
        let cells: Vec<Cell> = self.board.cells().collect();
        let class = |cell: Cell| cells.binary_search(&cell).ok().and_then(|index| classes.of[index]);
        let rows: Vec<String> = self
            .board
            .map(|cell| match class(cell) {
                _ if !self.board.has(cell) => '_',
                Some(class) if lettered => letter(class),
                Some(_) => '#',
                None => '.',
            })
            .into_iter()
            .map(|row| row.into_iter().collect())
            .collect();
        let pair = |pair: &[Cell; 2]| json!(pair.map(|cell| [cell.row + 1, cell.column + 1]));
        let value = json!({
            "buttons": classes.buttons,
            "classes": rows,
            "sets": right,
            "of": all,
            "wrong_pairs": wrong.iter().map(pair).collect::<Vec<Value>>(),
        });
        self.facts.push(Fact::new("may_be_left_out", value, words));
        if lettered && classes.buttons > 1 {
            let square = |cell: Cell| match class(cell) {
                Some(class) => Square::default().text(letter(class)),
                None => Square::default().mark(Mark::Dot),
            };
            self.panels.push(draw::panel(self.board, "classes", square));
        }
    }

    fn inverse(&mut self, patterns: &[Vec<u8>]) {
        let left_out = if patterns.is_empty() { Vec::new() } else { leftmost(patterns, 2) };
        let Some(inverse) = inverse::inverse(self.board, &left_out) else { return };
        let numbers: Vec<usize> = left_out.iter().map(|cell| cell + 1).collect();
        let without = match &numbers[..] {
            [] => "B".to_string(),
            [one] => format!("B without button and light {one}"),
            several => {
                let names: Vec<String> = several.iter().map(ToString::to_string).collect();
                format!("B without buttons and lights {}", names.join(", "))
            }
        };
        let words = format!(
            "{without} has the determinant {}; its inverse times k = {} is whole",
            inverse.determinant, inverse.k
        );
        let value = json!({
            "left_out": numbers,
            "determinant": inverse.determinant.to_string(),
            "k": inverse.k.to_string(),
        });
        self.facts.push(Fact::new("inverse", value, words));
    }

    fn table<R: Row>(&mut self, chased: &Chased<R>, table: &Table) {
        let (board, sweep) = (self.board, &chased.sweep);
        let numbers = Numbers::new(board);
        let mut lines = vec!["the table, after the lights were chased once with the first row untouched:".to_string()];
        lines.extend(numbers.left_out(&table.left_out, &sweep.free));
        for (button, sum) in &table.formulas {
            lines.push(format!("  x{} = {}", numbers.of(sweep.free[*button]), numbers.sum(sum, &sweep.ends)));
        }
        if table.formulas.is_empty() {
            lines.push("  no button is needed: no light can be left over".to_string());
        }
        let what = if sweep.is_full() { "last rows" } else { "sets of lights" };
        lines.push(match table.check {
            Check::All(1) => "  checked: nothing can be left over".to_string(),
            Check::All(entries) => format!("  checked against all {entries} {what} that can be left over"),
            Check::Basis(count) => format!(
                "  checked against the {count} {what} that one button leaves over; all others are sums of these"
            ),
            Check::Failed => "  not checked".to_string(),
        });
        let value = json!({
            "left_out": numbers.list(&table.left_out, &sweep.free),
            "formulas": numbers.formulas(&table.formulas, &sweep.free, |end| sweep.ends[end], board.states),
            "checked": checked(table.check),
        });
        self.facts.push(Fact::new("table", value, lines.join("\n")));
        if sweep.is_full() {
            self.mirrored(table);
        }
        self.entries(chased, table);
        if board.size() <= DRAWN {
            let square = |cell: Cell| Square::default().text(numbers.of(cell).to_string());
            self.panels.insert(0, draw::panel(board, "numbers of lights and buttons", square));
        }
    }

    /// The number of last rows, of those that can be left over, and of those up to mirror images.
    fn mirrored(&mut self, table: &Table) {
        let states = BigUint::from(self.board.states);
        let width = self.board.width();
        let up_to =
            |all: usize, symmetric: usize| (states.pow(all as u32) + states.pow(symmetric as u32)) / BigUint::from(2u8);
        let (rows, reachable) = (states.pow(width as u32), states.pow(table.rank() as u32));
        let (halved, left) = (up_to(width, width.div_ceil(2)), up_to(table.rank(), table.symmetric()));
        let left_over = match table.rank() == width {
            true => "all of them can be left over".to_string(),
            false => format!("but {reachable} can be left over: {left}, and {} without the dark one", &left - 1u8),
        };
        let words = format!(
            "of {rows} last rows {halved} differ by more than a mirror image, {} without the dark one; {left_over}",
            &halved - 1u8
        );
        let value = json!({
            "last_rows": number(&rows),
            "up_to_mirror_image": number(&halved),
            "reachable": number(&reachable),
            "reachable_up_to_mirror_image": number(&left),
        });
        self.facts.push(Fact::new("last_rows", value, words));
    }

    fn entries<R: Row>(&mut self, chased: &Chased<R>, table: &Table) {
        if table.entries(LISTED).is_none() {
            self.omitted.push(format!("the table line by line is listed up to {LISTED} lines"));
            return;
        }
        let text = |numbers: &[u8]| numbers.iter().map(|&times| self.board.character(times)).collect::<String>();
        let mut entries: Vec<(String, String)> =
            table.rows(&chased.sweep).map(|(left, free)| (text(&left), text(&free))).collect();
        entries.sort_unstable_by(|a, b| b.cmp(a));
        let full = chased.sweep.is_full();
        let mut lines = vec![match full {
            true => "left in the last row -> press in the first row:".to_string(),
            false => "left on the lights without a button below -> press of the buttons without a light above:".into(),
        }];
        for (left, free) in &entries {
            let mirror: String = left.chars().rev().collect();
            let image = if full && mirror > *left { format!("  (mirror image: {mirror})") } else { String::new() };
            lines.push(format!("  {left} -> {free}{image}"));
        }
        let value: Vec<Value> = entries.iter().map(|(left, free)| json!({ "last": left, "first": free })).collect();
        self.facts.push(Fact::new("entries", value, lines.join("\n")));
    }

    fn whole_board<R: Row>(&mut self, chased: &Chased<R>, formulas: &[(usize, Sum)], check: Check) {
        let numbers = Numbers::new(self.board);
        let cells: Vec<Cell> = self.board.cells().collect();
        let free = &chased.sweep.free;
        let value = json!({
            "formulas": numbers.formulas(formulas, free, |cell| cells[cell], self.board.states),
            "checked": checked(check),
        });
        let words = if cells.len() <= SPELLED {
            let mut lines = vec!["or without the first chase, from all the lights:".to_string()];
            for (button, sum) in formulas {
                lines.push(format!("  x{} = {}", numbers.of(free[*button]), numbers.sum(sum, &cells)));
            }
            if let Check::Basis(count) = check {
                lines
                    .push(format!("  checked against the {count} patterns that one button makes; all others are sums"));
            }
            lines.join("\n")
        } else {
            self.omitted.push(format!("formulas over more than {SPELLED} cells are in the JSON"));
            String::new()
        };
        self.facts.push(Fact::new("whole_board", value, words));
    }
}

/// The formulas of buttons as a table: the number of each button, its cell, and the lights that its formula adds.
fn formulas_of(board: &Board, formulas: &[(usize, Sum)]) -> String {
    let (numbers, cells): (Numbers, Vec<Cell>) = (Numbers::new(board), board.cells().collect());
    let row = |(cell, sum): &(usize, Sum)| {
        let at = cells[*cell];
        format!("x{}\t{at}\t{}\n", numbers.of(at), numbers.sum(sum, &cells))
    };
    format!("button\tcell\tformula\n{}", formulas.iter().map(row).collect::<String>())
}

/// Returns the matrix `B`, or `k` times the inverse of its part, as a table for other programs.
pub(super) fn table_of(board: &Board, topic: Topic, halt: &dyn Fn() -> bool) -> Option<Analysis> {
    let table = match topic {
        Topic::Matrix if board.size() <= WHOLE => Some(matrix_table(board)),
        Topic::Inverse if board.states == 2 => {
            let Solved::Space(quiet) = light_rows(board, false).solve(&[], halt) else { return None };
            let patterns: Vec<Vec<u8>> = (0..quiet.generators()).map(|index| quiet.generator(index)).collect();
            let left_out = if patterns.is_empty() { Vec::new() } else { leftmost(&patterns, 2) };
            inverse::inverse(board, &left_out).as_ref().map(inverse_table)
        }
        _ => None,
    };
    Some(Analysis { table: Some(table?), ..Analysis::default() })
}

/// The check of formulas as JSON.
fn checked(check: Check) -> Value {
    match check {
        Check::All(entries) => json!({ "all": entries }),
        Check::Basis(count) => json!({ "basis": count }),
        Check::Failed => Value::Null,
    }
}
