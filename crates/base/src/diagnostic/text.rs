//! Texts that name settings and commands, for which each face has its own words. Start with [`Text`].

use std::fmt;

/// A choice of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Setting {
    /// The rows and columns of the board of an import.
    Board,
    /// The number of clues of a generated puzzle.
    Clues,
    /// One solution of each orbit.
    Distinct,
    /// The clues that are computed.
    Fill,
    /// Whether pieces may be turned over.
    Flip,
    /// The game of a game ID.
    Game,
    /// The genre of a puzzle.
    Genre,
    /// The number of moves of a plan.
    Horizon,
    /// The clues that all stay.
    Keep,
    /// The memory limit.
    MemoryLimit,
    /// A method of the family.
    Method,
    /// The rules that a generated puzzle needs.
    MustUse,
    /// The number of pieces of a generated puzzle.
    Pieces,
    /// The problem of a file with several.
    Problem,
    /// The number of computed rooms.
    Rooms,
    /// The route to a solver.
    Route,
    /// The strategy for an optimum.
    Search,
    /// The random seed.
    Seed,
    /// The sizes of computed rooms.
    Sizes,
    /// Whether a generated puzzle is symmetric.
    Symmetric,
    /// The model that a puzzle is generated from.
    Template,
}

impl Setting {
    /// Returns the plain name, for a face without a word of its own.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Board => "`board`",
            Setting::Clues => "`clues`",
            Setting::Distinct => "`distinct`",
            Setting::Fill => "`fill`",
            Setting::Flip => "`flip`",
            Setting::Game => "`game`",
            Setting::Genre => "`genre`",
            Setting::Horizon => "`horizon`",
            Setting::Keep => "`keep`",
            Setting::MemoryLimit => "`memory limit`",
            Setting::Method => "`method`",
            Setting::MustUse => "`must use`",
            Setting::Pieces => "`pieces`",
            Setting::Problem => "`problem`",
            Setting::Rooms => "`rooms`",
            Setting::Route => "`route`",
            Setting::Search => "`search`",
            Setting::Seed => "`seed`",
            Setting::Sizes => "`sizes`",
            Setting::Symmetric => "`symmetric`",
            Setting::Template => "`template`",
        }
    }
}

/// A task that a face may offer, for texts that refer to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// Lists the best solutions.
    Best,
    /// Checks a model.
    Check,
    /// Counts by a property of the solutions.
    CountBy,
    /// Counts by the values of cells.
    CountByCell,
    /// Counts by the number of lines.
    CountByLines,
    /// Counts by the objective.
    CountByObjective,
    /// Counts by the number of cells with a value.
    CountByValue,
    /// Explains why there is no solution, or where several differ.
    Explain,
    /// Writes a puzzle for another program.
    Export,
    /// Generates puzzles.
    Generate,
    /// Generates puzzles of a family.
    GenerateFamily,
    /// Lists the genres.
    Genres,
    /// Draws solutions at random.
    Random,
    /// Prints a solution.
    Solve,
    /// Lists the steps to the solution.
    Steps,
}

impl Command {
    /// Returns the plain name, for a face without a word of its own.
    pub fn name(self) -> &'static str {
        match self {
            Command::Best => "a list of the best solutions",
            Command::Check => "the check of a model",
            Command::CountBy => "a count by cell, value, lines or objective",
            Command::CountByCell => "a count by cell",
            Command::CountByLines => "a count by lines",
            Command::CountByObjective => "a count by objective",
            Command::CountByValue => "a count by value",
            Command::Explain => "an explanation",
            Command::Export => "export",
            Command::Generate => "generation",
            Command::GenerateFamily => "generation of a family",
            Command::Genres => "the list of genres",
            Command::Random => "a random solution",
            Command::Solve => "a solution",
            Command::Steps => "the list of steps",
        }
    }
}

/// The words of a face; `None` where it has none.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// Returns the word for a setting.
    pub setting: fn(Setting) -> Option<&'static str>,
    /// Returns the word for a command.
    pub command: fn(Command) -> Option<&'static str>,
    /// Whether lists of accepted names are shown.
    pub lists: bool,
}

impl Words {
    /// The plain names of settings, and no commands.
    pub const PLAIN: Words = Words { setting: |_| None, command: |_| None, lists: true };
}

/// A text in which each face names settings and commands in its way.
///
/// ```
/// use boardwright_base::diagnostic::{Command, Setting, Text, Words};
/// let text = Text::from("use another ").and(Setting::Seed).refer("; see ", Command::Explain, "");
/// let words = Words { setting: |_| Some("--seed"), command: |_| Some("`boardwright explain`"), lists: true };
/// assert_eq!(text.worded(words), "use another --seed; see `boardwright explain`");
/// assert_eq!(text.to_string(), "use another `seed`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Words(String),
    Setting(Setting),
    Command(Command),
    Reference { before: &'static str, command: Command, after: &'static str },
    Choices { before: &'static str, names: Vec<String> },
}

impl Text {
    /// Returns a text that lists names after some words, for faces that show whole lists; others leave it out.
    pub fn choices(before: &'static str, names: &[&str]) -> Text {
        Text(vec![Piece::Choices { before, names: names.iter().map(ToString::to_string).collect() }])
    }

    /// Returns the names that the text lists.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .flat_map(|piece| match piece {
                Piece::Choices { names, .. } => &names[..],
                _ => &[],
            })
            .map(String::as_str)
    }

    /// Returns the text followed by another one.
    #[must_use]
    pub fn and(mut self, more: impl Into<Text>) -> Text {
        self.0.extend(more.into().0);
        self
    }

    /// Returns the text followed by a command between two words, for faces that have the command; others leave out all three.
    #[must_use]
    pub fn refer(mut self, before: &'static str, command: Command, after: &'static str) -> Text {
        self.0.push(Piece::Reference { before, command, after });
        self
    }

    /// Returns the text in the words of a face.
    pub fn worded(&self, words: Words) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Setting(setting) => (words.setting)(*setting).unwrap_or(setting.name()).to_string(),
            Piece::Command(command) => (words.command)(*command).unwrap_or(command.name()).to_string(),
            Piece::Reference { before, command, after } => {
                (words.command)(*command).map_or(String::new(), |command| format!("{before}{command}{after}"))
            }
            Piece::Choices { .. } if !words.lists => String::new(),
            Piece::Choices { before, names } => format!("{before}{}", names.join(", ")),
        };
        self.0.iter().map(piece).collect()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(Words::PLAIN))
    }
}

impl From<String> for Text {
    fn from(words: String) -> Text {
        Text(vec![Piece::Words(words)])
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Text {
        Text(vec![Piece::Words(words.into())])
    }
}

impl From<Setting> for Text {
    fn from(setting: Setting) -> Text {
        Text(vec![Piece::Setting(setting)])
    }
}

impl From<Command> for Text {
    fn from(command: Command) -> Text {
        Text(vec![Piece::Command(command)])
    }
}
