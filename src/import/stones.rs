//! Stones of a draughts board, as R. Findling's solver reads them (*Draught board puzzle / checkerboard puzzle solver in
//! Python*, 2015).
//!
//! A stone is some rows of fields, `B` black, `W` white, `_` not covered, with commas between them; a run of `=` ends a
//! stone. Rows end at a line break or at a blank, so that a text which lost its line breaks is the same file:
//!
//! ```text
//! W,B,W              W,B,W B,_,_ ===== B,W =====
//! B,_,_
//! =====
//! B,W
//! =====
//! ```
//!
//! The board is not in the file. It is a square if the stones have a square number of fields, and what `--board` says
//! otherwise; chequered, black at the top left.

use super::dissection::{Copies, Tile, Tiling};
use super::{Draft, Format, Wishes};
use crate::diagnostic::{Diagnostic, Diagnostics, quote};
use crate::puzzle::dissection::MAX_CELLS;
use crate::source::{Source, Span};

pub(super) const FORMAT: Format = Format {
    name: "stones of a draughts board",
    summary: "rows such as `B,W,_`, and a line `===` after each stone",
    takes: &["--flip", "--board"],
    recognises,
    read,
};

/// After so many mistakes nothing more is read.
pub(super) const MAX_MISTAKES: usize = 100;

/// At least half of the words are fields, and something separates them.
fn recognises(text: &str) -> bool {
    let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == '=').filter(|word| !word.is_empty());
    let (mut fields, mut others) = (0, 0);
    for word in words {
        *if matches!(word, "B" | "W" | "_" | "b" | "w") { &mut fields } else { &mut others } += 1;
    }
    fields > 0 && fields >= others && text.contains([',', '='])
}

/// The fields of a row, and where it stands.
struct Row {
    fields: Vec<char>,
    span: Span,
}

fn read(source: &Source, wishes: &Wishes) -> Result<Draft, Diagnostics> {
    let stones = stones(&source.text)?;
    let fields = || stones.iter().flatten().flat_map(|row| &row.fields);
    let count = |colour: char| fields().filter(|&&field| field == colour).count();
    let (black, white) = (count('B'), count('W'));
    let (height, width) = size(black + white, wishes.board)?;
    // An odd board has one more of the colour of its corners.
    let corner = if height * width % 2 == 1 && white > black { 'W' } else { 'B' };
    let other = if corner == 'B' { 'W' } else { 'B' };
    let colour = |row: usize, column: usize| if (row + column).is_multiple_of(2) { corner } else { other };
    let board: Vec<String> = (0..height).map(|row| (0..width).map(|column| colour(row, column)).collect()).collect();
    let mut remarks = vec![
        format!("The file has only the stones, {} of them with {} fields.", stones.len(), black + white),
        match wishes.board {
            Some(_) => format!("Asked for: a board of {height} x {width}."),
            None => format!("Assumed: a square board, {height} x {width}."),
        },
        format!(
            "Assumed: it is chequered, {} at the top left; stones may be turned, and turned over.",
            if corner == 'B' { "black" } else { "white" }
        ),
    ];
    let on_board = board.iter().flat_map(|row| row.chars()).filter(|&field| field == 'B').count();
    if on_board != black {
        remarks.push(format!(
            "It has no solution: the stones have {black} black fields and {white} white ones, the board {on_board} and {}.",
            height * width - on_board
        ));
    }
    let tile = |stone: &Vec<Row>| Tile {
        remark: None,
        name: None,
        copies: Copies::Exactly(1),
        shape: stone.iter().map(|row| row.fields.iter().collect()).collect(),
    };
    let tiling = Tiling { title: None, flip: true, board, pieces: stones.iter().map(tile).collect() };
    Ok(Draft { remarks, model: tiling.toml() })
}

/// The rows and columns of a board for so many fields.
fn size(fields: usize, wished: Option<(usize, usize)>) -> Result<(usize, usize), Diagnostic> {
    if fields > MAX_CELLS {
        let message = format!("the stones have {fields} fields together; at most {MAX_CELLS} are accepted");
        return Err(Diagnostic::new("too-large", message));
    }
    if let Some((height, width)) = wished {
        let cells = height.saturating_mul(width);
        if cells != fields {
            let message = format!("the stones have {fields} fields, a board of {height} x {width} has {cells}");
            return Err(Diagnostic::new("board-size", message).help(boards(fields)));
        }
        return Ok((height, width));
    }
    let side = fields.isqrt();
    if side * side != fields {
        let message = format!("the stones have {fields} fields, which no square board has");
        return Err(Diagnostic::new("board-size", message).help(boards(fields)));
    }
    Ok((side, side))
}

/// Which boards have so many cells.
fn boards(fields: usize) -> String {
    let sizes = (1..=fields.isqrt()).filter(|rows| fields.is_multiple_of(*rows));
    let sizes: Vec<String> = sizes.map(|rows| format!("{rows}x{}", fields / rows)).collect();
    format!("say the rows and columns of the board: --board {}", sizes.join(" or "))
}

/// Cuts the text into stones.
fn stones(text: &str) -> Result<Vec<Vec<Row>>, Diagnostics> {
    let mut wrong = Diagnostics::none();
    let mut stones: Vec<Vec<Row>> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut reader = Reader { text, at: 0 };
    loop {
        reader.skip(char::is_whitespace);
        let start = reader.at;
        if wrong.iter().count() > MAX_MISTAKES {
            break;
        }
        if reader.skip(|character| character == '=') {
            if rows.is_empty() {
                let message = if stones.is_empty() {
                    "no stone stands before"
                } else {
                    "no stone stands between this and the last"
                };
                wrong.push(
                    Diagnostic::new("no-stone", format!("{message} separator"))
                        .at(Span::new(start, reader.at), "")
                        .help("a separator ends the stone above it"),
                );
            } else {
                finish(text, std::mem::take(&mut rows), &mut stones, &mut wrong);
            }
        } else if reader.rest().is_empty() {
            break;
        } else {
            let row = reader.row(&mut wrong);
            if rows.first().is_some_and(|first| first.fields.len() != row.fields.len()) {
                let message =
                    format!("this row has {} fields, the stone's first row {}", row.fields.len(), rows[0].fields.len());
                wrong.push(
                    Diagnostic::new("ragged", message)
                        .at(row.span, "")
                        .at(rows[0].span, "the first row")
                        .help("write `_` for a field that the stone does not cover; `===` ends a stone"),
                );
            }
            rows.push(row);
        }
    }
    if !rows.is_empty() {
        finish(text, rows, &mut stones, &mut wrong);
    }
    wrong.into_result(stones)
}

/// A stone is complete.
fn finish(text: &str, rows: Vec<Row>, stones: &mut Vec<Vec<Row>>, wrong: &mut Diagnostics) {
    let whole = Span::new(rows[0].span.start, rows[rows.len() - 1].span.end);
    if rows.iter().all(|row| row.fields.iter().all(|&field| field == '_')) {
        wrong.push(Diagnostic::new("no-cells", "this stone covers nothing").at(whole, ""));
    }
    // A row may end at a blank; but `B W B` over `_ B _` is no column of six, it has lost its commas.
    let ends_line = |pair: &[Row]| text[pair[0].span.end..pair[1].span.start].contains('\n');
    let is_column = rows.iter().all(|row| row.fields.len() == 1);
    if is_column && rows.windows(2).any(ends_line) && !rows.windows(2).all(ends_line) {
        let message = "several rows of one field on a line, in a stone of several lines";
        let mistake = Diagnostic::new("no-commas", message).at(whole, "");
        wrong.push(mistake.help("commas stand between the fields of a row: `B,W,_`"));
    }
    stones.push(rows);
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips such characters; whether there were any.
    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) -> bool {
        let rest = self.rest();
        let skipped = rest.len() - rest.trim_start_matches(is_skipped).len();
        self.at += skipped;
        skipped > 0
    }

    /// Reads fields up to one that no comma follows.
    fn row(&mut self, wrong: &mut Diagnostics) -> Row {
        let start = self.at;
        let mut fields = Vec::new();
        loop {
            let field = self.at;
            self.skip(|character| !character.is_whitespace() && character != ',' && character != '=');
            let end = self.at;
            let word = &self.text[field..end];
            let are_fields = word.chars().all(|c| matches!(c, 'B' | 'W' | '_'));
            // What a wrong word was to be is unknown, but not how many fields the row has.
            let are_told = are_fields && !word.is_empty();
            fields.extend((if are_told { word } else { "B" }).chars());
            if !are_fields || word.chars().count() != 1 {
                wrong.push(no_field(word, are_fields, Span::new(field, end)));
            }
            if wrong.iter().count() > MAX_MISTAKES {
                self.at = self.text.len();
            }
            self.skip(|character| character == ' ' || character == '\t');
            if !self.rest().starts_with(',') {
                return Row { fields, span: Span::new(start, end) };
            }
            self.at += 1;
            self.skip(|character| character == ' ' || character == '\t');
        }
    }
}

fn no_field(word: &str, are_fields: bool, place: Span) -> Diagnostic {
    if word.is_empty() {
        let message = "a field is missing here: `B` (black), `W` (white) or `_` (not covered)";
        return Diagnostic::new("unknown-field", message).at(place, "");
    }
    let mistake = Diagnostic::new("unknown-field", format!("{} is no field", quote(word))).at(place, "");
    if are_fields && word.len() <= 40 {
        let fields: Vec<String> = word.chars().map(String::from).collect();
        return mistake.help(format!("commas stand between fields: `{}`", fields.join(",")));
    }
    mistake.help("a field is `B` (black), `W` (white) or `_` (not covered)")
}
