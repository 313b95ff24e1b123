//! `boardwright lsp`: the language server on standard input and output.
//!
//! One thread reads messages, one for each job works; this one changes the state of the server and writes. `files` reads the files that
//! models name, `work` runs jobs.

#[cfg(feature = "lsp")]
mod files;
#[cfg(feature = "lsp")]
mod work;

use super::Quit;
use clap::Args;

#[derive(Args)]
#[command(after_help = "Editors start this command; see docs/editors.md.\n\n\
    Exit codes: 0 after `shutdown` and `exit`, 1 if the input ends without them, 2 if it cannot be read.")]
pub(super) struct Arguments {
    /// Accepted for editors that add it; standard input and output are always used
    #[arg(long, hide = true)]
    stdio: bool,
}

#[cfg(not(feature = "lsp"))]
pub(super) fn run(_: &Arguments) -> Result<u8, Quit> {
    Err(Quit::wrong(
        "this program was built without the language server; `cargo install --path . --features lsp` builds it",
    ))
}

#[cfg(feature = "lsp")]
pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let Arguments { stdio: _ } = arguments;
    serve()
}

#[cfg(feature = "lsp")]
use boardwright_lsp::frame::{self, Incoming, Unreadable};

/// What happens to the server.
#[cfg(feature = "lsp")]
enum Event {
    Incoming(Incoming),
    /// The input ended, or cannot be read.
    Closed(Option<Unreadable>),
    Ended(u64, boardwright_lsp::Ended),
}

#[cfg(feature = "lsp")]
fn serve() -> Result<u8, Quit> {
    use boardwright_lsp::{Effect, Host, Server};
    let host = Host { registry: crate::REGISTRY, words: super::words::COMMAND_LINE, file: files::text };
    let mut server = Server::new(host);
    let (sender, events) = std::sync::mpsc::channel();
    let of_jobs = sender.clone();
    let spawned = std::thread::Builder::new().name("read".into()).spawn(move || receive(&sender));
    spawned.map_err(|error| Quit::wrong(format!("cannot start a thread: {error}")))?;
    let mut output = std::io::BufWriter::new(std::io::stdout());
    for event in events {
        let effects = match event {
            Event::Incoming(incoming) => server.receive(incoming),
            Event::Ended(number, ended) => server.ended(number, ended),
            Event::Closed(None) => return Ok(u8::from(!server.is_shut_down())),
            Event::Closed(Some(Unreadable::Failed(error))) => {
                return Err(Quit::wrong(format!("cannot read standard input: {error}")));
            }
            Event::Closed(Some(Unreadable::TooLong)) => {
                return Err(Quit::wrong("a message on standard input is too long"));
            }
        };
        for effect in effects {
            match effect {
                // The editor is gone if it cannot be written to.
                Effect::Send(message) if frame::write(&mut output, &message).is_err() => return Ok(1),
                Effect::Send(_) => {}
                Effect::Start(job) => work::start(job, of_jobs.clone()),
                Effect::Exit { is_clean } => return Ok(u8::from(!is_clean)),
            }
        }
    }
    Ok(1)
}

/// Reads messages until the input ends.
#[cfg(feature = "lsp")]
fn receive(events: &std::sync::mpsc::Sender<Event>) {
    let mut input = std::io::BufReader::new(std::io::stdin());
    loop {
        let event = match frame::read(&mut input) {
            Ok(Some(incoming)) => Event::Incoming(incoming),
            Ok(None) => Event::Closed(None),
            Err(unreadable) => Event::Closed(Some(unreadable)),
        };
        let is_last = matches!(event, Event::Closed(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}
