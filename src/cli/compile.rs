//! `boardwright compile MODEL --to FORM`: writes a file for another solver, with names and the options used.

use super::Quit;
use super::choices::Lowering;
use super::exit::failed;
use super::files::print_error;
use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered};
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_tasks::task::compile::Compiled;
use boardwright_tasks::task::encodings;
use boardwright_tasks::task::recipe::{Content, Form, Recipe};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    choices: Shape,
    #[command(flatten)]
    limits: Limits,
    /// File format: cnf, wcnf, opb, lp or mps
    #[arg(long, value_parser = form(), value_name = "FORMAT", hide_possible_values = true, help_heading = "Output")]
    to: Form,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Print only errors on stderr
    #[arg(long, short)]
    quiet: bool,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        (&self.limits, Unanswered::new(&self.model, AnswerForm::File, &None))
    }
}

// The options that determine the file, besides the form.
#[derive(Args)]
pub(super) struct Shape {
    /// Set the number of moves of a plan; required for the fewest moves
    #[arg(long, value_name = "N", help_heading = "Question", value_parser = super::whole::any::<usize>)]
    horizon: Option<usize>,
    /// Minimize the number of presses, like `fewest = true` in the model
    #[arg(long, help_heading = "Question")]
    pub(super) fewest: bool,
    #[command(flatten)]
    lowering: Lowering,
    /// Constraints to write: rules or all
    ///
    /// All adds redundant constraints, and those that break symmetries: what a search for one solution gets. Comments mark
    /// them.
    #[arg(long, value_enum, value_name = "ROLES", hide_possible_values = true, help_heading = "Method")]
    #[arg(default_value_t = Roles::Rules)]
    roles: Roles,
    /// Shuffle the problem with this random seed
    ///
    /// Has the effect of `solve --seed`.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Method", value_parser = super::whole::any::<u64>)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Roles {
    /// The rules
    Rules,
    /// Everything that a search for one solution gets
    All,
}

/// Reads the name of a form. The form is a type of the library, which knows no command line.
fn form() -> impl TypedValueParser<Value = Form> {
    let names = PossibleValuesParser::new(Form::ALL.map(Form::name));
    names.map(|name| Form::ALL.into_iter().find(|form| form.name() == name).expect("the name of a form"))
}

impl Shape {
    /// Returns whether any option is set.
    pub(super) fn is_chosen(&self) -> bool {
        let Lowering { formulation, encoding } = &self.lowering;
        formulation.is_some()
            || encoding.is_some()
            || self.horizon.is_some()
            || self.fewest
            || self.seed != 0
            || self.roles != Roles::Rules
    }

    /// Returns the recipe for a model in a form.
    pub(super) fn recipe(&self, form: Form, loaded: &Loaded, source: &Source) -> Result<Recipe, Quit> {
        if let Some(encoding) =
            self.lowering.encoding.as_ref().filter(|_| !form.has_clauses() && !self.lowering.suits_rows())
        {
            let form = form.name();
            return Err(Quit::wrong(format!(
                "--encoding {encoding} is not supported for {form}, which keeps \
                constraints as rows"
            )));
        }
        Ok(Recipe {
            form,
            formulation: self.lowering.formulation.clone(),
            content: match self.roles {
                Roles::Rules => Content::Rules,
                Roles::All => Content::All,
            },
            encoding: encodings(loaded, &self.lowering.selection()?).map_err(|failure| failed(failure, source))?,
            horizon: self.horizon,
            fewest: self.fewest,
            seed: self.seed,
        })
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::named(&arguments.output, arguments.to.name())?;
    let (source, loaded) = session.load(&arguments.model, &arguments.settings, arguments.choices.fewest)?;
    let recipe = arguments.choices.recipe(arguments.to, &loaded, &source)?;
    let compiled = Compiled::new(&loaded, &recipe, &session.budget)?;
    output.write_file(&boardwright_render::compiled::text(&compiled, &source.name))?;
    if !arguments.quiet {
        for note in compiled.notes() {
            print_error(&format!("note: {note}\n"));
        }
    }
    Ok(0)
}
