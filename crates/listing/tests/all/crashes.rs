//! What becomes of messages to a process that has crashed.

use crate::meaning::{check, outcome};
use checker::Outcome;
use model::{Action, Event, Log, Stepped, System};

const TEXT: &str = "algorithm A ping

option crashes: 1
option drops: yes, no
message ping

process i of 2, 1 times:
  sections remainder, waiting
  when remainder:
    send ping to all others
    become waiting
  on ping:
    become remainder
  on ping when crashed:    with drops
    skip
";

/// Process 0 sends, process 1 crashes, and the message reaches it.
fn arrive(drops: &str) -> (Stepped, Vec<Event>, usize) {
    let system = listing::compile(TEXT, &[("drops", drops)]);
    let system = system.unwrap_or_else(|errors| panic!("{}", errors[0]));
    let mut state = vec![0; system.width()];
    system.init(&mut state);
    for action in [Action::step(0), Action::Crash(1)] {
        let stepped = system.step(&mut state, action, &mut Log::off());
        assert!(matches!(stepped, Stepped::Ran(_)), "{action}: {stepped:?}");
    }
    let mut events = Vec::new();
    let deliver = Action::Deliver(system.mail(&state, 0));
    let stepped = system.step(&mut state, deliver, &mut Log::to(&mut events));
    (stepped, events, system.view(&state).messages.len())
}

#[test]
fn a_message_stays_unless_a_rule_takes_it_from_the_crashed() {
    let (stepped, events, left) = arrive("yes");
    assert!(matches!(stepped, Stepped::Ran(_)), "{stepped:?}");
    assert!(matches!(&events[..], [Event::Lost { .. }]), "{events:?}");
    assert_eq!(left, 0);
    let (stepped, _, left) = arrive("no");
    assert_eq!((stepped, left), (Stepped::Refused, 1));
}

/// An atomic line at the beginning belongs to the crash, and any other access is a step of its own.
#[test]
fn what_is_lost_with_the_machine_is_lost_in_the_crash() {
    let text = "algorithm A cache\noption crashes: 1\nshared x, y: 0..2 = 1\nprocess i of 1:\n  go:\n    \
                x ← 2\n  on crash:\n    atomic x ← 0\n    y ← 0\n";
    let cells = |text: &str| {
        let system = listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let mut state = system.initial();
        let mut all = Vec::new();
        for action in [Action::Crash(0), Action::step(0)] {
            system.step(&mut state, action, &mut Log::off());
            let view = system.view(&state);
            all.push(
                view.arrays.iter().map(|array| array.cells[0].value.clone()).collect::<String>(),
            );
        }
        all.join(" ")
    };
    assert_eq!(cells(text), "01 00");
    assert_eq!(cells(&text.replace("atomic x", "x")), "11 01");
}

/// `crashes of` some roles: the others stand for ever.
#[test]
fn only_processes_of_the_named_roles_crash() {
    let text = |define: &str, rule: &str| {
        format!(
            "algorithm A\n\n{define}\nclient i of 2:\n  asking:\n    pause\nserver:\n  own n: 0..1\n  \
             serving:\n    pause\n{rule}\nreachable a client down: some i in client: i in crashed\n\
             reachable the server down: server in crashed\n"
        )
    };
    let is_reached = |text: &str| -> Vec<bool> {
        let report = crate::searches::search(listing::compile(text, &[]).expect("it compiles"));
        let claims = &report.verdicts[..2];
        claims.iter().map(|claim| matches!(claim.outcome, Outcome::Found { .. })).collect()
    };
    assert_eq!(is_reached(&text("define crashes: 1", "")), [true, true]);
    assert_eq!(is_reached(&text("define crashes of client: 1", "")), [true, false]);
    assert_eq!(is_reached(&text("define crashes of server: 1", "")), [false, true]);
    for (of, rule, words) in [
        ("servers", "", "No role is called `servers`."),
        ("client", "  on crash: n ← 1\n", "Nobody of this role crashes"),
    ] {
        let found = listing::check(&text(&format!("define crashes of {of}: 1"), rule));
        assert!(found[0].message.contains(words), "{}", found[0]);
    }
}

/// A server with lines has ended behind them, and serves by its rules.
#[test]
fn who_serves_by_rules_can_crash() {
    let server = |begins: &str| {
        format!(
            "algorithm A\nmessage ask\ndefine crashes of server: 1\nclient:\n  asking:\n    send ask to server\n\
             server:\n  own up: bool\n  own k: 0..1\n{begins}  on ask: k ← 1\nreachable late: server in crashed \
             and up\nreachable served: server in crashed and k = 1\n"
        )
    };
    for (begins, late, served) in [
        ("  starting:\n    up ← true\n", true, true),
        ("  starting:\n    up ← true\n    stop\n", true, true),
        ("  sections starting\n", false, true),
        ("  starting:\n    up ← true\n    decide 1\n", false, false),
    ] {
        let text = server(begins).replace("own up", "stable up").replace("own k", "stable k");
        let report = check(&text);
        let is_found = |name| matches!(outcome(&report, name), Some(Outcome::Found { .. }));
        assert_eq!((is_found("late"), is_found("served")), (late, served), "{begins}");
    }
}
