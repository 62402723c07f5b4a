//! The names that the language gives, which any text can choose for its own.

/// A name that the language gives, beside its functions.
pub struct Given {
    pub name: &'static str,
    /// What it stands for.
    pub says: &'static str,
    /// The section of the reference that says more, by its anchor.
    pub section: &'static str,
}

pub const GIVEN: &[Given] = &[
    Given { name: "process", says: "The set of all processes.", section: NUMBERS },
    Given {
        name: "passes",
        says: "How often the process has left its first section.",
        section: NUMBERS,
    },
    Given { name: "decision", says: "What each process has decided.", section: "decisions" },
];

const NUMBERS: &str = "processes-and-their-numbers";

/// Sections that every process has, behind those of the text.
pub const SECTIONS: [&str; 3] = ["end", "decided", "crashed"];

/// What a text says of its network and of faults by a name of its own.
pub const GRANTS: [&str; 9] = [
    "channels",
    "losses",
    "duplicates",
    "crashes",
    "reuse",
    "messages_in_transit",
    "memory",
    "buffer",
    "pending",
];

/// Whether the language gives something by that name in an expression.
pub fn is_given(name: &str) -> bool {
    name == "any" || GIVEN.iter().any(|given| given.name == name)
}
