//! The reader of strategies, codes and functions in models and solutions: one grammar, for TOML and JSON.
//!
//! ```text
//! strategy = "xor" | [colour, ...] | { coset = COSET } | { half-board = { function = FUNCTION, of = strategy } }
//! COSET    = { code = CODE, odd = CODE } | { words = [word, ...], odd = CODE } | { of = strategy }
//! CODE     = "hamming" | [word, ...] | { vasilev = { function = FUNCTION, of = CODE } }
//!          | { class = { of = strategy, colour = 0, half = "even" } }
//! FUNCTION = "zero" | "parity" | "majority" | { threshold = 3 } | [word, ...] | "00010111"
//! ```
//!
//! The defaults: `of` is `xor` or `hamming`, `odd` the same code as `code`. `class` is the code of a colour of a
//! strategy in one half of the cube, and `coset = { of = S }` the coset strategy of colour 0 of `S`, with the code of
//! each half. Both are written out, so they are limited to 16 squares, like lists of words and of colours.
//!
//! The results have the right lengths; `verify` checks whether a table is a strategy and a list of words a perfect
//! code.

use super::claim::{Code, Function, Strategy};
use super::{MAX_TABLE, function, verify, word};
use boardwright_base::diagnostic::{nearest, quote};
use serde_json::{Map, Value};

/// One step from a value to a value inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The value of a key.
    Key(&'static str),
    /// An item of a list.
    Item(usize),
}

/// An error and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct Wrong {
    /// The steps from the outermost value to the wrong one, last step first.
    path: Vec<Step>,
    /// The message.
    pub(super) words: String,
}

impl Wrong {
    fn new<T>(words: impl Into<String>) -> Result<T, Wrong> {
        Err(Wrong { path: Vec::new(), words: words.into() })
    }

    /// Returns the steps to the wrong value, first step first.
    pub(super) fn path(&self) -> impl Iterator<Item = Step> {
        self.path.iter().rev().copied()
    }
}

trait Within {
    /// Puts an error inside a step.
    fn within(self, step: Step) -> Self;
}

impl<T> Within for Result<T, Wrong> {
    fn within(self, step: Step) -> Self {
        self.map_err(|mut wrong| {
            wrong.path.push(step);
            wrong
        })
    }
}

/// Reads a strategy for this number of squares.
pub(super) fn strategy(given: &Value, squares: usize) -> Result<Strategy, Wrong> {
    match given {
        Value::String(name) if name == "xor" && squares.is_power_of_two() => Ok(Strategy::Xor),
        Value::String(name) if name == "xor" => {
            Wrong::new(format!("`xor` is not a strategy for {squares} squares: not a power of two"))
        }
        Value::Array(colours) => table(colours, squares),
        Value::Object(of) => match one_of(of, &["coset", "half-board"], "a strategy")? {
            ("coset", given) => coset(given, squares).within(Step::Key("coset")),
            (_, given) => half_board(given, squares).within(Step::Key("half-board")),
        },
        _ => Wrong::new(
            "expected a list of colours, the name \"xor\", or an object with the key `coset` or `half-board` for `strategy`",
        ),
    }
}

fn table(entries: &[Value], squares: usize) -> Result<Strategy, Wrong> {
    if squares > MAX_TABLE {
        return Wrong::new(format!(
            "a table is not supported for more than {MAX_TABLE} squares: give the strategy by its name, such as \"xor\""
        ));
    }
    let vertices = 1 << squares;
    if entries.len() != vertices {
        return Wrong::new(format!("the strategy has {} colours, expected 2^{squares} = {vertices}", entries.len()));
    }
    let colour = |(vertex, entry): (usize, &Value)| match entry.as_u64() {
        Some(colour) if colour < squares as u64 => Ok(colour as usize),
        _ => {
            let (vertex, last) = (word::written(&word::word(vertex, squares)), squares - 1);
            Wrong::new(format!("the colour of {vertex} is not an integer from 0 to {last}"))
        }
    };
    let colours = entries.iter().enumerate().map(|entry| colour(entry).within(Step::Item(entry.0)));
    Ok(Strategy::Table(colours.collect::<Result<_, _>>()?))
}

fn coset(given: &Value, squares: usize) -> Result<Strategy, Wrong> {
    let of = object(given, "`coset`", &["code", "words", "of", "odd"])?;
    let rest: Map<String, Value> =
        of.iter().filter(|(key, _)| *key != "odd").map(|(key, value)| (key.clone(), value.clone())).collect();
    let odd = of.get("odd").map(|odd| code(odd, squares - 1).within(Step::Key("odd"))).transpose()?;
    match one_of(&rest, &["code", "words", "of"], "`coset`")? {
        ("of", _) if odd.is_some() => {
            Wrong::new("`odd` is not supported with `of`, which determines both codes; it requires `code` or `words`")
        }
        ("of", given) => of_strategy(given, squares).within(Step::Key("of")),
        (key, given) => {
            let code = if key == "words" { words_alone(given, squares - 1) } else { code(given, squares - 1) };
            Ok(Strategy::Coset { code: code.within(Step::Key(key))?, odd })
        }
    }
}

/// Reads the coset strategy of colour 0 of a strategy.
fn of_strategy(given: &Value, squares: usize) -> Result<Strategy, Wrong> {
    let of = written_out(given, squares)?;
    let [code, odd] = [false, true].map(|odd| class(&of, 0, odd, squares));
    Ok(if code == odd { Strategy::coset(code) } else { Strategy::Coset { code, odd: Some(odd) } })
}

/// Reads a valid strategy as a list of its colours.
fn written_out(given: &Value, squares: usize) -> Result<Vec<usize>, Wrong> {
    if squares > MAX_TABLE {
        return Wrong::new(format!("the codes of a strategy are not supported for more than {MAX_TABLE} squares"));
    }
    let strategy = strategy(given, squares)?;
    match verify::holds(&strategy, squares) {
        Ok(_) => Ok(strategy.table(squares)),
        Err(breach) => Wrong::new(breach.to_string()),
    }
}

/// Returns the code of a colour in one half of the cube.
pub(super) fn class(colours: &[usize], colour: usize, odd: bool, squares: usize) -> Code {
    let member = |word: usize| {
        let last = usize::from((word.count_ones() % 2 == 1) != odd);
        colours[word << 1 | last] == colour
    };
    Code::Words((0..1 << (squares - 1)).map(member).collect())
}

fn half_board(given: &Value, squares: usize) -> Result<Strategy, Wrong> {
    let object = object(given, "`half-board`", &["function", "of"])?;
    if !squares.is_multiple_of(2) {
        let plural = if squares == 1 { "" } else { "s" };
        return Wrong::new(format!("cannot cut {squares} square{plural} into halves"));
    }
    let of = match object.get("of") {
        Some(of) => strategy(of, squares / 2),
        None => strategy(&"xor".into(), squares / 2),
    };
    let Some(given) = object.get("function") else {
        return Wrong::new("missing `function` in `half-board`; the function that is 0 everywhere is \"zero\"");
    };
    let function = function(given, squares / 2).within(Step::Key("function"))?;
    Ok(Strategy::HalfBoard { function, of: Box::new(of.within(Step::Key("of"))?) })
}

/// Reads a code of this length.
pub(super) fn code(given: &Value, length: usize) -> Result<Code, Wrong> {
    match given {
        Value::String(name) if name == "hamming" => {
            if (length + 1).is_power_of_two() {
                return Ok(Code::Hamming);
            }
            Wrong::new(format!(
                "there is no Hamming code of length {length}, which is not one less than a power of two"
            ))
        }
        Value::Array(_) => words_alone(given, length),
        Value::Object(of) => match one_of(of, &["vasilev", "class"], "a code")? {
            ("vasilev", given) => vasilev(given, length).within(Step::Key("vasilev")),
            (_, given) => class_of(given, length).within(Step::Key("class")),
        },
        _ => Wrong::new(
            "expected a list of words, the name \"hamming\", or an object with the key `vasilev` or `class` for a code",
        ),
    }
}

fn words_alone(given: &Value, length: usize) -> Result<Code, Wrong> {
    if length >= MAX_TABLE {
        return Wrong::new(format!("a list of words is not supported for codes longer than {}", MAX_TABLE - 1));
    }
    let mut members = vec![false; 1 << length];
    for (index, word) in words(given, length)?.iter().enumerate() {
        if std::mem::replace(&mut members[word::number(word)], true) {
            return Wrong::new(format!("duplicate word {}", word::written(word))).within(Step::Item(index));
        }
    }
    Ok(Code::Words(members))
}

fn vasilev(given: &Value, length: usize) -> Result<Code, Wrong> {
    let object = object(given, "`vasilev`", &["function", "of"])?;
    if length.is_multiple_of(2) {
        return Wrong::new(format!("Vasil'ev's construction requires an odd length, found {length}"));
    }
    let smaller = length / 2;
    let of = match object.get("of") {
        Some(of) => code(of, smaller),
        None => code(&"hamming".into(), smaller),
    };
    let of = of.within(Step::Key("of"))?;
    let Some(given) = object.get("function") else {
        return Wrong::new("missing `function` in `vasilev`; the function that is 0 everywhere is \"zero\"");
    };
    let function = function(given, smaller).within(Step::Key("function"))?;
    if let Function::Words(words) = &function
        && let Some(other) = words.iter().find(|word| !of.contains(word))
    {
        let words = format!("{} is not a word of the smaller code", word::written(other));
        return Wrong::new(words).within(Step::Key("function"));
    }
    Ok(Code::Vasilev { function, of: Box::new(of) })
}

fn class_of(given: &Value, length: usize) -> Result<Code, Wrong> {
    let object = object(given, "`class`", &["of", "colour", "half"])?;
    let squares = length + 1;
    let Some(of) = object.get("of") else { return Wrong::new("missing `of` in `class`") };
    let of = written_out(of, squares).within(Step::Key("of"))?;
    let colour = match object.get("colour").map(Value::as_u64) {
        None => 0,
        Some(Some(colour)) if colour < squares as u64 => colour as usize,
        Some(_) => {
            return Wrong::new(format!("expected an integer from 0 to {length} for `colour`"))
                .within(Step::Key("colour"));
        }
    };
    let odd = match object.get("half").map(Value::as_str) {
        None | Some(Some("even")) => false,
        Some(Some("odd")) => true,
        Some(_) => return Wrong::new("expected \"even\" or \"odd\" for `half`").within(Step::Key("half")),
    };
    Ok(class(&of, colour, odd, squares))
}

/// Reads a function on words of this number of bits.
fn function(given: &Value, bits: usize) -> Result<Function, Wrong> {
    match given {
        Value::String(name) if Function::named(name).is_some() => Ok(Function::named(name).expect("it was found")),
        Value::String(values) if !values.is_empty() && values.chars().all(|value| matches!(value, '0' | '1')) => {
            if bits > MAX_TABLE {
                return Wrong::new(format!(
                    "a function on {bits} bits has too many values to list: give its name, or the words with value 1"
                ));
            }
            if values.len() != 1 << bits {
                let (given, right) = (values.len(), 1 << bits);
                return Wrong::new(format!("the function has {given} values, expected 2^{bits} = {right}"));
            }
            Ok(Function::Table(values.chars().map(|value| value == '1').collect()))
        }
        Value::String(name) => {
            let meant =
                nearest(name, function::NAMES).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            let names = function::NAMES.map(|name| format!("\"{name}\"")).join(", ");
            Wrong::new(format!(
                "unknown function {}{meant} Expected {names}, its values as zeros and ones, a list of words, or an \
                 object with a `threshold`",
                quote(name)
            ))
        }
        Value::Array(_) => Ok(Function::Words(words(given, bits)?.into_iter().collect())),
        Value::Object(object) => match one_of(object, &["threshold"], "a function")?.1.as_u64() {
            Some(least) => Ok(Function::Threshold(usize::try_from(least).unwrap_or(usize::MAX))),
            None => Wrong::new("expected an integer for `threshold` (minimum number of ones)")
                .within(Step::Key("threshold")),
        },
        _ => Wrong::new(
            "expected a name, values as zeros and ones, a list of words, or an object with a `threshold` for a function",
        ),
    }
}

/// Reads a list of words of this number of bits.
fn words(given: &Value, bits: usize) -> Result<Vec<Vec<bool>>, Wrong> {
    let Value::Array(items) = given else {
        return Wrong::new("expected a list of strings of zeros and ones for words");
    };
    let word = |(index, item): (usize, &Value)| {
        let word = item.as_str().and_then(|text| word::read(text, bits));
        let plural = if bits == 1 { "" } else { "s" };
        let given = item.as_str().map_or_else(|| item.to_string(), quote);
        word.map_or_else(|| Wrong::new(format!("expected a word of {bits} bit{plural}, found {given}")), Ok)
            .within(Step::Item(index))
    };
    items.iter().enumerate().map(word).collect()
}

fn object<'v>(given: &'v Value, name: &str, keys: &[&'static str]) -> Result<&'v Map<String, Value>, Wrong> {
    let keys_shown = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    let Value::Object(object) = given else {
        return Wrong::new(format!("expected an object with the keys {keys_shown} for {name}"));
    };
    match object.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(other) => {
            let meant = nearest(other, keys.iter().copied()).map_or(String::new(), |near| format!(" (`{near}`?)"));
            Wrong::new(format!("unknown key {} in {name}{meant}; its keys are {keys_shown}", quote(other)))
        }
        None => Ok(object),
    }
}

/// Returns the only key of an object, and its value.
fn one_of<'v>(
    given: &'v Map<String, Value>,
    keys: &[&'static str],
    name: &str,
) -> Result<(&'static str, &'v Value), Wrong> {
    let known: Vec<(&'static str, &Value)> =
        keys.iter().filter_map(|&key| given.get(key).map(|value| (key, value))).collect();
    match (&known[..], given.len()) {
        (&[one], 1) => Ok(one),
        _ => {
            let keys_shown = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
            let which = if keys.len() == 1 { "the key" } else { "exactly one of the keys" };
            Wrong::new(format!("expected {which} {keys_shown} in {name}"))
        }
    }
}
