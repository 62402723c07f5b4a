//! A second process at a node.

use super::*;
use crate::message_passing::{Does, Order};

/// A node where two processes add to one number, each once: by one, and by doubling.
struct Two;

impl Message for u8 {
    const KINDS: &'static [&'static str] = &[];

    fn kind(&self) -> u8 {
        0
    }

    fn words(&self) -> String {
        String::new()
    }
}

/// The number, and who is done: a set.
type Node = [u8; 2];

fn once(node: &mut Node, who: u8, number: u8) -> Does {
    if node[1] & who != 0 {
        return Does::Skip;
    }
    *node = [number, node[1] | who];
    Does::Run
}

impl Protocol for Two {
    type Node = Node;
    type Message = u8;
    type InFlight = [Envelope<u8>; 1];
    type World = ();

    const ZONES: &'static [Zone] = &[Zone::Remainder];
    const RULES: &'static [Rule<Two>] = &[
        Rule::own("one more", "", |_, _, node| once(node, 1, node[0] + 1)),
        Rule::beside("double", "", |_, turn, node: &mut Node| {
            turn.read("number", || node[0].to_string());
            once(node, 2, node[0] * 2)
        }),
    ];
    const PROPERTIES: &'static [Property<Network<Two>>] = &[];

    fn nodes(&self) -> usize {
        1
    }

    fn node(&self, _: Pid) -> Node {
        [1, 0]
    }

    fn order(&self) -> Order {
        Order::Fifo
    }

    fn zone(&self, _: &Node) -> Zone {
        Zone::Remainder
    }

    fn show(&self, _: Pid, _: &Node, _: &mut ProcessView) {}
}

/// Either of two processes at a node may go first; a process that is idle has no step, while
/// one that is done says so.
#[test]
fn a_second_process_runs_beside_the_first() {
    let network = Network::new(Two);
    let [first, second] = [0, 1].map(|choice| Action::Step { process: 0, choice });
    let run = |actions: &[Action]| {
        let mut state = network.init();
        let step = |it: &Action| network.step(&mut state, *it, &mut Log::off());
        let steps: Vec<Stepped> = actions.iter().map(step).collect();
        (steps, state.nodes[0][0])
    };
    assert_eq!(run(&[first, second]), (vec![Stepped::Ran(0), Stepped::Ran(1)], 4));
    assert_eq!(run(&[second, first]), (vec![Stepped::Ran(1), Stepped::Ran(0)], 3));
    assert_eq!(run(&[first, first]).0[1], Stepped::Done);
    assert_eq!(run(&[second, second]).0[1], Stepped::Refused);
    let mut offered = Vec::new();
    network.actions(&network.init(), &mut |it| offered.push(it));
    assert_eq!(offered, [first, second]);
}
