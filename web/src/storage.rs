//! What outlives the visit, where the browser allows it.

use crate::browser::window;
use web_sys::Storage;

pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// False if it cannot be kept.
pub fn set(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, value).is_ok())
}

pub fn remove(key: &str) {
    if let Some(storage) = storage() {
        // where nothing can be removed, nothing was kept
        let _ = storage.remove_item(key);
    }
}

pub fn keys() -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let count = storage.length().unwrap_or_default();
    (0..count).filter_map(|at| storage.key(at).ok().flatten()).collect()
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok().flatten()
}
