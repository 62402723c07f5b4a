//! A playground in somebody else's page: what `static/interleave-run.js` mounts. It touches
//! neither the address nor the storage of that page.

use crate::{
    api::Run,
    components::{Lab, LabProps, StateRef},
    host::{Dialog, Host, HostRef, Way},
};
use catalog::{Look, Parsed, Scenario, Theme};
use js_sys::Function;
use session::state::State;
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::prelude::*;
use web_sys::Element;
use yew::{AppHandle, Callback, Renderer};

/// A playground that has been mounted.
#[wasm_bindgen]
pub struct Widget {
    app: AppHandle<Lab>,
    around: Rc<Around>,
}

#[wasm_bindgen]
impl Widget {
    /// Shows another run; `on_change` is not told.
    pub fn show(&mut self, run: &Run) {
        self.app.update(props(run, Rc::clone(&self.around)));
    }

    pub fn destroy(self) {
        self.app.destroy();
    }
}

/// Puts a playground into an element, whose page gives it the style sheet. `home` is the address
/// of a folder with our pages, and empty if there is none. After each change the link of the
/// moment, its step and the number of steps are told to `on_change`.
#[wasm_bindgen]
pub fn mount(element: Element, run: &Run, home: String, on_change: Function) -> Widget {
    let around = Rc::new(Around { home, on_change, shown: RefCell::default() });
    let props = props(run, Rc::clone(&around));
    Widget { app: Renderer::<Lab>::with_root_and_props(element, props).render(), around }
}

fn props(run: &Run, around: Rc<Around>) -> LabProps {
    let mut opened = State::open(&run.opened());
    opened.scenario.look = Look::Embed;
    LabProps {
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
