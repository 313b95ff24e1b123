//! A booklet as one HTML document: in a narrow window the puzzles follow each other, in a wide one they lie side by side, and on paper they
//! fill pages of the booklet's size.
//!
//! Imports the booklet, pages, pictures and themes. Start with [`html`].

use super::{Booklet, GAP, Listed, Rules, division, listed, one_paragraph, solution_columns};
use super::{Entry, SOLUTIONS};
use crate::page::{LARGEST, Page, Paper};
use crate::svg::{Drawn, definitions, escape, head, number};
use crate::theme::{Theme, apply};
use boardwright_base::board::picture::Picture;

/// The style of all booklets; sizes and colours are variables of the document.
const STYLE: &str = "*{box-sizing:border-box}\
    body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.4 Helvetica,Arial,sans-serif}\
    h1,h2,h3,p{margin:0 0 .5rem}h1,.solutions>h2{text-align:center}h2{font-size:1.15rem}h3{font-size:.9rem;text-align:center}\
    a{color:inherit}svg{display:block;width:100%;height:auto;margin:0 auto}\
    main{max-width:var(--width);margin:0 auto}\
    section{background:var(--paper);padding:1rem;margin:0 0 1rem;display:grid;grid-template-columns:minmax(0,1fr);gap:2rem}\
    section>h1,section>h2,section>footer{grid-column:1/-1}footer{display:none}\
    .solutions{gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr))}\
    @media (min-width:700px){main{padding:1rem 0}section{padding:2rem;box-shadow:0 1px 6px #0004}\
    .puzzles{grid-template-columns:repeat(var(--columns),minmax(0,1fr))}\
    .flat article{display:grid;grid-template-columns:42% 1fr;gap:1.5rem}}\
    @media print{*{print-color-adjust:exact}body{background:none;font-size:10.5px}.screen{display:none}\
    main{max-width:none;padding:0}\
    section{width:100%;height:calc(var(--height) - 1px);margin:0;padding:var(--margin);box-shadow:none;overflow:hidden;position:relative;\
    break-after:page;gap:var(--gap);grid-template-rows:repeat(var(--rows),minmax(0,1fr))}\
    section:last-child{break-after:auto}.headed{grid-template-rows:auto repeat(var(--rows),minmax(0,1fr))}\
    .puzzles{grid-template-columns:repeat(var(--columns),minmax(0,1fr))}\
    .solutions{grid-template-columns:repeat(var(--solutions),minmax(0,1fr))}\
    .solutions:not(.headed)>h2{display:none}\
    article{min-height:0;display:flex;flex-direction:column}article>svg{flex:1 1 0;min-height:0}\
    .flat article{display:grid;grid-template-columns:42% 1fr;grid-template-rows:minmax(0,1fr);gap:var(--gap)}.flat article>svg{height:100%}\
    h1{font-size:26px}h2{font-size:14px}h3{font-size:10px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}\
    .solutions>h2{font-size:20px}h1,h2,h3,p{margin:0 0 3px}\
    footer{display:block;position:absolute;left:0;right:0;bottom:calc(var(--margin)*.4);text-align:center}}";

/// Returns the booklet as one HTML document.
pub fn html(booklet: &Booklet, theme: Theme) -> String {
    let title = if booklet.title.is_empty() { "Puzzles" } else { &booklet.title };
    let (rows, columns) = division(booklet.per_page, booklet.paper);
    let on_page = booklet.per_page.clamp(1, rows * columns);
    let listed = listed(booklet);
    let inside = Page::new(booklet.paper, "").inside();
    let part = inside.part(rows, columns, 0, GAP);
    let kind = if part.is_flat() { "puzzles flat" } else { "puzzles" };
    let mut sections = Vec::new();
    for (index, puzzles) in listed.chunks(on_page).enumerate() {
        let heading = if index == 0 && !booklet.title.is_empty() {
            format!("<h1>{}</h1>\n", escape(title))
        } else {
            String::new()
        };
        let articles: String = puzzles.iter().map(|puzzle| article(puzzle, theme)).collect();
        sections.push((kind, rows, heading, articles));
    }
    let solved: Vec<(&Listed<'_>, &Picture)> =
        listed.iter().filter_map(|puzzle| Some((puzzle, puzzle.entry.solution.as_ref()?))).collect();
    let wide = solution_columns(booklet.paper);
    for (index, solved) in solved.chunks(SOLUTIONS).enumerate() {
        let heading = if index == 0 { "<h2>Solutions</h2>\n".to_string() } else { String::new() };
        let articles = solved.iter().map(|(puzzle, picture)| {
            let name = format!("{}. {}", puzzle.number, puzzle.entry.title);
            format!(
                "<article id=\"solution-{}\">\n<h3>{}</h3>\n{}</article>\n",
                puzzle.number,
                escape(&name),
                drawn(picture, &name, theme)
            )
        });
        sections.push(("solutions", SOLUTIONS / wide, heading, articles.collect()));
    }
    let sections = sections.iter().enumerate().map(|(page, (kind, rows, heading, articles))| {
        let headed = if heading.is_empty() { "" } else { " headed" };
        let page = page + 1;
        format!("<section class=\"{kind}{headed}\" style=\"--rows:{rows}\">\n{heading}{articles}<footer>{page}</footer>\n</section>\n")
    });
    let Paper { width, height } = booklet.paper;
    let [ground, ink] = [[0xff; 3], [0x1a; 3]].map(|colour| theme.css(colour));
    let beside = if theme == Theme::Dark { theme.css([0xee; 3]) } else { "#d8dce0".to_string() };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n\
         @page{{size:{width:.2}px {height:.2}px;margin:0}}\n\
         :root{{--width:{width:.2}px;--height:{height:.2}px;--margin:{:.2}px;--gap:{GAP}px;--columns:{columns};--solutions:{wide};\
         --paper:{ground};--ink:{ink};--ground:{beside}}}\n{STYLE}\n</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
        escape(title),
        inside.x,
        sections.collect::<String>()
    )
}

/// Returns a puzzle with its texts.
fn article(puzzle: &Listed<'_>, theme: Theme) -> String {
    let Listed { number, entry, rules } = puzzle;
    let Entry { title, difficulty, .. } = entry;
    let mut words = format!("<h2>{number}. {}</h2>\n", escape(title));
    if !difficulty.is_empty() {
        words.push_str(&format!("<p>{}</p>\n", escape(difficulty)));
    }
    match rules {
        Rules::None => {}
        Rules::Own(text) => {
            one_paragraph(text).lines().for_each(|part| words.push_str(&format!("<p>{}</p>\n", escape(part))));
        }
        Rules::See(first) => {
            words.push_str(&format!("<p>Rules: see <a href=\"#puzzle-{first}\">puzzle {first}</a>.</p>\n"));
        }
    }
    if entry.solution.is_some() {
        words.push_str(&format!("<p class=\"screen\"><a href=\"#solution-{number}\">Solution</a></p>\n"));
    }
    let picture = drawn(&entry.puzzle, title, theme);
    format!("<article id=\"puzzle-{number}\">\n<div>\n{words}</div>\n{picture}</article>\n")
}

/// Returns a picture as a part of the document: at the top of its place, and not larger than on a page.
fn drawn(picture: &Picture, title: &str, theme: Theme) -> String {
    let Drawn { body, width, height } = Drawn::still(picture);
    let svg = head("", width, height, title, &definitions([picture])) + &body + "</svg>\n";
    let place = format!("<svg preserveAspectRatio=\"xMidYMin\" style=\"max-width:{}px\" ", number(width * LARGEST));
    apply(&svg.replacen("<svg ", &place, 1), theme)
}
