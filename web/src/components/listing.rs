//! The program that runs: its rows, a pin at the next row of every process, and a mark where an
//! option has changed the published text.

use super::pieces::pin;
use catalog::{Moment, Scenario, Trace};
use session::listing::{Line, Listed, Listing, role};
use yew::prelude::*;

/// What the listing is of.
pub fn heading(moment: &Moment) -> Html {
    match role(moment) {
        Some(role) => html! { <h2>{format!("Program of {role} ")}<var>{"i"}</var></h2> },
        None => html! { <h2>{"Program"}</h2> },
    }
}

/// `compare` is where the published text stands beside this one.
pub fn listing(
    scenario: &Scenario,
    trace: &Trace,
    moment: &Moment,
    compare: Option<String>,
) -> Html {
    let listing = Listing::of(scenario, trace, moment);
    html! {
        <>
            <ol class="code">{for listing.program.iter().map(row)}</ol>
            if !listing.faults.is_empty() {
                <h3>{"Faults"}</h3>
                <ol class="code">{for listing.faults.iter().map(row)}</ol>
            }
            if let Some(difference) = listing.difference() {
                <p class="differs">
                    <span aria-hidden="true">{"≠ "}</span>{difference}
                    if let Some(compare) = compare {
                        {" "}<a href={compare}>{"Compare"}</a>
                    }
                </p>
            }
        </>
    }
}

fn row(Listed { id, lines, pins, ran_last }: &Listed) -> Html {
    html! {
        <li key={*id} class={classes!(ran_last.then_some("last"))}>
            <span class="pins">
                if !pins.is_empty() {
                    <span class="unseen">{" next: process "}</span>
                }
                { for pins.iter().map(|&process| html! { {pin(process)} }) }
            </span>
            <span class="lines">{for lines.iter().map(line)}</span>
            if *ran_last {
                <span class="unseen">{" ran last"}</span>
            }
        </li>
    }
}

fn line(Line { number, units, differs }: &Line) -> Html {
    let word = |(word, is_keyword): &(String, bool)| match is_keyword {
        true => html! { <span class="keyword">{word}</span> },
        false => html! { {word} },
    };
    let unit = |unit: &Vec<_>| html! { <span class="unit">{for unit.iter().map(word)}</span> };
    html! {
        <span class={classes!("line", differs.then_some("changed"))} key={*number}>
            <span class="number" aria-hidden="true">{*number}</span>
            <span class="words">{for units.iter().map(unit)}</span>
            if *differs {
                <span class="unseen">{" differs from the published text"}</span>
            }
        </span>
    }
}
