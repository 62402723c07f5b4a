//! What locks of every kit are held to.

use model::message_passing::{Network, Protocol};
use model::row_store::{self, Clients};
use model::shared_memory::{self, Threads};
use model::{Action, FirstCome, Model, PerProcess, Property, Zone, others_in, per_process};

/// A model that knows who is in which zone.
pub trait Zoned: Model {
    /// Those that are in one of the zones: a set.
    fn those_in(&self, state: &Self::State, zones: &[Zone]) -> u8;
}

impl<P: shared_memory::Program> Zoned for Threads<P> {
    #[inline]
    fn those_in(&self, state: &Self::State, zones: &[Zone]) -> u8 {
        self.those_in(state, zones)
    }
}

impl<P: Protocol> Zoned for Network<P> {
    fn those_in(&self, state: &Self::State, zones: &[Zone]) -> u8 {
        self.those_in(state, zones)
    }
}

impl<P: row_store::Program> Zoned for Clients<P> {
    fn those_in(&self, state: &Self::State, zones: &[Zone]) -> u8 {
        self.those_in(state, zones)
    }
}

/// `words` say who is at most one: "At most one client is in the critical section."
pub const fn mutual_exclusion<M: Zoned>(words: &'static str) -> Property<M> {
    Property::always("mutual exclusion", words, |it, state| {
        it.those_in(state, &[Zone::Critical]).count_ones() <= 1
    })
}

pub const fn nobody_waits_for_ever<M: Zoned>() -> Property<M> {
    Property::eventually(
        "nobody waits for ever",
        "Whoever asks to enter enters in the end, even if nobody else ever wants to.",
        |it, state| it.those_in(state, &[Zone::Doorway, Zone::Waiting]),
    )
}

/// Nobody has to count: it is what waiting costs.
pub const fn overtaken<M: Zoned>() -> Property<M> {
    Property::most_cost(
        "overtaken",
        "How often others enter while somebody waits, all others together.",
        |it, state| per_process(it.those_in(state, &[Zone::Waiting])),
        |it, before, _, after| {
            let inside = |state| it.those_in(state, &[Zone::Critical]);
            others_in(inside(after) & !inside(before))
        },
    )
}

pub const fn fewest_steps<M: Zoned>() -> Property<M> {
    Property::least_cost(
        "fewest steps",
        "What a process takes at least to enter and to leave, in reads and writes.",
        passing,
        accesses,
    )
}

pub const fn most_steps<M: Zoned>() -> Property<M> {
    Property::most_cost(
        "most steps",
        "What it takes at most; one that waits reads again and again.",
        passing,
        accesses,
    )
}

fn passing<M: Zoned>(it: &M, state: &M::State) -> PerProcess {
    let zones = [Zone::Doorway, Zone::Waiting, Zone::Critical, Zone::Exit];
    per_process(it.those_in(state, &zones))
}

/// One for the process that takes a step, but to begin and inside the critical section.
fn accesses<M: Zoned>(it: &M, before: &M::State, action: Action, _: &M::State) -> PerProcess {
    let Action::Step { process, .. } = action else { return PerProcess::default() };
    let zones = [Zone::Doorway, Zone::Waiting, Zone::Exit];
    per_process(it.those_in(before, &zones) & 1 << process)
}

type State<P> = <Threads<P> as Model>::State;

/// `words` say what the doorway is.
pub const fn first_come_first_served<P>(words: &'static str) -> Property<Threads<P>>
where
    P: shared_memory::Program<Ghost = FirstCome>,
{
    Property::always("first come, first served", words, |it: &Threads<P>, state: &State<P>| {
        let in_turn = |i| !state.ghost.has_ahead(i);
        it.processes().all(|i| it.zone(state, i) != Zone::Critical || in_turn(i))
    })
}
