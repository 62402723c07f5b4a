//! What a text claims, as queries over states and steps.

pub mod history;
pub mod like;
pub mod lines;
pub mod operations;
pub mod ordered;
pub mod property;
pub mod serial;
pub mod steps;
pub mod unentered;

use crate::claims::serial::Serial;
use crate::instantiate::domain::Ty;
use crate::sequence::Sequence;
use program::ir::{self, BlockId, SlotId};
use std::ops::{Deref, DerefMut};

/// The claims of a text in the making.
pub struct Claims<'t> {
    pub steps: Sequence<'t>,
    /// Claims that compare with serial executions.
    pub serial: Vec<Serial>,
    pub in_time: Option<BlockId>,
    /// The properties that need a memory of what has happened.
    pub remembering: Vec<String>,
    /// Memories of properties that wait from the beginning.
    pub starts_pending: Vec<SlotId>,
    /// Where the query in hand begins.
    pub query_code: BlockId,
    /// What stands behind all properties of the text.
    pub tacit: Vec<ir::Property>,
    /// The variable that says what led to events, where the text says what has happened.
    pub past: Option<(String, Ty)>,
    /// The property of which is asked what it consists of, and that.
    pub asked_why: Option<String>,
    pub explained: Option<ir::Explained>,
}

impl<'t> Claims<'t> {
    pub fn new(steps: Sequence<'t>) -> Claims<'t> {
        Claims {
            steps,
            serial: Vec::new(),
            in_time: None,
            remembering: Vec::new(),
            starts_pending: Vec::new(),
            query_code: 0,
            tacit: Vec::new(),
            past: None,
            asked_why: None,
            explained: None,
        }
    }
}

impl<'t> Deref for Claims<'t> {
    type Target = Sequence<'t>;

    fn deref(&self) -> &Sequence<'t> {
        &self.steps
    }
}

impl DerefMut for Claims<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.steps
    }
}
