//! What has happened, where a text says which variables tell it.

use crate::channel::Network;
use crate::ir::{History, Lane};
use crate::runner::Runner;
use crate::value::Words;
use model::{Event, HappenedView, HistoryView, View};

/// An event that has happened, and its stamps as numbers.
struct Happened<'a> {
    lane: &'a Lane,
    nth: usize,
    stamps: Vec<Vec<i64>>,
}

/// The events of a state, those of one process after those of the other.
struct Past<'a> {
    history: &'a History,
    events: Vec<Happened<'a>>,
    /// For each event how many of each process led to it.
    causes: Vec<Vec<i64>>,
}

impl<'a> Past<'a> {
    fn of(runner: &Runner<'_>, history: &'a History, state: &[u8]) -> Past<'a> {
        let get = |slot| runner.machine.get(state, slot);
        let mut past = Past { history, events: Vec::new(), causes: Vec::new() };
        for lane in &history.lanes {
            let count = usize::try_from(get(lane.count)).unwrap_or(0);
            for nth in 0..count.min(history.events_max) {
                let stamp = |(first, words): &(usize, Words)| {
                    let first = first + nth * words.width();
                    (first..first + words.width()).map(get).collect()
                };
                let stamps = lane.stamps.iter().map(stamp).collect();
                past.events.push(Happened { lane, nth, stamps });
                let first = lane.causes + nth * history.processes.len();
                past.causes.push((first..first + history.processes.len()).map(get).collect());
            }
        }
        past
    }

    fn position(&self, (process, nth): (usize, usize)) -> Option<usize> {
        self.events.iter().position(|event| (event.lane.process, event.nth) == (process, nth))
    }

    fn led(&self, a: usize, b: usize) -> bool {
        let it = &self.events[a];
        let at = it.lane.process.checked_sub(self.history.processes.start);
        at.and_then(|at| self.causes[b].get(at)).is_some_and(|&count| (it.nth as i64) < count)
    }

    /// The events that led to one, unless by way of another.
    fn direct(&self, of: usize) -> Vec<usize> {
        let all: Vec<usize> = (0..self.events.len()).filter(|&it| self.led(it, of)).collect();
        let is_last = |it: &usize| !all.iter().any(|&later| self.led(*it, later));
        all.iter().copied().filter(is_last).collect()
    }

    /// Two events whose stamps contradict what led to what; a direct cause shows most.
    fn contradiction(&self) -> Option<([usize; 2], String)> {
        let all = || 0..self.events.len();
        let direct = all().flat_map(|b| self.direct(b).into_iter().map(move |a| (a, b)));
        let others = all().flat_map(|b| all().map(move |a| (a, b)));
        direct.chain(others).filter(|direct| direct.0 != direct.1).find_map(|(a, b)| {
            let led = self.led(a, b);
            let stamps = self.events[a].stamps.iter().zip(&self.events[b].stamps);
            stamps.into_iter().find_map(|(one, other)| {
                let sign = match (led, is_less(one, other)) {
                    (true, false) => "≮",
                    // numbers are all in one order, so that of some pairs says nothing
                    (false, true) if one.len() > 1 => "<",
                    _ => return None,
                };
                Some(([a, b], format!("{} {sign} {}", words(one), words(other))))
            })
        })
    }

    fn view(&self, event: usize) -> HappenedView {
        let it = &self.events[event];
        let mut stamps = it.stamps.iter().map(|stamp| words(stamp));
        HappenedView {
            process: it.lane.process as u8,
            stamp: stamps.next().unwrap_or_default(),
            note: stamps.collect::<Vec<_>>().join(" "),
            causes: self.direct(event),
        }
    }
}

/// Of several numbers: none is higher, and one is lower.
fn is_less(one: &[i64], other: &[i64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one <= other) && one != other
}

/// "3", "(1,0,2)": short enough for the lanes of a phone.
fn words(stamp: &[i64]) -> String {
    let all: Vec<String> = stamp.iter().map(|&it| crate::value::number(it)).collect();
    if let [one] = &all[..] { one.clone() } else { format!("({})", all.join(",")) }
}

/// Fills in what has happened, and the stamp of the last event that each process has had.
pub fn show(runner: &Runner<'_>, state: &[u8], view: &mut View) {
    let Some(history) = &runner.program.history else { return };
    let past = Past::of(runner, history, state);
    let events: Vec<HappenedView> = (0..past.events.len()).map(|it| past.view(it)).collect();
    for event in &events {
        view.processes[usize::from(event.process)].token = Some(event.stamp.clone());
    }
    let network = runner.program.channels.as_ref().map(Network::new);
    let sender = |network: &Network<'_>, nth: usize| {
        let from = usize::from(network.name(state, nth).from);
        let at = from.checked_sub(history.processes.start)?;
        let last = usize::try_from(network.led(state, nth, at)?).ok()?.checked_sub(1)?;
        past.position((from, last))
    };
    let sent =
        network.iter().flat_map(|network| (0..network.len(state)).map(|nth| sender(network, nth)));
    view.history = Some(HistoryView {
        events_max: history.lanes.len() * history.events_max,
        events,
        sent: sent.collect(),
        contradiction: past.contradiction(),
    });
}

/// How a note about the stamps of an event begins.
pub const STAMPS: &str = "The process stamps this";

/// What a step has made happen to a process.
pub fn happened(runner: &Runner<'_>, before: &[u8], after: &[u8], process: usize) -> Option<Event> {
    let history = runner.program.history.as_ref()?;
    let lane = history.lanes.iter().find(|lane| lane.process == process)?;
    let count = |state| runner.machine.get(state, lane.count);
    if count(after) <= count(before) {
        return None;
    }
    let past = Past::of(runner, history, after);
    let stamps = &past.events.iter().rfind(|event| event.lane.process == process)?.stamps;
    let stamps: Vec<String> = stamps.iter().map(|stamp| words(stamp)).collect();
    Some(Event::Note { text: format!("{STAMPS} {}.", stamps.join(" ")) })
}
