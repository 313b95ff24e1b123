//! The genre files as templates, as game IDs use them.

use crate::genre::files;
use crate::model::sections;

/// The text of a genre.
pub(super) struct Template(&'static str);

impl Template {
    /// Returns the file of an existing genre.
    pub(super) fn of(name: &str) -> Self {
        let found = files::find(name);
        Template(found.unwrap_or_else(|| panic!("decoders name genres that there are, not {name}")).text)
    }

    /// Returns the line of a key of `[grid]` or before all tables: `values = [".", "L"]`.
    pub(super) fn line(&self, key: &str) -> Option<&'static str> {
        let sections = sections(self.0);
        let own = sections.iter().filter(|section| matches!(section.name, "" | "grid"));
        own.filter_map(|section| section.entry(key)).next()?.lines().next()
    }

    /// Returns the table of names, up to an empty line.
    pub(super) fn names(&self) -> Option<&'static str> {
        let start = self.0.find("[names]\n")?;
        let rest = &self.0[start..];
        Some(&rest[..rest.find("\n\n").unwrap_or(rest.len())])
    }

    /// Returns everything from the first rule on.
    pub(super) fn rules(&self) -> &'static str {
        &self.0[self.0.find("[[rule]]").expect("a genre has rules")..]
    }
}
