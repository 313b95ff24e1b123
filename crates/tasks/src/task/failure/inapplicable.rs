//! Requests that do not apply. Start with [`Inapplicable`].

use boardwright_base::diagnostic::{Command, Diagnostics, Setting, Text};
use boardwright_base::source::Source;
use boardwright_frontier::automaton::NoAutomaton;
use boardwright_puzzle::NoFormulation;
use boardwright_puzzle::capability::symmetry::NoSymmetries;
use boardwright_sat::cnf::encode::ChoiceError;
use boardwright_solvers::backend::{NoBackend, Route, Unusable};
use boardwright_solvers::certificate::Uncertified;
use boardwright_solvers::pipeline::NoForm;
use std::fmt;

/// The reason why a request does not apply to a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Inapplicable {
    /// It names something unknown.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// Two of its settings contradict each other, or one lacks another.
    #[error(transparent)]
    Misuse(#[from] Misuse),
    /// The backend cannot be used.
    #[error(transparent)]
    Backend(#[from] NoBackend),
    /// The encodings are not known.
    #[error(transparent)]
    Encoding(#[from] ChoiceError),
    /// The formulation does not apply.
    #[error("{0}")]
    Formulation(NoFormulation),
    /// The problem has no form for a solver.
    #[error(transparent)]
    Form(#[from] NoForm),
    /// The claims of the model cannot be certified.
    #[error("a certificate is not supported for this model: {0}")]
    Uncertified(#[from] Uncertified),
    /// The problem has no form for the route.
    #[error("the route `{}` does not support this problem: {reason}", route.name())]
    Route {
        /// The route.
        route: Route,
        /// The reason.
        reason: NoRoute,
    },
    /// The route answers another question only.
    #[error("the route `{}` counts solutions and finds one; it does not list them", .0.name())]
    List(Route),
    /// The engine cannot hold the problem.
    #[error(transparent)]
    Engine(#[from] Unusable),
    /// The symmetries are not known, or their use is not supported.
    #[error(transparent)]
    Symmetries(#[from] Unsymmetric),
    /// The backend is no SAT solver, which the task needs.
    #[error("{0} is not a SAT solver")]
    NotSat(String),
    /// The steps of a model are not supported.
    #[error("{}", .0.text())]
    Steps(NoSteps),
    /// The solutions are plans, or boards of a family that has no cells with values.
    #[error("candidates are those of a grid whose solutions are boards; this model of {family} has none")]
    Candidates {
        /// The family.
        family: &'static str,
    },
    /// A compiled file does not state how it was compiled.
    #[error(transparent)]
    Recipe(#[from] NoRecipe),
    /// A count cannot be divided into jobs, or the jobs are none of a count.
    #[error(transparent)]
    Jobs(#[from] NoJobs),
    /// The model of a job cannot be read.
    #[error("{}", diagnostics.render(model, false))]
    Unreadable {
        /// Its text.
        model: Source,
        /// What is wrong with it.
        diagnostics: Diagnostics,
    },
}

/// A name that is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown {what} `{name}`{}{}; expected {}",
    .of.map_or(String::new(), |of| format!(" of {of}")),
    .suggestion.as_ref().map_or(String::new(), |near| format!(" (did you mean `{near}`?)")),
    .expected.join(", ")
)]
pub struct UnknownName {
    /// What it should name.
    pub what: Named,
    /// The name.
    pub name: String,
    /// The family, if the names are those of a family.
    pub of: Option<&'static str>,
    /// The most similar name.
    pub suggestion: Option<String>,
    /// The names that are known.
    pub expected: Vec<&'static str>,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A solver.
    Backend,
    /// A formulation of a family.
    Formulation,
    /// A method of a family.
    Method,
    /// A route.
    Route,
    /// A strategy for the optimum.
    Search,
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Named::Backend => "backend",
            Named::Formulation => "formulation",
            Named::Method => "method",
            Named::Route => "route",
            Named::Search => "search",
        })
    }
}

/// Settings that do not fit each other or the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misuse {
    /// The family has no methods.
    NoMethods {
        /// The family.
        family: &'static str,
    },
    /// A method is chosen together with settings of solvers.
    MethodAndSolver {
        /// The method.
        method: &'static str,
    },
    /// The method does not apply to the model.
    Method {
        /// The method.
        method: &'static str,
    },
    /// The backend belongs to another route.
    OtherRoute {
        /// The backend.
        backend: String,
        /// Its route.
        route: Route,
        /// The route requested.
        requested: Route,
    },
    /// The strategy applies to the route `sat` only.
    SearchOffSat {
        /// The backend.
        backend: String,
    },
    /// The strategy cannot find the fewest steps.
    SearchOfPlan {
        /// The strategy.
        search: &'static str,
    },
    /// The strategy requires an objective.
    SearchWithoutObjective,
    /// The strategy requires unsatisfiable cores.
    SearchWithoutCores,
    /// A file requires a fixed number of moves.
    NoHorizon {
        /// The lower bound of the number of moves.
        at_least: usize,
    },
    /// A certificate of a plan was requested.
    CertificateOfPlan,
    /// A number of moves requires a model that asks for the fewest.
    HorizonOfBoard,
    /// Symmetries are broken in a search for several solutions.
    BreakingInList,
    /// Symmetries are broken in a method, which does not search.
    BreakingInMethod {
        /// The method.
        method: &'static str,
    },
    /// The limit of a count requires a count.
    LimitOfCount,
    /// A counter is asked for solutions.
    CounterOnly {
        /// The backend.
        backend: String,
    },
    /// A question about all solutions together is not supported.
    Diagram {
        /// The question.
        question: Command,
        /// The reason.
        reason: NoDiagram,
    },
}

/// The reason why a question about all solutions together has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoDiagram {
    /// The solutions are plans.
    Plans,
    /// Another route is chosen.
    Route,
    /// The model has no objective.
    NoObjective,
    /// The model has no lines.
    NoLines,
    /// The solutions of the family are not cells with values or lines.
    NoCells {
        /// The family.
        family: &'static str,
    },
    /// The formulation does not decide cells.
    NoDecisions {
        /// The family.
        family: &'static str,
    },
    /// A cell depends on several variables.
    SeveralVariables,
    /// The board has no such value.
    NoValue {
        /// The index of the layer.
        layer: usize,
        /// The index of the value.
        value: usize,
    },
}

impl NoDiagram {
    fn text(&self, question: Command) -> Text {
        let of = Text::from(question);
        match self {
            NoDiagram::Plans => of.and(" is not supported for plans"),
            NoDiagram::Route => of
                .and(" needs a decision diagram of all solutions, which only the route `frontier` has (use ")
                .and(Setting::Route)
                .and(" frontier)"),
            NoDiagram::NoObjective => of.and(" requires a model with an objective (`[minimize]` or `[maximize]`)"),
            NoDiagram::NoLines => of.and(" requires a model with lines"),
            NoDiagram::NoCells { family } => of.and(format!(
                " is not supported for `{family}` models, whose solutions are not cells with values or lines"
            )),
            NoDiagram::NoDecisions { family } => {
                of.and(format!(" is not supported for `{family}` models in this formulation"))
            }
            NoDiagram::SeveralVariables => of.and(" is not supported here: a cell depends on several variables"),
            NoDiagram::NoValue { layer, value } => format!("there is no value {value} of a layer {layer}").into(),
        }
    }
}

impl Misuse {
    /// Returns the message, in which each face names settings in its way.
    pub fn text(&self) -> Text {
        match self {
            Misuse::NoMethods { family } => format!("{family} has no methods").into(),
            Misuse::MethodAndSolver { method } => {
                format!("the method `{method}` needs no formulation, encoding, route, backend, search or seed").into()
            }
            Misuse::Method { method } => format!("the method `{method}` does not apply to this model").into(),
            Misuse::OtherRoute { backend, route, requested } => {
                let (route, requested) = (route.name(), requested.name());
                format!("the backend `{backend}` belongs to the route `{route}`, not `{requested}`").into()
            }
            Misuse::SearchOffSat { backend } => Text::from(Setting::Search)
                .and(format!(" is not supported for {backend}: it applies to the route `sat`")),
            Misuse::SearchOfPlan { search } => {
                format!("`{search}` is not supported for the fewest steps, which require linear-up").into()
            }
            Misuse::SearchWithoutObjective => Text::from(Setting::Search).and(" requires a puzzle with an objective"),
            Misuse::SearchWithoutCores => {
                Text::from("core-guided search requires a solver with unsatisfiable cores; choose ")
                    .and(Setting::Search)
                    .and(" linear-down or linear-up, or another backend")
            }
            Misuse::NoHorizon { at_least } => {
                Text::from("the model asks for the fewest moves, but a file requires a fixed number of moves: add ")
                    .and(Setting::Horizon)
                    .and(format!(" N; the lower bound is {at_least}"))
            }
            Misuse::CertificateOfPlan => "a certificate is not supported for plans".into(),
            Misuse::HorizonOfBoard => {
                Text::from(Setting::Horizon).and(" requires a model that asks for the fewest moves")
            }
            Misuse::BreakingInList => Text::from("breaking symmetries applies to a search for one solution only; ")
                .and(Setting::Distinct)
                .and(" lists one solution of each orbit"),
            Misuse::BreakingInMethod { method } => {
                format!("breaking symmetries applies to a search; the method `{method}` has none").into()
            }
            Misuse::LimitOfCount => "the limit of a count requires a count of all solutions".into(),
            Misuse::CounterOnly { backend } => {
                format!("`{backend}` counts solutions and finds none; it is supported only for counts").into()
            }
            Misuse::Diagram { question, reason } => reason.text(*question),
        }
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Misuse {}

/// The reason why a route does not support a problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRoute {
    /// The problem has no form for it.
    #[error(transparent)]
    Form(#[from] NoForm),
    /// No order of the variables has automata.
    #[error(transparent)]
    Order(#[from] NoAutomaton),
    /// The frontier is too wide.
    #[error("its frontier is too wide")]
    TooWide,
    /// The problem has no objective.
    #[error("it has no objective")]
    NoObjective,
    /// The decisions leave the sum open.
    #[error("its sum counts variables that the decision variables do not determine")]
    LooseSum,
}

/// The reason why symmetries cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsymmetric {
    /// They are not computed.
    #[error(transparent)]
    Unknown(#[from] NoSymmetries),
    /// A solution has too many images.
    #[error("a solution has more than {most} images under its symmetries, {group}")]
    TooManyImages {
        /// The greatest number.
        most: usize,
        /// The group as text.
        group: String,
    },
    /// The group is too large to list.
    #[error("the symmetries, {group}, are too many to list")]
    TooMany {
        /// The group as text.
        group: String,
    },
    /// The formulation has no action.
    #[error("this formulation does not say what symmetries do to its variables")]
    NoAction,
}

/// The reason why a model has no steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoSteps {
    /// The model has no plans.
    NoPlans,
    /// A plan is too long.
    TooLong {
        /// The greatest number of moves.
        most: usize,
    },
    /// The solutions are plans.
    Plans {
        /// The family.
        family: &'static str,
    },
    /// No formulation decides cells.
    NoDecisions {
        /// The family.
        family: &'static str,
    },
}

impl NoSteps {
    fn text(self) -> Text {
        let unsupported = |what: String| Text::from(Command::Steps).and(" does not support ").and(what);
        match self {
            NoSteps::NoPlans => unsupported("moves of a model without plans".into()),
            NoSteps::TooLong { most } => unsupported(format!("plans of more than {most} moves")),
            NoSteps::Plans { family } => {
                let words = format!("the plans of {family} have moves instead of facts about one board");
                Text::from(words).refer("; ", Command::Steps, " prints the moves")
            }
            NoSteps::NoDecisions { family } => {
                unsupported(format!("this model of {family}: no formulation decides its cells"))
            }
        }
    }
}

/// The reason why a compiled file cannot be compiled again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRecipe {
    /// A line is missing.
    #[error("missing comment line `{0}`")]
    Missing(&'static str),
    /// The format is not known.
    #[error("unknown form `{form}`{}", .suggestion.map_or(String::new(), |near| format!(", perhaps `{near}`")))]
    Form {
        /// The format as written.
        form: String,
        /// The most similar format.
        suggestion: Option<&'static str>,
    },
    /// The encodings are not known.
    #[error("{reason} (boardwright {version} wrote it)")]
    Encoding {
        /// The reason.
        reason: ChoiceError,
        /// The version that wrote the file.
        version: String,
    },
    /// The constraints of the file are not known.
    #[error("unknown roles `{0}`; expected rules or all")]
    Roles(String),
    /// A number is malformed.
    #[error("its {0} is not a number")]
    Number(&'static str),
}

/// The reason why a count has no jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoJobs {
    /// A method counts.
    #[error("a method of the family counts at once; the count cannot be split")]
    Method,
    /// The results are others.
    #[error("the results are not those of a count in jobs")]
    OtherResults,
}

impl Inapplicable {
    /// Returns the message, in which each face names settings in its way.
    pub fn text(&self) -> Text {
        match self {
            Inapplicable::Misuse(misuse) => misuse.text(),
            Inapplicable::Formulation(reason) => reason.text(),
            Inapplicable::Steps(reason) => reason.text(),
            Inapplicable::Symmetries(Unsymmetric::Unknown(reason)) => reason.text(),
            other => other.to_string().into(),
        }
    }
}

impl From<NoFormulation> for Inapplicable {
    fn from(reason: NoFormulation) -> Inapplicable {
        Inapplicable::Formulation(reason)
    }
}

impl From<NoSteps> for Inapplicable {
    fn from(reason: NoSteps) -> Inapplicable {
        Inapplicable::Steps(reason)
    }
}

impl From<NoSymmetries> for Inapplicable {
    fn from(reason: NoSymmetries) -> Inapplicable {
        Inapplicable::Symmetries(reason.into())
    }
}
