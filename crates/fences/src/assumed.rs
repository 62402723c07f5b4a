//! What verdicts assume of memory where no write is ever pending, and with which memories they can be asked again.

use crate::memory::{MEMORY, Memory, SEQUENTIAL, is_defined, is_of_other_kind, lacking};
use crate::written::written;
use catalog::{Scenario, Setting};
use listing::tree::{ItemKind, Listing, Storage};
use std::collections::BTreeSet;

/// The memories with store buffers that a setting can have in place of sequentially consistent memory. None where its
/// verdicts assume no such memory: it has another one, or no process sees what another one writes.
pub fn offered(scenario: &Scenario) -> Option<Vec<Memory>> {
    let compiled = scenario.program().ok()?;
    let program = compiled.program();
    // the reads of safe registers and of replicas have a meaning of their own
    let is_other = program.store.is_some()
        || !program.buffers.is_empty()
        || program.shared.iter().any(|variable| variable.busy.is_some());
    if is_other || chosen(scenario).is_some() {
        return None;
    }
    let document = scenario.document();
    let others = not_memory(document.listing());
    let name = |of: &'static str| of.split('[').next().unwrap_or(of);
    let all = program::contended(program);
    let is_assumed = all.iter().any(|variable| !others.contains(name(variable.name)));
    let is_possible =
        |memory: &Memory| with_memory(scenario, *memory).is_some_and(|other| has_buffers(&other));
    is_assumed.then(|| [Memory::Tso, Memory::Pso].into_iter().filter(is_possible).collect())
}

/// A setting with another memory, in a text that can have it: the option is added, if need be. None where the language
/// refuses that.
pub fn with_memory(scenario: &Scenario, memory: Memory) -> Option<Scenario> {
    let source = scenario.source();
    let document = scenario.document();
    let listing = document.listing();
    if is_of_other_kind(listing) || is_defined(listing, MEMORY) {
        return None;
    }
    let name = memory.to_string();
    let values = match listing.options().any(|option| option.name.text == MEMORY) {
        true => vec![&*name],
        false => vec![SEQUENTIAL, "tso", "pso"],
    };
    let mut other = match lacking(source, listing, MEMORY, &values) {
        None => scenario.clone(),
        Some(added) => scenario.with_text(&written(source, vec![added.insertion])),
    };
    let entry = other.entry();
    let in_memory = |mut setting: Setting| {
        let is_there = setting.set(MEMORY, &name);
        (is_there && entry.problem(&setting).is_none()).then_some(setting)
    };
    if is_wrong_by_default(&other, &name) {
        return None;
    }
    other.setting = in_memory(other.setting.clone())?;
    Some(other)
}

/// An editor reads a text with each value of an option, the others at their defaults, and tells of all errors but those
/// of what does not fit together.
fn is_wrong_by_default(scenario: &Scenario, memory: &str) -> bool {
    let found = scenario.document().compile(&[(MEMORY, memory)]);
    found.is_err_and(|found| found.iter().any(|error| !error.kind.is_bound()))
}

/// Whether a write can be pending: steps that read and write at once never leave one.
fn has_buffers(scenario: &Scenario) -> bool {
    scenario.program().is_ok_and(|compiled| !compiled.program().buffers.is_empty())
}

/// The memory with store buffers that a setting has.
pub fn chosen(scenario: &Scenario) -> Option<Memory> {
    let mut setting = scenario.setting.iter();
    let (_, value) = setting.find(|(option, _)| option.name == MEMORY)?;
    Memory::named(value.name)
}

/// The names of variables of which no process has a pending write, whatever the memory.
fn not_memory(listing: &Listing) -> BTreeSet<&str> {
    let declared = listing.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Variables(declared) if declared.storage != Storage::Shared => Some(declared),
        _ => None,
    });
    let names =
        declared.flat_map(|variables| &variables.variables).flat_map(|variable| &variable.names);
    names.map(|(name, _)| name.text.as_str()).collect()
}
