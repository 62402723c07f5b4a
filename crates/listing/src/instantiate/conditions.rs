//! Which lines options leave in.

use crate::instantiate::Chosen;
use crate::instantiate::instance::Instance;
use crate::resolve::{Meant, Names};
use crate::rows::with_block;
use crate::tree::Listing;
use crate::work::Work;
use std::collections::BTreeMap;

/// Which lines of a text the options leave in; see [`conditions`](crate::Document::conditions).
pub fn conditions(
    text: &str,
    listing: &Listing,
    chosen: &Chosen,
    work: &Work,
) -> BTreeMap<usize, bool> {
    // conditions are over options, and run over no processes
    let meant = Meant::of_domains(&Names::new(text, listing));
    let mut instance = Instance::new(text, listing, &meant, chosen, work);
    // options are known, whatever else is wrong
    let _ = instance.declare();
    let all = listing.conditional();
    let all: Vec<_> = all.into_iter().map(|(span, with)| (span, instance.is_true(with))).collect();
    let mut parts: BTreeMap<usize, bool> =
        all.iter().map(|&(span, is_part)| (span.line(text), is_part)).collect();
    // what is left out takes along what belongs to it, and the block below it
    for (span, _) in all.into_iter().filter(|(_, is_part)| !is_part) {
        parts.extend(with_block(text, span).map(|line| (line, false)));
    }
    parts
}
