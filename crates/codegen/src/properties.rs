//! What properties remember after each step, and which states decide them.

use crate::body::{Label, Local, at};
use crate::emitter::{Emitter, Exits};
use crate::functions::Name;
use crate::layout::{ASK, ENABLED, MAY_SATISFY, MAY_VIOLATE, code};
use model::{ClaimKind, Pids};
use program::ir::{Claim, Flag, Monitor, Overtaking, Property, Query, SlotId, Stage, When};
use wasm_encoder::{BlockType, ValType};

/// Set in the answer to a check if the interpreter has to say.
pub const UNKNOWN: u32 = 1 << 31;

/// Whether a property is decided state by state.
pub fn is_of_states(property: &Property) -> bool {
    matches!(
        property.kind,
        ClaimKind::Always | ClaimKind::Sometimes | ClaimKind::Most | ClaimKind::Least
    ) && matches!(property.claim, Claim::State(_) | Claim::Measure(_) | Claim::End(_))
}

impl Emitter<'_> {
    /// Computes a query in a state. Its value is in the local that this returns; code leaves for
    /// `none` where there is no value.
    pub fn query(&mut self, query: Query, state: Local, none: Label) -> Local {
        (self.before, self.after, self.base, self.process) = (state, state, state, 0);
        let done = self.body.block();
        let ask = self.exits.ask;
        let exits = Exits { done, blocked: none, beyond: none, error: none, ask, quiet: None };
        self.code(query.code, exits, true);
        self.body.end();
        self.temp(query.result)
    }

    /// The same, and a value for where there is none.
    pub fn query_or(&mut self, unknown: i64, query: Query, state: Local) -> Local {
        let value = self.body.local(ValType::I64);
        self.body.sink().i64_const(unknown).local_set(value);
        let none = self.body.block();
        let found = self.query(query, state, none);
        self.body.sink().local_get(found).local_set(value);
        self.body.end();
        value
    }

    /// `(after, point, before)`
    pub fn remember(&mut self, process: usize) {
        let (after, ran) = (0, 1);
        self.previous = 2;
        for (at, monitor) in self.program.monitors.iter().enumerate() {
            match monitor {
                Monitor::Flag(flag) => self.raise(flag, after),
                // replicas pass nothing
                Monitor::Overtaking(overtaking) if process >= overtaking.stages.len() => {}
                Monitor::Overtaking(overtaking) => {
                    self.order(overtaking, at, process, (after, ran));
                }
            }
        }
        self.body.sink().return_();
        self.body.end();
        self.found(ASK);
    }

    /// Sets or clears a flag. Both are asked before either changes anything.
    fn raise(&mut self, flag: &Flag, after: Local) {
        let mut asked = |when: When| self.query_or(when.unknown.into(), when.query, after);
        let sets = flag.sets.map(&mut asked);
        let ends = flag.ends().map(asked);
        if flag.is_of_steps() {
            let slot = &self.program.slots[flag.slot];
            self.put_const(after, slot, slot.encode(0).unwrap_or_default());
        }
        for (happens, value) in [(sets, 1), (ends, 0)] {
            if let Some(happens) = happens {
                self.set_if(happens, after, flag.slot, value);
            }
        }
    }

    /// Sets a slot if a condition is true.
    fn set_if(&mut self, happens: Local, after: Local, slot: SlotId, value: i64) {
        self.body.sink().local_get(happens).i64_const(1).i64_eq();
        self.set_when(after, slot, value);
    }

    /// Sets a slot if the condition on the stack is true.
    fn set_when(&mut self, after: Local, slot: SlotId, value: i64) {
        let slot = &self.program.slots[slot];
        self.body.when(BlockType::Empty);
        self.put_const(after, slot, slot.encode(value).unwrap_or_default());
        self.body.end();
    }

    /// Who passes the first section while others are between it and the second comes behind them.
    fn order(
        &mut self,
        overtaking: &Overtaking,
        monitor: usize,
        who: usize,
        (after, ran): (Local, Local),
    ) {
        let layout = self.layout;
        let tables = &layout.stages[monitor];
        let slots = &self.program.slots;
        let processes = overtaking.stages.len();
        self.body.sink().local_get(ran).i32_load8_u(at(tables[who]));
        self.body.sink().i32_const(code(Stage::First).into()).i32_eq();
        self.raw(after, overtaking.slot + who);
        self.body.sink().i64_eqz().i32_and();
        if !self.program.processes[who].has_lines() {
            self.point(after, who);
            self.body.sink().local_get(ran).i32_ne().i32_and();
        }
        self.body.when(BlockType::Empty);
        let mine = &slots[overtaking.slot + who];
        self.body.sink().i64_const(1 << who);
        for other in (0..processes).filter(|&it| it != who) {
            self.point(after, other);
            let mut sink = self.body.sink();
            sink.i32_load8_u(at(tables[other])).i32_const(code(Stage::Between).into()).i32_eq();
            sink.i64_extend_i32_u().i64_const(other as i64).i64_shl().i64_or();
        }
        self.put_top(after, mine);
        self.body.end();
        let (now, gone) = (self.body.local(ValType::I32), self.body.local(ValType::I32));
        self.point(after, who);
        let mut sink = self.body.sink();
        sink.i32_load8_u(at(tables[who])).local_tee(now);
        sink.i32_const(code(Stage::Outside).into()).i32_eq();
        sink.local_get(now).i32_const(code(Stage::First).into()).i32_eq();
        sink.local_get(ran).i32_load8_u(at(tables[who]));
        sink.i32_const(code(Stage::First).into()).i32_ne().i32_and();
        sink.i32_or().local_tee(gone);
        self.set_when(after, overtaking.slot + who, 0);
        let mut sink = self.body.sink();
        sink.local_get(gone);
        sink.local_get(now).i32_const(code(Stage::Second).into()).i32_eq().i32_or();
        self.body.when(BlockType::Empty);
        for other in (0..processes).filter(|&it| it != who) {
            self.raw(after, overtaking.slot + other);
            self.body.sink().i64_const(!(1 << who)).i64_and();
            self.put_top(after, &slots[overtaking.slot + other]);
        }
        self.body.end();
    }

    /// `(from, states) → states`: for each state the set of those who wait in it, where else is what was
    /// found in states.
    pub fn waiting(&mut self, queries: &[Query]) {
        let from = 0;
        let layout = self.layout;
        let set = self.body.local(ValType::I32);
        self.each_state(|this, state, next| {
            let place = this.body.local(ValType::I32);
            const { assert!(size_of::<Pids>() == 2, "a set is stored in 16 bits") };
            let mut sink = this.body.sink();
            sink.local_get(from).i32_const(1).i32_shl().local_set(place);
            sink.i32_const(0).local_set(set);
            sink.local_get(place).i32_const(0).i32_store16(at(layout.found));
            this.when_begun(state, next);
            for (who, query) in queries.iter().take(Pids::BITS as usize).enumerate() {
                let value = this.query_or(1, *query, state);
                let mut sink = this.body.sink();
                sink.local_get(value).i64_const(0).i64_ne().i32_const(who as i32).i32_shl();
                sink.local_get(set).i32_or().local_set(set);
            }
            this.body.sink().local_get(place).local_get(set).i32_store16(at(layout.found));
        });
    }

    /// Before all initial values are chosen, nothing counts.
    fn when_begun(&mut self, state: Local, next: Label) {
        if let Some(begun) = self.program.choices_made {
            self.raw(state, begun);
            self.body.sink().i64_const(self.program.any.len() as i64).i64_lt_u();
            self.body.br_if(next);
        }
    }

    /// `(from, states) → state`: repeats code for each state from one number to another, as long as
    /// it does not return. It finds the address of the state in a local, and the label of the block
    /// around it goes on with the next state. Where the interpreter has to say, returns the number
    /// of that state, marked.
    fn each_state(&mut self, code: impl FnOnce(&mut Self, Local, Label)) {
        let (from, states) = (0, 1);
        let layout = self.layout;
        let state = self.body.local(ValType::I32);
        let mut sink = self.body.sink();
        sink.local_get(from).i32_const(layout.width as i32).i32_mul();
        sink.i32_const(0).i32_load(at(layout.input)).i32_add().local_set(state);
        let end = self.body.block();
        let again = self.body.repeat();
        self.body.sink().local_get(from).local_get(states).i32_ge_u();
        self.body.br_if(end);
        let next = self.body.block();
        code(self, state, next);
        self.body.end();
        self.body.advance(from, 1);
        self.body.advance(state, layout.width as i32);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.sink().local_get(from).return_();
        self.body.end();
        self.body.sink().local_get(from).i32_const(UNKNOWN as i32).i32_or();
    }

    /// `(state) → bits`: whether the state, which has been expanded, may violate a claim or satisfy one.
    pub fn judge(&mut self) {
        let state = 0;
        let program = self.program;
        let bits = self.body.local(ValType::I32);
        for property in &program.properties {
            let (bit, violates) = match property.kind {
                ClaimKind::Always => (MAY_VIOLATE, true),
                ClaimKind::Sometimes => (MAY_SATISFY, false),
                _ => continue,
            };
            match &property.claim {
                Claim::State(query) => {
                    let value = self.query_or(0, *query, state);
                    self.body.sink().local_get(value).i64_eqz();
                    if !violates {
                        self.body.sink().i32_eqz();
                    }
                }
                // it is about states in which nobody can take a step
                Claim::End(_) if violates => {
                    self.get_found();
                    self.body.sink().i32_const(ENABLED as i32).i32_and().i32_eqz();
                }
                _ => _ = self.body.sink().i32_const(1),
            }
            self.body.when(BlockType::Empty);
            self.body.sink().local_get(bits).i32_const(bit as i32).i32_or().local_set(bits);
            self.body.end();
        }
        self.body.sink().local_get(bits).return_();
        self.body.end();
        self.body.sink().i32_const((MAY_VIOLATE | MAY_SATISFY) as i32);
    }

    /// `(from, states) → state`: the first state that decides the property; with a measure, all of
    /// them are looked at, and the best one is left in the memory.
    pub fn check(&mut self, property: usize) {
        let from = 0;
        let program = self.program;
        let best = self.layout.best;
        let kind = program.properties[property].kind;
        self.each_state(|this, state, next| {
            this.when_begun(state, next);
            let value = match &program.properties[property].claim {
                // what cannot be computed does not hold
                Claim::State(query) if kind == ClaimKind::Always => this.query_or(0, *query, state),
                Claim::State(query) => this.query(*query, state, next),
                Claim::Measure(query) => {
                    let value = this.query(*query, state, next);
                    this.body.sink().local_get(value).i64_const(0).i64_lt_s();
                    this.body.br_if(next);
                    value
                }
                Claim::End(query) => this.holds_at_end(*query, state),
                Claim::Waiting(_) | Claim::Outcome(_) | Claim::Operation { .. } => state,
            };
            match kind {
                ClaimKind::Most | ClaimKind::Least => {
                    // values are told in 32 bits
                    let mut sink = this.body.sink();
                    sink.local_get(value).i64_const(u32::MAX.into());
                    sink.local_get(value).i64_const(u32::MAX.into()).i64_lt_s().select();
                    sink.local_tee(value).i32_const(0).i64_load(at(best));
                    match kind {
                        ClaimKind::Most => this.body.sink().i64_gt_s(),
                        _ => this.body.sink().i64_lt_s(),
                    };
                    this.body.when(BlockType::Empty);
                    let mut sink = this.body.sink();
                    sink.i32_const(0).local_get(value).i64_store(at(best));
                    sink.i32_const(0).local_get(from).i32_store(at(best + 8));
                    this.body.end();
                }
                _ => {
                    let mut sink = this.body.sink();
                    sink.local_get(value).i64_eqz();
                    if kind == ClaimKind::Sometimes {
                        sink.i32_eqz();
                    }
                    this.body.when(BlockType::Empty);
                    this.body.sink().local_get(from).return_();
                    this.body.end();
                }
            }
        });
    }

    /// One if the query holds or somebody can take a step.
    fn holds_at_end(&mut self, query: Query, state: Local) -> Local {
        let layout = self.layout;
        let holds = self.body.local(ValType::I64);
        let value = self.query_or(0, query, state);
        self.body.sink().local_get(value).i64_const(0).i64_ne().i64_extend_i32_u();
        self.body.sink().local_tee(holds).i64_eqz();
        self.body.when(BlockType::Empty);
        let successors = self.functions.index(Name::Successors);
        let mut sink = self.body.sink();
        sink.local_get(state).i32_const(layout.successors as i32);
        sink.i32_const(layout.steps as i32).call(successors).drop().drop();
        self.get_found();
        self.body.sink().i32_const(ASK as i32).i32_and();
        self.body.br_if(self.exits.ask);
        self.get_found();
        let mut sink = self.body.sink();
        sink.i32_const(ENABLED as i32).i32_and().i32_const(0).i32_ne();
        sink.i64_extend_i32_u().local_set(holds);
        self.body.end();
        holds
    }
}
