//! What led to what. No process knows it, and no clock is asked.

use super::{EVENTS_MAX, Node, Stamp};
use model::{HappenedView, HistoryView, PROCESSES_MAX, Pid, Renaming};
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

    /// The events of every node, those of one after those of the other. `sent` has the sender of each
    /// message in flight, and which of its events sent it.
    pub fn view(&self, nodes: &[Node], sent: impl Iterator<Item = (Pid, usize)>) -> HistoryView {
        let mut all: Vec<(Event, Stamp)> = Vec::new();
        all_events(nodes, |event, stamp| {
            all.push((event, stamp));
            true
        });
        let index = |wanted: Event| all.iter().position(|it| it.0 == wanted);
        let led = |a: usize, b: usize| self.led(all[a].0, all[b].0);
        let causes = |of: usize| {
            let led_to_it: Vec<usize> = (0..all.len()).filter(|&it| led(it, of)).collect();
            let is_last = |it: &usize| !led_to_it.iter().any(|&later| led(*it, later));
            led_to_it.iter().copied().filter(is_last).collect::<Vec<_>>()
        };
        let event = |at: usize| {
            let (Event { who, .. }, stamp) = all[at];
            let (stamp, note) = (stamp.time().to_string(), stamp.vector());
            HappenedView { process: who as u8, stamp, note, causes: causes(at) }
        };
        let events: Vec<HappenedView> = (0..all.len()).map(event).collect();
        // a direct cause shows most
        let direct = (0..all.len()).flat_map(|b| events[b].causes.iter().map(move |&a| (a, b)));
        let others = (0..all.len()).flat_map(|b| (0..all.len()).map(move |a| (a, b)));
        let contradiction = direct.chain(others).filter(|it| it.0 != it.1).find_map(|(a, b)| {
            let words = contradiction(led(a, b), all[a].1, all[b].1)?;
            Some(([a, b], words))
        });
        let sent = sent.filter_map(|(who, event)| index(Event { who, event })).collect();
        HistoryView { events_max: 0, events, sent, contradiction }
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

/// How two stamps contradict that the first event led to the second one, or that it did not.
fn contradiction(led: bool, a: Stamp, b: Stamp) -> Option<String> {
    match (led, a.vector_is_less(b)) {
        (true, _) if a.time() >= b.time() => Some(format!("{} ≮ {}", a.time(), b.time())),
        (true, false) => Some(format!("{} ≮ {}", a.vector(), b.vector())),
        (false, true) => Some(format!("{} < {}", a.vector(), b.vector())),
        _ => None,
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
