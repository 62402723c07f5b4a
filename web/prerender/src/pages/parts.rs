//! What several documents draw alike, in the classes of the page.

/// The class that sets a process's colour.
pub fn colour(process: u8) -> &'static str {
    picture::svg::ink(process.into())
}
