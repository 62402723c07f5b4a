//! What a playground may ask of the page that it stands in. It touches nothing outside itself
//! but through this, so that several can stand in somebody else's article.

use catalog::Theme;
use std::{ops::Deref, rc::Rc};
use yew::Callback;

mod nobody;
mod page;

pub use nobody::Nobody;
pub use page::PageHost;

/// What is loaded only when a reader asks for it: `static/export.js`, `static/embed.js`,
/// `static/file.js` and `static/qr.js`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialog {
    /// The run as a file.
    Export,
    /// The link as a QR code.
    Qr,
    /// The moment on other pages.
    Embed,
    /// The moment as a page that is one file.
    File,
}

/// How a moment has come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The host has opened it.
    Opened,
    /// By the reader, or by the player.
    Step,
    /// So that the back button should undo it.
    Jump,
}

pub trait Host {
    /// The link of the present moment. A refusal to show it is told, once, to `refused`.
    fn show(&self, link: &str, way: Way, refused: &Callback<String>);
    /// The address of the folder with our pages; empty if there is none.
    fn home(&self) -> String;
    /// The colours that are to be used.
    fn theme(&self, theme: Theme);
    /// The playground has become this high.
    fn resized(&self, height: f64);
    /// Opens a dialog of ours, with ways to take a link's moment along. What comes between is told
    /// to `failed`.
    fn open(&self, dialog: Dialog, link: &str, failed: Callback<String>);
}

/// A host is equal to itself alone.
#[derive(Clone)]
pub struct HostRef(Rc<dyn Host>);

impl HostRef {
    pub fn new(host: Rc<dyn Host>) -> HostRef {
        HostRef(host)
    }
}

impl Deref for HostRef {
    type Target = dyn Host;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for HostRef {
    fn eq(&self, other: &HostRef) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
