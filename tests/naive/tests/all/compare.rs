//! Holds the product against the naive interpreter: they have to be bisimilar in what a reader sees, and to
//! judge alike.

use crate::product::{self, Graph};
use naive::{Explored, Label, Machine, State};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// What came of it.
#[derive(Debug, PartialEq)]
pub enum Held {
    Same {
        states: usize,
    },
    TooLarge,
    /// They differ where the reference leaves open what happens.
    Open,
}

/// A text with these options; more states than so many are not looked at.
pub fn hold(text: &str, options: &[(&str, &str)], most: usize) -> Result<Held, String> {
    let machine = naive::machine(text, options);
    let watches: Vec<String> = (0..machine.world().roster.all())
        .map(|it| format!("watch {}\n", has_ended(&machine, it)))
        .collect();
    let watched = format!("{}\n{}", text.trim_end(), watches.concat());
    let compiled = listing::compile(&watched, options).map_err(|found| found[0].to_string())?;
    let theirs = product::graph(&compiled, most);
    if theirs.is_cut {
        return Ok(Held::TooLarge);
    }
    let found = naive::explore(&machine, most * 8);
    if found.is_cut {
        return Ok(Held::TooLarge);
    }
    let mine = graph(&machine, &found);
    let states = theirs.seen.len();
    // which step of a line tells that it cannot be computed is left open
    let is_open = found.is_open || [&mine, &theirs].iter().all(|graph| graph.has_an_error());
    match compare(&mine, &theirs).and_then(|()| judge(&found, compiled)) {
        Err(_) if is_open => Ok(Held::Open),
        held => held.map(|()| Held::Same { states }),
    }
}

/// Whether a process has ended, as a property asks it.
fn has_ended(machine: &Machine, process: usize) -> String {
    let world = machine.world();
    let (first, _) = world.roster.0[world.roster.role_of(process)];
    match world.role_of(process).number {
        Some(_) if world.roles.len() == 1 => format!("{process} in end"),
        Some(_) => format!(
            "some it in {}: it = {} and it in end",
            world.role_of(process).noun,
            process - first
        ),
        None => format!("{} in end", world.role_of(process).noun),
    }
}

fn judge(found: &Explored, compiled: program::Compiled) -> Result<(), String> {
    let report = product::report(Arc::new(compiled), usize::MAX);
    for mine in &found.verdicts {
        let theirs = report.verdicts.iter().find(|verdict| verdict.property == mine.name);
        let theirs = theirs.and_then(|theirs| product::after(&report, &theirs.outcome));
        if theirs != mine.after {
            return Err(format!(
                "{}: {:?}, and the product says {theirs:?}",
                mine.name, mine.after
            ));
        }
    }
    Ok(())
}

/// The naive graph in the words of the product.
fn graph(machine: &Machine, found: &Explored) -> Graph {
    let node = |at: usize| {
        let it = &found.nodes[at];
        format!(
            "{} end {} stuck {} wrong {} beyond {}",
            seen(machine, &found.states[at]),
            it.is_final,
            it.is_deadlock,
            it.is_wrong,
            it.is_beyond && !it.is_wrong
        )
    };
    Graph {
        seen: (0..found.states.len()).map(node).collect(),
        edges: found.nodes.iter().map(|node| node.edges.clone()).collect(),
        initial: (0..found.initial).collect(),
        is_cut: false,
    }
}

fn seen(machine: &Machine, state: &State) -> String {
    machine.world().shown(state)
}

/// Classes of states that cannot be told apart, refined until nothing changes.
fn compare(mine: &Graph, theirs: &Graph) -> Result<(), String> {
    let n = mine.seen.len();
    let seen: Vec<&str> = mine.seen.iter().chain(&theirs.seen).map(|text| &text[..]).collect();
    let shifted = theirs.edges.iter().map(|all| all.iter().map(|it| (it.0, it.1 + n)).collect());
    let edges: Vec<Vec<(Label, usize)>> = mine.edges.iter().cloned().chain(shifted).collect();
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut class: Vec<usize> = seen
        .iter()
        .map(|text| {
            let next = names.len();
            *names.entry(text).or_insert(next)
        })
        .collect();
    let mut count = names.len();
    loop {
        let mut names: HashMap<(usize, BTreeSet<(Label, usize)>), usize> = HashMap::new();
        let next: Vec<usize> = (0..seen.len())
            .map(|at| {
                let to = edges[at].iter().map(|it| (it.0, class[it.1])).collect();
                let next = names.len();
                *names.entry((class[at], to)).or_insert(next)
            })
            .collect();
        class = next;
        if names.len() == count {
            break;
        }
        count = names.len();
    }
    let of = |all: &[usize], shift: usize| -> BTreeSet<usize> {
        all.iter().map(|it| class[it + shift]).collect()
    };
    if of(&mine.initial, 0) == of(&theirs.initial, n) {
        return Ok(());
    }
    Err(difference(mine, theirs))
}

/// A shortest run after which one can show what the other cannot; in words.
fn difference(mine: &Graph, theirs: &Graph) -> String {
    type Front = BTreeSet<usize>;
    let show = |graph: &Graph, all: &Front| -> BTreeSet<String> {
        all.iter().map(|&it| graph.seen[it].clone()).collect()
    };
    let mut known: BTreeSet<(Front, Front)> = BTreeSet::new();
    let first = (mine.initial.iter().copied().collect(), theirs.initial.iter().copied().collect());
    let mut open: Vec<(Front, Front, Vec<String>)> = vec![(first.0, first.1, Vec::new())];
    while !open.is_empty() {
        let mut next = Vec::new();
        for (ours, others, path) in open {
            let (one, other) = (show(mine, &ours), show(theirs, &others));
            if one != other {
                let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
                    one.difference(other).cloned().collect::<Vec<_>>().join("\n  ")
                };
                return format!(
                    "after\n  {}\nthe naive one alone:\n  {}\nthe product alone:\n  {}",
                    path.join("\n  "),
                    only(&one, &other),
                    only(&other, &one)
                );
            }
            if !known.insert((ours.clone(), others.clone())) {
                continue;
            }
            // by who moves, and what is seen then
            let mut ways: BTreeMap<(Label, String), (Front, Front)> = BTreeMap::new();
            for (graph, front, is_mine) in [(mine, &ours, true), (theirs, &others, false)] {
                for &from in front {
                    for &(label, to) in &graph.edges[from] {
                        let way = ways.entry((label, graph.seen[to].clone())).or_default();
                        if is_mine { &mut way.0 } else { &mut way.1 }.insert(to);
                    }
                }
            }
            for ((label, seen), (ours, others)) in ways {
                let mut path = path.clone();
                path.push(format!("{label:?}: {seen}"));
                if ours.is_empty() || others.is_empty() {
                    let who =
                        if ours.is_empty() { "the product alone" } else { "the naive one alone" };
                    return format!("{who}:\n  {}", path.join("\n  "));
                }
                next.push((ours, others, path));
            }
        }
        open = next;
    }
    "they differ in what can still happen".into()
}
