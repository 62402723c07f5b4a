//! Whether some ops have an order: two searches in turns, since each is quick where the other one is slow.

use crate::events::Events;
use crate::lookup::Lookup;
use crate::object::{Object, ToCome};
use crate::operation::History;
use crate::orders::Orders;
use serde_json::Value;
use std::collections::HashMap;

/// How many steps each search takes before the other one has its turn: at first, and at most.
const TURN: u64 = 64;
const TURN_MAX: u64 = 1 << 11;

/// An object foresees by so many of the ops that have to come, and by all that are called before the last of them ends.
const OUTLOOK_MAX: usize = 200;

/// An operation as a search knows it.
#[derive(Clone, Debug)]
pub struct Op {
    /// Which operation of the history it is.
    pub operation: usize,
    pub called: usize,
    /// Behind this line it takes no effect; `usize::MAX` if that may be at any time.
    pub end: usize,
    /// Whether it has to take effect.
    pub must: bool,
    pub call_number: u32,
    /// The op of its process that comes before it.
    pub after: Option<usize>,
}

impl Op {
    /// Whether it can stand wherever the other one stands, and is gone sooner: the same call, as early and as short.
    pub fn replaces(&self, other: &Op) -> bool {
        (self.call_number, self.must) == (other.call_number, other.must)
            && self.called <= other.called
            && self.end <= other.end
    }
}

/// Which ops an object foresees by.
pub struct Outlook {
    /// Those that have to come, in the order of their ends.
    to_come: Vec<usize>,
    mending: Vec<usize>,
}

impl Outlook {
    pub fn new(ops: &[Op], lookup: &Lookup) -> Outlook {
        let Some(foresight) = lookup.foresight() else {
            return Outlook { to_come: Vec::new(), mending: Vec::new() };
        };
        let mends = |op: &usize| {
            let (call, result) = lookup.call_of(ops[*op].call_number);
            foresight.mends(call, result)
        };
        let mut to_come: Vec<usize> = (0..ops.len()).filter(|op| ops[*op].must).collect();
        to_come.sort_by_key(|&op| ops[op].end);
        Outlook { to_come, mending: (0..ops.len()).filter(mends).collect() }
    }

    /// Whether no way leads on from here.
    pub fn is_hopeless(
        &self,
        ops: &[Op],
        precedence: Precedence,
        value: u32,
        is_gone: impl Fn(usize) -> bool,
        lookup: &Lookup,
    ) -> bool {
        let Some(foresight) = lookup.foresight() else { return false };
        let is_in_time = precedence == Precedence::Time;
        let as_to_come = |&op: &usize| {
            let Op { called, end, call_number, .. } = ops[op];
            let (call, result) = lookup.call_of(call_number);
            let (called, end) = if is_in_time { (called, end) } else { (0, usize::MAX) };
            ToCome { call, result, called, end }
        };
        let mut left = self.to_come.iter().filter(|op| !is_gone(**op));
        let mut to_come: Vec<ToCome> = left.by_ref().take(OUTLOOK_MAX).map(as_to_come).collect();
        let horizon = to_come.last().map_or(0, |last| last.end);
        to_come.extend(left.map(as_to_come).filter(|op| op.called < horizon));
        let mending = self.mending.iter().filter(|op| !is_gone(**op));
        let mending: Vec<ToCome> = mending.map(as_to_come).collect();
        foresight.is_hopeless(lookup.value_of(value), &to_come, &mending)
    }
}

/// An operation takes effect, and leaves this value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub op: usize,
    pub value: u32,
}

/// What has to come before what.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Precedence {
    /// What returned before what was called later.
    Time,
    /// What the same process called before.
    Process,
}

/// Where searches end without an answer.
pub struct Budget<'a> {
    pub steps: u64,
    pub bytes_max: usize,
    pub go_on: &'a mut dyn FnMut() -> bool,
}

impl Budget<'_> {
    /// Whether there is something left, of which this is taken.
    pub fn allows(&mut self, steps: u64) -> bool {
        let is_left = self.steps > 0 && (self.go_on)();
        self.steps = self.steps.saturating_sub(steps);
        is_left
    }
}

/// An order, none, or that it is open.
pub enum Decision {
    Order(Vec<Step>),
    None,
    Open,
}

/// Some operations of a history, as they had been logged with a line.
pub struct Part<'a> {
    pub history: &'a History,
    pub object: &'a dyn Object,
    pub operations: &'a [usize],
    pub until: usize,
}

impl Part<'_> {
    /// Of operations that are not fixed each may take effect or not, with any result.
    pub fn ops(&self, is_fixed: impl Fn(usize) -> bool, lookup: &mut Lookup) -> Vec<Op> {
        let mut ops = Vec::new();
        for &operation in self.operations {
            let it = &self.history.operations[operation];
            let ended = it.ended().filter(|line| *line <= self.until);
            let has_failed = ended.is_some() && it.has_failed();
            if it.called > self.until || has_failed {
                continue;
            }
            let returned = self.returned(operation).filter(|_| is_fixed(operation));
            let result = returned.and_then(|returned| returned.1);
            // it can take effect at any time, and nobody sees whether it did
            if result.is_none() && self.object.is_read(&it.call) {
                continue;
            }
            ops.push(Op {
                operation,
                called: it.called,
                end: ended.unwrap_or(usize::MAX),
                must: returned.is_some(),
                call_number: lookup.call(&it.call, result),
                after: None,
            });
        }
        ops.sort_by_key(|op| (op.end != usize::MAX, op.called));
        ops
    }

    /// Where an operation has returned, with its result if that is known.
    pub fn returned(&self, operation: usize) -> Option<(usize, Option<&Value>)> {
        self.history.operations[operation].returned().filter(|returned| returned.0 <= self.until)
    }
}

/// With an order, the one search or the other has found it.
pub fn decide(ops: &[Op], value: u32, lookup: &mut Lookup, budget: &mut Budget) -> Decision {
    let mut orders = Some(Orders::new(ops, Precedence::Time, value, lookup));
    let mut events = Some(Events::new(ops, value, lookup));
    let mut turn = TURN;
    while orders.is_some() || events.is_some() {
        if !budget.allows(turn) {
            return Decision::Open;
        }
        let by_orders = orders.as_mut().map(|order| order.advance(lookup, turn));
        if let Some(decided @ (Decision::Order(_) | Decision::None)) = by_orders {
            return decided;
        }
        let by_events = events.as_mut().map(|event| event.advance(lookup, turn));
        if let Some(decided @ (Decision::Order(_) | Decision::None)) = by_events {
            return decided;
        }
        turn = (2 * turn).min(TURN_MAX);
        // the one that takes more than its half ends, and the other one goes on
        let room = budget.bytes_max.saturating_sub(lookup.bytes()) / 2;
        orders.take_if(|orders| orders.bytes() > room);
        events.take_if(|events| events.bytes() > room);
    }
    Decision::Open
}

/// Whether there is an order in which each process sees its own order only.
pub fn decide_by_process(
    part: &Part,
    value: u32,
    lookup: &mut Lookup,
    budget: &mut Budget,
) -> Decision {
    let mut ops = part.ops(|_| true, lookup);
    let mut by_call: Vec<usize> = (0..ops.len()).collect();
    by_call.sort_by_key(|&op| ops[op].called);
    let mut before: HashMap<&Value, usize> = HashMap::new();
    for op in by_call {
        let process = &part.history.operations[ops[op].operation].process;
        ops[op].after = before.get(process).copied();
        if ops[op].must {
            before.insert(process, op);
        }
    }
    let mut orders = Orders::new(&ops, Precedence::Process, value, lookup);
    while orders.bytes() < budget.bytes_max && budget.allows(TURN_MAX) {
        match orders.advance(lookup, TURN_MAX) {
            Decision::Open => {}
            decided => return decided,
        }
    }
    Decision::Open
}

/// One of the two searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Orders,
    Events,
}

/// What one search says alone of a whole history.
pub fn decide_by(engine: Engine, history: &History, object: &dyn Object, initial: &Value) -> bool {
    let mut lookup = Lookup::new(object);
    let value = lookup.value(initial);
    let operations: Vec<usize> = (0..history.operations.len()).collect();
    let part = Part { history, object, operations: &operations, until: usize::MAX };
    let ops = part.ops(|_| true, &mut lookup);
    let found = match engine {
        Engine::Orders => {
            Orders::new(&ops, Precedence::Time, value, &mut lookup).advance(&mut lookup, u64::MAX)
        }
        Engine::Events => Events::new(&ops, value, &lookup).advance(&mut lookup, u64::MAX),
    };
    matches!(found, Decision::Order(_))
}
