//! What all parts of a module are written with.

use crate::expressions::Speech;
use crate::layout::{Kind, Layout};
use crate::names::Names;
use crate::steps::Step;
use model::System;
use program::Compiled;
use program::ir::{Flag, Monitor, Order, PointId, Program, SlotId};
use std::collections::{BTreeSet, HashMap};
use ways::source::Source;

pub struct Writer<'a> {
    pub names: &'a Names,
    pub layout: &'a Layout,
    pub speech: Speech<'a>,
    pub points: &'a [Vec<String>],
    pub steps: &'a [Step],
    /// Of each process the points to which steps lead.
    pub reached: &'a [BTreeSet<PointId>],
    /// The initial state.
    pub start: Vec<u8>,
}

impl Writer<'_> {
    pub fn program(&self) -> &Program {
        &self.speech.source.program
    }

    pub fn order(&self) -> Option<Order> {
        self.program().channels.as_ref().map(|channel| channel.order)
    }

    /// Where a process stands.
    pub fn at(&self, process: usize) -> String {
        let slot = self.program().processes[process].point;
        self.at_of(slot, "")
    }

    /// Where a process stands after a step.
    pub fn at_after(&self, process: usize) -> String {
        self.at_of(self.program().processes[process].point, "'")
    }

    fn at_of(&self, slot: SlotId, prime: &str) -> String {
        let (var, at) = self.layout.var(slot).expect("every process stands somewhere");
        let at: Vec<String> = at.iter().map(|it| crate::fold::number(*it as i64)).collect();
        format!("{}{prime}{}", var.name, crate::expressions::indexed(&at))
    }

    /// The variables that actions change; the others are remembered by properties.
    pub fn changing(&self) -> BTreeSet<&str> {
        let latches = self.latches();
        let is_latch = |name: &str| latches.iter().any(|latch| latch.0 == name);
        let all = self.layout.vars.iter().map(|var| &var.name[..]).filter(|text| !is_latch(text));
        all.chain(self.order().map(|_| "network")).collect()
    }

    /// What properties remember: the variable, and the query that sets it.
    pub fn latches(&self) -> Vec<(&str, program::ir::Query)> {
        let latch = |flag: &Flag| {
            let (var, _) = self.layout.var(flag.slot)?;
            Some((&var.name[..], flag.latches()?.query))
        };
        self.program().monitors.iter().filter_map(Monitor::flag).filter_map(latch).collect()
    }

    pub fn has_latches(&self) -> bool {
        !self.latches().is_empty()
    }

    /// What a slot has in the initial state.
    pub fn first_value(&self, slot: SlotId) -> i64 {
        self.program().slots[slot].value(&self.start)
    }
}

pub fn start(compiled: &Compiled) -> Vec<u8> {
    let mut start = vec![0; compiled.width()];
    compiled.init(&mut start);
    start
}

/// Of each slot of a message what the values are.
pub fn fields(source: &Source) -> HashMap<SlotId, Kind> {
    let mut kinds = HashMap::new();
    for (nth, kind) in
        source.program.channels.iter().flat_map(|channels| &channels.kinds).enumerate()
    {
        let leaves = kind.fields.iter().flat_map(|(_, words)| crate::layout::kinds_of(words));
        kinds.extend(source.message.fields(nth as u8).zip(leaves));
    }
    kinds
}
