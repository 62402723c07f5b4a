//! Where a monitor of operations has its state, and what callers do not do beside their calls.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::sequence::Sequence;
use program::MONITOR_MAX;

impl Sequence<'_> {
    /// Makes room for its state.
    pub fn place_monitor(&mut self) {
        if self.program.order_monitor.is_none() {
            return;
        }
        let slot = self.memory_slot();
        self.program.slots[slot].high = MONITOR_MAX as i64 - 1;
        self.program.order_monitor.iter_mut().for_each(|monitor| monitor.slot = slot);
    }

    /// What callers do beside their calls could decide what they call, which is no part of the object.
    pub fn refuse_beside_calls(&mut self) {
        let (Some(process), None) = (self.here.process, self.returns_to) else { return };
        let mut calls = self.program.order_monitor.iter().flat_map(|monitor| &monitor.operations);
        if !calls.any(|called| called.process == process)
            || self.here.section + 3 >= self.section_count(process)
        {
            return;
        }
        let word = self.order_word();
        let message = format!(
            "For `{word}`, whoever calls accesses nothing shared and takes no message outside of operations."
        );
        let help = "Make it an operation, or give it to a role that calls nothing.";
        let found =
            DiagnosticDraft::new(ErrorCode::NotYetSupported, self.here.line, message).help(help);
        // noted, and the line is looked at all the same
        let _: Result<()> = self.fail(found);
    }

    fn section_count(&self, process: usize) -> usize {
        self.sections[self.role_of(process)].len()
    }
}
