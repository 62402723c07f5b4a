//! Knobs that several algorithms have.

use model::{Knob, value};

/// How often each process enters.
pub const FEW_ENTRIES: Knob = Knob {
    name: "entries",
    words: "Each enters",
    values: &[value("2", "twice"), value("1", "once"), value("3", "three times")],
};
