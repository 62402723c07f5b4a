//! What a property says where it fails.

use super::{Expr, ItemKind, Listing, Name};

/// `say NAME: …`.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The name of the property.
    pub title: Name,
    pub parts: Vec<SentencePart>,
}

#[derive(Clone, Debug)]
pub enum SentencePart {
    Words(String),
    /// Within braces: a value, with the names that the claim binds in front.
    Value(Expr),
}

impl Sentence {
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        self.parts.iter().filter_map(|part| match part {
            SentencePart::Value(value) => Some(value),
            SentencePart::Words(_) => None,
        })
    }
}

impl Listing {
    /// Gives each property its sentence.
    pub fn complete_sentences(&mut self) {
        let sentences: Vec<Sentence> = self
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                ItemKind::Say(sentence) => Some(sentence.clone()),
                _ => None,
            })
            .collect();
        for item in &mut self.items {
            if let ItemKind::Property(property) = &mut item.kind {
                let is_its = |said: &&Sentence| said.title.text == property.title.text;
                property.sentence = sentences.iter().find(is_its).cloned();
            }
        }
    }
}
