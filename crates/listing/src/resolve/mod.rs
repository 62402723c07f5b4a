//! What every name stands for, in every line of a text, whatever its options are.
//!
//! One walk over the syntax tree, before anything is instantiated. It finds names that mean nothing, or
//! something else than they seem to, and over which processes names without a domain run.

mod argument_names;
mod binder;
mod brackets;
mod call;
mod comparable;
mod conditions;
mod declared;
mod deferred;
mod duplicates;
mod expr;
mod ghosts;
mod index;
mod jumps;
mod kind;
mod misread;
mod misread_domain;
mod names;
mod namesakes;
mod new_names;
mod operation;
mod ownership;
mod process_variables;
mod property;
mod repeated_names;
mod row;
mod statement;
mod symbols;
mod unknown;
mod uses;
mod walk;

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::limits::DEPTH_MAX;
use crate::occurrences::Occurrences;
use crate::token::Span;
use crate::tree::{Expr, Listing};
use crate::work::Work;
use binder::Binding;
use kind::Kind;
use ownership::Bare;
use std::collections::{BTreeMap, BTreeSet};

pub use misread::COUNTED;
pub use names::Names;
pub use row::WORDS as STORE_WORDS;
pub use symbols::{
    BUFFER, CHANNELS, FOR_EVER, LOST, MEMORIES, MEMORY, PENDING, PENDINGS, RELEASE_ACQUIRE,
};

/// Over which processes a name without a domain runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Range {
    Everybody,
    /// The noun of the role.
    Role(String),
}

/// A place, and the role whose line it is in; in a definition, the role that uses it.
type Place = (u32, Option<String>);

/// What names mean, as far as it takes all declarations to tell.
#[derive(Default)]
pub struct Meant {
    /// Over what binders run.
    ranges: BTreeMap<Place, Range>,
    /// Names that are bound where they stand: `j` in `some i ≠ j`, and in `await vote(v) from j`.
    new: BTreeSet<Place>,
    /// Waits for a message, and for no condition.
    messages: BTreeSet<Place>,
    /// Words in domains that name nothing else.
    symbols: BTreeSet<String>,
}

impl Meant {
    /// What is known before any line is looked at.
    pub fn of_domains(names: &Names<'_>) -> Meant {
        let symbols = names.only_symbols().map(|(word, _)| word.to_owned()).collect();
        Meant { symbols, ..Meant::default() }
    }

    pub fn range(&self, binder: Span, role: Option<&str>) -> Option<&Range> {
        self.ranges.get(&(binder.start, role.map(str::to_owned)))
    }

    /// Whether a word in a domain names nothing else.
    pub fn is_symbol(&self, word: &str) -> bool {
        self.symbols.contains(word)
    }

    pub fn is_new(&self, name: Span, role: Option<&str>) -> bool {
        self.new.contains(&(name.start, role.map(str::to_owned)))
    }

    pub fn is_message(&self, awaited: Span, role: Option<&str>) -> bool {
        self.messages.contains(&(awaited.start, role.map(str::to_owned)))
    }
}

/// What was found out about the names of a text.
pub struct Resolved {
    pub found: Vec<DiagnosticDraft>,
    pub meant: Meant,
    /// What each name stands for, also in definitions that nothing uses.
    pub names: Occurrences,
    /// What is declared and nothing depends on, a sentence for each.
    pub unused: Vec<String>,
    /// The work that is left.
    pub left: usize,
}

pub fn resolve(text: &str, listing: &Listing, work: &Work) -> Resolved {
    let names = Names::new(text, listing);
    let mut resolver = Resolver::new(&names, listing, work);
    resolver.check_duplicates(listing);
    resolver.second_jumps(listing);
    resolver.listing(listing);
    resolver.misspelt_grants();
    resolver.unused_memory();
    let (unused, left) = (resolver.unused_options(), work.left());
    resolver.unused_definitions();
    resolver.owners_of_bound();
    resolver.values_as_symbols();
    let Resolver { found, meant, table, .. } = resolver;
    Resolved { found, meant, names: table, unused, left }
}

/// A name in force that a line, a role or a definition binds.
#[derive(Clone)]
struct Local {
    name: String,
    sort: Kind,
    /// Where it is bound.
    at: Span,
}

struct Resolver<'n> {
    names: &'n Names<'n>,
    work: &'n Work,
    /// What is left for trying settings of options.
    settings: Work,
    /// The role whose line this is; none: a property.
    here: Option<usize>,
    /// Names in force, the innermost last.
    scope: Vec<Local>,
    bindings: Vec<Binding>,
    depth: usize,
    /// How many definitions are walked through where they are used.
    definitions: usize,
    found: Vec<DiagnosticDraft>,
    meant: Meant,
    table: Occurrences,
    /// Variables of a process whose role its binder tells in the end: place, name and binder.
    of_bound: Vec<(Span, String, usize)>,
    /// The definitions that were walked, by their names' places.
    walked: BTreeSet<u32>,
    /// What is wrong in a constant, the instantiation says.
    is_constant: bool,
    /// The condition is one of options.
    is_in_with: bool,
    /// Names of values, by their places: nothing can be assigned to them.
    lets: BTreeSet<u32>,
    /// Names for what was received or chosen, by their places: they can be assigned anew.
    changing: BTreeSet<u32>,
    /// The parameters of the definition in hand.
    parameters: Vec<String>,
    /// What the operation in hand returns.
    operation: Option<operation::Returns>,
    /// What is computed here goes to ghost variables only.
    is_for_ghosts: bool,
    /// Options that stand in expressions.
    as_values: BTreeSet<String>,
    /// The shared variable whose initial value this is, and its first index as the text writes it.
    initial: Option<(String, Option<String>)>,
    /// Of the property in hand the values that it says, and behind which expression they are walked.
    saying: Option<(Span, Vec<Expr>)>,
    /// Within a property: names of which each process has its own variable.
    bare: Option<Vec<Bare>>,
}

impl<'n> Resolver<'n> {
    fn new(names: &'n Names<'n>, listing: &Listing, work: &'n Work) -> Resolver<'n> {
        Resolver {
            names,
            work,
            settings: Work::new(),
            here: None,
            scope: Vec::new(),
            bindings: Vec::new(),
            depth: 0,
            definitions: 0,
            found: Vec::new(),
            meant: Meant::of_domains(names),
            table: declared::declared(names, listing),
            of_bound: Vec::new(),
            walked: BTreeSet::new(),
            is_constant: false,
            is_in_with: false,
            lets: BTreeSet::new(),
            changing: BTreeSet::new(),
            parameters: Vec::new(),
            operation: None,
            is_for_ghosts: false,
            as_values: BTreeSet::new(),
            initial: None,
            saying: None,
            bare: None,
        }
    }

    fn error(&mut self, kind: ErrorCode, span: Span, message: impl Into<String>, help: &str) {
        self.fail(DiagnosticDraft::new(kind, span, message).help(help));
    }

    fn fail(&mut self, found: DiagnosticDraft) {
        // a definition is walked once for each use
        if !self.found.iter().any(|draft| draft.kind == found.kind && draft.span == found.span) {
            self.found.push(found);
        }
    }

    /// Walks one level deeper, unless that is too deep or too much: the instantiation says so.
    fn deeper<T>(&mut self, default: T, part: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= DEPTH_MAX || !self.work.take(1) {
            return default;
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Walks with more names in force.
    fn with_names<T>(&mut self, names: Vec<Local>, part: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.len();
        self.scope.extend(names);
        let result = part(self);
        self.scope.truncate(before);
        result
    }

    /// Whether a name is a variable of this role, or a shared one.
    fn sees_variable(&self, name: &str) -> bool {
        self.names.is_variable(name, None)
            || self.here.is_some() && self.names.is_variable(name, self.here)
    }

    /// A place in a line of the role in hand.
    fn place(&self, at: Span) -> Place {
        (at.start, self.here.map(|role| self.names.roles[role].noun.text.clone()))
    }

    fn look_up(&self, name: &str) -> Option<Kind> {
        self.local(name).map(|local| self.known(&local.sort))
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.scope.iter().rev().find(|local| local.name == name)
    }
}
