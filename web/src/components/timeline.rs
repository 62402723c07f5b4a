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
use order::use_order;
use scroller::{Scroller, branch_of, step_of};
use scrub::use_scrub;
use std::ops::Range;
use std::rc::Rc;
use stop::use_stop;
use yew::prelude::*;

use super::stage::geometry::{point, short};
use super::stage::measure::{Room, use_width};
use super::stage::parts;
use session::{
    state::Fork,
    timeline::{
        flags::flags,
        keys::{self, Key},
        plan::{HEAD, Plan},
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
    let TimelineProps { trace, at, loops_from, rounds, hides, on_seek, on_pick, on_branch, .. } =
        props;
    let (loops_from, rounds) = (*loops_from, *rounds);
    let len = trace.steps.len();
    // a run that is refused ends before its link does
    let at = (*at).min(len);
    let picked = props.picked.filter(|it| *it < len);
    let chosen = use_state_eq(|| None::<usize>);
    let scroller = use_memo((), |()| Scroller::default());
    let room = use_width(&scroller.frame);
    let (width, letters) = (room.map(Room::units), room.map_or(1.0, |it| it.letters));
    scroller.letters.set(letters);
    let zoom = chosen.unwrap_or(if width.is_some_and(|it| it >= WIDE) { 4 } else { 3 });
    let window = use_state_eq(|| 0..0_usize);
    let order = use_order(&props.on_order);
    let plan = Plan::of(trace, zoom, width);
    let stop = use_stop(&scroller, plan, picked.or(at.checked_sub(1)).unwrap_or(0));
    let flags = Rc::new(flags(&plan, trace));
    {
        let (scroller, window, flags) = (scroller.clone(), window.setter(), Rc::clone(&flags));
        let told = if *hides { at } else { len };
        use_effect_with((at, zoom, len, width.map(f64::to_bits)), move |_| {
            let flags = &flags[..flags.partition_point(|it| it.step < told)];
            scroller.show(plan.cursor(at), flags);
            window.set(scroller.window(&plan));
        });
    }
    {
        let scroller = scroller.clone();
        use_effect_with(Rc::clone(&props.ringed), move |ringed| {
            if let Some(first) = ringed.first() {
                scroller.show(plan.step(*first), &[]);
            }
        });
    }
    let end = flags.iter().map(|it| it.end).fold(plan.width(), f64::max);
    let size = (end.max(width.unwrap_or(0.0)), plan.height());
    let known = if *hides { at } else { len };
    let seen = clip(&window, known);
    let diagram = Diagram {
        trace,
        plan,
        flags: &flags,
        at,
        picked,
        ringed: &props.ringed,
        gaps: &props.gaps,
        has_rounds: rounds > 0,
        width: size.0,
        stop: stop.at.min(seen.end.saturating_sub(1)).max(seen.start),
        window: seen,
        known,
        order: &order.placed(trace, at),
    };
    let onscroll = {
        let scroller = scroller.clone();
        Callback::from(move |_: Event| window.set(scroller.window(&plan)))
    };
    let scrub = use_scrub(&scroller, plan, on_seek, picked, on_pick, on_branch);
    let onkeydown = {
        let (trace, on_seek, on_pick) = (trace.clone(), on_seek.clone(), on_pick.clone());
        let on_branch = on_branch.clone();
        Callback::from(move |event: KeyboardEvent| {
            let name = event.key();
            let key = match (step_of(&event), branch_of(&event)) {
                (Some(step), _) => keys::on_step(&name, step, picked, &trace),
                (_, Some(branch)) if keys::presses(&name) => Some(Key::Branch(branch)),
                _ => keys::on_cursor(&name, at, len),
            };
            match key {
                None => return,
                Some(Key::Seek(at)) => on_seek.emit(at),
                Some(Key::Pick(step)) => on_pick.emit(step),
                Some(Key::Focus(step)) => stop.go.emit(step),
                Some(Key::Branch(nth)) => on_branch.emit(nth),
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    html! {
        <div class={classes!("spacetime", hides.then_some("is-hiding"), plan.has_operations.then_some("has-operations"))} role="group" aria-label="Time">
            <div class="spacetime-diagram">
                { controls::lanes(&plan, letters, trace.processes - trace.replicas) }
                <div class="spacetime-frame" ref={scroller.frame.clone()} {onscroll}>
                    <svg ref={scroller.sheet.clone()} class="spacetime-sheet"
                        viewBox={format!("0 0 {} {}", short(size.0), short(size.1))}
                        width={short(size.0 * letters)} height={short(size.1 * letters)}
                        role="group" aria-label={words::summary(trace, at, loops_from, rounds)} {onkeydown}
                        onclick={scrub.click} onpointerdown={scrub.down} onpointermove={scrub.go}
                        onpointerup={scrub.up.clone()} onpointercancel={scrub.up}>
                        <rect class="scrub" width={short(size.0)} height={short(HEAD)} />
                        <g aria-hidden="true">{ diagram.background() }</g>
                        { controls::cursor(&plan, at, rounds) }
                        { diagram.events() }
                        { controls::now(&plan, at, size) }
                        { diagram.end_of_run() }
                        if let Some(from) = loops_from.filter(|_| !hides) {
                            { foot::way_back(trace, &plan, from) }
                        }
                        { foot::forks(&plan, &props.forks) }
                        if let Some(to) = props.goes_to.filter(|_| !hides) {
                            { foot::goes_to(&plan, at, to) }
                        }
                        if len == 0 {
                            { parts::words(point(plan.cursor(0) + 16.0, plan.lane(0)), "hint", "start", HINT) }
                        }
                    </svg>
                </div>
            </div>
            <div class={classes!("spacetime-foot", picked.map(|_| "is-picked"))}>
                <Caption trace={trace.clone()} {at} {picked} {loops_from} on_pick={on_pick.clone()} />
                if picked.is_none() && !hides {
                    { order.view(trace, at) }
                }
                { controls::zooms(zoom, plan.has_more(zoom, width), &chosen) }
            </div>
        </div>
    }
}

/// From this width on there is room for wide columns.
const WIDE: f64 = 900.0;
const HINT: &str = "Every step will have a mark here.";

fn clip(window: &Range<usize>, len: usize) -> Range<usize> {
    window.start.min(len)..window.end.min(len)
}
