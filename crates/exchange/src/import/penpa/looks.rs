//! What marks the looks of a drawing may stand for: texts with their styles, circles, signs and arrows.
//!
//! Start with [`text`], [`symbol`] and [`marks`].

use super::drawing::Look;
use crate::genre::penpa::ARROWS;
use serde_json::Value;

/// The colour of black cells.
const BLACK: i64 = 4;

/// The symbol for a cell in a box of bold lines.
pub(super) const BOX: &str = "box";

/// The marks of black and white and grey shapes, by the number of the symbol.
const COLOURS: [(i64, &[&str]); 5] =
    [(0, &["o", "d"]), (1, &["w", "o"]), (2, &["b", "x", "#"]), (3, &["g"]), (5, &["g"])];

/// Returns the looks of an entry of `number` or `numberS`: a text, and a circle around it.
pub(super) fn text(value: &Value) -> Option<Vec<Look>> {
    let parts = value.as_array()?;
    let style = parts.get(2).and_then(Value::as_str).unwrap_or("1");
    let text = match parts.first()? {
        Value::String(text) => text.trim().to_string(),
        Value::Number(number) => number.to_string(),
        Value::Null => String::new(),
        // Style 7 has a truth for each of nine numbers.
        Value::Array(truths) => {
            let is_true = |own: &Value| own.as_i64() == Some(1);
            (1..10).zip(truths).filter(|(_, own)| is_true(own)).map(|(number, _)| number.to_string()).collect()
        }
        _ => return None,
    };
    let ring = parts.get(1).and_then(Value::as_i64).and_then(|colour| match colour {
        6 => Some(1),
        7 => Some(2),
        11 => Some(3),
        _ => None,
    });
    let readings = readings(&text, style);
    Some(match ring {
        Some(colour) if readings.is_empty() => vec![Look::Blank(colour)],
        _ => [Look::Text(readings)].into_iter().chain(ring.map(Look::Ring)).collect(),
    })
}

/// Returns the marks that a text in a style may stand for.
fn readings(text: &str, style: &str) -> Vec<String> {
    let whole = Some(text.to_string()).filter(|text| !text.is_empty());
    let arrow = text.rsplit_once('_').and_then(|(number, way)| {
        let signs = ARROWS.get(way.parse::<usize>().ok()?)?;
        Some(signs.map(|sign| format!("{}{sign}", number.trim())))
    });
    let several: Vec<String> = text.chars().filter(|letter| !letter.is_whitespace()).map(String::from).collect();
    match style {
        "2" if arrow.is_some() => arrow.into_iter().flatten().collect(),
        "4" if several.len() > 1 => [several.join(",")].into_iter().chain(whole).collect(),
        _ => whole.into_iter().collect(),
    }
}

/// Returns the look of an entry of `symbol`: its number or the numbers of its parts, its name, and the layer.
pub(super) fn symbol(value: &Value) -> Option<Vec<Look>> {
    let parts = value.as_array()?;
    let numbers = match parts.first()? {
        Value::Array(flags) => {
            (1..).zip(flags).filter(|(_, flag)| flag.as_i64() == Some(1)).map(|(at, _)| at).collect()
        }
        number => vec![number.as_i64()?],
    };
    let name = parts.get(1)?.as_str()?;
    // The black cells of a Kakuro.
    Some(vec![if name == "kakuro" { Look::Shade(BLACK) } else { Look::Symbol(name.to_string(), numbers) }])
}

/// Returns the marks that a look may stand for, the usual one first.
pub(super) fn marks(look: &Look) -> Vec<String> {
    let owned = |marks: &[&str]| marks.iter().map(|mark| (*mark).to_string()).collect();
    match look {
        Look::Text(readings) => readings.clone(),
        Look::Ring(colour) => of_colour(*colour),
        Look::Blank(colour) => of_colour(*colour).into_iter().chain(["?".to_string()]).collect(),
        Look::Shade(BLACK) => owned(&["#", "b"]),
        Look::Shade(3 | 8) => owned(&["#", "g"]),
        Look::Shade(_) => owned(&["#"]),
        Look::Diagonal(sign) => vec![sign.to_string()],
        Look::Border | Look::Link => owned(&["#"]),
        Look::Symbol(name, numbers) => of_symbol(name, numbers),
    }
}

fn of_colour(colour: i64) -> Vec<String> {
    let own = COLOURS.iter().find(|(own, _)| *own == colour);
    own.map_or(Vec::new(), |(_, marks)| marks.iter().map(|mark| (*mark).to_string()).collect())
}

/// Returns the marks of a symbol.
fn of_symbol(name: &str, numbers: &[i64]) -> Vec<String> {
    let number = numbers.first().copied().unwrap_or(0);
    let shape = name.split('_').next().unwrap_or(name);
    let at = |marks: &[&str]| {
        let place = usize::try_from(number - 1).ok();
        place.and_then(|place| marks.get(place)).map_or(Vec::new(), |mark| vec![(*mark).to_string()])
    };
    match shape {
        "circle" => of_colour(number),
        BOX => of_colour(1),
        "square" | "diamond" => ["s", "d"].iter().map(|mark| (*mark).to_string()).chain(of_colour(number)).collect(),
        "inequality" => at(&["<", "^", ">", "v"]),
        "arrow" if numbers.len() < 2 => {
            let signs = ["←<", "↖", "↑^", "↗", "→>", "↘", "↓v", "↙"];
            at(&signs).iter().flat_map(|signs| signs.chars().map(String::from)).collect()
        }
        "sun" => at(&["s", "m"]),
        "tents" => at(&["t"]),
        // A circle, a triangle, a square and a cross.
        "ox" => at(&["oc", "t", "s=", "x"]).iter().flat_map(|marks| marks.chars().map(String::from)).collect(),
        "star" => vec!["*".to_string()],
        "x" => vec!["x".to_string()],
        _ => Vec::new(),
    }
}

/// Returns the name of the picture for a look, in a model without rules.
pub(super) fn picture(look: &Look) -> String {
    match look {
        Look::Text(_) => "text".to_string(),
        Look::Ring(_) | Look::Blank(_) => "ring".to_string(),
        Look::Shade(_) => "shaded".to_string(),
        Look::Diagonal(_) => "diagonal".to_string(),
        Look::Border => "border".to_string(),
        Look::Link => "link".to_string(),
        Look::Symbol(name, _) => {
            let name = name.split('_').next().unwrap_or(name).to_lowercase();
            let letters: String = name.chars().filter(char::is_ascii_lowercase).collect();
            if letters.is_empty() || letters == "line" { "symbol".to_string() } else { letters }
        }
    }
}

/// Returns the mark for a look in a model without rules: one word that is neither empty nor a hole.
pub(super) fn plain_mark(look: &Look) -> Option<String> {
    let mark = match look {
        Look::Shade(1 | 4) => "#".to_string(),
        Look::Shade(3 | 8) => "%".to_string(),
        Look::Shade(colour) => format!("{colour}"),
        Look::Symbol(name, numbers) => {
            let numbers = || numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("-");
            let own = marks(look).into_iter().next();
            own.unwrap_or_else(|| if numbers().is_empty() { name.clone() } else { numbers() })
        }
        _ => marks(look).into_iter().next()?,
    };
    let is_word = |mark: &String| !mark.contains(char::is_whitespace) && !mark.is_empty() && mark != "." && mark != "_";
    Some(mark).filter(|mark| is_word(mark) && !mark.contains(['"', '\'', '\\', '#']) || mark == "#" || mark == "\\")
}

/// Returns a look in words.
pub(super) fn words(look: &Look) -> String {
    match look {
        Look::Text(readings) => format!("the text `{}`", readings.first().map_or("", String::as_str)),
        Look::Ring(_) => "circles around texts".to_string(),
        Look::Blank(_) => "circles without a text".to_string(),
        Look::Shade(_) => "coloured cells".to_string(),
        Look::Diagonal(_) => "lines through cells".to_string(),
        Look::Border => "bold lines".to_string(),
        Look::Link => "lines between cells".to_string(),
        Look::Symbol(name, numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("the symbol `{name}` {}", numbers.join(", ")).trim_end().to_string()
        }
    }
}
