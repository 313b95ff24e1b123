//! The formulations of codes and of partitions into them, `balls` and `codes`.
//!
//! `balls`, a code: a variable for each of the `2^m` words (`m = n - 1`), `word 0110100`; of every word and its `m`
//! neighbours exactly one is in the code (`2^m` sums of `n`). A partition: `n 2^m` variables, `word 0110100 code 3`;
//! every word is in exactly one code, and each code has the same sums. The code 0 is the one with the word 0, and
//! code `i` the one with the word of square `i` alone: as each code has exactly one of these words, every partition
//! is found once.
//!
//! `codes`: a variable for each perfect code, listed beforehand (240 of length 7); every word is in exactly one of
//! the chosen codes (`2^m` sums; a word is in `1 / n` of the codes).

use super::super::{Asked, Chessboard, methods};
use boardwright_base::budget::{Refused, Stop};
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_ir::constraint::{Assignment, BoolVar, Constraint, Draft, Origin};
use boardwright_puzzle::{Decisions, Formulated, Placeable, PlaceableKind};
use std::sync::Arc;

/// 2048 words, each of 11 bits; no solver finds a code of length 15 among 32768 words.
const MAX_SQUARES: usize = 12;
/// The perfect codes of length 15 cannot be listed.
const MAX_LISTED: usize = 8;

/// Why a formulation does not apply to a code or a partition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(in crate::devils_chessboard) enum NotForCodes {
    #[error("`codes` supports only partitions; use `balls` for a code")]
    Partition,
    #[error("`{0}` supports only strategies; use `balls`, or `codes` for a partition")]
    Strategy(String),
    #[error("`{formulation}` supports at most {most} squares here; use a method for more")]
    TooLarge { formulation: String, most: usize },
}

pub(super) fn constrain(
    board: &Chessboard,
    formulation: &str,
    problem: Draft,
) -> Result<Formulated, Refused<NotForCodes>> {
    let partition = board.asked == Asked::Partition;
    let most = match (formulation, partition) {
        ("balls", _) => MAX_SQUARES,
        ("codes", true) => MAX_LISTED,
        ("codes", false) => return Err(Refused::Inapplicable(NotForCodes::Partition)),
        _ => return Err(Refused::Inapplicable(NotForCodes::Strategy(formulation.to_string()))),
    };
    if board.squares > most {
        return Err(Refused::Inapplicable(NotForCodes::TooLarge { formulation: formulation.to_string(), most }));
    }
    Ok(match formulation {
        "codes" => codes(board, problem),
        _ if partition => partition_by_balls(board, problem),
        _ => one_code(board, problem),
    }?)
}

/// Returns a word and the words one bit away from it.
fn ball(word: usize, length: usize) -> impl Iterator<Item = usize> {
    std::iter::once(word).chain((0..length).map(move |bit| word ^ 1 << bit))
}

fn near(board: &Chessboard, word: usize, code: Option<usize>) -> Origin {
    let near = Origin::built_in(BuiltIn::Near).part(Instance::Near { word: board.bits_of_word(word), code });
    near.clue_at(board.place).on(ball(word, board.squares - 1).filter_map(|word| board.table_cell(word)))
}

fn one_code(board: &Chessboard, mut problem: Draft) -> Result<Formulated, Stop> {
    let length = board.squares - 1;
    let is_in: Vec<BoolVar> =
        (0..1 << length).map(|word| problem.boolean(format!("word {}", board.word(word)))).collect();
    for word in 0..is_in.len() {
        let origin = problem.origin(near(board, word, None));
        problem.post(origin, Constraint::exactly(1, ball(word, length).map(|word| is_in[word].into())));
    }
    if let Asked::NamedCode(code) = &board.asked {
        let origin = problem.origin(Origin::built_in(BuiltIn::Code).clue_at(board.place));
        for (member, &is_in) in code.members(length).into_iter().zip(&is_in) {
            problem.post(origin, Constraint::clause([if member { is_in.into() } else { !is_in }]));
        }
    }
    let decisions = Decisions::layer(is_in.iter().map(|&is_in| vec![!is_in, is_in.into()]).collect());
    let decode =
        move |assignment: &Assignment| methods::code(is_in.iter().map(|&is_in| assignment.boolean(is_in)).collect());
    Ok(Formulated { problem: problem.finish()?.into(), decode: Arc::new(decode), decisions: Some(decisions.into()) })
}

fn partition_by_balls(board: &Chessboard, mut problem: Draft) -> Result<Formulated, Stop> {
    let (squares, length) = (board.squares, board.squares - 1);
    // Indexed by code and word.
    let is_in: Vec<Vec<BoolVar>> = (0..squares)
        .map(|code| {
            (0..1 << length).map(|word| problem.boolean(format!("word {} code {code}", board.word(word)))).collect()
        })
        .collect();
    for word in 0..1 << length {
        let one = Origin::built_in(BuiltIn::Partition).part(Instance::Word(board.bits_of_word(word)));
        let one = problem.origin(one.clue_at(board.place).on(board.table_cell(word)));
        problem.post(one, Constraint::exactly(1, is_in.iter().map(|of_code| of_code[word].into())));
        for (code, of_code) in is_in.iter().enumerate() {
            let origin = problem.origin(near(board, word, Some(code)));
            problem.post(origin, Constraint::exactly(1, ball(word, length).map(|word| of_code[word].into())));
        }
    }
    let names = problem.origin(Origin::built_in(BuiltIn::Names).clue_at(board.place));
    for (of_code, word) in is_in.iter().zip(ball(0, length)) {
        problem.post(names, Constraint::clause([of_code[word].into()]));
    }
    let decode = move |assignment: &Assignment| {
        let members = |of_code: &Vec<BoolVar>| of_code.iter().map(|&is_in| assignment.boolean(is_in)).collect();
        methods::partition_of(is_in.iter().map(members).collect())
    };
    // The number of the image of a code depends on its words.
    Ok(Formulated { problem: problem.finish()?.into(), decode: Arc::new(decode), decisions: None })
}

fn codes(board: &Chessboard, mut problem: Draft) -> Result<Formulated, Stop> {
    let length = board.squares - 1;
    let codes = perfect_codes(length);
    let chosen: Vec<BoolVar> = codes
        .iter()
        .map(|code| {
            let words: Vec<String> = code.iter().map(|&word| board.word(word)).collect();
            problem.boolean(format!("code {}", words.join(" ")))
        })
        .collect();
    for word in 0..1 << length {
        let one = Origin::built_in(BuiltIn::Partition).part(Instance::Word(board.bits_of_word(word)));
        let one = problem.origin(one.clue_at(board.place).on(board.table_cell(word)));
        let with = codes.iter().zip(&chosen).filter(|(code, _)| code.contains(&word));
        problem.post(one, Constraint::exactly(1, with.map(|(_, &chosen)| chosen.into())));
    }
    let placeable = |(code, &chosen): (&Vec<usize>, &BoolVar)| Placeable {
        class: 0,
        kind: PlaceableKind::Code { length },
        cells: code.clone(),
        literal: chosen.into(),
    };
    let placements = codes.iter().zip(&chosen).map(placeable).collect();
    let decisions = Decisions { placements, ..Decisions::default() };
    let decode = move |assignment: &Assignment| {
        let taken = codes.iter().zip(&chosen).filter(|(_, chosen)| assignment.boolean(**chosen));
        let members = taken.map(|(code, _)| {
            let mut members = vec![false; 1 << length];
            code.iter().for_each(|&word| members[word] = true);
            members
        });
        methods::partition_of(members.collect())
    };
    Ok(Formulated { problem: problem.finish()?.into(), decode: Arc::new(decode), decisions: Some(decisions.into()) })
}

/// Returns all perfect codes of a small length, each with its words ascending. The search takes the first word that
/// the code does not cover yet and adds one of the words near it.
fn perfect_codes(length: usize) -> Vec<Vec<usize>> {
    fn extend(length: usize, near: &mut [bool], code: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let Some(first) = near.iter().position(|near| !near) else {
            let mut code = code.clone();
            code.sort_unstable();
            found.push(code);
            return;
        };
        for word in ball(first, length).collect::<Vec<_>>() {
            if ball(word, length).all(|word| !near[word]) {
                ball(word, length).for_each(|word| near[word] = true);
                code.push(word);
                extend(length, near, code, found);
                code.pop();
                ball(word, length).for_each(|word| near[word] = false);
            }
        }
    }
    let mut found = Vec::new();
    extend(length, &mut vec![false; 1 << length], &mut Vec::new(), &mut found);
    found.sort_unstable();
    found
}
