//! What steps may do: whom they write to, and which slots they read and write, whatever their values are.

use crate::flow::reached;
use crate::ir::{
    BlockId, End, Expr, Index, Instruction, Place, PointId, Program, Rule, SlotId, Trigger, Where,
};
use std::collections::BTreeSet;

/// What some steps may do.
#[derive(Default)]
pub struct Effects {
    /// The slots of which they may read the value.
    pub reads: BTreeSet<SlotId>,
    /// The slots that they may write, where which one is known.
    pub writes: BTreeSet<SlotId>,
    /// All slots that they may write.
    pub may_write: BTreeSet<SlotId>,
    /// The slots that they may read or write, those of the state before a step among them.
    pub touches: BTreeSet<SlotId>,
    /// The kinds of messages that they may send.
    pub sends: BTreeSet<u8>,
    /// Processes that they may send to.
    pub sends_to: BTreeSet<usize>,
    /// One of them may write several shared cells.
    pub writes_several: bool,
}

/// What the steps from these blocks may do.
pub fn effects(program: &Program, starts: &[BlockId]) -> Effects {
    let mut effects = Effects::default();
    for &start in starts {
        step(program, start, None, &mut effects);
    }
    effects
}

/// What each process may do, crashes aside.
pub fn of_processes(program: &Program) -> Vec<Effects> {
    let senders = senders(program);
    let of_process = |process: usize| {
        let mut effects = Effects::default();
        for (trigger, start) in program.processes[process].codes() {
            let on = match trigger {
                Trigger::Message(kind) => senders.get(usize::from(kind)),
                _ => None,
            };
            step(program, start, on, &mut effects);
        }
        effects
    };
    (0..program.processes.len()).map(of_process).collect()
}

/// Who may send each kind of message.
pub fn senders(program: &Program) -> Vec<BTreeSet<usize>> {
    let kinds = program.channels.as_ref().map_or(0, |channels| channels.kinds.len());
    let mut senders = vec![BTreeSet::new(); kinds];
    for process in 0..program.processes.len() {
        for kind in effects(program, &starts(program, process)).sends {
            senders[usize::from(kind)].insert(process);
        }
    }
    senders
}

/// Where the steps of a process begin.
pub fn starts(program: &Program, process: usize) -> Vec<BlockId> {
    program.processes[process].codes().map(|(_, code)| code).collect()
}

/// The slots that a step reads before it does anything.
pub fn guard_reads(program: &Program, start: BlockId) -> BTreeSet<SlotId> {
    let (mut open, mut seen, mut slots) = (vec![start], BTreeSet::new(), BTreeSet::new());
    while let Some(id) = open.pop() {
        let block = &program.blocks[id];
        let does = |instruction: &Instruction| {
            matches!(instruction, Instruction::Store(..) | Instruction::Send { .. })
        };
        if !seen.insert(id) || block.instructions.iter().any(does) {
            continue;
        }
        block.instructions.iter().for_each(|instruction| touch(program, instruction, &mut slots));
        if let End::Branch(condition, ..) = &block.end {
            loads(program, condition, &mut slots);
        }
        open.extend(block.end.targets());
    }
    slots
}

/// The slots that a process may write as it takes a message, or after a time-out.
pub fn written_by_rules(program: &Program, process: usize) -> BTreeSet<SlotId> {
    let is_answer = |rule: &&Rule| {
        matches!(rule.trigger, Trigger::Message(_) | Trigger::Timeout)
            && matches!(rule.at, Where::Up | Where::Work)
    };
    let rules = program.processes[process].rules.iter().filter(is_answer);
    effects(program, &rules.map(|rule| rule.code).collect::<Vec<_>>()).may_write
}

/// What a process may do from a point on, whatever others do.
pub fn ahead(program: &Program, process: usize, from: PointId) -> Effects {
    let me = &program.processes[process];
    let (mut open, mut seen, mut starts) = (vec![from], BTreeSet::new(), Vec::new());
    while let Some(at) = open.pop() {
        if !seen.insert(at) {
            continue;
        }
        let rules =
            me.rules.iter().filter(|rule| rule.trigger != Trigger::Crash && me.is_at(rule.at, at));
        let codes: Vec<BlockId> =
            rules.map(|rule| rule.code).chain(me.own(at).map(|rule| rule.code)).collect();
        for block in reached(program, &codes) {
            open.extend(next_points(program, process, block));
        }
        starts.extend(codes);
    }
    effects(program, &starts)
}

/// Where a process may stand behind a block.
pub fn next_points(program: &Program, process: usize, block: BlockId) -> Vec<PointId> {
    let (me, block) = (&program.processes[process], &program.blocks[block]);
    let stored = block.instructions.iter().flat_map(|instruction| match instruction {
        Instruction::Store(to, Expr::Const(point)) if to.slot == me.point => vec![*point as usize],
        Instruction::Store(to, _) if to.slot == me.point => (0..me.points.len()).collect(),
        _ => Vec::new(),
    });
    let mut next: Vec<PointId> = stored.collect();
    if let End::Stop(point) | End::Retry(point) = block.end {
        next.push(point);
    }
    next
}

/// Notes what one step may do, which may be that on a message of those senders.
fn step(program: &Program, start: BlockId, on: Option<&BTreeSet<usize>>, effects: &mut Effects) {
    let mut written = BTreeSet::new();
    for id in reached(program, &[start]) {
        let block = &program.blocks[id];
        for instruction in &block.instructions {
            touch(program, instruction, &mut effects.touches);
            match instruction {
                Instruction::Send { kind, to, .. } => {
                    effects.sends.insert(*kind);
                    match (to, on) {
                        (Expr::Const(to), _) => drop(effects.sends_to.insert(*to as usize)),
                        // it answers one of those who send such a message
                        (_, Some(senders)) => effects.sends_to.extend(senders),
                        (_, None) => effects.sends_to.extend(0..program.processes.len()),
                    }
                }
                Instruction::Store(place @ Place { index: Some(_), .. }, _) => {
                    place_of(program, place, &mut effects.may_write);
                }
                Instruction::Store(Place { slot, index: None }, _) => {
                    effects.may_write.insert(*slot);
                    effects.writes.insert(*slot);
                    let of = program.shared.iter().position(|variable| {
                        let width = variable.words.width() * variable.count.unwrap_or(1);
                        (variable.slot..variable.slot + width).contains(slot)
                    });
                    written.extend(of.map(|variable| (variable, *slot)));
                }
                _ => {}
            }
        }
        if let End::Branch(condition, ..) = &block.end {
            loads(program, condition, &mut effects.touches);
        }
        block.each_expr(&mut |expr| {
            if let Expr::Load(place) = expr {
                place_of(program, place, &mut effects.reads);
            }
        });
    }
    // of one array: several elements are one row of cells with a bracket over them
    let arrays: BTreeSet<usize> = written.iter().map(|it| it.0).collect();
    let several = arrays.iter().any(|array| written.iter().filter(|it| it.0 == *array).count() > 1);
    effects.writes_several |= several;
}

/// Notes the slots that an instruction may read or write.
fn touch(program: &Program, instruction: &Instruction, touched: &mut BTreeSet<SlotId>) {
    match instruction {
        Instruction::Set(_, value) => loads(program, value, touched),
        Instruction::Observe(event) => {
            touched.extend(program.order_monitor.iter().map(|monitor| monitor.slot));
            loads(program, event, touched);
        }
        Instruction::Store(place, value) => {
            place_of(program, place, touched);
            loads(program, value, touched);
        }
        Instruction::Send { from, to, fields, .. } => {
            from.iter().chain([to]).chain(fields).for_each(|expr| loads(program, expr, touched));
        }
        // events say again what other instructions do
        Instruction::Event(_)
        | Instruction::Choose(..)
        | Instruction::Take
        | Instruction::Again => {}
    }
}

/// Notes the slots that an expression may read, those of the state before a step among them.
fn loads(program: &Program, expr: &Expr, touched: &mut BTreeSet<SlotId>) {
    expr.each_inner(&mut |part| {
        if let Expr::Load(place) | Expr::Before(place) = part {
            place_of(program, place, touched);
        }
    });
}

/// The values that an index can have, where it is one of a few constants.
fn positions(index: &Expr) -> Option<BTreeSet<i64>> {
    match index {
        Expr::Const(at) if *at >= 0 => Some(BTreeSet::from([*at])),
        Expr::Below(inner, _) => positions(inner),
        Expr::Select(_, then, otherwise) => {
            let mut all = positions(then)?;
            all.extend(positions(otherwise)?);
            Some(all)
        }
        _ => None,
    }
}

fn place_of(program: &Program, it: &Place, touched: &mut BTreeSet<SlotId>) {
    match &it.index {
        None => {
            touched.insert(it.slot);
        }
        Some(index) => {
            let Index { value, stride, count } = &**index;
            loads(program, value, touched);
            if let Some(known) = positions(value) {
                touched.extend(known.into_iter().map(|at| it.slot + at as usize * stride));
                return;
            }
            // where the bound is checked elsewhere, the count says nothing
            let slots = (it.slot..program.slots.len()).step_by((*stride).max(1));
            touched.extend(slots.take(*count));
        }
    }
}
