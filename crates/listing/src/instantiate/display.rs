//! How values and domains read in an error.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::domain::{Domain, Of, Ty};
use crate::instantiate::instance::Instance;
use crate::token::Span;

impl Instance<'_> {
    pub fn say(&self, value: i64) -> String {
        self.say_of(value, Of::Numbers)
    }

    /// A process of a role by its number among all.
    pub fn say_of(&self, value: i64, of: Of) -> String {
        program::Words::Plain(of.base()).say(&self.types.symbols, &mut std::iter::once(value))
    }

    /// As a text writes it: "none | 0..3".
    pub fn say_domain(&self, domain: &Domain) -> String {
        self.parts(domain).join(" | ")
    }

    /// Within a sentence: "`none` or `0..3`".
    pub fn spoken(&self, domain: &Domain) -> String {
        let all: Vec<String> =
            self.parts(domain).into_iter().map(|part| format!("`{part}`")).collect();
        match &all[..] {
            [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
            _ => all.concat(),
        }
    }

    fn parts(&self, domain: &Domain) -> Vec<String> {
        let mut all: Vec<String> = domain.symbols.iter().map(|&symbol| self.say(symbol)).collect();
        if domain.has_numbers() {
            all.push(format!("{}..{}", self.say(domain.low), self.say(domain.high)));
        }
        all
    }

    /// `await not lock`, where `lock` is no condition.
    pub fn no_condition(&self, ty: &Ty, span: Span) -> DiagnosticDraft {
        let text = span.of(self.source.text);
        let is = match ty {
            Ty::Scalar(domain) if domain.symbols.is_empty() => "a number".into(),
            _ => self.say_ty(ty),
        };
        if is == format!("`{text}`") {
            let message = format!("`{text}` is a value, and no condition.");
            let help = format!("Compare something with it: `x = {text}`.");
            return DiagnosticDraft::new(ErrorCode::NotABoolean, span, message).help(help);
        }
        let message = format!("`{text}` is no condition: it is {is}.");
        let found = DiagnosticDraft::new(ErrorCode::NotABoolean, span, message);
        let Ty::Scalar(domain) = ty else { return found };
        let value = match domain.symbols.last() {
            Some(symbol) => self.say(*symbol),
            None => self.say(domain.low),
        };
        found.help(format!("Compare it: `{text} = {value}`, or `{text} ≠ {value}`."))
    }
}
