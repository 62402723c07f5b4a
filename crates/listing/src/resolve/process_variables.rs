//! Variables of one process, named from outside: `bob.n`, `n[j]`.

use super::Resolver;
use super::binder::Use;
use super::kind::{Kind, Over};
use crate::diagnostic::ErrorCode;
use crate::occurrences::NameKind;
use crate::token::Span;
use crate::tree::{Expr, ExprKind, Name};

impl Resolver<'_> {
    /// `bob.n`, `j.pending`, or the field of a record.
    pub fn field(&mut self, base: &Expr, name: &Name) -> Kind {
        let sort = self.kind_of(base);
        match self.known(&sort) {
            Kind::Record(record) => {
                self.note(NameKind::Field, &record, &name.text, name.span);
                self.names.field(&record, &name.text)
            }
            Kind::Process(over) => self.of_process(over, name, base.span),
            Kind::Bound(at) => {
                let owners = self.names.owners(&name.text);
                self.of_bound.push((name.span, name.text.clone(), at));
                self.note_use(at, Use::Owner(owners.clone()));
                self.of_one(&owners, &name.text)
            }
            _ => match self.names.pool_field(&name.text) {
                Some((pool, field)) => {
                    self.note(NameKind::Field, pool, &name.text, name.span);
                    field
                }
                None => {
                    self.note_any_field(&name.text, name.span);
                    Kind::Unknown
                }
            },
        }
    }

    fn of_process(&mut self, over: Over, name: &Name, base: Span) -> Kind {
        let owners = self.names.owners(&name.text);
        match over {
            Over::Role(role) if owners.contains(&role) => {
                self.note_owners(&[role], &name.text, name.span);
                self.of_one(&[role], &name.text)
            }
            Over::Role(role) => {
                self.nobody_owns(role, &owners, &name.text, name.span);
                Kind::Unknown
            }
            Over::All => {
                if owners.len() > 1 {
                    self.several_own(&owners, &name.text, base.to(name.span));
                }
                self.note_owners(&owners, &name.text, name.span);
                self.of_one(&owners, &name.text)
            }
        }
    }

    /// `n[j]`, where each process of some roles has its own `n`.
    pub fn owner_index(&mut self, name: &str, span: Span, owners: &[usize], index: &Expr) -> Kind {
        let sort = self.kind_of(index);
        match self.known(&sort) {
            Kind::Process(Over::Role(role)) => {
                if !owners.contains(&role) {
                    self.belongs_elsewhere(role, name, span);
                    return Kind::Unknown;
                }
                self.note_owners(&[role], name, span);
                return self.of_one(&[role], name);
            }
            Kind::Bound(at) if owners.len() > 1 => {
                self.of_bound.push((span, name.to_owned(), at));
                self.note_use(at, Use::Owner(owners.to_vec()));
                return self.of_one(owners, name);
            }
            Kind::Bound(at) => self.note_use(at, Use::Owner(owners.to_vec())),
            Kind::Process(Over::All) | Kind::Plain if owners.len() > 1 => {
                self.several_own(owners, name, span);
            }
            _ => {}
        }
        self.note_owners(owners, name, span);
        self.of_one(owners, name)
    }

    fn of_one(&self, owners: &[usize], name: &str) -> Kind {
        let sorts = owners.iter().filter_map(|&it| self.names.variable(name, Some(it)));
        sorts.reduce(Kind::join).unwrap_or(Kind::Unknown)
    }

    /// A role's line indexes its own variable by a process of another role.
    fn belongs_elsewhere(&mut self, role: usize, name: &str, span: Span) {
        let owners = self.names.owners(name);
        if owners.contains(&role) {
            let (noun, me) = (self.noun(role), self.here.map_or("", |it| self.noun(it)));
            let message =
                format!("Here `{name}` belongs to `{me}`, and the index is a process of `{noun}`.");
            let help = format!("Write `{noun}.{name}` for the variable of `{noun}`.");
            self.error(ErrorCode::OtherRole, span, message, &help);
        } else {
            self.nobody_owns(role, &owners, name, span);
        }
    }

    fn nobody_owns(&mut self, role: usize, owners: &[usize], name: &str, span: Span) {
        let message = format!("`{}` has no variable `{name}`.", self.noun(role));
        let help = match owners {
            [] => "Declare it there with `own`, or mend its spelling.".into(),
            _ => {
                let all: Vec<String> =
                    owners.iter().map(|&owner| format!("`{}`", self.noun(owner))).collect();
                format!("It belongs to {}.", all.join(" and "))
            }
        };
        self.error(ErrorCode::UnknownName, span, message, &help);
    }

    /// A name that several roles have, where nothing says whose is meant.
    pub fn several_own(&mut self, owners: &[usize], name: &str, span: Span) {
        let all: Vec<&str> = owners.iter().map(|&owner| self.noun(owner)).collect();
        let message = format!("{} each have their own `{name}`.", all.join(" and "));
        let all: Vec<String> = owners
            .iter()
            .map(|&owner| match self.names.roles[owner].number {
                None => format!("`{}.{name}`", self.noun(owner)),
                Some((number, _)) => {
                    format!("`{name}[{0}]` with `{0} in {1}`", number.text, self.noun(owner))
                }
            })
            .collect();
        let help = format!("Say whose: {}.", all.join(" or "));
        self.error(ErrorCode::SeveralSets, span, message, &help);
    }

    fn noun(&self, role: usize) -> &str {
        &self.names.roles[role].noun.text
    }

    /// Whether an expression is a plain name that no scope binds.
    pub fn free_name<'e>(&self, expr: &'e Expr) -> Option<&'e str> {
        match &expr.kind {
            ExprKind::Name(name) if self.look_up(name).is_none() => Some(name),
            _ => None,
        }
    }
}
