//! Strategies, codes and partitions of the devil's chessboard, as they are named, solved, verified and distinguished: against
//! the table that the document prints, against definitions that share no code with the program, and against each other.

use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::methods;
use boardwright_puzzle::solution::notation::Written;
use boardwright_puzzle::solution::{Solution, Violation};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn load(text: &str) -> Loaded {
    let source = Source::new("test", format!("puzzle = \"devils-chessboard\"\n{text}\n"));
    REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)))
}

/// What the method that the instance prefers hands over.
fn made(text: &str) -> Written {
    let loaded = load(text);
    let name = loaded.instance.methods().and_then(methods::Methods::direct_method).expect("it names what it asks for");
    let (found, result) = methods::all(loaded.instance.methods().expect("it has methods"), name);
    assert_eq!(result.outcome, methods::Outcome::Complete, "{text}");
    let solution = Solution::verified(&*loaded.instance, found[0].clone());
    solution.unwrap_or_else(|wrong| panic!("{text}: {wrong}")).written(&*loaded.instance)
}

/// Whether a solution with that field is accepted.
fn verified(loaded: &Loaded, field: &str, value: impl Into<Value>) -> Result<(), Violation> {
    Solution::read(&*loaded.instance, &Written::default().with(field, value)).map(drop)
}

fn colours(written: &Written) -> Vec<usize> {
    let list = written.details["strategy"].as_array().expect("a table");
    list.iter().map(|colour| colour.as_u64().expect("a colour") as usize).collect()
}

fn words(code: &Value) -> BTreeSet<usize> {
    let words = code.as_array().expect("a list of words").iter();
    words.map(|word| usize::from_str_radix(word.as_str().expect("a word"), 2).unwrap_or(0)).collect()
}

/// The rule: the colours around every vertex are 0, 1, 2, ...
fn is_strategy(squares: usize, colours: &[usize]) -> bool {
    (0..1 << squares).all(|vertex: usize| {
        let around: BTreeSet<usize> = (0..squares).map(|square| colours[vertex ^ 1 << square]).collect();
        around == (0..squares).collect()
    })
}

/// The rule: every word is near exactly one word of the code.
fn is_perfect(length: usize, code: &BTreeSet<usize>) -> bool {
    (0..1 << length).all(|word: usize| {
        let near = (0..length).filter(|bit| code.contains(&(word ^ 1 << bit))).count();
        near + usize::from(code.contains(&word)) == 1
    })
}

/// The sum of any two, each moved to hold the word 0, is in it.
fn is_linear(code: &BTreeSet<usize>) -> bool {
    let first = *code.first().expect("it has words");
    let moved: Vec<usize> = code.iter().map(|word| word ^ first).collect();
    let mut members = vec![false; moved.iter().max().expect("it has words").next_power_of_two() * 2];
    moved.iter().for_each(|&word| members[word] = true);
    moved.iter().all(|one| moved.iter().all(|other| members[one ^ other]))
}

fn odd(word: usize) -> bool {
    word.count_ones() % 2 == 1
}

/// The document's half-board construction, on numbers.
fn half_board(squares: usize, of: &[usize], function: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let half = squares / 2;
    let colour = |x: usize| {
        let (u, v) = (x >> half, x & ((1 << half) - 1));
        of[u ^ v] + if odd(u) ^ function(u ^ v) { half } else { 0 }
    };
    (0..1 << squares).map(colour).collect()
}

/// The document's coset strategy of the vertices of colour 0.
fn coset_of(squares: usize, colours: &[usize]) -> Vec<usize> {
    let colour = |x: usize| (0..squares).find(|square| colours[x ^ 1 << square ^ 1] == 0).expect("a perfect code");
    (0..1 << squares).map(colour).collect()
}

fn xor(squares: usize) -> Vec<usize> {
    (0..1 << squares).map(|x: usize| (0..squares).filter(|square| x >> square & 1 == 1).fold(0, |a, b| a ^ b)).collect()
}

/// The colours of a half of a strategy, as codes of words without the coin of square 0.
fn class(squares: usize, colours: &[usize], colour: usize, odd_half: bool) -> BTreeSet<usize> {
    (0..1 << squares).filter(|&x| colours[x] == colour && odd(x) == odd_half).map(|x| x >> 1).collect()
}

fn list(code: &BTreeSet<usize>, length: usize) -> String {
    let words: Vec<String> = code.iter().map(|word| format!("\"{word:0length$b}\"")).collect();
    format!("[{}]", words.join(", "))
}

/// All values of a function, in the order of the words.
fn values(bits: usize, function: &dyn Fn(usize) -> bool) -> String {
    (0..1 << bits).map(|word| if function(word) { '1' } else { '0' }).collect()
}

const POST: &str = "{ half-board = { function = { threshold = 3 } } }";

/// The rows that the document prints: bits, the new strategy, the coset strategy.
fn table_of_the_post() -> Vec<(String, usize, usize)> {
    let text = include_str!("devils_chessboard/table-of-the-post.tsv");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        (cells[0].to_string(), cells[1].parse().expect("a colour"), cells[2].parse().expect("a colour"))
    };
    text.lines().map(row).collect()
}

#[test]
fn the_table_of_the_document_is_reproduced() {
    let printed = table_of_the_post();
    assert_eq!(printed.len(), 128);
    let run = boardwright(&["analyze", "models/devils-chessboard/half-board-8.toml", "--table"]);
    let rows: Vec<String> = printed.iter().map(|(bits, new, coset)| format!("{bits}\t{new}\t{coset}")).collect();
    assert_eq!(run.stdout, format!("bits\tcolour\tcoset\n{}\n", rows.join("\n")), "{}", run.stderr);
    // The third column is a strategy of its own, in both halves the one that the document's program makes.
    let new = colours(&made(&format!("squares = 8\nstrategy = {POST}")));
    let coset = colours(&made(&format!("squares = 8\nstrategy = {{ coset = {{ of = {POST} }} }}")));
    assert_eq!(coset, coset_of(8, &new));
    for (bits, first, second) in &printed {
        let vertex = usize::from_str_radix(bits, 2).expect("bits");
        assert_eq!((new[vertex], coset[vertex]), (*first, *second), "{bits}");
    }
    // "The new strategy we compute matches the coset strategy on all of the bitstrings of the form e_0 + e_i."
    assert!((0..8).all(|square| new[1 ^ 1 << square] == coset[1 ^ 1 << square]));
    assert_ne!(new, coset);
}

#[test]
fn every_notation_is_what_its_definition_says() {
    for squares in [2, 4, 8, 16] {
        let (half, length) = (squares / 2, squares - 1);
        let majority = |bits: usize| move |word: usize| 2 * word.count_ones() as usize > bits;
        let zero = |_: usize| false;
        let threshold = |word: usize| word.count_ones() >= 2;
        let hamming = class(squares, &xor(squares), 0, false);
        let mut cases: Vec<(String, Vec<usize>)> = vec![
            ("\"xor\"".into(), xor(squares)),
            ("{ coset = { code = \"hamming\" } }".into(), xor(squares)),
            (format!("{{ coset = {{ words = {} }} }}", list(&hamming, length)), xor(squares)),
            ("{ half-board = { function = \"zero\", of = \"xor\" } }".into(), xor(squares)),
            ("{ half-board = { function = \"majority\" } }".into(), half_board(squares, &xor(half), &majority(half))),
            ("{ half-board = { function = \"parity\" } }".into(), half_board(squares, &xor(half), &odd)),
            ("{ half-board = { function = { threshold = 2 } } }".into(), half_board(squares, &xor(half), &threshold)),
            ("{ coset = { code = { vasilev = { function = \"zero\" } } } }".into(), xor(squares)),
        ];
        if squares >= 4 {
            let quarter = half / 2;
            let inner = half_board(half, &xor(quarter), &majority(quarter));
            let outer = half_board(squares, &inner, &zero);
            let text = "{ half-board = { function = \"zero\", of = { half-board = { function = \"majority\" } } } }";
            cases.push((text.into(), outer));
        }
        for (text, expected) in cases {
            let found = colours(&made(&format!("squares = {squares}\nstrategy = {text}")));
            assert!(is_strategy(squares, &found), "{squares} squares, {text}");
            assert_eq!(found, expected, "{squares} squares, {text}");
        }
    }
}

/// A strategy of random constructions, as text and as colours.
fn random_strategy(squares: usize, random: &mut Random) -> (String, Vec<usize>) {
    match random.below(3) {
        _ if squares == 1 => ("\"xor\"".into(), xor(1)),
        0 => ("\"xor\"".into(), xor(squares)),
        1 => {
            let renamed = random.permutation(squares);
            let colours: Vec<usize> = xor(squares).into_iter().map(|colour| renamed[colour]).collect();
            (format!("{colours:?}"), colours)
        }
        _ => {
            let half = squares / 2;
            let (text, of) = random_strategy(half, random);
            let ones: BTreeSet<usize> = (0..1 << half).filter(|_| random.below(2) == 1).collect();
            let function = |word: usize| ones.contains(&word);
            let text = match random.below(2) {
                0 => format!("\"{}\"", values(half, &function)),
                _ => list(&ones, half),
            } + &format!(", of = {text}");
            (format!("{{ half-board = {{ function = {text} }} }}"), half_board(squares, &of, &function))
        }
    }
}

#[test]
fn half_board_makes_strategies_of_strategies_whatever_the_function() {
    for seed in 1..=30 {
        let mut random = Random(seed);
        let squares = [2, 4, 8, 16][random.below(4)];
        let (text, expected) = random_strategy(squares, &mut random);
        let found = colours(&made(&format!("squares = {squares}\nstrategy = {text}")));
        assert!(is_strategy(squares, &found), "seed {seed}");
        assert_eq!(found, expected, "seed {seed}: {text}");
        // Its colour 0, as a code, has a coset strategy, which is the document's.
        let text = format!("squares = {squares}\nstrategy = {{ coset = {{ of = {text} }} }}");
        let coset = colours(&made(&text));
        assert!(is_strategy(squares, &coset), "seed {seed}");
        assert_eq!(coset, coset_of(squares, &expected), "seed {seed}");
    }
}

/// What `analyze` says of a model, as JSON.
fn facts(text: &str) -> Value {
    let analysis = load(text).instance.analysis().expect("it is offered").analyze(&|| false);
    boardwright_render::json::facts(&analysis.facts)
}

/// Vasil'ev's construction as the document has it, with the bits in the program's order: u, z, v.
fn vasilev(length: usize, of: &BTreeSet<usize>, function: &dyn Fn(usize) -> bool) -> BTreeSet<usize> {
    let small = length / 2;
    let us = 0..1_usize << small;
    us.flat_map(|u| of.iter().map(move |c| (u, *c)))
        .map(|(u, c)| {
            let z = usize::from(odd(u) ^ function(c));
            u << (small + 1) | z << small | (u ^ c)
        })
        .collect()
}

#[test]
fn vasilevs_codes_are_perfect_and_linear_exactly_with_linear_functions() {
    let hamming = class(8, &xor(8), 0, false);
    assert!(is_perfect(7, &hamming) && is_linear(&hamming));
    let mut random = Random(7);
    let mut nonlinear = 0;
    for round in 0..24 {
        let ones: BTreeSet<usize> = match round {
            // Linear functions: the parity of some bits.
            0..8 => {
                let mask = random.below(128);
                hamming.iter().copied().filter(|word| odd(word & mask)).collect()
            }
            // The document's, and random ones.
            8 => hamming.iter().copied().filter(|word| word.count_ones() >= 4).collect(),
            _ => hamming.iter().copied().filter(|_| random.below(2) == 1).collect(),
        };
        let function = |word: usize| ones.contains(&word);
        let expected = vasilev(15, &hamming, &function);
        let text = format!("squares = 16\ncode = {{ vasilev = {{ function = {} }} }}", list(&ones, 7));
        let found = words(&made(&text).details["code"]);
        assert_eq!(found, expected, "round {round}");
        assert!(is_perfect(15, &found), "round {round}");
        let reported = &facts(&text)["words"];
        let rank = reported["rank"].as_u64().expect("a number");
        let kernel = reported["kernel"].as_u64().expect("a number");
        let linear = is_linear(&found);
        assert_eq!(reported["linear"], linear, "round {round}");
        assert!(round >= 8 || linear, "round {round}: the function is linear");
        assert!(round != 8 || !linear, "the majority is not linear");
        if linear {
            assert_eq!((rank, kernel), (11, 11));
        } else {
            nonlinear += 1;
            // A code that spans more than itself; its kernel has at least the words (u, pi(u), u).
            assert!(rank > 11 && (7..11).contains(&kernel), "round {round}: rank {rank}, kernel {kernel}");
        }
    }
    assert!(nonlinear > 10, "random functions are rarely linear");
    // "The Vasil'ev construction doesn't create a nonlinear code for n = 7": all four functions.
    for ones in ["[]", "[\"000\"]", "[\"111\"]", "[\"000\", \"111\"]"] {
        let found =
            words(&made(&format!("squares = 8\ncode = {{ vasilev = {{ function = {ones} }} }}")).details["code"]);
        assert!(is_perfect(7, &found) && is_linear(&found), "{ones}");
    }
}

#[test]
fn codes_and_strategies_are_each_others() {
    // The colour 0 of the coset strategy of a code is the code; that of half-board is Vasil'ev's of its own.
    let hamming = class(8, &xor(8), 0, false);
    for seed in 1..=6 {
        let mut random = Random(seed);
        let ones: BTreeSet<usize> = hamming.iter().copied().filter(|_| random.below(2) == 1).collect();
        let code = format!("{{ vasilev = {{ function = {} }} }}", list(&ones, 7));
        let strategy = format!("{{ coset = {{ code = {code} }} }}");
        let expected = words(&made(&format!("squares = 16\ncode = {code}")).details["code"]);
        for half in ["even", "odd"] {
            let class =
                format!("squares = 16\ncode = {{ class = {{ of = {strategy}, colour = 0, half = \"{half}\" }} }}");
            assert_eq!(words(&made(&class).details["code"]), expected, "seed {seed}");
        }
        // And it is half-board, with a function that asks what the sum of the halves is corrected to.
        let coset = colours(&made(&format!("squares = 16\nstrategy = {strategy}")));
        let corrected = |sum: usize| {
            let near = (0..=7).map(|bit| if bit == 0 { sum >> 1 } else { sum >> 1 ^ 1 << (bit - 1) });
            near.filter(|word| hamming.contains(word)).any(|word| ones.contains(&word))
        };
        assert_eq!(coset, half_board(16, &xor(8), &corrected), "seed {seed}");
        // A function of all sums whose values on the words of the Hamming code, with the parity bit, are those.
        let on_sums = |sum: usize| !odd(sum) && ones.contains(&(sum >> 1));
        let of = format!("{{ half-board = {{ function = \"{}\" }} }}", values(8, &on_sums));
        let class = format!("squares = 16\ncode = {{ class = {{ of = {of} }} }}");
        assert_eq!(words(&made(&class).details["code"]), expected, "seed {seed}");
    }
    // Of every colour, against its definition.
    let post = colours(&made(&format!("squares = 8\nstrategy = {POST}")));
    for (colour, half) in (0..8).flat_map(|colour| [(colour, false), (colour, true)]) {
        let name = if half { "odd" } else { "even" };
        let text = format!("squares = 8\ncode = {{ class = {{ of = {POST}, colour = {colour}, half = \"{name}\" }} }}");
        let found = words(&made(&text).details["code"]);
        assert_eq!(found, class(8, &post, colour, half), "{text}");
        assert!(is_perfect(7, &found));
    }
}

#[test]
fn a_code_for_each_half_makes_a_strategy() {
    let [even, odd_half] = [[0b000, 0b111], [0b001, 0b110]].map(|words| list(&BTreeSet::from(words), 3));
    let text = format!("squares = 4\nstrategy = {{ coset = {{ words = {even}, odd = {odd_half} }} }}");
    let found = colours(&made(&text));
    assert!(is_strategy(4, &found));
    assert_eq!(class(4, &found, 0, false), BTreeSet::from([0b000, 0b111]));
    assert_eq!(class(4, &found, 0, true), BTreeSet::from([0b001, 0b110]));
}

/// All solutions by a formulation and a backend.
fn solved(text: &str, formulation: &str, backend: &str) -> Vec<Written> {
    let loaded = load(text);
    let options =
        Options { formulation: Some(formulation.into()), backend: Some(backend.into()), ..Options::default() };
    let setup = Setup::resolve(&loaded, &options, &Budget::none()).expect("the names exist");
    let report = task::run(&task::Request::new(&loaded, &setup, Ask::All), &Budget::none(), &mut task::ignore)
        .expect("no check fails");
    assert!(report.complete, "{text}, {formulation}, {backend}");
    report.solutions.iter().map(|solution| solution.written(&*loaded.instance)).collect()
}

#[test]
fn codes_are_found_by_every_route_and_are_all_there_are() {
    // Length 3: all sets of words tried. Published: 4 of length 3 and 240 of length 7, the cosets of the Hamming codes.
    let all: BTreeSet<BTreeSet<usize>> = (0..256_usize)
        .map(|set| (0..8).filter(|word| set >> word & 1 == 1).collect::<BTreeSet<usize>>())
        .filter(|code| is_perfect(3, code))
        .collect();
    assert_eq!(all.len(), 4);
    for backend in ["xcc", "varisat", "batsat", "minilp", "microlp"] {
        let found = solved("squares = 4\nask = \"code\"", "balls", backend);
        let found: BTreeSet<BTreeSet<usize>> = found.iter().map(|solution| words(&solution.details["code"])).collect();
        assert_eq!(found, all, "{backend}");
    }
    for backend in ["xcc", "varisat"] {
        let found = solved("squares = 8\nask = \"code\"", "balls", backend);
        let found: BTreeSet<BTreeSet<usize>> = found.iter().map(|solution| words(&solution.details["code"])).collect();
        assert_eq!(found.len(), 240, "{backend}");
        assert!(found.iter().all(|code| is_perfect(7, code) && is_linear(code)), "all are cosets of linear ones");
    }
    for squares in [1, 2] {
        assert_eq!(solved(&format!("squares = {squares}\nask = \"code\""), "balls", "varisat").len(), squares);
    }
}

#[test]
fn verify_accepts_exactly_the_codes_of_length_3() {
    let loaded = load("squares = 4\nask = \"code\"");
    for set in 0..256_usize {
        let code: BTreeSet<usize> = (0..8).filter(|word| set >> word & 1 == 1).collect();
        let listed: Vec<String> = code.iter().map(|word| format!("{word:03b}")).collect();
        let verified = verified(&loaded, "code", listed).is_ok();
        assert_eq!(verified, is_perfect(3, &code), "{code:?}");
    }
}

#[test]
fn small_boards_have_one_partition() {
    for formulation in ["balls", "codes"] {
        assert_eq!(solved("squares = 4\nask = \"partition\"", formulation, "varisat").len(), 1, "{formulation}");
        assert_eq!(solved("squares = 2\nask = \"partition\"", formulation, "xcc").len(), 1, "{formulation}");
    }
}

/// How often each number of cosets of one code occurs, and what the constructions reach.
#[test]
#[ignore = "long: run by CI"]
fn partitions_are_as_many_and_of_the_kinds_that_the_document_counts() {
    let text = "squares = 8\nask = \"partition\"";
    let instance = load(text).instance;
    let found = solved(text, "codes", "xcc");
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (mut coset, mut half_board, mut in_the_middle) = (0, 0, 0);
    for solution in &found {
        let solution = Solution::read(&*instance, solution).expect("it was verified");
        let analysis = instance.analysis().and_then(|family| family.analyze_solution(&solution, &|| false));
        let analysis = analysis.expect("the family has an analysis");
        let reported = boardwright_render::json::facts(&analysis.facts)["partition"].clone();
        *kinds.entry(reported["cosets_of_one_code"].to_string()).or_default() += 1;
        coset += usize::from(reported["coset_strategy"] == true);
        let pairings = reported["half_board_pairs"].as_array().expect("a list");
        half_board += usize::from(!pairings.is_empty());
        in_the_middle += usize::from(pairings.contains(&json!([[0, 4], [1, 5], [2, 6], [3, 7]])));
    }
    // docs/devils-chessboard.md, by a program that shares no code with this one.
    let expected = [
        ("[8]", 30),
        ("[6,2]", 840),
        ("[4,4]", 1050),
        ("[4,2,2]", 10080),
        ("[2,2,2,2]", 13440),
        ("[1,1,1,1,1,1,1,1]", 1920),
    ];
    assert_eq!(kinds, expected.map(|(kind, count)| (kind.to_string(), count)).into());
    assert_eq!((found.len(), coset, half_board, in_the_middle), (27360, 30, 1500, 16));
}

#[test]
fn verify_accepts_a_partition_in_any_order_and_no_other() {
    let loaded = load("squares = 4\nask = \"partition\"");
    let verify =
        |partition: Value| verified(&loaded, "partition", partition).map_err(|violation| violation.to_string());
    let right = [["000", "111"], ["001", "110"], ["010", "101"], ["100", "011"]];
    assert_eq!(verify(json!(right)), Ok(()));
    assert_eq!(verify(json!([right[2], right[0], right[3], right[1]])), Ok(()));
    assert_eq!(verify(json!("xor")), Ok(()));
    assert_eq!(verify(json!({ "half-board": { "function": "majority" } })), Ok(()));
    for (wrong, words) in [
        (json!([right[0], right[1], right[2]]), "found 3 codes, expected 4"),
        (json!([right[0], right[1], right[2], right[2]]), "the word 010 is in the codes 3 and 4"),
        (
            json!([right[0], right[1], right[2], ["100", "010"]]),
            "code 4: the words 010 and 100 of the code differ in 2 places",
        ),
        (json!([right[0], right[1], right[2], ["100"]]), "code 4: the code is not perfect"),
        (json!([right[0], right[1], right[2], ["100", "0110"]]), "code 4: expected a word of 3 bits, found `0110`"),
        (json!(7), "a list of codes"),
        (json!("hamming"), "a list of codes"),
    ] {
        let said = verify(wrong).expect_err("it is wrong");
        assert!(said.contains(words), "{said}");
    }
}

/// Squares exchanged, coins turned over, colours renamed: what is one stays one.
#[test]
fn what_keeps_the_rules_keeps_strategies_and_codes() {
    let loaded = load("squares = 8");
    for seed in 1..=20 {
        let mut random = Random(seed);
        let (_, strategy) = random_strategy(8, &mut random);
        let (squares, names) = (random.permutation(8), [random.permutation(8), random.permutation(8)]);
        let turned = random.below(256);
        let mut moved = vec![0; 256];
        for (vertex, &colour) in strategy.iter().enumerate() {
            let image =
                (0..8).filter(|bit| vertex >> bit & 1 == 1).fold(turned, |image, bit| image ^ 1 << squares[bit]);
            moved[image] = names[usize::from(odd(vertex))][colour];
        }
        assert!(is_strategy(8, &moved), "seed {seed}");
        assert_eq!(verified(&loaded, "strategy", moved.clone()), Ok(()), "seed {seed}");
        // Facts that do not depend on names and places are equal.
        let reported = |colours: &[usize]| {
            let reported = facts(&format!("squares = 8\nstrategy = {colours:?}"));
            let of = |half: &str| {
                let half = &reported[half];
                let pairings = half["half_board_pairs"].as_array().map(Vec::len);
                (half["cosets_of_one_code"].to_string(), half["coset_strategy"].clone(), pairings)
            };
            let mut both = [of("even"), of("odd")];
            both.sort_by_key(|half| half.0.clone());
            both
        };
        assert_eq!(reported(&strategy), reported(&moved), "seed {seed}");
        // And one colour changed is a mistake.
        let vertex = random.below(256);
        moved[vertex] = (moved[vertex] + 1 + random.below(7)) % 8;
        assert!(verified(&loaded, "strategy", moved).is_err(), "seed {seed}");
    }
}

fn verify(model: &str, solution: &Value) -> crate::support::Run {
    boardwright_with(&["verify", &format!("models/devils-chessboard/{model}.toml"), "-"], &solution.to_string(), &[])
}

#[test]
fn solutions_may_name_their_strategy() {
    let solution = |strategy: Value| json!({ "board": [], "strategy": strategy });
    for (model, strategy, words) in [
        ("strategy-8", json!("xor"), "verified: all 2^8 vertices have a neighbour of every colour\n"),
        ("strategy-8", json!({ "coset": { "code": "hamming" } }), "verified: all 2^8 vertices"),
        ("strategy-8", json!({ "half-board": { "function": { "threshold": 3 }, "of": "xor" } }), "verified: all"),
        ("half-board-8", json!({ "half-board": { "function": "majority" } }), "verified: all"),
        ("half-board-8", json!({ "half-board": { "function": "0000000100010111" } }), "verified: all"),
        ("xor-8", json!({ "coset": { "code": { "vasilev": { "function": [] } } } }), "verified: all"),
        ("strategy-4", json!({ "coset": { "words": ["010", "101"] } }), "verified: all 2^4"),
        (
            "strategy-16",
            json!({ "coset": { "code": { "vasilev": { "function": "majority" } } } }),
            "verified: all 2^16",
        ),
        ("strategy-64", json!("xor"), "`xor` is a strategy for 64 squares, a power of two"),
        (
            "strategy-64",
            json!({ "half-board": { "function": "majority", "of": { "coset": { "code": { "vasilev": { "function": "parity" } } } } } }),
            "verified: by argument, and tried on 16 vertices: the Hamming code of length 15 is perfect; Vasil'ev's construction \
             with any function turns it into a perfect code of length 31; the coset strategy of a perfect code is a \
             strategy; the half-board construction with any function turns it into a strategy for 64 squares\n",
        ),
    ] {
        let run = verify(model, &solution(strategy.clone()));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{model}, {strategy}: {}", run.stdout);
        assert!(run.stdout.contains(words), "{model}, {strategy}: {}", run.stdout);
    }
    for (model, strategy, words) in [
        ("strategy-8", json!("xr"), "expected a list of colours, the name \"xor\""),
        ("strategy-8", json!({ "coset": { "code": "hammming" } }), "expected a list of words, the name \"hamming\""),
        ("strategy-8", json!({ "coset": {} }), "expected exactly one of the keys `code`, `words`, `of` in `coset`"),
        ("strategy-8", json!({ "coset": { "kode": 1 } }), "unknown key `kode` in `coset` (`code`?)"),
        ("strategy-8", json!({ "half-board": { "of": "xor" } }), "missing `function` in `half-board`"),
        ("strategy-8", json!({ "half-board": { "function": "majorty" } }), "did you mean \"majority\"?"),
        ("strategy-8", json!({ "half-board": { "function": "0110" } }), "the function has 4 values, expected 2^4 = 16"),
        ("strategy-8", json!({ "half-board": { "function": ["011"] } }), "expected a word of 4 bits, found `011`"),
        ("strategy-8", json!({ "half-board": { "function": "zero", "of": "half" } }), "expected a list of colours"),
        ("strategy-8", json!({ "half-board": { "function": "zero", "of": [0, 1] } }), "2 colours, expected 2^4 = 16"),
        (
            "strategy-4",
            json!({ "coset": { "words": ["010", "110"] } }),
            "the words 010 and 110 of the code differ in 1 place",
        ),
        ("strategy-4", json!({ "coset": { "words": ["010"] } }), "the code is not perfect"),
        ("strategy-4", json!({ "coset": { "words": ["010", "010"] } }), "duplicate word 010"),
        (
            "strategy-8",
            json!({ "coset": { "code": { "vasilev": { "function": ["001"] } } } }),
            "001 is not a word of the smaller code",
        ),
        ("impossible-6", json!({ "coset": { "code": "hamming" } }), "there is no Hamming code of length 5"),
        ("impossible-6", json!({ "half-board": { "function": "zero" } }), "`xor` is not a strategy for 3 squares"),
        ("impossible-3", json!({ "half-board": { "function": "zero" } }), "cannot cut 3 squares into halves"),
        // The first vertex where they differ: heads on 0, 1 and 2 have the xor 3, and three ones make it the upper square.
        ("half-board-8", json!("xor"), "`half-board` gives 00000111 the colour 7, found 3"),
        ("strategy-64", json!([0, 1]), "a table is not supported for more than 16 squares"),
    ] {
        let run = verify(model, &solution(strategy.clone()));
        assert_eq!(run.code, 1, "{model}, {strategy}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(words), "{model}, {strategy}: {}", run.stdout);
    }
}

#[test]
fn solutions_may_name_their_code() {
    let solution = |code: Value| json!({ "board": [], "code": code });
    for (model, code) in [
        ("code-4", json!("hamming")),
        ("code-4", json!(["001", "110"])),
        ("code-8", json!({ "vasilev": { "function": ["111"] } })),
        ("code-64", json!("hamming")),
        ("code-64", json!({ "vasilev": { "function": "parity", "of": { "vasilev": { "function": "majority" } } } })),
        ("vasilev-16", json!({ "vasilev": { "function": { "threshold": 4 }, "of": "hamming" } })),
    ] {
        let run = verify(model, &solution(code.clone()));
        assert_eq!(run.code, 0, "{model}, {code}: {}{}", run.stdout, run.stderr);
    }
    for (model, code, words) in [
        ("code-4", json!(["000", "011"]), "differ in 2 places"),
        ("vasilev-16", json!("hamming"), "the code that the model asks for"),
        ("code-64", json!(["0"]), "not supported for codes longer than 15"),
        ("code-64", json!({ "class": { "of": "xor" } }), "not supported for more than 16 squares"),
        ("impossible-code-6", json!("hamming"), "there is no Hamming code of length 5"),
    ] {
        let run = verify(model, &solution(code.clone()));
        assert_eq!(run.code, 1, "{model}, {code}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(words), "{model}, {code}: {}", run.stdout);
    }
}

#[test]
fn methods_make_strategies_codes_and_partitions() {
    let listed = boardwright(&["list", "methods"]).stdout;
    for name in ["xor", "coset", "half-board", "hamming", "vasilev", "counting", "given"] {
        assert!(listed.lines().any(|line| line.split_whitespace().take(2).eq(["devils-chessboard", name])), "{name}");
    }
    let solve = |model: &str, method: &str| {
        let model = format!("models/devils-chessboard/{model}.toml");
        boardwright(&["solve", &model, "--method", method, "--format", "json"])
    };
    for (model, method) in [
        ("strategy-8", "xor"),
        ("strategy-8", "coset"),
        ("strategy-8", "half-board"),
        ("strategy-2", "half-board"),
        ("strategy-64", "half-board"),
        ("half-board-8", "half-board"),
        ("xor-8", "coset"),
        ("round-64", "coset"),
        ("round-64-vasilev", "coset"),
        ("code-8", "hamming"),
        ("code-8", "vasilev"),
        ("code-64", "vasilev"),
        ("partition-8", "coset"),
        ("partition-8", "half-board"),
        ("vasilev-16", "vasilev"),
    ] {
        let run = solve(model, method);
        assert_eq!(run.code, 0, "{model}, {method}: {}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        assert_eq!(
            (&report["answer"], &report["method"]),
            (&"satisfiable".into(), &method.into()),
            "{model}, {method}"
        );
        // What is printed is accepted when it comes back.
        let back =
            boardwright_with(&["verify", &format!("models/devils-chessboard/{model}.toml"), "-"], &run.stdout, &[]);
        assert_eq!(back.code, 0, "{model}, {method}: {}{}", back.stdout, back.stderr);
    }
    for (model, method, words) in [
        ("strategy-1", "half-board", "one square cannot be cut"),
        ("strategy-8", "hamming", "`hamming` supports only codes"),
        ("code-8", "coset", "use `hamming` or `vasilev`"),
        ("xor-8", "half-board", "makes another strategy"),
        ("round-64", "half-board", "makes another strategy"),
        ("vasilev-16", "hamming", "makes another code"),
        ("impossible-6", "coset", "needs a power of two"),
        ("strategy-8", "given", "requires a model that lists the colours"),
    ] {
        let run = solve(model, method);
        assert_eq!(run.code, 3, "{model}, {method}");
        assert!(run.stdout.contains(words), "{model}, {method}: {}", run.stdout);
    }
    // The same as in the document: with four squares in a half, the majority is three or more.
    let by_default: Value = serde_json::from_str(&solve("strategy-8", "half-board").stdout).expect("it is JSON");
    let named: Value = serde_json::from_str(&solve("half-board-8", "half-board").stdout).expect("it is JSON");
    assert_eq!(by_default["solutions"], named["solutions"]);
}

#[test]
fn a_round_may_follow_any_strategy() {
    for seed in 1..=10 {
        let mut random = Random(seed);
        let squares = [2, 4, 8, 16][random.below(4)];
        let (text, strategy) = random_strategy(squares, &mut random);
        let (vertex, target) = (random.below(1 << squares), random.below(squares));
        let coins: String = (0..squares).map(|square| if vertex >> square & 1 == 1 { 'H' } else { 'T' }).collect();
        let model = format!("squares = {squares}\ncoins = \"{coins}\"\ntarget = {target}\nstrategy = {text}");
        let flips: Vec<usize> = (0..squares).filter(|square| strategy[vertex ^ 1 << square] == target).collect();
        assert_eq!(vec![made(&model).details["flip"].as_u64().expect("a square") as usize], flips, "seed {seed}");
        let searched = solved(&model, "round", "varisat");
        assert_eq!(searched.len(), 1, "seed {seed}");
        assert_eq!(searched[0].details["flip"], flips[0], "seed {seed}");
    }
}

#[test]
fn analyze_tells_of_solutions() {
    let folder = Folder::new("devils-analyze");
    let model = "models/devils-chessboard/strategy-8.toml";
    let solved = boardwright(&["solve", model, "--method", "half-board", "--format", "json"]);
    let solution = folder.file("solution.json", &solved.stdout);
    let run = boardwright(&["analyze", model, "--of", &solution]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let by_name = boardwright(&["analyze", "models/devils-chessboard/half-board-8.toml"]);
    let from_even = |text: &str| text[text.find("even number").expect("it is named")..].to_string();
    assert_eq!(from_even(&run.stdout), from_even(&by_name.stdout));
    assert!(run.stdout.contains("half-board, cut in the middle, with the function 1 on 0111 1011 1101 1110 1111"));
    let table = boardwright(&["analyze", model, "--of", &solution, "--table"]);
    assert_eq!(table.stdout, boardwright(&["analyze", "models/devils-chessboard/half-board-8.toml", "--table"]).stdout);
    let several = folder.file("two.jsonl", "{\"board\": [], \"strategy\": \"xor\"}\n".repeat(2));
    let run = boardwright(&["analyze", model, "--of", &several]);
    assert!(run.stdout.contains("solution 2\n"), "{}", run.stdout);
    let run = boardwright(&["analyze", model, "--of", &several, "--table"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    let wrong = folder.file("wrong.json", "{\"board\": [], \"strategy\": [0, 1]}");
    let run = boardwright(&["analyze", model, "--of", &wrong]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("2 colours, expected 2^8"), "{}", run.stderr);
    let other = boardwright(&["analyze", "models/alternation/four.toml", "--of", &wrong]);
    assert_ne!(other.code, 0);
}

/// A round that is typed, and what is printed.
fn played(model: &str, input: &str) -> crate::support::Run {
    boardwright_with(&["play", &format!("models/devils-chessboard/{model}.toml"), "--seed", "1"], input, &[])
}

#[test]
fn a_game_is_won_by_the_strategy_and_lost_without() {
    let run = played("strategy-8", "HTTHHTHT\n5\n4\n5\nn\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("The devil pointed at square 5: the prisoners win."), "{}", run.stdout);
    assert!(run.stdout.ends_with("1 round: won by the prisoners.\n"), "{}", run.stdout);
    let (before, after) = run.stdout.split_once("the second prisoner comes in").expect("the middle of the round");
    assert!(before.contains('*') && !after.contains('*'), "the second prisoner does not see the devil's square");
    // The first prisoner turns a wrong coin, the second reads what is there.
    let run = played("strategy-8", "htth htht\n5\n3\n\nn\n");
    assert!(run.stdout.contains("the devil wins.\nBy the strategy, the first prisoner turns square 4, not square 3."));
    // The second misreads.
    let run = played("strategy-8", "HTTHHTHT\n5\n4\n6\nno\n");
    assert!(run.stdout.contains("By the strategy, these coins mean square 5: heads are on 0, 3, 6: their xor is 5."));
    // Every round in which the program advises both is won, by any strategy.
    for model in ["strategy-1", "strategy-2", "coset-8", "half-board-8", "round-64-vasilev", "round-8"] {
        let run = played(model, &"\n".repeat(50));
        let last = run.stdout.lines().last().unwrap_or_default();
        assert!(last.contains("the devil 0."), "{model}: {last}");
        assert_eq!(run.code, 0);
    }
}

#[test]
fn a_game_explains_itself_and_takes_mistakes() {
    let run = played("half-board-8", "HTX\nHTT\n?\nHTTHHTHT\n8\n-1\n?\n5\nr1c9\n?\n0\n?\n5\nmaybe\nn\n");
    for words in [
        "`X` is not a coin; type H or T.",
        "Those are 3 coins; the board has 8 squares.",
        "Any coins will do.",
        "Unknown square. Type a number from 0 to 7; ? explains.",
        "Any square will do",
        "Turn square 0; then the halves differ by 1101, which names the pair 1-5",
        "the number of heads of the upper half is even and the function is 1, so it is the upper one, 5.",
        "Answer yes (Enter) or no (n).",
        "the prisoners win",
    ] {
        assert!(run.stdout.contains(words), "no `{words}` in\n{}", run.stdout);
    }
    // The end of the input and `q` leave, wherever the round is.
    for input in
        ["", "HTTH", "HTTHHTHT\n", "HTTHHTHT\n5\n", "HTTHHTHT\n5\n4\n", "q\n", "HTTHHTHT\nq\n", "\u{ff}\u{0}\n"]
    {
        let run = played("strategy-8", input);
        assert_eq!(run.code, 0, "{input:?}");
        assert!(run.stdout.ends_with("No round was finished.\n"), "{input:?}: {}", run.stdout);
    }
    let same = played("strategy-8", "\n\n\n\nn\n").stdout;
    assert_eq!(same, played("strategy-8", "\n\n\n\nn\n").stdout, "a seed says what is random");
    for (model, words) in [
        ("devils-chessboard/impossible-6.toml", "6 squares have no strategy"),
        ("devils-chessboard/code-8.toml", "no game is played with ask = \"code\""),
        ("knightdoku/warm-up.toml", "`play` does not support `knightdoku` models"),
        ("grid/star-battle.toml", "help: play it in a browser with `boardwright workbench MODEL`"),
    ] {
        let run = boardwright(&["play", &format!("models/{model}")]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    assert_eq!(boardwright(&["play", "-"]).code, 2);
}
