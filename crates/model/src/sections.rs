//! The text of a model as its tables and entries, for those who write a model from another one.
//!
//! Comments and the layout of what is kept stay as they are. The text must be TOML that was read without errors; nothing is
//! checked here. Imports nothing. Start with [`sections`].

/// A table of a text, with the lines between its header and the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section<'t> {
    /// The name in the header: `grid`, `rule`, `genre.link`; empty for what stands before the first header.
    pub name: &'t str,
    /// The header with its line break, and comments and empty lines before the first entry.
    pub opening: &'t str,
    /// The entries: the key, and the text from the key up to the next one, with comments after it.
    pub entries: Vec<(&'t str, &'t str)>,
}

impl<'t> Section<'t> {
    /// Returns the text of an entry: `rows = 5` with its line break and comments.
    pub fn entry(&self, key: &str) -> Option<&'t str> {
        self.entries.iter().find(|(own, _)| *own == key).map(|(_, text)| *text)
    }

    /// Returns the text of the section.
    pub fn text(&self) -> String {
        self.entries.iter().fold(self.opening.to_string(), |text, (_, entry)| text + entry)
    }
}

/// Splits a text into its tables.
pub fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { name: "", opening: "", entries: Vec::new() }];
    // Where the part that is being read starts: an opening or an entry.
    let (mut start, mut key) = (0, None);
    for (from, line) in (Lines { text, at: 0 }) {
        let trimmed = line.trim();
        let next = if trimmed.starts_with('[') {
            Some(None)
        } else {
            let end = trimmed.find('=').filter(|_| !trimmed.starts_with('#'));
            end.map(|end| Some(trimmed[..end].trim().trim_matches('"')))
        };
        if let Some(next) = next {
            close(&mut sections, &text[start..from], key);
            (start, key) = (from, next);
            if next.is_none() {
                let header = trimmed.split('#').next().unwrap_or_default();
                let name = header.trim().trim_matches(|c| c == '[' || c == ']').trim();
                sections.push(Section { name, opening: "", entries: Vec::new() });
            }
        }
    }
    close(&mut sections, &text[start..], key);
    sections
}

fn close<'t>(sections: &mut [Section<'t>], text: &'t str, key: Option<&'t str>) {
    if let Some(section) = sections.last_mut() {
        match key {
            Some(key) => section.entries.push((key, text)),
            None => section.opening = text,
        }
    }
}

/// The lines at which an entry, a header or a comment starts; a value of several lines is one line here.
struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Lines<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<(usize, &'t str)> {
        let from = self.at;
        let rest = self.text.get(from..).filter(|rest| !rest.is_empty())?;
        let (mut depth, mut at) = (0_usize, 0);
        // Brackets of a header close on its own line.
        while at < rest.len() {
            let here = &rest[at..];
            let skipped = ["\"\"\"", "'''"].into_iter().find(|mark| here.starts_with(mark));
            if let Some(mark) = skipped {
                at += here[3..].find(mark).map_or(here.len(), |end| end + 6);
                continue;
            }
            match here.as_bytes()[0] {
                b'\n' if depth == 0 => {
                    at += 1;
                    break;
                }
                b'#' => {
                    at += here.find('\n').unwrap_or(here.len());
                    continue;
                }
                quote @ (b'"' | b'\'') => {
                    at += string(here, quote);
                    continue;
                }
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
            while !rest.is_char_boundary(at) {
                at += 1;
            }
        }
        self.at = from + at;
        Some((from, &rest[..at]))
    }
}

/// Returns the length of the string at the start of a text, with its quotation marks.
fn string(text: &str, quote: u8) -> usize {
    let mut escaped = false;
    for (at, &byte) in text.as_bytes().iter().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quote == b'"' => escaped = true,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# about\npuzzle = \"grid\"\n\n[grid]\nvalues = [\".\", \"#\"] # [two]\ngiven = \"\"\"\n[a]\nb = c\n\"\"\"\n\n\
        [[rule]]\n# the first\neach = [\n    \"row\",\n]\n\"at\" = 'x\\'\n\n[[rule]]\n";

    #[test]
    fn texts_are_split_and_joined() {
        let found = sections(TEXT);
        let names: Vec<&str> = found.iter().map(|section| section.name).collect();
        assert_eq!(names, ["", "grid", "rule", "rule"]);
        assert_eq!(found.iter().map(Section::text).collect::<String>(), TEXT);
        let keys: Vec<&str> = found[2].entries.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys, ["each", "at"]);
        assert_eq!(found[1].entry("given"), Some("given = \"\"\"\n[a]\nb = c\n\"\"\"\n\n"));
        assert_eq!(found[2].opening, "[[rule]]\n# the first\n");
    }
}
