//! `linearizable` and `sequentially consistent`: what is claimed of the order of operations, and the table that decides it.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::instance::Instance;
use crate::instantiate::like::Like;
use crate::token::Span;
use crate::tree::{ItemKind, PropertyKind};
use crate::words::SEQUENTIALLY_CONSISTENT;
use program::Criteria;

/// What a text claims of the order of its operations.
#[derive(Clone, Copy)]
pub struct Ordered {
    /// The first claim, and how it is written.
    pub span: Span,
    pub word: &'static str,
    pub criteria: Criteria,
    /// The setting that says what is right.
    pub like: Option<Like>,
}

impl Instance<'_> {
    pub fn ordered(&mut self) -> Result<Option<Ordered>> {
        let mut ordered: Option<Ordered> = None;
        let listing = self.source.listing;
        for item in &listing.items {
            let ItemKind::Property(property) = &item.kind else { continue };
            let of = Criteria::default();
            let (word, of, like) = match &property.kind {
                PropertyKind::Linearizable(like) => {
                    ("linearizable", Criteria { linearizable: true, ..of }, like)
                }
                PropertyKind::SequentiallyConsistent(like) => {
                    (SEQUENTIALLY_CONSISTENT, Criteria { sequential: true, ..of }, like)
                }
                _ => continue,
            };
            if !self.is_part(&item.with) {
                continue;
            }
            let like = like.as_ref().map(|like| self.like(like)).transpose()?;
            let first = Ordered { span: item.span, word, criteria: of, like };
            let known = ordered.get_or_insert(first);
            if known.like.map(Like::setting) != like.map(Like::setting) {
                let message = "Both claims are about one object, and so is what is right.";
                let help = "Write the same `like OPTION = VALUE` behind both.";
                return self.fail(
                    DiagnosticDraft::new(ErrorCode::OutOfPlace, item.span, message).help(help),
                );
            }
            known.criteria.linearizable |= of.linearizable;
            known.criteria.sequential |= of.sequential;
        }
        Ok(ordered)
    }

    /// How the claim is written.
    pub fn order_word(&self) -> &'static str {
        self.claimed.order_asked.map_or("linearizable", |ordered| ordered.word)
    }
}
