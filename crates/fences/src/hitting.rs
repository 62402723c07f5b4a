//! All minimal sets that suffice, as minimal hitting sets of what failures need.

use std::collections::{BTreeMap, BTreeSet};

/// Places, by their numbers.
pub type Set = BTreeSet<usize>;

/// After so many searches no more are begun.
pub const SEARCHES_MAX: usize = 1000;

/// What a search with fences at some places comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<R> {
    /// Nothing fails; a search that ended at a bound proves nothing.
    Holds { is_proven: bool },
    /// A run fails, and a fence at any other place than these leaves it as it is.
    Fails { run: R, needs: Set },
}

/// A set with which nothing fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sufficient<R> {
    pub places: Set,
    pub is_proven: bool,
    /// For each place the run that fails without a fence there; none where no search has found one.
    pub without: BTreeMap<usize, Option<R>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<R> {
    /// The smallest first. No part of one suffices.
    pub sets: Vec<Sufficient<R>>,
    /// A run that fails with a fence at each place.
    pub hopeless: Option<R>,
    /// There are no more such sets.
    pub is_complete: bool,
    pub searches: usize,
}

/// What is known of the sets that were searched with.
pub type Known<R> = BTreeMap<Set, Outcome<R>>;

/// Finds the minimal sets among places `0..count` as far as they follow from what is known, and with which set to
/// search next; none if there is nothing more to ask.
///
/// Sets that suffice are taken to be upward closed. The smallest set that hits the needs of each failure is tried
/// next, so that a set which suffices is minimal; that something fails without each of its places is searched, too.
pub fn minimal<R: Clone>(count: usize, known: &Known<R>) -> (Answer<R>, Option<Set>) {
    let mut finder = Finder { known, all: (0..count).collect(), sets: Vec::new() };
    let (hopeless, next) = match finder.find() {
        Ok(hopeless) => (hopeless, None),
        Err(Unknown(set)) => (None, Some(set)),
    };
    let (is_complete, searches) = (next.is_none(), known.len());
    let next = next.filter(|_| searches < SEARCHES_MAX);
    (Answer { sets: finder.sets, hopeless, is_complete, searches }, next)
}

/// It was not searched with this set yet.
struct Unknown(Set);

struct Finder<'k, R> {
    known: &'k Known<R>,
    all: Set,
    sets: Vec<Sufficient<R>>,
}

impl<R: Clone> Finder<'_, R> {
    /// Finds all sets, or a run that fails whatever fences there are.
    fn find(&mut self) -> Result<Option<R>, Unknown> {
        let mut needs: Vec<Set> = Vec::new();
        while let Some(set) = smallest(&needs, &self.sets) {
            let Outcome::Fails { needs: one_of, .. } = self.ask(&set)? else {
                let found = self.reduced(set)?;
                self.sets.push(found);
                continue;
            };
            let mut more: Set = one_of.difference(&set).copied().collect();
            if more.is_empty() {
                if let Outcome::Fails { run, .. } = self.ask(&self.all)? {
                    return Ok(Some(run.clone()));
                }
                more = self.all.difference(&set).copied().collect();
            }
            needs.push(more);
        }
        Ok(None)
    }

    fn ask(&self, set: &Set) -> Result<&Outcome<R>, Unknown> {
        self.known.get(set).ok_or_else(|| Unknown(set.clone()))
    }

    /// A set that suffices, less all of it that is not needed.
    fn reduced(&self, set: Set) -> Result<Sufficient<R>, Unknown> {
        let mut without = BTreeMap::new();
        for &place in &set {
            let mut rest = set.clone();
            rest.remove(&place);
            let run = match self.ask(&rest)? {
                Outcome::Fails { run, .. } => Some(run.clone()),
                Outcome::Holds { is_proven: false } => None,
                Outcome::Holds { is_proven: true } => return self.reduced(rest),
            };
            without.insert(place, run);
        }
        let is_proven = matches!(self.ask(&set)?, Outcome::Holds { is_proven: true });
        Ok(Sufficient { places: set, is_proven, without })
    }
}

/// A smallest set that has a place of each of `needs`, and contains none that suffices already.
fn smallest<R>(needs: &[Set], found: &[Sufficient<R>]) -> Option<Set> {
    let places: Set = needs.iter().flatten().copied().collect();
    (0..=places.len()).find_map(|size| hitting(needs, found, &mut Set::new(), size))
}

/// One of at most so many places more.
fn hitting<R>(
    needs: &[Set],
    found: &[Sufficient<R>],
    chosen: &mut Set,
    left: usize,
) -> Option<Set> {
    if found.iter().any(|set| set.places.is_subset(chosen)) {
        return None;
    }
    let Some(open) = needs.iter().find(|need| need.is_disjoint(chosen)) else {
        return Some(chosen.clone());
    };
    if left == 0 {
        return None;
    }
    for &place in open {
        chosen.insert(place);
        let set = hitting(needs, found, chosen, left - 1);
        chosen.remove(&place);
        if set.is_some() {
            return set;
        }
    }
    None
}
