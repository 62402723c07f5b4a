//! What becomes of messages to a process that has crashed.

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
    let system = system.unwrap_or_else(|it| panic!("{}", it[0]));
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
