//! Searches in which states that differ only by names count as one, with the model's type forgotten.

use crate::Search;
use algorithms::VisitSymmetric;
use checker::{Limits, Progress, Reduced, Report};
use model::{Algorithm, Setting, Symmetric};

impl<M: Symmetric> Search for Reduced<M> {
    as_it_does!();

    fn classes(&self) -> Option<usize> {
        Some(self.classes())
    }
}

/// Such a search of an algorithm; none where nobody is alike.
pub fn reduced(slug: &str, setting: &Setting, limits: Limits) -> Option<Box<dyn Search>> {
    let mut find = Find { slug, setting, limits, found: None };
    algorithms::visit_symmetric(&mut find);
    find.found
}

struct Find<'a> {
    slug: &'a str,
    setting: &'a Setting,
    limits: Limits,
    found: Option<Box<dyn Search>>,
}

impl VisitSymmetric for Find<'_> {
    fn algorithm<A: Algorithm<Model: Symmetric>>(&mut self, slug: &'static str) {
        if slug == self.slug {
            let search = Reduced::new(A::model(self.setting), self.limits);
            self.found = search.map(|it| Box::new(it) as Box<dyn Search>);
        }
    }
}
