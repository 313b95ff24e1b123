//! Messages of an editor on standard input, and answers on standard output.
//!
//! One thread reads messages, and each job has one; the calling thread changes the state of the server and writes. Start with
//! [`serve`].

use super::super::words::COMMAND_LINE;
use super::super::{Quit, limits};
use super::event::Event;
use super::{files, work};
use crate::REGISTRY;
use boardwright_base::budget::MemoryLimit;
use boardwright_lsp::frame::{self, Unreadable};
use boardwright_lsp::{Effect, Host, Server};
use std::io::{BufReader, BufWriter};
use std::sync::mpsc::{self, Sender};

/// The limit of memory where the system reports how much is in use.
const MEMORY: u64 = 4 << 30;

/// Serves an editor, and returns the exit code.
pub(super) fn serve(memory_limit: Option<u64>) -> Result<u8, Quit> {
    let bytes = memory_limit.unwrap_or(MEMORY);
    let memory = limits::resident().map(|_| MemoryLimit { bytes, held: limits::resident });
    let host = Host { registry: REGISTRY, words: COMMAND_LINE, memory, file: files::text };
    let mut server = Server::new(host);
    let (sender, events) = mpsc::channel();
    let of_jobs = sender.clone();
    let spawned = std::thread::Builder::new().name("read".into()).spawn(move || receive(&sender));
    spawned.map_err(|error| Quit::wrong(format!("cannot start a thread: {error}")))?;
    let mut output = BufWriter::new(std::io::stdout());
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
fn receive(events: &Sender<Event>) {
    let mut input = BufReader::new(std::io::stdin());
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
