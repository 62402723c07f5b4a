//! The state in which a run begins, where that is none in which runs begin: a number in a link.

use super::Scenario;
use crate::engine::text::compile_with;
use crate::link::digits;
use inductive::{Types, beginnings};
use model::System;
use program::Compiled;
use std::sync::Arc;

/// Of settings that begin in more states than that, no state has a number.
const BEGINNINGS_MAX: usize = 10_000;

/// Where what can follow a moment is asked, of a run that begins in such a state.
pub const SEARCHED_FROM_BEGINNING: &str = "Searched from where runs begin, and not from the state of `lead=`: perhaps no \
                                           run comes there, and what follows it would say nothing of the program.";

impl Scenario {
    /// The state in which the run begins, if it has a number.
    pub(super) fn first_state(&self) -> Option<Vec<u8>> {
        let number = self.state?;
        let (compiled, types) = self.types()?;
        types.state(&compiled, number)
    }

    pub(super) fn state_pair(&self) -> Option<String> {
        let number = self.state?;
        let (compiled, types) = self.types()?;
        // of another setting than the one that it was made with, it may be none
        let size = types.size(&compiled).filter(|size| number < *size)?;
        Some(format!("lead={}", digits::write(number, size)))
    }

    /// The number that a link says in digits, if that is a state of this setting.
    pub(super) fn state_of(&self, text: &str) -> Option<u128> {
        let (compiled, types) = self.types()?;
        digits::read(text, types.size(&compiled)?)
    }

    /// How states are numbered; none of a setting with messages.
    fn types(&self) -> Option<(Arc<Compiled>, Types)> {
        let compiled = compile_with(self.source_that_runs(), &self.setting).ok()?;
        if compiled.program().channels.is_some() {
            return None;
        }
        let system: &dyn System = &*compiled;
        let types = Types::new(&compiled, &beginnings(system, BEGINNINGS_MAX)?)?;
        types.size(&compiled)?;
        Some((compiled, types))
    }

    /// The text of the program that runs.
    pub(crate) fn source_that_runs(&self) -> &str {
        &self.entry().listing
    }
}
