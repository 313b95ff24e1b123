//! Pictures of strategies, codes, partitions and rounds.
//!
//! A round: the coins after the flip on a chequered board, the flipped square marked, `*` on the devil's square. A
//! strategy of up to eight squares: its colours in a table; the columns are the coins of the lower half of the
//! squares (in binary order), the rows those of the upper half; vertices with an odd number of heads are dark. A code
//! or a partition of that size: the same table for its words. Larger ones are described in a caption.

use super::chessboard::MAX_DRAWN;
use super::claim::{Claim, Code, Strategy};
use super::{Asked, Chessboard, methods, verify, word};
use boardwright_base::board::picture::{Ground, Mark, Panel, Picture, Square};
use boardwright_puzzle::solution::Solution;

pub(super) fn draw(board: &Chessboard, solution: &Solution) -> Picture {
    match &board.asked {
        Asked::Round { coins, target, strategy } => round(board, coins, *target, strategy, solution),
        Asked::Strategy | Asked::Named(_) | Asked::Best => strategy(board, solution),
        Asked::Code | Asked::NamedCode(_) => code(board, solution),
        Asked::Partition => partition(board, solution),
    }
}

/// Returns, for a strategy, the colour by vertex; for a code, 1 for its words; for a partition, the code of each
/// word. `None` for a round, and for boards that are too large.
pub(super) fn values(board: &Chessboard, solution: &Solution) -> Option<Vec<usize>> {
    let squares = board.squares;
    if squares > super::MAX_TABLE {
        return None;
    }
    match (&board.asked, solution.candidate().claims().next()?) {
        (Asked::Partition, Claim::Strategy(named)) => {
            let mut codes = methods::codes_of(&named.table(squares), squares);
            methods::arrange(&mut codes);
            Some(numbers(&codes))
        }
        (Asked::Partition, Claim::Partition(codes)) => Some(numbers(codes)),
        (Asked::Strategy | Asked::Named(_) | Asked::Best, Claim::Strategy(strategy)) => Some(strategy.table(squares)),
        (_, Claim::Code(code)) => Some(code.members(squares - 1).into_iter().map(usize::from).collect()),
        _ => None,
    }
}

/// Returns, by word, the number of its code.
fn numbers(codes: &[Vec<bool>]) -> Vec<usize> {
    let mut numbers = vec![0; codes.first().map_or(0, Vec::len)];
    for (number, members) in codes.iter().enumerate() {
        (0..members.len()).filter(|&word| members[word]).for_each(|word| numbers[word] = number);
    }
    numbers
}

/// Returns the strategy in a solution.
pub(super) fn strategy_of(solution: &Solution) -> Option<&Strategy> {
    match solution.candidate().claims().next() {
        Some(Claim::Strategy(strategy)) => Some(strategy),
        _ => None,
    }
}

/// Returns the code in a solution.
pub(super) fn code_of(solution: &Solution) -> Option<&Code> {
    match solution.candidate().claims().next() {
        Some(Claim::Code(code)) => Some(code),
        _ => None,
    }
}

fn round(board: &Chessboard, before: &[bool], target: usize, strategy: &Strategy, solution: &Solution) -> Picture {
    let after: Vec<bool> = solution.candidate().layers[0].iter().map(|&coin| coin == 1).collect();
    let turned = |square: usize| after[square] != before[square];
    let panel = coins_panel(board, &after, before, Some(target));
    let mut captions = Vec::new();
    for flip in (0..board.squares).filter(|&square| turned(square)) {
        let (from, to) = if after[flip] { ("tails", "heads") } else { ("heads", "tails") };
        captions.push(format!("flip {} from {from} to {to}", board.square(flip)));
    }
    let read = board.square(target);
    captions.push(format!("the second prisoner reads {read}, marked *: {}", strategy.words()));
    Picture { panels: vec![panel], captions }
}

/// Draws coins on a chequered board; the coins that differ from those before are marked.
pub(super) fn coins_panel(board: &Chessboard, after: &[bool], before: &[bool], target: Option<usize>) -> Panel {
    let turned = |square: usize| after[square] != before[square];
    // A long board of one row is folded: 4 rows of 8, 8 of 16, 16 of 32.
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
            text: if Some(square) == target { "*".to_string() } else { String::new() },
            marked: turned(square),
            ..Square::default()
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
    let colours = values(board, solution);
    let named = strategy_of(solution);
    let mut captions = Vec::new();
    if named.is_some_and(|named| verify::same(named, &Strategy::Xor, squares)) {
        captions.push("strategy xor: the coins name the xor of the numbers of the squares with heads".to_string());
    } else if let Some(named) = named.filter(|named| !matches!(named, Strategy::Table(_))) {
        captions.push(format!("strategy: {}", named.words()));
        if squares > super::MAX_TABLE {
            captions.extend(verify::holds(named, squares).ok().map(|how| format!("checked {how}")));
        }
    } else if squares > MAX_DRAWN {
        captions.push(format!("a strategy for {squares} squares, too large to draw: its JSON has the colours"));
    }
    if let (Asked::Best, Some(colours)) = (&board.asked, &colours) {
        let (wins, all) = (verify::won(colours, squares), squares << squares);
        captions
            .push(format!("it wins {wins} of {all} pairs of coins and a square, {} %", (wins * 200 + all) / (2 * all)));
    }
    let Some(colours) = colours.filter(|_| squares <= MAX_DRAWN) else {
        return Picture { panels: Vec::new(), captions };
    };
    let texts: Vec<String> = colours.iter().map(ToString::to_string).collect();
    let panel = table(board, &texts);
    captions.push(format!("each number is the square that these coins name, from 0 to {}", squares - 1));
    captions.extend(axes(board, 0));
    Picture { panels: vec![panel], captions }
}

/// Describes the rows and columns of a table; `first` is the square of the lowest bit.
fn axes(board: &Chessboard, first: usize) -> Vec<String> {
    let (across, bits) = (board.across(), board.bits());
    let range = |from: usize, to: usize| {
        let (from, to) = (from + first, to + first);
        if from == to { format!("square {from}") } else { format!("squares {to} to {from}") }
    };
    let mut lines = Vec::new();
    if bits > across {
        lines.push(format!("rows: the coins on {}, heads 1", range(across, bits - 1)));
    }
    if across > 0 {
        let last = (1 << across) - 1;
        let from_to = format!("from {:0across$b} to {last:0across$b}", 0);
        lines.push(format!("columns: the coins on {}, {from_to}", range(0, across - 1)));
    }
    lines
}

fn code(board: &Chessboard, solution: &Solution) -> Picture {
    let (squares, length) = (board.squares, board.squares - 1);
    let Some(named) = code_of(solution) else { return Picture::default() };
    if squares > MAX_DRAWN {
        let caption = match named {
            Code::Words(_) => format!("a perfect code of length {length}, too large to draw: its JSON has the words"),
            named => format!("{}, of length {length}, too large to draw", named.words()),
        };
        return Picture { panels: Vec::new(), captions: vec![caption] };
    }
    let decoded: Vec<Option<usize>> = (0..1 << length).map(|at| named.decode(&word::word(at, length))).collect();
    let texts: Vec<String> =
        decoded.iter().map(|decoded| decoded.map_or(String::new(), |square| square.to_string())).collect();
    let mut panel = table(board, &texts);
    for (square, decoded) in panel.rows.iter_mut().flatten().zip(&decoded) {
        square.marked = *decoded == Some(0);
    }
    let count = decoded.iter().filter(|decoded| **decoded == Some(0)).count();
    let words = if count == 1 {
        "the word of the code is marked".into()
    } else {
        format!("the {count} words of the code are marked")
    };
    let mut captions = vec![format!("{words}; each number is the square to turn to reach one, 0 for none")];
    captions.extend(axes(board, 1));
    Picture { panels: vec![panel], captions }
}

fn partition(board: &Chessboard, solution: &Solution) -> Picture {
    let squares = board.squares;
    let Some(values) = values(board, solution).filter(|_| squares <= MAX_DRAWN) else {
        let words = format!(
            "a partition of the words of length {} into {squares} perfect codes, too large to draw",
            squares - 1
        );
        return Picture { panels: Vec::new(), captions: vec![words] };
    };
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    let mut captions = vec![format!("each number is the code of this word, from 0 to {}", squares - 1)];
    captions.extend(axes(board, 1));
    Picture { panels: vec![table(board, &texts)], captions }
}

/// Draws the vertices or words with a text each, by number; at most [`MAX_DRAWN`] squares.
fn table(board: &Chessboard, texts: &[String]) -> Panel {
    let (across, down) = (board.across(), board.bits() - board.across());
    let square = |(vertex, text): (usize, &String)| Square {
        region: Some(0),
        ground: if vertex.count_ones().is_multiple_of(2) { Ground::Light } else { Ground::Dark },
        text: text.clone(),
        ..Square::default()
    };
    let cells: Vec<Square> = texts.iter().enumerate().map(square).collect();
    let rows = cells.chunks(1 << across).map(<[Square]>::to_vec).collect();
    let labels = if down == 0 { Vec::new() } else { (0..1 << down).map(|row| format!("{row:0down$b}")).collect() };
    Panel { rows, labels, ..Panel::default() }
}

/// Draws the coins that the first prisoner sees; or the vertices or words without texts, where they fit a page.
pub(super) fn givens(board: &Chessboard) -> Picture {
    let panel = match &board.asked {
        Asked::Round { coins, target, .. } => coins_panel(board, coins, coins, Some(*target)),
        _ if board.squares > MAX_DRAWN => return Picture::default(),
        _ => table(board, &vec![String::new(); 1 << board.bits()]),
    };
    Picture { panels: vec![panel], captions: Vec::new() }
}
