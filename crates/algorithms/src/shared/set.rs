//! Sets of processes, a bit each.

/// The members of a set, as a view names them.
pub fn members(set: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |it| set & 1 << it != 0)
}

/// "0, 2", or "none".
pub fn list(set: u8) -> String {
    let names: Vec<String> = members(set).map(|it| it.to_string()).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
