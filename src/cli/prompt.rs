//! Questions on the terminal, and their answers from standard input.

use super::files::visible;
use super::{Quit, standard};
use std::io::{BufRead, IsTerminal, Write};

/// The end of a game: a player left, the output was closed, or printing failed.
pub(super) struct Left(pub(super) Option<Quit>);

/// The terminal.
pub(super) struct Prompt {
    /// Whether there is no screen to clear and nobody to wait for: the input comes from a file or a program.
    pub(super) alone: bool,
}

impl Prompt {
    pub(super) fn new() -> Prompt {
        Prompt { alone: !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) }
    }

    /// Asks and returns an answer, without blanks around it.
    pub(super) fn ask(&self, question: &str) -> Result<String, Left> {
        self.print(&format!("{question}\n> "))?;
        let (line, is_end) = read_line();
        // A terminal shows typed input with its line break; piped input needs one.
        if self.alone || !line.ends_with(b"\n") {
            self.print("\n")?;
        }
        if is_end {
            return Err(Left(None));
        }
        let answer = String::from_utf8_lossy(&line).trim().to_string();
        if matches!(answer.to_lowercase().as_str(), "q" | "quit" | "exit") { Err(Left(None)) } else { Ok(answer) }
    }

    pub(super) fn say(&self, words: &str) -> Result<(), Left> {
        self.print(&format!("{words}\n"))
    }

    pub(super) fn print(&self, text: &str) -> Result<(), Left> {
        self.print_raw(&visible(text, standard::colour()))
    }

    /// Clears the screen.
    pub(super) fn clear(&self) -> Result<(), Left> {
        self.print_raw("\x1b[2J\x1b[3J\x1b[H")
    }

    fn print_raw(&self, text: &str) -> Result<(), Left> {
        let mut stdout = std::io::stdout().lock();
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush())
            .map_err(|error| Left(standard::checked(Err(error)).err()))
    }
}

/// Reads a line of standard input, without blanks around it; `None` at the end.
pub(super) fn line() -> Option<String> {
    let (line, is_end) = read_line();
    (!is_end).then(|| String::from_utf8_lossy(&line).trim().to_string())
}

/// Reads a line of standard input, and whether it is the end. The input may not be text; then it is no answer.
fn read_line() -> (Vec<u8>, bool) {
    let mut line = Vec::new();
    let read = std::io::stdin().lock().read_until(b'\n', &mut line);
    (line, !matches!(read, Ok(1..)))
}
