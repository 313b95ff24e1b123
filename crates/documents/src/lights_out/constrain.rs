//! Buttons as variables, and the formulation `presses`.
//!
//! A button is a Boolean variable `press r3c4` when lights have two states, otherwise an integer variable `presses
//! r3c4` from 0 to `states - 1`. `presses` has one variable for each cell and one congruence for each light: its
//! state and the presses that reach it add up to 0. For 5x5 lights and two states these are 25 parities of 3 to 5
//! variables.
//!
//! Solvers do not combine parities well: a board of 16x16 lit lights takes them 15 s. Where the lights can be chased
//! (see `chase`), the conditions of the chase are posted as well, as redundant constraints: then it takes 0.2 s, and
//! 20x20 takes 0.05 s.

use super::board::Board;
use super::chase;
use super::posting::{light_origin, minimise, of_buttons, out, unknown};
use boardwright_base::budget::Stop;
use boardwright_ir::constraint::{Draft, Operand, Term};
use boardwright_puzzle::Formulated;

pub(super) fn presses(board: &Board, mut problem: Draft) -> Result<Formulated, Stop> {
    let mut buttons: Vec<Vec<Option<Operand>>> = board.map(|_| None);
    let mut reaching: Vec<Vec<Vec<Term>>> = board.map(|_| Vec::new());
    for cell in board.cells() {
        let button = unknown(&mut problem, board, cell);
        buttons[cell.row][cell.column] = Some(button);
        for light in board.reached(cell) {
            reaching[light.row][light.column].push(Term { coefficient: 1, operand: button });
        }
    }
    for cell in board.cells() {
        let terms = std::mem::take(&mut reaching[cell.row][cell.column]);
        let origin = problem.origin(light_origin(board, cell, false));
        problem.post(origin, out(board, terms, board.state(cell)));
    }
    if let Ok(unknowns) = chase::unknowns(board) {
        let unknowns: Vec<Operand> = unknowns.iter().filter_map(|cell| buttons[cell.row][cell.column]).collect();
        chase::conditions(board, &unknowns, |light, terms, constant| {
            let origin = problem.origin(light_origin(board, light, true));
            problem.post_redundant(origin, out(board, terms, constant));
        });
    }
    if board.fewest {
        minimise(&mut problem, buttons.iter().flatten().flatten().copied());
    }
    of_buttons(board, problem, &buttons)
}

#[cfg(test)]
pub(super) mod tests {
    use boardwright_base::budget::Budget;
    use boardwright_base::random::Random;
    use boardwright_base::source::Source;
    use boardwright_linear::Solved;
    use boardwright_linear::lower::lower;
    use boardwright_puzzle::Loaded;
    use boardwright_solvers::backend::{self, Route};
    use boardwright_tasks::answer::{Answer, Report};
    use boardwright_tasks::task::{self, Ask, Failure, Options, Setup};
    use std::time::Duration;

    fn load(text: &str) -> Loaded {
        let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{text}"));
        boardwright_families::load(&source, &Budget::none())
            .unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&source, false)))
    }

    fn all(loaded: &Loaded, formulation: &str, backend: &str) -> Result<Report, Failure> {
        let options =
            Options { formulation: Some(formulation.into()), backend: Some(backend.into()), ..Options::default() };
        let setup = Setup::resolve(loaded, &options, &Budget::none()).expect("the names exist");
        task::run(
            &task::Request::new(loaded, &setup, Ask::All),
            &Budget::within(Duration::from_secs(60)),
            &mut task::ignore,
        )
    }

    /// The boards of a complete report, sorted.
    fn boards(loaded: &Loaded, report: &Report) -> Vec<Vec<String>> {
        assert!(report.complete, "the list is complete");
        let mut boards: Vec<Vec<String>> =
            report.solutions.iter().map(|found| found.written(&*loaded.instance).board).collect();
        boards.sort();
        boards
    }

    /// A puzzle as the tests know it, without any code under test.
    pub(in super::super) struct Plain {
        reach: &'static str,
        /// Which lights the button of each place changes, places in reading order, instead of `reach`.
        list: Option<Vec<Vec<bool>>>,
        wrap: bool,
        states: usize,
        fewest: bool,
        /// By row; `None` is a hole.
        lights: Vec<Vec<Option<usize>>>,
    }

    /// Named reaches, and pictures with rows divided by `/`.
    const REACHES: &[&str] = &["plus", "king", "knight", "row-and-column", "#o#", "O#/.#", "#../.o./..#"];

    impl Plain {
        pub(in super::super) fn random(dice: &mut Random) -> Plain {
            let states = [2, 2, 3, 4, 2 + dice.below(8)][dice.below(5)];
            let (height, width) = (1 + dice.below(3), 1 + dice.below(3));
            let holes = dice.below(2) == 0;
            let mut light = || (!holes || dice.below(4) > 0).then(|| dice.below(states));
            let mut lights: Vec<Vec<Option<usize>>> =
                (0..height).map(|_| (0..width).map(|_| light()).collect()).collect();
            lights[0][0] = Some(0);
            // Of the boards with many states only small ones can be enumerated.
            let limit = [9, 6, 5, 4, 4, 4, 3, 3][states - 2];
            for index in (0..height * width).rev() {
                if lights.iter().flatten().flatten().count() > limit {
                    lights[index / width][index % width] = None;
                }
            }
            let reach = if dice.below(2) == 0 { "plus" } else { REACHES[dice.below(REACHES.len())] };
            let places = height * width;
            let list = (dice.below(4) == 0)
                .then(|| (0..places).map(|_| (0..places).map(|_| dice.below(2) == 0).collect()).collect());
            let wrap = list.is_none() && dice.below(3) == 0;
            Plain { reach, list, wrap, states, fewest: dice.below(3) == 0, lights }
        }

        pub(in super::super) fn fewest(&self) -> bool {
            self.fewest
        }

        pub(in super::super) fn cannot_be_chased(&self) -> bool {
            self.wrap || self.list.is_some() || self.reach != "plus"
        }

        /// The value of the key `reach`.
        fn reach(&self) -> String {
            let Some(list) = &self.list else { return format!("\"{}\"", self.reach.replace('/', "\\n")) };
            let is_cell: Vec<bool> = self.lights.iter().flatten().map(Option::is_some).collect();
            let character = |(&changes, &is_cell): (&bool, &bool)| if changes && is_cell { '#' } else { '.' };
            let picture =
                |row: &Vec<bool>| format!("\"{}\"", row.iter().zip(&is_cell).map(character).collect::<String>());
            let buttons = list.iter().zip(&is_cell).filter(|&(_, &is_cell)| is_cell);
            format!("[{}]", buttons.map(|(row, _)| picture(row)).collect::<Vec<String>>().join(", "))
        }

        pub(in super::super) fn text(&self) -> String {
            let light = |light: &Option<usize>| light.map_or("_".to_string(), |state| state.to_string());
            let rows: Vec<String> = self.lights.iter().map(|row| row.iter().map(light).collect()).collect();
            format!(
                "reach = {}\nwrap = {}\nstates = {}\nfewest = {}\nlights = \"\"\"\n{}\"\"\"",
                self.reach(),
                self.wrap,
                self.states,
                self.fewest,
                rows.join("\n")
            )
        }

        /// Checks whether a press changes the light at a distance of rows down and columns to the right, on an
        /// endless board.
        fn changes(&self, rows: i64, columns: i64) -> bool {
            let (down, right) = (rows.abs(), columns.abs());
            match self.reach {
                "plus" => down + right <= 1,
                "king" => down.max(right) <= 1,
                "knight" => down * right == 2,
                "row-and-column" => down == 0 || right == 0,
                picture => {
                    let lines: Vec<&[u8]> = picture.split('/').map(str::as_bytes).collect();
                    let button = |line: &&[u8]| line.iter().position(|c| b"oO".contains(c));
                    let row = lines.iter().position(|line| button(line).is_some()).expect("a button") as i64;
                    let column = button(&lines[row as usize]).expect("a button") as i64;
                    let at = |row: i64, column: i64| {
                        lines.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)
                    };
                    at(row + rows, column + columns).is_some_and(|c| b"#O".contains(c))
                }
            }
        }

        /// Checks whether a press reaches a light; on a torus, in any direction.
        fn reaches(&self, button: (usize, usize), light: (usize, usize)) -> bool {
            if let Some(list) = &self.list {
                let place = |(row, column): (usize, usize)| row * self.lights[0].len() + column;
                return list[place(button)][place(light)];
            }
            let (height, width) = (self.lights.len() as i64, self.lights[0].len() as i64);
            let (rows, columns) = (light.0 as i64 - button.0 as i64, light.1 as i64 - button.1 as i64);
            let rounds = if self.wrap { -4..=4 } else { 0..=0 };
            rounds
                .clone()
                .any(|down| rounds.clone().any(|right| self.changes(rows + down * height, columns + right * width)))
        }

        /// Returns every solution, by trying all boards.
        pub(in super::super) fn solutions(&self) -> Vec<Vec<String>> {
            let width = self.lights[0].len();
            let places = |index: usize| (index / width, index % width);
            let cells: Vec<(usize, usize)> = (0..self.lights.len() * width)
                .map(places)
                .filter(|&(row, column)| self.lights[row][column].is_some())
                .collect();
            let mut found: Vec<(usize, Vec<String>)> = Vec::new();
            for number in 0..self.states.pow(cells.len() as u32) {
                let times: Vec<usize> =
                    (0..cells.len()).map(|i| number / self.states.pow(i as u32) % self.states).collect();
                let out = cells.iter().all(|&light| {
                    let reached = cells.iter().zip(&times).filter(|(button, _)| self.reaches(**button, light));
                    let sum: usize = reached.map(|(_, times)| times).sum();
                    (sum + self.lights[light.0][light.1].unwrap_or(0)).is_multiple_of(self.states)
                });
                if out {
                    let mut rows = vec![vec!['_'; width]; self.lights.len()];
                    for (&(row, column), &times) in cells.iter().zip(&times) {
                        let digits = if self.states == 2 { ".#" } else { "012345678" };
                        rows[row][column] = digits.chars().nth(times).unwrap_or('?');
                    }
                    found.push((times.iter().sum(), rows.into_iter().map(|row| row.into_iter().collect()).collect()));
                }
            }
            let fewest = found.iter().map(|(presses, _)| *presses).min();
            found.retain(|(presses, _)| !self.fewest || Some(*presses) == fewest);
            let mut boards: Vec<Vec<String>> = found.into_iter().map(|(_, board)| board).collect();
            boards.sort();
            boards
        }
    }

    #[test]
    fn small_boards_have_the_solutions_that_trying_all_finds() {
        let (mut solvable, mut chased, mut by_programs) = (0, 0, 0);
        for seed in 0..200 {
            let plain = Plain::random(&mut Random(seed));
            let text = plain.text();
            let loaded = load(&text);
            let expected = plain.solutions();
            solvable += usize::from(!expected.is_empty());
            let small = plain.lights.iter().flatten().flatten().count() <= 4;
            for formulation in ["presses", "chased"] {
                for backend in ["gauss", "varisat", "batsat"].into_iter().chain(backend::names_of(Route::Ilp)) {
                    let ilp = backend.ends_with("lp");
                    if ilp && (!small || expected.len() > 16) {
                        continue;
                    }
                    let what = format!("seed {seed}, {formulation}, {backend}:\n{text}");
                    match all(&loaded, formulation, backend) {
                        Ok(report) => {
                            assert_eq!(boards(&loaded, &report), expected, "{what}");
                            chased += usize::from(formulation == "chased");
                            by_programs += usize::from(ilp);
                        }
                        Err(Failure::Inapplicable(reason)) => {
                            let refused = formulation == "chased" && plain.cannot_be_chased();
                            assert!(refused, "{what}\n{reason}");
                        }
                        // An LP solver that loses precision reports it.
                        Err(Failure::Check(reason)) => assert!(ilp, "{what}\n{reason}"),
                        Err(failure) => panic!("{what}\n{failure}"),
                    }
                }
            }
        }
        // Otherwise the boards are too similar, or the solvers gave up too often.
        assert!(solvable > 50 && chased > 50 && by_programs > 50, "{solvable}, {chased}, {by_programs}");
    }

    #[test]
    fn the_formulations_agree_on_larger_boards() {
        for seed in 0..40 {
            let mut dice = Random(1000 + seed);
            let states = 2 + dice.below(2);
            let (height, width) = (3 + dice.below(4), 3 + dice.below(3));
            let mut cell = || if dice.below(5) == 0 { '_' } else { ['0', '1', '2'][dice.below(states)] };
            let rows: Vec<String> = (0..height).map(|_| (0..width).map(|_| cell()).collect()).collect();
            // The first row is lit, so that there is a light.
            let text = format!(
                "states = {states}\nfewest = {}\nlights = \"\"\"\n{}\n{}\"\"\"",
                seed % 2 == 0,
                "1".repeat(width),
                rows.join("\n")
            );
            let loaded = load(&text);
            let [presses, chased] = ["presses", "chased"].map(|name| all(&loaded, name, "batsat").expect("both apply"));
            assert_eq!(presses.answer, chased.answer, "seed {seed}:\n{text}");
            assert_eq!(presses.optimum, chased.optimum, "seed {seed}:\n{text}");
            assert_eq!(boards(&loaded, &presses), boards(&loaded, &chased), "seed {seed}:\n{text}");
        }
    }

    fn square(side: usize, light: char) -> String {
        vec![light.to_string().repeat(side); side].join("\n")
    }

    /// Published figures: the all-ones problem.
    #[test]
    fn all_lights_on_take_the_published_number_of_presses() {
        let fewest = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44];
        for (side, (fewest, nullity)) in (1..).zip(fewest.into_iter().zip(NULLITIES)) {
            let lights = format!("lights = \"\"\"\n{}\"\"\"", square(side, '#'));
            for (formulation, backend) in
                [("presses", "varisat"), ("chased", "varisat"), ("presses", "gauss"), ("chased", "gauss")]
            {
                let what = format!("{side}, {formulation}, {backend}");
                let report = all(&load(&lights), formulation, backend).expect("both apply");
                assert_eq!(report.count, Some((1u32 << nullity).into()), "{what}");
                let best = all(&load(&format!("fewest = true\n{lights}")), formulation, backend);
                assert_eq!(best.expect("both apply").optimum, Some(fewest), "{what}");
            }
        }
    }

    /// Published: the nullity of the board of each size, from 1x1.
    const NULLITIES: [u32; 20] = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0];

    #[test]
    fn boards_have_the_published_nullity() {
        for (side, nullity) in (1..).zip(NULLITIES) {
            for formulation in ["presses", "chased"] {
                let loaded = load(&format!("lights = \"\"\"\n{}\"\"\"", square(side, '.')));
                let formulated = loaded.instance.constrain(formulation, None, &Budget::none()).expect("both apply");
                let linear = lower(&formulated.problem, &Budget::none()).expect("it is linear");
                let Solved::Space(space) = linear.system.solve(&[], &|| false) else { panic!("all are out") };
                assert_eq!(space.count(), (1u64 << nullity).into(), "{side}, {formulation}");
            }
        }
    }

    #[test]
    fn elimination_agrees_on_larger_boards() {
        for seed in 0..40 {
            let mut dice = Random(2000 + seed);
            let states = 2 + dice.below(8);
            let (height, width) = (3 + dice.below(8), 3 + dice.below(8));
            let mut cell = || if dice.below(8) == 0 { '_' } else { '0' };
            let rows: Vec<Vec<char>> = (0..height).map(|_| (0..width).map(|_| cell()).collect()).collect();
            // Lit by presses, so that it can be solved.
            let mut lit = vec![vec![0; width]; height];
            for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
                if rows[row][column] == '0' {
                    let times = dice.below(states);
                    for (other, line) in lit.iter_mut().enumerate() {
                        for (place, light) in line.iter_mut().enumerate() {
                            let near = other.abs_diff(row) + place.abs_diff(column) <= 1;
                            *light = (*light + if near { times } else { 0 }) % states;
                        }
                    }
                }
            }
            let line = |(row, line): (usize, &Vec<char>)| -> String {
                let light = |(column, &c): (usize, &char)| {
                    if c == '_' { '_' } else { char::from(b'0' + lit[row][column] as u8) }
                };
                line.iter().enumerate().map(light).collect()
            };
            let lights: Vec<String> = rows.iter().enumerate().map(line).collect();
            let text = format!("states = {states}\nlights = \"\"\"\n{}\"\"\"", lights.join("\n"));
            let loaded = load(&text);
            let counts = ["presses", "chased"].map(|formulation| {
                let formulated = loaded.instance.constrain(formulation, None, &Budget::none()).expect("both apply");
                let linear = lower(&formulated.problem, &Budget::none()).expect("it is linear");
                let Solved::Space(space) = linear.system.solve(&[], &|| false) else { panic!("seed {seed}:\n{text}") };
                space.count()
            });
            assert_eq!(counts[0], counts[1], "seed {seed}:\n{text}");
        }
    }

    /// On 5x5 a quarter of all patterns can be solved: 8 of the 32 that are left after chasing all rows but the last.
    #[test]
    fn a_quarter_of_the_last_rows_of_the_dugu_chessboard_can_be_solved() {
        let solved = |row: u32| {
            let last: String = (0..5).map(|bit| if row >> bit & 1 == 1 { '#' } else { '.' }).collect();
            let text = format!("lights = \"\"\"\n.....\n.....\n.....\n.....\n{last}\"\"\"");
            let report = all(&load(&text), "presses", "varisat").expect("it applies");
            assert!(report.answer == Answer::Unsatisfiable || report.count == Some(4u32.into()), "the nullity is 2");
            report.answer == Answer::Satisfiable
        };
        assert_eq!((0..32).filter(|&row| solved(row)).count(), 8);
    }

    #[test]
    fn fewest_can_be_asked_for_on_the_command_line() {
        let source = Source::new("test.toml", "puzzle = \"lights-out\"\nlights = \"\"\"\n####\n####\n####\n####\"\"\"");
        let loaded = boardwright_families::REGISTRY.load_fewest(&source, &Budget::none()).expect("a model");
        let report = all(&loaded, "presses", "varisat").expect("it applies");
        assert_eq!((report.optimum, report.count), (Some(4), Some(2u32.into())));
        assert_eq!(super::super::notation::total(&report.solutions[0].candidate().layers[0]), 4);
    }
}
