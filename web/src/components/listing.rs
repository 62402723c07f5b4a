//! The program that runs: its rows, and a pin at the next row of every process.

use super::pieces::pin;
use catalog::{Moment, Row, RowId, Trace};
use yew::prelude::*;

pub fn listing(trace: &Trace, moment: &Moment) -> Html {
    let last = moment.at.checked_sub(1).and_then(|it| trace.steps.get(it)).map(|it| it.row);
    let mut number = 0;
    let [mut program, mut faults] = [Vec::new(), Vec::new()];
    // faults have the last numbers
    for is_fault in [false, true] {
        for (id, row) in (0..).zip(&trace.rows) {
            if row.fault != is_fault || is_fault && row.left_out {
                continue;
            }
            let pins: Vec<u8> = (0..)
                .zip(&moment.view.processes)
                .filter(|(_, it)| it.row == Some(id))
                .map(|(process, _)| process)
                .collect();
            let shown = one(row, id, last == Some(id), &pins, &mut number);
            if is_fault { faults.push(shown) } else { program.push(shown) }
        }
    }
    html! {
        <>
            <h2>{format!("Program of {} ", moment.view.role())}<var>{"i"}</var></h2>
            <ol class="code">{for program}</ol>
            if !faults.is_empty() {
                <h3>{"Faults"}</h3>
                <ol class="code">{for faults}</ol>
            }
        </>
    }
}

fn one(row: &Row, id: RowId, is_last: bool, pins: &[u8], number: &mut usize) -> Html {
    let class = classes!(is_last.then_some("last"), row.left_out.then_some("left-out"));
    let start = *number;
    *number += row.text.lines().count();
    html! {
        <li key={id} {class}>
            <span class="pins">
                if !pins.is_empty() {
                    <span class="unseen">{" next: process "}</span>
                }
                { for pins.iter().map(|&process| html! { {pin(process)} }) }
            </span>
            <span class="lines">
                { for row.text.lines().zip(start + 1..).map(|(line, number)| html! {
                    <span class="line" key={number}>
                        <span class="number" aria-hidden="true">{number}</span>
                        <span class="words">{for words(line)}</span>
                    </span>
                }) }
            </span>
            if row.left_out {
                <span class="unseen">{" left out by a knob"}</span>
            }
            if is_last {
                <span class="unseen">{" ran last"}</span>
            }
        </li>
    }
}

const KEYWORDS: [&str; 12] =
    ["await", "for", "each", "if", "then", "else", "not", "or", "and", "on", "while", "loop"];

/// The line, with the words of the language set back.
fn words(line: &str) -> impl Iterator<Item = Html> {
    line.split_inclusive(' ').map(|word| {
        if KEYWORDS.contains(&word.trim_end_matches([' ', ':'])) {
            html! { <span class="keyword">{word}</span> }
        } else {
            html! { {word} }
        }
    })
}
