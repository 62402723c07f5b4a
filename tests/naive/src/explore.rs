//! All states, nearest first, and what holds in them.

use crate::claims::{Wanted, claim, for_ever, has_prime};
use crate::eval::{Eval, Stop};
use crate::machine::{ENDLESS, Machine};
use crate::moves::{Label, Moves};
use crate::state::State;
use crate::world::World;
use listing::tree::{Claim, PropertyKind};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What was found of a claim: after how many steps it breaks, or is met; or neither.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub name: String,
    pub after: Option<usize>,
}

#[derive(Default)]
pub struct Node {
    pub depth: usize,
    pub edges: Vec<(Label, usize)>,
    pub is_final: bool,
    pub is_deadlock: bool,
    pub is_wrong: bool,
    pub is_beyond: bool,
}

#[derive(Default)]
pub struct Explored {
    pub states: Vec<State>,
    pub nodes: Vec<Node>,
    /// The first so many are initial.
    pub initial: usize,
    pub verdicts: Vec<Verdict>,
    /// There were more states than allowed.
    pub is_cut: bool,
    /// A rule changes what is its process's own while a line of it has read, but not computed, or a step has
    /// no end: the reference leaves open what comes of that.
    pub is_open: bool,
}

/// All states of a text with these options, if there are not more than `most`.
pub fn explore(machine: &Machine, most: usize) -> Explored {
    let mut found = Explored::default();
    let mut known: HashMap<State, usize> = HashMap::new();
    let initial = machine.initial().unwrap_or_else(|why| panic!("no beginning: {why}"));
    for state in initial {
        found.add(&mut known, state, 0);
    }
    found.initial = found.states.len();
    let mut at = 0;
    while at < found.states.len() {
        if found.states.len() > most {
            found.is_cut = true;
            return found;
        }
        let state = found.states[at].clone();
        let limits = machine.world.limits.iter();
        let is_within: Result<Vec<bool>, Stop> =
            limits.map(|limit| Eval::property(&machine.world, &state, None).truth(limit)).collect();
        let moves = match is_within {
            Ok(all) if all.iter().all(|it| *it) => machine.moves(&state),
            Ok(_) => Moves { beyond: true, ..Moves::default() },
            Err(_) => Moves { wrong: Some("a limit".into()), ..Moves::default() },
        };
        found.is_open |= moves.wrong.as_deref() == Some(ENDLESS);
        let depth = found.nodes[at].depth + 1;
        for (label, next) in moves.all {
            found.is_open |= is_changed_amid_a_line(&state, &next);
            let to = found.add(&mut known, next, depth);
            found.nodes[at].edges.push((label, to));
        }
        let node = &mut found.nodes[at];
        node.is_final = moves.is_final;
        node.is_deadlock = moves.is_deadlock;
        node.is_wrong = moves.wrong.is_some();
        node.is_beyond = moves.beyond;
        at += 1;
    }
    found.judge(machine);
    found
}

fn is_changed_amid_a_line(before: &State, after: &State) -> bool {
    before.processes.iter().zip(&after.processes).any(|(before, after)| {
        !before.log.is_empty() && before.log == after.log && before.own != after.own
    })
}

impl Explored {
    fn add(&mut self, known: &mut HashMap<State, usize>, state: State, depth: usize) -> usize {
        match known.entry(state) {
            Entry::Occupied(it) => *it.get(),
            Entry::Vacant(it) => {
                let at = self.states.len();
                self.states.push(it.key().clone());
                self.nodes.push(Node { depth, ..Node::default() });
                it.insert(at);
                at
            }
        }
    }

    /// The least depth of a state like that.
    fn nearest(&self, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        (0..self.states.len()).filter(|&it| is_it(it)).map(|it| self.nodes[it].depth).min()
    }

    fn judge(&mut self, machine: &Machine) {
        let mut verdicts = Vec::new();
        let mut note = |name: &str, after: Option<usize>| {
            verdicts.push(Verdict { name: name.into(), after });
        };
        note("no deadlock", self.nearest(|it| self.nodes[it].is_deadlock));
        note("values stay in their domains", self.nearest(|it| self.nodes[it].is_wrong));
        for property in &machine.world.properties {
            // a `never` is called as it is claimed
            let name = &match property.kind {
                PropertyKind::Never(_) => format!("never {}", property.title.text),
                _ => property.title.text.clone(),
            };
            if let PropertyKind::AtEnd(expr) = &property.kind {
                let fails = |it: usize| {
                    self.nodes[it].is_final
                        && Eval::property(&machine.world, &self.states[it], None).truth(expr)
                            != Ok(true)
                };
                note(name, self.nearest(fails));
                continue;
            }
            let Some((claim, wanted)) = claim(&property.kind) else { continue };
            match claim {
                Claim::Before(..) | Claim::NotBefore(..) => {}
                Claim::Holds(expr) if has_prime(expr) => {
                    note(name, self.nearest_step(machine, claim, wanted));
                }
                Claim::Holds(expr) if let Some((from, to)) = for_ever(expr) => {
                    note(name, self.nearest_breach(machine, from, to));
                }
                _ => {
                    let is_it =
                        |it: usize| decides(wanted, machine.is_true(claim, &self.states[it], None));
                    note(name, self.nearest(is_it));
                }
            }
        }
        self.verdicts = verdicts;
    }

    fn nearest_step(&self, machine: &Machine, claim: &Claim, wanted: Wanted) -> Option<usize> {
        let mut nearest: Option<usize> = None;
        for (state, node) in self.states.iter().zip(&self.nodes) {
            for &(label, to) in &node.edges {
                if matches!(label, Label::Lose(..) | Label::Duplicate(..)) {
                    continue;
                }
                if decides(wanted, machine.is_true(claim, state, Some(&self.states[to]))) {
                    nearest =
                        Some(nearest.map_or(node.depth + 1, |nearest| nearest.min(node.depth + 1)));
                }
            }
        }
        nearest
    }

    /// Q is false in a state behind, or in, the first one in which P is true.
    fn nearest_breach(
        &self,
        machine: &Machine,
        from: &listing::tree::Expr,
        to: &listing::tree::Expr,
    ) -> Option<usize> {
        let is =
            |it: usize, expr| Eval::property(&machine.world, &self.states[it], None).truth(expr);
        let begins = |it: usize| is(it, from) == Ok(true);
        let mut seen = vec![[false; 2]; self.states.len()];
        let mut open: Vec<(usize, bool)> = (0..self.initial).map(|it| (it, begins(it))).collect();
        for depth in 0.. {
            let mut next = Vec::new();
            if open.is_empty() {
                return None;
            }
            for (at, has_begun) in open {
                if std::mem::replace(&mut seen[at][usize::from(has_begun)], true) {
                    continue;
                }
                // what cannot be computed fails
                if has_begun && is(at, to) != Ok(true) || !has_begun && is(at, from).is_err() {
                    return Some(depth);
                }
                next.extend(
                    self.nodes[at].edges.iter().map(|edge| (edge.1, has_begun || begins(edge.1))),
                );
            }
            open = next;
        }
        None
    }
}

fn decides(wanted: Wanted, is_true: Result<bool, Stop>) -> bool {
    match wanted {
        Wanted::Everywhere => is_true != Ok(true),
        Wanted::Nowhere => is_true != Ok(false),
        Wanted::Somewhere => is_true == Ok(true),
    }
}

/// Of a text.
pub fn machine(text: &str, options: &[(&str, &str)]) -> Machine {
    Machine::new(World::new(text, options))
}
