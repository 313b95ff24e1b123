//! The fonts for PNG and PDF: a file that the user names, and fonts of the system.
//!
//! The program embeds no font. It takes the first of a list of well-known fonts that the system has, whose letters and digits are
//! as wide as a drawing expects, and others for signs that it lacks. The choice depends on the names of files only, so that a
//! machine always makes the same choice.

use super::Quit;
use super::input::Session;
use boardwright_render::print::{Fonts, PrintError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Files of fonts, the best first: those of the regular letters and of the bold ones.
const LETTERS: [(&str, &str); 12] = [
    ("liberationsans-regular.ttf", "liberationsans-bold.ttf"),
    ("arimo-regular.ttf", "arimo-bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
    ("arial.ttf", "arial bold.ttf"),
    ("nimbussans-regular.otf", "nimbussans-bold.otf"),
    ("helvetica.ttc", "helvetica.ttc"),
    ("freesans.ttf", "freesansbold.ttf"),
    ("freesans.otf", "freesansbold.otf"),
    ("notosans-regular.ttf", "notosans-bold.ttf"),
    ("opensans-regular.ttf", "opensans-bold.ttf"),
    ("roboto-regular.ttf", "roboto-bold.ttf"),
    ("dejavusans.ttf", "dejavusans-bold.ttf"),
];

/// Files of fonts with arrows and mathematical signs.
const SIGNS: [&str; 6] = [
    "dejavusans.ttf",
    "notosanssymbols2-regular.ttf",
    "notosanssymbols-regular.ttf",
    "seguisym.ttf",
    "apple symbols.ttf",
    "freeserif.ttf",
];

/// The folders below a folder of fonts that are searched.
const DEPTH: usize = 6;

/// Returns the fonts: the given file first, then those of the system.
pub(super) fn load(own: &Option<PathBuf>, session: &Session) -> Result<Fonts, Quit> {
    let mut files = Vec::new();
    if let Some(path) = own {
        let data = session.read_bytes(path)?;
        if Fonts::new([data.clone()]).is_err() {
            return Err(Quit::wrong(format!("{} is not a font; expected a TTF, OTF or TTC file", path.display())));
        }
        files.push(data);
    }
    // A font that cannot be read is passed over.
    files.extend(chosen(&installed()).into_iter().filter_map(|path| std::fs::read(path).ok()));
    Fonts::new(files).map_err(|error| match error {
        PrintError::NoFont => Quit::wrong("no font was found on this system\nhelp: give one with --font FILE"),
        other => Quit::wrong(other.to_string()),
    })
}

/// Returns the files of fonts to use.
fn chosen(installed: &BTreeMap<String, PathBuf>) -> Vec<&PathBuf> {
    let of = |name: &str| installed.get(name);
    let letters = LETTERS.iter().find_map(|(regular, bold)| of(regular).zip(of(bold)));
    let mut chosen: Vec<&PathBuf> = letters.map_or(Vec::new(), |(regular, bold)| vec![regular, bold]);
    if chosen.is_empty() {
        // Any font, with bold letters as it has them.
        chosen.extend(installed.values().next());
    }
    chosen.extend(SIGNS.iter().filter_map(|name| of(name)));
    chosen.dedup();
    chosen
}

/// Returns the files of fonts on this system by their names in small letters. Of equal names the first in alphabetical order counts.
fn installed() -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    for folder in folders() {
        collect(&folder, DEPTH, &mut found);
    }
    found
}

/// Returns the folders where systems have fonts.
fn folders() -> Vec<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = variable("HOME");
    let own = [".fonts", ".local/share/fonts", "Library/Fonts"];
    let fixed = ["/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts"];
    let mut folders: Vec<PathBuf> = fixed.iter().map(PathBuf::from).collect();
    folders.extend(variable("WINDIR").map(|windows| windows.join("Fonts")));
    folders.extend(home.iter().flat_map(|home| own.iter().map(move |folder| home.join(folder))));
    folders
}

fn collect(folder: &Path, depth: usize, found: &mut BTreeMap<String, PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        if path.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, found);
            }
        } else if [".ttf", ".otf", ".ttc"].iter().any(|ending| name.ends_with(ending)) {
            found.entry(name).or_insert(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_with_bold_letters_comes_before_any_font() {
        let system = |names: &[&str]| names.iter().map(|name| (name.to_string(), PathBuf::from(name))).collect();
        let names = |system: &BTreeMap<String, PathBuf>| -> Vec<String> {
            chosen(system).into_iter().map(|path| path.display().to_string()).collect()
        };
        let both = system(&["abyss.ttf", "arial.ttf", "arialbd.ttf", "dejavusans.ttf", "dejavusans-bold.ttf"]);
        assert_eq!(names(&both), ["arial.ttf", "arialbd.ttf", "dejavusans.ttf"]);
        let no_bold = system(&["abyss.ttf", "arial.ttf"]);
        assert_eq!(names(&no_bold), ["abyss.ttf"]);
        assert!(names(&system(&[])).is_empty());
    }
}
