//! Knobs that several algorithms have.

use model::{Knob, Setting, value};

pub const PROCESSES: Knob = Knob {
    name: "processes",
    words: "Processes",
    values: &[value("3", "3"), value("2", "2"), value("4", "4")],
};

pub fn processes(setting: &Setting) -> usize {
    setting.number("processes").map_or(3, usize::from)
}

/// How often each process enters.
pub const FEW_ENTRIES: Knob = Knob {
    name: "entries",
    words: "Each enters",
    values: &[value("2", "twice"), value("1", "once"), value("3", "three times")],
};

pub const CHANNELS: Knob = Knob {
    name: "channels",
    words: "Messages from one process to another",
    values: &[
        value("fifo", "arrive in the order sent"),
        value("unordered", "may overtake each other"),
    ],
};
