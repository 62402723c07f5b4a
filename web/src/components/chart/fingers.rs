//! What fingers and the mouse do on the map: one moves it, two bring it nearer.

use super::map::Viewport;
use crate::components::stage::geometry::{Point, point};
use std::{cell::RefCell, rc::Rc};
use yew::prelude::*;

/// A finger that moves less than that presses.
const STILL: f64 = 6.0;

/// The fingers on the map, and whether one has moved.
#[derive(Default)]
struct Fingers {
    down: Vec<(i32, Point)>,
    moved: bool,
}

/// A drag, or two fingers.
struct Moved {
    /// It was a press until now.
    begins: bool,
    was: Point,
    /// Where the other of two fingers is.
    other: Option<Point>,
}

impl Fingers {
    /// Nothing if no such finger is down, or it may still be a press.
    fn move_to(&mut self, id: i32, now: Point) -> Option<Moved> {
        let nth = self.down.iter().position(|(down, _)| *down == id)?;
        let was = self.down[nth].1;
        if !self.moved && was.distance(now) < STILL {
            return None;
        }
        let begins = !std::mem::replace(&mut self.moved, true);
        self.down[nth].1 = now;
        let other = match &self.down[..] {
            [a, b, ..] => Some(if nth == 0 { b.1 } else { a.1 }),
            _ => None,
        };
        Some(Moved { begins, was, other })
    }
}

impl Moved {
    fn show(&self, now: Point, viewport: &Viewport) {
        match self.other {
            None => viewport.shift(point(now.x - self.was.x, now.y - self.was.y)),
            Some(other) => {
                let by = now.distance(other) / self.was.distance(other).max(1.0);
                viewport.zoom(by, Some(now.mix(other, 0.5)));
            }
        }
    }
}

pub struct Listeners {
    pub onpointerdown: Callback<PointerEvent>,
    pub onpointermove: Callback<PointerEvent>,
    pub onpointerup: Callback<PointerEvent>,
    pub onclick: Callback<MouseEvent>,
}

#[hook]
pub fn use_fingers(viewport: &Rc<Viewport>) -> Listeners {
    let fingers = use_mut_ref(Fingers::default);
    let onpointerup = {
        let fingers = Rc::clone(&fingers);
        Callback::from(move |event: PointerEvent| {
            fingers.borrow_mut().down.retain(|(down, _)| *down != event.pointer_id());
        })
    };
    Listeners {
        onpointerdown: on_down(&fingers, viewport),
        onpointermove: on_move(&fingers, viewport),
        onpointerup,
        // the end of a drag follows no link
        onclick: Callback::from(move |event: MouseEvent| {
            if event.detail() > 0 && fingers.borrow().moved {
                event.prevent_default();
                event.stop_propagation();
            }
        }),
    }
}

fn on_down(fingers: &Rc<RefCell<Fingers>>, viewport: &Rc<Viewport>) -> Callback<PointerEvent> {
    let (fingers, viewport) = (Rc::clone(fingers), Rc::clone(viewport));
    Callback::from(move |event: PointerEvent| {
        let at = viewport.place(&event);
        let mut fingers = fingers.borrow_mut();
        fingers.moved &= !fingers.down.is_empty();
        fingers.down.retain(|(down, _)| *down != event.pointer_id());
        fingers.down.push((event.pointer_id(), at));
    })
}

fn on_move(fingers: &Rc<RefCell<Fingers>>, viewport: &Rc<Viewport>) -> Callback<PointerEvent> {
    let (fingers, viewport) = (Rc::clone(fingers), Rc::clone(viewport));
    Callback::from(move |event: PointerEvent| {
        let now = viewport.place(&event);
        let Some(moved) = fingers.borrow_mut().move_to(event.pointer_id(), now) else { return };
        if let (true, Some(element)) = (moved.begins, viewport.element()) {
            // a drag that ends elsewhere ends
            let _ = element.set_pointer_capture(event.pointer_id());
        }
        moved.show(now, &viewport);
    })
}
