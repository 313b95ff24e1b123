//! Integer expressions of parameters: `2*n - 1`, `(n^2 + 1) / 2`.
//!
//! Operators, from the strongest: `^` (a power; right to left), the sign `-`, `*` `/` `%`, `+` `-`. `/` rounds down and `%` is the
//! remainder that goes with it, so `-1 % 4` is 3. Names are letters, digits and `_`, and start with a letter or `_`. Imports
//! nothing. Start with [`evaluate`].

use std::iter::Peekable;
use std::str::CharIndices;

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoValue {
    /// A name is not declared.
    #[error("unknown parameter `{0}`")]
    Unknown(String),
    /// The text is not an expression.
    #[error("not an expression: {0}")]
    Syntax(&'static str),
    /// A divisor is 0.
    #[error("division by zero")]
    DivisionByZero,
    /// A value is outside 64 bits.
    #[error("a value is outside 64 bits")]
    Overflow,
}

/// Returns the value of an expression.
///
/// # Errors
/// The first reason why it has none.
pub fn evaluate(text: &str, value_of: &dyn Fn(&str) -> Option<i64>) -> Result<i64, NoValue> {
    let mut parser = Parser { text, rest: text.char_indices().peekable(), value_of, depth: 0 };
    let value = parser.sum()?;
    match parser.next_symbol() {
        None => Ok(value),
        Some(')') => Err(NoValue::Syntax("a `)` without `(`")),
        Some(_) => Err(NoValue::Syntax("expected an operator")),
    }
}

/// Returns the names in a text; `None` if a character does not occur in expressions.
pub(super) fn names(text: &str) -> Option<Vec<&str>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || " _+-*/%^()".contains(c);
    if !text.chars().all(is_part) {
        return None;
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    Some(words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit())).collect())
}

/// The maximum depth of parentheses, signs and powers.
const DEPTH: usize = 100;

struct Parser<'t> {
    text: &'t str,
    rest: Peekable<CharIndices<'t>>,
    value_of: &'t dyn Fn(&str) -> Option<i64>,
    depth: usize,
}

impl<'t> Parser<'t> {
    /// Returns the next character that is not a blank, without consuming it.
    fn next_symbol(&mut self) -> Option<char> {
        while self.rest.next_if(|&(_, c)| c == ' ').is_some() {}
        self.rest.peek().map(|&(_, c)| c)
    }

    /// Consumes the next symbol if it is one of these.
    fn accept(&mut self, symbols: &str) -> Option<char> {
        let symbol = self.next_symbol().filter(|&symbol| symbols.contains(symbol))?;
        self.rest.next();
        Some(symbol)
    }

    fn sum(&mut self) -> Result<i64, NoValue> {
        let mut value = self.product()?;
        while let Some(operator) = self.accept("+-") {
            let term = self.product()?;
            let next = if operator == '+' { value.checked_add(term) } else { value.checked_sub(term) };
            value = next.ok_or(NoValue::Overflow)?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<i64, NoValue> {
        let mut value = self.signed()?;
        while let Some(operator) = self.accept("*/%") {
            let factor = self.signed()?;
            if operator != '*' && factor == 0 {
                return Err(NoValue::DivisionByZero);
            }
            let (quotient, remainder) = (value.checked_div(factor), value.checked_rem(factor));
            let is_rounded_up = remainder.is_some_and(|rest| rest != 0 && (rest < 0) != (factor < 0));
            let next = match operator {
                '*' => value.checked_mul(factor),
                '/' => quotient.map(|quotient| quotient - i64::from(is_rounded_up)),
                _ => remainder.map(|remainder| if is_rounded_up { remainder + factor } else { remainder }),
            };
            value = next.ok_or(NoValue::Overflow)?;
        }
        Ok(value)
    }

    fn signed(&mut self) -> Result<i64, NoValue> {
        if self.accept("-").is_none() {
            return self.power();
        }
        self.nested(Self::signed)?.checked_neg().ok_or(NoValue::Overflow)
    }

    fn power(&mut self) -> Result<i64, NoValue> {
        let base = self.atom()?;
        if self.accept("^").is_none() {
            return Ok(base);
        }
        let exponent = self.nested(Self::signed)?;
        match u32::try_from(exponent) {
            Ok(exponent) => base.checked_pow(exponent).ok_or(NoValue::Overflow),
            Err(_) => Err(NoValue::Syntax("an exponent is negative or too large")),
        }
    }

    fn atom(&mut self) -> Result<i64, NoValue> {
        if self.accept("(").is_some() {
            let value = self.nested(Self::sum)?;
            return self.accept(")").map(|_| value).ok_or(NoValue::Syntax("missing `)`"));
        }
        self.next_symbol();
        let start = self.rest.peek().map_or(self.text.len(), |&(start, _)| start);
        while self.rest.next_if(|&(_, c)| c.is_ascii_alphanumeric() || c == '_').is_some() {}
        let end = self.rest.peek().map_or(self.text.len(), |&(end, _)| end);
        let word = &self.text[start..end];
        match word.chars().next() {
            None => Err(NoValue::Syntax("expected a number or a parameter")),
            Some('0'..='9') if word.chars().all(|c| c.is_ascii_digit()) => word.parse().map_err(|_| NoValue::Overflow),
            Some('0'..='9') => Err(NoValue::Syntax("write a product with `*`: 2*n")),
            Some(_) => (self.value_of)(word).ok_or_else(|| NoValue::Unknown(word.to_string())),
        }
    }

    fn nested(&mut self, part: fn(&mut Self) -> Result<i64, NoValue>) -> Result<i64, NoValue> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(NoValue::Syntax("nested too deeply"));
        }
        let value = part(self);
        self.depth -= 1;
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, NoValue> {
        evaluate(text, &|name| match name {
            "n" => Some(5),
            "big" => Some(i64::MAX),
            _ => None,
        })
    }

    #[test]
    fn operators_have_their_usual_strengths() {
        for (text, expected) in [
            ("7", 7),
            ("n", 5),
            (" 2*n - 1 ", 9),
            ("2+3*n", 17),
            ("(2+3)*n", 25),
            ("10-4-3", 3),
            ("-n^2", -25),
            ("2^3^2", 512),
            ("n*-2", -10),
            ("(n^2 + 1)/2", 13),
            ("-1/4", -1),
            ("-1 % 4", 3),
            ("1 % -4", -3),
            ("n % 2", 1),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn a_text_without_value_has_a_reason() {
        for (text, expected) in [
            ("", "not an expression: expected a number or a parameter"),
            ("2*", "not an expression: expected a number or a parameter"),
            ("2n", "not an expression: write a product with `*`: 2*n"),
            ("(n", "not an expression: missing `)`"),
            ("n)", "not an expression: a `)` without `(`"),
            ("n 2", "not an expression: expected an operator"),
            ("2^-1", "not an expression: an exponent is negative or too large"),
            ("m+1", "unknown parameter `m`"),
            ("n/(n-5)", "division by zero"),
            ("n%0", "division by zero"),
            ("big+1", "a value is outside 64 bits"),
            ("2^64", "a value is outside 64 bits"),
            ("99999999999999999999", "a value is outside 64 bits"),
        ] {
            assert_eq!(value(text).map_err(|reason| reason.to_string()), Err(expected.to_string()), "{text}");
        }
        assert_eq!(value(&"(".repeat(100_000)), Err(NoValue::Syntax("nested too deeply")));
        assert_eq!(value(&"-".repeat(100_000)), Err(NoValue::Syntax("nested too deeply")));
    }

    #[test]
    fn names_of_a_text() {
        assert_eq!(names("2*n + m_1"), Some(vec!["n", "m_1"]));
        assert_eq!(names("12"), Some(vec![]));
        assert_eq!(names("row 1.."), None);
    }
}
