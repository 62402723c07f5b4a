//! `like OPTION = VALUE`: what is right is what the text does one operation at a time with that value.

use super::{Chosen, Lower, Result};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::{Compare, Expr as Tree, ExprKind};
use program::ir::{Called, Monitor};
use program::{Compiled, NotMonitored, Specification};
use std::sync::Arc;

/// An option and one of its values.
#[derive(Clone, Copy)]
pub struct Like {
    option: usize,
    value: usize,
    pub span: Span,
}

impl Like {
    pub fn setting(self) -> (usize, usize) {
        (self.option, self.value)
    }
}

impl<'t> Lower<'t> {
    pub fn like(&mut self, like: &'t Tree) -> Result<Like> {
        if let ExprKind::Compare(operands, signs) = &like.kind
            && let ([option, value], [Compare::Equal]) = (&operands[..], &signs[..])
            && let Some(option) = option.name().and_then(|name| self.find_option(name))
        {
            let word = value.span.of(self.text);
            let mut values = self.options[option].values.iter();
            if let Some(value) = values.position(|(name, _)| name == word) {
                return Ok(Like { option, value, span: like.span });
            }
        }
        let message = "Behind `like` stands an option with one of its values.";
        let help = "Write `like object = atomic` with `option object: list, atomic`.";
        self.fail(Found::new(Kind::OutOfPlace, like.span, message).help(help))
    }

    /// What the text does one operation at a time with that value.
    pub fn specification_like(
        &mut self,
        here: &Compiled,
        monitor: &Monitor,
        like: Like,
    ) -> Result<std::result::Result<Arc<Specification>, NotMonitored>> {
        if self.options[like.option].chosen == like.value {
            return Ok(here.specification(monitor));
        }
        let options = self.options.iter();
        let mut chosen: Chosen =
            options.map(|option| (option.name.clone(), option.chosen)).collect();
        chosen.insert(self.options[like.option].name.clone(), like.value);
        let with = like.span.of(self.text);
        let other = super::lower(self.text, self.listing, self.meant, &chosen, self.work, None);
        let Some(program) = other.program else {
            let why =
                other.found.into_iter().next().map_or_else(String::new, |found| found.message);
            let message = format!("With `{with}`, the text has an error: {why}");
            return self.fail(Found::new(Kind::CannotBegin, like.span, message));
        };
        let Some(theirs) = program.monitor.clone() else {
            let message = format!("With `{with}`, nothing is claimed of the operations.");
            let help = "Let the claim be there with each value of the option.";
            return self.fail(Found::new(Kind::OutOfPlace, like.span, message).help(help));
        };
        if let Some(what) = differs(&monitor.operations, &theirs.operations) {
            let message = format!("With `{with}`, {what}, and there is nothing to compare.");
            let help = "Let the same processes call the same operations, with the same domains of arguments and results.";
            return self.fail(Found::new(Kind::WrongArguments, like.span, message).help(help));
        }
        Ok(Compiled::new(program).specification(&theirs))
    }
}

/// Where what is called differs.
fn differs(ours: &[Called], theirs: &[Called]) -> Option<String> {
    let is_same =
        |(one, other): (&Called, &Called)| one.process == other.process && one.name == other.name;
    if ours.len() != theirs.len() || !ours.iter().zip(theirs).all(is_same) {
        return Some("other operations are called".to_owned());
    }
    let (one, other) = ours.iter().zip(theirs).find(|(one, other)| one != other)?;
    let what = if one.arguments == other.arguments { "results" } else { "arguments" };
    Some(format!("`{}` has other {what}", one.name))
}
