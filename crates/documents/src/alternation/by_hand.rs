//! Plans made by hand: the blocks that can move, and where to. A move is named by its two left ends, from 0.
//!
//! Imports the line, its pictures and the rules of a move. Start with the implementation of [`ByHand`].

use super::line::{Goal, Line, candidate, cells};
use super::{draw, verify};
use boardwright_base::board::Cell;
use boardwright_puzzle::capability::by_hand::{ByHand, Table, Turn};
use boardwright_puzzle::capability::plans::Follow;
use boardwright_puzzle::solution::Violation;

/// The most moves that are offered: a line of many cells has more.
const MAX_OFFERED_MOVES: usize = 5_000;

impl ByHand for Line {
    fn after(&self, moves: &[Vec<u16>]) -> Result<Table, Violation> {
        let mut rules = verify::Follower::new(self);
        let mut row = self.start.clone();
        let mut made = Vec::with_capacity(moves.len());
        for token in moves {
            // Ends beyond the line are refused by the rules.
            let (from, to) = match token[..] {
                [from, to] => (usize::from(from), usize::from(to)),
                _ => (self.cells(), self.cells()),
            };
            rules.step((from + 1, to + 1))?;
            verify::make(self, &mut row, from, to)?;
            made.push((from, to));
        }
        let mut rows = vec![(String::new(), row.clone())];
        if let Goal::Rows(accepted) = &self.goal {
            rows.extend(accepted.iter().map(|row| ("goal".to_string(), row.clone())));
        }
        let ends = (self.cells() + 1).saturating_sub(self.block);
        let pairs = (0..ends).flat_map(|from| (0..ends).map(move |to| (from, to)));
        let turn = |(from, to): (usize, usize)| {
            verify::make(self, &mut row.clone(), from, to).ok()?;
            let block = |left: usize| (left..left + self.block).map(|cell| Cell::new(0, cell)).collect();
            Some(Turn {
                token: vec![u16::try_from(from).ok()?, u16::try_from(to).ok()?],
                words: format!("{} -> {}", cells(from, self.block), cells(to, self.block)),
                from: block(from),
                to: block(to),
            })
        };
        Ok(Table {
            picture: draw::labelled(self, &rows),
            turns: pairs.filter_map(turn).take(MAX_OFFERED_MOVES).collect(),
            plan: candidate(&made),
            cost: made.len() as u64,
            left: None,
        })
    }
}
