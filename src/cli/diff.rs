//! `boardwright diff A B`: a board that obeys one model and breaks the other, or a proof that there is none.

use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use boardwright_base::budget::Stop;
use boardwright_base::source::Source;
use boardwright_ir::constraint::Origin;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::printed_clues::{Edit, Printed, edited};
use boardwright_render::explanation;
use boardwright_render::origin::Shown;
use boardwright_render::text;
use boardwright_tasks::task::diff::{
    self, ClueSet, DiffError, DiffRequest, Difference, Distinguishing, Open, Proof, Relation, Side,
};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct Arguments {
    /// The first model file, or - for standard input
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The second model file, or - for standard input
    #[arg(value_name = "B")]
    second: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// Compare the models with their own clues, or their rules without clues or with any clues
    #[arg(long, value_enum, default_value_t = Clues::Own, help_heading = "Question")]
    clues: Clues,
    /// Rename a layer, a value or, for --clues any, a picture or list of the first model to its name in the second; may be repeated
    #[arg(long, value_name = "NAME=NAME", value_parser = renaming, help_heading = "Question")]
    map: Vec<(String, String)>,
    #[command(flatten)]
    limits: Limits,
    /// Print the result as text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the answer to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Clues {
    /// Each model with its own clues
    Own,
    /// The rules without clues and given values
    None,
    /// The rules with all clues that both models could have
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// A text that renames nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected NAME=NAME, such as Q=queen")]
struct NotRenaming;

/// Parses `queen=Q`.
fn renaming(text: &str) -> Result<(String, String), NotRenaming> {
    match text.split_once('=') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok((from.to_string(), to.to_string())),
        _ => Err(NotRenaming),
    }
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let form = if self.format == Format::Json { AnswerForm::Object } else { AnswerForm::Text };
        (&self.limits, Unanswered::new(&self.first, form, &self.output))
    }

    /// Reads a model, without its clues if they are left out.
    fn load(&self, path: &Path, session: &Session) -> Result<Loaded, Quit> {
        let (source, loaded) = session.load(path, &self.settings, false)?;
        match self.clues {
            Clues::Own => Ok(loaded),
            Clues::None | Clues::Any => without_clues(source, loaded, session),
        }
    }
}

/// Returns a model without the clues that its text could leave out.
pub(super) fn without_clues(mut source: Source, mut loaded: Loaded, session: &Session) -> Result<Loaded, Quit> {
    loop {
        let family = loaded.instance.printed_clues();
        let printed = family.map_or_else(Printed::default, |family| family.printed(&loaded.model, &source.text));
        // Pictures with escapes are rewritten first: then their marks are clues.
        let edits: Vec<Edit> = match printed.rewritten.is_empty() {
            true => printed.clues.into_iter().map(|clue| clue.without).collect(),
            false => printed.rewritten,
        };
        let text = edited(&source.text, &edits);
        if text == source.text {
            return Ok(loaded);
        }
        source.text = text;
        loaded = session.loaded(&source, false)?;
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::of(&arguments.output, arguments.format)?;
    let first = arguments.load(&arguments.first, session)?;
    let second = arguments.load(&arguments.second, session)?;
    let request = DiffRequest { first, second, map: arguments.map.clone(), any_clues: arguments.clues == Clues::Any };
    watch::enter(Phase::Solve);
    let (asked, budget) = (request.clone(), session.budget.clone());
    let found = watch::abandonable(&session.budget, move || diff::run(&asked, &budget)).map_err(Quit::stopped)?;
    let found = found.map_err(|error| match error {
        DiffError::Mismatch(mismatch) => Quit::wrong(mismatch),
        DiffError::Failed(failure) => failure.into(),
    })?;
    watch::enter(Phase::Answer);
    let names = [&arguments.first, &arguments.second].map(|path| path.display().to_string());
    let answer = match arguments.format {
        Format::Json => format!("{:#}\n", to_json(&names, &request, &found)),
        Format::Text => {
            let style = text::Style { colour: output.colour(), width: output.width() };
            to_text(&names, &request, &found, style)
        }
    };
    output.write(&answer)?;
    Ok(match found.relation() {
        Relation::Equivalent => Exit::Answered,
        Relation::Unknown if !found.differs() => Exit::Unknown,
        _ => Exit::No,
    }
    .code())
}

/// Returns the parts of a request by which of its models obeys: its name, the other's, and the model.
fn sides<'a>(
    names: &'a [String; 2],
    request: &'a DiffRequest,
    found: &'a Difference,
) -> [(&'a str, &'a str, &'a Loaded, &'a Side); 2] {
    let [first, second] = names;
    [(first, second, &request.first, &found.only_first), (second, first, &request.second, &found.only_second)]
}

fn to_json(names: &[String; 2], request: &DiffRequest, found: &Difference) -> Value {
    let [only_first, only_second] = sides(names, request, found).map(|(_, _, loaded, side)| match side {
        Side::Board(board) => board_json(loaded, board),
        _ => Value::Null,
    });
    let known = sides(names, request, found).map(|(_, _, _, side)| match side {
        Side::Board(_) => json!({ "by": "board" }),
        Side::Implied(Proof::Contradiction) => json!({ "by": "contradiction" }),
        Side::Implied(Proof::AllBoards(tried)) => json!({ "by": "all-boards", "tried": tried }),
        Side::Implied(Proof::EachClue(set)) => json!({
            "by": "each-clue",
            "parts": set.parts,
            "marks": set.words,
            "numbers_to": set.up_to,
            "clues": set.clues,
            "unreadable": set.unreadable,
        }),
        Side::Open(open) => json!({
            "by": null,
            "tried": open.tried,
            "reason": open.stop.map(Stop::describe),
            "unstated": names_of(&open.unstated),
            "hidden": open.hidden,
            "together": open.together,
            "filled": open.filled,
        }),
    });
    json!({
        "first": names[0],
        "second": names[1],
        "relation": found.relation().name(),
        "has_board": found.has_board.or(found.differs().then_some(true)),
        "only_first": only_first,
        "only_second": only_second,
        "known": { "only_first": known[0], "only_second": known[1] },
    })
}

fn board_json(loaded: &Loaded, board: &Distinguishing) -> Value {
    let mut object = board.solution.to_json(&*loaded.instance);
    object["breaks"] = board.breaks.iter().map(|broken| broken.name.as_str()).collect();
    let clues = board.clues.iter().map(|clue| json!({ "at": explanation::part(&clue.at), "clue": clue.word }));
    object["clues"] = clues.collect();
    object["violations"] = board.breaks.iter().map(|broken| broken.violation.to_string()).collect();
    object
}

fn to_text(names: &[String; 2], request: &DiffRequest, found: &Difference, style: text::Style) -> String {
    let [first, second] = names;
    let mut out = match found.relation() {
        Relation::Equivalent if found.has_board == Some(false) => {
            format!("equivalent: {first} and {second} accept no board\n")
        }
        Relation::Equivalent => format!("equivalent: {first} and {second} accept the same boards\n"),
        Relation::FirstImpliesSecond => format!("{first} implies {second}, and not the reverse\n"),
        Relation::SecondImpliesFirst => format!("{second} implies {first}, and not the reverse\n"),
        Relation::Neither => format!("different: neither of {first} and {second} implies the other\n"),
        Relation::Unknown if found.differs() => format!("different: {first} and {second} accept different boards\n"),
        Relation::Unknown => format!("unknown: no board was found that distinguishes {first} and {second}\n"),
    };
    for (obeyed, broken, _, side) in sides(names, request, found) {
        out.push('\n');
        match side {
            Side::Board(board) => {
                let clues: Vec<String> = board
                    .clues
                    .iter()
                    .map(|clue| format!("{} at {}", clue.word, explanation::part(&clue.at)))
                    .collect();
                let with = match &clues[..] {
                    [] => String::new(),
                    [clue] => format!(" with the clue {clue}"),
                    clues => format!(" with these {} clues", clues.len()),
                };
                out.push_str(&format!("A board that obeys {obeyed} and breaks {broken}{with}:\n\n"));
                out.push_str(&text::render(&board.picture, style));
                out.push('\n');
                for rule in &board.breaks {
                    out.push_str(&format!("breaks {}\n", rule.violation));
                }
                if board.breaks.is_empty() {
                    out.push_str(&format!("breaks {broken} with all values of its hidden layers\n"));
                }
            }
            Side::Implied(Proof::Contradiction) => {
                out.push_str(&format!("{obeyed} implies {broken}: proved, the rules contradict every violation\n"));
            }
            Side::Implied(Proof::AllBoards(tried)) => {
                let boards =
                    if *tried == 1 { "the only board obeys".into() } else { format!("all {tried} boards obey") };
                out.push_str(&format!("{obeyed} implies {broken}: proved, {boards} it\n"));
            }
            Side::Implied(Proof::EachClue(set)) => {
                out.push_str(&format!("{obeyed} implies {broken}: proved without clues and {}\n", with_each(set)));
            }
            Side::Open(open) => out.push_str(&format!("{obeyed} implies {broken}: open, {}\n", why(open))),
        }
    }
    out
}

/// Returns the names of rules.
fn names_of(rules: &[Origin]) -> Vec<String> {
    let shown = Shown::new(rules);
    rules.iter().map(|rule| shown.rule(rule)).collect()
}

/// Says with which clues rules were compared.
fn with_each(set: &ClueSet) -> String {
    let mut marks: Vec<String> = set.words.iter().map(|word| format!("`{word}`")).collect();
    marks.extend(set.up_to.map(|most| format!("the numbers 0 to {most}")));
    let parts: Vec<String> = set.parts.iter().map(|part| format!("`{part}`")).collect();
    match set.clues {
        0 => "the models have no clues".to_string(),
        clues => {
            let unreadable = match set.unreadable {
                0 => String::new(),
                number => format!("; {number} of them are errors in a model"),
            };
            format!("with each of {clues} clues: {} in {}{unreadable}", marks.join(", "), parts.join(", "))
        }
    }
}

/// Says why a question is open, and what was tried.
fn why(open: &Open) -> String {
    let mut out = match open.stop {
        Some(stop) => stop.describe().to_string(),
        None => "no difference was found".to_string(),
    };
    if !open.together.is_empty() {
        let names: Vec<String> = open.together.iter().map(|name| format!("`{name}`")).collect();
        out.push_str(&format!("; rules consider several clues of {} together", names.join(", ")));
        out.push_str(&format!("; {} boards with all clues that fit them agree", open.filled));
    }
    if !open.unstated.is_empty() {
        let names: Vec<String> = names_of(&open.unstated).iter().map(|name| format!("`{name}`")).collect();
        out.push_str(&format!("; violations of {} cannot be stated as constraints", names.join(", ")));
    }
    if !open.hidden.is_empty() {
        let names: Vec<String> = open.hidden.iter().map(|name| format!("`{name}`")).collect();
        out.push_str(&format!("; the hidden layers {} may take any values", names.join(", ")));
    }
    if open.tried > 0 {
        out.push_str(&format!("; {} boards obey it", open.tried));
    }
    out
}
