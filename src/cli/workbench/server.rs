//! The server of the page: files of the page, files of the folder, and requests to the engine. Start with [`Server::serve`].
//!
//! Below the token there are `config.json`, `api/files`, `api/open`, `api/save`, `api/drafts`, `api/draft`, `api/draft/remove`, `api/ask` (a stream of lines), `api/stop`, and the files
//! of the page. Everything else, and everything that [`Guard`] does not admit, is answered with 403 and nothing else, before the body
//! is read. There are at most [`MAX_CONNECTIONS`] connections, each for one request, and a slow one is closed.

use super::super::Quit;
use super::super::limits::Limits;
use super::drafts::{Drafts, Unkept};
use super::folder::{Folder, Refusal};
use super::guard::{Guard, Headers};
use super::http::{self, Head, Timed, Unreadable};
use super::page;
use super::work::Lanes;
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The maximum size of a request's body.
const LARGEST: u64 = 16 << 20;
/// The maximum number of connections.
const MAX_CONNECTIONS: usize = 64;
/// The time in which a request's head has to arrive, then its body, and in which the page has to take a piece of the answer.
const HEAD_TIME: Duration = Duration::from_secs(5);
const BODY_TIME: Duration = Duration::from_secs(30);
const WRITE_TIME: Duration = Duration::from_secs(30);

/// What the page may load and do.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A server that listens on 127.0.0.1.
pub(super) struct Server {
    listener: TcpListener,
    site: Arc<Site>,
}

/// What the threads of the server share.
struct Site {
    guard: Guard,
    folder: Folder,
    drafts: Drafts,
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
        let wrong = |error: io::Error| Quit::wrong(format!("cannot listen on 127.0.0.1: {error}"));
        let listener = TcpListener::bind(("127.0.0.1", port.unwrap_or(0))).map_err(wrong)?;
        let port = listener.local_addr().map_err(wrong)?.port();
        let guard = Guard::new(port).map_err(|error| Quit::wrong(format!("cannot make a random token: {error}")))?;
        Ok(Server {
            listener,
            site: Arc::new(Site { guard, folder, drafts: Drafts::of_user(), lanes: Lanes::new(limits) }),
        })
    }

    /// Returns the address of the page.
    pub(super) fn address(&self) -> String {
        self.site.guard.address()
    }

    /// Answers requests until the program ends.
    pub(super) fn serve(&self) -> Result<u8, Quit> {
        let open = Arc::new(AtomicUsize::new(0));
        loop {
            let Ok((stream, _)) = self.listener.accept() else {
                // The client is gone, or the program has too many open files: others will be closed.
                std::thread::sleep(Duration::from_millis(20));
                continue;
            };
            let connection = Connection::new(&open);
            if open.load(Ordering::Relaxed) > MAX_CONNECTIONS {
                // This fits the buffer of a new connection, so that it does not wait for the client.
                let _ = http::respond(&mut &stream, 503, &[], b"");
                continue;
            }
            let site = Arc::clone(&self.site);
            let spawned = std::thread::Builder::new().name("answer".into()).spawn(move || {
                let _connection = connection;
                // The page is gone if this fails.
                let _ = site.serve(&stream);
            });
            drop(spawned);
        }
    }
}

/// Counts an open connection.
struct Connection(Arc<AtomicUsize>);

impl Connection {
    fn new(open: &Arc<AtomicUsize>) -> Connection {
        open.fetch_add(1, Ordering::Relaxed);
        Connection(Arc::clone(open))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Site {
    /// Reads a request and answers it.
    fn serve(&self, stream: &TcpStream) -> io::Result<()> {
        // Otherwise an event waits for the acknowledgement of the one before, up to 40 ms.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let head = match http::head(&mut Timed::new(stream, HEAD_TIME)) {
            Ok(head) => head,
            Err(Unreadable::Failed(error)) => return Err(error),
            Err(Unreadable::TooLarge) => return refuse(stream, 431),
            Err(Unreadable::Malformed) => return refuse(stream, 400),
        };
        let changes = head.method == "POST";
        let headers =
            Headers { host: head.header("host"), origin: head.header("origin"), site: head.header("sec-fetch-site") };
        let known = changes || head.method == "GET";
        let Some(path) = self.guard.admit(&head.target, changes, &headers).filter(|_| known).map(str::to_string) else {
            return refuse(stream, 403);
        };
        if head.length > LARGEST {
            return refuse(stream, 413);
        }
        self.answer(stream, head, changes, &path)
    }

    /// Answers a request that is the page's own.
    fn answer(&self, mut stream: &TcpStream, mut head: Head, changes: bool, path: &str) -> io::Result<()> {
        let body = head.body(&mut Timed::new(stream, BODY_TIME), &mut stream)?;
        let url = &head.target;
        let answered = match (changes, path) {
            (true, "api/ask") => match lane(url) {
                Ok(lane) => return self.ask(stream, lane, body),
                Err(refused) => Err(refused),
            },
            (true, "api/stop") => lane(url).map(|(lane, turn)| {
                self.lanes.stop(lane, turn);
                json!({})
            }),
            (false, "config.json") => Ok(json!({ "transport": "server", "open": self.folder.model })),
            (false, "api/files") => Ok(json!({ "files": self.folder.list() })),
            (true, "api/open") => self.open(&body),
            (true, "api/save") => self.save(&body),
            (false, "api/drafts") => self.drafts.list().map_err(Refused::from),
            (true, "api/draft") => object(&body).and_then(|asked| Ok(self.drafts.keep(&asked)?)),
            (true, "api/draft/remove") => object(&body).and_then(|asked| Ok(self.drafts.remove(&asked)?)),
            (false, name) => match page::file(name) {
                Some((bytes, kind)) => return respond(stream, 200, kind, bytes),
                None => Err(Refused { status: 404, words: "there is no such file".to_string() }),
            },
            _ => Err(Refused { status: 404, words: "there is no such request".to_string() }),
        };
        let (status, value) = match answered {
            Ok(value) => (200, value),
            Err(refused) => (refused.status, json!({ "error": refused.words })),
        };
        respond(stream, status, "application/json", value.to_string().as_bytes())
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
    fn ask(&self, mut to: &TcpStream, (lane, turn): (&str, u64), body: Vec<u8>) -> io::Result<()> {
        let headers = [
            ("Content-Type", "application/x-ndjson"),
            ("Transfer-Encoding", "chunked"),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", POLICY),
        ];
        http::respond(&mut to, 200, &headers, b"")?;
        self.lanes.answer(lane, turn, body, &mut Chunks(&mut to))?;
        to.write_all(b"0\r\n\r\n")?;
        to.flush()
    }
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

impl From<Unkept> for Refused {
    fn from(unkept: Unkept) -> Refused {
        let status = match unkept {
            Unkept::Full => 507,
            Unkept::TooLarge => 413,
            Unkept::Id => 400,
            Unkept::NoFolder | Unkept::Failed(_) => 500,
        };
        Refused { status, words: unkept.to_string() }
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

fn respond(mut to: &TcpStream, status: u16, kind: &str, body: &[u8]) -> io::Result<()> {
    let length = body.len().to_string();
    let headers = [
        ("Content-Type", kind),
        ("Content-Length", &length),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ];
    http::respond(&mut to, status, &headers, body)
}

/// Answers with a status alone. A connection that is closed with unread bytes can lose the answer, so some are read and dropped.
fn refuse(mut to: &TcpStream, status: u16) -> io::Result<()> {
    http::respond(&mut to, status, &[("Content-Length", "0")], b"")?;
    to.shutdown(Shutdown::Write)?;
    let unread = Timed::new(to, Duration::from_millis(500));
    io::copy(&mut unread.take(1 << 20), &mut io::sink()).map(drop)
}
