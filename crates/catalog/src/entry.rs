//! The list of algorithms.

use crate::{Action, Moment, Search, Trace};
use algorithms::Visit;
use checker::Limits;
use model::{
    Algorithm, Article, Dare, Family, Kind, Knob, Model, Paper, Row, Setting, Stage, Zone,
};
use serde::Serialize;
use std::sync::LazyLock;

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
    pub article: Article,
    pub knobs: &'static [Knob],
    /// The end of the link whose moment stands for the algorithm.
    pub card: &'static str,
    pub dares: &'static [Dare],
    /// What the checker will be asked, the built-in question about deadlock included.
    #[serde(skip)]
    pub(crate) run: Types,
}

/// The functions that still know an algorithm's types.
#[derive(Clone, Copy)]
pub(crate) struct Types {
    pub trace: fn(&Setting, &[Action]) -> Trace,
    pub moment: fn(&Setting, &[Action]) -> Moment,
    pub search: fn(&Setting, Limits) -> Box<dyn Search>,
    pub rows: fn(&Setting) -> Vec<Row>,
    pub zones: fn(&Setting) -> &'static [Zone],
    pub claims: fn(&Setting) -> Vec<Claimed>,
}

/// A property, before anything is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Claimed {
    pub name: &'static str,
    pub words: &'static str,
    pub kind: Kind,
}

impl Entry {
    /// The listing, in the words of this setting.
    pub fn rows(&self, setting: &Setting) -> Vec<Row> {
        (self.run.rows)(setting)
    }

    /// The zones that processes pass through, in order.
    pub fn zones(&self, setting: &Setting) -> &'static [Zone] {
        (self.run.zones)(setting)
    }

    /// What the checker judges, besides deadlock.
    pub fn claims(&self, setting: &Setting) -> Vec<Claimed> {
        (self.run.claims)(setting)
    }
}

/// All algorithms, in the order of the gallery.
pub fn entries() -> &'static [Entry] {
    static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let mut collect = Collect(Vec::new());
        algorithms::visit_all(&mut collect);
        collect.0
    });
    &ENTRIES
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
            article: A::ARTICLE,
            knobs: A::KNOBS,
            card: A::CARD,
            dares: A::DARES,
            run: Types {
                trace: |setting, run| crate::trace::of(&A::model(setting), run),
                moment: |setting, run| crate::moment::of(&A::model(setting), run),
                search: |setting, limits| crate::search::of(A::model(setting), limits),
                rows: |setting| A::model(setting).rows(),
                zones: |setting| A::model(setting).zones(),
                claims: |setting| {
                    let claimed = |it: &model::Property<A::Model>| Claimed {
                        name: it.name,
                        words: it.words,
                        kind: it.kind(),
                    };
                    A::model(setting).properties().iter().map(claimed).collect()
                },
            },
        });
    }
}
