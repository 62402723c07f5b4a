//! A playground in somebody else's page: what `static/interleave-run.js` mounts. It touches
//! neither the address nor the storage of that page.

use crate::{
    api::Run,
    components::{Playground, PlaygroundProps, StateRef},
    host::{Dialog, Host, HostRef, Way},
};
use catalog::{Look, Parsed, Scenario, Theme};
use js_sys::Function;
use session::state::State;
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::prelude::*;
use web_sys::Element;
use yew::{AppHandle, Callback, Html, Properties, Renderer, component, html};

/// A playground that has been mounted.
#[wasm_bindgen]
pub struct Widget {
    root: Root,
    around: Rc<Around>,
}

/// An element with a playground in it, or none. Yew never takes the listeners of such an element away, and
/// they hold it for ever: so one that is not needed any more is used for the next playground. There are as
/// many as a page has had at a time.
struct Root {
    place: Element,
    app: AppHandle<Held>,
    /// How many playgrounds it has had.
    count: usize,
}

thread_local! {
    static IDLE: RefCell<Vec<Root>> = const { RefCell::new(Vec::new()) };
}

#[derive(Properties, PartialEq)]
struct HeldProps {
    /// With a number that no other playground of this root has.
    lab: Option<(usize, PlaygroundProps)>,
}

#[component]
fn Held(HeldProps { lab }: &HeldProps) -> Html {
    match lab {
        Some((count, props)) => html! { <Playground key={*count} ..props.clone() /> },
        None => Html::default(),
    }
}

impl Root {
    fn take() -> Result<Root, JsValue> {
        if let Some(idle) = IDLE.with_borrow_mut(Vec::pop) {
            return Ok(idle);
        }
        let document = web_sys::window().and_then(|window| window.document());
        let place = document.ok_or(JsValue::NULL)?.create_element("div")?;
        let props = HeldProps { lab: None };
        let app = Renderer::<Held>::with_root_and_props(place.clone(), props).render();
        Ok(Root { place, app, count: 0 })
    }

    fn show(&mut self, lab: PlaygroundProps) {
        self.app.update(HeldProps { lab: Some((self.count, lab)) });
    }

    fn give_back(mut self) {
        self.place.remove();
        self.app.update(HeldProps { lab: None });
        self.count += 1;
        IDLE.with_borrow_mut(|roots| roots.push(self));
    }
}

#[wasm_bindgen]
impl Widget {
    /// Shows another run; `on_change` is not told.
    pub fn show(&mut self, run: &Run) {
        self.root.show(props(run, Rc::clone(&self.around)));
    }

    pub fn destroy(self) {
        self.root.give_back();
    }
}

/// Puts a playground into an element, whose page gives it the style sheet. `home` is the address
/// of a folder with our pages, and empty if there is none. After each change the link of the
/// moment, its step and the number of steps are told to `on_change`.
#[wasm_bindgen]
pub fn mount(
    element: &Element,
    run: &Run,
    home: String,
    on_change: Function,
) -> Result<Widget, JsValue> {
    let around = Rc::new(Around { home, on_change, shown: RefCell::default() });
    let mut root = Root::take()?;
    element.append_child(&root.place)?;
    root.show(props(run, Rc::clone(&around)));
    Ok(Widget { root, around })
}

fn props(run: &Run, around: Rc<Around>) -> PlaygroundProps {
    let mut opened = State::open(&run.opened());
    opened.scenario.shown.look = Look::Embed;
    PlaygroundProps {
        opened: StateRef(Rc::new(opened)),
        host: HostRef::new(around),
        own_theme: Theme::default(),
        // an embed does not ask
        on_theme: Callback::from(|_| false),
        known: None,
        on_there: Callback::noop(),
    }
}

/// The page around a widget.
struct Around {
    home: String,
    on_change: Function,
    shown: RefCell<String>,
}

impl Host for Around {
    fn show(&self, link: &str, way: Way, _refused: &Callback<String>) {
        if self.shown.replace(link.into()) == link || way == Way::Opened {
            return;
        }
        if let Ok(Parsed { scenario, .. }) = Scenario::parse(link) {
            let (at, steps) = (scenario.at, scenario.run.len());
            let link = scenario.plain().to_string();
            // what a stranger's function throws is the stranger's affair
            let _ = self.on_change.call3(&JsValue::NULL, &link.into(), &at.into(), &steps.into());
        }
    }

    fn home(&self) -> String {
        self.home.clone()
    }

    fn theme(&self, _theme: Theme) {}

    fn resized(&self, _height: f64) {}

    // an embed offers none
    fn open(&self, _dialog: Dialog, _link: &str, _failed: Callback<String>) {}
}
