//! What a strategy and a round look like.
//!
//! A round: the coins after the flip on a chequered board, the flipped square marked, `*` on the devil's. A strategy of up
//! to eight squares: its colours in a table, the coins of the lower half of the squares across (in binary order), those of
//! the upper half down; vertices with an odd number of heads are dark. Larger strategies are described in words.

use super::{Asked, Chessboard, heads, methods};
use crate::board::picture::{Ground, Mark, Panel, Picture, Square};
use crate::solution::Solution;
use serde_json::Value;

/// Larger tables do not fit a page.
pub(super) const MAX_DRAWN: usize = 8;

pub(super) fn draw(board: &Chessboard, solution: &Solution) -> Picture {
    match &board.asked {
        Asked::Round { coins, target } => round(board, coins, *target, solution),
        Asked::Strategy | Asked::Xor => strategy(board, solution),
    }
}

fn round(board: &Chessboard, before: &[bool], target: usize, solution: &Solution) -> Picture {
    let after: Vec<bool> = solution.board().iter().flat_map(|row| row.chars()).map(|coin| coin == 'H').collect();
    let turned = |square: usize| after[square] != before[square];
    let panel = coins_panel(board, &after, before, target);
    let mut captions = Vec::new();
    for flip in (0..board.squares).filter(|&square| turned(square)) {
        let (from, to) = if after[flip] { ("tails", "heads") } else { ("heads", "tails") };
        captions.push(format!("flip {} from {from} to {to}", board.square(flip)));
    }
    let told = board.square(target);
    captions
        .push(format!("the second prisoner reads {told}, marked *: the xor of the numbers of the squares with heads"));
    Picture { panels: vec![panel], captions }
}

/// Coins on a chequered board: those that differ from the ones before stand out.
fn coins_panel(board: &Chessboard, after: &[bool], before: &[bool], target: usize) -> Panel {
    let turned = |square: usize| after[square] != before[square];
    // A board of one row is folded when it is long: 4 rows of 8, 8 of 16, 16 of 32.
    let length = match board.row_length() {
        long if long > 8 && long == board.squares => 1 << board.squares.ilog2().div_ceil(2),
        length => length,
    };
    let square = |square: usize| {
        let ground = match (square / length + square % length) % 2 {
            0 => Ground::Light,
            _ => Ground::Dark,
        };
        Square {
            region: Some(0),
            ground,
            mark: if after[square] { Mark::Heads } else { Mark::Tails },
            text: if square == target { "*".to_string() } else { String::new() },
            given: false,
            marked: turned(square),
        }
    };
    let numbers: Vec<usize> = (0..board.squares).collect();
    let rows: Vec<Vec<Square>> =
        numbers.chunks(length).map(|row| row.iter().map(|&number| square(number)).collect()).collect();
    let label = |row: &[usize]| format!("{}-{}", row[0], row[row.len() - 1]);
    let labels = if rows.len() > 1 { numbers.chunks(length).map(label).collect() } else { Vec::new() };
    Panel { rows, labels, ..Panel::default() }
}

fn strategy(board: &Chessboard, solution: &Solution) -> Picture {
    let squares = board.squares;
    let colours: Option<Vec<u64>> = solution
        .details()
        .get("strategy")
        .and_then(|strategy| strategy.as_array().map(|colours| colours.iter().filter_map(Value::as_u64).collect()));
    let is_xor = colours.as_ref().is_none_or(|colours| {
        let xor = |vertex: usize| methods::colour(heads(vertex, squares)) as u64;
        colours.iter().enumerate().all(|(vertex, &colour)| colour == xor(vertex))
    });
    let mut captions = Vec::new();
    if is_xor {
        captions.push("strategy xor: the coins name the xor of the numbers of the squares with heads".to_string());
    }
    let Some(colours) = colours.filter(|_| squares <= MAX_DRAWN) else {
        if !is_xor {
            captions.push(format!("a strategy for {squares} squares, too large to draw: its JSON has the colours"));
        }
        return Picture { panels: Vec::new(), captions };
    };
    let across = board.across();
    let texts: Vec<String> = colours.iter().map(ToString::to_string).collect();
    let panel = table(board, &texts);
    let down = squares - across;
    captions.push(format!("each number is the square that these coins name, from 0 to {}", squares - 1));
    let range =
        |from: usize, to: usize| if from == to { format!("square {from}") } else { format!("squares {to} to {from}") };
    if down > 0 {
        captions.push(format!("rows: the coins on {}, heads 1", range(across, squares - 1)));
    }
    let last = (1 << across) - 1;
    captions.push(format!("columns: the coins on {}, from {:0across$b} to {last:0across$b}", range(0, across - 1), 0));
    Picture { panels: vec![panel], captions }
}

/// The vertices with a text each, by vertex; at most [`MAX_DRAWN`] squares.
fn table(board: &Chessboard, texts: &[String]) -> Panel {
    let (across, down) = (board.across(), board.squares - board.across());
    let square = |(vertex, text): (usize, &String)| Square {
        region: Some(0),
        ground: if heads(vertex, board.squares).count().is_multiple_of(2) { Ground::Light } else { Ground::Dark },
        text: text.clone(),
        ..Square::default()
    };
    let cells: Vec<Square> = texts.iter().enumerate().map(square).collect();
    let rows = cells.chunks(1 << across).map(<[Square]>::to_vec).collect();
    let labels = if down == 0 { Vec::new() } else { (0..1 << down).map(|row| format!("{row:0down$b}")).collect() };
    Panel { rows, labels, ..Panel::default() }
}

/// The coins that the first prisoner sees; or the vertices, not coloured yet, while they fit a page.
pub(super) fn givens(board: &Chessboard) -> Picture {
    let panel = match &board.asked {
        Asked::Round { coins, target } => coins_panel(board, coins, coins, *target),
        _ if board.squares > MAX_DRAWN => return Picture::default(),
        _ => table(board, &vec![String::new(); 1 << board.squares]),
    };
    Picture { panels: vec![panel], captions: Vec::new() }
}
