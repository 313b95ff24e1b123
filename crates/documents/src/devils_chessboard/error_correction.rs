//! What a code of any words detects and corrects, and how a word is decoded.
//!
//! The *distance* of a code is the least number of bits in which two of its words differ. A code of distance `d` detects
//! `d - 1` errors and corrects `(d - 1) / 2`: {000, 111}, the triple repetition, detects two and corrects one.
//!
//! A linear code, or a code that becomes one when a word is added to all its words, is the set of solutions of parity
//! equations. The sums of a received word, its *syndrome*, name the errors: the fewest bits with the same sums.

use super::claim::Code;
use super::word;
use boardwright_puzzle::Fact;
use serde_json::{Value, json};

/// The most code words that are named as nearest to a word.
const MAX_NAMED: usize = 8;

/// The equations of a code: sets of bits, as a number, and their sum in code words.
struct Checks(Vec<(usize, bool)>);

/// Returns the facts about a code of few enough bits to list its words; with a word, how it is decoded.
pub(super) fn facts(code: &Code, length: usize, received: Option<&[bool]>) -> Vec<Fact> {
    let members = code.members(length);
    let words: Vec<usize> = (0..members.len()).filter(|&word| members[word]).collect();
    if words.is_empty() {
        return vec![Fact::new("distance", Value::Null, "the code has no words")];
    }
    let distances = distances(&words, length);
    let radius = distances.iter().copied().max().unwrap_or(0);
    let distance = distance(&words, length);
    let (detects, corrects) = (distance.map(|distance| distance - 1), distance.map(|distance| (distance - 1) / 2));
    let mut summary = match distance {
        Some(distance) => {
            format!(
                "distance {distance}: number of errors detected: {}, corrected: {}",
                distance - 1,
                (distance - 1) / 2
            )
        }
        None => "one word: any number of errors is detected and corrected".to_string(),
    };
    summary.push_str(&format!("; covering radius {radius}"));
    let mut facts = vec![
        Fact::new("distance", distance, summary),
        Fact::new("detects", detects, ""),
        Fact::new("corrects", corrects, ""),
        Fact::new("covering_radius", radius, ""),
    ];
    if let Some(copies) = repetition(&words, length) {
        facts.push(Fact::new("repetition", copies, format!("a repetition code: each bit is sent {copies} times")));
    }
    let checks = Checks::of(&words, length);
    if let Some(checks) = &checks {
        facts.push(checks.fact(length));
    }
    if let Some(received) = received {
        facts.push(decoded(&words, checks.as_ref(), received));
    }
    facts
}

/// Returns the least number of bits in which two words differ; `None` for one word.
fn distance(words: &[usize], length: usize) -> Option<u32> {
    // From each word to the others, layer by layer, would take longer than the pairs of a code of few words.
    let pairs =
        words.iter().enumerate().flat_map(|(index, &a)| words[..index].iter().map(move |&b| (a ^ b).count_ones()));
    if words.len() < 1 << 10 {
        return pairs.min();
    }
    let members: std::collections::HashSet<usize> = words.iter().copied().collect();
    let near = |weight: u32| {
        (1usize..1 << length)
            .filter(|change| change.count_ones() == weight)
            .any(|change| words.iter().any(|word| members.contains(&(word ^ change))))
    };
    (1..=length as u32).find(|&weight| near(weight))
}

/// Returns, by word, the number of bits in which it differs from the nearest code word.
fn distances(words: &[usize], length: usize) -> Vec<u32> {
    let mut distances = vec![u32::MAX; 1 << length];
    words.iter().for_each(|&word| distances[word] = 0);
    let mut reached = words.to_vec();
    let mut next = 0;
    while let Some(&word) = reached.get(next) {
        next += 1;
        for bit in 0..length {
            let other = word ^ 1 << bit;
            if distances[other] == u32::MAX {
                distances[other] = distances[word] + 1;
                reached.push(other);
            }
        }
    }
    distances
}

/// Returns how often each bit is sent, if the words are all repetitions of the words of a smaller length, block by block.
fn repetition(words: &[usize], length: usize) -> Option<usize> {
    let copies = (2..=length).filter(|copies| length.is_multiple_of(*copies) && words.len() == 1 << (length / copies));
    copies.max().filter(|copies| {
        let bits = length / copies;
        let low = (1usize << bits) - 1;
        words.iter().all(|word| (0..*copies).all(|copy| word >> (copy * bits) & low == word & low))
    })
}

impl Checks {
    /// Returns `None` if the code is not the set of solutions of equations.
    fn of(words: &[usize], length: usize) -> Option<Checks> {
        let mut basis: Vec<usize> = Vec::new();
        for word in words {
            let rest = basis.iter().fold(word ^ words[0], |rest, &known| rest.min(rest ^ known));
            if rest > 0 {
                basis.push(rest);
            }
        }
        if words.len() != 1 << basis.len() {
            return None;
        }
        let mut rows: Vec<usize> = Vec::new();
        for set in 1..1usize << length {
            let sums_to_zero = basis.iter().all(|word| (word & set).count_ones() % 2 == 0);
            // Each row has a lowest bit of its own, which no other row has.
            let rest = rows
                .iter()
                .fold(set, |rest, row| if rest & (row & row.wrapping_neg()) > 0 { rest ^ row } else { rest });
            if sums_to_zero && rest > 0 {
                let low = rest & rest.wrapping_neg();
                rows.iter_mut().filter(|row| **row & low > 0).for_each(|row| *row ^= rest);
                rows.push(rest);
                if rows.len() == length - basis.len() {
                    break;
                }
            }
        }
        rows.sort_unstable_by_key(|row| row.trailing_zeros());
        Some(Checks(rows.into_iter().map(|row| (row, (row & words[0]).count_ones() % 2 == 1)).collect()))
    }

    fn fact(&self, length: usize) -> Fact {
        let equations: Vec<String> =
            self.0.iter().map(|(row, sum)| format!("{} = {}", terms(*row), u8::from(*sum))).collect();
        let rows: Vec<String> = self.0.iter().map(|(row, _)| word::written(&word::word(*row, length))).collect();
        let dimension = length - rows.len();
        let words = match rows.len() {
            0 => "every word is a code word".to_string(),
            _ => format!(
                "dimension {dimension}; parity equations, b1 at the right of a word: {}; parity-check matrix: {}",
                equations.join(", "),
                rows.join(" ")
            ),
        };
        Fact::new("checks", json!({ "dimension": dimension, "equations": equations, "matrix": rows }), words)
    }

    /// Returns which equations a word breaks.
    fn syndrome(&self, word: usize) -> Vec<bool> {
        self.0.iter().map(|(row, sum)| ((row & word).count_ones() % 2 == 1) != *sum).collect()
    }
}

/// Formats `b1 + b3`.
fn terms(set: usize) -> String {
    let bits = (0..usize::BITS).filter(|bit| set >> bit & 1 == 1).map(|bit| format!("b{}", bit + 1));
    bits.collect::<Vec<String>>().join(" + ")
}

/// Decodes a word step by step.
fn decoded(words: &[usize], checks: Option<&Checks>, received: &[bool]) -> Fact {
    let (number, length) = (word::number(received), received.len());
    let written = |number: usize| word::written(&word::word(number, length));
    let mut lines = vec![format!("the word {} is decoded:", written(number))];
    let mut value = json!({ "word": written(number) });
    if let Some(checks) = checks {
        let syndrome = checks.syndrome(number);
        for ((row, sum), broken) in checks.0.iter().zip(&syndrome) {
            let holds = if *broken { "broken" } else { "holds" };
            lines.push(format!("  {} = {}: {holds}", terms(*row), u8::from(*sum != *broken)));
        }
        value["syndrome"] = syndrome.iter().map(|&broken| u8::from(broken)).collect();
    }
    let errors = words.iter().map(|word| (word ^ number).count_ones()).min().unwrap_or(0);
    let nearest: Vec<usize> = words.iter().copied().filter(|word| (word ^ number).count_ones() == errors).collect();
    let names: Vec<String> = nearest.iter().take(MAX_NAMED).map(|&word| written(word)).collect();
    lines.push(match (errors, &nearest[..]) {
        (0, _) => "  it is a code word".to_string(),
        (_, [one]) => {
            format!("  wrong: {}; the only nearest code word is {}", terms(one ^ number).replace(" + ", ", "), names[0])
        }
        (_, several) => format!(
            "  {errors} wrong {}; {} code words are equally near: {}{}",
            if errors == 1 { "bit" } else { "bits" },
            several.len(),
            names.join(", "),
            if several.len() > MAX_NAMED { ", ..." } else { "" }
        ),
    });
    value["errors"] = errors.into();
    value["nearest"] = nearest.iter().map(|&word| written(word)).collect();
    Fact::new("decoded", value, lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(words: &[&str]) -> (Code, usize) {
        let length = words[0].len();
        let mut members = vec![false; 1 << length];
        for text in words {
            members[word::number(&word::read(text, length).expect("a word"))] = true;
        }
        (Code::Words(members), length)
    }

    fn fact(code: &(Code, usize), received: Option<&str>, name: &str) -> Value {
        let received = received.map(|text| word::read(text, code.1).expect("a word"));
        let facts = facts(&code.0, code.1, received.as_deref());
        facts.into_iter().find(|fact| fact.name == name).map_or(Value::Null, |fact| fact.value)
    }

    /// The document: the triple repetition corrects one error; the Hamming code of length 7 has these equations, and
    /// 1110010 has a wrong bit.
    #[test]
    fn the_codes_of_the_document() {
        let triple = code(&["000", "111"]);
        assert_eq!(
            ["distance", "detects", "corrects", "repetition"].map(|name| fact(&triple, None, name)),
            [3, 2, 1, 3]
        );
        let hamming = (Code::Hamming, 7);
        assert_eq!(fact(&hamming, None, "distance"), 3);
        let equations = json!(["b1 + b3 + b5 + b7 = 0", "b2 + b3 + b6 + b7 = 0", "b4 + b5 + b6 + b7 = 0"]);
        assert_eq!(fact(&hamming, None, "checks")["equations"], equations);
        for word in 0..128 {
            let text = word::written(&word::word(word, 7));
            let decoded = fact(&hamming, Some(&text), "decoded");
            // The syndrome, read as a number, is the square of the wrong bit.
            let bits = decoded["syndrome"].as_array().expect("a list");
            let square = (0..3).map(|bit| bits[bit].as_u64().expect("a bit") << bit).sum::<u64>() as usize;
            let right = if square == 0 { word } else { word ^ 1 << (square - 1) };
            assert_eq!(decoded["nearest"], json!([word::written(&word::word(right, 7))]), "{text}");
        }
    }

    /// Compared with all pairs of words and all words.
    #[test]
    fn any_code_agrees_with_brute_force() {
        let mut random = boardwright_base::random::Random(2);
        for _ in 0..60 {
            let length = 1 + random.below(6);
            let members: Vec<bool> = (0..1 << length).map(|_| random.below(4) == 0).collect();
            let words: Vec<usize> = (0..members.len()).filter(|&word| members[word]).collect();
            let code = (Code::Words(members.clone()), length);
            if words.is_empty() {
                assert_eq!(fact(&code, None, "distance"), Value::Null);
                continue;
            }
            let pairs = words.iter().flat_map(|a| words.iter().map(move |b| (a ^ b).count_ones()));
            assert_eq!(fact(&code, None, "distance"), json!(pairs.filter(|&bits| bits > 0).min()));
            let far = (0..1usize << length).map(|word| words.iter().map(|near| (word ^ near).count_ones()).min());
            assert_eq!(fact(&code, None, "covering_radius"), json!(far.flatten().max()));
            let closed = words.iter().all(|a| words.iter().all(|b| members[a ^ b ^ words[0]]));
            assert_eq!(fact(&code, None, "checks") != Value::Null, closed);
        }
    }
}
