//! The server of the page: files of the page, files of the folder, and requests to the engine. Start with [`Server::serve`].
//!
//! Below the token there are `config.json`, `api/files`, `api/open`, `api/save`, `api/ask` (a stream of lines), `api/stop`, and the files
//! of the page. Everything else, and everything that [`Guard`] does not admit, is answered with 403 and nothing else.

use super::super::Quit;
use super::super::limits::Limits;
use super::folder::{Folder, Refusal};
use super::guard::{Guard, Headers};
use super::page;
use super::work::Lanes;
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
#[cfg(unix)]
use std::{net::TcpStream, os::fd::OwnedFd};
use tiny_http::{Header, Method, Request, Response};

/// The maximum size of a request.
const LARGEST: u64 = 16 << 20;

/// What the page may load and do.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A server that listens on 127.0.0.1.
pub(super) struct Server {
    http: tiny_http::Server,
    site: Arc<Site>,
}

/// What the threads of the server share.
struct Site {
    guard: Guard,
    folder: Folder,
    lanes: Lanes,
}

/// A request of the page that is refused.
struct Refused {
    status: u16,
    words: String,
}

impl Server {
    /// Binds a port; a free one by default.
    pub(super) fn bind(folder: Folder, port: Option<u16>, limits: Limits) -> Result<Server, Quit> {
        let wrong = |error: String| Quit::wrong(format!("cannot listen on 127.0.0.1: {error}"));
        let listener = TcpListener::bind(("127.0.0.1", port.unwrap_or(0))).and_then(prompt);
        let listener = listener.map_err(|error| wrong(error.to_string()))?;
        let http = tiny_http::Server::from_listener(listener, None).map_err(|error| wrong(error.to_string()))?;
        let port = http.server_addr().to_ip().map_or(0, |address| address.port());
        let guard = Guard::new(port).map_err(|error| Quit::wrong(format!("cannot make a random token: {error}")))?;
        Ok(Server { http, site: Arc::new(Site { guard, folder, lanes: Lanes::new(limits) }) })
    }

    /// Returns the address of the page.
    pub(super) fn address(&self) -> String {
        self.site.guard.address()
    }

    /// Answers requests until the program ends.
    pub(super) fn serve(&self) -> Result<u8, Quit> {
        loop {
            let request = self.http.recv().map_err(|error| Quit::wrong(format!("the server ended: {error}")))?;
            let site = Arc::clone(&self.site);
            let spawned = std::thread::Builder::new().name("answer".into()).spawn(move || {
                // The page is gone if this fails.
                let _ = site.answer(request);
            });
            drop(spawned);
        }
    }
}

impl Site {
    fn answer(&self, mut request: Request) -> io::Result<()> {
        let changes = *request.method() == Method::Post;
        let url = request.url().to_string();
        let header = |name: &'static str| {
            let mut all = request.headers().iter().filter(|header| header.field.equiv(name));
            all.next().map(|header| header.value.as_str())
        };
        let headers = Headers { host: header("Host"), origin: header("Origin"), site: header("Sec-Fetch-Site") };
        let known = changes || *request.method() == Method::Get;
        let Some(path) = self.guard.admit(&url, changes, &headers).filter(|_| known) else {
            return request.respond(Response::empty(403));
        };
        let mut body = Vec::new();
        request.as_reader().take(LARGEST + 1).read_to_end(&mut body)?;
        if body.len() as u64 > LARGEST {
            return respond(request, 413, "text/plain", b"the request is too large".to_vec());
        }
        let answered = match (changes, path) {
            (true, "api/ask") => match lane(&url) {
                Ok(lane) => return self.ask(request, lane, body),
                Err(refused) => Err(refused),
            },
            (true, "api/stop") => lane(&url).map(|(lane, turn)| {
                self.lanes.stop(lane, turn);
                json!({})
            }),
            (false, "config.json") => Ok(json!({ "transport": "server", "open": self.folder.model })),
            (false, "api/files") => Ok(json!({ "files": self.folder.list() })),
            (true, "api/open") => self.open(&body),
            (true, "api/save") => self.save(&body),
            (false, name) => match page::file(name) {
                Some((bytes, kind)) => return respond(request, 200, kind, bytes.to_vec()),
                None => Err(Refused { status: 404, words: "there is no such file".to_string() }),
            },
            _ => Err(Refused { status: 404, words: "there is no such request".to_string() }),
        };
        let (status, value) = match answered {
            Ok(value) => (200, value),
            Err(refused) => (refused.status, json!({ "error": refused.words })),
        };
        respond(request, status, "application/json", value.to_string().into_bytes())
    }

    fn open(&self, body: &[u8]) -> Result<Value, Refused> {
        let asked = object(body)?;
        let path = asked["path"].as_str().unwrap_or_default();
        let opened = self.folder.read(path)?;
        Ok(json!({ "path": path, "text": opened.text, "digest": opened.digest }))
    }

    fn save(&self, body: &[u8]) -> Result<Value, Refused> {
        let asked = object(body)?;
        let (Some(path), Some(text)) = (asked["path"].as_str(), asked["text"].as_str()) else {
            return Err(Refused { status: 400, words: "missing `path` or `text`".to_string() });
        };
        let digest = self.folder.save(path, text, asked["known"].as_str())?;
        Ok(json!({ "path": path, "digest": digest }))
    }

    /// Streams the events of a request, in chunks of a line.
    fn ask(&self, request: Request, (lane, turn): (&str, u64), body: Vec<u8>) -> io::Result<()> {
        let mut to = request.into_writer();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\
             Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: {POLICY}\r\n\r\n"
        );
        to.write_all(head.as_bytes())?;
        self.lanes.answer(lane, turn, body, &mut Chunks(&mut *to))?;
        to.write_all(b"0\r\n\r\n")?;
        to.flush()
    }
}

/// Makes connections send each event at once; on Linux they inherit this from the listener. Otherwise an event waits for the
/// acknowledgement of the one before, up to 40 ms.
#[cfg(unix)]
fn prompt(listener: TcpListener) -> io::Result<TcpListener> {
    let stream = TcpStream::from(OwnedFd::from(listener));
    stream.set_nodelay(true)?;
    Ok(TcpListener::from(OwnedFd::from(stream)))
}

/// Other systems keep their defaults.
#[cfg(not(unix))]
fn prompt(listener: TcpListener) -> io::Result<TcpListener> {
    Ok(listener)
}

/// Returns the lane that the query of an address names, and the turn of the request in it.
fn lane(url: &str) -> Result<(&str, u64), Refused> {
    let query = url.split_once("?lane=").and_then(|(_, query)| query.split_once("&turn="));
    let lane = query.and_then(|(lane, turn)| Some((lane, turn.parse().ok()?)));
    lane.ok_or_else(|| Refused { status: 400, words: "missing `?lane=NAME&turn=N`".to_string() })
}

fn object(body: &[u8]) -> Result<Value, Refused> {
    serde_json::from_slice(body).map_err(|error| Refused { status: 400, words: error.to_string() })
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        let status = match refusal {
            Refusal::Outside | Refusal::NotAModel => 403,
            Refusal::Changed => 409,
            Refusal::TooLarge => 413,
            Refusal::Failed(_) => 404,
        };
        Refused { status, words: refusal.to_string() }
    }
}

/// Writes each piece as a chunk of a response.
struct Chunks<'w>(&'w mut dyn Write);

impl Write for Chunks<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() {
            write!(self.0, "{:x}\r\n", bytes.len())?;
            self.0.write_all(bytes)?;
            self.0.write_all(b"\r\n")?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn respond(request: Request, status: u16, kind: &str, body: Vec<u8>) -> io::Result<()> {
    let headers = [
        ("Content-Type", kind),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ];
    let mut response = Response::from_data(body).with_status_code(status);
    for header in headers.iter().filter_map(|(name, value)| Header::from_bytes(name.as_bytes(), value.as_bytes()).ok())
    {
        response.add_header(header);
    }
    request.respond(response)
}
