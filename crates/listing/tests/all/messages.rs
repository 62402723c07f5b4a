//! Messages on their way: which may arrive, and what a property asks of them.

use crate::meaning::{error, outcome};
use checker::{Limits, Outcome};
use model::{Action, Log, MessageId, Stepped, System};
use std::sync::Arc;

/// One that writes to itself between what it gets from two others.
const TEXT: &str = "algorithm Letters
option channels: self_at_once, fifo
define losses: 1
message letter(n: 0..9)
process i of 3:
  own got: list of 0..9 up to 6
  own sent: 0..2
  when sent < 2:
    send letter(3 · i + sent) to 0
    sent ← sent + 1
  on letter(n): got ← got + [n]
never twice: size(in_transit(letter.n)) < in_transit(letter)
reachable two of one: size(in_transit(letter.n, 1)) = 2 and size(in_transit(letter.n, 1, 2)) = 0
";

/// Which letters may arrive at process 0 after these steps, by their senders.
fn in_order(channels: &str, run: &str) -> Vec<u8> {
    let system = listing::compile(TEXT, &[("channels", channels)]);
    let system = system.unwrap_or_else(|found| panic!("{}", found[0]));
    let mut state = system.initial();
    for action in run.split(' ') {
        let action: Action = action.parse().expect("a step");
        let stepped = system.step(&mut state, action, &mut Log::off());
        assert!(matches!(stepped, Stepped::Ran(_)), "{action}: {stepped:?}");
    }
    let is_taken = |from: &u8| {
        let deliver = Action::Deliver(MessageId { from: *from, to: 0, kind: 0, nth: 0 });
        matches!(system.step(&mut state.clone(), deliver, &mut Log::off()), Stepped::Ran(_))
    };
    (0..3).filter(is_taken).collect()
}

/// What was sent before an own message may come after it, and what was sent later may not come before.
#[test]
fn an_own_message_holds_back_what_was_sent_later() {
    let arriving = |run: &str| in_order("self_at_once", run);
    assert_eq!(arriving("s1 s0 s2"), [0, 1]);
    assert_eq!(arriving("s1 s0 s2 d00a"), [1, 2]);
    assert_eq!(arriving("s1 s0 s2 d10a"), [0]);
    assert_eq!(arriving("s0 s1 s0 s2"), [0]);
    assert_eq!(arriving("s0 s1 s0 s2 d00a"), [0, 1]);
    assert_eq!(in_order("fifo", "s0 s1 s0 s2"), [0, 1, 2]);
}

/// Whichever own message is lost, what came behind it comes behind one less.
#[test]
fn a_lost_own_message_holds_nothing_back() {
    let arriving = |run: &str| in_order("self_at_once", run);
    assert_eq!(arriving("s0 s1 s0 s2 x00a"), [0, 1]);
    assert_eq!(arriving("s0 s1 s0 s2 x00a1"), [0]);
    assert_eq!(arriving("s0 s1 s0 s2 x00a1 d00a"), [1, 2]);
    assert_eq!(arriving("s0 s1 s0 s2 x10a d00a d00a"), [2]);
}

#[test]
fn a_property_asks_for_the_values_in_messages() {
    let system = listing::compile(TEXT, &[]).unwrap_or_else(|found| panic!("{}", found[0]));
    let report = checker::check(Arc::new(system), Limits::default());
    let outcome = |name: &str| {
        &report.verdicts.iter().find(|verdict| verdict.property == name).unwrap().outcome
    };
    assert_eq!(outcome("never twice"), &Outcome::Holds);
    assert!(matches!(outcome("two of one"), Outcome::Found { .. }), "{:?}", outcome("two of one"));
}

/// A guard runs before its message is taken, and yet the message in hand is none of those on their way.
#[test]
fn the_message_in_hand_is_not_on_its_way() {
    let deliverable = |guard: &str, sends: usize| {
        let text = TEXT.replace("on letter(n): got", &format!("on letter(n) when {guard}: got"));
        let system = listing::compile(&text, &[("channels", "fifo")]);
        let system = system.unwrap_or_else(|found| panic!("{}", found[0]));
        let mut state = system.initial();
        for sender in ["s1", "s2"].into_iter().take(sends) {
            let action = sender.parse().expect("a step");
            assert!(matches!(system.step(&mut state, action, &mut Log::off()), Stepped::Ran(_)));
        }
        let deliver = Action::Deliver(MessageId { from: 1, to: 0, kind: 0, nth: 0 });
        matches!(system.step(&mut state, deliver, &mut Log::off()), Stepped::Ran(_))
    };
    assert!(deliverable("in_transit(letter) = 0", 1));
    assert!(!deliverable("in_transit(letter) = 1", 1));
    assert!(deliverable("in_transit(letter) = 1", 2));
    assert!(deliverable("n = 3", 1) && !deliverable("n = 0", 1));
}

/// A rule still runs where its process has decided.
#[test]
fn a_decision_is_irrevocable() {
    let text = "algorithm A\nmessage m\np i of 2:\n  a:\n    send m to 1 − i\n    decide 1\n  on m: decide 2\n\
                always agreement: all decisions equal\n";
    assert_eq!(error(text), Some(2));
    let same = text.replace("decide 2", "decide 1");
    assert_eq!(error(&same), None);
    let report = crate::meaning::check(&same);
    assert_eq!(outcome(&report, "agreement"), Some(&Outcome::Holds));
    let lists = text.replace("decide 1", "decide {i}").replace("decide 2", "decide {1 − i}");
    let lists = lists.replace("  a:", "  own s: set of 0..1\n  a:");
    let lists = lists
        .replace("decide {i}", "s ← {i}; decide s")
        .replace("decide {1 − i}", "s ← {1 − i}; decide s");
    assert_eq!(error(&lists), Some(2));
}
