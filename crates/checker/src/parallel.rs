//! A search on several cores that is the sequential search: the same states under the same numbers,
//! and so the same report.
//!
//! It goes in rounds, each of some of the states that are next. First every worker expands a part of
//! them, and leaves out successors that were visited in earlier rounds: one after the other, these
//! chunks of work are what a single worker would make. Then each inserts its successors into the
//! table, all at once; of equal states the first one counts, whichever worker comes first. Last, the
//! new ones get their numbers, in order, and are copied to where those say. But for the table's slots
//! workers share nothing that is written: each stage of a round begins when the one before has ended.

mod chunk;
mod insertion;
mod threads;
mod workers;

pub use workers::Workers;

use crate::column::CHUNK;
use crate::explorer::{Explorer, drop_too_many};
use crate::invariants;
use crate::report::{TransitionStore, at_once};
use crate::table::BATCH;
use crate::visited::VisitedSet;
use chunk::WorkChunk;
use insertion::{Inserted, Round, place};
use std::ops::Range;

/// How many states each worker expands in a round: so many that waiting for each other costs little,
/// and so few that their successors take little memory.
const PART: usize = 1 << 14;

/// What workers keep between rounds.
#[derive(Default)]
pub struct Pool {
    /// One for each worker.
    chunks: Vec<WorkChunk>,
    /// There is not much room left, or none: from now on one worker goes on alone.
    is_close: bool,
}

impl Pool {
    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.chunks.iter().map(WorkChunk::memory).sum()
    }
}

impl Explorer {
    /// As [`Explorer::advance`], by several workers at once.
    pub fn advance_by(&mut self, workers: &Workers, states: usize) -> bool {
        let (count, part_min) = (workers.count(), workers.part_min);
        let mut left = u32::try_from(states).unwrap_or(u32::MAX);
        while left > 0 {
            let most = self.round_max().max(count * part_min).min(count * PART) as u32;
            let round = self.frontier(left.min(most));
            if round.is_empty() {
                break;
            }
            left -= round.len() as u32;
            if count == 1 || self.pool.is_close || round.len() < count * part_min {
                self.alone(round.len());
            } else {
                self.round(count, round);
            }
        }
        if self.is_over() {
            self.pool = Pool::default();
        }
        !self.is_over()
    }

    /// How many states a round should have at most: the table grows only after it, so it needs room
    /// for all successors. A fifth of the states that are in take as many steps.
    fn round_max(&self) -> usize {
        let (steps, from) = (self.transitions.max(1) as u64, u64::from(self.next));
        (u64::from(self.visited.len()) * from / (5 * steps)) as usize
    }

    /// By one worker, who may need the memory that the others had.
    fn alone(&mut self, states: usize) {
        self.pool.chunks = Vec::new();
        self.advance(states);
    }

    fn round(&mut self, workers: usize, round: Range<u32>) {
        let (records_steps, has_begun) = (self.steps.is_some(), self.has_begun());
        let Explorer { system, visited, findings, pool, .. } = self;
        let chunks = &mut pool.chunks;
        if chunks.len() != workers {
            *chunks = (0..workers).map(|_| WorkChunk::new()).collect();
        }
        let mut work: Vec<_> = chunks.iter_mut().zip(parts(round.clone(), workers)).collect();
        at_once(&mut work, |(chunk, part)| {
            let part = part.clone();
            chunk.fill(&**system, part, visited, findings, records_steps);
        });
        if chunks.iter().any(|chunk| chunk.is_wider) {
            return self.alone(round.len());
        }
        let states = chunks.iter().map(WorkChunk::len).sum();
        if !visited.table.fits(states) {
            return self.alone(round.len());
        }
        let memory = chunks.iter().map(WorkChunk::memory).sum();
        if !visited.reserve(states, memory) {
            // the first states that there is room for are stored, so one after the other
            pool.is_close = true;
            return self.alone(round.len());
        }
        insert(visited, chunks);
        for chunk in chunks {
            invariants::join(findings, std::mem::take(&mut chunk.findings));
            self.transitions += if has_begun { chunk.transitions } else { 0 };
            self.beyond = self.beyond.or(chunk.beyond);
            let all = self.steps.as_mut().filter(|_| chunk.records_steps);
            if !all.is_some_and(|all| all.append(&chunk.steps)) {
                self.steps = None;
            }
        }
        drop_too_many(&mut self.steps, visited);
        self.next = round.end;
        visited.store.drop_before(self.next);
    }
}

/// What becomes of a chunk, and where its new states go.
struct Settled<P> {
    inserted: Inserted,
    places: P,
    steps: TransitionStore,
}

/// Inserts what is new.
fn insert(visited: &mut VisitedSet, chunks: &mut [WorkChunk]) {
    let first = visited.len();
    let width = visited.store.keys.stride;
    let records_steps = chunks.iter().all(|chunk| chunk.records_steps);
    let round = Round { chunks: &*chunks, table: &visited.table, first };
    let mut inserted: Vec<_> = (0..chunks.len()).map(Inserted::new).collect();
    at_once(&mut inserted, |inserted| inserted.insert(&round));

    for (chunk, it) in chunks.iter_mut().zip(&inserted) {
        chunk.forget_new();
        it.new.iter().for_each(|&(at, _)| chunk.mark(at));
    }
    let replaced: Vec<_> =
        inserted.iter_mut().flat_map(|inserted| std::mem::take(&mut inserted.replaced)).collect();
    for (number, by) in replaced {
        let (chunk, at) = place(chunks, number - first);
        chunks[chunk].unmark(at);
        inserted[chunk].numbers[at as usize] = by;
    }
    let mut firsts = vec![first];
    for chunk in chunks.iter_mut() {
        firsts.push(firsts[firsts.len() - 1] + chunk.count());
    }

    let steps: Vec<_> = chunks.iter_mut().map(|chunk| std::mem::take(&mut chunk.steps)).collect();
    let numbers: Vec<_> =
        inserted.iter_mut().map(|inserted| std::mem::take(&mut inserted.numbers)).collect();
    let all = &mut *chunks;
    let chunks = &*all;
    // of a state that is in, the number that it has now
    let number = |mut number: u32| loop {
        let Some(at) = number.checked_sub(first) else { return number };
        let (chunk, at) = place(chunks, at);
        if chunks[chunk].is_marked(at) {
            return firsts[chunk] + chunks[chunk].rank(at);
        }
        number = numbers[chunk][at as usize];
    };
    let taken = inserted.iter().map(|inserted| inserted.taken).sum();
    let (store, table) = (&mut visited.store, &visited.table);
    store.fill(firsts[firsts.len() - 1] - first);
    let parents = spans(&mut store.parents.chunks, &firsts, 1);
    let states = spans(&mut store.keys.chunks, &firsts, width);
    let places = parents.into_iter().zip(states);
    let work = inserted.into_iter().zip(places).zip(steps);
    let work = work.map(|((inserted, places), steps)| Settled { inserted, places, steps });
    let mut work: Vec<_> = work.collect();
    at_once(&mut work, |Settled { inserted, places, steps }| {
        let Inserted { worker, new, .. } = inserted;
        let (worker, chunk) = (*worker, &chunks[*worker]);
        for &(at, place) in new.iter().filter(|(at, _)| chunk.is_marked(*at)) {
            table.renumber(chunk.hash(at), place, firsts[worker] + chunk.rank(at));
        }
        let fresh: Vec<u32> = chunk.fresh().collect();
        let (parents, states) = places;
        copy(parents, &fresh, |at| chunk.origin(at));
        let each = states.iter_mut().flat_map(|state| state.chunks_exact_mut(width));
        each.zip(&fresh).for_each(|(place, &at)| place.copy_from_slice(&chunk.state(at)[..width]));
        if records_steps {
            steps.redirect(|to| match to.checked_sub(first) {
                None => to,
                Some(at) => number(numbers[worker][at as usize]),
            });
        }
    });
    for (chunk, Settled { steps, .. }) in all.iter_mut().zip(work) {
        chunk.steps = steps;
    }
    let VisitedSet { table, store, .. } = visited;
    let hashes = |numbers: Range<u32>, all: &mut [u64; BATCH]| store.hashes::<0>(numbers, all);
    let is_fine = table.took(all.len(), taken, hashes);
    let full = (!is_fine).then(|| table.bytes());
    store.added(firsts[firsts.len() - 1] - first, full);
}

/// As many contiguous parts, as equal as can be.
fn parts(all: Range<u32>, count: usize) -> impl Iterator<Item = Range<u32>> {
    let edge = move |at: usize| all.start + (all.len() as u64 * at as u64 / count as u64) as u32;
    (0..count).map(move |at| edge(at)..edge(at + 1))
}

/// Writes what some states have to their places.
fn copy<T>(places: &mut [&mut [T]], states: &[u32], of: impl Fn(u32) -> T) {
    let places = places.iter_mut().flat_map(|place| place.iter_mut());
    for (place, &at) in places.zip(states) {
        *place = of(at);
    }
}

/// The places of numbers from each edge to the next, where each number has so many values.
fn spans<'a, T: 'a>(
    chunks: &'a mut [Vec<T>],
    edges: &[u32],
    stride: usize,
) -> Vec<Vec<&'a mut [T]>> {
    let mut chunks = chunks[edges[0] as usize / CHUNK..].iter_mut();
    let mut skip = edges[0] as usize % CHUNK * stride;
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
    edges.windows(2).map(|window| span((window[1] - window[0]) as usize * stride)).collect()
}
