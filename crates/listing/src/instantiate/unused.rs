//! Operations that stand alone as a statement, so that nothing uses their result.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::instance::{Instance, Mode};
use crate::token::Span;
use crate::tree::Expr;

impl Instance<'_> {
    /// `cas(x, 0, 1)`: what to write, with a use for the result and without.
    pub fn unused_result<T>(&mut self, operation: &str, all: &[Expr], span: Span) -> Result<T> {
        let all: Vec<&str> = all.iter().map(|expr| expr.span.of(self.source.text)).collect();
        let call = format!("{operation}({})", all.join(", "));
        let help = match (operation, &all[..]) {
            ("cas", _) => {
                format!(
                    "Write `if {call}: skip` where it may fail, or `await {call}` to wait until it has swapped."
                )
            }
            ("test_and_set", [x, ..]) => {
                format!(
                    "Write `{x} ← true` to set it only, or `await not {call}` to wait until it was not set."
                )
            }
            ("swap", [x, value, ..]) => {
                format!(
                    "Write `{x} ← {value}` to write it only, or `old ← {call}` for what it was, with `old` a variable of the process."
                )
            }
            ("fetch_and_add", [x, value, ..]) => {
                let atomic = if self.here.mode == Mode::Atomic { "" } else { "atomic " };
                format!(
                    "Write `{atomic}{x} ← {x} + {value}` to add only, or `old ← {call}` for what it was, with `old` a variable of the process."
                )
            }
            _ => "Assign it to a variable of the process: `got ← …`.".into(),
        };
        let message = format!("`{operation}` has a result, and nothing uses it.");
        self.fail(DiagnosticDraft::new(ErrorCode::NotAStatement, span, message).help(help))
    }
}
