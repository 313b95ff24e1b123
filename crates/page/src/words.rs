//! The page's words for settings: the labels of its fields. The page names no commands
//! and shows the nearest of many accepted names.

use boardwright_base::diagnostic::{Setting, Words};

/// The words of the page.
pub(super) const PAGE: Words = Words { setting: label, command: |_| None, lists: false };

fn label(setting: Setting) -> Option<&'static str> {
    Some(match setting {
        Setting::Clues => "\"Number of clues\"",
        Setting::Fill => "\"Compute the clues of\"",
        Setting::Keep => "\"Keep all clues of\"",
        Setting::MustUse => "\"Rules that have to be needed\"",
        Setting::Pieces => "\"Number of pieces\"",
        Setting::Rooms => "\"Number of rooms\"",
        Setting::Seed => "\"Seed\"",
        Setting::Sizes => "\"Cells in a room\"",
        Setting::Symmetric => "\"Symmetric\"",
        _ => return None,
    })
}
