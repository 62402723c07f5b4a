use crate::{Action, Cell, Enabledness, Scenario, Zone, plain};

/// A run in which everybody has come to the end is no deadlock.
#[test]
fn an_end_says_whether_all_are_done() {
    let end = |link: &str| Scenario::parse(link).unwrap().scenario.moment().end();
    for (link, said) in [
        ("write-skew?v=1&run=AEf.36jA", "All are done: the run ends here."),
        ("bakery?crash=keep&v=1&run=QAOKsX0f.7vps", "Nobody can move: the run ends here."),
        ("dining-philosophers?v=1&run=QAJS.Fcqg", "Nobody can move: the run ends here."),
    ] {
        assert_eq!(end(link), Some(said), "{link}");
    }
}

/// What a system does with the lock of the dead, the dead do not.
#[test]
fn who_has_crashed_for_good_does_not_start_again() {
    let link = "two-phase-locking?order=standard&crash=freed&v=1&run=QGJ6AFn.6F0g";
    let mut scenario = Scenario::parse(link).unwrap().scenario;
    let said = (0..=scenario.run.len()).map(|at| {
        scenario.at = at;
        plain(&scenario.moment().said)
    });
    let said: Vec<String> = said.collect();
    let freed = "Process 0 has crashed: the system writes lock[1] ← (free, {}).";
    assert!(said.iter().any(|said| said == freed), "{said:?}");
}

/// A purpose with "or" is dropped, and a process does not leave in order to do what it has done.
#[test]
fn what_a_line_is_for_fits_what_was_done() {
    let said = |link: &str| {
        let mut scenario = Scenario::parse(link).unwrap().scenario;
        let len = scenario.run.len();
        let at = |at: usize| {
            scenario.at = at;
            plain(&scenario.moment().said)
        };
        (1..=len).map(at).collect::<Vec<_>>()
    };
    let counts = said("replicated-counter?changes=1&keeps=one-number&v=1&run=A57mv.bhQ1");
    assert!(
        counts.iter().any(|said| said == "Replica 0 sends state(−1,0) to replica 1."),
        "{counts:?}"
    );
    let leases = said("fencing-token?v=1&run=YBiPemKEUpno7.LHY4");
    let writes = "Client 0 sends write(1) to the disk to write, perhaps after a long sleep, and leaves the \
                  critical section.";
    assert!(leases.iter().any(|said| said == writes), "{leases:?}");
}

/// A reason names what a process waits for, with its value, and messages with their article.
#[test]
fn who_waits_is_told_for_what() {
    let waiting = |link: &str, at: usize| {
        let mut scenario = Scenario::parse(link).unwrap().scenario;
        scenario.at = at;
        plain(&scenario.moment().waiting)
    };
    let link = "semaphore-server?v=1&run=UBjTrK.8zs9";
    let len = Scenario::parse(link).unwrap().scenario.run.len();
    let said = waiting(link, len);
    assert!(said.contains("waits for a reply from the server."), "{said}");
    let stuck = "chandy-misra?asked-for=gives-none&v=1&run=UPNdelQHDixJFL.Jq6_";
    let len = Scenario::parse(stuck).unwrap().scenario.run.len();
    let said = waiting(stuck, len);
    assert!(said.starts_with("Philosopher 0 is hungry and waits."), "{said}");
}

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
            &["send prepare to all", "time out: set refused to true", "time out: become aborted"],
        ),
    ] {
        let moment = Scenario::parse(link).unwrap().scenario.moment();
        let all: Vec<_> = moment.next.iter().map(|choice| &*choice.label).collect();
        assert!(all.starts_with(labels), "{all:?}");
        assert!(moment.next.iter().all(|choice| choice.possible == Enabledness::Now), "{all:?}");
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
                    other.process == Some(*it) && other.possible == Enabledness::Now && !other.fault
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
