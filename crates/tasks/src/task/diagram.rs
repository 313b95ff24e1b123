//! Questions about all solutions together, which a decision diagram of the route `frontier` answers without listing them:
//! counts by a property, solutions drawn uniformly, and the best solutions.
//!
//! Every board that is delivered is verified. The numbers of a table are checked against each other and against a verified
//! board: the numbers of a cell add up to the count, and the weighted numbers of a distribution to those of the cells.

use super::facts::Conclusion;
use super::failure::{BadCount, Failure, Invariant, Misuse, NoDiagram};
use super::request::{Ask, By, Request};
use super::runner::Runner;
use super::search::frontier::FrontierSearch;
use super::setup::Setup;
use crate::answer::{Breakdown, CellCounts};
use boardwright_base::board::Cell;
use boardwright_base::clock::Moment;
use boardwright_base::diagnostic::Command;
use boardwright_frontier::diagram::{Diagram, Draw, Numbers, Weights};
use boardwright_ir::constraint::{Literal, Roles};
use boardwright_puzzle::capability::cells::Sheet;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Decisions, Formulated, Question};
use boardwright_solvers::backend::Opened;
use num_bigint::{BigInt, BigUint};

/// All solutions of a problem, or all optimal ones.
struct AllSolutions<'r, 'a> {
    runner: &'r Runner<'a>,
    formulated: &'r Formulated,
    search: FrontierSearch<'r>,
    diagram: Diagram,
    completions: Vec<Numbers>,
    total: BigUint,
}

impl Runner<'_> {
    /// Answers a question that needs a diagram; `question` is its name.
    pub(super) fn by_diagram(&self, question: Command) -> Result<Conclusion, Failure> {
        let Request { setup, loaded, ask, .. } = self.request;
        let refuse = |reason: NoDiagram| Err(Misuse::Diagram { question, reason }.into());
        if let Question::Plan { .. } = loaded.instance.question() {
            return refuse(NoDiagram::Plans);
        }
        let Setup::Solver { formulation, solver, .. } = setup else { return refuse(NoDiagram::Route) };
        let Opened::Frontier(counter) = solver.backend.open() else { return refuse(NoDiagram::Route) };
        let formulated = self.formulated(formulation, None)?;
        let problem = &formulated.problem;
        let start = Moment::now();
        let mut search = FrontierSearch::new(problem, counter, Roles::FAITHFUL, self.budget)?;
        self.lowered(&search, start);
        if matches!(ask, Ask::Best(_) | Ask::CountBy(By::Objective)) && problem.objective().is_none() {
            return refuse(NoDiagram::NoObjective);
        }
        let start = Moment::now();
        // The best solutions and the distribution of the objective are about all solutions.
        let whole = matches!(ask, Ask::Best(_) | Ask::CountBy(By::Objective));
        let (optimum, diagram) = if whole || problem.objective().is_none() {
            (None, search.diagram(self.budget)?)
        } else {
            match search.optimal(self.budget)? {
                Some((optimum, diagram)) => (Some(optimum), diagram),
                None => (None, Diagram::none()),
            }
        };
        if diagram.is_empty() {
            return self.none(problem, solver);
        }
        let completions = diagram.completions(self.budget)?;
        let total = diagram.count(&completions);
        let all = AllSolutions { runner: self, formulated: &formulated, search, diagram, completions, total };
        let conclusion = match *ask {
            Ask::Random(number) => all.drawn(number, solver.seed)?,
            Ask::Best(number) => return all.best(number, start),
            Ask::CountBy(By::Cell) => all.by_cell()?,
            Ask::CountBy(by) => all.by_sum(by)?,
            Ask::One | Ask::UpTo(_) | Ask::All | Ask::Count => {
                return Err(Failure::check(Invariant::NotOfDiagram));
            }
        };
        self.facts.update(|facts| facts.statistics.seconds.solve += start.elapsed().as_secs_f64());
        Ok(conclusion.with_optimum(optimum))
    }
}

impl AllSolutions<'_, '_> {
    /// Returns the board of a solution of the form, verified.
    fn board(&self, values: &[usize]) -> Result<Solution, Failure> {
        self.runner.verified((self.formulated.decode)(&self.search.assignment(values)?))
    }

    /// Delivers solutions drawn uniformly.
    fn drawn(&self, number: usize, seed: u64) -> Result<Conclusion, Failure> {
        let count = Some(self.total.clone());
        self.runner.facts.update(|facts| facts.drawn = Some(seed));
        let Some(mut draw) = Draw::new(&self.diagram, &self.completions, seed) else {
            return Err(Failure::check(Invariant::NothingToDraw));
        };
        for _ in 0..number {
            if let Some(stop) = self.runner.budget.reached() {
                return Ok(Conclusion { count, ..Conclusion::stopped(stop) });
            }
            self.runner.deliver(self.board(&draw.solution())?)?;
        }
        Ok(Conclusion { count, ..Conclusion::default() })
    }

    /// Delivers the best solutions.
    fn best(&self, number: usize, start: Moment) -> Result<Conclusion, Failure> {
        let problem = &self.formulated.problem;
        let (Some(objective), Some(terms)) = (&self.search.lowered().objective, problem.objective()) else {
            return Err(Failure::check(Invariant::NoObjective));
        };
        let best = self.diagram.best(&objective.weights, objective.maximise, number, self.runner.budget)?;
        self.runner.facts.update(|facts| facts.statistics.seconds.solve += start.elapsed().as_secs_f64());
        let complete = BigUint::from(best.solutions.len()) == self.total;
        for (sum, values) in &best.solutions {
            let assignment = self.search.assignment(values)?;
            if assignment.sum(&terms.terms) != *sum {
                return Err(Failure::check(BadCount::Objective(*sum)));
            }
            if let Some(stop) = self.runner.budget.reached() {
                return Ok(Conclusion::stopped(stop));
            }
            self.runner.deliver(self.runner.verified((self.formulated.decode)(&assignment))?)?;
        }
        let optimum = best.sums.first().map(|(sum, _)| *sum);
        let by = Some(Breakdown::Distribution { of: "objective".into(), sums: best.sums });
        let count = complete.then(|| self.total.clone());
        Ok(Conclusion { complete, count, by, ..Conclusion::default() }.with_optimum(optimum))
    }

    /// Counts by the values of cells, and by lines.
    fn by_cell(&self) -> Result<Conclusion, Failure> {
        let (sheet, decisions) = self.sheet()?;
        let by_value = self.diagram.by_value(&self.completions, self.runner.budget)?;
        if by_value.iter().any(|counts| counts.iter().sum::<BigUint>() != self.total) {
            return Err(Failure::check(Invariant::VariableSum));
        }
        let count = |literal: &Literal| -> Result<BigUint, Failure> {
            let (variable, chosen) = self.choice(*literal)?;
            Ok(by_value[variable].iter().zip(&chosen).filter(|(_, chosen)| **chosen).map(|(count, _)| count).sum())
        };
        let mut layers = Vec::with_capacity(sheet.layers.len());
        if !decisions.placements.is_empty() {
            layers.push(self.covered(&sheet, decisions, count)?);
        }
        for (names, layer) in sheet.layers.iter().zip(&decisions.layers) {
            let mut counts = Vec::with_capacity(layer.len());
            for own in layer {
                let mut own = own.iter().map(count).collect::<Result<Vec<BigUint>, Failure>>()?;
                own.resize(names.values.len(), BigUint::ZERO);
                let stated: BigUint = own.iter().sum();
                if stated > self.total {
                    return Err(Failure::check(Invariant::CellExcess));
                }
                // A cell without a stated value has the first one.
                if let Some(first) = own.first_mut() {
                    *first += &self.total - stated;
                }
                counts.push(own);
            }
            layers.push(counts);
        }
        let lines = decisions.lines.iter().map(count).collect::<Result<Vec<BigUint>, Failure>>()?;
        let example = self.example()?;
        let board = example.candidate();
        let zero = BigUint::ZERO;
        let held = board.layers.iter().zip(&layers).flat_map(|(held, counts)| held.iter().zip(counts));
        let there = board.lines.iter().zip(&lines).filter(|(there, _)| **there);
        if held.into_iter().any(|(&value, counts)| counts.get(usize::from(value)).is_none_or(|count| *count == zero))
            || there.into_iter().any(|(_, count)| *count == zero)
        {
            return Err(Failure::check(Invariant::UncountedValue));
        }
        let by = Breakdown::Cells(CellCounts { sheet, total: self.total.clone(), layers, lines });
        Ok(self.counted(example, by))
    }

    /// Returns in how many solutions each cell is covered by a placement of each class. Each cell is covered in all of them.
    fn covered(
        &self,
        sheet: &Sheet,
        decisions: &Decisions,
        count: impl Fn(&Literal) -> Result<BigUint, Failure>,
    ) -> Result<Vec<Vec<BigUint>>, Failure> {
        let layer = &sheet.layers[0];
        let mut counts = vec![vec![BigUint::ZERO; layer.values.len()]; layer.cells.len()];
        for placed in &decisions.placements {
            let number = count(&placed.literal)?;
            placed.cells.iter().for_each(|&cell| counts[cell][placed.class] += &number);
        }
        let covers = |(place, counts): (&Option<Cell>, &Vec<BigUint>)| {
            place.is_none() || counts.iter().sum::<BigUint>() == self.total
        };
        if !layer.cells.iter().zip(&counts).all(covers) {
            return Err(Failure::check(Invariant::CellSum));
        }
        Ok(counts)
    }

    /// Counts by a sum.
    fn by_sum(&self, by: By) -> Result<Conclusion, Failure> {
        let (of, weights) = match by {
            By::Objective => match &self.search.lowered().objective {
                Some(objective) => ("objective".to_string(), objective.weights.clone()),
                None => return Err(Failure::check(Invariant::NoObjective)),
            },
            By::Value { layer, value } => self.of_value(layer, value)?,
            By::Lines | By::Cell => {
                let (_, decisions) = self.sheet()?;
                if decisions.lines.is_empty() {
                    return Err(Misuse::Diagram { question: Command::CountByLines, reason: NoDiagram::NoLines }.into());
                }
                let mut weights = Weights::default();
                for &line in &decisions.lines {
                    let (variable, chosen) = self.choice(line)?;
                    weights.add(variable, &chosen, 1);
                }
                ("lines".to_string(), weights)
            }
        };
        let budget = self.runner.budget;
        let sums: Vec<(i64, BigUint)> = self.diagram.distribution(&weights, budget)?.into_iter().collect();
        let by_value = self.diagram.by_value(&self.completions, budget)?;
        let weighted = |(weight, count): (i64, &BigUint)| BigInt::from(weight) * BigInt::from(count.clone());
        let of_sums: BigInt = sums.iter().map(|(sum, count)| weighted((*sum, count))).sum();
        let of_values: BigInt = by_value
            .iter()
            .zip(&weights.by_variable)
            .flat_map(|(counts, weights)| weights.iter().copied().zip(counts))
            .map(weighted)
            .sum();
        let of_values = of_values + weighted((weights.offset, &self.total));
        if of_sums != of_values || sums.iter().map(|(_, count)| count).sum::<BigUint>() != self.total {
            return Err(Failure::check(Invariant::DistributionSum));
        }
        let example = self.example()?;
        let sum = weights.sum(&self.diagram.first().unwrap_or_default());
        let board = example.candidate();
        let on_board = match by {
            By::Value { layer, value } => {
                let (sheet, _) = self.sheet()?;
                let held = board.layers.get(layer).zip(sheet.layers.get(layer));
                let held = held.map(|(held, names)| held.iter().zip(&names.cells).filter(|(_, place)| place.is_some()));
                held.map(|held| held.filter(|(held, _)| usize::from(**held) == value).count())
            }
            By::Lines => Some(board.lines.iter().filter(|&&there| there).count()),
            By::Cell | By::Objective => None,
        };
        if on_board.is_some_and(|number| number as i64 != sum) || sums.iter().all(|(known, _)| *known != sum) {
            return Err(Failure::check(Invariant::BoardNumber));
        }
        Ok(self.counted(example, Breakdown::Distribution { of, sums }))
    }

    /// Returns the number of cells with a value as a sum.
    fn of_value(&self, layer: usize, value: usize) -> Result<(String, Weights), Failure> {
        let (sheet, decisions) = self.sheet()?;
        let unknown =
            || Misuse::Diagram { question: Command::CountByValue, reason: NoDiagram::NoValue { layer, value } };
        let names = sheet.layers.get(layer).ok_or_else(unknown)?;
        let name = names.values.get(value).ok_or_else(unknown)?;
        let mut weights = Weights::default();
        if !decisions.placements.is_empty() {
            for placed in decisions.placements.iter().filter(|placed| placed.class == value) {
                let (variable, chosen) = self.choice(placed.literal)?;
                weights.add(variable, &chosen, placed.cells.len() as i64);
            }
            return Ok((format!("cells covered by {name}"), weights));
        }
        let places = names.cells.iter().zip(&decisions.layers[layer]).filter(|(place, _)| place.is_some());
        for (_, own) in places {
            // A cell without a stated value has the first one.
            match own.get(value) {
                Some(&literal) => {
                    let (variable, chosen) = self.choice(literal)?;
                    weights.add(variable, &chosen, 1);
                }
                None => weights.offset += i64::from(value == 0),
            }
        }
        let in_layer = if sheet.layers.len() > 1 { format!(" in the layer {}", names.name) } else { String::new() };
        Ok((format!("cells with the value {name}{in_layer}"), weights))
    }

    /// Returns the cells and lines, and the literals that decide them.
    fn sheet(&self) -> Result<(Sheet, &Decisions), Failure> {
        let loaded = &self.runner.request.loaded;
        let family = loaded.puzzle.name();
        let none = |reason: NoDiagram| Err(Misuse::Diagram { question: Command::CountBy, reason }.into());
        let Some(cells) = loaded.instance.cells() else {
            return none(NoDiagram::NoCells { family });
        };
        let sheet = cells.sheet();
        let Some(decisions) = &self.formulated.decisions else { return none(NoDiagram::NoDecisions { family }) };
        let sizes = |sheet: &Sheet| sheet.layers.iter().map(|layer| layer.cells.len()).collect::<Vec<_>>();
        let decided: Vec<usize> = decisions.layers.iter().map(Vec::len).collect();
        if !decisions.placements.is_empty() && sheet.layers.len() == 1 && decided.is_empty() {
            return Ok((sheet, decisions));
        }
        if sizes(&sheet) != decided || sheet.lines.len() != decisions.lines.len() {
            return none(NoDiagram::NoDecisions { family });
        }
        Ok((sheet, decisions))
    }

    /// Returns the variable of the form that decides a literal, and for which of its values it is true.
    fn choice(&self, literal: Literal) -> Result<(usize, Vec<bool>), Failure> {
        let choice = self
            .search
            .lowered()
            .choice(literal)
            .ok_or(Misuse::Diagram { question: Command::CountBy, reason: NoDiagram::SeveralVariables })?;
        Ok((choice.variable, choice.values))
    }

    fn example(&self) -> Result<Solution, Failure> {
        self.board(&self.diagram.first().unwrap_or_default())
    }

    fn counted(&self, example: Solution, by: Breakdown) -> Conclusion {
        self.runner.facts.update(|facts| facts.example = Some(example));
        Conclusion { by: Some(by), ..Conclusion::counted(self.total.clone()) }
    }
}
