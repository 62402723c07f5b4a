//! Our own page: the address bar always holds the scenario.

use super::{Dialog, Host, Way};
use crate::theme;
use catalog::Theme;
use gloo_timers::callback::Timeout;
use js_sys::Function;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};
use wasm_bindgen::prelude::*;
use yew::Callback;

/// Browsers refuse more than about 100 changes of the address in 30 seconds.
const SHORTEST: Duration = Duration::from_millis(350);

const REFUSED: &str = "This browser, or the page around this one, keeps the address as it is: \
                       take links from “Copy link”.";

const NO_DIALOG: &str =
    "What makes files, snippets and codes did not arrive; trying again may help.";

#[derive(Default)]
pub struct PageHost {
    address: Rc<Address>,
    dialogs: Option<Function>,
}

#[derive(Default)]
struct Address {
    /// The whole address by which the reader came.
    given: RefCell<String>,
    shown: RefCell<String>,
    /// The whole address as the page last saw it: who has changed it since goes elsewhere.
    seen: RefCell<String>,
    changed_ms: Cell<f64>,
    /// A change that waits until it is due.
    due: RefCell<Option<Timeout>>,
    has_refused: Cell<bool>,
}

impl PageHost {
    pub fn new(dialogs: Option<Function>) -> PageHost {
        PageHost { dialogs, ..PageHost::default() }
    }

    /// The reader came by the address, which is left as it is: what is wrong with it may still be
    /// wanted.
    pub fn arrived(&self) {
        self.address.due.take();
        let here = href();
        self.address.seen.replace(here.clone());
        self.address.given.replace(here);
    }
}

impl Host for PageHost {
    fn show(&self, link: &str, way: Way, refused: &Callback<String>) {
        let address = &self.address;
        address.due.take();
        if way == Way::Opened {
            address.shown.replace(link.into());
        }
        if *address.shown.borrow() == link {
            return;
        }
        let since_ms = (js_sys::Date::now() - address.changed_ms.get()).max(0.0);
        let wait = SHORTEST.saturating_sub(Duration::from_secs_f64(since_ms / 1_000.0));
        if way == Way::Jump {
            address.write(link, true, refused);
            return;
        }
        // never before what has changed is painted: browsers take their time over an address
        let late = {
            // of a page that is gone by then nothing is written
            let (address, link, refused) =
                (Rc::downgrade(address), link.to_owned(), refused.clone());
            Timeout::new(wait.as_millis() as u32, move || {
                let Some(address) = address.upgrade() else { return };
                if *address.seen.borrow() == href() {
                    address.write(&link, false, &refused);
                }
            })
        };
        address.due.replace(Some(late));
    }

    fn home(&self) -> String {
        // a page that is one file says where it comes from
        let document = web_sys::window().and_then(|window| window.document());
        let root = document.and_then(|document| document.document_element());
        if let Some(home) = root.and_then(|root| root.get_attribute("data-home")) {
            return home;
        }
        let href = href();
        let page = href.split(['?', '#']).next().unwrap_or_default();
        page[..page.rfind('/').map_or(0, |at| at + 1)].into()
    }

    fn theme(&self, theme: Theme) {
        theme::put_on_document(theme);
    }

    fn open(&self, dialog: Dialog, link: &str, failed: Callback<String>) {
        let failed = Closure::once_into_js(move || failed.emit(NO_DIALOG.into()));
        let dialog = match dialog {
            Dialog::Export => "export",
            Dialog::Qr => "qr",
            Dialog::Embed => "embed",
            Dialog::File => "file",
        };
        if let Some(dialogs) = &self.dialogs {
            // it throws nothing: it is ours, and asynchronous
            let _ = dialogs.call3(&JsValue::NULL, &dialog.into(), &link.into(), &failed);
        }
    }

    fn resized(&self, height: f64) {
        let Some(window) = web_sys::window() else { return };
        let Ok(Some(parent)) = window.parent() else { return };
        if parent != window {
            // hosts with several frames find ours by the address that they gave it; what the reader has
            // done since is none of theirs
            let given = self.address.given.borrow();
            // of what JSON escapes an address has backslashes alone
            let src = given.replace('\\', "%5C");
            let message = format!(
                "{{\"src\":\"{src}\",\"context\":\"iframe.resize\",\"height\":{}}}",
                height.ceil() as i64
            );
            // the page around it may know how high it is
            let _ = parent.post_message(&message.into(), "*");
        }
    }
}

impl Address {
    fn write(&self, link: &str, jump: bool, refused: &Callback<String>) {
        self.shown.replace(link.into());
        self.changed_ms.set(js_sys::Date::now());
        let written = write(&format!("#{link}"), jump).is_some();
        self.seen.replace(href());
        if !written && !self.has_refused.replace(true) {
            refused.emit(REFUSED.into());
        }
    }
}

fn href() -> String {
    web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default()
}

fn write(hash: &str, jump: bool) -> Option<()> {
    let history = web_sys::window()?.history().ok()?;
    let write = if jump {
        history.push_state_with_url(&JsValue::NULL, "", Some(hash))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(hash))
    };
    write.ok()
}
