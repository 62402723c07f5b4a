//! The syntax tree of a text.

mod domain;
mod expr;
mod expressions;
mod operation;
mod property;
mod sentence;
mod statement;
mod walk;

pub use expr::{Binary, Binder, Compare, Expr, ExprKind, Quantifier};
pub use property::{Claim, Conjunct, Cost, Measure, Progress, Property, PropertyKind, Scope};
pub use sentence::{Sentence, SentencePart};
pub use statement::{Block, Branch, Invocation, Line, Statement, StatementKind, Target, Until};
pub use walk::{conditional_in, end_of, names_in, statements};

use crate::expect::Expectation;
use crate::token::Span;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// A whole text.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    pub title: String,
    pub items: Vec<Item>,
}

/// A declaration, with its condition over options.
#[derive(Clone, Debug)]
pub struct Item {
    pub kind: ItemKind,
    pub with: Option<Expr>,
    pub comment: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ItemKind {
    Option(Choice),
    Domain(Name, Domain),
    Record(Name, Vec<Field>),
    Pool {
        name: Name,
        size: Expr,
        fields: Vec<Field>,
    },
    Messages(Vec<Message>),
    Variables(Variables),
    Row(StoredRow),
    Role(Role),
    Define(Define),
    Assume {
        title: Name,
        claim: Expr,
    },
    Limit(Limit),
    Property(Property),
    Expect(Expectation),
    /// `watch EXPR`: readers see its value at each moment.
    Watch(Expr),
    /// `say NAME: Both hold {x}.`: what a reader is told where the property fails.
    Say(Sentence),
}

/// `row lock on 3, reads quorum, writes quorum:` with its columns below.
#[derive(Clone, Debug)]
pub struct StoredRow {
    pub name: Name,
    pub replicas: Expr,
    /// What is said of the store, each with the word that it begins with.
    pub clauses: Vec<(Name, Expr)>,
    pub variables: Vec<Variables>,
}

/// As far as a search goes.
#[derive(Clone, Debug)]
pub enum Limit {
    /// `limit clock, number`: steps with which one of these variables would leave its domain are not
    /// followed.
    Domains(Vec<Name>),
    /// `limit NAME: P`: a state in which P is false is not followed.
    States { title: Name, claim: Expr },
}

/// `option name: value, value`.
#[derive(Clone, Debug)]
pub struct Choice {
    pub name: Name,
    /// Its name in links, where that is another: `option hand as choosing: on, off`.
    pub link: Option<Name>,
    pub values: Vec<Name>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Name,
    pub domain: Domain,
}

#[derive(Clone, Debug)]
pub struct Message {
    pub name: Name,
    pub fields: Vec<Field>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    Shared,
    Own,
    Stable,
    Ghost,
}

#[derive(Clone, Debug)]
pub struct Variables {
    pub storage: Storage,
    /// A read that overlaps a write returns any value.
    pub safe: bool,
    pub variables: Vec<Variable>,
}

impl Variables {
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.variables.iter().flat_map(|variable| &variable.names).map(|(name, _)| name)
    }
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub names: Vec<(Name, Vec<Index>)>,
    pub domain: Domain,
    pub initial: Option<Initial>,
}

/// One index of an array: `[k in 0..3]`, `[process]`.
#[derive(Clone, Debug)]
pub struct Index {
    pub binder: Option<Name>,
    pub domain: Domain,
}

#[derive(Clone, Debug)]
pub enum Initial {
    Any(Span),
    Value(Expr),
}

#[derive(Clone, Debug)]
pub struct Domain {
    pub kind: DomainKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum DomainKind {
    Bool,
    /// A role, a declared domain, a record, a symbol, a constant, or a set that an expression makes.
    Expr(Box<Expr>),
    Range(Box<Expr>, Box<Expr>),
    Set(Box<Domain>),
    List(Box<Domain>, Box<Expr>),
    Copy(Name),
    Union(Vec<Domain>),
}

/// What one kind of process does.
#[derive(Clone, Debug)]
pub struct Role {
    pub noun: Name,
    /// The variable that has the process's number, and how many there are; none: a single process.
    pub number: Option<(Name, Expr)>,
    pub times: Times,
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub enum Times {
    Once,
    ForEver,
    Times(Expr),
}

#[derive(Clone, Debug)]
pub struct Part {
    pub kind: PartKind,
    pub with: Option<Expr>,
    pub comment: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum PartKind {
    Variables(Variables),
    Sections(Vec<Name>),
    /// `rests in idle, done when C`: sections in which a process that cannot go on is no deadlock, where
    /// the condition is true.
    Rests(Vec<Name>, Option<Expr>),
    History(History),
    Section(Name, Block),
    Rule(Rule),
}

/// `history happened: stamp, counts after past`: the variables that say what has happened.
#[derive(Clone, Debug)]
pub struct History {
    /// How many events a process has had.
    pub count: Name,
    /// What it has written down of each.
    pub stamps: Vec<Name>,
    /// The set of events that led to each.
    pub causes: Name,
}

#[derive(Clone, Debug)]
pub struct Rule {
    /// `strongly`, where it is said: the rule runs if it is possible again and again.
    pub strongly: Option<Span>,
    pub cause: Cause,
    pub guard: Option<Expr>,
    pub body: Block,
}

impl Rule {
    /// Whether it runs only for a process that has crashed: its guard is `crashed`, or `crashed and …`.
    pub fn is_for_crashed(&self) -> bool {
        let parts = self.guard.iter().flat_map(|guard| guard.joined_by(&[Binary::And]));
        parts.into_iter().any(|part| part.name() == Some("crashed"))
    }
}

#[derive(Clone, Debug)]
pub enum Cause {
    When,
    Message { pattern: Pattern, from: Option<Name> },
    Timeout,
    Crash,
}

/// `vote(v)`: names or variables for the fields of a message.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub message: Name,
    pub fields: Vec<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Define {
    pub name: Name,
    /// In `losses of reply`, the messages that it is about; none: all of them.
    pub of: Vec<Name>,
    /// A name or a tuple of names for each parameter; of an operation also its own variables, which each role
    /// that calls it has.
    pub parameters: Vec<Expr>,
    pub body: DefineBody,
    /// `operation NAME(…) → …:` in place of `define`.
    pub operation: Option<Operation>,
}

/// What is called and returns.
#[derive(Clone, Debug)]
pub struct Operation {
    pub result: Option<Domain>,
    /// Its parameters and its own variables, by the names that they have in the roles that call it.
    pub own: Vec<Variables>,
    /// For each of them that name: what the name that the text writes stands for.
    pub places: Vec<Expr>,
    /// How many of them are parameters.
    pub parameters: usize,
}

impl Operation {
    /// The domain of each parameter.
    pub fn domains(&self) -> impl Iterator<Item = &Domain> {
        let variables = self.own.iter().flat_map(|own| &own.variables);
        variables.map(|variable| &variable.domain).take(self.parameters)
    }
}

impl Define {
    /// What it stands for; of a block none.
    pub fn value(&self) -> Option<&Expr> {
        match &self.body {
            DefineBody::Expr(value) => Some(value),
            DefineBody::Block(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub enum DefineBody {
    Expr(Expr),
    Block(Block),
}
