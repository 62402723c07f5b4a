//! What is known of an algorithm before it is opened: what the checker says of what matters most there.

use catalog::{Coverage, Outcome, Report, Verdict, failing, steps};
use maud::{Markup, html};
use session::{icon::Icon, words::count};

pub fn chip(report: &Report) -> Markup {
    let first = &report.verdicts[0];
    if first.good() {
        return holding(report);
    }
    html! { li.bad { (icon(Icon::Cross)) span { (failure(first, report)) } } }
}

/// How sure it is that the first property holds, which is the one that matters most, and how many others.
fn holding(report: &Report) -> Markup {
    let first = report.verdicts[0].property;
    let holds =
        |verdict: &&Verdict| matches!(verdict.outcome, Outcome::Holds | Outcome::Within { .. });
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

fn icon(icon: Icon) -> Markup {
    html! {
        svg class=(icon.class()) viewBox="0 0 16 16" aria-hidden="true" focusable="false" {
            path d=(icon.path().0) {}
        }
    }
}
