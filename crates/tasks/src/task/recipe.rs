//! The options of a compilation as comment lines of the compiled file, which suffice to compile the same bytes again.
//!
//! ```text
//! boardwright 0.2.0
//! model models/alternation/four.toml
//! form cnf
//! formulation moves
//! encoding at-most-one=auto,cardinality=totalizer,pseudo-boolean=auto,parity=auto,integer=auto,connected=auto,...
//! roles rules
//! horizon 4
//! seed 7
//! formula e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
//! ```
//!
//! `formula` is the SHA-256 digest of the lines that are no comments, which records of comparisons contain, too. Each line follows
//! the comment sign of the format. A line `fewest` states that the command line requested the best board.

use super::failure::inapplicable::NoRecipe;
use boardwright_base::diagnostic::nearest;
use boardwright_base::program;
use boardwright_ir::constraint::Roles;
use boardwright_ir::route::Route;
use boardwright_sat::cnf::encode::Kind;
use boardwright_sat::cnf::encode::selection::Selection;

/// A file format that problems are compiled to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// DIMACS CNF, for SAT solvers and model counters.
    Cnf,
    /// Weighted CNF, for MaxSAT solvers.
    Wcnf,
    /// Pseudo-Boolean constraints.
    Opb,
    /// CPLEX LP.
    Lp,
    /// Free MPS.
    Mps,
}

impl Form {
    /// All formats.
    pub const ALL: [Form; 5] = [Form::Cnf, Form::Wcnf, Form::Opb, Form::Lp, Form::Mps];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Form::Cnf => "cnf",
            Form::Wcnf => "wcnf",
            Form::Opb => "opb",
            Form::Lp => "lp",
            Form::Mps => "mps",
        }
    }

    /// Returns whether it consists of clauses, to which encodings apply.
    pub fn has_clauses(self) -> bool {
        matches!(self, Form::Cnf | Form::Wcnf)
    }

    /// Returns whether a line of such a file is a comment for solvers.
    pub fn is_comment(self, line: &str) -> bool {
        line.starts_with(self.sign())
    }

    /// Returns the route whose formulation is used.
    pub fn route(self) -> Route {
        if self.has_clauses() { Route::Sat } else { Route::Ilp }
    }

    fn sign(self) -> char {
        match self {
            Form::Cnf | Form::Wcnf => 'c',
            Form::Opb | Form::Mps => '*',
            Form::Lp => '\\',
        }
    }

    fn by_name(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.name() == name)
    }
}

/// The constraints that a file states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// The rules alone.
    Rules,
    /// All that a search for one solution gets: also conclusions, redundant constraints, and those that break symmetries.
    All,
    /// The rules and the redundant constraints: files of versions before there was a choice.
    Faithful,
}

impl Content {
    /// Returns the name on the command line; `None` for files of earlier versions.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Content::Rules => Some("rules"),
            Content::All => Some("all"),
            Content::Faithful => None,
        }
    }

    /// Returns the roles.
    pub(super) fn roles(self) -> Roles {
        match self {
            Content::Rules => Roles::REQUIRED,
            Content::All => Roles::ALL,
            Content::Faithful => Roles::FAITHFUL,
        }
    }
}

/// All inputs of a compilation except the model.
#[derive(Clone)]
pub struct Recipe {
    /// The file format.
    pub form: Form,
    /// The name of the formulation; `None` is the family's first that applies to the instance.
    pub formulation: Option<String>,
    /// The constraints.
    pub content: Content,
    /// The encodings; without clauses only those of graphs and words matter.
    pub encoding: Selection,
    /// The number of steps of a plan.
    pub horizon: Option<usize>,
    /// Whether the command line requested the best board.
    pub fewest: bool,
    /// The seed that shuffles variables and constraints, as in a run with this seed; 0 for none.
    pub seed: u64,
}

impl Recipe {
    /// Returns the comment lines, without the sign of the format; `model` is the name of its file, `formulation` the one used.
    pub fn lines(&self, model: &str, formulation: &str) -> Vec<String> {
        let mut lines = vec![
            format!("boardwright {}", program::VERSION),
            format!("model {model}"),
            format!("form {}", self.form.name()),
            format!("formulation {formulation}"),
        ];
        let mut names = self.encoding.names();
        if !self.form.has_clauses() {
            names.retain(|(key, name)| *name != "auto" && is_decomposed(key));
        }
        if !names.is_empty() {
            let names: Vec<String> = names.into_iter().map(|(key, name)| format!("{key}={name}")).collect();
            lines.push(format!("encoding {}", names.join(",")));
        }
        lines.extend(self.content.name().map(|name| format!("roles {name}")));
        lines.extend(self.horizon.map(|horizon| format!("horizon {horizon}")));
        lines.extend(self.fewest.then(|| "fewest".to_string()));
        lines.extend((self.seed != 0).then(|| format!("seed {}", self.seed)));
        lines
    }

    /// Reads the comment lines of a compiled file.
    ///
    /// # Errors
    /// If the file has none, or they contain unknown names.
    pub fn read(text: &str) -> Result<Recipe, NoRecipe> {
        let records = text.lines().take_while(|line| line.starts_with(['c', '*', '\\']));
        let records: Vec<(&str, &str)> = records
            .filter_map(|line| line.get(2..))
            .map(|record| record.split_once(' ').unwrap_or((record, "")))
            .collect();
        let find = |key: &str| records.iter().find(|(found, _)| *found == key).map(|&(_, value)| value);
        let version = find("boardwright").ok_or(NoRecipe::Missing("boardwright"))?;
        let named = |key: &'static str| find(key).ok_or(NoRecipe::Missing(key));
        let form = named("form")?;
        let form = Form::by_name(form).ok_or_else(|| {
            let suggestion = Form::ALL
                .into_iter()
                .map(Form::name)
                .find(|&name| Some(name) == nearest(form, Form::ALL.map(Form::name)));
            NoRecipe::Form { form: form.to_string(), suggestion }
        })?;
        let mut encoding = Selection::default();
        if form.has_clauses() || find("encoding").is_some() {
            let chosen = encoding.parse(named("encoding")?);
            chosen.map_err(|reason| NoRecipe::Encoding { reason, version: version.to_string() })?;
        }
        let horizon = find("horizon").map(str::parse).transpose();
        Ok(Recipe {
            form,
            formulation: Some(named("formulation")?.to_string()),
            content: match find("roles") {
                None => Content::Faithful,
                Some("rules") => Content::Rules,
                Some("all") => Content::All,
                Some(other) => return Err(NoRecipe::Roles(other.to_string())),
            },
            encoding,
            horizon: horizon.map_err(|_| NoRecipe::Number("horizon"))?,
            fewest: find("fewest").is_some(),
            seed: match find("seed").map(str::parse) {
                None => 0,
                Some(Ok(seed)) => seed,
                Some(Err(_)) => return Err(NoRecipe::Number("seed")),
            },
        })
    }
}

/// Returns whether a choice, `connected` or `rule.connected`, also affects the decomposition for rows.
fn is_decomposed(key: &str) -> bool {
    let kind = key.rsplit('.').next().unwrap_or(key);
    Kind::ALL.into_iter().any(|of| of.name() == kind && of.is_decomposed())
}
