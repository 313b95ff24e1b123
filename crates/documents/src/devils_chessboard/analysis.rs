//! Facts about a strategy, a code, a partition or a round: from strategies to codes and back.
//!
//! The vertices of one colour with an even number of heads, without the coin of square 0, are a perfect code; those
//! with an odd number are another. A strategy is therefore two partitions of all words into `n` codes each, with
//! names. The analysis of each half states
//!
//! - for every code: its words, whether it is linear (once moved to contain the word 0), its rank (the dimension of
//!   the space that it then spans) and the dimension of its kernel (the words that can be added to all its words);
//!   all three numbers are equal for a linear code;
//!   for a linear code;
//! - how many of the codes are cosets of the same code, largest first: `6 + 2`;
//! - whether it is half of a coset strategy after renaming the colours: one of the codes, with one square turned in
//!   all its words, is each of the others;
//! - by which pairs of squares the half-board construction produces it: to turn both coins of a pair exchanges the
//!   colours in the same way for every pair. Such pairs have no square in common, so no search is needed.

use super::claim::{Code, Function, Strategy};
use super::{Asked, Chessboard, MAX_TABLE, best, draw, error_correction, game, methods, notation, verify, word};
use boardwright_base::board::picture::Picture;
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::analysis::Analysis;
use boardwright_puzzle::solution::Solution;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most squares for which the words of codes are shown to a person; JSON has them all.
const MAX_SHOWN: usize = 8;

/// Analyzes a model without a solution.
pub(super) fn instance(board: &Chessboard, stop: &dyn Fn() -> bool) -> Analysis {
    match &board.asked {
        Asked::Named(strategy) => of_strategy(strategy, board.squares, stop),
        Asked::NamedCode(code) => of_code(code, board.squares, board.received.as_deref()),
        Asked::Round { coins, target, strategy } => of_round(board, coins, *target, strategy),
        Asked::Best => {
            let bound = best::bound(board.squares, stop);
            Analysis { facts: vec![methods::bound(board.squares, &bound)], ..Analysis::default() }
        }
        Asked::Strategy | Asked::Code | Asked::Partition => Analysis { facts: plain(board), ..Analysis::default() },
    }
}

/// Analyzes a solution, which has been verified.
pub(super) fn solution(board: &Chessboard, solution: &Solution, stop: &dyn Fn() -> bool) -> Analysis {
    let squares = board.squares;
    let found = match &board.asked {
        Asked::Round { .. } => None,
        Asked::Best => draw::values(board, solution).map(|colours| of_best(&colours, squares)),
        Asked::Strategy | Asked::Named(_) => {
            draw::strategy_of(solution).map(|strategy| of_strategy(strategy, squares, stop))
        }
        Asked::Code | Asked::NamedCode(_) => {
            draw::code_of(solution).map(|code| of_code(code, squares, board.received.as_deref()))
        }
        Asked::Partition => draw::values(board, solution).map(|values| of_partition(&values, squares)),
    };
    found.unwrap_or_else(|| instance(board, stop))
}

/// What a strategy wins, and the numbers of vertices of each colour.
fn of_best(colours: &[usize], squares: usize) -> Analysis {
    let (wins, all) = (verify::won(colours, squares), squares << squares);
    let count = |colour: usize, odd: bool| {
        (0..colours.len()).filter(|vertex| colours[*vertex] == colour && (vertex.count_ones() % 2 == 1) == odd).count()
    };
    let [even, odd] = [false, true].map(|odd| (0..squares).map(|colour| count(colour, odd)).collect::<Vec<usize>>());
    let list = |counts: &[usize]| counts.iter().map(ToString::to_string).collect::<Vec<String>>().join(", ");
    let facts = vec![
        Fact::new("wins", wins, format!("{wins} of {all} pairs of coins and a square are won")),
        Fact::new("even", even.clone(), format!("coins of each colour with an even number of heads: {}", list(&even))),
        Fact::new("odd", odd.clone(), format!("coins of each colour with an odd number of heads: {}", list(&odd))),
    ];
    Analysis { facts, ..Analysis::default() }
}

/// Facts that hold for all boards of this size.
fn plain(board: &Chessboard) -> Vec<Fact> {
    let squares = board.squares;
    let exists = squares.is_power_of_two();
    if let Some(reason) = methods::counting(board) {
        return vec![Fact::new("exists", false, format!("none: {reason}"))];
    }
    let exponent = squares - 1 - squares.ilog2() as usize;
    let words = if board.of_words() {
        let length = squares - 1;
        format!(
            "a perfect code of length {length} has 2^{exponent} of the 2^{length} words; the Hamming code is one, and \
             its {squares} cosets are a partition"
        )
    } else {
        format!(
            "a strategy gives 2^{} of the 2^{squares} vertices each of {squares} colours, one half of them with an \
             even number of heads; xor is one",
            exponent + 1
        )
    };
    vec![
        Fact::new("exists", exists, words),
        Fact::new(
            "words_of_a_code",
            format!("2^{exponent}"),
            "name a strategy or a code, or analyze a solution, for more",
        ),
    ]
}

fn of_strategy(strategy: &Strategy, squares: usize, stop: &dyn Fn() -> bool) -> Analysis {
    let mut facts = vec![Fact::new("strategy", strategy.notation(), format!("strategy: {}", strategy.words()))];
    match verify::holds(strategy, squares) {
        Ok(how) => facts.push(Fact::new("is_strategy", true, format!("checked: {how}"))),
        Err(why) => {
            facts.push(Fact::new("is_strategy", false, format!("it is not a strategy: {why}")));
            return Analysis { facts, ..Analysis::default() };
        }
    }
    if squares > MAX_TABLE {
        let exponent = squares - 1 - squares.ilog2() as usize;
        let words = format!(
            "each colour has 2^{exponent} vertices in each half; codes are shown for at most {MAX_TABLE} squares"
        );
        facts.push(Fact::new("words_of_a_code", format!("2^{exponent}"), words));
        return Analysis { facts, ..Analysis::default() };
    }
    let colours = strategy.table(squares);
    facts.push(kinds(&colours, squares));
    for odd in [false, true] {
        if stop() {
            break;
        }
        let half = Half::of(&colours, odd, squares);
        let (name, heads) = if odd { ("odd", "odd") } else { ("even", "even") };
        facts.push(Fact::new(name, half.json(), half.words(&format!("{heads} number of heads"))));
    }
    let coset = Strategy::coset(notation::class(&colours, 0, false, squares)).table(squares);
    let mut table = "bits\tcolour\tcoset\n".to_string();
    for vertex in (0..colours.len()).filter(|vertex| vertex.count_ones() % 2 == 0) {
        table.push_str(&format!("{vertex:0squares$b}\t{}\t{}\n", colours[vertex], coset[vertex]));
    }
    Analysis { facts, table: Some(table), ..Analysis::default() }
}

/// The constructions that make exactly this strategy, with the same names of colours.
fn kinds(colours: &[usize], squares: usize) -> Fact {
    let mut found: Vec<(Value, String)> = Vec::new();
    if Strategy::Xor.table(squares) == colours {
        found.push(("xor".into(), "xor".into()));
    }
    let [code, odd] = [false, true].map(|odd| notation::class(colours, 0, odd, squares));
    let one = code == odd;
    let coset = Strategy::Coset { code, odd: (!one).then_some(odd) };
    if coset.table(squares) == colours {
        let of = if one { "the code of its colour 0" } else { "the codes of its colour 0, one in each half" };
        found.push((coset.notation(), format!("the coset strategy of {of}")));
    }
    if squares.is_multiple_of(2) {
        let half = squares / 2;
        let sums = &colours[..1 << half];
        let function: Vec<bool> = sums.iter().map(|&colour| colour >= half).collect();
        let function = Function::Table(function);
        let words = function.words();
        let of = Box::new(Strategy::Table(sums.iter().map(|&colour| colour % half).collect()));
        let made = Strategy::HalfBoard { function, of };
        if made.table(squares) == colours {
            found.push((made.notation(), format!("half-board, cut in the middle, with the function {words}")));
        }
    }
    let (notations, words): (Vec<Value>, Vec<String>) = found.into_iter().unzip();
    let words =
        if words.is_empty() { "not xor, coset or half-board with these colour names".into() } else { words.join("; ") };
    Fact::new("same_as", notations, format!("the same as: {words}"))
}

/// One half of a strategy, or a partition: numbered perfect codes.
struct Half {
    squares: usize,
    codes: Vec<Words>,
    /// The number of cosets of each code, largest first.
    directions: Vec<usize>,
    /// The code whose coset strategy the half is, up to the names of the colours.
    coset: Option<usize>,
    /// The pairings of the squares by which the half-board construction makes the half, up to the names of the
    /// colours.
    pairings: Vec<Vec<(usize, usize)>>,
}

/// A code and its properties.
struct Words {
    members: Vec<bool>,
    words: Vec<usize>,
    rank: usize,
    kernel: usize,
}

impl Words {
    fn of(members: Vec<bool>) -> Words {
        let words: Vec<usize> = (0..members.len()).filter(|&word| members[word]).collect();
        let first = words.first().copied().unwrap_or(0);
        let mut basis: Vec<usize> = Vec::new();
        for word in &words {
            let rest = basis.iter().fold(word ^ first, |rest, &vector| rest.min(rest ^ vector));
            if rest > 0 {
                basis.push(rest);
            }
        }
        let rank = basis.len();
        let keeps = |by: &usize| words.iter().all(|word| members[word ^ by]);
        let kernel = match words.len() {
            count if count == 1 << rank => rank,
            _ => words.iter().map(|word| word ^ first).filter(keeps).count().ilog2() as usize,
        };
        Words { members, words, rank, kernel }
    }

    /// It has the word 0 once it is moved, and the sum of any two of its words.
    fn is_linear(&self) -> bool {
        self.words.len() == 1 << self.rank
    }

    /// Checks whether the other code is this one with a word added to all its words.
    fn is_coset_of(&self, other: &Words) -> bool {
        let by = |word: &usize| self.words[0] ^ word;
        other.words.iter().map(by).any(|by| self.words.iter().all(|word| other.members[word ^ by]))
    }

    fn kind(&self) -> String {
        let dimensions = format!("rank {}, kernel of dimension {}", self.rank, self.kernel);
        if self.is_linear() { format!("linear, {dimensions}") } else { format!("not linear, {dimensions}") }
    }

    fn json(&self) -> Value {
        json!({
            "words": word::list(&self.members),
            "linear": self.is_linear(),
            "rank": self.rank,
            "kernel": self.kernel,
        })
    }

    /// The words in rows, for a person.
    fn rows(&self, indent: &str) -> String {
        let rows: Vec<String> = word::list(&self.members).chunks(8).map(|row| row.join(" ")).collect();
        rows.join(&format!("\n{indent}"))
    }
}

impl Half {
    fn of(colours: &[usize], odd: bool, squares: usize) -> Half {
        let codes = (0..squares).map(|colour| notation::class(colours, colour, odd, squares).members(squares - 1));
        let codes: Vec<Words> = codes.map(Words::of).collect();
        let mut number = vec![0; 1 << (squares - 1)];
        for (index, code) in codes.iter().enumerate() {
            code.words.iter().for_each(|&word| number[word] = index);
        }
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for (index, code) in codes.iter().enumerate() {
            match groups.iter_mut().find(|(first, _)| code.is_coset_of(&codes[*first])) {
                Some((_, count)) => *count += 1,
                None => groups.push((index, 1)),
            }
        }
        let mut directions: Vec<usize> = groups.into_iter().map(|(_, count)| count).collect();
        directions.sort_unstable_by(|one, other| other.cmp(one));
        let is_moved = |code: &Words, by: usize| {
            let other = number[code.words[0] ^ by];
            code.words.iter().all(|word| number[word ^ by] == other)
        };
        let coset = codes.iter().position(|code| (0..squares - 1).all(|bit| is_moved(code, 1 << bit)));
        // The pairs, by the exchange of colours that they cause when both coins are turned.
        let mut exchanges: BTreeMap<Vec<usize>, Vec<(usize, usize)>> = BTreeMap::new();
        for (one, other) in (0..squares).flat_map(|one| (one + 1..squares).map(move |other| (one, other))) {
            // Square 0 is not part of a word: the parity of the word determines its coin.
            let by = (1 << other | 1 << one) >> 1;
            if codes.iter().all(|code| is_moved(code, by)) {
                let exchange = codes.iter().map(|code| number[code.words[0] ^ by]).collect();
                exchanges.entry(exchange).or_default().push((one, other));
            }
        }
        let mut pairings: Vec<Vec<(usize, usize)>> =
            exchanges.into_values().filter(|pairs| !pairs.is_empty() && 2 * pairs.len() == squares).collect();
        pairings.sort();
        Half { squares, codes, directions, coset, pairings }
    }

    fn json(&self) -> Value {
        json!({
            "codes": self.codes.iter().map(Words::json).collect::<Vec<Value>>(),
            "perfect": true,
            "cosets_of_one_code": self.directions,
            "coset_strategy": self.coset.is_some(),
            "coset_strategy_of_colour": self.coset,
            "half_board_pairs": self.pairings,
        })
    }

    fn words(&self, of: &str) -> String {
        let Half { squares, codes, .. } = self;
        let count = codes[0].words.len();
        let [codes_are, words_are] = [(*squares, "perfect code"), (count, "word")].map(|(count, what)| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        });
        let mut lines = vec![format!("{of}: {codes_are} of length {}, {words_are} each", squares - 1)];
        let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
        for (colour, kind) in codes.iter().map(Words::kind).enumerate() {
            match kinds.iter_mut().find(|(of, _)| *of == kind) {
                Some((_, colours)) => colours.push(colour.to_string()),
                None => kinds.push((kind, vec![colour.to_string()])),
            }
        }
        for (kind, colours) in &kinds {
            let whose = if kinds.len() == 1 { "all".into() } else { format!("{}:", colours.join(", ")) };
            lines.push(format!("  {whose} {kind}"));
        }
        let directions: Vec<String> = self.directions.iter().map(ToString::to_string).collect();
        lines.push(format!("  cosets of one code: {}", directions.join(" + ")));
        lines.push(match self.coset {
            Some(0) => "  a coset strategy, after renaming the colours: that of colour 0".into(),
            Some(colour) => format!("  a coset strategy, after renaming the colours: that of colour {colour}"),
            None => "  not a coset strategy under any renaming of the colours".into(),
        });
        let pairing = |pairs: &Vec<(usize, usize)>| {
            pairs.iter().map(|(one, other)| format!("{one}-{other}")).collect::<Vec<_>>().join(" ")
        };
        match &self.pairings[..] {
            [] => lines.push("  not a half-board strategy for any pairing of the squares".into()),
            [pairs] => {
                lines.push(format!("  half-board by the pairs {}, up to the names of the colours", pairing(pairs)));
            }
            [pairs, ..] => lines.push(format!(
                "  half-board by {} ways to pair the squares, up to the names of the colours, such as {}",
                self.pairings.len(),
                pairing(pairs)
            )),
        }
        if *squares <= MAX_SHOWN {
            for (colour, code) in codes.iter().enumerate() {
                lines.push(format!("  {colour}: {}", code.rows("     ")));
            }
        }
        lines.join("\n")
    }
}

fn of_partition(values: &[usize], squares: usize) -> Analysis {
    // As the half of a strategy: a vertex with an even number of heads has the colour of its word.
    let mut colours = vec![squares; 1 << squares];
    for (at, &value) in values.iter().enumerate() {
        colours[at << 1 | (at.count_ones() as usize & 1)] = value;
    }
    let half = Half::of(&colours, false, squares);
    let facts = vec![Fact::new("partition", half.json(), half.words("the partition"))];
    Analysis { facts, ..Analysis::default() }
}

fn of_code(code: &Code, squares: usize, received: Option<&[bool]>) -> Analysis {
    let length = squares - 1;
    let mut facts = vec![Fact::new("code", code.notation(), format!("code: {}, of length {length}", code.words()))];
    match verify::perfect(code, length) {
        Ok(reasons) => facts.push(Fact::new("perfect", true, format!("perfect: {}", reasons.join("; ")))),
        Err(why) => {
            facts.push(Fact::new("perfect", false, format!("not perfect: {why}")));
            let words = Words::of(code.members(length));
            if !words.words.is_empty() {
                facts.push(Fact::new("words", words.json(), format!("{} words, {}", words.words.len(), words.kind())));
            }
            facts.extend(error_correction::facts(code, length, received));
            return Analysis { facts, ..Analysis::default() };
        }
    }
    let strategy = Strategy::coset(code.clone());
    let mut coset = format!("its coset strategy: strategy = {}", toml(&strategy.notation()));
    if squares > MAX_TABLE {
        facts.push(Fact::new("coset_strategy", strategy.notation(), coset));
        return Analysis { facts, ..Analysis::default() };
    }
    let words = Words::of(code.members(length));
    let hamming = match (words.is_linear(), words.words[0]) {
        (false, _) => "",
        (true, 0) => "; a Hamming code, up to the order of the squares",
        (true, _) => "; a coset of a Hamming code, up to the order of the squares",
    };
    let kind = format!("{} words, {}{hamming}", words.words.len(), words.kind());
    facts.push(Fact::new("words", words.json(), kind));
    if squares <= MAX_SHOWN {
        facts.push(Fact::new("length", length, format!("  {}", words.rows("  "))));
    }
    facts.extend(error_correction::facts(code, length, received));
    let colours = strategy.table(squares);
    if colours == Strategy::Xor.table(squares) {
        coset.push_str(", which is xor");
    }
    facts.push(Fact::new("coset_strategy", strategy.notation(), coset));
    let mut table = "bits\tcoset\n".to_string();
    for vertex in (0..colours.len()).filter(|vertex| vertex.count_ones() % 2 == 0) {
        table.push_str(&format!("{vertex:0squares$b}\t{}\n", colours[vertex]));
    }
    Analysis { facts, table: Some(table), ..Analysis::default() }
}

/// The square that the coins of a round name, now and after each flip.
fn of_round(board: &Chessboard, coins: &[bool], target: usize, strategy: &Strategy) -> Analysis {
    let mut after = coins.to_vec();
    let named: Vec<Option<usize>> = (0..board.squares)
        .map(|square| {
            after[square] = !after[square];
            let named = strategy.colour(&after);
            after[square] = !after[square];
            named
        })
        .collect();
    let flip = named.iter().position(|named| *named == Some(target));
    let words = format!("strategy: {}", strategy.words());
    let mut facts = vec![
        Fact::new("strategy", strategy.notation(), words),
        Fact::new("told_before", strategy.colour(coins), format!("before the flip, {}", game::how(strategy, coins))),
    ];
    if let Some(flip) = flip {
        let words = format!("to name {}, flip {}", board.square(target), board.square(flip));
        facts.push(Fact::new("flip", flip, words));
    }
    facts.push(Fact::new(
        "told_after",
        named.clone(),
        "each square shows the square that the coins name after its flip",
    ));
    let mut panel = draw::coins_panel(board, coins, coins, None);
    for (square, named) in panel.rows.iter_mut().flatten().zip(&named) {
        square.text = named.map_or(String::new(), |named| named.to_string());
        square.marked = *named == Some(target);
    }
    Analysis { facts, picture: Picture { panels: vec![panel], captions: Vec::new() }, ..Analysis::default() }
}

/// A notation as TOML.
fn toml(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            let entries: Vec<String> = object.iter().map(|(key, value)| format!("{key} = {}", toml(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}
