//! Counting arguments that exclude solutions before any search: areas, colours, and the cells of a chequered board.
//!
//! 31 dominoes have the 62 cells of a chessboard without two opposite corners; but a domino always covers a black and
//! a white cell, and this board has 30 cells of one colour and 32 of the other. A solver would have to find that out
//! case by case, in time exponential with resolution (M. Alekhnovich, *Mutilated chessboard problem is exponentially
//! hard for resolution*, 2004).
//!
//! Each argument is a necessary condition, exact when the numbers of copies are fixed and, for areas, whenever numbers of
//! copies in the given ranges exist. Time is linear in the cells of board and pieces.

use super::Board;
use super::piece::Piece;
use boardwright_base::board::Cell;
use boardwright_base::board::shape::Colour;
use boardwright_ir::constraint::origin::{Amount, Argument, BuiltIn, ColourCount, Surplus};
use std::collections::BTreeMap;

/// The reason why no solution can exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contradiction {
    /// The numbers that differ.
    pub(super) argument: Argument,
    /// The cells of the board that cause the difference, if any.
    pub(super) cells: Vec<Cell>,
}

impl Contradiction {
    /// Returns the rule that the board breaks.
    pub(super) fn rule(&self) -> BuiltIn {
        match self.argument {
            Argument::Colours { .. } => BuiltIn::Colours,
            Argument::Chequering { .. } => BuiltIn::Chequering,
            _ => BuiltIn::Areas,
        }
    }
}

/// A piece with the range of its copies that the area allows.
struct Used<'a> {
    piece: &'a Piece,
    least: usize,
    most: usize,
}

/// Returns a counting argument why no solution exists, if there is one.
pub(super) fn contradiction(board: &Board) -> Option<Contradiction> {
    match used(board) {
        Err(argument) => Some(Contradiction { argument, cells: Vec::new() }),
        Ok(used) => {
            let chequering = || board.layout.is_chequered().then(|| chequering(board, &used)).flatten();
            colours(board, &used).or_else(chequering)
        }
    }
}

/// Returns the range of the copies of each piece so that the areas agree, or why they cannot.
fn used(board: &Board) -> Result<Vec<Used<'_>>, Argument> {
    let area = board.area();
    let least: usize = board.pieces.iter().map(|piece| piece.min * piece.size()).sum();
    let most = board.pieces.iter().map(|piece| Some(piece.max? * piece.size())).sum::<Option<usize>>();
    if least > area || most.is_some_and(|most| most < area) {
        let pieces = match most {
            Some(most) if most == least => Amount::Exactly(most),
            Some(most) if most < area => Amount::AtMost(most),
            _ => Amount::AtLeast(least),
        };
        return Err(Argument::Areas { pieces, board: area });
    }
    let spare = area - least;
    let varying = board.pieces.iter().filter(|piece| piece.max != Some(piece.min));
    let step = varying.fold(0, |step, piece| gcd(step, piece.size()));
    if step > 0 && !spare.is_multiple_of(step) {
        return Err(Argument::NoCopies { board: area });
    }
    let mut used: Vec<Used<'_>> = Vec::with_capacity(board.pieces.len());
    for piece in &board.pieces {
        let most = piece.min + spare / piece.size();
        used.push(Used { piece, least: piece.min, most: piece.max.map_or(most, |max| max.min(most)) });
    }
    let most: usize = used.iter().map(|used| used.most * used.piece.size()).sum();
    for used in &mut used {
        let size = used.piece.size();
        let others = most - used.most * size;
        used.least = used.least.max(area.saturating_sub(others).div_ceil(size).min(used.most));
    }
    Ok(used)
}

/// Compares the numbers of cells by colour. A surplus of a colour in the pieces must lie on colourless cells of the
/// board; colourless cells of the pieces must cover a deficit.
fn colours(board: &Board, used: &[Used<'_>]) -> Option<Contradiction> {
    #[derive(Default)]
    struct Numbers {
        board: usize,
        least: usize,
        most: usize,
    }
    let mut by_colour: BTreeMap<Colour, Numbers> = BTreeMap::new();
    for (_, colour, _) in board.cells() {
        by_colour.entry(colour).or_default().board += 1;
    }
    for used in used {
        for &(_, colour) in used.piece.shape().cells() {
            let numbers = by_colour.entry(colour).or_default();
            numbers.least += used.least;
            numbers.most += used.most;
        }
    }
    let any = by_colour.remove(&Colour::Any).unwrap_or_default();
    let surplus: usize = by_colour.values().map(|numbers| numbers.least.saturating_sub(numbers.board)).sum();
    let lack: usize = by_colour.values().map(|numbers| numbers.board.saturating_sub(numbers.most)).sum();
    if surplus <= any.board && lack <= any.most {
        return None;
    }
    let differs = |numbers: &Numbers| {
        if surplus > any.board { numbers.least > numbers.board } else { numbers.board > numbers.most }
    };
    let colours = by_colour.iter().filter(|(_, numbers)| differs(numbers)).filter_map(|(colour, numbers)| {
        let Colour::Letter(colour) = *colour else { return None };
        let pieces = match (numbers.least == numbers.most, surplus > any.board) {
            (true, _) => Amount::Exactly(numbers.most),
            (false, true) => Amount::AtLeast(numbers.least),
            (false, false) => Amount::AtMost(numbers.most),
        };
        Some(ColourCount { colour, pieces, board: numbers.board })
    });
    let colourless = match (surplus > any.board, any.board, any.most) {
        (true, 0, _) | (false, _, 0) => Surplus::None,
        (true, number, _) => Surplus::OfBoard(number),
        (false, _, number) => Surplus::OfPieces(number),
    };
    let argument = Argument::Colours { colours: colours.collect(), surplus: colourless };
    let cells = board.cells().filter(|(_, colour, _)| by_colour.get(colour).is_some_and(differs));
    let cells = cells.map(|(cell, ..)| cell).collect();
    Some(Contradiction { argument, cells })
}

/// Chequers the board: every piece covers `d` cells more of one colour than of the other; its place determines of
/// which. The sum of these differences, each with either sign, must be that of the board.
fn chequering(board: &Board, used: &[Used<'_>]) -> Option<Contradiction> {
    let is_odd = |cell: Cell| (cell.row + cell.column) % 2 == 1;
    let odd = board.cells().filter(|&(cell, ..)| is_odd(cell)).count();
    let wanted = board.area().abs_diff(2 * odd);
    // A sum of +d and -d changes by 2d with a sign, and by d with a copy.
    let (mut most, mut step) = (0, 0);
    for used in used {
        let imbalance = used.piece.shape().imbalance();
        most += used.most * imbalance;
        step = gcd(step, if used.least == used.most { 2 * imbalance } else { imbalance });
    }
    let possible = wanted <= most && (if step == 0 { wanted == most } else { (most - wanted).is_multiple_of(step) });
    (!possible).then(|| {
        let more = board.cells().map(|(cell, ..)| cell).filter(|&cell| is_odd(cell) == (2 * odd > board.area()));
        Contradiction { argument: Argument::Chequering { more: wanted }, cells: more.collect() }
    })
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::board::Cell;
    use boardwright_base::board::shape::Shape;
    use boardwright_base::source::Span;

    /// Returns the counting argument that excludes a board and pieces with the least and the most copies, if any.
    fn rule(rows: &[&str], pieces: &[(&[&str], usize, Option<usize>)]) -> Option<&'static str> {
        reason(rows, pieces).map(|contradiction| contradiction.rule().name())
    }

    fn reason(rows: &[&str], pieces: &[(&[&str], usize, Option<usize>)]) -> Option<Contradiction> {
        let shape = Shape::drawn(rows).expect("it has cells");
        let mut board = Board {
            rows: vec![vec![None; shape.width()]; shape.height()],
            span: Span::default(),
            pieces: Vec::new(),
            layout: Default::default(),
        };
        for &(Cell { row, column }, colour) in shape.cells() {
            board.rows[row][column] = Some((colour, Span::default()));
        }
        for (index, &(shape, min, max)) in pieces.iter().enumerate() {
            let orientations = Shape::drawn(shape).expect("it has cells").orientations(true, true);
            let name = format!("P{index}");
            board.pieces.push(Piece { name, orientations, min, max, span: Span::default() });
        }
        contradiction(&board)
    }

    const DOMINO: &[&str] = &["##"];

    #[test]
    fn areas_have_to_agree() {
        assert_eq!(rule(&["####"], &[(DOMINO, 2, Some(2))]), None);
        assert_eq!(rule(&["####"], &[(DOMINO, 3, None)]), Some("areas"));
        assert_eq!(rule(&["####"], &[(DOMINO, 0, Some(1))]), Some("areas"));
        assert_eq!(rule(&["#####"], &[(DOMINO, 0, None)]), Some("areas"));
        assert_eq!(rule(&["#####"], &[(DOMINO, 0, None), (&["####"], 0, None)]), Some("areas"));
        assert_eq!(rule(&["#####"], &[(DOMINO, 0, None), (&["###"], 0, None)]), None);
        let words = reason(&["####"], &[(DOMINO, 3, Some(3))]).expect("they differ").argument.to_string();
        assert_eq!(words, "the pieces have 6 cells, the board 4");
    }

    #[test]
    fn colours_have_to_agree_but_for_the_colourless() {
        let pair: &[&str] = &["BW"];
        assert_eq!(rule(&["BWBW"], &[(pair, 2, Some(2))]), None);
        assert_eq!(rule(&["BWBB"], &[(pair, 2, Some(2))]), Some("colours"));
        assert_eq!(rule(&["BWBB"], &[(pair, 0, None)]), Some("colours"), "the area says how many");
        assert_eq!(rule(&["BWB#"], &[(pair, 2, Some(2))]), None);
        assert_eq!(rule(&["BWBB"], &[(pair, 1, Some(1)), (&["B#"], 1, Some(1))]), None);
        assert_eq!(rule(&["BBBB"], &[(pair, 1, Some(1)), (&["##"], 1, Some(1))]), Some("colours"));
        assert_eq!(rule(&["RB"], &[(pair, 1, Some(1))]), Some("colours"));
        let words = reason(&["B#BB"], &[(pair, 2, Some(2))]).expect("one W too many").argument.to_string();
        assert_eq!(
            words,
            "the pieces have 2 cells of colour W, the board 0, which its colourless cells (1) do not make up for"
        );
    }

    #[test]
    fn a_chequered_board_has_its_say() {
        assert_eq!(rule(&["_###", "####", "####", "###_"], &[(DOMINO, 7, Some(7))]), Some("chequering"));
        assert_eq!(rule(&["_###", "####", "####", "_###"], &[(DOMINO, 0, None)]), None);
        let tetrominoes: [&[&str]; 5] = [&["####"], &["###", "#__"], &["##", "##"], &["_##", "##_"], &["###", "_#_"]];
        let once: Vec<_> = tetrominoes.iter().map(|&shape| (shape, 1, Some(1))).collect();
        let twice: Vec<_> = tetrominoes.iter().map(|&shape| (shape, 2, Some(2))).collect();
        let any: Vec<_> = tetrominoes.iter().map(|&shape| (shape, 0, None)).collect();
        assert_eq!(rule(&["#####"; 4], &once), Some("chequering"));
        assert_eq!(rule(&["########"; 5], &twice), None);
        assert_eq!(rule(&["#####"; 4], &any), None);
    }
}
