//! Algorithms whose program is a listing: `listings/NAME.ilv`, and beside it `NAME.md` with the
//! article, the words of the options, and the key moments.

use model::{Article, Dare, Family, Figure, Knob, Paper, value};

/// A published listing and what the page needs to know of it.
pub struct Text {
    /// Its name in links, which is the name of its file.
    pub slug: &'static str,
    pub source: &'static str,
    /// Its place in the gallery, counted from zero; none for one that is found by its name alone.
    pub place: Option<u16>,
    pub name: &'static str,
    /// Goes up by one whenever an old run would replay differently.
    pub version: u16,
    pub family: Family,
    pub paper: Paper,
    /// The moment that the gallery draws: the end of a link.
    pub card: &'static str,
    /// The options that the listing declares, in its order, with words.
    pub knobs: &'static [Knob],
    pub figures: &'static [Figure],
    pub dares: &'static [Dare],
    pub edits: &'static [Edit],
}

/// A prepared change of a listing, and what it breaks.
pub struct Edit {
    pub title: &'static str,
    pub words: &'static str,
    /// Parts of the listing, and what replaces them.
    pub changes: &'static [(&'static str, &'static str)],
    /// What `…` stands for in the changes, one at a time.
    pub rules: &'static [&'static str],
    /// The property that fails then, and after how many steps; empty if none does.
    pub breaks: &'static str,
    pub steps: usize,
    /// The options under which it does, as in a link.
    pub options: &'static str,
}

impl Edit {
    /// The changed listing, with one of its rules if it has some.
    pub fn apply(&self, source: &str, rule: &str) -> String {
        let change = |text: String, (from, to): &(&str, &str)| {
            text.replacen(from, &to.replace('…', rule), 1)
        };
        self.changes.iter().fold(source.to_owned(), change)
    }

    /// What the checker says of it.
    pub fn verdict(&self) -> String {
        match self.breaks {
            "" => "Nothing breaks.".into(),
            "no deadlock" => format!("A deadlock after {} steps.", self.steps),
            breaks if self.steps == 0 => format!("“{breaks}” fails in the first state."),
            breaks => format!("“{breaks}” fails after {} steps.", self.steps),
        }
    }
}

/// What the document of an algorithm has under its playground.
#[derive(Clone, Copy)]
pub struct About {
    pub article: Article,
    /// The text that tells it again, if its article speaks of one.
    pub told: &'static str,
    /// Whose else something in it is, and what.
    pub also: &'static [(&'static str, Paper)],
    /// Why its claim always holds, if that is told.
    pub carries: Option<Carries>,
}

/// How a claim carries itself: what the checker says of `inductive` lines that are no part of the listing.
#[derive(Clone, Copy)]
pub struct Carries {
    /// Paragraphs, with code between backticks.
    pub words: &'static [&'static str],
    /// Ends of links, each with words: a state that no run reaches, or the listing with those lines.
    pub links: &'static [(&'static str, &'static str)],
}

mod pages {
    use super::{About, Article, Carries, Dare, Edit, Family, Figure, Knob, Paper, Text, value};
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

/// Every published listing, in the order of the gallery.
pub fn texts() -> &'static [Text] {
    pages::TEXTS
}

/// The article of a listing. It is no field, so that a program that shows no articles has none.
pub fn about(slug: &str) -> Option<About> {
    pages::ARTICLES.iter().find(|it| it.0 == slug).map(|it| it.1)
}

/// What is expected of a listing, as lines of its file. No field either.
pub fn expectations(slug: &str) -> Option<&'static str> {
    pages::EXPECTATIONS.iter().find(|it| it.0 == slug).map(|it| it.1)
}
