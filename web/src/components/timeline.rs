//! The space-time diagram: what happened, and what could have led to what. It is also how one
//! moves in time.

mod caption;
mod draw;
mod keys;
mod mark;
mod plan;
mod scroller;
mod split;
mod words;

use caption::Caption;
use catalog::Trace;
use draw::Diagram;
use keys::Key;
use plan::{HEAD, Plan, ZOOMS};
use scroller::{Scroller, step_of};
use std::ops::Range;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

use super::stage::geometry::{point, short};
use super::stage::measure::use_width;
use super::stage::parts;

#[derive(Properties)]
pub struct TimelineProps {
    pub trace: Rc<Trace>,
    /// How many steps have been taken.
    pub at: usize,
    /// The step that splits the others into before, after and concurrent.
    pub picked: Option<usize>,
    pub on_seek: Callback<usize>,
    pub on_pick: Callback<Option<usize>>,
}

impl PartialEq for TimelineProps {
    fn eq(&self, other: &TimelineProps) -> bool {
        // a long run is not compared step by step
        Rc::ptr_eq(&self.trace, &other.trace)
            && (self.at, self.picked) == (other.at, other.picked)
            && (&self.on_seek, &self.on_pick) == (&other.on_seek, &other.on_pick)
    }
}

#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let TimelineProps { trace, at, on_seek, on_pick, .. } = props;
    let (at, len) = (*at, trace.steps.len());
    let picked = props.picked.filter(|it| *it < len);
    let chosen = use_state_eq(|| None::<usize>);
    let scroller = use_memo((), |()| Scroller::default());
    let width = use_width(&scroller.frame);
    let zoom = chosen.unwrap_or(if width.is_some_and(|it| it >= WIDE) { 3 } else { 2 });
    let window = use_state_eq(|| 0..0_usize);
    let plan = Plan { column: ZOOMS[zoom], steps: len, lanes: trace.processes };
    let stop = use_stop(&scroller, plan, picked.or(at.checked_sub(1)).unwrap_or(0));
    {
        let (scroller, window) = (scroller.clone(), window.setter());
        use_effect_with((at, zoom, len, width.map(f64::to_bits)), move |_| {
            scroller.show(plan.cursor(at));
            window.set(scroller.window(&plan));
        });
    }
    let diagram = Diagram {
        trace,
        plan,
        at,
        picked,
        window: clip(&window, len),
        stop: stop.at.min(len.saturating_sub(1)).clamp(window.start, window.end.max(1) - 1),
    };
    let onscroll = {
        let scroller = scroller.clone();
        Callback::from(move |_: Event| window.set(scroller.window(&plan)))
    };
    let scrub = use_scrub(&scroller, plan, on_seek, picked, on_pick);
    let onkeydown = {
        let (trace, on_seek, on_pick) = (trace.clone(), on_seek.clone(), on_pick.clone());
        Callback::from(move |event: KeyboardEvent| {
            let key = match step_of(&event) {
                Some(step) => keys::on_step(&event.key(), step, picked, &trace),
                None => keys::on_cursor(&event.key(), at, len),
            };
            match key {
                None => return,
                Some(Key::Seek(at)) => on_seek.emit(at),
                Some(Key::Pick(step)) => on_pick.emit(step),
                Some(Key::Focus(step)) => stop.go.emit(step),
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let size = (plan.width().max(width.unwrap_or(0.0)), plan.height());
    html! {
        <div class="spacetime" role="group" aria-label="Time">
            <div class="spacetime-diagram">
                { lanes(&plan) }
                <div class="spacetime-frame" ref={scroller.frame.clone()} {onscroll}>
                    <svg ref={scroller.sheet.clone()} class="spacetime-sheet"
                        width={size.0.to_string()} height={size.1.to_string()}
                        role="group" aria-label={words::summary(trace, at)} {onkeydown}
                        onclick={scrub.click} onpointerdown={scrub.down} onpointermove={scrub.go}
                        onpointerup={scrub.up.clone()} onpointercancel={scrub.up}>
                        <rect class="scrub" width={size.0.to_string()} height={HEAD.to_string()} />
                        <g aria-hidden="true">{ diagram.background() }</g>
                        { cursor(&plan, at) }
                        { diagram.events() }
                        { now(&plan, at, size) }
                        if len == 0 {
                            { parts::words(point(plan.cursor(0) + 16.0, plan.lane(0)), "hint", "start", HINT) }
                        }
                    </svg>
                </div>
            </div>
            <div class="spacetime-foot">
                <Caption trace={trace.clone()} {picked} on_pick={on_pick.clone()} />
                { zooms(zoom, &chosen) }
            </div>
        </div>
    }
}

/// From this width on there is room for wide columns.
const WIDE: f64 = 900.0;
/// The middle of the ruler.
const KNOB: f64 = HEAD - plan::RULER / 2.0;
const HINT: &str = "Nothing yet. Take a step.";

fn clip(window: &Range<usize>, len: usize) -> Range<usize> {
    window.start.min(len)..window.end.min(len)
}

/// The numbers of the lanes, which do not scroll.
fn lanes(plan: &Plan) -> Html {
    html! {
        <svg class="spacetime-lanes" width="28" height={plan.height().to_string()} aria-hidden="true">
            { for (0..plan.lanes).map(|it| html! {
                <g class={parts::own(it)}>
                    { parts::words(point(14.0, plan.lane(it)), "lane-number", "middle", &it.to_string()) }
                </g>
            }) }
        </svg>
    }
}

/// The knob by which time is moved.
fn cursor(plan: &Plan, at: usize) -> Html {
    let place = point(plan.cursor(at), KNOB);
    html! {
        <g class="cursor" transform={place.translate()} role="slider" tabindex="0"
            aria-label="Step" aria-orientation="horizontal" aria-valuemin="0"
            aria-valuemax={plan.steps.to_string()} aria-valuenow={at.to_string()}
            aria-valuetext={format!("after step {at} of {}", plan.steps)}>
            <rect class="cursor-target" x="-16" y="-16" width="32" height="32" rx="8" />
            <path class="cursor-knob" d="M-7 -8h14v9l-7 7l-7 -7z" />
        </g>
    }
}

/// The line of now; what is right of it lies in the future, under a veil.
fn now(plan: &Plan, at: usize, (width, height): (f64, f64)) -> Html {
    let x = plan.cursor(at);
    let veil = short((width - x).max(0.0)).to_string();
    html! {
        <>
            <rect class="veil" x={x.to_string()} y={HEAD.to_string()} width={veil}
                height={(height - HEAD).to_string()} />
            <path class="cursor-line" d={format!("M{x} {KNOB}V{height}")} />
        </>
    }
}

fn zooms(zoom: usize, chosen: &UseStateHandle<Option<usize>>) -> Html {
    let button = |label: &'static str, sign: &'static str, to: Option<usize>| {
        let onclick = {
            let chosen = chosen.setter();
            move |_: MouseEvent| chosen.set(to)
        };
        html! {
            <button type="button" class="zoom" aria-label={label} disabled={to.is_none()} {onclick}>
                { sign }
            </button>
        }
    };
    html! {
        <div class="zooms" role="group" aria-label="Zoom">
            { button("narrower", "−", zoom.checked_sub(1)) }
            { button("wider", "+", Some(zoom + 1).filter(|it| *it < ZOOMS.len())) }
        </div>
    }
}

/// Which step the tabulator key reaches.
struct Stop {
    at: usize,
    /// Moves it, and the focus with it.
    go: Callback<usize>,
}

#[hook]
fn use_stop(scroller: &Rc<Scroller>, plan: Plan, usual: usize) -> Stop {
    let moved = use_state_eq(|| None::<usize>);
    let wanted = use_mut_ref(|| None::<usize>);
    {
        let (moved, wanted) = (moved.clone(), wanted.clone());
        use_effect_with(usual, move |_| {
            *wanted.borrow_mut() = None;
            moved.set(None);
        });
    }
    {
        let (scroller, wanted) = (scroller.clone(), wanted.clone());
        use_effect(move || {
            let step = *wanted.borrow();
            // it may have to be drawn first
            if step.is_some_and(|step| scroller.focus(step)) {
                *wanted.borrow_mut() = None;
            }
        });
    }
    let at = moved.unwrap_or(usual);
    let scroller = scroller.clone();
    let go = Callback::from(move |step| {
        *wanted.borrow_mut() = Some(step);
        scroller.show(plan.step(step));
        moved.set(Some(step));
    });
    Stop { at, go }
}

/// Seeking with a pointer: anywhere by mouse, on the ruler by touch, since elsewhere a finger
/// scrolls. A click on a step picks it.
struct Scrub {
    down: Callback<PointerEvent>,
    go: Callback<PointerEvent>,
    up: Callback<PointerEvent>,
    click: Callback<MouseEvent>,
}

#[hook]
fn use_scrub(
    scroller: &Rc<Scroller>,
    plan: Plan,
    on_seek: &Callback<usize>,
    picked: Option<usize>,
    on_pick: &Callback<Option<usize>>,
) -> Scrub {
    let is_on = use_mut_ref(|| false);
    let seek = {
        let (scroller, on_seek) = (scroller.clone(), on_seek.clone());
        Callback::from(move |event: MouseEvent| {
            scroller.x(&event).into_iter().for_each(|x| on_seek.emit(plan.at(x)));
        })
    };
    let down = {
        let (is_on, seek) = (is_on.clone(), seek.clone());
        Callback::from(move |event: PointerEvent| {
            let target = event.target_dyn_into::<Element>();
            let on_ruler = target
                .as_ref()
                .is_some_and(|it| it.closest(".scrub, .cursor").is_ok_and(|it| it.is_some()));
            let scrolls = event.pointer_type() == "touch" && !on_ruler;
            if event.button() != 0 || scrolls || step_of(&event).is_some() {
                return;
            }
            *is_on.borrow_mut() = true;
            if let Some(target) = target {
                // a pointer that is gone already need not be caught
                let _ = target.set_pointer_capture(event.pointer_id());
            }
            seek.emit(event.into());
        })
    };
    let go = {
        let (is_on, seek) = (is_on.clone(), seek.clone());
        Callback::from(move |event: PointerEvent| {
            if *is_on.borrow() {
                seek.emit(event.into());
            }
        })
    };
    let up = Callback::from(move |_: PointerEvent| *is_on.borrow_mut() = false);
    let on_pick = on_pick.clone();
    let click = Callback::from(move |event: MouseEvent| match step_of(&event) {
        Some(step) => on_pick.emit(Some(step).filter(|it| picked != Some(*it))),
        None => seek.emit(event),
    });
    Scrub { down, go, up, click }
}
