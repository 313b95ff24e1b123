//! Stones of a draughts board, in the format of R. Findling's solver (*Draught board puzzle / checkerboard puzzle solver in
//! Python*, 2015).
//!
//! A stone is a list of rows of fields: `B` black, `W` white, `_` not covered, separated by commas. A run of `=` ends a stone.
//! A row ends at a line break or at a blank, so a file that lost its line breaks still has the same content:
//!
//! ```text
//! W,B,W              W,B,W B,_,_ ===== B,W =====
//! B,_,_
//! =====
//! B,W
//! =====
//! ```
//!
//! The file does not contain the board. It is a square if the stones have a square number of fields; otherwise `--board`
//! gives its size. It is chequered, black at the top left.

use super::dissection::{Copies, MAX_CELLS, Tile, Tiling};
use super::{Draft, Format, Order};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Setting, Text, quote};
use boardwright_base::source::{Source, Span};

pub(super) const FORMAT: Format = Format {
    name: "stones of a draughts board",
    summary: || Text::from("rows such as `B,W,_`, and a line `===` after each stone"),
    takes: &[Setting::Flip, Setting::Board],
    recognises,
    read,
    read_as: None,
};

/// The number of errors after which reading stops.
pub(super) const MAX_MISTAKES: usize = 100;

/// Returns whether at least half of the words are fields and a separator occurs.
fn recognises(text: &str) -> bool {
    let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == '=').filter(|word| !word.is_empty());
    let (mut fields, mut others) = (0, 0);
    for word in words {
        *if matches!(word, "B" | "W" | "_" | "b" | "w") { &mut fields } else { &mut others } += 1;
    }
    fields > 0 && fields >= others && text.contains([',', '='])
}

/// The fields of a row, and its span.
struct Row {
    fields: Vec<char>,
    span: Span,
}

fn read(source: &Source, Order { options, .. }: Order<'_>) -> Result<Draft, Diagnostics> {
    let stones = stones(&source.text)?;
    let fields = || stones.iter().flatten().flat_map(|row| &row.fields);
    let count = |colour: char| fields().filter(|&&field| field == colour).count();
    let (black, white) = (count('B'), count('W'));
    let (height, width) = size(black + white, options.board)?;
    // An odd board has one more field of the colour of its corners.
    let corner = if height * width % 2 == 1 && white > black { 'W' } else { 'B' };
    let other = if corner == 'B' { 'W' } else { 'B' };
    let colour = |row: usize, column: usize| if (row + column).is_multiple_of(2) { corner } else { other };
    let board: Vec<String> = (0..height).map(|row| (0..width).map(|column| colour(row, column)).collect()).collect();
    let mut remarks = vec![
        format!("The file has only the stones, {} of them with {} fields.", stones.len(), black + white),
        match options.board {
            Some(_) => format!("Option: a board of {height} x {width}."),
            None => format!("Assumed: a square board, {height} x {width}."),
        },
        format!(
            "Assumed: the board is chequered, {} at the top left; stones may be turned and turned over.",
            if corner == 'B' { "black" } else { "white" }
        ),
    ];
    let on_board = board.iter().flat_map(|row| row.chars()).filter(|&field| field == 'B').count();
    if on_board != black {
        remarks.push(format!(
            "The puzzle has no solution: the stones have {black} black and {white} white fields, the board {on_board} and {}.",
            height * width - on_board
        ));
    }
    let tile = |stone: &Vec<Row>| Tile {
        remark: None,
        name: None,
        copies: Copies::Exactly(1),
        shape: vec![stone.iter().map(|row| row.fields.iter().collect()).collect()],
    };
    let tiling = Tiling {
        title: None,
        flip: true,
        is_solid: false,
        board: vec![board],
        pieces: stones.iter().map(tile).collect(),
    };
    Ok(Draft { remarks, model: tiling.toml() })
}

/// Returns the rows and columns of a board for a number of fields.
fn size(fields: usize, requested: Option<(usize, usize)>) -> Result<(usize, usize), Diagnostic> {
    if fields > MAX_CELLS {
        let message = format!("the stones have {fields} fields; at most {MAX_CELLS} are accepted");
        return Err(Diagnostic::new("too-large", message));
    }
    if let Some((height, width)) = requested {
        let cells = height.saturating_mul(width);
        if cells != fields {
            let message = format!("the stones have {fields} fields, a board of {height} x {width} has {cells}");
            return Err(Diagnostic::new("board-size", message).help(boards(fields)));
        }
        return Ok((height, width));
    }
    let side = fields.isqrt();
    if side * side != fields {
        let message = format!("the stones have {fields} fields, which is not a square number");
        return Err(Diagnostic::new("board-size", message).help(boards(fields)));
    }
    Ok((side, side))
}

/// Returns the boards with a number of cells, as help.
fn boards(fields: usize) -> Text {
    let sizes = (1..=fields.isqrt()).filter(|rows| fields.is_multiple_of(*rows));
    let sizes: Vec<String> = sizes.map(|rows| format!("{rows}x{}", fields / rows)).collect();
    let give = Text::from("give the rows and columns of the board: ");
    give.and(Setting::Board).and(format!(" {}", sizes.join(" or ")))
}

/// Splits the text into stones.
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
                    "expected a stone before the"
                } else {
                    "expected a stone between this and the last"
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
                let message = format!(
                    "this row has {} fields; the first row of the stone has {}",
                    row.fields.len(),
                    rows[0].fields.len()
                );
                wrong.push(
                    Diagnostic::new("ragged", message)
                        .at(row.span, "")
                        .at(rows[0].span, "the first row")
                        .help("write `_` for a field that the stone does not cover, and `===` after the stone"),
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

/// Checks and adds a complete stone.
fn finish(text: &str, rows: Vec<Row>, stones: &mut Vec<Vec<Row>>, wrong: &mut Diagnostics) {
    let whole = Span::new(rows[0].span.start, rows[rows.len() - 1].span.end);
    if rows.iter().all(|row| row.fields.iter().all(|&field| field == '_')) {
        wrong.push(Diagnostic::new("no-cells", "this stone covers no field").at(whole, ""));
    }
    // A row may end at a blank; but `B W B` over `_ B _` is not a column of six: it lost its commas.
    let ends_line = |pair: &[Row]| text[pair[0].span.end..pair[1].span.start].contains('\n');
    let is_column = rows.iter().all(|row| row.fields.len() == 1);
    if is_column && rows.windows(2).any(ends_line) && !rows.windows(2).all(ends_line) {
        let message = "several rows of one field on a line, in a stone of several lines";
        let mistake = Diagnostic::new("no-commas", message).at(whole, "");
        wrong.push(mistake.help("separate the fields of a row by commas: `B,W,_`"));
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

    /// Skips such characters; returns whether there were any.
    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) -> bool {
        let rest = self.rest();
        let skipped = rest.len() - rest.trim_start_matches(is_skipped).len();
        self.at += skipped;
        skipped > 0
    }

    /// Reads fields up to one without a comma after it.
    fn row(&mut self, wrong: &mut Diagnostics) -> Row {
        let start = self.at;
        let mut fields = Vec::new();
        loop {
            let field = self.at;
            self.skip(|character| !character.is_whitespace() && character != ',' && character != '=');
            let end = self.at;
            let word = &self.text[field..end];
            let are_fields = word.chars().all(|c| matches!(c, 'B' | 'W' | '_'));
            // An unknown word still counts as one field of the row.
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
        let message = "missing field: expected `B` (black), `W` (white) or `_` (not covered)";
        return Diagnostic::new("unknown-field", message).at(place, "");
    }
    let mistake = Diagnostic::new("unknown-field", format!("unknown field {}", quote(word))).at(place, "");
    if are_fields && word.len() <= 40 {
        let fields: Vec<String> = word.chars().map(String::from).collect();
        return mistake.help(format!("separate fields by commas: `{}`", fields.join(",")));
    }
    mistake.help("expected `B` (black), `W` (white) or `_` (not covered)")
}
