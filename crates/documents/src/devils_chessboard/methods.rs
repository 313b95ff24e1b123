//! The methods of the family: the constructions of strategies and codes, and `counting`, which proves that there are
//! none.
//!
//! `xor`: the colour of the coins is the exclusive or of the numbers of all heads. Turning the coin of square `i`
//! changes it by `i`, so exactly one flip leads to each colour, provided that `0..n` is closed under exclusive or. In
//! a round the square to turn is the colour before, xor the target: 5 with heads on 1 and 3 is square 1 ^ 3 ^ 5 = 7.
//! `strategy` and `code` describe `coset`, `half-board`, `hamming` and `vasilev`; they take the function or the code
//! that the model names. A partition consists of the colours of the vertices with an even number of heads.
//!
//! `counting`: every vertex has one neighbour of a given colour, and a vertex of that colour is the neighbour of `n`
//! vertices. So a colour has `2^n / n` vertices, which is an integer only for a power of two.

use super::claim::{Claim, Code, Function, Strategy};
use super::{Asked, Chessboard, MAX_TABLE, best, notation, verify};
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};
use boardwright_puzzle::solution::{Candidate, Detail};
use serde_json::json;

pub(super) fn run(board: &Chessboard, name: &str, request: &mut MethodRequest<'_>) -> MethodResult {
    if name == "counting" {
        return match counting(board) {
            Some(argument) => Outcome::Refuted(argument),
            None => Outcome::Unknown(format!("{} divides a power of two: `counting` proves nothing", board.squares)),
        }
        .into();
    }
    if board.asked == Asked::Best {
        return if name == "best" {
            best(board, request)
        } else {
            Outcome::Unknown(NoAnswer::NotBest(name.to_string()).to_string()).into()
        };
    }
    // The model names a code of any words.
    if let Asked::NamedCode(code) = &board.asked
        && let Err(breach) = verify::perfect(code, board.squares - 1)
    {
        return Outcome::Unsatisfiable(breach.to_string()).into();
    }
    match answer(board, name) {
        Err(reason) => Outcome::Unknown(reason.to_string()).into(),
        Ok((candidate, facts)) => {
            let _ = (request.found)(candidate);
            // A round, and a named strategy or code, have one solution; otherwise there are others.
            let any = matches!(board.asked, Asked::Strategy | Asked::Code | Asked::Partition);
            let result: MethodResult = if any { Outcome::Incomplete } else { Outcome::Complete }.into();
            facts.into_iter().fold(result, MethodResult::fact)
        }
    }
}

/// Hands over a strategy that wins most, with the bound on what any strategy wins.
fn best(board: &Chessboard, request: &mut MethodRequest<'_>) -> MethodResult {
    let best = best::best(board.squares, request.stop);
    let _ = (request.found)(strategy(best.colours));
    let (wins, most) = (best.wins as i64, best.bound.wins as i64);
    let result = match wins == most {
        true => MethodResult { optimum: Some(wins), ..Outcome::Incomplete.into() },
        false => MethodResult { best: Some((wins, most)), ..Outcome::Incomplete.into() },
    };
    result.fact(bound(board.squares, &best.bound))
}

/// States the bound with its argument.
pub(super) fn bound(squares: usize, bound: &best::Bound) -> Fact {
    let all = squares << squares;
    let words = match bound.seen.is_empty() {
        true => format!("all {all} pairs of coins and a square are won"),
        false => {
            let seen: Vec<String> = bound.seen.iter().map(ToString::to_string).collect();
            format!(
                "at most {} of {all} pairs of coins and a square are won: in each half, 1, 2, 3, ... coins of one colour are \
                 seen from at most {} others, and the colours divide {} coins, for a sum of at most {}",
                bound.wins,
                seen.join(", "),
                1usize << (squares - 1),
                bound.wins / 2
            )
        }
    };
    Fact::new("bound", json!({ "wins": bound.wins, "of": all, "seen": bound.seen }), words)
}

/// Why a method has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum NoAnswer {
    #[error("unknown method `{0}` for devils-chessboard")]
    Unknown(String),
    #[error("`{0}` does not support codes (use `hamming` or `vasilev`)")]
    StrategiesOnly(String),
    #[error("`{0}` supports only codes (use `xor`, `coset` or `half-board`)")]
    CodesOnly(String),
    #[error("`{0}` does not support ask = \"best\"; use `best`")]
    NotBest(String),
    #[error("no flip names the target")]
    NoFlip,
    #[error("`given` requires a model that lists {0}")]
    NotListed(&'static str),
    #[error("`{method}` needs a power of two, and {squares} is not a power of two")]
    NotAPower { method: String, squares: usize },
    #[error("one square cannot be cut into halves")]
    OneSquare,
    #[error("Vasil'ev's construction does not support length 0")]
    NoLength,
    #[error("the model asks for {asked}, and `{method}` makes another {made}")]
    Other { asked: String, method: String, made: &'static str },
}

/// Returns the one solution of a method and facts about it; or the reason why it has none.
fn answer(board: &Chessboard, name: &str) -> Result<(Candidate, Vec<Fact>), NoAnswer> {
    let squares = board.squares;
    let code = matches!(board.asked, Asked::Code | Asked::NamedCode(_));
    match (name, code) {
        ("xor" | "coset" | "half-board", false) => {}
        ("hamming" | "vasilev", true) => {}
        ("given", _) => {}
        ("xor" | "coset" | "half-board", true) => {
            return Err(NoAnswer::StrategiesOnly(name.to_string()));
        }
        ("hamming" | "vasilev", false) => {
            return Err(NoAnswer::CodesOnly(name.to_string()));
        }
        _ => return Err(NoAnswer::Unknown(name.to_string())),
    }
    if code {
        let code = named_code(board, name)?;
        let fact = Fact::new("code", code.notation(), format!("{}, of length {}", code.words(), squares - 1));
        let candidate =
            if squares > MAX_TABLE { named(Claim::Code(code)) } else { self::code(code.members(squares - 1)) };
        return Ok((candidate, vec![fact]));
    }
    let strategy = named_strategy(board, name)?;
    let candidate = match &board.asked {
        Asked::Round { coins, target, .. } => {
            let flip = strategy.flip(coins, *target).ok_or(NoAnswer::NoFlip)?;
            let mut coins = coins.clone();
            coins[flip] = !coins[flip];
            played(&coins)
        }
        _ if squares > MAX_TABLE => named(Claim::Strategy(strategy.clone())),
        Asked::Partition => partition(&strategy.table(squares), squares),
        _ => self::strategy(strategy.table(squares)),
    };
    if strategy == Strategy::Xor || matches!(strategy, Strategy::Table(_)) {
        return Ok((candidate, Vec::new()));
    }
    let which = if verify::same(&strategy, &Strategy::Xor, squares) { ", which is xor" } else { "" };
    let fact = Fact::new("strategy", strategy.notation(), format!("{}{which}", strategy.words()));
    Ok((candidate, vec![fact]))
}

/// Returns the strategy that a method makes: the one that the model names, if it is of that kind.
fn named_strategy(board: &Chessboard, name: &str) -> Result<Strategy, NoAnswer> {
    let squares = board.squares;
    let asked = match &board.asked {
        Asked::Named(strategy) | Asked::Round { strategy, .. } => Some(strategy),
        _ => None,
    };
    if let Some(asked) = asked.filter(|asked| asked.method() == name) {
        return Ok(asked.clone());
    }
    let made = match name {
        "given" => return Err(NoAnswer::NotListed("the colours of its strategy")),
        _ if !squares.is_power_of_two() => {
            return Err(NoAnswer::NotAPower { method: name.to_string(), squares });
        }
        "xor" => Strategy::Xor,
        "coset" => Strategy::coset(Code::Hamming),
        _ if squares == 1 => return Err(NoAnswer::OneSquare),
        _ => Strategy::half_board(Function::Majority),
    };
    match asked {
        Some(asked) if !verify::same(&made, asked, squares) => {
            Err(NoAnswer::Other { asked: asked.words(), method: name.to_string(), made: "strategy" })
        }
        _ => Ok(made),
    }
}

/// Returns the code that a method makes: the one that the model names, if it is of that kind.
fn named_code(board: &Chessboard, name: &str) -> Result<Code, NoAnswer> {
    let squares = board.squares;
    let asked = if let Asked::NamedCode(code) = &board.asked { Some(code) } else { None };
    if let Some(asked) = asked.filter(|asked| asked.method() == name) {
        return Ok(asked.clone());
    }
    let made = match name {
        "given" => return Err(NoAnswer::NotListed("the words of its code")),
        _ if !squares.is_power_of_two() => {
            return Err(NoAnswer::NotAPower { method: name.to_string(), squares });
        }
        "hamming" => Code::Hamming,
        _ if squares == 1 => return Err(NoAnswer::NoLength),
        _ => Code::vasilev(Function::Majority),
    };
    match asked {
        Some(asked) if !verify::same_code(&made, asked, squares) => {
            Err(NoAnswer::Other { asked: asked.words(), method: name.to_string(), made: "code" })
        }
        _ => Ok(made),
    }
}

/// Returns the argument why there is no strategy and no code, where it applies.
pub(super) fn counting(board: &Chessboard) -> Option<Argument> {
    let squares = board.squares;
    let argument = if board.of_words() { Argument::Words { squares } } else { Argument::Vertices { squares } };
    (!squares.is_power_of_two()).then_some(argument)
}

/// A candidate given by its notation.
fn named(claim: Claim) -> Candidate {
    Candidate { details: [claim, Claim::Notation].map(Detail::new).into(), ..Candidate::default() }
}

fn listed(claim: Claim) -> Candidate {
    Candidate { details: vec![Detail::new(claim)], ..Candidate::default() }
}

/// A candidate strategy: the colours of all vertices.
pub(super) fn strategy(colours: Vec<usize>) -> Candidate {
    listed(Claim::Strategy(Strategy::Table(colours)))
}

/// A candidate code: by the number of the word, whether it is in the code.
pub(super) fn code(members: Vec<bool>) -> Candidate {
    listed(Claim::Code(Code::Words(members)))
}

/// The candidate partition made of the colours of the vertices with an even number of heads.
pub(super) fn partition(colours: &[usize], squares: usize) -> Candidate {
    partition_of(codes_of(colours, squares))
}

/// Returns the codes of the colours, in their order.
pub(super) fn codes_of(colours: &[usize], squares: usize) -> Vec<Vec<bool>> {
    let codes = (0..squares).map(|colour| match notation::class(colours, colour, false, squares) {
        Code::Words(members) => members,
        named => named.members(squares - 1),
    });
    codes.collect()
}

/// A candidate partition; its codes in the order of the word that they have in the ball around the word 0: 0 itself,
/// the word of square 1, ...
pub(super) fn partition_of(mut codes: Vec<Vec<bool>>) -> Candidate {
    arrange(&mut codes);
    listed(Claim::Partition(codes))
}

/// Sorts codes into the order of [`partition_of`].
pub(super) fn arrange(codes: &mut [Vec<bool>]) {
    let near = |place: usize| if place == 0 { 0 } else { 1 << (place - 1) };
    // A perfect code has exactly one such word; an invalid code goes to the end, and `verify` rejects it.
    codes.sort_by_key(|members| (0..codes_length(members)).find(|&place| members[near(place)]).unwrap_or(usize::MAX));
}

/// Returns the number of words in a ball, which is the number of codes.
fn codes_length(members: &[bool]) -> usize {
    members.len().ilog2() as usize + 1
}

/// A candidate for a round: the coins after the flip.
pub(super) fn played(coins: &[bool]) -> Candidate {
    Candidate::layer(coins.iter().map(|&heads| u16::from(heads)).collect())
}
