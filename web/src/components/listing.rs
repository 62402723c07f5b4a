//! The program that runs: its rows, a pin at the next row of every process, and a mark where an
//! option has changed the published text.

use super::pieces::pin;
use catalog::{Moment, Row, RowId, Scenario, Trace};
use yew::prelude::*;

/// What the listing is of.
pub fn heading(moment: &Moment) -> Html {
    let processes = &moment.view.processes;
    match processes.iter().all(|it| it.role == processes[0].role) {
        true => html! { <h2>{format!("Program of {} ", processes[0].role)}<var>{"i"}</var></h2> },
        false => html! { <h2>{"Program"}</h2> },
    }
}

/// `compare` is where the published text stands beside this one.
pub fn listing(
    scenario: &Scenario,
    trace: &Trace,
    moment: &Moment,
    compare: Option<String>,
) -> Html {
    let last = moment.at.checked_sub(1).and_then(|it| trace.steps.get(it)).map(|it| it.row);
    let published = scenario.entry().rows(&scenario.start_of_size().setting);
    let mut number = 0;
    let [mut program, mut faults] = [Vec::new(), Vec::new()];
    let mut changed = Vec::new();
    let mut removed = 0;
    // faults have the last numbers
    for is_fault in [false, true] {
        for (id, row) in (0..).zip(&trace.rows) {
            let before = published.get(usize::from(id));
            if row.fault != is_fault {
                continue;
            }
            if row.left_out {
                removed += usize::from(!is_fault && before.is_some_and(|it| !it.left_out));
                continue;
            }
            let pins: Vec<u8> = (0..)
                .zip(&moment.view.processes)
                .filter(|(_, it)| it.row == Some(id))
                .map(|(process, _)| process)
                .collect();
            let before = before.filter(|it| !it.left_out).map_or("", |it| it.text.as_str());
            let shown = Shown { row, id, is_last: last == Some(id), pins: &pins, before };
            let column = if is_fault { &mut faults } else { &mut program };
            column.push(shown.draw(&mut number, &mut changed));
        }
    }
    html! {
        <>
            <ol class="code">{for program}</ol>
            if !faults.is_empty() {
                <h3>{"Faults"}</h3>
                <ol class="code">{for faults}</ol>
            }
            {differs(&changed, removed, compare)}
        </>
    }
}

/// "Line 8 differs from the published text."
fn differs(changed: &[usize], removed: usize, compare: Option<String>) -> Html {
    let lines = |count: usize| if count == 1 { "line" } else { "lines" };
    let numbers: Vec<String> = changed.iter().map(ToString::to_string).collect();
    let said = match (changed.len(), removed) {
        (0, 0) => return Html::default(),
        (0, count) => format!("{count} {} of the published text left out.", lines(count)),
        (1, 0) => format!("Line {} differs from the published text.", numbers[0]),
        (_, 0) => format!("Lines {} differ from the published text.", numbers.join(", ")),
        (_, count) => format!(
            "Changed: {} {}. Left out: {count} {}.",
            lines(changed.len()),
            numbers.join(", "),
            lines(count)
        ),
    };
    html! {
        <p class="differs">
            <span aria-hidden="true">{"≠ "}</span>{said}
            if let Some(compare) = compare {
                {" "}<a href={compare}>{"Compare"}</a>
            }
        </p>
    }
}

struct Shown<'a> {
    row: &'a Row,
    id: RowId,
    is_last: bool,
    pins: &'a [u8],
    /// The published words; empty if there are none.
    before: &'a str,
}

impl Shown<'_> {
    /// Adds the numbers of lines that differ to `changed`.
    fn draw(self, number: &mut usize, changed: &mut Vec<usize>) -> Html {
        let Shown { row, id, is_last, pins, before } = self;
        let start = *number;
        *number += row.text.lines().count();
        let published: Vec<&str> = before.lines().collect();
        let lines = row.text.lines().zip(start + 1..).map(|(line, number)| {
            let differs = !published.contains(&line);
            if differs {
                changed.push(number);
            }
            html! {
                <span class={classes!("line", differs.then_some("changed"))} key={number}>
                    <span class="number" aria-hidden="true">{number}</span>
                    <span class="words">{for words(line)}</span>
                    if differs {
                        <span class="unseen">{" differs from the published text"}</span>
                    }
                </span>
            }
        });
        let lines: Vec<Html> = lines.collect();
        html! {
            <li key={id} class={classes!(is_last.then_some("last"))}>
                <span class="pins">
                    if !pins.is_empty() {
                        <span class="unseen">{" next: process "}</span>
                    }
                    { for pins.iter().map(|&process| html! { {pin(process)} }) }
                </span>
                <span class="lines">{for lines}</span>
                if is_last {
                    <span class="unseen">{" ran last"}</span>
                }
            </li>
        }
    }
}

const KEYWORDS: [&str; 12] =
    ["await", "for", "each", "if", "then", "else", "not", "or", "and", "on", "while", "loop"];
/// A long line breaks before one of these.
const BREAKS: [&str; 10] = ["or", "and", "then", "else", "←", "=", "≠", "<", "≤", "+"];

/// The line in units that stay together, with the words of the language set back.
fn words(line: &str) -> impl Iterator<Item = Html> {
    let mut units: Vec<Vec<&str>> = vec![Vec::new()];
    for word in line.split_inclusive(' ') {
        let bare = word.trim_end();
        if BREAKS.contains(&bare)
            && units.last().is_some_and(|it| it.iter().any(|it| it.trim() != ""))
        {
            units.push(Vec::new());
        }
        units.last_mut().expect("it begins with one").push(word);
    }
    units.into_iter().map(|unit| {
        let words = unit.into_iter().map(|word| {
            if KEYWORDS.contains(&word.trim_end_matches([' ', ':'])) {
                html! { <span class="keyword">{word}</span> }
            } else {
                html! { {word} }
            }
        });
        html! { <span class="unit">{for words}</span> }
    })
}
