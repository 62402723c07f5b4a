//! The picture of a moment, and the scheduler: a click on a process takes the step beside it, a
//! click on a message delivers it. The crate `picture` says what is drawn; this is where it is shown.

// times, pixels and counts are small
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, clippy::cast_possible_wrap)]

mod clock;
pub mod measure;
mod menu;
mod paint;
pub mod parts;

pub use picture::{geometry, summary};

use super::swipe::{self, SwipeDirection};
use crate::browser::window;
use catalog::{Action, Moment, Speed, Stage, Trace, Zone};
use clock::{Instant, use_movement};
use gloo_timers::callback::Timeout;
use menu::{Menu, focus};
use paint::{Live, paint};
use picture::geometry::short;
use picture::{Act, Frame, Room, Scene, Thing, draw, failure, hands, step_of};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Until it is known how large a picture may be.
const GUESS: (f64, f64) = (560.0, 420.0);
/// What a picture is drawn for where nobody can measure, and the class of windows that see it: the rooms of
/// a usual phone and of a usual screen.
const PLANNED: [((f64, f64), &str); 2] =
    [((408.0, 441.0), "on-phone"), ((752.0, 597.0), "on-screen")];
/// How long a finger rests on a thing to see all that it can do.
const PRESS_MS: u32 = 450;

#[derive(Properties)]
pub struct StageProps {
    pub stage: Stage,
    pub zones: &'static [Zone],
    pub moment: Rc<Moment>,
    /// The run, from which the reason of a failure is known.
    #[prop_or_default]
    pub trace: Option<Rc<Trace>>,
    pub on_act: Callback<Action>,
    /// Deliveries that the player leaves alone.
    pub held: Rc<Vec<Action>>,
    pub on_hold: Callback<Action>,
    /// A thing that is pointed at elsewhere, and where it is told what is pointed at here.
    #[prop_or_default]
    pub marked: Option<Thing>,
    #[prop_or_default]
    pub on_mark: Callback<Option<Thing>>,
    /// A click on a shared variable.
    #[prop_or_default]
    pub on_cell: Callback<Thing>,
    /// A finger has gone sideways over the picture.
    #[prop_or_default]
    pub on_swipe: Callback<SwipeDirection>,
    /// The moment whose picture has come to rest.
    #[prop_or_default]
    pub on_still: Callback<Rc<Moment>>,
    #[prop_or_default]
    pub speed: Speed,
    /// Its size where nobody measures.
    #[prop_or_default]
    pub size: Option<(f64, f64)>,
}

impl PartialEq for StageProps {
    fn eq(&self, other: &StageProps) -> bool {
        // a moment and a long run are not compared part by part
        Rc::ptr_eq(&self.moment, &other.moment)
            && self.trace.as_ref().map(Rc::as_ptr) == other.trace.as_ref().map(Rc::as_ptr)
            && (self.stage, self.zones, &self.held) == (other.stage, other.zones, &other.held)
            && (self.marked, self.speed, self.size) == (other.marked, other.speed, other.size)
            && (&self.on_act, &self.on_hold) == (&other.on_act, &other.on_hold)
            && (&self.on_mark, &self.on_cell) == (&other.on_mark, &other.on_cell)
            && (&self.on_swipe, &self.on_still) == (&other.on_swipe, &other.on_still)
    }
}

/// How much faster than usual.
pub fn speed(speed: Speed) -> f64 {
    f64::from(Speed::default().tick_ms) / f64::from(speed.tick_ms.max(1))
}

/// Between two steps of the player, in milliseconds at the usual speed.
const PAUSE_MS: f64 = 240.0;

/// How long the player waits after a step that moves for so long: until all has come to rest, and a
/// pause. It keeps near to what its speed says.
pub fn tick_ms(of: Speed, moves_ms: f64) -> u32 {
    let ms = (moves_ms + PAUSE_MS) / speed(of);
    let usual = f64::from(of.tick_ms);
    ms.max(usual * 0.5).min(usual * 2.0) as u32
}

#[component]
pub fn StageView(props: &StageProps) -> Html {
    let StageProps { moment, .. } = props;
    let node = use_node_ref();
    let measured = measure::use_width(&node);
    let size = match (measured, props.size) {
        (Some(room), None) => (room.units(), room.high()),
        (_, size) => size.unwrap_or(GUESS),
    };
    let room = Room::new(size.0, size.1);
    // nothing is shown until it is known how large it may be
    let is_guess = measured.is_none() && props.size.is_none();
    let looks = use_state_eq(|| (None, 0));
    let current = use_state_eq(|| None::<Thing>);
    let menu = use_state_eq(|| None::<Thing>);
    let instant = use_movement(moment, speed(props.speed), *looks);
    use_effect_with((instant.t >= 1.0, Rc::as_ptr(moment)), {
        let (moment, on_still) = (Rc::clone(moment), props.on_still.clone());
        move |(is_still, _)| {
            if *is_still {
                on_still.emit(moment);
            }
        }
    });
    let reason = use_memo((props.trace.clone(), Rc::clone(moment)), |(trace, moment)| {
        failure(trace.as_ref()?, moment)
    });
    let is_live = props.size.is_none();
    let reason = (*reason).as_ref();
    let scene = scene(props, &instant, room, reason, is_live);
    let order = if is_live { scene.order() } else { Vec::new() };
    let current_thing = current.filter(|it| order.contains(it)).or(order.first().copied());
    // a menu is about one moment
    let opened = menu.filter(|it| order.contains(it));
    use_effect_with(Rc::as_ptr(moment), {
        let menu = menu.setter();
        move |_| menu.set(None)
    });

    let find = {
        let moment = Rc::clone(moment);
        move |event: &Event| thing_at(event, &moment)
    };
    let take = {
        let (moment, on_act) = (Rc::clone(moment), props.on_act.clone());
        let (menu, looks) = (menu.clone(), looks.clone());
        let (held, on_cell) = (Rc::clone(&props.held), props.on_cell.clone());
        Callback::from(move |thing: Thing| {
            if is_variable(thing) {
                on_cell.emit(thing);
            } else if let Some(action) = step_of(&moment, thing) {
                on_act.emit(action);
            } else if !hands(&moment, &held, thing).is_empty() {
                menu.set(Some(thing));
            } else if let Thing::Process(process) = thing {
                looks.set((Some(process), looks.1 + 1));
            }
        })
    };
    let open = {
        let (moment, held, menu) = (Rc::clone(moment), Rc::clone(&props.held), menu.setter());
        Callback::from(move |thing: Thing| {
            menu.set(Some(thing).filter(|it| !hands(&moment, &held, *it).is_empty()));
        })
    };
    let close = {
        let (menu, node) = (menu.setter(), node.clone());
        Callback::from(move |()| {
            menu.set(None);
            focus(current_element(&node));
        })
    };
    let on_hand = {
        let (on_act, on_hold, close) = (props.on_act.clone(), props.on_hold.clone(), close.clone());
        Callback::from(move |act| {
            close.emit(());
            match act {
                Act::Take(action) => on_act.emit(action),
                Act::Hold(action) => on_hold.emit(action),
            }
        })
    };
    let press = use_mut_ref(|| None::<Timeout>);
    let pressed = use_mut_ref(|| false);
    let onclick = {
        let find = find.clone();
        let (take, current, pressed) = (take.clone(), current.setter(), Rc::clone(&pressed));
        Callback::from(move |event: MouseEvent| {
            if let Some(thing) = find(&event)
                && !pressed.replace(false)
            {
                if !is_variable(thing) {
                    current.set(Some(thing));
                }
                take.emit(thing);
            }
        })
    };
    let oncontextmenu = {
        let find = find.clone();
        let open = open.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(thing) = find(&event) {
                event.prevent_default();
                open.emit(thing);
            }
        })
    };
    let from = use_mut_ref(|| None);
    // the picture was clicked last, and not come to by keyboard
    let by_hand = use_mut_ref(|| false);
    let onpointerdown = {
        let find = find.clone();
        let (open, press, pressed) = (open.clone(), Rc::clone(&press), Rc::clone(&pressed));
        let (from, by_hand) = (Rc::clone(&from), Rc::clone(&by_hand));
        Callback::from(move |event: PointerEvent| {
            pressed.replace(false);
            by_hand.replace(true);
            from.replace(swipe::begin(&event));
            if event.pointer_type() == "mouse" {
                return;
            }
            let (open, pressed) = (open.clone(), Rc::clone(&pressed));
            let wait = find(&event).map(|thing| {
                Timeout::new(PRESS_MS, move || {
                    pressed.replace(true);
                    open.emit(thing);
                })
            });
            press.replace(wait);
        })
    };
    let release = {
        let (on_swipe, from) = (props.on_swipe.clone(), Rc::clone(&from));
        Callback::from(move |event: PointerEvent| {
            let is_rest = press.replace(None).is_some();
            if let Some(way) = from.take().and_then(|it| swipe::end(it, &event)) {
                // what a finger has gone over is not clicked
                pressed.replace(is_rest);
                on_swipe.emit(way);
            }
        })
    };
    let onpointercancel = Callback::from(move |_: PointerEvent| {
        from.take();
    });
    let onpointerover = {
        let find = find.clone();
        let on_mark = props.on_mark.clone();
        Callback::from(move |event: PointerEvent| on_mark.emit(find(&event)))
    };
    let onpointerleave = {
        let on_mark = props.on_mark.clone();
        Callback::from(move |_: PointerEvent| on_mark.emit(None))
    };
    let onfocusin = {
        let find = find.clone();
        let (on_mark, current) = (props.on_mark.clone(), current.setter());
        Callback::from(move |event: FocusEvent| {
            let thing = find(&event);
            current.set(thing);
            on_mark.emit(thing);
        })
    };
    let onfocusout = {
        let (by_hand, node) = (Rc::clone(&by_hand), node.clone());
        Callback::from(move |event: FocusEvent| {
            let to = event.related_target().and_then(|to| to.dyn_into::<Element>().ok());
            let stage = node.cast::<Element>();
            if to.is_some_and(|to| stage.is_some_and(|stage| !stage.contains(Some(&to)))) {
                by_hand.replace(false);
            }
        })
    };
    let onkeydown = {
        let find = find.clone();
        let (moment, held, node) = (Rc::clone(moment), Rc::clone(&props.held), node.clone());
        let (open, on_hand, current) = (open, on_hand.clone(), current.setter());
        let order = order.clone();
        Callback::from(move |event: KeyboardEvent| {
            let Some(thing) = find(&event) else { return };
            let key = event.key();
            if key == "Tab" {
                by_hand.replace(false);
            }
            // after a click the page's keys are still those of the page
            if *by_hand.borrow() && matches!(&*key, "ArrowLeft" | "ArrowRight" | " ") {
                return;
            }
            let at = order.iter().position(|it| *it == thing);
            let go = |by: isize| {
                let at = at.map_or(0, |it| it as isize + by);
                let to = order[at.rem_euclid(order.len().max(1) as isize) as usize];
                current.set(Some(to));
                focus(element_of(&node, to));
            };
            match key.as_str() {
                "ArrowRight" | "ArrowDown" => go(1),
                "ArrowLeft" | "ArrowUp" => go(-1),
                "Enter" | " " => take.emit(thing),
                "m" | "M" | "ContextMenu" => open.emit(thing),
                key => {
                    let hands = hands(&moment, &held, thing);
                    let own = hands.iter().find(|it| {
                        it.key.is_some_and(|it| it.to_string().eq_ignore_ascii_case(key))
                    });
                    let Some(own) = own else { return };
                    on_hand.emit(own.act);
                }
            }
            event.prevent_default();
        })
    };
    let label = summary::summary(moment);
    let live = is_live.then_some(Live { current: current_thing });
    let sheet = |scene: &Scene, room: Room, class: Option<&'static str>| {
        html! {
            <svg class={classes!("stage-sheet", class)} role="group" aria-label={label.clone()}
                viewBox={format!("0 0 {} {}", short(room.w), short(room.h))}>
                { paint(scene, live) }
            </svg>
        }
    };
    let svg = if is_guess && window().is_none() {
        let planned = PLANNED.into_iter().map(|((w, h), class)| {
            let room = Room::new(w, h);
            sheet(&self::scene(props, &instant, room, reason, is_live), room, Some(class))
        });
        planned.collect()
    } else {
        sheet(&scene, room, None)
    };
    let frame = classes!("stage-frame", (is_guess && window().is_some()).then_some("is-guess"));
    if !is_live {
        return html! {
            <div class="stage">
                <div ref={node} class={frame}>{svg}</div>
            </div>
        };
    }
    let menu = opened.and_then(|thing| {
        let place = scene.place(thing)?;
        let hands = hands(moment, &props.held, thing);
        Some(html! {
            <Menu key={paint::name(thing)} {hands} {place} room={(room.w, room.h)}
                on_act={on_hand} on_close={close.clone()} />
        })
    });
    html! {
        <div class="stage">
            <div ref={node} class={frame} {onclick} {oncontextmenu} {onpointerdown}
                onpointerup={release} {onpointercancel} {onpointerover}
                {onpointerleave} {onfocusin} {onfocusout} {onkeydown}>
                {svg}
            </div>
            if let Some(menu) = menu {
                <div class="stage-veil" onclick={close.reform(|_: MouseEvent| ())}></div>
                {menu}
            }
        </div>
    }
}

fn scene(
    props: &StageProps,
    instant: &Instant,
    room: Room,
    reason: Option<&picture::Failure>,
    is_live: bool,
) -> Scene {
    draw(&Frame {
        stage: props.stage,
        zones: props.zones,
        before: instant.before.as_deref(),
        after: &props.moment,
        is_jump: instant.is_jump,
        t: instant.t,
        room,
        // the reason is drawn once the step is done
        failure: reason.filter(|_| instant.t >= 1.0),
        held: &props.held,
        marked: props.marked,
        looks: instant.looks,
        is_reduced: instant.is_reduced,
        is_live,
    })
}

/// Whether a click asks who wrote it.
fn is_variable(thing: Thing) -> bool {
    matches!(thing, Thing::Cell(_) | Thing::Column { .. })
}

/// The thing that an event is about.
fn thing_at(event: &Event, moment: &Moment) -> Option<Thing> {
    let part = event.target_dyn_into::<Element>()?.closest("[data-thing]").ok()??;
    paint::thing(&part.get_attribute("data-thing")?, &moment.view.arrays)
}

fn element_of(node: &NodeRef, thing: Thing) -> Option<Element> {
    let name = paint::name(thing);
    node.cast::<Element>()?.query_selector(&format!("[data-thing={name}]")).ok()?
}

fn current_element(node: &NodeRef) -> Option<Element> {
    node.cast::<Element>()?.query_selector("[data-thing][tabindex='0']").ok()?
}
