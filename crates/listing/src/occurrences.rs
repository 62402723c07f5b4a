//! Every place of a text at which a name stands, and what it stands for there.

use crate::token::Span;
use crate::tree::Name;
use std::collections::BTreeMap;

/// What sort of thing a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NameKind {
    Option,
    /// The name of an option in links.
    Link,
    /// A value of an option.
    Value,
    Domain,
    /// A value that a domain lists: `free | taken`.
    Symbol,
    Record,
    /// A field of a record, or of the objects of a pool.
    Field,
    Pool,
    /// A replicated row of a store.
    Row,
    Column,
    Message,
    MessageField,
    Role,
    /// The number of a process: `i` in `process i of 2`.
    Number,
    Section,
    Shared,
    /// A variable of each process of one role.
    Own,
    Ghost,
    Definition,
    Parameter,
    /// What a line binds: `j` in `for each j`.
    Bound,
    /// The title of a property or an assumption.
    Title,
    /// A function, set or variable that the language gives.
    Given,
}

impl NameKind {
    pub(crate) fn is_variable(self) -> bool {
        matches!(self, NameKind::Shared | NameKind::Own | NameKind::Ghost)
    }

    /// Whether it has a meaning in a part of the text only.
    pub(crate) fn is_local(self) -> bool {
        matches!(self, NameKind::Number | NameKind::Parameter | NameKind::Bound)
    }
}

/// What a name stands for. Variables, sections and the like that lines with other options declare
/// again are one entity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entity {
    pub kind: NameKind,
    pub name: String,
    /// The role, option, record, pool, row or message that it is of; else nothing.
    pub owner: String,
    /// Its domain, values or fields, as the text writes them.
    pub detail: String,
    /// Where it is declared; nowhere: the language gives it.
    pub declared: Vec<Span>,
}

/// A place, and the numbers of what it stands for: of several things where a definition is used in
/// lines of several roles, or where a property means a section of several roles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Occurrence {
    pub span: Span,
    pub entities: Vec<usize>,
}

/// The table of a text.
#[derive(Default)]
pub(crate) struct Occurrences {
    pub entities: Vec<Entity>,
    by_name: BTreeMap<String, Vec<usize>>,
    /// By the byte at which the name begins.
    places: BTreeMap<u32, Occurrence>,
}

impl Occurrences {
    /// All places, in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = &Occurrence> {
        self.places.values()
    }

    /// The name that begins, ends or goes on at a byte.
    pub fn at(&self, byte: usize) -> Option<&Occurrence> {
        let byte = u32::try_from(byte).ok()?;
        let (_, found) = self.places.range(..=byte).next_back()?;
        (byte <= found.span.end).then_some(found)
    }

    /// The name that begins at a byte.
    pub fn beginning_at(&self, byte: u32) -> Option<&Occurrence> {
        self.places.get(&byte)
    }

    /// The numbers of all that is called so.
    pub fn called(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], |all| all)
    }

    pub fn find(&self, kind: NameKind, owner: &str, name: &str) -> Option<usize> {
        let is_it = |entity: &Entity| entity.kind == kind && entity.owner == owner;
        self.called(name).iter().copied().find(|&entity| is_it(&self.entities[entity]))
    }

    /// The variable of a role, or of everybody.
    pub fn variable(&self, owner: &str, name: &str) -> Option<usize> {
        let is_it = |entity: &Entity| entity.kind.is_variable() && entity.owner == owner;
        self.called(name).iter().copied().find(|&entity| is_it(&self.entities[entity]))
    }

    /// Declares a name, or declares it once more.
    pub fn declare(&mut self, kind: NameKind, owner: &str, name: &Name, detail: &str) {
        let before = match kind.is_variable() {
            true => self.variable(owner, &name.text),
            false => self.find(kind, owner, &name.text),
        };
        let entity = before.unwrap_or_else(|| self.add(kind, owner, &name.text, detail));
        if !self.entities[entity].declared.contains(&name.span) {
            self.entities[entity].declared.push(name.span);
        }
        self.note(name.span, entity);
    }

    /// Declares what has a meaning in a part of the text only. The place tells it from others of that
    /// name; a definition is walked once for each use.
    pub fn bind(&mut self, kind: NameKind, name: &str, span: Span, detail: &str) {
        let is_known = self.beginning_at(span.start).is_some_and(|place| {
            place.entities.iter().any(|&entity| self.entities[entity].declared == [span])
        });
        if !is_known {
            let entity = self.add(kind, "", name, detail);
            self.entities[entity].declared.push(span);
            self.note(span, entity);
        }
    }

    /// Says what a name runs over that is bound at a place, once that is known.
    pub fn describe(&mut self, at: Span, detail: &str) {
        let entities = self.places.get(&at.start).map_or(&[][..], |place| &place.entities);
        for &entity in entities {
            let entity = &mut self.entities[entity];
            if entity.kind == NameKind::Bound && entity.detail.is_empty() {
                detail.clone_into(&mut entity.detail);
            }
        }
    }

    /// A name that the language gives.
    pub fn give(&mut self, kind: NameKind, name: &str, span: Span) {
        let entity = self.find(kind, "", name).unwrap_or_else(|| self.add(kind, "", name, ""));
        self.note(span, entity);
    }

    /// Notes that a place stands for something.
    pub fn note(&mut self, span: Span, entity: usize) {
        let place = self
            .places
            .entry(span.start)
            .or_insert_with(|| Occurrence { span, entities: Vec::new() });
        if !place.entities.contains(&entity) {
            place.entities.push(entity);
        }
    }

    /// Notes that a place stands for what another place stands for.
    pub fn note_like(&mut self, span: Span, other: Span) {
        let entities =
            self.beginning_at(other.start).map_or_else(Vec::new, |place| place.entities.clone());
        for entity in entities {
            self.note(span, entity);
        }
    }

    fn add(&mut self, kind: NameKind, owner: &str, name: &str, detail: &str) -> usize {
        self.by_name.entry(name.to_owned()).or_default().push(self.entities.len());
        let (name, owner, detail) = (name.to_owned(), owner.to_owned(), detail.to_owned());
        self.entities.push(Entity { kind, name, owner, detail, declared: Vec::new() });
        self.entities.len() - 1
    }
}
