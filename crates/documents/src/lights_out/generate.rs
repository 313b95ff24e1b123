//! The generator: Lights Out boards with one solution.
//!
//! Buttons are pressed at random on a dark board, and the lights that are then on are the puzzle. Where the board has
//! quiet patterns, presses that change nothing, every puzzle has several solutions. The puzzle then asks for the
//! fewest presses, and presses are drawn until only one solution has that number.

use super::FIELDS;
use super::board::Board;
use boardwright_base::board::Cell;
use boardwright_base::random::Random;
use boardwright_puzzle::capability::generation::{GenerationRequest, Made, Oracle, Refusal, Unmet, accepted, picture};

/// The number of patterns that are drawn before the generator gives up; with a time limit there are more.
const MAX_DRAWN: usize = 1000;

pub(super) fn generate(
    request: &GenerationRequest,
    random: &mut Random,
    oracle: &mut dyn Oracle,
) -> Result<Made, Refusal> {
    let (rows, columns) = request.size(5);
    let settings = request.lines();
    let model = |fewest: bool, lights: &[Vec<char>]| {
        let fewest = if fewest { "fewest = true\n" } else { "" };
        format!("puzzle = \"lights-out\"\n{settings}{fewest}lights = {}\n", picture(lights))
    };
    let dark = model(false, &vec![vec!['.'; columns]; rows]);
    let quiet = oracle.solutions(&dark, 2, false)?.len() > 1;
    let fields = accepted(&dark, "lights-out", FIELDS)?;
    let board = Board::read(&fields).map_err(|_| Refusal::Silent)?;
    let mut drawn = 0;
    while oracle.tries_again(drawn, MAX_DRAWN)? {
        oracle.progress(format!("{drawn} patterns were drawn, each with several solutions of the fewest presses"));
        drawn += 1;
        let presses = presses(&board, request.symmetric, random);
        let lights = lights(&board, &presses);
        let turned = || lights.iter().rev().map(|row| row.iter().rev());
        if request.symmetric && !lights.iter().zip(turned()).all(|(row, turned)| row.iter().eq(turned)) {
            return Err(Unmet::Turned.into());
        }
        if lights.iter().flatten().all(|&light| light == '.' || light == '0') {
            continue;
        }
        let text = model(quiet, &lights);
        if !quiet || oracle.solutions(&text, 2, false)?.len() == 1 {
            let words = match quiet {
                false => "Every pattern on this board has one solution",
                true => {
                    "This board has quiet patterns: the puzzle asks for the fewest presses, and exactly one \
                    solution has that number"
                }
            };
            return Ok(Made { model: text, distinct: false, remarks: vec![words.to_string()], missed: Vec::new() });
        }
    }
    Err(Unmet::NoPattern { drawn: MAX_DRAWN }.into())
}

/// Returns how often each button is pressed, by row and column; with `symmetric`, the same after a half turn.
fn presses(board: &Board, symmetric: bool, random: &mut Random) -> Vec<Vec<u8>> {
    let (height, width) = (board.height(), board.width());
    let mut presses = vec![vec![0; width]; height];
    for cell in board.cells() {
        presses[cell.row][cell.column] = random.below(usize::from(board.states)) as u8;
    }
    if symmetric {
        for index in 0..(height * width).div_ceil(2) {
            let (row, column) = (index / width, index % width);
            presses[height - 1 - row][width - 1 - column] = presses[row][column];
        }
    }
    presses
}

/// Returns the lights that these presses turn off.
fn lights(board: &Board, presses: &[Vec<u8>]) -> Vec<Vec<char>> {
    let states = usize::from(board.states);
    let mut sums = vec![vec![0_usize; board.width()]; board.height()];
    for button in board.cells() {
        for Cell { row, column } in board.reached(button) {
            sums[row][column] += usize::from(presses[button.row][button.column]);
        }
    }
    let light = |sum: usize| board.character(((states - sum % states) % states) as u8);
    sums.into_iter().map(|row| row.into_iter().map(light).collect()).collect()
}
