//! The browser around us.

use std::cell::RefCell;
use web_sys::{MediaQueryList, Window};

/// None where a page is written without a browser.
pub fn window() -> Option<Window> {
    cfg!(target_arch = "wasm32").then(web_sys::window).flatten()
}

thread_local! {
    /// Kept, because a browser evaluates a new list at once, and a known one with its next layout.
    static ASKED: RefCell<Vec<(&'static str, MediaQueryList)>> = const { RefCell::new(Vec::new()) };
}

/// Whether a media query is true now.
pub fn matches(query: &'static str) -> bool {
    ASKED.with_borrow_mut(|asked| {
        if let Some((_, list)) = asked.iter().find(|(known, _)| *known == query) {
            return list.matches();
        }
        let list = window().and_then(|window| window.match_media(query).ok()?);
        list.is_some_and(|list| {
            let matches = list.matches();
            asked.push((query, list));
            matches
        })
    })
}
