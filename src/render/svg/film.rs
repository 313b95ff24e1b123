//! Films: panels that are frames. A screen above the strip of frames shows one after another.
//!
//! The screen is animated in SMIL, which browsers play; a printer or a program without animation shows its first frame. Start
//! with [`with_screen`].

use super::layout::Place;
use super::{number, panel};
use crate::board::picture::{Panel, Picture};

/// The seconds for which a frame is shown.
const SECONDS: f64 = 0.8;
/// The frames for which the last one stays.
const PAUSE: usize = 2;

/// Returns a film with room for its screen, the first panel; `None` if the picture is no film.
pub(super) fn with_screen(picture: &Picture) -> Option<Picture> {
    let is_film = picture.panels.len() > 1 && picture.panels.iter().all(|panel| panel.frame);
    let widest = picture.panels.iter().max_by_key(|panel| panel.title.chars().count()).filter(|_| is_film)?;
    let screen = Panel { frame: false, ..widest.clone() };
    let panels = std::iter::once(screen).chain(picture.panels.iter().cloned()).collect();
    Some(Picture { panels, captions: picture.captions.clone() })
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
