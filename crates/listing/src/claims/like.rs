//! What is right where a text is compared with itself under another option.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::like::{Like, differs};
use crate::instantiate::{Chosen, Result};
use program::ir::OrderMonitor;
use program::{Compiled, NotMonitored, Specification};
use std::sync::Arc;

impl Claims<'_> {
    /// What the text does one operation at a time with that value.
    pub fn specification_like(
        &mut self,
        here: &Compiled,
        monitor: &OrderMonitor,
        like: Like,
    ) -> Result<std::result::Result<Arc<Specification>, NotMonitored>> {
        if self.options[like.option].chosen == like.value {
            return Ok(here.specification(monitor));
        }
        let options = self.options.iter();
        let mut chosen: Chosen =
            options.map(|option| (option.name.clone(), option.chosen)).collect();
        chosen.insert(self.options[like.option].name.clone(), like.value);
        let with = like.span.of(self.source.text);
        let other = crate::made::make(
            self.source.text,
            self.source.listing,
            self.source.meant,
            &chosen,
            self.budget.work,
            None,
        );
        let Some(program) = other.program else {
            let why =
                other.found.into_iter().next().map_or_else(String::new, |found| found.message);
            let message = format!("With `{with}`, the text has an error: {why}");
            return self.fail(DiagnosticDraft::new(ErrorCode::CannotBegin, like.span, message));
        };
        let Some(theirs) = program.order_monitor.clone() else {
            let message = format!("With `{with}`, nothing is claimed of the operations.");
            let help = "Let the claim be there with each value of the option.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, like.span, message).help(help));
        };
        if let Some(what) = differs(&monitor.operations, &theirs.operations) {
            let message = format!("With `{with}`, {what}, and there is nothing to compare.");
            let help = "Let the same processes call the same operations, with the same domains of arguments and results.";
            return self.fail(
                DiagnosticDraft::new(ErrorCode::WrongArguments, like.span, message).help(help),
            );
        }
        Ok(Compiled::new(program).specification(&theirs))
    }
}
