//! Arguments why the lights cannot be turned off, which can be checked by hand.
//!
//! On 5x5, with one light on in a corner: every press changes an even number of twelve lights, the corner among them.
//! An odd number of them is on, so an odd number of them stays on. With more states a light may count several times.
//! For a symmetric reach, a set of lights of which every press changes an even number is also a set of presses that
//! changes every light an even number of times: a quiet pattern.

use super::board::Board;
use boardwright_base::board::Cell;
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::Instance;
use boardwright_puzzle::capability::argument::Argument;

/// Returns the argument of the constraints of lights, with multiplicities, whose sum is a contradiction `0 = b`.
pub(super) fn contradiction(board: &Board, added: &[(&Origin, u8)]) -> Argument {
    let lights = added.iter().filter_map(|(origin, often)| match origin.instance {
        Instance::Light { cell, chased } => Some((cell, chased, *often)),
        _ => None,
    });
    let lights: Vec<(Cell, bool, u8)> = lights.collect();
    let chased = lights.iter().any(|(_, chased, _)| *chased);
    let lights = lights.into_iter().map(|(cell, _, often)| (cell, often)).collect();
    Argument::Lights { lights, states: board.states, chased }
}

/// Returns the argument of lights with multiplicities: every press changes their sum by 0, and the sum is not 0.
pub(super) fn kept(board: &Board, lights: Vec<(Cell, u8)>) -> Argument {
    Argument::Lights { lights, states: board.states, chased: false }
}

#[cfg(test)]
mod tests {
    use boardwright_base::budget::Budget;
    use boardwright_base::source::Source;
    use boardwright_tasks::answer::Answer;
    use boardwright_tasks::task::{self, Ask, Options, Setup};

    fn reason(text: &str, formulation: &str) -> String {
        let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{text}"));
        let loaded = boardwright_families::load(&source, &Budget::none()).expect("a model");
        let options = Options { formulation: Some(formulation.into()), ..Options::default() };
        let setup = Setup::resolve(&loaded, &options, &Budget::none()).expect("it applies");
        let report = task::run(&task::Request::new(&loaded, &setup, Ask::One), &Budget::none(), &mut task::ignore)
            .expect("it has an answer");
        assert_eq!(report.answer, Answer::Unsatisfiable);
        boardwright_render::reason::of_report(&report)
    }

    #[test]
    fn two_lights_that_only_change_together() {
        // Both buttons change both lights.
        let pair = "lights = \"#.\"";
        let words = "every press changes an even number of these 2 lights, and an odd number of them is on: r1c1, r1c2";
        assert_eq!(reason(pair, "presses"), words);
        assert!(reason(pair, "chased").starts_with("after chasing row by row, an odd number of"));
    }

    #[test]
    fn with_three_states_lights_count_several_times() {
        // Each press adds 1 to both: 1 + 2 x 0 is not a multiple of 3, 1 + 2 is.
        let words = "every press adds a multiple of 3 to the sum of these 2 lights, which is not one: 2 x r1c1, r1c2";
        let other = "every press adds a multiple of 3 to the sum of these 2 lights, which is not one: r1c1, 2 x r1c2";
        let found = reason("states = 3\nlights = \"10\"", "presses");
        assert!(found == words || found == other, "{found}");
    }

    #[test]
    fn a_light_that_no_press_reaches() {
        let words = "every press changes an even number of this light, and an odd number of them is on: r1c1";
        assert_eq!(reason("reach = \"knight\"\nlights = \"#\"", "presses"), words);
    }
}
