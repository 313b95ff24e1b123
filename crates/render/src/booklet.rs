//! Booklets: numbered puzzles with their rules in words, one to six on a page, and the solutions on the last pages.
//!
//! Rules that several puzzles share are printed at the first of them. The pages are SVG documents; [`html()`] is one document for a
//! browser, on a screen of any width. Imports pages and pictures. Start with [`pages`].

mod html;

pub use self::html::html;

use super::page::{Area, Letters, Page, Paper, wrap};
use boardwright_base::board::picture::Picture;
use std::collections::BTreeMap;

/// A puzzle of a booklet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The title.
    pub title: String,
    /// The rules in words; may be empty.
    pub rules: String,
    /// A line about the difficulty; may be empty.
    pub difficulty: String,
    /// The unsolved puzzle.
    pub puzzle: Picture,
    /// Its solution, if the booklet has solutions.
    pub solution: Option<Picture>,
}

/// A booklet.
#[derive(Debug, Clone, PartialEq)]
pub struct Booklet {
    /// The title on the first page; may be empty.
    pub title: String,
    /// The puzzles in order.
    pub entries: Vec<Entry>,
    /// The number of puzzles on a page, from 1 to 6.
    pub per_page: usize,
    /// The size of a page.
    pub paper: Paper,
}

/// The number of solutions on a page, in rows of three.
const SOLUTIONS: usize = 12;

/// The distance between puzzles.
const GAP: f64 = 24.0;

/// Returns the rows and columns of puzzles on a page.
fn division(count: usize, paper: Paper) -> (usize, usize) {
    let (long, short) = match count {
        0 | 1 => (1, 1),
        2 => (2, 1),
        3 => (3, 1),
        4 => (2, 2),
        _ => (3, 2),
    };
    if paper.width > paper.height { (short, long) } else { (long, short) }
}

/// Returns the columns of solutions on a page.
fn solution_columns(paper: Paper) -> usize {
    if paper.width > paper.height { 4 } else { 3 }
}

/// A puzzle with its number and the rules that are printed with it.
struct Listed<'b> {
    number: usize,
    entry: &'b Entry,
    rules: Rules<'b>,
}

/// The rules at a puzzle.
enum Rules<'b> {
    None,
    Own(&'b str),
    /// The number of the first puzzle with the same rules.
    See(usize),
}

/// Returns the puzzles in order.
fn listed(booklet: &Booklet) -> Vec<Listed<'_>> {
    // By rules: the number of the first puzzle that has them.
    let mut explained: BTreeMap<&str, usize> = BTreeMap::new();
    let mut listed = Vec::new();
    for (number, entry) in (1..).zip(&booklet.entries) {
        let rules = match *explained.entry(&entry.rules).or_insert(number) {
            _ if entry.rules.is_empty() => Rules::None,
            first if first == number => Rules::Own(&entry.rules),
            first => Rules::See(first),
        };
        listed.push(Listed { number, entry, rules });
    }
    listed
}

/// Returns the pages as SVG documents.
pub fn pages(booklet: &Booklet) -> Vec<String> {
    let mut pages = Vec::new();
    let (rows, columns) = division(booklet.per_page, booklet.paper);
    let on_page = booklet.per_page.clamp(1, rows * columns);
    let listed = listed(booklet);
    for (index, puzzles) in listed.chunks(on_page).enumerate() {
        let mut page = Page::new(booklet.paper, &booklet.title);
        let mut area = page.inside();
        if index == 0 && !booklet.title.is_empty() {
            page.text(&mut area, &booklet.title, Letters { size: 26.0, bold: true, centred: true });
            Page::skip(&mut area, 12.0);
        }
        for (place, puzzle) in puzzles.iter().enumerate() {
            draw_entry(&mut page, area.part(rows, columns, place, GAP), puzzle);
        }
        page.footer(&(pages.len() + 1).to_string());
        pages.push(page.finish());
    }
    let solved: Vec<(&Listed<'_>, &Picture)> =
        listed.iter().filter_map(|puzzle| Some((puzzle, puzzle.entry.solution.as_ref()?))).collect();
    for (index, solved) in solved.chunks(SOLUTIONS).enumerate() {
        let mut page = Page::new(booklet.paper, &booklet.title);
        let mut area = page.inside();
        if index == 0 {
            page.text(&mut area, "Solutions", Letters { size: 20.0, bold: true, centred: true });
            Page::skip(&mut area, 8.0);
        }
        let columns = solution_columns(booklet.paper);
        for (place, (puzzle, solution)) in solved.iter().enumerate() {
            let mut own = area.part(SOLUTIONS / columns, columns, place, GAP * 0.6);
            let title = format!("{}. {}", puzzle.number, puzzle.entry.title);
            let lines = wrap(&title, own.width, 10.0, true);
            let short = if lines.len() > 1 { format!("{}...", lines[0]) } else { title };
            page.text(&mut own, &short, Letters { size: 10.0, bold: true, centred: true });
            page.picture(own, solution);
        }
        page.footer(&(pages.len() + 1).to_string());
        pages.push(page.finish());
    }
    pages
}

/// Draws a puzzle with its texts: above the picture, or beside it in a flat area.
fn draw_entry(page: &mut Page, area: Area, puzzle: &Listed<'_>) {
    let Listed { number, entry, rules } = puzzle;
    let rules = match rules {
        Rules::None => String::new(),
        Rules::Own(text) => one_paragraph(text),
        Rules::See(first) => format!("Rules: see puzzle {first}."),
    };
    let is_flat = area.is_flat();
    let (mut words, mut board) = (area, area);
    if is_flat {
        words.width = area.width * 0.42;
        board.x += words.width + GAP;
        board.width -= words.width + GAP;
    }
    page.text(&mut words, &format!("{number}. {}", entry.title), Letters { size: 14.0, bold: true, centred: false });
    page.text(&mut words, &entry.difficulty, Letters { size: 10.5, bold: false, centred: false });
    if !rules.is_empty() {
        Page::skip(&mut words, 3.0);
        page.text(&mut words, &rules, Letters { size: 10.5, bold: false, centred: false });
    }
    if !is_flat {
        Page::skip(&mut words, 6.0);
        board = words;
    }
    page.picture(board, &entry.puzzle);
}

/// Joins the lines of a text from a file; a paragraph after an empty line stays.
fn one_paragraph(text: &str) -> String {
    let paragraphs = text.trim().split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs.collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;
    use boardwright_base::board::picture::{Panel, Square};

    fn entry(title: &str, rules: &str) -> Entry {
        let panel = Panel { rows: vec![vec![Square::new(0); 6]; 6], ..Panel::default() };
        let puzzle = Picture { panels: vec![panel], captions: Vec::new() };
        let difficulty = String::new();
        Entry { title: title.into(), rules: rules.into(), difficulty, solution: Some(puzzle.clone()), puzzle }
    }

    #[test]
    fn puzzles_fill_pages_and_solutions_follow() {
        for per_page in 1..=6 {
            let entries = (0..13).map(|number| entry(&format!("Board {number}"), "Fill it.")).collect();
            let paper = Paper::millimetres(210.0, 297.0);
            let booklet = Booklet { title: "Thirteen <boards>".into(), entries, per_page, paper };
            let pages = pages(&booklet);
            assert_eq!(pages.len(), 13_usize.div_ceil(per_page) + 2, "{per_page} a page");
            for page in &pages {
                roxmltree::Document::parse(page).expect("a page is XML");
            }
            let all = pages.concat();
            assert_eq!(all.matches(">Fill it.<").count(), 1, "rules are printed once");
            assert_eq!(all.matches("see puzzle 1.").count(), 12);
            assert_eq!(all.matches(">1. Board 0<").count(), 2, "the puzzle and its solution");
            let document = html(&booklet, Theme::Colour);
            assert!(document.contains("<title>Thirteen &lt;boards&gt;</title>"), "{document}");
            assert_eq!(document.matches("<section ").count(), pages.len(), "{per_page} a page");
            assert_eq!(
                [document.matches("<p>Fill it.<").count(), document.matches("see <a href=\"#puzzle-1\"").count()],
                [1, 12]
            );
            assert_eq!([document.matches("<svg ").count(), document.matches("<h3>").count()], [26, 13]);
        }
    }
}
