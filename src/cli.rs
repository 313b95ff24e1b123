//! The command line: the only room that reads files, prints, exits or uses the environment.
//!
//! clap parses the arguments (`Command`); each subcommand's file handles them. stdout carries only the answer, so that pipes
//! work; everything else goes to stderr.

mod exit;
mod analyze;
mod booklet;
mod by;
mod campaign;
mod check;
mod checkpoint;
mod choices;
mod classes;
mod cleanup;
mod compare;
mod compile;
mod count;
mod decode;
mod deep;
mod diff;
mod draw;
mod events;
mod example;
mod explain;
mod export;
mod fewest;
mod files;
#[cfg(feature = "print")]
mod fonts;
mod generate;
mod heap;
mod import;
mod input;
mod learn;
mod limits;
mod list;
mod long;
mod lsp;
mod new;
mod outputs;
mod pace;
mod pages;
mod play;
mod posed;
mod printing;
mod prompt;
mod proof;
mod schema;
mod sequence;
mod settings;
mod solve;
mod standard;
mod steps;
mod stream;
mod trust;
mod unanswered;
mod verify;
mod watch;
mod way;
mod whole;
mod words;
mod workbench;
mod worker;

use self::cleanup::clean_up;
use self::exit::{Exit, Quit, complain};
use self::input::Session;
use self::limits::{InputLimit, Limits};
use self::unanswered::Unanswered;
use self::watch::Phase;
use boardwright_base::budget::Budget;
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// Solve, count, check and generate board puzzles that are written as TOML models.
#[derive(Parser)]
#[command(name = "boardwright", version, max_term_width = 100)]
#[command(after_help = "MODEL is a TOML file, or - for standard input.\n\n\
    Exit codes:\n  \
    0  answered; unsatisfiable is an answer\n  \
    1  `verify`, `check` or `decode` rejects a solution, an [expect] or an [[example]]; `diff` finds a difference;\n     no rule set fits the boards of `learn`\n  \
    2  error in the model or on the command line\n  \
    3  unknown: a limit was reached\n  \
    4  internal check failed")]
struct Command {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
// Only the options of the given subcommand are defined. A doc comment of flattened options would replace its description.
#[command(defer = true)]
enum Task {
    /// Find a solution, or an optimal one, and draw it
    Solve(solve::Arguments),
    /// Count the solutions exactly
    Count(count::Arguments),
    /// Count the solutions, or find the optimum, for each value of a parameter
    Sequence(sequence::Arguments),
    /// Check a solution against the rules
    Verify(verify::Arguments),
    /// Explain why there is no solution, where solutions differ, or which clues force the only one
    Explain(explain::Arguments),
    /// Print the way to the solution as steps with smallest reasons, or the next step from a position
    Steps(steps::Arguments),
    /// Draw the puzzle without its solution, as text, SVG, PNG or PDF
    Draw(draw::Arguments),
    /// Write puzzles with their rules and solutions as a booklet, in PDF or HTML
    Booklet(booklet::Arguments),
    /// Print facts about a puzzle that need no search, or instructions for solving it by hand
    Analyze(analyze::Arguments),
    /// Print a commented model of a kind of puzzle as a start
    New(new::Arguments),
    /// Generate a puzzle with one solution
    Generate(generate::Arguments),
    /// Write, draw and solve puzzles in the browser
    Workbench(workbench::Arguments),
    /// Serve editors: diagnostics, completion, renaming and more, by the Language Server Protocol
    Lsp(lsp::Arguments),
    /// Play Lights Out or the devil's chessboard on the terminal
    Play(play::Arguments),
    /// Check models for errors, warnings, uniqueness and their [expect]
    Check(check::Arguments),
    /// Check the [[example]] boards of a model, or make boards that break one rule each
    Example(example::Arguments),
    /// Compare the rules of two models: find a board that distinguishes them, or prove that there is none
    Diff(diff::Arguments),
    /// Learn rules from solved boards: ask about boards until one rule set is left
    Learn(learn::Arguments),
    /// Write a model as a file for another solver
    Compile(compile::Arguments),
    /// Read the output of another solver back into a verified board
    Decode(decode::Arguments),
    /// Convert a puzzle of another program into a model
    Import(import::Arguments),
    /// Convert a model into a link or a game ID of another program
    Export(export::Arguments),
    /// Compare formulations, encodings and backends on models
    Compare(compare::Arguments),
    /// Plan a comparison, run it on a cluster and merge the results
    Campaign(campaign::Arguments),
    /// Run one job of a planned comparison
    Worker(worker::Arguments),
    /// Run the job on standard input; used internally
    #[command(hide = true)]
    RunJob(worker::RunJob),
    /// List puzzles, kinds, formulations, encodings, backends, methods, searches or formats
    List(list::Arguments),
    /// Print the JSON Schema of models, for completion and checks in editors
    Schema(schema::Arguments),
    /// Print a completion script for a shell
    Completions(pages::Completions),
    /// Print the manual page
    Man(pages::Man),
}

/// Runs the command with these arguments, including the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    arguments.iter().for_each(|argument| files::note_name(argument.as_encoded_bytes()));
    let command = match Command::try_parse_from(arguments) {
        Ok(command) => command,
        Err(error) if error.use_stderr() => {
            let words = error.render();
            let is_coloured = files::stderr_colour();
            files::print_error(&if is_coloured { words.ansi().to_string() } else { words.to_string() });
            return ExitCode::from(error.exit_code() as u8);
        }
        Err(error) => {
            // Help and version are answers.
            return match standard::check_open().and_then(|()| standard::checked(error.print())) {
                Ok(()) => ExitCode::from(error.exit_code() as u8),
                Err(quit) => quit.finish(),
            };
        }
    };
    let limits = command.task.limits();
    if limits.is_some() {
        heap::settle(command.task.is_parallel());
    }
    let session = match &limits {
        None => Ok(Session { budget: Budget::none(), input: command.task.input() }),
        Some((limits, request)) => limits.budget().map(|budget| {
            let request = request.clone();
            watch::begin(move |reason| request.unknown(reason, true), &budget);
            Session { budget, input: limits.input.clone() }
        }),
    };
    let result = session.and_then(|session| command.task.run(&session));
    clean_up();
    match (result, limits) {
        (Ok(code), _) => ExitCode::from(code),
        (Err(quit), Some((_, request))) if quit.exit == Exit::Stopped => {
            watch::enter(Phase::Answer);
            ExitCode::from(request.unknown(&quit.words, false))
        }
        (Err(quit), _) => quit.finish(),
    }
}

impl Task {
    /// Returns the limits and the request of a command that works on a model; other commands have none.
    fn limits(&self) -> Option<(&Limits, Unanswered)> {
        Some(match self {
            Task::Solve(arguments) => arguments.limits(),
            Task::Count(arguments) => arguments.limits(),
            Task::Verify(arguments) => arguments.limits(),
            Task::Explain(arguments) => arguments.limits(),
            Task::Steps(arguments) => arguments.limits(),
            Task::Draw(arguments) => arguments.limits(),
            Task::Booklet(arguments) => arguments.limits(),
            Task::Analyze(arguments) => arguments.limits(),
            Task::Generate(arguments) => arguments.limits(),
            Task::Check(arguments) => arguments.limits(),
            Task::Example(arguments) => arguments.limits(),
            Task::Diff(arguments) => arguments.limits(),
            Task::Learn(arguments) => arguments.limits(),
            Task::Compile(arguments) => arguments.limits(),
            Task::Decode(arguments) => arguments.limits(),
            Task::Import(arguments) => arguments.limits(),
            Task::Export(arguments) => arguments.limits(),
            Task::Sequence(arguments) => arguments.limits(),
            _ => return None,
        })
    }

    /// Returns whether several threads work at the same time.
    fn is_parallel(&self) -> bool {
        let threads = match self {
            Task::Solve(arguments) => arguments.long.threads,
            Task::Count(arguments) => arguments.long.threads,
            _ => None,
        };
        threads.is_some_and(|threads| threads > 1)
    }

    /// Returns what commands without other limits may read.
    fn input(&self) -> InputLimit {
        match self {
            Task::Compare(arguments) => arguments.input.clone(),
            Task::Play(arguments) => arguments.input.clone(),
            Task::Campaign(arguments) => arguments.input(),
            _ => InputLimit::default(),
        }
    }

    fn run(&self, session: &Session) -> Result<u8, Quit> {
        match self {
            Task::Solve(arguments) => solve::run(arguments, session),
            Task::Count(arguments) => count::run(arguments, session),
            Task::Sequence(arguments) => sequence::run(arguments, session),
            Task::Verify(arguments) => verify::run(arguments, session),
            Task::Explain(arguments) => explain::run(arguments, session),
            Task::Steps(arguments) => steps::run(arguments, session),
            Task::Draw(arguments) => draw::run(arguments, session),
            Task::Booklet(arguments) => booklet::run(arguments, session),
            Task::Analyze(arguments) => analyze::run(arguments, session),
            Task::New(arguments) => new::run(arguments),
            Task::Generate(arguments) => generate::run(arguments, session),
            Task::Play(arguments) => play::run(arguments, session),
            Task::Check(arguments) => check::run(arguments, session),
            Task::Workbench(arguments) => workbench::run(arguments),
            Task::Lsp(arguments) => lsp::run(arguments),
            Task::Example(arguments) => example::run(arguments, session),
            Task::Diff(arguments) => diff::run(arguments, session),
            Task::Learn(arguments) => learn::run(arguments, session),
            Task::Compile(arguments) => compile::run(arguments, session),
            Task::Decode(arguments) => decode::run(arguments, session),
            Task::Import(arguments) => import::run(arguments, session),
            Task::Export(arguments) => export::run(arguments, session),
            Task::Compare(arguments) => compare::run(arguments, session),
            Task::Campaign(arguments) => campaign::run(arguments, session),
            Task::Worker(arguments) => worker::run(arguments),
            Task::RunJob(arguments) => worker::run_job(arguments),
            Task::List(arguments) => list::run(arguments),
            Task::Schema(arguments) => schema::run(arguments),
            Task::Completions(arguments) => pages::completions(arguments, definition()),
            Task::Man(arguments) => pages::man(arguments, definition()),
        }
    }
}

/// Returns the definition of the command line: subcommands and their arguments.
pub fn definition() -> clap::Command {
    let mut command = <Command as clap::CommandFactory>::command();
    command.build();
    command
}
