//! Lights Out by hand: a press is a move from a button to itself, and the picture shows the lights as they are.
//!
//! Imports the game of the terminal. Start with the implementation of [`ByHand`].

use super::board::Board;
use super::game::Game;
use super::notation;
use boardwright_base::board::Cell;
use boardwright_puzzle::capability::by_hand::{ByHand, Table, Turn};
use boardwright_puzzle::solution::{Candidate, Violation};

impl ByHand for Board {
    fn after(&self, moves: &[Vec<u16>]) -> Result<Table, Violation> {
        let mut game = Game::on(self);
        let mut presses = vec![0; self.height() * self.width()];
        for token in moves {
            let cell = match token[..] {
                [row, column] => Cell::new(usize::from(row), usize::from(column)),
                _ => return Err(notation::wrong_size(self).into()),
            };
            if !game.has(cell) {
                return Err(notation::wrong_size(self).into());
            }
            game.press(cell);
            let times = &mut presses[cell.row * self.width() + cell.column];
            *times = (*times + 1) % u16::from(self.states);
        }
        let cells = (0..self.height()).flat_map(|row| (0..self.width()).map(move |column| Cell::new(row, column)));
        let turn = |cell: Cell| {
            let token = vec![u16::try_from(cell.row).ok()?, u16::try_from(cell.column).ok()?];
            Some(Turn { token, words: format!("press {cell}"), from: vec![cell], to: vec![cell] })
        };
        Ok(Table {
            picture: game.picture(),
            turns: cells.filter(|&cell| self.has(cell)).filter_map(turn).collect(),
            plan: Candidate { layers: vec![presses], ..Candidate::default() },
            cost: moves.len() as u64,
            left: None,
        })
    }
}
