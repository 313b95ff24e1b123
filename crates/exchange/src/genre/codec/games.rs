//! Codes of single games of Simon Tatham's collection: Signpost, Unequal, Magnets, and the rooms of Keen and Solo.
//!
//! Imports the face of the codes. Source of the formats: the comments and `validate_desc` of each game in the collection.

use super::code::{Codec, Settings, Unwritable, Word, unwritable};
use super::numbers::natural;
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::{Diagnostic, quote};
use boardwright_base::source::Span;

/// Cells with a number and a direction.
pub(super) const DIRECTIONS: Codec = Codec {
    name: "directions",
    summary: "for each place its decimal number, if it has one, and a to h for ↑ ↗ → ↘ ↓ ↙ ← ↖: the words 3↗ and ?↗; the largest number has \
        no direction: the word 16; of game IDs",
    example: "1cffe",
    read: directions,
    write: write_directions,
};

const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];

fn directions(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let cells = settings.wanted;
    let mut words = Vec::with_capacity(cells);
    for _ in 0..cells {
        let start = *scan;
        let digits = scan.peek().is_some_and(|next| next.is_ascii_digit());
        let number = digits.then(|| {
            let number = scan.number().filter(|number| (1..=cells).contains(number));
            number.ok_or_else(|| start.unexpected(&format!("a number from 1 to {cells}")))
        });
        let number = number.transpose()?;
        let here = *scan;
        let Some(letter @ 'a'..='h') = scan.take() else {
            return Err(here.unexpected("a direction, a to h"));
        };
        let arrow = ARROWS[letter as usize - 'a' as usize];
        words.push(Some(match number {
            Some(number) if number == cells => number.to_string(),
            Some(number) => format!("{number}{arrow}"),
            None => format!("?{arrow}"),
        }));
    }
    Ok(words)
}

fn write_directions(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let item = |word: &str| {
        let (number, arrow) = match word.strip_suffix(ARROWS) {
            Some(number) => (number, word.chars().last()?),
            // The direction of the largest number leads nowhere.
            None => (Some(word).filter(|word| natural(word) == Some(settings.wanted))?, ARROWS[0]),
        };
        let number = if number == "?" { String::new() } else { natural(number)?.to_string() };
        let letter = ARROWS.iter().position(|own| *own == arrow)?;
        Some(format!("{number}{}", char::from(b'a' + letter as u8)))
    };
    let items = words.iter().enumerate();
    items.map(|(place, word)| word.as_deref().and_then(item).ok_or_else(|| unwritable(words, place))).collect()
}

/// Numbers, and the neighbours that they exceed.
pub(super) const LARGER: Codec = Codec {
    name: "larger",
    summary: "for each cell its decimal number (0: none), the sides of its smaller neighbours, U, R, D and L, and a comma. Its places are \
        `cells, borders`; borders have the words < > ^ v, or = where both cells name the side; of game IDs",
    example: "0R,2,0U,0,",
    read: larger,
    write: write_larger,
};

/// A side of a cell in a code: its letter, the step to the neighbour, and the sign of a border whose smaller cell is there.
const SIDES: [(char, (isize, isize), &str); 4] =
    [('U', (-1, 0), "^"), ('R', (0, 1), ">"), ('D', (1, 0), "v"), ('L', (0, -1), "<")];

/// Returns the place of the border at a side of a cell among `borders`; `None` at the edge of the board.
pub(super) fn border((rows, columns): (usize, usize), cell: usize, (down, right): (isize, isize)) -> Option<usize> {
    let (row, column) = (cell / columns, cell % columns);
    let there = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
    if there.0 >= rows || there.1 >= columns {
        return None;
    }
    let (row, column) = (row.min(there.0), column.min(there.1));
    Some(if down == 0 { row * (columns - 1) + column } else { rows * (columns - 1) + row * columns + column })
}

fn larger(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let (rows, columns) = settings.size;
    let (cells, most) = (rows * columns, rows.max(columns));
    let mut words: Vec<Word> = vec![None; settings.wanted];
    for cell in 0..cells {
        let start = *scan;
        let number = scan.number().filter(|number| *number <= most);
        let accepted = || start.unexpected(&format!("a number from 0 to {most} for each of {cells} cells"));
        words[cell] = Some(number.ok_or_else(accepted)?).filter(|number| *number > 0).map(|number| number.to_string());
        while let Some((letter, step, sign)) = scan.peek().and_then(|next| SIDES.iter().find(|side| side.0 == next)) {
            let Some(at) = border(settings.size, cell, *step).map(|at| cells + at) else {
                let message = format!("{} points off the board", quote(&letter.to_string()));
                return Err(Diagnostic::new("game-cells", message).at(scan.here(), "here"));
            };
            let sign = if words[at].is_some() { "=" } else { sign };
            words[at] = Some(sign.to_string());
            scan.take();
        }
        // The comma after the last cell may be omitted.
        if !scan.eats(',') && cell + 1 < cells {
            return Err(scan.unexpected("U, D, L, R or a comma"));
        }
    }
    Ok(words)
}

fn write_larger(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let cells = settings.size.0 * settings.size.1;
    let is_sign =
        |word: &Word| word.as_deref().is_none_or(|word| word == "=" || SIDES.iter().any(|side| side.2 == word));
    if let Some(place) = (cells..words.len()).find(|place| !is_sign(&words[*place])) {
        return Err(unwritable(words, place));
    }
    let mut text = String::new();
    for (cell, word) in words.iter().take(cells).enumerate() {
        let number = word.as_deref().map_or(Some(0), natural).ok_or_else(|| unwritable(words, cell))?;
        text.push_str(&number.to_string());
        for (letter, step, sign) in SIDES {
            let sign_there = border(settings.size, cell, step).and_then(|at| words[cells + at].as_deref());
            if sign_there.is_some_and(|own| own == sign || own == "=") {
                text.push(letter);
            }
        }
        text.push(',');
    }
    Ok(text)
}

/// The halves of dominoes.
pub(super) const HALVES: Codec = Codec {
    name: "halves",
    summary: "for each cell the half of a domino that it is: L, R, T or B, or * for a single cell; into a picture: the dominoes; of game \
        IDs",
    example: "LRTTLRBB",
    read: halves,
    write: write_halves,
};

fn halves(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let (rows, columns) = settings.size;
    let cells = rows * columns;
    let mut ends = Vec::with_capacity(cells);
    let start = scan.span().start;
    for _ in 0..cells {
        let here = *scan;
        match scan.take() {
            Some(end @ ('L' | 'R' | 'T' | 'B' | '*')) => ends.push(end),
            _ => return Err(here.unexpected(&format!("L, R, T, B or * for each of {cells} cells"))),
        }
    }
    let step = |end: char| match end {
        'L' => (0, 1),
        'R' => (0, -1),
        'T' => (1, 0),
        _ => (-1, 0),
    };
    let mut words = vec![Some("1".to_string()); settings.wanted];
    for cell in (0..cells).filter(|cell| ends[*cell] != '*') {
        let (down, right) = step(ends[cell]);
        let there = border(settings.size, cell, (down, right));
        let other = cell.wrapping_add_signed(down * columns as isize + right);
        // The two halves point at each other.
        let is_whole = there.is_some() && ends[other] != '*' && step(ends[other]) == (-down, -right);
        let Some(at) = there.filter(|_| is_whole) else {
            let message = format!("row {}, column {}: half a domino", cell / columns + 1, cell % columns + 1);
            let place = Span::new(start + cell, start + cell + 1);
            return Err(Diagnostic::new("game-cells", message).at(place, "its other half is missing"));
        };
        words[at] = None;
    }
    Ok(words)
}

fn write_halves(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let cells = settings.size.0 * settings.size.1;
    if let Some(place) = words.iter().position(|word| word.as_ref().is_some_and(|word| word != "1")) {
        return Err(unwritable(words, place));
    }
    let half = |cell: usize| {
        let open = [('B', (-1, 0)), ('T', (1, 0)), ('R', (0, -1)), ('L', (0, 1))];
        let open = open
            .into_iter()
            .filter(|(_, step)| border(settings.size, cell, *step).is_some_and(|at| words[at].is_none()));
        match open.map(|(letter, _)| letter).collect::<Vec<_>>()[..] {
            [] => Ok('*'),
            [letter] => Ok(letter),
            _ => Err(unwritable(words, words.len())),
        }
    };
    (0..cells).map(half).collect()
}

/// The borders of rooms, as numbers of pairs within one room.
pub(super) const FENCES: Codec = Codec {
    name: "fences",
    summary: "borders between cells of a row, then those between cells of a column, column by column: `_` and a to y are 0 to 25 pairs \
        without a border and a border after them, z is 25 pairs without; one more border ends them. With `short`, a number repeats \
        the letter before it. Of game IDs; into a picture: the regions",
    example: "_aab__c",
    read: fences,
    write: write_fences,
};

/// Returns the places of `borders` in the order of such an ID.
fn order((rows, columns): (usize, usize)) -> impl Iterator<Item = usize> {
    let upright = rows * columns.saturating_sub(1);
    let level = (0..columns).flat_map(move |column| (0..rows.saturating_sub(1)).map(move |row| (row, column)));
    (0..upright).chain(level.map(move |(row, column)| upright + row * columns + column))
}

fn fences(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let wanted = settings.wanted;
    let whole = *scan;
    let mut closed: Vec<bool> = Vec::with_capacity(wanted + 1);
    while scan.peek().is_some_and(|next| next != ',') {
        let start = *scan;
        let letter = match scan.take() {
            Some('_') => 0,
            Some(letter @ 'a'..='z') => letter as usize - 'a' as usize + 1,
            _ => return Err(start.unexpected("a to z or `_`, and a comma after the borders")),
        };
        let times = if settings.short { scan.number().unwrap_or(1) } else { 1 };
        for _ in 0..times {
            closed.extend(std::iter::repeat_n(false, letter.min(25)));
            if letter < 26 {
                closed.push(true);
            }
            if closed.len() > wanted + 1 {
                let message = format!("the ID has more borders than the {wanted} of the board");
                return Err(Diagnostic::new("game-cells", message).at(scan.since(&start), "too many"));
            }
        }
    }
    if closed.len() != wanted + 1 || !closed[wanted] {
        let message = format!("the ID has {} borders; expected {wanted}", closed.len().saturating_sub(1));
        return Err(Diagnostic::new("game-cells", message).at(scan.since(&whole), ""));
    }
    let mut words = vec![None; wanted];
    for (place, _) in order(settings.size).zip(closed).filter(|(_, closed)| *closed) {
        words[place] = Some("1".to_string());
    }
    Ok(words)
}

fn write_fences(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    if let Some(place) = words.iter().position(|word| word.as_ref().is_some_and(|word| word != "1")) {
        return Err(unwritable(words, place));
    }
    let mut letters = Vec::new();
    let mut open: u8 = 0;
    let closed = order(settings.size).map(|place| words[place].is_some()).chain([true]);
    for is_closed in closed {
        if is_closed {
            letters.push(if open == 0 { '_' } else { char::from(b'a' - 1 + open) });
            open = 0;
        } else if open == 25 {
            letters.push('z');
            open = 1;
        } else {
            open += 1;
        }
    }
    let mut text = String::new();
    for same in letters.chunk_by(|one, other| settings.short && one == other) {
        text.push(same[0]);
        if same.len() > 1 {
            text.push_str(&same.len().to_string());
        }
    }
    Ok(text)
}
