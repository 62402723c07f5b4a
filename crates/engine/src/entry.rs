//! The list of algorithms.

use crate::live::Live;
use algorithms::Visit;
use checker::{Limits, Search};
use model::{
    Action, Algorithm, Claimed, Dare, Family, Figure, Knob, Paper, Row, Setting, Stage, System,
    Zone,
};
use serde::Serialize;
use std::sync::{Arc, OnceLock};

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
    pub systems: Systems,
}

/// Makes the system of a setting. No Rust model has to be behind it.
pub type Systems = &'static (dyn Fn(&Setting) -> Arc<dyn System> + Send + Sync);

impl Entry {
    /// The algorithm in this setting.
    pub fn system(&self, setting: &Setting) -> Arc<dyn System> {
        (self.systems)(setting)
    }

    /// The same with its symmetry, where it has any. A function of its own, so that a program that
    /// reduces nothing has none of its code.
    pub fn symmetric_system(&self, setting: &Setting) -> Arc<dyn System> {
        let mut find = FindSymmetric { slug: self.slug, setting, found: None };
        algorithms::visit_all(&mut find);
        find.found.unwrap_or_else(|| self.system(setting))
    }

    /// A run that has not begun.
    pub fn live(&self, setting: &Setting) -> Live {
        Live::new(self.system(setting))
    }

    /// A search over every interleaving that can follow `run`, from where runs are told.
    pub fn search(&self, setting: &Setting, run: &[Action], limits: Limits) -> Search {
        Search::after(self.system(setting), run, limits)
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
        system.properties().iter().filter(|it| it.applies).copied().collect()
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

struct Collect(Vec<Entry>);

impl Visit for Collect {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        self.0.push(Entry {
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
            systems: &A::system,
        });
    }
}

struct FindSymmetric<'a> {
    slug: &'a str,
    setting: &'a Setting,
    found: Option<Arc<dyn System>>,
}

impl Visit for FindSymmetric<'_> {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        if slug == self.slug {
            self.found = Some(A::symmetric_system(self.setting));
        }
    }
}
