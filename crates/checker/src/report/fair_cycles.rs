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
use crate::report::state_graph::{Edge, StateGraph};
use model::{Kind, Pids};

pub struct FairCycles {
    parts: Components,
    waiting: Waiting,
    /// Who is in question: all at first, and then one after the other, where parts have states in
    /// which they wait and others in which they do not.
    who: Awaited,
    /// Those states, in any order, and who is still to be looked at there.
    mixed: Vec<u32>,
    left: Awaited,
    /// States in which a run may stay without breaking strong promises, to be looked at once more.
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
struct Asked<'a> {
    waiting: &'a Waiting,
    who: Awaited,
    recurs: Awaited,
}

impl Subgraph for Asked<'_> {
    fn contains(&self, _: &dyn StateGraph, state: u32) -> bool {
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
    pub fn new(graph: &dyn StateGraph, kinds: &[Kind]) -> Option<FairCycles> {
        let mut sets = vec![Vec::new(); kinds.len()];
        for it in &mut sets {
            it.try_reserve_exact(graph.states() as usize).ok()?;
        }
        Some(FairCycles {
            parts: Components::new(graph.states())?,
            waiting: Waiting(sets),
            who: Awaited::MAX,
            mixed: Vec::new(),
            left: 0,
            again: Vec::new(),
            recurs: kinds.iter().enumerate().fold(0, |all, (at, kind)| match kind {
                Kind::EventuallyAlways => all | each(Pids::MAX, at),
                _ => all,
            }),
            findings: vec![Finding::default(); kinds.len()],
        })
    }

    /// One for each property of the kind.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    pub fn failures(&self) -> usize {
        let loops = |it: &Finding| !it.part.is_empty() || it.lasso.is_some();
        let is_one = |it: &&Finding| it.end.is_some() || loops(it);
        self.findings.iter().filter(is_one).count()
    }

    pub fn bytes(&self) -> usize {
        let parts = self.findings.iter().map(|it| it.part.capacity()).sum::<usize>();
        self.parts.bytes()
            + self.waiting.bytes()
            + (self.mixed.capacity() + self.again.capacity() + parts) * size_of::<u32>()
    }

    /// Examines up to that many states; false when all is known.
    pub fn advance(&mut self, graph: &dyn StateGraph, states: usize) -> bool {
        let asked_about = self.waiting.grow(graph, states);
        for _ in asked_about..states {
            let asked = Asked { waiting: &self.waiting, who: self.who, recurs: self.recurs };
            match self.parts.advance(graph, &asked) {
                Next::Visited { state, is_fair: false } => self.end(state),
                Next::Found { goes_round: true } => self.judge(graph),
                Next::Visited { .. } | Next::Found { .. } | Next::Busy => {}
                Next::Over if !self.again.is_empty() => {
                    self.parts.begin_with(std::mem::take(&mut self.again).into_iter());
                }
                Next::Over if self.left != 0 => self.ask_about_the_next(),
                Next::Over => {
                    self.close(graph);
                    return false;
                }
            }
        }
        true
    }

    /// In a state nothing has to happen any more.
    fn end(&mut self, state: u32) {
        for finding in those(self.waiting.of(state), &mut self.findings) {
            finding.end = Some(finding.end.map_or(state, |it| it.min(state)));
        }
    }

    /// Whether a run can stay in a part, and who waits there all the time.
    fn judge(&mut self, graph: &dyn StateGraph) {
        let FairCycles { parts, findings, waiting, recurs, again, .. } = self;
        let part = &parts.found;
        let sets = part.iter().map(|&it| waiting.of(it) & self.who);
        let (all, any) = sets.fold((Awaited::MAX, 0), |(all, any), it| (all & it, any | it));
        let all = all & !*recurs | any & *recurs;
        if any != all {
            self.mixed.extend_from_slice(part);
            self.left |= any & !all;
        }
        let nearest = part.iter().min();
        let mut better = those(all, findings)
            .filter(|it| it.part.is_empty() || it.part.first() > nearest)
            .peekable();
        if better.peek().is_none() {
            return;
        }
        match lasso::can_stay(graph, part, |it| parts.is_inside(it)) {
            Stays::Yes => {
                let part = parts.in_order();
                better.for_each(|it| it.part.clone_from(&part));
            }
            Stays::No => {}
            Stays::Within(rest) => again.extend(rest),
        }
    }

    /// Examines one alone, within the parts in which it does not wait all the time.
    fn ask_about_the_next(&mut self) {
        self.who = self.left & self.left.wrapping_neg();
        self.left &= !self.who;
        let mixed = self.mixed.iter().copied();
        self.parts.begin_with(mixed.filter(|&it| self.waiting.of(it) & self.who != 0));
    }

    fn close(&mut self, graph: &dyn StateGraph) {
        self.parts.close();
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
