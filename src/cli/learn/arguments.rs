//! The arguments of `learn`.

use crate::cli::Quit;
use crate::cli::input::Session;
use crate::cli::limits::Limits;
use crate::cli::unanswered::{AnswerForm, Unanswered};
use boardwright_exchange::library::Boards;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(
    after_long_help = "A question shows a board. Answer y if it is a solution of the puzzle that you have in mind, and n if it is not.\n\nExamples:\n  boardwright learn solved.txt\n  printf 'n\\ny\\nn\\n' | boardwright learn solved.txt -o learned.toml\n  boardwright learn solved.txt --oracle model.toml"
)]
pub(in crate::cli) struct Arguments {
    /// Files of solved boards, or - for standard input: rows with an empty line between two boards, or JSON that `solve` prints
    #[arg(value_name = "BOARD", required = true)]
    pub(super) boards: Vec<PathBuf>,
    /// File of boards that break a rule; may be repeated
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(super) rejected: Vec<PathBuf>,
    /// Values that cells may have, such as "1..4" or ".,Q" [default: those on the boards]
    #[arg(long, value_name = "VALUES", help_heading = "Input")]
    pub(super) values: Option<String>,
    /// Read answers from FILE: words such as yes and no, one a line, or the JSON of an earlier run
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    pub(super) answers: Option<PathBuf>,
    /// Answer by the rules of this model
    #[arg(long, value_name = "MODEL", help_heading = "Question")]
    pub(super) oracle: Option<PathBuf>,
    /// Ask about N random boards of the learned rules in the end
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Question", value_parser = crate::cli::whole::whole::<usize, 0, 100>)]
    pub(super) confirm: usize,
    /// Stop when no question distinguishes likely rule sets, without a proof that no other one fits
    #[arg(long, help_heading = "Question")]
    pub(super) likely: bool,
    /// Random seed of the choice among questions
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Method", value_parser = crate::cli::whole::any::<u64>)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) limits: Limits,
    /// Print the result as text (a model) or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    pub(super) format: Format,
    /// Write the result to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,
    /// Print only errors on stderr, and ask nothing at a terminal
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

impl Arguments {
    pub(in crate::cli) fn limits(&self) -> (&Limits, Unanswered) {
        let form = if self.format == Format::Json { AnswerForm::Object } else { AnswerForm::Text };
        let first = self.boards.first().map_or(Path::new("-"), PathBuf::as_path);
        (&self.limits, Unanswered::new(first, form, &self.output))
    }

    /// Reads the boards: those that are solved, then those that break a rule.
    pub(super) fn read(&self, session: &Session) -> Result<(Boards, usize), Quit> {
        let mut texts = Vec::new();
        for path in &self.boards {
            let source = session.read_source(path)?;
            texts.push((source.name, source.text));
        }
        let values = self.values.as_deref().map(values).unwrap_or_default();
        let solved = Boards::read(&texts, &values).map_err(Quit::wrong)?.written.len();
        for path in &self.rejected {
            let source = session.read_source(path)?;
            texts.push((source.name, source.text));
        }
        Ok((Boards::read(&texts, &values).map_err(Quit::wrong)?, solved))
    }
}

/// Returns the values in a text such as `1..9` or `.,#,1..3`.
fn values(text: &str) -> Vec<String> {
    let mut values = Vec::new();
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let ends = part.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        match ends {
            Some((from, to)) => values.extend((from..=to).take(1000).map(|number: i64| number.to_string())),
            None => values.push(part.to_string()),
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    values.retain(|value| seen.insert(value.clone()));
    values
}
