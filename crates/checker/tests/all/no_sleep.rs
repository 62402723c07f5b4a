//! Steps of nodes that do not commute, though they are of different nodes: they must not sleep.

use crate::sleep_sets::{in_order, searched};
use model::message_passing::{Does, Envelope, Message, Network, Order, Protocol, Rule};
use model::{Pid, ProcessView, Property, Zone, system_of};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

#[derive(Clone, Copy, PartialEq)]
enum Toy {
    /// One node looks at all messages in flight, and another sends one.
    Looks,
    /// Two nodes send where there is room for one message.
    Crowds,
    /// One node waits if it goes one way, and goes on the other way.
    Chooses,
}

/// With room for so many messages.
struct Room<const N: usize>(Toy);

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

impl<const N: usize> Protocol for Room<N> {
    /// What it has seen, plus one, when it has done what it does.
    type Node = u8;
    type Message = Hello;
    type InFlight = [Envelope<Hello>; N];
    type World = ();

    const ZONES: &'static [Zone] = &[Zone::Remainder];
    const RULES: &'static [Rule<Room<N>>] = &[
        Rule::own("act", "", |it, turn, done| {
            if *done > 0 || turn.me > 1 {
                return Does::Skip;
            }
            *done = 1;
            match (it.0, turn.me, turn.choice) {
                (Toy::Chooses, 0, 0) => return Does::Await,
                (Toy::Chooses, ..) => {}
                (Toy::Looks, 0, _) => *done += turn.in_flight().count() as u8,
                _ => turn.send(2, Hello),
            }
            Does::Run
        }),
        Rule::on("hear", "", |_, _, _, _, _| Does::Run),
    ];
    const PROPERTIES: &'static [Property<Network<Room<N>>>] = &[];

    fn nodes(&self) -> usize {
        3
    }

    fn order(&self) -> Order {
        Order::Fifo
    }

    fn choices(&self) -> u8 {
        u8::from(self.0 == Toy::Chooses)
    }

    fn zone(&self, _: &u8) -> Zone {
        Zone::Remainder
    }

    fn show(&self, _: Pid, _: &u8, _: &mut ProcessView) {}
}

fn check<const N: usize>(toy: Toy) {
    let model = Network::new(Room::<N>(toy));
    let ((wanted, transitions), found) = (in_order(&model), searched(system_of(model)));
    assert_eq!(wanted.as_bytes(), found.0);
    assert_eq!(found.1, transitions);
}

#[test]
fn who_looks_at_messages_in_flight_sees_those_that_others_send() {
    check::<8>(Toy::Looks);
}

#[test]
fn what_one_node_sends_takes_room_from_others() {
    check::<1>(Toy::Crowds);
}

#[test]
fn who_waits_one_way_may_go_another() {
    check::<8>(Toy::Chooses);
}
