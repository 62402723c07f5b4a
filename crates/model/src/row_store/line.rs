//! A line of a client's program: its label, words and behaviour in one expression.

use super::{Cell, Columns, Program, Then};
use crate::{Event, Log, Pid, Zone, line};

/// What a line works with besides the client's own variables.
pub struct Turn<'a, 'l> {
    /// The client whose turn it is.
    pub i: Pid,
    pub(super) log: &'a mut Log<'l>,
}

impl Turn<'_, '_> {
    /// Decides on a value, for good.
    pub fn decide(&mut self, value: impl FnOnce() -> String) {
        self.log.tell(|| Event::Decided { value: value() });
    }

    /// Says what the client has learnt.
    pub fn note(&mut self, text: impl FnOnce() -> String) {
        self.log.tell(|| Event::Note { text: text() });
    }
}

/// What is written: one value, or a tombstone, into some columns at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Put {
    pub columns: Columns,
    /// Between 1 and 14; none deletes.
    pub value: Option<u8>,
}

/// What a line does.
pub enum Does<P: Program> {
    /// Nothing with the store.
    Own(Own<P>),
    /// Reads some columns, and goes on with the newest cell of each.
    Read(fn(&P, &P::Local, Pid) -> Columns, Read<P>),
    /// Writes; the client goes on to that line once enough replicas have it.
    Write(fn(&P, &P::Local, Pid) -> Put, P::At),
}

type Own<P> = fn(&P, &mut Turn<'_, '_>, &mut <P as Program>::Local) -> Then<<P as Program>::At>;
type Read<P> =
    fn(&P, &mut Turn<'_, '_>, &mut <P as Program>::Local, &[Cell]) -> Then<<P as Program>::At>;

pub type Line<P> = line::Line<P, <P as Program>::At, Does<P>>;

impl<P: Program> Line<P> {
    /// A step that has nothing to do with the store.
    pub const fn own(zone: Zone, at: P::At, text: &'static str, run: Own<P>) -> Line<P> {
        line::Line::new(zone, at, text, Does::Own(run))
    }

    /// Reads the columns that `what` says, and then does `run` with a row in which the others are
    /// as they are.
    pub const fn read(
        zone: Zone,
        at: P::At,
        text: &'static str,
        what: fn(&P, &P::Local, Pid) -> Columns,
        run: Read<P>,
    ) -> Line<P> {
        line::Line::new(zone, at, text, Does::Read(what, run))
    }

    /// Writes what `what` says, and goes on to `next` once enough replicas have it.
    pub const fn write(
        zone: Zone,
        at: P::At,
        text: &'static str,
        what: fn(&P, &P::Local, Pid) -> Put,
        next: P::At,
    ) -> Line<P> {
        line::Line::new(zone, at, text, Does::Write(what, next))
    }
}
