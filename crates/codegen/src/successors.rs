//! All successors of a state, and of a batch.

use crate::body::{Local, at};
use crate::emitter::Emitter;
use crate::functions::Name;
use crate::layout::{
    ASK, BEYOND, COUNT, DUPLICATE, ENABLED, ERROR, LOSE, MOVES, SPINS, STATES_MAX, WAITS,
};
use crate::steps::StepName;
use program::ir::{BEHIND, Channels, NetworkFault, Order, Query, Trigger};
use wasm_encoder::{BlockType, ValType};

const BEFORE: Local = 0;
const AFTER: Local = 1;
const STEPS: Local = 2;

/// The most rounds that a process runs alone before it counts as one that never passes.
const ROUNDS_MAX: i32 = program::ROUNDS_MAX as i32;

impl Emitter<'_> {
    /// `(before, after, steps) → (after, steps)`
    pub fn successors(&mut self) {
        let program = self.program;
        let first = self.body.local(ValType::I32);
        let first_step = self.body.local(ValType::I32);
        self.body.sink().local_get(AFTER).local_set(first).local_get(STEPS).local_set(first_step);
        self.clear_found();
        if let Some(begun) = program.choices_made {
            self.raw(BEFORE, begun);
            self.body.sink().i64_const(program.any.len() as i64).i64_lt_u();
            self.body.br_if(self.exits.ask);
        }
        for &limit in &program.limits {
            self.end_beyond(limit);
        }
        for process in program.steppers() {
            self.call_for(Name::Steps(process), None);
        }
        self.each_after(Trigger::Timeout);
        self.each_after(Trigger::Arrival);
        if let Some(channels) = &program.channels {
            self.deliveries(channels);
        }
        // faults aside
        self.body.sink().local_get(AFTER).local_get(first).i32_ne();
        self.body.when(BlockType::Empty);
        self.found(ENABLED);
        self.body.end();
        if let Some(channels) = &program.channels {
            for fault in &program.network_faults {
                self.tamper(channels, fault);
            }
        }
        self.each_after(Trigger::Crash);
        if program
            .processes
            .iter()
            .any(|process| process.points.iter().any(|point| point.busy_waits.is_some()))
        {
            self.get_found();
            self.body.sink().i32_const((SPINS | MOVES) as i32).i32_and();
            self.body.sink().i32_const(SPINS as i32).i32_eq();
            self.body.when(BlockType::Empty);
            let stuck = self.functions.index(Name::Stuck);
            self.body.sink().local_get(BEFORE).local_get(AFTER).local_get(STEPS).call(stuck);
            self.body.br_if(self.exits.ask);
            self.body.end();
        }
        self.get_found();
        self.body.sink().i32_const(ASK as i32).i32_and();
        self.body.br_if(self.exits.ask);
        self.body.sink().local_get(AFTER).local_get(STEPS).return_();
        self.body.end();
        self.found(ASK);
        self.body.sink().local_get(first).local_get(first_step);
    }

    /// Takes no step where a limit is false; where it cannot be computed, nor can any step.
    fn end_beyond(&mut self, limit: Query) {
        let within = self.body.block();
        let none = self.body.block();
        let value = self.query(limit, BEFORE, none);
        self.body.sink().local_get(value).i64_const(0).i64_ne();
        self.body.br_if(within);
        self.found(BEYOND | ENABLED);
        self.body.sink().local_get(AFTER).local_get(STEPS).return_();
        self.body.end();
        self.found(BEYOND | ENABLED | ERROR);
        self.body.sink().local_get(AFTER).local_get(STEPS).return_();
        self.body.end();
    }

    fn each_after(&mut self, trigger: Trigger) {
        for (process, it) in self.program.processes.iter().enumerate() {
            if it.has(trigger) {
                self.call_for(Name::After(trigger, process), None);
            }
        }
    }

    /// Calls a function that adds successors.
    fn call_for(&mut self, name: Name, nth: Option<Local>) {
        let function = self.functions.index(name);
        let mut sink = self.body.sink();
        sink.local_get(BEFORE).local_get(AFTER).local_get(STEPS);
        if let Some(nth) = nth {
            sink.local_get(nth);
        }
        sink.call(function).local_set(STEPS).local_set(AFTER);
    }

    /// Repeats code for each message. It finds the position and the address of the message in the
    /// locals; the label of the block around it goes on with the next message.
    fn each_message(
        &mut self,
        channels: &Channels,
        code: impl FnOnce(&mut Self, Local, Local, crate::body::Label),
    ) {
        let nth = self.body.local(ValType::I32);
        let entry = self.body.local(ValType::I32);
        let mut sink = self.body.sink();
        sink.i32_const(0).local_set(nth);
        sink.local_get(BEFORE).i32_const(channels.at as i32 + 1).i32_add().local_set(entry);
        let end = self.body.block();
        let again = self.body.repeat();
        let mut sink = self.body.sink();
        sink.local_get(nth).local_get(BEFORE).i32_load8_u(at(channels.at)).i32_ge_u();
        self.body.br_if(end);
        let next = self.body.block();
        code(self, nth, entry, next);
        self.body.end();
        self.body.advance(nth, 1);
        self.body.advance(entry, channels.entry as i32);
        self.body.br(again);
        self.body.end();
        self.body.end();
    }

    fn deliveries(&mut self, channels: &Channels) {
        let size = channels.entry;
        self.each_message(channels, |this, nth, entry, next| {
            if channels.order == Order::SelfAtOnce {
                this.body.sink().local_get(entry).i32_load8_u(at(BEHIND));
                this.body.br_if(next);
            }
            // of equal ones that may overtake each other, the first stands for all
            let before = this.body.local(ValType::I32);
            this.body.sink().local_get(nth);
            this.body.when(BlockType::Empty);
            let mut sink = this.body.sink();
            sink.local_get(entry).i32_const(size as i32).i32_sub().local_set(before);
            match channels.order {
                Order::Fifo | Order::SelfAtOnce | Order::Mailbox => {
                    let mask = if channels.order == Order::Mailbox { 15 } else { 255 };
                    sink.local_get(before).i32_load8_u(at(channels.channel_at()));
                    sink.local_get(entry).i32_load8_u(at(channels.channel_at()));
                    sink.i32_xor().i32_const(mask).i32_and().i32_eqz();
                }
                Order::Unordered => {
                    sink.i64_const(0);
                    for (offset, piece) in crate::body::pieces(size) {
                        this.body.sink().local_get(before);
                        this.body.load(piece, offset);
                        this.body.sink().local_get(entry);
                        this.body.load(piece, offset);
                        this.body.sink().i64_xor().i64_or();
                    }
                    this.body.sink().i64_eqz();
                }
            }
            this.body.br_if(next);
            this.body.end();
            let receivers = this.program.processes.len();
            let mut labels: Vec<_> = (0..receivers).map(|_| this.body.block()).collect();
            labels.reverse();
            let channel = at(channels.channel_at());
            this.body.sink().local_get(entry).i32_load8_u(channel).i32_const(15).i32_and();
            this.body.br_table(&labels);
            for process in 0..receivers {
                this.body.end();
                this.call_for(Name::Deliver(process), Some(nth));
                this.body.br(next);
            }
        });
    }

    /// Each message is lost, or each is doubled.
    fn tamper(&mut self, channels: &Channels, fault: &NetworkFault) {
        let name = if fault.doubles { DUPLICATE } else { LOSE };
        let kind = StepName { name, is_fault: true, is_of_process: false };
        let tally = self.no_tally();
        self.each_message(channels, |this, nth, entry, next| {
            (this.before, this.after, this.message) = (BEFORE, AFTER, Some(nth));
            for &kind in &fault.exempt {
                this.is_kind(channels, entry, kind);
                this.body.br_if(next);
            }
            this.own(fault.rule, None, kind, tally);
            this.message = None;
        });
    }

    /// `(state, after, steps) → bool`: none of those who spin ever passes, left alone; or the
    /// interpreter has to say. Successors are written behind those that are there.
    pub fn stuck(&mut self) {
        let program = self.program;
        let saved = self.body.local(ValType::I32);
        let rounds = self.body.local(ValType::I32);
        let last = self.body.local(ValType::I32);
        let state = self.body.local(ValType::I32);
        let bytes = self.layout.width;
        self.body.sink().i32_const(self.layout.scratch as i32).local_set(state);
        self.get_found();
        self.body.sink().local_set(saved);
        for (process, it) in program.processes.iter().enumerate() {
            let busy_waits: Vec<bool> =
                it.points.iter().map(|point| point.busy_waits.is_some()).collect();
            if !busy_waits.contains(&true) {
                continue;
            }
            let steps = self.functions.index(Name::Steps(process));
            let never = self.body.block();
            self.is_among(BEFORE, process, &busy_waits);
            self.body.sink().i32_eqz();
            self.body.br_if(never);
            if it.points.iter().any(|point| point.busy_waits.is_some() && point.outcomes > 1) {
                // several ways to follow
                self.body.br(self.exits.ask);
                self.body.end();
                continue;
            }
            self.body.copy((BEFORE, 0), (state, 0), bytes);
            self.body.sink().i32_const(ROUNDS_MAX).local_set(rounds);
            let again = self.body.repeat();
            let mut sink = self.body.sink();
            sink.local_get(state).local_get(AFTER).local_get(STEPS).call(steps);
            sink.drop().local_tee(last).local_get(AFTER).i32_eq();
            self.body.br_if(never);
            self.body.advance(last, -(self.layout.width as i32));
            self.body.copy((last, 0), (state, 0), bytes);
            self.is_among(state, process, &busy_waits);
            self.body.sink().i32_eqz();
            self.body.when(BlockType::Empty);
            self.get_found();
            self.body.sink().i32_const(ASK as i32).i32_and();
            self.body.br_if(self.exits.ask);
            self.restore_found(saved);
            self.body.sink().i32_const(0).return_();
            self.body.end();
            let mut sink = self.body.sink();
            sink.local_get(rounds).i32_const(1).i32_sub().local_tee(rounds);
            self.body.br_if(again);
            self.body.end();
            self.body.end();
        }
        self.body.end();
        self.body.sink().i32_const(1);
    }

    /// `(states, 0) → states done`
    pub fn expand(&mut self) {
        let layout = self.layout;
        let [nth, before, after, steps] = [(); 4].map(|()| self.body.local(ValType::I32));
        let mut sink = self.body.sink();
        sink.i32_const(0).i32_load(at(layout.input)).local_set(before);
        sink.i32_const(layout.successors as i32).local_set(after);
        sink.i32_const(layout.steps as i32).local_set(steps);
        debug_assert!(STATES_MAX < COUNT as usize);
        let end = self.body.block();
        let again = self.body.repeat();
        self.body.sink().local_get(nth).local_get(0).i32_ge_u();
        self.body.br_if(end);
        self.body.sink().local_get(after).i32_const(layout.full as i32).i32_gt_u();
        self.body.br_if(end);
        let successors = self.functions.index(Name::Successors);
        let mut sink = self.body.sink();
        sink.local_get(before).local_get(after).local_get(steps).call(successors);
        sink.local_set(steps).local_set(after);
        sink.local_get(nth).i32_const(2).i32_shl();
        sink.local_get(steps).i32_const(layout.steps as i32).i32_sub().i32_const(2).i32_shr_u();
        self.get_found();
        let flags = BEYOND | ENABLED | WAITS | ASK | ERROR;
        self.body.sink().i32_const(flags as i32).i32_and().i32_or();
        if self.program.properties.iter().any(|property| {
            matches!(property.kind, model::ClaimKind::Always | model::ClaimKind::Sometimes)
        }) {
            let judge = self.functions.index(Name::Judge);
            self.body.sink().local_get(before).call(judge).i32_or();
        }
        self.body.sink().i32_store(at(layout.found));
        self.body.advance(nth, 1);
        self.body.advance(before, layout.width as i32);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.sink().local_get(nth).return_();
        self.body.end();
        self.body.sink().unreachable();
    }

    fn restore_found(&mut self, saved: Local) {
        self.clear_found();
        self.body.sink().local_get(saved);
        self.found_too();
    }
}
