//! Solutions in files: the coins of a round as rows of `H` and `T`, with `flip`; for other questions `strategy`,
//! `code` or `partition`, listed or in the notation of `notation`.

use super::claim::{Claim, Code, Strategy};
use super::notation::Wrong;
use super::{Asked, Chessboard, notation, verify, word};
use boardwright_base::board::Cell;
use boardwright_puzzle::solution::notation::{Object, Written, list, natural, number, string};
use boardwright_puzzle::solution::{Candidate, Detail, Violation};
use serde_json::Value;

pub(super) fn read(board: &Chessboard, written: &Written) -> Result<Candidate, Violation> {
    if let Asked::Round { strategy, .. } = &board.asked {
        return round(board, strategy, written);
    }
    let (name, lists) = match &board.asked {
        Asked::Code | Asked::NamedCode(_) => ("code", "words"),
        Asked::Partition => ("partition", "codes"),
        _ => ("strategy", "colours"),
    };
    if !written.board.is_empty() {
        return Err(Unreadable::Board { name, lists }.into());
    }
    if written.details.contains_key("flip") {
        return Err(Unreadable::Flip { name }.into());
    }
    let given = written.details.get(name).ok_or(Unreadable::Missing { name })?;
    let claim = match &board.asked {
        Asked::Code | Asked::NamedCode(_) => Claim::Code(notation::code(given, board.squares - 1)?),
        Asked::Partition => partition(board, given)?,
        _ => Claim::Strategy(notation::strategy(given, board.squares)?),
    };
    let wins = match (&board.asked, written.details.get("wins")) {
        // A value that is not a number is not the number of pairs.
        (Asked::Best, Some(stated)) => Some(Claim::Wins(natural(stated).unwrap_or(usize::MAX))),
        _ => None,
    };
    let notation = (!given.is_array()).then_some(Claim::Notation);
    let details = [claim].into_iter().chain(notation).chain(wins).map(Detail::new).collect();
    Ok(Candidate { details, ..Candidate::default() })
}

pub(super) fn write(board: &Chessboard, candidate: &Candidate, to: &mut Object<'_>) {
    if let Asked::Round { coins, .. } = &board.asked {
        let after = &candidate.layers[0];
        let row =
            |text: &mut String, row: &[u16]| text.extend(row.iter().map(|&coin| if coin == 1 { 'H' } else { 'T' }));
        to.rows("board", after.chunks(board.row_length()), row);
        let turned = coins.iter().zip(after).position(|(&before, &after)| u16::from(before) != after);
        return number(to.field("flip"), turned.unwrap_or(coins.len()));
    }
    to.field("board").push_str("[]");
    let partition = board.asked == Asked::Partition;
    match candidate.claims().next() {
        Some(Claim::Strategy(Strategy::Table(colours))) if !partition => {
            list(to.field("strategy"), colours.iter().copied(), number);
            if board.asked == Asked::Best {
                number(to.field("wins"), verify::won(colours, board.squares));
            }
        }
        Some(Claim::Strategy(strategy)) => {
            to.field(if partition { "partition" } else { "strategy" }).push_str(&strategy.notation().to_string());
        }
        Some(Claim::Code(Code::Words(members))) => words(to.field("code"), members),
        Some(Claim::Code(code)) => to.field("code").push_str(&code.notation().to_string()),
        Some(Claim::Partition(codes)) => list(to.field("partition"), codes, |text, members| words(text, members)),
        _ => {}
    }
}

fn words(text: &mut String, members: &[bool]) {
    list(text, word::list(members), |text, word| string(text, &word));
}

/// What is malformed in a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Something without coins has a board.
    #[error("a {name} has no coins: its `board` is empty, and `{name}` lists the {lists}")]
    Board {
        /// `strategy`, `code` or `partition`.
        name: &'static str,
        /// What it lists.
        lists: &'static str,
    },
    /// Something without coins has a `flip`.
    #[error("`flip` is not supported for a {name}: it belongs to a round")]
    Flip {
        /// `strategy`, `code` or `partition`.
        name: &'static str,
    },
    /// The field is missing.
    #[error("missing `{name}`")]
    Missing {
        /// `strategy`, `code` or `partition`.
        name: &'static str,
    },
    /// A character is not a coin.
    #[error("`{}` at {at}: expected `H` or `T`", found.escape_debug())]
    Coin {
        /// The character.
        found: char,
        /// Its place.
        at: Cell,
    },
    /// A partition is neither a list of codes nor a strategy.
    #[error("expected a list of codes, each a list of words, or a strategy, for `partition`: {0}")]
    Partition(Wrong),
    /// A code of a partition is malformed.
    #[error("code {number}: {reason}")]
    Code {
        /// The number of the code, from 1.
        number: usize,
        /// What is malformed in it.
        reason: Wrong,
    },
}

fn round(board: &Chessboard, strategy: &Strategy, written: &Written) -> Result<Candidate, Violation> {
    let mut coins = Vec::with_capacity(board.squares);
    for (row, text) in written.board.iter().enumerate() {
        for (column, character) in text.chars().enumerate() {
            match character {
                'H' | 'T' => coins.push(u16::from(character == 'H')),
                _ => {
                    return Err(Unreadable::Coin { found: character, at: Cell::new(row, column) }.into());
                }
            }
        }
    }
    let mut details = Vec::new();
    if let Some(flip) = written.details.get("flip") {
        // A value that is not a number does not name a square.
        details.push(Detail::new(Claim::Flip(natural(flip).unwrap_or(usize::MAX))));
    }
    if let Some(given) = written.details.get("strategy") {
        let given = notation::strategy(given, board.squares).map_err(|_| verify::other_strategy(strategy))?;
        details.push(Detail::new(Claim::Strategy(given)));
    }
    Ok(Candidate { details, ..Candidate::layer(coins) })
}

fn partition(board: &Chessboard, given: &Value) -> Result<Claim, Unreadable> {
    let (squares, length) = (board.squares, board.squares - 1);
    let Some(codes) = given.as_array().filter(|codes| codes.iter().all(Value::is_array)) else {
        return notation::strategy(given, squares).map(Claim::Strategy).map_err(Unreadable::Partition);
    };
    let code = |(index, given): (usize, &Value)| match notation::code(given, length) {
        Ok(Code::Words(members)) => Ok(members),
        Ok(named) => Ok(named.members(length)),
        Err(reason) => Err(Unreadable::Code { number: index + 1, reason }),
    };
    Ok(Claim::Partition(codes.iter().enumerate().map(code).collect::<Result<_, _>>()?))
}
