//! Listings that the reader has written and that may be in no link. Each visit of a page keeps its
//! own under a name of its own, so that two tabs destroy nothing of each other.

use std::cell::RefCell;

use crate::storage;
use session::saved_drafts::parse;

/// So many texts are kept for one algorithm: the last ones.
const KEPT_MAX: usize = 6;

/// A text of an earlier visit, or of another tab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    key: String,
    /// When it was kept, in milliseconds of the clock.
    when: u64,
    pub source: String,
}

fn prefix(slug: &str) -> String {
    format!("text:{slug}:")
}

thread_local! {
    /// The name of this visit.
    static VISIT: String = format!("{:x}", js_sys::Math::random().to_bits());
    /// The text that this visit went on from.
    static BEGUN_FROM: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// The editor begins with this text. If it was kept before, what is written next takes its place.
pub fn begin(slug: &str, source: &str) {
    BEGUN_FROM.set(all(slug).into_iter().find(|kept| kept.source == source));
}

/// Keeps what stands in the editor; a published text needs no keeping.
pub fn keep(slug: &str, source: &str, published: &str) {
    let key = VISIT.with(|text| prefix(slug) + text);
    if let Some(old) = BEGUN_FROM.take().filter(|begun| begun.key != key) {
        // unless another tab has gone on with it
        let is_same = storage::get(&old.key)
            .and_then(|text| parse(&text))
            .is_some_and(|it| it.1 == old.source);
        if is_same {
            forget(&old);
        }
    }
    if source == published {
        storage::remove(&key);
        return;
    }
    storage::set(&key, &format!("{}\n{source}", js_sys::Date::now()));
    all(slug).iter().skip(KEPT_MAX).for_each(forget);
}

pub fn forget(kept: &Kept) {
    storage::remove(&kept.key);
}

/// The last text that was kept and is not `shown`.
pub fn offer(slug: &str, shown: &str, published: &str) -> Option<Kept> {
    all(slug).into_iter().find(|kept| kept.source != shown && kept.source != published)
}

/// Every text kept for an algorithm, the last one first.
fn all(slug: &str) -> Vec<Kept> {
    let prefix = prefix(slug);
    let mut all: Vec<Kept> = storage::keys()
        .into_iter()
        .filter(|key| key.starts_with(&prefix))
        .filter_map(|key| {
            let (when, source) = parse(&storage::get(&key)?)?;
            Some(Kept { key, when, source })
        })
        .collect();
    all.sort_by_key(|kept| std::cmp::Reverse(kept.when));
    all
}
