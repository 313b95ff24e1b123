//! A strict reader of the requests of HTTP/1.1, and the writer of responses. Start with [`head`].
//!
//! One request a connection. The head is read first, within a size and a time, so that the server can refuse a request before it
//! reads the body. What a browser does not send is malformed: bare line breaks, continued lines, headers twice, chunked bodies.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The maximum size of a request's line and headers.
const LARGEST_HEAD: usize = 64 << 10;

/// Headers that a request has at most once.
const SINGLE: [&str; 4] = ["host", "origin", "sec-fetch-site", "content-length"];

/// The line and the headers of a request.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) method: String,
    /// The path with its query.
    pub(super) target: String,
    /// Names in small letters, and values.
    headers: Vec<(String, String)>,
    /// The size of the body.
    pub(super) length: u64,
    /// The bytes of the body that were read with the head.
    rest: Vec<u8>,
}

/// A reason why a request is not read.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unreadable {
    /// The head is too large.
    #[error("the headers are larger than 64 kB")]
    TooLarge,
    /// It is not a request of HTTP/1.1 as browsers send it.
    #[error("malformed request")]
    Malformed,
    /// The connection failed, was closed, or was too slow.
    #[error(transparent)]
    Failed(#[from] io::Error),
}

/// Reads from a connection until a point in time.
pub(super) struct Timed<'s> {
    stream: &'s TcpStream,
    until: Instant,
}

impl<'s> Timed<'s> {
    /// Returns a reader that fails after this time.
    pub(super) fn new(stream: &'s TcpStream, time: Duration) -> Timed<'s> {
        Timed { stream, until: Instant::now() + time }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(to)
    }
}

/// Reads the head of a request.
pub(super) fn head(from: &mut impl Read) -> Result<Head, Unreadable> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        // The end may lie across two pieces.
        let seen = bytes.len().saturating_sub(3);
        let read = match from.read(&mut piece) {
            Ok(0) => return Err(Unreadable::Failed(ErrorKind::UnexpectedEof.into())),
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        bytes.extend_from_slice(&piece[..read]);
        let end = bytes[seen..].windows(4).position(|window| window == b"\r\n\r\n").map(|place| seen + place);
        if end.unwrap_or(bytes.len()) > LARGEST_HEAD {
            return Err(Unreadable::TooLarge);
        }
        if let Some(end) = end {
            let rest = bytes.split_off(end + 4);
            let text = std::str::from_utf8(&bytes[..end]).map_err(|_| Unreadable::Malformed)?;
            return parsed(text, rest).ok_or(Unreadable::Malformed);
        }
    }
}

/// Parses a head without its empty line.
fn parsed(text: &str, rest: Vec<u8>) -> Option<Head> {
    let mut lines = text.split("\r\n");
    let mut words = lines.next()?.split(' ');
    let (method, target, version) = (words.next()?, words.next()?, words.next()?);
    let is_graphic = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    if words.next().is_some() || version != "HTTP/1.1" || !is_graphic(method) || !target.starts_with('/') {
        return None;
    }
    let mut headers: Vec<(String, String)> = Vec::new();
    for line in lines {
        let (name, value) = line.split_once(':')?;
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        let (name, value) = (name.to_ascii_lowercase(), value.trim_matches([' ', '\t']));
        let is_twice = SINGLE.contains(&&name[..]) && headers.iter().any(|(before, _)| *before == name);
        if name.is_empty()
            || !name.bytes().all(is_token)
            || value.chars().any(|c| c.is_control() && c != '\t')
            || is_twice
        {
            return None;
        }
        headers.push((name, value.to_string()));
    }
    let mut head = Head { method: method.into(), target: target.into(), headers, length: 0, rest };
    if let Some(length) = head.header("content-length") {
        head.length = length.parse().ok().filter(|_| length.bytes().all(|byte| byte.is_ascii_digit()))?;
    }
    let is_whole = is_graphic(target) && head.header("transfer-encoding").is_none();
    is_whole.then_some(head)
}

impl Head {
    /// Returns the value of a header, whose name is in small letters.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Reads the body. A client that waits for permission to send it gets it.
    pub(super) fn body(&mut self, from: &mut impl Read, to: &mut impl Write) -> io::Result<Vec<u8>> {
        let mut body = std::mem::take(&mut self.rest);
        if self.header("expect").is_some_and(|expected| expected.eq_ignore_ascii_case("100-continue")) {
            to.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        body.truncate(usize::try_from(self.length).unwrap_or(usize::MAX));
        let missing = self.length - body.len() as u64;
        from.take(missing).read_to_end(&mut body)?;
        if (body.len() as u64) < self.length { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(body) }
    }
}

/// Writes the head of a response that ends with the connection, and what follows it.
pub(super) fn respond(to: &mut impl Write, status: u16, headers: &[(&str, &str)], body: &[u8]) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {status} {}\r\nConnection: close\r\n", reason(status));
    headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
    head.push_str("\r\n");
    to.write_all(&[head.as_bytes(), body].concat())?;
    to.flush()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        409 => "Conflict",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes in pieces of this size.
    struct Pieces<'b>(&'b [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let (now, later) = self.0.split_at(self.0.len().min(self.1).min(to.len()));
            to[..now.len()].copy_from_slice(now);
            self.0 = later;
            Ok(now.len())
        }
    }

    #[test]
    fn a_request_is_read_in_pieces_of_any_size() {
        let text =
            b"POST /t/api/save?a=b HTTP/1.1\r\nHost: 127.0.0.1:80\r\nORIGIN:x \r\nContent-Length: 5\r\n\r\nhelloGET /";
        for size in 1..text.len() {
            let mut from = Pieces(text, size);
            let mut head = head(&mut from).expect("it is right");
            assert_eq!((&head.method[..], &head.target[..]), ("POST", "/t/api/save?a=b"));
            assert_eq!((head.header("host"), head.header("origin")), (Some("127.0.0.1:80"), Some("x")));
            assert_eq!(head.body(&mut from, &mut Vec::new()).expect("it is whole"), b"hello", "{size}");
        }
    }

    #[test]
    fn what_no_browser_sends_is_malformed() {
        let refuses = |text: &str| matches!(head(&mut text.as_bytes()), Err(Unreadable::Malformed));
        for line in
            ["GET /", "GET  / HTTP/1.1", "GET / HTTP/1.0", "GET x HTTP/1.1", " / HTTP/1.1", "GET /é HTTP/1.1", ""]
        {
            assert!(refuses(&format!("{line}\r\nHost: x\r\n\r\n")), "{line}");
        }
        for line in [
            "Host: y",
            "no colon",
            ": x",
            " continued: x",
            "a b: x",
            "a: b\nc: d",
            "a: \u{0}",
            "Content-Length: +5",
            "Content-Length: -1",
            "Content-Length: ",
            "Content-Length: 99999999999999999999",
            "Content-Length: 5\r\nContent-Length: 6",
            "Transfer-Encoding: chunked",
        ] {
            assert!(refuses(&format!("POST / HTTP/1.1\r\nHost: x\r\n{line}\r\n\r\n")), "{line}");
        }
        assert!(head(&mut &b"GET / HTTP/1.1\r\nHost: x\r\na: b\r\n\r\n"[..]).is_ok());
    }

    #[test]
    fn a_large_head_is_not_read_to_its_end() {
        let mut from = b"GET / HTTP/1.1\r\nA: ".chain(io::repeat(b'x')).take(400 << 20);
        assert!(matches!(head(&mut from), Err(Unreadable::TooLarge)));
        assert!((400 << 20) - from.limit() < 80_000, "{} bytes are left", from.limit());
        let fits = format!("GET / HTTP/1.1\r\nA: {}\r\n\r\n", "x".repeat(65_000));
        assert!(head(&mut fits.as_bytes()).is_ok());
    }

    #[test]
    fn a_short_body_is_an_error() {
        let mut from = &b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhell"[..];
        let mut head = head(&mut from).expect("it is right");
        assert_eq!(head.body(&mut from, &mut Vec::new()).map_err(|error| error.kind()), Err(ErrorKind::UnexpectedEof));
    }
}
