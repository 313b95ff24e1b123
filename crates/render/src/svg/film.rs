//! Films: panels that are frames. A screen above the strip of frames shows one after another.
//!
//! A panel whose rows are states in order is a film, too: each row is a frame.
//!
//! The screen is animated in SMIL, which browsers play; a printer or a program without animation shows its first frame. Start
//! with [`with_screen`].

use super::layout::Place;
use super::{number, panel};
use boardwright_base::board::picture::{Panel, Picture, Square};

/// The seconds for which a frame is shown.
const SECONDS: f64 = 0.8;
/// The frames for which the last one stays.
const PAUSE: usize = 2;

/// Returns a film with room for its screen, the first panel; `None` if the picture is no film.
pub(super) fn with_screen(picture: &Picture) -> Option<Picture> {
    if let [panel] = &picture.panels[..]
        && is_of_states(panel)
    {
        let longest = panel.labels.iter().max_by_key(|label| label.chars().count()).cloned();
        let rows = panel.rows.iter().take(1).cloned().collect();
        let screen = Panel { rows, labels: longest.into_iter().collect(), states: false, ..panel.clone() };
        // The list is on a shelf of its own.
        let list = Panel { frame: true, title: String::new(), ..panel.clone() };
        return Some(Picture { panels: vec![screen, list], captions: picture.captions.clone() });
    }
    let is_film = picture.panels.len() > 1 && picture.panels.iter().all(|panel| panel.frame);
    let widest = picture.panels.iter().max_by_key(|panel| panel.title.chars().count()).filter(|_| is_film)?;
    let screen = Panel { frame: false, ..widest.clone() };
    let panels = std::iter::once(screen).chain(picture.panels.iter().cloned()).collect();
    Some(Picture { panels, captions: picture.captions.clone() })
}

fn is_of_states(panel: &Panel) -> bool {
    panel.states && panel.rows.len() > 1
}

/// Returns the frames of a film.
pub(super) fn frames(picture: &Picture) -> Vec<Panel> {
    let [panel] = &picture.panels[..] else { return picture.panels.clone() };
    let frame = |(index, row): (usize, &Vec<Square>)| Panel {
        rows: vec![row.clone()],
        labels: vec![panel.label(index).to_string()],
        ..panel.clone()
    };
    panel.rows.iter().enumerate().map(frame).collect()
}

/// Draws the frames on the screen, each in its time.
pub(super) fn draw(out: &mut String, place: &Place<'_>, frames: &[Panel], letter: f64) {
    let count = (frames.len() + PAUSE) as f64;
    let duration = number(count * SECONDS);
    for (index, panel) in frames.iter().enumerate() {
        let last = index + 1 == frames.len();
        let at = |frame: usize| format!("{:.5}", frame as f64 / count);
        let (values, times) = match (index, last) {
            (0, _) => ("visible;hidden".to_string(), format!("0;{}", at(1))),
            (_, true) => ("hidden;visible".to_string(), format!("0;{}", at(index))),
            _ => ("hidden;visible;hidden".to_string(), format!("0;{};{}", at(index), at(index + 1))),
        };
        let visibility = if index == 0 { "visible" } else { "hidden" };
        *out += &format!(
            "<g visibility=\"{visibility}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{values}\" \
             keyTimes=\"{times}\" dur=\"{duration}s\" repeatCount=\"indefinite\"/>\n"
        );
        panel::draw(out, &Place { panel, ..*place }, letter);
        *out += "</g>\n";
    }
}
