//! What the address asks for.

use crate::state::State;
use catalog::{Parsed, Problem, Scenario, near};
use std::rc::Rc;

/// The document that the page is in: that of an algorithm, or the gallery.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Document {
    /// The algorithm; empty in the gallery.
    pub slug: String,
    /// The link that stands for the address without one.
    pub card: String,
}

#[derive(Clone, PartialEq)]
pub enum Route {
    /// The list of algorithms; and what was asked for, if it cannot be shown, and why.
    Gallery(Option<Lost>),
    Playground(Rc<State>),
    /// Another document of the site, and the same link there.
    Elsewhere {
        document: String,
        link: String,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    pub why: String,
    pub link: String,
    /// Where the same link leads with the name that may have been meant.
    pub near: Option<String>,
}

/// How much is shown of an address that leads nowhere, in characters.
const ASKED_MAX: usize = 200;

/// Reads the part of the address after `#`. Without a document, whatever is asked for is shown.
pub fn route(hash: &str, document: Option<&Document>) -> Route {
    let link = hash.trim_start_matches('#');
    let (slug, card) = document.map_or(("", ""), |document| (&document.slug, &document.card));
    let is_empty = link.trim_matches('/').is_empty();
    let link = match is_empty {
        true if slug.is_empty() => return Route::Gallery(None),
        true => card.to_owned(),
        false => link.to_owned(),
    };
    let here = || Scenario::parse(&format!("{slug}?{}", link.strip_prefix('?').unwrap_or(&link)));
    let parsed = match Scenario::parse(&link) {
        Err(_) if !slug.is_empty() && has_options_only(&link) => here(),
        parsed => parsed,
    };
    match (parsed, document) {
        (Ok(Parsed { scenario, .. }), Some(_)) if scenario.slug != slug => {
            Route::Elsewhere { document: format!("{}.html", scenario.slug), link }
        }
        (Ok(parsed), _) => Route::Playground(Rc::new(State::open(&parsed))),
        (Err(_), Some(_)) if !slug.is_empty() => Route::Elsewhere { document: "./".into(), link },
        (Err(Problem(why)), _) => {
            let (slug, rest) = link.split_at(link.find('?').unwrap_or(link.len()));
            let near = near(slug).map(|text| format!("{text}.html#{text}{rest}"));
            let mut asked: String = hash.chars().take(ASKED_MAX).collect();
            if asked.len() < hash.len() {
                asked.push('…');
            }
            Route::Gallery(Some(Lost { why, link: asked, near }))
        }
    }
}

/// Whether a link has options and no algorithm: they are for the one whose page it is.
fn has_options_only(link: &str) -> bool {
    let link = link.strip_prefix('?').unwrap_or(link);
    link.find(['?', '/', '=']).is_some_and(|at| at > 0 && link[at..].starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bakery() -> Document {
        Document { slug: "bakery".into(), card: "bakery?processes=2".into() }
    }

    /// The link of the playground that is shown.
    fn shown(route: Route) -> String {
        let Route::Playground(state) = route else { panic!("no playground") };
        state.scenario.to_string()
    }

    #[test]
    fn nothing_after_the_hash_is_the_gallery_or_the_page_as_it_opens() {
        for hash in ["", "#", "#/"] {
            assert!(route(hash, None) == Route::Gallery(None), "{hash:?}");
            assert!(route(hash, Some(&Document::default())) == Route::Gallery(None), "{hash:?}");
            assert_eq!(shown(route(hash, Some(&bakery()))), "bakery?processes=2", "{hash:?}");
        }
    }

    #[test]
    fn every_algorithm_opens_by_its_name() {
        for entry in catalog::entries() {
            assert_eq!(shown(route(&format!("#{}", entry.slug), None)), entry.slug);
        }
    }

    #[test]
    fn every_algorithm_has_a_document_of_its_own() {
        let elsewhere = |hash: &str, document| match route(hash, Some(&document)) {
            Route::Elsewhere { document, link } => format!("{document}#{link}"),
            _ => panic!("{hash} is here"),
        };
        let link = "cf23?replicas=1";
        assert_eq!(elsewhere(&format!("#{link}"), bakery()), format!("cf23.html#{link}"));
        assert_eq!(elsewhere("#bakery", Document::default()), "bakery.html#bakery");
        let moment = "cf23?replicas=1&v=1&at=12&run=AAVBQX.XL6N";
        for link in [format!("/{moment}"), moment.replace('?', "%3F").replace('&', "%26")] {
            for document in [bakery(), Document::default()] {
                let there = elsewhere(&format!("#{link}"), document);
                assert_eq!(there, format!("cf23.html#{link}"));
            }
        }
        // the gallery says what is wrong with it
        assert_eq!(elsewhere("#bakerx?processes=2", bakery()), "./#bakerx?processes=2");
    }

    #[test]
    fn options_alone_are_for_the_algorithm_that_is_here() {
        for hash in ["#tie-break=none", "#?tie-break=none"] {
            assert_eq!(shown(route(hash, Some(&bakery()))), "bakery?tie-break=none");
        }
        for (hash, told) in [
            ("#?run=AAFRf", "The end of the link is missing"),
            ("#processes=9", "“processes=9” is not a choice (3, 2, 4): 3 was used."),
        ] {
            let Route::Playground(state) = route(hash, Some(&bakery())) else { panic!("{hash}") };
            assert!(state.notices[0].starts_with(told), "{hash}: {:?}", state.notices);
        }
    }

    #[test]
    fn an_unknown_algorithm_is_named_with_the_nearest_one() {
        for document in [None, Some(&Document::default())] {
            let Route::Gallery(Some(lost)) = route("#bakerx?processes=2", document) else {
                panic!("it is shown")
            };
            assert!(lost.why.contains("bakerx"), "{}", lost.why);
            assert_eq!(lost.link, "#bakerx?processes=2");
            assert_eq!(lost.near.as_deref(), Some("bakery.html#bakery?processes=2"));
        }
    }

    /// Whatever it is made of, it is read as far as a link may go, and what is left out is told.
    #[test]
    fn an_address_of_a_megabyte_has_an_answer() {
        for (piece, told) in [
            ("x", "There is no algorithm called “xxx"),
            ("/", ""),
            ("%41", "There is no algorithm called “AAA"),
            ("&amp;", "There is no algorithm called “&&&"),
        ] {
            let Route::Gallery(lost) = route(&format!("#{}", piece.repeat(1 << 20)), None) else {
                panic!("{piece}")
            };
            let why = lost.map_or_else(String::new, |lost| lost.why);
            assert!(why.starts_with(told) && why.len() < 300, "{piece}: {why}");
        }
        for piece in ["a=b&", "caption=%2525&", "run=AAFRf&", "%26", "&amp;", "|", "path=1:a|2:b&"]
        {
            for start in
                ["#bakery?", "#bakery?caption=", "#bakery?path=", "#new?text=", "#bakery?v=1&run="]
            {
                let address = start.to_owned() + &piece.repeat((1 << 20) / piece.len());
                let Route::Playground(state) = route(&address, None) else {
                    panic!("{start}{piece}")
                };
                let is_told = state
                    .notices
                    .iter()
                    .any(|notice| notice.contains("longer than 100000 characters"));
                assert!(is_told, "{start}{piece}: {:?}", state.notices);
            }
        }
    }

    #[test]
    fn an_address_that_leads_nowhere_is_shown_in_part() {
        let Route::Gallery(Some(lost)) = route(&format!("#{}", "é".repeat(1_000)), None) else {
            panic!("it is shown")
        };
        assert_eq!(lost.link, format!("#{}…", "é".repeat(199)));
    }
}
