//! What code may do: whom it writes to, and which slots it reads and writes, whatever their values are.

use crate::ir::{
    At, BlockId, Cause, End, Expr, Index, Instruction, Place, PointId, Program, Rule, SlotId,
};
use std::collections::BTreeSet;

/// What the code of one process may do.
#[derive(Default)]
pub struct Footprint {
    /// Processes that it may send to.
    pub sends_to: BTreeSet<usize>,
    /// It writes several shared cells in one step.
    pub writes_several: bool,
    /// The slots that it may read or write.
    pub touches: BTreeSet<SlotId>,
    /// The slots that it may write, where which one is known.
    pub writes: BTreeSet<SlotId>,
    /// All slots that it may write.
    pub may_write: BTreeSet<SlotId>,
}

/// Of each process.
pub fn footprints(program: &Program) -> Vec<Footprint> {
    let senders = senders(program);
    (0..program.processes.len()).map(|it| footprint(program, it, &senders)).collect()
}

fn footprint(program: &Program, process: usize, senders: &[BTreeSet<usize>]) -> Footprint {
    let me = &program.processes[process];
    let mut print = Footprint::default();
    for (cause, start) in me.codes() {
        let on =
            if let Cause::Message(kind) = cause { senders.get(usize::from(kind)) } else { None };
        step(program, start, on, &mut print);
    }
    print
}

/// Who may send each kind of message.
pub fn senders(program: &Program) -> Vec<BTreeSet<usize>> {
    let kinds = program.channels.as_ref().map_or(0, |it| it.kinds.len());
    let mut senders = vec![BTreeSet::new(); kinds];
    for process in 0..program.processes.len() {
        for block in reached(program, &starts(program, process)) {
            for instruction in &program.blocks[block].instructions {
                if let Instruction::Send { kind, .. } = instruction {
                    senders[usize::from(*kind)].insert(process);
                }
            }
        }
    }
    senders
}

/// Where the steps of a process begin.
pub fn starts(program: &Program, process: usize) -> Vec<BlockId> {
    program.processes[process].codes().map(|it| it.1).collect()
}

/// The blocks of the steps that begin there.
pub fn reached(program: &Program, starts: &[BlockId]) -> BTreeSet<BlockId> {
    let (mut open, mut seen) = (starts.to_vec(), BTreeSet::new());
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            match program.blocks[id].end {
                End::Jump(next) => open.push(next),
                End::Branch(_, then, otherwise) => open.extend([then, otherwise]),
                _ => {}
            }
        }
    }
    seen
}

/// The slots that a step from a block may read or write.
pub fn touched(program: &Program, start: BlockId) -> BTreeSet<SlotId> {
    let mut print = Footprint::default();
    step(program, start, None, &mut print);
    print.touches
}

/// The slots that a step reads before it does anything.
pub fn asked(program: &Program, start: BlockId) -> BTreeSet<SlotId> {
    let (mut open, mut seen, mut slots) = (vec![start], BTreeSet::new(), BTreeSet::new());
    while let Some(id) = open.pop() {
        let block = &program.blocks[id];
        let does =
            |it: &Instruction| matches!(it, Instruction::Store(..) | Instruction::Send { .. });
        if !seen.insert(id) || block.instructions.iter().any(does) {
            continue;
        }
        block.instructions.iter().for_each(|it| touch(program, it, &mut slots));
        match &block.end {
            End::Jump(next) => open.push(*next),
            End::Branch(condition, then, otherwise) => {
                loads(program, condition, &mut slots);
                open.extend([*then, *otherwise]);
            }
            _ => {}
        }
    }
    slots
}

/// The slots of which a step from a block may read the value.
pub fn read(program: &Program, start: BlockId) -> BTreeSet<SlotId> {
    let mut slots = BTreeSet::new();
    for id in reached(program, &[start]) {
        program.blocks[id].each_expr(&mut |it| {
            if let Expr::Load(place) = it {
                place_of(program, place, &mut slots);
            }
        });
    }
    slots
}

/// The slots that steps from these blocks may write.
pub fn written_from(program: &Program, starts: &[BlockId]) -> BTreeSet<SlotId> {
    let mut print = Footprint::default();
    for start in starts {
        step(program, *start, None, &mut print);
    }
    print.may_write
}

/// The slots that a process may write as it takes a message, or after a time-out.
pub fn written_by_rules(program: &Program, process: usize) -> BTreeSet<SlotId> {
    let me = &program.processes[process];
    let mut print = Footprint::default();
    let is_answer = |it: &&Rule| {
        matches!(it.cause, Cause::Message(_) | Cause::Timeout) && matches!(it.at, At::Up | At::Work)
    };
    for rule in me.rules.iter().filter(is_answer) {
        step(program, rule.code, None, &mut print);
    }
    print.may_write
}

/// What a process may still do.
pub struct Ahead {
    pub writes: BTreeSet<SlotId>,
    /// Kinds of messages.
    pub sends: BTreeSet<u8>,
}

/// What a process may do from a point on, whatever others do.
pub fn ahead(program: &Program, process: usize, from: PointId) -> Ahead {
    let me = &program.processes[process];
    let (mut open, mut seen, mut starts) = (vec![from], BTreeSet::new(), Vec::new());
    while let Some(at) = open.pop() {
        if !seen.insert(at) {
            continue;
        }
        let rules =
            me.rules.iter().filter(|rule| rule.cause != Cause::Crash && me.is_at(rule.at, at));
        let codes: Vec<BlockId> =
            rules.map(|rule| rule.code).chain(me.own(at).map(|rule| rule.code)).collect();
        for block in reached(program, &codes) {
            open.extend(next_points(program, process, block));
        }
        starts.extend(codes);
    }
    let (mut found, mut sends) = (Footprint::default(), BTreeSet::new());
    for block in reached(program, &starts) {
        step(program, block, None, &mut found);
        sends.extend(program.blocks[block].instructions.iter().filter_map(|it| match it {
            Instruction::Send { kind, .. } => Some(*kind),
            _ => None,
        }));
    }
    Ahead { writes: found.may_write, sends }
}

/// Where a process may stand behind a block.
pub fn next_points(program: &Program, process: usize, block: BlockId) -> Vec<PointId> {
    let (me, block) = (&program.processes[process], &program.blocks[block]);
    let stored = block.instructions.iter().flat_map(|it| match it {
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
fn step(program: &Program, start: BlockId, on: Option<&BTreeSet<usize>>, print: &mut Footprint) {
    let mut written = BTreeSet::new();
    for id in reached(program, &[start]) {
        let block = &program.blocks[id];
        for instruction in &block.instructions {
            touch(program, instruction, &mut print.touches);
            match instruction {
                Instruction::Send { to, .. } => match to {
                    Expr::Const(to) => {
                        print.sends_to.insert(*to as usize);
                    }
                    // it answers one of those who send such a message
                    _ => match on {
                        Some(senders) => print.sends_to.extend(senders),
                        None => print.sends_to.extend(0..program.processes.len()),
                    },
                },
                Instruction::Store(place @ Place { index: Some(_), .. }, _) => {
                    place_of(program, place, &mut print.may_write);
                }
                Instruction::Store(Place { slot, index: None }, _) => {
                    print.may_write.insert(*slot);
                    print.writes.insert(*slot);
                    let of = program.shared.iter().position(|it| {
                        let width = it.words.width() * it.count.unwrap_or(1);
                        (it.slot..it.slot + width).contains(slot)
                    });
                    if let Some(variable) = of {
                        written.insert((variable, *slot));
                    }
                }
                _ => {}
            }
        }
        if let End::Branch(condition, ..) = &block.end {
            loads(program, condition, &mut print.touches);
        }
    }
    // of one array: several elements are one row of cells with a bracket over them
    let arrays: BTreeSet<usize> = written.iter().map(|it| it.0).collect();
    let several = arrays.iter().any(|array| written.iter().filter(|it| it.0 == *array).count() > 1);
    print.writes_several |= several;
}

/// Notes the slots that an instruction may read or write.
fn touch(program: &Program, instruction: &Instruction, touched: &mut BTreeSet<SlotId>) {
    match instruction {
        Instruction::Set(_, value) => loads(program, value, touched),
        Instruction::Observe(event) => {
            touched.extend(program.monitor.iter().map(|monitor| monitor.slot));
            loads(program, event, touched);
        }
        Instruction::Store(place, value) => {
            place_of(program, place, touched);
            loads(program, value, touched);
        }
        Instruction::Send { from, to, fields, .. } => {
            from.iter().chain([to]).chain(fields).for_each(|it| loads(program, it, touched));
        }
        // events say again what other instructions do
        Instruction::Event(_)
        | Instruction::Choose(..)
        | Instruction::Take
        | Instruction::Again => {}
    }
}

pub fn loads(program: &Program, it: &Expr, touched: &mut BTreeSet<SlotId>) {
    match it {
        Expr::Const(_) | Expr::Temp(_) => {}
        Expr::Load(place) | Expr::Before(place) => place_of(program, place, touched),
        Expr::Unary(_, it) | Expr::Below(it, _) => loads(program, it, touched),
        Expr::Binary(_, a, b) => [a, b].into_iter().for_each(|it| loads(program, it, touched)),
        Expr::Select(a, b, c) => [a, b, c].into_iter().for_each(|it| loads(program, it, touched)),
        Expr::InTransit(_, from, to) => {
            [from, to].into_iter().flatten().for_each(|it| loads(program, it, touched));
        }
    }
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
