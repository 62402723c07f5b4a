//! An algorithm in the gallery: a sign, its name, and what surprises.

use super::pictogram::pictogram;
use crate::algorithms;
use catalog::{Claimed, Dare, Entry, Scenario};
use maud::{Markup, html};
use session::words::family;
use std::collections::{BTreeMap, BTreeSet};

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
    Scenario::parse(&link).map_or_else(|_| Scenario::new(entry), |it| it.scenario)
}

/// The moments that its dares lead to.
pub fn dares(entry: &Entry) -> impl Iterator<Item = Scenario> {
    let link = |dare: &Dare| format!("{}{}", entry.slug, dare.link);
    entry.dares.iter().filter_map(move |dare| Some(Scenario::parse(&link(dare)).ok()?.scenario))
}

/// By its slug, what each algorithm may be looked for by, as JSON: loaded by the first search.
pub fn searched() -> anyhow::Result<String> {
    let words: BTreeMap<&str, String> = algorithms().map(|it| (it.slug, words(it))).collect();
    Ok(serde_json::to_string(&words)?)
}

/// What it may be looked for by, besides what is to be read on its card: what is claimed, in the words
/// of others as well, its knobs, a deadlock among its dares, and the longer words of its idea.
fn words(entry: &'static Entry) -> String {
    let paper = entry.paper;
    let mut words: BTreeSet<&str> =
        [entry.slug, paper.title, paper.authors, family(entry.family), entry.about().article.lead]
            .into();
    // it is asked of all, and few are about it
    let deadlock = dares(entry).any(|it| it.moment().is_deadlock());
    words.extend(deadlock.then_some("deadlock"));
    for claim in entry.claims(&pictured(entry).setting) {
        words.extend([claim.name, others_words(claim)]);
    }
    for knob in entry.knobs {
        words.insert(knob.words);
        words.extend(knob.values.iter().map(|it| it.name));
    }
    let idea = entry.about().article.idea.iter();
    let idea = idea.flat_map(|it| it.split(|it: char| !it.is_alphanumeric()));
    words.extend(idea.filter(|it| it.len() > 4));
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
