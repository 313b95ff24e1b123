//! Lights Out on the terminal: press, undo, hint, chase.
//!
//! ```text
//! printf '3 3\nundo\nhint\nchase\n' | boardwright play models/lights-out/dugu.toml
//! ```

use crate::cli::input::Session;
use crate::cli::outputs::Output;
use crate::cli::prompt::{Left, Prompt};
use crate::cli::{Quit, printing};
use boardwright_base::board::Cell;
use boardwright_documents::lights_out::game::Game;
use boardwright_puzzle::Loaded;
use boardwright_render::text;
use std::sync::Arc;

const HELP: &str = "Type a row and a column, such as 2 3 or r2c3, to press a button.\n\
    u: undo, h: hint, r: chase one row, c: chase all rows, s: start again, ?: this help, q: leave.";

/// A typed line.
enum Move {
    Press(Cell),
    Undo,
    Hint,
    Chase,
    ChaseRow,
    Start,
    Help,
}

pub(super) fn run(loaded: &Loaded, session: &Session) -> Result<u8, Quit> {
    let game = Game::of(&loaded.model).map_err(Quit::wrong)?;
    let mut table = Table { game, prompt: Prompt::new(), loaded, session };
    // Leaving is not an error.
    if let Err(Left(Some(quit))) = table.play() {
        return Err(quit);
    }
    let words = match (table.game.is_dark(), table.game.presses()) {
        (true, presses) => format!("All lights are off after {}.", counted(presses)),
        (false, presses) if table.game.lit() == 1 => format!("One light is on after {}.", counted(presses)),
        (false, presses) => format!("{} lights are on after {}.", table.game.lit(), counted(presses)),
    };
    match table.prompt.say(&words) {
        Err(Left(Some(quit))) => Err(quit),
        _ => Ok(0),
    }
}

fn counted(presses: usize) -> String {
    format!("{presses} {}", if presses == 1 { "press" } else { "presses" })
}

struct Table<'a> {
    game: Game,
    prompt: Prompt,
    loaded: &'a Loaded,
    session: &'a Session,
}

impl Table<'_> {
    /// Plays until all lights are off or the player leaves.
    fn play(&mut self) -> Result<(), Left> {
        self.prompt.say(&format!("Turn all lights off. {HELP}"))?;
        self.show()?;
        while !self.game.is_dark() {
            let given = self.prompt.ask("Which button?")?;
            match self.read(&given) {
                None => self.prompt.say(&format!("`{}` is no button of this board. {HELP}", given.escape_debug()))?,
                Some(Move::Help) => self.prompt.say(HELP)?,
                Some(Move::Hint) => self.hint()?,
                Some(Move::Press(cell)) => {
                    self.game.press(cell);
                    self.show()?;
                }
                Some(Move::Undo) => match self.game.undo() {
                    Some(cell) => {
                        self.prompt.say(&format!("The press of {cell} is undone."))?;
                        self.show()?;
                    }
                    None => self.prompt.say("There is nothing to undo.")?,
                },
                Some(Move::Chase) => match self.game.chase() {
                    Ok(0) => {
                        self.prompt.say("Only the last row has lights: change the first row, then chase again.")?;
                    }
                    Ok(presses) => {
                        self.prompt
                            .say(&format!("The lights were chased to the last row with {}.", counted(presses)))?;
                        self.show()?;
                    }
                    Err(reason) => self.prompt.say(&format!("{reason}."))?,
                },
                Some(Move::ChaseRow) => match self.game.chase_row() {
                    Ok(None) => {
                        self.prompt.say("Only the last row has lights: change the first row, then chase again.")?;
                    }
                    Ok(Some((row, presses))) => {
                        self.prompt.say(&format!("Row {row} was pressed below the lights, {}.", counted(presses)))?;
                        self.show()?;
                    }
                    Err(reason) => self.prompt.say(&format!("{reason}."))?,
                },
                Some(Move::Start) => {
                    self.game.restart();
                    self.show()?;
                }
            }
        }
        Ok(())
    }

    /// Reads a line; `None` if it is no command and no button.
    fn read(&self, given: &str) -> Option<Move> {
        let given = given.to_lowercase();
        Some(match given.as_str() {
            "u" | "undo" => Move::Undo,
            "h" | "hint" => Move::Hint,
            "c" | "chase" => Move::Chase,
            "r" | "row" => Move::ChaseRow,
            "s" | "start" => Move::Start,
            "?" | "help" => Move::Help,
            _ => {
                let parts = |text: &str, at: &dyn Fn(char) -> bool| -> Option<(usize, usize)> {
                    let mut numbers = text.split(at).filter(|part| !part.is_empty()).map(str::parse::<usize>);
                    let pair = (numbers.next()?.ok()?, numbers.next()?.ok()?);
                    numbers.next().is_none().then_some(pair)
                };
                let (row, column) = match given.strip_prefix('r') {
                    Some(rest) => parts(rest, &|c| c == 'c')?,
                    None => parts(&given, &|c| c.is_whitespace() || c == ',')?,
                };
                let cell = Cell::new(row.checked_sub(1)?, column.checked_sub(1)?);
                Move::Press(cell).filter(self.game.has(cell))?
            }
        })
    }

    /// Names a button of a solution with the fewest presses.
    fn hint(&mut self) -> Result<(), Left> {
        let instance = Arc::from(self.game.instance());
        let now = Loaded { instance, ..self.loaded.clone() };
        match printing::solution(&now, "the board", self.session) {
            Ok(solution) => {
                let (cell, left) = self.game.advice(&solution);
                let words = cell.map_or("No press is needed.".to_string(), |cell| {
                    format!("Press {cell}. From here {} are enough, and no fewer.", counted(left))
                });
                self.prompt.say(&words)
            }
            Err(quit) => self.prompt.say(&format!("There is no hint: {}.", quit.words.lines().next().unwrap_or(""))),
        }
    }

    fn show(&self) -> Result<(), Left> {
        let output = Output::Stdout;
        let style = text::Style { colour: output.colour(), width: output.width() };
        let mut picture = self.game.picture();
        // A player names buttons by their numbers.
        for panel in picture.panels.iter_mut().filter(|panel| panel.outlines.is_none() && panel.dense.is_empty()) {
            let numbers = |count: usize| (1..=count).map(|number| vec![number.to_string()]).collect();
            (panel.margins.left, panel.margins.top) = (numbers(panel.height()), numbers(panel.width()));
        }
        self.prompt.print(&format!("\n{}\n", text::render(&picture, style)))
    }
}

impl Move {
    fn filter(self, holds: bool) -> Option<Move> {
        holds.then_some(self)
    }
}
