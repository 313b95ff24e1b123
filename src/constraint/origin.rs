//! Where constraints come from: rules, clues and definitions, with their places in the model and on the board.

use crate::board::Cell;
use crate::source::Span;
use std::borrow::Cow;

/// The origin of a constraint: the rule, the clue or piece, and the span in the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The name of the rule: `rows`, `clues`, `lights`.
    pub rule: Cow<'static, str>,
    /// The instance of the rule: `row 3`, `the clue at r2c5`; may be empty.
    pub detail: String,
    /// The span in the model that states it, if there is one.
    pub span: Option<Span>,
    /// Whether it is a rule, a clue or a definition.
    pub kind: OriginKind,
    /// The cells of the drawn board that it concerns; may be empty.
    pub cells: Vec<Cell>,
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
    /// Returns the origin for a whole rule.
    pub fn rule(rule: impl Into<Cow<'static, str>>) -> Origin {
        Origin { rule: rule.into(), detail: String::new(), span: None, kind: OriginKind::Rule, cells: Vec::new() }
    }

    /// Sets the instance of the rule.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Origin {
        self.detail = detail.into();
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
}

/// The index of an [`Origin`] in its problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OriginId(pub(super) u32);

impl OriginId {
    /// Returns the index in [`super::Problem::origins`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
