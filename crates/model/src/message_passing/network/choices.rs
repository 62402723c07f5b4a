//! A node that may go several ways.

use super::*;
use crate::message_passing::Order;

/// Sends to one of the others, once.
struct Sender;

#[derive(Clone, Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
struct Hello;

impl Message for Hello {
    const KINDS: &'static [&'static str] = &["hello"];

    fn kind(&self) -> u8 {
        0
    }

    fn words(&self) -> String {
        "hello".into()
    }
}

impl Protocol for Sender {
    type Node = u8;
    type Message = Hello;
    type InFlight = [Envelope<Hello>; 2];
    type World = ();

    const ZONES: &'static [Zone] = &[Zone::Remainder];
    const RULES: &'static [Rule<Sender>] = &[Rule::own("send", "", |_, turn, sent| {
        let to = usize::from(turn.choice);
        if *sent > 0 || to == turn.me {
            return Does::Skip;
        }
        *sent = 1;
        turn.send(to, Hello);
        Does::Run
    })];
    const PROPERTIES: &'static [Property<Network<Sender>>] = &[];

    fn nodes(&self) -> usize {
        3
    }

    fn node(&self, _: Pid) -> u8 {
        0
    }

    fn order(&self) -> Order {
        Order::Fifo
    }

    fn choices(&self) -> u8 {
        2
    }

    fn zone(&self, _: &u8) -> Zone {
        Zone::Remainder
    }

    fn show(&self, _: Pid, _: &u8, _: &mut ProcessView) {}
}

#[test]
fn a_node_goes_one_of_its_ways() {
    let model = Network::new(Sender);
    let step = |state: &mut _, process, choice| {
        model.step(state, Action::Step { process, choice }, &mut Log::off())
    };
    let mut state = model.init();
    let mut offered = Vec::new();
    model.actions(&state, &mut |it| offered.push(it.to_string()));
    assert_eq!(offered[..4], ["s0", "s0=1", "s0=2", "s1"]);
    assert_eq!(step(&mut state, 1, 1), Stepped::Refused);
    assert_eq!(step(&mut state, 1, 3), Stepped::Refused);
    assert_eq!(step(&mut state, 1, 2), Stepped::Ran(0));
    assert_eq!(state.in_flight::<Hello>().map(Envelope::to).collect::<Vec<_>>(), [2]);
    assert_eq!(step(&mut state, 1, 0), Stepped::Done);
}
