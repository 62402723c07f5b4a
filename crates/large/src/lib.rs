//! Searches that are too large for a browser's tab: by several workers, with fingerprints in place of
//! states, of classes of symmetric states, and in swarms.
//!
//! A crate of its own because only the command line needs it, and it is code for each model.

pub use checker::{Workers, swarm};

use algorithms::{Visit, VisitSymmetric};
use checker::{Fingerprints, Limits, Reduced};
use engine::Search;
use model::{Action, Algorithm, Model, Setting, Symmetric};
use swarm::{Found, Swarm};

/// A search that several workers can share.
pub trait LargeSearch: Search {
    /// As [`Search::advance`], by several workers at once, where they can help.
    fn advance_by(&mut self, _workers: &Workers, states: usize) -> bool {
        self.advance(states)
    }

    /// How many classes of states were seen, where these are what is searched.
    fn classes(&self) -> Option<usize> {
        None
    }
}

impl<M: Model> LargeSearch for checker::Search<M> {
    fn advance_by(&mut self, workers: &Workers, states: usize) -> bool {
        self.advance_by(workers, states)
    }
}

impl<M: Model> LargeSearch for checker::Search<M, Fingerprints<M::State>> {}

impl<M: Symmetric> LargeSearch for Reduced<M> {
    fn classes(&self) -> Option<usize> {
        Some(self.classes())
    }
}

/// A search over every interleaving that can follow `run`. Runs are counted from there.
pub fn search(
    slug: &str,
    setting: &Setting,
    run: &[Action],
    limits: Limits,
) -> Box<dyn LargeSearch> {
    start(slug, Start::Exact(setting, run, limits))
}

/// A search that keeps fingerprints in place of states.
pub fn with_fingerprints(slug: &str, setting: &Setting, limits: Limits) -> Box<dyn LargeSearch> {
    start(slug, Start::Fingerprints(setting, limits))
}

/// A search in which states that differ only by names count as one; none if no two processes or
/// replicas are symmetric.
pub fn reduced(slug: &str, setting: &Setting, limits: Limits) -> Option<Box<dyn LargeSearch>> {
    let mut find = FindSymmetric { slug, setting, limits, found: None };
    algorithms::visit_symmetric(&mut find);
    find.found
}

/// One of a swarm of random searches. Calls `each` now and then with the number of states visited.
pub fn random_walk(
    slug: &str,
    setting: &Setting,
    swarm: Swarm,
    each: &mut dyn FnMut(usize),
) -> Found {
    let mut find = FindSwarm { slug, setting, swarm, each, found: None };
    algorithms::visit_all(&mut find);
    find.found.expect(NO_SUCH)
}

const NO_SUCH: &str = "an algorithm of this name";

enum Start<'a> {
    Exact(&'a Setting, &'a [Action], Limits),
    Fingerprints(&'a Setting, Limits),
}

fn start(slug: &str, start: Start<'_>) -> Box<dyn LargeSearch> {
    let mut find = Find { slug, start, found: None };
    algorithms::visit_all(&mut find);
    find.found.expect(NO_SUCH)
}

struct Find<'a> {
    slug: &'a str,
    start: Start<'a>,
    found: Option<Box<dyn LargeSearch>>,
}

impl Visit for Find<'_> {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        if slug == self.slug {
            self.found = Some(match self.start {
                Start::Exact(setting, run, limits) => {
                    Box::new(checker::Search::after(A::model(setting), run, limits))
                }
                Start::Fingerprints(setting, limits) => {
                    Box::new(checker::Search::of_fingerprints(A::model(setting), limits))
                }
            });
        }
    }
}

struct FindSymmetric<'a> {
    slug: &'a str,
    setting: &'a Setting,
    limits: Limits,
    found: Option<Box<dyn LargeSearch>>,
}

impl VisitSymmetric for FindSymmetric<'_> {
    fn algorithm<A: Algorithm<Model: Symmetric>>(&mut self, slug: &'static str) {
        if slug == self.slug {
            let search = Reduced::new(A::model(self.setting), self.limits);
            self.found = search.map(|it| Box::new(it) as Box<dyn LargeSearch>);
        }
    }
}

struct FindSwarm<'a> {
    slug: &'a str,
    setting: &'a Setting,
    swarm: Swarm,
    each: &'a mut dyn FnMut(usize),
    found: Option<Found>,
}

impl Visit for FindSwarm<'_> {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        if slug == self.slug {
            let model = A::model(self.setting);
            self.found = Some(swarm::wander(&model, self.swarm, self.each));
        }
    }
}
