//! Where constraints come from: the rule by its id, and the part of it by its data.
//!
//! Two origins are the same thing exactly if their rules and instances are equal. Names, spans and cells are only shown. No
//! sentence is made here: `render` has the words.

mod argument;
pub mod words;

pub use argument::{Amount, Argument, ColourCount, Surplus};

use boardwright_base::board::Cell;
use boardwright_base::board::names::{Clue, SetName};
use boardwright_base::source::Span;
use std::borrow::Cow;
use std::sync::Arc;

/// The origin of a constraint: the rule, the part of it, and the span in the model.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The rule.
    pub rule: RuleId,
    /// The part of the rule.
    pub instance: Instance,
    /// What a model says about a rule of its own.
    pub stated: Arc<Stated>,
    /// The span in the model that states it, if there is one.
    pub span: Option<Span>,
    /// Whether it is a rule, a clue or a definition.
    pub kind: OriginKind,
    /// The cells of the drawn board that it concerns; may be empty.
    pub cells: Vec<Cell>,
}

/// A rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleId {
    /// A rule that the model states, by its number, from 0.
    Model(usize),
    /// A rule of the puzzle or of the program.
    BuiltIn(BuiltIn),
}

/// What a model says about one of its rules, to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stated {
    /// The name that the model gives it.
    pub name: Option<String>,
    /// Its line in the model, from 1.
    pub line: Option<usize>,
    /// Its place in the model.
    pub span: Option<Span>,
}

/// A rule that no model states: of a family, or of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`name` has their names")]
pub enum BuiltIn {
    Areas,
    Better,
    Block,
    Blocks,
    Border,
    Cells,
    Chequering,
    Clues,
    Code,
    Colours,
    Columns,
    CommonSides,
    Counts,
    Covered,
    Flip,
    Given,
    Goal,
    Interchange,
    Leftovers,
    Lights,
    Meaning,
    Move,
    Names,
    Near,
    Neighbours,
    Optimum,
    Order,
    Partition,
    Pieces,
    Progress,
    Rest,
    Room,
    Rows,
    Start,
    Strategy,
    Symmetry,
    Target,
    Tiles,
    Values,
}

impl BuiltIn {
    /// Returns the name by which an encoding is chosen for it.
    pub fn name(self) -> &'static str {
        match self {
            BuiltIn::Areas => "areas",
            BuiltIn::Better => "better",
            BuiltIn::Block => "block",
            BuiltIn::Blocks => "blocks",
            BuiltIn::Border => "border",
            BuiltIn::Cells => "cells",
            BuiltIn::Chequering => "chequering",
            BuiltIn::Clues => "clues",
            BuiltIn::Code => "code",
            BuiltIn::Colours => "colours",
            BuiltIn::Columns => "columns",
            BuiltIn::CommonSides => "common sides",
            BuiltIn::Counts => "counts",
            BuiltIn::Covered => "covered",
            BuiltIn::Flip => "flip",
            BuiltIn::Given => "given",
            BuiltIn::Goal => "goal",
            BuiltIn::Interchange => "interchange",
            BuiltIn::Leftovers => "leftovers",
            BuiltIn::Lights => "lights",
            BuiltIn::Meaning => "meaning",
            BuiltIn::Move => "move",
            BuiltIn::Names => "names",
            BuiltIn::Near => "near",
            BuiltIn::Neighbours => "neighbours",
            BuiltIn::Optimum => "optimum",
            BuiltIn::Order => "order",
            BuiltIn::Partition => "partition",
            BuiltIn::Pieces => "pieces",
            BuiltIn::Progress => "progress",
            BuiltIn::Rest => "rest",
            BuiltIn::Room => "room",
            BuiltIn::Rows => "rows",
            BuiltIn::Start => "start",
            BuiltIn::Strategy => "strategy",
            BuiltIn::Symmetry => "symmetry",
            BuiltIn::Target => "target",
            BuiltIn::Tiles => "tiles",
            BuiltIn::Values => "values",
        }
    }
}

/// The part of a rule that a constraint states.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instance {
    /// The whole rule.
    Whole,
    /// One of its sets.
    Set(SetName),
    /// One of its clues.
    Clue(Clue),
    /// Equal marks of a picture.
    Marks {
        /// The mark.
        mark: Arc<str>,
        /// Their cells.
        cells: Vec<Cell>,
    },
    /// A given value.
    Given {
        /// The layer, by its number.
        layer: usize,
        /// The cell.
        cell: Cell,
        /// The value.
        value: Arc<str>,
    },
    /// A cell, as people count rows and columns.
    Cell(Cell),
    /// A light.
    Light {
        /// Its cell.
        cell: Cell,
        /// Whether the lights before it are out.
        chased: bool,
    },
    /// Pieces that are equal, and how often each is used.
    Pieces(Vec<Copies>),
    /// A possible place of a piece, by its variable.
    Placement(u32),
    /// A move, by its number from 0.
    Move(usize),
    /// A word of bits, bit 0 last.
    Word(Word),
    /// The members of a code near a word.
    Near {
        /// The word.
        word: Word,
        /// The number of the code, if there are several.
        code: Option<usize>,
    },
    /// A bit of a number.
    Bit(u32),
    /// A strategy, by its name.
    Method(&'static str),
    /// A value of the objective.
    Bound(i64),
    /// A count that shows that there is no solution.
    Argument(Argument),
}

/// How often a piece is used.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Copies {
    /// The name of the piece.
    pub piece: String,
    /// At least so often.
    pub least: usize,
    /// At most so often.
    pub most: Option<usize>,
}

/// A word of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    /// The bits as a number.
    pub number: usize,
    /// How many there are.
    pub bits: usize,
}

/// The kind of an origin, for explanations of unsatisfiable models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OriginKind {
    /// Part of the rules.
    Rule,
    /// A clue: stated at a span of the model that could be changed or removed.
    Clue,
    /// A definition, such as that a cell has one value. Explanations never name it.
    Definition,
}

impl Origin {
    /// Returns the origin for a whole rule with a number and a name, for problems that are made by hand.
    pub fn named(number: usize, name: impl Into<String>) -> Origin {
        Origin::of(RuleId::Model(number), Arc::new(Stated { name: Some(name.into()), ..Stated::default() }))
    }

    /// Returns the origin for a whole rule of the puzzle or of the program.
    pub fn built_in(rule: BuiltIn) -> Origin {
        Origin::of(RuleId::BuiltIn(rule), Arc::default())
    }

    /// Returns the origin for a whole rule.
    pub fn of(rule: RuleId, stated: Arc<Stated>) -> Origin {
        let span = stated.span;
        Origin { rule, instance: Instance::Whole, stated, span, kind: OriginKind::Rule, cells: Vec::new() }
    }

    /// Sets the part of the rule.
    #[must_use]
    pub fn part(mut self, instance: Instance) -> Origin {
        self.instance = instance;
        self
    }

    /// Sets the span and makes the origin a clue.
    #[must_use]
    pub fn clue_at(mut self, span: Span) -> Origin {
        self.span = Some(span);
        self.kind = OriginKind::Clue;
        self
    }

    /// Sets the span of a rule.
    #[must_use]
    pub fn rule_at(mut self, span: Span) -> Origin {
        self.span = Some(span);
        self
    }

    /// Makes the origin a definition.
    #[must_use]
    pub fn definition(mut self) -> Origin {
        self.kind = OriginKind::Definition;
        self
    }

    /// Sets the cells.
    #[must_use]
    pub fn on(mut self, cells: impl IntoIterator<Item = Cell>) -> Origin {
        self.cells = cells.into_iter().collect();
        self
    }

    /// Returns what makes it the same thing as another origin.
    pub fn identity(&self) -> (RuleId, &Instance) {
        (self.rule, &self.instance)
    }

    /// Returns whether it is a rule of the puzzle or of the program.
    pub fn is(&self, rule: BuiltIn) -> bool {
        self.rule == RuleId::BuiltIn(rule)
    }

    /// Returns the name by which an encoding is chosen for the rule: the one that the model gives it, or `rule 2`.
    pub fn rule_name(&self) -> Cow<'_, str> {
        match (self.rule, &self.stated.name) {
            (RuleId::BuiltIn(rule), _) => Cow::Borrowed(rule.name()),
            (RuleId::Model(_), Some(name)) => Cow::Borrowed(name),
            (RuleId::Model(number), None) => Cow::Owned(format!("rule {}", number + 1)),
        }
    }
}

impl PartialEq for Origin {
    fn eq(&self, other: &Origin) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Origin {}

/// The index of an [`Origin`] in its problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OriginId(pub(super) u32);

impl OriginId {
    /// Returns the index in [`super::Problem::origins`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
