//! `boardwright analyze MODEL`: facts about a puzzle, or about a solution of it.

use super::fewest;
use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use boardwright_base::budget::Budget;
use boardwright_puzzle::Fact;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::analysis::{Analysis, Topic};
use boardwright_puzzle::solution::{Solution, notation};
use boardwright_render::{json, svg, text};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_tasks::task::sizes::{Sizes, sizes};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// Analyze the solutions in FILE instead of the puzzle; - for standard input
    ///
    /// FILE is the JSON that `solve` prints, or a drawing of the board.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    of: Option<PathBuf>,
    /// Print instructions for solving the puzzle by hand, as SVG
    #[arg(long, conflicts_with = "format", help_heading = "Question")]
    card: bool,
    /// Print the number of variables and clauses of each formulation
    #[arg(long, conflicts_with_all = ["card", "table", "of"], help_heading = "Question")]
    sizes: bool,
    /// Find the fewest values that leave the solution unique, or bounds at a time limit
    ///
    /// The given values of the model are left out; its other clues stay. --of chooses one of several solutions.
    #[arg(long, conflicts_with_all = ["card", "table", "sizes"], help_heading = "Question")]
    fewest_clues: bool,
    /// With --fewest-clues: of all solutions of the model, up to symmetry
    #[arg(long, requires = "fewest_clues", conflicts_with = "of", help_heading = "Question")]
    all: bool,
    /// Find the fewest cells that determine every board, or bounds at a time limit
    #[arg(long, conflicts_with_all = ["card", "table", "sizes", "of", "fewest_clues"], help_heading = "Question")]
    determining_cells: bool,
    /// Find the most presses that a pattern of lights may need, and the patterns that need them
    #[arg(long, conflicts_with_all = ["card", "table", "of", "fewest_clues", "determining_cells"], help_heading = "Question")]
    hardest: bool,
    /// Show the lights after each row of a chase
    #[arg(long, conflicts_with_all = ["card", "table", "of", "hardest", "fewest_clues", "determining_cells"], help_heading = "Question")]
    chase: bool,
    #[command(flatten)]
    limits: Limits,
    /// Print only a table of the analysis, with tabs between columns: formulas, matrix or inverse [default: formulas]
    #[arg(long, value_enum, value_name = "TABLE", num_args = 0..=1, require_equals = true, default_missing_value = "formulas")]
    #[arg(conflicts_with_all = ["format", "card"], hide_possible_values = true, help_heading = "Output")]
    table: Option<Table>,
    /// Print the analysis as text, json or svg
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the analysis to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Table {
    /// What the analysis derives
    Formulas,
    /// The matrix B of lights and buttons
    Matrix,
    /// The inverse of a part of B, in whole numbers
    Inverse,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let form = match self.format {
            _ if self.card || self.table.is_some() => AnswerForm::File,
            Format::Text => AnswerForm::Text,
            Format::Json => AnswerForm::Object,
            Format::Svg => AnswerForm::File,
        };
        (&self.limits, Unanswered::new(&self.model, form, &self.output))
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    // A card is a drawing, without --format.
    let format = if arguments.card { Format::Svg } else { arguments.format };
    let output = Output::of(&arguments.output, format)?;
    let (_, loaded) = session.load(&arguments.model, &arguments.settings, false)?;
    let budget = &session.budget;
    watch::enter(Phase::Analyze);
    let family = loaded.puzzle.name();
    let (mut analyses, is_open) = asked(arguments, &loaded, session)?;
    if arguments.sizes {
        let analyses = analyses.get_or_insert_with(|| vec![Analysis::default()]);
        analyses.iter_mut().for_each(|analysis| analysis.facts.push(sizes_of(&loaded, budget)));
    }
    let Some(analyses) = analyses else {
        return Err(Quit::wrong(match arguments.of {
            Some(_) => format!("`analyze --of` does not support `{family}` models"),
            None => format!("`analyze` supports only `--sizes` for `{family}` models"),
        }));
    };
    watch::enter(Phase::Answer);
    let only = || match &analyses[..] {
        [one] => Ok(one),
        _ => Err(Quit::wrong("several solutions require --format text or json")),
    };
    let title = loaded.model.title.as_deref();
    let answer = match arguments.format {
        _ if arguments.card => match &only()?.card {
            Some(card) => svg::titled(card, title),
            None => return Err(Quit::wrong("--card is not supported for this puzzle")),
        },
        _ if arguments.table.is_some() => match &only()?.table {
            Some(table) => table.clone(),
            None => return Err(Quit::wrong("--table is not supported for this puzzle")),
        },
        Format::Text => describe(&loaded, &analyses, &output),
        Format::Json => {
            let model = arguments.model.display().to_string();
            let mut facts: Vec<Value> = analyses.iter().map(|analysis| json::facts(&analysis.facts)).collect();
            let object = match &arguments.of {
                Some(_) if !arguments.fewest_clues => json!({ "model": model, "puzzle": family, "solutions": facts }),
                _ => json!({ "model": model, "puzzle": family, "facts": facts.remove(0) }),
            };
            format!("{object:#}\n")
        }
        Format::Svg => match &only()?.picture {
            picture if picture.panels.is_empty() => {
                return Err(Quit::wrong("--format svg is not supported for the analysis of this puzzle"));
            }
            picture => svg::titled(picture, title),
        },
    };
    output.write(&answer)?;
    let cut = is_open || budget.reached().is_some() || analyses.iter().any(|analysis| analysis.open);
    Ok(if cut { Exit::Unknown.code() } else { Exit::Answered.code() })
}

/// Returns the analyses that answer the question, `None` where the family has none, and whether a limit left it open.
fn asked(arguments: &Arguments, loaded: &Loaded, session: &Session) -> Result<(Option<Vec<Analysis>>, bool), Quit> {
    let budget = &session.budget;
    let stop = || budget.reached().is_some();
    let family = loaded.puzzle.name();
    let mut is_open = false;
    let mut found = |answered: fewest::Answered| {
        is_open = answered.is_open;
        Some(vec![answered.analysis])
    };
    let topic = match () {
        () if arguments.hardest => Some(("--hardest", Topic::Hardest)),
        () if arguments.chase => Some(("--chase", Topic::Chase)),
        () => match arguments.table {
            Some(Table::Matrix) => Some(("--table=matrix", Topic::Matrix)),
            Some(Table::Inverse) => Some(("--table=inverse", Topic::Inverse)),
            Some(Table::Formulas) | None => None,
        },
    };
    let analyses: Option<Vec<Analysis>> = match &arguments.of {
        _ if arguments.determining_cells => found(fewest::cells(loaded, budget)?),
        _ if arguments.all => {
            watch::enter(Phase::Solve);
            found(fewest::clues_of_all(loaded, budget)?)
        }
        _ if arguments.fewest_clues => {
            let of = arguments.of.as_ref().map(|path| one_solution(loaded, path, session)).transpose()?;
            watch::enter(Phase::Solve);
            found(fewest::clues(loaded, of, budget)?)
        }
        None if topic.is_some() => {
            let analyze = |(name, topic)| {
                let analysis = loaded.instance.analysis().and_then(|family| family.analyze_topic(topic, &stop));
                analysis.ok_or_else(|| Quit::wrong(format!("`analyze {name}` does not support `{family}` models")))
            };
            Some(topic.map(analyze).transpose()?.into_iter().collect())
        }
        None => loaded.instance.analysis().map(|family| vec![family.analyze(&stop)]),
        Some(path) => {
            let solutions = solutions(loaded, path, session)?;
            watch::enter(Phase::Analyze);
            let analyze = |solution| loaded.instance.analysis()?.analyze_solution(solution, &stop);
            solutions.iter().map(analyze).collect()
        }
    };
    Ok((analyses, is_open))
}

/// Returns the sizes of the formulations.
fn sizes_of(loaded: &Loaded, budget: &Budget) -> Fact {
    let (sizes, horizon) = sizes(loaded, &Selection::default(), budget);
    let list = sizes.iter().flatten().map(|size| {
        json!({ "formulation": size.formulation, "decisions": size.decisions, "variables": size.variables,
                "clauses": size.clauses, "literals": size.literals })
    });
    let list: Vec<Value> = list.collect();
    let words = sizes.iter().map(|size| match size {
        Ok(Sizes { formulation, decisions, variables, clauses, literals }) => format!(
            "{formulation}: {variables} variables, {decisions} of them decisions, {clauses} clauses, {literals} literals"
        ),
        Err(unmeasured) => unmeasured.to_string(),
    });
    let moves = horizon.map_or(String::new(), |moves| format!(" for {moves} moves, the lower bound"));
    let words: Vec<String> = std::iter::once(format!("as clauses{moves}:")).chain(words).collect();
    Fact::new("sizes", list, words.join("\n  "))
}

/// Reads the only solution in a file.
fn one_solution(loaded: &Loaded, path: &Path, session: &Session) -> Result<Solution, Quit> {
    let found = solutions(loaded, path, session)?;
    match <[Solution; 1]>::try_from(found) {
        Ok([solution]) => Ok(solution),
        Err(found) => Err(Quit::wrong(format!("{} has {} solutions; expected 1", path.display(), found.len()))),
    }
}

/// Reads the solutions in a file and verifies each.
fn solutions(loaded: &Loaded, path: &Path, session: &Session) -> Result<Vec<Solution>, Quit> {
    let name = path.display().to_string();
    let claimed = notation::read(&session.read_source(path)?.text, loaded.puzzle.name())
        .map_err(|reason| Quit::wrong(format!("{name}: {reason}")))?;
    let verified = |written| Solution::read(&*loaded.instance, &written);
    claimed.into_iter().map(verified).collect::<Result<_, _>>().map_err(|violation| Quit {
        exit: Exit::No,
        words: format!("{name} contains a board that is not a solution: {violation}"),
    })
}

fn describe(loaded: &Loaded, analyses: &[Analysis], output: &Output) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(loaded.model.title.as_ref().map(|title| format!("{title}\n")));
    for (index, analysis) in analyses.iter().enumerate() {
        let which = if analyses.len() > 1 { format!("solution {}\n", index + 1) } else { String::new() };
        let facts = analysis
            .facts
            .iter()
            .filter(|fact| !fact.words.is_empty())
            .map(|fact| format!("{}\n", fact.words))
            .collect::<String>();
        parts.push(which + &facts);
        if !analysis.picture.panels.is_empty() {
            let style = text::Style { colour: output.colour(), width: output.width() };
            parts.push(text::render(&analysis.picture, style));
        }
    }
    parts.join("\n")
}
