//! What there is to read about an algorithm.

use crate::Entry;
use algorithms::Visit;
use algorithms::texts::About;
use model::Algorithm;

impl Entry {
    /// The article. It is no field, so that a program that shows no articles has none in it.
    pub fn about(&self) -> About {
        let mut find = Find { slug: self.slug, found: algorithms::texts::about(self.slug) };
        algorithms::visit_all(&mut find);
        find.found.expect("an entry is made of an algorithm")
    }
}

struct Find<'a> {
    slug: &'a str,
    found: Option<About>,
}

impl Visit for Find<'_> {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        if slug == self.slug {
            self.found = Some(About { article: A::ARTICLE, told: A::TOLD, also: A::ALSO });
        }
    }
}
