//! What a playground does besides being drawn: it keeps the player's clock, the address, the
//! focus, and tells its size.

use super::{Dispatch, sheet::Tab, stage};
use crate::host::{HostRef, Way};
use catalog::{Moment, Scenario, Speed};
use gloo_timers::callback::Timeout;
use js_sys::Array;
use picture::Movement;
use session::state::Message;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{
    Document, Element, FocusOptions, HtmlElement, IntersectionObserver, IntersectionObserverEntry,
    ResizeObserver,
};
use yew::prelude::*;

/// How many of `all` parts are drawn: one more each time that the browser has had its turn, so that a
/// slow one stays alive.
#[hook]
pub fn use_parts(all: usize, on_there: &Callback<()>) -> usize {
    // where a page is written without a browser nobody has turns
    let parts = use_state_eq(|| if cfg!(target_arch = "wasm32") { 1 } else { all });
    use_effect_with((*parts, all), {
        let (parts, on_there) = (parts.setter(), on_there.clone());
        move |&(drawn, all)| {
            let next = (drawn < all).then(|| Timeout::new(0, move || parts.set(drawn + 1)));
            if next.is_none() {
                on_there.emit(());
            }
            move || drop(next)
        }
    });
    *parts
}

/// Ticks while something is playing: once what moves has come to rest, and a pause later.
#[hook]
pub fn use_player(playing: Option<Speed>, moment: &Rc<Moment>, rounds: usize, tell: &Dispatch) {
    let last = use_mut_ref(|| Rc::clone(moment));
    let tell = tell.clone();
    use_effect_with((playing, Rc::as_ptr(moment), rounds), {
        let moment = Rc::clone(moment);
        move |&(playing, ..)| {
            let before = last.replace(Rc::clone(&moment));
            let clock = playing.map(|speed| {
                let moves = if moment.at == before.at + 1 {
                    Movement::of(&before, &moment).ms
                } else {
                    0.0
                };
                Timeout::new(stage::tick_ms(speed, moves), move || tell.emit(Message::Tick))
            });
            move || drop(clock)
        }
    });
}

/// Stops the player once it is scrolled out of sight.
#[hook]
pub fn use_sight(element: &NodeRef, is_playing: bool, tell: &Dispatch) {
    let (element, tell) = (element.clone(), tell.clone());
    use_effect_with(is_playing, move |&is_playing| {
        let watching = element.cast::<Element>().filter(|_| is_playing).and_then(|element| {
            let look = Closure::<dyn Fn(Array)>::new(move |entries: Array| {
                let last: IntersectionObserverEntry = entries.pop().unchecked_into();
                if !last.is_intersecting() {
                    tell.emit(Message::Pause);
                }
            });
            let observer = IntersectionObserver::new(look.as_ref().unchecked_ref()).ok()?;
            observer.observe(&element);
            Some((observer, look))
        });
        move || {
            if let Some((observer, _look)) = watching {
                observer.disconnect();
            }
        }
    });
}

/// Keeps the address at the present moment.
#[hook]
pub fn use_address(
    scenario: &Scenario,
    is_opened: bool,
    jumps: usize,
    host: &HostRef,
    tell: &Dispatch,
) {
    let shown_jumps = use_mut_ref(|| jumps);
    let refused = tell.reform(Message::Notice);
    let host = host.clone();
    use_effect_with((scenario.clone(), jumps), move |(scenario, jumps)| {
        let way = match shown_jumps.replace(*jumps) != *jumps {
            _ if is_opened => Way::Opened,
            true => Way::Jump,
            false => Way::Step,
        };
        host.show(&scenario.to_string(), way, &refused);
    });
}

/// Tells the host how high the playground is, now and whenever that changes.
#[hook]
pub fn use_height(element: &NodeRef, host: &HostRef, wanted: bool) {
    let (element, host) = (element.clone(), host.clone());
    use_effect_with(wanted, move |&wanted| {
        let watching = element.cast::<Element>().filter(|_| wanted).and_then(|element| {
            let seen = element.clone();
            let tell = Closure::<dyn Fn()>::new(move || {
                host.resized(seen.get_bounding_client_rect().height());
            });
            let observer = ResizeObserver::new(tell.as_ref().unchecked_ref()).ok()?;
            observer.observe(&element);
            Some((observer, tell))
        });
        move || {
            if let Some((observer, _tell)) = watching {
                observer.disconnect();
            }
        }
    });
}

/// Brings what is asked into sight, when that is turned on and with each question: it stands below
/// the buttons on a small screen. `asks` says whether readers are asked, and are right now.
#[hook]
pub fn use_question(root: &NodeRef, asks: (bool, bool), is_page: bool) {
    let (root, before) = (root.clone(), use_mut_ref(|| asks));
    use_effect_with(asks, move |&asks| {
        // not as the page comes: who opens it looks at the picture first
        if before.replace(asks) != asks && asks.0 && is_page {
            let quiz = root.cast::<Element>().and_then(|it| it.query_selector(".quiz").ok()?);
            let Some((quiz, frame)) =
                quiz.and_then(|quiz| Some((quiz.clone(), quiz.parent_element()?)))
            else {
                return;
            };
            if frame.client_height() < quiz.client_height() {
                // a phone has no room for all of it: from its head, and the page stands still
                let top = |element: &Element| element.get_bounding_client_rect().top();
                frame.set_scroll_top(frame.scroll_top() + (top(&quiz) - top(&frame)) as i32);
            } else {
                // to the foot of the window, so that the picture is above it
                quiz.scroll_into_view_with_bool(false);
            }
        }
    });
}

/// Brings what is told of a picked step into sight, where that is below the window.
#[hook]
pub fn use_pick(root: &NodeRef, picked: Option<usize>, is_page: bool) {
    let (root, before) = (root.clone(), use_mut_ref(|| picked));
    use_effect_with(picked, move |&picked| {
        if before.replace(picked) != picked && picked.is_some() && is_page {
            let told =
                root.cast::<Element>().and_then(|it| it.query_selector(".spacetime-foot").ok()?);
            let height = web_sys::window().and_then(|it| it.inner_height().ok()?.as_f64());
            let is_below =
                |element: &Element| Some(element.get_bounding_client_rect().bottom()) > height;
            told.filter(is_below).inspect(|it| it.scroll_into_view_with_bool(false));
        }
    });
}

/// Keeps the line that ran last in sight, within the listing's own frame: the page stands still.
/// `shown` is what else decides whether the listing is to be seen.
#[hook]
pub fn use_last_line(root: &NodeRef, moment: &Rc<Moment>, shown: (bool, Tab)) {
    let root = root.clone();
    use_effect_with((Rc::as_ptr(moment), shown), move |_| {
        let root = root.cast::<Element>();
        let frame = root.and_then(|root| root.query_selector(".program").ok()?);
        let line = frame.as_ref().and_then(|frame| frame.query_selector(".code .last").ok()?);
        let Some((frame, line)) = frame.zip(line) else { return };
        let (outer, inner) = (frame.get_bounding_client_rect(), line.get_bounding_client_rect());
        let head = frame.query_selector(".program-head").ok().flatten();
        let top = head.map_or(outer.top(), |head| head.get_bounding_client_rect().bottom());
        if inner.top() < top || inner.bottom() > outer.bottom() {
            let middle = |rect: &web_sys::DomRect| f64::midpoint(rect.top(), rect.bottom());
            let by = (middle(&inner) - middle(&outer)) as i32;
            frame.set_scroll_top(frame.scroll_top() + by);
        }
    });
}

/// The article of the document is not about a reader's own text.
#[hook]
pub fn use_own_text(is_own: bool) {
    use_effect_with(is_own, |&is_own| {
        let document = web_sys::window().and_then(|window| window.document());
        let root = document.and_then(|document| document.document_element());
        let mark = root.filter(|_| is_own).inspect(|root| {
            let _ = root.set_attribute("data-own", "");
        });
        move || {
            if let Some(root) = mark {
                let _ = root.remove_attribute("data-own");
            }
        }
    });
}

/// Gives the keyboard to the playground on our own page, once it is there, if nothing else has it,
/// and back to it when what was pressed is gone or can no longer be pressed: to [`next_place`]. An
/// embed takes it only after the reader has. Gives back what notes that the playground is used, and
/// where; nowhere if the keyboard goes on by itself.
#[hook]
pub fn use_focus(
    root: &NodeRef,
    from_the_start: bool,
    is_there: bool,
) -> Callback<Option<Element>> {
    let used = use_mut_ref(|| from_the_start.then_some(Used { control: None, next: EDITOR }));
    let on_use = use_callback((), {
        let used = used.clone();
        move |place: Option<Element>, ()| *used.borrow_mut() = place.map(Used::of)
    });
    let root = root.clone();
    use_effect(move || {
        // it may be gone only later, such as a button that a run has at its end
        let next = used.borrow().as_ref().filter(|used| used.is_gone()).map(|used| used.next);
        if is_there
            && let Some(next) = next
            && nothing_has_focus()
            && let Some(root) = root.cast::<HtmlElement>()
        {
            let place = root.query_selector(next).ok().flatten();
            let place = place.and_then(|place| place.dyn_into().ok()).unwrap_or(root);
            let still = FocusOptions::new();
            still.set_prevent_scroll(true);
            let _ = place.focus_with_options(&still);
            used.replace(Some(Used::of(place.into())));
        }
    });
    on_use
}

/// Where the reader has done something last.
struct Used {
    /// None before that.
    control: Option<Element>,
    next: &'static str,
}

impl Used {
    fn of(place: Element) -> Used {
        let next = next_place(&place);
        let control = place.closest("button, a, summary, input, select, [tabindex]").ok().flatten();
        Used { control: Some(control.unwrap_or(place)), next }
    }

    /// Whether it cannot have the keyboard any more.
    fn is_gone(&self) -> bool {
        self.control.as_ref().is_none_or(|control| {
            !control.is_connected() || control.matches(":disabled").unwrap_or(false)
        })
    }
}

const EDITOR: &str = ".sheet textarea";

/// Where the keyboard goes on when what was pressed is gone: at the first step, if that was one; at what has come
/// in the place of Play; at Edit, if it ended the editing; else in the editor, where that is open.
fn next_place(pressed: &Element) -> &'static str {
    let is_in = |place| pressed.closest(place).is_ok_and(|element| element.is_some());
    match () {
        () if is_in(".offers") => ".offers button",
        () if is_in(".play") => ".play",
        () if is_in(".edit") => ".edit",
        () => EDITOR,
    }
}

pub fn nothing_has_focus() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let has = document.as_ref().and_then(Document::active_element);
    has.is_none() || has.as_ref() == document.and_then(|document| document.body()).as_deref()
}
