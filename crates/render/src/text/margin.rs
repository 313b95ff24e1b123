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
use boardwright_base::board::picture::Panel;

/// Returns the width of the widest text above or below a column.
pub(super) fn widest(panel: &Panel) -> usize {
    let texts = panel.margins.top.iter().chain(&panel.margins.bottom).flatten();
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

/// Returns the number of lines that texts at corners take.
fn lines_of(corners: [&str; 2]) -> usize {
    usize::from(corners.iter().any(|text| !text.is_empty()))
}

impl Layout<'_> {
    /// Returns the width of the texts at the left, including a blank after them.
    fn indent(&self) -> usize {
        let [upper, _, lower, _] = &self.panel.margins.corners;
        let corners = [upper, lower].map(|text| text.chars().count());
        let widths = self.panel.margins.left.iter().map(|texts| texts.join(" ").chars().count()).chain(corners);
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
        let [left, right, ..] = &self.panel.margins.corners;
        let corners = [left.as_str(), right.as_str()];
        let height = top.iter().map(Vec::len).max().unwrap_or(0).max(lines_of(corners));
        let at = |column: usize, line: usize| (line + top[column].len()).checked_sub(height);
        let text = |line: usize, column: usize| top.get(column)?.get(at(column, line)?);
        let corners = |line: usize| if line + 1 == height { corners } else { [""; 2] };
        (0..height).map(|line| self.draw_texts(|column| text(line, column), corners(line))).collect()
    }

    /// Returns the lines of the texts below the columns.
    pub(super) fn draw_bottom(&self) -> Vec<Line> {
        let bottom = &self.panel.margins.bottom;
        let [.., left, right] = &self.panel.margins.corners;
        let corners = [left.as_str(), right.as_str()];
        let height = bottom.iter().map(Vec::len).max().unwrap_or(0).max(lines_of(corners));
        let text = |line: usize, column: usize| bottom.get(column)?.get(line);
        let corners = |line: usize| if line == 0 { corners } else { [""; 2] };
        (0..height).map(|line| self.draw_texts(|column| text(line, column), corners(line))).collect()
    }

    /// Returns a line of texts of columns, and at the corners of the board.
    fn draw_texts<'t>(&self, text: impl Fn(usize) -> Option<&'t String>, [left, right]: [&str; 2]) -> Line {
        let mut line = Line::default();
        let mut start = self.indent();
        line.pad_to(start.saturating_sub(1 + left.chars().count()));
        line.text(left, Paint::PLAIN);
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
        if !right.is_empty() {
            // After the blank and the line at the right, as beside a row.
            line.text(&format!("   {right}"), Paint::PLAIN);
        }
        line
    }
}
