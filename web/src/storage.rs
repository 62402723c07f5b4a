//! What outlives the visit, where the browser allows it.

pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// False if it cannot be kept.
pub fn set(key: &str, value: &str) -> bool {
    storage().is_some_and(|it| it.set_item(key, value).is_ok())
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
