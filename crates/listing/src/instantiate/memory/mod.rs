//! Store buffers: a write of a process waits in a queue of its own until it reaches memory.
//!
//! A cell is a number of a shared variable, and is named by its slot. Each place of a queue has the cell and the
//! value, the oldest write first; where writes to different cells overtake each other, cells stand in their order, so
//! that orders which mean the same are one state. A place that is not used has a symbol for its cell, which is behind
//! all of them. Behind a write there can be a fence that no later write passes.

pub mod crashes;
pub mod fences;
pub mod views;

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::instance::Instance;
use crate::resolve::{BUFFER, MEMORY};
use crate::tree::ItemKind;
use std::collections::BTreeSet;

/// The most places of a buffer, and how many it has where the text does not say.
pub const PLACES_MAX: i64 = 8;
const PLACES: usize = 2;

/// Where writes do not reach memory at once.
#[derive(Clone, Debug)]
pub struct Buffering {
    /// Writes to one cell keep their order, and no others: partial store order.
    pub overtakes: bool,
    pub places: usize,
    /// A crash empties the queue.
    pub loses: bool,
    /// Who puts what into a queue; none while that is not known.
    pub issued: Option<Issued>,
}

/// What the lines of a text put into queues.
#[derive(Clone, Default, Debug)]
pub struct Issued {
    /// Writes: the process and the variable.
    pub writes: BTreeSet<(usize, usize)>,
    /// Fences that no later write passes: the process.
    pub fences: BTreeSet<usize>,
}

impl Instance<'_> {
    /// What the text says of its memory; none: each write is seen at once.
    pub fn find_buffering(&mut self) -> Result<()> {
        let chosen = self.reserved(MEMORY);
        let overtakes = match self.say(chosen).as_str() {
            "tso" => false,
            "pso" => true,
            _ => return Ok(()),
        };
        let is_said = self.number_called(BUFFER).is_some();
        let places = if is_said { self.reserved(BUFFER) } else { PLACES as i64 };
        if !(1..=PLACES_MAX).contains(&places) {
            let message = format!("A buffer has 1 to {PLACES_MAX} places, and this is {places}.");
            let span = self.number_called(BUFFER).unwrap_or_default();
            return self.error(ErrorCode::NumberTooLarge, span, message);
        }
        let listing = self.source.listing;
        let safe = listing.items.iter().find_map(|item| match &item.kind {
            ItemKind::Variables(declared) if declared.safe => {
                declared.variables.first().filter(|_| self.is_part(&item.with))
            }
            _ => None,
        });
        if let Some(safe) = safe {
            let message = "A safe register is not buffered.";
            let help = "Choose `sequential` memory, or leave `safe` out.";
            let span = safe.names[0].0.span;
            return self
                .fail(DiagnosticDraft::new(ErrorCode::SafeAndBuffered, span, message).help(help));
        }
        let (loses, issued) = (self.loses_pending(), None);
        self.buffering = Some(Buffering { overtakes, places: places as usize, loses, issued });
        Ok(())
    }
}
