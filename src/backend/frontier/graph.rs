//! Connectedness during a sweep: the components of the vertices on the frontier.
//!
//! A vertex is on the frontier from its first event until its last edge is decided. Each has a code: 0 while absent, the label
//! of its component, or `SPENT` if it is present and can have no further edge; then other members carry the component on.
//! Labels are numbered in the order of their first vertices. A component that leaves the frontier is complete: there may be no
//! other one, neither now nor later. Paths and loops need no more than that: the two members of a component are the ends of a
//! path (the *mate* of Knuth's Simpath).

use crate::frontier::Network;
use crate::frontier::network::{Choice, Link, Vertices};

/// The maximum number of codes.
const MAX_CODES: usize = 64;
/// The code, while events are played, of a vertex that can have no further edge.
const SPENT: u8 = u8::MAX;
/// The first label given to a component while events are played; labels in a state are smaller.
const FRESH: u8 = 128;
/// The place of the flag that a component is complete.
const COMPLETE: usize = 0;

/// What happens to a graph when a variable gets a value. Numbers are places of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// The vertex is present.
    Appear(u8),
    /// The vertices are joined if both are present.
    Join(u8, u8),
    /// As `Join`, if the flag is set.
    JoinIf(u8, u8, u8),
    /// The flag is set.
    Set(u8),
    /// The flag is no longer needed.
    Clear(u8),
    /// An edge makes both ends present; each with its maximum degree, 0 for none.
    Edge(u8, u8, u8, u8),
    /// The vertex has one of these degrees, as bits; it has a maximum degree (the second number) of 1 or 2.
    Degree(u8, u8, u8),
    /// The vertex has no further edges.
    Leave(u8),
}

/// The plan of a network.
#[derive(Debug, Clone)]
pub(super) struct GraphPlan {
    /// The first word in a state.
    pub(super) first: usize,
    /// Whether a code is a flag.
    flags: Vec<bool>,
    bits: u32,
    /// By place and value.
    events: Vec<Vec<Vec<Event>>>,
}

/// The life of a code: from the layer of its first event to that of its last.
#[derive(Clone, Copy)]
struct Life {
    first: usize,
    last: usize,
}

/// Gives codes to lives that overlap.
fn allotted(lives: &[Option<Life>], flags_from: usize) -> Option<(Vec<u8>, Vec<bool>)> {
    let mut order: Vec<(usize, usize, usize)> =
        lives.iter().enumerate().filter_map(|(index, life)| life.map(|life| (life.first, life.last, index))).collect();
    order.sort_unstable();
    let mut codes = vec![0; lives.len()];
    // By code: the layer from which it is free, and whether it is a flag.
    let mut until: Vec<(usize, bool)> = vec![(usize::MAX, true)];
    for (first, last, index) in order {
        let flag = index >= flags_from;
        // A code that is freed in a layer may still be in use by other events of it.
        let code = until.iter().position(|&(free, is_flag)| free < first && is_flag == flag).unwrap_or(until.len());
        if code == until.len() {
            until.push((0, flag));
        }
        until[code].0 = last;
        codes[index] = u8::try_from(code).ok()?;
    }
    (until.len() <= MAX_CODES).then(|| (codes, until.into_iter().map(|(_, flag)| flag).collect()))
}

impl GraphPlan {
    /// Returns the plan; `None` if the frontier is too large.
    pub(super) fn of(network: &Network, sizes: &[usize], places: &[usize]) -> Option<GraphPlan> {
        let mut events: Vec<Vec<Vec<Event>>> = vec![Vec::new(); places.len()];
        for (variable, &place) in places.iter().enumerate() {
            events[place] = vec![Vec::new(); sizes[variable]];
        }
        let flags = match &network.vertices {
            Vertices::Own(vertices) => own(vertices, &network.edges, places, &mut events)?,
            Vertices::ByEdges(degrees) => by_edges(degrees, &network.edges, places, &mut events)?,
        };
        let bits = usize::BITS - (flags.len() + 1).leading_zeros();
        Some(GraphPlan { first: 0, flags, bits, events })
    }

    fn per_word(&self) -> usize {
        (64 / self.bits) as usize
    }

    /// Returns the number of words.
    pub(super) fn words(&self) -> usize {
        self.flags.len().div_ceil(self.per_word())
    }

    /// Returns the bits in use of a word.
    pub(super) fn used(&self, word: usize) -> u64 {
        let codes = (self.flags.len() - word * self.per_word()).min(self.per_word());
        u64::MAX >> (64 - codes as u32 * self.bits)
    }

    pub(super) fn events(&self, place: usize, value: usize) -> &[Event] {
        &self.events[place][value]
    }

    pub(super) fn has_events(&self, place: usize) -> bool {
        self.events[place].iter().any(|events| !events.is_empty())
    }
}

/// The events of vertices with variables of their own.
fn own(
    vertices: &[Option<Choice>],
    edges: &[Link],
    places: &[usize],
    events: &mut [Vec<Vec<Event>>],
) -> Option<Vec<bool>> {
    let place_of = |choice: &Choice| places[choice.variable];
    let known = |vertex: usize| vertices[vertex].as_ref().map(place_of);
    let decided: Vec<usize> = edges
        .iter()
        .map(|edge| edge.ends.iter().filter_map(|&end| known(end)).chain(edge.when.as_ref().map(place_of)).max())
        .map(Option::unwrap_or_default)
        .collect();
    let mut lives: Vec<Option<Life>> =
        (0..vertices.len()).map(|vertex| known(vertex).map(|place| Life { first: place, last: place })).collect();
    for (edge, &place) in edges.iter().zip(&decided) {
        for &end in &edge.ends {
            let life = lives[end].get_or_insert(Life { first: place, last: place });
            life.last = life.last.max(place);
            if known(end).is_none() {
                life.first = life.first.min(place);
            }
        }
    }
    lives.iter_mut().for_each(|life| *life = life.or(Some(Life { first: 0, last: 0 })));
    for (edge, &place) in edges.iter().zip(&decided) {
        let early = edge.when.as_ref().map(place_of).filter(|&early| early < place);
        lives.push(early.map(|early| Life { first: early, last: place }));
    }
    let (codes, flags) = allotted(&lives, vertices.len())?;
    for (vertex, choice) in vertices.iter().enumerate() {
        let life = lives[vertex]?;
        for (value, events) in events.get_mut(life.first)?.iter_mut().enumerate() {
            if choice.as_ref().is_none_or(|choice| choice.values[value]) {
                events.push(Event::Appear(codes[vertex]));
            }
        }
    }
    for (index, (edge, &place)) in edges.iter().zip(&decided).enumerate() {
        let [a, b] = edge.ends.map(|end| codes[end]);
        let flag = codes[vertices.len() + index];
        let early = lives[vertices.len() + index];
        if let (Some(life), Some(choice)) = (early, &edge.when) {
            for (events, _) in events[life.first].iter_mut().zip(&choice.values).filter(|(_, present)| **present) {
                events.push(Event::Set(flag));
            }
        }
        for (value, events) in events[place].iter_mut().enumerate() {
            match &edge.when {
                Some(_) if early.is_some() => events.extend([Event::JoinIf(a, b, flag), Event::Clear(flag)]),
                Some(choice) if !choice.values[value] => {}
                _ => events.push(Event::Join(a, b)),
            }
        }
    }
    for (life, &code) in lives.iter().zip(&codes).take(vertices.len()) {
        let last = (*life)?.last;
        events[last].iter_mut().for_each(|events| events.push(Event::Leave(code)));
    }
    Some(flags)
}

/// The events of vertices that are present if one of their edges is.
fn by_edges(
    degrees: &[Option<u8>],
    edges: &[Link],
    places: &[usize],
    events: &mut [Vec<Vec<Event>>],
) -> Option<Vec<bool>> {
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); degrees.len()];
    for edge in edges {
        let place = places[edge.when.as_ref()?.variable];
        edge.ends.iter().for_each(|&end| at[end].push(place));
    }
    at.iter_mut().for_each(|places| places.sort_unstable());
    let life = |places: &Vec<usize>| Some(Life { first: *places.first()?, last: *places.last()? });
    let lives: Vec<Option<Life>> = at.iter().map(life).collect();
    let (codes, flags) = allotted(&lives, lives.len())?;
    let most = |vertex: usize| degrees[vertex].map_or(0, |allowed: u8| (8 - allowed.leading_zeros() as u8).max(2) - 1);
    for edge in edges {
        let choice = edge.when.as_ref()?;
        let [a, b] = edge.ends;
        for (value, events) in events[places[choice.variable]].iter_mut().enumerate() {
            if choice.values[value] {
                events.push(Event::Edge(codes[a], codes[b], most(a), most(b)));
            }
        }
    }
    for (vertex, places) in at.iter().enumerate() {
        for (index, &place) in places.iter().enumerate() {
            if places.get(index + 1) == Some(&place) {
                continue;
            }
            let left = places.len() - 1 - index;
            if let Some(allowed) = degrees[vertex] {
                let reachable =
                    |&degree: &usize| (degree..=degree + left).any(|sum| sum < 8 && allowed >> sum & 1 == 1);
                let fits: u8 = (0..3).filter(reachable).map(|degree| 1 << degree).sum();
                let event = Event::Degree(codes[vertex], fits, most(vertex));
                events[place].iter_mut().for_each(|events| events.push(event));
            }
            if left == 0 {
                events[place].iter_mut().for_each(|events| events.push(Event::Leave(codes[vertex])));
            }
        }
    }
    Some(flags)
}

/// The codes of a state, unpacked.
pub(super) struct Codes {
    codes: [u8; MAX_CODES],
    count: usize,
    fresh: u8,
}

impl Codes {
    #[inline]
    pub(super) fn unpack(plan: &GraphPlan, words: &[u64]) -> Codes {
        let mut codes = [0; MAX_CODES];
        let (mask, spent) = ((1 << plan.bits) - 1, (1u64 << plan.bits) - 1);
        for (codes, &word) in codes[..plan.flags.len()].chunks_mut(plan.per_word()).zip(words) {
            let mut word = word;
            for code in codes {
                *code = if word & mask == spent { SPENT } else { (word & mask) as u8 };
                word >>= plan.bits;
            }
        }
        Codes { codes, count: plan.flags.len(), fresh: FRESH }
    }

    /// Writes the codes, with labels in the order of their first vertices. The bits are zero before.
    #[inline]
    pub(super) fn pack(&self, plan: &GraphPlan, words: &mut [u64]) {
        let mut names = [0u8; 256];
        names[usize::from(SPENT)] = (1u16 << plan.bits) as u8 - 1;
        let mut next = 1;
        let chunks = self.codes[..self.count].chunks(plan.per_word()).zip(plan.flags.chunks(plan.per_word()));
        for ((codes, flags), word) in chunks.zip(words) {
            let mut packed = 0;
            for (index, (&code, &flag)) in codes.iter().zip(flags).enumerate() {
                let name = if flag || code == 0 {
                    code
                } else {
                    let name = &mut names[usize::from(code)];
                    if *name == 0 {
                        *name = next;
                        next += 1;
                    }
                    *name
                };
                packed |= u64::from(name) << (index as u32 * plan.bits);
            }
            *word |= packed;
        }
    }

    /// Plays the events; returns whether the graph can still become connected.
    #[inline]
    pub(super) fn play(&mut self, plan: &GraphPlan, events: &[Event]) -> bool {
        events.iter().all(|&event| match event {
            Event::Appear(vertex) => self.label(vertex).is_some(),
            Event::Join(a, b) => self.join(plan, a, b),
            Event::JoinIf(a, b, flag) => self.codes[usize::from(flag)] == 0 || self.join(plan, a, b),
            Event::Set(flag) => {
                self.codes[usize::from(flag)] = 1;
                true
            }
            Event::Clear(flag) => {
                self.codes[usize::from(flag)] = 0;
                true
            }
            Event::Edge(a, b, most_a, most_b) => self.edge(plan, [a, b], [most_a, most_b]),
            Event::Degree(vertex, allowed, most) => {
                let degree = match self.codes[usize::from(vertex)] {
                    0 => 0,
                    SPENT => most,
                    _ => 1,
                };
                allowed >> degree & 1 == 1
            }
            Event::Leave(vertex) => {
                let code = std::mem::take(&mut self.codes[usize::from(vertex)]);
                code == 0 || code == SPENT || self.survives(plan, code)
            }
        })
    }

    /// Gives a vertex the label of a new component; `None` if a component is complete.
    fn label(&mut self, vertex: u8) -> Option<u8> {
        if self.codes[COMPLETE] != 0 {
            return None;
        }
        self.codes[usize::from(vertex)] = self.fresh;
        self.fresh += 1;
        Some(self.fresh - 1)
    }

    fn join(&mut self, plan: &GraphPlan, a: u8, b: u8) -> bool {
        let (a, b) = (self.codes[usize::from(a)], self.codes[usize::from(b)]);
        if a != 0 && b != 0 && a != b {
            self.merge(plan, a, b);
        }
        true
    }

    fn merge(&mut self, plan: &GraphPlan, a: u8, b: u8) {
        let codes = self.codes[..self.count].iter_mut().zip(&plan.flags);
        codes.filter(|(code, flag)| **code == b && !**flag).for_each(|(code, _)| *code = a);
    }

    fn edge(&mut self, plan: &GraphPlan, ends: [u8; 2], most: [u8; 2]) -> bool {
        let mut labels = [0; 2];
        let mut spent = [false; 2];
        for end in 0..2 {
            let code = self.codes[usize::from(ends[end])];
            let degree = match code {
                SPENT => return false,
                0 => 1,
                _ => 2,
            };
            labels[end] = if code != 0 {
                code
            } else {
                match self.label(ends[end]) {
                    Some(label) => label,
                    None => return false,
                }
            };
            spent[end] = most[end] != 0 && degree >= most[end];
        }
        if labels[0] != labels[1] {
            self.merge(plan, labels[0], labels[1]);
        }
        for end in 0..2 {
            if spent[end] {
                self.codes[usize::from(ends[end])] = SPENT;
            }
        }
        !(spent[0] || spent[1]) || self.survives(plan, labels[0])
    }

    /// A component lost a member: returns whether another one carries it on, or it is the only component.
    fn survives(&mut self, plan: &GraphPlan, label: u8) -> bool {
        let mut alone = true;
        for (&code, &flag) in self.codes[..self.count].iter().zip(&plan.flags) {
            if !flag && code != 0 && code != SPENT {
                if code == label {
                    return true;
                }
                alone = false;
            }
        }
        self.codes[COMPLETE] = 1;
        alone
    }
}
