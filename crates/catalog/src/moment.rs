//! One point of one run: all there is to show about it.

mod choice;
mod waits;
mod walk;

pub use choice::{Choice, Enabledness};
use choice::{choice, is_same_wait, shorten};
use walk::Past;
pub use walk::Walk;
pub(crate) use walk::{all, of};

use crate::engine::Simulator;
use crate::words::{self, Piece};
use model::{Action, Event, Pids, Row, RowId, View, Zone};
use serde::Serialize;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Moment {
    /// How many steps have been taken.
    pub at: usize,
    pub view: View,
    /// The process that took the last step, or received what it delivered.
    pub actor: Option<u8>,
    /// What the last step touched; empty at the start.
    pub events: Vec<Event>,
    /// What just happened, in a sentence.
    pub said: Vec<Piece>,
    /// Who waits, and why, in a sentence; empty if nobody waits.
    pub waiting: Vec<Piece>,
    /// What may be tried next, and what would come of it.
    pub next: Vec<Choice>,
    /// The properties that do not hold here.
    pub broken: Vec<&'static str>,
    /// Those that cannot be computed here, and why: a sentence.
    #[serde(skip)]
    pub impossible: Vec<(&'static str, String)>,
    /// Where each crashed process stood when it crashed.
    #[serde(skip)]
    pub crashed_in: Vec<(u8, Zone)>,
    /// Its run begins in a state that a link says, and perhaps no run comes here.
    #[serde(skip)]
    pub begins_elsewhere: bool,
}

impl Moment {
    /// The steps that can be taken now, faults left out.
    pub fn steps(&self) -> impl Iterator<Item = &Choice> {
        self.next.iter().filter(|choice| choice.possible == Enabledness::Now && !choice.fault)
    }

    /// Somebody waits, and nobody can take a step but the environment.
    pub fn is_deadlock(&self) -> bool {
        let can_go_on =
            |choice: &Choice| !matches!(choice.possible, Enabledness::Waits | Enabledness::Done);
        self.next.iter().any(|choice| choice.possible == Enabledness::Waits)
            && !self.next.iter().any(|choice| can_go_on(choice) && !choice.fault)
    }

    /// Where a process stands, or stood when it crashed.
    pub fn section(&self, process: usize) -> Zone {
        let crashed = self.crashed_in.iter().find(|it| usize::from(it.0) == process);
        crashed.map_or_else(|| self.view.processes[process].zone, |crashed| crashed.1)
    }

    /// A step that cannot be computed, and what is wrong with it, as a clause: "process 1 cannot take
    /// its next step, “x ← x − 1”: x would become −2, which is not in −1..2". The rows are those of the
    /// listing.
    pub fn error(&self, rows: &[Row]) -> Option<String> {
        let choice = self.next.iter().find(|choice| choice.possible == Enabledness::Error)?;
        let who = choice.who.as_deref().unwrap_or("the network");
        let why = words::within(choice.why.as_deref().unwrap_or_default());
        let row = choice.row.and_then(|row| rows.get(usize::from(row)));
        let line = row.map(|row| row.text.trim()).filter(|text| !text.contains('\n'));
        Some(match line {
            Some(line) => format!("{who} cannot take its next step, “{line}”: {why}"),
            None => format!("{who} cannot go on: {why}"),
        })
    }

    /// Why a step is not followed that could be taken: within a sentence.
    pub fn beyond(&self) -> Option<&str> {
        self.next.iter().find(|choice| choice.possible == Enabledness::BoundReached)?.why.as_deref()
    }

    /// That no step can be taken here, and whether that is the end of the run: a sentence; none where one can.
    pub fn end(&self) -> Option<&'static str> {
        let is_end = self.steps().next().is_none();
        is_end.then(|| match self.beyond() {
            None if self.is_deadlock() => "Nobody can move: the run ends here.",
            None if self.crashed_in.is_empty() => "All are done: the run ends here.",
            None => "Nobody has a step left: the run ends here.",
            Some(_) => "What could come next is beyond the bound of this model.",
        })
    }

    /// Whether what was claimed fails here.
    pub fn fails(&self) -> bool {
        !self.broken.is_empty() || self.is_deadlock() || self.error(&[]).is_some()
    }
}

/// The moment that has come about by the step `last`, with its events.
fn tell(
    live: &Simulator,
    at: usize,
    last: Option<(Action, RowId)>,
    events: Vec<Event>,
    past: &Past,
) -> Moment {
    let mut view = live.view();
    past.writers.sign(&mut view);
    let mut next: Vec<Choice> = Vec::new();
    live.attempts(&mut |action, stepped, _, events| {
        next.extend(choice(live, &past.rows, &view, action, (stepped, &events)));
    });
    next.dedup_by(|a, b| is_same_wait(a, b));
    let able = able(&next);
    next.retain(|it| {
        it.possible != Enabledness::Done
            || it.process.is_none_or(|process| able & 1 << process == 0)
    });
    shorten(&mut next);
    let said = match last {
        Some((action, row)) => {
            let (row, kept) = (&past.rows[usize::from(row)], &live.kept(&events));
            words::step(words::Told { action, row, events: &events, kept }, &view)
        }
        None if live.choices_left() > 0 => {
            vec![Piece::Text("Nothing has happened yet: initial values are chosen first.".into())]
        }
        None if live.begins_elsewhere => {
            vec![Piece::Text("The link begins in this state, which perhaps no run reaches.".into())]
        }
        None => words::start(
            &view,
            able,
            next.iter().any(|choice| choice.possible == Enabledness::BoundReached),
        ),
    };
    let waiting = words::waiting(&next, &view);
    let actor = last.and_then(|last| actor(last.0, view.processes.len()));
    let (broken, crashed_in) = (live.broken(), past.crashed_in.clone());
    let impossible = live.impossible(&broken);
    let begins_elsewhere = live.begins_elsewhere;
    Moment {
        at,
        view,
        actor,
        events,
        said,
        waiting,
        next,
        broken,
        impossible,
        crashed_in,
        begins_elsewhere,
    }
}

/// Who takes a step: nobody loses a message, or doubles one.
fn actor(action: Action, processes: usize) -> Option<u8> {
    let is_of_network = matches!(action, Action::Lose(_) | Action::Duplicate(_));
    whose(action, processes).filter(|_| !is_of_network)
}

/// Who can go on: a set of processes.
fn able(next: &[Choice]) -> Pids {
    let is_able = |choice: &&Choice| choice.possible == Enabledness::Now && !choice.fault;
    next.iter().filter(is_able).filter_map(|choice| choice.process).fold(0, |set, it| set | 1 << it)
}

/// Whose step it is, or who receives; for a fault, whom it hits; none where that is a replica.
pub(crate) fn whose(action: Action, processes: usize) -> Option<u8> {
    Some(action.process()).filter(|&it| usize::from(it) < processes)
}

#[cfg(test)]
mod tests {
    use crate::{Action, Cell, Enabledness, Scenario, Zone, plain};

    /// Who serves others has no work now; who is done will have none.
    #[test]
    fn who_waits_for_work_is_not_done() {
        let why = |link: &str, process| {
            let moment = Scenario::parse(link).unwrap().scenario.moment();
            let step =
                moment.next.iter().find(|choice| choice.process == Some(process) && !choice.fault);
            step.and_then(|step| step.why.clone())
        };
        for (link, server) in [("semaphore-server", 3), ("stable-storage", 1)] {
            assert_eq!(why(link, server).as_deref(), Some("has nothing to do now"), "{link}");
        }
        let done = "token-ring?wants=not-last";
        assert_eq!(why(done, 2).as_deref(), Some("has nothing left to do"), "{done}");
    }

    /// Of a step that nobody else can see there is something to say, too.
    #[test]
    fn a_button_says_what_a_process_sets_chooses_or_becomes() {
        for (link, labels) in [
            ("dijkstra-ring", &["write x[0] ← 0", "write x[0] ← 1", "write x[0] ← 2"][..]),
            (
                "two-phase-commit",
                &[
                    "send prepare to all",
                    "time out: set refused to true",
                    "time out: become aborted",
                ],
            ),
        ] {
            let moment = Scenario::parse(link).unwrap().scenario.moment();
            let all: Vec<_> = moment.next.iter().map(|choice| &*choice.label).collect();
            assert!(all.starts_with(labels), "{all:?}");
            assert!(moment.next.iter().all(|it| it.possible == Enabledness::Now), "{all:?}");
        }
    }

    #[test]
    fn a_process_that_is_stuck_is_told_once() {
        let link = "stable-storage?v=1";
        let moment = Scenario::parse(link).unwrap().scenario.moment();
        let stuck = moment.next.iter().filter(|choice| choice.process == Some(1) && !choice.fault);
        assert_eq!(stuck.count(), 1);
    }

    /// A sentence for each, or where these are too long for their place, who they are.
    #[test]
    fn who_waits_is_told_in_a_line() {
        let hungry = |philosophers: u8| {
            let link = format!("dining-philosophers?philosophers={philosophers}");
            let mut scenario = Scenario::parse(&link).unwrap().scenario;
            // each takes the fork at its left
            scenario.run = (0..2).flat_map(|_| (0..philosophers).map(Action::step)).collect();
            scenario.at = scenario.run.len();
            plain(&scenario.moment().waiting)
        };
        assert!(hungry(2).starts_with("Philosopher 0 waits for philosopher 1: fork[1] = 1. Ph"));
        let all = "Waiting: philosopher 0, philosopher 1, philosopher 2 and philosopher 3.";
        assert_eq!(hungry(4), all);
    }

    /// Nobody has nothing to do who has a step on offer.
    #[test]
    fn who_can_go_on_is_told_of_no_lack_of_work() {
        for link in [
            "stable-storage?crashes=2&v=1&run=A4gDs6jrDpPQ4g79Dkxf.9pvA",
            "semaphore-server?v=1&run=UBjTrK.8zs9",
        ] {
            let mut scenario = Scenario::parse(link).unwrap().scenario;
            for at in 0..=scenario.run.len() {
                scenario.at = at;
                let next = scenario.moment().next;
                let able = |it: &u8| {
                    next.iter().any(|other| {
                        other.process == Some(*it)
                            && other.possible == Enabledness::Now
                            && !other.fault
                    })
                };
                let idle = next.iter().filter(|choice| choice.possible == Enabledness::Done);
                assert!(!idle.filter_map(|it| it.process).any(|it| able(&it)), "{link} {at}");
            }
        }
    }

    /// Those for whom a guard's `all j: …` is not true, members of a set that has to be empty, and
    /// the one that sends what a process waits for.
    #[test]
    fn a_listing_says_whom_a_process_waits_for() {
        for (link, process, awaits, status) in [
            ("lamport-lock?v=1&run=ESVKn.G-m3", 1, 0, "awaiting 1 of 1"),
            ("bakery-messages?v=1&run=YBhZGTiVRj.54il", 1, 0, "awaiting 1 of 2"),
            ("semaphore-server?v=1&run=UBjTrK.8zs9", 1, 3, "awaiting reply"),
        ] {
            let view = Scenario::parse(link).unwrap().scenario.moment().view;
            let it = &view.processes[process];
            assert_eq!((&it.awaits[..], &*it.status), (&[awaits][..], status), "{link}");
        }
    }

    #[test]
    fn a_number_for_each_process_is_a_queue_and_its_own_is_what_it_holds() {
        let link = "lamport-lock?processes=3&entries=1&v=1&run=UBhRJEmiIcz.rpVZ";
        let view = Scenario::parse(link).unwrap().scenario.moment().view;
        let it = &view.processes[1];
        let queued: Vec<_> =
            it.queues[0].1.iter().map(|queued| (queued.process, &*queued.words)).collect();
        assert_eq!((it.token.as_deref(), &queued[..]), (Some("1"), &[(0, "1"), (1, "1")][..]));
    }

    #[test]
    fn a_crash_is_called_what_its_line_calls_it() {
        for (link, said) in [
            ("ticket-dispenser?walk-away=awaited&v=1&run=QAJS9H.TRdI", "Customer 0 walks away."),
            ("bakery?crash=keep&v=1&run=QAOKsX0f.7vps", "Process 0 crashes."),
        ] {
            let moment = Scenario::parse(link).unwrap().scenario.moment();
            assert_eq!(plain(&moment.said), said, "{link}");
        }
    }

    #[test]
    fn who_has_crashed_stands_where_it_crashed() {
        let link = "bakery?crash=keep&v=1&run=QAOKsX0f.7vps";
        let mut scenario = Scenario::parse(link).unwrap().scenario;
        let moment = scenario.moment();
        assert_eq!(moment.view.processes[0].zone, Zone::Crashed);
        assert_eq!((moment.section(0), moment.section(1)), (Zone::Doorway, Zone::Waiting));
        scenario.at -= 1;
        assert_eq!(scenario.moment().section(0), Zone::Doorway);
    }

    #[test]
    fn it_is_told_who_may_begin_and_what_they_are() {
        for (link, who) in [
            ("bakery", "any process"),
            ("row-lock", "either client"),
            ("semaphore-server", "any client"),
            ("pointer-assignment", "anybody"),
            ("stable-storage", "the server"),
            ("cassandra-queue?enqueue=meanwhile", "either client"),
        ] {
            let moment = Scenario::parse(link).unwrap().scenario.moment();
            let said = format!("Nothing has happened yet: {who} may take the first step.");
            assert_eq!(plain(&moment.said), said, "{link}");
        }
    }

    #[test]
    fn it_is_known_who_wrote_a_cell_last_and_who_is_about_to_access_it() {
        // the first takes the lock and writes both parts
        let link = "torn-assignment?lock=kept&v=1&run=AAFX.UlGq";
        let mut scenario = Scenario::parse(link).unwrap().scenario;
        scenario.at = 3;
        let it = scenario.moment();
        let [a, lock] = &it.view.arrays[..] else { panic!("{:?}", it.view.arrays) };
        assert_eq!([a.cells[0].writer, a.cells[1].writer], [Some(0), Some(0)]);
        assert_eq!((lock.cells[0].writer, &lock.cells[0].holders[..]), (Some(0), &[0][..]));
        let cells: Vec<Option<Cell>> = it.next.iter().map(|choice| choice.cell).collect();
        let lock = Some(Cell { array: "lock", index: 0, single: true, label: None });
        assert_eq!(cells, [lock, lock]);
    }
}
