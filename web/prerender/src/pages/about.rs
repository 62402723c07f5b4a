//! An algorithm's article: what it is, what was found, where it is from, and its key moments.
//! It stands under the playground, and is there without one.

use catalog::{About, Carries, Dare, Entry, Paper, Scenario, Zone, entries};
use maud::{Markup, html};
use session::words::family;

pub fn about(entry: &'static Entry) -> Markup {
    let About { article, told, also, carries } = entry.about();
    html! {
        section #about .about aria-labelledby="about-name" {
            h2 #about-name { "About " (entry.name) }
            div.columns {
                div.text {
                    p.lead { (article.lead) }
                    @for paragraph in article.idea { p { (paragraph) } }
                    h3 { "What the checker found" }
                    ul.found { @for sentence in article.found { li { (sentence) } } }
                    @if let Some(carries) = carries { (why_it_holds(entry, &carries)) }
                    (sections(entry))
                    h3 { "Where it is from" }
                    p.paper { (cited(&entry.paper)) }
                    @if !told.is_empty() { p.paper { "Told again by " (told) "." } }
                    @for (what, paper) in also { p.paper { (what) ": " (cited(paper)) } }
                }
                div.ways {
                    @if !entry.dares.is_empty() { h3 { "Key moments" } }
                    ul.dares {
                        @for moment in entry.dares {
                            li {
                                a href={"#" (entry.slug) (moment.link)} { (moment.title) }
                                p { (moment.words) " " (try_it(entry, moment)) }
                            }
                        }
                    }
                    (others(entry))
                    p { a href="how-it-works.html#what-a-verdict-says" { "What a verdict says" } }
                }
            }
        }
    }
}

/// How its claim carries itself.
fn why_it_holds(entry: &Entry, carries: &Carries) -> Markup {
    html! {
        h3 { "Why it holds" }
        @for paragraph in carries.words { p { (marked(paragraph)) } }
        ul {
            @for (words, link) in carries.links {
                li { a href={"#" (entry.slug) (link)} { (words) } }
            }
        }
    }
}

/// What stands between backticks is code.
fn marked(words: &str) -> Markup {
    html! {
        @for (nth, part) in words.split('`').enumerate() {
            @if nth % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// The words under processes, explained.
fn sections(entry: &Entry) -> Markup {
    // of some the name says it all
    let is_plain = |zone: &&Zone| matches!(zone, Zone::Reading | Zone::Assigning | Zone::Named(_));
    let sections = entry.zones(&Scenario::new(entry).setting);
    let sections: Vec<&Zone> = sections.iter().filter(|section| !is_plain(section)).collect();
    html! {
        @if sections.len() > 1 {
            h3 { "Where a process can be" }
            dl.zones {
                @for section in sections { div { dt { (section.name()) } dd { (section.meaning()) } } }
            }
        }
    }
}

fn cited(paper: &Paper) -> Markup {
    html! {
        (paper.authors) ", "
        a href=(paper.url) target="_blank" rel="noopener" { cite { (paper.title) } }
        ", " (paper.year) "."
    }
}

/// Its setting, where nothing has been done yet.
fn try_it(entry: &Entry, moment: &Dare) -> Markup {
    let parsed = Scenario::parse(&format!("{}{}", entry.slug, moment.link));
    html! {
        @if let Ok(start) = parsed.map(|parsed| parsed.scenario.with_run(Vec::new())) {
            a href={"#" (start)} aria-label={"Try it yourself: " (moment.title)} {
                "Try it yourself"
            }
        }
    }
}

/// The rest of the family.
fn others(entry: &Entry) -> Markup {
    let is_other = |other: &&Entry| other.family == entry.family && other.slug != entry.slug;
    let others: Vec<&Entry> = entries().iter().filter(is_other).collect();
    html! {
        @if !others.is_empty() {
            nav aria-label="Others like it" {
                h3 { (family(entry.family)) }
                ul {
                    @for other in others { li { a href={(other.slug) ".html"} { (other.name) } } }
                }
            }
        }
    }
}
