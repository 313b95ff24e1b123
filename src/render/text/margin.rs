//! Texts beside a panel's cells: clues at the ends of rows, and above and below columns.
//!
//! ```text
//!        2
//!      1 1
//!     ┏━━━┯━━━┓
//! 1 1 ┃   │   ┃ 3
//! ```

use super::Layout;
use super::paint::{Line, Paint};
use crate::board::picture::Panel;

/// Returns the width of the widest text above or below a column.
pub(super) fn widest(panel: &Panel) -> usize {
    let texts = panel.margins.top.iter().chain(&panel.margins.bottom).flatten();
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

impl Layout<'_> {
    /// Returns the width of the texts at the left, including a blank after them.
    fn indent(&self) -> usize {
        let widths = self.panel.margins.left.iter().map(|texts| texts.join(" ").chars().count());
        widths.max().filter(|&width| width > 0).map_or(0, |width| width + 1)
    }

    /// Returns a line of cells after the texts at the left of a row.
    pub(super) fn indented(&self, line: Line, row: Option<usize>) -> Line {
        let indent = self.indent();
        if indent == 0 {
            return line;
        }
        let text = row.and_then(|row| self.panel.margins.left.get(row)).map_or(String::new(), |texts| texts.join(" "));
        let mut indented = Line::default();
        indented.repeat(' ', indent - 1 - text.chars().count(), Paint::PLAIN);
        indented.text(&text, Paint::PLAIN);
        indented.push(' ', Paint::PLAIN);
        indented.extend(&line);
        indented
    }

    /// Draws the texts at the right of a row.
    pub(super) fn draw_right(&self, line: &mut Line, row: usize) {
        let texts = self.panel.margins.right.get(row).map_or(&[][..], Vec::as_slice);
        if !texts.is_empty() {
            line.text(&format!(" {}", texts.join(" ")), Paint::PLAIN);
        }
    }

    /// Returns the lines of the texts above the columns, bottom-aligned.
    pub(super) fn draw_top(&self) -> Vec<Line> {
        let top = &self.panel.margins.top;
        let height = top.iter().map(Vec::len).max().unwrap_or(0);
        let at = |column: usize, line: usize| (line + top[column].len()).checked_sub(height);
        (0..height).map(|line| self.draw_texts(|column| top.get(column)?.get(at(column, line)?))).collect()
    }

    /// Returns the lines of the texts below the columns.
    pub(super) fn draw_bottom(&self) -> Vec<Line> {
        let bottom = &self.panel.margins.bottom;
        let height = bottom.iter().map(Vec::len).max().unwrap_or(0);
        (0..height).map(|line| self.draw_texts(|column| bottom.get(column)?.get(line))).collect()
    }

    fn draw_texts<'t>(&self, text: impl Fn(usize) -> Option<&'t String>) -> Line {
        let mut line = Line::default();
        let mut start = self.indent();
        for column in 0..self.panel.width() {
            // The seam: a blank, the line and another blank; the first has no blank before it.
            start += match (self.columns[column], column) {
                (true, 0) => 2,
                (true, _) => 3,
                (false, _) => 1,
            };
            let text = text(column).map_or("", String::as_str);
            line.pad_to(start);
            line.repeat(' ', self.symbol_width - text.chars().count(), Paint::PLAIN);
            line.text(text, Paint::PLAIN);
            start += self.symbol_width;
        }
        line
    }
}
