//! Which stage fits a program, and how its shared variables lie: from what its processes may touch
//! and whom they may write to, never from values.

use crate::effects::{Effects, effects, guard_reads, of_processes, starts};
use crate::flow::reached;
use crate::ir::{BlockId, End, PointId, Program, ShownAs, SlotId, Trigger, Variable};
use model::{Shape, Stage};

/// The stage for a program, its options put in.
pub fn stage(program: &Program) -> Stage {
    if program.store.is_some() {
        return Stage::Replicas;
    }
    let all = of_processes(program);
    let has_messages = all.iter().any(|effects| !effects.sends_to.is_empty());
    if has_messages {
        return match () {
            () if is_ring(&all) => Stage::Ring,
            () if is_served(program, &all) => Stage::ClientServer,
            () => Stage::Clique,
        };
    }
    if all.iter().any(|effects| effects.writes_several) && !has_room(program) {
        return Stage::Array;
    }
    if has_room(program) { Stage::Zones } else { Stage::Cells }
}

/// Whether processes pass through sections in which they may wait for each other.
fn has_room(program: &Program) -> bool {
    let has = |names: &[&str]| program.zones.iter().any(|zone| names.contains(&zone.name()));
    has(&["waiting", "critical"]) || has(&["remainder"]) && may_wait(program)
}

/// Whether some step is not possible at all times, for what is shared.
fn may_wait(program: &Program) -> bool {
    let is_blocked =
        |block: &BlockId| matches!(program.blocks[*block].end, End::Blocked | End::Retry(_));
    let is_shared = |slot: &SlotId| is_shared(program, *slot);
    let starts = (0..program.processes.len()).flat_map(|it| starts(program, it));
    starts.into_iter().any(|start| {
        reached(program, &[start]).iter().any(is_blocked)
            && effects(program, &[start]).touches.iter().any(is_shared)
    })
}

fn is_shared(program: &Program, slot: SlotId) -> bool {
    program.shared.iter().any(|variable| {
        let slots = variable.words.width() * variable.count.unwrap_or(1);
        (variable.slot..variable.slot + slots).contains(&slot)
    })
}

/// Whether a process that cannot go on from a point looks again and again at what is shared: nobody looks
/// who waits for a message, or for what only its own rules change.
pub fn looks(program: &Program, process: usize, point: PointId) -> bool {
    let mut steps = program.processes[process].rules_on(Trigger::Own, point);
    steps.any(|step| {
        guard_reads(program, step.code).into_iter().any(|slot| is_shared(program, slot))
    })
}

/// Of three or more, each sends to one other only, and that closes.
fn is_ring(all: &[Effects]) -> bool {
    if all.len() < 3 || all.iter().any(|effects| effects.sends_to.len() != 1) {
        return false;
    }
    let next = |process: usize| all[process].sends_to.first().copied().unwrap_or(process);
    let mut at = 0;
    for _ in 1..all.len() {
        at = next(at);
        if at == 0 {
            return false;
        }
    }
    next(at) == 0
}

/// One process is alone in its role, and the others exchange messages with nobody else.
fn is_served(program: &Program, all: &[Effects]) -> bool {
    let roles = || program.processes.iter().map(|process| process.role);
    let mut alone = (0..all.len()).filter(|&it| {
        let server = &program.processes[it];
        server.number.is_none() && roles().filter(|role| *role == server.role).count() == 1
    });
    let (Some(server), None) = (alone.next(), alone.next()) else { return false };
    let mut others = all.iter().enumerate().filter(|(it, _)| *it != server);
    all.len() > 1 && others.all(|(_, it)| it.sends_to.iter().all(|&to| to == server))
}

/// How each shared variable lies.
pub fn shapes(program: &Program) -> Vec<Shape> {
    let count = program.processes.len();
    // messages lie nowhere
    let has_channels = program.channels.is_some();
    let all = if has_channels { Vec::new() } else { of_processes(program) };
    let roles = program.processes.windows(2);
    let is_one_role = roles.into_iter().all(|role| role[0].role == role[1].role);
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
            all[process].touches.range(first..first + width).next().is_some()
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
            if reads_one && program.zones.iter().all(|zone| zone.name() != "critical") {
                return Shape::Held;
            }
        }
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let writes = |who: usize, nth: usize| all[who].writes.contains(&(it.slot + nth * width));
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
        if is_one_role && !has_channels && !it.owned && is_ring_of(&all, it, count) {
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
    program
        .shared
        .iter()
        .any(|variable| variable.name == name && variable.shown_as == ShownAs::Cells)
}

/// Whether the first processes stand in a ring, each with an element between it and the next one, and all
/// others only read them.
fn is_ring_of(all: &[Effects], it: &Variable, count: usize) -> bool {
    let width = it.words.width();
    let Some(ring) = it.count.filter(|it| (2..=count).contains(it)) else { return false };
    let slots = |nth: usize| it.slot + nth * width..it.slot + (nth + 1) * width;
    let touches = |who: usize, nth| all[who].touches.range(slots(nth)).next().is_some();
    let in_ring = |who: usize| {
        (0..ring).all(|nth| touches(who, nth) == (nth == who || nth == (who + 1) % ring))
    };
    let ring_slots = it.slot..it.slot + ring * width;
    let reads_only = |who: usize| all[who].may_write.range(ring_slots.clone()).next().is_none();
    it.first == 0
        && (0..ring).all(in_ring)
        && (ring..count).all(reads_only)
        && (0..ring).any(|who| all[who].may_write.range(ring_slots.clone()).next().is_some())
}
