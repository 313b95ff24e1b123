//! `boardwright play MODEL`: plays Lights Out (`lights`) or the devil's chessboard on the terminal.
//!
//! The devil's chessboard is passed from the devil to the prisoners.
//! The devil lays the coins and points at a square, the first prisoner turns one coin, the screen is cleared, and the second
//! prisoner names the square. For every question, Enter takes the program's choice, `?` explains it, and `q` leaves. The end of
//! the input leaves, too, so a round can be written down and piped in:
//!
//! ```text
//! printf 'HTTHHTHT\n5\n4\n5\nn\n' | boardwright play models/devils-chessboard/strategy-8.toml
//! ```

mod lights;

use super::Quit;
use super::files::print_error;
use super::input::Session;
use super::limits::InputLimit;
use super::outputs::Output;
use super::prompt::{Left, Prompt};
use super::settings::Settings;
use super::standard;
use boardwright_base::random::Random;
use boardwright_documents::devils_chessboard::game::Game;
use boardwright_render::text;
use clap::Args;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Args)]
pub(super) struct Arguments {
    /// Model of Lights Out, or of the devil's chessboard: a strategy, or a round with coins and a target
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// Random seed of the devil's choices [default: from the clock]
    #[arg(long, value_name = "N", value_parser = super::whole::any::<u64>)]
    seed: Option<u64>,
    #[command(flatten)]
    pub(super) input: InputLimit,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    if arguments.model.as_os_str() == "-" {
        return Err(Quit::wrong("`play` uses standard input for the players; expected a model file"));
    }
    standard::check_open()?;
    let (_, loaded) = session.load(&arguments.model, &arguments.settings, false)?;
    // Without a handler Ctrl-C ends the program, which is acceptable.
    let _ = ctrlc::set_handler(|| {
        print_error("\n");
        std::process::exit(130);
    });
    match loaded.puzzle.name() {
        "devils-chessboard" => {}
        "lights-out" => return lights::run(&loaded, session),
        family => {
            return Err(Quit::wrong(format!(
                "`play` does not support `{family}` models\nhelp: play it in a browser with `boardwright workbench MODEL`; \
                 `boardwright steps MODEL` prints the way to the solution"
            )));
        }
    }
    let game = Game::of(&loaded.model).map_err(Quit::wrong)?;
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
    let mut table =
        Table { random: Random(arguments.seed.unwrap_or_else(clock)), prompt: Prompt::new(), rounds: [0, 0], game };
    for end in [table.evening(), table.farewell()] {
        // Leaving is not an error.
        if let Err(Left(Some(quit))) = end {
            return Err(quit);
        }
    }
    Ok(0)
}

/// The players and their game.
struct Table {
    game: Game,
    random: Random,
    prompt: Prompt,
    /// The rounds won by the prisoners, and by the devil.
    rounds: [usize; 2],
}

impl Table {
    /// Plays rounds until a player leaves.
    fn evening(&mut self) -> Result<(), Left> {
        let squares = self.game.squares();
        self.say(&format!(
            "The devil's chessboard, {}. The prisoners have agreed on this strategy:\n{}.\n\
             At every question Enter lets the program choose, ? explains, q leaves.\n",
            if squares == 1 {
                "1 square, 0".into()
            } else {
                format!("{squares} squares, 0 to {} row by row", squares - 1)
            },
            self.game.strategy()
        ))?;
        let mut given = self.game.given();
        loop {
            let (coins, target) = match given.take() {
                Some(given) => {
                    self.say("The devil has laid the coins and points at a square, as the model says.\n")?;
                    given
                }
                None => (self.coins()?, self.target()?),
            };
            self.round(coins, target)?;
            loop {
                match self.ask("Another round? Enter: yes, n: no")?.as_str() {
                    "" | "y" | "yes" => break,
                    "n" | "no" => return Ok(()),
                    _ => self.say("Answer yes (Enter) or no (n).")?,
                }
            }
        }
    }

    fn round(&mut self, mut coins: Vec<bool>, target: usize) -> Result<(), Left> {
        self.show(&coins, Some(target))?;
        let right = self.game.flip(&coins, target);
        let mut after = coins.clone();
        after[right] = !after[right];
        let game = &self.game;
        let advice = format!(
            "The devil's square, marked *, is {}. As the coins are, {}.\nTurn {}; then {}.",
            game.square(target),
            game.how(&coins),
            game.square(right),
            game.how(&after)
        );
        let flip = self.square("First prisoner, which coin do you turn?", &advice, right)?;
        coins[flip] = !coins[flip];
        self.say(&format!("The coin on {} is turned.", self.game.square(flip)))?;
        self.hide()?;
        self.show(&coins, None)?;
        let named = self.game.named(&coins);
        let reading = format!("{}.", capital(&self.game.how(&coins)));
        let guess = self.square("Second prisoner, at which square did the devil point?", &reading, named)?;
        let devils = self.game.square(target);
        if guess == target {
            self.rounds[0] += 1;
            self.say(&format!("The devil pointed at {devils}: the prisoners win."))?;
        } else {
            self.rounds[1] += 1;
            self.say(&format!("The devil pointed at {devils}: the devil wins."))?;
        }
        if flip != right {
            let right = self.game.square(right);
            self.say(&format!("By the strategy, the first prisoner turns {right}, not {}.", self.game.square(flip)))?;
        }
        if guess != named {
            self.say(&format!(
                "By the strategy, these coins mean {}: {}.",
                self.game.square(named),
                self.game.how(&coins)
            ))?;
        }
        self.say("")
    }

    /// Asks for the coins that the devil lays.
    fn coins(&mut self) -> Result<Vec<bool>, Left> {
        let squares = self.game.squares();
        loop {
            let question = match squares {
                1 => "Devil, lay the coin: H (heads) or T (tails)".to_string(),
                _ => format!("Devil, lay the coins: {squares} letters H (heads) or T (tails), square 0 first"),
            };
            let given = self.ask(&question)?;
            if given.is_empty() {
                return Ok((0..squares).map(|_| self.random.below(2) == 1).collect());
            }
            if given == "?" {
                self.say("Any coins will do. Spaces between them do not count; Enter lays them at random.")?;
                continue;
            }
            let letters: Vec<char> = given.chars().filter(|letter| !letter.is_whitespace()).collect();
            let coin = |letter: &char| match letter.to_ascii_uppercase() {
                'H' => Some(true),
                'T' => Some(false),
                _ => None,
            };
            match letters.iter().find(|letter| coin(letter).is_none()) {
                Some(other) => self.say(&format!("`{}` is not a coin; type H or T.", other.escape_debug()))?,
                None if letters.len() != squares => {
                    self.say(&format!("Those are {} coins; the board has {squares} squares.", letters.len()))?;
                }
                None => return Ok(letters.iter().filter_map(coin).collect()),
            }
        }
    }

    /// Asks for the square that the devil points at.
    fn target(&mut self) -> Result<usize, Left> {
        let random = self.random.below(self.game.squares());
        self.square("Devil, at which square do you point?", "Any square will do; Enter takes one at random.", random)
    }

    /// Asks for a square; `otherwise` is the choice of Enter.
    fn square(&mut self, question: &str, explanation: &str, otherwise: usize) -> Result<usize, Left> {
        let squares = self.game.squares();
        loop {
            let given = self.ask(&format!("{question} 0 to {}", squares - 1))?;
            if given.is_empty() {
                self.say(&format!("({})", self.game.square(otherwise)))?;
                return Ok(otherwise);
            }
            if given == "?" {
                self.say(explanation)?;
                continue;
            }
            let named = || (0..squares).find(|&square| self.game.square(square).ends_with(&format!("({given})")));
            match given.parse().ok().filter(|&square: &usize| square < squares).or_else(named) {
                Some(square) => return Ok(square),
                None => {
                    let place = if self.game.square(0).ends_with(')') { ", or a place such as r1c1" } else { "" };
                    let last = squares - 1;
                    self.say(&format!("Unknown square. Type a number from 0 to {last}{place}; ? explains."))?;
                }
            }
        }
    }

    /// Hides the first part of a round.
    fn hide(&mut self) -> Result<(), Left> {
        if self.prompt.alone {
            return self.say("\n---- the second prisoner comes in ----");
        }
        self.ask("Press Enter to clear the screen, and call the second prisoner.")?;
        // Clear the screen and its scrollback, and move to its corner.
        self.prompt.clear()
    }

    fn show(&self, coins: &[bool], target: Option<usize>) -> Result<(), Left> {
        let output = Output::Stdout;
        let style = text::Style { colour: output.colour(), width: output.width() };
        self.print(&format!("\n{}\n", text::render(&self.game.picture(coins, target), style)))
    }

    fn ask(&self, question: &str) -> Result<String, Left> {
        self.prompt.ask(question)
    }

    fn say(&self, words: &str) -> Result<(), Left> {
        self.prompt.say(words)
    }

    fn print(&self, text: &str) -> Result<(), Left> {
        self.prompt.print(text)
    }

    /// Returns the score.
    fn farewell(&self) -> Result<(), Left> {
        let [prisoners, devil] = self.rounds;
        let words = match prisoners + devil {
            0 => "No round was finished.".to_string(),
            1 => format!("1 round: won by {}.", if prisoners == 1 { "the prisoners" } else { "the devil" }),
            rounds => format!("{rounds} rounds: the prisoners won {prisoners}, the devil {devil}."),
        };
        self.say(&words)
    }
}

/// Capitalises the first letter.
fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}
