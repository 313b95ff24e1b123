//! Orders of the variables, and the width of the frontier that they lead to.
//!
//! [`best`] tries the order of the form and orders found by heuristics on the graph of variables that share a constraint, and
//! chooses the one with the smallest estimate. Start there.

use super::automaton::{Level, Levelled, NoAutomaton, variables_of};
use super::network::Vertices;
use super::{Form, Local};
use boardwright_base::budget::{Budget, Stop};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The automata of a form for an order.
#[derive(Debug, Clone)]
pub struct Ordered {
    /// The variables in the order of the sweep.
    pub order: Vec<usize>,
    /// The automata of the local constraints.
    pub automata: Vec<Levelled>,
    /// By automaton, the constraints that it states, by their indices in `Form::scopes`.
    pub bundles: Vec<Vec<usize>>,
    /// The logarithm to base 2 of a bound on the number of states of the widest layer.
    pub width: f64,
}

/// The maximum number of states of a level of an automaton.
const MAX_STATES: usize = 1 << 14;
/// The same of several constraints together; if they have more, they stay apart.
const MAX_BUNDLE_STATES: usize = 1 << 9;

/// Returns the automata for an order.
///
/// # Errors
/// Why there are none.
pub fn ordered(form: &Form, order: &[usize]) -> Result<Ordered, NoAutomaton> {
    ordered_by_shape(form, &form.bundles(), order, &mut Shapes::default())
}

/// The automata of constraints that are equal up to their variables, which are numbered in the order of the sweep.
#[derive(Default)]
struct Shapes {
    known: HashMap<Shape, Result<Levelled, NoAutomaton>>,
}

/// The alternatives, the sizes of the variables, and the most states of a level.
type Shape = (Vec<Vec<Local>>, Vec<usize>, usize);

impl Shapes {
    /// Returns the automaton of alternatives.
    fn automaton(
        &mut self,
        alternatives: &[Vec<&Local>],
        sizes: &[usize],
        places: &[usize],
        most: usize,
    ) -> Result<Levelled, NoAutomaton> {
        let variables = variables_of(alternatives, places);
        let rank: HashMap<usize, usize> =
            variables.iter().enumerate().map(|(rank, &variable)| (variable, rank)).collect();
        let numbered = |local: &&Local| {
            let terms = local.terms.iter().map(|(variable, effects)| (rank[variable], effects.clone()));
            Local { terms: terms.collect(), goal: local.goal.clone() }
        };
        let alternatives: Vec<Vec<Local>> =
            alternatives.iter().map(|locals| locals.iter().map(numbered).collect()).collect();
        let sizes: Vec<usize> = variables.iter().map(|&variable| sizes[variable]).collect();
        let made = |(alternatives, sizes, most): &Shape| {
            let places: Vec<usize> = (0..sizes.len()).collect();
            let alternatives: Vec<Vec<&Local>> = alternatives.iter().map(|locals| locals.iter().collect()).collect();
            Levelled::of(&alternatives, sizes, &places, *most)
        };
        let shape = (alternatives, sizes, most);
        let automaton = match self.known.get(&shape) {
            Some(known) => known.clone(),
            None => {
                let automaton = made(&shape);
                self.known.entry(shape).or_insert(automaton).clone()
            }
        };
        automaton.map(|mut automaton| {
            automaton.levels.iter_mut().for_each(|level| level.variable = variables[level.variable]);
            automaton
        })
    }
}

fn ordered_by_shape(
    form: &Form,
    all: &[Vec<usize>],
    order: &[usize],
    shapes: &mut Shapes,
) -> Result<Ordered, NoAutomaton> {
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &variable)| places[variable] = place);
    let (mut automata, mut bundles) = (Vec::new(), Vec::new());
    for bundle in all.iter().cloned() {
        let most = if bundle.len() > 1 { MAX_BUNDLE_STATES } else { MAX_STATES };
        match shapes.automaton(&form.alternatives(&bundle), &form.sizes, &places, most) {
            Err(NoAutomaton::TooLarge) if bundle.len() > 1 => {
                for index in bundle {
                    let alone = form.alternatives(&[index]);
                    automata.push(shapes.automaton(&alone, &form.sizes, &places, MAX_STATES)?);
                    bundles.push(vec![index]);
                }
            }
            automaton => {
                automata.push(automaton?);
                bundles.push(bundle);
            }
        }
    }
    let width = width(form, &places, &automata);
    Ok(Ordered { order: order.to_vec(), automata, bundles, width })
}

/// Returns the sum of the logarithms of the numbers of states of all live constraints, at its maximum.
fn width(form: &Form, places: &[usize], automata: &[Levelled]) -> f64 {
    let mut bits = vec![0.0; places.len() + 1];
    // Constraints with the same past share their state: by past, its end.
    let mut known: BTreeMap<&[Level], usize> = BTreeMap::new();
    for automaton in automata {
        for level in 1..automaton.levels.len() {
            let end = known.entry(&automaton.levels[..level]).or_default();
            *end = (*end).max(places[automaton.levels[level].variable]);
        }
    }
    for (past, end) in known {
        let last = &past[past.len() - 1];
        bits[places[last.variable]..end].iter_mut().for_each(|bits| *bits += (last.states as f64).log2());
    }
    for network in &form.networks {
        let mut lives = vec![(usize::MAX, 0); network.vertices.len()];
        let mut meet = |vertex: usize, place: usize| {
            let (first, last) = lives[vertex];
            lives[vertex] = (first.min(place), last.max(place));
        };
        if let Vertices::Own(vertices) = &network.vertices {
            let own = |vertex: usize| vertices[vertex].as_ref().map(|choice| places[choice.variable]);
            for vertex in 0..vertices.len() {
                own(vertex).into_iter().for_each(|place| meet(vertex, place));
            }
            let demands = network.measures.iter().flat_map(|measure| &measure.demands);
            let edges = network.edges.iter().map(|edge| (edge.ends, &edge.when));
            for (ends, when) in edges.chain(demands.map(|demand| ([demand.vertex; 2], &demand.when))) {
                let when = when.as_ref().map(|choice| places[choice.variable]);
                // What depends on nothing takes place when its vertex appears.
                let place = ends.iter().filter_map(|&end| own(end)).chain(when).max();
                place.into_iter().for_each(|place| ends.iter().for_each(|&end| meet(end, place)));
            }
        } else {
            for edge in &network.edges {
                let place = edge.when.as_ref().map_or(0, |choice| places[choice.variable]);
                edge.ends.iter().for_each(|&end| meet(end, place));
            }
        }
        for (first, last) in lives.into_iter().filter(|(first, last)| first < last) {
            bits[first..last].iter_mut().for_each(|bits| *bits += 1.6);
        }
    }
    bits.into_iter().fold(0.0, f64::max)
}

/// A way to order variables, by the neighbours of each.
type Candidate = fn(&Form, &[Vec<usize>]) -> Vec<usize>;

/// The maximal sum of the squares of the numbers of neighbours; of larger forms only their own order is tried.
const MAX_EFFORT: usize = 2_000_000;

/// Returns the order with the smallest estimate; of several, the first tried.
///
/// # Errors
/// Why there are no automata in any order, or the limit that was reached.
pub fn best(form: &Form, budget: &Budget) -> Result<Result<Ordered, NoAutomaton>, Stop> {
    let neighbours = neighbours(form);
    let given: Vec<usize> = (0..form.sizes.len()).collect();
    let (bundles, mut shapes) = (form.bundles(), Shapes::default());
    let mut best = ordered_by_shape(form, &bundles, &given, &mut shapes);
    let candidates: [Candidate; 4] =
        [by_rules, |_, near| narrow(near), |_, near| breadth(near), |_, near| across(near)];
    let effort: usize = neighbours.iter().map(|near| near.len() * near.len()).sum();
    for candidate in candidates.into_iter().filter(|_| effort <= MAX_EFFORT) {
        budget.check()?;
        let order = candidate(form, &neighbours);
        if order == given {
            continue;
        }
        if let Ok(other) = ordered_by_shape(form, &bundles, &order, &mut shapes)
            && best.as_ref().map_or(true, |best| other.width < best.width)
        {
            best = Ok(other);
        }
    }
    Ok(best)
}

/// Returns an order for a search: the edges of the first graph with colours vertex by vertex, so that what was decided last is
/// what is propagated next, and each other variable before its first neighbour. Of the two ways to number the vertices of a
/// board, the one with the smaller estimate.
///
/// # Errors
/// Why there are no automata, or the limit that was reached.
pub fn for_search(form: &Form, budget: &Budget) -> Result<Result<Ordered, NoAutomaton>, Stop> {
    let Some(network) = form.networks.iter().find(|network| !network.colours.is_empty()) else {
        return best(form, budget);
    };
    // Numbered row by row, vertices of a rectangle differ by 1 or by the width.
    let steps: BTreeSet<usize> = network.edges.iter().map(|edge| edge.ends[0].abs_diff(edge.ends[1])).collect();
    let width =
        steps.last().copied().filter(|&width| width > 1 && steps.iter().all(|&step| step == 1 || step == width));
    let (bundles, mut shapes, near) = (form.bundles(), Shapes::default(), neighbours(form));
    let mut best: Option<Result<Ordered, NoAutomaton>> = None;
    for width in [None, width] {
        budget.check()?;
        let rank = |vertex: usize| width.map_or((0, vertex), |width| (vertex % width, vertex / width));
        let mut keys: Vec<Option<[(usize, usize); 2]>> = vec![None; form.sizes.len()];
        for edge in &network.edges {
            let [one, other] = edge.ends.map(rank);
            if let Some(choice) = &edge.when {
                keys[choice.variable].get_or_insert([one.min(other), one.max(other)]);
            }
        }
        let key = |variable: usize| match keys[variable] {
            Some(key) => Some((key, true)),
            None => near[variable].iter().filter_map(|&near| keys[near]).min().map(|key| (key, false)),
        };
        let mut order: Vec<usize> = (0..form.sizes.len()).collect();
        order.sort_by_cached_key(|&variable| key(variable));
        let found = ordered_by_shape(form, &bundles, &order, &mut shapes);
        if let (Some(Ok(best)), Ok(found)) = (&best, &found)
            && best.width <= found.width
        {
            continue;
        }
        best = Some(found);
    }
    Ok(best.unwrap_or(Err(NoAutomaton::TooLarge)))
}

/// The largest constraint whose variables count as neighbours.
const MAX_NEAR: usize = 24;

/// Returns, by variable, those that share a constraint or a vertex with it. Constraints with many variables are left out.
fn neighbours(form: &Form) -> Vec<Vec<usize>> {
    let mut near: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); form.sizes.len()];
    let mut join = |variables: &[usize]| {
        for &one in variables.iter().filter(|_| variables.len() <= MAX_NEAR) {
            near[one].extend(variables.iter().filter(|&&other| other != one));
        }
    };
    form.scopes().iter().for_each(|scope| join(scope));
    for network in &form.networks {
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); network.vertices.len()];
        if let Vertices::Own(vertices) = &network.vertices {
            for (vertex, choice) in vertices.iter().enumerate() {
                at[vertex].extend(choice.iter().map(|choice| choice.variable));
            }
            for edge in &network.edges {
                let ends = edge.ends.map(|end| vertices[end].as_ref().map(|choice| choice.variable));
                let when = edge.when.as_ref().map(|choice| choice.variable);
                join(&ends.into_iter().flatten().chain(when).collect::<Vec<_>>());
                // Of a vertex that is always present, the edges are neighbours.
                let always = edge.ends.into_iter().filter(|&end| vertices[end].is_none());
                always.for_each(|end| at[end].extend(when));
            }
            for demand in network.measures.iter().flat_map(|measure| &measure.demands) {
                at[demand.vertex].extend(demand.when.as_ref().map(|choice| choice.variable));
            }
        } else {
            for edge in &network.edges {
                let when = edge.when.as_ref().map(|choice| choice.variable);
                edge.ends.iter().for_each(|&end| at[end].extend(when));
            }
        }
        at.iter().for_each(|variables| join(variables));
    }
    near.into_iter().map(|near| near.into_iter().collect()).collect()
}

/// Orders by the constraints on each variable, in the order of the form: the lines of a board cell by cell.
fn by_rules(form: &Form, _: &[Vec<usize>]) -> Vec<usize> {
    let mut rules: Vec<Vec<usize>> = vec![Vec::new(); form.sizes.len()];
    for (index, scope) in form.scopes().into_iter().enumerate() {
        scope.into_iter().for_each(|variable| rules[variable].push(index));
    }
    let mut order: Vec<usize> = (0..form.sizes.len()).collect();
    order.sort_by(|&one, &other| rules[one].cmp(&rules[other]));
    order
}

/// The number of open variables whose neighbours are candidates.
const OLDEST: usize = 24;

/// Chooses, again and again, the variable that leaves the fewest variables with open neighbours; of several, the neighbour of
/// the variable that has been open longest.
fn narrow(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let count = neighbours.len();
    let mut open: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    let mut done = vec![false; count];
    let mut order = Vec::with_capacity(count);
    let mut starts: Vec<usize> = (0..count).collect();
    starts.sort_by_key(|&variable| neighbours[variable].len());
    let mut starts = starts.into_iter();
    let mut frontier: Vec<usize> = Vec::new();
    while order.len() < count {
        let mut candidates: Vec<(isize, usize, usize)> = Vec::new();
        for (age, &old) in frontier.iter().enumerate().take(OLDEST) {
            for &next in neighbours[old].iter().filter(|&&next| !done[next]) {
                let closed = neighbours[next].iter().filter(|&&near| done[near] && open[near] == 1).count();
                let opens = usize::from(open[next] > 0);
                candidates.push((opens as isize - closed as isize, age, next));
            }
        }
        let next = candidates.into_iter().min().map(|(_, _, next)| next);
        let Some(next) = next.or_else(|| starts.by_ref().find(|&start| !done[start])) else { break };
        done[next] = true;
        order.push(next);
        neighbours[next].iter().for_each(|&near| open[near] -= 1);
        frontier.push(next);
        frontier.retain(|&variable| open[variable] > 0);
    }
    order
}

/// Breadth first from a variable at the rim, neighbours with few neighbours first (Cuthill and McKee, 1969).
fn breadth(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut done = vec![false; neighbours.len()];
    let mut order: Vec<usize> = Vec::new();
    for start in 0..neighbours.len() {
        if done[start] {
            continue;
        }
        // The last variable of a search from anywhere is at the rim.
        let rim = *searched(neighbours, start, &mut done.clone()).last().unwrap_or(&start);
        order.extend(searched(neighbours, rim, &mut done));
    }
    order
}

fn searched(neighbours: &[Vec<usize>], start: usize, done: &mut [bool]) -> Vec<usize> {
    let mut order = vec![start];
    done[start] = true;
    let mut at = 0;
    while let Some(&variable) = order.get(at) {
        at += 1;
        let mut near: Vec<usize> = neighbours[variable].iter().copied().filter(|&near| !done[near]).collect();
        near.sort_by_key(|&near| neighbours[near].len());
        for near in near {
            done[near] = true;
            order.push(near);
        }
    }
    order
}

/// Along the slowest vibration of the graph (M. Fiedler, 1973): across a long board, row by row along its shorter side.
fn across(neighbours: &[Vec<usize>]) -> Vec<usize> {
    const ROUNDS: usize = 400;
    let count = neighbours.len();
    let most = neighbours.iter().map(Vec::len).max().unwrap_or(0) as f64;
    // Power iteration on 2d - L, without the constant vector. Rounded, so that equal places stay equal.
    let mut place: Vec<f64> = (0..count).map(|variable| variable as f64).collect();
    for _ in 0..ROUNDS {
        let mean = place.iter().sum::<f64>() / count.max(1) as f64;
        place.iter_mut().for_each(|place| *place -= mean);
        let next: Vec<f64> = (0..count)
            .map(|variable| {
                let near: f64 = neighbours[variable].iter().map(|&near| place[near] - place[variable]).sum();
                2.0 * most * place[variable] + near
            })
            .collect();
        let largest = next.iter().fold(0.0, |largest: f64, place| largest.max(place.abs()));
        place = next.into_iter().map(|place| if largest > 0.0 { place / largest } else { 0.0 }).collect();
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&variable| ((place[variable] * 1e4) as i64, variable));
    order
}
