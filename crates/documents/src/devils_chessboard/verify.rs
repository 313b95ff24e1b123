//! The rules of the devil's chessboard, for strategies, rounds, codes and partitions, and nothing else.
//!
//! A strategy has no board; `strategy` is its `2^n` colours (up to 16 squares) or a notation. Up to 16 squares a
//! notation is written out and every vertex checked with its neighbours, at most 65536 x 16 checks. Above, it is a
//! strategy by the theorems behind its constructions; their conditions are checked down to the tables and lists of
//! words in it, and a few vertices are checked in addition. A round has the coins after the flip on its board, read
//! row by row, and may have `flip`. A code has `code`, its words or a notation; a partition has `partition`, its
//! codes or the notation of a strategy whose colours with an even number of heads they are.
//!
//! The meaning of a notation is computed here by its definition, without the constructions under test: colours by
//! parities, codes by a membership test.

use super::chessboard::{Asked, Chessboard, MAX_TABLE};
use super::claim::{Claim, Code, Function, Strategy};
use boardwright_puzzle::solution::{Candidate, Violation};

/// A rule that a strategy, a code, a partition or a round breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// The model asks for something else: a code instead of a strategy.
    #[error("the solution is not of the kind in `ask`")]
    OtherKind,
    /// The model names another strategy, or this one by other words.
    #[error("expected {asked} as written in the model")]
    OtherStrategy {
        /// The strategy of the model.
        asked: String,
    },
    /// A vertex has another colour than in the strategy of the model.
    #[error("`{asked}` gives {vertex} the colour {expected}, found {found}")]
    Colour {
        /// The name of the strategy.
        asked: &'static str,
        /// The vertex.
        vertex: String,
        /// Its colour in the strategy of the model.
        expected: usize,
        /// Its colour.
        found: usize,
    },
    /// A solution states another number of pairs than it wins.
    #[error("it wins {found} pairs of coins and a square, and states {stated}")]
    Wins {
        /// The number in the solution.
        stated: usize,
        /// The number of pairs.
        found: usize,
    },
    /// A vertex has no colour.
    #[error("{vertex} has no colour")]
    NoColour {
        /// The vertex.
        vertex: String,
    },
    /// Two neighbours of a vertex have one colour.
    #[error("two neighbours of {vertex} have the colour {colour}: {} and {}", neighbours[0], neighbours[1])]
    SameColour {
        /// The vertex.
        vertex: String,
        /// The colour.
        colour: usize,
        /// The neighbours.
        neighbours: [String; 2],
    },
    /// The neighbours of a vertex lack a colour.
    #[error("the neighbours of {vertex} do not have all colours")]
    MissingColour {
        /// The vertex.
        vertex: String,
    },
    /// `xor` is not a strategy for a number of squares.
    #[error("`xor` is not a strategy for {squares} squares: not a power of two")]
    Xor {
        /// The number of squares.
        squares: usize,
    },
    /// No Hamming code has a length.
    #[error("there is no Hamming code of length {length}")]
    Hamming {
        /// The length.
        length: usize,
    },
    /// Two words of a code are too close.
    #[error(
        "the words {} and {} of the code differ in {places} {}, and in a perfect code it is 3 or more",
        words[0], words[1], if *places == 1 { "place" } else { "places" }
    )]
    TooNear {
        /// The words.
        words: [String; 2],
        /// The number of bits in which they differ.
        places: u32,
    },
    /// No word of a code is near some word.
    #[error("the code is not perfect: {far} is not in it, and no word of it is one bit away")]
    NotPerfect {
        /// The word.
        far: String,
    },
    /// The model names another code, or this one by other words.
    #[error("expected the code as written in the model")]
    OtherCode,
    /// A word is in one of two codes: the solution and the code of the model.
    #[error("{word} is {} of the code that the model asks for", if *asked { "a word" } else { "not a word" })]
    CodeWord {
        /// The word.
        word: String,
        /// Whether it is in the code of the model.
        asked: bool,
    },
    /// A partition has another number of codes.
    #[error("found {found} codes, expected {expected}")]
    Codes {
        /// The number of codes.
        found: usize,
        /// The number of squares.
        expected: usize,
    },
    /// A code of a partition breaks a rule.
    #[error("code {number}: {reason}")]
    Code {
        /// The number of the code, from 1.
        number: usize,
        /// The rule.
        reason: Box<Breach>,
    },
    /// Two codes of a partition have a word in common.
    #[error("the word {word} is in the codes {} and {}", codes[0], codes[1])]
    SharedWord {
        /// The word.
        word: String,
        /// The numbers of the codes, from 1.
        codes: [usize; 2],
    },
    /// A round has another number of coins.
    #[error("the board has {found} coins, expected {expected}")]
    Coins {
        /// The number of coins.
        found: usize,
        /// The number of coins that the first prisoner sees.
        expected: usize,
    },
    /// All coins lie as the first prisoner sees them.
    #[error("no coin was turned, expected one")]
    NoneTurned,
    /// Several coins differ from those that the first prisoner sees.
    #[error(
        "one coin may be turned, but {}, {}{} differ from the coins given",
        squares[0], squares[1], if *more { " and more" } else { "" }
    )]
    SeveralTurned {
        /// The first two squares.
        squares: [String; 2],
        /// Whether there are more.
        more: bool,
    },
    /// The coins lead to another square than the devil's.
    #[error("the second prisoner reads {found}, expected {expected}")]
    Reads {
        /// The square that they lead to.
        found: String,
        /// The devil's square.
        expected: String,
    },
    /// `flip` names another square than that of the turned coin.
    #[error("`flip` does not name the coin that was turned, on {turned}")]
    Flip {
        /// The square of the turned coin.
        turned: String,
    },
    /// A round states another strategy than the model.
    #[error("this round is played by the strategy {played}")]
    RoundStrategy {
        /// The notation of the strategy of the model.
        played: String,
    },
}

pub(super) fn verify(board: &Chessboard, candidate: &Candidate) -> Result<(), Violation> {
    match &board.asked {
        Asked::Round { coins, target, strategy } => Ok(round(board, coins, *target, strategy, candidate)?),
        _ => checked(board, candidate).map(|_| ()),
    }
}

/// Verifies a solution that has no coins, and describes how.
pub(super) fn checked(board: &Chessboard, candidate: &Candidate) -> Result<String, Violation> {
    Ok(match (&board.asked, candidate.claims().next()) {
        (Asked::Code, Some(Claim::Code(given))) => code(board, given, None)?,
        (Asked::NamedCode(asked), Some(Claim::Code(given))) => code(board, given, Some(asked))?,
        (Asked::Partition, Some(Claim::Strategy(given))) => holds(given, board.squares)?,
        (Asked::Partition, Some(Claim::Partition(codes))) => partition(board, codes)?,
        (Asked::Named(asked), Some(Claim::Strategy(given))) => strategy(board, given, Some(asked))?,
        (Asked::Best, Some(Claim::Strategy(given))) => best(board, given, candidate)?,
        (Asked::Strategy, Some(Claim::Strategy(given))) => strategy(board, given, None)?,
        _ => return Err(Breach::OtherKind.into()),
    })
}

fn strategy(board: &Chessboard, strategy: &Strategy, asked: Option<&Strategy>) -> Result<String, Breach> {
    let squares = board.squares;
    let checked = holds(strategy, squares)?;
    let Some(asked) = asked else { return Ok(checked) };
    if squares > MAX_TABLE {
        return if same(strategy, asked, squares) {
            Ok(checked)
        } else {
            Err(Breach::OtherStrategy { asked: asked.words() })
        };
    }
    for (vertex, (colour, right)) in colours(strategy, squares).into_iter().zip(colours(asked, squares)).enumerate() {
        if colour != right {
            let (vertex, asked) = (board.vertex(vertex), asked.method());
            return Err(Breach::Colour { asked, vertex, expected: right, found: colour });
        }
    }
    Ok(checked)
}

/// Counts the pairs of coins and a square that a colouring wins; a stated number has to be right.
fn best(board: &Chessboard, strategy: &Strategy, candidate: &Candidate) -> Result<String, Breach> {
    let squares = board.squares;
    let colours = colours(strategy, squares);
    if let Some(vertex) = colours.iter().position(|&colour| colour >= squares) {
        return Err(Breach::NoColour { vertex: board.vertex(vertex) });
    }
    let wins = won(&colours, squares);
    let stated =
        candidate.claims().find_map(|claim| if let Claim::Wins(stated) = claim { Some(*stated) } else { None });
    match stated.filter(|&stated| stated != wins) {
        Some(stated) => Err(Breach::Wins { stated, found: wins }),
        None => {
            Ok(format!("it wins {wins} of {} pairs of coins and a square, counted at all vertices", squares << squares))
        }
    }
}

/// Returns the number of vertices and colours such that the vertex has a neighbour of the colour.
pub(super) fn won(colours: &[usize], squares: usize) -> usize {
    let pairs = (0..colours.len()).flat_map(|vertex| (0..squares).map(move |colour| (vertex, colour)));
    pairs.filter(|&(vertex, colour)| (0..squares).any(|square| colours[vertex ^ 1 << square] == colour)).count()
}

/// Verifies a strategy for this number of squares, and describes how.
pub(super) fn holds(strategy: &Strategy, squares: usize) -> Result<String, Breach> {
    let reasons = by_argument(strategy, squares)?;
    if squares > MAX_TABLE {
        tried(strategy, squares)?;
        return Ok(format!("by argument, and tried on {TRIED} vertices: {}", reasons.join("; ")));
    }
    colouring(&colours(strategy, squares), squares)?;
    Ok(format!("all 2^{squares} vertices have a neighbour of every colour"))
}

/// Verifies that every vertex has a neighbour of every colour.
fn colouring(colours: &[usize], squares: usize) -> Result<(), Breach> {
    for vertex in 0..colours.len() {
        // There are as many neighbours as colours: each colour comes once unless one comes twice.
        let mut with_colour = [None; MAX_TABLE];
        for square in 0..squares {
            let neighbour = vertex ^ 1 << square;
            let colour = colours[neighbour];
            let named = |vertex| written(vertex, squares);
            let Some(place) = with_colour[..squares].get_mut(colour) else {
                return Err(Breach::NoColour { vertex: named(neighbour) });
            };
            if let Some(first) = place.replace(neighbour) {
                let [vertex, first, second] = [vertex, first, neighbour].map(named);
                return Err(Breach::SameColour { vertex, colour, neighbours: [first, second] });
            }
        }
    }
    Ok(())
}

/// Returns the theorems by which it is a strategy, once their conditions are checked.
fn by_argument(strategy: &Strategy, squares: usize) -> Result<Vec<String>, Breach> {
    match strategy {
        // The neighbours of a vertex of colour `c` have the colours `c ^ i` for `i < n`, all different. They are the colours
        // `0..n` for every `c` in `0..n` exactly when `0..n` is closed under exclusive or: when `n` is a power of two.
        Strategy::Xor if squares.is_power_of_two() => {
            Ok(vec![format!("`xor` is a strategy for {squares} squares, a power of two")])
        }
        Strategy::Xor => Err(Breach::Xor { squares }),
        Strategy::Table(colours) => {
            colouring(colours, squares)?;
            Ok(vec![format!("the table for {squares} squares is a strategy at all its vertices")])
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
                "the half-board construction with any function turns it into a strategy for {squares} squares"
            ));
            Ok(reasons)
        }
    }
}

/// Returns the reasons why a code of this length is perfect.
pub(super) fn perfect(code: &Code, length: usize) -> Result<Vec<String>, Breach> {
    match code {
        Code::Hamming if (length + 1).is_power_of_two() => {
            Ok(vec![format!("the Hamming code of length {length} is perfect")])
        }
        Code::Hamming => Err(Breach::Hamming { length }),
        Code::Vasilev { of, .. } => {
            let mut reasons = perfect(of, length / 2)?;
            reasons.push(format!(
                "Vasil'ev's construction with any function turns it into a perfect code of length {length}"
            ));
            Ok(reasons)
        }
        Code::Words(members) => {
            words(members, length)?;
            Ok(vec![format!("each of the 2^{length} words is near exactly one word of the list")])
        }
    }
}

/// Verifies that every word is one of these, or one bit away from exactly one.
fn words(members: &[bool], length: usize) -> Result<(), Breach> {
    let named = |number: usize| written(number, length);
    let mut far = None;
    for centre in 0..members.len() {
        let ball = std::iter::once(centre).chain((0..length).map(|bit| centre ^ 1 << bit));
        let mut near = ball.filter(|&word| members[word]);
        match (near.next(), near.next()) {
            (Some(_), None) => {}
            (None, _) => far = far.or(Some(centre)),
            (Some(one), Some(other)) => {
                let words = [named(one.min(other)), named(one.max(other))];
                return Err(Breach::TooNear { words, places: (one ^ other).count_ones() });
            }
        }
    }
    match far {
        Some(far) => Err(Breach::NotPerfect { far: named(far) }),
        None => Ok(()),
    }
}

/// The number of vertices that are checked where there are too many to check all.
const TRIED: u64 = 16;

/// Checks the neighbours of a few vertices, spread by multiplication with an odd number.
fn tried(strategy: &Strategy, squares: usize) -> Result<(), Breach> {
    for number in 0..TRIED {
        let bit =
            |square: u64| ((number << 32 | square).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 63 == 1;
        let mut coins: Vec<bool> = (0..squares as u64).map(bit).collect();
        let mut met = vec![false; squares];
        for square in 0..squares {
            coins[square] = !coins[square];
            let seen = colour(strategy, &coins).and_then(|colour| met.get_mut(colour));
            coins[square] = !coins[square];
            if seen.is_none_or(|met| std::mem::replace(met, true)) {
                let vertex: String = coins.iter().rev().map(|&heads| if heads { '1' } else { '0' }).collect();
                return Err(Breach::MissingColour { vertex });
            }
        }
    }
    Ok(())
}

fn code(board: &Chessboard, code: &Code, asked: Option<&Code>) -> Result<String, Breach> {
    let length = board.squares - 1;
    let reasons = perfect(code, length)?;
    if board.squares > MAX_TABLE {
        if asked.is_some_and(|asked| !same_code(code, asked, board.squares)) {
            return Err(Breach::OtherCode);
        }
        return Ok(format!("by argument: {}", reasons.join("; ")));
    }
    let members = members(code, length);
    words(&members, length)?;
    let other = asked.and_then(|asked| {
        let right = self::members(asked, length);
        (0..members.len()).find(|&word| members[word] != right[word]).map(|word| (word, right[word]))
    });
    if let Some((word, right)) = other {
        return Err(Breach::CodeWord { word: written(word, length), asked: right });
    }
    Ok(format!("each of the 2^{length} words is near exactly one code word"))
}

fn partition(board: &Chessboard, codes: &[Vec<bool>]) -> Result<String, Breach> {
    let (squares, length) = (board.squares, board.squares - 1);
    if codes.len() != squares {
        return Err(Breach::Codes { found: codes.len(), expected: squares });
    }
    let mut of_word = vec![None; 1 << length.min(MAX_TABLE)];
    for (index, members) in codes.iter().enumerate() {
        words(members, length).map_err(|reason| Breach::Code { number: index + 1, reason: Box::new(reason) })?;
        for word in (0..members.len()).filter(|&word| members[word]) {
            if let Some(first) = of_word[word].replace(index + 1) {
                return Err(Breach::SharedWord { word: written(word, length), codes: [first, index + 1] });
            }
        }
    }
    // Perfect codes of one length have equally many words: `n` disjoint codes, as many as a ball has words, cover
    // everything.
    Ok(format!("each of the 2^{length} words is in exactly one code, and near exactly one word of every code"))
}

fn round(
    board: &Chessboard,
    before: &[bool],
    target: usize,
    strategy: &Strategy,
    candidate: &Candidate,
) -> Result<(), Breach> {
    let after: Vec<bool> = candidate.layers.iter().flatten().map(|&coin| coin == 1).collect();
    if after.len() != before.len() {
        return Err(Breach::Coins { found: after.len(), expected: before.len() });
    }
    let turned: Vec<usize> = (0..after.len()).filter(|&square| after[square] != before[square]).collect();
    let turned = match turned[..] {
        [turned] => turned,
        [] => return Err(Breach::NoneTurned),
        [first, second, ref others @ ..] => {
            let squares = [first, second].map(|square| board.square(square));
            return Err(Breach::SeveralTurned { squares, more: !others.is_empty() });
        }
    };
    let named = colour(strategy, &after);
    if named != Some(target) {
        let named = named.map_or_else(|| "no square".into(), |named| board.square(named));
        return Err(Breach::Reads { found: named, expected: board.square(target) });
    }
    for claim in candidate.claims() {
        match claim {
            Claim::Flip(flip) if *flip != turned => {
                return Err(Breach::Flip { turned: board.square(turned) });
            }
            Claim::Strategy(given) if !same(given, strategy, board.squares) => return Err(other_strategy(strategy)),
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn other_strategy(strategy: &Strategy) -> Breach {
    Breach::RoundStrategy { played: strategy.notation().to_string() }
}

/// Formats the bits of a number for people: bit 0 at the right.
fn written(number: usize, bits: usize) -> String {
    (0..bits).rev().map(|bit| if number >> bit & 1 == 1 { '1' } else { '0' }).collect()
}

/// Returns the bits of a number, bit 0 first.
fn bits_of(number: usize, bits: usize) -> Vec<bool> {
    (0..bits).map(|bit| number >> bit & 1 == 1).collect()
}

/// Returns the number of at most 63 bits, bit 0 first.
fn number_of(bits: &[bool]) -> usize {
    (0..bits.len()).filter(|&bit| bits[bit]).map(|bit| 1 << bit).sum()
}

fn ones(bits: &[bool]) -> usize {
    bits.iter().filter(|&&bit| bit).count()
}

/// Returns where two halves of equal length differ.
fn differences(one: &[bool], other: &[bool]) -> Vec<bool> {
    (0..one.len()).map(|place| one[place] != other[place]).collect()
}

/// Returns, as a number, the parities of the binary places of the numbers of the ones. The first bit has the number
/// `first`.
fn parities(bits: &[bool], first: usize) -> usize {
    let numbers: Vec<usize> = (0..bits.len()).filter(|&place| bits[place]).map(|place| place + first).collect();
    let places = (bits.len() + first).next_power_of_two().ilog2();
    let is_odd = |place: &u32| numbers.iter().filter(|&number| number >> place & 1 == 1).count() % 2 == 1;
    (0..places).filter(is_odd).map(|place| 1 << place).sum()
}

/// Returns the value of a function.
fn value(function: &Function, word: &[bool]) -> bool {
    match function {
        Function::Zero => false,
        Function::Parity => ones(word) % 2 == 1,
        Function::Majority => ones(word) > word.len() - ones(word),
        Function::Threshold(least) => ones(word) >= *least,
        Function::Words(words) => words.contains(word),
        Function::Table(values) => values[number_of(word)],
    }
}

/// Returns the colour of a vertex; `None` where the strategy gives none.
pub(super) fn colour(strategy: &Strategy, coins: &[bool]) -> Option<usize> {
    match strategy {
        Strategy::Xor => Some(parities(coins, 0)),
        Strategy::Table(colours) => colours.get(number_of(coins)).copied(),
        Strategy::Coset { code, odd } => {
            let code = odd.as_ref().filter(|_| ones(coins) % 2 == 1).unwrap_or(code);
            to_be_changed(code, &coins[1..])
        }
        Strategy::HalfBoard { function, of } => {
            let (lower, upper) = coins.split_at(coins.len() / 2);
            let differences = differences(lower, upper);
            let is_upper = (ones(upper) % 2 == 1) != value(function, &differences);
            Some(colour(of, &differences)? + if is_upper { lower.len() } else { 0 })
        }
    }
}

/// Checks whether a word is in a code, by the definition of the code.
pub(super) fn is_member(code: &Code, word: &[bool]) -> bool {
    match code {
        Code::Hamming => parities(word, 1) == 0,
        Code::Vasilev { function, of } => {
            let half = word.len() / 2;
            let (lower, upper) = (&word[..half], &word[half + 1..]);
            let differences = differences(lower, upper);
            let right = (ones(upper) % 2 == 1) != value(function, &differences);
            word[half] == right && is_member(of, &differences)
        }
        Code::Words(members) => members[number_of(word)],
    }
}

/// Returns the square whose bit has to be changed to reach the code, 0 for a member; `None` where there is none.
fn to_be_changed(code: &Code, word: &[bool]) -> Option<usize> {
    let squares: Vec<usize> = match code {
        // A change of the bit of a square changes the parities by its number: only this one makes them even.
        Code::Hamming => vec![parities(word, 1)],
        // The differences of the halves have to reach the smaller code, and a change in either half does that.
        Code::Vasilev { of, .. } => {
            let half = word.len() / 2;
            let square = to_be_changed(of, &differences(&word[..half], &word[half + 1..]))?;
            vec![square, square + half + 1]
        }
        Code::Words(_) => (0..=word.len()).collect(),
    };
    let is_right = |square: &usize| {
        let changed: Vec<bool> = (1..).zip(word).map(|(at, &bit)| bit != (at == *square)).collect();
        is_member(code, &changed)
    };
    squares.into_iter().find(is_right)
}

/// Returns the colours of all vertices, for few enough squares to list them; where there is none, a number that is
/// not a square.
fn colours(strategy: &Strategy, squares: usize) -> Vec<usize> {
    (0..1 << squares).map(|vertex| colour(strategy, &bits_of(vertex, squares)).unwrap_or(squares)).collect()
}

/// Returns, by the number of the word, whether it is in the code; for few enough bits to list the words.
fn members(code: &Code, length: usize) -> Vec<bool> {
    (0..1 << length).map(|number| is_member(code, &bits_of(number, length))).collect()
}

/// Checks whether two notations are of the same strategy: vertex by vertex up to 16 squares; above, `false` may mean
/// that it is not known.
pub(super) fn same(one: &Strategy, other: &Strategy, squares: usize) -> bool {
    one == other
        || is_xor(one) && is_xor(other)
        || squares <= MAX_TABLE && colours(one, squares) == colours(other, squares)
}

/// Checks whether two notations are of the same code; above 16 squares `false` may mean that it is not known.
pub(super) fn same_code(one: &Code, other: &Code, squares: usize) -> bool {
    one == other
        || is_hamming(one) && is_hamming(other)
        || squares <= MAX_TABLE && members(one, squares - 1) == members(other, squares - 1)
}

/// Checks whether a strategy is `xor` for every number of squares.
fn is_xor(strategy: &Strategy) -> bool {
    match strategy {
        Strategy::Xor => true,
        Strategy::Table(_) => false,
        Strategy::Coset { code, odd } => is_hamming(code) && odd.as_ref().is_none_or(is_hamming),
        Strategy::HalfBoard { function, of } => *function == Function::Zero && is_xor(of),
    }
}

/// Checks whether a code is the Hamming code for every length.
fn is_hamming(code: &Code) -> bool {
    match code {
        Code::Hamming => true,
        Code::Vasilev { function, of } => *function == Function::Zero && is_hamming(of),
        Code::Words(_) => false,
    }
}
