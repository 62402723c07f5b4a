//! The space-time diagram: what happened, and what could have led to what. It is also how one
//! moves in time.

// pixels and counts are small
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]

mod caption;
mod controls;
mod draw;
mod flag;
mod foot;
mod operations;
mod order;
mod scroller;
mod scrub;
mod stop;

use caption::Caption;
pub use caption::legend;
use catalog::{Gap, Trace};
use draw::Diagram;
pub use order::Orders;
use order::{OrderOf, use_order};
use scroller::{Scroller, branch_of, step_of, use_ringed, use_room, use_window};
use scrub::use_scrub;
use std::rc::Rc;
use stop::use_stop;
use yew::prelude::*;

use super::stage::geometry::{point, short};
use super::stage::parts;
use session::{
    state::Fork,
    timeline::{
        flags::{flags, rows},
        keys::{self, Key},
        plan::Plan,
        words,
    },
};

#[derive(Properties)]
pub struct TimelineProps {
    pub trace: Rc<Trace>,
    /// How many steps have been taken.
    pub at: usize,
    /// The step that splits the others into before, after and concurrent.
    pub picked: Option<usize>,
    /// The steps that a sentence speaks of.
    pub ringed: Rc<[usize]>,
    /// When a process is interrupted, where the failure needs that.
    pub gaps: Rc<[Gap]>,
    /// Where the run goes round, and how often it has done so.
    pub loops_from: Option<usize>,
    pub rounds: usize,
    /// How many steps have been taken where the player will stop.
    pub goes_to: Option<usize>,
    /// Whether what lies ahead is not to be seen.
    pub hides: bool,
    pub forks: Vec<Fork>,
    /// Finds orders of the operations up to the cursor.
    pub on_order: Callback<(), Orders>,
    pub on_seek: Callback<usize>,
    pub on_pick: Callback<Option<usize>>,
    pub on_branch: Callback<usize>,
}

impl PartialEq for TimelineProps {
    fn eq(&self, other: &TimelineProps) -> bool {
        // a long run is not compared step by step
        Rc::ptr_eq(&self.trace, &other.trace)
            && (self.at, self.picked) == (other.at, other.picked)
            && (&self.ringed, &self.gaps) == (&other.ringed, &other.gaps)
            && (self.loops_from, self.rounds) == (other.loops_from, other.rounds)
            && (self.goes_to, self.hides) == (other.goes_to, other.hides)
            && self.forks == other.forks
            && (&self.on_seek, &self.on_pick) == (&other.on_seek, &other.on_pick)
            && self.on_branch == other.on_branch
    }
}

#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let TimelineProps { trace, loops_from, rounds, hides, on_seek, on_pick, .. } = props;
    let len = trace.steps.len();
    // a run that is refused ends before its link does
    let at = props.at.min(len);
    let picked = props.picked.filter(|step| *step < len);
    let known = if *hides { at } else { len };
    let chosen = use_state_eq(|| None::<usize>);
    let scroller = use_memo((), |()| Scroller::default());
    let (width, letters) = use_room(&scroller);
    let zoom = chosen.unwrap_or(if width.is_some_and(|width| width >= WIDE) { 4 } else { 3 });
    let order = use_order(&props.on_order);
    let plan = Plan::of(trace, zoom, width);
    let flags = Rc::new(flags(&plan, trace));
    let plan = Plan { flag_rows: rows(&flags), ..plan };
    let stop = use_stop(&scroller, plan, picked.or(at.checked_sub(1)).unwrap_or(0));
    let window = use_window(&scroller, plan, &flags, at, known, (zoom, width));
    use_ringed(&scroller, plan, &props.ringed);
    let end = flags.iter().map(|flag| flag.end).fold(plan.width(), f64::max);
    let end_of_loop =
        loops_from.map(|from| foot::end_of_loop(trace, &plan, from, stops_at_end(props)));
    let end = end_of_loop.map_or(end, |end_of_loop| end.max(end_of_loop));
    let size = (end.max(width.unwrap_or(0.0)), plan.height());
    let seen = window.start.min(known)..window.end.min(known);
    let diagram = Diagram {
        trace,
        plan,
        flags: &flags,
        at,
        picked,
        ringed: &props.ringed,
        gaps: &props.gaps,
        has_rounds: *rounds > 0,
        width: size.0,
        stop: stop.at.min(seen.end.saturating_sub(1)).max(seen.start),
        window: seen,
        known,
        order: &order.placed(trace, at),
    };
    let scrub = use_scrub(&scroller, plan, on_seek, picked, on_pick, &props.on_branch);
    html! {
        <div class={classes!("spacetime", hides.then_some("is-hiding"))} role="group" aria-label="Time">
            <div class="spacetime-diagram">
                { controls::lanes(&plan, letters, &picture::tags(trace.start())) }
                <div class="spacetime-frame" ref={scroller.frame.clone()} onscroll={scroller.on_scroll(plan, &window)}>
                    <svg ref={scroller.sheet.clone()} class="spacetime-sheet"
                        viewBox={format!("0 0 {} {}", short(size.0), short(size.1))}
                        width={short(size.0 * letters)} height={short(size.1 * letters)}
                        role="group" aria-label={words::summary(trace, at, *loops_from, *rounds)}
                        onkeydown={keyboard(props, at, picked, stop.go)}
                        onclick={scrub.click} onpointerdown={scrub.down} onpointermove={scrub.go}
                        onpointerup={scrub.up.clone()} onpointercancel={scrub.up}>
                        { drawing(props, &diagram, size) }
                    </svg>
                </div>
            </div>
            <div class={classes!("spacetime-foot", picked.map(|_| "is-picked"))}>
                { said(props, at, picked, &order) }
                { controls::zooms(zoom, plan.has_more(zoom, width), &chosen) }
            </div>
        </div>
    }
}

/// All that is on the sheet, from back to front.
fn drawing(props: &TimelineProps, diagram: &Diagram, size: (f64, f64)) -> Html {
    let TimelineProps { trace, loops_from, rounds, goes_to, hides, forks, .. } = props;
    let (plan, at) = (&diagram.plan, diagram.at);
    html! {
        <>
            <rect class="scrub" width={short(size.0)} height={short(plan.head())} />
            <g aria-hidden="true">{ diagram.background() }</g>
            { controls::cursor(plan, at, *rounds) }
            { diagram.events() }
            { controls::now(plan, at, size) }
            { diagram.end_of_run() }
            if let Some(from) = loops_from.filter(|_| !hides) {
                { foot::way_back(trace, plan, from, stops_at_end(props)) }
            }
            { foot::forks(plan, forks) }
            if let Some(to) = goes_to.filter(|_| !hides) {
                { foot::goes_to(plan, at, to, stops_at_end(props)) }
            }
            if trace.steps.is_empty() {
                { parts::words(point(plan.cursor(0) + 16.0, plan.lane(0)), "hint", "start", words::EMPTY) }
            }
        </>
    }
}

/// Whether the player will stop where a loop ends, whose words then say so.
fn stops_at_end(props: &TimelineProps) -> bool {
    props.loops_from.is_some() && props.goes_to == Some(props.trace.steps.len())
}

/// What is said of the step that was picked, or of the run so far.
fn said(props: &TimelineProps, at: usize, picked: Option<usize>, order: &OrderOf) -> Html {
    let TimelineProps { trace, loops_from, hides, on_pick, .. } = props;
    html! {
        <>
            <Caption trace={trace.clone()} {at} {picked} loops_from={*loops_from} on_pick={on_pick.clone()} />
            if picked.is_none() && !hides {
                { order.view(trace, at) }
            }
        </>
    }
}

/// What a key does depends on what has the focus: a step, a fork or the cursor.
fn keyboard(
    props: &TimelineProps,
    at: usize,
    picked: Option<usize>,
    on_focus: Callback<usize>,
) -> Callback<KeyboardEvent> {
    let TimelineProps { trace, on_seek, on_pick, on_branch, .. } = props;
    let (trace, on_seek, on_pick) = (trace.clone(), on_seek.clone(), on_pick.clone());
    let on_branch = on_branch.clone();
    Callback::from(move |event: KeyboardEvent| {
        let name = event.key();
        let key = match (step_of(&event), branch_of(&event)) {
            (Some(step), _) => keys::on_step(&name, step, picked, &trace),
            (_, Some(branch)) if keys::presses(&name) => Some(Key::Branch(branch)),
            _ => keys::on_cursor(&name, at, trace.steps.len()),
        };
        match key {
            None => return,
            Some(Key::Seek(at)) => on_seek.emit(at),
            Some(Key::Pick(step)) => on_pick.emit(step),
            Some(Key::Focus(step)) => on_focus.emit(step),
            Some(Key::Branch(nth)) => on_branch.emit(nth),
        }
        event.prevent_default();
        event.stop_propagation();
    })
}

/// From this width on there is room for wide columns.
const WIDE: f64 = 900.0;
