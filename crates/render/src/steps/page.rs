//! Steps as one HTML page without other files: one clicks through the positions by buttons, keys or the list.

use super::detail::Detail;
use super::sentence::placed;
use super::{frames, names, words};
use crate::svg;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_tasks::task::steps::Steps;

/// The look of the page.
const STYLE: &str = "body{font:16px/1.45 Helvetica,Arial,sans-serif;margin:0;color:#1f2328;background:#fff}\
main{max-width:72rem;margin:0 auto;padding:1rem;display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1.5rem}\
h1{font-size:1.3rem;margin:0;grid-column:1/-1}\
#board svg{width:100%;height:auto;max-height:70vh;display:block}#board>div{display:none}#board>div.on{display:block}\
nav{display:flex;gap:.5rem;align-items:center;margin:.5rem 0;flex-wrap:wrap}\
button{font:inherit;padding:.4rem .9rem;border:1px solid #8c959f;border-radius:.4rem;background:#f6f8fa;cursor:pointer}\
button:disabled{opacity:.4;cursor:default}#say{min-height:6rem}#say .known{color:#57606a;font-size:.9rem;overflow-wrap:anywhere}\
ol{padding-left:2.2rem;max-height:75vh;overflow:auto;margin:0;font-size:.9rem}\
li{cursor:pointer;padding:.15rem .3rem;overflow-wrap:anywhere}li.on{background:#b7e4c7}\
.key{font-size:.85rem;color:#57606a}.key i{display:inline-block;width:.9em;height:.9em;margin:0 .3em 0 .8em;border:1px solid #8c959f}\
@media(max-width:46rem){main{grid-template-columns:minmax(0,1fr)}ol{max-height:none}}";

/// What the page does.
const SCRIPT: &str = "const f=[...document.querySelectorAll('#board>div')],l=[...document.querySelectorAll('ol li')],\
s=[...document.querySelectorAll('#say>div')],$=i=>document.getElementById(i);let n=0;\
function go(k){n=Math.max(0,Math.min(f.length-1,k));f.forEach((e,i)=>e.classList.toggle('on',i===n));\
s.forEach((e,i)=>e.hidden=i!==n);l.forEach((e,i)=>e.classList.toggle('on',i===n-1));\
$('at').textContent='step '+n+' of '+(f.length-1);$('first').disabled=$('back').disabled=n===0;\
$('next').disabled=$('last').disabled=n===f.length-1;const e=l[n-1],o=$('list');\
if(e&&o.scrollHeight>o.clientHeight)o.scrollTop=e.offsetTop-o.offsetTop-o.clientHeight/2}\
$('first').onclick=()=>go(0);$('back').onclick=()=>go(n-1);$('next').onclick=()=>go(n+1);$('last').onclick=()=>go(f.length-1);\
l.forEach((e,i)=>e.onclick=()=>go(i+1));addEventListener('keydown',e=>{const k={ArrowRight:n+1,' ':n+1,ArrowLeft:n-1,Home:0,End:f.length-1}[e.key];\
if(k!==undefined&&!(e.key===' '&&e.target.tagName==='BUTTON')){e.preventDefault();go(k)}});go(0);";

/// Returns the page of steps.
pub fn page(source: &Source, loaded: &Loaded, steps: &Steps, detail: Detail) -> String {
    let mut boards = vec![svg::render(&frames::position(loaded, steps, 0))];
    let mut sentences = vec![escape(&words::beginning(steps))];
    let mut items = Vec::new();
    for (index, step) in steps.steps.iter().enumerate() {
        let sentence = escape(&placed(steps, step));
        boards.push(svg::render(&frames::frame(loaded, steps, index)));
        let mut notes: Vec<String> = Vec::new();
        notes.extend(detail.sizes.then(|| words::size(step)));
        if !step.uses.is_empty() {
            notes.push(format!("known: {}", escape(&names::facts(steps, &step.uses, names::Form::Stated))));
        }
        let places: Vec<String> = step
            .reason
            .iter()
            .filter_map(|origin| {
                let (line, _) = source.position(origin.span?.start);
                Some(format!("{}:{line}", source.name))
            })
            .collect();
        notes.extend((!places.is_empty()).then(|| escape(&places.join(", "))));
        sentences.push(format!("<p>{}. {sentence}</p><p class=\"known\">{}</p>", index + 1, notes.join("<br>")));
        items.push(sentence);
    }
    let has_lines = loaded.instance.cells().is_some_and(|family| !family.sheet().lines.is_empty());
    let lines = match has_lines {
        true => "<i style=\"background:#f28c28\"></i>new line<i style=\"background:#f3b4b4\"></i>no line",
        false => "",
    };
    document(&Document {
        title: loaded.model.title.as_deref().unwrap_or("Steps"),
        boards,
        sentences,
        items,
        key: format!(
            "<i style=\"background:#b7e4c7\"></i>new{lines}<i style=\"background:#fff3c4\"></i>clues and rules of the reason; "
        ),
        ending: escape(&words::ending(steps, detail)).replace('\n', "<br>"),
    })
}

/// What a page shows.
pub(super) struct Document<'a> {
    /// The title.
    pub(super) title: &'a str,
    /// The pictures: of the first position, and after each step.
    pub(super) boards: Vec<String>,
    /// For each picture, HTML below it.
    pub(super) sentences: Vec<String>,
    /// For each step, HTML in the list.
    pub(super) items: Vec<String>,
    /// HTML that explains the colours; may be empty.
    pub(super) key: String,
    /// HTML at the end.
    pub(super) ending: String,
}

/// Returns a page with all pictures, of which one is shown.
pub(super) fn document(document: &Document) -> String {
    let title = escape(document.title);
    let each = |texts: &[String], tag: &dyn Fn(usize) -> String, end: &str| -> String {
        texts.iter().enumerate().map(|(index, text)| format!("{}{text}{end}\n", tag(index))).collect()
    };
    let first = |index: usize, is: &str, other: &str| format!("<div{}>", if index == 0 { is } else { other });
    let boards = each(&document.boards, &|index| first(index, " class=\"on\"", ""), "</div>");
    let sentences = each(&document.sentences, &|index| first(index, "", " hidden"), "</div>");
    let items = each(&document.items, &|_| "<li>".to_string(), "</li>");
    let (key, ending) = (&document.key, &document.ending);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<main>\n<h1>{title}</h1>\n<section>\n<div id=\"board\">\n{boards}</div>\n<nav>\n\
         <button id=\"first\">First</button>\n<button id=\"back\">Back</button>\n<button id=\"next\">Next</button>\n\
         <button id=\"last\">Last</button>\n<span id=\"at\"></span>\n</nav>\n\
         <p class=\"key\">{key}keys: arrows, Home, End</p>\n\
         <div id=\"say\" aria-live=\"polite\">\n{sentences}</div>\n<p class=\"key\">{ending}</p>\n</section>\n\
         <ol id=\"list\">\n{items}</ol>\n</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
