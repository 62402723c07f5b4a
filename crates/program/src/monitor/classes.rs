//! States of an object, told apart by what can follow: addresses, counters and garbage do not matter.

use super::NotMonitored;
use super::graph::Graph;
use crate::ir::OrderMonitor;
use std::collections::{BTreeMap, BTreeSet};

/// The most work of telling states apart.
const WORK_MAX: usize = 10_000_000;

/// What can follow one class: returns, and the class behind each.
type Edges = BTreeSet<(usize, usize)>;

/// An object as it is one operation at a time.
#[derive(PartialEq, Debug)]
pub struct Specification {
    pub classes: Vec<Edges>,
    /// For each class the calls that can take effect some time from there.
    pub possible: Vec<BTreeSet<usize>>,
    /// For each class the calls that begin there and never end alone.
    pub unended: Vec<BTreeSet<usize>>,
    pub first: usize,
}

impl Specification {
    pub fn of(graph: &Graph, monitor: &OrderMonitor) -> Result<Specification, NotMonitored> {
        let mut left = WORK_MAX;
        let edges = with_steps(graph, &mut left)?;
        let of_node = partition(&edges, &mut left)?;
        let count = of_node.iter().max().map_or(0, |most| most + 1);
        let mut classes = vec![Edges::new(); count];
        for (node, edges) in edges.iter().enumerate() {
            if classes[of_node[node]].is_empty() {
                classes[of_node[node]] =
                    edges.iter().map(|&(event, to)| (event, of_node[to])).collect();
            }
        }
        let possible = possible(&classes, monitor, &mut left)?;
        let mut unended = vec![BTreeSet::new(); count];
        for (node, calls) in graph.unended.iter().enumerate() {
            let class = of_node[node];
            let ends =
                |call| classes[class].iter().any(|&(event, _)| monitor.call_of(event) == call);
            unended[class].extend(calls.iter().copied().filter(|&call| !ends(call)));
        }
        Ok(Specification { classes, possible, unended, first: of_node[0] })
    }
}

fn spend(left: &mut usize, work: usize) -> Result<(), NotMonitored> {
    *left = left.checked_sub(work).ok_or(NotMonitored::TooManyStates)?;
    Ok(())
}

/// The operations that can follow each node, also behind steps that are no operations.
fn with_steps(graph: &Graph, left: &mut usize) -> Result<Vec<Edges>, NotMonitored> {
    let mut behind = |node: usize| {
        let (mut seen, mut open) = (BTreeSet::from([node]), vec![node]);
        let mut edges = Edges::new();
        while let Some(at) = open.pop() {
            spend(left, 1 + graph.operations[at].len() + graph.steps[at].len())?;
            edges.extend(graph.operations[at].iter().copied());
            open.extend(graph.steps[at].iter().filter(|&&next| seen.insert(next)));
        }
        Ok(edges)
    };
    (0..graph.steps.len()).map(&mut behind).collect()
}

/// The class of each node: the coarsest ones of which all nodes have the same edges to the same classes.
fn partition(edges: &[Edges], left: &mut usize) -> Result<Vec<usize>, NotMonitored> {
    let (mut classes, mut count) = (vec![0; edges.len()], 1);
    let size = edges.len() + edges.iter().map(Edges::len).sum::<usize>();
    loop {
        spend(left, size)?;
        let mut known = BTreeMap::new();
        let next = edges.iter().enumerate().map(|(node, edges)| {
            let edges: Edges = edges.iter().map(|&(event, to)| (event, classes[to])).collect();
            let new = known.len();
            *known.entry((classes[node], edges)).or_insert(new)
        });
        let next: Vec<usize> = next.collect();
        classes = next;
        if known.len() == count {
            return Ok(classes);
        }
        count = known.len();
    }
}

fn possible(
    classes: &[Edges],
    monitor: &OrderMonitor,
    left: &mut usize,
) -> Result<Vec<BTreeSet<usize>>, NotMonitored> {
    let mut possible: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); classes.len()];
    let mut changes = true;
    while changes {
        changes = false;
        for (class, edges) in classes.iter().enumerate() {
            let mut all = std::mem::take(&mut possible[class]);
            let before = all.len();
            for &(event, to) in edges {
                spend(left, 1 + possible[to].len())?;
                all.insert(monitor.call_of(event));
                if to != class {
                    all.extend(possible[to].iter().copied());
                }
            }
            changes |= all.len() != before;
            possible[class] = all;
        }
    }
    Ok(possible)
}
