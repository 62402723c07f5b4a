//! All algorithms, for those who have never been here. What answers on it are `static/door.js`,
//! `static/start.js` and `static/gallery.js`.

use super::{card::entry_card, door::door};
use catalog::{Entry, TOUR, entries, entry};
use maud::{Markup, html};
use session::{
    theme::{FORGETFUL, THEMES, name},
    words::QUESTIONS,
};

pub fn gallery() -> Markup {
    html! {
        div.gallery {
            (top())
            p #forgetful .notices role="status" hidden { (FORGETFUL) }
            main {
                (door())
                (search())
                (stops())
                div.questions {
                    @for (question, about, families) in &QUESTIONS {
                        @let cards: Vec<&Entry> =
                            entries().iter().filter(|entry| families.contains(&entry.family)).collect();
                        section {
                            h2 { (question) }
                            p { (about) " · " (cards.len()) }
                            @for entry in cards { (entry_card(entry)) }
                        }
                    }
                }
            }
            (foot())
        }
    }
}

fn top() -> Markup {
    html! {
        header.top {
            span.brand { "interleave" }
            span.grow {}
            a.button href="new.html" { "Write your own" }
            a.compare-link href="compare.html" { "Side by side" }
            a.compare-link href="history.html" { "A history" }
            a.compare-link href="language.html" { "The language" }
            a.compare-link href="documents.html" { "Documents" }
            select #colours aria-label="Colours" {
                @for (theme, words) in THEMES { option value=(name(theme)) { (words) } }
            }
        }
    }
}

/// It stays at the upper edge of the window while one looks through what was found.
fn search() -> Markup {
    html! {
        search #search hidden {
            input #wanted type="search" autocomplete="off" spellcheck="false" maxlength="200"
                aria-label="Find in algorithms and documents" placeholder="Lamport, deadlock, fairness";
            p { span #found role="status" {} " " button #none.link type="button" hidden { "Show all" } }
            ol #hits aria-label="In the documents" hidden {}
        }
    }
}

/// Where a newcomer goes first, in this order.
fn stops() -> Markup {
    html! {
        ol.stops {
            li {
                a #stop-here href="#door-figure" {
                    i { "1" }
                    span { b { "This lock" } "Four lines, and broken. See for yourself." }
                }
            }
            @for ((slug, words), number) in TOUR.iter().zip(2..) {
                @if let Some(entry) = entry(slug) {
                    li {
                        a href={(slug) ".html"} {
                            i { (number) }
                            span { b { (entry.name) } (words) }
                        }
                    }
                }
            }
            li {
                a href="new.html" {
                    i { (TOUR.len() + 2) }
                    span { b { "Your own" } "Change a lock line by line, and see what breaks as you type." }
                }
            }
        }
    }
}

fn foot() -> Markup {
    html! {
        footer {
            p {
                a href="compare.html" { "Side by side" }
                ": two or three algorithms under one schedule, and what an entry costs in each."
            }
            p {
                a href="history.html" { "A history" }
                ": paste the calls and returns of your own system, and ask whether they are linearizable."
            }
            p {
                a href="litmus.html" { "Litmus tests" }
                ": what x86 allows and forbids, and the cycle that forbids it."
            }
            p {
                a href="language.html" { "The language" }
                ": how listings are written, with examples that run."
            }
            p {
                a href="documents.html" { "Documents" }
                ": " a href="how-it-works.html" { "how it works" }
                ", the command line, links, embedding, export, and what stays. "
                a href="accessibility.html" { "Accessibility" }
            }
            p {
                "Every moment has a link. Copy it, or embed the moment into an article, where \
                 readers can step through it. The algorithms and the checker run in this tab, \
                 and nothing is sent anywhere."
            }
            p {
                "The listing on a page is the program that runs. Verdicts and numbers come from \
                 the checker, each for the options that it names."
            }
        }
    }
}
