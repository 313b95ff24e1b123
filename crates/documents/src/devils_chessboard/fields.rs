//! The keys of a model, and the instance that they make.
//!
//! The tables of strategies and codes refer to themselves (a half-board strategy contains a strategy), so they are
//! statics. `notation` reads the values, as it reads those of solutions; this file gives its errors their place in
//! the model.

use super::claim::{Code, Strategy};
use super::notation::{self, Step, Wrong};
use super::{Asked, Chessboard, MAX_SQUARES, MAX_TABLE, best, verify, word};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Span;
use boardwright_model::{Field, Glyph, Kind, Spanned, Table};
use serde_json::Value;

/// The keys of the family.
pub(super) static FIELDS: &[Field] = &[
    Field {
        name: "squares",
        kind: Kind::Integer { min: 1, max: MAX_SQUARES },
        required: true,
        default: None,
        doc: "number of squares, and of coins; code words have one bit less",
        example: "8",
    },
    Field {
        name: "ask",
        kind: Kind::Choice(&["strategy", "best", "code", "partition"]),
        required: false,
        default: None,
        doc: "object to find: a strategy (default), a strategy that wins the most pairs of coins and a square, a perfect code, or a partition of all words into perfect codes",
        example: "\"code\"",
    },
    Field {
        name: "coins",
        kind: Kind::Drawing(&[Glyph::one('H', "heads"), Glyph::one('T', "tails")]),
        required: false,
        default: None,
        doc: "coins that the first prisoner sees, square 0 first, in one or more rows (omit to find a strategy)",
        example: "\"HTTHHTHT\"",
    },
    Field {
        name: "target",
        kind: Kind::Integer { min: 0, max: MAX_SQUARES - 1 },
        required: false,
        default: None,
        doc: "the devil's square, counted from 0; requires `coins`",
        example: "5",
    },
    Field {
        name: "strategy",
        kind: Kind::OneOf(&STRATEGY),
        required: false,
        default: None,
        doc: "strategy of the prisoners (default: xor in a round, otherwise any)",
        example: "{ half-board = { function = \"majority\" } }",
    },
    Field {
        name: "code",
        kind: Kind::OneOf(&CODE),
        required: false,
        default: None,
        doc: "perfect code to find (default: any); a list of words may be any code, which an analysis describes",
        example: "{ vasilev = { function = \"majority\" } }",
    },
    Field {
        name: "word",
        kind: Kind::Text,
        required: false,
        default: None,
        doc: "word to decode by `code` in an analysis, square 1 at the right",
        example: "\"1110010\"",
    },
];

static STRATEGY: [Kind; 3] = [
    Kind::Choice(&["xor"]),
    Kind::List { item: &Kind::Integer { min: 0, max: MAX_SQUARES - 1 }, min: 2, max: 1 << MAX_TABLE },
    Kind::Table(&STRATEGIES),
];

static STRATEGIES: [Field; 2] = [
    Field {
        name: "coset",
        kind: Kind::Table(&COSET),
        required: false,
        default: None,
        doc: "coset strategy: the square to turn, other than square 0, to reach a word of a perfect code",
        example: "{ code = \"hamming\" }",
    },
    Field {
        name: "half-board",
        kind: Kind::Table(&HALF_BOARD),
        required: false,
        default: None,
        doc: "half-board strategy: a strategy for half the squares selects a pair of squares; a parity and a \
        function select one of the two",
        example: "{ function = \"majority\", of = \"xor\" }",
    },
];

static COSET: [Field; 4] = [
    Field {
        name: "code",
        kind: Kind::OneOf(&CODE),
        required: false,
        default: None,
        doc: "the perfect code",
        example: "\"hamming\"",
    },
    Field {
        name: "words",
        kind: WORDS,
        required: false,
        default: None,
        doc: "the words of the perfect code",
        example: "[\"000\", \"111\"]",
    },
    Field {
        name: "of",
        kind: Kind::OneOf(&STRATEGY),
        required: false,
        default: None,
        doc: "strategy whose colour 0 is the code, one code per half of the cube",
        example: "{ half-board = { function = \"majority\" } }",
    },
    Field {
        name: "odd",
        kind: Kind::OneOf(&CODE),
        required: false,
        default: None,
        doc: "perfect code for an odd number of heads (default: the same)",
        example: "[\"001\", \"110\"]",
    },
];

static HALF_BOARD: [Field; 2] = [
    Field {
        name: "function",
        kind: Kind::OneOf(&FUNCTION),
        required: true,
        default: None,
        doc: "any function of the sum of the halves",
        example: "{ threshold = 3 }",
    },
    Field {
        name: "of",
        kind: Kind::OneOf(&STRATEGY),
        required: false,
        default: None,
        doc: "strategy for half the squares (default: xor)",
        example: "\"xor\"",
    },
];

static CODE: [Kind; 3] = [Kind::Choice(&["hamming"]), WORDS, Kind::Table(&CODES)];

static CODES: [Field; 2] = [
    Field {
        name: "vasilev",
        kind: Kind::Table(&VASILEV),
        required: false,
        default: None,
        doc: "Vasil'ev's construction",
        example: "{ function = \"majority\", of = \"hamming\" }",
    },
    Field {
        name: "class",
        kind: Kind::Table(&CLASS),
        required: false,
        default: None,
        doc: "a colour of a strategy, without the coin of square 0",
        example: "{ of = \"xor\", colour = 3 }",
    },
];

static VASILEV: [Field; 2] = [
    Field {
        name: "function",
        kind: Kind::OneOf(&FUNCTION),
        required: true,
        default: None,
        doc: "any function of the words of the smaller code",
        example: "\"majority\"",
    },
    Field {
        name: "of",
        kind: Kind::OneOf(&CODE),
        required: false,
        default: None,
        doc: "smaller code (default: the Hamming code)",
        example: "[\"000\", \"111\"]",
    },
];

static CLASS: [Field; 3] = [
    Field {
        name: "of",
        kind: Kind::OneOf(&STRATEGY),
        required: true,
        default: None,
        doc: "the strategy",
        example: "\"xor\"",
    },
    Field {
        name: "colour",
        kind: Kind::Integer { min: 0, max: MAX_SQUARES - 1 },
        required: false,
        default: None,
        doc: "colour (default: 0)",
        example: "3",
    },
    Field {
        name: "half",
        kind: Kind::Choice(&["even", "odd"]),
        required: false,
        default: None,
        doc: "vertices with an even (default) or odd number of heads",
        example: "\"odd\"",
    },
];

const WORDS: Kind = Kind::List { item: &Kind::Text, min: 0, max: usize::MAX };

static FUNCTION: [Kind; 4] = [
    Kind::Choice(&super::function::NAMES),
    Kind::Drawing(&[Glyph::one('0', "0 for this word"), Glyph::one('1', "1 for this word")]),
    WORDS,
    Kind::Table(&[Field {
        name: "threshold",
        kind: Kind::Integer { min: 0, max: i64::MAX },
        required: true,
        default: None,
        doc: "minimum number of ones for which the function is 1",
        example: "3",
    }]),
];

impl Chessboard {
    pub(super) fn read(fields: &Table) -> Result<Chessboard, Diagnostics> {
        let mut wrong = Diagnostics::none();
        let squares = fields.integer("squares").map_or(1, |squares| squares as usize);
        let place = fields.span_of("squares");
        let ask = match fields.text("ask") {
            Some(ask) => ask,
            None if fields.get("code").is_some() => "code",
            None => "strategy",
        };
        let asking = if fields.text("ask").is_some() { "ask" } else { "code" };
        let foreign: &[(&str, &str)] = match ask {
            "strategy" => &[("code", "strategy")],
            "best" => &[("coins", "best"), ("target", "best"), ("strategy", "best"), ("code", "best")],
            "code" => &[("coins", "code"), ("target", "code"), ("strategy", "code")],
            _ => &[("coins", "partition"), ("target", "partition"), ("strategy", "partition"), ("code", "partition")],
        };
        for (key, ask) in foreign.iter().filter(|(key, _)| fields.get(key).is_some()) {
            wrong.push(
                Diagnostic::new("misplaced", format!("`{key}` is not supported with ask = \"{ask}\""))
                    .at(fields.span_of(key), "")
                    .at(
                        fields.span_of(asking),
                        match *ask {
                            "best" => "the best strategy is asked for".to_string(),
                            ask => format!("a {ask} is asked for"),
                        },
                    )
                    .help(format!("remove `{key}`, or change `ask`")),
            );
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let asked = match ask {
            "strategy" => strategy_or_round(fields, squares, &mut wrong),
            "best" => {
                if squares > best::MAX_SQUARES && !(squares.is_power_of_two() && squares <= MAX_TABLE) {
                    let most = best::MAX_SQUARES;
                    let message = format!("ask = \"best\" supports at most {most} squares, and {MAX_TABLE}");
                    wrong.push(Diagnostic::new("too-large", message).at(place, format!("{squares} squares")));
                }
                Some(Asked::Best)
            }
            "code" => match fields.get("code") {
                None => Some(Asked::Code),
                Some(given) => named_code(given, squares, &mut wrong).map(Asked::NamedCode),
            },
            _ => Some(Asked::Partition),
        };
        // Without a question, there is an error.
        let received = received(fields, squares, &mut wrong);
        wrong.into_result(Chessboard { squares, asked: asked.unwrap_or(Asked::Strategy), received, place })
    }
}

/// Reads the word that is decoded.
fn received(fields: &Table, squares: usize, wrong: &mut Diagnostics) -> Option<Vec<bool>> {
    let text = fields.text("word")?;
    let span = fields.span_of("word");
    if fields.get("code").is_none() {
        let mistake = Diagnostic::new("misplaced", "`word` requires `code`, by which it is decoded").at(span, "");
        wrong.push(mistake.help("add `code`, or remove `word`"));
        return None;
    }
    let word = word::read(text, squares - 1);
    if word.is_none() {
        let message = format!("the word `{}` is not {} characters 0 and 1", text.escape_debug(), squares - 1);
        wrong.push(Diagnostic::new("no-word", message).at(span, "").at(fields.span_of("squares"), "one more square"));
    }
    word
}

fn strategy_or_round(fields: &Table, squares: usize, wrong: &mut Diagnostics) -> Option<Asked> {
    let (coins, target) = (fields.drawing("coins"), fields.integer("target").map(|target| target as usize));
    let place = fields.span_of("squares");
    if let Some(drawing) = coins {
        let found = drawing.height() * drawing.width();
        if found != squares {
            let message = format!("expected {squares} coins, found {found}");
            wrong.push(
                Diagnostic::new("wrong-size", message)
                    .at(drawing.span(), "")
                    .at(place, "the number of squares")
                    .help("expected one H or T per square, square 0 first"),
            );
        }
        if target.is_none() {
            wrong.push(
                Diagnostic::new("no-target", "missing `target`: `coins` requires it")
                    .at(drawing.span(), "")
                    .help("add `target`, or remove `coins` to find a strategy"),
            );
        }
    }
    if let Some(target) = target {
        let span = fields.span_of("target");
        if target >= squares {
            wrong.push(
                Diagnostic::new("off-board", format!("target {target} is outside the board of {squares} squares"))
                    .at(span, "")
                    .help(format!("squares count from 0 to {}", squares - 1)),
            );
        }
        if coins.is_none() {
            wrong.push(
                Diagnostic::new("no-coins", "missing `coins`: `target` requires them")
                    .at(span, "")
                    .help("add `coins`, or remove `target` to find a strategy"),
            );
        }
    }
    let given = fields.get("strategy");
    let is_xor = given.is_none_or(|given| given.value.as_text() == Some("xor"));
    let strategy = if is_xor {
        if (given.is_some() || coins.is_some() || target.is_some()) && !squares.is_power_of_two() {
            let above = squares.next_power_of_two();
            let mut mistake =
                Diagnostic::new("no-power-of-two", "the strategy `xor` requires a power of two of squares")
                    .at(place, format!("{squares} is not a power of two"));
            if given.is_some() {
                mistake = mistake.at(fields.span_of("strategy"), "asked for here");
            }
            wrong.push(mistake.help(format!("the nearest are {} and {above}", above / 2)));
        }
        Some(Strategy::Xor)
    } else {
        given.and_then(|given| named_strategy(given, squares, wrong))
    };
    Some(match (coins, target) {
        (Some(drawing), Some(target)) => {
            Asked::Round { coins: drawing.cells().map(|(_, coin)| coin == 'H').collect(), target, strategy: strategy? }
        }
        _ if given.is_some() => Asked::Named(strategy?),
        _ => Asked::Strategy,
    })
}

fn named_strategy(
    given: &Spanned<boardwright_model::Value>,
    squares: usize,
    wrong: &mut Diagnostics,
) -> Option<Strategy> {
    let mut complain = |span, words: String| wrong.push(Diagnostic::new("no-strategy", words).at(span, ""));
    match notation::strategy(&json(&given.value), squares) {
        Err(mistake) => complain(place(given, &mistake), mistake.words),
        Ok(strategy) => match verify::holds(&strategy, squares) {
            Err(words) => complain(given.span, format!("invalid strategy for {squares} squares: {words}")),
            Ok(_) => return Some(strategy),
        },
    }
    None
}

fn named_code(given: &Spanned<boardwright_model::Value>, squares: usize, wrong: &mut Diagnostics) -> Option<Code> {
    let mut complain = |span, words: String| wrong.push(Diagnostic::new("no-code", words).at(span, ""));
    match notation::code(&json(&given.value), squares - 1) {
        Err(mistake) => complain(place(given, &mistake), mistake.words),
        Ok(code) => match verify::perfect(&code, squares - 1) {
            // Any words are a code that `analyze` describes; it is no solution.
            Err(_) if matches!(code, Code::Words(_)) => return Some(code),
            Err(breach) => complain(given.span, breach.to_string()),
            Ok(_) => return Some(code),
        },
    }
    None
}

/// Converts a value of a model to JSON, as in a solution.
fn json(value: &boardwright_model::Value) -> Value {
    match value {
        boardwright_model::Value::Boolean(value) => (*value).into(),
        boardwright_model::Value::Integer(value) => (*value).into(),
        boardwright_model::Value::Text(text) => text.clone().into(),
        boardwright_model::Value::Drawing(drawing) => {
            drawing.cells().map(|(_, character)| character).collect::<String>().into()
        }
        boardwright_model::Value::List(items) => items.iter().map(|item| json(&item.value)).collect(),
        boardwright_model::Value::Table(table) => {
            Value::Object(table.entries().map(|(key, value)| (key.to_string(), json(&value.value))).collect())
        }
        // The field table has no such keys.
        _ => Value::Null,
    }
}

/// The place of a mistake in the file.
fn place(given: &Spanned<boardwright_model::Value>, mistake: &Wrong) -> Span {
    let mut at = given;
    for step in mistake.path() {
        let inner = match (step, &at.value) {
            (Step::Key(key), boardwright_model::Value::Table(table)) => table.get(key),
            (Step::Item(index), boardwright_model::Value::List(items)) => items.get(index),
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at.span
}
