//! The command line's words for settings and commands.

use boardwright_base::diagnostic::{Command, Setting, Words};

/// The options and subcommands of the command line.
pub(super) const COMMAND_LINE: Words =
    Words { setting: |setting| Some(option(setting)), command: |it| Some(command(it)), lists: true };

fn option(setting: Setting) -> &'static str {
    match setting {
        Setting::Board => "--board",
        Setting::Clues => "--clues",
        Setting::Distinct => "`--distinct`",
        Setting::Fill => "--fill",
        Setting::Flip => "--flip",
        Setting::Game | Setting::Template => "--from",
        Setting::Genre => "--genre",
        Setting::Horizon => "--horizon",
        Setting::Keep => "--keep",
        Setting::MemoryLimit => "--memory-limit",
        Setting::Method => "--method",
        Setting::MustUse => "--must-use",
        Setting::Pieces => "--pieces",
        Setting::Problem => "--problem",
        Setting::Rooms => "--rooms",
        Setting::Route => "--route",
        Setting::Search => "--search",
        Setting::Seed => "--seed",
        Setting::Sizes => "--sizes",
        Setting::Symmetric => "--symmetric",
    }
}

fn command(command: Command) -> &'static str {
    match command {
        Command::Best => "`solve --best`",
        Command::Check => "`boardwright check`",
        Command::CountBy => "`count --by`",
        Command::CountByCell => "`count --by cell`",
        Command::CountByLines => "`count --by lines`",
        Command::CountByObjective => "`count --by objective`",
        Command::CountByValue => "`count --by value`",
        Command::Explain => "`boardwright explain`",
        Command::Export => "`export`",
        Command::Generate => "`generate`",
        Command::GenerateFamily => "`boardwright generate FAMILY`",
        Command::Genres => "`boardwright list kinds`",
        Command::Random => "`solve --random`",
        Command::Solve => "`solve`",
        Command::Steps => "`steps`",
    }
}
