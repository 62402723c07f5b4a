//! What is known of an algorithm before it is opened: what the checker says of the setting there, and
//! how many of its dares lead to a failure.

use super::{card::dares, parts::icon};
use catalog::{Coverage, Entry, Limits, Outcome, Report, Scenario, Verdict, failing, steps};
use maud::{Markup, html};
use session::{icon::Icon, path, words::count};
use std::collections::HashSet;

pub fn chips(entry: &'static Entry, report: &Report) -> Markup {
    let fails = report.verdicts.iter().find(|it| !it.good()).map(|it| failure(it, report));
    let fails = fails.or_else(|| {
        let usual = usual(entry)?;
        let fails = usual.verdicts.iter().find(|it| !it.good())?;
        Some(format!("with the published options {}", failure(fails, &usual)))
    });
    let breaks = breaking_settings(entry);
    html! {
        ul.chips aria-label="What the checker found" {
            @if report.verdicts[0].good() { (holding(report)) }
            @if let Some(fails) = fails { li.bad { (icon(Icon::Cross)) span { (fails) } } }
            @if breaks > 0 {
                li {
                    (icon(Icon::Cross))
                    span { (count(breaks, "way to break it", "ways to break it")) }
                }
            }
        }
    }
}

/// What the checker says of the usual setting, if its page opens in another one.
fn usual(entry: &'static Entry) -> Option<Report> {
    let usual = Scenario::new(entry);
    if path::opening(entry).setting == usual.setting {
        return None;
    }
    let mut search = usual.search(Limits::default());
    search.advance(usize::MAX);
    Some(search.report())
}

/// How sure it is that the first property holds, which is the one that matters most, and how many others.
fn holding(report: &Report) -> Markup {
    let first = report.verdicts[0].property;
    let holds = |it: &&Verdict| matches!(it.outcome, Outcome::Holds | Outcome::Within { .. });
    let what = match report.verdicts[1..].iter().filter(holds).count() {
        0 => format!("“{first}” holds"),
        others => format!("“{first}” and {others} more hold"),
    };
    let states = count(report.states, "state", "states");
    let (class, shape, words) = match report.coverage {
        Coverage::Exhausted => ("good", Icon::Tick, format!("{what} in all {states}")),
        _ => ("so-far", Icon::Dots, format!("bounded: {what} in the {states} seen")),
    };
    html! { li class=(class) { (icon(shape)) span { (words) } } }
}

fn failure(verdict: &Verdict, report: &Report) -> String {
    let how = match &verdict.outcome {
        Outcome::Loops { from, .. } => format!("in a loop after {}", steps(report.steps_of(*from))),
        _ => format!("after {}", steps(report.steps_of(verdict.run().map_or(0, <[_]>::len)))),
    };
    format!("{} {how}", failing(verdict.property))
}

/// In how many settings a dare ends in a failure.
fn breaking_settings(entry: &'static Entry) -> usize {
    let broken = dares(entry).filter(|it| it.loops_from.is_some() || it.moment().fails());
    broken.map(|it| it.with_run(Vec::new()).to_string()).collect::<HashSet<_>>().len()
}
