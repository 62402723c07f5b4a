//! The model of a [`Protocol`]: a network that may deliver any message at any time.

use super::bag::Bag;
use super::rule::{Cause, When};
use super::{Does, Envelope, Message, Protocol, Rule, Turn};
use crate::set::members;
use crate::sleep_set::{Footprint, Skipped, SleepSet, TriedSteps};
use crate::{
    Action, Event, Fairness, Life, Log, Mail, MessageView, Model, PROCESSES_MAX, Pid, Plain,
    ProcessView, Property, Row, RowId, Stepped, View, Zone,
};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

#[cfg(test)]
mod beside;
#[cfg(test)]
mod choices;
mod mail;
mod sleep;

use sleep::SECOND;

pub struct Network<P> {
    pub protocol: P,
    /// For each cause, the rules that the knobs leave in: a set.
    rules: [u32; Cause::ALL.len()],
}

#[derive(Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
pub struct State<Node, InFlight, World> {
    pub nodes: [Node; PROCESSES_MAX],
    pub(super) in_flight: Bag<InFlight>,
    pub world: World,
}

#[expect(
    clippy::expl_impl_clone_on_copy,
    clippy::non_canonical_clone_impl,
    reason = "as derived it is copied element by element"
)]
impl<Node: Copy, InFlight: Copy, World: Copy> Clone for State<Node, InFlight, World> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }

    /// Part by part: of more than 64 bytes at once, wasm makes a call.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.nodes = other.nodes;
        self.in_flight = other.in_flight;
        self.world = other.world;
    }
}

impl<Node, InFlight: Plain, World> State<Node, InFlight, World> {
    /// The messages in flight, for a property to look at.
    pub fn in_flight<M: Message>(&self) -> impl Iterator<Item = &Envelope<M>>
    where
        InFlight: AsRef<[Envelope<M>]>,
    {
        self.in_flight.iter()
    }
}

pub(super) type StateOf<P> =
    State<<P as Protocol>::Node, <P as Protocol>::InFlight, <P as Protocol>::World>;

/// Which [`Action::Step`] is one of the second process at a node.
const BESIDE: u8 = 1;

impl<P: Protocol> Network<P> {
    /// # Panics
    /// If there are more rules, nodes or messages than fit, which is a slip of the author.
    pub fn new(protocol: P) -> Network<P> {
        assert!(P::RULES.len() <= 32 && protocol.nodes() <= PROCESSES_MAX);
        assert!(P::InFlight::new_zeroed().as_ref().len() <= 32);
        let rules = Cause::ALL.map(|cause| {
            let is_part = |rule: &Rule<P>| rule.cause() == cause && (rule.is_part)(&protocol);
            P::RULES.iter().rev().fold(0, |set, rule| set << 1 | u32::from(is_part(rule)))
        });
        Network { protocol, rules }
    }

    /// How many nodes are in a zone.
    pub fn count(&self, state: &StateOf<P>, zone: Zone) -> usize {
        let nodes = &state.nodes[..self.protocol.nodes()];
        nodes.iter().filter(|node| self.protocol.zone(node) == zone).count()
    }

    /// The nodes that are in one of the zones: a set.
    pub fn those_in(&self, state: &StateOf<P>, zones: &[Zone]) -> u8 {
        let zone = |me: Pid| self.protocol.zone(&state.nodes[me]);
        let inside = (0..self.protocol.nodes()).filter(|&me| zones.contains(&zone(me)));
        inside.fold(0, |set, me| set | 1 << me)
    }

    /// The rules of a cause, with their rows.
    fn rules(&self, cause: Cause) -> impl Iterator<Item = (usize, &'static Rule<P>)> {
        let mut set = self.rules[cause as usize];
        std::iter::from_fn(move || {
            let row = set.trailing_zeros() as usize;
            set &= set.checked_sub(1)?;
            Some((row, &P::RULES[row]))
        })
    }

    /// Runs the first rule of `cause` that applies to node `me`. Where none does, what is in
    /// flight may have changed.
    #[inline]
    fn run(
        &self,
        state: &mut StateOf<P>,
        me: Pid,
        cause: Cause,
        choice: u8,
        log: &mut Log<'_>,
        apply: impl Fn(&When<P>, &mut Turn<'_, '_, P>, &mut P::Node) -> Does,
    ) -> Stepped {
        log.footprint = Footprint::NOTHING;
        let mut turn = self.turn(state.world, &mut state.in_flight, me, choice, log);
        for (row, rule) in self.rules(cause) {
            let mut node = state.nodes[me];
            turn.world = state.world;
            let does = apply(&rule.when, &mut turn, &mut node);
            debug_assert!(does != Does::Skip || !turn.has_sent, "who skips sends nothing");
            if turn.has_looked.get() {
                turn.log.footprint = Footprint::MUCH;
            }
            match does {
                Does::Skip => continue,
                Does::Await => return Stepped::Waits,
                Does::Busy => return Stepped::Refused,
                Does::Beyond => return Stepped::Beyond,
                Does::Run if turn.overflow => return Stepped::Beyond,
                Does::Run => {}
            }
            state.world = turn.world;
            let from = self.protocol.zone(&state.nodes[me]);
            state.nodes[me] = node;
            let to = self.protocol.zone(&node);
            if from != to {
                turn.log.tell(|| Event::Moved { from, to });
            }
            return Stepped::Ran(row as RowId);
        }
        Stepped::Done
    }

    /// Runs the first rule of `cause` that applies to node `me`.
    fn own(
        &self,
        state: &mut StateOf<P>,
        me: Pid,
        cause: Cause,
        choice: u8,
        log: &mut Log<'_>,
    ) -> Stepped {
        let before = state.in_flight;
        let stepped = self.run(state, me, cause, choice, log, |when, turn, node| match when {
            When::Own(_, run) => run(&self.protocol, turn, node),
            When::On(_) => Does::Skip,
        });
        if !matches!(stepped, Stepped::Ran(_)) {
            state.in_flight = before;
        }
        stepped
    }

    /// The rule of its own that node `me` would run or waits at.
    fn next_rule(&self, state: &StateOf<P>, me: Pid) -> Option<RowId> {
        let row = self.rules(Cause::Step).find(|(_, rule)| {
            let (mut in_flight, mut log) = (state.in_flight, Log::off());
            let mut turn = self.turn(state.world, &mut in_flight, me, 0, &mut log);
            let mut node = state.nodes[me];
            matches!(rule.when, When::Own(_, run)
                if run(&self.protocol, &mut turn, &mut node) != Does::Skip)
        });
        row.map(|(row, _)| row as RowId)
    }

    fn has(&self, cause: Cause) -> bool {
        self.rules[cause as usize] != 0
    }

    fn turn<'a, 'l>(
        &self,
        world: P::World,
        in_flight: &'a mut Bag<P::InFlight>,
        me: Pid,
        choice: u8,
        log: &'a mut Log<'l>,
    ) -> Turn<'a, 'l, P> {
        let (n, order) = (self.protocol.nodes(), self.protocol.order());
        Turn {
            me,
            n,
            choice,
            world,
            in_flight,
            order,
            has_sent: false,
            has_looked: false.into(),
            overflow: false,
            log,
        }
    }
}

/// Where no rule applies, there is no such step.
fn or_refused(stepped: Stepped) -> Stepped {
    match stepped {
        Stepped::Done | Stepped::Waits => Stepped::Refused,
        stepped => stepped,
    }
}

impl<P: Protocol> Model for Network<P> {
    type State = StateOf<P>;

    fn init(&self) -> StateOf<P> {
        let mut state = StateOf::<P>::new_zeroed();
        for me in 0..self.protocol.nodes() {
            state.nodes[me] = self.protocol.node(me);
        }
        state.world = self.protocol.world();
        state
    }

    fn actions(&self, state: &StateOf<P>, offer: &mut dyn FnMut(Action)) {
        self.actions_outside(state, SleepSet::default(), offer);
    }

    #[inline]
    fn actions_outside(
        &self,
        state: &StateOf<P>,
        sleep_set: SleepSet,
        offer: &mut dyn FnMut(Action),
    ) -> Skipped {
        let all = (1 << self.protocol.nodes()) - 1;
        let choices = self.protocol.choices();
        let (nodes, mut skipped) = sleep::outside(sleep_set, all, 1 + choices);
        for node in members(nodes) {
            for choice in 0..=choices {
                offer(Action::Step { process: node as u8, choice });
            }
        }
        if self.has(Cause::Beside) {
            let (seconds, more) = sleep::outside(sleep_set, all << SECOND, 1);
            skipped =
                Skipped { steps: skipped.steps + more.steps, waits: skipped.waits | more.waits };
            for node in members(seconds >> SECOND) {
                offer(Action::Step { process: node as u8, choice: BESIDE });
            }
        }
        let order = self.protocol.order();
        let arriving = state.in_flight.arriving(order);
        let sleeping = arriving
            & state.in_flight.those(|it| sleep::sleeps_along(sleep_set, it.from(), it.to()));
        skipped.steps += sleeping.count_ones() as usize;
        for at in members(arriving & !sleeping) {
            offer(Action::Deliver(state.in_flight.name(at)));
        }
        skipped
    }

    #[inline]
    fn step(&self, state: &mut StateOf<P>, action: Action, log: &mut Log<'_>) -> Stepped {
        let node = |node: u8| Some(Pid::from(node)).filter(|&it| it < self.protocol.nodes());
        let (me, cause) = match action {
            Action::Deliver(mail) => return self.deliver(state, mail, log),
            Action::Step { process, choice: BESIDE } if self.has(Cause::Beside) => {
                (node(process), Cause::Beside)
            }
            Action::Step { process, choice } if choice <= self.protocol.choices() => {
                (node(process), Cause::Step)
            }
            _ => return Stepped::Refused,
        };
        let Some(me) = me else { return Stepped::Refused };
        let choice = match action {
            Action::Step { choice, .. } => choice,
            _ => 0,
        };
        match cause {
            Cause::Step if choice == 0 => self.own(state, me, cause, choice, log),
            _ => or_refused(self.own(state, me, cause, choice, log)),
        }
    }

    #[inline]
    fn sleep_set(
        &self,
        tried: &mut TriedSteps,
        before: &StateOf<P>,
        action: Action,
        came: (Stepped, Footprint),
        after: &StateOf<P>,
    ) -> SleepSet {
        self.sleep_set_after(tried, before, action, came, after)
    }

    fn fairness(
        &self,
        before: &StateOf<P>,
        action: Action,
        after: &StateOf<P>,
    ) -> Option<Fairness> {
        let zone = |state: &StateOf<P>, me: u8| self.protocol.zone(&state.nodes[usize::from(me)]);
        match action {
            Action::Step { process, .. } => {
                Fairness::of_step(action, zone(before, process), zone(after, process))
            }
            Action::Deliver(mail) => {
                let at = before.in_flight.find(mail)?;
                let envelope = before.in_flight.iter().nth(at)?;
                Some(Fairness::message(envelope.as_bytes()))
            }
            _ => Fairness::of(action),
        }
    }

    fn rows(&self) -> Vec<Row> {
        P::RULES.iter().map(|rule| rule.row(&self.protocol)).collect()
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
            let row = self.next_rule(state, me);
            let mut view = ProcessView::new(self.protocol.role(me), self.protocol.zone(node), row);
            view.life = match (view.zone, row) {
                (Zone::Remainder, None) => Life::Done,
                _ => Life::Running,
            };
            self.protocol.show(me, node, &mut view);
            view
        };
        let message = |(mail, message): (Mail, P::Message)| MessageView {
            puts: Vec::new(),
            mail,
            from: mail.from,
            to: mail.to,
            text: message.words(),
            kind: P::Message::KINDS[usize::from(mail.kind)],
        };
        let mail = state.in_flight.mail().zip(state.in_flight.iter());
        let mail = mail.map(|((_, mail), it)| (mail, it.message));
        let mut view = View {
            processes: (0..self.protocol.nodes()).map(process).collect(),
            messages: mail.map(message).collect(),
            ..View::default()
        };
        // no picture has a way from a node to itself
        for it in view.messages.iter().filter(|it| it.from == it.to) {
            let status = &mut view.processes[usize::from(it.to)].status;
            *status += ", to itself: ";
            *status += &it.text;
        }
        view
    }
}
