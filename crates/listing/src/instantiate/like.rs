//! `like OPTION = VALUE`: what is right is what the text does one operation at a time with that value.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::instance::Instance;
use crate::token::Span;
use crate::tree::{Compare, Expr as Tree, ExprKind};
use program::ir::Called;

/// An option and one of its values.
#[derive(Clone, Copy)]
pub struct Like {
    pub option: usize,
    pub value: usize,
    pub span: Span,
}

impl Like {
    pub fn setting(self) -> (usize, usize) {
        (self.option, self.value)
    }
}

impl<'t> Instance<'t> {
    pub fn like(&mut self, like: &'t Tree) -> Result<Like> {
        if let ExprKind::Compare(operands, signs) = &like.kind
            && let ([option, value], [Compare::Equal]) = (&operands[..], &signs[..])
            && let Some(option) = option.name().and_then(|name| self.find_option(name))
        {
            let word = value.span.of(self.source.text);
            let mut values = self.options[option].values.iter();
            if let Some(value) = values.position(|(name, _)| name == word) {
                return Ok(Like { option, value, span: like.span });
            }
        }
        let message = "Behind `like` stands an option with one of its values.";
        let help = "Write `like object = atomic` with `option object: list, atomic`.";
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, like.span, message).help(help))
    }
}

/// Where what is called differs.
pub fn differs(ours: &[Called], theirs: &[Called]) -> Option<String> {
    let is_same =
        |(one, other): (&Called, &Called)| one.process == other.process && one.name == other.name;
    if ours.len() != theirs.len() || !ours.iter().zip(theirs).all(is_same) {
        return Some("other operations are called".to_owned());
    }
    let (one, other) = ours.iter().zip(theirs).find(|(one, other)| one != other)?;
    let what = if one.arguments == other.arguments { "results" } else { "arguments" };
    Some(format!("`{}` has other {what}", one.name))
}
