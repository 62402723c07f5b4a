//! An algorithm in the gallery: a sign, its name, and what surprises.

use super::pictogram::pictogram;
use catalog::{Claimed, Dare, Entry, Scenario};
use maud::{Markup, html};
use session::words::family;
use std::collections::BTreeSet;

/// One link in the catalogue.
pub fn entry_card(entry: &'static Entry) -> Markup {
    html! {
        a.card href={(entry.slug) ".html"} {
            (pictogram(entry.stage(), &pictured(entry)))
            span {
                b { (entry.name) }
                span { (entry.about().article.surprise) }
            }
        }
    }
}

/// The moment of which there is a sign beside an algorithm's name.
fn pictured(entry: &'static Entry) -> Scenario {
    let link = format!("{}{}", entry.slug, entry.card);
    Scenario::parse(&link).map_or_else(|_| Scenario::new(entry), |parsed| parsed.scenario)
}

/// The moments that its dares lead to.
pub fn dares(entry: &Entry) -> impl Iterator<Item = Scenario> {
    let link = |dare: &Dare| format!("{}{}", entry.slug, dare.link);
    entry.dares.iter().filter_map(move |dare| Some(Scenario::parse(&link(dare)).ok()?.scenario))
}

/// What it may be looked for by: what is to be read on its card, what is claimed, in the words of others
/// as well, its knobs, a deadlock among its dares, and the longer words of its idea.
pub fn words(entry: &'static Entry) -> String {
    let (paper, article) = (entry.paper, entry.about().article);
    let mut words: BTreeSet<&str> =
        [entry.name, entry.slug, paper.title, paper.authors, family(entry.family)].into();
    words.extend([article.surprise, article.lead]);
    // it is asked of all, and few are about it
    let deadlock = dares(entry).any(|dare| dare.moment().is_deadlock());
    words.extend(deadlock.then_some("deadlock"));
    for claim in entry.claims(&pictured(entry).setting) {
        words.extend([claim.name, others_words(claim)]);
    }
    for knob in entry.knobs {
        words.insert(knob.words);
        words.extend(knob.values.iter().map(|value| value.name));
    }
    let idea = article.idea.iter();
    let idea = idea.flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric()));
    words.extend(idea.filter(|idea| idea.len() > 4));
    Vec::from_iter(words).join(" ")
}

/// What others call what is claimed.
fn others_words(claim: Claimed) -> &'static str {
    match (claim.name, claim.kind) {
        ("mutual exclusion", _) => "mutex",
        ("first come, first served", _) => "FCFS fairness",
        (_, kind) if kind.is_awaited() => "liveness starvation",
        _ => "",
    }
}
