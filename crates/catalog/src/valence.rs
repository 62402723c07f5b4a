//! Which decisions are still open in each state.
//!
//! A state is *bivalent* if more than one value can still be decided, and *univalent* if only one
//! can (Fischer, Lynch and Paterson, [Impossibility of Distributed Consensus with One Faulty
//! Process][flp], Journal of the ACM 32(2), 1985). It is *critical* if it is bivalent and whichever
//! step is taken next leaves one value only: that step makes the decision, whatever it touches is
//! what agreement rests on (Herlihy, [Wait-Free Synchronization][herlihy], 1991).
//!
//! [flp]: https://doi.org/10.1145/3149.214121
//! [herlihy]: https://doi.org/10.1145/114005.102808

mod words;

use crate::Scenario;
use crate::engine::Simulator;
use crate::moment::whose;
use checker::Limits;
use model::work::Allowance;
use model::{Action, Stepped, Zone};
use serde::Serialize;

/// Larger graphs are not made, unless more is asked for: nobody could read them.
pub const GRAPH_MAX: usize = 400;

/// The most work that making a graph takes, and counting states.
const WORK_MAX: usize = 40 * program::STATE_WORK;
/// So many states are counted between two looks at that.
const SLICE: usize = 16;

/// States are counted up to here, where they are too many for a graph.
const COUNTED_MAX: usize = 100_000;

/// Every reachable state of a small model, and what can be decided from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph {
    /// What can be decided at all.
    pub values: Vec<Decision>,
    /// Nearest first.
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// Some steps lead beyond the model's bound: what is decided there is not known.
    pub bounded: bool,
    /// What decides: "process", "client".
    role: &'static str,
}

/// A value that can be decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Decision {
    pub value: String,
    /// The first process that decides so if it runs alone from the start: it is that one's input.
    pub process: Option<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Node {
    /// How many steps away from the first state it is.
    pub depth: usize,
    pub valence: Valence,
    /// What is decided here or can be in a state after it: places in [`Graph::values`].
    pub values: Vec<usize>,
    /// What is decided here.
    pub decided: Vec<usize>,
    /// A shortest run to it.
    #[serde(skip)]
    pub run: Vec<Action>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Valence {
    /// Several values can still be decided.
    Bivalent,
    /// Bivalent, and whichever step is taken next, faults aside, leaves one value.
    Critical,
    Univalent,
    /// Two processes have decided differently.
    Split,
    /// Nothing can be decided any more.
    Never,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    #[serde(serialize_with = "crate::words::as_text")]
    pub action: Action,
    pub process: Option<u8>,
}

/// Why there is no graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    pub states: usize,
    /// Those are all; otherwise there are more.
    pub exact: bool,
}

impl Scenario {
    /// Whether processes decide on something.
    pub fn decides(&self) -> bool {
        self.entry().zones(&self.setting).contains(&Zone::Decided)
    }

    /// Every reachable state of this setting, and what can be decided from it; the run does not
    /// matter.
    pub fn valence(&self, states_max: usize) -> Result<Graph, TooLarge> {
        survey(self, states_max).ok_or_else(|| {
            let limit = COUNTED_MAX.max(states_max + 1);
            let mut search = self.search(Limits::states(limit));
            let work = Allowance::of(WORK_MAX);
            while search.advance(SLICE) && !work.is_spent() {}
            let progress = search.progress();
            TooLarge { states: progress.states, exact: progress.states < limit && !work.is_spent() }
        })
    }
}

impl Graph {
    /// The state to which a run comes.
    pub fn at(&self, run: &[Action]) -> Option<usize> {
        run.iter()
            .try_fold(0, |at, &action| Some(self.steps(at).find(|step| step.action == action)?.to))
    }

    /// The steps from a state.
    pub fn steps(&self, from: usize) -> impl Iterator<Item = &Edge> {
        let start = self.edges.partition_point(|edge| edge.from < from);
        self.edges[start..].iter().take_while(move |edge| edge.from == from)
    }

    pub fn count(&self, valence: Valence) -> usize {
        self.nodes.iter().filter(|node| node.valence == valence).count()
    }

    /// In how many states this value alone can be decided.
    pub fn count_only(&self, value: usize) -> usize {
        self.nodes.iter().filter(|node| node.values == [value]).count()
    }
}

/// A state on its way to a node.
struct Found {
    state: Vec<u8>,
    run: Vec<Action>,
    decided: Vec<String>,
}

/// None if there are more states.
fn survey(scenario: &Scenario, states_max: usize) -> Option<Graph> {
    let work = Allowance::of(WORK_MAX);
    let mut live = scenario.entry().live(&scenario.setting);
    let found_at = |live: &Simulator, run| Found {
        state: live.state(),
        decided: live.view().processes.into_iter().filter_map(|process| process.decided).collect(),
        run,
    };
    let view = live.view();
    let processes = view.processes.len();
    let mut found = vec![found_at(&live, Vec::new())];
    // the states by their bytes: a search of halves takes less code than a table
    let mut known = vec![0];
    let (mut edges, mut bounded) = (Vec::new(), false);
    let mut from = 0;
    while from < found.len() {
        if work.is_spent() {
            return None;
        }
        let run = found[from].run.clone();
        live.go_to_state(&found[from].state);
        let mut steps = Vec::new();
        live.outcomes(&mut |action, stepped, after| {
            bounded |= matches!(stepped, Stepped::BoundReached | Stepped::Error);
            if let Stepped::Ran(_) = stepped {
                steps.push((action, after.to_vec()));
            }
        });
        for (action, state) in steps {
            let to = match known.binary_search_by(|&it: &usize| found[it].state.cmp(&state)) {
                Ok(nth) => known[nth],
                Err(_) if found.len() >= states_max => return None,
                Err(nth) => {
                    known.insert(nth, found.len());
                    live.go_to_state(&state);
                    found.push(found_at(&live, [&run[..], &[action]].concat()));
                    found.len() - 1
                }
            };
            edges.push(Edge { from, to, action, process: whose(action, processes) });
        }
        from += 1;
    }
    let mut graph = judge(found, edges, processes, bounded);
    graph.role = view.role();
    Some(graph)
}

fn judge(found: Vec<Found>, edges: Vec<Edge>, processes: usize, bounded: bool) -> Graph {
    let alone: Vec<_> = (0..processes as u8).map(|it| alone(&found, &edges, it)).collect();
    let proposer = |value: &String| alone.iter().position(|text| text.as_ref() == Some(value));
    // in the order of the processes, and what is nobody's last
    let all = found.iter().flat_map(|found| &found.decided);
    let mut values: Vec<&String> = Vec::new();
    for value in alone.iter().flatten().chain(all) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let here = |found: &Found| values.iter().map(|value| found.decided.contains(value)).collect();
    let now: Vec<Vec<bool>> = found.iter().map(here).collect();
    let still = spread(now.clone(), &edges);
    let places = |it: &[bool]| (0..it.len()).filter(|&value| it[value]).collect::<Vec<_>>();
    let node = |(at, it): (usize, &Found)| Node {
        depth: it.run.len(),
        valence: Valence::Never,
        values: places(&still[at]),
        decided: places(&now[at]),
        run: it.run.clone(),
    };
    let nodes = found.iter().enumerate().map(node).collect();
    let decision = |value: &&String| Decision {
        value: (*value).clone(),
        process: proposer(value).map(|it| it as u8),
    };
    let values = values.iter().map(decision).collect();
    let mut graph = Graph { values, nodes, edges, bounded, role: model::PROCESS };
    for at in 0..graph.nodes.len() {
        graph.nodes[at].valence = valence(&graph, at);
    }
    graph
}

/// What a process decides if it runs alone from the start, but for the network.
fn alone(found: &[Found], edges: &[Edge], process: u8) -> Option<String> {
    let is_own = |it: &&Edge| it.process.is_none_or(|it| it == process) && !it.action.is_fault();
    let mut at = 0;
    for _ in 0..found.len() {
        if let Some(value) = found[at].decided.first() {
            return Some(value.clone());
        }
        at = edges.iter().filter(|edge| edge.from == at && edge.to != at).find(is_own)?.to;
    }
    None
}

/// From each state back to those before it, until nothing is new: runs may go round.
fn spread(mut can: Vec<Vec<bool>>, edges: &[Edge]) -> Vec<Vec<bool>> {
    let mut is_new = true;
    while is_new {
        is_new = false;
        for &Edge { from, to, .. } in edges.iter().rev() {
            for value in 0..can[to].len() {
                if can[to][value] && !can[from][value] {
                    can[from][value] = true;
                    is_new = true;
                }
            }
        }
    }
    can
}

fn valence(graph: &Graph, at: usize) -> Valence {
    let node = &graph.nodes[at];
    let mut next = graph.steps(at).filter(|step| !step.action.is_fault()).peekable();
    match node.values.len() {
        _ if node.decided.len() > 1 => Valence::Split,
        0 => Valence::Never,
        1 => Valence::Univalent,
        _ if next.peek().is_some() && next.all(|edge| graph.nodes[edge.to].values.len() == 1) => {
            Valence::Critical
        }
        _ => Valence::Bivalent,
    }
}
