//! Messages as bytes: a header with the length, an empty line, and JSON. Start with [`read`].

use serde_json::Value;
use std::io::{self, BufRead, Read, Write};

/// Longer messages are not read.
const MAX_BYTES: usize = 256 << 20;
/// Longer lines of a header are not read.
const MAX_LINE: u64 = 1 << 12;

/// What was read.
#[derive(Debug, PartialEq)]
pub enum Incoming {
    /// A message.
    Message(Value),
    /// Bytes that are no message.
    Malformed(NotAMessage),
}

/// Why bytes are no message.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAMessage {
    /// The header has no length.
    #[error("the header has no `Content-Length`")]
    NoLength,
    /// The length is no number.
    #[error("`Content-Length: {0}` is not a number of bytes")]
    WrongLength(String),
    /// The body is no JSON: what the parser says.
    #[error("the message is not JSON: {0}")]
    NotJson(String),
}

/// Why no further message can be read.
#[derive(Debug)]
pub enum Unreadable {
    /// Reading failed.
    Failed(io::Error),
    /// A message is too long, or its header is: where the next one starts is not known.
    TooLong,
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Unreadable {
        Unreadable::Failed(error)
    }
}

/// Reads the next message; `None` at the end of the input.
///
/// # Errors
/// If no further message can be read.
pub fn read(from: &mut dyn BufRead) -> Result<Option<Incoming>, Unreadable> {
    let mut length = Err(NotAMessage::NoLength);
    let mut lines = 0;
    loop {
        let mut line = Vec::new();
        from.take(MAX_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        if !line.ends_with(b"\n") && line.len() as u64 == MAX_LINE {
            return Err(Unreadable::TooLong);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            if lines == 0 {
                continue;
            }
            break;
        }
        lines += 1;
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            let value = value.trim();
            length = value.parse::<usize>().map_err(|_| NotAMessage::WrongLength(value.to_string()));
        }
    }
    let length = match length {
        Ok(length) => length,
        Err(reason) => return Ok(Some(Incoming::Malformed(reason))),
    };
    if length > MAX_BYTES {
        return Err(Unreadable::TooLong);
    }
    let mut body = Vec::new();
    if from.take(length as u64).read_to_end(&mut body)? < length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(NotAMessage::NotJson(error.to_string())),
    }))
}

/// Writes a message.
///
/// # Errors
/// If the bytes cannot be written.
pub fn write(to: &mut dyn Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    to.write_all(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn all(mut bytes: &[u8]) -> Vec<Incoming> {
        std::iter::from_fn(|| read(&mut bytes).expect("it is readable")).collect()
    }

    #[test]
    fn messages_are_read_as_written() {
        let mut bytes = Vec::new();
        let messages = [json!({ "id": 1 }), json!({ "é": "𝔸\n" })];
        for message in &messages {
            write(&mut bytes, message).unwrap();
        }
        assert_eq!(all(&bytes), messages.map(Incoming::Message));
    }

    #[test]
    fn reading_goes_on_after_a_malformed_message() {
        let is_malformed = |incoming: &Incoming| matches!(incoming, Incoming::Malformed(_));
        for bytes in [
            "Content-Length: 3\r\n\r\n{]}Content-Length: 2\r\n\r\n{}",
            "Content-Length: x\r\n\r\nContent-Length: 2\r\n\r\n{}",
            "Content-Type: y\r\n\r\ncontent-length: 2\n\n{}",
        ] {
            let read = all(bytes.as_bytes());
            assert!(is_malformed(&read[0]), "{bytes:?}: {read:?}");
            assert_eq!(read.last(), Some(&Incoming::Message(json!({}))), "{bytes:?}");
        }
        assert_eq!(all(b"Content-Length: 9\r\n\r\n{}"), [], "cut off");
        let long = format!("Content-Length: {}\r\n\r\n{{}}", u64::MAX / 2);
        assert!(matches!(read(&mut long.as_bytes()), Err(Unreadable::TooLong)));
        assert!(matches!(read(&mut "x".repeat(5000).as_bytes()), Err(Unreadable::TooLong)));
    }
}
