//! What led to what. No process knows it, and no clock is asked.

use super::{EVENTS_MAX, Node, Stamp};
use model::{PROCESSES_MAX, Pid, Renaming};
use zerocopy::little_endian::U16;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// A set of events: four bits for each process.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(transparent)]
struct Events(U16);

impl Events {
    fn with(self, who: Pid, event: usize) -> Events {
        Events((self.0.get() | 1 << (4 * who + event)).into())
    }

    fn and(self, others: Events) -> Events {
        Events((self.0.get() | others.0.get()).into())
    }

    fn has(self, who: Pid, event: usize) -> bool {
        self.0.get() >> (4 * who + event) & 1 != 0
    }

    fn renamed(self, names: &Renaming) -> Events {
        let all = (0..PROCESSES_MAX)
            .fold(0, |all, i| all | (self.0.get() >> (4 * i) & 15) << (4 * names.name(i)));
        Events(all.into())
    }
}

/// For each event of each process, all that led to it.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct History([[Events; EVENTS_MAX]; PROCESSES_MAX]);

impl History {
    /// An event happens. What led to it: the event before it in the same process, the sending of
    /// the message that is received, and whatever led to these.
    pub fn happens(&mut self, who: Pid, event: usize, sent: Option<(Pid, usize)>) {
        let before = event.checked_sub(1).map(|before| (who, before));
        let led = [before, sent].into_iter().flatten();
        self.0[who][event] = led.fold(Events::new_zeroed(), |all, (who, event)| {
            all.and(self.0[who][event]).with(who, event)
        });
    }

    /// Gives processes other names.
    pub fn rename(&mut self, names: &Renaming) {
        self.0 = names.array(self.0.map(|events| events.map(|it| it.renamed(names))));
    }

    /// How many events of process `j` led to this one, itself included.
    fn count(&self, it: Event, j: Pid) -> usize {
        let led = (0..EVENTS_MAX).filter(|&event| self.led(Event { who: j, event }, it)).count();
        led + usize::from(it.who == j)
    }

    fn led(&self, a: Event, b: Event) -> bool {
        self.0[b.who][b.event].has(a.who, a.event)
    }

    /// Whether the vector of every event counts what led to it.
    pub fn is_counted(&self, nodes: &[Node]) -> bool {
        all_events(nodes, |it, stamp| {
            (0..nodes.len()).all(|j| self.count(it, j) == usize::from(stamp.entry(j)))
        })
    }

    /// Whether something holds of all pairs of different events, either way round.
    pub fn all_pairs(&self, nodes: &[Node], mut holds: impl FnMut(Pair) -> bool) -> bool {
        all_events(nodes, |a, stamp_a| {
            all_events(nodes, |b, stamp_b| {
                a == b
                    || holds(Pair {
                        led: self.led(a, b),
                        follows: self.led(b, a),
                        who: (a.who, b.who),
                        stamps: (stamp_a, stamp_b),
                    })
            })
        })
    }
}

#[derive(Clone, Copy, PartialEq)]
struct Event {
    who: Pid,
    event: usize,
}

/// By loops within loops and not by an iterator: every state asks this nine times.
fn all_events(nodes: &[Node], mut holds: impl FnMut(Event, Stamp) -> bool) -> bool {
    let mut nodes = nodes.iter().enumerate();
    nodes.all(|(who, my)| {
        let mut stamps = my.stamps().iter().enumerate();
        stamps.all(|(event, &stamp)| holds(Event { who, event }, stamp))
    })
}

/// Two events, the first and the second.
#[derive(Clone, Copy)]
pub struct Pair {
    /// The first led to the second.
    pub led: bool,
    /// The second led to the first.
    pub follows: bool,
    pub who: (Pid, Pid),
    pub stamps: (Stamp, Stamp),
}

impl Pair {
    pub fn times(&self) -> (u8, u8) {
        (self.stamps.0.time(), self.stamps.1.time())
    }

    pub fn vector_is_less(&self) -> bool {
        self.stamps.0.vector_is_less(self.stamps.1)
    }

    pub fn is_concurrent(&self) -> bool {
        !self.led && !self.follows
    }
}
