//! What a process does on more than one line.

use super::field::{Copies, Field, better, is_whole, word};
use super::{At, Clock, FAILURE, FIELDS, Local, StableStorage};
use model::shared_memory::{Array, Then, Turn};
use zerocopy::FromZeros;

impl Local {
    /// What the properties need to know of it, and nothing else.
    pub(super) fn history(&self) -> Local {
        let Local { begun, old, seen, .. } = *self;
        Local { begun, old, seen, ..Local::new_zeroed() }
    }

    /// An inspect goes on to the value of copy `c`.
    pub(super) fn choose(&mut self, c: usize) -> Then<At> {
        (self.c, self.done, self.read) = (c as u8, 0, [0; 6]);
        Then::Goto(At::Take)
    }

    /// What an inspect would make of these copies after a crash, by the four cases of the notes.
    pub(super) fn after_crash(&self, left: Copies) -> String {
        let case = match (is_whole(left, 0), is_whole(left, 1)) {
            (true, true) if left[..3] == left[3..] => {
                "case 1 of the notes, both copies are whole and the same"
            }
            (true, true) => "case 2 of the notes, both are whole and one is later",
            (true, false) => "case 3 of the notes, only copy 0 is whole",
            (false, true) => "case 3 of the notes, only copy 1 is whole",
            (false, false) => {
                return "An inspect would fail: case 4 of the notes, no copy is whole.".into();
            }
        };
        let value = better(left).map_or(self.old, |c| left[3 * c]);
        let so = match value {
            _ if self.old == self.begun && value == self.old => String::new(),
            _ if value == self.begun => format!(", so update {} would count", self.begun),
            _ if value == self.old => {
                format!(", as if update {} had never begun", self.begun)
            }
            _ => ", which nobody expects".into(),
        };
        format!("An inspect would return {}{so}: {case}.", word(value, false))
    }

    /// An inspect comes to its end.
    pub(super) fn give(
        &mut self,
        turn: &mut Turn<'_, '_, StableStorage>,
        value: Option<u8>,
    ) -> Then<At> {
        *self = self.history();
        match value {
            Some(value) => turn.note(|| format!("The value is {}.", word(value, false))),
            None => turn.note(|| "No copy is whole: failure.".into()),
        }
        self.result = value.map_or(FAILURE, |value| value + 1);
        let written = value.filter(|&value| value <= self.begun);
        self.seen = self.seen.max(written.unwrap_or(0));
        Then::Goto(At::Serve)
    }

    /// Reads the next field of the two copies; true when all are read.
    pub(super) fn read_next(&mut self, turn: &mut Turn<'_, '_, StableStorage>) -> bool {
        let at = usize::from(self.done);
        self.read[at] = Field(turn.read(FIELDS[at % 3], at / 3)).seen();
        self.accesses += u8::from(self.is_updating);
        self.done += 1;
        usize::from(self.done) == self.read.len()
    }

    /// An update that knows which copy to begin with goes on to its time.
    pub(super) fn take_time(&mut self) -> Then<At> {
        self.value = self.begun;
        // whoever takes the time from the copies has it, and skips that line
        Then::Goto(At::Tick)
    }
}

impl StableStorage {
    pub(super) fn surveys_before_update(&self) -> bool {
        self.mends_before_update || self.worse_first || self.clock == Clock::Copies
    }

    /// All fields are read: what is there to be mended, and which copy is written first?
    pub(super) fn plan(&self, turn: &mut Turn<'_, '_, StableStorage>, my: &mut Local) -> Then<At> {
        let read = std::mem::take(&mut my.read);
        my.done = 0;
        let good = better(read);
        let whole = (0..2).filter(|&c| is_whole(read, c));
        let latest = whole.map(|c| read[3 * c + 1]).max().unwrap_or(0);
        if self.clock == Clock::Copies && my.is_updating {
            my.time = latest + 1;
        }
        let mends = if my.is_updating { self.mends_before_update } else { self.mends_at_restart };
        if let Some(good) = good.filter(|_| mends && read[..3] != read[3..]) {
            turn.note(|| format!("Copy {} has to be mended.", 1 - good));
            (my.is_mending, my.is_last, my.c) = (true, true, 1 - good as u8);
            (my.value, my.time) = (read[3 * good], read[3 * good + 1]);
            return Then::Goto(At::Copy);
        }
        if !my.is_updating {
            *my = my.history();
            return Then::Goto(At::Serve);
        }
        if self.worse_first {
            my.c = good.map_or(0, |good| 1 - good as u8);
        }
        my.take_time()
    }

    /// Writes a field of the copy at hand.
    pub(super) fn write(
        &self,
        turn: &mut Turn<'_, '_, StableStorage>,
        my: &mut Local,
        array: Array,
        value: u8,
    ) {
        my.accesses += u8::from(my.is_updating);
        turn.write_part(array, my.c.into(), |field| Field(field).written(value, self.has_cache));
    }

    /// Whether the copy at hand has to be on disk before it goes on. For a mended one that is so
    /// wherever there are waits at all.
    pub(super) fn waits_for(&self, my: &Local) -> bool {
        match my.is_mending {
            true => self.waits.contains(&true),
            false => self.waits[usize::from(my.is_last)],
        }
    }

    /// The copy at hand is written, and on disk if that is waited for.
    pub(super) fn next_copy(
        &self,
        turn: &mut Turn<'_, '_, StableStorage>,
        my: &mut Local,
    ) -> Then<At> {
        if !my.is_last {
            (my.is_last, my.c) = (true, 1 - my.c);
            return Then::Goto(At::Copy);
        }
        if my.is_mending && my.is_updating {
            (my.is_mending, my.is_last, my.c) = (false, false, 0);
            my.time += u8::from(self.clock == Clock::Copies);
            return my.take_time();
        }
        if my.is_updating {
            turn.note(|| format!("The update to {} is over.", my.value));
            my.old = my.begun;
        }
        *my = Local { accesses: my.accesses, ..my.history() };
        Then::Goto(At::Serve)
    }

    pub(super) fn survey_words(&self) -> String {
        let when = match (self.mends_at_restart, self.surveys_before_update()) {
            (true, true) => "after a restart, and before an update",
            (true, false) => "after a restart",
            _ => "before an update",
        };
        let mends = match (self.mends_at_restart, self.mends_before_update) {
            (true, true) => "\n  write the one that counts over the other",
            (true, false) => "\n  if restarted, write the one that counts\n    over the other",
            (false, true) => "\n  if updating, write the one that counts\n    over the other",
            _ => "",
        };
        let first = if self.worse_first { "\n  c: the one that does not count" } else { "" };
        let time = match self.clock {
            Clock::Copies => "\n  time: 1 + the latest of a whole copy",
            _ => "",
        };
        format!("{when}:\n  read ← all fields{mends}{first}{time}")
    }
}

/// All fields, as far as `look` sees them.
pub fn copies(get: impl Fn(Array, usize) -> u8, look: fn(Field) -> u8) -> Copies {
    std::array::from_fn(|at| look(Field(get(FIELDS[at % 3], at / 3))))
}

/// A field of a copy, by the scheduler's choice.
pub fn any_field(turn: &mut Turn<'_, '_, StableStorage>) -> (Array, usize) {
    let at = usize::from(turn.choose(6));
    (FIELDS[at % 3], at / 3)
}
