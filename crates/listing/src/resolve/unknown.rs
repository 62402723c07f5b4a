//! Names that stand for nothing.

use super::Resolver;
use crate::diagnostic::{Found, Kind, nearest};
use crate::token::Span;

/// Names that the language gives in some places.
pub const GIVEN: [&str; 3] = ["passes", "decision", "any"];

impl Resolver<'_> {
    /// An error if nothing is called so, in any role.
    pub fn unknown(&mut self, name: &str, span: Span) {
        let names = self.names;
        let is_known = self.is_constant
            || names.symbols.contains(name)
            || GIVEN.contains(&name)
            || !names.owners(name).is_empty()
            || names.is_domain(name)
            || names.messages.iter().any(|it| it.name.text == name)
            || name.parse::<i64>().is_ok();
        if is_known || self.found.iter().any(|it| it.span == span) {
            return;
        }
        let is_number = |role: &&super::names::RoleNames<'_>| {
            role.number.is_some_and(|(number, _)| number.text == name)
        };
        if let Some(role) = names.roles.iter().find(is_number).filter(|_| self.here.is_none()) {
            let noun = &role.noun.text;
            let message =
                format!("A property is about all processes, so `{name}` means none of them.");
            let help = format!("Write `all {name} in {noun}: …` or `some {name} in {noun}: …`.");
            return self.error(Kind::UnknownName, span, message, &help);
        }
        let found = Found::new(Kind::UnknownName, span, format!("Nothing is called `{name}`."));
        self.found.push(match nearest(name, self.all_names()) {
            Some(near) => found.help(format!("Did you mean `{near}`?")).replace(span, near),
            None => found.help("Declare it, or mend its spelling."),
        });
    }

    /// The names that can stand in an expression here, the closest first.
    fn all_names(&self) -> Vec<&str> {
        let names = self.names;
        let mut all: Vec<&str> = self.scope.iter().rev().map(|it| it.name.as_str()).collect();
        let seen = |it: &&super::names::Declared<'_>| it.role.is_none() || it.role == self.here;
        all.extend(names.variables.iter().filter(seen).map(|it| it.name.text.as_str()));
        all.extend(names.options.iter().map(|it| it.name.text.as_str()));
        all.extend(names.defines.iter().map(|it| it.0.name.text.as_str()));
        all.extend(names.roles.iter().flat_map(|it| it.sections.iter().copied()));
        all.extend(names.roles.iter().map(|it| it.noun.text.as_str()));
        all.extend(names.symbols.iter().copied());
        all.extend(["true", "false"]);
        all
    }
}
