//! One member where a set or a list of such is needed.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::instance::Instance;
use crate::instantiate::value::Val;
use crate::token::Span;
use crate::tree::Expr as Tree;
use std::mem::discriminant;

impl<'t> Instance<'t> {
    /// `s + 1`, `q = 1`: a member beside a set or a list.
    pub fn one_beside_many(
        &mut self,
        sign: &str,
        (left, one): (&'t Tree, &Val),
        (right, other): (&'t Tree, &Val),
    ) -> Result<()> {
        let is_single = |val: &Val| !val.ty.is_many() && !matches!(val.ty, Ty::Array(..));
        let (many, single) = match (one.ty.is_many(), other.ty.is_many()) {
            (true, false) if is_single(other) => (one, right),
            (false, true) if is_single(one) => (other, left),
            _ => return Ok(()),
        };
        let is_list = !many.ty.is_set();
        // lists know no others
        if is_list && !matches!(sign, "+" | "=" | "≠") {
            return Ok(());
        }
        let text = in_brackets(is_list, single.span.of(self.source.text));
        let whole = match single.span == right.span {
            true => format!("{} {sign} {text}", left.span.of(self.source.text)),
            false => format!("{text} {sign} {}", right.span.of(self.source.text)),
        };
        let what = if is_list { "list" } else { "set" };
        let message = format!("`{sign}` needs a {what} on both sides, and this is one member.");
        let found = DiagnosticDraft::new(ErrorCode::WrongDomain, single.span, message);
        self.fail(found.help(format!("Write `{whole}`.")).replace(single.span, text))
    }

    /// `x in 1`
    pub fn in_one_value(
        &mut self,
        sign: &str,
        left: &'t Tree,
        (right, value): (&'t Tree, &Val),
    ) -> Result<()> {
        if !matches!(value.ty, Ty::Scalar(_) | Ty::Bool) {
            return Ok(());
        }
        let given = self.say_known(value).unwrap_or_else(|| self.say_ty(&value.ty));
        let message = format!("Here a set, a list or an array is needed, and this is {given}.");
        let [left, text] = [left, right].map(|expr| expr.span.of(self.source.text));
        let help = format!("Write `{left} {sign} {text}`.");
        self.fail(DiagnosticDraft::new(ErrorCode::WrongDomain, right.span, message).help(help))
    }

    /// The same in brackets, where a value that stands alone is a member of what is needed.
    pub fn as_one_member(
        &self,
        found: DiagnosticDraft,
        value: &Val,
        needed: &Ty,
        span: Span,
    ) -> DiagnosticDraft {
        let (element, is_list) = match needed {
            Ty::Set(element) => (element, false),
            Ty::List(element, _) => (element, true),
            _ => return found,
        };
        let text = span.of(self.source.text);
        // what is compared or computed is more than the value
        let mut letters = text.chars().filter(|letter| *letter != ' ' || !text.contains(", "));
        let is_alone =
            letters.all(|letter| letter.is_alphanumeric() || "_.,[]()′".contains(letter));
        if !is_alone || discriminant(&**element) != discriminant(&value.ty) {
            return found;
        }
        let text = in_brackets(is_list, text);
        found.help(format!("Write `{text}`.")).replace(span, text)
    }
}

fn in_brackets(is_list: bool, text: &str) -> String {
    if is_list { format!("[{text}]") } else { format!("{{{text}}}") }
}
