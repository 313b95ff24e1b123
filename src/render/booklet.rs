//! Booklets: numbered puzzles with their rules in words, one to six on a page, and the solutions on the last pages.
//!
//! Rules that several puzzles share are printed at the first of them. The pages are SVG documents; [`html`] joins them to one
//! file for a browser. Imports pages and pictures. Start with [`pages`].

use super::page::{Area, Letters, Page, Paper, wrap};
use super::svg::escape;
use crate::board::picture::Picture;
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

/// Returns the pages as SVG documents.
pub fn pages(booklet: &Booklet) -> Vec<String> {
    let mut pages = Vec::new();
    let (rows, columns) = division(booklet.per_page, booklet.paper);
    let on_page = booklet.per_page.clamp(1, rows * columns);
    // By rules: the number of the first puzzle that has them.
    let mut explained: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, entries) in booklet.entries.chunks(on_page).enumerate() {
        let mut page = Page::new(booklet.paper, &booklet.title);
        let mut area = page.inside();
        if index == 0 && !booklet.title.is_empty() {
            page.text(&mut area, &booklet.title, Letters { size: 26.0, bold: true, centred: true });
            Page::skip(&mut area, 12.0);
        }
        for (place, entry) in entries.iter().enumerate() {
            let number = index * on_page + place + 1;
            let first = if entry.rules.is_empty() { number } else { *explained.entry(&entry.rules).or_insert(number) };
            let rules = if first == number { entry.rules.clone() } else { format!("Rules: see puzzle {first}.") };
            draw_entry(&mut page, area.part(rows, columns, place, GAP), number, entry, &rules);
        }
        page.footer(&(pages.len() + 1).to_string());
        pages.push(page.finish());
    }
    let solved: Vec<(usize, &Entry, &Picture)> = booklet
        .entries
        .iter()
        .enumerate()
        .filter_map(|(index, entry)| Some((index + 1, entry, entry.solution.as_ref()?)))
        .collect();
    for (index, solved) in solved.chunks(SOLUTIONS).enumerate() {
        let mut page = Page::new(booklet.paper, &booklet.title);
        let mut area = page.inside();
        if index == 0 {
            page.text(&mut area, "Solutions", Letters { size: 20.0, bold: true, centred: true });
            Page::skip(&mut area, 8.0);
        }
        let columns = if booklet.paper.width > booklet.paper.height { 4 } else { 3 };
        for (place, (number, entry, solution)) in solved.iter().enumerate() {
            let mut own = area.part(SOLUTIONS / columns, columns, place, GAP * 0.6);
            let title = format!("{number}. {}", entry.title);
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
fn draw_entry(page: &mut Page, area: Area, number: usize, entry: &Entry, rules: &str) {
    let is_flat = area.width > 1.7 * area.height;
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
        page.text(&mut words, &one_paragraph(rules), Letters { size: 10.5, bold: false, centred: false });
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

/// Returns the pages as one HTML document, which prints as it is shown.
pub fn html(pages: &[String], booklet: &Booklet) -> String {
    let Paper { width, height } = booklet.paper;
    let title = if booklet.title.is_empty() { "Puzzles" } else { &booklet.title };
    let sections: String = pages.iter().map(|page| format!("<section>\n{page}</section>\n")).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\
         @page{{size:{width:.2}px {height:.2}px;margin:0}}body{{margin:0;background:#d8dce0}}\
         section{{width:min(100%,{width:.0}px);margin:1rem auto;background:#fff;box-shadow:0 1px 6px #0004}}\
         svg{{display:block;width:100%;height:auto}}\
         @media print{{body{{background:none}}section{{width:100%;margin:0;box-shadow:none;break-after:page}}\
         section:last-child{{break-after:auto}}}}</style>\n</head>\n<body>\n{sections}</body>\n</html>\n",
        escape(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::picture::{Panel, Square};

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
            assert!(html(&pages, &booklet).contains("<title>Thirteen &lt;boards&gt;</title>"));
        }
    }
}
