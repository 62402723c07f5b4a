//! What one worker makes of its part of a round: the states that steps lead to, in order, but for
//! those that were seen in earlier rounds.

use crate::arena::{Arena, BATCH, Keep};
use crate::expand::{Came, Drafts, expand};
use crate::table::Looked;
use crate::{bytes, judge, seen::Seen, table};
use model::{Action, SleepSet, Model, Plain};
use reports::{Findings, Kept, NOWHERE};
use std::ops::Range;

pub struct Lot<S> {
    states: Vec<S>,
    /// Where each was reached from, and what sleeps there.
    origins: Vec<(u32, SleepSet)>,
    hashes: Vec<u64>,
    /// How far the search for each has got in the table.
    places: Vec<u32>,
    /// How many states go to each shard of the table.
    pub shards: Vec<u32>,
    /// The steps from the states of the part, if they are wanted.
    pub kept: Kept,
    pub keeps: bool,
    /// Which states are new, a bit for each, and how many are new before each word.
    fresh: Vec<(u64, u32)>,
    pub transitions: usize,
    pub is_beyond: bool,
    pub findings: Findings,
}

impl<S: Plain> Lot<S> {
    pub fn new() -> Lot<S> {
        Lot {
            states: Vec::new(),
            origins: Vec::new(),
            hashes: Vec::new(),
            places: Vec::new(),
            shards: vec![0; table::SHARDS],
            kept: Kept::default(),
            keeps: false,
            fresh: Vec::new(),
            transitions: 0,
            is_beyond: false,
            findings: Findings::default(),
        }
    }

    /// Takes every step from the states of `part`; `known` is what was found before. If steps are
    /// kept, they are kept here: those to a state of the lot as if it were the first of the round's
    /// and all of them were new.
    pub fn fill<M: Model<State = S>>(
        &mut self,
        model: &M,
        part: Range<u32>,
        seen: &Seen<Arena<S>>,
        known: &Findings,
        keeps: bool,
    ) {
        self.states.clear();
        self.origins.clear();
        self.hashes.clear();
        self.places.clear();
        self.shards.fill(0);
        (self.transitions, self.is_beyond) = (0, false);
        self.keeps = keeps;
        self.kept.clear();
        self.findings = judge::begin_after(model, known);
        let drafts = [*seen.state(part.start); BATCH];
        let origins = [(part.start, SleepSet::default()); BATCH];
        let looked = Looked::default();
        let mut filling = Filling { lot: self, seen, parent: 0, drafts, origins, count: 0, looked };
        for number in part {
            filling.parent = number;
            let came = expand(model, seen.state(number), seen.asleep(number), &mut filling);
            let Came { transitions, is_beyond, is_end, is_deadlock } = came;
            let lot = &mut *filling.lot;
            lot.transitions += transitions;
            lot.is_beyond |= is_beyond;
            if is_end {
                judge::end(&mut lot.findings, number, is_deadlock);
            }
            lot.keeps = lot.keeps && lot.kept.end();
        }
        filling.settle();
    }

    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// The hash of each state, and how far the search for it has got in the table.
    pub fn wanted(&self) -> (&[u64], &[u32]) {
        (&self.hashes, &self.places)
    }

    pub fn hash(&self, at: u32) -> u64 {
        self.hashes[at as usize]
    }

    #[inline]
    pub fn bytes(&self, at: u32) -> &[u8] {
        self.states[at as usize].as_bytes()
    }

    pub fn state(&self, at: u32) -> &S {
        &self.states[at as usize]
    }

    /// Where a state was reached from, and what sleeps there.
    pub fn origin(&self, at: u32) -> (u32, SleepSet) {
        self.origins[at as usize]
    }

    /// No state is new.
    pub fn forget(&mut self) {
        self.fresh.clear();
        self.fresh.resize(self.len().div_ceil(64), (0, 0));
    }

    pub fn mark(&mut self, at: u32) {
        self.fresh[at as usize / 64].0 |= 1 << (at % 64);
    }

    /// It is not new.
    pub fn unmark(&mut self, at: u32) {
        self.fresh[at as usize / 64].0 &= !(1 << (at % 64));
    }

    pub fn is_marked(&self, at: u32) -> bool {
        self.fresh[at as usize / 64].0 >> (at % 64) & 1 != 0
    }

    /// How many were marked.
    pub fn count(&mut self) -> u32 {
        let mut count = 0;
        for (word, before) in &mut self.fresh {
            *before = count;
            count += word.count_ones();
        }
        count
    }

    /// How many were marked before one.
    pub fn rank(&self, at: u32) -> u32 {
        let (word, before) = self.fresh[at as usize / 64];
        before + (word & ((1 << (at % 64)) - 1)).count_ones()
    }

    /// Those that were marked, in order.
    pub fn fresh(&self) -> impl Iterator<Item = u32> {
        self.fresh.iter().enumerate().flat_map(|(at, &(mut word, _))| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(at as u32 * 64 + bit)
            })
        })
    }

    /// The memory taken.
    pub fn memory(&self) -> usize {
        self.states.capacity() * size_of::<S>()
            + self.origins.capacity() * size_of::<(u32, SleepSet)>()
            + self.hashes.capacity() * size_of::<u64>()
            + self.places.capacity() * size_of::<u32>()
            + self.fresh.capacity() * size_of::<(u64, u32)>()
            + self.kept.bytes()
    }
}

/// Into a lot.
struct Filling<'a, S> {
    lot: &'a mut Lot<S>,
    seen: &'a Seen<Arena<S>>,
    parent: u32,
    /// Those that come next, and how many they are: here, so that what is written to is at hand.
    drafts: [S; BATCH],
    origins: [(u32, SleepSet); BATCH],
    count: usize,
    looked: Looked,
}

impl<S: Plain> Filling<'_, S> {
    /// Takes those drafts that were not seen yet.
    fn settle(&mut self) {
        let Filling { lot, seen, drafts, origins, looked, .. } = self;
        let drafts = &drafts[..self.count];
        let (keep, table) = (&seen.keep, &seen.set.table);
        let mut hashes = [0; BATCH];
        let hashes = &mut hashes[..drafts.len()];
        for (hash, draft) in hashes.iter_mut().zip(drafts) {
            *hash = bytes::hash(draft.as_bytes());
        }
        let is = |draft: &S, number| bytes::same(draft.as_bytes(), keep.state(number).as_bytes());
        table.look(hashes, looked);
        looked.compare(|at, number| is(&drafts[at], number));
        let Looked { places, numbers, .. } = looked;
        for (at, draft) in drafts.iter().enumerate() {
            if numbers[at] != NOWHERE {
                continue;
            }
            let hash = hashes[at];
            let slot = table.slot(hash, places[at]);
            let (place, number) = table.find(hash, places[at], slot, |it| is(draft, it));
            numbers[at] = number.unwrap_or_else(|| {
                lot.states.push(*draft);
                lot.origins.push(origins[at]);
                lot.hashes.push(hash);
                lot.places.push(place);
                lot.shards[table::shard(hash)] += 1;
                seen.len() + lot.states.len() as u32 - 1
            });
        }
        if lot.keeps {
            lot.kept.lead(&numbers[..drafts.len()]);
        }
        self.count = 0;
    }
}

impl<S: Plain> Drafts<S> for Filling<'_, S> {
    #[inline]
    fn draft(&mut self, state: &S) -> &mut S {
        let draft = &mut self.drafts[self.count];
        draft.clone_from(state);
        draft
    }

    #[inline]
    fn add(&mut self, asleep: SleepSet) {
        self.origins[self.count] = (self.parent, asleep);
        self.count += 1;
        if self.count == BATCH {
            self.settle();
        }
    }

    #[inline]
    fn keeps(&self) -> bool {
        self.lot.keeps
    }

    fn keep(&mut self, action: Action, is_owed: bool) {
        self.lot.keeps = self.lot.keeps && self.lot.kept.step(action, is_owed);
    }
}
