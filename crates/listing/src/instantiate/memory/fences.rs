//! `fence`, which waits until nothing is pending, and `fence stores`, which lets no later write pass an earlier one.

use crate::core::Statement;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::instance::{Instance, Mode};
use crate::token::Span;

impl Instance<'_> {
    /// `fence`: a step that comes only where nothing is pending, and nothing at all where nothing ever is.
    pub fn fence(&mut self, span: Span) -> Result<()> {
        self.is_step_of_its_own(span)?;
        self.says(Statement::Fence);
        Ok(())
    }

    /// `fence stores`: a step behind which no write passes those that are pending, and nothing at all where none does.
    pub fn store_fence(&mut self, span: Span) -> Result<()> {
        self.is_step_of_its_own(span)?;
        self.says(Statement::StoreFence);
        Ok(())
    }

    fn is_step_of_its_own(&mut self, span: Span) -> Result<()> {
        if self.here.mode != Mode::Atomic {
            return Ok(());
        }
        let message = "This is one step and begins with nothing pending.";
        let help = format!("Remove `{}`.", span.of(self.source.text));
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help))
    }
}
