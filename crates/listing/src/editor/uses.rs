//! Where a name is declared, and where it is used.

use crate::Document;
use crate::occurrences::Occurrence;
use crate::token::Span;
use std::collections::BTreeSet;
use std::ops::Range;

impl Document {
    /// Where the name at a byte is declared: several places where lines with other options declare it
    /// again. None: no name stands there, or the language gives it.
    pub fn definition(&self, at: usize) -> Vec<Range<usize>> {
        let entities = self.names().at(at).map_or(&[][..], |place| &place.entities);
        let mut spans: Vec<Range<usize>> = entities
            .iter()
            .flat_map(|&entity| &self.names().entities[entity].declared)
            .map(|&span| bytes(span))
            .collect();
        spans.sort_by_key(|bytes| bytes.start);
        spans
    }

    /// Every place of the name at a byte, its declarations among them, in the order of the text.
    pub fn uses(&self, at: usize) -> Vec<Range<usize>> {
        let Some(place) = self.names().at(at) else { return Vec::new() };
        let is_same = |other: &&Occurrence| {
            other.entities.iter().any(|entity| place.entities.contains(entity))
        };
        self.names().iter().filter(is_same).map(|place| bytes(place.span)).collect()
    }

    /// What must have one name with what stands at a place, because somewhere one word stands for both:
    /// in a definition that two roles use, or in a property over sections of two roles.
    pub(super) fn named_together(&self, place: &Occurrence) -> BTreeSet<usize> {
        let mut together: BTreeSet<usize> = place.entities.iter().copied().collect();
        loop {
            let before = together.len();
            for other in self.names().iter() {
                if other.entities.iter().any(|entity| together.contains(entity)) {
                    together.extend(&other.entities);
                }
            }
            if together.len() == before {
                return together;
            }
        }
    }

    /// The line of a place, from 1.
    pub(super) fn line(&self, span: Span) -> usize {
        span.line(self.text())
    }
}

pub(super) fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
