//! The model of a [`Program`]: a scheduler that may let any client take its next step, and a
//! network that may let any mutation land.

use super::flight::{Flight, LATE, Mutation};
use super::line::Does;
use super::reads::Answers;
use super::view::{self, CRASH, DOWN};
use super::{CLIENTS_MAX, Line, Program, REPLICAS_MAX, Store, Then, Turn};
use crate::line::{LINES_MAX, index};
use crate::{
    Action, Event, Fairness, Ghost, Log, Model, Pid, Property, Row, RowId, Stepped, View, Zone,
};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct Clients<P> {
    pub program: P,
    pub(super) store: Store,
    /// Where a jump to a line ends: past the lines that the knobs have taken out.
    lands: [RowId; LINES_MAX],
}

#[derive(Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
pub struct State<Row, Local, Ghost> {
    /// The replicas' copies.
    pub(super) rows: [Row; REPLICAS_MAX],
    /// A set of replicas.
    pub(super) down: u8,
    pub(super) flight: Flight,
    /// A request that got stuck, if it is to land somewhere.
    pub(super) late: Mutation,
    pub(super) answers: [Answers<Row>; CLIENTS_MAX],
    pub local: [Local; CLIENTS_MAX],
    pub(super) at: [RowId; CLIENTS_MAX],
    /// The timestamps that come next.
    pub(super) clocks: [u8; CLIENTS_MAX],
    pub(super) retries: u8,
    pub(super) steps_back: u8,
    crashes: u8,
    pub ghost: Ghost,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "as derived it is copied element by element")]
impl<Row: Copy, Local: Copy, Ghost: Copy> Clone for State<Row, Local, Ghost> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

pub(super) type StateOf<P> =
    State<<P as Program>::Row, <P as Program>::Local, <P as Program>::Ghost>;

impl<P: Program> Clients<P> {
    /// # Panics
    /// If there are too many clients, replicas or lines, or the lines are not in the order of
    /// their labels, which is a slip of the author.
    pub fn new(program: P) -> Clients<P> {
        let store = program.store();
        assert!((1..=REPLICAS_MAX).contains(&store.replicas.into()));
        assert!(program.clients() <= CLIENTS_MAX && size_of::<P::Row>() <= 8);
        let lands = Line::lands(P::LINES, &program);
        Clients { program, store, lands }
    }

    pub fn clients(&self) -> std::ops::Range<Pid> {
        0..self.program.clients()
    }

    /// Where client `i` is.
    pub fn zone(&self, state: &StateOf<P>, i: Pid) -> Zone {
        zone_at::<P>(state.at[i])
    }

    /// How many clients are in a zone.
    pub fn count(&self, state: &StateOf<P>, zone: Zone) -> usize {
        self.clients().filter(|&i| self.zone(state, i) == zone).count()
    }

    /// The clients that are in one of the zones: a set.
    pub fn those_in(&self, state: &StateOf<P>, zones: &[Zone]) -> u8 {
        let inside = self.clients().filter(|&i| zones.contains(&self.zone(state, i)));
        inside.fold(0, |set, i| set | 1 << i)
    }

    #[inline]
    fn run(&self, state: &mut StateOf<P>, i: Pid, choice: u8, log: &mut Log<'_>) -> Stepped {
        let at = state.at[i];
        let Some(does) = does::<P>(at) else { return Stepped::Done };
        if !self.choices(state, i).any(|it| it == choice) {
            return Stepped::Refused;
        }
        let before = (state.local[i], state.answers[i]);
        let then = match does {
            Does::Own(run) => run(&self.program, &mut Turn { i, log }, &mut state.local[i]),
            Does::Read(..) if self.is_blocked(state, i) => Then::Await,
            Does::Read(what, run) => {
                let columns = what(&self.program, &state.local[i], i);
                match self.read(state, i, columns, choice, log) {
                    Some(row) => {
                        let mut turn = Turn { i, log };
                        run(&self.program, &mut turn, &mut state.local[i], row.as_ref())
                    }
                    None => Then::Stay,
                }
            }
            Does::Write(what, next) => {
                let put = what(&self.program, &state.local[i], i);
                match self.write(state, i, put, choice == 1, log) {
                    Ok(true) => Then::Goto(*next),
                    Ok(false) => Then::Stay,
                    Err(stepped) => return stepped,
                }
            }
        };
        let to = match then {
            Then::Await => Err(Stepped::Waits),
            Then::Done => Err(Stepped::Done),
            Then::Beyond => Err(Stepped::Beyond),
            Then::Stay => Ok(at),
            Then::Goto(at) => Ok(self.lands(at)),
        };
        match to {
            Ok(to) => {
                let (from, to) = self.go(state, i, to);
                if from != to {
                    log.tell(|| Event::Moved { from, to });
                }
                Stepped::Ran(at)
            }
            Err(stepped) => {
                (state.local[i], state.answers[i]) = before;
                stepped
            }
        }
    }

    /// Where a jump to a line ends.
    pub(super) fn lands(&self, at: P::At) -> RowId {
        self.lands[usize::from(index(at))]
    }

    /// Client `i` goes to a row; answers the zones that it left and entered.
    pub(super) fn go(&self, state: &mut StateOf<P>, i: Pid, to: RowId) -> (Zone, Zone) {
        let from = self.zone(state, i);
        state.at[i] = to;
        let at = state.at;
        state.ghost.ran(i, from, |it| at.get(it).map_or(Zone::Remainder, |&at| zone_at::<P>(at)));
        (from, self.zone(state, i))
    }

    /// The replicas, as messages address them.
    pub(super) fn addresses(&self) -> std::ops::Range<u8> {
        let clients = self.program.clients() as u8;
        clients..clients + self.store.replicas
    }

    pub(super) fn replica(&self, address: u8) -> Option<usize> {
        let addresses = self.addresses();
        addresses.contains(&address).then(|| usize::from(address - addresses.start))
    }

    fn crash(&self, state: &mut StateOf<P>, who: u8, log: &mut Log<'_>) -> Stepped {
        if let Some(replica) = self.replica(who) {
            let has_room = state.down.count_ones() < self.store.downs_max.into();
            if !has_room || state.down & 1 << replica != 0 {
                return Stepped::Refused;
            }
            state.down |= 1 << replica;
            state.flight.tidy(&state.rows, state.down);
            log.tell(|| Event::Crashed);
            return Stepped::Ran(view::row::<P>(DOWN));
        }
        let i = usize::from(who);
        let is_at_work = self.clients().contains(&i)
            && does::<P>(state.at[i]).is_some()
            && self.run(&mut state.clone(), i, 0, &mut Log::off()) != Stepped::Done;
        if !is_at_work || state.crashes >= self.store.crashes_max {
            return Stepped::Refused;
        }
        state.crashes += 1;
        (state.local[i], state.answers[i]) = (FromZeros::new_zeroed(), FromZeros::new_zeroed());
        if let Some(it) = state.flight.awaited_by(i) {
            state.flight.replace(it, it.awaited(false));
        }
        state.flight.tidy(&state.rows, state.down);
        let (from, to) = self.go(state, i, view::row::<P>(CRASH));
        log.tell(|| Event::Crashed);
        log.tell(|| Event::Moved { from, to });
        Stepped::Ran(view::row::<P>(CRASH))
    }
}

impl<P: Program> Model for Clients<P> {
    type State = StateOf<P>;

    fn init(&self) -> StateOf<P> {
        let mut state = StateOf::<P>::new_zeroed();
        for i in self.clients() {
            state.local[i] = self.program.local(i);
            state.at[i] = self.lands[0];
            state.clocks[i] = self.program.clock(i);
        }
        state
    }

    fn actions(&self, state: &StateOf<P>, offer: &mut dyn FnMut(Action)) {
        for i in self.clients() {
            let process = i as u8;
            self.choices(state, i).for_each(|choice| offer(Action::Step { process, choice }));
        }
        if state.retries < self.store.retries_max {
            self.clients().for_each(|i| offer(Action::Timeout(i as u8)));
        }
        state.flight.mail(self.program.clients()).for_each(|(it, _)| offer(Action::Deliver(it)));
        self.late_mail(state).into_iter().for_each(|it| offer(Action::Deliver(it)));
        if state.crashes < self.store.crashes_max {
            self.clients().for_each(|i| offer(Action::Crash(i as u8)));
        }
        if state.down.count_ones() < self.store.downs_max.into() {
            self.addresses().for_each(|it| offer(Action::Crash(it)));
        }
    }

    #[inline]
    fn step(&self, state: &mut StateOf<P>, action: Action, log: &mut Log<'_>) -> Stepped {
        let is_client = |it: u8| self.clients().contains(&it.into());
        match action {
            Action::Step { process, choice } if is_client(process) => {
                self.run(state, process.into(), choice, log)
            }
            Action::Timeout(process) if is_client(process) => {
                self.retry(state, process.into(), log)
            }
            Action::Deliver(mail) if mail.kind == LATE => self.come_late(state, mail, log),
            Action::Deliver(mail) => self.land(state, mail, log),
            Action::Crash(who) => self.crash(state, who, log),
            _ => Stepped::Refused,
        }
    }

    /// Nobody has to send a request again, and what is stuck may stay so.
    fn fairness(
        &self,
        before: &StateOf<P>,
        action: Action,
        after: &StateOf<P>,
    ) -> Option<Fairness> {
        match action {
            Action::Step { process, .. } => {
                let zone = |state| self.zone(state, process.into());
                Fairness::of_step(action, zone(before), zone(after))
            }
            Action::Deliver(mail) => {
                let it = before.flight.named(mail, self.program.clients())?;
                Some(Fairness::message(&[mail.from, mail.to, it.columns, it.cell.as_bytes()[0]]))
            }
            _ => None,
        }
    }

    fn rows(&self) -> Vec<Row> {
        view::rows(self)
    }

    fn zones(&self) -> &'static [Zone] {
        P::ZONES
    }

    fn properties(&self) -> &'static [Property<Self>] {
        P::PROPERTIES
    }

    fn view(&self, state: &StateOf<P>) -> View {
        view::view(self, state)
    }
}

/// What the line does where a client stands; none where it has crashed.
pub(super) fn does<P: Program>(at: RowId) -> Option<&'static Does<P>> {
    P::LINES.get(usize::from(at)).map(|line| &line.run)
}

fn zone_at<P: Program>(at: RowId) -> Zone {
    P::LINES.get(usize::from(at)).map_or(Zone::Crashed, |line| line.zone)
}
