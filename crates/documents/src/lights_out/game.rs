//! A game of Lights Out: the model behind `boardwright play`.
//!
//! People press buttons; the game knows the lights, what was pressed, and how lights are chased from row to row.

use super::board::{Board, HOLE};
use super::draw;
use super::reach::Reach;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::Picture;
use boardwright_base::diagnostic::Diagnostics;
use boardwright_model::Model;
use boardwright_puzzle::Instance;
use boardwright_puzzle::solution::Solution;

/// The most cells of a board that is played.
const MAX_CELLS: usize = 1600;

/// Why a model cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// The model is wrong.
    #[error(transparent)]
    Model(#[from] Diagnostics),
    /// The board does not fit on a terminal.
    #[error("the board has {cells} cells; a game has at most {MAX_CELLS}")]
    TooLarge {
        /// The number of cells.
        cells: usize,
    },
}

/// Why lights cannot be chased.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Lights are chased only where a press changes its light and the four beside it, on a board that does not wrap")]
pub struct NotChased;

/// A game.
pub struct Game {
    start: Board,
    board: Board,
    pressed: Vec<Cell>,
}

impl Game {
    /// Returns the game of a model.
    ///
    /// # Errors
    /// The reason why `play` does not support the model.
    pub fn of(model: &Model) -> Result<Game, NoGame> {
        let board = Board::read(&model.fields)?;
        let cells = board.height() * board.width();
        if cells > MAX_CELLS {
            return Err(NoGame::TooLarge { cells });
        }
        Ok(Game::on(&board))
    }

    /// Returns the game on a board.
    pub(super) fn on(board: &Board) -> Game {
        // A hint is a press of a shortest solution.
        let board = Board { fewest: true, ..board.clone() };
        Game { start: board.clone(), board, pressed: Vec::new() }
    }

    /// Returns whether there is a button at a cell.
    pub fn has(&self, cell: Cell) -> bool {
        cell.row < self.board.height() && cell.column < self.board.width() && self.board.has(cell)
    }

    /// Presses the button at a cell.
    pub fn press(&mut self, cell: Cell) {
        self.change(cell, 1);
        self.pressed.push(cell);
    }

    /// Takes the last press back.
    pub fn undo(&mut self) -> Option<Cell> {
        let cell = self.pressed.pop()?;
        self.change(cell, self.board.states - 1);
        Some(cell)
    }

    /// Returns to the lights of the model.
    pub fn restart(&mut self) {
        self.board = self.start.clone();
        self.pressed.clear();
    }

    /// Adds a number to the lights that a press reaches.
    fn change(&mut self, cell: Cell, times: u8) {
        for light in self.board.reached(cell) {
            let light = &mut self.board.lights[light.row * self.board.width + light.column];
            *light = (*light + times) % self.board.states;
        }
    }

    /// Presses the buttons below all lights, row by row, so that only the last row may have lights; returns the number of presses.
    ///
    /// # Errors
    /// If a press reaches other lights.
    pub fn chase(&mut self) -> Result<usize, NotChased> {
        if self.board.reach != Reach::plus() || self.board.wrap {
            return Err(NotChased);
        }
        let before = self.pressed.len();
        for row in 1..self.board.height() {
            self.press_below(row);
        }
        Ok(self.pressed.len() - before)
    }

    /// Presses the buttons of the first row that has lights above it; returns the row, from 1, and the number of presses, or `None`
    /// if there is no such row.
    ///
    /// # Errors
    /// If a press reaches other lights.
    pub fn chase_row(&mut self) -> Result<Option<(usize, usize)>, NotChased> {
        if self.board.reach != Reach::plus() || self.board.wrap {
            return Err(NotChased);
        }
        let row = (1..self.board.height()).find(|&row| !self.below(row).is_empty());
        Ok(row.map(|row| (row + 1, self.press_below(row))))
    }

    fn press_below(&mut self, row: usize) -> usize {
        let before = self.pressed.len();
        for (button, times) in self.below(row) {
            (0..times).for_each(|_| self.press(button));
        }
        self.pressed.len() - before
    }

    /// Returns the buttons of a row, from 0, that turn off the lights above it, and how often each is pressed.
    pub(super) fn below(&self, row: usize) -> Vec<(Cell, u8)> {
        let cells = (0..self.board.width()).map(|column| (Cell::new(row - 1, column), Cell::new(row, column)));
        let presses = cells.filter(|&(above, button)| self.has(above) && self.has(button));
        let presses =
            presses.map(|(above, button)| (button, (self.board.states - self.board.state(above)) % self.board.states));
        presses.filter(|&(_, times)| times > 0).collect()
    }

    pub(super) fn height(&self) -> usize {
        self.board.height()
    }

    pub(super) fn lights(&self) -> Board {
        self.board.clone()
    }

    /// Returns the number of lights that are on.
    pub fn lit(&self) -> usize {
        self.board.lights.iter().filter(|&&light| light != 0 && light != HOLE).count()
    }

    /// Returns whether all lights are off.
    pub fn is_dark(&self) -> bool {
        self.lit() == 0
    }

    /// Returns the number of presses.
    pub fn presses(&self) -> usize {
        self.pressed.len()
    }

    /// Returns the lights as they are now, as a puzzle that asks for the fewest presses.
    pub fn instance(&self) -> Box<dyn Instance> {
        Box::new(self.board.clone())
    }

    /// Returns a button that a solution presses, and the number of its presses.
    pub fn advice(&self, solution: &Solution) -> (Option<Cell>, usize) {
        let presses = &solution.candidate().layers[0];
        let first = presses.iter().position(|&times| times > 0);
        let cell = first.map(|at| Cell::new(at / self.board.width(), at % self.board.width()));
        (cell, presses.iter().map(|&times| usize::from(times)).sum())
    }

    /// Draws the lights.
    pub fn picture(&self) -> Picture {
        Picture { panels: vec![draw::lights(&self.board)], captions: Vec::new() }
    }
}
