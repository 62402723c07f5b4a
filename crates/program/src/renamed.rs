//! States in which processes have exchanged their names.

mod pending;

use crate::channel::{ENTRY_MAX, Network};
use crate::compiled::Compiled;
use crate::ir::{Names, Slot, Symmetry};
use crate::machine::{read, write};
use model::{Pids, Renaming, SYSTEM_PROCESSES_MAX};

impl Compiled {
    /// The program's symmetry, if it begins in a state that does not tell the symmetric ones apart.
    pub(crate) fn usable_symmetry(&self) -> Option<Symmetry> {
        self.is_symmetric(self.program().symmetry.as_ref()?)
            .then(|| self.program().symmetry.clone())?
    }

    /// What stands in the way of a symmetry that there would be.
    pub(crate) fn hindrance(&self) -> Option<String> {
        let (symmetry, why) = self.program().hindrance.as_ref()?;
        self.is_symmetric(symmetry).then(|| why.clone())
    }

    fn is_symmetric(&self, symmetry: &Symmetry) -> bool {
        let initial = self.start();
        let mut renamed = initial.clone();
        let is_same = |names: Renaming| {
            rename(self, symmetry, &initial, &names, &mut renamed);
            renamed == initial
        };
        Renaming::swaps_of(members(symmetry)).all(is_same)
    }
}

impl model::Symmetry for Compiled {
    fn symmetric(&self) -> Pids {
        self.symmetry.as_ref().map_or(0, members)
    }

    fn rename(&self, state: &[u8], names: &Renaming, renamed: &mut [u8]) {
        match &self.symmetry {
            Some(symmetry) => rename(self, symmetry, state, names, renamed),
            None => renamed.copy_from_slice(state),
        }
    }

    /// Where each process stands, how many of its writes are pending, and how many messages it has sent and is to
    /// receive.
    fn keys(&self, state: &[u8]) -> [u64; SYSTEM_PROCESSES_MAX] {
        let program = self.program();
        let mut keys = [0; SYSTEM_PROCESSES_MAX];
        for (key, process) in keys.iter_mut().zip(&program.processes) {
            *key = read(state, &program.slots[process.point]) << 16;
        }
        for buffer in &program.buffers {
            let count = buffer.pending(&program.slots, state).count() as u64;
            keys[buffer.process] += count << 56;
        }
        if let Some(channels) = &program.channels {
            let network = Network::new(channels);
            for nth in 0..network.len(state) {
                let lane = network.channel(state, nth);
                keys[usize::from(lane >> 4)] += 1;
                keys[usize::from(lane & 15)] += 1 << 8;
            }
        }
        keys
    }

    /// No property knows which replica has what.
    fn heeds_names(&self, _: usize) -> bool {
        self.program().store.is_none()
    }
}

fn members(symmetry: &Symmetry) -> Pids {
    (0..symmetry.own.len()).fold(0, |set, it| set | 1 << (symmetry.first + it))
}

fn rename(
    system: &Compiled,
    symmetry: &Symmetry,
    state: &[u8],
    names: &Renaming,
    renamed: &mut [u8],
) {
    let program = system.program();
    renamed.copy_from_slice(state);
    for (nth, from) in symmetry.own.iter().enumerate() {
        let to = &symmetry.own[names.name(symmetry.first + nth) - symmetry.first];
        for (&from, &to) in from.iter().zip(to) {
            write(renamed, &program.slots[to], read(state, &program.slots[from]));
        }
    }
    for &(first, each) in &symmetry.tables {
        for at in first..first + each {
            let slot = |nth: usize| &program.slots[at + nth * each];
            let mut codes = [0; SYSTEM_PROCESSES_MAX];
            for nth in 0..symmetry.own.len() {
                codes[names.name(symmetry.first + nth) - symmetry.first] = read(renamed, slot(nth));
            }
            for (nth, code) in codes.into_iter().enumerate().take(symmetry.own.len()) {
                write(renamed, slot(nth), code);
            }
        }
    }
    for &(slot, how) in &symmetry.names {
        rename_value(renamed, &program.slots[slot], how, names);
    }
    pending::rename(program, symmetry, names, renamed);
    // behind the last element of a list nobody is named
    for &(length, each) in &symmetry.lists {
        let slots = &program.slots[length..];
        let used = 1 + slots[0].decode(read(renamed, &slots[0])) as usize * each;
        let all = 1 + slots[0].high as usize * each;
        slots[..all].iter().skip(used).for_each(|slot| write(renamed, slot, 0));
    }
    let Some(channels) = &program.channels else { return };
    // sent once more in the same order, so that they lie as if they had always had these names
    let network = Network::new(channels);
    network.clear(renamed);
    for nth in 0..network.len(state) {
        let mut bytes = [0; ENTRY_MAX];
        let entry = &mut bytes[..channels.entry];
        entry.copy_from_slice(network.entry(state, nth));
        let name = |process: u8| names.name(process.into()) as u8;
        let channel = channels.channel(entry);
        entry[channels.channel_at()] = name(channel >> 4) << 4 | name(channel & 15);
        let kind = usize::from(channels.kind(entry));
        let slots = channels.kinds[kind].fields.iter().flat_map(|field| &field.0);
        for (slot, how) in slots.zip(&symmetry.fields[kind]) {
            if let Some(how) = *how {
                rename_value(entry, slot, how, names);
            }
        }
        network.put(renamed, entry);
    }
}

/// Gives the processes that a slot names their new names.
fn rename_value(bytes: &mut [u8], slot: &Slot, how: Names, names: &Renaming) {
    let code = read(bytes, slot);
    let value = new_name(slot.decode(code), slot, how, names);
    write(bytes, slot, slot.encode(value).unwrap_or(code));
}

/// A number or a set of processes by their new names; the slot says which numbers are processes.
fn new_name(value: i64, slot: &Slot, how: Names, names: &Renaming) -> i64 {
    match how {
        Names::One(base) if (slot.low..=slot.high).contains(&value) => {
            (names.name(base + value as usize) - base) as i64
        }
        Names::One(_) => value,
        Names::Set(base) => {
            let members = (0..SYSTEM_PROCESSES_MAX - base).filter(|at| value >> at & 1 != 0);
            members.fold(0, |set, at| set | 1 << (names.name(base + at) - base))
        }
    }
}
