//! Positions as editors and browsers count them: in UTF-16 units, from the start of the text or of a line. Start with [`Utf16`].

use super::Span;

/// The way between byte offsets of a text and UTF-16 units.
#[derive(Debug, Clone)]
pub struct Utf16<'t> {
    text: &'t str,
    /// Whether both units are the same everywhere.
    is_ascii: bool,
    /// The byte offsets at which lines start.
    lines: Vec<usize>,
}

impl<'t> Utf16<'t> {
    /// Returns the positions of a text.
    pub fn of(text: &'t str) -> Utf16<'t> {
        let bytes = text.as_bytes();
        // A lone carriage return ends a line, too, as the Language Server Protocol has it.
        let ends = bytes.iter().enumerate().filter(|&(at, &byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Utf16 { text, is_ascii: text.is_ascii(), lines }
    }

    /// Returns the UTF-16 units before a byte offset; offsets past the end are clamped.
    pub fn units(&self, offset: usize) -> usize {
        self.between(0, self.floor(offset))
    }

    /// Returns the line and the UTF-16 units before a byte offset in it, both from 0; offsets past the end are clamped.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let offset = self.floor(offset);
        let line = self.lines.partition_point(|&start| start <= offset) - 1;
        (line, self.between(self.lines[line], offset))
    }

    /// Returns the byte offset of a line and UTF-16 units in it; positions past the end of a line or of the text are clamped.
    pub fn offset(&self, line: usize, units: usize) -> usize {
        let Some(&start) = self.lines.get(line) else { return self.text.len() };
        let next = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let content = self.text[start..next].trim_end_matches(['\r', '\n']);
        let mut passed = 0;
        for (at, character) in content.char_indices() {
            passed += character.len_utf16();
            if passed > units {
                return start + at;
            }
        }
        start + content.len()
    }

    /// Returns the text of a span.
    pub fn text(&self, span: Span) -> &'t str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// Returns the last character boundary at or before a byte offset.
    fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    fn between(&self, from: usize, to: usize) -> usize {
        if self.is_ascii { to - from } else { self.text[from..to].chars().map(char::len_utf16).sum() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_count_from_the_start() {
        let text = Utf16::of("é𝔸b");
        assert_eq!(text.units(2), 1, "é is two bytes but one unit");
        assert_eq!(text.units(6), 3, "𝔸 is four bytes but two units");
        assert_eq!(text.units(4), 1, "inside 𝔸");
        assert_eq!(text.units(99), 4);
    }

    #[test]
    fn positions_are_lines_and_units() {
        let text = Utf16::of("a𝔸b\r\né\rc\n");
        let cases =
            [(0, (0, 0)), (1, (0, 1)), (5, (0, 3)), (6, (0, 4)), (8, (1, 0)), (10, (1, 1)), (11, (2, 0)), (13, (3, 0))];
        for (offset, position) in cases {
            assert_eq!(text.position(offset), position, "{offset}");
            assert_eq!(text.offset(position.0, position.1), offset, "{position:?}");
        }
        assert_eq!(text.offset(0, 2), 1, "inside 𝔸");
        assert_eq!(text.offset(0, 99), 6, "past the end of a line");
        assert_eq!(text.offset(9, 0), 13, "past the last line");
        assert_eq!(text.position(99), (3, 0));
        assert_eq!(Utf16::of("").position(5), (0, 0));
        assert_eq!(Utf16::of("").offset(1, 1), 0);
    }
}
