//! The templates of kinds of puzzles, as imported puzzles use them.

use crate::puzzle::kinds::Kind;

/// The text of a template.
pub(super) struct Template(&'static str);

impl Template {
    /// Returns the template of an existing kind.
    pub(super) fn of(kind: &str) -> Self {
        let found = Kind::find(kind);
        Template(found.unwrap_or_else(|| panic!("decoders name kinds that there are, not {kind}")).text)
    }

    /// Returns the line of a key that has one line: `values = [".", "L"]`.
    pub(super) fn line(&self, key: &str) -> Option<&'static str> {
        let is_it = |line: &&str| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
        self.0.lines().take_while(|line| *line != "[[rule]]").find(is_it)
    }

    /// Returns the table of names, up to an empty line.
    pub(super) fn names(&self) -> Option<&'static str> {
        let start = self.0.find("[names]\n")?;
        let rest = &self.0[start..];
        Some(&rest[..rest.find("\n\n").unwrap_or(rest.len())])
    }

    /// Returns everything from the first rule on.
    pub(super) fn rules(&self) -> &'static str {
        &self.0[self.0.find("[[rule]]").expect("a template has rules")..]
    }
}
