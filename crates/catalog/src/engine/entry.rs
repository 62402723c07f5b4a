//! The list of algorithms.

use crate::engine::executor::for_search;
use crate::engine::live::Simulator;
use algorithms::texts::{Edit, Text, texts};
use checker::{Limits, Search};
use model::{
    Action, Claimed, Dare, Family, Figure, Knob, Paper, Row, Setting, Stage, System, Zone,
};
use program::Compiled;
use serde::{Serialize, Serializer};
use std::sync::{Arc, LazyLock, OnceLock};

/// One algorithm, as the page and the command line know it.
#[derive(Clone, Serialize)]
pub struct Entry {
    /// Its name in links, which is the name of its file.
    pub slug: &'static str,
    pub name: &'static str,
    pub version: u16,
    pub family: Family,
    /// The picture that fits.
    #[serde(serialize_with = "found")]
    pub(crate) stage: Arc<LazyStage>,
    pub paper: Paper,
    pub knobs: &'static [Knob],
    /// The end of the link whose moment stands for the algorithm.
    pub card: &'static str,
    pub dares: &'static [Dare],
    /// What is measured of it over random runs.
    #[serde(skip)]
    pub figures: &'static [Figure],
    /// The published listing.
    #[serde(skip)]
    pub source: &'static str,
    /// The listing that runs: a reader may have changed it.
    #[serde(skip)]
    pub listing: Arc<str>,
    /// Prepared changes of the listing.
    #[serde(skip)]
    pub edits: &'static [Edit],
}

/// Listings are compiled to find theirs, and a visit that asks for one should not wait for all.
type LazyStage = LazyLock<Stage, Box<dyn Fn() -> Stage + Send + Sync>>;

pub(crate) fn lazily(stage: impl Fn() -> Stage + Send + Sync + 'static) -> Arc<LazyStage> {
    Arc::new(LazyLock::new(Box::new(stage)))
}

fn found<S: Serializer>(stage: &LazyStage, to: S) -> Result<S::Ok, S::Error> {
    stage.serialize(to)
}

impl Entry {
    fn of_text(text: &'static Text) -> Entry {
        Entry {
            slug: text.slug,
            name: text.name,
            version: text.version,
            family: text.family,
            stage: lazily(|| crate::engine::text::stage(text.source, text.knobs)),
            paper: text.paper,
            knobs: text.knobs,
            card: text.card,
            dares: text.dares,
            figures: text.figures,
            source: text.source,
            listing: text.source.into(),
            edits: text.edits,
        }
    }

    pub fn stage(&self) -> Stage {
        **self.stage
    }

    /// The algorithm in this setting. Where [`problem`](Entry::problem) has something to say, it is that of the
    /// default options.
    pub fn system(&self, setting: &Setting) -> Arc<Compiled> {
        crate::engine::text::compiled(&self.listing, setting)
    }

    /// The same for a search: in generated code, where there is an executor for it.
    pub fn search_system(&self, setting: &Setting) -> Arc<dyn System> {
        for_search(self.system(setting))
    }

    /// The same for a search that asks nothing of infinite executions, and so remembers nothing for it.
    pub fn safety_system(&self, setting: &Setting) -> Arc<dyn System> {
        for_search(Arc::new(self.system(setting).for_safety()))
    }

    /// Why these options make no program together, in a sentence: too many processes, for one.
    pub fn problem(&self, setting: &Setting) -> Option<String> {
        crate::engine::text::problem(&self.listing, setting)
    }

    /// A run that has not begun.
    pub fn live(&self, setting: &Setting) -> Simulator {
        Simulator::new(self.system(setting))
    }

    /// A search over every interleaving that can follow `run`, from where runs are told.
    pub fn search(&self, setting: &Setting, run: &[Action], limits: Limits) -> Search {
        let system = match limits.safety_only {
            true => self.safety_system(setting),
            false => self.search_system(setting),
        };
        Search::after(system, run, limits)
    }

    /// The listing, in the words of this setting.
    pub fn rows(&self, setting: &Setting) -> Vec<Row> {
        self.system(setting).rows()
    }

    /// The zones that processes pass through, in order.
    pub fn zones(&self, setting: &Setting) -> &'static [Zone] {
        self.system(setting).zones()
    }

    /// What the checker judges, besides deadlock.
    pub fn claims(&self, setting: &Setting) -> Vec<Claimed> {
        let system = self.system(setting);
        system.properties().iter().filter(|property| property.applies).copied().collect()
    }
}

static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();

/// Every algorithm, in the order of the gallery.
pub fn entries() -> &'static [Entry] {
    ENTRIES.get_or_init(all)
}

fn all() -> Vec<Entry> {
    texts().iter().filter(|text| text.place.is_some()).map(Entry::of_text).collect()
}

/// What stands in no list and is found by its name: where a reader begins with an own algorithm.
pub fn unlisted() -> &'static [Entry] {
    static UNLISTED: OnceLock<Vec<Entry>> = OnceLock::new();
    UNLISTED.get_or_init(|| {
        texts().iter().filter(|text| text.place.is_none()).map(Entry::of_text).collect()
    })
}

/// The algorithm of that name.
pub fn entry(slug: &str) -> Option<&'static Entry> {
    entries().iter().chain(unlisted()).find(|entry| entry.slug == slug)
}

/// Puts another version of an algorithm into the list, for a test of old links.
///
/// # Panics
/// If the list has been used, or has no algorithm of that name.
pub fn replace(slug: &str, change: impl FnOnce(&mut Entry)) {
    let mut entries = all();
    change(entries.iter_mut().find(|entry| entry.slug == slug).expect("an algorithm of that name"));
    assert!(ENTRIES.set(entries).is_ok(), "the list has been used");
}
