//! Values beside each other: compared, assigned, or one or the other by a condition.

use super::Resolver;
use super::binder::Use;
use super::kind::{Kind, Over};
use crate::diagnostic::ErrorCode;
use crate::token::Span;
use crate::tree::{Expr, ExprKind};

impl Resolver<'_> {
    /// A process, set or tuple beside another: equal, assigned, or an index of its array.
    pub fn check_comparable(&mut self, one: &Kind, other: &Kind, span: Span) {
        match (self.known(one), self.known(other)) {
            (Kind::Process(one @ Over::Role(_)), Kind::Process(other @ Over::Role(_)))
                if one != other =>
            {
                self.report_mixed_roles(one, other, span);
            }
            (Kind::Process(over), Kind::Bound(at)) | (Kind::Bound(at), Kind::Process(over)) => {
                self.note_use(at, Use::Like(over));
            }
            (Kind::Bound(one), Kind::Bound(other)) => {
                self.compared(one, other);
                self.compared(other, one);
            }
            (Kind::Set(one), Kind::Set(other)) | (Kind::List(one), Kind::List(other)) => {
                self.check_comparable(&one, &other, span);
            }
            (Kind::Tuple(one), Kind::Tuple(other)) => {
                one.iter()
                    .zip(&other)
                    .for_each(|(one, other)| self.check_comparable(one, other, span));
            }
            _ => {}
        }
    }

    /// `1 − i`, where `i` counts the processes of one role, in the place of any process: it would be a
    /// process of the roles before.
    pub fn counted_in_role(&mut self, place: &Kind, value: &Expr) {
        if self.known(place) != Kind::Process(Over::All) {
            return;
        }
        let Some(role) = self.role_counted(value) else { return };
        let noun = &self.names.roles[role].noun.text;
        let text = value.span.of(self.names.text);
        let message =
            format!("`{text}` counts within `{noun}`, and here all processes are counted.");
        let help =
            format!("Say in the declaration that it is for `{noun}`, and not for `process`.");
        self.error(ErrorCode::OtherRole, value.span, message, &help);
    }

    /// The role, other than the first, by whose numbers something is computed.
    fn role_counted(&self, value: &Expr) -> Option<usize> {
        let ExprKind::Binary(_, one, other) = &value.kind else { return None };
        [one, other].into_iter().find_map(|part| match &part.kind {
            ExprKind::Name(name) => match self.look_up(name) {
                Some(Kind::Process(Over::Role(role))) => Some(role).filter(|role| *role > 0),
                _ => None,
            },
            _ => self.role_counted(part),
        })
    }

    fn report_mixed_roles(&mut self, one: Over, other: Over, span: Span) {
        let (one, other) = (self.names.one_of(one), self.names.one_of(other));
        let message = format!("Here {one} is needed, and this is {other}.");
        let help = "No process has two roles. What can be any process is of the domain `process`.";
        self.error(ErrorCode::OtherRole, span, message, help);
    }

    /// `<` compares numbers, which each role counts anew.
    pub fn check_ordered(&mut self, one: &Kind, other: &Kind, span: Span) {
        match (self.known(one), self.known(other)) {
            (Kind::Process(one), Kind::Process(other)) if one != other => {
                let (one, other) = (self.names.one_of(one), self.names.one_of(other));
                let message = format!("The numbers of {one} and of {other} have no order.");
                let help = "Each role counts its processes from 0. Compare processes of one role.";
                self.error(ErrorCode::OtherRole, span, message, help);
            }
            (Kind::Tuple(one), Kind::Tuple(other)) => {
                one.iter()
                    .zip(&other)
                    .for_each(|(one, other)| self.check_ordered(one, other, span));
            }
            (one, other) => self.check_comparable(&one, &other, span),
        }
    }

    /// One value or another, by a condition: processes of two roles are any processes.
    pub fn one_of_two(&mut self, one: Kind, other: Kind) -> Kind {
        match (self.known(&one), self.known(&other)) {
            (Kind::Process(one), Kind::Process(other)) if one != other => Kind::Process(Over::All),
            _ => one.join(other),
        }
    }
}
