//! Variables of which each process has its own, named without saying whose.

use super::Resolver;
use super::kind::{Kind, Over};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::Span;
use crate::tree::{Claim, Expr, Measure, Property, PropertyKind};
use crate::words::is_given;

/// Such a name in a property.
pub struct Bare {
    name: String,
    span: Span,
    role: usize,
    /// What a quantifier around it binds to a process of that role.
    bound: Option<String>,
    /// Whether there is a quantifier around it.
    is_bound: bool,
}

impl Resolver<'_> {
    /// Whether a name is such a variable; an error, now or once the whole property is known.
    pub fn is_bare(&mut self, name: &str, span: Span) -> bool {
        let names = self.names;
        let owners = names.owners(name);
        let Some(&role) = owners.first() else { return false };
        let behind = names.text[span.end as usize..].strip_prefix(['′', '\'']);
        let is_other = names.symbols.contains(name)
            || is_given(name)
            || names.is_domain(name)
            || names.messages.iter().any(|message| message.name.text == name)
            // an index that stands behind a prime is said with it
            || behind.is_some_and(|behind| behind.starts_with('['));
        if is_other || self.is_constant {
            return false;
        }
        if let Some(here) = self.here {
            self.own_of_another(here, role, name, span);
            return true;
        }
        if self.bare.is_none() || self.definitions > 0 {
            return false;
        }
        if owners.len() > 1 {
            self.several_own(&owners, name, span);
            return true;
        }
        let is_it = |sort: &Kind| match self.known(sort) {
            Kind::Process(over) => over == Over::Role(role) || self.names.roles.len() == 1,
            Kind::Bound(_) => true,
            _ => false,
        };
        let bound = self.scope.iter().rev().find(|local| is_it(&local.sort));
        let bound = bound.map(|local| local.name.clone());
        let is_bound = !self.scope.is_empty();
        let bare = Bare { name: name.to_owned(), span, role, bound, is_bound };
        self.bare.get_or_insert_default().push(bare);
        true
    }

    /// What is wrong with those of a property, as one error.
    pub fn say_whose(&mut self, property: &Property, all: &[Bare]) {
        let Some(first) = all.iter().min_by_key(|bare| bare.span.start) else { return };
        let role = &self.names.roles[first.role];
        let noun = &role.noun.text;
        let message = format!("Each `{noun}` has its own `{}`.", first.name);
        let found = DiagnosticDraft::new(ErrorCode::UnknownName, first.span, message);
        if let Some(bound) = &first.bound {
            let text = format!("{}[{bound}]", first.name);
            let found = found.help(format!("Write `{text}`.")).replace(first.span, text);
            return self.found.push(found);
        }
        let number = role.number.map_or("i", |(number, _)| &number.text);
        let is_one_role = all.iter().all(|bare| bare.role == first.role && !bare.is_bound);
        let claim = self.claim_of_each(property, all, number).filter(|_| is_one_role);
        self.found.push(match claim {
            Some((span, claim)) => found.help(format!("Write `{claim}`.")).replace(span, claim),
            None => found.help(format!(
                "Write `{0}[0]` for that of one, or `{0}[{number}]` behind `all {number} in {noun}:`.",
                first.name
            )),
        });
    }

    /// The claim with a quantifier, and an index behind each of those names.
    fn claim_of_each(
        &self,
        property: &Property,
        all: &[Bare],
        number: &str,
    ) -> Option<(Span, String)> {
        let side = |expr: &Expr| {
            let section = expr.name().filter(|name| self.names.is_section(name));
            match section.filter(|_| self.free_name(expr).is_some()) {
                Some(section) if all.iter().all(|bare| bare.span != expr.span) => {
                    format!("{number} in {section}")
                }
                _ => self.with_indices(expr.span, all, number),
            }
        };
        Some(match &property.kind {
            PropertyKind::Eventually { each, from: Some(from), to } if each.is_empty() => {
                let claim = format!("all {number}: ({} → {})", side(from), side(to));
                (from.span.to(to.span), claim)
            }
            PropertyKind::Always(Claim::Holds(it))
            | PropertyKind::EventuallyAlways(it)
            | PropertyKind::AtEnd(it)
            | PropertyKind::Eventually { from: None, to: it, .. } => {
                (it.span, format!("all {number}: {}", side(it)))
            }
            PropertyKind::Never(Claim::Holds(it)) | PropertyKind::Reachable(Claim::Holds(it)) => {
                (it.span, format!("some {number}: {}", side(it)))
            }
            PropertyKind::Most(Measure::Value(it)) => {
                (it.span, format!("max {number}: {}", side(it)))
            }
            PropertyKind::Least(Measure::Value(it)) => {
                (it.span, format!("min {number}: {}", side(it)))
            }
            _ => return None,
        })
    }

    fn with_indices(&self, span: Span, all: &[Bare], number: &str) -> String {
        let (mut text, mut at) = (String::new(), span.start);
        let mut inside: Vec<&Bare> = all
            .iter()
            .filter(|bare| span.start <= bare.span.start && bare.span.end <= span.end)
            .collect();
        inside.sort_by_key(|bare| bare.span.start);
        for bare in inside {
            text += Span { start: at, end: bare.span.end }.of(self.names.text);
            text.extend(["[", number, "]"]);
            at = bare.span.end;
        }
        text + Span { start: at, end: span.end }.of(self.names.text)
    }

    /// A line of one role names what processes of another have.
    fn own_of_another(&mut self, here: usize, role: usize, name: &str, span: Span) {
        let [noun, me] = [role, here].map(|it| &self.names.roles[it].noun.text);
        let message = format!("`{name}` belongs to `{noun}`, and this is a line of `{me}`.");
        let help = match self.names.roles[role].number {
            None => format!(
                "A rule reads it as `{noun}.{name}`; what a section reads is `shared {name}`."
            ),
            Some(_) => format!(
                "A rule reads it as `j.{name}`, behind `some j in {noun}:`; what a section reads is `shared {name}[{noun}]`."
            ),
        };
        self.error(ErrorCode::OutOfPlace, span, message, &help);
    }

    /// `reach(n, parent)`: in a property, what each process has is an array.
    pub fn reached(&mut self, arguments: &[Expr]) -> Kind {
        let mut nodes = Kind::Unknown;
        for (nth, argument) in arguments.iter().enumerate() {
            let owners =
                self.free_name(argument).map_or(Vec::new(), |text| self.names.owners(text));
            let name = argument.name().unwrap_or_default();
            let is_of_each = self.here.is_none() && !owners.is_empty() && !self.sees_variable(name);
            let sort = match is_of_each && nth > 0 {
                true => {
                    if owners.len() > 1 {
                        self.several_own(&owners, name, argument.span);
                    }
                    self.note_owners(&owners, name, argument.span);
                    Kind::Array(vec![Kind::Process(Over::Role(owners[0]))], Box::new(Kind::Unknown))
                }
                false => self.kind_of(argument),
            };
            if let Kind::Array(dims, _) = sort {
                nodes = dims.first().cloned().unwrap_or(Kind::Unknown);
            }
        }
        Kind::set(nodes)
    }
}
