//! The page is well formed and complete, and escapes all text.

use super::super::Report;
use super::super::examples::{campaign, run};
use crate::record::Status;

/// Returns the tags of a page in order, without script, style and attributes.
fn tags(page: &str) -> Vec<(String, bool)> {
    let mut tags = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let end = rest.find('>').expect("a tag ends");
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        if tag.starts_with('!') || tag.ends_with('/') || name == "meta" {
            continue;
        }
        if !tag.starts_with('/') && ["script", "style"].contains(&name.as_str()) {
            rest = &rest[rest.find(&format!("</{name}>")).expect("it is closed")..];
        }
        tags.push((name, !tag.starts_with('/')));
    }
    tags
}

#[test]
fn elements_are_closed_in_order() {
    for (groups, models, configurations) in [(1, 1, 1), (2, 20, 7)] {
        let page = Report::new("All", &campaign(groups, models, configurations)).html();
        let mut open = Vec::new();
        for (name, opens) in tags(&page) {
            if opens {
                open.push(name);
            } else {
                assert_eq!(open.pop().as_ref(), Some(&name));
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }
}

#[test]
fn the_page_needs_no_other_file() {
    let page = Report::new("All", &campaign(1, 4, 6)).html();
    // The only addresses are those of the SVG name space and of symbols in the page.
    let addresses = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "url(", "@import", "<link", "<img"] {
        assert!(!addresses.contains(outside), "{outside}");
    }
    assert!(page.matches("href=\"").count() == page.matches("href=\"#").count());
}

#[test]
fn text_of_records_is_escaped() {
    let evil = "</script><script>alert(1)</script>\"'&";
    let records = [
        run(evil, evil).group(evil).record,
        run("b", evil).group(evil).status(Status::Unknown).because(evil).record,
        run(evil, "varisat").group(evil).version(evil).on(evil, evil).record,
        run("b", "batsat").group(evil).record,
    ];
    let page = Report::new(evil, &records).html();
    assert!(!page.contains("alert(1)</script>"));
    assert!(!page.contains("<script>alert"));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"));
}

#[test]
fn warnings_come_first() {
    let records = [run("a", "varisat").record, run("a", "batsat").on("there", "Model B").record];
    let page = Report::new("t", &records).html();
    let warning = page.find("<p class=\"warning\">").expect("there are two machines");
    assert!(warning < page.find("<table").expect("there are tables"));
}

#[test]
fn unsolved_runs_sort_after_solved_ones() {
    let records = [run("a", "varisat").cpu(1.5).record, run("a", "batsat").status(Status::Timeout).record];
    let page = Report::new("t", &records).html();
    assert!(page.contains("<td class=\"failed\" data-order=\"1e100\">timeout</td>"));
    assert!(page.contains("<td class=\"best\">1.500</td>"));
}
