//! The words of the language: where each can stand, and what it does.

use crate::parse::RESERVED;
use crate::token::WORD_SIGNS;

/// Where something can stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The beginning of a line without indentation.
    Item,
    /// The beginning of a line of a role.
    Part,
    Statement,
    /// Beside a name that is declared.
    Declaration,
    Domain,
    Expression,
    /// Behind the name of the property of which something is expected.
    Expectation,
    /// In a replicated row.
    Store,
    /// Behind a dot.
    Member,
}

use Place::{Declaration, Domain, Expectation, Expression, Item, Part, Statement, Store};

pub struct Word {
    pub text: &'static str,
    pub places: &'static [Place],
    /// What it does.
    pub says: &'static str,
}

const fn word(text: &'static str, places: &'static [Place], says: &'static str) -> Word {
    Word { text, places, says }
}

/// All words of the language, except for the names that it gives.
pub const WORDS: &[Word] = &[
    word("algorithm", &[Item], "Begins a text: the name of the algorithm follows."),
    word("option", &[Item], "A constant with a menu; its first value is the default."),
    word("domain", &[Item], "A name for a domain."),
    word("record", &[Item], "A value with fields."),
    word("pool", &[Item], "Shared objects that `new` takes and `free` gives back."),
    word("message", &[Item], "Kinds of messages, with their fields."),
    word("shared", &[Item], "Variables of all processes: each access is a step."),
    word("row", &[Item], "A replicated row of a store; its columns are indented below."),
    word("define", &[Item], "An expression or statements, put in where the name is used."),
    word("assume", &[Item], "Restricts the initial states."),
    word(
        "limit",
        &[Item],
        "As far as a search goes: variables that may leave their domains, or a condition.",
    ),
    word("always", &[Item, Expression], "Holds if it is true in every state."),
    word("never", &[Item, Expectation], "Holds if it is true in no state."),
    word("reachable", &[Item], "Holds if it is true in some state."),
    word("eventually", &[Item], "Holds if `P → Q`: Q follows P in every weakly fair execution."),
    word(
        "at",
        &[Item, Expression],
        "`at end`: true when nobody can take a step any more. `at most 1 in`: so many processes at most.",
    ),
    word("outcomes", &[Item, Expectation], "The list of all results."),
    word("serializable", &[Item], "Holds if every result is that of some serial execution."),
    word("most", &[Item, Expression], "The largest value of a number in any execution."),
    word("least", &[Item, Expectation], "The smallest value of a number in any execution."),
    word(
        "wait-free",
        &[Item],
        "Every process gets from one section to the other in a bounded number of its steps.",
    ),
    word(
        "lock-free",
        &[Item],
        "Some process gets from one section to the other in a bounded number of steps.",
    ),
    word("obstruction-free", &[Item], "A process alone gets from one section to the other."),
    word("expect", &[Item], "What a search has to find: `expect mutual exclusion: holds`."),
    word("holds", &[Expectation], "No state or run is against the property."),
    word("fails", &[Expectation], "Some state or run is against it: `fails in 9 steps`."),
    word("reached", &[Expectation], "Some state is so: `reached in 9 steps`, `never reached`."),
    word("no", &[Expectation], "`no bound`: the number grows and grows."),
    word("bound", &[Expectation], "`no bound`: the number grows and grows."),
    word("states", &[Expectation], "How many states a search visits."),
    word("state", &[Expectation], "One of the states that a search visits."),
    word("step", &[Expectation], "How long the shortest run to it is."),
    word("outcome", &[Expectation], "One of the results."),
    word("watch", &[Item], "`watch P`: the value of P stands beside the picture at each step."),
    word("own", &[Part], "Variables of one process; a crash resets them."),
    word("stable", &[Part], "Variables of one process that a crash keeps."),
    word("ghost", &[Item, Part], "Variables for properties: to compute them costs no step."),
    word("sections", &[Part], "Names sections without lines of their own."),
    word(
        "history",
        &[Part],
        "What the picture shows of past events: how many, their stamps, and what led to each.",
    ),
    word("after", &[Expression], "In `history`: the set of events that led to each."),
    word("rests", &[Part], "Sections in which a process that cannot go on is no deadlock."),
    word(
        "when",
        &[Part, Expression],
        "A rule, possible while its condition is true: one step as a whole.",
    ),
    word(
        "on",
        &[Part, Declaration, Store],
        "A rule for a message, a time-out or a crash: one step as a whole. Of a row: how many replicas it has.",
    ),
    word("await", &[Statement], "Waits until its condition is true, or for a message."),
    word("atomic", &[Statement], "Makes one step of a line or a block."),
    word("pause", &[Statement], "A step that accesses nothing."),
    word(
        "strongly",
        &[Part, Statement],
        "A line or a rule that comes, too, if it is possible again and again: strong fairness.",
    ),
    word("skip", &[Statement], "Does nothing, and is no step."),
    word("stop", &[Statement], "Ends the process."),
    word("restart", &[Statement], "Begins again with fresh `own` variables."),
    word("become", &[Statement], "Goes to a section."),
    word("send", &[Statement], "Sends a message: one step; in a rule, a part of the rule's step."),
    word(
        "if",
        &[Statement, Expression],
        "Goes on below if its condition is true. `e if C else f` is a value.",
    ),
    word(
        "else",
        &[Statement, Expression],
        "What happens, or the value, if the condition is false.",
    ),
    word("while", &[Statement], "Repeats its block while its condition is true."),
    word("repeat", &[Statement], "Repeats its block until the condition behind `until` is true."),
    word("until", &[Statement, Expression], "Ends a `repeat` when its condition is true."),
    word(
        "for",
        &[Statement, Expression],
        "`for each` repeats its block for each member; `for ever` begins a role again after its last section.",
    ),
    word("each", &[Expression], "Repeats a block for each member of a set."),
    word("ever", &[Expression], "Begins again after the last section."),
    word("choose", &[Statement], "Takes any value of a set: each is a possible outcome."),
    word("let", &[Statement], "A name for a value, to the end of the block."),
    word("propose", &[Statement], "What the process proposes."),
    word("decide", &[Statement], "What the process decides; it is then in the section `decided`."),
    word("free", &[Statement, Expression], "Gives an object back to its pool."),
    word("write", &[Statement], "Writes columns of a replicated row."),
    word("delete", &[Statement], "Deletes a column of a replicated row."),
    word(
        "with",
        &[Statement, Declaration, Domain, Expression],
        "For which options the line is part of the program.",
    ),
    word("safe", &[Declaration], "A read that overlaps a write returns any value."),
    word("as", &[Declaration], "The name of the option in links."),
    word("reads", &[Declaration], "How many replicas a read asks."),
    word("writes", &[Declaration], "How many replicas a write asks."),
    word("quorum", &[Declaration], "More than half of the replicas."),
    word("of", &[Declaration, Domain, Expression], "How many, or of what."),
    word("bool", &[Domain], "True or false; a variable begins with false."),
    word("set", &[Domain], "`set of D`: the subsets of a domain."),
    word("list", &[Domain], "`list of D up to n`: lists of at most n elements."),
    word("copy", &[Domain], "`copy of x`: the values of a whole array."),
    word("up", &[Domain], "The most elements of a list."),
    word("to", &[Domain, Expression], "To whom a message goes, or up to how many."),
    word("any", &[Domain, Expression], "Every value of the domain, or every kind of message."),
    word("true", &[Expression, Domain], "A truth value."),
    word("false", &[Expression, Domain], "A truth value."),
    word("none", &[Expression, Domain], "The value that stands for nothing."),
    word("self", &[Expression], "The process that runs."),
    word("and", &[Expression], "True if both are; stops reading when the first is false."),
    word("or", &[Expression], "True if one is; stops reading when the first is true."),
    word("not", &[Expression], "True if the other is false."),
    word("in", &[Domain, Expression], "Whether a value is in a set, or over what a name runs."),
    word("mod", &[Expression], "The remainder of a division."),
    word("is", &[Expression], "`c is free`: whether an object is in its pool."),
    word(
        "all",
        &[Expression],
        "True if it is true of each; in `send`, to everybody of one's own role.",
    ),
    word("some", &[Expression], "True if it is true of one at least."),
    word("count", &[Expression], "Of how many it is true."),
    word("sum", &[Expression], "The sum over all."),
    word("max", &[Expression], "The largest over all."),
    word("min", &[Expression], "The smallest over all."),
    word("where", &[Expression], "Only those for which this is true."),
    word("sort", &[Expression], "`sort(q by t)`: a list in the order of a field."),
    word("by", &[Expression], "The field that gives the order."),
    word("new", &[Expression], "Takes an object from a pool."),
    word("read", &[Expression], "Reads a column of a replicated row."),
    word("from", &[Expression], "The sender of a message, or the first section."),
    word("others", &[Expression], "Everybody of one's own role but oneself."),
    word("timeout", &[Expression], "A time-out of the process."),
    word("crash", &[Expression], "What the process does after a crash."),
    word("times", &[Expression], "How often a process goes through its sections."),
    word(
        "before",
        &[Expression],
        "Who leaves the first section earlier enters the second one earlier.",
    ),
    word("end", &[Expression], "The states in which nobody can take a step any more."),
    word("decisions", &[Expression], "What the processes have decided."),
    word("equal", &[Expression], "All decisions are the same."),
    word("are", &[Expression], "`all decisions are inputs`: somebody has proposed each."),
    word("inputs", &[Expression], "What the processes propose."),
    word("steps", &[Expression], "How many accesses, messages and rules."),
    word("messages", &[Expression], "How many messages."),
    word("overtakes", &[Expression], "How often others go first."),
    word("reads", &[Store], "How many replicas a read of the row needs."),
    word("writes", &[Store], "How many replicas a write to the row needs."),
    word("quorum", &[Store], "A majority of the replicas."),
    word("one", &[Store], "One replica; or one clock for all."),
    word("answers", &[Store], "Whether replicas answer a read in one step."),
    word("at_once", &[Store], "In one step."),
    word("one_by_one", &[Store], "Each in a step of its own."),
    word("lands", &[Store], "Whether a write to a single replica is one step."),
    word("later", &[Store], "In a step of its own."),
    word("timestamps", &[Store], "Who gives a write its timestamp."),
    word("client", &[Store], "The process that writes."),
    word("coordinator", &[Store], "The store, when a request comes there."),
    word("replica", &[Store], "Each replica, when a write lands there."),
    word("clocks", &[Store], "What timestamps are taken from."),
    word("apart", &[Store], "Each clock counts its own timestamps."),
    word("in_step", &[Store], "All clocks advance together."),
    word("still", &[Store], "All clocks stand still."),
    word("starts", &[Store], "What a process's clock shows first."),
    word("falls_back", &[Store], "How often a clock may fall back to 0."),
    word("late", &[Store], "How many requests may get stuck and come late."),
    word("down", &[Store], "How many replicas may go down."),
];

/// Words of which only some can follow a word.
pub const FOLLOW: &[(&str, &[&str])] = &[
    ("for", &["each", "ever"]),
    ("eventually", &["always"]),
    ("at", &["end", "most", "least"]),
    ("set", &["of"]),
    ("list", &["of"]),
    ("copy", &["of"]),
    ("up", &["to"]),
    ("is", &["free"]),
    ("no", &["bound"]),
];

/// What a word of the language does.
pub fn says(word: &str) -> Option<&'static str> {
    let word = WORD_SIGNS.iter().find(|sign| sign.0 == word).map_or(word, |sign| sign.1);
    WORDS.iter().find(|known| known.text == word).map(|known| known.says)
}

/// Whether a word that names nothing is a word of the language.
pub fn is_word(word: &str) -> bool {
    RESERVED.contains(&word) || says(word).is_some()
}
