//! Expressions whose values stand beside the picture.

use super::State;

/// One of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watched<'a> {
    pub words: &'a str,
    /// None: it cannot be computed with these options.
    pub value: Option<&'a str>,
    /// Its place among those that the reader watches; none: the listing watches it.
    pub nth: Option<usize>,
}

impl State {
    pub(super) fn watch(&mut self, expression: &str) {
        let expression = expression.trim();
        // the listing may watch it itself
        let is_watched = self.watched().iter().any(|watched| watched.words == expression);
        self.not_watched = match expression {
            "" => Some("Write an expression first.".to_owned()),
            _ if is_watched => None,
            _ => self.scenario.watch(expression).err(),
        };
    }

    pub(super) fn unwatch(&mut self, nth: usize) {
        self.not_watched = None;
        if nth < self.scenario.watched.len() {
            self.scenario.watched.remove(nth);
        }
    }

    /// An expression that could be watched here, as an example.
    pub fn watchable(&self) -> String {
        let view = &self.moment.view;
        let own = view.processes.iter().find_map(|process| process.locals.first());
        match view.arrays.first() {
            Some(it) if it.cells.len() > 1 => {
                format!("{} = {}", it.cell(0), it.cell(1))
            }
            Some(it) => it.name.to_owned(),
            None => own.map_or("end", |own| own.0).to_owned(),
        }
    }

    /// Those of the listing first.
    pub fn watched(&self) -> Vec<Watched<'_>> {
        let own = &self.scenario.watched;
        let shown = &self.moment.view.watched;
        let by_listing = shown.iter().filter(|watched| own.iter().all(|own| own != watched.words));
        let by_listing = by_listing.map(|watched| Watched {
            words: watched.words,
            value: Some(&watched.value),
            nth: None,
        });
        let by_reader = own.iter().enumerate().map(|(nth, words)| {
            let value =
                shown.iter().find(|watched| watched.words == words).map(|watched| &*watched.value);
            Watched { words, value, nth: Some(nth) }
        });
        by_listing.chain(by_reader).collect()
    }
}
