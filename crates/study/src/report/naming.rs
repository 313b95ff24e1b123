//! Short names for configurations and models, without their common parts.
//!
//! ```text
//! varisat, cardinality, at-most-one=pairwise          all: varisat, cardinality; named by at-most-one:
//! varisat, cardinality, at-most-one=ladder            pairwise, ladder, auto
//! varisat, cardinality
//! ```
//!
//! A configuration is a set of parts: backend, formulation, one part for each kind of constraint with a chosen encoding, and
//! search. `auto` is not a part. If only one kind of part differs, or every configuration has a part of each differing kind
//! (`auto` if exactly one kind lacks a part), the kinds are the heading and the names are the values alone: `backend,
//! at-most-one` over `varisat, ladder`. Different configurations have different names.

use super::section::Model;
use crate::job::Configuration;

/// The names of the configurations of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Names {
    /// The common parts, as text; empty if there are none.
    pub(super) shared: String,
    /// The heading of the names: `at-most-one`, or `configuration`.
    pub(super) heading: String,
    /// One name per configuration.
    pub(super) names: Vec<String>,
}

/// A part of a configuration: its kind, its value, and its notation among other parts.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    kind: String,
    value: String,
    written: String,
}

fn parts(configuration: &Configuration) -> Vec<Part> {
    let part = |kind: &str, value: &str| Part { kind: kind.into(), value: value.into(), written: value.into() };
    let encodings = configuration.encoding.split(',').map(str::trim).map(|choice| match choice.split_once('=') {
        Some((kind, value)) => Part { written: choice.into(), ..part(kind, value) },
        None => part("encoding", choice),
    });
    let mut parts = vec![part("backend", &configuration.backend), part("formulation", &configuration.formulation)];
    parts.extend(encodings);
    parts.push(part("search", &configuration.search));
    parts.extend(
        configuration.posed().map(|(kind, value)| Part { written: format!("{kind}={value}"), ..part(kind, value) }),
    );
    parts.retain(|part| part.value != "auto" && !part.value.is_empty());
    parts
}

/// Returns names for all configurations of a section.
pub(super) fn names(configurations: &[&Configuration]) -> Names {
    let whole = || configurations.iter().map(|it| it.describe()).collect();
    let plain = |names| Names { shared: String::new(), heading: "configuration".into(), names };
    let all: Vec<Vec<Part>> = configurations.iter().map(|it| parts(it)).collect();
    let [first, _, ..] = all.as_slice() else { return plain(whole()) };

    let in_all = |part: &Part| all.iter().all(|parts| parts.contains(part));
    let shared: Vec<&str> = first.iter().filter(|part| in_all(part)).map(|part| part.written.as_str()).collect();
    let varying: Vec<Vec<&Part>> =
        all.iter().map(|parts| parts.iter().filter(|part| !in_all(part)).collect()).collect();
    let kinds = |parts: &[&Part]| parts.iter().map(|part| part.kind.clone()).collect::<Vec<_>>();
    let varying = with_auto(varying);
    let varying: Vec<Vec<&Part>> = varying.iter().map(|parts| parts.iter().collect()).collect();
    let mut every: Vec<String> = varying.iter().flat_map(|parts| kinds(parts)).collect();
    every.sort_unstable();
    every.dedup();
    let alike = varying.windows(2).all(|pair| kinds(&pair[0]) == kinds(&pair[1]));
    let bare = alike || every.len() == 1;
    let heading = match every.as_slice() {
        [kind] => kind.clone(),
        _ if alike => kinds(&varying[0]).join(", "),
        _ => "configuration".to_string(),
    };
    let name = |parts: &Vec<&Part>| -> String {
        let words: Vec<&str> = parts.iter().map(|part| if bare { &*part.value } else { &*part.written }).collect();
        if words.is_empty() { "auto".into() } else { words.join(", ") }
    };
    let names: Vec<String> = varying.iter().map(name).collect();
    let mut different = names.clone();
    different.sort_unstable();
    different.dedup();
    if different.len() < names.len() {
        // The same parts in another order: only the flags distinguish them.
        return plain(configurations.iter().map(|it| it.flags().join(" ")).collect());
    }
    Names { shared: shared.join(", "), heading, names }
}

/// If several kinds of part differ and some configurations lack a part of exactly one kind, gives them the part `auto` of
/// that kind.
fn with_auto(varying: Vec<Vec<&Part>>) -> Vec<Vec<Part>> {
    let mut varying: Vec<Vec<Part>> = varying.into_iter().map(|parts| parts.into_iter().cloned().collect()).collect();
    let mut every: Vec<String> = varying.iter().flatten().map(|part| part.kind.clone()).collect();
    every.sort_unstable();
    every.dedup();
    let lacks = |parts: &[Part], kind: &str| parts.iter().all(|part| part.kind != kind);
    let lacking: Vec<&String> = every.iter().filter(|kind| varying.iter().any(|parts| lacks(parts, kind))).collect();
    if let ([kind], 2..) = (&lacking[..], every.len()) {
        // The position of the kind among the parts of a configuration that has it.
        let place = varying.iter().find_map(|parts| parts.iter().position(|part| part.kind == **kind)).unwrap_or(0);
        for parts in varying.iter_mut().filter(|parts| lacks(parts, kind)) {
            let auto = Part { kind: (*kind).clone(), value: "auto".into(), written: "auto".into() };
            parts.insert(place.min(parts.len()), auto);
        }
    }
    varying
}

/// Returns names for models: the path without the common folders and without `.toml`, followed by the beginning of the
/// digest if two texts have the same path.
pub(super) fn model_names(models: &[Model]) -> Vec<String> {
    let folder = |path: &str| path.rfind('/').map_or(0, |slash| slash + 1);
    let mut shared = models.first().map_or("", |model| &model.path[..folder(model.path)]);
    while !models.iter().all(|model| model.path.starts_with(shared)) {
        shared = &shared[..folder(&shared[..shared.len() - 1])];
    }
    let name = |model: &Model| {
        let path = &model.path[shared.len()..];
        let path = path.strip_suffix(".toml").unwrap_or(path);
        let set: String = model.set.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let several = models.iter().filter(|other| (other.path, other.set) == (model.path, model.set)).count() > 1;
        let digest: String = model.digest.chars().take(7).collect();
        if several { format!("{path}{set} ({digest})") } else { format!("{path}{set}") }
    };
    models.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn configuration(backend: &str, formulation: &str, encoding: &str) -> Configuration {
        Configuration {
            formulation: formulation.into(),
            encoding: encoding.into(),
            search: "auto".into(),
            backend: backend.into(),
            symmetry: "auto".into(),
            redundant: "auto".into(),
        }
    }

    fn named(configurations: &[Configuration]) -> Names {
        names(&configurations.iter().collect::<Vec<_>>())
    }

    #[test]
    fn common_parts_are_named_once() {
        let names = named(&[
            configuration("varisat", "cardinality", "at-most-one=pairwise"),
            configuration("varisat", "cardinality", "at-most-one=ladder"),
            configuration("varisat", "cardinality", "auto"),
        ]);
        assert_eq!(names.shared, "varisat, cardinality");
        assert_eq!(names.heading, "at-most-one");
        assert_eq!(names.names, ["pairwise", "ladder", "auto"]);
    }

    #[test]
    fn several_kinds_are_written_out() {
        let names = named(&[
            configuration("varisat", "auto", "parity=cut4,at-most-one=ladder"),
            configuration("batsat", "auto", "parity=cut4,at-most-one=product"),
        ]);
        assert_eq!(names.shared, "parity=cut4");
        assert_eq!(names.heading, "backend, at-most-one");
        assert_eq!(names.names, ["varisat, ladder", "batsat, product"]);

        let names = named(&[
            configuration("varisat", "auto", "at-most-one=ladder"),
            configuration("varisat", "auto", "parity=direct"),
            configuration("varisat", "auto", "auto"),
        ]);
        assert_eq!(names.heading, "configuration");
        assert_eq!(names.names, ["at-most-one=ladder", "parity=direct", "auto"]);
    }

    #[test]
    fn a_missing_part_of_one_kind_is_auto() {
        let names = named(&[
            configuration("varisat", "auto", "at-most-one=ladder"),
            configuration("varisat", "auto", "auto"),
            configuration("batsat", "auto", "at-most-one=ladder"),
            configuration("batsat", "auto", "auto"),
        ]);
        assert_eq!(names.heading, "backend, at-most-one");
        assert_eq!(names.names, ["varisat, ladder", "varisat, auto", "batsat, ladder", "batsat, auto"]);
    }

    #[test]
    fn one_configuration_keeps_its_name() {
        let names = named(&[configuration("varisat", "auto", "auto")]);
        assert_eq!((names.shared.as_str(), names.names), ("", vec!["varisat".to_string()]));
    }

    #[test]
    fn different_orders_of_choices_have_different_names() {
        let names = named(&[configuration("auto", "auto", "a=x,b=y"), configuration("auto", "auto", "b=y,a=x")]);
        assert_eq!(names.names, ["--encoding a=x,b=y", "--encoding b=y,a=x"]);
    }

    #[test]
    fn models_lose_the_folders_they_share() {
        let (none, eight) = (BTreeMap::new(), BTreeMap::from([("n".to_string(), 8)]));
        let model = |path, digest| Model { path, set: &none, digest };
        let sized = Model { set: &eight, ..model("m/x.toml", "1") };
        assert_eq!(model_names(&[model("m/x.toml", "0"), sized]), ["x", "x n=8"]);
        let names = model_names(&[model("models/a/x.toml", "1"), model("models/ab/y.toml", "2")]);
        assert_eq!(names, ["a/x", "ab/y"]);
        let names = model_names(&[model("m/x.toml", "0123456789"), model("m/x.toml", "abcdefghij")]);
        assert_eq!(names, ["x (0123456)", "x (abcdefg)"]);
        assert_eq!(model_names(&[model("/x.toml", "1"), model("y.txt", "2")]), ["/x", "y.txt"]);
    }
}
