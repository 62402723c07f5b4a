//! Which stage fits a program, and how its shared variables lie: from what its processes may touch
//! and whom they may write to, never from values.

use crate::ir::{
    At, BlockId, Cause, End, Expr, Index, Instruction, Place, PointId, Program, Rule, ShownAs,
    SlotId, Variable,
};
use model::{Shape, Stage};
use std::collections::BTreeSet;

/// What the code of one process may do.
#[derive(Default)]
struct Footprint {
    /// Processes that it may send to.
    sends_to: BTreeSet<usize>,
    /// It writes several shared cells in one step.
    writes_several: bool,
    /// The slots that it may read or write.
    touches: BTreeSet<SlotId>,
    /// The slots that it may write, where which one is known.
    writes: BTreeSet<SlotId>,
    /// All slots that it may write.
    may_write: BTreeSet<SlotId>,
}

/// The stage for a program, its options put in.
pub fn stage(program: &Program) -> Stage {
    if program.store.is_some() {
        return Stage::Replicas;
    }
    let prints = footprints(program);
    let has_messages = prints.iter().any(|it| !it.sends_to.is_empty());
    if has_messages {
        return match () {
            () if is_ring(&prints) => Stage::Ring,
            () if is_served(program, &prints) => Stage::ClientServer,
            () => Stage::Clique,
        };
    }
    if prints.iter().any(|it| it.writes_several) && !has_room(program) {
        return Stage::Array;
    }
    if has_room(program) { Stage::Zones } else { Stage::Cells }
}

/// Whether processes pass through sections in which they may wait for each other.
fn has_room(program: &Program) -> bool {
    let has = |names: &[&str]| program.zones.iter().any(|it| names.contains(&it.name()));
    has(&["waiting", "critical"]) || has(&["remainder"]) && may_wait(program)
}

/// Whether some step is not possible at all times, for what is shared.
fn may_wait(program: &Program) -> bool {
    let is_blocked = |it: &BlockId| matches!(program.blocks[*it].end, End::Blocked | End::Retry(_));
    let is_shared = |slot: &SlotId| is_shared(program, *slot);
    let starts = (0..program.processes.len()).flat_map(|it| starts(program, it));
    starts.into_iter().any(|start| {
        reached(program, &[start]).iter().any(is_blocked)
            && touched(program, start).iter().any(is_shared)
    })
}

fn is_shared(program: &Program, slot: SlotId) -> bool {
    program.shared.iter().any(|it| {
        let slots = it.words.width() * it.count.unwrap_or(1);
        (it.slot..it.slot + slots).contains(&slot)
    })
}

/// Whether a process that cannot go on from a point looks again and again at what is shared: nobody looks
/// who waits for a message, or for what only its own rules change.
pub fn looks(program: &Program, process: usize, point: PointId) -> bool {
    let mut steps = program.processes[process].rules_on(Cause::Own, point);
    steps.any(|step| asked(program, step.code).into_iter().any(|slot| is_shared(program, slot)))
}

/// Of three or more, each sends to one other only, and that closes.
fn is_ring(prints: &[Footprint]) -> bool {
    if prints.len() < 3 || prints.iter().any(|it| it.sends_to.len() != 1) {
        return false;
    }
    let next = |process: usize| prints[process].sends_to.first().copied().unwrap_or(process);
    let mut at = 0;
    for _ in 1..prints.len() {
        at = next(at);
        if at == 0 {
            return false;
        }
    }
    next(at) == 0
}

/// One process is alone in its role, and the others exchange messages with nobody else.
fn is_served(program: &Program, prints: &[Footprint]) -> bool {
    let roles = || program.processes.iter().map(|it| it.role);
    let mut alone = (0..prints.len()).filter(|&it| {
        let server = &program.processes[it];
        server.number.is_none() && roles().filter(|role| *role == server.role).count() == 1
    });
    let (Some(server), None) = (alone.next(), alone.next()) else { return false };
    let mut others = prints.iter().enumerate().filter(|(it, _)| *it != server);
    prints.len() > 1 && others.all(|(_, it)| it.sends_to.iter().all(|&to| to == server))
}

/// How each shared variable lies.
pub fn shapes(program: &Program) -> Vec<Shape> {
    let count = program.processes.len();
    // messages lie nowhere
    let has_channels = program.channels.is_some();
    let prints = if has_channels { Vec::new() } else { footprints(program) };
    let roles = program.processes.windows(2);
    let is_one_role = roles.into_iter().all(|it| it[0].role == it[1].role);
    let shape = |it: &Variable| {
        match it.shown_as {
            ShownAs::Bytes => return Shape::Word,
            ShownAs::Part => return Shape::Part,
            ShownAs::Child(_) => return Shape::Tree,
            ShownAs::Column => return Shape::Column,
            ShownAs::Cells => return Shape::Pool,
            ShownAs::Field(_) => return Shape::Field,
            ShownAs::Points { array, .. } if is_pool(program, array) => return Shape::Root,
            _ => {}
        }
        let width = it.words.width();
        let touches = |process: usize, nth: usize| {
            let first = it.slot + nth * width;
            prints[process].touches.range(first..first + width).next().is_some()
        };
        let is_for_each = is_one_role && !has_channels && it.count == Some(count) && it.first == 0;
        let before = |it: usize| (it + count - 1) % count;
        let everywhere = |is: &dyn Fn(usize, usize) -> bool| {
            (0..count)
                .all(|process| (0..count).all(|nth| touches(process, nth) == is(process, nth)))
        };
        let after = |it: usize| (it + 1) % count;
        if is_for_each && it.owned && count > 2 {
            let reads_one = everywhere(&|who, nth| nth == who || nth == before(who))
                || everywhere(&|who, nth| nth == who || nth == after(who));
            if reads_one && program.zones.iter().all(|it| it.name() != "critical") {
                return Shape::Held;
            }
        }
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let writes = |who: usize, nth: usize| prints[who].writes.contains(&(it.slot + nth * width));
        let is_of_pair = |(nth, (a, b)): (usize, (usize, usize))| {
            (0..count).all(|who| writes(who, nth) == (who == a || who == b))
        };
        let are_pairs = it.count == Some(count * count.saturating_sub(1) / 2) && count > 1;
        if is_one_role
            && !has_channels
            && !it.owned
            && are_pairs
            && pairs.enumerate().all(is_of_pair)
        {
            return Shape::Pairs;
        }
        let is_shared_by_two = |who: usize, nth: usize| who == nth || who == before(nth);
        if is_for_each && !it.owned && count > 1 && everywhere(&is_shared_by_two) {
            return Shape::Between;
        }
        if is_one_role && !has_channels && !it.owned && is_ring_of(&prints, it, count) {
            return Shape::Between;
        }
        let is_lock = matches!(it.shown_as, ShownAs::Lock | ShownAs::Latch { .. });
        if is_lock { Shape::Locks } else { Shape::Row }
    };
    let mut shapes: Vec<Shape> = program.shared.iter().map(shape).collect();
    // the locks of what lies between two neighbours lie there, too
    for nth in 1..shapes.len() {
        let [before, lock] = [&program.shared[nth - 1], &program.shared[nth]];
        if shapes[nth] == Shape::Locks
            && shapes[nth - 1] == Shape::Between
            && lock.count == before.count
        {
            shapes[nth] = Shape::Between;
        }
    }
    shapes
}

fn is_pool(program: &Program, name: &str) -> bool {
    program.shared.iter().any(|it| it.name == name && it.shown_as == ShownAs::Cells)
}

/// Whether the first processes stand in a ring, each with an element between it and the next one, and all
/// others only read them.
fn is_ring_of(prints: &[Footprint], it: &Variable, count: usize) -> bool {
    let width = it.words.width();
    let Some(ring) = it.count.filter(|it| (2..=count).contains(it)) else { return false };
    let slots = |nth: usize| it.slot + nth * width..it.slot + (nth + 1) * width;
    let touches = |who: usize, nth| prints[who].touches.range(slots(nth)).next().is_some();
    let in_ring = |who: usize| {
        (0..ring).all(|nth| touches(who, nth) == (nth == who || nth == (who + 1) % ring))
    };
    let all = it.slot..it.slot + ring * width;
    let reads_only = |who: usize| prints[who].may_write.range(all.clone()).next().is_none();
    it.first == 0
        && (0..ring).all(in_ring)
        && (ring..count).all(reads_only)
        && (0..ring).any(|who| prints[who].may_write.range(all.clone()).next().is_some())
}

fn footprints(program: &Program) -> Vec<Footprint> {
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
fn starts(program: &Program, process: usize) -> Vec<BlockId> {
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
fn next_points(program: &Program, process: usize, block: BlockId) -> Vec<PointId> {
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

fn loads(program: &Program, it: &Expr, touched: &mut BTreeSet<SlotId>) {
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
