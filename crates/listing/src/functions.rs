//! The functions of the language, in one table: what they are called here and elsewhere, what they take and
//! give, and how they are built.

use crate::instantiate::build::{self, Build};
use crate::tree::Quantifier;
use std::ops::RangeInclusive;

/// How the arguments of a function are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    Values,
    /// Sets or lists, also those that are written out.
    Sets,
    /// A variable, and values of its domain.
    Variable,
    /// A kind of message, and the processes between which it is under way.
    Messages,
}

/// What a function gives, whatever the ranges are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// A number, or what ranges decide.
    Plain,
    Bool,
    /// What its first argument is.
    First,
    /// What its last argument is.
    Last,
    /// What the elements of its first argument are.
    Element,
}

/// What calling it does beside giving a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    None,
    /// It reads a variable and writes it in the same step.
    Operation,
    /// It asks the network, which is no access.
    Network,
}

pub struct Function {
    pub name: &'static str,
    /// Names in other languages; also with capitals, and without `_`.
    pub also: &'static [&'static str],
    pub count: RangeInclusive<usize>,
    pub takes: Takes,
    pub gives: Gives,
    pub effect: Effect,
    /// What it gives, for a reader.
    pub says: &'static str,
    /// The section of the reference that says more, by its anchor.
    pub section: &'static str,
    pub build: Build,
}

const fn function(
    name: &'static str,
    count: RangeInclusive<usize>,
    gives: Gives,
    build: Build,
    says: &'static str,
) -> Function {
    let (takes, effect) = (Takes::Values, Effect::None);
    Function { name, also: &[], count, takes, gives, effect, says, section: "expressions", build }
}

impl Function {
    const fn of(mut self, section: &'static str) -> Function {
        self.section = section;
        self
    }

    const fn also(mut self, names: &'static [&'static str]) -> Function {
        self.also = names;
        self
    }

    const fn takes(mut self, takes: Takes) -> Function {
        self.takes = takes;
        self
    }

    const fn does(mut self, effect: Effect) -> Function {
        self.effect = effect;
        self
    }
}

/// No function takes more arguments than that.
const MANY: usize = usize::MAX;

pub const FUNCTIONS: &[Function] = &[
    function("max", 1..=MANY, Gives::Plain, build::max, "The largest of its arguments.")
        .of("binders"),
    function("min", 1..=MANY, Gives::Plain, build::min, "The smallest of its arguments.")
        .of("binders"),
    function("sum", 1..=1, Gives::Plain, |instance, call| instance.fold_argument(Quantifier::Sum, &call.arguments[0], call.expr, call.env), "The sum of a list.").of("binders"),
    function("size", 1..=1, Gives::Plain, |instance, call| instance.size_of(&call.arguments[0], call.env), "How many members a set has.")
        .of("sets")
        .also(&["cardinality", "count"])
        .takes(Takes::Sets),
    function("length", 1..=1, Gives::Plain, |instance, call| instance.size_of(&call.arguments[0], call.env), "How many elements a list has.")
        .of("lists")
        .also(&["len"])
        .takes(Takes::Sets),
    function("head", 1..=1, Gives::Element, |instance, call| instance.head_or_tail(&call.name.text, &call.arguments[0], call.env), "The first element of a list.")
        .of("lists")
        .also(&["first"]),
    function("tail", 1..=1, Gives::First, |instance, call| instance.head_or_tail(&call.name.text, &call.arguments[0], call.env), "A list without its first element.")
        .of("lists")
        .also(&["rest"]),
    function(
        "reverse",
        1..=1,
        Gives::First,
        |instance, call| instance.reversed(&call.arguments[0], call.env),
        "A list from its end to its beginning.",
    )
    .of("lists"),
    function(
        "signed",
        1..=1,
        Gives::Plain,
        |instance, call| instance.signed(&call.arguments[0], call.env),
        "The number that bytes make, the lowest first.",
    ),
    function(
        "cas",
        3..=3,
        Gives::Bool,
        build::cas,
        "Writes the last value if the variable has the one before, in one step; true if it did.",
    )
    .of("operations-of-a-processor-decisions")
    .also(&["compare_and_swap", "compare_and_set", "compare_exchange"])
    .takes(Takes::Variable)
    .does(Effect::Operation),
    function(
        "swap",
        2..=2,
        Gives::First,
        build::swap,
        "Writes a value and returns the one before, in one step.",
    )
    .of("operations-of-a-processor-decisions")
    .also(&["exchange", "get_and_set", "fetch_and_store"])
    .takes(Takes::Variable)
    .does(Effect::Operation),
    function(
        "fetch_and_add",
        2..=2,
        Gives::Plain,
        build::fetch_and_add,
        "Adds to a variable and returns the value before, in one step.",
    )
    .of("operations-of-a-processor-decisions")
    .also(&["fetch_and_inc", "fetch_add", "get_and_add", "faa"])
    .does(Effect::Operation),
    function(
        "test_and_set",
        1..=1,
        Gives::Plain,
        build::test_and_set,
        "Makes a variable true and returns what it was, in one step.",
    )
    .of("operations-of-a-processor-decisions")
    .also(&["tas"])
    .does(Effect::Operation),
    function(
        "in_transit",
        1..=3,
        Gives::Plain,
        |instance, call| instance.in_transit(call.arguments, call.env),
        "How many messages of a kind are under way; of a field, which values they have.",
    )
    .of("channels")
    .takes(Takes::Messages)
    .does(Effect::Network),
    function(
        "seen",
        2..=2,
        Gives::Last,
        |instance, call| instance.seen_by(call.arguments, call.expr.span, call.env),
        "What a process sees in a shared variable: its youngest pending write, else what is in memory.",
    )
    .of("memory"),
    function("pending", 1..=1, Gives::Plain, |instance, call| instance.pending_of(&call.arguments[0], call.expr.span, call.env), "How many writes of a process are pending.")
        .of("memory"),
    function(
        "reach",
        2..=MANY,
        Gives::Plain,
        |instance, call| instance.reach(call.arguments, call.expr.span, call.env),
        "The set of what is reached from the first argument along the arrays behind it.",
    ),
];

/// The function of that name.
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// What the function of that name does beside giving a value.
pub fn effect(name: &str) -> Effect {
    find(name).map_or(Effect::None, |function| function.effect)
}

/// What a function of another language is called here: `CAS`, `compareAndSwap`.
pub fn familiar(name: &str) -> Option<&'static str> {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let is_it = |text: &&str| plain(text) == plain(name);
    let known = |function: &&Function| [function.name].iter().chain(function.also).any(&is_it);
    FUNCTIONS.iter().find(known).map(|function| function.name)
}
