//! What an algorithm's page shows until its playground is there, and without script for good: the
//! moment at which it opens, the program, and the verdicts on its setting.

use super::{
    chips::chips,
    parts::{icon, pieces, pin},
};
use catalog::{Entry, FAIR, HOLDS_IF_FAIR, Report, Scenario};
use maud::{Markup, PreEscaped, html};
use picture::{Frame, Room, draw, geometry::short, summary::summary, svg};
use session::{
    check::{Found, Line},
    icon::Icon,
    listing::{self, Listed, Listing, role},
    narration::Narration,
    path,
    state::{NEW, State},
};

/// The size of the picture.
const SIZE: (f64, f64) = (560.0, 420.0);

pub fn preview(entry: &'static Entry, report: &Report) -> Markup {
    let scenario = path::opening(entry);
    let state = State::open(&scenario.clone().into());
    html! {
        div.preview.page {
            header { div.top {
                a.brand href="./" aria-label="Interleave: all algorithms" { span { "interleave" } }
                (name(entry))
            } }
            (moments(&state))
            main {
                (narration(&state))
                section.scene aria-label="Picture" {
                    div.picture role="img" aria-label=(summary(&state.moment)) {
                        (picture(entry, &scenario, &state))
                    }
                }
                section.program aria-label="Program" { (program(&scenario, &state)) }
                div.ever { section.verdicts aria-label="In every interleaving" {
                    h2 { "In every interleaving" }
                    div.checking { (chips(entry, report)) }
                    ul {
                        @for line in &Found::of(report, 0).lines {
                            (verdict(line, &scenario.with_run(Vec::new())))
                        }
                    }
                } }
            }
        }
    }
}

/// The key moments, as they will stand there.
fn moments(state: &State) -> Markup {
    let here = state.here().map(|(at, _)| at);
    html! {
        @if !state.path.is_empty() {
            nav.guide aria-label="Key moments" {
                ol { @for (at, stop) in state.path.iter().enumerate() {
                    li { a href=(stop.opening()) aria-current=[(here == Some(at)).then_some("step")] {
                        i { (at + 1) } span { (stop.title) }
                    } }
                } }
            }
        }
    }
}

/// What the algorithm is called, and whose it is.
fn name(entry: &Entry) -> Markup {
    html! {
        div.name {
            h1 { (entry.name) }
            // what a reader writes is nobody else's
            @if entry.slug != NEW {
                a.cite href=(entry.paper.url) target="_blank" rel="noopener" {
                    (entry.paper.surnames) ", " (entry.paper.year)
                }
            }
        }
    }
}

fn narration(state: &State) -> Markup {
    let narration = Narration::of(state, false);
    html! {
        section.narration.is-broken[narration.failure.is_some()] aria-label="What happens" {
            div class=(narration.size()) {
                span.unseen { "Step " (state.moment.at) ". " }
                p.line {
                    @match &narration.failure {
                        Some(failure) => {
                            (icon(Icon::Cross)) strong { (failure.what) } " " (failure.reason())
                        }
                        None => { (pieces(&narration.said)) }
                    }
                }
                p.soft {
                    @match &narration.failure {
                        Some(failure) => { span.length { (failure.length) } }
                        None => { (pieces(&narration.soft)) }
                    }
                }
            }
        }
    }
}

/// A moment drawn, to be looked at.
fn picture(entry: &Entry, scenario: &Scenario, state: &State) -> Markup {
    let room = Room::new(SIZE.0, SIZE.1);
    let zones = entry.zones(&scenario.setting);
    let scene = draw(&Frame::still(entry.stage(), zones, &state.moment, None, room));
    html! {
        div.stage.is-still { div.stage-frame {
            svg.stage-sheet viewBox={"0 0 " (short(SIZE.0)) " " (short(SIZE.1))} {
                (PreEscaped(svg::inside(&scene)))
            }
        } }
    }
}

fn program(scenario: &Scenario, state: &State) -> Markup {
    let listing = Listing::of(scenario, &state.trace, &state.moment);
    html! {
        h2 {
            @match role(&state.moment) {
                Some(role) => { "Program of " (role) " " var { "i" } }
                None => { "Program" }
            }
        }
        ol.code { @for row in &listing.program { (listed(row)) } }
        @if !listing.faults.is_empty() {
            h3 { "Faults" }
            ol.code { @for row in &listing.faults { (listed(row)) } }
        }
        @if let Some(difference) = listing.difference() {
            p.differs { span aria-hidden="true" { "≠ " } (difference) }
        }
    }
}

fn listed(row: &Listed) -> Markup {
    html! {
        li class=[row.ran_last.then_some("last")] {
            span.pins {
                @if !row.pins.is_empty() { span.unseen { " next: process " } }
                @for process in &row.pins { (pin(*process)) }
            }
            span.lines { @for line in &row.lines { (code(line)) } }
            @if row.ran_last { span.unseen { " ran last" } }
        }
    }
}

fn code(line: &listing::Line) -> Markup {
    html! {
        span.line.changed[line.differs] {
            span.number aria-hidden="true" { (line.number) }
            span.words {
                @for unit in &line.units {
                    span.unit {
                        @for (word, is_keyword) in unit {
                            @if *is_keyword { span.keyword { (word) } } @else { (word) }
                        }
                    }
                }
            }
            @if line.differs { span.unseen { " differs from the published text" } }
        }
    }
}

/// One property, and what is known about it.
fn verdict(line: &Line, checked: &Scenario) -> Markup {
    let (sign, class) = line.mark.sign();
    html! {
        li class=(class) {
            (icon(sign))
            div {
                @if line.words.is_empty() {
                    b.property { (line.property) }
                } @else {
                    details.claim {
                        summary { b.property { (line.property) } }
                        p { (line.words) }
                        @if line.sentence == HOLDS_IF_FAIR { p { (FAIR) } }
                    }
                }
                p.outcome {
                    span { (line.sentence) }
                    @if let Some(link) = line.link(checked) {
                        a href={"#" (link)} aria-label={"Show me: " (line.property)} { "show me" }
                    }
                }
            }
        }
    }
}
