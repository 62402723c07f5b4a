//! Searches of classes of states, with the model's type forgotten.

use crate::Search;
use algorithms::VisitSymmetric;
use checker::{Limits, Progress, Report};
use model::{Algorithm, Setting, Symmetric};

/// A search in which states that differ only by names count as one.
pub trait Reduced: Search {
    /// How many classes of states were seen.
    fn classes(&self) -> usize;
}

impl<M: Symmetric> Search for checker::Reduced<M> {
    fn advance(&mut self, states: usize) -> bool {
        self.advance(states)
    }

    fn progress(&self) -> Progress {
        self.progress()
    }

    fn report(&self) -> Report {
        self.report()
    }
}

impl<M: Symmetric> Reduced for checker::Reduced<M> {
    fn classes(&self) -> usize {
        self.classes()
    }
}

/// A search of classes of the states of an algorithm; none where nobody is alike.
pub fn reduced(slug: &str, setting: &Setting, limits: Limits) -> Option<Box<dyn Reduced>> {
    let mut find = Find { slug, setting, limits, found: None };
    algorithms::visit_symmetric(&mut find);
    find.found
}

struct Find<'a> {
    slug: &'a str,
    setting: &'a Setting,
    limits: Limits,
    found: Option<Box<dyn Reduced>>,
}

impl VisitSymmetric for Find<'_> {
    fn algorithm<A: Algorithm<Model: Symmetric>>(&mut self, slug: &'static str) {
        if slug == self.slug {
            let search = checker::Reduced::new(A::model(self.setting), self.limits);
            self.found = search.map(|it| Box::new(it) as Box<dyn Reduced>);
        }
    }
}
