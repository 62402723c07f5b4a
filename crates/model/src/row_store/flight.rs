//! Mutations on their way to the replicas, in a canonical order.

use super::{Cell, Columns, REPLICAS_MAX};
use crate::set::members;
use crate::{Mail, Pid};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// One cell to be written into some columns of a row, at replicas that do not have it yet.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, FromZeros, IntoBytes, Immutable, Unaligned,
)]
#[repr(C)]
pub struct Mutation {
    /// The client, whether it awaits this, and the replicas where it has still to land: two, one
    /// and three bits. Zero is no mutation.
    head: u8,
    pub columns: Columns,
    pub cell: Cell,
}

/// The number that a mutation has in links.
const WRITE: u8 = 0;
const DELETE: u8 = 1;
pub const LATE: u8 = 2;
/// An acknowledgement: it is there at once, and no message of its own.
pub const OK: u8 = 3;
pub const KINDS: [&str; 4] = ["write", "delete", "late", "ok"];

const AWAITED: u8 = 8;

impl Mutation {
    pub fn new(client: Pid, columns: Columns, cell: Cell, to: u8) -> Mutation {
        Mutation { head: (client as u8) << 4 | to, columns, cell }
    }

    pub fn client(self) -> Pid {
        usize::from(self.head >> 4)
    }

    /// A set of replicas.
    pub fn pending(self) -> u8 {
        self.head & (AWAITED - 1)
    }

    pub fn is_awaited(self) -> bool {
        self.head & AWAITED != 0
    }

    pub fn awaited(self, yes: bool) -> Mutation {
        Mutation { head: self.head & !AWAITED | if yes { AWAITED } else { 0 }, ..self }
    }

    pub fn stamped(self, stamp: u8) -> Mutation {
        Mutation { cell: Cell::new(self.cell.value(), stamp), ..self }
    }

    /// It gets its timestamp later, from a clock that never shows this one; until then nothing is
    /// newer.
    pub fn unstamped(self) -> Mutation {
        self.stamped(Cell::STAMP_MAX)
    }

    pub fn is_stamped(self) -> bool {
        self.cell.stamp() != Cell::STAMP_MAX
    }

    pub fn without(self, replicas: u8) -> Mutation {
        Mutation { head: self.head & !replicas, ..self }
    }

    /// The same, on its way to other replicas.
    pub fn to(self, replicas: u8) -> Mutation {
        Mutation { head: self.without(self.pending()).head | replicas, ..self }
    }

    pub fn kind(self) -> u8 {
        if self.cell.value().is_some() { WRITE } else { DELETE }
    }

    /// Whether it has still to land at a replica, and has that client and kind.
    fn is_for(self, replica: usize, client: Pid, kind: u8) -> bool {
        let is_same = self.client() == client && self.kind() == kind;
        is_same && self.pending() & 1 << replica != 0
    }

    /// Writes into a copy of the row what is newer than what it has.
    pub fn land(self, row: &mut [Cell]) {
        for (column, cell) in row.iter_mut().enumerate() {
            if self.columns & 1 << column != 0 {
                *cell = self.cell.max(*cell);
            }
        }
    }

    /// Whether landing would change nothing.
    fn is_stale(self, row: &[Cell]) -> bool {
        members(self.columns.into()).all(|column| row[column] >= self.cell)
    }
}

/// Room for the mutations in flight. A step that would need more is beyond the model's bound.
const MUTATIONS_MAX: usize = 10;

/// Mutations, sorted, and nothing behind them. Mutations may overtake each other.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Flight([Mutation; MUTATIONS_MAX]);

impl Flight {
    fn len(&self) -> usize {
        self.0.iter().take_while(|it| it.columns != 0).count()
    }

    pub fn iter(&self) -> impl Iterator<Item = Mutation> {
        self.0[..self.len()].iter().copied()
    }

    /// What a client awaits.
    pub fn awaited_by(&self, client: Pid) -> Option<Mutation> {
        self.iter().find(|it| it.is_awaited() && it.client() == client)
    }

    /// False if there is no room.
    pub fn insert(&mut self, it: Mutation) -> bool {
        let len = self.len();
        if len == MUTATIONS_MAX {
            return false;
        }
        self.0[len] = it;
        self.0[..=len].sort_unstable();
        true
    }

    /// As many mutations, each changed.
    pub fn map(mut self, change: impl Fn(Mutation) -> Mutation) -> Flight {
        let len = self.len();
        for it in &mut self.0[..len] {
            *it = change(*it);
        }
        self.0[..len].sort_unstable();
        self
    }

    pub fn replace(&mut self, old: Mutation, new: Mutation) {
        for it in self.0.iter_mut().filter(|it| **it == old) {
            *it = new;
        }
    }

    /// Takes out what has landed everywhere, what is on its way to a replica that is down, and
    /// what a replica has no more use for, because something newer is there: so that what cannot
    /// be told apart is the same. What a client awaits stays.
    pub fn tidy<Row: AsRef<[Cell]>>(&mut self, rows: &[Row; REPLICAS_MAX], down: u8) {
        let len = self.len();
        for it in self.0[..len].iter_mut().filter(|it| !it.is_awaited()) {
            let stale = members(it.pending().into()).filter(|&at| it.is_stale(rows[at].as_ref()));
            *it = it.without(stale.fold(down, |set, at| set | 1 << at));
        }
        let mut kept = 0;
        for at in 0..len {
            if self.0[at].pending() != 0 {
                self.0[kept] = self.0[at];
                kept += 1;
            }
        }
        self.0[kept..len].fill(Mutation::new_zeroed());
        self.0[..kept].sort_unstable();
    }

    /// The names of what may land, each with its mutation; `clients` is how many there are.
    pub fn mail(&self, clients: usize) -> impl Iterator<Item = (Mail, Mutation)> {
        self.iter().enumerate().flat_map(move |(at, it)| {
            members(it.pending().into()).map(move |replica| {
                let (from, kind) = (it.client(), it.kind());
                let before = self.0[..at].iter().filter(|it| it.is_for(replica, from, kind));
                let nth = before.count() as u8;
                (Mail { from: from as u8, to: (clients + replica) as u8, kind, nth }, it)
            })
        })
    }

    /// The mutation that has that name.
    pub fn named(&self, mail: Mail, clients: usize) -> Option<Mutation> {
        let replica = usize::from(mail.to).checked_sub(clients).filter(|it| *it < REPLICAS_MAX)?;
        let is_it = |it: &Mutation| it.is_for(replica, mail.from.into(), mail.kind);
        self.iter().filter(is_it).nth(mail.nth.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: u8 = 7;

    fn cell(value: u8, stamp: u8) -> Cell {
        Cell::new(Some(value), stamp)
    }

    #[test]
    fn what_landed_everywhere_or_came_too_late_is_gone() {
        let mut flight = Flight::new_zeroed();
        let mut rows = [[Cell::new_zeroed(); 2]; REPLICAS_MAX];
        assert!(flight.insert(Mutation::new(1, 0b01, cell(5, 1), ALL)));
        assert!(flight.insert(Mutation::new(0, 0b11, cell(2, 2), ALL).awaited(true)));
        flight.tidy(&rows, 0);
        assert_eq!(flight.iter().count(), 2);
        let awaited = flight.awaited_by(0).unwrap();
        awaited.land(&mut rows[0]);
        assert_eq!(rows[0], [cell(2, 2); 2]);
        flight.tidy(&rows, 0b100);
        let pending: Vec<u8> = flight.iter().map(Mutation::pending).collect();
        assert_eq!(pending, [ALL, 0b010], "what is awaited stays; what is older is gone at 0");
        flight.replace(awaited, awaited.awaited(false));
        flight.tidy(&rows, 0b110);
        assert_eq!(flight.iter().count(), 0);
    }

    #[test]
    fn names_tell_mutations_apart_and_there_is_an_end_to_them() {
        let mut flight = Flight::new_zeroed();
        for stamp in 1..=MUTATIONS_MAX as u8 {
            assert!(flight.insert(Mutation::new(usize::from(stamp) % 2, 1, cell(1, stamp), ALL)));
        }
        assert!(!flight.insert(Mutation::new(0, 1, cell(1, 15), ALL)));
        for (mail, it) in flight.mail(2) {
            assert!(flight.named(mail, 2) == Some(it));
            assert!(flight.named(Mail { nth: mail.nth + 5, ..mail }, 2).is_none());
            assert!(
                [0, 1, 5, u8::MAX].iter().all(|&to| flight.named(Mail { to, ..mail }, 2).is_none())
            );
        }
        let mut names: Vec<Mail> = flight.mail(2).map(|(mail, _)| mail).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), MUTATIONS_MAX * REPLICAS_MAX);
    }
}
