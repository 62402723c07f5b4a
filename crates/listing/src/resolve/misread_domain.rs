//! Domains that were meant otherwise.

use super::Resolver;
use crate::advice::{NUMBERS, TYPES};
use crate::diagnostic::ErrorCode;
use crate::token::Span;
use crate::tree::{Domain, DomainKind, ExprKind, Variable};

impl Resolver<'_> {
    /// `int`, `true | false`, and a symbol that is a variable elsewhere.
    pub fn misread_domain(&mut self, domain: &Domain) {
        self.type_of_another_language(domain);
        let DomainKind::Union(all) = &domain.kind else { return };
        let name = |domain: &'_ Domain| match &domain.kind {
            DomainKind::Expr(expr) => match &expr.kind {
                ExprKind::Name(name) => Some(name.clone()),
                _ => None,
            },
            _ => None,
        };
        let names: Vec<(String, Span)> =
            all.iter().filter_map(|domain| Some((name(domain)?, domain.span))).collect();
        if names.iter().any(|it| it.0 == "true" || it.0 == "false") {
            let message = "True and false together are the domain `bool`.";
            self.error(ErrorCode::WrongDomain, domain.span, message, "Write `bool`.");
            return;
        }
        for (name, span) in names {
            let is_symbol = !self.names.is_domain(&name)
                && !self.names.is_option(&name)
                && !self.names.is_defined(&name);
            let variable = self.names.variables.iter().find(|variable| variable.name.text == name);
            if let (true, Some(variable)) = (is_symbol, variable) {
                let line = self.line(variable.name.span);
                let message = format!("`{name}` is a variable, too, which line {line} declares.");
                let help = "Give one of the two another name.";
                self.error(ErrorCode::DeclaredTwice, span, message, help);
            }
        }
    }

    /// `int`, `boolean`
    fn type_of_another_language(&mut self, domain: &Domain) {
        let DomainKind::Expr(expr) = &domain.kind else { return };
        let ExprKind::Name(name) = &expr.kind else { return };
        let is_own = self.names.is_domain(name)
            || self.names.is_option(name)
            || self.names.is_defined(name)
            || self.names.symbols.contains(name.as_str());
        let Some((_, meant)) = TYPES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name))
        else {
            return;
        };
        if !is_own {
            let message =
                format!("The language has no `{name}`: a domain says which values there are.");
            let help = match *meant {
                NUMBERS => "Write `0..9`, or as many numbers as there have to be.".into(),
                "bool" => "Write `bool`.".into(),
                other => format!("Write `{other}`, with a word for each value."),
            };
            self.error(ErrorCode::UnknownName, domain.span, message, &help);
        }
    }

    pub fn options_as_domains(&mut self, variable: &Variable) {
        self.option_as_domain(&variable.domain);
        for index in variable.names.iter().flat_map(|(_, indices)| indices) {
            self.option_as_domain(&index.domain);
        }
    }

    /// `shared c: mode`, where `mode` is an option.
    pub fn option_as_domain(&mut self, domain: &Domain) {
        let expr = match &domain.kind {
            DomainKind::Set(inner) | DomainKind::List(inner, _) => {
                return self.option_as_domain(inner);
            }
            DomainKind::Union(all) => {
                return all.iter().for_each(|part| self.option_as_domain(part));
            }
            DomainKind::Expr(expr) => expr,
            _ => return,
        };
        let Some(name) = self.free_name(expr) else { return };
        let Some(option) = self.names.options.iter().find(|option| option.name.text == name) else {
            return;
        };
        let values: Vec<&str> = option.values.iter().map(|value| value.text.as_str()).collect();
        let help = match () {
            () if values.iter().all(|value| matches!(*value, "yes" | "no")) => {
                "Write `bool`.".into()
            }
            () if values.iter().all(|value| value.parse::<i64>().is_ok()) => {
                format!("Write a range: `0..{name} − 1` for so many, or `0..{name}`.")
            }
            () => format!("Write its values: `{}`.", values.join(" | ")),
        };
        let message = format!("`{name}` is an option, which has one value.");
        self.error(ErrorCode::WrongDomain, expr.span, message, &help);
    }
}
