//! What the address asks for.

use catalog::{Parsed, Problem, Scenario, near};
use std::rc::Rc;

#[derive(Clone, PartialEq, Debug)]
pub enum Route {
    /// The list of algorithms; and what was asked for, if it cannot be shown, and why.
    Gallery(Option<Lost>),
    Playground(Rc<Parsed>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Lost {
    pub why: String,
    pub link: String,
    /// Where the same link leads with the name that may have been meant.
    pub near: Option<String>,
}

/// Reads the part of the address after `#`.
pub fn route(hash: &str) -> Route {
    let link = hash.trim_start_matches('#');
    if link.trim_matches('/').is_empty() {
        return Route::Gallery(None);
    }
    match Scenario::parse(link) {
        Ok(parsed) => Route::Playground(Rc::new(parsed)),
        Err(Problem(why)) => {
            let (slug, rest) = link.split_at(link.find('?').unwrap_or(link.len()));
            let near = near(slug).map(|it| format!("{it}.html#{it}{rest}"));
            Route::Gallery(Some(Lost { why, link: hash.into(), near }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_after_the_hash_is_the_gallery() {
        for hash in ["", "#", "#/"] {
            assert_eq!(route(hash), Route::Gallery(None), "{hash:?}");
        }
    }

    #[test]
    fn every_algorithm_opens_by_its_name() {
        for entry in catalog::entries() {
            let Route::Playground(parsed) = route(&format!("#{}", entry.slug)) else {
                panic!("{} does not open", entry.slug)
            };
            assert_eq!(parsed.scenario, Scenario::new(entry));
        }
    }

    #[test]
    fn an_unknown_algorithm_is_told_and_not_lost() {
        let Route::Gallery(Some(lost)) = route("#bakerx?processes=2") else { panic!() };
        assert!(lost.why.contains("bakerx"), "{}", lost.why);
        assert_eq!(lost.link, "#bakerx?processes=2");
        assert_eq!(lost.near.as_deref(), Some("bakery.html#bakery?processes=2"));
    }
}
