//! The words of the language, in one table: where each can stand, what a line that it begins is, and what it does.
//!
//! Parser, formatter, colours, completion and what a hover says ask this table. What a word leads to is said
//! by the grammar (`parse`), and by nobody else.

mod given;
mod kinds;

pub use given::{GIVEN, GRANTS, SECTIONS, is_given};
pub use kinds::{Class, Line, Place};

use crate::token::WORD_SIGNS;
use Line::{Block, Claims, Names, Says, Step, Stores};
use Place::{Conjunct, Declaration, Domain, Expectation, Expression, Item, Part, Statement, Store};

pub struct Word {
    pub text: &'static str,
    pub class: Class,
    pub places: &'static [Place],
    /// What a line that begins with it is, if one can.
    pub line: Option<Line>,
    /// What it does.
    pub says: &'static str,
    /// The section of the reference that says more, by its anchor.
    pub section: &'static str,
}

impl Word {
    const fn of(mut self, section: &'static str) -> Word {
        self.section = section;
        self
    }

    const fn begins(mut self, line: Line) -> Word {
        self.line = Some(line);
        self
    }
}

const fn word(
    text: &'static str,
    class: Class,
    places: &'static [Place],
    says: &'static str,
) -> Word {
    Word { text, class, places, line: None, says, section: "declarations" }
}

const fn reserved(text: &'static str, places: &'static [Place], says: &'static str) -> Word {
    word(text, Class::Reserved, places, says)
}

const fn value(text: &'static str, places: &'static [Place], says: &'static str) -> Word {
    word(text, Class::Value, places, says)
}

const fn contextual(text: &'static str, places: &'static [Place], says: &'static str) -> Word {
    word(text, Class::Contextual, places, says)
}

const fn plain(text: &'static str, places: &'static [Place], says: &'static str) -> Word {
    word(text, Class::Plain, places, says)
}

/// All words of the language, except for the names that it gives. A word that means something else in a
/// replicated row has a second entry.
pub const WORDS: &[Word] = &[
    reserved("algorithm", &[Item], "Begins a text: the name of the algorithm follows."),
    reserved("option", &[Item], "A constant with a menu; its first value is the default.").begins(Names),
    reserved("domain", &[Item], "A name for a domain.").of("domains").begins(Names),
    contextual("record", &[Item], "A value with fields.").of("domains").begins(Names),
    reserved("pool", &[Item], "Shared objects that `new` takes and `free` gives back.").of("pools").begins(Names),
    reserved("message", &[Item], "Kinds of messages, with their fields.").of("channels").begins(Names),
    reserved("shared", &[Item], "Variables of all processes: each access is a step.").begins(Stores),
    contextual("row", &[Item], "A replicated row of a store; its columns are indented below.").of("replicated-rows").begins(Names),
    reserved("define", &[Item], "An expression or statements, put in where the name is used.").of("definitions").begins(Says),
    contextual("operation", &[Item], "What `call` begins and `return` ends: lines with variables of their own.").of("operations").begins(Says),
    reserved("assume", &[Item], "Restricts the initial states.").begins(Says),
    plain("limit", &[Item], "As far as a search goes: variables that may leave their domains, or a condition.").of("bounds").begins(Says),
    reserved("always", &[Item, Expression], "Holds if it is true in every state.").of("properties").begins(Claims),
    reserved("never", &[Item, Expectation, Conjunct], "Holds if it is true in no state.").of("properties").begins(Claims),
    reserved("reachable", &[Item], "Holds if it is true in some state.").of("properties").begins(Claims),
    reserved("eventually", &[Item], "Holds if `P → Q`: Q follows P in every weakly fair execution.").of("properties").begins(Claims),
    contextual("at", &[Item, Expression], "`at end`: true when nobody can take a step any more. `at most 1 in`: so many processes at most.").of("properties").begins(Claims),
    reserved("outcomes", &[Item, Expectation], "The list of all results.").of("properties").begins(Claims),
    plain(INDUCTIVE, &[Item, Expectation], "Holds in every state, and each step from a state in which it is true ends in one.").of("inductive-claims").begins(Claims),
    plain("serializable", &[Item], "Holds if every result is that of some serial execution.").of("serial-executions").begins(Claims),
    plain("linearizable", &[Item], "Holds if the operations have an order in which they come one at a time.").of("operations").begins(Claims),
    plain("sequentially", &[Item], "`sequentially consistent`: holds if the operations have an order that keeps the order of each process.").of("operations").begins(Claims),
    plain("consistent", &[Item], "`sequentially consistent`: holds if the operations have an order that keeps the order of each process.").of("operations"),
    contextual("most", &[Item, Expression], "The largest value of a number in any execution.").of("properties").begins(Claims),
    contextual("least", &[Item, Expectation], "The smallest value of a number in any execution.").of("properties").begins(Claims),
    plain("wait-free", &[Item], "Every process gets from one section to the other in a bounded number of its steps.").of("properties").begins(Claims),
    plain("lock-free", &[Item], "Some process gets from one section to the other in a bounded number of steps.").of("properties").begins(Claims),
    plain("obstruction-free", &[Item], "A process alone gets from one section to the other.").of("properties").begins(Claims),
    plain("expect", &[Item], "What a search has to find: `expect mutual exclusion: holds`.").of("expectations").begins(Says),
    plain("leads", &[Expectation], "`2 leads`: states that no run reaches, from which a step leads out of an `inductive` claim.").of("inductive-claims"),
    plain("lead", &[Expectation], "`1 lead`: a state that no run reaches, from which a step leads out of an `inductive` claim.").of("inductive-claims"),
    plain("holds", &[Expectation], "No state or run is against the property.").of("expectations"),
    plain("fails", &[Expectation], "Some state or run is against it: `fails in 9 steps`.").of("expectations"),
    plain("reached", &[Expectation], "Some state is so: `reached in 9 steps`, `never reached`.").of("expectations"),
    plain("no", &[Expectation], "`no bound`: the number grows and grows.").of("expectations"),
    plain("bound", &[Expectation], "`no bound`: the number grows and grows.").of("expectations"),
    plain("states", &[Expectation], "How many states a search visits.").of("expectations"),
    plain("state", &[Expectation], "One of the states that a search visits.").of("expectations"),
    plain("every", &[Expectation], "`every line is needed`: without it, something that is claimed does not hold.").of("expectations"),
    plain("line", &[Expectation], "What can be left out to see what it is for.").of("expectations"),
    plain("lines", &[Expectation], "`2 lines are not needed`: nothing that is claimed needs them.").of("expectations"),
    plain("needed", &[Expectation], "Something that is claimed does not hold without it.").of("expectations"),
    plain("step", &[Expectation], "How long the shortest run to it is.").of("expectations"),
    plain("outcome", &[Expectation], "One of the results.").of("expectations"),
    plain("say", &[Item], "`say NAME: …` is what a reader is told where that property fails.").of("sentences").begins(Says),
    contextual("watch", &[Item], "`watch P`: the value of P stands beside the picture at each step.").of("what-is-watched").begins(Says),
    reserved("own", &[Part, Place::Operation], "Variables of one process; a crash resets them.").begins(Stores),
    reserved("stable", &[Part], "Variables of one process that a crash keeps.").of("crashes").begins(Stores),
    reserved("ghost", &[Item, Part], "Variables for properties: to compute them costs no step.").of("what-has-happened").begins(Stores),
    reserved("sections", &[Part], "Names sections without lines of their own."),
    contextual("history", &[Part], "What the picture shows of past events: how many, their stamps, and what led to each.").of("what-has-happened"),
    contextual("after", &[Expression], "In `history`: the set of events that led to each.").of("what-has-happened"),
    contextual("rests", &[Part], "Sections in which a process that cannot go on is no deadlock.").of("where-a-process-may-rest"),
    reserved("when", &[Part, Expression], "A rule, possible while its condition is true: one step as a whole.").of("rules").begins(Block),
    reserved("on", &[Part, Declaration, Store], "A rule for a message, a time-out or a crash: one step as a whole. Of a row: how many replicas it has.").of("rules").begins(Block),
    reserved("await", &[Statement], "Waits until its condition is true, or for a message.").of("statements").begins(Step),
    reserved("atomic", &[Statement], "Makes one step of a line or a block.").of("exactly-what-is-a-step").begins(Block),
    reserved("pause", &[Statement], "A step that accesses nothing.").of("statements").begins(Step),
    reserved("fence", &[Statement], "A step that comes only when no write of the process is pending.").of("memory").begins(Step),
    contextual("stores", &[Expression], "`fence stores`: later writes of the process reach memory behind those that are pending.").of("memory"),
    reserved("strongly", &[Part, Statement], "A line or a rule that comes, too, if it is possible again and again: strong fairness.").of("exactly-what-is-a-step"),
    reserved("skip", &[Statement], "Does nothing, and is no step.").of("statements").begins(Step),
    reserved("stop", &[Statement], "Ends the process.").of("processes-and-their-numbers").begins(Step),
    reserved("restart", &[Statement], "Begins again with fresh `own` variables.").of("processes-and-their-numbers").begins(Step),
    reserved("become", &[Statement], "Goes to a section.").of("statements").begins(Step),
    reserved("send", &[Statement], "Sends a message: one step; in a rule, a part of the rule’s step.").of("channels").begins(Step),
    reserved("if", &[Statement, Expression], "Goes on below if its condition is true. `e if C else f` is a value.").of("statements").begins(Block),
    reserved("else", &[Statement, Expression], "What happens, or the value, if the condition is false.").of("statements").begins(Block),
    reserved("while", &[Statement], "Repeats its block while its condition is true.").of("statements").begins(Block),
    reserved("repeat", &[Statement], "Repeats its block until the condition behind `until` is true.").of("statements").begins(Block),
    reserved("until", &[Statement, Expression], "Ends a `repeat` when its condition is true.").of("statements"),
    reserved("for", &[Statement, Expression], "`for each` repeats its block for each member; `for ever` begins a role again after its last section.").of("binders").begins(Block),
    contextual("each", &[Expression], "Repeats a block for each member of a set.").of("binders"),
    contextual("ever", &[Expression], "Begins again after the last section.").of("processes-and-their-numbers"),
    reserved("choose", &[Statement], "Takes any value of a set: each is a possible outcome.").of("choices").begins(Step),
    reserved("let", &[Statement], "A name for a value, to the end of the block.").of("binders").begins(Step),
    contextual("call", &[Statement], "Begins an operation, one of several: `call push(1) | x ← pop`.").of("operations").begins(Step),
    contextual("return", &[Statement], "Ends an operation, with its result.").of("operations").begins(Step),
    contextual("propose", &[Statement], "What the process proposes.").of("decisions").begins(Step),
    reserved("decide", &[Statement], "What the process decides; it is then in the section `decided`.").of("decisions").begins(Step),
    contextual("free", &[Statement, Expression], "Gives an object back to its pool.").of("pools").begins(Step),
    contextual("write", &[Statement], "Writes columns of a replicated row.").of("replicated-rows").begins(Step),
    contextual("delete", &[Statement], "Deletes a column of a replicated row.").of("replicated-rows").begins(Step),
    reserved("with", &[Statement, Declaration, Domain, Expression], "For which options the line is part of the program."),
    contextual("safe", &[Declaration], "A read that overlaps a write returns any value."),
    contextual("as", &[Declaration], "The name of the option in links."),
    contextual("reads", &[Declaration], "How many replicas a read asks.").of("replicated-rows"),
    contextual("writes", &[Declaration], "How many replicas a write asks.").of("replicated-rows"),
    plain("quorum", &[Declaration], "More than half of the replicas.").of("replicated-rows"),
    contextual("of", &[Declaration, Domain, Expression], "How many, or of what."),
    value("bool", &[Domain], "True or false; a variable begins with false.").of("domains"),
    contextual("set", &[Domain], "`set of D`: the subsets of a domain.").of("sets"),
    contextual("list", &[Domain], "`list of D up to n`: lists of at most n elements.").of("lists"),
    contextual("copy", &[Domain], "`copy of x`: the values of a whole array.").of("arrays-and-indices"),
    contextual("up", &[Domain], "The most elements of a list.").of("lists"),
    contextual("to", &[Domain, Expression], "To whom a message goes, or up to how many.").of("statements"),
    reserved("any", &[Domain, Expression], "Every value of the domain, or every kind of message.").of("choices"),
    value("true", &[Expression, Domain], "A truth value.").of("domains"),
    value("false", &[Expression, Domain], "A truth value.").of("domains"),
    value("none", &[Expression, Domain], "The value that stands for nothing.").of("domains"),
    value("self", &[Expression], "The process that runs.").of("processes-and-their-numbers"),
    reserved("and", &[Expression], "True if both are; stops reading when the first is false.").of("expressions"),
    reserved("or", &[Expression], "True if one is; stops reading when the first is true.").of("expressions"),
    reserved("not", &[Expression], "True if the other is false.").of("expressions"),
    reserved("in", &[Domain, Expression], "Whether a value is in a set, or over what a name runs.").of("sets"),
    reserved("mod", &[Expression], "The remainder of a division.").of("expressions"),
    contextual("is", &[Expression], "`c is free`: whether an object is in its pool.").of("expressions"),
    plain("all", &[Expression], "True if it is true of each; in `send`, to everybody of one’s own role.").of("binders"),
    plain("some", &[Expression], "True if it is true of one at least.").of("binders"),
    plain("count", &[Expression], "Of how many it is true.").of("binders"),
    plain("sum", &[Expression], "The sum over all.").of("binders"),
    plain("max", &[Expression], "The largest over all.").of("binders"),
    plain("min", &[Expression], "The smallest over all.").of("binders"),
    contextual("where", &[Expression], "Only those for which this is true.").of("binders"),
    plain("sort", &[Expression], "`sort(q by t)`: a list in the order of a field.").of("lists"),
    contextual("by", &[Expression], "The field that gives the order.").of("lists"),
    contextual("new", &[Expression], "Takes an object from a pool.").of("pools"),
    contextual("read", &[Expression], "Reads a column of a replicated row.").of("replicated-rows"),
    contextual("from", &[Expression], "The sender of a message, or the first section.").of("channels"),
    contextual("others", &[Expression], "Everybody of one’s own role but oneself.").of("processes-and-their-numbers"),
    contextual("timeout", &[Expression], "A time-out of the process.").of("rules"),
    contextual("crash", &[Expression], "What the process does after a crash.").of("crashes"),
    contextual("times", &[Expression], "How often a process goes through its sections.").of("processes-and-their-numbers"),
    contextual("before", &[Expression], "Who leaves the first section earlier enters the second one earlier.").of("properties"),
    contextual("end", &[Expression], "The states in which nobody can take a step any more.").of("properties"),
    plain("decisions", &[Expression], "What the processes have decided.").of("decisions"),
    plain("equal", &[Expression], "All decisions are the same.").of("decisions"),
    plain("are", &[Expression], "`all decisions are inputs`: somebody has proposed each.").of("decisions"),
    plain("inputs", &[Expression], "What the processes propose.").of("decisions"),
    plain("like", &[Expectation], "`like object = atomic`: what is right is what the text does one operation at a time with that value.").of("operations"),
    plain("steps", &[Expression], "How many accesses, messages and rules.").of("properties"),
    plain("messages", &[Expression], "How many messages.").of("properties"),
    plain("overtakes", &[Expression], "How often others go first.").of("properties"),
    contextual("reads", &[Store], "How many replicas a read of the row needs.").of("replicated-rows"),
    contextual("writes", &[Store], "How many replicas a write to the row needs.").of("replicated-rows"),
    plain("quorum", &[Store], "A majority of the replicas.").of("replicated-rows"),
    plain("one", &[Store], "One replica; or one clock for all.").of("replicated-rows"),
    plain("answers", &[Store], "Whether replicas answer a read in one step.").of("replicated-rows"),
    plain("at_once", &[Store], "In one step.").of("replicated-rows"),
    plain("one_by_one", &[Store], "Each in a step of its own.").of("replicated-rows"),
    plain("lands", &[Store], "Whether a write to a single replica is one step.").of("replicated-rows"),
    plain("later", &[Store], "In a step of its own.").of("replicated-rows"),
    plain("timestamps", &[Store], "Who gives a write its timestamp.").of("replicated-rows"),
    plain("client", &[Store], "The process that writes.").of("replicated-rows"),
    plain("coordinator", &[Store], "The store, when a request comes there.").of("replicated-rows"),
    plain("replica", &[Store], "Each replica, when a write lands there.").of("replicated-rows"),
    plain("clocks", &[Store], "What timestamps are taken from.").of("replicated-rows"),
    plain("apart", &[Store], "Each clock counts its own timestamps.").of("replicated-rows"),
    plain("in_step", &[Store], "All clocks advance together.").of("replicated-rows"),
    plain("still", &[Store], "All clocks stand still.").of("replicated-rows"),
    plain("starts", &[Store], "What a process’s clock shows first.").of("replicated-rows"),
    plain("falls_back", &[Store], "How often a clock may fall back to 0.").of("replicated-rows"),
    plain("late", &[Store], "How many requests may get stuck and come late.").of("replicated-rows"),
    plain("down", &[Store], "How many replicas may go down.").of("replicated-rows"),
];

/// Words of which only some can follow a word.
pub const FOLLOW: &[(&str, &[&str])] = &[
    ("for", &["each", "ever"]),
    ("fence", &["stores", "with"]),
    ("eventually", &["always"]),
    ("at", &["end", "most", "least"]),
    ("set", &["of"]),
    ("list", &["of"]),
    ("copy", &["of"]),
    ("up", &["to"]),
    ("sequentially", &["consistent"]),
    ("linearizable", &["like", "with"]),
    ("consistent", &["like", "with"]),
    ("every", &["line"]),
    ("line", &["is"]),
    ("lines", &["are"]),
    ("is", &["needed", "not"]),
    ("are", &["not"]),
    ("not", &["needed"]),
    ("is", &["free"]),
    ("no", &["bound"]),
];

/// What a claim begins with that is to carry itself.
pub const INDUCTIVE: &str = "inductive";

/// What the claim of two words is called.
pub const SEQUENTIALLY_CONSISTENT: &str = "sequentially consistent";

/// The word, also where it is written as a sign.
pub fn find(word: &str) -> Option<&'static Word> {
    let word = WORD_SIGNS.iter().find(|sign| sign.0 == word).map_or(word, |sign| sign.1);
    WORDS.iter().find(|known| known.text == word)
}

/// Whether a word names nothing else. A sign is no name to begin with.
pub fn is_reserved(word: &str) -> bool {
    let is_it = |known: &&Word| known.text == word;
    let known = WORDS.iter().find(is_it);
    known.is_some_and(|known| matches!(known.class, Class::Reserved | Class::Value))
}

/// The words that can stand at such a place.
pub fn at(place: Place) -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(move |word| word.places.contains(&place)).map(|word| word.text)
}

/// What a line is that begins with a word.
pub fn line(word: &str) -> Option<Line> {
    WORDS.iter().find(|known| known.text == word)?.line
}

/// Whether a declaration that begins with this word is a property.
pub fn is_property(word: &str) -> bool {
    line(word) == Some(Claims)
}

/// Whether a statement begins with it.
pub fn begins_a_statement(word: &str) -> bool {
    let begins =
        |word: &Word| word.places.contains(&Statement) && matches!(word.line, Some(Block | Step));
    WORDS.iter().find(|known| known.text == word).is_some_and(begins)
}

/// Whether a name that any text can choose for its own would mean something else here and there.
pub fn is_taken(name: &str) -> bool {
    is_word(name) || is_given(name) || GRANTS.contains(&name) || SECTIONS.contains(&name)
}

/// Whether a word that names nothing is a word of the language.
pub fn is_word(word: &str) -> bool {
    find(word).is_some()
}
