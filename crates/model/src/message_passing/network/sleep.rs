//! Which steps of nodes commute.
//!
//! Steps of different nodes do, where a delivery is a step of the receiver: neither touches the
//! other's node, and what one of them sends comes behind what the other may receive. Not so where
//! a step looks or acts beyond its node and its messages, or where the order in which several nodes
//! send to one matters.

use super::{BESIDE, Network, StateOf};
use crate::message_passing::rule::Cause;
use crate::message_passing::{Order, Protocol};
use crate::sleep_set::{Footprint, Skipped, SleepSet, TriedSteps};
use crate::{Action, PROCESSES_MAX, Pid, Stepped};
use zerocopy::IntoBytes;

/// A bit for what each node does by itself; for what a second process does there; for each
/// channel, by receiver and sender; and, besides the first, for each node that waits.
pub const SECOND: Pid = PROCESSES_MAX;
const CHANNELS: usize = 2 * PROCESSES_MAX;
const WAITS: usize = CHANNELS + PROCESSES_MAX * PROCESSES_MAX;

/// By how much a step that sleeps may add to the messages in flight.
const GROWTH_MAX: usize = PROCESSES_MAX;

/// All that node 0 may do.
const BY_FIRST: u32 = 1 | 1 << SECOND | 1 << WAITS;
const TO_FIRST: u32 = ((1 << PROCESSES_MAX) - 1) << CHANNELS;
const FROM_FIRST: u32 = 0b0001_0001_0001_0001 << CHANNELS;

/// The number of a channel's bit.
#[inline]
fn along(from: u8, to: u8) -> usize {
    CHANNELS + PROCESSES_MAX * Pid::from(to) + Pid::from(from)
}

/// What would come of the actions told by some bits, so many each, as far as they sleep; and the bits
/// of those that do not.
#[inline]
pub fn outside(sleep_set: SleepSet, bits: u32, actions: u8) -> (u32, Skipped) {
    let sleep = sleep_set.0 & bits;
    let wait = sleep & sleep_set.0 >> WAITS;
    let steps = (sleep & !wait).count_ones() as usize * usize::from(actions);
    (bits & !sleep, Skipped { steps, waits: wait != 0 })
}

/// Whether messages from one node to another sleep.
#[inline]
pub fn sleeps_along(sleep_set: SleepSet, from: u8, to: u8) -> bool {
    sleep_set.0 >> along(from, to) & 1 != 0
}

impl<P: Protocol> Network<P> {
    /// Whose step it is, and the bit that it is told by.
    #[inline]
    fn strand(&self, action: Action) -> Option<(Pid, u32)> {
        let (node, bit) = match action {
            Action::Deliver(mail) => (mail.to, along(mail.from, mail.to)),
            Action::Step { process, choice: BESIDE } if self.has(Cause::Beside) => {
                (process, SECOND + Pid::from(process))
            }
            Action::Step { process, .. } => (process, process.into()),
            _ => return None,
        };
        Some((node.into(), 1 << bit))
    }

    /// See [`crate::Model::sleep_set`].
    #[inline]
    pub(super) fn sleep_set_after(
        &self,
        tried: &mut TriedSteps,
        before: &StateOf<P>,
        action: Action,
        (stepped, footprint): (Stepped, Footprint),
        after: &StateOf<P>,
    ) -> SleepSet {
        let Some((node, bit)) = self.strand(action) else { return SleepSet::default() };
        let order = self.protocol.order();
        let is_local = footprint == Footprint::NOTHING
            && matches!(order, Order::Fifo | Order::Unordered)
            && match stepped {
                Stepped::Ran(_) => {
                    after.in_flight.len() <= before.in_flight.len() + GROWTH_MAX
                        && after.world.as_bytes() == before.world.as_bytes()
                }
                Stepped::Waits => self.protocol.choices() == 0 && bit >> CHANNELS == 0,
                _ => false,
            };
        tried.known |= if stepped == Stepped::Waits { bit | bit << WAITS } else { bit };
        tried.spoilt |= if is_local { 0 } else { bit };
        if !is_local || after.in_flight.room() < GROWTH_MAX {
            return SleepSet::default();
        }
        let mine = BY_FIRST << node | TO_FIRST << (PROCESSES_MAX * node);
        // what it sends is there to be received, too, but for what waits behind other messages
        let sent = if order == Order::Fifo { 0 } else { FROM_FIRST << node };
        SleepSet(tried.known & !(tried.spoilt | mine | sent))
    }
}
