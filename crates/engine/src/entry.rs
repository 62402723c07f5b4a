//! The list of algorithms.

use crate::Search;
use crate::live::Live;
use algorithms::Visit;
use checker::Limits;
use model::{
    Action, Algorithm, Dare, Family, Figure, Kind, Knob, Paper, Row, Setting, Stage, Zone,
};
use serde::Serialize;
use std::sync::OnceLock;

/// One algorithm, as the page and the command line know it.
#[derive(Clone, Copy, Serialize)]
pub struct Entry {
    /// Its name in links, which is the name of its file.
    pub slug: &'static str,
    pub name: &'static str,
    pub version: u16,
    pub family: Family,
    pub stage: Stage,
    pub paper: Paper,
    pub knobs: &'static [Knob],
    /// The end of the link whose moment stands for the algorithm.
    pub card: &'static str,
    pub dares: &'static [Dare],
    /// What is measured of it over random runs.
    #[serde(skip)]
    pub figures: &'static [Figure],
    #[serde(skip)]
    types: Types,
}

/// The functions that still know an algorithm's types.
#[derive(Clone, Copy)]
struct Types {
    live: fn(&Setting) -> Box<dyn Live>,
    search: fn(&Setting, &[Action], Limits) -> Box<dyn Search>,
}

/// A property, before anything is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Claimed {
    pub name: &'static str,
    pub words: &'static str,
    pub kind: Kind,
}

impl Entry {
    fn of<A: Algorithm>(slug: &'static str) -> Entry {
        Entry {
            slug,
            name: A::NAME,
            version: A::VERSION,
            family: A::FAMILY,
            stage: A::STAGE,
            paper: A::PAPER,
            knobs: A::KNOBS,
            card: A::CARD,
            dares: A::DARES,
            figures: A::FIGURES,
            types: Types {
                live: |setting| crate::live::start(A::model(setting)),
                search: |setting, run, limits| crate::search::of(A::model(setting), run, limits),
            },
        }
    }

    /// A run that has not begun.
    pub fn live(&self, setting: &Setting) -> Box<dyn Live> {
        (self.types.live)(setting)
    }

    /// A search over every interleaving that can follow `run`, from where runs are told.
    pub fn search(&self, setting: &Setting, run: &[Action], limits: Limits) -> Box<dyn Search> {
        (self.types.search)(setting, run, limits)
    }

    /// The listing, in the words of this setting.
    pub fn rows(&self, setting: &Setting) -> Vec<Row> {
        self.live(setting).rows()
    }

    /// The zones that processes pass through, in order.
    pub fn zones(&self, setting: &Setting) -> &'static [Zone] {
        self.live(setting).zones()
    }

    /// What the checker judges, besides deadlock.
    pub fn claims(&self, setting: &Setting) -> Vec<Claimed> {
        self.live(setting).claims()
    }
}

static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();

/// Every algorithm, in the order of the gallery.
pub fn entries() -> &'static [Entry] {
    ENTRIES.get_or_init(|| {
        let mut entries = Collect(Vec::new());
        algorithms::visit_all(&mut entries);
        entries.0
    })
}

/// The algorithm of that name.
pub fn entry(slug: &str) -> Option<&'static Entry> {
    entries().iter().find(|it| it.slug == slug)
}

/// Puts another version of an algorithm into the list, for a test of old links.
///
/// # Panics
/// If the list has been used, or has no algorithm of that name.
pub fn replace<A: Algorithm>(slug: &'static str) {
    let mut entries = Collect(Vec::new());
    algorithms::visit_all(&mut entries);
    let old = entries.0.iter_mut().find(|it| it.slug == slug).expect("an algorithm of that name");
    *old = Entry::of::<A>(slug);
    assert!(ENTRIES.set(entries.0).is_ok(), "the list has been used");
}

struct Collect(Vec<Entry>);

impl Visit for Collect {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        self.0.push(Entry::of::<A>(slug));
    }
}
