//! What is known of an algorithm before it is opened: what the checker says of it as it stands, and
//! how many of its dares lead to a failure.

use super::icon::{Icon, icon};
use crate::words::count;
use catalog::{Coverage, Entry, Outcome, Report, Scenario, failing, steps};
use std::collections::HashSet;
use yew::prelude::*;

pub fn chips(entry: &'static Entry, report: &Report) -> Html {
    let (class, shape, words) = standing(report);
    let breaks = breaking_settings(entry);
    html! {
        <ul class="chips" aria-label="What the checker found">
            <li {class}>{icon(shape)}<span>{words}</span></li>
            if breaks > 0 {
                <li class="bad">
                    {icon(Icon::Cross)}<span>{count(breaks, "way to break it", "ways to break it")}</span>
                </li>
            }
        </ul>
    }
}

/// The verdict on the algorithm with no knob turned: the nearest failure, or how sure it is that
/// there is none.
fn standing(report: &Report) -> (&'static str, Icon, String) {
    let nearest =
        report.verdicts.iter().filter(|it| !it.good()).min_by_key(|it| it.run().map(<[_]>::len));
    if let Some(verdict) = nearest {
        let how = match &verdict.outcome {
            Outcome::Loops { from, .. } => format!("in a loop after {}", steps(*from)),
            _ => format!("after {}", steps(verdict.run().map_or(0, <[_]>::len))),
        };
        return ("bad", Icon::Cross, format!("{} {how}", failing(verdict.property)));
    }
    let states = count(report.states, "state", "states");
    match report.coverage {
        Coverage::Exhausted => ("good", Icon::Tick, format!("holds in all {states}")),
        _ => ("so-far", Icon::Tick, format!("bounded: holds in the {states} seen")),
    }
}

/// In how many settings a dare ends in a failure.
fn breaking_settings(entry: &'static Entry) -> usize {
    let broken = entry.dares.iter().filter_map(|dare| {
        let scenario = Scenario::parse(&format!("{}{}", entry.slug, dare.link)).ok()?.scenario;
        let fails = scenario.loops_from.is_some() || scenario.moment().fails();
        fails.then(|| scenario.with_run(Vec::new()).to_string())
    });
    broken.collect::<HashSet<_>>().len()
}
