//! The method `search`: from the start and from the goal at once, position by position, until both sides meet.
//!
//! Both sides keep the positions at each distance; the side with fewer positions at its rim is expanded next. When the
//! distances of the rims sum to the cost of a plan, every shortest plan passes one of the positions that the rims have in
//! common. Goals that leave too many positions open are searched from the start alone, as are moves of different costs.
//!
//! Large spaces of sliding tiles are searched by depth with lower bounds instead (`depth`), those of equal pieces that have to reach places
//! by bounds for one plan (`pieces`). Start with [`run`].

mod depth;
mod dive;
mod ends;
mod fewest;
mod packed;
mod pieces;
mod plans;
mod sides;
mod space;
mod symmetry;
mod table;

use self::packed::{Packing, State};
use self::pieces::Pieces;
use self::plans::Shortest;
use self::sides::{Cut, Side};
use self::space::{Edge, Space, Time};
use super::board::Game;
use super::ground::{self, Action};
use super::notation::candidate;
use super::{counts, invariant, legal};
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};
use boardwright_puzzle::capability::plans::Visited;
use boardwright_puzzle::{Fact, Reachable};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The name of the method.
pub(super) const NAME: &str = "search";

/// Runs the method.
pub(super) fn run(game: &Game, request: &mut MethodRequest<'_>) -> MethodResult {
    let Ok(actions) = ground::all(game) else {
        return Outcome::Unknown("the moves can be made in too many ways".into()).into();
    };
    if !legal::is_legal(game, game.start.clone()) {
        return Outcome::Unsatisfiable("the rules do not allow the start".into()).into();
    }
    if let Some(argument) = invariant::argument(game) {
        return Outcome::Refuted(argument).into();
    }
    if !request.count
        && let Some(one) = fewest::one_left(game, &actions)
        && invariant::argument(&one).is_none()
    {
        let result = plans(&one, &actions, request);
        if result.optimum.is_some() {
            return result.fact(fewest::fact(1));
        }
    }
    plans(game, &actions, request)
}

fn plans(game: &Game, actions: &[Action], request: &mut MethodRequest<'_>) -> MethodResult {
    let packing = Packing::new(game, actions);
    match packing.words() {
        1 => answer::<1>(game, actions, packing, request),
        2 => answer::<2>(game, actions, packing, request),
        3 => answer::<3>(game, actions, packing, request),
        4 => answer::<4>(game, actions, packing, request),
        5..=8 => answer::<8>(game, actions, packing, request),
        _ => Outcome::Unknown("a position does not fit in 512 bits".into()).into(),
    }
}

fn answer<const N: usize>(
    game: &Game,
    actions: &[Action],
    packing: Packing,
    request: &mut MethodRequest<'_>,
) -> MethodResult {
    let space = Space::<N>::new(game, actions, packing);
    if let Some(bounds) = depth::suited(&space, actions, request.stop) {
        return bounds.run(&space, request, counts::at_least(game, actions));
    }
    let fixed = counts::every_plan(game, actions).and_then(|cost| u16::try_from(cost).ok());
    let mut search = Search { space: &space, request, least: counts::at_least(game, actions), fixed, given: None };
    let pieces = match search.request.count {
        // A count needs all plans.
        true => None,
        false => pieces::suited(&space, actions, search.request.stop),
    };
    let by_pieces = pieces.and_then(|mut pieces| search.by_pieces(&mut pieces).transpose());
    match by_pieces.unwrap_or_else(|| search.run()) {
        Ok(result) => result,
        Err(Cut::Stopped) => Outcome::Unknown("the search was stopped".into()).into(),
        Err(Cut::TooMany) => Outcome::Unknown("the search would need too many positions".into()).into(),
    }
}

struct Search<'s, 'g, 'r, 'q, const N: usize> {
    space: &'s Space<'g, N>,
    request: &'r mut MethodRequest<'q>,
    least: u64,
    /// The cost of every plan, where it is known.
    fixed: Option<u16>,
    /// The plan that was handed over already.
    given: Option<Vec<Edge<N>>>,
}

impl<const N: usize> Search<'_, '_, '_, '_, N> {
    fn run(mut self) -> Result<MethodResult, Cut> {
        let space = self.space;
        let Some(start) = space.packing.pack::<N>(&space.game.start) else {
            return Ok(Outcome::Unknown("the start does not fit".into()).into());
        };
        if space.game.goal.fewest.is_some() {
            return self.fewest(start);
        }
        match ends::of(space).filter(|_| space.uniform.is_some()) {
            Some(ends) => {
                if let Some(total) = self.fixed
                    && let Some(result) = self.dive(&start, &ends, total)?
                {
                    return Ok(result);
                }
                let proved = self.fixed.filter(|_| self.given.is_some()).map(i64::from);
                // The plan that was handed over is a shortest one, also if its companions are too many to find.
                self.both_ends(start, &ends).or_else(|cut| match proved {
                    Some(_) => Ok(MethodResult { optimum: proved, ..Outcome::Incomplete.into() }),
                    None => Err(cut),
                })
            }
            None => self.one_end(start),
        }
    }

    fn side(&self, start: &State<N>) -> Side<N> {
        Side::new(Time::Forward, self.request.count, &[(self.space.canonical(start), 1)])
    }

    /// Hands over one plan of a known cost; returns the result if no more are wanted, or there is none. A count, which needs all
    /// of them, goes without one that takes long to find.
    fn dive(&mut self, start: &State<N>, ends: &[(State<N>, u128)], total: u16) -> Result<Option<MethodResult>, Cut> {
        let found = match dive::plan(self.space, start, ends, total, self.request) {
            Err(Cut::TooMany) if self.request.count => return Ok(None),
            found => found?,
        };
        let Some(plan) = found else {
            let reason = format!("every plan would have {total} moves, and all positions on their way were visited");
            return Ok(Some(Outcome::Unsatisfiable(reason).into()));
        };
        let flow = (self.request.found)(candidate(&positions(self.space, start, &plan)));
        self.given = Some(plan);
        let result = MethodResult { optimum: Some(i64::from(total)), ..Outcome::Incomplete.into() };
        Ok(flow.is_break().then_some(result))
    }

    /// Hands over one plan that is found by bounds; returns the result if no more are wanted, or there is none.
    fn by_pieces(&mut self, pieces: &mut Pieces) -> Result<Option<MethodResult>, Cut> {
        let space = self.space;
        let Some(start) = space.packing.pack::<N>(&space.game.start) else { return Ok(None) };
        let (plan, bound) = match pieces.run(space, start, self.request)? {
            pieces::Answer::Shortest(plan) => (plan, None),
            pieces::Answer::Any(plan, bound) => (plan, Some(i64::from(bound))),
            pieces::Answer::Nothing(states) => {
                let reason = format!(
                    "all {states} positions from which each piece has a place of its own were visited, none is a goal"
                );
                return Ok(Some(Outcome::Unsatisfiable(reason).into()));
            }
        };
        let cost: i64 = plan.iter().map(|edge| i64::from(edge.cost)).sum();
        let flow = (self.request.found)(candidate(&positions(space, &start, &plan)));
        let result = MethodResult::from(Outcome::Incomplete);
        let result = match bound {
            None => MethodResult { optimum: Some(cost), ..result },
            Some(bound) => return Ok(Some(MethodResult { best: Some((cost, bound)), ..result })),
        };
        self.given = Some(plan);
        Ok(flow.is_break().then_some(result))
    }

    /// Searches from both ends; all moves that count have one cost.
    fn both_ends(self, start: State<N>, ends: &[(State<N>, u128)]) -> Result<MethodResult, Cut> {
        let space = self.space;
        let mut ahead = self.side(&start);
        let mut behind = Side::new(Time::Backward, self.request.count, ends);
        loop {
            let (Some(a), Some(b)) = (ahead.depth(), behind.depth()) else {
                let (side, what) = match ahead.depth() {
                    None => (&ahead, "that can be reached were visited, none is a goal"),
                    Some(_) => (&behind, "from which a goal can be reached were visited, none is the start"),
                };
                return Ok(none(side, what));
            };
            // Rims that meet: the positions at the rim of the smaller side that the other one knows at its rim.
            if u64::from(a + b) >= self.least {
                let met = met(&ahead, &behind, a, b);
                if !met.is_empty() {
                    return self.found(start, (&ahead, Some(&behind)), a + b, &met);
                }
            }
            let side = if ahead.rim() <= behind.rim() { &mut ahead } else { &mut behind };
            side.expand(space, self.request.stop)?;
        }
    }

    /// Searches from the start alone.
    fn one_end(self, start: State<N>) -> Result<MethodResult, Cut> {
        let space = self.space;
        let mut ahead = self.side(&start);
        loop {
            let Some(depth) = ahead.depth() else {
                return Ok(none(&ahead, "that can be reached were visited, none is a goal"));
            };
            let is_met =
                |index: &usize| ahead.table.distance[*index] == depth && space.ends(&ahead.table.states[*index]);
            let met: Vec<usize> = ahead.nearest().iter().map(|&index| index as usize).filter(is_met).collect();
            if !met.is_empty() {
                return self.found(start, (&ahead, None), depth, &met);
            }
            ahead.expand(space, self.request.stop)?;
        }
    }

    /// Visits all positions for those with the fewest pieces, and of these the nearest.
    fn fewest(self, start: State<N>) -> Result<MethodResult, Cut> {
        let space = self.space;
        let mut ahead = self.side(&start);
        let mut best: Option<(usize, u16, Vec<usize>)> = None;
        while let Some(depth) = ahead.depth() {
            for &index in ahead.nearest() {
                let index = index as usize;
                let state = &ahead.table.states[index];
                if ahead.table.distance[index] != depth {
                    continue;
                }
                let Some(left) = space.fewest(state) else { continue };
                let here = (left, depth);
                if best.as_ref().is_some_and(|best| here > (best.0, best.1)) {
                    continue;
                }
                match &mut best {
                    Some((left, at, met)) if (*left, *at) == here => met.push(index),
                    _ => best = Some((here.0, here.1, vec![index])),
                }
            }
            ahead.expand(space, self.request.stop)?;
        }
        let Some((left, depth, met)) = best else {
            return Ok(none(&ahead, "that can be reached were visited, none is a goal"));
        };
        let result = self.found(start, (&ahead, None), depth, &met)?;
        Ok(result.fact(fewest::fact(left)))
    }

    /// Hands over the plans of this cost through these positions of the side of the start.
    fn found(
        self,
        start: State<N>,
        sides: (&Side<N>, Option<&Side<N>>),
        total: u16,
        met: &[usize],
    ) -> Result<MethodResult, Cut> {
        let (ahead, behind) = sides;
        let space = self.space;
        let number = self.request.count.then(|| number(space, ahead, behind, met)).flatten();
        let shortest = Shortest::new(space, start, sides, total, met, self.request.stop)?;
        let request = self.request;
        let (found, stop, count) = (&mut *request.found, request.stop, request.count);
        let given = self.given;
        let mut each = |plan: &[Edge<N>]| {
            if given.as_deref() == Some(plan) {
                return ControlFlow::Continue(());
            }
            let flow = found(candidate(&positions(space, &start, plan)));
            if count { ControlFlow::Break(()) } else { flow }
        };
        let flow = shortest.each(stop, &mut each)?;
        let complete = !count && flow.is_continue();
        let states = ahead.table.states.len() + behind.map_or(0, |side| side.table.states.len());
        let outcome = if complete || number.is_some() { Outcome::Complete } else { Outcome::Incomplete };
        let mut result = MethodResult::from(outcome);
        result.optimum = Some(i64::from(total));
        result.count = number;
        let words = format!("positions kept: {states}");
        result = result.fact(Fact::new("positions", states as u64, words));
        let symmetries = space.symmetry_count();
        if symmetries > 1 {
            let words = format!("symmetries used: {symmetries}");
            result = result.fact(Fact::new("symmetries", symmetries as u64, words));
        }
        Ok(result)
    }
}

/// Returns the number of plans; `None` if it exceeds 128 bits.
fn number<const N: usize>(
    space: &Space<'_, N>,
    ahead: &Side<N>,
    behind: Option<&Side<N>>,
    met: &[usize],
) -> Option<BigUint> {
    if ahead.table.overflows || behind.is_some_and(|side| side.table.overflows) {
        return None;
    }
    let mut sum = BigUint::ZERO;
    for &index in met {
        let state = &ahead.table.states[index];
        let ways = BigUint::from(ahead.table.ways[index]);
        sum += match behind {
            // Ways are summed over the images of a position under symmetries, on both sides.
            Some(side) => {
                let other = side.table.find(state).map_or(0, |found| side.table.ways[found]);
                ways * other / space.orbit(state)
            }
            None => ways,
        };
    }
    Some(sum)
}

/// Returns the positions at the rim of the side of the start that are at the rim of the other side.
fn met<const N: usize>(ahead: &Side<N>, behind: &Side<N>, a: u16, b: u16) -> Vec<usize> {
    if behind.rim() < ahead.rim() {
        let of = |index: &u32| {
            let found = ahead.table.find(&behind.table.states[*index as usize])?;
            (ahead.table.distance[found] == a).then_some(found)
        };
        return behind.nearest().iter().filter_map(of).collect();
    }
    let is_met = |index: &usize| {
        let found = behind.table.find(&ahead.table.states[*index]);
        found.is_some_and(|found| behind.table.distance[found] == b)
    };
    ahead.nearest().iter().map(|&index| index as usize).filter(is_met).collect()
}

fn none<const N: usize>(side: &Side<N>, what: &str) -> MethodResult {
    Outcome::Unsatisfiable(format!("all {} positions {what}", side.table.states.len())).into()
}

/// Returns all positions of a plan, free moves included, from the start to the goal.
fn positions<const N: usize>(space: &Space<'_, N>, start: &State<N>, plan: &[Edge<N>]) -> Vec<Vec<u16>> {
    let mut all = vec![*start];
    let mut at = *start;
    for edge in plan {
        all.extend(space.walk(&at, |state| *state == edge.from).unwrap_or_default().into_iter().skip(1));
        all.push(edge.to);
        at = edge.to;
    }
    let left = space.fewest(&at);
    let is_last = |state: &State<N>| space.is_goal(state) && Some(space.remaining(state)) == left;
    all.extend(space.walk(&at, is_last).unwrap_or_default().into_iter().skip(1));
    all.iter().map(|state| space.packing.unpack(state)).collect()
}

/// Visits positions by their distance from the start, before the first distance with a goal.
pub(super) fn visited(game: &Game, most: usize, stop: &dyn Fn() -> bool) -> Option<Visited> {
    let actions = ground::all(game).ok().filter(|_| legal::is_legal(game, game.start.clone()))?;
    let packing = Packing::new(game, &actions);
    match packing.words() {
        1 => layers::<1>(&Space::new(game, &actions, packing), most, stop),
        2 => layers::<2>(&Space::new(game, &actions, packing), most, stop),
        3 => layers::<3>(&Space::new(game, &actions, packing), most, stop),
        4 => layers::<4>(&Space::new(game, &actions, packing), most, stop),
        5..=8 => layers::<8>(&Space::new(game, &actions, packing), most, stop),
        _ => None,
    }
}

fn layers<const N: usize>(space: &Space<'_, N>, most: usize, stop: &dyn Fn() -> bool) -> Option<Visited> {
    let start = space.packing.pack::<N>(&space.game.start).filter(|_| space.game.goal.fewest.is_none())?;
    let mut ahead = Side::new(Time::Forward, false, &[(space.canonical(&start), 1)]);
    let mut layers = Vec::new();
    while let Some(depth) = ahead.depth() {
        let table = &ahead.table;
        let own = ahead.nearest().iter().map(|&index| index as usize).filter(|&index| table.distance[index] == depth);
        layers.resize(usize::from(depth), 0);
        let mut number = 0;
        for index in own {
            if space.ends(&table.states[index]) {
                return Some(Visited { layers, has_goal: true });
            }
            number += 1;
        }
        layers.push(number);
        if table.states.len() > most {
            return None;
        }
        ahead.expand(space, stop).ok()?;
    }
    Some(Visited { layers, has_goal: false })
}

/// Decides whether a goal can be reached, by visiting positions.
pub(super) fn reachable(game: &Game, stop: &dyn Fn() -> bool) -> Reachable {
    let mut found = false;
    let mut keep = |_| {
        found = true;
        ControlFlow::Break(())
    };
    let mut request = MethodRequest { count: false, stop, found: &mut keep };
    let result = run(game, &mut request);
    match result.outcome {
        _ if found => Reachable::Yes,
        Outcome::Unsatisfiable(stated) => Reachable::Searched(stated),
        Outcome::Refuted(argument) => Reachable::Refuted(argument),
        _ => Reachable::Unknown,
    }
}
