//! The colours of a document: as drawn, in black and white, or light on dark.
//!
//! A theme changes the attributes `fill` and `stroke` of a finished SVG document, so that all drawings have it. Texts are
//! escaped, so an attribute is recognised by its quotation mark. Imports nothing of ours.

/// The colours of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// As drawn.
    #[default]
    Colour,
    /// Shades of grey for printing without colour: lines and marks of the solution are black.
    Monochrome,
    /// Light lines on a dark ground.
    Dark,
}

/// Returns the document in the colours of a theme.
pub fn apply(svg: &str, theme: Theme) -> String {
    if theme == Theme::Colour {
        return svg.to_string();
    }
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(at) = rest.find("=\"#") {
        let (before, from) = rest.split_at(at + 3);
        out.push_str(before);
        let digits = from.get(..6).filter(|digits| from.as_bytes().get(6) == Some(&b'"') && !digits.is_empty());
        let attribute = before.len() - 3;
        let is_colour = before[..attribute].ends_with("fill") || before[..attribute].ends_with("stroke");
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).filter(|_| is_colour) {
            Some(value) => {
                let [_, red, green, blue] = value.to_be_bytes();
                let [red, green, blue] = theme.of([red, green, blue]);
                out.push_str(&format!("{red:02x}{green:02x}{blue:02x}"));
                rest = &from[6..];
            }
            None => rest = from,
        }
    }
    out + rest
}

impl Theme {
    /// Returns a colour in this theme, for a style sheet.
    pub fn css(self, colour: [u8; 3]) -> String {
        let [red, green, blue] = self.of(colour);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Returns a colour in this theme.
    fn of(self, colour: [u8; 3]) -> [u8; 3] {
        let [red, green, blue] = colour.map(f64::from);
        let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        match self {
            Theme::Colour => colour,
            // Saturated dark colours are lines and marks; everything light is a ground.
            Theme::Monochrome if luminance < 150.0 && is_saturated(colour) => [0x1a; 3],
            Theme::Monochrome => [luminance.round() as u8; 3],
            Theme::Dark => {
                let (least, most) = (red.min(green).min(blue), red.max(green).max(blue));
                // The lightness is mirrored, and the darkest is not black.
                let shift = 255.0 - least - most;
                let lift = |part: f64| (24.0 + (part + shift).clamp(0.0, 255.0) * (232.0 - 24.0) / 255.0).round() as u8;
                [lift(red), lift(green), lift(blue)]
            }
        }
    }
}

fn is_saturated(colour: [u8; 3]) -> bool {
    let (least, most) = (colour.iter().min().copied().unwrap_or(0), colour.iter().max().copied().unwrap_or(0));
    most - least > 40
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_attributes_change() {
        let svg = "<text fill=\"#0a7a55\">=\"#ffffff\" is &quot;</text><path stroke=\"#ffffff\" id=\"#abcdef\"/><use href=\"#king\"/>";
        let mono = apply(svg, Theme::Monochrome);
        let text = "<text fill=\"#1a1a1a\">=\"#ffffff\" is &quot;</text><path stroke=\"#ffffff\" id=\"#abcdef\"/><use href=\"#king\"/>";
        assert_eq!(mono, text);
        assert_eq!(apply(svg, Theme::Colour), svg);
    }

    #[test]
    fn a_dark_theme_exchanges_ground_and_ink() {
        assert_eq!(Theme::Dark.of([0xff; 3]), [24; 3]);
        assert_eq!(Theme::Dark.of([0; 3]), [232; 3]);
        let green = Theme::Dark.of([0x0a, 0x7a, 0x55]);
        assert!(green[1] > green[0] && green[1] > green[2], "a colour keeps its hue: {green:?}");
    }
}
