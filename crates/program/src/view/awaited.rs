//! The messages for which a process waits where it stands.

use super::{next_rule, store};
use crate::compiled::Compiled;
use crate::effects::{ahead, senders};
use crate::flow::Known;
use crate::ir::{
    BlockId, End, Instruction, PointId, Process, ProcessStatus, Program, Trigger, Where,
};
use model::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The messages that take a process to another section.
pub struct Sent {
    pub words: String,
    /// Who sends it, if it is one process only.
    pub from: Option<u8>,
}

/// For each process what takes it to another section, wherever it stands.
pub fn awaited(program: &Program) -> Vec<Sent> {
    (0..program.processes.len()).map(|process| sent(program, process, None)).collect()
}

/// What would take a process on from where it stands, if it waits for messages and nothing else.
pub fn helped_by(system: &Compiled, state: &[u8], process: usize) -> Option<Sent> {
    let mut runner = system.runner();
    let me = &runner.program.processes[process];
    let at = runner.machine.point(state, process);
    let waits_for_others =
        me.awaited.iter().any(|awaited| awaited.section == me.points[at].section);
    let is_of_messages = me.status(at) == ProcessStatus::Waits
        && !me.has_line(at)
        && me.received_at(at).next().is_none()
        && !waits_for_others
        && store::status(&runner, state, process).is_none()
        && next_rule(&mut runner, state, process).is_none();
    is_of_messages.then(|| sent(system.program(), process, Some(at)))
}

/// Whether another process can still change what a process has read there, or send it what takes it on.
pub fn can_help(
    system: &Compiled,
    state: &[u8],
    process: usize,
    (whom, cell): (usize, Option<Cell>),
) -> bool {
    let (program, runner) = (system.program(), system.runner());
    let ahead = ahead(program, whom, runner.machine.point(state, whom));
    let Some(cell) = cell else {
        let at = Some(runner.machine.point(state, process));
        return ahead.sends.iter().any(|kind| moves(program, process, usize::from(*kind), at));
    };
    let slots = runner.slots_of(cell);
    slots.is_empty() || slots.iter().any(|slot| ahead.may_write.contains(slot))
}

fn sent(program: &Program, process: usize, point: Option<PointId>) -> Sent {
    let count = program.channels.as_ref().map_or(0, |channels| channels.kinds.len());
    let kinds = (0..count).filter(|&kind| moves(program, process, kind, point));
    let kinds: Vec<u8> = kinds.map(|kind| kind as u8).collect();
    let senders = senders(program);
    let all = kinds.iter().flat_map(|&kind| &senders[usize::from(kind)]);
    let all: BTreeSet<_> = all.filter(|it| **it != process).collect();
    let from = all.first().filter(|_| all.len() == 1).map(|it| **it as u8);
    Sent { words: awaiting(program, &kinds), from }
}

/// Whether a message of a kind can take a process from a point, or from some point, to another one.
fn moves(program: &Program, process: usize, kind: usize, point: Option<PointId>) -> bool {
    let me = &program.processes[process];
    let mut rules = me.all_on(Trigger::Message(kind as u8)).filter(|rule| rule.at == Where::Up);
    rules.any(|rule| leaves(program, me, point, rule.code))
}

/// Whether a step that begins there can change where its process stands. Nothing is known but, at most, where that is.
fn leaves(program: &Program, me: &Process, point: Option<PointId>, start: BlockId) -> bool {
    let (mut open, mut seen) = (vec![start], BTreeSet::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        // what was known before it may be known otherwise on another way to it
        let mut known = Known { slot: me.point, point, temps: BTreeMap::new() };
        let block = &program.blocks[id];
        for instruction in &block.instructions {
            match instruction {
                Instruction::Store(to, _) if to.slot == me.point => return true,
                other => known.pass(other),
            }
        }
        match &block.end {
            End::Branch(condition, then, otherwise) => match known.value(condition) {
                Some(0) => open.push(*otherwise),
                Some(_) => open.push(*then),
                None => open.extend([*then, *otherwise]),
            },
            end => open.extend(end.targets()),
        }
    }
    false
}

/// "awaiting promise or accepted"
pub fn awaiting(program: &Program, kinds: &[u8]) -> String {
    let all = program.channels.iter().flat_map(|channels| &channels.kinds);
    let names: Vec<&str> = all
        .enumerate()
        .filter(|(at, _)| kinds.contains(&(*at as u8)))
        .map(|it| it.1.name)
        .collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("awaiting {}", names.join(" or ")),
    }
}
