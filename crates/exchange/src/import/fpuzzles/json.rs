//! Values of JSON with their places: `killercage[2].cells[0]`.
//!
//! Start with [`At`].

use boardwright_base::diagnostic::{Diagnostic, quote};
use serde_json::Value;

/// A value, and where it is.
pub(super) struct At<'v> {
    path: String,
    value: &'v Value,
}

impl<'v> At<'v> {
    pub(super) fn root(value: &'v Value) -> Self {
        At { path: String::new(), value }
    }

    /// Returns whether the value says nothing: `null`, `false`, an empty text, list or table.
    pub(super) fn is_empty(&self) -> bool {
        match self.value {
            Value::Null | Value::Bool(false) => true,
            Value::String(text) => text.trim().is_empty(),
            Value::Array(items) => items.is_empty(),
            Value::Object(fields) => fields.is_empty(),
            _ => false,
        }
    }

    /// Returns the number of items of a list; 0 if it is none.
    pub(super) fn length(&self) -> usize {
        self.value.as_array().map_or(0, Vec::len)
    }

    /// Returns whether the value is `true`, or says nothing.
    ///
    /// # Errors
    /// It is another value.
    pub(super) fn is_on(&self) -> Result<bool, Diagnostic> {
        match self.value {
            Value::Bool(is_on) => Ok(*is_on),
            _ if self.is_empty() => Ok(false),
            _ => Err(self.wrong("true or false")),
        }
    }

    /// Returns the field of a table, unless it is missing.
    pub(super) fn get(&self, key: &str) -> Option<At<'v>> {
        let value = self.value.get(key)?;
        let path = if self.path.is_empty() { key.to_string() } else { format!("{}.{key}", self.path) };
        Some(At { path, value })
    }

    /// Returns the fields of a table.
    pub(super) fn fields(&self) -> impl Iterator<Item = (&'v str, At<'v>)> + '_ {
        let fields = self.value.as_object().into_iter().flatten();
        fields.filter_map(|(key, _)| Some((key.as_str(), self.get(key)?)))
    }

    /// Returns the items of a list, none if the value is missing.
    ///
    /// # Errors
    /// The value is no list.
    pub(super) fn items(&self, key: &str) -> Result<Vec<At<'v>>, Diagnostic> {
        self.get(key).map_or(Ok(Vec::new()), |field| field.list())
    }

    /// Returns the items of the list.
    ///
    /// # Errors
    /// The value is no list.
    pub(super) fn list(&self) -> Result<Vec<At<'v>>, Diagnostic> {
        match self.value {
            Value::Array(items) => {
                let at = |(place, value): (usize, &'v Value)| At { path: format!("{}[{place}]", self.path), value };
                Ok(items.iter().enumerate().map(at).collect())
            }
            _ if self.is_empty() => Ok(Vec::new()),
            _ => Err(self.wrong("a list")),
        }
    }

    /// Returns the text of a field: of a number, its digits; none if it says nothing.
    ///
    /// # Errors
    /// The value is neither a text nor a number.
    pub(super) fn text(&self, key: &str) -> Result<Option<String>, Diagnostic> {
        self.get(key).map_or(Ok(None), |field| field.as_text())
    }

    /// Returns the text of the value: of a number, its digits; none if it says nothing.
    ///
    /// # Errors
    /// The value is neither a text nor a number.
    pub(super) fn as_text(&self) -> Result<Option<String>, Diagnostic> {
        match self.value {
            Value::String(text) => Ok(Some(text.trim().to_string()).filter(|text| !text.is_empty())),
            Value::Number(number) => Ok(Some(number.to_string())),
            _ if self.is_empty() => Ok(None),
            _ => Err(self.wrong("a text")),
        }
    }

    /// Returns the number of a field, which may be in a text; none if it says nothing.
    ///
    /// # Errors
    /// The value is no whole number from `from` to `to`.
    pub(super) fn number(&self, key: &str, from: usize, to: usize) -> Result<Option<usize>, Diagnostic> {
        self.get(key).map_or(Ok(None), |field| field.as_number(from, to))
    }

    /// Returns the number of the value, which may be in a text; none if it says nothing.
    ///
    /// # Errors
    /// The value is no whole number from `from` to `to`.
    pub(super) fn as_number(&self, from: usize, to: usize) -> Result<Option<usize>, Diagnostic> {
        let wrong = || self.wrong(&format!("a whole number from {from} to {to}"));
        let Some(text) = self.as_text().map_err(|_| wrong())? else { return Ok(None) };
        text.parse().ok().filter(|number| (from..=to).contains(number)).map(Some).ok_or_else(wrong)
    }

    /// Returns the row and the column of a cell such as `R1C9`, where the board has the rows and columns 1 to `side`, and clues
    /// are beside it.
    ///
    /// # Errors
    /// The value is no cell there.
    pub(super) fn place(&self, side: usize) -> Result<(usize, usize), Diagnostic> {
        let place = self.value.as_str().and_then(|text| {
            let (row, column) = text.trim().strip_prefix('R')?.split_once('C')?;
            Some((row.parse().ok()?, column.parse().ok()?))
        });
        let is_near = |(row, column): &(usize, usize)| *row <= side + 1 && *column <= side + 1;
        place.filter(is_near).ok_or_else(|| self.wrong(&format!("a cell from R1C1 to R{side}C{side}")))
    }

    /// Returns the row and the column of a cell of the board, counted from 0.
    ///
    /// # Errors
    /// The value is no cell of the board.
    pub(super) fn cell(&self, side: usize) -> Result<(usize, usize), Diagnostic> {
        let (row, column) = self.place(side)?;
        let is_inside = (1..=side).contains(&row) && (1..=side).contains(&column);
        is_inside
            .then(|| (row - 1, column - 1))
            .ok_or_else(|| self.wrong(&format!("a cell from R1C1 to R{side}C{side}")))
    }

    /// Returns different cells of the board.
    ///
    /// # Errors
    /// The value is no list of such cells.
    pub(super) fn cells(&self, side: usize) -> Result<Vec<(usize, usize)>, Diagnostic> {
        let mut cells = Vec::new();
        for item in self.list()? {
            let cell = item.cell(side)?;
            if cells.contains(&cell) {
                let message = format!("`{}`: a cell twice, R{}C{}", item.path, cell.0 + 1, cell.1 + 1);
                return Err(Diagnostic::new("fpuzzles-cell-twice", message)
                    .help("lines that visit a cell twice are not supported"));
            }
            cells.push(cell);
        }
        Ok(cells)
    }

    /// Returns the error for a value that is not what was expected.
    pub(super) fn wrong(&self, expected: &str) -> Diagnostic {
        let path = if self.path.is_empty() { "the puzzle".to_string() } else { format!("`{}`", self.path) };
        Diagnostic::new(
            "fpuzzles-value",
            format!("{path}: expected {expected}, found {}", quote(&self.value.to_string())),
        )
    }

    /// Returns the error for a part that is correct and cannot be stated as a rule.
    pub(super) fn refused(&self, reason: &str) -> Diagnostic {
        Diagnostic::new("fpuzzles-constraint", format!("`{}` is not supported: {reason}", self.path))
    }
}
