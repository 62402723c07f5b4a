//! Random programs: variables, processes, messages, faults and properties.

use crate::random_code::{EVENTS, Random, Scope, TEMPS, Writer};
use model::{ClaimKind, Zone};
use program::ir::{
    AnyValue, Binary, Block, BlockId, Channels, Claim, End, Expr, Flag, Instruction, MessageKind,
    Monitor, NetworkFault, Order, OrderMonitor, Overtaking, Place, Point, Process, ProcessStatus,
    Program, Property, Rule, Section, Slot, SlotId, Stage, Trigger, Where,
};
use program::{SYMBOLS, Words};
use rand_xoshiro::SplitMix64;

const STANDINGS: [(ProcessStatus, Zone); 8] = [
    (ProcessStatus::Rest, Zone::Remainder),
    (ProcessStatus::Waits, Zone::Doorway),
    (ProcessStatus::Waits, Zone::Waiting),
    (ProcessStatus::Rest, Zone::Critical),
    (ProcessStatus::Waits, Zone::Remainder),
    (ProcessStatus::Ended, Zone::Remainder),
    (ProcessStatus::Decided, Zone::Decided),
    (ProcessStatus::Crashed, Zone::Crashed),
];

pub fn program(random: &mut SplitMix64) -> Program {
    let random = &mut Random(random);
    let mut program = Program { title: "Random", temps: TEMPS, ..Program::default() };
    let processes = 2 + random.below(2);
    let points = 2 + random.below(4);
    for _ in 0..processes {
        let point = add_slot(&mut program, 1, Vec::new(), 0, points as i64 - 1);
        program.processes.push(process(random, point, points));
    }
    let mut slots = Vec::new();
    for _ in 0..=random.below(3) {
        let (size, symbols, low, high) = domain(random);
        slots.push(add_slot(&mut program, size, symbols, low, high));
        program.slots[slots[slots.len() - 1]].is_limit = random.chance(20);
    }
    let mut arrays = Vec::new();
    if random.chance(50) {
        let (count, stride) = (2 + random.below(2), 1 + random.below(2));
        let (size, symbols, low, high) = domain(random);
        let first = program.slots.len();
        arrays.push((first, stride, count));
        for _ in 0..stride * count {
            slots.push(add_slot(&mut program, size, symbols.clone(), low, high));
        }
        let is_limit = random.chance(20);
        program.slots[first..].iter_mut().for_each(|slot| slot.is_limit = is_limit);
    }
    let crashes = random.chance(40).then(|| counter(random, &mut program));
    begin(random, &mut program, &slots);
    let monitors = monitors(random, &mut program);
    if random.chance(50) {
        channels(random, &mut program);
        network_faults(random, &mut program);
    }
    let mut writer = Writer::new(random, &mut program);
    (writer.slots, writer.arrays) = (slots, arrays);
    for process in 0..processes {
        code(&mut writer, process, points, crashes);
    }
    for monitor in monitors {
        let monitor = match monitor {
            Monitor::Flag(flag) if flag.latches().is_some() => {
                Monitor::Flag(Flag::latch(flag.slot, writer.query()))
            }
            Monitor::Flag(flag) if flag.is_of_steps() => {
                let unknown = writer.random.chance(50);
                Monitor::Flag(Flag::of_step(flag.slot, writer.query_about_step(), unknown))
            }
            Monitor::Flag(flag) => {
                let from = writer.random.chance(70).then(|| writer.query());
                Monitor::Flag(Flag::pending(flag.slot, from, writer.query()))
            }
            known @ Monitor::Overtaking(_) => known,
        };
        writer.program.monitors.push(monitor);
    }
    if writer.random.chance(20) {
        let limit = writer.query();
        writer.program.limits.push(limit);
    }
    properties(&mut writer);
    program
}

fn add_slot(program: &mut Program, size: usize, symbols: Vec<i64>, low: i64, high: i64) -> SlotId {
    program.slots.push(Slot { at: program.width, size, symbols, low, high, is_limit: false });
    program.width += size;
    program.slots.len() - 1
}

/// Size, symbols, and the lowest and highest number.
fn domain(random: &mut Random<'_>) -> (usize, Vec<i64>, i64, i64) {
    let size = random.one_of(&[1, 1, 1, 2, 4, 8]);
    let symbols = match random.below(5) {
        0 => vec![SYMBOLS],
        1 => vec![SYMBOLS + 1, SYMBOLS + 2, SYMBOLS + 3],
        2 => vec![SYMBOLS + 2, SYMBOLS, SYMBOLS + 5],
        _ => Vec::new(),
    };
    let low = random.one_of(&[0, 0, 0, 1, -3]);
    let is_empty = !symbols.is_empty() && random.chance(30);
    let high = if is_empty { low - 1 } else { low + random.below(4) as i64 };
    (size, symbols, low, high)
}

fn process(random: &mut Random<'_>, point: SlotId, points: usize) -> Process {
    let sections: Vec<_> = (0..3)
        .map(|at| {
            // where all begin, they can go on
            let (is, zone) = if at == 0 { STANDINGS[0] } else { random.one_of(&STANDINGS) };
            Section { zone, is, rests: None }
        })
        .collect();
    let points = (0..points).map(|at| Point {
        section: if at == 0 { 0 } else { random.below(3) },
        code: None,
        row: 0,
        outcomes: 1,
        busy_waits: None,
        pauses: false,
    });
    Process {
        role: "process",
        number: None,
        point,
        points: points.collect(),
        sections,
        rules: Vec::new(),
        awaited: Vec::new(),
        locals: Vec::new(),
        decision: None,
    }
}

/// A counter of what the environment may do a number of times, and how often that is.
fn counter(random: &mut Random<'_>, program: &mut Program) -> (SlotId, i64) {
    let max = 1 + random.below(2) as i64;
    (add_slot(program, 1, Vec::new(), 0, max), max)
}

/// Changes before some code, or alone; at most so many times where there is a counter.
fn before(
    program: &mut Program,
    counter: Option<(SlotId, i64)>,
    changes: Vec<Instruction>,
    code: Option<BlockId>,
) -> BlockId {
    let mut instructions = changes;
    if let Some((slot, _)) = counter {
        let place = Place { slot, index: None };
        let more =
            Expr::Binary(Binary::Add, Expr::Load(place.clone()).into(), Expr::Const(1).into());
        instructions.push(Instruction::Store(place, more));
    }
    let end = code.map_or(End::Done, End::Jump);
    program.blocks.push(Block { instructions, end });
    let then = program.blocks.len() - 1;
    let Some((slot, max)) = counter else { return then };
    program.blocks.push(Block { instructions: Vec::new(), end: End::Blocked });
    let so_far = Expr::Load(Place { slot, index: None });
    let is_left = Expr::Binary(Binary::Less, so_far.into(), Expr::Const(max).into());
    let end = End::Branch(is_left, then, then + 1);
    program.blocks.push(Block { instructions: Vec::new(), end });
    then + 2
}

fn network_faults(random: &mut Random<'_>, program: &mut Program) {
    for doubles in [false, true] {
        if random.chance(40) {
            let counter = counter(random, program);
            let change = if doubles { Instruction::Again } else { Instruction::Take };
            let code = before(program, Some(counter), vec![change], None);
            let rule = Rule { trigger: Trigger::Own, at: Where::Work, code, row: 0, outcomes: 1 };
            program.network_faults.push(NetworkFault { doubles, exempt: Vec::new(), rule });
        }
    }
}

/// Initial values that are open.
fn begin(random: &mut Random<'_>, program: &mut Program, slots: &[SlotId]) {
    if !random.chance(25) {
        return;
    }
    let count = 1 + random.below(2);
    for _ in 0..count {
        let slot = random.one_of(slots);
        let process = random.below(program.processes.len());
        program.any.push(AnyValue { slot, process });
    }
    program.choices_made = Some(add_slot(program, 1, Vec::new(), 0, count as i64));
}

fn monitors(random: &mut Random<'_>, program: &mut Program) -> Vec<Monitor> {
    let mut all = Vec::new();
    let never = program::ir::Query { code: 0, result: 0 };
    if random.chance(25) {
        let slot = add_slot(program, 1, Vec::new(), 0, 1);
        all.push(Monitor::Flag(Flag::latch(slot, never)));
    }
    if random.chance(25) {
        let slot = add_slot(program, 1, Vec::new(), 0, 1);
        all.push(Monitor::Flag(Flag::pending(slot, None, never)));
    }
    if random.chance(25) {
        let slot = add_slot(program, 1, Vec::new(), 0, 1);
        all.push(Monitor::Flag(Flag::of_step(slot, never, false)));
    }
    if random.chance(30) {
        let states = 2 + random.below(5);
        let slot = add_slot(program, 1, Vec::new(), 0, states as i64 - 1);
        let next = (0..states * EVENTS).map(|_| random.below(states) as u16).collect();
        program.order_monitor =
            Some(OrderMonitor { slot, events: EVENTS, next, operations: Vec::new(), like: None });
    }
    if random.chance(40) {
        let processes = program.processes.len();
        let high = (1 << processes) - 1;
        let slot = program.slots.len();
        for _ in 0..processes {
            add_slot(program, 1, Vec::new(), 0, high);
        }
        let mut stage = |_: usize| {
            random.one_of(&[Stage::Outside, Stage::First, Stage::Between, Stage::Second])
        };
        let stages = (0..processes).map(|_| (0..3).map(&mut stage).collect()).collect();
        all.push(Monitor::Overtaking(Overtaking { slot, stages }));
    }
    all
}

fn channels(random: &mut Random<'_>, program: &mut Program) {
    let order = random.one_of(&[Order::Fifo, Order::Unordered, Order::Mailbox, Order::SelfAtOnce]);
    let mut entry = order.head();
    let kinds = (0..=random.below(2)).map(|_| {
        let mut at = order.head();
        let fields = (0..random.below(3)).map(|_| {
            let (size, symbols, low, high) = domain(random);
            let slot = Slot { at, size, symbols, low, high, is_limit: false };
            at += size;
            (vec![slot], Words::Plain(0))
        });
        let fields = fields.collect();
        entry = entry.max(at);
        MessageKind { name: "message", fields, answers: false, past: None, may_stay: false }
    });
    let kinds = kinds.collect();
    let capacity = 1 + random.below(4);
    program.channels = Some(Channels {
        kinds,
        order,
        at: program.width,
        capacity,
        entry,
        columns: Vec::new(),
        mutations: None,
    });
    program.width += 1 + capacity * entry;
}

fn code(
    writer: &mut Writer<'_, '_>,
    process: usize,
    points: usize,
    crashes: Option<(SlotId, i64)>,
) {
    let scope = Scope {
        stops: Some(points),
        outcomes: 1,
        retries: None,
        fields: 0,
        handles_message: false,
    };
    let rule = |writer: &mut Writer<'_, '_>, trigger: Trigger, at: Where, scope: &Scope| {
        let mut code = writer.code(scope);
        if let Trigger::Message(_) = trigger {
            code = before(writer.program, None, vec![Instruction::Take], Some(code));
        }
        if trigger == Trigger::Crash {
            code = before(writer.program, crashes, Vec::new(), Some(code));
        }
        let rule = Rule { trigger, at, code, row: 0, outcomes: scope.outcomes };
        writer.program.processes[process].rules.push(rule);
    };
    let of_message = |writer: &mut Writer<'_, '_>, kind: usize| {
        let outcomes = writer.random.one_of(&[1, 1, 1, 3]);
        let kinds = &writer.program.channels.as_ref().unwrap().kinds;
        let fields = kinds[kind].fields.len();
        Scope { outcomes, fields, handles_message: true, ..scope.clone() }
    };
    let kinds = writer.program.channels.as_ref().map_or(0, |channels| channels.kinds.len());
    for at in 0..points {
        if writer.random.chance(80) {
            let busy_waits = writer.random.chance(25);
            let outcomes = writer.random.one_of(&[1, 1, 1, 2, 4]);
            let scope = Scope { outcomes, retries: busy_waits.then_some(at), ..scope.clone() };
            let code = Some(writer.code(&scope));
            let point = &mut writer.program.processes[process].points[at];
            (point.code, point.outcomes) = (code, outcomes);
            point.busy_waits = busy_waits.then_some(at);
        }
        if kinds > 0 && writer.random.chance(30) {
            let kind = writer.random.below(kinds);
            let scope = of_message(writer, kind);
            rule(writer, Trigger::Message(kind as u8), Where::Point(at), &scope);
        }
    }
    for _ in 0..[0, 0, 1, 2][writer.random.below(4)] {
        let outcomes = writer.random.one_of(&[1, 1, 3]);
        rule(writer, Trigger::Own, Where::Work, &Scope { outcomes, ..scope.clone() });
    }
    let takes_crashed = writer.random.chance(40);
    for kind in 0..kinds {
        let scope = of_message(writer, kind);
        for _ in 0..writer.random.below(3) {
            rule(writer, Trigger::Message(kind as u8), Where::Up, &scope);
        }
        for _ in 0..if takes_crashed { writer.random.below(3) } else { 0 } {
            rule(writer, Trigger::Message(kind as u8), Where::Crashed, &scope);
        }
    }
    for at in [Where::Work, Where::Crashed] {
        let timeouts = if writer.random.chance(20) { 1 + writer.random.below(2) } else { 0 };
        let outcomes = writer.random.one_of(&[1, 2]);
        for _ in 0..timeouts {
            rule(writer, Trigger::Timeout, at, &Scope { outcomes, ..scope.clone() });
        }
    }
    if writer.random.chance(30) {
        let query = writer.query();
        let section = writer.random.below(3);
        writer.program.processes[process].sections[section].rests = Some(query);
    }
    if crashes.is_some() && writer.random.chance(70) {
        let at = writer.random.one_of(&[Where::Work, Where::Undecided]);
        rule(writer, Trigger::Crash, at, &scope);
    }
}

fn properties(writer: &mut Writer<'_, '_>) {
    let claims = [
        (ClaimKind::Always, Claim::State(writer.query())),
        (ClaimKind::Sometimes, Claim::State(writer.query())),
        (ClaimKind::Always, Claim::End(writer.query())),
        (ClaimKind::Most, Claim::Measure(writer.query())),
        (ClaimKind::Least, Claim::Measure(writer.query())),
        (ClaimKind::Eventually, Claim::Waiting(vec![writer.query(), writer.query()])),
    ];
    for (kind, claim) in claims {
        writer.program.properties.push(Property {
            name: "property",
            words: "",
            kind,
            claim,
            line: 0,
            given: "",
            premise_of: None,
            is_tacit: false,
        });
    }
}
