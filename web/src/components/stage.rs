//! The picture of a moment, and the scheduler: a click on a process takes the step beside it, a
//! click on a message delivers it. The crate `picture` says what is drawn; this is where it is shown.

// times, pixels and counts are small
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, clippy::cast_possible_wrap)]

mod acts;
mod clock;
mod gestures;
pub mod measure;
mod menu;
mod paint;
pub mod parts;

pub use picture::{geometry, summary};

use super::swipe::SwipeDirection;
use crate::browser::window;
use acts::Acts;
use catalog::reason::Reason;
use catalog::{Action, Moment, Speed, Stage, Trace, Zone};
use clock::{Instant, use_movement};
use gestures::{Gestures, use_gestures};
use menu::Menu;
use paint::{Live, paint};
use picture::geometry::short;
use picture::{Frame, Scene, Thing, Viewport, draw, failure_of, hands};
use std::rc::Rc;
use yew::prelude::*;

/// Until it is known how large a picture may be.
const GUESS: (f64, f64) = (560.0, 420.0);
/// What a picture is drawn for where nobody can measure, and the class of windows that see it: the rooms of
/// a usual phone and of a usual screen.
const PLANNED: [((f64, f64), &str); 2] =
    [((408.0, 441.0), "on-phone"), ((752.0, 597.0), "on-screen")];
#[derive(Properties)]
pub struct StageProps {
    pub stage: Stage,
    pub zones: &'static [Zone],
    pub moment: Rc<Moment>,
    /// The run, from which the reason of a failure is known.
    #[prop_or_default]
    pub trace: Option<Rc<Trace>>,
    /// What is said of a failure at the moment.
    #[prop_or_default]
    pub said: Option<Rc<Reason>>,
    pub on_act: Callback<Action>,
    /// Deliveries that the player leaves alone.
    pub held: Rc<Vec<Action>>,
    /// Deliveries and crashes that the run goes on with, each with the number of the step.
    #[prop_or_default]
    pub coming: Rc<Vec<(Action, usize)>>,
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
            && (&self.said, &self.coming) == (&other.said, &other.coming)
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
    let moment = &props.moment;
    let node = use_node_ref();
    let (room, is_guess) = use_room(&node, props.size);
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
    let run = (props.trace.clone(), Rc::clone(moment), props.said.clone());
    let reason =
        use_memo(run, |(trace, moment, said)| failure_of(trace.as_ref()?, moment, said.as_deref()));
    let is_live = props.size.is_none();
    let reason = (*reason).as_ref();
    let scene = scene(props, &instant, room, reason, is_live);
    let order = if is_live { scene.order() } else { Vec::new() };
    // a menu is about one moment
    let opened = menu.filter(|thing| order.contains(thing));
    use_effect_with(Rc::as_ptr(moment), {
        let menu = menu.setter();
        move |_| menu.set(None)
    });
    let acts = Acts::new(props, &node, &menu, &looks);
    let gestures = use_gestures(props, &node, &current, &order, &acts);
    let at = current.filter(|thing| order.contains(thing)).or(order.first().copied());
    let live = is_live.then_some(Live { current: at });
    let svg = match is_guess && window().is_none() {
        true => planned(props, &instant, reason, live),
        false => sheet(moment, &scene, room, None, live),
    };
    let class = classes!("stage-frame", (is_guess && window().is_some()).then_some("is-guess"));
    if !is_live {
        return html! {
            <div class="stage">
                <div ref={node} {class}>{svg}</div>
            </div>
        };
    }
    html! {
        <div class="stage">
            {frame(&node, class, gestures, svg)}
            {opened_menu(props, &scene, opened, room, &acts)}
        </div>
    }
}

/// How large the picture is, and whether that is only a guess.
#[hook]
fn use_room(node: &NodeRef, size: Option<(f64, f64)>) -> (Viewport, bool) {
    let measured = measure::use_width(node);
    let (width, height) = match (measured, size) {
        (Some(room), None) => (room.units(), room.high()),
        (_, size) => size.unwrap_or(GUESS),
    };
    // nothing is shown until it is known how large it may be
    (Viewport::new(width, height), measured.is_none() && size.is_none())
}

fn sheet(
    moment: &Moment,
    scene: &Scene,
    room: Viewport,
    class: Option<&'static str>,
    live: Option<Live>,
) -> Html {
    html! {
        <svg class={classes!("stage-sheet", class)} role="group" aria-label={summary::summary(moment)}
            viewBox={format!("0 0 {} {}", short(room.w), short(room.h))}>
            { paint(scene, live) }
        </svg>
    }
}

/// In the rooms of a usual phone and of a usual screen, where nobody can measure.
fn planned(
    props: &StageProps,
    instant: &Instant,
    reason: Option<&picture::Failure>,
    live: Option<Live>,
) -> Html {
    let planned = PLANNED.into_iter().map(|((w, h), class)| {
        let room = Viewport::new(w, h);
        let scene = scene(props, instant, room, reason, live.is_some());
        sheet(&props.moment, &scene, room, Some(class), live)
    });
    planned.collect()
}

/// What hears the reader.
fn frame(node: &NodeRef, class: Classes, gestures: Gestures, svg: Html) -> Html {
    let Gestures { click, context_menu, down, up, cancel, over, leave, focus_in, focus_out, key } =
        gestures;
    html! {
        <div ref={node.clone()} {class} onclick={click} oncontextmenu={context_menu} onpointerdown={down}
            onpointerup={up} onpointercancel={cancel} onpointerover={over}
            onpointerleave={leave} onfocusin={focus_in} onfocusout={focus_out} onkeydown={key}>
            {svg}
        </div>
    }
}

/// All that can be done with one thing.
fn opened_menu(
    props: &StageProps,
    scene: &Scene,
    opened: Option<Thing>,
    room: Viewport,
    acts: &Acts,
) -> Option<Html> {
    let thing = opened?;
    let place = scene.place(thing)?;
    let hands = hands(&props.moment, &props.held, thing);
    Some(html! {
        <>
            <div class="stage-veil" onclick={acts.close.reform(|_: MouseEvent| ())}></div>
            <Menu key={paint::name(thing)} {hands} {place} room={(room.w, room.h)}
                on_act={acts.on_hand.clone()} on_close={acts.close.clone()} />
        </>
    })
}

fn scene(
    props: &StageProps,
    instant: &Instant,
    room: Viewport,
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
        coming: &props.coming,
        marked: props.marked,
        looks: instant.looks,
        is_reduced: instant.is_reduced,
        is_live,
    })
}
