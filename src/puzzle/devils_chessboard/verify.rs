//! The rules of the devil's chessboard, for strategies, rounds, codes and partitions, and nothing else.
//!
//! A strategy has no board, and `strategy` is its `2^n` colours (up to 16 squares) or a notation. Up to 16 squares a notation
//! is written out and every vertex looked at, 65536 x 16 looks at most; beyond, it is a strategy by the theorems that its
//! constructions rest on, whose conditions are checked down to the tables and lists of words in it, and it is tried on a few
//! vertices besides. A round has the coins after the flip on its board, read row by row, and may have `flip`. A code has
//! `code`, its words or a notation; a partition has `partition`, its codes or the notation of a strategy whose colours with
//! an even number of heads they are.

use super::code::Code;
use super::strategy::Strategy;
use super::{Asked, Chessboard, MAX_TABLE, word};
use crate::solution::{Candidate, Detail, Violation};

pub(super) fn verify(board: &Chessboard, candidate: &Candidate) -> Result<(), Violation> {
    match &board.asked {
        Asked::Round { coins, target, strategy } => round(board, coins, *target, strategy, candidate),
        _ => checked(board, candidate).map(|_| ()),
    }
}

/// What the check of a solution that has no coins looked at, in words.
pub(super) fn checked(board: &Chessboard, candidate: &Candidate) -> Result<String, Violation> {
    let checked = match (&board.asked, candidate.details.first()) {
        (Asked::Code, Some(Detail::Code(given))) => code(board, given, None),
        (Asked::NamedCode(asked), Some(Detail::Code(given))) => code(board, given, Some(asked)),
        (Asked::Partition, Some(Detail::Strategy(given))) => holds(given, board.squares),
        (Asked::Partition, Some(Detail::Partition(codes))) => partition(board, codes),
        (Asked::Named(asked), Some(Detail::Strategy(given))) => strategy(board, given, Some(asked)),
        (Asked::Strategy, Some(Detail::Strategy(given))) => strategy(board, given, None),
        _ => Err("this is not what is asked for".to_string()),
    };
    checked.map_err(Violation::new)
}

fn wrong<T>(text: impl Into<String>) -> Result<T, Violation> {
    Err(Violation::new(text))
}

fn strategy(board: &Chessboard, strategy: &Strategy, asked: Option<&Strategy>) -> Result<String, String> {
    let squares = board.squares;
    let checked = holds(strategy, squares)?;
    let Some(asked) = asked else { return Ok(checked) };
    if squares > MAX_TABLE {
        return if strategy.same(asked, squares) {
            Ok(checked)
        } else {
            Err(format!("the model asks for {}, and this is not written as it is", asked.words()))
        };
    }
    for (vertex, (colour, right)) in strategy.table(squares).into_iter().zip(asked.table(squares)).enumerate() {
        if colour != right {
            let (vertex, asked) = (board.vertex(vertex), asked.method());
            return Err(format!("`{asked}` gives {vertex} the colour {right} instead of {colour}"));
        }
    }
    Ok(checked)
}

/// Whether it is a strategy for so many squares; what was looked at, in words.
pub(super) fn holds(strategy: &Strategy, squares: usize) -> Result<String, String> {
    let reasons = by_argument(strategy, squares)?;
    if squares > MAX_TABLE {
        tried(strategy, squares)?;
        return Ok(format!("by argument, and tried on {TRIED} vertices: {}", reasons.join("; ")));
    }
    colouring(&strategy.table(squares), squares)?;
    Ok(format!("all 2^{squares} vertices have a neighbour of every colour"))
}

/// Every vertex has a neighbour of every colour.
fn colouring(colours: &[usize], squares: usize) -> Result<(), String> {
    for vertex in 0..colours.len() {
        // As many neighbours as colours: each colour comes once unless one comes twice.
        let mut with_colour = [None; MAX_TABLE];
        for square in 0..squares {
            let neighbour = vertex ^ 1 << square;
            let colour = colours[neighbour];
            let named = |vertex| word::written(&word::word(vertex, squares));
            let Some(place) = with_colour[..squares].get_mut(colour) else {
                return Err(format!("{} has no colour", named(neighbour)));
            };
            if let Some(first) = place.replace(neighbour) {
                let [vertex, first, second] = [vertex, first, neighbour].map(named);
                return Err(format!("two neighbours of {vertex} have the colour {colour}: {first} and {second}"));
            }
        }
    }
    Ok(())
}

/// The theorems that make it a strategy, once their conditions are checked.
fn by_argument(strategy: &Strategy, squares: usize) -> Result<Vec<String>, String> {
    match strategy {
        // The neighbours of a vertex of colour `c` have the colours `c ^ i` for `i < n`, all different. They are the colours
        // `0..n` for every `c` in `0..n` exactly when `0..n` is closed under exclusive or: when `n` is a power of two.
        Strategy::Xor if squares.is_power_of_two() => {
            Ok(vec![format!("`xor` is a strategy for {squares} squares, a power of two")])
        }
        Strategy::Xor => Err(format!("`xor` is no strategy for {squares} squares, which is no power of two")),
        Strategy::Table(colours) => {
            colouring(colours, squares)?;
            Ok(vec![format!("the table for {squares} squares is one at all its vertices")])
        }
        Strategy::Coset { code, odd } => {
            let mut reasons = perfect(code, squares - 1)?;
            if let Some(odd) = odd {
                reasons.extend(perfect(odd, squares - 1)?);
            }
            reasons.push("the coset strategy of a perfect code is a strategy".into());
            Ok(reasons)
        }
        Strategy::HalfBoard { of, .. } => {
            let mut reasons = by_argument(of, squares / 2)?;
            reasons.push(format!(
                "the half-board construction makes a strategy for {squares} squares of it, whatever the function"
            ));
            Ok(reasons)
        }
    }
}

/// Whether a code of that length is perfect; why, in words.
pub(super) fn perfect(code: &Code, length: usize) -> Result<Vec<String>, String> {
    match code {
        Code::Hamming if (length + 1).is_power_of_two() => {
            Ok(vec![format!("the Hamming code of length {length} is perfect")])
        }
        Code::Hamming => Err(format!("there is no Hamming code of length {length}")),
        Code::Vasilev { of, .. } => {
            let mut reasons = perfect(of, length / 2)?;
            reasons.push(format!(
                "Vasil'ev's construction makes a perfect code of length {length} of it, whatever the function"
            ));
            Ok(reasons)
        }
        Code::Words(members) => {
            words(members, length)?;
            Ok(vec![format!("each of the 2^{length} words is near exactly one word of the list")])
        }
    }
}

/// Every word is one of these, or one bit away from exactly one.
fn words(members: &[bool], length: usize) -> Result<(), String> {
    let named = |number: usize| word::written(&word::word(number, length));
    let mut far = None;
    for centre in 0..members.len() {
        let ball = std::iter::once(centre).chain((0..length).map(|bit| centre ^ 1 << bit));
        let mut near = ball.filter(|&word| members[word]);
        match (near.next(), near.next()) {
            (Some(_), None) => {}
            (None, _) => far = far.or(Some(centre)),
            (Some(one), Some(other)) => {
                let places = (one ^ other).count_ones();
                let plural = if places == 1 { "place" } else { "places" };
                return Err(format!(
                    "the words {} and {} of the code differ in {places} {plural}, and in a perfect code it is 3 or more",
                    named(one.min(other)),
                    named(one.max(other))
                ));
            }
        }
    }
    match far {
        Some(far) => {
            Err(format!("the code is not perfect: {} is none of its words, and none is one bit away", named(far)))
        }
        None => Ok(()),
    }
}

/// So many vertices are tried where there are too many to look at all.
const TRIED: u64 = 16;

/// Looks at the neighbours of a few vertices, spread by multiplication with an odd number.
fn tried(strategy: &Strategy, squares: usize) -> Result<(), String> {
    for number in 0..TRIED {
        let bit =
            |square: u64| ((number << 32 | square).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 63 == 1;
        let mut coins: Vec<bool> = (0..squares as u64).map(bit).collect();
        let mut met = vec![false; squares];
        for square in 0..squares {
            coins[square] = !coins[square];
            let told = strategy.colour(&coins).and_then(|colour| met.get_mut(colour));
            coins[square] = !coins[square];
            if told.is_none_or(|met| std::mem::replace(met, true)) {
                return Err(format!("the neighbours of {} do not have all colours", word::written(&coins)));
            }
        }
    }
    Ok(())
}

fn code(board: &Chessboard, code: &Code, asked: Option<&Code>) -> Result<String, String> {
    let length = board.squares - 1;
    let reasons = perfect(code, length)?;
    if board.squares > MAX_TABLE {
        if asked.is_some_and(|asked| asked != code && !(asked.is_hamming() && code.is_hamming())) {
            return Err("the model asks for another code, or for this one in other words".into());
        }
        return Ok(format!("by argument: {}", reasons.join("; ")));
    }
    let members = code.members(length);
    words(&members, length)?;
    let other = asked.and_then(|asked| {
        let right = asked.members(length);
        (0..members.len()).find(|&word| members[word] != right[word]).map(|word| (word, right[word]))
    });
    if let Some((word, right)) = other {
        let word = word::written(&word::word(word, length));
        let is = if right { "a word" } else { "no word" };
        return Err(format!("{word} is {is} of the code that the model asks for"));
    }
    Ok(format!("each of the 2^{length} words is near exactly one code word"))
}

fn partition(board: &Chessboard, codes: &[Vec<bool>]) -> Result<String, String> {
    let (squares, length) = (board.squares, board.squares - 1);
    if codes.len() != squares {
        return Err(format!("there are {} codes instead of {squares}", codes.len()));
    }
    let mut of_word = vec![None; 1 << length.min(MAX_TABLE)];
    for (index, members) in codes.iter().enumerate() {
        words(members, length).map_err(|words| format!("code {}: {words}", index + 1))?;
        for word in (0..members.len()).filter(|&word| members[word]) {
            if let Some(first) = of_word[word].replace(index + 1) {
                let word = word::written(&word::word(word, length));
                return Err(format!("the word {word} is in the codes {first} and {}", index + 1));
            }
        }
    }
    // Perfect codes of one length have equally many words: as many codes as a word has a ball, none in common, are all.
    Ok(format!("each of the 2^{length} words is in exactly one code, and near exactly one word of every code"))
}

fn round(
    board: &Chessboard,
    before: &[bool],
    target: usize,
    strategy: &Strategy,
    candidate: &Candidate,
) -> Result<(), Violation> {
    let after: Vec<bool> = candidate.layers.iter().flatten().map(|&coin| coin == 1).collect();
    if after.len() != before.len() {
        return wrong(format!("the board has {} coins instead of {}", after.len(), before.len()));
    }
    let turned: Vec<usize> = (0..after.len()).filter(|&square| after[square] != before[square]).collect();
    let turned = match turned[..] {
        [turned] => turned,
        [] => return wrong("no coin was turned, and one has to be"),
        [first, second, ref others @ ..] => {
            let more = if others.is_empty() { "" } else { " and more" };
            let [first, second] = [first, second].map(|square| board.square(square));
            return wrong(format!("one coin may be turned, but {first}, {second}{more} differ from the coins given"));
        }
    };
    let told = strategy.colour(&after);
    if told != Some(target) {
        let told = told.map_or_else(|| "no square".into(), |told| board.square(told));
        return wrong(format!("the second prisoner reads {told} instead of {}", board.square(target)));
    }
    for detail in &candidate.details {
        match detail {
            Detail::Flip(flip) if *flip != turned => {
                let square = board.square(turned);
                return wrong(format!("`flip` does not name the coin that was turned, on {square}"));
            }
            Detail::Strategy(given) if !given.same(strategy, board.squares) => return Err(other_strategy(strategy)),
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn other_strategy(strategy: &Strategy) -> Violation {
    Violation::new(format!("this round is played by the strategy {}", strategy.notation()))
}
