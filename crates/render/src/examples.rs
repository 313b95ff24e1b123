//! Example pictures for the tests: a small one for each kind of puzzle, and some of the maximal size.

use boardwright_base::board::picture::{Ground, Lines, Mark, Panel, Picture, Square};

fn rows(picture: &[&str], square: impl Fn(usize, usize, char) -> Square) -> Vec<Vec<Square>> {
    let row =
        |(row, line): (usize, &&str)| line.chars().enumerate().map(|(column, c)| square(row, column, c)).collect();
    picture.iter().enumerate().map(row).collect()
}

/// A digit is a given knight with that clue, `K` a knight of the solution; blocks as a picture of letters.
pub(super) fn knightdoku(knights: &[&str], blocks: &[&str]) -> Picture {
    let square = |row: usize, column: usize, c: char| {
        let empty = Square::new(usize::from(blocks[row].as_bytes()[column]));
        match c {
            'K' => empty.mark(Mark::Knight),
            '0'..='9' => empty.mark(Mark::Knight).text(c).given(),
            _ => empty,
        }
    };
    Picture { panels: vec![Panel { rows: rows(knights, square), ..Panel::default() }], captions: vec![] }
}

/// `#` is lit or pressed, a digit is a number of presses, `_` is a hole.
pub(super) fn lights_out(lights: &[&str], presses: &[&str]) -> Picture {
    let light = |_, _, c| match c {
        '_' => Square::hole(),
        '#' => Square::new(0).lit(),
        _ => Square::new(0),
    };
    let press = |_, _, c: char| match c {
        '_' => Square::hole(),
        '#' => Square::new(0).mark(Mark::Press),
        '1'..='9' => Square::new(0).text(c),
        _ => Square::new(0),
    };
    let panel = |title: &str, rows| Panel { title: title.into(), rows, ..Panel::default() };
    Picture {
        captions: vec!["The fewest presses.".into()],
        panels: vec![panel("lights", rows(lights, light)), panel("presses", rows(presses, press))],
    }
}

/// A letter is a piece, `_` a hole; optionally on a chequered board.
pub(super) fn dissection(pieces: &[&str], chequered: bool) -> Picture {
    let square = |row: usize, column: usize, c: char| match c {
        '_' => Square::hole(),
        _ if !chequered => Square::new(c as usize).text(c),
        _ if (row + column).is_multiple_of(2) => Square::new(c as usize).text(c).ground(Ground::Light),
        _ => Square::new(c as usize).text(c).ground(Ground::Dark),
    };
    let panel = Panel { rows: rows(pieces, square), lines: Lines::Regions, ..Panel::default() };
    Picture { panels: vec![panel], captions: vec![] }
}

/// Coins `H` and `T`; the marked squares, each with a text.
pub(super) fn coins(coins: &[&str], marked: &[((usize, usize), &str)], captions: &[&str]) -> Picture {
    let square = |row, column, c| {
        let coin = Square::new(0).mark(if c == 'H' { Mark::Heads } else { Mark::Tails });
        match marked.iter().find(|(cell, _)| *cell == (row, column)) {
            Some((_, text)) => coin.marked().text(*text),
            None => coin,
        }
    };
    let panel = Panel { rows: rows(coins, square), ..Panel::default() };
    Picture { panels: vec![panel], captions: captions.iter().map(ToString::to_string).collect() }
}

/// The strategy "exclusive or of the positions of all heads": a table of 2^k x 2^k numbers, k = `bits`.
pub(super) fn strategy(bits: u32) -> Picture {
    let side = 1 << bits;
    let colour = |coins: usize| (0..2 * bits as usize).filter(|place| coins >> place & 1 == 1).fold(0, |a, b| a ^ b);
    let square = |row: usize, column: usize| Square::new(0).text(colour(row * side + column).to_string());
    let rows = (0..side).map(|row| (0..side).map(|column| square(row, column)).collect()).collect();
    Picture { panels: vec![Panel { rows, ..Panel::default() }], captions: vec![] }
}

/// Rows of `B`, `W` and `.` with their labels; lowercase pieces are unmarked, uppercase ones have just moved.
pub(super) fn alternation(steps: &[(&str, &str)]) -> Picture {
    let square = |_, _, c: char| {
        let mark = match c.to_ascii_lowercase() {
            'b' => Mark::Black,
            'w' => Mark::White,
            _ => Mark::Dot,
        };
        Square { marked: c.is_ascii_uppercase(), ..Square::new(0).mark(mark) }
    };
    let drawing: Vec<&str> = steps.iter().map(|step| step.0).collect();
    let labels = steps.iter().map(|step| step.1.to_string()).collect();
    let panel = Panel { rows: rows(&drawing, square), labels, lines: Lines::None, ..Panel::default() };
    Picture { panels: vec![panel], captions: vec![] }
}

/// A board with every kind of Knightdoku cell and nine blocks of nine cells.
pub(super) fn large_knightdoku() -> Picture {
    let knights = [
        "K...2.K..",
        ".K..K.4..",
        "..3.K...K",
        "K.K..3...",
        ".2..K..K.",
        "...K..K.1",
        "K..K.K...",
        ".K...K.K.",
        "..KK....K",
    ];
    let blocks = [
        "aaabbbccc",
        "aaabbbccc",
        "aaabbbccc",
        "dddeeefff",
        "dddeeefff",
        "dddeeefff",
        "ggghhhiii",
        "ggghhhiii",
        "ggghhhiii",
    ];
    knightdoku(&knights, &blocks)
}

/// Irregular blocks: the 5x5 board cut into the five pentominoes of a jigsaw sudoku.
pub(super) fn jigsaw_knightdoku() -> Picture {
    knightdoku(&["K.2..", "..K.K", "1..K.", ".K..3", "K.K.."], &["aabbb", "aaabb", "cdddd", "ccede", "cceee"])
}

/// Twelve pentominoes and the square tetromino on the chessboard; `hole` omits the tetromino.
pub(super) fn large_dissection(chequered: bool, hole: bool) -> Picture {
    let centre = if hole { '_' } else { 'Q' };
    let pieces = ["IIIIIVVV", "NNNLLLLV", "PPNNFFLV", "PPPQQFFX", "TZZQQFXX", "TTTUUYWX", "TZZUYYWW", "ZZUUYYYW"];
    let pieces: Vec<String> = pieces.iter().map(|row| row.replace('Q', &centre.to_string())).collect();
    dissection(&pieces.iter().map(String::as_str).collect::<Vec<_>>(), chequered)
}
