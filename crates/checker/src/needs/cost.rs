//! What steps cost, and the least with which a failure is reached.

use super::Cause;
use super::graph::{Edge, Graph};
use model::Pids;
use serde::Serialize;
use std::collections::{BTreeSet, VecDeque};

/// In the place of the process that moved last.
const NOBODY: u8 = u8::MAX;

/// From where no failure is reached.
const NEVER: u8 = u8::MAX;

/// How much there is of each cause.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Cost {
    pub interruptions: usize,
    pub timeouts: usize,
    pub faults: usize,
}

impl Cost {
    pub fn total(self) -> usize {
        self.interruptions + self.timeouts + self.faults
    }
}

impl FromIterator<Cause> for Cost {
    fn from_iter<I: IntoIterator<Item = Cause>>(causes: I) -> Cost {
        let mut cost = Cost::default();
        for cause in causes {
            *match cause {
                Cause::Interruption { .. } => &mut cost.interruptions,
                Cause::Timeout { .. } => &mut cost.timeouts,
                Cause::Fault { .. } => &mut cost.faults,
            } += 1;
        }
        cost
    }
}

/// A state, and who moved last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Node {
    pub state: u32,
    pub last: u8,
}

impl Node {
    pub const INITIAL: Node = Node { state: 0, last: NOBODY };

    pub fn behind(self, edge: &Edge) -> Node {
        Node { state: edge.to, last: edge.mover.unwrap_or(self.last) }
    }
}

pub struct Costs<'g> {
    graph: &'g Graph,
    /// Of each state, who can still take a step without any time-out or fault.
    can_go_on: Vec<Pids>,
    /// Of each state the edges that lead there, with the state that each is from.
    into: Vec<Vec<(u32, u32)>>,
}

/// The least cost with which a failure is reached from each node.
pub struct Least {
    lasts: usize,
    costs: Vec<u8>,
}

impl Least {
    fn at(&self, Node { state, last }: Node) -> usize {
        state as usize * self.lasts + usize::from(last).min(self.lasts - 1)
    }

    /// No node of a run that fails is without one.
    pub fn of(&self, node: Node) -> usize {
        self.costs[self.at(node)].into()
    }
}

impl<'g> Costs<'g> {
    pub fn new(graph: &'g Graph) -> Costs<'g> {
        let mut into = vec![Vec::new(); graph.states() as usize];
        for from in 0..graph.states() {
            for (nth, edge) in (0..).zip(graph.edges(from)) {
                into[edge.to as usize].push((from, nth));
            }
        }
        let mut costs = Costs { graph, can_go_on: Vec::new(), into };
        costs.can_go_on = costs.who_can_go_on();
        costs
    }

    fn edge(&self, (from, nth): (u32, u32)) -> &'g Edge {
        &self.graph.edges(from)[nth as usize]
    }

    /// From each state back to those before it, until nothing is new.
    fn who_can_go_on(&self) -> Vec<Pids> {
        let mut can: Vec<Pids> = vec![0; self.into.len()];
        let is_own = |edge: &&Edge| !edge.is_timeout() && !edge.action.is_fault();
        let mut changed: VecDeque<u32> = (0..self.graph.states()).collect();
        for from in 0..self.graph.states() {
            for edge in self.graph.edges(from).iter().filter(is_own) {
                can[from as usize] |= edge.mover.map_or(0, |mover| 1 << mover);
            }
        }
        while let Some(to) = changed.pop_front() {
            for &arc in &self.into[to as usize] {
                let known = can[arc.0 as usize];
                if is_own(&self.edge(arc)) && known | can[to as usize] != known {
                    can[arc.0 as usize] |= can[to as usize];
                    changed.push_back(arc.0);
                }
            }
        }
        can
    }

    /// What a step from a node costs.
    pub fn causes(&self, from: Node, edge: &Edge) -> Vec<Cause> {
        let mut causes = Vec::new();
        if edge.is_fault() {
            causes.push(Cause::Fault { row: edge.row });
        }
        if self.gives_up(from.state, edge) {
            causes.push(Cause::Timeout { row: edge.row });
        }
        if self.interrupts(from, edge)
            && let Some(row) = self.graph.line(from.state, from.last)
        {
            causes.push(Cause::Interruption { process: from.last, row });
        }
        causes
    }

    fn cost(&self, from: Node, edge: &Edge) -> u8 {
        u8::from(edge.is_fault())
            + u8::from(self.gives_up(from.state, edge))
            + u8::from(self.interrupts(from, edge))
    }

    fn gives_up(&self, state: u32, edge: &Edge) -> bool {
        edge.is_timeout() && self.can_go_on[state as usize] >> edge.action.process() & 1 == 1
    }

    fn interrupts(&self, Node { state, last }: Node, edge: &Edge) -> bool {
        last != NOBODY
            && edge.mover.is_some_and(|mover| mover != last)
            && self.graph.is_midway(state, last)
    }

    /// Backwards from all states that fail, the cheapest first.
    pub fn least_to_failure(&self) -> Least {
        let lasts = self.graph.processes() + 1;
        let mut least = Least { lasts, costs: vec![NEVER; self.into.len() * lasts] };
        let mut layers: Vec<Vec<Node>> = vec![Vec::new()];
        for state in (0..self.graph.states()).filter(|state| self.graph.fails(*state)) {
            for last in self.lasts() {
                let node = Node { state, last };
                let at = least.at(node);
                least.costs[at] = 0;
                layers[0].push(node);
            }
        }
        let mut cost = 0u8;
        while let Some(layer) = layers.get_mut(usize::from(cost)) {
            let Some(node) = layer.pop() else {
                cost += 1;
                continue;
            };
            if least.of(node) < usize::from(cost) {
                continue;
            }
            for &arc in &self.into[node.state as usize] {
                let edge = self.edge(arc);
                if edge.mover.is_some_and(|mover| mover != node.last) {
                    continue;
                }
                let lasts = if edge.mover.is_some() { self.lasts() } else { vec![node.last] };
                for last in lasts {
                    let from = Node { state: arc.0, last };
                    let whole = cost.saturating_add(self.cost(from, edge));
                    let at = least.at(from);
                    if whole < least.costs[at] {
                        least.costs[at] = whole;
                        let layer = usize::from(whole);
                        if layers.len() <= layer {
                            layers.resize(layer + 1, Vec::new());
                        }
                        layers[layer].push(from);
                    }
                }
            }
        }
        least
    }

    fn lasts(&self) -> Vec<u8> {
        (0..self.graph.processes() as u8).chain([NOBODY]).collect()
    }

    /// The steps that lead to a failure with no more than the least.
    fn on_the_way<'a>(
        &'a self,
        least: &'a Least,
        from: Node,
    ) -> impl Iterator<Item = (&'g Edge, Node)> + 'a {
        let known = least.of(from);
        self.graph.edges(from.state).iter().filter_map(move |edge| {
            let to = from.behind(edge);
            let whole = least.of(to) + usize::from(self.cost(from, edge));
            (least.of(to) < NEVER.into() && whole == known).then_some((edge, to))
        })
    }

    /// A shortest run to a failure with no more than the least.
    pub fn nearest(&self, least: &Least) -> Vec<(Node, &'g Edge)> {
        let mut known: Vec<Option<(Node, &'g Edge)>> = vec![None; least.costs.len()];
        let first = Node::INITIAL;
        let mut queue = VecDeque::from([first]);
        while let Some(from) = queue.pop_front() {
            if self.graph.fails(from.state) {
                let (mut run, mut at) = (Vec::new(), from);
                while let Some((before, edge)) = known[least.at(at)] {
                    run.push((before, edge));
                    at = before;
                }
                run.reverse();
                return run;
            }
            for (edge, to) in self.on_the_way(least, from) {
                if to != first && known[least.at(to)].is_none() {
                    known[least.at(to)] = Some((from, edge));
                    queue.push_back(to);
                }
            }
        }
        Vec::new()
    }

    /// The one cause of all runs that fail with no more than the least.
    pub fn common(&self, least: &Least) -> Option<Cause> {
        let first = Node::INITIAL;
        let mut seen = vec![false; least.costs.len()];
        let (mut waiting, mut causes) = (vec![first], BTreeSet::new());
        while let Some(from) = waiting.pop() {
            for (edge, to) in self.on_the_way(least, from) {
                causes.extend(self.causes(from, edge).into_iter().map(|cause| match cause {
                    Cause::Interruption { row, .. } => Cause::Interruption { process: NOBODY, row },
                    other => other,
                }));
                if !std::mem::replace(&mut seen[least.at(to)], true) {
                    waiting.push(to);
                }
            }
        }
        let mut causes = causes.into_iter();
        causes.next().filter(|_| causes.next().is_none())
    }
}
