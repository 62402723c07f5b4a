//! What a search asks: by generated code where there is some, else by the interpreter.

use super::Generated;
use crate::layout::STATES_MAX;
use model::{
    Action, Check, Claimed, Event, Expansion, Fairness, Log, PerProcess, Pids, RowId, Stepped,
    Symmetry, System, Tariff, Unreached,
};

impl System for Generated {
    fn width(&self) -> usize {
        self.interpreter.width()
    }

    fn init(&self, state: &mut [u8]) {
        self.interpreter.init(state);
    }

    fn processes(&self) -> usize {
        self.interpreter.processes()
    }

    fn choices_left(&self, state: &[u8]) -> usize {
        self.interpreter.choices_left(state)
    }

    fn actions(&self, state: &[u8], offer: &mut dyn FnMut(Action)) {
        self.interpreter.actions(state, offer);
    }

    fn attempts(
        &self,
        state: &[u8],
        listens: bool,
        told: &mut dyn FnMut(Action, Stepped, &[u8], Vec<Event>),
    ) {
        self.interpreter.attempts(state, listens, told);
    }

    fn step(&self, state: &mut [u8], action: Action, log: &mut Log<'_>) -> Stepped {
        self.interpreter.step(state, action, log)
    }

    fn fairness(&self, before: &[u8], action: Action, after: &[u8]) -> Option<Fairness> {
        self.interpreter.fairness(before, action, after)
    }

    fn is_strongly_fair(&self) -> bool {
        self.interpreter.is_strongly_fair()
    }

    fn expand(&self, mut states: &[u8], expansion: &mut Expansion) {
        if let Some(mut hand) = self.note(self.take()) {
            while !states.is_empty()
                && let Some(done) = self.note(self.expand_some(&mut hand, states, expansion))
            {
                states = &states[done * self.width()..];
            }
            self.give_back(hand);
        }
        // all of them if the module fails
        if !states.is_empty() {
            self.interpreter.expand(states, expansion);
        }
    }

    fn unreached(&self) -> Unreached {
        let layout = &self.module.layout;
        let mut reached = vec![0; layout.coverage.count];
        if let Ok(mut idle) = self.idle.lock() {
            for hand in idle.iter_mut() {
                let bytes = hand.instance.read(layout.reached, reached.len());
                reached.iter_mut().zip(bytes).for_each(|(all, it)| *all |= it);
            }
        }
        self.interpreter.unreached_beside(|part| reached[part] != 0)
    }

    fn interpreted(&self) -> Option<String> {
        if let Some(why) = self.failed.get() {
            return Some(program::interpreted(why));
        }
        let names = self.module.too_large.iter().map(|&it| self.properties()[it].name);
        let names: Vec<_> = names.collect();
        let are = if let [_] = names[..] { "This property is" } else { "These properties are" };
        let why = || format!("{are} too large for machine code: {}.", names.join(", "));
        (!names.is_empty()).then(|| program::interpreted(&why()))
    }

    fn bytes(&self, threads: usize) -> usize {
        self.code.bytes() + threads * self.module.layout.size()
    }

    fn assumptions(&self) -> Vec<&'static str> {
        self.interpreter.assumptions()
    }

    fn remembers(&self) -> bool {
        self.interpreter.remembers()
    }

    fn forget(&self, state: &mut [u8]) {
        self.interpreter.forget(state);
    }

    fn properties(&self) -> &[Claimed] {
        self.interpreter.properties()
    }

    fn check_states(&self, states: &[u8], checks: &mut [Check]) {
        let width = self.width();
        let Some(mut hand) = self.note(self.take()) else {
            return self.interpreter.check_states(states, checks);
        };
        let mut is_sound = true;
        for (nth, some) in states.chunks(STATES_MAX * width).enumerate() {
            hand.lend(&self.module.layout, some);
            for check in &mut *checks {
                let checked = self.check_some(&mut hand, some, nth * STATES_MAX, check);
                is_sound &= self.note(checked).is_some();
            }
        }
        self.give_back(hand);
        if !is_sound {
            for check in &mut *checks {
                check.witness = None;
            }
            self.interpreter.check_states(states, checks);
        }
    }

    fn waiting(&self, property: usize, states: &[u8], sets: &mut [Pids]) {
        let found = self.module.waiting[property].and_then(|function| {
            let mut hand = self.note(self.take())?;
            let states = states.chunks(STATES_MAX * self.width());
            let mut found = states.zip(sets.chunks_mut(STATES_MAX)).map(|(states, sets)| {
                self.find_waiting(&mut hand, function, property, states, sets)
            });
            let found = found.all(|it| self.note(it).is_some());
            self.give_back(hand);
            found.then_some(())
        });
        if found.is_none() {
            self.interpreter.waiting(property, states, sets);
        }
    }

    fn outcome(&self, property: usize, state: &[u8]) -> String {
        self.interpreter.outcome(property, state)
    }

    fn operations(&self, property: usize, states: &[u8], all: &mut [PerProcess]) {
        self.interpreter.operations(property, states, all);
    }

    fn line(&self, state: &[u8], process: usize) -> Option<RowId> {
        self.interpreter.line(state, process)
    }

    fn looks(&self, state: &[u8], process: usize) -> bool {
        self.interpreter.looks(state, process)
    }

    fn operations_like(&self, property: usize) -> usize {
        self.interpreter.operations_like(property)
    }

    fn charges_like(&self, property: usize) -> usize {
        self.interpreter.charges_like(property)
    }

    fn tariff(&self, property: usize) -> Option<Tariff> {
        self.interpreter.tariff(property)
    }

    fn rates(&self, property: usize, states: &[u8], all: &mut [PerProcess]) {
        self.interpreter.rates(property, states, all);
    }

    fn symmetry(&self) -> Option<&dyn Symmetry> {
        self.interpreter.symmetry()
    }
}
