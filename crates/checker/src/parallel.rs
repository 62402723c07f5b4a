//! A search on several cores that is the sequential search: the same states under the same numbers,
//! and so the same report.
//!
//! It goes in rounds, each of some of the states that are next. First every worker takes all steps
//! from a part of them: one after the other, these parts are what a single worker would make. Then
//! each looks up the states whose shards of the table it has, all parts in their order, so that of
//! equal states the first one counts. Last, the new ones get their numbers, in order, and are
//! copied to where those say. Workers share nothing that is written: each step of a round begins
//! when the one before has ended.

mod lookup;
mod lot;

use crate::arena::{Arena, CHUNK};
use crate::{front::Front, judge, seen::Seen, table::Table};
use lookup::{LookedUp, Round, look_up};
use lot::Lot;
use model::{Model, Plain};
use reports::Findings;
use std::ops::Range;
use std::thread;

/// How many states each worker expands in a round: so many that starting threads costs little, and
/// so few that what they lead to takes little memory.
const PART: u32 = 1 << 14;

/// As many as there are shards of the table.
const WORKERS_MAX: usize = crate::table::SHARDS;

/// Who takes the steps of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Workers {
    pub count: usize,
    /// Of fewer states for each of them, a round is made by one.
    pub part_min: usize,
}

impl Workers {
    /// So many; they work together where that is worth it.
    pub const fn new(count: usize) -> Workers {
        Workers { count, part_min: 1 << 9 }
    }
}

/// What workers keep between rounds.
pub struct Crew<S> {
    /// One for each worker.
    lots: Vec<Lot<S>>,
    /// There is not much room left, or none: from now on one worker goes on alone.
    is_close: bool,
}

impl<S> Default for Crew<S> {
    fn default() -> Crew<S> {
        Crew { lots: Vec::new(), is_close: false }
    }
}

impl<S: Plain> Crew<S> {
    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.lots.iter().map(Lot::memory).sum()
    }
}

impl<S: Plain> Front<Arena<S>> {
    /// As [`Front::advance`], by several workers at once.
    pub fn advance_by<M: Model<State = S>>(
        &mut self,
        model: &M,
        workers: Workers,
        states: usize,
    ) -> bool {
        let Workers { count, part_min } = workers;
        let count = count.clamp(1, WORKERS_MAX);
        let mut left = u32::try_from(states).unwrap_or(u32::MAX);
        while left > 0 {
            let round = self.ahead(model, left.min(count as u32 * PART));
            if round.is_empty() {
                break;
            }
            left -= round.len() as u32;
            if count == 1 || self.crew.is_close || round.len() < count * part_min {
                self.advance(model, round.len());
            } else {
                self.round(model, count, round);
            }
        }
        if self.is_over() {
            self.crew = Crew::default();
        }
        !self.is_over()
    }

    fn round<M: Model<State = S>>(&mut self, model: &M, workers: usize, round: Range<u32>) {
        // those of workers are taken once more, if they are wanted
        self.take_kept();
        let lots = &mut self.crew.lots;
        if lots.len() != workers {
            *lots = (0..workers).map(|_| Lot::new(workers)).collect();
        }
        let parts = parts(round.clone(), workers);
        let (seen, findings) = (&self.seen, &self.findings);
        let fill = |(lot, part): (&mut Lot<S>, Range<u32>)| {
            lot.fill(model, part, |it| (seen.state(it), seen.asleep(it)), findings);
        };
        at_once(lots.iter_mut().zip(parts).collect(), fill);
        if !has_room(&mut self.seen, lots) {
            // the first states that there is room for are kept, so one after the other
            self.crew = Crew { lots: Vec::new(), is_close: true };
            self.advance(model, round.len());
            return;
        }
        let found = settle(model, &self.findings, &mut self.seen, lots);
        for it in found {
            judge::join(&mut self.findings, it);
        }
        for lot in lots {
            judge::join(&mut self.findings, std::mem::take(&mut lot.findings));
            self.transitions += lot.transitions;
            self.is_beyond |= lot.is_beyond;
        }
        self.next = round.end;
        self.seen.leave(self.next);
    }
}

/// Whether there is room even if every state is new.
fn has_room<S: Plain>(seen: &mut Seen<Arena<S>>, lots: &[Lot<S>]) -> bool {
    let states = lots.iter().map(Lot::len).sum();
    let of_shard = |shard: usize| lots.iter().map(|it| it.shards[shard]).sum();
    seen.reserve(states, of_shard, lots.iter().map(Lot::memory).sum())
}

/// Puts in what is new and judges it: one finding for each lot.
fn settle<M: Model>(
    model: &M,
    known: &Findings,
    seen: &mut Seen<Arena<M::State>>,
    lots: &mut [Lot<M::State>],
) -> Vec<Findings> {
    let first = seen.len();
    let tables = seen.set.table.split(lots.len()).into_iter().enumerate().collect();
    let round = Round { lots: &*lots, kept: &seen.keep, links: &seen.set.links };
    let looked_up = at_once(tables, |(worker, table)| look_up(&round, table, worker));

    lots.iter_mut().for_each(Lot::forget);
    for it in looked_up.iter().flat_map(|it| &it.new) {
        lots[it.lot as usize].mark(it.at);
    }
    let mut firsts = vec![first];
    for lot in lots.iter_mut() {
        firsts.push(firsts[firsts.len() - 1] + lot.count());
    }

    let lots = &*lots;
    let is_full = looked_up.iter().any(|it| it.is_full);
    let (links, chunk) = (&mut seen.set.links, first as usize / CHUNK);
    let parents = spans(links.parents[chunk..].iter_mut(), &firsts);
    let hashes = spans(links.hashes[chunk..].iter_mut(), &firsts);
    let asleep = spans(links.asleep.chunks.range_mut(chunk - links.asleep.first..), &firsts);
    let states = spans(seen.keep.chunks[chunk..].iter_mut(), &firsts);
    let places = parents.into_iter().zip(hashes).zip(asleep).zip(states);
    let work = looked_up.into_iter().zip(places).enumerate().collect();
    let settled = at_once(work, |(worker, (LookedUp { mut table, new, .. }, places))| {
        for it in new {
            let lot = &lots[it.lot as usize];
            let number = firsts[it.lot as usize] + lot.rank(it.at);
            table.renumber(lot.hash(it.at), it.place, it.number, number);
        }
        let lot = &lots[worker];
        let fresh: Vec<u32> = lot.fresh().collect();
        let (((parents, hashes), asleep), states) = places;
        copy(parents, &fresh, |at| lot.origin(at).0);
        copy(hashes, &fresh, |at| lot.hash(at) as u32);
        copy(asleep, &fresh, |at| lot.origin(at).1);
        copy(states, &fresh, |at| *lot.state(at));
        let mut found = judge::begin_after(model, known);
        let numbers = firsts[worker]..firsts[worker + 1];
        let state = |it: u32| lot.state(fresh[(it - firsts[worker]) as usize]);
        judge::look(&mut found, model, state, numbers);
        (table, found)
    });
    let (tables, found): (Vec<Table>, _) = settled.into_iter().unzip();
    seen.set.table.join(tables);
    let full = is_full.then(|| seen.set.table.bytes());
    seen.set.links.add(firsts[firsts.len() - 1] - first, full);
    found
}

/// As many contiguous parts, as equal as can be.
fn parts(all: Range<u32>, count: usize) -> impl Iterator<Item = Range<u32>> {
    let edge = move |at: usize| all.start + (all.len() as u64 * at as u64 / count as u64) as u32;
    (0..count).map(move |at| edge(at)..edge(at + 1))
}

/// Puts there what is to be had of some states.
fn copy<T>(places: Vec<&mut [T]>, states: &[u32], of: impl Fn(u32) -> T) {
    for (place, &at) in places.into_iter().flatten().zip(states) {
        *place = of(at);
    }
}

/// The places of numbers from each edge to the next, in chunks of which the first has the first edge.
fn spans<'a, T: 'a>(
    mut chunks: impl Iterator<Item = &'a mut Box<[T; CHUNK]>>,
    edges: &[u32],
) -> Vec<Vec<&'a mut [T]>> {
    let mut skip = edges[0] as usize % CHUNK;
    let mut rest: &mut [T] = &mut [];
    let mut span = |mut len: usize| {
        let mut span = Vec::new();
        while len > 0 {
            if rest.is_empty() {
                let chunk = chunks.next().expect("there is room for all");
                rest = &mut chunk[std::mem::take(&mut skip)..];
            }
            let count = len.min(rest.len());
            let (taken, left) = std::mem::take(&mut rest).split_at_mut(count);
            len -= count;
            span.push(taken);
            rest = left;
        }
        span
    };
    edges.windows(2).map(|it| span((it[1] - it[0]) as usize)).collect()
}

/// Does all of the work at once, the first part here and every other on a thread of its own.
fn at_once<T: Send, R: Send>(work: Vec<T>, each: impl Fn(T) -> R + Sync) -> Vec<R> {
    let each = &each;
    thread::scope(|scope| {
        let mut work = work.into_iter();
        let first = work.next();
        let others: Vec<_> = work.map(|it| scope.spawn(move || each(it))).collect();
        let first = first.map(each);
        let join = |it: thread::ScopedJoinHandle<'_, R>| {
            it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        first.into_iter().chain(others.into_iter().map(join)).collect()
    })
}
