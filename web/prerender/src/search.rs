//! What the site's search looks through, as JSON: every section of every document, and every algorithm.
//! `static/search.js` reads it.

use crate::{documents, pages::card};
use anyhow::Result;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// A word that stands in more than one of so many sections of documents tells none of them apart.
const COMMON: usize = 4;
/// More often than that a word stands nowhere, as far as the index says.
const OFTEN: usize = 3;

#[derive(Default)]
pub struct Index {
    /// File and title, of documents first.
    pub pages: Vec<(String, String)>,
    /// How many of these are documents; the others are algorithms.
    pub documents: usize,
    /// Page, anchor and heading; of an algorithm both are empty.
    pub places: Vec<(usize, String, String)>,
    /// Of each word where it stands: the number of a place after the one before, times three, and how often, in base 36.
    pub words: BTreeMap<String, String>,
    /// Words of which it is not noted where in documents they stand.
    pub common: Vec<String>,
}

pub fn index() -> Result<String> {
    let Index { pages, documents, places, words, common } = Index::of_the_site();
    let all = json!({
        "pages": pages, "documents": documents, "places": places, "words": words, "common": common,
    });
    Ok(serde_json::to_string(&all)?)
}

impl Index {
    pub fn of_the_site() -> Self {
        let mut index = Self { documents: documents::ALL.len(), ..Self::default() };
        let mut texts = Vec::new();
        for document in &*documents::ALL {
            let page = index.page(document.source.file, document.title());
            for heading in &document.text.headings {
                index.places.push((page, heading.id.clone(), heading.words.clone()));
                texts.push(format!("{} {}", heading.words, heading.below));
            }
        }
        for entry in crate::algorithms() {
            let page = index.page(&format!("{}.html", entry.slug), entry.name);
            index.places.push((page, String::new(), String::new()));
            texts.push(card::words(entry));
        }
        index.note(&texts);
        index
    }

    fn page(&mut self, file: &str, title: &str) -> usize {
        self.pages.push((file.to_owned(), title.to_owned()));
        self.pages.len() - 1
    }

    /// Where each word stands.
    fn note(&mut self, texts: &[String]) {
        let mut words: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (place, text) in texts.iter().enumerate() {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            tokens(text).for_each(|word| *counts.entry(word).or_default() += 1);
            for (word, count) in counts {
                words.entry(word).or_default().push((place, count));
            }
        }
        let sections = self.places.iter().filter(|place| place.0 < self.documents).count();
        for (word, mut places) in words {
            let in_documents = places.iter().filter(|place| place.0 < sections).count();
            if in_documents * COMMON > sections {
                places.drain(..in_documents);
                self.common.push(word.clone());
            }
            if !places.is_empty() {
                self.words.insert(word, packed(&places));
            }
        }
    }
}

/// Words of two letters or more, and signs of mathematics: as `search.js` takes apart what is looked for.
fn tokens(text: &str) -> impl Iterator<Item = String> {
    let is_sign = |c: char| ('\u{2190}'..='\u{22ff}').contains(&c);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let signs: BTreeSet<String> = text.chars().filter(|c| is_sign(*c)).map(String::from).collect();
    let words = text.split(move |c| !is_word(c)).filter(|text| text.chars().nth(1).is_some());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    words.into_iter().chain(signs)
}

fn packed(places: &[(usize, usize)]) -> String {
    let mut before = 0;
    let numbers = places.iter().map(|(place, count)| {
        let step = place - before;
        before = *place;
        base36(step * OFTEN + count.min(&OFTEN) - 1)
    });
    numbers.collect::<Vec<_>>().join(" ")
}

/// The places of a word.
#[cfg(test)]
pub fn unpacked(packed: &str) -> Vec<usize> {
    let numbers = packed.split(' ').map(|text| usize::from_str_radix(text, 36).unwrap() / OFTEN);
    numbers
        .scan(0, |before, step| {
            *before += step;
            Some(*before)
        })
        .collect()
}

fn base36(mut number: usize) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((number % 36) as u32, 36).unwrap_or_default());
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart_into_words_and_signs() {
        let words = |text| tokens(text).collect::<Vec<_>>().join(" ");
        assert_eq!(words("`x ← max(S)`, two-phase --json A_b"), "max two phase json a_b ←");
    }

    #[test]
    fn places_are_packed_as_steps() {
        assert_eq!(packed(&[(0, 1), (1, 9), (13, 2)]), "0 5 11");
        assert_eq!(unpacked("0 5 11"), [0, 1, 13]);
    }

    #[test]
    fn every_place_can_be_found() {
        let index = Index::of_the_site();
        assert!(index.places.len() > 150 && index.documents > 9);
        for (page, anchor, heading) in &index.places {
            assert_eq!(*page < index.documents, !anchor.is_empty(), "{heading}");
        }
        let of = |word: &str| index.words.get(word).cloned().unwrap_or_default();
        assert!(!of("linearizable").is_empty() && !of("fairness").is_empty());
        assert!(index.common.contains(&"the".to_owned()), "{:?}", index.common);
    }
}
