//! Whether anybody can wait for ever: the parts of the graph in which a run can stay while somebody
//! waits, and whether it can do so although every promise is kept.
//!
//! A run that never ends stays, from some moment on, within one strongly connected part of the
//! states that it visits again and again. Promises are of weak fairness: if a part keeps them, so
//! does every larger part around it in which the same one waits. So only the largest parts need to
//! be judged.
//!
//! A part that breaks a promise of strong fairness may have smaller parts that keep all: those without
//! the states in which the promise is about something. They are looked for in another round, as often as
//! there are some (E. A. Emerson and C.-L. Lei, [Modalities for model checking][strong], 1987).
//!
//! [strong]: https://doi.org/10.1016/0167-6423(87)90036-0
//!
//! A claim that something is true from some moment on fails in a part that keeps every promise and has
//! a state in which it is false: a run can come back to that state again and again.

use crate::report::components::{Components, Next, Subgraph};
use crate::report::lasso::{self, Lasso, Stays};
use crate::report::part_order::PartOrder;
use crate::report::state_graph::{Edge, StateGraph};
use crate::report::transition_store::GraphView;
use model::{ClaimKind, Pids};

pub struct FairCycles {
    parts: Components,
    /// The next place in the order of the whole graph, where that is known: then parts are those of it as
    /// far as somebody waits all the time there, and only others have to be looked for.
    place: u32,
    judged: Judgement,
}

/// What is in question, and how far it is answered.
struct Judgement {
    waiting: Waiting,
    /// Who is in question: all at first, and then one after the other, where parts have states in
    /// which they wait and others in which they do not.
    who: Awaited,
    /// Those states, in any order, and who is still to be looked at there.
    mixed: Vec<u32>,
    left: Awaited,
    /// States in which a run may stay, among which parts are to be looked for once more.
    again: Vec<u32>,
    /// Of claims that something is true from some moment on: it is enough that it is false somewhere.
    recurs: Awaited,
    /// One for each property of the kind.
    findings: Vec<Finding>,
}

/// A set for each of up to eight properties.
type Awaited = u128;

/// The set of one property among those of all.
fn each(set: Pids, at: usize) -> Awaited {
    Awaited::from(set) << (Pids::BITS as usize * at)
}

/// Who waits in each state, by each property of the kind.
#[derive(Default)]
struct Waiting(Vec<Vec<Pids>>);

impl Waiting {
    fn of(&self, state: u32) -> Awaited {
        let sets = self.0.iter().enumerate();
        sets.fold(0, |all, (at, sets)| all | each(sets[state as usize], at))
    }

    /// Asks about up to that many further states. Returns how many there were.
    fn grow(&mut self, graph: &dyn StateGraph, states: usize) -> usize {
        let known = self.0.first().map_or(0, Vec::len) as u32;
        let next = known..known.saturating_add(states as u32).min(graph.states());
        for (at, sets) in self.0.iter_mut().enumerate() {
            graph.waiting(at, next.clone(), sets);
        }
        next.len()
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(|it| it.capacity() * size_of::<Pids>()).sum()
    }
}

/// The states in which any of those in question waits; all where something only has to recur.
impl Subgraph for Judgement {
    fn contains(&self, state: u32) -> bool {
        self.who & self.recurs != 0 || self.waiting.of(state) & self.who != 0
    }

    fn follows(&self, _: u32, _: &Edge) -> bool {
        true
    }
}

#[derive(Clone, Default)]
pub struct Finding {
    /// The first state in which somebody waits and nothing has to happen any more.
    pub end: Option<u32>,
    /// A part in which a run can stay, in order.
    part: Vec<u32>,
    pub lasso: Option<Lasso>,
}

impl FairCycles {
    /// For properties of these kinds. None if there is no memory.
    pub fn new(graph: &dyn StateGraph, kinds: &[ClaimKind]) -> Option<FairCycles> {
        let mut sets = vec![Vec::new(); kinds.len()];
        for it in &mut sets {
            it.try_reserve_exact(graph.states() as usize).ok()?;
        }
        let judged = Judgement {
            waiting: Waiting(sets),
            who: Awaited::MAX,
            mixed: Vec::new(),
            left: 0,
            again: Vec::new(),
            recurs: kinds.iter().enumerate().fold(0, |all, (at, kind)| match kind {
                ClaimKind::EventuallyAlways => all | each(Pids::MAX, at),
                _ => all,
            }),
            findings: vec![Finding::default(); kinds.len()],
        };
        Some(FairCycles { parts: Components::new(graph.states())?, place: 0, judged })
    }

    /// One for each property of the kind.
    pub fn findings(&self) -> &[Finding] {
        &self.judged.findings
    }

    pub fn failures(&self) -> usize {
        let loops = |finding: &Finding| !finding.part.is_empty() || finding.lasso.is_some();
        let is_one = |finding: &&Finding| finding.end.is_some() || loops(finding);
        self.judged.findings.iter().filter(is_one).count()
    }

    pub fn bytes(&self) -> usize {
        let Judgement { waiting, mixed, again, findings, .. } = &self.judged;
        let parts = findings.iter().map(|finding| finding.part.capacity()).sum::<usize>();
        self.parts.bytes()
            + waiting.bytes()
            + (mixed.capacity() + again.capacity() + parts) * size_of::<u32>()
    }

    /// Examines up to that many states; false when all is known. `order` is that of the whole graph, if it
    /// is known at the beginning.
    pub fn advance(
        &mut self,
        graph: &dyn StateGraph,
        order: Option<(GraphView<'_>, &PartOrder)>,
        states: usize,
    ) -> bool {
        let asked_about = self.judged.waiting.grow(graph, states);
        for _ in asked_about..states {
            let goes_on = match order {
                Some((known, order)) if self.place < known.states() => {
                    self.place += self.judged.look_at_part(known, order, self.place);
                    self.place < known.states() || self.next_round(graph)
                }
                _ => self.look(graph),
            };
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Looks for parts, one step further; false when all is known.
    fn look(&mut self, graph: &dyn StateGraph) -> bool {
        let FairCycles { parts, judged, .. } = self;
        match parts.advance(graph, judged) {
            Next::Visited { state, is_fair: false } => judged.end(state),
            Next::Found { goes_round: true } => {
                judged.judge(graph, &parts.found, |it| parts.is_inside(it));
            }
            Next::Visited { .. } | Next::Found { .. } | Next::Busy => {}
            Next::Over => return self.next_round(graph),
        }
        true
    }

    /// Begins to look for parts where they are still to be looked for; false when all is known.
    fn next_round(&mut self, graph: &dyn StateGraph) -> bool {
        let FairCycles { parts, judged, .. } = self;
        if judged.again.is_empty() && judged.left != 0 {
            // one alone, within the parts in which it does not wait all the time
            judged.who = judged.left & judged.left.wrapping_neg();
            judged.left &= !judged.who;
            let mixed = judged.mixed.iter().copied();
            let waits = |it: &u32| judged.waiting.of(*it) & judged.who != 0;
            parts.begin_with(graph.states(), mixed.filter(waits));
        } else if judged.again.is_empty() {
            parts.close();
            judged.close(graph);
            return false;
        } else {
            parts.begin_with(graph.states(), std::mem::take(&mut judged.again).into_iter());
        }
        true
    }
}

impl Judgement {
    /// At the part of the whole graph at a place in its order. Returns how many states it has.
    fn look_at_part(&mut self, known: GraphView<'_>, order: &PartOrder, place: u32) -> u32 {
        let alone = [known.states() - 1 - place];
        let is_forward = order.is_forward(known);
        let part = if is_forward { &alone } else { order.part(place) };
        let mut are_asked = 0;
        for &state in part {
            if self.contains(state) {
                are_asked += 1;
                if !known.numbered(state).any(|(_, it)| it.is_fair) {
                    self.end(state);
                }
            }
        }
        let goes_round = || match part {
            [state] => known.numbered(*state).any(|(_, it)| it.to == *state),
            _ => true,
        };
        if are_asked > 0 && !is_forward && goes_round() {
            if are_asked == part.len() {
                self.judge(&known, part, |it| order.is_same(it, part[0]));
            } else {
                let asked = part.iter().copied().filter(|&it| self.contains(it));
                let asked: Vec<u32> = asked.collect();
                self.again.extend(asked);
            }
        }
        part.len() as u32
    }

    /// In a state nothing has to happen any more.
    fn end(&mut self, state: u32) {
        for finding in those(self.waiting.of(state), &mut self.findings) {
            finding.end = Some(finding.end.map_or(state, |end| end.min(state)));
        }
    }

    /// Whether a run can stay in a part, and who waits there all the time.
    fn judge(&mut self, graph: &dyn StateGraph, part: &[u32], is_inside: impl Fn(u32) -> bool) {
        let Judgement { findings, waiting, recurs, again, .. } = self;
        let sets = part.iter().map(|&it| waiting.of(it) & self.who);
        let (all, any) = sets.fold((Awaited::MAX, 0), |(all, any), it| (all & it, any | it));
        let all = all & !*recurs | any & *recurs;
        if any != all {
            self.mixed.extend_from_slice(part);
            self.left |= any & !all;
        }
        let nearest = part.iter().min();
        let mut better = those(all, findings)
            .filter(|finding| finding.part.is_empty() || finding.part.first() > nearest)
            .peekable();
        if better.peek().is_none() {
            return;
        }
        match lasso::can_stay(graph, part, is_inside) {
            Stays::Yes => {
                let mut part = part.to_vec();
                part.sort_unstable();
                better.for_each(|finding| finding.part.clone_from(&part));
            }
            Stays::No => {}
            Stays::Within(rest) => again.extend(rest),
        }
    }

    fn close(&mut self, graph: &dyn StateGraph) {
        (self.mixed, self.again) = (Vec::new(), Vec::new());
        let waiting = std::mem::take(&mut self.waiting);
        for (at, finding) in self.findings.iter_mut().enumerate() {
            let is_concerned = |state: u32| waiting.of(state) & each(Pids::MAX, at) != 0;
            if finding.end.is_none() && !finding.part.is_empty() && finding.lasso.is_none() {
                finding.lasso = Some(lasso::through(graph, &finding.part, &is_concerned));
            }
            finding.part = Vec::new();
        }
    }
}

/// The findings that a set of those who wait is about.
fn those(waiting: Awaited, findings: &mut [Finding]) -> impl Iterator<Item = &mut Finding> {
    let contains = move |at: usize| waiting & each(Pids::MAX, at) != 0;
    findings.iter_mut().enumerate().filter(move |(at, _)| contains(*at)).map(|(_, it)| it)
}
