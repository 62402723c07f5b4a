//! A search on several cores that is the sequential search: the same states under the same numbers,
//! and so the same report.
//!
//! It goes in rounds, each of some of the states that are next. First every worker takes all steps
//! from a part of them, and leaves out what was seen in earlier rounds: one after the other, these
//! parts are what a single worker would make. Then each puts what it has made into the table, all at
//! once; of equal states the first one counts, whoever comes first. Last, the new ones get their numbers, in order, and are copied to where
//! those say. But for the table's slots workers share nothing that is written: each step of a round
//! begins when the one before has ended.

mod lookup;
mod lot;
mod workers;

pub use workers::Workers;

use crate::arena::{Arena, CHUNK};
use crate::front::{Front, drop_too_many};
use crate::table::SHARDS;
use crate::{judge, seen::Seen};
use lookup::{LookedUp, Round, place};
use lot::Lot;
use model::{Model, Plain};
use reports::{Findings, Kept, at_once};
use std::ops::Range;

/// How many states each worker expands in a round: so many that waiting for each other costs little, and
/// so few that what they lead to takes little memory.
const PART: usize = 1 << 14;

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
        workers: &Workers,
        states: usize,
    ) -> bool {
        let (count, part_min) = (workers.count(), workers.part_min);
        let mut left = u32::try_from(states).unwrap_or(u32::MAX);
        while left > 0 {
            let most = self.round_max().max(count * part_min).min(count * PART) as u32;
            let round = self.ahead(model, left.min(most));
            if round.is_empty() {
                break;
            }
            left -= round.len() as u32;
            if count == 1 || self.crew.is_close || round.len() < count * part_min {
                self.alone(model, round.len());
            } else {
                self.round(model, count, round);
            }
        }
        if self.is_over() {
            self.crew = Crew::default();
        }
        !self.is_over()
    }

    /// How many states a round should have at most: what they lead to is to find room in a table that
    /// grows only afterwards. As many steps as a fifth of the states that are in do.
    fn round_max(&self) -> usize {
        let (steps, from) = (self.transitions.max(1) as u64, u64::from(self.next));
        (u64::from(self.seen.len()) * from / (5 * steps)) as usize
    }

    /// By one worker, who may need the memory that the others had.
    fn alone<M: Model<State = S>>(&mut self, model: &M, states: usize) {
        self.crew.lots = Vec::new();
        self.advance(model, states);
    }

    fn round<M: Model<State = S>>(&mut self, model: &M, workers: usize, round: Range<u32>) {
        let keeps = self.kept.is_some();
        let lots = &mut self.crew.lots;
        if lots.len() != workers {
            *lots = (0..workers).map(|_| Lot::new()).collect();
        }
        let parts = parts(round.clone(), workers);
        let (seen, findings) = (&self.seen, &self.findings);
        let mut work: Vec<_> = lots.iter_mut().zip(parts).collect();
        at_once(&mut work, |(lot, part)| {
            let part = part.clone();
            lot.fill(model, part, seen, findings, keeps);
        });
        let of_shard = |shard: usize| lots.iter().map(|it| it.shards[shard]).sum();
        if !self.seen.set.table.fits(of_shard) {
            return self.alone(model, round.len());
        }
        if !has_room(&mut self.seen, lots, of_shard) {
            // the first states that there is room for are kept, so one after the other
            self.crew.is_close = true;
            return self.alone(model, round.len());
        }
        let found = settle(model, &self.findings, &mut self.seen, lots);
        for it in found {
            judge::join(&mut self.findings, it);
        }
        for lot in lots {
            judge::join(&mut self.findings, std::mem::take(&mut lot.findings));
            self.transitions += lot.transitions;
            self.is_beyond |= lot.is_beyond;
            let all = self.kept.as_mut().filter(|_| lot.keeps);
            if !all.is_some_and(|all| all.append(&lot.kept)) {
                self.kept = None;
            }
        }
        drop_too_many(&mut self.kept, &self.seen);
        self.next = round.end;
        self.seen.leave(self.next);
    }
}

/// Whether there is room even if every state is new.
fn has_room<S: Plain>(
    seen: &mut Seen<Arena<S>>,
    lots: &[Lot<S>],
    of_shard: impl Fn(usize) -> u32,
) -> bool {
    let states = lots.iter().map(Lot::len).sum();
    seen.reserve(states, of_shard, lots.iter().map(Lot::memory).sum())
}

/// What comes of a lot, and where it goes.
struct Settled<P> {
    looked_up: LookedUp,
    places: P,
    kept: Kept,
    found: Findings,
}

/// Puts in what is new and judges it: one finding for each lot.
fn settle<M: Model>(
    model: &M,
    known: &Findings,
    seen: &mut Seen<Arena<M::State>>,
    lots: &mut [Lot<M::State>],
) -> Vec<Findings> {
    let first = seen.len();
    let set = &mut seen.set;
    let keeps = lots.iter().all(|it| it.keeps);
    let round = Round { lots: &*lots, table: &set.table, first };
    let mut looked_up: Vec<_> = (0..lots.len()).map(LookedUp::new).collect();
    at_once(&mut looked_up, |it| it.look_up(&round));

    for (lot, it) in lots.iter_mut().zip(&looked_up) {
        lot.forget();
        it.new.iter().for_each(|&(at, _)| lot.mark(at));
    }
    let instead: Vec<_> =
        looked_up.iter_mut().flat_map(|it| std::mem::take(&mut it.instead)).collect();
    for (number, instead) in instead {
        let (lot, at) = place(lots, number - first);
        lots[lot].unmark(at);
        looked_up[lot].numbers[at as usize] = instead;
    }
    let mut firsts = vec![first];
    for lot in lots.iter_mut() {
        firsts.push(firsts[firsts.len() - 1] + lot.count());
    }

    let kept: Vec<_> = lots.iter_mut().map(|it| std::mem::take(&mut it.kept)).collect();
    let numbers: Vec<_> = looked_up.iter_mut().map(|it| std::mem::take(&mut it.numbers)).collect();
    let all = &mut *lots;
    let lots = &*all;
    // of a state that is in, the number that it has now
    let number = |mut number: u32| loop {
        let Some(at) = number.checked_sub(first) else { return number };
        let (lot, at) = place(lots, at);
        if lots[lot].is_marked(at) {
            return firsts[lot] + lots[lot].rank(at);
        }
        number = numbers[lot][at as usize];
    };
    let taken = |shard: usize| looked_up.iter().map(|it| it.taken[shard]).sum();
    let taken: Vec<u32> = (0..SHARDS).map(taken).collect();
    let (links, chunk, table) = (&mut set.links, first as usize / CHUNK, &set.table);
    let parents = spans(links.parents[chunk..].iter_mut(), &firsts);
    let hashes = spans(links.hashes[chunk..].iter_mut(), &firsts);
    let asleep = spans(links.asleep.chunks.range_mut(chunk - links.asleep.first..), &firsts);
    let states = spans(seen.keep.chunks[chunk..].iter_mut(), &firsts);
    let places = parents.into_iter().zip(hashes).zip(asleep).zip(states);
    let work = looked_up.into_iter().zip(places).zip(kept);
    let work = work.map(|((looked_up, places), kept)| Settled {
        looked_up,
        places,
        kept,
        found: judge::begin_after(model, known),
    });
    let mut work: Vec<_> = work.collect();
    at_once(&mut work, |Settled { looked_up, places, kept, found }| {
        let LookedUp { worker, new, .. } = looked_up;
        let (worker, lot) = (*worker, &lots[*worker]);
        for &(at, place) in new.iter().filter(|(at, _)| lot.is_marked(*at)) {
            table.renumber(lot.hash(at), place, firsts[worker] + lot.rank(at));
        }
        let fresh: Vec<u32> = lot.fresh().collect();
        let (((parents, hashes), asleep), states) = places;
        copy(parents, &fresh, |at| lot.origin(at).0);
        copy(hashes, &fresh, |at| lot.hash(at) as u32);
        copy(asleep, &fresh, |at| lot.origin(at).1);
        copy(states, &fresh, |at| *lot.state(at));
        let mut next = firsts[worker];
        for states in states {
            judge::look(found, model, next, states);
            next += states.len() as u32;
        }
        if keeps {
            kept.redirect(|to| match to.checked_sub(first) {
                None => to,
                Some(at) => number(numbers[worker][at as usize]),
            });
        }
    });
    let mut findings = Vec::new();
    for (lot, Settled { kept, found, .. }) in all.iter_mut().zip(work) {
        lot.kept = kept;
        findings.push(found);
    }
    let links = &seen.set.links;
    let is_fine = seen.set.table.took(all.len(), |it| taken[it], |it| links.hash(it));
    let full = (!is_fine).then(|| seen.set.table.bytes());
    seen.set.links.add(firsts[firsts.len() - 1] - first, full);
    findings
}

/// As many contiguous parts, as equal as can be.
fn parts(all: Range<u32>, count: usize) -> impl Iterator<Item = Range<u32>> {
    let edge = move |at: usize| all.start + (all.len() as u64 * at as u64 / count as u64) as u32;
    (0..count).map(move |at| edge(at)..edge(at + 1))
}

/// Puts there what is to be had of some states.
fn copy<T>(places: &mut [&mut [T]], states: &[u32], of: impl Fn(u32) -> T) {
    let places = places.iter_mut().flat_map(|it| it.iter_mut());
    for (place, &at) in places.zip(states) {
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
