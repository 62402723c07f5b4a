//! What key moments announce is what their runs do: of all moments of all algorithms, also of those that
//! stand in the article alone.

use super::*;
use crate::state::{Message, State};
use catalog::{Moment, Zone, plain};

fn bakery(rest: &str) -> Scenario {
    Scenario::parse(&format!("bakery{rest}")).unwrap().scenario
}

/// What the words of a moment say, where it is not the run that says what breaks: so at its event, and not all of it a step before.
const SEEN: [(&str, &[&str]); 95] = [
    (
        "write-skew/Both have paid",
        &[
            "Transaction 1 reads written_at[1] = 0, writes balance[1] ← −1, reads clock = 1 and writes clock, written_at[1] ← 2.",
        ],
    ),
    (
        "write-skew/A payment lost",
        &["transaction 0 is end", "transaction 1 is end", "balance[0] = −1"],
    ),
    ("write-skew/Without a snapshot", &["Transaction 1 writes balance[1] ← −1."]),
    (
        "raft-membership/An entry first",
        &["server 1: agree = {1, 2, 3}", "server 2: log = [(1, none), (2, none)]"],
    ),
    (
        "semaphore-server/The newest first",
        &[
            "The server receives V from client 0 and sends a reply to client 2.",
            "client 1 is waiting",
        ],
    ),
    ("cassandra-queue/An item overwritten", &["Client 3 writes details ← B to enqueue an item."]),
    ("torn-assignment/A look too early", &["The reader reads A[1] = 0."]),
    ("torn-assignment/Dead halfway", &["writer 1 is crashed", "A[0] = 255", "A[1] = 0"]),
    ("pointer-assignment/One private copy", &["The reader reads high[0] = 0."]),
    ("pointer-assignment/Round again too soon", &["The reader reads high[0] = 0."]),
    ("pointer-assignment/A second look", &["The reader reads P = 0 to see whether it has moved."]),
    ("pointer-assignment/A forgotten turn", &["P = 2", "low[2] = 4", "high[2] = 3"]),
    ("row-isolation/An update lost", &["row_cols = 0:0 1:0", "writer 1 is remainder"]),
    ("row-isolation/The same address again", &["row_cols = 0:1 1:1", "writer 2 is remainder"]),
    ("row-isolation/Read twice", &["The reader reads row_cols = 0:0 1:0."]),
    ("stable-storage/No copy is whole", &["on_disk[copy][0] = 2"]),
    ("two-phase-locking/Aborted too late", &["Process 0 writes lock[0] ← (free, {})."]),
    ("cf23/The first one robbed", &["client 0 decided B"]),
    ("cf23/Used twice", &["client 1: answer = C undecided"]),
    ("bakery/Equal tickets", &["number[0] = 1", "number[1] = 1"]),
    ("jones-bakery/Equal numbers", &["N[0] = 1", "N[1] = 1"]),
    ("peterson/Overtaken once", &["process 1 is critical", "process 0 is waiting"]),
    ("ricart-agrawala/One request", &["process 0 is critical", "process 0: pending = {1}"]),
    (
        "ricart-agrawala-agent/User and agent",
        &["node 1 is critical", "node 0 is remainder", "2 entries"],
    ),
    ("fault-tolerant-permission/“Not yet”", &["process 1 is remainder", "2 entries"]),
    (
        "fault-tolerant-permission/One dies inside",
        &["process 0 is crashed", "process 1 is critical", "process 1: heard = given_up unasked"],
    ),
    ("fault-tolerant-permission/Replied again", &["process 1 is critical", "1 lost"]),
    ("semaphore-server/P and V", &["6 messages", "2 entries", "server 3: count = 1"]),
    (
        "token-ring/Once round",
        &["Process 0 receives the token from process 2 and sends the token to process 1."],
    ),
    ("bakery-messages/Alone: 12 messages", &["process 0 is critical", "12 messages"]),
    ("bakery-messages/Asked again and again", &["process 1: spent = 12", "process 1 is waiting"]),
    (
        "bakery-messages/One answer each",
        &["12 messages", "2 entries", "process 0 is remainder", "process 1 is remainder"],
    ),
    (
        "lamport-lock/In and out",
        &["process 1: queue = none none none", "process 2: queue = none none none", "1 entries"],
    ),
    (
        "erlang-lock/Lock and release",
        &["process 0: queue = []", "process 1: queue = []", "1 entries"],
    ),
    ("erlang-lock/The post’s transcript", &["process 1: acquired = 2"]),
    ("logical-clocks/Carried forward", &["process 2: time = 5"]),
    ("cassandra-queue/An item that is gone", &["worker 1 is processing"]),
    ("stable-storage/A value unread", &["server 0: result = 0"]),
    ("stable-storage/Both lost", &["server 0: result = failure"]),
    ("stable-storage/Trust in the cache", &["server 0: result = 0"]),
    ("stable-storage/An update comes back", &["server 0: result = 1"]),
    ("stable-storage/Compared, then read", &["server 0: result = decayed"]),
    ("two-phase-locking/Money on its way", &["process 2: sum = 5"]),
    ("two-phase-locking/Another’s lock freed", &["process 3: sum = 7"]),
    ("two-phase-locking/Dead between updates", &["process 2: sum = 5"]),
    ("logical-clocks/Earlier, wrongly", &["process 0: time = 2", "process 1: time = 1"]),
    ("logical-clocks/Vectors know", &["process 2: time = 4", "process 2: vector = 1 2 2"]),
    (
        "row-lock/Met at one replica",
        &["client 1: number_hash = 1 2", "replica 1: number:0 = 1", "replica 1: number:1 = 2"],
    ),
    ("cassandra-queue/Working off the queue", &["worker 1: work = B"]),
    ("cassandra-queue/Stepping back", &["worker 1: withdraws = true"]),
    ("torn-assignment/Taking turns", &["A[0] = 255", "A[1] = 255", "lock = none"]),
    ("pointer-assignment/The past, but whole", &["reader 2: a = 0", "reader 2: b = 0", "P = 1"]),
    ("pointer-assignment/Waiting for a reader", &["P = 1", "looks_at = 0"]),
    ("row-isolation/Beaten to it", &["writer 1: my_cols = 0 0", "writer 1: old_cols = 0 0"]),
    ("stable-storage/Between the copies", &["server 0: result = 1"]),
    (
        "two-phase-locking/Paid, paid back",
        &["process 2: sum = 6", "lock[0] = (free, {})", "lock[1] = (free, {})"],
    ),
    ("lock-coupling/One after the other", &["lock[7] = none"]),
    ("cf23/Who came first", &["client 0 decided A", "client 1 decided A"]),
    ("cf23/First call loses", &["client 0 decided B", "client 1 decided B"]),
    (
        "two-phase-commit/Waiting, all of them",
        &["participant 1 is prepared", "participant 2 is prepared"],
    ),
    ("paxos/A decision", &["proposer 0 decided 0"]),
    (
        "assign23/Who came first",
        &["Process 0 reads r[1] = 1 to see who wrote it last. It takes itself for the first."],
    ),
    (
        "assign-n/All three agree",
        &["process 0 decided A", "process 1 decided A", "process 2 decided A"],
    ),
    ("alternating-bit/An old answer", &["sender 0: item = 4", "receiver 1: received = [1, 2]"]),
    ("clh-lock/Waiting for itself", &["process 0: before = 0", "locked[0] = true", "tail = 0"]),
    ("mcs-lock/Called, then asleep", &["process 0 is remainder", "locked[1] = true"]),
    ("szymanski/Nobody else inside", &["process 0 is remainder", "flag[1] = 2"]),
    ("filter-lock/First come, not first", &["process 1 is critical", "process 0 is waiting"]),
    ("raft-election/Two leaders", &["server 0 is leader", "server 1 is leader"]),
    ("fencing-token/An old write last", &["disk 3: written = [2, 1]"]),
    ("fencing-token/Two hold the lease", &["client 0 is critical", "client 1 is critical"]),
    (
        "sequence-lock/Counted after only",
        &["reader 1 is returning", "reader 1: x = 1", "reader 1: y = 0"],
    ),
    (
        "sequence-lock/Counted before only",
        &["reader 1 is returning", "reader 1: x = 1", "reader 1: y = 0"],
    ),
    ("alternating-bit/Taken twice", &["receiver 1: received = [1, 1]"]),
    ("alternating-bit/An old item", &["receiver 1: received = [1, 2, 1]"]),
    (
        "needham-schroeder/Bob is deceived",
        &["bob 1 is sure", "bob 1: partner = Alice", "alice 0: partner = Eve"],
    ),
    ("needham-schroeder/The secret is out", &["eve 2: knows = {Na, Nb, Ne}"]),
    (
        "byzantine-generals/Three generals",
        &["commander 0: v = attack", "lieutenant 1 decided retreat"],
    ),
    (
        "raft-election/Voted twice",
        &["server 0 is leader", "server 1 is leader", "server 0: term = 1", "server 1: term = 1"],
    ),
    (
        "raft-election/Half is too few",
        &["server 0 is leader", "server 1 is leader", "server 0: term = 1", "server 1: term = 1"],
    ),
    ("ring-election/Two leaders", &["node 0 is leader", "node 1 is leader"]),
    ("ring-election/The wrong leader", &["node 0 is leader", "node 2: id = 2"]),
    (
        "termination-detection/Work behind its back",
        &["machine 0: detected = true", "works[2] = true"],
    ),
    (
        "termination-detection/Passed on at work",
        &["machine 0: detected = true", "works[1] = true", "works[2] = true"],
    ),
    ("causal-broadcast/Answer before question", &["node 1: seen = 1 1 0", "node 2: seen = 0 1 0"]),
    ("causal-broadcast/In order, and wrong", &["node 1: seen = 1 1 0", "node 2: seen = 0 1 0"]),
    (
        "chandy-lamport/Money on its way",
        &[
            "node 0: recorded = 1",
            "node 1: recorded = 2",
            "node 2: recorded = 2",
            "node 2: open = {}",
        ],
    ),
    (
        "chandy-lamport/Overtaken by a marker",
        &[
            "node 0: recorded = 1",
            "node 1: recorded = 2",
            "node 2: recorded = 2",
            "node 1: open = {}",
        ],
    ),
    ("abd-register/New, then old", &["reader 1: v = 1", "reader 2 is finished", "reader 2: v = 0"]),
    ("abd-register/A lower stamp", &["writer 0 is finished", "writer 0: v = 2", "writer 1: v = 3"]),
    ("dolev-klawe-rodeh/The wrong middle", &["node 1 is finished", "node 1: value = 1"]),
    ("dolev-klawe-rodeh/Overtaken on the way", &["node 3 is finished", "node 3: value = 3"]),
    ("michael-scott-queue/The head overtakes", &["head = 1", "tail = 0", "next[0] = 1"]),
    ("michael-scott-queue/An old tail again", &["head = 0", "tail = 1", "next[1] = 0"]),
    ("treiber-stack/A, B, A", &["top = (0, 0)", "cell[0] = freed"]),
];

/// So many of them are of the run and not of the state.
const COUNTED: usize = 4;

/// What can be seen at a moment, one after the other.
fn facts(scenario: &Scenario, at: usize) -> Vec<String> {
    let (trace, moment) = (scenario.trace(), Scenario { at, ..scenario.clone() }.moment());
    let Moment { view, said, .. } = &moment;
    let counts = trace.counts(at);
    let lost =
        trace.steps[..at].iter().filter(|step| matches!(step.action, catalog::Action::Lose(_)));
    let mut facts = vec![plain(said), format!("{} messages", counts.messages)];
    facts.extend([format!("{} entries", counts.entries), format!("{} lost", lost.count())]);
    for array in &view.arrays {
        for (index, shown) in array.cells.iter().enumerate() {
            let name = if array.cells.len() == 1 { String::new() } else { format!("[{index}]") };
            facts.push(format!("{}{name} = {}", array.name, shown.value));
        }
    }
    for (nth, replica) in view.replicas.iter().enumerate() {
        let stored = replica.cells.iter();
        facts.extend(
            stored.map(|stored| format!("replica {nth}: {} = {}", stored.column, stored.value)),
        );
    }
    for (who, process) in view.processes.iter().enumerate() {
        let name = format!("{} {who}", process.role.to_lowercase());
        facts.push(format!("{name} is {}", process.zone.name()));
        facts.push(format!("{name}: {}", process.status));
        let decided = process.decided.as_ref();
        facts.extend(decided.map(|value| format!("{name} decided {value}")));
        let locals = process.locals.iter();
        facts.extend(locals.map(|(local, value)| format!("{name}: {local} = {value}")));
    }
    facts
}

/// Every key moment of every algorithm, and its name here.
fn all() -> impl Iterator<Item = (String, &'static Dare, KeyMoment)> {
    catalog::entries().iter().flat_map(|entry| {
        entry.dares.iter().map(move |dare| {
            let stop = KeyMoment::of(entry, dare).expect("a link");
            (format!("{}/{}", entry.slug, dare.title), dare, stop)
        })
    })
}

#[test]
fn a_moment_has_a_short_name_that_is_no_command() {
    for (name, dare, _) in all() {
        assert!(dare.title.chars().count() <= 22, "{name}");
        let first = dare.title.split(' ').next().unwrap();
        assert!(!["Let", "Make", "Do", "Be", "Take"].contains(&first), "{name}");
    }
}

#[test]
fn every_algorithm_opens_before_the_event_of_a_moment() {
    for entry in catalog::entries() {
        let path = of(&Scenario::new(entry));
        assert!(!path.is_empty(), "{}", entry.slug);
        let opened = opening(entry);
        let at = here(&path, &opened).expect("a moment of its path");
        assert!(
            path[at].fails() || path.iter().all(|stop| stop.breaks.is_empty()),
            "{}",
            entry.slug
        );
        let link = Scenario::parse(&opened.to_string()).unwrap();
        assert!(link.notices.is_empty() && link.scenario == opened, "{}", entry.slug);
    }
}

/// Opens a few steps before its event; Play runs to that and stops.
#[test]
fn play_leads_from_the_opening_to_the_event_and_no_further() {
    for (name, _, stop) in all() {
        let event = stop.event();
        let choices = stop.scenario().trace().choices;
        let ahead = event - stop.opens_at();
        assert!((3..=5).contains(&ahead) || stop.opens_at() == choices, "{name}: {ahead}");
        let mut state = State::open(&stop.opened().into());
        assert_eq!(crate::failure::of(&state), None, "{name}");
        state.path = [stop].into();
        assert_eq!(state.to_play(), Some(ahead), "{name}");
        state = state.apply(Message::Play);
        for _ in 0..ahead {
            assert!(state.playing.is_some(), "{name} stops after {}", state.at());
            state = state.apply(Message::Tick);
        }
        assert!(state.playing.is_none() && state.at() == event, "{name}");
    }
}

/// And at the event it is so, and was not before.
#[test]
fn what_a_moment_announces_comes_about_at_its_event() {
    let mut seen = SEEN.iter().collect::<Vec<_>>();
    for (name, dare, stop) in all() {
        let ahead = stop.ahead();
        assert!(!ahead.is_empty() && ahead.chars().count() <= 70, "{name}: {ahead}");
        if dare.ahead.is_empty() {
            at_the_event(&name, &stop, &ahead);
            continue;
        }
        let row = seen.iter().position(|row| row.0 == name);
        let (_, told) = seen.remove(row.unwrap_or_else(|| panic!("{name}: what is to be seen?")));
        let [before, now] = [1, 0].map(|less| facts(stop.scenario(), stop.event() - less));
        for fact in *told {
            assert!(now.iter().any(|it| it == fact), "{name}: {fact} in {now:#?}");
        }
        assert!(told.iter().any(|fact| !before.iter().any(|it| it == fact)), "{name}: before");
    }
    assert!(seen.is_empty(), "{seen:?}");
}

fn at_the_event(name: &str, stop: &KeyMoment, ahead: &str) {
    let scenario = stop.scenario();
    let (moments, at) = (scenario.moments(), stop.event());
    let (before, now) = (&moments[at - 1], &moments[at]);
    let inside = |moment: &Moment| {
        let zones = moment.view.processes.iter().map(|process| process.zone);
        zones.filter(|zone| matches!(zone, Zone::Critical | Zone::Processing)).count()
    };
    assert!(!ahead.contains(" breaks"), "{name}: {ahead}");
    let state = State::open(&scenario.clone().into());
    let banner = crate::failure::of(&state).unwrap_or_else(|| panic!("{name} has no banner"));
    if ahead == ROUND {
        let shown = |at| facts(scenario, at).split_off(COUNTED);
        assert_eq!(shown(scenario.loops_from.unwrap()), shown(at), "{name}");
    } else if ahead.contains(" inside") || ahead.contains(" at once") {
        assert!(inside(now) > inside(before) && inside(now) > 1, "{name}");
    } else if ahead == "nobody can move" {
        assert!(now.steps().next().is_none() && before.steps().next().is_some(), "{name}");
    } else if ahead == "two have decided differently" {
        let decided = now.view.processes.iter().filter_map(|process| process.decided.as_ref());
        assert!(decided.clone().any(|one| decided.clone().any(|other| one != other)), "{name}");
    } else {
        let told = banner.what.to_lowercase();
        let is_told = told.contains(&ahead.to_lowercase());
        let same_verb = told.contains(ahead.split(' ').next().unwrap());
        assert!(is_told || same_verb, "{name}: {ahead} / {told}");
    }
}

#[test]
fn a_run_that_departs_is_at_no_moment() {
    let path = of(&bakery(""));
    let mut scenario = Scenario::parse(&path[1].opening()).unwrap().scenario;
    assert_eq!(path[1].breaks, ["mutual exclusion"]);
    scenario.run.pop();
    assert_eq!(here(&path, &scenario), None);
}

#[test]
fn a_link_may_have_a_path_of_its_own() {
    let link = "?v=1&path=3:One%20looks|7:Both%20have%201&run=AAFRf.vzf6";
    let scenario = bakery(link);
    let path = of(&scenario);
    let titles: Vec<&str> = path.iter().map(|moment| &*moment.title).collect();
    assert_eq!(titles, ["One looks", "Both have 1"]);
    let at = |at| here(&path, &Scenario { at, ..scenario.clone() });
    assert_eq!([at(0), at(3), at(4), at(7), at(9)], [Some(0), Some(0), Some(1), Some(1), Some(1)]);
    // and it stays in its links
    assert!(path[0].opening().contains("path=3:"));
}

/// A moment that only the article has is told as those of the path are, where its run is opened.
#[test]
fn a_moment_of_the_article_alone_has_its_title_and_its_announcement() {
    for entry in catalog::entries() {
        for (nth, dare) in entry.dares.iter().enumerate().skip(STOPS_MAX) {
            let opened = Scenario::parse(&format!("{}{}", entry.slug, dare.link)).unwrap();
            if opened.scenario.run.is_empty() {
                continue;
            }
            let state = State::open(&opened);
            let (_, here) = state.here().expect(dare.title);
            assert!(state.path.iter().any(|stop| stop.title == dare.title), "{}", dare.title);
            if here.number > STOPS_MAX {
                assert_eq!((here.title.as_str(), here.words.as_str()), (dare.title, dare.words));
                assert_eq!(here.number, nth + 1);
            }
        }
    }
    let usual = of(&Scenario::parse("cf23").unwrap().scenario);
    assert_eq!(usual.len(), STOPS_MAX, "the path itself is no longer for it");
}
