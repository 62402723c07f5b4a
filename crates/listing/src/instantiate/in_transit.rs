//! What is asked of messages on their way, and of the processes at their ends.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Of, Ty};
use crate::instantiate::instance::Instance;
use crate::instantiate::value::{Env, Val};
use crate::limits::SET_MAX;
use crate::token::Span;
use crate::tree::{Expr as Tree, ExprKind, Name};
use program::ir::{Asked, Expr};

impl<'t> Instance<'t> {
    pub fn in_transit(&mut self, arguments: &'t [Tree], env: &Env<'t>) -> Result<Val> {
        let span = arguments[0].span;
        let (asked, ty) = match &arguments[0].kind {
            ExprKind::Name(name) if name == "any" => (Asked::Count(None), Ty::numbers(0, 64)),
            ExprKind::Name(name) => {
                (Asked::Count(Some(self.message_kind(name, span)?)), Ty::numbers(0, 64))
            }
            ExprKind::Field(message, field) => self.values_in_transit(message, field)?,
            _ => {
                let message = "`in_transit` begins with the name of a message, or `any`.";
                return self.error(ErrorCode::UnknownMessage, span, message);
            }
        };
        let mut ends = Vec::new();
        for end in &arguments[1..] {
            let value = self.eval(end, env)?;
            let domain = Ty::Scalar(self.process_domain());
            ends.push(Box::new(self.fit(value, &domain, end.span)?.swap_remove(0)));
        }
        let mut ends = ends.into_iter();
        Ok(Val::one(ty, Expr::InTransit(asked, ends.next(), ends.next())))
    }

    /// `ack.t`: the set of the values that a field has.
    fn values_in_transit(&mut self, message: &Tree, field: &Name) -> Result<(Asked, Ty)> {
        let ExprKind::Name(name) = &message.kind else {
            let words = "Values in messages are those of a kind, `in_transit(ack.t)`.";
            return self.error(ErrorCode::UnknownMessage, message.span, words);
        };
        let kind = self.message_kind(name, message.span)?;
        if self.here.process.is_some() {
            let words = "No process sees what messages on their way say.";
            let help = "Ask it in a property.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, message.span, words).help(help));
        }
        let info = &self.messages[usize::from(kind)];
        let Some(at) = info.fields.iter().position(|it| it.0 == field.text) else {
            let words = format!("`{name}` has no field `{}`.", field.text);
            let found = DiagnosticDraft::new(ErrorCode::UnknownName, field.span, words);
            let fields: Vec<&str> = info.fields.iter().map(|field| field.0.as_str()).collect();
            let help = match fields.is_empty() {
                true => String::new(),
                false => format!("Its fields are {}.", fields.join(", ")),
            };
            return self.fail(found.near(&field.text, fields, help));
        };
        let ty = info.fields[at].1.clone();
        let count = ty.members(&self.types.records).map_or(0, |it| it.len());
        if !matches!(ty, Ty::Scalar(_) | Ty::Bool) || !(1..=SET_MAX).contains(&count) {
            let words = format!("A set has one of at most {SET_MAX} values for a member.");
            let help = "Ask for a field with a smaller domain.";
            return self.fail(
                DiagnosticDraft::new(ErrorCode::DomainTooLarge, field.span, words).help(help),
            );
        }
        let before =
            info.fields[..at].iter().map(|it| it.1.width(&self.types.records)).sum::<usize>();
        Ok((Asked::Values(kind, before as u8), Ty::Set(Box::new(ty))))
    }

    pub fn message_kind(&mut self, name: &str, span: Span) -> Result<u8> {
        if let Some(at) = self.find_message(name) {
            return Ok(at as u8);
        }
        // what no option declares is found before
        let message = format!("No message is called `{name}` with these options.");
        let help = "Declare it for all values of the options, or give the line the same `with`.";
        self.fail(DiagnosticDraft::new(ErrorCode::UnknownMessage, span, message).help(help))
    }

    /// The process that a value names, counted over all processes.
    pub fn process_number(&mut self, value: Val, span: Span) -> Result<Expr> {
        let is_process = matches!(&value.ty, Ty::Scalar(domain) if domain.has_numbers());
        if !is_process {
            let message =
                format!("Here a process is needed, and this is {}.", self.say_ty(&value.ty));
            return self.error(ErrorCode::WrongDomain, span, message);
        }
        let Ty::Scalar(domain) = &value.ty else { return Ok(Expr::Const(0)) };
        let mut part = value.parts[0].clone();
        let mut of = domain.of;
        if of == Of::Numbers {
            self.depends_on_identity(Of::Processes);
            let mut count = self.roles.iter().map(|role| role.count).sum::<usize>() as i64;
            of = Of::Processes;
            // a plain number counts within the role of who says it
            if let Some(process) = self.here.process.filter(|_| self.roles.len() > 1) {
                let role = self.role_of(process);
                count = self.roles[role].count as i64;
                of = self.role_domain(role).of;
                if domain.low < 0 || domain.high >= count {
                    let sentence = no_process("{}", count);
                    part = Expr::Below(part.into(), self.bound(count, sentence, 0));
                }
            }
            if let Some(number) = value.constant().filter(|it| !(0..count).contains(it)) {
                let message = no_process(&number.to_string(), count);
                let found = DiagnosticDraft::new(ErrorCode::IndexOutside, span, message);
                return self.fail(found.help("A process of another role is named by its role."));
            }
        }
        let domain = crate::instantiate::domain::Domain { of, ..domain.clone() };
        Ok(self.convert(part, &domain, Of::Processes))
    }
}

fn no_process(number: &str, count: i64) -> String {
    format!(
        "There is no process {number}: a number counts within one’s own role, which has {count}."
    )
}
