//! The model of a [`Protocol`]: a network that may deliver any message at any time.

use super::bag::Bag;
use super::rule::When;
use super::{Does, Message, Protocol, Turn};
use crate::{
    Action, Event, Life, Log, Mail, MessageView, Model, PROCESSES_MAX, Pid, ProcessView, Property,
    Row, RowId, Stepped, View, Zone,
};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct Network<P>(pub P);

#[derive(Clone, Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
pub struct State<Node, InFlight, World> {
    pub nodes: [Node; PROCESSES_MAX],
    in_flight: Bag<InFlight>,
    losses: u8,
    duplicates: u8,
    pub world: World,
}

type StateOf<P> = State<<P as Protocol>::Node, <P as Protocol>::InFlight, <P as Protocol>::World>;

/// The network's own rows, behind the rules.
const FAULTS: [(&str, &str); 2] =
    [("lose", "the network loses a message"), ("duplicate", "the network doubles a message")];

impl<P: Protocol> Network<P> {
    /// How many nodes are in a zone.
    pub fn count(&self, state: &StateOf<P>, zone: Zone) -> usize {
        let nodes = &state.nodes[..self.0.nodes()];
        nodes.iter().filter(|node| self.0.zone(node) == zone).count()
    }

    /// Runs the first rule that applies to node `me`.
    #[inline]
    fn run(
        &self,
        state: &mut StateOf<P>,
        me: Pid,
        log: &mut Log<'_>,
        apply: impl Fn(&When<P>, &mut Turn<'_, '_, P>, &mut P::Node) -> Does,
    ) -> Stepped {
        for (row, rule) in P::RULES.iter().enumerate() {
            let mut node = state.nodes[me];
            let mut turn = self.turn(state, me, log);
            match apply(&rule.when, &mut turn, &mut node) {
                Does::Skip => continue,
                Does::Await => return Stepped::Waits,
                Does::Beyond => return Stepped::Beyond,
                Does::Run if turn.overflow => return Stepped::Beyond,
                Does::Run => {}
            }
            let from = self.0.zone(&state.nodes[me]);
            let Turn { world, in_flight, .. } = turn;
            *state = State { in_flight, world, ..*state };
            state.nodes[me] = node;
            let to = self.0.zone(&node);
            if from != to {
                log.tell(|| Event::Moved { from, to });
            }
            return Stepped::Ran(row as RowId);
        }
        Stepped::Done
    }

    /// The rule of its own that node `me` would run or waits at, and what would come of it.
    fn next_rule(&self, state: &StateOf<P>, me: Pid) -> (Option<RowId>, Does) {
        for (row, rule) in P::RULES.iter().enumerate() {
            let mut log = Log::off();
            let mut turn = self.turn(state, me, &mut log);
            let mut node = state.nodes[me];
            if let When::Own(run) = rule.when {
                match run(&self.0, &mut turn, &mut node) {
                    Does::Skip => {}
                    does => return (Some(row as RowId), does),
                }
            }
        }
        (None, Does::Skip)
    }

    fn turn<'a, 'l>(&self, state: &StateOf<P>, me: Pid, log: &'a mut Log<'l>) -> Turn<'a, 'l, P> {
        Turn {
            me,
            n: self.0.nodes(),
            world: state.world,
            in_flight: state.in_flight,
            fifo: self.0.channels().fifo,
            overflow: false,
            log,
        }
    }

    fn deliver(&self, state: &mut StateOf<P>, mail: Mail, log: &mut Log<'_>) -> Stepped {
        let Some(at) = state.in_flight.find(mail) else { return Stepped::Refused };
        if self.0.channels().fifo && !state.in_flight.is_first(at) {
            return Stepped::Refused;
        }
        let mut next = *state;
        let message = next.in_flight.remove(at).message;
        let from = mail.from;
        log.tell(|| Event::Receive { mail, from, text: message.words() });
        let stepped = self.run(&mut next, mail.to.into(), log, |when, turn, node| match when {
            When::On(run) => run(&self.0, turn, node, from.into(), message),
            When::Own(_) => Does::Skip,
        });
        match stepped {
            Stepped::Ran(_) => *state = next,
            Stepped::Done => debug_assert!(false, "no rule for {}", message.words()),
            _ => {}
        }
        stepped
    }

    fn lose(&self, state: &mut StateOf<P>, mail: Mail, log: &mut Log<'_>) -> Stepped {
        let found = state.in_flight.find(mail);
        let (Some(at), true) = (found, state.losses < self.0.channels().losses_max) else {
            return Stepped::Refused;
        };
        let message = state.in_flight.remove(at).message;
        state.losses += 1;
        log.tell(|| Event::Lost { mail, text: message.words() });
        Stepped::Ran(P::RULES.len() as RowId)
    }

    fn duplicate(&self, state: &mut StateOf<P>, mail: Mail, log: &mut Log<'_>) -> Stepped {
        let channels = self.0.channels();
        let found = state.in_flight.find(mail);
        let (Some(at), true) = (found, state.duplicates < channels.duplicates_max) else {
            return Stepped::Refused;
        };
        let Some(&envelope) = state.in_flight.iter().nth(at) else { return Stepped::Refused };
        if !state.in_flight.insert(envelope, channels.fifo) {
            return Stepped::Beyond;
        }
        state.duplicates += 1;
        log.tell(|| Event::Duplicated { mail, text: envelope.message.words() });
        Stepped::Ran(P::RULES.len() as RowId + 1)
    }
}

impl<P: Protocol> Model for Network<P> {
    type State = StateOf<P>;

    fn init(&self) -> StateOf<P> {
        let mut state = StateOf::<P>::new_zeroed();
        for me in 0..self.0.nodes() {
            state.nodes[me] = self.0.node(me);
        }
        state
    }

    fn actions(&self, state: &StateOf<P>, offer: &mut impl FnMut(Action)) {
        for node in 0..self.0.nodes() {
            offer(Action::step(node as u8));
        }
        let channels = self.0.channels();
        let mut previous = None;
        for (at, mail) in state.in_flight.mail() {
            // of equal messages on an unordered channel the first stands for all
            let it = state.in_flight.iter().nth(at);
            let twin = !channels.fifo && it.map(IntoBytes::as_bytes) == previous;
            previous = it.map(IntoBytes::as_bytes);
            if twin || (channels.fifo && !state.in_flight.is_first(at)) {
                continue;
            }
            offer(Action::Deliver(mail));
        }
        if state.losses < channels.losses_max {
            state.in_flight.mail().for_each(|(_, mail)| offer(Action::Lose(mail)));
        }
        if state.duplicates < channels.duplicates_max {
            state.in_flight.mail().for_each(|(_, mail)| offer(Action::Duplicate(mail)));
        }
    }

    #[inline]
    fn step(&self, state: &mut StateOf<P>, action: Action, log: &mut Log<'_>) -> Stepped {
        match action {
            Action::Step { process, choice: 0 } if usize::from(process) < self.0.nodes() => self
                .run(state, process.into(), log, |when, turn, node| match when {
                    When::Own(run) => run(&self.0, turn, node),
                    When::On(_) => Does::Skip,
                }),
            Action::Deliver(mail) => self.deliver(state, mail, log),
            Action::Lose(mail) => self.lose(state, mail, log),
            Action::Duplicate(mail) => self.duplicate(state, mail, log),
            Action::Step { .. } | Action::Crash(_) => Stepped::Refused,
        }
    }

    fn rows(&self) -> Vec<Row> {
        let channels = self.0.channels();
        let possible = [channels.losses_max > 0, channels.duplicates_max > 0];
        let faults = FAULTS.iter().zip(possible).map(|(&(label, text), possible)| Row {
            label: label.into(),
            text: text.into(),
            purpose: "",
            zone: None,
            left_out: !possible,
            fault: true,
        });
        P::RULES.iter().map(|rule| rule.row(&self.0)).chain(faults).collect()
    }

    fn zones(&self) -> &'static [Zone] {
        P::ZONES
    }

    fn properties(&self) -> &'static [Property<Self>] {
        P::PROPERTIES
    }

    fn view(&self, state: &StateOf<P>) -> View {
        let process = |me: Pid| {
            let node = &state.nodes[me];
            let (row, does) = self.next_rule(state, me);
            let mut view = ProcessView::new(self.0.zone(node), row);
            if does == Does::Skip && view.zone == Zone::Remainder {
                view.life = Life::Done;
            }
            self.0.show(me, node, &mut view);
            view
        };
        let message = |(mail, message): (Mail, P::Message)| MessageView {
            mail,
            from: mail.from,
            to: mail.to,
            text: message.words(),
            kind: P::Message::KINDS[usize::from(mail.kind)],
        };
        let mail = state.in_flight.mail().zip(state.in_flight.iter());
        View {
            processes: (0..self.0.nodes()).map(process).collect(),
            arrays: Vec::new(),
            messages: mail.map(|((_, mail), it)| message((mail, it.message))).collect(),
        }
    }
}
