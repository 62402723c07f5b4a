//! Every algorithm as a system: what can be run and searched.

mod about;
mod addressed;
mod entry;
mod executor;
mod live;
pub(crate) mod text;

pub use addressed::{keep_text, kept_text};
pub use algorithms::TOUR;
pub use algorithms::texts::{About, Carries, Edit};
pub use checker::Search;
pub use entry::{Entry, entries, entry, replace, unlisted};
pub(crate) use executor::for_search;
pub use executor::{search_by_generated_code, search_by_generated_code_within};
pub use listing;
pub use listing::Diagnostic;
pub use live::{Pending, Place, Simulator};
pub use model::Claimed;
pub use text::{EditedListing, document, watch, watching};
