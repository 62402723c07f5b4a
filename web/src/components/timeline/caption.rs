//! Under the diagram: what its marks mean, or what there is to know about the picked step and the
//! one at the cursor.

use super::draw::shape;
use catalog::{ArrowKind, Relation, Trace, Zone};
use export::{Mark, present};
use session::timeline::split::{self, Split};
use session::timeline::words;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties)]
pub struct CaptionProps {
    pub trace: Rc<Trace>,
    /// How many steps have been taken.
    pub at: usize,
    pub picked: Option<usize>,
    pub loops_from: Option<usize>,
    pub on_pick: Callback<Option<usize>>,
}

impl PartialEq for CaptionProps {
    fn eq(&self, other: &CaptionProps) -> bool {
        Rc::ptr_eq(&self.trace, &other.trace)
            && (self.at, self.picked) == (other.at, other.picked)
            && (self.loops_from, &self.on_pick) == (other.loops_from, &other.on_pick)
    }
}

#[component]
pub fn Caption(props: &CaptionProps) -> Html {
    let CaptionProps { trace, at, picked, loops_from, on_pick } = props;
    match picked.filter(|picked| *picked < trace.steps.len()) {
        Some(step) => about(trace, step, *at, on_pick),
        None => legend(trace, *loops_from),
    }
}

fn about(trace: &Trace, step: usize, at: usize, on_pick: &Callback<Option<usize>>) -> Html {
    let Split { before, after, concurrent } = Split::of(trace, step);
    let mark = Mark::of(&trace.steps[step]);
    let onclick = on_pick.reform(|_: MouseEvent| None);
    let other = at.checked_sub(1).filter(|it| *it != step);
    html! {
        <div class="caption is-about">
            <div class="caption-what">
                <p>
                    { name(trace, step) }{ words::brief(trace, step) }{ "." }{ clocks(trace, step) }
                </p>
                <p>
                    if let Some(other) = other {
                        { name(trace, other) }{ clocks(trace, other) }{ " " }
                        { words::compared(trace, step, other) }
                    } else {
                        { words::HINT }
                    }
                </p>
            </div>
            <p class="caption-keys">
                { key(mark, Some(Relation::Before), &format!("{before} before")) }
                { key(mark, Some(Relation::Concurrent), &format!("{concurrent} concurrent")) }
                { key(mark, Some(Relation::After), &format!("{after} after")) }
                <button type="button" class="caption-clear" {onclick}>{ "Clear" }</button>
            </p>
        </div>
    }
}

fn name(trace: &Trace, step: usize) -> Html {
    html! { <><b>{ catalog::capital(&trace.name_of(step)) }</b>{ ": " }</> }
}

/// The clocks of a step: those of the diagram, and what the algorithm itself had to say.
fn clocks(trace: &Trace, step: usize) -> Html {
    html! {
        <>
            if trace.steps[step].process.is_some() {
                { " " }
                <span class="caption-stamps">
                    { "Lamport " }<code>{ trace.order.lamport(step) }</code>
                    { ", vector " }<code>{ words::vector(trace, step) }</code>{ "." }
                </span>
            }
            { words::notes(&trace.steps[step]) }
        </>
    }
}

/// What the marks of a run mean.
pub fn legend(trace: &Trace, loops_from: Option<usize>) -> Html {
    let reads = trace.arrows.iter().any(|arrow| arrow.kind == ArrowKind::ReadsFrom);
    let messages = trace.arrows.iter().any(|arrow| arrow.kind != ArrowKind::ReadsFrom);
    html! {
        <div class="caption">
            <p class="caption-what">
                { words::below(trace) }
                if let Some(from) = loops_from {
                    { format!(" The run ends in a loop: after step {} it goes on ", trace.steps_in(trace.steps.len())) }
                    <b>{ words::again(trace, from) }</b>{ ", round and round." }
                }
            </p>
            <p class="caption-keys" aria-hidden="true">
                { for present(&trace.steps).into_iter().map(|it| key(it, None, it.name())) }
                if trace.spans.iter().any(|span| span.zone == Zone::Waiting) {
                    <span class="key"><i class="key-wait" />{ "waits" }</span>
                }
                if messages { { line("is-message", "message") } }
                if reads { { line("is-read", "reads from") } }
                if loops_from.is_some() { { line("is-loop", "goes back") } }
            </p>
        </div>
    }
}

fn key(mark: Mark, relation: Option<Relation>, words: &str) -> Html {
    let class = relation.map_or("is-before", split::class);
    html! {
        <span class="key">
            <svg class="key-mark" viewBox="-9 -9 18 18" aria-hidden="true">
                <g class={classes!("event", class)}>
                    { shape(mark, relation == Some(Relation::Concurrent)) }
                </g>
            </svg>
            { words }
        </span>
    }
}

fn line(class: &'static str, words: &str) -> Html {
    html! {
        <span class="key">
            <svg class="key-mark" viewBox="0 0 24 18" aria-hidden="true">
                <g class={classes!("arrow", class)}>
                    <path class="arrow-line" d="M1 9H17" />
                    <path class="arrow-head" d="M23 9L15 5.5L15 12.5z" />
                </g>
            </svg>
            { words }
        </span>
    }
}
