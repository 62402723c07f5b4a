//! What there is to read about an algorithm.

use crate::Entry;
use algorithms::Visit;
use model::{Algorithm, Article, Paper};

/// What the document of an algorithm has under its playground.
#[derive(Clone, Copy)]
pub struct About {
    pub article: Article,
    /// The text that tells it again, if its article speaks of one.
    pub told: &'static str,
    /// Whose else something in it is, and what.
    pub also: &'static [(&'static str, Paper)],
}

impl Entry {
    /// The article. It is no field, so that a program that shows no articles has none in it.
    pub fn about(&self) -> About {
        let mut find = Find { slug: self.slug, found: None };
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
