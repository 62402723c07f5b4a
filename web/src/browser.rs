//! The browser around us.

use std::cell::RefCell;
use web_sys::{MediaQueryList, Window};

/// None where a page is written without a browser.
pub fn window() -> Option<Window> {
    cfg!(target_arch = "wasm32").then(web_sys::window).flatten()
}

thread_local! {
    /// Browsers work out a new one at once, and one that is there with the next layout.
    static ASKED: RefCell<Vec<(&'static str, MediaQueryList)>> = const { RefCell::new(Vec::new()) };
}

/// Whether a media query is true now.
pub fn matches(query: &'static str) -> bool {
    ASKED.with_borrow_mut(|asked| {
        if let Some((_, list)) = asked.iter().find(|it| it.0 == query) {
            return list.matches();
        }
        let list = window().and_then(|it| it.match_media(query).ok()?);
        list.is_some_and(|list| {
            let matches = list.matches();
            asked.push((query, list));
            matches
        })
    })
}
